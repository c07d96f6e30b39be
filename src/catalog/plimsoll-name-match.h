/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * How names are compared, the same for models, accelerators and whatever else is searched:
 *
 * - exactly, by plimsoll_name_squeeze(): "RTX4090", "rtx-4090" and "NVIDIA GeForce RTX 4090" are
 * one;
 * - as one types, by a PlimsollNameQuery held against PlimsollNameEntries: words in any order,
 *   begun words, small slips;
 * - when nothing matched, by PlimsollNameNearest: what may have been meant.
 *
 * Text need not be valid UTF-8. Nothing here depends on the locale.
 */

#define PLIMSOLL_NAME_MAX_NEAREST 8

typedef struct _PlimsollNameEntry PlimsollNameEntry;
typedef struct _PlimsollNameQuery PlimsollNameQuery;
typedef struct _PlimsollNameNearest PlimsollNameNearest;

/**
 * plimsoll_name_words:
 *
 * Case and compatibility forms folded, everything that is no letter or digit turned into the space
 * between words; a full stop between digits stays: "Qwen3-0.6B" is "qwen3 0.6b".
 *
 * Returns: (transfer full): the words with one space between; may be empty
 */
char *plimsoll_name_words (const char *text);

/**
 * plimsoll_name_squeeze:
 * @noise: (nullable) (array zero-terminated=1): words that tell nothing, folded
 *
 * The letters and digits of @text without the words in @noise, unless there are no others.
 *
 * Returns: (transfer full): what two names share exactly when they are taken as one; may be empty
 */
char *plimsoll_name_squeeze (const char *text, const char *const *noise);

/**
 * plimsoll_name_entry_new:
 * @names: (array zero-terminated=1): the name that is shown, then further ones: aliases, maker
 *
 * Makes ready a name for many queries. Immutable.
 *
 * Returns: (transfer full): free with plimsoll_name_entry_free()
 */
PlimsollNameEntry *plimsoll_name_entry_new (const char *const *names);

void plimsoll_name_entry_free (PlimsollNameEntry *self);

/**
 * plimsoll_name_query_new:
 *
 * Makes ready what was typed. More than 16 words are cut off.
 *
 * Returns: (transfer full): free with plimsoll_name_query_free()
 */
PlimsollNameQuery *plimsoll_name_query_new (const char *text);

void plimsoll_name_query_free (PlimsollNameQuery *self);

/**
 * plimsoll_name_query_is_empty:
 *
 * Returns: %TRUE when nothing was typed; everything matches then
 */
gboolean plimsoll_name_query_is_empty (const PlimsollNameQuery *self);

/**
 * plimsoll_name_query_score:
 *
 * Every word of the query has to be found: whole, begun, running over a space ("llama3" finds
 * "Llama 3"), within a word, or with a slip in a word of four letters or more. Numbers are not
 * split: "6b" does not find "0.6b", nor "70b" "170b". Does not allocate.
 *
 * Returns: 0: no match; else more for the better, at most 1,000
 */
guint plimsoll_name_query_score (const PlimsollNameQuery *self, const PlimsollNameEntry *entry);

/**
 * plimsoll_name_distance:
 *
 * The letters to be put in, taken out, changed or swapped with their neighbour to turn @a into @b.
 * Only the first 127 bytes of each count.
 */
guint plimsoll_name_distance (const char *a, const char *b);

/**
 * plimsoll_name_nearest_new:
 * @text: what was asked for, as typed
 * @squeezed: the same by plimsoll_name_squeeze()
 * @n: how many to keep, at most %PLIMSOLL_NAME_MAX_NEAREST
 *
 * Returns: (transfer full): free with plimsoll_name_nearest_free()
 */
PlimsollNameNearest *plimsoll_name_nearest_new (const char *text, const char *squeezed, guint n);

void plimsoll_name_nearest_free (PlimsollNameNearest *self);

/**
 * plimsoll_name_nearest_offer:
 * @index: whose name it is; one that is offered under several names keeps its nearest
 * @squeezed: (nullable): a name by plimsoll_name_squeeze(), compared by distance
 * @entry: (nullable): compared as in a search; what matches there comes first
 */
void plimsoll_name_nearest_offer (PlimsollNameNearest *self,
                                  guint index,
                                  const char *squeezed,
                                  const PlimsollNameEntry *entry);

/**
 * plimsoll_name_nearest_get:
 * @indices: (out caller-allocates): room for the number asked for
 *
 * Returns: how many there are, the nearest first
 */
guint plimsoll_name_nearest_get (const PlimsollNameNearest *self, guint *indices);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollNameEntry, plimsoll_name_entry_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollNameQuery, plimsoll_name_query_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollNameNearest, plimsoll_name_nearest_free)

G_END_DECLS
