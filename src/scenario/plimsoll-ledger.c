/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollLedger
{
  GObject parent_instance;

  GPtrArray *entries;
};

static GType
plimsoll_ledger_get_item_type (GListModel *list)
{
  return PLIMSOLL_TYPE_LEDGER_ENTRY;
}

static guint
plimsoll_ledger_get_n_items (GListModel *list)
{
  return PLIMSOLL_LEDGER (list)->entries->len;
}

static gpointer
plimsoll_ledger_get_item (GListModel *list, guint position)
{
  PlimsollLedger *self = PLIMSOLL_LEDGER (list);

  return position < self->entries->len ? g_object_ref (self->entries->pdata[position]) : NULL;
}

static void
plimsoll_ledger_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = plimsoll_ledger_get_item_type;
  iface->get_n_items = plimsoll_ledger_get_n_items;
  iface->get_item = plimsoll_ledger_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollLedger,
                               plimsoll_ledger,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      plimsoll_ledger_list_model_init))

static void
plimsoll_ledger_finalize (GObject *object)
{
  PlimsollLedger *self = PLIMSOLL_LEDGER (object);

  g_ptr_array_unref (self->entries);

  G_OBJECT_CLASS (plimsoll_ledger_parent_class)->finalize (object);
}

static void
plimsoll_ledger_class_init (PlimsollLedgerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_ledger_finalize;
}

static void
plimsoll_ledger_init (PlimsollLedger *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
}

/* --- What groups share --- */

char *
plimsoll_ledger_count (guint64 count)
{
  return plimsoll_format_count (count);
}

char *
plimsoll_ledger_bytes (guint64 bytes)
{
  g_autofree char *count = plimsoll_format_count (bytes);

  /* Translators: a number of bytes, with its digits grouped. */
  return g_strdup_printf (ngettext ("%s byte", "%s bytes", (gulong) bytes), count);
}

PlimsollAccelerator *
plimsoll_ledger_accelerator (PlimsollLedgerAsk *ask, guint32 device)
{
  return plimsoll_scenario_get_device (ask->scenario, device);
}

char *
plimsoll_ledger_device_name (PlimsollLedgerAsk *ask, guint32 device)
{
  PlimsollAccelerator *accelerator = plimsoll_ledger_accelerator (ask, device);
  const char *name =
    accelerator != NULL ? plimsoll_accelerator_get_name (accelerator) : _("Accelerator");

  if (ask->estimate->memory.n_devices == 1)
    return g_strdup (name);

  /* Translators: the number of an accelerator, and its name: "2: NVIDIA RTX 3060". */
  return g_strdup_printf (_("%u: %s"), device + 1, name);
}

gboolean
plimsoll_ledger_is_new_kind (PlimsollLedgerAsk *ask, guint32 device)
{
  for (guint32 i = 0; i < device; i++)
    if (plimsoll_ledger_accelerator (ask, i) == plimsoll_ledger_accelerator (ask, device))
      return FALSE;

  return TRUE;
}

/* "github.com/… (2026-05-12)" */
static char *
source_text (const char *source, const char *date)
{
  if (source == NULL)
    return g_strdup (_("source not stated"));
  if (date == NULL)
    return g_strdup (source);

  return g_strdup_printf ("%s (%s)", source, date);
}

void
plimsoll_ledger_from_model (PlimsollLedgerAsk *ask,
                            PlimsollLedgerEntry *entry,
                            const char *name,
                            char *value)
{
  const char *path = plimsoll_model_get_path (ask->model);
  g_autofree char *source = NULL;

  if (path != NULL)
    {
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *shown = g_filename_display_name (base);

      /* Translators: the name of a file. */
      source = g_strdup_printf (_("the file %s"), shown);
    }
  else
    source =
      source_text (plimsoll_model_get_source (ask->model), plimsoll_model_get_date (ask->model));

  plimsoll_ledger_entry_take_input (entry, name, value, source);
}

void
plimsoll_ledger_from_device (PlimsollLedgerAsk *ask,
                             PlimsollLedgerEntry *entry,
                             guint32 device,
                             const char *name,
                             char *value)
{
  PlimsollAccelerator *accelerator = plimsoll_ledger_accelerator (ask, device);
  g_autofree char *source = accelerator != NULL
                              ? source_text (plimsoll_accelerator_get_source (accelerator),
                                             plimsoll_accelerator_get_date (accelerator))
                              : source_text (NULL, NULL);

  plimsoll_ledger_entry_take_input (entry, name, value, source);
}

void
plimsoll_ledger_from_question (PlimsollLedgerEntry *entry, const char *name, char *value)
{
  plimsoll_ledger_entry_take_input (entry, name, value, _("the question"));
}

void
plimsoll_ledger_from_rule (PlimsollLedgerEntry *entry, const char *name, char *value)
{
  plimsoll_ledger_entry_take_input (entry, name, value, _("a rule, docs/sizing.md"));
}

void
plimsoll_ledger_from_engine (PlimsollLedgerAsk *ask,
                             PlimsollLedgerEntry *entry,
                             const char *name,
                             char *value)
{
  g_autofree char *source =
    ask->engine != NULL ? source_text (ask->engine->source, ask->engine->date) : NULL;

  plimsoll_ledger_entry_take_input (entry, name, value,
                                    source != NULL ? source : _("the engine’s default"));
}

