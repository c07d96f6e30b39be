/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-model.h"
#include "plimsoll-fit-table.h"
#include "plimsoll-test-scenario.h"

#include <math.h>

/* Every row is held against the sizer's own answer to the same question. */

typedef struct
{
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  GListStore *accelerators;
  guint items_changed;
} Fixture;

static PlimsollAccelerator *
unified_accelerator (guint gib)
{
  g_autofree char *id = g_strdup_printf ("unified-%u", gib);
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.vendor = PLIMSOLL_VENDOR_APPLE;
  facts.memory_bytes_nominal = (guint64) gib << 30;
  facts.memory_class = PLIMSOLL_MEMORY_LPDDR;
  facts.unified = TRUE;
  facts.bandwidth_gbs = 400;

  return plimsoll_accelerator_new (id, id, &facts);
}

static PlimsollAccelerator *
fast_accelerator (guint gib, double bandwidth)
{
  g_autofree char *id = g_strdup_printf ("fast-%u-%.0f", gib, bandwidth);
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.vendor = PLIMSOLL_VENDOR_NVIDIA;
  facts.memory_bytes_nominal = (guint64) gib << 30;
  facts.memory_class = PLIMSOLL_MEMORY_GDDR;
  facts.matrix_units = PLIMSOLL_MATRIX_PRESENT;
  facts.fp16_tflops = 100;
  facts.bandwidth_gbs = bandwidth;

  return plimsoll_accelerator_new (id, id, &facts);
}

static void
add (Fixture *self, PlimsollAccelerator *accelerator)
{
  g_list_store_append (self->accelerators, accelerator);
  g_object_unref (accelerator);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  PlimsollAcceleratorFacts nothing;

  self->scenario = plimsoll_test_scenario ();
  self->sizer = plimsoll_sizer_new (self->scenario);
  self->accelerators = g_list_store_new (PLIMSOLL_TYPE_ACCELERATOR);
  add (self, plimsoll_test_accelerator (24, 1));
  add (self, plimsoll_test_accelerator (16, 1));
  add (self, plimsoll_test_accelerator (32, 2));
  add (self, plimsoll_test_accelerator (4, 1));
  add (self, unified_accelerator (16));
  add (self, unified_accelerator (128));
  add (self, fast_accelerator (24, 1000));
  add (self, fast_accelerator (24, 500));
  plimsoll_accelerator_facts_init (&nothing);
  add (self, plimsoll_accelerator_new ("nothing-known", "Nothing known", &nothing));
  add (self, plimsoll_test_accelerator (80, 1));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->accelerators);
  g_clear_object (&self->sizer);
  g_clear_object (&self->scenario);
}

static PlimsollFitModel *
hardware_table (Fixture *self)
{
  PlimsollFitModel *table = plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_HARDWARE,
                                                    G_LIST_MODEL (self->accelerators), NULL);

  plimsoll_fit_model_flush (table);
  return table;
}

static PlimsollFit *
row_at (PlimsollFitModel *table, guint position)
{
  g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (table), position);

  g_assert_nonnull (fit);
  return fit;
}

static gboolean
fits (const PlimsollEstimate *estimate)
{
  return estimate->valid
         && (estimate->verdict == PLIMSOLL_VERDICT_FITS
             || estimate->verdict == PLIMSOLL_VERDICT_TIGHT);
}

static void
assert_same (double one, double other)
{
  if (isnan (other))
    g_assert_true (isnan (one));
  else
    g_assert_cmpfloat (one, ==, other);
}

static guint64
required_with (Fixture *self, PlimsollAccelerator *accelerator, guint64 context)
{
  PlimsollQuestion question;
  PlimsollEstimate estimate;

  plimsoll_scenario_get_question (self->scenario, &question);
  question.n_devices = plimsoll_scenario_devices_on (self->scenario, accelerator);
  question.context = context;
  plimsoll_sizer_estimate_with (self->sizer, accelerator, NULL, &question, &estimate);

  return estimate.valid ? estimate.required : 0;
}

/* From one board on; 0 where memory is not to be joined. */
static guint
count_by_trying (Fixture *self, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  const guint most = facts->unified ? 1 : PLIMSOLL_MAX_DEVICES / facts->devices;
  PlimsollQuestion question;
  PlimsollEstimate estimate;

  plimsoll_scenario_get_question (self->scenario, &question);
  for (guint n = 1; n <= most; n++)
    {
      question.n_devices = n * facts->devices;
      plimsoll_sizer_estimate_with (self->sizer, accelerator, NULL, &question, &estimate);
      if (fits (&estimate))
        return n;
    }

  return 0;
}

