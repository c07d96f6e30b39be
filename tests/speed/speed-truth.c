/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "speed-truth.h"

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EARLY "2025-09"
#define YEAR_2026 "2026"

enum
{
  METRIC,
  MODEL,
  PRECISION,
  FILE_BYTES,
  ACCELERATOR,
  COUNT,
  SPLIT,
  RUNTIME,
  CACHE,
  FLASH,
  UBATCH,
  BARE_BLOCKS,
  MEMORY_GBS,
  POWER,
  DEPTH,
  PROMPT,
  GENERATED,
  REQUESTS,
  MEASURED,
  DATE,
  SOURCE,
  LEFT_OUT,
  N_FIELDS
};

static const char *const runtimes[PLIMSOLL_N_RUNTIMES] = {
  [PLIMSOLL_RUNTIME_LLAMA_CPP_CUDA] = "llama.cpp-cuda",
  [PLIMSOLL_RUNTIME_LLAMA_CPP_ROCM] = "llama.cpp-rocm",
  [PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN] = "llama.cpp-vulkan",
  [PLIMSOLL_RUNTIME_LLAMA_CPP_METAL] = "llama.cpp-metal",
  [PLIMSOLL_RUNTIME_LLAMA_CPP_SYCL] = "llama.cpp-sycl",
  [PLIMSOLL_RUNTIME_MLX] = "mlx",
  [PLIMSOLL_RUNTIME_VLLM] = "vllm",
  [PLIMSOLL_RUNTIME_TENSORRT_LLM] = "tensorrt-llm",
};

const char *
speed_table_name (SpeedTable table)
{
  static const char *const names[] = {
    "decode",
    "prefill",
    "several requests, servers",
    "several requests, llama.cpp",
    "part in system memory",
    "processor alone",
  };

  return names[table];
}

/* The tables' names of native precisions. */
static const struct
{
  const char *name;
  PlimsollNativeType served;
  PlimsollNativeType local;
} schemes[] = {
  { "F16", PLIMSOLL_NATIVE_F16, PLIMSOLL_NATIVE_F16 },
  { "BF16", PLIMSOLL_NATIVE_BF16, PLIMSOLL_NATIVE_BF16 },
  { "FP8", PLIMSOLL_NATIVE_FP8, PLIMSOLL_NATIVE_FP8 },
  { "INT4", PLIMSOLL_NATIVE_AWQ, PLIMSOLL_NATIVE_AWQ },
  { "MXFP4", PLIMSOLL_NATIVE_MXFP4, PLIMSOLL_NATIVE_MXFP4 },
  { "NVFP4", PLIMSOLL_NATIVE_NVFP4, PLIMSOLL_NATIVE_NVFP4 },
  { "8bit", PLIMSOLL_NATIVE_INT8, PLIMSOLL_NATIVE_MLX_8 },
  { "4bit", PLIMSOLL_NATIVE_MLX_4, PLIMSOLL_NATIVE_MLX_4 },
};

static guint64
scaled (guint64 bytes, double scale)
{
  return (guint64) ((double) bytes * scale);
}

/* A mixture of someone's own making: of the nearest file type, by the size of the whole. */
static void
scale_weights (PlimsollWeights *weights, guint64 file_bytes)
{
  const double scale = (double) file_bytes / (double) weights->file_bytes;

  weights->read_always = scaled (weights->read_always, scale);
  weights->read_experts_all = scaled (weights->read_experts_all, scale);
  weights->head_bytes = scaled (weights->head_bytes, scale);
  weights->embedding_host = scaled (weights->embedding_host, scale);
  weights->output_device = scaled (weights->output_device, scale);
  weights->output_host = scaled (weights->output_host, scale);
  for (guint32 i = 0; i < weights->n_blocks; i++)
    {
      PlimsollBlockWeights *block = &weights->blocks[i];

      block->device = scaled (block->device, scale);
      block->host = scaled (block->host, scale);
      block->experts_device = scaled (block->experts_device, scale);
      block->experts_host = scaled (block->experts_host, scale);
    }
}

static PlimsollWeights *
make_weights (PlimsollModel *model,
              const char *precision,
              guint64 file_bytes,
              gboolean native,
              gboolean served)
{
  const PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
  const PlimsollTensorPlan *plan = plimsoll_model_get_plan (model);
  PlimsollFileType type;
  PlimsollWeights *weights;

  for (gsize i = 0; i < G_N_ELEMENTS (schemes) && native; i++)
    if (g_str_equal (precision, schemes[i].name))
      return plimsoll_weights_new_native (spec, plan, served ? schemes[i].served : schemes[i].local,
                                          0);
  if (g_str_equal (precision, "MXFP4"))
    return plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_MXFP4_MOE, TRUE);

  if (!plimsoll_file_type_from_name (precision, &type))
    g_error ("%s is no precision", precision);
  weights = plimsoll_weights_new (spec, plan, type, TRUE);
  if (file_bytes > 0)
    scale_weights (weights, file_bytes);

  return weights;
}

