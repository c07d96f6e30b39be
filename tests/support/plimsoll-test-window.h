/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-application.h"
#include "plimsoll-window.h"

#include <adwaita.h>

/* What tests of the window share: a window with what ships, bounded waits, and ways to find and to
 * operate widgets. */

typedef struct
{
  PlimsollApplication *application;
  PlimsollCatalog *catalog;
  PlimsollModelList *models;
  PlimsollOwnModels *own;
  PlimsollWindow *window;
} TestWindow;

static inline void
test_flag_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
}

/* Lets the main loop run for a while: layout, frames, timers. */
static inline void
test_settle (guint milliseconds)
{
  gboolean over = FALSE;

  g_timeout_add_once (milliseconds, test_flag_cb, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

/* Waits until @condition holds; fails the test after ten seconds. */
#define test_wait_until(condition)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 until_ = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;                                 \
    while (!(condition) && g_get_monotonic_time () < until_)                                       \
      test_settle (5);                                                                             \
    g_assert_true (condition);                                                                     \
  }                                                                                                \
  G_STMT_END

static inline PlimsollWindow *
test_window_open (TestWindow *self, int width, int height)
{
  PlimsollWindow *window = plimsoll_window_new (GTK_APPLICATION (self->application), self->models,
                                                self->own, self->catalog);

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  test_settle (100);
  return window;
}

/** Asserts that a page fits on a telephone, of which the window has the width. */
static inline void
test_assert_is_narrow (GtkWidget *page)
{
  int least;

  test_settle (200);
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpint (gtk_widget_get_width (page), <=, 360);
}

static inline void
test_window_set_up (TestWindow *self, gconstpointer data)
{
  static PlimsollApplication *application;
  static const char *const keys[] = {
    "question",          "page",
    "training",          "compare-lens",
    "compare-columns",   "speed-answer",
    "speed-multiple",    "speed-beside",
    "memory-unit",       "unified-memory-percent",
    "default-engine",    "currency",
    "electricity-price", "hours-per-day",
    "on-this-computer",
  };
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
  /* One for the process, as there is always. */
  if (application == NULL)
    {
      application = plimsoll_application_new ();
      g_application_set_flags (G_APPLICATION (application),
                               g_application_get_flags (G_APPLICATION (application))
                                 | G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (application), NULL, &error);
      g_assert_no_error (error);
    }
  self->application = application;
  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, NULL, &error);
  g_assert_no_error (error);
  self->own = plimsoll_own_models_new (NULL);
  self->window = test_window_open (self, 1200, 800);
}

static inline void
test_window_tear_down (TestWindow *self, gconstpointer data)
{
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  test_settle (20);
  g_assert_true (plimsoll_own_models_flush (self->own, NULL));
  g_clear_object (&self->own);
  g_clear_object (&self->models);
  g_clear_object (&self->catalog);
}

/* The first widget of @type in @root, depth first. */
static inline GtkWidget *
test_find (GtkWidget *root, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A child of the template of @widget, by the name that it has there. */
static inline gpointer
test_child (gpointer widget, const char *name)
{
  GObject *child =
    gtk_widget_get_template_child (GTK_WIDGET (widget), G_OBJECT_TYPE (widget), name);

  g_assert_nonnull (child);
  return child;
}

/* Whether a label that is shown, below @root or itself, has @text in it. */
static inline gboolean
test_shows_text (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root)
      && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (test_shows_text (child, text))
      return TRUE;
  return FALSE;
}

/* As if @keyval were pressed with the focus on @widget. */
static inline gboolean
test_press (GtkWidget *widget, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &handled);
    }
  return handled;
}
