/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-labels.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* As in a sentence: "1.2 GiB", "1,495 GiB". */
static char *
amount (gint64 bytes)
{
  double shown = fabs ((double) bytes) / plimsoll_format_unit_bytes ();

  return plimsoll_format_gib ((guint64) ABS (bytes), shown >= 99.95 ? 0 : shown >= 0.095 ? 1 : 2);
}

static const char *
attention_word (const PlimsollModelSpec *spec)
{
  const char *word = NULL;
  gboolean recurrent = FALSE;

  for (guint i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollAttention *attention = &spec->kinds[i].attention;

      if (attention->kind == PLIMSOLL_ATTENTION_MLA)
        word = C_("attention", "MLA");
      else if (attention->kind == PLIMSOLL_ATTENTION_NONE)
        recurrent = TRUE;
      else if (word == NULL)
        word = attention->kv_heads < attention->heads
                 ? (attention->kv_heads == 1 ? C_("attention", "MQA") : C_("attention", "GQA"))
                 : C_("attention", "MHA");
    }
  if (recurrent)
    return word == NULL ? C_("attention", "recurrent") : C_("attention", "hybrid");
  return word;
}

gboolean
plimsoll_model_is_mixture (PlimsollModel *model)
{
  const PlimsollModelSpec *spec = plimsoll_model_get_spec (model);

  if (spec->source == PLIMSOLL_SPEC_FROM_TOTALS)
    return spec->stated_active_parameters > 0
           && spec->stated_active_parameters < spec->stated_parameters;
  for (guint i = 0; i < spec->n_kinds; i++)
    if (spec->kinds[i].feed_forward.experts > 0)
      return TRUE;
  return FALSE;
}

char *
plimsoll_label_architecture (PlimsollModel *model)
{
  const PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
  gboolean mixture = plimsoll_model_is_mixture (model);
  const char *attention = spec->source != PLIMSOLL_SPEC_FROM_TOTALS ? attention_word (spec) : NULL;

  if (attention == NULL)
    return g_strdup (mixture ? _("MoE") : C_("model", "dense"));
  return g_strdup_printf ("%s · %s", mixture ? _("MoE") : C_("model", "dense"), attention);
}

const char *
plimsoll_label_licence (PlimsollModel *model)
{
  /* The hub's tags. */
  static const struct
  {
    const char *tag;
    const char *name;
  } licences[] = {
    { "apache-2.0", "Apache-2.0" },
    { "mit", "MIT" },
    { "bsd-3-clause", "BSD-3-Clause" },
    { "cc-by-4.0", "CC BY 4.0" },
    { "cc-by-nc-4.0", "CC BY-NC 4.0" },
    { "gemma", "Gemma" },
    { "llama2", "Llama 2" },
    { "llama3", "Llama 3" },
    { "llama3.1", "Llama 3.1" },
    { "llama3.2", "Llama 3.2" },
    { "llama3.3", "Llama 3.3" },
    { "llama4", "Llama 4" },
    { "other", N_("custom licence") },
  };
  const char *licence = plimsoll_model_get_licence (model);

  for (guint i = 0; licence != NULL && i < G_N_ELEMENTS (licences); i++)
    if (g_ascii_strcasecmp (licences[i].tag, licence) == 0)
      return _(licences[i].name);
  return licence;
}

char *
plimsoll_label_size (PlimsollModel *model)
{
  guint64 total = plimsoll_model_get_parameters (model);
  guint64 active = plimsoll_model_get_active_parameters (model);
  g_autofree char *all = plimsoll_format_parameters (total);
  g_autofree char *some = plimsoll_format_parameters (active);

  if (active > 0 && plimsoll_model_is_mixture (model))
    /* Translators: parameters of a model: all of them, and those that one token uses. */
    return g_strdup_printf (_("%s total · %s active"), all, some);
  /* Translators: how many parameters a model has: "8.2 B". */
  return g_strdup_printf (_("%s parameters"), all);
}

