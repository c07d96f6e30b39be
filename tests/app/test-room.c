/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Nothing is cut off: on every page and in every dialog, in a narrow window, with large text, and
 * in languages of longer words, which meson has this run in besides English. */

#include "config.h"

#include "plimsoll-test-places.h"

#include <glib/gi18n.h>
#include <locale.h>

typedef struct
{
  GString *faults;
  GHashTable *told;
  const char *state;
  const char *place;
  GtkWidget *root;
  TestWindow *window;
} Walk;

static void
add_fault (Walk *walk, GtkWidget *widget, const char *text, const char *what)
{
  char *path = test_widget_path (widget);
  g_autofree char *line = g_strdelimit (g_strdup (text), "\n", ' ');

  /* One of each kind: a table has hundreds. */
  if (g_hash_table_add (walk->told, path))
    g_string_append_printf (walk->faults, "%s, %s: %s: “%s” %s\n", walk->state, walk->place, path,
                            line, what);
}

static gboolean
has_tooltip (GtkWidget *widget)
{
  g_autoptr (GtkTooltip) tooltip = NULL;
  gboolean shown = FALSE;

  if (gtk_widget_get_tooltip_text (widget) != NULL)
    return TRUE;
  if (!gtk_widget_get_has_tooltip (widget))
    return FALSE;
  tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  g_signal_emit_by_name (widget, "query-tooltip", 1, 1, FALSE, tooltip, &shown);
  return shown;
}

/* Names of models, files and hardware may be longer than any room: the whole is in a tooltip. The
   title of a dialog makes room for its buttons, as the toolkit has it. */
static gboolean
is_told_elsewhere (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    if (has_tooltip (at) || ADW_IS_HEADER_BAR (at))
      return TRUE;
  return FALSE;
}

/* What can be scrolled to sideways is not cut off. */
static gboolean
can_be_scrolled_to (GtkWidget *widget, GtkWidget *root)
{
  for (GtkWidget *at = widget; at != NULL && at != root; at = gtk_widget_get_parent (at))
    if (GTK_IS_SCROLLED_WINDOW (at))
      {
        GtkPolicyType sideways;

        gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (at), &sideways, NULL);
        if (sideways != GTK_POLICY_NEVER)
          return TRUE;
      }
  return FALSE;
}

static void
check_room_cb (GtkWidget *widget, gpointer data)
{
  Walk *walk = data;
  graphene_rect_t bounds, room;
  const char *text = "";

  if (GTK_IS_LABEL (widget))
    {
      text = gtk_label_get_text (GTK_LABEL (widget));
      if (*text != '\0' && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)))
          && !is_told_elsewhere (widget))
        add_fault (walk, widget, text, "is cut short");
    }
  else if (GTK_IS_INSCRIPTION (widget) && gtk_inscription_get_text (GTK_INSCRIPTION (widget)))
    {
      g_autoptr (PangoLayout) layout = NULL;
      int width, height;

      text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
      layout = gtk_widget_create_pango_layout (widget, text);
      pango_layout_set_attributes (layout,
                                   gtk_inscription_get_attributes (GTK_INSCRIPTION (widget)));
      pango_layout_get_pixel_size (layout, &width, &height);
      if (gtk_widget_get_width (widget) > 0 && width > gtk_widget_get_width (widget)
          && height * 2 > gtk_widget_get_height (widget) && !is_told_elsewhere (widget))
        add_fault (walk, widget, text, "is cut short");
    }
  else if (!GTK_IS_IMAGE (widget) && !GTK_IS_BUTTON (widget))
    return;
  if (gtk_widget_compute_bounds (widget, walk->root, &bounds)
      && gtk_widget_compute_bounds (walk->root, walk->root, &room)
      && (bounds.origin.x < room.origin.x - 1
          || bounds.origin.x + bounds.size.width > room.origin.x + room.size.width + 1)
      && !can_be_scrolled_to (widget, walk->root))
    add_fault (walk, widget, text, "is beyond the edge");
}

