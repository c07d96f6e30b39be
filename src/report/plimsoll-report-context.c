/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-context-plot.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-decode-plot.h"
#include "plimsoll-format.h"
#include "plimsoll-plot-labels.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_LAYERS 4
#define CHART_HEIGHT 228.0

/* --- The chart --- */

typedef struct
{
  guint n;
  double contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  double layers[N_LAYERS][PLIMSOLL_MAX_CONTEXT_STOPS];
  double usable;
  double context;
  char *limit;
  char *point;
} ContextChart;

static void
context_chart_free (gpointer data)
{
  ContextChart *self = data;

  g_free (self->limit);
  g_free (self->point);
  g_free (self);
}

static ContextChart *
context_chart_new (PlimsollReportBuilder *self)
{
  ContextChart *chart = g_new0 (ContextChart, 1);
  guint64 stops[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree PlimsollEstimate *estimates = NULL;
  g_autofree char *usable = plimsoll_format_gib (self->estimate->usable, 1);
  g_autofree char *required = plimsoll_format_gib (self->estimate->required, 1);
  g_autofree char *tokens = NULL;

  chart->n = plimsoll_context_stops (plimsoll_report_context_limit (self->scenario), stops);
  estimates = g_new (PlimsollEstimate, chart->n);
  plimsoll_sizer_estimate_at (self->ask.sizer, stops, chart->n, estimates);
  for (guint i = 0; i < chart->n; i++)
    {
      PlimsollCargo cargo;

      plimsoll_cargo_of_estimate (&estimates[i], &cargo);
      chart->contexts[i] = (double) stops[i];
      chart->layers[0][i] = (double) cargo.weights / plimsoll_format_unit_bytes ();
      chart->layers[1][i] = (double) cargo.cache / plimsoll_format_unit_bytes ();
      chart->layers[2][i] = (double) cargo.compute / plimsoll_format_unit_bytes ();
      chart->layers[3][i] = (double) cargo.overhead / plimsoll_format_unit_bytes ();
    }
  chart->usable = self->estimate->usable > 0
                    ? (double) self->estimate->usable / plimsoll_format_unit_bytes ()
                    : (double) NAN;
  chart->context = (double) plimsoll_scenario_get_context_length (self->scenario);
  tokens = plimsoll_format_tokens ((guint64) chart->context);
  chart->point = g_strdup_printf ("%s · %s", tokens, required);
  /* Translators: beside the load line of a chart: "<b>22.8 GiB</b> usable". */
  chart->limit = g_markup_printf_escaped (_("<b>%s</b> usable"), usable);

  return chart;
}

static double
chart_height (gconstpointer data, const PlimsollPlotText *text, double width)
{
  return CHART_HEIGHT;
}

static void
context_chart_draw (gconstpointer data,
                    const PlimsollPlotText *text,
                    cairo_t *cr,
                    double width,
                    gboolean rtl)
{
  const ContextChart *self = data;
  const PlimsollContextPlot plot = {
    .contexts = self->contexts,
    .n_points = self->n,
    .layers = { { self->layers[0], PLIMSOLL_INK_WEIGHTS, _("Weights") },
                { self->layers[1], PLIMSOLL_INK_CACHE, _("KV cache") },
                { self->layers[2], PLIMSOLL_INK_COMPUTE, NULL },
                { self->layers[3], PLIMSOLL_INK_OVERHEAD, NULL } },
    .n_layers = N_LAYERS,
    .limit = self->usable,
    .limit_markup = self->limit,
    .over_label = _("Over the line"),
    .point_context = self->context,
    .point_label = self->point,
    .hover_context = (double) NAN,
    .rtl = rtl,
    .context_label = plimsoll_plot_label_tokens,
    .amount_label = plimsoll_plot_label_amount,
  };

  plimsoll_context_plot_draw (&plot, text, cr, width, CHART_HEIGHT);
}

/* --- What would change it --- */

/* The same question with @property set to @value: what comes of it. */
static gboolean
ask_with (PlimsollReportBuilder *self,
          const char *property,
          const char *text,
          guint count,
          PlimsollEstimate *estimate)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_copy (self->scenario);
  g_autoptr (PlimsollSizer) sizer = NULL;

  if (text != NULL)
    g_object_set (scenario, property, text, NULL);
  else
    g_object_set (scenario, property, count, NULL);
  sizer = plimsoll_sizer_new (scenario);
  *estimate = *plimsoll_sizer_get_estimate (sizer);

  return estimate->valid;
}

