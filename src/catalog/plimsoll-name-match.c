/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-name-match.h"

#include <string.h>

#define MAX_WORDS 16
#define MAX_DISTANCE_LENGTH 127

/* How well one word is found, of 100. */
#define FOUND_WHOLE 100
#define FOUND_WHOLE_JOINED 92
#define FOUND_BEGUN 70
#define FOUND_BEGUN_NUMBER 45
#define FOUND_AT_NUMBER 40
#define FOUND_WITHIN 30
#define FOUND_SLIP 20

struct _PlimsollNameEntry
{
  guint64 letters; /* which bytes occur, by byte_bit() */
  guint length;    /* of the text */
  guint first;     /* of the name that is shown */
  char text[];     /* words, a space between; names, a line feed between; ends with one */
};

typedef struct
{
  const char *text;
  guint length;
  guint64 letters;
  guint slips; /* that are forgiven */
} Word;

struct _PlimsollNameQuery
{
  char *text;
  guint n_words;
  guint length; /* of all words */
  Word words[MAX_WORDS];
};

struct _PlimsollNameNearest
{
  PlimsollNameQuery *query;
  char *squeezed;
  guint size;
  guint n;
  struct
  {
    guint index;
    guint distance;
  } best[PLIMSOLL_NAME_MAX_NEAREST];
};

/* --- Folding --- */

/* The signs go before compatibility forms are folded, which would make letters of them. */
static char *
fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *normal = NULL;

  if (g_str_is_ascii (valid))
    return g_ascii_strdown (valid, -1);

  for (char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0x2122 || c == 0xae || c == 0xa9) /* TM, R, C */
        memset (p, ' ', (gsize) (g_utf8_next_char (p) - p));
    }

  normal = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL_COMPOSE);

  return g_utf8_casefold (normal, -1);
}

static gboolean
is_point_between_digits (const char *start, const char *p)
{
  return *p == '.' && p > start && g_ascii_isdigit (p[-1]) && g_ascii_isdigit (p[1]);
}

char *
plimsoll_name_words (const char *text)
{
  g_autofree char *folded = NULL;
  char *to;

  g_return_val_if_fail (text != NULL, NULL);

  folded = fold (text);
  to = folded;

  /* In place: what is written never overtakes what is read. */
  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gboolean ascii = (guchar) *p < 0x80;

      if (ascii ? g_ascii_isalnum (*p) || is_point_between_digits (folded, p)
                : g_unichar_isalnum (g_utf8_get_char (p)))
        {
          gsize n = (gsize) (g_utf8_next_char (p) - p);

          memmove (to, p, n);
          to += n;
        }
      else if (to > folded && to[-1] != ' ')
        *to++ = ' ';
    }

  if (to > folded && to[-1] == ' ')
    to--;
  *to = '\0';

  return g_steal_pointer (&folded);
}

/* Puts the letters and digits of @words that are no noise together, in @to. */
static void
squeeze_words (char *words, const char *const *noise, char *to)
{
  while (*words != '\0')
    {
      gsize n = strcspn (words, " ");
      char end = words[n];
      gboolean told;

      words[n] = '\0';
      told = noise == NULL || !g_strv_contains (noise, words);
      for (gsize i = 0; told && i < n; i++)
        if (words[i] != '.')
          *to++ = words[i];
      words[n] = end;
      words += n + (end != '\0');
    }

  *to = '\0';
}

char *
plimsoll_name_squeeze (const char *text, const char *const *noise)
{
  g_autofree char *words = NULL;
  char *squeezed;

  g_return_val_if_fail (text != NULL, NULL);

  words = plimsoll_name_words (text);
  squeezed = g_malloc (strlen (words) + 1);
  squeeze_words (words, noise, squeezed);
  if (*squeezed == '\0')
    squeeze_words (words, NULL, squeezed);

  return squeezed;
}

/* --- What is searched, and what was typed --- */

/* Letters and digits each have a bit of their own, other bytes share the rest. */
static guint64
byte_bit (guchar c)
{
  if (c >= 'a' && c <= 'z')
    return G_GUINT64_CONSTANT (1) << (c - 'a');
  if (c >= '0' && c <= '9')
    return G_GUINT64_CONSTANT (1) << (26 + c - '0');

  return G_GUINT64_CONSTANT (1) << (36 + c % 28);
}

static guint64
letters_of (const char *text, gsize length)
{
  guint64 letters = 0;

  for (gsize i = 0; i < length; i++)
    letters |= byte_bit ((guchar) text[i]);

  return letters;
}

PlimsollNameEntry *
plimsoll_name_entry_new (const char *const *names)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PlimsollNameEntry *self;
  gsize first = 0;

  g_return_val_if_fail (names != NULL, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *words = plimsoll_name_words (names[i]);

      g_string_append (text, words);
      g_string_append_c (text, '\n');
      if (i == 0)
        first = text->len - 1;
    }

  self = g_malloc (sizeof *self + text->len + 1);
  self->letters = letters_of (text->str, text->len);
  self->length = (guint) text->len;
  self->first = (guint) first;
  memcpy (self->text, text->str, text->len + 1);

  return self;
}

