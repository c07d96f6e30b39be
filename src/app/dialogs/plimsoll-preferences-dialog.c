/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-preferences-dialog.h"

#include "plimsoll-preferences.h"

struct _PlimsollPreferencesDialog
{
  AdwPreferencesDialog parent_instance;

  AdwComboRow *unit_row;
  AdwSpinRow *unified_row;
  AdwComboRow *engine_row;
  AdwEntryRow *currency_row;
  AdwSpinRow *electricity_row;
  AdwSpinRow *hours_row;
  AdwSwitchRow *hub_row;
};

G_DEFINE_FINAL_TYPE (PlimsollPreferencesDialog,
                     plimsoll_preferences_dialog,
                     ADW_TYPE_PREFERENCES_DIALOG)

/* The choices of a row stand in the order of the values of its key. */
static const char *const units[] = { "gib", "gb" };
static const char *const engines[] = { "llama.cpp", "vllm", "sglang" };

static gboolean
choice_from_setting (GValue *value, GVariant *variant, gpointer data)
{
  const char *const *choices = data;
  const char *name = g_variant_get_string (variant, NULL);
  guint i = 0;

  while (!g_str_equal (choices[i], name))
    i++;
  g_value_set_uint (value, i);

  return TRUE;
}

static GVariant *
choice_to_setting (const GValue *value, const GVariantType *type, gpointer data)
{
  const char *const *choices = data;
  const guint i = g_value_get_uint (value);

  return i != GTK_INVALID_LIST_POSITION ? g_variant_new_string (choices[i]) : NULL;
}

static void
bind_choice (GSettings *settings, const char *key, AdwComboRow *row, const char *const *choices)
{
  g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                choice_from_setting, choice_to_setting, (gpointer) choices, NULL);
}

static void
plimsoll_preferences_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_PREFERENCES_DIALOG);

  G_OBJECT_CLASS (plimsoll_preferences_dialog_parent_class)->dispose (object);
}

static void
plimsoll_preferences_dialog_class_init (PlimsollPreferencesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_preferences_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-preferences-dialog.ui");
#define CHILD(name)                                                                                \
  gtk_widget_class_bind_template_child (widget_class, PlimsollPreferencesDialog, name)
  CHILD (unit_row);
  CHILD (unified_row);
  CHILD (engine_row);
  CHILD (currency_row);
  CHILD (electricity_row);
  CHILD (hours_row);
  CHILD (hub_row);
#undef CHILD
}

static void
plimsoll_preferences_dialog_init (PlimsollPreferencesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

PlimsollPreferencesDialog *
plimsoll_preferences_dialog_new (GSettings *settings)
{
  PlimsollPreferencesDialog *self = g_object_new (PLIMSOLL_TYPE_PREFERENCES_DIALOG, NULL);

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  bind_choice (settings, PLIMSOLL_PREFERENCE_UNIT, self->unit_row, units);
  bind_choice (settings, PLIMSOLL_PREFERENCE_ENGINE, self->engine_row, engines);
  g_settings_bind (settings, PLIMSOLL_PREFERENCE_UNIFIED, self->unified_row, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, PLIMSOLL_PREFERENCE_CURRENCY, self->currency_row, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, PLIMSOLL_PREFERENCE_ELECTRICITY, self->electricity_row, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, PLIMSOLL_PREFERENCE_HOURS, self->hours_row, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, PLIMSOLL_PREFERENCE_HUB, self->hub_row, "active",
                   G_SETTINGS_BIND_DEFAULT);

  return self;
}
