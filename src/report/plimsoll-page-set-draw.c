/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-page-set-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define RULE 0.7
#define FINE_RULE 0.4
#define HEAD_RULE 1.4
#define HEAD_Y 57.0
#define FOOT_Y 70.0 /* from the lower edge */

#define CODE_ROOM 7.0
#define CODE_CORNER 3.0
#define SWATCH 8.0
#define KEY_GAP 15.0

static void
set_ink (cairo_t *cr, PlimsollInk ink)
{
  plimsoll_ink_set (cr, PLIMSOLL_INK_ON_PAPER, ink, 1.0);
}

static void
rule (cairo_t *cr, double x, double y, double width, double thickness, PlimsollInk ink)
{
  cairo_save (cr);
  set_ink (cr, ink);
  cairo_set_line_width (cr, thickness);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + width, y);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
show (cairo_t *cr, PangoLayout *layout, double x, double y)
{
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  /* Else the next arc begins with a line from here. */
  cairo_new_path (cr);
}

/* --- Head and foot --- */

/* The mark of the program, around the middle of its ring. */
static void
draw_brand_mark (cairo_t *cr, double x, double y)
{
  cairo_save (cr);
  set_ink (cr, PLIMSOLL_INK_MARK);
  cairo_set_line_width (cr, 1.7);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_arc (cr, x, y, 5.9, 0, 2 * G_PI);
  cairo_stroke (cr);
  cairo_move_to (cr, x - 10.2, y);
  cairo_line_to (cr, x + 10.2, y);
  cairo_move_to (cr, x - 4.4, y - 9.2);
  cairo_line_to (cr, x + 4.4, y - 9.2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static double
mirrored (PlimsollPageSet *self, double x, double width)
{
  return self->rtl ? self->width - x - width : x;
}

static void
draw_head (PlimsollPageSet *self, guint page, cairo_t *cr)
{
  const double width = self->width - 2 * PLIMSOLL_PAGE_SIDE, after = width * 0.72;
  g_autofree char *date = plimsoll_document_format_date (self->document);
  /* Translators: at the head of a page; the day on which it was made. */
  g_autofree char *about =
    page == 0 ? g_strdup_printf (_("Sizing report · %s"), date)
              : g_strdup_printf ("%s · %s", plimsoll_document_get_title (self->document), date);
  g_autoptr (PangoLayout) brand =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_BRAND, NULL, "Plimsoll", width - after, FALSE);
  g_autoptr (PangoLayout) right =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_TEXT, NULL, about, after, TRUE);
  const double y = HEAD_Y - 16;

  pango_layout_set_ellipsize (right, PANGO_ELLIPSIZE_MIDDLE);
  draw_brand_mark (cr, mirrored (self, PLIMSOLL_PAGE_SIDE + 10.5, 0), y);
  set_ink (cr, PLIMSOLL_INK_TEXT);
  show (cr, brand, mirrored (self, PLIMSOLL_PAGE_SIDE + 30, width - after),
        y - plimsoll_layout_height (brand) / 2);
  set_ink (cr, PLIMSOLL_INK_DIM);
  show (cr, right, mirrored (self, PLIMSOLL_PAGE_SIDE + width - after, after),
        y - plimsoll_layout_height (right) / 2);
  rule (cr, PLIMSOLL_PAGE_SIDE, HEAD_Y, width, HEAD_RULE, PLIMSOLL_INK_MARK);
}

static void
draw_foot (PlimsollPageSet *self, guint page, cairo_t *cr)
{
  const double width = self->width - 2 * PLIMSOLL_PAGE_SIDE, y = self->height - FOOT_Y;
  /* Translators: a page, and how many there are. */
  g_autofree char *number = g_strdup_printf (_("Page %u of %u"), page + 1, self->n_pages);
  g_autoptr (PangoLayout) layout =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_FOOT, NULL, number, 80, TRUE);

  rule (cr, PLIMSOLL_PAGE_SIDE, y, width, RULE, PLIMSOLL_INK_DIM);
  set_ink (cr, PLIMSOLL_INK_DIM);
  if (self->sources != NULL)
    show (cr, self->sources, mirrored (self, PLIMSOLL_PAGE_SIDE, width - 90), y + 7);
  show (cr, layout, mirrored (self, PLIMSOLL_PAGE_SIDE + width - 80, 80), y + 7);
}

/* --- The verdict's sign: four outlines, told apart without colour --- */

static void
trace_polygon (cairo_t *cr, double x, double y, double radius, guint n, double turn)
{
  cairo_new_sub_path (cr);
  for (guint i = 0; i < n; i++)
    {
      const double angle = turn + 2 * G_PI * i / n;

      cairo_line_to (cr, x + radius * cos (angle), y + radius * sin (angle));
    }
  cairo_close_path (cr);
}

