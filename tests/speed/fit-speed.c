/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fits the constants of the core to measured speeds: `./dev fit-speed`, which is
 *
 *   fit-speed tests/truth/speed.tsv data ERRORS TABLE
 *
 * TABLE becomes src/core/plimsoll-speed-table.c, ERRORS tests/truth/speed-errors.tsv. Errors are
 * told of cards that took no part too: each is left out in turn, and everything fitted anew without
 * it. */

#include "speed-fit.h"

#include <math.h>
#include <string.h>

#define N_CONSTANTS (sizeof (PlimsollSpeedConstants) / sizeof (double))
#define N_CLASSES PLIMSOLL_N_SPEED_CLASSES
#define N_STYLES PLIMSOLL_N_SPEED_STYLES
#define N_FACTORS (sizeof ((PlimsollSpeedConstants *) NULL)->range_decode / sizeof (double))

/* Of the errors of cards left out, how many a range is to hold; and how many rows of a class's own
 * say as much as those of all classes. */
#define RANGE_SHARE 0.89
#define RANGE_ROWS 5.0

static const SpeedRow *
row_at (const SpeedTruth *truth, guint i)
{
  return truth->rows->pdata[i];
}

/* --- Ranges --- */

typedef struct
{
  const SpeedTruth *truth;
  const SpeedRowError *errors;
  const char *without; /* (nullable): a card */
} Ranges;

/* The factor that holds @held of a class's errors of cards left out; those of few rows lean on all
 * rows of such programs. */
static double
factor_of (const Ranges *self, const gboolean *tables, guint style, guint speed_class, double held)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  double share, range;

  for (guint r = 0; r < self->truth->rows->len; r++)
    {
      const SpeedRow *row = row_at (self->truth, r);
      const double error = fabs (self->errors[r].left_out);

      if (!tables[row->table] || speed_row_style (row) != style || isnan (error)
          || g_strcmp0 (row->card, self->without) == 0)
        continue;
      g_array_append_val (all, error);
      if (speed_row_class (row) == speed_class)
        g_array_append_val (own, error);
    }

  share = own->len / (own->len + RANGE_ROWS);
  range = speed_quantile (all, held);
  if (own->len > 0)
    range += share * (speed_quantile (own, held) - range);

  return exp (range);
}

static double
range_of (const Ranges *self, const gboolean *tables, guint style, guint speed_class)
{
  return CLAMP (factor_of (self, tables, style, speed_class, RANGE_SHARE), 1.1, 5);
}

static double
typical_of (const Ranges *self, const gboolean *tables, guint style, guint speed_class)
{
  return factor_of (self, tables, style, speed_class, 0.5);
}

static void
ranges_fit (const Ranges *self, PlimsollSpeedConstants *constants)
{
  static const gboolean decode[SPEED_N_TABLES] = { [SPEED_TABLE_DECODE] = TRUE };
  static const gboolean prefill[SPEED_N_TABLES] = { [SPEED_TABLE_PREFILL] = TRUE };
  static const gboolean step[SPEED_N_TABLES] = {
    [SPEED_TABLE_SERVER] = TRUE, [SPEED_TABLE_BATCH] = TRUE
  };
  static const gboolean host[SPEED_N_TABLES] = { [SPEED_TABLE_OFFLOAD] = TRUE };

  for (guint style = 0; style < N_STYLES; style++)
    for (guint c = 0; c < N_CLASSES; c++)
      {
        constants->range_decode[style][c] = range_of (self, decode, style, c);
        constants->range_prefill[style][c] = range_of (self, prefill, style, c);
        constants->range_step[style][c] = range_of (self, step, style, c);
        constants->typical_decode[style][c] = typical_of (self, decode, style, c);
        constants->typical_prefill[style][c] = typical_of (self, prefill, style, c);
        constants->typical_step[style][c] = typical_of (self, step, style, c);
      }
  constants->range_host = range_of (self, host, PLIMSOLL_SPEED_LOCAL, N_CLASSES);
  constants->typical_host = typical_of (self, host, PLIMSOLL_SPEED_LOCAL, N_CLASSES);
}

/* A processor alone is somewhere between two shares of its memory's bandwidth. */
static void
fit_processor (const SpeedTruth *truth, PlimsollSpeedConstants *constants)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint r = 0; r < truth->rows->len; r++)
    if (row_at (truth, r)->table == SPEED_TABLE_CPU)
      {
        const double share =
          constants->processor_high * exp (-speed_row_error (row_at (truth, r), constants));

        g_array_append_val (shares, share);
      }
  constants->processor_low = speed_quantile (shares, 0.05);
  constants->processor_high = speed_quantile (shares, 0.95);
}

/* --- The table --- */

/* Rounds as they are printed, so that what is told of them is of those. */
static void
round_constants (PlimsollSpeedConstants *constants)
{
  double *values = (double *) constants;

  for (gsize i = 0; i < N_CONSTANTS; i++)
    {
      g_autofree char *text = g_strdup_printf ("%.3g", values[i]);

      values[i] = g_ascii_strtod (text, NULL);
    }
}

static void
write_values (FILE *file, const double *values, guint n, gboolean in_us)
{
  fputs ("{", file);
  for (guint i = 0; i < n; i++)
    if (in_us)
      fprintf (file, "%s %.3g * US", i > 0 ? "," : "", values[i] * 1e6);
    else
      fprintf (file, "%s %.3g", i > 0 ? "," : "", values[i]);
  fputs (" },\n", file);
}

