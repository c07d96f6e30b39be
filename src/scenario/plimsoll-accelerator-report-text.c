/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-report.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-scenario-state.h"

#include <glib/gi18n.h>
#include <math.h>

#define LABEL_WIDTH 18
#define MAX_OFFERS 5

const char *
plimsoll_alternative_word (PlimsollAlternativeKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_ALTERNATIVE_LESS_MEMORY:
      return _("Less memory");
    case PLIMSOLL_ALTERNATIVE_MORE_MEMORY:
      return _("More memory");
    case PLIMSOLL_ALTERNATIVE_CHEAPER:
      return _("Cheaper");
    case PLIMSOLL_ALTERNATIVE_DEARER:
      return _("Dearer");
    case PLIMSOLL_ALTERNATIVE_MORE_OF_THESE:
    default:
      return _("More of these");
    }
}

char *
plimsoll_report_cell_text (const PlimsollReportRow *row, guint64 context, guint column)
{
  const PlimsollReportCell *cell = &row->cells[column];
  g_autofree char *tokens = plimsoll_format_tokens (context);
  g_autofree char *memory = plimsoll_format_gib (cell->required, 1);

  if (cell->required == 0)
    /* Translators: a precision and a context. */
    return g_strdup_printf (_("%s at %s: not known"), row->precision->name, tokens);
  /* Translators: a precision, a context, the memory that is needed, and the verdict. */
  return g_strdup_printf (_("%s at %s, %s, %s"), row->precision->name, tokens, memory,
                          plimsoll_answer_word (cell->verdict));
}

char **
plimsoll_accelerator_report_get_notes (PlimsollAcceleratorReport *self)
{
  PlimsollAccelerator *accelerator = plimsoll_accelerator_report_get_accelerator (self);
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  const char *const *recalled = plimsoll_accelerator_get_recalled (accelerator);
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();

  if (plimsoll_accelerator_get_notes (accelerator) != NULL)
    g_strv_builder_add (notes, plimsoll_accelerator_get_notes (accelerator));
  if (plimsoll_accelerator_is_unconfirmed (accelerator))
    g_strv_builder_add (notes, _("No maker or seller of it was found."));
  if (isnan (facts->bandwidth_gbs))
    g_strv_builder_add (notes,
                        _("The bandwidth of its memory is not known, and so how fast it is."));
  if (facts->unified)
    g_strv_builder_add (notes, _("Its memory is shared with the processor and cannot be added up "
                                  "with that of another."));
  if (recalled[0] != NULL)
    {
      g_autofree char *members = g_strjoinv (", ", (char **) recalled);

      /* Translators: members of a file of facts. */
      g_strv_builder_take (notes,
                           g_strdup_printf (_("Recalled and not read again: %s."), members));
    }
  if (plimsoll_accelerator_get_source (accelerator) != NULL)
    /* Translators: where figures are from, and a date. */
    g_strv_builder_take (notes, g_strdup_printf (_("Figures: %s, %s"),
                                                 plimsoll_accelerator_get_source (accelerator),
                                                 plimsoll_accelerator_get_date (accelerator) != NULL
                                                   ? plimsoll_accelerator_get_date (accelerator)
                                                   : PLIMSOLL_FORMAT_UNKNOWN));

  return g_strv_builder_end (notes);
}

/* --- Text --- */

static void
add_line (GString *text, const char *label, const char *value)
{
  plimsoll_format_pad (text, label, LABEL_WIDTH, FALSE);
  g_string_append_printf (text, "%s\n", value);
}

static char *
title (PlimsollAcceleratorReport *self)
{
  PlimsollScenario *scenario =
    plimsoll_sizer_get_scenario (plimsoll_accelerator_report_get_sizer (self));
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const guint count = plimsoll_accelerator_report_get_count (self);
  g_autofree char *tokens =
    plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));

  /* Translators: a model, its precision, its context, how many of an accelerator, its name. */
  return g_strdup_printf (
    _("%s at %s, %s, on %u× %s"), model != NULL ? plimsoll_model_get_name (model) : _("no model"),
    plimsoll_scenario_get_precision (scenario), tokens, count,
    plimsoll_accelerator_get_name (plimsoll_accelerator_report_get_accelerator (self)));
}

const char *
plimsoll_report_cell_sign (PlimsollVerdict verdict)
{
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      return " ✓";
    case PLIMSOLL_VERDICT_TIGHT:
      return " !";
    case PLIMSOLL_VERDICT_OFFLOAD:
      return " ↓";
    case PLIMSOLL_VERDICT_EXCEEDS:
      return " ×";
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return "  ";
    }
}

