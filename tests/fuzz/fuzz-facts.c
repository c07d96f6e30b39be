/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of accelerators and of cloud offers, as a user may have edited them, and names to find. */

#include "fuzz-target.h"

#include "plimsoll-accelerator-list.h"
#include "plimsoll-cloud-offer.h"

void
fuzz_one_input (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (PlimsollAcceleratorList) list = plimsoll_accelerator_list_new ();
  g_autoptr (GListStore) offers = NULL;
  g_autoptr (PlimsollAccelerator) found = NULL;
  g_autofree char *query = g_strndup ((const char *) data, MIN (size, 300));
  g_autoptr (GError) error = NULL;

  if (!plimsoll_accelerator_list_load (list, bytes, "fuzz.json", &error))
    fuzz_check_line (error->message);
  g_clear_error (&error);

  offers = plimsoll_cloud_offers_load (bytes, "fuzz.json", NULL, &error);
  if (offers == NULL)
    fuzz_check_line (error->message);
  g_clear_error (&error);

  found = plimsoll_accelerator_list_find (list, query, &error);
  if (found == NULL)
    fuzz_check_line (error->message);
}
