/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "catalog-fixture.h"
#include "plimsoll-accelerator-private.h"

#define MIB PLIMSOLL_BYTES_PER_MIB
#define GIB PLIMSOLL_BYTES_PER_GIB

#define ROW(id, name, more)                                                                        \
  "{\"id\": \"" id "\", \"name\": \"" name "\", \"memory\": {\"nominal_gb\": 8}" more "}"
#define FILE_OF(rows) "{\"format\": 1, \"accelerators\": [" rows "]}"

static gboolean
load (PlimsollAcceleratorList *list, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = bytes_of (text);

  return plimsoll_accelerator_list_load (list, bytes, "mine.json", error);
}

static void
assert_load (PlimsollAcceleratorList *list, const char *text)
{
  g_autoptr (GError) error = NULL;

  load (list, text, &error);
  g_assert_no_error (error);
}

static void
test_names (void)
{
  static const struct
  {
    const char *query;
    const char *id;
  } names[] = {
    { "nvidia-rtx-4090", "nvidia-rtx-4090" },
    { "4090", "nvidia-rtx-4090" },
    { "rtx 4090", "nvidia-rtx-4090" },
    { "RTX4090", "nvidia-rtx-4090" },
    { "rtx_40-90", "nvidia-rtx-4090" },
    { "nvidia rtx 4090 24gb", "nvidia-rtx-4090" },
    { "NVIDIA GeForce RTX 4090", "nvidia-rtx-4090" },
    { "4090 24", "nvidia-rtx-4090" },
    { "4090 24 GB", "nvidia-rtx-4090" },
    { "4090 48gb", "nvidia-rtx-4090-48gb-memory-mod" },
    { "NVIDIA GeForce RTX 4090 Laptop GPU", "nvidia-rtx-4090-laptop" },
    { "3090 ti", "nvidia-rtx-3090-ti" },
    { "3090ti", "nvidia-rtx-3090-ti" },
    { "RTX 5060 Ti 8GB", "nvidia-rtx-5060-ti-8gb" },
    { "5060 ti", "nvidia-rtx-5060-ti-16gb" },
    { "rtx 4060 ti 16gb", "nvidia-rtx-4060-ti-16gb" },
    { "h100", "nvidia-h100-80gb-sxm" },
    { "H100 SXM5 80GB", "nvidia-h100-80gb-sxm" },
    { "h100 pcie", "nvidia-h100-80gb-pcie" },
    { "NVIDIA H100 80GB HBM3", "nvidia-h100-80gb-sxm" },
    { "NVIDIA H100 PCIe", "nvidia-h100-80gb-pcie" },
    { "a100", "nvidia-a100-80gb-sxm" },
    { "A100 80", "nvidia-a100-80gb-sxm" },
    { "a100 40", "nvidia-a100-40gb-sxm" },
    { "NVIDIA A100-SXM4-40GB", "nvidia-a100-40gb-sxm" },
    { "NVIDIA A100-PCIE-40GB", "nvidia-a100-40gb-pcie" },
    { "Tesla V100-SXM2-32GB", "nvidia-tesla-v100-32gb" },
    { "Tesla T4", "nvidia-t4" },
    { "b200", "nvidia-b200-180gb" },
    { "gb10", "nvidia-dgx-spark-gb10-128gb" },
    { "dgx spark", "nvidia-dgx-spark-gb10-128gb" },
    { "rtx pro 6000", "nvidia-rtx-pro-6000-blackwell" },
    { "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
      "nvidia-rtx-pro-6000-blackwell-max-q" },
    { "NVIDIA RTX 6000 Ada Generation", "nvidia-rtx-6000-ada" },
    { "strix halo", "amd-ryzen-ai-max-plus-395-128gb" },
    { "AMD RYZEN AI MAX+ 395 w/ Radeon 8060S", "amd-ryzen-ai-max-plus-395-128gb" },
    { "strix halo 64gb", "amd-ryzen-ai-max-plus-395-64gb" },
    { "mi300x", "amd-instinct-mi300x-192gb" },
    { "AMD Instinct MI300X", "amd-instinct-mi300x-192gb" },
    { "7900 xtx", "amd-radeon-rx-7900-xtx-24gb" },
    { "Radeon(TM) RX 7900 XTX", "amd-radeon-rx-7900-xtx-24gb" },
    { "Intel(R) Arc(TM) A770 Graphics", "intel-arc-a770-16gb" },
    { "arc a770 8gb", "intel-arc-a770-8gb" },
    { "gaudi 3", "intel-gaudi-3-128gb-hbm2e" },
    { "910B", "huawei-ascend-910b-64gb" },
    { "昇腾910B", "huawei-ascend-910b-64gb" },
    { "M4 Max 128", "apple-macbook-pro-m4-max-128gb" },
    { "m4 max", "apple-macbook-pro-m4-max-128gb" },
    { "Apple M3 Ultra", "apple-mac-studio-m3-ultra-512gb" },
    { "m2 ultra", "apple-m2-ultra" },
    { "Apple M1", "apple-m1" },
    { "MetaX MetaX C500 64GB (沐曦曦云)", "metax-c500-64gb" },
    { "v5p", NULL },
    { "tpu v5p", "google-tpu-v5p" },
    { "4091", NULL },
    { "4090 32gb", NULL },
    { "nvidia", NULL },
    { "", NULL },
    { "24gb", NULL },
    { "rtx", NULL },
    { "\xff", NULL },
    { "99999999999999999999 gb", NULL },
  };
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollAccelerator) found =
        plimsoll_catalog_find_accelerator (catalog, names[i].query, &error);

      if (g_utf8_validate (names[i].query, -1, NULL))
        g_test_message ("“%s”", names[i].query);
      if (names[i].id == NULL)
        {
          g_assert_null (found);
          g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND);
          continue;
        }

      g_assert_no_error (error);
      g_assert_cmpstr (plimsoll_accelerator_get_id (found), ==, names[i].id);
    }
}

