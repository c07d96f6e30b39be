/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-measurement.h"

struct _PlimsollMeasurement
{
  GObject parent_instance;

  char *accelerator;
  char *model;
  char *precision;
  char *date;
  char *source;
  PlimsollMeasuredTest *tests;
  guint n_tests;
};

G_DEFINE_FINAL_TYPE (PlimsollMeasurement, plimsoll_measurement, G_TYPE_OBJECT)

static void
plimsoll_measurement_finalize (GObject *object)
{
  PlimsollMeasurement *self = PLIMSOLL_MEASUREMENT (object);

  g_free (self->accelerator);
  g_free (self->model);
  g_free (self->precision);
  g_free (self->date);
  g_free (self->source);
  g_free (self->tests);

  G_OBJECT_CLASS (plimsoll_measurement_parent_class)->finalize (object);
}

static void
plimsoll_measurement_class_init (PlimsollMeasurementClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_measurement_finalize;
}

static void
plimsoll_measurement_init (PlimsollMeasurement *self)
{
}

PlimsollMeasurement *
plimsoll_measurement_new (const char *accelerator,
                          const char *model,
                          const char *precision,
                          const char *date,
                          const char *source,
                          const PlimsollMeasuredTest *tests,
                          guint n)
{
  PlimsollMeasurement *self;

  g_return_val_if_fail (accelerator != NULL && model != NULL && precision != NULL, NULL);
  g_return_val_if_fail (n <= PLIMSOLL_MEASUREMENT_MAX_TESTS, NULL);

  self = g_object_new (PLIMSOLL_TYPE_MEASUREMENT, NULL);
  self->accelerator = g_strdup (accelerator);
  self->model = g_strdup (model);
  self->precision = g_strdup (precision);
  self->date = g_strdup (date);
  self->source = g_strdup (source);
  self->tests = g_memdup2 (tests, n * sizeof *tests);
  self->n_tests = n;
  return self;
}

const char *
plimsoll_measurement_get_accelerator (PlimsollMeasurement *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);

  return self->accelerator;
}

const char *
plimsoll_measurement_get_model (PlimsollMeasurement *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);

  return self->model;
}

const char *
plimsoll_measurement_get_precision (PlimsollMeasurement *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);

  return self->precision;
}

const char *
plimsoll_measurement_get_date (PlimsollMeasurement *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);

  return self->date;
}

const char *
plimsoll_measurement_get_source (PlimsollMeasurement *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);

  return self->source;
}

const PlimsollMeasuredTest *
plimsoll_measurement_get_tests (PlimsollMeasurement *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->n_tests;
  return self->tests;
}

gboolean
plimsoll_measurement_is_of_same (PlimsollMeasurement *self, PlimsollMeasurement *other)
{
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (other), FALSE);

  return g_str_equal (self->accelerator, other->accelerator)
         && g_str_equal (self->model, other->model)
         && g_str_equal (self->precision, other->precision);
}

static gboolean
has_test (const PlimsollMeasurement *self, const PlimsollMeasuredTest *test)
{
  for (guint i = 0; i < self->n_tests; i++)
    if (self->tests[i].prompt == test->prompt && self->tests[i].generated == test->generated
        && self->tests[i].depth == test->depth)
      return TRUE;

  return FALSE;
}

PlimsollMeasurement *
plimsoll_measurement_merge (PlimsollMeasurement *self, PlimsollMeasurement *newer)
{
  PlimsollMeasuredTest tests[PLIMSOLL_MEASUREMENT_MAX_TESTS];
  guint n = 0;

  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (self), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (newer), NULL);

  for (guint i = 0; i < newer->n_tests; i++)
    tests[n++] = newer->tests[i];
  for (guint i = 0; i < self->n_tests && n < G_N_ELEMENTS (tests); i++)
    if (!has_test (newer, &self->tests[i]))
      tests[n++] = self->tests[i];

  return plimsoll_measurement_new (newer->accelerator, newer->model, newer->precision, newer->date,
                                   newer->source, tests, n);
}
