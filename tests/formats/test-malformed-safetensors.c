/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-malformed.h"
#include "test-safetensors-writer.h"

#define SHARD_1 "model-00001-of-00002.safetensors"
#define SHARD_2 "model-00002-of-00002.safetensors"

#define T(dtype, shape, offsets)                                                                   \
  "{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"

static const struct
{
  const char *name;
  const char *header;
  guint64 data_bytes;
  const char *message;
} kinds[] = {
  { "array", "[]", 0, "m.safetensors: neither a GGUF nor safetensors nor a config.json" },
  { "cut", "{\"a\":{\"dtype\":\"F32", 0,
    "m.safetensors: its header cannot be read at byte 18: a string does not end" },
  { "twice-ended", "{}}", 0,
    "m.safetensors: its header cannot be read at byte 2: something follows the JSON" },
  { "not-utf8", "{\"\xff\":1}", 0,
    "m.safetensors: its header cannot be read at byte 0: it is not UTF-8 text" },
  { "escape", "{\"\\x\":1}", 0,
    "m.safetensors: its header cannot be read at byte 3: a string has an unknown escape" },
  { "no-offsets", "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", 0,
    "m.safetensors: its header cannot be read at byte 32: a tensor lacks dtype, shape or "
    "data_offsets" },
  { "negative", "{\"a\":" T ("F32", "[-1]", "[0,4]") "}", 4,
    "m.safetensors: its header cannot be read at byte 29: a number is expected that is whole and "
    "not under 0" },
  { "fraction", "{\"a\":" T ("F32", "[1.5]", "[0,4]") "}", 4,
    "m.safetensors: its header cannot be read at byte 30: a number is expected that is whole and "
    "not under 0" },
  { "too-many", "{\"a\":" T ("F32", "[4294967296,4294967296]", "[0,4]") "}", 4,
    "m.safetensors: its header cannot be read at byte 50: a shape has more elements than can be" },
  { "beyond-64-bits", "{\"a\":" T ("F32", "[1]", "[0,18446744073709551616]") "}", 4,
    "m.safetensors: its header cannot be read at byte 69: a number is too large" },
  { "backward", "{\"a\":" T ("F32", "[1]", "[4,0]") "}", 4,
    "m.safetensors: its header cannot be read at byte 52: data_offsets are no begin and end" },
  { "size", "{\"a\":" T ("F32", "[2]", "[0,4]") "}", 4,
    "m.safetensors: “a” has 2 elements of F32, which do not take 4 bytes" },
  { "overlap", "{\"a\":" T ("F32", "[2]", "[0,8]") ",\"b\":" T ("F32", "[1]", "[4,8]") "}", 8,
    "m.safetensors: “a” and “b” overlap" },
  { "hole", "{\"a\":" T ("F32", "[1]", "[0,4]") ",\"b\":" T ("F32", "[1]", "[8,12]") "}", 12,
    "m.safetensors: 4 bytes before “b” belong to no tensor" },
  { "truncated", "{\"a\":" T ("F32", "[4]", "[0,16]") "}", 10,
    "m.safetensors: it ends 6 bytes too early: not wholly downloaded?" },
  { "longer", "{\"a\":" T ("F32", "[1]", "[0,4]") "}", 10,
    "m.safetensors: 6 bytes after the last tensor belong to none" },
  { "twice", "{\"a\":" T ("F32", "[1]", "[0,4]") ",\"a\":" T ("F32", "[1]", "[4,8]") "}", 8,
    "m.safetensors: “a” is in two places" },
};

static void
test_kind (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GByteArray) bytes = test_safetensors_frame (kinds[i].header);

  test_malformed_bytes ("m.safetensors", bytes->data, bytes->len, bytes->len + kinds[i].data_bytes,
                        kinds[i].message);
}