/* Every row is found by each of its own names, and by its id. */
static void
test_own_names (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (catalog);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator = g_list_model_get_item (G_LIST_MODEL (list), i);
      const char *const *aliases = plimsoll_accelerator_get_aliases (accelerator);
      g_autoptr (PlimsollAccelerator) by_name =
        plimsoll_accelerator_list_find (list, plimsoll_accelerator_get_name (accelerator), NULL);

      g_assert_true (by_name == accelerator);
      g_assert_true (plimsoll_accelerator_list_lookup (list,
                                                       plimsoll_accelerator_get_id (accelerator))
                     == accelerator);
      for (guint j = 0; aliases[j] != NULL; j++)
        {
          g_autoptr (PlimsollAccelerator) by_alias =
            plimsoll_accelerator_list_find (list, aliases[j], NULL);

          g_assert_true (by_alias == accelerator);
        }
    }

  g_assert_null (plimsoll_accelerator_list_lookup (list, "NVIDIA RTX 4090"));
  g_assert_null (plimsoll_accelerator_list_lookup (list, "no-such"));
}

static void
test_nearest (void)
{
  static const char *const queries_and_parts[][2] = {
    { "rtx 4091", "“NVIDIA RTX 4090”" },
    { "h100 sxx", "“NVIDIA H100 80GB SXM”" },
    { "mi300", "“AMD Instinct MI300X 192GB”" },
    { "m4 ultra max", "“Apple M" },
    { "blackwell ultra 12", "“NVIDIA B300 288GB Blackwell Ultra”" },
  };
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (PlimsollAcceleratorList) empty = plimsoll_accelerator_list_new ();
  g_autoptr (GError) nothing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (queries_and_parts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (plimsoll_catalog_find_accelerator (catalog, queries_and_parts[i][0], &error));
      g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, queries_and_parts[i][1]));
    }

  g_assert_null (plimsoll_accelerator_list_find (empty, "4090", &nothing));
  g_assert_cmpstr (nothing->message, ==, "No accelerator is called “4090”.");
  g_clear_error (&nothing);

  g_assert_null (plimsoll_catalog_find_accelerator (catalog, " - ", &nothing));
  g_assert_cmpstr (nothing->message, ==, "No accelerator is called “ - ”.");
}

