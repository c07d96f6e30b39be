/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scenario.h"

#include "plimsoll-file-type.h"
#include "plimsoll-kv-type.h"

#include <math.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)

#define DEFAULT_CONTEXT 32768
#define DEFAULT_BATCH 2048

struct _PlimsollScenario
{
  GObject parent_instance;

  PlimsollModel *model;
  PlimsollAccelerator *accelerator;
  char *precision;
  guint64 context_asked;
  guint64 context; /* what was asked, within the limit */
  guint64 context_limit;
  gboolean beyond_limit;
  const PlimsollKvType *kv_k;
  const PlimsollKvType *kv_v;
  PlimsollEngine engine;
  guint parallel;
  gboolean unified_kv;
  guint accelerator_count;
  PlimsollSplit split;
  guint64 system_memory;
  guint64 memory_in_use;
  gboolean flash_attention;
  guint ubatch;
  gboolean all_outputs;
  gint ngl;
  guint n_cpu_moe;
  guint prompt_length;
  guint64 depth;
  double hours_per_day;
  double electricity_price;
  double purchase_price;
  guint horizon;
};

G_DEFINE_FINAL_TYPE (PlimsollScenario, plimsoll_scenario, G_TYPE_OBJECT)

typedef enum
{
  PROP_MODEL = 1,
  PROP_ACCELERATOR,
  PROP_PRECISION,
  PROP_BEYOND_LIMIT,
  PROP_PARALLEL,
  PROP_CONTEXT_LENGTH,
  PROP_CONTEXT_LIMIT,
  PROP_KV_TYPE,
  PROP_KV_K_TYPE,
  PROP_KV_V_TYPE,
  PROP_ENGINE,
  PROP_UNIFIED_KV,
  PROP_ACCELERATOR_COUNT,
  PROP_SPLIT,
  PROP_SYSTEM_MEMORY,
  PROP_MEMORY_IN_USE,
  PROP_FLASH_ATTENTION,
  PROP_UBATCH,
  PROP_ALL_OUTPUTS,
  PROP_NGL,
  PROP_N_CPU_MOE,
  PROP_PROMPT_LENGTH,
  PROP_DEPTH,
  PROP_HOURS_PER_DAY,
  PROP_ELECTRICITY_PRICE,
  PROP_PURCHASE_PRICE,
  PROP_HORIZON,
} PlimsollScenarioProperty;

static GParamSpec *properties[PROP_HORIZON + 1];

/* --- Setting --- */

static void
notify (PlimsollScenario *self, PlimsollScenarioProperty id)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static gboolean
store_uint64 (PlimsollScenario *self, PlimsollScenarioProperty id, guint64 *field, guint64 value)
{
  const GParamSpecUInt64 *range = G_PARAM_SPEC_UINT64 (properties[id]);

  value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value)
    return FALSE;

  *field = value;
  notify (self, id);

  return TRUE;
}

static gboolean
store_uint (PlimsollScenario *self, PlimsollScenarioProperty id, guint *field, guint value)
{
  const GParamSpecUInt *range = G_PARAM_SPEC_UINT (properties[id]);

  value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value)
    return FALSE;

  *field = value;
  notify (self, id);

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
  notify (self, id);
}

static gboolean
store_boolean (PlimsollScenario *self, PlimsollScenarioProperty id, gboolean *field, gboolean value)
{
  value = !!value;
  if (*field == value)
    return FALSE;

  *field = value;
  notify (self, id);

  return TRUE;
}

/* Only a price may be unknown. */
static void
store_double (PlimsollScenario *self, PlimsollScenarioProperty id, double *field, double value)
{
  const GParamSpecDouble *range = G_PARAM_SPEC_DOUBLE (properties[id]);

  if (isnan (value) && id != PROP_PURCHASE_PRICE)
    return;
  if (!isnan (value))
    value = CLAMP (value, range->minimum, range->maximum);
  if (*field == value || (isnan (*field) && isnan (value)))
    return;

  *field = value;
  notify (self, id);
}