const char *
plimsoll_report_cell_legend (void)
{
  /* Translators: what the signs in a table stand for. */
  return _("✓ fits   ! tight   ↓ a part in system memory   × does not fit");
}

static void
add_grid (GString *text, PlimsollAcceleratorReport *self)
{
  guint n_contexts, n_rows;
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self, &n_contexts);
  const PlimsollReportRow *rows = plimsoll_accelerator_report_get_rows (self, &n_rows);
  g_autofree char *needed = plimsoll_format_in_unit (_("GiB needed"));

  g_string_append_c (text, '\n');
  plimsoll_format_pad (text, needed, 12, FALSE);
  for (guint i = 0; i < n_contexts; i++)
    {
      g_autofree char *tokens = plimsoll_format_tokens_about (contexts[i]);

      plimsoll_format_pad (text, tokens, 10, TRUE);
    }
  plimsoll_format_pad (text, _("Longest"), 10, TRUE);
  plimsoll_format_pad (text, _("tok/s"), 9, TRUE);
  g_string_append_c (text, '\n');

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *longest = rows[i].longest != 0
                                   ? plimsoll_format_tokens_about (rows[i].longest)
                                   : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
      g_autofree char *decode =
        plimsoll_format_number (rows[i].decode.value, rows[i].decode.value < 10 ? 1 : 0);

      plimsoll_format_pad (text, rows[i].precision->name, 12, FALSE);
      for (guint j = 0; j < n_contexts; j++)
        {
          const PlimsollReportCell *cell = &rows[i].cells[j];
          g_autofree char *memory = cell->required != 0
                                      ? plimsoll_format_gib_value (cell->required, 1)
                                      : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
          g_autofree char *value =
            g_strdup_printf ("%s%s", memory, plimsoll_report_cell_sign (cell->verdict));

          plimsoll_format_pad (text, value, 10, TRUE);
        }
      plimsoll_format_pad (text, longest, 10, TRUE);
      plimsoll_format_pad (text, decode, 9, TRUE);
      g_string_append_c (text, '\n');
    }
  g_string_append_printf (text, "%s\n", plimsoll_report_cell_legend ());
}

static void
add_offers (GString *text, PlimsollAcceleratorReport *self)
{
  guint n;
  const PlimsollReportOffer *offers = plimsoll_accelerator_report_get_offers (self, &n);
  const double cost = plimsoll_accelerator_report_get_token_cost (self);

  for (guint i = 0; i < MIN (n, MAX_OFFERS); i++)
    {
      g_autofree char *rate = plimsoll_format_money (offers[i].board_per_hour, "$");
      /* Translators: a price an hour; who lets it, what they call it, and a date. */
      g_autofree char *line = g_strdup_printf (_("%s an hour each: %s, %s, %s"), rate,
                                               plimsoll_cloud_offer_get_provider (offers[i].offer),
                                               plimsoll_cloud_offer_get_instance (offers[i].offer),
                                               plimsoll_cloud_offer_get_date (offers[i].offer));

      add_line (text, i == 0 ? _("To rent") : "", line);
    }
  if (!isnan (cost))
    {
      g_autofree char *money = plimsoll_format_money (cost, "$");

      add_line (text, _("1M tokens"), money);
    }
}

static void
add_alternatives (GString *text, PlimsollAcceleratorReport *self)
{
  guint n;
  const PlimsollAlternative *rows = plimsoll_accelerator_report_get_alternatives (self, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *decode = plimsoll_format_speed (rows[i].figures.decode.value);
      g_autofree char *longest = rows[i].figures.longest != 0
                                   ? plimsoll_format_tokens_about (rows[i].figures.longest)
                                   : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
      /* Translators: how many of an accelerator, its name; the verdict, the longest context that
       * fits, and the speed. */
      g_autofree char *line =
        g_strdup_printf (_("%u× %s: %s, %s context, %s"), rows[i].count,
                         plimsoll_accelerator_get_name (rows[i].accelerator),
                         plimsoll_answer_word (rows[i].figures.verdict), longest, decode);

      add_line (text, plimsoll_alternative_word (rows[i].kind), line);
    }
}

