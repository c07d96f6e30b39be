/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>

/* What is loaded beside the model, the runtime, and what others use. */

static char *
file_source (PlimsollAddition *addition)
{
  /* Translators: the name of a file. */
  return g_strdup_printf (_("the file %s"), plimsoll_addition_get_name (addition));
}

static void
add_file_input (PlimsollLedgerEntry *entry, PlimsollAddition *addition)
{
  g_autofree char *source = file_source (addition);

  plimsoll_ledger_entry_take_input (entry, _("tensors"),
                                    plimsoll_ledger_bytes (plimsoll_addition_get_bytes (addition)),
                                    source);
}

static void
add_projector (PlimsollLedgerAsk *ask)
{
  const PlimsollAdditionsMemory *memory = &ask->estimate->memory.additions;
  PlimsollAddition *projector = plimsoll_scenario_get_projector (ask->scenario);
  PlimsollLedgerEntry *entry;

  if (memory->projector == 0 && memory->projector_compute == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "mmproj", _("Vision projector"), PLIMSOLL_LEDGER_BYTES,
                                     (double) (memory->projector + memory->projector_compute));
  plimsoll_ledger_entry_set_rule (entry, _("each of its tensors at a multiple of 128 bytes, and "
                                            "its graph where that is stated"));
  plimsoll_ledger_entry_take_part (entry, memory->projector, _("tensors"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, memory->projector_compute, _("graph, as stated"), NULL,
                                   NULL);
  if (projector != NULL)
    add_file_input (entry, projector);
  if (memory->projector_compute > 0)
    plimsoll_ledger_from_question (entry, _("graph"),
                                   plimsoll_ledger_bytes (memory->projector_compute));
  plimsoll_ledger_entry_take_accuracy (
    entry, memory->projector_compute > 0 ? PLIMSOLL_MODELLED : PLIMSOLL_EXACT,
    g_strdup (
      _("Exact for the tensors of the file; the graph is what was stated, or not counted")));
  plimsoll_ledger_checked (ask, entry);
}

static void
add_adapters (PlimsollLedgerAsk *ask)
{
  const PlimsollAdditionsMemory *memory = &ask->estimate->memory.additions;
  GPtrArray *adapters = plimsoll_scenario_get_adapters (ask->scenario);
  PlimsollLedgerEntry *entry;

  if (memory->adapters == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "loras", _("LoRA adapters"), PLIMSOLL_LEDGER_BYTES,
                                     (double) memory->adapters);
  plimsoll_ledger_entry_set_rule (entry, _("each of their tensors at a multiple of 128 bytes"));
  for (guint i = 0; i < adapters->len; i++)
    {
      PlimsollAddition *adapter = adapters->pdata[i];

      plimsoll_ledger_entry_take_part (entry, plimsoll_addition_get_bytes (adapter),
                                       plimsoll_addition_get_name (adapter), NULL, NULL);
      add_file_input (entry, adapter);
    }
  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_EXACT,
    g_strdup (_("Exact in sum; taken to be even over the blocks of several places")));
  plimsoll_ledger_checked (ask, entry);
}

