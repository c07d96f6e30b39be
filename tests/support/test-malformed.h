/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files as people met them, damaged or made to do harm: each is refused in one line that says what
 * is wrong, or read; within a second of the processor and 64 MiB over its own size. */

#pragma once

#include "plimsoll-config-reader.h"
#include "plimsoll-file-kind.h"
#include "plimsoll-model-file.h"
#include "plimsoll-safetensors.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

G_BEGIN_DECLS

#define TEST_MALFORMED_SECONDS 1
#define TEST_MALFORMED_BYTES (G_GUINT64_CONSTANT (64) << 20)

/** Returns: the most memory that the process had since test_malformed_reset(), in bytes. */
static inline guint64
test_malformed_peak (void)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "VmHWM:");
  g_assert_nonnull (line);
  return g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10) << 10;
}

/* Where the kernel does not let us, the peak is that of the whole test, and no less strict. */
static inline void
test_malformed_reset (void)
{
  FILE *file = g_fopen ("/proc/self/clear_refs", "w");

  if (file == NULL)
    return;
  fputs ("5", file);
  fclose (file);
}

/* As somebody opens it: by what it holds. */
static inline gboolean
test_malformed_read (const char *path, GError **error)
{
  g_autoptr (PlimsollModelFile) gguf = NULL;
  g_autoptr (PlimsollSafetensors) safetensors = NULL;
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_autoptr (GMappedFile) mapped = NULL;
  g_autofree char *name = g_path_get_basename (path);
  PlimsollFileKind kind;

  if (!plimsoll_file_kind (path, &kind, error))
    return FALSE;

  switch (kind)
    {
    case PLIMSOLL_FILE_KIND_GGUF:
      gguf = plimsoll_model_file_read (path, error);
      return gguf != NULL;
    case PLIMSOLL_FILE_KIND_SAFETENSORS:
    case PLIMSOLL_FILE_KIND_INDEX:
    case PLIMSOLL_FILE_KIND_FOLDER:
      safetensors = plimsoll_safetensors_read (path, error);
      return safetensors != NULL;
    case PLIMSOLL_FILE_KIND_JSON:
      mapped = g_mapped_file_new (path, FALSE, error);
      if (mapped == NULL)
        return FALSE;
      spec = plimsoll_config_read (g_mapped_file_get_contents (mapped),
                                   g_mapped_file_get_length (mapped), name, error);
      return spec != NULL;
    default:
      g_assert_not_reached ();
    }
}

/* @message: (nullable): the whole line; %NULL when it is read after all. */
static inline void
test_malformed_check (const char *path, const char *message)
{
  g_autoptr (GError) error = NULL;
  GStatBuf info;
  guint64 before;
  clock_t start;
  gboolean read;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  test_malformed_reset ();
  before = test_malformed_peak ();
  start = clock ();
  read = test_malformed_read (path, &error);
  g_assert_cmpint (clock () - start, <, TEST_MALFORMED_SECONDS * CLOCKS_PER_SEC);
  g_assert_cmpuint (test_malformed_peak (), <=,
                    before + (guint64) info.st_blocks * 512 + TEST_MALFORMED_BYTES);

  if (message == NULL)
    g_assert_no_error (error);
  else
    g_assert_cmpstr (error != NULL ? error->message : NULL, ==, message);
  g_assert_true (read == (message == NULL));
  if (error != NULL)
    {
      g_assert_cmpuint (strlen (error->message), <, 600);
      g_assert_null (strpbrk (error->message, "\n\r\t"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

/** Returns: (transfer full): a folder of one's own. */
static inline char *
test_malformed_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("plimsoll-malformed-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static inline void
test_malformed_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* The bytes, and a hole up to @size. */
static inline void
test_malformed_save (const char *path, const void *bytes, gsize length, guint64 size)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, (gssize) length, &error);
  g_assert_no_error (error);
  if (size > length)
    g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
}

/* One file alone. */
static inline void
test_malformed_bytes (const char *name,
                      const void *bytes,
                      gsize length,
                      guint64 size,
                      const char *message)
{
  g_autofree char *folder = test_malformed_folder ();
  g_autofree char *path = g_build_filename (folder, name, NULL);

  test_malformed_save (path, bytes, length, size);
  test_malformed_check (path, message);
  test_malformed_remove (folder);
}

G_END_DECLS
