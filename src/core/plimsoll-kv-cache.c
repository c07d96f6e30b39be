/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-kv-cache.h"

#include "plimsoll-checked.h"
#include "plimsoll-sentence.h"

/* Contexts and windows are rounded up to this many tokens. */
#define CELLS 256

/* A matrix kernel of a CUDA-like device reads whole spans of this many elements, also past the last
 * row of a quantized tensor. */
#define SPAN 512
#define ALIGNMENT 128

void
plimsoll_kv_cells_init (PlimsollKvCells *self, const PlimsollQuestion *question, guint64 context)
{
  const guint32 sequences = MAX (question->parallel, 1);

  self->rounded = plimsoll_round_up (context, CELLS);
  self->streams = question->unified_kv ? 1 : sequences;
  self->per_stream = plimsoll_round_up (self->rounded / self->streams, CELLS);
  self->ahead = plimsoll_question_ubatch (question);
  self->windows = question->unified_kv ? sequences : 1;
  self->whole = question->swa_full;
}

guint64
plimsoll_kv_cells_of (const PlimsollKvCells *self, const PlimsollKvRows *rows)
{
  guint64 cells;

  if (rows->window == 0 || self->whole)
    return self->per_stream;

  cells = (guint64) rows->window * self->windows + self->ahead;
  if (rows->compression > 0)
    cells += self->per_stream / rows->compression;

  return plimsoll_round_up (MIN (self->per_stream, cells), CELLS);
}

static guint64
kv_value_elements (const PlimsollAttention *attention)
{
  if (attention->kind == PLIMSOLL_ATTENTION_NONE || attention->kind == PLIMSOLL_ATTENTION_MLA)
    return 0;

  return (guint64) attention->kv_heads * attention->value_dim;
}

guint64
plimsoll_kv_widest_v (const PlimsollModelSpec *spec)
{
  guint64 widest = 0;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    widest = MAX (widest, kv_value_elements (&spec->kinds[i].attention));

  return widest;
}

/* Sets the bytes of a row of @elements, and those that pad the tensor after its last row. */
static gboolean
kv_row (PlimsollBlockFormat format, guint64 elements, guint64 *bytes, guint64 *tail)
{
  *bytes = *tail = 0;
  if (elements == 0)
    return TRUE;
  if (!plimsoll_block_format_row_bytes (format, elements, bytes))
    return FALSE;
  if (!plimsoll_block_format_info (format)->quantized || elements % SPAN == 0)
    return TRUE;

  return plimsoll_block_format_row_bytes (format, SPAN - elements % SPAN, tail);
}

const char *
plimsoll_kv_rows_init (PlimsollKvRows *self,
                       const PlimsollLayer *layer,
                       const PlimsollQuestion *question,
                       guint64 v_widest)
{
  const PlimsollAttention *attention = &layer->attention;

  *self = (PlimsollKvRows) { 0 };

  if (attention->kind == PLIMSOLL_ATTENTION_NONE || attention->shares_cache)
    return NULL;

  if (attention->kind == PLIMSOLL_ATTENTION_MLA)
    {
      self->k_elements = (guint64) attention->kv_lora_rank + attention->rope_dim;
    }
  else
    {
      self->k_elements = (guint64) attention->kv_heads * attention->key_dim;
      /* Without flash attention V is stored transposed, with the same stride for all blocks. */
      self->v_elements = question->flash_attention ? kv_value_elements (attention) : v_widest;
    }

  if (!plimsoll_kv_attends_to_all (attention))
    self->window = attention->window;
  if (attention->kind == PLIMSOLL_ATTENTION_COMPRESSED)
    self->compression = attention->compression;

  if (!kv_row (question->kv_k, self->k_elements, &self->k_bytes, &self->k_tail)
      || !kv_row (question->kv_v, self->v_elements, &self->v_bytes, &self->v_tail))
    return N_("The model’s heads are no whole number of the cache type’s blocks");

  self->bytes = self->k_bytes + self->v_bytes;

  return NULL;
}

static guint64
kv_padded (guint64 rows, guint64 row_bytes, guint64 tail)
{
  guint64 bytes = plimsoll_multiply (rows, row_bytes);

  return tail == 0 ? bytes : plimsoll_round_up (plimsoll_add (bytes, tail), ALIGNMENT);
}

guint64
plimsoll_kv_block_bytes (const PlimsollKvRows *rows,
                         const PlimsollKvCells *cells,
                         gboolean on_device)
{
  guint64 n;

  if (rows->k_elements == 0)
    return 0;

  n = plimsoll_multiply (plimsoll_kv_cells_of (cells, rows), cells->streams);
  if (!on_device)
    return plimsoll_multiply (n, rows->bytes);

  return plimsoll_add (kv_padded (n, rows->k_bytes, rows->k_tail),
                       kv_padded (n, rows->v_bytes, rows->v_tail));
}
