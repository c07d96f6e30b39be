/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Models on a hub in the search, and the questions about them. */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-session.h"
#include "plimsoll-test-hub.h"
#include "plimsoll-test-open.h"
#include "plimsoll-test-search.h"

typedef struct
{
  TestOpen open;
  TestHub hub;
} Fixture;

#define NAME "acme/Qwen3-8B-GGUF"
#define FOUND                                                                                      \
  "[{\"id\":\"" NAME "\",\"downloads\":12345,\"likes\":67,\"gated\":\"auto\","                     \
  "\"tags\":[\"license:apache-2.0\"]},{\"id\":\"Qwen/Qwen3-8B\",\"downloads\":9}]"

static void
set_up (Fixture *self, gconstpointer data)
{
  PlimsollModel *model;

  test_open_set_up (&self->open, data);
  test_hub_open (&self->hub);
  model = plimsoll_model_list_lookup (self->open.base.models, "Qwen/Qwen3-8B");
  test_hub_put_gguf (&self->hub, NAME "/Qwen3-8B-Q4_K_M.gguf", model, PLIMSOLL_FILE_TYPE_Q4_K_M,
                     1000);
  test_hub_put_gguf (&self->hub, NAME "/Qwen3-8B-Q8_0.gguf", model, PLIMSOLL_FILE_TYPE_Q8_0, 100);
  test_hub_put_repository (&self->hub, NAME, "");
  test_hub_put (&self->hub, "/api/models?search=*", FOUND);
  g_set_object (&WINDOW (&self->open)->hub, self->hub.hub);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);

  test_open_tear_down (&self->open, data);
  test_hub_close (&self->hub);
  g_settings_reset (settings, "search-hub");
  g_settings_reset (settings, "question");
}

static int
n_requests (Fixture *self)
{
  return g_atomic_int_get (&self->hub.site.n_requests);
}

static AdwDialog *
open_search (Fixture *self)
{
  gtk_widget_activate_action (GTK_WIDGET (WINDOW (&self->open)), "win.search", NULL);
  test_wait_until (test_visible_dialog (&self->open) != NULL);
  return test_visible_dialog (&self->open);
}

static void
type (AdwDialog *dialog, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (test_child (dialog, "entry")), text);
}

static GtkSelectionModel *
selection_of (AdwDialog *dialog)
{
  return gtk_list_view_get_model (test_child (dialog, "list"));
}

/* The place of what is opened by @name; G_MAXUINT: it is not there. */
static guint
find_remote (AdwDialog *dialog, const char *name)
{
  GListModel *results = G_LIST_MODEL (selection_of (dialog));

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (PlimsollSearchResult) result = g_list_model_get_item (results, i);

      if (g_strcmp0 (plimsoll_search_result_get_remote (result), name) == 0)
        return i;
    }
  return G_MAXUINT;
}

static void
choose (AdwDialog *dialog, const char *name)
{
  test_wait_until (find_remote (dialog, name) != G_MAXUINT);
  gtk_selection_model_select_item (selection_of (dialog), find_remote (dialog, name), TRUE);
  g_signal_emit_by_name (test_child (dialog, "entry"), "activate");
}

static gboolean
asks_about (Fixture *self, const char *id)
{
  return g_strcmp0 (plimsoll_model_get_id (test_model (&self->open)), id) == 0;
}

/* --- */

static void
test_search (Fixture *self, gconstpointer data)
{
  AdwDialog *dialog = open_search (self);
  static const char *const words[] = { "q", "qw", "qwe", "qwen", "qwen3" };
  GtkListView *list = test_child (dialog, "list");

  /* Nothing is asked before something is typed, nor while it is. */
  test_settle (400);
  g_assert_cmpint (n_requests (self), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      type (dialog, words[i]);
      test_settle (50);
    }
  g_assert_cmpint (n_requests (self), ==, 0);
  test_wait_until (find_remote (dialog, NAME) != G_MAXUINT);
  g_assert_cmpint (n_requests (self), ==, 1);
  /* What the catalogue has is not shown twice. */
  g_assert_cmpuint (find_remote (dialog, "Qwen/Qwen3-8B"), ==, G_MAXUINT);
  g_assert_false (adw_banner_get_revealed (test_child (dialog, "banner")));

  gtk_list_view_scroll_to (list, find_remote (dialog, NAME), GTK_LIST_SCROLL_NONE, NULL);
  test_wait_until (test_shows_text (GTK_WIDGET (dialog),
                                    "Gated · 12345 downloads a month · 67 likes · apache-2.0"));
  test_wait_until (test_shows_text (GTK_WIDGET (dialog), "Hugging Face"));
}

