/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-offers.h"

#include "plimsoll-children.h"
#include "plimsoll-column-titles.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Rows stay where they are while a figure is changed; this long after, they are in order again. */
#define REST_MS 250

/* The table's own columns follow those of a rental. */
enum
{
  COLUMN_OFFER = PLIMSOLL_RENTAL_N_COLUMNS, /* in two lines, where little has room */
  COLUMN_LINK,
  N_COLUMNS,
};

struct _PlimsollCostOffers
{
  GtkWidget parent_instance;

  PlimsollCostModel *model;
  GSignalGroup *updates;
  GtkColumnView *view;
  GtkSortListModel *sorted;
  GtkColumnViewColumn *columns[N_COLUMNS];
  guint narrowness;
  guint rest; /* source */
};

G_DEFINE_FINAL_TYPE (PlimsollCostOffers, plimsoll_cost_offers, GTK_TYPE_WIDGET)

static gboolean
is_words (guint column)
{
  return column <= PLIMSOLL_RENTAL_HARDWARE || column == COLUMN_OFFER;
}

static char *
get_currency (PlimsollCostOffers *self)
{
  char *currency = NULL;

  g_object_get (plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (self->model)),
                "currency", &currency, NULL);
  return currency;
}

/* The maker's name takes room that the part's own needs. */
static char *
hardware_text (PlimsollRental *rental)
{
  PlimsollAccelerator *accelerator = plimsoll_rental_get_accelerator (rental);
  const char *name = plimsoll_accelerator_get_name (accelerator);
  const char *maker = plimsoll_accelerator_get_vendor (accelerator);
  const gsize n = strlen (maker);

  if (n > 0 && g_str_has_prefix (name, maker) && name[n] == ' ')
    name += n + 1;
  /* Translators: how many of an accelerator, and its name: "2× RTX 4090". */
  return g_strdup_printf (_("%u× %s"),
                          plimsoll_cloud_offer_get_count (plimsoll_rental_get_offer (rental)),
                          name);
}

static char *
get_text (PlimsollCostOffers *self, PlimsollRental *rental, guint column)
{
  g_autofree char *currency = get_currency (self);
  g_autofree char *hardware = NULL, *date = NULL;

  if (column == PLIMSOLL_RENTAL_HARDWARE)
    return hardware_text (rental);
  if (column < PLIMSOLL_RENTAL_N_COLUMNS)
    return plimsoll_rental_get_text (rental, (PlimsollRentalColumn) column, currency);

  hardware = hardware_text (rental);
  date = plimsoll_rental_get_text (rental, PLIMSOLL_RENTAL_AGE, currency);
  return g_strdup_printf ("%s\n%s\n%s",
                          plimsoll_cloud_offer_get_provider (plimsoll_rental_get_offer (rental)),
                          hardware, date);
}

/* --- Cells --- */

/* The mark of what is compared is of the whole row. */
static void
mark_row (PlimsollCostOffers *self, GtkWidget *cell, PlimsollRental *rental)
{
  GtkWidget *row = gtk_widget_get_parent (cell);

  row = row != NULL ? gtk_widget_get_parent (row) : NULL;
  if (row == NULL)
    return;
  if (plimsoll_cost_model_get_summary (self->model)->rental == rental)
    gtk_widget_add_css_class (row, "chosen");
  else
    gtk_widget_remove_css_class (row, "chosen");
}

static guint
column_of (gpointer item)
{
  return GPOINTER_TO_UINT (g_object_get_data (item, "offers-column"));
}

static void
update_cell (GtkLabel *label)
{
  PlimsollCostOffers *self = g_object_get_data (G_OBJECT (label), "offers");
  PlimsollRental *rental = g_object_get_data (G_OBJECT (label), "rental");
  const guint column = column_of (label);
  g_autofree char *text = NULL;

  if (rental == NULL || self->model == NULL)
    return;

  text = get_text (self, rental, column);
  gtk_label_set_label (label, text);
  if (column == PLIMSOLL_RENTAL_AGE || column == COLUMN_OFFER)
    {
      const gboolean stale = plimsoll_rental_is_stale (rental);

      if (stale)
        gtk_widget_add_css_class (GTK_WIDGET (label), "stale");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (label), "stale");
      gtk_widget_set_tooltip_text (GTK_WIDGET (label),
                                   stale ? _("This rate is more than 90 days old") : NULL);
    }
  if (column == PLIMSOLL_RENTAL_PER_HOUR)
    mark_row (self, GTK_WIDGET (label), rental);
}

