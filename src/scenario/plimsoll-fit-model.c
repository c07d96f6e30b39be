/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-model.h"

#include "plimsoll-fit-private.h"
#include "plimsoll-later.h"

#include <string.h>

/* A part of many models, behind frames and input. */
#define SLICE_PRIORITY G_PRIORITY_DEFAULT_IDLE
#define SLICE_USEC 1000

struct _PlimsollFitModel
{
  GObject parent_instance;

  PlimsollSizer *sizer;
  PlimsollVary vary;
  GListModel *items;
  PlimsollQualityList *quality;

  PlimsollFitStore store;
  PlimsollModel *of; /* whose precisions the rows are… */
  gboolean native;   /* …and of which sort */

  PlimsollLater later;
  guint slice; /* source */
  guint next;  /* row of the slice */
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

/* --- Rows --- */

static PlimsollFit *
row_for (PlimsollFitModel *self, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (self->items, position);

  return self->vary == PLIMSOLL_VARY_HARDWARE
           ? plimsoll_fit_new (PLIMSOLL_ACCELERATOR (item), NULL, NULL)
           : plimsoll_fit_new (NULL, PLIMSOLL_MODEL (item), NULL);
}

/* The types that a model can have; those of another one are other rows. */
static void
follow_precisions (PlimsollFitModel *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (self->sizer));
  const guint n_before = self->store.rows->len;
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
    same = plimsoll_fit_get_precision (plimsoll_fit_store_get (&self->store, i)) == sizes[i].info;
  if (same)
    return;

  plimsoll_fit_store_remove (&self->store, 0, n_before);
  for (guint i = 0; i < n; i++)
    plimsoll_fit_store_insert (&self->store, i, plimsoll_fit_new (NULL, NULL, sizes[i].info));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, (guint) n);
}

/* --- Figures --- */

void
plimsoll_fit_ask_init (PlimsollFitAsk *ask,
                       PlimsollSizer *sizer,
                       PlimsollScenario *scenario,
                       PlimsollQualityList *quality)
{
  memset (ask, 0, sizeof *ask);
  ask->sizer = sizer;
  ask->scenario = scenario;
  ask->model = plimsoll_scenario_get_model (scenario);
  ask->accelerator = plimsoll_scenario_get_accelerator (scenario);
  ask->quality = quality;
  plimsoll_scenario_get_question (scenario, &ask->question);
  plimsoll_scenario_get_hardware (scenario, plimsoll_scenario_get_accelerator_count (scenario),
                                  &ask->hardware);
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

  while (self->next < self->store.rows->len && g_get_monotonic_time () < until)
    changed |= plimsoll_fit_store_model (&self->store, &self->asked, self->next++);
  if (self->next >= self->store.rows->len)
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
compute (gpointer data)
{
  PlimsollFitModel *self = data;
  PlimsollFitAsk ask;
  gboolean changed = FALSE;

  plimsoll_sizer_flush (self->sizer);
  plimsoll_fit_ask_init (&ask, self->sizer, plimsoll_sizer_get_scenario (self->sizer),
                         self->quality);

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
      changed = plimsoll_fit_store_precisions (&self->store, &ask);
      break;
    case PLIMSOLL_VARY_HARDWARE:
    default:
      changed = plimsoll_fit_store_hardware (&self->store, &ask);
      break;
    }

  if (changed)
    g_signal_emit (self, signals[SIGNAL_UPDATED], 0);
}

static void
schedule (PlimsollFitModel *self)
{
  plimsoll_later_schedule (&self->later);
}

static void
scenario_changed_cb (PlimsollFitModel *self)
{
  schedule (self);
}

static void
items_changed_cb (PlimsollFitModel *self, guint position, guint removed, guint added)
{
  plimsoll_fit_store_remove (&self->store, position, removed);
  for (guint i = 0; i < added; i++)
    plimsoll_fit_store_insert (&self->store, position + i, row_for (self, position + i));
  self->next = 0;
  schedule (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
offers_changed_cb (PlimsollFitModel *self)
{
  plimsoll_fit_store_set_offers (&self->store, self->store.offers);
  schedule (self);
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
  return PLIMSOLL_FIT_MODEL (list)->store.rows->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  PlimsollFitModel *self = PLIMSOLL_FIT_MODEL (list);

  return position < self->store.rows->len
           ? g_object_ref (plimsoll_fit_store_get (&self->store, position))
           : NULL;
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
      g_value_set_boolean (value, self->later.live);
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

  plimsoll_later_clear (&self->later);
  g_clear_handle_id (&self->slice, g_source_remove);
  plimsoll_fit_store_remove (&self->store, 0, self->store.rows->len);
  g_clear_object (&self->store.offers);
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

  plimsoll_fit_store_clear (&self->store);

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
  plimsoll_later_init (&self->later, compute, self);
  plimsoll_fit_store_init (&self->store);
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

void
plimsoll_fit_model_set_offers (PlimsollFitModel *self, GListModel *offers)
{
  g_return_if_fail (PLIMSOLL_IS_FIT_MODEL (self));
  g_return_if_fail (offers == NULL || G_IS_LIST_MODEL (offers));

  if (self->store.offers == offers)
    return;

  if (self->store.offers != NULL)
    g_signal_handlers_disconnect_by_func (self->store.offers, offers_changed_cb, self);
  plimsoll_fit_store_set_offers (&self->store, offers);
  if (offers != NULL)
    g_signal_connect_object (offers, "items-changed", G_CALLBACK (offers_changed_cb), self,
                             G_CONNECT_SWAPPED);
  schedule (self);
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

  if (self->later.live == live)
    return;

  plimsoll_later_set_live (&self->later, live);
  if (!live && self->slice != 0)
    {
      g_source_remove (self->slice);
      self->next = 0;
      set_slice (self, 0);
      /* Not live, it is done later. */
      schedule (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
}

gboolean
plimsoll_fit_model_get_live (PlimsollFitModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_MODEL (self), FALSE);

  return self->later.live;
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

  plimsoll_later_flush (&self->later);
  if (self->slice == 0)
    return;

  while (self->next < self->store.rows->len)
    changed |= plimsoll_fit_store_model (&self->store, &self->asked, self->next++);
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
