/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-cell.h"

#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-figure-text.h"
#include "plimsoll-fit-bar.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollFitCell
{
  GtkWidget parent_instance;

  PlimsollFitColumn column;
  PlimsollFitModel *model;
  PlimsollFit *fit;
  GSignalGroup *figures;
  gboolean chosen;
  const char *verdict_class;

  GtkWidget *icon; /* of the verdict, or the mark of what is chosen */
  GtkWidget *value;
  GtkWidget *detail; /* (nullable): a second line */
  GtkWidget *bar;    /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PlimsollFitCell, plimsoll_fit_cell, GTK_TYPE_WIDGET)

/* In the language of the window. */
static guint
longest_verdict (void)
{
  static const PlimsollVerdict shown[] = { PLIMSOLL_VERDICT_FITS, PLIMSOLL_VERDICT_TIGHT,
                                           PLIMSOLL_VERDICT_OFFLOAD, PLIMSOLL_VERDICT_EXCEEDS };
  glong longest = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (shown); i++)
    longest = MAX (longest, g_utf8_strlen (plimsoll_answer_word (shown[i]), -1));
  return (guint) longest;
}

/* Letters that a column has room for. */
static guint
letters (PlimsollFitColumn column)
{
  switch (column)
    {
    case PLIMSOLL_FIT_NAME:
      return 18;
    case PLIMSOLL_FIT_PRECISION:
      return 7;
    case PLIMSOLL_FIT_VERDICT:
      return longest_verdict ();
    case PLIMSOLL_FIT_DECODE:
    case PLIMSOLL_FIT_MILLION:
      return 6;
    case PLIMSOLL_FIT_COUNT:
      return 3;
    case PLIMSOLL_FIT_PARAMETERS:
    case PLIMSOLL_FIT_BITS:
    case PLIMSOLL_FIT_QUALITY:
    case PLIMSOLL_FIT_SIZE:
    case PLIMSOLL_FIT_USABLE:
    case PLIMSOLL_FIT_AT_8K:
    case PLIMSOLL_FIT_AT_32K:
    case PLIMSOLL_FIT_REQUIRED:
    case PLIMSOLL_FIT_BANDWIDTH:
    case PLIMSOLL_FIT_LONGEST:
    case PLIMSOLL_FIT_PREFILL:
    default:
      return 5;
    }
}

static gboolean
is_text (PlimsollFitColumn column)
{
  return column == PLIMSOLL_FIT_NAME || column == PLIMSOLL_FIT_PRECISION
         || column == PLIMSOLL_FIT_VERDICT;
}

static gboolean
is_memory (PlimsollFitColumn column)
{
  return column == PLIMSOLL_FIT_AT_8K || column == PLIMSOLL_FIT_AT_32K
         || column == PLIMSOLL_FIT_REQUIRED;
}

/* --- What it shows --- */

static void
set_class (PlimsollFitCell *self, const char *class)
{
  if (self->verdict_class == class)
    return;
  if (self->verdict_class != NULL)
    {
      gtk_widget_remove_css_class (self->value, self->verdict_class);
      gtk_widget_remove_css_class (self->icon, self->verdict_class);
    }
  self->verdict_class = class;
  if (class != NULL)
    {
      gtk_widget_add_css_class (self->value, class);
      gtk_widget_add_css_class (self->icon, class);
    }
}

static void
update_verdict (PlimsollFitCell *self)
{
  const PlimsollVerdict verdict = plimsoll_fit_get_figures (self->fit)->verdict;

  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), plimsoll_verdict_icon (verdict));
  gtk_widget_set_visible (self->icon, verdict != PLIMSOLL_VERDICT_UNKNOWN);
  set_class (self, plimsoll_verdict_class (verdict));
}

static char *
decode_range (const PlimsollRange *decode)
{
  if (isnan (decode->value))
    return g_strdup ("");

  return plimsoll_format_range (decode->low, decode->high, decode->value < 10 ? 1 : 0);
}

/* What is bought and what is rented cost by other rules, and stand in one column. */
static const char *
basis_of (const PlimsollFitFigures *figures)
{
  if (isnan (figures->per_million))
    return "";

  return figures->rented ? _("rented") : _("bought");
}

