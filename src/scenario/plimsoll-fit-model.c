/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-model.h"

#include "plimsoll-fit-private.h"

#include <string.h>

/* After the sizer's own, ahead of the frame that shows the rows. */
#define PRIORITY (G_PRIORITY_HIGH_IDLE + 1)

/* A part of many models, behind frames and input. */
#define SLICE_PRIORITY G_PRIORITY_DEFAULT_IDLE
#define SLICE_USEC 1000

/* What is kept beside each row. */
typedef struct
{
  guint group;              /* of accelerators */
  PlimsollFitChoice choice; /* of a model */
} FitExtra;

struct _PlimsollFitModel
{
  GObject parent_instance;

  PlimsollSizer *sizer;
  PlimsollVary vary;
  GListModel *items;
  PlimsollQualityList *quality;
  gboolean live;

  GPtrArray *rows;   /* of PlimsollFit */
  GArray *extras;    /* of FitExtra */
  GArray *groups;    /* of PlimsollFitGroup */
  PlimsollModel *of; /* whose precisions the rows are… */
  gboolean native;   /* …and of which sort */

  gboolean stale;
  guint pending; /* source */
  guint slice;   /* source */
  guint next;    /* row of the slice */
  PlimsollFitAsk asked;
  PlimsollAccelerator *asked_accelerator; /* keeps it */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollFitModel,
                               plimsoll_fit_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

typedef enum
{
  PROP_LIVE = 1,
  PROP_PENDING,
} PlimsollFitModelProperty;

static GParamSpec *properties[PROP_PENDING + 1];

enum
{
  SIGNAL_UPDATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

const PlimsollFitColumn *
plimsoll_fit_columns (PlimsollVary vary, guint *n)
{
  static const PlimsollFitColumn hardware[] = {
    PLIMSOLL_FIT_NAME,     PLIMSOLL_FIT_USABLE,    PLIMSOLL_FIT_AT_8K,   PLIMSOLL_FIT_AT_32K,
    PLIMSOLL_FIT_REQUIRED, PLIMSOLL_FIT_BANDWIDTH, PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE,
    PLIMSOLL_FIT_PREFILL,  PLIMSOLL_FIT_COUNT,     PLIMSOLL_FIT_VERDICT,
  };
  static const PlimsollFitColumn model[] = {
    PLIMSOLL_FIT_NAME,    PLIMSOLL_FIT_PARAMETERS, PLIMSOLL_FIT_PRECISION, PLIMSOLL_FIT_QUALITY,
    PLIMSOLL_FIT_USABLE,  PLIMSOLL_FIT_AT_8K,      PLIMSOLL_FIT_AT_32K,    PLIMSOLL_FIT_REQUIRED,
    PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE,     PLIMSOLL_FIT_PREFILL,   PLIMSOLL_FIT_VERDICT,
  };
  static const PlimsollFitColumn precision[] = {
    PLIMSOLL_FIT_NAME,    PLIMSOLL_FIT_BITS,   PLIMSOLL_FIT_QUALITY, PLIMSOLL_FIT_SIZE,
    PLIMSOLL_FIT_USABLE,  PLIMSOLL_FIT_AT_8K,  PLIMSOLL_FIT_AT_32K,  PLIMSOLL_FIT_REQUIRED,
    PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE, PLIMSOLL_FIT_PREFILL, PLIMSOLL_FIT_COUNT,
    PLIMSOLL_FIT_VERDICT,
  };

  switch (vary)
    {
    case PLIMSOLL_VARY_MODEL:
      *n = G_N_ELEMENTS (model);
      return model;
    case PLIMSOLL_VARY_PRECISION:
      *n = G_N_ELEMENTS (precision);
      return precision;
    case PLIMSOLL_VARY_HARDWARE:
    default:
      *n = G_N_ELEMENTS (hardware);
      return hardware;
    }
}

/* --- Rows --- */

static void
extra_clear (gpointer data)
{
  plimsoll_fit_choice_clear (&((FitExtra *) data)->choice);
}

static guint
find_group (PlimsollFitModel *self, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  PlimsollFitGroup group;

  memset (&group, 0, sizeof group);
  group.usable = plimsoll_usable_memory_bytes (facts);
  group.physical = plimsoll_physical_memory_bytes (facts);
  group.runtime = facts->runtime_bytes;
  group.unified = facts->unified;
  group.devices = facts->devices;
  group.vendor = facts->vendor;

  for (guint i = 0; i < self->groups->len; i++)
    if (memcmp (&g_array_index (self->groups, PlimsollFitGroup, i), &group, sizeof group) == 0)
      return i;
  g_array_append_val (self->groups, group);

  return self->groups->len - 1;
}

static void
insert_row (PlimsollFitModel *self, guint position, PlimsollFit *fit)
{
  PlimsollAccelerator *accelerator = plimsoll_fit_get_accelerator (fit);
  FitExtra extra = { 0 };

  if (accelerator != NULL)
    extra.group = find_group (self, accelerator);
  g_ptr_array_insert (self->rows, (int) position, fit);
  g_array_insert_val (self->extras, position, extra);
}

static PlimsollFit *
row_for (PlimsollFitModel *self, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (self->items, position);

  return self->vary == PLIMSOLL_VARY_HARDWARE
           ? plimsoll_fit_new (PLIMSOLL_ACCELERATOR (item), NULL, NULL)
           : plimsoll_fit_new (NULL, PLIMSOLL_MODEL (item), NULL);
}

static PlimsollFit *
get_row (PlimsollFitModel *self, guint position)
{
  return g_ptr_array_index (self->rows, position);
}

/* The types that a model can have; those of another one are other rows. */
static void
follow_precisions (PlimsollFitModel *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (self->sizer));
  const guint n_before = self->rows->len;
  gsize n;
  const PlimsollPrecisionSize *sizes;
  const gboolean native =
    plimsoll_engine_serves (plimsoll_scenario_get_engine (plimsoll_sizer_get_scenario (self
                                                                                         ->sizer)));
  gboolean same;

