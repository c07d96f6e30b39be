/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cloud-offer.h"

G_BEGIN_DECLS

struct _PlimsollCloudOffer
{
  GObject parent_instance;

  char *id;
  const char *provider; /* interned */
  const char *url;      /* interned, nullable */
  char *instance;
  char *accelerator_id; /* nullable */
  char *accelerator_name;
  guint count;
  gboolean per_device;
  guint64 memory;
  double rate;
  PlimsollTier tier;
  PlimsollBilling billing;
  char *date;
  guint newest; /* the last day that the date can be, as GDate counts days */
  char *source;
  char *notes;
  gboolean own;
};

G_END_DECLS
