/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-answer.h"

#include "plimsoll-format.h"
#include "plimsoll-measured-here.h"

#include <glib/gi18n.h>
#include <math.h>

static void
add_row (GString *text, const char *label, const char *value, const char *aside)
{
  g_string_append (text, "  ");
  plimsoll_format_pad (text, label, 18, FALSE);
  plimsoll_format_pad (text, value, 14, TRUE);
  if (aside != NULL)
    g_string_append_printf (text, "   %s", aside);
  g_string_append_c (text, '\n');
}

static void
add_bytes (GString *text, const char *label, guint64 bytes, const char *aside)
{
  g_autofree char *value = plimsoll_format_gib (bytes, 2);

  add_row (text, label, value, aside);
}

static void
add_question (GString *text, PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  g_autofree char *context =
    plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
  g_autofree char *ram = plimsoll_format_memory (plimsoll_scenario_get_system_memory (scenario));
  const char *kv = plimsoll_scenario_get_kv_type (scenario);
  guint count = plimsoll_scenario_get_accelerator_count (scenario);
  g_autofree char *cache = kv != NULL
                             ? g_strdup (kv)
                             : g_strdup_printf ("%s/%s", plimsoll_scenario_get_kv_k_type (scenario),
                                                plimsoll_scenario_get_kv_v_type (scenario));

  /* Translators: a model, its precision, a number of tokens, the type of the cache, the engine. */
  g_string_append_printf (text, _("%s · %s · %s context · %s cache · %s"),
                          plimsoll_model_get_name (model),
                          plimsoll_scenario_get_precision (scenario), context, cache,
                          plimsoll_enum_nick (PLIMSOLL_TYPE_ENGINE,
                                              (int) plimsoll_scenario_get_engine (scenario)));
  g_string_append_c (text, '\n');

  if (count == 0 || accelerator == NULL)
    g_string_append (text, _("On the processor alone"));
  else
    {
      g_autofree char *hardware = plimsoll_answer_hardware (scenario);

      /* Translators: accelerators, each with how many of it: "2 × RTX 3090 + 1 × RTX 3060". */
      g_string_append_printf (text, _("On %s"), hardware);
    }
  if (plimsoll_scenario_get_system_memory (scenario) != 0)
    {
      g_string_append (text, " · ");
      /* Translators: an amount of memory. */
      g_string_append_printf (text, _("%s system memory"), ram);
    }
  g_string_append (text, "\n\n");
}

/* "1.83 GiB   weights 604 MiB, cache 1.09 GiB, buffers 156 MiB" */
static void
add_draft (GString *text, const PlimsollAdditionsMemory *memory)
{
  g_autofree char *weights = plimsoll_format_memory (memory->draft_weights);
  g_autofree char *cache = plimsoll_format_memory (memory->draft_cache);
  g_autofree char *compute = plimsoll_format_memory (memory->draft_compute);
  /* Translators: three amounts of memory. */
  g_autofree char *aside =
    g_strdup_printf (_("weights %s, cache %s, buffers %s"), weights, cache, compute);

  add_bytes (text, _("Draft model"),
             memory->draft_weights + memory->draft_cache + memory->draft_compute, aside);
}

static void
add_additions (GString *text, PlimsollSizer *sizer)
{
  const PlimsollAdditionsMemory *memory = &plimsoll_sizer_get_estimate (sizer)->memory.additions;
  PlimsollMtpMemory mtp;

  plimsoll_answer_mtp (sizer, &mtp);
  if (mtp.weights > 0)
    add_bytes (text, _("Token prediction"), mtp.weights + mtp.cache,
               _("of weights and cache above"));
  if (memory->projector > 0)
    add_bytes (text, _("Vision projector"), memory->projector + memory->projector_compute,
               memory->projector_compute > 0 ? _("with its graph") : _("without its graph"));
  if (memory->adapters > 0)
    add_bytes (text, _("LoRA adapters"), memory->adapters, NULL);
  if (memory->draft_weights > 0)
    add_draft (text, memory);
}

