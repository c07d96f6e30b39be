/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-decode-plot.h"

#include "plimsoll-format.h"
#include "plimsoll-plot-labels.h"

#include <glib/gi18n.h>
#include <math.h>

/* As asked, and by a plan. */
#define N_WAYS 2

struct _PlimsollDecodePlot
{
  /* The parts of the curve, apart, as the plot takes them. */
  double contexts[PLIMSOLL_DECODE_CURVE_MAX];
  double value[N_WAYS][PLIMSOLL_DECODE_CURVE_MAX];
  double low[N_WAYS][PLIMSOLL_DECODE_CURVE_MAX];
  double high[N_WAYS][PLIMSOLL_DECODE_CURVE_MAX];
  char *mark;
  PlimsollLinePlot plot;
};

double
plimsoll_decode_plot_value (const PlimsollRange *range)
{
  return isnan (range->value) ? range->high : range->value;
}

static void
add_mark (PlimsollDecodePlot *self, guint64 longest)
{
  g_autofree char *tokens = plimsoll_format_tokens_about (longest);

  self->plot.mark = (double) longest;
  /* Translators: beside the load line of a chart: "<b>55K</b> fit". */
  self->mark = g_markup_printf_escaped (_("<b>%s</b> fit"), tokens);
  self->plot.mark_markup = self->mark;
}

PlimsollDecodePlot *
plimsoll_decode_plot_new (const PlimsollDecodeCurve *curve, guint64 longest)
{
  PlimsollDecodePlot *self;

  g_return_val_if_fail (curve != NULL, NULL);

  self = g_new0 (PlimsollDecodePlot, 1);
  for (guint i = 0; i < curve->n; i++)
    {
      const PlimsollRange *ranges[N_WAYS] = { &curve->fits[i], &curve->planned[i] };

      self->contexts[i] = (double) curve->contexts[i];
      for (guint k = 0; k < N_WAYS; k++)
        {
          self->value[k][i] = plimsoll_decode_plot_value (ranges[k]);
          self->low[k][i] = ranges[k]->low;
          self->high[k][i] = ranges[k]->high;
        }
    }
  self->plot = (PlimsollLinePlot) {
    .places = self->contexts,
    .n_points = curve->n,
    .octaves = TRUE,
    .series = { { self->value[0], PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID,
                  NULL, self->low[0], self->high[0] },
                { self->value[1], PLIMSOLL_INK_CACHE, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_DASHED,
                  /* Translators: beside a line: how fast it is with a part in system memory. */
                  _("with a plan"), self->low[1], self->high[1] } },
    .n_series = N_WAYS,
    .mark = (double) NAN,
    .mark_amount = (double) NAN,
    .end_amount = (double) NAN,
    .point_series = -1,
    .place_label = plimsoll_plot_label_tokens,
    .amount_label = plimsoll_plot_label_amount,
  };
  if (longest > 0)
    add_mark (self, longest);

  return self;
}

void
plimsoll_decode_plot_free (PlimsollDecodePlot *self)
{
  if (self == NULL)
    return;

  g_free (self->mark);
  g_free (self);
}

PlimsollLinePlot *
plimsoll_decode_plot_get_lines (PlimsollDecodePlot *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->plot;
}
