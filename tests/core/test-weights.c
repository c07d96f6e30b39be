/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-truth.h"

#include "plimsoll-measured.h"
#include "plimsoll-mixture.h"
#include "plimsoll-parameters.h"
#include "plimsoll-weights.h"

#include <math.h>

#define GIB ((double) (G_GUINT64_CONSTANT (1) << 30))

/* A model as its shapes say and as its file says, which must come to the same. */
typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollTensorPlan *plan;
  PlimsollTensorPlan *file;
} Model;

static void
model_free (Model *self)
{
  plimsoll_tensor_plan_free (self->plan);
  plimsoll_tensor_plan_free (self->file);
  plimsoll_model_spec_unref (self->spec);
  g_free (self);
}

static GHashTable *
load_models (void)
{
  GHashTable *models =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) model_free);
  g_auto (GStrv) names = plimsoll_test_model_names ();

  for (char **name = names; *name != NULL; name++)
    {
      Model *model = g_new0 (Model, 1);
      g_autofree guint8 *formats = NULL;

      model->spec = plimsoll_test_spec (*name);
      model->plan = plimsoll_tensor_plan_new (model->spec);
      model->file = plimsoll_test_file_plan (*name, model->spec, &formats);
      g_hash_table_insert (models, g_strdup (*name), model);
    }

  return models;
}

/* TRUE when the plan's weights are those of the row; said when they are not. */
static gboolean
row_equals (const Model *model, const PlimsollTensorPlan *plan, char **row, gboolean imatrix)
{
  gboolean refused = g_str_equal (row[3], "refused");
  guint64 tensor_bytes = refused ? 0 : g_ascii_strtoull (row[3], NULL, 10);
  guint64 file_bytes = refused ? 0 : g_ascii_strtoull (row[4], NULL, 10);
  PlimsollFileType type;
  g_autoptr (PlimsollWeights) weights = NULL;

  g_assert_true (plimsoll_file_type_from_name (row[1], &type));
  weights = plimsoll_weights_new (model->spec, plan, type, imatrix);
  if (refused && weights == NULL)
    return TRUE;
  if (weights != NULL && weights->tensor_bytes == tensor_bytes && weights->file_bytes == file_bytes)
    return TRUE;

  g_test_message ("%s %s imatrix %s: %" G_GUINT64_FORMAT ", not %s", row[0], row[1], row[2],
                  weights != NULL ? weights->tensor_bytes : 0, row[3]);
  return FALSE;
}

static void
test_file_sizes (void)
{
  g_autoptr (GHashTable) models = load_models ();
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("llamacpp-file-sizes.tsv", 5);
  guint n_spec = 0;
  guint n_list = 0;
  guint n_refused = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);
      const Model *model = g_hash_table_lookup (models, row[0]);
      gboolean with = !g_str_equal (row[2], "no");
      gboolean without = !g_str_equal (row[2], "yes");

      n_spec += (!with || row_equals (model, model->plan, row, TRUE))
                && (!without || row_equals (model, model->plan, row, FALSE));
      n_list += (!with || row_equals (model, model->file, row, TRUE))
                && (!without || row_equals (model, model->file, row, FALSE));
      n_refused += g_str_equal (row[3], "refused");
    }

  g_test_message ("file sizes exact: %u of %u from shapes, %u of %u from tensor lists, "
                  "%u refusals among them",
                  n_spec, rows->len, n_list, rows->len, n_refused);
  g_assert_cmpuint (rows->len, ==, plimsoll_measured (PLIMSOLL_MEASURED_FILE)->n);
  g_assert_cmpuint (rows->len, ==, plimsoll_measured (PLIMSOLL_MEASURED_FILE)->exact);
  g_assert_cmpuint (n_spec, ==, rows->len);
  g_assert_cmpuint (n_list, ==, rows->len);
  g_assert_cmpuint (n_refused, ==, 7);
}

/* The table's typical bits are the averages that it says they are. */
static void
test_typical_bits (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();
  gsize n_types = 0;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n_types);

  for (gsize t = 0; t < n_types; t++)
    {
      double sum = 0;
      guint n = 0;

      for (char **name = names; *name != NULL; name++)
        {
          g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (*name);
          g_autoptr (PlimsollTensorPlan) plan = NULL;
          g_autoptr (PlimsollWeights) weights = NULL;

          if (plimsoll_test_model_number (*name, "experts") != 0
              || plimsoll_test_model_number (*name, "parameters") < 20000000000)
            continue;

          plan = plimsoll_tensor_plan_new (spec);
          weights = plimsoll_weights_new (spec, plan, types[t].type, TRUE);
          g_assert_nonnull (weights);
          sum += weights->bits_per_weight;
          n++;
        }

      g_assert_cmpuint (n, ==, 8);
      g_assert_cmpfloat_with_epsilon (types[t].typical_bits, sum / n, 0.00501);
      g_test_message ("%s: %.2f bits a weight", types[t].name, sum / n);
    }
}

