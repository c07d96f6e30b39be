/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The question of training and its answer; the arithmetic has tests of its own. */

#include "plimsoll-test-scenario.h"
#include "plimsoll-training-answer.h"

static void
count_cb (guint *count)
{
  (*count)++;
}

/* Every property tells once of another value, and not of the same. */
static void
test_properties (void)
{
  g_autoptr (PlimsollTrainingScenario) training = plimsoll_training_scenario_new ();
  guint n, count = 0;
  g_autofree GParamSpec **specs =
    g_object_class_list_properties (G_OBJECT_GET_CLASS (training), &n);

  g_signal_connect_swapped (training, "notify", G_CALLBACK (count_cb), &count);
  g_assert_cmpuint (n, ==, 16);
  for (guint i = 0; i < n; i++)
    {
      const char *text = "7";
      g_autoptr (GError) error = NULL;

      if (G_IS_PARAM_SPEC_BOOLEAN (specs[i]))
        text = ((GParamSpecBoolean *) specs[i])->default_value ? "off" : "on";
      else if (G_IS_PARAM_SPEC_STRING (specs[i]))
        text = g_str_equal (specs[i]->name, "targets") ? "q_proj, v_proj" : "optimizer";
      else if (G_IS_PARAM_SPEC_ENUM (specs[i]))
        text = G_ENUM_CLASS (g_type_class_peek_static (specs[i]->value_type))->values[1].value_nick;

      for (guint again = 0; again < 2; again++)
        {
          count = 0;
          g_assert_true (plimsoll_training_scenario_set_text (training, specs[i]->name, text,
                                                              &error));
          g_assert_no_error (error);
          g_assert_cmpuint (count, ==, again == 0 ? 1 : 0);
        }
    }
}

/* What is saved comes back; what is damaged leaves all as it was, and says what it is. */
static void
test_json (void)
{
  g_autoptr (PlimsollTrainingScenario) training = plimsoll_training_scenario_new ();
  g_autoptr (PlimsollTrainingScenario) other = plimsoll_training_scenario_new ();
  g_autoptr (JsonObject) saved = NULL;
  g_autoptr (JsonObject) bad = json_object_new ();
  g_autoptr (GError) error = NULL;
  PlimsollTrainingQuestion a, b;

  g_object_set (training, "framework", PLIMSOLL_TRAINING_UNSLOTH, "optimizer",
                PLIMSOLL_OPTIMIZER_LION, "sequence", 12345, "targets", "q,down,head", "rank", 8,
                "checkpointing", FALSE, "loss", PLIMSOLL_LOSS_CHUNKED, "sharding",
                PLIMSOLL_SHARDING_ZERO3, "offload", "none", NULL);
  saved = plimsoll_training_scenario_to_json (training);
  g_assert_true (plimsoll_training_scenario_from_json (other, saved, &error));
  g_assert_no_error (error);
  plimsoll_training_scenario_get_question (training, 2, &a);
  plimsoll_training_scenario_get_question (other, 2, &b);
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
  g_assert_cmpuint (b.targets, ==,
                    PLIMSOLL_TARGET_QUERY | PLIMSOLL_TARGET_DOWN | PLIMSOLL_TARGET_HEAD);

  json_object_set_int_member (bad, "sequence", 99);
  json_object_set_string_member (bad, "targets", "nothing");
  g_assert_false (plimsoll_training_scenario_from_json (other, bad, &error));
  g_assert_nonnull (strstr (error->message, "targets"));
  plimsoll_training_scenario_get_question (other, 2, &b);
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
}

/* More than one card of 24 GB is needed for all weights of a 30 B mixture; what a change is said to
 * leave is what is required when it is made. */
static void
test_answer (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollTrainingScenario) training = plimsoll_training_scenario_new ();
  g_autoptr (PlimsollAccelerator) card = plimsoll_test_accelerator (24, 1);
  PlimsollTrainingAnswer answer, changed;
  const PlimsollTrainingResult *full = &answer.results[PLIMSOLL_TRAINING_FULL];

  g_object_set (scenario, "accelerator", card, "accelerator-count", 1, NULL);
  plimsoll_training_answer (scenario, training, NULL, &answer);
  g_assert_cmpuint (answer.n_gpus, ==, 1);
  g_assert_cmpint (full->verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  g_assert_cmpuint (full->least, >, 1);
  g_assert_cmpuint (full->here.required, <=, full->here.usable);
  g_assert_null (full->buy.accelerator);

  g_object_set (training, "optimizer", PLIMSOLL_OPTIMIZER_ADAMW_8BIT, NULL);
  plimsoll_training_answer (scenario, training, NULL, &changed);
  g_assert_cmpuint (changed.results[PLIMSOLL_TRAINING_FULL].memory.required, ==,
                    full->after[PLIMSOLL_TRAINING_CHANGE_OPTIMIZER]);

  /* So many, sharded, are as many as are said to be needed. */
  g_object_set (training, "optimizer", PLIMSOLL_OPTIMIZER_ADAMW, "sharding", PLIMSOLL_SHARDING_FSDP,
                NULL);
  if (full->least <= 16)
    {
      g_object_set (scenario, "accelerator-count", full->least, NULL);
      plimsoll_training_answer (scenario, training, NULL, &changed);
      g_assert_cmpuint (changed.results[PLIMSOLL_TRAINING_FULL].memory.required, ==,
                        full->here.required);
    }
}

static void
test_refusals (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollTrainingScenario) training = plimsoll_training_scenario_new ();
  g_autofree char *text = NULL;
  PlimsollTrainingAnswer answer;

  plimsoll_training_answer (scenario, training, NULL, &answer);
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    g_assert_nonnull (answer.results[i].refusal);
  text = plimsoll_training_to_text (&answer, scenario, training, -1);
  g_assert_nonnull (strstr (text, "No model is chosen"));
  g_assert_null (strstr (text, "nan"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training-scenario/properties", test_properties);
  g_test_add_func ("/training-scenario/json", test_json);
  g_test_add_func ("/training-scenario/answer", test_answer);
  g_test_add_func ("/training-scenario/refusals", test_refusals);

  return g_test_run ();
}
