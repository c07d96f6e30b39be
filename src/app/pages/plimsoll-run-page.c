/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-run-page.h"

#include "plimsoll-children.h"
#include "plimsoll-launch-card.h"
#include "plimsoll-scenario-enums.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

struct _PlimsollRunPage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  GSignalGroup *updates;
  GHashTable *by_engine; /* of char * to PlimsollLaunchCard; the grid keeps them */
  PlimsollModel *linked; /* (nullable): whose links are there */
  guint narrowness;
  guint idle; /* source */

  GtkStack *stack;
  GtkGrid *cards;
  AdwWrapBox *links;
};

G_DEFINE_FINAL_TYPE (PlimsollRunPage, plimsoll_run_page, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollRunPageProperty;

static GParamSpec *properties[PROP_SIZER + 1];

/* --- Cards --- */

static PlimsollLaunchCard *
card_of (PlimsollRunPage *self, const char *engine)
{
  PlimsollLaunchCard *card = g_hash_table_lookup (self->by_engine, engine);

  if (card != NULL)
    return card;
  card = plimsoll_launch_card_new ();
  gtk_grid_attach (self->cards, GTK_WIDGET (card), 0, 0, 1, 1);
  g_hash_table_insert (self->by_engine, g_strdup (engine), card);

  return card;
}

/* All that is for one engine, in the order of @list. */
static GPtrArray *
take_engine (GListModel *list, guint *at)
{
  g_autoptr (GPtrArray) launches = g_ptr_array_new_with_free_func (g_object_unref);
  const char *engine = NULL;

  for (; *at < g_list_model_get_n_items (list); (*at)++)
    {
      g_autoptr (PlimsollLaunch) launch = g_list_model_get_item (list, *at);

      if (engine != NULL && !g_str_equal (plimsoll_launch_get_engine (launch), engine))
        break;
      engine = plimsoll_launch_get_engine (launch);
      g_ptr_array_add (launches, g_steal_pointer (&launch));
    }

  return g_steal_pointer (&launches);
}

static gboolean
is_refused (PlimsollLaunchCard *card)
{
  return plimsoll_launch_get_refusal (plimsoll_launch_card_get_launch (card)) != NULL;
}

static void
put (PlimsollRunPage *self, GtkWidget *widget, GtkWidget *after, int column, int row, int span)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self->cards));
  GtkGridLayoutChild *child =
    GTK_GRID_LAYOUT_CHILD (gtk_layout_manager_get_layout_child (layout, widget));

  gtk_grid_layout_child_set_column (child, column);
  gtk_grid_layout_child_set_row (child, row);
  gtk_grid_layout_child_set_column_span (child, span);
  /* Read in the order in which they are seen. */
  if (gtk_widget_get_prev_sibling (widget) != after)
    gtk_widget_insert_after (widget, GTK_WIDGET (self->cards), after);
}

static PlimsollLaunchRoom
room_of (PlimsollRunPage *self, gboolean whole)
{
  if (self->narrowness == 0)
    return whole ? PLIMSOLL_LAUNCH_ROOM_WHOLE : PLIMSOLL_LAUNCH_ROOM_HALF;

  return self->narrowness == 1 ? PLIMSOLL_LAUNCH_ROOM_MIDDLE : PLIMSOLL_LAUNCH_ROOM_NARROW;
}

/* Those that run, and then those that do not, each in their order. */
static GPtrArray *
sort_cards (GPtrArray *cards, guint *n_running)
{
  GPtrArray *sorted = g_ptr_array_new ();

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < cards->len; i++)
        if (is_refused (cards->pdata[i]) == (pass == 1))
          g_ptr_array_add (sorted, cards->pdata[i]);
      if (pass == 0)
        *n_running = sorted->len;
    }

  return sorted;
}

/* The first over the whole width, below it the links, the others in two columns, and last those
 * that do not run, over the whole width again. */
static void
arrange (PlimsollRunPage *self, GPtrArray *cards)
{
  const int columns = self->narrowness == 0 ? 2 : 1;
  guint n_running = 0;
  g_autoptr (GPtrArray) sorted = sort_cards (cards, &n_running);
  GtkWidget *after = NULL;
  int row = 0, column = 0;

  for (guint i = 0; i < sorted->len; i++)
    {
      const gboolean alone = i + 1 == n_running && column == 0;
      const gboolean whole = columns == 1 || i == 0 || i >= n_running || alone;

      put (self, sorted->pdata[i], after, column, row, whole ? columns : 1);
      plimsoll_launch_card_set_room (sorted->pdata[i], room_of (self, whole));
      after = sorted->pdata[i];
      column = whole ? 0 : (column + 1) % columns;
      row += column == 0 ? 1 : 0;
      if (i == 0)
        {
          put (self, GTK_WIDGET (self->links), after, 0, row++, columns);
          after = GTK_WIDGET (self->links);
        }
    }
}

/* --- Links --- */

static void
add_link (PlimsollRunPage *self, const char *title, char *uri)
{
  GtkWidget *link = gtk_link_button_new_with_label (uri, title);

  adw_wrap_box_append (self->links, link);
  g_free (uri);
}

