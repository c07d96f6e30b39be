/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-computer-dialog.h"

#include "plimsoll-accelerator-edit.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MAX_GIB 1048576

/* One figure, of the computer or of one of its accelerators. */
typedef struct
{
  GtkWidget *row; /* not owned */
  GtkWidget *reset;
  guint device;
  PlimsollComputerFigure figure;
} FigureRow;

struct _PlimsollComputerDialog
{
  AdwDialog parent_instance;

  PlimsollOwnComputer *computer;
  PlimsollAcceleratorList *accelerators;
  GPtrArray *rows;   /* of FigureRow */
  GPtrArray *groups; /* of AdwPreferencesGroup, of each accelerator; not owned */
  gboolean updating; /* the rows follow the computer, not the user */

  AdwPreferencesPage *page;
  AdwPreferencesGroup *computer_group;
};

G_DEFINE_FINAL_TYPE (PlimsollComputerDialog, plimsoll_computer_dialog, ADW_TYPE_DIALOG)

static void update (PlimsollComputerDialog *self);

/* --- What a row shows --- */

static gboolean
is_free (PlimsollComputerFigure figure)
{
  return figure == PLIMSOLL_COMPUTER_MEMORY_FREE || figure == PLIMSOLL_COMPUTER_OWN_FREE
         || figure == PLIMSOLL_COMPUTER_SHARED_FREE;
}

static const PlimsollFoundAccelerator *
device_of (PlimsollComputerDialog *self, const FigureRow *row)
{
  const PlimsollThisComputer *now = plimsoll_own_computer_get (self->computer);

  return row->device == PLIMSOLL_COMPUTER_ITSELF ? NULL : now->accelerators->pdata[row->device];
}

/* Returns: (nullable): what a figure of bytes is part of. */
static const PlimsollFoundMemory *
memory_of (PlimsollComputerDialog *self, const FigureRow *row)
{
  const PlimsollFoundAccelerator *device = device_of (self, row);

  switch (row->figure)
    {
    case PLIMSOLL_COMPUTER_MEMORY:
    case PLIMSOLL_COMPUTER_MEMORY_FREE:
      return &plimsoll_own_computer_get (self->computer)->memory;
    case PLIMSOLL_COMPUTER_OWN:
    case PLIMSOLL_COMPUTER_OWN_FREE:
      return &device->memory;
    case PLIMSOLL_COMPUTER_SHARED:
    case PLIMSOLL_COMPUTER_SHARED_FREE:
      return &device->shared;
    case PLIMSOLL_COMPUTER_PROCESSOR:
    case PLIMSOLL_COMPUTER_ACCELERATOR:
    default:
      return NULL;
    }
}

static gboolean
is_unified (const PlimsollFoundAccelerator *device)
{
  return device->accelerator != NULL
         && plimsoll_accelerator_get_facts (device->accelerator)->unified;
}

/* Returns: (transfer full): where a figure is from; @unit: (nullable): what it is in. */
static char *
describe_source (const char *unit, const char *source)
{
  const char *from = source;

  if (source == NULL)
    from = _("not told by the system");
  else if (g_str_equal (source, PLIMSOLL_SOURCE_OWN))
    from = _("set by you");
  if (unit == NULL)
    return g_strdup (from);
  /* Translators: a unit, and where the figure is from: "GiB, /proc/meminfo". */
  return g_strdup_printf (_("%s, %s"), unit, from);
}

static const char *
title_of (PlimsollComputerDialog *self, const FigureRow *row)
{
  switch (row->figure)
    {
    case PLIMSOLL_COMPUTER_PROCESSOR:
      return _("Processor");
    case PLIMSOLL_COMPUTER_MEMORY:
      return _("System memory");
    case PLIMSOLL_COMPUTER_ACCELERATOR:
      return _("What it is");
    case PLIMSOLL_COMPUTER_OWN:
      /* Translators: memory that graphics in a processor keep to themselves. */
      return is_unified (device_of (self, row)) ? _("Carved out (VRAM)") : _("Its memory");
    case PLIMSOLL_COMPUTER_SHARED:
      /* Translators: memory of the computer that its graphics can use. */
      return _("Shared with the computer (GTT)");
    case PLIMSOLL_COMPUTER_MEMORY_FREE:
    case PLIMSOLL_COMPUTER_OWN_FREE:
    case PLIMSOLL_COMPUTER_SHARED_FREE:
    default:
      return _("Free of it");
    }
}

