/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-hardware.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_HARDWARE_EDITOR (plimsoll_hardware_editor_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollHardwareEditor,
                      plimsoll_hardware_editor,
                      PLIMSOLL,
                      HARDWARE_EDITOR,
                      AdwNavigationPage)

/**
 * PlimsollHardwareEditor:
 *
 * The figures of one accelerator, to be set. What is wrong is said on top, and the row has the
 * focus.
 *
 * Signal "saved" (PlimsollAccelerator): it is kept in My Hardware now.
 */

/**
 * plimsoll_hardware_editor_new:
 * @accelerators: all of them, to start from one
 * @accelerator: (nullable): that is changed; %NULL: a new one
 */
PlimsollHardwareEditor *plimsoll_hardware_editor_new (PlimsollOwnHardware *own,
                                                      GListModel *accelerators,
                                                      PlimsollAccelerator *accelerator);

G_END_DECLS
