/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hardware-editor.h"

#include "plimsoll-accelerator-edit.h"
#include "plimsoll-announce.h"
#include "plimsoll-fact-date.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define MAX_GB 1e6
#define MAX_FIGURE 1e9

struct _PlimsollHardwareEditor
{
  AdwNavigationPage parent_instance;

  PlimsollOwnHardware *own;
  PlimsollAccelerator *base; /* (nullable): what the rest is from */
  char *id;                  /* (nullable): of what is changed; %NULL: a new one */
  gboolean updating;
  GtkWidget *faulty; /* (nullable): the row at fault */

  GtkWidget *save_button;
  AdwBanner *banner;
  AdwComboRow *like_row;
  GtkWidget *name_row;
  GtkWidget *vendor_row;
  GtkWidget *memory_row;
  GtkWidget *usable_row;
  AdwComboRow *type_row;
  AdwSwitchRow *unified_row;
  GtkWidget *bandwidth_row;
  GtkWidget *compute_row;
  GtkWidget *power_row;
  GtkWidget *list_row;
  GtkWidget *used_row;
  GtkWidget *notes_row;
};

G_DEFINE_FINAL_TYPE (PlimsollHardwareEditor, plimsoll_hardware_editor, ADW_TYPE_NAVIGATION_PAGE)

enum
{
  SIGNAL_SAVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Of data/accelerators.schema.json, by age of each sort. */
static const char *const memory_types[] = {
  "GDDR5", "GDDR5X", "GDDR6", "GDDR6X", "GDDR7",   "HBM",    "HBM2",    "HBM2e",
  "HBM3",  "HBM3e",  "HBM4",  "DDR5",   "LPDDR4X", "LPDDR5", "LPDDR5X",
};

/* --- Filling in --- */

static void
set_text (GtkWidget *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

/* As it can be typed: no separators, no more digits than it has. */
static void
set_number (GtkWidget *row, double number)
{
  g_autofree char *text = isnan (number) ? NULL : g_strdup_printf ("%.10g", number);

  set_text (row, text);
}

static void
set_type (PlimsollHardwareEditor *self, const char *type)
{
  guint selected = 0;

  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (memory_types); i++)
    if (g_str_equal (memory_types[i], type))
      selected = i + 1;
  adw_combo_row_set_selected (self->type_row, selected);
}

static void
fill_figures (PlimsollHardwareEditor *self, const PlimsollAcceleratorEdit *edit)
{
  set_text (self->vendor_row, edit->vendor);
  set_number (self->memory_row, edit->memory_gb);
  set_number (self->usable_row,
              edit->usable_bytes != 0 ? (double) edit->usable_bytes / GIB : (double) NAN);
  set_type (self, edit->memory_type);
  adw_switch_row_set_active (self->unified_row, edit->unified);
  set_number (self->bandwidth_row, edit->bandwidth_gbs);
  set_number (self->compute_row, edit->fp16_tflops);
  set_number (self->power_row, edit->power_w);
  set_number (self->list_row, edit->list_usd);
  set_number (self->used_row, edit->used_usd);
  set_text (self->notes_row, edit->notes);
}

/* --- Taking --- */

static void
clear_fault (PlimsollHardwareEditor *self)
{
  adw_banner_set_revealed (self->banner, FALSE);
  if (self->faulty == NULL)
    return;
  gtk_widget_remove_css_class (self->faulty, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->faulty), GTK_ACCESSIBLE_STATE_INVALID,
                               GTK_ACCESSIBLE_INVALID_FALSE, -1);
  self->faulty = NULL;
}

