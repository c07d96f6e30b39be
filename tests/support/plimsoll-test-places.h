/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-test-window.h"

#include "plimsoll-pins.h"
#include "plimsoll-report-page.h"
#include "plimsoll-window-private.h"

/* Every place of the window: each page, each dialog. What holds of all of them is tested on all of
 * them, those that come later included: the pages are asked of the window, and a dialog with a
 * template of its own that no place opens fails the test. */

typedef void (*TestPlaceFunc) (TestWindow *self, const char *name, GtkWidget *root, gpointer data);

/* What is below @root, hidden things left out, in order. */
typedef void (*TestWidgetFunc) (GtkWidget *widget, gpointer data);

static inline void
test_each_widget (GtkWidget *root, TestWidgetFunc look, gpointer data)
{
  if (!gtk_widget_get_mapped (root) || !gtk_widget_get_child_visible (root))
    return;
  look (root, data);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    test_each_widget (child, look, data);
}

/* The path to @widget, as far as somebody who reads a failure needs it. */
static inline char *
test_widget_path (GtkWidget *widget)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; widget != NULL && !GTK_IS_WINDOW (widget); i++)
    {
      const char *type = G_OBJECT_TYPE_NAME (widget);
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));

      /* The nearest, then only what has a name. */
      if (i < 3 || (id != NULL && *id != '_' && !g_str_has_prefix (id, "___"))
          || g_str_has_prefix (type, "Plimsoll"))
        {
          g_string_prepend (path, id != NULL && *id != '_' ? id : type);
          g_string_prepend (path, "/");
        }
      widget = gtk_widget_get_parent (widget);
    }
  return g_string_free (path, FALSE);
}

/* Fails the test where there are @faults, a line each; each is told once. */
static inline void
test_tell_faults (GString *faults)
{
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) lines = g_strsplit (faults->str, "\n", -1);

  g_string_free (faults, TRUE);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      {
        if (g_hash_table_add (told, *line))
          g_test_message ("%s", *line);
        g_test_fail ();
      }
}

static inline AdwDialog *
test_visible_dialog (TestWindow *self)
{
  return adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
}

static inline void
test_expand_cb (GtkWidget *widget, gpointer data)
{
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
  else if (GTK_IS_EXPANDER (widget))
    gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
}

/* Opens what folds, in @root. */
static inline void
test_expand_all (GtkWidget *root)
{
  test_each_widget (root, test_expand_cb, NULL);
  test_settle (50);
}

static inline void
test_each_page (TestWindow *self, TestPlaceFunc look, gpointer data)
{
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (self->window->pages);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (AdwViewStackPage) page = g_list_model_get_item (G_LIST_MODEL (pages), i);
      const char *name = adw_view_stack_page_get_name (page);
      GtkWidget *child = adw_view_stack_page_get_child (page);

      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", name);
      test_wait_until (gtk_widget_get_mapped (child));
      test_settle (100);
      test_expand_all (child);
      look (self, name, child, data);
      if (PLIMSOLL_IS_COMPARE_PAGE (child))
        {
          static const char *const lenses[] = { "models", "precision", "hardware" };
          GtkWidget *report;

          for (guint k = 0; k < G_N_ELEMENTS (lenses); k++)
            {
              adw_toggle_group_set_active_name (test_child (child, "lens_group"), lenses[k]);
              test_settle (200);
              look (self, lenses[k], child, data);
            }
          gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-accelerator", "s",
                                      "nvidia-rtx-4090");
          test_settle (200);
          report = test_find (child, PLIMSOLL_TYPE_REPORT_PAGE);
          test_wait_until (report != NULL && gtk_widget_get_mapped (report));
          look (self, "report", report, data);
          gtk_widget_activate_action (report, "navigation.pop", NULL);
          test_settle (200);
        }
    }
}

static inline void
test_open_log (TestWindow *self)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "truth", "logs", "composed-llama.cpp-2026.log", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  plimsoll_window_check_log (self->window, file);
}

static inline void
test_each_dialog (TestWindow *self, TestPlaceFunc look, gpointer data)
{
  /* NULL: a log. */
  static const char *const dialogs[] = {
    "win.search",
    "win.explain::required",
    "win.explain::decode",
    "win.pinned",
    "win.export",
    "win.preferences",
    "win.this-computer",
    "win.help::figures",
    "win.help::accuracy",
    "win.my-hardware",
    "win.my-offers",
    "win.edit-accelerator('nvidia-rtx-4090')",
    "win.show-gated(('Could not open “Model”', 'org/Model is gated: ask for access at "
    "https://huggingface.co/org/Model, and set HF_TOKEN', 'https://huggingface.co/org/Model'))",
    "win.show-fault(('This file is no model', 'qwen.gguf: not a GGUF file'))",
    NULL,
  };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) templates = NULL;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->window->pins)) == 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.pin", NULL);
      plimsoll_scenario_set_kv_type (self->window->scenario, "q8_0");
    }
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWidget *dialog;

      if (dialogs[i] != NULL)
        {
          g_autofree char *name = NULL;
          g_autoptr (GVariant) target = NULL;

          g_assert_true (g_action_parse_detailed_name (dialogs[i], &name, &target, NULL));
          gtk_widget_activate_action_variant (GTK_WIDGET (self->window), name, target);
        }
      else
        test_open_log (self);
      test_wait_until (test_visible_dialog (self) != NULL);
      dialog = GTK_WIDGET (test_visible_dialog (self));
      g_hash_table_add (seen, (gpointer) G_OBJECT_TYPE_NAME (dialog));
      test_wait_until (gtk_widget_get_mapped (dialog));
      test_settle (200);
      test_expand_all (dialog);
      look (self, dialogs[i] != NULL ? dialogs[i] : "win.check-log", dialog, data);
      adw_dialog_force_close (ADW_DIALOG (dialog));
      test_wait_until (test_visible_dialog (self) == NULL);
    }

  templates = g_resources_enumerate_children (PLIMSOLL_RESOURCE_PATH "/ui", 0, NULL);
  g_assert_nonnull (templates);
  for (char **name = templates; *name != NULL; name++)
    {
      g_autofree char *path = g_strconcat (PLIMSOLL_RESOURCE_PATH "/ui/", *name, NULL);
      g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);
      g_autoptr (GRegex) declared =
        g_regex_new ("<template class=\"(\\w+)\" parent=\"Adw(Alert|Preferences)?Dialog\"", 0, 0,
                     NULL);
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *type = NULL;

      if (!g_regex_match_full (declared, g_bytes_get_data (bytes, NULL),
                               (gssize) g_bytes_get_size (bytes), 0, 0, &match, NULL))
        continue;
      type = g_match_info_fetch (match, 1);
      if (!g_hash_table_contains (seen, type))
        g_error ("No place of the tests opens %s: name it in plimsoll-test-places.h", type);
    }
}

/** Every page, with the question beside it as a place of its own, then every dialog. */
static inline void
test_each_place (TestWindow *self, TestPlaceFunc look, gpointer data)
{
  GtkWidget *question = GTK_WIDGET (self->window->question);
  const char *layout = adw_multi_layout_view_get_layout_name (self->window->layouts);

  test_each_page (self, look, data);
  if (g_strcmp0 (layout, "narrow") == 0)
    {
      adw_bottom_sheet_set_open (self->window->question_sheet, TRUE);
      test_settle (300);
    }
  test_expand_all (question);
  look (self, "question", question, data);
  adw_bottom_sheet_set_open (self->window->question_sheet, FALSE);
  test_settle (100);
  test_each_dialog (self, look, data);
}
