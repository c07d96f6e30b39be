/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "speed-fit.h"

#include <math.h>
#include <stddef.h>

#define N_CLASSES PLIMSOLL_N_SPEED_CLASSES

/* What AMD's HBM gives: AMD accepts an MI300X that copies 4,177,285 MB/s of its 5.3 TB/s (copy of
 * BabelStream, thresholds of its system acceptance). Rows of few cards cannot tell this from the
 * time that blocks take whatever they read. */
#define AMD_HBM_SHARE 0.79

/* What servers take in is no faster than products can be: an A100 SXM reaches 86.9 % of its peak in
 * the best of shapes, more than all others of NVIDIA's that were tried ("Maximum Achievable Matmul
 * FLOPS", github.com/stas00/ml-engineering). Without it the fit goes to 1.5. */
#define SERVER_RATE 0.87

/* How strongly a constant is held to that of a kindred class, or, alone, to where it began; in
 * rows. */
#define HOLD_KIND 0.1
#define HOLD_ALONE 0.1

/* The same for the share of the peak rate that prompts reach in local programs: classes differ less
 * from each other there than cards do within them. */
#define HOLD_RATE 3

/* The sum of magnitudes has edges, on which a search along one constant after the other stops
 * short: they are rounded off within this much of 0. */
#define ROUND 0.07

#define SWEEPS 12
#define FIRST_STEP 0.3

typedef enum
{
  STAGE_PROMPT,
  STAGE_TOKEN,
  STAGE_STEP,
  STAGE_HOST,
  N_STAGES,
} Stage;

#define ONE(field, stage, us, most)                                                                \
  { #field,                                                                                        \
    offsetof (PlimsollSpeedConstants, field) / sizeof (double),                                    \
    sizeof ((PlimsollSpeedConstants *) NULL)->field / sizeof (double),                             \
    1,                                                                                             \
    stage,                                                                                         \
    us,                                                                                            \
    most }
#define MANY(field, stage, us, most)                                                               \
  { #field,                                                                                        \
    offsetof (PlimsollSpeedConstants, field) / sizeof (double),                                    \
    sizeof ((PlimsollSpeedConstants *) NULL)->field / sizeof (double),                             \
    N_CLASSES,                                                                                     \
    stage,                                                                                         \
    us,                                                                                            \
    most }

const SpeedConstant speed_constants_fitted[] = {
  MANY (share, STAGE_TOKEN, FALSE, 1),
  MANY (launch, STAGE_TOKEN, TRUE, 1),
  MANY (experts, STAGE_TOKEN, TRUE, 1),
  ONE (recurrent, STAGE_TOKEN, TRUE, 1),
  MANY (cache, STAGE_TOKEN, FALSE, 10),
  ONE (cache_work, STAGE_TOKEN, FALSE, 10000),
  MANY (few_bits, STAGE_TOKEN, FALSE, 10),
  ONE (launch_tensorrt, STAGE_TOKEN, FALSE, 10),
  ONE (launch_mlx, STAGE_TOKEN, FALSE, 10),
  ONE (launch_vulkan, STAGE_TOKEN, FALSE, 10),
  ONE (share_vulkan, STAGE_TOKEN, FALSE, 1.2),
  ONE (flow, STAGE_TOKEN, FALSE, 10),
  MANY (unpack, STAGE_TOKEN, FALSE, 1),
  ONE (unpack_few_bits, STAGE_TOKEN, FALSE, 2),
  ONE (cache_vulkan, STAGE_TOKEN, FALSE, 10),
  ONE (cache_plain, STAGE_TOKEN, FALSE, 10),
  ONE (early_launch, STAGE_TOKEN, FALSE, 10),
  ONE (layer_split, STAGE_TOKEN, TRUE, 1),
  ONE (tensor_link, STAGE_TOKEN, TRUE, 1),
  ONE (tensor_bus, STAGE_TOKEN, TRUE, 1),
  MANY (rate, STAGE_PROMPT, FALSE, 1.5),
  ONE (rate_float, STAGE_PROMPT, FALSE, 10),
  ONE (rate_few_bits, STAGE_PROMPT, FALSE, 2),
  ONE (rate_vulkan, STAGE_PROMPT, FALSE, 10),
  ONE (rate_vector, STAGE_PROMPT, FALSE, 10),
  ONE (rate_packed, STAGE_PROMPT, FALSE, 10),
  ONE (rate_packed_vulkan, STAGE_PROMPT, FALSE, 10),
  ONE (tile, STAGE_PROMPT, FALSE, 1000),
  ONE (attention, STAGE_PROMPT, FALSE, 100),
  ONE (attention_vector, STAGE_PROMPT, FALSE, 1),
  ONE (attention_plain, STAGE_PROMPT, FALSE, 100),
  ONE (early_rate, STAGE_PROMPT, FALSE, 1),
  ONE (prefill_share, STAGE_PROMPT, FALSE, 1),
  ONE (prefill_launch, STAGE_PROMPT, TRUE, 1),
  ONE (pipeline, STAGE_PROMPT, FALSE, 1),
  ONE (link, STAGE_PROMPT, FALSE, 1),
  ONE (bus, STAGE_PROMPT, FALSE, 1),
  MANY (step, STAGE_STEP, FALSE, 1.5),
  MANY (request, STAGE_STEP, TRUE, 1),
  ONE (request_tensorrt, STAGE_STEP, FALSE, 10),
  ONE (step_cache, STAGE_STEP, FALSE, 100),
  ONE (step_link, STAGE_STEP, TRUE, 1),
  ONE (step_prompt, STAGE_STEP, FALSE, 10),
  ONE (host, STAGE_HOST, FALSE, 1),
  ONE (host_experts, STAGE_HOST, FALSE, 1),
  ONE (host_launch, STAGE_HOST, TRUE, 1),
  ONE (host_unknown, STAGE_HOST, FALSE, 1000),
};

