/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-remote-search.h"

#include "plimsoll-hub-model.h"
#include "plimsoll-hub-search.h"
#include "plimsoll-search-result.h"

#include <glib/gi18n.h>

/* After the last key. */
#define PAUSE_MS 250
#define FEWEST_LETTERS 2

struct _PlimsollRemoteSearch
{
  GObject parent_instance;

  PlimsollHub *hub;
  PlimsollRemoteKnown is_known;
  gpointer data;

  gboolean enabled;
  char *words;
  GListStore *found;           /* of PlimsollSearchResult */
  PlimsollSearchResult *named; /* (nullable): what is typed is its name */
  char *fault;                 /* (nullable) */
  GCancellable *asking;        /* (nullable) */
  guint pause;                 /* a timeout */
};

G_DEFINE_FINAL_TYPE (PlimsollRemoteSearch, plimsoll_remote_search, G_TYPE_OBJECT)

typedef enum
{
  PROP_ENABLED = 1,
} PlimsollRemoteSearchProperty;

static GParamSpec *properties[PROP_ENABLED + 1];

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
changed (PlimsollRemoteSearch *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
plimsoll_remote_search_stop (PlimsollRemoteSearch *self)
{
  g_return_if_fail (PLIMSOLL_IS_REMOTE_SEARCH (self));

  g_clear_handle_id (&self->pause, g_source_remove);
  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

/* @listings: (nullable) (element-type PlimsollHubListing) */
static void
show (PlimsollRemoteSearch *self, GPtrArray *listings)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_object_unref);
  const char *named = self->named != NULL ? plimsoll_search_result_get_remote (self->named) : NULL;

  if (self->named != NULL)
    g_ptr_array_add (results, g_object_ref (self->named));
  for (guint i = 0; listings != NULL && i < listings->len; i++)
    {
      PlimsollHubListing *listing = g_ptr_array_index (listings, i);

      if (g_strcmp0 (listing->id, named) != 0 && !self->is_known (listing->id, self->data))
        g_ptr_array_add (results, plimsoll_search_result_new_remote (listing, listing->id));
    }
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)),
                       results->pdata, results->len);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollRemoteSearch) self = data;
  g_autoptr (GError) error = NULL;
  PlimsollHubUse use = { 0 };
  g_autoptr (GPtrArray) listings =
    plimsoll_hub_search_finish (PLIMSOLL_HUB (source), result, &use.age, &error);

  /* Something else was typed since. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->asking);
  g_clear_pointer (&self->fault, g_free);
  if (error != NULL)
    self->fault = g_strdup (error->message);
  else if (use.age >= 0)
    {
      g_autofree char *quoted = g_strdup_printf ("“%s”", self->words);

      self->fault = plimsoll_hub_use_text (&use, quoted);
    }
  show (self, listings);
  changed (self);
}

static void
ask_cb (gpointer data)
{
  PlimsollRemoteSearch *self = data;

  self->pause = 0;
  self->asking = g_cancellable_new ();
  plimsoll_hub_search_async (self->hub, self->words, self->asking, found_cb, g_object_ref (self));
}

/* A name has a slash: words of a search have none. */
static void
find_name (PlimsollRemoteSearch *self)
{
  g_autoptr (PlimsollHubLink) link =
    strchr (self->words, '/') != NULL
      ? plimsoll_hub_link_parse (self->words, plimsoll_hub_get_settings (self->hub)->endpoint)
      : NULL;
  g_autoptr (PlimsollHubListing) listing = NULL;

  g_clear_object (&self->named);
  if (link == NULL)
    return;
  listing = plimsoll_hub_listing_new ();
  listing->id = link->quantization != NULL
                  ? g_strconcat (link->repository, ":", link->quantization, NULL)
                  : g_strdup (link->file != NULL ? link->file : link->repository);
  self->named = plimsoll_search_result_new_remote (listing, self->words);
}

static void
begin (PlimsollRemoteSearch *self)
{
  plimsoll_remote_search_stop (self);
  g_clear_pointer (&self->fault, g_free);
  find_name (self);
  if (self->enabled && g_utf8_strlen (self->words, -1) >= FEWEST_LETTERS
      && strstr (self->words, "://") == NULL)
    self->pause = g_timeout_add_once (PAUSE_MS, ask_cb, self);
  /* What was found stays until there is something else to show, unless it is not asked for. */
  if (self->pause == 0 || self->named != NULL)
    show (self, NULL);
  changed (self);
}

void
plimsoll_remote_search_set_words (PlimsollRemoteSearch *self, const char *words)
{
  g_autofree char *stripped = NULL;

  g_return_if_fail (PLIMSOLL_IS_REMOTE_SEARCH (self));
  g_return_if_fail (words != NULL);

  stripped = g_strstrip (g_strdup (words));
  if (g_set_str (&self->words, stripped))
    begin (self);
}

GListModel *
plimsoll_remote_search_get_results (PlimsollRemoteSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_REMOTE_SEARCH (self), NULL);

  return G_LIST_MODEL (self->found);
}

const char *
plimsoll_remote_search_get_fault (PlimsollRemoteSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_REMOTE_SEARCH (self), NULL);

  return self->fault;
}

gboolean
plimsoll_remote_search_is_name (PlimsollRemoteSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_REMOTE_SEARCH (self), FALSE);

  return self->named != NULL;
}

/* --- The object --- */

static void
plimsoll_remote_search_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollRemoteSearch *self = PLIMSOLL_REMOTE_SEARCH (object);

  switch ((PlimsollRemoteSearchProperty) id)
    {
    case PROP_ENABLED:
      g_value_set_boolean (value, self->enabled);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_remote_search_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  PlimsollRemoteSearch *self = PLIMSOLL_REMOTE_SEARCH (object);

  switch ((PlimsollRemoteSearchProperty) id)
    {
    case PROP_ENABLED:
      if (self->enabled == g_value_get_boolean (value))
        return;
      self->enabled = g_value_get_boolean (value);
      begin (self);
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_remote_search_dispose (GObject *object)
{
  PlimsollRemoteSearch *self = PLIMSOLL_REMOTE_SEARCH (object);

  plimsoll_remote_search_stop (self);
  g_clear_object (&self->named);
  g_clear_object (&self->found);
  g_clear_object (&self->hub);
  g_clear_pointer (&self->words, g_free);
  g_clear_pointer (&self->fault, g_free);

  G_OBJECT_CLASS (plimsoll_remote_search_parent_class)->dispose (object);
}

static void
plimsoll_remote_search_class_init (PlimsollRemoteSearchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = plimsoll_remote_search_get_property;
  object_class->set_property = plimsoll_remote_search_set_property;
  object_class->dispose = plimsoll_remote_search_dispose;

  properties[PROP_ENABLED] =
    g_param_spec_boolean ("enabled", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
plimsoll_remote_search_init (PlimsollRemoteSearch *self)
{
  self->found = g_list_store_new (PLIMSOLL_TYPE_SEARCH_RESULT);
  self->words = g_strdup ("");
}

PlimsollRemoteSearch *
plimsoll_remote_search_new (PlimsollHub *hub, PlimsollRemoteKnown is_known, gpointer data)
{
  PlimsollRemoteSearch *self = g_object_new (PLIMSOLL_TYPE_REMOTE_SEARCH, NULL);

  self->hub = g_object_ref (hub);
  self->is_known = is_known;
  self->data = data;
  return self;
}
