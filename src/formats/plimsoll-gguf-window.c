/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-model-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Which blocks have a window, where no key says so: all but the last of each period, or all but
 * the first. */
typedef struct
{
  const char *architecture;
  guint32 period;
  gboolean first_is_full;
  PlimsollAttentionKind kind;
  guint32 window; /* when no key says how long */
} WindowRule;

static const WindowRule rules[] = {
  { "afmoe", 4, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "cohere2", 4, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "exaone-moe", 4, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "exaone4", 4, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "gemma-embedding", 6, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "gemma2", 2, FALSE, PLIMSOLL_ATTENTION_SLIDING, 4096 },
  { "gemma3", 6, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "gemma3n", 5, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "gemma4", 6, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "gpt-oss", 2, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "llama4", 4, FALSE, PLIMSOLL_ATTENTION_CHUNKED, 8192 },
  { "modern-bert", 3, TRUE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "olmo2", 4, FALSE, PLIMSOLL_ATTENTION_SLIDING, 0 },
  { "smallthinker", 4, TRUE, PLIMSOLL_ATTENTION_SLIDING, 4096 },
};

/* Architectures whose window key the engine reads over: it attends to everything. */
static const char *const without_window[] = {
  "llama",   "mistral3", "phi3",     "phimoe",  "qwen2",      "qwen2moe",
  "qwen2vl", "qwen3",    "qwen3moe", "qwen3vl", "qwen3vlmoe", "starcoder2",
};

/* The architectures of the tables in tests/truth. */
static const char *const known[] = {
  "deepseek2",     "gemma2", "gemma3",    "gemma4",   "glm4moe",   "gpt-oss",
  "granitehybrid", "lfm2",   "llama",     "mamba",    "phi3",      "qwen2",
  "qwen3",         "qwen35", "qwen35moe", "qwen3moe", "qwen3next",
};

static gboolean
is_among (const char *name, const char *const *names, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
gguf_model_is_known (const char *architecture)
{
  return is_among (architecture, known, G_N_ELEMENTS (known));
}

static const WindowRule *
find_rule (const char *architecture)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (architecture, rules[i].architecture) == 0)
      return &rules[i];
  return NULL;
}

/* The pattern key is a flag for each block, or the length of a period. */
static gboolean
pattern_says (const GgufModel *self, gboolean *has_window)
{
  g_autofree char *key =
    g_strconcat (self->architecture, ".attention.sliding_window_pattern", NULL);
  gsize n = 0;
  const guint64 *flags = plimsoll_gguf_array (self->gguf, key, &n);
  guint64 period;

  if (flags != NULL && n > self->block && n > 1)
    *has_window = flags[self->block] != 0;
  else if (flags == NULL && plimsoll_gguf_uint (self->gguf, key, &period) && period > 0)
    *has_window = self->block % period < period - 1;
  else
    return FALSE;
  return TRUE;
}

static gboolean
rule_says (const WindowRule *rule, guint32 block)
{
  return rule->first_is_full ? block % rule->period != 0 : block % rule->period != rule->period - 1;
}

void
gguf_model_window (GgufModel *self, PlimsollAttention *attention)
{
  const WindowRule *rule = find_rule (self->architecture);
  guint64 window =
    gguf_model_number (self, "attention.sliding_window", rule != NULL ? rule->window : 0);
  gboolean has_window = FALSE;

  attention->kind = PLIMSOLL_ATTENTION_FULL;
  if (window == 0 || self->block >= self->n_blocks
      || is_among (self->architecture, without_window, G_N_ELEMENTS (without_window)))
    return;

  if (!pattern_says (self, &has_window))
    {
      if (rule != NULL)
        has_window = rule_says (rule, self->block);
      else
        gguf_model_assume (
          self,
          _("The file names a window of %" PRIu64
             " tokens, but not the blocks that have it: all are taken to attend to "
             "the whole context."),
          window);
    }
  if (!has_window)
    return;

  attention->kind = rule != NULL ? rule->kind : PLIMSOLL_ATTENTION_SLIDING;
  attention->window = gguf_narrow (window);
}
