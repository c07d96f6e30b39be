/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>

/* The file, and what of it is where. */

static char *
shape (guint64 rows, guint64 width)
{
  g_autofree char *high = plimsoll_format_count (rows);
  g_autofree char *wide = plimsoll_format_count (width);

  return g_strdup_printf ("%s × %s", high, wide);
}

static void
say_accuracy (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollWeights *weights = ask->weights;

  if (weights == plimsoll_model_get_own_weights (ask->model))
    {
      plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_EXACT,
                                           g_strdup (_("Exact: the tensors of the file, summed")));
      plimsoll_ledger_checked (ask, entry);
    }
  else if (weights->exactness == PLIMSOLL_EXACT && !weights->is_native)
    plimsoll_ledger_measured (ask, entry, PLIMSOLL_MEASURED_FILE);
  else if (weights->is_native && ask->spec->source != PLIMSOLL_SPEC_FROM_TOTALS)
    {
      const PlimsollNativeTypeInfo *info = plimsoll_native_type_info (weights->native);

      plimsoll_ledger_measured (ask, entry,
                                info->bits >= 16  ? PLIMSOLL_MEASURED_SERVING_WEIGHTS_16
                                : info->bits == 8 ? PLIMSOLL_MEASURED_SERVING_WEIGHTS_FP8
                                : weights->native == PLIMSOLL_NATIVE_MXFP4
                                  ? PLIMSOLL_MEASURED_SERVING_WEIGHTS_MXFP4
                                  : PLIMSOLL_MEASURED_SERVING_WEIGHTS_4);
    }
  else
    plimsoll_ledger_entry_take_accuracy (
      entry, PLIMSOLL_MODELLED,
      g_strdup (_("Modelled: not every shape of the model is known; docs/sizing.md has the "
                   "errors of the typical bits")));
}

static void
add_inputs (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const guint64 parameters = plimsoll_model_get_parameters (ask->model);

  plimsoll_ledger_from_model (ask, entry, _("parameters"), plimsoll_ledger_count (parameters));
  if (ask->weights == plimsoll_model_get_own_weights (ask->model))
    plimsoll_ledger_from_model (ask, entry, _("precision"), g_strdup (ask->weights->name));
  else
    plimsoll_ledger_from_question (entry, _("precision"), g_strdup (ask->weights->name));
}

static void
add_file (PlimsollLedgerAsk *ask)
{
  const PlimsollWeights *weights = ask->weights;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "file", _("Model file"), PLIMSOLL_LEDGER_BYTES,
                               (double) ask->estimate->file);
  g_autofree char *elements = plimsoll_format_count (weights->quantized_elements);
  g_autofree char *bits = plimsoll_format_number (weights->bits_per_weight, 3);
  const guint64 tensors = MIN (weights->tensor_bytes, weights->file_bytes);

  plimsoll_ledger_entry_set_rule (entry,
                                  weights->is_native
                                    ? _("every tensor in its precision, with its scales")
                                    : _("every tensor in its format, at a multiple of 32 bytes"));
  /* Translators: how many weights, and the bits of each. */
  plimsoll_ledger_entry_take_part (entry, tensors, _("tensors"),
                                   weights->quantized_elements > 0
                                     ? g_strdup_printf (_("%s weights × %s bits"), elements, bits)
                                     : NULL,
                                   NULL);
  plimsoll_ledger_entry_take_part (entry, weights->file_bytes - tensors,
                                   _("padding, and a header"), NULL, NULL);
  add_inputs (ask, entry);
  say_accuracy (ask, entry);
}

/* --- Where llama.cpp puts them --- */

/* "36 blocks, 98.1 MiB to 117 MiB each" */
static char *
blocks_formula (guint32 n, guint64 least, guint64 most)
{
  g_autofree char *low = plimsoll_ledger_bytes (least);
  g_autofree char *high = plimsoll_ledger_bytes (most);

  if (least == most)
    /* Translators: a number of blocks, and the memory of one. */
    return g_strdup_printf (ngettext ("%u block × %s", "%u blocks × %s", n), n, high);

  /* Translators: a number of blocks, and the memory of the smallest and of the largest. */
  return g_strdup_printf (ngettext ("%u block, %s to %s", "%u blocks, %s to %s each", n), n, low,
                          high);
}

