/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-help-dialog.h"

#include "plimsoll-format.h"
#include "plimsoll-help-text.h"
#include "plimsoll-text-table.h"

#include <glib/gi18n.h>

struct _PlimsollHelpDialog
{
  AdwDialog parent_instance;

  AdwNavigationView *pages;
  AdwPreferencesGroup *topics_group;
};

G_DEFINE_FINAL_TYPE (PlimsollHelpDialog, plimsoll_help_dialog, ADW_TYPE_DIALOG)

/* --- A page --- */

static void
add_heading (GtkBox *box, const char *text)
{
  gtk_box_append (box,
                  g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE,
                                "margin-top", 12, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                                "css-classes", (const char *const[]) { "heading", NULL }, NULL));
}

static void
add_part (GtkBox *box, const PlimsollHelpPart *part)
{
  add_heading (box, _(part->heading));
  gtk_box_append (box, g_object_new (GTK_TYPE_LABEL, "label", _(part->text), "xalign", 0.0, "wrap",
                                     TRUE, "selectable", TRUE, NULL));
}

static void
add_measured (PlimsollTextTable *table, const PlimsollHelpMeasured *row)
{
  const PlimsollMeasured *measured = plimsoll_measured (row->rule);
  g_autofree char *cases = plimsoll_format_count (measured->n);
  g_autofree char *exact = plimsoll_format_count (measured->exact);
  g_autofree char *median = plimsoll_format_number (measured->median, 2);
  g_autofree char *ninetieth = plimsoll_format_number (measured->ninetieth, 2);
  g_autofree char *worst = plimsoll_format_number (measured->worst, 1);
  const char *const texts[] = { cases, exact, median, ninetieth, worst };

  plimsoll_text_table_add (table, _(row->what), texts, NULL);
}

/* One table an engine; in a narrow window the figures lie below one another. */
static void
fill_tables (GtkBox *box, gboolean narrow)
{
  const char *const columns[] = { _("Cases"), _("Exact"), _("Median, %"),
                                  /* Translators: nine in ten errors are no larger. */
                                  _("90th, %"), _("Worst, %") };
  guint n;
  const PlimsollHelpMeasured *rows = plimsoll_help_measured (&n);
  PlimsollTextTable *table = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || !g_str_equal (rows[i].engine, rows[i - 1].engine))
        {
          add_heading (box, rows[i].engine);
          table = PLIMSOLL_TEXT_TABLE (plimsoll_text_table_new ());
          gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                          rows[i].engine, -1);
          plimsoll_text_table_begin (table, columns, G_N_ELEMENTS (columns), narrow);
          gtk_box_append (box, GTK_WIDGET (table));
        }
      add_measured (table, &rows[i]);
    }
}

static void
narrow_cb (GtkBox *box)
{
  fill_tables (box, TRUE);
}

static void
wide_cb (GtkBox *box)
{
  fill_tables (box, FALSE);
}

static GtkWidget *
scroll (GtkWidget *content)
{
  GtkWidget *clamp = g_object_new (ADW_TYPE_CLAMP, "child", content, "margin-top", 6,
                                   "margin-bottom", 24, "margin-start", 18, "margin-end", 18, NULL);

  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", clamp, "hscrollbar-policy",
                       GTK_POLICY_NEVER, NULL);
}

/* What follows the width of the page is in a bin of its own, with a breakpoint. */
static GtkWidget *
tables_in (GtkBox *tables, GtkWidget *content)
{
  AdwBreakpoint *breakpoint =
    adw_breakpoint_new (adw_breakpoint_condition_parse ("max-width: 520sp"));
  GtkWidget *bin = g_object_new (ADW_TYPE_BREAKPOINT_BIN, "child", content, "width-request", 300,
                                 "height-request", 150, "vexpand", TRUE, NULL);

  g_signal_connect_object (breakpoint, "apply", G_CALLBACK (narrow_cb), tables, G_CONNECT_SWAPPED);
  g_signal_connect_object (breakpoint, "unapply", G_CALLBACK (wide_cb), tables, G_CONNECT_SWAPPED);
  adw_breakpoint_bin_add_breakpoint (ADW_BREAKPOINT_BIN (bin), breakpoint);

  return bin;
}

static AdwNavigationPage *
page_new (const PlimsollHelpTopic *topic)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *view = adw_toolbar_view_new ();
  GtkWidget *content = scroll (box);
  AdwNavigationPage *page;

  for (guint i = 0; i < topic->n_parts; i++)
    add_part (GTK_BOX (box), &topic->parts[i]);
  if (g_str_equal (topic->name, PLIMSOLL_HELP_ACCURACY))
    {
      GtkWidget *tables = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

      gtk_box_append (GTK_BOX (box), tables);
      wide_cb (GTK_BOX (tables));
      content = tables_in (GTK_BOX (tables), content);
    }

  adw_toolbar_view_add_top_bar (ADW_TOOLBAR_VIEW (view), adw_header_bar_new ());
  adw_toolbar_view_set_content (ADW_TOOLBAR_VIEW (view), content);
  page = adw_navigation_page_new_with_tag (view, _(topic->title), topic->name);

  return page;
}

/* --- The dialog --- */

static void
topic_cb (AdwActionRow *row, PlimsollHelpDialog *self)
{
  plimsoll_help_dialog_show_topic (self, g_object_get_data (G_OBJECT (row), "topic"));
}

static void
add_topic (PlimsollHelpDialog *self, const PlimsollHelpTopic *topic)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", _(topic->title), "subtitle",
                                 _(topic->summary), "activatable", TRUE, NULL);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic",
                                           "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                           NULL));
  g_object_set_data (G_OBJECT (row), "topic", (gpointer) topic->name);
  g_signal_connect_object (row, "activated", G_CALLBACK (topic_cb), self, 0);
  adw_preferences_group_add (self->topics_group, row);
  adw_navigation_view_add (self->pages, page_new (topic));
}

static void
plimsoll_help_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_HELP_DIALOG);

  G_OBJECT_CLASS (plimsoll_help_dialog_parent_class)->dispose (object);
}

static void
plimsoll_help_dialog_class_init (PlimsollHelpDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_help_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-help-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollHelpDialog, pages);
  gtk_widget_class_bind_template_child (widget_class, PlimsollHelpDialog, topics_group);
}

static void
plimsoll_help_dialog_init (PlimsollHelpDialog *self)
{
  guint n;
  const PlimsollHelpTopic *topics = plimsoll_help_topics (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < n; i++)
    add_topic (self, &topics[i]);
}

AdwDialog *
plimsoll_help_dialog_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_HELP_DIALOG, NULL);
}

void
plimsoll_help_dialog_show_topic (PlimsollHelpDialog *self, const char *topic)
{
  g_return_if_fail (PLIMSOLL_IS_HELP_DIALOG (self));
  g_return_if_fail (topic != NULL);

  /* A row can be activated twice before it is out of reach. */
  if (adw_navigation_view_get_visible_page_tag (self->pages) == NULL
      || !g_str_equal (adw_navigation_view_get_visible_page_tag (self->pages), topic))
    adw_navigation_view_push_by_tag (self->pages, topic);
}
