/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-cost-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-ledger.h"
#include "plimsoll-training-answer.h"

#include <glib/gi18n.h>
#include <math.h>

static const PlimsollReportSectionInfo infos[PLIMSOLL_REPORT_N_SECTIONS] = {
  { PLIMSOLL_REPORT_SUMMARY, "summary", N_("Summary") },
  { PLIMSOLL_REPORT_MEMORY, "memory", N_("Memory") },
  { PLIMSOLL_REPORT_CONTEXT, "context", N_("Memory by context") },
  { PLIMSOLL_REPORT_HARDWARE, "hardware", N_("Other hardware") },
  { PLIMSOLL_REPORT_PRECISION, "precision", N_("Precisions") },
  { PLIMSOLL_REPORT_SPEED, "speed", N_("Speed") },
  { PLIMSOLL_REPORT_COST, "cost", N_("Cost") },
  { PLIMSOLL_REPORT_TRAINING, "training", N_("Training") },
  { PLIMSOLL_REPORT_COMMANDS, "commands", N_("Launch commands") },
  { PLIMSOLL_REPORT_ASSUMPTIONS, "assumptions", N_("How exact it is") },
  { PLIMSOLL_REPORT_SOURCES, "sources", N_("Sources") },
};

/* In the order in which they stand; what goes together is a step of its own. */
static const struct
{
  PlimsollReportSections any;
  void (*add) (PlimsollReportBuilder *self);
} steps[] = {
  { PLIMSOLL_REPORT_SUMMARY, plimsoll_report_add_summary },
  { PLIMSOLL_REPORT_MEMORY, plimsoll_report_add_memory },
  { PLIMSOLL_REPORT_CONTEXT, plimsoll_report_add_context },
  { PLIMSOLL_REPORT_HARDWARE, plimsoll_report_add_hardware },
  { PLIMSOLL_REPORT_CONTEXT, plimsoll_report_add_by_context },
  { PLIMSOLL_REPORT_PRECISION, plimsoll_report_add_precision },
  { PLIMSOLL_REPORT_SPEED, plimsoll_report_add_speed },
  { PLIMSOLL_REPORT_COST, plimsoll_report_add_cost },
  { PLIMSOLL_REPORT_TRAINING, plimsoll_report_add_training },
  { PLIMSOLL_REPORT_COMMANDS, plimsoll_report_add_commands },
  { PLIMSOLL_REPORT_ASSUMPTIONS, plimsoll_report_add_assumptions },
  { PLIMSOLL_REPORT_SOURCES, plimsoll_report_add_sources },
};

const PlimsollReportSectionInfo *
plimsoll_report_section_info (guint i)
{
  g_return_val_if_fail (i < PLIMSOLL_REPORT_N_SECTIONS, NULL);

  return &infos[i];
}

gboolean
plimsoll_report_sections_from_text (const char *text,
                                    PlimsollReportSections *sections,
                                    GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  guint found = 0;

  for (guint k = 0; names[k] != NULL; k++)
    {
      const char *name = g_strstrip (names[k]);
      guint i = 0;

      while (i < PLIMSOLL_REPORT_N_SECTIONS && !g_str_equal (name, infos[i].name))
        i++;
      if (i < PLIMSOLL_REPORT_N_SECTIONS)
        found |= infos[i].section;
      else if (g_str_equal (name, "all"))
        found |= PLIMSOLL_REPORT_ALL;
      else
        {
          g_autoptr (GString) all = g_string_new (NULL);

          for (i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
            g_string_append_printf (all, "%s, ", infos[i].name);
          g_string_append (all, "all");
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("“%s” is none of %s"),
                       name, all->str);
          return FALSE;
        }
    }
  *sections = (PlimsollReportSections) found;

  return TRUE;
}

/* --- What is asked, in words --- */

const char *
plimsoll_report_engine_name (PlimsollEngine engine)
{
  switch (engine)
    {
    case PLIMSOLL_ENGINE_VLLM:
      return "vLLM";
    case PLIMSOLL_ENGINE_SGLANG:
      return "SGLang";
    case PLIMSOLL_ENGINE_LLAMA_CPP:
    default:
      return "llama.cpp";
    }
}

gboolean
plimsoll_report_is_rtl (void)
{
  /* Translators: "rtl" where the language is written from right to left, else "ltr". */
  return g_str_equal (C_("direction of text", "ltr"), "rtl");
}

char *
plimsoll_report_title (PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  g_autofree char *hardware = plimsoll_answer_hardware (scenario);
  const char *name = model != NULL ? plimsoll_model_get_name (model) : _("No Model");

  if (*hardware == '\0')
    /* Translators: a model. */
    return g_strdup_printf (_("%s on the processor alone"), name);

  /* Translators: a model, and accelerators: "Qwen3 8B on 2 × NVIDIA RTX 4090". */
  return g_strdup_printf (_("%s on %s"), name, hardware);
}

