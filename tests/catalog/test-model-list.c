/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog-error.h"
#include "plimsoll-model-list.h"

#include <string.h>

static PlimsollModelList *
load (void)
{
  g_autoptr (GError) error = NULL;
  PlimsollModelList *list = plimsoll_model_list_new ();

  plimsoll_model_list_load_file (list, NULL, &error);
  g_assert_no_error (error);

  return list;
}

static PlimsollModelList *
load_text (const char *text, GError **error)
{
  g_autoptr (PlimsollModelList) list = plimsoll_model_list_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return plimsoll_model_list_load (list, bytes, "models.json", error) ? g_steal_pointer (&list)
                                                                      : NULL;
}

/* Every total of the catalogue is the core's own count, and the published one or explained. */
static void
test_totals (void)
{
  g_autoptr (PlimsollModelList) list = load ();
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  guint exact = 0;
  guint explained = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (list), i);
      const PlimsollParameters *stated = plimsoll_model_get_counts (model);
      PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
      guint64 published = plimsoll_model_get_published_parameters (model);
      PlimsollParameters counted;

      g_assert_true (plimsoll_parameters (spec, plimsoll_model_get_plan (model), &counted));
      g_assert_cmpuint (counted.total, ==, stated->total);
      g_assert_cmpuint (counted.text, ==, stated->text);
      g_assert_cmpuint (counted.active, ==, stated->active);
      g_assert_cmpuint (counted.mtp, ==, stated->mtp);

      if (published == 0 || spec->source == PLIMSOLL_SPEC_FROM_TOTALS)
        continue;
      if (published == counted.total)
        exact++;
      else if (plimsoll_model_get_published_difference (model) != NULL)
        explained++;
      else
        g_error ("%s: %" G_GUINT64_FORMAT " parameters, and %" G_GUINT64_FORMAT " are published",
                 plimsoll_model_get_id (model), counted.total, published);
    }

  g_test_message ("%u models; of those with a published total %u exact, %u explained", n, exact,
                  explained);
  g_assert_cmpuint (n, >, 500);
  g_assert_cmpuint (exact, >, 190);
}

static void
test_kimi (void)
{
  g_autoptr (PlimsollModelList) list = load ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) k3 = plimsoll_model_list_find (list, "kimi k3", &error);
  g_autoptr (PlimsollModel) stated = NULL;
  PlimsollModelSpec *spec;

  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_model_get_counts (k3)->text, ==, 2779481795168);
  g_assert_cmpuint (plimsoll_model_get_active_parameters (k3), ==, 104186931808);
  g_assert_cmpstr (plimsoll_model_get_exactness (k3), ==, "exact");

  stated = plimsoll_model_list_find (list, "Kimi K3.1 Pro (2.8T-A104B)", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_id (stated), ==, "moonshotai/Kimi-K3.1-Pro");
  g_assert_cmpuint (plimsoll_model_get_parameters (stated), ==, 2780000000000);
  g_assert_cmpuint (plimsoll_model_get_active_parameters (stated), ==, 104000000000);
  g_assert_cmpuint (plimsoll_model_get_layers (stated), ==, 93);
  g_assert_cmpstr (plimsoll_model_get_exactness (stated), ==, "modelled");
  g_assert_null (plimsoll_model_get_plan (stated));
  spec = plimsoll_model_get_spec (stated);
  g_assert_cmpint (plimsoll_model_spec_layer (spec, 92)->attention.kind, ==,
                   PLIMSOLL_ATTENTION_MLA);
}

/* What models were made for, as their makers say; 0: the facts do not say. A class's default is
 * none of a model that has no config. */
static void
test_contexts (void)
{
  static const struct
  {
    const char *id;
    guint32 context;
  } cases[] = {
    { "Qwen/Qwen3-235B-A22B-Instruct-2507", 262144 },
    { "zai-org/GLM-4.6", 202752 },
    { "deepseek-ai/DeepSeek-R1-Distill-Llama-70B", 131072 },
    { "NousResearch/Llama-2-7b-hf", 4096 },
    { "moonshotai/Kimi-K2-Instruct-0905", 0 },
    { "01-ai/Yi-1.5-34B", 0 },
    { "bigscience/bloom", 0 },
  };
  g_autoptr (PlimsollModelList) list = load ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PlimsollModel *model = plimsoll_model_list_lookup (list, cases[i].id);

      g_test_message ("%s", cases[i].id);
      g_assert_nonnull (model);
      g_assert_cmpuint (plimsoll_model_get_spec (model)->max_context, ==, cases[i].context);
    }
}