static void
write_member (FILE *file,
              const char *name,
              const double *values,
              guint n,
              guint kind,
              gboolean in_us)
{
  fprintf (file, "  .%s = ", name);
  if (n == 1)
    {
      fprintf (file, in_us ? "%.3g * US,\n" : "%.3g,\n", in_us ? *values * 1e6 : *values);
      return;
    }
  if (kind == 1 || kind == n)
    {
      write_values (file, values, n, in_us);
      return;
    }

  fputs ("{\n", file);
  for (guint i = 0; i < n; i += kind)
    {
      fputs ("    ", file);
      write_values (file, values + i, kind, in_us);
    }
  fputs ("  },\n", file);
}

static void
write_table (FILE *file, const PlimsollSpeedConstants *constants)
{
  fputs ("/* SPDX-License-Identifier: GPL-3.0-or-later */\n\n"
         "/* Written by ./dev fit-speed; not to be changed by hand. */\n\n"
         "#include \"plimsoll-speed-constants.h\"\n\n"
         "#define US 1e-6\n\n"
         "/* clang-format off */\n"
         "const PlimsollSpeedConstants plimsoll_speed_table = {\n",
         file);
  for (guint k = 0; k < speed_n_constants_fitted; k++)
    {
      const SpeedConstant *c = &speed_constants_fitted[k];

      write_member (file, c->name, (const double *) constants + c->offset, c->n, c->kind, c->in_us);
    }
  write_member (file, "processor_low", &constants->processor_low, 1, 1, FALSE);
  write_member (file, "processor_high", &constants->processor_high, 1, 1, FALSE);
  write_member (file, "range_decode", constants->range_decode[0], N_FACTORS, N_CLASSES, FALSE);
  write_member (file, "range_prefill", constants->range_prefill[0], N_FACTORS, N_CLASSES, FALSE);
  write_member (file, "range_step", constants->range_step[0], N_FACTORS, N_CLASSES, FALSE);
  write_member (file, "range_host", &constants->range_host, 1, 1, FALSE);
  write_member (file, "typical_decode", constants->typical_decode[0], N_FACTORS, N_CLASSES, FALSE);
  write_member (file, "typical_prefill", constants->typical_prefill[0], N_FACTORS, N_CLASSES,
                FALSE);
  write_member (file, "typical_step", constants->typical_step[0], N_FACTORS, N_CLASSES, FALSE);
  write_member (file, "typical_host", &constants->typical_host, 1, 1, FALSE);
  fputs ("};\n/* clang-format on */\n", file);
}

/* --- The whole --- */

/* Fits without each card in turn, and tells its rows by that. */
static void
leave_out_each (SpeedFit *fit, SpeedRowError *errors)
{
  const SpeedTruth *truth = fit->truth;
  g_autoptr (GHashTable) cards = g_hash_table_new (g_str_hash, g_str_equal);
  PlimsollSpeedConstants without;
  GHashTableIter iter;
  gpointer card;

  for (guint r = 0; r < truth->rows->len; r++)
    g_hash_table_add (cards, row_at (truth, r)->card);

  g_hash_table_iter_init (&iter, cards);
  while (g_hash_table_iter_next (&iter, &card, NULL))
    {
      speed_fit_run (fit, &without, card);
      for (guint r = 0; r < truth->rows->len; r++)
        if (g_str_equal (row_at (truth, r)->card, card))
          errors[r].left_out = speed_row_error (row_at (truth, r), &without);
    }

  g_hash_table_iter_init (&iter, cards);
  while (g_hash_table_iter_next (&iter, &card, NULL))
    {
      const Ranges ranges = { truth, errors, card };

      ranges_fit (&ranges, &without);
      for (guint r = 0; r < truth->rows->len; r++)
        if (g_str_equal (row_at (truth, r)->card, card))
          {
            PlimsollRange range;

            speed_row_predict (row_at (truth, r), &without, &range);
            errors[r].range = log (range.high / range.value);
          }
    }
}

static FILE *
open_to_write (const char *path)
{
  FILE *file = fopen (path, "w");

  if (file == NULL)
    g_error ("%s cannot be written", path);

  return file;
}

static void
print_left_out (const SpeedTruth *truth)
{
  GHashTableIter iter;
  gpointer reason, n;

  printf ("%u figures take part, %u do not:\n", truth->rows->len, truth->n_left_out);
  g_hash_table_iter_init (&iter, truth->left_out);
  while (g_hash_table_iter_next (&iter, &reason, &n))
    printf ("  %4u  %s\n", GPOINTER_TO_UINT (n), (const char *) reason);
}

int
main (int argc, char *argv[])
{
  SpeedTruth *truth;
  SpeedFit *fit;
  PlimsollSpeedConstants constants;
  g_autofree SpeedRowError *errors = NULL;
  g_autoptr (GPtrArray) groups = NULL;
  FILE *file;

  if (argc != 5)
    {
      fprintf (stderr, "usage: fit-speed ROWS DATA ERRORS TABLE\n");
      return 2;
    }

  truth = speed_truth_load (argv[1], argv[2]);
  errors = g_new0 (SpeedRowError, truth->rows->len);
  print_left_out (truth);

  fit = speed_fit_new (truth);
  leave_out_each (fit, errors);
  speed_fit_run (fit, &constants, NULL);
  ranges_fit (&(Ranges) { truth, errors, NULL }, &constants);
  fit_processor (truth, &constants);
  round_constants (&constants);
  for (guint r = 0; r < truth->rows->len; r++)
    errors[r].error = speed_row_error (row_at (truth, r), &constants);

  groups = speed_errors_new (truth, errors);
  file = open_to_write (argv[3]);
  speed_errors_write (groups, file);
  fclose (file);
  file = open_to_write (argv[4]);
  write_table (file, &constants);
  fclose (file);
  speed_errors_print (groups);

  speed_fit_free (fit);
  speed_truth_free (truth);

  return 0;
}
