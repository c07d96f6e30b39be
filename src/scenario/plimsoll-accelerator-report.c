/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-report-private.h"

#include "plimsoll-cost.h"
#include "plimsoll-kv-type.h"

#include <math.h>
#include <string.h>

#define FIRST_CONTEXT 1024
/* Without the question's own. */
#define MAX_OCTAVES 10

/* GridAsked: what the grid depends on. */
typedef struct
{
  PlimsollQuestion question; /* with no context */
  PlimsollModel *model;
  guint64 limit;
} GridAsked;

struct _PlimsollAcceleratorReport
{
  GObject parent_instance;

  PlimsollSizer *sizer;
  PlimsollScenario *scenario; /* the sizer's */
  PlimsollAccelerator *accelerator;
  GListModel *accelerators;

  guint source;
  gboolean stale;
  gboolean sleeping;

  PlimsollFitAsk ask;
  PlimsollFitFigures figures;
  GridAsked grid;
  char *grid_precision; /* (nullable) */
  guint64 contexts[PLIMSOLL_REPORT_MAX_CONTEXTS];
  guint n_contexts;
  GArray *rows;  /* of PlimsollReportRow */
  GArray *rents; /* of PlimsollReportOffer */
  PlimsollReportCache caches[PLIMSOLL_REPORT_N_CACHES];
  guint n_caches;
  PlimsollAlternatives alternatives;
};

G_DEFINE_FINAL_TYPE (PlimsollAcceleratorReport, plimsoll_accelerator_report, G_TYPE_OBJECT)

