/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-quantity.h"

#include "plimsoll-format-error.h"

#include "plimsoll-question.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 50)
#define MAX_SOLD G_GUINT64_CONSTANT (1000000000000000)
#define MAX_DECIMALS 9

G_DEFINE_QUARK (plimsoll-quantity-error-quark, plimsoll_quantity_error)

typedef struct
{
  const char *name;
  guint64 factor;
} Unit;

static const Unit token_units[] = {
  { "", 1 },
  { "K", 1024 },
  { "M", 1024 * 1024 },
};

static const Unit sold_units[] = {
  { "", 1 },
  { "K", 1000 },
  { "M", 1000 * 1000 },
  { "B", 1000 * 1000 * 1000 },
  { "G", 1000 * 1000 * 1000 },
};

static const Unit byte_units[] = {
  { "", 1 },
  { "B", 1 },
  { "KiB", G_GUINT64_CONSTANT (1) << 10 },
  { "MiB", G_GUINT64_CONSTANT (1) << 20 },
  { "GiB", G_GUINT64_CONSTANT (1) << 30 },
  { "TiB", G_GUINT64_CONSTANT (1) << 40 },
  { "K", G_GUINT64_CONSTANT (1) << 10 },
  { "M", G_GUINT64_CONSTANT (1) << 20 },
  { "G", G_GUINT64_CONSTANT (1) << 30 },
  { "T", G_GUINT64_CONSTANT (1) << 40 },
  { "kB", 1000 },
  { "MB", 1000 * 1000 },
  { "GB", 1000 * 1000 * 1000 },
  { "TB", G_GUINT64_CONSTANT (1000000000000) },
};

typedef enum
{
  READ_WELL,
  READ_NOTHING,   /* not a number with one of the units */
  READ_NEGATIVE,  /* one, less than 0 */
  READ_TOO_LARGE, /* one, past 64 bits */
} Reading;

static const Unit *
find_unit (const char *name, const Unit *units, gsize n_units)
{
  for (gsize i = 0; i < n_units; i++)
    if (g_ascii_strcasecmp (units[i].name, name) == 0)
      return &units[i];

  return NULL;
}

/* Digits, at most nine decimals, a unit; exact, and rounded down where a part of one is left. */
static Reading
read_quantity (const char *text, const Unit *units, gsize n_units, guint64 *value)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  const char *p = trimmed;
  gboolean negative = *p == '-';
  gboolean fits = TRUE;
  guint64 whole = 0;
  guint64 decimals = 0;
  guint64 scale = 1;
  guint64 product;
  const Unit *unit;

  if (negative)
    p++;
  if (!g_ascii_isdigit (*p))
    return READ_NOTHING;

  for (; g_ascii_isdigit (*p); p++)
    fits = fits && g_uint64_checked_mul (&whole, whole, 10)
           && g_uint64_checked_add (&whole, whole, (guint64) (*p - '0'));

  if (*p == '.' && g_ascii_isdigit (p[1]))
    for (p++; g_ascii_isdigit (*p); p++)
      {
        if (scale == 1000 * 1000 * 1000)
          return READ_NOTHING;
        scale *= 10;
        decimals = decimals * 10 + (guint64) (*p - '0');
      }

  while (*p == ' ')
    p++;
  unit = find_unit (p, units, n_units);
  if (unit == NULL || (scale > 1 && unit->factor == 1))
    return READ_NOTHING;
  if (negative)
    return READ_NEGATIVE;
  if (!fits || !g_uint64_checked_mul (&product, whole, unit->factor)
      || !g_uint64_checked_add (&product, product,
                                (guint64) ((unsigned __int128) decimals * unit->factor / scale)))
    return READ_TOO_LARGE;

  *value = product;

  return READ_WELL;
}

/* What was typed, fit to stand in a message of one line. */
static char *
shown (const char *text)
{
  return plimsoll_one_line (text, 60);
}

