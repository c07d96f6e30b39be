/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "catalog-fixture.h"
#include "plimsoll-this-computer.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Trees in the form that the kernel (6.8 and later) and the drivers give these files. */

#define GIB (G_GUINT64_CONSTANT (1) << 30)

static char *
tree_new (void)
{
  g_autoptr (GError) error = NULL;
  char *root = g_dir_make_tmp ("plimsoll-XXXXXX", &error);

  g_assert_no_error (error);

  return root;
}

static void
remove_tree (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
      const char *name;

      while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          remove_tree (child);
        }
    }
  g_remove (path);
}

static char *
place (const char *root, const char *path)
{
  char *full = g_strconcat (root, path, NULL);
  g_autofree char *directory = g_path_get_dirname (full);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);

  return full;
}

static void
put_bytes (const char *root, const char *path, const char *bytes, gssize length)
{
  g_autofree char *full = place (root, path);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (full, bytes, length, &error);
  g_assert_no_error (error);
}

static void
put (const char *root, const char *path, const char *text)
{
  put_bytes (root, path, text, -1);
}

static void
put_memory (const char *root, guint64 total_kib, guint64 available_kib)
{
  g_autofree char *text = g_strdup_printf ("MemTotal:       %8" G_GUINT64_FORMAT " kB\n"
                                           "MemFree:         1234567 kB\n"
                                           "MemAvailable:   %8" G_GUINT64_FORMAT " kB\n"
                                           "Buffers:          412345 kB\n",
                                           total_kib, available_kib);

  put (root, "/proc/meminfo", text);
}

static void
put_processor (const char *root, const char *name, const char *flags)
{
  g_autofree char *text = g_strdup_printf ("processor\t: 0\nvendor_id\t: AuthenticAMD\n"
                                           "model\t\t: 97\nmodel name\t: %s\n"
                                           "flags\t\t: fpu vme de %s\n\nprocessor\t: 1\n",
                                           name, flags);

  put (root, "/proc/cpuinfo", text);
}

static void
put_machine (const char *root, const char *maker, const char *product)
{
  g_autofree char *maker_line = g_strconcat (maker, "\n", NULL);
  g_autofree char *product_line = g_strconcat (product, "\n", NULL);

  put (root, "/sys/class/dmi/id/sys_vendor", maker_line);
  put (root, "/sys/class/dmi/id/product_name", product_line);
}

static void
put_device_file (const char *root, const char *slot, const char *file, const char *text)
{
  g_autofree char *path = g_strdup_printf ("/sys/bus/pci/devices/%s/%s", slot, file);

  put (root, path, text);
}

/* @aperture: bytes of the prefetchable window. */
static void
put_device (const char *root,
            const char *slot,
            const char *class,
            guint vendor,
            guint device,
            guint64 aperture)
{
  g_autofree char *vendor_text = g_strdup_printf ("0x%04x\n", vendor);
  g_autofree char *device_text = g_strdup_printf ("0x%04x\n", device);
  g_autofree char *resource =
    g_strdup_printf ("0x00000000f6000000 0x00000000f6ffffff 0x0000000000040200\n"
                     "0x%016" G_GINT64_MODIFIER "x 0x%016" G_GINT64_MODIFIER
                     "x 0x000000000014220c\n"
                     "0x0000000000000000 0x0000000000000000 0x0000000000000000\n",
                     G_GUINT64_CONSTANT (0x4000000000),
                     G_GUINT64_CONSTANT (0x4000000000) + aperture - 1);

  put_device_file (root, slot, "class", class);
  put_device_file (root, slot, "vendor", vendor_text);
  put_device_file (root, slot, "device", device_text);
  put_device_file (root, slot, "resource", resource);
}

static void
put_nvidia (const char *root, const char *slot, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/driver/nvidia/gpus/%s/information", slot);
  g_autofree char *text = g_strdup_printf ("Model: \t\t %s\nIRQ:   \t\t 154\n"
                                           "GPU UUID: \t GPU-00000000-0000-0000-0000-000000000000\n"
                                           "Video BIOS: \t 95.02.3c.00.01\nBus Type: \t PCIe\n"
                                           "DMA Size: \t 47 bits\nBus Location: \t %s\n"
                                           "Device Minor: \t 0\nGPU Excluded:\t No\n",
                                           name, slot);

  put (root, path, text);
}