enum
{
  SIGNAL_UPDATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Asking --- */

static void
get_ask (PlimsollAcceleratorReport *self)
{
  PlimsollFitAsk *ask = &self->ask;

  memset (ask, 0, sizeof *ask);
  ask->sizer = self->sizer;
  ask->scenario = self->scenario;
  ask->model = plimsoll_scenario_get_model (self->scenario);
  ask->accelerator = self->accelerator;
  plimsoll_scenario_get_question (self->scenario, &ask->question);
}

static gboolean
is_questions (PlimsollAcceleratorReport *self, const PlimsollPrecisionInfo *info)
{
  return plimsoll_scenario_has_precision (self->scenario, info->name);
}

/* What the model's own file has where it is that precision. */
static const PlimsollWeights *
weights_of (PlimsollAcceleratorReport *self, const PlimsollPrecisionInfo *info)
{
  return is_questions (self, info) ? plimsoll_sizer_get_weights (self->sizer)
                                   : plimsoll_sizer_get_weights_for (self->sizer, info->type);
}

static void
answer_at (PlimsollAcceleratorReport *self,
           const PlimsollWeights *weights,
           guint64 context,
           PlimsollFitFigures *figures)
{
  PlimsollFitAsk ask = self->ask;

  ask.question.context = context;
  plimsoll_fit_figures_clear (figures);
  if (ask.model != NULL && weights != NULL)
    plimsoll_fit_answer (&ask, weights, self->accelerator, figures, NULL);
}

/* --- The grid --- */

static int
compare_contexts (gconstpointer a, gconstpointer b)
{
  const guint64 one = *(const guint64 *) a, other = *(const guint64 *) b;

  return (one > other) - (one < other);
}

/* Doublings up to the limit, the last of them where there are too many, and the question's. */
static void
list_contexts (PlimsollAcceleratorReport *self)
{
  const guint64 asked = plimsoll_scenario_get_context_length (self->scenario);
  guint64 limit = self->ask.model != NULL ? plimsoll_fit_limit (&self->ask, self->ask.model)
                                          : PLIMSOLL_MAX_CONTEXT;
  guint64 first = FIRST_CONTEXT;
  gboolean has_asked = FALSE;

  /* Where it is not known how far the model goes: an octave further than is asked. */
  if (limit >= PLIMSOLL_MAX_CONTEXT)
    limit = MAX (asked * 2, G_GUINT64_CONSTANT (131072));
  while (limit / first >= (G_GUINT64_CONSTANT (1) << MAX_OCTAVES))
    first *= 2;

  self->n_contexts = 0;
  for (guint64 context = MIN (first, limit); context < limit; context *= 2)
    self->contexts[self->n_contexts++] = context;
  self->contexts[self->n_contexts++] = limit;
  for (guint i = 0; i < self->n_contexts; i++)
    has_asked = has_asked || self->contexts[i] == asked;
  if (!has_asked)
    self->contexts[self->n_contexts++] = asked;
  qsort (self->contexts, self->n_contexts, sizeof *self->contexts, compare_contexts);
}

/* A step of each size of those that people make files of: all of them are too many to look at. */
static gboolean
is_step (const char *name)
{
  static const char *const steps[] = { "Q8_0",   "Q6_K",    "Q5_K_M", "Q4_K_M",  "IQ4_XS",
                                       "Q3_K_M", "IQ3_XXS", "Q2_K",   "IQ2_XXS", NULL };

  return g_strv_contains (steps, name);
}

/* Those, what is asked about, and what the model was published in; of checkpoints, all. */
static gboolean
is_listed (PlimsollAcceleratorReport *self, const PlimsollPrecisionInfo *info, gboolean native)
{
  if (is_questions (self, info))
    return TRUE;

  return plimsoll_fit_is_candidate (self->ask.model, info->type, native)
         && (native || info->bits >= 16 || is_step (info->name));
}

static void
list_rows (PlimsollAcceleratorReport *self)
{
  const gboolean native = plimsoll_engine_serves (self->ask.question.engine);
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (self->sizer, &n);

  g_array_set_size (self->rows, 0);
  for (gsize i = n; self->ask.model != NULL && i-- > 0;)
    if (is_listed (self, sizes[i].info, native))
      {
        PlimsollReportRow row = {
          .precision = sizes[i].info,
          .bits = sizes[i].bits_per_weight,
          .weights = sizes[i].file_bytes,
          .is_questions = is_questions (self, sizes[i].info),
        };

        g_array_append_val (self->rows, row);
      }
}

static void
fill_cells (PlimsollAcceleratorReport *self, PlimsollReportRow *row)
{
  const PlimsollWeights *weights = weights_of (self, row->precision);

  if (weights != NULL)
    {
      row->bits = weights->bits_per_weight;
      row->weights = weights->file_bytes;
    }
  for (guint i = 0; i < self->n_contexts; i++)
    {
      PlimsollFitFigures figures;

      answer_at (self, weights, self->contexts[i], &figures);
      row->cells[i] = (PlimsollReportCell) { figures.required, figures.verdict };
      row->longest = figures.longest;
    }
}

/* The columns follow the context that is asked, the cells all else. */
static void
update_grid (PlimsollAcceleratorReport *self)
{
  list_contexts (self);
  list_rows (self);
  for (guint i = 0; i < self->rows->len; i++)
    fill_cells (self, &g_array_index (self->rows, PlimsollReportRow, i));
}

/* --- The rest --- */

static void
update_speeds (PlimsollAcceleratorReport *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      PlimsollReportRow *row = &g_array_index (self->rows, PlimsollReportRow, i);
      PlimsollFitFigures figures;

      answer_at (self, weights_of (self, row->precision), self->ask.question.context, &figures);
      row->decode = figures.decode;
    }
}

static void
update_caches (PlimsollAcceleratorReport *self)
{
  static const char *const names[] = { "f16", "q8_0", "fp8", "q4_0" };
  const gboolean served = plimsoll_engine_serves (self->ask.question.engine);
  const PlimsollWeights *weights = plimsoll_sizer_get_weights (self->sizer);

  self->n_caches = 0;
  for (guint i = 0; i < G_N_ELEMENTS (names) && self->n_caches < PLIMSOLL_REPORT_N_CACHES; i++)
    {
      const PlimsollKvType *type = plimsoll_kv_type_find (names[i]);
      PlimsollFitAsk ask = self->ask;
      PlimsollFitFigures figures;

      if (type == NULL || !plimsoll_kv_type_is_of (names[i], served))
        continue;
      ask.question.kv_k = ask.question.kv_v = type->format;
      plimsoll_fit_figures_clear (&figures);
      if (ask.model != NULL && weights != NULL)
        plimsoll_fit_answer (&ask, weights, self->accelerator, &figures, NULL);
      self->caches[self->n_caches++] = (PlimsollReportCache) { names[i], figures.longest };
    }
}

