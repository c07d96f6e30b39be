/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-this-computer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE_BYTES (64 * 1024)
#define MAX_NAME_BYTES 120
#define MAX_ENTRIES 4096
/* Beyond any computer; what claims more is damaged. */
#define MAX_MEMORY_BYTES (G_GUINT64_CONSTANT (1) << 50)

#define PCI_DEVICES "/sys/bus/pci/devices"
#define DEVICE_TREE "/sys/firmware/devicetree/base"

#define PCI_CLASS_DISPLAY 0x03
#define PCI_CLASS_PROCESSING 0x12
#define PCI_FLAG_MEMORY 0x200    /* IORESOURCE_MEM of the kernel's ioport.h */
#define PCI_FLAG_PREFETCH 0x2000 /* IORESOURCE_PREFETCH */
#define N_PCI_WINDOWS 6

/* The beginning of a file as a string that may have NUL in it; NULL when it cannot be read. Only of
   regular files, as those of /proc and /sys are: a pipe would keep us waiting. */
static char *
read_file (const char *root, const char *path, gsize *length)
{
  g_autofree char *full = g_strconcat (root, path, NULL);
  g_autofree char *text = NULL;
  struct stat status;
  gsize filled = 0;
  int file = open (full, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

  if (file < 0)
    return NULL;

  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode))
    {
      text = g_malloc (MAX_FILE_BYTES + 1);
      while (filled < MAX_FILE_BYTES)
        {
          gssize got = read (file, text + filled, MAX_FILE_BYTES - filled);

          if (got < 0 && errno == EINTR)
            continue;
          if (got <= 0)
            break;
          filled += (gsize) got;
        }
      text[filled] = '\0';
    }
  close (file);

  if (filled == 0)
    return NULL;
  if (length != NULL)
    *length = filled;

  return g_steal_pointer (&text);
}

/* What can be shown of @text: one line, UTF-8, not long; NULL when nothing is left. */
static char *
clean (const char *text)
{
  g_autofree char *begin = g_strndup (text, MAX_NAME_BYTES);
  g_autofree char *valid = g_utf8_make_valid (begin, -1);
  GString *kept = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char (c);

      if (g_unichar_isspace (letter))
        g_string_append_c (kept, ' ');
      else if (g_unichar_isprint (letter))
        g_string_append_unichar (kept, letter);
    }
  g_strstrip (kept->str);
  if (*kept->str != '\0')
    return g_string_free_and_steal (kept);

  g_string_free (kept, TRUE);

  return NULL;
}

static char *
read_line (const char *root, const char *path)
{
  g_autofree char *text = read_file (root, path, NULL);

  return text != NULL ? clean (text) : NULL;
}

/* A number with nothing behind it but space. */
static gboolean
read_number (const char *root, const char *path, guint base, guint64 max, guint64 *number)
{
  g_autofree char *text = read_file (root, path, NULL);
  const char *digits;

  if (text == NULL)
    return FALSE;

  g_strstrip (text);
  digits = base == 16 && g_str_has_prefix (text, "0x") ? text + 2 : text;

  return g_ascii_string_to_unsigned (digits, base, 0, max, number, NULL);
}

/* The value of the first line "KEY: value"; NULL when there is none. */
static char *
find_value (const char *text, const char *key)
{
  gsize length = strlen (key);

  for (const char *line = text; line != NULL && *line != '\0';)
    {
      const char *end = strchr (line, '\n');

      if (strncmp (line, key, length) == 0)
        {
          const char *colon = line + length;

          while (*colon == ' ' || *colon == '\t')
            colon++;
          if (*colon == ':')
            return end != NULL ? g_strndup (colon + 1, (gsize) (end - colon - 1))
                               : g_strdup (colon + 1);
        }
      line = end != NULL ? end + 1 : NULL;
    }

  return NULL;
}

