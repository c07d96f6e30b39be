/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-document.h"
#include "plimsoll-report-file.h"

#include <math.h>

static void
test_table (void)
{
  g_autoptr (PlimsollTable) table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "name", "Name", PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "gib", "GiB", PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, "Gewichte", "weights");
  plimsoll_table_take_number (table, g_strdup ("17,28"), 17.2812, 3);
  plimsoll_table_add_row (table, TRUE);
  plimsoll_table_add_cell (table, "Card", NULL);
  plimsoll_table_take_number (table, g_strdup ("—"), (double) NAN, 3);

  g_assert_cmpuint (plimsoll_table_get_n_rows (table), ==, 2);
  g_assert_cmpstr (plimsoll_table_get_text (table, 0, 0), ==, "Gewichte");
  g_assert_cmpstr (plimsoll_table_get_plain (table, 0, 0), ==, "weights");
  /* People's number is by the locale, programs' never. */
  g_assert_cmpstr (plimsoll_table_get_text (table, 0, 1), ==, "17,28");
  g_assert_cmpstr (plimsoll_table_get_plain (table, 0, 1), ==, "17.281");
  g_assert_cmpstr (plimsoll_table_get_plain (table, 1, 0), ==, "Card");
  g_assert_cmpstr (plimsoll_table_get_plain (table, 1, 1), ==, "");
  g_assert_false (plimsoll_table_is_strong (table, 0));
  g_assert_true (plimsoll_table_is_strong (table, 1));
}

static void
test_format_names (void)
{
  static const struct
  {
    const char *name;
    int format; /* -1: none */
  } names[] = {
    { "report.pdf", PLIMSOLL_FORMAT_PDF },
    { "REPORT.PDF", PLIMSOLL_FORMAT_PDF },
    { "a.b.md", PLIMSOLL_FORMAT_MARKDOWN },
    { "notes.markdown", PLIMSOLL_FORMAT_MARKDOWN },
    { "csv", PLIMSOLL_FORMAT_CSV },
    { "/tmp/x.y/answer.json", PLIMSOLL_FORMAT_JSON },
    { "report.docx", -1 },
    { "report", -1 },
    { "", -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      PlimsollFormat format = PLIMSOLL_FORMAT_JSON;
      const gboolean known = plimsoll_format_from_name (names[i].name, &format);

      g_assert_cmpint (known, ==, names[i].format >= 0);
      if (known)
        g_assert_cmpint (format, ==, names[i].format);
    }
}

static void
test_paper (void)
{
  double width, height;

  /* ISO 216, and ANSI A, in points of 1/72 inch. */
  plimsoll_paper_get_size (PLIMSOLL_PAPER_A4, &width, &height);
  g_assert_cmpfloat_with_epsilon (width, 210 / 25.4 * 72, 0.01);
  g_assert_cmpfloat_with_epsilon (height, 297 / 25.4 * 72, 0.01);
  plimsoll_paper_get_size (PLIMSOLL_PAPER_LETTER, &width, &height);
  g_assert_cmpfloat (width, ==, 8.5 * 72);
  g_assert_cmpfloat (height, ==, 11 * 72);
  g_assert_cmpint (plimsoll_paper_default (), ==, PLIMSOLL_PAPER_A4);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/document/table", test_table);
  g_test_add_func ("/report/document/format-names", test_format_names);
  g_test_add_func ("/report/document/paper", test_paper);
  return g_test_run ();
}