static void
add_change (PlimsollReportBuilder *self, const char *lead, const char *text)
{
  plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_END, lead, text);
}

static void
add_smaller_cache (PlimsollReportBuilder *self, const PlimsollSavings *savings)
{
  const char *type =
    plimsoll_engine_serves (plimsoll_scenario_get_engine (self->scenario)) ? "fp8" : "q8_0";
  g_autofree char *spared = plimsoll_format_memory (savings->q8_cache);
  g_autofree char *upper = g_ascii_strup (type, -1);
  g_autofree char *before = NULL, *after = NULL, *text = NULL;
  PlimsollEstimate estimate;

  if (savings->q8_cache == 0 || !ask_with (self, "kv-type", type, 0, &estimate))
    return;
  before = plimsoll_format_tokens_about (self->estimate->longest_context);
  after = plimsoll_format_tokens_about (estimate.longest_context);
  if (self->estimate->longest_context > 0
      && estimate.longest_context > self->estimate->longest_context)
    /* Translators: a type of the cache, an amount of memory, two numbers of tokens. */
    text = g_strdup_printf (_("A %s cache spares %s and takes the longest context from %s to %s."),
                            upper, spared, before, after);
  else
    /* Translators: a type of the cache, an amount of memory. */
    text = g_strdup_printf (_("A %s cache spares %s."), upper, spared);
  add_change (self, _("Smaller cache."), text);
}

static void
add_precision (PlimsollReportBuilder *self,
               const char *lead,
               const PlimsollPrecisionInfo *precision)
{
  PlimsollEstimate estimate;
  g_autofree char *required = NULL, *text = NULL, *reason = NULL;

  if (precision == NULL)
    return;
  plimsoll_sizer_estimate_with (self->ask.sizer, NULL, &precision->type, NULL, &estimate);
  if (!estimate.valid)
    return;
  required = plimsoll_format_gib (estimate.required, 2);
  reason = plimsoll_answer_reason (&estimate);
  /* Translators: a precision, an amount of memory, and the verdict: "Fits, 1.20 GiB to spare". */
  text = g_strdup_printf (_("%s needs %s. %s."), precision->name, required, reason);
  add_change (self, lead, text);
}

static void
add_second_card (PlimsollReportBuilder *self)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (self->scenario);
  const guint count = plimsoll_scenario_get_accelerator_count (self->scenario) + 1;
  g_autofree char *longest = NULL, *text = NULL;
  PlimsollEstimate estimate;

  if (accelerator == NULL || count == 1 || plimsoll_accelerator_get_facts (accelerator)->unified
      || plimsoll_scenario_get_further_accelerators (self->scenario)->len > 0
      || plimsoll_scenario_get_split (self->scenario) == PLIMSOLL_SPLIT_NONE
      || !ask_with (self, "accelerator-count", NULL, count, &estimate)
      || estimate.longest_context <= self->estimate->longest_context)
    return;
  longest = plimsoll_format_tokens_about (estimate.longest_context);
  /* Translators: how many, of an accelerator, and a number of tokens. */
  text = g_strdup_printf (_("%u × %s reach a context of %s."), count,
                          plimsoll_accelerator_get_name (accelerator), longest);
  add_change (self, _("Another card."), text);
}

static void
add_lines (PlimsollReportBuilder *self, const char *lead, const char *lines)
{
  g_auto (GStrv) split = lines != NULL ? g_strsplit (lines, "\n", -1) : NULL;

  for (guint i = 0; split != NULL && split[i] != NULL; i++)
    {
      g_autofree char *sentence = plimsoll_format_sentence (split[i]);

      add_change (self, i == 0 ? lead : NULL, sentence);
    }
}

