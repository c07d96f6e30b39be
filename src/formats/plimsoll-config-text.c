/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"
#include "plimsoll-config-reader.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 64
#define MAX_SAFE_DIGITS 18

static gboolean
refuse (GError **error, PlimsollFormatError code, const char *file, const char *fault)
{
  plimsoll_format_fail (error, code, file, "%s", fault);
  return FALSE;
}

/* Files that are something else altogether deserve better words than a parser's. */
static gboolean
check_content (const char *data, gsize length, const char *file, GError **error)
{
  const char *p = data;

  while (p < data + length && g_ascii_isspace (*p))
    p++;

  if (p == data + length)
    return refuse (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, file, _("the file is empty"));
  if (*p == '<')
    return refuse (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, file,
                   _("this is a web page, not a config"));
  if (g_str_has_prefix (p, "version https://git-lfs"))
    return refuse (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, file,
                   _("this is a Git LFS pointer: the file itself was not downloaded"));
  if (memchr (data, '\0', length) != NULL || !g_utf8_validate_len (data, length, NULL))
    return refuse (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, file, _("the file is not UTF-8 text"));

  return TRUE;
}

static const char *
copy_string (GString *out, const char *p)
{
  const char *start = p++;

  while (*p != '\0' && *p != '"')
    p += p[0] == '\\' && p[1] != '\0' ? 2 : 1;
  if (*p == '"')
    p++;
  g_string_append_len (out, start, p - start);

  return p;
}

/* Whole numbers that fit no integer become real ones. */
static const char *
copy_number (GString *out, const char *p)
{
  const char *start = p;
  gboolean whole = TRUE;

  while (g_ascii_isdigit (*p) || (*p != '\0' && strchr ("+-.eE", *p) != NULL))
    {
      whole = whole && (g_ascii_isdigit (*p) || p == start);
      p++;
    }
  g_string_append_len (out, start, p - start);
  if (whole && p - start > MAX_SAFE_DIGITS)
    g_string_append (out, ".0");

  return p;
}

/* Python writes what JSON does not have. None of it is a count, so null does. */
static const char *
copy_word (GString *out, const char *p)
{
  static const char *const unknown[] = { "NaN", "Infinity", "-Infinity", "-NaN" };

  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    if (g_str_has_prefix (p, unknown[i]))
      {
        g_string_append (out, "null");
        return p + strlen (unknown[i]);
      }

  if (*p == '-' || g_ascii_isdigit (*p))
    return copy_number (out, p);

  g_string_append_c (out, *p);
  return p + 1;
}

/* What json-glib takes, from what people have. NULL: nested too deeply. @open: what is not closed.
 */
static GString *
clean (const char *text, guint *open)
{
  g_autoptr (GString) out = g_string_sized_new (strlen (text) + 16);
  guint depth = 0;

  while (*text != '\0')
    {
      if (*text == '{' || *text == '[')
        depth++;
      else if ((*text == '}' || *text == ']') && depth > 0)
        depth--;
      if (depth > MAX_DEPTH)
        return NULL;

      text = *text == '"' ? copy_string (out, text) : copy_word (out, text);
    }

  *open = depth;

  return g_steal_pointer (&out);
}

/* Where json-glib stopped; its own words are seldom to the point. */
static void
refuse_syntax (GError **error, const char *file, const char *message)
{
  guint line = 0;
  guint column = 0;

  if (sscanf (message, "<data>:%u:%u:", &line, &column) == 2)
    plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, file,
                          _("this is not JSON from line %u, column %u on"), line, column);
  else
    refuse (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, file, _("this is not JSON"));
}

JsonNode *
plimsoll_config_parse (const char *data, gsize length, const char *file, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) cleaned = NULL;
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) fault = NULL;
  JsonNode *root;
  guint open;

  if (length > PLIMSOLL_CONFIG_MAX_BYTES)
    {
      refuse (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, file,
              _("the file is larger than any config"));
      return NULL;
    }

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    {
      data += 3;
      length -= 3;
    }
  text = g_strndup (data, length);
  if (!check_content (text, length, file, error))
    return NULL;

  cleaned = clean (text, &open);
  if (cleaned == NULL)
    {
      refuse (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, file,
              _("it is nested more deeply than any config"));
      return NULL;
    }

  if (open > 0)
    {
      refuse (error, PLIMSOLL_FORMAT_ERROR_TRUNCATED, file, _("the file ends too early"));
      return NULL;
    }

  parser = json_parser_new ();
  if (!json_parser_load_from_data (parser, cleaned->str, (gssize) cleaned->len, &fault))
    {
      refuse_syntax (error, file, fault->message);
      return NULL;
    }

  root = json_parser_steal_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_clear_pointer (&root, json_node_unref);
      refuse (error, PLIMSOLL_FORMAT_ERROR_MISSING, file, _("this is no config: it has no keys"));
    }

  return root;
}
