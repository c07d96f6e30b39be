/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-search-dialog.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-announce.h"
#include "plimsoll-format.h"
#include "plimsoll-local-search.h"
#include "plimsoll-preferences.h"
#include "plimsoll-remote-search.h"
#include "plimsoll-search-result.h"
#include "plimsoll-search-row.h"
#include "plimsoll-sizer.h"

#include <glib/gi18n.h>

#define PAGE_ROWS 8

struct _PlimsollSearchDialog
{
  AdwDialog parent_instance;

  PlimsollOwnModels *own;
  PlimsollScenario *probe; /* the present question, with one model after the other */
  char *precision;         /* that it asks for */
  PlimsollSizer *sizer;
  PlimsollLocalSearch *local;
  PlimsollRemoteSearch *remote;
  GListStore *sections; /* of GListModel: what each search found */
  GtkSingleSelection *selection;
  GHashTable *bound;         /* of GtkListItem: those that show something */
  PlimsollOwnModel *removed; /* (nullable): the last one, for undo */
  guint removed_from;

  AdwToastOverlay *toasts;
  GtkEditable *entry;
  GtkStack *stack;
  GtkListView *list;
  GtkLabel *keys_label;
  GtkLabel *target_label;
  AdwBanner *banner;
  GtkToggleButton *remote_toggle;
};

G_DEFINE_FINAL_TYPE (PlimsollSearchDialog, plimsoll_search_dialog, ADW_TYPE_DIALOG)

