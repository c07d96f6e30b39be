/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-traffic.h"

#include "plimsoll-kv-cache.h"
#include "plimsoll-recurrent-state.h"

void
plimsoll_reach_add (PlimsollReach *self, double window, double rate)
{
  guint32 i = 0;

  if (window <= 0)
    {
      self->per_token += rate;
      return;
    }

  while (i < self->n_windows && self->windows[i] != window)
    i++;
  if (i == PLIMSOLL_TRAFFIC_WINDOWS)
    i--;
  else if (i == self->n_windows)
    {
      self->windows[i] = window;
      self->rates[i] = 0;
      self->n_windows++;
    }
  self->rates[i] += rate;
}

void
plimsoll_reach_add_scaled (PlimsollReach *self, const PlimsollReach *other, double factor)
{
  self->always += factor * other->always;
  self->per_token += factor * other->per_token;
  for (guint32 i = 0; i < other->n_windows; i++)
    plimsoll_reach_add (self, other->windows[i], factor * other->rates[i]);
}

double
plimsoll_reach_at (const PlimsollReach *self, double depth)
{
  double sum = self->always + self->per_token * depth;

  for (guint32 i = 0; i < self->n_windows; i++)
    sum += self->rates[i] * MIN (depth, self->windows[i]);

  return sum;
}

/* Returns the sum of min (depth, window) over depths from 0 to @depth, taken as a line. */
static double
window_sum (double window, double depth)
{
  return depth <= window ? depth * depth / 2 : window * (depth - window / 2);
}

double
plimsoll_reach_sum (const PlimsollReach *self, double depth, double n)
{
  double sum = n * (self->always + self->per_token * (depth + n / 2));

  for (guint32 i = 0; i < self->n_windows; i++)
    sum += self->rates[i]
           * (window_sum (self->windows[i], depth + n) - window_sum (self->windows[i], depth));

  return sum;
}

static double
format_bytes (PlimsollBlockFormat format)
{
  const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (format);

  return (double) info->bytes / info->elements;
}

/* Elements of K and of V that one token has in the cache. */
static void
cached_elements (const PlimsollAttention *attention, double *k, double *v)
{
  if (attention->kind == PLIMSOLL_ATTENTION_MLA)
    {
      *k = (double) attention->kv_lora_rank + attention->rope_dim;
      *v = 0;
      return;
    }

  *k = (double) attention->kv_heads * attention->key_dim;
  *v = (double) attention->kv_heads * attention->value_dim;
}

/* Operations of all heads for one earlier token: a product with its key, one with its value. MLA
 * works in the latent space, where keys and values are wider. */
static double
attention_work (const PlimsollAttention *attention)
{
  double widths = (double) attention->key_dim + attention->value_dim;

  if (attention->kind == PLIMSOLL_ATTENTION_MLA)
    widths = 2.0 * attention->kv_lora_rank + attention->rope_dim;

  return 2 * widths * attention->heads;
}

void
plimsoll_traffic_add_cache (PlimsollReach *cache,
                            PlimsollReach *work,
                            const PlimsollLayer *layer,
                            const PlimsollModelSpec *spec,
                            const PlimsollQuestion *question,
                            double count)
{
  const PlimsollAttention *attention = &layer->attention;
  double k, v, bytes, operations, window = 0;

  if (layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
    cache->always +=
      count * 2 * (double) plimsoll_recurrent_state_bytes (&layer->recurrent, spec->embedding, 1);

  if (attention->kind == PLIMSOLL_ATTENTION_NONE)
    return;

  cached_elements (attention, &k, &v);
  bytes = count * (k * format_bytes (question->kv_k) + v * format_bytes (question->kv_v));
  operations = count * attention_work (attention);
  if (attention->kind == PLIMSOLL_ATTENTION_COMPRESSED && attention->compression > 0)
    {
      plimsoll_reach_add (cache, 0, bytes / attention->compression);
      plimsoll_reach_add (work, 0, operations / attention->compression);
    }
  if (!plimsoll_kv_attends_to_all (attention))
    window = attention->window;
  plimsoll_reach_add (cache, window, bytes);
  plimsoll_reach_add (work, window, operations);
}

static double
chosen_share (const PlimsollFeedForward *feed_forward)
{
  return (double) MIN (feed_forward->experts_used, feed_forward->experts) / feed_forward->experts;
}

void
plimsoll_traffic_init (PlimsollTraffic *self,
                       const PlimsollModelSpec *spec,
                       const PlimsollWeights *weights,
                       const PlimsollQuestion *question)
{
  guint32 counts[PLIMSOLL_MAX_LAYER_KINDS];
  double chosen = 0;

  *self = (PlimsollTraffic) {
    .always = (double) weights->read_always,
    .experts = (double) weights->read_experts_all,
    .parameters = (double) (weights->always_elements - weights->head_elements),
    .expert_parameters = (double) weights->experts_elements,
    .head_parameters = (double) weights->head_elements,
    .blocks = MAX (spec->n_blocks, weights->n_blocks),
  };

  for (guint32 i = 0; i < spec->n_kinds; i++)
    counts[i] = 0;
  for (guint32 i = 0; i < spec->n_blocks; i++)
    counts[spec->pattern[i]]++;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollLayer *layer = &spec->kinds[i];

      if (counts[i] == 0)
        continue;
      plimsoll_traffic_add_cache (&self->cache, &self->work, layer, spec, question, counts[i]);
      if (layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
        self->recurrent_blocks += counts[i];
      if (layer->feed_forward.experts == 0)
        continue;
      self->expert_blocks += counts[i];
      chosen += counts[i] * chosen_share (&layer->feed_forward);
    }

  if (self->expert_blocks > 0)
    self->chosen = chosen / self->expert_blocks;
}
