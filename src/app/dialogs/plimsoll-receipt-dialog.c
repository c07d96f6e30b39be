/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-receipt-dialog.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>

struct _PlimsollReceiptDialog
{
  AdwDialog parent_instance;

  PlimsollScenario *scenario;
  char *text; /* to be copied */

  AdwToastOverlay *toasts;
  AdwPreferencesPage *page;
  GtkLabel *summary;
  GtkLabel *question;
  GtkWidget *use_button;
  AdwPreferencesGroup *speeds; /* (nullable): those that were measured */
  GtkWidget *keep_button;      /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PlimsollReceiptDialog, plimsoll_receipt_dialog, ADW_TYPE_DIALOG)

enum
{
  SIGNAL_USE_QUESTION,
  SIGNAL_KEEP,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static AdwPreferencesGroup *
add_group (PlimsollReceiptDialog *self, const char *title)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autofree char *markup = g_markup_escape_text (title, -1);

  adw_preferences_group_set_title (group, markup);
  adw_preferences_page_add (self->page, group);

  return group;
}

static AdwActionRow *
add_row (AdwPreferencesGroup *group, const char *title, const char *subtitle)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (row, subtitle);
  adw_preferences_group_add (group, GTK_WIDGET (row));

  return row;
}

static void
add_line (AdwPreferencesGroup *group, const PlimsollReceiptLine *line)
{
  g_autofree char *figures = plimsoll_receipt_line_figures (line);
  g_autofree char *difference = plimsoll_receipt_line_difference (line);
  AdwActionRow *row = add_row (group, line->what, figures);
  GtkWidget *label = gtk_label_new (difference);

  gtk_widget_add_css_class (label, "numeric");
  if (plimsoll_receipt_line_is_same (line))
    gtk_widget_add_css_class (label, "dimmed");
  adw_action_row_add_suffix (row, label);
}

static void
add_lines (PlimsollReceiptDialog *self, const PlimsollReceipt *receipt)
{
  AdwPreferencesGroup *group = NULL;
  const char *place = NULL;

  for (guint i = 0; i < receipt->lines->len; i++)
    {
      const PlimsollReceiptLine *line = receipt->lines->pdata[i];

      if (place == NULL || !g_str_equal (place, line->place))
        group = add_group (self, line->place);
      place = line->place;
      add_line (group, line);
    }
}

static void
add_sentences (PlimsollReceiptDialog *self,
               const PlimsollReceipt *receipt,
               const char *const *notes)
{
  AdwPreferencesGroup *group = NULL;

  if ((receipt == NULL || receipt->others->len == 0) && (notes == NULL || *notes == NULL))
    return;
  group = add_group (self, _("Besides"));
  for (guint i = 0; receipt != NULL && i < receipt->others->len; i++)
    add_row (group, receipt->others->pdata[i], NULL);
  for (gsize i = 0; notes != NULL && notes[i] != NULL; i++)
    add_row (group, notes[i], NULL);
}

static void
add_speeds (PlimsollReceiptDialog *self, const PlimsollLog *log)
{
  AdwPreferencesGroup *group;

  if (log->speeds->len == 0)
    return;
  self->speeds = group = add_group (self, _("Measured by llama-bench"));
  for (guint i = 0; i < log->speeds->len; i++)
    {
      const PlimsollLogSpeed *speed = log->speeds->pdata[i];
      g_autofree char *what = plimsoll_receipt_speed_words (speed);
      g_autofree char *mean = plimsoll_format_speed (speed->mean);
      AdwActionRow *row = add_row (group, what, speed->model);
      GtkWidget *label = gtk_label_new (mean);

      gtk_widget_add_css_class (label, "numeric");
      adw_action_row_add_suffix (row, label);
    }
}

static void
copy_cb (PlimsollReceiptDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied to clipboard")));
}

static void
use_cb (PlimsollReceiptDialog *self)
{
  g_signal_emit (self, signals[SIGNAL_USE_QUESTION], 0, self->scenario);
  adw_dialog_close (ADW_DIALOG (self));
}

