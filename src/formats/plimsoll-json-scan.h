/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PlimsollJsonScan: reads JSON forward in a buffer of one's own, without building a tree: headers
 * of safetensors may have a million entries. Strings are unescaped where they stand, so what it
 * returns points into the buffer, and a buffer can be scanned once.
 *
 * After the first fault every call fails.
 */
typedef struct
{
  char *start;
  char *at;
  char *end;         /* there is a NUL */
  const char *fault; /* (nullable) */
} PlimsollJsonScan;

/** @text must have a NUL at @length. */
void plimsoll_json_scan_init (PlimsollJsonScan *self, char *text, gsize length);

/** Returns: (nullable) (transfer none): the fault, with the offset that it is at in @offset. */
const char *plimsoll_json_scan_fault (const PlimsollJsonScan *self, gsize *offset);

/** Sets a fault of the caller's own; returns %FALSE. */
gboolean plimsoll_json_scan_fail (PlimsollJsonScan *self, const char *fault);

/** Returns: whether the next value is an object, an array ('['), a string ('"')…: its first byte,
 * 0 at the end. */
char plimsoll_json_scan_peek (PlimsollJsonScan *self);

/** Returns: (nullable) (transfer none): the next value, which must be a string. */
char *plimsoll_json_scan_string (PlimsollJsonScan *self);

/** Reads a whole number that is not under 0. */
gboolean plimsoll_json_scan_uint (PlimsollJsonScan *self, guint64 *value);

/** Passes over any value. */
gboolean plimsoll_json_scan_skip (PlimsollJsonScan *self);

/**
 * plimsoll_json_scan_member:
 * @first: %TRUE at the first call for an object, then left alone
 *
 * Returns: (nullable) (transfer none): the name of the next member, whose value follows; %NULL at
 * the object's end and at a fault
 */
char *plimsoll_json_scan_member (PlimsollJsonScan *self, gboolean *first);

/** The same for the elements of an array. Returns: whether one follows. */
gboolean plimsoll_json_scan_element (PlimsollJsonScan *self, gboolean *first);

/** Returns: whether only white space follows. */
gboolean plimsoll_json_scan_end (PlimsollJsonScan *self);

G_END_DECLS