static void
test_size (Fixture *self, gconstpointer data)
{
  PlimsollWindow *window = WINDOW (&self->open);
  AdwDialog *dialog = open_search (self);
  const PlimsollPrecisionSize *sizes;
  gsize n;

  type (dialog, "qwen3");
  choose (dialog, NAME);
  test_wait_until (asks_about (self, NAME ":Q4_K_M"));
  g_assert_cmpstr (test_precision (&self->open), ==, "Q4_K_M");
  test_wait_until (test_shows_text (test_toasts (&self->open),
                                    "were fetched to size Qwen3-8B-GGUF"));

  /* The stops are the files that there are, with their own sizes. */
  sizes = plimsoll_sizer_precision_sizes (plimsoll_window_get_sizer (window), &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (sizes[1].info->name, ==, "Q8_0");
  g_assert_cmpuint (sizes[1].file_bytes, ==,
                    plimsoll_model_get_file_size (test_model (&self->open),
                                                  PLIMSOLL_FILE_TYPE_Q8_0));

  /* One press keeps it, and it is no file that could be missing. */
  g_assert_null (plimsoll_own_models_lookup (self->open.base.own, NAME ":Q4_K_M"));
  test_press_button (test_toasts (&self->open), "_Add to My Models");
  g_assert_nonnull (plimsoll_own_models_lookup (self->open.base.own, NAME ":Q4_K_M"));
  dialog = open_search (self);
  test_settle (300);
  g_assert_false (plimsoll_own_models_is_missing (self->open.base.own, NAME ":Q4_K_M"));
  test_wait_until (test_shows_text (GTK_WIDGET (dialog), NAME));
  g_signal_emit_by_name (test_child (dialog, "entry"), "activate");
  test_wait_until (test_visible_dialog (&self->open) == NULL);
  test_wait_until (asks_about (self, NAME ":Q4_K_M"));
}

static void
test_link (Fixture *self, gconstpointer data)
{
  AdwDialog *dialog = open_search (self);
  const char *link = "https://huggingface.co/" NAME "/blob/main/Qwen3-8B-Q8_0.gguf";

  type (dialog, link);
  test_wait_until (find_remote (dialog, link) == 0);
  g_signal_emit_by_name (test_child (dialog, "entry"), "activate");
  test_wait_until (asks_about (self, NAME ":Q8_0"));
  g_assert_cmpstr (test_precision (&self->open), ==, "Q8_0");
}

/* What the hub found is in the list within 50 ms of its answer, as bench-search measures; here,
 * with other tests on the processor, and built to look for faults, it may take four times as long.
 */
static void
test_time (Fixture *self, gconstpointer data)
{
  TestSearch search = { .hub = &self->hub, .dialog = open_search (self) };

  test_search_medians (&search);
  g_test_message ("in the list after %.1f ms, drawn after %.1f ms", search.shown, search.drawn);
  g_assert_cmpfloat (search.shown, <=, 4 * 50);
}

/* Turned off, or with nothing there, the search is as it was. */
static void
test_off (Fixture *self, gconstpointer data)
{
  AdwDialog *dialog = open_search (self);

  gtk_toggle_button_set_active (test_child (dialog, "remote_toggle"), FALSE);
  type (dialog, "qwen3");
  test_settle (600);
  g_assert_cmpint (n_requests (self), ==, 0);
  g_assert_cmpuint (find_remote (dialog, NAME), ==, G_MAXUINT);
}

static void
clipboard_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_unreachable (Fixture *self, gconstpointer data)
{
  AdwDialog *dialog = open_search (self);
  AdwBanner *banner = test_child (dialog, "banner");
  g_autofree char *address = NULL;
  g_autofree char *copied = NULL;

  g_hash_table_replace (self->hub.hosts, g_strdup ("/api/models/acme/Closed?blobs=true"),
                        g_strdup ("HTTP/1.1 403 Forbidden\r\nX-Error-Code: GatedRepo\r\n"
                                  "Content-Length: 0\r\nConnection: close\r\n\r\n"));
  g_hash_table_remove_all (self->hub.answers);

  /* The catalogue answers: nobody needs to hear of the hub. */
  type (dialog, "qwen3");
  test_wait_until (n_requests (self) == 1);
  test_settle (300);
  g_assert_false (adw_banner_get_revealed (banner));
  /* Nothing else does. */
  type (dialog, "zzzzzz");
  test_wait_until (adw_banner_get_revealed (banner));
  type (dialog, "qwen3");
  g_assert_false (adw_banner_get_revealed (banner));

  type (dialog, "acme/Closed");
  choose (dialog, "acme/Closed");
  test_press_button (test_toasts (&self->open), "_Details");
  test_wait_until (test_visible_dialog (&self->open) != NULL);
  test_wait_until (test_shows_text (GTK_WIDGET (test_visible_dialog (&self->open)),
                                    "ask for access at"));

  /* The link alone is copied. */
  g_signal_emit_by_name (test_visible_dialog (&self->open), "response::copy", "copy");
  address = g_strconcat (plimsoll_hub_get_settings (self->hub.hub)->endpoint, "/acme/Closed", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (WINDOW (&self->open))), NULL,
                                 clipboard_cb, &copied);
  test_wait_until (copied != NULL);
  g_assert_cmpstr (copied, ==, address);
}

