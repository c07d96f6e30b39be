/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-log-spec.h"

#include "plimsoll-config-reader.h"
#include "plimsoll-parameters.h"

static gboolean
agrees (guint32 logged, guint32 own)
{
  return logged == 0 || logged == own;
}

static gboolean
has_parameters (const PlimsollLog *log, guint64 parameters)
{
  const guint64 apart =
    parameters > log->parameters ? parameters - log->parameters : log->parameters - parameters;

  /* Scales and frequencies that some files hold are no part of the count; a tied head counts twice
   * where the file has it twice. */
  return log->parameters == 0 || parameters == 0
         || apart <= log->parameters_rounding + log->parameters / 2000;
}

gboolean
plimsoll_log_fits_spec (const PlimsollLog *log, const PlimsollModelSpec *spec, guint64 parameters)
{
  guint32 heads = 0, kv_heads = 0, key_dim = 0, feed_forward = 0, experts = 0;
  gboolean latent = FALSE;

  if (log->layers == 0 || log->embedding == 0)
    return FALSE;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollLayer *layer = &spec->kinds[i];

      heads = MAX (heads, layer->attention.heads);
      kv_heads = MAX (kv_heads, layer->attention.kv_heads);
      key_dim = MAX (key_dim, layer->attention.key_dim);
      feed_forward = MAX (feed_forward, layer->feed_forward.dense_width);
      experts = MAX (experts, layer->feed_forward.experts);
      latent = latent || layer->attention.kind == PLIMSOLL_ATTENTION_MLA;
    }

  return (agrees (log->layers, spec->n_blocks)
          || agrees (log->layers, spec->n_blocks + spec->n_mtp_blocks))
         && agrees (log->embedding, spec->embedding) && agrees (log->vocabulary, spec->vocabulary)
         && agrees (log->heads, heads)
         /* With a latent, engines name heads and widths of the compressed form. */
         && (latent || (agrees (log->kv_heads, kv_heads) && agrees (log->key_dim, key_dim)))
         && (experts > 0 || agrees (log->feed_forward, feed_forward))
         && agrees (log->experts, experts)
         && (*log->architecture == '\0' || *spec->architecture == '\0'
             || g_str_equal (log->architecture, spec->architecture))
         && has_parameters (log, parameters);
}

static PlimsollModelSpec *
read_as (const PlimsollLog *log, const char *model_type, gboolean tied)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text,
                   "{\"model_type\": \"%s\", \"vocab_size\": %u, \"hidden_size\": %u, "
                   "\"num_hidden_layers\": %u, \"num_attention_heads\": %u, "
                   "\"num_key_value_heads\": %u, \"head_dim\": %u, \"intermediate_size\": %u, "
                   "\"max_position_embeddings\": %u, \"tie_word_embeddings\": %s",
                   model_type, log->vocabulary, log->embedding, log->layers, log->heads,
                   log->kv_heads, log->key_dim, log->feed_forward, log->max_context,
                   tied ? "true" : "false");
  if (log->experts > 0)
    g_string_append_printf (text,
                            ", \"num_experts\": %u, \"num_experts_per_tok\": %u, "
                            "\"moe_intermediate_size\": %u",
                            log->experts, log->experts_used, log->expert_width);
  g_string_append (text, "}");

  return plimsoll_config_read (text->str, text->len, "log", NULL);
}

PlimsollModelSpec *
plimsoll_log_spec (const PlimsollLog *log)
{
  static const struct
  {
    const char *architecture;
    const char *model_type;
    gboolean experts;
  } known[] = {
    { "llama", "llama", FALSE },
    { "qwen2", "qwen2", FALSE },
    { "qwen3", "qwen3", FALSE },
    { "qwen3moe", "qwen3_moe", TRUE },
  };

  if (log->blocks_differ || log->parameters == 0 || log->vocabulary == 0 || log->heads == 0
      || log->kv_heads == 0 || log->key_dim == 0 || log->feed_forward == 0)
    return NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      if (!g_str_equal (log->architecture, known[i].architecture)
          || known[i].experts != (log->experts > 0)
          || (known[i].experts && (log->expert_width == 0 || log->experts_used == 0)))
        continue;

      for (guint tied = 0; tied < 2; tied++)
        {
          g_autoptr (PlimsollModelSpec) spec = read_as (log, known[i].model_type, tied != 0);
          g_autoptr (PlimsollTensorPlan) plan = NULL;
          PlimsollParameters parameters;

          if (spec == NULL)
            continue;
          plan = plimsoll_tensor_plan_new (spec);
          if (plan != NULL && plimsoll_parameters (spec, plan, &parameters)
              && plimsoll_log_fits_spec (log, spec, parameters.text))
            return g_steal_pointer (&spec);
        }
    }

  return NULL;
}
