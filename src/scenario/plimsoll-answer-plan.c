/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-answer.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* More layers than any model has: all of them, in every build. */
#define ALL_LAYERS 9999

/* "31,30", as --tensor-split takes it. */
static char *
shares_text (const PlimsollQuestion *question)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < question->n_devices; i++)
    g_string_append_printf (text, "%s%.0f", i > 0 ? "," : "", (double) question->device_shares[i]);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
add_flag (GString *flags, const char *flag, guint value)
{
  g_string_append_printf (flags, "%s%s %u", flags->len > 0 ? " " : "", flag, value);
}

/* A name as a shell takes it, in quotes only where it needs them. */
static void
add_name (GString *flags, const char *flag, const char *name)
{
  g_autofree char *path =
    g_str_has_prefix (name, "file:") ? g_filename_from_uri (name, NULL, NULL) : NULL;
  /* Bytes that are no UTF-8 cannot be in an answer. */
  const char *shown = path != NULL && g_utf8_validate (path, -1, NULL) ? path : name;
  g_autofree char *quoted = g_shell_quote (shown);
  const gsize plain = strspn (shown, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "/._-+,:@%");

  g_string_append_printf (flags, " %s %s", flag, shown[plain] == '\0' ? shown : quoted);
}

/* A draft that is no file of a person's is told by its name, which stands for its GGUF. */
static void
add_additions (GString *flags, PlimsollScenario *scenario)
{
  PlimsollModel *draft = plimsoll_scenario_get_draft (scenario);
  PlimsollAddition *projector = plimsoll_scenario_get_projector (scenario);
  GPtrArray *adapters = plimsoll_scenario_get_adapters (scenario);

  if (draft != NULL)
    add_name (flags, "--model-draft",
              plimsoll_model_get_path (draft) != NULL ? plimsoll_model_get_path (draft)
                                                      : plimsoll_model_get_id (draft));
  if (projector != NULL)
    add_name (flags, "--mmproj", plimsoll_addition_get_id (projector));
  for (guint i = 0; i < adapters->len; i++)
    add_name (flags, "--lora", plimsoll_addition_get_id (adapters->pdata[i]));
}

char *
plimsoll_answer_plan_flags (PlimsollSizer *sizer)
{
  g_autoptr (GString) flags = g_string_new (NULL);
  const PlimsollQuestion *question;
  const PlimsollPlan *plan;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  plan = plimsoll_sizer_get_plan (sizer);
  if (plan == NULL)
    return NULL;

  question = &plan->question;
  add_flag (flags, "--n-gpu-layers", question->ngl < 0 ? ALL_LAYERS : (guint) question->ngl);
  if (question->n_cpu_moe > 0)
    add_flag (flags, "--n-cpu-moe", question->n_cpu_moe);
  add_flag (flags, "--ubatch-size", question->ubatch);
  if (plan->shared)
    {
      g_autofree char *shares = shares_text (question);

      g_string_append_printf (flags, " --tensor-split %s", shares);
    }
  add_additions (flags, plimsoll_sizer_get_scenario (sizer));

  return g_string_free_and_steal (g_steal_pointer (&flags));
}

char *
plimsoll_answer_plan_text (PlimsollSizer *sizer)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const PlimsollPlan *plan;
  PlimsollQuestion asked;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  plan = plimsoll_sizer_get_plan (sizer);
  if (plan == NULL)
    return NULL;

  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (sizer), &asked);
  if (plan->complete)
    g_ptr_array_add (parts, g_strdup (_("everything on the accelerators")));
  if (plan->question.ngl >= 0)
    g_ptr_array_add (parts, g_strdup_printf (_("%d of %u layers on the accelerator"),
                                             plan->question.ngl, plan->n_layers));
  if (plan->question.n_cpu_moe > 0)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("experts of %u block in system memory",
                                                       "experts of %u blocks in system memory",
                                                       plan->question.n_cpu_moe),
                                             plan->question.n_cpu_moe));
  if (plan->question.ubatch != asked.ubatch)
    g_ptr_array_add (parts, g_strdup_printf (_("a micro-batch of %u"), plan->question.ubatch));
  if (plan->shared)
    {
      g_autofree char *shares = shares_text (&plan->question);

      /* Translators: layers on each accelerator: "31,30". */
      g_ptr_array_add (parts, g_strdup_printf (_("layers shared out %s"), shares));
    }
  if (!isnan (plan->speed.decode.value))
    g_ptr_array_add (parts, plimsoll_format_speed (plan->speed.decode.value));
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (", ", (char **) parts->pdata);
}

void
plimsoll_answer_plan_apply (PlimsollSizer *sizer)
{
  const PlimsollPlan *found;
  PlimsollPlan plan;
  g_autofree char *shares = NULL;

  g_return_if_fail (PLIMSOLL_IS_SIZER (sizer));

  found = plimsoll_sizer_get_plan (sizer);
  if (found == NULL)
    return;

  /* The scenario tells of its change while it is set. */
  plan = *found;
  if (plan.shared)
    shares = shares_text (&plan.question);
  g_object_set (plimsoll_sizer_get_scenario (sizer), "ngl", plan.question.ngl, "n-cpu-moe",
                plan.question.n_cpu_moe, "ubatch", plan.question.ubatch, NULL);
  if (shares != NULL)
    g_object_set (plimsoll_sizer_get_scenario (sizer), "tensor-split", shares, NULL);
}