static double
number (const char *text)
{
  return g_ascii_strtod (text, NULL);
}

static PlimsollRuntime
runtime_from_name (const char *name)
{
  for (guint i = 1; i < PLIMSOLL_N_RUNTIMES; i++)
    if (g_str_equal (name, runtimes[i]))
      return (PlimsollRuntime) i;

  return PLIMSOLL_RUNTIME_USUAL;
}

static gboolean
row_is_served (const SpeedRow *self)
{
  return self->question.runtime == PLIMSOLL_RUNTIME_VLLM
         || self->question.runtime == PLIMSOLL_RUNTIME_TENSORRT_LLM;
}

static gboolean
row_is_native (const SpeedRow *self)
{
  return row_is_served (self) || self->question.runtime == PLIMSOLL_RUNTIME_MLX;
}

static SpeedTable
row_table (const SpeedRow *self)
{
  if (self->question.n_devices == 0)
    return SPEED_TABLE_CPU;
  if (self->question.n_cpu_moe > 0)
    return SPEED_TABLE_OFFLOAD;
  if (self->metric == SPEED_PROMPT)
    return SPEED_TABLE_PREFILL;
  if (self->requests <= 1)
    return SPEED_TABLE_DECODE;

  return row_is_served (self) ? SPEED_TABLE_SERVER : SPEED_TABLE_BATCH;
}

/* A limit below the board's own slows what computes. */
static void
limit_power (PlimsollAcceleratorFacts *facts, double limit)
{
  double share;

  if (!(limit > 0) || !(facts->power_w > limit))
    return;

  share = sqrt (limit / facts->power_w);
  facts->fp32_tflops *= share;
  facts->fp16_tflops *= share;
  facts->fp16_accumulate_tflops *= share;
  facts->fp16_packed_tflops *= share;
}

/* What several requests at once leave room for: more of them wait. */
static double
row_requests_at_once (const SpeedRow *self)
{
  const PlimsollAcceleratorFacts *device = plimsoll_hardware_device (&self->hardware, 0);
  const double memory =
    0.9 * (double) plimsoll_physical_memory_bytes (device) * self->question.n_devices;
  PlimsollTraffic traffic;
  double room, each;

  if (!row_is_served (self) || memory == 0)
    return self->requests;

  plimsoll_traffic_init (&traffic, self->spec, self->weights, &self->question);
  room = memory - (double) self->weights->tensor_bytes;
  each = plimsoll_reach_at (&traffic.cache, self->prompt + self->depth + self->generated / 2);

  return CLAMP (room / each, 1, self->requests);
}

static void
row_question (SpeedRow *self, char **fields)
{
  PlimsollQuestion *question = &self->question;

  plimsoll_question_init (question);
  question->runtime = runtime_from_name (fields[RUNTIME]);
  question->n_devices = g_str_equal (fields[RUNTIME], "cpu") ? 0 : (guint32) atoi (fields[COUNT]);
  question->split =
    g_str_equal (fields[SPLIT], "tensor") ? PLIMSOLL_SPLIT_TENSOR : PLIMSOLL_SPLIT_LAYER;
  question->n_cpu_moe = (guint32) atoi (fields[BARE_BLOCKS]);
  question->ubatch = (guint32) atoi (fields[UBATCH]);
  question->batch = 2048;
  if (!plimsoll_block_format_from_name (fields[CACHE], &question->kv_k))
    g_error ("%s is no cache type", fields[CACHE]);
  question->kv_v = question->kv_k;

  /* Flash attention was off where nobody asked for it, until builds of the end of August 2025
   * decided alone: llama.cpp #15434, 2025-08-30. */
  if (strcmp (fields[DATE], EARLY) < 0)
    question->build = PLIMSOLL_BUILD_EARLY;
  else if (strcmp (fields[DATE], YEAR_2026) < 0)
    question->build = PLIMSOLL_BUILD_2025;
  if (fields[FLASH][0] != '\0')
    question->flash_attention = g_str_equal (fields[FLASH], "on");
  else
    question->flash_attention = row_is_served (self) || question->build != PLIMSOLL_BUILD_EARLY;
}

