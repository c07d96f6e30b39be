/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* What there is, what is left, and how much context it holds. */

#define CONTEXT_STEP 256

/* --- Usable --- */

/* "24.00 GiB × 95 %", where the figure is the rule's. */
static char *
usable_formula (const PlimsollLedgerAsk *ask, const PlimsollAcceleratorFacts *facts)
{
  g_autofree char *nominal = NULL;

  if (facts->memory_bytes_usable != 0)
    return g_strdup (_("measured, or set"));

  if (facts->memory_bytes_nominal != 0)
    nominal = plimsoll_format_memory (facts->memory_bytes_nominal);
  else if (facts->memory_bytes_reported != 0)
    nominal = plimsoll_format_memory (facts->memory_bytes_reported);
  else
    nominal = plimsoll_format_memory (ask->question.system_memory);

  return g_strdup_printf ("%s × %u %%", nominal, (guint) plimsoll_usable_percent (facts));
}

/* SGLang takes its share of what is free, vLLM of the whole. */
static char *
budget_formula (const PlimsollLedgerAsk *ask, const PlimsollDeviceMemory *device)
{
  const guint64 of = ask->question.engine == PLIMSOLL_ENGINE_SGLANG
                       ? device->physical - MIN (device->in_use, device->physical)
                       : device->physical;
  g_autofree char *whole = plimsoll_format_memory (of);
  g_autofree char *share = plimsoll_format_number (ask->estimate->serving.limits.utilization, 4);

  return g_strdup_printf ("%s × %s", whole, share);
}

static void
add_usable_device (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry, guint32 i)
{
  const PlimsollDeviceMemory *device = &ask->estimate->memory.devices[i];
  const PlimsollAcceleratorFacts *facts =
    plimsoll_hardware_device (&ask->hardware, plimsoll_question_device (&ask->question, i));
  g_autofree char *name = plimsoll_ledger_device_name (ask, i);

  plimsoll_ledger_entry_take_part (entry, device->usable, name,
                                   ask->plan != NULL ? usable_formula (ask, facts)
                                                     : budget_formula (ask, device),
                                   NULL);
  if (!plimsoll_ledger_is_new_kind (ask, i))
    return;
  if (facts->memory_bytes_nominal == 0 && facts->memory_bytes_reported == 0)
    plimsoll_ledger_from_question (entry, _("system memory, which it shares"),
                                   plimsoll_format_memory (ask->question.system_memory));
  else
    plimsoll_ledger_from_device (ask, entry, i, name,
                                 plimsoll_format_memory (device->physical > 0
                                                           ? device->physical
                                                           : facts->memory_bytes_nominal));
}

static void
add_usable (PlimsollLedgerAsk *ask)
{
  const PlimsollEstimate *estimate = ask->estimate;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "usable", _("Usable memory"), PLIMSOLL_LEDGER_BYTES,
                               estimate->usable > 0 ? (double) estimate->usable : (double) NAN);

  if (estimate->usable == 0)
    {
      plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_UNKNOWN,
                                           g_strdup (_("Unknown: no amount of memory is stated")));
      return;
    }
  if (estimate->memory.n_devices == 0)
    {
      plimsoll_ledger_entry_set_rule (entry, _("the system memory"));
      plimsoll_ledger_entry_take_part (entry, estimate->usable, _("system memory"), NULL, NULL);
      plimsoll_ledger_from_question (entry, _("system memory"),
                                     plimsoll_ledger_bytes (estimate->usable));
      plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_EXACT, g_strdup (_("As stated")));
      return;
    }

  plimsoll_ledger_entry_set_rule (
    entry, ask->plan != NULL
             /* xgettext:no-c-format */
             ? _("95 % of a card’s memory, 78 % of memory shared with the processor, or the "
                  "accelerator’s own figure")
             : _("the share that the engine takes of each accelerator"));
  for (guint32 i = 0; i < estimate->memory.n_devices; i++)
    add_usable_device (ask, entry, i);
  if (ask->plan != NULL)
    {
      plimsoll_ledger_from_rule (entry, _("usable share"), g_strdup ("95 %, 78 %"));
      plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                           g_strdup (_("A rule of thumb, unless it is measured")));
    }
  else
    {
      plimsoll_ledger_from_engine (ask, entry, _("share"),
                                   plimsoll_format_number (estimate->serving.limits.utilization,
                                                           4));
      plimsoll_ledger_entry_take_accuracy (
        entry, PLIMSOLL_MODELLED,
        g_strdup (_("What CUDA reports is less than what the driver’s tools do by 0.42 to 0.6 GiB "
                     "on seven cards; 0.45 are taken off")));
      plimsoll_ledger_checked (ask, entry);
    }
}

/* --- What is left --- */