const guint speed_n_constants_fitted = G_N_ELEMENTS (speed_constants_fitted);

static const gboolean stage_has[N_STAGES][SPEED_N_TABLES] = {
  [STAGE_PROMPT] = { [SPEED_TABLE_PREFILL] = TRUE, [SPEED_TABLE_SERVER] = TRUE },
  [STAGE_TOKEN] = { [SPEED_TABLE_DECODE] = TRUE },
  [STAGE_STEP] = { [SPEED_TABLE_SERVER] = TRUE, [SPEED_TABLE_BATCH] = TRUE },
  [STAGE_HOST] = { [SPEED_TABLE_OFFLOAD] = TRUE },
};

/* One number that is fitted. */
typedef struct
{
  const SpeedConstant *constant;
  gsize index;   /* in the constants, as doubles */
  double begin;  /* its logarithm where the fit began */
  GArray *rows;  /* of guint: which it changes */
  gboolean used; /* by rows that take part */
} Parameter;

static SpeedRow *
fit_row (const SpeedFit *self, guint i)
{
  return self->truth->rows->pdata[i];
}

/* The loss of a row, of which what is far off counts less: it may be another thing altogether. */
static double
loss (double error)
{
  const double e = sqrt (error * error + ROUND * ROUND) - ROUND;

  return e < 1 ? e : 1 + log (e);
}

static double *
at (PlimsollSpeedConstants *constants, gsize index)
{
  return (double *) constants + index;
}

/* Whether a constant, times @factor, makes a row faster or slower. */
static gboolean
changes_row (const SpeedRow *row, gsize index, double factor)
{
  PlimsollSpeedConstants changed = speed_begin;
  const double before = speed_row_predict (row, &changed, NULL);

  *at (&changed, index) *= factor;

  return isfinite (before) && speed_row_predict (row, &changed, NULL) != before;
}