static SpeedRow *
row_new (char **fields, SpeedTruth *truth, PlimsollModelList *models, PlimsollCatalog *catalog)
{
  PlimsollModel *model = plimsoll_model_list_lookup (models, fields[MODEL]);
  SpeedRow *self = g_new0 (SpeedRow, 1);
  PlimsollAcceleratorFacts facts;
  g_autofree char *key = NULL;

  if (model == NULL)
    g_error ("%s is not in the catalogue", fields[MODEL]);

  self->metric = g_str_equal (fields[METRIC], "prompt")   ? SPEED_PROMPT
                 : g_str_equal (fields[METRIC], "decode") ? SPEED_DECODE
                                                          : SPEED_WHOLE;
  self->card = g_strdup (fields[ACCELERATOR]);
  self->model = g_strdup (fields[MODEL]);
  self->precision = g_strdup (fields[PRECISION]);
  self->date = g_strdup (fields[DATE]);
  self->source = g_strdup (fields[SOURCE]);
  self->depth = number (fields[DEPTH]);
  self->prompt = number (fields[PROMPT]);
  self->generated = number (fields[GENERATED]);
  self->requests = number (fields[REQUESTS]);
  self->measured = number (fields[MEASURED]);
  self->spec = plimsoll_model_get_spec (model);
  row_question (self, fields);

  key = g_strdup_printf ("%s %s %s %d", fields[MODEL], fields[PRECISION], fields[FILE_BYTES],
                         row_is_served (self) + row_is_native (self));
  self->weights = g_hash_table_lookup (truth->weights, key);
  if (self->weights == NULL)
    {
      self->weights =
        make_weights (model, fields[PRECISION], g_ascii_strtoull (fields[FILE_BYTES], NULL, 10),
                      row_is_native (self), row_is_served (self));
      g_hash_table_insert (truth->weights, g_steal_pointer (&key), self->weights);
    }

  plimsoll_accelerator_facts_init (&facts);
  if (fields[ACCELERATOR][0] != '\0')
    {
      g_autoptr (PlimsollAccelerator) card =
        plimsoll_catalog_find_accelerator (catalog, fields[ACCELERATOR], NULL);

      if (card == NULL)
        g_error ("%s is not in the catalogue", fields[ACCELERATOR]);
      plimsoll_accelerator_facts_per_device (plimsoll_accelerator_get_facts (card), &facts);
      g_ptr_array_add (truth->keep, g_object_ref (card));
      limit_power (&facts, number (fields[POWER]));
    }
  plimsoll_hardware_init_one_kind (&self->hardware, &facts, self->question.n_devices);
  if (fields[MEMORY_GBS][0] != '\0')
    self->hardware.memory_bandwidth_gbs = number (fields[MEMORY_GBS]);

  if (!row_is_served (self))
    {
      self->placement = g_new0 (PlimsollPlacement, 1);
      plimsoll_placement_init (self->placement, self->spec, self->weights, &self->question);
    }
  self->table = row_table (self);
  self->requests = row_requests_at_once (self);

  return self;
}

static void
weights_unref (gpointer data)
{
  plimsoll_weights_unref (data);
}

static void
row_free (gpointer data)
{
  SpeedRow *self = data;

  g_free (self->card);
  g_free (self->model);
  g_free (self->precision);
  g_free (self->date);
  g_free (self->source);
  g_free (self->placement);
  g_free (self);
}

SpeedTruth *
speed_truth_load (const char *table, const char *data)
{
  SpeedTruth *self = g_new0 (SpeedTruth, 1);
  g_autoptr (GError) error = NULL;
  PlimsollCatalog *catalog = plimsoll_catalog_new (data, &error);
  PlimsollModelList *models = plimsoll_model_list_new ();
  g_autofree char *path = data != NULL ? g_build_filename (data, "models.json", NULL) : NULL;
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;

  if (catalog == NULL)
    g_error ("%s", error->message);
  if (!plimsoll_model_list_load_file (models, path, &error)
      || !g_file_get_contents (table, &contents, NULL, &error))
    g_error ("%s", error->message);

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->weights = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, weights_unref);
  self->keep = g_ptr_array_new_with_free_func (g_object_unref);
  self->left_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_ptr_array_add (self->keep, catalog);
  g_ptr_array_add (self->keep, models);

  lines = g_strsplit (contents, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) fields = g_strsplit (*line, "\t", -1);

      if (**line == '#' || **line == '\0')
        continue;
      if (g_strv_length (fields) != N_FIELDS)
        g_error ("%s: %u fields: %s", table, g_strv_length (fields), *line);
      if (fields[LEFT_OUT][0] == '\0')
        {
          g_ptr_array_add (self->rows, row_new (fields, self, models, catalog));
          continue;
        }
      self->n_left_out++;
      g_hash_table_insert (
        self->left_out, g_strdup (fields[LEFT_OUT]),
        GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (self->left_out, fields[LEFT_OUT]))
                          + 1));
    }

  return self;
}

