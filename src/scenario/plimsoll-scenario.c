/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scenario-private.h"

#include "plimsoll-cost.h"
#include "plimsoll-file-type.h"

#include <math.h>
#include <string.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)

#define DEFAULT_BATCH 2048

G_DEFINE_FINAL_TYPE (PlimsollScenario, plimsoll_scenario, G_TYPE_OBJECT)

static void
plimsoll_scenario_dispose (GObject *object)
{
  PlimsollScenario *self = PLIMSOLL_SCENARIO (object);

  g_clear_object (&self->model);
  g_clear_object (&self->projector);
  g_clear_object (&self->draft);
  g_clear_object (&self->accelerator);

  G_OBJECT_CLASS (plimsoll_scenario_parent_class)->dispose (object);
}

static void
plimsoll_scenario_finalize (GObject *object)
{
  PlimsollScenario *self = PLIMSOLL_SCENARIO (object);

  g_ptr_array_unref (self->further);
  g_ptr_array_unref (self->adapters);
  g_free (self->draft_precision);
  g_clear_pointer (&self->draft_weights, plimsoll_weights_unref);
  g_free (self->tensor_split);
  g_free (self->offer);
  g_free (self->currency);
  g_free (self->precision);
  g_free (self->native);

  G_OBJECT_CLASS (plimsoll_scenario_parent_class)->finalize (object);
}

static void
plimsoll_scenario_class_init (PlimsollScenarioClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = plimsoll_scenario_dispose;
  object_class->finalize = plimsoll_scenario_finalize;

  plimsoll_scenario_install_properties (object_class);
}

static void
plimsoll_scenario_init (PlimsollScenario *self)
{
  self->precision = g_strdup ("Q4_K_M");
  self->context_asked = PLIMSOLL_DEFAULT_CONTEXT;
  self->context = PLIMSOLL_DEFAULT_CONTEXT;
  self->context_limit = PLIMSOLL_MAX_CONTEXT;
  self->kv_k = plimsoll_kv_type_find ("f16");
  self->kv_v = self->kv_k;
  self->engine = PLIMSOLL_ENGINE_LLAMA_CPP;
  self->parallel = 1;
  self->unified_kv = TRUE;
  self->accelerator_count = 1;
  self->further = g_ptr_array_new_with_free_func (g_object_unref);
  self->adapters = g_ptr_array_new_with_free_func (g_object_unref);
  self->draft_precision = g_strdup ("");
  self->split = PLIMSOLL_SPLIT_LAYER;
  self->tensor_split = g_strdup ("");
  self->system_memory = 64 * GIB;
  self->flash_attention = TRUE;
  self->ubatch = 512;
  self->ngl = PLIMSOLL_ALL_LAYERS;
  self->prompt_length = 2048;
  self->hours_per_day = 4;
  self->utilization = PLIMSOLL_UTILIZATION;
  self->electricity_price = 0.175;
  self->purchase_price = (double) NAN;
  self->power_draw = (double) NAN;
  self->horizon = 36;
  self->api_input_price = (double) NAN;
  self->api_output_price = (double) NAN;
  self->offer = g_strdup ("");
  self->currency = g_strdup ("$");
  self->exchange_rate = 1;
}

/* --- What others follow from --- */

static guint64
model_limit (PlimsollScenario *self)
{
  return self->model != NULL ? plimsoll_model_get_max_context (self->model) : 0;
}

void
plimsoll_scenario_update_context (PlimsollScenario *self)
{
  guint64 trained = model_limit (self);
  guint64 limit = PLIMSOLL_MAX_CONTEXT;

  if (trained != 0 && !self->beyond_limit)
    limit = MIN (limit, trained * (plimsoll_engine_serves (self->engine) ? 1 : self->parallel));

  if (self->context_limit != limit)
    {
      self->context_limit = limit;
      plimsoll_scenario_notify (self, PROP_CONTEXT_LIMIT);
    }

  plimsoll_scenario_store_uint64 (self, PROP_CONTEXT_LENGTH, &self->context,
                                  MIN (self->context_asked, limit));
}

