/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-answer.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-scenario-state.h"

#include <glib/gi18n.h>
#include <math.h>

const char *
plimsoll_training_method_name (PlimsollTrainingMethod method)
{
  switch (method)
    {
    case PLIMSOLL_TRAINING_QLORA:
      return "QLoRA";
    case PLIMSOLL_TRAINING_LORA:
      return "LoRA";
    case PLIMSOLL_TRAINING_FULL:
    case PLIMSOLL_N_TRAINING_METHODS:
    default:
      /* Translators: training of every weight of a model. */
      return C_("training", "Full");
    }
}

const char *
plimsoll_training_part_name (PlimsollTrainingPart part)
{
  static const char *const names[] = {
    N_("Weights"), N_("Adapters"),    N_("Gradients"), N_("Optimizer"), N_("Activations"),
    N_("Loss"),    N_("Dequantized"), N_("Sharding"),  N_("Allocator"), N_("CUDA context"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == PLIMSOLL_N_TRAINING_PARTS);
  g_return_val_if_fail ((guint) part < G_N_ELEMENTS (names), "");

  return _(names[part]);
}

static const char *
phase_words (PlimsollTrainingPhase phase)
{
  switch (phase)
    {
    case PLIMSOLL_TRAINING_LOAD:
      return _("when the checkpoint is loaded");
    case PLIMSOLL_TRAINING_LOSS:
      return _("when the loss is computed");
    case PLIMSOLL_TRAINING_BACKWARD:
      return _("in the backward pass");
    case PLIMSOLL_TRAINING_STEP:
    case PLIMSOLL_N_TRAINING_PHASES:
    default:
      return _("when the optimizer steps");
    }
}

char *
plimsoll_training_refusal_text (const char *refusal)
{
  return g_strdup (_(refusal));
}

char *
plimsoll_training_place_text (const PlimsollTrainingPlace *place)
{
  g_autofree char *each = plimsoll_format_gib (place->required, 1);

  if (place->accelerator == NULL)
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
  if (place->count == 1)
    /* Translators: what an accelerator is called, and what it holds. */
    return g_strdup_printf (_("1 × %s, %s"), plimsoll_accelerator_get_name (place->accelerator),
                            each);
  /* Translators: a number of accelerators, what they are called, what each of them holds. */
  return g_strdup_printf (_("%u × %s, %s each"), place->count,
                          plimsoll_accelerator_get_name (place->accelerator), each);
}

/* --- Notes --- */

static const char *
change_words (PlimsollTrainingChange change)
{
  switch (change)
    {
    case PLIMSOLL_TRAINING_CHANGE_CHECKPOINTING:
      return _("Checkpointing");
    case PLIMSOLL_TRAINING_CHANGE_FUSED_LOSS:
      return _("A loss that is fused with the head");
    case PLIMSOLL_TRAINING_CHANGE_OPTIMIZER:
      return _("AdamW in 8 bits");
    case PLIMSOLL_TRAINING_CHANGE_IN_BACKWARD:
      return _("The optimizer’s step inside the backward pass");
    case PLIMSOLL_TRAINING_CHANGE_BATCH:
      return _("One sequence at a time, gradients accumulated");
    case PLIMSOLL_TRAINING_CHANGE_SEQUENCE:
      return _("Sequences of half the length");
    case PLIMSOLL_TRAINING_CHANGE_FSDP:
      return _("Full sharding (FSDP)");
    case PLIMSOLL_TRAINING_CHANGE_PARAMETERS:
    case PLIMSOLL_N_TRAINING_CHANGES:
    default:
      return _("Full sharding, parameters in system memory");
    }
}

static void
add_changes (GPtrArray *notes, const PlimsollTrainingResult *result)
{
  for (guint change = 0; change < PLIMSOLL_N_TRAINING_CHANGES; change++)
    {
      const guint64 after = result->after[change];
      g_autofree char *left = plimsoll_format_gib (after, 1);
      const char *words = change_words ((PlimsollTrainingChange) change);

      /* What spares less than a twentieth is no advice. */
      if (after == 0 || after > result->memory.required / 20 * 19)
        continue;
      if (result->verdict == PLIMSOLL_VERDICT_EXCEEDS && after <= result->usable)
        /* Translators: a change, and what is required with it. */
        g_ptr_array_add (notes, g_strdup_printf (_("%s: %s, and it fits"), words, left));
      else
        /* Translators: a change, and what is required with it. */
        g_ptr_array_add (notes, g_strdup_printf (_("%s: %s"), words, left));
    }
}

static void
add_sureness (GPtrArray *notes, const PlimsollTrainingResult *result, PlimsollScenario *scenario)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);

  if (result->memory.range > 0.2)
    g_ptr_array_add (notes,
                     g_strdup (_("Nothing quite like it was measured: the range is ±25 %")));
  if (accelerator != NULL
      && plimsoll_accelerator_get_facts (accelerator)->vendor != PLIMSOLL_VENDOR_NVIDIA)
    g_ptr_array_add (notes, g_strdup (_("The formulas were checked on CUDA alone")));
}

