/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"
#include "plimsoll-model-list.h"
#include "plimsoll-own-measurements.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_MEASUREMENTS_GROUP (plimsoll_measurements_group_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollMeasurementsGroup,
                      plimsoll_measurements_group,
                      PLIMSOLL,
                      MEASUREMENTS_GROUP,
                      AdwPreferencesGroup)

/**
 * PlimsollMeasurementsGroup:
 *
 * What was measured on the user's own accelerators, a row each with a button that removes it.
 *
 * Signal remove (PlimsollMeasurement): it is no longer wanted
 */

/** Shows @measurements from now on, in the words of the two lists. */
void plimsoll_measurements_group_set (PlimsollMeasurementsGroup *self,
                                      PlimsollOwnMeasurements *measurements,
                                      PlimsollModelList *models,
                                      PlimsollAcceleratorList *accelerators);

G_END_DECLS
