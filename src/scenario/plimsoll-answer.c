/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-answer.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>

static void
add_boards (GString *text, PlimsollAccelerator *accelerator, guint count)
{
  if (text->len > 0)
    g_string_append (text, " + ");
  if (count > 1)
    g_string_append_printf (text, "%u × ", count);
  g_string_append (text, plimsoll_accelerator_get_name (accelerator));
}

char *
plimsoll_answer_hardware (PlimsollScenario *scenario)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  PlimsollAccelerator *first;
  guint count;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), NULL);

  first = plimsoll_scenario_get_accelerator (scenario);
  count = plimsoll_scenario_get_accelerator_count (scenario);
  if (first != NULL && count > 0)
    {
      add_boards (text, first, count);
      n = plimsoll_scenario_get_further_kinds (scenario, kinds);
      for (guint i = 0; i < n; i++)
        add_boards (text, kinds[i].accelerator, kinds[i].count);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

const char *
plimsoll_answer_word (PlimsollVerdict verdict)
{
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      return C_("verdict", "Fits");
    case PLIMSOLL_VERDICT_TIGHT:
      return C_("verdict", "Tight");
    case PLIMSOLL_VERDICT_OFFLOAD:
      return C_("verdict", "Offload");
    case PLIMSOLL_VERDICT_EXCEEDS:
      return C_("verdict", "Exceeds");
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return C_("verdict", "Unknown");
    }
}

static char *
reason_planned (const PlimsollEstimate *estimate)
{
  g_autofree char *over = NULL;

  if (estimate->plan_complete)
    return g_strdup (_("Does not fit as asked, but with smaller buffers or other shares"));
  if (estimate->headroom >= 0)
    return g_strdup (_("Does not fit as asked, but runs with a part in system memory"));

  over = plimsoll_format_gib ((guint64) -estimate->headroom, 2);

  /* Translators: an amount of memory. */
  return g_strdup_printf (_("Does not fit, %s over, but runs with a part in system memory"), over);
}

/* Memory may suffice in sum, and not where it is needed. */
static char *
reason_exceeds (const PlimsollEstimate *estimate)
{
  guint64 over = 0;
  g_autofree char *text = NULL;

  if (estimate->serving.budget > 0 && estimate->headroom >= 0)
    return g_strdup (_("Does not start: less memory is free than its share, as others use some"));

  if (estimate->headroom < 0)
    {
      text = plimsoll_format_gib ((guint64) -estimate->headroom, 2);
      /* Translators: an amount of memory. */
      return g_strdup_printf (_("Does not fit, %s over"), text);
    }

  for (guint i = 0; i < estimate->memory.n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &estimate->memory.devices[i];

      /* By the rule more may be usable than the driver reports. */
      guint64 room = device->physical > 0 ? MIN (device->usable, device->physical) : device->usable;

      if (device->required > room)
        over = MAX (over, device->required - room);
    }
  if (over > 0)
    {
      text = plimsoll_format_gib (over, 2);
      /* Translators: an amount of memory. */
      return g_strdup_printf (_("Does not fit, %s over on one of the accelerators"), text);
    }

  text = plimsoll_format_gib (estimate->host_required, 2);

  /* Translators: an amount of memory. */
  return g_strdup_printf (_("Does not fit: it needs %s of system memory"), text);
}

static char *
reason_refused (const PlimsollEstimate *estimate)
{
  const guint32 counts = estimate->serving.counts_that_work;
  g_autoptr (GString) list = g_string_new (NULL);

  if (estimate->refusal == NULL)
    return g_strdup (_("It cannot be sized"));
  if (counts == 0)
    return g_strdup (_(estimate->refusal));

  for (guint i = 0; i < 32; i++)
    if ((counts & (1u << i)) != 0)
      g_string_append_printf (list, "%s%u", list->len > 0 ? ", " : "", i + 1);

  /* Translators: why a number of devices is refused, and a list of those that work: "1, 2, 4". */
  return g_strdup_printf (_("%s; these work: %s"), _(estimate->refusal), list->str);
}

static char *
reason_waiting (const PlimsollServing *serving)
{
  const guint held = (guint) serving->requests;

  /* Translators: how many requests are held in memory at once, and how many were asked. */
  return g_strdup_printf (ngettext ("Fits, with %u request of the %u at once; the others wait",
                                    "Fits, with %u requests of the %u at once; the others wait",
                                    held),
                          held, serving->asked);
}