static void
say_fault (PlimsollHardwareEditor *self, GtkWidget *row, const char *message)
{
  if (adw_banner_get_revealed (self->banner))
    return;
  self->faulty = row;
  adw_banner_set_title (self->banner, message);
  adw_banner_set_revealed (self->banner, TRUE);
  if (row != NULL)
    {
      gtk_widget_add_css_class (row, "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
      gtk_widget_grab_focus (row);
    }
  plimsoll_announce (GTK_WIDGET (self), message, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static char *
get_text (GtkWidget *row)
{
  char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));

  if (*text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

/* A point or a comma before the decimals, whatever the locale has. */
static double
get_number (PlimsollHardwareEditor *self, GtkWidget *row, double most)
{
  g_autofree char *text = get_text (row);
  double number;
  char *end;

  if (text == NULL)
    return NAN;
  g_strdelimit (text, ",", '.');
  number = g_ascii_strtod (text, &end);
  if (*end != '\0' || !isfinite (number) || number <= 0 || number > most)
    {
      /* Translators: what a number is of: "Power, W". */
      g_autofree char *message =
        g_strdup_printf (_("%s: a number above 0 is needed, or nothing"),
                         adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));

      say_fault (self, row, message);
      return NAN;
    }
  return number;
}

static const char *
get_type (PlimsollHardwareEditor *self)
{
  const guint selected = adw_combo_row_get_selected (self->type_row);

  return selected > 0 && selected <= G_N_ELEMENTS (memory_types) ? memory_types[selected - 1]
                                                                 : NULL;
}

static void
save_cb (PlimsollHardwareEditor *self)
{
  g_autofree char *name = get_text (self->name_row);
  g_autofree char *vendor = get_text (self->vendor_row);
  g_autofree char *notes = get_text (self->notes_row);
  g_autofree char *date = plimsoll_fact_date_today ();
  g_autofree char *id = NULL;
  g_autoptr (PlimsollAccelerator) made = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollAcceleratorEdit edit;
  double usable;

  clear_fault (self);
  plimsoll_accelerator_get_edit (self->base, &edit);
  edit.name = name;
  edit.vendor = vendor;
  edit.notes = notes;
  if (name == NULL)
    say_fault (self, self->name_row, _("A name is needed"));
  edit.memory_gb = get_number (self, self->memory_row, MAX_GB);
  if (isnan (edit.memory_gb) && !adw_switch_row_get_active (self->unified_row))
    say_fault (self, self->memory_row, _("The memory is needed"));
  usable = get_number (self, self->usable_row, MAX_GB);
  edit.usable_bytes = isnan (usable) ? 0 : (guint64) (usable * 1024) * MIB;
  edit.memory_type = get_type (self);
  edit.unified = adw_switch_row_get_active (self->unified_row);
  edit.bandwidth_gbs = get_number (self, self->bandwidth_row, MAX_FIGURE);
  edit.fp16_tflops = get_number (self, self->compute_row, MAX_FIGURE);
  edit.power_w = get_number (self, self->power_row, MAX_FIGURE);
  edit.list_usd = get_number (self, self->list_row, MAX_FIGURE);
  edit.used_usd = get_number (self, self->used_row, MAX_FIGURE);
  if (adw_banner_get_revealed (self->banner))
    return;

  id = self->id != NULL ? g_strdup (self->id) : plimsoll_own_hardware_new_id (self->own, name);
  made = plimsoll_accelerator_edit (self->base, id, &edit, date, &error);
  if (made == NULL || !plimsoll_own_hardware_put (self->own, made, &error))
    say_fault (self, self->name_row, error->message);
  else
    g_signal_emit (self, signals[SIGNAL_SAVED], 0, made);
}

/* The name stays: it is to be another one. */
static void
like_cb (PlimsollHardwareEditor *self)
{
  PlimsollAccelerator *like = adw_combo_row_get_selected_item (self->like_row);
  PlimsollAcceleratorEdit edit;

  if (self->updating || self->own == NULL)
    return;
  if (adw_combo_row_get_selected (self->like_row) == 0)
    like = NULL;
  g_set_object (&self->base, like);
  plimsoll_accelerator_get_edit (like, &edit);
  fill_figures (self, &edit);
}

/* --- The page --- */

/* A combo row has always something chosen: at first, nothing to start from. */
static GListModel *
with_nothing (GListModel *accelerators)
{
  const PlimsollAcceleratorFacts facts = { 0 };
  g_autoptr (PlimsollAccelerator) nothing =
    plimsoll_accelerator_new ("none", _("Nothing"), &facts);
  GListStore *first = g_list_store_new (PLIMSOLL_TYPE_ACCELERATOR);
  GListStore *lists = g_list_store_new (G_TYPE_LIST_MODEL);

  g_list_store_append (first, nothing);
  g_list_store_append (lists, first);
  g_list_store_append (lists, accelerators);
  g_object_unref (first);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (lists)));
}

static void
plimsoll_hardware_editor_dispose (GObject *object)
{
  PlimsollHardwareEditor *self = PLIMSOLL_HARDWARE_EDITOR (object);

  self->updating = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_HARDWARE_EDITOR);
  g_clear_object (&self->base);
  g_clear_object (&self->own);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (plimsoll_hardware_editor_parent_class)->dispose (object);
}

static void
plimsoll_hardware_editor_class_init (PlimsollHardwareEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_hardware_editor_dispose;

  signals[SIGNAL_SAVED] =
    g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PLIMSOLL_TYPE_ACCELERATOR);

  g_type_ensure (PLIMSOLL_TYPE_ACCELERATOR);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-hardware-editor.ui");
#define CHILD(name)                                                                                \
  gtk_widget_class_bind_template_child (widget_class, PlimsollHardwareEditor, name)
  CHILD (save_button);
  CHILD (banner);
  CHILD (like_row);
  CHILD (name_row);
  CHILD (vendor_row);
  CHILD (memory_row);
  CHILD (usable_row);
  CHILD (type_row);
  CHILD (unified_row);
  CHILD (bandwidth_row);
  CHILD (compute_row);
  CHILD (power_row);
  CHILD (list_row);
  CHILD (used_row);
  CHILD (notes_row);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, like_cb);
}

static void
plimsoll_hardware_editor_init (PlimsollHardwareEditor *self)
{
  g_autoptr (GtkStringList) types = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_string_list_append (types, _("Not known"));
  for (guint i = 0; i < G_N_ELEMENTS (memory_types); i++)
    gtk_string_list_append (types, memory_types[i]);
  adw_combo_row_set_model (self->type_row, G_LIST_MODEL (types));
}

PlimsollHardwareEditor *
plimsoll_hardware_editor_new (PlimsollOwnHardware *own,
                              GListModel *accelerators,
                              PlimsollAccelerator *accelerator)
{
  PlimsollHardwareEditor *self;
  PlimsollAcceleratorEdit edit;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (own), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (accelerators), NULL);

  self = g_object_new (PLIMSOLL_TYPE_HARDWARE_EDITOR, NULL);
  self->updating = TRUE;
  if (accelerator == NULL)
    {
      g_autoptr (GListModel) choices = with_nothing (accelerators);

      adw_combo_row_set_model (self->like_row, choices);
      adw_combo_row_set_selected (self->like_row, 0);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->like_row), accelerator == NULL);
  self->own = g_object_ref (own);
  g_set_object (&self->base, accelerator);
  if (accelerator != NULL)
    self->id = g_strdup (plimsoll_accelerator_get_id (accelerator));
  adw_navigation_page_set_title (ADW_NAVIGATION_PAGE (self),
                                 accelerator != NULL ? plimsoll_accelerator_get_name (accelerator)
                                                     : _("Add an Accelerator"));
  plimsoll_accelerator_get_edit (accelerator, &edit);
  set_text (self->name_row, edit.name);
  fill_figures (self, &edit);
  self->updating = FALSE;
  return self;
}
