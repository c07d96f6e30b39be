/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A saved question, as somebody may have edited or damaged it: JSON; after a "v" a serialised
 * GVariant; after a "t" a property and, on the next line, what was typed for it. What is refused
 * changes nothing, and what is taken comes back from either form.
 */

#include "fuzz-target.h"

#include "plimsoll-test-scenario.h"

#include <string.h>

static char *
print (PlimsollScenario *scenario)
{
  g_autoptr (GVariant) state = g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));

  return g_variant_print (state, TRUE);
}

static gboolean
take_json (PlimsollScenario *scenario, const char *data, gsize size, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;

  json_parser_set_strict (parser, TRUE);
  /* What is not text never gets here: settings and JSON files are. */
  if (!g_utf8_validate_len (data, size, NULL)
      || !json_parser_load_from_data (parser, data, (gssize) size, NULL))
    return FALSE;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return FALSE;
  return plimsoll_scenario_from_json (scenario, json_node_get_object (root), NULL,
                                      &plimsoll_test_finder, error);
}

static gboolean
take_variant (PlimsollScenario *scenario, const guint8 *data, gsize size, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) state =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));

  return plimsoll_scenario_from_variant (scenario, state, &plimsoll_test_finder, error);
}

static gboolean
take_typed (PlimsollScenario *scenario, const char *data, gsize size, GError **error)
{
  g_autofree char *property = g_strndup (data, size);
  char *text = strchr (property, '\n');

  if (text == NULL || !g_utf8_validate (property, -1, NULL))
    return FALSE;
  *text++ = '\0';
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (scenario), property) == NULL)
    return FALSE;
  return plimsoll_scenario_set_text (scenario, property, text, &plimsoll_test_finder, error);
}

static void
check_comes_back (PlimsollScenario *scenario, const char *before)
{
  g_autoptr (PlimsollScenario) by_variant = plimsoll_scenario_new ();
  g_autoptr (PlimsollScenario) by_json = plimsoll_scenario_copy (scenario);
  g_autoptr (GVariant) state = g_variant_ref_sink (plimsoll_scenario_to_variant (scenario));
  g_autoptr (JsonObject) question = plimsoll_scenario_to_json (scenario);
  g_autoptr (GError) error = NULL;
  g_autofree char *variant_text = NULL;
  g_autofree char *json_text = NULL;

  plimsoll_scenario_from_variant (by_variant, state, &plimsoll_test_finder, &error);
  g_assert_no_error (error);
  plimsoll_scenario_from_json (by_json, question, NULL, &plimsoll_test_finder, &error);
  g_assert_no_error (error);
  variant_text = print (by_variant);
  json_text = print (by_json);
  g_assert_cmpstr (variant_text, ==, before);
  g_assert_cmpstr (json_text, ==, before);
}

void
fuzz_one_input (const guint8 *data, gsize size)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autofree char *before = print (scenario);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  gboolean taken;

  if (size > 0 && data[0] == 'v')
    taken = take_variant (scenario, data + 1, size - 1, &error);
  else if (size > 0 && data[0] == 't')
    taken = take_typed (scenario, (const char *) data + 1, size - 1, &error);
  else
    taken = take_json (scenario, (const char *) data, size, &error);

  after = print (scenario);
  if (taken)
    check_comes_back (scenario, after);
  else
    g_assert_cmpstr (before, ==, after);
  if (error != NULL)
    fuzz_check_line (error->message);
}
