/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "catalog-fixture.h"
#include "plimsoll-accelerator-private.h"
#include "plimsoll-json-row.h"
#include "plimsoll-test-memory.h"

#include <glib/gstdio.h>
#include <math.h>

/* The page that the idea came from: names, memory, usable memory as shown there, bandwidth. */
static JsonArray *
load_page (JsonParser *parser)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "truth", "seed.json", NULL);
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);

  return json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                       "accelerators");
}

static void
assert_shown (guint64 bytes, double expected)
{
  g_autofree char *shown =
    g_strdup_printf ("%.1f", (double) bytes / (double) PLIMSOLL_BYTES_PER_GIB);
  g_autofree char *wanted = g_strdup_printf ("%.1f", expected);

  g_assert_cmpstr (shown, ==, wanted);
}

static void
test_page (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *rows = load_page (parser);
  guint n_other_bandwidth = 0;

  g_assert_cmpuint (json_array_get_length (rows), ==, 50);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      const char *name = json_object_get_string_member (row, "name");
      double bandwidth = json_object_get_double_member (row, "bandwidth_gbs");
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollAccelerator) accelerator =
        plimsoll_catalog_find_accelerator (catalog, name, &error);
      const PlimsollAcceleratorFacts *facts;

      g_assert_no_error (error);
      facts = plimsoll_accelerator_get_facts (accelerator);
      g_test_message ("%s", name);
      g_assert_cmpuint (facts->memory_bytes_nominal, ==,
                        (guint64) json_object_get_int_member (row, "memory_gb")
                          * PLIMSOLL_BYTES_PER_GIB);
      assert_shown (plimsoll_usable_memory_bytes (facts),
                    json_object_get_double_member (row, "usable_gib"));
      n_other_bandwidth += fabs (facts->bandwidth_gbs / bandwidth - 1) > 0.001;
    }

  /* Two of Huawei's, where specifications read elsewhere say otherwise. */
  g_assert_cmpuint (n_other_bandwidth, ==, 2);
}

/* Sanity of every row, and that it is written as it was read. */
static void
test_all_accelerators (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *path =
    g_build_filename (g_getenv ("PLIMSOLL_DATA_DIR"), "accelerators.json", NULL);
  GListModel *list = G_LIST_MODEL (plimsoll_catalog_get_accelerators (catalog));
  JsonArray *rows;

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  rows = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                       "accelerators");

  g_assert_cmpuint (json_array_get_length (rows), >, 0);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, json_array_get_length (rows));
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator = g_list_model_get_item (list, i);
      g_autoptr (JsonNode) written = plimsoll_accelerator_to_json (accelerator);
      const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

      g_test_message ("%s", plimsoll_accelerator_get_id (accelerator));
      g_assert_true (json_node_equal (written, json_array_get_element (rows, i)));
      g_assert_nonnull (plimsoll_accelerator_get_source (accelerator));
      g_assert_nonnull (plimsoll_accelerator_get_date (accelerator));
      g_assert_true (facts->memory_bytes_nominal > 0 || facts->unified);
      g_assert_cmpuint (plimsoll_usable_memory_bytes_careful (facts), <=,
                        plimsoll_usable_memory_bytes (facts));
      g_assert_cmpuint (plimsoll_usable_memory_bytes_careful (facts), <=,
                        plimsoll_physical_memory_bytes (facts));
      g_assert_true (isnan (facts->bandwidth_gbs)
                     || (facts->bandwidth_gbs > 20 && facts->bandwidth_gbs < 30000));
    }
}

static char *
make_directory (const char *accelerators, const char *offers)
{
  g_autoptr (GError) error = NULL;
  char *directory = g_dir_make_tmp ("plimsoll-XXXXXX", &error);

  g_assert_no_error (error);
  if (accelerators != NULL)
    {
      g_autofree char *path = g_build_filename (directory, "accelerators.json", NULL);

      g_assert_true (g_file_set_contents (path, accelerators, -1, NULL));
    }
  if (offers != NULL)
    {
      g_autofree char *path = g_build_filename (directory, "cloud-offers.json", NULL);

      g_assert_true (g_file_set_contents (path, offers, -1, NULL));
    }

  return directory;
}

static void
remove_directory (const char *directory)
{
  g_autofree char *accelerators = g_build_filename (directory, "accelerators.json", NULL);
  g_autofree char *offers = g_build_filename (directory, "cloud-offers.json", NULL);

  g_unlink (accelerators);
  g_unlink (offers);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

#define MY_ACCELERATORS                                                                            \
  "{\"format\": 1, \"accelerators\": ["                                                            \
  "{\"id\": \"my-card\", \"name\": \"My card\", \"memory\": {\"nominal_gb\": 20}},"                \
  "{\"id\": \"nvidia-rtx-4090\", \"name\": \"NVIDIA RTX 4090\", \"memory\": {\"nominal_gb\": 23}}]}"
#define MY_OFFERS                                                                                            \
  "{\"format\": 1, \"offers\": [{\"id\": \"mine\", \"provider\": \"Me\", \"instance\": \"under the desk\","  \
  " \"accelerator\": \"my-card\", \"accelerator_name\": \"My card\", \"count\": 1, \"usd_per_hour\": 0.1,"   \
  " \"date\": \"2026\", \"source\": \"me\"},"                                                                \
  "{\"id\": \"runpod-8x-a40-on-demand\", \"provider\": \"RunPod\", \"instance\": \"8x A40\","                \
  " \"accelerator\": \"nvidia-a40-48gb\", \"accelerator_name\": \"A40\", \"count\": 8, \"usd_per_hour\": 9," \
  " \"date\": \"2027-01-01\", \"source\": \"me\"}]}"

static void
load_hardware (PlimsollCatalog *catalog, const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "accelerators.json", NULL);
  g_autoptr (PlimsollOwnHardware) own =
    plimsoll_own_hardware_new (path, plimsoll_catalog_get_accelerators (catalog));
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_own_hardware_load (own, &error));
  g_assert_no_error (error);
}

