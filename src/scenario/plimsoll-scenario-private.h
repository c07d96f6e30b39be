/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-kv-type.h"
#include "plimsoll-scenario.h"

#define PLIMSOLL_DEFAULT_CONTEXT 32768

G_BEGIN_DECLS

/* What the parts of the scenario share: its values, how they are stored, and what bounds them. */

struct _PlimsollScenario
{
  GObject parent_instance;

  PlimsollModel *model;
  PlimsollAccelerator *accelerator;
  char *precision; /* of llama.cpp's files */
  char *native;    /* (nullable): of checkpoints, for engines that load them; the model's own */
  guint64 context_asked;
  guint64 context; /* what was asked, within the limit */
  guint64 context_limit;
  gboolean beyond_limit;
  const PlimsollKvType *kv_k;
  const PlimsollKvType *kv_v;
  PlimsollEngine engine;
  guint parallel;
  gboolean unified_kv;
  guint accelerator_count;
  GPtrArray *further; /* of PlimsollAccelerator, one for each board; never changed */
  PlimsollSplit split;
  char *tensor_split; /* as it was written; "" none */
  float shares[PLIMSOLL_MAX_DEVICES];
  guint main_gpu;
  guint64 system_memory;
  guint64 memory_in_use;
  gboolean flash_attention;
  guint ubatch;
  gboolean all_outputs;
  gint ngl;
  guint n_cpu_moe;
  guint prompt_length;
  guint64 depth;
  double hours_per_day;
  double utilization;
  guint64 input_tokens;
  guint64 output_tokens;
  double electricity_price;
  double purchase_price;
  double power_draw;
  double resale;
  guint horizon;
  double api_input_price;
  double api_output_price;
  char *offer;
  char *currency;
  double exchange_rate;
  double gpu_memory_utilization;
  guint tensor_parallel;
  guint pipeline_parallel;
  guint max_num_seqs;
  guint max_num_batched_tokens;
  PlimsollAddition *projector;
  guint64 projector_compute; /* 0: not known */
  GPtrArray *adapters;       /* of PlimsollAddition; never changed */
  PlimsollModel *draft;
  char *draft_precision;          /* "": its own, or the model's */
  PlimsollWeights *draft_weights; /* made when first asked for */
  gboolean mtp;
};

/* What bounds the context comes before it. */
typedef enum
{
  PROP_MODEL = 1,
  PROP_ACCELERATOR,
  PROP_PRECISION,
  PROP_BEYOND_LIMIT,
  PROP_PARALLEL,
  PROP_CONTEXT_LENGTH,
  PROP_CONTEXT_LIMIT,
  PROP_KV_TYPE,
  PROP_KV_K_TYPE,
  PROP_KV_V_TYPE,
  PROP_ENGINE,
  PROP_UNIFIED_KV,
  PROP_ACCELERATOR_COUNT,
  PROP_FURTHER_ACCELERATORS,
  PROP_SPLIT,
  PROP_TENSOR_SPLIT,
  PROP_MAIN_GPU,
  PROP_SYSTEM_MEMORY,
  PROP_MEMORY_IN_USE,
  PROP_FLASH_ATTENTION,
  PROP_UBATCH,
  PROP_ALL_OUTPUTS,
  PROP_NGL,
  PROP_N_CPU_MOE,
  PROP_PROMPT_LENGTH,
  PROP_DEPTH,
  PROP_HOURS_PER_DAY,
  PROP_UTILIZATION,
  PROP_INPUT_TOKENS,
  PROP_OUTPUT_TOKENS,
  PROP_ELECTRICITY_PRICE,
  PROP_PURCHASE_PRICE,
  PROP_POWER_DRAW,
  PROP_RESALE,
  PROP_HORIZON,
  PROP_API_INPUT_PRICE,
  PROP_API_OUTPUT_PRICE,
  PROP_OFFER,
  PROP_CURRENCY,
  PROP_EXCHANGE_RATE,
  PROP_GPU_MEMORY_UTILIZATION,
  PROP_TENSOR_PARALLEL,
  PROP_PIPELINE_PARALLEL,
  PROP_MAX_NUM_SEQS,
  PROP_MAX_NUM_BATCHED_TOKENS,
  PROP_PROJECTOR,
  PROP_PROJECTOR_COMPUTE,
  PROP_ADAPTERS,
  PROP_DRAFT,
  PROP_DRAFT_PRECISION,
  PROP_MTP,
  N_PROPERTIES,
} PlimsollScenarioProperty;

/** Installs every property, with its range. */
void plimsoll_scenario_install_properties (GObjectClass *object_class);

void plimsoll_scenario_notify (PlimsollScenario *self, PlimsollScenarioProperty id);

/* Each clamps to the property's range, stores and notifies; returns whether that changed it. */
gboolean plimsoll_scenario_store_uint64 (PlimsollScenario *self,
                                         PlimsollScenarioProperty id,
                                         guint64 *field,
                                         guint64 value);
gboolean plimsoll_scenario_store_uint (PlimsollScenario *self,
                                       PlimsollScenarioProperty id,
                                       guint *field,
                                       guint value);
gboolean plimsoll_scenario_store_boolean (PlimsollScenario *self,
                                          PlimsollScenarioProperty id,
                                          gboolean *field,
                                          gboolean value);

/** Returns: whether the property may be NAN: not known. */
gboolean plimsoll_scenario_may_be_unknown (const char *property);

/** Reads "3,1"; returns whether it is such a list with a share above 0, or "". */
gboolean plimsoll_scenario_parse_shares (const char *text, float shares[PLIMSOLL_MAX_DEVICES]);

/* Setters that others follow from. */
void plimsoll_scenario_update_context (PlimsollScenario *self);
void plimsoll_scenario_set_engine (PlimsollScenario *self, PlimsollEngine engine);
void
plimsoll_scenario_set_precisions (PlimsollScenario *self, const char *file, const char *native);
void plimsoll_scenario_set_kv_types (PlimsollScenario *self, const char *k, const char *v);
void plimsoll_scenario_set_tensor_split (PlimsollScenario *self, const char *text);
void plimsoll_scenario_set_parallel (PlimsollScenario *self, guint parallel);
void plimsoll_scenario_set_draft_precision (PlimsollScenario *self, const char *name);

/** Sets what is loaded beside the model; a draft's weights are good until @self changes. */
void plimsoll_scenario_fill_additions (PlimsollScenario *self, PlimsollQuestion *question);
void plimsoll_scenario_set_beyond_limit (PlimsollScenario *self, gboolean beyond);

G_END_DECLS