static void
label_setup_cb (GtkSignalListItemFactory *factory,
                GtkColumnViewCell *cell,
                PlimsollCostOffers *self)
{
  const guint column = column_of (factory);
  GtkWidget *label = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (label), "offers-column", GUINT_TO_POINTER (column));
  g_object_set_data (G_OBJECT (label), "offers", self);
  gtk_label_set_xalign (GTK_LABEL (label), is_words (column) ? 0 : 1);
  if (is_words (column))
    g_object_set (label, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);
  if (is_words (column) && column != PLIMSOLL_RENTAL_HARDWARE)
    gtk_label_set_width_chars (GTK_LABEL (label), 9);
  gtk_widget_add_css_class (label, "numeric");
  if (column == PLIMSOLL_RENTAL_OUTPUT || column == PLIMSOLL_RENTAL_PROVIDER)
    gtk_widget_add_css_class (label, "heading");
  if (column == PLIMSOLL_RENTAL_TIER)
    gtk_widget_add_css_class (label, "dimmed");
  gtk_column_view_cell_set_child (cell, label);
  /* The row is. */
  gtk_column_view_cell_set_focusable (cell, FALSE);
}

static void
label_bind_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *cell, PlimsollCostOffers *self)
{
  GtkWidget *label = gtk_column_view_cell_get_child (cell);

  g_object_set_data (G_OBJECT (label), "rental", gtk_column_view_cell_get_item (cell));
  update_cell (GTK_LABEL (label));
  if (self->model != NULL)
    g_signal_connect_object (self->model, "updated", G_CALLBACK (update_cell), label,
                             G_CONNECT_SWAPPED);
}

static void
label_unbind_cb (GtkSignalListItemFactory *factory,
                 GtkColumnViewCell *cell,
                 PlimsollCostOffers *self)
{
  GtkWidget *label = gtk_column_view_cell_get_child (cell);

  g_object_set_data (G_OBJECT (label), "rental", NULL);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_func (self->model, update_cell, label);
}

static void
open_cb (GtkButton *button, PlimsollCostOffers *self)
{
  const char *url = g_object_get_data (G_OBJECT (button), "url");
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GtkUriLauncher) launcher = NULL;

  if (url == NULL)
    return;
  launcher = gtk_uri_launcher_new (url);
  gtk_uri_launcher_launch (launcher, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, NULL, NULL,
                           NULL);
}

static void
link_setup_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *cell, PlimsollCostOffers *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("adw-external-link-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", G_CALLBACK (open_cb), self, 0);
  gtk_column_view_cell_set_child (cell, button);
  gtk_column_view_cell_set_focusable (cell, FALSE);
}