static char *
cache_text (PlimsollScenario *scenario)
{
  g_autofree char *k = g_ascii_strup (plimsoll_scenario_get_kv_k_type (scenario), -1);
  g_autofree char *v = g_ascii_strup (plimsoll_scenario_get_kv_v_type (scenario), -1);

  /* Translators: a type of the cache: "F16". */
  return g_str_equal (k, v) ? g_strdup_printf (_("%s cache"), k)
                            /* Translators: types of the caches of K and of V. */
                            : g_strdup_printf (_("%s and %s cache"), k, v);
}

char *
plimsoll_report_question (PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollWeights *weights = plimsoll_sizer_get_weights (sizer);
  const guint64 memory = plimsoll_scenario_get_system_memory (scenario);
  const guint parallel = plimsoll_scenario_get_parallel (scenario);
  g_autofree char *tokens = plimsoll_format_count (plimsoll_scenario_get_context_length (scenario));
  g_autofree char *cache = cache_text (scenario);
  g_autofree char *requests =
    g_strdup_printf (ngettext ("%u request", "%u requests", parallel), parallel);
  g_autoptr (GString) text = g_string_new (plimsoll_scenario_get_precision (scenario));

  if (weights != NULL && weights->bits_per_weight > 0)
    {
      g_autofree char *bits = plimsoll_format_number (weights->bits_per_weight, 2);

      /* Translators: bits of a weight. */
      g_string_append_printf (text, _(", %s bits"), bits);
    }
  g_string_append (text, " · ");
  /* Translators: a number of tokens. */
  g_string_append_printf (text, _("%s tokens of context"), tokens);
  g_string_append_printf (text, " · %s · %s · %s", cache, requests,
                          plimsoll_report_engine_name (plimsoll_scenario_get_engine (scenario)));
  if (memory > 0)
    {
      g_autofree char *ram = plimsoll_format_gib (memory, memory % (1u << 30) == 0 ? 0 : 1);

      g_string_append (text, " · ");
      /* Translators: an amount of system memory. */
      g_string_append_printf (text, _("%s RAM"), ram);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
add_slug (GString *name, const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (g_unichar_isalnum (c) || c == '.')
        g_string_append_unichar (name, g_unichar_tolower (c));
      else if (name->len > 0 && name->str[name->len - 1] != '-')
        g_string_append_c (name, '-');
    }
  while (name->len > 0 && strchr ("-.", name->str[name->len - 1]) != NULL)
    g_string_truncate (name, name->len - 1);
}

char *
plimsoll_report_suggest_name (PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  g_autoptr (GString) name = g_string_new (NULL);

  if (model != NULL)
    add_slug (name, plimsoll_model_get_name (model));
  if (accelerator != NULL && plimsoll_scenario_get_accelerator_count (scenario) > 0)
    {
      g_string_append_c (name, '-');
      add_slug (name, plimsoll_accelerator_get_name (accelerator));
    }
  while (name->len > 0 && strchr ("-.", name->str[0]) != NULL)
    g_string_erase (name, 0, 1);
  /* File systems take 255 bytes, a suffix and what is added to it among them. */
  while (name->len > 120)
    g_string_truncate (name, (gsize) (g_utf8_find_prev_char (name->str, name->str + name->len)
                                      - name->str));
  if (name->len == 0)
    g_string_append (name, "report");

  return g_string_free_and_steal (g_steal_pointer (&name));
}

/* --- Cells --- */

void
plimsoll_report_add_gib (PlimsollTable *table, guint64 bytes, guint decimals)
{
  plimsoll_table_take_number (table, plimsoll_format_gib_value (bytes, decimals),
                              (double) bytes / PLIMSOLL_REPORT_GIB, 3);
}

void
plimsoll_report_add_tokens (PlimsollTable *table, guint64 tokens)
{
  if (tokens == 0)
    plimsoll_table_add_cell (table, PLIMSOLL_FORMAT_UNKNOWN, "");
  else
    plimsoll_table_take_number (table, plimsoll_format_tokens_about (tokens), (double) tokens, 0);
}

void
plimsoll_report_add_rate (PlimsollTable *table, double value)
{
  plimsoll_table_take_number (table,
                              isnan (value) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                            : plimsoll_format_number (value, value < 9.95 ? 1 : 0),
                              value, 2);
}

void
plimsoll_report_add_money (PlimsollTable *table, double amount, const char *currency)
{
  plimsoll_table_take_number (table,
                              isnan (amount) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                             : plimsoll_format_money (amount, currency),
                              amount, 4);
}

void
plimsoll_report_add_verdict (PlimsollTable *table, PlimsollVerdict verdict)
{
  plimsoll_table_add_cell (table, plimsoll_answer_word (verdict),
                           plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT, (int) verdict));
}