void
plimsoll_name_entry_free (PlimsollNameEntry *self)
{
  g_free (self);
}

/* A number that is off by one digit is another number. */
static guint
slips_forgiven (const char *word, guint length)
{
  for (guint i = 0; i < length; i++)
    if (g_ascii_isdigit (word[i]))
      return 0;

  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

PlimsollNameQuery *
plimsoll_name_query_new (const char *text)
{
  PlimsollNameQuery *self;
  const char *p;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (PlimsollNameQuery, 1);
  self->text = plimsoll_name_words (text);

  p = self->text;
  while (*p != '\0' && self->n_words < MAX_WORDS)
    {
      guint length = (guint) strcspn (p, " ");
      Word *word = &self->words[self->n_words++];

      word->text = p;
      word->length = length;
      word->letters = letters_of (p, length);
      word->slips = slips_forgiven (p, length);
      self->length += length;
      p += length + (p[length] == ' ');
    }

  return self;
}

void
plimsoll_name_query_free (PlimsollNameQuery *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self);
}

gboolean
plimsoll_name_query_is_empty (const PlimsollNameQuery *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->n_words == 0;
}

/* --- Scoring --- */

static gboolean
ends_word (char c)
{
  return c == ' ' || c == '\n';
}

/* Whether @word stands at @p, running over spaces of the entry where it has to. */
static const char *
match_at (const Word *word, const char *p, gboolean *joined)
{
  *joined = FALSE;

  for (guint i = 0; i < word->length; i++)
    {
      if (*p == ' ' && i > 0)
        {
          *joined = TRUE;
          p++;
        }
      if (*p != word->text[i])
        return NULL;
      p++;
    }

  return p;
}

static guint
score_at_word_start (const Word *word, const char *p)
{
  gboolean joined;
  const char *end = match_at (word, p, &joined);

  if (end == NULL)
    return 0;

  if (ends_word (*end))
    return joined ? FOUND_WHOLE_JOINED : FOUND_WHOLE;

  if (g_ascii_isdigit (end[-1]) && (g_ascii_isdigit (*end) || *end == '.'))
    return FOUND_BEGUN_NUMBER;

  /* The more of the word, the better. */
  return FOUND_BEGUN + 20 * word->length / (word->length + (guint) strcspn (end, " \n"));
}

/* Within a word: a number where it begins, anything else of three letters or more. */
static guint
score_within_word (const Word *word, const char *start, const char *p)
{
  gboolean joined;
  gboolean number = g_ascii_isdigit (*word->text);

  if (p == start || *p != *word->text || (!number && word->length < 3))
    return 0;
  if (number && (g_ascii_isdigit (p[-1]) || p[-1] == '.'))
    return 0;
  if (match_at (word, p, &joined) == NULL || joined)
    return 0;

  return number ? FOUND_AT_NUMBER : FOUND_WITHIN;
}

/* Optimal string alignment, given up beyond @limit. */
static guint
bounded_distance (const char *a, guint n, const char *b, guint m, guint limit)
{
  guint8 rows[3][MAX_DISTANCE_LENGTH + 1];
  guint8 *before = rows[0];
  guint8 *last = rows[1];
  guint8 *now = rows[2];

  n = MIN (n, MAX_DISTANCE_LENGTH);
  m = MIN (m, MAX_DISTANCE_LENGTH);
  if ((n > m ? n - m : m - n) > limit)
    return limit + 1;

  for (guint j = 0; j <= m; j++)
    last[j] = (guint8) j;

  for (guint i = 1; i <= n; i++)
    {
      guint8 least = now[0] = (guint8) i;
      guint8 *spare = before;

      for (guint j = 1; j <= m; j++)
        {
          guint cost = MIN (MIN (last[j], now[j - 1]) + 1u, last[j - 1] + (a[i - 1] != b[j - 1]));

          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            cost = MIN (cost, before[j - 2] + 1u);

          now[j] = (guint8) cost;
          least = MIN (least, now[j]);
        }

      if (least > limit)
        return limit + 1;

      before = last;
      last = now;
      now = spare;
    }

  return last[m];
}

static guint
score_with_slips (const Word *word, const PlimsollNameEntry *entry)
{
  const char *p = entry->text;
  guint best = word->slips + 1;

  while (p < entry->text + entry->length)
    {
      guint length = (guint) strcspn (p, " \n");

      /* The first letter is seldom the wrong one; swapped with the second it still counts. */
      if (*p == word->text[0] || *p == word->text[1])
        best = MIN (best, bounded_distance (word->text, word->length, p, MIN (length, word->length),
                                            word->slips));
      p += length + 1;
    }

  return best > word->slips ? 0 : FOUND_SLIP - 5 * (best - 1);
}