static gboolean fail (GError **error, PlimsollQuantityError code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

static gboolean
fail (GError **error, PlimsollQuantityError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (PLIMSOLL_QUANTITY_ERROR, (int) code, format, arguments);
  va_end (arguments);

  return FALSE;
}

static gboolean
fail_out_of_range (const char *text, const char *least, const char *most, GError **error)
{
  g_autofree char *typed = shown (text);

  /* Translators: a number that was typed, the least and the most that it may be. */
  return fail (error, PLIMSOLL_QUANTITY_ERROR_OUT_OF_RANGE,
               _("“%s” is out of range: from %s to %s"), typed, least, most);
}

gboolean
plimsoll_quantity_parse_tokens (const char *text, guint64 *tokens, GError **error)
{
  g_autofree char *typed = shown (text);
  guint64 value = 0;

  g_return_val_if_fail (tokens != NULL, FALSE);

  switch (read_quantity (text, token_units, G_N_ELEMENTS (token_units), &value))
    {
    case READ_NOTHING:
      /* Translators: what was typed. */
      return fail (error, PLIMSOLL_QUANTITY_ERROR_INVALID,
                   _("“%s” is no number of tokens: write 32768, 32K or 1M"), typed);
    case READ_NEGATIVE:
    case READ_TOO_LARGE:
      return fail_out_of_range (text, "1", "4096M", error);
    case READ_WELL:
    default:
      break;
    }

  if (value < 1 || value > PLIMSOLL_MAX_CONTEXT)
    return fail_out_of_range (text, "1", "4096M", error);

  *tokens = value;

  return TRUE;
}

gboolean
plimsoll_quantity_parse_sold (const char *text, guint64 *tokens, GError **error)
{
  g_autofree char *typed = shown (text);
  guint64 value = 0;

  g_return_val_if_fail (tokens != NULL, FALSE);

  switch (read_quantity (text, sold_units, G_N_ELEMENTS (sold_units), &value))
    {
    case READ_NOTHING:
      /* Translators: what was typed. */
      return fail (error, PLIMSOLL_QUANTITY_ERROR_INVALID,
                   _("“%s” is no number of tokens: write 500000, 500K, 5M or 2B"), typed);
    case READ_NEGATIVE:
    case READ_TOO_LARGE:
      return fail_out_of_range (text, "0", "1000000B", error);
    case READ_WELL:
    default:
      break;
    }

  if (value > MAX_SOLD)
    return fail_out_of_range (text, "0", "1000000B", error);

  *tokens = value;

  return TRUE;
}

gboolean
plimsoll_quantity_parse_bytes (const char *text, guint64 *bytes, GError **error)
{
  g_autofree char *typed = shown (text);
  guint64 value = 0;

  g_return_val_if_fail (bytes != NULL, FALSE);

  switch (read_quantity (text, byte_units, G_N_ELEMENTS (byte_units), &value))
    {
    case READ_NOTHING:
      /* Translators: what was typed. */
      return fail (error, PLIMSOLL_QUANTITY_ERROR_INVALID,
                   _("“%s” is no amount of memory: write 64GiB, 64GB or 512MiB"), typed);
    case READ_NEGATIVE:
    case READ_TOO_LARGE:
      return fail_out_of_range (text, "1MiB", "1024TiB", error);
    case READ_WELL:
    default:
      break;
    }

  /* Nobody has 64 bytes: a unit was left out. */
  if (value < (1 << 20) || value > MAX_BYTES)
    return fail_out_of_range (text, "1MiB", "1024TiB", error);

  *bytes = value;

  return TRUE;
}

gboolean
plimsoll_quantity_parse_count (const char *text,
                               guint64 least,
                               guint64 most,
                               guint64 *count,
                               GError **error)
{
  g_autofree char *typed = shown (text);
  g_autofree char *from = g_strdup_printf ("%" G_GUINT64_FORMAT, least);
  g_autofree char *to = g_strdup_printf ("%" G_GUINT64_FORMAT, most);
  guint64 value = 0;

  g_return_val_if_fail (count != NULL, FALSE);

  switch (read_quantity (text, token_units, 1, &value))
    {
    case READ_NOTHING:
      /* Translators: what was typed. */
      return fail (error, PLIMSOLL_QUANTITY_ERROR_INVALID, _("“%s” is no whole number"), typed);
    case READ_NEGATIVE:
    case READ_TOO_LARGE:
      return fail_out_of_range (text, from, to, error);
    case READ_WELL:
    default:
      break;
    }

  if (value < least || value > most)
    return fail_out_of_range (text, from, to, error);

  *count = value;

  return TRUE;
}

gboolean
plimsoll_quantity_parse_number (const char *text,
                                double least,
                                double most,
                                double *number,
                                GError **error)
{
  g_autofree char *typed = shown (text);
  char *end = NULL;
  double value;

  g_return_val_if_fail (number != NULL, FALSE);

  value = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (value))
    return fail (error, PLIMSOLL_QUANTITY_ERROR_INVALID, _("“%s” is no number"), typed);

  if (value < least || value > most)
    {
      char from[G_ASCII_DTOSTR_BUF_SIZE];
      char to[G_ASCII_DTOSTR_BUF_SIZE];

      return fail_out_of_range (text, g_ascii_formatd (from, sizeof from, "%.12g", least),
                                g_ascii_formatd (to, sizeof to, "%.12g", most), error);
    }

  *number = value;

  return TRUE;
}
