/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-spec.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/*
 * Inside of the config reader. A config is read by asking for its keys; the first fault is kept,
 * so that no call in between has to be checked.
 */

typedef struct _PlimsollConfig PlimsollConfig;

/** What a class of models has whatever its config says, or unless its config says otherwise. */
typedef enum
{
  CONFIG_TIED = 1 << 0,       /* the head is tied unless said */
  CONFIG_QKV_BIAS = 1 << 1,   /* Q, K and V have biases unless said */
  CONFIG_O_BIAS = 1 << 2,     /* so has the output */
  CONFIG_NO_O_BIAS = 1 << 3,  /* attention_bias says nothing of the output */
  CONFIG_QK_HEAD = 1 << 4,    /* queries and keys are normalised over each head */
  CONFIG_QK_FULL = 1 << 5,    /* … over the full width */
  CONFIG_TWO_MATRIX = 1 << 6, /* the feed-forward has no gate */
  CONFIG_FFN_BIAS = 1 << 7,
  CONFIG_NORM_BIAS = 1 << 8, /* LayerNorm with bias */
  CONFIG_NORMS_4 = 1 << 9,   /* sandwich norms */
  CONFIG_NORMS_1 = 1 << 10,  /* attention and feed-forward side by side */
  CONFIG_NORMS_0 = 1 << 11,  /* norms without weights */
  CONFIG_FUSED_QKV = 1 << 12,
  CONFIG_FUSED_GATE_UP = 1 << 13,
  CONFIG_CORRECTION = 1 << 14, /* experts have a correction bias */
  CONFIG_SHARED_GATE = 1 << 15,
  CONFIG_MTP = 1 << 16,     /* multi-token prediction modules are in the files */
  CONFIG_MTP_OWN = 1 << 17, /* … with an embedding and a head of their own */
  CONFIG_HEAD_BIAS = 1 << 18,
  CONFIG_POSITIONS = 1 << 19,      /* learned positions */
  CONFIG_EMBEDDING_NORM = 1 << 20, /* a norm after the embedding */
  CONFIG_NARROW_EXPERTS = 1 << 21, /* intermediate_size is the width of an expert */
  CONFIG_GATED_QUERY = 1 << 22,
  CONFIG_OUTPUT_GATE = 1 << 23,
  CONFIG_SINKS = 1 << 24,
  CONFIG_GENERAL = 1 << 25,      /* parts of it are known by general keys only */
  CONFIG_QK_SAID = 1 << 26,      /* queries and keys are normalised only if the config says so */
  CONFIG_NO_ATTENTION = 1 << 27, /* no block attends, or layer() says how */
  CONFIG_OWN_FFN = 1 << 28,      /* layer() makes the feed-forward */
  CONFIG_MTP_GGUF = 1 << 29,     /* the converter keeps multi-token prediction */
} PlimsollConfigFlags;

/** Which blocks have the sliding window, when no list says so. */
typedef enum
{
  PLIMSOLL_WINDOW_LISTED, /* none, then */
  PLIMSOLL_WINDOW_ALL,
  PLIMSOLL_WINDOW_PERIOD,      /* all but each `period`th */
  PLIMSOLL_WINDOW_UPPER_LAYERS /* from max_window_layers on, if use_sliding_window */
} PlimsollWindowRule;

/** PlimsollConfigType: a class of models. Defaults that no config leaves out are 0. */
typedef struct
{
  const char *model_type;
  const char *architecture;
  PlimsollConfigFlags flags;
  PlimsollWindowRule window_rule;
  guint window_period;
  guint window;
  guint hidden;
  guint layers;
  guint heads;
  guint kv_heads;
  guint head_dim;
  guint intermediate;
  guint vocabulary;
  guint context;
  guint blocks_a_layer; /* blocks of ours in what the config calls a layer; 0: one */
  /* What the general keys do not say. */
  void (*layer) (PlimsollConfig *self, guint block, PlimsollLayer *layer);
  void (*model) (PlimsollConfig *self);
} PlimsollConfigType;

struct _PlimsollConfig
{
  JsonObject *root;
  JsonObject *text; /* the language model's part; the root itself if there is no other */
  const char *file;
  char *model_type;
  const PlimsollConfigType *type;
  char *fault;

  guint n_blocks;
  JsonArray *layer_types; /* (nullable): what each block is */

  PlimsollModelSpec spec; /* all but kinds and pattern */
  GArray *kinds;          /* of PlimsollLayer */
  GByteArray *pattern;
};

/* The text of a config, and its keys. */

JsonNode *plimsoll_config_parse (const char *data, gsize length, const char *file, GError **error);