char *
plimsoll_accelerator_report_to_text (PlimsollAcceleratorReport *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const PlimsollFitFigures *figures;
  const PlimsollReportCache *caches;
  g_autofree char *heading = NULL, *usable = NULL, *verdict = NULL, *spare = NULL;
  g_auto (GStrv) notes = NULL;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  plimsoll_accelerator_report_flush (self);
  figures = plimsoll_accelerator_report_get_figures (self);
  heading = title (self);
  usable = plimsoll_format_gib (figures->usable, 2);
  spare = plimsoll_format_gib_signed (figures->headroom, 2);
  g_string_append_printf (text, "%s\n", heading);
  if (figures->required != 0)
    /* Translators: the verdict, and memory to spare, which may be less than nothing. */
    verdict =
      g_strdup_printf (_("%s, %s to spare"), plimsoll_answer_word (figures->verdict), spare);
  else
    verdict = g_strdup (plimsoll_answer_word (figures->verdict));
  add_line (text, _("Verdict"), verdict);
  if (figures->usable != 0)
    add_line (text, _("Usable"), usable);
  if (!isnan (figures->decode.value))
    {
      g_autofree char *decode = plimsoll_format_speed (figures->decode.value);

      add_line (text, _("Decode"), decode);
    }
  if (!isnan (figures->prefill.value))
    {
      g_autofree char *prefill = plimsoll_format_speed (figures->prefill.value);

      add_line (text, _("Prefill"), prefill);
    }
  caches = plimsoll_accelerator_report_get_caches (self, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *upper = g_ascii_strup (caches[i].name, -1);
      /* Translators: a type of the cache. */
      g_autofree char *label = g_strdup_printf (_("Longest, %s"), upper);
      g_autofree char *longest = caches[i].longest != 0
                                   ? plimsoll_format_tokens_about (caches[i].longest)
                                   : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

      add_line (text, label, longest);
    }
  add_grid (text, self);
  g_string_append_c (text, '\n');
  add_offers (text, self);
  add_alternatives (text, self);
  notes = plimsoll_accelerator_report_get_notes (self);
  for (guint i = 0; notes[i] != NULL; i++)
    add_line (text, i == 0 ? _("Notes") : "", notes[i]);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* --- JSON --- */

static void
set_known (JsonObject *object, const char *member, guint64 value)
{
  if (value != 0)
    json_object_set_int_member (object, member, (gint64) MIN (value, G_MAXINT64));
  else
    json_object_set_null_member (object, member);
}

static void
set_number (JsonObject *object, const char *member, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, member, value);
  else
    json_object_set_null_member (object, member);
}

static void
set_verdict (JsonObject *object, PlimsollVerdict verdict)
{
  if (verdict != PLIMSOLL_VERDICT_UNKNOWN)
    json_object_set_string_member (object, "verdict",
                                   plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT, (int) verdict));
  else
    json_object_set_null_member (object, "verdict");
}

static void
set_range (JsonObject *object, const char *member, const PlimsollRange *range)
{
  JsonObject *child;

  if (!isfinite (range->value))
    {
      json_object_set_null_member (object, member);
      return;
    }
  child = json_object_new ();
  set_number (child, "value", range->value);
  set_number (child, "low", range->low);
  set_number (child, "high", range->high);
  json_object_set_object_member (object, member, child);
}

static JsonArray *
rows_json (PlimsollAcceleratorReport *self)
{
  guint n_contexts, n_rows;
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self, &n_contexts);
  const PlimsollReportRow *rows = plimsoll_accelerator_report_get_rows (self, &n_rows);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n_rows; i++)
    {
      JsonObject *object = json_object_new ();
      JsonArray *cells = json_array_new ();

      json_object_set_string_member (object, "precision", rows[i].precision->name);
      set_number (object, "bits", rows[i].bits);
      set_known (object, "file", rows[i].weights);
      set_known (object, "longest_context", rows[i].longest);
      set_range (object, "decode", &rows[i].decode);
      for (guint j = 0; j < n_contexts; j++)
        {
          JsonObject *cell = json_object_new ();

          set_known (cell, "context", contexts[j]);
          set_known (cell, "required", rows[i].cells[j].required);
          set_verdict (cell, rows[i].cells[j].verdict);
          json_array_add_object_element (cells, cell);
        }
      json_object_set_array_member (object, "cells", cells);
      json_array_add_object_element (array, object);
    }

  return array;
}

