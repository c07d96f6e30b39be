/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-own-measurements.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  PlimsollOwnMeasurements *own;
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("plimsoll-measured-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "measured.json", NULL);
  self->own = plimsoll_own_measurements_new (self->path);
}

static void
remove_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (child), ==, 0);
    }
  g_assert_cmpint (g_remove (folder), ==, 0);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gpointer left = self->own;
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  plimsoll_own_measurements_flush (self->own, NULL);
  /* A thread that writes keeps it until it has. */
  g_object_add_weak_pointer (G_OBJECT (self->own), &left);
  g_object_unref (self->own);
  while (left != NULL && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (left);
  remove_files (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static guint
n_kept (PlimsollOwnMeasurements *own)
{
  return g_list_model_get_n_items (G_LIST_MODEL (own));
}

static void
put (Fixture *self, const char *precision, PlimsollMeasuredTest test)
{
  g_autoptr (PlimsollMeasurement) measurement =
    plimsoll_measurement_new ("rtx-4090", "a/model", precision, "2026-12-02", "llama-bench, CUDA",
                              &test, 1);
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_own_measurements_put (self->own, measurement, &error));
  g_assert_no_error (error);
}

static void
assert_test (const PlimsollMeasuredTest *test,
             guint32 prompt,
             guint32 generated,
             guint64 depth,
             double speed)
{
  g_assert_cmpuint (test->prompt, ==, prompt);
  g_assert_cmpuint (test->generated, ==, generated);
  g_assert_cmpuint (test->depth, ==, depth);
  g_assert_cmpfloat (test->speed, ==, speed);
}

/* What is kept is there the next time; of the same figure the newer one. */
static void
test_put (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnMeasurements) again = plimsoll_own_measurements_new (self->path);
  g_autoptr (PlimsollMeasurement) first = NULL;
  const PlimsollMeasuredTest *tests;
  GError *error = NULL;
  guint n;

  g_assert_true (plimsoll_own_measurements_load (self->own, &error));
  put (self, "Q4_K_M", (PlimsollMeasuredTest) { 512, 0, 0, 5000.5 });
  put (self, "Q4_K_M", (PlimsollMeasuredTest) { 0, 128, 4096, 90 });
  put (self, "Q8_0", (PlimsollMeasuredTest) { 0, 128, 0, 60 });
  put (self, "Q4_K_M", (PlimsollMeasuredTest) { 0, 128, 4096, 99 });
  g_assert_cmpuint (n_kept (self->own), ==, 2);
  g_assert_true (plimsoll_own_measurements_flush (self->own, &error));

  g_assert_true (plimsoll_own_measurements_load (again, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_kept (again), ==, 2);
  first = g_list_model_get_item (G_LIST_MODEL (again), 0);
  g_assert_cmpstr (plimsoll_measurement_get_accelerator (first), ==, "rtx-4090");
  g_assert_cmpstr (plimsoll_measurement_get_model (first), ==, "a/model");
  g_assert_cmpstr (plimsoll_measurement_get_precision (first), ==, "Q4_K_M");
  g_assert_cmpstr (plimsoll_measurement_get_date (first), ==, "2026-12-02");
  g_assert_cmpstr (plimsoll_measurement_get_source (first), ==, "llama-bench, CUDA");
  tests = plimsoll_measurement_get_tests (first, &n);
  g_assert_cmpuint (n, ==, 2);
  assert_test (&tests[0], 0, 128, 4096, 99);
  assert_test (&tests[1], 512, 0, 0, 5000.5);
}

static void
test_remove (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnMeasurements) again = plimsoll_own_measurements_new (self->path);
  g_autoptr (PlimsollMeasurement) first = NULL;

  put (self, "Q4_K_M", (PlimsollMeasuredTest) { 512, 0, 0, 5000 });
  put (self, "Q8_0", (PlimsollMeasuredTest) { 0, 128, 0, 60 });
  first = g_list_model_get_item (G_LIST_MODEL (self->own), 0);
  g_assert_true (plimsoll_own_measurements_remove (self->own, first));
  g_assert_false (plimsoll_own_measurements_remove (self->own, first));
  g_assert_true (plimsoll_own_measurements_flush (self->own, NULL));
  g_assert_true (plimsoll_own_measurements_load (again, NULL));
  g_assert_cmpuint (n_kept (again), ==, 1);
}

#define GOOD                                                                                       \
  "{\"accelerator\":\"b\",\"model\":\"m\",\"precision\":\"F16\",\"tests\":["                       \
  "{\"prompt\":0,\"generated\":128,\"depth\":0,\"tokens_per_second\":7}]}"
