/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stands in for libFuzzer: gives a fuzz target every file of a folder once, as a GLib test each. */

#include <gio/gio.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
replay_file (gconstpointer path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  gsize length = 0;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);

  /* A block of the exact size, so that a sanitizer sees one byte too far. */
  g_autofree guint8 *exact = g_memdup2 (contents, length);

  g_assert_cmpint (LLVMFuzzerTestOneInput (exact, length), <=, 0);
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir) folder = NULL;
  g_autoptr (GError) error = NULL;
  const char *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);

  folder = g_dir_open (argv[1], 0, &error);
  g_assert_no_error (error);

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *test = g_strconcat ("/fuzz/", name, NULL);

      g_test_add_data_func_full (test, g_build_filename (argv[1], name, NULL), replay_file, g_free);
    }

  return g_test_run ();
}
