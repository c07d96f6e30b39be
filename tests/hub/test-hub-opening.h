/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Models opened from a hub on this computer, in a thread and within bounds of memory. */

#pragma once

#include "plimsoll-hub-model.h"

#include "plimsoll-test-hub.h"
#include "plimsoll-test-memory.h"

typedef struct
{
  TestHub base;
  PlimsollModelList *models;
} Fixture;

static inline void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  test_hub_open (&self->base);
  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, NULL, &error);
  g_assert_no_error (error);
}

static inline void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->models);
  test_hub_close (&self->base);
}

/* --- Opening --- */

typedef struct
{
  PlimsollHub *hub;
  PlimsollHubLink *link;
  gboolean kept_only;
  PlimsollHubUse *use;
  GCancellable *cancellable;
  GError **error;
  PlimsollModel *model;
  int done; /* atomic */
} Opening;

static inline gpointer
open_in_thread (gpointer data)
{
  Opening *opening = data;

  opening->model = plimsoll_hub_open (opening->hub, opening->link, opening->kept_only, opening->use,
                                      opening->cancellable, opening->error);
  g_atomic_int_set (&opening->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* The server needs this thread. */
static inline void
run (Opening *opening)
{
  GThread *thread = g_thread_new ("open", open_in_thread, opening);

  while (!g_atomic_int_get (&opening->done))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
}

static inline PlimsollModel *
open_from (Fixture *self, const char *name, gboolean kept_only, PlimsollHubUse *use, GError **error)
{
  g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse (name, NULL);
  Opening opening = {
    .hub = self->base.hub, .link = link, .kept_only = kept_only, .use = use, .error = error
  };

  guint64 before = begin_memory ();

  g_assert_nonnull (link);
  run (&opening);
  check_memory (before);
  return opening.model;
}

static inline PlimsollModel *
open_one (Fixture *self, const char *name, PlimsollHubUse *use, GError **error)
{
  return open_from (self, name, FALSE, use, error);
}

static inline PlimsollModel *
known (Fixture *self, const char *id)
{
  PlimsollModel *model = plimsoll_model_list_lookup (self->models, id);

  g_assert_nonnull (model);
  return model;
}

#define VOCABULARY 151936

/* Eight billion parameters, with the vocabulary that such a model has. */
static inline void
put_8b (Fixture *self)
{
  PlimsollModel *model = known (self, "Qwen/Qwen3-8B");

  test_hub_put_gguf (&self->base, "acme/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf", model,
                     PLIMSOLL_FILE_TYPE_Q4_K_M, VOCABULARY);
  test_hub_put_gguf (&self->base, "acme/Qwen3-8B-GGUF/Qwen3-8B-Q8_0.gguf", model,
                     PLIMSOLL_FILE_TYPE_Q8_0, 100);
  test_hub_put_text (&self->base, "acme/Qwen3-8B-GGUF/mmproj-F16.gguf", "GGUF");
  test_hub_put_repository (&self->base, "acme/Qwen3-8B-GGUF",
                           "\"downloads\":1234,\"likes\":56,\"gated\":false,"
                           "\"tags\":[\"gguf\",\"license:apache-2.0\"],");
}
