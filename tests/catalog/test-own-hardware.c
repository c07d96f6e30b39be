/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "catalog-fixture.h"
#include "plimsoll-accelerator-edit.h"
#include "plimsoll-catalog-error.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)
#define TODAY "2026-12-02"

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollAcceleratorList *all;
  PlimsollOwnHardware *own;
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->catalog = load_catalog ();
  self->all = plimsoll_catalog_get_accelerators (self->catalog);
  self->folder = g_dir_make_tmp ("plimsoll-hardware-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "data", "accelerators.json", NULL);
  self->own = plimsoll_own_hardware_new (self->path, self->all);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A thread that writes keeps it until it has. */
static void
let_go (PlimsollOwnHardware *own)
{
  gpointer left = own;
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  g_object_add_weak_pointer (G_OBJECT (own), &left);
  g_object_unref (own);
  while (left != NULL && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (left);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  plimsoll_own_hardware_flush (self->own, NULL);
  let_go (self->own);
  g_object_unref (self->catalog);
  remove_tree (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static guint
n_all (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->all));
}

static guint
n_own (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->own));
}

static void
write_file (Fixture *self, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (self->path, text, -1, NULL));
}

static PlimsollAcceleratorEdit
card (const char *name, double gigabytes)
{
  PlimsollAcceleratorEdit edit;

  plimsoll_accelerator_get_edit (NULL, &edit);
  edit.name = name;
  edit.memory_gb = gigabytes;
  return edit;
}

static PlimsollAccelerator *
add (Fixture *self, const PlimsollAcceleratorEdit *edit)
{
  g_autofree char *id = plimsoll_own_hardware_new_id (self->own, edit->name);
  g_autoptr (GError) error = NULL;
  PlimsollAccelerator *made = plimsoll_accelerator_edit (NULL, id, edit, TODAY, &error);

  g_assert_no_error (error);
  g_assert_true (plimsoll_own_hardware_put (self->own, made, &error));
  g_assert_no_error (error);
  return made;
}

/* What is added is found by its name, and is there the next time with every figure. */
static void
test_add (Fixture *self, gconstpointer data)
{
  PlimsollAcceleratorEdit edit = card ("My card", 20);
  g_autoptr (PlimsollAccelerator) made = NULL;
  g_autoptr (PlimsollAccelerator) found = NULL;
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  g_autoptr (PlimsollOwnHardware) again =
    plimsoll_own_hardware_new (self->path, plimsoll_catalog_get_accelerators (catalog));
  PlimsollAcceleratorEdit read;
  guint before = n_all (self);
  GError *error = NULL;

  g_assert_true (plimsoll_own_hardware_load (self->own, NULL));
  edit.vendor = "AMD";
  edit.architecture = "RDNA 3";
  edit.memory_type = "GDDR6";
  edit.usable_bytes = 19 * GIB;
  edit.bandwidth_gbs = 800.5;
  edit.fp16_tflops = 103;
  edit.power_w = 315;
  edit.list_usd = 899;
  edit.used_usd = 640;
  edit.notes = "from the attic";
  made = add (self, &edit);
  g_assert_cmpstr (plimsoll_accelerator_get_id (made), ==, "my-card");
  g_assert_cmpuint (n_all (self), ==, before + 1);
  found = plimsoll_accelerator_list_find (self->all, "MY CARD", NULL);
  g_assert_true (found == made);
  g_assert_cmpint (plimsoll_accelerator_get_facts (made)->vendor, ==, PLIMSOLL_VENDOR_AMD);
  g_assert_cmpint (plimsoll_accelerator_get_facts (made)->memory_class, ==, PLIMSOLL_MEMORY_GDDR);
  g_assert_cmpuint (plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (made)), ==,
                    19 * GIB);

  g_assert_true (plimsoll_own_hardware_flush (self->own, &error));
  g_assert_no_error (error);
  g_assert_true (plimsoll_own_hardware_load (again, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 1);
  plimsoll_accelerator_get_edit (plimsoll_own_hardware_lookup (again, "my-card"), &read);
  g_assert_cmpstr (read.name, ==, "My card");
  g_assert_cmpstr (read.vendor, ==, "AMD");
  g_assert_cmpstr (read.architecture, ==, "RDNA 3");
  g_assert_cmpstr (read.memory_type, ==, "GDDR6");
  g_assert_cmpfloat (read.memory_gb, ==, 20);
  g_assert_cmpuint (read.usable_bytes, ==, 19 * GIB);
  g_assert_cmpfloat (read.bandwidth_gbs, ==, 800.5);
  g_assert_cmpfloat (read.fp16_tflops, ==, 103);
  g_assert_cmpfloat (read.power_w, ==, 315);
  g_assert_cmpfloat (read.list_usd, ==, 899);
  g_assert_cmpfloat (read.used_usd, ==, 640);
  g_assert_cmpstr (read.notes, ==, "from the attic");
  g_assert_cmpstr (plimsoll_accelerator_get_source (made), ==, PLIMSOLL_SOURCE_OWN);
  g_assert_cmpstr (plimsoll_accelerator_get_date (made), ==, TODAY);
}

