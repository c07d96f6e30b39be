/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-folder.h"

#include "plimsoll-format-error.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define FIRST_PIECE ((gsize) 65536)
#define LARGEST_PIECE ((gsize) 1 << 20)
#define MOST_OF_FILE (G_GUINT64_CONSTANT (24) << 20)
#define MOST_OF_ALL (G_GUINT64_CONSTANT (96) << 20)
#define MOST_TEXT (G_GUINT64_CONSTANT (12) << 20)
#define MOST_KEPT (G_GUINT64_CONSTANT (12) << 20)

typedef struct
{
  PlimsollHubFolder *folder;
  char *name;
  guint64 size;
  gboolean is_text; /* it comes whole */
  GBytes *piece;    /* (nullable): the last one */
  guint64 start;    /* of it */
  guint64 read;
} HubFile;

void
plimsoll_hub_folder_init (PlimsollHubFolder *self,
                          PlimsollHub *hub,
                          const PlimsollHubRepository *repository,
                          const char *revision,
                          const char *file)
{
  const char *slash = strrchr (file, '/');

  *self = (PlimsollHubFolder) { .hub = hub, .repository = repository, .revision = revision };
  self->prefix = slash != NULL ? g_strndup (file, (gsize) (slash + 1 - file)) : g_strdup ("");
  self->age = -1;
}

void
plimsoll_hub_folder_clear (PlimsollHubFolder *self)
{
  g_clear_pointer (&self->prefix, g_free);
}

static const PlimsollHubFile *
find (PlimsollHubFolder *self, const char *name)
{
  g_autofree char *path = g_strconcat (self->prefix, name, NULL);

  return plimsoll_hub_repository_find (self->repository, path);
}

/* @length: 0: the whole */
static GBytes *
fetch (PlimsollHubFolder *self,
       const char *name,
       guint64 offset,
       guint64 length,
       guint64 most,
       guint64 *size,
       GError **error)
{
  g_autofree char *path = g_strconcat (self->prefix, name, NULL);
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *address =
    g_strdup_printf ("/%s/resolve/%s/%s", self->repository->listing->id, self->revision, escaped);
  const PlimsollHubRequest request = { .path = address,
                                       .offset = offset,
                                       .length = length,
                                       .most = most,
                                       .keep = TRUE,
                                       .fixed = self->repository->commit != NULL,
                                       .kept_only = self->kept_only };
  g_autoptr (PlimsollHubAnswer) answer = NULL;

  if (self->read + length > MOST_OF_ALL)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                            _("the headers together are more than %" PRIu64
                               " MiB, which is not fetched"),
                            MOST_OF_ALL >> 20);
      return NULL;
    }
  answer = plimsoll_hub_fetch (self->hub, &request, self->cancellable, error);
  if (answer == NULL)
    return NULL;
  self->age = MAX (self->age, answer->age);
  self->came += answer->came;
  self->read += g_bytes_get_size (answer->bytes);
  *size = answer->size;
  return g_bytes_ref (answer->bytes);
}

/* --- As a source --- */

static gpointer
hub_open (gpointer data, const char *name, guint64 *size, GError **error)
{
  PlimsollHubFolder *self = data;
  const PlimsollHubFile *listed = find (self, name);
  HubFile *file;

  if (listed == NULL)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, name,
                            _("the hub’s repository has no such file"));
      return NULL;
    }
  file = g_new0 (HubFile, 1);
  file->folder = self;
  file->name = g_strdup (name);
  file->size = listed->size;
  file->is_text = g_str_has_suffix (name, ".json");
  *size = listed->size;
  return file;
}

static void
hub_close (gpointer data)
{
  HubFile *file = data;

  g_clear_pointer (&file->piece, g_bytes_unref);
  g_free (file->name);
  g_free (file);
}

static gboolean
hub_exists (gpointer data, const char *name)
{
  return find (data, name) != NULL;
}

/* What is asked for, and more where somebody reads on and on. */
static guint64
length_of_piece (const HubFile *file, guint64 offset, gsize wanted)
{
  const gsize before = file->piece != NULL ? g_bytes_get_size (file->piece) : 0;
  gsize length = MIN (wanted, LARGEST_PIECE);

  if (offset == 0)
    length = MAX (length, FIRST_PIECE);
  else if (before > 0 && offset == file->start + before)
    length = MAX (length, MIN (2 * before, LARGEST_PIECE));
  return MIN (length, file->size - offset);
}

static gboolean
load_piece (HubFile *file, guint64 offset, gsize wanted, GError **error)
{
  const guint64 length = file->is_text ? 0 : length_of_piece (file, offset, wanted);
  guint64 size = 0;
  GBytes *piece;

  if (file->read + length > MOST_OF_FILE)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, file->name,
                                 _("its header is more than %" PRIu64
                                    " MiB, which is not fetched"),
                                 MOST_OF_FILE >> 20);
  piece =
    fetch (file->folder, file->name, file->is_text ? 0 : offset, length, MOST_TEXT, &size, error);
  if (piece == NULL)
    return FALSE;
  g_clear_pointer (&file->piece, g_bytes_unref);
  file->piece = piece;
  file->start = file->is_text ? 0 : offset;
  file->read += g_bytes_get_size (piece);
  if (size != file->size)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, file->name,
                                 _("it has another size than the hub lists"));
  return TRUE;
}

static gssize
hub_read (gpointer data, guint64 offset, gpointer buffer, gsize length, GError **error)
{
  HubFile *file = data;
  gsize n;
  const guint8 *bytes;

  if (offset >= file->size || length == 0)
    return 0;
  if ((file->piece == NULL || offset < file->start
       || offset >= file->start + g_bytes_get_size (file->piece))
      && !load_piece (file, offset, length, error))
    return -1;
  bytes = g_bytes_get_data (file->piece, &n);
  n = (gsize) MIN (length, file->start + n - offset);
  memcpy (buffer, bytes + (offset - file->start), n);
  return (gssize) n;
}

void
plimsoll_hub_folder_source (PlimsollHubFolder *self, PlimsollFileSource *source)
{
  *source = (PlimsollFileSource) {
    .data = self,
    .open = hub_open,
    .read = hub_read,
    .close = hub_close,
    .exists = hub_exists,
    .most_header = MOST_KEPT,
    .far = TRUE,
  };
}

GBytes *
plimsoll_hub_folder_load (PlimsollHubFolder *self, const char *name, guint64 most, GError **error)
{
  guint64 size;

  return fetch (self, name, 0, 0, most, &size, error);
}
