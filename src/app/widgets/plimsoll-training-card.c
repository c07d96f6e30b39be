/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-card.h"

#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-training-cargo.h"
#include "plimsoll-training-chart.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _PlimsollTrainingCard
{
  GtkWidget parent_instance;

  GtkLabel *name_label;
  GtkWidget *verdict_box;
  GtkImage *verdict_icon;
  GtkLabel *verdict_label;
  GtkLabel *about_label;
  GtkLabel *required_label;
  GtkLabel *refusal_label;
  GtkWidget *answer_box;
  PlimsollTrainingChart *chart;
  AdwWrapBox *legend_box;
  AdwWrapBox *places_box;
  GtkExpander *notes_expander;
  GtkLabel *notes_title;
  GtkLabel *notes_label;
  gboolean helps; /* whether notes say what would make it fit */
};

G_DEFINE_FINAL_TYPE (PlimsollTrainingCard, plimsoll_training_card, GTK_TYPE_WIDGET)

static const char *const swatches[PLIMSOLL_N_TRAINING_CARGO] = {
  "weights", "gradients", "optimizer", "compute", "cache", "overhead",
};

/* --- Rows of what there is --- */

static GtkWidget *
label_new (const char *text, const char *const *classes)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE,
                                   "natural-wrap-mode", GTK_NATURAL_WRAP_NONE, NULL);

  gtk_widget_set_css_classes (label, (const char **) classes);

  return label;
}