/* A price of one's own stands in the place of what ships, with its date; the facts keep theirs. */
static void
test_price (Fixture *self, gconstpointer data)
{
  PlimsollAccelerator *shipped = plimsoll_accelerator_list_lookup (self->all, "nvidia-rtx-4090");
  g_autofree char *date = g_strdup (plimsoll_accelerator_get_date (shipped));
  g_autoptr (PlimsollAccelerator) kept = g_object_ref (shipped);
  g_autoptr (PlimsollAccelerator) changed = NULL;
  g_autoptr (PlimsollAccelerator) gone = NULL;
  PlimsollAcceleratorEdit edit;
  const PlimsollUsedPrice *price;
  guint before = n_all (self), position;

  plimsoll_accelerator_get_edit (shipped, &edit);
  edit.used_usd = 1111;
  changed = plimsoll_accelerator_edit (shipped, "nvidia-rtx-4090", &edit, TODAY, NULL);
  price = plimsoll_accelerator_get_used_price (changed);
  g_assert_cmpfloat (price->usd, ==, 1111);
  g_assert_cmpstr (price->date, ==, TODAY);
  g_assert_cmpstr (price->source, ==, PLIMSOLL_SOURCE_OWN);
  g_assert_cmpstr (plimsoll_accelerator_get_date (changed), ==, date);
  g_assert_cmpfloat (plimsoll_accelerator_get_list_price (changed), ==,
                     plimsoll_accelerator_get_list_price (shipped));
  g_assert_true (plimsoll_accelerator_has_pci_id (changed, 0x10de, 0x2684));
  g_assert_cmpuint (plimsoll_accelerator_get_facts (changed)->memory_bytes_reported, ==,
                    plimsoll_accelerator_get_facts (shipped)->memory_bytes_reported);

  g_assert_true (plimsoll_own_hardware_put (self->own, changed, NULL));
  g_assert_cmpuint (n_all (self), ==, before);
  g_assert_true (plimsoll_accelerator_list_lookup (self->all, "nvidia-rtx-4090") == changed);
  g_assert_true (plimsoll_own_hardware_get_shipped (self->own, "nvidia-rtx-4090") == kept);

  /* Removed, what ships is there again; put back, it is not. */
  gone = plimsoll_own_hardware_remove (self->own, "nvidia-rtx-4090", &position, NULL);
  g_assert_true (gone == changed && position == 0);
  g_assert_true (plimsoll_accelerator_list_lookup (self->all, "nvidia-rtx-4090") == kept);
  g_assert_null (plimsoll_own_hardware_get_shipped (self->own, "nvidia-rtx-4090"));
  g_assert_true (plimsoll_own_hardware_put_back (self->own, gone, position, NULL));
  g_assert_true (plimsoll_accelerator_list_lookup (self->all, "nvidia-rtx-4090") == changed);
  g_assert_cmpuint (n_own (self), ==, 1);
}

