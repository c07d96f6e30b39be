/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is loaded beside a model: offered when it is opened, in rows of the question, and after the
 * files are gone. */

#include "config.h"

#include "plimsoll-test-open.h"

#include "plimsoll-additions-row.h"
#include "plimsoll-session.h"
#include "plimsoll-window-private.h"

static PlimsollScenario *
scenario (TestOpen *self)
{
  return plimsoll_window_get_scenario (WINDOW (self));
}

static guint64
required (TestOpen *self)
{
  PlimsollSizer *sizer = plimsoll_window_get_sizer (WINDOW (self));

  plimsoll_sizer_flush (sizer);
  return plimsoll_sizer_get_estimate (sizer)->required;
}

static GtkWidget *
find_type (GtkWidget *root, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
additions_row (TestOpen *self)
{
  GtkWidget *row = find_type (GTK_WIDGET (WINDOW (self)), PLIMSOLL_TYPE_ADDITIONS_ROW);

  g_assert_nonnull (row);
  return row;
}

static GtkWidget *
part (TestOpen *self, const char *name)
{
  GtkWidget *row = additions_row (self);

  return GTK_WIDGET (gtk_widget_get_template_child (row, PLIMSOLL_TYPE_ADDITIONS_ROW, name));
}

static const char *
says (TestOpen *self)
{
  return adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (additions_row (self)));
}

static void
save_adapter (TestOpen *self, const char *name)
{
  g_autofree char *path = test_path_of (self, name);
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.type", "adapter");
  test_gguf_text (&w, "general.architecture", "llama");
  test_gguf_tensor (&w, "blk.0.attn_q.weight.lora_a", PLIMSOLL_FORMAT_F16, 2,
                    (const guint64[]) { 4096, 16 }, 131072);
  test_gguf_save (&w, path);
}

/* A projector that is opened is no model, and one press puts it beside the one that is asked about.
 */
static void
test_projector (TestOpen *self, gconstpointer data)
{
  g_autoptr (PlimsollModel) before = g_object_ref (test_model (self));
  const guint64 without = required (self);

  test_save_projector (self, "mmproj.gguf");
  test_open_name (self, "mmproj.gguf");
  test_wait_until (test_shows_text (test_toasts (self), "Vision projector “mmproj.gguf”"));
  g_assert_true (test_model (self) == before);
  g_assert_null (plimsoll_scenario_get_projector (scenario (self)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 0);
  g_assert_cmpstr (says (self), ==, "Nothing");

  test_press_button (test_toasts (self), "_Add");
  test_wait_until (plimsoll_scenario_get_projector (scenario (self)) != NULL);
  test_wait_until (test_shows_text (test_toasts (self), "mmproj.gguf added"));
  g_assert_true (test_model (self) == before);
  g_assert_cmpuint (required (self), ==, without + 256);
  g_assert_cmpstr (says (self), ==, "vision projector");

  /* Taken back, and put again. */
  test_press_button (test_toasts (self), "_Undo");
  g_assert_null (plimsoll_scenario_get_projector (scenario (self)));
  g_assert_cmpuint (required (self), ==, without);
  test_open_name (self, "mmproj.gguf");
  test_press_button (test_toasts (self), "_Add");
  test_wait_until (plimsoll_scenario_get_projector (scenario (self)) != NULL);

  /* Its row takes it away. */
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (additions_row (self)), TRUE);
  test_wait_until (gtk_widget_get_mapped (part (self, "remove_projector_button")));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (part (self,
                                                                               "projector_row"))),
                            "mmproj.gguf"));
  g_signal_emit_by_name (part (self, "remove_projector_button"), "clicked");
  g_assert_null (plimsoll_scenario_get_projector (scenario (self)));
  g_assert_false (gtk_widget_get_visible (part (self, "remove_projector_button")));
  g_assert_cmpuint (required (self), ==, without);
}