static char *
measured_text (const PlimsollMeasured *measured)
{
  g_autofree char *n = plimsoll_format_count (measured->n);
  g_autofree char *exact = plimsoll_format_count (measured->exact);
  g_autofree char *median = plimsoll_format_number (measured->median, 3);
  g_autofree char *ninetieth = plimsoll_format_number (measured->ninetieth, 2);
  g_autofree char *worst = plimsoll_format_number (measured->worst, 1);

  if (measured->exact == measured->n)
    /* Translators: a number of figures, and the table that they stand in. */
    return g_strdup_printf (_("Exact: equal to all %s recorded figures (%s)"), n, measured->table);

  /* Translators: a number of figures, how many were exact, three errors, and a table's name. */
  return g_strdup_printf (_("Modelled: of %s recorded figures %s are exact, half within %s %%, "
                             "nine in ten within %s %%, the worst %s %% off (%s)"),
                          n, exact, median, ninetieth, worst, measured->table);
}

void
plimsoll_ledger_measured (PlimsollLedgerAsk *ask,
                          PlimsollLedgerEntry *entry,
                          PlimsollMeasuredRule rule)
{
  const PlimsollMeasured *measured = plimsoll_measured (rule);

  plimsoll_ledger_entry_take_accuracy (entry,
                                       measured->exact == measured->n ? PLIMSOLL_EXACT
                                                                      : PLIMSOLL_MODELLED,
                                       measured_text (measured));
  plimsoll_ledger_checked (ask, entry);
}

PlimsollMeasuredRule
plimsoll_ledger_rule_by_layers (const PlimsollLedgerAsk *ask,
                                PlimsollMeasuredRule plain,
                                PlimsollMeasuredRule sliding,
                                PlimsollMeasuredRule recurrent)
{
  gboolean windows = FALSE;

  for (guint32 i = 0; i < ask->spec->n_kinds; i++)
    {
      const PlimsollLayer *kind = &ask->spec->kinds[i];

      if (kind->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
        return recurrent;
      windows |= kind->attention.kind == PLIMSOLL_ATTENTION_SLIDING
                 || kind->attention.kind == PLIMSOLL_ATTENTION_CHUNKED;
    }

  return windows ? sliding : plain;
}

/* --- Making it --- */

static gboolean
ask_init (PlimsollLedgerAsk *ask, PlimsollSizer *sizer, const GPtrArray *engines)
{
  plimsoll_sizer_flush (sizer);
  ask->sizer = sizer;
  ask->scenario = plimsoll_sizer_get_scenario (sizer);
  ask->model = plimsoll_scenario_get_model (ask->scenario);
  ask->weights = plimsoll_sizer_get_weights (sizer);
  ask->estimate = plimsoll_sizer_get_estimate (sizer);
  if (ask->model == NULL || ask->weights == NULL || !ask->estimate->valid)
    return FALSE;

  ask->spec = plimsoll_model_get_spec (ask->model);
  plimsoll_scenario_get_question (ask->scenario, &ask->question);
  plimsoll_sizer_hardware_of (sizer, NULL, ask->question.n_devices, &ask->hardware);
  if (engines != NULL)
    ask->engine = plimsoll_engine_facts_find (engines, &ask->question);
  plimsoll_limits_init (&ask->limits, &ask->hardware, &ask->question,
                        ask->estimate->memory.n_devices);
  if (!plimsoll_engine_serves (ask->question.engine))
    {
      const char *refusal;

      ask->unified = ask->limits.unified < ask->limits.n_devices;
      plimsoll_hardware_set_shares (&ask->hardware, &ask->question);
      ask->plan = g_new (PlimsollMemoryPlan, 1);
      if (!plimsoll_memory_plan_init (ask->plan, ask->spec, ask->weights, &ask->question, &refusal))
        return FALSE;
    }

  return TRUE;
}

PlimsollLedger *
plimsoll_ledger_new (PlimsollSizer *sizer, const GPtrArray *engines)
{
  PlimsollLedger *self = g_object_new (PLIMSOLL_TYPE_LEDGER, NULL);
  PlimsollLedgerAsk ask = { .entries = self->entries };

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), self);

  if (ask_init (&ask, sizer, engines))
    {
      plimsoll_ledger_add_required (&ask);
      plimsoll_ledger_add_weights (&ask);
      plimsoll_ledger_add_cache (&ask);
      plimsoll_ledger_add_buffers (&ask);
      plimsoll_ledger_add_beside (&ask);
      plimsoll_ledger_add_limits (&ask);
      if (plimsoll_engine_serves (ask.question.engine))
        plimsoll_ledger_add_serving (&ask);
      plimsoll_ledger_add_speed (&ask);
    }
  g_free (ask.plan);

  return self;
}

PlimsollLedgerEntry *
plimsoll_ledger_find (PlimsollLedger *self, const char *id)
{
  g_return_val_if_fail (PLIMSOLL_IS_LEDGER (self), NULL);

  for (guint i = 0; i < self->entries->len; i++)
    if (g_strcmp0 (plimsoll_ledger_entry_get_id (self->entries->pdata[i]), id) == 0)
      return self->entries->pdata[i];

  return NULL;
}

PlimsollLedgerEntry *
plimsoll_ledger_resolve (PlimsollLedger *self, PlimsollLedgerEntry *entry)
{
  PlimsollLedgerEntry *other;

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER (self), entry);

  if (plimsoll_ledger_entry_get_n_terms (entry) != 1
      || plimsoll_ledger_entry_get_relation (entry) != PLIMSOLL_LEDGER_SUM)
    return entry;

  other = plimsoll_ledger_find (self, plimsoll_ledger_entry_get_term (entry, 0)->entry);

  return other != NULL
             && plimsoll_ledger_entry_get_amount (other) == plimsoll_ledger_entry_get_amount (entry)
           ? other
           : entry;
}

char *
plimsoll_ledger_to_text (PlimsollLedger *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER (self), NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      PlimsollLedgerEntry *entry = self->entries->pdata[i];
      g_autofree char *lines = NULL;

      if (plimsoll_ledger_resolve (self, entry) != entry)
        continue;
      lines = plimsoll_ledger_entry_to_text (entry);
      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", lines);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}
