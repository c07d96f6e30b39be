/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-this-computer.h"

/* At the first start the question is about this computer, as far as it is known. */

static gboolean
is_known (const PlimsollFoundAccelerator *found)
{
  return found->accelerator != NULL && found->n_candidates == 1
         && plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (found->accelerator)) != 0;
}

static gboolean
is_unified (const PlimsollFoundAccelerator *found)
{
  return plimsoll_accelerator_get_facts (found->accelerator)->unified;
}

/* Boards as the scenario has them: cards where there are any, else the graphics of the processor.
   What the system shows as several devices is one board. */
static GPtrArray *
boards_of (const PlimsollThisComputer *computer)
{
  g_autoptr (GHashTable) devices_left = g_hash_table_new (NULL, NULL);
  GPtrArray *boards = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean have_cards = FALSE;

  for (guint i = 0; i < computer->accelerators->len; i++)
    {
      const PlimsollFoundAccelerator *found = computer->accelerators->pdata[i];

      have_cards = have_cards || (is_known (found) && !is_unified (found));
    }

  for (guint i = 0; i < computer->accelerators->len; i++)
    {
      const PlimsollFoundAccelerator *found = computer->accelerators->pdata[i];
      guint left;

      if (!is_known (found) || (have_cards && is_unified (found)))
        continue;

      left = GPOINTER_TO_UINT (g_hash_table_lookup (devices_left, found->accelerator));
      if (left == 0)
        {
          g_ptr_array_add (boards, g_object_ref (found->accelerator));
          left = plimsoll_accelerator_get_facts (found->accelerator)->devices;
        }
      g_hash_table_insert (devices_left, found->accelerator, GUINT_TO_POINTER (left - 1));
    }

  return boards;
}

/* Those like the first are its count, the others stand beside it. */
static void
set_boards (PlimsollScenario *scenario, GPtrArray *boards)
{
  guint count = 0;

  for (guint i = 0; i < boards->len; i++)
    count += boards->pdata[i] == boards->pdata[0];

  plimsoll_scenario_set_accelerator (scenario, boards->pdata[0]);
  g_object_set (scenario, "accelerator-count", count, NULL);
  plimsoll_scenario_set_further_accelerators (scenario, NULL);
  for (guint i = 0; i < boards->len; i++)
    if (boards->pdata[i] != boards->pdata[0])
      plimsoll_scenario_add_accelerator (scenario, boards->pdata[i], 1);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollWindow *self = data;
  g_autoptr (PlimsollThisComputer) computer = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (GPtrArray) boards = NULL;

  /* The window is gone, or somebody was faster. */
  if (computer == NULL)
    return;

  g_clear_object (&self->looking);
  plimsoll_this_computer_identify (computer, self->accelerators);
  if (computer->memory.total != 0)
    g_object_set (self->scenario, "system-memory", computer->memory.total, NULL);
  boards = boards_of (computer);
  if (boards->len > 0)
    set_boards (self->scenario, boards);
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, plimsoll_this_computer_read (data),
                         (GDestroyNotify) plimsoll_this_computer_free);
}

void
plimsoll_window_cancel_look (PlimsollWindow *self)
{
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

void
plimsoll_window_look_at_computer (PlimsollWindow *self)
{
  static const char *const answered[] = { "notify::accelerator", "notify::accelerator-count",
                                          "notify::further-accelerators", "notify::system-memory" };
  g_autoptr (GTask) task = NULL;

  self->looking = g_cancellable_new ();
  /* Whoever says what to ask about need not be told. */
  for (guint i = 0; i < G_N_ELEMENTS (answered); i++)
    g_signal_connect_object (self->scenario, answered[i], G_CALLBACK (plimsoll_window_cancel_look),
                             self, G_CONNECT_SWAPPED);

  task = g_task_new (NULL, self->looking, looked_cb, self);
  g_task_set_source_tag (task, plimsoll_window_look_at_computer);
  /* For tests: another tree in the place of /proc and /sys. */
  g_task_set_task_data (task, g_strdup (g_getenv ("PLIMSOLL_COMPUTER_ROOT")), g_free);
  g_task_run_in_thread (task, look_in_thread);
}