static void
test_long_query (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autofree char *query = g_strnfill (1000000, 'x');
  g_autoptr (GError) error = NULL;

  g_assert_null (plimsoll_catalog_find_accelerator (catalog, query, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND);
  g_assert_cmpuint (strlen (error->message), <, 500);
}

static void
test_memory_options (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (PlimsollAccelerator) m4 =
    plimsoll_catalog_find_accelerator (catalog, "m4 max 48", NULL);
  g_autoptr (PlimsollAccelerator) ultra =
    plimsoll_catalog_find_accelerator (catalog, "Apple M3 Ultra 96 GB", NULL);
  g_autoptr (PlimsollAccelerator) by_id = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (m4);
  g_assert_cmpstr (plimsoll_accelerator_get_name (m4), ==, "Apple MacBook Pro M4 Max 48GB");
  g_assert_cmpuint (plimsoll_accelerator_get_facts (m4)->memory_bytes_nominal, ==, 48 * GIB);
  g_assert_nonnull (ultra);

  /* What was saved is found again. */
  by_id = plimsoll_catalog_find_accelerator (catalog, plimsoll_accelerator_get_id (ultra), NULL);
  g_assert_nonnull (by_id);
  g_assert_cmpstr (plimsoll_accelerator_get_id (by_id), ==, "apple-mac-studio-m3-ultra-96gb");

  g_assert_null (plimsoll_catalog_find_accelerator (catalog, "m4 max 40gb", &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND);
}

static guint64
usable (PlimsollAcceleratorList *list, const char *name)
{
  g_autoptr (PlimsollAccelerator) found = plimsoll_accelerator_list_find (list, name, NULL);

  g_assert_nonnull (found);
  return plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (found));
}

/* Copies of what is unified, and of nothing else; also of what is added later. */
static void
test_unified_percent (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (catalog);
  const char *id = "apple-macbook-pro-m4-max-128gb";
  PlimsollAccelerator *shipped = plimsoll_accelerator_list_lookup (list, id);
  PlimsollAccelerator *card = plimsoll_accelerator_list_lookup (list, "nvidia-rtx-4090");
  const guint64 by_rule = usable (list, id);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  g_autoptr (PlimsollAccelerator) kept = g_object_ref (shipped);

  plimsoll_accelerator_list_set_unified_percent (list, 50);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  g_assert_cmpuint (usable (list, id), ==, 64 * GIB);
  g_assert_cmpuint (usable (list, "m4 max 48"), ==, 24 * GIB);
  g_assert_true (plimsoll_accelerator_list_lookup (list, "nvidia-rtx-4090") == card);
  g_assert_true (plimsoll_accelerator_list_add (list, kept, NULL));
  g_assert_cmpuint (usable (list, id), ==, 64 * GIB);

  plimsoll_accelerator_list_set_unified_percent (list, 0);
  g_assert_cmpuint (usable (list, id), ==, by_rule);
}

static void
items_changed_cb (GListModel *model, guint position, guint removed, guint added, GString *log)
{
  g_string_append_printf (log, "%u -%u +%u;", position, removed, added);
}

static void
test_replace (void)
{
  g_autoptr (PlimsollAcceleratorList) list = plimsoll_accelerator_list_new ();
  g_autoptr (PlimsollAccelerator) added = NULL;
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  PlimsollAcceleratorFacts facts;

  g_signal_connect (list, "items-changed", G_CALLBACK (items_changed_cb), log);

  assert_load (list, FILE_OF (ROW ("a", "A one", "") "," ROW ("b", "B one",
                                                              "") "," ROW ("c", "C one", "")));
  assert_load (list, FILE_OF (ROW ("b", "B two", ", \"aliases\": [\"bee\"]")));
  assert_load (list, FILE_OF (ROW ("d", "D one", "")));
  assert_load (list, FILE_OF (""));

  plimsoll_accelerator_facts_init (&facts);
  added = plimsoll_accelerator_new ("a", "A three", &facts);
  g_assert_true (plimsoll_accelerator_list_add (list, added, &error));
  g_assert_no_error (error);

  g_assert_cmpstr (log->str, ==, "0 -0 +3;1 -1 +1;3 -0 +1;0 -1 +1;");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 4);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (list)) == PLIMSOLL_TYPE_ACCELERATOR);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), 4));
  g_assert_cmpstr (plimsoll_accelerator_get_name (plimsoll_accelerator_list_lookup (list, "b")), ==,
                   "B two");

  {
    g_autoptr (PlimsollAccelerator) gone = plimsoll_accelerator_list_find (list, "b one", NULL);
    g_autoptr (PlimsollAccelerator) bee = plimsoll_accelerator_list_find (list, "bee", NULL);
    g_autoptr (PlimsollAccelerator) clash = plimsoll_accelerator_new ("e", "BEE", &facts);

    g_assert_null (gone);
    g_assert_nonnull (bee);
    g_assert_false (plimsoll_accelerator_list_add (list, clash, &error));
    g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
    g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 4);
  }

  /* What is refused leaves the names of what it would have replaced. */
  {
    g_autoptr (PlimsollAccelerator) clash = plimsoll_accelerator_new ("a", "D one", &facts);
    g_autoptr (PlimsollAccelerator) found = NULL;

    g_clear_error (&error);
    g_assert_false (plimsoll_accelerator_list_add (list, clash, &error));
    g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
    found = plimsoll_accelerator_list_find (list, "a three", NULL);
    g_assert_true (found == added);
    g_assert_true (plimsoll_accelerator_list_lookup (list, "a") == added);
  }

  /* What is removed is found no more, and its names are free. */
  {
    g_autoptr (PlimsollAccelerator) again = plimsoll_accelerator_new ("f", "BEE", &facts);

    g_assert_true (plimsoll_accelerator_list_remove (list, "b"));
    g_assert_false (plimsoll_accelerator_list_remove (list, "b"));
    g_assert_null (plimsoll_accelerator_list_lookup (list, "b"));
    g_assert_true (plimsoll_accelerator_list_add (list, again, NULL));
    g_assert_cmpstr (log->str, ==, "0 -0 +3;1 -1 +1;3 -0 +1;0 -1 +1;1 -1 +0;3 -0 +1;");
  }
}

