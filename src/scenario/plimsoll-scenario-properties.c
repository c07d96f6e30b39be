/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scenario-private.h"

#include "plimsoll-cost.h"

#include <math.h>
#include <string.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)

/* Characters. */
#define MAX_OFFER 256
#define MAX_CURRENCY 8

static GParamSpec *properties[N_PROPERTIES];

/* --- Storing --- */

void
plimsoll_scenario_notify (PlimsollScenario *self, PlimsollScenarioProperty id)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

gboolean
plimsoll_scenario_store_uint64 (PlimsollScenario *self,
                                PlimsollScenarioProperty id,
                                guint64 *field,
                                guint64 value)
{
  const GParamSpecUInt64 *range = G_PARAM_SPEC_UINT64 (properties[id]);

  value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value)
    return FALSE;

  *field = value;
  plimsoll_scenario_notify (self, id);

  return TRUE;
}

gboolean
plimsoll_scenario_store_uint (PlimsollScenario *self,
                              PlimsollScenarioProperty id,
                              guint *field,
                              guint value)
{
  const GParamSpecUInt *range = G_PARAM_SPEC_UINT (properties[id]);

  value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value)
    return FALSE;

  *field = value;
  plimsoll_scenario_notify (self, id);

  return TRUE;
}

static void
store_int (PlimsollScenario *self, PlimsollScenarioProperty id, gint *field, gint value)
{
  const GParamSpecInt *range = G_PARAM_SPEC_INT (properties[id]);

  value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value)
    return;

  *field = value;
  plimsoll_scenario_notify (self, id);
}

gboolean
plimsoll_scenario_store_boolean (PlimsollScenario *self,
                                 PlimsollScenarioProperty id,
                                 gboolean *field,
                                 gboolean value)
{
  value = !!value;
  if (*field == value)
    return FALSE;

  *field = value;
  plimsoll_scenario_notify (self, id);

  return TRUE;
}

gboolean
plimsoll_scenario_may_be_unknown (const char *property)
{
  static const char *const names[] = { "purchase-price", "power-draw", "api-input-price",
                                       "api-output-price", NULL };

  return g_strv_contains (names, property);
}

static void
store_double (PlimsollScenario *self, PlimsollScenarioProperty id, double *field, double value)
{
  const GParamSpecDouble *range = G_PARAM_SPEC_DOUBLE (properties[id]);

  if (isnan (value) && !plimsoll_scenario_may_be_unknown (properties[id]->name))
    return;
  if (!isnan (value))
    value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value || (isnan (*field) && isnan (value)))
    return;

  *field = value;
  plimsoll_scenario_notify (self, id);
}

/* What is shown before amounts is short, and one line of text. */
static void
set_label (PlimsollScenario *self,
           PlimsollScenarioProperty id,
           char **field,
           const char *label,
           glong most)
{
  if (label != NULL && g_utf8_validate (label, -1, NULL) && g_utf8_strlen (label, -1) <= most
      && strpbrk (label, "\n\r\t") == NULL && g_set_str (field, label))
    plimsoll_scenario_notify (self, id);
}

static void
set_split (PlimsollScenario *self, PlimsollSplit split)
{
  if (self->split == split)
    return;

  self->split = split;
  plimsoll_scenario_notify (self, PROP_SPLIT);
}

/* --- Getting and setting --- */