/* Where the catalogue knows them; one's own files are where they are. */
static void
show_links (PlimsollRunPage *self, PlimsollModel *model)
{
  g_autofree char *id = plimsoll_model_dup_repository (model);
  const char *const *repositories = plimsoll_model_get_gguf_repos (model);
  const gboolean is_listed = id != NULL;

  if (!g_set_object (&self->linked, model))
    return;
  plimsoll_unparent_children (GTK_WIDGET (self->links));
  gtk_widget_set_visible (GTK_WIDGET (self->links), is_listed);
  if (!is_listed)
    return;

  add_link (self, _("Model Page"), g_strdup_printf ("https://huggingface.co/%s", id));
  if (repositories[0] != NULL)
    add_link (self, _("GGUF Files"),
              g_strdup_printf ("https://huggingface.co/%s/tree/main", repositories[0]));
  /* A repository of GGUF files alone has none. */
  if (g_strcmp0 (repositories[0], id) != 0)
    add_link (self, "config.json",
              g_strdup_printf ("https://huggingface.co/%s/blob/main/config.json", id));
}

/* --- The page --- */

static void
update (PlimsollRunPage *self)
{
  g_autoptr (GListModel) list = plimsoll_launch_list (self->sizer);
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const char *engine =
    plimsoll_enum_nick (PLIMSOLL_TYPE_ENGINE, (int) plimsoll_scenario_get_engine (scenario));
  guint at = 0;

  while (at < g_list_model_get_n_items (list))
    {
      g_autoptr (GPtrArray) launches = take_engine (list, &at);
      const char *own = plimsoll_launch_get_engine (launches->pdata[0]);
      PlimsollLaunchCard *card = card_of (self, own);

      plimsoll_launch_card_set_launches (card, launches);
      plimsoll_launch_card_set_chosen (card, g_str_equal (own, engine));
      g_ptr_array_add (cards, card);
    }
  arrange (self, cards);
  gtk_stack_set_visible_child_name (self->stack, cards->len > 0 ? "commands" : "nothing");
  if (cards->len > 0)
    show_links (self, plimsoll_scenario_get_model (scenario));
}

void
plimsoll_run_page_flush (PlimsollRunPage *self)
{
  g_return_if_fail (PLIMSOLL_IS_RUN_PAGE (self));

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->sizer != NULL)
    update (self);
}

static void
idle_cb (gpointer data)
{
  PlimsollRunPage *self = data;

  self->idle = 0;
  plimsoll_run_page_flush (self);
}

/* What nobody sees is not written. */
static void
estimate_changed_cb (PlimsollRunPage *self)
{
  if (self->idle == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->idle = g_idle_add_once (idle_cb, self);
}

static void
set_narrowness (PlimsollRunPage *self, guint narrowness)
{
  if (self->narrowness == narrowness)
    return;
  self->narrowness = narrowness;
  /* At once: what is wider than the page now would be drawn so. */
  if (g_hash_table_size (self->by_engine) > 0)
    plimsoll_run_page_flush (self);
}

static void
less_room_cb (PlimsollRunPage *self)
{
  set_narrowness (self, 1);
}

static void
least_room_cb (PlimsollRunPage *self)
{
  set_narrowness (self, 2);
}

static void
room_cb (PlimsollRunPage *self)
{
  set_narrowness (self, 0);
}

static void
plimsoll_run_page_map (GtkWidget *widget)
{
  plimsoll_run_page_flush (PLIMSOLL_RUN_PAGE (widget));

  GTK_WIDGET_CLASS (plimsoll_run_page_parent_class)->map (widget);
}

/* Who comes here from elsewhere chooses first what for: a command that has the focus is selected.
 */
static gboolean
plimsoll_run_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  PlimsollRunPage *self = PLIMSOLL_RUN_PAGE (widget);
  GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self->cards));

  if (gtk_widget_get_focus_child (widget) == NULL && direction == GTK_DIR_TAB_FORWARD
      && PLIMSOLL_IS_LAUNCH_CARD (first)
      && plimsoll_launch_card_focus (PLIMSOLL_LAUNCH_CARD (first)))
    return TRUE;

  return GTK_WIDGET_CLASS (plimsoll_run_page_parent_class)->focus (widget, direction);
}

static void
set_sizer (PlimsollRunPage *self, PlimsollSizer *sizer)
{
  if (!g_set_object (&self->sizer, sizer))
    return;
  g_signal_group_set_target (self->updates, sizer);
  estimate_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
}

static void
plimsoll_run_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollRunPage *self = PLIMSOLL_RUN_PAGE (object);

  switch ((PlimsollRunPageProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_run_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollRunPage *self = PLIMSOLL_RUN_PAGE (object);

  switch ((PlimsollRunPageProperty) id)
    {
    case PROP_SIZER:
      set_sizer (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_run_page_dispose (GObject *object)
{
  PlimsollRunPage *self = PLIMSOLL_RUN_PAGE (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->updates);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_RUN_PAGE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_pointer (&self->by_engine, g_hash_table_unref);
  g_clear_object (&self->linked);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_run_page_parent_class)->dispose (object);
}

static void
plimsoll_run_page_class_init (PlimsollRunPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_run_page_dispose;
  object_class->get_property = plimsoll_run_page_get_property;
  object_class->set_property = plimsoll_run_page_set_property;
  widget_class->map = plimsoll_run_page_map;
  widget_class->focus = plimsoll_run_page_focus;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-run-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollRunPage, name)
  CHILD (stack);
  CHILD (cards);
  CHILD (links);
#undef CHILD
#define CALLBACK(name) gtk_widget_class_bind_template_callback (widget_class, name)
  CALLBACK (less_room_cb);
  CALLBACK (least_room_cb);
  CALLBACK (room_cb);
#undef CALLBACK
  gtk_widget_class_set_css_name (widget_class, "run-page");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_run_page_init (PlimsollRunPage *self)
{
  self->by_engine = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Run"),
                                  -1);

  self->updates = g_signal_group_new (PLIMSOLL_TYPE_SIZER);
  g_signal_group_connect_swapped (self->updates, "notify::estimate",
                                  G_CALLBACK (estimate_changed_cb), self);
}
