/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-measured-here.h"

#include "plimsoll-precision-weights.h"
#include "plimsoll-speed-plan.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Tables round to three digits. */
#define ROUNDING 0.005

/* --- What is modelled of the same --- */

typedef struct
{
  PlimsollSpeedPlan plan;
  guint64 tensor_bytes;
} Modelled;

/* As llama-bench runs it: all on one device, a cache of 16 bits, flash attention. */
static gboolean
modelled_init (Modelled *self,
               PlimsollModel *model,
               PlimsollPrecision precision,
               PlimsollAccelerator *accelerator)
{
  const PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
  PlimsollWeights *weights = plimsoll_precision_weights (model, precision);
  PlimsollAcceleratorFacts device;
  PlimsollHardware hardware;
  PlimsollQuestion question;
  PlimsollPlacement placement;

  if (weights == NULL)
    return FALSE;

  plimsoll_accelerator_facts_per_device (plimsoll_accelerator_get_facts (accelerator), &device);
  device.measured = NULL;
  plimsoll_hardware_init_one_kind (&hardware, &device, 1);
  plimsoll_question_init (&question);
  question.n_devices = 1;
  plimsoll_placement_init (&placement, spec, weights, &question);
  plimsoll_speed_plan_init (&self->plan, spec, weights, &placement, &hardware, &question,
                            plimsoll_speed_constants ());
  self->tensor_bytes = weights->tensor_bytes;
  plimsoll_weights_unref (weights);

  return self->plan.rule == PLIMSOLL_SPEED_ONE_DEVICE;
}

/* Tokens/s of one figure of llama-bench; NAN. */
static double
modelled_speed (const Modelled *self, const PlimsollMeasuredTest *test)
{
  if (test->prompt > 0)
    return test->prompt
           / plimsoll_speed_plan_prompt (&self->plan, (double) test->depth, test->prompt);

  return test->generated
         / plimsoll_speed_plan_tokens (&self->plan, (double) test->depth, test->generated);
}

/* The geometric mean of measured ÷ modelled over the figures of one sort; NAN of none. */
static double
mean_factor (const Modelled *self, PlimsollMeasurement *measurement, gboolean is_prefill)
{
  guint n_tests, n = 0;
  const PlimsollMeasuredTest *tests = plimsoll_measurement_get_tests (measurement, &n_tests);
  double sum = 0;

  for (guint i = 0; i < n_tests; i++)
    {
      const double factor = tests[i].speed / modelled_speed (self, &tests[i]);

      /* Of one that reads and generates it is not known which took how long. */
      if ((tests[i].prompt > 0 && tests[i].generated > 0) || (tests[i].prompt > 0) != is_prefill
          || !(factor > 0) || isinf (factor))
        continue;
      sum += log (factor);
      n++;
    }

  return n > 0 ? exp (sum / n) : (double) NAN;
}

/* --- Into the facts --- */

static void
add_run (PlimsollMeasuredRuns *runs,
         PlimsollMeasurement *measurement,
         PlimsollModelList *models,
         PlimsollAccelerator *accelerator)
{
  PlimsollModel *model =
    plimsoll_model_list_lookup (models, plimsoll_measurement_get_model (measurement));
  PlimsollPrecision precision;
  PlimsollMeasuredRun run;
  Modelled modelled;

  if (model == NULL
      || !plimsoll_precision_from_name (plimsoll_measurement_get_precision (measurement), FALSE,
                                        &precision)
      || !modelled_init (&modelled, model, precision, accelerator))
    return;

  run = (PlimsollMeasuredRun) {
    .tensor_bytes = modelled.tensor_bytes,
    .decode = mean_factor (&modelled, measurement, FALSE),
    .prefill = mean_factor (&modelled, measurement, TRUE),
  };
  if (isnan (run.decode) && isnan (run.prefill))
    return;

  /* Of more than can be kept the newest count. */
  if (runs->n == PLIMSOLL_MAX_MEASURED_RUNS)
    {
      for (guint i = 1; i < runs->n; i++)
        runs->runs[i - 1] = runs->runs[i];
      runs->n--;
    }
  runs->runs[runs->n++] = run;
}