/* On another day the question is about the same model, and the hub is not asked for it. */
static void
test_restore (Fixture *self, gconstpointer data)
{
  AdwDialog *dialog = open_search (self);
  int before;

  type (dialog, NAME ":Q8_0");
  choose (dialog, NAME ":Q8_0");
  test_wait_until (asks_about (self, NAME ":Q8_0"));
  plimsoll_window_save (WINDOW (&self->open));
  before = n_requests (self);

  plimsoll_window_read (WINDOW (&self->open), NAME ":Q8_0", PLIMSOLL_READ_TO_RESTORE);
  test_wait_until (WINDOW (&self->open)->reading == NULL);
  g_assert_true (asks_about (self, NAME ":Q8_0"));
  g_assert_cmpint (n_requests (self), ==, before);

  {
    const PlimsollSessionLists lists = { self->open.base.models, self->open.base.own,
                                         WINDOW (&self->open)->accelerators,
                                         plimsoll_window_find_kept, WINDOW (&self->open) };
    g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
    g_autofree char *path = NULL;
    g_auto (GStrv) lost = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_true (plimsoll_session_restore (WINDOW (&self->open)->settings, scenario, &lists,
                                             &path, &lost, &error));
    g_assert_no_error (error);
    g_assert_null (path);
    g_assert_cmpstr (plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)), ==,
                     NAME ":Q8_0");
    g_assert_cmpint (n_requests (self), ==, before);
  }

  gtk_widget_activate_action (GTK_WIDGET (WINDOW (&self->open)), "win.forget-hub", NULL);
  test_wait_until (plimsoll_hub_get_kept (self->hub.hub) == 0);
  test_wait_until (test_shows_text (test_toasts (&self->open), "deleted"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
#define ADD(path, test) g_test_add ("/hub/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("search", test_search);
  ADD ("time", test_time);
  ADD ("size", test_size);
  ADD ("link", test_link);
  ADD ("off", test_off);
  ADD ("unreachable", test_unreachable);
  ADD ("restore", test_restore);
#undef ADD
  return g_test_run ();
}
