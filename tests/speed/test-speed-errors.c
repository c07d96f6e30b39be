/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Speeds that the core says, held against measured ones (tests/truth/speed.tsv, each row with its
 * source), and against the errors that docs/sizing.md tells of them. */

#include "speed-errors.h"
#include "speed-here.h"

#include <math.h>

static SpeedTruth *truth;
static GPtrArray *recorded; /* of SpeedErrors */

/* A row takes part, or the file says why not; and for few of those that do no speed is known. */
static void
test_rows (void)
{
  guint unknown[SPEED_N_TABLES] = { 0 };

  g_assert_cmpuint (truth->rows->len, ==, 2701);
  g_assert_cmpuint (truth->n_left_out, ==, 435);

  for (guint r = 0; r < truth->rows->len; r++)
    {
      const SpeedRow *row = truth->rows->pdata[r];

      g_assert_cmpfloat (row->measured, >, 0);
      g_assert_cmpstr (row->source, !=, "");
      unknown[row->table] += isnan (speed_row_error (row, plimsoll_speed_constants ()));
    }

  for (SpeedTable table = 0; table < SPEED_N_TABLES; table++)
    g_assert_cmpuint (unknown[table], ==, table == SPEED_TABLE_PREFILL ? 4 : 0);
}

/* The constants are those that the errors were recorded of. */
static void
test_recorded (void)
{
  g_autofree SpeedRowError *errors = g_new0 (SpeedRowError, truth->rows->len);
  g_autoptr (GPtrArray) groups = NULL;

  speed_errors_in_sample (truth, plimsoll_speed_constants (), errors);
  groups = speed_errors_new (truth, errors);
  g_assert_cmpuint (groups->len, ==, recorded->len);

  for (guint i = 0; i < groups->len; i++)
    {
      const SpeedErrors *now = groups->pdata[i];
      const SpeedErrors *then = speed_errors_find (recorded, now->table, now->by, now->group);

      g_assert_nonnull (then);
      g_assert_cmpuint (now->n, ==, then->n);
      g_assert_cmpuint (now->unknown, ==, then->unknown);
      if (now->unknown == now->n)
        continue;
      g_assert_cmpfloat_with_epsilon (now->median, then->median, 0.02);
      g_assert_cmpfloat_with_epsilon (now->p90, then->p90, 0.02);
    }
}

/* What a refit must not make worse: errors of cards that took no part. */
static void
test_left_out (void)
{
  static const struct
  {
    SpeedTable table;
    double median;
    double p90;
  } limits[] = {
    { SPEED_TABLE_DECODE, 8, 30 },    { SPEED_TABLE_PREFILL, 18, 60 },
    { SPEED_TABLE_SERVER, 20, 80 },   { SPEED_TABLE_BATCH, 11.5, 31.5 },
    { SPEED_TABLE_OFFLOAD, 9, 19.5 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const char *table = speed_table_name (limits[i].table);
      const SpeedErrors *all = speed_errors_find (recorded, table, "all", "all");

      g_assert_nonnull (all);
      g_test_message ("%s: %u rows, median %.1f %%, 90 %% within %.1f %%; cards left out %.1f,"
                      " %.1f, and %.0f %% in range",
                      table, all->n, all->median, all->p90, all->median_out, all->p90_out,
                      all->held);
      g_assert_cmpfloat (all->median_out, <=, limits[i].median);
      g_assert_cmpfloat (all->p90_out, <=, limits[i].p90);

      /* A range that is always right, because it is wide, is wrong too. Of what lies in system
       * memory nearly all rows are of one card: without it, the range is that of five rows. */
      g_assert_cmpfloat (all->held, >=, 80);
      if (limits[i].table != SPEED_TABLE_OFFLOAD)
        g_assert_cmpfloat (all->held, <=, 95);
    }
}

/* Between the bounds of a processor alone are nine of ten that were measured. */
static void
test_processor (void)
{
  guint n = 0, held = 0;

  for (guint r = 0; r < truth->rows->len; r++)
    {
      const SpeedRow *row = truth->rows->pdata[r];
      PlimsollRange range;

      if (row->table != SPEED_TABLE_CPU)
        continue;
      speed_row_predict (row, plimsoll_speed_constants (), &range);
      n++;
      held += row->measured >= range.low && row->measured <= range.value;
    }

  g_test_message ("a processor alone: %u of %u between the bounds", held, n);
  g_assert_cmpuint (n, ==, 35);
  g_assert_cmpfloat (held, >=, 0.8 * n);
  g_assert_cmpfloat (held, <=, 0.95 * n);
}

/* One run of llama-bench kept makes the others on that accelerator nearer, and the range beside
 * them holds as often as that of what is modelled. */
static void
test_here (void)
{
  static const struct
  {
    SpeedTable table;
    PlimsollSpeedBasis basis;
    guint n;
  } rows[] = {
    { SPEED_TABLE_DECODE, PLIMSOLL_SPEED_IS_MEASURED, 50 },
    { SPEED_TABLE_DECODE, PLIMSOLL_SPEED_IS_CORRECTED, 500 },
    { SPEED_TABLE_PREFILL, PLIMSOLL_SPEED_IS_MEASURED, 50 },
    { SPEED_TABLE_PREFILL, PLIMSOLL_SPEED_IS_CORRECTED, 500 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const SpeedHere here = speed_here (truth, rows[i].table, rows[i].basis);

      g_test_message ("%s, basis %d: %u rows, median %.1f %% (%.1f without), 90 %% within %.1f %%"
                      " (%.1f), %.0f %% in range",
                      speed_table_name (rows[i].table), rows[i].basis, here.n, here.median,
                      here.before, here.p90, here.before_p90, here.held);
      g_assert_cmpuint (here.n, >=, rows[i].n);
      /* What is modelled was fitted to these cards too, which a card here was not: the medians of
       * other weights are as near, and the far ones come nearer all the same. */
      g_assert_cmpfloat (here.p90, <, here.before_p90);
      if (rows[i].basis == PLIMSOLL_SPEED_IS_MEASURED)
        g_assert_cmpfloat (here.median, <, here.before);
      g_assert_cmpfloat (here.held, >=, 80);
      g_assert_cmpfloat (here.held, <=, 95);
    }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);

  truth = speed_truth_load (argv[1], NULL);
  recorded = speed_errors_load (argv[2]);

  g_test_add_func ("/speed/rows", test_rows);
  g_test_add_func ("/speed/recorded", test_recorded);
  g_test_add_func ("/speed/left-out", test_left_out);
  g_test_add_func ("/speed/processor", test_processor);
  g_test_add_func ("/speed/here", test_here);
  status = g_test_run ();

  g_ptr_array_unref (recorded);
  speed_truth_free (truth);

  return status;
}
