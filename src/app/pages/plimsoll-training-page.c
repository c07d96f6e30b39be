/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-page.h"

#include "plimsoll-announce.h"
#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-figure-table.h"
#include "plimsoll-format.h"
#include "plimsoll-training-card.h"
#include "plimsoll-training-inputs.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _PlimsollTrainingPage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  PlimsollTrainingScenario *training;
  PlimsollCatalog *catalog;
  PlimsollTrainingAnswer answer;
  PlimsollVerdict said[PLIMSOLL_N_TRAINING_METHODS];
  gboolean has_said;
  guint idle; /* source */

  PlimsollTrainingInputs *inputs;
  GtkToggleButton *table_button;
  GtkStack *answer_stack;
  PlimsollTrainingCard *qlora_card;
  PlimsollTrainingCard *lora_card;
  PlimsollTrainingCard *full_card;
  PlimsollFigureTable *table;
};

G_DEFINE_FINAL_TYPE (PlimsollTrainingPage, plimsoll_training_page, GTK_TYPE_WIDGET)

/* --- The table --- */

static void
add_row (GPtrArray *cells,
         PlimsollTrainingPage *self,
         const char *title,
         char *(*words) (const PlimsollTrainingResult *result, guint part),
         guint part)
{
  g_ptr_array_add (cells, g_strdup (title));
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    g_ptr_array_add (cells, self->answer.results[i].refusal == NULL
                              ? words (&self->answer.results[i], part)
                              : g_strdup (PLIMSOLL_FORMAT_UNKNOWN));
}

static char *
part_words (const PlimsollTrainingResult *result, guint part)
{
  return plimsoll_format_gib (result->memory.parts[result->memory.peak][part], 2);
}

static char *
required_words (const PlimsollTrainingResult *result, guint part)
{
  return plimsoll_format_gib (result->memory.required, 2);
}

static char *
range_words (const PlimsollTrainingResult *result, guint part)
{
  g_autofree char *low = plimsoll_format_gib_value (result->memory.low, 1);
  g_autofree char *high = plimsoll_format_gib (result->memory.high, 1);

  return g_strdup_printf ("%s – %s", low, high);
}

static char *
usable_words (const PlimsollTrainingResult *result, guint part)
{
  return result->usable > 0 ? plimsoll_format_gib (result->usable, 2)
                            : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
}

static char *
verdict_words (const PlimsollTrainingResult *result, guint part)
{
  return g_strdup (result->verdict != PLIMSOLL_VERDICT_UNKNOWN
                     ? plimsoll_answer_word (result->verdict)
                     : PLIMSOLL_FORMAT_UNKNOWN);
}

static char *
trained_words (const PlimsollTrainingResult *result, guint part)
{
  return plimsoll_format_count (result->memory.trained);
}

static char *
host_words (const PlimsollTrainingResult *result, guint part)
{
  return plimsoll_format_gib (result->memory.host, 2);
}

static void
update_table (PlimsollTrainingPage *self)
{
  const char *titles[PLIMSOLL_N_TRAINING_METHODS + 2] = { _("Part") };
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    titles[i + 1] = plimsoll_training_method_name ((PlimsollTrainingMethod) i);
  for (guint part = 0; part < PLIMSOLL_N_TRAINING_PARTS; part++)
    add_row (cells, self, plimsoll_training_part_name ((PlimsollTrainingPart) part), part_words,
             part);
  add_row (cells, self, _("Required"), required_words, 0);
  add_row (cells, self, _("Range"), range_words, 0);
  add_row (cells, self, _("Usable"), usable_words, 0);
  add_row (cells, self, _("Verdict"), verdict_words, 0);
  add_row (cells, self, _("Parameters trained"), trained_words, 0);
  add_row (cells, self, _("In system memory"), host_words, 0);
  plimsoll_figure_table_set (self->table, _("Memory of each GPU"), titles, cells);
}

/* --- The answer --- */

