/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <langinfo.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const PlimsollFormatInfo formats[PLIMSOLL_N_FORMATS] = {
  [PLIMSOLL_FORMAT_PDF] = { "pdf", N_("PDF document"), "application/pdf" },
  [PLIMSOLL_FORMAT_MARKDOWN] = { "md", N_("Markdown text"), "text/markdown" },
  [PLIMSOLL_FORMAT_CSV] = { "csv", N_("CSV tables"), "text/csv" },
  [PLIMSOLL_FORMAT_JSON] = { "json", N_("JSON answer"), "application/json" },
};

const PlimsollFormatInfo *
plimsoll_format_info (PlimsollFormat format)
{
  g_return_val_if_fail (format < PLIMSOLL_N_FORMATS, NULL);

  return &formats[format];
}

gboolean
plimsoll_format_from_name (const char *name, PlimsollFormat *format)
{
  const char *dot = strrchr (name, '.');
  const char *suffix = dot != NULL ? dot + 1 : name;

  for (guint i = 0; i < PLIMSOLL_N_FORMATS; i++)
    if (g_ascii_strcasecmp (suffix, formats[i].suffix) == 0)
      {
        *format = (PlimsollFormat) i;
        return TRUE;
      }
  if (g_ascii_strcasecmp (suffix, "markdown") != 0)
    return FALSE;
  *format = PLIMSOLL_FORMAT_MARKDOWN;

  return TRUE;
}

PlimsollPaper
plimsoll_paper_default (void)
{
#ifdef _NL_PAPER_HEIGHT
  union
  {
    const char *text;
    int millimetres;
  } height = { nl_langinfo (_NL_PAPER_HEIGHT) };

  /* The C library gives the number itself in the place of a text. */
  if (height.millimetres == 279)
    return PLIMSOLL_PAPER_LETTER;
#endif

  return PLIMSOLL_PAPER_A4;
}

void
plimsoll_paper_get_size (PlimsollPaper paper, double *width, double *height)
{
  *width = paper == PLIMSOLL_PAPER_LETTER ? 612 : 595.276;
  *height = paper == PLIMSOLL_PAPER_LETTER ? 792 : 841.89;
}

GBytes *
plimsoll_report_to_bytes (PlimsollDocument *document,
                          PlimsollFormat format,
                          PlimsollPaper paper,
                          GCancellable *cancellable,
                          GError **error)
{
  char *text;

  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (document), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  switch (format)
    {
    case PLIMSOLL_FORMAT_MARKDOWN:
      text = plimsoll_document_to_markdown (document);
      break;
    case PLIMSOLL_FORMAT_CSV:
      text = plimsoll_document_to_csv (document);
      break;
    case PLIMSOLL_FORMAT_JSON:
      text = plimsoll_document_to_json (document);
      break;
    case PLIMSOLL_FORMAT_PDF:
    default:
      return plimsoll_document_to_pdf (document, paper, cancellable, error);
    }

  return g_bytes_new_take (text, strlen (text));
}

/* --- All or nothing --- */

static gboolean
fail (const char *path, int fault, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (fault), _("%s: %s"), shown,
               g_strerror (fault));

  return FALSE;
}

static gboolean
write_all (int fd, GBytes *bytes)
{
  gsize left;
  const char *at = g_bytes_get_data (bytes, &left);

  while (left > 0)
    {
      const gssize n = write (fd, at, left);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      at += n;
      left -= (gsize) n;
    }

  return fsync (fd) == 0 || errno == EINVAL || errno == EROFS;
}

/* A file without a name is gone when the program is, however it ends. It cannot take another's name
 * at once: so it has one of its own for a moment. Where there are no such files, it has that from
 * the beginning. */
static int
open_beside (const char *path, char **name)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);

  *name = NULL;
#ifdef O_TMPFILE
  {
    const int fd = open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);

    if (fd >= 0)
      return fd;
  }
#endif
  *name = g_strdup_printf ("%s/.%.200s.XXXXXX", folder, base);

  return g_mkstemp_full (*name, O_WRONLY | O_CLOEXEC, 0666);
}

static gboolean
give_name (int fd, const char *path, char **name)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);

  for (guint i = 0; i < 100; i++)
    {
      g_free (*name);
      *name = g_strdup_printf ("%s/.%.200s.%08x", folder, base, g_random_int ());
      if (linkat (AT_FDCWD, link, AT_FDCWD, *name, AT_SYMLINK_FOLLOW) == 0)
        return TRUE;
      if (errno != EEXIST)
        break;
    }
  g_clear_pointer (name, g_free);

  return FALSE;
}

static gboolean
write_beside (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *name = NULL;
  struct stat status;
  const int fd = open_beside (path, &name);
  int fault = 0;

  if (fd < 0)
    return fail (path, errno, error);

  if (!write_all (fd, bytes))
    fault = errno;
  /* Who may read it stays as it was; that this is not always ours to say is no fault. */
  if (fault == 0 && stat (path, &status) == 0 && fchmod (fd, status.st_mode & 07777) != 0)
    g_debug ("%s: its mode could not be kept", path);
  if (fault == 0 && name == NULL && !give_name (fd, path, &name))
    fault = errno;
  if (close (fd) != 0 && fault == 0)
    fault = errno;
  if (fault == 0 && g_rename (name, path) != 0)
    fault = errno;
  if (fault == 0)
    return TRUE;

  if (name != NULL)
    g_unlink (name);

  return fail (path, fault, error);
}

gboolean
plimsoll_report_write (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *whole = NULL;
  struct stat status;
  char *resolved;

  g_return_val_if_fail (path != NULL && bytes != NULL, FALSE);

  /* What a link points to is written; a pipe or a device is written into. */
  resolved = realpath (path, NULL);
  whole = g_strdup (resolved != NULL ? resolved : path);
  free (resolved);
  if (stat (whole, &status) == 0 && !S_ISREG (status.st_mode))
    {
      const int fd = S_ISDIR (status.st_mode) ? -1 : open (whole, O_WRONLY | O_CLOEXEC);
      gboolean done;

      if (S_ISDIR (status.st_mode))
        errno = EISDIR;
      if (fd < 0)
        return fail (path, errno, error);
      done = write_all (fd, bytes);
      if (!done)
        fail (path, errno, error);
      close (fd);
      return done;
    }

  return write_beside (whole, bytes, error);
}
