/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator.h"
#include "plimsoll-addition.h"
#include "plimsoll-hardware.h"
#include "plimsoll-model.h"
#include "plimsoll-question.h"
#include "plimsoll-scenario-enums.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SCENARIO (plimsoll_scenario_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollScenario, plimsoll_scenario, PLIMSOLL, SCENARIO, GObject)

/**
 * PlimsollScenario:
 *
 * The question: a model at a precision and context, for so many users, on this hardware. The only
 * state of it that changes; everything shown follows from it.
 *
 * Properties, all readable and writable unless said otherwise. A value out of range is clamped, a
 * name that is none is not taken; a property notifies only when its value has changed.
 *
 * - model (PlimsollModel, %NULL: none yet), accelerator (PlimsollAccelerator, %NULL: none yet)
 * - precision (string): for llama.cpp a file type, "Q4_K_M"; for vLLM and SGLang a native one,
 * "FP8", at first what the model is published in. Each sort of engine keeps its own. A model that
 * was read from a GGUF brings its own when it is set
 * - context-length (uint64): tokens over all sequences, or of each request with vLLM and SGLang
 *   (--max-model-len), from 1 to context-limit. What was asked is remembered: with a model of 8K a
 *   context of 32K becomes 8K, and 32K again with the next model
 * - context-limit (uint64, read-only): the model's limit, times the sequences where they share it,
 *   or %PLIMSOLL_MAX_CONTEXT where it is not known or beyond-limit is set
 * - beyond-limit (boolean): contexts past what the model was trained for may be asked
 * - kv-k-type, kv-v-type (strings): "f16", "q8_0"…; kv-type: both at once, %NULL when they differ
 * - engine (PlimsollEngine), parallel (uint, sequences), unified-kv (boolean)
 * - accelerator-count (uint; 0: the processor alone), further-accelerators (GPtrArray of
 *   PlimsollAccelerator, one for each board beside those, never %NULL; not changed once it is set)
 * - split (PlimsollSplit), tensor-split (string): shares of the devices, "3,1"; "" leaves it to
 *   their memory; main-gpu (uint): the device that is used without a split
 * - system-memory, memory-in-use (uint64): bytes; 0: unknown, and none
 * - flash-attention (boolean), ubatch (uint), all-outputs (boolean)
 * - ngl (int, %PLIMSOLL_ALL_LAYERS), n-cpu-moe (uint)
 * - prompt-length (uint), depth (uint64): tokens; a depth of 0 is that of the prompt
 * - gpu-memory-utilization (double, to 1), tensor-parallel, pipeline-parallel, max-num-seqs,
 *   max-num-batched-tokens (uint): of vLLM and SGLang; 0: what they choose by themselves
 * - projector (PlimsollAddition, %NULL), projector-compute (uint64, bytes of its graph; 0: not
 * known), adapters (GPtrArray of PlimsollAddition), draft (PlimsollModel, %NULL: none),
 * draft-precision (string, a file type; "": the draft file's own, or the model's), mtp (boolean:
 * blocks of multi-token prediction are loaded): what llama.cpp loads beside the model
 * - hours-per-day, utilization (share of them in which tokens are made), input-tokens and
 *   output-tokens (uint64, a month; both 0: the load is the hours): how much it is used
 * - electricity-price (a kWh), purchase-price (NAN: the catalogue's), power-draw (watts of all
 *   accelerators; NAN: a share of board power), resale (share of the price that comes back),
 *   horizon (uint, months): what buying comes to. api-input-price, api-output-price (a million
 *   tokens; NAN: none). offer (string, id of the offer that buying is compared with; "": the one
 *   that suits). currency (string before amounts, a label only), exchange-rate (how much of it a US
 *   dollar is: the catalogue's prices and rates are in those)
 */

#define PLIMSOLL_MAX_PARALLEL 4096
#define PLIMSOLL_MAX_UBATCH 65536
#define PLIMSOLL_MAX_PROMPT (G_GUINT64_CONSTANT (1) << 31)
#define PLIMSOLL_MAX_ADAPTERS 64
#define PLIMSOLL_MAX_SYSTEM_MEMORY (G_GUINT64_CONSTANT (1) << 50)

/** Returns: (transfer full): the default question, less its model and accelerator. */
PlimsollScenario *plimsoll_scenario_new (void);

/** Returns: (transfer full): another one with the same values. */
PlimsollScenario *plimsoll_scenario_copy (PlimsollScenario *self);

/**
 * plimsoll_scenario_assign:
 *
 * Takes over every value of @other; notifies of those that differ, in one go.
 */
void plimsoll_scenario_assign (PlimsollScenario *self, PlimsollScenario *other);

/**
 * plimsoll_scenario_get_question:
 * @question: (out caller-allocates): the same, as the arithmetic asks it
 *
 * Boards that the system sees as several devices count as that many.
 */
