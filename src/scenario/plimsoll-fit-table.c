/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-table.h"

#include "plimsoll-csv.h"
#include "plimsoll-format.h"
#include "plimsoll-scenario-enums.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)

/* --- Order --- */

typedef struct
{
  PlimsollFit *fit;
  guint position;
  double value;
  char *key;
} Sorted;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const gboolean *descending = data;
  const Sorted *one = a;
  const Sorted *other = b;
  int order = 0;

  if (one->key != NULL)
    order = g_strcmp0 (one->key, other->key);
  else if (isnan (one->value) || isnan (other->value))
    {
      /* Last, whatever the direction. */
      if (isnan (one->value) != isnan (other->value))
        return isnan (one->value) ? 1 : -1;
    }
  else
    order = (one->value > other->value) - (one->value < other->value);
  if (order != 0)
    return *descending ? -order : order;

  return (one->position > other->position) - (one->position < other->position);
}

void
plimsoll_fit_table_sort (GPtrArray *rows, PlimsollFitColumn column, gboolean descending)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, TRUE, sizeof (Sorted));

  g_return_if_fail (rows != NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      Sorted row = { .fit = g_ptr_array_index (rows, i), .position = i };

      if (column == PLIMSOLL_FIT_NAME)
        {
          g_autofree char *folded = g_utf8_casefold (plimsoll_fit_get_name (row.fit), -1);

          row.key = g_utf8_collate_key_for_filename (folded, -1);
        }
      else
        row.value = plimsoll_fit_get_value (row.fit, column);
      g_array_append_val (sorted, row);
    }

  g_array_sort_with_data (sorted, compare, &descending);
  for (guint i = 0; i < rows->len; i++)
    {
      rows->pdata[i] = g_array_index (sorted, Sorted, i).fit;
      g_free (g_array_index (sorted, Sorted, i).key);
    }
}

/* --- For people --- */

char *
plimsoll_fit_table_column_title (PlimsollFitColumn column)
{
  const PlimsollFitColumnInfo *info = plimsoll_fit_column_info (column);
  g_autofree char *unit = NULL;

  if (info->unit == NULL || g_str_equal (info->unit, info->title))
    return g_strdup (_(info->title));

  unit = plimsoll_format_in_unit (_(info->unit));
  return g_strdup_printf ("%s %s", _(info->title), unit);
}

static char *
cell (PlimsollFit *fit, PlimsollFitColumn column)
{
  return fit != NULL ? plimsoll_fit_get_text (fit, column)
                     : plimsoll_fit_table_column_title (column);
}

static gboolean
is_text (PlimsollFitColumn column)
{
  return column == PLIMSOLL_FIT_NAME || column == PLIMSOLL_FIT_PRECISION
         || column == PLIMSOLL_FIT_VERDICT;
}

static void
add_line (GString *text,
          PlimsollFit *fit,
          const PlimsollFitColumn *columns,
          const guint *widths,
          guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = cell (fit, columns[i]);

      if (i > 0)
        g_string_append (text, "  ");
      if (is_text (columns[i]) && i + 1 == n)
        g_string_append (text, value);
      else
        plimsoll_format_pad (text, value, widths[i], !is_text (columns[i]));
    }
  g_string_append_c (text, '\n');
}

char *
plimsoll_fit_table_to_text (GPtrArray *rows, const PlimsollFitColumn *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint *widths = g_new0 (guint, MAX (n, 1));

  g_return_val_if_fail (rows != NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *head = plimsoll_fit_table_column_title (columns[i]);

      widths[i] = plimsoll_format_width (head);
      for (guint r = 0; r < rows->len; r++)
        {
          g_autofree char *value = cell (g_ptr_array_index (rows, r), columns[i]);

          widths[i] = MAX (widths[i], plimsoll_format_width (value));
        }
    }

  add_line (text, NULL, columns, widths, n);
  for (guint r = 0; r < rows->len; r++)
    add_line (text, g_ptr_array_index (rows, r), columns, widths, n);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
add_tabs (GString *text, PlimsollFit *fit, const PlimsollFitColumn *columns, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = g_strdelimit (cell (fit, columns[i]), "\t\n\r", ' ');

      g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", value);
    }
  g_string_append_c (text, '\n');
}

