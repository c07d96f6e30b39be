/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-sizer.h"

#include "plimsoll-accelerator.h"

#include <glib/gi18n.h>
#include <string.h>

/* Past the input that changes the scenario, ahead of the frame that shows the answer. */
#define PRIORITY G_PRIORITY_HIGH_IDLE

#define N_TYPES PLIMSOLL_PRECISION_COUNT

struct _PlimsollSizer
{
  GObject parent_instance;

  PlimsollScenario *scenario;
  PlimsollEstimate estimate;
  PlimsollPlan plan;
  PlimsollWeights *weights;
  guint pending;
  guint64 computations;

  /* Of this model. */
  PlimsollModel *model;
  PlimsollWeights *by_type[N_TYPES];
  gboolean known[N_TYPES];
  GArray *sizes[2]; /* of PlimsollPrecisionSize: file types, native precisions */
};

G_DEFINE_FINAL_TYPE (PlimsollSizer, plimsoll_sizer, G_TYPE_OBJECT)

typedef enum
{
  PROP_SCENARIO = 1,
  PROP_ESTIMATE,
  PROP_WEIGHTS,
} PlimsollSizerProperty;

static GParamSpec *properties[PROP_WEIGHTS + 1];

/* --- Weights, kept for each model --- */

static void
forget_model (PlimsollSizer *self)
{
  for (gsize i = 0; i < N_TYPES; i++)
    g_clear_pointer (&self->by_type[i], plimsoll_weights_unref);
  memset (self->known, 0, sizeof self->known);
  for (gsize i = 0; i < G_N_ELEMENTS (self->sizes); i++)
    g_clear_pointer (&self->sizes[i], g_array_unref);
  g_clear_object (&self->model);
}

static void
follow_model (PlimsollSizer *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);

  if (self->model == model)
    return;

  forget_model (self);
  g_set_object (&self->model, model);
}

static PlimsollWeights *
weights_for (PlimsollSizer *self, PlimsollPrecision type)
{
  follow_model (self);

  if (self->model == NULL || type >= N_TYPES)
    return NULL;

  if (!self->known[type])
    {
      self->known[type] = TRUE;
      self->by_type[type] = plimsoll_precision_weights_by_plan (self->model, NULL, type);
    }

  return self->by_type[type];
}

static gboolean
wants_native (PlimsollSizer *self)
{
  return plimsoll_engine_serves (plimsoll_scenario_get_engine (self->scenario));
}

static PlimsollPrecision
scenario_type (PlimsollSizer *self)
{
  PlimsollPrecision type = PLIMSOLL_FILE_TYPE_Q4_K_M;

  plimsoll_precision_from_name (plimsoll_scenario_get_precision (self->scenario),
                                wants_native (self), &type);

  return type;
}

/* --- The answer --- */

static void
refuse (PlimsollEstimate *estimate, const char *why)
{
  memset (estimate, 0, sizeof *estimate);
  estimate->refusal = why;
}

void
plimsoll_sizer_answer (PlimsollModel *model,
                       const PlimsollHardware *hardware,
                       const PlimsollWeights *weights,
                       const PlimsollQuestion *question,
                       PlimsollEstimate *estimate)
{
  /* Padding too, since answers are compared as bytes. */
  memset (estimate, 0, sizeof *estimate);

  if (model == NULL)
    {
      refuse (estimate, N_("No model is chosen"));
      return;
    }
  if (weights == NULL)
    {
      refuse (estimate, N_("This model cannot be had in this precision"));
      return;
    }
  if (hardware->n_kinds == 0 && question->n_devices > 0)
    {
      refuse (estimate, N_("No accelerator is chosen"));
      return;
    }

  plimsoll_estimate (plimsoll_model_get_spec (model), weights, hardware, question, estimate);
}

static void
answer (PlimsollSizer *self,
        const PlimsollHardware *hardware,
        const PlimsollWeights *weights,
        const PlimsollQuestion *question,
        PlimsollEstimate *estimate)
{
  plimsoll_sizer_answer (self->model, hardware, weights, question, estimate);
}

static void
own_hardware (PlimsollSizer *self, PlimsollHardware *hardware)
{
  plimsoll_scenario_get_hardware (self->scenario,
                                  plimsoll_scenario_get_accelerator_count (self->scenario),
                                  hardware);
}

