/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_CHART_TABLE (plimsoll_chart_table_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollChartTable, plimsoll_chart_table, PLIMSOLL, CHART_TABLE, GtkWidget)

/**
 * PlimsollChartTable:
 *
 * The figures of a chart as a table, for those who would rather read them, or have them read.
 *
 * Role: group; what is in it has that of a table. CSS node: chart-table.
 */

/**
 * plimsoll_chart_table_set:
 * @name: what the table is of
 * @titles: (array zero-terminated=1): of the columns
 * @cells: (element-type utf8): row after row, as many each as there are titles
 */
void plimsoll_chart_table_set (PlimsollChartTable *self,
                               const char *name,
                               const char *const *titles,
                               GPtrArray *cells);

/** Returns: the rows that it has. */
guint plimsoll_chart_table_get_n_rows (PlimsollChartTable *self);

/** Returns: (nullable) (transfer none) */
const char *plimsoll_chart_table_get_cell (PlimsollChartTable *self, guint row, guint column);

G_END_DECLS
