/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Logs, whatever is in them. */

#include "fuzz-target.h"

#include "plimsoll-log-spec.h"

static void
check_text (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

void
fuzz_one_input (const guint8 *data, gsize size)
{
  PlimsollLogReader *reader = plimsoll_log_reader_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollLog) log = NULL;
  g_autoptr (PlimsollModelSpec) spec = NULL;

  plimsoll_log_reader_feed (reader, (const char *) data, size);
  log = plimsoll_log_reader_finish (reader, "fuzz", &error);
  g_assert_true ((log == NULL) == (error != NULL));
  if (log == NULL)
    {
      check_text (error->message);
      return;
    }

  check_text (log->version);
  check_text (log->model_name);
  check_text (log->model_id);
  check_text (log->architecture);
  check_text (log->file_type);
  check_text (log->kv_k);
  check_text (log->kv_v);
  for (guint i = 0; i < log->figures->len; i++)
    check_text (((const PlimsollLogFigure *) log->figures->pdata[i])->device);
  for (guint i = 0; i < log->devices->len; i++)
    check_text (((const PlimsollLogDevice *) log->devices->pdata[i])->name);
  for (guint i = 0; i < log->speeds->len; i++)
    check_text (((const PlimsollLogSpeed *) log->speeds->pdata[i])->model);
  spec = plimsoll_log_spec (log);
}