/* --- When --- */

static void
get_grid_asked (PlimsollAcceleratorReport *self, GridAsked *asked)
{
  /* Padding too, since it is compared as bytes. */
  memset (asked, 0, sizeof *asked);
  memcpy (&asked->question, &self->ask.question, sizeof asked->question);
  plimsoll_sizer_ask_on (self->sizer, self->accelerator, &asked->question);
  asked->question.context = 0;
  asked->model = self->ask.model;
  asked->limit = self->ask.model != NULL ? plimsoll_fit_limit (&self->ask, self->ask.model) : 0;
}

static gboolean
has_column (PlimsollAcceleratorReport *self, guint64 context)
{
  for (guint i = 0; i < self->n_contexts; i++)
    if (self->contexts[i] == context)
      return TRUE;

  return FALSE;
}

/* Marks the row of the question's precision. */
static gboolean
has_row (PlimsollAcceleratorReport *self)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      PlimsollReportRow *row = &g_array_index (self->rows, PlimsollReportRow, i);

      row->is_questions = is_questions (self, row->precision);
      found = found || row->is_questions;
    }

  return found;
}

/* A row that came with a precision that is asked about no more stays until the grid changes. */
static gboolean
grid_is_of (PlimsollAcceleratorReport *self, const GridAsked *asked)
{
  const char *precision = plimsoll_scenario_get_precision (self->scenario);
  const gboolean marked = has_row (self);

  return memcmp (asked, &self->grid, sizeof *asked) == 0
         && has_column (self, self->ask.question.context)
         && (marked || g_strcmp0 (precision, self->grid_precision) == 0);
}

static void
compute (PlimsollAcceleratorReport *self)
{
  GridAsked asked;

  self->stale = FALSE;
  plimsoll_sizer_flush (self->sizer);
  get_ask (self);
  get_grid_asked (self, &asked);
  answer_at (self, plimsoll_sizer_get_weights (self->sizer), self->ask.question.context,
             &self->figures);
  if (!grid_is_of (self, &asked))
    {
      memcpy (&self->grid, &asked, sizeof asked);
      g_set_str (&self->grid_precision, plimsoll_scenario_get_precision (self->scenario));
      update_grid (self);
    }
  update_speeds (self);
  update_caches (self);
  plimsoll_alternatives_answer (&self->alternatives, &self->ask);
}

static gboolean
update_cb (gpointer data)
{
  PlimsollAcceleratorReport *self = data;

  self->source = 0;
  plimsoll_accelerator_report_flush (self);
  return G_SOURCE_REMOVE;
}

static void
question_changed_cb (PlimsollAcceleratorReport *self)
{
  self->stale = TRUE;
  /* Before anything is drawn. */
  if (self->source == 0 && !self->sleeping)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
accelerators_changed_cb (PlimsollAcceleratorReport *self)
{
  plimsoll_alternatives_find (&self->alternatives, self->accelerator, self->accelerators);
  question_changed_cb (self);
}

void
plimsoll_accelerator_report_flush (PlimsollAcceleratorReport *self)
{
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self));

  g_clear_handle_id (&self->source, g_source_remove);
  if (!self->stale)
    return;
  compute (self);
  g_signal_emit (self, signals[SIGNAL_UPDATED], 0);
}

void
plimsoll_accelerator_report_set_live (PlimsollAcceleratorReport *self, gboolean live)
{
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self));

  self->sleeping = !live;
  if (live)
    plimsoll_accelerator_report_flush (self);
  else
    g_clear_handle_id (&self->source, g_source_remove);
}

/* --- Object --- */

static void
plimsoll_accelerator_report_dispose (GObject *object)
{
  PlimsollAcceleratorReport *self = PLIMSOLL_ACCELERATOR_REPORT (object);

  g_clear_handle_id (&self->source, g_source_remove);
  plimsoll_alternatives_clear (&self->alternatives);
  g_clear_pointer (&self->rents, g_array_unref);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->accelerator);
  g_clear_object (&self->scenario);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_accelerator_report_parent_class)->dispose (object);
}