static PlimsollThisComputer *
look (const char *root)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  PlimsollThisComputer *computer = plimsoll_this_computer_read (root);

  plimsoll_this_computer_identify (computer, plimsoll_catalog_get_accelerators (catalog));

  return computer;
}

static const PlimsollFoundAccelerator *
found_at (PlimsollThisComputer *computer, guint i)
{
  g_assert_cmpuint (i, <, computer->accelerators->len);

  return computer->accelerators->pdata[i];
}

static void
assert_is (const PlimsollFoundAccelerator *found, const char *id, guint n_candidates)
{
  g_assert_nonnull (found->accelerator);
  g_assert_cmpstr (plimsoll_accelerator_get_id (found->accelerator), ==, id);
  g_assert_cmpuint (found->n_candidates, ==, n_candidates);
}

static void
test_geforce (void)
{
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;

  put_memory (root, 65758420, 51234567);
  put_processor (root, "AMD Ryzen 9 7950X 16-Core Processor", "avx512f");
  put_machine (root, "Micro-Star International Co., Ltd.", "MS-7D73");
  put_device (root, "0000:00:00.0", "0x060000\n", 0x1022, 0x14d8, 4096);
  put_device (root, "0000:01:00.0", "0x030000\n", 0x10de, 0x2684, 32 * GIB);
  put_nvidia (root, "0000:01:00.0", "NVIDIA GeForce RTX 4090");
  computer = look (root);

  g_assert_cmpstr (computer->machine, ==, "Micro-Star International Co., Ltd. MS-7D73");
  g_assert_cmpstr (computer->processor, ==, "AMD Ryzen 9 7950X 16-Core Processor");
  g_assert_false (computer->is_virtual);
  g_assert_cmpuint (computer->memory.total, ==, G_GUINT64_CONSTANT (65758420) * 1024);
  g_assert_true (computer->memory.is_free_known);
  g_assert_cmpuint (computer->memory.free, ==, G_GUINT64_CONSTANT (51234567) * 1024);
  g_assert_cmpstr (computer->memory.source, ==, "/proc/meminfo");

  /* The 48 GB that some are changed to would have a window of 64 GiB. */
  g_assert_cmpuint (computer->accelerators->len, ==, 1);
  assert_is (found_at (computer, 0), "nvidia-rtx-4090", 1);
  g_assert_cmpstr (found_at (computer, 0)->slot, ==, "0000:01:00.0");
  g_assert_cmpstr (found_at (computer, 0)->driver_name, ==, "NVIDIA GeForce RTX 4090");
  g_assert_cmpstr (found_at (computer, 0)->source, ==, "/sys/bus/pci/devices/0000:01:00.0");
  /* NVIDIA's driver tells its memory to no file. */
  g_assert_cmpuint (found_at (computer, 0)->memory.total, ==, 0);
  g_assert_null (found_at (computer, 0)->memory.source);
  g_assert_false (found_at (computer, 0)->memory.is_free_known);
  remove_tree (root);
}

/* 8 and 16 GB have one id, 10de:2d04. */
static void
test_window (void)
{
  static const struct
  {
    guint64 aperture;
    const char *id;
    guint n_candidates;
  } cases[] = {
    { 8 * GIB, "nvidia-rtx-5060-ti-8gb", 1 },
    { 16 * GIB, "nvidia-rtx-5060-ti-16gb", 1 },
    { GIB / 4, "nvidia-rtx-5060-ti-8gb", 2 }, /* not resizable: says nothing */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *root = tree_new ();
      g_autoptr (PlimsollThisComputer) computer = NULL;

      put_device (root, "0000:01:00.0", "0x030000\n", 0x10de, 0x2d04, cases[i].aperture);
      computer = look (root);
      assert_is (found_at (computer, 0), cases[i].id, cases[i].n_candidates);
      remove_tree (root);
    }
}

