/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-document.h"

#include <math.h>

typedef struct
{
  char *key;
  char *title;
  PlimsollColumnKind kind;
} Column;

typedef struct
{
  char *text;
  char *plain; /* (nullable): the same */
} Cell;

struct _PlimsollTable
{
  GArray *columns; /* of Column */
  GArray *cells;   /* of Cell, row by row */
  GArray *strong;  /* of gboolean, a row each */
};

static void
column_clear (gpointer data)
{
  Column *column = data;

  g_free (column->key);
  g_free (column->title);
}

static void
cell_clear (gpointer data)
{
  Cell *cell = data;

  g_free (cell->text);
  g_free (cell->plain);
}

PlimsollTable *
plimsoll_table_new (void)
{
  PlimsollTable *self = g_new0 (PlimsollTable, 1);

  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  self->strong = g_array_new (FALSE, FALSE, sizeof (gboolean));
  g_array_set_clear_func (self->columns, column_clear);
  g_array_set_clear_func (self->cells, cell_clear);

  return self;
}

void
plimsoll_table_free (PlimsollTable *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->columns);
  g_array_unref (self->cells);
  g_array_unref (self->strong);
  g_free (self);
}

void
plimsoll_table_add_column (PlimsollTable *self,
                           const char *key,
                           const char *title,
                           PlimsollColumnKind kind)
{
  const Column column = { g_strdup (key), g_strdup (title), kind };

  g_return_if_fail (self->cells->len == 0);

  g_array_append_val (self->columns, column);
}

void
plimsoll_table_add_row (PlimsollTable *self, gboolean strong)
{
  g_return_if_fail (self->cells->len == self->columns->len * self->strong->len);

  g_array_append_val (self->strong, strong);
}

void
plimsoll_table_add_cell (PlimsollTable *self, const char *text, const char *plain)
{
  const Cell cell = { g_strdup (text), g_strdup (plain) };

  g_return_if_fail (self->cells->len < self->columns->len * self->strong->len);

  g_array_append_val (self->cells, cell);
}

void
plimsoll_table_take_number (PlimsollTable *self, char *text, double value, guint decimals)
{
  char format[8];
  char number[G_ASCII_DTOSTR_BUF_SIZE] = "";

  g_snprintf (format, sizeof format, "%%.%uf", MIN (decimals, 9));
  if (!isnan (value))
    g_ascii_formatd (number, sizeof number, format, value);
  plimsoll_table_add_cell (self, text, number);
  g_free (text);
}

guint
plimsoll_table_get_n_columns (const PlimsollTable *self)
{
  return self->columns->len;
}

guint
plimsoll_table_get_n_rows (const PlimsollTable *self)
{
  return self->strong->len;
}

static const Column *
column_at (const PlimsollTable *self, guint column)
{
  g_assert (column < self->columns->len);

  return &g_array_index (self->columns, Column, column);
}

static const Cell *
cell_at (const PlimsollTable *self, guint row, guint column)
{
  const guint at = row * self->columns->len + column;

  g_assert (column < self->columns->len && at < self->cells->len);

  return &g_array_index (self->cells, Cell, at);
}

const char *
plimsoll_table_get_key (const PlimsollTable *self, guint column)
{
  return column_at (self, column)->key;
}

const char *
plimsoll_table_get_title (const PlimsollTable *self, guint column)
{
  return column_at (self, column)->title;
}

PlimsollColumnKind
plimsoll_table_get_kind (const PlimsollTable *self, guint column)
{
  return column_at (self, column)->kind;
}

gboolean
plimsoll_table_is_strong (const PlimsollTable *self, guint row)
{
  g_assert (row < self->strong->len);

  return g_array_index (self->strong, gboolean, row);
}

const char *
plimsoll_table_get_text (const PlimsollTable *self, guint row, guint column)
{
  return cell_at (self, row, column)->text;
}

const char *
plimsoll_table_get_plain (const PlimsollTable *self, guint row, guint column)
{
  const Cell *cell = cell_at (self, row, column);

  return cell->plain != NULL ? cell->plain : cell->text;
}
