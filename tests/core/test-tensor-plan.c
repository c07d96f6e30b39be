/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-truth.h"

#include "plimsoll-parameters.h"

/* Every tensor of 41 files: name, block, shape, and whether the quantizer leaves it. */
static void
test_equals_files (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();
  guint n_tensors = 0;

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (*name);
      g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
      g_autofree guint8 *formats = NULL;
      g_autoptr (PlimsollTensorPlan) file = plimsoll_test_file_plan (*name, spec, &formats);
      gsize j = 0;

      g_assert_cmpuint (file->n, ==, plimsoll_test_model_number (*name, "tensors"));
      for (gsize i = 0; i < plan->n; i++)
        {
          const PlimsollTensor *ours = &plan->tensors[i];
          const PlimsollTensor *theirs = &file->tensors[j];
          gboolean kept = (ours->flags & PLIMSOLL_TENSOR_KEPT) != 0;

          if ((ours->flags & PLIMSOLL_TENSOR_IN_GGUF) == 0)
            continue;

          g_assert_cmpuint (j, <, file->n);
          g_assert_cmpint (ours->block, ==, theirs->block);
          g_assert_cmpstr (ours->suffix, ==, theirs->suffix);
          g_assert_cmpint (ours->role, ==, theirs->role);
          g_assert_cmpuint (ours->ne[0], ==, theirs->ne[0]);
          g_assert_cmpuint (ours->ne[1], ==, theirs->ne[1]);
          g_assert_cmpuint (ours->ne[2], ==, theirs->ne[2]);
          /* A file cannot say that the checkpoint has MLA's matrices in another form. */
          g_assert_cmpuint (ours->flags | PLIMSOLL_TENSOR_IN_CHECKPOINT, ==,
                            theirs->flags | PLIMSOLL_TENSOR_IN_CHECKPOINT);
          /* What the list calls quantizable is F16 there. */
          g_assert_true (kept ? formats[j] == ours->kept : formats[j] == PLIMSOLL_FORMAT_F16);
          j++;
        }

      g_assert_cmpuint (j, ==, file->n);
      n_tensors += (guint) file->n;
    }

  g_test_message ("%u of %u tensors of %u files equal", n_tensors, n_tensors,
                  g_strv_length (names));
}

/* The elements of a file are what llama.cpp counts as its parameters. */
static void
test_elements (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (*name);
      g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
      guint64 sum = 0;

      for (gsize i = 0; i < plan->n; i++)
        {
          guint64 elements = 0;

          g_assert_true (plimsoll_tensor_elements (&plan->tensors[i], &elements));
          if ((plan->tensors[i].flags & PLIMSOLL_TENSOR_IN_GGUF) != 0)
            sum += elements;
        }

      g_assert_cmpuint (sum, ==, plimsoll_test_model_number (*name, "parameters"));
    }

  g_test_message ("elements of %u of %u files equal", g_strv_length (names), g_strv_length (names));
}

/* The GGUF splits MLA's key and value matrix in two; nothing is lost or gained. */
static void
test_mla_split (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("deepseek-r1-671b");
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  guint64 checkpoint = 0;
  guint64 gguf = 0;

  for (gsize i = 0; i < plan->n; i++)
    {
      guint64 elements = 0;

      g_assert_true (plimsoll_tensor_elements (&plan->tensors[i], &elements));
      if ((plan->tensors[i].flags & PLIMSOLL_TENSOR_IN_CHECKPOINT) != 0)
        checkpoint += elements;
      if ((plan->tensors[i].flags & PLIMSOLL_TENSOR_IN_GGUF) != 0)
        gguf += elements;
    }

  g_assert_cmpuint (checkpoint, ==, gguf);
}

/* Blocks that share a cache still publish keys and values that no engine reads. */
static void
test_shared_cache (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("gemma-4-e4b");
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  PlimsollParameters parameters;

  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  g_assert_cmpuint (parameters.text, ==, 7518069034);
}

static void
test_native_mxfp4 (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("gpt-oss-20b");
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  guint n = 0;

  spec->native_mxfp4_experts = TRUE;
  plan = plimsoll_tensor_plan_new (spec);
  for (gsize i = 0; i < plan->n; i++)
    n += (plan->tensors[i].flags & PLIMSOLL_TENSOR_KEPT) != 0
         && plan->tensors[i].kept == PLIMSOLL_FORMAT_MXFP4;

  g_assert_cmpuint (n, ==, 3 * 24);
}

static void
test_mtp_not_in_gguf (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("glm-4.5-air");
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  PlimsollParameters parameters;

  spec->mtp_in_gguf = FALSE;
  plan = plimsoll_tensor_plan_new (spec);
  for (gsize i = 0; i < plan->n; i++)
    if ((plan->tensors[i].flags & PLIMSOLL_TENSOR_MTP) != 0)
      g_assert_cmpuint (plan->tensors[i].flags & PLIMSOLL_TENSOR_IN_GGUF, ==, 0);

  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  g_assert_cmpuint (parameters.mtp, ==, 3616573568);
}

static void
test_file_faults (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.2-1b");
  PlimsollNamedTensor tensor = { "blk.0.attn_q.weight", { 32, 1, 1, 1 }, PLIMSOLL_FORMAT_F32 };
  const char *const bad_names[] = { "blk.16.attn_q.weight", "blk.1attn_q.weight",
                                    "blk.99999999999999999999999.attn_q.weight" };
  g_autofree guint8 *formats = NULL;
  g_autoptr (PlimsollTensorPlan) plan = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (bad_names); i++)
    {
      tensor.name = bad_names[i];
      g_assert_null (plimsoll_tensor_plan_new_for_file (spec, &tensor, 1, &formats));
    }

  tensor.name = "blk.x.weight";
  plan = plimsoll_tensor_plan_new_for_file (spec, &tensor, 1, &formats);
  g_assert_nonnull (plan);
  g_assert_cmpint (plan->tensors[0].block, ==, PLIMSOLL_OUTSIDE_BLOCKS);

  tensor.name = "output.weight";
  tensor.format = 4;
  g_assert_null (plimsoll_tensor_plan_new_for_file (spec, &tensor, 1, &formats));
  tensor.format = G_MAXUINT32;
  g_assert_null (plimsoll_tensor_plan_new_for_file (spec, &tensor, 1, &formats));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/tensor-plan/equals-files", test_equals_files);
  g_test_add_func ("/core/tensor-plan/elements", test_elements);
  g_test_add_func ("/core/tensor-plan/mla-split", test_mla_split);
  g_test_add_func ("/core/tensor-plan/shared-cache", test_shared_cache);
  g_test_add_func ("/core/tensor-plan/native-mxfp4", test_native_mxfp4);
  g_test_add_func ("/core/tensor-plan/mtp-not-in-gguf", test_mtp_not_in_gguf);
  g_test_add_func ("/core/tensor-plan/file-faults", test_file_faults);

  return g_test_run ();
}