static void
plimsoll_scenario_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollScenario *self = PLIMSOLL_SCENARIO (object);

  switch ((PlimsollScenarioProperty) id)
    {
    case PROP_MODEL:
      g_value_set_object (value, self->model);
      break;
    case PROP_ACCELERATOR:
      g_value_set_object (value, self->accelerator);
      break;
    case PROP_PRECISION:
      g_value_set_string (value, plimsoll_scenario_get_precision (self));
      break;
    case PROP_BEYOND_LIMIT:
      g_value_set_boolean (value, self->beyond_limit);
      break;
    case PROP_PARALLEL:
      g_value_set_uint (value, self->parallel);
      break;
    case PROP_CONTEXT_LENGTH:
      g_value_set_uint64 (value, self->context);
      break;
    case PROP_CONTEXT_LIMIT:
      g_value_set_uint64 (value, self->context_limit);
      break;
    case PROP_KV_TYPE:
      g_value_set_static_string (value, plimsoll_scenario_get_kv_type (self));
      break;
    case PROP_KV_K_TYPE:
      g_value_set_static_string (value, self->kv_k->name);
      break;
    case PROP_KV_V_TYPE:
      g_value_set_static_string (value, self->kv_v->name);
      break;
    case PROP_ENGINE:
      g_value_set_enum (value, self->engine);
      break;
    case PROP_UNIFIED_KV:
      g_value_set_boolean (value, self->unified_kv);
      break;
    case PROP_ACCELERATOR_COUNT:
      g_value_set_uint (value, self->accelerator_count);
      break;
    case PROP_SPLIT:
      g_value_set_enum (value, self->split);
      break;
    case PROP_FURTHER_ACCELERATORS:
      g_value_set_boxed (value, self->further);
      break;
    case PROP_TENSOR_SPLIT:
      g_value_set_string (value, self->tensor_split);
      break;
    case PROP_MAIN_GPU:
      g_value_set_uint (value, self->main_gpu);
      break;
    case PROP_SYSTEM_MEMORY:
      g_value_set_uint64 (value, self->system_memory);
      break;
    case PROP_MEMORY_IN_USE:
      g_value_set_uint64 (value, self->memory_in_use);
      break;
    case PROP_FLASH_ATTENTION:
      g_value_set_boolean (value, self->flash_attention);
      break;
    case PROP_UBATCH:
      g_value_set_uint (value, self->ubatch);
      break;
    case PROP_ALL_OUTPUTS:
      g_value_set_boolean (value, self->all_outputs);
      break;
    case PROP_NGL:
      g_value_set_int (value, self->ngl);
      break;
    case PROP_N_CPU_MOE:
      g_value_set_uint (value, self->n_cpu_moe);
      break;
    case PROP_PROMPT_LENGTH:
      g_value_set_uint (value, self->prompt_length);
      break;
    case PROP_DEPTH:
      g_value_set_uint64 (value, self->depth);
      break;
    case PROP_HOURS_PER_DAY:
      g_value_set_double (value, self->hours_per_day);
      break;
    case PROP_UTILIZATION:
      g_value_set_double (value, self->utilization);
      break;
    case PROP_INPUT_TOKENS:
      g_value_set_uint64 (value, self->input_tokens);
      break;
    case PROP_OUTPUT_TOKENS:
      g_value_set_uint64 (value, self->output_tokens);
      break;
    case PROP_ELECTRICITY_PRICE:
      g_value_set_double (value, self->electricity_price);
      break;
    case PROP_PURCHASE_PRICE:
      g_value_set_double (value, self->purchase_price);
      break;
    case PROP_POWER_DRAW:
      g_value_set_double (value, self->power_draw);
      break;
    case PROP_RESALE:
      g_value_set_double (value, self->resale);
      break;
    case PROP_HORIZON:
      g_value_set_uint (value, self->horizon);
      break;
    case PROP_API_INPUT_PRICE:
      g_value_set_double (value, self->api_input_price);
      break;
    case PROP_API_OUTPUT_PRICE:
      g_value_set_double (value, self->api_output_price);
      break;
    case PROP_OFFER:
      g_value_set_string (value, self->offer);
      break;
    case PROP_CURRENCY:
      g_value_set_string (value, self->currency);
      break;
    case PROP_EXCHANGE_RATE:
      g_value_set_double (value, self->exchange_rate);
      break;
    case PROP_GPU_MEMORY_UTILIZATION:
      g_value_set_double (value, self->gpu_memory_utilization);
      break;
    case PROP_TENSOR_PARALLEL:
      g_value_set_uint (value, self->tensor_parallel);
      break;
    case PROP_PIPELINE_PARALLEL:
      g_value_set_uint (value, self->pipeline_parallel);
      break;
    case PROP_MAX_NUM_SEQS:
      g_value_set_uint (value, self->max_num_seqs);
      break;
    case PROP_MAX_NUM_BATCHED_TOKENS:
      g_value_set_uint (value, self->max_num_batched_tokens);
      break;
    case PROP_PROJECTOR:
      g_value_set_object (value, self->projector);
      break;
    case PROP_PROJECTOR_COMPUTE:
      g_value_set_uint64 (value, self->projector_compute);
      break;
    case PROP_ADAPTERS:
      g_value_set_boxed (value, self->adapters);
      break;
    case PROP_DRAFT:
      g_value_set_object (value, self->draft);
      break;
    case PROP_DRAFT_PRECISION:
      g_value_set_string (value, self->draft_precision);
      break;
    case PROP_MTP:
      g_value_set_boolean (value, self->mtp);
      break;
    case N_PROPERTIES:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_scenario_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollScenario *self = PLIMSOLL_SCENARIO (object);

  switch ((PlimsollScenarioProperty) id)
    {
    case PROP_MODEL:
      plimsoll_scenario_set_model (self, g_value_get_object (value));
      break;
    case PROP_ACCELERATOR:
      plimsoll_scenario_set_accelerator (self, g_value_get_object (value));
      break;
    case PROP_PRECISION:
      plimsoll_scenario_set_precision (self, g_value_get_string (value));
      break;
    case PROP_BEYOND_LIMIT:
      plimsoll_scenario_set_beyond_limit (self, g_value_get_boolean (value));
      break;
    case PROP_PARALLEL:
      plimsoll_scenario_set_parallel (self, g_value_get_uint (value));
      break;
    case PROP_CONTEXT_LENGTH:
      plimsoll_scenario_set_context_length (self, g_value_get_uint64 (value));
      break;
    case PROP_KV_TYPE:
      plimsoll_scenario_set_kv_types (self, g_value_get_string (value), g_value_get_string (value));
      break;
    case PROP_KV_K_TYPE:
      plimsoll_scenario_set_kv_types (self, g_value_get_string (value), NULL);
      break;
    case PROP_KV_V_TYPE:
      plimsoll_scenario_set_kv_types (self, NULL, g_value_get_string (value));
      break;
    case PROP_ENGINE:
      plimsoll_scenario_set_engine (self, g_value_get_enum (value));
      break;
    case PROP_UNIFIED_KV:
      plimsoll_scenario_store_boolean (self, PROP_UNIFIED_KV, &self->unified_kv,
                                       g_value_get_boolean (value));
      break;
    case PROP_ACCELERATOR_COUNT:
      plimsoll_scenario_store_uint (self, PROP_ACCELERATOR_COUNT, &self->accelerator_count,
                                    g_value_get_uint (value));
      break;
    case PROP_SPLIT:
      set_split (self, g_value_get_enum (value));
      break;
    case PROP_FURTHER_ACCELERATORS:
      plimsoll_scenario_set_further_accelerators (self, g_value_get_boxed (value));
      break;
    case PROP_TENSOR_SPLIT:
      plimsoll_scenario_set_tensor_split (self, g_value_get_string (value));
      break;
    case PROP_MAIN_GPU:
      plimsoll_scenario_store_uint (self, PROP_MAIN_GPU, &self->main_gpu, g_value_get_uint (value));
      break;
    case PROP_SYSTEM_MEMORY:
      plimsoll_scenario_store_uint64 (self, PROP_SYSTEM_MEMORY, &self->system_memory,
                                      g_value_get_uint64 (value));
      break;
    case PROP_MEMORY_IN_USE:
      plimsoll_scenario_store_uint64 (self, PROP_MEMORY_IN_USE, &self->memory_in_use,
                                      g_value_get_uint64 (value));
      break;
    case PROP_FLASH_ATTENTION:
      plimsoll_scenario_store_boolean (self, PROP_FLASH_ATTENTION, &self->flash_attention,
                                       g_value_get_boolean (value));
      break;
    case PROP_UBATCH:
      plimsoll_scenario_store_uint (self, PROP_UBATCH, &self->ubatch, g_value_get_uint (value));
      break;
    case PROP_ALL_OUTPUTS:
      plimsoll_scenario_store_boolean (self, PROP_ALL_OUTPUTS, &self->all_outputs,
                                       g_value_get_boolean (value));
      break;
    case PROP_NGL:
      store_int (self, PROP_NGL, &self->ngl, g_value_get_int (value));
      break;
    case PROP_N_CPU_MOE:
      plimsoll_scenario_store_uint (self, PROP_N_CPU_MOE, &self->n_cpu_moe,
                                    g_value_get_uint (value));
      break;
    case PROP_PROMPT_LENGTH:
      plimsoll_scenario_store_uint (self, PROP_PROMPT_LENGTH, &self->prompt_length,
                                    g_value_get_uint (value));
      break;
    case PROP_DEPTH:
      plimsoll_scenario_store_uint64 (self, PROP_DEPTH, &self->depth, g_value_get_uint64 (value));
      break;
    case PROP_HOURS_PER_DAY:
      store_double (self, PROP_HOURS_PER_DAY, &self->hours_per_day, g_value_get_double (value));
      break;
    case PROP_UTILIZATION:
      store_double (self, PROP_UTILIZATION, &self->utilization, g_value_get_double (value));
      break;
    case PROP_INPUT_TOKENS:
      plimsoll_scenario_store_uint64 (self, PROP_INPUT_TOKENS, &self->input_tokens,
                                      g_value_get_uint64 (value));
      break;
    case PROP_OUTPUT_TOKENS:
      plimsoll_scenario_store_uint64 (self, PROP_OUTPUT_TOKENS, &self->output_tokens,
                                      g_value_get_uint64 (value));
      break;
    case PROP_ELECTRICITY_PRICE:
      store_double (self, PROP_ELECTRICITY_PRICE, &self->electricity_price,
                    g_value_get_double (value));
      break;
    case PROP_PURCHASE_PRICE:
      store_double (self, PROP_PURCHASE_PRICE, &self->purchase_price, g_value_get_double (value));
      break;
    case PROP_POWER_DRAW:
      store_double (self, PROP_POWER_DRAW, &self->power_draw, g_value_get_double (value));
      break;
    case PROP_RESALE:
      store_double (self, PROP_RESALE, &self->resale, g_value_get_double (value));
      break;
    case PROP_API_INPUT_PRICE:
      store_double (self, PROP_API_INPUT_PRICE, &self->api_input_price, g_value_get_double (value));
      break;
    case PROP_API_OUTPUT_PRICE:
      store_double (self, PROP_API_OUTPUT_PRICE, &self->api_output_price,
                    g_value_get_double (value));
      break;
    case PROP_OFFER:
      set_label (self, PROP_OFFER, &self->offer, g_value_get_string (value), MAX_OFFER);
      break;
    case PROP_CURRENCY:
      set_label (self, PROP_CURRENCY, &self->currency, g_value_get_string (value), MAX_CURRENCY);
      break;
    case PROP_EXCHANGE_RATE:
      store_double (self, PROP_EXCHANGE_RATE, &self->exchange_rate, g_value_get_double (value));
      break;
    case PROP_HORIZON:
      plimsoll_scenario_store_uint (self, PROP_HORIZON, &self->horizon, g_value_get_uint (value));
      break;
    case PROP_GPU_MEMORY_UTILIZATION:
      store_double (self, PROP_GPU_MEMORY_UTILIZATION, &self->gpu_memory_utilization,
                    g_value_get_double (value));
      break;
    case PROP_TENSOR_PARALLEL:
      plimsoll_scenario_store_uint (self, PROP_TENSOR_PARALLEL, &self->tensor_parallel,
                                    g_value_get_uint (value));
      break;
    case PROP_PIPELINE_PARALLEL:
      plimsoll_scenario_store_uint (self, PROP_PIPELINE_PARALLEL, &self->pipeline_parallel,
                                    g_value_get_uint (value));
      break;
    case PROP_MAX_NUM_SEQS:
      plimsoll_scenario_store_uint (self, PROP_MAX_NUM_SEQS, &self->max_num_seqs,
                                    g_value_get_uint (value));
      break;
    case PROP_MAX_NUM_BATCHED_TOKENS:
      plimsoll_scenario_store_uint (self, PROP_MAX_NUM_BATCHED_TOKENS,
                                    &self->max_num_batched_tokens, g_value_get_uint (value));
      break;
    case PROP_PROJECTOR:
      plimsoll_scenario_set_projector (self, g_value_get_object (value));
      break;
    case PROP_PROJECTOR_COMPUTE:
      plimsoll_scenario_store_uint64 (self, PROP_PROJECTOR_COMPUTE, &self->projector_compute,
                                      g_value_get_uint64 (value));
      break;
    case PROP_ADAPTERS:
      plimsoll_scenario_set_adapters (self, g_value_get_boxed (value));
      break;
    case PROP_DRAFT:
      plimsoll_scenario_set_draft (self, g_value_get_object (value));
      break;
    case PROP_DRAFT_PRECISION:
      plimsoll_scenario_set_draft_precision (self, g_value_get_string (value));
      break;
    case PROP_MTP:
      plimsoll_scenario_store_boolean (self, PROP_MTP, &self->mtp, g_value_get_boolean (value));
      break;
    case PROP_CONTEXT_LIMIT:
    case N_PROPERTIES:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

void
plimsoll_scenario_install_properties (GObjectClass *object_class)
{
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  /* Laxly validated: a value out of range is clamped, which is no fault of the program. */
  const GParamFlags flags = read | G_PARAM_WRITABLE | G_PARAM_LAX_VALIDATION;

  object_class->get_property = plimsoll_scenario_get_property;
  object_class->set_property = plimsoll_scenario_set_property;

  properties[PROP_MODEL] = g_param_spec_object ("model", NULL, NULL, PLIMSOLL_TYPE_MODEL, flags);
  properties[PROP_ACCELERATOR] =
    g_param_spec_object ("accelerator", NULL, NULL, PLIMSOLL_TYPE_ACCELERATOR, flags);
  properties[PROP_PRECISION] = g_param_spec_string ("precision", NULL, NULL, "Q4_K_M", flags);
  properties[PROP_BEYOND_LIMIT] = g_param_spec_boolean ("beyond-limit", NULL, NULL, FALSE, flags);
  properties[PROP_PARALLEL] =
    g_param_spec_uint ("parallel", NULL, NULL, 1, PLIMSOLL_MAX_PARALLEL, 1, flags);
  properties[PROP_CONTEXT_LENGTH] =
    g_param_spec_uint64 ("context-length", NULL, NULL, 1, PLIMSOLL_MAX_CONTEXT,
                         PLIMSOLL_DEFAULT_CONTEXT, flags);
  properties[PROP_CONTEXT_LIMIT] =
    g_param_spec_uint64 ("context-limit", NULL, NULL, 1, PLIMSOLL_MAX_CONTEXT, PLIMSOLL_MAX_CONTEXT,
                         read);
  properties[PROP_KV_TYPE] = g_param_spec_string ("kv-type", NULL, NULL, "f16", flags);
  properties[PROP_KV_K_TYPE] = g_param_spec_string ("kv-k-type", NULL, NULL, "f16", flags);
  properties[PROP_KV_V_TYPE] = g_param_spec_string ("kv-v-type", NULL, NULL, "f16", flags);
  properties[PROP_ENGINE] = g_param_spec_enum ("engine", NULL, NULL, PLIMSOLL_TYPE_ENGINE,
                                               PLIMSOLL_ENGINE_LLAMA_CPP, flags);
  properties[PROP_UNIFIED_KV] = g_param_spec_boolean ("unified-kv", NULL, NULL, TRUE, flags);
  properties[PROP_ACCELERATOR_COUNT] =
    g_param_spec_uint ("accelerator-count", NULL, NULL, 0, PLIMSOLL_MAX_DEVICES, 1, flags);
  properties[PROP_SPLIT] =
    g_param_spec_enum ("split", NULL, NULL, PLIMSOLL_TYPE_SPLIT, PLIMSOLL_SPLIT_LAYER, flags);
  properties[PROP_FURTHER_ACCELERATORS] =
    g_param_spec_boxed ("further-accelerators", NULL, NULL, G_TYPE_PTR_ARRAY, flags);
  properties[PROP_TENSOR_SPLIT] = g_param_spec_string ("tensor-split", NULL, NULL, "", flags);
  properties[PROP_MAIN_GPU] =
    g_param_spec_uint ("main-gpu", NULL, NULL, 0, PLIMSOLL_MAX_DEVICES - 1, 0, flags);
  properties[PROP_SYSTEM_MEMORY] =
    g_param_spec_uint64 ("system-memory", NULL, NULL, 0, PLIMSOLL_MAX_SYSTEM_MEMORY, 64 * GIB,
                         flags);
  properties[PROP_MEMORY_IN_USE] =
    g_param_spec_uint64 ("memory-in-use", NULL, NULL, 0, PLIMSOLL_MAX_SYSTEM_MEMORY, 0, flags);
  properties[PROP_FLASH_ATTENTION] =
    g_param_spec_boolean ("flash-attention", NULL, NULL, TRUE, flags);
  properties[PROP_UBATCH] =
    g_param_spec_uint ("ubatch", NULL, NULL, 1, PLIMSOLL_MAX_UBATCH, 512, flags);
  properties[PROP_ALL_OUTPUTS] = g_param_spec_boolean ("all-outputs", NULL, NULL, FALSE, flags);
  properties[PROP_NGL] =
    g_param_spec_int ("ngl", NULL, NULL, PLIMSOLL_ALL_LAYERS, 9999, PLIMSOLL_ALL_LAYERS, flags);
  properties[PROP_N_CPU_MOE] = g_param_spec_uint ("n-cpu-moe", NULL, NULL, 0, 9999, 0, flags);
  properties[PROP_PROMPT_LENGTH] =
    g_param_spec_uint ("prompt-length", NULL, NULL, 1, (guint) PLIMSOLL_MAX_PROMPT, 2048, flags);
  properties[PROP_DEPTH] =
    g_param_spec_uint64 ("depth", NULL, NULL, 0, PLIMSOLL_MAX_CONTEXT, 0, flags);
  properties[PROP_HOURS_PER_DAY] =
    g_param_spec_double ("hours-per-day", NULL, NULL, 0, 24, 4, flags);
  properties[PROP_ELECTRICITY_PRICE] =
    g_param_spec_double ("electricity-price", NULL, NULL, 0, 1e6, 0.175, flags);
  properties[PROP_UTILIZATION] =
    g_param_spec_double ("utilization", NULL, NULL, PLIMSOLL_MIN_UTILIZATION, 1,
                         PLIMSOLL_UTILIZATION, flags);
  properties[PROP_INPUT_TOKENS] =
    g_param_spec_uint64 ("input-tokens", NULL, NULL, 0, (guint64) PLIMSOLL_MAX_TOKENS_A_MONTH, 0,
                         flags);
  properties[PROP_OUTPUT_TOKENS] =
    g_param_spec_uint64 ("output-tokens", NULL, NULL, 0, (guint64) PLIMSOLL_MAX_TOKENS_A_MONTH, 0,
                         flags);
  properties[PROP_PURCHASE_PRICE] =
    g_param_spec_double ("purchase-price", NULL, NULL, 0, PLIMSOLL_MAX_MONEY, 0, flags);
  properties[PROP_POWER_DRAW] = g_param_spec_double ("power-draw", NULL, NULL, 0, 1e6, 0, flags);
  properties[PROP_RESALE] = g_param_spec_double ("resale", NULL, NULL, 0, 1, 0, flags);
  properties[PROP_HORIZON] =
    g_param_spec_uint ("horizon", NULL, NULL, 1, PLIMSOLL_MAX_HORIZON, 36, flags);
  properties[PROP_API_INPUT_PRICE] =
    g_param_spec_double ("api-input-price", NULL, NULL, 0, 1e6, 0, flags);
  properties[PROP_API_OUTPUT_PRICE] =
    g_param_spec_double ("api-output-price", NULL, NULL, 0, 1e6, 0, flags);
  properties[PROP_OFFER] = g_param_spec_string ("offer", NULL, NULL, "", flags);
  properties[PROP_CURRENCY] = g_param_spec_string ("currency", NULL, NULL, "$", flags);
  properties[PROP_EXCHANGE_RATE] =
    g_param_spec_double ("exchange-rate", NULL, NULL, 1e-6, 1e6, 1, flags);
  properties[PROP_GPU_MEMORY_UTILIZATION] =
    g_param_spec_double ("gpu-memory-utilization", NULL, NULL, 0, 1, 0, flags);
  properties[PROP_TENSOR_PARALLEL] =
    g_param_spec_uint ("tensor-parallel", NULL, NULL, 0, PLIMSOLL_MAX_DEVICES, 0, flags);
  properties[PROP_PIPELINE_PARALLEL] =
    g_param_spec_uint ("pipeline-parallel", NULL, NULL, 0, PLIMSOLL_MAX_DEVICES, 0, flags);
  properties[PROP_MAX_NUM_SEQS] =
    g_param_spec_uint ("max-num-seqs", NULL, NULL, 0, PLIMSOLL_MAX_SERVING_SEQUENCES, 0, flags);
  properties[PROP_MAX_NUM_BATCHED_TOKENS] =
    g_param_spec_uint ("max-num-batched-tokens", NULL, NULL, 0, PLIMSOLL_MAX_BATCHED_TOKENS, 0,
                       flags);
  properties[PROP_PROJECTOR] =
    g_param_spec_object ("projector", NULL, NULL, PLIMSOLL_TYPE_ADDITION, flags);
  properties[PROP_PROJECTOR_COMPUTE] =
    g_param_spec_uint64 ("projector-compute", NULL, NULL, 0, PLIMSOLL_MAX_SYSTEM_MEMORY, 0, flags);
  properties[PROP_ADAPTERS] = g_param_spec_boxed ("adapters", NULL, NULL, G_TYPE_PTR_ARRAY, flags);
  properties[PROP_DRAFT] = g_param_spec_object ("draft", NULL, NULL, PLIMSOLL_TYPE_MODEL, flags);
  properties[PROP_DRAFT_PRECISION] = g_param_spec_string ("draft-precision", NULL, NULL, "", flags);
  properties[PROP_MTP] = g_param_spec_boolean ("mtp", NULL, NULL, FALSE, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

/* In the order of the properties: what bounds the context comes before it. */
void
plimsoll_scenario_assign (PlimsollScenario *self, PlimsollScenario *other)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (other));

  g_object_freeze_notify (G_OBJECT (self));

  for (guint id = PROP_MODEL; id < G_N_ELEMENTS (properties); id++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      if (id == PROP_CONTEXT_LIMIT || id == PROP_KV_TYPE || id == PROP_PRECISION)
        continue;

      g_value_init (&value, properties[id]->value_type);
      plimsoll_scenario_get_property (G_OBJECT (other), id, &value, properties[id]);
      plimsoll_scenario_set_property (G_OBJECT (self), id, &value, properties[id]);
    }

  plimsoll_scenario_set_precisions (self, other->precision, other->native);
  self->context_asked = other->context_asked;
  plimsoll_scenario_update_context (self);

  g_object_thaw_notify (G_OBJECT (self));
}
