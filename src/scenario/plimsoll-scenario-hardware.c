/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scenario-private.h"

#include <string.h>

/* --- Further accelerators --- */

static gboolean
same_accelerators (GPtrArray *one, GPtrArray *other)
{
  if (one->len != other->len)
    return FALSE;

  return one->len == 0 || memcmp (one->pdata, other->pdata, one->len * sizeof (gpointer)) == 0;
}

void
plimsoll_scenario_set_further_accelerators (PlimsollScenario *self, GPtrArray *boards)
{
  g_autoptr (GPtrArray) new = NULL;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (boards != NULL && boards->len < PLIMSOLL_MAX_DEVICES)
    new = g_ptr_array_ref (boards);
  else
    new = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = new->len; boards != NULL &&new != boards &&i < PLIMSOLL_MAX_DEVICES - 1; i++)
    g_ptr_array_add (new, g_object_ref (boards->pdata[i]));

  if (same_accelerators (self->further, new))
    return;

  g_ptr_array_unref (self->further);
  self->further = g_steal_pointer (&new);
  plimsoll_scenario_notify (self, PROP_FURTHER_ACCELERATORS);
}

GPtrArray *
plimsoll_scenario_get_further_accelerators (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->further;
}

void
plimsoll_scenario_add_accelerator (PlimsollScenario *self,
                                   PlimsollAccelerator *accelerator,
                                   guint count)
{
  g_autoptr (GPtrArray) boards = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator));

  for (guint i = 0; i < self->further->len; i++)
    g_ptr_array_add (boards, g_object_ref (self->further->pdata[i]));
  for (guint i = 0; i < count && i < PLIMSOLL_MAX_DEVICES; i++)
    g_ptr_array_add (boards, g_object_ref (accelerator));

  plimsoll_scenario_set_further_accelerators (self, boards);
}

guint
plimsoll_scenario_get_further_kinds (PlimsollScenario *self, PlimsollAcceleratorCount *kinds)
{
  guint n = 0;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 0);

  for (guint i = 0; i < self->further->len; i++)
    {
      PlimsollAccelerator *board = self->further->pdata[i];

      if (n > 0 && kinds[n - 1].accelerator == board)
        kinds[n - 1].count++;
      else if (n < PLIMSOLL_MAX_ACCELERATOR_KINDS - 1)
        kinds[n++] = (PlimsollAcceleratorCount) { board, 1 };
    }

  return n;
}

/* --- Devices --- */

static guint
devices_on_board (PlimsollAccelerator *accelerator)
{
  return accelerator != NULL ? MAX (plimsoll_accelerator_get_facts (accelerator)->devices, 1) : 1;
}

guint
plimsoll_scenario_devices_on (PlimsollScenario *self, PlimsollAccelerator *accelerator)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), 0);

  return MIN (self->accelerator_count * devices_on_board (accelerator), PLIMSOLL_MAX_DEVICES);
}

void
plimsoll_scenario_get_hardware (PlimsollScenario *self, guint count, PlimsollHardware *hardware)
{
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  guint n_kinds;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (hardware != NULL);

  plimsoll_hardware_init (hardware);
  if (self->accelerator == NULL)
    return;

  plimsoll_hardware_add (hardware, plimsoll_accelerator_get_facts (self->accelerator), count);
  if (count == 0)
    return;

  n_kinds = plimsoll_scenario_get_further_kinds (self, kinds);
  for (guint i = 0; i < n_kinds; i++)
    plimsoll_hardware_add (hardware, plimsoll_accelerator_get_facts (kinds[i].accelerator),
                           kinds[i].count);
}

PlimsollAccelerator *
plimsoll_scenario_get_device (PlimsollScenario *self, guint i)
{
  guint first;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  if (self->split == PLIMSOLL_SPLIT_NONE)
    i = self->main_gpu;

  first = plimsoll_scenario_devices_on (self, self->accelerator);
  if (i < first)
    return self->accelerator;

  i -= first;
  for (guint board = 0; board < self->further->len; board++)
    {
      const guint devices = devices_on_board (self->further->pdata[board]);

      if (i < devices)
        return self->further->pdata[board];
      i -= devices;
    }

  return self->accelerator;
}

/* --- Shares --- */

/* "3,1" or "3/1", as the engine reads it; "" is none. Returns whether @text is that. */
gboolean
plimsoll_scenario_parse_shares (const char *text, float shares[PLIMSOLL_MAX_DEVICES])
{
  gboolean any = FALSE;
  guint n = 0;

  memset (shares, 0, PLIMSOLL_MAX_DEVICES * sizeof *shares);
  if (*text == '\0')
    return TRUE;

  for (const char *at = text;; at++)
    {
      char *end;
      const double share = g_ascii_strtod (at, &end);

      if (end == at || !(share >= 0 && share <= 1e12) || n == PLIMSOLL_MAX_DEVICES)
        return FALSE;
      shares[n++] = (float) share;
      any |= share > 0;
      at = end;
      if (*at == '\0')
        return any;
      if (*at != ',' && *at != '/')
        return FALSE;
    }
}

void
plimsoll_scenario_set_tensor_split (PlimsollScenario *self, const char *text)
{
  float shares[PLIMSOLL_MAX_DEVICES];

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (text == NULL || !plimsoll_scenario_parse_shares (text, shares))
    return;

  memcpy (self->shares, shares, sizeof shares);
  if (g_set_str (&self->tensor_split, text))
    plimsoll_scenario_notify (self, PROP_TENSOR_SPLIT);
}
