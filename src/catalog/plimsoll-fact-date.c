/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fact-date.h"

#include <string.h>

/* Reads @n digits and moves on. */
static gboolean
read_digits (const char **p, guint n, guint *value)
{
  *value = 0;
  for (guint i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit (**p))
        return FALSE;
      *value = *value * 10 + (guint) (**p - '0');
      (*p)++;
    }

  return TRUE;
}

static gboolean
read_period (const char *p, GDate *first, GDate *last)
{
  guint year, month, day, until;

  if (!read_digits (&p, 4, &year) || year < 1970 || year > 2999)
    return FALSE;

  if (*p == '\0' || *p == '/')
    {
      until = year;
      if (*p == '/' && (p++, !read_digits (&p, 4, &until) || until < year || until > 2999))
        return FALSE;

      g_date_set_dmy (first, 1, G_DATE_JANUARY, (GDateYear) year);
      g_date_set_dmy (last, 31, G_DATE_DECEMBER, (GDateYear) until);

      return *p == '\0';
    }

  if (*p++ != '-' || !read_digits (&p, 2, &month) || !g_date_valid_month ((GDateMonth) month))
    return FALSE;

  if (*p == '\0')
    {
      g_date_set_dmy (first, 1, (GDateMonth) month, (GDateYear) year);
      g_date_set_dmy (last, g_date_get_days_in_month ((GDateMonth) month, (GDateYear) year),
                      (GDateMonth) month, (GDateYear) year);

      return TRUE;
    }

  if (*p++ != '-' || !read_digits (&p, 2, &day) || *p != '\0'
      || !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;

  g_date_set_dmy (first, (GDateDay) day, (GDateMonth) month, (GDateYear) year);
  *last = *first;

  return TRUE;
}

gboolean
plimsoll_fact_date_parse (const char *text, GDate *first, GDate *last)
{
  GDate from, to;
  gboolean valid;

  g_return_val_if_fail (text != NULL, FALSE);

  g_date_clear (&from, 1);
  g_date_clear (&to, 1);
  valid = read_period (text, &from, &to);
  if (!valid)
    {
      g_date_clear (&from, 1);
      g_date_clear (&to, 1);
    }

  if (first != NULL)
    *first = from;
  if (last != NULL)
    *last = to;

  return valid;
}

char *
plimsoll_fact_date_today (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  return g_date_time_format (now, "%F");
}
