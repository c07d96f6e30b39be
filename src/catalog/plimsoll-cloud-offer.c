/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cloud-offer-private.h"

#include <math.h>

G_DEFINE_ENUM_TYPE (PlimsollTier,
                    plimsoll_tier,
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_TIER_ON_DEMAND, "on-demand"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_TIER_SPOT, "spot"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_TIER_RESERVED, "reserved"))

G_DEFINE_ENUM_TYPE (PlimsollBilling,
                    plimsoll_billing,
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_BILLING_UNKNOWN, "unknown"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_BILLING_SECOND, "second"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_BILLING_MINUTE, "minute"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_BILLING_HOUR, "hour"))

G_DEFINE_FINAL_TYPE (PlimsollCloudOffer, plimsoll_cloud_offer, G_TYPE_OBJECT)

typedef enum
{
  PROP_ID = 1,
  PROP_PROVIDER,
  PROP_URL,
  PROP_INSTANCE,
  PROP_ACCELERATOR_ID,
  PROP_ACCELERATOR_NAME,
  PROP_COUNT,
  PROP_MEMORY,
  PROP_RATE,
  PROP_TIER,
  PROP_BILLING,
  PROP_DATE,
  PROP_NEWEST,
  PROP_SOURCE,
  PROP_NOTES,
} PlimsollCloudOfferProperty;

static GParamSpec *properties[PROP_NOTES + 1];

static void
plimsoll_cloud_offer_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollCloudOffer *self = PLIMSOLL_CLOUD_OFFER (object);

  switch ((PlimsollCloudOfferProperty) id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_PROVIDER:
      g_value_set_string (value, self->provider);
      break;
    case PROP_URL:
      g_value_set_string (value, self->url);
      break;
    case PROP_INSTANCE:
      g_value_set_string (value, self->instance);
      break;
    case PROP_ACCELERATOR_ID:
      g_value_set_string (value, self->accelerator_id);
      break;
    case PROP_ACCELERATOR_NAME:
      g_value_set_string (value, self->accelerator_name);
      break;
    case PROP_COUNT:
      g_value_set_uint (value, self->count);
      break;
    case PROP_MEMORY:
      g_value_set_uint64 (value, self->memory);
      break;
    case PROP_RATE:
      g_value_set_double (value, self->rate);
      break;
    case PROP_TIER:
      g_value_set_enum (value, self->tier);
      break;
    case PROP_BILLING:
      g_value_set_enum (value, self->billing);
      break;
    case PROP_DATE:
      g_value_set_string (value, self->date);
      break;
    case PROP_NEWEST:
      g_value_set_uint (value, self->newest);
      break;
    case PROP_SOURCE:
      g_value_set_string (value, self->source);
      break;
    case PROP_NOTES:
      g_value_set_string (value, self->notes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_cloud_offer_finalize (GObject *object)
{
  PlimsollCloudOffer *self = PLIMSOLL_CLOUD_OFFER (object);

  g_free (self->id);
  g_free (self->instance);
  g_free (self->accelerator_id);
  g_free (self->accelerator_name);
  g_free (self->date);
  g_free (self->source);
  g_free (self->notes);

  G_OBJECT_CLASS (plimsoll_cloud_offer_parent_class)->finalize (object);
}

static void
plimsoll_cloud_offer_class_init (PlimsollCloudOfferClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_cloud_offer_get_property;
  object_class->finalize = plimsoll_cloud_offer_finalize;

  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_PROVIDER] = g_param_spec_string ("provider", NULL, NULL, NULL, flags);
  properties[PROP_URL] = g_param_spec_string ("url", NULL, NULL, NULL, flags);
  properties[PROP_INSTANCE] = g_param_spec_string ("instance", NULL, NULL, NULL, flags);
  properties[PROP_ACCELERATOR_ID] = g_param_spec_string ("accelerator-id", NULL, NULL, NULL, flags);
  properties[PROP_ACCELERATOR_NAME] =
    g_param_spec_string ("accelerator-name", NULL, NULL, NULL, flags);
  properties[PROP_COUNT] = g_param_spec_uint ("count", NULL, NULL, 0, G_MAXUINT, 0, flags);
  /* Bytes; 0: not known */
  properties[PROP_MEMORY] = g_param_spec_uint64 ("memory", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  /* US dollars an hour */
  properties[PROP_RATE] =
    g_param_spec_double ("rate", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_TIER] =
    g_param_spec_enum ("tier", NULL, NULL, PLIMSOLL_TYPE_TIER, PLIMSOLL_TIER_ON_DEMAND, flags);
  properties[PROP_BILLING] = g_param_spec_enum ("billing", NULL, NULL, PLIMSOLL_TYPE_BILLING,
                                                PLIMSOLL_BILLING_UNKNOWN, flags);
  properties[PROP_DATE] = g_param_spec_string ("date", NULL, NULL, NULL, flags);
  /* The last day that the date can be, to sort by: days as g_date_get_julian() counts them */
  properties[PROP_NEWEST] = g_param_spec_uint ("newest", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_SOURCE] = g_param_spec_string ("source", NULL, NULL, NULL, flags);
  properties[PROP_NOTES] = g_param_spec_string ("notes", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_cloud_offer_init (PlimsollCloudOffer *self)
{
  self->count = 1;
  self->rate = (double) NAN;
}

const char *
plimsoll_cloud_offer_get_id (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->id;
}

const char *
plimsoll_cloud_offer_get_provider (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->provider;
}

const char *
plimsoll_cloud_offer_get_url (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->url;
}

const char *
plimsoll_cloud_offer_get_instance (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->instance;
}

const char *
plimsoll_cloud_offer_get_accelerator_id (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->accelerator_id;
}

const char *
plimsoll_cloud_offer_get_accelerator_name (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->accelerator_name;
}

guint
plimsoll_cloud_offer_get_count (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), 0);

  return self->count;
}

gboolean
plimsoll_cloud_offer_is_per_device (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), FALSE);

  return self->per_device;
}

guint64
plimsoll_cloud_offer_get_memory (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), 0);

  return self->memory;
}

double
plimsoll_cloud_offer_get_rate (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), (double) NAN);

  return self->rate;
}

PlimsollTier
plimsoll_cloud_offer_get_tier (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), PLIMSOLL_TIER_ON_DEMAND);

  return self->tier;
}

PlimsollBilling
plimsoll_cloud_offer_get_billing (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), PLIMSOLL_BILLING_UNKNOWN);

  return self->billing;
}

const char *
plimsoll_cloud_offer_get_date (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->date;
}

const char *
plimsoll_cloud_offer_get_source (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->source;
}

const char *
plimsoll_cloud_offer_get_notes (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), NULL);

  return self->notes;
}

gboolean
plimsoll_cloud_offer_is_own (PlimsollCloudOffer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (self), FALSE);

  return self->own;
}