static void
add (TestOpen *self, const char *name)
{
  guint n = plimsoll_scenario_get_adapters (scenario (self))->len;

  save_adapter (self, name);
  test_open_name (self, name);
  test_press_button (test_toasts (self), "_Add");
  test_wait_until (plimsoll_scenario_get_adapters (scenario (self))->len == n + 1);
}

static GtkWidget *
find_remove (GtkWidget *root, const char *tooltip)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_widget_get_tooltip_text (root), tooltip) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_remove (child, tooltip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_adapters (TestOpen *self, gconstpointer data)
{
  const guint64 without = required (self);
  GPtrArray *adapters;

  add (self, "one.gguf");
  g_assert_cmpstr (says (self), ==, "1 LoRA adapter");
  add (self, "two.gguf");
  g_assert_cmpstr (says (self), ==, "2 LoRA adapters");
  g_assert_cmpuint (required (self), ==, without + 2 * 131072);

  /* A second time the same is the same. */
  test_open_name (self, "two.gguf");
  test_press_button (test_toasts (self), "_Add");
  test_settle (50);
  g_assert_cmpuint (plimsoll_scenario_get_adapters (scenario (self))->len, ==, 2);

  g_assert_nonnull (find_remove (additions_row (self), "Remove two.gguf"));
  g_signal_emit_by_name (find_remove (additions_row (self), "Remove one.gguf"), "clicked");
  adapters = plimsoll_scenario_get_adapters (scenario (self));
  g_assert_cmpuint (adapters->len, ==, 1);
  g_assert_cmpstr (plimsoll_addition_get_name (adapters->pdata[0]), ==, "two.gguf");
  g_assert_null (find_remove (additions_row (self), "Remove one.gguf"));
  g_assert_cmpuint (required (self), ==, without + 131072);
}

static void
test_draft_and_prediction (TestOpen *self, gconstpointer data)
{
  PlimsollModel *draft = plimsoll_model_list_lookup (self->base.models, "Qwen/Qwen3-0.6B");
  const guint64 without = required (self);

  gtk_widget_activate_action (GTK_WIDGET (WINDOW (self)), "win.choose-draft", NULL);
  test_wait_until (test_visible_dialog (self) != NULL);
  g_assert_cmpstr (adw_dialog_get_title (test_visible_dialog (self)), ==, "Choose a Draft Model");
  g_signal_emit_by_name (test_visible_dialog (self), "model-chosen", draft);
  adw_dialog_force_close (test_visible_dialog (self));
  g_assert_true (plimsoll_scenario_get_draft (scenario (self)) == draft);
  g_assert_true (test_model (self) != draft);
  g_assert_cmpuint (required (self), >, without);
  g_assert_cmpstr (says (self), ==, "draft model");
  g_signal_emit_by_name (part (self, "remove_draft_button"), "clicked");
  g_assert_null (plimsoll_scenario_get_draft (scenario (self)));
  g_assert_cmpuint (required (self), ==, without);

  /* The files of this model have no blocks of multi-token prediction; those of GLM 4.5 Air do. */
  g_assert_false (gtk_widget_get_sensitive (part (self, "mtp_row")));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (part (self, "mtp_row"))), ==,
                   "The model's files have none");
  plimsoll_scenario_set_model (scenario (self), plimsoll_model_list_lookup (self->base.models,
                                                                            "zai-org/GLM-4.5-Air"));
  g_assert_true (gtk_widget_get_sensitive (part (self, "mtp_row")));
  adw_switch_row_set_active (ADW_SWITCH_ROW (part (self, "mtp_row")), TRUE);
  g_assert_cmpstr (says (self), ==, "multi-token prediction");
}

