/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Prints how far off speeds are, by vendor and memory, engine, kind of model, bits, depth and
 * number of devices: with the constants as they are, computed here, and, as `./dev fit-speed`
 * recorded them, of cards left out. */

#include "speed-errors.h"
#include "speed-here.h"

static void
print_here (const SpeedTruth *truth)
{
  static const struct
  {
    SpeedTable table;
    PlimsollSpeedBasis basis;
    const char *name;
  } rows[] = {
    { SPEED_TABLE_DECODE, PLIMSOLL_SPEED_IS_MEASURED, "decode, the same weights" },
    { SPEED_TABLE_DECODE, PLIMSOLL_SPEED_IS_CORRECTED, "decode, other weights" },
    { SPEED_TABLE_PREFILL, PLIMSOLL_SPEED_IS_MEASURED, "prefill, the same weights" },
    { SPEED_TABLE_PREFILL, PLIMSOLL_SPEED_IS_CORRECTED, "prefill, other weights" },
  };

  printf ("%-31s %5s %16s %7s   in range; median, 90 %%, nothing measured\n",
          "one run of llama-bench kept", "rows", "median", "90 %");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const SpeedHere here = speed_here (truth, rows[i].table, rows[i].basis);

      printf ("  %-29s %5u %16.1f %7.1f   %4.0f %7.1f %7.1f\n", rows[i].name, here.n, here.median,
              here.p90, here.held, here.before, here.before_p90);
    }
}

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
  print_here (truth);
  speed_truth_free (truth);

  return 0;
}
