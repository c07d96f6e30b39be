/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-precision-stops.h"

#include <string.h>

static const struct
{
  const char *name;
  const char *mark;
} main_types[] = {
  { "Q2_K", "Q2" }, { "Q3_K_M", "Q3" }, { "Q4_K_M", "Q4" }, { "Q5_K_M", "Q5" },
  { "Q6_K", "Q6" }, { "Q8_0", "Q8" },   { "BF16", "BF16" }, { "F16", "F16" },
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
  const PlimsollPrecisionSize *sizes;
  gsize n;

  self->n = 0;
  sizes = plimsoll_sizer_precision_sizes (sizer, &n);
  for (gsize i = 0; i < n && self->n < PLIMSOLL_MAX_PRECISION_STOPS; i++)
    {
      const char *name = sizes[i].info->name;

      if (!is_left_out (name, native != NULL ? native : ""))
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

double
plimsoll_precision_stops_position (const PlimsollPrecisionStops *self, const char *name)
{
  PlimsollFileType type;
  double bits, position = 0;

  for (guint i = 0; i < self->n; i++)
    if (g_ascii_strcasecmp (self->stops[i].name, name) == 0)
      return self->stops[i].position;

  if (!plimsoll_file_type_from_name (name, &type))
    return self->n > 0 ? self->stops[self->n - 1].position : 0;

  bits = plimsoll_file_type_info (type)->typical_bits;
  for (guint i = 0; i < self->n; i++)
    if (plimsoll_file_type_from_name (self->stops[i].name, &type)
        && plimsoll_file_type_info (type)->typical_bits <= bits)
      position = self->stops[i].position;
  return position;
}
