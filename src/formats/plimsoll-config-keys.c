/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_COUNT (G_GUINT64_CONSTANT (1) << 40)

void
plimsoll_config_fault (PlimsollConfig *self, const char *format, ...)
{
  va_list args;

  if (self->fault != NULL)
    return;

  va_start (args, format);
  self->fault = g_strdup_vprintf (format, args);
  va_end (args);
}

static JsonNode *
object_find (JsonObject *object, const char *keys, const char **found)
{
  const char *key = keys;

  while (*key != '\0')
    {
      gsize length = strcspn (key, " ");
      char name[64];
      JsonNode *node;

      g_assert (length < sizeof name);
      memcpy (name, key, length);
      name[length] = '\0';

      node = json_object_get_member (object, name);
      if (node != NULL && !JSON_NODE_HOLDS_NULL (node))
        {
          *found = key;
          return node;
        }
      key += length;
      key += strspn (key, " ");
    }

  return NULL;
}

JsonNode *
plimsoll_config_find (PlimsollConfig *self, const char *keys)
{
  const char *found;

  return object_find (self->text, keys, &found);
}

/* FALSE: no whole number that a count can be. */
static gboolean
node_to_count (JsonNode *node, guint64 *count)
{
  double number;

  if (!JSON_NODE_HOLDS_VALUE (node))
    return FALSE;

  switch (json_node_get_value_type (node))
    {
    case G_TYPE_INT64:
      if (json_node_get_int (node) < 0 || (guint64) json_node_get_int (node) > MAX_COUNT)
        return FALSE;
      *count = (guint64) json_node_get_int (node);
      return TRUE;
    case G_TYPE_DOUBLE:
      number = json_node_get_double (node);
      if (!(number >= 0 && number <= (double) MAX_COUNT) || number != floor (number))
        return FALSE;
      *count = (guint64) number;
      return TRUE;
    default:
      return FALSE;
    }
}

static JsonNode *
element_at (JsonNode *node, guint index)
{
  JsonArray *array;
  guint length;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return node;

  array = json_node_get_array (node);
  length = json_array_get_length (array);

  return length > 0 ? json_array_get_element (array, MIN (index, length - 1)) : NULL;
}

static guint64
count_in (PlimsollConfig *self,
          JsonObject *object,
          guint index,
          guint64 otherwise,
          const char *keys)
{
  const char *key = NULL;
  JsonNode *node = object_find (object, keys, &key);
  guint64 count = otherwise;

  if (node != NULL)
    node = element_at (node, index);
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return otherwise;

  if (!node_to_count (node, &count))
    {
      plimsoll_config_fault (self, _("“%.*s” is no count that a model can have"),
                             (int) strcspn (key, " "), key);
      return otherwise;
    }

  return count;
}

guint64
plimsoll_config_count (PlimsollConfig *self, guint64 otherwise, const char *keys)
{
  return count_in (self, self->text, 0, otherwise, keys);
}

guint64
plimsoll_config_count_at (PlimsollConfig *self, guint index, guint64 otherwise, const char *keys)
{
  return count_in (self, self->text, index, otherwise, keys);
}

double
plimsoll_config_number (PlimsollConfig *self, double otherwise, const char *keys)
{
  JsonNode *node = plimsoll_config_find (self, keys);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_INT64
          && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return otherwise;

  return json_node_get_double (node);
}

static gboolean
node_to_flag (JsonNode *node, gboolean otherwise)
{
  if (!JSON_NODE_HOLDS_VALUE (node))
    return otherwise;

  switch (json_node_get_value_type (node))
    {
    case G_TYPE_BOOLEAN:
      return json_node_get_boolean (node);
    case G_TYPE_INT64:
      return json_node_get_int (node) != 0;
    default:
      return otherwise;
    }
}

gboolean
plimsoll_config_flag (PlimsollConfig *self, gboolean otherwise, const char *keys)
{
  JsonNode *node = plimsoll_config_find (self, keys);

  return node != NULL ? node_to_flag (node, otherwise) : otherwise;
}

const char *
plimsoll_config_text (PlimsollConfig *self, const char *keys)
{
  JsonNode *node = plimsoll_config_find (self, keys);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

JsonArray *
plimsoll_config_list (PlimsollConfig *self, const char *keys)
{
  JsonNode *node = plimsoll_config_find (self, keys);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

JsonObject *
plimsoll_config_object (PlimsollConfig *self, const char *keys)
{
  JsonNode *node = plimsoll_config_find (self, keys);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

const char *
plimsoll_config_list_text (JsonArray *list, guint index)
{
  JsonNode *node;

  if (list == NULL || index >= json_array_get_length (list))
    return NULL;

  node = json_array_get_element (list, index);

  return JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

gboolean
plimsoll_config_list_has (JsonArray *list, guint64 number)
{
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      guint64 count;

      if (node_to_count (json_array_get_element (list, i), &count) && count == number)
        return TRUE;
    }

  return FALSE;
}

guint64
plimsoll_config_member_count (JsonObject *object, guint64 otherwise, const char *keys)
{
  const char *key;
  JsonNode *node = object_find (object, keys, &key);
  guint64 count;

  if (node != NULL)
    node = element_at (node, 0);
  return node != NULL && node_to_count (node, &count) ? count : otherwise;
}

gboolean
plimsoll_config_member_flag (JsonObject *object, gboolean otherwise, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL ? node_to_flag (node, otherwise) : otherwise;
}