  if (self->of == model && self->native == native)
    return;
  g_set_object (&self->of, model);
  self->native = native;

  sizes = plimsoll_sizer_precision_sizes (self->sizer, &n);
  same = n == n_before;
  for (guint i = 0; same && i < n; i++)
    same = plimsoll_fit_get_precision (get_row (self, i)) == sizes[i].info;
  if (same)
    return;

  g_ptr_array_set_size (self->rows, 0);
  g_array_set_size (self->extras, 0);
  for (guint i = 0; i < n; i++)
    insert_row (self, i, plimsoll_fit_new (NULL, NULL, sizes[i].info));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, (guint) n);
}

/* --- Figures --- */

static void
get_ask (PlimsollFitModel *self, PlimsollFitAsk *ask)
{
  memset (ask, 0, sizeof *ask);
  ask->sizer = self->sizer;
  ask->scenario = plimsoll_sizer_get_scenario (self->sizer);
  ask->model = plimsoll_scenario_get_model (ask->scenario);
  ask->accelerator = plimsoll_scenario_get_accelerator (ask->scenario);
  ask->quality = self->quality;
  plimsoll_scenario_get_question (ask->scenario, &ask->question);
  plimsoll_sizer_hardware_of (ask->sizer, NULL, 0, &ask->hardware);
}

/* Returns (transfer full): for each row the next one of its group; 0: none. */
static guint *
chain_groups (PlimsollFitModel *self)
{
  guint *next = g_new0 (guint, self->rows->len + 1);
  g_autofree guint *first = g_new0 (guint, self->groups->len + 1);

  for (guint i = self->rows->len; i-- > 0;)
    {
      guint *of_group = &first[g_array_index (self->extras, FitExtra, i).group];

      next[i] = *of_group;
      *of_group = i;
    }

  return next;
}