static guint64
model_limit (PlimsollScenario *self)
{
  return self->model != NULL ? plimsoll_model_get_max_context (self->model) : 0;
}

static void
update_context (PlimsollScenario *self)
{
  guint64 trained = model_limit (self);
  guint64 limit = PLIMSOLL_MAX_CONTEXT;

  if (trained != 0 && !self->beyond_limit)
    limit = MIN (limit, trained * self->parallel);

  if (self->context_limit != limit)
    {
      self->context_limit = limit;
      notify (self, PROP_CONTEXT_LIMIT);
    }

  store_uint64 (self, PROP_CONTEXT_LENGTH, &self->context, MIN (self->context_asked, limit));
}

static void
set_kv_types (PlimsollScenario *self, const char *k, const char *v)
{
  const PlimsollKvType *new_k = k != NULL ? plimsoll_kv_type_find (k) : NULL;
  const PlimsollKvType *new_v = v != NULL ? plimsoll_kv_type_find (v) : NULL;
  const char *before = plimsoll_scenario_get_kv_type (self);

  g_object_freeze_notify (G_OBJECT (self));

  if (new_k != NULL && new_k != self->kv_k)
    {
      self->kv_k = new_k;
      notify (self, PROP_KV_K_TYPE);
    }
  if (new_v != NULL && new_v != self->kv_v)
    {
      self->kv_v = new_v;
      notify (self, PROP_KV_V_TYPE);
    }
  if (plimsoll_scenario_get_kv_type (self) != before)
    notify (self, PROP_KV_TYPE);

  g_object_thaw_notify (G_OBJECT (self));
}

static void
set_context_asked (PlimsollScenario *self, guint64 tokens)
{
  self->context_asked = CLAMP (tokens, 1, self->context_limit);
  update_context (self);
}

static void
set_parallel (PlimsollScenario *self, guint parallel)
{
  if (store_uint (self, PROP_PARALLEL, &self->parallel, parallel))
    update_context (self);
}

static void
set_beyond_limit (PlimsollScenario *self, gboolean beyond)
{
  if (store_boolean (self, PROP_BEYOND_LIMIT, &self->beyond_limit, beyond))
    update_context (self);
}

static void
set_engine (PlimsollScenario *self, PlimsollEngine engine)
{
  if (self->engine == engine)
    return;

  self->engine = engine;
  notify (self, PROP_ENGINE);
}

static void
set_split (PlimsollScenario *self, PlimsollSplit split)
{
  if (self->split == split)
    return;

  self->split = split;
  notify (self, PROP_SPLIT);
}

