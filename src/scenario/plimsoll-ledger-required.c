/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-cargo.h"

#include <glib/gi18n.h>

/* What is required, and its four parts as the load line shows them. */

/* PlimsollDeviceMemory members, over all devices. */
typedef struct
{
  guint64 weights, cache, state, compute, runtime, in_use;
} Sums;

static void
sum_devices (const PlimsollMemory *memory, Sums *sums)
{
  *sums = (Sums) { 0 };
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];

      sums->weights += device->weights;
      sums->cache += device->kv_cache;
      sums->state += device->state;
      sums->compute += device->compute;
      sums->runtime += device->runtime;
      sums->in_use += device->in_use;
    }
}

/* What of the additions is in system memory is left out, where that is not the same memory. */
static void
take_off (PlimsollLedgerEntry *entry, guint64 bytes, gboolean host)
{
  if (bytes > 0 && !host)
    plimsoll_ledger_entry_take_term (entry, -(double) bytes, _("of these in system memory"), NULL,
                                     NULL);
}

static PlimsollLedgerEntry *
add_part (PlimsollLedgerAsk *ask, const char *id, const char *title, guint64 bytes)
{
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, id, title, PLIMSOLL_LEDGER_BYTES, (double) bytes);

  plimsoll_ledger_entry_set_rule (entry, _("what of it is held against the usable memory"));

  return entry;
}

static void
add_weights (PlimsollLedgerAsk *ask, const PlimsollCargo *cargo, const Sums *sums, gboolean host)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  const PlimsollAdditionsMemory *beside = &memory->additions;
  PlimsollLedgerEntry *entry = add_part (ask, "load_weights", _("Weights"), cargo->weights);

  plimsoll_ledger_entry_take_part (entry, sums->weights, _("weights on accelerators"), NULL,
                                   "weights_device");
  if (host)
    plimsoll_ledger_entry_take_part (entry, memory->weights_host, _("weights in system memory"),
                                     NULL, "weights_host");
  plimsoll_ledger_entry_take_part (entry, beside->projector, _("vision projector"), NULL,
                                   "mmproj");
  plimsoll_ledger_entry_take_part (entry, beside->adapters, _("LoRA adapters"), NULL, "loras");
  plimsoll_ledger_entry_take_part (entry, beside->draft_weights, _("weights of the draft model"),
                                   NULL, "draft");
  take_off (entry, beside->host_weights, host);
  plimsoll_ledger_entry_take_accuracy (entry, memory->weights_exactness, NULL);
}

static void
add_cache (PlimsollLedgerAsk *ask, const PlimsollCargo *cargo, const Sums *sums, gboolean host)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry = add_part (ask, "load_cache", _("KV cache"), cargo->cache);

  plimsoll_ledger_entry_take_part (entry, sums->cache, _("cache on accelerators"), NULL,
                                   "kv_cache");
  plimsoll_ledger_entry_take_part (entry, sums->state, _("recurrent state on accelerators"), NULL,
                                   "state");
  if (host)
    {
      plimsoll_ledger_entry_take_part (entry, memory->kv_host, _("cache in system memory"), NULL,
                                       "kv_cache");
      plimsoll_ledger_entry_take_part (entry, memory->state_host,
                                       _("recurrent state in system memory"), NULL, "state");
    }
  plimsoll_ledger_entry_take_part (entry, memory->additions.draft_cache,
                                   _("cache of the draft model"), NULL, "draft");
  take_off (entry, memory->additions.host_cache, host);
  plimsoll_ledger_entry_take_accuracy (entry, memory->cache_exactness, NULL);
}

