/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The pictures of the README and the metainfo, window only, and those that are looked at when the
 * window changes: screenshots DIRECTORY [NAME…], all of them or those of these names. */

#include "config.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-additions-row.h"
#include "plimsoll-application.h"
#include "plimsoll-block-format.h"
#include "plimsoll-offers-page.h"
#include "plimsoll-scenario-computer.h"
#include "plimsoll-waterfall.h"
#include "plimsoll-window.h"

#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "plimsoll-test-computer.h"
#include "screenshot-pictures.h"
#include "test-gguf-writer.h"

/* What is drawn around a window where nothing composes them. */
#define FRAME 10

static void
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
}

static void
wait_ms (guint milliseconds)
{
  gboolean over = FALSE;

  g_timeout_add_once (milliseconds, set_flag, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
save (GtkWidget *window, const char *path)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  graphene_rect_t bounds, own;

  gdk_paintable_snapshot (paintable, snapshot, gdk_paintable_get_intrinsic_width (paintable),
                          gdk_paintable_get_intrinsic_height (paintable));
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return FALSE;
  /* Without the frame that there is where nothing composes windows. */
  if (!gtk_widget_compute_bounds (gtk_widget_get_first_child (window), window, &bounds)
      || !gtk_widget_compute_bounds (window, window, &own))
    return FALSE;
  graphene_rect_offset (&bounds, -own.origin.x, -own.origin.y);
  texture =
    gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, &bounds);
  return gdk_texture_save_to_png (texture, path);
}

/* What a picture says nothing of is as in most. */
static Picture
complete (const Picture *picture)
{
  Picture whole = *picture;

  whole.width = whole.width > 0 ? whole.width : 1280;
  whole.height = whole.height > 0 ? whole.height : 840;
  whole.text = whole.text > 0 ? whole.text : 1;
  whole.model = whole.model != NULL ? whole.model : "Qwen/Qwen3-30B-A3B-Instruct-2507";
  whole.precision = whole.precision != NULL ? whole.precision : "Q4_K_M";
  whole.context = whole.context > 0 ? whole.context : 32768;
  if (whole.accelerator == NULL && !whole.processor)
    whole.accelerator = "nvidia-rtx-4090";
  return whole;
}

static void
put_question (PlimsollWindow *window,
              const Picture *picture,
              PlimsollModelList *models,
              PlimsollAcceleratorList *accelerators)
{
  PlimsollAccelerator *accelerator =
    picture->accelerator != NULL
      ? plimsoll_accelerator_list_lookup (accelerators, picture->accelerator)
      : NULL;
  PlimsollScenario *scenario = plimsoll_window_get_scenario (window);
  PlimsollModel *model = plimsoll_model_list_lookup (models, picture->model);

  if (model != NULL)
    plimsoll_scenario_set_model (scenario, model);
  if (accelerator != NULL)
    plimsoll_scenario_set_accelerator (scenario, accelerator);
  if (picture->further != NULL)
    plimsoll_scenario_add_accelerator (scenario,
                                       plimsoll_accelerator_list_lookup (accelerators,
                                                                         picture->further),
                                       1);
  g_object_set (scenario, "accelerator-count",
                picture->accelerator != NULL ? MAX (picture->count, 1) : 0, NULL);
  g_object_set (scenario, "engine", picture->engine, "parallel", MAX (picture->parallel, 1), NULL);
  plimsoll_scenario_set_precision (scenario, picture->precision);
  /* Terms on which the two ways cross. */
  if (g_strcmp0 (picture->page, "cost") == 0)
    g_object_set (scenario, "hours-per-day", 20.0, "utilization", 1.0, "electricity-price", 0.14,
                  "power-draw", 360.0, "resale", 0.35, "horizon", 24, NULL);
  plimsoll_scenario_set_context_length (scenario, picture->context);
}

static GtkWidget *
find (GtkWidget *root, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (root), type) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