void
plimsoll_scenario_set_kv_types (PlimsollScenario *self, const char *k, const char *v)
{
  const PlimsollKvType *new_k = k != NULL ? plimsoll_kv_type_find (k) : NULL;
  const PlimsollKvType *new_v = v != NULL ? plimsoll_kv_type_find (v) : NULL;
  const char *before = plimsoll_scenario_get_kv_type (self);

  g_object_freeze_notify (G_OBJECT (self));

  if (new_k != NULL && new_k != self->kv_k)
    {
      self->kv_k = new_k;
      plimsoll_scenario_notify (self, PROP_KV_K_TYPE);
    }
  if (new_v != NULL && new_v != self->kv_v)
    {
      self->kv_v = new_v;
      plimsoll_scenario_notify (self, PROP_KV_V_TYPE);
    }
  if (plimsoll_scenario_get_kv_type (self) != before)
    plimsoll_scenario_notify (self, PROP_KV_TYPE);

  g_object_thaw_notify (G_OBJECT (self));
}

void
plimsoll_scenario_set_parallel (PlimsollScenario *self, guint parallel)
{
  if (plimsoll_scenario_store_uint (self, PROP_PARALLEL, &self->parallel, parallel))
    plimsoll_scenario_update_context (self);
}

void
plimsoll_scenario_set_beyond_limit (PlimsollScenario *self, gboolean beyond)
{
  if (plimsoll_scenario_store_boolean (self, PROP_BEYOND_LIMIT, &self->beyond_limit, beyond))
    plimsoll_scenario_update_context (self);
}

void
plimsoll_scenario_set_precisions (PlimsollScenario *self, const char *file, const char *native)
{
  g_autofree char *before = g_strdup (plimsoll_scenario_get_precision (self));

  g_set_str (&self->precision, file);
  g_set_str (&self->native, native);
  if (!g_str_equal (plimsoll_scenario_get_precision (self), before))
    plimsoll_scenario_notify (self, PROP_PRECISION);
}

/* Each sort of engine keeps its own precision. */
void
plimsoll_scenario_set_engine (PlimsollScenario *self, PlimsollEngine engine)
{
  g_autofree char *before = NULL;

  if (self->engine == engine)
    return;

  g_object_freeze_notify (G_OBJECT (self));

  before = g_strdup (plimsoll_scenario_get_precision (self));
  self->engine = engine;
  plimsoll_scenario_notify (self, PROP_ENGINE);
  if (!g_str_equal (plimsoll_scenario_get_precision (self), before))
    plimsoll_scenario_notify (self, PROP_PRECISION);
  plimsoll_scenario_update_context (self);

  g_object_thaw_notify (G_OBJECT (self));
}

/* --- Public --- */

PlimsollScenario *
plimsoll_scenario_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_SCENARIO, NULL);
}

PlimsollScenario *
plimsoll_scenario_copy (PlimsollScenario *self)
{
  PlimsollScenario *copy;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  copy = plimsoll_scenario_new ();
  plimsoll_scenario_assign (copy, self);

  return copy;
}

void
plimsoll_scenario_get_question (PlimsollScenario *self, PlimsollQuestion *question)
{
  PlimsollHardware hardware;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (question != NULL);

  plimsoll_question_init (question);
  plimsoll_scenario_get_hardware (self, self->accelerator_count, &hardware);

  question->engine = self->engine;
  question->context = self->context;
  question->kv_k = self->kv_k->format;
  question->kv_v = self->kv_v->format;
  question->parallel = self->parallel;
  question->unified_kv = self->unified_kv;
  question->flash_attention = self->flash_attention;
  question->ubatch = self->ubatch;
  question->batch = MAX (self->ubatch, DEFAULT_BATCH);
  question->all_outputs = self->all_outputs;
  question->ngl = self->ngl;
  question->n_cpu_moe = self->n_cpu_moe;
  question->split = self->split;
  question->n_devices = self->accelerator != NULL ? hardware.n_devices : self->accelerator_count;
  question->main_device = self->main_gpu;
  memcpy (question->device_shares, self->shares, sizeof self->shares);
  question->memory_in_use = self->memory_in_use;
  question->system_memory = self->system_memory;
  question->prompt = self->prompt_length;
  question->depth = self->depth;
  question->serving = (PlimsollServingSettings) {
    .release = PLIMSOLL_RELEASE_CURRENT,
    .utilization = self->gpu_memory_utilization,
    .tensor_parallel = self->tensor_parallel,
    .pipeline_parallel = self->pipeline_parallel,
    .max_sequences = self->max_num_seqs,
    .max_batched_tokens = self->max_num_batched_tokens,
  };
  plimsoll_scenario_fill_additions (self, question);
}

PlimsollModel *
plimsoll_scenario_get_model (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->model;
}

