/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-file-source.h"

#include "plimsoll-format-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  int fd;
  char *name;
} LocalFile;

static void
fail_errno (GError **error, const char *name, int saved)
{
  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (saved), "%s: %s", name,
               g_strerror (saved));
}

/* Not blocking: a named pipe must not hold us. */
static gpointer
local_open (gpointer data, const char *name, guint64 *size, GError **error)
{
  g_autofree char *path = g_build_filename (data, name, NULL);
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  struct stat info;

  if (fd < 0 || fstat (fd, &info) != 0)
    fail_errno (error, name, errno);
  else if (!S_ISREG (info.st_mode))
    plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name, _("no regular file"));
  else
    {
      LocalFile *file = g_new (LocalFile, 1);

      *file = (LocalFile) { fd, g_strdup (name) };
      *size = (guint64) info.st_size;
      return file;
    }
  if (fd >= 0)
    close (fd);
  return NULL;
}

static gssize
local_read (gpointer data, guint64 offset, gpointer buffer, gsize length, GError **error)
{
  LocalFile *file = data;
  gssize n;

  do
    n = pread (file->fd, buffer, length, (off_t) offset);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    fail_errno (error, file->name, errno);
  return n;
}

static void
local_close (gpointer data)
{
  LocalFile *file = data;

  close (file->fd);
  g_free (file->name);
  g_free (file);
}

static gboolean
local_exists (gpointer data, const char *name)
{
  g_autofree char *path = g_build_filename (data, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

void
plimsoll_file_source_init_folder (PlimsollFileSource *self, const char *folder)
{
  *self = (PlimsollFileSource) {
    .data = (gpointer) folder,
    .open = local_open,
    .read = local_read,
    .close = local_close,
    .exists = local_exists,
  };
}

gboolean
plimsoll_file_source_read (const PlimsollFileSource *self,
                           gpointer file,
                           const char *name,
                           guint64 offset,
                           gpointer buffer,
                           gsize length,
                           GError **error)
{
  guint8 *at = buffer;

  while (length > 0)
    {
      gssize n = self->read (file, offset, at, length, error);

      if (n < 0)
        return FALSE;
      /* A file that shrank while it was read. */
      if (n == 0)
        {
          fail_errno (error, name, EIO);
          return FALSE;
        }
      at += n;
      length -= (gsize) n;
      offset += (guint64) n;
    }
  return TRUE;
}
