/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-name-match.h"

static void
assert_words (const char *text, const char *expected)
{
  g_autofree char *words = plimsoll_name_words (text);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_words (void)
{
  assert_words ("", "");
  assert_words ("  --  ", "");
  assert_words ("Qwen3-0.6B", "qwen3 0.6b");
  assert_words ("meta-llama/Llama-3.1-8B-Instruct", "meta llama llama 3.1 8b instruct");
  assert_words ("NVIDIA(R) RTX\t4090.", "nvidia r rtx 4090");
  assert_words (".5 a.b 1..2", "5 a b 1 2");
  assert_words ("Intel® Arc™ A770", "intel arc a770");
  assert_words ("ＲＴＸ　４０９０", "rtx 4090");
  assert_words ("Ascend 910B（昇腾）", "ascend 910b 昇腾");
  assert_words ("ÉTÉ", "été");
  assert_words ("bad \xff\xfe bytes", "bad bytes");
}

static void
test_squeeze (void)
{
  static const char *const noise[] = { "nvidia", "geforce", NULL };
  static const char *const same[] = { "RTX4090", "rtx-4090", "NVIDIA GeForce RTX 4090",
                                      "RTX_40 90" };

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *key = plimsoll_name_squeeze (same[i], noise);

      g_assert_cmpstr (key, ==, "rtx4090");
    }

  /* A name that is nothing but noise still has one. */
  {
    g_autofree char *key = plimsoll_name_squeeze ("NVIDIA", noise);
    g_autofree char *none = plimsoll_name_squeeze ("!?", noise);
    g_autofree char *whole = plimsoll_name_squeeze ("NVIDIA A10", NULL);

    g_assert_cmpstr (key, ==, "nvidia");
    g_assert_cmpstr (none, ==, "");
    g_assert_cmpstr (whole, ==, "nvidiaa10");
  }
}

static guint
score (const char *typed, const char *name)
{
  g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new (typed);
  g_autoptr (PlimsollNameEntry) entry = plimsoll_name_entry_new ((const char *[]) { name, NULL });
  guint result = plimsoll_name_query_score (query, entry);

  g_assert_cmpuint (result, <=, 1000);

  return result;
}

