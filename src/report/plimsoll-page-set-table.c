/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-page-set-private.h"

#include <math.h>

/* Between columns, and at both ends of a row. */
#define COLUMN_GAP 12.0
#define ROW_INSET 1.5
/* More rows than so many stand closer. */
#define MANY_ROWS 16
#define ROW_ROOM 7.4
#define ROW_ROOM_MANY 4.4
/* Narrower than so much no text is broken. */
#define LEAST_TEXT 42.0

static PangoLayout **
layout_of (PlimsollTableSet *set, guint line, guint column)
{
  return &set->layouts[line * set->n_columns + column];
}

/* The heading is line 0. */
static const char *
words_of (const PlimsollTableSet *set, guint line, guint column)
{
  return line == 0 ? plimsoll_table_get_title (set->table, column)
                   : plimsoll_table_get_text (set->table, line - 1, column);
}

static gboolean
is_number (const PlimsollTableSet *set, guint column)
{
  return plimsoll_table_get_kind (set->table, column) == PLIMSOLL_COLUMN_NUMBER;
}

static void
set_words (PlimsollPageSet *self, PlimsollTableSet *set)
{
  for (guint line = 0; line <= set->n_rows; line++)
    for (guint i = 0; i < set->n_columns; i++)
      {
        const gboolean strong = line == 0 || plimsoll_table_is_strong (set->table, line - 1);
        PangoLayout *layout =
          plimsoll_page_set_text (self, strong ? PLIMSOLL_FACE_TABLE_STRONG : PLIMSOLL_FACE_TABLE,
                                  NULL, words_of (set, line, i), -1, is_number (set, i));

        *layout_of (set, line, i) = layout;
        set->widths[i] = MAX (set->widths[i], ceil (plimsoll_layout_width (layout)) + 0.5);
      }
}

/* Columns of text that are wider than their share are broken; numbers never are. */
static void
shrink (PlimsollTableSet *set, double room)
{
  guint n = 0;

  for (guint i = 0; i < set->n_columns; i++)
    if (is_number (set, i))
      room -= set->widths[i];
    else
      n++;

  for (gboolean settled = FALSE; !settled && n > 0;)
    {
      const double share = MAX (room / n, LEAST_TEXT);

      settled = TRUE;
      for (guint i = 0; i < set->n_columns; i++)
        if (!is_number (set, i) && set->widths[i] > 0 && set->widths[i] <= share)
          {
            /* It has its room; what it leaves is the others'. Told by its sign. */
            room -= set->widths[i];
            set->widths[i] = -set->widths[i];
            n--;
            settled = FALSE;
          }
      if (settled)
        for (guint i = 0; i < set->n_columns; i++)
          if (!is_number (set, i) && set->widths[i] > 0)
            set->widths[i] = share;
    }
  for (guint i = 0; i < set->n_columns; i++)
    set->widths[i] = fabs (set->widths[i]);
}

/* What is left goes to columns that take it, else to the first. */
static void
widen (PlimsollTableSet *set, double rest)
{
  guint n = 0;

  for (guint i = 0; i < set->n_columns; i++)
    if (plimsoll_table_get_kind (set->table, i) == PLIMSOLL_COLUMN_WIDE)
      n++;
  if (n == 0)
    {
      set->widths[0] += rest;
      return;
    }
  for (guint i = 0; i < set->n_columns; i++)
    if (plimsoll_table_get_kind (set->table, i) == PLIMSOLL_COLUMN_WIDE)
      set->widths[i] += rest / n;
}

static double
sum_of_widths (const PlimsollTableSet *set)
{
  double sum = 0;

  for (guint i = 0; i < set->n_columns; i++)
    sum += set->widths[i];

  return sum;
}

static void
set_widths (PlimsollTableSet *set, double width)
{
  const double room = width - 2 * ROW_INSET - COLUMN_GAP * (set->n_columns - 1);
  double sum, x = ROW_INSET;

  if (sum_of_widths (set) > room)
    shrink (set, room);
  sum = sum_of_widths (set);
  if (sum <= room)
    widen (set, room - sum);
  else
    for (guint i = 0; i < set->n_columns; i++)
      set->widths[i] *= room / sum;

  for (guint i = 0; i < set->n_columns; i++)
    {
      set->x[i] = x;
      x += set->widths[i] + COLUMN_GAP;
    }
}

static void
set_heights (PlimsollTableSet *set)
{
  const double room = set->n_rows > MANY_ROWS ? ROW_ROOM_MANY : ROW_ROOM;

  set->above = room / 2;
  for (guint line = 0; line <= set->n_rows; line++)
    for (guint i = 0; i < set->n_columns; i++)
      {
        PangoLayout *layout = *layout_of (set, line, i);

        pango_layout_set_width (layout, pango_units_from_double (set->widths[i]));
        if (is_number (set, i) && line > 0)
          pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
        set->heights[line] = MAX (set->heights[line], plimsoll_layout_height (layout) + room);
      }
}

PlimsollTableSet *
plimsoll_page_set_table (PlimsollPageSet *self, const PlimsollTable *table, double width)
{
  PlimsollTableSet *set = g_new0 (PlimsollTableSet, 1);

  set->table = table;
  set->n_columns = plimsoll_table_get_n_columns (table);
  set->n_rows = plimsoll_table_get_n_rows (table);
  set->x = g_new0 (double, set->n_columns);
  set->widths = g_new0 (double, set->n_columns);
  set->heights = g_new0 (double, set->n_rows + 1);
  set->layouts = g_new0 (PangoLayout *, (gsize) set->n_columns * (set->n_rows + 1));
  g_ptr_array_add (self->sets, set);

  set_words (self, set);
  set_widths (set, width);
  set_heights (set);

  return set;
}