void plimsoll_scenario_get_question (PlimsollScenario *self, PlimsollQuestion *question);

/** PlimsollAcceleratorCount: boards of one kind. */
typedef struct
{
  PlimsollAccelerator *accelerator;
  guint count;
} PlimsollAcceleratorCount;

/** Returns: the devices that so many boards of @accelerator as the scenario has would be. */
guint plimsoll_scenario_devices_on (PlimsollScenario *self, PlimsollAccelerator *accelerator);

/**
 * plimsoll_scenario_get_hardware:
 * @count: boards of the first accelerator; usually plimsoll_scenario_get_accelerator_count(). With
 *   none of it the processor is alone
 * @hardware: (out caller-allocates): the devices of those, and of the further ones after them
 */
void
plimsoll_scenario_get_hardware (PlimsollScenario *self, guint count, PlimsollHardware *hardware);

/** Returns: (nullable) (transfer none): what device @i of an answer is. */
PlimsollAccelerator *plimsoll_scenario_get_device (PlimsollScenario *self, guint i);

/** Returns: (transfer none) (element-type PlimsollAccelerator): one for each board. */
GPtrArray *plimsoll_scenario_get_further_accelerators (PlimsollScenario *self);
void plimsoll_scenario_set_further_accelerators (PlimsollScenario *self, GPtrArray *boards);

/** Adds @count boards after those that are there, as far as there can be so many devices. */
void plimsoll_scenario_add_accelerator (PlimsollScenario *self,
                                        PlimsollAccelerator *accelerator,
                                        guint count);

/**
 * plimsoll_scenario_get_further_kinds:
 * @kinds: (out caller-allocates): room for %PLIMSOLL_MAX_ACCELERATOR_KINDS; nothing is referenced
 *
 * Returns: how many kinds the further boards are, like beside like
 */
guint plimsoll_scenario_get_further_kinds (PlimsollScenario *self, PlimsollAcceleratorCount *kinds);

/** Returns: (nullable) (transfer none) */
PlimsollModel *plimsoll_scenario_get_model (PlimsollScenario *self);
void plimsoll_scenario_set_model (PlimsollScenario *self, PlimsollModel *model);

/** Returns: (nullable) (transfer none) */
PlimsollAccelerator *plimsoll_scenario_get_accelerator (PlimsollScenario *self);
void plimsoll_scenario_set_accelerator (PlimsollScenario *self, PlimsollAccelerator *accelerator);

/** Returns: (transfer none): never %NULL */
const char *plimsoll_scenario_get_precision (PlimsollScenario *self);
void plimsoll_scenario_set_precision (PlimsollScenario *self, const char *precision);

/** Returns: whether @name names the present precision, which the present engine then runs. */
gboolean plimsoll_scenario_has_precision (PlimsollScenario *self, const char *name);

guint64 plimsoll_scenario_get_context_length (PlimsollScenario *self);
void plimsoll_scenario_set_context_length (PlimsollScenario *self, guint64 tokens);
guint64 plimsoll_scenario_get_context_limit (PlimsollScenario *self);

/** Returns: (nullable) (transfer none): the type of both, %NULL when they differ. */
const char *plimsoll_scenario_get_kv_type (PlimsollScenario *self);
void plimsoll_scenario_set_kv_type (PlimsollScenario *self, const char *name);
const char *plimsoll_scenario_get_kv_k_type (PlimsollScenario *self);
const char *plimsoll_scenario_get_kv_v_type (PlimsollScenario *self);

PlimsollEngine plimsoll_scenario_get_engine (PlimsollScenario *self);
PlimsollSplit plimsoll_scenario_get_split (PlimsollScenario *self);
guint plimsoll_scenario_get_parallel (PlimsollScenario *self);
guint plimsoll_scenario_get_accelerator_count (PlimsollScenario *self);
guint64 plimsoll_scenario_get_system_memory (PlimsollScenario *self);

/* What is loaded beside the model. */

/** Returns: (nullable) (transfer none) */
PlimsollAddition *plimsoll_scenario_get_projector (PlimsollScenario *self);
void plimsoll_scenario_set_projector (PlimsollScenario *self, PlimsollAddition *projector);

/** Returns: (transfer none) (element-type PlimsollAddition) */
GPtrArray *plimsoll_scenario_get_adapters (PlimsollScenario *self);
/** @adapters: (nullable) (element-type PlimsollAddition): it is kept, and not to be changed */
void plimsoll_scenario_set_adapters (PlimsollScenario *self, GPtrArray *adapters);

/** Returns: (nullable) (transfer none) */
PlimsollModel *plimsoll_scenario_get_draft (PlimsollScenario *self);
void plimsoll_scenario_set_draft (PlimsollScenario *self, PlimsollModel *draft);

/** Returns: (transfer none): what the draft is sized in; without one, what was asked, or "". */
const char *plimsoll_scenario_get_draft_precision (PlimsollScenario *self);

G_END_DECLS
