/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-computer-private.h"

#include "plimsoll-accelerator-edit.h"

#define OWN_COMPUTER_FILE "computer.json"
/* That of a chip which is on no bus. */
#define CHIP "chip"

G_DEFINE_FINAL_TYPE (PlimsollOwnComputer, plimsoll_own_computer, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_WRITE_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
write_failed_cb (PlimsollOwnComputer *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_WRITE_FAILED], 0, message);
}

/* --- What was set, in the place of what was found --- */

static const char *
name_of_device (const PlimsollFoundAccelerator *found)
{
  return found->slot != NULL ? found->slot : CHIP;
}

static void
set_total (PlimsollFoundMemory *memory, guint64 bytes)
{
  memory->total = bytes;
  g_set_str (&memory->source, PLIMSOLL_SOURCE_OWN);
}

static void
set_free (PlimsollFoundMemory *memory, guint64 bytes)
{
  memory->free = bytes;
  memory->is_free_known = TRUE;
  g_set_str (&memory->free_source, PLIMSOLL_SOURCE_OWN);
}

static void
set_accelerator (PlimsollOwnComputer *self, PlimsollFoundAccelerator *found, const char *id)
{
  g_autoptr (PlimsollAccelerator) accelerator = NULL;

  if (!g_str_equal (id, PLIMSOLL_COMPUTER_NOTHING))
    {
      accelerator = plimsoll_accelerator_list_find (self->accelerators, id, NULL);
      /* What it was set to is in no list any more. */
      if (accelerator == NULL)
        return;
    }
  g_set_object (&found->accelerator, accelerator);
  found->n_candidates = accelerator != NULL ? 1 : 0;
  g_set_str (&found->source, PLIMSOLL_SOURCE_OWN);
}

static void
apply (PlimsollOwnComputer *self,
       PlimsollFoundAccelerator *device,
       const PlimsollComputerEdit *edit)
{
  PlimsollThisComputer *now = self->now;

  switch (edit->figure)
    {
    case PLIMSOLL_COMPUTER_PROCESSOR:
      g_set_str (&now->processor, edit->text);
      g_set_str (&now->processor_source, PLIMSOLL_SOURCE_OWN);
      break;
    case PLIMSOLL_COMPUTER_MEMORY:
      set_total (&now->memory, edit->bytes);
      break;
    case PLIMSOLL_COMPUTER_MEMORY_FREE:
      set_free (&now->memory, edit->bytes);
      break;
    case PLIMSOLL_COMPUTER_ACCELERATOR:
      set_accelerator (self, device, edit->text);
      break;
    case PLIMSOLL_COMPUTER_OWN:
      set_total (&device->memory, edit->bytes);
      break;
    case PLIMSOLL_COMPUTER_OWN_FREE:
      set_free (&device->memory, edit->bytes);
      break;
    case PLIMSOLL_COMPUTER_SHARED:
      set_total (&device->shared, edit->bytes);
      break;
    case PLIMSOLL_COMPUTER_SHARED_FREE:
    default:
      set_free (&device->shared, edit->bytes);
      break;
    }
}

/* However they were set: what is free is no more than there is. */
static void
limit (PlimsollFoundMemory *memory)
{
  if (memory->total != 0)
    memory->free = MIN (memory->free, memory->total);
}

static void
apply_edits (PlimsollOwnComputer *self)
{
  GPtrArray *devices = self->now->accelerators;

  for (guint i = 0; i < self->edits->len; i++)
    {
      const PlimsollComputerEdit *edit = self->edits->pdata[i];

      if (edit->device == NULL)
        apply (self, NULL, edit);
      for (guint k = 0; edit->device != NULL && k < devices->len; k++)
        if (g_str_equal (name_of_device (devices->pdata[k]), edit->device))
          apply (self, devices->pdata[k], edit);
    }

  limit (&self->now->memory);
  for (guint k = 0; k < devices->len; k++)
    {
      PlimsollFoundAccelerator *device = devices->pdata[k];

      limit (&device->memory);
      limit (&device->shared);
    }
}

