/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-pins.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

static const char *const titles[PLIMSOLL_PIN_N_FACTS] = {
  [PLIMSOLL_PIN_VERDICT] = N_("Verdict"),
  [PLIMSOLL_PIN_MODEL] = N_("Model"),
  [PLIMSOLL_PIN_PRECISION] = N_("Precision"),
  [PLIMSOLL_PIN_CONTEXT] = N_("Context"),
  [PLIMSOLL_PIN_KV_CACHE] = N_("KV cache"),
  [PLIMSOLL_PIN_HARDWARE] = N_("Hardware"),
  [PLIMSOLL_PIN_ENGINE] = N_("Engine"),
  [PLIMSOLL_PIN_REQUESTS] = N_("Concurrent requests"),
  [PLIMSOLL_PIN_SYSTEM_MEMORY] = N_("System memory"),
  [PLIMSOLL_PIN_OTHERWISE] = N_("Other settings"),
  [PLIMSOLL_PIN_REQUIRED] = N_("Required"),
  [PLIMSOLL_PIN_USABLE] = N_("Usable"),
  [PLIMSOLL_PIN_HEADROOM] = N_("Headroom"),
  [PLIMSOLL_PIN_LONGEST] = N_("Longest context"),
  [PLIMSOLL_PIN_DECODE] = N_("Decode"),
  [PLIMSOLL_PIN_PREFILL] = N_("Prefill"),
};

/* What lines of their own say. */
static const char *const said[] = { "precision",     "context", "kv_k",
                                    "kv_v",          "engine",  "parallel",
                                    "accelerator",   "count",   "further_accelerators",
                                    "system_memory", NULL };

const char *
plimsoll_pin_fact_title (PlimsollPinFact fact)
{
  g_return_val_if_fail (fact < PLIMSOLL_PIN_N_FACTS, NULL);

  return _(titles[fact]);
}

static char *
unknown (void)
{
  return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
}

static char *
cache_text (PlimsollScenario *scenario)
{
  const char *both = plimsoll_scenario_get_kv_type (scenario);
  g_autofree char *k = g_ascii_strup (plimsoll_scenario_get_kv_k_type (scenario), -1);
  g_autofree char *v = g_ascii_strup (plimsoll_scenario_get_kv_v_type (scenario), -1);

  if (both != NULL)
    return g_steal_pointer (&k);

  return g_strdup_printf ("K %s, V %s", k, v);
}

static char *
hardware_text (PlimsollScenario *scenario)
{
  g_autofree char *hardware = plimsoll_answer_hardware (scenario);

  return *hardware != '\0' ? g_steal_pointer (&hardware) : g_strdup (_("Processor alone"));
}

/* Everything that is asked otherwise than at first, as a question in JSON calls it: two questions
 * that differ never look alike. */
static char *
others_text (PlimsollScenario *scenario)
{
  g_autoptr (PlimsollScenario) fresh = plimsoll_scenario_new ();
  g_autoptr (JsonObject) usual = plimsoll_scenario_to_json (fresh);
  g_autoptr (JsonObject) question = plimsoll_scenario_to_json (scenario);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GList) members = json_object_get_members (question);

  for (GList *l = members; l != NULL; l = l->next)
    {
      JsonNode *value = json_object_get_member (question, l->data);
      JsonNode *at_first = json_object_get_member (usual, l->data);
      g_autofree char *shown = NULL;

      if (g_strv_contains (said, l->data)
          || (at_first != NULL ? json_node_equal (value, at_first) : JSON_NODE_HOLDS_NULL (value)))
        continue;
      shown = JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_STRING
                ? json_node_dup_string (value)
                : json_to_string (value, FALSE);
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", (char *) l->data, shown);
    }

  return text->len > 0 ? g_string_free_and_steal (g_steal_pointer (&text)) : unknown ();
}

static char *
speed_text (const PlimsollRange *speed)
{
  return isnan (speed->value) ? unknown () : plimsoll_format_speed (speed->value);
}

