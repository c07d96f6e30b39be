/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-cost-terms.h"
#include "plimsoll-format.h"
#include "plimsoll-load-device.h"
#include "plimsoll-load-line-plot.h"
#include "plimsoll-plot-labels.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB PLIMSOLL_REPORT_GIB
#define BAR_HEIGHT 38
#define N_PARTS 4

/* --- The load line --- */

typedef struct
{
  PlimsollEstimate estimate;
  char *names[PLIMSOLL_MAX_DEVICES];   /* where there are several */
  char *usables[PLIMSOLL_MAX_DEVICES]; /* as markup */
  char *usable;
  char *required; /* (nullable) */
} LoadLine;

static void
load_line_free (gpointer data)
{
  LoadLine *self = data;

  for (guint i = 0; i < PLIMSOLL_MAX_DEVICES; i++)
    {
      g_free (self->names[i]);
      g_free (self->usables[i]);
    }
  g_free (self->usable);
  g_free (self->required);
  g_free (self);
}

static char *
usable_markup (guint64 bytes, gboolean taken)
{
  g_autofree char *text = plimsoll_format_gib (bytes, 2);

  if (taken)
    /* Translators: beside the load line, what an engine takes of the memory. */
    return g_strdup_printf (_("<b>%s</b> taken"), text);

  /* Translators: beside the load line, "<b>22.80 GiB</b> usable". */
  return g_strdup_printf (_("<b>%s</b> usable"), text);
}

static LoadLine *
load_line_new (PlimsollScenario *scenario, const PlimsollEstimate *estimate)
{
  LoadLine *self = g_new0 (LoadLine, 1);
  const guint n = plimsoll_cargo_is_apart (estimate) ? estimate->memory.n_devices : 0;

  self->estimate = *estimate;
  self->usable = usable_markup (estimate->usable, estimate->serving.budget > 0);
  if (estimate->required > estimate->usable)
    {
      g_autofree char *required = plimsoll_format_gib (estimate->required, 2);

      /* Translators: at the end of what is loaded, "<b>31.20 GiB</b> required". */
      self->required = g_strdup_printf (_("<b>%s</b> required"), required);
    }
  for (guint i = 0; i < n; i++)
    {
      PlimsollAccelerator *device = plimsoll_scenario_get_device (scenario, i);
      g_autofree char *usable = NULL;

      self->names[i] = g_strdup (device != NULL ? plimsoll_accelerator_get_name (device) : NULL);
      usable = plimsoll_format_gib (estimate->memory.devices[i].usable, 1);
      self->usables[i] = g_strdup_printf ("<b>%s</b>", usable);
    }

  return self;
}

static void
fill_devices (const LoadLine *self, PlimsollLoadDevice *devices)
{
  for (guint i = 0; i < self->estimate.memory.n_devices; i++)
    plimsoll_load_device_init (&devices[i], &self->estimate, i, self->names[i], self->usables[i]);
}

static void
fill_plot (const LoadLine *self, PlimsollLoadLinePlot *plot, PlimsollLoadDevice *devices)
{
  const PlimsollEstimate *estimate = &self->estimate;
  PlimsollCargo cargo;

  plimsoll_cargo_of_estimate (estimate, &cargo);
  *plot = (PlimsollLoadLinePlot) {
    .segments = { { (double) cargo.weights / plimsoll_format_unit_bytes (), PLIMSOLL_INK_WEIGHTS,
                    _("Weights") },
                  { (double) cargo.cache / plimsoll_format_unit_bytes (), PLIMSOLL_INK_CACHE,
                    _("KV cache") },
                  { (double) cargo.compute / plimsoll_format_unit_bytes (), PLIMSOLL_INK_COMPUTE,
                    NULL },
                  { (double) cargo.overhead / plimsoll_format_unit_bytes (), PLIMSOLL_INK_OVERHEAD,
                    NULL } },
    .n_segments = N_PARTS,
    .usable = (double) estimate->usable / plimsoll_format_unit_bytes (),
    .physical = (double) MAX (estimate->physical, estimate->usable) / plimsoll_format_unit_bytes (),
    .bar_height = BAR_HEIGHT,
    .usable_markup = self->usable,
    .required_markup = self->required,
    .tick_label = plimsoll_plot_label_gib,
    .count_label = plimsoll_plot_label_count,
  };
  if (!plimsoll_cargo_is_apart (estimate))
    return;
  fill_devices (self, devices);
  plot->devices = devices;
  plot->n_devices = estimate->memory.n_devices;
}

static double
load_line_height (gconstpointer data, const PlimsollPlotText *text, double width)
{
  const PlimsollLoadLinePlot plot = { .bar_height = BAR_HEIGHT };

  return plimsoll_load_line_plot_height (&plot, text);
}

