/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-compare-page-private.h"

#include "plimsoll-children.h"
#include "plimsoll-fit-row.h"

#include <glib/gi18n.h>

/* Rows stay where they are while a slider moves; this long after, they are in order again. */
#define REST_MS 250

G_DEFINE_FINAL_TYPE (PlimsollComparePage, plimsoll_compare_page, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollComparePageProperty;

static GParamSpec *properties[PROP_SIZER + 1];

static const char *const lenses[PLIMSOLL_N_TABLES] = { "hardware", "models", "precision" };

PlimsollFitModel *
plimsoll_compare_page_table (PlimsollComparePage *self)
{
  return self->tables[self->vary];
}

static void
rest_cb (gpointer data)
{
  PlimsollComparePage *self = data;

  self->rest = 0;
  if (gtk_sort_list_model_get_sorter (self->sorted) != NULL)
    plimsoll_compare_page_apply_order (self);
  /* What comes first may have come last. */
  if (self->coming && plimsoll_compare_page_count (self) > 0)
    {
      if (self->narrow)
        gtk_list_view_scroll_to (self->rows, 0, GTK_LIST_SCROLL_NONE, NULL);
      else
        gtk_column_view_scroll_to (self->view, 0, NULL, GTK_LIST_SCROLL_NONE, NULL);
      self->coming = plimsoll_fit_model_get_pending (plimsoll_compare_page_table (self));
    }
}

static void
updated_cb (PlimsollComparePage *self)
{
  if (gtk_switch_get_active (self->fits_switch))
    gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  /* Where rows come in one after another, they are put in order now and then. */
  if (plimsoll_fit_model_get_pending (plimsoll_compare_page_table (self)) && self->rest != 0)
    return;
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add_once (REST_MS, rest_cb, self);
}

/* --- The tables --- */

static PlimsollFitModel *
make_table (PlimsollComparePage *self, PlimsollVary vary)
{
  GListModel *items = NULL;
  PlimsollFitModel *table;

  if (vary == PLIMSOLL_VARY_HARDWARE)
    items = G_LIST_MODEL (self->accelerators);
  else if (vary == PLIMSOLL_VARY_MODEL)
    items = G_LIST_MODEL (self->models);
  table = plimsoll_fit_model_new (self->sizer, vary, items, self->quality);
  plimsoll_fit_model_set_offers (table, self->offers);
  return table;
}

static void
update_column_states (PlimsollComparePage *self)
{
  for (guint i = PLIMSOLL_FIT_NAME + 1; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      const PlimsollFitColumn column = (PlimsollFitColumn) i;
      g_autofree char *name = g_strconcat ("show-", plimsoll_fit_column_info (column)->key, NULL);

      plimsoll_compare_page_set_state (
        self, name,
        g_variant_new_boolean (plimsoll_compare_columns_is_shown (self->columns, column)));
    }
}

static void
show_table (PlimsollComparePage *self, PlimsollVary vary)
{
  const gboolean hardware = vary == PLIMSOLL_VARY_HARDWARE;
  const gboolean first = self->tables[vary] == NULL;
  static const PlimsollFitColumn orders[PLIMSOLL_N_TABLES] = { PLIMSOLL_FIT_DECODE,
                                                               PLIMSOLL_FIT_VERDICT,
                                                               PLIMSOLL_FIT_BITS };

  if (self->sizer == NULL)
    return;

  self->vary = vary;
  self->coming = first;
  if (first)
    {
      self->tables[vary] = make_table (self, vary);
      self->updated[vary] =
        g_signal_connect_object (self->tables[vary], "updated", G_CALLBACK (updated_cb), self,
                                 G_CONNECT_SWAPPED);
    }
  for (guint i = 0; i < PLIMSOLL_N_TABLES; i++)
    if (self->tables[i] != NULL)
      plimsoll_fit_model_set_live (self->tables[i],
                                   i == (guint) vary && gtk_widget_get_mapped (GTK_WIDGET (self)));
  if (hardware && self->computer_fit == NULL && self->computer != NULL)
    self->computer_fit = plimsoll_computer_fit_new (self->sizer, self->computer, self->quality);
  plimsoll_compare_page_pin_computer (self);
  gtk_widget_set_visible (GTK_WIDGET (self->vendor_drop), hardware);
  gtk_widget_set_visible (GTK_WIDGET (self->memory_drop), hardware);
  /* What it has now, before the rows are put in order. */
  if (vary != PLIMSOLL_VARY_MODEL)
    plimsoll_fit_model_flush (self->tables[vary]);
  gtk_filter_list_model_set_model (self->filtered, NULL);
  plimsoll_compare_columns_set_model (self->columns, self->tables[vary]);
  plimsoll_compare_page_sort_by (self, orders[vary],
                                 plimsoll_fit_column_info (orders[vary])->descending);
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (self->tables[vary]));
  plimsoll_compare_page_update_menu (self);
  update_column_states (self);
  plimsoll_compare_page_update_stack (self);
  plimsoll_compare_page_update_summary (self);
}

