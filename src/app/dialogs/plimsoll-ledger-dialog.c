/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-dialog.h"

#include <glib/gi18n.h>

/* Of characters that stand at the end of a row. */
#define LONGEST_FIGURE 18

struct _PlimsollLedgerDialog
{
  AdwDialog parent_instance;

  PlimsollLedger *ledger;

  AdwToastOverlay *toasts;
  AdwNavigationView *pages;
};

G_DEFINE_FINAL_TYPE (PlimsollLedgerDialog, plimsoll_ledger_dialog, ADW_TYPE_DIALOG)

/* --- Rows --- */

static AdwPreferencesGroup *
add_group (AdwPreferencesPage *page, const char *title)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  adw_preferences_group_set_title (group, title);
  adw_preferences_page_add (page, group);

  return group;
}

static void
set_first_capital (AdwActionRow *row, const char *text)
{
  g_autofree char *first = g_utf8_substring (text, 0, 1);
  g_autofree char *capital = g_utf8_strup (first, -1);
  g_autofree char *title = g_strconcat (capital, g_utf8_next_char (text), NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
}

/* A row with a figure at its end; one that is a sentence stands in its text. */
static AdwActionRow *
add_row (AdwPreferencesGroup *group, const char *title, const char *subtitle, const char *value)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  const gboolean beside = value != NULL && g_utf8_strlen (value, -1) <= LONGEST_FIGURE;
  g_autofree char *text = NULL;

  if (value == NULL || beside)
    text = g_strdup (subtitle);
  else
    text = subtitle != NULL ? g_strconcat (value, "\n", subtitle, NULL) : g_strdup (value);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  if (*title != '\0')
    set_first_capital (row, title);
  if (text != NULL)
    adw_action_row_set_subtitle (row, text);
  if (beside)
    {
      GtkWidget *label = gtk_label_new (value);

      gtk_widget_add_css_class (label, "numeric");
      adw_action_row_add_suffix (row, label);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  value != NULL ? value : "", -1);
  adw_preferences_group_add (group, GTK_WIDGET (row));

  return row;
}

static void push_entry (PlimsollLedgerDialog *self, PlimsollLedgerEntry *entry);

static void
open_part_cb (AdwActionRow *row, PlimsollLedgerDialog *self)
{
  PlimsollLedgerEntry *entry = g_object_get_data (G_OBJECT (row), "entry");

  push_entry (self, entry);
}

/* A part that says nothing more than it does here does not open. */
static void
make_open (PlimsollLedgerDialog *self, AdwActionRow *row, PlimsollLedgerEntry *from, const char *id)
{
  PlimsollLedgerEntry *entry = id != NULL ? plimsoll_ledger_find (self->ledger, id) : NULL;

  if (entry == NULL)
    return;
  entry = plimsoll_ledger_resolve (self->ledger, entry);
  if (entry == from)
    return;

  adw_action_row_add_suffix (row, g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic",
                                                "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                                NULL));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "entry", g_object_ref (entry), g_object_unref);
  g_signal_connect_object (row, "activated", G_CALLBACK (open_part_cb), self, 0);
}

/* --- A page --- */

static void
add_head (AdwPreferencesPage *page, PlimsollLedgerEntry *entry)
{
  static const char *const value_classes[] = { "title-1", "numeric", NULL };
  static const char *const exact_classes[] = { "dimmed", "numeric", NULL };
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *value = plimsoll_ledger_entry_get_value (entry);
  g_autofree char *exact = plimsoll_ledger_entry_get_exact_value (entry);
  const char *rule = plimsoll_ledger_entry_get_rule (entry);
  GtkWidget *figure = g_object_new (GTK_TYPE_LABEL, "label", value, "css-classes", value_classes,
                                    "wrap", TRUE, "selectable", TRUE, "can-focus", FALSE,
                                    "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, NULL);

  gtk_box_append (GTK_BOX (box), figure);
  if (exact != NULL)
    gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_LABEL, "label", exact, "css-classes",
                                                 exact_classes, "wrap", TRUE, NULL));
  if (rule != NULL)
    gtk_box_append (GTK_BOX (box),
                    g_object_new (GTK_TYPE_LABEL, "label", rule, "wrap", TRUE, "justify",
                                  GTK_JUSTIFY_CENTER, "margin-top", 6, NULL));
  adw_preferences_group_add (group, box);
  adw_preferences_page_add (page, group);
}

static void
add_terms (PlimsollLedgerDialog *self, AdwPreferencesPage *page, PlimsollLedgerEntry *entry)
{
  const guint n = plimsoll_ledger_entry_get_n_terms (entry);
  g_autofree char *relation = plimsoll_ledger_entry_get_relation_text (entry);
  AdwPreferencesGroup *group;

  if (n == 0)
    return;

  group = add_group (page, _("Parts"));
  for (guint i = 0; i < n; i++)
    {
      const PlimsollLedgerTerm *term = plimsoll_ledger_entry_get_term (entry, i);
      g_autofree char *value = plimsoll_ledger_entry_get_term_value (entry, i);
      AdwActionRow *row = add_row (group, term->label, term->formula, value);

      gtk_widget_add_css_class (GTK_WIDGET (row), "numeric");
      make_open (self, row, entry, term->entry);
    }
  if (relation != NULL)
    add_row (group, relation, NULL, NULL);
}