static void
load_line_draw (gconstpointer data,
                const PlimsollPlotText *text,
                cairo_t *cr,
                double width,
                gboolean rtl)
{
  PlimsollLoadDevice devices[PLIMSOLL_MAX_DEVICES];
  PlimsollLoadLinePlot plot;

  fill_plot (data, &plot, devices);
  plot.rtl = rtl;
  plimsoll_load_line_plot_draw (&plot, text, cr, width);
}

static void
add_key (PlimsollDocument *document, PlimsollInk ink, const char *name, guint64 bytes)
{
  g_autofree char *value = plimsoll_format_gib_value (bytes, 2);
  g_autofree char *label = g_strdup_printf ("%s %s", name, value);

  if (bytes > 0)
    plimsoll_document_add_key (document, ink, label);
}

void
plimsoll_report_take_load_line (PlimsollDocument *document,
                                PlimsollScenario *scenario,
                                const PlimsollEstimate *estimate)
{
  const PlimsollPicture picture = {
    load_line_height,
    load_line_draw,
    load_line_new (scenario, estimate),
    load_line_free,
  };
  g_autofree char *required = plimsoll_format_gib (estimate->required, 2);
  g_autofree char *usable = plimsoll_format_gib (estimate->usable, 2);
  /* Translators: two amounts of memory. */
  g_autofree char *words = g_strdup_printf (_("Memory: %s of %s usable"), required, usable);
  const guint64 end = MAX (estimate->usable, estimate->required);
  PlimsollCargo cargo;

  plimsoll_document_take_picture (document, PLIMSOLL_PLACE_WHOLE, words, &picture);
  plimsoll_cargo_of_estimate (estimate, &cargo);
  add_key (document, PLIMSOLL_INK_WEIGHTS, _("Weights"), cargo.weights);
  add_key (document, PLIMSOLL_INK_CACHE, _("KV cache"), cargo.cache);
  add_key (document, PLIMSOLL_INK_COMPUTE, _("Compute buffers"), cargo.compute);
  add_key (document, PLIMSOLL_INK_OVERHEAD, _("Overhead"), cargo.overhead);
  if (estimate->usable > estimate->required)
    add_key (document, PLIMSOLL_INK_FREE, _("Free"), estimate->usable - estimate->required);
  else if (estimate->usable > 0)
    add_key (document, PLIMSOLL_INK_OVER, _("Over the line"),
             estimate->required - estimate->usable);
  if (estimate->physical > end)
    add_key (document, PLIMSOLL_INK_RESERVED, _("Reserved"), estimate->physical - end);
}

/* --- Memory --- */

static void
add_part (PlimsollTable *table,
          const char *key,
          const char *label,
          guint64 bytes,
          PlimsollExactness exactness,
          gboolean strong)
{
  plimsoll_table_add_row (table, strong);
  plimsoll_table_add_cell (table, label, key);
  /* Both units, whichever the others are in. */
  plimsoll_table_take_number (table, plimsoll_format_number ((double) bytes / GIB, 2),
                              (double) bytes / GIB, 3);
  plimsoll_table_take_number (table, plimsoll_format_number ((double) bytes / 1e9, 2),
                              (double) bytes / 1e9, 3);
  plimsoll_report_add_exactness (table, exactness);
}

static void
add_headroom (PlimsollTable *table, const PlimsollEstimate *estimate)
{
  const guint64 off = (guint64) ABS (estimate->headroom);
  const char *sign = estimate->headroom < 0 ? "−" : "";
  g_autofree char *gib = plimsoll_format_number ((double) off / GIB, 2);
  g_autofree char *gb = plimsoll_format_number ((double) off / 1e9, 2);
  g_autofree char *share =
    plimsoll_format_percent ((double) off / (double) MAX (estimate->usable, 1), 1);

  plimsoll_table_add_row (table, TRUE);
  plimsoll_table_add_cell (table, _("To spare"), "headroom");
  plimsoll_table_take_number (table, g_strconcat (sign, gib, NULL),
                              (double) estimate->headroom / GIB, 3);
  plimsoll_table_take_number (table, g_strconcat (sign, gb, NULL),
                              (double) estimate->headroom / 1e9, 3);
  plimsoll_table_take_number (table, g_strconcat (sign, share, NULL),
                              (double) estimate->headroom / (double) MAX (estimate->usable, 1), 4);
}

static void
add_weights (PlimsollTable *table, PlimsollReportBuilder *self, guint64 bytes)
{
  /* Translators: a precision. */
  g_autofree char *label =
    g_strdup_printf (_("Weights, %s"), plimsoll_scenario_get_precision (self->scenario));

  add_part (table, "weights", label, bytes, self->estimate->memory.weights_exactness, FALSE);
}

