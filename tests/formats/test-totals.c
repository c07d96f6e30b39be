/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-reader.h"
#include "plimsoll-parameters.h"

#include "plimsoll-test-truth.h"

#include <string.h>

static PlimsollParameters
count (const char *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelSpec) spec =
    plimsoll_config_read (config, strlen (config), "config.json", &error);
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  PlimsollParameters parameters;

  g_assert_no_error (error);
  plan = plimsoll_tensor_plan_new (spec);
  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  return parameters;
}

/* With ' for ". */
static PlimsollParameters
count_quoted (const char *config)
{
  g_autofree char *text = g_strdelimit (g_strdup (config), "'", '"');

  return count (text);
}

enum
{
  MODEL,
  PUBLISHED,
  BESIDE,
  WHAT,
  VISION,
  MTP,
  CONFIG,
  N_FIELDS
};

static guint64
number (char **row, guint field)
{
  guint64 value;

  g_assert_true (g_ascii_string_to_unsigned (row[field], 10, 0, G_MAXUINT64, &value, NULL));
  return value;
}

/* A count is right to the parameter: what is published, less what is beside parameters. */
static void
test_total (gconstpointer data)
{
  char **row = (char **) data;
  PlimsollParameters parameters = count (row[CONFIG]);

  g_assert_true (parameters.vision_known);
  g_assert_true ((number (row, BESIDE) == 0) == (*row[WHAT] == '\0'));
  g_assert_cmpuint (parameters.total, ==, number (row, PUBLISHED) - number (row, BESIDE));
  g_assert_cmpuint (parameters.vision, ==, number (row, VISION));
  g_assert_cmpuint (parameters.mtp, ==, number (row, MTP));
  g_assert_cmpuint (parameters.text, ==, parameters.total - parameters.vision - parameters.mtp);
}

/* Kimi K2.5: the published total counts each packed word as eight weights of four bits, the two
 * words of each shape too, and the scales. Without these it is the text of K2 and this tower. */
static void
test_kimi_k25 (void)
{
  const guint64 published = 1058589420528, matrices = 60 * 384 * 3;
  const guint64 scales = matrices * 7168 * 2048 / 32, shapes = matrices * 2 * 8;
  const guint64 text = 1026408232448;
  PlimsollParameters parameters = count_quoted (
    "{'model_type': 'kimi_k25', 'text_config': {'model_type': 'llama', 'hidden_size': 7168, "
    "'vocab_size': 163840}, 'vision_config': {'mm_projector_type': 'patchmerger', "
    "'patch_size': 14, 'init_pos_emb_height': 64, 'init_pos_emb_width': 64, "
    "'vt_hidden_size': 1152, 'vt_intermediate_size': 4304, 'vt_num_hidden_layers': 27}}");

  g_assert_cmpuint (parameters.vision, ==, published - text - scales - shapes);
}

/* A config that says what no rule is for has no count, rather than a wrong one. */
static void
test_unknown (void)
{
  static const char *const configs[] = {
    "{'model_type': 'novel_vl', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'hidden_size': 64}}",
    "{'model_type': 'glm4v', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'attention_bias': true}}",
    "{'model_type': 'kimi_k3', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'mm_projector_type': 'patchmergerv2'}}",
    "{'model_type': 'internvl', 'downsample_ratio': 0.25, 'text_config': {'model_type': 'llama'}, "
    "'vision_config': {}}",
    "{'model_type': 'llava', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'model_type': 'eva'}}",
    "{'model_type': 'phi3_v', 'hidden_size': 64, 'num_hidden_layers': 1, 'vocab_size': 100, "
    "'num_attention_heads': 2, 'intermediate_size': 64, 'img_processor': {'model_name': 'other'}}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (configs); i++)
    g_assert_false (count_quoted (configs[i]).vision_known);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) models = NULL;

  g_test_init (&argc, &argv, NULL);
  models = plimsoll_test_table ("published-totals.tsv", N_FIELDS);
  for (guint i = 0; i < models->len; i++)
    {
      char **row = g_ptr_array_index (models, i);
      g_autofree char *path = g_strconcat ("/formats/totals/", row[MODEL], NULL);

      g_test_add_data_func (path, row, test_total);
    }
  g_test_add_func ("/formats/totals/kimi-k2.5", test_kimi_k25);
  g_test_add_func ("/formats/totals/unknown", test_unknown);

  return g_test_run ();
}
