/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-launch.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_LAUNCH_CARD (plimsoll_launch_card_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLaunchCard, plimsoll_launch_card, PLIMSOLL, LAUNCH_CARD, GtkWidget)

/** How much room a card has. */
typedef enum
{
  PLIMSOLL_LAUNCH_ROOM_WHOLE,  /* the width of a page */
  PLIMSOLL_LAUNCH_ROOM_HALF,   /* of two columns */
  PLIMSOLL_LAUNCH_ROOM_MIDDLE, /* a page that is less wide */
  PLIMSOLL_LAUNCH_ROOM_NARROW, /* a telephone */
} PlimsollLaunchRoom;

/**
 * PlimsollLaunchCard:
 *
 * How one engine is started: the command, which can be copied, what each of its flags does, for the
 * pointer and below in words; or why it would not run there.
 *
 * Role: group, named as the engine is. CSS node: launch-card. Keys: Tab goes through what the
 * command is for, the command (which can be selected), its button, and the flags, which Space and
 * Enter unfold. Mirrored from right to left; commands are not.
 */
PlimsollLaunchCard *plimsoll_launch_card_new (void);

/** Shows the commands of one engine, one for each use. (element-type PlimsollLaunch) */
void plimsoll_launch_card_set_launches (PlimsollLaunchCard *self, GPtrArray *launches);

/** Says whether it is the question's engine; what its flags mean unfolds then. */
void plimsoll_launch_card_set_chosen (PlimsollLaunchCard *self, gboolean chosen);

void plimsoll_launch_card_set_room (PlimsollLaunchCard *self, PlimsollLaunchRoom room);

/** Has the first that can be operated take the focus. Returns: whether something has. */
gboolean plimsoll_launch_card_focus (PlimsollLaunchCard *self);

/** Returns: (nullable) (transfer none): the command that is shown. */
PlimsollLaunch *plimsoll_launch_card_get_launch (PlimsollLaunchCard *self);

/** Returns: (nullable) (transfer full): what the flag at @index of the text that is shown does, as
 * the tooltip there says it. */
char *plimsoll_launch_card_explain (PlimsollLaunchCard *self, guint index);

G_END_DECLS
