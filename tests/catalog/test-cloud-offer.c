/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "catalog-fixture.h"

#define GIB (G_GUINT64_CONSTANT (1) << 30)

#define OFFER(more)                                                                                         \
  "{\"id\": \"o\", \"provider\": \"P\", \"instance\": \"1x X\", \"accelerator_name\": \"X\", \"count\": 1," \
  " \"usd_per_hour\": 1.5, \"date\": \"2026\", \"source\": \"s\"" more "}"
#define FILE_OF(rows)                                                                              \
  "{\"format\": 1, \"providers\": {\"P\": \"https://p.example/\"}, \"offers\": [" rows "]}"

static GListStore *
load (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = bytes_of (text);
  g_autoptr (PlimsollAcceleratorList) accelerators = plimsoll_accelerator_list_new ();

  return plimsoll_cloud_offers_load (bytes, "mine.json", accelerators, error);
}

static PlimsollCloudOffer *
load_one (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListStore) store = load (text, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (store)), ==, 1);

  return g_list_model_get_item (G_LIST_MODEL (store), 0);
}

static PlimsollCloudOffer *
find_offer (PlimsollCatalog *catalog, const char *id)
{
  GListModel *offers = plimsoll_catalog_get_offers (catalog);

  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      if (g_str_equal (plimsoll_cloud_offer_get_id (offer), id))
        return g_steal_pointer (&offer);
    }

  g_assert_not_reached ();
}

/* The offer of the page that the idea came from. */
static void
test_shipped (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (PlimsollCloudOffer) offer =
    find_offer (catalog, "runpod-8x-b300-288gb-blackwell-ultra-community-cloud-on-demand");

  g_assert_cmpstr (plimsoll_cloud_offer_get_provider (offer), ==, "RunPod");
  g_assert_cmpstr (plimsoll_cloud_offer_get_url (offer), ==, "https://www.runpod.io/pricing");
  g_assert_cmpstr (plimsoll_cloud_offer_get_instance (offer), ==,
                   "8x B300 288GB Blackwell Ultra (Community Cloud)");
  g_assert_cmpstr (plimsoll_cloud_offer_get_accelerator_id (offer), ==,
                   "nvidia-b300-288gb-blackwell-ultra");
  g_assert_cmpstr (plimsoll_cloud_offer_get_accelerator_name (offer), ==, "NVIDIA B300");
  g_assert_cmpuint (plimsoll_cloud_offer_get_count (offer), ==, 8);
  g_assert_false (plimsoll_cloud_offer_is_per_device (offer));
  g_assert_cmpuint (plimsoll_cloud_offer_get_memory (offer), ==, 2304 * GIB);
  g_assert_cmpfloat (plimsoll_cloud_offer_get_rate (offer), ==, 55.52);
  g_assert_cmpint (plimsoll_cloud_offer_get_tier (offer), ==, PLIMSOLL_TIER_ON_DEMAND);
  g_assert_cmpint (plimsoll_cloud_offer_get_billing (offer), ==, PLIMSOLL_BILLING_SECOND);
  g_assert_cmpstr (plimsoll_cloud_offer_get_date (offer), ==, "2026-10-10");
  g_assert_nonnull (plimsoll_cloud_offer_get_source (offer));
  g_assert_nonnull (plimsoll_cloud_offer_get_notes (offer));
}

/* Every offer is of something, on a date, for money. */
static void
test_all_shipped (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  PlimsollAcceleratorList *accelerators = plimsoll_catalog_get_accelerators (catalog);
  GListModel *offers = plimsoll_catalog_get_offers (catalog);

  g_assert_cmpuint (g_list_model_get_n_items (offers), >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);
      guint newest;

      g_object_get (offer, "newest", &newest, NULL);
      g_assert_cmpuint (newest, >, 0);
      g_assert_cmpfloat (plimsoll_cloud_offer_get_rate (offer), >, 0);
      g_assert_nonnull (plimsoll_accelerator_list_lookup (
        accelerators, plimsoll_cloud_offer_get_accelerator_id (offer)));
    }
}

static void
test_least (void)
{
  g_autoptr (PlimsollCloudOffer) offer = load_one (FILE_OF (OFFER ("")));

  g_assert_null (plimsoll_cloud_offer_get_accelerator_id (offer));
  g_assert_cmpuint (plimsoll_cloud_offer_get_memory (offer), ==, 0);
  g_assert_cmpint (plimsoll_cloud_offer_get_tier (offer), ==, PLIMSOLL_TIER_ON_DEMAND);
  g_assert_cmpint (plimsoll_cloud_offer_get_billing (offer), ==, PLIMSOLL_BILLING_UNKNOWN);
  g_assert_null (plimsoll_cloud_offer_get_notes (offer));
  g_assert_cmpstr (plimsoll_cloud_offer_get_url (offer), ==, "https://p.example/");
}