/* Two questions beside the present one. */
static void
show_pins (PlimsollWindow *window, double down)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (window);
  PlimsollPins *pins = plimsoll_window_get_pins (window);
  g_autofree char *precision = g_strdup (plimsoll_scenario_get_precision (scenario));
  AdwDialog *dialog;
  GtkAdjustment *scroll;

  while (g_list_model_get_n_items (G_LIST_MODEL (pins)) > 0)
    g_object_unref (plimsoll_pins_remove (pins, 0));
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pin", NULL);
  plimsoll_scenario_set_precision (scenario, "Q6_K");
  plimsoll_scenario_set_kv_type (scenario, "q8_0");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pin", NULL);
  plimsoll_scenario_set_precision (scenario, precision);
  plimsoll_scenario_set_kv_type (scenario, "f16");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pinned", NULL);
  wait_ms (500);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (window));
  scroll =
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (find (GTK_WIDGET (dialog),
                                                                    GTK_TYPE_SCROLLED_WINDOW)));
  gtk_adjustment_set_value (scroll, down * gtk_adjustment_get_upper (scroll));
  wait_ms (300);
}

/* --- States --- */

static char *
save_file (const char *folder, const char *name, const void *bytes, gsize length, guint64 size)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (path, bytes, (gssize) length, &error)
      || (size > length && truncate (path, (off_t) size) != 0))
    g_error ("screenshots: %s", error != NULL ? error->message : path);
  return path;
}

/* A header, and a hole for its data. */
static char *
save_addition (const char *folder, const char *name, const char *type, guint64 rows)
{
  const guint64 ne[] = { 4096, rows };
  TestGgufWriter w;
  guint64 size;
  char *path;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.type", type);
  test_gguf_text (&w, "general.architecture", g_str_equal (type, "mmproj") ? "clip" : "qwen3moe");
  test_gguf_tensor (&w, "a.weight", PLIMSOLL_FORMAT_F16, 2, ne, 8192 * rows);
  size = test_gguf_finish (&w);
  path = save_file (folder, name, w.bytes->data, w.bytes->len, size);
  g_byte_array_unref (w.bytes);
  return path;
}

