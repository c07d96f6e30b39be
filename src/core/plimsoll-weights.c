/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-weights.h"

#include "plimsoll-mixture.h"

#include <math.h>
#include <string.h>

/* Alignment of tensors in a file and in system memory, and on a device; and what a quantized row on
 * a device is padded to. All are llama.cpp's; sums over them equal what its builds of August 2026
 * allocate (tests/truth/llamacpp-memory.tsv). */
#define HOST_ALIGNMENT 32
#define DEVICE_ALIGNMENT 128
#define DEVICE_ROW_ELEMENTS 512

/* MXFP4_MOE is 8.5 bits for a dense model. The average over the reference mixtures of more than
 * 20 B parameters, by the same derivation as the table of file types. */
#define MXFP4_MIXTURE_BITS 4.50

/* A weights structure in the making. Once a sum overflows it has failed, and stays so. */
typedef struct
{
  PlimsollWeights *weights;
  const PlimsollModelSpec *spec;
  gboolean failed;
} Builder;

/* Bytes of one tensor, as it is and as it is placed. */
typedef struct
{
  guint64 bytes;
  guint64 host;
  guint64 device;
  guint64 elements;
} TensorBytes;

static void
add_to (Builder *b, guint64 *sum, guint64 value)
{
  if (!g_uint64_checked_add (sum, *sum, value))
    b->failed = TRUE;
}

static guint64
align_up (Builder *b, guint64 bytes, guint64 alignment)
{
  guint64 raised;

  if (!g_uint64_checked_add (&raised, bytes, alignment - 1))
    {
      b->failed = TRUE;
      return 0;
    }

  return raised / alignment * alignment;
}

/* A device's kernels read whole groups of a quantized row: the last row is followed by enough
 * elements for it to end in a whole group. */
static guint64
device_row_padding (const PlimsollTensor *tensor, PlimsollBlockFormat format)
{
  guint64 rest = tensor->ne[0] % DEVICE_ROW_ELEMENTS;
  guint64 padding = 0;

  if (rest == 0 || !plimsoll_block_format_info (format)->quantized)
    return 0;

  return plimsoll_block_format_row_bytes (format, DEVICE_ROW_ELEMENTS - rest, &padding) ? padding
                                                                                        : 0;
}

static TensorBytes
measure (Builder *b, const PlimsollTensor *tensor, PlimsollBlockFormat format)
{
  TensorBytes size = { 0 };

  if (!plimsoll_tensor_bytes (tensor, format, &size.bytes)
      || !plimsoll_tensor_elements (tensor, &size.elements))
    {
      b->failed = TRUE;
      return (TensorBytes) { 0 };
    }

  size.device = size.bytes;
  add_to (b, &size.device, device_row_padding (tensor, format));
  size.device = align_up (b, size.device, DEVICE_ALIGNMENT);
  size.host = align_up (b, size.bytes, HOST_ALIGNMENT);

  return size;
}

static void
count_in_file (Builder *b, const TensorBytes *size)
{
  PlimsollWeights *weights = b->weights;

  add_to (b, &weights->tensor_bytes, size->bytes);
  add_to (b, &weights->file_bytes, size->host);
  add_to (b, &weights->quantized_elements, size->elements);
}

/* What a token's way through the model reads. */
static void
count_read (Builder *b, const TensorBytes *size, gboolean experts)
{
  PlimsollWeights *weights = b->weights;

  add_to (b, experts ? &weights->read_experts_all : &weights->read_always, size->bytes);
  add_to (b, experts ? &weights->experts_elements : &weights->always_elements, size->elements);
}

static void
count_head (Builder *b, const TensorBytes *size)
{
  b->weights->head_bytes = size->bytes;
  b->weights->head_elements = size->elements;
}

static void
place_in_block (Builder *b,
                const PlimsollTensor *tensor,
                const TensorBytes *size,
                guint32 block_index)
{
  PlimsollWeights *weights = b->weights;
  PlimsollBlockWeights *block = &weights->blocks[block_index];
  gboolean experts = (tensor->flags & PLIMSOLL_TENSOR_EXPERTS) != 0;
  gboolean matrix = tensor->ne[1] > 1;
  gboolean up = strcmp (tensor->suffix, "ffn_up.weight") == 0;

  add_to (b, experts ? &block->experts_device : &block->device, size->device);
  add_to (b, experts ? &block->experts_host : &block->host, size->host);

  if (matrix)
    block->largest = MAX (block->largest, size->bytes);
  if (matrix && !experts)
    block->largest_dense = MAX (block->largest_dense, size->bytes);
  if (up)
    block->up = MAX (block->up, size->bytes);

  if (block_index < weights->n_blocks)
    count_read (b, size, experts);
}

/* What llama.cpp counts as its input layer, which never leaves system memory. */
static gboolean
is_input (const PlimsollModelSpec *spec, const PlimsollTensor *tensor)
{
  if (tensor->role == PLIMSOLL_ROLE_EMBEDDING || tensor->role == PLIMSOLL_ROLE_PER_LAYER_EMBEDDING)
    return TRUE;

  return g_str_has_prefix (tensor->suffix, "position_embd.")
         || g_str_has_prefix (tensor->suffix, "token_types.")
         || (spec->final_norm && g_str_has_prefix (tensor->suffix, "token_embd_norm."));
}

