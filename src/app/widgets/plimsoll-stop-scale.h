/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_STOP_SCALE (plimsoll_stop_scale_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollStopScale, plimsoll_stop_scale, PLIMSOLL, STOP_SCALE, GtkScale)

/** PlimsollStop: a place where the slider may stand. */
typedef struct
{
  double position; /* along the slider; ascending */
  gboolean
    major; /* draws the pointer from further away; Page Up and Down go from one to the next */
  const char *mark; /* (nullable): words below the slider; copied */
} PlimsollStop;

/**
 * PlimsollStopScale:
 *
 * A slider with stops of its own, not evenly spaced. Where the state is between two stops, because
 * it was set by other means, it stands there, and moves to a stop when the user moves it.
 *
 * Role: slider. CSS: that of #GtkScale. Keys: arrows one stop, Page Up and Page Down one major
 * stop, Home and End. Mirrored from right to left.
 *
 * Signal stop-chosen (uint): the user moved it to that stop.
 */

/** Sets where it may stand; its value stays. */
void
plimsoll_stop_scale_set_stops (PlimsollStopScale *self, const PlimsollStop *stops, guint n_stops);

/** Moves it without telling that the user did; @text is what it says, for those who cannot see. */
void plimsoll_stop_scale_set_position (PlimsollStopScale *self, double position, const char *text);

guint plimsoll_stop_scale_get_n_stops (PlimsollStopScale *self);

/** As if the user had moved it there. */
void plimsoll_stop_scale_choose (PlimsollStopScale *self, guint stop);

G_END_DECLS