void
plimsoll_sizer_plan (PlimsollModel *model,
                     const PlimsollHardware *hardware,
                     const PlimsollWeights *weights,
                     const PlimsollQuestion *question,
                     PlimsollEstimate *estimate,
                     PlimsollPlan *plan,
                     PlimsollPlanOptions *options)
{
  if (options != NULL)
    options->n = 0;

  memset (plan, 0, sizeof *plan);
  if (!estimate->valid
      || (estimate->verdict != PLIMSOLL_VERDICT_EXCEEDS
          && estimate->verdict != PLIMSOLL_VERDICT_OFFLOAD)
      || !plimsoll_planner_find (plan, plimsoll_model_get_spec (model), weights, hardware, question,
                                 options))
    return;

  if (estimate->verdict == PLIMSOLL_VERDICT_EXCEEDS && question->ngl == PLIMSOLL_ALL_LAYERS
      && question->n_cpu_moe == 0)
    {
      estimate->verdict = PLIMSOLL_VERDICT_OFFLOAD;
      estimate->planned = TRUE;
      estimate->plan_complete = plan->complete;
      estimate->speed = plan->speed;
    }
}

static gboolean
same_plan (const PlimsollPlan *one, const PlimsollPlan *other)
{
  if (!one->found || !other->found)
    return one->found == other->found;

  return one->question.ngl == other->question.ngl
         && one->question.n_cpu_moe == other->question.n_cpu_moe
         && one->question.ubatch == other->question.ubatch
         && memcmp (one->question.device_shares, other->question.device_shares,
                    sizeof one->question.device_shares)
              == 0
         && one->host_required == other->host_required
         && one->device_required == other->device_required;
}

static void
compute (PlimsollSizer *self)
{
  PlimsollWeights *weights = weights_for (self, scenario_type (self));
  PlimsollHardware hardware;
  PlimsollEstimate estimate;
  PlimsollQuestion question;
  PlimsollPlan plan;

  self->computations++;
  plimsoll_scenario_get_question (self->scenario, &question);
  own_hardware (self, &hardware);
  answer (self, &hardware, weights, &question, &estimate);
  plimsoll_sizer_plan (self->model, &hardware, weights, &question, &estimate, &plan, NULL);

  g_object_freeze_notify (G_OBJECT (self));

  if (self->weights != weights)
    {
      g_clear_pointer (&self->weights, plimsoll_weights_unref);
      self->weights = weights != NULL ? plimsoll_weights_ref (weights) : NULL;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WEIGHTS]);
    }
  if (memcmp (&self->estimate, &estimate, sizeof estimate) != 0 || !same_plan (&self->plan, &plan))
    {
      self->plan = plan;
      memcpy (&self->estimate, &estimate, sizeof estimate);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ESTIMATE]);
    }

  g_object_thaw_notify (G_OBJECT (self));
}

static gboolean
compute_cb (gpointer data)
{
  PlimsollSizer *self = PLIMSOLL_SIZER (data);

  self->pending = 0;
  compute (self);

  return G_SOURCE_REMOVE;
}

static void
scenario_changed_cb (PlimsollSizer *self)
{
  if (self->pending == 0)
    self->pending = g_idle_add_full (PRIORITY, compute_cb, self, NULL);
}

/* --- GObject --- */

static void
plimsoll_sizer_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollSizer *self = PLIMSOLL_SIZER (object);

  switch ((PlimsollSizerProperty) id)
    {
    case PROP_SCENARIO:
      g_value_set_object (value, self->scenario);
      break;
    case PROP_ESTIMATE:
      g_value_set_boxed (value, &self->estimate);
      break;
    case PROP_WEIGHTS:
      g_value_set_boxed (value, self->weights);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_sizer_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollSizer *self = PLIMSOLL_SIZER (object);

  switch ((PlimsollSizerProperty) id)
    {
    case PROP_SCENARIO:
      self->scenario = g_value_dup_object (value);
      break;
    case PROP_ESTIMATE:
    case PROP_WEIGHTS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_sizer_constructed (GObject *object)
{
  PlimsollSizer *self = PLIMSOLL_SIZER (object);

  G_OBJECT_CLASS (plimsoll_sizer_parent_class)->constructed (object);

  if (self->scenario == NULL)
    self->scenario = plimsoll_scenario_new ();

  g_signal_connect_object (self->scenario, "notify", G_CALLBACK (scenario_changed_cb), self,
                           G_CONNECT_SWAPPED);
  compute (self);
}

static void
plimsoll_sizer_dispose (GObject *object)
{
  PlimsollSizer *self = PLIMSOLL_SIZER (object);

  g_clear_handle_id (&self->pending, g_source_remove);
  forget_model (self);
  g_clear_pointer (&self->weights, plimsoll_weights_unref);
  g_clear_object (&self->scenario);

  G_OBJECT_CLASS (plimsoll_sizer_parent_class)->dispose (object);
}

static void
plimsoll_sizer_class_init (PlimsollSizerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_sizer_get_property;
  object_class->set_property = plimsoll_sizer_set_property;
  object_class->constructed = plimsoll_sizer_constructed;
  object_class->dispose = plimsoll_sizer_dispose;

  properties[PROP_SCENARIO] =
    g_param_spec_object ("scenario", NULL, NULL, PLIMSOLL_TYPE_SCENARIO,
                         flags | G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_ESTIMATE] =
    g_param_spec_boxed ("estimate", NULL, NULL, PLIMSOLL_TYPE_ESTIMATE, flags);
  properties[PROP_WEIGHTS] =
    g_param_spec_boxed ("weights", NULL, NULL, PLIMSOLL_TYPE_WEIGHTS, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_sizer_init (PlimsollSizer *self)
{
}

/* --- Public --- */

PlimsollSizer *
plimsoll_sizer_new (PlimsollScenario *scenario)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), NULL);

  return g_object_new (PLIMSOLL_TYPE_SIZER, "scenario", scenario, NULL);
}

PlimsollScenario *
plimsoll_sizer_get_scenario (PlimsollSizer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), NULL);

  return self->scenario;
}