static JsonArray *
offers_json (PlimsollAcceleratorReport *self)
{
  guint n;
  const PlimsollReportOffer *offers = plimsoll_accelerator_report_get_offers (self, &n);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n; i++)
    {
      PlimsollCloudOffer *offer = offers[i].offer;
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "id", plimsoll_cloud_offer_get_id (offer));
      json_object_set_string_member (object, "provider", plimsoll_cloud_offer_get_provider (offer));
      json_object_set_string_member (object, "instance", plimsoll_cloud_offer_get_instance (offer));
      set_known (object, "count", offers[i].boards);
      set_number (object, "usd_per_hour", plimsoll_cloud_offer_get_rate (offer));
      set_number (object, "usd_per_hour_each", offers[i].board_per_hour);
      json_object_set_string_member (object, "date", plimsoll_cloud_offer_get_date (offer));
      json_object_set_string_member (object, "source", plimsoll_cloud_offer_get_source (offer));
      json_array_add_object_element (array, object);
    }

  return array;
}

static JsonArray *
alternatives_json (PlimsollAcceleratorReport *self)
{
  static const char *const kinds[] = { "less-memory", "more-memory", "cheaper", "dearer",
                                       "more-of-these" };
  guint n;
  const PlimsollAlternative *rows = plimsoll_accelerator_report_get_alternatives (self, &n);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "kind", kinds[rows[i].kind]);
      json_object_set_string_member (object, "id",
                                     plimsoll_accelerator_get_id (rows[i].accelerator));
      json_object_set_string_member (object, "name",
                                     plimsoll_accelerator_get_name (rows[i].accelerator));
      set_known (object, "count", rows[i].count);
      set_number (object, "list_usd", plimsoll_accelerator_get_list_price (rows[i].accelerator));
      set_known (object, "usable", rows[i].figures.usable);
      set_verdict (object, rows[i].figures.verdict);
      set_known (object, "longest_context", rows[i].figures.longest);
      set_range (object, "decode", &rows[i].figures.decode);
      json_array_add_object_element (array, object);
    }

  return array;
}

static JsonArray *
caches_json (PlimsollAcceleratorReport *self)
{
  guint n;
  const PlimsollReportCache *caches = plimsoll_accelerator_report_get_caches (self, &n);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "kv", caches[i].name);
      set_known (object, "longest_context", caches[i].longest);
      json_array_add_object_element (array, object);
    }

  return array;
}

JsonObject *
plimsoll_accelerator_report_to_json (PlimsollAcceleratorReport *self)
{
  JsonObject *object, *child;
  JsonArray *list;
  PlimsollScenario *scenario;
  PlimsollModel *model;
  PlimsollAccelerator *accelerator;
  const PlimsollFitFigures *figures;
  g_auto (GStrv) notes = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  plimsoll_accelerator_report_flush (self);
  scenario = plimsoll_sizer_get_scenario (plimsoll_accelerator_report_get_sizer (self));
  model = plimsoll_scenario_get_model (scenario);
  accelerator = plimsoll_accelerator_report_get_accelerator (self);
  figures = plimsoll_accelerator_report_get_figures (self);
  notes = plimsoll_accelerator_report_get_notes (self);

  object = json_object_new ();
  json_object_set_int_member (object, "format", PLIMSOLL_ANSWER_FORMAT);
  if (model != NULL)
    json_object_set_string_member (object, "model", plimsoll_model_get_id (model));
  else
    json_object_set_null_member (object, "model");
  json_object_set_object_member (object, "question", plimsoll_scenario_to_json (scenario));
  child = json_object_new ();
  json_object_set_string_member (child, "id", plimsoll_accelerator_get_id (accelerator));
  json_object_set_string_member (child, "name", plimsoll_accelerator_get_name (accelerator));
  set_known (child, "count", plimsoll_accelerator_report_get_count (self));
  json_object_set_object_member (object, "accelerator", child);

  set_verdict (object, figures->verdict);
  set_known (object, "required", figures->required);
  set_known (object, "usable", figures->usable);
  set_known (object, "longest_context", figures->longest);
  set_range (object, "decode", &figures->decode);
  set_range (object, "prefill", &figures->prefill);
  json_object_set_array_member (object, "rows", rows_json (self));
  json_object_set_array_member (object, "caches", caches_json (self));
  json_object_set_array_member (object, "offers", offers_json (self));
  set_number (object, "usd_per_million_tokens", plimsoll_accelerator_report_get_token_cost (self));
  json_object_set_array_member (object, "alternatives", alternatives_json (self));
  list = json_array_new ();
  for (guint i = 0; notes[i] != NULL; i++)
    json_array_add_string_element (list, notes[i]);
  json_object_set_array_member (object, "notes", list);

  return object;
}