static gboolean
find_kib (const char *text, const char *key, guint64 *bytes)
{
  g_autofree char *value = find_value (text, key);
  guint64 kib;

  if (value == NULL)
    return FALSE;

  g_strstrip (value);
  if (!g_str_has_suffix (value, " kB"))
    return FALSE;

  value[strlen (value) - 3] = '\0';
  g_strstrip (value);
  if (!g_ascii_string_to_unsigned (value, 10, 0, MAX_MEMORY_BYTES / 1024, &kib, NULL))
    return FALSE;
  *bytes = kib * 1024;

  return TRUE;
}

static void
found_memory_clear (PlimsollFoundMemory *self)
{
  g_clear_pointer (&self->source, g_free);
  g_clear_pointer (&self->free_source, g_free);
}

static PlimsollFoundMemory
found_memory_copy (const PlimsollFoundMemory *self)
{
  PlimsollFoundMemory copy = *self;

  copy.source = g_strdup (self->source);
  copy.free_source = g_strdup (self->free_source);

  return copy;
}

static void
read_system_memory (const char *root, PlimsollFoundMemory *memory)
{
  static const char path[] = "/proc/meminfo";
  g_autofree char *text = read_file (root, path, NULL);

  if (text == NULL || !find_kib (text, "MemTotal", &memory->total) || memory->total == 0)
    return;

  memory->source = g_strdup (path);
  memory->is_free_known =
    find_kib (text, "MemAvailable", &memory->free) && memory->free <= memory->total;
  if (memory->is_free_known)
    memory->free_source = g_strdup (path);
}

static void
read_processor (const char *root, PlimsollThisComputer *self)
{
  static const char path[] = "/proc/cpuinfo";
  g_autofree char *text = read_file (root, path, NULL);
  g_autofree char *name = NULL;
  g_autofree char *flags = NULL;

  if (text == NULL)
    return;

  name = find_value (text, "model name");
  if (name != NULL)
    self->processor = clean (name);
  if (self->processor != NULL)
    self->processor_source = g_strdup (path);

  flags = find_value (text, "flags");
  if (flags != NULL)
    {
      g_auto (GStrv) words = g_strsplit_set (flags, " \t", -1);

      self->is_virtual = g_strv_contains ((const char *const *) words, "hypervisor");
    }
}

/* What makers leave in DMI when they have nothing to say. */
static gboolean
says_nothing (const char *name)
{
  static const char *const fillers[] = { "to be filled",   "system product", "system manufacturer",
                                         "default string", "not specified",  "o.e.m.",
                                         "not applicable", "unknown" };
  g_autofree char *folded = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (fillers); i++)
    if (strstr (folded, fillers[i]) != NULL)
      return TRUE;

  return FALSE;
}

static void
read_machine (const char *root, PlimsollThisComputer *self)
{
  g_autofree char *maker = read_line (root, "/sys/class/dmi/id/sys_vendor");
  g_autofree char *product = read_line (root, "/sys/class/dmi/id/product_name");
  g_autofree char *compatible = NULL;
  gsize length = 0;

  if (product != NULL && !says_nothing (product))
    self->machine = maker != NULL && !says_nothing (maker) && !g_str_has_prefix (product, maker)
                      ? g_strdup_printf ("%s %s", maker, product)
                      : g_strdup (product);
  else
    self->machine = read_line (root, DEVICE_TREE "/model");

  /* Names that end in NUL, from the board to the chip to its family: "apple,j314s",
     "apple,t6000", "apple,arm-platform". */
  compatible = read_file (root, DEVICE_TREE "/compatible", &length);
  for (gsize at = 0; compatible != NULL && at < length; at += strlen (compatible + at) + 1)
    if (g_str_has_prefix (compatible + at, "apple,t")
        || g_str_has_prefix (compatible + at, "nvidia,tegra"))
      {
        self->chip = clean (compatible + at);
        break;
      }
}

static void
found_accelerator_free (gpointer data)
{
  PlimsollFoundAccelerator *self = data;

  g_clear_object (&self->accelerator);
  g_free (self->slot);
  g_free (self->driver_name);
  g_free (self->source);
  found_memory_clear (&self->memory);
  found_memory_clear (&self->shared);
  g_free (self);
}

