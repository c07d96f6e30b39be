/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"

G_BEGIN_DECLS

/** On what terms. */
typedef enum
{
  PLIMSOLL_TIER_ON_DEMAND,
  PLIMSOLL_TIER_SPOT,     /* may be taken away */
  PLIMSOLL_TIER_RESERVED, /* a block of time bought ahead */
} PlimsollTier;

/** What use is rounded up to. */
typedef enum
{
  PLIMSOLL_BILLING_UNKNOWN,
  PLIMSOLL_BILLING_SECOND,
  PLIMSOLL_BILLING_MINUTE,
  PLIMSOLL_BILLING_HOUR,
} PlimsollBilling;

#define PLIMSOLL_TYPE_TIER (plimsoll_tier_get_type ())
GType plimsoll_tier_get_type (void);

#define PLIMSOLL_TYPE_BILLING (plimsoll_billing_get_type ())
GType plimsoll_billing_get_type (void);

#define PLIMSOLL_TYPE_CLOUD_OFFER (plimsoll_cloud_offer_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCloudOffer, plimsoll_cloud_offer, PLIMSOLL, CLOUD_OFFER, GObject)

/**
 * PlimsollCloudOffer:
 *
 * An instance with accelerators that a provider let for rent on a day. Immutable.
 */

/**
 * plimsoll_cloud_offers_load:
 * @bytes: a file as data/cloud-offers.schema.json has it
 * @file: its name, for messages
 * @accelerators: (nullable): that offers refer to; an id that is not in there is a fault
 * @error: as %PLIMSOLL_CATALOG_ERROR
 *
 * Returns: (transfer full): the #PlimsollCloudOffer of the file, in its order; or %NULL with @error
 *   set
 */
GListStore *plimsoll_cloud_offers_load (GBytes *bytes,
                                        const char *file,
                                        PlimsollAcceleratorList *accelerators,
                                        GError **error);

const char *plimsoll_cloud_offer_get_id (PlimsollCloudOffer *self);

const char *plimsoll_cloud_offer_get_provider (PlimsollCloudOffer *self);

/** Returns: (nullable) (transfer none): the provider's page, for people to look at. */
const char *plimsoll_cloud_offer_get_url (PlimsollCloudOffer *self);

/** Returns: (transfer none): the provider's name for the instance. */
const char *plimsoll_cloud_offer_get_instance (PlimsollCloudOffer *self);

/** Returns: (nullable) (transfer none): for plimsoll_accelerator_list_lookup(); %NULL: not in
 * there. */
const char *plimsoll_cloud_offer_get_accelerator_id (PlimsollCloudOffer *self);

/** Returns: (transfer none): what the source calls the accelerator. */
const char *plimsoll_cloud_offer_get_accelerator_name (PlimsollCloudOffer *self);

/** Returns: how many accelerators; see plimsoll_cloud_offer_is_per_device(). */
guint plimsoll_cloud_offer_get_count (PlimsollCloudOffer *self);

/**
 * plimsoll_cloud_offer_is_per_device:
 *
 * Returns: whether the count is of devices, of which one board of this accelerator has several, and
 *   facts are to be taken by plimsoll_accelerator_facts_per_device()
 */
gboolean plimsoll_cloud_offer_is_per_device (PlimsollCloudOffer *self);

/** Returns: bytes of all accelerators, the gigabytes of the box taken as GiB; 0: not known. */
guint64 plimsoll_cloud_offer_get_memory (PlimsollCloudOffer *self);

/** Returns: US dollars an hour for the whole instance. */
double plimsoll_cloud_offer_get_rate (PlimsollCloudOffer *self);

PlimsollTier plimsoll_cloud_offer_get_tier (PlimsollCloudOffer *self);

PlimsollBilling plimsoll_cloud_offer_get_billing (PlimsollCloudOffer *self);

/** Returns: (transfer none): when it was so, as by plimsoll_fact_date_parse(). */
const char *plimsoll_cloud_offer_get_date (PlimsollCloudOffer *self);

/** Returns: (transfer none): where it was read. */
const char *plimsoll_cloud_offer_get_source (PlimsollCloudOffer *self);

/** Returns: (nullable) (transfer none) */
const char *plimsoll_cloud_offer_get_notes (PlimsollCloudOffer *self);

/** Returns: whether it is the user's own, not one that ships. */
gboolean plimsoll_cloud_offer_is_own (PlimsollCloudOffer *self);

G_END_DECLS