/* A file that was opened is asked about as it is. */
static void
take_own_precision (PlimsollScenario *self)
{
  PlimsollWeights *own = self->model != NULL ? plimsoll_model_get_own_weights (self->model) : NULL;

  if (own != NULL && !own->is_native)
    plimsoll_scenario_set_precision (self, own->name);
  else if (own != NULL)
    plimsoll_scenario_set_precisions (self, self->precision, NULL);
}

void
plimsoll_scenario_set_model (PlimsollScenario *self, PlimsollModel *model)
{
  g_autofree char *before = NULL;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  g_object_freeze_notify (G_OBJECT (self));

  before = g_strdup (plimsoll_scenario_get_precision (self));
  if (g_set_object (&self->model, model))
    {
      plimsoll_scenario_notify (self, PROP_MODEL);
      plimsoll_scenario_update_context (self);
      if (!g_str_equal (plimsoll_scenario_get_precision (self), before))
        plimsoll_scenario_notify (self, PROP_PRECISION);
      take_own_precision (self);
    }

  g_object_thaw_notify (G_OBJECT (self));
}

PlimsollAccelerator *
plimsoll_scenario_get_accelerator (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->accelerator;
}

void
plimsoll_scenario_set_accelerator (PlimsollScenario *self, PlimsollAccelerator *accelerator)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (g_set_object (&self->accelerator, accelerator))
    plimsoll_scenario_notify (self, PROP_ACCELERATOR);
}

/* What the model is published in; where that is none of ours, what it was made in. */
static const char *
model_native (PlimsollScenario *self)
{
  PlimsollNativeType type = PLIMSOLL_NATIVE_BF16;

  if (self->model != NULL
      && !plimsoll_native_type_of (plimsoll_model_get_spec (self->model), &type))
    type = PLIMSOLL_NATIVE_BF16;

  return plimsoll_precision_info (type)->name;
}

const char *
plimsoll_scenario_get_precision (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  if (!plimsoll_engine_serves (self->engine))
    return self->precision;

  return self->native != NULL ? self->native : model_native (self);
}

void
plimsoll_scenario_set_precision (PlimsollScenario *self, const char *precision)
{
  PlimsollPrecision found;
  gboolean native;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  native = plimsoll_engine_serves (self->engine);
  if (precision == NULL)
    return;
  if (!plimsoll_precision_from_name (precision, native, &found)
      && !plimsoll_precision_from_name (precision, !native, &found))
    return;

  if (plimsoll_precision_is_native (found))
    plimsoll_scenario_set_precisions (self, self->precision, plimsoll_precision_info (found)->name);
  else
    plimsoll_scenario_set_precisions (self, plimsoll_precision_info (found)->name, self->native);
}

gboolean
plimsoll_scenario_has_precision (PlimsollScenario *self, const char *name)
{
  PlimsollPrecision precision;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return plimsoll_precision_from_name (name, plimsoll_engine_serves (self->engine), &precision)
         && g_str_equal (plimsoll_precision_info (precision)->name,
                         plimsoll_scenario_get_precision (self));
}

guint64
plimsoll_scenario_get_context_length (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 0);

  return self->context;
}

void
plimsoll_scenario_set_context_length (PlimsollScenario *self, guint64 tokens)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  self->context_asked = CLAMP (tokens, 1, self->context_limit);
  plimsoll_scenario_update_context (self);
}

guint64
plimsoll_scenario_get_context_limit (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 0);

  return self->context_limit;
}

const char *
plimsoll_scenario_get_kv_type (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->kv_k == self->kv_v ? self->kv_k->name : NULL;
}

void
plimsoll_scenario_set_kv_type (PlimsollScenario *self, const char *name)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  plimsoll_scenario_set_kv_types (self, name, name);
}

const char *
plimsoll_scenario_get_kv_k_type (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->kv_k->name;
}

const char *
plimsoll_scenario_get_kv_v_type (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->kv_v->name;
}

PlimsollEngine
plimsoll_scenario_get_engine (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), PLIMSOLL_ENGINE_LLAMA_CPP);

  return self->engine;
}

PlimsollSplit
plimsoll_scenario_get_split (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), PLIMSOLL_SPLIT_NONE);

  return self->split;
}

guint
plimsoll_scenario_get_parallel (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 1);

  return self->parallel;
}

guint
plimsoll_scenario_get_accelerator_count (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 1);

  return self->accelerator_count;
}

guint64
plimsoll_scenario_get_system_memory (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 0);

  return self->system_memory;
}
