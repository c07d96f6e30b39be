/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-pins.h"

#include "plimsoll-test-scenario.h"

typedef struct
{
  guint n;
  guint position;
  guint removed;
  guint added;
} Changes;

static void
changed_cb (GListModel *list, guint position, guint removed, guint added, Changes *changes)
{
  *changes = (Changes) { changes->n + 1, position, removed, added };
}

static PlimsollScenario *
ask (guint64 context)
{
  PlimsollScenario *scenario = plimsoll_test_scenario ();

  plimsoll_scenario_set_context_length (scenario, context);

  return scenario;
}

static guint64
context_at (PlimsollPins *pins, guint position)
{
  return plimsoll_scenario_get_context_length (
    plimsoll_sizer_get_scenario (plimsoll_pins_get (pins, position)));
}

static void
test_list (void)
{
  g_autoptr (PlimsollPins) pins = plimsoll_pins_new ();
  g_autoptr (PlimsollScenario) scenario = ask (4096);
  g_autoptr (PlimsollSizer) alone = NULL;
  g_autoptr (PlimsollSizer) taken = NULL;
  Changes changes = { 0 };
  guint position;

  g_signal_connect (pins, "items-changed", G_CALLBACK (changed_cb), &changes);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (pins)) == PLIMSOLL_TYPE_SIZER);
  g_assert_true (plimsoll_pins_add (pins, scenario));
  g_assert_cmpuint (changes.added, ==, 1);

  /* What is pinned stays as it is, and its answer is its own. */
  plimsoll_scenario_set_context_length (scenario, 8192);
  alone = plimsoll_sizer_new (scenario);
  plimsoll_sizer_flush (alone);
  g_assert_cmpuint (context_at (pins, 0), ==, 4096);
  g_assert_cmpuint (plimsoll_sizer_get_estimate (plimsoll_pins_get (pins, 0))->required, <,
                    plimsoll_sizer_get_estimate (alone)->required);

  /* Nothing twice, and no more than three. */
  g_assert_true (plimsoll_pins_add (pins, scenario));
  g_assert_false (plimsoll_pins_add (pins, scenario));
  g_assert_true (plimsoll_pins_find (pins, scenario, &position));
  g_assert_cmpuint (position, ==, 1);
  plimsoll_scenario_set_context_length (scenario, 16384);
  g_assert_false (plimsoll_pins_find (pins, scenario, NULL));
  g_assert_true (plimsoll_pins_add (pins, scenario));
  plimsoll_scenario_set_context_length (scenario, 32768);
  g_assert_true (plimsoll_pins_is_full (pins));
  g_assert_false (plimsoll_pins_add (pins, scenario));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (pins)), ==, PLIMSOLL_MAX_PINS);

  /* Taken out, and put back where it was. */
  taken = plimsoll_pins_remove (pins, 1);
  g_assert_cmpuint (changes.position, ==, 1);
  g_assert_cmpuint (changes.removed, ==, 1);
  g_assert_cmpuint (context_at (pins, 1), ==, 16384);
  g_assert_true (plimsoll_pins_insert (pins, 1, taken));
  g_assert_cmpuint (context_at (pins, 1), ==, 8192);
  g_assert_true (plimsoll_pins_get (pins, 1) == taken);
  g_assert_false (plimsoll_pins_insert (pins, 0, taken));
}

static void
test_state (void)
{
  g_autoptr (PlimsollPins) pins = plimsoll_pins_new ();
  g_autoptr (PlimsollPins) others = plimsoll_pins_new ();
  g_autoptr (GVariant) state = NULL;
  g_autoptr (GVariant) again = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < PLIMSOLL_MAX_PINS; i++)
    {
      g_autoptr (PlimsollScenario) scenario = ask (4096 << i);

      g_assert_true (plimsoll_pins_add (pins, scenario));
    }
  state = g_variant_ref_sink (plimsoll_pins_to_variant (pins));
  g_assert_true (plimsoll_pins_from_variant (others, state, &plimsoll_test_finder, &error));
  g_assert_no_error (error);
  again = g_variant_ref_sink (plimsoll_pins_to_variant (others));
  g_assert_true (g_variant_equal (state, again));
  g_assert_cmpuint (plimsoll_sizer_get_estimate (plimsoll_pins_get (others, 2))->required, ==,
                    plimsoll_sizer_get_estimate (plimsoll_pins_get (pins, 2))->required);
}