static PlimsollModelSpec *
totals_spec (guint64 parameters, guint64 active)
{
  PlimsollModelSpec *spec = plimsoll_model_spec_new (93, 0, 1);

  spec->source = PLIMSOLL_SPEC_FROM_TOTALS;
  spec->stated_parameters = parameters;
  spec->stated_active_parameters = active;

  return spec;
}

/* The page that the idea comes from knows its model by 2,780 B parameters of which 104 B are
 * active: 5,178.15 GiB in 16 bits, 1,570.1 in Q4_K_M (tests/truth/seed.json). */
static void
test_totals (void)
{
  g_autoptr (PlimsollModelSpec) spec =
    totals_spec (G_GUINT64_CONSTANT (2780000000000), G_GUINT64_CONSTANT (104000000000));
  g_autoptr (PlimsollWeights) half =
    plimsoll_weights_new (spec, NULL, PLIMSOLL_FILE_TYPE_BF16, FALSE);
  g_autoptr (PlimsollWeights) quarter =
    plimsoll_weights_new (spec, NULL, PLIMSOLL_FILE_TYPE_Q4_K_M, FALSE);
  guint64 sum = 0;

  g_assert_cmpint (half->exactness, ==, PLIMSOLL_MODELLED);
  g_assert_cmpfloat_with_epsilon ((double) half->tensor_bytes / GIB, 5178.15, 0.005);
  g_assert_cmpfloat_with_epsilon ((double) quarter->tensor_bytes / GIB, 1570.1, 15.7);
  g_test_message ("Q4_K_M of 2,780 B: %.1f GiB", (double) quarter->tensor_bytes / GIB);

  g_assert_cmpuint (half->n_blocks, ==, 93);
  for (guint32 i = 0; i < half->n_blocks; i++)
    sum += half->blocks[i].device + half->blocks[i].experts_device;
  g_assert_cmpuint (sum, ==, half->tensor_bytes);
  g_assert_cmpuint (half->read_always, ==, 208000000000);
}

/* Without a tensor plan and with, what is in memory is the file, and the copies. */
static void
test_placement (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (*name);
      g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
      g_autoptr (PlimsollWeights) w =
        plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_Q4_K_M, FALSE);
      guint64 host = w->embedding_host + w->output_host + w->rope_host;

      for (guint32 i = 0; i < w->n_blocks + w->n_mtp_blocks; i++)
        {
          const PlimsollBlockWeights *block = &w->blocks[i];

          host += block->host + block->experts_host;
          g_assert_cmpuint (block->device, >=, block->host);
          g_assert_cmpuint (block->experts_device, >=, block->experts_host);
          g_assert_cmpuint (block->largest, >=, block->largest_dense);
          g_assert_cmpuint (block->largest_dense, >=, block->up);
        }

      g_assert_cmpuint (host, ==, w->file_bytes);
      g_assert_cmpuint (w->head_bytes, >, 0);
      g_assert_cmpint (w->exactness, ==, PLIMSOLL_EXACT);
      if (spec->tied_head)
        g_assert_cmpuint (w->output_device, >, w->output_host);
    }
}

/* Formats of a file: the same sums as from the type that they come from. */
static void
test_for_formats (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("gemma-4-26b-a4b");
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  g_autofree guint8 *formats = g_new0 (guint8, plan->n);
  g_autoptr (PlimsollWeights) planned =
    plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE);
  g_autoptr (PlimsollWeights) read = NULL;

  g_assert_true (plimsoll_mixture_formats (spec, plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE, formats));
  read = plimsoll_weights_new_for_formats (spec, plan, formats);
  g_assert_cmpstr (read->name, ==, "Q4_K");
  g_assert_cmpint (read->type, ==, PLIMSOLL_FILE_TYPE_Q4_K_M);
  g_assert_cmpuint (read->tensor_bytes, ==, planned->tensor_bytes);
  g_assert_cmpuint (read->output_device, ==, planned->output_device);
  g_assert_cmpuint (read->read_experts_all, ==, planned->read_experts_all);
}

static void
test_overflow (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.2-1b");
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  g_autoptr (PlimsollModelSpec) totals = totals_spec (G_MAXUINT64, 0);
  PlimsollParameters parameters;
  gsize n_types = 0;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n_types);

  spec->kinds[0].recurrent = (PlimsollRecurrent) {
    .kind = PLIMSOLL_RECURRENT_GATED_DELTA_NET,
    .key_heads = G_MAXUINT32,
    .key_dim = G_MAXUINT32,
    .value_heads = G_MAXUINT32,
    .value_dim = G_MAXUINT32,
    .conv_kernel = G_MAXUINT32,
  };
  plan = plimsoll_tensor_plan_new (spec);

  g_assert_false (plimsoll_parameters (spec, plan, &parameters));
  for (gsize i = 0; i < n_types; i++)
    {
      g_assert_null (plimsoll_weights_new (spec, plan, types[i].type, TRUE));
      if (types[i].typical_bits > 4)
        g_assert_null (plimsoll_weights_new (totals, NULL, types[i].type, TRUE));
    }
}

