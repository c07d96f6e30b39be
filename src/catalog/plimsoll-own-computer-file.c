/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-computer-private.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-json-row.h"

#include <glib/gi18n.h>

/* What the file calls them. */
static const char *const figure_names[PLIMSOLL_N_COMPUTER_FIGURES + 1] = {
  "processor", "memory", "memory_free", "accelerator", "own", "own_free", "shared", "shared_free",
};

gboolean
plimsoll_computer_figure_is_text (PlimsollComputerFigure figure)
{
  return figure == PLIMSOLL_COMPUTER_PROCESSOR || figure == PLIMSOLL_COMPUTER_ACCELERATOR;
}

gboolean
plimsoll_computer_figure_is_of_device (PlimsollComputerFigure figure)
{
  return figure >= PLIMSOLL_COMPUTER_ACCELERATOR;
}

guint
plimsoll_own_computer_find_edit (PlimsollOwnComputer *self,
                                 const char *device,
                                 PlimsollComputerFigure figure)
{
  for (guint i = 0; i < self->edits->len; i++)
    {
      const PlimsollComputerEdit *edit = self->edits->pdata[i];

      if (edit->figure == figure && g_strcmp0 (edit->device, device) == 0)
        return i;
    }

  return G_MAXUINT;
}

void
plimsoll_computer_edit_free (gpointer data)
{
  PlimsollComputerEdit *self = data;

  g_free (self->device);
  g_free (self->text);
  g_free (self);
}

static gpointer
edit_copy (gconstpointer data, gpointer nothing)
{
  const PlimsollComputerEdit *self = data;
  PlimsollComputerEdit *copy = g_memdup2 (self, sizeof *self);

  copy->device = g_strdup (self->device);
  copy->text = g_strdup (self->text);
  return copy;
}

/* --- Writing --- */

static gpointer
take_edits (gpointer owner)
{
  return g_ptr_array_copy (((PlimsollOwnComputer *) owner)->edits, edit_copy, NULL);
}

static GString *
print_edits (gpointer taken)
{
  const GPtrArray *edits = taken;
  GString *out = g_string_new ("{\"format\":1,\"figures\":[");

  for (guint i = 0; i < edits->len; i++)
    {
      const PlimsollComputerEdit *edit = edits->pdata[i];
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
      JsonObject *row = json_object_new ();
      g_autofree char *text = NULL;

      json_object_set_string_member (row, "figure", figure_names[edit->figure]);
      if (edit->device != NULL)
        json_object_set_string_member (row, "device", edit->device);
      if (edit->text != NULL)
        json_object_set_string_member (row, "text", edit->text);
      else
        json_object_set_int_member (row, "bytes", (gint64) edit->bytes);
      json_node_take_object (node, row);
      text = json_to_string (node, FALSE);
      g_string_append_printf (out, "%s\n%s", i > 0 ? "," : "", text);
    }
  g_string_append (out, "\n]}\n");
  return out;
}

static void
release_edits (gpointer taken)
{
  g_ptr_array_unref (taken);
}

const PlimsollUserFileForm plimsoll_own_computer_form = { take_edits, print_edits, release_edits };

gboolean
plimsoll_own_computer_flush (PlimsollOwnComputer *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), FALSE);

  return plimsoll_user_file_flush (self->file, error);
}

/* --- Reading --- */

static PlimsollComputerEdit *
read_edit (JsonNode *node, const char *file, guint number, GError **error)
{
  g_autofree PlimsollComputerEdit *edit = g_new0 (PlimsollComputerEdit, 1);
  PlimsollJsonRow row;
  const char *text, *device;
  guint figure;

  plimsoll_json_row_init (&row, node, file, number);
  figure = plimsoll_json_row_choice (&row, "figure", figure_names, PLIMSOLL_N_COMPUTER_FIGURES);
  edit->figure = (PlimsollComputerFigure) figure;
  if (figure == PLIMSOLL_N_COMPUTER_FIGURES)
    plimsoll_json_row_fault (&row, _("“%s” is missing"), "figure");
  device =
    plimsoll_json_row_text (&row, "device", plimsoll_computer_figure_is_of_device (edit->figure));
  text = plimsoll_json_row_text (&row, "text", plimsoll_computer_figure_is_text (edit->figure));
  edit->bytes =
    plimsoll_json_row_integer (&row, "bytes", 0, PLIMSOLL_MAX_COMPUTER_BYTES, G_MAXUINT64);
  if (!plimsoll_computer_figure_is_text (edit->figure) && edit->bytes == G_MAXUINT64)
    plimsoll_json_row_fault (&row, _("“%s” is missing"), "bytes");
  if (!plimsoll_json_row_finish (&row, error))
    return NULL;

  edit->device = plimsoll_computer_figure_is_of_device (edit->figure) ? g_strdup (device) : NULL;
  edit->text = plimsoll_computer_figure_is_text (edit->figure) ? g_strdup (text) : NULL;
  return g_steal_pointer (&edit);
}

static gboolean
read_edits (PlimsollOwnComputer *self, JsonObject *document, const char *file, GError **error)
{
  JsonArray *list = json_object_get_array_member (document, "figures");

  for (guint i = 0; i < MIN (json_array_get_length (list), PLIMSOLL_MAX_COMPUTER_EDITS); i++)
    {
      g_autoptr (GError) fault = NULL;
      PlimsollComputerEdit *edit =
        read_edit (json_array_get_element (list, i), file, i + 1, &fault);

      /* The first fault is told, and all that is well taken. */
      if (edit == NULL)
        {
          if (error != NULL && *error == NULL)
            g_propagate_error (error, g_steal_pointer (&fault));
        }
      else if (plimsoll_own_computer_find_edit (self, edit->device, edit->figure) != G_MAXUINT)
        plimsoll_computer_edit_free (edit);
      else
        g_ptr_array_add (self->edits, edit);
    }

  return error == NULL || *error == NULL;
}

gboolean
plimsoll_own_computer_load (PlimsollOwnComputer *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (GError) fault = NULL;
  const char *name;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), FALSE);

  name = plimsoll_user_file_get_name (self->file);
  bytes = plimsoll_user_file_read (self->file, &fault);
  if (bytes != NULL)
    document = plimsoll_json_document (bytes, name, "figures", NULL, &fault);
  if (document != NULL)
    read_edits (self, document, name, &fault);
  plimsoll_own_computer_update (self);

  return plimsoll_user_file_end_load (self->file, g_steal_pointer (&fault), error);
}

char *
plimsoll_own_computer_set_aside (PlimsollOwnComputer *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_COMPUTER (self), NULL);

  return plimsoll_user_file_set_aside (self->file, self->edits->len > 0, error);
}
