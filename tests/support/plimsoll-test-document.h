/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Documents for tests of how they are set and written. */

#pragma once

#include "plimsoll-document.h"

/** Returns: (transfer full): a table of @rows with @name in each, and figures after it. */
static inline PlimsollTable *
plimsoll_test_table (guint rows, const char *name)
{
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "name", "Hardware", PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "usable_gib", "Usable GiB", PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "decode", "Decode tok/s", PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "verdict", "Verdict", PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < rows; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s %u", name, i + 1);

      plimsoll_table_add_row (table, i == 1);
      plimsoll_table_add_cell (table, text, NULL);
      plimsoll_table_take_number (table, g_strdup ("22.80"), 22.8, 3);
      plimsoll_table_add_cell (table, "—", "");
      plimsoll_table_add_cell (table, "Fits", "fits");
    }

  return table;
}

/** Returns: (transfer full): a document of @title with a table of @rows. */
static inline PlimsollDocument *
plimsoll_test_document (const char *title, guint rows, const char *name)
{
  g_autoptr (GDateTime) date = g_date_time_new_utc (2026, 12, 2, 9, 0, 0);
  PlimsollDocument *document = plimsoll_document_new (title, "Q4_K_M · 32K · one request", date);

  plimsoll_document_set_sources (document, "Sources: somewhere.");
  plimsoll_document_add_section (document, "summary", "Summary", TRUE);
  plimsoll_document_add_verdict (document, PLIMSOLL_VERDICT_FITS, "Fits, 1.20 GiB to spare");
  plimsoll_document_add_heading (document, PLIMSOLL_PLACE_START, "At the start");
  plimsoll_document_add_paragraph (document, PLIMSOLL_PLACE_START, "Lead.", "Some words.");
  plimsoll_document_add_heading (document, PLIMSOLL_PLACE_END, "At the end");
  plimsoll_document_add_paragraph (document, PLIMSOLL_PLACE_END, NULL, "Other words.");
  plimsoll_document_add_section (document, "hardware", "Other hardware", FALSE);
  plimsoll_document_take_table (document, PLIMSOLL_PLACE_WHOLE, "hardware",
                                plimsoll_test_table (rows, name));
  plimsoll_document_add_code (document, "llama-server \\\n  --ctx-size 32768");

  return document;
}