#define WITH_TESTS(tests)                                                                          \
  "{\"format\":1,\"measured\":[{\"accelerator\":\"a\",\"model\":\"m\",\"precision\":\"F16\","      \
  "\"tests\":" tests "}," GOOD "]}"
#define ONE(member) WITH_TESTS ("[{\"prompt\":0,\"generated\":128,\"depth\":0," member "}]")

/* A damaged file: the row and the field are named, the other rows are taken, and it is not written
   over before it has been set aside. */
static void
test_damaged (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *fault;
    guint kept;
  } cases[] = {
    { "{", "measured.json", 0 },
    { "[]", "measured.json", 0 },
    /* Of a later version. */
    { "{\"format\":2,\"measured\":[" GOOD "]}", "format", 0 },
    { "{\"format\":1}", "measured", 0 },
    { "{\"format\":1,\"measured\":[3," GOOD "]}", "row 1", 1 },
    { "{\"format\":1,\"measured\":[{\"accelerator\":\"a\",\"model\":7,\"precision\":\"F16\"}," GOOD
      "]}",
      "“model”", 1 },
    { "{\"format\":1,\"measured\":[{\"model\":\"m\",\"precision\":\"F16\"}," GOOD "]}",
      "“accelerator”", 1 },
    { WITH_TESTS ("[]"), "“tests”", 1 },
    { WITH_TESTS ("7"), "“tests”", 1 },
    { ONE ("\"tokens_per_second\":-1"), "tokens_per_second", 1 },
    { ONE ("\"tokens_per_second\":\"fast\""), "tokens_per_second", 1 },
    { ONE ("\"speed\":7"), "tests", 1 },
    { WITH_TESTS ("[{\"prompt\":-1,\"generated\":128,\"depth\":0,\"tokens_per_second\":7}]"),
      "prompt", 1 },
    { WITH_TESTS ("[{\"prompt\":0,\"generated\":0,\"depth\":0,\"tokens_per_second\":7}]"), "tests",
      1 },
  };

  const PlimsollMeasuredTest test = { 0, 128, 0, 60 };
  g_autoptr (PlimsollMeasurement) one =
    plimsoll_measurement_new ("a", "m", "F16", NULL, NULL, &test, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PlimsollOwnMeasurements) own = plimsoll_own_measurements_new (self->path);
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;
      g_autofree char *aside = NULL;

      g_assert_true (g_file_set_contents (self->path, cases[i].text, -1, NULL));
      g_assert_false (plimsoll_own_measurements_load (own, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].fault));
      g_assert_true (g_str_has_prefix (error->message, "measured.json: "));
      g_assert_cmpuint (n_kept (own), ==, cases[i].kept);

      g_assert_false (plimsoll_own_measurements_put (own, one, NULL));
      plimsoll_own_measurements_flush (own, NULL);
      g_assert_true (g_file_get_contents (self->path, &after, NULL, NULL));
      g_assert_cmpstr (after, ==, cases[i].text);
      g_clear_error (&error);
      aside = plimsoll_own_measurements_set_aside (own, &error);
      g_assert_no_error (error);
      g_assert_true (plimsoll_own_measurements_flush (own, &error));
      g_assert_cmpint (g_file_test (self->path, G_FILE_TEST_EXISTS), ==, cases[i].kept > 0);
    }
}

/* No more rows than the limit. */
static void
test_many (Fixture *self, gconstpointer data)
{
  const PlimsollMeasuredTest test = { 0, 128, 0, 60 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i <= PLIMSOLL_OWN_MEASUREMENTS_MAX; i++)
    {
      g_autofree char *model = g_strdup_printf ("m%u", i);
      g_autoptr (PlimsollMeasurement) one =
        plimsoll_measurement_new ("a", model, "F16", NULL, NULL, &test, 1);

      g_assert_cmpint (plimsoll_own_measurements_put (self->own, one, &error), ==,
                       i < PLIMSOLL_OWN_MEASUREMENTS_MAX);
    }
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE);
  g_assert_cmpuint (n_kept (self->own), ==, PLIMSOLL_OWN_MEASUREMENTS_MAX);
}

static void
add (const char *path, void (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/own-measurements/put", test_put);
  add ("/own-measurements/remove", test_remove);
  add ("/own-measurements/damaged", test_damaged);
  add ("/own-measurements/many", test_many);

  return g_test_run ();
}
