/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-fact-date.h"
#include "plimsoll-measured-here.h"

#include <glib/gi18n.h>

/* What was measured on one's own accelerators, in the facts of those in the list. */

static void
apply (PlimsollWindow *self)
{
  PlimsollOwnMeasurements *measured = plimsoll_catalog_get_own_measurements (self->catalog);

  /* Putting them in changes the list. */
  g_signal_handlers_block_by_func (self->accelerators, apply, self);
  plimsoll_measured_here_apply (measured, self->models, self->accelerators);
  g_signal_handlers_unblock_by_func (self->accelerators, apply, self);
}

static void
write_failed_cb (PlimsollWindow *self, const char *message)
{
  plimsoll_window_tell_fault (self, _("What was measured here could not be saved"), message);
}

void
plimsoll_window_follow_measurements (PlimsollWindow *self)
{
  PlimsollOwnMeasurements *measured = plimsoll_catalog_get_own_measurements (self->catalog);

  g_signal_connect_object (measured, "items-changed", G_CALLBACK (apply), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (measured, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
  /* One that was changed in My Hardware comes without; after all that shows the list has it. */
  g_signal_connect_object (self->accelerators, "items-changed", G_CALLBACK (apply), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  apply (self);
}

/* --- Out of a log --- */

static gboolean
keep_cb (PlimsollWindow *self, PlimsollReceiptDialog *dialog)
{
  GPtrArray *found = g_object_get_data (G_OBJECT (dialog), "measurements");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < found->len; i++)
    if (!plimsoll_own_measurements_put (plimsoll_catalog_get_own_measurements (self->catalog),
                                        found->pdata[i], &error))
      {
        adw_dialog_close (ADW_DIALOG (dialog));
        plimsoll_window_tell (self, error->message);
        return FALSE;
      }

  return TRUE;
}

void
plimsoll_window_offer_measurements (PlimsollWindow *self,
                                    PlimsollReceiptDialog *dialog,
                                    const PlimsollLog *log,
                                    PlimsollScenario *question)
{
  g_autofree char *today = plimsoll_fact_date_today ();
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) sentences = NULL;
  g_auto (GStrv) left = NULL;
  GPtrArray *found;

  if (log->speeds->len == 0)
    return;

  /* A log that does not say on which accelerator: that of the question, which the words name. */
  found = plimsoll_measured_here_find (log, self->models, plimsoll_scenario_get_model (question),
                                       plimsoll_scenario_get_accelerator (question),
                                       self->accelerators, today, &left);
  for (guint i = 0; i < found->len; i++)
    g_strv_builder_take (words, plimsoll_measured_here_words (found->pdata[i], self->models,
                                                              self->accelerators));
  g_strv_builder_addv (words, (const char **) left);
  sentences = g_strv_builder_end (words);
  plimsoll_receipt_dialog_offer (dialog, found->len > 0, (const char *const *) sentences);
  g_object_set_data_full (G_OBJECT (dialog), "measurements", found,
                          (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect_object (dialog, "keep", G_CALLBACK (keep_cb), self, G_CONNECT_SWAPPED);
}
