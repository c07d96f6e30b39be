/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-this-computer.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/** What can be set of the computer, in the place of what was found. */
typedef enum
{
  PLIMSOLL_COMPUTER_PROCESSOR,   /* text */
  PLIMSOLL_COMPUTER_MEMORY,      /* bytes of the system */
  PLIMSOLL_COMPUTER_MEMORY_FREE, /* bytes */
  /* of an accelerator */
  PLIMSOLL_COMPUTER_ACCELERATOR, /* text: the id of what it is, or %PLIMSOLL_COMPUTER_NOTHING */
  PLIMSOLL_COMPUTER_OWN,         /* bytes of its own; of integrated graphics, carved out */
  PLIMSOLL_COMPUTER_OWN_FREE,
  PLIMSOLL_COMPUTER_SHARED, /* bytes of the computer's that it can address */
  PLIMSOLL_COMPUTER_SHARED_FREE,
} PlimsollComputerFigure;

#define PLIMSOLL_N_COMPUTER_FIGURES (PLIMSOLL_COMPUTER_SHARED_FREE + 1)

/** In the place of an accelerator's id: no model is to run on it. */
#define PLIMSOLL_COMPUTER_NOTHING "nothing"

/** In the place of an accelerator's index: the figure is of the computer. */
#define PLIMSOLL_COMPUTER_ITSELF G_MAXUINT

#define PLIMSOLL_TYPE_OWN_COMPUTER (plimsoll_own_computer_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollOwnComputer, plimsoll_own_computer, PLIMSOLL, OWN_COMPUTER, GObject)

/**
 * PlimsollOwnComputer:
 *
 * The computer that the program runs on: what was found of it, and what somebody has set in the
 * place of that, which is kept in a file in the user's data. For the main thread.
 *
 * Signals: changed: it was looked at, or something was set; write-failed (string): what was set
 * could not be kept.
 */

/**
 * plimsoll_own_computer_new:
 * @path: (nullable): the file; %NULL: that in the user's data
 * @accelerators: what accelerators are found in
 *
 * Returns: (transfer full): with nothing set, and not looked at yet
 */
PlimsollOwnComputer *plimsoll_own_computer_new (const char *path,
                                                PlimsollAcceleratorList *accelerators);

/**
 * plimsoll_own_computer_load:
 * @error: as %PLIMSOLL_CATALOG_ERROR or %G_FILE_ERROR
 *
 * Reads what was set. Returns: %FALSE with @error set when that could not be read: a line for each
 * row at fault, the others are taken; the file is not written over until it is set aside.
 */
gboolean plimsoll_own_computer_load (PlimsollOwnComputer *self, GError **error);

/** As plimsoll_user_file_set_aside(). */
char *plimsoll_own_computer_set_aside (PlimsollOwnComputer *self, GError **error);

/** As plimsoll_user_file_flush(). */
gboolean plimsoll_own_computer_flush (PlimsollOwnComputer *self, GError **error);

/** @found: (transfer full): by plimsoll_this_computer_read(), not identified yet */
void plimsoll_own_computer_take (PlimsollOwnComputer *self, PlimsollThisComputer *found);

/** Returns: (nullable) (transfer none): as it was found; %NULL: not looked at yet. */
const PlimsollThisComputer *plimsoll_own_computer_get_found (PlimsollOwnComputer *self);

/**
 * plimsoll_own_computer_get:
 *
 * Returns: (nullable) (transfer none): with what was set in the place of what was found, of which
 *   the source is then %PLIMSOLL_SOURCE_OWN; good until the next "changed"
 */
const PlimsollThisComputer *plimsoll_own_computer_get (PlimsollOwnComputer *self);

/** Returns: whether @figure was set of accelerator @device, or of %PLIMSOLL_COMPUTER_ITSELF. */
gboolean plimsoll_own_computer_is_set (PlimsollOwnComputer *self,
                                       guint device,
                                       PlimsollComputerFigure figure);

/** Returns: whether anything was set of what is there. */
gboolean plimsoll_own_computer_is_any_set (PlimsollOwnComputer *self);

/** Sets @figure to @text, which is not empty. It has to have been looked at. */
void plimsoll_own_computer_set_text (PlimsollOwnComputer *self,
                                     guint device,
                                     PlimsollComputerFigure figure,
                                     const char *text);

/** Sets @figure to @bytes. What is free is no more than there is. */
void plimsoll_own_computer_set_bytes (PlimsollOwnComputer *self,
                                      guint device,
                                      PlimsollComputerFigure figure,
                                      guint64 bytes);

/** As it was found. */
void plimsoll_own_computer_reset (PlimsollOwnComputer *self,
                                  guint device,
                                  PlimsollComputerFigure figure);
void plimsoll_own_computer_reset_all (PlimsollOwnComputer *self);

/* What a question can be about. */

/**
 * plimsoll_own_computer_get_boards:
 *
 * The accelerators on which models run: cards where there are any, else the graphics of the
 * processor; of which it is known what they are and how much memory they have. What the system
 * shows as several devices is one board. Their memory is what was set; else that of integrated
 * graphics is, where the driver tells it, what it can address, though no more than the rule for
 * shared memory gives.
 *
 * Returns: (transfer none) (element-type PlimsollAccelerator): like beside like the same object;
 *   good until the next "changed"
 */
GPtrArray *plimsoll_own_computer_get_boards (PlimsollOwnComputer *self);

/** Returns: whether it was looked at, and what models would run on is known: the boards, or that
 * there is nothing but the processor. */
gboolean plimsoll_own_computer_is_known (PlimsollOwnComputer *self);

/** Returns: bytes of system memory that a model may take: what was set to be free, else all of it;
 * 0: not known. */
guint64 plimsoll_own_computer_get_memory (PlimsollOwnComputer *self);

/** Returns: bytes of each board that others use, where it was set how much is free; else 0. */
guint64 plimsoll_own_computer_get_in_use (PlimsollOwnComputer *self);

G_END_DECLS
