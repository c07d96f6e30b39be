/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-format.h"
#include "plimsoll-receipt.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_COLUMNS 6

/* Smaller differences than this share are none in two decimals. */
#define NO_DIFFERENCE 0.00005

char *
plimsoll_receipt_summary (const PlimsollReceipt *self)
{
  const double share = plimsoll_receipt_difference (self);
  g_autofree char *predicted = plimsoll_format_gib (self->predicted, 2);
  g_autofree char *real = plimsoll_format_gib (self->real, 2);
  g_autofree char *percent = NULL;

  if (isnan (share))
    return g_strdup (_("Nothing in the log could be compared."));

  percent = plimsoll_format_percent (fabs (share), 2);
  if (fabs (share) < NO_DIFFERENCE)
    /* Translators: two amounts of memory. */
    return g_strdup_printf (_("Predicted %s, real %s: the same."), predicted, real);

  return share > 0
           /* Translators: two amounts of memory, and a share of the second. */
           ? g_strdup_printf (_("Predicted %s, real %s: %s too much."), predicted, real, percent)
           : g_strdup_printf (_("Predicted %s, real %s: %s too little."), predicted, real,
                              percent);
}

static char *
mebibytes (guint64 bytes)
{
  return plimsoll_format_number ((double) bytes / 0x1p20, 2);
}

gboolean
plimsoll_receipt_line_is_same (const PlimsollReceiptLine *line)
{
  const guint64 apart =
    line->predicted > line->real ? line->predicted - line->real : line->real - line->predicted;

  return apart <= line->rounding;
}

char *
plimsoll_receipt_line_figures (const PlimsollReceiptLine *line)
{
  g_autofree char *predicted = mebibytes (line->predicted);
  g_autofree char *real = mebibytes (line->real);

  /* Translators: two amounts of memory. */
  return g_strdup_printf (_("Predicted %s MiB, real %s MiB"), predicted, real);
}

char *
plimsoll_receipt_line_difference (const PlimsollReceiptLine *line)
{
  const double apart = (double) line->predicted - (double) line->real;
  g_autofree char *percent = NULL;

  if (plimsoll_receipt_line_is_same (line))
    return g_strdup (_("same"));
  if (line->real == 0)
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  percent = plimsoll_format_percent (fabs (apart) / (double) line->real, 2);

  return g_strconcat (apart > 0 ? "+" : "−", percent, NULL);
}

static void
set_row (char **row, const PlimsollReceiptLine *line)
{
  const double apart = ((double) line->predicted - (double) line->real) / 0x1p20;
  g_autofree char *number = plimsoll_format_number (fabs (apart), 2);

  row[0] = g_strdup (line->what);
  row[1] = g_strdup (line->place);
  row[2] = mebibytes (line->predicted);
  row[3] = mebibytes (line->real);
  row[4] = plimsoll_receipt_line_is_same (line) ? g_strdup ("0")
                                                : g_strconcat (apart > 0 ? "+" : "−", number, NULL);
  row[5] = plimsoll_receipt_line_difference (line);
}

static void
append_table (GString *text, const PlimsollReceipt *self)
{
  const guint n = self->lines->len + 1;
  g_autofree char **cells = g_new0 (char *, n *N_COLUMNS);
  guint widths[N_COLUMNS] = { 0 };
  const char *const titles[N_COLUMNS] = { _("MiB"),  _("Where"),      _("Predicted"),
                                          _("Real"), _("Difference"), "" };

  for (guint c = 0; c < N_COLUMNS; c++)
    cells[c] = g_strdup (titles[c]);
  for (guint i = 0; i < self->lines->len; i++)
    set_row (cells + (i + 1) * N_COLUMNS, self->lines->pdata[i]);
  for (guint i = 0; i < n * N_COLUMNS; i++)
    widths[i % N_COLUMNS] = MAX (widths[i % N_COLUMNS], plimsoll_format_width (cells[i]));

  for (guint i = 0; i < n * N_COLUMNS; i++)
    {
      const guint column = i % N_COLUMNS;

      g_string_append (text, "  ");
      plimsoll_format_pad (text, cells[i], widths[column], column >= 2);
      if (column == N_COLUMNS - 1)
        {
          while (text->len > 0 && text->str[text->len - 1] == ' ')
            g_string_truncate (text, text->len - 1);
          g_string_append_c (text, '\n');
        }
      g_free (cells[i]);
    }
}

