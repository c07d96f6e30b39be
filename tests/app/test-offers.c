/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-places.h"
#include "plimsoll-test-site.h"

#include "plimsoll-cost-page.h"
#include "plimsoll-offers-page.h"

#include <glib/gstdio.h>

/* Cloud offers of one's own, from a file and from a server on this computer, through the window. */

typedef struct
{
  TestWindow base;
  TestSite site;
  const char *body;
  gulong pause; /* microseconds before an answer */
  GtkWidget *page;
} Fixture;

#define RATE "0.01"
#define OFFER(id, rate)                                                                            \
  "{\"id\":\"" id "\",\"provider\":\"Mine & Co\",\"instance\":\"one\",\"count\":1,"                \
  "\"accelerator\":\"nvidia-rtx-4090\",\"accelerator_name\":\"RTX 4090\",\"usd_per_hour\":" rate   \
  ",\"tier\":\"on-demand\",\"date\":\"2026-05\",\"source\":\"a letter\"}"
#define OFFERS(rows) "{\"format\":1,\"offers\":[" rows "]}"

static void
answer (TestSite *site, GOutputStream *out, const char *request)
{
  Fixture *self = site->data;

  if (self->pause > 0)
    g_usleep (self->pause);
  if (g_str_has_prefix (request, "GET /offers.json "))
    test_site_body (out, "text/plain", self->body);
  else
    test_site_status (out, "404 Not Found", "");
}

static void
set_up (Fixture *self, gconstpointer data)
{
  PlimsollAcceleratorList *accelerators;

  test_window_set_up (&self->base, data);
  self->site.answer = answer;
  self->site.data = self;
  self->body = OFFERS (OFFER ("mine", RATE));
  test_site_open (&self->site);
  accelerators = plimsoll_catalog_get_accelerators (self->base.catalog);
  plimsoll_scenario_set_accelerator (self->base.window->scenario,
                                     plimsoll_accelerator_list_lookup (accelerators,
                                                                       "nvidia-rtx-4090"));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_true (plimsoll_catalog_remove_own_offers (self->base.catalog, NULL, NULL));
  test_window_tear_down (&self->base, data);
  test_site_close (&self->site);
}

static guint
n_own (Fixture *self)
{
  return plimsoll_catalog_count_own_offers (self->base.catalog);
}

static GtkWidget *
open_offers (Fixture *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->base.window), "win.my-offers", NULL);
  test_wait_until (test_visible_dialog (&self->base) != NULL);
  test_settle (100);
  self->page =
    test_find (GTK_WIDGET (test_visible_dialog (&self->base)), PLIMSOLL_TYPE_OFFERS_PAGE);
  g_assert_nonnull (self->page);
  return self->page;
}

static void
type (Fixture *self, const char *text)
{
  GtkWidget *row = test_child (self->page, "address_row");

  gtk_editable_set_text (GTK_EDITABLE (row), text);
  g_signal_emit_by_name (row, "apply");
}

static void
fetch (Fixture *self, const char *path)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u%s", self->site.port, path);

  type (self, address);
}

static gboolean
is_shown (Fixture *self, const char *child)
{
  return gtk_widget_get_visible (test_child (self->page, child));
}

static gboolean
says (Fixture *self, const char *text)
{
  AdwDialog *dialog = test_visible_dialog (&self->base);

  return dialog != NULL && test_shows_text (GTK_WIDGET (dialog), text);
}

/* Says what went wrong, and that it was nothing that was changed. */
static void
expect_fault (Fixture *self, const char *text)
{
  test_wait_until (ADW_IS_ALERT_DIALOG (test_visible_dialog (&self->base)));
  g_assert_cmpstr (
    adw_alert_dialog_get_heading (ADW_ALERT_DIALOG (test_visible_dialog (&self->base))), ==,
    "Nothing was imported");
  test_wait_until (says (self, text));
  adw_dialog_force_close (test_visible_dialog (&self->base));
  test_wait_until (!ADW_IS_ALERT_DIALOG (test_visible_dialog (&self->base)));
  g_assert_true (gtk_widget_get_mapped (self->page));
}

/* --- */

