/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_APPLICATION (plimsoll_application_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollApplication,
                      plimsoll_application,
                      PLIMSOLL,
                      APPLICATION,
                      AdwApplication)

/**
 * PlimsollApplication:
 *
 * The program with its window, of which there is one: a file opened while it runs arrives in it.
 * Actions: app.quit, app.about.
 */
PlimsollApplication *plimsoll_application_new (void);

/** Opens the window and runs until it is closed. Returns: the exit status. */
int plimsoll_app_run (int argc, char **argv);

G_END_DECLS