/* --- GObject --- */

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
      g_value_set_string (value, self->precision);
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
    case PROP_ELECTRICITY_PRICE:
      g_value_set_double (value, self->electricity_price);
      break;
    case PROP_PURCHASE_PRICE:
      g_value_set_double (value, self->purchase_price);
      break;
    case PROP_HORIZON:
      g_value_set_uint (value, self->horizon);
      break;
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
      set_beyond_limit (self, g_value_get_boolean (value));
      break;
    case PROP_PARALLEL:
      set_parallel (self, g_value_get_uint (value));
      break;
    case PROP_CONTEXT_LENGTH:
      set_context_asked (self, g_value_get_uint64 (value));
      break;
    case PROP_KV_TYPE:
      set_kv_types (self, g_value_get_string (value), g_value_get_string (value));
      break;
    case PROP_KV_K_TYPE:
      set_kv_types (self, g_value_get_string (value), NULL);
      break;
    case PROP_KV_V_TYPE:
      set_kv_types (self, NULL, g_value_get_string (value));
      break;
    case PROP_ENGINE:
      set_engine (self, g_value_get_enum (value));
      break;
    case PROP_UNIFIED_KV:
      store_boolean (self, PROP_UNIFIED_KV, &self->unified_kv, g_value_get_boolean (value));
      break;
    case PROP_ACCELERATOR_COUNT:
      store_uint (self, PROP_ACCELERATOR_COUNT, &self->accelerator_count, g_value_get_uint (value));
      break;
    case PROP_SPLIT:
      set_split (self, g_value_get_enum (value));
      break;
    case PROP_SYSTEM_MEMORY:
      store_uint64 (self, PROP_SYSTEM_MEMORY, &self->system_memory, g_value_get_uint64 (value));
      break;
    case PROP_MEMORY_IN_USE:
      store_uint64 (self, PROP_MEMORY_IN_USE, &self->memory_in_use, g_value_get_uint64 (value));
      break;
    case PROP_FLASH_ATTENTION:
      store_boolean (self, PROP_FLASH_ATTENTION, &self->flash_attention,
                     g_value_get_boolean (value));
      break;
    case PROP_UBATCH:
      store_uint (self, PROP_UBATCH, &self->ubatch, g_value_get_uint (value));
      break;
    case PROP_ALL_OUTPUTS:
      store_boolean (self, PROP_ALL_OUTPUTS, &self->all_outputs, g_value_get_boolean (value));
      break;
    case PROP_NGL:
      store_int (self, PROP_NGL, &self->ngl, g_value_get_int (value));
      break;
    case PROP_N_CPU_MOE:
      store_uint (self, PROP_N_CPU_MOE, &self->n_cpu_moe, g_value_get_uint (value));
      break;
    case PROP_PROMPT_LENGTH:
      store_uint (self, PROP_PROMPT_LENGTH, &self->prompt_length, g_value_get_uint (value));
      break;
    case PROP_DEPTH:
      store_uint64 (self, PROP_DEPTH, &self->depth, g_value_get_uint64 (value));
      break;
    case PROP_HOURS_PER_DAY:
      store_double (self, PROP_HOURS_PER_DAY, &self->hours_per_day, g_value_get_double (value));
      break;
    case PROP_ELECTRICITY_PRICE:
      store_double (self, PROP_ELECTRICITY_PRICE, &self->electricity_price,
                    g_value_get_double (value));
      break;
    case PROP_PURCHASE_PRICE:
      store_double (self, PROP_PURCHASE_PRICE, &self->purchase_price, g_value_get_double (value));
      break;
    case PROP_HORIZON:
      store_uint (self, PROP_HORIZON, &self->horizon, g_value_get_uint (value));
      break;
    case PROP_CONTEXT_LIMIT:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_scenario_dispose (GObject *object)
{
  PlimsollScenario *self = PLIMSOLL_SCENARIO (object);

  g_clear_object (&self->model);
  g_clear_object (&self->accelerator);

  G_OBJECT_CLASS (plimsoll_scenario_parent_class)->dispose (object);
}

static void
plimsoll_scenario_finalize (GObject *object)
{
  PlimsollScenario *self = PLIMSOLL_SCENARIO (object);

  g_free (self->precision);

  G_OBJECT_CLASS (plimsoll_scenario_parent_class)->finalize (object);
}

