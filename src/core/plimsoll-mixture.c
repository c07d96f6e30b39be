/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-mixture.h"

#include <string.h>

/* The rules of llama.cpp's quantizer (build 3af988fab, 2026-08-21), as observed in its dry run:
 * right for every tensor of 2,856 files of 41 models, and of 1,400 files of 20 models that took no
 * part in finding them. R1 to R13 are their names in docs/sizing.md. */

/* What a rule asks of the model and of the tensor's place; all of it must hold. */
typedef enum
{
  ALWAYS = 0,
  IMATRIX = 1 << 0,
  NO_IMATRIX = 1 << 1,
  GROUPED = 1 << 2, /* G ≥ 4 */
  EIGHT = 1 << 3,   /* E = 8 */
  FALCON = 1 << 4,
  NOT_FALCON = 1 << 5,
  FIRST_2 = 1 << 6,
  FIRST_4 = 1 << 7,
  FIRST_16TH = 1 << 8,
  FIRST_8TH = 1 << 9,
  MIDDLE = 1 << 10, /* neither in the first nor in the last eighth */
  MORE = 1 << 11,   /* R3 */
} Condition;

typedef struct
{
  PlimsollFileType type;
  PlimsollTensorRole role;
  guint conditions; /* of Condition */
  PlimsollBlockFormat format;
} Rule;

