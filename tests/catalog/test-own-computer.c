/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "catalog-fixture.h"
#include "plimsoll-accelerator-edit.h"
#include "plimsoll-own-computer.h"
#include "plimsoll-test-computer.h"

#define GIB (G_GUINT64_CONSTANT (1) << 30)

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollAcceleratorList *accelerators;
  char *directory;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->catalog = load_catalog ();
  self->accelerators = plimsoll_catalog_get_accelerators (self->catalog);
  self->directory = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);
  self->path = g_build_filename (self->directory, "computer.json", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_computer_remove (self->directory);
  g_free (self->directory);
  g_free (self->path);
  g_object_unref (self->catalog);
}

/* Looked at a tree, which is removed. */
static PlimsollOwnComputer *
look (Fixture *self, char *root)
{
  PlimsollOwnComputer *computer = plimsoll_own_computer_new (self->path, self->accelerators);
  g_autoptr (GError) error = NULL;

  plimsoll_own_computer_load (computer, &error);
  g_assert_no_error (error);
  plimsoll_own_computer_take (computer, plimsoll_this_computer_read (root));
  test_computer_remove (root);
  g_free (root);
  return computer;
}

static const PlimsollFoundAccelerator *
device (PlimsollOwnComputer *computer, guint i)
{
  return plimsoll_own_computer_get (computer)->accelerators->pdata[i];
}

static guint64
usable (PlimsollOwnComputer *computer, guint board)
{
  return plimsoll_usable_memory_bytes (
    plimsoll_accelerator_get_facts (plimsoll_own_computer_get_boards (computer)->pdata[board]));
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Cards, the same ones the same object, and not the graphics of the processor. */
static void
test_boards (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, test_computer_cards ());
  GPtrArray *boards = plimsoll_own_computer_get_boards (computer);

  g_assert_true (plimsoll_own_computer_is_known (computer));
  g_assert_cmpuint (boards->len, ==, 3);
  g_assert_true (boards->pdata[0]
                 == plimsoll_accelerator_list_lookup (self->accelerators, "nvidia-rtx-3090"));
  g_assert_true (boards->pdata[2] == boards->pdata[0]);
  g_assert_cmpstr (plimsoll_accelerator_get_id (boards->pdata[1]), ==, "nvidia-rtx-3060-12gb");
  g_assert_cmpuint (plimsoll_own_computer_get_memory (computer), ==,
                    G_GUINT64_CONSTANT (65758420) * 1024);
  g_assert_cmpuint (plimsoll_own_computer_get_in_use (computer), ==, 0);
  g_assert_false (plimsoll_own_computer_is_any_set (computer));
}

/* What graphics in a processor can use is what the driver lets them address, here less than 78 % of
 * 128 GiB; and what somebody sets is so. */
static void
test_unified (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, test_computer_strix_halo ());
  const guint64 shared = G_GUINT64_CONSTANT (33534099456);
  PlimsollAccelerator *board;

  g_assert_cmpuint (plimsoll_own_computer_get_boards (computer)->len, ==, 1);
  board = plimsoll_own_computer_get_boards (computer)->pdata[0];
  g_assert_cmpstr (plimsoll_accelerator_get_id (board), ==, "amd-ryzen-ai-max-plus-395-128gb");
  g_assert_cmpuint (usable (computer, 0), ==, 64 * GIB + shared);

  /* More than the rule would give: somebody has raised the limit. */
  plimsoll_own_computer_set_bytes (computer, 0, PLIMSOLL_COMPUTER_SHARED, 56 * GIB);
  g_assert_cmpuint (usable (computer, 0), ==, 120 * GIB);
  g_assert_cmpuint (device (computer, 0)->shared.total, ==, 56 * GIB);
  g_assert_cmpstr (device (computer, 0)->shared.source, ==, PLIMSOLL_SOURCE_OWN);
  g_assert_cmpstr (device (computer, 0)->memory.source, ==,
                   "/sys/bus/pci/devices/0000:c5:00.0/mem_info_vram_total");
  g_assert_cmpstr (device (computer, 0)->memory.free_source, ==,
                   "/sys/bus/pci/devices/0000:c5:00.0/mem_info_vram_used");

  plimsoll_own_computer_reset (computer, 0, PLIMSOLL_COMPUTER_SHARED);
  g_assert_cmpuint (usable (computer, 0), ==, 64 * GIB + shared);
  g_assert_cmpuint (device (computer, 0)->shared.total, ==, shared);
}

