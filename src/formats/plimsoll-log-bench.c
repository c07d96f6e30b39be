/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What llama-bench prints: a table in Markdown, CSV, an array or lines of JSON, or SQL. All have
 * the same fields, but for the table, which leaves out what is at its default. */

#include "plimsoll-log-private.h"

#include <json-glib/json-glib.h>

#define MAX_CELLS 96

/* The cells of a line, without the quotes and spaces around them. */
static char **
split (const char *line, char separator, char quote)
{
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  g_autoptr (GString) cell = g_string_new (NULL);
  gboolean quoted = FALSE;
  guint n = 0;

  for (const char *c = line; n < MAX_CELLS; c++)
    {
      if (*c == '\0' || (*c == separator && !quoted))
        {
          g_strv_builder_take (cells, g_strstrip (g_utf8_make_valid (cell->str, -1)));
          g_string_truncate (cell, 0);
          n++;
          if (*c == '\0')
            break;
        }
      else if (*c == quote)
        quoted = !quoted;
      else
        g_string_append_c (cell, *c);
    }

  return g_strv_builder_end (cells);
}

static void
speed_clear (PlimsollLogSpeed *row)
{
  g_free (row->model);
  g_free (row->backend);
  g_free (row->device);
  *row = (PlimsollLogSpeed) { .ngl = -1 };
  row->model = g_strdup ("");
  row->backend = g_strdup ("");
  row->device = g_strdup ("");
}

static void
begin_row (LogLoad *self)
{
  if (self->row == NULL)
    self->row = g_new0 (PlimsollLogSpeed, 1);
  speed_clear (self->row);
}

static void
end_row (LogLoad *self)
{
  PlimsollLogSpeed *row = self->row;

  if (row != NULL && row->mean > 0 && (row->prompt > 0 || row->generated > 0)
      && self->log->speeds->len < LOG_MAX_SPEEDS)
    {
      g_ptr_array_add (self->log->speeds, g_steal_pointer (&self->row));
      if (self->log->source == PLIMSOLL_LOG_UNKNOWN)
        self->log->source = PLIMSOLL_LOG_BENCH;
    }
}

/* "pp512", "tg128 @ d4096", "pp512+tg128" */
static void
set_test (PlimsollLogSpeed *row, const char *value)
{
  const char *prompt = log_after (value, "pp");
  const char *generated = log_after (value, "tg");
  const char *depth = log_after (value, "@ d");

  if (prompt != NULL)
    log_count32 (prompt, &row->prompt);
  if (generated != NULL)
    log_count32 (generated, &row->generated);
  if (depth != NULL)
    log_count (depth, &row->depth);
}

/* "596.05 M" */
static void
set_parameters (PlimsollLogSpeed *row, const char *value)
{
  double number;

  if (log_real (value, &number) && number > 0 && number < 1e6)
    row->parameters = (guint64) (number * (strchr (value, 'B') != NULL ? 1e9 : 1e6) + 0.5);
}

static void
set_layers (PlimsollLogSpeed *row, const char *value)
{
  gint64 number = g_ascii_strtoll (value, NULL, 10);

  row->ngl = number >= 0 && number < 9999 ? (gint32) number : -1;
}

static void
set_cell (PlimsollLogSpeed *row, const char *column, const char *value)
{
  guint64 rounding;

  if (g_str_equal (column, "model") || g_str_equal (column, "model_type"))
    log_set_text (&row->model, value, strlen (value));
  else if (g_str_equal (column, "backend") || g_str_equal (column, "backends"))
    log_set_text (&row->backend, value, strlen (value));
  else if (g_str_equal (column, "gpu_info") && *value != '\0')
    log_set_text (&row->device, value, strlen (value));
  else if (g_str_equal (column, "size"))
    log_bytes (value, TRUE, &row->model_bytes, &rounding);
  else if (g_str_equal (column, "model_size"))
    log_count (value, &row->model_bytes);
  else if (g_str_equal (column, "params"))
    set_parameters (row, value);
  else if (g_str_equal (column, "model_n_params"))
    log_count (value, &row->parameters);
  else if (g_str_equal (column, "ngl") || g_str_equal (column, "n_gpu_layers"))
    set_layers (row, value);
  else if (g_str_equal (column, "n_cpu_moe"))
    log_count32 (value, &row->n_cpu_moe);
  else if (g_str_equal (column, "test"))
    set_test (row, value);
  else if (g_str_equal (column, "n_prompt"))
    log_count32 (value, &row->prompt);
  else if (g_str_equal (column, "n_gen"))
    log_count32 (value, &row->generated);
  else if (g_str_equal (column, "n_depth"))
    log_count (value, &row->depth);
  else if (g_str_equal (column, "t/s"))
    {
      const char *deviation = log_after (value, "±");

      log_real (value, &row->mean);
      if (deviation != NULL)
        log_real (deviation, &row->deviation);
    }
  else if (g_str_equal (column, "avg_ts"))
    log_real (value, &row->mean);
  else if (g_str_equal (column, "stddev_ts"))
    log_real (value, &row->deviation);
}