static void
add_headroom (PlimsollLedgerAsk *ask)
{
  const PlimsollEstimate *estimate = ask->estimate;
  PlimsollLedgerEntry *entry;

  if (estimate->usable == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "headroom", _("Headroom"), PLIMSOLL_LEDGER_BYTES,
                                     (double) estimate->headroom);
  plimsoll_ledger_entry_set_rule (entry, _("usable − required"));
  plimsoll_ledger_entry_take_term (entry, (double) estimate->usable, _("usable"), NULL, "usable");
  plimsoll_ledger_entry_take_term (entry, -(double) estimate->required, _("required"), NULL,
                                   "required");
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                       g_strdup (_("As exact as its parts: see each of them")));
}

static void
add_reserved (PlimsollLedgerAsk *ask)
{
  const PlimsollEstimate *estimate = ask->estimate;
  const guint64 loaded = MAX (estimate->required, estimate->usable);
  PlimsollLedgerEntry *entry;

  if (estimate->physical <= loaded)
    return;

  entry = plimsoll_ledger_entry_add (ask, "reserved", _("Reserved"), PLIMSOLL_LEDGER_BYTES,
                                     (double) (estimate->physical - loaded));
  plimsoll_ledger_entry_set_rule (entry, _("there is − usable, or what is required beyond that"));
  plimsoll_ledger_entry_take_term (entry, (double) estimate->physical, _("memory that there is"),
                                   NULL, NULL);
  if (estimate->required > estimate->usable)
    plimsoll_ledger_entry_take_term (entry, -(double) loaded, _("required"), NULL, "required");
  else
    plimsoll_ledger_entry_take_term (entry, -(double) loaded, _("usable"), NULL, "usable");
  for (guint32 i = 0; i < estimate->memory.n_devices; i++)
    if (plimsoll_ledger_is_new_kind (ask, i))
      {
        g_autofree char *name = plimsoll_ledger_device_name (ask, i);

        plimsoll_ledger_from_device (ask, entry, i, name,
                                     plimsoll_format_memory (estimate->memory.devices[i].physical));
      }
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                       g_strdup (_("As exact as its parts: see each of them")));
}

/* --- System memory --- */

/* What is there: of the plan, where it runs by one. */
static void
add_system (PlimsollLedgerAsk *ask)
{
  const PlimsollPlan *plan = plimsoll_sizer_get_plan (ask->sizer);
  const gboolean planned = ask->estimate->planned && plan != NULL;
  PlimsollEstimate estimate = *ask->estimate;
  const PlimsollMemory *memory = &estimate.memory;
  const PlimsollAdditionsMemory *beside = &memory->additions;
  PlimsollLedgerEntry *entry;

  if (ask->plan == NULL)
    return;
  if (planned)
    plimsoll_sizer_estimate_with (ask->sizer, NULL, NULL, &plan->question, &estimate);

  entry = plimsoll_ledger_entry_add (ask, "system_memory", _("In system memory"),
                                     PLIMSOLL_LEDGER_BYTES, (double) estimate.host_required);
  plimsoll_ledger_entry_set_rule (
    entry, _("what is there, and a twentieth of the weights: pages of the mapped file, which are "
              "dropped without room beside them"));
  plimsoll_ledger_entry_take_part (entry, memory->weights_host, _("weights"), NULL,
                                   planned ? NULL : "weights_host");
  plimsoll_ledger_entry_take_part (entry, memory->kv_host, _("KV cache"), NULL,
                                   planned ? NULL : "kv_cache");
  plimsoll_ledger_entry_take_part (entry, memory->state_host, _("recurrent state"), NULL,
                                   planned ? NULL : "state");
  plimsoll_ledger_entry_take_part (entry, memory->compute_host, _("compute buffers"), NULL,
                                   planned ? NULL : "compute_host");
  plimsoll_ledger_entry_take_part (entry, memory->output_host, _("logits"), NULL, "output");
  plimsoll_ledger_entry_take_part (entry,
                                   beside->host_weights + beside->host_cache + beside->host_compute,
                                   _("what is loaded beside the model"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, memory->weights_host / 20,
                                   _("room beside the mapped weights"),
                                   g_strdup (_("weights ÷ 20")), NULL);
  if (planned)
    plimsoll_ledger_entry_take_input (entry, _("as the fastest plan runs it"),
                                      plimsoll_answer_plan_flags (ask->sizer), _("the plan"));
  if (ask->question.system_memory > 0)
    plimsoll_ledger_from_question (entry, _("system memory"),
                                   plimsoll_ledger_bytes (ask->question.system_memory));
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                       g_strdup (_("As exact as its parts: see each of them")));
}

/* --- The longest context --- */

/* The device that does not hold 256 tokens more; n_devices: system memory; %G_MAXUINT32: all do. */
static guint32
narrowest (const PlimsollLedgerAsk *ask, const PlimsollEstimate *more)
{
  for (guint32 i = 0; i < more->memory.n_devices; i++)
    if (more->memory.devices[i].required > plimsoll_limits_room (&ask->limits, i))
      return i;
  if (ask->limits.system_memory > 0 && more->host_required > ask->limits.system_memory)
    return more->memory.n_devices;

  return G_MAXUINT32;
}