static PlimsollTable *
memory_table (PlimsollReportBuilder *self)
{
  const PlimsollEstimate *estimate = self->estimate;
  const PlimsollMemory *memory = &estimate->memory;
  PlimsollTable *table = plimsoll_table_new ();
  PlimsollCargo cargo;

  plimsoll_cargo_of_estimate (estimate, &cargo);
  plimsoll_table_add_column (table, "part", _("Memory"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "gib", _("GiB"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "gb", _("GB"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "exactness", "", PLIMSOLL_COLUMN_NUMBER);
  add_weights (table, self, cargo.weights);
  add_part (table, "kv_cache", _("KV cache"), cargo.cache, memory->cache_exactness, FALSE);
  if (memory->compute_exactness != PLIMSOLL_UNKNOWN)
    add_part (table, "compute", _("Compute buffers"), cargo.compute, memory->compute_exactness,
              FALSE);
  add_part (table, "overhead", _("Runtime overhead"), cargo.overhead, PLIMSOLL_MODELLED, FALSE);
  add_part (table, "required", _("Required"), estimate->required,
            memory->compute_exactness == PLIMSOLL_UNKNOWN ? PLIMSOLL_UNKNOWN : PLIMSOLL_MODELLED,
            TRUE);
  if (estimate->usable > 0)
    {
      add_part (table, "usable", _("Usable"), estimate->usable, PLIMSOLL_MODELLED, FALSE);
      add_headroom (table, estimate);
    }
  if (estimate->verdict == PLIMSOLL_VERDICT_OFFLOAD && estimate->host_required > 0)
    add_part (table, "system_memory", _("System memory"), estimate->host_required,
              PLIMSOLL_MODELLED, FALSE);

  return table;
}

/* What each of several devices holds. */
static PlimsollTable *
devices_table (PlimsollReportBuilder *self)
{
  const PlimsollMemory *memory = &self->estimate->memory;
  PlimsollTable *table = plimsoll_table_new ();
  g_autofree char *required_title = plimsoll_format_in_unit (_("Required GiB"));
  g_autofree char *usable_title = plimsoll_format_in_unit (_("Usable GiB"));

  plimsoll_table_add_column (table, "device", _("Accelerator"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "weights_gib", _("Weights"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "kv_cache_gib", _("KV cache"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "compute_gib", _("Compute"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "overhead_gib", _("Overhead"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "required_gib", required_title, PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "usable_gib", usable_title, PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];
      PlimsollAccelerator *accelerator = plimsoll_scenario_get_device (self->scenario, i);
      g_autofree char *name =
        g_strdup_printf ("%u: %s", i,
                         accelerator != NULL ? plimsoll_accelerator_get_name (accelerator)
                                             : PLIMSOLL_FORMAT_UNKNOWN);
      PlimsollCargo cargo;

      plimsoll_cargo_of_device (self->estimate, i, &cargo);
      plimsoll_table_add_row (table, FALSE);
      plimsoll_table_add_cell (table, name, NULL);
      plimsoll_report_add_gib (table, cargo.weights, 2);
      plimsoll_report_add_gib (table, cargo.cache, 2);
      plimsoll_report_add_gib (table, cargo.compute, 2);
      plimsoll_report_add_gib (table, cargo.overhead, 2);
      plimsoll_report_add_gib (table, device->required, 2);
      plimsoll_report_add_gib (table, device->usable, 2);
    }

  return table;
}

void
plimsoll_report_add_memory (PlimsollReportBuilder *self)
{
  const gboolean beside = (self->ask.sections & PLIMSOLL_REPORT_SUMMARY) != 0;
  const gboolean several = plimsoll_cargo_is_apart (self->estimate);

  if (!self->estimate->valid || (beside && !several))
    return;

  plimsoll_document_add_section (self->document, "memory",
                                 several ? _("Memory of each accelerator") : _("Memory"), FALSE);
  if (!beside)
    plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "memory",
                                  memory_table (self));
  if (several)
    plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "memory_by_device",
                                  devices_table (self));
}

/* --- Speed and cost in short --- */

static void
add_figure (PlimsollTable *table, const char *key, const char *label, char *text, double value)
{
  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, label, key);
  plimsoll_table_take_number (table, text, value, 2);
}

static void
add_speed (PlimsollTable *table, PlimsollReportBuilder *self)
{
  const PlimsollSpeed *speed = &self->estimate->speed;
  g_autofree char *at = NULL, *prompt = NULL, *decode = NULL, *first = NULL;
  guint64 depth;
  guint length;

  g_object_get (self->scenario, "depth", &depth, "prompt-length", &length, NULL);
  at = plimsoll_format_tokens (depth > 0 ? depth : length);
  prompt = plimsoll_format_tokens (length);
  /* Translators: how fast it answers with so many tokens in the cache. */
  decode = g_strdup_printf (_("Decode at %s"), at);
  /* Translators: until the first token of the answer to a prompt of so many. */
  first = g_strdup_printf (_("First token, prompt of %s"), prompt);

  add_figure (table, "decode_tok_s", decode,
              isnan (speed->decode.value) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                          : plimsoll_format_speed (speed->decode.value),
              speed->decode.value);
  if (!isnan (speed->decode.low))
    add_figure (table, "decode_low_tok_s", _("  expected range"),
                plimsoll_format_range (speed->decode.low, speed->decode.high,
                                       speed->decode.high < 10 ? 1 : 0),
                speed->decode.low);
  add_figure (table, "prefill_tok_s", _("Prefill"),
              isnan (speed->prefill.value) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                           : plimsoll_format_speed (speed->prefill.value),
              speed->prefill.value);
  add_figure (table, "first_token_ms", first,
              isnan (speed->first_token.value)
                ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                : plimsoll_format_milliseconds (speed->first_token.value * 1000),
              speed->first_token.value * 1000);
}

static void
add_serving (PlimsollTable *table, const PlimsollServing *serving)
{
  add_figure (table, "requests_at_once", _("Requests at once"),
              plimsoll_format_number (serving->requests, 1), serving->requests);
  add_figure (table, "cache_tokens", _("Tokens in the cache"),
              plimsoll_format_tokens_about (serving->tokens), (double) serving->tokens);
}

static void
add_offer (PlimsollTable *table, PlimsollReportBuilder *self)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (self->scenario);
  const guint count = plimsoll_scenario_get_accelerator_count (self->scenario);
  PlimsollCloudOffer *offer = NULL;
  double utilization, rate = (double) NAN, tokens;

  g_object_get (self->scenario, "utilization", &utilization, NULL);
  if (accelerator != NULL && count > 0
      && plimsoll_scenario_get_further_accelerators (self->scenario)->len == 0)
    offer = plimsoll_cost_find_offer (plimsoll_catalog_get_offers (self->ask.catalog), accelerator,
                                      count);
  if (offer != NULL)
    rate = plimsoll_cloud_offer_get_rate (offer);
  tokens = plimsoll_cost_per_million (rate, self->estimate->speed.decode.value, utilization);
  if (isnan (rate))
    add_figure (table, "usd_per_hour", _("Cheapest offer of it"),
                g_strdup (PLIMSOLL_FORMAT_UNKNOWN), rate);
  else
    {
      g_autofree char *money = plimsoll_format_money (rate, "$");

      add_figure (table, "usd_per_hour", _("Cheapest offer of it"),
                  /* Translators: an amount of money, an hour. */
                  g_strdup_printf (_("%s / h"), money), rate);
    }
  add_figure (table, "usd_per_million_tokens", _("A million tokens there"),
              isnan (tokens) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                             : plimsoll_format_money (tokens, "$"),
              tokens);
}

static PlimsollTable *
figures_table (PlimsollReportBuilder *self)
{
  const guint64 longest = self->estimate->longest_context;
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "figure", _("Speed and cost"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "value", "", PLIMSOLL_COLUMN_NUMBER);
  add_speed (table, self);
  if (plimsoll_engine_serves (plimsoll_scenario_get_engine (self->scenario)))
    add_serving (table, &self->estimate->serving);
  add_figure (table, "longest_context", _("Longest context that fits"),
              longest > 0 ? plimsoll_format_tokens_about (longest)
                          : g_strdup (PLIMSOLL_FORMAT_UNKNOWN),
              longest > 0 ? (double) longest : (double) NAN);
  add_offer (table, self);

  return table;
}

void
plimsoll_report_add_summary (PlimsollReportBuilder *self)
{
  const gboolean with_memory = (self->ask.sections & PLIMSOLL_REPORT_MEMORY) != 0;
  g_autofree char *reason = plimsoll_answer_reason (self->estimate);

  plimsoll_document_add_section (self->document, "summary", _("Summary"), TRUE);
  plimsoll_document_add_verdict (self->document,
                                 self->estimate->valid ? self->estimate->verdict
                                                       : PLIMSOLL_VERDICT_UNKNOWN,
                                 reason);
  if (!self->estimate->valid)
    return;
  if (self->estimate->required > 0 && self->estimate->usable > 0)
    plimsoll_report_take_load_line (self->document, self->scenario, self->estimate);
  if (with_memory)
    plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_START, "memory",
                                  memory_table (self));
  plimsoll_document_take_table (self->document,
                                with_memory ? PLIMSOLL_PLACE_END : PLIMSOLL_PLACE_WHOLE, "figures",
                                figures_table (self));
}
