/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page-private.h"

#include "plimsoll-recommendation.h"

#include <glib/gi18n.h>

/* After the last change: while something is dragged nothing is looked for. */
#define REST_MS 200

static const char *const icons[PLIMSOLL_N_RECOMMENDATIONS] = {
  [PLIMSOLL_RECOMMEND_SINGLE] = "starred-symbolic",
  [PLIMSOLL_RECOMMEND_VALUE] = "plimsoll-price-symbolic",
  [PLIMSOLL_RECOMMEND_UNIFIED] = "plimsoll-laptop-symbolic",
  [PLIMSOLL_RECOMMEND_CLOUD] = "plimsoll-cloud-symbolic",
};

static GtkWidget *
figures_new (const char *figure, const char *detail)
{
  static const char *const figure_classes[] = { "heading", "numeric", NULL };
  static const char *const detail_classes[] = { "caption", "dimmed", "numeric", NULL };
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "valign",
                                 GTK_ALIGN_CENTER, "spacing", 2, NULL);

  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_LABEL, "label", figure, "xalign", 1.0,
                                               "css-classes", figure_classes, NULL));
  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_LABEL, "label", detail, "xalign", 1.0,
                                               "css-classes", detail_classes, NULL));
  return box;
}

static GtkWidget *
row_new (PlimsollRecommendation *recommendation)
{
  const PlimsollRecommendationFigures *figures =
    plimsoll_recommendation_get_figures (recommendation);
  PlimsollAccelerator *accelerator = plimsoll_recommendation_get_accelerator (recommendation);
  g_autofree char *title = plimsoll_recommendation_get_title (recommendation);
  g_autofree char *name = plimsoll_recommendation_get_name (recommendation);
  g_autofree char *figure = plimsoll_recommendation_get_figure (recommendation);
  g_autofree char *detail = plimsoll_recommendation_get_detail (recommendation);
  g_autofree char *reason = plimsoll_recommendation_get_reason (recommendation);
  /* Translators: what a screen reader says of a recommendation: its name, two figures, and why. */
  g_autofree char *words = g_strdup_printf (_("%s, %s, %s. %s"), name, figure, detail, reason);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "subtitle-lines", 2,
                                 "tooltip-text", reason, NULL);

  /* Only once it is known that they are no markup: providers and parts are named by anybody. */
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), name);
  gtk_widget_add_css_class (row, "property");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                             g_object_new (GTK_TYPE_IMAGE, "icon-name", icons[figures->kind],
                                           "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                           NULL));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), figures_new (figure, detail));
  if (accelerator != NULL)
    {
      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic",
                                               "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                               NULL));
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.take");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "(su)",
                                        plimsoll_accelerator_get_id (accelerator), figures->count);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                  -1);
  return row;
}

static void
show (PlimsollFitPage *self, GPtrArray *list)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    {
      PlimsollRecommendation *recommendation = g_ptr_array_index (list, i);
      g_autofree char *title = plimsoll_recommendation_get_title (recommendation);
      g_autofree char *name = plimsoll_recommendation_get_name (recommendation);
      g_autofree char *figure = plimsoll_recommendation_get_figure (recommendation);
      g_autofree char *detail = plimsoll_recommendation_get_detail (recommendation);
      g_autofree char *reason = plimsoll_recommendation_get_reason (recommendation);

      g_string_append_printf (all, "%s\n%s\n%s\n%s\n%s\n", title, name, figure, detail, reason);
    }
  /* The same ones stay, with the focus that they may have. */
  if (!g_set_str (&self->recommended, all->str))
    return;

  gtk_list_box_remove_all (self->recommended_list);
  for (guint i = 0; i < list->len; i++)
    gtk_list_box_append (self->recommended_list, row_new (g_ptr_array_index (list, i)));
  gtk_widget_set_visible (self->recommended_box, list->len > 0);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GPtrArray) list = g_task_propagate_pointer (G_TASK (result), NULL);

  /* %NULL: the question is another by now, or the page is gone. */
  if (list != NULL)
    show (data, list);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, plimsoll_recommendation_find (data),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
rest_cb (gpointer data)
{
  PlimsollFitPage *self = data;
  g_autoptr (GTask) task = NULL;

  self->recommend_rest = 0;
  if (self->sizer == NULL)
    return;
  self->recommending = g_cancellable_new ();
  task = g_task_new (NULL, self->recommending, found_cb, self);
  g_task_set_source_tag (task, rest_cb);
  g_task_set_task_data (task,
                        plimsoll_recommendation_ask_new (self->sizer, self->accelerators,
                                                         self->offers),
                        (GDestroyNotify) plimsoll_recommendation_ask_free);
  g_task_run_in_thread (task, find_in_thread);
}

void
plimsoll_fit_page_cancel_recommendations (PlimsollFitPage *self)
{
  g_clear_handle_id (&self->recommend_rest, g_source_remove);
  g_cancellable_cancel (self->recommending);
  g_clear_object (&self->recommending);
}

void
plimsoll_fit_page_update_recommendations (PlimsollFitPage *self)
{
  plimsoll_fit_page_cancel_recommendations (self);
  if (self->accelerators != NULL)
    self->recommend_rest = g_timeout_add_once (REST_MS, rest_cb, self);
}

static void
offers_changed_cb (PlimsollFitPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    plimsoll_fit_page_update_recommendations (self);
  else
    self->stale = TRUE;
}

void
plimsoll_fit_page_set_lists (PlimsollFitPage *self,
                             PlimsollAcceleratorList *accelerators,
                             GListModel *offers)
{
  g_return_if_fail (PLIMSOLL_IS_FIT_PAGE (self));

  g_set_object (&self->accelerators, G_LIST_MODEL (accelerators));
  if (g_set_object (&self->offers, offers) && offers != NULL)
    g_signal_connect_object (offers, "items-changed", G_CALLBACK (offers_changed_cb), self,
                             G_CONNECT_SWAPPED);
  plimsoll_fit_page_update_recommendations (self);
}
