/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-scenario.h"

#include <math.h>

static void
count_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  guint *count = data;

  (*count)++;
}

/* Another value of the property than it has, of its type and range. */
static void
other_value (GObject *object, GParamSpec *pspec, GValue *value)
{
  g_object_get_property (object, pspec->name, value);

  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (value, !g_value_get_boolean (value));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (value, g_value_get_uint (value) == 7 ? 5 : 7);
  else if (G_IS_PARAM_SPEC_INT (pspec))
    g_value_set_int (value, g_value_get_int (value) == 7 ? 5 : 7);
  else if (G_IS_PARAM_SPEC_UINT64 (pspec))
    g_value_set_uint64 (value, g_value_get_uint64 (value) == 4096 ? 5000 : 4096);
  else if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    g_value_set_double (value, 0.5);
  else if (G_IS_PARAM_SPEC_ENUM (pspec))
    g_value_set_enum (value, g_value_get_enum (value) == 0 ? 1 : 0);
  else if (g_str_equal (pspec->name, "tensor-split"))
    g_value_set_string (value, "3,1");
  else if (G_IS_PARAM_SPEC_STRING (pspec))
    g_value_set_string (value, g_str_has_suffix (pspec->name, "precision") ? "Q8_0" : "q8_0");
  else if (g_str_equal (pspec->name, "adapters"))
    {
      GPtrArray *adapters = g_ptr_array_new_with_free_func (g_object_unref);

      g_ptr_array_add (adapters, plimsoll_test_addition (PLIMSOLL_ADDITION_ADAPTER));
      g_value_take_boxed (value, adapters);
    }
  else if (G_IS_PARAM_SPEC_BOXED (pspec))
    {
      GPtrArray *boards = g_ptr_array_new_with_free_func (g_object_unref);

      g_ptr_array_add (boards, plimsoll_test_accelerator (12, 1));
      g_value_take_boxed (value, boards);
    }
  else if (pspec->value_type == PLIMSOLL_TYPE_ADDITION)
    g_value_take_object (value, plimsoll_test_addition (PLIMSOLL_ADDITION_PROJECTOR));
  else if (pspec->value_type == PLIMSOLL_TYPE_MODEL)
    g_value_take_object (value, plimsoll_test_model ());
  else
    g_value_take_object (value, plimsoll_test_accelerator (48, 1));
}

static gboolean
equal_values (GParamSpec *pspec, const GValue *a, const GValue *b)
{
  return g_param_values_cmp (pspec, a, b) == 0;
}

/* Every property: read back as set, told of once, and not at all when nothing changes. */
static void
test_properties (void)
{
  guint n;
  g_autoptr (PlimsollScenario) probe = plimsoll_scenario_new ();
  g_autofree GParamSpec **list = g_object_class_list_properties (G_OBJECT_GET_CLASS (probe), &n);

  g_assert_cmpuint (n, >, 20);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
      g_auto (GValue) value = G_VALUE_INIT;
      g_auto (GValue) read = G_VALUE_INIT;
      g_autofree char *signal = g_strdup_printf ("notify::%s", list[i]->name);
      guint count = 0;

      g_assert_null (g_param_spec_get_blurb (list[i]));
      g_assert_true (list[i]->flags & G_PARAM_EXPLICIT_NOTIFY);
      if (!(list[i]->flags & G_PARAM_WRITABLE))
        continue;

      other_value (G_OBJECT (scenario), list[i], &value);
      g_signal_connect (scenario, signal, G_CALLBACK (count_cb), &count);

      g_object_set_property (G_OBJECT (scenario), list[i]->name, &value);
      g_object_get_property (G_OBJECT (scenario), list[i]->name, &read);
      if (!equal_values (list[i], &value, &read))
        g_error ("%s is not as it was set", list[i]->name);
      g_assert_cmpuint (count, ==, 1);

      g_object_set_property (G_OBJECT (scenario), list[i]->name, &read);
      g_assert_cmpuint (count, ==, 1);
    }
}

static void
test_finalises (void)
{
  PlimsollScenario *scenario = plimsoll_test_scenario ();
  PlimsollModel *model = g_object_ref (plimsoll_scenario_get_model (scenario));

  g_object_add_weak_pointer (G_OBJECT (scenario), (gpointer *) &scenario);
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (scenario);
  g_assert_null (scenario);
  g_object_unref (model);
  g_assert_null (model);
}

static void
test_clamps (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  guint count = 0;
  guint parallel;
  guint64 memory;
  double price;

  g_object_set (scenario, "parallel", 0, "system-memory", G_MAXUINT64, NULL);
  g_object_get (scenario, "parallel", &parallel, "system-memory", &memory, NULL);
  g_assert_cmpuint (parallel, ==, 1);
  g_assert_cmpuint (memory, ==, PLIMSOLL_MAX_SYSTEM_MEMORY);

  plimsoll_scenario_set_context_length (scenario, 0);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 1);
  plimsoll_scenario_set_context_length (scenario, G_MAXUINT64);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 40960);

  /* At the limit already: nothing to tell. */
  g_signal_connect (scenario, "notify", G_CALLBACK (count_cb), &count);
  plimsoll_scenario_set_context_length (scenario, 50000);
  plimsoll_scenario_set_precision (scenario, "Q99");
  plimsoll_scenario_set_precision (scenario, NULL);
  plimsoll_scenario_set_kv_type (scenario, "q3");
  g_object_set (scenario, "hours-per-day", (double) NAN, "purchase-price", (double) NAN, NULL);
  g_assert_cmpuint (count, ==, 0);

  g_object_set (scenario, "purchase-price", 2000.0, NULL);
  g_object_set (scenario, "purchase-price", (double) NAN, NULL);
  g_object_get (scenario, "purchase-price", &price, NULL);
  g_assert_true (isnan (price));
  g_assert_cmpuint (count, ==, 2);
}