const PlimsollEstimate *
plimsoll_sizer_get_estimate (PlimsollSizer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), NULL);

  return &self->estimate;
}

const PlimsollWeights *
plimsoll_sizer_get_weights (PlimsollSizer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), NULL);

  return self->weights;
}

const PlimsollPlan *
plimsoll_sizer_get_plan (PlimsollSizer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), NULL);

  return self->plan.found ? &self->plan : NULL;
}

void
plimsoll_sizer_flush (PlimsollSizer *self)
{
  g_return_if_fail (PLIMSOLL_IS_SIZER (self));

  if (self->pending == 0)
    return;

  g_clear_handle_id (&self->pending, g_source_remove);
  compute (self);
}

guint64
plimsoll_sizer_get_computations (PlimsollSizer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), 0);

  return self->computations;
}

const PlimsollWeights *
plimsoll_sizer_get_weights_for (PlimsollSizer *self, PlimsollPrecision type)
{
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), NULL);

  return weights_for (self, type);
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const PlimsollPrecisionSize *one = a;
  const PlimsollPrecisionSize *other = b;

  return (one->file_bytes > other->file_bytes) - (one->file_bytes < other->file_bytes);
}

static void
add_size (PlimsollSizer *self, GArray *sizes, PlimsollPrecision type)
{
  const PlimsollWeights *weights = weights_for (self, type);
  PlimsollPrecisionSize size = { .info = plimsoll_precision_info (type) };

  if (weights == NULL)
    return;

  size.file_bytes = weights->file_bytes;
  size.bits_per_weight = weights->bits_per_weight;
  size.exactness = weights->exactness;
  g_array_append_val (sizes, size);
}

const PlimsollPrecisionSize *
plimsoll_sizer_precision_sizes (PlimsollSizer *self, gsize *n)
{
  GArray *sizes;
  gboolean native;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  follow_model (self);

  native = wants_native (self);
  sizes = self->sizes[native];
  if (sizes == NULL)
    {
      sizes = self->sizes[native] = g_array_new (FALSE, FALSE, sizeof (PlimsollPrecisionSize));
      for (guint i = 0; i < PLIMSOLL_PRECISION_COUNT; i++)
        if (plimsoll_precision_suits (self->model, i, native))
          add_size (self, sizes, i);
      g_array_sort (sizes, compare_sizes);
    }

  *n = sizes->len;

  return (const PlimsollPrecisionSize *) (gpointer) sizes->data;
}

void
plimsoll_sizer_estimate_at (PlimsollSizer *self,
                            const guint64 *contexts,
                            gsize n,
                            PlimsollEstimate *estimates)
{
  const PlimsollWeights *weights;
  PlimsollHardware hardware;
  PlimsollQuestion question;

  g_return_if_fail (PLIMSOLL_IS_SIZER (self));
  g_return_if_fail (n == 0 || (contexts != NULL && estimates != NULL));

  own_hardware (self, &hardware);
  weights = weights_for (self, scenario_type (self));
  plimsoll_scenario_get_question (self->scenario, &question);

  for (gsize i = 0; i < n; i++)
    {
      question.context = contexts[i];
      answer (self, &hardware, weights, &question, &estimates[i]);
    }
}