char **
plimsoll_training_notes (const PlimsollTrainingResult *result,
                         PlimsollScenario *scenario,
                         PlimsollTrainingScenario *training)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_null_terminated (8, g_free, TRUE);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollTrainingQuestion question;

  if (result->refusal == NULL)
    {
      plimsoll_training_scenario_get_question (training, 1, &question);
      /* Translators: a moment: "when the loss is computed". */
      g_ptr_array_add (notes, g_strdup_printf (_("Memory is at its highest %s"),
                                               phase_words (result->memory.peak)));
      add_changes (notes, result);
      if (result->memory.host > 0)
        {
          g_autofree char *host = plimsoll_format_gib (result->memory.host, 1);

          g_ptr_array_add (notes, g_strdup_printf (_("Each GPU keeps %s in system memory"), host));
        }
      if (model != NULL && plimsoll_model_get_max_context (model) != 0
          && question.sequence > plimsoll_model_get_max_context (model))
        g_ptr_array_add (notes, g_strdup (_("The sequence is longer than the model’s context")));
      add_sureness (notes, result, scenario);
    }

  return (char **) g_ptr_array_steal (notes, NULL);
}

/* --- Text --- */

static void
add_line (GString *text, const char *name, const char *value)
{
  g_string_append (text, "  ");
  plimsoll_format_pad (text, name, 18, FALSE);
  g_string_append_printf (text, "  %s\n", value);
}

static void
add_parts (GString *text, const PlimsollTrainingMemory *memory)
{
  for (guint part = 0; part < PLIMSOLL_N_TRAINING_PARTS; part++)
    {
      const guint64 bytes = memory->parts[memory->peak][part];
      g_autofree char *value = plimsoll_format_gib (bytes, 2);

      if (bytes > 0)
        add_line (text, plimsoll_training_part_name ((PlimsollTrainingPart) part), value);
    }
}

static void
add_places (GString *text, const PlimsollTrainingResult *result, PlimsollScenario *scenario)
{
  if (plimsoll_scenario_get_accelerator (scenario) != NULL)
    {
      g_autofree char *here =
        result->least > 0 ? plimsoll_training_place_text (&result->here) : NULL;

      add_line (text, _("Of these"), here != NULL ? here : _("no number of them is enough"));
    }
  if (result->buy.accelerator != NULL)
    {
      g_autofree char *buy = plimsoll_training_place_text (&result->buy);

      add_line (text, _("To buy"), buy);
    }
  if (result->rent.offer != NULL)
    {
      g_autofree char *place = plimsoll_training_place_text (&result->rent);
      g_autofree char *rate =
        plimsoll_format_money (plimsoll_cloud_offer_get_rate (result->rent.offer), "$");
      /* Translators: hardware; a provider; a price. */
      g_autofree char *rent =
        g_strdup_printf (_("%s: %s, %s an hour"), place,
                         plimsoll_cloud_offer_get_provider (result->rent.offer), rate);

      add_line (text, _("To rent"), rent);
    }
}