static void
add_changes (PlimsollReportBuilder *self)
{
  g_autofree char *plan = plimsoll_answer_plan_text (self->ask.sizer);
  g_autofree char *needs = plimsoll_answer_needs_text (self->ask.sizer);
  PlimsollSavings savings;

  plimsoll_document_add_heading (self->document, PLIMSOLL_PLACE_END, _("What would change it"));
  plimsoll_sizer_get_savings (self->ask.sizer, &savings);
  add_lines (self, _("Fastest plan."), plan);
  add_lines (self, _("To fit whole."), needs);
  add_smaller_cache (self, &savings);
  add_precision (self, _("Smaller weights."), savings.smaller);
  add_precision (self, _("Larger weights."), savings.larger);
  add_second_card (self);
}

void
plimsoll_report_add_context (PlimsollReportBuilder *self)
{
  PlimsollPicture picture = { chart_height, context_chart_draw, NULL, context_chart_free };
  g_autofree char *heading = NULL;

  if (!self->estimate->valid)
    return;

  picture.data = context_chart_new (self);
  plimsoll_document_add_section (self->document, "context", _("Memory by context"), TRUE);
  heading = plimsoll_format_in_unit (_("Memory by context, GiB"));
  plimsoll_document_add_heading (self->document, PLIMSOLL_PLACE_START, heading);
  plimsoll_document_take_picture (self->document, PLIMSOLL_PLACE_START,
                                  _("Memory that is required at each length of the context, "
                                     "against what is usable; the figures stand in the table of "
                                     "memory and speed by context"),
                                  &picture);
  add_changes (self);
}

/* --- The table --- */

static gboolean
is_octave (guint64 tokens)
{
  return tokens >= 1024 && (tokens & (tokens - 1)) == 0;
}

/* Doublings, what is asked and the limit. */
static guint
table_contexts (PlimsollReportBuilder *self, guint64 *contexts)
{
  const guint64 limit = plimsoll_report_context_limit (self->scenario);
  const guint64 asked = plimsoll_scenario_get_context_length (self->scenario);
  guint n = 0;

  for (guint64 tokens = 1024; tokens < limit; tokens *= 2)
    {
      if (asked < tokens && (n == 0 || contexts[n - 1] < asked))
        contexts[n++] = asked;
      contexts[n++] = tokens;
    }
  if (asked < limit && (n == 0 || contexts[n - 1] < asked))
    contexts[n++] = asked;
  contexts[n++] = limit;

  return n;
}

/* Returns: the point of @curve at @context; -1: it has none */
static int
point_at (const PlimsollDecodeCurve *curve, guint64 context)
{
  for (guint i = 0; i < curve->n; i++)
    if (curve->contexts[i] == context)
      return (int) i;

  return -1;
}

static void
add_context_row (PlimsollReportBuilder *self,
                 PlimsollTable *table,
                 guint64 context,
                 const PlimsollEstimate *estimate,
                 const PlimsollDecodeCurve *curve)
{
  const int point = point_at (curve, context);
  const gboolean planned = point >= 0 && !isnan (curve->planned[point].low);
  const gboolean asked = context == plimsoll_scenario_get_context_length (self->scenario);
  PlimsollCargo cargo;

  plimsoll_cargo_of_estimate (estimate, &cargo);
  plimsoll_table_add_row (table, asked);
  plimsoll_table_take_number (table,
                              is_octave (context) ? plimsoll_format_tokens (context)
                                                  : plimsoll_format_tokens_about (context),
                              (double) context, 0);
  plimsoll_report_add_gib (table, cargo.weights, 2);
  plimsoll_report_add_gib (table, cargo.cache, 2);
  plimsoll_report_add_gib (table, cargo.compute, 2);
  plimsoll_report_add_gib (table, cargo.overhead, 2);
  plimsoll_report_add_gib (table, estimate->required, 2);
  plimsoll_report_add_rate (table, point >= 0
                                     ? plimsoll_decode_curve_at (curve, (guint) point)->value
                                     : (double) NAN);
  plimsoll_report_add_verdict (table, planned ? PLIMSOLL_VERDICT_OFFLOAD : estimate->verdict);
}

