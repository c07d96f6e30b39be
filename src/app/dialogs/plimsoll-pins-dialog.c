/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-pins-dialog.h"

#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-text-table.h"
#include "plimsoll-waterfall.h"

#include <glib/gi18n.h>
#include <math.h>

/* The present question, and those that are pinned. */
#define MAX_QUESTIONS (PLIMSOLL_MAX_PINS + 1)

struct _PlimsollPinsDialog
{
  AdwDialog parent_instance;

  PlimsollPins *pins;
  PlimsollSizer *sizer;
  gboolean narrow;
  gboolean filling;

  PlimsollSizer *unpinned; /* (nullable): the last one */
  guint unpinned_position;

  AdwToastOverlay *toasts;
  GtkStack *stack;
  GtkWidget *page_box;
  GtkListBox *questions;
  PlimsollTextTable *table;
  GtkDropDown *from_drop;
  GtkDropDown *to_drop;
  GtkToggleButton *as_table_button;
  GtkLabel *difference;
  PlimsollWaterfall *waterfall;
  PlimsollTextTable *parts;
};

G_DEFINE_FINAL_TYPE (PlimsollPinsDialog, plimsoll_pins_dialog, ADW_TYPE_DIALOG)

enum
{
  SIGNAL_USE_QUESTION,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Questions: the present one is the first --- */

static guint
n_questions (PlimsollPinsDialog *self)
{
  return 1 + g_list_model_get_n_items (G_LIST_MODEL (self->pins));
}

static PlimsollSizer *
question_at (PlimsollPinsDialog *self, guint i)
{
  return i == 0 ? self->sizer : plimsoll_pins_get (self->pins, i - 1);
}

/* Translators: the present question, and the pinned ones: names of columns. */
static const char *const names[MAX_QUESTIONS] = { N_("Now"), N_("A"), N_("B"), N_("C") };

static const char *
name_of (guint i)
{
  return _(names[i]);
}

/* --- The list --- */

static void
use_cb (GtkButton *button, PlimsollPinsDialog *self)
{
  const guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "question"));

  g_signal_emit (self, signals[SIGNAL_USE_QUESTION], 0,
                 plimsoll_sizer_get_scenario (question_at (self, i)));
}

static void
put_back_cb (PlimsollPinsDialog *self)
{
  if (self->unpinned != NULL
      && !plimsoll_pins_find (self->pins, plimsoll_sizer_get_scenario (self->unpinned), NULL))
    plimsoll_pins_insert (self->pins, self->unpinned_position, self->unpinned);
  g_clear_object (&self->unpinned);
}

static void
unpin_cb (GtkButton *button, PlimsollPinsDialog *self)
{
  const guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "question"));
  g_autofree char *title = plimsoll_pin_title (plimsoll_sizer_get_scenario (question_at (self, i)));
  /* Translators: a question in short. */
  g_autofree char *text = g_strdup_printf (_("Unpinned %s"), title);
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (put_back_cb), self,
                           G_CONNECT_SWAPPED);
  g_clear_object (&self->unpinned);
  self->unpinned_position = i - 1;
  self->unpinned = plimsoll_pins_remove (self->pins, i - 1);
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
  gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
add_button (PlimsollPinsDialog *self,
            AdwActionRow *row,
            guint i,
            const char *icon,
            const char *words,
            GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  g_object_set_data (G_OBJECT (button), "question", GUINT_TO_POINTER (i));
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "clicked", callback, self);
  adw_action_row_add_suffix (row, button);
}

static void
add_question (PlimsollPinsDialog *self, guint i)
{
  PlimsollSizer *sizer = question_at (self, i);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  GtkWidget *icon = gtk_image_new_from_icon_name (plimsoll_verdict_icon (estimate->verdict));
  g_autofree char *title = plimsoll_pin_title (plimsoll_sizer_get_scenario (sizer));
  g_autofree char *verdict = plimsoll_label_verdict_title (estimate);
  g_autofree char *subtitle = g_strdup_printf ("%s\n%s", title, verdict);

  gtk_widget_add_css_class (icon, "verdict-icon");
  gtk_widget_add_css_class (icon, plimsoll_verdict_class (estimate->verdict));
  adw_action_row_add_prefix (row, icon);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name_of (i));
  adw_action_row_set_subtitle (row, subtitle);
  if (i > 0)
    {
      /* Translators: the name of a pinned question: A, B, C. */
      g_autofree char *ask = g_strdup_printf (_("Ask %s Again"), name_of (i));
      /* Translators: the name of a pinned question: A, B, C. */
      g_autofree char *unpin = g_strdup_printf (_("Unpin %s"), name_of (i));

      add_button (self, row, i, "object-select-symbolic", ask, G_CALLBACK (use_cb));
      add_button (self, row, i, "list-remove-symbolic", unpin, G_CALLBACK (unpin_cb));
    }
  gtk_list_box_append (self->questions, GTK_WIDGET (row));
}

