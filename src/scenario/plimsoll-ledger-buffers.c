/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>

/* Compute buffers, and logits. */

static const char *
moment_label (PlimsollMoment moment)
{
  switch (moment)
    {
    case PLIMSOLL_MOMENT_FEED_FORWARD:
      return _("tensors at the feed-forward part");
    case PLIMSOLL_MOMENT_EXPERTS:
      return _("tensors at the experts");
    case PLIMSOLL_MOMENT_ATTENTION:
      return _("tensors at the attention");
    case PLIMSOLL_MOMENT_LATENT:
      return _("tensors at the latent attention");
    case PLIMSOLL_MOMENT_RECURRENT:
      return _("tensors at the recurrent part");
    case PLIMSOLL_MOMENT_LOGITS:
      return _("tensors at the logits");
    case PLIMSOLL_MOMENT_COPIED_MATRIX:
      return _("tensors beside a matrix of system memory");
    case PLIMSOLL_MOMENT_COPIED_CACHE:
      return _("tensors beside a cache of system memory");
    case PLIMSOLL_MOMENT_NONE:
    default:
      return _("embeddings of the micro-batch");
    }
}

/* "512 tokens × 36,864 × 4 bytes", where it comes out even. */
static char *
tensors_formula (const PlimsollComputeParts *parts)
{
  const gboolean logits = parts->moment == PLIMSOLL_MOMENT_LOGITS;
  const guint64 rows = logits ? parts->outputs : parts->tokens;
  g_autofree char *high = plimsoll_format_count (rows);
  g_autofree char *wide = rows > 0 ? plimsoll_format_count (parts->tensors / 4 / rows) : NULL;

  if (rows == 0 || parts->tensors % (4 * rows) != 0)
    return NULL;
  if (logits)
    /* Translators: rows of logits, and the values in each. */
    return g_strdup_printf (_("%s rows × %s × 4 bytes"), high, wide);

  /* Translators: tokens of a micro-batch, and the values for each. */
  return g_strdup_printf (_("%s tokens × %s × 4 bytes"), high, wide);
}

static void
add_parts (PlimsollLedgerEntry *entry, const PlimsollComputeParts *parts)
{
  plimsoll_ledger_entry_take_part (entry, parts->tensors, moment_label (parts->moment),
                                   tensors_formula (parts), NULL);
  plimsoll_ledger_entry_take_part (entry, parts->masks, _("masks of the cells"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, parts->copies,
                                   parts->moment == PLIMSOLL_MOMENT_COPIED_MATRIX
                                     ? _("the matrix that comes over")
                                     : _("a copy of the cache"),
                                   NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, parts->inputs, _("inputs that are kept"), NULL, NULL);
}

/* Of several devices each in a line. */
static char *
parts_formula (const PlimsollComputeParts *parts)
{
  g_autofree char *tensors = plimsoll_format_memory (parts->tensors);
  g_autofree char *masks = plimsoll_format_memory (parts->masks + parts->copies);
  g_autofree char *inputs = plimsoll_format_memory (parts->inputs);

  /* Translators: what a buffer is made of, and four amounts of memory. */
  return g_strdup_printf (_("%s %s, masks and copies %s, inputs %s"), moment_label (parts->moment),
                          tensors, masks, inputs);
}

static void
add_inputs (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollQuestion *question = &ask->question;

  plimsoll_ledger_from_question (entry, _("micro-batch"),
                                 plimsoll_ledger_count (plimsoll_question_ubatch (question)));
  plimsoll_ledger_from_question (entry, _("context"), plimsoll_ledger_count (question->context));
  plimsoll_ledger_from_question (entry, _("flash attention"),
                                 g_strdup (question->flash_attention ? _("on") : _("off")));
  plimsoll_ledger_from_model (ask, entry, _("width, and vocabulary"),
                              g_strdup_printf ("%u, %u", ask->spec->embedding,
                                               ask->spec->vocabulary));
}

static void
say_accuracy (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry, PlimsollMeasuredRule rule)
{
  if (ask->plan->model.form->general)
    plimsoll_ledger_entry_take_accuracy (
      entry, PLIMSOLL_MODELLED,
      g_strdup (_("Modelled by a general form, a little on the high side: this architecture was "
                   "not measured")));
  else
    plimsoll_ledger_measured (ask, entry, rule);
}

static PlimsollMeasuredRule
device_rule (const PlimsollPlacement *placement)
{
  if (placement->complete)
    return placement->n_devices > 1 ? PLIMSOLL_MEASURED_SPLIT_COMPUTE
                                    : PLIMSOLL_MEASURED_ONE_COMPUTE;

  return placement->places[placement->n_devices].n_blocks == 0 ? PLIMSOLL_MEASURED_EXPERTS_COMPUTE
                                                               : PLIMSOLL_MEASURED_PARTIAL_COMPUTE;
}

static void
say_unknown (PlimsollLedgerEntry *entry)
{
  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_UNKNOWN,
    g_strdup (_("Unknown, and not counted: the widths of the model are not known")));
}

