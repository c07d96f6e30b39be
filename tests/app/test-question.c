/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The question pane: accelerators beside the first, and what is loaded beside the model. */

#include "config.h"

#include "plimsoll-test-open.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-further-boards.h"
#include "plimsoll-question-pane.h"
#include "plimsoll-window-private.h"

static PlimsollScenario *
scenario_of (TestOpen *self)
{
  return plimsoll_window_get_scenario (WINDOW (self));
}

static GtkWidget *
pane_of (TestOpen *self)
{
  return GTK_WIDGET (WINDOW (self)->question);
}

/* --- Accelerators --- */

static guint
position_of (TestOpen *self, const char *id)
{
  GListModel *list = G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->base.catalog));

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (PlimsollAccelerator) item = g_list_model_get_item (list, i);

      if (g_str_equal (plimsoll_accelerator_get_id (item), id))
        return i;
    }
  g_assert_not_reached ();
}

/* The row is ready for the next one. */
static void
choose (TestOpen *self, AdwComboRow *add_row, const char *id)
{
  adw_combo_row_set_selected (add_row, position_of (self, id) + 1);
  test_wait_until (adw_combo_row_get_selected (add_row) == 0);
}

static guint
kinds_of (TestOpen *self, PlimsollAcceleratorCount *kinds)
{
  return plimsoll_scenario_get_further_kinds (scenario_of (self), kinds);
}

static GtkWidget *
row (GtkWidget *boards, int i)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (test_child (boards, "list"), i));
}

static void
test_further (TestOpen *self, gconstpointer data)
{
  GtkWidget *boards = test_child (pane_of (self), "further_boards");
  AdwComboRow *add_row = test_child (boards, "add_row");
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  guint64 one;

  plimsoll_sizer_flush (plimsoll_window_get_sizer (WINDOW (self)));
  one = plimsoll_sizer_get_estimate (plimsoll_window_get_sizer (WINDOW (self)))->usable;
  g_assert_true (row (boards, 0) == GTK_WIDGET (add_row));

  choose (self, add_row, "nvidia-rtx-3060-12gb");
  g_assert_cmpuint (kinds_of (self, kinds), ==, 1);
  g_assert_cmpstr (plimsoll_accelerator_get_id (kinds[0].accelerator), ==, "nvidia-rtx-3060-12gb");
  g_assert_cmpuint (kinds[0].count, ==, 1);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row (boards, 0))), ==,
                   plimsoll_accelerator_get_name (kinds[0].accelerator));
  plimsoll_sizer_flush (plimsoll_window_get_sizer (WINDOW (self)));
  g_assert_cmpuint (plimsoll_sizer_get_estimate (plimsoll_window_get_sizer (WINDOW (self)))->usable,
                    >, one);

  /* Another kind, more of the first, and the first again: no kind has two rows. */
  choose (self, add_row, "nvidia-rtx-3090");
  adw_spin_row_set_value (ADW_SPIN_ROW (row (boards, 0)), 3);
  choose (self, add_row, "nvidia-rtx-3060-12gb");
  g_assert_cmpuint (kinds_of (self, kinds), ==, 2);
  g_assert_cmpuint (kinds[0].count, ==, 4);
  g_assert_cmpuint (kinds[1].count, ==, 1);
  g_assert_cmpfloat (adw_spin_row_get_value (ADW_SPIN_ROW (row (boards, 0))), ==, 4);

  /* What the target is already is counted there. */
  choose (self, add_row, "nvidia-rtx-4090");
  g_assert_cmpuint (kinds_of (self, kinds), ==, 2);
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario_of (self)), ==, 2);
}

static void
test_further_removed (TestOpen *self, gconstpointer data)
{
  GtkWidget *boards = test_child (pane_of (self), "further_boards");
  AdwComboRow *add_row = test_child (boards, "add_row");
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  GtkWidget *button;
  g_autofree char *label = NULL;

  choose (self, add_row, "nvidia-rtx-3060-12gb");
  choose (self, add_row, "nvidia-rtx-3090");
  kinds_of (self, kinds);
  label = g_strdup_printf ("Remove %s", plimsoll_accelerator_get_name (kinds[0].accelerator));
  button = g_object_get_data (G_OBJECT (row (boards, 0)), "remove-button");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       label);

  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (kinds_of (self, kinds), ==, 1);
  g_assert_cmpstr (plimsoll_accelerator_get_id (kinds[0].accelerator), ==, "nvidia-rtx-3090");
  g_assert_true (row (boards, 1) == GTK_WIDGET (add_row));

  /* It follows what changes elsewhere. */
  plimsoll_scenario_set_further_accelerators (scenario_of (self), NULL);
  g_assert_true (row (boards, 0) == GTK_WIDGET (add_row));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test)                                                                            \
  g_test_add ("/question/" path, TestOpen, NULL, test_open_set_up, test, test_open_tear_down)
  ADD ("further", test_further);
  ADD ("further-removed", test_further_removed);
#undef ADD

  return g_test_run ();
}
