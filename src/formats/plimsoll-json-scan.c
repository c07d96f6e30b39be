/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-json-scan.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DEPTH 64

void
plimsoll_json_scan_init (PlimsollJsonScan *self, char *text, gsize length)
{
  *self = (PlimsollJsonScan) { .start = text, .at = text, .end = text + length };
  if (memchr (text, '\0', length) != NULL || !g_utf8_validate_len (text, length, NULL))
    self->fault = "it is not UTF-8 text";
}

const char *
plimsoll_json_scan_fault (const PlimsollJsonScan *self, gsize *offset)
{
  if (offset != NULL)
    *offset = (gsize) (self->at - self->start);
  return self->fault;
}

gboolean
plimsoll_json_scan_fail (PlimsollJsonScan *self, const char *fault)
{
  if (self->fault == NULL)
    self->fault = fault;
  return FALSE;
}

static void
skip_space (PlimsollJsonScan *self)
{
  while (*self->at == ' ' || *self->at == '\n' || *self->at == '\r' || *self->at == '\t')
    self->at++;
}

char
plimsoll_json_scan_peek (PlimsollJsonScan *self)
{
  if (self->fault != NULL)
    return '\0';
  skip_space (self);
  return *self->at;
}

static gboolean
expect (PlimsollJsonScan *self, char byte)
{
  if (plimsoll_json_scan_peek (self) != byte)
    return plimsoll_json_scan_fail (self, _("it is no JSON"));
  self->at++;
  return TRUE;
}

/* Four hexadecimal digits at @p; -1 when they are not. */
static int
hex_unit (const char *p)
{
  int unit = 0;

  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (p[i]);

      if (digit < 0)
        return -1;
      unit = unit * 16 + digit;
    }
  return unit;
}

/* The character of an escape at "u", moving past it; 0 when it is none. Half a pair becomes the
 * character that stands for what is lost. */
static gunichar
take_unicode (char **p)
{
  int unit = hex_unit (*p + 1);
  int low;

  if (unit <= 0)
    return 0;
  *p += 5;
  if (unit < 0xd800 || unit > 0xdfff)
    return (gunichar) unit;
  if (unit > 0xdbff || (*p)[0] != '\\' || (*p)[1] != 'u')
    return 0xfffd;
  low = hex_unit (*p + 2);
  if (low < 0xdc00 || low > 0xdfff)
    return 0xfffd;
  *p += 6;
  return (gunichar) (0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
}

/* Unescapes what is at @p, after the backslash, to @out. An escape is never shorter than what it
 * stands for. */
static gboolean
take_escape (char **p, char **out)
{
  static const char escapes[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  const char *found = **p != '\0' ? strchr (escapes, **p) : NULL;
  gunichar character;

  if (found != NULL)
    {
      *(*out)++ = meanings[found - escapes];
      (*p)++;
      return TRUE;
    }
  if (**p != 'u')
    return FALSE;
  character = take_unicode (p);
  if (character == 0)
    return FALSE;
  *out += g_unichar_to_utf8 (character, *out);
  return TRUE;
}

char *
plimsoll_json_scan_string (PlimsollJsonScan *self)
{
  char *string, *out;

  if (!expect (self, '"'))
    return NULL;
  string = out = self->at;
  while (*self->at != '"')
    {
      if ((guchar) *self->at < 0x20)
        {
          plimsoll_json_scan_fail (self, _("a string does not end"));
          return NULL;
        }
      if (*self->at != '\\')
        *out++ = *self->at++;
      else
        {
          self->at++;
          if (!take_escape (&self->at, &out))
            {
              plimsoll_json_scan_fail (self, _("a string has an unknown escape"));
              return NULL;
            }
        }
    }
  self->at++;
  *out = '\0';
  return string;
}

gboolean
plimsoll_json_scan_uint (PlimsollJsonScan *self, guint64 *value)
{
  guint64 number = 0;

  if (!g_ascii_isdigit (plimsoll_json_scan_peek (self)))
    return plimsoll_json_scan_fail (self, _("a number is expected that is whole and not under 0"));
  while (g_ascii_isdigit (*self->at))
    {
      if (!g_uint64_checked_mul (&number, number, 10)
          || !g_uint64_checked_add (&number, number, (guint64) (*self->at - '0')))
        return plimsoll_json_scan_fail (self, _("a number is too large"));
      self->at++;
    }
  if (*self->at == '.' || *self->at == 'e' || *self->at == 'E')
    return plimsoll_json_scan_fail (self, _("a number is expected that is whole and not under 0"));
  *value = number;
  return TRUE;
}

/* Numbers, true, false, null, and Python's NaN: whatever the word, it is not looked at. */
static gboolean
skip_word (PlimsollJsonScan *self)
{
  const char *start = self->at;

  while (g_ascii_isalnum (*self->at) || *self->at == '-' || *self->at == '+' || *self->at == '.')
    self->at++;
  return self->at > start || plimsoll_json_scan_fail (self, _("it is no JSON"));
}

static gboolean
skip_value (PlimsollJsonScan *self, guint depth)
{
  char byte = plimsoll_json_scan_peek (self);
  gboolean first = TRUE;

  if (depth > MAX_DEPTH)
    return plimsoll_json_scan_fail (self, _("it is nested too deeply"));
  if (byte == '"')
    return plimsoll_json_scan_string (self) != NULL;
  if (byte == '{')
    {
      while (plimsoll_json_scan_member (self, &first) != NULL)
        if (!skip_value (self, depth + 1))
          return FALSE;
    }
  else if (byte == '[')
    {
      while (plimsoll_json_scan_element (self, &first))
        if (!skip_value (self, depth + 1))
          return FALSE;
    }
  else
    return skip_word (self);
  return self->fault == NULL;
}

gboolean
plimsoll_json_scan_skip (PlimsollJsonScan *self)
{
  return skip_value (self, 0);
}

/* Whether another entry follows in what begins with @open and ends with @close. */
static gboolean
next_entry (PlimsollJsonScan *self, gboolean *first, char open, char close)
{
  if (*first)
    {
      *first = FALSE;
      if (!expect (self, open))
        return FALSE;
      if (plimsoll_json_scan_peek (self) != close)
        return self->fault == NULL;
      self->at++;
      return FALSE;
    }
  if (plimsoll_json_scan_peek (self) == close)
    {
      self->at++;
      return FALSE;
    }
  return expect (self, ',');
}

char *
plimsoll_json_scan_member (PlimsollJsonScan *self, gboolean *first)
{
  char *name;

  if (!next_entry (self, first, '{', '}'))
    return NULL;
  name = plimsoll_json_scan_string (self);
  return name != NULL && expect (self, ':') ? name : NULL;
}

gboolean
plimsoll_json_scan_element (PlimsollJsonScan *self, gboolean *first)
{
  return next_entry (self, first, '[', ']');
}

gboolean
plimsoll_json_scan_end (PlimsollJsonScan *self)
{
  if (plimsoll_json_scan_peek (self) != '\0' || self->fault != NULL)
    return plimsoll_json_scan_fail (self, _("something follows the JSON"));
  return TRUE;
}