/* Whole sentences, since tokens read, generated and there before stand in other orders elsewhere.
 */
char *
plimsoll_receipt_speed_words (const PlimsollLogSpeed *speed)
{
  g_autofree char *prompt = plimsoll_format_count (speed->prompt);
  g_autofree char *generated = plimsoll_format_count (speed->generated);
  g_autofree char *depth = plimsoll_format_count (speed->depth);

  if (speed->prompt > 0 && speed->generated > 0)
    return speed->depth > 0
             /* Translators: numbers of tokens. */
             ? g_strdup_printf (_("%s read and %s generated after %s"), prompt, generated, depth)
             /* Translators: numbers of tokens. */
             : g_strdup_printf (_("%s read and %s generated"), prompt, generated);
  if (speed->prompt > 0)
    return speed->depth > 0
             /* Translators: numbers of tokens. */
             ? g_strdup_printf (_("%s read after %s"), prompt, depth)
             /* Translators: a number of tokens. */
             : g_strdup_printf (_("%s read"), prompt);

  return speed->depth > 0
           /* Translators: numbers of tokens. */
           ? g_strdup_printf (_("%s generated after %s"), generated, depth)
           /* Translators: a number of tokens. */
           : g_strdup_printf (_("%s generated"), generated);
}

static void
append_speeds (GString *text, const PlimsollLog *log)
{
  for (guint i = 0; i < log->speeds->len; i++)
    {
      const PlimsollLogSpeed *speed = log->speeds->pdata[i];
      g_autofree char *words = plimsoll_receipt_speed_words (speed);
      g_autofree char *mean = plimsoll_format_speed (speed->mean);

      g_string_append_printf (text, "  %s · %s · %s: %s\n", speed->model, speed->backend, words,
                              mean);
    }
}

char *
plimsoll_receipt_question (const PlimsollLog *log, PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  g_autofree char *context =
    plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
  const guint count = plimsoll_scenario_get_accelerator_count (scenario);
  g_autofree char *hardware =
    count == 0 ? g_strdup (_("the processor alone"))
               : g_strdup_printf ("%u × %s", count,
                                  accelerator != NULL ? plimsoll_accelerator_get_name (accelerator)
                                                      : PLIMSOLL_FORMAT_UNKNOWN);

  /* Translators: an engine, a model, its precision, a number of tokens, types of the cache of K and
   * V, hardware. */
  return g_strdup_printf (_("%s · %s · %s · %s context · %s/%s cache · %s"),
                          plimsoll_log_source_name (log->source),
                          model != NULL ? plimsoll_model_get_name (model) : PLIMSOLL_FORMAT_UNKNOWN,
                          plimsoll_scenario_get_precision (scenario), context,
                          plimsoll_scenario_get_kv_k_type (scenario),
                          plimsoll_scenario_get_kv_v_type (scenario), hardware);
}

