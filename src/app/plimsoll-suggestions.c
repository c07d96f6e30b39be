/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-suggestions.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-cargo.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"
#include "plimsoll-precision-stops.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define MAX_SUGGESTIONS 3
#define FEW_SEQUENCES 128u
#define WORTH_A_WORD (50 * MIB)

void
plimsoll_suggestion_free (PlimsollSuggestion *self)
{
  g_free (self->label);
  g_free (self->value);
  g_free (self);
}

static void
add (GPtrArray *list, char *label, const char *icon, const char *property, char *value)
{
  PlimsollSuggestion *suggestion = g_new0 (PlimsollSuggestion, 1);

  *suggestion = (PlimsollSuggestion) { label, icon, property, value };
  g_ptr_array_add (list, suggestion);
}

static gboolean
holds (const PlimsollEstimate *estimate)
{
  return estimate->valid
         && (estimate->verdict == PLIMSOLL_VERDICT_FITS
             || estimate->verdict == PLIMSOLL_VERDICT_TIGHT);
}

/* Where requests wait, a smaller cache spares nothing: it holds more of them. */
static gboolean
suggest_cache_for_more (GPtrArray *list, PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollServing *now = &plimsoll_sizer_get_estimate (sizer)->serving;
  PlimsollQuestion question;
  PlimsollEstimate estimate;

  if (now->budget == 0 || now->requests >= now->asked)
    return FALSE;

  plimsoll_scenario_get_question (scenario, &question);
  if (question.kv_k == PLIMSOLL_FORMAT_I8)
    return TRUE;
  question.kv_k = question.kv_v = PLIMSOLL_FORMAT_I8;
  plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &estimate);
  if (estimate.valid && floor (estimate.serving.requests) > floor (now->requests))
    {
      const guint held = (guint) MIN (estimate.serving.requests, now->asked);

      /* Translators: how many requests are held with a cache of fewer bits. */
      add (list,
           g_strdup_printf (ngettext ("8-bit KV cache: %u request at once",
                                      "8-bit KV cache: %u requests at once", held),
                            held),
           "plimsoll-hint-symbolic", "kv-type", g_strdup ("fp8"));
    }
  return TRUE;
}

/* The trial of so many requests at the start takes room from the cache. */
static void
suggest_sequences (GPtrArray *list, PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollServing *now = &plimsoll_sizer_get_estimate (sizer)->serving;
  PlimsollQuestion question;
  PlimsollEstimate estimate;
  g_autofree char *gained = NULL;

  if (now->budget == 0 || now->limits.max_sequences <= FEW_SEQUENCES || now->asked > FEW_SEQUENCES)
    return;

  plimsoll_scenario_get_question (scenario, &question);
  question.serving.max_sequences = FEW_SEQUENCES;
  plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &estimate);
  if (!estimate.valid || estimate.serving.kv_memory < now->kv_memory + 5 * WORTH_A_WORD)
    return;
  gained = plimsoll_format_gib (estimate.serving.kv_memory - now->kv_memory, 2);
  /* Translators: requests that an engine takes in a step, and memory. */
  add (list,
       g_strdup_printf (_("At most %u requests a step: %s more cache"), FEW_SEQUENCES, gained),
       "plimsoll-hint-symbolic", "max-num-seqs", g_strdup_printf ("%u", FEW_SEQUENCES));
}

static void
suggest_cache (GPtrArray *list, PlimsollSizer *sizer, const PlimsollSavings *savings)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const char *type = plimsoll_scenario_get_kv_type (scenario);
  g_autofree char *saved = NULL;

  if (suggest_cache_for_more (list, sizer))
    return;
  if (savings->q8_cache < WORTH_A_WORD || g_strcmp0 (type, "f16") != 0)
    return;
  saved = plimsoll_format_gib (savings->q8_cache, 2);
  /* Translators: memory that a cache of fewer bits spares: "1.41 GiB". */
  add (list, g_strdup_printf (_("8-bit KV cache: saves %s"), saved), "plimsoll-hint-symbolic",
       "kv-type",
       g_strdup (plimsoll_engine_serves (plimsoll_scenario_get_engine (scenario)) ? "fp8"
                                                                                  : "q8_0"));
}

/* The next main precision with more or fewer bits than the present one, from @from on: the others
 * between them differ too little to be worth a word. */
static const PlimsollPrecisionSize *
next_main (PlimsollSizer *sizer, int direction, guint64 from, PlimsollEstimate *estimate)
{
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (sizer, &n);
  PlimsollModel *model = plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (sizer));
  const char *native = model != NULL ? plimsoll_model_get_spec (model)->native_dtype : NULL;
  const char *twin = g_strcmp0 (native, "F16") == 0 ? "BF16" : "F16";

  for (gsize k = 0; k < n; k++)
    {
      gsize i = direction > 0 ? k : n - 1 - k;
      PlimsollPrecision type = sizes[i].info->type;

      if (plimsoll_precision_mark (sizes[i].info->name) == NULL
          || g_strcmp0 (sizes[i].info->name, twin) == 0
          || (direction > 0 ? sizes[i].file_bytes <= from : sizes[i].file_bytes >= from))
        continue;
      plimsoll_sizer_estimate_with (sizer, NULL, &type, NULL, estimate);
      return &sizes[i];
    }
  return NULL;
}

