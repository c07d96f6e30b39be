/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-csv.h"
#include "plimsoll-report-file.h"
#include "plimsoll-test-document.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_csv_fields (void)
{
  /* RFC 4180, and what spreadsheets take for formulas: OWASP, CSV Injection. */
  static const struct
  {
    const char *value;
    const char *field;
  } fields[] = {
    { "plain", "plain" },
    { "", "" },
    { "a,b", "\"a,b\"" },
    { "say \"x\"", "\"say \"\"x\"\"\"" },
    { "two\nlines", "\"two\nlines\"" },
    { "=1+1", "'=1+1" },
    { "=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"" },
    { "@SUM(A1)", "'@SUM(A1)" },
    { "+1+1", "'+1+1" },
    { "-1+1|cmd", "'-1+1|cmd" },
    { "--ctx-size", "'--ctx-size" },
    { "\t=1", "'\t=1" },
    { "＝1", "'＝1" },
    { "-1.250", "-1.250" },
    { "+3", "+3" },
    { "−1.2", "−1.2" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      plimsoll_csv_add (text, fields[i].value);
      g_assert_cmpstr (text->str, ==, fields[i].field);
    }
}

static guint
count_fields (const char *record)
{
  guint n = 1;

  for (gboolean quoted = FALSE; *record != '\0'; record++)
    {
      if (*record == '"')
        quoted = !quoted;
      n += *record == ',' && !quoted;
    }

  return n;
}

static void
test_csv (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("Model", 2, "Card, \"best\"");
  g_autofree char *one = plimsoll_document_to_csv (document);
  g_autofree char *several = NULL;
  g_auto (GStrv) records = NULL;

  /* One table is a file of its own. */
  g_assert_cmpstr (one, ==,
                   "name,usable_gib,decode,verdict\r\n"
                   "\"Card, \"\"best\"\" 1\",22.800,,fits\r\n"
                   "\"Card, \"\"best\"\" 2\",22.800,,fits\r\n");

  plimsoll_document_take_table (document, PLIMSOLL_PLACE_WHOLE, "others",
                                plimsoll_test_table (1, "Other"));
  several = plimsoll_document_to_csv (document);
  records = g_strsplit (several, "\r\n", -1);
  for (guint i = 0; records[i + 1] != NULL; i++)
    g_assert_cmpuint (count_fields (records[i]), ==, 4);
  g_assert_true (g_str_has_prefix (several, "title,Model,,\r\n"));
  g_assert_nonnull (strstr (several, "verdict,fits,,\r\n"));
  g_assert_nonnull (strstr (several, "\r\n,,,\r\nothers,,,\r\nname,usable_gib,"));
}

static void
test_markdown (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("A *bold* <b>", 2, "C|d");
  g_autofree char *text = plimsoll_document_to_markdown (document);

  /* Nothing of a name is a mark. */
  g_assert_true (g_str_has_prefix (text, "# A \\*bold\\* \\<b\\>\n\nQ4_K_M · 32K · one request\n"));
  g_assert_nonnull (strstr (text, "## Fits, 1.20 GiB to spare\n"));
  g_assert_nonnull (strstr (text, "**Lead.** Some words.\n"));
  g_assert_nonnull (strstr (text, "| Hardware   | Usable GiB | Decode tok/s |  Verdict |\n"));
  g_assert_nonnull (strstr (text, "| :--------- | ---------: | -----------: | -------: |\n"));
  g_assert_nonnull (strstr (text, "| C\\|d 1     |      22.80 |"));
  g_assert_nonnull (strstr (text, "| **C\\|d 2** |  **22.80** |"));
  g_assert_nonnull (strstr (text, "```sh\nllama-server \\\n  --ctx-size 32768\n```\n"));
}

static void
test_fence (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("Model", 1, "Card");
  g_autofree char *text = NULL;

  plimsoll_document_add_code (document, "echo ```x```");
  text = plimsoll_document_to_markdown (document);
  g_assert_nonnull (strstr (text, "````sh\necho ```x```\n````\n"));
}

static void
test_json (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("Model", 1, "Card");
  JsonObject *answer = json_object_new ();
  g_autofree char *text = NULL;

  json_object_set_int_member (answer, "format", 1);
  plimsoll_document_take_answer (document, answer);
  text = plimsoll_document_to_json (document);
  g_assert_cmpstr (text, ==, "{\n  \"format\" : 1\n}\n");
}

static void
test_pdf (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("通义 نموذج", 40, "Card");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = plimsoll_document_to_pdf (document, PLIMSOLL_PAPER_A4, NULL, &error);
  const char *data;
  gsize size;

  g_assert_no_error (error);
  data = g_bytes_get_data (bytes, &size);
  g_assert_cmpuint (size, <, 500000);
  g_assert_true (strncmp (data, "%PDF-1.", 7) == 0);
  /* No pictures of points. */
  g_assert_null (g_strstr_len (data, (gssize) size, "/Subtype /Image"));

  g_cancellable_cancel (cancellable);
  g_assert_null (plimsoll_document_to_pdf (document, PLIMSOLL_PAPER_A4, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_write (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-report-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.md", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing", "report.md", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("new\n", 4);
  g_autofree char *text = NULL;
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  g_assert_no_error (error);
  g_file_set_contents (path, "old, and longer\n", -1, &error);
  g_assert_no_error (error);
  g_assert_true (plimsoll_report_write (path, bytes, &error));
  g_assert_no_error (error);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_cmpstr (text, ==, "new\n");

  g_assert_false (plimsoll_report_write (missing, bytes, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, "missing/report.md"));
  g_clear_error (&error);
  g_assert_false (plimsoll_report_write (folder, bytes, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);

  dir = g_dir_open (folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 1);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/writers/csv-fields", test_csv_fields);
  g_test_add_func ("/report/writers/csv", test_csv);
  g_test_add_func ("/report/writers/markdown", test_markdown);
  g_test_add_func ("/report/writers/fence", test_fence);
  g_test_add_func ("/report/writers/json", test_json);
  g_test_add_func ("/report/writers/pdf", test_pdf);
  g_test_add_func ("/report/writers/write", test_write);
  return g_test_run ();
}
