/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-private.h"
#include "plimsoll-catalog-error.h"
#include "plimsoll-cloud-offer-private.h"
#include "plimsoll-fact-date.h"
#include "plimsoll-json-row.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_COUNT 1024

/* By the values of PlimsollTier; by those of PlimsollBilling less one. */
static const char *const tiers[] = { "on-demand", "spot", "reserved", NULL };
static const char *const billings[] = { "second", "minute", "hour", NULL };

typedef struct
{
  const char *file;
  JsonObject *providers;                 /* nullable */
  PlimsollAcceleratorList *accelerators; /* nullable */
} Context;

static const char *
find_url (const Context *context, const char *provider)
{
  JsonNode *node;

  if (context->providers == NULL || provider == NULL)
    return NULL;

  node = json_object_get_member (context->providers, provider);
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_string (node) == NULL)
    return NULL;

  /* Nothing else is ever opened. */
  if (!g_str_has_prefix (json_node_get_string (node), "https://"))
    return NULL;

  return g_intern_string (json_node_get_string (node));
}

static void
read_accelerator (PlimsollCloudOffer *self, PlimsollJsonRow *row, const Context *context)
{
  const char *id = plimsoll_json_row_text (row, "accelerator", FALSE);

  self->accelerator_name = g_strdup (plimsoll_json_row_text (row, "accelerator_name", TRUE));
  self->accelerator_id = g_strdup (id);

  if (id != NULL && context->accelerators != NULL
      && plimsoll_accelerator_list_lookup (context->accelerators, id) == NULL)
    plimsoll_json_row_fault (row, _("“%s” is “%.80s”, which no accelerator has as its id"),
                             plimsoll_json_row_path (row, "accelerator"), id);
}

static void
read_memory (PlimsollCloudOffer *self, PlimsollJsonRow *row)
{
  double gigabytes = plimsoll_json_row_number (row, "memory_gb");

  if (gigabytes > (double) MAX_COUNT * PLIMSOLL_MAX_MEMORY_GB)
    plimsoll_json_row_fault (row, _("“%s” is more than any has"),
                             plimsoll_json_row_path (row, "memory_gb"));
  else if (!isnan (gigabytes))
    self->memory = (guint64) (gigabytes * (double) PLIMSOLL_BYTES_PER_GIB);
}

static void
read_rate (PlimsollCloudOffer *self, PlimsollJsonRow *row)
{
  self->rate = plimsoll_json_row_number (row, "usd_per_hour");
  if (isnan (self->rate))
    plimsoll_json_row_fault (row, _("“%s” is missing"),
                             plimsoll_json_row_path (row, "usd_per_hour"));
}

static void
read_date (PlimsollCloudOffer *self, PlimsollJsonRow *row)
{
  GDate last;

  self->date = g_strdup (plimsoll_json_row_text (row, "date", TRUE));
  if (self->date == NULL)
    return;

  if (plimsoll_fact_date_parse (self->date, NULL, &last))
    self->newest = g_date_get_julian (&last);
  else
    plimsoll_json_row_fault (row, _("“%s” is “%.40s”, not a date as 2026, 2026-10 or 2026-10-31"),
                             plimsoll_json_row_path (row, "date"), self->date);
}

static PlimsollCloudOffer *
read_offer (JsonNode *node, const Context *context, guint number, GError **error)
{
  g_autoptr (PlimsollCloudOffer) self = g_object_new (PLIMSOLL_TYPE_CLOUD_OFFER, NULL);
  PlimsollJsonRow row;

  plimsoll_json_row_init (&row, node, context->file, number);

  self->id = g_strdup (plimsoll_json_row_text (&row, "id", TRUE));
  self->provider = g_intern_string (plimsoll_json_row_text (&row, "provider", TRUE));
  self->url = find_url (context, self->provider);
  self->instance = g_strdup (plimsoll_json_row_text (&row, "instance", TRUE));
  read_accelerator (self, &row, context);
  self->count = (guint) plimsoll_json_row_integer (&row, "count", 1, MAX_COUNT, 1);
  self->per_device = plimsoll_json_row_flag (&row, "per_device", FALSE);
  read_memory (self, &row);
  read_rate (self, &row);
  self->tier =
    (PlimsollTier) plimsoll_json_row_choice (&row, "tier", tiers, PLIMSOLL_TIER_ON_DEMAND);
  self->billing =
    (PlimsollBilling) (plimsoll_json_row_choice (&row, "billing", billings, G_MAXUINT) + 1);
  read_date (self, &row);
  self->source = g_strdup (plimsoll_json_row_text (&row, "source", TRUE));
  self->notes = g_strdup (plimsoll_json_row_text (&row, "notes", FALSE));

  if (!plimsoll_json_row_finish (&row, error))
    return NULL;

  return g_steal_pointer (&self);
}

static gboolean
check_providers (JsonObject *document, Context *context, GError **error)
{
  JsonNode *node = json_object_get_member (document, "providers");

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                   _("%s: “providers” has to be an object"), context->file);
      return FALSE;
    }

  context->providers = json_node_get_object (node);

  return TRUE;
}

GListStore *
plimsoll_cloud_offers_load (GBytes *bytes,
                            const char *file,
                            PlimsollAcceleratorList *accelerators,
                            GError **error)
{
  static const char *const others[] = { "providers", NULL };
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (GHashTable) ids = NULL;
  g_autoptr (GPtrArray) offers = NULL;
  Context context = { .file = file, .accelerators = accelerators };
  JsonArray *list;
  GListStore *store;

  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (file != NULL, NULL);
  g_return_val_if_fail (accelerators == NULL || PLIMSOLL_IS_ACCELERATOR_LIST (accelerators), NULL);

  document = plimsoll_json_document (bytes, file, "offers", others, error);
  if (document == NULL || !check_providers (document, &context, error))
    return NULL;

  offers = g_ptr_array_new_with_free_func (g_object_unref);
  ids = g_hash_table_new (g_str_hash, g_str_equal);
  list = json_object_get_array_member (document, "offers");
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      PlimsollCloudOffer *offer =
        read_offer (json_array_get_element (list, i), &context, i + 1, error);

      if (offer == NULL)
        return NULL;

      g_ptr_array_add (offers, offer);
      if (!g_hash_table_add (ids, offer->id))
        {
          g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                       _("%s: two rows have the id “%s”"), file, offer->id);
          return NULL;
        }
    }

  store = g_list_store_new (PLIMSOLL_TYPE_CLOUD_OFFER);
  g_list_store_splice (store, 0, 0, offers->pdata, offers->len);

  return store;
}