static gboolean
same_runs (const PlimsollMeasuredRuns *one, const PlimsollMeasuredRuns *other)
{
  const guint n = one != NULL ? one->n : 0;

  if (n != (other != NULL ? other->n : 0))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (one->runs[i].tensor_bytes != other->runs[i].tensor_bytes
        || memcmp (&one->runs[i].decode, &other->runs[i].decode, sizeof (double)) != 0
        || memcmp (&one->runs[i].prefill, &other->runs[i].prefill, sizeof (double)) != 0)
      return FALSE;

  return TRUE;
}

void
plimsoll_measured_here_apply (PlimsollOwnMeasurements *measurements,
                              PlimsollModelList *models,
                              PlimsollAcceleratorList *accelerators)
{
  g_autoptr (GPtrArray) changed = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *kept = G_LIST_MODEL (measurements);
  GListModel *all = G_LIST_MODEL (accelerators);

  g_return_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (measurements));
  g_return_if_fail (PLIMSOLL_IS_MODEL_LIST (models));
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators));

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator = g_list_model_get_item (all, i);
      const char *id = plimsoll_accelerator_get_id (accelerator);
      PlimsollMeasuredRuns runs = { 0 };

      for (guint j = 0; j < g_list_model_get_n_items (kept); j++)
        {
          g_autoptr (PlimsollMeasurement) measurement = g_list_model_get_item (kept, j);

          if (g_str_equal (plimsoll_measurement_get_accelerator (measurement), id))
            add_run (&runs, measurement, models, accelerator);
        }
      if (!same_runs (&runs, plimsoll_accelerator_get_facts (accelerator)->measured))
        g_ptr_array_add (changed, plimsoll_accelerator_copy_with_runs (accelerator, &runs));
    }

  /* What another answers to already cannot come of a copy with the same names. */
  for (guint i = 0; i < changed->len; i++)
    plimsoll_accelerator_list_add (accelerators, changed->pdata[i], NULL);
}

/* --- In words --- */

char *
plimsoll_measured_here_words (PlimsollMeasurement *measurement,
                              PlimsollModelList *models,
                              PlimsollAcceleratorList *accelerators)
{
  PlimsollModel *model;
  PlimsollAccelerator *accelerator;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (measurement), NULL);

  model = plimsoll_model_list_lookup (models, plimsoll_measurement_get_model (measurement));
  accelerator =
    plimsoll_accelerator_list_lookup (accelerators,
                                      plimsoll_measurement_get_accelerator (measurement));
  plimsoll_measurement_get_tests (measurement, &n);
  return g_strdup_printf (
    /* Translators: a model, its precision, an accelerator, and how many speeds are known of it. */
    ngettext ("%s, %s, on %s: %u figure", "%s, %s, on %s: %u figures", n),
    model != NULL ? plimsoll_model_get_name (model) : plimsoll_measurement_get_model (measurement),
    plimsoll_measurement_get_precision (measurement),
    accelerator != NULL ? plimsoll_accelerator_get_name (accelerator)
                        : plimsoll_measurement_get_accelerator (measurement),
    n);
}

const char *
plimsoll_speed_basis_nick (PlimsollSpeedBasis basis)
{
  static const char *const nicks[] = {
    [PLIMSOLL_SPEED_IS_MODELLED] = "modelled",
    [PLIMSOLL_SPEED_IS_CORRECTED] = "corrected",
    [PLIMSOLL_SPEED_IS_MEASURED] = "measured",
  };

  return nicks[basis];
}