static void
test_find (void)
{
  static const char *const same[] = { "Qwen/Qwen3-8B", "qwen/qwen3-8b", "qwen3 8b", "QWEN3_8B",
                                      "Qwen3-8B" };
  g_autoptr (PlimsollModelList) list = load ();
  g_autoptr (PlimsollModel) none = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autoptr (GError) fault = NULL;
      g_autoptr (PlimsollModel) model = plimsoll_model_list_find (list, same[i], &fault);

      g_assert_no_error (fault);
      g_assert_cmpstr (plimsoll_model_get_id (model), ==, "Qwen/Qwen3-8B");
    }

  none = plimsoll_model_list_find (list, "Qwen3-8C", &error);
  g_assert_null (none);
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "Qwen/Qwen3-8B"));
}

#define ROW(id, shape) "{\"id\": \"" id "\", \"name\": \"Tiny\", \"shape\": " shape "}"
#define SHAPE                                                                                      \
  "{\"n_blocks\": 2, \"embedding\": 8, \"vocabulary\": 10, \"kinds\": [{\"attention\": "           \
  "{\"kind\": \"full\", \"heads\": 2, \"kv_heads\": 2, \"key_dim\": 4, \"value_dim\": 4}}], "      \
  "\"pattern\": [[2, 0]]}"
#define FILE_OF(rows) "{\"format\": 1, \"models\": [" rows "]}"

static void
test_faults (void)
{
  static const char *const cases[][2] = {
    { FILE_OF (ROW ("a/b", SHAPE) "," ROW ("A/B", SHAPE)), "two rows have the id “A/B”" },
    { FILE_OF (ROW ("a/b", "{\"n_blocks\": 2, \"kinds\": [], \"pattern\": [[2, 0]]}")),
      "“shape”: “pattern” names a kind that is not there" },
    { FILE_OF (ROW ("a/b", "{\"n_blocks\": 3, \"kinds\": [{}], \"pattern\": [[2, 0]]}")),
      "“shape”: “pattern” is not of 3 blocks" },
    { FILE_OF (ROW ("a/b", "{\"n_blocks\": 1, \"kinds\": [{\"norm\": 2}], \"pattern\": [[1, 0]]}")),
      "“norm” is no member that is known" },
    { FILE_OF (ROW ("a/b", "{\"n_blocks\": -1, \"kinds\": [{}], \"pattern\": [[1, 0]]}")),
      "“n_blocks” is beyond any model" },
    { FILE_OF ("{\"id\": \"a/b\", \"name\": \"B\"}"), "“shape”: it is missing" },
    { FILE_OF ("{\"name\": \"B\", \"shape\": " SHAPE "}"), "id" },
    { "{\"format\": 1}", "models" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollModelList) list = load_text (cases[i][0], &error);

      g_assert_null (list);
      g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "models.json"));
      g_assert_nonnull (strstr (error->message, cases[i][1]));
      g_assert_null (strchr (error->message, '\n'));
    }
}

typedef struct
{
  guint n;
  guint position;
  guint removed;
  guint added;
} Change;

static void
changed_cb (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  Change *change = data;

  *change = (Change) { change->n + 1, position, removed, added };
}

static void
test_replace (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelList) list =
    load_text (FILE_OF (ROW ("a/b", SHAPE) "," ROW ("a/c", SHAPE)), &error);
  g_autoptr (PlimsollModel) other = NULL;
  g_autoptr (PlimsollModel) found = NULL;
  const PlimsollModelFacts facts = { .id = "a/b", .name = "Other" };
  Change change = { 0 };

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 2);
  g_signal_connect (list, "items-changed", G_CALLBACK (changed_cb), &change);

  found = g_list_model_get_item (G_LIST_MODEL (list), 1);
  other = plimsoll_model_new (&facts, plimsoll_model_get_spec (found), NULL);
  plimsoll_model_list_add (list, other);
  g_assert_cmpuint (change.n, ==, 1);
  g_assert_cmpuint (change.position, ==, 0);
  g_assert_cmpuint (change.removed, ==, 1);
  g_assert_cmpuint (change.added, ==, 1);
  g_assert_true (plimsoll_model_list_lookup (list, "A/B") == other);
  /* Counted when asked for: two blocks of four matrices, embedding and head. */
  g_assert_cmpuint (plimsoll_model_get_parameters (other), ==, 2 * 4 * 8 * 8 + 2 * 80);
}

static void
test_speed (void)
{
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < 5; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (PlimsollModelList) list = load ();

      best = MIN (best, g_get_monotonic_time () - start);
      g_assert_nonnull (list);
    }

  g_test_message ("the catalogue loads in %.1f ms", (double) best / 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model-list/totals", test_totals);
  g_test_add_func ("/model-list/kimi", test_kimi);
  g_test_add_func ("/model-list/contexts", test_contexts);
  g_test_add_func ("/model-list/find", test_find);
  g_test_add_func ("/model-list/faults", test_faults);
  g_test_add_func ("/model-list/replace", test_replace);
  g_test_add_func ("/model-list/speed", test_speed);

  return g_test_run ();
}