static void
test_damaged (void)
{
  g_autoptr (PlimsollPins) pins = plimsoll_pins_new ();
  g_autoptr (PlimsollScenario) scenario = ask (4096);
  g_autoptr (GVariant) whole = g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));
  g_autoptr (GVariant) broken =
    g_variant_ref_sink (g_variant_new_parsed ("{'version': <uint32 1>, 'model': <'nobody/no'>}"));
  g_autoptr (GVariant) number = g_variant_ref_sink (g_variant_new_int32 (3));
  g_autoptr (GVariant) state = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) worse = NULL;
  GVariantBuilder builder;

  /* One is about what nobody knows, one is there twice, and there are too many: the rest is taken.
   */
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  g_variant_builder_add_value (&builder, broken);
  g_variant_builder_add_value (&builder, whole);
  g_variant_builder_add_value (&builder, whole);
  for (guint i = 1; i < 6; i++)
    {
      plimsoll_scenario_set_context_length (scenario, 4096 + i);
      g_variant_builder_add_value (&builder, plimsoll_scenario_to_variant (scenario));
    }
  state = g_variant_ref_sink (g_variant_builder_end (&builder));
  g_assert_false (plimsoll_pins_from_variant (pins, state, &plimsoll_test_finder, &error));
  g_assert_nonnull (strstr (error->message, "nobody/no"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (pins)), ==, PLIMSOLL_MAX_PINS);
  g_assert_cmpuint (context_at (pins, 0), ==, 4096);
  g_assert_cmpuint (context_at (pins, 1), ==, 4097);

  g_assert_false (plimsoll_pins_from_variant (pins, number, &plimsoll_test_finder, &worse));
  g_assert_nonnull (worse);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (pins)), ==, PLIMSOLL_MAX_PINS);
}

static void
assert_fact (PlimsollScenario *scenario, PlimsollPinFact fact, const char *expected)
{
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autofree char *text = NULL;

  plimsoll_sizer_flush (sizer);
  text = plimsoll_pin_fact_text (sizer, fact);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_facts (void)
{
  g_autoptr (PlimsollScenario) scenario = ask (32768);
  g_autofree char *title = NULL;

  g_object_set (scenario, "kv-v-type", "q8_0", NULL);
  assert_fact (scenario, PLIMSOLL_PIN_MODEL, "Mixture");
  assert_fact (scenario, PLIMSOLL_PIN_PRECISION, "Q4_K_M");
  assert_fact (scenario, PLIMSOLL_PIN_CONTEXT, "32K");
  assert_fact (scenario, PLIMSOLL_PIN_KV_CACHE, "K F16, V Q8_0");
  assert_fact (scenario, PLIMSOLL_PIN_HARDWARE, "test-24-1");
  /* 95 % of 24 GiB. */
  assert_fact (scenario, PLIMSOLL_PIN_USABLE, "22.80 GiB");
  assert_fact (scenario, PLIMSOLL_PIN_OTHERWISE, "—");
  title = plimsoll_pin_title (scenario);
  g_assert_cmpstr (title, ==, "Mixture · Q4_K_M · 32K · test-24-1");

  /* Whatever differs is to be seen. */
  g_object_set (scenario, "ubatch", 1024, "flash-attention", FALSE, NULL);
  assert_fact (scenario, PLIMSOLL_PIN_OTHERWISE, "ubatch 1024, flash_attention false");
  g_object_set (scenario, "accelerator-count", 0, NULL);
  assert_fact (scenario, PLIMSOLL_PIN_HARDWARE, "Processor alone");

  for (guint fact = 0; fact < PLIMSOLL_PIN_N_FACTS; fact++)
    g_assert_cmpstr (plimsoll_pin_fact_title ((PlimsollPinFact) fact), !=, "");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pins/list", test_list);
  g_test_add_func ("/pins/state", test_state);
  g_test_add_func ("/pins/damaged", test_damaged);
  g_test_add_func ("/pins/facts", test_facts);
  return g_test_run ();
}
