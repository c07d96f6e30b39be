/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Rows of a PlimsollFitModel in order, and as text for people and programs. */

/**
 * plimsoll_fit_table_sort:
 * @rows: (element-type PlimsollFit)
 *
 * By name with the locale's collation, else by number; what is not known comes last either way.
 * Rows that are alike stay in their order.
 */
void plimsoll_fit_table_sort (GPtrArray *rows, PlimsollFitColumn column, gboolean descending);

/** Returns: (transfer full): columns aligned by the width that they are shown with. */
char *plimsoll_fit_table_to_text (GPtrArray *rows, const PlimsollFitColumn *columns, guint n);

/** Returns: (transfer full): the figures as they are shown, with tabs between them. */
char *plimsoll_fit_table_to_tabs (GPtrArray *rows, const PlimsollFitColumn *columns, guint n);

/**
 * plimsoll_fit_table_to_csv:
 *
 * Plain numbers, whatever the locale, in the units that the headings name; what is not known is
 * empty. As RFC 4180 has it.
 *
 * Returns: (transfer full)
 */
char *plimsoll_fit_table_to_csv (GPtrArray *rows, const PlimsollFitColumn *columns, guint n);

/** Returns: (transfer full): an object a row: bytes, tokens, counts; what is not known is null. */
JsonArray *plimsoll_fit_table_to_json (GPtrArray *rows, const PlimsollFitColumn *columns, guint n);

/* A cell of such a table, for whoever sets one otherwise; all (transfer full). */

/** "At 8K GiB": the title and the unit that the figures are in */
char *plimsoll_fit_table_column_title (PlimsollFitColumn column);
/** "at_8k_gib", for programs */
char *plimsoll_fit_table_column_key (PlimsollFitColumn column);
/** "17.281", for programs; "" when it is not known */
char *plimsoll_fit_table_plain (PlimsollFit *fit, PlimsollFitColumn column);

G_END_DECLS
