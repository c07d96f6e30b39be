/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-private.h"

#include "plimsoll-catalog-error.h"

#include <math.h>

#define GIB PLIMSOLL_BYTES_PER_GIB

static const char *everything =
  "{\"id\": \"maker-x1-64gb\", \"name\": \"Maker X1 64GB\", \"aliases\": [\"x1\", \"ex one\"],"
  " \"vendor\": \"Maker\", \"architecture\": \"Xarch\", \"year\": 2025, \"segment\": \"soc\","
  " \"unconfirmed\": true, \"devices\": 2,"
  " \"memory\": {\"nominal_gb\": 64, \"reported_mib\": 65000, \"usable_mib\": 60000,"
  "   \"runtime_mib\": 400, \"options_gb\": [32, 64], \"unified\": true, \"type\": \"LPDDR5X\"},"
  " \"bandwidth_gbs\": 273.5,"
  " \"compute\": {\"matrix_units\": true, \"fp32\": 1.5, \"fp16\": 3, \"fp16_accumulate\": 4,"
  "   \"fp16_packed\": 5, \"fp8\": 6, \"int8\": 7, \"fp4\": 8},"
  " \"power_w\": 120, \"link\": {\"kind\": \"XLink\", \"gbs\": 50},"
  " \"pcie\": {\"generation\": 4, \"lanes\": 8}, \"pci_ids\": [\"1a2b:3c4d\", \"ffff:0000\"],"
  " \"price\": {\"list_usd\": 1999, \"used\": {\"usd\": 900, \"low_usd\": 800, \"high_usd\": 1000,"
  "   \"date\": \"2026-09\", \"source\": \"a shop\"}},"
  " \"confidence\": \"medium\", \"recalled\": [\"year\"], \"date\": \"2026-10-10\","
  " \"source\": \"a sheet\", \"notes\": \"of note\"}";

static PlimsollAccelerator *
read_row (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = json_from_string (text, NULL);

  g_assert_nonnull (node);

  return plimsoll_accelerator_new_from_json (node, "mine.json", 3, error);
}

static PlimsollAccelerator *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  PlimsollAccelerator *accelerator = read_row (text, &error);

  g_assert_no_error (error);
  g_assert_true (PLIMSOLL_IS_ACCELERATOR (accelerator));

  return accelerator;
}

