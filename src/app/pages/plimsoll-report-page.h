/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-report.h"
#include "plimsoll-own-hardware.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_REPORT_PAGE (plimsoll_report_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollReportPage,
                      plimsoll_report_page,
                      PLIMSOLL,
                      REPORT_PAGE,
                      AdwNavigationPage)

/**
 * PlimsollReportPage:
 *
 * What one accelerator is good for: a #PlimsollAcceleratorReport to look at. A cell of its grid, an
 * alternative and a button put what they show into the question.
 *
 * Signal "report-wanted" (PlimsollAccelerator): of an alternative.
 */

/** @own: (nullable): to say which prices are the user's own */
PlimsollReportPage *plimsoll_report_page_new (PlimsollAcceleratorReport *report,
                                              PlimsollOwnHardware *own);

/** Returns: (transfer none) */
PlimsollAcceleratorReport *plimsoll_report_page_get_report (PlimsollReportPage *self);

G_END_DECLS