static void
link_bind_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *cell, PlimsollCostOffers *self)
{
  GtkWidget *button = gtk_column_view_cell_get_child (cell);
  PlimsollRental *rental = gtk_column_view_cell_get_item (cell);
  PlimsollCloudOffer *offer = plimsoll_rental_get_offer (rental);
  /* Translators: a provider. */
  g_autofree char *text =
    g_strdup_printf (_("Open the Page of %s"), plimsoll_cloud_offer_get_provider (offer));
  const char *url = plimsoll_cloud_offer_get_url (offer);

  g_object_set_data_full (G_OBJECT (button), "url", g_strdup (url), g_free);
  gtk_widget_set_visible (button, url != NULL);
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* --- Columns --- */

static GtkSorter *
sorter_for (guint column)
{
  GtkExpression *value;

  if (column >= PLIMSOLL_RENTAL_N_COLUMNS)
    return NULL;
  value =
    gtk_property_expression_new (PLIMSOLL_TYPE_RENTAL, NULL,
                                 plimsoll_rental_column_info ((PlimsollRentalColumn) column)->key);
  return is_words (column) ? GTK_SORTER (gtk_string_sorter_new (value))
                           : GTK_SORTER (gtk_numeric_sorter_new (value));
}

static const char *
title_of (guint column)
{
  if (column == COLUMN_OFFER)
    return _("Offer");
  return column == COLUMN_LINK
           ? NULL
           : _(plimsoll_rental_column_info ((PlimsollRentalColumn) column)->title);
}

static gboolean
title_is_number (GtkColumnViewColumn *column, gpointer data)
{
  PlimsollCostOffers *self = data;

  for (guint i = 0; i < N_COLUMNS; i++)
    if (self->columns[i] == column)
      return !is_words (i);
  return FALSE;
}

static void
add_column (PlimsollCostOffers *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = sorter_for (column);
  GtkColumnViewColumn *made = gtk_column_view_column_new (title_of (column), factory);

  g_object_set_data (G_OBJECT (factory), "offers-column", GUINT_TO_POINTER (column));
  if (column == COLUMN_LINK)
    {
      g_signal_connect_object (factory, "setup", G_CALLBACK (link_setup_cb), self, 0);
      g_signal_connect_object (factory, "bind", G_CALLBACK (link_bind_cb), self, 0);
    }
  else
    {
      g_signal_connect_object (factory, "setup", G_CALLBACK (label_setup_cb), self, 0);
      g_signal_connect_object (factory, "bind", G_CALLBACK (label_bind_cb), self, 0);
      g_signal_connect_object (factory, "unbind", G_CALLBACK (label_unbind_cb), self, 0);
    }
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_column_set_expand (made, column == PLIMSOLL_RENTAL_PROVIDER
                                             || column == PLIMSOLL_RENTAL_HARDWARE
                                             || column == COLUMN_OFFER);
  gtk_column_view_append_column (self->view, made);
  self->columns[column] = made;
}

/* What matters least goes first. */
static guint
room_of (guint column)
{
  switch (column)
    {
    case PLIMSOLL_RENTAL_A_MONTH:
    case PLIMSOLL_RENTAL_INPUT:
      return 1;
    case PLIMSOLL_RENTAL_TIER:
    case PLIMSOLL_RENTAL_CONCURRENT:
      return 2;
    case PLIMSOLL_RENTAL_PROVIDER:
    case PLIMSOLL_RENTAL_HARDWARE:
    case PLIMSOLL_RENTAL_DECODE:
    case PLIMSOLL_RENTAL_AGE:
      return 3;
    default:
      return G_MAXUINT;
    }
}

static void
update_columns (PlimsollCostOffers *self)
{
  const gboolean several = self->model != NULL
                           && plimsoll_scenario_get_parallel (plimsoll_sizer_get_scenario (
                                plimsoll_cost_model_get_sizer (self->model)))
                                > 1;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      gboolean shown = room_of (i) > self->narrowness;

      if (i == PLIMSOLL_RENTAL_CONCURRENT)
        shown = shown && several;
      if (i == COLUMN_OFFER)
        shown = self->narrowness >= 3;
      gtk_column_view_column_set_visible (self->columns[i], shown);
    }
}

/* --- Order --- */

static void
rest_cb (gpointer data)
{
  PlimsollCostOffers *self = data;

  self->rest = 0;
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->sorted), GTK_SORTER_CHANGE_DIFFERENT);
}

static void
updated_cb (PlimsollCostOffers *self)
{
  update_columns (self);
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add_once (REST_MS, rest_cb, self);
}

static void
activate_cb (PlimsollCostOffers *self, guint position)
{
  plimsoll_cost_offers_choose (self, position);
}

static void
row_bind_cb (GtkSignalListItemFactory *factory, GtkColumnViewRow *row, PlimsollCostOffers *self)
{
  PlimsollRental *rental = gtk_column_view_row_get_item (row);
  g_autofree char *words = plimsoll_rental_describe (rental);

  gtk_column_view_row_set_accessible_label (row, words);
}

