/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-pins.h"

#include <glib/gi18n.h>

struct _PlimsollPins
{
  GObject parent_instance;

  GPtrArray *pinned; /* of PlimsollSizer */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollPins,
                               plimsoll_pins,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static PlimsollScenario *
scenario_at (PlimsollPins *self, guint position)
{
  return plimsoll_sizer_get_scenario (g_ptr_array_index (self->pinned, position));
}

static GVariant *
state_of (PlimsollScenario *scenario)
{
  return g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));
}

/* Returns (transfer full): @scenario is kept; nothing else may change it. */
static PlimsollSizer *
answer_to (PlimsollScenario *scenario)
{
  PlimsollSizer *sizer = plimsoll_sizer_new (scenario);

  plimsoll_sizer_flush (sizer);

  return sizer;
}

/* --- GListModel --- */

static GType
get_item_type (GListModel *list)
{
  return PLIMSOLL_TYPE_SIZER;
}

static guint
get_n_items (GListModel *list)
{
  return PLIMSOLL_PINS (list)->pinned->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  PlimsollPins *self = PLIMSOLL_PINS (list);

  return position < self->pinned->len ? g_object_ref (self->pinned->pdata[position]) : NULL;
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
plimsoll_pins_finalize (GObject *object)
{
  PlimsollPins *self = PLIMSOLL_PINS (object);

  g_ptr_array_unref (self->pinned);

  G_OBJECT_CLASS (plimsoll_pins_parent_class)->finalize (object);
}

static void
plimsoll_pins_class_init (PlimsollPinsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_pins_finalize;
}

static void
plimsoll_pins_init (PlimsollPins *self)
{
  self->pinned = g_ptr_array_new_with_free_func (g_object_unref);
}

/* --- Public --- */

PlimsollPins *
plimsoll_pins_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_PINS, NULL);
}

gboolean
plimsoll_pins_find (PlimsollPins *self, PlimsollScenario *scenario, guint *position)
{
  g_autoptr (GVariant) asked = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), FALSE);

  asked = state_of (scenario);
  for (guint i = 0; i < self->pinned->len; i++)
    {
      g_autoptr (GVariant) pinned = state_of (scenario_at (self, i));

      if (!g_variant_equal (asked, pinned))
        continue;
      if (position != NULL)
        *position = i;
      return TRUE;
    }

  return FALSE;
}

PlimsollSizer *
plimsoll_pins_get (PlimsollPins *self, guint position)
{
  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), NULL);
  g_return_val_if_fail (position < self->pinned->len, NULL);

  return g_ptr_array_index (self->pinned, position);
}

gboolean
plimsoll_pins_is_full (PlimsollPins *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), TRUE);

  return self->pinned->len >= PLIMSOLL_MAX_PINS;
}

gboolean
plimsoll_pins_add (PlimsollPins *self, PlimsollScenario *scenario)
{
  g_autoptr (PlimsollScenario) copy = NULL;
  g_autoptr (PlimsollSizer) pinned = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), FALSE);

  if (plimsoll_pins_is_full (self) || plimsoll_pins_find (self, scenario, NULL))
    return FALSE;

  copy = plimsoll_scenario_copy (scenario);
  pinned = answer_to (copy);

  return plimsoll_pins_insert (self, self->pinned->len, pinned);
}

gboolean
plimsoll_pins_insert (PlimsollPins *self, guint position, PlimsollSizer *pinned)
{
  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (pinned), FALSE);

  if (plimsoll_pins_is_full (self))
    return FALSE;

  position = MIN (position, self->pinned->len);
  g_ptr_array_insert (self->pinned, (int) position, g_object_ref (pinned));
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);

  return TRUE;
}

PlimsollSizer *
plimsoll_pins_remove (PlimsollPins *self, guint position)
{
  PlimsollSizer *taken;

  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), NULL);
  g_return_val_if_fail (position < self->pinned->len, NULL);

  taken = g_ptr_array_steal_index (self->pinned, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);

  return taken;
}

GVariant *
plimsoll_pins_to_variant (PlimsollPins *self)
{
  GVariantBuilder builder;

  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), NULL);

  g_variant_builder_init_static (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < self->pinned->len; i++)
    g_variant_builder_add_value (&builder, plimsoll_scenario_to_variant (scenario_at (self, i)));

  return g_variant_builder_end (&builder);
}

gboolean
plimsoll_pins_from_variant (PlimsollPins *self,
                            GVariant *state,
                            const PlimsollScenarioFinder *finder,
                            GError **error)
{
  const guint n_before = self->pinned->len;
  gboolean whole = TRUE;

  g_return_val_if_fail (PLIMSOLL_IS_PINS (self), FALSE);
  g_return_val_if_fail (state != NULL, FALSE);

  if (!g_variant_is_of_type (state, G_VARIANT_TYPE ("aa{sv}")))
    {
      g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                           _("These are not saved questions"));
      return FALSE;
    }

  g_ptr_array_set_size (self->pinned, 0);
  for (gsize i = 0; i < g_variant_n_children (state) && !plimsoll_pins_is_full (self); i++)
    {
      g_autoptr (GVariant) one = g_variant_get_child_value (state, i);
      g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();

      if (!plimsoll_scenario_from_variant (scenario, one, finder, whole ? error : NULL))
        whole = FALSE;
      else if (!plimsoll_pins_find (self, scenario, NULL))
        g_ptr_array_add (self->pinned, answer_to (scenario));
    }
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->pinned->len);

  return whole;
}
