/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollLedgerEntry
{
  GObject parent_instance;

  const char *id; /* static */
  char *title;
  PlimsollLedgerUnit unit;
  double amount;
  double low; /* NAN: no bounds */
  double high;
  char *rule;

  PlimsollLedgerRelation relation;
  PlimsollLedgerUnit terms_unit;
  double operand;
  GArray *terms;  /* of PlimsollLedgerTerm */
  GArray *inputs; /* of PlimsollLedgerInput */

  PlimsollExactness exactness;
  char *accuracy;
  char *engine;
  char *checked_on;
};

G_DEFINE_FINAL_TYPE (PlimsollLedgerEntry, plimsoll_ledger_entry, G_TYPE_OBJECT)

static void
term_clear (gpointer data)
{
  PlimsollLedgerTerm *term = data;

  g_free (term->label);
  g_free (term->formula);
  g_free (term->entry);
}

static void
input_clear (gpointer data)
{
  PlimsollLedgerInput *input = data;

  g_free (input->name);
  g_free (input->value);
  g_free (input->source);
}

static void
plimsoll_ledger_entry_finalize (GObject *object)
{
  PlimsollLedgerEntry *self = PLIMSOLL_LEDGER_ENTRY (object);

  g_free (self->title);
  g_free (self->rule);
  g_array_unref (self->terms);
  g_array_unref (self->inputs);
  g_free (self->accuracy);
  g_free (self->engine);
  g_free (self->checked_on);

  G_OBJECT_CLASS (plimsoll_ledger_entry_parent_class)->finalize (object);
}

static void
plimsoll_ledger_entry_class_init (PlimsollLedgerEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_ledger_entry_finalize;
}

static void
plimsoll_ledger_entry_init (PlimsollLedgerEntry *self)
{
  self->low = self->high = (double) NAN;
  self->terms = g_array_new (FALSE, TRUE, sizeof (PlimsollLedgerTerm));
  g_array_set_clear_func (self->terms, term_clear);
  self->inputs = g_array_new (FALSE, TRUE, sizeof (PlimsollLedgerInput));
  g_array_set_clear_func (self->inputs, input_clear);
}

/* --- Figures in words --- */

static char *
signed_memory (double bytes)
{
  g_autofree char *size = plimsoll_format_memory ((guint64) fabs (bytes));

  return bytes < 0 ? g_strconcat ("−", size, NULL) : g_steal_pointer (&size);
}

static char *
seconds_text (double seconds)
{
  if (fabs (seconds) < 0.01)
    {
      g_autofree char *number = plimsoll_format_number (seconds * 1000, 3);

      /* Translators: a number of milliseconds: "4.213 ms". */
      return g_strdup_printf (_("%s ms"), number);
    }

  return plimsoll_format_milliseconds (seconds * 1000);
}

static char *
amount_text (double amount, PlimsollLedgerUnit unit)
{
  g_autofree char *number = NULL;

  if (isnan (amount))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  switch (unit)
    {
    case PLIMSOLL_LEDGER_BYTES:
      return signed_memory (amount);
    case PLIMSOLL_LEDGER_SECONDS:
      return seconds_text (amount);
    case PLIMSOLL_LEDGER_SPEED:
      return plimsoll_format_speed (amount);
    case PLIMSOLL_LEDGER_TOKENS:
      number = plimsoll_format_count ((guint64) amount);
      /* Translators: a number of tokens. */
      return g_strdup_printf (_("%s tokens"), number);
    case PLIMSOLL_LEDGER_BLOCKS:
      number = plimsoll_format_count ((guint64) amount);
      /* Translators: a number of blocks of memory. */
      return g_strdup_printf (_("%s blocks"), number);
    case PLIMSOLL_LEDGER_REQUESTS:
    default:
      return plimsoll_format_number (amount, 2);
    }
}

/* --- To be read --- */

const char *
plimsoll_ledger_entry_get_id (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  return self->id;
}

const char *
plimsoll_ledger_entry_get_title (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  return self->title;
}

double
plimsoll_ledger_entry_get_amount (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), (double) NAN);

  return self->amount;
}

PlimsollLedgerUnit
plimsoll_ledger_entry_get_unit (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), PLIMSOLL_LEDGER_BYTES);

  return self->unit;
}

char *
plimsoll_ledger_entry_get_value (PlimsollLedgerEntry *self)
{
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  if (!isnan (self->amount) || isnan (self->low))
    return amount_text (self->amount, self->unit);

  low = amount_text (self->low, self->unit);
  high = amount_text (self->high, self->unit);

  /* Translators: two figures with their units: "12 tok/s to 25 tok/s". */
  return g_strdup_printf (_("%s to %s"), low, high);
}