static void
show_bytes (PlimsollComputerDialog *self, FigureRow *row)
{
  const PlimsollFoundMemory *memory = memory_of (self, row);
  const gboolean free = is_free (row->figure);
  const guint64 bytes = free ? memory->free : memory->total;
  g_autofree char *source =
    describe_source (_("GiB"), free ? memory->free_source : memory->source);
  const gboolean is_shared = row->figure >= PLIMSOLL_COMPUTER_SHARED;

  adw_spin_row_set_value (ADW_SPIN_ROW (row->row), (double) bytes / GIB);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), source);
  gtk_widget_set_visible (row->row, !is_shared || memory->source != NULL
                                      || is_unified (device_of (self, row)));
}

static void
show_processor (PlimsollComputerDialog *self, FigureRow *row)
{
  const PlimsollThisComputer *now = plimsoll_own_computer_get (self->computer);
  const char *processor = now->processor != NULL ? now->processor : "";
  g_autofree char *source = describe_source (_("Processor"), now->processor_source);

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->row)), processor) != 0)
    gtk_editable_set_text (GTK_EDITABLE (row->row), processor);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), source);
  /* The title of one that is written in is cut short where there is no room for it. */
  gtk_widget_set_tooltip_text (row->row, source);
}

/* How it shows itself, and whether that says which it is. */
static char *
describe_device (PlimsollComputerDialog *self, const FigureRow *row)
{
  const PlimsollFoundAccelerator *device = device_of (self, row);

  if (plimsoll_own_computer_is_set (self->computer, row->device, row->figure))
    return g_strdup (_("set by you"));
  if (device->n_candidates > 1)
    /* Translators: how many accelerators there are with the same id on the bus. */
    return g_strdup_printf (ngettext ("One of %u that show themselves so: choose which",
                                      "One of %u that show themselves so: choose which",
                                      device->n_candidates),
                            device->n_candidates);
  if (device->accelerator == NULL && device->driver_name != NULL)
    /* Translators: what the driver calls an accelerator. */
    return g_strdup_printf (_("Not in the catalogue: %s"), device->driver_name);
  if (device->accelerator == NULL)
    return g_strdup (_("Not in the catalogue"));

  return g_strdup (device->source);
}

static void
show_device (PlimsollComputerDialog *self, FigureRow *row)
{
  const PlimsollFoundAccelerator *device = device_of (self, row);
  AdwComboRow *combo = ADW_COMBO_ROW (row->row);
  GListModel *choices = adw_combo_row_get_model (combo);
  g_autofree char *subtitle = describe_device (self, row);
  const gboolean nothing =
    device->accelerator == NULL
    && plimsoll_own_computer_is_set (self->computer, row->device, row->figure);
  guint selected = nothing ? 0 : GTK_INVALID_LIST_POSITION;

  for (guint i = 1; i < g_list_model_get_n_items (choices) && device->n_candidates == 1; i++)
    {
      g_autoptr (PlimsollAccelerator) choice = g_list_model_get_item (choices, i);

      if (choice == device->accelerator)
        selected = i;
    }
  adw_combo_row_set_selected (combo, selected);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (combo), subtitle);
}

static void
show_row (PlimsollComputerDialog *self, FigureRow *row)
{
  if (row->figure != PLIMSOLL_COMPUTER_PROCESSOR)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), title_of (self, row));
  if (row->figure == PLIMSOLL_COMPUTER_PROCESSOR)
    show_processor (self, row);
  else if (row->figure == PLIMSOLL_COMPUTER_ACCELERATOR)
    show_device (self, row);
  else
    show_bytes (self, row);
  gtk_widget_set_visible (row->reset,
                          plimsoll_own_computer_is_set (self->computer, row->device, row->figure));
}

/* Names of others are no markup. */
static void
set_title (AdwPreferencesGroup *group, const char *name)
{
  g_autofree char *title = g_markup_escape_text (name, -1);

  adw_preferences_group_set_title (group, title);
}

static void
show_group (PlimsollComputerDialog *self, guint device)
{
  const PlimsollThisComputer *now = plimsoll_own_computer_get (self->computer);
  const PlimsollFoundAccelerator *found = now->accelerators->pdata[device];
  g_autofree char *place = NULL;
  const char *name = found->driver_name != NULL ? found->driver_name : _("Accelerator");

  if (found->accelerator != NULL)
    name = plimsoll_accelerator_get_name (found->accelerator);
  if (found->slot != NULL)
    /* Translators: where on the bus an accelerator is, and its id there:
     * "0000:01:00.0, PCI id 10de:2684". */
    place = g_strdup_printf (_("%s, PCI id %04x:%04x"), found->slot, found->vendor, found->device);
  set_title (self->groups->pdata[device], name);
  adw_preferences_group_set_description (self->groups->pdata[device], place);
}

