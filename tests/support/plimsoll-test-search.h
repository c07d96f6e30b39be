/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-search-dialog.h"
#include "plimsoll-search-result.h"
#include "plimsoll-test-hub.h"
#include "plimsoll-test-window.h"

#include <time.h>

/* How long it takes from a hub's answer to a search until what it found is shown. */

/* As many rows as are asked for, with as many words about each as such have. */
#define TEST_SEARCH_ROWS 20
#define TEST_SEARCH_TAGS 30
#define TEST_SEARCH_ROUNDS 15

typedef struct
{
  TestHub *hub;
  AdwDialog *dialog;
  gint64 sent;  /* when the last byte was handed to the network; of @hub's mutex */
  double shown; /* ms from then until the rows are in the list */
  double drawn; /* ms until they are drawn */
  double work;  /* ms of the processor that this thread took from the one to the other */
} TestSearch;

static inline void
test_search_answer_cb (TestSite *site, GOutputStream *out, const char *request)
{
  TestSearch *self = g_object_get_data (G_OBJECT (((TestHub *) site->data)->hub), "test-search");

  test_hub_answer (site, out, request);
  g_mutex_lock (&site->mutex);
  self->sent = g_get_monotonic_time ();
  g_mutex_unlock (&site->mutex);
}

static inline void
test_search_put (TestSearch *self, guint round)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autofree char *path = g_strdup_printf ("/api/models?search=round%%20%u&*", round);

  for (guint i = 0; i < TEST_SEARCH_ROWS; i++)
    {
      g_string_append_printf (json,
                              "%s{\"_id\":\"%024x\",\"id\":\"acme/Round-%u-%u\",\"likes\":%u,"
                              "\"downloads\":%u,\"gated\":false,\"tags\":[\"license:mit\"",
                              i > 0 ? "," : "", i, round, i, 7 * i, 1000 * i);
      for (guint k = 0; k < TEST_SEARCH_TAGS; k++)
        g_string_append_printf (json, ",\"base_model:quantized:acme/Round-%u\"", k);
      g_string_append (json, "]}");
    }
  g_string_append_c (json, ']');
  test_hub_put (self->hub, path, json->str);
}

static inline gboolean
test_search_shows (TestSearch *self, guint round)
{
  GListModel *rows = G_LIST_MODEL (gtk_list_view_get_model (test_child (self->dialog, "list")));
  g_autofree char *name = g_strdup_printf ("acme/Round-%u-%u", round, TEST_SEARCH_ROWS - 1);
  const guint n = g_list_model_get_n_items (rows);
  g_autoptr (PlimsollSearchResult) last = n > 0 ? g_list_model_get_item (rows, n - 1) : NULL;

  return last != NULL && g_strcmp0 (plimsoll_search_result_get_remote (last), name) == 0;
}

static inline double
test_search_since (TestSearch *self)
{
  double ms;

  g_mutex_lock (&self->hub->site.mutex);
  ms = (double) (g_get_monotonic_time () - self->sent) / 1e3;
  g_mutex_unlock (&self->hub->site.mutex);
  return ms;
}

/* Of this thread alone: others may run on the same processor. */
static inline double
test_search_cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/** Types something that was not typed before, and waits for what is found. */
static inline void
test_search_round (TestSearch *self, guint round)
{
  g_autofree char *words = g_strdup_printf ("round %u", round);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->dialog));
  const gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  gboolean drawn = FALSE;
  gulong handler;
  double cpu;

  g_object_set_data (G_OBJECT (self->hub->hub), "test-search", self);
  self->hub->site.answer = test_search_answer_cb;
  test_search_put (self, round);
  gtk_editable_set_text (GTK_EDITABLE (test_child (self->dialog, "entry")), words);
  while (!test_search_shows (self, round) && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (test_search_shows (self, round));
  self->shown = test_search_since (self);
  cpu = test_search_cpu_ms ();

  handler = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (test_flag_cb), &drawn);
  while (!drawn && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
  g_assert_true (drawn);
  self->drawn = test_search_since (self);
  self->work = test_search_cpu_ms () - cpu;
}

static inline int
test_search_compare (gconstpointer a, gconstpointer b)
{
  const double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/** Leaves the medians of several rounds, each of the figures by itself. */
static inline void
test_search_medians (TestSearch *self)
{
  double shown[TEST_SEARCH_ROUNDS], drawn[TEST_SEARCH_ROUNDS], work[TEST_SEARCH_ROUNDS];

  g_hash_table_remove_all (self->hub->answers);
  for (guint i = 0; i < TEST_SEARCH_ROUNDS; i++)
    {
      test_search_round (self, i);
      shown[i] = self->shown;
      drawn[i] = self->drawn;
      work[i] = self->work;
    }
  qsort (shown, TEST_SEARCH_ROUNDS, sizeof *shown, test_search_compare);
  qsort (drawn, TEST_SEARCH_ROUNDS, sizeof *drawn, test_search_compare);
  qsort (work, TEST_SEARCH_ROUNDS, sizeof *work, test_search_compare);
  self->shown = shown[TEST_SEARCH_ROUNDS / 2];
  self->drawn = drawn[TEST_SEARCH_ROUNDS / 2];
  self->work = work[TEST_SEARCH_ROUNDS / 2];
}
