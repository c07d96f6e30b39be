/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-measurements-group.h"

#include "plimsoll-measured-here.h"

#include <glib/gi18n.h>

struct _PlimsollMeasurementsGroup
{
  AdwPreferencesGroup parent_instance;

  PlimsollModelList *models;
  PlimsollAcceleratorList *accelerators;

  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PlimsollMeasurementsGroup,
                     plimsoll_measurements_group,
                     ADW_TYPE_PREFERENCES_GROUP)

enum
{
  SIGNAL_REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
remove_cb (PlimsollMeasurementsGroup *self, GtkButton *button)
{
  g_signal_emit (self, signals[SIGNAL_REMOVE], 0,
                 g_object_get_data (G_OBJECT (button), "measurement"));
}

static GtkWidget *
new_row (gpointer item, gpointer data)
{
  PlimsollMeasurementsGroup *self = data;
  PlimsollMeasurement *measurement = item;
  const char *source = plimsoll_measurement_get_source (measurement);
  const char *date = plimsoll_measurement_get_date (measurement);
  g_autofree char *words =
    plimsoll_measured_here_words (measurement, self->models, self->accelerators);
  /* Translators: what was measured: "Qwen3-8B, Q4_K_M, on NVIDIA RTX 4090: 2 figures". */
  g_autofree char *label = g_strdup_printf (_("Remove “%s”"), words);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *subtitle = NULL;

  /* Translators: what measured a speed, and when: "llama-bench, CUDA, 2026-12-02". */
  subtitle = g_strdup_printf (_("%s, %s"), source != NULL ? source : "llama-bench",
                              date != NULL ? date : _("no date"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "measurement", g_object_ref (measurement),
                          g_object_unref);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
plimsoll_measurements_group_dispose (GObject *object)
{
  PlimsollMeasurementsGroup *self = PLIMSOLL_MEASUREMENTS_GROUP (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_MEASUREMENTS_GROUP);
  g_clear_object (&self->models);
  g_clear_object (&self->accelerators);

  G_OBJECT_CLASS (plimsoll_measurements_group_parent_class)->dispose (object);
}

static void
plimsoll_measurements_group_class_init (PlimsollMeasurementsGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_measurements_group_dispose;

  signals[SIGNAL_REMOVE] =
    g_signal_new ("remove", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PLIMSOLL_TYPE_MEASUREMENT);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-measurements-group.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollMeasurementsGroup, list);
}

static void
plimsoll_measurements_group_init (PlimsollMeasurementsGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
plimsoll_measurements_group_set (PlimsollMeasurementsGroup *self,
                                 PlimsollOwnMeasurements *measurements,
                                 PlimsollModelList *models,
                                 PlimsollAcceleratorList *accelerators)
{
  g_return_if_fail (PLIMSOLL_IS_MEASUREMENTS_GROUP (self));
  g_return_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (measurements));

  g_set_object (&self->models, models);
  g_set_object (&self->accelerators, accelerators);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (measurements), new_row, self, NULL);
}
