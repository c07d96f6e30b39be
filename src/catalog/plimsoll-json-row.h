/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/*
 * Reading the catalogue's files, which people edit: every value is checked and bounded, what is not
 * known there is a fault, and the first fault says which file, which row, which member and what is
 * wrong with it. A member that is null is as one that is missing.
 *
 * A row is read by asking for all its members; faults are kept, and plimsoll_json_row_finish()
 * tells of them, so that no call in between has to be checked.
 */

#define PLIMSOLL_JSON_MAX_BYTES (64 * 1024 * 1024)
#define PLIMSOLL_JSON_MAX_ROWS 100000
#define PLIMSOLL_JSON_MAX_MEMBERS 48

typedef struct _PlimsollJsonRow PlimsollJsonRow;

/** PlimsollJsonRow: on the stack; between init() and finish(). */
struct _PlimsollJsonRow
{
  /*< private >*/
  JsonObject *object;
  PlimsollJsonRow *parent;
  const char *file;
  const char *member; /* of the parent */
  guint number;
  GError *fault;
  char path[128];
  guint n_asked;
  const char *asked[PLIMSOLL_JSON_MAX_MEMBERS];
};

/** Returns: how many values of whatever kind JSON has, found without parsing it. */
guint64 plimsoll_json_count (GBytes *bytes);

/**
 * plimsoll_json_document:
 * @bytes: what is in the file
 * @file: its name, for messages
 * @list: the member that holds the rows
 * @others: (nullable) (array zero-terminated=1): further members that may be there
 * @error: as %PLIMSOLL_CATALOG_ERROR
 *
 * Reads a file of facts: an object with "format" 1 and a list of rows.
 *
 * Returns: (transfer full): the object; @list is an array in it; or %NULL with @error set
 */
JsonObject *plimsoll_json_document (GBytes *bytes,
                                    const char *file,
                                    const char *list,
                                    const char *const *others,
                                    GError **error);

/**
 * plimsoll_json_row_init:
 * @self: (out caller-allocates): the row
 * @node: what is in the row's place, of any kind; outlives the row
 * @file: the file's name, for messages
 * @number: which row of the file it is, from 1; 0: it is no row of a file
 */
void plimsoll_json_row_init (PlimsollJsonRow *self, JsonNode *node, const char *file, guint number);

/**
 * plimsoll_json_row_finish:
 *
 * Returns: %TRUE when all was well and no member is left that was not asked for
 */
gboolean plimsoll_json_row_finish (PlimsollJsonRow *self, GError **error);

/**
 * plimsoll_json_row_enter:
 * @child: (out caller-allocates): the object in the member; left with plimsoll_json_row_leave()
 *
 * Returns: %TRUE when there is one. Else @child can still be asked, and has nothing
 */
gboolean
plimsoll_json_row_enter (PlimsollJsonRow *self, const char *member, PlimsollJsonRow *child);

void plimsoll_json_row_leave (PlimsollJsonRow *child);

/**
 * plimsoll_json_row_fault:
 *
 * Keeps a fault of one's own, unless there is one already.
 */
void plimsoll_json_row_fault (PlimsollJsonRow *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/**
 * plimsoll_json_row_path:
 *
 * Returns: (transfer none): what @member is called in messages, "memory.nominal_gb"; good until the
 *   next call
 */
const char *plimsoll_json_row_path (PlimsollJsonRow *self, const char *member);

/**
 * plimsoll_json_row_text:
 * @needed: whether it has to be there
 *
 * Returns: (nullable) (transfer none): text that is not empty, of at most 2,000 characters,
 *   none of them a control character: it can be shown within a line
 */
const char *plimsoll_json_row_text (PlimsollJsonRow *self, const char *member, gboolean needed);

/**
 * plimsoll_json_row_any_text:
 * @needed: whether it has to be there
 *
 * Returns: (nullable) (transfer none): as plimsoll_json_row_text(), but with any characters, as the
 *   paths of files and what they call themselves may have
 */
const char *plimsoll_json_row_any_text (PlimsollJsonRow *self, const char *member, gboolean needed);

/**
 * plimsoll_json_row_texts:
 *
 * Returns: (transfer full) (array zero-terminated=1): the member's texts; none when it is not there
 */
char **plimsoll_json_row_texts (PlimsollJsonRow *self, const char *member);

/**
 * plimsoll_json_row_number:
 *
 * Returns: a number above 0, at most 10^12; NAN when it is not there
 */
double plimsoll_json_row_number (PlimsollJsonRow *self, const char *member);

/**
 * plimsoll_json_row_integer:
 *
 * Returns: a whole number from @least to @most; @otherwise when it is not there
 */
guint64 plimsoll_json_row_integer (PlimsollJsonRow *self,
                                   const char *member,
                                   guint64 least,
                                   guint64 most,
                                   guint64 otherwise);

/** Returns: the truth value, @otherwise (which need not be one) when it is not there. */
int plimsoll_json_row_flag (PlimsollJsonRow *self, const char *member, int otherwise);

/**
 * plimsoll_json_row_choice:
 * @choices: (array zero-terminated=1): what the member may say
 *
 * Returns: which of them it says; @otherwise when it is not there
 */
guint plimsoll_json_row_choice (PlimsollJsonRow *self,
                                const char *member,
                                const char *const *choices,
                                guint otherwise);

/**
 * plimsoll_json_row_list:
 *
 * Returns: (nullable) (transfer none): the member's list, %NULL when it is not there
 */
JsonArray *plimsoll_json_row_list (PlimsollJsonRow *self, const char *member);

/**
 * plimsoll_json_row_object:
 *
 * Returns: (nullable) (transfer none): the member's object, for a reader of its own; %NULL when it
 *   is not there
 */
JsonObject *plimsoll_json_row_object (PlimsollJsonRow *self, const char *member);

G_END_DECLS
