/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-user-file.h"

#include "plimsoll-catalog-error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#define MAX_SET_ASIDE 1000

struct _PlimsollUserFile
{
  GObject parent_instance;

  char *path;
  char *name;
  PlimsollUserFileForm form;
  GObject *owner;  /* referenced only while a thread writes */
  gboolean frozen; /* what is on the disk could not be read, and is not written over */

  guint64 state;   /* counts the changes */
  gboolean busy;   /* a thread writes */
  GMutex lock;     /* around writing, and what follows */
  guint64 written; /* the state that is on the disk */
};

G_DEFINE_FINAL_TYPE (PlimsollUserFile, plimsoll_user_file, G_TYPE_OBJECT)

enum
{
  SIGNAL_WRITE_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Writing --- */

typedef struct
{
  gpointer taken;
  guint64 state;
  void (*release) (gpointer taken);
} Snapshot;

static Snapshot *
snapshot_new (PlimsollUserFile *self)
{
  Snapshot *snapshot = g_new (Snapshot, 1);

  snapshot->state = self->state;
  snapshot->release = self->form.release;
  snapshot->taken = self->form.take (self->owner);
  return snapshot;
}

static void
snapshot_free (Snapshot *snapshot)
{
  snapshot->release (snapshot->taken);
  g_free (snapshot);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Snapshot, snapshot_free)

static gboolean
write_text (PlimsollUserFile *self, GString *text, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  /* That it failed is seen at the next step. */
  g_mkdir_with_parents (folder, 0700);
  return g_file_set_contents_full (self->path, text->str, (gssize) text->len,
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* In any thread. What is newer on the disk stays. */
static gboolean
write_snapshot (PlimsollUserFile *self, Snapshot *snapshot, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autoptr (GString) text = NULL;

  if (self->written >= snapshot->state)
    return TRUE;
  text = self->form.print (snapshot->taken);
  if (!write_text (self, text, error))
    return FALSE;
  self->written = snapshot->state;
  return TRUE;
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_snapshot (source, data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void start_writing (PlimsollUserFile *self);

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollUserFile *self = PLIMSOLL_USER_FILE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) owner = self->owner;
  const Snapshot *snapshot = g_task_get_task_data (G_TASK (result));

  self->busy = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_signal_emit (self, signals[SIGNAL_WRITE_FAILED], 0, error->message);
  if (snapshot->state < self->state)
    start_writing (self);
}

/* One at a time: what changes meanwhile is written after it, together. */
static void
start_writing (PlimsollUserFile *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->busy || self->frozen)
    return;
  task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_source_tag (task, start_writing);
  g_task_set_task_data (task, snapshot_new (self), (GDestroyNotify) snapshot_free);
  self->busy = TRUE;
  g_object_ref (self->owner);
  g_task_run_in_thread (task, write_in_thread);
}

void
plimsoll_user_file_changed (PlimsollUserFile *self)
{
  g_return_if_fail (PLIMSOLL_IS_USER_FILE (self));

  self->state++;
  start_writing (self);
}

gboolean
plimsoll_user_file_flush (PlimsollUserFile *self, GError **error)
{
  g_autoptr (Snapshot) snapshot = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), FALSE);

  if (self->frozen || self->state == 0)
    return TRUE;
  snapshot = snapshot_new (self);
  return write_snapshot (self, snapshot, error);
}

/* --- Reading --- */

/* %NULL without @error when there is no file. */
static GMappedFile *
map_file (PlimsollUserFile *self, GError **error)
{
  GStatBuf status;

  if (g_stat (self->path, &status) != 0)
    {
      if (errno != ENOENT)
        g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), _("%s: %s"), self->name,
                     g_strerror (errno));
      return NULL;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID, _("%s: %s"),
                   self->name, _("is not a file"));
      return NULL;
    }
  return g_mapped_file_new (self->path, FALSE, error);
}

GBytes *
plimsoll_user_file_read (PlimsollUserFile *self, GError **error)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) fault = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), NULL);

  file = map_file (self, &fault);
  self->frozen = fault != NULL;
  if (fault != NULL)
    g_propagate_error (error, g_steal_pointer (&fault));
  return file != NULL ? g_mapped_file_get_bytes (file) : NULL;
}

gboolean
plimsoll_user_file_end_load (PlimsollUserFile *self, GError *fault, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), FALSE);

  if (fault == NULL)
    return TRUE;

  self->frozen = TRUE;
  g_propagate_error (error, fault);
  return FALSE;
}

gboolean
plimsoll_user_file_is_frozen (PlimsollUserFile *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), FALSE);

  return self->frozen;
}

char *
plimsoll_user_file_set_aside (PlimsollUserFile *self, gboolean has_rows, GError **error)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), NULL);

  name = g_strconcat (self->path, ".damaged", NULL);
  for (guint i = 2; i < MAX_SET_ASIDE && g_file_test (name, G_FILE_TEST_EXISTS); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s.damaged-%u", self->path, i);
    }
  if (g_rename (self->path, name) != 0)
    {
      g_autofree char *shown = g_filename_display_name (self->path);

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), _("%s: %s"), shown,
                   g_strerror (errno));
      return NULL;
    }

  self->frozen = FALSE;
  if (has_rows)
    plimsoll_user_file_changed (self);
  return g_steal_pointer (&name);
}

/* --- Object --- */

static void
plimsoll_user_file_finalize (GObject *object)
{
  PlimsollUserFile *self = PLIMSOLL_USER_FILE (object);

  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self->name);

  G_OBJECT_CLASS (plimsoll_user_file_parent_class)->finalize (object);
}

static void
plimsoll_user_file_class_init (PlimsollUserFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_user_file_finalize;

  signals[SIGNAL_WRITE_FAILED] =
    g_signal_new ("write-failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
plimsoll_user_file_init (PlimsollUserFile *self)
{
  g_mutex_init (&self->lock);
}

PlimsollUserFile *
plimsoll_user_file_new (const char *path,
                        const char *name,
                        const PlimsollUserFileForm *form,
                        GObject *owner)
{
  PlimsollUserFile *self = g_object_new (PLIMSOLL_TYPE_USER_FILE, NULL);

  self->path = path != NULL ? g_strdup (path)
                            : g_build_filename (g_get_user_data_dir (), "plimsoll", name, NULL);
  self->name = g_path_get_basename (self->path);
  self->form = *form;
  self->owner = owner;
  return self;
}

const char *
plimsoll_user_file_get_path (PlimsollUserFile *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), NULL);

  return self->path;
}

const char *
plimsoll_user_file_get_name (PlimsollUserFile *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_USER_FILE (self), NULL);

  return self->name;
}
