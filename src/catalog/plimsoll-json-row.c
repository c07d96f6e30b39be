/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-json-row.h"

#include "plimsoll-format-error.h"

#include "plimsoll-catalog-error.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_CHARACTERS 2000
#define MAX_TEXTS 64
#define MAX_NUMBER 1e12

/* --- Documents --- */

G_GNUC_PRINTF (3, 4)
static void
set_invalid (GError **error, const char *file, const char *format, ...)
{
  g_autofree char *what = NULL;
  g_autofree char *valid = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  /* Long text is cut by bytes, and any text may be broken into lines. */
  valid = plimsoll_one_line (what, PLIMSOLL_MAX_MESSAGE);

  /* Translators: a file's name, and what is wrong with it */
  g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID, _("%s: %s"), file,
               valid);
}

static gboolean
check_document (JsonObject *object,
                const char *file,
                const char *list,
                const char *const *others,
                GError **error)
{
  static const char *const always[] = { "$schema", "format", NULL };
  JsonObjectIter iter;
  const char *member;
  JsonNode *format = json_object_get_member (object, "format");
  JsonNode *rows = json_object_get_member (object, list);

  if (format == NULL || !JSON_NODE_HOLDS_VALUE (format)
      || json_node_get_value_type (format) != G_TYPE_INT64 || json_node_get_int (format) != 1)
    {
      set_invalid (error, file, _("“format” has to be 1, the one that this version reads"));
      return FALSE;
    }

  if (rows == NULL || !JSON_NODE_HOLDS_ARRAY (rows))
    {
      set_invalid (error, file, _("“%s” has to be a list"), list);
      return FALSE;
    }

  if (json_array_get_length (json_node_get_array (rows)) > PLIMSOLL_JSON_MAX_ROWS)
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE,
                   _("%s: has more than %d rows"), file, PLIMSOLL_JSON_MAX_ROWS);
      return FALSE;
    }

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &member, NULL))
    if (!g_str_equal (member, list) && !g_strv_contains (always, member)
        && (others == NULL || !g_strv_contains (others, member)))
      {
        set_invalid (error, file, _("“%.80s” is not known here"), member);
        return FALSE;
      }

  return TRUE;
}

guint64
plimsoll_json_count (GBytes *bytes)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  gboolean in_string = FALSE, opened = FALSE;
  guint64 n = 1;

  /* One after each comma, and the first of what is not empty. */
  for (gsize i = 0; i < length; i++)
    {
      const char c = text[i];

      if (!in_string && g_ascii_isspace (c))
        continue;
      if (c == ',' ? !in_string : (opened && c != ']' && c != '}'))
        n++;
      opened = !in_string && (c == '[' || c == '{');
      if (in_string && c == '\\')
        i++;
      else if (c == '"')
        in_string = !in_string;
    }

  return n;
}

JsonObject *
plimsoll_json_document (GBytes *bytes,
                        const char *file,
                        const char *list,
                        const char *const *others,
                        GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) fault = NULL;
  const char *text;
  gsize length;
  JsonNode *root;

  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (file != NULL, NULL);
  g_return_val_if_fail (list != NULL, NULL);

  text = g_bytes_get_data (bytes, &length);
  if (length > PLIMSOLL_JSON_MAX_BYTES)
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE,
                   _("%s: is larger than %d MiB"), file, PLIMSOLL_JSON_MAX_BYTES >> 20);
      return NULL;
    }

  if (length > 0 && !g_utf8_validate_len (text, length, NULL))
    {
      set_invalid (error, file, _("is not UTF-8 text"));
      return NULL;
    }

  parser = json_parser_new ();
  json_parser_set_strict (parser, TRUE);
  if (!json_parser_load_from_data (parser, length > 0 ? text : " ", (gssize) length, &fault))
    {
      const char *what = fault != NULL ? fault->message : "";

      /* What the parser calls text that has no file. */
      set_invalid (error, file, _("is not JSON: %s"),
                   g_str_has_prefix (what, "<data>:") ? what + strlen ("<data>:") : what);
      return NULL;
    }

  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      set_invalid (error, file, _("has to be an object"));
      return NULL;
    }

  if (!check_document (json_node_get_object (root), file, list, others, error))
    return NULL;

  return json_object_ref (json_node_get_object (root));
}

/* --- Faults --- */

static PlimsollJsonRow *
root_of (PlimsollJsonRow *self)
{
  while (self->parent != NULL)
    self = self->parent;

  return self;
}

