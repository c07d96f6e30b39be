/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-format.h"
#include "plimsoll-report-file.h"

#include <glib/gi18n.h>

/* What would be read as a mark; a low line within a word is none. */
static gboolean
is_mark (const char *text, const char *p)
{
  if (*p == '_')
    return p == text || !g_ascii_isalnum (p[-1]) || !g_ascii_isalnum (p[1]);

  return strchr ("\\`*[]<>|&#~", *p) != NULL;
}

static char *
escape (const char *text)
{
  g_autoptr (GString) escaped = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    {
      if (is_mark (text, p))
        g_string_append_c (escaped, '\\');
      g_string_append_c (escaped, *p == '\n' || *p == '\r' || *p == '\t' ? ' ' : *p);
    }
  /* "1. " and "- " would begin a list. */
  if (escaped->len > 1 && strchr ("-+", escaped->str[0]) != NULL && escaped->str[1] == ' ')
    g_string_prepend_c (escaped, '\\');

  return g_string_free_and_steal (g_steal_pointer (&escaped));
}

static void
add_line (GString *out, const char *before, const char *text, const char *after)
{
  g_autofree char *escaped = escape (text);

  g_string_append_printf (out, "%s%s%s", before, escaped, after);
}

/* --- Tables --- */

static char *
cell (const PlimsollTable *table, guint line, guint column)
{
  const char *text = line == 0 ? plimsoll_table_get_title (table, column)
                               : plimsoll_table_get_text (table, line - 1, column);
  g_autofree char *escaped = escape (text);

  if (line == 0 || *escaped == '\0' || !plimsoll_table_is_strong (table, line - 1))
    return g_steal_pointer (&escaped);

  return g_strdup_printf ("**%s**", escaped);
}

static void
add_table_line (GString *out, const PlimsollTable *table, const guint *widths, guint line)
{
  for (guint i = 0; i < plimsoll_table_get_n_columns (table); i++)
    {
      g_autofree char *text = cell (table, line, i);

      g_string_append (out, "| ");
      plimsoll_format_pad (out, text, widths[i],
                           plimsoll_table_get_kind (table, i) == PLIMSOLL_COLUMN_NUMBER);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, "|\n");
}

static void
add_rule (GString *out, const PlimsollTable *table, const guint *widths)
{
  for (guint i = 0; i < plimsoll_table_get_n_columns (table); i++)
    {
      const gboolean at_end = plimsoll_table_get_kind (table, i) == PLIMSOLL_COLUMN_NUMBER;

      g_string_append (out, at_end ? "| " : "| :");
      for (guint k = 1; k < widths[i]; k++)
        g_string_append_c (out, '-');
      g_string_append (out, at_end ? ": " : " ");
    }
  g_string_append (out, "|\n");
}

static void
add_table (GString *out, const PlimsollTable *table)
{
  const guint n = plimsoll_table_get_n_columns (table), lines = plimsoll_table_get_n_rows (table);
  g_autofree guint *widths = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      widths[i] = 3;
      for (guint line = 0; line <= lines; line++)
        {
          g_autofree char *text = cell (table, line, i);

          widths[i] = MAX (widths[i], plimsoll_format_width (text));
        }
    }
  add_table_line (out, table, widths, 0);
  add_rule (out, table, widths);
  for (guint line = 1; line <= lines; line++)
    add_table_line (out, table, widths, line);
  g_string_append_c (out, '\n');
}

/* --- Blocks --- */

/* A fence is longer than any that is within it. */
static void
add_code (GString *out, const char *lines)
{
  g_autoptr (GString) fence = g_string_new ("```");

  while (strstr (lines, fence->str) != NULL)
    g_string_append_c (fence, '`');
  g_string_append_printf (out, "%ssh\n%s%s%s\n\n", fence->str, lines,
                          g_str_has_suffix (lines, "\n") ? "" : "\n", fence->str);
}

static void
add_block (GString *out, const PlimsollBlock *block, gboolean quiet)
{
  switch (block->kind)
    {
    case PLIMSOLL_BLOCK_VERDICT:
      add_line (out, "## ", block->text, "\n\n");
      break;
    case PLIMSOLL_BLOCK_PICTURE:
      add_line (out, "*", block->text, "*\n\n");
      break;
    case PLIMSOLL_BLOCK_HEADING:
      add_line (out, quiet ? "## " : "### ", block->text, "\n\n");
      break;
    case PLIMSOLL_BLOCK_CODE:
      add_code (out, block->text);
      break;
    case PLIMSOLL_BLOCK_TABLE:
      add_table (out, block->table);
      break;
    case PLIMSOLL_BLOCK_PARAGRAPH:
    default:
      if (block->lead != NULL)
        add_line (out, "**", block->lead, "** ");
      add_line (out, "", block->text, "\n\n");
      break;
    }
}

char *
plimsoll_document_to_markdown (PlimsollDocument *document)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *date = plimsoll_document_format_date (document);
  g_autofree char *about = NULL;
  const GPtrArray *sections = plimsoll_document_get_sections (document);

  add_line (out, "# ", plimsoll_document_get_title (document), "\n\n");
  add_line (out, "", plimsoll_document_get_question (document), "\n\n");
  about = g_strdup_printf (_("Sizing report · %s"), date);
  add_line (out, "*", about, "*\n\n");
  for (guint i = 0; i < sections->len; i++)
    {
      const PlimsollSection *section = sections->pdata[i];

      if (!section->quiet)
        add_line (out, "## ", section->title, "\n\n");
      for (guint k = 0; k < section->blocks->len; k++)
        add_block (out, section->blocks->pdata[k], section->quiet);
    }
  if (plimsoll_document_get_sources (document) != NULL)
    add_line (out, "---\n\n", plimsoll_document_get_sources (document), "\n");
  /* One line at the end, and no more. */
  while (g_str_has_suffix (out->str, "\n\n"))
    g_string_truncate (out, out->len - 1);

  return g_string_free_and_steal (g_steal_pointer (&out));
}