static guint64
present_bytes (PlimsollSizer *sizer)
{
  const PlimsollWeights *weights = plimsoll_sizer_get_weights (sizer);

  return weights != NULL ? weights->file_bytes : 0;
}

/* The best precision below the present one that fits. */
static void
suggest_smaller (GPtrArray *list, PlimsollSizer *sizer)
{
  PlimsollEstimate estimate;
  guint64 bytes = present_bytes (sizer);
  const PlimsollPrecisionSize *size;

  while ((size = next_main (sizer, -1, bytes, &estimate)) != NULL)
    {
      g_autofree char *spare = NULL;

      bytes = size->file_bytes;
      if (!holds (&estimate))
        continue;
      spare = plimsoll_format_gib_signed (estimate.headroom, 1);
      /* Translators: a precision that fits, and what it leaves: "Q3_K_M: 3.2 GiB to spare". */
      add (list, g_strdup_printf (_("%s: %s to spare"), size->info->name, spare),
           "plimsoll-hint-symbolic", "precision", g_strdup (size->info->name));
      return;
    }
}

/* The best precision above the present one that fits. */
static void
suggest_larger (GPtrArray *list, PlimsollSizer *sizer)
{
  PlimsollEstimate estimate;
  guint64 bytes = present_bytes (sizer);
  const PlimsollPrecisionSize *size, *best = NULL;

  while ((size = next_main (sizer, 1, bytes, &estimate)) != NULL && holds (&estimate))
    {
      bytes = size->file_bytes;
      best = size;
    }
  if (best != NULL)
    /* Translators: a precision with more bits. */
    add (list, g_strdup_printf (_("%s fits as well"), best->info->name), "plimsoll-hint-symbolic",
         "precision", g_strdup (best->info->name));
}

static void
suggest_context (GPtrArray *list, PlimsollSizer *sizer, const PlimsollEstimate *now)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  guint64 stops[PLIMSOLL_MAX_CONTEXT_STOPS], best = 0;
  guint64 present = plimsoll_scenario_get_context_length (scenario);
  guint n = plimsoll_context_stops (MAX (now->longest_context, 1), stops);
  g_autofree char *tokens = NULL;

  for (guint i = 0; i < n; i++)
    if (stops[i] <= now->longest_context && stops[i] % 256 == 0)
      best = MAX (best, stops[i]);
  /* A little more is not worth a press. */
  if (best == 0 || best == present || (best > present && best < present + present / 4))
    return;

  tokens = plimsoll_format_tokens_about (best);
  if (best > present)
    /* Translators: the longest context that fits: "42K". */
    add (list, g_strdup_printf (_("Up to %s of context"), tokens), "plimsoll-hint-symbolic",
         "context-length", g_strdup_printf ("%" G_GUINT64_FORMAT, best));
  else
    add (list, g_strdup_printf (_("%s of context fits"), tokens), "plimsoll-hint-symbolic",
         "context-length", g_strdup_printf ("%" G_GUINT64_FORMAT, best));
}

static void
suggest_boards (GPtrArray *list, PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  guint count = plimsoll_scenario_get_accelerator_count (scenario), each;
  PlimsollQuestion question;

  if (accelerator == NULL || count == 0 || plimsoll_accelerator_get_facts (accelerator)->unified)
    return;

  plimsoll_scenario_get_question (scenario, &question);
  each = MAX (1, question.n_devices / count);
  for (guint boards = count + 1; boards * each <= PLIMSOLL_MAX_DEVICES; boards++)
    {
      PlimsollEstimate estimate;

      question.n_devices = boards * each;
      plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &estimate);
      if (!holds (&estimate))
        continue;
      /* Translators: how many of an accelerator are needed: "Fits on 2 × NVIDIA RTX 4090". */
      add (list,
           g_strdup_printf (_("Fits on %u × %s"), boards,
                            plimsoll_accelerator_get_name (accelerator)),
           "plimsoll-accelerator-symbolic", "accelerator-count", g_strdup_printf ("%u", boards));
      return;
    }
}