void
plimsoll_own_computer_update (PlimsollOwnComputer *self)
{
  if (self->found == NULL)
    return;

  g_clear_pointer (&self->now, plimsoll_this_computer_free);
  self->now = plimsoll_this_computer_copy (self->found);
  apply_edits (self);
  plimsoll_own_computer_update_boards (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* What was changed in the catalogue is so in this computer too. */
static void
accelerators_changed_cb (PlimsollOwnComputer *self)
{
  gboolean changed = FALSE;

  for (guint i = 0; self->found != NULL && i < self->found->accelerators->len; i++)
    {
      PlimsollFoundAccelerator *found = self->found->accelerators->pdata[i];
      PlimsollAccelerator *by =
        found->accelerator != NULL
          ? plimsoll_accelerator_list_lookup (self->accelerators,
                                              plimsoll_accelerator_get_id (found->accelerator))
          : NULL;

      if (by != NULL)
        changed |= g_set_object (&found->accelerator, by);
    }
  for (guint i = 0; i < self->edits->len; i++)
    changed |= ((const PlimsollComputerEdit *) self->edits->pdata[i])->figure
               == PLIMSOLL_COMPUTER_ACCELERATOR;
  if (!changed)
    return;
  /* None that was made of what the catalogue had before. */
  g_ptr_array_set_size (self->boards, 0);
  plimsoll_own_computer_update (self);
}

/* --- Public: setting --- */

void
plimsoll_own_computer_take (PlimsollOwnComputer *self, PlimsollThisComputer *found)
{
  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self));
  g_return_if_fail (found != NULL);

  g_clear_pointer (&self->found, plimsoll_this_computer_free);
  self->found = found;
  plimsoll_this_computer_identify (found, self->accelerators);
  plimsoll_own_computer_update (self);
}

const PlimsollThisComputer *
plimsoll_own_computer_get_found (PlimsollOwnComputer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), NULL);

  return self->found;
}

const PlimsollThisComputer *
plimsoll_own_computer_get (PlimsollOwnComputer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), NULL);

  return self->now;
}

/* Returns: (nullable): %NULL: of the computer. */
static const char *
device_at (PlimsollOwnComputer *self, guint device)
{
  return device < self->found->accelerators->len
           ? name_of_device (self->found->accelerators->pdata[device])
           : NULL;
}

static gboolean
is_there (PlimsollOwnComputer *self, guint device, PlimsollComputerFigure figure)
{
  return self->found != NULL
         && (plimsoll_computer_figure_is_of_device (figure)
               ? device < self->found->accelerators->len
               : device == PLIMSOLL_COMPUTER_ITSELF);
}

gboolean
plimsoll_own_computer_is_set (PlimsollOwnComputer *self,
                              guint device,
                              PlimsollComputerFigure figure)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), FALSE);
  g_return_val_if_fail (is_there (self, device, figure), FALSE);

  return plimsoll_own_computer_find_edit (self, device_at (self, device), figure) != G_MAXUINT;
}

gboolean
plimsoll_own_computer_is_any_set (PlimsollOwnComputer *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), FALSE);

  for (guint i = 0; self->found != NULL && i < self->edits->len; i++)
    {
      const PlimsollComputerEdit *edit = self->edits->pdata[i];

      if (edit->device == NULL)
        return TRUE;
      for (guint k = 0; k < self->found->accelerators->len; k++)
        if (g_str_equal (edit->device, device_at (self, k)))
          return TRUE;
    }

  return FALSE;
}

