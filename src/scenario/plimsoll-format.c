/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MIB (1024.0 * 1024.0)
#define GB 1e9
#define MB 1e6
#define MINUS "−"

static int memory_unit = PLIMSOLL_MEMORY_UNIT_GIB;

static gboolean
by_tens (void)
{
  return g_atomic_int_get (&memory_unit) == PLIMSOLL_MEMORY_UNIT_GB;
}

void
plimsoll_format_set_memory_unit (PlimsollMemoryUnit unit)
{
  g_atomic_int_set (&memory_unit, (int) unit);
}

double
plimsoll_format_unit_bytes (void)
{
  return by_tens () ? GB : GIB;
}

const char *
plimsoll_format_unit (void)
{
  return by_tens () ? _("GB") : _("GiB");
}

char *
plimsoll_format_in_unit (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, _("GiB"), -1);

  return g_strjoinv (plimsoll_format_unit (), parts);
}

/* Grouped and with the decimal sign of the locale; no "−0.00". */
static char *
number (double value, guint decimals)
{
  g_autofree char *digits = NULL;
  gboolean zero = TRUE;

  if (isnan (value))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  digits = g_strdup_printf ("%'.*f", (int) decimals, fabs (value));
  for (const char *p = digits; *p != '\0'; p++)
    if (*p >= '1' && *p <= '9')
      zero = FALSE;

  return g_strconcat (value < 0 && !zero ? MINUS : "", digits, NULL);
}

static char *
with_unit (double value, guint decimals, const char *unit)
{
  g_autofree char *text = number (value, decimals);

  if (isnan (value))
    return g_steal_pointer (&text);

  /* Translators: a number and its unit. */
  return g_strdup_printf (C_("number and unit", "%s %s"), text, unit);
}

char *
plimsoll_format_list (const char *const *parts)
{
  char *text = g_strdup (parts[0] != NULL ? parts[0] : "");

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      g_autofree char *so_far = text;

      /* Translators: the phrases of a list so far, and the next of them. */
      text = g_strdup_printf (C_("list", "%s; %s"), so_far, parts[i]);
    }
  return text;
}

char *
plimsoll_format_sentence (const char *phrase)
{
  /* Translators: a phrase that is a sentence of its own, with the full stop of the language. */
  return g_strdup_printf (C_("sentence", "%s."), phrase);
}

char *
plimsoll_format_gib (guint64 bytes, guint decimals)
{
  return with_unit ((double) bytes / plimsoll_format_unit_bytes (), decimals,
                    plimsoll_format_unit ());
}

char *
plimsoll_format_gib_signed (gint64 bytes, guint decimals)
{
  return with_unit ((double) bytes / plimsoll_format_unit_bytes (), decimals,
                    plimsoll_format_unit ());
}

char *
plimsoll_format_gib_value (guint64 bytes, guint decimals)
{
  return number ((double) bytes / plimsoll_format_unit_bytes (), decimals);
}

char *
plimsoll_format_other_unit (guint64 bytes, guint decimals)
{
  return by_tens () ? with_unit ((double) bytes / GIB, decimals, _("GiB"))
                    : with_unit ((double) bytes / GB, decimals, _("GB"));
}

char *
plimsoll_format_memory (guint64 bytes)
{
  const double mega = by_tens () ? MB : MIB;

  if ((double) bytes < plimsoll_format_unit_bytes ())
    return with_unit ((double) bytes / mega, (double) bytes < 10 * mega ? 1 : 0,
                      by_tens () ? _("MB") : _("MiB"));

  return plimsoll_format_gib (bytes, 2);
}

char *
plimsoll_format_tokens (guint64 tokens)
{
  if (tokens == 0 || tokens % 1024 != 0)
    return plimsoll_format_count (tokens);
  if (tokens % (1024 * 1024) == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "M", tokens / (1024 * 1024));

  return g_strdup_printf ("%" G_GUINT64_FORMAT "K", tokens / 1024);
}

char *
plimsoll_format_tokens_about (guint64 tokens)
{
  guint64 unit = tokens < 1024 * 1024 ? 1024 : 1024 * 1024;
  g_autofree char *value = NULL;

  if (tokens < 1024)
    return plimsoll_format_count (tokens);

  value = number (floor ((double) tokens * 10 / (double) unit) / 10,
                  tokens % unit == 0 || tokens >= 100 * unit ? 0 : 1);

  return g_strconcat (value, unit == 1024 ? "K" : "M", NULL);
}

char *
plimsoll_format_count (guint64 count)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, count);
}

char *
plimsoll_format_parameters (guint64 count)
{
  if (count == 0)
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
  if (count < 999500000)
    /* Translators: millions of parameters. */
    return with_unit ((double) count / 1e6, 0, C_("parameters", "M"));

  /* Translators: 10^9 parameters. */
  return with_unit ((double) count / 1e9, count < 999500000000 ? 1 : 0, C_("parameters", "B"));
}

char *
plimsoll_format_number (double value, guint decimals)
{
  return number (value, decimals);
}

char *
plimsoll_format_percent (double share, guint decimals)
{
  return with_unit (share * 100, decimals, "%");
}

char *
plimsoll_format_speed (double tokens_per_second)
{
  return with_unit (tokens_per_second, tokens_per_second < 9.95 ? 1 : 0, _("tok/s"));
}

char *
plimsoll_format_range (double low, double high, guint decimals)
{
  g_autofree char *from = number (low, decimals);
  g_autofree char *to = number (high, decimals);

  if (isnan (low) || isnan (high))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  /* Translators: a range, its least and its most. */
  return g_strdup_printf (C_("range", "%s – %s"), from, to);
}

char *
plimsoll_format_milliseconds (double milliseconds)
{
  if (isnan (milliseconds) || milliseconds < 999.5)
    return with_unit (milliseconds, 0, _("ms"));

  return with_unit (milliseconds / 1000, milliseconds < 99950 ? 1 : 0, _("s"));
}

char *
plimsoll_format_money (double amount, const char *currency)
{
  g_autofree char *value = NULL;

  if (isnan (amount))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  value = number (fabs (amount), fabs (amount) > 0 && fabs (amount) < 99.995 ? 2 : 0);

  return g_strconcat (amount < 0 ? MINUS : "", currency, value, NULL);
}

guint
plimsoll_format_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar letter = g_utf8_get_char (p);

      width += g_unichar_iszerowidth (letter) ? 0 : g_unichar_iswide (letter) ? 2 : 1;
    }

  return width;
}

void
plimsoll_format_pad (GString *text, const char *value, guint columns, gboolean at_end)
{
  gint64 missing = (gint64) columns - plimsoll_format_width (value);

  if (!at_end)
    g_string_append (text, value);
  for (; missing > 0; missing--)
    g_string_append_c (text, ' ');
  if (at_end)
    g_string_append (text, value);
}
