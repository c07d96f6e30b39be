/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"
#include "plimsoll-recurrent-state.h"

#include <glib/gi18n.h>

/* The cache that grows with the context, and the state that does not. */

static char *
kind_label (const PlimsollAttention *attention, const PlimsollKvRows *rows, gboolean on_device)
{
  g_autofree char *window = plimsoll_format_count (rows->window);
  g_autofree char *label = NULL;

  if (attention->kind == PLIMSOLL_ATTENTION_MLA)
    label = g_strdup (_("latent attention"));
  else if (rows->window == 0)
    label = g_strdup (_("attention to the whole context"));
  else if (rows->compression > 0)
    /* Translators: a number of tokens. */
    label = g_strdup_printf (_("a window of %s, and compressed tokens"), window);
  else
    /* Translators: a number of tokens. */
    label = g_strdup_printf (_("a window of %s"), window);

  return on_device ? g_steal_pointer (&label)
                   /* Translators: a part of the cache. */
                   : g_strdup_printf (_("%s, in system memory"), label);
}

/* "48 × 32,768 cells × 1 × (1,024 + 1,024 bytes)" */
static char *
kind_formula (const PlimsollKvRows *rows,
              const PlimsollKvCells *cells,
              guint64 count,
              gboolean on_device)
{
  g_autofree char *n = plimsoll_format_count (plimsoll_kv_cells_of (cells, rows));
  g_autofree char *k = plimsoll_format_count (rows->k_bytes);
  g_autofree char *v = plimsoll_format_count (rows->v_bytes);
  const char *padded = on_device && rows->k_tail > 0 ? _(", each padded") : "";

  /* Translators: numbers of blocks, of cells and of streams, bytes of K and of V, and ", each
   * padded" or nothing. */
  return g_strdup_printf (_("%u blocks × %s cells × %u × (%s + %s bytes)%s"), (guint) count, n,
                          cells->streams, k, v, padded);
}

static gboolean
same_rows (const PlimsollKvRows *a, const PlimsollKvRows *b)
{
  return a->k_elements == b->k_elements && a->v_elements == b->v_elements
         && a->k_bytes == b->k_bytes && a->v_bytes == b->v_bytes && a->window == b->window
         && a->compression == b->compression;
}

/* Blocks of @kind that are on devices, or in system memory. */
static guint64
count_of (const PlimsollLedgerAsk *ask, guint32 kind, gboolean on_device)
{
  const PlimsollPlacement *placement = &ask->plan->placement;
  guint64 count = 0;

  for (guint32 i = 0; i <= placement->n_devices; i++)
    if ((i < placement->n_devices && !ask->question.no_kv_offload) == on_device)
      count += placement->places[i].counts[kind];

  return count;
}

/* Kinds that cache alike are one line. */
static void
add_kinds (PlimsollLedgerAsk *ask,
           PlimsollLedgerEntry *entry,
           const PlimsollKvCells *cells,
           gboolean on_device)
{
  const PlimsollKvRows *rows = ask->plan->rows;

  for (guint32 i = 0; i < ask->spec->n_kinds; i++)
    {
      guint64 count = 0;
      gboolean earlier = FALSE;

      for (guint32 j = 0; j < ask->spec->n_kinds; j++)
        if (same_rows (&rows[i], &rows[j]))
          {
            earlier |= j < i;
            count += count_of (ask, j, on_device);
          }
      if (earlier || count == 0 || rows[i].k_elements == 0)
        continue;

      g_autofree char *label = kind_label (&ask->spec->kinds[i].attention, &rows[i], on_device);

      plimsoll_ledger_entry_take_part (entry,
                                       count * plimsoll_kv_block_bytes (&rows[i], cells, on_device),
                                       label, kind_formula (&rows[i], cells, count, on_device),
                                       NULL);
    }
}

static void
say_accuracy (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  if (ask->estimate->memory.cache_exactness == PLIMSOLL_EXACT)
    plimsoll_ledger_measured (ask, entry,
                              ask->plan != NULL ? PLIMSOLL_MEASURED_CARGO
                                                : plimsoll_ledger_rule_by_layers (
                                                    ask, PLIMSOLL_MEASURED_SERVING_TOKENS,
                                                    PLIMSOLL_MEASURED_SERVING_TOKENS_SLIDING,
                                                    PLIMSOLL_MEASURED_SERVING_TOKENS_RECURRENT));
  else
    plimsoll_ledger_entry_take_accuracy (
      entry, ask->estimate->memory.cache_exactness,
      g_strdup (
        ask->estimate->memory.cache_exactness == PLIMSOLL_MODELLED
          ? _("Modelled: a cache of this kind was not measured, or not every shape is known")
          : _("Unknown: nothing is known of the model’s attention")));
}

static void
add_question (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollQuestion *question = &ask->question;
  const char *k = plimsoll_scenario_get_kv_k_type (ask->scenario);
  const char *v = plimsoll_scenario_get_kv_v_type (ask->scenario);

  plimsoll_ledger_from_question (entry, _("context"), plimsoll_ledger_count (question->context));
  plimsoll_ledger_from_question (entry, _("type of the cache, K and V"),
                                 g_strdup_printf ("%s, %s", k, v));
  plimsoll_ledger_from_question (entry, _("requests at once"),
                                 plimsoll_ledger_count (question->parallel));
}

