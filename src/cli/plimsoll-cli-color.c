/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"

#include <string.h>
#include <unistd.h>

/* Colour is beside the word and never instead of it: on a terminal, unless somebody wants none
 * (no-color.org). */

static gboolean
has_color (void)
{
  const char *none = g_getenv ("NO_COLOR");
  const char *term = g_getenv ("TERM");

  return (none == NULL || *none == '\0') && term != NULL && !g_str_equal (term, "dumb")
         && isatty (STDOUT_FILENO);
}

/* Of the sixteen that every terminal has, so that its own scheme decides. */
static const char *
begin_of (PlimsollVerdict verdict)
{
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      return "\033[1;32m";
    case PLIMSOLL_VERDICT_TIGHT:
      return "\033[1;33m";
    case PLIMSOLL_VERDICT_OFFLOAD:
      return "\033[1;35m";
    case PLIMSOLL_VERDICT_EXCEEDS:
      return "\033[1;31m";
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return "\033[1m";
    }
}

void
plimsoll_cli_print_verdict (const char *text, const char *words, PlimsollVerdict verdict)
{
  const char *at = has_color () ? strstr (text, words) : NULL;
  g_autofree char *painted = NULL;

  if (at != NULL)
    painted = g_strdup_printf ("%.*s%s%s\033[0m%s", (int) (at - text), text, begin_of (verdict),
                               words, at + strlen (words));
  plimsoll_cli_print (painted != NULL ? painted : text);
}

void
plimsoll_cli_print_verdicts (const char *text)
{
  g_auto (GStrv) lines = has_color () ? g_strsplit (text, "\n", -1) : NULL;
  g_autoptr (GString) painted = g_string_new (NULL);

  if (lines == NULL)
    {
      plimsoll_cli_print (text);
      return;
    }

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *end = strrchr (lines[i], ' ');

      if (i > 0)
        g_string_append_c (painted, '\n');
      for (PlimsollVerdict verdict = PLIMSOLL_VERDICT_FITS;
           end != NULL && verdict <= PLIMSOLL_VERDICT_EXCEEDS; verdict++)
        if (g_str_equal (end + 1, plimsoll_answer_word (verdict)))
          {
            g_string_append_printf (painted, "%.*s %s%s\033[0m", (int) (end - lines[i]), lines[i],
                                    begin_of (verdict), end + 1);
            end = NULL;
          }
      if (end != NULL || strchr (lines[i], ' ') == NULL)
        g_string_append (painted, lines[i]);
    }
  plimsoll_cli_print (painted->str);
}
