/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-page-set.h"
#include "plimsoll-report-file.h"
#include "plimsoll-report.h"
#include "plimsoll-test-scenario.h"

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollReportAsk ask;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->scenario = plimsoll_test_scenario ();
  self->sizer = plimsoll_sizer_new (self->scenario);
  self->ask = (PlimsollReportAsk) {
    .sizer = self->sizer,
    .catalog = self->catalog,
    .sections = PLIMSOLL_REPORT_ALL,
  };
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->sizer);
  g_object_unref (self->scenario);
  g_object_unref (self->catalog);
}

static const PlimsollSection *
find_section (PlimsollDocument *document, const char *id)
{
  const GPtrArray *sections = plimsoll_document_get_sections (document);

  for (guint i = 0; i < sections->len; i++)
    if (g_str_equal (((PlimsollSection *) sections->pdata[i])->id, id))
      return sections->pdata[i];

  return NULL;
}

static const PlimsollTable *
find_table (PlimsollDocument *document, const char *section, const char *key)
{
  const PlimsollSection *found = find_section (document, section);

  for (guint i = 0; found != NULL && i < found->blocks->len; i++)
    {
      const PlimsollBlock *block = found->blocks->pdata[i];

      if (block->kind == PLIMSOLL_BLOCK_TABLE && g_str_equal (block->text, key))
        return block->table;
    }

  return NULL;
}

static const char *
find_plain (const PlimsollTable *table, const char *row, guint column)
{
  for (guint i = 0; i < plimsoll_table_get_n_rows (table); i++)
    if (g_str_equal (plimsoll_table_get_plain (table, i, 0), row))
      return plimsoll_table_get_plain (table, i, column);

  return NULL;
}

/* In every format, and without complaint. */
static void
write_all (PlimsollDocument *document)
{
  for (guint format = 0; format < PLIMSOLL_N_FORMATS; format++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = plimsoll_report_to_bytes (document, (PlimsollFormat) format,
                                                           PLIMSOLL_PAPER_A4, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (bytes), >, 1);
      g_assert_cmpuint (g_bytes_get_size (bytes), <, 500000);
    }
}

static void
test_figures (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollDocument) document = plimsoll_report_new (&self->ask);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (self->sizer);
  const PlimsollTable *memory = find_table (document, "summary", "memory");
  g_autofree char *required =
    g_strdup_printf ("%.3f", (double) estimate->required / (1024.0 * 1024 * 1024));
  double sum = 0;

  g_assert_cmpstr (find_plain (memory, "required", 1), ==, required);
  for (guint i = 0; i < 4; i++)
    sum += g_ascii_strtod (plimsoll_table_get_plain (memory, i, 1), NULL);
  /* Four parts of three decimals each. */
  g_assert_cmpfloat_with_epsilon (sum, g_ascii_strtod (required, NULL), 0.0021);
  g_assert_cmpstr (find_plain (memory, "weights", 3), ==, "exact");
  write_all (document);
}

static void
test_sections (Fixture *self, gconstpointer data)
{
  static const char *const ids[PLIMSOLL_REPORT_N_SECTIONS] = {
    "summary", "memory",   "context",  "hardware",    "precision", "speed",
    "cost",    "training", "commands", "assumptions", "sources",
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    {
      const PlimsollReportSectionInfo *info = plimsoll_report_section_info (i);
      g_autoptr (PlimsollDocument) document = NULL;
      PlimsollReportSections read;

      g_assert_true (plimsoll_report_sections_from_text (info->name, &read, &error));
      g_assert_cmpint (read, ==, info->section);
      self->ask.sections = info->section;
      document = plimsoll_report_new (&self->ask);
      g_assert_nonnull (find_section (document, ids[i]));
      for (guint k = 0; k < PLIMSOLL_REPORT_N_SECTIONS; k++)
        if (k != i)
          g_assert_null (find_section (document, ids[k]));
      write_all (document);
    }
}

static void
test_steps (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollReportBuilder) builder = plimsoll_report_builder_new (&self->ask);
  double before = 0;

  while (plimsoll_report_builder_step (builder))
    {
      const double now = plimsoll_report_builder_get_progress (builder);

      g_assert_cmpfloat (now, >, before);
      g_assert_cmpfloat (now, <, 1);
      before = now;
    }
  g_assert_cmpfloat (plimsoll_report_builder_get_progress (builder), ==, 1);
}