/* Heads and their sizes of the first block that caches. */
static void
add_shapes (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  for (guint32 i = 0; i < ask->spec->n_kinds; i++)
    {
      const PlimsollAttention *attention = &ask->spec->kinds[i].attention;

      if (attention->kind == PLIMSOLL_ATTENTION_NONE || attention->shares_cache)
        continue;
      plimsoll_ledger_from_model (ask, entry, _("a row of the cache"),
                                  attention->kind == PLIMSOLL_ATTENTION_MLA
                                    /* Translators: two numbers of elements. */
                                    ? g_strdup_printf (_("a latent of %u and %u of position"),
                                                       attention->kv_lora_rank, attention->rope_dim)
                                    /* Translators: a number of heads, and the elements of a key and
                                       of a value. */
                                    : g_strdup_printf (_("%u KV heads of %u and %u"),
                                                       attention->kv_heads, attention->key_dim,
                                                       attention->value_dim));
    }
}

/* What vLLM's or SGLang's charged requests take of each rank. */
static void
add_ranks (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry, gboolean state)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  const PlimsollServing *serving = &ask->estimate->serving;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);
      g_autofree char *held =
        plimsoll_format_number (CLAMP (serving->requests, 1, (double) serving->asked), 2);

      plimsoll_ledger_entry_take_part (entry, state ? device->state : device->kv_cache, name,
                                       /* Translators: how many requests of those that were asked
                                          are held. */
                                       g_strdup_printf (_("%s of %u requests asked"), held,
                                                        serving->asked),
                                       "requests_at_once");
    }
}

static void
add_cache (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "kv_cache", _("KV cache"), PLIMSOLL_LEDGER_BYTES,
                               (double) memory->kv_cache);
  PlimsollKvCells cells;

  if (ask->plan == NULL)
    {
      plimsoll_ledger_entry_set_rule (
        entry, _("whole blocks of tokens, for the requests that are held at once"));
      add_ranks (ask, entry, FALSE);
    }
  else
    {
      plimsoll_kv_cells_init (&cells, &ask->question, ask->question.context);
      plimsoll_ledger_entry_set_rule (
        entry, _("blocks × cells × streams × (a row of K + a row of V); contexts and windows in "
                  "steps of 256"));
      add_kinds (ask, entry, &cells, TRUE);
      add_kinds (ask, entry, &cells, FALSE);
    }
  add_question (ask, entry);
  add_shapes (ask, entry);
  say_accuracy (ask, entry);
}

/* "36 × 1 × 4 bytes × (3 × 8,192 + 524,288)" */
static char *
state_formula (PlimsollLedgerAsk *ask, guint32 kind, guint64 count)
{
  const PlimsollRecurrent *recurrent = &ask->spec->kinds[kind].recurrent;
  const guint32 sequences = MAX (ask->question.parallel, 1);
  const guint64 channels = plimsoll_recurrent_convolution (recurrent, ask->spec->embedding);
  const guint64 convolution =
    channels > 0 && recurrent->conv_kernel > 0 ? (recurrent->conv_kernel - 1) * channels : 0;
  const guint64 elements = ask->plan->states[kind] / 4 / sequences;
  g_autofree char *wide = plimsoll_format_count (channels);
  g_autofree char *matrix = plimsoll_format_count (elements - MIN (convolution, elements));

  /* Translators: numbers of blocks and sequences, the kernel and channels of a convolution, and the
   * elements of a matrix. */
  return g_strdup_printf (_("%u blocks × %u × 4 bytes × (%u × %s + %s)"), (guint) count, sequences,
                          MAX (recurrent->conv_kernel, 1) - 1, wide, matrix);
}

static void
add_states (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry, gboolean on_device)
{
  for (guint32 i = 0; i < ask->spec->n_kinds; i++)
    {
      const guint64 count = count_of (ask, i, on_device);

      if (count > 0 && ask->plan->states[i] > 0)
        plimsoll_ledger_entry_take_part (entry, count * ask->plan->states[i],
                                         on_device ? _("recurrent blocks")
                                                   : _("recurrent blocks in system memory"),
                                         state_formula (ask, i, count), NULL);
    }
}

static void
add_state (PlimsollLedgerAsk *ask)
{
  const PlimsollMemory *memory = &ask->estimate->memory;
  PlimsollLedgerEntry *entry;

  if (memory->state == 0)
    return;

  entry = plimsoll_ledger_entry_add (ask, "state", _("Recurrent state"), PLIMSOLL_LEDGER_BYTES,
                                     (double) memory->state);
  if (ask->plan == NULL)
    {
      plimsoll_ledger_entry_set_rule (entry, _("whole blocks of state for each request"));
      add_ranks (ask, entry, TRUE);
    }
  else
    {
      plimsoll_ledger_entry_set_rule (
        entry, _("blocks × requests × 4 bytes × ((kernel − 1) × channels + matrix), whatever the "
                  "context"));
      add_states (ask, entry, TRUE);
      add_states (ask, entry, FALSE);
    }
  plimsoll_ledger_from_question (entry, _("requests at once"),
                                 plimsoll_ledger_count (ask->question.parallel));
  plimsoll_ledger_from_model (ask, entry, _("blocks"),
                              plimsoll_ledger_count (ask->spec->n_blocks));
  say_accuracy (ask, entry);
}

void
plimsoll_ledger_add_cache (PlimsollLedgerAsk *ask)
{
  add_cache (ask);
  add_state (ask);
}
