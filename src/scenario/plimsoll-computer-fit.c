/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-computer-fit.h"

#include "plimsoll-fit-private.h"
#include "plimsoll-later.h"
#include "plimsoll-scenario-computer.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollComputerFit
{
  GObject parent_instance;

  PlimsollSizer *sizer;
  PlimsollOwnComputer *computer;
  PlimsollQualityList *quality; /* (nullable) */
  PlimsollScenario *scenario;   /* the question, of the computer */
  PlimsollFit *fit;             /* (nullable) */
  PlimsollLater later;
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollComputerFit,
                               plimsoll_computer_fit,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- The row --- */

static void
compute (gpointer data)
{
  PlimsollComputerFit *self = data;
  const PlimsollWeights *weights;
  PlimsollCostTerms terms;
  PlimsollFitFigures figures;
  PlimsollFitAsk ask;

  if (self->fit == NULL)
    return;

  plimsoll_fit_figures_clear (&figures);
  plimsoll_sizer_flush (self->sizer);
  weights = plimsoll_sizer_get_weights (self->sizer);
  plimsoll_scenario_assign (self->scenario, plimsoll_sizer_get_scenario (self->sizer));
  plimsoll_scenario_set_computer (self->scenario, self->computer);
  /* What was entered is of the question's own hardware. */
  if (!plimsoll_scenario_is_on_computer (plimsoll_sizer_get_scenario (self->sizer), self->computer))
    g_object_set (self->scenario, "purchase-price", (double) NAN, "power-draw", (double) NAN, NULL);
  if (weights != NULL && plimsoll_own_computer_is_known (self->computer))
    {
      plimsoll_fit_ask_init (&ask, self->sizer, self->scenario, self->quality);
      plimsoll_fit_figures_precision (&figures, &ask, ask.model, weights);
      plimsoll_fit_answer (&ask, weights, NULL, &figures, NULL);
      plimsoll_cost_get_terms (self->scenario, &terms);
      plimsoll_fit_cost (self->scenario, &terms, (double) NAN, &figures);
      figures.at_8k = plimsoll_fit_required_at (&ask, ask.model, weights, NULL, 8192);
      figures.at_32k = plimsoll_fit_required_at (&ask, ask.model, weights, NULL, 32768);
      /* It is there, and no more of it. */
      if (figures.verdict == PLIMSOLL_VERDICT_FITS || figures.verdict == PLIMSOLL_VERDICT_TIGHT)
        figures.count = plimsoll_scenario_get_accelerator_count (self->scenario);
    }
  plimsoll_fit_set_figures (self->fit, &figures);
}

static void
schedule (PlimsollComputerFit *self)
{
  plimsoll_later_schedule (&self->later);
}

static PlimsollFit *
row_for (PlimsollOwnComputer *computer)
{
  const PlimsollThisComputer *now = plimsoll_own_computer_get (computer);
  GPtrArray *boards = plimsoll_own_computer_get_boards (computer);
  g_autofree char *hardware = NULL;

  if (now == NULL || (now->memory.total == 0 && now->accelerators->len == 0))
    return NULL;
  hardware = plimsoll_scenario_describe_computer (computer);

  return plimsoll_fit_new_computer (_("This computer"), hardware,
                                    boards->len > 0 ? boards->pdata[0] : NULL);
}

static void
computer_changed_cb (PlimsollComputerFit *self)
{
  const guint before = self->fit != NULL ? 1 : 0;

  g_clear_object (&self->fit);
  self->fit = row_for (self->computer);
  schedule (self);
  plimsoll_later_flush (&self->later);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->fit != NULL ? 1 : 0);
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
  return PLIMSOLL_COMPUTER_FIT (list)->fit != NULL ? 1 : 0;
}

static gpointer
get_item (GListModel *list, guint position)
{
  PlimsollComputerFit *self = PLIMSOLL_COMPUTER_FIT (list);

  return position == 0 && self->fit != NULL ? g_object_ref (self->fit) : NULL;
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
plimsoll_computer_fit_dispose (GObject *object)
{
  PlimsollComputerFit *self = PLIMSOLL_COMPUTER_FIT (object);

  plimsoll_later_clear (&self->later);
  g_clear_object (&self->fit);
  g_clear_object (&self->scenario);
  g_clear_object (&self->quality);
  g_clear_object (&self->computer);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_computer_fit_parent_class)->dispose (object);
}

static void
plimsoll_computer_fit_class_init (PlimsollComputerFitClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_computer_fit_dispose;
}

static void
plimsoll_computer_fit_init (PlimsollComputerFit *self)
{
  plimsoll_later_init (&self->later, compute, self);
  self->scenario = plimsoll_scenario_new ();
}

/* --- Public --- */

PlimsollComputerFit *
plimsoll_computer_fit_new (PlimsollSizer *sizer,
                           PlimsollOwnComputer *computer,
                           PlimsollQualityList *quality)
{
  PlimsollComputerFit *self;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (computer), NULL);

  self = g_object_new (PLIMSOLL_TYPE_COMPUTER_FIT, NULL);
  self->sizer = g_object_ref (sizer);
  self->computer = g_object_ref (computer);
  g_set_object (&self->quality, quality);
  self->fit = row_for (computer);
  g_signal_connect_object (computer, "changed", G_CALLBACK (computer_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (plimsoll_sizer_get_scenario (sizer), "notify", G_CALLBACK (schedule),
                           self, G_CONNECT_SWAPPED);
  schedule (self);

  return self;
}

void
plimsoll_computer_fit_set_live (PlimsollComputerFit *self, gboolean live)
{
  g_return_if_fail (PLIMSOLL_IS_COMPUTER_FIT (self));

  plimsoll_later_set_live (&self->later, live);
}

void
plimsoll_computer_fit_flush (PlimsollComputerFit *self)
{
  g_return_if_fail (PLIMSOLL_IS_COMPUTER_FIT (self));

  plimsoll_later_flush (&self->later);
}