static void
add_result (GString *text,
            const PlimsollTrainingResult *result,
            PlimsollScenario *scenario,
            PlimsollTrainingScenario *training)
{
  const PlimsollTrainingMemory *memory = &result->memory;
  g_auto (GStrv) notes = plimsoll_training_notes (result, scenario, training);
  g_autofree char *required = plimsoll_format_gib (memory->required, 2);
  g_autofree char *usable = plimsoll_format_gib (result->usable, 2);
  g_autofree char *low = plimsoll_format_gib_value (memory->low, 1);
  g_autofree char *high = plimsoll_format_gib (memory->high, 1);
  g_autofree char *range = g_strdup_printf ("%s – %s", low, high);
  g_autofree char *trained = plimsoll_format_count (memory->trained);
  const char *name = plimsoll_training_method_name (result->method);

  if (result->refusal != NULL)
    {
      g_autofree char *refusal = plimsoll_training_refusal_text (result->refusal);

      g_string_append_printf (text, "\n%s: %s\n", name, refusal);
      return;
    }

  if (result->usable > 0)
    /* Translators: a method; a verdict; required memory; usable memory. */
    g_string_append_printf (text, _("\n%s: %s, %s of %s usable on each GPU\n"), name,
                            plimsoll_answer_word (result->verdict), required, usable);
  else
    g_string_append_printf (text, _("\n%s: %s on each GPU\n"), name, required);
  add_parts (text, memory);
  add_line (text, _("Range"), range);
  add_line (text, _("Parameters trained"), trained);
  add_places (text, result, scenario);
  for (char **note = notes; *note != NULL; note++)
    g_string_append_printf (text, "  · %s\n", *note);
}

char *
plimsoll_training_to_text (const PlimsollTrainingAnswer *answer,
                           PlimsollScenario *scenario,
                           PlimsollTrainingScenario *training,
                           int method)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  g_autofree char *hardware = plimsoll_answer_hardware (scenario);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s · %s\n",
                          model != NULL ? plimsoll_model_get_name (model) : _("No Model"),
                          *hardware != '\0' ? hardware : _("no GPU"));
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    if (method < 0 || (guint) method == i)
      add_result (text, &answer->results[i], scenario, training);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* --- JSON --- */

static JsonNode *
place_json (const PlimsollTrainingPlace *place)
{
  JsonObject *object;
  JsonNode *node;

  if (place->accelerator == NULL)
    return json_node_init_null (json_node_alloc ());

  object = json_object_new ();
  json_object_set_string_member (object, "accelerator",
                                 plimsoll_accelerator_get_id (place->accelerator));
  json_object_set_int_member (object, "count", place->count);
  json_object_set_int_member (object, "required", (gint64) place->required);
  json_object_set_int_member (object, "usable", (gint64) place->usable);
  if (place->offer != NULL)
    {
      json_object_set_string_member (object, "offer", plimsoll_cloud_offer_get_id (place->offer));
      json_object_set_double_member (object, "usd_per_hour",
                                     plimsoll_cloud_offer_get_rate (place->offer));
      json_object_set_string_member (object, "date", plimsoll_cloud_offer_get_date (place->offer));
    }
  node = json_node_init_object (json_node_alloc (), object);
  json_object_unref (object);

  return node;
}

static JsonObject *
parts_json (const guint64 *parts)
{
  JsonObject *object = json_object_new ();

  for (guint part = 0; part < PLIMSOLL_N_TRAINING_PARTS; part++)
    json_object_set_int_member (object,
                                plimsoll_enum_nick (PLIMSOLL_TYPE_TRAINING_PART, (int) part),
                                (gint64) parts[part]);

  return object;
}