/* The question's own is among them and told apart; what fits comes first. */
static void
test_hardware (Fixture *self, gconstpointer data)
{
  const guint all =
    g_list_model_get_n_items (G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog)));
  g_autoptr (PlimsollAccelerator) card =
    plimsoll_accelerator_list_find (plimsoll_catalog_get_accelerators (self->catalog),
                                    "nvidia-rtx-4090", NULL);

  plimsoll_scenario_set_accelerator (self->scenario, card);
  for (gboolean every = FALSE; every <= TRUE; every++)
    {
      g_autoptr (PlimsollDocument) document = NULL;
      const PlimsollTable *table;
      gboolean fits = TRUE;
      guint own = 0;

      self->ask.sections = PLIMSOLL_REPORT_HARDWARE;
      self->ask.all_hardware = every;
      document = plimsoll_report_new (&self->ask);
      table = find_table (document, "hardware", "hardware");
      if (every)
        g_assert_cmpuint (plimsoll_table_get_n_rows (table), ==, all);
      else
        g_assert_cmpuint (plimsoll_table_get_n_rows (table), <=, 8);
      for (guint i = 0; i < plimsoll_table_get_n_rows (table); i++)
        {
          const char *verdict = plimsoll_table_get_plain (table, i, 6);
          const gboolean now = g_str_equal (verdict, "fits") || g_str_equal (verdict, "tight");

          g_assert_true (fits || !now);
          fits = now;
          own += plimsoll_table_is_strong (table, i);
        }
      g_assert_cmpuint (own, ==, 1);
      write_all (document);
    }
}

/* Nothing asked, nothing known: it is said, and nothing is made up. */
static void
test_no_verdict (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollAccelerator) nothing = NULL;
  PlimsollAcceleratorFacts facts;
  g_autoptr (PlimsollDocument) document = NULL, empty = NULL;
  const PlimsollSection *summary;
  const PlimsollBlock *verdict;

  plimsoll_accelerator_facts_init (&facts);
  nothing = plimsoll_accelerator_new ("test-unknown", "Unknown card", &facts);
  plimsoll_scenario_set_accelerator (self->scenario, nothing);
  document = plimsoll_report_new (&self->ask);
  summary = find_section (document, "summary");
  verdict = summary->blocks->pdata[0];
  g_assert_cmpint (verdict->kind, ==, PLIMSOLL_BLOCK_VERDICT);
  g_assert_cmpint (verdict->verdict, ==, PLIMSOLL_VERDICT_UNKNOWN);
  write_all (document);

  plimsoll_scenario_set_model (self->scenario, NULL);
  empty = plimsoll_report_new (&self->ask);
  g_assert_cmpuint (find_section (empty, "summary")->blocks->len, ==, 1);
  write_all (empty);
}

