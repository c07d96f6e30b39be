/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of accelerators and of cloud offers, as a user may have edited them, and names to find. */

#include "plimsoll-accelerator-list.h"
#include "plimsoll-cloud-offer.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (PlimsollAcceleratorList) list = plimsoll_accelerator_list_new ();
  g_autoptr (GListStore) offers = NULL;
  g_autoptr (PlimsollAccelerator) found = NULL;
  g_autofree char *query = g_strndup ((const char *) data, MIN (size, 300));
  g_autoptr (GError) error = NULL;

  if (!plimsoll_accelerator_list_load (list, bytes, "fuzz.json", &error))
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_clear_error (&error);

  offers = plimsoll_cloud_offers_load (bytes, "fuzz.json", NULL, &error);
  if (offers == NULL)
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_clear_error (&error);

  found = plimsoll_accelerator_list_find (list, query, &error);
  if (found == NULL)
    g_assert_true (g_utf8_validate (error->message, -1, NULL));

  return 0;
}