/* What is free counts once it was set, and is no more than there is. */
static void
test_free (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, test_computer_strix_halo ());

  plimsoll_own_computer_set_bytes (computer, PLIMSOLL_COMPUTER_ITSELF,
                                   PLIMSOLL_COMPUTER_MEMORY_FREE, 40 * GIB);
  g_assert_cmpuint (plimsoll_own_computer_get_memory (computer), ==, 40 * GIB);
  plimsoll_own_computer_set_bytes (computer, 0, PLIMSOLL_COMPUTER_OWN_FREE, 60 * GIB);
  g_assert_cmpuint (plimsoll_own_computer_get_in_use (computer), ==, 4 * GIB);
  plimsoll_own_computer_set_bytes (computer, 0, PLIMSOLL_COMPUTER_OWN_FREE, 90 * GIB);
  g_assert_cmpuint (device (computer, 0)->memory.free, ==, 64 * GIB);
  g_assert_cmpuint (plimsoll_own_computer_get_in_use (computer), ==, 0);
}

/* One that is set to be another is that; one on which nothing runs leaves the others. */
static void
test_another (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, test_computer_cards ());
  GPtrArray *boards;

  plimsoll_own_computer_set_text (computer, 1, PLIMSOLL_COMPUTER_ACCELERATOR, "nvidia-rtx-4090");
  plimsoll_own_computer_set_text (computer, 0, PLIMSOLL_COMPUTER_ACCELERATOR,
                                  PLIMSOLL_COMPUTER_NOTHING);
  boards = plimsoll_own_computer_get_boards (computer);
  g_assert_cmpuint (boards->len, ==, 2);
  g_assert_cmpstr (plimsoll_accelerator_get_id (boards->pdata[0]), ==, "nvidia-rtx-4090");
  g_assert_cmpstr (plimsoll_accelerator_get_id (boards->pdata[1]), ==, "nvidia-rtx-3090");

  /* A card with other memory, by the same name: 95 % of it. */
  plimsoll_own_computer_set_bytes (computer, 1, PLIMSOLL_COMPUTER_OWN, 48 * GIB);
  g_assert_cmpuint (usable (computer, 0), ==, 48 * GIB / 100 * 95 + 48 * GIB % 100 * 95 / 100);
  boards = plimsoll_own_computer_get_boards (computer);
  g_assert_cmpstr (plimsoll_accelerator_get_name (boards->pdata[0]), ==, "NVIDIA RTX 4090");

  plimsoll_own_computer_reset_all (computer);
  g_assert_cmpuint (plimsoll_own_computer_get_boards (computer)->len, ==, 3);
  for (guint i = 0; i < 4; i++)
    plimsoll_own_computer_set_text (computer, i, PLIMSOLL_COMPUTER_ACCELERATOR,
                                    PLIMSOLL_COMPUTER_NOTHING);
  /* The processor is left, which is known. */
  g_assert_cmpuint (plimsoll_own_computer_get_boards (computer)->len, ==, 0);
  g_assert_true (plimsoll_own_computer_is_known (computer));
}