static void
add_memory (GString *text, PlimsollSizer *sizer)
{
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  const PlimsollMemory *memory = &estimate->memory;
  g_autofree char *gb = plimsoll_format_other_unit (estimate->required, 2);
  g_autofree char *context = plimsoll_format_tokens_about (estimate->longest_context);
  g_autofree char *on_host = plimsoll_format_memory (memory->weights_host);
  g_autofree char *host_text = NULL;
  g_autofree char *physical_text = NULL;
  guint64 weights = 0;
  guint64 cache = 0;
  guint64 state = 0;
  guint64 compute = 0;
  guint64 runtime = 0;

  for (guint i = 0; i < memory->n_devices; i++)
    {
      weights += memory->devices[i].weights;
      cache += memory->devices[i].kv_cache;
      state += memory->devices[i].state;
      compute += memory->devices[i].compute;
      runtime += memory->devices[i].runtime + memory->devices[i].in_use;
    }

  if (memory->weights_host > 0)
    /* Translators: an amount of memory. */
    host_text = g_strdup_printf (_("and %s in system memory"), on_host);
  if (estimate->physical > 0)
    {
      g_autofree char *physical = plimsoll_format_gib (estimate->physical, 2);

      /* Translators: an amount of memory. */
      physical_text = g_strdup_printf (_("of %s"), physical);
    }

  add_bytes (text, _("Weights"), weights, host_text);
  add_bytes (text, _("KV cache"), cache, NULL);
  if (state > 0)
    add_bytes (text, _("State"), state, NULL);
  if (memory->compute_exactness == PLIMSOLL_UNKNOWN)
    add_row (text, _("Compute buffers"), PLIMSOLL_FORMAT_UNKNOWN,
             estimate->serving.budget > 0 ? _("beside the share that the engine takes")
                                          : _("not known: the model's shapes are not"));
  else
    add_bytes (text, _("Compute buffers"), compute, NULL);
  add_additions (text, sizer);
  add_bytes (text, _("Runtime and others"), runtime, NULL);
  add_bytes (text, _("Required"), estimate->required, gb);
  add_bytes (text, _("Usable"), estimate->usable, physical_text);
  if (estimate->host_required > 0)
    add_bytes (text, _("System memory"), estimate->host_required, NULL);
  add_row (text, _("Longest context"),
           estimate->longest_context > 0 ? context : PLIMSOLL_FORMAT_UNKNOWN,
           estimate->serving.asked > 1 ? _("with all requests at once") : NULL);
  add_bytes (text, _("Model file"), estimate->file,
             memory->weights_exactness == PLIMSOLL_EXACT ? _("exact") : _("modelled"));
}

/* What vLLM and SGLang make of their budget. */
static void
add_serving (GString *text, const PlimsollServing *serving)
{
  g_autofree char *low = plimsoll_format_gib (serving->kv_low, 2);
  g_autofree char *high = plimsoll_format_gib (serving->kv_high, 2);
  g_autofree char *tokens = plimsoll_format_tokens_about (serving->tokens);
  g_autofree char *longest = plimsoll_format_tokens_about (serving->longest_model_len);
  g_autofree char *requests = plimsoll_format_number (serving->requests, 2);
  g_autofree char *between =
    plimsoll_format_range (serving->requests_low, serving->requests_high, 1);
  /* Translators: two amounts of memory. */
  g_autofree char *memory_between = g_strdup_printf (_("%s – %s, modelled"), low, high);
  /* Translators: two numbers, "12.1 – 14.6". */
  g_autofree char *requests_between = g_strdup_printf (_("%s, modelled"), between);

  g_string_append_c (text, '\n');
  add_bytes (text, _("Room for the cache"), serving->kv_memory, memory_between);
  add_row (text, _("Tokens in the cache"), tokens, NULL);
  add_row (text, _("Requests at once"), requests, requests_between);
  add_row (text, _("Longest request"),
           serving->longest_model_len > 0 ? longest : PLIMSOLL_FORMAT_UNKNOWN, NULL);
}