static void
open_path (PlimsollWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  plimsoll_window_open (window, file);
  wait_ms (400);
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

static void
open_own_models (PlimsollWindow *window, PlimsollOwnModels *own, const char *folder)
{
  static const char *const names[] = { "support-assistant", "legal-summaries-8b" };
  static const char config[] =
    "{\"model_type\":\"llama\",\"hidden_size\":4096,\"intermediate_size\":14336,"
    "\"num_hidden_layers\":32,\"num_attention_heads\":32,\"num_key_value_heads\":8,"
    "\"vocab_size\":128256,\"max_position_embeddings\":131072,\"torch_dtype\":\"bfloat16\"}";

  /* Those of the last picture are still there. */
  for (gsize i = 0; g_list_model_get_n_items (G_LIST_MODEL (own)) < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *inner = g_build_filename (folder, names[i], NULL);
      g_autofree char *path = NULL;

      g_mkdir_with_parents (inner, 0700);
      path = save_file (inner, "config.json", config, strlen (config), 0);
      open_path (window, path);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.search", NULL);
  wait_ms (500);
}

static void
show_additions (PlimsollWindow *window, const char *folder, gboolean narrow)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (window);
  g_autofree char *projector = save_addition (folder, "mmproj-F16.gguf", "mmproj", 108000);
  g_autofree char *adapter = save_addition (folder, "house-style-lora.gguf", "adapter", 8000);
  g_autoptr (PlimsollAddition) vision =
    plimsoll_addition_open (projector, PLIMSOLL_ADDITION_PROJECTOR, NULL);
  g_autoptr (GPtrArray) adapters = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *row;

  plimsoll_scenario_set_projector (scenario, vision);
  g_ptr_array_add (adapters, plimsoll_addition_open (adapter, PLIMSOLL_ADDITION_ADAPTER, NULL));
  plimsoll_scenario_set_adapters (scenario, adapters);
  if (narrow)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.other-pane", NULL);
  wait_ms (300);
  row = find_type (GTK_WIDGET (window), PLIMSOLL_TYPE_ADDITIONS_ROW);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  wait_ms (300);
  /* The last of it comes into view with the focus. */
  for (guint i = 0; i < 12; i++)
    gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
  wait_ms (300);
}

static void
open_bench (PlimsollWindow *window, const char *folder)
{
  static const char table[] =
    "| model                  |     size | params | backend | ngl |  test |             t/s |\n"
    "| ---------------------- | -------: | -----: | ------- | --: | ----: | --------------: |\n"
    "| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA    |  99 | pp512 | 9120.27 ± 30.10 |\n"
    "| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA    |  99 | tg128 |   129.41 ± 0.66 |\n";
  g_autofree char *path = save_file (folder, "bench.txt", table, strlen (table), 0);

  open_path (window, path);
}

static void
take_offers (PlimsollWindow *window, const char *folder)
{
  static const char text[] =
    "{\"format\":1,\"offers\":["
    "{\"id\":\"example-2x-rtx-4090\",\"provider\":\"Example\",\"instance\":\"two\","
    "\"accelerator\":\"nvidia-rtx-4090\",\"accelerator_name\":\"RTX 4090\",\"count\":2,"
    "\"usd_per_hour\":0.8,\"date\":\"2026-12-01\",\"source\":\"my contract\"},"
    "{\"id\":\"university-h100\",\"provider\":\"University\",\"instance\":\"node of the faculty\","
    "\"accelerator_name\":\"H100 80 GB\",\"count\":4,\"usd_per_hour\":3.2,\"date\":\"2026-05\","
    "\"source\":\"the price list\"}]}";
  AdwDialog *dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (window));
  g_autofree char *path = g_build_filename (folder, "offers.json", NULL);

  if (g_file_set_contents (path, text, -1, NULL))
    plimsoll_offers_page_read (PLIMSOLL_OFFERS_PAGE (find (GTK_WIDGET (dialog),
                                                           PLIMSOLL_TYPE_OFFERS_PAGE)),
                               path);
  wait_ms (1000);
  g_unlink (path);
}

static void
put_state (PlimsollWindow *window, PlimsollOwnModels *own, const Picture *picture)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-pictures-XXXXXX", NULL);
  g_autofree char *path = NULL;

  switch (picture->state)
    {
    case STATE_OWN_MODELS:
      open_own_models (window, own, folder);
      break;
    case STATE_DROP:
      gtk_revealer_set_reveal_child (GTK_REVEALER (gtk_widget_get_template_child (
                                       GTK_WIDGET (window), PLIMSOLL_TYPE_WINDOW, "drop_revealer")),
                                     TRUE);
      wait_ms (400);
      break;
    case STATE_FAULT:
      path = save_file (folder, "Qwen3-30B-A3B-Q4_K_M.gguf",
                        "version https://git-lfs.github.com/spec/v1\n", 43, 0);
      open_path (window, path);
      break;
    case STATE_OFFER:
      path = save_addition (folder, "mmproj-F16.gguf", "mmproj", 108000);
      open_path (window, path);
      break;
    case STATE_ADDITIONS:
      show_additions (window, folder, picture->width < 600);
      break;
    case STATE_BENCH:
      open_bench (window, folder);
      break;
    case STATE_OFFERS:
      take_offers (window, folder);
      break;
    case STATE_NONE:
    default:
      break;
    }
}