static void
test_everything (void)
{
  g_autoptr (PlimsollAccelerator) accelerator = read_good (everything);
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  const PlimsollUsedPrice *used = plimsoll_accelerator_get_used_price (accelerator);
  const guint *options;
  guint n;

  g_assert_cmpstr (plimsoll_accelerator_get_id (accelerator), ==, "maker-x1-64gb");
  g_assert_cmpstr (plimsoll_accelerator_get_name (accelerator), ==, "Maker X1 64GB");
  g_assert_cmpstr (plimsoll_accelerator_get_aliases (accelerator)[1], ==, "ex one");
  g_assert_null (plimsoll_accelerator_get_aliases (accelerator)[2]);
  g_assert_cmpstr (plimsoll_accelerator_get_vendor (accelerator), ==, "Maker");
  g_assert_cmpstr (plimsoll_accelerator_get_architecture (accelerator), ==, "Xarch");
  g_assert_cmpstr (plimsoll_accelerator_get_memory_type (accelerator), ==, "LPDDR5X");
  g_assert_cmpstr (plimsoll_accelerator_get_link (accelerator), ==, "XLink");
  g_assert_cmpuint (plimsoll_accelerator_get_year (accelerator), ==, 2025);
  g_assert_true (plimsoll_accelerator_is_unconfirmed (accelerator));
  options = plimsoll_accelerator_get_memory_options (accelerator, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (options[0], ==, 32);
  g_assert_cmpuint (options[1], ==, 64);

  g_assert_cmpint (facts->vendor, ==, PLIMSOLL_VENDOR_OTHER);
  g_assert_cmpint (facts->segment, ==, PLIMSOLL_SEGMENT_SOC);
  g_assert_cmpuint (facts->devices, ==, 2);
  g_assert_cmpuint (facts->memory_bytes_nominal, ==, 64 * GIB);
  g_assert_cmpuint (facts->memory_bytes_reported, ==, 65000 * PLIMSOLL_BYTES_PER_MIB);
  g_assert_cmpuint (facts->memory_bytes_usable, ==, 60000 * PLIMSOLL_BYTES_PER_MIB);
  g_assert_cmpuint (facts->runtime_bytes, ==, 400 * PLIMSOLL_BYTES_PER_MIB);
  g_assert_true (facts->unified);
  g_assert_cmpint (facts->memory_class, ==, PLIMSOLL_MEMORY_LPDDR);
  g_assert_cmpint (facts->matrix_units, ==, PLIMSOLL_MATRIX_PRESENT);
  g_assert_cmpfloat (facts->bandwidth_gbs, ==, 273.5);
  g_assert_cmpfloat (facts->fp32_tflops, ==, 1.5);
  g_assert_cmpfloat (facts->fp16_tflops, ==, 3);
  g_assert_cmpfloat (facts->fp16_accumulate_tflops, ==, 4);
  g_assert_cmpfloat (facts->fp16_packed_tflops, ==, 5);
  g_assert_cmpfloat (facts->fp8_tflops, ==, 6);
  g_assert_cmpfloat (facts->int8_tops, ==, 7);
  g_assert_cmpfloat (facts->fp4_tflops, ==, 8);
  g_assert_cmpfloat (facts->power_w, ==, 120);
  g_assert_cmpfloat (facts->link_gbs, ==, 50);
  g_assert_cmpfloat (facts->pcie_gbs, ==, plimsoll_pcie_gbs (4, 8));

  g_assert_true (plimsoll_accelerator_has_pci_id (accelerator, 0x1a2b, 0x3c4d));
  g_assert_true (plimsoll_accelerator_has_pci_id (accelerator, 0xffff, 0));
  g_assert_false (plimsoll_accelerator_has_pci_id (accelerator, 0, 0));

  g_assert_cmpfloat (plimsoll_accelerator_get_list_price (accelerator), ==, 1999);
  g_assert_cmpfloat (used->usd, ==, 900);
  g_assert_cmpfloat (used->low_usd, ==, 800);
  g_assert_cmpfloat (used->high_usd, ==, 1000);
  g_assert_cmpstr (used->date, ==, "2026-09");
  g_assert_cmpstr (used->source, ==, "a shop");
  g_assert_cmpint (plimsoll_accelerator_get_confidence (accelerator), ==,
                   PLIMSOLL_CONFIDENCE_MEDIUM);
  g_assert_cmpstr (plimsoll_accelerator_get_recalled (accelerator)[0], ==, "year");
  g_assert_cmpstr (plimsoll_accelerator_get_date (accelerator), ==, "2026-10-10");
  g_assert_cmpstr (plimsoll_accelerator_get_source (accelerator), ==, "a sheet");
  g_assert_cmpstr (plimsoll_accelerator_get_notes (accelerator), ==, "of note");
}

/* What a user has to write down, and no more: the rest is not known. */
static void
test_least (void)
{
  g_autoptr (PlimsollAccelerator) accelerator =
    read_good ("{\"id\": \"x\", \"name\": \"X\", \"memory\": {\"nominal_gb\": 24}}");
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  guint n;

  g_assert_cmpuint (facts->memory_bytes_nominal, ==, 24 * GIB);
  g_assert_cmpuint (facts->memory_bytes_reported, ==, 0);
  g_assert_false (facts->unified);
  g_assert_cmpuint (facts->devices, ==, 1);
  g_assert_true (isnan (facts->bandwidth_gbs));
  g_assert_true (isnan (facts->fp16_tflops));
  g_assert_cmpint (facts->matrix_units, ==, PLIMSOLL_MATRIX_UNKNOWN);
  g_assert_cmpint (facts->memory_class, ==, PLIMSOLL_MEMORY_UNKNOWN);
  g_assert_true (isnan (plimsoll_accelerator_get_list_price (accelerator)));
  g_assert_true (isnan (plimsoll_accelerator_get_used_price (accelerator)->usd));
  g_assert_cmpstr (plimsoll_accelerator_get_vendor (accelerator), ==, "");
  g_assert_null (plimsoll_accelerator_get_source (accelerator));
  g_assert_null (plimsoll_accelerator_get_aliases (accelerator)[0]);
  g_assert_null (plimsoll_accelerator_get_memory_options (accelerator, &n));
  g_assert_cmpuint (n, ==, 0);
}

static void
test_round_trip (void)
{
  g_autoptr (PlimsollAccelerator) accelerator = read_good (everything);
  g_autoptr (JsonNode) written = plimsoll_accelerator_to_json (accelerator);
  g_autoptr (JsonNode) node = json_from_string (everything, NULL);

  g_assert_true (json_node_equal (written, node));
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } faults[] = {
    { "[]", "mine.json: row 3: has to be an object" },
    { "{}", "mine.json: row 3: “id” is missing" },
    { "{\"id\": 7}", "mine.json: row 3: “id” has to be text" },
    { "{\"id\": \"A\"}",
      "mine.json: row 3 (A): “id” may have lower-case letters, digits and single hyphens only" },
    { "{\"id\": \"a-\"}",
      "mine.json: row 3 (a-): “id” may have lower-case letters, digits and single hyphens only" },
    { "{\"id\": \"a\"}", "mine.json: row 3 (a): “name” is missing" },
    { "{\"id\": \"a\", \"name\": \"\"}", "mine.json: row 3 (a): “name” has to be text" },
    { "{\"id\": \"a\", \"name\": \"R\\tX\"}",
      "mine.json: row 3 (a): “name” has a control character" },
    { "{\"id\": \"a\", \"name\": \"A\"}", "mine.json: row 3 (a): “memory” is missing" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": 24}",
      "mine.json: row 3 (a): “memory” has to be an object" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"nominal_gb\": \"24\"}}",
      "mine.json: row 3 (a): “memory.nominal_gb” has to be a number" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"nominal_gb\": -1}}",
      "mine.json: row 3 (a): “memory.nominal_gb” is -1, which is no sensible amount; what is not known is null" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"nominal_gb\": 0}}",
      "mine.json: row 3 (a): “memory.nominal_gb” is 0, which is no sensible amount; what is not known is null" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"nominal_gb\": 1e11}}",
      "mine.json: row 3 (a): “memory.nominal_gb” is more than any has" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"nominal_gb\": 1e999}}",
      "mine.json: row 3 (a): “memory.nominal_gb” is inf, which is no sensible amount; what is not known is null" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"reported_mib\": 1.5}}",
      "mine.json: row 3 (a): “memory.reported_mib” has to be a whole number" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"reported_mib\": 9223372036854775807}}",
      "mine.json: row 3 (a): “memory.reported_mib” is 9223372036854775807, not from 1 to 1024000000" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"unified\": 1}}",
      "mine.json: row 3 (a): “memory.unified” has to be true or false" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"options_gb\": [1, null]}}",
      "mine.json: row 3 (a): “memory.options_gb” has to be a list of gigabytes" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {\"size\": 1}}",
      "mine.json: row 3 (a): “memory.size” is not known here" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"bandwith_gbs\": 1}",
      "mine.json: row 3 (a): “bandwith_gbs” is not known here" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"aliases\": \"b\"}",
      "mine.json: row 3 (a): “aliases” has to be a list" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"aliases\": [[]]}",
      "mine.json: row 3 (a): “aliases” has to be text" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"devices\": 0}",
      "mine.json: row 3 (a): “devices” is 0, not from 1 to 16" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"devices\": -1}",
      "mine.json: row 3 (a): “devices” is -1, not from 1 to 16" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"segment\": \"toaster\"}",
      "mine.json: row 3 (a): “segment” is “toaster”, not one of desktop, laptop, workstation, datacenter, soc, embedded" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"pci_ids\": [\"10de2684\"]}",
      "mine.json: row 3 (a): “pci_ids” has “10de2684”, which is no PCI id as 10de:2684" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"pcie\": {\"generation\": 9}}",
      "mine.json: row 3 (a): “pcie.generation” is 9, not from 1 to 7" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"link\": {}}",
      "mine.json: row 3 (a): “link.kind” is missing" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"date\": \"yesterday\"}",
      "mine.json: row 3 (a): “date” is “yesterday”, not a date as 2026, 2026-10 or 2026-10-31" },
    { "{\"id\": \"a\", \"name\": \"A\", \"memory\": {}, \"price\": {\"used\": {\"usd\": 1, \"date\": \"2026-13\"}}}",
      "mine.json: row 3 (a): “price.used.date” is “2026-13”, not a date as 2026, 2026-10 or 2026-10-31" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollAccelerator) accelerator = read_row (faults[i].text, &error);

      g_assert_null (accelerator);
      g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, faults[i].message);
    }
}

