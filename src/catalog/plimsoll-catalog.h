/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"
#include "plimsoll-cloud-offer.h"
#include "plimsoll-engine-facts.h"
#include "plimsoll-own-computer.h"
#include "plimsoll-own-hardware.h"
#include "plimsoll-own-measurements.h"
#include "plimsoll-quality.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_CATALOG (plimsoll_catalog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCatalog, plimsoll_catalog, PLIMSOLL, CATALOG, GObject)

/**
 * PlimsollCatalog:
 *
 * What ships and what the user adds, as lists.
 */

/**
 * plimsoll_catalog_new:
 * @directory: (nullable): where the files of facts are; %NULL: where they are installed, or what
 *   PLIMSOLL_DATA_DIR says
 * @error: as %PLIMSOLL_CATALOG_ERROR or %G_FILE_ERROR
 *
 * Returns: (transfer full): the catalogue as it ships; or %NULL with @error set
 */
PlimsollCatalog *plimsoll_catalog_new (const char *directory, GError **error);

/**
 * plimsoll_catalog_load_user_offers:
 * @directory: (nullable): %NULL: where the user's data of this program are
 *
 * Adds cloud offers that the user keeps in a file of the same kind, which may be of accelerators of
 * their own; that there is none is no fault. A row takes the place of one with its id.
 *
 * Returns: %FALSE with @error set when the file is not as it has to be; nothing of it is taken
 */
gboolean
plimsoll_catalog_load_user_offers (PlimsollCatalog *self, const char *directory, GError **error);

/** Of an imported file: bytes, and values of whatever kind, which bound the memory that it takes.
 */
#define PLIMSOLL_OFFERS_MOST_BYTES (4 * 1024 * 1024)
#define PLIMSOLL_OFFERS_MOST_VALUES 100000

/**
 * plimsoll_catalog_import_offers:
 * @directory: (nullable): as above
 * @bytes: a file as data/cloud-offers.schema.json has it
 * @name: what it is called in messages
 * @error: as %PLIMSOLL_CATALOG_ERROR, or %G_FILE_ERROR
 *
 * Keeps offers as the user's own, in the place of those that were before, and adds them. Nothing
 * larger than the bounds above is even parsed.
 *
 * Returns: %FALSE with @error set when they are not as they have to be, or cannot be kept; then all
 *   is as it was
 */
gboolean plimsoll_catalog_import_offers (PlimsollCatalog *self,
                                         const char *directory,
                                         GBytes *bytes,
                                         const char *name,
                                         GError **error);

/**
 * plimsoll_catalog_read_own_offers:
 * @directory: (nullable): as above
 *
 * Returns: (transfer full) (nullable): the file of the user's own offers as it was imported; %NULL:
 *   there is none, or @error is set
 */
GBytes *
plimsoll_catalog_read_own_offers (PlimsollCatalog *self, const char *directory, GError **error);

/** Deletes the user's own offers; those that ship stand again in their place. */
gboolean
plimsoll_catalog_remove_own_offers (PlimsollCatalog *self, const char *directory, GError **error);

/** Returns: how many of the offers are the user's own. */
guint plimsoll_catalog_count_own_offers (PlimsollCatalog *self);

/** Returns: (transfer none): what the user has added to the accelerators; to be loaded. */
PlimsollOwnHardware *plimsoll_catalog_get_own_hardware (PlimsollCatalog *self);

/** Returns: (transfer none): what the user has measured; to be loaded. */
PlimsollOwnMeasurements *plimsoll_catalog_get_own_measurements (PlimsollCatalog *self);

/** Returns: (transfer none): the computer that the program runs on; to be loaded and looked at. */
PlimsollOwnComputer *plimsoll_catalog_get_own_computer (PlimsollCatalog *self);

/** Returns: (transfer none): every accelerator. */
PlimsollAcceleratorList *plimsoll_catalog_get_accelerators (PlimsollCatalog *self);

/** Returns: (transfer none): of #PlimsollCloudOffer. */
GListModel *plimsoll_catalog_get_offers (PlimsollCatalog *self);

/** Returns: (transfer none): what precisions were found to lose. */
PlimsollQualityList *plimsoll_catalog_get_quality (PlimsollCatalog *self);

/** Returns: (transfer none) (element-type PlimsollEngineFacts): releases that rules were checked
 * on.
 */
const GPtrArray *plimsoll_catalog_get_engines (PlimsollCatalog *self);

/**
 * plimsoll_catalog_find_accelerator:
 *
 * As plimsoll_accelerator_list_find().
 *
 * Returns: (transfer full): or %NULL with @error set
 */
PlimsollAccelerator *
plimsoll_catalog_find_accelerator (PlimsollCatalog *self, const char *query, GError **error);

G_END_DECLS
