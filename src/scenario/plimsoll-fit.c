/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _PlimsollFit
{
  GObject parent_instance;

  PlimsollAccelerator *accelerator;
  PlimsollModel *model;
  const PlimsollPrecisionInfo *precision;
  char *name; /* (nullable): of the computer */
  char *detail;
  PlimsollFitFigures figures;
};

G_DEFINE_FINAL_TYPE (PlimsollFit, plimsoll_fit, G_TYPE_OBJECT)

/* Columns have the ids 1 + column; what is no column follows. */
typedef enum
{
  PROP_ACCELERATOR = PLIMSOLL_FIT_N_COLUMNS + 1,
  PROP_MODEL,
} PlimsollFitProperty;

static GParamSpec *properties[PROP_MODEL + 1];
static guint notify_signal;

static const PlimsollFitColumnInfo columns[PLIMSOLL_FIT_N_COLUMNS] = {
  [PLIMSOLL_FIT_NAME] = { "name", N_("Name"), N_("Name"), NULL, FALSE },
  [PLIMSOLL_FIT_PARAMETERS] = { "parameters", N_("Parameters"), N_("Parameters of the model"),
                                NULL, TRUE },
  [PLIMSOLL_FIT_PRECISION] = { "precision", N_("Precision"),
                               N_("The best precision in common use that fits"), NULL, TRUE },
  [PLIMSOLL_FIT_BITS] = { "bits", N_("Bits"), N_("Bits a weight"), NULL, TRUE },
  [PLIMSOLL_FIT_QUALITY] = { "quality", N_("Loss"),
                             N_("How much worse the precision was found to predict text"), NULL,
                             FALSE },
  [PLIMSOLL_FIT_SIZE] = { "size", N_("Size"), N_("Size of the model’s file"), N_("GiB"), FALSE },
  [PLIMSOLL_FIT_USABLE] = { "usable", N_("Usable"), N_("Memory that a model may take"),
                            N_("GiB"), TRUE },
  [PLIMSOLL_FIT_AT_8K] = { "at-8k", N_("At 8K"), N_("Memory required with a context of 8K"),
                           N_("GiB"), FALSE },
  [PLIMSOLL_FIT_AT_32K] = { "at-32k", N_("At 32K"), N_("Memory required with a context of 32K"),
                            N_("GiB"), FALSE },
  [PLIMSOLL_FIT_REQUIRED] = { "required", N_("Required"),
                              N_("Memory required with the context that was asked"), N_("GiB"),
                              FALSE },
  [PLIMSOLL_FIT_BANDWIDTH] = { "bandwidth", N_("GB/s"), N_("Bandwidth of the memory"),
                               N_("GB/s"), TRUE },
  [PLIMSOLL_FIT_LONGEST] = { "longest", N_("Longest"), N_("Longest context that fits"), NULL,
                             TRUE },
  [PLIMSOLL_FIT_DECODE] = { "decode", N_("Decode"), N_("Tokens a second of one answer"),
                            N_("tok/s"), TRUE },
  [PLIMSOLL_FIT_PREFILL] = { "prefill", N_("Prefill"), N_("Tokens a second of a prompt"),
                             N_("tok/s"), TRUE },
  [PLIMSOLL_FIT_MILLION] = { "per-million", N_("1M out"),
                             N_("What a million tokens of output cost, one request at a time"),
                             NULL, FALSE,
                             N_(
                               "Its price spread over the horizon, and its electricity; where its "
                               "price is not known, the rent. All on the terms of the Cost page.") },
  [PLIMSOLL_FIT_COUNT] = { "count", N_("Count"), N_("How many of them it takes"), NULL, FALSE },
  [PLIMSOLL_FIT_VERDICT] = { "verdict", N_("Verdict"), N_("Whether it fits"), NULL, FALSE },
};