static void
update_detail (PlimsollFitCell *self)
{
  const PlimsollFitFigures *figures = plimsoll_fit_get_figures (self->fit);
  g_autofree char *detail = NULL;

  if (self->column == PLIMSOLL_FIT_NAME)
    detail = plimsoll_fit_get_detail (self->fit);
  else if (self->column == PLIMSOLL_FIT_MILLION)
    detail = g_strdup (basis_of (figures));
  else
    detail = decode_range (&figures->decode);
  plimsoll_figure_text_set (self->detail, detail);
  gtk_widget_set_visible (self->detail, *detail != '\0');
}

/* What is needed is more than there is: said by the bar and the verdict too. */
static gboolean
is_over (PlimsollFitCell *self)
{
  const PlimsollFitFigures *figures = plimsoll_fit_get_figures (self->fit);
  const double value = plimsoll_fit_get_value (self->fit, self->column);

  return figures->usable > 0 && value > (double) figures->usable;
}

static void
update (PlimsollFitCell *self)
{
  g_autofree char *text = NULL, *words = NULL;

  if (self->fit == NULL)
    return;

  text = plimsoll_fit_get_text (self->fit, self->column);
  plimsoll_figure_text_set (self->value, text);
  if (self->column == PLIMSOLL_FIT_VERDICT)
    update_verdict (self);
  else if (is_memory (self->column))
    set_class (self, is_over (self) ? "exceeds" : NULL);
  if (self->detail != NULL)
    update_detail (self);
  if (self->bar != NULL)
    plimsoll_fit_bar_set_figures (PLIMSOLL_FIT_BAR (self->bar),
                                  plimsoll_fit_get_figures (self->fit));

  words = plimsoll_fit_cell_describe (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static gboolean
query_tooltip_cb (PlimsollFitCell *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const PlimsollQuality *quality;
  g_autofree char *text = NULL;

  if (self->fit == NULL)
    return FALSE;
  if (self->column == PLIMSOLL_FIT_NAME)
    {
      gtk_tooltip_set_text (tooltip, plimsoll_fit_get_name (self->fit));
      return TRUE;
    }
  if (isnan (plimsoll_fit_get_value (self->fit, self->column)))
    {
      text = plimsoll_fit_cell_describe (self);
      gtk_tooltip_set_text (tooltip, text);
      return TRUE;
    }

  quality = self->column == PLIMSOLL_FIT_QUALITY && self->model != NULL
              ? plimsoll_fit_model_get_quality (self->model, self->fit)
              : NULL;
  if (quality == NULL)
    return FALSE;
  /* Translators: the model that was measured, the month, and where it is published. */
  text = g_strdup_printf (_("Perplexity of %s above the unquantized, %s: %s"), quality->model,
                          quality->date, quality->source);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- The widget --- */

static GtkWidget *
inscription_new (guint chars, gboolean end, const char *class)
{
  GtkWidget *inscription = gtk_inscription_new (NULL);

  g_object_set (inscription, "min-chars", chars, "nat-chars", chars, "xalign", end ? 1.0 : 0.0,
                "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "hexpand", TRUE, "valign",
                GTK_ALIGN_CENTER, NULL);
  if (class != NULL)
    gtk_widget_add_css_class (inscription, class);
  return inscription;
}

static void
plimsoll_fit_cell_dispose (GObject *object)
{
  PlimsollFitCell *self = PLIMSOLL_FIT_CELL (object);

  g_clear_object (&self->figures);
  g_clear_object (&self->fit);
  g_clear_object (&self->model);
  plimsoll_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (plimsoll_fit_cell_parent_class)->dispose (object);
}

static void
plimsoll_fit_cell_class_init (PlimsollFitCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_fit_cell_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "fit-cell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GENERIC);
}

static void
plimsoll_fit_cell_init (PlimsollFitCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

static void
add_lines (PlimsollFitCell *self, guint chars, gboolean end)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->detail = inscription_new (chars, end, "caption");
  gtk_widget_add_css_class (self->detail, "dimmed");
  gtk_widget_add_css_class (self->value, "heading");
  gtk_box_append (GTK_BOX (lines), self->value);
  gtk_box_append (GTK_BOX (lines), self->detail);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_parent (lines, GTK_WIDGET (self));
}

GtkWidget *
plimsoll_fit_cell_new (PlimsollFitColumn column)
{
  PlimsollFitCell *self = g_object_new (PLIMSOLL_TYPE_FIT_CELL, NULL);
  const gboolean end = !is_text (column);
  g_autofree char *notify = g_strconcat ("notify::", plimsoll_fit_column_info (column)->key, NULL);

  self->column = column;
  self->figures = g_signal_group_new (PLIMSOLL_TYPE_FIT);
  g_signal_group_connect_swapped (self->figures, notify, G_CALLBACK (update), self);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              column == PLIMSOLL_FIT_USABLE ? 9 : 6);

  self->value = inscription_new (letters (column), end, "numeric");
  self->icon = gtk_image_new_from_icon_name ("plimsoll-fit-symbolic");
  gtk_widget_set_visible (self->icon, FALSE);
  if (column == PLIMSOLL_FIT_VERDICT)
    {
      gtk_widget_set_parent (self->icon, GTK_WIDGET (self));
      gtk_widget_add_css_class (self->icon, "verdict-icon");
      gtk_widget_add_css_class (self->value, "heading");
      gtk_widget_set_parent (self->value, GTK_WIDGET (self));
      return GTK_WIDGET (self);
    }

  if (column == PLIMSOLL_FIT_NAME || column == PLIMSOLL_FIT_DECODE
      || column == PLIMSOLL_FIT_MILLION)
    add_lines (self, letters (column), end);
  else
    gtk_widget_set_parent (self->value, GTK_WIDGET (self));
  gtk_widget_add_css_class (self->icon, "accent");
  gtk_widget_set_parent (self->icon, GTK_WIDGET (self));
  if (column == PLIMSOLL_FIT_USABLE)
    {
      self->bar = plimsoll_fit_bar_new ();
      gtk_widget_set_valign (self->bar, GTK_ALIGN_CENTER);
      gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
    }
  if (column == PLIMSOLL_FIT_REQUIRED)
    gtk_widget_add_css_class (self->value, "heading");
  return GTK_WIDGET (self);
}

void
plimsoll_fit_cell_set_fit (PlimsollFitCell *self, PlimsollFitModel *model, PlimsollFit *fit)
{
  g_return_if_fail (PLIMSOLL_IS_FIT_CELL (self));

  g_set_object (&self->model, model);
  if (!g_set_object (&self->fit, fit))
    return;
  g_signal_group_set_target (self->figures, fit);
  update (self);
}

PlimsollFit *
plimsoll_fit_cell_get_fit (PlimsollFitCell *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_CELL (self), NULL);

  return self->fit;
}

PlimsollFitColumn
plimsoll_fit_cell_get_column (PlimsollFitCell *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_CELL (self), PLIMSOLL_FIT_NAME);

  return self->column;
}