void
plimsoll_report_add_exactness (PlimsollTable *table, PlimsollExactness exactness)
{
  static const char *const nicks[] = { "exact", "modelled", "unknown" };
  const char *const words[] = { _("exact"), _("modelled"), _("not known") };
  const guint at = exactness == PLIMSOLL_EXACT ? 0 : exactness == PLIMSOLL_UNKNOWN ? 2 : 1;

  plimsoll_table_add_cell (table, words[at], nicks[at]);
}

guint64
plimsoll_report_context_limit (PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const guint64 context = plimsoll_scenario_get_context_length (scenario);
  const guint64 limit = model != NULL ? plimsoll_model_get_max_context (model) : 0;

  if (limit == 0)
    return MAX (PLIMSOLL_UNKNOWN_CONTEXT_LIMIT, context);

  return MAX (limit, context);
}

/* --- Putting it together --- */

PlimsollCostModel *
plimsoll_report_get_cost (PlimsollReportBuilder *self)
{
  if (self->cost == NULL)
    {
      self->cost = plimsoll_cost_model_new (self->ask.sizer, self->ask.catalog);
      plimsoll_cost_model_set_live (self->cost, FALSE);
      plimsoll_cost_model_flush (self->cost);
    }

  return self->cost;
}

/* The stable answer, with what the sections say besides. */
static void
add_answer (PlimsollReportBuilder *self)
{
  JsonObject *answer = plimsoll_answer_to_json (self->ask.sizer);

  json_object_set_member (answer, "cost",
                          plimsoll_cost_member (self->ask.sizer,
                                                plimsoll_catalog_get_offers (self->ask.catalog)));
  if (self->estimate->valid && (self->ask.sections & PLIMSOLL_REPORT_ASSUMPTIONS) != 0)
    {
      g_autoptr (PlimsollLedger) ledger =
        plimsoll_ledger_new (self->ask.sizer, plimsoll_catalog_get_engines (self->ask.catalog));

      json_object_set_array_member (answer, "explain", plimsoll_ledger_to_json (ledger));
    }
  plimsoll_document_take_answer (self->document, answer);
}

PlimsollReportBuilder *
plimsoll_report_builder_new (const PlimsollReportAsk *ask)
{
  PlimsollReportBuilder *self;
  g_autoptr (GDateTime) now = NULL;
  g_autofree char *title = NULL, *question = NULL, *sources = NULL;

  g_return_val_if_fail (ask != NULL && PLIMSOLL_IS_SIZER (ask->sizer), NULL);

  self = g_new0 (PlimsollReportBuilder, 1);
  self->ask = *ask;
  self->ask.sizer = g_object_ref (ask->sizer);
  self->ask.catalog = g_object_ref (ask->catalog);
  self->ask.training =
    ask->training != NULL ? g_object_ref (ask->training) : plimsoll_training_scenario_new ();
  now = ask->date != NULL ? g_date_time_ref (ask->date) : g_date_time_new_now_local ();
  self->ask.date = NULL;
  plimsoll_sizer_flush (self->ask.sizer);
  self->scenario = plimsoll_sizer_get_scenario (self->ask.sizer);
  self->estimate = plimsoll_sizer_get_estimate (self->ask.sizer);

  title = plimsoll_report_title (self->scenario);
  question = plimsoll_report_question (self->ask.sizer);
  sources = plimsoll_report_sources_text (self->scenario);
  self->document = plimsoll_document_new (title, question, now);
  plimsoll_document_set_rtl (self->document, plimsoll_report_is_rtl ());
  plimsoll_document_set_sources (self->document, sources);
  add_answer (self);

  return self;
}

void
plimsoll_report_builder_free (PlimsollReportBuilder *self)
{
  if (self == NULL)
    return;

  g_clear_object (&self->cost);
  g_object_unref (self->document);
  g_object_unref (self->ask.training);
  g_object_unref (self->ask.catalog);
  g_object_unref (self->ask.sizer);
  g_free (self);
}

gboolean
plimsoll_report_builder_step (PlimsollReportBuilder *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  /* The sizer may have published another answer meanwhile; this one's place is kept. */
  self->estimate = plimsoll_sizer_get_estimate (self->ask.sizer);
  while (self->step < G_N_ELEMENTS (steps))
    {
      const guint at = self->step++;

      if ((self->ask.sections & steps[at].any) == 0)
        continue;
      steps[at].add (self);
      break;
    }

  return self->step < G_N_ELEMENTS (steps);
}

double
plimsoll_report_builder_get_progress (PlimsollReportBuilder *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return (double) self->step / G_N_ELEMENTS (steps);
}

PlimsollDocument *
plimsoll_report_builder_get_document (PlimsollReportBuilder *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->document;
}

PlimsollDocument *
plimsoll_report_new (const PlimsollReportAsk *ask)
{
  g_autoptr (PlimsollReportBuilder) builder = plimsoll_report_builder_new (ask);

  while (plimsoll_report_builder_step (builder))
    ;

  return g_object_ref (builder->document);
}
