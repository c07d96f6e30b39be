/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-name.h"

#include "plimsoll-name-match.h"

#define MAX_GIGABYTES 1000000

/* Words that say who made a part or that it is one, not which one it is. */
static const char *const noise[] = {
  "nvidia",     "geforce",     "amd",    "ati",    "radeon", "instinct", "tesla",
  "intel",      "apple",       "huawei", "google", "aws",    "gpu",      "graphics",
  "generation", "corporation", "r",      "tm",     NULL,
};

char *
plimsoll_accelerator_name_key (const char *name)
{
  return plimsoll_name_squeeze (name, noise);
}

/* "80gb", "80 gb", "80g"; with @bare "80" too. Returns the gigabytes and how many words they take.
 */
static guint
parse_size (char **words, gboolean bare, guint *n_words)
{
  char *end = *words;
  guint64 size = g_ascii_isdigit (**words) ? g_ascii_strtoull (*words, &end, 10) : 0;

  if (size == 0 || size > MAX_GIGABYTES)
    return 0;

  *n_words = 1;
  if (g_str_equal (end, "gb") || g_str_equal (end, "gib") || g_str_equal (end, "g"))
    return (guint) size;

  if (*end != '\0')
    return 0;

  if (words[1] != NULL && (g_str_equal (words[1], "gb") || g_str_equal (words[1], "gib")))
    *n_words = 2;
  else if (!bare || words[1] != NULL)
    return 0;

  return (guint) size;
}

char *
plimsoll_accelerator_name_stem (const char *name, gboolean bare, guint *size)
{
  g_autofree char *text = plimsoll_name_words (name);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n_words;

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *rest = NULL;

      *size = parse_size (&words[i], bare, &n_words);
      if (*size == 0)
        continue;

      for (guint j = i; j < i + n_words; j++)
        *words[j] = '\0';
      rest = g_strjoinv (" ", words);

      return plimsoll_name_squeeze (rest, noise);
    }

  return NULL;
}