static void
trace_glyph (cairo_t *cr, PlimsollVerdict verdict, double x, double y)
{
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      cairo_move_to (cr, x - 4, y + 0.4);
      cairo_line_to (cr, x - 1.2, y + 3.2);
      cairo_line_to (cr, x + 4.2, y - 3);
      break;
    case PLIMSOLL_VERDICT_TIGHT:
      cairo_move_to (cr, x, y - 2.6);
      cairo_line_to (cr, x, y + 1.2);
      cairo_move_to (cr, x, y + 4);
      cairo_line_to (cr, x, y + 4.1);
      break;
    case PLIMSOLL_VERDICT_OFFLOAD:
      cairo_move_to (cr, x, y - 4.2);
      cairo_line_to (cr, x, y + 4);
      cairo_move_to (cr, x - 3.4, y + 0.8);
      cairo_line_to (cr, x, y + 4.2);
      cairo_line_to (cr, x + 3.4, y + 0.8);
      break;
    case PLIMSOLL_VERDICT_EXCEEDS:
      cairo_move_to (cr, x - 3.2, y - 3.2);
      cairo_line_to (cr, x + 3.2, y + 3.2);
      cairo_move_to (cr, x + 3.2, y - 3.2);
      cairo_line_to (cr, x - 3.2, y + 3.2);
      break;
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      cairo_move_to (cr, x - 3.4, y);
      cairo_line_to (cr, x + 3.4, y);
      break;
    }
}

static void
draw_verdict (cairo_t *cr, const PlimsollItem *item)
{
  const PlimsollVerdict verdict = item->block->verdict;
  const double x = item->x + item->width / 2, y = item->y + MIN (item->height, 20) / 2;

  cairo_save (cr);
  set_ink (cr, PLIMSOLL_INK_MARK);
  cairo_set_line_width (cr, 1.6);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_TIGHT:
      trace_polygon (cr, x, y + 1.4, 11, 3, -G_PI_2);
      break;
    case PLIMSOLL_VERDICT_OFFLOAD:
      trace_polygon (cr, x, y, 12, 4, G_PI_4);
      break;
    case PLIMSOLL_VERDICT_EXCEEDS:
      trace_polygon (cr, x, y, 10, 8, G_PI / 8);
      break;
    case PLIMSOLL_VERDICT_FITS:
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, 9.4, 0, 2 * G_PI);
      break;
    }
  cairo_stroke (cr);
  set_ink (cr, verdict == PLIMSOLL_VERDICT_FITS ? PLIMSOLL_INK_WEIGHTS : PLIMSOLL_INK_MARK);
  cairo_set_line_width (cr, 1.9);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  trace_glyph (cr, verdict, x, y);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* --- Blocks --- */

static void
draw_picture (PlimsollPageSet *self, cairo_t *cr, const PlimsollItem *item)
{
  PlimsollPlotText text;

  plimsoll_page_set_plot_text (self, &text);
  cairo_save (cr);
  cairo_translate (cr, item->x, item->y);
  cairo_scale (cr, PLIMSOLL_PICTURE_SCALE, PLIMSOLL_PICTURE_SCALE);
  item->block->picture.draw (item->block->picture.data, &text, cr,
                             item->width / PLIMSOLL_PICTURE_SCALE, self->rtl);
  cairo_restore (cr);
}

double
plimsoll_page_set_keys (PlimsollPageSet *self,
                        const PlimsollBlock *block,
                        cairo_t *cr,
                        double x,
                        double y,
                        double width)
{
  double at = 0, below = 0, height = 0;

  for (guint i = 0; i < block->keys->len; i++)
    {
      const PlimsollKey *key = &g_array_index (block->keys, PlimsollKey, i);
      g_autoptr (PangoLayout) layout =
        plimsoll_page_set_text (self, PLIMSOLL_FACE_KEY, NULL, key->label, -1, FALSE);
      const double needs = SWATCH + 5 + plimsoll_layout_width (layout);

      height = plimsoll_layout_height (layout);
      if (at > 0 && at + needs > width)
        {
          at = 0;
          below += height + 4;
        }
      if (cr != NULL)
        {
          const double start = self->rtl ? x + width - at : x + at;

          plimsoll_ink_fill (cr, PLIMSOLL_INK_ON_PAPER, key->ink,
                             self->rtl ? start - SWATCH : start, y + below + (height - SWATCH) / 2,
                             SWATCH, SWATCH, 0.5);
          set_ink (cr, PLIMSOLL_INK_DIM);
          show (cr, layout, self->rtl ? start - needs : start + SWATCH + 5, y + below);
        }
      at += needs + KEY_GAP;
    }

  return below + height;
}