char *
plimsoll_receipt_to_text (const PlimsollReceipt *self,
                          const PlimsollLog *log,
                          PlimsollScenario *scenario,
                          const char *const *notes)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self != NULL)
    {
      g_autofree char *question = plimsoll_receipt_question (log, scenario);
      g_autofree char *summary = plimsoll_receipt_summary (self);

      g_string_append_printf (text, "%s\n%s\n", question, summary);
      if (self->lines->len > 0)
        {
          g_string_append_c (text, '\n');
          append_table (text, self);
        }
      if (self->others->len > 0 || (notes != NULL && *notes != NULL))
        g_string_append_c (text, '\n');
      for (guint i = 0; i < self->others->len; i++)
        g_string_append_printf (text, "%s\n", (const char *) self->others->pdata[i]);
    }
  for (gsize i = 0; notes != NULL && notes[i] != NULL; i++)
    g_string_append_printf (text, "%s\n", notes[i]);
  if (log->speeds->len > 0)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append_printf (text, "%s\n", _("Measured by llama-bench:"));
      append_speeds (text, log);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static const char *
kind_nick (PlimsollLogKind kind)
{
  static const char *const nicks[] = { "weights", "kv_cache", "state",       "context",   "compute",
                                       "output",  "graphs",   "activations", "projector", "other" };

  return nicks[kind];
}

static JsonArray *
strings (const char *const *sentences, gsize n)
{
  JsonArray *array = json_array_new ();

  for (gsize i = 0; i < n; i++)
    json_array_add_string_element (array, sentences[i]);

  return array;
}

static JsonArray *
lines_json (const PlimsollReceipt *self)
{
  JsonArray *lines = json_array_new ();

  for (guint i = 0; i < self->lines->len; i++)
    {
      const PlimsollReceiptLine *line = self->lines->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "kind", kind_nick (line->kind));
      json_object_set_string_member (object, "place", line->place);
      json_object_set_int_member (object, "predicted", (gint64) line->predicted);
      json_object_set_int_member (object, "real", (gint64) line->real);
      json_object_set_int_member (object, "rounding", (gint64) line->rounding);
      json_object_set_int_member (object, "difference",
                                  (gint64) line->predicted - (gint64) line->real);
      json_array_add_object_element (lines, object);
    }

  return lines;
}

static JsonArray *
speeds_json (const PlimsollLog *log)
{
  JsonArray *speeds = json_array_new ();

  for (guint i = 0; i < log->speeds->len; i++)
    {
      const PlimsollLogSpeed *speed = log->speeds->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "model", speed->model);
      json_object_set_string_member (object, "backend", speed->backend);
      json_object_set_int_member (object, "prompt", speed->prompt);
      json_object_set_int_member (object, "generated", speed->generated);
      json_object_set_int_member (object, "depth", (gint64) speed->depth);
      json_object_set_double_member (object, "tokens_per_second", speed->mean);
      json_object_set_double_member (object, "deviation", speed->deviation);
      json_array_add_object_element (speeds, object);
    }

  return speeds;
}

JsonObject *
plimsoll_receipt_to_json (const PlimsollReceipt *self,
                          const PlimsollLog *log,
                          PlimsollScenario *scenario,
                          const char *const *notes)
{
  JsonObject *object = json_object_new ();
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);

  json_object_set_int_member (object, "format", 1);
  json_object_set_string_member (object, "engine", plimsoll_log_source_name (log->source));
  if (self != NULL && model != NULL)
    {
      const double share = plimsoll_receipt_difference (self);

      json_object_set_string_member (object, "model", plimsoll_model_get_id (model));
      json_object_set_object_member (object, "question", plimsoll_scenario_to_json (scenario));
      json_object_set_array_member (object, "lines", lines_json (self));
      json_object_set_int_member (object, "predicted", (gint64) self->predicted);
      json_object_set_int_member (object, "real", (gint64) self->real);
      if (isnan (share))
        json_object_set_null_member (object, "difference");
      else
        json_object_set_double_member (object, "difference", share);
      json_object_set_array_member (object, "others",
                                    strings ((const char *const *) self->others->pdata,
                                             self->others->len));
    }
  json_object_set_array_member (object, "notes",
                                strings (notes,
                                         notes != NULL ? g_strv_length ((char **) notes) : 0));
  json_object_set_array_member (object, "speeds", speeds_json (log));

  return object;
}
