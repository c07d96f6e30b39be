/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-page-set-private.h"

#include <math.h>

/* Below the rule of the head, and above that of the foot. */
#define HEAD 71.0
#define FOOT 82.0

/* After a block, and before a section. */
#define AFTER_TABLE 13.0
#define AFTER_TEXT 5.5
#define AFTER_HEADING 4.0
#define AFTER_CODE 10.0
#define AFTER_PICTURE 10.0
#define BEFORE_SECTION 7.0
#define BEFORE_HEADING 5.0

#define CODE_ROOM 7.0
#define VERDICT_SIGN 30.0
/* A table begins on a page only where so many of its rows have room; one of few rows stays whole.
 */
#define LEAST_ROWS 3
#define FEW_ROWS 9
/* The title is set smaller rather than in two lines, down to so much. */
#define LEAST_TITLE 14.5

/* --- Where things go --- */

static void
next_page (PlimsollPageSet *self)
{
  self->page++;
  self->n_pages = MAX (self->n_pages, self->page + 1);
  self->y = self->top;
}

static gboolean
at_top (PlimsollPageSet *self)
{
  return self->y <= self->top + 0.5;
}

/* Goes on on the next page where @height has no room on this one. */
static void
want (PlimsollPageSet *self, double height)
{
  if (self->y + height > self->bottom && !at_top (self))
    next_page (self);
}

static PlimsollItem *
add_item (PlimsollPageSet *self, PlimsollItemKind kind, double x, double width, double height)
{
  const PlimsollItem item = {
    .kind = kind,
    .page = self->page,
    .x = self->rtl ? self->width - x - width : x,
    .y = self->y,
    .width = width,
    .height = height,
  };

  g_array_append_val (self->items, item);

  return &g_array_index (self->items, PlimsollItem, self->items->len - 1);
}

static void
add_text (PlimsollPageSet *self,
          PlimsollFace face,
          const char *tag,
          PangoLayout *layout,
          double x,
          double width)
{
  PlimsollItem *item =
    add_item (self, PLIMSOLL_ITEM_TEXT, x, width, plimsoll_layout_height (layout));

  item->layout = layout;
  item->face = face;
  item->tag = tag;
}

/* --- Blocks --- */

static void
place_verdict (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  PangoLayout *layout = plimsoll_page_set_text (self, PLIMSOLL_FACE_VERDICT, NULL, block->text,
                                                width - VERDICT_SIGN, FALSE);
  const double height = plimsoll_layout_height (layout);

  want (self, height);
  add_item (self, PLIMSOLL_ITEM_VERDICT, x, VERDICT_SIGN - 8, height)->block = block;
  add_text (self, PLIMSOLL_FACE_VERDICT, "P", layout, x + VERDICT_SIGN, width - VERDICT_SIGN);
  self->y += height + 4;
}

static double
picture_height (PlimsollPageSet *self, const PlimsollBlock *block, double width)
{
  PlimsollPlotText text;

  plimsoll_page_set_plot_text (self, &text);

  return PLIMSOLL_PICTURE_SCALE
         * block->picture.height (block->picture.data, &text, width / PLIMSOLL_PICTURE_SCALE);
}

static void
place_picture (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  const double height = picture_height (self, block, width);
  const double keys =
    block->keys->len > 0 ? plimsoll_page_set_keys (self, block, NULL, x, 0, width) : 0;
  PlimsollItem *item;

  want (self, height + keys);
  item = add_item (self, PLIMSOLL_ITEM_PICTURE, x, width, height);
  item->block = block;
  item->tag = "Figure";
  self->y += height;
  if (keys > 0)
    {
      self->y += 6;
      add_item (self, PLIMSOLL_ITEM_KEYS, x, width, keys)->block = block;
      self->y += keys;
    }
  self->y += AFTER_PICTURE;
}

static void
place_heading (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  PangoLayout *layout =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_HEADING, NULL, block->text, width, FALSE);

  if (!at_top (self))
    self->y += BEFORE_HEADING;
  add_text (self, PLIMSOLL_FACE_HEADING, "H3", layout, x, width);
  self->y += plimsoll_layout_height (layout) + AFTER_HEADING;
}

static void
place_paragraph (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  PangoLayout *layout =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_TEXT, block->lead, block->text, width, FALSE);
  const double height = plimsoll_layout_height (layout);

  want (self, height);
  add_text (self, PLIMSOLL_FACE_TEXT, "P", layout, x, width);
  self->y += height + AFTER_TEXT;
}

