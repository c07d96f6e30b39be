/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <glib/gstdio.h>

/* Trees in the place of /proc and /sys, of what the kernel shows of a computer. */

static inline void
test_computer_put (const char *root, const char *path, const char *text)
{
  g_autofree char *full = g_build_filename (root, path, NULL);
  g_autofree char *directory = g_path_get_dirname (full);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (full, text, -1, NULL));
}

static inline void
test_computer_put_device (const char *root, const char *slot, const char *file, const char *text)
{
  g_autofree char *path = g_build_filename ("sys/bus/pci/devices", slot, file, NULL);

  test_computer_put (root, path, text);
}

static inline void
test_computer_put_card (const char *root, const char *slot, const char *vendor, const char *device)
{
  test_computer_put_device (root, slot, "class", "0x030000\n");
  test_computer_put_device (root, slot, "vendor", vendor);
  test_computer_put_device (root, slot, "device", device);
}

/* Two RTX 3090 and an RTX 3060 beside the graphics of the processor. */
static inline char *
test_computer_cards (void)
{
  char *root = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);

  test_computer_put (root, "proc/meminfo",
                     "MemTotal:       65758420 kB\nMemAvailable:   51234567 kB\n");
  test_computer_put_card (root, "0000:01:00.0", "0x10de\n", "0x2204\n");
  test_computer_put_card (root, "0000:02:00.0", "0x10de\n", "0x2504\n");
  test_computer_put_card (root, "0000:03:00.0", "0x10de\n", "0x2204\n");
  test_computer_put_card (root, "0000:0c:00.0", "0x1002\n", "0x1114\n");
  return root;
}

/* Strix Halo with 64 GiB carved out of 128, and some 31 of the rest for graphics too. */
static inline char *
test_computer_strix_halo (void)
{
  static const char slot[] = "0000:c5:00.0";
  char *root = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);

  test_computer_put (root, "proc/meminfo",
                     "MemTotal:       65496288 kB\nMemAvailable:   60000000 kB\n");
  test_computer_put (root, "proc/cpuinfo",
                     "model name\t: AMD RYZEN AI MAX+ 395 w/ Radeon 8060S\nflags\t\t: fpu\n");
  test_computer_put_card (root, slot, "0x1002\n", "0x1586\n");
  test_computer_put_device (root, slot, "mem_info_vram_total", "68719476736\n");
  test_computer_put_device (root, slot, "mem_info_vram_used", "157286400\n");
  test_computer_put_device (root, slot, "mem_info_gtt_total", "33534099456\n");
  test_computer_put_device (root, slot, "mem_info_gtt_used", "20971520\n");
  return root;
}

static inline void
test_computer_remove (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_computer_remove (child);
    }
  g_remove (path);
}