void
plimsoll_sizer_ask_on (PlimsollSizer *self,
                       PlimsollAccelerator *accelerator,
                       PlimsollQuestion *question)
{
  g_return_if_fail (PLIMSOLL_IS_SIZER (self));

  question->n_devices = plimsoll_scenario_devices_on (self->scenario, accelerator);
  /* Shares and the main device are of the scenario's own devices. */
  question->main_device = 0;
  memset (question->device_shares, 0, sizeof question->device_shares);
}

void
plimsoll_sizer_hardware_of (PlimsollSizer *self,
                            PlimsollAccelerator *accelerator,
                            guint32 n_devices,
                            PlimsollHardware *hardware)
{
  PlimsollAcceleratorFacts device;

  g_return_if_fail (PLIMSOLL_IS_SIZER (self));

  if (accelerator == NULL)
    {
      own_hardware (self, hardware);
      return;
    }

  plimsoll_accelerator_facts_per_device (plimsoll_accelerator_get_facts (accelerator), &device);
  plimsoll_hardware_init_one_kind (hardware, &device, n_devices);
}

void
plimsoll_sizer_estimate_with (PlimsollSizer *self,
                              PlimsollAccelerator *accelerator,
                              const PlimsollPrecision *type,
                              const PlimsollQuestion *question,
                              PlimsollEstimate *estimate)
{
  PlimsollHardware hardware;
  PlimsollQuestion own;

  g_return_if_fail (PLIMSOLL_IS_SIZER (self));
  g_return_if_fail (estimate != NULL);

  if (question == NULL)
    {
      plimsoll_scenario_get_question (self->scenario, &own);
      if (accelerator != NULL)
        plimsoll_sizer_ask_on (self, accelerator, &own);
      question = &own;
    }

  plimsoll_sizer_hardware_of (self, accelerator, question->n_devices, &hardware);

  plimsoll_sizer_estimate_on (self, &hardware, type, question, estimate);
}

void
plimsoll_sizer_estimate_on (PlimsollSizer *self,
                            const PlimsollHardware *hardware,
                            const PlimsollPrecision *type,
                            const PlimsollQuestion *question,
                            PlimsollEstimate *estimate)
{
  g_return_if_fail (PLIMSOLL_IS_SIZER (self));
  g_return_if_fail (hardware != NULL && question != NULL && estimate != NULL);

  answer (self, hardware, weights_for (self, type != NULL ? *type : scenario_type (self)), question,
          estimate);
}

static guint64
less (guint64 from, guint64 what)
{
  return from > what ? from - what : 0;
}

void
plimsoll_sizer_get_savings (PlimsollSizer *self, PlimsollSavings *savings)
{
  const PlimsollPrecisionSize *sizes;
  const PlimsollWeights *weights;
  PlimsollQuestion question;
  PlimsollEstimate now;
  PlimsollEstimate changed;
  gsize n;

  g_return_if_fail (PLIMSOLL_IS_SIZER (self));
  g_return_if_fail (savings != NULL);

  memset (savings, 0, sizeof *savings);
  weights = weights_for (self, scenario_type (self));
  plimsoll_sizer_estimate_with (self, NULL, NULL, NULL, &now);
  if (!now.valid)
    return;

  plimsoll_scenario_get_question (self->scenario, &question);
  question.kv_k = wants_native (self) ? PLIMSOLL_FORMAT_I8 : PLIMSOLL_FORMAT_Q8_0;
  question.kv_v = question.kv_k;
  question.flash_attention = TRUE;
  plimsoll_sizer_estimate_with (self, NULL, NULL, &question, &changed);
  if (changed.valid)
    savings->q8_cache = less (now.memory.kv_cache, changed.memory.kv_cache);

  sizes = plimsoll_sizer_precision_sizes (self, &n);
  for (gsize i = 0; i < n; i++)
    {
      if (!plimsoll_precision_is_common (sizes[i].info->type))
        continue;
      if (sizes[i].file_bytes < weights->file_bytes)
        savings->smaller = sizes[i].info;
      if (sizes[i].file_bytes > weights->file_bytes && savings->larger == NULL)
        savings->larger = sizes[i].info;
    }

  if (savings->smaller != NULL)
    {
      plimsoll_sizer_estimate_with (self, NULL, &savings->smaller->type, NULL, &changed);
      savings->smaller_spares = less (now.required, changed.required);
    }
  if (savings->larger != NULL)
    {
      plimsoll_sizer_estimate_with (self, NULL, &savings->larger->type, NULL, &changed);
      savings->larger_needs = less (changed.required, now.required);
    }
}
