/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-tensor-plan.h"

#include <string.h>

/* R1: what the quantizer leaves as the converter wrote it, by a part of the name, and the format
 * that the converter writes. */
static const struct
{
  const char *part;
  PlimsollBlockFormat format;
} kept_parts[] = {
  { "_norm.weight", PLIMSOLL_FORMAT_F32 },
  { "ffn_gate_inp.weight", PLIMSOLL_FORMAT_F32 },
  { "ffn_gate_tid2eid.weight", PLIMSOLL_FORMAT_I32 },
  { "altup_correct_coef", PLIMSOLL_FORMAT_F32 },
  { "altup_predict_coef", PLIMSOLL_FORMAT_F32 },
  { "altup", PLIMSOLL_FORMAT_BF16 },
  { "laurel", PLIMSOLL_FORMAT_BF16 },
  { "per_layer_model_proj", PLIMSOLL_FORMAT_BF16 },
  { "ssm_conv1d", PLIMSOLL_FORMAT_F32 },
  { "shortconv.conv.weight", PLIMSOLL_FORMAT_F32 },
  { "indexer.k_proj.weight", PLIMSOLL_FORMAT_BF16 },
  { "indexer.q_proj.weight", PLIMSOLL_FORMAT_BF16 },
  { "attn_rel_b.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_first.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_w0.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_w1.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_w2.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_v0.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_v1.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_v2.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_a0.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_a1.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_a2.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_g1.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_g2.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_decay_w1.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_decay_w2.weight", PLIMSOLL_FORMAT_F32 },
  { "time_mix_lerp_fused.weight", PLIMSOLL_FORMAT_F32 },
  { ".position_embd", PLIMSOLL_FORMAT_F32 },
  { ".patch_embd", PLIMSOLL_FORMAT_F32 },
  { ".patch_merger", PLIMSOLL_FORMAT_BF16 },
  { ".rel_pos", PLIMSOLL_FORMAT_F32 },
  { "sam.pos_embd", PLIMSOLL_FORMAT_F32 },
  { "sam.neck.", PLIMSOLL_FORMAT_F32 },
  { "sam.net_", PLIMSOLL_FORMAT_F32 },
  { "a.rvq.codebook", PLIMSOLL_FORMAT_F32 },
  { "mm.a.code_embd", PLIMSOLL_FORMAT_BF16 },
};

/* R2 for tensors outside blocks, and parts that blocks' names hold, by the first match. */
static const struct
{
  const char *name;
  PlimsollTensorRole role;
} outer_roles[] = {
  { "output.weight", PLIMSOLL_ROLE_HEAD },
  { "token_embd.weight", PLIMSOLL_ROLE_EMBEDDING },
  { "per_layer_token_embd.weight", PLIMSOLL_ROLE_PER_LAYER_EMBEDDING },
  { "rope_freqs.weight", PLIMSOLL_ROLE_ROPE },
  { "rope_factors_long.weight", PLIMSOLL_ROLE_ROPE },
  { "rope_factors_short.weight", PLIMSOLL_ROLE_ROPE },
}, block_roles[] = {
  { "attn_qkv.weight", PLIMSOLL_ROLE_VALUE },
  { "attn_kv_b.weight", PLIMSOLL_ROLE_VALUE },
  { "attn_v.weight", PLIMSOLL_ROLE_VALUE },
  { "attn_k.weight", PLIMSOLL_ROLE_KEY },
  { "attn_q.weight", PLIMSOLL_ROLE_QUERY },
  { "attn_output.weight", PLIMSOLL_ROLE_ATTENTION_OUTPUT },
  { "ffn_up", PLIMSOLL_ROLE_UP },
  { "ffn_gate", PLIMSOLL_ROLE_GATE },
  { "ffn_down", PLIMSOLL_ROLE_DOWN },
};

static PlimsollTensorRole
find_role (const PlimsollTensor *tensor)
{
  if (tensor->block == PLIMSOLL_OUTSIDE_BLOCKS)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (outer_roles); i++)
        if (strcmp (tensor->suffix, outer_roles[i].name) == 0)
          return outer_roles[i].role;
      return PLIMSOLL_ROLE_OTHER;
    }

  for (gsize i = 0; i < G_N_ELEMENTS (block_roles); i++)
    if (strstr (tensor->suffix, block_roles[i].name) != NULL)
      return block_roles[i].role;

  return PLIMSOLL_ROLE_OTHER;
}

static gboolean
find_kept (const PlimsollTensor *tensor, PlimsollBlockFormat *kept)
{
  gboolean vector = tensor->ne[1] == 1 && tensor->ne[2] == 1;

  *kept = PLIMSOLL_FORMAT_F32;
  if (vector || !g_str_has_suffix (tensor->suffix, "weight"))
    return TRUE;

  if (tensor->block == PLIMSOLL_OUTSIDE_BLOCKS
      && (strcmp (tensor->suffix, "position_embd.weight") == 0
          || strcmp (tensor->suffix, "token_types.weight") == 0))
    return TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (kept_parts); i++)
    if (strstr (tensor->suffix, kept_parts[i].part) != NULL)
      {
        *kept = kept_parts[i].format;
        return TRUE;
      }

  return FALSE;
}

/* What -ncmoe and its like move: expert matrices with their biases and scales. */
/* "ffn_up_exps.weight", and "ffn_up.7.weight" in files of before 2024's spring, whose experts the
 * engine puts together again. */
static gboolean
is_routed_expert (const char *suffix)
{
  static const char *const apart[] = { "ffn_up.", "ffn_gate.", "ffn_down." };

  if (g_str_has_prefix (suffix, "ffn_") && strstr (suffix, "_exps.") != NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (apart); i++)
    if (g_str_has_prefix (suffix, apart[i]) && g_ascii_isdigit (suffix[strlen (apart[i])]))
      return TRUE;
  return FALSE;
}

void
plimsoll_tensor_classify (PlimsollTensor *tensor)
{
  tensor->role = find_role (tensor);
  tensor->flags &=
    ~(guint) (PLIMSOLL_TENSOR_KEPT | PLIMSOLL_TENSOR_EXPERTS | PLIMSOLL_TENSOR_SHARED_EXPERT);

  if (find_kept (tensor, &tensor->kept))
    tensor->flags |= PLIMSOLL_TENSOR_KEPT;
  if (is_routed_expert (tensor->suffix))
    tensor->flags |= PLIMSOLL_TENSOR_EXPERTS;
  if (strstr (tensor->suffix, "_shexp.") != NULL)
    tensor->flags |= PLIMSOLL_TENSOR_SHARED_EXPERT;
}

gboolean
plimsoll_tensor_elements (const PlimsollTensor *tensor, guint64 *elements)
{
  guint64 matrix;

  return g_uint64_checked_mul (&matrix, tensor->ne[0], tensor->ne[1])
         && g_uint64_checked_mul (elements, matrix, tensor->ne[2]);
}

gboolean
plimsoll_tensor_bytes (const PlimsollTensor *tensor, PlimsollBlockFormat format, guint64 *bytes)
{
  guint64 rows;
  guint64 row;

  return plimsoll_block_format_row_bytes (format, tensor->ne[0], &row)
         && g_uint64_checked_mul (&rows, tensor->ne[1], tensor->ne[2])
         && g_uint64_checked_mul (bytes, row, rows);
}