static void
set_memory (JsonObject *object, const PlimsollTrainingMemory *memory)
{
  JsonObject *phases = json_object_new ();

  for (guint phase = 0; phase < PLIMSOLL_N_TRAINING_PHASES; phase++)
    json_object_set_object_member (phases,
                                   plimsoll_enum_nick (PLIMSOLL_TYPE_TRAINING_PHASE, (int) phase),
                                   parts_json (memory->parts[phase]));
  json_object_set_string_member (object, "peak",
                                 plimsoll_enum_nick (PLIMSOLL_TYPE_TRAINING_PHASE,
                                                     (int) memory->peak));
  json_object_set_object_member (object, "phases", phases);
  json_object_set_int_member (object, "allocated", (gint64) memory->allocated);
  json_object_set_int_member (object, "reserved", (gint64) memory->reserved);
  json_object_set_int_member (object, "required", (gint64) memory->required);
  json_object_set_int_member (object, "low", (gint64) memory->low);
  json_object_set_int_member (object, "high", (gint64) memory->high);
  json_object_set_int_member (object, "host", (gint64) memory->host);
  json_object_set_int_member (object, "trained_parameters", (gint64) memory->trained);
}

static void
set_limits (JsonObject *object, const PlimsollTrainingResult *result)
{
  if (result->usable > 0)
    {
      json_object_set_int_member (object, "usable", (gint64) result->usable);
      json_object_set_int_member (object, "headroom",
                                  (gint64) result->usable - (gint64) result->memory.required);
    }
  else
    {
      json_object_set_null_member (object, "usable");
      json_object_set_null_member (object, "headroom");
    }
  if (result->physical > 0)
    json_object_set_int_member (object, "physical", (gint64) result->physical);
  else
    json_object_set_null_member (object, "physical");
}

static JsonObject *
result_json (const PlimsollTrainingResult *result,
             PlimsollScenario *scenario,
             PlimsollTrainingScenario *training)
{
  JsonObject *object = json_object_new ();
  JsonArray *lines = json_array_new ();
  g_auto (GStrv) notes = plimsoll_training_notes (result, scenario, training);

  json_object_set_string_member (object, "method",
                                 plimsoll_enum_nick (PLIMSOLL_TYPE_TRAINING_METHOD,
                                                     (int) result->method));
  if (result->refusal != NULL)
    {
      g_autofree char *refusal = plimsoll_training_refusal_text (result->refusal);

      json_array_unref (lines);
      json_object_set_string_member (object, "error", refusal);
      return object;
    }

  set_memory (object, &result->memory);
  set_limits (object, result);
  json_object_set_string_member (object, "verdict",
                                 plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT, (int) result->verdict));
  json_object_set_member (object, "needs", place_json (&result->here));
  json_object_set_member (object, "buy", place_json (&result->buy));
  json_object_set_member (object, "rent", place_json (&result->rent));
  for (char **note = notes; *note != NULL; note++)
    json_array_add_string_element (lines, *note);
  json_object_set_array_member (object, "notes", lines);

  return object;
}

JsonObject *
plimsoll_training_to_json (const PlimsollTrainingAnswer *answer,
                           PlimsollScenario *scenario,
                           PlimsollTrainingScenario *training,
                           int method)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  JsonObject *object = json_object_new ();
  JsonObject *question = plimsoll_training_scenario_to_json (training);
  JsonArray *methods = json_array_new ();

  json_object_set_int_member (object, "format", PLIMSOLL_ANSWER_FORMAT);
  json_object_set_string_member (object, "kind", "train");
  if (model != NULL)
    json_object_set_string_member (object, "model", plimsoll_model_get_id (model));
  else
    json_object_set_null_member (object, "model");
  if (accelerator != NULL)
    json_object_set_string_member (question, "accelerator",
                                   plimsoll_accelerator_get_id (accelerator));
  else
    json_object_set_null_member (question, "accelerator");
  json_object_set_int_member (question, "count",
                              plimsoll_scenario_get_accelerator_count (scenario));
  json_object_set_int_member (question, "gpus", answer->n_gpus);
  json_object_set_object_member (object, "question", question);
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    if (method < 0 || (guint) method == i)
      json_array_add_object_element (methods,
                                     result_json (&answer->results[i], scenario, training));
  json_object_set_array_member (object, "methods", methods);

  return object;
}
