/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-file-kind.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An index begins with its few metadata, and then the map. */
#define MAX_START 65536

#define UTF8_MARK "\357\273\277"

static gssize
read_start (int fd, char *start)
{
  gsize length = 0;

  while (length < MAX_START)
    {
      gssize n = read (fd, start + length, MAX_START - length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      length += (gsize) n;
    }
  return (gssize) length;
}

const char *
plimsoll_file_kind_of_other (const guint8 *start, gsize length)
{
  static const struct
  {
    const char *bytes;
    const char *what;
  } others[] = {
    { "version ", "a Git LFS pointer: the file itself was not downloaded" },
    { "<!DOCTYP", "a web page, no model" },
    { "<!doctyp", "a web page, no model" },
    { "<html", "a web page, no model" },
    { "<?xml", "an XML document, no model" },
    { "PK\003\004", "a PyTorch or ZIP file, which is not read" },
    { "\200\002", "a PyTorch file, which is not read" },
    { "tjgg", "a GGML file of before GGUF, which no present engine reads" },
    { "fmgg", "a GGML file of before GGUF, which no present engine reads" },
    { "lmgg", "a GGML file of before GGUF, which no present engine reads" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (length >= strlen (others[i].bytes)
        && memcmp (start, others[i].bytes, strlen (others[i].bytes)) == 0)
      return others[i].what;
  return NULL;
}

/* The length of a header, which is JSON, and the header. It may be cut. */
static gboolean
is_safetensors (const char *start, gsize length)
{
  guint64 header = 0;

  if (length < 9 || start[8] != '{')
    return FALSE;
  for (guint i = 0; i < 8; i++)
    header |= (guint64) (guint8) start[i] << (8 * i);
  return header >= 2 && header <= G_MAXUINT32;
}

static gboolean
is_json (const char *start, gsize length)
{
  gsize i = length >= 3 && memcmp (start, UTF8_MARK, 3) == 0 ? 3 : 0;

  while (i < length && g_ascii_isspace (start[i]))
    i++;
  return i < length && start[i] == '{';
}

static gboolean
kind_of (const char *start, gsize length, const char *name, PlimsollFileKind *kind, GError **error)
{
  const char *other = plimsoll_file_kind_of_other ((const guint8 *) start, length);

  if (length >= 4 && memcmp (start, "GGUF", 4) == 0)
    *kind = PLIMSOLL_FILE_KIND_GGUF;
  else if (is_safetensors (start, length))
    *kind = PLIMSOLL_FILE_KIND_SAFETENSORS;
  else if (is_json (start, length))
    *kind = g_strstr_len (start, (gssize) length, "\"weight_map\"") != NULL
              ? PLIMSOLL_FILE_KIND_INDEX
              : PLIMSOLL_FILE_KIND_JSON;
  else
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name, "%s",
                                 other != NULL ? other
                                 : length == 0
                                   ? _("the file is empty")
                                   : _("neither a GGUF nor safetensors nor a config.json"));
  return TRUE;
}

static gboolean
fail_errno (GError **error, const char *name, int saved)
{
  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (saved), "%s: %s", name,
               g_strerror (saved));
  return FALSE;
}

static gboolean
kind_of_open (int fd, const char *name, PlimsollFileKind *kind, GError **error)
{
  g_autofree char *start = NULL;
  struct stat info;
  gssize length;

  if (fstat (fd, &info) != 0)
    return fail_errno (error, name, errno);
  if (S_ISDIR (info.st_mode))
    {
      *kind = PLIMSOLL_FILE_KIND_FOLDER;
      return TRUE;
    }
  if (!S_ISREG (info.st_mode))
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name,
                                 _("no regular file"));

  start = g_malloc (MAX_START);
  length = read_start (fd, start);
  if (length < 0)
    return fail_errno (error, name, errno);
  return kind_of (start, (gsize) length, name, kind, error);
}

gboolean
plimsoll_file_kind (const char *path, PlimsollFileKind *kind, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  /* Not blocking: a named pipe must not hold us. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  gboolean ok;

  if (fd < 0)
    return fail_errno (error, name, errno);
  ok = kind_of_open (fd, name, kind, error);
  close (fd);
  return ok;
}