char *
plimsoll_speed_basis_mark (PlimsollSpeedBasis basis, const char *between)
{
  switch (basis)
    {
    case PLIMSOLL_SPEED_IS_MEASURED:
      /* Translators: between which two numbers a speed is, "12.1 – 14.6". */
      return g_strdup_printf (_("%s, measured here"), between);
    case PLIMSOLL_SPEED_IS_CORRECTED:
      /* Translators: the same; other models were measured on this accelerator. */
      return g_strdup_printf (_("%s, corrected by runs here"), between);
    case PLIMSOLL_SPEED_IS_MODELLED:
    default:
      /* Translators: between which two numbers a speed is, "12.1 – 14.6". */
      return g_strdup_printf (_("%s, modelled"), between);
    }
}

/* --- Out of a log --- */

static double
apart (guint64 one, guint64 other)
{
  return one > 0 && other > 0 ? fabs (log ((double) one / (double) other)) : G_MAXDOUBLE;
}

/* Which precision of @model has the log's bytes: that of the nearest within what tables round. */
static gboolean
match_precision (const PlimsollLogSpeed *speed, PlimsollModel *model, const char **name)
{
  gsize n;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n);
  double nearest = ROUNDING;

  *name = NULL;
  for (gsize i = 0; i < n; i++)
    {
      PlimsollWeights *weights = plimsoll_precision_weights (model, types[i].type);
      double difference;

      if (weights == NULL)
        continue;
      difference = apart (weights->tensor_bytes, speed->model_bytes);
      if (difference < nearest)
        {
          nearest = difference;
          *name = types[i].name;
        }
      plimsoll_weights_unref (weights);
    }

  return *name != NULL;
}

static gboolean
match_model (const PlimsollLogSpeed *speed, PlimsollModel *model, const char **precision)
{
  const PlimsollParameters *counts = plimsoll_model_get_counts (model);

  /* A file for llama.cpp has the text alone, with or without blocks of multi-token prediction. */
  return (apart (counts->text, speed->parameters) < ROUNDING
          || apart (counts->text + counts->mtp, speed->parameters) < ROUNDING)
         && match_precision (speed, model, precision);
}

static PlimsollModel *
find_model (const PlimsollLogSpeed *speed,
            PlimsollModelList *models,
            PlimsollModel *preferred,
            const char **precision)
{
  g_autoptr (PlimsollModel) found = NULL;
  gsize shortest = G_MAXSIZE;

  /* Another than the catalogue has could not be found again. */
  if (preferred != NULL
      && plimsoll_model_list_lookup (models, plimsoll_model_get_id (preferred)) == preferred
      && match_model (speed, preferred, precision))
    return g_object_ref (preferred);

  /* Of those with the same shapes the one whose name is shortest: others were made of it. */
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (models)); i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (models), i);
      const gsize length = strlen (plimsoll_model_get_id (model));
      const char *type;

      if (length < shortest && match_model (speed, model, &type))
        {
          g_set_object (&found, model);
          shortest = length;
          *precision = type;
        }
    }

  return g_steal_pointer (&found);
}

/* One model in one precision on one accelerator, while its figures are gathered. */
typedef struct
{
  PlimsollModel *model;
  PlimsollAccelerator *accelerator;
  const char *precision;
  char *source;
  GArray *tests; /* of PlimsollMeasuredTest */
} Gathered;

static void
gathered_free (gpointer data)
{
  Gathered *self = data;

  g_clear_object (&self->model);
  g_clear_object (&self->accelerator);
  g_free (self->source);
  g_array_unref (self->tests);
  g_free (self);
}

static void
note_once (GPtrArray *notes, const char *sentence)
{
  if (!g_ptr_array_find_with_equal_func (notes, sentence, g_str_equal, NULL))
    g_ptr_array_add (notes, g_strdup (sentence));
}

/* Why a figure cannot be kept; %NULL: it can. */
static const char *
refuse (const PlimsollLogSpeed *speed)
{
  if (speed->n_cpu_moe > 0 || speed->ngl == 0)
    return _("Figures with a part in system memory are not kept.");
  if (speed->prompt > 0 && speed->generated > 0)
    return _("Figures of prompt and answer together are not kept.");
  if (g_str_equal (speed->backend, "CPU") || g_str_equal (speed->backend, "BLAS"))
    return _("Figures of a processor are not kept.");
  if (strstr (speed->device, ", ") != NULL)
    return _("Figures of several accelerators are not kept.");
  if (speed->parameters == 0 || speed->model_bytes == 0)
    return _("Figures that do not say the model’s size are not kept.");

  return NULL;
}

