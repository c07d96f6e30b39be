/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* What vLLM and SGLang make of their memory: of the rank that decides. */

static PlimsollLedgerEntry *
add_bytes (PlimsollLedgerAsk *ask, const char *id, const char *title, guint64 bytes)
{
  return plimsoll_ledger_entry_add (ask, id, title, PLIMSOLL_LEDGER_BYTES, (double) bytes);
}

/* The device whose rank decides: the first with the budget that the figures are of. */
static guint32
deciding_device (const PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;

  for (guint32 i = 0; i < memory->n_devices; i++)
    if (memory->devices[i].usable == ask->estimate->serving.budget
        && memory->devices[i].weights == ask->estimate->serving.weights)
      return i;

  return 0;
}

static void
add_budget (PlimsollLedgerAsk *ask)
{
  const PlimsollServing *serving = &ask->estimate->serving;
  const guint32 at = deciding_device (ask);
  const PlimsollDeviceMemory *device = &ask->estimate->memory.devices[at];
  PlimsollLedgerEntry *entry = add_bytes (ask, "budget", _("Budget of a rank"), serving->budget);
  const guint64 of = ask->question.engine == PLIMSOLL_ENGINE_SGLANG
                       ? device->physical - MIN (device->in_use, device->physical)
                       : device->physical;
  g_autofree char *name = plimsoll_ledger_device_name (ask, at);
  g_autofree char *whole = plimsoll_format_memory (of);
  g_autofree char *share = plimsoll_format_number (serving->limits.utilization, 4);

  plimsoll_ledger_entry_set_rule (entry, ask->question.engine == PLIMSOLL_ENGINE_SGLANG
                                           ? _("share × the memory that is free")
                                           : _("share × the memory that CUDA reports"));
  plimsoll_ledger_entry_take_part (entry, serving->budget, name,
                                   g_strdup_printf ("%s × %s", whole, share), NULL);
  plimsoll_ledger_from_device (ask, entry, at, name, g_strdup (whole));
  if (ask->question.serving.utilization > 0)
    plimsoll_ledger_from_question (entry, _("share"), g_strdup (share));
  else
    plimsoll_ledger_from_engine (ask, entry, _("share"), g_strdup (share));
  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_MODELLED,
    g_strdup (_("What CUDA reports is less than what the driver’s tools do by 0.42 to 0.6 GiB on "
                 "seven cards; 0.45 are taken off")));
  plimsoll_ledger_checked (ask, entry);
}

static void
add_activation (PlimsollLedgerAsk *ask)
{
  const PlimsollServing *serving = &ask->estimate->serving;
  PlimsollLedgerEntry *entry;

  if (ask->question.engine == PLIMSOLL_ENGINE_SGLANG)
    return;

  entry = add_bytes (ask, "activation", _("Peak of the profile run, and graphs"),
                     serving->activation + serving->graphs);
  plimsoll_ledger_entry_set_rule (
    entry,
    _("a full batch through the widest layer, the sampler’s trial of all requests, and what "
       "the release keeps for CUDA graphs"));
  plimsoll_ledger_entry_take_part (entry, serving->activation, _("peak of the profile run"),
                                   /* Translators: tokens of a batch, requests, and words of the
                                      vocabulary. */
                                   g_strdup_printf (_("%u tokens, %u requests, vocabulary of %u"),
                                                    serving->limits.max_batched_tokens,
                                                    serving->limits.max_sequences,
                                                    ask->spec->vocabulary),
                                   NULL);
  plimsoll_ledger_entry_take_part (entry, serving->graphs, _("CUDA graphs"), NULL, NULL);
  if (ask->question.serving.max_sequences > 0)
    plimsoll_ledger_from_question (entry, "--max-num-seqs",
                                   plimsoll_ledger_count (serving->limits.max_sequences));
  else
    plimsoll_ledger_from_engine (ask, entry, "--max-num-seqs",
                                 plimsoll_ledger_count (serving->limits.max_sequences));
  if (ask->question.serving.max_batched_tokens > 0)
    plimsoll_ledger_from_question (entry, "--max-num-batched-tokens",
                                   plimsoll_ledger_count (serving->limits.max_batched_tokens));
  else
    plimsoll_ledger_from_engine (ask, entry, "--max-num-batched-tokens",
                                 plimsoll_ledger_count (serving->limits.max_batched_tokens));
  plimsoll_ledger_measured (ask, entry, PLIMSOLL_MEASURED_SERVING_PEAK);
}

