/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-report-private.h"

/* What an accelerator is let for. */

static int
compare_offers (gconstpointer a, gconstpointer b)
{
  const PlimsollReportOffer *one = a, *other = b;

  return (one->board_per_hour > other->board_per_hour)
         - (one->board_per_hour < other->board_per_hour);
}

static void
offer_clear (gpointer data)
{
  g_clear_object (&((PlimsollReportOffer *) data)->offer);
}

GArray *
plimsoll_report_offers_new (PlimsollAccelerator *accelerator, GListModel *offers)
{
  const char *id = plimsoll_accelerator_get_id (accelerator);
  const guint devices = MAX (plimsoll_accelerator_get_facts (accelerator)->devices, 1);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (PlimsollReportOffer));

  g_array_set_clear_func (rows, offer_clear);
  for (guint i = 0; offers != NULL && i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);
      guint count = plimsoll_cloud_offer_get_count (offer);
      PlimsollReportOffer row;

      if (g_strcmp0 (plimsoll_cloud_offer_get_accelerator_id (offer), id) != 0 || count == 0)
        continue;
      /* A part of a board is none. */
      if (plimsoll_cloud_offer_is_per_device (offer))
        {
          if (count % devices != 0)
            continue;
          count /= devices;
        }
      row.boards = count;
      row.board_per_hour = plimsoll_cloud_offer_get_rate (offer) / count;
      row.offer = g_steal_pointer (&offer);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_offers);
  return rows;
}