static void
test_properties (void)
{
  g_autoptr (PlimsollCloudOffer) offer = load_one (FILE_OF (
    OFFER (", \"memory_gb\": 80, \"tier\": \"spot\", \"billing\": \"hour\", \"notes\": \"n\"")));
  g_autofree GParamSpec **specs = NULL;
  guint n;
  PlimsollTier tier;
  PlimsollBilling billing;
  double rate;
  guint64 memory;

  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (offer), &n);
  g_assert_cmpuint (n, ==, 15);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_assert_cmpint (specs[i]->flags & (G_PARAM_WRITABLE | G_PARAM_READABLE), ==,
                       G_PARAM_READABLE);
      g_object_get_property (G_OBJECT (offer), specs[i]->name, &value);
      g_assert_true (G_IS_VALUE (&value));
    }

  g_object_get (offer, "tier", &tier, "billing", &billing, "rate", &rate, "memory", &memory, NULL);
  g_assert_cmpint (tier, ==, PLIMSOLL_TIER_SPOT);
  g_assert_cmpint (billing, ==, PLIMSOLL_BILLING_HOUR);
  g_assert_cmpfloat (rate, ==, 1.5);
  g_assert_cmpuint (memory, ==, 80 * GIB);
}

/* Only pages that a browser opens safely are kept. */
static void
test_urls (void)
{
  static const char *const files[] = {
    "{\"format\": 1, \"providers\": {\"P\": \"file:///etc/passwd\"}, \"offers\": [" OFFER ("") "]}",
    "{\"format\": 1, \"providers\": {\"P\": null}, \"offers\": [" OFFER ("") "]}",
    "{\"format\": 1, \"providers\": {\"P\": [1]}, \"offers\": [" OFFER ("") "]}",
    "{\"format\": 1, \"providers\": {\"P\": 1}, \"offers\": [" OFFER ("") "]}",
    "{\"format\": 1, \"providers\": null, \"offers\": [" OFFER ("") "]}",
    "{\"format\": 1, \"offers\": [" OFFER ("") "]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = load_one (files[i]);

      g_assert_null (plimsoll_cloud_offer_get_url (offer));
    }
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } faults[] = {
    { "{\"format\": 1, \"providers\": [], \"offers\": []}",
      "mine.json: “providers” has to be an object" },
    { FILE_OF ("{}"), "mine.json: row 1: “id” is missing" },
    { FILE_OF (OFFER (", \"accelerator\": \"no-such\"")),
      "mine.json: row 1 (o): “accelerator” is “no-such”, which no accelerator has as its id" },
    { FILE_OF (OFFER (", \"tier\": \"free\"")),
      "mine.json: row 1 (o): “tier” is “free”, not one of on-demand, spot, reserved" },
    { FILE_OF (OFFER (", \"billing\": \"day\"")),
      "mine.json: row 1 (o): “billing” is “day”, not one of second, minute, hour" },
    { FILE_OF (OFFER (", \"count\": 0")),
      "mine.json: row 1 (o): “count” is 0, not from 1 to 1024" },
    { FILE_OF (OFFER (", \"usd_per_hour\": 0")),
      "mine.json: row 1 (o): “usd_per_hour” is 0, which is no sensible amount; what is not known is null" },
    { FILE_OF (OFFER (", \"usd_per_hour\": null")),
      "mine.json: row 1 (o): “usd_per_hour” is missing" },
    { FILE_OF (OFFER (", \"memory_gb\": 1e12")),
      "mine.json: row 1 (o): “memory_gb” is more than any has" },
    { FILE_OF (OFFER (", \"date\": \"2026-02-30\"")),
      "mine.json: row 1 (o): “date” is “2026-02-30”, not a date as 2026, 2026-10 or 2026-10-31" },
    { FILE_OF (OFFER (", \"prize\": 1")), "mine.json: row 1 (o): “prize” is not known here" },
    { FILE_OF (OFFER ("") "," OFFER ("")), "mine.json: two rows have the id “o”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load (faults[i].text, &error));
      g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, faults[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/cloud-offer/shipped", test_shipped);
  g_test_add_func ("/catalog/cloud-offer/all-shipped", test_all_shipped);
  g_test_add_func ("/catalog/cloud-offer/least", test_least);
  g_test_add_func ("/catalog/cloud-offer/properties", test_properties);
  g_test_add_func ("/catalog/cloud-offer/urls", test_urls);
  g_test_add_func ("/catalog/cloud-offer/faults", test_faults);

  return g_test_run ();
}