static void
add_draft (PlimsollLedgerAsk *ask)
{
  const PlimsollAdditionsMemory *memory = &ask->estimate->memory.additions;
  PlimsollModel *draft = plimsoll_scenario_get_draft (ask->scenario);
  PlimsollLedgerEntry *entry;

  if (draft == NULL || memory->draft_weights == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "draft", _("Draft model"), PLIMSOLL_LEDGER_BYTES,
                                     (double) (memory->draft_weights + memory->draft_cache
                                               + memory->draft_compute));
  plimsoll_ledger_entry_set_rule (
    entry, _("a model of its own: weights, an F16 cache for the whole context, buffers"));
  plimsoll_ledger_entry_take_part (entry, memory->draft_weights, _("weights"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, memory->draft_cache, _("cache and state"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, memory->draft_compute, _("buffers"), NULL, NULL);
  plimsoll_ledger_from_question (entry, _("draft model"),
                                 g_strdup (plimsoll_model_get_name (draft)));
  plimsoll_ledger_from_question (entry, _("its precision"),
                                 g_strdup (plimsoll_scenario_get_draft_precision (ask->scenario)));
  plimsoll_ledger_from_question (entry, _("context"),
                                 plimsoll_ledger_count (ask->question.context));
  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_MODELLED,
    g_strdup (_("By the rules of a model: its weights and cache as exact as the model’s, its "
                 "buffers modelled")));
  plimsoll_ledger_checked (ask, entry);
}

/* They are within the model's weights and cache. */
static void
add_prediction (PlimsollLedgerAsk *ask)
{
  PlimsollLedgerEntry *entry;
  PlimsollMtpMemory mtp;

  plimsoll_answer_mtp (ask->sizer, &mtp);
  if (mtp.weights == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "mtp", _("Token prediction"), PLIMSOLL_LEDGER_BYTES,
                                     (double) (mtp.weights + mtp.cache));
  plimsoll_ledger_entry_set_rule (
    entry, _("what the same question takes without these blocks, taken off; it is in weights and "
              "cache"));
  plimsoll_ledger_entry_take_part (entry, mtp.weights, _("weights"), NULL, NULL);
  plimsoll_ledger_entry_take_part (entry, mtp.cache, _("KV cache"), NULL, NULL);
  plimsoll_ledger_from_model (ask, entry, _("blocks of multi-token prediction"),
                              plimsoll_ledger_count (ask->weights->n_mtp_blocks));
  plimsoll_ledger_entry_take_accuracy (
    entry, ask->estimate->memory.weights_exactness,
    g_strdup (_("As exact as the model’s weights and cache: see each of them")));
  plimsoll_ledger_checked (ask, entry);
}

static void
add_runtime (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry;
  guint64 sum = 0;

  if (memory->n_devices == 0)
    return;
  for (guint32 i = 0; i < memory->n_devices; i++)
    sum += memory->devices[i].runtime;
  entry = plimsoll_ledger_entry_add (ask, "runtime", _("Driver and libraries"),
                                     PLIMSOLL_LEDGER_BYTES, (double) sum);
  plimsoll_ledger_entry_set_rule (
    entry, ask->plan == NULL
             ? _("what a process takes outside the engine’s allocator, by card and "
                  "number of ranks")
             : _("what the driver takes for a process: the accelerator’s own "
                  "figure, else 400 MiB, 100 MiB on Apple"));
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollAcceleratorFacts *facts =
        plimsoll_hardware_device (&ask->hardware, plimsoll_question_device (&ask->question, i));
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);

      plimsoll_ledger_entry_take_part (entry, memory->devices[i].runtime, name, NULL, NULL);
      if (!plimsoll_ledger_is_new_kind (ask, i))
        continue;
      if (ask->plan != NULL && facts->runtime_bytes > 0)
        plimsoll_ledger_from_device (ask, entry, i, name,
                                     plimsoll_format_memory (memory->devices[i].runtime));
      else
        plimsoll_ledger_from_rule (entry, name,
                                   plimsoll_format_memory (memory->devices[i].runtime));
    }
  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_MODELLED,
    g_strdup (ask->plan != NULL
                ? _("The least certain part: reports are from about 100 to 850 MiB")
                : _("Modelled: fitted to recorded start-ups, and a part of the errors of the room "
                     "for the cache")));
}

static void
add_in_use (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry;

  if (memory->n_devices == 0 || ask->question.memory_in_use == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "memory_in_use", _("Memory in use by others"),
                                     PLIMSOLL_LEDGER_BYTES,
                                     (double) ask->question.memory_in_use * memory->n_devices);
  plimsoll_ledger_entry_set_rule (entry, _("as stated, on every accelerator"));
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);

      plimsoll_ledger_entry_take_part (entry, memory->devices[i].in_use, name, NULL, NULL);
    }
  plimsoll_ledger_from_question (entry, _("memory in use"),
                                 plimsoll_ledger_bytes (ask->question.memory_in_use));
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_EXACT, g_strdup (_("As you stated it")));
}

void
plimsoll_ledger_add_beside (PlimsollLedgerAsk *ask)
{
  add_projector (ask);
  add_adapters (ask);
  add_draft (ask);
  add_prediction (ask);
  add_runtime (ask);
  add_in_use (ask);
}