static void
keep_cb (PlimsollReceiptDialog *self)
{
  gboolean kept = FALSE;

  g_signal_emit (self, signals[SIGNAL_KEEP], 0, &kept);
  if (!kept)
    return;

  gtk_widget_set_sensitive (self->keep_button, FALSE);
  gtk_button_set_label (GTK_BUTTON (self->keep_button), _("Kept"));
  adw_toast_overlay_add_toast (self->toasts,
                               adw_toast_new (_("Kept in “My Hardware” as measured here")));
}

static void
plimsoll_receipt_dialog_dispose (GObject *object)
{
  PlimsollReceiptDialog *self = PLIMSOLL_RECEIPT_DIALOG (object);

  g_clear_object (&self->scenario);
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_RECEIPT_DIALOG);

  G_OBJECT_CLASS (plimsoll_receipt_dialog_parent_class)->dispose (object);
}

static void
plimsoll_receipt_dialog_finalize (GObject *object)
{
  PlimsollReceiptDialog *self = PLIMSOLL_RECEIPT_DIALOG (object);

  g_free (self->text);

  G_OBJECT_CLASS (plimsoll_receipt_dialog_parent_class)->finalize (object);
}

static void
plimsoll_receipt_dialog_class_init (PlimsollReceiptDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_receipt_dialog_dispose;
  object_class->finalize = plimsoll_receipt_dialog_finalize;

  signals[SIGNAL_USE_QUESTION] =
    g_signal_new ("use-question", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PLIMSOLL_TYPE_SCENARIO);
  signals[SIGNAL_KEEP] = g_signal_new ("keep", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_BOOLEAN, 0);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-receipt-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollReceiptDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, PlimsollReceiptDialog, page);
  gtk_widget_class_bind_template_child (widget_class, PlimsollReceiptDialog, summary);
  gtk_widget_class_bind_template_child (widget_class, PlimsollReceiptDialog, question);
  gtk_widget_class_bind_template_child (widget_class, PlimsollReceiptDialog, use_button);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, use_cb);
}

static void
plimsoll_receipt_dialog_init (PlimsollReceiptDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

PlimsollReceiptDialog *
plimsoll_receipt_dialog_new (const PlimsollReceipt *receipt,
                             const PlimsollLog *log,
                             PlimsollScenario *scenario,
                             const char *const *notes)
{
  PlimsollReceiptDialog *self = g_object_new (PLIMSOLL_TYPE_RECEIPT_DIALOG, NULL);
  g_autofree char *summary = receipt != NULL ? plimsoll_receipt_summary (receipt)
                                             : g_strdup (_("The log has speeds alone."));
  g_autofree char *question = plimsoll_receipt_question (log, scenario);

  self->scenario = g_object_ref (scenario);
  self->text = plimsoll_receipt_to_text (receipt, log, scenario, notes);
  gtk_label_set_label (self->summary, summary);
  gtk_label_set_label (self->question, question);
  gtk_widget_set_visible (GTK_WIDGET (self->question), receipt != NULL);
  gtk_widget_set_visible (self->use_button, receipt != NULL);
  if (receipt != NULL)
    add_lines (self, receipt);
  add_speeds (self, log);
  add_sentences (self, receipt, notes);

  return self;
}

void
plimsoll_receipt_dialog_offer (PlimsollReceiptDialog *self,
                               gboolean can_keep,
                               const char *const *sentences)
{
  g_autofree char *text = NULL;
  g_autofree char *markup = NULL;

  g_return_if_fail (PLIMSOLL_IS_RECEIPT_DIALOG (self));
  g_return_if_fail (sentences != NULL);

  if (self->speeds == NULL)
    return;
  text = g_strjoinv ("\n", (char **) sentences);
  markup = g_markup_escape_text (text, -1);
  adw_preferences_group_set_description (self->speeds, markup);
  if (!can_keep)
    return;

  self->keep_button = gtk_button_new_with_mnemonic (_("_Keep"));
  gtk_widget_set_valign (self->keep_button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->keep_button,
                               _("Have these speeds stand in the place of what is modelled"));
  g_signal_connect_object (self->keep_button, "clicked", G_CALLBACK (keep_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (self->speeds, self->keep_button);
}
