/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The command line. Needs no display, and asks for none. */

typedef enum
{
  PLIMSOLL_EXIT_DONE = 0,
  PLIMSOLL_EXIT_FAILED = 1,  /* one line on standard error says why */
  PLIMSOLL_EXIT_USAGE = 2,   /* no such command or option */
  PLIMSOLL_EXIT_NOT_FIT = 3, /* --check, and it does not fit */
} PlimsollExit;

/** Returns: whether @argv asks for a command, --help or --version rather than the window. */
gboolean plimsoll_cli_wants (int argc, char **argv);

/** Returns: the program's exit status, a #PlimsollExit. */
int plimsoll_cli_main (int argc, char **argv);

/** Says in one line that there is no display, and answers the last question in text. */
int plimsoll_cli_without_display (void);

G_END_DECLS
