/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-offers-page.h"

#include "plimsoll-announce.h"
#include "plimsoll-format.h"
#include "plimsoll-hub-download.h"
#include "plimsoll-rental.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is read within this time needs no word of it. */
#define PATIENCE_MS 300
/* A list of more is not looked through row by row. */
#define MOST_ROWS 100

struct _PlimsollOffersPage
{
  AdwNavigationPage parent_instance;

  PlimsollCatalog *catalog;
  GCancellable *reading; /* (nullable) */
  guint patience;        /* a timeout */

  AdwEntryRow *address_row;
  AdwActionRow *waiting_row;
  GtkButton *cancel_button;
  AdwPreferencesGroup *own_group;
  GtkButton *remove_button;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PlimsollOffersPage, plimsoll_offers_page, ADW_TYPE_NAVIGATION_PAGE)

enum
{
  SIGNAL_IMPORTED,
  SIGNAL_FAILED,
  SIGNAL_REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Rows --- */

static GtkWidget *
new_row (PlimsollCloudOffer *offer)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *date = plimsoll_rental_format_date (plimsoll_cloud_offer_get_date (offer));
  g_autofree char *rate = plimsoll_format_money (plimsoll_cloud_offer_get_rate (offer), "$");
  /* Translators: who lets an instance, and what that calls it. */
  g_autofree char *title = g_strdup_printf (_("%s, %s"), plimsoll_cloud_offer_get_provider (offer),
                                            plimsoll_cloud_offer_get_instance (offer));
  /* Translators: how many accelerators, of which kind, what an hour costs, and a date. */
  g_autofree char *subtitle =
    g_strdup_printf (_("%u× %s · %s an hour · %s"), plimsoll_cloud_offer_get_count (offer),
                     plimsoll_cloud_offer_get_accelerator_name (offer), rate, date);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  return row;
}

static void
update (PlimsollOffersPage *self)
{
  GListModel *offers = plimsoll_catalog_get_offers (self->catalog);
  const guint n = plimsoll_catalog_count_own_offers (self->catalog);
  g_autofree char *text = NULL;
  guint shown = 0;

  gtk_list_box_remove_all (self->list);
  for (guint i = 0; i < g_list_model_get_n_items (offers) && shown < MOST_ROWS; i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      if (!plimsoll_cloud_offer_is_own (offer))
        continue;
      gtk_list_box_append (self->list, new_row (offer));
      shown++;
    }
  if (n > shown)
    text = g_strdup_printf (ngettext ("%u offer, of which %u are shown",
                                      "%u offers, of which %u are shown", n),
                            n, shown);
  adw_preferences_group_set_description (self->own_group, text);
  gtk_widget_set_visible (GTK_WIDGET (self->own_group), n > 0);
}

/* --- Reading --- */

static void
stop (PlimsollOffersPage *self)
{
  g_clear_handle_id (&self->patience, g_source_remove);
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

static void
stop_waiting (PlimsollOffersPage *self)
{
  stop (self);
  gtk_widget_set_visible (GTK_WIDGET (self->waiting_row), FALSE);
}

static void
out_of_patience_cb (gpointer data)
{
  PlimsollOffersPage *self = data;

  self->patience = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->waiting_row), TRUE);
  plimsoll_announce (GTK_WIDGET (self),
                     adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self->waiting_row)),
                     GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_LOW);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GBytes *bytes = plimsoll_hub_read (data, PLIMSOLL_OFFERS_MOST_BYTES, cancellable, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollOffersPage *self = PLIMSOLL_OFFERS_PAGE (source);
  g_autofree char *name = plimsoll_hub_name_of (g_task_get_task_data (G_TASK (result)));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);

  /* Given up, perhaps for another, or with the page. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->catalog == NULL)
    return;

  stop_waiting (self);
  if (bytes != NULL && plimsoll_catalog_import_offers (self->catalog, NULL, bytes, name, &error))
    g_signal_emit (self, signals[SIGNAL_IMPORTED], 0,
                   plimsoll_catalog_count_own_offers (self->catalog));
  else
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
}

void
plimsoll_offers_page_read (PlimsollOffersPage *self, const char *place)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (PLIMSOLL_IS_OFFERS_PAGE (self));
  g_return_if_fail (place != NULL);

  stop_waiting (self);
  name = plimsoll_hub_name_of (place);
  /* Translators: the name of a file. */
  text = g_strdup_printf (_("Opening “%s”…"), name);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->waiting_row), text);
  self->patience = g_timeout_add_once (PATIENCE_MS, out_of_patience_cb, self);
  self->reading = g_cancellable_new ();
  task = g_task_new (self, self->reading, read_cb, NULL);
  g_task_set_source_tag (task, plimsoll_offers_page_read);
  g_task_set_task_data (task, g_strdup (place), g_free);
  g_task_run_in_thread (task, read_in_thread);
}

/* --- Callbacks --- */

static void
apply_cb (PlimsollOffersPage *self)
{
  g_autofree char *typed =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->address_row))));

  if (*typed == '\0')
    return;
  /* What is typed here is no file: an address as people write it may have no scheme. */
  if (!plimsoll_hub_is_address (typed))
    {
      g_autofree char *address = g_strconcat ("https://", typed, NULL);

      if (strstr (typed, "://") == NULL)
        plimsoll_offers_page_read (self, address);
      else
        g_signal_emit (self, signals[SIGNAL_FAILED], 0,
                       _("An address begins with https:// or http://"));
      return;
    }
  plimsoll_offers_page_read (self, typed);
}

static void
cancel_cb (PlimsollOffersPage *self)
{
  stop_waiting (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->address_row));
}

static void
remove_cb (PlimsollOffersPage *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) were = plimsoll_catalog_read_own_offers (self->catalog, NULL, &error);

  if (were != NULL && plimsoll_catalog_remove_own_offers (self->catalog, NULL, &error))
    g_signal_emit (self, signals[SIGNAL_REMOVED], 0, were);
  else if (error != NULL)
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
}

/* --- The page --- */

static void
plimsoll_offers_page_dispose (GObject *object)
{
  PlimsollOffersPage *self = PLIMSOLL_OFFERS_PAGE (object);

  stop (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_OFFERS_PAGE);
  g_clear_object (&self->catalog);

  G_OBJECT_CLASS (plimsoll_offers_page_parent_class)->dispose (object);
}

/* What is being read keeps the page, and so it is given up before the page could be disposed of. */
static void
plimsoll_offers_page_unroot (GtkWidget *widget)
{
  stop_waiting (PLIMSOLL_OFFERS_PAGE (widget));

  GTK_WIDGET_CLASS (plimsoll_offers_page_parent_class)->unroot (widget);
}

static void
plimsoll_offers_page_class_init (PlimsollOffersPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_offers_page_dispose;
  widget_class->unroot = plimsoll_offers_page_unroot;

  signals[SIGNAL_IMPORTED] = g_signal_new ("imported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_REMOVED] = g_signal_new ("removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BYTES);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-offers-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollOffersPage, name)
  CHILD (address_row);
  CHILD (waiting_row);
  CHILD (cancel_button);
  CHILD (own_group);
  CHILD (remove_button);
  CHILD (list);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
plimsoll_offers_page_init (PlimsollOffersPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

PlimsollOffersPage *
plimsoll_offers_page_new (PlimsollCatalog *catalog)
{
  PlimsollOffersPage *self;

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (catalog), NULL);

  self = g_object_new (PLIMSOLL_TYPE_OFFERS_PAGE, NULL);
  self->catalog = g_object_ref (catalog);
  g_signal_connect_object (plimsoll_catalog_get_offers (catalog), "items-changed",
                           G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}