static void
update (PlimsollComputerDialog *self)
{
  const PlimsollThisComputer *now = plimsoll_own_computer_get (self->computer);

  /* Looked at anew with another result. */
  if (now->accelerators->len != self->groups->len)
    {
      adw_dialog_force_close (ADW_DIALOG (self));
      return;
    }
  self->updating = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    show_row (self, self->rows->pdata[i]);
  for (guint i = 0; i < self->groups->len; i++)
    show_group (self, i);
  self->updating = FALSE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "computer.reset-all",
                                 plimsoll_own_computer_is_any_set (self->computer));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "computer.use",
                                 plimsoll_own_computer_is_known (self->computer));
}

/* --- Setting --- */

static FigureRow *
row_of (PlimsollComputerDialog *self, GtkWidget *widget)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      FigureRow *row = self->rows->pdata[i];

      if (row->row == widget || row->reset == widget)
        return row;
    }

  g_assert_not_reached ();
}

static void
bytes_changed_cb (PlimsollComputerDialog *self, GParamSpec *pspec, GtkWidget *widget)
{
  const FigureRow *row;

  if (self->updating)
    return;
  row = row_of (self, widget);
  plimsoll_own_computer_set_bytes (self->computer, row->device, row->figure,
                                   (guint64) llround (adw_spin_row_get_value (ADW_SPIN_ROW (widget))
                                                      * GIB));
}

static void
text_applied_cb (PlimsollComputerDialog *self, GtkWidget *widget)
{
  const FigureRow *row = row_of (self, widget);
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (widget))));

  if (*text != '\0')
    plimsoll_own_computer_set_text (self->computer, row->device, row->figure, text);
  else
    plimsoll_own_computer_reset (self->computer, row->device, row->figure);
  /* It may be as it was, and then nothing tells the row. */
  update (self);
}

static void
device_chosen_cb (PlimsollComputerDialog *self, GParamSpec *pspec, GtkWidget *widget)
{
  PlimsollAccelerator *chosen = adw_combo_row_get_selected_item (ADW_COMBO_ROW (widget));
  const FigureRow *row;

  if (self->updating || chosen == NULL)
    return;
  row = row_of (self, widget);
  plimsoll_own_computer_set_text (self->computer, row->device, row->figure,
                                  plimsoll_accelerator_get_id (chosen));
}

static void
reset_cb (PlimsollComputerDialog *self, GtkWidget *button)
{
  const FigureRow *row = row_of (self, button);

  /* The button goes away: the focus stays in the row. */
  gtk_widget_grab_focus (row->row);
  plimsoll_own_computer_reset (self->computer, row->device, row->figure);
}

static void
use_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.use-computer", NULL);
  adw_dialog_close (ADW_DIALOG (widget));
}

static void
reset_all_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  plimsoll_own_computer_reset_all (PLIMSOLL_COMPUTER_DIALOG (widget)->computer);
}

/* --- Rows --- */

static GtkWidget *
spin_row_new (PlimsollComputerDialog *self)
{
  GtkWidget *row = adw_spin_row_new_with_range (0, MAX_GIB, 1);

  adw_spin_row_set_digits (ADW_SPIN_ROW (row), 2);
  g_signal_connect_object (row, "notify::value", G_CALLBACK (bytes_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return row;
}

static GtkWidget *
entry_row_new (PlimsollComputerDialog *self)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_object (row, "apply", G_CALLBACK (text_applied_cb), self, G_CONNECT_SWAPPED);
  return row;
}

/* Everything in the catalogue, after nothing. */
static GListModel *
choices_new (PlimsollComputerDialog *self)
{
  GListStore *parts = g_list_store_new (G_TYPE_LIST_MODEL);
  g_autoptr (GListStore) nothing = g_list_store_new (PLIMSOLL_TYPE_ACCELERATOR);
  g_autoptr (PlimsollAccelerator) none = NULL;
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  none =
    plimsoll_accelerator_new (PLIMSOLL_COMPUTER_NOTHING, _("Nothing that models run on"), &facts);
  g_list_store_append (nothing, none);
  g_list_store_append (parts, nothing);
  g_list_store_append (parts, self->accelerators);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (parts)));
}

