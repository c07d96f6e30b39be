/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-scenario.h"

#include <math.h>

static char *
print (PlimsollScenario *scenario)
{
  g_autoptr (GVariant) state = g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));

  return g_variant_print (state, TRUE);
}

static PlimsollScenario *
unusual (void)
{
  PlimsollScenario *scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollAccelerator) accelerator = plimsoll_test_accelerator (48, 2);
  g_autoptr (GPtrArray) further = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (further, plimsoll_test_accelerator (24, 1));
  g_ptr_array_add (further, plimsoll_test_accelerator (12, 1));
  g_object_set (scenario, "accelerator", accelerator, "precision", "IQ3_XS", "parallel", 3,
                "context-length", (guint64) 99999, "kv-k-type", "q8_0", "kv-v-type", "q4_0",
                "engine", PLIMSOLL_ENGINE_VLLM, "unified-kv", FALSE, "accelerator-count", 2,
                "split", PLIMSOLL_SPLIT_TENSOR, "system-memory", (guint64) 123456789000,
                "memory-in-use", (guint64) 987654321, "flash-attention", FALSE, "ubatch", 100,
                "all-outputs", TRUE, "ngl", 17, "n-cpu-moe", 4, "prompt-length", 1234, "depth",
                (guint64) 4321, "hours-per-day", 9.5, "electricity-price", 0.31, "purchase-price",
                1999.0, "horizon", 24, "utilization", 0.5, "input-tokens", (guint64) 5000000,
                "output-tokens", (guint64) 2000000, "power-draw", 300.0, "resale", 0.25,
                "api-input-price", 0.5, "api-output-price", 2.5, "offer", "some-offer", "currency",
                "€", "exchange-rate", 0.9, "further-accelerators", further, "tensor-split",
                "3,0.5/2", "main-gpu", 1, NULL);

  return scenario;
}

static void
test_variant (void)
{
  g_autoptr (PlimsollScenario) scenario = unusual ();
  g_autoptr (PlimsollScenario) other = plimsoll_scenario_new ();
  g_autoptr (GVariant) state = g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));
  g_autofree char *one = print (scenario);
  g_autofree char *two = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_scenario_from_variant (other, state, &plimsoll_test_finder, &error));
  g_assert_no_error (error);
  two = print (other);
  g_assert_cmpstr (one, ==, two);
}

/* What a question says of money is kept in JSON too, where it is asked to be. */
static void
test_terms_json (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollScenario) other = plimsoll_test_scenario ();
  g_autoptr (JsonObject) question = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (scenario, "hours-per-day", 9.5, "utilization", 0.5, "input-tokens",
                (guint64) 5000000, "power-draw", 300.0, "resale", 0.25, "horizon", 12, "offer",
                "some-offer", "currency", "€", "exchange-rate", 0.9, NULL);
  question = plimsoll_scenario_to_json (scenario);
  g_assert_false (json_object_has_member (question, "hours_per_day"));
  plimsoll_scenario_add_terms_json (scenario, question);
  g_assert_true (json_object_has_member (question, "hours_per_day"));
  /* Not entered: left out, since it would be read as a number. */
  g_assert_false (json_object_has_member (question, "purchase_price"));
  g_assert_true (plimsoll_scenario_from_json (other, question, NULL, &plimsoll_test_finder,
                                              &error));
  g_assert_no_error (error);
  one = print (scenario);
  two = print (other);
  g_assert_cmpstr (one, ==, two);
}