/* Total and use in bytes, as amdgpu shows them for VRAM and GTT. */
static void
read_amdgpu_pool (const char *root,
                  const char *device,
                  const char *pool,
                  PlimsollFoundMemory *memory)
{
  g_autofree char *total = g_strdup_printf ("%s/mem_info_%s_total", device, pool);
  g_autofree char *used = g_strdup_printf ("%s/mem_info_%s_used", device, pool);
  guint64 bytes;

  if (!read_number (root, total, 10, MAX_MEMORY_BYTES, &memory->total) || memory->total == 0)
    return;

  memory->source = g_steal_pointer (&total);
  memory->is_free_known = read_number (root, used, 10, memory->total, &bytes);
  if (!memory->is_free_known)
    return;
  memory->free = memory->total - bytes;
  memory->free_source = g_steal_pointer (&used);
}

/* xe shows the memory of each tile; builds of i915 by Intel that of the card. */
static void
read_intel_memory (const char *root, const char *device, PlimsollFoundMemory *memory)
{
  guint64 sum = 0;

  for (guint tile = 0; tile < 8; tile++)
    {
      g_autofree char *path = g_strdup_printf ("%s/tile%u/physical_vram_size_bytes", device, tile);
      guint64 bytes;

      if (!read_number (root, path, 10, MAX_MEMORY_BYTES / 8, &bytes))
        break;
      sum += bytes;
    }
  if (sum != 0)
    memory->source = g_strdup_printf ("%s/tile0/physical_vram_size_bytes", device);

  for (guint card = 0; sum == 0 && card < PLIMSOLL_MAX_FOUND_ACCELERATORS; card++)
    {
      g_autofree char *path = g_strdup_printf ("%s/drm/card%u/lmem_total_bytes", device, card);

      if (read_number (root, path, 10, MAX_MEMORY_BYTES, &sum) && sum != 0)
        memory->source = g_steal_pointer (&path);
    }
  memory->total = sum;
}

/* The largest window that is memory and prefetchable: with a resizable one it is as large as the
   card's memory, rounded up to a power of two. */
static guint64
read_aperture (const char *root, const char *device)
{
  g_autofree char *path = g_strconcat (device, "/resource", NULL);
  g_autofree char *text = read_file (root, path, NULL);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", N_PCI_WINDOWS + 1) : NULL;
  guint64 largest = 0;

  for (guint i = 0; lines != NULL && lines[i] != NULL && i < N_PCI_WINDOWS; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 4);
      guint64 values[3];
      guint n = 0;

      while (n < 3 && words[n] != NULL && g_str_has_prefix (words[n], "0x")
             && g_ascii_string_to_unsigned (words[n] + 2, 16, 0, G_MAXUINT64, &values[n], NULL))
        n++;
      if (n == 3 && values[1] > values[0] && values[1] - values[0] < MAX_MEMORY_BYTES
          && (values[2] & PCI_FLAG_MEMORY) != 0 && (values[2] & PCI_FLAG_PREFETCH) != 0)
        largest = MAX (largest, values[1] - values[0] + 1);
    }

  return largest;
}

static char *
read_nvidia_name (const char *root, const char *slot)
{
  g_autofree char *path = g_strdup_printf ("/proc/driver/nvidia/gpus/%s/information", slot);
  g_autofree char *text = read_file (root, path, NULL);
  g_autofree char *name = text != NULL ? find_value (text, "Model") : NULL;

  return name != NULL ? clean (name) : NULL;
}

static gboolean
is_slot (const char *name)
{
  return strlen (name) <= 16 && strspn (name, "0123456789abcdefABCDEF:.") == strlen (name)
         && strchr (name, ':') != NULL;
}