/* --- The widget --- */

static void
plimsoll_cost_offers_dispose (GObject *object)
{
  PlimsollCostOffers *self = PLIMSOLL_COST_OFFERS (object);

  g_clear_handle_id (&self->rest, g_source_remove);
  if (self->view != NULL)
    gtk_column_view_set_model (self->view, NULL);
  self->view = NULL;
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->updates);
  g_clear_object (&self->sorted);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (plimsoll_cost_offers_parent_class)->dispose (object);
}

static void
plimsoll_cost_offers_class_init (PlimsollCostOffersClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_cost_offers_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "cost-offers");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_cost_offers_init (PlimsollCostOffers *self)
{
  static const guint order[] = {
    PLIMSOLL_RENTAL_PROVIDER,   COLUMN_OFFER,
    PLIMSOLL_RENTAL_TIER,       PLIMSOLL_RENTAL_HARDWARE,
    PLIMSOLL_RENTAL_PER_HOUR,   PLIMSOLL_RENTAL_A_MONTH,
    PLIMSOLL_RENTAL_DECODE,     PLIMSOLL_RENTAL_INPUT,
    PLIMSOLL_RENTAL_CONCURRENT, PLIMSOLL_RENTAL_OUTPUT,
    PLIMSOLL_RENTAL_AGE,        COLUMN_LINK,
  };
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *rows = gtk_signal_list_item_factory_new ();

  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_column_view_set_single_click_activate (self->view, TRUE);
  g_signal_connect_object (rows, "bind", G_CALLBACK (row_bind_cb), self, 0);
  gtk_column_view_set_row_factory (self->view, rows);
  g_object_unref (rows);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    add_column (self, order[i]);
  plimsoll_align_column_titles (self->view, title_is_number, self);
  update_columns (self);
  gtk_column_view_sort_by_column (self->view, self->columns[PLIMSOLL_RENTAL_OUTPUT],
                                  GTK_SORT_ASCENDING);
  self->sorted =
    gtk_sort_list_model_new (NULL, g_object_ref (gtk_column_view_get_sorter (self->view)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (gtk_no_selection_new (
                                           g_object_ref (G_LIST_MODEL (self->sorted)))));
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Offers That Fit"), -1);

  gtk_widget_set_overflow (scrolled, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (scrolled, "card");
  gtk_widget_add_css_class (scrolled, "compare-card");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_widget_set_parent (scrolled, GTK_WIDGET (self));

  self->updates = g_signal_group_new (PLIMSOLL_TYPE_COST_MODEL);
  g_signal_group_connect_swapped (self->updates, "updated", G_CALLBACK (updated_cb), self);
}

void
plimsoll_cost_offers_set_model (PlimsollCostOffers *self, PlimsollCostModel *model)
{
  g_return_if_fail (PLIMSOLL_IS_COST_OFFERS (self));

  gtk_sort_list_model_set_model (self->sorted, NULL);
  g_set_object (&self->model, model);
  g_signal_group_set_target (self->updates, model);
  gtk_sort_list_model_set_model (self->sorted, G_LIST_MODEL (model));
  update_columns (self);
}

void
plimsoll_cost_offers_set_narrowness (PlimsollCostOffers *self, guint narrowness)
{
  g_return_if_fail (PLIMSOLL_IS_COST_OFFERS (self));

  self->narrowness = narrowness;
  update_columns (self);
}

GListModel *
plimsoll_cost_offers_get_rows (PlimsollCostOffers *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_COST_OFFERS (self), NULL);

  return G_LIST_MODEL (self->sorted);
}

void
plimsoll_cost_offers_choose (PlimsollCostOffers *self, guint position)
{
  g_autoptr (PlimsollRental) rental = NULL;

  g_return_if_fail (PLIMSOLL_IS_COST_OFFERS (self));

  rental = g_list_model_get_item (G_LIST_MODEL (self->sorted), position);
  if (rental == NULL)
    return;
  g_object_set (plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (self->model)), "offer",
                plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (rental)), NULL);
}
