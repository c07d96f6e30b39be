/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-exporter.h"

#include <glib/gi18n.h>

/* --- Making --- */

typedef struct
{
  PlimsollScenario *scenario; /* one that nobody changes */
  PlimsollSizer *sizer;
  PlimsollReportBuilder *builder;
  PlimsollExportProgress progress;
  gpointer progress_data;
} Making;

static void
making_free (gpointer data)
{
  Making *self = data;

  g_clear_pointer (&self->builder, plimsoll_report_builder_free);
  g_clear_object (&self->sizer);
  g_clear_object (&self->scenario);
  g_free (self);
}

static gboolean
step_cb (gpointer data)
{
  GTask *task = data;
  Making *self = g_task_get_task_data (task);
  gboolean more;

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  more = plimsoll_report_builder_step (self->builder);
  if (self->progress != NULL)
    self->progress (plimsoll_report_builder_get_progress (self->builder), self->progress_data);
  if (more)
    return G_SOURCE_CONTINUE;
  g_task_return_pointer (task, g_object_ref (plimsoll_report_builder_get_document (self->builder)),
                         g_object_unref);

  return G_SOURCE_REMOVE;
}

static PlimsollDocument *
make_beside (const PlimsollReportAsk *ask, PlimsollPins *pins)
{
  PlimsollSizer *sizers[PLIMSOLL_REPORT_MAX_BESIDE] = { ask->sizer };
  guint n = 1;

  for (guint i = 0; pins != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (pins)); i++)
    if (n < PLIMSOLL_REPORT_MAX_BESIDE)
      sizers[n++] = plimsoll_pins_get (pins, i);

  return plimsoll_report_new_beside (ask, sizers, n);
}

void
plimsoll_export_make_async (const PlimsollExportAsk *ask,
                            PlimsollExportProgress progress,
                            gpointer progress_data,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_autoptr (GSource) source = NULL;
  Making *self = g_new0 (Making, 1);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (ask->scenario);
  PlimsollReportAsk report;

  g_task_set_source_tag (task, plimsoll_export_make_async);
  g_task_set_task_data (task, self, making_free);
  self->scenario = plimsoll_scenario_copy (ask->scenario);
  self->sizer = plimsoll_sizer_new (self->scenario);
  self->progress = progress;
  self->progress_data = progress_data;
  report = (PlimsollReportAsk) {
    .sizer = self->sizer,
    .catalog = ask->catalog,
    .sections = ask->sections,
    .all_hardware = ask->all_hardware,
  };

  if (ask->kind == PLIMSOLL_EXPORT_BESIDE)
    {
      g_task_return_pointer (task, make_beside (&report, ask->pins), g_object_unref);
      return;
    }
  if (ask->kind == PLIMSOLL_EXPORT_ACCELERATOR && accelerator != NULL)
    {
      g_task_return_pointer (task, plimsoll_report_new_for_accelerator (&report, accelerator),
                             g_object_unref);
      return;
    }

  self->builder = plimsoll_report_builder_new (&report);
  source = g_idle_source_new ();
  g_task_attach_source (task, source, step_cb);
}

PlimsollDocument *
plimsoll_export_make_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Writing --- */

typedef struct
{
  PlimsollDocument *document;
  PlimsollFormat format;
  GFile *file;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *self = data;

  g_object_unref (self->document);
  g_object_unref (self->file);
  g_free (self);
}

static gboolean
write_file (Writing *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_file_get_path (self->file);
  g_autoptr (GBytes) bytes =
    plimsoll_report_to_bytes (self->document, self->format, plimsoll_paper_default (), cancellable,
                              error);
  gsize size;
  gconstpointer data;

  if (bytes == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (path != NULL)
    return plimsoll_report_write (path, bytes, error);
  data = g_bytes_get_data (bytes, &size);

  return g_file_replace_contents (self->file, data, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                  cancellable, error);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_file (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
plimsoll_export_write_async (PlimsollDocument *document,
                             PlimsollFormat format,
                             GFile *file,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Writing *self = g_new0 (Writing, 1);

  self->document = g_object_ref (document);
  self->format = format;
  self->file = g_object_ref (file);
  g_task_set_source_tag (task, plimsoll_export_write_async);
  g_task_set_task_data (task, self, writing_free);
  g_task_run_in_thread (task, write_in_thread);
}

gboolean
plimsoll_export_write_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