/* Kept over a start; every change is told once. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, test_computer_strix_halo ());
  g_autoptr (PlimsollOwnComputer) next = NULL;
  guint n = 0;

  g_signal_connect_swapped (computer, "changed", G_CALLBACK (count_cb), &n);
  plimsoll_own_computer_set_text (computer, PLIMSOLL_COMPUTER_ITSELF, PLIMSOLL_COMPUTER_PROCESSOR,
                                  "A “fast” one");
  plimsoll_own_computer_set_bytes (computer, 0, PLIMSOLL_COMPUTER_OWN, 96 * GIB);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (plimsoll_own_computer_flush (computer, NULL));

  next = look (self, test_computer_strix_halo ());
  g_assert_cmpstr (plimsoll_own_computer_get (next)->processor, ==, "A “fast” one");
  g_assert_cmpuint (device (next, 0)->memory.total, ==, 96 * GIB);
  g_assert_true (plimsoll_own_computer_is_set (next, 0, PLIMSOLL_COMPUTER_OWN));
  g_assert_cmpstr (plimsoll_own_computer_get_found (next)->processor, ==,
                   "AMD RYZEN AI MAX+ 395 w/ Radeon 8060S");
  plimsoll_own_computer_reset_all (next);
  g_assert_cmpuint (device (next, 0)->memory.total, ==, 64 * GIB);
  g_assert_true (plimsoll_own_computer_flush (next, NULL));
}

/* A row at fault is named, and what is well taken; nothing is lost. */
static void
test_damaged (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *fault;
    guint64 memory; /* of the system, then; 0: as found */
  } cases[] = {
    { "{", NULL, 0 },
    { "{\"format\":1,\"figures\":[{\"figure\":\"memory\",\"bytes\":1024},{\"figure\":\"speed\"}]}",
      "row 2", 1024 },
    { "{\"format\":1,\"figures\":[{\"figure\":\"memory\",\"text\":\"much\"}]}", "bytes", 0 },
    { "{\"format\":1,\"figures\":[{\"figure\":\"own\",\"bytes\":1}]}", "device", 0 },
    { "{\"format\":1,\"figures\":[{\"figure\":\"memory\",\"bytes\":-1}]}", "bytes", 0 },
    { "{\"format\":1,\"figures\":[{}]}", "figure", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PlimsollOwnComputer) computer =
        plimsoll_own_computer_new (self->path, self->accelerators);
      g_autoptr (GError) error = NULL;
      g_autofree char *root = test_computer_strix_halo ();
      g_autofree char *aside = NULL;

      g_assert_true (g_file_set_contents (self->path, cases[i].text, -1, NULL));
      g_assert_false (plimsoll_own_computer_load (computer, &error));
      g_assert_nonnull (strstr (error->message, "computer.json"));
      if (cases[i].fault != NULL)
        g_assert_nonnull (strstr (error->message, cases[i].fault));
      plimsoll_own_computer_take (computer, plimsoll_this_computer_read (root));
      test_computer_remove (root);
      g_assert_cmpuint (plimsoll_own_computer_get (computer)->memory.total, ==,
                        cases[i].memory != 0 ? cases[i].memory
                                             : G_GUINT64_CONSTANT (65496288) * 1024);
      aside = plimsoll_own_computer_set_aside (computer, NULL);
      g_assert_nonnull (aside);
      g_assert_true (plimsoll_own_computer_flush (computer, NULL));
    }
}

/* What is changed in My Hardware is so here. */
static void
test_follows (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, test_computer_cards ());
  PlimsollAccelerator *before =
    plimsoll_accelerator_list_lookup (self->accelerators, "nvidia-rtx-3090");
  g_autoptr (PlimsollAccelerator) after = NULL;
  PlimsollAcceleratorFacts facts = *plimsoll_accelerator_get_facts (before);

  facts.memory_bytes_usable = 23 * GIB;
  after = plimsoll_accelerator_copy_with_facts (before, &facts);
  g_assert_true (plimsoll_accelerator_list_add (self->accelerators, after, NULL));
  g_assert_true (plimsoll_own_computer_get_boards (computer)->pdata[0] == after);
  g_assert_cmpuint (usable (computer, 0), ==, 23 * GIB);
}

/* Nothing was found: nothing is known, nor can be set. */
static void
test_nothing (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnComputer) computer = look (self, g_dir_make_tmp ("plimsoll-XXXXXX", NULL));

  g_assert_false (plimsoll_own_computer_is_known (computer));
  g_assert_cmpuint (plimsoll_own_computer_get_boards (computer)->len, ==, 0);
  g_assert_cmpuint (plimsoll_own_computer_get_memory (computer), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, test) g_test_add ("/own-computer/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("boards", test_boards);
  ADD ("unified", test_unified);
  ADD ("free", test_free);
  ADD ("another", test_another);
  ADD ("kept", test_kept);
  ADD ("damaged", test_damaged);
  ADD ("follows", test_follows);
  ADD ("nothing", test_nothing);
#undef ADD

  return g_test_run ();
}