/* The answer with its plan, where it has one. */
static void
planned_with (Fixture *self,
              PlimsollAccelerator *accelerator,
              const PlimsollPrecision *type,
              PlimsollEstimate *estimate)
{
  const PlimsollWeights *weights = type != NULL
                                     ? plimsoll_sizer_get_weights_for (self->sizer, *type)
                                     : plimsoll_sizer_get_weights (self->sizer);
  PlimsollHardware hardware;
  PlimsollQuestion question;
  PlimsollPlan plan;

  plimsoll_sizer_estimate_with (self->sizer, accelerator, type, NULL, estimate);
  plimsoll_scenario_get_question (self->scenario, &question);
  if (accelerator != NULL)
    plimsoll_sizer_ask_on (self->sizer, accelerator, &question);
  plimsoll_sizer_hardware_of (self->sizer, accelerator, question.n_devices, &hardware);
  plimsoll_sizer_plan (plimsoll_scenario_get_model (self->scenario), &hardware, weights, &question,
                       estimate, &plan, NULL);
}

static void
assert_row (Fixture *self, PlimsollFit *fit)
{
  PlimsollAccelerator *accelerator = plimsoll_fit_get_accelerator (fit);
  const PlimsollFitFigures *figures = plimsoll_fit_get_figures (fit);
  PlimsollEstimate estimate;

  planned_with (self, accelerator, NULL, &estimate);
  g_assert_cmpuint (figures->required, ==, estimate.required);
  g_assert_cmpuint (figures->usable, ==, estimate.usable);
  g_assert_cmpuint (figures->physical, ==, estimate.physical);
  g_assert_cmpuint (figures->longest, ==, estimate.longest_context);
  g_assert_cmpint (figures->headroom, ==, estimate.headroom);
  g_assert_cmpuint (figures->verdict, ==, estimate.verdict);
  g_assert_cmpuint (figures->at_8k, ==, required_with (self, accelerator, 8192));
  g_assert_cmpuint (figures->at_32k, ==, required_with (self, accelerator, 32768));
  g_assert_cmpuint (figures->count, ==,
                    estimate.usable > 0 ? count_by_trying (self, accelerator) : 0);
  g_assert_cmpuint (plimsoll_cargo_total (&figures->cargo), ==, estimate.required);
  assert_same (figures->decode.value, estimate.speed.decode.value);
  assert_same (figures->decode.low, estimate.speed.decode.low);
  assert_same (figures->prefill.value, estimate.speed.prefill.value);
}

static void
assert_rows (Fixture *self, PlimsollFitModel *table)
{
  plimsoll_fit_model_flush (table);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    assert_row (self, row_at (table, i));
}

static void
test_hardware (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);
  static const char *const precisions[] = { "Q2_K", "Q4_K_M", "Q8_0", "BF16" };

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (table)), ==, 10);
  for (guint p = 0; p < G_N_ELEMENTS (precisions); p++)
    for (guint64 context = 1024; context <= 32768; context *= 4)
      {
        plimsoll_scenario_set_precision (self->scenario, precisions[p]);
        plimsoll_scenario_set_context_length (self->scenario, context);
        assert_rows (self, table);
      }

  g_object_set (self->scenario, "accelerator-count", 3, "parallel", 2, "system-memory",
                G_GUINT64_CONSTANT (8) << 30, NULL);
  assert_rows (self, table);
  g_object_set (self->scenario, "accelerator-count", 1, "ngl", 20, NULL);
  assert_rows (self, table);
  g_object_set (self->scenario, "accelerator-count", 0, NULL);
  plimsoll_fit_model_flush (table);
  g_assert_cmpuint (plimsoll_fit_get_figures (row_at (table, 0))->count, ==, 0);
}

static void
count_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  g_hash_table_insert (data, (gpointer) pspec->name,
                       GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (data, pspec->name))
                                         + 1));
}

static void
items_changed_cb (GListModel *list, guint position, guint removed, guint added, gpointer data)
{
  guint *count = data;

  (*count)++;
}