void
plimsoll_fit_cell_set_chosen (PlimsollFitCell *self, gboolean chosen)
{
  GtkWidget *row;

  g_return_if_fail (PLIMSOLL_IS_FIT_CELL (self));

  self->chosen = chosen;
  gtk_widget_set_visible (self->icon, chosen);
  row = gtk_widget_get_parent (GTK_WIDGET (self));
  row = row != NULL ? gtk_widget_get_parent (row) : NULL;
  if (row == NULL)
    return;
  if (chosen)
    gtk_widget_add_css_class (row, "chosen");
  else
    gtk_widget_remove_css_class (row, "chosen");
}

char *
plimsoll_fit_cell_describe (PlimsollFitCell *self)
{
  const PlimsollFitColumnInfo *info;
  g_autofree char *text = NULL, *unit = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_FIT_CELL (self), NULL);

  info = plimsoll_fit_column_info (self->column);
  if (self->fit == NULL)
    return g_strdup (_(info->meaning));
  text = plimsoll_fit_get_text (self->fit, self->column);
  if (self->column == PLIMSOLL_FIT_NAME || self->column == PLIMSOLL_FIT_VERDICT)
    return g_steal_pointer (&text);
  if (isnan (plimsoll_fit_get_value (self->fit, self->column)))
    /* Translators: what a column shows, of which this figure is not known or does not exist:
     * "Longest context that fits: none, or unknown". */
    return g_strdup_printf (_("%s: none, or unknown"), _(info->meaning));
  if (self->column == PLIMSOLL_FIT_MILLION)
    /* Translators: what a column shows, the figure, and whether that is of what is bought or
     * rented. */
    return g_strdup_printf (_("%s: %s, %s"), _(info->meaning), text,
                            basis_of (plimsoll_fit_get_figures (self->fit)));
  if (info->unit == NULL)
    /* Translators: what a column shows, and the figure: "Longest context that fits: 42K". */
    return g_strdup_printf (_("%s: %s"), _(info->meaning), text);
  unit = plimsoll_format_in_unit (_(info->unit));
  /* Translators: what a column shows, the figure, and its unit. */
  return g_strdup_printf (_("%s: %s %s"), _(info->meaning), text, unit);
}
