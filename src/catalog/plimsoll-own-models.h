/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model.h"
#include "plimsoll-name-match.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_OWN_MODELS (plimsoll_own_models_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollOwnModels, plimsoll_own_models, PLIMSOLL, OWN_MODELS, GObject)

/**
 * PlimsollOwnModels:
 *
 * The models that a person has opened, or kept of the hub: a #GListModel of #PlimsollModel, the
 * last one first. Of each a file in the user's data keeps where it is, its name, its precision and
 * its shapes, so that it can be sized when its own files are gone. For the main thread; the file is
 * written in another.
 *
 * Signal write-failed (string): the file could not be written; a sentence that says why
 */

/** More are not kept: the oldest go. */
#define PLIMSOLL_OWN_MODELS_MAX 10000

/** PlimsollOwnModel: a model of the list with what is kept of it; immutable. */
typedef struct _PlimsollOwnModel PlimsollOwnModel;

PlimsollOwnModel *plimsoll_own_model_ref (PlimsollOwnModel *self);
void plimsoll_own_model_unref (PlimsollOwnModel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollOwnModel, plimsoll_own_model_unref)

/** Returns: (transfer none) */
PlimsollModel *plimsoll_own_model_get_model (PlimsollOwnModel *self);

/** Returns: (nullable) (transfer none): the precision of its files: "Q4_K_M"; %NULL: they say none
 */
const char *plimsoll_own_model_get_precision (PlimsollOwnModel *self);

/** Returns: bytes of its files; 0: not known. */
guint64 plimsoll_own_model_get_file_bytes (PlimsollOwnModel *self);

/** Returns: (transfer none): the ISO date at which it was opened last. */
const char *plimsoll_own_model_get_opened (PlimsollOwnModel *self);

/**
 * plimsoll_own_models_new:
 * @path: (nullable): the file that keeps them; %NULL: own-models.json in the user's data
 *
 * Returns: (transfer full): none yet, see plimsoll_own_models_load()
 */
PlimsollOwnModels *plimsoll_own_models_new (const char *path);

/**
 * plimsoll_own_models_load:
 *
 * Takes what the file keeps; that there is none is no fault.
 *
 * Returns: %FALSE with @error set (%PLIMSOLL_CATALOG_ERROR, %G_FILE_ERROR) when it is damaged. What
 *   could be read of it is taken all the same, and it is not written over until it has been set
 *   aside.
 */
gboolean plimsoll_own_models_load (PlimsollOwnModels *self, GError **error);

/**
 * plimsoll_own_models_set_aside:
 *
 * Renames a file that could not be read, so that nothing is lost, and begins a new one.
 *
 * Returns: (transfer full): the name that it has now; %NULL with @error set (%G_FILE_ERROR) when it
 *   cannot be renamed: then nothing is written
 */
char *plimsoll_own_models_set_aside (PlimsollOwnModels *self, GError **error);

/** Returns: (nullable) (transfer none) */
PlimsollOwnModel *plimsoll_own_models_lookup (PlimsollOwnModels *self, const char *id);

/** Puts @model first, instead of the one with its id, and has it written. */
void plimsoll_own_models_add (PlimsollOwnModels *self, PlimsollModel *model);

/**
 * plimsoll_own_models_remove:
 * @position: (out) (optional): where it was
 *
 * Has it written; the model's own files are not touched.
 *
 * Returns: (transfer full) (nullable): what was removed; %NULL: there is none with this id
 */
PlimsollOwnModel *
plimsoll_own_models_remove (PlimsollOwnModels *self, const char *id, guint *position);

/** Puts back what was removed, where it was; not when its model has been opened anew since. */
void plimsoll_own_models_put_back (PlimsollOwnModels *self, PlimsollOwnModel *own, guint position);

/** Returns: as plimsoll_name_query_score(), of the model at @position. */
guint
plimsoll_own_models_score (PlimsollOwnModels *self, guint position, const PlimsollNameQuery *query);

/**
 * plimsoll_own_models_look:
 *
 * Looks, in a thread, which models have their files still. Items of those that changed in that are
 * notified of as replaced.
 */
void plimsoll_own_models_look (PlimsollOwnModels *self);

/** Returns: whether a model's files were not there when somebody looked last. */
gboolean plimsoll_own_models_is_missing (PlimsollOwnModels *self, const char *id);

/**
 * plimsoll_own_models_flush:
 *
 * Writes, now, what is not yet written.
 *
 * Returns: %FALSE with @error set when that failed
 */
gboolean plimsoll_own_models_flush (PlimsollOwnModels *self, GError **error);

G_END_DECLS
