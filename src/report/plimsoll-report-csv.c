/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-csv.h"
#include "plimsoll-report-file.h"
#include "plimsoll-scenario-enums.h"

/* As RFC 4180 has it: every record of a file has as many fields. One table is a file of its own;
 * several stand below each other, each after a record with its name and filled up to the widest. */

typedef struct
{
  GString *out;
  guint width; /* fields of each record */
  guint at;    /* of the present one */
} Records;

static void
add_field (Records *records, const char *text)
{
  if (records->at++ > 0)
    g_string_append_c (records->out, ',');
  plimsoll_csv_add (records->out, text);
}

static void
end_record (Records *records)
{
  while (records->at < records->width)
    add_field (records, "");
  g_string_append (records->out, "\r\n");
  records->at = 0;
}

static void
add_table (Records *records, const PlimsollTable *table)
{
  const guint n = plimsoll_table_get_n_columns (table);

  for (guint i = 0; i < n; i++)
    add_field (records, plimsoll_table_get_key (table, i));
  end_record (records);
  for (guint row = 0; row < plimsoll_table_get_n_rows (table); row++)
    {
      for (guint i = 0; i < n; i++)
        add_field (records, plimsoll_table_get_plain (table, row, i));
      end_record (records);
    }
}

static void
add_fact (Records *records, const char *key, const char *value)
{
  add_field (records, key);
  add_field (records, value);
  end_record (records);
}

/* What the tables are about. */
static void
add_about (Records *records, PlimsollDocument *document, const PlimsollBlock *verdict)
{
  g_autofree char *date = g_date_time_format (plimsoll_document_get_date (document), "%F");

  add_fact (records, "title", plimsoll_document_get_title (document));
  add_fact (records, "question", plimsoll_document_get_question (document));
  add_fact (records, "date", date);
  if (verdict == NULL)
    return;
  add_fact (records, "verdict", plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT, (int) verdict->verdict));
  add_fact (records, "reason", verdict->text);
}

char *
plimsoll_document_to_csv (PlimsollDocument *document)
{
  const GPtrArray *sections = plimsoll_document_get_sections (document);
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  const PlimsollBlock *verdict = NULL;
  Records records = { g_string_new (NULL), 2, 0 };

  for (guint i = 0; i < sections->len; i++)
    {
      const PlimsollSection *section = sections->pdata[i];

      for (guint k = 0; k < section->blocks->len; k++)
        {
          PlimsollBlock *block = section->blocks->pdata[k];

          if (block->kind == PLIMSOLL_BLOCK_VERDICT)
            verdict = block;
          if (block->kind != PLIMSOLL_BLOCK_TABLE)
            continue;
          g_ptr_array_add (tables, block);
          records.width = MAX (records.width, plimsoll_table_get_n_columns (block->table));
        }
    }

  if (tables->len == 1)
    {
      const PlimsollBlock *block = tables->pdata[0];

      records.width = plimsoll_table_get_n_columns (block->table);
      add_table (&records, block->table);
      return g_string_free_and_steal (records.out);
    }

  add_about (&records, document, verdict);
  for (guint i = 0; i < tables->len; i++)
    {
      const PlimsollBlock *block = tables->pdata[i];

      end_record (&records);
      add_field (&records, block->text);
      end_record (&records);
      add_table (&records, block->table);
    }

  return g_string_free_and_steal (records.out);
}

char *
plimsoll_document_to_json (PlimsollDocument *document)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autofree char *text = NULL;

  json_node_init_object (node, plimsoll_document_get_answer (document));
  text = json_to_string (node, TRUE);

  return g_strconcat (text, "\n", NULL);
}
