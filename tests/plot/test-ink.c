/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-ink.h"

#include <math.h>

/* WCAG: what is read against what it stands on. */
static double
luminance (guint32 rgb)
{
  double sum = 0;
  const double weights[] = { 0.2126, 0.7152, 0.0722 };

  for (int i = 0; i < 3; i++)
    {
      double c = ((rgb >> (16 - 8 * i)) & 0xff) / 255.0;

      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
contrast (guint32 a, guint32 b)
{
  double la = luminance (a) + 0.05, lb = luminance (b) + 0.05;

  return MAX (la, lb) / MIN (la, lb);
}

static void
test_contrast (void)
{
  /* libadwaita 1.7's card on each ground, as it is composed. */
  const guint32 ground[] = { 0xffffff, 0x36363a, 0xffffff, 0x36363a, 0xffffff };

  for (PlimsollInkVariant v = 0; v < PLIMSOLL_INK_N_VARIANTS; v++)
    {
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_TEXT), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_DIM), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_OVER_TEXT), ground[v]), >=,
                         4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_WEIGHTS), ground[v]), >=, 3);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_SECOND), ground[v]), >=, 3);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_SECOND_TEXT), ground[v]), >=,
                         4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_MARK), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_PILL),
                                   plimsoll_ink_rgb (v, PLIMSOLL_INK_PILL_TEXT)),
                         >=, 4.5);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/ink/contrast", test_contrast);
  return g_test_run ();
}
