/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"
#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COMPARE_PAGE (plimsoll_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollComparePage, plimsoll_compare_page, PLIMSOLL, COMPARE_PAGE, GtkWidget)

/**
 * PlimsollComparePage:
 *
 * The question with one thing of it varied, in a table: every accelerator, every model, or every
 * precision. Below 500 sp rows of two lines take the place of columns.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * Actions: compare.copy ("s": "text" or "csv"; the selected rows, all when there are none),
 * compare.sort ("s": a column's key), compare.descending, compare.show-KEY (each column),
 * compare.reset-columns, compare.use, compare.filter, compare.menu.
 *
 * CSS node: compare-page. Role: group, "Compare".
 */

/**
 * plimsoll_compare_page_set_lists:
 *
 * What is compared; before there is a sizer.
 */
void plimsoll_compare_page_set_lists (PlimsollComparePage *self,
                                      PlimsollAcceleratorList *accelerators,
                                      PlimsollModelList *models,
                                      PlimsollQualityList *quality);

/**
 * plimsoll_compare_page_set_prices:
 * @offers: (nullable): of #PlimsollCloudOffer
 * @own: (nullable): what the user has changed
 *
 * For the reports of accelerators.
 */
void plimsoll_compare_page_set_prices (PlimsollComparePage *self,
                                       GListModel *offers,
                                       PlimsollOwnHardware *own);

/** Shows all figures anew, in the unit that is set. */
void plimsoll_compare_page_show_unit (PlimsollComparePage *self);

/** Has @computer be on top of the accelerators, whatever their order and whichever are shown;
 * before there is a sizer. */
void plimsoll_compare_page_set_computer (PlimsollComparePage *self, PlimsollOwnComputer *computer);

/** Shows what @accelerator is good for, over the table. */
void plimsoll_compare_page_show_report (PlimsollComparePage *self,
                                        PlimsollAccelerator *accelerator);

/** Returns: (transfer full): the rows as they are shown, as text with tabs or CSV. */
char *plimsoll_compare_page_copy (PlimsollComparePage *self, gboolean csv);

G_END_DECLS