static PlimsollAccelerator *
find_accelerator (const PlimsollLogSpeed *speed,
                  PlimsollAccelerator *otherwise,
                  PlimsollAcceleratorList *accelerators)
{
  if (*speed->device != '\0')
    return plimsoll_accelerator_list_find (accelerators, speed->device, NULL);

  return otherwise != NULL ? g_object_ref (otherwise) : NULL;
}

static Gathered *
gather (GPtrArray *all,
        PlimsollModel *model,
        const char *precision,
        PlimsollAccelerator *accelerator,
        const char *backend)
{
  Gathered *self;

  for (guint i = 0; i < all->len; i++)
    {
      self = all->pdata[i];
      if (self->model == model && self->accelerator == accelerator
          && g_str_equal (self->precision, precision))
        return self;
    }

  self = g_new0 (Gathered, 1);
  self->model = g_object_ref (model);
  self->accelerator = g_object_ref (accelerator);
  self->precision = precision;
  self->source =
    *backend != '\0' ? g_strdup_printf ("llama-bench, %s", backend) : g_strdup ("llama-bench");
  self->tests = g_array_new (FALSE, FALSE, sizeof (PlimsollMeasuredTest));
  g_ptr_array_add (all, self);
  return self;
}

GPtrArray *
plimsoll_measured_here_find (const PlimsollLog *log,
                             PlimsollModelList *models,
                             PlimsollModel *model,
                             PlimsollAccelerator *accelerator,
                             PlimsollAcceleratorList *accelerators,
                             const char *date,
                             char ***notes)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (gathered_free);
  g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (log != NULL, found);
  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (models), found);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators), found);

  for (guint i = 0; i < log->speeds->len; i++)
    {
      const PlimsollLogSpeed *speed = log->speeds->pdata[i];
      const char *why = refuse (speed);
      const char *precision = NULL;
      g_autoptr (PlimsollModel) ran =
        why == NULL ? find_model (speed, models, model, &precision) : NULL;
      g_autoptr (PlimsollAccelerator) on =
        why == NULL ? find_accelerator (speed, accelerator, accelerators) : NULL;
      Gathered *gathered;

      if (why == NULL && ran == NULL)
        why = _("Figures of a model that is not in the catalogue are not kept.");
      else if (why == NULL && on == NULL)
        why = *speed->device != '\0'
                ? _("Figures of an accelerator that is not known here are not kept.")
                : _("The log does not say on which one accelerator it ran: say it.");
      if (why != NULL)
        {
          note_once (left, why);
          continue;
        }

      gathered = gather (all, ran, precision, on, speed->backend);
      if (gathered->tests->len < PLIMSOLL_MEASUREMENT_MAX_TESTS)
        {
          const PlimsollMeasuredTest test = { speed->prompt, speed->generated, speed->depth,
                                              speed->mean };

          g_array_append_val (gathered->tests, test);
        }
    }

  for (guint i = 0; i < all->len; i++)
    {
      const Gathered *gathered = all->pdata[i];

      g_ptr_array_add (found,
                       plimsoll_measurement_new (plimsoll_accelerator_get_id (gathered
                                                                                ->accelerator),
                                                 plimsoll_model_get_id (gathered->model),
                                                 gathered->precision, date, gathered->source,
                                                 (const PlimsollMeasuredTest *) (const void *)
                                                   gathered->tests->data,
                                                 gathered->tests->len));
    }
  if (notes != NULL)
    {
      g_ptr_array_add (left, NULL);
      *notes = (char **) g_ptr_array_steal (left, NULL);
    }

  return found;
}
