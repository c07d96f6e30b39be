/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Has @text read out, where somebody listens. */
void
plimsoll_announce (GtkWidget *widget, const char *text, GtkAccessibleAnnouncementPriority priority);

G_END_DECLS