/* One that is like another is another: the bus does not show it, and nothing else calls it so. */
static void
test_like (Fixture *self, gconstpointer data)
{
  PlimsollAccelerator *shipped = plimsoll_accelerator_list_lookup (self->all, "nvidia-rtx-4090");
  g_autoptr (PlimsollAccelerator) like = NULL;
  PlimsollAcceleratorEdit edit;

  plimsoll_accelerator_get_edit (shipped, &edit);
  edit.name = "4090 with 96 GB";
  edit.memory_gb = 96;
  like = plimsoll_accelerator_edit (shipped, "with-96", &edit, TODAY, NULL);
  g_assert_true (plimsoll_own_hardware_put (self->own, like, NULL));
  g_assert_false (plimsoll_accelerator_has_pci_id (like, 0x10de, 0x2684));
  g_assert_cmpuint (plimsoll_accelerator_get_facts (like)->memory_bytes_reported, ==, 0);
  g_assert_cmpuint (plimsoll_physical_memory_bytes (plimsoll_accelerator_get_facts (like)), ==,
                    96 * GIB);
  g_assert_cmpfloat (plimsoll_accelerator_get_facts (like)->fp16_tflops, ==,
                     plimsoll_accelerator_get_facts (shipped)->fp16_tflops);
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    double memory;
    double bandwidth;
    const char *message;
  } faults[] = {
    { "", 20, NAN, "*“name”*" },
    { "X", -1, NAN, "X: x: “memory.nominal_gb”*" },
    { "X", 1e9, NAN, "X: x: “memory.nominal_gb”*" },
    { "X", 20, 0, "X: x: “bandwidth_gbs”*" },
    { "X", 20, -5, "X: x: “bandwidth_gbs”*" },
    { "X", 20, HUGE_VAL, "X: x: “bandwidth_gbs”*" },
  };
  PlimsollAcceleratorEdit edit = card ("RTX 4090", 20);
  g_autoptr (PlimsollAccelerator) taken = NULL;
  g_autoptr (GError) error = NULL;
  guint before = n_all (self);

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) fault = NULL;

      edit = card (faults[i].name, faults[i].memory);
      edit.bandwidth_gbs = faults[i].bandwidth;
      g_assert_null (plimsoll_accelerator_edit (NULL, "x", &edit, TODAY, &fault));
      g_assert_error (fault, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
      g_test_message ("%s", fault->message);
      g_assert_true (g_pattern_match_simple (faults[i].message, fault->message));
    }

  /* A name that is taken. */
  edit = card ("RTX 4090", 20);
  taken = plimsoll_accelerator_edit (NULL, "own", &edit, TODAY, NULL);
  g_assert_false (plimsoll_own_hardware_put (self->own, taken, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
  g_assert_cmpuint (n_own (self), ==, 0);
  g_assert_cmpuint (n_all (self), ==, before);
  g_clear_error (&error);
  g_assert_null (plimsoll_own_hardware_remove (self->own, "nvidia-rtx-4090", NULL, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND);
}

/* What ships cannot come back while another has its name. */
static void
test_name_taken_meanwhile (Fixture *self, gconstpointer data)
{
  PlimsollAccelerator *shipped = plimsoll_accelerator_list_lookup (self->all, "apple-m1");
  g_autoptr (PlimsollAccelerator) renamed = NULL;
  g_autoptr (PlimsollAccelerator) other = NULL;
  g_autoptr (PlimsollAccelerator) gone = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollAcceleratorEdit edit;
  g_autofree char *name = g_strdup (plimsoll_accelerator_get_name (shipped));

  write_file (self, "{\"format\": 1, \"accelerators\": [{\"id\": \"nvidia-gtx-1050-ti\","
                    " \"name\": \"Old one\", \"memory\": {\"nominal_gb\": 4}}]}");
  g_assert_true (plimsoll_own_hardware_load (self->own, &error));
  g_assert_no_error (error);
  g_assert_nonnull (name);
  plimsoll_accelerator_get_edit (NULL, &edit);
  edit = card ("1050 ti", 5);
  other = add (self, &edit);
  g_assert_null (plimsoll_own_hardware_remove (self->own, "nvidia-gtx-1050-ti", NULL, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
  g_assert_cmpuint (n_own (self), ==, 2);

  g_clear_error (&error);
  gone = plimsoll_own_hardware_remove (self->own, plimsoll_accelerator_get_id (other), NULL, NULL);
  g_assert_true (gone == other);
  renamed = plimsoll_own_hardware_remove (self->own, "nvidia-gtx-1050-ti", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_accelerator_get_name (renamed), ==, "Old one");
}

static void
test_ids (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *id;
  } cases[] = {
    { "My  card, v2!", "my-card-v2" },          { "日本", "own" }, { "--", "own" },
    { "NVIDIA RTX 4090", "nvidia-rtx-4090-2" }, { "É 5", "5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *id = plimsoll_own_hardware_new_id (self->own, cases[i].name);

      g_test_message ("%s: %s", cases[i].name, id);
      if (i < 4)
        g_assert_cmpstr (id, ==, cases[i].id);
    }
  {
    g_autofree char *name = g_strnfill (5000, 'x');
    g_autofree char *id = plimsoll_own_hardware_new_id (self->own, name);

    g_assert_cmpuint (strlen (id), <=, 80);
  }
}

/* Each row at fault is named with its field; the others are taken; the file is left alone until it
   has been set aside, and then what could be read is kept. */
static void
test_damaged (Fixture *self, gconstpointer data)
{
  static const char text[] =
    "{\"format\": 1, \"accelerators\": ["
    "{\"id\": \"one\", \"name\": \"One\", \"memory\": {\"nominal_gb\": 20}},"
    "{\"id\": \"two\", \"name\": \"Two\", \"memory\": {\"nominal_gb\": \"24 GB\"}},"
    "{\"id\": \"three\", \"name\": \"Three\", \"memory\": {\"nominal_gb\": 8}, \"colour\": 3},"
    "{\"name\": \"Four\", \"memory\": {}},"
    "7,"
    "{\"id\": \"one\", \"name\": \"One again\", \"memory\": {}},"
    "{\"id\": \"six\", \"name\": \"RTX 4090\", \"memory\": {\"nominal_gb\": 8}},"
    "{\"id\": \"seven\", \"name\": \"Seven\", \"memory\": {\"nominal_gb\": 7}}]}";
  g_autoptr (GError) error = NULL;
  g_autofree char *after = NULL, *aside = NULL, *kept = NULL;
  g_auto (GStrv) lines = NULL;

  write_file (self, text);
  g_assert_false (plimsoll_own_hardware_load (self->own, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
  g_test_message ("%s", error->message);
  lines = g_strsplit (error->message, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  g_assert_nonnull (strstr (lines[0], "accelerators.json: row 2 (two): “memory.nominal_gb”"));
  g_assert_nonnull (strstr (lines[1], "row 3 (three): “colour”"));
  g_assert_nonnull (strstr (lines[2], "row 4: “id”"));
  g_assert_nonnull (strstr (lines[3], "row 5: "));
  g_assert_nonnull (strstr (lines[4], "row 6 (one): “id”"));
  g_assert_nonnull (strstr (lines[5], "row 7 (six): "));
  g_assert_cmpuint (n_own (self), ==, 2);

  g_clear_error (&error);
  {
    PlimsollAcceleratorEdit edit = card ("Another", 4);
    g_autoptr (PlimsollAccelerator) made = add (self, &edit);

    g_assert_true (plimsoll_own_hardware_flush (self->own, NULL));
    g_assert_true (g_file_get_contents (self->path, &after, NULL, NULL));
    g_assert_cmpstr (after, ==, text);
  }

  aside = plimsoll_own_hardware_set_aside (self->own, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (aside, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, text);
  g_assert_true (plimsoll_own_hardware_flush (self->own, NULL));
  {
    g_autoptr (PlimsollCatalog) catalog = load_catalog ();
    g_autoptr (PlimsollOwnHardware) again =
      plimsoll_own_hardware_new (self->path, plimsoll_catalog_get_accelerators (catalog));

    g_assert_true (plimsoll_own_hardware_load (again, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 3);
  }
}

static void
test_hostile (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = {
    "",
    "{",
    "[]",
    "null",
    "1 2",
    "\xff\xfe",
    "{\"format\": 2, \"accelerators\": []}",
    "{\"format\": 1, \"accelerators\": {}}",
    "{\"format\": 1, \"accelerators\": [], \"more\": 1}",
    "{\"format\": 1, \"accelerators\": [[[[]]]]}",
    "{\"format\": 1, \"accelerators\": [{\"id\": \"A\\u0000b\", \"name\": \"a\", \"memory\": {}}]}",
    "{\"format\": 1, \"accelerators\": [{\"id\": \"a\", \"name\": \"a\","
    " \"memory\": {\"nominal_gb\": 1e400}}]}",
    "{\"format\": 1, \"accelerators\": [{\"id\": \"a\", \"name\": \"a\","
    " \"memory\": {\"usable_mib\": 99999999999999999999}}]}",
  };
  guint before = n_all (self);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      write_file (self, texts[i]);
      g_test_message ("%s", texts[i]);
      g_assert_false (plimsoll_own_hardware_load (self->own, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "accelerators.json"));
      g_assert_null (strchr (error->message, '\n'));
      g_assert_cmpuint (n_own (self), ==, 0);
      g_assert_cmpuint (n_all (self), ==, before);
    }

  /* A folder in its place. */
  g_assert_cmpint (g_remove (self->path), ==, 0);
  g_assert_cmpint (g_mkdir (self->path, 0700), ==, 0);
  {
    g_autoptr (GError) error = NULL;

    g_assert_false (plimsoll_own_hardware_load (self->own, &error));
    g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
  }
}

/* More rows than are kept, all good: those that are kept are, and the rest is counted. */
static void
test_too_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"format\": 1, \"accelerators\": [");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const guint more = 20;
  guint n;

  for (guint i = 0; i < PLIMSOLL_OWN_HARDWARE_MAX + more; i++)
    g_string_append_printf (text,
                            "%s{\"id\": \"own-%u\", \"name\": \"Own %u\","
                            " \"memory\": {\"nominal_gb\": 8}}",
                            i > 0 ? "," : "", i, i);
  g_string_append (text, "]}");
  bytes = g_bytes_new (text->str, text->len);
  g_assert_false (plimsoll_own_hardware_import (self->own, bytes, "many.json", &n, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE);
  g_assert_true (g_str_has_suffix (error->message, "and 12 rows more at fault"));
  g_assert_cmpuint (n, ==, PLIMSOLL_OWN_HARDWARE_MAX);
  g_assert_cmpuint (n_own (self), ==, PLIMSOLL_OWN_HARDWARE_MAX);
}

/* What ships is no own hardware, also when somebody imports it; what was exported comes back. */
static void
test_import (Fixture *self, gconstpointer data)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("PLIMSOLL_DATA_DIR"), "accelerators.json", NULL);
  g_autofree char *text = NULL, *exported = NULL, *again = NULL;
  g_autoptr (GBytes) shipped = NULL, bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollAccelerator) made = NULL;
  PlimsollAcceleratorEdit edit = card ("Mine “é”", 20.5);
  gsize length;
  guint n;

  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  shipped = g_bytes_new (text, length);
  g_assert_true (plimsoll_own_hardware_import (self->own, shipped, "shipped.json", &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (n_own (self), ==, 0);

  edit.bandwidth_gbs = 0.1;
  made = add (self, &edit);
  exported = plimsoll_own_hardware_export (self->own);
  bytes = g_bytes_new (exported, strlen (exported));
  {
    g_autoptr (PlimsollCatalog) catalog = load_catalog ();
    g_autofree char *elsewhere = g_build_filename (self->folder, "other.json", NULL);
    g_autoptr (PlimsollOwnHardware) other =
      plimsoll_own_hardware_new (elsewhere, plimsoll_catalog_get_accelerators (catalog));

    g_assert_true (plimsoll_own_hardware_import (other, bytes, "mine.json", &n, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (n, ==, 1);
    again = plimsoll_own_hardware_export (other);
    g_assert_cmpstr (again, ==, exported);
    g_assert_true (plimsoll_own_hardware_flush (other, NULL));
    let_go (g_steal_pointer (&other));
  }
}

static void
failed_cb (PlimsollOwnHardware *own, const char *message, char **told)
{
  g_free (*told);
  *told = g_strdup (message);
}

/* Where it cannot be written, that is said, and a flush says it too. */
static void
test_write_failed (Fixture *self, gconstpointer data)
{
  PlimsollAcceleratorEdit edit = card ("Mine", 20);
  g_autoptr (PlimsollAccelerator) made = NULL;
  g_autofree char *told = NULL, *folder = g_path_get_dirname (self->path);
  g_autoptr (GError) error = NULL;
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  g_signal_connect (self->own, "write-failed", G_CALLBACK (failed_cb), &told);
  made = add (self, &edit);
  while (told == NULL && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_nonnull (told);
  g_assert_false (plimsoll_own_hardware_flush (self->own, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function)                                                                        \
  g_test_add ("/own-hardware/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("add", test_add);
  ADD ("price", test_price);
  ADD ("like", test_like);
  ADD ("refused", test_refused);
  ADD ("name-taken-meanwhile", test_name_taken_meanwhile);
  ADD ("ids", test_ids);
  ADD ("damaged", test_damaged);
  ADD ("hostile", test_hostile);
  ADD ("too-many", test_too_many);
  ADD ("import", test_import);
  ADD ("write-failed", test_write_failed);
#undef ADD

  return g_test_run ();
}