static const struct
{
  const char *bytes;
  gsize length;
  const char *message;
} starts[] = {
  { "version https://git-lfs.github.com/spec/v1\n", 43,
    "m.safetensors: a Git LFS pointer: the file itself was not downloaded" },
  { "<!DOCTYPE html>", 15, "m.safetensors: a web page, no model" },
  { "GGUF\3\0\0\0\0\0\0\0", 12, "m.safetensors: the file ends in the middle of the header" },
  { "PK\3\4\0\0\0\0\0\0\0", 11, "m.safetensors: a PyTorch or ZIP file, which is not read" },
  { "\1\0\0\0\1\0\0\0\0", 9, "m.safetensors: neither a GGUF nor safetensors nor a config.json" },
  { "\0\0\0\0\0\0\0\0", 8, "m.safetensors: neither a GGUF nor safetensors nor a config.json" },
  { "\100\0\0\0\0\0\0\0{", 9, "m.safetensors: it ends within its header" },
  { "\2\0\0", 3, "m.safetensors: neither a GGUF nor safetensors nor a config.json" },
};

static void
test_start (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  test_malformed_bytes ("m.safetensors", starts[i].bytes, starts[i].length, 0, starts[i].message);
}

static void
test_deep (void)
{
  g_autoptr (GString) json = g_string_new ("{\"__metadata__\":");
  g_autoptr (GByteArray) bytes = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (json, '[');
  bytes = test_safetensors_frame (json->str);
  test_malformed_bytes ("m.safetensors", bytes->data, bytes->len, 0,
                        "m.safetensors: its header cannot be read at byte 81: it is nested too "
                        "deeply");
}

/* More than the hundred million bytes that the library takes; of a model there are such. */
static void
test_long_header (void)
{
  const gsize length = 132095296;
  g_autofree char *json = g_strnfill (length, ' ');
  g_autoptr (GByteArray) bytes = NULL;

  json[0] = '{';
  json[length - 1] = '}';
  bytes = test_safetensors_frame (json);
  test_malformed_bytes ("m.safetensors", bytes->data, bytes->len, 0, NULL);
}

/* A set of which one shard broke off, or one tensor is not where the index has it. */
static void
test_set (void)
{
  g_autofree char *folder = test_malformed_folder ();
  g_autofree char *index = g_build_filename (folder, "model.safetensors.index.json", NULL);
  g_autofree char *second = g_build_filename (folder, SHARD_2, NULL);
  static const char *const names[] = { SHARD_1, SHARD_2 };
  static const char map[] = "{\"metadata\":{\"total_size\":1},\"weight_map\":{\"a\":\"" SHARD_1
                            "\",\"b\":\"" SHARD_2 "\"}}";
  static const char absent[] =
    "{\"weight_map\":{\"a\":\"" SHARD_1 "\",\"mtp.fc.weight\":\"" SHARD_2 "\"}}";

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TestSafetensorsWriter w;

      test_safetensors_init (&w);
      test_safetensors_tensor (&w, i == 0 ? "a" : "b", "BF16", "16, 16", 512);
      test_safetensors_save (&w, folder, names[i]);
    }
  /* What an index says of its size is nobody's business. */
  test_malformed_save (index, map, strlen (map), 0);
  test_malformed_check (index, NULL);
  test_malformed_save (index, absent, strlen (absent), 0);
  test_malformed_check (index, "model.safetensors.index.json: “mtp.fc.weight” is not in " SHARD_2
                               ", where it should be");
  test_malformed_save (index, map, strlen (map), 0);
  g_assert_cmpint (truncate (second, 200), ==, 0);
  test_malformed_check (index, SHARD_2 ": it ends 415 bytes too early: not wholly downloaded?");
  test_malformed_check (folder, SHARD_2 ": it ends 415 bytes too early: not wholly downloaded?");
  g_unlink (second);
  test_malformed_check (index, "model.safetensors.index.json: shard 2 of 2 is missing: " SHARD_2);
  test_malformed_save (index, map, 40, 0);
  test_malformed_check (index, "model.safetensors.index.json: the file ends too early");
  test_malformed_remove (folder);
}

static void
add_tests (const char *stem, const char *name, gsize i, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/formats/malformed/safetensors/%s/%s", stem, name);

  g_test_add_data_func (path, GSIZE_TO_POINTER (i), test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    add_tests ("header", kinds[i].name, i, test_kind);
  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GSIZE_FORMAT, i);

      add_tests ("start", number, i, test_start);
    }
  g_test_add_func ("/formats/malformed/safetensors/deep", test_deep);
  g_test_add_func ("/formats/malformed/safetensors/long-header", test_long_header);
  g_test_add_func ("/formats/malformed/safetensors/set", test_set);

  return g_test_run ();
}
