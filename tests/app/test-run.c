/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-launch-card.h"
#include "plimsoll-run-page.h"
#include "plimsoll-test-window.h"

#include <string.h>

/* The page driven through its widgets. What the commands say is tested with the commands
 * (tests/scenario/test-launch.c); here that they are shown, explained and copied. */

static GtkWidget *
open_page (TestWindow *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_RUN_PAGE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_nonnull (page);
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models,
                                                           "Qwen/Qwen3-30B-A3B-Instruct-2507"));
  plimsoll_scenario_set_accelerator (
    scenario, plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                                "nvidia-rtx-4090"));
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "run");
  test_wait_until (gtk_widget_get_mapped (page));
  test_settle (50);

  return page;
}

/* The cards as they are read. */
static PlimsollLaunchCard *
card_at (GtkWidget *page, guint place)
{
  GtkWidget *card = gtk_widget_get_first_child (test_child (page, "cards"));

  for (; card != NULL; card = gtk_widget_get_next_sibling (card))
    if (PLIMSOLL_IS_LAUNCH_CARD (card) && place-- == 0)
      return PLIMSOLL_LAUNCH_CARD (card);

  return NULL;
}

static PlimsollLaunchCard *
card_of (GtkWidget *page, const char *engine)
{
  PlimsollLaunchCard *card;

  for (guint i = 0; (card = card_at (page, i)) != NULL; i++)
    if (g_str_equal (plimsoll_launch_get_engine (plimsoll_launch_card_get_launch (card)), engine))
      return card;

  g_error ("No card for %s", engine);
}

static const char *
text_of (PlimsollLaunchCard *card, const char *label)
{
  return gtk_label_get_text (test_child (card, label));
}

/* The question's engine first, and what does not run last, with the reason: BF16 weights of 61 GB
 * do not go on 24 GB, and MLX is for other machines. */
static void
test_cards (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollLaunchCard *llama = card_at (page, 0);
  PlimsollLaunchCard *mlx = card_of (page, "mlx");

  gtk_test_accessible_assert_role (page, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (page, GTK_ACCESSIBLE_PROPERTY_LABEL, "Run");
  /* Nothing is selected when one comes here. */
  g_assert_false (gtk_label_get_selection_bounds (test_child (llama, "command_label"), NULL, NULL));
  g_assert_true (llama == card_of (page, "llama.cpp"));
  gtk_test_accessible_assert_property (llama, GTK_ACCESSIBLE_PROPERTY_LABEL, "llama.cpp");
  g_assert_true (gtk_widget_get_visible (test_child (llama, "chosen_label")));
  g_assert_false (gtk_widget_get_visible (test_child (llama, "refusal_box")));
  g_assert_true (
    g_str_has_prefix (text_of (llama, "command_label"),
                      "llama-server -hf unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF:Q4_K_M"));

  g_assert_cmpstr (text_of (mlx, "refusal_label"), ==, "Needs Apple silicon, the target is NVIDIA");
  gtk_test_accessible_assert_property (mlx, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Needs Apple silicon, the target is NVIDIA");
  g_assert_false (gtk_widget_get_sensitive (test_child (mlx, "command_box")));
  g_assert_true (gtk_widget_get_visible (test_child (card_of (page, "vllm"), "refusal_box")));
  g_assert_null (card_at (page, 6));
  g_assert_true (card_at (page, 5) == mlx);

  /* Another engine is asked about: it is the first, where it runs. */
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "Qwen/Qwen3-8B"));
  g_object_set (scenario, "engine", PLIMSOLL_ENGINE_VLLM, "precision", "BF16", NULL);
  test_wait_until (card_at (page, 0) == card_of (page, "vllm"));
  g_assert_true (gtk_widget_get_visible (test_child (card_at (page, 0), "chosen_label")));
  g_assert_false (gtk_widget_get_visible (test_child (llama, "chosen_label")));
  g_assert_true (g_str_has_prefix (text_of (card_at (page, 0), "command_label"),
                                   "vllm serve Qwen/Qwen3-8B "));

  plimsoll_scenario_set_model (scenario, NULL);
  test_wait_until (g_str_equal (gtk_stack_get_visible_child_name (test_child (page, "stack")),
                                "nothing"));
}

/* What is shown moves with the question. */
static void
test_live (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollLaunchCard *llama = card_of (page, "llama.cpp");

  plimsoll_scenario_set_context_length (scenario, 8192);
  test_wait_until (strstr (text_of (llama, "command_label"), "--ctx-size 8192") != NULL);
  adw_toggle_group_set_active (test_child (llama, "uses"), PLIMSOLL_LAUNCH_BENCHMARK);
  g_assert_true (g_str_has_prefix (text_of (llama, "command_label"), "llama-bench "));
  plimsoll_scenario_set_context_length (scenario, 4096);
  test_settle (30);
  g_assert_true (g_str_has_prefix (text_of (llama, "command_label"), "llama-bench "));
  adw_toggle_group_set_active (test_child (llama, "uses"), PLIMSOLL_LAUNCH_SERVER);
  test_wait_until (strstr (text_of (llama, "command_label"), "--ctx-size 4096") != NULL);
}