static void
run_main_loop (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_in_place (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  PlimsollFit *fit = row_at (table, 0);
  guint changed = 0;

  plimsoll_scenario_set_context_length (self->scenario, 4096);
  run_main_loop ();
  g_signal_connect (fit, "notify", G_CALLBACK (count_cb), counts);
  g_signal_connect (table, "items-changed", G_CALLBACK (items_changed_cb), &changed);

  /* Several changes in one turn are one. */
  plimsoll_scenario_set_context_length (self->scenario, 8192);
  plimsoll_scenario_set_context_length (self->scenario, 16384);
  run_main_loop ();
  g_assert_cmpuint (changed, ==, 0);
  g_assert_true (row_at (table, 0) == fit);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "required")), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "at-8k")), ==, 0);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "at-32k")), ==, 0);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "bandwidth")), ==, 0);

  /* What changes nothing says nothing. */
  g_hash_table_remove_all (counts);
  g_object_set (self->scenario, "hours-per-day", 7.0, NULL);
  run_main_loop ();
  g_assert_cmpuint (g_hash_table_size (counts), ==, 0);

  plimsoll_scenario_set_precision (self->scenario, "Q8_0");
  run_main_loop ();
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "required")), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "at-8k")), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "verdict")), ==, 1);
  g_assert_cmpuint (changed, ==, 0);
}

static void
test_live (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);
  guint64 before = plimsoll_fit_get_figures (row_at (table, 0))->required;

  plimsoll_fit_model_set_live (table, FALSE);
  plimsoll_scenario_set_precision (self->scenario, "Q8_0");
  run_main_loop ();
  g_assert_cmpuint (plimsoll_fit_get_figures (row_at (table, 0))->required, ==, before);
  plimsoll_fit_model_set_live (table, TRUE);
  run_main_loop ();
  g_assert_cmpuint (plimsoll_fit_get_figures (row_at (table, 0))->required, >, before);
  assert_rows (self, table);
}

static void
test_follows_items (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);

  g_list_store_remove (self->accelerators, 1);
  add (self, plimsoll_test_accelerator (48, 1));
  assert_rows (self, table);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (table)), ==, 10);
  g_assert_cmpstr (plimsoll_fit_get_name (row_at (table, 9)), ==, "test-48-1");
  g_assert_cmpstr (plimsoll_fit_get_name (row_at (table, 1)), ==, "test-32-2");
}

/* The largest file in common use that fits, by trying every one. */
static const PlimsollPrecisionSize *
best_by_trying (Fixture *self)
{
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (self->sizer, &n);
  PlimsollEstimate estimate;

  while (n-- > 0)
    {
      const PlimsollFileType type = sizes[n].info->type;

      if (!plimsoll_precision_is_common (type) || type == PLIMSOLL_FILE_TYPE_F16)
        continue;
      planned_with (self, NULL, &type, &estimate);
      if (fits (&estimate))
        return &sizes[n];
    }

  return NULL;
}