static void
draw_code (cairo_t *cr, const PlimsollItem *item)
{
  const double right = item->x + item->width, bottom = item->y + item->height, r = CODE_CORNER;

  cairo_save (cr);
  cairo_new_sub_path (cr);
  cairo_arc (cr, right - r, item->y + r, r, -G_PI_2, 0);
  cairo_arc (cr, right - r, bottom - r, r, 0, G_PI_2);
  cairo_arc (cr, item->x + r, bottom - r, r, G_PI_2, G_PI);
  cairo_arc (cr, item->x + r, item->y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  plimsoll_ink_set (cr, PLIMSOLL_INK_ON_PAPER, PLIMSOLL_INK_GRID, 0.35);
  cairo_fill (cr);
  cairo_restore (cr);
  set_ink (cr, PLIMSOLL_INK_TEXT);
  show (cr, item->layout, item->x + CODE_ROOM, item->y + CODE_ROOM);
}

static PlimsollInk
ink_of (PlimsollFace face)
{
  switch (face)
    {
    case PLIMSOLL_FACE_SECTION:
    case PLIMSOLL_FACE_HEADING:
      return PLIMSOLL_INK_WEIGHTS;
    case PLIMSOLL_FACE_QUESTION:
    case PLIMSOLL_FACE_FOOT:
    case PLIMSOLL_FACE_KEY:
      return PLIMSOLL_INK_DIM;
    case PLIMSOLL_FACE_TITLE:
    case PLIMSOLL_FACE_VERDICT:
    case PLIMSOLL_FACE_TEXT:
    case PLIMSOLL_FACE_TABLE:
    case PLIMSOLL_FACE_TABLE_STRONG:
    case PLIMSOLL_FACE_CODE:
    case PLIMSOLL_FACE_BRAND:
    case PLIMSOLL_N_FACES:
    default:
      return PLIMSOLL_INK_TEXT;
    }
}

/* --- Tables --- */

static void
draw_row (PlimsollPageSet *self, cairo_t *cr, const PlimsollItem *item, guint line, double y)
{
  const PlimsollTableSet *set = item->set;

  cairo_tag_begin (cr, "TR", NULL);
  for (guint i = 0; i < set->n_columns; i++)
    {
      const double x =
        self->rtl ? item->x + item->width - set->x[i] - set->widths[i] : item->x + set->x[i];

      cairo_tag_begin (cr, line == 0 ? "TH" : "TD", NULL);
      set_ink (cr, PLIMSOLL_INK_TEXT);
      show (cr, set->layouts[line * set->n_columns + i], x, y + set->above);
      cairo_tag_end (cr, line == 0 ? "TH" : "TD");
    }
  cairo_tag_end (cr, "TR");
}

static void
draw_table (PlimsollPageSet *self, cairo_t *cr, const PlimsollItem *item)
{
  const PlimsollTableSet *set = item->set;
  double y = item->y;

  rule (cr, item->x, y, item->width, RULE, PLIMSOLL_INK_MARK);
  draw_row (self, cr, item, 0, y);
  y += set->heights[0];
  rule (cr, item->x, y, item->width, RULE, PLIMSOLL_INK_MARK);
  for (guint row = item->from; row < item->to; row++)
    {
      if (row > item->from)
        rule (cr, item->x, y, item->width, FINE_RULE, PLIMSOLL_INK_GRID);
      draw_row (self, cr, item, row + 1, y);
      y += set->heights[row + 1];
    }
  rule (cr, item->x, y, item->width, RULE, PLIMSOLL_INK_MARK);
}

/* --- A page --- */

static void
draw_item (PlimsollPageSet *self, cairo_t *cr, const PlimsollItem *item)
{
  if (item->tag != NULL)
    cairo_tag_begin (cr, item->tag, NULL);
  switch (item->kind)
    {
    case PLIMSOLL_ITEM_VERDICT:
      draw_verdict (cr, item);
      break;
    case PLIMSOLL_ITEM_PICTURE:
      draw_picture (self, cr, item);
      break;
    case PLIMSOLL_ITEM_KEYS:
      plimsoll_page_set_keys (self, item->block, cr, item->x, item->y, item->width);
      break;
    case PLIMSOLL_ITEM_CODE:
      draw_code (cr, item);
      break;
    case PLIMSOLL_ITEM_TABLE:
      draw_table (self, cr, item);
      break;
    case PLIMSOLL_ITEM_TEXT:
    default:
      set_ink (cr, ink_of (item->face));
      show (cr, item->layout, item->x, item->y);
      break;
    }
  if (item->tag != NULL)
    cairo_tag_end (cr, item->tag);
}

void
plimsoll_page_set_draw (PlimsollPageSet *self, guint page, cairo_t *cr)
{
  g_return_if_fail (self != NULL && page < self->n_pages);

  draw_head (self, page, cr);
  for (guint i = 0; i < self->items->len; i++)
    {
      const PlimsollItem *item = &g_array_index (self->items, PlimsollItem, i);

      if (item->page == page)
        draw_item (self, cr, item);
    }
  draw_foot (self, page, cr);
}