char *
plimsoll_ledger_entry_get_exact_value (PlimsollLedgerEntry *self)
{
  g_autofree char *bytes = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  if (self->unit != PLIMSOLL_LEDGER_BYTES || isnan (self->amount))
    return NULL;

  bytes = plimsoll_ledger_bytes ((guint64) fabs (self->amount));

  return self->amount < 0 ? g_strconcat ("−", bytes, NULL) : g_steal_pointer (&bytes);
}

const char *
plimsoll_ledger_entry_get_rule (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  return self->rule;
}

PlimsollLedgerRelation
plimsoll_ledger_entry_get_relation (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), PLIMSOLL_LEDGER_SUM);

  return self->relation;
}

double
plimsoll_ledger_entry_get_operand (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), 0);

  return self->operand;
}

PlimsollLedgerUnit
plimsoll_ledger_entry_get_terms_unit (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), PLIMSOLL_LEDGER_BYTES);

  return self->terms_unit;
}

char *
plimsoll_ledger_entry_get_relation_text (PlimsollLedgerEntry *self)
{
  g_autofree char *operand = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  switch (self->relation)
    {
    case PLIMSOLL_LEDGER_SHARE:
    case PLIMSOLL_LEDGER_WHOLE:
      operand = self->terms_unit == PLIMSOLL_LEDGER_BYTES
                  ? plimsoll_ledger_bytes ((guint64) self->operand)
                  : amount_text (self->operand, self->terms_unit);
      if (self->relation == PLIMSOLL_LEDGER_SHARE)
        /* Translators: what the sum of the lines before is divided by: "÷ 512 blocks". */
        return g_strdup_printf (_("÷ %s"), operand);
      /* Translators: what the sum of the lines before is divided by: "÷ 1,572,864 bytes". */
      return g_strdup_printf (_("÷ %s, rounded down"), operand);
    case PLIMSOLL_LEDGER_PER_TERM:
      operand = plimsoll_format_count ((guint64) self->operand);
      /* Translators: a number of tokens, divided by the sum of the times before. */
      return g_strdup_printf (ngettext ("%s token ÷ the sum", "%s tokens ÷ the sum",
                                        (gulong) self->operand),
                              operand);
    case PLIMSOLL_LEDGER_AT_MOST:
      operand = amount_text (self->operand, self->terms_unit);
      /* Translators: the most that the sum of the lines before may be: "at most 22.80 GiB". */
      return g_strdup_printf (_("at most %s"), operand);
    case PLIMSOLL_LEDGER_SUM:
    default:
      return NULL;
    }
}

guint
plimsoll_ledger_entry_get_n_terms (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), 0);

  return self->terms->len;
}

const PlimsollLedgerTerm *
plimsoll_ledger_entry_get_term (PlimsollLedgerEntry *self, guint i)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);
  g_return_val_if_fail (i < self->terms->len, NULL);

  return &g_array_index (self->terms, PlimsollLedgerTerm, i);
}

char *
plimsoll_ledger_entry_get_term_value (PlimsollLedgerEntry *self, guint i)
{
  const PlimsollLedgerTerm *term = plimsoll_ledger_entry_get_term (self, i);

  g_return_val_if_fail (term != NULL, NULL);

  return amount_text (term->amount, self->terms_unit);
}

guint
plimsoll_ledger_entry_get_n_inputs (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), 0);

  return self->inputs->len;
}

const PlimsollLedgerInput *
plimsoll_ledger_entry_get_input (PlimsollLedgerEntry *self, guint i)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);
  g_return_val_if_fail (i < self->inputs->len, NULL);

  return &g_array_index (self->inputs, PlimsollLedgerInput, i);
}

PlimsollExactness
plimsoll_ledger_entry_get_exactness (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), PLIMSOLL_UNKNOWN);

  return self->exactness;
}

const char *
plimsoll_ledger_entry_get_accuracy (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  return self->accuracy;
}

const char *
plimsoll_ledger_entry_get_engine (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  return self->engine;
}

const char *
plimsoll_ledger_entry_get_checked_on (PlimsollLedgerEntry *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  return self->checked_on;
}

/* --- To be made --- */

PlimsollLedgerEntry *
plimsoll_ledger_entry_add (PlimsollLedgerAsk *ask,
                           const char *id,
                           const char *title,
                           PlimsollLedgerUnit unit,
                           double amount)
{
  PlimsollLedgerEntry *self = g_object_new (PLIMSOLL_TYPE_LEDGER_ENTRY, NULL);

  self->id = g_intern_string (id);
  self->title = g_strdup (title);
  self->unit = self->terms_unit = unit;
  self->amount = amount;
  g_ptr_array_add (ask->entries, self);

  return self;
}