/* Only what turned out otherwise is said. */
static void
announce (PlimsollTrainingPage *self)
{
  g_autoptr (GStrvBuilder) changes = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    {
      const PlimsollVerdict verdict = self->answer.results[i].verdict;

      if (self->has_said && verdict != self->said[i] && verdict != PLIMSOLL_VERDICT_UNKNOWN)
        g_strv_builder_take (
          changes,
          /* Translators: a method of training, and how it fits: "QLoRA: Fits". */
          g_strdup_printf (C_("training", "%s: %s"),
                           plimsoll_training_method_name ((PlimsollTrainingMethod) i),
                           plimsoll_answer_word (verdict)));
      self->said[i] = verdict;
    }
  self->has_said = TRUE;
  parts = g_strv_builder_end (changes);
  if (parts[0] != NULL)
    {
      g_autofree char *text = plimsoll_format_list ((const char *const *) parts);

      plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_LOW);
    }
}

static void
update (PlimsollTrainingPage *self)
{
  PlimsollTrainingCard *cards[] = { self->qlora_card, self->lora_card, self->full_card };
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const gboolean as_table = gtk_toggle_button_get_active (self->table_button);

  plimsoll_training_answer (scenario, self->training, self->catalog, &self->answer);
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    plimsoll_training_card_set_result (cards[i], &self->answer.results[i], scenario,
                                       self->training);
  if (as_table)
    update_table (self);
  gtk_stack_set_visible_child_name (self->answer_stack, as_table ? "table" : "charts");
  announce (self);
}

const PlimsollTrainingAnswer *
plimsoll_training_page_flush (PlimsollTrainingPage *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_TRAINING_PAGE (self), NULL);

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->sizer != NULL)
    update (self);

  return &self->answer;
}

static void
idle_cb (gpointer data)
{
  PlimsollTrainingPage *self = data;

  self->idle = 0;
  plimsoll_training_page_flush (self);
}

/* Several changes are one; what nobody sees is not computed. */
static void
changed_cb (PlimsollTrainingPage *self)
{
  if (self->idle == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->idle = g_idle_add_once (idle_cb, self);
}

static void
table_toggled_cb (PlimsollTrainingPage *self)
{
  plimsoll_training_page_flush (self);
}

static void
plimsoll_training_page_map (GtkWidget *widget)
{
  plimsoll_training_page_flush (PLIMSOLL_TRAINING_PAGE (widget));

  GTK_WIDGET_CLASS (plimsoll_training_page_parent_class)->map (widget);
}

static void
plimsoll_training_page_dispose (GObject *object)
{
  PlimsollTrainingPage *self = PLIMSOLL_TRAINING_PAGE (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_TRAINING_PAGE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->catalog);
  g_clear_object (&self->training);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_training_page_parent_class)->dispose (object);
}

static void
plimsoll_training_page_class_init (PlimsollTrainingPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_training_page_dispose;
  widget_class->map = plimsoll_training_page_map;

  g_type_ensure (PLIMSOLL_TYPE_FIGURE_TABLE);
  g_type_ensure (PLIMSOLL_TYPE_TRAINING_CARD);
  g_type_ensure (PLIMSOLL_TYPE_TRAINING_INPUTS);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-training-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollTrainingPage, name)
  CHILD (inputs);
  CHILD (table_button);
  CHILD (answer_stack);
  CHILD (qlora_card);
  CHILD (lora_card);
  CHILD (full_card);
  CHILD (table);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, table_toggled_cb);
  gtk_widget_class_set_css_name (widget_class, "training-page");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_training_page_init (PlimsollTrainingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Training"), -1);
}

void
plimsoll_training_page_set (PlimsollTrainingPage *self,
                            PlimsollSizer *sizer,
                            PlimsollTrainingScenario *training,
                            PlimsollCatalog *catalog)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);

  g_return_if_fail (PLIMSOLL_IS_TRAINING_PAGE (self));
  g_return_if_fail (self->sizer == NULL);

  self->sizer = g_object_ref (sizer);
  self->training = g_object_ref (training);
  self->catalog = g_object_ref (catalog);
  plimsoll_training_inputs_set (self->inputs, training, scenario);
  g_signal_connect_object (training, "notify", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scenario, "notify", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (plimsoll_catalog_get_offers (catalog), "items-changed",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
}