static gboolean
compute_hardware (PlimsollFitModel *self, const PlimsollFitAsk *ask)
{
  g_auto (PlimsollFitRows) rows = { 0 };
  g_autofree guint *next = chain_groups (self);
  g_autofree gboolean *done = g_new0 (gboolean, self->groups->len + 1);
  gboolean changed = FALSE;

  plimsoll_fit_rows_init (&rows, ask);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const guint g = g_array_index (self->extras, FitExtra, i).group;
      PlimsollFitFigures figures;

      if (rows.shared && done[g])
        continue;

      done[g] = TRUE;
      plimsoll_fit_rows_ask (&rows, plimsoll_fit_get_accelerator (get_row (self, i)),
                             &g_array_index (self->groups, PlimsollFitGroup, g), &figures);
      changed |= plimsoll_fit_set_figures (get_row (self, i), &figures);
      for (guint row = next[i]; rows.shared && row > 0; row = next[row])
        {
          plimsoll_fit_rows_speed (&rows, plimsoll_fit_get_accelerator (get_row (self, row)),
                                   &figures);
          changed |= plimsoll_fit_set_figures (get_row (self, row), &figures);
        }
    }

  return changed;
}

static gboolean
compute_precisions (PlimsollFitModel *self, const PlimsollFitAsk *ask)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      PlimsollFit *fit = get_row (self, i);
      const PlimsollPrecisionInfo *info = plimsoll_fit_get_precision (fit);
      const PlimsollWeights *weights = plimsoll_sizer_get_weights_for (self->sizer, info->type);
      PlimsollFitFigures figures;

      plimsoll_fit_figures_clear (&figures);
      plimsoll_fit_figures_precision (&figures, ask, ask->model, weights);
      plimsoll_fit_answer (ask, weights, NULL, &figures, NULL);
      figures.at_8k = plimsoll_fit_required_at (ask, ask->model, weights, NULL, 8192);
      figures.at_32k = plimsoll_fit_required_at (ask, ask->model, weights, NULL, 32768);
      /* Of one kind; more of a mixture could be had in many ways. */
      if (ask->accelerator != NULL && weights != NULL
          && !plimsoll_hardware_is_mixed (&ask->hardware, ask->question.n_devices))
        {
          g_autoptr (GArray) counted = plimsoll_fit_known_new ();

          figures.count = plimsoll_fit_count (ask, weights, ask->accelerator, &figures, counted);
        }
      changed |= plimsoll_fit_set_figures (fit, &figures);
    }

  return changed;
}

static gboolean
compute_model (PlimsollFitModel *self, const PlimsollFitAsk *ask, guint position)
{
  PlimsollFit *fit = get_row (self, position);
  PlimsollFitFigures figures;

  plimsoll_fit_choose (ask, plimsoll_fit_get_model (fit),
                       &g_array_index (self->extras, FitExtra, position).choice, &figures);

  return plimsoll_fit_set_figures (fit, &figures);
}

/* --- When --- */

static void
set_slice (PlimsollFitModel *self, guint source)
{
  const gboolean was = self->slice != 0;

  self->slice = source;
  if (was != (source != 0))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PENDING]);
}