static void
test_two_unlike (void)
{
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;

  put_memory (root, 131841932, 120000000);
  put_device (root, "0000:41:00.0", "0x030200\n", 0x10de, 0x2204, GIB / 4);
  put_nvidia (root, "0000:41:00.0", "NVIDIA GeForce RTX 3090");
  put_device (root, "0000:01:00.0", "0x030000\n", 0x10de, 0x2504, GIB / 4);
  put_nvidia (root, "0000:01:00.0", "NVIDIA GeForce RTX 3060");
  computer = look (root);

  g_assert_cmpuint (computer->accelerators->len, ==, 2);
  assert_is (found_at (computer, 0), "nvidia-rtx-3060-12gb", 1);
  assert_is (found_at (computer, 1), "nvidia-rtx-3090", 1);
  remove_tree (root);
}

/* 1002:744c is the 7900 GRE, XT, XTX and 7900M: 16, 20, 24 and 16 GB. */
static void
test_radeon (void)
{
  static const char slot[] = "0000:03:00.0";
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;
  const PlimsollFoundAccelerator *found;

  put_memory (root, 32768000, 20000000);
  put_device (root, slot, "0x030000\n", 0x1002, 0x744c, GIB / 4);
  put_device_file (root, slot, "mem_info_vram_total", "25753026560\n");
  put_device_file (root, slot, "mem_info_vram_used", "1234567168\n");
  put_device_file (root, slot, "mem_info_gtt_total", "16777216000\n");
  put_device_file (root, slot, "mem_info_gtt_used", "33554432\n");
  computer = look (root);

  found = found_at (computer, 0);
  assert_is (found, "amd-radeon-rx-7900-xtx-24gb", 1);
  g_assert_cmpuint (found->memory.total, ==, G_GUINT64_CONSTANT (25753026560));
  g_assert_true (found->memory.is_free_known);
  g_assert_cmpuint (found->memory.free, ==, G_GUINT64_CONSTANT (25753026560) - 1234567168);
  g_assert_cmpstr (found->memory.source, ==,
                   "/sys/bus/pci/devices/0000:03:00.0/mem_info_vram_total");
  g_assert_cmpuint (found->shared.total, ==, G_GUINT64_CONSTANT (16777216000));
  g_assert_cmpuint (found->shared.free, ==, G_GUINT64_CONSTANT (16777216000) - 33554432);
  remove_tree (root);
}

