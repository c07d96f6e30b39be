/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-suggestions.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-cargo.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define MAX_SUGGESTIONS 3
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

static void
suggest_cache (GPtrArray *list, PlimsollSizer *sizer, const PlimsollSavings *savings)
{
  const char *type = plimsoll_scenario_get_kv_type (plimsoll_sizer_get_scenario (sizer));
  g_autofree char *saved = NULL;

  if (savings->q8_cache < WORTH_A_WORD || g_strcmp0 (type, "f16") != 0)
    return;
  saved = plimsoll_format_gib (savings->q8_cache, 2);
  /* Translators: memory that a cache of fewer bits spares: "1.41 GiB". */
  add (list, g_strdup_printf (_ ("8-bit KV cache: saves %s"), saved), "plimsoll-hint-symbolic",
       "kv-type", g_strdup ("q8_0"));
}

static void
estimate_as (PlimsollSizer *sizer, PlimsollFileType type, PlimsollEstimate *estimate)
{
  plimsoll_sizer_estimate_with (sizer, NULL, &type, NULL, estimate);
}

/* The best precision below the present one that fits. */
static void
suggest_smaller (GPtrArray *list, PlimsollSizer *sizer, const PlimsollEstimate *now)
{
  const PlimsollWeights *weights = plimsoll_sizer_get_weights (sizer);
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (sizer, &n);

  for (gsize i = n; weights != NULL && i-- > 0;)
    {
      PlimsollEstimate estimate;
      g_autofree char *spare = NULL;

      if (sizes[i].file_bytes >= weights->file_bytes || g_str_has_prefix (sizes[i].info->name, "TQ")
          || sizes[i].bits_per_weight < 2)
        continue;
      estimate_as (sizer, sizes[i].info->type, &estimate);
      if (!holds (&estimate))
        continue;
      spare = plimsoll_format_gib_signed (estimate.headroom, 1);
      /* Translators: a precision that fits, and what it leaves: "IQ4_XS: 3.2 GiB to spare". */
      add (list, g_strdup_printf (_ ("%s: %s to spare"), sizes[i].info->name, spare),
           "plimsoll-hint-symbolic", "precision", g_strdup (sizes[i].info->name));
      return;
    }
}

static void
suggest_larger (GPtrArray *list, PlimsollSizer *sizer, const PlimsollSavings *savings)
{
  PlimsollEstimate estimate;

  if (savings->larger == NULL)
    return;
  estimate_as (sizer, savings->larger->type, &estimate);
  if (estimate.verdict == PLIMSOLL_VERDICT_FITS)
    /* Translators: a precision with more bits. */
    add (list, g_strdup_printf (_ ("%s fits as well"), savings->larger->name),
         "plimsoll-hint-symbolic", "precision", g_strdup (savings->larger->name));
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
    add (list, g_strdup_printf (_ ("Up to %s of context"), tokens), "plimsoll-hint-symbolic",
         "context-length", g_strdup_printf ("%" G_GUINT64_FORMAT, best));
  else
    add (list, g_strdup_printf (_ ("%s of context fits"), tokens), "plimsoll-hint-symbolic",
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
      /* Translators: how many of an accelerator are needed: "Fits on 2× NVIDIA RTX 4090". */
      add (list, g_strdup_printf (_ ("Fits on %u× %s"), boards,
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
        suggest_smaller (list, sizer, now);
      suggest_larger (list, sizer, &savings);
      suggest_context (list, sizer, now);
    }
  else
    {
      suggest_boards (list, sizer);
      suggest_smaller (list, sizer, now);
      suggest_context (list, sizer, now);
      suggest_cache (list, sizer, &savings);
    }
  if (list->len > MAX_SUGGESTIONS)
    g_ptr_array_set_size (list, MAX_SUGGESTIONS);
  return list;
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
      g_ptr_array_add (notes, g_strdup_printf (_ ("The KV cache takes %s of the memory"), share));
    }
  else
    {
      share = plimsoll_format_percent ((double) cargo.weights / total, 0);
      g_ptr_array_add (notes, g_strdup_printf (_ ("The weights take %s of the memory"), share));
    }
}

static void
note_savings (GPtrArray *notes, const PlimsollSavings *savings)
{
  if (savings->q8_cache >= WORTH_A_WORD)
    {
      g_autofree char *saved = plimsoll_format_gib (savings->q8_cache, 2);

      /* Translators: memory: "1.41 GiB". */
      g_ptr_array_add (notes, g_strdup_printf (_ ("An 8-bit KV cache would save %s"), saved));
    }
  if (savings->smaller != NULL)
    {
      g_autofree char *saved = plimsoll_format_gib (savings->smaller_spares, 2);

      /* Translators: a precision, and memory: "Q4_K_S would save 0.91 GiB". */
      g_ptr_array_add (notes,
                       g_strdup_printf (_ ("%s would save %s"), savings->smaller->name, saved));
    }
  if (savings->larger != NULL)
    {
      g_autofree char *more = plimsoll_format_gib (savings->larger_needs, 2);

      g_ptr_array_add (notes,
                       g_strdup_printf (_ ("%s would need %s more"), savings->larger->name, more));
    }
}

GPtrArray *
plimsoll_notes_new (PlimsollSizer *sizer)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  const PlimsollEstimate *now = plimsoll_sizer_get_estimate (sizer);
  PlimsollSavings savings;

  if (!now->valid)
    return notes;

  note_dominant (notes, now);
  plimsoll_sizer_get_savings (sizer, &savings);
  note_savings (notes, &savings);
  if (now->kv_types_differ)
    g_ptr_array_add (notes, g_strdup (_ ("With different types of K and V, llama.cpp attends on "
                                         "the processor")));
  return notes;
}

gboolean
plimsoll_suggestion_apply (PlimsollScenario *scenario, const char *property, const char *value)
{
  GParamSpec *pspec =
    g_object_class_find_property (G_OBJECT_GET_CLASS (scenario), property);

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