static GtkWidget *
combo_row_new (PlimsollComputerDialog *self)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GListModel) choices = choices_new (self);
  g_autoptr (GtkExpression) name =
    gtk_property_expression_new (PLIMSOLL_TYPE_ACCELERATOR, NULL, "name");

  adw_combo_row_set_expression (ADW_COMBO_ROW (row), name);
  adw_combo_row_set_enable_search (ADW_COMBO_ROW (row), TRUE);
  adw_combo_row_set_search_match_mode (ADW_COMBO_ROW (row), GTK_STRING_FILTER_MATCH_MODE_SUBSTRING);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), choices);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (device_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  return row;
}

static GtkWidget *
reset_button_new (PlimsollComputerDialog *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("As It Was Found"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("As It Was Found"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (reset_cb), self, G_CONNECT_SWAPPED);
  return button;
}

static void
add_row (PlimsollComputerDialog *self,
         AdwPreferencesGroup *group,
         guint device,
         PlimsollComputerFigure figure)
{
  FigureRow *row = g_new0 (FigureRow, 1);

  row->device = device;
  row->figure = figure;
  row->reset = reset_button_new (self);
  if (figure == PLIMSOLL_COMPUTER_PROCESSOR)
    {
      row->row = entry_row_new (self);
      adw_entry_row_add_suffix (ADW_ENTRY_ROW (row->row), row->reset);
    }
  else
    {
      row->row =
        figure == PLIMSOLL_COMPUTER_ACCELERATOR ? combo_row_new (self) : spin_row_new (self);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), row->reset);
    }
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_preferences_group_add (group, row->row);
  g_ptr_array_add (self->rows, row);
}

static void
add_device (PlimsollComputerDialog *self, guint device)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  for (guint figure = PLIMSOLL_COMPUTER_ACCELERATOR; figure < PLIMSOLL_N_COMPUTER_FIGURES; figure++)
    add_row (self, group, device, (PlimsollComputerFigure) figure);
  g_ptr_array_add (self->groups, group);
  adw_preferences_page_add (self->page, group);
}

/* --- The dialog --- */

static void
plimsoll_computer_dialog_dispose (GObject *object)
{
  PlimsollComputerDialog *self = PLIMSOLL_COMPUTER_DIALOG (object);

  self->updating = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_COMPUTER_DIALOG);
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->groups, 0);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->computer);

  G_OBJECT_CLASS (plimsoll_computer_dialog_parent_class)->dispose (object);
}

static void
plimsoll_computer_dialog_finalize (GObject *object)
{
  PlimsollComputerDialog *self = PLIMSOLL_COMPUTER_DIALOG (object);

  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->groups);

  G_OBJECT_CLASS (plimsoll_computer_dialog_parent_class)->finalize (object);
}

static void
plimsoll_computer_dialog_class_init (PlimsollComputerDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_computer_dialog_dispose;
  object_class->finalize = plimsoll_computer_dialog_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-computer-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollComputerDialog, page);
  gtk_widget_class_bind_template_child (widget_class, PlimsollComputerDialog, computer_group);
  gtk_widget_class_install_action (widget_class, "computer.use", NULL, use_action);
  gtk_widget_class_install_action (widget_class, "computer.reset-all", NULL, reset_all_action);
}

static void
plimsoll_computer_dialog_init (PlimsollComputerDialog *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->groups = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

PlimsollComputerDialog *
plimsoll_computer_dialog_new (PlimsollOwnComputer *computer, PlimsollAcceleratorList *accelerators)
{
  PlimsollComputerDialog *self;
  const PlimsollThisComputer *now;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (computer), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators), NULL);

  now = plimsoll_own_computer_get (computer);
  g_return_val_if_fail (now != NULL, NULL);

  self = g_object_new (PLIMSOLL_TYPE_COMPUTER_DIALOG, NULL);
  self->computer = g_object_ref (computer);
  self->accelerators = g_object_ref (accelerators);
  self->updating = TRUE;
  set_title (self->computer_group, now->machine != NULL ? now->machine : _("Computer"));
  for (guint figure = 0; figure < PLIMSOLL_COMPUTER_ACCELERATOR; figure++)
    add_row (self, self->computer_group, PLIMSOLL_COMPUTER_ITSELF, (PlimsollComputerFigure) figure);
  for (guint i = 0; i < now->accelerators->len; i++)
    add_device (self, i);
  g_signal_connect_object (computer, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}

GtkWidget *
plimsoll_computer_dialog_get_row (PlimsollComputerDialog *self,
                                  guint device,
                                  PlimsollComputerFigure figure)
{
  g_return_val_if_fail (PLIMSOLL_IS_COMPUTER_DIALOG (self), NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const FigureRow *row = self->rows->pdata[i];

      if (row->device == device && row->figure == figure && gtk_widget_get_visible (row->row))
        return row->row;
    }

  return NULL;
}
