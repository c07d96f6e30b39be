/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-name.h"
#include "plimsoll-accelerator-private.h"
#include "plimsoll-this-computer.h"

#include <string.h>

#define PCI_VENDOR_AMD 0x1002
#define PCI_VENDOR_NVIDIA 0x10de
#define PCI_VENDOR_INTEL 0x8086

/* Firmware and kernel keep some of the memory that was bought: what is told is that much less. */
#define MAX_KEPT_PERCENT 15

static guint64
memory_of (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

  /* What is on the bus is a device, of which some boards have several. */
  return plimsoll_physical_memory_bytes (facts) / facts->devices;
}

/* Whether a part with @bought bytes tells @told. */
static gboolean
may_tell (guint64 bought, guint64 told)
{
  guint64 kept = bought / 100 * MAX_KEPT_PERCENT;

  return told <= bought + bought / 100 && told >= bought - kept;
}

static guint64
next_power_of_two (guint64 value)
{
  guint64 power = 1;

  while (power < value)
    power <<= 1;

  return power;
}

typedef gboolean (*Fits) (PlimsollAccelerator *accelerator, gconstpointer data);

/* Leaves those that fit, or all when none does. */
static gboolean
narrow (GPtrArray *candidates, Fits fits, gconstpointer data)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; i < candidates->len; i++)
    if (fits (candidates->pdata[i], data))
      g_ptr_array_add (kept, candidates->pdata[i]);
  if (kept->len == 0)
    return FALSE;

  g_ptr_array_set_size (candidates, 0);
  g_ptr_array_extend (candidates, kept, NULL, NULL);

  return TRUE;
}

static gboolean
fits_memory (PlimsollAccelerator *accelerator, gconstpointer data)
{
  const guint64 *told = data;

  return may_tell (memory_of (accelerator), *told);
}

static gboolean
fits_aperture (PlimsollAccelerator *accelerator, gconstpointer data)
{
  const guint64 *aperture = data;
  guint64 memory = memory_of (accelerator);

  return memory != 0 && memory < G_MAXUINT64 / 2 && next_power_of_two (memory) == *aperture;
}

static gboolean
fits_name (PlimsollAccelerator *accelerator, gconstpointer data)
{
  g_autofree char *key = plimsoll_accelerator_name_key (accelerator->name);

  return g_str_equal (key, data);
}

/* The number of a processor or of the graphics in it: "395", "890m". */
static gboolean
fits_processor (PlimsollAccelerator *accelerator, gconstpointer data)
{
  g_auto (GStrv) words = g_strsplit (accelerator->id, "-", -1);
  g_autofree char *processor = plimsoll_name_words (data);
  g_auto (GStrv) have = g_strsplit (processor, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strlen (words[i]) >= 3 && g_ascii_isdigit (*words[i]) && !g_str_has_suffix (words[i], "gb")
        && g_strv_contains ((const char *const *) have, words[i]))
      return TRUE;

  return FALSE;
}

static int
compare_memory (gconstpointer a, gconstpointer b)
{
  guint64 one = memory_of (*(PlimsollAccelerator *const *) a);
  guint64 other = memory_of (*(PlimsollAccelerator *const *) b);

  return (one > other) - (one < other);
}

static gboolean
is_unified (GPtrArray *candidates)
{
  for (guint i = 0; i < candidates->len; i++)
    if (!((PlimsollAccelerator *) candidates->pdata[i])->facts.unified)
      return FALSE;

  return candidates->len > 0;
}

static void
identify_on_bus (const PlimsollThisComputer *self,
                 PlimsollFoundAccelerator *found,
                 PlimsollAcceleratorList *accelerators)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (accelerators));
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  guint64 told = found->memory.total;

  for (guint i = 0; i < n; i++)
    {
      PlimsollAccelerator *accelerator = g_list_model_get_item (G_LIST_MODEL (accelerators), i);

      g_ptr_array_add (all, accelerator);
      if (plimsoll_accelerator_has_pci_id (accelerator, found->vendor, found->device))
        g_ptr_array_add (candidates, accelerator);
    }
  if (candidates->len == 0)
    return;

  if (is_unified (candidates))
    {
      if (self->processor != NULL)
        narrow (candidates, fits_processor, self->processor);
      /* What is carved out for graphics the system does not count as its own. */
      told = self->memory.total != 0 ? self->memory.total + found->memory.total : 0;
    }
  if (told != 0)
    {
      /* A part that none of these is, unless they have whatever the computer has. */
      if (!narrow (candidates, fits_memory, &told) && memory_of (candidates->pdata[0]) != 0)
        return;
    }
  else if (found->aperture >= PLIMSOLL_BYTES_PER_GIB)
    narrow (candidates, fits_aperture, &found->aperture);
  if (found->driver_name != NULL)
    {
      g_autofree char *key = plimsoll_accelerator_name_key (found->driver_name);

      narrow (candidates, fits_name, key);
    }

  g_ptr_array_sort (candidates, compare_memory);
  found->accelerator = g_object_ref (candidates->pdata[0]);
  found->n_candidates = candidates->len;
}