static void
test_models (Fixture *self, gconstpointer data)
{
  g_autoptr (GListStore) models = g_list_store_new (PLIMSOLL_TYPE_MODEL);
  g_autoptr (PlimsollModel) model = plimsoll_test_model ();
  g_autoptr (PlimsollFitModel) table = NULL;
  guint different = 0;
  guint64 last = 0;

  g_list_store_append (models, model);
  plimsoll_scenario_set_model (self->scenario, model);
  table = plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_MODEL, G_LIST_MODEL (models), NULL);

  for (guint gib = 4; gib <= 96; gib += 2)
    {
      g_autoptr (PlimsollAccelerator) accelerator = plimsoll_test_accelerator (gib, 1);
      const PlimsollPrecisionSize *best;
      const PlimsollFitFigures *figures;
      PlimsollEstimate estimate;

      plimsoll_scenario_set_accelerator (self->scenario, accelerator);
      plimsoll_fit_model_flush (table);
      g_assert_false (plimsoll_fit_model_get_pending (table));
      figures = plimsoll_fit_get_figures (row_at (table, 0));
      best = best_by_trying (self);
      if (best == NULL)
        {
          /* The smallest there is: it is too large, but a part may be in system memory. */
          g_assert_cmpuint (figures->verdict, ==, PLIMSOLL_VERDICT_OFFLOAD);
          g_assert_nonnull (figures->precision);
          planned_with (self, NULL, &figures->precision->type, &estimate);
          g_assert_true (estimate.planned);
          g_assert_cmpuint (figures->required, ==, estimate.required);
          assert_same (figures->decode.value, estimate.speed.decode.value);
          g_assert_cmpuint (figures->required, >, figures->usable);

          /* With no room there either it is not. */
          g_object_set (self->scenario, "system-memory", G_GUINT64_CONSTANT (1) << 30, NULL);
          plimsoll_fit_model_flush (table);
          g_assert_cmpuint (figures->verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
          g_assert_null (figures->precision);
          g_assert_true (isnan (figures->decode.value));
          g_object_set (self->scenario, "system-memory", G_GUINT64_CONSTANT (64) << 30, NULL);
          continue;
        }
      /* Some types take the same room. */
      g_assert_nonnull (figures->precision);
      g_assert_cmpuint (figures->size, ==, best->file_bytes);
      different += figures->size != last;
      last = figures->size;
      plimsoll_sizer_estimate_with (self->sizer, NULL, &figures->precision->type, NULL, &estimate);
      g_assert_cmpuint (figures->required, ==, estimate.required);
      g_assert_cmpuint (figures->longest, ==, estimate.longest_context);
      assert_same (figures->decode.value, estimate.speed.decode.value);
    }
  g_assert_cmpuint (different, >, 8);

  /* And back again, from what was chosen for another question. */
  for (guint64 context = 1024; context <= 40960; context += 2048)
    {
      g_autoptr (PlimsollAccelerator) accelerator = plimsoll_test_accelerator (24, 1);

      plimsoll_scenario_set_accelerator (self->scenario, accelerator);
      plimsoll_scenario_set_context_length (self->scenario, 41984 - context);
      plimsoll_fit_model_flush (table);
      g_assert_cmpuint (plimsoll_fit_get_figures (row_at (table, 0))->size, ==,
                        best_by_trying (self)->file_bytes);
    }
}

static void
test_models_in_slices (Fixture *self, gconstpointer data)
{
  g_autoptr (GListStore) models = g_list_store_new (PLIMSOLL_TYPE_MODEL);
  g_autoptr (PlimsollModel) model = plimsoll_test_model ();
  g_autoptr (PlimsollFitModel) table = NULL;

  for (guint i = 0; i < 50; i++)
    g_list_store_append (models, model);
  table = plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_MODEL, G_LIST_MODEL (models), NULL);
  while (!plimsoll_fit_model_get_pending (table))
    g_main_context_iteration (NULL, TRUE);
  /* Unknown until its turn comes. */
  g_assert_cmpuint (plimsoll_fit_get_figures (row_at (table, 49))->verdict, ==,
                    PLIMSOLL_VERDICT_UNKNOWN);
  while (plimsoll_fit_model_get_pending (table))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 50; i++)
    g_assert_cmpuint (plimsoll_fit_get_figures (row_at (table, i))->verdict, !=,
                      PLIMSOLL_VERDICT_UNKNOWN);
}

static void
test_precisions (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table =
    plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_PRECISION, NULL, NULL);
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (self->sizer, &n);

  plimsoll_fit_model_flush (table);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (table)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      const PlimsollFitFigures *figures = plimsoll_fit_get_figures (row_at (table, i));
      PlimsollEstimate estimate;

      planned_with (self, NULL, &sizes[i].info->type, &estimate);
      g_assert_true (figures->precision == sizes[i].info);
      g_assert_cmpuint (figures->size, ==, sizes[i].file_bytes);
      g_assert_cmpuint (figures->required, ==, estimate.required);
      g_assert_cmpuint (figures->verdict, ==, estimate.verdict);
    }
}

static GPtrArray *
rows_of (PlimsollFitModel *table)
{
  GPtrArray *rows = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    g_ptr_array_add (rows, row_at (table, i));

  return rows;
}

static void
assert_order (GPtrArray *rows, const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            plimsoll_fit_get_name (g_ptr_array_index (rows, i)));
  g_assert_cmpstr (names->str, ==, expected);
}

