/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-token-text.h"

#include <glib/gi18n.h>

/* Letters; longer words are several tokens. */
#define LONGEST_TOKEN 7

static const char *const paragraphs[] = {
  N_("A ship tells nobody how heavy she is. She only sinks a little deeper, plank by plank, and "
      "looks as proud as before. That is why a mark was painted on her side: a ring with a line "
      "through it, which anybody on the quay can read. Is the line dry, she may sail. Does the sea "
      "cover it, she carries too much, whatever her owner says."),
  N_("Waters differ, and so do the lines. Salt water bears more than fresh, and cold more than "
      "warm; a winter crossing asks for more freeboard than a summer along the coast. A master who "
      "loads in a river may sink the mark a little, for he knows that the sea will lift her again. "
      "He reckons, and then he looks."),
  N_("A model on a graphics card is loaded in the same way. First come the weights, which lie "
      "still in the hold. Then comes the cache, which grows with every word that is said, and the "
      "buffers that the work itself needs. What is over the line has to stay on the quay, or "
      "travel slowly in another ship."),
  N_("Speed follows from the cargo. For every token all that is aboard has to be read once, so "
      "that a light ship is a fast one. As the talk grows longer there is more to look back at, "
      "and each word comes a little later than the one before. It is no fault. It is the weight "
      "of what was said."),
};

static gboolean
is_ideograph (gunichar c)
{
  return g_unichar_iswide (c) && g_unichar_isalpha (c);
}

GArray *
plimsoll_token_text_cut (const char *text)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (guint));
  guint letters = 0;
  gboolean sign = FALSE;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);
      const guint offset = (guint) (at - text);
      const gboolean alone = g_unichar_ispunct (c) || is_ideograph (c);

      /* What is written on a letter goes with it. */
      if (g_unichar_ismark (c) || c == 0x200d || c == 0x200c)
        continue;
      if (offset > 0 && letters > 0
          && (g_unichar_isspace (c) || alone || sign || letters >= LONGEST_TOKEN))
        {
          g_array_append_val (ends, offset);
          letters = 0;
        }
      sign = alone;
      if (!g_unichar_isspace (c))
        letters++;
    }
  if (*text != '\0')
    {
      const guint length = (guint) strlen (text);

      g_array_append_val (ends, length);
    }

  return ends;
}

/* The whole, which does not change while the program runs. */
static const char *
get_text (GArray **ends)
{
  static char *text;
  static GArray *cut;

  if (text == NULL)
    {
      GString *all = g_string_new (NULL);

      for (guint i = 0; i < G_N_ELEMENTS (paragraphs); i++)
        g_string_append_printf (all, "%s\n\n", _(paragraphs[i]));
      text = g_string_free_and_steal (all);
      cut = plimsoll_token_text_cut (text);
    }
  *ends = cut;

  return text;
}

char *
plimsoll_token_text (guint64 first, guint64 end)
{
  GArray *ends;
  const char *text = get_text (&ends);
  GString *tokens = g_string_new (NULL);

  for (guint64 i = first; i < end; i++)
    {
      const guint at = (guint) (i % ends->len);
      const guint from = at > 0 ? g_array_index (ends, guint, at - 1) : 0;

      g_string_append_len (tokens, text + from, g_array_index (ends, guint, at) - from);
    }

  return g_string_free_and_steal (tokens);
}