static void
add_buffers (PlimsollLedgerAsk *ask, const PlimsollCargo *cargo, const Sums *sums, gboolean host)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  const PlimsollAdditionsMemory *beside = &memory->additions;
  PlimsollLedgerEntry *entry =
    add_part (ask, "load_buffers", _("Compute buffers"), cargo->compute);

  plimsoll_ledger_entry_take_part (entry, sums->compute, _("buffers on accelerators"), NULL,
                                   "compute_device");
  if (host)
    {
      plimsoll_ledger_entry_take_part (entry, memory->compute_host, _("buffers in system memory"),
                                       NULL, "compute_host");
      plimsoll_ledger_entry_take_part (entry, memory->output_host, _("logits"), NULL, "output");
    }
  plimsoll_ledger_entry_take_part (entry, beside->projector_compute,
                                   _("graph of the vision projector"), NULL, "mmproj");
  plimsoll_ledger_entry_take_part (entry, beside->draft_compute, _("buffers of the draft model"),
                                   NULL, "draft");
  take_off (entry, beside->host_compute, host);
  plimsoll_ledger_entry_take_accuracy (entry, memory->compute_exactness, NULL);
}

static void
add_overhead (PlimsollLedgerAsk *ask, const PlimsollCargo *cargo, const Sums *sums)
{
  PlimsollLedgerEntry *entry =
    add_part (ask, "load_overhead", _("Runtime overhead"), cargo->overhead);

  plimsoll_ledger_entry_take_part (entry, sums->runtime, _("driver and libraries"), NULL,
                                   "runtime");
  if (cargo->overhead > sums->runtime)
    plimsoll_ledger_entry_take_part (entry, sums->in_use, _("memory in use by others"), NULL,
                                     "memory_in_use");
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED, NULL);
}

/* The whole of a device was measured too; its parts are more or less exact. */
static void
say_accuracy (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollPlacement *placement;

  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                       g_strdup (_("As exact as its parts: see each of them")));
  if (ask->plan == NULL || ask->plan->placement.n_devices == 0
      || ask->estimate->memory.weights_exactness != PLIMSOLL_EXACT
      || ask->estimate->memory.cache_exactness != PLIMSOLL_EXACT || !ask->plan->shapes_known
      || ask->plan->model.form->general)
    return;

  placement = &ask->plan->placement;
  if (placement->complete)
    plimsoll_ledger_measured (ask, entry,
                              placement->n_devices > 1 ? PLIMSOLL_MEASURED_SPLIT_TOTAL
                                                       : PLIMSOLL_MEASURED_ONE_TOTAL);
  else
    plimsoll_ledger_measured (ask, entry,
                              placement->places[placement->n_devices].n_blocks == 0
                                ? PLIMSOLL_MEASURED_EXPERTS_TOTAL
                                : PLIMSOLL_MEASURED_PARTIAL_TOTAL);
}

void
plimsoll_ledger_add_required (PlimsollLedgerAsk *ask)
{
  const PlimsollEstimate *estimate = ask->estimate;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "required", _("Required memory"), PLIMSOLL_LEDGER_BYTES,
                               (double) estimate->required);
  PlimsollCargo cargo;
  gboolean host;
  Sums sums;

  plimsoll_cargo_of_memory (&estimate->memory, FALSE, &cargo);
  host = plimsoll_cargo_total (&cargo) < estimate->required;
  plimsoll_cargo_of_estimate (estimate, &cargo);
  sum_devices (&estimate->memory, &sums);

  plimsoll_ledger_entry_set_rule (entry, _("weights + KV cache + buffers + overhead"));
  plimsoll_ledger_entry_take_part (entry, cargo.weights, _("weights"), NULL, "load_weights");
  plimsoll_ledger_entry_take_part (entry, cargo.cache, _("KV cache"), NULL, "load_cache");
  plimsoll_ledger_entry_take_part (entry, cargo.compute, _("compute buffers"), NULL,
                                   "load_buffers");
  plimsoll_ledger_entry_take_part (entry, cargo.overhead, _("runtime overhead"), NULL,
                                   "load_overhead");
  /* On the processor alone, pages of the file need room beside them. */
  if (estimate->memory.n_devices == 0)
    plimsoll_ledger_entry_take_part (entry,
                                     estimate->required
                                       - MIN (plimsoll_cargo_total (&cargo), estimate->required),
                                     _("room beside the mapped weights"), NULL, "system_memory");
  say_accuracy (ask, entry);

  add_weights (ask, &cargo, &sums, host);
  add_cache (ask, &cargo, &sums, host);
  add_buffers (ask, &cargo, &sums, host);
  add_overhead (ask, &cargo, &sums);
}
