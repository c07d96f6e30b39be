/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page.h"
#include "plimsoll-format.h"
#include "plimsoll-ledger-dialog.h"
#include "plimsoll-legend.h"
#include "plimsoll-test-window.h"
#include "plimsoll-tile.h"

#include <string.h>

/* Tiles and rows of the legend unfold to how their figures came about. */

static GtkWidget *
find (TestWindow *self, GType type)
{
  return test_find (GTK_WIDGET (self->window), type);
}

static AdwDialog *
dialog_of (TestWindow *self)
{
  return adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
}

static void
close_dialog (TestWindow *self)
{
  adw_dialog_force_close (dialog_of (self));
  test_wait_until (dialog_of (self) == NULL);
}

static GtkWidget *
tile_of (TestWindow *self, const char *name)
{
  return test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), name);
}

/* A row that is shown, by its title. */
static GtkWidget *
find_row (GtkWidget *root, const char *title)
{
  if (ADW_IS_ACTION_ROW (root) && gtk_widget_get_mapped (root)
      && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (root)), title) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static char *
text_of (TestWindow *self)
{
  g_assert_true (PLIMSOLL_IS_LEDGER_DIALOG (dialog_of (self)));

  return plimsoll_ledger_dialog_get_text (PLIMSOLL_LEDGER_DIALOG (dialog_of (self)));
}

/* Every tile that is shown, by Enter and by Space, with its own value. */
static void
test_tiles (TestWindow *self, gconstpointer data)
{
  static const char *const names[] = { "required_tile", "headroom_tile", "decode_tile",
                                       "prefill_tile", "first_token_tile" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *tile = tile_of (self, names[i]);
      g_autofree char *title = NULL, *value = NULL, *text = NULL;

      g_assert_true (gtk_widget_get_visible (tile));
      g_object_get (tile, "title", &title, "value", &value, NULL);
      g_assert_true (gtk_widget_grab_focus (tile));
      g_assert_true (test_press (tile, i % 2 == 0 ? GDK_KEY_Return : GDK_KEY_space, 0));
      test_wait_until (dialog_of (self) != NULL);
      text = text_of (self);
      g_assert_true (g_str_has_prefix (text, title));
      if (strstr (text, value) == NULL)
        g_error ("%s is %s, unfolded:\n%s", title, value, text);
      close_dialog (self);
    }
}

/* So does the sentence above the chart. */
static void
test_longest (TestWindow *self, gconstpointer data)
{
  GtkWidget *figure = test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), "longest_figure");
  g_autofree char *text = NULL;

  g_assert_true (gtk_widget_grab_focus (figure));
  g_assert_true (test_press (figure, GDK_KEY_Return, 0));
  test_wait_until (dialog_of (self) != NULL);
  text = text_of (self);
  g_assert_true (g_str_has_prefix (text, "Longest context"));
  close_dialog (self);
}

static void
test_legend (TestWindow *self, gconstpointer data)
{
  GtkWidget *legend = find (self, PLIMSOLL_TYPE_LEGEND);
  guint n = 0;

  for (GtkWidget *item = gtk_widget_get_first_child (legend); item != NULL;
       item = gtk_widget_get_next_sibling (item))
    {
      g_autofree char *text = NULL;

      if (!gtk_widget_get_visible (item))
        continue;
      g_assert_true (gtk_widget_grab_focus (item));
      g_assert_true (test_press (item, GDK_KEY_KP_Enter, 0));
      test_wait_until (dialog_of (self) != NULL);
      text = text_of (self);
      g_assert_cmpuint (strlen (text), >, 40);
      close_dialog (self);
      n++;
    }
  g_assert_cmpuint (n, >=, 5);
}

/* A part opens a page of its own, and what is shown can be copied. */
static void
clipboard_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_parts (TestWindow *self, gconstpointer data)
{
  g_autofree char *required = NULL, *cache = NULL, *copied = NULL;
  g_autofree char *context = plimsoll_format_count (32768);
  GtkWidget *dialog;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.explain", "s",
                                             "required"));
  test_wait_until (dialog_of (self) != NULL);
  dialog = GTK_WIDGET (dialog_of (self));
  required = text_of (self);
  test_wait_until (find_row (dialog, "KV cache") != NULL);
  g_assert_true (gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (find_row (dialog,
                                                                               "KV cache"))));
  g_signal_emit_by_name (find_row (dialog, "KV cache"), "activated");
  test_wait_until (find_row (dialog, "Attention to the whole context") != NULL);
  cache = text_of (self);
  g_assert_cmpstr (cache, !=, required);
  g_assert_nonnull (strstr (cache, "cells"));
  g_assert_false (gtk_list_box_row_get_activatable (
    GTK_LIST_BOX_ROW (find_row (dialog, "Attention to the whole context"))));
  gtk_test_accessible_assert_property (find_row (dialog, "Context"),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, context);

  g_assert_true (gtk_widget_activate_action (dialog, "ledger.copy", NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (dialog), NULL, clipboard_cb, &copied);
  test_wait_until (copied != NULL);
  g_assert_cmpstr (copied, ==, cache);
  close_dialog (self);
}

/* Where there is no answer, and of a figure that is not there, nothing opens. */
static void
test_nothing (TestWindow *self, gconstpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.explain", "s", "no such figure");
  plimsoll_scenario_set_model (plimsoll_window_get_scenario (self->window), NULL);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.explain", "s", "required");
  test_settle (50);
  g_assert_null (dialog_of (self));
}

static void
test_accessible (TestWindow *self, gconstpointer data)
{
  GtkWidget *tile = tile_of (self, "required_tile");
  GtkWidget *item = gtk_widget_get_first_child (find (self, PLIMSOLL_TYPE_LEGEND));

  gtk_test_accessible_assert_role (tile, GTK_ACCESSIBLE_ROLE_BUTTON);
  gtk_test_accessible_assert_property (tile, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE);
  gtk_test_accessible_assert_property (item, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE);
  g_assert_true (gtk_widget_get_focusable (item));
}

static void
add (const char *path, void (*test) (TestWindow *self, gconstpointer data))
{
  g_test_add (path, TestWindow, NULL, test_window_set_up, test, test_window_tear_down);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  add ("/ledger/tiles", test_tiles);
  add ("/ledger/longest", test_longest);
  add ("/ledger/legend", test_legend);
  add ("/ledger/parts", test_parts);
  add ("/ledger/nothing", test_nothing);
  add ("/ledger/accessible", test_accessible);
  return g_test_run ();
}
