/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-page-set.h"
#include "plimsoll-test-document.h"

#include <math.h>
#include <string.h>

#define WIDTH 595.276
#define HEIGHT 841.89
/* Pages have a margin of five eighths of an inch: 45 points. */
#define MARGIN 44.0

typedef struct
{
  double x, y, width, height;
} Extents;

/* The part of @page that anything is drawn on. */
static Extents
extents_of (PlimsollPageSet *pages, guint page)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  Extents extents;

  plimsoll_page_set_draw (pages, page, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (surface, &extents.x, &extents.y, &extents.width,
                                       &extents.height);
  cairo_surface_destroy (surface);

  return extents;
}

static void
assert_within_margins (PlimsollPageSet *pages)
{
  for (guint page = 0; page < plimsoll_page_set_get_n_pages (pages); page++)
    {
      const Extents extents = extents_of (pages, page);

      g_assert_cmpfloat (extents.x, >=, MARGIN - 1);
      g_assert_cmpfloat (extents.x + extents.width, <=, WIDTH - MARGIN + 1);
      g_assert_cmpfloat (extents.y, >=, 20);
      g_assert_cmpfloat (extents.y + extents.height, <=, HEIGHT - 20);
    }
}

static guint
pages_of (const char *title, guint rows, const char *name, gboolean rtl)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document (title, rows, name);
  g_autoptr (PlimsollPageSet) pages = NULL;

  plimsoll_document_set_rtl (document, rtl);
  pages = plimsoll_page_set_new (document, WIDTH, HEIGHT);
  assert_within_margins (pages);

  return plimsoll_page_set_get_n_pages (pages);
}

static void
test_rows (void)
{
  g_assert_cmpuint (pages_of ("Model on card", 0, "Card", FALSE), ==, 1);
  g_assert_cmpuint (pages_of ("Model on card", 1, "Card", FALSE), ==, 1);
  /* Rows of 15 to 16 points, on pages that have room for some 690. */
  g_assert_cmpuint (pages_of ("Model on card", 400, "Card", FALSE), >=, 9);
  g_assert_cmpuint (pages_of ("Model on card", 400, "Card", FALSE), <=, 12);
}

static void
test_long_names (void)
{
  g_autofree char *word = g_strnfill (2000, 'x');
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    g_string_append (words, "Very-Long Model ");
  g_assert_cmpuint (pages_of (word, 3, word, FALSE), >=, 1);
  g_assert_cmpuint (pages_of (words->str, 3, words->str, FALSE), >=, 1);
  g_assert_cmpuint (pages_of ("", 1, "", FALSE), ==, 1);
}

static void
test_scripts (void)
{
  for (gboolean rtl = FALSE; rtl <= TRUE; rtl++)
    {
      g_assert_cmpuint (pages_of ("通义千问 30B 在 RTX 4090 上", 3, "显卡型号很长的名字", rtl), ==,
                        1);
      g_assert_cmpuint (pages_of ("نموذج 8B على RTX 4090", 3, "بطاقة", rtl), ==, 1);
      g_assert_cmpuint (pages_of ("Model\nwith\tcontrols\x01", 2, "a\nb", rtl), ==, 1);
    }
}

/* What stands at the start of the text is at the right of the page. */
static void
test_rtl (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("Model", 1, "Card");
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 596, 842);
  guint ink[2] = { 0, 0 };

  for (guint rtl = 0; rtl < 2; rtl++)
    {
      g_autoptr (PlimsollPageSet) pages = NULL;
      cairo_t *cr = cairo_create (surface);
      const guint8 *data;
      int stride;

      plimsoll_document_set_rtl (document, rtl == 1);
      pages = plimsoll_page_set_new (document, WIDTH, HEIGHT);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      plimsoll_page_set_draw (pages, 0, cr);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      data = cairo_image_surface_get_data (surface);
      stride = cairo_image_surface_get_stride (surface);
      /* The mark of the program, in the head. */
      for (int y = 30; y < 52; y++)
        for (int x = 45; x < 68; x++)
          {
            const int at = rtl == 1 ? 595 - x : x;

            ink[rtl] += data[y * stride + at * 4] < 128;
          }
    }
  cairo_surface_destroy (surface);
  g_assert_cmpuint (ink[0], >, 40);
  g_assert_cmpuint (ink[1], >, 40);
}

static void
test_marks (void)
{
  g_autoptr (PlimsollDocument) document = plimsoll_test_document ("Model", 400, "Card");
  g_autoptr (PlimsollPageSet) pages = plimsoll_page_set_new (document, WIDTH, HEIGHT);
  const PlimsollPageMark *marks;
  guint n;

  marks = plimsoll_page_set_get_marks (pages, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (marks[0].id, ==, "summary");
  g_assert_cmpstr (marks[1].id, ==, "hardware");
  g_assert_cmpuint (marks[1].page, ==, 0);
  g_assert_cmpfloat (marks[1].y, >, marks[0].y);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/pages/rows", test_rows);
  g_test_add_func ("/report/pages/long-names", test_long_names);
  g_test_add_func ("/report/pages/scripts", test_scripts);
  g_test_add_func ("/report/pages/rtl", test_rtl);
  g_test_add_func ("/report/pages/marks", test_marks);
  return g_test_run ();
}
