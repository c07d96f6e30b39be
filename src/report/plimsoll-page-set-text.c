/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-page-set-private.h"

/* The desktop's own, which is drawn like the next. */
#define FAMILY "Adwaita Sans, Inter, Cantarell, Sans"
#define MONOSPACE "Adwaita Mono, Source Code Pro, DejaVu Sans Mono, Monospace"

static const struct
{
  double size;
  PangoWeight weight;
  gboolean monospace;
} faces[PLIMSOLL_N_FACES] = {
  [PLIMSOLL_FACE_TITLE] = { 19.5, PANGO_WEIGHT_BOLD, FALSE },
  [PLIMSOLL_FACE_QUESTION] = { 9.6, PANGO_WEIGHT_NORMAL, FALSE },
  [PLIMSOLL_FACE_VERDICT] = { 15, PANGO_WEIGHT_BOLD, FALSE },
  [PLIMSOLL_FACE_SECTION] = { 12.5, PANGO_WEIGHT_BOLD, FALSE },
  [PLIMSOLL_FACE_HEADING] = { 10, PANGO_WEIGHT_BOLD, FALSE },
  [PLIMSOLL_FACE_TEXT] = { 9, PANGO_WEIGHT_NORMAL, FALSE },
  [PLIMSOLL_FACE_TABLE] = { 9, PANGO_WEIGHT_NORMAL, FALSE },
  [PLIMSOLL_FACE_TABLE_STRONG] = { 9, PANGO_WEIGHT_BOLD, FALSE },
  [PLIMSOLL_FACE_CODE] = { 7.8, PANGO_WEIGHT_NORMAL, TRUE },
  [PLIMSOLL_FACE_KEY] = { 8.4, PANGO_WEIGHT_NORMAL, FALSE },
  [PLIMSOLL_FACE_BRAND] = { 9.6, PANGO_WEIGHT_BOLD, FALSE },
  [PLIMSOLL_FACE_FOOT] = { 7.6, PANGO_WEIGHT_NORMAL, FALSE },
};

static PangoContext *
context_new (PlimsollPageSet *self)
{
  PangoContext *context = pango_font_map_create_context (self->fonts);
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Words stand on paper as they were drawn, at any size. */
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  cairo_font_options_destroy (options);
  pango_cairo_context_set_resolution (context, 72);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_base_dir (context, self->rtl ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);

  return context;
}

void
plimsoll_page_set_make_faces (PlimsollPageSet *self)
{
  self->fonts = pango_cairo_font_map_new ();
  self->context = context_new (self);
  self->plot_context = context_new (self);
  for (guint i = 0; i < PLIMSOLL_N_FACES; i++)
    {
      PangoFontDescription *face = pango_font_description_new ();

      pango_font_description_set_family_static (face, faces[i].monospace ? MONOSPACE : FAMILY);
      pango_font_description_set_weight (face, faces[i].weight);
      pango_font_description_set_size (face, pango_units_from_double (faces[i].size));
      self->faces[i] = face;
    }
  pango_context_set_font_description (self->plot_context, self->faces[PLIMSOLL_FACE_TEXT]);
}

double
plimsoll_layout_height (PangoLayout *layout)
{
  int height;

  pango_layout_get_size (layout, NULL, &height);

  return pango_units_to_double (height);
}

double
plimsoll_layout_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_size (layout, &width, NULL);

  return pango_units_to_double (width);
}

static gboolean
reads_from_right (PlimsollPageSet *self, PangoLayout *layout)
{
  const char *text = pango_layout_get_text (layout);
  PangoLayoutLine *line;

  if (g_str_is_ascii (text))
    {
      for (const char *p = text; *p != '\0'; p++)
        if (g_ascii_isalpha (*p))
          return FALSE;
      return self->rtl;
    }
  line = pango_layout_get_line_readonly (layout, 0);

  return pango_layout_line_get_resolved_direction (line) == PANGO_DIRECTION_RTL;
}

static void
add_lead (PangoLayout *layout, const char *lead)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

  bold->end_index = (guint) strlen (lead);
  pango_attr_list_insert (list, bold);
  pango_layout_set_attributes (layout, list);
}

/* Figures of one width, so that they stand below each other. */
static void
add_figures (PangoLayout *layout)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();

  pango_attr_list_insert (list, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, list);
}

PangoLayout *
plimsoll_page_set_text (PlimsollPageSet *self,
                        PlimsollFace face,
                        const char *lead,
                        const char *text,
                        double width,
                        gboolean at_end)
{
  PangoLayout *layout = pango_layout_new (self->context);
  const gboolean on_right = at_end != self->rtl;

  pango_layout_set_font_description (layout, self->faces[face]);
  if (lead != NULL)
    {
      g_autofree char *whole = g_strdup_printf ("%s %s", lead, text);

      pango_layout_set_text (layout, whole, -1);
      add_lead (layout, lead);
    }
  else
    pango_layout_set_text (layout, text, -1);
  if (at_end && (face == PLIMSOLL_FACE_TABLE || face == PLIMSOLL_FACE_TABLE_STRONG))
    add_figures (layout);
  if (face == PLIMSOLL_FACE_TEXT || face == PLIMSOLL_FACE_FOOT || face == PLIMSOLL_FACE_CODE)
    pango_layout_set_line_spacing (layout, 1.12f);

  /* Pango's left is the right of text that runs from there. */
  pango_layout_set_alignment (layout, on_right != reads_from_right (self, layout)
                                        ? PANGO_ALIGN_RIGHT
                                        : PANGO_ALIGN_LEFT);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  if (width >= 0)
    pango_layout_set_width (layout, pango_units_from_double (width));

  return layout;
}

void
plimsoll_page_set_plot_text (PlimsollPageSet *self, PlimsollPlotText *text)
{
  *text = (PlimsollPlotText) {
    .context = self->plot_context,
    .variant = PLIMSOLL_INK_ON_PAPER,
    .size = 8.4 / PLIMSOLL_PICTURE_SCALE,
  };
}