static void
check_room (TestWindow *self, const char *place, GtkWidget *root, gpointer data)
{
  Walk *walk = data;

  walk->place = place;
  walk->root = root;
  test_each_widget (root, check_room_cb, walk);
}

/* The widest that @root must be. */
static void
check_width (TestWindow *self, Walk *walk, int room)
{
  int least;

  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                      NULL);
  if (least > room)
    {
      g_autofree char *width = g_strdup_printf ("%d > %d", least, room);

      walk->place = "window";
      add_fault (walk, GTK_WIDGET (self->window), width, "is the least width");
    }
}

/* Where the walk is, for what the toolkit says of widgets that have too little room. */
static Walk *walking;

static gboolean
warned_cb (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if (walking == NULL)
    return TRUE;
  g_string_append_printf (walking->faults, "%s, %s: %s\n", walking->state, walking->place, message);
  return FALSE;
}

/* Such a warning is one of the faults, told with its place; any other is as always. */
static GLogWriterOutput
log_cb (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  g_autofree char *message = NULL;

  /* libadwaita's own alert measures its heading so. */
  if (walking != NULL && walking->window->window != NULL && (level & G_LOG_LEVEL_WARNING) != 0
      && test_find (GTK_WIDGET (walking->window->window), ADW_TYPE_ALERT_DIALOG) != NULL)
    return G_LOG_WRITER_HANDLED;
  if ((level & G_LOG_LEVEL_WARNING) == 0 || walking == NULL)
    return g_log_writer_default (level, fields, n, data);
  message = g_log_writer_format_fields (level, fields, n, FALSE);
  g_string_append_printf (walking->faults, "%s, %s: %s\n", walking->state, walking->place,
                          g_strdelimit (message, "\n", ' '));
  return G_LOG_WRITER_HANDLED;
}

/* Questions of which the answers say different things. */
static void
ask (TestWindow *self, const char *model, const char *precision, PlimsollEngine engine)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (self->models, model));
  g_object_set (scenario, "engine", engine, NULL);
  plimsoll_scenario_set_precision (scenario, precision);
  test_settle (400);
}

typedef struct
{
  const char *name;
  int width;
  int height;
  double text;
} Size;

static void
test_room (TestWindow *self, gconstpointer data)
{
  const Size *size = data;
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Walk walk = { g_string_new (NULL), told };

  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 * 1024 * size->text), NULL);
  walk.window = self;
  walking = &walk;
  g_test_log_set_fatal_handler (warned_cb, NULL);
  walk.state = "fits";
  walk.place = "window";
  self->window = test_window_open (self, size->width, size->height);
  test_settle (200);
  test_each_place (self, check_room, &walk);
  check_width (self, &walk, size->width);
  ask (self, "Qwen/Qwen3-235B-A22B", "Q8_0", PLIMSOLL_ENGINE_LLAMA_CPP);
  walk.state = "exceeds";
  test_each_page (self, check_room, &walk);
  ask (self, "Qwen/Qwen3-8B", "BF16", PLIMSOLL_ENGINE_VLLM);
  test_settle (200);
  check_width (self, &walk, size->width);

  walking = NULL;
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  test_tell_faults (walk.faults);
}

int
main (int argc, char **argv)
{
  /* With the frame of ten pixels that there is where nothing composes windows. */
  static const Size sizes[] = {
    { "/room/telephone", 370, 640, 1 },
    { "/room/narrow-large-text", 730, 900, 2 },
    { "/room/wide", 1200, 800, 1 },
  };
  const char *pseudo = g_getenv ("PLIMSOLL_PSEUDO");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("PLIMSOLL_LOCALE_DIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_test_init (&argc, &argv, NULL);
  g_log_set_writer_func (log_cb, NULL, NULL);
  g_test_set_nonfatal_assertions ();
  adw_init ();
  if (pseudo != NULL)
    {
      /* That the language is there. */
      g_assert_cmpstr (_("Hardware"), !=, "Hardware");
      if (g_str_equal (pseudo, "rtl"))
        gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_test_add (sizes[i].name, TestWindow, &sizes[i], test_window_set_up, test_room,
                test_window_tear_down);

  return g_test_run ();
}