static void
add_room (PlimsollLedgerAsk *ask)
{
  const PlimsollServing *serving = &ask->estimate->serving;
  const gboolean reserves = plimsoll_serving_rules (ask->question.serving.release)->reserves_graphs
                            && ask->question.engine == PLIMSOLL_ENGINE_VLLM;
  const PlimsollAcceleratorFacts *facts =
    plimsoll_hardware_device (&ask->hardware, deciding_device (ask));
  PlimsollLedgerEntry *entry =
    add_bytes (ask, "kv_memory", _("Room for the cache"), serving->kv_memory);
  g_autofree char *low = plimsoll_format_memory (serving->kv_low);
  g_autofree char *high = plimsoll_format_memory (serving->kv_high);

  plimsoll_ledger_entry_set_bounds (entry, (double) serving->kv_low, (double) serving->kv_high);
  plimsoll_ledger_entry_set_rule (entry, _("budget − weights − peak − other − graphs"));
  if (serving->kv_memory == 0)
    {
      plimsoll_ledger_entry_take_accuracy (
        entry, PLIMSOLL_MODELLED,
        g_strdup (_("Nothing is left: the budget is less than the rest")));
      return;
    }

  plimsoll_ledger_entry_take_term (entry, (double) serving->budget, _("budget"), NULL, "budget");
  plimsoll_ledger_entry_take_term (entry, -(double) serving->weights, _("weights of the rank"),
                                   NULL, "weights_device");
  if (serving->activation > 0 || serving->graphs > 0)
    plimsoll_ledger_entry_take_term (entry, -(double) (serving->activation + serving->graphs),
                                     _("peak of the profile run, and graphs"), NULL, "activation");
  if (serving->other > 0)
    plimsoll_ledger_entry_take_term (entry, -(double) serving->other, _("driver and libraries"),
                                     NULL, "runtime");
  /* Translators: two amounts of memory. */
  plimsoll_ledger_from_rule (entry, _("band"), g_strdup_printf (_("%s to %s"), low, high));
  if (ask->question.engine == PLIMSOLL_ENGINE_VLLM)
    plimsoll_ledger_measured (ask, entry,
                              reserves ? PLIMSOLL_MEASURED_SERVING_CACHE_GRAPHS
                              : facts->vendor == PLIMSOLL_VENDOR_AMD
                                ? PLIMSOLL_MEASURED_SERVING_CACHE_ROCM
                                : PLIMSOLL_MEASURED_SERVING_CACHE);
  else
    {
      plimsoll_ledger_entry_take_accuracy (
        entry, PLIMSOLL_MODELLED,
        g_strdup (_("Modelled: SGLang makes no profile run; its buffers live beside its share")));
      plimsoll_ledger_checked (ask, entry);
    }
}

static void
add_blocks (PlimsollLedgerAsk *ask)
{
  const PlimsollServing *serving = &ask->estimate->serving;
  const gboolean sglang = ask->question.engine == PLIMSOLL_ENGINE_SGLANG;
  PlimsollLedgerEntry *entry;

  if (sglang || serving->block_bytes == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "blocks", _("Blocks of the cache"),
                                     PLIMSOLL_LEDGER_BLOCKS, (double) serving->blocks);
  plimsoll_ledger_entry_set_rule (entry, _("room for the cache ÷ bytes of a block of a group"));
  plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_WHOLE, PLIMSOLL_LEDGER_BYTES,
                                      (double) serving->block_bytes);
  plimsoll_ledger_entry_take_term (entry, (double) serving->kv_memory, _("room for the cache"),
                                   NULL, "kv_memory");
  plimsoll_ledger_from_engine (ask, entry, _("tokens of a block"),
                               plimsoll_ledger_count (serving->block_tokens));
  plimsoll_ledger_from_model (ask, entry, _("groups of layers"),
                              plimsoll_ledger_count (serving->n_groups));
  plimsoll_ledger_measured (
    ask, entry,
    plimsoll_ledger_rule_by_layers (ask, PLIMSOLL_MEASURED_SERVING_TOKENS,
                                    PLIMSOLL_MEASURED_SERVING_TOKENS_SLIDING,
                                    PLIMSOLL_MEASURED_SERVING_TOKENS_RECURRENT));
}

static void
add_requests (PlimsollLedgerAsk *ask)
{
  const PlimsollServing *serving = &ask->estimate->serving;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "requests_at_once", _("Requests at once"),
                               PLIMSOLL_LEDGER_REQUESTS, serving->requests);

  plimsoll_ledger_entry_set_bounds (entry, serving->requests_low, serving->requests_high);
  if (ask->question.engine == PLIMSOLL_ENGINE_SGLANG)
    {
      plimsoll_ledger_entry_set_rule (
        entry, _("the least of what the pools of tokens, of sliding layers and of states hold"));
      plimsoll_ledger_entry_take_term (entry, serving->requests, _("requests of this length"),
                                       NULL, NULL);
      plimsoll_ledger_from_rule (entry, _("tokens in the cache"),
                                 plimsoll_ledger_count (serving->tokens));
      plimsoll_ledger_from_question (entry, _("length of a request"),
                                     plimsoll_ledger_count (ask->question.context));
      plimsoll_ledger_measured (ask, entry, PLIMSOLL_MEASURED_SGLANG_TOKENS);
      return;
    }

  plimsoll_ledger_entry_set_rule (entry, _("blocks ÷ blocks of one request of this length"));
  plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_SHARE, PLIMSOLL_LEDGER_BLOCKS,
                                      (double) MAX (serving->request_blocks, 1));
  plimsoll_ledger_entry_take_term (entry, (double) serving->blocks, _("blocks of the cache"), NULL,
                                   "blocks");
  plimsoll_ledger_from_question (entry, _("length of a request"),
                                 plimsoll_ledger_count (ask->question.context));
  plimsoll_ledger_measured (
    ask, entry,
    plimsoll_ledger_rule_by_layers (ask, PLIMSOLL_MEASURED_SERVING_REQUESTS,
                                    PLIMSOLL_MEASURED_SERVING_REQUESTS_SLIDING,
                                    PLIMSOLL_MEASURED_SERVING_REQUESTS_RECURRENT));
}

void
plimsoll_ledger_add_serving (PlimsollLedgerAsk *ask)
{
  add_budget (ask);
  add_activation (ask);
  add_room (ask);
  add_blocks (ask);
  add_requests (ask);
}