/* The projection that makes Gemma's per-layer inputs is with the first block. */
static gboolean
is_with_first_block (const PlimsollTensor *tensor)
{
  return g_str_has_prefix (tensor->suffix, "per_layer_model_proj.")
         || g_str_has_prefix (tensor->suffix, "per_layer_proj_norm.");
}

static void
place_outside (Builder *b, const PlimsollTensor *tensor, const TensorBytes *size)
{
  PlimsollWeights *weights = b->weights;

  if (tensor->role == PLIMSOLL_ROLE_ROPE)
    {
      add_to (b, &weights->rope_device, size->device);
      add_to (b, &weights->rope_host, size->host);
    }
  else if (is_input (b->spec, tensor))
    {
      add_to (b, &weights->embedding_host, size->host);
    }
  else if (is_with_first_block (tensor) && weights->n_blocks > 0)
    {
      place_in_block (b, tensor, size, 0);
    }
  else
    {
      add_to (b, &weights->output_device, size->device);
      add_to (b, &weights->output_host, size->host);
      count_read (b, size, FALSE);
      if (tensor->role == PLIMSOLL_ROLE_HEAD)
        count_head (b, size);
    }
}

/* A tied head: the embedding is in system memory, and again where the output layer is. */
static void
place_tied_head (Builder *b, const TensorBytes *embedding)
{
  PlimsollWeights *weights = b->weights;

  if (b->spec->no_head || weights->head_bytes != 0)
    return;

  count_head (b, embedding);
  count_read (b, embedding, FALSE);
  add_to (b, &weights->output_device, embedding->device);
}

PlimsollWeights *
plimsoll_weights_new_empty (guint32 n_blocks, guint32 n_mtp_blocks)
{
  PlimsollWeights *self = g_atomic_rc_box_new0 (PlimsollWeights);

  self->n_blocks = n_blocks;
  self->n_mtp_blocks = n_mtp_blocks;
  self->blocks = g_new0 (PlimsollBlockWeights, MAX (n_blocks + n_mtp_blocks, 1));

  return self;
}

static guint32
mtp_blocks_in_plan (const PlimsollModelSpec *spec, const PlimsollTensorPlan *plan)
{
  for (gsize i = 0; i < plan->n; i++)
    if ((plan->tensors[i].flags & (PLIMSOLL_TENSOR_MTP | PLIMSOLL_TENSOR_IN_GGUF))
        == (PLIMSOLL_TENSOR_MTP | PLIMSOLL_TENSOR_IN_GGUF))
      return spec->n_mtp_blocks;

  return 0;
}

static PlimsollWeights *
weights_sum (const PlimsollModelSpec *spec, const PlimsollTensorPlan *plan, const guint8 *formats)
{
  g_autoptr (PlimsollWeights) self =
    plimsoll_weights_new_empty (spec->n_blocks, mtp_blocks_in_plan (spec, plan));
  Builder b = { .weights = self, .spec = spec };
  TensorBytes embedding = { 0 };

  for (gsize i = 0; i < plan->n && !b.failed; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      TensorBytes size;

      if ((tensor->flags & PLIMSOLL_TENSOR_IN_GGUF) == 0)
        continue;

      size = measure (&b, tensor, (PlimsollBlockFormat) formats[i]);
      count_in_file (&b, &size);
      if (tensor->role == PLIMSOLL_ROLE_EMBEDDING)
        embedding = size;
      if (tensor->block == PLIMSOLL_OUTSIDE_BLOCKS)
        place_outside (&b, tensor, &size);
      else
        place_in_block (&b, tensor, &size, (guint32) tensor->block);
    }

  place_tied_head (&b, &embedding);
  if (b.failed)
    return NULL;

  if (self->quantized_elements != 0)
    self->bits_per_weight = (double) self->tensor_bytes * 8 / (double) self->quantized_elements;

  return g_steal_pointer (&self);
}

/* Whether every tensor of the plan is known to be in the file as it stands there. */
static PlimsollExactness
plan_exactness (const PlimsollModelSpec *spec)
{
  if (spec->source == PLIMSOLL_SPEC_FROM_GENERAL_KEYS || spec->architecture[0] == '\0'
      || spec->other_parameters != 0)
    return PLIMSOLL_MODELLED;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    if (spec->kinds[i].other_parameters != 0)
      return PLIMSOLL_MODELLED;

  return PLIMSOLL_EXACT;
}

static gboolean
is_stated_mixture (const PlimsollModelSpec *spec)
{
  return spec->stated_active_parameters != 0
         && spec->stated_active_parameters < spec->stated_parameters;
}

