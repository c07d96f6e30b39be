/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-computer.h"

#include "plimsoll-user-file.h"

G_BEGIN_DECLS

/* It is in several files, by role: what was set (plimsoll-own-computer.c), the file that keeps it
 * (plimsoll-own-computer-file.c), and what a question can be about
 * (plimsoll-own-computer-boards.c). */

#define PLIMSOLL_MAX_COMPUTER_BYTES (G_GUINT64_CONSTANT (1) << 50)
/* What was set of accelerators that are not there any more is kept too: they may come back. */
#define PLIMSOLL_MAX_COMPUTER_EDITS (PLIMSOLL_MAX_FOUND_ACCELERATORS * PLIMSOLL_N_COMPUTER_FIGURES)
typedef struct
{
  char *device; /* slot on the bus; %NULL: of the computer */
  PlimsollComputerFigure figure;
  char *text;    /* (nullable) */
  guint64 bytes; /* where there is no text */
} PlimsollComputerEdit;

struct _PlimsollOwnComputer
{
  GObject parent_instance;

  PlimsollAcceleratorList *accelerators;
  PlimsollUserFile *file;
  GPtrArray *edits;            /* of PlimsollComputerEdit */
  PlimsollThisComputer *found; /* (nullable) */
  PlimsollThisComputer *now;   /* (nullable) */
  GPtrArray *boards;           /* of PlimsollAccelerator */
};

void plimsoll_computer_edit_free (gpointer data);

/** Returns: whether it is text, not bytes. */
gboolean plimsoll_computer_figure_is_text (PlimsollComputerFigure figure);

/** Returns: whether it is of an accelerator. */
gboolean plimsoll_computer_figure_is_of_device (PlimsollComputerFigure figure);

/** Returns: where it is among the edits; %G_MAXUINT: nowhere. @device: (nullable) */
guint plimsoll_own_computer_find_edit (PlimsollOwnComputer *self,
                                       const char *device,
                                       PlimsollComputerFigure figure);

/** Has what was set be what counts. */
void plimsoll_own_computer_update (PlimsollOwnComputer *self);
void plimsoll_own_computer_update_boards (PlimsollOwnComputer *self);

extern const PlimsollUserFileForm plimsoll_own_computer_form;

G_END_DECLS