static void
test_found (void)
{
  static const struct
  {
    const char *typed;
    const char *name;
  } found[] = {
    { "", "anything" },
    { "qwen 30b", "Qwen3-30B-A3B-Instruct-2507" },
    { "30b qwen", "Qwen3-30B-A3B-Instruct-2507" },
    { "glm air", "GLM-4.5-Air" },
    { "70b", "Llama 3.1 70B Instruct" },
    { "llama3.1", "Llama-3.1-8B" },
    { "LLAMA 3", "Llama-3.1-8B" },
    { "deep seek", "DeepSeek-V3.2" },
    { "a3b", "Qwen3-30B-A3B" },
    { "3b", "Qwen3-30B-A3B" },
    { "rtx4090", "NVIDIA RTX 4090" },
    { "4090", "NVIDIA RTX 4090" },
    { "409", "NVIDIA RTX 4090" },
    { "mistrl", "Mistral-Small-24B" },
    { "qwne", "Qwen3-8B" },
    { "gemmma", "gemma-3-27b-it" },
    { "昇腾", "Huawei Ascend 910B 64GB (昇腾)" },
    { "q", "Qwen3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    {
      g_test_message ("“%s” in “%s”", found[i].typed, found[i].name);
      g_assert_cmpuint (score (found[i].typed, found[i].name), >, 0);
    }
}

static void
test_not_found (void)
{
  static const struct
  {
    const char *typed;
    const char *name;
  } not_found[] = {
    { "6b", "Qwen3-0.6B" },
    { "70b", "Model-170B" },
    { "0b", "Llama-70B" },
    { "4091", "NVIDIA RTX 4090" },
    { "qwen 32b", "Qwen3-30B-A3B" },
    { "wen3x", "Qwen3" },
    { "gpt", "Gemma" },
    { "x", "Qwen" },
    { "llama", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (not_found); i++)
    {
      g_test_message ("“%s” in “%s”", not_found[i].typed, not_found[i].name);
      g_assert_cmpuint (score (not_found[i].typed, not_found[i].name), ==, 0);
    }
}

/* Each finds more than the one after it. */
static void
test_order (void)
{
  static const char *const typed_and_names[][6] = {
    { "rtx 4090", "NVIDIA RTX 4090", "NVIDIA RTX 4090 D", "NVIDIA RTX 4090 Laptop", NULL },
    { "3b", "Llama-3.2-3B", "Qwen3-30B-A3B", NULL },
    { "4", "GLM-4-9B", "GLM-4.5-Air", NULL },
    { "llama 8b", "Llama-3.1-8B", "Llama-3.1-8B-Instruct", "8B-Llama-Instruct", "Tulu-Llamaish-8B",
      NULL },
    { "mistral", "Mistral-7B", "Ministral-8B-x-Mistral-7B", "Mistrel-7B", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (typed_and_names); i++)
    for (guint j = 2; j < 6 && typed_and_names[i][j] != NULL; j++)
      {
        g_test_message ("“%s”: “%s” before “%s”", typed_and_names[i][0], typed_and_names[i][j - 1],
                        typed_and_names[i][j]);
        g_assert_cmpuint (score (typed_and_names[i][0], typed_and_names[i][j - 1]), >,
                          score (typed_and_names[i][0], typed_and_names[i][j]));
      }
}

static void
test_further_names (void)
{
  g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new ("strix halo");
  g_autoptr (PlimsollNameQuery) across = plimsoll_name_query_new ("395strix");
  g_autoptr (PlimsollNameEntry) shown =
    plimsoll_name_entry_new ((const char *[]) { "Strix Halo", NULL });
  g_autoptr (PlimsollNameEntry) further =
    plimsoll_name_entry_new ((const char *[]) { "Ryzen AI Max+ 395", "Strix Halo", NULL });
  g_autoptr (PlimsollNameEntry) none = plimsoll_name_entry_new ((const char *[]) { NULL });

  g_assert_cmpuint (plimsoll_name_query_score (query, further), >, 0);
  g_assert_cmpuint (plimsoll_name_query_score (query, further), <,
                    plimsoll_name_query_score (query, shown));
  g_assert_cmpuint (plimsoll_name_query_score (query, none), ==, 0);

  /* A word runs over spaces, not from one name into the next. */
  g_assert_cmpuint (plimsoll_name_query_score (across, further), ==, 0);
}

static void
test_long (void)
{
  g_autofree char *letters = g_strnfill (100000, 'x');
  g_autofree char *many = g_strnfill (100000, ' ');

  for (guint i = 0; i < 100000; i += 2)
    many[i] = 'x';

  g_assert_cmpuint (score (letters, letters), >, 0);
  g_assert_cmpuint (score (letters, "x"), ==, 0);
  g_assert_cmpuint (score (many, "x"), >, 0);
  g_assert_cmpuint (score ("x", many), >, 0);
}

static void
test_distance (void)
{
  g_autofree char *letters = g_strnfill (1000, 'x');

  g_assert_cmpuint (plimsoll_name_distance ("", ""), ==, 0);
  g_assert_cmpuint (plimsoll_name_distance ("abc", "abc"), ==, 0);
  g_assert_cmpuint (plimsoll_name_distance ("abc", ""), ==, 3);
  g_assert_cmpuint (plimsoll_name_distance ("kitten", "sitting"), ==, 3);
  g_assert_cmpuint (plimsoll_name_distance ("4090", "4900"), ==, 1);
  g_assert_cmpuint (plimsoll_name_distance ("ca", "abc"), ==, 3);
  g_assert_cmpuint (plimsoll_name_distance (letters, ""), ==, 127);
  g_assert_cmpuint (plimsoll_name_distance (letters, letters), ==, 0);
}

static void
test_nearest (void)
{
  static const char *const names[] = { "rtx4090", "rtx4080", "gtx1080", "mi300x", "a100", "h100" };
  g_autoptr (PlimsollNameNearest) nearest = plimsoll_name_nearest_new ("rtx 4091", "rtx4091", 3);
  guint indices[3];

  g_assert_cmpuint (plimsoll_name_nearest_get (nearest, indices), ==, 0);

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      plimsoll_name_nearest_offer (nearest, i, names[i], NULL);

  g_assert_cmpuint (plimsoll_name_nearest_get (nearest, indices), ==, 3);
  g_assert_cmpuint (indices[0], ==, 0);
  g_assert_cmpuint (indices[1], ==, 1);
  g_assert_cmpuint (indices[2], ==, 2);
}

static void
test_nearest_by_words (void)
{
  g_autoptr (PlimsollNameNearest) nearest = plimsoll_name_nearest_new ("qwen 30b", "qwen30b", 2);
  g_autoptr (PlimsollNameEntry) far =
    plimsoll_name_entry_new ((const char *[]) { "Qwen3 30B A3B Instruct 2507", NULL });
  g_autoptr (PlimsollNameEntry) other =
    plimsoll_name_entry_new ((const char *[]) { "Qwen3 32B", NULL });
  guint indices[2];

  plimsoll_name_nearest_offer (nearest, 7, "qwen332b", other);
  plimsoll_name_nearest_offer (nearest, 9, "qwen330ba3binstruct2507", far);
  plimsoll_name_nearest_offer (nearest, 8, NULL, other);

  g_assert_cmpuint (plimsoll_name_nearest_get (nearest, indices), ==, 2);
  g_assert_cmpuint (indices[0], ==, 9);
  g_assert_cmpuint (indices[1], ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/name-match/words", test_words);
  g_test_add_func ("/catalog/name-match/squeeze", test_squeeze);
  g_test_add_func ("/catalog/name-match/found", test_found);
  g_test_add_func ("/catalog/name-match/not-found", test_not_found);
  g_test_add_func ("/catalog/name-match/order", test_order);
  g_test_add_func ("/catalog/name-match/further-names", test_further_names);
  g_test_add_func ("/catalog/name-match/long", test_long);
  g_test_add_func ("/catalog/name-match/distance", test_distance);
  g_test_add_func ("/catalog/name-match/nearest", test_nearest);
  g_test_add_func ("/catalog/name-match/nearest-by-words", test_nearest_by_words);

  return g_test_run ();
}