/* A display or processing device on the bus; NULL when it is none. */
static PlimsollFoundAccelerator *
read_pci_device (const char *root, const char *slot)
{
  g_autofree char *device = g_strdup_printf (PCI_DEVICES "/%s", slot);
  g_autofree char *class_path = g_strconcat (device, "/class", NULL);
  g_autofree char *vendor_path = g_strconcat (device, "/vendor", NULL);
  g_autofree char *device_path = g_strconcat (device, "/device", NULL);
  PlimsollFoundAccelerator *found;
  guint64 class;
  guint64 vendor_id;
  guint64 device_id;

  if (!read_number (root, class_path, 16, 0xffffff, &class)
      || (class >> 16 != PCI_CLASS_DISPLAY && class >> 16 != PCI_CLASS_PROCESSING)
      || !read_number (root, vendor_path, 16, G_MAXUINT16, &vendor_id)
      || !read_number (root, device_path, 16, G_MAXUINT16, &device_id))
    return NULL;

  found = g_new0 (PlimsollFoundAccelerator, 1);
  found->slot = g_strdup (slot);
  found->vendor = (guint16) vendor_id;
  found->device = (guint16) device_id;
  found->driver_name = read_nvidia_name (root, slot);
  found->aperture = read_aperture (root, device);
  read_amdgpu_pool (root, device, "vram", &found->memory);
  read_amdgpu_pool (root, device, "gtt", &found->shared);
  if (found->memory.source == NULL)
    read_intel_memory (root, device, &found->memory);
  found->source = g_steal_pointer (&device);

  return found;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
read_bus (const char *root, GPtrArray *accelerators)
{
  g_autofree char *path = g_strconcat (root, PCI_DEVICES, NULL);
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) slots = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (directory != NULL && slots->len < MAX_ENTRIES
         && (name = g_dir_read_name (directory)) != NULL)
    if (is_slot (name))
      g_ptr_array_add (slots, g_strdup (name));
  g_ptr_array_sort (slots, compare_names);

  for (guint i = 0; i < slots->len && accelerators->len < PLIMSOLL_MAX_FOUND_ACCELERATORS; i++)
    {
      PlimsollFoundAccelerator *found = read_pci_device (root, slots->pdata[i]);

      if (found != NULL)
        g_ptr_array_add (accelerators, found);
    }
}

PlimsollThisComputer *
plimsoll_this_computer_read (const char *root)
{
  PlimsollThisComputer *self = g_new0 (PlimsollThisComputer, 1);

  self->accelerators = g_ptr_array_new_with_free_func (found_accelerator_free);
  if (root == NULL)
    root = "";

  read_system_memory (root, &self->memory);
  read_processor (root, self);
  read_machine (root, self);
  read_bus (root, self->accelerators);

  /* The graphics of most such chips are on no bus. */
  if (self->chip != NULL && self->accelerators->len == 0)
    {
      PlimsollFoundAccelerator *found = g_new0 (PlimsollFoundAccelerator, 1);

      found->source = g_strdup (DEVICE_TREE "/compatible");
      g_ptr_array_add (self->accelerators, found);
    }

  return self;
}

static gpointer
found_accelerator_copy (gconstpointer data, gpointer nothing)
{
  const PlimsollFoundAccelerator *self = data;
  PlimsollFoundAccelerator *copy = g_memdup2 (self, sizeof *self);

  if (self->accelerator != NULL)
    g_object_ref (self->accelerator);
  copy->slot = g_strdup (self->slot);
  copy->driver_name = g_strdup (self->driver_name);
  copy->source = g_strdup (self->source);
  copy->memory = found_memory_copy (&self->memory);
  copy->shared = found_memory_copy (&self->shared);

  return copy;
}

PlimsollThisComputer *
plimsoll_this_computer_copy (const PlimsollThisComputer *self)
{
  PlimsollThisComputer *copy = g_memdup2 (self, sizeof *self);

  copy->machine = g_strdup (self->machine);
  copy->processor = g_strdup (self->processor);
  copy->processor_source = g_strdup (self->processor_source);
  copy->chip = g_strdup (self->chip);
  copy->memory = found_memory_copy (&self->memory);
  copy->accelerators = g_ptr_array_copy (self->accelerators, found_accelerator_copy, NULL);

  return copy;
}

void
plimsoll_this_computer_free (PlimsollThisComputer *self)
{
  if (self == NULL)
    return;

  g_free (self->machine);
  g_free (self->processor);
  g_free (self->processor_source);
  g_free (self->chip);
  found_memory_clear (&self->memory);
  g_ptr_array_unref (self->accelerators);
  g_free (self);
}