static void
test_names (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();

  plimsoll_scenario_set_precision (scenario, "q5_k_m");
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q5_K_M");
  plimsoll_scenario_set_kv_type (scenario, "Q8_0");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "q8_0");
}

static void
test_kv_types (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  guint count = 0;

  g_signal_connect (scenario, "notify::kv-type", G_CALLBACK (count_cb), &count);

  g_object_set (scenario, "kv-k-type", "q8_0", NULL);
  g_assert_null (plimsoll_scenario_get_kv_type (scenario));
  g_assert_cmpuint (count, ==, 1);

  g_object_set (scenario, "kv-v-type", "q8_0", NULL);
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "q8_0");
  g_assert_cmpuint (count, ==, 2);

  plimsoll_scenario_set_kv_type (scenario, "f16");
  g_assert_cmpuint (count, ==, 3);
  g_assert_cmpstr (plimsoll_scenario_get_kv_k_type (scenario), ==, "f16");
  g_assert_cmpstr (plimsoll_scenario_get_kv_v_type (scenario), ==, "f16");
}

/* A shorter model takes the context down, and the next one gives it back. */
static void
test_context_is_remembered (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollModel) large = g_object_ref (plimsoll_scenario_get_model (scenario));
  g_autoptr (PlimsollModel) small = plimsoll_test_small_model ();
  guint count = 0;

  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
  g_signal_connect (scenario, "notify::context-length", G_CALLBACK (count_cb), &count);

  plimsoll_scenario_set_model (scenario, small);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 8192);
  g_assert_cmpuint (plimsoll_scenario_get_context_limit (scenario), ==, 8192);
  g_assert_cmpuint (count, ==, 1);

  plimsoll_scenario_set_model (scenario, large);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
  g_assert_cmpuint (count, ==, 2);

  plimsoll_scenario_set_model (scenario, small);
  g_object_set (scenario, "parallel", 2, NULL);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 16384);
  g_object_set (scenario, "beyond-limit", TRUE, NULL);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
}

static void
test_question (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollAccelerator) pair = plimsoll_test_accelerator (48, 2);
  PlimsollQuestion question;

  g_object_set (scenario, "kv-k-type", "q8_0", "parallel", 3, "unified-kv", FALSE, "ubatch", 4096,
                "accelerator", pair, "accelerator-count", 4, "ngl", 12, "n-cpu-moe", 5,
                "all-outputs", TRUE, "memory-in-use", (guint64) 1 << 30, NULL);
  plimsoll_scenario_get_question (scenario, &question);

  g_assert_cmpint (question.kv_k, ==, PLIMSOLL_FORMAT_Q8_0);
  g_assert_cmpint (question.kv_v, ==, PLIMSOLL_FORMAT_F16);
  g_assert_cmpuint (question.context, ==, 32768);
  g_assert_cmpuint (question.parallel, ==, 3);
  g_assert_false (question.unified_kv);
  g_assert_cmpuint (question.ubatch, ==, 4096);
  g_assert_cmpuint (question.batch, ==, 4096);
  g_assert_cmpuint (question.n_devices, ==, 8);
  g_assert_cmpint (question.ngl, ==, 12);
  g_assert_cmpuint (question.n_cpu_moe, ==, 5);
  g_assert_true (question.all_outputs);
  g_assert_cmpuint (question.memory_in_use, ==, (guint64) 1 << 30);

  g_object_set (scenario, "accelerator-count", 16, NULL);
  plimsoll_scenario_get_question (scenario, &question);
  g_assert_cmpuint (question.n_devices, ==, PLIMSOLL_MAX_DEVICES);
}

static void
test_copy (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollScenario) copy = NULL;
  guint n;
  g_autofree GParamSpec **list = g_object_class_list_properties (G_OBJECT_GET_CLASS (scenario), &n);

  for (guint i = 0; i < n; i++)
    if (list[i]->flags & G_PARAM_WRITABLE)
      {
        g_auto (GValue) value = G_VALUE_INIT;

        other_value (G_OBJECT (scenario), list[i], &value);
        g_object_set_property (G_OBJECT (scenario), list[i]->name, &value);
      }

  copy = plimsoll_scenario_copy (scenario);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) one = G_VALUE_INIT;
      g_auto (GValue) other = G_VALUE_INIT;

      g_object_get_property (G_OBJECT (scenario), list[i]->name, &one);
      g_object_get_property (G_OBJECT (copy), list[i]->name, &other);
      g_assert_true (equal_values (list[i], &one, &other));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scenario/scenario/properties", test_properties);
  g_test_add_func ("/scenario/scenario/finalises", test_finalises);
  g_test_add_func ("/scenario/scenario/clamps", test_clamps);
  g_test_add_func ("/scenario/scenario/names", test_names);
  g_test_add_func ("/scenario/scenario/kv-types", test_kv_types);
  g_test_add_func ("/scenario/scenario/context-is-remembered", test_context_is_remembered);
  g_test_add_func ("/scenario/scenario/question", test_question);
  g_test_add_func ("/scenario/scenario/copy", test_copy);

  return g_test_run ();
}