static void
place_code (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  PangoLayout *layout = plimsoll_page_set_text (self, PLIMSOLL_FACE_CODE, NULL, block->text,
                                                width - 2 * CODE_ROOM, FALSE);
  const double height = plimsoll_layout_height (layout) + 2 * CODE_ROOM;
  PlimsollItem *item;

  pango_layout_set_alignment (layout, PANGO_ALIGN_LEFT);
  pango_layout_set_auto_dir (layout, FALSE);
  want (self, height);
  item = add_item (self, PLIMSOLL_ITEM_CODE, x, width, height);
  item->layout = layout;
  item->face = PLIMSOLL_FACE_CODE;
  item->tag = "P";
  self->y += height + AFTER_CODE;
}

static double
heights_of (const PlimsollTableSet *set, guint from, guint to)
{
  double sum = set->heights[0];

  for (guint row = from; row < to; row++)
    sum += set->heights[row + 1];

  return sum;
}

static guint
rows_at_once (const PlimsollTable *table)
{
  const guint n = plimsoll_table_get_n_rows (table);

  return n <= FEW_ROWS ? n : LEAST_ROWS;
}

/* Rows stay whole; on each page the heading comes again. */
static void
place_table (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  PlimsollTableSet *set = plimsoll_page_set_table (self, block->table, width);
  guint from = 0;

  want (self, heights_of (set, 0, rows_at_once (block->table)));
  do
    {
      PlimsollItem *item;
      guint to = from;

      if (from > 0)
        next_page (self);
      while (to < set->n_rows && self->y + heights_of (set, from, to + 1) <= self->bottom)
        to++;
      /* One that is higher than a page is cut rather than never drawn. */
      if (to == from && to < set->n_rows)
        to++;
      item = add_item (self, PLIMSOLL_ITEM_TABLE, x, width, heights_of (set, from, to));
      item->set = set;
      item->from = from;
      item->to = to;
      item->tag = "Table";
      self->y += item->height;
      from = to;
    }
  while (from < set->n_rows);

  self->y += AFTER_TABLE;
}

static void
place_block (PlimsollPageSet *self, const PlimsollBlock *block, double x, double width)
{
  switch (block->kind)
    {
    case PLIMSOLL_BLOCK_VERDICT:
      place_verdict (self, block, x, width);
      break;
    case PLIMSOLL_BLOCK_PICTURE:
      place_picture (self, block, x, width);
      break;
    case PLIMSOLL_BLOCK_HEADING:
      place_heading (self, block, x, width);
      break;
    case PLIMSOLL_BLOCK_PARAGRAPH:
      place_paragraph (self, block, x, width);
      break;
    case PLIMSOLL_BLOCK_CODE:
      place_code (self, block, x, width);
      break;
    case PLIMSOLL_BLOCK_TABLE:
    default:
      place_table (self, block, x, width);
      break;
    }
}

/* --- Side by side --- */

static double
content_width (PlimsollPageSet *self)
{
  return self->width - 2 * PLIMSOLL_PAGE_SIDE;
}

static void
column_of (PlimsollPageSet *self, PlimsollBlockPlace place, double *x, double *width)
{
  const double start = (content_width (self) - PLIMSOLL_PAGE_GAP) * PLIMSOLL_PAGE_START_SHARE;

  *x = PLIMSOLL_PAGE_SIDE;
  *width = content_width (self);
  if (place == PLIMSOLL_PLACE_START)
    *width = start;
  else if (place == PLIMSOLL_PLACE_END)
    {
      *x += start + PLIMSOLL_PAGE_GAP;
      *width -= start + PLIMSOLL_PAGE_GAP;
    }
}

/* How far down @blocks reach, without leaving anything behind. */
static double
measure (PlimsollPageSet *self,
         const GPtrArray *blocks,
         guint from,
         guint to,
         PlimsollBlockPlace place)
{
  const double bottom = self->bottom, y = self->y;
  const guint n_items = self->items->len, page = self->page;
  double x, width, height;

  column_of (self, place, &x, &width);
  self->bottom = (double) INFINITY;
  for (guint i = from; i < to; i++)
    if (((PlimsollBlock *) blocks->pdata[i])->place == place)
      place_block (self, blocks->pdata[i], x, width);
  height = self->y - y;
  g_array_set_size (self->items, n_items);
  self->bottom = bottom;
  self->y = y;
  g_assert (self->page == page);

  return height;
}

