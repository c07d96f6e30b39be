/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_PREFERENCES_DIALOG (plimsoll_preferences_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollPreferencesDialog,
                      plimsoll_preferences_dialog,
                      PLIMSOLL,
                      PREFERENCES_DIALOG,
                      AdwPreferencesDialog)

/**
 * PlimsollPreferencesDialog:
 *
 * What the user prefers (plimsoll-preferences.h). Each change is in the settings at once; who
 * follows them does what it asks.
 */

PlimsollPreferencesDialog *plimsoll_preferences_dialog_new (GSettings *settings);

G_END_DECLS
