/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-computer-private.h"

/* --- Boards --- */

/* Of the computer's memory, what integrated graphics can address. */
static guint64
usable_of_unified (PlimsollOwnComputer *self, guint device, const PlimsollAcceleratorFacts *facts)
{
  const PlimsollFoundAccelerator *found = self->now->accelerators->pdata[device];
  const guint64 addressed = found->memory.total + found->shared.total;
  const guint64 all = self->now->memory.total + found->memory.total;
  PlimsollAcceleratorFacts rule = *facts;

  if (plimsoll_own_computer_is_set (self, device, PLIMSOLL_COMPUTER_OWN)
      || plimsoll_own_computer_is_set (self, device, PLIMSOLL_COMPUTER_SHARED))
    return addressed;
  if (found->shared.source == NULL)
    return 0;
  if (plimsoll_usable_memory_bytes (&rule) == 0)
    rule.memory_bytes_reported = all;

  return MIN (addressed, plimsoll_usable_memory_bytes (&rule));
}

/* What a found accelerator is to a question: that of the catalogue, with the memory that it has
   here where that is another. */
static PlimsollAccelerator *
board_of (PlimsollOwnComputer *self, guint device)
{
  const PlimsollFoundAccelerator *found = self->now->accelerators->pdata[device];
  PlimsollAcceleratorFacts facts = *plimsoll_accelerator_get_facts (found->accelerator);
  const guint64 before = plimsoll_usable_memory_bytes (&facts);

  if (facts.unified)
    {
      const guint64 usable = usable_of_unified (self, device, &facts);

      if (usable == 0 || usable == before)
        return g_object_ref (found->accelerator);
      facts.memory_bytes_usable = usable;
      if (facts.memory_bytes_nominal == 0)
        facts.memory_bytes_reported = self->now->memory.total + found->memory.total;
    }
  else
    {
      if (!plimsoll_own_computer_is_set (self, device, PLIMSOLL_COMPUTER_OWN))
        return g_object_ref (found->accelerator);
      facts.memory_bytes_nominal = facts.memory_bytes_reported =
        found->memory.total * facts.devices;
      facts.memory_bytes_usable = 0;
    }

  return plimsoll_accelerator_copy_with_facts (found->accelerator, &facts);
}

static gboolean
is_alike (PlimsollAccelerator *one, PlimsollAccelerator *other)
{
  const PlimsollAcceleratorFacts *a = plimsoll_accelerator_get_facts (one);
  const PlimsollAcceleratorFacts *b = plimsoll_accelerator_get_facts (other);

  return g_str_equal (plimsoll_accelerator_get_id (one), plimsoll_accelerator_get_id (other))
         && plimsoll_usable_memory_bytes (a) == plimsoll_usable_memory_bytes (b)
         && plimsoll_physical_memory_bytes (a) == plimsoll_physical_memory_bytes (b);
}

/* One that is alike and was made already, or for last time: questions tell boards apart by the
   object. */
static PlimsollAccelerator *
share_board (PlimsollAccelerator *board, GPtrArray *boards, GPtrArray *before)
{
  for (guint i = 0; i < boards->len; i++)
    if (is_alike (boards->pdata[i], board))
      return boards->pdata[i];
  for (guint i = 0; i < before->len; i++)
    if (is_alike (before->pdata[i], board))
      return before->pdata[i];

  return board;
}

static gboolean
has_cards (PlimsollOwnComputer *self)
{
  for (guint i = 0; i < self->now->accelerators->len; i++)
    {
      const PlimsollFoundAccelerator *found = self->now->accelerators->pdata[i];

      if (found->accelerator != NULL && found->n_candidates == 1
          && !plimsoll_accelerator_get_facts (found->accelerator)->unified)
        return TRUE;
    }

  return FALSE;
}

void
plimsoll_own_computer_update_boards (PlimsollOwnComputer *self)
{
  g_autoptr (GHashTable) devices_left = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->boards);
  const gboolean cards = has_cards (self);

  self->boards = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->now->accelerators->len; i++)
    {
      const PlimsollFoundAccelerator *found = self->now->accelerators->pdata[i];
      g_autoptr (PlimsollAccelerator) made = NULL;
      PlimsollAccelerator *board;
      guint left;

      if (found->accelerator == NULL || found->n_candidates != 1)
        continue;
      made = board_of (self, i);
      if (plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (made)) == 0
          || (cards && plimsoll_accelerator_get_facts (made)->unified))
        continue;

      /* What the catalogue has is what it has now. */
      board = made == found->accelerator ? made : share_board (made, self->boards, before);
      left = GPOINTER_TO_UINT (g_hash_table_lookup (devices_left, board));
      if (left == 0)
        {
          g_ptr_array_add (self->boards, g_object_ref (board));
          left = plimsoll_accelerator_get_facts (board)->devices;
        }
      g_hash_table_insert (devices_left, board, GUINT_TO_POINTER (left - 1));
    }
}

/* --- Public: what a question can be about --- */

GPtrArray *
plimsoll_own_computer_get_boards (PlimsollOwnComputer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), NULL);

  return self->boards;
}

gboolean
plimsoll_own_computer_is_known (PlimsollOwnComputer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), FALSE);

  if (self->now == NULL || self->boards->len > 0)
    return self->now != NULL;

  /* An accelerator that is not known may be one on which it would run. */
  for (guint i = 0; i < self->now->accelerators->len; i++)
    if (!plimsoll_own_computer_is_set (self, i, PLIMSOLL_COMPUTER_ACCELERATOR)
        || ((PlimsollFoundAccelerator *) self->now->accelerators->pdata[i])->accelerator != NULL)
      return FALSE;

  return self->now->memory.total != 0;
}

guint64
plimsoll_own_computer_get_memory (PlimsollOwnComputer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), 0);

  if (self->now == NULL)
    return 0;

  return plimsoll_own_computer_is_set (self, PLIMSOLL_COMPUTER_ITSELF,
                                       PLIMSOLL_COMPUTER_MEMORY_FREE)
           ? self->now->memory.free
           : self->now->memory.total;
}

static guint64
used_of (const PlimsollFoundMemory *memory)
{
  return memory->is_free_known && memory->total > memory->free ? memory->total - memory->free : 0;
}

guint64
plimsoll_own_computer_get_in_use (PlimsollOwnComputer *self)
{
  guint64 most = 0;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), 0);

  for (guint i = 0; self->now != NULL && i < self->now->accelerators->len; i++)
    {
      const PlimsollFoundAccelerator *found = self->now->accelerators->pdata[i];
      guint64 used = 0;

      if (plimsoll_own_computer_is_set (self, i, PLIMSOLL_COMPUTER_OWN_FREE))
        used += used_of (&found->memory);
      if (plimsoll_own_computer_is_set (self, i, PLIMSOLL_COMPUTER_SHARED_FREE))
        used += used_of (&found->shared);
      most = MAX (most, used);
    }

  return most;
}
