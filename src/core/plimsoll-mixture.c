/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-mixture.h"

#include <string.h>

/* The rules of llama.cpp's quantizer (build 3af988fab, 2026-08-21), as observed in its dry run:
 * right for every tensor of 2,856 files of 41 models, and of 1,400 files of 20 models that took no
 * part in finding them. R1 to R13 are their names in docs/sizing.md. */

/* What the rules look at, and the counts that they keep while they walk the plan. */
typedef struct
{
  PlimsollFileType type;
  PlimsollBlockFormat default_format;
  gboolean imatrix;
  const char *architecture;
  gboolean falcon;
  gboolean large;  /* what the quantizer takes for a 70B model */
  gboolean tied;   /* no output.weight */
  guint32 n;       /* blocks in the metadata, MTP among them */
  guint32 experts; /* E */
  guint32 group;   /* G: query heads for each KV head in block 0 */
  guint32 n_value; /* nv: value-like tensors */
  guint32 value;   /* iv, ig, iu, id: tensors met so far */
  guint32 gate;
  guint32 up;
  guint32 down;
} Mixture;

/* Fewer than 3 bits; an importance matrix is needed for most of their tensors. */
static gboolean
is_low_bit (PlimsollFileType type)
{
  switch (type)
    {
    case PLIMSOLL_FILE_TYPE_IQ1_S:
    case PLIMSOLL_FILE_TYPE_IQ1_M:
    case PLIMSOLL_FILE_TYPE_IQ2_XXS:
    case PLIMSOLL_FILE_TYPE_IQ2_XS:
    case PLIMSOLL_FILE_TYPE_IQ2_S:
    case PLIMSOLL_FILE_TYPE_IQ2_M:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_upper_low_bit (PlimsollFileType type)
{
  return type == PLIMSOLL_FILE_TYPE_IQ2_S || type == PLIMSOLL_FILE_TYPE_IQ2_M;
}

/* R3: an eighth at either end, and every third between. */
static gboolean
gets_more (guint32 i, guint32 n)
{
  guint32 eighth = n / 8;

  return i < eighth || i >= 7 * n / 8 || (i - eighth) % 3 == 2;
}

/* R5 */
static PlimsollBlockFormat
head_format (const Mixture *m, const PlimsollTensor *tensor)
{
  const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (m->default_format);

  if (m->type == PLIMSOLL_FILE_TYPE_MXFP4_MOE || m->falcon || tensor->ne[0] % info->elements != 0)
    return PLIMSOLL_FORMAT_Q8_0;
  if (is_low_bit (m->type) || m->type == PLIMSOLL_FILE_TYPE_IQ3_XXS)
    return PLIMSOLL_FORMAT_Q5_K;
  if (m->default_format == PLIMSOLL_FORMAT_Q8_0)
    return PLIMSOLL_FORMAT_Q8_0;
  return PLIMSOLL_FORMAT_Q6_K;
}

/* R7 */
static PlimsollBlockFormat
untied_embedding_format (const Mixture *m)
{
  switch (m->type)
    {
    case PLIMSOLL_FILE_TYPE_IQ1_S:
    case PLIMSOLL_FILE_TYPE_IQ1_M:
    case PLIMSOLL_FILE_TYPE_IQ2_XXS:
    case PLIMSOLL_FILE_TYPE_IQ2_XS:
      return PLIMSOLL_FORMAT_Q2_K;
    case PLIMSOLL_FILE_TYPE_IQ2_S:
    case PLIMSOLL_FILE_TYPE_IQ2_M:
    case PLIMSOLL_FILE_TYPE_IQ3_XXS:
      return PLIMSOLL_FORMAT_IQ3_S;
    case PLIMSOLL_FILE_TYPE_TQ1_0:
    case PLIMSOLL_FILE_TYPE_TQ2_0:
    case PLIMSOLL_FILE_TYPE_Q2_0:
      return PLIMSOLL_FORMAT_Q4_K;
    default:
      return m->default_format;
    }
}

/* R6 */
static PlimsollBlockFormat
mxfp4_moe_format (const Mixture *m, const PlimsollTensor *tensor)
{
  gboolean experts_only = strcmp (m->architecture, "bailingmoe3") == 0;

  if (tensor->ne[2] > 1 && (!experts_only || (tensor->flags & PLIMSOLL_TENSOR_EXPERTS) != 0))
    return PLIMSOLL_FORMAT_MXFP4;
  return PLIMSOLL_FORMAT_Q8_0;
}

/* R8: all but heads and embeddings of low-bit types. */
static PlimsollBlockFormat
low_bit_format (const Mixture *m, const PlimsollTensor *tensor)
{
  gboolean upper = is_upper_low_bit (m->type);
  PlimsollBlockFormat low = upper ? PLIMSOLL_FORMAT_IQ3_S : PLIMSOLL_FORMAT_Q2_K;

  switch (tensor->role)
    {
    case PLIMSOLL_ROLE_VALUE:
      return m->group >= 4 || m->experts >= 4 ? PLIMSOLL_FORMAT_Q4_K : low;
    case PLIMSOLL_ROLE_KEY:
      return m->experts == 8 ? PLIMSOLL_FORMAT_Q4_K : m->default_format;
    case PLIMSOLL_ROLE_DOWN:
      return m->down < m->n / 8 ? low : m->default_format;
    case PLIMSOLL_ROLE_ATTENTION_OUTPUT:
      if (m->experts == 8)
        return PLIMSOLL_FORMAT_Q5_K;
      if (m->type == PLIMSOLL_FILE_TYPE_IQ1_S || m->type == PLIMSOLL_FILE_TYPE_IQ1_M)
        return PLIMSOLL_FORMAT_IQ2_XXS;
      return upper ? PLIMSOLL_FORMAT_IQ3_S : m->default_format;
    default:
      return m->default_format;
    }
}

/* R9, before what large models and 8 experts change. */
static PlimsollBlockFormat
plain_value_format (const Mixture *m)
{
  gboolean grouped = m->group >= 4;

  switch (m->type)
    {
    case PLIMSOLL_FILE_TYPE_Q2_K:
      return grouped ? PLIMSOLL_FORMAT_Q4_K : PLIMSOLL_FORMAT_Q3_K;
    case PLIMSOLL_FILE_TYPE_Q2_K_S:
    case PLIMSOLL_FILE_TYPE_IQ3_XS:
    case PLIMSOLL_FILE_TYPE_IQ3_S:
      return grouped ? PLIMSOLL_FORMAT_Q4_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_IQ3_XXS:
      if (grouped)
        return PLIMSOLL_FORMAT_Q4_K;
      return m->imatrix ? PLIMSOLL_FORMAT_IQ3_XXS : PLIMSOLL_FORMAT_IQ3_S;
    case PLIMSOLL_FILE_TYPE_IQ3_M:
      return PLIMSOLL_FORMAT_Q4_K;
    case PLIMSOLL_FILE_TYPE_Q3_K_M:
      return m->value < 2 ? PLIMSOLL_FORMAT_Q5_K : PLIMSOLL_FORMAT_Q4_K;
    case PLIMSOLL_FILE_TYPE_Q3_K_L:
      return PLIMSOLL_FORMAT_Q5_K;
    case PLIMSOLL_FILE_TYPE_IQ4_NL:
    case PLIMSOLL_FILE_TYPE_IQ4_XS:
      return grouped ? PLIMSOLL_FORMAT_Q5_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_Q4_K_M:
    case PLIMSOLL_FILE_TYPE_Q5_K_M:
      return gets_more (m->value, m->n_value) ? PLIMSOLL_FORMAT_Q6_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_Q4_K_S:
      return m->value < 4 ? PLIMSOLL_FORMAT_Q5_K : m->default_format;
    default:
      return m->default_format;
    }
}

/* R9 */
static PlimsollBlockFormat
value_format (const Mixture *m)
{
  PlimsollBlockFormat format = plain_value_format (m);

  if (m->experts == 8)
    return PLIMSOLL_FORMAT_Q8_0;
  if (m->large && (format == PLIMSOLL_FORMAT_Q3_K || format == PLIMSOLL_FORMAT_Q4_K))
    return PLIMSOLL_FORMAT_Q5_K;
  return format;
}

/* R10 */
static PlimsollBlockFormat
key_or_query_format (const Mixture *m, PlimsollTensorRole role)
{
  if (role == PLIMSOLL_ROLE_KEY && m->experts == 8)
    return PLIMSOLL_FORMAT_Q8_0;
  if (m->type == PLIMSOLL_FILE_TYPE_IQ3_XS)
    return PLIMSOLL_FORMAT_IQ3_XXS;
  if (m->type == PLIMSOLL_FILE_TYPE_IQ3_XXS)
    return PLIMSOLL_FORMAT_IQ2_S;
  return m->default_format;
}

/* With experts a block's number counts, without them how many tensors of the role came before. */
static guint32
layer_index (const Mixture *m, const PlimsollTensor *tensor, guint32 count)
{
  return m->experts > 1 ? (guint32) MAX (tensor->block, 0) : count;
}

/* R11, the architecture falcon */
static PlimsollBlockFormat
falcon_down_format (const Mixture *m, guint32 i)
{
  switch (m->type)
    {
    case PLIMSOLL_FILE_TYPE_Q3_K_M:
      if (i < m->n / 16)
        return PLIMSOLL_FORMAT_Q5_K;
      return gets_more (i, m->n) ? PLIMSOLL_FORMAT_Q4_K : PLIMSOLL_FORMAT_Q3_K;
    case PLIMSOLL_FILE_TYPE_Q3_K_L:
      return PLIMSOLL_FORMAT_Q4_K;
    case PLIMSOLL_FILE_TYPE_Q4_K_M:
      if (i < m->n / 16)
        return PLIMSOLL_FORMAT_Q6_K;
      return gets_more (i, m->n) ? PLIMSOLL_FORMAT_Q5_K : m->default_format;
    default:
      return m->default_format;
    }
}

/* R11 */
static PlimsollBlockFormat
down_format (const Mixture *m, const PlimsollTensor *tensor)
{
  guint32 i = layer_index (m, tensor, m->down);
  gboolean first_eighth = i < m->n / 8;

  switch (m->type)
    {
    case PLIMSOLL_FILE_TYPE_Q2_K:
      return PLIMSOLL_FORMAT_Q3_K;
    case PLIMSOLL_FILE_TYPE_Q2_K_S:
      return first_eighth ? PLIMSOLL_FORMAT_Q4_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_IQ3_XXS:
      if (m->imatrix)
        return m->default_format;
      return first_eighth ? PLIMSOLL_FORMAT_Q4_K : PLIMSOLL_FORMAT_Q3_K;
    case PLIMSOLL_FILE_TYPE_Q3_K_M:
    case PLIMSOLL_FILE_TYPE_Q3_K_L:
    case PLIMSOLL_FILE_TYPE_Q4_K_S:
    case PLIMSOLL_FILE_TYPE_Q4_K_M:
      if (m->falcon)
        return falcon_down_format (m, i);
      if (m->type == PLIMSOLL_FILE_TYPE_Q3_K_M)
        return i < m->n / 16 ? PLIMSOLL_FORMAT_Q5_K : PLIMSOLL_FORMAT_Q4_K;
      if (m->type == PLIMSOLL_FILE_TYPE_Q3_K_L)
        return PLIMSOLL_FORMAT_Q5_K;
      if (m->type == PLIMSOLL_FILE_TYPE_Q4_K_S)
        return first_eighth ? PLIMSOLL_FORMAT_Q5_K : m->default_format;
      return gets_more (i, m->n) ? PLIMSOLL_FORMAT_Q6_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_Q5_K_M:
      return gets_more (i, m->n) ? PLIMSOLL_FORMAT_Q6_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_IQ3_M:
      return first_eighth || (m->experts == 8 && gets_more (i, m->n)) ? PLIMSOLL_FORMAT_Q4_K
                                                                      : m->default_format;
    case PLIMSOLL_FILE_TYPE_IQ4_NL:
    case PLIMSOLL_FILE_TYPE_IQ4_XS:
      return first_eighth && !m->imatrix ? PLIMSOLL_FORMAT_Q5_K : m->default_format;
    case PLIMSOLL_FILE_TYPE_Q4_0:
      return first_eighth && m->imatrix ? PLIMSOLL_FORMAT_Q4_1 : m->default_format;
    case PLIMSOLL_FILE_TYPE_Q5_0:
      return first_eighth && m->imatrix ? PLIMSOLL_FORMAT_Q5_1 : m->default_format;
    default:
      return m->default_format;
    }
}

/* R12 */
static PlimsollBlockFormat
attention_output_format (const Mixture *m)
{
  if (m->falcon)
    return m->type == PLIMSOLL_FILE_TYPE_Q3_K_L ? PLIMSOLL_FORMAT_Q4_K : m->default_format;

  switch (m->type)
    {
    case PLIMSOLL_FILE_TYPE_Q2_K:
      return m->experts == 8 ? PLIMSOLL_FORMAT_Q5_K : PLIMSOLL_FORMAT_Q3_K;
    case PLIMSOLL_FILE_TYPE_IQ3_XXS:
      return m->experts == 8 ? PLIMSOLL_FORMAT_Q5_K : PLIMSOLL_FORMAT_IQ3_S;
    case PLIMSOLL_FILE_TYPE_Q3_K_M:
    case PLIMSOLL_FILE_TYPE_IQ3_M:
      return m->experts == 8 ? PLIMSOLL_FORMAT_Q5_K : PLIMSOLL_FORMAT_Q4_K;
    case PLIMSOLL_FILE_TYPE_Q3_K_L:
      return m->experts == 8 ? m->default_format : PLIMSOLL_FORMAT_Q5_K;
    case PLIMSOLL_FILE_TYPE_IQ3_XS:
    case PLIMSOLL_FILE_TYPE_IQ3_S:
    case PLIMSOLL_FILE_TYPE_Q3_K_S:
    case PLIMSOLL_FILE_TYPE_IQ4_NL:
    case PLIMSOLL_FILE_TYPE_IQ4_XS:
    case PLIMSOLL_FILE_TYPE_Q4_K_S:
    case PLIMSOLL_FILE_TYPE_Q4_K_M:
      return m->experts == 8 ? PLIMSOLL_FORMAT_Q5_K : m->default_format;
    default:
      return m->default_format;
    }
}

/* R13 */
static PlimsollBlockFormat
gate_or_up_format (const Mixture *m, const PlimsollTensor *tensor, guint32 count)
{
  guint32 i = layer_index (m, tensor, count);

  if (m->type == PLIMSOLL_FILE_TYPE_IQ3_XS && i >= m->n / 8 && i < 7 * m->n / 8)
    return PLIMSOLL_FORMAT_IQ3_XXS;
  return m->default_format;
}

static PlimsollBlockFormat
role_format (const Mixture *m, const PlimsollTensor *tensor)
{
  switch (tensor->role)
    {
    case PLIMSOLL_ROLE_VALUE:
      return value_format (m);
    case PLIMSOLL_ROLE_KEY:
    case PLIMSOLL_ROLE_QUERY:
      return key_or_query_format (m, tensor->role);
    case PLIMSOLL_ROLE_ATTENTION_OUTPUT:
      return attention_output_format (m);
    case PLIMSOLL_ROLE_DOWN:
      return down_format (m, tensor);
    case PLIMSOLL_ROLE_GATE:
      return gate_or_up_format (m, tensor, m->gate);
    case PLIMSOLL_ROLE_UP:
      return gate_or_up_format (m, tensor, m->up);
    case PLIMSOLL_ROLE_EMBEDDING:
    case PLIMSOLL_ROLE_PER_LAYER_EMBEDDING:
    case PLIMSOLL_ROLE_HEAD:
    case PLIMSOLL_ROLE_ROPE:
    case PLIMSOLL_ROLE_OTHER:
    default:
      return m->default_format;
    }
}

static PlimsollBlockFormat
wanted_format (const Mixture *m, const PlimsollTensor *tensor)
{
  gboolean embedding =
    tensor->role == PLIMSOLL_ROLE_EMBEDDING || tensor->role == PLIMSOLL_ROLE_PER_LAYER_EMBEDDING;

  if (!plimsoll_block_format_info (m->default_format)->quantized)
    return m->default_format;
  if (tensor->role == PLIMSOLL_ROLE_HEAD || (embedding && m->tied))
    return head_format (m, tensor);
  if (m->type == PLIMSOLL_FILE_TYPE_MXFP4_MOE)
    return mxfp4_moe_format (m, tensor);
  if (embedding)
    return untied_embedding_format (m);
  if (is_low_bit (m->type))
    return low_bit_format (m, tensor);
  return role_format (m, tensor);
}

/* R4: what a format gives way to when a row is not of its whole blocks; itself when to none. */
static PlimsollBlockFormat
substitute_format (PlimsollBlockFormat format)
{
  switch (format)
    {
    case PLIMSOLL_FORMAT_IQ1_S:
    case PLIMSOLL_FORMAT_IQ1_M:
    case PLIMSOLL_FORMAT_IQ2_XXS:
    case PLIMSOLL_FORMAT_IQ2_XS:
    case PLIMSOLL_FORMAT_IQ2_S:
    case PLIMSOLL_FORMAT_IQ3_XXS:
    case PLIMSOLL_FORMAT_IQ3_S:
    case PLIMSOLL_FORMAT_IQ4_XS:
      return PLIMSOLL_FORMAT_IQ4_NL;
    case PLIMSOLL_FORMAT_Q2_K:
    case PLIMSOLL_FORMAT_Q3_K:
    case PLIMSOLL_FORMAT_TQ1_0:
    case PLIMSOLL_FORMAT_TQ2_0:
    case PLIMSOLL_FORMAT_Q2_0:
      return PLIMSOLL_FORMAT_Q4_0;
    case PLIMSOLL_FORMAT_Q4_K:
      return PLIMSOLL_FORMAT_Q5_0;
    case PLIMSOLL_FORMAT_Q5_K:
      return PLIMSOLL_FORMAT_Q5_1;
    case PLIMSOLL_FORMAT_Q6_K:
      return PLIMSOLL_FORMAT_Q8_0;
    default:
      return format;
    }
}

static gboolean
row_divides (const PlimsollTensor *tensor, PlimsollBlockFormat format)
{
  return tensor->ne[0] % plimsoll_block_format_info (format)->elements == 0;
}

/* R4. FALSE: nothing takes the format's place, and the quantizer gives up. */
static gboolean
fit_row (const PlimsollTensor *tensor, PlimsollBlockFormat *format)
{
  PlimsollBlockFormat substitute;

  if (row_divides (tensor, *format))
    return TRUE;

  substitute = substitute_format (*format);
  if (substitute == *format)
    return FALSE;

  *format = row_divides (tensor, substitute) ? substitute : PLIMSOLL_FORMAT_F16;
  return TRUE;
}

static gboolean
is_quantizable (const PlimsollTensor *tensor)
{
  return (tensor->flags & PLIMSOLL_TENSOR_IN_GGUF) != 0
         && (tensor->flags & PLIMSOLL_TENSOR_KEPT) == 0;
}

/* The block whose head counts the metadata gives for block 0. A hybrid lists them block by block,
 * so block 0 has none if it does not attend, but those with gated delta nets have one number for
 * all. */
static const PlimsollAttention *
find_first_attention (const PlimsollModelSpec *spec)
{
  for (guint32 i = 0; i < spec->n_blocks; i++)
    {
      const PlimsollLayer *layer = plimsoll_model_spec_layer (spec, i);

      if (layer->attention.kind != PLIMSOLL_ATTENTION_NONE)
        return &layer->attention;
      if (layer->recurrent.kind != PLIMSOLL_RECURRENT_GATED_DELTA_NET)
        return NULL;
    }

  return NULL;
}

static guint32
head_group (const PlimsollModelSpec *spec)
{
  const PlimsollAttention *a = find_first_attention (spec);

  if (a == NULL)
    return 0;
  if (a->kind == PLIMSOLL_ATTENTION_MLA)
    return a->heads; /* in its absorbed form it has one KV head */
  return a->kv_heads != 0 ? a->heads / a->kv_heads : 0;
}

/* R9: the architectures, by number of blocks, whose 3- and 4-bit values get 5 bits. */
static gboolean
is_large (const char *architecture, guint32 n, guint32 group)
{
  static const char *const eighty[] = { "qwen2", "deci", "olmo", NULL };

  if (strcmp (architecture, "llama") == 0)
    return n == 80 && group > 1;
  if (strcmp (architecture, "jais2") == 0)
    return n == 68;
  return n == 80 && g_strv_contains (eighty, architecture);
}

static Mixture
mixture_init (const PlimsollModelSpec *spec,
              const PlimsollTensorPlan *plan,
              const PlimsollFileTypeInfo *info,
              gboolean imatrix)
{
  Mixture m = {
    .type = info->type,
    .default_format = info->default_format,
    .imatrix = imatrix,
    .architecture = spec->architecture,
    .falcon = strcmp (spec->architecture, "falcon") == 0,
    .tied = TRUE,
    .n = spec->n_blocks + (spec->mtp_in_gguf ? spec->n_mtp_blocks : 0),
    .group = head_group (spec),
  };

  m.large = is_large (spec->architecture, m.n, m.group);
  for (guint32 i = 0; i < spec->n_kinds; i++)
    m.experts = MAX (m.experts, spec->kinds[i].feed_forward.experts);

  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];

      if (tensor->role == PLIMSOLL_ROLE_HEAD && (tensor->flags & PLIMSOLL_TENSOR_IN_GGUF) != 0)
        m.tied = FALSE;
      if (tensor->role == PLIMSOLL_ROLE_VALUE && is_quantizable (tensor))
        m.n_value++;
    }

  return m;
}

static void
count_tensor (Mixture *m, PlimsollTensorRole role)
{
  m->value += role == PLIMSOLL_ROLE_VALUE;
  m->gate += role == PLIMSOLL_ROLE_GATE;
  m->up += role == PLIMSOLL_ROLE_UP;
  m->down += role == PLIMSOLL_ROLE_DOWN;
}

gboolean
plimsoll_mixture_formats (const PlimsollModelSpec *spec,
                          const PlimsollTensorPlan *plan,
                          PlimsollFileType type,
                          gboolean imatrix,
                          guint8 *formats)
{
  const PlimsollFileTypeInfo *info = plimsoll_file_type_info (type);
  Mixture m;

  if (info == NULL || type == PLIMSOLL_FILE_TYPE_NVFP4)
    return FALSE;

  m = mixture_init (spec, plan, info, imatrix);
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      PlimsollBlockFormat format = tensor->kept;

      if (is_quantizable (tensor))
        {
          format = wanted_format (&m, tensor);
          if (!fit_row (tensor, &format))
            return FALSE;
          count_tensor (&m, tensor->role);
        }
      formats[i] = (guint8) format;
    }

  return TRUE;
}
