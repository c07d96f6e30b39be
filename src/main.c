/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli.h"

#ifdef PLIMSOLL_HAS_WINDOW
#include "plimsoll-application.h"

#include <gtk/gtk.h>
#endif

#include <libintl.h>
#include <locale.h>
#include <signal.h>

static void
set_up_language (void)
{
  const char *directory = g_getenv ("PLIMSOLL_LOCALE_DIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, directory != NULL ? directory : PLIMSOLL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

int
main (int argc, char **argv)
{
  set_up_language ();

  /* A file that may not grow is a write that fails, and is said and cleared away as any other. */
  signal (SIGXFSZ, SIG_IGN);

  if (plimsoll_cli_wants (argc, argv))
    return plimsoll_cli_main (argc, argv);

#ifdef PLIMSOLL_HAS_WINDOW
  if (gtk_init_check ())
    return plimsoll_app_run (argc, argv);
#endif

  return plimsoll_cli_without_display ();
}