/* vLLM: nothing can be added, what is there can be taken away, and the row says why. */
static void
test_engine (TestOpen *self, gconstpointer data)
{
  static const char *const buttons[] = { "projector_button", "draft_button", "adapter_button" };

  add (self, "one.gguf");
  g_object_set (scenario (self), "engine", PLIMSOLL_ENGINE_VLLM, NULL);
  g_assert_cmpstr (says (self), ==, "Modelled for llama.cpp alone");
  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    g_assert_false (gtk_widget_get_sensitive (part (self, buttons[i])));
  test_save_projector (self, "mmproj.gguf");
  test_open_name (self, "mmproj.gguf");
  test_wait_until (test_shows_text (test_toasts (self),
                                    "“mmproj.gguf”: modelled for llama.cpp alone"));
  g_assert_null (test_find_button (test_toasts (self), "_Add"));
  g_signal_emit_by_name (find_remove (additions_row (self), "Remove one.gguf"), "clicked");
  g_assert_cmpuint (plimsoll_scenario_get_adapters (scenario (self))->len, ==, 0);
}

/* Something else in the place of a projector: the question stays as it was. */
static void
test_wrong_file (TestOpen *self, gconstpointer data)
{
  g_autofree char *path = test_path_of (self, "one.gguf");

  save_adapter (self, "one.gguf");
  plimsoll_window_read (WINDOW (self), path, PLIMSOLL_READ_TO_PROJECT);
  test_wait_until (test_shows_text (test_toasts (self), "Could not open “one.gguf”"));
  g_assert_null (plimsoll_scenario_get_projector (scenario (self)));
  plimsoll_window_read (WINDOW (self), path, PLIMSOLL_READ_TO_ADAPT);
  test_wait_until (plimsoll_scenario_get_adapters (scenario (self))->len == 1);
}

/* The next time the window opens: what is there is there again, what is gone is said, and the rest
 * of the question stays. */
static void
test_restored (TestOpen *self, gconstpointer data)
{
  g_autofree char *gone = test_path_of (self, "one.gguf");
  PlimsollModel *draft = plimsoll_model_list_lookup (self->base.models, "Qwen/Qwen3-0.6B");
  g_autoptr (PlimsollModel) model = NULL;

  test_save_projector (self, "mmproj.gguf");
  test_open_name (self, "mmproj.gguf");
  test_press_button (test_toasts (self), "_Add");
  test_wait_until (plimsoll_scenario_get_projector (scenario (self)) != NULL);
  add (self, "one.gguf");
  add (self, "two.gguf");
  plimsoll_scenario_set_draft (scenario (self), draft);
  plimsoll_scenario_set_context_length (scenario (self), 12345);
  model = g_object_ref (test_model (self));
  g_assert_cmpint (g_unlink (gone), ==, 0);

  plimsoll_window_save (WINDOW (self));
  gtk_window_destroy (GTK_WINDOW (WINDOW (self)));
  WINDOW (self) = test_window_open (&self->base, 1000, 700);
  g_assert_true (test_model (self) == model);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario (self)), ==, 12345);
  g_assert_nonnull (plimsoll_scenario_get_projector (scenario (self)));
  g_assert_true (plimsoll_scenario_get_draft (scenario (self)) == draft);
  g_assert_cmpuint (plimsoll_scenario_get_adapters (scenario (self))->len, ==, 1);
  test_wait_until (test_shows_text (test_toasts (self), "Part of the last question is gone"));
  test_press_button (test_toasts (self), "_Details");
  test_wait_until (test_visible_dialog (self) != NULL);
  test_wait_until (test_shows_text (GTK_WIDGET (test_visible_dialog (self)), "one.gguf"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test)                                                                            \
  g_test_add ("/additions/" path, TestOpen, NULL, test_open_set_up, test, test_open_tear_down)
  ADD ("projector", test_projector);
  ADD ("adapters", test_adapters);
  ADD ("draft-and-prediction", test_draft_and_prediction);
  ADD ("engine", test_engine);
  ADD ("wrong-file", test_wrong_file);
  ADD ("restored", test_restored);
#undef ADD

  return g_test_run ();
}