static void
set (PlimsollOwnComputer *self,
     guint device,
     PlimsollComputerFigure figure,
     const char *text,
     guint64 bytes)
{
  const char *name = device_at (self, device);
  const guint place = plimsoll_own_computer_find_edit (self, name, figure);
  PlimsollComputerEdit *edit;

  if (place == G_MAXUINT && self->edits->len >= PLIMSOLL_MAX_COMPUTER_EDITS)
    return;
  if (place == G_MAXUINT)
    {
      edit = g_new0 (PlimsollComputerEdit, 1);
      edit->device = g_strdup (name);
      edit->figure = figure;
      g_ptr_array_add (self->edits, edit);
    }
  else
    edit = self->edits->pdata[place];
  g_set_str (&edit->text, text);
  edit->bytes = bytes;
  plimsoll_user_file_changed (self->file);
  plimsoll_own_computer_update (self);
}

void
plimsoll_own_computer_set_text (PlimsollOwnComputer *self,
                                guint device,
                                PlimsollComputerFigure figure,
                                const char *text)
{
  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self));
  g_return_if_fail (plimsoll_computer_figure_is_text (figure) && is_there (self, device, figure));
  g_return_if_fail (text != NULL && *text != '\0');

  set (self, device, figure, text, 0);
}

void
plimsoll_own_computer_set_bytes (PlimsollOwnComputer *self,
                                 guint device,
                                 PlimsollComputerFigure figure,
                                 guint64 bytes)
{
  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self));
  g_return_if_fail (!plimsoll_computer_figure_is_text (figure) && is_there (self, device, figure));

  set (self, device, figure, NULL, MIN (bytes, PLIMSOLL_MAX_COMPUTER_BYTES));
}

void
plimsoll_own_computer_reset (PlimsollOwnComputer *self, guint device, PlimsollComputerFigure figure)
{
  guint place;

  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self));
  g_return_if_fail (is_there (self, device, figure));

  place = plimsoll_own_computer_find_edit (self, device_at (self, device), figure);
  if (place == G_MAXUINT)
    return;
  g_ptr_array_remove_index (self->edits, place);
  plimsoll_user_file_changed (self->file);
  plimsoll_own_computer_update (self);
}

void
plimsoll_own_computer_reset_all (PlimsollOwnComputer *self)
{
  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self));

  if (self->edits->len == 0)
    return;
  g_ptr_array_set_size (self->edits, 0);
  plimsoll_user_file_changed (self->file);
  plimsoll_own_computer_update (self);
}

/* --- Object --- */

static void
plimsoll_own_computer_finalize (GObject *object)
{
  PlimsollOwnComputer *self = PLIMSOLL_OWN_COMPUTER (object);

  g_clear_pointer (&self->found, plimsoll_this_computer_free);
  g_clear_pointer (&self->now, plimsoll_this_computer_free);
  g_ptr_array_unref (self->boards);
  g_ptr_array_unref (self->edits);
  g_object_unref (self->file);
  g_object_unref (self->accelerators);

  G_OBJECT_CLASS (plimsoll_own_computer_parent_class)->finalize (object);
}

static void
plimsoll_own_computer_class_init (PlimsollOwnComputerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_own_computer_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_WRITE_FAILED] =
    g_signal_new ("write-failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
plimsoll_own_computer_init (PlimsollOwnComputer *self)
{
  self->edits = g_ptr_array_new_with_free_func (plimsoll_computer_edit_free);
  self->boards = g_ptr_array_new_with_free_func (g_object_unref);
}

PlimsollOwnComputer *
plimsoll_own_computer_new (const char *path, PlimsollAcceleratorList *accelerators)
{
  PlimsollOwnComputer *self;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators), NULL);

  self = g_object_new (PLIMSOLL_TYPE_OWN_COMPUTER, NULL);
  self->accelerators = g_object_ref (accelerators);
  self->file =
    plimsoll_user_file_new (path, OWN_COMPUTER_FILE, &plimsoll_own_computer_form, G_OBJECT (self));
  g_signal_connect_object (self->file, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (accelerators, "items-changed", G_CALLBACK (accelerators_changed_cb),
                           self, G_CONNECT_SWAPPED);
  return self;
}