/* Every verdict, several devices, and each engine. */
static void
test_questions (Fixture *self, gconstpointer data)
{
  static const struct
  {
    guint gib;
    guint count;
    PlimsollEngine engine;
    guint64 context;
  } questions[] = {
    { 80, 1, PLIMSOLL_ENGINE_LLAMA_CPP, 32768 }, { 22, 1, PLIMSOLL_ENGINE_LLAMA_CPP, 32768 },
    { 12, 1, PLIMSOLL_ENGINE_LLAMA_CPP, 32768 }, { 2, 1, PLIMSOLL_ENGINE_LLAMA_CPP, 40960 },
    { 24, 4, PLIMSOLL_ENGINE_LLAMA_CPP, 32768 }, { 80, 2, PLIMSOLL_ENGINE_VLLM, 8192 },
    { 80, 2, PLIMSOLL_ENGINE_SGLANG, 8192 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (PlimsollAccelerator) card = plimsoll_test_accelerator (questions[i].gib, 1);
      g_autoptr (PlimsollDocument) document = NULL;

      plimsoll_scenario_set_accelerator (self->scenario, card);
      g_object_set (self->scenario, "engine", questions[i].engine, "accelerator-count",
                    questions[i].count, "context-length", questions[i].context, NULL);
      document = plimsoll_report_new (&self->ask);
      g_assert_nonnull (find_section (document, "summary"));
      if (questions[i].engine == PLIMSOLL_ENGINE_LLAMA_CPP && questions[i].count > 1)
        g_assert_cmpuint (plimsoll_table_get_n_rows (find_table (document, "memory",
                                                                 "memory_by_device")),
                          ==, questions[i].count);
      write_all (document);
    }
}

static void
test_beside (Fixture *self, gconstpointer data)
{
  PlimsollSizer *sizers[PLIMSOLL_REPORT_MAX_BESIDE];
  g_autoptr (PlimsollDocument) document = NULL;
  const PlimsollTable *table;

  for (guint i = 0; i < PLIMSOLL_REPORT_MAX_BESIDE; i++)
    {
      g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_copy (self->scenario);

      plimsoll_scenario_set_context_length (scenario, 4096 << i);
      sizers[i] = plimsoll_sizer_new (scenario);
    }
  document = plimsoll_report_new_beside (&self->ask, sizers, PLIMSOLL_REPORT_MAX_BESIDE);
  table = find_table (document, "comparison", "comparison");
  g_assert_cmpuint (plimsoll_table_get_n_columns (table), ==, 5);
  g_assert_cmpstr (find_plain (table, "Context", 1), ==, "4K");
  g_assert_cmpstr (find_plain (table, "Context", 4), ==, "32K");
  for (guint i = 0; i < plimsoll_table_get_n_rows (table); i++)
    {
      const char *fact = plimsoll_table_get_text (table, i, 0);

      if (g_str_equal (fact, "Model"))
        g_assert_false (plimsoll_table_is_strong (table, i));
      if (g_str_equal (fact, "Context") || g_str_equal (fact, "Required"))
        g_assert_true (plimsoll_table_is_strong (table, i));
    }
  write_all (document);
  for (guint i = 0; i < PLIMSOLL_REPORT_MAX_BESIDE; i++)
    g_object_unref (sizers[i]);
}

static void
test_accelerator (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollAccelerator) card =
    plimsoll_accelerator_list_find (plimsoll_catalog_get_accelerators (self->catalog),
                                    "nvidia-rtx-3090", NULL);
  g_autoptr (PlimsollDocument) document = plimsoll_report_new_for_accelerator (&self->ask, card);
  const PlimsollTable *grid = find_table (document, "grid", "grid");

  g_assert_nonnull (g_strstr_len (plimsoll_document_get_title (document), -1, "RTX 3090"));
  g_assert_cmpuint (plimsoll_table_get_n_rows (grid), >, 3);
  g_assert_nonnull (find_table (document, "grid", "alternatives"));
  write_all (document);
}

static void
test_name (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_model_spec_new (1, 0, 1);
  g_autofree char *long_name = g_strnfill (400, 'x');
  const struct
  {
    const char *model;
    const char *name; /* (nullable): only that it can be one */
  } names[] = {
    { "Qwen3 8B/Instruct", "qwen3-8b-instruct-test-24-1" },
    { "../../etc/passwd", "etc-passwd-test-24-1" },
    { "通义 30B", "通义-30b-test-24-1" },
    { "...", "test-24-1" },
    { long_name, NULL },
  };
  g_autoptr (PlimsollAccelerator) card = plimsoll_test_accelerator (24, 1);

  plimsoll_scenario_set_accelerator (self->scenario, card);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const PlimsollModelFacts facts = { .id = "test/name", .name = names[i].model };
      g_autoptr (PlimsollModel) model = plimsoll_model_new (&facts, spec, NULL);
      g_autofree char *name = NULL;

      plimsoll_scenario_set_model (self->scenario, model);
      name = plimsoll_report_suggest_name (self->sizer);
      if (names[i].name != NULL)
        g_assert_cmpstr (name, ==, names[i].name);
      g_assert_cmpuint (strlen (name), <=, 120);
      g_assert_true (g_utf8_validate (name, -1, NULL) && strchr (name, '/') == NULL);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/report/report/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("figures", test_figures);
  ADD ("sections", test_sections);
  ADD ("steps", test_steps);
  ADD ("hardware", test_hardware);
  ADD ("no-verdict", test_no_verdict);
  ADD ("questions", test_questions);
  ADD ("beside", test_beside);
  ADD ("accelerator", test_accelerator);
  ADD ("name", test_name);
#undef ADD
  return g_test_run ();
}