static void
test_damaged_variant (void)
{
  static const char *const states[] = {
    "@a{sv} {}",
    "'text'",
    "{'version': <uint32 2>}",
    "{'version': <'1'>}",
    "{'version': <uint32 1>, 'precision': <'Q99'>}",
    "{'version': <uint32 1>, 'precision': <uint32 3>}",
    "{'version': <uint32 1>, 'context-length': <uint64 0>}",
    "{'version': <uint32 1>, 'context-length': <int64 -3>}",
    "{'version': <uint32 1>, 'parallel': <uint32 99999999>}",
    "{'version': <uint32 1>, 'parallel': <uint32 7>, 'ngl': <int32 -2>}",
    "{'version': <uint32 1>, 'engine': <'abacus'>}",
    "{'version': <uint32 1>, 'kv-k-type': <'q3'>}",
    "{'version': <uint32 1>, 'model': <'nobody/nothing'>}",
    "{'version': <uint32 1>, 'accelerator': <''>}",
    "{'version': <uint32 1>, 'further-accelerators': <'test-12-1,'>}",
    "{'version': <uint32 1>, 'further-accelerators': <['test-12-1']>}",
    "{'version': <uint32 1>, 'tensor-split': <'3,'>}",
    "{'version': <uint32 1>, 'hours-per-day': <25.0>}",
    "{'version': <uint32 1>, 'hours-per-day': <nan>}",
  };
  g_autoptr (PlimsollScenario) scenario = unusual ();
  g_autofree char *before = print (scenario);

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) state = g_variant_parse (NULL, states[i], NULL, NULL, &error);
      g_autofree char *after = NULL;

      g_assert_no_error (error);
      g_assert_false (plimsoll_scenario_from_variant (scenario, state, &plimsoll_test_finder,
                                                      &error));
      g_assert_nonnull (error);
      g_assert_null (strchr (error->message, '\n'));

      after = print (scenario);
      g_assert_cmpstr (before, ==, after);
    }
}

static void
test_unknown_in_variant (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (GVariant) state =
    g_variant_parse (NULL, "{'version': <uint32 1>, 'colour': <'blue'>, 'parallel': <uint32 5>}",
                     NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  plimsoll_scenario_from_variant (scenario, state, &plimsoll_test_finder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_scenario_get_parallel (scenario), ==, 5);
}

static gboolean
take (PlimsollScenario *scenario, const char *json, GError **error)
{
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  g_assert_nonnull (node);

  return plimsoll_scenario_from_json (scenario, json_node_get_object (node), NULL,
                                      &plimsoll_test_finder, error);
}

static char *
question_text (PlimsollScenario *scenario)
{
  g_autoptr (JsonObject) question = plimsoll_scenario_to_json (scenario);
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), question);

  return json_to_string (node, FALSE);
}

static void
test_json (void)
{
  g_autoptr (PlimsollScenario) scenario = unusual ();
  g_autoptr (PlimsollScenario) other = plimsoll_test_scenario ();
  g_autofree char *one = question_text (scenario);
  g_autofree char *two = NULL;
  g_autoptr (GError) error = NULL;

  take (other, one, &error);
  g_assert_no_error (error);
  two = question_text (other);
  g_assert_cmpstr (one, ==, two);
}

static void
test_json_words (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (GError) error = NULL;
  PlimsollQuestion question;

  take (scenario,
        "{\"context\": \"16K\", \"system_memory\": \"32GB\", \"kv\": \"q8_0\", \"ngl\": \"all\","
        " \"flash_attention\": \"on\", \"depth\": 0, \"outputs\": \"all\", \"parallel\": 2.0,"
        " \"split\": null, \"memory_in_use\": \"512MiB\"}",
        &error);
  g_assert_no_error (error);
  plimsoll_scenario_get_question (scenario, &question);
  g_assert_cmpuint (question.context, ==, 16384);
  g_assert_cmpuint (question.system_memory, ==, 32000000000);
  g_assert_cmpuint (question.memory_in_use, ==, 512 << 20);
  g_assert_cmpint (question.kv_v, ==, PLIMSOLL_FORMAT_Q8_0);
  g_assert_cmpint (question.ngl, ==, PLIMSOLL_ALL_LAYERS);
  g_assert_true (question.all_outputs);
  g_assert_cmpuint (question.parallel, ==, 2);
}

/* However the members are ordered, what bounds the context counts. */
static void
test_json_order (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (GError) error = NULL;

  take (scenario, "{\"model\": \"test/short\"}", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 8192);
  take (scenario, "{\"context\": 24000, \"parallel\": 3}", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 24000);
}