static void
test_long_text (void)
{
  g_autoptr (GString) text = g_string_new ("{\"id\": \"a\", \"name\": \"");
  g_autoptr (PlimsollAccelerator) accelerator = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "é");
  g_string_append (text, "\", \"memory\": {}}");

  accelerator = read_row (text->str, &error);
  g_assert_null (accelerator);
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==,
                   "mine.json: row 3 (a): “name” has more than 2000 characters");
}

static void
test_properties (void)
{
  g_autoptr (PlimsollAccelerator) accelerator = read_good (everything);
  g_autofree GParamSpec **specs = NULL;
  guint n;
  guint64 memory, physical, usable;
  double bandwidth, used;
  PlimsollSegment segment;

  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (accelerator), &n);
  g_assert_cmpuint (n, ==, 19);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_assert_cmpint (specs[i]->flags & (G_PARAM_WRITABLE | G_PARAM_READABLE), ==,
                       G_PARAM_READABLE);
      g_object_get_property (G_OBJECT (accelerator), specs[i]->name, &value);
      g_assert_false (g_param_value_defaults (specs[i], &value));
    }

  g_object_get (accelerator, "memory", &memory, "physical-memory", &physical, "usable-memory",
                &usable, "bandwidth", &bandwidth, "used-price", &used, "segment", &segment, NULL);
  g_assert_cmpuint (memory, ==, 64 * GIB);
  g_assert_cmpuint (physical, ==, 65000 * PLIMSOLL_BYTES_PER_MIB);
  g_assert_cmpuint (usable, ==, 60000 * PLIMSOLL_BYTES_PER_MIB);
  g_assert_cmpfloat (bandwidth, ==, 273.5);
  g_assert_cmpfloat (used, ==, 900);
  g_assert_cmpint (segment, ==, PLIMSOLL_SEGMENT_SOC);
}

