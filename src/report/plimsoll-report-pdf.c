/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-page-set.h"
#include "plimsoll-report-file.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>

static cairo_status_t
take_cb (void *data, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (data, bytes, length);

  return CAIRO_STATUS_SUCCESS;
}

static void
describe (PlimsollDocument *document, cairo_surface_t *surface)
{
  g_autofree char *date = g_date_time_format_iso8601 (plimsoll_document_get_date (document));

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE,
                                  plimsoll_document_get_title (document));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT,
                                  plimsoll_document_get_question (document));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR,
                                  "Plimsoll " PLIMSOLL_VERSION);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, date);
}

static void
add_outline (PlimsollPageSet *pages, cairo_surface_t *surface)
{
  guint n;
  const PlimsollPageMark *marks = plimsoll_page_set_get_marks (pages, &n);

  for (guint i = 0; i < n; i++)
    {
      char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *place = NULL;

      g_ascii_formatd (x, sizeof x, "%.1f", marks[i].x);
      g_ascii_formatd (y, sizeof y, "%.1f", marks[i].y);
      place = g_strdup_printf ("page=%u pos=[%s %s]", marks[i].page + 1, x, y);
      cairo_pdf_surface_add_outline (surface, CAIRO_PDF_OUTLINE_ROOT, marks[i].title, place,
                                     CAIRO_PDF_OUTLINE_FLAG_OPEN);
    }
}

static gboolean
draw (PlimsollPageSet *pages, cairo_surface_t *surface, GCancellable *cancellable, GError **error)
{
  cairo_t *cr = cairo_create (surface);
  const guint n = plimsoll_page_set_get_n_pages (pages);
  gboolean cancelled = FALSE;

  cairo_tag_begin (cr, "Document", NULL);
  for (guint i = 0; i < n && !cancelled; i++)
    {
      g_autofree char *label = g_strdup_printf ("%u", i + 1);

      cairo_pdf_surface_set_page_label (surface, label);
      plimsoll_page_set_draw (pages, i, cr);
      /* The last page is closed with the file, so that what was begun ends on it. */
      if (i + 1 < n)
        cairo_show_page (cr);
      cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  cairo_tag_end (cr, "Document");
  cairo_destroy (cr);

  return !cancelled;
}

GBytes *
plimsoll_document_to_pdf (PlimsollDocument *document,
                          PlimsollPaper paper,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (PlimsollPageSet) pages = NULL;
  cairo_surface_t *surface;
  double width, height;
  cairo_status_t status;
  gboolean drawn;

  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (document), NULL);

  plimsoll_paper_get_size (paper, &width, &height);
  pages = plimsoll_page_set_new (document, width, height);
  surface = cairo_pdf_surface_create_for_stream (take_cb, bytes, width, height);
  describe (document, surface);
  add_outline (pages, surface);
  drawn = draw (pages, surface, cancellable, error);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (!drawn)
    return NULL;
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   /* Translators: what the drawing library says. */
                   _("The pages could not be drawn: %s"), cairo_status_to_string (status));
      return NULL;
    }

  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