static void
items_changed_cb (PlimsollComparePage *self)
{
  if (self->sizer == NULL || plimsoll_compare_page_table (self) == NULL)
    return;
  plimsoll_compare_page_update_stack (self);
  plimsoll_compare_page_update_summary (self);
}

static void
question_changed_cb (PlimsollComparePage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && plimsoll_compare_page_table (self) != NULL)
    plimsoll_compare_page_update_summary (self);
}

/* --- Rows of two lines --- */

static void
describe_item (PlimsollFit *fit, GParamSpec *pspec, GtkListItem *item)
{
  g_autofree char *words = plimsoll_fit_row_describe (fit);

  gtk_list_item_set_accessible_label (item, words);
}

static void
row_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, plimsoll_fit_row_new ());
}

static void
row_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  PlimsollFit *fit = gtk_list_item_get_item (item);

  plimsoll_fit_row_set_fit (PLIMSOLL_FIT_ROW (gtk_list_item_get_child (item)), fit);
  describe_item (fit, NULL, item);
  g_signal_connect_object (fit, "notify::required", G_CALLBACK (describe_item), item, 0);
}

static void
row_unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), describe_item, item);
  plimsoll_fit_row_set_fit (PLIMSOLL_FIT_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
view_row_bind_cb (GtkSignalListItemFactory *factory, GtkColumnViewRow *row, gpointer data)
{
  PlimsollFit *fit = gtk_column_view_row_get_item (row);

  gtk_column_view_row_set_accessible_label (row, plimsoll_fit_get_name (fit));
}

/* --- Callbacks --- */

static void
lens_changed_cb (PlimsollComparePage *self)
{
  const char *name = adw_toggle_group_get_active_name (self->lens_group);

  for (guint i = 0; i < PLIMSOLL_N_TABLES; i++)
    if (g_strcmp0 (name, lenses[i]) == 0 && ((guint) self->vary != i || self->tables[i] == NULL))
      {
        g_settings_set_string (self->settings, "compare-lens", name);
        show_table (self, (PlimsollVary) i);
      }
}

static void
filter_changed_cb (PlimsollComparePage *self)
{
  if (self->filter != NULL)
    gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
stop_filter_cb (PlimsollComparePage *self)
{
  gtk_editable_set_text (self->filter_entry, "");
  gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
show_all_cb (PlimsollComparePage *self)
{
  gtk_editable_set_text (self->filter_entry, "");
  gtk_switch_set_active (self->fits_switch, FALSE);
  gtk_drop_down_set_selected (self->vendor_drop, 0);
  gtk_drop_down_set_selected (self->memory_drop, 0);
}

static void
activated_cb (PlimsollComparePage *self, guint position)
{
  g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (fit != NULL && plimsoll_fit_is_computer (fit) && plimsoll_fit_get_accelerator (fit) == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.this-computer", NULL);
  else if (fit != NULL && plimsoll_fit_get_accelerator (fit) != NULL)
    plimsoll_compare_page_show_report (self, plimsoll_fit_get_accelerator (fit));
  else if (fit != NULL)
    plimsoll_compare_page_use (self, fit);
}

static void
set_narrow (PlimsollComparePage *self, gboolean narrow)
{
  self->narrow = narrow;
  plimsoll_compare_page_update_stack (self);
}

static void
little_room_cb (PlimsollComparePage *self)
{
  plimsoll_compare_columns_set_narrowness (self->columns, 1);
}

static void
less_room_cb (PlimsollComparePage *self)
{
  plimsoll_compare_columns_set_narrowness (self->columns, 2);
}

static void
least_room_cb (PlimsollComparePage *self)
{
  plimsoll_compare_columns_set_narrowness (self->columns, 3);
}

static void
tiny_room_cb (PlimsollComparePage *self)
{
  plimsoll_compare_columns_set_narrowness (self->columns, 4);
}

static void
room_cb (PlimsollComparePage *self)
{
  if (self->columns != NULL)
    plimsoll_compare_columns_set_narrowness (self->columns, 0);
}

static void
narrow_cb (PlimsollComparePage *self)
{
  set_narrow (self, TRUE);
}

static void
wide_cb (PlimsollComparePage *self)
{
  if (self->selection != NULL)
    set_narrow (self, FALSE);
}

/* --- The page --- */

static void
set_sizer (PlimsollComparePage *self, PlimsollSizer *sizer)
{
  if (!g_set_object (&self->sizer, sizer))
    return;

  g_signal_group_set_target (self->questions,
                             sizer != NULL ? plimsoll_sizer_get_scenario (sizer) : NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
}

static void
plimsoll_compare_page_map (GtkWidget *widget)
{
  PlimsollComparePage *self = PLIMSOLL_COMPARE_PAGE (widget);

  GTK_WIDGET_CLASS (plimsoll_compare_page_parent_class)->map (widget);

  if (plimsoll_compare_page_table (self) == NULL)
    show_table (self, self->vary);
  else
    {
      plimsoll_fit_model_set_live (plimsoll_compare_page_table (self), TRUE);
      plimsoll_compare_page_pin_computer (self);
      plimsoll_compare_page_update_summary (self);
    }
}

/* What nobody sees is not computed. */
static void
plimsoll_compare_page_unmap (GtkWidget *widget)
{
  PlimsollComparePage *self = PLIMSOLL_COMPARE_PAGE (widget);

  if (plimsoll_compare_page_table (self) != NULL)
    plimsoll_fit_model_set_live (plimsoll_compare_page_table (self), FALSE);
  if (self->computer_fit != NULL)
    plimsoll_computer_fit_set_live (self->computer_fit, FALSE);

  GTK_WIDGET_CLASS (plimsoll_compare_page_parent_class)->unmap (widget);
}

static void
plimsoll_compare_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollComparePage *self = PLIMSOLL_COMPARE_PAGE (object);

  switch ((PlimsollComparePageProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_compare_page_set_property (GObject *object,
                                    guint id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  PlimsollComparePage *self = PLIMSOLL_COMPARE_PAGE (object);

  switch ((PlimsollComparePageProperty) id)
    {
    case PROP_SIZER:
      set_sizer (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_compare_page_dispose (GObject *object)
{
  PlimsollComparePage *self = PLIMSOLL_COMPARE_PAGE (object);

  g_clear_handle_id (&self->rest, g_source_remove);
  if (self->columns != NULL && self->view != NULL)
    plimsoll_compare_columns_flush (self->columns);
  g_clear_object (&self->questions);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  if (self->view != NULL)
    {
      gtk_column_view_set_model (self->view, NULL);
      gtk_list_view_set_model (self->rows, NULL);
      g_signal_handlers_disconnect_by_func (gtk_column_view_get_sorter (self->view),
                                            plimsoll_compare_page_order_changed, self);
    }
  g_clear_object (&self->selection);
  g_clear_object (&self->parts);
  g_clear_object (&self->computer_fit);
  g_clear_object (&self->sorted);
  g_clear_object (&self->filtered);
  g_clear_object (&self->filter);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_COMPARE_PAGE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->columns);
  for (guint i = 0; i < PLIMSOLL_N_TABLES; i++)
    g_clear_object (&self->tables[i]);
  g_clear_object (&self->pointed);
  g_clear_object (&self->actions);
  g_clear_object (&self->settings);
  g_clear_object (&self->computer);
  g_clear_object (&self->own_hardware);
  g_clear_object (&self->offers);
  g_clear_object (&self->quality);
  g_clear_object (&self->models);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_compare_page_parent_class)->dispose (object);
}

static void
plimsoll_compare_page_class_init (PlimsollComparePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_compare_page_dispose;
  object_class->get_property = plimsoll_compare_page_get_property;
  object_class->set_property = plimsoll_compare_page_set_property;
  widget_class->map = plimsoll_compare_page_map;
  widget_class->unmap = plimsoll_compare_page_unmap;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-compare-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollComparePage, name)
  CHILD (navigation);
  CHILD (lens_group);
  CHILD (filter_entry);
  CHILD (vendor_drop);
  CHILD (memory_drop);
  CHILD (fits_switch);
  CHILD (menu_button);
  CHILD (summary_label);
  CHILD (stack);
  CHILD (view);
  CHILD (rows);
  CHILD (nothing_page);
  CHILD (nothing_button);
#undef CHILD
#define CALLBACK(name) gtk_widget_class_bind_template_callback (widget_class, name)
  CALLBACK (little_room_cb);
  CALLBACK (less_room_cb);
  CALLBACK (least_room_cb);
  CALLBACK (tiny_room_cb);
  CALLBACK (room_cb);
  CALLBACK (narrow_cb);
  CALLBACK (wide_cb);
  CALLBACK (lens_changed_cb);
  CALLBACK (filter_changed_cb);
  CALLBACK (stop_filter_cb);
  CALLBACK (show_all_cb);
  CALLBACK (activated_cb);
#undef CALLBACK
  gtk_widget_class_set_css_name (widget_class, "compare-page");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
set_up_lists (PlimsollComparePage *self)
{
  GtkListItemFactory *rows = gtk_signal_list_item_factory_new ();
  GtkListItemFactory *view_rows = gtk_signal_list_item_factory_new ();

  self->filter = gtk_custom_filter_new (plimsoll_compare_page_lets_through, self, NULL);
  self->filtered = gtk_filter_list_model_new (NULL, g_object_ref (GTK_FILTER (self->filter)));
  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->filtered)), NULL);
  self->parts = g_list_store_new (G_TYPE_LIST_MODEL);
  g_list_store_append (self->parts, self->sorted);
  self->selection = gtk_multi_selection_new (
    G_LIST_MODEL (gtk_flatten_list_model_new (g_object_ref (G_LIST_MODEL (self->parts)))));
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);

  self->columns = plimsoll_compare_columns_new (self->view, self->settings);
  g_signal_connect_object (self->columns, "changed", G_CALLBACK (update_column_states), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (gtk_column_view_get_sorter (self->view), "changed",
                            G_CALLBACK (plimsoll_compare_page_order_changed), self);
  g_signal_connect (view_rows, "bind", G_CALLBACK (view_row_bind_cb), NULL);
  gtk_column_view_set_row_factory (self->view, view_rows);

  g_signal_connect (rows, "setup", G_CALLBACK (row_setup_cb), NULL);
  g_signal_connect (rows, "bind", G_CALLBACK (row_bind_cb), NULL);
  g_signal_connect (rows, "unbind", G_CALLBACK (row_unbind_cb), NULL);
  gtk_list_view_set_factory (self->rows, rows);
  plimsoll_compare_page_attach (self);
  g_object_unref (rows);
  g_object_unref (view_rows);
}

static void
plimsoll_compare_page_init (PlimsollComparePage *self)
{
  g_autofree char *lens = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Compare"), -1);

  self->settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  plimsoll_compare_page_add_actions (self);
  set_up_lists (self);

  self->questions = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  g_signal_group_connect_swapped (self->questions, "notify", G_CALLBACK (question_changed_cb),
                                  self);
  lens = g_settings_get_string (self->settings, "compare-lens");
  for (guint i = 0; i < PLIMSOLL_N_TABLES; i++)
    if (g_str_equal (lens, lenses[i]))
      self->vary = (PlimsollVary) i;
  adw_toggle_group_set_active_name (self->lens_group, lenses[self->vary]);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* The makers that there are, in the order of the alphabet. */
static void
list_vendors (PlimsollComparePage *self)
{
  g_autoptr (GPtrArray) vendors = g_ptr_array_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->accelerators)); i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator =
        g_list_model_get_item (G_LIST_MODEL (self->accelerators), i);
      const char *vendor = plimsoll_accelerator_get_vendor (accelerator);

      if (*vendor != '\0' && !g_ptr_array_find_with_equal_func (vendors, vendor, g_str_equal, NULL))
        g_ptr_array_add (vendors, (gpointer) vendor);
    }
  g_ptr_array_sort (vendors, compare_texts);
  gtk_string_list_append (list, _("All makers"));
  for (guint i = 0; i < vendors->len; i++)
    gtk_string_list_append (list, g_ptr_array_index (vendors, i));
  gtk_drop_down_set_model (self->vendor_drop, G_LIST_MODEL (list));
}

void
plimsoll_compare_page_set_lists (PlimsollComparePage *self,
                                 PlimsollAcceleratorList *accelerators,
                                 PlimsollModelList *models,
                                 PlimsollQualityList *quality)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_PAGE (self));
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators));
  g_return_if_fail (PLIMSOLL_IS_MODEL_LIST (models));

  g_set_object (&self->accelerators, accelerators);
  g_set_object (&self->models, models);
  g_set_object (&self->quality, quality);
  list_vendors (self);
  g_signal_connect_object (accelerators, "items-changed",
                           G_CALLBACK (plimsoll_compare_page_follow_report), self,
                           G_CONNECT_SWAPPED);
}

void
plimsoll_compare_page_show_unit (PlimsollComparePage *self)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_PAGE (self));

  if (plimsoll_compare_page_table (self) == NULL)
    return;

  plimsoll_compare_columns_update_titles (self->columns);
  /* Rows are bound anew. */
  gtk_filter_list_model_set_model (self->filtered, NULL);
  gtk_filter_list_model_set_model (self->filtered,
                                   G_LIST_MODEL (plimsoll_compare_page_table (self)));
  plimsoll_compare_page_pin_computer_anew (self);
  plimsoll_compare_page_update_summary (self);
  plimsoll_compare_page_renew_report (self);
}
