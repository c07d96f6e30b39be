/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-precision-stops.h"

#include <string.h>

static const struct
{
  const char *name;
  const char *mark;
} main_types[] = {
  { "Q2_K", "Q2" },
  { "Q3_K_M", "Q3" },
  { "Q4_K_M", "Q4" },
  { "Q5_K_M", "Q5" },
  { "Q6_K", "Q6" },
  { "Q8_0", "Q8" },
  { "BF16", "BF16" },
  { "F16", "F16" },
  /* Of checkpoints. */
  { "AWQ", "AWQ" },
  { "MXFP4", "MXFP4" },
  { "NVFP4", "NVFP4" },
  { "INT4", "INT4" },
  { "FP8", "FP8" },
  { "FP8-BLOCK", "FP8" },
  { "INT8", "INT8" },
};

/* Nobody publishes models so, or only models that were trained for it. */
static const char *const left_out[] = { "F32", "TQ1_0", "TQ2_0", "Q1_0", "Q2_0" };

static gboolean
is_left_out (const char *name, const char *native)
{
  gboolean native_f16 = g_ascii_strcasecmp (native, "F16") == 0;

  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (strcmp (left_out[i], name) == 0)
      return TRUE;
  return strcmp (name, native_f16 ? "BF16" : "F16") == 0;
}

/* Of the precisions of checkpoints: those in common use, and what the model is published in. */
static gboolean
is_offered (PlimsollPrecision type, PlimsollModel *model)
{
  PlimsollNativeType published;

  return plimsoll_precision_is_common (type)
         || (model != NULL && plimsoll_native_type_of (plimsoll_model_get_spec (model), &published)
             && (PlimsollPrecision) published == type);
}

/* The main ones stand at whole numbers, those between them share the way. */
static void
space_out (PlimsollPrecisionStops *self)
{
  guint from = 0;
  double at = 0;

  for (guint i = 1; i < self->n; i++)
    if (self->stops[i].mark != NULL || i + 1 == self->n)
      {
        for (guint k = from; k <= i; k++)
          self->stops[k].position = at + (double) (k - from) / (i - from);
        from = i;
        at += 1;
      }
}

void
plimsoll_precision_stops_fill (PlimsollPrecisionStops *self,
                               PlimsollSizer *sizer,
                               const char *native)
{
  PlimsollModel *model = plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (sizer));
  const PlimsollPrecisionSize *sizes;
  gsize n;

  self->n = 0;
  sizes = plimsoll_sizer_precision_sizes (sizer, &n);
  for (gsize i = 0; i < n && self->n < PLIMSOLL_MAX_PRECISION_STOPS; i++)
    {
      const char *name = sizes[i].info->name;
      const gboolean shown = plimsoll_precision_is_native (sizes[i].info->type)
                               ? is_offered (sizes[i].info->type, model)
                               : !is_left_out (name, native != NULL ? native : "");

      if (shown)
        self->stops[self->n++] =
          (PlimsollPrecisionStop) { name, plimsoll_precision_mark (name), 0 };
    }
  space_out (self);
}

const char *
plimsoll_precision_mark (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (main_types); i++)
    if (strcmp (main_types[i].name, name) == 0)
      return main_types[i].mark;
  return NULL;
}

/* Bits of a weight by the name alone; 0: no precision is called so. */
static double
bits_of (const char *name)
{
  PlimsollPrecision type;

  return plimsoll_precision_from_name (name, FALSE, &type)
             || plimsoll_precision_from_name (name, TRUE, &type)
           ? plimsoll_precision_info (type)->bits
           : 0;
}

double
plimsoll_precision_stops_position (const PlimsollPrecisionStops *self, const char *name)
{
  double bits, position = 0;

  for (guint i = 0; i < self->n; i++)
    if (g_ascii_strcasecmp (self->stops[i].name, name) == 0)
      return self->stops[i].position;

  bits = bits_of (name);
  if (bits <= 0)
    return self->n > 0 ? self->stops[self->n - 1].position : 0;

  for (guint i = 0; i < self->n; i++)
    if (bits_of (self->stops[i].name) <= bits)
      position = self->stops[i].position;
  return position;
}
