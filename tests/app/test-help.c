/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-format.h"
#include "plimsoll-help-dialog.h"
#include "plimsoll-help-text.h"
#include "plimsoll-text-table.h"

static AdwDialog *
open_help (TestWindow *self, const char *topic)
{
  AdwDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.help", "s", topic);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
  g_assert_true (PLIMSOLL_IS_HELP_DIALOG (dialog));
  test_settle (300);
  return dialog;
}

static AdwNavigationPage *
visible_page (AdwDialog *dialog)
{
  return adw_navigation_view_get_visible_page (test_child (dialog, "pages"));
}

static void
count (GtkWidget *widget, GType type, guint *n)
{
  *n += g_type_is_a (G_OBJECT_TYPE (widget), type) ? 1 : 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count (child, type, n);
}

static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

/* Each topic opens from the list, has all that it is to say, and leads back. */
static void
test_topics (TestWindow *self, gconstpointer data)
{
  guint n, n_rows = 0;
  const PlimsollHelpTopic *topics = plimsoll_help_topics (&n);
  AdwDialog *dialog = open_help (self, "");

  g_assert_cmpstr (adw_navigation_page_get_tag (visible_page (dialog)), ==, "topics");
  count (GTK_WIDGET (visible_page (dialog)), ADW_TYPE_ACTION_ROW, &n_rows);
  g_assert_cmpuint (n_rows, ==, n);
  for (guint i = 0; i < n; i++)
    {
      plimsoll_help_dialog_show_topic (PLIMSOLL_HELP_DIALOG (dialog), topics[i].name);
      test_settle (50);
      g_assert_cmpstr (adw_navigation_page_get_tag (visible_page (dialog)), ==, topics[i].name);
      g_assert_cmpstr (adw_navigation_page_get_title (visible_page (dialog)), ==, topics[i].title);
      for (guint k = 0; k < topics[i].n_parts; k++)
        {
          g_assert_true (says (GTK_WIDGET (visible_page (dialog)), topics[i].parts[k].heading));
          g_assert_true (says (GTK_WIDGET (visible_page (dialog)), topics[i].parts[k].text));
        }
      adw_navigation_view_pop (test_child (dialog, "pages"));
    }
  adw_dialog_force_close (dialog);
}

/* The card has what was measured: tests/core and tests/catalog hold those to the recorded truth. */
static void
test_accuracy (TestWindow *self, gconstpointer data)
{
  AdwDialog *dialog = open_help (self, PLIMSOLL_HELP_ACCURACY);
  GtkWidget *page = GTK_WIDGET (visible_page (dialog));
  guint n, n_tables = 0, by_layers = 0;
  const PlimsollHelpMeasured *rows = plimsoll_help_measured (&n);

  count (page, PLIMSOLL_TYPE_TEXT_TABLE, &n_tables);
  g_assert_cmpuint (n_tables, ==, 3);
  for (guint i = 0; i < n; i++)
    {
      const PlimsollMeasured *measured = plimsoll_measured (rows[i].rule);
      g_autofree char *cases = plimsoll_format_count (measured->n);
      g_autofree char *worst = plimsoll_format_number (measured->worst, 1);

      g_assert_cmpuint (measured->n, >, 0);
      g_assert_cmpuint (measured->exact, <=, measured->n);
      g_assert_cmpfloat (measured->median, <=, measured->ninetieth);
      g_assert_cmpfloat (measured->ninetieth, <=, measured->worst + 0.05);
      g_assert_true (says (page, rows[i].what));
      g_assert_true (says (page, cases));
      g_assert_true (says (page, worst));
    }

  /* Each case has one kind of layers. */
  for (guint rule = PLIMSOLL_MEASURED_ONE_TOTAL_FULL; rule <= PLIMSOLL_MEASURED_ONE_TOTAL_RECURRENT;
       rule++)
    by_layers += plimsoll_measured (rule)->n;
  g_assert_cmpuint (by_layers, ==, plimsoll_measured (PLIMSOLL_MEASURED_ONE_TOTAL)->n);
  adw_dialog_force_close (dialog);
}

/* On a telephone the figures lie below one another, and nothing is cut. */
static void
test_narrow (TestWindow *self, gconstpointer data)
{
  AdwDialog *dialog;
  GtkWidget *page;
  int least;

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 360, 640);
  dialog = open_help (self, PLIMSOLL_HELP_ACCURACY);
  page = GTK_WIDGET (visible_page (dialog));
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpint (gtk_widget_get_width (page), <=, 360);
  adw_dialog_force_close (dialog);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(name, function)                                                                        \
  g_test_add ("/app/help/" name, TestWindow, NULL, test_window_set_up, function,                   \
              test_window_tear_down)
  ADD ("topics", test_topics);
  ADD ("accuracy", test_accuracy);
  ADD ("narrow", test_narrow);
#undef ADD

  return g_test_run ();
}
