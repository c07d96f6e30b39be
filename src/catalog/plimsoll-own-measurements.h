/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-measurement.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_OWN_MEASUREMENTS (plimsoll_own_measurements_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollOwnMeasurements,
                      plimsoll_own_measurements,
                      PLIMSOLL,
                      OWN_MEASUREMENTS,
                      GObject)

/**
 * PlimsollOwnMeasurements:
 *
 * What was measured on the user's own accelerators: a #GListModel of #PlimsollMeasurement, the
 * oldest first, one of a model in a precision on an accelerator. Kept in the user's data. For the
 * main thread; the file is written in another.
 *
 * Signal write-failed (string): the file could not be written; a sentence that says why
 */

/** More are not kept. */
#define PLIMSOLL_OWN_MEASUREMENTS_MAX 1000

/**
 * plimsoll_own_measurements_new:
 * @path: (nullable): the file that keeps them; %NULL: measured.json in the user's data
 *
 * Returns: (transfer full): none yet, see plimsoll_own_measurements_load()
 */
PlimsollOwnMeasurements *plimsoll_own_measurements_new (const char *path);

/**
 * plimsoll_own_measurements_load:
 * @error: %PLIMSOLL_CATALOG_ERROR or %G_FILE_ERROR
 *
 * Takes what the file keeps; that there is none is no fault.
 *
 * Returns: %FALSE with @error set when it is damaged: what is said of the first row at fault. The
 *   other rows are taken all the same, and the file is not written over until it has been set aside
 */
gboolean plimsoll_own_measurements_load (PlimsollOwnMeasurements *self, GError **error);

/** As plimsoll_user_file_set_aside(); what could be read is written anew. */
char *plimsoll_own_measurements_set_aside (PlimsollOwnMeasurements *self, GError **error);

/**
 * plimsoll_own_measurements_put:
 * @error: %PLIMSOLL_CATALOG_ERROR, when there are too many, or the file is damaged
 *
 * Adds @measurement, or its figures to those of the same, and has it written.
 */
gboolean plimsoll_own_measurements_put (PlimsollOwnMeasurements *self,
                                        PlimsollMeasurement *measurement,
                                        GError **error);

/** Removes @measurement, and has that written. Returns: whether it was there. */
gboolean plimsoll_own_measurements_remove (PlimsollOwnMeasurements *self,
                                           PlimsollMeasurement *measurement);

/** Writes, now, what is not yet written. Returns: %FALSE with @error set when that failed. */
gboolean plimsoll_own_measurements_flush (PlimsollOwnMeasurements *self, GError **error);

G_END_DECLS