/* Chips in a device tree, as Linux names them in its bindings. */
static const struct
{
  const char *chip;
  const char *board; /* (nullable): in the name of the machine */
  const char *id;    /* in the catalogue; the beginning of several ids with a board */
} chips[] = {
  { "apple,t8103", NULL, "apple-m1" },
  { "apple,t6000", NULL, "apple-m1-pro" },
  { "apple,t6001", NULL, "apple-m1-max" },
  { "apple,t6002", NULL, "apple-m1-ultra" },
  { "apple,t8112", NULL, "apple-m2" },
  { "apple,t6020", NULL, "apple-m2-pro" },
  { "apple,t6021", NULL, "apple-m2-max" },
  { "apple,t6022", NULL, "apple-m2-ultra" },
  { "apple,t8122", NULL, "apple-m3" },
  { "nvidia,tegra194", "AGX Xavier", "nvidia-jetson-agx-xavier-" },
  { "nvidia,tegra234", "AGX Orin", "nvidia-jetson-agx-orin-" },
  { "nvidia,tegra234", "Orin NX", "nvidia-jetson-orin-nx-" },
  { "nvidia,tegra234", "Orin Nano Engineering Reference Developer Kit Super",
    "nvidia-jetson-orin-nano-" },
  { "nvidia,tegra264", "AGX Thor", "nvidia-jetson-agx-thor-" },
};

/* The amount that a part is sold with that tells @told; 0: none does. */
static guint
option_for (PlimsollAccelerator *accelerator, guint64 told)
{
  for (guint i = 0; i < accelerator->n_memory_options; i++)
    if (may_tell (accelerator->memory_options[i] * PLIMSOLL_BYTES_PER_GIB, told))
      return accelerator->memory_options[i];

  return 0;
}

static void
identify_chip (const PlimsollThisComputer *self,
               PlimsollFoundAccelerator *found,
               const char *id,
               PlimsollAcceleratorList *accelerators)
{
  gboolean is_family = g_str_has_suffix (id, "-");
  guint n = g_list_model_get_n_items (G_LIST_MODEL (accelerators));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollAccelerator) row = g_list_model_get_item (G_LIST_MODEL (accelerators), i);
      guint option = option_for (row, self->memory.total);

      if (is_family ? !g_str_has_prefix (row->id, id) : !g_str_equal (row->id, id))
        continue;
      if (option == 0 && !may_tell (memory_of (row), self->memory.total))
        continue;

      found->n_candidates++;
      if (found->accelerator == NULL)
        found->accelerator =
          option == 0 || option * PLIMSOLL_BYTES_PER_GIB == row->facts.memory_bytes_nominal
            ? g_object_ref (row)
            : plimsoll_accelerator_copy_with_memory (row, option);
    }
}

void
plimsoll_this_computer_identify (PlimsollThisComputer *self, PlimsollAcceleratorList *accelerators)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators));

  for (guint i = 0; i < self->accelerators->len;)
    {
      PlimsollFoundAccelerator *found = self->accelerators->pdata[i];

      if (found->vendor != 0)
        identify_on_bus (self, found, accelerators);
      else
        for (guint j = 0; j < G_N_ELEMENTS (chips) && found->accelerator == NULL; j++)
          if (g_str_equal (chips[j].chip, self->chip)
              && (chips[j].board == NULL
                  || (self->machine != NULL && strstr (self->machine, chips[j].board) != NULL)))
            identify_chip (self, found, chips[j].id, accelerators);

      /* What the catalogue does not know may still be one of these makers'; anything else is a
         display of a virtual machine or of a server's management. */
      if (found->accelerator == NULL && found->vendor != 0 && found->vendor != PCI_VENDOR_NVIDIA
          && found->vendor != PCI_VENDOR_AMD && found->vendor != PCI_VENDOR_INTEL)
        g_ptr_array_remove_index (self->accelerators, i);
      else
        i++;
    }
}
