/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-document.h"

G_BEGIN_DECLS

/**
 * PlimsollPageSet: a document set in pages, for a file and for a printer alike. It keeps fonts of
 * its own: made and drawn by one thread at a time, whichever.
 */
typedef struct _PlimsollPageSet PlimsollPageSet;

/** PlimsollPageMark: a place that an outline names. */
typedef struct
{
  const char *title;
  const char *id; /* of the section */
  guint page;     /* from 0 */
  double x, y;    /* points */
} PlimsollPageMark;

/**
 * plimsoll_page_set_new:
 * @document: kept
 * @width: of the paper, points
 * @height: of the paper, points
 *
 * Returns: (transfer full)
 */
PlimsollPageSet *plimsoll_page_set_new (PlimsollDocument *document, double width, double height);
void plimsoll_page_set_free (PlimsollPageSet *self);

guint plimsoll_page_set_get_n_pages (PlimsollPageSet *self);

/** Returns: (transfer none) (array length=n): where sections begin. */
const PlimsollPageMark *plimsoll_page_set_get_marks (PlimsollPageSet *self, guint *n);

/** Draws @page, from 0, with the paper's upper left corner at the origin; text and tables are
 * tagged for those who hear them. */
void plimsoll_page_set_draw (PlimsollPageSet *self, guint page, cairo_t *cr);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollPageSet, plimsoll_page_set_free)

G_END_DECLS