static gboolean
take (GtkApplication *application,
      PlimsollModelList *models,
      PlimsollOwnModels *own,
      PlimsollCatalog *catalog,
      const Picture *picture,
      const char *directory)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *file = g_strconcat (picture->name, ".png", NULL);
  g_autofree char *path = g_build_filename (directory, file, NULL);
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autofree char *root = picture->computer ? test_computer_strix_halo () : NULL;
  PlimsollWindow *window;
  gboolean saved;

  /* Otherwise the pictures do not depend on what they are made on. */
  g_setenv ("PLIMSOLL_COMPUTER_ROOT", root != NULL ? root : "/nonexistent", TRUE);
  adw_style_manager_set_color_scheme (manager, picture->dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                                             : ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 * 1024 * picture->text),
                "gtk-enable-animations", FALSE, "gtk-decoration-layout", "appmenu:close", NULL);
  gtk_widget_set_default_direction (picture->rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
  if (picture->lens != NULL)
    g_settings_set_string (settings, "compare-lens", picture->lens);
  g_settings_set_string (settings, "speed-beside", "nvidia-rtx-3090");
  window = plimsoll_window_new (application, models, own, catalog);
  if (picture->computer)
    {
      wait_ms (500);
      plimsoll_scenario_set_computer (plimsoll_window_get_scenario (window),
                                      plimsoll_catalog_get_own_computer (catalog));
      plimsoll_scenario_set_model (plimsoll_window_get_scenario (window),
                                   plimsoll_model_list_lookup (models, picture->model));
    }
  else
    put_question (window, picture, models, plimsoll_catalog_get_accelerators (catalog));
  gtk_window_set_default_size (GTK_WINDOW (window), picture->width + FRAME,
                               picture->height + FRAME);
  gtk_window_present (GTK_WINDOW (window));
  wait_ms (900);
  if (picture->page != NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", picture->page);
      wait_ms (1500);
    }
  if (picture->action != NULL)
    {
      g_autoptr (GVariant) target = NULL;
      g_autofree char *name = NULL;

      if (g_action_parse_detailed_name (picture->action, &name, &target, NULL))
        gtk_widget_activate_action_variant (GTK_WIDGET (window), name, target);
      wait_ms (1500);
    }
  if (picture->search != NULL)
    {
      AdwDialog *dialog;

      gtk_widget_activate_action (GTK_WIDGET (window), "win.search", NULL);
      dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (window));
      wait_ms (200);
      gtk_editable_set_text (GTK_EDITABLE (adw_dialog_get_focus (dialog)), picture->search);
      wait_ms (500);
    }
  if (picture->pinned > 0)
    show_pins (window, picture->pinned);
  if (picture->state != STATE_NONE)
    put_state (window, own, picture);
  saved = save (GTK_WIDGET (window), path);
  if (picture->state == STATE_OFFERS)
    plimsoll_catalog_remove_own_offers (catalog, NULL, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_ms (50);
  if (root != NULL)
    test_computer_remove (root);
  if (saved)
    g_print ("%s\n", path);
  return saved;
}

int
main (int argc, char **argv)
{
  g_autoptr (PlimsollApplication) application = NULL;
  g_autoptr (PlimsollCatalog) catalog = NULL;
  g_autoptr (PlimsollModelList) models = NULL;
  g_autoptr (PlimsollOwnModels) own = NULL;
  g_autoptr (GError) error = NULL;

  if (argc < 2)
    {
      g_printerr ("usage: screenshots DIRECTORY [NAME…]\n");
      return 2;
    }

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("PLIMSOLL_LOCALE_DIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = plimsoll_application_new ();
  catalog = plimsoll_catalog_new (NULL, &error);
  models = plimsoll_model_list_new ();
  own = plimsoll_own_models_new (NULL);
  if (catalog == NULL || !plimsoll_model_list_load_file (models, NULL, &error)
      || !g_application_register (G_APPLICATION (application), NULL, &error))
    {
      g_printerr ("screenshots: %s\n", error->message);
      return 1;
    }

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      const Picture picture = complete (&pictures[i]);

      if ((argc == 2 || g_strv_contains ((const char *const *) argv + 2, picture.name))
          && !take (GTK_APPLICATION (application), models, own, catalog, &picture, argv[1]))
        {
          g_printerr ("screenshots: %s was not taken\n", picture.name);
          return 1;
        }
    }
  return 0;
}