static void
test_user (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autofree char *directory = make_directory (MY_ACCELERATORS, MY_OFFERS);
  g_autoptr (PlimsollAccelerator) mine = NULL;
  g_autoptr (PlimsollAccelerator) changed = NULL;
  g_autoptr (GError) error = NULL;
  GListModel *accelerators = G_LIST_MODEL (plimsoll_catalog_get_accelerators (catalog));
  GListModel *offers = plimsoll_catalog_get_offers (catalog);
  guint n_accelerators = g_list_model_get_n_items (accelerators);
  guint n_offers = g_list_model_get_n_items (offers);
  g_autoptr (PlimsollCloudOffer) last = NULL;

  load_hardware (catalog, directory);
  g_assert_true (plimsoll_catalog_load_user_offers (catalog, directory, &error));
  g_assert_no_error (error);

  mine = plimsoll_catalog_find_accelerator (catalog, "my card", NULL);
  g_assert_nonnull (mine);
  changed = plimsoll_catalog_find_accelerator (catalog, "RTX 4090", NULL);
  g_assert_cmpuint (plimsoll_accelerator_get_facts (changed)->memory_bytes_nominal, ==,
                    23 * PLIMSOLL_BYTES_PER_GIB);
  g_assert_cmpuint (g_list_model_get_n_items (accelerators), ==, n_accelerators + 1);

  g_assert_cmpuint (g_list_model_get_n_items (offers), ==, n_offers + 1);
  last = g_list_model_get_item (offers, n_offers);
  g_assert_cmpstr (plimsoll_cloud_offer_get_id (last), ==, "mine");
  for (guint i = 0; i < n_offers; i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      if (g_str_equal (plimsoll_cloud_offer_get_id (offer), "runpod-8x-a40-on-demand"))
        g_assert_cmpfloat (plimsoll_cloud_offer_get_rate (offer), ==, 9);
    }

  remove_directory (directory);
}

/* Offers that are imported stand until others are, or they are removed; then all is as it shipped.
 */
