/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_HELP_DIALOG (plimsoll_help_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollHelpDialog, plimsoll_help_dialog, PLIMSOLL, HELP_DIALOG, AdwDialog)

/**
 * PlimsollHelpDialog:
 *
 * What the figures mean, why others' differ, and how right they are: a list of topics, each with a
 * page of its own. The tables of the last are what the tests of this build measured
 * (plimsoll-measured.h).
 */

AdwDialog *plimsoll_help_dialog_new (void);

/** Shows the page of @topic: "figures", "others" or "accuracy". */
void plimsoll_help_dialog_show_topic (PlimsollHelpDialog *self, const char *topic);

G_END_DECLS