static void
test_entries (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (catalog);
  g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new ("studio ultra");
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    n += plimsoll_name_query_score (query, plimsoll_accelerator_list_get_entry (list, i)) > 0;

  g_assert_cmpuint (n, ==, 5);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } faults[] = {
    { "", "mine.json: is not JSON:*" },
    { "{", "mine.json: is not JSON:*" },
    { "not json", "mine.json: is not JSON:*" },
    { "{\"format\": 1, \"accelerators\": [],}", "mine.json: is not JSON:*" },
    { "/* */ {\"format\": 1, \"accelerators\": []}", "mine.json: is not JSON:*" },
    { "[]", "mine.json: has to be an object" },
    { "null", "mine.json: has to be an object" },
    { "7", "mine.json: has to be an object" },
    { "{}", "mine.json: “format” has to be 1, the one that this version reads" },
    { "{\"format\": \"1\", \"accelerators\": []}", "mine.json: “format” has to be 1*" },
    { "{\"format\": 2, \"accelerators\": []}", "mine.json: “format” has to be 1*" },
    { "{\"format\": 1}", "mine.json: “accelerators” has to be a list" },
    { "{\"format\": 1, \"accelerators\": {}}", "mine.json: “accelerators” has to be a list" },
    { "{\"format\": 1, \"accelerators\": [], \"x\": 1}", "mine.json: “x” is not known here" },
    { FILE_OF ("null"), "mine.json: row 1: has to be an object" },
    { FILE_OF (ROW ("a", "A", "") ", 7"), "mine.json: row 2: has to be an object" },
    { FILE_OF (ROW ("a", "A", "") "," ROW ("a", "B", "")), "mine.json: two rows have the id “a”" },
    { FILE_OF (ROW ("a", "RTX 1", "") "," ROW ("b", "B", ", \"aliases\": [\"rtx-1\"]")),
      "mine.json: “a” and “b” share the name “rtx1”" },
    { FILE_OF (ROW ("a", "A", ", \"aliases\": [\"x\\u0000y\\ud800\"]")), "*" },
    { "{\"format\": 1, \"accelerators\": [\xff]}", "mine.json: is not UTF-8 text" },
  };
  g_autoptr (PlimsollAcceleratorList) list = plimsoll_accelerator_list_new ();

  assert_load (list, FILE_OF (ROW ("kept", "Kept", "")));

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      if (load (list, faults[i].text, &error))
        {
          g_assert_cmpstr (faults[i].message, ==, "*");
          continue;
        }

      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_pattern_match_simple (faults[i].message, error->message));
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
    }
}

/* Objects within objects without end, and more of everything than is sensible. */
static void
test_hostile (void)
{
  g_autoptr (PlimsollAcceleratorList) list = plimsoll_accelerator_list_new ();
  g_autoptr (GString) text = g_string_new ("{\"format\": 1, \"accelerators\": ");
  g_autofree char *deep = g_strnfill (200000, '[');
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) many = NULL;

  g_string_append (text, deep);
  g_assert_false (load (list, text->str, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);

  g_string_assign (text, "{\"format\": 1, \"accelerators\": [0");
  for (guint i = 0; i < 100001; i++)
    g_string_append (text, ",0");
  g_string_append (text, "]}");
  g_assert_false (load (list, text->str, &many));
  g_assert_error (many, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/accelerator-list/names", test_names);
  g_test_add_func ("/catalog/accelerator-list/own-names", test_own_names);
  g_test_add_func ("/catalog/accelerator-list/nearest", test_nearest);
  g_test_add_func ("/catalog/accelerator-list/long-query", test_long_query);
  g_test_add_func ("/catalog/accelerator-list/memory-options", test_memory_options);
  g_test_add_func ("/catalog/accelerator-list/unified-percent", test_unified_percent);
  g_test_add_func ("/catalog/accelerator-list/replace", test_replace);
  g_test_add_func ("/catalog/accelerator-list/entries", test_entries);
  g_test_add_func ("/catalog/accelerator-list/faults", test_faults);
  g_test_add_func ("/catalog/accelerator-list/hostile", test_hostile);

  return g_test_run ();
}