char *
plimsoll_fit_table_to_tabs (GPtrArray *rows, const PlimsollFitColumn *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (rows != NULL, NULL);

  add_tabs (text, NULL, columns, n);
  for (guint r = 0; r < rows->len; r++)
    add_tabs (text, g_ptr_array_index (rows, r), columns, n);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* --- For programs --- */

static gboolean
is_bytes (PlimsollFitColumn column)
{
  switch (column)
    {
    case PLIMSOLL_FIT_SIZE:
    case PLIMSOLL_FIT_USABLE:
    case PLIMSOLL_FIT_AT_8K:
    case PLIMSOLL_FIT_AT_32K:
    case PLIMSOLL_FIT_REQUIRED:
      return TRUE;
    case PLIMSOLL_FIT_NAME:
    case PLIMSOLL_FIT_PARAMETERS:
    case PLIMSOLL_FIT_PRECISION:
    case PLIMSOLL_FIT_BITS:
    case PLIMSOLL_FIT_QUALITY:
    case PLIMSOLL_FIT_BANDWIDTH:
    case PLIMSOLL_FIT_LONGEST:
    case PLIMSOLL_FIT_DECODE:
    case PLIMSOLL_FIT_PREFILL:
    case PLIMSOLL_FIT_MILLION:
    case PLIMSOLL_FIT_COUNT:
    case PLIMSOLL_FIT_VERDICT:
    default:
      return FALSE;
    }
}

/* What programs call a column: "at_8k". */
static char *
member_of (PlimsollFitColumn column)
{
  switch (column)
    {
    case PLIMSOLL_FIT_QUALITY:
      return g_strdup ("loss");
    case PLIMSOLL_FIT_BANDWIDTH:
      return g_strdup ("bandwidth_gbs");
    case PLIMSOLL_FIT_LONGEST:
      return g_strdup ("longest_context");
    case PLIMSOLL_FIT_MILLION:
      return g_strdup ("per_million_output");
    case PLIMSOLL_FIT_COUNT:
      return g_strdup ("accelerators");
    case PLIMSOLL_FIT_NAME:
    case PLIMSOLL_FIT_PARAMETERS:
    case PLIMSOLL_FIT_PRECISION:
    case PLIMSOLL_FIT_BITS:
    case PLIMSOLL_FIT_SIZE:
    case PLIMSOLL_FIT_USABLE:
    case PLIMSOLL_FIT_AT_8K:
    case PLIMSOLL_FIT_AT_32K:
    case PLIMSOLL_FIT_REQUIRED:
    case PLIMSOLL_FIT_DECODE:
    case PLIMSOLL_FIT_PREFILL:
    case PLIMSOLL_FIT_VERDICT:
    default:
      return g_strdelimit (g_strdup (plimsoll_fit_column_info (column)->key), "-", '_');
    }
}

/* Returns: (nullable): what a text column says to programs. */
static const char *
plain_text (PlimsollFit *fit, PlimsollFitColumn column)
{
  const PlimsollFitFigures *figures = plimsoll_fit_get_figures (fit);

  if (column == PLIMSOLL_FIT_NAME)
    return plimsoll_fit_get_name (fit);
  if (column == PLIMSOLL_FIT_PRECISION)
    return figures->precision != NULL ? figures->precision->name : NULL;

  return plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT, (int) figures->verdict);
}

char *
plimsoll_fit_table_column_key (PlimsollFitColumn column)
{
  g_autofree char *member = member_of (column);

  return g_strconcat (member, is_bytes (column) ? "_gib" : "", NULL);
}

char *
plimsoll_fit_table_plain (PlimsollFit *fit, PlimsollFitColumn column)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  const double value = plimsoll_fit_get_value (fit, column);

  if (is_text (column))
    {
      const char *plain = plain_text (fit, column);

      return g_strdup (plain != NULL ? plain : "");
    }
  if (isnan (value))
    return g_strdup ("");

  if (is_bytes (column))
    g_ascii_formatd (number, sizeof number, "%.3f", value / GIB);
  else if (column == PLIMSOLL_FIT_BITS || column == PLIMSOLL_FIT_QUALITY
           || column == PLIMSOLL_FIT_MILLION)
    g_ascii_formatd (number, sizeof number, "%.4f", value);
  else if (column == PLIMSOLL_FIT_DECODE || column == PLIMSOLL_FIT_PREFILL)
    g_ascii_formatd (number, sizeof number, "%.2f", value);
  else
    g_ascii_formatd (number, sizeof number, "%.15g", value);

  return g_strdup (number);
}

char *
plimsoll_fit_table_to_csv (GPtrArray *rows, const PlimsollFitColumn *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (rows != NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = plimsoll_fit_table_column_key (columns[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", key);
    }
  g_string_append (text, "\r\n");

  for (guint r = 0; r < rows->len; r++)
    {
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *plain =
            plimsoll_fit_table_plain (g_ptr_array_index (rows, r), columns[i]);

          if (i > 0)
            g_string_append_c (text, ',');
          plimsoll_csv_add (text, plain);
        }
      g_string_append (text, "\r\n");
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
set_member (JsonObject *object, PlimsollFit *fit, PlimsollFitColumn column)
{
  g_autofree char *member = member_of (column);
  const double value = plimsoll_fit_get_value (fit, column);
  const char *text = is_text (column) ? plain_text (fit, column) : NULL;

  if (text != NULL)
    json_object_set_string_member (object, member, text);
  else if (is_text (column) || isnan (value))
    json_object_set_null_member (object, member);
  else if (column == PLIMSOLL_FIT_BITS || column == PLIMSOLL_FIT_QUALITY
           || column == PLIMSOLL_FIT_BANDWIDTH || column == PLIMSOLL_FIT_DECODE
           || column == PLIMSOLL_FIT_PREFILL || column == PLIMSOLL_FIT_MILLION)
    json_object_set_double_member (object, member, value);
  else
    json_object_set_int_member (object, member, (gint64) value);
  if (column == PLIMSOLL_FIT_MILLION && !isnan (value))
    json_object_set_string_member (object, "per_million_of",
                                   plimsoll_fit_get_figures (fit)->rented ? "rented" : "bought");
}

JsonArray *
plimsoll_fit_table_to_json (GPtrArray *rows, const PlimsollFitColumn *columns, guint n)
{
  JsonArray *array = json_array_new ();

  g_return_val_if_fail (rows != NULL, NULL);

  for (guint r = 0; r < rows->len; r++)
    {
      PlimsollFit *fit = g_ptr_array_index (rows, r);
      JsonObject *object = json_object_new ();

      if (plimsoll_fit_get_accelerator (fit) != NULL)
        json_object_set_string_member (
          object, "id", plimsoll_accelerator_get_id (plimsoll_fit_get_accelerator (fit)));
      else if (plimsoll_fit_get_model (fit) != NULL)
        json_object_set_string_member (object, "id",
                                       plimsoll_model_get_id (plimsoll_fit_get_model (fit)));
      for (guint i = 0; i < n; i++)
        set_member (object, fit, columns[i]);
      json_array_add_object_element (array, object);
    }

  return array;
}