static void
fit_add_parameter (SpeedFit *self, const SpeedConstant *constant, gsize index)
{
  PlimsollSpeedConstants begin = speed_begin;
  Parameter p = {
    .constant = constant,
    .index = index,
    .begin = log (*at (&begin, index)),
    .rows = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  for (guint r = 0; r < self->truth->rows->len; r++)
    {
      const SpeedRow *row = fit_row (self, r);

      if (stage_has[constant->stage][row->table]
          && (changes_row (row, index, 0.7) || changes_row (row, index, 1.6)))
        g_array_append_val (p.rows, r);
    }
  g_array_append_val (self->parameters, p);
}

static void
fit_find_rows (SpeedFit *self)
{
  for (guint k = 0; k < speed_n_constants_fitted; k++)
    for (guint i = 0; i < speed_constants_fitted[k].n; i++)
      fit_add_parameter (self, &speed_constants_fitted[k], speed_constants_fitted[k].offset + i);
}

/* Whose constants a class of few rows leans on: in servers
 * AMD's cards on its accelerators of data centres, as what they run is the same. */
static const PlimsollSpeedClass parents[PLIMSOLL_N_SPEED_STYLES][N_CLASSES] = {
  [PLIMSOLL_SPEED_LOCAL] = {
    [PLIMSOLL_SPEED_NVIDIA_GDDR] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_NVIDIA_HBM] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_NVIDIA_LPDDR] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_AMD] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_AMD_HBM] = PLIMSOLL_SPEED_NVIDIA_HBM,
    [PLIMSOLL_SPEED_APPLE_M1] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_APPLE_M3] = PLIMSOLL_SPEED_APPLE_M1,
    [PLIMSOLL_SPEED_INTEL] = PLIMSOLL_SPEED_AMD,
    [PLIMSOLL_SPEED_OTHER] = PLIMSOLL_SPEED_AMD,
  },
  [PLIMSOLL_SPEED_SERVER] = {
    [PLIMSOLL_SPEED_NVIDIA_GDDR] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_NVIDIA_HBM] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_NVIDIA_LPDDR] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_AMD] = PLIMSOLL_SPEED_AMD_HBM,
    [PLIMSOLL_SPEED_AMD_HBM] = PLIMSOLL_SPEED_NVIDIA_HBM,
    [PLIMSOLL_SPEED_APPLE_M1] = PLIMSOLL_SPEED_NVIDIA_GDDR,
    [PLIMSOLL_SPEED_APPLE_M3] = PLIMSOLL_SPEED_APPLE_M1,
    [PLIMSOLL_SPEED_INTEL] = PLIMSOLL_SPEED_AMD,
    [PLIMSOLL_SPEED_OTHER] = PLIMSOLL_SPEED_AMD,
  },
};

/* A token of NVIDIA's in servers leans on HBM, of which most rows are. */
static PlimsollSpeedClass
parameter_leans_on (const Parameter *p, guint style, PlimsollSpeedClass speed_class)
{
  const gboolean nvidia = speed_class == PLIMSOLL_SPEED_NVIDIA_GDDR
                          || speed_class == PLIMSOLL_SPEED_NVIDIA_HBM
                          || speed_class == PLIMSOLL_SPEED_NVIDIA_LPDDR;

  if (p->constant->stage == STAGE_TOKEN && style == PLIMSOLL_SPEED_SERVER && nvidia)
    return PLIMSOLL_SPEED_NVIDIA_HBM;

  return parents[style][speed_class];
}

/* The nearest that rows say something of; NULL: none. */
static const Parameter *
parameter_parent (const SpeedFit *self, const Parameter *p)
{
  const guint position = (guint) (p->index - p->constant->offset);
  const guint style = position / p->constant->kind;
  const guint own = position % p->constant->kind;
  guint c = own;

  while (parameter_leans_on (p, style, c) != c)
    {
      const Parameter *parent;

      c = parameter_leans_on (p, style, c);
      parent = p + (gssize) c - (gssize) own;
      if (parent->used)
        return parent;
    }

  return NULL;
}

static double
parameter_hold_kind (const Parameter *p)
{
  const guint style = (guint) (p->index - p->constant->offset) / p->constant->kind;

  return p->constant->stage == STAGE_PROMPT && style == PLIMSOLL_SPEED_LOCAL ? HOLD_RATE
                                                                             : HOLD_KIND;
}

static double
parameter_hold (const SpeedFit *self, PlimsollSpeedConstants *constants, const Parameter *p)
{
  const double value = log (*at (constants, p->index));
  const Parameter *parent;
  double sum;

  if (p->constant->kind == 1)
    return HOLD_ALONE * (value - p->begin) * (value - p->begin);

  parent = parameter_parent (self, p);
  if (parent == NULL)
    return HOLD_ALONE * (value - p->begin) * (value - p->begin);

  sum = value - log (*at (constants, parent->index));

  return parameter_hold_kind (p) * sum * sum;
}

static double
parameter_loss (SpeedFit *self, PlimsollSpeedConstants *constants, const Parameter *p)
{
  double sum = parameter_hold (self, constants, p);

  for (guint i = 0; i < p->rows->len; i++)
    {
      const guint r = g_array_index (p->rows, guint, i);

      if (self->weights[r] > 0)
        {
          const double error = speed_row_error (fit_row (self, r), constants);

          if (isfinite (error))
            sum += self->weights[r] * loss (error);
        }
    }

  return sum;
}

