/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Prints how far off speeds are, by vendor and memory, engine, kind of model, bits, depth and
 * number of devices: with the constants as they are, computed here, and, as `./dev fit-speed`
 * recorded them, of cards left out. */

#include "speed-errors.h"

int
main (int argc, char *argv[])
{
  SpeedTruth *truth;
  g_autofree SpeedRowError *errors = NULL;
  g_autoptr (GPtrArray) recorded = NULL;
  g_autoptr (GPtrArray) groups = NULL;

  if (argc != 3)
    {
      fprintf (stderr, "usage: bench-speed-errors ROWS ERRORS\n");
      return 2;
    }

  truth = speed_truth_load (argv[1], NULL);
  errors = g_new0 (SpeedRowError, truth->rows->len);
  speed_errors_in_sample (truth, plimsoll_speed_constants (), errors);
  groups = speed_errors_new (truth, errors);
  recorded = speed_errors_load (argv[2]);

  for (guint i = 0; i < groups->len; i++)
    {
      SpeedErrors *e = groups->pdata[i];
      const SpeedErrors *kept = speed_errors_find (recorded, e->table, e->by, e->group);

      if (kept == NULL)
        continue;
      e->median_out = kept->median_out;
      e->p90_out = kept->p90_out;
      e->held = kept->held;
    }
  speed_errors_print (groups);
  speed_truth_free (truth);

  return 0;
}