/* Sums by 128 bits, to hold the checked ones against. */
__extension__ typedef unsigned __int128 Wide;

static Wide
wide_bytes (const PlimsollNamedTensor *tensor)
{
  const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (tensor->format);
  Wide bytes = (Wide) (tensor->ne[0] / info->elements) * info->bytes;

  return bytes * tensor->ne[1] * tensor->ne[2];
}

static guint64
random_size (GRand *rand)
{
  return G_GUINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 14);
}

/* Files as nobody makes them: either the sum is right, or there is none. */
static void
test_random_files (void)
{
  const char *const names[] = {
    "blk.0.ffn_up_exps.weight",  "blk.1.attn_q.weight", "output.weight",
    "blk.1.ffn_down_exps.scale", "rope_freqs.weight",   "token_embd.weight",
    "blk.2.nextn.eh_proj.weight"
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (PlimsollModelSpec) spec = plimsoll_model_spec_new (2, 1, 1);
  guint n_overflows = 0;

  for (guint round = 0; round < 20000; round++)
    {
      PlimsollNamedTensor tensors[G_N_ELEMENTS (names)];
      Wide sum = 0;
      guint64 limit = G_MAXUINT64 - 4096 * G_N_ELEMENTS (names);
      g_autofree guint8 *formats = NULL;
      g_autoptr (PlimsollTensorPlan) plan = NULL;
      g_autoptr (PlimsollWeights) weights = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
        {
          tensors[i] = (PlimsollNamedTensor) {
            .name = names[i],
            .format = g_rand_boolean (rand) ? PLIMSOLL_FORMAT_Q4_K : PLIMSOLL_FORMAT_F32,
            .ne = { 256 * random_size (rand), random_size (rand) * random_size (rand),
                    random_size (rand) * random_size (rand), 1 },
          };
          sum += wide_bytes (&tensors[i]);
        }

      plan = plimsoll_tensor_plan_new_for_file (spec, tensors, G_N_ELEMENTS (names), &formats);
      g_assert_nonnull (plan);
      weights = plimsoll_weights_new_for_formats (spec, plan, formats);
      if (weights != NULL)
        {
          g_assert_true (weights->tensor_bytes == sum);
          g_assert_true (weights->file_bytes == sum);
        }
      else
        {
          /* Elements of low-bit tensors overflow no sooner than half of their bytes do. */
          g_assert_true (sum > limit / 2);
          n_overflows++;
        }
    }

  g_test_message ("%u of 20000 files beyond 64 bits", n_overflows);
  g_assert_cmpuint (n_overflows, >, 0);
  g_assert_cmpuint (n_overflows, <, 20000);
}

static void
test_refused (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("gpt-oss-20b");
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);

  g_assert_null (plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_Q1_0, TRUE));
  g_assert_null (plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_NVFP4, TRUE));
}

/* Rows of 48 elements, which no quantized format divides, are F16; Q1_0 is refused. */
static void
test_odd_rows (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("mamba-2.8b");
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  g_autofree guint8 *formats = NULL;

  spec->kinds[0].recurrent.dt_rank = 48;
  plan = plimsoll_tensor_plan_new (spec);
  formats = g_new0 (guint8, plan->n);
  g_assert_true (plimsoll_mixture_formats (spec, plan, PLIMSOLL_FILE_TYPE_Q8_0, FALSE, formats));
  for (gsize i = 0; i < plan->n; i++)
    if (g_str_equal (plan->tensors[i].suffix, "ssm_dt.weight"))
      g_assert_cmpint (formats[i], ==, PLIMSOLL_FORMAT_F16);

  g_assert_false (plimsoll_mixture_formats (spec, plan, PLIMSOLL_FILE_TYPE_Q1_0, FALSE, formats));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/weights/file-sizes", test_file_sizes);
  g_test_add_func ("/core/weights/typical-bits", test_typical_bits);
  g_test_add_func ("/core/weights/totals", test_totals);
  g_test_add_func ("/core/weights/placement", test_placement);
  g_test_add_func ("/core/weights/for-formats", test_for_formats);
  g_test_add_func ("/core/weights/overflow", test_overflow);
  g_test_add_func ("/core/weights/random-files", test_random_files);
  g_test_add_func ("/core/weights/refused", test_refused);
  g_test_add_func ("/core/weights/odd-rows", test_odd_rows);

  return g_test_run ();
}