static void
test_damaged_json (void)
{
  static const char *const questions[] = {
    "{\"contxt\": 4096}",
    "{\"context\": 0}",
    "{\"context\": -1}",
    "{\"context\": 1.5}",
    "{\"context\": true}",
    "{\"context\": [4096]}",
    "{\"context\": {}}",
    "{\"context\": \"\"}",
    "{\"context\": 1000000000000000000}",
    "{\"context\": 1e300}",
    "{\"parallel\": 5, \"precision\": \"Q4_K_X\"}",
    "{\"precision\": 4}",
    "{\"engine\": \"abacus\"}",
    "{\"engine\": 1}",
    "{\"kv_k\": \"q3\"}",
    "{\"unified_kv\": 1}",
    "{\"unified_kv\": \"perhaps\"}",
    "{\"outputs\": \"some\"}",
    "{\"outputs\": 3}",
    "{\"system_memory\": 64}",
    "{\"system_memory\": \"64 apples\"}",
    "{\"count\": 17}",
    "{\"ngl\": -2}",
    "{\"model\": \"nobody\"}",
    "{\"accelerator\": 4090}",
    "{\"further_accelerators\": [1]}",
    "{\"further_accelerators\": [[\"test-12-1\"]]}",
    "{\"further_accelerators\": [\"test-12-1\", \"nobody\"]}",
    "{\"further_accelerators\": [\"16x test-12-1\"]}",
    "{\"further_accelerators\": {}}",
    "{\"tensor_split\": [3, -1]}",
    "{\"tensor_split\": [0, 0]}",
    "{\"tensor_split\": \"3;1\"}",
    "{\"tensor_split\": \"nan,1\"}",
    "{\"tensor_split\": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}",
    "{\"main_gpu\": 16}",
    "{\"\": 1}",
  };
  g_autoptr (PlimsollScenario) scenario = unusual ();
  g_autofree char *before = print (scenario);

  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;

      if (take (scenario, questions[i], &error))
        g_error ("%s was taken", questions[i]);
      g_assert_nonnull (error);
      g_assert_null (strchr (error->message, '\n'));
      after = print (scenario);
      g_assert_cmpstr (before, ==, after);
    }
}

/* A state of before there could be further ones still is one; and what stood there goes. */
static void
test_further (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (GVariant) old = g_variant_ref_sink (
    g_variant_new_parsed ("{'version': <uint32 1>, 'accelerator': <'test-24-1'>}"));
  g_autoptr (GError) error = NULL;
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  PlimsollHardware hardware;
  PlimsollQuestion question;

  plimsoll_scenario_from_variant (scenario, old, &plimsoll_test_finder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_scenario_get_further_accelerators (scenario)->len, ==, 0);

  take (scenario, "{\"further_accelerators\": [\"2x test-12-2\", \"test-8-1\"]}", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_scenario_get_further_kinds (scenario, kinds), ==, 2);
  g_assert_cmpuint (kinds[0].count, ==, 2);
  g_assert_cmpstr (plimsoll_accelerator_get_id (kinds[1].accelerator), ==, "test-8-1");

  /* One of 24, twice two of 6, one of 8. */
  plimsoll_scenario_get_hardware (scenario, 1, &hardware);
  plimsoll_scenario_get_question (scenario, &question);
  g_assert_cmpuint (hardware.n_devices, ==, 6);
  g_assert_cmpuint (question.n_devices, ==, 6);
  g_assert_cmpuint (plimsoll_hardware_device (&hardware, 4)->memory_bytes_nominal >> 30, ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      PlimsollAcceleratorFacts device;

      plimsoll_accelerator_facts_per_device (
        plimsoll_accelerator_get_facts (plimsoll_scenario_get_device (scenario, i)), &device);
      g_assert_cmpuint (device.memory_bytes_nominal, ==,
                        plimsoll_hardware_device (&hardware, i)->memory_bytes_nominal);
    }

  /* With none of the first the processor is alone. */
  g_object_set (scenario, "accelerator-count", 0, NULL);
  plimsoll_scenario_get_question (scenario, &question);
  g_assert_cmpuint (question.n_devices, ==, 0);

  take (scenario, "{\"further_accelerators\": []}", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_scenario_get_further_accelerators (scenario)->len, ==, 0);
}