const PlimsollFitColumnInfo *
plimsoll_fit_column_info (PlimsollFitColumn column)
{
  g_return_val_if_fail (column < PLIMSOLL_FIT_N_COLUMNS, NULL);

  return &columns[column];
}

gboolean
plimsoll_fit_column_from_key (const char *key, PlimsollFitColumn *column)
{
  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    if (g_str_equal (columns[i].key, key))
      {
        *column = (PlimsollFitColumn) i;
        return TRUE;
      }

  return FALSE;
}

/* --- Figures --- */

static double
known (guint64 figure)
{
  return figure != 0 ? (double) figure : (double) NAN;
}

static double
get_value (PlimsollFit *self, const PlimsollFitFigures *figures, PlimsollFitColumn column)
{
  switch (column)
    {
    case PLIMSOLL_FIT_PARAMETERS:
      return self->model != NULL ? known (plimsoll_model_get_parameters (self->model))
                                 : (double) NAN;
    case PLIMSOLL_FIT_PRECISION:
    case PLIMSOLL_FIT_BITS:
      return figures->precision != NULL ? figures->bits : (double) NAN;
    case PLIMSOLL_FIT_QUALITY:
      return figures->quality;
    case PLIMSOLL_FIT_SIZE:
      return known (figures->size);
    case PLIMSOLL_FIT_USABLE:
      return known (figures->usable);
    case PLIMSOLL_FIT_AT_8K:
      return known (figures->at_8k);
    case PLIMSOLL_FIT_AT_32K:
      return known (figures->at_32k);
    case PLIMSOLL_FIT_REQUIRED:
      return known (figures->required);
    case PLIMSOLL_FIT_BANDWIDTH:
      return self->accelerator != NULL
               ? plimsoll_accelerator_get_facts (self->accelerator)->bandwidth_gbs
               : (double) NAN;
    case PLIMSOLL_FIT_LONGEST:
      return known (figures->longest);
    case PLIMSOLL_FIT_DECODE:
      return figures->decode.value;
    case PLIMSOLL_FIT_PREFILL:
      return figures->prefill.value;
    case PLIMSOLL_FIT_MILLION:
      return figures->per_million;
    case PLIMSOLL_FIT_COUNT:
      return known (figures->count);
    case PLIMSOLL_FIT_VERDICT:
      return known (figures->verdict);
    case PLIMSOLL_FIT_NAME:
    default:
      return NAN;
    }
}

static gboolean
same (double one, double other)
{
  return isnan (one) ? isnan (other) : fabs (one - other) <= 0;
}

gboolean
plimsoll_fit_set_figures (PlimsollFit *self, const PlimsollFitFigures *figures)
{
  PlimsollFitFigures before;

  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), FALSE);
  g_return_val_if_fail (figures != NULL, FALSE);

  if (memcmp (&self->figures, figures, sizeof *figures) == 0)
    return FALSE;

  before = self->figures;
  self->figures = *figures;
  /* Most rows of a table are out of sight, and nobody waits for them. */
  if (!g_signal_has_handler_pending (self, notify_signal, 0, FALSE))
    return TRUE;

  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      const PlimsollFitColumn column = (PlimsollFitColumn) i;
      gboolean differs =
        !same (get_value (self, &before, column), get_value (self, figures, column));

      /* The bar beside it shows all of the memory. */
      if (column == PLIMSOLL_FIT_USABLE)
        differs |= memcmp (&before.cargo, &figures->cargo, sizeof before.cargo) != 0
                   || before.physical != figures->physical;
      if (column == PLIMSOLL_FIT_PRECISION)
        differs |= before.precision != figures->precision;
      if (column == PLIMSOLL_FIT_MILLION)
        differs |= before.currency != figures->currency || before.rented != figures->rented;
      if (differs)
        g_object_notify_by_pspec (G_OBJECT (self), properties[1 + column]);
    }

  return TRUE;
}

/* --- GObject --- */

