/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-search-result.h"

struct _PlimsollSearchResult
{
  GObject parent_instance;

  PlimsollModel *model;        /* (nullable) */
  PlimsollOwnModel *own;       /* (nullable) */
  PlimsollHubListing *listing; /* (nullable) */
  char *remote;                /* (nullable) */
  gboolean missing;
  guint position;
  gboolean known;
  PlimsollVerdict verdict;
};

G_DEFINE_FINAL_TYPE (PlimsollSearchResult, plimsoll_search_result, G_TYPE_OBJECT)

static void
plimsoll_search_result_dispose (GObject *object)
{
  PlimsollSearchResult *self = PLIMSOLL_SEARCH_RESULT (object);

  g_clear_object (&self->model);
  g_clear_pointer (&self->own, plimsoll_own_model_unref);
  g_clear_pointer (&self->listing, plimsoll_hub_listing_unref);
  g_clear_pointer (&self->remote, g_free);

  G_OBJECT_CLASS (plimsoll_search_result_parent_class)->dispose (object);
}

static void
plimsoll_search_result_class_init (PlimsollSearchResultClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_search_result_dispose;
}

static void
plimsoll_search_result_init (PlimsollSearchResult *self)
{
}

PlimsollSearchResult *
plimsoll_search_result_new (PlimsollModel *model, guint position)
{
  PlimsollSearchResult *self = g_object_new (PLIMSOLL_TYPE_SEARCH_RESULT, NULL);

  self->model = g_object_ref (model);
  self->position = position;
  return self;
}

PlimsollSearchResult *
plimsoll_search_result_new_own (PlimsollOwnModel *own, guint position, gboolean missing)
{
  PlimsollSearchResult *self =
    plimsoll_search_result_new (plimsoll_own_model_get_model (own), position);

  self->own = plimsoll_own_model_ref (own);
  self->missing = missing;
  return self;
}

PlimsollSearchResult *
plimsoll_search_result_new_remote (PlimsollHubListing *listing, const char *name)
{
  PlimsollSearchResult *self = g_object_new (PLIMSOLL_TYPE_SEARCH_RESULT, NULL);

  self->listing = plimsoll_hub_listing_ref (listing);
  self->remote = g_strdup (name);
  return self;
}

const char *
plimsoll_search_result_get_remote (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), NULL);

  return self->remote;
}

const PlimsollHubListing *
plimsoll_search_result_get_listing (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), NULL);

  return self->listing;
}

const char *
plimsoll_search_result_get_name (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), NULL);

  return self->model != NULL ? plimsoll_model_get_name (self->model) : self->listing->id;
}

PlimsollOwnModel *
plimsoll_search_result_get_own (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), NULL);

  return self->own;
}

gboolean
plimsoll_search_result_is_missing (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), FALSE);

  return self->missing;
}

PlimsollModel *
plimsoll_search_result_get_model (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), NULL);

  return self->model;
}

guint
plimsoll_search_result_get_position (PlimsollSearchResult *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), 0);

  return self->position;
}

gboolean
plimsoll_search_result_get_verdict (PlimsollSearchResult *self, PlimsollVerdict *verdict)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self), FALSE);

  *verdict = self->verdict;
  return self->known;
}

void
plimsoll_search_result_set_verdict (PlimsollSearchResult *self, PlimsollVerdict verdict)
{
  g_return_if_fail (PLIMSOLL_IS_SEARCH_RESULT (self));

  self->verdict = verdict;
  self->known = TRUE;
}

const char *
plimsoll_search_precision (PlimsollOwnModel *own, const char *present)
{
  const char *precision = own != NULL ? plimsoll_own_model_get_precision (own) : NULL;
  PlimsollFileType type;

  return precision != NULL && plimsoll_file_type_from_name (precision, &type) ? precision : present;
}