void
plimsoll_report_add_by_context (PlimsollReportBuilder *self)
{
  guint64 contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree PlimsollEstimate *estimates = NULL;
  g_autofree char *required_title = plimsoll_format_in_unit (_("Required GiB"));
  PlimsollDecodeCurve curve;
  PlimsollTable *table;
  guint n;

  if (!self->estimate->valid)
    return;

  n = table_contexts (self, contexts);
  estimates = g_new (PlimsollEstimate, n);
  plimsoll_sizer_estimate_at (self->ask.sizer, contexts, n, estimates);
  plimsoll_decode_curve_init (&curve, self->ask.sizer,
                              plimsoll_report_context_limit (self->scenario));

  table = plimsoll_table_new ();
  plimsoll_table_add_column (table, "context", _("Context"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "weights_gib", _("Weights"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "kv_cache_gib", _("KV cache"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "compute_gib", _("Compute"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "overhead_gib", _("Overhead"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "required_gib", required_title, PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "decode_tok_s", _("Full, tok/s"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "verdict", _("Verdict"), PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < n; i++)
    if (estimates[i].valid)
      add_context_row (self, table, contexts[i], &estimates[i], &curve);

  plimsoll_document_add_section (self->document, "by_context", _("Memory and speed by context"),
                                 FALSE);
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "by_context", table);
}

/* --- Speed --- */

static void
decode_chart_draw (gconstpointer data,
                   const PlimsollPlotText *text,
                   cairo_t *cr,
                   double width,
                   gboolean rtl)
{
  PlimsollLinePlot lines = *plimsoll_decode_plot_get_lines ((PlimsollDecodePlot *) data);

  lines.rtl = rtl;
  plimsoll_line_plot_draw (&lines, text, cr, width, CHART_HEIGHT);
}

static void
decode_plot_free (gpointer data)
{
  plimsoll_decode_plot_free (data);
}

static void
add_speed_row (PlimsollTable *table,
               const char *key,
               const char *label,
               const PlimsollRange *range,
               gboolean is_time)
{
  const double scale = is_time ? 1000 : 1;
  const double values[] = { range->value * scale, range->low * scale, range->high * scale };

  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, label, key);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    plimsoll_table_take_number (table,
                                isnan (values[i]) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                : is_time         ? plimsoll_format_milliseconds (values[i])
                                                  : plimsoll_format_speed (values[i]),
                                values[i], 2);
}

static PlimsollTable *
speed_table (PlimsollReportBuilder *self)
{
  const PlimsollSpeed *speed = &self->estimate->speed;
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "speed", _("Speed"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "expected", _("Expected"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "low", C_("range", "From"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "high", C_("range", "To"), PLIMSOLL_COLUMN_NUMBER);
  add_speed_row (table, "decode_tok_s", _("Decode, one request"), &speed->decode, FALSE);
  if (plimsoll_scenario_get_parallel (self->scenario) > 1)
    add_speed_row (table, "all_requests_tok_s", _("All requests, at most"), &speed->batch, FALSE);
  add_speed_row (table, "prefill_tok_s", _("Prefill"), &speed->prefill, FALSE);
  add_speed_row (table, "first_token_ms", _("First token"), &speed->first_token, TRUE);

  return table;
}

void
plimsoll_report_add_speed (PlimsollReportBuilder *self)
{
  PlimsollPicture picture = { chart_height, decode_chart_draw, NULL, decode_plot_free };
  PlimsollDecodeCurve curve;
  gboolean known = FALSE;

  if (!self->estimate->valid)
    return;

  plimsoll_decode_curve_init (&curve, self->ask.sizer,
                              plimsoll_report_context_limit (self->scenario));
  for (guint i = 0; i < curve.n && !known; i++)
    known = !isnan (plimsoll_decode_curve_at (&curve, i)->low);

  plimsoll_document_add_section (self->document, "speed", _("Speed"), FALSE);
  if (!known)
    {
      plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, NULL,
                                       _("How fast it is, is not known: it does not fit, or too "
                                          "little is known of the hardware."));
      return;
    }
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "speed", speed_table (self));
  picture.data = plimsoll_decode_plot_new (&curve, self->estimate->longest_context);
  plimsoll_document_add_heading (self->document, PLIMSOLL_PLACE_WHOLE,
                                 _("Decode by context, tokens a second"));
  plimsoll_document_take_picture (self->document, PLIMSOLL_PLACE_WHOLE,
                                  _("Tokens a second by the length of the context, with the range "
                                     "that is to be expected"),
                                  &picture);
}