#define RULE(type, role, conditions, format)                                                       \
  { PLIMSOLL_FILE_TYPE_##type, PLIMSOLL_ROLE_##role, conditions, PLIMSOLL_FORMAT_##format }

/* R9 to R13, by file type; of a type and role the first that holds. What none names has the type's
 * default format. */
static const Rule rules[] = {
  RULE (Q2_K, VALUE, GROUPED, Q4_K),
  RULE (Q2_K, VALUE, ALWAYS, Q3_K),
  RULE (Q2_K, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (Q2_K, ATTENTION_OUTPUT, NOT_FALCON, Q3_K),
  RULE (Q2_K, DOWN, ALWAYS, Q3_K),

  RULE (Q2_K_S, VALUE, GROUPED, Q4_K),
  RULE (Q2_K_S, DOWN, FIRST_8TH, Q4_K),

  RULE (IQ3_XXS, VALUE, GROUPED, Q4_K),
  RULE (IQ3_XXS, VALUE, NO_IMATRIX, IQ3_S),
  RULE (IQ3_XXS, KEY, ALWAYS, IQ2_S),
  RULE (IQ3_XXS, QUERY, ALWAYS, IQ2_S),
  RULE (IQ3_XXS, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (IQ3_XXS, ATTENTION_OUTPUT, NOT_FALCON, IQ3_S),
  RULE (IQ3_XXS, DOWN, NO_IMATRIX | FIRST_8TH, Q4_K),
  RULE (IQ3_XXS, DOWN, NO_IMATRIX, Q3_K),

  RULE (IQ3_XS, VALUE, GROUPED, Q4_K),
  RULE (IQ3_XS, KEY, ALWAYS, IQ3_XXS),
  RULE (IQ3_XS, QUERY, ALWAYS, IQ3_XXS),
  RULE (IQ3_XS, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (IQ3_XS, GATE, MIDDLE, IQ3_XXS),
  RULE (IQ3_XS, UP, MIDDLE, IQ3_XXS),

  RULE (IQ3_S, VALUE, GROUPED, Q4_K),
  RULE (IQ3_S, ATTENTION_OUTPUT, EIGHT, Q5_K),

  RULE (IQ3_M, VALUE, ALWAYS, Q4_K),
  RULE (IQ3_M, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (IQ3_M, ATTENTION_OUTPUT, NOT_FALCON, Q4_K),
  RULE (IQ3_M, DOWN, FIRST_8TH, Q4_K),
  RULE (IQ3_M, DOWN, EIGHT | MORE, Q4_K),

  RULE (Q3_K_S, ATTENTION_OUTPUT, EIGHT, Q5_K),

  RULE (Q3_K_M, VALUE, FIRST_2, Q5_K),
  RULE (Q3_K_M, VALUE, ALWAYS, Q4_K),
  RULE (Q3_K_M, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (Q3_K_M, ATTENTION_OUTPUT, NOT_FALCON, Q4_K),
  RULE (Q3_K_M, DOWN, FIRST_16TH, Q5_K),
  RULE (Q3_K_M, DOWN, NOT_FALCON, Q4_K),
  RULE (Q3_K_M, DOWN, FALCON | MORE, Q4_K),

  RULE (Q3_K_L, VALUE, ALWAYS, Q5_K),
  RULE (Q3_K_L, ATTENTION_OUTPUT, EIGHT, Q3_K),
  RULE (Q3_K_L, ATTENTION_OUTPUT, NOT_FALCON, Q5_K),
  RULE (Q3_K_L, ATTENTION_OUTPUT, FALCON, Q4_K),
  RULE (Q3_K_L, DOWN, NOT_FALCON, Q5_K),
  RULE (Q3_K_L, DOWN, FALCON, Q4_K),

  RULE (IQ4_XS, VALUE, GROUPED, Q5_K),
  RULE (IQ4_XS, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (IQ4_XS, DOWN, NO_IMATRIX | FIRST_8TH, Q5_K),

  RULE (IQ4_NL, VALUE, GROUPED, Q5_K),
  RULE (IQ4_NL, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (IQ4_NL, DOWN, NO_IMATRIX | FIRST_8TH, Q5_K),

  RULE (Q4_0, DOWN, IMATRIX | FIRST_8TH, Q4_1),

  RULE (Q4_K_S, VALUE, FIRST_4, Q5_K),
  RULE (Q4_K_S, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (Q4_K_S, DOWN, NOT_FALCON | FIRST_8TH, Q5_K),

  RULE (Q4_K_M, VALUE, MORE, Q6_K),
  RULE (Q4_K_M, ATTENTION_OUTPUT, EIGHT, Q5_K),
  RULE (Q4_K_M, DOWN, NOT_FALCON | MORE, Q6_K),
  RULE (Q4_K_M, DOWN, FALCON | FIRST_16TH, Q6_K),
  RULE (Q4_K_M, DOWN, FALCON | MORE, Q5_K),

  RULE (Q5_0, DOWN, IMATRIX | FIRST_8TH, Q5_1),

  RULE (Q5_K_M, VALUE, MORE, Q6_K),
  RULE (Q5_K_M, DOWN, MORE, Q6_K),
};

/* What the rules look at, and the counts that they keep while they walk the plan. */
typedef struct
{
  PlimsollFileType type;
  PlimsollBlockFormat default_format;
  const char *architecture;
  guint conditions; /* those that the model fulfils everywhere */
  gboolean large;   /* what the quantizer takes for a 70B model */
  gboolean tied;    /* no output.weight */
  guint32 n;        /* blocks in the metadata, MTP among them */
  guint32 experts;  /* E */
  guint32 group;    /* G: query heads for each KV head in block 0 */
  guint32 n_value;  /* nv: value-like tensors */
  guint32 value;    /* iv, ig, iu, id: tensors met so far */
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

  if (m->type == PLIMSOLL_FILE_TYPE_MXFP4_MOE || (m->conditions & FALCON) != 0
      || tensor->ne[0] % info->elements != 0)
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

/* The number that a rule for @tensor's place goes by, and of how many: value-like tensors and, in a
 * dense model, those of the feed-forward part are counted, with experts it is the block's number.
 */
static guint32
find_place (const Mixture *m, const PlimsollTensor *tensor, guint32 *n)
{
  guint32 block = (guint32) MAX (tensor->block, 0);

  *n = m->n;
  switch (tensor->role)
    {
    case PLIMSOLL_ROLE_VALUE:
      *n = m->n_value;
      return m->value;
    case PLIMSOLL_ROLE_GATE:
      return m->experts > 1 ? block : m->gate;
    case PLIMSOLL_ROLE_UP:
      return m->experts > 1 ? block : m->up;
    case PLIMSOLL_ROLE_DOWN:
      return m->experts > 1 ? block : m->down;
    case PLIMSOLL_ROLE_EMBEDDING:
    case PLIMSOLL_ROLE_PER_LAYER_EMBEDDING:
    case PLIMSOLL_ROLE_HEAD:
    case PLIMSOLL_ROLE_QUERY:
    case PLIMSOLL_ROLE_KEY:
    case PLIMSOLL_ROLE_ATTENTION_OUTPUT:
    case PLIMSOLL_ROLE_ROPE:
    case PLIMSOLL_ROLE_OTHER:
    default:
      return block;
    }
}

static guint
place_conditions (guint32 i, guint32 n)
{
  guint conditions = 0;

  if (i < 2)
    conditions |= FIRST_2;
  if (i < 4)
    conditions |= FIRST_4;
  if (i < n / 16)
    conditions |= FIRST_16TH;
  if (i < n / 8)
    conditions |= FIRST_8TH;
  if (i >= n / 8 && i < 7 * n / 8)
    conditions |= MIDDLE;
  if (gets_more (i, n))
    conditions |= MORE;

  return conditions;
}

static PlimsollBlockFormat
rule_format (const Mixture *m, const PlimsollTensor *tensor)
{
  guint32 n = 0;
  guint32 i = find_place (m, tensor, &n);
  guint conditions = m->conditions | place_conditions (i, n);

  for (gsize r = 0; r < G_N_ELEMENTS (rules); r++)
    if (rules[r].type == m->type && rules[r].role == tensor->role
        && (rules[r].conditions & ~conditions) == 0)
      return rules[r].format;

  return m->default_format;
}

/* R9 and R10: what large models and those of 8 experts change in the rules of the table. */
static PlimsollBlockFormat
role_format (const Mixture *m, const PlimsollTensor *tensor)
{
  PlimsollBlockFormat format;

  if (m->experts == 8 && (tensor->role == PLIMSOLL_ROLE_VALUE || tensor->role == PLIMSOLL_ROLE_KEY))
    return PLIMSOLL_FORMAT_Q8_0;

  format = rule_format (m, tensor);
  if (m->large && tensor->role == PLIMSOLL_ROLE_VALUE
      && (format == PLIMSOLL_FORMAT_Q3_K || format == PLIMSOLL_FORMAT_Q4_K))
    return PLIMSOLL_FORMAT_Q5_K;

  return format;
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

/* R4. FALSE: nothing takes the format's place, and the quantizer gives up. It did so for formats of
 * 32 elements too before September 2026, which since then give way to F16. */
static gboolean
fit_row (const PlimsollTensor *tensor, PlimsollBlockFormat *format)
{
  PlimsollBlockFormat substitute;

  if (row_divides (tensor, *format))
    return TRUE;

  substitute = substitute_format (*format);
  if (substitute == *format && plimsoll_block_format_info (*format)->elements != 32)
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

static guint
model_conditions (const PlimsollModelSpec *spec, guint32 experts, guint32 group, gboolean imatrix)
{
  guint conditions = imatrix ? IMATRIX : NO_IMATRIX;

  conditions |= strcmp (spec->architecture, "falcon") == 0 ? FALCON : NOT_FALCON;
  if (group >= 4)
    conditions |= GROUPED;
  if (experts == 8)
    conditions |= EIGHT;

  return conditions;
}

static void
find_in_plan (Mixture *m, const PlimsollTensorPlan *plan)
{
  m->tied = TRUE;
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];

      if (tensor->role == PLIMSOLL_ROLE_HEAD && (tensor->flags & PLIMSOLL_TENSOR_IN_GGUF) != 0)
        m->tied = FALSE;
      if (tensor->role == PLIMSOLL_ROLE_VALUE && is_quantizable (tensor))
        m->n_value++;
    }
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
    .architecture = spec->architecture,
    .n = spec->n_blocks + (spec->mtp_in_gguf ? spec->n_mtp_blocks : 0),
    .group = head_group (spec),
  };

  for (guint32 i = 0; i < spec->n_kinds; i++)
    m.experts = MAX (m.experts, spec->kinds[i].feed_forward.experts);
  m.large = is_large (spec->architecture, m.n, m.group);
  m.conditions = model_conditions (spec, m.experts, m.group, imatrix);
  find_in_plan (&m, plan);

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
