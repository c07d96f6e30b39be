/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-print.h"

#include "plimsoll-page-set.h"

#include <glib/gi18n.h>

#define SETTINGS_KEY "print-settings"

typedef struct
{
  PlimsollDocument *document;
  PlimsollPageSet *pages; /* (nullable): for the paper that was chosen */
  GSettings *settings;
} Printing;

static void
printing_free (gpointer data)
{
  Printing *self = data;

  g_clear_pointer (&self->pages, plimsoll_page_set_free);
  g_object_unref (self->document);
  g_object_unref (self->settings);
  g_free (self);
}

static void
begin_cb (GtkPrintOperation *operation, GtkPrintContext *context, gpointer data)
{
  Printing *self = data;

  g_clear_pointer (&self->pages, plimsoll_page_set_free);
  self->pages = plimsoll_page_set_new (self->document, gtk_print_context_get_width (context),
                                       gtk_print_context_get_height (context));
  gtk_print_operation_set_n_pages (operation, (int) plimsoll_page_set_get_n_pages (self->pages));
}

static void
draw_cb (GtkPrintOperation *operation, GtkPrintContext *context, int page, gpointer data)
{
  Printing *self = data;

  plimsoll_page_set_draw (self->pages, (guint) page, gtk_print_context_get_cairo_context (context));
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, gpointer data)
{
  Printing *self = data;
  GtkPrintSettings *settings = gtk_print_operation_get_print_settings (operation);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_APPLY || settings == NULL)
    return;
  gtk_print_settings_to_key_file (settings, file, NULL);
  text = g_key_file_to_data (file, NULL, NULL);
  g_settings_set_string (self->settings, SETTINGS_KEY, text);
}

/* What cannot be read is as if it had never been printed. */
static void
restore (GtkPrintOperation *operation, GSettings *settings)
{
  g_autofree char *text = g_settings_get_string (settings, SETTINGS_KEY);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GtkPrintSettings) last = NULL;

  if (*text == '\0' || !g_key_file_load_from_data (file, text, (gsize) -1, G_KEY_FILE_NONE, NULL))
    return;
  last = gtk_print_settings_new_from_key_file (file, NULL, NULL);
  if (last != NULL)
    gtk_print_operation_set_print_settings (operation, last);
}

GtkPrintOperation *
plimsoll_print_new (PlimsollDocument *document, GSettings *settings)
{
  GtkPrintOperation *operation;
  Printing *self;

  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (document), NULL);

  operation = gtk_print_operation_new ();
  self = g_new0 (Printing, 1);
  self->document = g_object_ref (document);
  self->settings = g_object_ref (settings);
  g_object_set_data_full (G_OBJECT (operation), "plimsoll-printing", self, printing_free);

  restore (operation, settings);
  gtk_print_operation_set_job_name (operation, plimsoll_document_get_title (document));
  /* Pages have margins of their own, measured from the edge of the paper. */
  gtk_print_operation_set_use_full_page (operation, TRUE);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_allow_async (operation, TRUE);
  g_signal_connect (operation, "begin-print", G_CALLBACK (begin_cb), self);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_cb), self);
  g_signal_connect (operation, "done", G_CALLBACK (done_cb), self);

  return operation;
}