static GtkWidget *
open_cost (Fixture *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->base.window), PLIMSOLL_TYPE_COST_PAGE);

  gtk_widget_activate_action (GTK_WIDGET (self->base.window), "win.page", "s", "cost");
  test_wait_until (gtk_widget_get_mapped (page));
  test_settle (50);
  return page;
}

static const PlimsollCostSummary *
summary_of (GtkWidget *cost)
{
  return plimsoll_cost_model_get_summary (plimsoll_cost_page_get_model (PLIMSOLL_COST_PAGE (cost)));
}

static gboolean
compares_mine (GtkWidget *cost)
{
  const PlimsollRental *rental = summary_of (cost)->rental;

  return rental != NULL
         && plimsoll_cloud_offer_is_own (plimsoll_rental_get_offer ((PlimsollRental *) rental));
}

/* What is imported counts at once on the page behind, and what is removed does not any more. */
static void
test_address (Fixture *self, gconstpointer data)
{
  GtkWidget *cost = open_cost (self);
  const guint n = summary_of (cost)->n_offers;

  g_assert_cmpuint (n, >, 0);
  /* Chosen, once it is there. */
  g_object_set (self->base.window->scenario, "offer", "mine", NULL);
  open_offers (self);
  g_assert_cmpint (g_atomic_int_get (&self->site.n_requests), ==, 0);
  g_assert_false (is_shown (self, "own_group"));

  fetch (self, "/offers.json");
  test_wait_until (n_own (self) == 1);
  test_settle (50);
  g_assert_true (is_shown (self, "own_group"));
  g_assert_true (says (self, "Mine & Co, one"));
  g_assert_true (says (self, "1× RTX 4090 · $0.01 an hour · May 2026"));
  test_wait_until (says (self, "1 offer imported"));
  test_wait_until (summary_of (cost)->n_offers == n + 1);
  g_assert_true (compares_mine (cost));
  g_assert_cmpint (g_atomic_int_get (&self->site.n_requests), ==, 1);

  g_signal_emit_by_name (test_child (self->page, "remove_button"), "clicked");
  g_assert_cmpuint (n_own (self), ==, 0);
  g_assert_false (is_shown (self, "own_group"));
  test_wait_until (summary_of (cost)->n_offers == n);
  g_assert_false (compares_mine (cost));

  gtk_widget_activate_action (self->page, "hardware.undo", NULL);
  g_assert_cmpuint (n_own (self), ==, 1);
  test_wait_until (compares_mine (cost));
}

/* As a file chooser gives it; the next file comes in its place. */
static void
test_file (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "my offers.json", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  open_offers (self);
  g_file_set_contents (path, OFFERS (OFFER ("a", RATE) "," OFFER ("b", "2")), -1, NULL);
  plimsoll_offers_page_read (PLIMSOLL_OFFERS_PAGE (self->page), uri);
  test_wait_until (n_own (self) == 2);
  g_file_set_contents (path, OFFERS (OFFER ("c", RATE)), -1, NULL);
  plimsoll_offers_page_read (PLIMSOLL_OFFERS_PAGE (self->page), uri);
  test_wait_until (n_own (self) == 1);

  /* Faults are told with row and field, and what there was stays. */
  g_file_set_contents (path, OFFERS (OFFER ("d", RATE) "," OFFER ("e", "-1")), -1, NULL);
  plimsoll_offers_page_read (PLIMSOLL_OFFERS_PAGE (self->page), uri);
  expect_fault (self, "my offers.json: row 2 (e): “usd_per_hour”");
  g_assert_cmpuint (n_own (self), ==, 1);
  g_assert_true (says (self, "Mine & Co, one"));
  g_unlink (path);
  plimsoll_offers_page_read (PLIMSOLL_OFFERS_PAGE (self->page), uri);
  expect_fault (self, "my offers.json");
  g_assert_cmpuint (n_own (self), ==, 1);
  g_rmdir (folder);
}