/* An icon or a swatch, and words: the first that count, and others. */
static void
add_item (AdwWrapBox *box, GtkWidget *sign, const char *strong, const char *rest)
{
  static const char *const strong_classes[] = { "item-strong", "numeric", NULL };
  static const char *const rest_classes[] = { "item-rest", "dimmed", "numeric", NULL };
  GtkWidget *item = g_object_new (GTK_TYPE_BOX, "spacing", 8, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
  /* Translators: two parts of an item: "Weights, 15.5 GiB". */
  g_autofree char *name = g_strdup_printf (_("%s, %s"), strong, rest);

  gtk_widget_set_valign (sign, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (item), sign);
  if (*rest != '\0' && GTK_IS_IMAGE (sign))
    {
      gtk_box_append (GTK_BOX (item), label_new (strong, strong_classes));
      gtk_box_append (GTK_BOX (item), label_new (rest, rest_classes));
    }
  else
    {
      gtk_box_append (GTK_BOX (item), label_new (strong, rest_classes));
      gtk_box_append (GTK_BOX (item), label_new (rest, strong_classes));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  adw_wrap_box_append (box, item);
}

static void
add_part (PlimsollTrainingCard *self, const char *swatch, const char *name, guint64 bytes)
{
  GtkWidget *sign = g_object_new (GTK_TYPE_BOX, "css-name", "swatch", "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  g_autofree char *size = plimsoll_format_gib (bytes, 1);

  gtk_widget_add_css_class (sign, swatch);
  add_item (self->legend_box, sign, name, size);
}

static void
show_parts (PlimsollTrainingCard *self, const PlimsollTrainingResult *result)
{
  plimsoll_unparent_children (GTK_WIDGET (self->legend_box));
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_CARGO; i++)
    {
      const PlimsollTrainingCargo cargo = (PlimsollTrainingCargo) i;
      const guint64 bytes = plimsoll_training_cargo_bytes (&result->memory, cargo);

      if (bytes > 0)
        add_part (self, swatches[i], plimsoll_training_cargo_name (cargo, result->method), bytes);
    }
  if (result->memory.required < result->usable)
    add_part (self, "free", _("Free"), result->usable - result->memory.required);
}

static void
add_place (PlimsollTrainingCard *self, const char *icon, const char *what, const char *rest)
{
  GtkWidget *sign = g_object_new (GTK_TYPE_IMAGE, "icon-name", icon, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (sign, "dimmed");
  add_item (self->places_box, sign, what, rest);
}

static void
show_places (PlimsollTrainingCard *self,
             const PlimsollTrainingResult *result,
             PlimsollScenario *scenario)
{
  plimsoll_unparent_children (GTK_WIDGET (self->places_box));
  if (plimsoll_scenario_get_accelerator (scenario) != NULL && result->usable > 0)
    {
      g_autofree char *here = plimsoll_training_place_text (&result->here);

      add_place (self, "plimsoll-accelerator-symbolic",
                 result->least > 0
                   ? here
                   : plimsoll_accelerator_get_name (plimsoll_scenario_get_accelerator (scenario)),
                 result->least > 0 ? _("of the target") : _("no number of them is enough"));
    }
  if (result->buy.accelerator != NULL)
    {
      g_autofree char *buy = plimsoll_training_place_text (&result->buy);

      add_place (self, "starred-symbolic", buy, _("cheapest to buy"));
    }
  if (result->rent.offer != NULL)
    {
      g_autofree char *rent = plimsoll_training_place_text (&result->rent);
      g_autofree char *rate =
        plimsoll_format_money (plimsoll_cloud_offer_get_rate (result->rent.offer), "$");
      /* Translators: a provider, and a price. */
      g_autofree char *where =
        g_strdup_printf (_("%s, %s an hour"),
                         plimsoll_cloud_offer_get_provider (result->rent.offer), rate);

      add_place (self, "plimsoll-cloud-symbolic", rent, where);
    }
  if (gtk_widget_get_first_child (GTK_WIDGET (self->places_box)) == NULL)
    add_place (self, "plimsoll-accelerator-symbolic", _("No hardware in the catalogue holds it"),
               "");
}

/* --- Notes --- */

static gboolean
can_be_made_to_fit (const PlimsollTrainingResult *result)
{
  if (result->verdict != PLIMSOLL_VERDICT_EXCEEDS)
    return FALSE;
  for (guint change = 0; change < PLIMSOLL_N_TRAINING_CHANGES; change++)
    if (result->after[change] > 0 && result->after[change] <= result->usable)
      return TRUE;

  return FALSE;
}

static void
show_notes (PlimsollTrainingCard *self, const PlimsollTrainingResult *result, char **notes)
{
  g_autofree char *lines = g_strjoinv ("\n", notes);
  const gboolean helps = can_be_made_to_fit (result);

  gtk_label_set_label (self->notes_label, lines);
  gtk_widget_set_visible (GTK_WIDGET (self->notes_expander), *lines != '\0');
  gtk_label_set_label (self->notes_title, helps ? _("What would make it fit")
                                                : _("What decides, and what would change it"));
  /* When there is help, it is seen; it can be folded away again. */
  if (helps && !self->helps)
    gtk_expander_set_expanded (self->notes_expander, TRUE);
  self->helps = helps;
}

/* --- The whole --- */

static const char *
describe_method (PlimsollTrainingMethod method)
{
  switch (method)
    {
    case PLIMSOLL_TRAINING_QLORA:
      return _("4-bit base weights, adapters are trained");
    case PLIMSOLL_TRAINING_LORA:
      return _("16-bit base weights, adapters are trained");
    case PLIMSOLL_TRAINING_FULL:
    case PLIMSOLL_N_TRAINING_METHODS:
    default:
      return _("Every weight is trained");
    }
}

static void
show_head (PlimsollTrainingCard *self, const PlimsollTrainingResult *result)
{
  const char *name = plimsoll_training_method_name (result->method);
  const gboolean is_judged = result->refusal == NULL && result->verdict != PLIMSOLL_VERDICT_UNKNOWN;
  g_autofree char *trained = plimsoll_format_count (result->memory.trained);
  g_autofree char *number = plimsoll_format_gib_value (result->memory.required, 1);
  g_autofree char *about = NULL;
  /* Translators: an amount of memory, of which the unit is smaller. */
  g_autofree char *in_gib = g_strdup_printf (_("%s <span size='small'>GiB</span>"), number);
  g_autofree char *required = plimsoll_format_in_unit (in_gib);
  const char *icon[] = { "verdict-icon", plimsoll_verdict_class (result->verdict), NULL };
  const char *word[] = { "heading", plimsoll_verdict_class (result->verdict), NULL };

  if (result->refusal == NULL)
    /* Translators: what a method trains, and how many parameters those are. */
    about = g_strdup_printf (_("%s · %s parameters"), describe_method (result->method), trained);
  gtk_label_set_label (self->name_label, name);
  gtk_label_set_label (self->about_label, about != NULL ? about : describe_method (result->method));
  gtk_label_set_markup (self->required_label, result->refusal == NULL ? required : "");
  gtk_widget_set_visible (self->verdict_box, is_judged);
  if (is_judged)
    {
      gtk_image_set_from_icon_name (self->verdict_icon, plimsoll_verdict_icon (result->verdict));
      gtk_widget_set_css_classes (GTK_WIDGET (self->verdict_icon), icon);
      gtk_label_set_label (self->verdict_label, plimsoll_answer_word (result->verdict));
      gtk_widget_set_css_classes (GTK_WIDGET (self->verdict_label), word);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
plimsoll_training_card_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_TRAINING_CARD);
  plimsoll_unparent_children (GTK_WIDGET (object));

  G_OBJECT_CLASS (plimsoll_training_card_parent_class)->dispose (object);
}

static void
plimsoll_training_card_class_init (PlimsollTrainingCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_training_card_dispose;

  g_type_ensure (PLIMSOLL_TYPE_TRAINING_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-training-card.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollTrainingCard, name)
  CHILD (name_label);
  CHILD (verdict_box);
  CHILD (verdict_icon);
  CHILD (verdict_label);
  CHILD (about_label);
  CHILD (required_label);
  CHILD (refusal_label);
  CHILD (answer_box);
  CHILD (chart);
  CHILD (legend_box);
  CHILD (places_box);
  CHILD (notes_expander);
  CHILD (notes_title);
  CHILD (notes_label);
#undef CHILD
  gtk_widget_class_set_css_name (widget_class, "training-card");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_training_card_init (PlimsollTrainingCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
plimsoll_training_card_set_result (PlimsollTrainingCard *self,
                                   const PlimsollTrainingResult *result,
                                   PlimsollScenario *scenario,
                                   PlimsollTrainingScenario *training)
{
  g_auto (GStrv) notes = NULL;

  g_return_if_fail (PLIMSOLL_IS_TRAINING_CARD (self));
  g_return_if_fail (result != NULL);

  show_head (self, result);
  gtk_widget_set_visible (self->answer_box, result->refusal == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->refusal_label), result->refusal != NULL);
  plimsoll_training_chart_set_result (self->chart, result);
  if (result->refusal != NULL)
    {
      g_autofree char *refusal = plimsoll_training_refusal_text (result->refusal);

      gtk_label_set_label (self->refusal_label, refusal);
      return;
    }

  show_parts (self, result);
  show_places (self, result, scenario);
  notes = plimsoll_training_notes (result, scenario, training);
  show_notes (self, result, notes);
}
