/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-plot.h"

#include "plimsoll-cost-lines.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollCostPlot
{
  PlimsollCostLine lines[PLIMSOLL_COST_N_LINES];
  guint n_lines;
  guint horizon;
  char *currency;

  double *months;
  double *amounts[PLIMSOLL_COST_N_LINES];
  char *markup[PLIMSOLL_COST_N_LINES];
  char *mark;
  char *end;
  PlimsollLinePlot plot;
};

static const struct
{
  PlimsollInk ink;
  PlimsollInk text_ink;
  PlimsollLineStroke stroke;
} styles[PLIMSOLL_COST_N_LINES] = {
  [PLIMSOLL_COST_LINE_BUY] = { PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID },
  [PLIMSOLL_COST_LINE_RENT] = { PLIMSOLL_INK_SECOND, PLIMSOLL_INK_SECOND_TEXT,
                                PLIMSOLL_LINE_DASHED },
  [PLIMSOLL_COST_LINE_CHEAPEST] = { PLIMSOLL_INK_OVERHEAD, PLIMSOLL_INK_DIM, PLIMSOLL_LINE_DOTTED },
  [PLIMSOLL_COST_LINE_API] = { PLIMSOLL_INK_CACHE, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_DASH_DOT },
};

static char *
month_label (double month)
{
  return plimsoll_format_number (month, 0);
}

static char *
amount_label (double amount, gpointer data)
{
  PlimsollCostPlot *self = data;
  g_autofree char *money = plimsoll_format_money (amount, self->currency);

  return g_markup_escape_text (money, -1);
}

static double
step_of (guint horizon)
{
  if (horizon <= 12)
    return horizon <= 6 ? 1 : 2;
  if (horizon <= 48)
    return horizon <= 24 ? 3 : 6;

  return horizon <= 120 ? 12 : 24;
}

static void
add_line (PlimsollCostPlot *self, guint i)
{
  const PlimsollCostLine *line = &self->lines[i];

  self->amounts[i] = g_new (double, self->horizon + 1);
  for (guint month = 0; month <= self->horizon; month++)
    self->amounts[i][month] = plimsoll_cost_line_at (line, month);
  self->markup[i] = g_markup_printf_escaped ("<b>%s</b> %s", line->name, line->terms);
  self->plot.series[i] = (PlimsollLineSeries) {
    .amounts = self->amounts[i],
    .ink = styles[line->kind].ink,
    .text_ink = styles[line->kind].text_ink,
    .stroke = styles[line->kind].stroke,
    .markup = self->markup[i],
  };
}

static void
add_mark (PlimsollCostPlot *self, const PlimsollBreakEven *even)
{
  g_autofree char *months = plimsoll_cost_format_months (even->months);
  g_autofree char *paid = plimsoll_format_money (even->paid, self->currency);
  /* Translators: a number of months. */
  g_autofree char *when = g_strdup_printf (_("%s months"), months);
  /* Translators: an amount of money, which is paid whether one rents or buys. */
  g_autofree char *what = g_strdup_printf (_("%s both ways"), paid);

  self->plot.mark = even->months;
  self->plot.mark_amount = even->paid;
  self->mark = g_markup_printf_escaped ("<b>%s</b> · %s", when, what);
  self->plot.mark_markup = self->mark;
  /* The compared line is the second. */
  self->plot.from_series = 1;
  self->plot.to_series = 0;
}

static void
add_resale (PlimsollCostPlot *self)
{
  const PlimsollCostLine *buy = &self->lines[0];
  g_autofree char *money = plimsoll_format_money (-buy->resale, self->currency);
  /* Translators: an amount of money that comes back. */
  g_autofree char *text = g_strdup_printf (_("resale %s"), money);

  self->plot.end_amount = MAX (plimsoll_cost_line_at (buy, self->horizon) - buy->resale, 0);
  self->end = g_markup_escape_text (text, -1);
  self->plot.end_markup = self->end;
}

PlimsollCostPlot *
plimsoll_cost_plot_new (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary;
  PlimsollCostPlot *self;

  g_return_val_if_fail (PLIMSOLL_IS_COST_MODEL (model), NULL);

  summary = plimsoll_cost_model_get_summary (model);
  self = g_new0 (PlimsollCostPlot, 1);
  g_object_get (plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (model)), "currency",
                &self->currency, NULL);
  self->horizon = summary->terms.horizon;
  self->n_lines = plimsoll_cost_lines (model, self->lines);
  self->months = g_new (double, self->horizon + 1);
  for (guint month = 0; month <= self->horizon; month++)
    self->months[month] = month;

  self->plot = (PlimsollLinePlot) {
    .places = self->months,
    .n_points = self->horizon + 1,
    .place_step = step_of (self->horizon),
    .n_series = self->n_lines,
    .mark = (double) NAN,
    .end_amount = (double) NAN,
    .point_series = -1,
    .place_label = month_label,
    .amount_label = amount_label,
    .data = self,
  };
  for (guint i = 0; i < self->n_lines; i++)
    add_line (self, i);
  if (summary->break_even.kind == PLIMSOLL_BREAK_EVEN_WITHIN)
    add_mark (self, &summary->break_even);
  if (self->n_lines > 0 && self->lines[0].resale > 0)
    add_resale (self);

  return self;
}

void
plimsoll_cost_plot_free (PlimsollCostPlot *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n_lines; i++)
    {
      g_free (self->amounts[i]);
      g_free (self->markup[i]);
    }
  plimsoll_cost_lines_clear (self->lines, self->n_lines);
  g_free (self->months);
  g_free (self->currency);
  g_free (self->mark);
  g_free (self->end);
  g_free (self);
}

PlimsollLinePlot *
plimsoll_cost_plot_get_lines (PlimsollCostPlot *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->plot;
}

const PlimsollCostLine *
plimsoll_cost_plot_get_terms (PlimsollCostPlot *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = self->n_lines;

  return self->lines;
}

guint
plimsoll_cost_plot_get_horizon (PlimsollCostPlot *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->horizon;
}

char *
plimsoll_cost_plot_format (PlimsollCostPlot *self, guint series, guint month)
{
  g_return_val_if_fail (self != NULL && series < self->n_lines && month <= self->horizon, NULL);

  return plimsoll_format_money (self->amounts[series][month], self->currency);
}
