/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-document.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A document in a file. Any thread may write one. */

typedef enum
{
  PLIMSOLL_FORMAT_PDF,
  PLIMSOLL_FORMAT_MARKDOWN,
  PLIMSOLL_FORMAT_CSV,
  PLIMSOLL_FORMAT_JSON,
} PlimsollFormat;

#define PLIMSOLL_N_FORMATS (PLIMSOLL_FORMAT_JSON + 1)

/** PlimsollFormatInfo: what a format is called. */
typedef struct
{
  const char *suffix; /* "pdf", and its name on the command line */
  const char *title;  /* to be translated: "PDF document" */
  const char *type;   /* "application/pdf" */
} PlimsollFormatInfo;

/** Returns: a static row. */
const PlimsollFormatInfo *plimsoll_format_info (PlimsollFormat format);

/** Reads the suffix of @name, or a whole name: "report.pdf", "pdf", "markdown". */
gboolean plimsoll_format_from_name (const char *name, PlimsollFormat *format);

typedef enum
{
  PLIMSOLL_PAPER_A4,
  PLIMSOLL_PAPER_LETTER,
} PlimsollPaper;

/** Returns: what the locale prints on. */
PlimsollPaper plimsoll_paper_default (void);

/** Sets the size of @paper, in points. */
void plimsoll_paper_get_size (PlimsollPaper paper, double *width, double *height);

/**
 * plimsoll_report_to_bytes:
 * @cancellable: (nullable)
 *
 * Returns: (transfer full): the whole of the file; or %NULL with @error set
 */
GBytes *plimsoll_report_to_bytes (PlimsollDocument *document,
                                  PlimsollFormat format,
                                  PlimsollPaper paper,
                                  GCancellable *cancellable,
                                  GError **error);

/**
 * plimsoll_report_write:
 * @path: where; a link is followed
 * @error: in one line, naming the file and the fault
 *
 * Puts @bytes in the place of what is there, all of them or none: whatever goes wrong, the file
 * stays as it was, and none is there that was not.
 */
gboolean plimsoll_report_write (const char *path, GBytes *bytes, GError **error);

/** Returns: (transfer full): for each format the document as text. */
char *plimsoll_document_to_markdown (PlimsollDocument *document);
char *plimsoll_document_to_csv (PlimsollDocument *document);
char *plimsoll_document_to_json (PlimsollDocument *document);

/** Returns: (transfer full): or %NULL with @error set. */
GBytes *plimsoll_document_to_pdf (PlimsollDocument *document,
                                  PlimsollPaper paper,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
