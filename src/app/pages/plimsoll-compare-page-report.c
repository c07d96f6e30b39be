/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-compare-page-private.h"

#include "plimsoll-report-page.h"

/* The report of one accelerator, over the table. */

static PlimsollReportPage *
visible_report (PlimsollComparePage *self)
{
  AdwNavigationPage *page =
    self->navigation != NULL ? adw_navigation_view_get_visible_page (self->navigation) : NULL;

  return PLIMSOLL_IS_REPORT_PAGE (page) ? PLIMSOLL_REPORT_PAGE (page) : NULL;
}

static PlimsollReportPage *
new_page (PlimsollComparePage *self, PlimsollAccelerator *accelerator)
{
  g_autoptr (PlimsollAcceleratorReport) report =
    plimsoll_accelerator_report_new (self->sizer, accelerator, G_LIST_MODEL (self->accelerators),
                                     self->offers);
  PlimsollReportPage *page = plimsoll_report_page_new (report, self->own_hardware);

  g_signal_connect_object (page, "report-wanted", G_CALLBACK (plimsoll_compare_page_show_report),
                           self, G_CONNECT_SWAPPED);
  return page;
}

/* One report at a time: from an alternative the way back leads to the table. */
static void
replace (PlimsollComparePage *self, PlimsollAccelerator *accelerator)
{
  AdwNavigationPage *pages[] = { adw_navigation_view_find_page (self->navigation, "table"),
                                 ADW_NAVIGATION_PAGE (new_page (self, accelerator)) };

  adw_navigation_view_replace (self->navigation, pages, G_N_ELEMENTS (pages));
}

void
plimsoll_compare_page_show_report (PlimsollComparePage *self, PlimsollAccelerator *accelerator)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_PAGE (self));
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator));

  if (self->sizer == NULL)
    return;
  if (visible_report (self) != NULL)
    replace (self, accelerator);
  else
    adw_navigation_view_push (self->navigation, ADW_NAVIGATION_PAGE (new_page (self, accelerator)));
}

void
plimsoll_compare_page_follow_report (PlimsollComparePage *self)
{
  PlimsollReportPage *page = visible_report (self);
  PlimsollAccelerator *shown, *now;

  if (page == NULL)
    return;
  shown = plimsoll_accelerator_report_get_accelerator (plimsoll_report_page_get_report (page));
  now = plimsoll_accelerator_list_lookup (self->accelerators, plimsoll_accelerator_get_id (shown));
  if (now == NULL)
    adw_navigation_view_pop (self->navigation);
  else if (now != shown)
    replace (self, now);
}

void
plimsoll_compare_page_renew_report (PlimsollComparePage *self)
{
  PlimsollReportPage *page = visible_report (self);

  if (page != NULL)
    replace (self,
             plimsoll_accelerator_report_get_accelerator (plimsoll_report_page_get_report (page)));
}

void
plimsoll_compare_page_set_prices (PlimsollComparePage *self,
                                  GListModel *offers,
                                  PlimsollOwnHardware *own)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_PAGE (self));

  if (g_set_object (&self->offers, offers) && offers != NULL)
    g_signal_connect_object (offers, "items-changed",
                             G_CALLBACK (plimsoll_compare_page_renew_report), self,
                             G_CONNECT_SWAPPED);
  g_set_object (&self->own_hardware, own);
  for (guint i = 0; i < PLIMSOLL_N_TABLES; i++)
    if (self->tables[i] != NULL)
      plimsoll_fit_model_set_offers (self->tables[i], offers);
}