enum
{
  SIGNAL_MODEL_CHOSEN,
  SIGNAL_REMOTE_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Finding --- */

static gboolean
is_any_found (PlimsollSearchDialog *self)
{
  return plimsoll_local_search_is_found (self->local)
         || g_list_model_get_n_items (plimsoll_remote_search_get_results (self->remote)) > 0;
}

/* What is there to be seen, and whether the hub's fault matters. */
static void
show_found (PlimsollSearchDialog *self)
{
  const char *fault = plimsoll_remote_search_get_fault (self->remote);

  gtk_stack_set_visible_child_name (self->stack, is_any_found (self) ? "results" : "nothing");
  adw_banner_set_title (self->banner, fault != NULL ? fault : "");
  adw_banner_set_revealed (self->banner, fault != NULL
                                           && (!plimsoll_local_search_is_found (self->local)
                                               || plimsoll_remote_search_is_name (self->remote)));
}

static void
find (PlimsollSearchDialog *self)
{
  const char *words = gtk_editable_get_text (self->entry);
  guint best;

  plimsoll_local_search_find (self->local, words);
  plimsoll_remote_search_set_words (self->remote, words);
  show_found (self);
  if (!is_any_found (self))
    return;
  best = plimsoll_local_search_get_best (self->local);
  gtk_single_selection_set_selected (self->selection, best);
  gtk_list_view_scroll_to (self->list, best, GTK_LIST_SCROLL_NONE, NULL);
}

static PlimsollSearchResult *
get_selected (PlimsollSearchDialog *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
choose (PlimsollSearchDialog *self, guint position)
{
  g_autoptr (PlimsollSearchResult) result =
    g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (result == NULL)
    return;
  g_object_ref (self);
  adw_dialog_close (ADW_DIALOG (self));
  if (plimsoll_search_result_get_remote (result) != NULL)
    g_signal_emit (self, signals[SIGNAL_REMOTE_CHOSEN], 0,
                   plimsoll_search_result_get_remote (result));
  else
    g_signal_emit (self, signals[SIGNAL_MODEL_CHOSEN], 0,
                   plimsoll_search_result_get_model (result));
  g_object_unref (self);
}

static void
move (PlimsollSearchDialog *self, int rows)
{
  int n = (int) g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  int at = (int) gtk_single_selection_get_selected (self->selection);
  g_autoptr (PlimsollSearchResult) result = NULL;

  if (n == 0)
    return;
  at = CLAMP (at + rows, 0, n - 1);
  gtk_single_selection_set_selected (self->selection, (guint) at);
  gtk_list_view_scroll_to (self->list, (guint) at, GTK_LIST_SCROLL_NONE, NULL);

  /* The focus is in the entry, so nobody else says where the selection went. */
  result = g_list_model_get_item (G_LIST_MODEL (self->selection), (guint) at);
  plimsoll_announce (GTK_WIDGET (self->entry), plimsoll_search_result_get_name (result),
                     GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

/* --- One's own --- */

/* What is selected stays selected, or what has come into its place. */
static void
own_changed_cb (PlimsollSearchDialog *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);
  guint n;

  plimsoll_local_search_list_own (self->local);
  find (self);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  if (n > 0)
    gtk_single_selection_set_selected (self->selection, MIN (selected, n - 1));
}

static void
put_back (PlimsollSearchDialog *self)
{
  g_autoptr (PlimsollOwnModel) removed = g_steal_pointer (&self->removed);

  if (removed == NULL)
    return;
  plimsoll_own_models_put_back (self->own, removed, self->removed_from);
  adw_toast_overlay_dismiss_all (self->toasts);
}

static void
remove_own (PlimsollSearchDialog *self, const char *id)
{
  guint position;
  PlimsollOwnModel *removed = plimsoll_own_models_remove (self->own, id, &position);
  g_autofree char *title = NULL;
  AdwToast *toast;

  if (removed == NULL)
    return;
  g_clear_pointer (&self->removed, plimsoll_own_model_unref);
  self->removed = removed;
  self->removed_from = position;

  /* Translators: the name of a model; its files stay. */
  title = g_strdup_printf (_("“%s” removed from your models"),
                           plimsoll_model_get_name (plimsoll_own_model_get_model (removed)));
  toast = adw_toast_new (title);
  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (put_back), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static gboolean
remove_selected (PlimsollSearchDialog *self)
{
  PlimsollSearchResult *result = get_selected (self);

  if (result == NULL || plimsoll_search_result_get_own (result) == NULL)
    return FALSE;
  remove_own (self, plimsoll_model_get_id (plimsoll_search_result_get_model (result)));
  return TRUE;
}

static void
remove_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  remove_own (PLIMSOLL_SEARCH_DIALOG (widget), g_variant_get_string (parameter, NULL));
}

/* Whether Delete would find nothing to delete there. */
static gboolean
is_at_end (GtkEditable *entry)
{
  return !gtk_editable_get_selection_bounds (entry, NULL, NULL)
         && gtk_editable_get_position (entry)
              == (int) g_utf8_strlen (gtk_editable_get_text (entry), -1);
}

static void
selected_cb (PlimsollSearchDialog *self)
{
  PlimsollSearchResult *result = get_selected (self);

  gtk_label_set_label (self->keys_label,
                       result != NULL && plimsoll_search_result_get_own (result) != NULL
                         ? _("↑ ↓ move   ·   Enter chooses   ·   Delete removes")
                         : _("↑ ↓ move   ·   Enter chooses"));
}

/* --- Rows --- */

/* Models of the catalogue are asked for in the present precision, files have theirs. */
static const char *
precision_of (PlimsollSearchDialog *self, PlimsollSearchResult *result)
{
  return plimsoll_search_precision (plimsoll_search_result_get_own (result), self->precision);
}

static void
look_at (PlimsollSearchDialog *self, PlimsollSearchResult *result)
{
  PlimsollVerdict verdict;
  const PlimsollEstimate *estimate;

  if (plimsoll_search_result_get_verdict (result, &verdict)
      || plimsoll_search_result_get_model (result) == NULL)
    return;
  plimsoll_scenario_set_model (self->probe, plimsoll_search_result_get_model (result));
  plimsoll_scenario_set_precision (self->probe, precision_of (self, result));
  plimsoll_sizer_flush (self->sizer);
  estimate = plimsoll_sizer_get_estimate (self->sizer);
  plimsoll_search_result_set_verdict (result, estimate->valid ? estimate->verdict
                                                              : PLIMSOLL_VERDICT_UNKNOWN);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, PlimsollSearchDialog *self)
{
  gtk_list_item_set_child (item, plimsoll_search_row_new ());
}

static void
show_result (PlimsollSearchDialog *self, GtkListItem *item)
{
  PlimsollSearchRow *row = PLIMSOLL_SEARCH_ROW (gtk_list_item_get_child (item));
  PlimsollSearchResult *result = gtk_list_item_get_item (item);
  g_autofree char *words = NULL;

  look_at (self, result);
  plimsoll_search_row_set_result (row, result, gtk_editable_get_text (self->entry),
                                  precision_of (self, result));
  words = plimsoll_search_row_describe (row);
  gtk_list_item_set_accessible_label (item, words);
}

static void
setup_header_cb (GtkSignalListItemFactory *factory, GtkListHeader *header, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (label, "dimmed");
  gtk_list_header_set_child (header, label);
}

static void
bind_header_cb (GtkSignalListItemFactory *factory, GtkListHeader *header, gpointer data)
{
  PlimsollSearchResult *first = gtk_list_header_get_item (header);

  gtk_label_set_label (GTK_LABEL (gtk_list_header_get_child (header)),
                       plimsoll_search_result_get_own (first) != NULL      ? _("My Models")
                       : plimsoll_search_result_get_remote (first) != NULL ? _("Hugging Face")
                                                                           : _("Catalog"));
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, PlimsollSearchDialog *self)
{
  g_hash_table_add (self->bound, item);
  show_result (self, item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, PlimsollSearchDialog *self)
{
  if (self->bound != NULL)
    g_hash_table_remove (self->bound, item);
}

/* Rows that stay are not bound anew, but mark what is typed. */
static void
update_rows (PlimsollSearchDialog *self)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    show_result (self, item);
}

/* --- Callbacks --- */

static void
search_changed_cb (PlimsollSearchDialog *self)
{
  if (self->remote != NULL)
    {
      find (self);
      update_rows (self);
    }
}

static void
activate_cb (PlimsollSearchDialog *self)
{
  choose (self, gtk_single_selection_get_selected (self->selection));
}

static void
stop_search_cb (PlimsollSearchDialog *self)
{
  adw_dialog_close (ADW_DIALOG (self));
}

static void
row_activated_cb (PlimsollSearchDialog *self, guint position)
{
  choose (self, position);
}

static gboolean
key_cb (PlimsollSearchDialog *self, guint keyval, guint keycode, GdkModifierType state)
{
  if (keyval == GDK_KEY_z && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_CONTROL_MASK
      && self->removed != NULL)
    {
      put_back (self);
      return GDK_EVENT_STOP;
    }
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      move (self, -PAGE_ROWS);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      move (self, PAGE_ROWS);
      return GDK_EVENT_STOP;
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      return is_at_end (self->entry) && remove_selected (self);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* With the focus in the list. */
static gboolean
list_key_cb (PlimsollSearchDialog *self, guint keyval, guint keycode, GdkModifierType state)
{
  if ((keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete) && (state & GDK_SHIFT_MASK) == 0)
    return remove_selected (self);
  if (keyval == GDK_KEY_z)
    return key_cb (self, keyval, keycode, state);
  return GDK_EVENT_PROPAGATE;
}

/* --- The searches --- */

/* What is here already is not shown a second time. */
static gboolean
is_known (const char *id, gpointer data)
{
  return plimsoll_local_search_knows (data, id);
}

static void
remote_changed_cb (PlimsollSearchDialog *self)
{
  if (self->list == NULL)
    return;
  show_found (self);
  update_rows (self);
}

static void
add_searches (PlimsollSearchDialog *self, PlimsollModelList *models, PlimsollHub *hub)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);

  self->local = plimsoll_local_search_new (models, self->own);
  self->remote = plimsoll_remote_search_new (hub, is_known, self->local);
  g_list_store_append (self->sections, plimsoll_local_search_get_own (self->local));
  g_list_store_append (self->sections, plimsoll_local_search_get_models (self->local));
  g_list_store_append (self->sections, plimsoll_remote_search_get_results (self->remote));
  g_signal_connect_object (self->remote, "changed", G_CALLBACK (remote_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (self->remote_toggle, "active", self->remote, "enabled",
                          G_BINDING_SYNC_CREATE);
  g_settings_bind (settings, PLIMSOLL_PREFERENCE_HUB, self->remote_toggle, "active",
                   G_SETTINGS_BIND_DEFAULT);
}

/* --- The dialog --- */

static void
plimsoll_search_dialog_dispose (GObject *object)
{
  PlimsollSearchDialog *self = PLIMSOLL_SEARCH_DIALOG (object);

  if (self->remote != NULL)
    plimsoll_remote_search_stop (self->remote);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_pointer (&self->bound, g_hash_table_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_SEARCH_DIALOG);
  g_clear_object (&self->selection);
  g_clear_object (&self->remote);
  g_clear_object (&self->local);
  g_clear_object (&self->sections);
  g_clear_pointer (&self->removed, plimsoll_own_model_unref);
  g_clear_pointer (&self->precision, g_free);
  g_clear_object (&self->sizer);
  g_clear_object (&self->probe);
  g_clear_object (&self->own);

  G_OBJECT_CLASS (plimsoll_search_dialog_parent_class)->dispose (object);
}

static void
plimsoll_search_dialog_class_init (PlimsollSearchDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_search_dialog_dispose;

  signals[SIGNAL_MODEL_CHOSEN] =
    g_signal_new ("model-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PLIMSOLL_TYPE_MODEL);
  signals[SIGNAL_REMOTE_CHOSEN] =
    g_signal_new ("remote-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-search-dialog.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollSearchDialog, name)
  CHILD (toasts);
  CHILD (entry);
  CHILD (stack);
  CHILD (list);
  CHILD (keys_label);
  CHILD (target_label);
  CHILD (banner);
  CHILD (remote_toggle);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_install_action (widget_class, "search.remove", "s", remove_action);
}

/* A section for each search; the list shows their headers. */
static GtkSelectionModel *
make_selection (PlimsollSearchDialog *self)
{
  self->sections = g_list_store_new (G_TYPE_LIST_MODEL);
  self->selection = gtk_single_selection_new (
    G_LIST_MODEL (gtk_flatten_list_model_new (g_object_ref (G_LIST_MODEL (self->sections)))));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_SELECTION_MODEL (self->selection);
}

static void
add_keys (PlimsollSearchDialog *self, gpointer widget, GCallback pressed)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  /* Before the widget itself sees them. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", pressed, self);
  gtk_widget_add_controller (widget, keys);
}

static void
plimsoll_search_dialog_init (PlimsollSearchDialog *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) headers = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));

  self->bound = g_hash_table_new (NULL, NULL);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
  g_signal_connect (headers, "setup", G_CALLBACK (setup_header_cb), NULL);
  g_signal_connect (headers, "bind", G_CALLBACK (bind_header_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_header_factory (self->list, headers);
  gtk_list_view_set_model (self->list, make_selection (self));

  add_keys (self, self->entry, G_CALLBACK (key_cb));
  add_keys (self, self->list, G_CALLBACK (list_key_cb));
}

static void
select_model (PlimsollSearchDialog *self, PlimsollModel *model)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; model != NULL && i < n; i++)
    {
      g_autoptr (PlimsollSearchResult) result =
        g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (plimsoll_search_result_get_model (result) == model)
        {
          gtk_single_selection_set_selected (self->selection, i);
          gtk_list_view_scroll_to (self->list, i, GTK_LIST_SCROLL_NONE, NULL);
        }
    }
}

PlimsollSearchDialog *
plimsoll_search_dialog_new (PlimsollModelList *models,
                            PlimsollOwnModels *own,
                            PlimsollHub *hub,
                            PlimsollScenario *scenario)
{
  PlimsollSearchDialog *self = g_object_new (PLIMSOLL_TYPE_SEARCH_DIALOG, NULL);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  g_autofree char *tokens = NULL, *target = NULL;

  self->own = g_object_ref (own);
  g_signal_connect_object (own, "items-changed", G_CALLBACK (own_changed_cb), self,
                           G_CONNECT_SWAPPED);
  plimsoll_own_models_look (own);
  self->probe = plimsoll_scenario_copy (scenario);
  self->precision = g_strdup (plimsoll_scenario_get_precision (scenario));
  self->sizer = plimsoll_sizer_new (self->probe);
  tokens = plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
  /* Translators: what the verdicts are for: "Verdicts for NVIDIA RTX 4090 at 32K". */
  target = g_strdup_printf (_("Verdicts for %s at %s"),
                            accelerator != NULL ? plimsoll_accelerator_get_name (accelerator) : "—",
                            tokens);
  gtk_label_set_label (self->target_label, target);
  add_searches (self, models, hub);
  find (self);
  select_model (self, plimsoll_scenario_get_model (scenario));
  return self;
}

void
plimsoll_search_dialog_set_text (PlimsollSearchDialog *self, const char *text)
{
  g_return_if_fail (PLIMSOLL_IS_SEARCH_DIALOG (self));

  gtk_editable_set_text (self->entry, text);
  gtk_editable_set_position (self->entry, -1);
}