static void
plimsoll_accelerator_report_finalize (GObject *object)
{
  PlimsollAcceleratorReport *self = PLIMSOLL_ACCELERATOR_REPORT (object);

  g_array_unref (self->rows);
  g_free (self->grid_precision);

  G_OBJECT_CLASS (plimsoll_accelerator_report_parent_class)->finalize (object);
}

static void
plimsoll_accelerator_report_class_init (PlimsollAcceleratorReportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = plimsoll_accelerator_report_dispose;
  object_class->finalize = plimsoll_accelerator_report_finalize;

  signals[SIGNAL_UPDATED] = g_signal_new ("updated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
plimsoll_accelerator_report_init (PlimsollAcceleratorReport *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (PlimsollReportRow));
}

PlimsollAcceleratorReport *
plimsoll_accelerator_report_new (PlimsollSizer *sizer,
                                 PlimsollAccelerator *accelerator,
                                 GListModel *accelerators,
                                 GListModel *offers)
{
  PlimsollAcceleratorReport *self;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), NULL);

  self = g_object_new (PLIMSOLL_TYPE_ACCELERATOR_REPORT, NULL);
  self->sizer = g_object_ref (sizer);
  self->scenario = g_object_ref (plimsoll_sizer_get_scenario (sizer));
  self->accelerator = g_object_ref (accelerator);
  g_set_object (&self->accelerators, accelerators);
  g_signal_connect_object (self->scenario, "notify", G_CALLBACK (question_changed_cb), self,
                           G_CONNECT_SWAPPED);
  if (accelerators != NULL)
    g_signal_connect_object (accelerators, "items-changed", G_CALLBACK (accelerators_changed_cb),
                             self, G_CONNECT_SWAPPED);
  /* Offers do not change while the program runs. */
  self->rents = plimsoll_report_offers_new (accelerator, offers);
  plimsoll_alternatives_find (&self->alternatives, accelerator, accelerators);
  compute (self);
  return self;
}

/* --- Reading --- */

PlimsollSizer *
plimsoll_accelerator_report_get_sizer (PlimsollAcceleratorReport *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  return self->sizer;
}

PlimsollAccelerator *
plimsoll_accelerator_report_get_accelerator (PlimsollAcceleratorReport *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  return self->accelerator;
}

guint
plimsoll_accelerator_report_get_count (PlimsollAcceleratorReport *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), 0);

  return plimsoll_scenario_get_accelerator_count (self->scenario);
}

const PlimsollFitFigures *
plimsoll_accelerator_report_get_figures (PlimsollAcceleratorReport *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  return &self->figures;
}

const guint64 *
plimsoll_accelerator_report_get_contexts (PlimsollAcceleratorReport *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  *n = self->n_contexts;
  return self->contexts;
}

const PlimsollReportRow *
plimsoll_accelerator_report_get_rows (PlimsollAcceleratorReport *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  *n = self->rows->len;
  return (const PlimsollReportRow *) (gpointer) self->rows->data;
}

const PlimsollReportCache *
plimsoll_accelerator_report_get_caches (PlimsollAcceleratorReport *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  *n = self->n_caches;
  return self->caches;
}

const PlimsollReportOffer *
plimsoll_accelerator_report_get_offers (PlimsollAcceleratorReport *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  *n = self->rents->len;
  return (const PlimsollReportOffer *) (gpointer) self->rents->data;
}

double
plimsoll_accelerator_report_get_token_cost (PlimsollAcceleratorReport *self)
{
  const PlimsollReportOffer *cheapest;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), (double) NAN);

  if (self->rents->len == 0)
    return (double) NAN;
  cheapest = &g_array_index (self->rents, PlimsollReportOffer, 0);
  return plimsoll_cost_per_million (cheapest->board_per_hour
                                      * plimsoll_accelerator_report_get_count (self),
                                    self->figures.decode.value, PLIMSOLL_UTILIZATION);
}

const PlimsollAlternative *
plimsoll_accelerator_report_get_alternatives (PlimsollAcceleratorReport *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (self), NULL);

  *n = self->alternatives.n;
  return self->alternatives.rows;
}
