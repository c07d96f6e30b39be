/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Sums of bytes that stick at the top instead of wrapping: once a figure is PLIMSOLL_OVERFLOW,
 * every sum and product made of it is too, so one look at the result tells.
 */
#define PLIMSOLL_OVERFLOW G_MAXUINT64

/** Returns: @a + @b, or %PLIMSOLL_OVERFLOW. */
static inline guint64
plimsoll_add (guint64 a, guint64 b)
{
  guint64 sum;

  return g_uint64_checked_add (&sum, a, b) ? sum : PLIMSOLL_OVERFLOW;
}

/** Returns: @a * @b, or %PLIMSOLL_OVERFLOW. */
static inline guint64
plimsoll_multiply (guint64 a, guint64 b)
{
  guint64 product;

  return g_uint64_checked_mul (&product, a, b) ? product : PLIMSOLL_OVERFLOW;
}

/** Returns: @value rounded up to a multiple of @unit, a power of two; or %PLIMSOLL_OVERFLOW. */
static inline guint64
plimsoll_round_up (guint64 value, guint64 unit)
{
  guint64 sum;

  if (!g_uint64_checked_add (&sum, value, unit - 1))
    return PLIMSOLL_OVERFLOW;

  return sum & ~(unit - 1);
}

G_END_DECLS
