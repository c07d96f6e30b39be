/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From the last byte of a hub's answer to a search until its rows are in the list, and drawn: the
 * window and the hub are on this computer, in one process. */

#include "config.h"

#include "plimsoll-test-search.h"

#include "plimsoll-window-private.h"

#define BUDGET 50.0

int
main (void)
{
  TestWindow window = { 0 };
  TestHub hub = { 0 };
  TestSearch search = { .hub = &hub };

  adw_init ();

  test_window_set_up (&window, NULL);
  test_hub_open (&hub);
  g_set_object (&window.window->hub, hub.hub);
  gtk_widget_activate_action (GTK_WIDGET (window.window), "win.search", NULL);
  test_settle (500);
  search.dialog =
    adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (window.window));
  test_search_medians (&search);
  g_print ("Search, from a hub's answer to its rows in the list, half of them: %.1f ms (budget "
           "%.0f ms)\n",
           search.shown, BUDGET);
  g_print ("Search, from a hub's answer to its rows drawn, half of them: %.1f ms\n", search.drawn);
  g_print ("Search, layout and drawing of what was found, of this thread: %.1f ms\n", search.work);
  test_window_tear_down (&window, NULL);
  test_hub_close (&hub);
  return 0;
}