static void
add_device (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry;
  guint64 sum = 0;

  if (memory->n_devices == 0)
    return;
  for (guint32 i = 0; i < memory->n_devices; i++)
    sum += memory->devices[i].compute;
  entry = plimsoll_ledger_entry_add (ask, "compute_device", _("Compute buffers on accelerators"),
                                     PLIMSOLL_LEDGER_BYTES, (double) sum);
  plimsoll_ledger_entry_set_rule (
    entry, _("the tensors of one micro-batch, at the moment that needs most"));
  if (!ask->plan->shapes_known)
    {
      say_unknown (entry);
      return;
    }

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);
      PlimsollComputeParts parts;

      plimsoll_memory_plan_compute_parts (ask->plan, ask->question.context, i, &parts);
      if (memory->n_devices == 1)
        add_parts (entry, &parts);
      else
        plimsoll_ledger_entry_take_part (entry, plimsoll_compute_parts_sum (&parts), name,
                                         parts_formula (&parts), NULL);
    }
  add_inputs (ask, entry);
  say_accuracy (ask, entry, device_rule (&ask->plan->placement));
}

static void
add_host (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  const PlimsollPlacement *placement = &ask->plan->placement;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "compute_host", _("Compute buffers in system memory"),
                               PLIMSOLL_LEDGER_BYTES, (double) memory->compute_host);
  PlimsollComputeParts parts;

  plimsoll_ledger_entry_set_rule (entry,
                                  memory->n_devices > 0
                                    ? _("embeddings of a micro-batch, masks and indices")
                                    : _("the tensors of one micro-batch, at the moment that "
                                         "needs most"));
  if (!ask->plan->shapes_known)
    {
      say_unknown (entry);
      return;
    }

  plimsoll_memory_plan_compute_parts (ask->plan, ask->question.context, memory->n_devices, &parts);
  add_parts (entry, &parts);
  add_inputs (ask, entry);
  say_accuracy (ask, entry,
                memory->n_devices == 0 ? PLIMSOLL_MEASURED_CPU_COMPUTE
                : placement->places[placement->n_devices].n_blocks > 0
                  ? PLIMSOLL_MEASURED_HOST_COMPUTE_PARTIAL
                  : PLIMSOLL_MEASURED_HOST_COMPUTE);
}

static void
add_output (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  const guint32 sequences = MAX (ask->question.parallel, 1);
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "output", _("Logits in system memory"), PLIMSOLL_LEDGER_BYTES,
                               (double) memory->output_host);
  g_autofree char *wide = plimsoll_format_count (memory->output_host / 4 / sequences);

  plimsoll_ledger_entry_set_rule (entry, _("vocabulary × requests × 4 bytes"));
  plimsoll_ledger_entry_take_part (entry, memory->output_host, _("logits"),
                                   g_strdup_printf ("%s × %u × 4", wide, sequences), NULL);
  plimsoll_ledger_from_model (ask, entry, _("vocabulary"),
                              plimsoll_ledger_count (ask->spec->vocabulary));
  plimsoll_ledger_from_question (entry, _("requests at once"), plimsoll_ledger_count (sequences));
  plimsoll_ledger_measured (ask, entry, PLIMSOLL_MEASURED_CARGO);
}

/* What vLLM takes besides: its own entries say how each comes about. */
static void
add_serving (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry;
  guint64 sum = 0;

  for (guint32 i = 0; i < memory->n_devices; i++)
    sum += memory->devices[i].compute;
  entry = plimsoll_ledger_entry_add (ask, "compute_device", _("Compute buffers on accelerators"),
                                     PLIMSOLL_LEDGER_BYTES, (double) sum);
  if (memory->compute_exactness == PLIMSOLL_UNKNOWN)
    {
      plimsoll_ledger_entry_take_accuracy (
        entry, PLIMSOLL_UNKNOWN,
        g_strdup (_("Not counted: SGLang’s live beside the share that it takes")));
      return;
    }

  plimsoll_ledger_entry_set_rule (entry, _("peak of the profile run + what is kept for graphs"));
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);

      plimsoll_ledger_entry_take_part (entry, memory->devices[i].compute, name, NULL, "activation");
    }
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                       g_strdup (_("As exact as its parts: see each of them")));
}

void
plimsoll_ledger_add_buffers (PlimsollLedgerAsk *ask)
{
  if (ask->plan == NULL)
    {
      add_serving (ask);
      return;
    }

  add_device (ask);
  add_host (ask);
  add_output (ask);
}