/* Beside these: builds before 2025-09 are no faster than those of today (early_rate), which rows of
 * few cards cannot tell from how fast cards are. */
static double
parameter_most (const Parameter *p)
{
  const gsize share = offsetof (PlimsollSpeedConstants, share) / sizeof (double);
  const gsize rate = offsetof (PlimsollSpeedConstants, rate) / sizeof (double);

  if (p->constant->offset == rate && p->index - rate >= N_CLASSES)
    return SERVER_RATE;
  if (p->constant->offset == share && (p->index - share) % N_CLASSES == PLIMSOLL_SPEED_AMD_HBM)
    return AMD_HBM_SHARE;

  return p->constant->most;
}

static void
parameter_search (SpeedFit *self,
                  PlimsollSpeedConstants *constants,
                  const Parameter *p,
                  double step)
{
  double *value = at (constants, p->index);
  double best = parameter_loss (self, constants, p);

  while (step > 0.004)
    {
      const double here = *value;
      gboolean better = FALSE;

      for (int sign = -1; sign <= 1 && !better; sign += 2)
        {
          double found;

          *value = MIN (here * exp (sign * step), parameter_most (p));
          found = parameter_loss (self, constants, p);
          if (found < best - 1e-9)
            {
              best = found;
              better = TRUE;
            }
          else
            {
              *value = here;
            }
        }
      step = better ? step * 1.3 : step / 2;
    }
}

/* A constant that no row says anything of is its parent's. */
static void
fit_fill (SpeedFit *self, PlimsollSpeedConstants *constants)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      const Parameter *p = &g_array_index (self->parameters, Parameter, i);
      const Parameter *parent;

      if (p->used || p->constant->kind == 1)
        continue;
      parent = parameter_parent (self, p);
      if (parent != NULL)
        *at (constants, p->index) = *at (constants, parent->index);
    }
}

/* Rows of one card in one table count together as the root of their number. */
static void
fit_weigh (SpeedFit *self, const char *without)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  for (guint r = 0; r < self->truth->rows->len; r++)
    {
      const SpeedRow *row = fit_row (self, r);
      char *key = g_strdup_printf ("%s %d", row->card, row->table);
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      g_ptr_array_add (keys, key);
      g_hash_table_insert (counts, g_strdup (key), GUINT_TO_POINTER (n + 1));
    }

  for (guint r = 0; r < self->truth->rows->len; r++)
    {
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, keys->pdata[r]));

      self->weights[r] = g_strcmp0 (fit_row (self, r)->card, without) == 0 ? 0 : 1 / sqrt (n);
    }
}

static void
fit_find_used (SpeedFit *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      Parameter *p = &g_array_index (self->parameters, Parameter, i);

      p->used = FALSE;
      for (guint j = 0; j < p->rows->len && !p->used; j++)
        p->used = self->weights[g_array_index (p->rows, guint, j)] > 0;
    }
}

static void
fit_sweep (SpeedFit *self, PlimsollSpeedConstants *constants, double step)
{
  for (Stage stage = 0; stage < N_STAGES; stage++)
    for (guint i = 0; i < self->parameters->len; i++)
      {
        const Parameter *p = &g_array_index (self->parameters, Parameter, i);

        if (p->used && p->constant->stage == stage)
          parameter_search (self, constants, p, step);
      }
}

static void
parameter_clear (gpointer data)
{
  g_array_unref (((Parameter *) data)->rows);
}

SpeedFit *
speed_fit_new (SpeedTruth *truth)
{
  SpeedFit *self = g_new0 (SpeedFit, 1);

  self->truth = truth;
  self->weights = g_new0 (double, truth->rows->len);
  self->parameters = g_array_new (FALSE, FALSE, sizeof (Parameter));
  g_array_set_clear_func (self->parameters, parameter_clear);
  fit_find_rows (self);

  return self;
}

void
speed_fit_free (SpeedFit *self)
{
  g_array_unref (self->parameters);
  g_free (self->weights);
  g_free (self);
}

void
speed_fit_run (SpeedFit *self, PlimsollSpeedConstants *constants, const char *without)
{
  *constants = speed_begin;
  fit_weigh (self, without);
  fit_find_used (self);
  for (guint sweep = 0; sweep < SWEEPS; sweep++)
    fit_sweep (self, constants, MAX (FIRST_STEP * pow (0.7, sweep), 0.02));
  fit_fill (self, constants);
}