void plimsoll_config_fault (PlimsollConfig *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/** Returns: (nullable) (transfer none): the first of the keys that is there and not null. */
JsonNode *plimsoll_config_find (PlimsollConfig *self, const char *keys);

/** @keys: names with a space between, the first that is there counts. Lists: their first number. */
guint64 plimsoll_config_count (PlimsollConfig *self, guint64 otherwise, const char *keys);

/** The same, at @index of what may be a list. */
guint64
plimsoll_config_count_at (PlimsollConfig *self, guint index, guint64 otherwise, const char *keys);
double plimsoll_config_number (PlimsollConfig *self, double otherwise, const char *keys);
gboolean plimsoll_config_flag (PlimsollConfig *self, gboolean otherwise, const char *keys);
const char *plimsoll_config_text (PlimsollConfig *self, const char *keys);
JsonArray *plimsoll_config_list (PlimsollConfig *self, const char *keys);
JsonObject *plimsoll_config_object (PlimsollConfig *self, const char *keys);
/** Returns: (nullable) (transfer none): the text at @index of @list, which may be %NULL. */
const char *plimsoll_config_list_text (JsonArray *list, guint index);
gboolean plimsoll_config_list_has (JsonArray *list, guint64 number);
guint64 plimsoll_config_member_count (JsonObject *object, guint64 otherwise, const char *keys);
gboolean plimsoll_config_member_flag (JsonObject *object, gboolean otherwise, const char *key);

/* Parts of a block. */

const PlimsollConfigType *plimsoll_config_type_find (const char *model_type);

/** Returns: (nullable) (transfer none): what the block is called: "full_attention", "mamba"… */
const char *plimsoll_config_block_type (PlimsollConfig *self, guint block);

guint plimsoll_config_expert_count (PlimsollConfig *self);
void plimsoll_config_attention (PlimsollConfig *self, guint block, PlimsollAttention *attention);
void plimsoll_config_dense (PlimsollConfig *self, guint64 width, PlimsollFeedForward *ffn);
void plimsoll_config_experts (PlimsollConfig *self, guint block, PlimsollFeedForward *ffn);
void plimsoll_config_feed_forward (PlimsollConfig *self, guint block, PlimsollFeedForward *ffn);
void plimsoll_config_layer (PlimsollConfig *self, guint block, PlimsollLayer *layer);
void plimsoll_config_push (PlimsollConfig *self, const PlimsollLayer *layer);

/* Recurrent mixers. */

void plimsoll_config_delta_net (PlimsollConfig *self, PlimsollRecurrent *recurrent);
void plimsoll_config_kda (PlimsollConfig *self, JsonObject *facts, PlimsollRecurrent *recurrent);
void plimsoll_config_mamba1 (PlimsollConfig *self, PlimsollRecurrent *recurrent);
void plimsoll_config_mamba2 (PlimsollConfig *self, PlimsollRecurrent *recurrent);

/* Families, for the table. */

#define PLIMSOLL_CONFIG_LAYER(name)                                                                \
  void plimsoll_config_layer_##name (PlimsollConfig *self, guint block, PlimsollLayer *layer)
#define PLIMSOLL_CONFIG_MODEL(name) void plimsoll_config_model_##name (PlimsollConfig *self)

PLIMSOLL_CONFIG_LAYER (hybrid);
PLIMSOLL_CONFIG_LAYER (nemotron_h);
PLIMSOLL_CONFIG_LAYER (falcon_h1);
PLIMSOLL_CONFIG_LAYER (granite_hybrid);
PLIMSOLL_CONFIG_LAYER (kimi_linear);
PLIMSOLL_CONFIG_LAYER (lfm2);
PLIMSOLL_CONFIG_LAYER (lightning);
PLIMSOLL_CONFIG_LAYER (mamba);
PLIMSOLL_CONFIG_LAYER (mamba2);
PLIMSOLL_CONFIG_LAYER (rwkv);
PLIMSOLL_CONFIG_LAYER (gemma4);
PLIMSOLL_CONFIG_LAYER (gpt);
PLIMSOLL_CONFIG_LAYER (falcon);
PLIMSOLL_CONFIG_LAYER (llama4);
PLIMSOLL_CONFIG_LAYER (mllama);
PLIMSOLL_CONFIG_LAYER (deci);
PLIMSOLL_CONFIG_LAYER (deepseek_v4);
PLIMSOLL_CONFIG_LAYER (ernie_vl);
PLIMSOLL_CONFIG_LAYER (exaone_moe);
PLIMSOLL_CONFIG_LAYER (gpt_oss);
PLIMSOLL_CONFIG_LAYER (laguna);
PLIMSOLL_CONFIG_LAYER (longcat);
PLIMSOLL_CONFIG_LAYER (mimo_v2);
PLIMSOLL_CONFIG_LAYER (minimax_m3);
PLIMSOLL_CONFIG_LAYER (small_extras);
PLIMSOLL_CONFIG_LAYER (stablelm);
PLIMSOLL_CONFIG_LAYER (molmo);
PLIMSOLL_CONFIG_MODEL (gemma4);
PLIMSOLL_CONFIG_MODEL (gpt);
PLIMSOLL_CONFIG_MODEL (mamba2);
PLIMSOLL_CONFIG_MODEL (rwkv);
PLIMSOLL_CONFIG_MODEL (mllama);
PLIMSOLL_CONFIG_MODEL (nemotron_h);
PLIMSOLL_CONFIG_MODEL (deepseek_v4);
PLIMSOLL_CONFIG_MODEL (lfm2);
PLIMSOLL_CONFIG_MODEL (longcat);
PLIMSOLL_CONFIG_MODEL (mimo_v2);
PLIMSOLL_CONFIG_MODEL (molmo);

/** Vision towers and projectors; sets vision_parameters and vision_known. */
void plimsoll_config_vision (PlimsollConfig *self);

/** native_dtype. */
void plimsoll_config_native (PlimsollConfig *self);

G_END_DECLS