double
speed_row_predict (const SpeedRow *self,
                   const PlimsollSpeedConstants *constants,
                   PlimsollRange *range)
{
  PlimsollSpeedPlan plan;
  double value, seconds, factor;

  plimsoll_speed_plan_init (&plan, self->spec, self->weights, self->placement, &self->hardware,
                            &self->question, constants);
  if (self->metric == SPEED_PROMPT)
    {
      value = self->prompt / plimsoll_speed_plan_prompt (&plan, self->depth, self->prompt);
      factor = plan.range_prefill;
    }
  else
    {
      seconds =
        self->requests <= 1
          ? plimsoll_speed_plan_tokens (&plan, self->depth + self->prompt, self->generated)
          : self->generated
              * plimsoll_speed_plan_step (&plan, self->depth + self->prompt + self->generated / 2,
                                          self->requests);
      if (self->metric == SPEED_WHOLE && self->prompt > 0)
        seconds += plimsoll_speed_plan_prompts (&plan, self->prompt, self->requests);
      value = self->requests * self->generated / seconds;
      factor = self->requests <= 1 ? plan.range_decode : plan.range_batch;
    }

  if (range != NULL)
    *range = plimsoll_range (value, factor);

  return value;
}

const char *
speed_grouping_name (SpeedGrouping by)
{
  static const char *const names[] = { "all",  "class", "engine",  "kind",
                                       "bits", "depth", "devices", "card" };

  return names[by];
}

PlimsollSpeedClass
speed_row_class (const SpeedRow *self)
{
  return plimsoll_speed_class (plimsoll_hardware_device (&self->hardware, 0));
}

PlimsollSpeedStyle
speed_row_style (const SpeedRow *self)
{
  return row_is_served (self) ? PLIMSOLL_SPEED_SERVER : PLIMSOLL_SPEED_LOCAL;
}

static const char *
row_class_name (const SpeedRow *self)
{
  static const char *const names[PLIMSOLL_N_SPEED_CLASSES] = {
    [PLIMSOLL_SPEED_NVIDIA_GDDR] = "NVIDIA GDDR",
    [PLIMSOLL_SPEED_NVIDIA_HBM] = "NVIDIA HBM",
    [PLIMSOLL_SPEED_NVIDIA_LPDDR] = "NVIDIA LPDDR",
    [PLIMSOLL_SPEED_AMD] = "AMD",
    [PLIMSOLL_SPEED_AMD_HBM] = "AMD HBM",
    [PLIMSOLL_SPEED_APPLE_M1] = "Apple M1, M2",
    [PLIMSOLL_SPEED_APPLE_M3] = "Apple M3 and later",
    [PLIMSOLL_SPEED_INTEL] = "Intel",
    [PLIMSOLL_SPEED_OTHER] = "none",
  };

  return names[speed_row_class (self)];
}

const char *
speed_row_group (const SpeedRow *self, SpeedGrouping by)
{
  const double bits = self->weights->bits_per_weight;
  const double depth = self->depth + self->prompt;

  switch (by)
    {
    case SPEED_BY_CLASS:
      return row_class_name (self);
    case SPEED_BY_ENGINE:
      return self->question.n_devices == 0 ? "processor" : runtimes[self->question.runtime];
    case SPEED_BY_KIND:
      return self->weights->read_experts_all > 0 ? "mixture of experts" : "dense";
    case SPEED_BY_BITS:
      return bits < 4    ? "below 4 bits"
             : bits < 7  ? "4 to 6 bits"
             : bits < 12 ? "8 bits"
                         : "16 bits";
    case SPEED_BY_DEPTH:
      return depth < 2048 ? "below 2K" : depth < 12288 ? "2K to 12K" : "more than 12K";
    case SPEED_BY_DEVICES:
      return self->question.n_devices <= 1                   ? "one device"
             : self->question.split == PLIMSOLL_SPLIT_TENSOR ? "tensor parallel"
                                                             : "layer split";
    case SPEED_BY_CARD:
      return self->card[0] != '\0' ? self->card : "processor";
    case SPEED_BY_ALL:
    case SPEED_N_GROUPINGS:
    default:
      return "all";
    }
}

void
speed_truth_free (SpeedTruth *self)
{
  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->weights);
  g_ptr_array_unref (self->keep);
  g_hash_table_unref (self->left_out);
  g_free (self);
}