static void
plimsoll_fit_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollFit *self = PLIMSOLL_FIT (object);

  if (id == PROP_ACCELERATOR)
    g_value_set_object (value, self->accelerator);
  else if (id == PROP_MODEL)
    g_value_set_object (value, self->model);
  else if (id == 1 + PLIMSOLL_FIT_NAME)
    g_value_set_string (value, plimsoll_fit_get_name (self));
  else if (id <= PLIMSOLL_FIT_N_COLUMNS)
    g_value_set_double (value, get_value (self, &self->figures, (PlimsollFitColumn) (id - 1)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
plimsoll_fit_dispose (GObject *object)
{
  PlimsollFit *self = PLIMSOLL_FIT (object);

  g_clear_object (&self->accelerator);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (plimsoll_fit_parent_class)->dispose (object);
}

static void
plimsoll_fit_finalize (GObject *object)
{
  PlimsollFit *self = PLIMSOLL_FIT (object);

  g_free (self->name);
  g_free (self->detail);

  G_OBJECT_CLASS (plimsoll_fit_parent_class)->finalize (object);
}

static void
plimsoll_fit_class_init (PlimsollFitClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_fit_get_property;
  object_class->dispose = plimsoll_fit_dispose;
  object_class->finalize = plimsoll_fit_finalize;

  notify_signal = g_signal_lookup ("notify", G_TYPE_OBJECT);

  properties[1 + PLIMSOLL_FIT_NAME] =
    g_param_spec_string (columns[PLIMSOLL_FIT_NAME].key, NULL, NULL, NULL, flags);
  for (guint i = PLIMSOLL_FIT_NAME + 1; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    properties[1 + i] =
      g_param_spec_double (columns[i].key, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_ACCELERATOR] =
    g_param_spec_object ("accelerator", NULL, NULL, PLIMSOLL_TYPE_ACCELERATOR, flags);
  properties[PROP_MODEL] = g_param_spec_object ("model", NULL, NULL, PLIMSOLL_TYPE_MODEL, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_fit_init (PlimsollFit *self)
{
  self->figures.quality = NAN;
  self->figures.decode = self->figures.prefill = self->figures.batch =
    (PlimsollRange) { NAN, NAN, NAN };
  self->figures.per_million = NAN;
}

/* --- Public --- */

PlimsollFit *
plimsoll_fit_new (PlimsollAccelerator *accelerator,
                  PlimsollModel *model,
                  const PlimsollPrecisionInfo *precision)
{
  PlimsollFit *self = g_object_new (PLIMSOLL_TYPE_FIT, NULL);

  g_set_object (&self->accelerator, accelerator);
  g_set_object (&self->model, model);
  self->precision = precision;

  return self;
}

PlimsollFit *
plimsoll_fit_new_computer (const char *name, const char *detail, PlimsollAccelerator *accelerator)
{
  PlimsollFit *self = plimsoll_fit_new (accelerator, NULL, NULL);

  self->name = g_strdup (name);
  self->detail = g_strdup (detail);

  return self;
}

gboolean
plimsoll_fit_is_computer (PlimsollFit *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), FALSE);

  return self->name != NULL;
}

const PlimsollFitFigures *
plimsoll_fit_get_figures (PlimsollFit *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  return &self->figures;
}

PlimsollAccelerator *
plimsoll_fit_get_accelerator (PlimsollFit *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  return self->accelerator;
}

PlimsollModel *
plimsoll_fit_get_model (PlimsollFit *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  return self->model;
}

const PlimsollPrecisionInfo *
plimsoll_fit_get_precision (PlimsollFit *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  return self->precision;
}

const char *
plimsoll_fit_get_name (PlimsollFit *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  if (self->name != NULL)
    return self->name;
  if (self->accelerator != NULL)
    return plimsoll_accelerator_get_name (self->accelerator);
  if (self->model != NULL)
    return plimsoll_model_get_name (self->model);

  return self->precision != NULL ? self->precision->name : "";
}

static char *
accelerator_detail (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  const char *type = plimsoll_accelerator_get_memory_type (accelerator);
  g_autofree char *gigabytes = plimsoll_format_count (facts->memory_bytes_nominal >> 30);

  if (facts->memory_bytes_nominal == 0)
    return g_strdup (facts->unified ? _("shared memory") : _("memory unknown"));
  if (facts->unified)
    /* Translators: gigabytes of memory that processor and graphics share. */
    return g_strdup_printf (_("%s GB unified"), gigabytes);
  if (type == NULL)
    /* Translators: gigabytes of memory. */
    return g_strdup_printf (_("%s GB"), gigabytes);

  /* Translators: gigabytes of memory, and its kind: "24 GB GDDR6X". */
  return g_strdup_printf (_("%s GB %s"), gigabytes, type);
}

static char *
model_detail (PlimsollModel *model)
{
  const char *organisation = plimsoll_model_get_organisation (model);
  g_autofree char *parameters = plimsoll_format_parameters (plimsoll_model_get_parameters (model));

  return organisation != NULL ? g_strdup_printf ("%s · %s", organisation, parameters)
                              : g_steal_pointer (&parameters);
}

char *
plimsoll_fit_get_detail (PlimsollFit *self)
{
  g_autofree char *bits = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  if (self->detail != NULL)
    return g_strdup (self->detail);
  if (self->accelerator != NULL)
    return accelerator_detail (self->accelerator);
  if (self->model != NULL)
    return model_detail (self->model);

  bits = plimsoll_format_number (self->figures.bits, 2);

  /* Translators: bits a weight. */
  return g_strdup_printf (_("%s bits"), bits);
}

double
plimsoll_fit_get_value (PlimsollFit *self, PlimsollFitColumn column)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NAN);

  return get_value (self, &self->figures, column);
}

char *
plimsoll_fit_get_text (PlimsollFit *self, PlimsollFitColumn column)
{
  double value;

  g_return_val_if_fail (PLIMSOLL_IS_FIT (self), NULL);

  if (column == PLIMSOLL_FIT_NAME)
    return g_strdup (plimsoll_fit_get_name (self));

  value = get_value (self, &self->figures, column);
  if (isnan (value))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  switch (column)
    {
    case PLIMSOLL_FIT_PARAMETERS:
      return plimsoll_format_parameters ((guint64) value);
    case PLIMSOLL_FIT_PRECISION:
      return g_strdup (self->figures.precision->name);
    case PLIMSOLL_FIT_BITS:
      return plimsoll_format_number (value, 2);
    case PLIMSOLL_FIT_QUALITY:
      return plimsoll_format_percent (value, fabs (value) < 0.1 ? 1 : 0);
    case PLIMSOLL_FIT_SIZE:
    case PLIMSOLL_FIT_USABLE:
    case PLIMSOLL_FIT_AT_8K:
    case PLIMSOLL_FIT_AT_32K:
    case PLIMSOLL_FIT_REQUIRED:
      return plimsoll_format_gib_value ((guint64) value, 1);
    case PLIMSOLL_FIT_BANDWIDTH:
      return plimsoll_format_number (value, 0);
    case PLIMSOLL_FIT_LONGEST:
      return plimsoll_format_tokens_about ((guint64) value);
    case PLIMSOLL_FIT_DECODE:
    case PLIMSOLL_FIT_PREFILL:
      return plimsoll_format_number (value, value < 10 ? 1 : 0);
    case PLIMSOLL_FIT_MILLION:
      return plimsoll_format_money (value, self->figures.currency);
    case PLIMSOLL_FIT_COUNT:
      /* Translators: how many of an accelerator: "2×". */
      return g_strdup_printf (_("%u×"), self->figures.count);
    case PLIMSOLL_FIT_VERDICT:
      return g_strdup (plimsoll_answer_word (self->figures.verdict));
    case PLIMSOLL_FIT_NAME:
    default:
      g_return_val_if_reached (NULL);
    }
}