/* The parts of one place; @first is its first block. */
static void
add_place (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry, guint32 at, guint32 first)
{
  const PlimsollPlacement *placement = &ask->plan->placement;
  const PlimsollPlace *place = &placement->places[at];
  const PlimsollWeights *weights = ask->weights;
  const gboolean device = at < placement->n_devices;
  const guint32 n_weighed = weights->n_blocks + weights->n_mtp_blocks;
  guint64 dense = 0, least = G_MAXUINT64, most = 0, output = 0, embedding = 0, rest;

  for (guint32 i = first; i < MIN (first + place->n_blocks, n_weighed); i++)
    {
      const guint64 bytes = device ? weights->blocks[i].device : weights->blocks[i].host;

      dense += bytes;
      least = MIN (least, bytes);
      most = MAX (most, bytes);
    }
  if (placement->output_device == at)
    output = device ? weights->output_device : weights->output_host;
  if (!device)
    embedding = weights->embedding_host;
  rest = place->weights - dense - place->experts - output - embedding;

  plimsoll_ledger_entry_take_part (entry, dense,
                                   ask->spec->source == PLIMSOLL_SPEC_FROM_TOTALS
                                     ? _("blocks")
                                     : _("blocks, without routed experts"),
                                   blocks_formula (place->n_blocks, least, most), NULL);
  plimsoll_ledger_entry_take_part (entry, place->experts, _("routed experts"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, output, _("output layer"),
                                   shape (ask->spec->vocabulary, ask->spec->embedding), NULL);
  plimsoll_ledger_entry_take_part (entry, embedding, _("input embedding"),
                                   shape (ask->spec->vocabulary, ask->spec->embedding), NULL);
  plimsoll_ledger_entry_take_part (entry, rest, _("tables, and a copy of the head"), NULL, NULL);
}

static guint32
first_block_of (const PlimsollPlacement *placement, guint32 at)
{
  /* The first blocks are in system memory, the next on the first device. */
  guint32 first = at < placement->n_devices ? placement->places[placement->n_devices].n_blocks : 0;

  for (guint32 i = 0; i < MIN (at, placement->n_devices) && at < placement->n_devices; i++)
    first += placement->places[i].n_blocks;

  return first;
}

/* Of several devices each in a line: "24 blocks, from 12 on". */
static void
add_device_line (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry, guint32 at)
{
  const PlimsollPlacement *placement = &ask->plan->placement;
  const PlimsollPlace *place = &placement->places[at];
  g_autofree char *name = plimsoll_ledger_device_name (ask, at);
  const guint32 first = first_block_of (placement, at);
  char *formula =
    placement->output_device == at
      /* Translators: a number of blocks, and which the first is. */
      ? g_strdup_printf (ngettext ("%u block, from %u on, and the output layer",
                                   "%u blocks, from %u on, and the output layer", place->n_blocks),
                         place->n_blocks, first)
      : g_strdup_printf (ngettext ("%u block, from %u on", "%u blocks, from %u on",
                                   place->n_blocks),
                         place->n_blocks, first);

  plimsoll_ledger_entry_take_part (entry, place->weights, name, formula, NULL);
}

static void
add_serving_lines (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  const PlimsollServingLimits *limits = &ask->estimate->serving.limits;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);

      plimsoll_ledger_entry_take_part (entry, memory->devices[i].weights, name,
                                       /* Translators: which part of each layer, and which of the
                                          layers, an accelerator has. */
                                       g_strdup_printf (_("rank %u of %u, stage %u of %u"),
                                                        i % limits->tensor_parallel + 1,
                                                        limits->tensor_parallel,
                                                        i / limits->tensor_parallel + 1,
                                                        limits->pipeline_parallel),
                                       NULL);
    }
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
    sum += memory->devices[i].weights;
  entry = plimsoll_ledger_entry_add (ask, "weights_device", _("Weights on accelerators"),
                                     PLIMSOLL_LEDGER_BYTES, (double) sum);

  if (ask->plan == NULL)
    {
      plimsoll_ledger_entry_set_rule (entry,
                                      _("matrices divided by the ranks, the rest whole on each"));
      add_serving_lines (ask, entry);
    }
  else
    {
      plimsoll_ledger_entry_set_rule (
        entry, _("blocks and experts that are there, the output layer, each tensor at a multiple "
                  "of 128 bytes"));
      if (memory->n_devices == 1)
        add_place (ask, entry, 0, first_block_of (&ask->plan->placement, 0));
      for (guint32 i = 0; i < memory->n_devices && memory->n_devices > 1; i++)
        add_device_line (ask, entry, i);
    }
  add_inputs (ask, entry);
  say_accuracy (ask, entry);
}

static void
add_host (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry;

  if (ask->plan == NULL)
    return;
  entry = plimsoll_ledger_entry_add (ask, "weights_host", _("Weights in system memory"),
                                     PLIMSOLL_LEDGER_BYTES, (double) memory->weights_host);
  plimsoll_ledger_entry_set_rule (
    entry, _("the input embedding, and what is not offloaded, each tensor at a multiple of 32 "
              "bytes"));
  add_place (ask, entry, memory->n_devices, 0);
  add_inputs (ask, entry);
  if (ask->question.ngl != PLIMSOLL_ALL_LAYERS)
    plimsoll_ledger_from_question (entry, _("layers on accelerators"),
                                   plimsoll_ledger_count ((guint64) ask->question.ngl));
  if (ask->question.n_cpu_moe > 0)
    plimsoll_ledger_from_question (entry, _("blocks whose experts are in system memory"),
                                   plimsoll_ledger_count (ask->question.n_cpu_moe));
  say_accuracy (ask, entry);
}

void
plimsoll_ledger_add_weights (PlimsollLedgerAsk *ask)
{
  add_file (ask);
  add_device (ask);
  add_host (ask);
}
