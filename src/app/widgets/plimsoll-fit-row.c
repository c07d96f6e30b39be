/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-row.h"

#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-figure-text.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollFitRow
{
  GtkWidget parent_instance;

  PlimsollFit *fit;
  GSignalGroup *figures;
  const char *verdict_class;

  GtkWidget *name;
  GtkWidget *facts;
  GtkWidget *icon;
  GtkWidget *verdict;
};

G_DEFINE_FINAL_TYPE (PlimsollFitRow, plimsoll_fit_row, GTK_TYPE_WIDGET)

static char *
describe_facts (PlimsollFit *fit)
{
  const PlimsollFitFigures *figures = plimsoll_fit_get_figures (fit);
  g_autofree char *required = plimsoll_format_gib_value (figures->required, 1);
  g_autofree char *usable = plimsoll_format_gib (figures->usable, 1);
  g_autofree char *longest = plimsoll_fit_get_text (fit, PLIMSOLL_FIT_LONGEST);
  g_autofree char *speed = plimsoll_format_speed (figures->decode.value);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autofree char *memory = NULL;

  if (figures->required == 0)
    return plimsoll_fit_get_detail (fit);
  if (figures->usable > 0)
    /* Translators: needed memory, and usable memory with its unit. */
    memory = g_strdup_printf (_("%s of %s"), required, usable);
  else
    memory = plimsoll_format_gib (figures->required, 1);
  if (plimsoll_fit_get_model (fit) != NULL && figures->precision != NULL)
    g_ptr_array_add (parts, (gpointer) figures->precision->name);
  g_ptr_array_add (parts, memory);
  if (figures->longest > 0)
    g_ptr_array_add (parts, longest);
  if (!isnan (figures->decode.value))
    g_ptr_array_add (parts, speed);
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

/* So that a line ends between two facts, and in none: not after the stroke of "tok/s" either. */
static char *
keep_whole (const char *facts)
{
  GString *text = g_string_new (facts);

  g_string_replace (text, " ", "\u00a0", 0);
  g_string_replace (text, "/", "/\u2060", 0);
  g_string_replace (text, "\u00a0·\u00a0", "\u00a0· ", 0);
  return g_string_free_and_steal (text);
}

static void
update (PlimsollFitRow *self)
{
  g_autofree char *facts = NULL, *whole = NULL;
  PlimsollVerdict verdict;

  if (self->fit == NULL)
    return;

  verdict = plimsoll_fit_get_figures (self->fit)->verdict;
  facts = describe_facts (self->fit);
  plimsoll_figure_text_set (self->name, plimsoll_fit_get_name (self->fit));
  whole = keep_whole (facts);
  plimsoll_figure_text_set (self->facts, whole);
  /* What stays as it is costs nothing. */
  if (self->verdict_class == plimsoll_verdict_class (verdict))
    return;
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), plimsoll_verdict_icon (verdict));
  gtk_label_set_label (GTK_LABEL (self->verdict), plimsoll_answer_word (verdict));
  if (self->verdict_class != NULL)
    {
      gtk_widget_remove_css_class (self->icon, self->verdict_class);
      gtk_widget_remove_css_class (self->verdict, self->verdict_class);
    }
  self->verdict_class = plimsoll_verdict_class (verdict);
  gtk_widget_add_css_class (self->icon, self->verdict_class);
  gtk_widget_add_css_class (self->verdict, self->verdict_class);
}

static void
plimsoll_fit_row_dispose (GObject *object)
{
  PlimsollFitRow *self = PLIMSOLL_FIT_ROW (object);

  g_clear_object (&self->figures);
  g_clear_object (&self->fit);
  plimsoll_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (plimsoll_fit_row_parent_class)->dispose (object);
}

static void
plimsoll_fit_row_class_init (PlimsollFitRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_fit_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "fit-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static GtkWidget *
line_new (const char *class)
{
  GtkWidget *line = gtk_label_new (NULL);

  g_object_set (line, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "lines", 2, "ellipsize",
                PANGO_ELLIPSIZE_END, "width-chars", 8, "xalign", 0.0, "hexpand", TRUE, NULL);
  gtk_widget_add_css_class (line, class);
  return line;
}

static void
plimsoll_fit_row_init (PlimsollFitRow *self)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              6);
  self->name = line_new ("heading");
  self->facts = line_new ("caption");
  gtk_widget_add_css_class (self->facts, "dimmed");
  gtk_widget_add_css_class (self->facts, "numeric");
  gtk_box_append (GTK_BOX (lines), self->name);
  gtk_box_append (GTK_BOX (lines), self->facts);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_parent (lines, GTK_WIDGET (self));

  self->icon = gtk_image_new ();
  gtk_widget_add_css_class (self->icon, "verdict-icon");
  gtk_widget_set_parent (self->icon, GTK_WIDGET (self));
  self->verdict = gtk_label_new (NULL);
  gtk_widget_set_parent (self->verdict, GTK_WIDGET (self));

  self->figures = g_signal_group_new (PLIMSOLL_TYPE_FIT);
  g_signal_group_connect_swapped (self->figures, "notify", G_CALLBACK (update), self);
}

GtkWidget *
plimsoll_fit_row_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_FIT_ROW, NULL);
}

void
plimsoll_fit_row_set_fit (PlimsollFitRow *self, PlimsollFit *fit)
{
  g_return_if_fail (PLIMSOLL_IS_FIT_ROW (self));

  if (!g_set_object (&self->fit, fit))
    return;
  g_signal_group_set_target (self->figures, fit);
  update (self);
}

PlimsollFit *
plimsoll_fit_row_get_fit (PlimsollFitRow *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIT_ROW (self), NULL);

  return self->fit;
}

char *
plimsoll_fit_row_describe (PlimsollFit *fit)
{
  g_autofree char *facts = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_FIT (fit), NULL);

  facts = describe_facts (fit);
  return g_strdup_printf ("%s, %s, %s", plimsoll_fit_get_name (fit),
                          plimsoll_answer_word (plimsoll_fit_get_figures (fit)->verdict), facts);
}
