/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-answer.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>

/* What a projector's graph was seen to take, by the size of the image; docs/sizing.md. */
#define LEAST_GRAPH (G_GUINT64_CONSTANT (200) << 20)
#define MOST_GRAPH (G_GUINT64_CONSTANT (9) << 30)

static void
get_question (PlimsollSizer *sizer, PlimsollQuestion *question)
{
  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (sizer), question);
}

void
plimsoll_answer_mtp (PlimsollSizer *sizer, PlimsollMtpMemory *mtp)
{
  const PlimsollWeights *weights = plimsoll_sizer_get_weights (sizer);
  PlimsollQuestion question;
  PlimsollEstimate with, without;

  *mtp = (PlimsollMtpMemory) { 0 };
  get_question (sizer, &question);
  if (!question.mtp || weights == NULL)
    return;

  plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &with);
  question.mtp = FALSE;
  plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &without);
  if (!with.valid || !without.valid)
    return;

  mtp->weights = with.memory.weights - MIN (without.memory.weights, with.memory.weights);
  mtp->cache = with.memory.kv_cache - MIN (without.memory.kv_cache, with.memory.kv_cache);
}

gboolean
plimsoll_answer_has_additions (PlimsollSizer *sizer)
{
  PlimsollQuestion question;

  get_question (sizer, &question);

  return question.mtp || plimsoll_additions_any (&question.additions);
}

char **
plimsoll_answer_addition_notes (PlimsollSizer *sizer)
{
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollModel *draft = plimsoll_scenario_get_draft (scenario);
  PlimsollQuestion question;

  get_question (sizer, &question);
  if (question.additions.projector > 0 && question.additions.projector_compute == 0)
    {
      g_autofree char *least = plimsoll_format_memory (LEAST_GRAPH);
      g_autofree char *most = plimsoll_format_memory (MOST_GRAPH);

      /* Translators: two amounts of memory. */
      g_strv_builder_take (notes, g_strdup_printf (_("With the first image the projector takes %s "
                                                      "to %s more for its graph, by the image's "
                                                      "size; it is not counted"),
                                                   least, most));
    }
  if (draft != NULL && model != NULL
      && plimsoll_model_get_spec (draft)->vocabulary != plimsoll_model_get_spec (model)->vocabulary)
    g_strv_builder_add (notes, _("The draft model has another vocabulary; engines may refuse the "
                                  "pair, or translate every token"));
  if (draft != NULL || question.mtp)
    g_strv_builder_add (notes, _("The speeds are those without speculative decoding"));

  return g_strv_builder_end (notes);
}