/* "94.2 tok/s   81.0 – 109, modelled" */
static void
add_speed_row (GString *text,
               const char *label,
               const PlimsollRange *range,
               PlimsollSpeedBasis basis)
{
  const double middle = isnan (range->value) ? range->high : range->value;
  const guint decimals = middle < 10 ? 1 : 0;
  g_autofree char *between = plimsoll_format_range (range->low, range->high, decimals);
  g_autofree char *value = plimsoll_format_speed (range->value);
  g_autofree char *aside = plimsoll_speed_basis_mark (basis, between);

  if (isnan (range->low))
    add_row (text, label, PLIMSOLL_FORMAT_UNKNOWN, _("unknown"));
  else
    add_row (text, label, value, aside);
}

static void
add_first_token (GString *text, const PlimsollRange *range, PlimsollSpeedBasis basis)
{
  g_autofree char *value = plimsoll_format_milliseconds (range->value * 1000);
  g_autofree char *low = plimsoll_format_milliseconds (range->low * 1000);
  g_autofree char *high = plimsoll_format_milliseconds (range->high * 1000);
  g_autofree char *between = g_strdup_printf ("%s – %s", low, high);
  g_autofree char *aside = plimsoll_speed_basis_mark (basis, between);

  if (isnan (range->value))
    add_row (text, _("First token"), PLIMSOLL_FORMAT_UNKNOWN, _("unknown"));
  else
    add_row (text, _("First token"), value, aside);
}

static void
add_speed (GString *text, const PlimsollSpeed *speed, PlimsollScenario *scenario)
{
  g_string_append_c (text, '\n');
  add_speed_row (text, _("Decode"), &speed->decode, speed->plan.basis_decode);
  add_speed_row (text, _("Prefill"), &speed->prefill, speed->plan.basis_prefill);
  add_first_token (text, &speed->first_token, plimsoll_speed_plan_basis_first (&speed->plan));
  if (plimsoll_scenario_get_parallel (scenario) > 1 && !isnan (speed->batch.value))
    {
      g_autofree char *value = plimsoll_format_speed (speed->batch.value);

      add_row (text, _("All requests"), value, _("at most, modelled"));
    }
}

static void
add_needs (GString *text, PlimsollSizer *sizer)
{
  g_autofree char *needs = plimsoll_answer_needs_text (sizer);

  if (needs != NULL)
    g_string_append_printf (text, "%s\n", needs);
}

/* In words, and as flags. */
static void
add_plan (GString *text, PlimsollSizer *sizer)
{
  const PlimsollPlan *plan = plimsoll_sizer_get_plan (sizer);
  g_autofree char *words = plimsoll_answer_plan_text (sizer);
  g_autofree char *flags = NULL;

  if (plan == NULL)
    return;

  flags = plimsoll_answer_plan_flags (sizer);
  /* Translators: how it would run fastest, in words, and the flags for that. */
  g_string_append_printf (text, _("Fastest plan: %s\n  %s"), words, flags);
  g_string_append (text, "\n\n");
}

char *
plimsoll_answer_to_text (PlimsollSizer *sizer)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *reason = NULL;
  g_auto (GStrv) notes = NULL;
  const PlimsollEstimate *estimate;
  PlimsollScenario *scenario;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  estimate = plimsoll_sizer_get_estimate (sizer);
  scenario = plimsoll_sizer_get_scenario (sizer);
  reason = plimsoll_answer_reason (estimate);
  notes = plimsoll_answer_notes (sizer);

  if (plimsoll_scenario_get_model (scenario) != NULL)
    add_question (text, scenario);
  g_string_append_printf (text, "%s\n", reason);
  if (!estimate->valid)
    return g_string_free_and_steal (g_steal_pointer (&text));

  g_string_append_c (text, '\n');
  add_memory (text, sizer);
  if (plimsoll_engine_serves (plimsoll_scenario_get_engine (scenario)))
    add_serving (text, &estimate->serving);
  add_speed (text, &estimate->speed, scenario);
  g_string_append_c (text, '\n');
  add_plan (text, sizer);
  add_needs (text, sizer);
  for (gsize i = 0; notes[i] != NULL; i++)
    g_string_append_printf (text, "%s\n", notes[i]);

  return g_string_free_and_steal (g_steal_pointer (&text));
}
