/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-scenario-computer.h"

#include "plimsoll-answer.h"

#include <glib/gi18n.h>

/* Those like the first are its count, the others stand beside it. */
static void
set_boards (PlimsollScenario *self, GPtrArray *boards)
{
  guint count = 0;

  for (guint i = 0; i < boards->len; i++)
    count += boards->pdata[i] == boards->pdata[0];

  if (boards->len > 0)
    plimsoll_scenario_set_accelerator (self, boards->pdata[0]);
  g_object_set (self, "accelerator-count", count, "tensor-split", "", "main-gpu", 0, NULL);
  plimsoll_scenario_set_further_accelerators (self, NULL);
  for (guint i = 0; i < boards->len; i++)
    if (boards->pdata[i] != boards->pdata[0])
      plimsoll_scenario_add_accelerator (self, boards->pdata[i], 1);
  if (boards->len > 1 && plimsoll_scenario_get_split (self) == PLIMSOLL_SPLIT_NONE)
    g_object_set (self, "split", PLIMSOLL_SPLIT_LAYER, NULL);
}

void
plimsoll_scenario_set_computer (PlimsollScenario *self, PlimsollOwnComputer *computer)
{
  guint64 memory, in_use;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (computer));

  memory = plimsoll_own_computer_get_memory (computer);
  in_use = plimsoll_own_computer_get_in_use (computer);
  g_object_freeze_notify (G_OBJECT (self));
  if (plimsoll_own_computer_is_known (computer)
      && !plimsoll_scenario_is_on_computer (self, computer))
    set_boards (self, plimsoll_own_computer_get_boards (computer));
  if (memory > 0)
    g_object_set (self, "system-memory", memory, NULL);
  if (in_use > 0)
    g_object_set (self, "memory-in-use", in_use, NULL);
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
plimsoll_scenario_is_on_computer (PlimsollScenario *self, PlimsollOwnComputer *computer)
{
  GPtrArray *boards, *further;
  guint count = 0, n_further = 0;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (computer), FALSE);

  if (!plimsoll_own_computer_is_known (computer))
    return FALSE;

  boards = plimsoll_own_computer_get_boards (computer);
  further = plimsoll_scenario_get_further_accelerators (self);
  for (guint i = 0; i < boards->len; i++)
    if (boards->pdata[i] == boards->pdata[0])
      count++;
    else if (n_further >= further->len || further->pdata[n_further++] != boards->pdata[i])
      return FALSE;

  return plimsoll_scenario_get_accelerator_count (self) == count
         && (count == 0
             || (n_further == further->len
                 && plimsoll_scenario_get_accelerator (self) == boards->pdata[0]));
}

char *
plimsoll_scenario_describe_computer (PlimsollOwnComputer *computer)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  const PlimsollThisComputer *now;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (computer), NULL);

  now = plimsoll_own_computer_get (computer);
  if (!plimsoll_own_computer_is_known (computer))
    return g_strdup (now != NULL && now->accelerators->len > 0
                       ? _("Not known which accelerator it is")
                       : _("Nothing is known of it"));
  plimsoll_scenario_set_computer (scenario, computer);
  if (plimsoll_own_computer_get_boards (computer)->len > 0)
    return plimsoll_answer_hardware (scenario);

  return g_strdup (now->processor != NULL ? now->processor : _("The processor alone"));
}