/* "row 12 (nvidia-rtx-4090)", as far as the row has a number and an id. */
static char *
name_row (PlimsollJsonRow *root)
{
  JsonNode *node = root->object != NULL ? json_object_get_member (root->object, "id") : NULL;
  const char *id = NULL;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_STRING)
    id = json_node_get_string (node);

  if (root->number == 0)
    return g_strdup (id != NULL ? id : "?");
  if (id == NULL)
    return g_strdup_printf (_("row %u"), root->number);

  /* Translators: a row of a file by number, and the identifier in it */
  return g_strdup_printf (_("row %u (%.80s)"), root->number, id);
}

const char *
plimsoll_json_row_path (PlimsollJsonRow *self, const char *member)
{
  PlimsollJsonRow *root = root_of (self);
  g_autofree char *path = g_strdup (member);

  for (PlimsollJsonRow *row = self; row->parent != NULL; row = row->parent)
    {
      g_autofree char *longer = g_strconcat (row->member, ".", path, NULL);

      g_set_str (&path, longer);
    }

  g_strlcpy (root->path, path, sizeof root->path);

  return root->path;
}

void
plimsoll_json_row_fault (PlimsollJsonRow *self, const char *format, ...)
{
  PlimsollJsonRow *root = root_of (self);
  g_autofree char *row = NULL;
  g_autofree char *what = NULL;
  va_list arguments;

  if (root->fault != NULL)
    return;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  row = name_row (root);
  set_invalid (&root->fault, root->file, "%s: %s", row, what);
}

/* --- Rows --- */

void
plimsoll_json_row_init (PlimsollJsonRow *self, JsonNode *node, const char *file, guint number)
{
  *self = (PlimsollJsonRow) { .file = file, .number = number };

  if (JSON_NODE_HOLDS_OBJECT (node))
    self->object = json_node_get_object (node);
  else
    plimsoll_json_row_fault (self, _("has to be an object"));
}

static void
check_all_asked (PlimsollJsonRow *self)
{
  JsonObjectIter iter;
  const char *member;

  if (self->object == NULL)
    return;

  json_object_iter_init (&iter, self->object);
  while (json_object_iter_next (&iter, &member, NULL))
    {
      gboolean asked = FALSE;

      for (guint i = 0; i < self->n_asked && !asked; i++)
        asked = g_str_equal (self->asked[i], member);
      if (!asked)
        plimsoll_json_row_fault (self, _("“%s” is not known here"),
                                 plimsoll_json_row_path (self, member));
    }
}

gboolean
plimsoll_json_row_finish (PlimsollJsonRow *self, GError **error)
{
  check_all_asked (self);

  if (self->fault == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&self->fault));

  return FALSE;
}

static JsonNode *
ask (PlimsollJsonRow *self, const char *member)
{
  JsonNode *node;

  g_assert (self->n_asked < PLIMSOLL_JSON_MAX_MEMBERS);
  self->asked[self->n_asked++] = member;

  node = self->object != NULL ? json_object_get_member (self->object, member) : NULL;

  return node == NULL || JSON_NODE_HOLDS_NULL (node) ? NULL : node;
}

gboolean
plimsoll_json_row_enter (PlimsollJsonRow *self, const char *member, PlimsollJsonRow *child)
{
  JsonNode *node = ask (self, member);

  *child = (PlimsollJsonRow) { .parent = self, .member = member };

  if (node == NULL)
    return FALSE;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      plimsoll_json_row_fault (self, _("“%s” has to be an object"),
                               plimsoll_json_row_path (self, member));
      return FALSE;
    }

  child->object = json_node_get_object (node);

  return TRUE;
}

void
plimsoll_json_row_leave (PlimsollJsonRow *child)
{
  check_all_asked (child);
}

static gboolean
is_of (JsonNode *node, GType type)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

/* Names are shown within lines, and written in answers and tables of one row a line. */
static gboolean
has_control_character (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      return TRUE;

  return FALSE;
}

static const char *
check_any_text (PlimsollJsonRow *self, const char *member, JsonNode *node)
{
  const char *text = is_of (node, G_TYPE_STRING) ? json_node_get_string (node) : NULL;

  if (text == NULL || *text == '\0')
    plimsoll_json_row_fault (self, _("“%s” has to be text"),
                             plimsoll_json_row_path (self, member));
  else if (g_utf8_strlen (text, -1) > MAX_CHARACTERS)
    plimsoll_json_row_fault (self, _("“%s” has more than %d characters"),
                             plimsoll_json_row_path (self, member), MAX_CHARACTERS);
  else
    return text;

  return NULL;
}

static const char *
check_text (PlimsollJsonRow *self, const char *member, JsonNode *node)
{
  const char *text = check_any_text (self, member, node);

  if (text == NULL || !has_control_character (text))
    return text;

  plimsoll_json_row_fault (self, _("“%s” has a control character"),
                           plimsoll_json_row_path (self, member));
  return NULL;
}