char *
plimsoll_label_verdict_title (const PlimsollEstimate *estimate)
{
  g_autofree char *over = amount (estimate->headroom);

  switch (estimate->verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      return g_strdup_printf (_("Fits · %s to spare"), over);
    case PLIMSOLL_VERDICT_TIGHT:
      if (estimate->serving.requests < estimate->serving.asked)
        /* Translators: how many requests are held in memory at once, and how many were asked. */
        return g_strdup_printf (_("Tight · %u of %u requests at once"),
                                (guint) estimate->serving.requests, estimate->serving.asked);
      return g_strdup_printf (_("Tight · %s to spare"), over);
    case PLIMSOLL_VERDICT_OFFLOAD:
      if (estimate->headroom >= 0)
        /* Translators: the model runs with a part in system memory; an amount of memory. */
        return g_strdup_printf (_("Offload · %s to spare"), over);
      /* Translators: the model runs with a part in system memory. */
      return g_strdup_printf (_("Offload · %s over"), over);
    case PLIMSOLL_VERDICT_EXCEEDS:
      if (estimate->serving.budget > 0 && estimate->headroom >= 0)
        /* Translators: an engine that wants more memory than others leave free. */
        return g_strdup (_("Does not start · others use memory"));
      return g_strdup_printf (_("Does not fit · %s over"), over);
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return g_strdup (_("Cannot be sized"));
    }
}

char *
plimsoll_label_exactness (const PlimsollEstimate *estimate)
{
  const PlimsollMemory *memory = &estimate->memory;
  const PlimsollServing *serving = &estimate->serving;
  gboolean weights = memory->weights_exactness == PLIMSOLL_EXACT;
  gboolean cache = memory->cache_exactness == PLIMSOLL_EXACT;

  if (serving->budget > 0)
    {
      const double unit = plimsoll_format_unit_bytes ();
      g_autofree char *between = plimsoll_format_range ((double) serving->kv_low / unit,
                                                        (double) serving->kv_high / unit, 1);
      /* Translators: two numbers, "4.3 – 6.3". */
      g_autofree char *text = g_strdup_printf (_("Room for the cache: %s GiB"), between);

      return plimsoll_format_in_unit (text);
    }
  if (weights && cache && memory->compute_exactness == PLIMSOLL_EXACT)
    return g_strdup (_("Every part exact"));
  /* Nine in ten measured buffers of one device were within 2 %; those of recurrent models, of the
   * processor and beside blocks in system memory were further off: docs/sizing.md. */
  if (weights && cache && memory->state == 0 && memory->n_devices > 0 && memory->kv_host == 0)
    return g_strdup (_("Weights and cache exact, buffers ± 2 %"));
  if (weights && cache)
    return g_strdup (_("Weights and cache exact, buffers modelled"));
  if (weights)
    return g_strdup (_("Weights exact, cache and buffers modelled"));
  if (cache)
    return g_strdup (_("Cache exact, weights and buffers modelled"));
  return g_strdup (_("Modelled from the number of parameters"));
}

const char *
plimsoll_verdict_icon (PlimsollVerdict verdict)
{
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      return "plimsoll-verdict-fits-symbolic";
    case PLIMSOLL_VERDICT_TIGHT:
      return "plimsoll-verdict-tight-symbolic";
    case PLIMSOLL_VERDICT_OFFLOAD:
      return "plimsoll-verdict-offload-symbolic";
    case PLIMSOLL_VERDICT_EXCEEDS:
      return "plimsoll-verdict-exceeds-symbolic";
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return "dialog-question-symbolic";
    }
}

const char *
plimsoll_verdict_class (PlimsollVerdict verdict)
{
  switch (verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
      return "fits";
    case PLIMSOLL_VERDICT_TIGHT:
      return "tight";
    case PLIMSOLL_VERDICT_OFFLOAD:
      return "offload";
    case PLIMSOLL_VERDICT_EXCEEDS:
      return "exceeds";
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return "unknown";
    }
}