static char *
question_text (PlimsollScenario *scenario, PlimsollPinFact fact)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const guint64 memory = plimsoll_scenario_get_system_memory (scenario);

  switch (fact)
    {
    case PLIMSOLL_PIN_MODEL:
      return model != NULL ? g_strdup (plimsoll_model_get_name (model)) : unknown ();
    case PLIMSOLL_PIN_PRECISION:
      return g_strdup (plimsoll_scenario_get_precision (scenario));
    case PLIMSOLL_PIN_CONTEXT:
      return plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
    case PLIMSOLL_PIN_KV_CACHE:
      return cache_text (scenario);
    case PLIMSOLL_PIN_HARDWARE:
      return hardware_text (scenario);
    case PLIMSOLL_PIN_ENGINE:
      return g_strdup (plimsoll_enum_nick (PLIMSOLL_TYPE_ENGINE,
                                           (int) plimsoll_scenario_get_engine (scenario)));
    case PLIMSOLL_PIN_REQUESTS:
      return plimsoll_format_count (plimsoll_scenario_get_parallel (scenario));
    case PLIMSOLL_PIN_SYSTEM_MEMORY:
      return memory > 0 ? plimsoll_format_memory (memory) : unknown ();
    case PLIMSOLL_PIN_OTHERWISE:
      return others_text (scenario);
    case PLIMSOLL_PIN_VERDICT:
    case PLIMSOLL_PIN_REQUIRED:
    case PLIMSOLL_PIN_USABLE:
    case PLIMSOLL_PIN_HEADROOM:
    case PLIMSOLL_PIN_LONGEST:
    case PLIMSOLL_PIN_DECODE:
    case PLIMSOLL_PIN_PREFILL:
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
plimsoll_pin_fact_text (PlimsollSizer *sizer, PlimsollPinFact fact)
{
  const PlimsollEstimate *estimate;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  estimate = plimsoll_sizer_get_estimate (sizer);
  if (fact == PLIMSOLL_PIN_VERDICT)
    return g_strdup (estimate->valid ? plimsoll_answer_word (estimate->verdict)
                                     : PLIMSOLL_FORMAT_UNKNOWN);
  if (fact > PLIMSOLL_PIN_VERDICT && fact < PLIMSOLL_PIN_REQUIRED)
    return question_text (plimsoll_sizer_get_scenario (sizer), fact);
  if (!estimate->valid)
    return unknown ();

  switch (fact)
    {
    case PLIMSOLL_PIN_REQUIRED:
      return plimsoll_format_gib (estimate->required, 2);
    case PLIMSOLL_PIN_USABLE:
      return estimate->usable > 0 ? plimsoll_format_gib (estimate->usable, 2) : unknown ();
    case PLIMSOLL_PIN_HEADROOM:
      return estimate->usable > 0 ? plimsoll_format_gib_signed (estimate->headroom, 2) : unknown ();
    case PLIMSOLL_PIN_LONGEST:
      return estimate->longest_context > 0
               ? plimsoll_format_tokens_about (estimate->longest_context)
               : unknown ();
    case PLIMSOLL_PIN_DECODE:
      return speed_text (&estimate->speed.decode);
    case PLIMSOLL_PIN_PREFILL:
      return speed_text (&estimate->speed.prefill);
    case PLIMSOLL_PIN_VERDICT:
    case PLIMSOLL_PIN_MODEL:
    case PLIMSOLL_PIN_PRECISION:
    case PLIMSOLL_PIN_CONTEXT:
    case PLIMSOLL_PIN_KV_CACHE:
    case PLIMSOLL_PIN_HARDWARE:
    case PLIMSOLL_PIN_ENGINE:
    case PLIMSOLL_PIN_REQUESTS:
    case PLIMSOLL_PIN_SYSTEM_MEMORY:
    case PLIMSOLL_PIN_OTHERWISE:
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
plimsoll_pin_title (PlimsollScenario *scenario)
{
  PlimsollModel *model;
  g_autofree char *tokens = NULL;
  g_autofree char *hardware = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), NULL);

  model = plimsoll_scenario_get_model (scenario);
  tokens = plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
  hardware = hardware_text (scenario);

  /* Translators: a question in short: model, precision, context, hardware. */
  return g_strdup_printf (_("%s · %s · %s · %s"),
                          model != NULL ? plimsoll_model_get_name (model) : _("No Model"),
                          plimsoll_scenario_get_precision (scenario), tokens, hardware);
}