GPtrArray *
plimsoll_suggestions_new (PlimsollSizer *sizer)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) plimsoll_suggestion_free);
  const PlimsollEstimate *now = plimsoll_sizer_get_estimate (sizer);
  PlimsollSavings savings;

  if (!now->valid)
    return list;

  plimsoll_sizer_get_savings (sizer, &savings);
  if (holds (now))
    {
      suggest_cache (list, sizer, &savings);
      if (now->verdict == PLIMSOLL_VERDICT_TIGHT)
        suggest_smaller (list, sizer);
      suggest_larger (list, sizer);
      suggest_sequences (list, sizer);
      suggest_context (list, sizer, now);
    }
  else
    {
      suggest_sequences (list, sizer);
      suggest_boards (list, sizer);
      suggest_smaller (list, sizer);
      suggest_context (list, sizer, now);
      suggest_cache (list, sizer, &savings);
    }
  if (list->len > MAX_SUGGESTIONS)
    g_ptr_array_set_size (list, MAX_SUGGESTIONS);
  return list;
}

/* What is not asked is taken all the same. */
static void
note_serving (GPtrArray *notes, const PlimsollServing *serving)
{
  g_autofree char *share = NULL, *budget = NULL, *room = NULL;

  if (serving->budget == 0)
    return;

  share = plimsoll_format_percent (serving->limits.utilization, 0);
  budget = plimsoll_format_gib (serving->budget, 2);
  room = plimsoll_format_gib (serving->kv_memory, 2);
  /* Translators: a share of memory, "92 %", and two amounts of it. */
  g_ptr_array_add (notes, g_strdup_printf (_("The engine takes %s of each accelerator, %s, from "
                                              "the start: %s of it for the cache"),
                                           share, budget, room));
}

static void
note_dominant (GPtrArray *notes, const PlimsollEstimate *now)
{
  PlimsollCargo cargo;
  g_autofree char *share = NULL;
  double total;

  plimsoll_cargo_of_estimate (now, &cargo);
  total = (double) MAX (plimsoll_cargo_total (&cargo), 1);
  if (cargo.cache > cargo.weights)
    {
      share = plimsoll_format_percent ((double) cargo.cache / total, 0);
      /* Translators: "62 %". */
      g_ptr_array_add (notes, g_strdup_printf (_("The KV cache takes %s of the memory"), share));
    }
  else
    {
      share = plimsoll_format_percent ((double) cargo.weights / total, 0);
      g_ptr_array_add (notes, g_strdup_printf (_("The weights take %s of the memory"), share));
    }
}

static void
note_precision (GPtrArray *notes, PlimsollSizer *sizer, int direction)
{
  const PlimsollEstimate *now = plimsoll_sizer_get_estimate (sizer);
  PlimsollEstimate other;
  const PlimsollPrecisionSize *size = next_main (sizer, direction, present_bytes (sizer), &other);
  g_autofree char *difference = NULL;

  if (size == NULL || !other.valid)
    return;
  if (direction < 0 && other.required < now->required)
    {
      difference = plimsoll_format_gib (now->required - other.required, 2);
      /* Translators: a precision, and memory: "Q3_K_M would save 3.91 GiB". */
      g_ptr_array_add (notes,
                       g_strdup_printf (_("%s would save %s"), size->info->name, difference));
    }
  else if (direction > 0 && other.required > now->required)
    {
      difference = plimsoll_format_gib (other.required - now->required, 2);
      /* Translators: a precision, and memory: "Q5_K_M would need 2.91 GiB more". */
      g_ptr_array_add (notes,
                       g_strdup_printf (_("%s would need %s more"), size->info->name, difference));
    }
}

static void
note_savings (GPtrArray *notes, PlimsollSizer *sizer)
{
  PlimsollSavings savings;

  plimsoll_sizer_get_savings (sizer, &savings);
  if (savings.q8_cache >= WORTH_A_WORD)
    {
      g_autofree char *saved = plimsoll_format_gib (savings.q8_cache, 2);

      /* Translators: memory: "1.41 GiB". */
      g_ptr_array_add (notes, g_strdup_printf (_("An 8-bit KV cache would save %s"), saved));
    }
  note_precision (notes, sizer, -1);
  note_precision (notes, sizer, 1);
}

GPtrArray *
plimsoll_notes_new (PlimsollSizer *sizer)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  const PlimsollEstimate *now = plimsoll_sizer_get_estimate (sizer);

  if (!now->valid)
    return notes;

  note_serving (notes, &now->serving);
  note_dominant (notes, now);
  note_savings (notes, sizer);
  if (now->kv_types_differ)
    g_ptr_array_add (notes, g_strdup (_("With different types of K and V, llama.cpp attends on "
                                         "the processor")));
  return notes;
}

gboolean
plimsoll_suggestion_apply (PlimsollScenario *scenario, const char *property, const char *value)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (scenario), property);

  if (pspec == NULL)
    return FALSE;
  if (G_IS_PARAM_SPEC_STRING (pspec))
    g_object_set (scenario, property, value, NULL);
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_object_set (scenario, property, (guint) g_ascii_strtoull (value, NULL, 10), NULL);
  else if (G_IS_PARAM_SPEC_UINT64 (pspec))
    g_object_set (scenario, property, g_ascii_strtoull (value, NULL, 10), NULL);
  else
    return FALSE;
  return TRUE;
}