/* What is side by side stays on one page, where it can. */
static void
place_beside (PlimsollPageSet *self, const GPtrArray *blocks, guint from, guint to)
{
  const double start = measure (self, blocks, from, to, PLIMSOLL_PLACE_START);
  const double end = measure (self, blocks, from, to, PLIMSOLL_PLACE_END);
  double top, lowest;
  guint page, last;

  want (self, MAX (start, end) - AFTER_TABLE);
  top = lowest = self->y;
  page = last = self->page;
  for (PlimsollBlockPlace place = PLIMSOLL_PLACE_START; place <= PLIMSOLL_PLACE_END; place++)
    {
      double x, width;

      column_of (self, place, &x, &width);
      self->page = page;
      self->y = top;
      for (guint i = from; i < to; i++)
        if (((PlimsollBlock *) blocks->pdata[i])->place == place)
          place_block (self, blocks->pdata[i], x, width);
      if (self->page > last || (self->page == last && self->y > lowest))
        lowest = self->y;
      last = MAX (last, self->page);
    }
  self->page = last;
  self->y = lowest;
}

/* --- Sections --- */

/* What has to stand below a heading for it to stand there. */
static double
least_of (PlimsollPageSet *self, const GPtrArray *blocks, guint at)
{
  const PlimsollBlock *block = at < blocks->len ? blocks->pdata[at] : NULL;
  double x, width;

  if (block == NULL)
    return 0;
  column_of (self, block->place, &x, &width);
  switch (block->kind)
    {
    case PLIMSOLL_BLOCK_PICTURE:
      return picture_height (self, block, width);
    case PLIMSOLL_BLOCK_HEADING:
      return 20 + least_of (self, blocks, at + 1);
    case PLIMSOLL_BLOCK_TABLE:
      return 19.0 * (1 + rows_at_once (block->table));
    case PLIMSOLL_BLOCK_CODE:
      return 60;
    case PLIMSOLL_BLOCK_VERDICT:
    case PLIMSOLL_BLOCK_PARAGRAPH:
      return 26 + (block->place == PLIMSOLL_PLACE_WHOLE ? least_of (self, blocks, at + 1) : 0);
    default:
      return 30;
    }
}

static void
add_mark (PlimsollPageSet *self, const PlimsollSection *section)
{
  const PlimsollPageMark mark = {
    .title = section->title,
    .id = section->id,
    .page = self->page,
    .x = PLIMSOLL_PAGE_SIDE,
    .y = MAX (self->y - 12, 0),
  };

  g_array_append_val (self->marks, mark);
}

static void
place_section (PlimsollPageSet *self, const PlimsollSection *section)
{
  const GPtrArray *blocks = section->blocks;

  if (!at_top (self))
    self->y += BEFORE_SECTION;
  if (!section->quiet)
    {
      PangoLayout *layout = plimsoll_page_set_text (self, PLIMSOLL_FACE_SECTION, NULL,
                                                    section->title, content_width (self), FALSE);
      const double height = plimsoll_layout_height (layout);

      want (self, height + 8 + least_of (self, blocks, 0));
      add_mark (self, section);
      add_text (self, PLIMSOLL_FACE_SECTION, "H2", layout, PLIMSOLL_PAGE_SIDE,
                content_width (self));
      self->y += height + 6;
    }
  else
    {
      want (self, least_of (self, blocks, 0));
      add_mark (self, section);
    }

  for (guint i = 0, to; i < blocks->len; i = to)
    {
      const PlimsollBlock *block = blocks->pdata[i];

      to = i + 1;
      if (block->place == PLIMSOLL_PLACE_WHOLE)
        {
          if (block->kind == PLIMSOLL_BLOCK_HEADING)
            want (self, 20 + least_of (self, blocks, i + 1));
          place_block (self, block, PLIMSOLL_PAGE_SIDE, content_width (self));
          continue;
        }
      while (to < blocks->len
             && ((PlimsollBlock *) blocks->pdata[to])->place != PLIMSOLL_PLACE_WHOLE)
        to++;
      place_beside (self, blocks, i, to);
    }
}

