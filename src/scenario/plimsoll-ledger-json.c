/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-ledger.h"

#include <math.h>

static const char *const units[] = {
  [PLIMSOLL_LEDGER_BYTES] = "bytes",     [PLIMSOLL_LEDGER_TOKENS] = "tokens",
  [PLIMSOLL_LEDGER_BLOCKS] = "blocks",   [PLIMSOLL_LEDGER_REQUESTS] = "requests",
  [PLIMSOLL_LEDGER_SECONDS] = "seconds", [PLIMSOLL_LEDGER_SPEED] = "tokens/s",
};

static const char *const relations[] = {
  [PLIMSOLL_LEDGER_SUM] = "sum",
  [PLIMSOLL_LEDGER_SHARE] = "sum / operand",
  [PLIMSOLL_LEDGER_WHOLE] = "floor (sum / operand)",
  [PLIMSOLL_LEDGER_PER_TERM] = "operand / sum",
  [PLIMSOLL_LEDGER_AT_MOST] = "largest with sum <= operand",
};

static const char *const exactnesses[] = {
  [PLIMSOLL_EXACT] = "exact",
  [PLIMSOLL_MODELLED] = "modelled",
  [PLIMSOLL_UNKNOWN] = "unknown",
};

static void
set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
  else
    json_object_set_null_member (object, member);
}

/* Bytes and counts as whole numbers. */
static void
set_amount (JsonObject *object, const char *member, double amount, PlimsollLedgerUnit unit)
{
  if (!isfinite (amount))
    json_object_set_null_member (object, member);
  else if (unit == PLIMSOLL_LEDGER_BYTES || unit == PLIMSOLL_LEDGER_TOKENS
           || unit == PLIMSOLL_LEDGER_BLOCKS)
    json_object_set_int_member (object, member, (gint64) amount);
  else
    json_object_set_double_member (object, member, amount);
}

static JsonArray *
terms_json (PlimsollLedgerEntry *entry)
{
  const PlimsollLedgerUnit unit = plimsoll_ledger_entry_get_terms_unit (entry);
  JsonArray *terms = json_array_new ();

  for (guint i = 0; i < plimsoll_ledger_entry_get_n_terms (entry); i++)
    {
      const PlimsollLedgerTerm *term = plimsoll_ledger_entry_get_term (entry, i);
      JsonObject *object = json_object_new ();

      set_text (object, "label", term->label);
      set_text (object, "formula", term->formula);
      set_amount (object, "value", term->amount, unit);
      set_text (object, "entry", term->entry);
      json_array_add_object_element (terms, object);
    }

  return terms;
}

static JsonArray *
inputs_json (PlimsollLedgerEntry *entry)
{
  JsonArray *inputs = json_array_new ();

  for (guint i = 0; i < plimsoll_ledger_entry_get_n_inputs (entry); i++)
    {
      const PlimsollLedgerInput *input = plimsoll_ledger_entry_get_input (entry, i);
      JsonObject *object = json_object_new ();

      set_text (object, "name", input->name);
      set_text (object, "value", input->value);
      set_text (object, "source", input->source);
      json_array_add_object_element (inputs, object);
    }

  return inputs;
}

static JsonObject *
entry_json (PlimsollLedgerEntry *entry)
{
  const PlimsollLedgerUnit unit = plimsoll_ledger_entry_get_unit (entry);
  const PlimsollLedgerUnit terms_unit = plimsoll_ledger_entry_get_terms_unit (entry);
  const PlimsollLedgerRelation relation = plimsoll_ledger_entry_get_relation (entry);
  g_autofree char *text = plimsoll_ledger_entry_get_value (entry);
  JsonObject *object = json_object_new ();

  set_text (object, "id", plimsoll_ledger_entry_get_id (entry));
  set_text (object, "title", plimsoll_ledger_entry_get_title (entry));
  set_amount (object, "value", plimsoll_ledger_entry_get_amount (entry), unit);
  set_text (object, "unit", units[unit]);
  set_text (object, "text", text);
  set_text (object, "rule", plimsoll_ledger_entry_get_rule (entry));
  set_text (object, "relation", relations[relation]);
  if (relation == PLIMSOLL_LEDGER_SUM)
    json_object_set_null_member (object, "operand");
  else
    set_amount (object, "operand", plimsoll_ledger_entry_get_operand (entry),
                relation == PLIMSOLL_LEDGER_PER_TERM ? PLIMSOLL_LEDGER_TOKENS : terms_unit);
  set_text (object, "terms_unit", units[terms_unit]);
  json_object_set_array_member (object, "terms", terms_json (entry));
  json_object_set_array_member (object, "inputs", inputs_json (entry));
  set_text (object, "exactness", exactnesses[plimsoll_ledger_entry_get_exactness (entry)]);
  set_text (object, "accuracy", plimsoll_ledger_entry_get_accuracy (entry));
  set_text (object, "engine", plimsoll_ledger_entry_get_engine (entry));
  set_text (object, "checked_on", plimsoll_ledger_entry_get_checked_on (entry));

  return object;
}

JsonArray *
plimsoll_ledger_to_json (PlimsollLedger *self)
{
  JsonArray *entries = json_array_new ();

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER (self), entries);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self)); i++)
    {
      g_autoptr (PlimsollLedgerEntry) entry = g_list_model_get_item (G_LIST_MODEL (self), i);

      json_array_add_object_element (entries, entry_json (entry));
    }

  return entries;
}