static void
test_sort (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);
  g_autoptr (GPtrArray) rows = rows_of (table);

  /* What is not known is last in both directions; those that are alike keep their order. */
  plimsoll_fit_table_sort (rows, PLIMSOLL_FIT_BANDWIDTH, TRUE);
  assert_order (rows, "fast-24-1000 fast-24-500 unified-16 unified-128 test-24-1 test-16-1 "
                      "test-32-2 test-4-1 Nothing known test-80-1");
  plimsoll_fit_table_sort (rows, PLIMSOLL_FIT_BANDWIDTH, FALSE);
  assert_order (rows, "unified-16 unified-128 fast-24-500 fast-24-1000 test-24-1 test-16-1 "
                      "test-32-2 test-4-1 Nothing known test-80-1");
  plimsoll_fit_table_sort (rows, PLIMSOLL_FIT_NAME, FALSE);
  g_assert_cmpstr (plimsoll_fit_get_name (g_ptr_array_index (rows, 0)), ==, "fast-24-500");
}

static void
test_text (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  static const PlimsollFitColumn columns[] = { PLIMSOLL_FIT_NAME, PLIMSOLL_FIT_USABLE,
                                               PLIMSOLL_FIT_VERDICT };
  PlimsollAcceleratorFacts facts;
  g_autofree char *csv = NULL, *text = NULL, *tabs = NULL;

  g_list_store_remove_all (self->accelerators);
  plimsoll_accelerator_facts_init (&facts);
  /* Of 20 GiB, 95 % are 19 GiB. */
  facts.memory_bytes_nominal = G_GUINT64_CONSTANT (20) << 30;
  add (self, plimsoll_accelerator_new ("one", "Karte “A”, \"B\"", &facts));
  plimsoll_accelerator_facts_init (&facts);
  add (self, plimsoll_accelerator_new ("two", "芯片", &facts));

  table = hardware_table (self);
  rows = rows_of (table);
  csv = plimsoll_fit_table_to_csv (rows, columns, G_N_ELEMENTS (columns));
  g_assert_cmpstr (csv, ==,
                   "name,usable_gib,verdict\r\n"
                   "\"Karte “A”, \"\"B\"\"\",19.000,offload\r\n"
                   "芯片,,unknown\r\n");
  /* Two letters that are two cells wide each. */
  text = plimsoll_fit_table_to_text (rows, columns, G_N_ELEMENTS (columns));
  g_assert_cmpstr (text, ==,
                   "Name            Usable GiB  Verdict\n"
                   "Karte “A”, \"B\"        19.0  Offload\n"
                   "芯片                     —  —\n");
  tabs = plimsoll_fit_table_to_tabs (rows, columns, G_N_ELEMENTS (columns));
  g_assert_cmpstr (tabs, ==,
                   "Name\tUsable GiB\tVerdict\nKarte “A”, \"B\"\t19.0\tOffload\n"
                   "芯片\t—\t—\n");
}

static void
test_no_model (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);

  plimsoll_scenario_set_model (self->scenario, NULL);
  plimsoll_fit_model_flush (table);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    {
      PlimsollFit *fit = row_at (table, i);
      g_autofree char *text = plimsoll_fit_get_text (fit, PLIMSOLL_FIT_REQUIRED);

      g_assert_true (isnan (plimsoll_fit_get_value (fit, PLIMSOLL_FIT_REQUIRED)));
      g_assert_cmpstr (text, ==, "—");
    }
}

static void
test_properties (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollFitModel) table = hardware_table (self);
  PlimsollFit *fit = row_at (table, 0);

  for (guint i = PLIMSOLL_FIT_NAME + 1; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      const PlimsollFitColumnInfo *info = plimsoll_fit_column_info ((PlimsollFitColumn) i);
      PlimsollFitColumn column;
      double value = 0;

      g_assert_true (plimsoll_fit_column_from_key (info->key, &column));
      g_assert_cmpuint (column, ==, i);
      g_object_get (fit, info->key, &value, NULL);
      assert_same (value, plimsoll_fit_get_value (fit, column));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define TEST(path, function)                                                                       \
  g_test_add ("/fit-model/" path, Fixture, NULL, set_up, function, tear_down)
  TEST ("hardware", test_hardware);
  TEST ("in-place", test_in_place);
  TEST ("live", test_live);
  TEST ("follows-items", test_follows_items);
  TEST ("models", test_models);
  TEST ("models-in-slices", test_models_in_slices);
  TEST ("precisions", test_precisions);
  TEST ("sort", test_sort);
  TEST ("text", test_text);
  TEST ("no-model", test_no_model);
  TEST ("properties", test_properties);
#undef TEST

  return g_test_run ();
}
