/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-csv.h"

#include <string.h>

static gboolean
is_number (const char *value)
{
  char *end = NULL;

  g_ascii_strtod (value, &end);

  return end != value && *end == '\0';
}

/* What begins a formula, also as it is written in full width. */
static gboolean
is_formula (const char *value)
{
  static const char *const wide[] = { "＝", "＋", "－", "＠" };

  if (*value != '\0' && strchr ("=+-@\t\r\n", *value) != NULL)
    return !is_number (value);
  for (gsize i = 0; i < G_N_ELEMENTS (wide); i++)
    if (g_str_has_prefix (value, wide[i]))
      return TRUE;

  return FALSE;
}

void
plimsoll_csv_add (GString *text, const char *value)
{
  const gboolean formula = is_formula (value);

  if (strpbrk (value, ",\"\n\r") == NULL)
    {
      g_string_append_printf (text, "%s%s", formula ? "'" : "", value);
      return;
    }

  g_string_append (text, formula ? "\"'" : "\"");
  for (const char *p = value; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}