static void
test_import (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (PlimsollCatalog) later = load_catalog ();
  g_autofree char *directory = make_directory (MY_ACCELERATORS, NULL);
  g_autofree char *path = g_build_filename (directory, "cloud-offers.json", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static (MY_OFFERS, strlen (MY_OFFERS));
  g_autoptr (GBytes) bad = g_bytes_new_static ("{}", 2);
  g_autoptr (GBytes) kept = NULL;
  g_autoptr (PlimsollCloudOffer) last = NULL;
  g_autoptr (GError) error = NULL;
  GListModel *offers = plimsoll_catalog_get_offers (catalog);
  const guint n = g_list_model_get_n_items (offers);

  /* Its accelerator is not there yet: nothing is kept. */
  g_assert_false (plimsoll_catalog_import_offers (catalog, directory, bytes, "a.json", &error));
  g_assert_true (g_str_has_prefix (error->message, "a.json: row 1 (mine): “accelerator”"));
  g_clear_error (&error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  load_hardware (catalog, directory);
  g_assert_true (plimsoll_catalog_import_offers (catalog, directory, bytes, "a.json", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_catalog_count_own_offers (catalog), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (offers), ==, n + 1);
  last = g_list_model_get_item (offers, n);
  g_assert_true (plimsoll_cloud_offer_is_own (last));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      g_assert_true (plimsoll_cloud_offer_is_own (offer)
                     == g_str_equal (plimsoll_cloud_offer_get_id (offer),
                                     "runpod-8x-a40-on-demand"));
    }
  g_assert_false (plimsoll_catalog_import_offers (catalog, directory, bad, "b.json", &error));
  g_clear_error (&error);
  g_assert_cmpuint (plimsoll_catalog_count_own_offers (catalog), ==, 2);

  load_hardware (later, directory);
  g_assert_true (plimsoll_catalog_load_user_offers (later, directory, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_catalog_count_own_offers (later), ==, 2);

  kept = plimsoll_catalog_read_own_offers (catalog, directory, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (kept, bytes));
  g_assert_true (plimsoll_catalog_remove_own_offers (catalog, directory, &error));
  g_assert_no_error (error);
  g_assert_null (plimsoll_catalog_read_own_offers (catalog, directory, &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (plimsoll_catalog_count_own_offers (catalog), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (offers), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      g_assert_false (plimsoll_cloud_offer_is_own (offer));
    }

  remove_directory (directory);
}

static void
test_json_count (void)
{
  static const struct
  {
    const char *text;
    guint n;
  } texts[] = {
    { "1", 1 },
    { " [ ] ", 1 },
    { "{}", 1 },
    { "[1]", 2 },
    { "[ 1 , 2 ]", 3 },
    { "[[],{}]", 3 },
    { "{\"a\":[1,{\"b\":2}],\"c\":\"x\"}", 6 },
    { "[\",[{\\\",\",\"\\\\\"]", 3 },
    { "[[[", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i].text, strlen (texts[i].text));

      g_assert_cmpuint (plimsoll_json_count (bytes), ==, texts[i].n);
    }
}

/* What takes much memory once it is parsed, as anybody may have written it; and the most that may
 * be.
 */
static void
test_import_bounds (void)
{
  static const struct
  {
    const char *before, *value, *after;
    const char *says;
  } files[] = {
    { "{\"format\":1,\"offers\":[", "{},", "{}]}", "*has more than 100000 values" },
    { "{\"format\":1,\"x\":[", "[],", "[]]}", "*has more than 100000 values" },
    { "", "[", "", "*has more than 100000 values" },
    { "{\"format\":1,\"x\":\"", "\\\"[,{", "\"}", "*“offers” has to be a list" },
    { "", "          ", "", "*is larger than 4 MiB" },
  };
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autofree char *directory = make_directory (NULL, NULL);

  for (guint i = 0; i <= G_N_ELEMENTS (files); i++)
    {
      const gboolean most = i == G_N_ELEMENTS (files);
      const guint n = most ? PLIMSOLL_OFFERS_MOST_VALUES - 4 : i < 4 ? 800000 : 500000;
      g_autoptr (GString) text = g_string_new (files[most ? 0 : i].before);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;
      guint64 before;

      for (guint k = 0; k < n; k++)
        g_string_append (text, files[most ? 0 : i].value);
      g_string_append (text, files[most ? 0 : i].after);
      bytes = g_string_free_to_bytes (g_steal_pointer (&text));
      before = begin_memory ();
      g_assert_false (plimsoll_catalog_import_offers (catalog, directory, bytes, "a.json", &error));
      check_memory (before);
      g_assert_true (g_pattern_match_simple (most ? "a.json: row 1: “id” is missing"
                                                  : files[i].says,
                                             error->message));
    }
  remove_directory (directory);
}

static void
test_user_has_none (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autofree char *directory = make_directory (NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_catalog_load_user_offers (catalog, directory, &error));
  g_assert_no_error (error);
  g_assert_true (plimsoll_catalog_load_user_offers (catalog, "/no/such/folder", &error));
  g_assert_no_error (error);

  remove_directory (directory);
}

static void
test_user_at_fault (void)
{
  static const struct
  {
    const char *accelerators;
    const char *offers;
    const char *message;
  } faults[] = {
    { MY_ACCELERATORS, "{}", "cloud-offers.json: “format” has to be 1*" },
    { NULL, MY_OFFERS, "cloud-offers.json: row 1 (mine): “accelerator” is “my-card”*" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (PlimsollCatalog) catalog = load_catalog ();
      g_autofree char *directory = make_directory (faults[i].accelerators, faults[i].offers);
      guint n_offers = g_list_model_get_n_items (plimsoll_catalog_get_offers (catalog));
      g_autoptr (GError) error = NULL;

      g_assert_false (plimsoll_catalog_load_user_offers (catalog, directory, &error));
      g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
      g_assert_true (g_pattern_match_simple (faults[i].message, error->message));
      g_assert_cmpuint (g_list_model_get_n_items (plimsoll_catalog_get_offers (catalog)), ==,
                        n_offers);

      remove_directory (directory);
    }
}

static void
test_nothing_installed (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (plimsoll_catalog_new ("/no/such/folder", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void
test_properties (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (GListModel) accelerators = NULL;
  g_autoptr (GListModel) offers = NULL;

  g_object_get (catalog, "accelerators", &accelerators, "offers", &offers, NULL);
  g_assert_true (accelerators == G_LIST_MODEL (plimsoll_catalog_get_accelerators (catalog)));
  g_assert_true (offers == plimsoll_catalog_get_offers (catalog));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/catalog/page", test_page);
  g_test_add_func ("/catalog/catalog/all-accelerators", test_all_accelerators);
  g_test_add_func ("/catalog/catalog/user", test_user);
  g_test_add_func ("/catalog/import", test_import);
  g_test_add_func ("/catalog/import/bounds", test_import_bounds);
  g_test_add_func ("/catalog/json/count", test_json_count);
  g_test_add_func ("/catalog/catalog/user-has-none", test_user_has_none);
  g_test_add_func ("/catalog/catalog/user-at-fault", test_user_at_fault);
  g_test_add_func ("/catalog/catalog/nothing-installed", test_nothing_installed);
  g_test_add_func ("/catalog/catalog/properties", test_properties);

  return g_test_run ();
}
