/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog-error.h"
#include "plimsoll-catalog.h"

#include <math.h>

static PlimsollQualityList *
load (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return plimsoll_quality_list_load (bytes, "quality.json", error);
}

/* What ships: llama.cpp's own table of Llama 3 8B, 6.407115 against 6.2316 for Q4_K_M. */
static void
test_ships (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollCatalog) catalog = plimsoll_catalog_new (NULL, &error);
  PlimsollQualityList *list;
  const PlimsollQuality *found;

  g_assert_no_error (error);
  list = plimsoll_catalog_get_quality (catalog);
  found = plimsoll_quality_list_find (list, NULL, "Q4_K_M", FALSE);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->model, ==, "Llama 3 8B");
  g_assert_cmpfloat_with_epsilon (found->ratio, 6.407115 / 6.2316, 1e-5);
  g_assert_cmpfloat_with_epsilon (found->divergence, 0.031273, 1e-6);

  /* The same with an importance matrix; types that need one have no other. */
  found = plimsoll_quality_list_find (list, NULL, "Q4_K_M", TRUE);
  g_assert_true (found->imatrix);
  g_assert_cmpfloat_with_epsilon (found->ratio, 6.382937 / 6.2316, 1e-5);
  g_assert_nonnull (plimsoll_quality_list_find (list, NULL, "IQ3_M", FALSE));

  /* A model of its own, where it was measured. */
  found = plimsoll_quality_list_find (list, "meta-llama/Llama-2-70b-hf", "Q4_K_M", FALSE);
  g_assert_cmpstr (found->model, ==, "Llama 2 70B");
  g_assert_cmpfloat_with_epsilon (found->ratio, 3.4725 / 3.4313, 1e-5);
  g_assert_null (plimsoll_quality_list_find (list, NULL, "TQ1_0", FALSE));
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    const char *says;
  } faults[] = {
    { "{\"format\": 1, \"measurements\": [{\"precision\": \"Q8_0\", \"model\": \"A\", "
      "\"date\": \"2024\", \"source\": \"b\"}]}",
      "ratio" },
    { "{\"format\": 1, \"measurements\": [{\"precision\": \"Q8_0\", \"model\": \"A\", "
      "\"ratio\": -1, \"date\": \"2024\", \"source\": \"b\"}]}",
      "ratio" },
    { "{\"format\": 1, \"measurements\": [{\"precision\": \"Q8_0\", \"model\": \"A\", "
      "\"ratio\": 1.1, \"date\": \"soon\", \"source\": \"b\"}]}",
      "date" },
    { "{\"format\": 1, \"measurements\": [{\"precision\": \"Q8_0\", \"model\": \"A\", "
      "\"ratio\": 1.1, \"date\": \"2024\", \"source\": \"b\", \"colour\": 1}]}",
      "colour" },
    { "{\"format\": 1}", "measurements" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load (faults[i].text, &error));
      g_assert_nonnull (error);
      g_assert_true (error->domain == PLIMSOLL_CATALOG_ERROR);
      g_assert_nonnull (strstr (error->message, faults[i].says));
      g_assert_nonnull (strstr (error->message, "quality.json"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/quality/ships", test_ships);
  g_test_add_func ("/quality/faults", test_faults);

  return g_test_run ();
}