static gboolean
slice_cb (gpointer data)
{
  PlimsollFitModel *self = data;
  const gint64 until = g_get_monotonic_time () + SLICE_USEC;
  gboolean changed = FALSE;

  while (self->next < self->rows->len && g_get_monotonic_time () < until)
    changed |= compute_model (self, &self->asked, self->next++);
  if (self->next >= self->rows->len)
    set_slice (self, 0);
  if (changed)
    g_signal_emit (self, signals[SIGNAL_UPDATED], 0);

  return self->slice != 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* The question's model and precision are not asked for in the table of models. */
static gboolean
asks_the_same (const PlimsollFitAsk *one, const PlimsollFitAsk *other)
{
  return memcmp (&one->hardware, &other->hardware, sizeof one->hardware) == 0
         && memcmp (&one->question, &other->question, sizeof one->question) == 0;
}

static void
start_models (PlimsollFitModel *self, const PlimsollFitAsk *ask)
{
  if (asks_the_same (ask, &self->asked) && self->next > 0)
    return;

  self->asked = *ask;
  g_set_object (&self->asked_accelerator, ask->accelerator);
  self->next = 0;
  if (self->slice == 0)
    set_slice (self, g_idle_add_full (SLICE_PRIORITY, slice_cb, self, NULL));
}

static void
compute (PlimsollFitModel *self)
{
  PlimsollFitAsk ask;
  gboolean changed = FALSE;

  self->stale = FALSE;
  plimsoll_sizer_flush (self->sizer);
  get_ask (self, &ask);

  switch (self->vary)
    {
    case PLIMSOLL_VARY_MODEL:
      /* What is loaded beside one model is nothing to the others. */
      memset (&ask.question.additions, 0, sizeof ask.question.additions);
      ask.question.mtp = FALSE;
      start_models (self, &ask);
      break;
    case PLIMSOLL_VARY_PRECISION:
      follow_precisions (self);
      changed = compute_precisions (self, &ask);
      break;
    case PLIMSOLL_VARY_HARDWARE:
    default:
      changed = compute_hardware (self, &ask);
      break;
    }

  if (changed)
    g_signal_emit (self, signals[SIGNAL_UPDATED], 0);
}

static gboolean
compute_cb (gpointer data)
{
  PlimsollFitModel *self = data;

  self->pending = 0;
  compute (self);

  return G_SOURCE_REMOVE;
}

static void
schedule (PlimsollFitModel *self)
{
  self->stale = TRUE;
  if (self->live && self->pending == 0)
    self->pending = g_idle_add_full (PRIORITY, compute_cb, self, NULL);
}

static void
scenario_changed_cb (PlimsollFitModel *self)
{
  schedule (self);
}

static void
items_changed_cb (PlimsollFitModel *self, guint position, guint removed, guint added)
{
  if (removed > 0)
    {
      g_ptr_array_remove_range (self->rows, position, removed);
      g_array_remove_range (self->extras, position, removed);
    }
  for (guint i = 0; i < added; i++)
    insert_row (self, position + i, row_for (self, position + i));
  self->next = 0;
  schedule (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

/* --- GListModel --- */

static GType
get_item_type (GListModel *list)
{
  return PLIMSOLL_TYPE_FIT;
}

static guint
get_n_items (GListModel *list)
{
  return PLIMSOLL_FIT_MODEL (list)->rows->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  PlimsollFitModel *self = PLIMSOLL_FIT_MODEL (list);

  return position < self->rows->len ? g_object_ref (get_row (self, position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* --- GObject --- */

static void
plimsoll_fit_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollFitModel *self = PLIMSOLL_FIT_MODEL (object);

  switch ((PlimsollFitModelProperty) id)
    {
    case PROP_LIVE:
      g_value_set_boolean (value, self->live);
      break;
    case PROP_PENDING:
      g_value_set_boolean (value, self->slice != 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_fit_model_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollFitModel *self = PLIMSOLL_FIT_MODEL (object);

  switch ((PlimsollFitModelProperty) id)
    {
    case PROP_LIVE:
      plimsoll_fit_model_set_live (self, g_value_get_boolean (value));
      break;
    case PROP_PENDING:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_fit_model_dispose (GObject *object)
{
  PlimsollFitModel *self = PLIMSOLL_FIT_MODEL (object);

  g_clear_handle_id (&self->pending, g_source_remove);
  g_clear_handle_id (&self->slice, g_source_remove);
  g_ptr_array_set_size (self->rows, 0);
  g_array_set_size (self->extras, 0);
  g_clear_object (&self->of);
  g_clear_object (&self->asked_accelerator);
  g_clear_object (&self->items);
  g_clear_object (&self->quality);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_fit_model_parent_class)->dispose (object);
}

static void
plimsoll_fit_model_finalize (GObject *object)
{
  PlimsollFitModel *self = PLIMSOLL_FIT_MODEL (object);

  g_ptr_array_unref (self->rows);
  g_array_unref (self->extras);
  g_array_unref (self->groups);

  G_OBJECT_CLASS (plimsoll_fit_model_parent_class)->finalize (object);
}

static void
plimsoll_fit_model_class_init (PlimsollFitModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = plimsoll_fit_model_get_property;
  object_class->set_property = plimsoll_fit_model_set_property;
  object_class->dispose = plimsoll_fit_model_dispose;
  object_class->finalize = plimsoll_fit_model_finalize;

  properties[PROP_LIVE] =
    g_param_spec_boolean ("live", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_PENDING] =
    g_param_spec_boolean ("pending", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  signals[SIGNAL_UPDATED] = g_signal_new ("updated", PLIMSOLL_TYPE_FIT_MODEL, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
plimsoll_fit_model_init (PlimsollFitModel *self)
{
  self->live = TRUE;
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
  self->extras = g_array_new (FALSE, FALSE, sizeof (FitExtra));
  g_array_set_clear_func (self->extras, extra_clear);
  self->groups = g_array_new (FALSE, FALSE, sizeof (PlimsollFitGroup));
}

/* --- Public --- */

PlimsollFitModel *
plimsoll_fit_model_new (PlimsollSizer *sizer,
                        PlimsollVary vary,
                        GListModel *items,
                        PlimsollQualityList *quality)
{
  g_autoptr (PlimsollFitModel) self = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);
  g_return_val_if_fail ((items == NULL) == (vary == PLIMSOLL_VARY_PRECISION), NULL);

  self = g_object_new (PLIMSOLL_TYPE_FIT_MODEL, NULL);
  self->sizer = g_object_ref (sizer);
  self->vary = vary;
  g_set_object (&self->quality, quality);
  if (items != NULL)
    {
      self->items = g_object_ref (items);
      g_signal_connect_object (items, "items-changed", G_CALLBACK (items_changed_cb), self,
                               G_CONNECT_SWAPPED);
      items_changed_cb (self, 0, 0, g_list_model_get_n_items (items));
    }
  g_signal_connect_object (plimsoll_sizer_get_scenario (sizer), "notify",
                           G_CALLBACK (scenario_changed_cb), self, G_CONNECT_SWAPPED);
  schedule (self);

  return g_steal_pointer (&self);
}

PlimsollVary
plimsoll_fit_model_get_vary (PlimsollFitModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_MODEL (self), PLIMSOLL_VARY_HARDWARE);

  return self->vary;
}

PlimsollSizer *
plimsoll_fit_model_get_sizer (PlimsollFitModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_MODEL (self), NULL);

  return self->sizer;
}

void
plimsoll_fit_model_set_live (PlimsollFitModel *self, gboolean live)
{
  g_return_if_fail (PLIMSOLL_IS_FIT_MODEL (self));

  if (self->live == live)
    return;

  self->live = live;
  if (!live)
    {
      g_clear_handle_id (&self->pending, g_source_remove);
      if (self->slice != 0)
        {
          g_source_remove (self->slice);
          self->next = 0;
          self->stale = TRUE;
          set_slice (self, 0);
        }
    }
  else if (self->stale)
    schedule (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
}

gboolean
plimsoll_fit_model_get_live (PlimsollFitModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_MODEL (self), FALSE);

  return self->live;
}

gboolean
plimsoll_fit_model_get_pending (PlimsollFitModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_MODEL (self), FALSE);

  return self->slice != 0;
}

void
plimsoll_fit_model_flush (PlimsollFitModel *self)
{
  gboolean changed = FALSE;

  g_return_if_fail (PLIMSOLL_IS_FIT_MODEL (self));

  if (self->stale)
    {
      g_clear_handle_id (&self->pending, g_source_remove);
      compute (self);
    }
  if (self->slice == 0)
    return;

  while (self->next < self->rows->len)
    changed |= compute_model (self, &self->asked, self->next++);
  g_source_remove (self->slice);
  set_slice (self, 0);
  if (changed)
    g_signal_emit (self, signals[SIGNAL_UPDATED], 0);
}

const PlimsollQuality *
plimsoll_fit_model_get_quality (PlimsollFitModel *self, PlimsollFit *fit)
{
  const PlimsollFitFigures *figures;
  PlimsollModel *model;

  g_return_val_if_fail (PLIMSOLL_IS_FIT_MODEL (self), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_FIT (fit), NULL);

  figures = plimsoll_fit_get_figures (fit);
  model = plimsoll_fit_get_model (fit);
  if (model == NULL)
    model = plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (self->sizer));

  return plimsoll_fit_quality (self->quality, model, figures->precision);
}
