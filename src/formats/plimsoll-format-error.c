/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-format-error.h"

#include <string.h>

G_DEFINE_QUARK (plimsoll-format-error-quark, plimsoll_format_error)

/* As many whole characters as fit in @most bytes. */
static gsize
whole_characters (const char *text, gsize most)
{
  while (most > 0 && ((guchar) text[most] & 0xc0) == 0x80)
    most--;
  return most;
}

char *
plimsoll_one_line (const char *text, gsize most)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  gsize length = strlen (valid);

  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  if (length > most)
    return g_strdup_printf ("%.*s…", (int) whole_characters (valid, most), valid);
  return g_steal_pointer (&valid);
}

gboolean
plimsoll_format_fail (GError **error,
                      PlimsollFormatError code,
                      const char *file,
                      const char *format,
                      ...)
{
  g_autofree char *fault = NULL;
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  fault = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  line = plimsoll_one_line (fault, PLIMSOLL_MAX_MESSAGE);
  g_set_error (error, PLIMSOLL_FORMAT_ERROR, (gint) code, "%s: %s", file, line);
  return FALSE;
}