static JsonNode *
ask_text (PlimsollJsonRow *self, const char *member, gboolean needed)
{
  JsonNode *node = ask (self, member);

  if (node == NULL && needed)
    plimsoll_json_row_fault (self, _("“%s” is missing"), plimsoll_json_row_path (self, member));

  return node;
}

const char *
plimsoll_json_row_text (PlimsollJsonRow *self, const char *member, gboolean needed)
{
  JsonNode *node = ask_text (self, member, needed);

  return node != NULL ? check_text (self, member, node) : NULL;
}

const char *
plimsoll_json_row_any_text (PlimsollJsonRow *self, const char *member, gboolean needed)
{
  JsonNode *node = ask_text (self, member, needed);

  return node != NULL ? check_any_text (self, member, node) : NULL;
}

JsonArray *
plimsoll_json_row_list (PlimsollJsonRow *self, const char *member)
{
  JsonNode *node = ask (self, member);

  if (node == NULL)
    return NULL;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      plimsoll_json_row_fault (self, _("“%s” has to be a list"),
                               plimsoll_json_row_path (self, member));
      return NULL;
    }

  return json_node_get_array (node);
}

JsonObject *
plimsoll_json_row_object (PlimsollJsonRow *self, const char *member)
{
  JsonNode *node = ask (self, member);

  if (node == NULL)
    return NULL;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      plimsoll_json_row_fault (self, _("“%s” has to be an object"),
                               plimsoll_json_row_path (self, member));
      return NULL;
    }

  return json_node_get_object (node);
}

char **
plimsoll_json_row_texts (PlimsollJsonRow *self, const char *member)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonArray *list = plimsoll_json_row_list (self, member);
  guint n = list != NULL ? json_array_get_length (list) : 0;

  if (n > MAX_TEXTS)
    {
      plimsoll_json_row_fault (self, _("“%s” has more than %d entries"),
                               plimsoll_json_row_path (self, member), MAX_TEXTS);
      n = 0;
    }

  for (guint i = 0; i < n; i++)
    {
      const char *text = check_text (self, member, json_array_get_element (list, i));

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }

  return g_strv_builder_end (builder);
}

double
plimsoll_json_row_number (PlimsollJsonRow *self, const char *member)
{
  JsonNode *node = ask (self, member);
  double number;

  if (node == NULL)
    return (double) NAN;

  if (!is_of (node, G_TYPE_INT64) && !is_of (node, G_TYPE_DOUBLE))
    {
      plimsoll_json_row_fault (self, _("“%s” has to be a number"),
                               plimsoll_json_row_path (self, member));
      return (double) NAN;
    }

  /* Written so that what is no number fails too. */
  number = json_node_get_double (node);
  if (!(number > 0 && number <= MAX_NUMBER))
    {
      plimsoll_json_row_fault (
        self, _("“%s” is %g, which is no sensible amount; what is not known is null"),
        plimsoll_json_row_path (self, member), number);
      return (double) NAN;
    }

  return number;
}

guint64
plimsoll_json_row_integer (PlimsollJsonRow *self,
                           const char *member,
                           guint64 least,
                           guint64 most,
                           guint64 otherwise)
{
  JsonNode *node = ask (self, member);
  gint64 number;

  if (node == NULL)
    return otherwise;

  if (!is_of (node, G_TYPE_INT64))
    {
      plimsoll_json_row_fault (self, _("“%s” has to be a whole number"),
                               plimsoll_json_row_path (self, member));
      return otherwise;
    }

  number = json_node_get_int (node);
  if (number < 0 || (guint64) number < least || (guint64) number > most)
    {
      plimsoll_json_row_fault (self, _("“%s” is %ld, not from %lu to %lu"),
                               plimsoll_json_row_path (self, member), (long) number, (gulong) least,
                               (gulong) most);
      return otherwise;
    }

  return (guint64) number;
}

int
plimsoll_json_row_flag (PlimsollJsonRow *self, const char *member, int otherwise)
{
  JsonNode *node = ask (self, member);

  if (node == NULL)
    return otherwise;

  if (!is_of (node, G_TYPE_BOOLEAN))
    {
      plimsoll_json_row_fault (self, _("“%s” has to be true or false"),
                               plimsoll_json_row_path (self, member));
      return otherwise;
    }

  return json_node_get_boolean (node);
}

guint
plimsoll_json_row_choice (PlimsollJsonRow *self,
                          const char *member,
                          const char *const *choices,
                          guint otherwise)
{
  const char *text = plimsoll_json_row_text (self, member, FALSE);

  if (text == NULL)
    return otherwise;

  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (text, choices[i]))
      return i;

  {
    g_autofree char *known = g_strjoinv (", ", (char **) choices);

    plimsoll_json_row_fault (self, _("“%s” is “%.80s”, not one of %s"),
                             plimsoll_json_row_path (self, member), text, known);
  }

  return otherwise;
}
