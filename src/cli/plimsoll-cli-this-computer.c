/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-format.h"
#include "plimsoll-this-computer.h"

#include <glib/gi18n.h>

/* `hardware --this`: what was found of the computer, each figure with where it is from. */

static JsonObject *
memory_json (const PlimsollFoundMemory *memory)
{
  JsonObject *object = json_object_new ();

  plimsoll_cli_set_whole (object, "total", memory->total);
  if (memory->is_free_known)
    json_object_set_int_member (object, "free", (gint64) memory->free);
  else
    json_object_set_null_member (object, "free");
  plimsoll_cli_set_text (object, "source", memory->source);

  return object;
}

static char *
pci_id (const PlimsollFoundAccelerator *found)
{
  return found->vendor != 0 ? g_strdup_printf ("%04x:%04x", found->vendor, found->device) : NULL;
}

static JsonObject *
accelerator_json (const PlimsollFoundAccelerator *found)
{
  JsonObject *object = json_object_new ();
  g_autofree char *pci = pci_id (found);
  PlimsollAccelerator *known = found->accelerator;

  plimsoll_cli_set_text (object, "id", known != NULL ? plimsoll_accelerator_get_id (known) : NULL);
  plimsoll_cli_set_text (object, "name",
                         known != NULL ? plimsoll_accelerator_get_name (known) : NULL);
  json_object_set_int_member (object, "candidates", found->n_candidates);
  plimsoll_cli_set_text (object, "driver_name", found->driver_name);
  plimsoll_cli_set_text (object, "slot", found->slot);
  plimsoll_cli_set_text (object, "pci_id", pci);
  plimsoll_cli_set_text (object, "source", found->source);
  json_object_set_object_member (object, "memory", memory_json (&found->memory));
  json_object_set_object_member (object, "shared", memory_json (&found->shared));

  return object;
}

static JsonObject *
computer_json (const PlimsollThisComputer *computer)
{
  JsonObject *object = json_object_new ();
  JsonArray *rows = json_array_new ();

  for (guint i = 0; i < computer->accelerators->len; i++)
    json_array_add_object_element (rows, accelerator_json (computer->accelerators->pdata[i]));

  json_object_set_int_member (object, "format", 1);
  plimsoll_cli_set_text (object, "machine", computer->machine);
  plimsoll_cli_set_text (object, "processor", computer->processor);
  json_object_set_boolean_member (object, "virtual", computer->is_virtual);
  json_object_set_object_member (object, "memory", memory_json (&computer->memory));
  json_object_set_array_member (object, "accelerators", rows);

  return object;
}

static void
add_line (GString *text, const char *label, const char *value)
{
  plimsoll_format_pad (text, label, 15, FALSE);
  g_string_append_printf (text, " %s\n", value != NULL ? value : PLIMSOLL_FORMAT_UNKNOWN);
}

static void
add_memory (GString *text, const char *label, const PlimsollFoundMemory *memory)
{
  g_autofree char *total = plimsoll_format_memory (memory->total);
  g_autofree char *free_bytes = plimsoll_format_memory (memory->free);
  g_autofree char *line = NULL;

  if (memory->source != NULL && memory->is_free_known)
    /* Translators: an amount of memory, how much of it is free, and the file that says so. */
    line = g_strdup_printf (_("%s, %s free (%s)"), total, free_bytes, memory->source);
  else if (memory->source != NULL)
    line = g_strdup_printf ("%s (%s)", total, memory->source);
  add_line (text, label, line);
}

static void
add_accelerator (GString *text, const PlimsollFoundAccelerator *found)
{
  g_autofree char *pci = pci_id (found);
  g_autofree char *place = found->slot != NULL ? g_strdup_printf ("%s (%s)", pci, found->source)
                                               : g_strdup (found->source);

  g_string_append_c (text, '\n');
  add_line (text, _("Accelerator"),
            found->accelerator != NULL ? plimsoll_accelerator_get_name (found->accelerator)
                                       : found->driver_name);
  if (found->n_candidates > 1)
    {
      g_autofree char *several =
        g_strdup_printf (ngettext ("one of %u that show themselves so, of them the smallest",
                                   "one of %u that show themselves so, of them the smallest",
                                   found->n_candidates),
                         found->n_candidates);

      add_line (text, "", several);
    }
  else if (found->accelerator == NULL)
    add_line (text, "", _("not in the catalogue"));
  add_line (text, _("Found as"), place);
  add_memory (text, _("Its memory"), &found->memory);
  if (found->shared.source != NULL)
    add_memory (text, _("Shared memory"), &found->shared);
}

int
plimsoll_cli_this_computer (PlimsollCliFacts *facts, gboolean json)
{
  /* For tests: another tree in the place of /proc and /sys. */
  g_autoptr (PlimsollThisComputer) computer =
    plimsoll_this_computer_read (g_getenv ("PLIMSOLL_COMPUTER_ROOT"));
  g_autoptr (GString) text = g_string_new (NULL);

  plimsoll_this_computer_identify (computer, plimsoll_catalog_get_accelerators (facts->catalog));

  if (json)
    {
      g_autoptr (JsonObject) object = computer_json (computer);

      plimsoll_cli_print_json (object, TRUE);
      return PLIMSOLL_EXIT_DONE;
    }

  add_line (text, _("Computer"), computer->machine);
  if (computer->is_virtual)
    add_line (text, "", _("virtual"));
  add_line (text, _("Processor"), computer->processor);
  add_memory (text, _("Memory"), &computer->memory);
  for (guint i = 0; i < computer->accelerators->len; i++)
    add_accelerator (text, computer->accelerators->pdata[i]);
  if (computer->accelerators->len == 0)
    add_line (text, _("Accelerator"), _("none found"));
  plimsoll_cli_print (text->str);

  return PLIMSOLL_EXIT_DONE;
}