static void
take_cells (LogLoad *self, char **columns, char **cells)
{
  begin_row (self);
  for (gsize i = 0; columns[i] != NULL && cells[i] != NULL; i++)
    set_cell (self->row, columns[i], cells[i]);
  end_row (self);
}

static gboolean
take_table (LogLoad *self, const char *line)
{
  const gboolean is_markdown = *line == '|';
  const char separator = is_markdown ? '|' : ',';
  g_auto (GStrv) cells = NULL;

  if (is_markdown ? strstr (line, "t/s |") != NULL && strstr (line, " test |") != NULL
                  : strstr (line, "n_prompt") != NULL && strstr (line, ",avg_ts") != NULL
                      && *line != '{' && *line != '[' && strstr (line, "INSERT") == NULL)
    {
      g_strfreev (self->columns);
      self->columns = split (line, separator, '"');
      self->separator = separator;
      return TRUE;
    }

  if (self->columns == NULL || self->separator != separator || (separator == ',' && *line != '"'))
    return FALSE;

  cells = split (line, separator, '"');
  if (g_strv_length (cells) != g_strv_length (self->columns))
    return FALSE;
  if (strstr (line, "--") == NULL || !is_markdown)
    take_cells (self, self->columns, cells);

  return TRUE;
}

static gboolean
take_sql (LogLoad *self, const char *line)
{
  const char *names = log_after (line, "INSERT INTO llama_bench (");
  const char *values = log_after (line, ") VALUES (");
  g_autofree char *head = NULL;
  g_autofree char *tail = NULL;
  g_auto (GStrv) columns = NULL;
  g_auto (GStrv) cells = NULL;

  if (names == NULL || values == NULL || values < names)
    return FALSE;

  head = g_strndup (names, (gsize) (values - strlen (") VALUES (") - names));
  tail = g_strdup (values);
  if (strrchr (tail, ')') != NULL)
    *strrchr (tail, ')') = '\0';
  columns = split (head, ',', '\'');
  cells = split (tail, ',', '\'');
  take_cells (self, columns, cells);

  return TRUE;
}

static void
set_member (JsonObject *object, const char *name, JsonNode *node, gpointer data)
{
  PlimsollLogSpeed *row = data;
  g_autofree char *value = NULL;

  if (!JSON_NODE_HOLDS_VALUE (node))
    return;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    value = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      value = g_strdup (g_ascii_dtostr (text, sizeof text, json_node_get_double (node)));
    }
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    value = g_strdup (json_node_get_string (node));
  if (value != NULL)
    set_cell (row, name, value);
}

static void
take_object (LogLoad *self, JsonNode *node)
{
  if (!JSON_NODE_HOLDS_OBJECT (node)
      || !json_object_has_member (json_node_get_object (node), "avg_ts"))
    return;
  begin_row (self);
  json_object_foreach_member (json_node_get_object (node), set_member, self->row);
  end_row (self);
}

/* An object, or an array of them, in one line. */
static gboolean
take_json_line (LogLoad *self, const char *line)
{
  g_autoptr (JsonParser) parser = NULL;
  JsonNode *root;

  if ((*line != '{' && *line != '[') || strstr (line, "\"avg_ts\"") == NULL
      || !g_utf8_validate (line, -1, NULL))
    return FALSE;

  parser = json_parser_new ();
  if (!json_parser_load_from_data (parser, line, -1, NULL))
    return FALSE;
  root = json_parser_get_root (parser);
  if (root == NULL)
    return FALSE;
  if (JSON_NODE_HOLDS_ARRAY (root))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (root)); i++)
      take_object (self, json_array_get_element (json_node_get_array (root), i));
  else
    take_object (self, root);

  return TRUE;
}

/* An array written out, a member a line. */
static gboolean
take_json_member (LogLoad *self, const char *line)
{
  g_auto (GStrv) parts = NULL;
  const char *start = line + strspn (line, " ");
  const char *colon;
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;

  if (g_str_equal (start, "{"))
    {
      begin_row (self);
      return FALSE;
    }
  if (self->row == NULL)
    return FALSE;
  if (g_str_equal (start, "}") || g_str_equal (start, "},"))
    {
      end_row (self);
      return FALSE;
    }
  if (*start != '"' || (colon = strstr (start, "\": ")) == NULL)
    return FALSE;

  name = g_strndup (start + 1, MIN ((gsize) (colon - start - 1), 64));
  value = g_strdup (colon + 3);
  if (g_str_has_suffix (value, ","))
    value[strlen (value) - 1] = '\0';
  if (*value == '"')
    {
      memmove (value, value + 1, strlen (value));
      if (g_str_has_suffix (value, "\""))
        value[strlen (value) - 1] = '\0';
    }
  set_cell (self->row, name, value);

  return FALSE;
}

gboolean
log_take_bench (LogLoad *self, const char *line)
{
  return take_table (self, line) || take_sql (self, line) || take_json_line (self, line)
         || take_json_member (self, line);
}