static void
test_new (void)
{
  g_autoptr (PlimsollAccelerator) accelerator = NULL;
  g_autoptr (JsonNode) node = NULL;
  PlimsollAcceleratorFacts facts;
  g_autofree char *architecture = g_strdup ("Ampere");

  plimsoll_accelerator_facts_init (&facts);
  facts.vendor = PLIMSOLL_VENDOR_NVIDIA;
  facts.architecture = architecture;
  facts.memory_bytes_nominal = 24 * GIB;
  accelerator = plimsoll_accelerator_new ("this-computer", "This computer", &facts);
  memset (architecture, '?', strlen (architecture));

  g_assert_cmpstr (plimsoll_accelerator_get_id (accelerator), ==, "this-computer");
  g_assert_cmpstr (plimsoll_accelerator_get_vendor (accelerator), ==, "NVIDIA");
  g_assert_cmpstr (plimsoll_accelerator_get_architecture (accelerator), ==, "Ampere");

  node = plimsoll_accelerator_to_json (accelerator);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
}

static void
test_copy_with_memory (void)
{
  g_autoptr (PlimsollAccelerator) accelerator = read_good (everything);
  g_autoptr (PlimsollAccelerator) copy = plimsoll_accelerator_copy_with_memory (accelerator, 32);
  g_autoptr (PlimsollAccelerator) again = plimsoll_accelerator_copy_with_memory (copy, 64);
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (copy);

  g_assert_cmpstr (plimsoll_accelerator_get_id (copy), ==, "maker-x1-32gb");
  g_assert_cmpstr (plimsoll_accelerator_get_name (copy), ==, "Maker X1 32GB");
  g_assert_cmpstr (plimsoll_accelerator_get_id (again), ==,
                   plimsoll_accelerator_get_id (accelerator));
  g_assert_cmpuint (facts->memory_bytes_nominal, ==, 32 * GIB);
  g_assert_cmpuint (facts->memory_bytes_reported, ==, 0);
  g_assert_cmpuint (facts->memory_bytes_usable, ==, 0);
  g_assert_cmpfloat (facts->bandwidth_gbs, ==, 273.5);
  g_assert_true (plimsoll_accelerator_has_pci_id (copy, 0x1a2b, 0x3c4d));
  g_assert_true (isnan (plimsoll_accelerator_get_used_price (copy)->usd));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/accelerator/everything", test_everything);
  g_test_add_func ("/catalog/accelerator/least", test_least);
  g_test_add_func ("/catalog/accelerator/round-trip", test_round_trip);
  g_test_add_func ("/catalog/accelerator/faults", test_faults);
  g_test_add_func ("/catalog/accelerator/long-text", test_long_text);
  g_test_add_func ("/catalog/accelerator/properties", test_properties);
  g_test_add_func ("/catalog/accelerator/new", test_new);
  g_test_add_func ("/catalog/accelerator/copy-with-memory", test_copy_with_memory);

  return g_test_run ();
}