/* --- Side by side --- */

static void
add_fact (PlimsollPinsDialog *self, PlimsollPinFact fact)
{
  const guint n = n_questions (self);
  g_auto (GStrv) texts = g_new0 (char *, n + 1);
  gboolean marked[MAX_QUESTIONS] = { FALSE };
  gboolean known = FALSE;

  for (guint i = 0; i < n; i++)
    {
      texts[i] = plimsoll_pin_fact_text (question_at (self, i), fact);
      marked[i] = !g_str_equal (texts[i], texts[0]);
      known |= !g_str_equal (texts[i], PLIMSOLL_FORMAT_UNKNOWN);
    }
  if (known)
    plimsoll_text_table_add (self->table, plimsoll_pin_fact_title (fact),
                             (const char *const *) texts, marked);
}

static void
fill_table (PlimsollPinsDialog *self)
{
  const char *columns[MAX_QUESTIONS];
  const guint n = n_questions (self);

  for (guint i = 0; i < n; i++)
    columns[i] = name_of (i);
  plimsoll_text_table_begin (self->table, columns, n, self->narrow);
  for (guint fact = 0; fact < PLIMSOLL_PIN_N_FACTS; fact++)
    add_fact (self, (PlimsollPinFact) fact);
}

/* --- The memory of two --- */

static void
fill_parts (PlimsollPinsDialog *self)
{
  const char *columns[] = { name_of (gtk_drop_down_get_selected (self->from_drop)),
                            name_of (gtk_drop_down_get_selected (self->to_drop)), _("Change") };

  plimsoll_text_table_begin (self->parts, columns, G_N_ELEMENTS (columns), self->narrow);
  for (guint i = 1; i < plimsoll_waterfall_get_n_rows (self->waterfall); i++)
    {
      const gboolean sum = i + 1 == plimsoll_waterfall_get_n_rows (self->waterfall);
      PlimsollWaterfallRow row;
      g_autofree char *before = NULL, *after = NULL, *change = NULL;
      const char *texts[G_N_ELEMENTS (columns)];

      plimsoll_waterfall_get_row (self->waterfall, i, &row);
      before =
        plimsoll_format_gib ((guint64) (row.before * plimsoll_format_unit_bytes () + 0.5), 2);
      after = plimsoll_format_gib ((guint64) (row.after * plimsoll_format_unit_bytes () + 0.5), 2);
      change = plimsoll_format_gib_signed ((gint64) llround ((row.after - row.before)
                                                             * plimsoll_format_unit_bytes ()),
                                           2);
      texts[0] = before;
      texts[1] = after;
      texts[2] = change;
      plimsoll_text_table_add (self->parts, sum ? _("Required") : row.label, texts, NULL);
    }
}

static void
describe_difference (PlimsollPinsDialog *self, gint64 more, guint from, guint to)
{
  g_autofree char *amount = plimsoll_format_gib (more < 0 ? (guint64) -more : (guint64) more, 2);
  g_autofree char *text = NULL;

  if (more == 0)
    /* Translators: two questions. */
    text = g_strdup_printf (_("%s and %s take the same"), name_of (from), name_of (to));
  else
    /* Translators: a question, an amount of memory, and another question. */
    text =
      g_strdup_printf (more > 0 ? _("%s takes %s more than %s") : _("%s takes %s less than %s"),
                       name_of (to), amount, name_of (from));
  gtk_label_set_label (self->difference, text);
}

static void
fill_chart (PlimsollPinsDialog *self)
{
  const guint from = gtk_drop_down_get_selected (self->from_drop);
  const guint to = gtk_drop_down_get_selected (self->to_drop);
  const gboolean as_table = gtk_toggle_button_get_active (self->as_table_button);
  const PlimsollEstimate *before, *after;
  PlimsollCargo cargos[2];

  if (from >= n_questions (self) || to >= n_questions (self))
    return;
  before = plimsoll_sizer_get_estimate (question_at (self, from));
  after = plimsoll_sizer_get_estimate (question_at (self, to));
  plimsoll_cargo_of_estimate (before, &cargos[0]);
  plimsoll_cargo_of_estimate (after, &cargos[1]);
  plimsoll_waterfall_set_cargos (self->waterfall, name_of (from), &cargos[0], before->usable,
                                 name_of (to), &cargos[1], after->usable);
  describe_difference (self,
                       (gint64) plimsoll_cargo_total (&cargos[1])
                         - (gint64) plimsoll_cargo_total (&cargos[0]),
                       from, to);
  fill_parts (self);
  gtk_widget_set_visible (GTK_WIDGET (self->waterfall), !as_table);
  gtk_widget_set_visible (GTK_WIDGET (self->parts), as_table);
}