char *
plimsoll_answer_reason (const PlimsollEstimate *estimate)
{
  g_autofree char *spare = NULL;

  g_return_val_if_fail (estimate != NULL, NULL);

  if (!estimate->valid)
    return reason_refused (estimate);

  spare = plimsoll_format_gib_signed (estimate->headroom, 2);

  switch (estimate->verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      /* Translators: an amount of memory. */
      return g_strdup_printf (_("Fits, %s to spare"), spare);
    case PLIMSOLL_VERDICT_TIGHT:
      if (estimate->serving.requests < estimate->serving.asked)
        return reason_waiting (&estimate->serving);
      /* Translators: an amount of memory. */
      return g_strdup_printf (_("Fits tightly, %s to spare"), spare);
    case PLIMSOLL_VERDICT_OFFLOAD:
      if (estimate->planned)
        return reason_planned (estimate);
      /* Translators: an amount of memory. */
      return g_strdup_printf (_("Runs with a part in system memory, %s to spare"), spare);
    case PLIMSOLL_VERDICT_EXCEEDS:
      return reason_exceeds (estimate);
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return g_strdup (_("Whether it fits is not known: the memory of the accelerator is not"));
    }
}

/* What the model's own files leave to be said. */
static void
add_file_notes (GStrvBuilder *notes, PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollWeights *own = plimsoll_model_get_own_weights (model);

  if (own != NULL && own->is_native
      && plimsoll_scenario_get_engine (scenario) == PLIMSOLL_ENGINE_LLAMA_CPP)
    {
      g_autofree char *bytes = plimsoll_format_memory (own->tensor_bytes);

      /* Translators: a number format such as BF16, an amount of memory, a precision. */
      g_strv_builder_take (
        notes, g_strdup_printf (_("The files are %s in safetensors, %s; llama.cpp runs "
                                   "a GGUF made of them, here as %s"),
                                own->name, bytes, plimsoll_scenario_get_precision (scenario)));
    }
  g_strv_builder_addv (notes, (const char **) plimsoll_model_get_assumptions (model));
}

/* Requests that share one context. */
static guint
sharing_requests (PlimsollScenario *scenario)
{
  return plimsoll_engine_serves (plimsoll_scenario_get_engine (scenario))
           ? 1
           : plimsoll_scenario_get_parallel (scenario);
}

char **
plimsoll_answer_notes (PlimsollSizer *sizer)
{
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();
  const PlimsollEstimate *estimate;
  PlimsollScenario *scenario;
  PlimsollModel *model;
  PlimsollSavings savings;
  g_auto (GStrv) additions = NULL;
  gboolean serves;
  guint limit;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  estimate = plimsoll_sizer_get_estimate (sizer);
  scenario = plimsoll_sizer_get_scenario (sizer);
  model = plimsoll_scenario_get_model (scenario);
  if (!estimate->valid || model == NULL)
    return g_strv_builder_end (notes);

  add_file_notes (notes, scenario);
  additions = plimsoll_answer_addition_notes (sizer);
  g_strv_builder_addv (notes, (const char **) additions);

  serves = plimsoll_engine_serves (plimsoll_scenario_get_engine (scenario));
  limit = plimsoll_model_get_max_context (model);
  if (limit != 0
      && plimsoll_scenario_get_context_length (scenario)
           > (guint64) limit * sharing_requests (scenario))
    {
      g_autofree char *trained = plimsoll_format_tokens (limit);

      /* Translators: a number of tokens. */
      g_strv_builder_take (notes,
                           g_strdup_printf (_("The model was made for a context of %s"), trained));
    }

  if (estimate->kv_types_differ)
    g_strv_builder_add (notes, _("With K and V of different types attention runs on the "
                                  "processor"));

  plimsoll_sizer_get_savings (sizer, &savings);
  if (savings.q8_cache > 0)
    {
      g_autofree char *bytes = plimsoll_format_memory (savings.q8_cache);

      /* Translators: an amount of memory. */
      g_strv_builder_take (notes, g_strdup_printf (serves ? _("An fp8 cache would spare %s")
                                                          : _("A q8_0 cache would spare %s"),
                                                   bytes));
    }
  if (savings.smaller != NULL && savings.smaller_spares > 0)
    {
      g_autofree char *bytes = plimsoll_format_memory (savings.smaller_spares);

      /* Translators: a precision, and an amount of memory. */
      g_strv_builder_take (notes,
                           g_strdup_printf (_("%s would spare %s"), savings.smaller->name, bytes));
    }
  if (savings.larger != NULL && savings.larger_needs > 0)
    {
      g_autofree char *bytes = plimsoll_format_memory (savings.larger_needs);

      /* Translators: a precision, and an amount of memory. */
      g_strv_builder_take (notes, g_strdup_printf (_("%s would need %s more"),
                                                   savings.larger->name, bytes));
    }

  return g_strv_builder_end (notes);
}
