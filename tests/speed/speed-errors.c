/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "speed-errors.h"

#include <math.h>
#include <stdlib.h>

enum
{
  TABLE,
  BY,
  GROUP,
  N,
  UNKNOWN,
  MEDIAN,
  P90,
  MEDIAN_OUT,
  P90_OUT,
  HELD,
  N_FIELDS
};

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
speed_quantile (GArray *values, double q)
{
  const double *sorted = (const double *) (const void *) values->data;
  const double position = q * ((double) values->len - 1);
  const guint low = (guint) MAX (position, 0);

  if (values->len == 0)
    return (double) NAN;

  g_array_sort (values, compare_doubles);

  return low + 1 < values->len ? sorted[low] + (position - low) * (sorted[low + 1] - sorted[low])
                               : sorted[values->len - 1];
}

double
speed_row_error (const SpeedRow *row, const PlimsollSpeedConstants *constants)
{
  const double told = speed_row_predict (row, constants, NULL);

  return isfinite (told) && told > 0 ? log (told / row->measured) : (double) NAN;
}

void
speed_errors_in_sample (const SpeedTruth *truth,
                        const PlimsollSpeedConstants *constants,
                        SpeedRowError *errors)
{
  for (guint r = 0; r < truth->rows->len; r++)
    errors[r] = (SpeedRowError) {
      .error = speed_row_error (truth->rows->pdata[r], constants),
      .left_out = (double) NAN,
      .range = (double) NAN,
    };
}

static void
append_known (GArray *values, double value)
{
  if (isfinite (value))
    g_array_append_val (values, value);
}

/* That of 1 is a speed told twice as fast as it is, that of -1 half as fast. */
static double
percent (double error)
{
  return 100 * fabs (exp (error) - 1);
}

static void
errors_sum_up (SpeedErrors *self,
               const SpeedTruth *truth,
               const SpeedRowError *errors,
               SpeedTable table,
               SpeedGrouping by)
{
  g_autoptr (GArray) in = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (double));
  guint held = 0;

  for (guint r = 0; r < truth->rows->len; r++)
    {
      const SpeedRow *row = truth->rows->pdata[r];

      if (row->table != table || !g_str_equal (speed_row_group (row, by), self->group))
        continue;
      self->n++;
      self->unknown += !isfinite (errors[r].error);
      append_known (in, percent (errors[r].error));
      append_known (out, percent (errors[r].left_out));
      held += fabs (errors[r].left_out) <= errors[r].range;
    }

  self->median = speed_quantile (in, 0.5);
  self->p90 = speed_quantile (in, 0.9);
  self->median_out = speed_quantile (out, 0.5);
  self->p90_out = speed_quantile (out, 0.9);
  self->held = out->len > 0 ? 100.0 * held / out->len : (double) NAN;
}

static void
errors_free (gpointer data)
{
  SpeedErrors *self = data;

  g_free (self->table);
  g_free (self->by);
  g_free (self->group);
  g_free (self);
}

GPtrArray *
speed_errors_new (const SpeedTruth *truth, const SpeedRowError *errors)
{
  GPtrArray *self = g_ptr_array_new_with_free_func (errors_free);

  /* Of a processor alone nothing but a range is told. */
  for (SpeedTable table = 0; table < SPEED_TABLE_CPU; table++)
    for (SpeedGrouping by = 0; by < SPEED_N_GROUPINGS; by++)
      {
        g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
        g_autoptr (GList) names = NULL;

        for (guint r = 0; r < truth->rows->len; r++)
          {
            const SpeedRow *row = truth->rows->pdata[r];

            if (row->table == table)
              g_hash_table_add (groups, (char *) speed_row_group (row, by));
          }
        names = g_list_sort (g_hash_table_get_keys (groups), (GCompareFunc) strcmp);
        for (GList *l = names; l != NULL; l = l->next)
          {
            SpeedErrors *group = g_new0 (SpeedErrors, 1);

            group->table = g_strdup (speed_table_name (table));
            group->by = g_strdup (speed_grouping_name (by));
            group->group = g_strdup (l->data);
            errors_sum_up (group, truth, errors, table, by);
            g_ptr_array_add (self, group);
          }
      }

  return self;
}

GPtrArray *
speed_errors_load (const char *path)
{
  GPtrArray *self = g_ptr_array_new_with_free_func (errors_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &contents, NULL, &error))
    g_error ("%s", error->message);

  lines = g_strsplit (contents, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) fields = g_strsplit (*line, "\t", -1);
      SpeedErrors *group;

      if (**line == '#' || **line == '\0')
        continue;
      if (g_strv_length (fields) != N_FIELDS)
        g_error ("%s: %u fields: %s", path, g_strv_length (fields), *line);

      group = g_new0 (SpeedErrors, 1);
      group->table = g_strdup (fields[TABLE]);
      group->by = g_strdup (fields[BY]);
      group->group = g_strdup (fields[GROUP]);
      group->n = (guint) atoi (fields[N]);
      group->unknown = (guint) atoi (fields[UNKNOWN]);
      group->median = g_ascii_strtod (fields[MEDIAN], NULL);
      group->p90 = g_ascii_strtod (fields[P90], NULL);
      group->median_out = g_ascii_strtod (fields[MEDIAN_OUT], NULL);
      group->p90_out = g_ascii_strtod (fields[P90_OUT], NULL);
      group->held = g_ascii_strtod (fields[HELD], NULL);
      g_ptr_array_add (self, group);
    }

  return self;
}

const SpeedErrors *
speed_errors_find (const GPtrArray *self, const char *table, const char *by, const char *group)
{
  for (guint i = 0; i < self->len; i++)
    {
      const SpeedErrors *errors = self->pdata[i];

      if (g_str_equal (errors->table, table) && g_str_equal (errors->by, by)
          && g_str_equal (errors->group, group))
        return errors;
    }

  return NULL;
}

void
speed_errors_write (const GPtrArray *self, FILE *file)
{
  fputs ("# How far speeds are off, in percent: median and 90th percentile of the constants as they"
         " are; then of cards left out\n# of the fit in turn, and how many of these are within the"
         " range that was made without them. Written by ./dev fit-speed.\n"
         "#table\tby\tgroup\tn\tunknown\tmedian\tp90\tmedian_out\tp90_out\theld\n",
         file);
  for (guint i = 0; i < self->len; i++)
    {
      const SpeedErrors *e = self->pdata[i];

      fprintf (file, "%s\t%s\t%s\t%u\t%u\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\n", e->table, e->by,
               e->group, e->n, e->unknown, e->median, e->p90, e->median_out, e->p90_out, e->held);
    }
}

void
speed_errors_print (const GPtrArray *self)
{
  const char *table = "";

  for (guint i = 0; i < self->len; i++)
    {
      const SpeedErrors *e = self->pdata[i];

      if (g_str_equal (e->by, speed_grouping_name (SPEED_BY_CARD)))
        continue;
      if (!g_str_equal (e->table, table))
        printf ("%-31s %5s %8s %7s %7s   %s\n", e->table, "rows", "unknown", "median", "90 %",
                "card left out: median, 90 %, in range");
      table = e->table;
      printf ("  %-8s %-20s %5u %8u %7.1f %7.1f   %7.1f %7.1f %4.0f\n", e->by, e->group, e->n,
              e->unknown, e->median, e->p90, e->median_out, e->p90_out, e->held);
    }
}