static void
add_inputs (AdwPreferencesPage *page, PlimsollLedgerEntry *entry)
{
  const guint n = plimsoll_ledger_entry_get_n_inputs (entry);
  AdwPreferencesGroup *group;

  if (n == 0)
    return;

  group = add_group (page, _("Follows From"));
  for (guint i = 0; i < n; i++)
    {
      const PlimsollLedgerInput *input = plimsoll_ledger_entry_get_input (entry, i);

      add_row (group, input->name, input->source, input->value);
    }
}

static const char *
exactness_word (PlimsollExactness exactness)
{
  switch (exactness)
    {
    case PLIMSOLL_EXACT:
      return C_("exactness", "Exact");
    case PLIMSOLL_MODELLED:
      return C_("exactness", "Modelled");
    case PLIMSOLL_UNKNOWN:
    default:
      return C_("exactness", "Unknown");
    }
}

static void
add_accuracy (AdwPreferencesPage *page, PlimsollLedgerEntry *entry)
{
  AdwPreferencesGroup *group = add_group (page, _("How Exact"));
  const char *checked_on = plimsoll_ledger_entry_get_checked_on (entry);
  const char *accuracy = plimsoll_ledger_entry_get_accuracy (entry);

  /* What is said of it begins with the word. */
  if (accuracy != NULL && *accuracy != '\0')
    add_row (group, accuracy, NULL, NULL);
  else
    add_row (group, exactness_word (plimsoll_ledger_entry_get_exactness (entry)), NULL, NULL);
  if (checked_on != NULL)
    add_row (group, _("Checked on"), checked_on, NULL);
}

static void
push_entry (PlimsollLedgerDialog *self, PlimsollLedgerEntry *entry)
{
  AdwPreferencesPage *content;
  GtkWidget *view, *bar, *copy;
  AdwNavigationPage *page = adw_navigation_view_get_visible_page (self->pages);

  /* A row can be activated twice before it is out of reach. */
  if (page != NULL && g_object_get_data (G_OBJECT (page), "entry") == entry)
    return;

  content = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  view = adw_toolbar_view_new ();
  bar = adw_header_bar_new ();
  copy = g_object_new (GTK_TYPE_BUTTON, "icon-name", "edit-copy-symbolic", "tooltip-text",
                       _("Copy as Text"), "action-name", "ledger.copy", NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Copy as Text"), -1);
  adw_header_bar_pack_end (ADW_HEADER_BAR (bar), copy);
  adw_toolbar_view_add_top_bar (ADW_TOOLBAR_VIEW (view), bar);
  adw_toolbar_view_set_content (ADW_TOOLBAR_VIEW (view), GTK_WIDGET (content));
  add_head (content, entry);
  add_terms (self, content, entry);
  add_inputs (content, entry);
  add_accuracy (content, entry);

  page = adw_navigation_page_new (view, plimsoll_ledger_entry_get_title (entry));
  g_object_set_data_full (G_OBJECT (page), "entry", g_object_ref (entry), g_object_unref);
  adw_navigation_view_push (self->pages, page);
}

/* --- The dialog --- */

char *
plimsoll_ledger_dialog_get_text (PlimsollLedgerDialog *self)
{
  AdwNavigationPage *page;

  g_return_val_if_fail (PLIMSOLL_IS_LEDGER_DIALOG (self), NULL);

  page = adw_navigation_view_get_visible_page (self->pages);

  return plimsoll_ledger_entry_to_text (g_object_get_data (G_OBJECT (page), "entry"));
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollLedgerDialog *self = PLIMSOLL_LEDGER_DIALOG (widget);
  g_autofree char *text = plimsoll_ledger_dialog_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied to clipboard")));
}

static void
plimsoll_ledger_dialog_dispose (GObject *object)
{
  PlimsollLedgerDialog *self = PLIMSOLL_LEDGER_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_LEDGER_DIALOG);
  g_clear_object (&self->ledger);

  G_OBJECT_CLASS (plimsoll_ledger_dialog_parent_class)->dispose (object);
}

static void
plimsoll_ledger_dialog_class_init (PlimsollLedgerDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_ledger_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-ledger-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollLedgerDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, PlimsollLedgerDialog, pages);
  gtk_widget_class_install_action (widget_class, "ledger.copy", NULL, copy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "ledger.copy",
                                       NULL);
}

static void
plimsoll_ledger_dialog_init (PlimsollLedgerDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

PlimsollLedgerDialog *
plimsoll_ledger_dialog_new (PlimsollLedger *ledger, PlimsollLedgerEntry *entry)
{
  PlimsollLedgerDialog *self = g_object_new (PLIMSOLL_TYPE_LEDGER_DIALOG, NULL);

  self->ledger = g_object_ref (ledger);
  push_entry (self, plimsoll_ledger_resolve (ledger, entry));
  /* As the tile called it. */
  adw_dialog_set_title (ADW_DIALOG (self), plimsoll_ledger_entry_get_title (entry));

  return self;
}