/* FALSE: beyond 64 bits. Fractions of a byte are dropped. */
static gboolean
bytes_of_parameters (guint64 parameters, double bits, guint64 *bytes)
{
  double product = (double) parameters * bits / 8;

  if (product >= 0x1p63)
    return FALSE;

  *bytes = (guint64) product;
  return TRUE;
}

/* Spreads @total over the blocks so that they sum to it; the first ones have the remainder. */
static guint64
share_of (guint64 total, guint32 n, guint32 i)
{
  return total / n + (i < total % n ? 1 : 0);
}

/* A model of which only the totals are known: all of it is in its blocks, evenly, on the device;
 * what is not active is taken for routed experts. */
static PlimsollWeights *
weights_from_totals (const PlimsollModelSpec *spec, const PlimsollFileTypeInfo *info)
{
  g_autoptr (PlimsollWeights) self = plimsoll_weights_new_empty (MAX (spec->n_blocks, 1), 0);
  gboolean mixture = is_stated_mixture (spec);
  double bits =
    mixture && info->type == PLIMSOLL_FILE_TYPE_MXFP4_MOE ? MXFP4_MIXTURE_BITS : info->typical_bits;
  guint64 active = mixture ? spec->stated_active_parameters : spec->stated_parameters;
  guint64 experts;

  if (!bytes_of_parameters (spec->stated_parameters, bits, &self->tensor_bytes)
      || !bytes_of_parameters (active, bits, &self->read_always))
    return NULL;

  experts = self->tensor_bytes - self->read_always;
  self->always_elements = active;
  self->file_bytes = self->tensor_bytes;
  self->quantized_elements = spec->stated_parameters;
  self->bits_per_weight = bits;
  self->exactness = PLIMSOLL_MODELLED;

  for (guint32 i = 0; i < self->n_blocks; i++)
    {
      PlimsollBlockWeights *block = &self->blocks[i];

      block->device = block->host = share_of (self->read_always, self->n_blocks, i);
      block->experts_device = block->experts_host = share_of (experts, self->n_blocks, i);
    }

  return g_steal_pointer (&self);
}

PlimsollWeights *
plimsoll_weights_new (const PlimsollModelSpec *spec,
                      const PlimsollTensorPlan *plan,
                      PlimsollFileType type,
                      gboolean imatrix)
{
  const PlimsollFileTypeInfo *info = plimsoll_file_type_info (type);
  PlimsollWeights *self;

  g_return_val_if_fail (info != NULL, NULL);
  g_return_val_if_fail (plan != NULL || spec->source == PLIMSOLL_SPEC_FROM_TOTALS, NULL);

  if (plan == NULL)
    {
      self = weights_from_totals (spec, info);
    }
  else
    {
      g_autofree guint8 *formats = g_new0 (guint8, MAX (plan->n, 1));

      if (!plimsoll_mixture_formats (spec, plan, type, imatrix, formats))
        return NULL;

      self = weights_sum (spec, plan, formats);
      if (self != NULL)
        self->exactness = plan_exactness (spec);
    }

  if (self != NULL)
    {
      self->type = type;
      self->name = g_strdup (info->name);
    }

  return self;
}

/* The format that most elements of a plan have. */
static PlimsollBlockFormat
prevalent_format (const PlimsollTensorPlan *plan, const guint8 *formats)
{
  double elements[PLIMSOLL_FORMAT_COUNT] = { 0 };
  guint32 most = PLIMSOLL_FORMAT_F32;

  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];

      elements[formats[i]] +=
        (double) tensor->ne[0] * (double) tensor->ne[1] * (double) tensor->ne[2];
    }

  for (guint32 i = 0; i < PLIMSOLL_FORMAT_COUNT; i++)
    if (elements[i] > elements[most])
      most = i;

  return (PlimsollBlockFormat) most;
}

/* The largest file type of @format as default: its _M or _L. */
static PlimsollFileType
type_of_format (PlimsollBlockFormat format)
{
  PlimsollFileType type = PLIMSOLL_FILE_TYPE_F32;
  gsize n = 0;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n);

  for (gsize i = 0; i < n; i++)
    if (types[i].default_format == format)
      type = types[i].type;

  return format == PLIMSOLL_FORMAT_NVFP4 ? PLIMSOLL_FILE_TYPE_NVFP4 : type;
}

PlimsollWeights *
plimsoll_weights_new_for_formats (const PlimsollModelSpec *spec,
                                  const PlimsollTensorPlan *plan,
                                  const guint8 *formats)
{
  PlimsollWeights *self = weights_sum (spec, plan, formats);
  PlimsollBlockFormat format;

  if (self == NULL)
    return NULL;

  format = prevalent_format (plan, formats);
  self->exactness = PLIMSOLL_EXACT;
  self->type = type_of_format (format);
  self->name = g_strdup (plimsoll_block_format_info (format)->name);

  return self;
}

PlimsollWeights *
plimsoll_weights_ref (PlimsollWeights *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
weights_clear (PlimsollWeights *self)
{
  g_free (self->name);
  g_free (self->blocks);
  g_free (self->shards);
}

void
plimsoll_weights_unref (PlimsollWeights *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) weights_clear);
}
