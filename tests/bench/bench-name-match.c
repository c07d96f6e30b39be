/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-name-match.h"

#define N_NAMES 10000
#define ROUNDS 20

/* Names as models have them, more than are published. */
static GPtrArray *
make_names (void)
{
  static const char *const makers[] = { "meta-llama",  "Qwen",      "mistralai", "google",
                                        "deepseek-ai", "microsoft", "zai-org",   "nvidia" };
  static const char *const families[] = { "Llama", "Qwen", "Mistral",  "gemma",   "DeepSeek",
                                          "Phi",   "GLM",  "Nemotron", "Granite", "Falcon" };
  static const char *const tails[] = { "Instruct", "Base", "Thinking-2507", "Air",
                                       "Coder",    "it",   "Chat" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (GPtrArray) names =
    g_ptr_array_new_with_free_func ((GDestroyNotify) plimsoll_name_entry_free);

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name =
        g_strdup_printf ("%s-%d.%d-%dB-%s", families[g_rand_int_range (rand, 0, 10)],
                         g_rand_int_range (rand, 1, 5), g_rand_int_range (rand, 0, 6),
                         g_rand_int_range (rand, 1, 500), tails[g_rand_int_range (rand, 0, 7)]);
      g_autofree char *id = g_strdup_printf ("%s/%s", makers[g_rand_int_range (rand, 0, 8)], name);

      g_ptr_array_add (names, plimsoll_name_entry_new ((const char *[]) { name, id, NULL }));
    }

  return g_steal_pointer (&names);
}

int
main (void)
{
  static const char *const typed[] = {
    "q",
    "qw",
    "qwen 3",
    "qwen 30b",
    "glm air",
    "70b",
    "llama 3.1 70b instruct",
    "deepsek coder",
    "mistralai instruct",
    "instruct base",
    "xyzzy",
  };
  g_autoptr (GPtrArray) names = make_names ();
  double worst = 0;

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      double best = G_MAXDOUBLE;

      for (guint round = 0; round < ROUNDS; round++)
        {
          gint64 start = g_get_monotonic_time ();
          g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new (typed[i]);
          guint found = 0;

          for (guint j = 0; j < names->len; j++)
            found += plimsoll_name_query_score (query, names->pdata[j]) > 0;

          best = MIN (best, (double) (g_get_monotonic_time () - start) / 1000);
          if (round == 0)
            g_print ("# \"%s\": %u found\n", typed[i], found);
        }

      worst = MAX (worst, best);
    }

  g_print ("search, %u names, slowest keystroke: %.2f ms (budget 4 ms)\n", N_NAMES, worst);

  return 0;
}
