/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-answer.h"

#include "plimsoll-format.h"
#include "plimsoll-launch-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static void
add_flag (GString *flags, const char *flag, guint value)
{
  g_string_append_printf (flags, "%s%s %u", flags->len > 0 ? " " : "", flag, value);
}

static void
add_name (GString *flags, const char *flag, const char *name)
{
  g_autofree char *path = plimsoll_launch_file_name (name);
  g_autofree char *word = plimsoll_shell_word (path);

  g_string_append_printf (flags, " %s %s", flag, word);
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
  add_flag (flags, "--n-gpu-layers",
            question->ngl < 0 ? PLIMSOLL_LAUNCH_ALL_LAYERS : (guint) question->ngl);
  if (question->n_cpu_moe > 0)
    add_flag (flags, "--n-cpu-moe", question->n_cpu_moe);
  add_flag (flags, "--ubatch-size", question->ubatch);
  if (plan->shared)
    {
      g_autofree char *shares = plimsoll_launch_shares (question, ',');

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
      g_autofree char *shares = plimsoll_launch_shares (&plan->question, ',');

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
    shares = plimsoll_launch_shares (&plan.question, ',');
  g_object_set (plimsoll_sizer_get_scenario (sizer), "ngl", plan.question.ngl, "n-cpu-moe",
                plan.question.n_cpu_moe, "ubatch", plan.question.ubatch, NULL);
  if (shares != NULL)
    g_object_set (plimsoll_sizer_get_scenario (sizer), "tensor-split", shares, NULL);
}
