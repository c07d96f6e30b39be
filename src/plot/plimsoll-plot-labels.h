/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Words beside axes, as charts ask for them; all (transfer full). */

/** "12", and at the last tick "24 GiB": @amount is in the unit that is set */
char *plimsoll_plot_label_gib (double amount, gboolean last);

/** "5×": so many accelerators */
char *plimsoll_plot_label_count (guint devices);

/** "32K": tokens */
char *plimsoll_plot_label_tokens (double tokens);

/** "12", "2.5" */
char *plimsoll_plot_label_amount (double amount, gpointer data);

G_END_DECLS