/* Parts that share an id, told apart by the memory that their driver tells. */
static void
test_by_memory (void)
{
  static const char slot[] = "0000:03:00.0";
  static const struct
  {
    guint vendor, device;
    const char *file;
    guint64 mib;
    const char *id;
  } cases[] = {
    { 0x1002, 0x744c, "mem_info_vram_total", 20464, "amd-radeon-rx-7900-xt" },
    { 0x1002, 0x744c, "mem_info_vram_total", 24560, "amd-radeon-rx-7900-xtx-24gb" },
    { 0x8086, 0xe211, "tile0/physical_vram_size_bytes", 24480, "intel-arc-pro-b60-24gb" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *root = tree_new ();
      g_autofree char *bytes = g_strdup_printf ("%" G_GUINT64_FORMAT "\n", cases[i].mib << 20);
      g_autoptr (PlimsollThisComputer) computer = NULL;

      put_device (root, slot, "0x030000\n", cases[i].vendor, cases[i].device, GIB / 4);
      put_device_file (root, slot, cases[i].file, bytes);
      computer = look (root);
      g_assert_cmpstr (plimsoll_accelerator_get_id (found_at (computer, 0)->accelerator), ==,
                       cases[i].id);
      remove_tree (root);
    }
}

/* 8086:56a0 is the A770 of 8 and of 16 GB. */
static void
test_arc (void)
{
  static const char slot[] = "0000:03:00.0";
  static const struct
  {
    const char *file;
    const char *text;
    guint64 aperture;
    const char *id;
    guint64 memory;
  } cases[] = {
    { "tile0/physical_vram_size_bytes", "17179869184\n", GIB / 4, "intel-arc-a770-16gb",
      16 * GIB }, /* xe */
    { "drm/card1/lmem_total_bytes", "8589934592\n", GIB / 4, "intel-arc-a770-8gb", 8 * GIB },
    { "boot_vga", "1\n", 16 * GIB, "intel-arc-a770-16gb", 0 }, /* i915 as in the kernel */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *root = tree_new ();
      g_autoptr (PlimsollThisComputer) computer = NULL;

      put_memory (root, 32768000, 20000000);
      put_device (root, slot, "0x030000\n", 0x8086, 0x56a0, cases[i].aperture);
      put_device_file (root, slot, cases[i].file, cases[i].text);
      computer = look (root);
      assert_is (found_at (computer, 0), cases[i].id, 1);
      g_assert_cmpuint (found_at (computer, 0)->memory.total, ==, cases[i].memory);
      g_assert_false (found_at (computer, 0)->memory.is_free_known);
      remove_tree (root);
    }
}

/* 64 GiB of 128 carved out in the firmware: the system counts the rest. */
static void
test_strix_halo (void)
{
  static const char slot[] = "0000:c5:00.0";
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;
  const PlimsollFoundAccelerator *found;

  put_memory (root, 65496288, 60000000);
  put_processor (root, "AMD RYZEN AI MAX+ 395 w/ Radeon 8060S", "avx512f");
  put_machine (root, "Framework", "Desktop (AMD Ryzen AI Max 300 Series)");
  put_device (root, slot, "0x038000\n", 0x1002, 0x1586, 64 * GIB);
  put_device_file (root, slot, "mem_info_vram_total", "68719476736\n");
  put_device_file (root, slot, "mem_info_vram_used", "157286400\n");
  put_device_file (root, slot, "mem_info_gtt_total", "33534099456\n");
  put_device_file (root, slot, "mem_info_gtt_used", "20971520\n");
  computer = look (root);

  found = found_at (computer, 0);
  assert_is (found, "amd-ryzen-ai-max-plus-395-128gb", 1);
  g_assert_cmpuint (found->memory.total, ==, 64 * GIB);
  g_assert_cmpuint (found->memory.free, ==, 64 * GIB - 157286400);
  g_assert_cmpuint (found->shared.total, ==, G_GUINT64_CONSTANT (33534099456));
  remove_tree (root);
}

static void
test_dgx_spark (void)
{
  static const char slot[] = "000f:01:00.0";
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;

  put_memory (root, 125513152, 118000000);
  put (root, "/proc/cpuinfo",
       "processor\t: 0\nBogoMIPS\t: 2000.00\nFeatures\t: fp asimd\n"
       "CPU implementer\t: 0x41\nCPU part\t: 0xd87\n");
  put_machine (root, "NVIDIA", "NVIDIA_DGX_Spark");
  put_device (root, slot, "0x030200\n", 0x10de, 0x2e12, GIB / 64);
  put_nvidia (root, slot, "NVIDIA GB10");
  computer = look (root);

  g_assert_cmpstr (computer->machine, ==, "NVIDIA_DGX_Spark");
  g_assert_null (computer->processor);
  assert_is (found_at (computer, 0), "nvidia-dgx-spark-gb10-128gb", 1);
  g_assert_true (plimsoll_accelerator_get_facts (found_at (computer, 0)->accelerator)->unified);
  g_assert_cmpuint (found_at (computer, 0)->memory.total, ==, 0);
  remove_tree (root);
}

#define DEVICE_TREE "/sys/firmware/devicetree/base"

static void
test_device_tree (void)
{
  static const char apple[] = "apple,j314s\0apple,t6000\0apple,arm-platform";
  static const char jetson[] = "nvidia,p3737-0000+p3701-0005\0nvidia,p3701-0005\0nvidia,tegra234";
  static const struct
  {
    const char *compatible;
    gssize length;
    const char *model;
    guint64 kib;
    const char *id; /* NULL: not known */
  } cases[] = {
    { apple, sizeof apple, "Apple MacBook Pro (14-inch, M1 Pro, 2021)", 15900000,
      "apple-m1-pro-16gb" },
    { apple, sizeof apple, "Apple MacBook Pro (14-inch, M1 Pro, 2021)", 32200000, "apple-m1-pro" },
    { apple, sizeof apple, "Apple MacBook Pro (14-inch, M1 Pro, 2021)", 64000000, NULL },
    { jetson, sizeof jetson, "NVIDIA Jetson AGX Orin Developer Kit", 64349884,
      "nvidia-jetson-agx-orin-64gb" },
    { jetson, sizeof jetson, "NVIDIA Jetson AGX Orin Developer Kit", 31354000,
      "nvidia-jetson-agx-orin-32gb" },
    { jetson, sizeof jetson, "Somebody's Board", 64349884, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *root = tree_new ();
      g_autoptr (PlimsollThisComputer) computer = NULL;

      put_memory (root, cases[i].kib, 1000000);
      put_bytes (root, DEVICE_TREE "/compatible", cases[i].compatible, cases[i].length);
      put_bytes (root, DEVICE_TREE "/model", cases[i].model, (gssize) strlen (cases[i].model) + 1);
      computer = look (root);
      g_assert_cmpstr (computer->machine, ==, cases[i].model);
      g_assert_cmpuint (computer->accelerators->len, ==, 1);
      if (cases[i].id != NULL)
        assert_is (found_at (computer, 0), cases[i].id, 1);
      else
        g_assert_null (found_at (computer, 0)->accelerator);
      remove_tree (root);
    }
}

static void
test_no_accelerator (void)
{
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;

  put_memory (root, 16252928, 12000000);
  put_machine (root, "To Be Filled By O.E.M.", "To Be Filled By O.E.M.");
  put_device (root, "0000:02:00.0", "0x030000\n", 0x1a03, 0x2000, 64 * 1024 * 1024); /* ASPEED */
  put_device (root, "0000:03:00.0", "0x020000\n", 0x8086, 0x15f3, 1024 * 1024);      /* network */
  computer = look (root);

  g_assert_null (computer->machine);
  g_assert_null (computer->processor);
  g_assert_cmpuint (computer->accelerators->len, ==, 0);
  g_assert_cmpuint (computer->memory.total, ==, G_GUINT64_CONSTANT (16252928) * 1024);
  remove_tree (root);
}

static void
test_virtual (void)
{
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;

  put_memory (root, 4005888, 3000000);
  put_processor (root, "QEMU Virtual CPU version 2.5+", "sse2 hypervisor lahf_lm");
  put_machine (root, "QEMU", "Standard PC (Q35 + ICH9, 2009)");
  put_device (root, "0000:00:01.0", "0x030000\n", 0x1af4, 0x1050, 8 * 1024 * 1024);
  computer = look (root);

  g_assert_true (computer->is_virtual);
  g_assert_cmpstr (computer->machine, ==, "QEMU Standard PC (Q35 + ICH9, 2009)");
  g_assert_cmpuint (computer->accelerators->len, ==, 0);
  remove_tree (root);
}

/* One that the catalogue does not know, or not with this memory, is shown and stays unknown. */
static void
test_unknown (void)
{
  static const char slot[] = "0000:03:00.0";
  g_autofree char *root = tree_new ();
  g_autoptr (PlimsollThisComputer) computer = NULL;

  put_device (root, "0000:00:02.0", "0x030000\n", 0x8086, 0x46a6, GIB / 4);
  put_device (root, slot, "0x030000\n", 0x1002, 0x744c, GIB / 4);
  put_device_file (root, slot, "mem_info_vram_total", "103079215104\n");
  computer = look (root);

  g_assert_cmpuint (computer->accelerators->len, ==, 2);
  g_assert_null (found_at (computer, 0)->accelerator);
  g_assert_null (found_at (computer, 1)->accelerator);
  g_assert_cmpuint (found_at (computer, 1)->memory.total, ==, 96 * GIB);
  remove_tree (root);
}

static void
test_hostile (void)
{
  static const char slot[] = "0000:03:00.0";
  g_autofree char *root = tree_new ();
  g_autofree char *pipe_path = place (root, "/sys/class/dmi/id/product_name");
  g_autofree char *loop_path = place (root, "/sys/class/dmi/id/sys_vendor");
  g_autofree char *directory_path = place (root, "/proc/driver/nvidia/gpus/x/y");
  g_autofree char *long_name = g_strnfill (200000, 'x');
  g_autofree char *cpu = g_strconcat ("model name\t: \xff\x01\x1b[31m\n", long_name, NULL);
  g_autoptr (PlimsollThisComputer) computer = NULL;
  g_autoptr (PlimsollThisComputer) nothing = NULL;

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (symlink ("sys_vendor", loop_path), ==, 0);
  put (root, "/proc/meminfo", "MemTotal: 99999999999999999999 kB\nMemAvailable: -1 kB\n");
  put (root, "/proc/cpuinfo", cpu);
  put_bytes (root, DEVICE_TREE "/compatible", "\0\0\0apple,t", 10);
  put (root, DEVICE_TREE "/model", "\n\t \n");
  put_device (root, slot, "0x030000\n", 0x1002, 0x744c, GIB);
  put_device_file (root, slot, "mem_info_vram_total", "18446744073709551616\n");
  put_device_file (root, slot, "mem_info_gtt_total", "1000\n");
  put_device_file (root, slot, "mem_info_gtt_used", "1001\n");
  put_device_file (root, slot, "resource", "0x5 0x1 0x2200\n0x0 0xffffffffffffffff 0x2200\n0x\n");
  put_device (root, "0000:04:00.0", "0x030000\n", 0x10de, 0x2684, GIB / 4);
  put_device_file (root, "0000:04:00.0", "vendor", "0x10de10de\n");
  put_device (root, "0000:05:00.0", "display\n", 0x10de, 0x2684, GIB / 4);
  put_device_file (root, "not a slot", "class", "0x030000\n");
  computer = look (root);

  g_assert_cmpuint (computer->memory.total, ==, 0);
  g_assert_null (computer->memory.source);
  g_assert_null (computer->machine);
  g_assert_cmpstr (computer->processor, ==, "\xef\xbf\xbd[31m");
  g_assert_cmpuint (computer->accelerators->len, ==, 1);
  g_assert_cmpuint (found_at (computer, 0)->memory.total, ==, 0);
  g_assert_cmpuint (found_at (computer, 0)->aperture, ==, 0);
  g_assert_cmpuint (found_at (computer, 0)->shared.total, ==, 1000);
  g_assert_false (found_at (computer, 0)->shared.is_free_known);
  /* The least of those that it may be: GRE and 7900M have 16 GB. */
  g_assert_cmpuint (found_at (computer, 0)->n_candidates, ==, 4);
  g_assert_cmpuint (plimsoll_accelerator_get_facts (found_at (computer, 0)->accelerator)
                      ->memory_bytes_nominal,
                    ==, 16 * GIB);
  remove_tree (root);

  nothing = look ("/nonexistent");
  g_assert_cmpuint (nothing->accelerators->len, ==, 0);
  g_assert_cmpuint (nothing->memory.total, ==, 0);
}

/* Whatever this is run on, looking ends well. */
static gpointer
read_in_thread (gpointer data)
{
  (void) data;

  return plimsoll_this_computer_read (NULL);
}

static void
test_here (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("look", read_in_thread, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (PlimsollThisComputer) computer = g_thread_join (threads[i]);

      g_assert_nonnull (computer);
      g_assert_cmpuint (computer->accelerators->len, <=, PLIMSOLL_MAX_FOUND_ACCELERATORS);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/this-computer/geforce", test_geforce);
  g_test_add_func ("/this-computer/window", test_window);
  g_test_add_func ("/this-computer/two-unlike", test_two_unlike);
  g_test_add_func ("/this-computer/radeon", test_radeon);
  g_test_add_func ("/this-computer/by-memory", test_by_memory);
  g_test_add_func ("/this-computer/arc", test_arc);
  g_test_add_func ("/this-computer/strix-halo", test_strix_halo);
  g_test_add_func ("/this-computer/dgx-spark", test_dgx_spark);
  g_test_add_func ("/this-computer/device-tree", test_device_tree);
  g_test_add_func ("/this-computer/no-accelerator", test_no_accelerator);
  g_test_add_func ("/this-computer/virtual", test_virtual);
  g_test_add_func ("/this-computer/unknown", test_unknown);
  g_test_add_func ("/this-computer/hostile", test_hostile);
  g_test_add_func ("/this-computer/here", test_here);

  return g_test_run ();
}