void
plimsoll_ledger_entry_set_bounds (PlimsollLedgerEntry *self, double low, double high)
{
  self->low = low;
  self->high = high;
}

void
plimsoll_ledger_entry_set_rule (PlimsollLedgerEntry *self, const char *rule)
{
  g_set_str (&self->rule, rule);
}

void
plimsoll_ledger_entry_set_relation (PlimsollLedgerEntry *self,
                                    PlimsollLedgerRelation relation,
                                    PlimsollLedgerUnit terms_unit,
                                    double operand)
{
  self->relation = relation;
  self->terms_unit = terms_unit;
  self->operand = operand;
}

void
plimsoll_ledger_entry_take_term (PlimsollLedgerEntry *self,
                                 double amount,
                                 const char *label,
                                 char *formula,
                                 const char *entry)
{
  const PlimsollLedgerTerm term = {
    .amount = amount,
    .label = g_strdup (label),
    .formula = formula,
    .entry = g_strdup (entry),
  };

  g_array_append_val (self->terms, term);
}

void
plimsoll_ledger_entry_take_part (PlimsollLedgerEntry *self,
                                 guint64 bytes,
                                 const char *label,
                                 char *formula,
                                 const char *entry)
{
  if (bytes > 0)
    plimsoll_ledger_entry_take_term (self, (double) bytes, label, formula, entry);
  else
    g_free (formula);
}

void
plimsoll_ledger_entry_take_input (PlimsollLedgerEntry *self,
                                  const char *name,
                                  char *value,
                                  const char *source)
{
  const PlimsollLedgerInput input = {
    .name = g_strdup (name),
    .value = value,
    .source = g_strdup (source),
  };

  g_array_append_val (self->inputs, input);
}

void
plimsoll_ledger_entry_take_accuracy (PlimsollLedgerEntry *self,
                                     PlimsollExactness exactness,
                                     char *accuracy)
{
  self->exactness = exactness;
  g_free (self->accuracy);
  self->accuracy = accuracy;
}

void
plimsoll_ledger_checked (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollEngineFacts *facts = ask->engine;
  const char *name;

  if (facts == NULL)
    return;

  name = facts->engine == PLIMSOLL_ENGINE_LLAMA_CPP ? "llama.cpp"
         : facts->engine == PLIMSOLL_ENGINE_VLLM    ? "vLLM"
                                                    : "SGLang";
  g_set_str (&entry->engine, facts->id);
  g_free (entry->checked_on);
  /* Translators: an engine, the version since which it is so, a date, and where that is from:
   * "llama.cpp 0.5.0 (2026-09-28; github.com/…)". */
  entry->checked_on =
    g_strdup_printf (_("%s %s (%s; %s)"), name, facts->since, facts->date, facts->source);
}

/* --- Text --- */

static void
append_terms (PlimsollLedgerEntry *self, GString *text)
{
  g_autofree char *relation = plimsoll_ledger_entry_get_relation_text (self);

  for (guint i = 0; i < self->terms->len; i++)
    {
      const PlimsollLedgerTerm *term = &g_array_index (self->terms, PlimsollLedgerTerm, i);
      g_autofree char *value = amount_text (term->amount, self->terms_unit);

      g_string_append (text, term->amount < 0 || i == 0 ? "    " : "  + ");
      plimsoll_format_pad (text, value, 14, TRUE);
      g_string_append_printf (text, "   %s", term->label);
      if (term->formula != NULL)
        g_string_append_printf (text, ": %s", term->formula);
      g_string_append_c (text, '\n');
    }
  if (relation != NULL)
    g_string_append_printf (text, "    %s\n", relation);
}

char *
plimsoll_ledger_entry_to_text (PlimsollLedgerEntry *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *value = NULL;
  g_autofree char *exact = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_ENTRY (self), NULL);

  value = plimsoll_ledger_entry_get_value (self);
  exact = plimsoll_ledger_entry_get_exact_value (self);
  g_string_append_printf (text, "%s: %s", self->title, value);
  if (exact != NULL)
    g_string_append_printf (text, " (%s)", exact);
  g_string_append_c (text, '\n');
  if (self->rule != NULL)
    g_string_append_printf (text, "  = %s\n", self->rule);
  append_terms (self, text);
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const PlimsollLedgerInput *input = &g_array_index (self->inputs, PlimsollLedgerInput, i);

      g_string_append_printf (text, "  · %s: %s [%s]\n", input->name, input->value, input->source);
    }
  if (self->accuracy != NULL)
    g_string_append_printf (text, "  %s\n", self->accuracy);
  if (self->checked_on != NULL)
    {
      /* Translators: a build of an engine. */
      g_string_append_printf (text, _("  Checked on %s"), self->checked_on);
      g_string_append_c (text, '\n');
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}
