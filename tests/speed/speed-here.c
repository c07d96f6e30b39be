/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "speed-here.h"

#include "speed-errors.h"

#include <math.h>

static gboolean
takes_part (const SpeedRow *row, SpeedTable table)
{
  return row->table == table && row->question.n_devices == 1
         && speed_row_style (row) == PLIMSOLL_SPEED_LOCAL
         && isfinite (speed_row_error (row, plimsoll_speed_constants ()));
}

static gboolean
same_place (const SpeedRow *one, const SpeedRow *other)
{
  return g_str_equal (one->card, other->card) && one->question.runtime == other->question.runtime
         && one->question.build == other->question.build
         && one->question.flash_attention == other->question.flash_attention;
}

/* The figure that llama-bench prints when nothing else is asked for. */
static gboolean
is_base (const SpeedTruth *truth, guint r)
{
  const SpeedRow *row = truth->rows->pdata[r];

  for (guint i = 0; i < truth->rows->len; i++)
    {
      const SpeedRow *other = truth->rows->pdata[i];

      if (i != r && other->weights == row->weights && takes_part (other, row->table)
          && same_place (row, other)
          && (other->depth < row->depth || (other->depth <= row->depth && i < r)))
        return FALSE;
    }

  return TRUE;
}

static double
percent (double error)
{
  return 100 * fabs (exp (error) - 1);
}

SpeedHere
speed_here (const SpeedTruth *truth, SpeedTable table, PlimsollSpeedBasis basis)
{
  const PlimsollSpeedConstants *constants = plimsoll_speed_constants ();
  g_autoptr (GArray) errors = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (double));
  guint held = 0;

  for (guint b = 0; b < truth->rows->len; b++)
    {
      const SpeedRow *base = truth->rows->pdata[b];
      PlimsollMeasuredRuns runs = { .n = 1 };

      if (!takes_part (base, table) || !is_base (truth, b))
        continue;
      runs.runs[0] = (PlimsollMeasuredRun) {
        .tensor_bytes = base->weights->tensor_bytes,
        .decode = exp (-speed_row_error (base, constants)),
        .prefill = exp (-speed_row_error (base, constants)),
      };

      for (guint r = 0; r < truth->rows->len; r++)
        {
          const SpeedRow *row = truth->rows->pdata[r];
          SpeedRow here = *row;
          PlimsollRange range;
          double error, modelled;

          if (r == b || !takes_part (row, table) || !same_place (row, base)
              || (row->weights == base->weights) != (basis == PLIMSOLL_SPEED_IS_MEASURED)
              || (basis == PLIMSOLL_SPEED_IS_CORRECTED && !is_base (truth, r)))
            continue;
          modelled = percent (speed_row_error (row, constants));
          here.hardware.kinds[0].measured = &runs;
          error = log (speed_row_predict (&here, constants, &range) / row->measured);
          held += row->measured >= range.low && row->measured <= range.high;
          error = percent (error);
          g_array_append_val (errors, error);
          g_array_append_val (before, modelled);
        }
    }

  return (SpeedHere) {
    .n = errors->len,
    .median = speed_quantile (errors, 0.5),
    .p90 = speed_quantile (errors, 0.9),
    .held = errors->len > 0 ? 100.0 * held / errors->len : (double) NAN,
    .before = speed_quantile (before, 0.5),
    .before_p90 = speed_quantile (before, 0.9),
  };
}