/* Files beside the model come back from a state and from JSON, names with commas too; and when one
 * is gone, the question stays as it was. */
static void
test_additions (void)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);
  g_autofree char *projector = g_build_filename (folder, "projector.gguf", NULL);
  g_autofree char *adapter = g_build_filename (folder, "one, two.gguf", NULL);
  g_autofree char *question = g_strdup_printf (
    "{\"mmproj\": \"%s\", \"mmproj_compute\": \"1GiB\", \"loras\": [\"%s\", \"%s\"], "
    "\"draft\": \"test/short\", \"draft_quant\": \"q8_0\", \"mtp\": true}",
    projector, adapter, adapter);
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollScenario) other = plimsoll_test_scenario ();
  g_autoptr (PlimsollScenario) third = plimsoll_test_scenario ();
  g_autoptr (GVariant) state = NULL;
  g_autoptr (JsonObject) json = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *one = NULL, *two = NULL, *three = NULL;
  PlimsollQuestion asked;

  plimsoll_test_save_addition (projector, PLIMSOLL_ADDITION_PROJECTOR);
  plimsoll_test_save_addition (adapter, PLIMSOLL_ADDITION_ADAPTER);
  take (scenario, question, &error);
  g_assert_no_error (error);
  plimsoll_scenario_get_question (scenario, &asked);
  g_assert_cmpuint (asked.additions.projector, ==, 4096);
  g_assert_cmpuint (asked.additions.projector_compute, ==, G_GUINT64_CONSTANT (1) << 30);
  g_assert_cmpuint (asked.additions.adapters, ==, 8192);
  g_assert_cmpstr (asked.additions.draft_weights->name, ==, "Q8_0");
  g_assert_true (asked.mtp);

  one = print (scenario);
  state = g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));
  g_assert_true (plimsoll_scenario_from_variant (other, state, &plimsoll_test_finder, &error));
  g_assert_no_error (error);
  two = print (other);
  g_assert_cmpstr (one, ==, two);
  json = plimsoll_scenario_to_json (scenario);
  g_assert_true (plimsoll_scenario_from_json (third, json, NULL, &plimsoll_test_finder, &error));
  g_assert_no_error (error);
  three = print (third);
  g_assert_cmpstr (one, ==, three);

  g_assert_cmpint (g_remove (adapter), ==, 0);
  g_assert_false (plimsoll_scenario_from_variant (other, state, &plimsoll_test_finder, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (plimsoll_scenario_get_adapters (other)->len, ==, 2);
  g_assert_cmpint (g_remove (projector), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
assert_name (const char *text, const char *name, guint expected)
{
  guint count;

  g_assert_cmpstr (plimsoll_scenario_accelerator_name (text, &count), ==, name);
  g_assert_cmpuint (count, ==, expected);
}

static void
test_accelerator_names (void)
{
  assert_name ("RTX 3090", "RTX 3090", 1);
  assert_name ("2x RTX 3090", "RTX 3090", 2);
  assert_name ("12 × RTX 3090", "RTX 3090", 12);
  assert_name ("4*3090", "3090", 4);
  assert_name ("3090", "3090", 1);
  assert_name ("2x", "2x", 1);
  assert_name ("0x 3090", "0x 3090", 1);
  assert_name ("17x 3090", "17x 3090", 1);
  assert_name ("99999999999x 3090", "99999999999x 3090", 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scenario/state/variant", test_variant);
  g_test_add_func ("/scenario/state/terms-json", test_terms_json);
  g_test_add_func ("/scenario/state/damaged-variant", test_damaged_variant);
  g_test_add_func ("/scenario/state/unknown-in-variant", test_unknown_in_variant);
  g_test_add_func ("/scenario/state/json", test_json);
  g_test_add_func ("/scenario/state/json-words", test_json_words);
  g_test_add_func ("/scenario/state/json-order", test_json_order);
  g_test_add_func ("/scenario/state/damaged-json", test_damaged_json);

  g_test_add_func ("/scenario/state/further", test_further);
  g_test_add_func ("/scenario/state/additions", test_additions);
  g_test_add_func ("/scenario/state/accelerator-names", test_accelerator_names);

  return g_test_run ();
}