static void
add_longest_parts (PlimsollLedgerAsk *ask,
                   PlimsollLedgerEntry *entry,
                   const PlimsollEstimate *at,
                   guint32 place)
{
  const PlimsollDeviceMemory *device = &at->memory.devices[place];
  guint64 named;

  if (place >= at->memory.n_devices)
    {
      plimsoll_ledger_entry_take_part (entry, at->host_required, _("system memory needed"), NULL,
                                       "system_memory");
      return;
    }

  named = device->weights + device->kv_cache + device->state + device->compute + device->additions
          + device->runtime + device->in_use;
  plimsoll_ledger_entry_take_part (entry, device->weights, _("weights"), NULL, "weights_device");
  plimsoll_ledger_entry_take_part (entry, device->kv_cache, _("KV cache at that context"), NULL,
                                   "kv_cache");
  plimsoll_ledger_entry_take_part (entry, device->state, _("recurrent state"), NULL, "state");
  plimsoll_ledger_entry_take_part (entry, device->compute, _("compute buffers at that context"),
                                   NULL, "compute_device");
  plimsoll_ledger_entry_take_part (entry, device->additions, _("what is loaded beside the model"),
                                   NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, device->runtime, _("driver and libraries"), NULL,
                                   "runtime");
  plimsoll_ledger_entry_take_part (entry, device->in_use, _("memory in use by others"), NULL,
                                   "memory_in_use");
  plimsoll_ledger_entry_take_part (entry, device->required - MIN (named, device->required),
                                   _("what is in the shared system memory"), NULL,
                                   "system_memory");
}

static void
add_longest_limit (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const guint64 longest = ask->estimate->longest_context;
  const guint64 contexts[] = { MAX (longest, 1),
                               MIN (longest + CONTEXT_STEP, PLIMSOLL_MAX_CONTEXT) };
  PlimsollEstimate at[G_N_ELEMENTS (contexts)];
  guint32 place;

  plimsoll_sizer_estimate_at (ask->sizer, contexts, G_N_ELEMENTS (contexts), at);
  if (!at[0].valid || !at[1].valid)
    return;

  if (ask->plan == NULL)
    {
      plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_AT_MOST, PLIMSOLL_LEDGER_REQUESTS,
                                          at[0].serving.requests);
      /* Nothing is known of the cache of a model without shapes. */
      if (at[0].serving.block_bytes > 0 || at[0].serving.requests >= at[0].serving.asked)
        plimsoll_ledger_entry_take_term (entry, at[0].serving.asked,
                                         _("requests asked; of that length are held"), NULL,
                                         "requests_at_once");
      return;
    }

  place = narrowest (ask, &at[1]);
  if (place == G_MAXUINT32)
    place = 0;
  plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_AT_MOST, PLIMSOLL_LEDGER_BYTES,
                                      place < at[0].memory.n_devices
                                        ? (double) plimsoll_limits_room (&ask->limits, place)
                                        : (double) ask->limits.system_memory);
  add_longest_parts (ask, entry, &at[0], place);
  if (place < at[0].memory.n_devices)
    {
      g_autofree char *name = plimsoll_ledger_device_name (ask, place);

      plimsoll_ledger_from_device (ask, entry, place, name,
                                   plimsoll_format_memory (plimsoll_limits_room (&ask->limits,
                                                                                 place)));
    }
}

static void
add_longest (PlimsollLedgerAsk *ask)
{
  const PlimsollEstimate *estimate = ask->estimate;
  const guint64 sequences = ask->plan != NULL ? MAX (ask->question.parallel, 1) : 1;
  const guint64 limit = (guint64) ask->spec->max_context * sequences;
  PlimsollLedgerEntry *entry;

  if (estimate->usable == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "longest_context", _("Longest context"),
                                     PLIMSOLL_LEDGER_TOKENS, (double) estimate->longest_context);
  if (estimate->longest_context == 0)
    {
      plimsoll_ledger_entry_set_rule (entry, _("not even the shortest fits"));
      plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED, NULL);
      return;
    }

  plimsoll_ledger_entry_set_rule (
    entry, estimate->longest_context == limit
             ? _("what the model was made for; memory would hold it")
             : _("the most, in steps of 256 tokens, with which the narrowest place holds it all"));
  add_longest_limit (ask, entry);
  if (limit > 0)
    plimsoll_ledger_from_model (ask, entry, _("context of the model"),
                                plimsoll_ledger_count (limit));
  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_MODELLED,
    g_strdup (_("Found by asking for the memory of several contexts; as exact as that is")));
}

void
plimsoll_ledger_add_limits (PlimsollLedgerAsk *ask)
{
  add_usable (ask);
  add_headroom (ask);
  add_reserved (ask);
  add_system (ask);
  add_longest (ask);
}
