/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Models and accelerators for tests of the question and its answer, with no file read. */

#pragma once

#include "plimsoll-format-error.h"
#include "plimsoll-scenario-state.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "test-gguf-writer.h"

/** Returns: (transfer full): Qwen3 30B-A3B by its shapes. */
static inline PlimsollModel *
plimsoll_test_model (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_model_spec_new (48, 0, 1);
  const PlimsollModelFacts facts = { .id = "test/moe", .name = "Mixture" };

  g_set_str (&spec->architecture, "qwen3moe");
  g_set_str (&spec->model_type, "qwen3_moe");
  g_set_str (&spec->native_dtype, "BF16");
  spec->embedding = 2048;
  spec->vocabulary = 151936;
  spec->max_context = 40960;
  spec->final_norm = TRUE;
  spec->kinds[0].norms = 2;
  spec->kinds[0].attention = (PlimsollAttention) {
    .kind = PLIMSOLL_ATTENTION_FULL,
    .heads = 32,
    .kv_heads = 4,
    .key_dim = 128,
    .value_dim = 128,
    .qk_norm = PLIMSOLL_QK_NORM_HEAD,
  };
  spec->kinds[0].feed_forward = (PlimsollFeedForward) {
    .experts = 128,
    .experts_used = 8,
    .expert_width = 768,
    .experts_gated = TRUE,
  };

  return plimsoll_model_new (&facts, spec, NULL);
}

/** Returns: (transfer full): the same with a context of 8K. */
static inline PlimsollModel *
plimsoll_test_small_model (void)
{
  g_autoptr (PlimsollModel) model = plimsoll_test_model ();
  PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
  const PlimsollModelFacts facts = { .id = "test/short", .name = "Short" };

  /* Nobody else holds it yet. */
  spec->max_context = 8192;

  return plimsoll_model_new (&facts, spec, NULL);
}

/** Returns: (transfer full): a card of so many GiB, seen as so many devices. */
static inline PlimsollAccelerator *
plimsoll_test_accelerator (guint gib, guint devices)
{
  g_autofree char *id = g_strdup_printf ("test-%u-%u", gib, devices);
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.vendor = PLIMSOLL_VENDOR_NVIDIA;
  facts.memory_bytes_nominal = (guint64) gib << 30;
  facts.memory_class = PLIMSOLL_MEMORY_GDDR;
  facts.devices = devices;

  return plimsoll_accelerator_new (id, id, &facts);
}

/* Saves a projector or an adapter with one tensor of 4 KiB; frees nothing, removes nothing. */
static inline void
plimsoll_test_save_addition (const char *path, PlimsollAdditionKind kind)
{
  const guint64 ne[] = { 64, 32 };
  TestGgufWriter w;
  guint64 size;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.type", kind == PLIMSOLL_ADDITION_PROJECTOR ? "mmproj" : "adapter");
  test_gguf_tensor (&w, "a.weight", PLIMSOLL_FORMAT_F16, 2, ne, 4096);
  size = test_gguf_finish (&w);
  g_assert_true (g_file_set_contents (path, (const char *) w.bytes->data, (gssize) w.bytes->len,
                                      NULL));
  g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
  g_byte_array_unref (w.bytes);
}

/** Returns: (transfer full): one of a file that is not there any more. */
static inline PlimsollAddition *
plimsoll_test_addition (PlimsollAdditionKind kind)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "addition.gguf", NULL);
  g_autoptr (GError) error = NULL;
  PlimsollAddition *addition;

  plimsoll_test_save_addition (path, kind);
  addition = plimsoll_addition_open (path, kind, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);

  return addition;
}

static inline PlimsollModel *
plimsoll_test_find_model (const char *name, gpointer data, GError **error)
{
  g_autofree char *shown = plimsoll_one_line (name, PLIMSOLL_MAX_MESSAGE);

  if (g_str_equal (name, "test/moe") || g_str_equal (name, PLIMSOLL_DEFAULT_MODEL))
    return plimsoll_test_model ();
  if (g_str_equal (name, "test/short"))
    return plimsoll_test_small_model ();

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "No model is called “%s”", shown);

  return NULL;
}

static inline PlimsollAccelerator *
plimsoll_test_find_accelerator (const char *name, gpointer data, GError **error)
{
  g_autofree char *shown = plimsoll_one_line (name, PLIMSOLL_MAX_MESSAGE);
  guint gib = 0;
  guint devices = 0;

  if (g_str_equal (name, PLIMSOLL_DEFAULT_ACCELERATOR))
    return plimsoll_test_accelerator (24, 1);
  if (sscanf (name, "test-%u-%u", &gib, &devices) == 2)
    return plimsoll_test_accelerator (gib, devices);

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "No accelerator is called “%s”", shown);

  return NULL;
}

static const PlimsollScenarioFinder plimsoll_test_finder = {
  .find_model = plimsoll_test_find_model,
  .find_accelerator = plimsoll_test_find_accelerator,
};

/** Returns: (transfer full): the default question on these. */
static inline PlimsollScenario *
plimsoll_test_scenario (void)
{
  PlimsollScenario *scenario = plimsoll_scenario_new ();
  g_autoptr (GError) error = NULL;

  plimsoll_scenario_set_defaults (scenario, &plimsoll_test_finder, &error);
  g_assert_no_error (error);

  return scenario;
}
