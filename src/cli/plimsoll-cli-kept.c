/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-hub-download.h"

#include <glib/gi18n.h>

/* What is kept on this computer that is not a question's: of the hub, and the user's own prices. */

static gboolean
change (const PlimsollCliOptions *options, PlimsollCatalog *catalog, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *name = NULL;

  if (options->remove_offers)
    return plimsoll_catalog_remove_own_offers (catalog, NULL, error);
  if (options->import_offers == NULL)
    return plimsoll_catalog_load_user_offers (catalog, NULL, error);

  bytes = plimsoll_hub_read (options->import_offers, PLIMSOLL_OFFERS_MOST_BYTES, NULL, error);
  name = plimsoll_hub_name_of (options->import_offers);
  return bytes != NULL && plimsoll_catalog_import_offers (catalog, NULL, bytes, name, error);
}

static void
print (const PlimsollCliOptions *options, PlimsollCatalog *catalog, PlimsollHub *hub)
{
  const char *folder = plimsoll_hub_get_settings (hub)->cache_folder;
  const guint64 bytes = plimsoll_hub_get_kept (hub);
  const guint n_offers = plimsoll_catalog_count_own_offers (catalog);
  g_autofree char *size = g_format_size (bytes);
  g_autofree char *text = NULL;

  if (options->json)
    {
      g_autoptr (JsonObject) object = json_object_new ();

      json_object_set_int_member (object, "hub_cache_bytes", (gint64) bytes);
      json_object_set_string_member (object, "hub_cache_folder", folder);
      json_object_set_int_member (object, "own_offers", n_offers);
      plimsoll_cli_print_json (object, TRUE);
      return;
    }
  /* Translators: a size, "4.1 MB"; a folder; a number. */
  text = g_strdup_printf (_("Answers of the hub: %s, in %s\nCloud offers of yours: %u\n"), size,
                          folder, n_offers);
  plimsoll_cli_print (text);
}

int
plimsoll_cli_kept (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCatalog) catalog = NULL;
  g_autoptr (PlimsollHub) hub = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) fault = NULL;

  if (!plimsoll_cli_options_parse (&options, "kept", NULL,
                                   _("Says what is kept on this computer of the hub and of your "
                                      "cloud prices, and changes it."),
                                   PLIMSOLL_CLI_TAKES_KEPT, argc, argv, &error))
    return plimsoll_cli_fail (error);

  if (options.names != NULL || (options.import_offers != NULL && options.remove_offers))
    {
      error = g_error_new (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s does not go with %s"),
                           options.names != NULL ? options.names[0] : "--import-offers",
                           options.names != NULL ? "kept" : "--remove-offers");
      return plimsoll_cli_fail (error);
    }

  catalog = plimsoll_catalog_new (NULL, &error);
  if (catalog == NULL)
    return plimsoll_cli_fail (error);
  /* Offers may be of accelerators of one's own; what is at fault among those is no matter here. */
  plimsoll_own_hardware_load (plimsoll_catalog_get_own_hardware (catalog), &fault);
  if (!change (&options, catalog, &error))
    return plimsoll_cli_fail (error);

  hub = plimsoll_hub_new (plimsoll_hub_settings_new ());
  if (options.clear_hub_cache)
    plimsoll_hub_forget (hub);
  print (&options, catalog, hub);

  return PLIMSOLL_EXIT_DONE;
}