/* Laxly validated: a value out of range is clamped, which is no fault of the program. */
static void
plimsoll_scenario_class_init (PlimsollScenarioClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags flags = read | G_PARAM_WRITABLE | G_PARAM_LAX_VALIDATION;

  object_class->get_property = plimsoll_scenario_get_property;
  object_class->set_property = plimsoll_scenario_set_property;
  object_class->dispose = plimsoll_scenario_dispose;
  object_class->finalize = plimsoll_scenario_finalize;

  properties[PROP_MODEL] = g_param_spec_object ("model", NULL, NULL, PLIMSOLL_TYPE_MODEL, flags);
  properties[PROP_ACCELERATOR] =
    g_param_spec_object ("accelerator", NULL, NULL, PLIMSOLL_TYPE_ACCELERATOR, flags);
  properties[PROP_PRECISION] = g_param_spec_string ("precision", NULL, NULL, "Q4_K_M", flags);
  properties[PROP_BEYOND_LIMIT] = g_param_spec_boolean ("beyond-limit", NULL, NULL, FALSE, flags);
  properties[PROP_PARALLEL] =
    g_param_spec_uint ("parallel", NULL, NULL, 1, PLIMSOLL_MAX_PARALLEL, 1, flags);
  properties[PROP_CONTEXT_LENGTH] =
    g_param_spec_uint64 ("context-length", NULL, NULL, 1, PLIMSOLL_MAX_CONTEXT, DEFAULT_CONTEXT,
                         flags);
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
    g_param_spec_double ("electricity-price", NULL, NULL, 0, 1000, 0.175, flags);
  properties[PROP_PURCHASE_PRICE] =
    g_param_spec_double ("purchase-price", NULL, NULL, 0, 1e9, 0, flags);
  properties[PROP_HORIZON] = g_param_spec_uint ("horizon", NULL, NULL, 1, 240, 36, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_scenario_init (PlimsollScenario *self)
{
  self->precision = g_strdup ("Q4_K_M");
  self->context_asked = DEFAULT_CONTEXT;
  self->context = DEFAULT_CONTEXT;
  self->context_limit = PLIMSOLL_MAX_CONTEXT;
  self->kv_k = plimsoll_kv_type_find ("f16");
  self->kv_v = self->kv_k;
  self->engine = PLIMSOLL_ENGINE_LLAMA_CPP;
  self->parallel = 1;
  self->unified_kv = TRUE;
  self->accelerator_count = 1;
  self->split = PLIMSOLL_SPLIT_LAYER;
  self->system_memory = 64 * GIB;
  self->flash_attention = TRUE;
  self->ubatch = 512;
  self->ngl = PLIMSOLL_ALL_LAYERS;
  self->prompt_length = 2048;
  self->hours_per_day = 4;
  self->electricity_price = 0.175;
  self->purchase_price = (double) NAN;
  self->horizon = 36;
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

      if (id == PROP_CONTEXT_LIMIT || id == PROP_KV_TYPE)
        continue;

      g_value_init (&value, properties[id]->value_type);
      plimsoll_scenario_get_property (G_OBJECT (other), id, &value, properties[id]);
      plimsoll_scenario_set_property (G_OBJECT (self), id, &value, properties[id]);
    }

  self->context_asked = other->context_asked;
  update_context (self);

  g_object_thaw_notify (G_OBJECT (self));
}

void
plimsoll_scenario_get_question (PlimsollScenario *self, PlimsollQuestion *question)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (question != NULL);

  plimsoll_question_init (question);

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
  question->n_devices = plimsoll_scenario_devices_on (self, self->accelerator);
  question->memory_in_use = self->memory_in_use;
  question->system_memory = self->system_memory;
  question->prompt = self->prompt_length;
  question->depth = self->depth;
}

guint
plimsoll_scenario_devices_on (PlimsollScenario *self, PlimsollAccelerator *accelerator)
{
  guint on_board = 1;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 0);

  if (accelerator != NULL)
    on_board = MAX (plimsoll_accelerator_get_facts (accelerator)->devices, 1);

  return MIN (self->accelerator_count * on_board, PLIMSOLL_MAX_DEVICES);
}

PlimsollModel *
plimsoll_scenario_get_model (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->model;
}

void
plimsoll_scenario_set_model (PlimsollScenario *self, PlimsollModel *model)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  g_object_freeze_notify (G_OBJECT (self));

  if (g_set_object (&self->model, model))
    {
      notify (self, PROP_MODEL);
      update_context (self);
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
    notify (self, PROP_ACCELERATOR);
}

const char *
plimsoll_scenario_get_precision (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->precision;
}

void
plimsoll_scenario_set_precision (PlimsollScenario *self, const char *precision)
{
  PlimsollFileType type;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (precision == NULL || !plimsoll_file_type_from_name (precision, &type))
    return;

  if (g_set_str (&self->precision, plimsoll_file_type_info (type)->name))
    notify (self, PROP_PRECISION);
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

  set_context_asked (self, tokens);
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

  set_kv_types (self, name, name);
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