static void
test_faults (Fixture *self, gconstpointer data)
{
  open_offers (self);
  fetch (self, "/none.json");
  expect_fault (self, "127.0.0.1 has no such file");
  self->body = "<!DOCTYPE html>";
  fetch (self, "/offers.json");
  expect_fault (self, "offers.json: is not JSON");
  self->body = OFFERS (OFFER ("a", RATE) "," OFFER ("a", RATE));
  fetch (self, "/offers.json");
  expect_fault (self, "offers.json: two rows have the id “a”");
  type (self, "ftp://example.org/offers.json");
  expect_fault (self, "https://");
  /* Nothing that is typed is opened as a file. */
  type (self, "file:///etc/passwd");
  expect_fault (self, "https://");
  type (self, "  ");
  test_settle (100);
  g_assert_true (PLIMSOLL_IS_OFFERS_PAGE (self->page));
  g_assert_cmpuint (n_own (self), ==, 0);
}

/* What takes long says so, lets the window live, and can be given up; as it is with the dialog. */
static void
test_slow (Fixture *self, gconstpointer data)
{
  self->pause = G_USEC_PER_SEC;
  open_offers (self);
  fetch (self, "/offers.json");
  g_assert_false (is_shown (self, "waiting_row"));
  test_wait_until (is_shown (self, "waiting_row"));
  g_assert_true (says (self, "Opening “offers.json”…"));
  g_signal_emit_by_name (test_child (self->page, "cancel_button"), "clicked");
  g_assert_false (is_shown (self, "waiting_row"));
  test_settle (1300);
  g_assert_cmpuint (n_own (self), ==, 0);
  g_assert_false (ADW_IS_ALERT_DIALOG (test_visible_dialog (&self->base)));

  /* Another takes its place. */
  fetch (self, "/none.json");
  test_settle (50);
  fetch (self, "/offers.json");
  test_wait_until (n_own (self) == 1);
  test_wait_until (!is_shown (self, "waiting_row"));
  g_assert_false (ADW_IS_ALERT_DIALOG (test_visible_dialog (&self->base)));

  self->body = OFFERS ("");
  fetch (self, "/offers.json");
  test_settle (100);
  adw_dialog_force_close (test_visible_dialog (&self->base));
  test_settle (1300);
  g_assert_cmpuint (n_own (self), ==, 1);
}

/* My Hardware says how many there are, and leads there. */
static void
test_dialog (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->body, strlen (self->body));
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->base.window), "win.my-hardware", NULL);
  test_wait_until (test_visible_dialog (&self->base) != NULL);
  dialog = GTK_WIDGET (test_visible_dialog (&self->base));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "nothing");
  g_assert_true (plimsoll_catalog_import_offers (self->base.catalog, NULL, bytes, "offers.json",
                                                 NULL));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "rows");
  g_assert_cmpstr (adw_action_row_get_subtitle (test_child (dialog, "offers_row")), ==,
                   "1 of yours");
  test_settle (100);
  g_assert_true (gtk_widget_activate (test_child (dialog, "offers_row")));
  test_settle (100);
  g_assert_nonnull (test_find (dialog, PLIMSOLL_TYPE_OFFERS_PAGE));
}

/* A list of thousands is not shown row by row, but counts whole. */
static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"format\":1,\"offers\":[");
  g_autofree char *body = NULL;
  guint n = 0;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text,
                            "%s{\"id\":\"mine-%u\",\"provider\":\"Mine\",\"instance\":\"%u\","
                            "\"accelerator_name\":\"RTX\",\"usd_per_hour\":1,"
                            "\"date\":\"2026-05\",\"source\":\"a letter\"}",
                            i > 0 ? "," : "", i, i);
  g_string_append (text, "]}");
  body = g_string_free (g_steal_pointer (&text), FALSE);
  self->body = body;
  open_offers (self);
  fetch (self, "/offers.json");
  test_wait_until (n_own (self) == 1000);
  for (GtkWidget *row = gtk_widget_get_first_child (test_child (self->page, "list")); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n++;
  g_assert_cmpuint (n, ==, 100);
  g_assert_true (says (self, "1000 offers, of which 100 are shown"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

#define ADD(name, function) g_test_add ("/offers/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("address", test_address);
  ADD ("file", test_file);
  ADD ("faults", test_faults);
  ADD ("slow", test_slow);
  ADD ("dialog", test_dialog);
  ADD ("many", test_many);
#undef ADD

  return g_test_run ();
}
