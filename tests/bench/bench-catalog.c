/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"

#define ROUNDS 20

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

int
main (void)
{
  g_autoptr (PlimsollCatalog) catalog = NULL;
  double load = G_MAXDOUBLE;
  double find = G_MAXDOUBLE;
  double miss = G_MAXDOUBLE;

  for (guint round = 0; round < ROUNDS; round++)
    {
      gint64 start = g_get_monotonic_time ();

      g_clear_object (&catalog);
      catalog = plimsoll_catalog_new (NULL, NULL);
      g_assert (catalog != NULL);
      load = MIN (load, milliseconds_since (start));
    }

  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (PlimsollAccelerator) found = NULL;
      g_autoptr (PlimsollAccelerator) missed = NULL;
      gint64 start = g_get_monotonic_time ();

      found = plimsoll_catalog_find_accelerator (catalog, "nvidia rtx 4090 24gb", NULL);
      find = MIN (find, milliseconds_since (start));

      start = g_get_monotonic_time ();
      missed = plimsoll_catalog_find_accelerator (catalog, "nvidia rtx 4091", NULL);
      miss = MIN (miss, milliseconds_since (start));
    }

  g_print ("accelerators and cloud offers loaded: %.2f ms\n", load);
  g_print ("an accelerator found by name: %.3f ms\n", find);
  g_print ("none found, nearest three named: %.3f ms\n", miss);

  return 0;
}