static void
chart_changed_cb (PlimsollPinsDialog *self)
{
  if (!self->filling)
    fill_chart (self);
}

static void
fill_drops (PlimsollPinsDialog *self)
{
  const guint n = n_questions (self);
  const guint from = gtk_drop_down_get_selected (self->from_drop);
  const guint to = gtk_drop_down_get_selected (self->to_drop);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (list, name_of (i));
  gtk_drop_down_set_model (self->from_drop, G_LIST_MODEL (list));
  gtk_drop_down_set_model (self->to_drop, G_LIST_MODEL (list));
  /* At first from the present one to the first that is pinned. */
  gtk_drop_down_set_selected (self->from_drop, from < n ? from : 0);
  gtk_drop_down_set_selected (self->to_drop, to < n ? to : n - 1);
}

static void
fill (PlimsollPinsDialog *self)
{
  if (self->pins == NULL)
    return;

  self->filling = TRUE;
  gtk_list_box_remove_all (self->questions);
  for (guint i = 0; i < n_questions (self); i++)
    add_question (self, i);
  fill_table (self);
  fill_drops (self);
  self->filling = FALSE;
  fill_chart (self);
  gtk_stack_set_visible_child_name (self->stack, n_questions (self) > 1 ? "questions" : "nothing");
}

static void
set_narrow (PlimsollPinsDialog *self, gboolean narrow)
{
  const int margin = narrow ? 12 : 24;

  self->narrow = narrow;
  gtk_widget_set_margin_start (self->page_box, margin);
  gtk_widget_set_margin_end (self->page_box, margin);
  fill (self);
}

static void
narrow_cb (PlimsollPinsDialog *self)
{
  set_narrow (self, TRUE);
}

static void
wide_cb (PlimsollPinsDialog *self)
{
  if (self->page_box != NULL)
    set_narrow (self, FALSE);
}

/* --- The dialog --- */

static void
plimsoll_pins_dialog_dispose (GObject *object)
{
  PlimsollPinsDialog *self = PLIMSOLL_PINS_DIALOG (object);

  g_clear_object (&self->unpinned);
  g_clear_object (&self->pins);
  g_clear_object (&self->sizer);
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_PINS_DIALOG);

  G_OBJECT_CLASS (plimsoll_pins_dialog_parent_class)->dispose (object);
}

static void
plimsoll_pins_dialog_class_init (PlimsollPinsDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_pins_dialog_dispose;

  signals[SIGNAL_USE_QUESTION] =
    g_signal_new ("use-question", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PLIMSOLL_TYPE_SCENARIO);

  g_type_ensure (PLIMSOLL_TYPE_TEXT_TABLE);
  g_type_ensure (PLIMSOLL_TYPE_WATERFALL);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-pins-dialog.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollPinsDialog, name)
  CHILD (toasts);
  CHILD (stack);
  CHILD (page_box);
  CHILD (questions);
  CHILD (table);
  CHILD (from_drop);
  CHILD (to_drop);
  CHILD (as_table_button);
  CHILD (difference);
  CHILD (waterfall);
  CHILD (parts);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, narrow_cb);
  gtk_widget_class_bind_template_callback (widget_class, wide_cb);
  gtk_widget_class_bind_template_callback (widget_class, chart_changed_cb);
}

static void
plimsoll_pins_dialog_init (PlimsollPinsDialog *self)
{
  self->filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->filling = FALSE;
}

PlimsollPinsDialog *
plimsoll_pins_dialog_new (PlimsollPins *pins, PlimsollSizer *sizer)
{
  PlimsollPinsDialog *self;

  g_return_val_if_fail (PLIMSOLL_IS_PINS (pins), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  self = g_object_new (PLIMSOLL_TYPE_PINS_DIALOG, NULL);
  self->pins = g_object_ref (pins);
  self->sizer = g_object_ref (sizer);
  g_signal_connect_object (pins, "items-changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sizer, "notify::estimate", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);

  return self;
}