static guint
count_rows (PlimsollLaunchCard *card)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (test_child (card, "flags_box")); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      gtk_test_accessible_assert_role (row, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
      n++;
    }

  return n;
}

/* Each flag says what it does, where it stands and in a list. */
static void
test_flags (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollLaunchCard *llama = card_of (page, "llama.cpp");
  PlimsollLaunchCard *ollama = card_of (page, "ollama");
  const char *text = text_of (llama, "command_label");
  const char *at = strstr (text, "--n-gpu-layers");
  GPtrArray *words = plimsoll_launch_get_words (plimsoll_launch_card_get_launch (llama));
  g_autofree char *meaning = NULL;
  g_autofree char *none = NULL;

  g_assert_nonnull (at);
  meaning = plimsoll_launch_card_explain (llama, (guint) (at - text));
  g_assert_cmpstr (meaning, ==, "All 48 layers and the output head on the accelerator");
  none = plimsoll_launch_card_explain (llama, 0);
  g_assert_null (none);

  /* Those of the question's engine are there at once. */
  g_assert_cmpuint (count_rows (llama), ==, words->len);
  gtk_test_accessible_assert_property (gtk_widget_get_last_child (test_child (llama, "flags_box")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "--cache-type-v f16: What the cache keeps values in");
  g_assert_cmpuint (count_rows (ollama), ==, 0);
  gtk_expander_set_expanded (test_child (ollama, "flags_expander"), TRUE);
  g_assert_cmpuint (count_rows (ollama), ==, 5);
}

static void
text_read_cb (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static void
test_copy (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollLaunchCard *llama = card_of (page, "llama.cpp");
  GtkWidget *button = test_child (llama, "copy_button");
  char *text = NULL;

  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Copy the llama.cpp Command");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "Copy the llama.cpp Command");
  g_signal_emit_by_name (button, "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (button), NULL, text_read_cb, &text);
  test_wait_until (text != NULL);
  g_assert_cmpstr (text, ==, plimsoll_launch_get_lines (plimsoll_launch_card_get_launch (llama)));
  g_free (text);
}

/* Only what the catalogue knows is linked. */
static void
test_links (TestWindow *self, gconstpointer data)
{
  static const char *const uris[] = {
    "https://huggingface.co/Qwen/Qwen3-30B-A3B-Instruct-2507",
    "https://huggingface.co/unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF/tree/main",
    "https://huggingface.co/Qwen/Qwen3-30B-A3B-Instruct-2507/blob/main/config.json",
  };
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkWidget *links = test_child (page, "links");
  GtkWidget *link = gtk_widget_get_first_child (links);
  PlimsollLaunchCard *llama = card_of (page, "llama.cpp");

  for (guint i = 0; i < G_N_ELEMENTS (uris); i++)
    {
      g_assert_true (GTK_IS_LINK_BUTTON (link));
      g_assert_cmpstr (gtk_link_button_get_uri (GTK_LINK_BUTTON (link)), ==, uris[i]);
      link = gtk_widget_get_next_sibling (link);
    }
  g_assert_null (link);

  /* Without a known GGUF there is no link, and the command has a placeholder and says so. */
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "01-ai/Yi-1.5-34B"));
  test_wait_until (g_str_has_prefix (text_of (llama, "command_label"),
                                     "llama-server --model Yi-1.5-34B-"));
  link = gtk_widget_get_next_sibling (gtk_widget_get_first_child (links));
  g_assert_true (g_str_has_suffix (gtk_link_button_get_uri (GTK_LINK_BUTTON (link)),
                                   "/config.json"));
  g_assert_true (g_str_has_prefix (text_of (llama, "note_label"),
                                   "No GGUF of this model is known"));
}

/* A telephone: nothing is wider than it. */
static void
test_narrow (TestWindow *self, gconstpointer data)
{
  GtkWidget *page;

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 360, 640);
  page = open_page (self);
  test_assert_is_narrow (page);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(name, function)                                                                       \
  g_test_add ("/app/run/" name, TestWindow, NULL, test_window_set_up, function,                    \
              test_window_tear_down)
  TEST ("cards", test_cards);
  TEST ("live", test_live);
  TEST ("flags", test_flags);
  TEST ("copy", test_copy);
  TEST ("links", test_links);
  TEST ("narrow", test_narrow);
#undef TEST

  return g_test_run ();
}