static void
fit_title (PlimsollPageSet *self, PangoLayout *title)
{
  g_autoptr (PangoFontDescription) face =
    pango_font_description_copy (self->faces[PLIMSOLL_FACE_TITLE]);

  for (double size = pango_units_to_double (pango_font_description_get_size (face));
       size >= LEAST_TITLE && pango_layout_get_line_count (title) > 1; size -= 0.5)
    {
      pango_font_description_set_size (face, pango_units_from_double (size));
      pango_layout_set_font_description (title, face);
    }
  /* What takes several lines all the same has its size. */
  if (pango_layout_get_line_count (title) > 1)
    pango_layout_set_font_description (title, self->faces[PLIMSOLL_FACE_TITLE]);
}

static void
place_title (PlimsollPageSet *self)
{
  const double width = content_width (self);
  PangoLayout *title =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_TITLE, NULL,
                            plimsoll_document_get_title (self->document), width, FALSE);
  PangoLayout *question =
    plimsoll_page_set_text (self, PLIMSOLL_FACE_QUESTION, NULL,
                            plimsoll_document_get_question (self->document), width, FALSE);

  fit_title (self, title);
  pango_layout_set_height (title, -3);
  pango_layout_set_ellipsize (title, PANGO_ELLIPSIZE_END);
  add_text (self, PLIMSOLL_FACE_TITLE, "H1", title, PLIMSOLL_PAGE_SIDE, width);
  self->y += plimsoll_layout_height (title) + 3;
  add_text (self, PLIMSOLL_FACE_QUESTION, "P", question, PLIMSOLL_PAGE_SIDE, width);
  self->y += plimsoll_layout_height (question) + 12;
}

/* --- Making them --- */

static void
set_free (gpointer data)
{
  PlimsollTableSet *set = data;

  for (guint i = 0; i < set->n_columns * (set->n_rows + 1); i++)
    g_object_unref (set->layouts[i]);
  g_free (set->layouts);
  g_free (set->x);
  g_free (set->widths);
  g_free (set->heights);
  g_free (set);
}

static void
item_clear (gpointer data)
{
  PlimsollItem *item = data;

  g_clear_object (&item->layout);
}

PlimsollPageSet *
plimsoll_page_set_new (PlimsollDocument *document, double width, double height)
{
  PlimsollPageSet *self;
  const GPtrArray *sections;
  const char *sources;

  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (document), NULL);

  self = g_new0 (PlimsollPageSet, 1);
  self->document = g_object_ref (document);
  self->width = width;
  self->height = height;
  self->rtl = plimsoll_document_get_rtl (document);
  plimsoll_page_set_make_faces (self);
  self->items = g_array_new (FALSE, FALSE, sizeof (PlimsollItem));
  g_array_set_clear_func (self->items, item_clear);
  self->sets = g_ptr_array_new_with_free_func (set_free);
  self->marks = g_array_new (FALSE, FALSE, sizeof (PlimsollPageMark));
  self->top = self->y = HEAD;
  self->bottom = height - FOOT;
  self->n_pages = 1;

  sources = plimsoll_document_get_sources (document);
  if (sources != NULL)
    {
      self->sources = plimsoll_page_set_text (self, PLIMSOLL_FACE_FOOT, NULL, sources,
                                              content_width (self) - 90, FALSE);
      pango_layout_set_height (self->sources, -3);
      pango_layout_set_ellipsize (self->sources, PANGO_ELLIPSIZE_END);
    }
  place_title (self);
  sections = plimsoll_document_get_sections (document);
  for (guint i = 0; i < sections->len; i++)
    place_section (self, sections->pdata[i]);

  return self;
}

void
plimsoll_page_set_free (PlimsollPageSet *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->items);
  g_ptr_array_unref (self->sets);
  g_array_unref (self->marks);
  g_clear_object (&self->sources);
  for (guint i = 0; i < PLIMSOLL_N_FACES; i++)
    pango_font_description_free (self->faces[i]);
  g_object_unref (self->context);
  g_object_unref (self->plot_context);
  g_object_unref (self->fonts);
  g_object_unref (self->document);
  g_free (self);
}

guint
plimsoll_page_set_get_n_pages (PlimsollPageSet *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_pages;
}

const PlimsollPageMark *
plimsoll_page_set_get_marks (PlimsollPageSet *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = self->marks->len;

  return (const PlimsollPageMark *) (gpointer) self->marks->data;
}