/* How well @word is found; @at is where. */
static guint
score_word (const Word *word, const PlimsollNameEntry *entry, guint *at)
{
  const char *start = entry->text;
  guint best = 0;

  if ((word->letters & ~entry->letters) == 0)
    {
      for (const char *p = entry->text; *p != '\0'; p++)
        {
          guint score;

          if (ends_word (*p))
            {
              start = p + 1;
              continue;
            }

          score = p == start ? score_at_word_start (word, p) : score_within_word (word, start, p);
          /* Further names count for less than the one that is shown. */
          if (p > entry->text + entry->first)
            score = score * 9 / 10;
          if (score > best)
            {
              best = score;
              *at = (guint) (p - entry->text);
            }
          if (best == FOUND_WHOLE)
            break;
        }
    }

  if (best == 0 && word->slips > 0
      && __builtin_popcountll (word->letters & ~entry->letters) <= (int) word->slips)
    {
      best = score_with_slips (word, entry);
      *at = entry->length;
    }

  return best;
}

guint
plimsoll_name_query_score (const PlimsollNameQuery *self, const PlimsollNameEntry *entry)
{
  guint sum = 0;
  guint last = 0;
  gboolean in_order = TRUE;
  guint first = G_MAXUINT;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (entry != NULL, 0);

  if (self->n_words == 0)
    return 1;

  for (guint i = 0; i < self->n_words; i++)
    {
      guint at = 0;
      guint score = score_word (&self->words[i], entry, &at);

      if (score == 0)
        return 0;

      sum += score;
      in_order = in_order && at >= last;
      last = at;
      first = MIN (first, at);
    }

  /* Mostly how well the words are found, then how much of the name they are, then their order. */
  return 7 * sum / self->n_words + 200 * MIN (self->length, entry->first) / MAX (entry->first, 1)
         + (in_order ? 50 : 0) + (first == 0 ? 50 : 0);
}

/* --- What may have been meant --- */

guint
plimsoll_name_distance (const char *a, const char *b)
{
  g_return_val_if_fail (a != NULL, 0);
  g_return_val_if_fail (b != NULL, 0);

  return bounded_distance (a, (guint) MIN (strlen (a), MAX_DISTANCE_LENGTH), b,
                           (guint) MIN (strlen (b), MAX_DISTANCE_LENGTH), MAX_DISTANCE_LENGTH);
}

PlimsollNameNearest *
plimsoll_name_nearest_new (const char *text, const char *squeezed, guint n)
{
  PlimsollNameNearest *self;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (squeezed != NULL, NULL);

  self = g_new0 (PlimsollNameNearest, 1);
  self->query = plimsoll_name_query_new (text);
  self->squeezed = g_strdup (squeezed);
  self->size = CLAMP (n, 1, PLIMSOLL_NAME_MAX_NEAREST);

  return self;
}

void
plimsoll_name_nearest_free (PlimsollNameNearest *self)
{
  if (self == NULL)
    return;

  plimsoll_name_query_free (self->query);
  g_free (self->squeezed);
  g_free (self);
}

/* What is found by words comes before what is only spelt alike. */
static guint
nearness (PlimsollNameNearest *self, const char *squeezed, const PlimsollNameEntry *entry)
{
  guint distance = G_MAXUINT;

  if (entry != NULL && self->query->n_words > 0)
    {
      guint score = plimsoll_name_query_score (self->query, entry);

      if (score > 0)
        distance = 1000 - score;
    }

  if (squeezed != NULL && distance == G_MAXUINT)
    {
      gsize longer = MAX (MAX (strlen (squeezed), strlen (self->squeezed)), 1);

      distance = 1000 + (guint) (1000 * plimsoll_name_distance (squeezed, self->squeezed) / longer);
    }

  return distance;
}

void
plimsoll_name_nearest_offer (PlimsollNameNearest *self,
                             guint index,
                             const char *squeezed,
                             const PlimsollNameEntry *entry)
{
  guint distance;
  guint at;

  g_return_if_fail (self != NULL);

  distance = nearness (self, squeezed, entry);
  if (distance == G_MAXUINT)
    return;

  for (at = 0; at < self->n && self->best[at].index != index; at++)
    ;
  if (at < self->n)
    {
      if (self->best[at].distance <= distance)
        return;
    }
  else if (self->n < self->size)
    at = self->n++;
  else if (self->best[--at].distance <= distance)
    return;

  for (; at > 0 && self->best[at - 1].distance > distance; at--)
    self->best[at] = self->best[at - 1];
  self->best[at].index = index;
  self->best[at].distance = distance;
}

guint
plimsoll_name_nearest_get (const PlimsollNameNearest *self, guint *indices)
{
  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->n; i++)
    indices[i] = self->best[i].index;

  return self->n;
}
