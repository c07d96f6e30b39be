/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-answer.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <string.h>

/* Without plans a part in system memory is only where the question has put it there. */
static gboolean
runs_as_asked (const PlimsollEstimate *estimate)
{
  return estimate->valid
         && (estimate->verdict == PLIMSOLL_VERDICT_FITS
             || estimate->verdict == PLIMSOLL_VERDICT_TIGHT
             || estimate->verdict == PLIMSOLL_VERDICT_OFFLOAD);
}

/* Boards of the first accelerator, as many as the system's devices allow; the others stay. */
static guint
least_accelerators (PlimsollSizer *sizer, PlimsollQuestion question)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  guint count = plimsoll_scenario_get_accelerator_count (scenario);
  PlimsollHardware hardware;
  PlimsollEstimate estimate;

  if (count == 0 || accelerator == NULL)
    return 0;
  /* Memory that belongs to a computer is not added up, nor does one device use another's. */
  if (plimsoll_accelerator_get_facts (accelerator)->unified
      || (question.split == PLIMSOLL_SPLIT_NONE && !plimsoll_engine_serves (question.engine)))
    return 0;

  /* Shares that were given are of these devices. */
  memset (question.device_shares, 0, sizeof question.device_shares);
  while (question.n_devices < PLIMSOLL_MAX_DEVICES)
    {
      plimsoll_scenario_get_hardware (scenario, ++count, &hardware);
      if (hardware.n_devices <= question.n_devices)
        return 0;

      question.n_devices = hardware.n_devices;
      plimsoll_sizer_estimate_on (sizer, &hardware, NULL, &question, &estimate);
      if (runs_as_asked (&estimate))
        return count;
    }

  return 0;
}

static const PlimsollPrecisionInfo *
largest_precision (PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  const guint64 asked = plimsoll_sizer_get_weights (sizer)->file_bytes;
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (sizer, &n);
  PlimsollEstimate estimate;

  while (n-- > 0)
    {
      if (sizes[n].file_bytes >= asked || !plimsoll_precision_is_common (sizes[n].info->type))
        continue;

      plimsoll_sizer_estimate_with (sizer, NULL, &sizes[n].info->type, question, &estimate);
      if (runs_as_asked (&estimate))
        return sizes[n].info;
    }

  return NULL;
}

void
plimsoll_answer_needs (PlimsollSizer *sizer, PlimsollNeeds *needs)
{
  const PlimsollEstimate *estimate;
  PlimsollQuestion question;
  guint64 longest;

  g_return_if_fail (PLIMSOLL_IS_SIZER (sizer));
  g_return_if_fail (needs != NULL);

  *needs = (PlimsollNeeds) { 0 };

  estimate = plimsoll_sizer_get_estimate (sizer);
  if (!estimate->valid || (estimate->verdict != PLIMSOLL_VERDICT_EXCEEDS && !estimate->planned))
    return;

  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (sizer), &question);
  needs->accelerators = least_accelerators (sizer, question);
  needs->precision = largest_precision (sizer, &question);
  /* One request has to be held; the others may wait. */
  longest = plimsoll_engine_serves (question.engine) && question.parallel > 1
              ? estimate->serving.longest_model_len
              : estimate->longest_context;
  if (longest < question.context)
    needs->context = longest;
}

char *
plimsoll_answer_needs_text (PlimsollSizer *sizer)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  PlimsollScenario *scenario;
  PlimsollNeeds needs;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  scenario = plimsoll_sizer_get_scenario (sizer);
  plimsoll_answer_needs (sizer, &needs);
  if (needs.accelerators > 0)
    {
      const gboolean mixed = plimsoll_scenario_get_further_accelerators (scenario)->len > 0;

      /* Translators: how many, of an accelerator. */
      g_ptr_array_add (lines,
                       g_strdup_printf (mixed ? _("It would fit with %u × %s beside the others")
                                              : _("It would fit on %u × %s"),
                                        needs.accelerators,
                                        plimsoll_accelerator_get_name (
                                          plimsoll_scenario_get_accelerator (scenario))));
    }
  if (needs.precision != NULL)
    /* Translators: a precision. */
    g_ptr_array_add (lines, g_strdup_printf (_("It would fit as %s"), needs.precision->name));
  if (needs.context > 0)
    {
      g_autofree char *tokens = plimsoll_format_tokens_about (needs.context);

      /* Translators: a number of tokens. */
      g_ptr_array_add (lines, g_strdup_printf (_("It would fit with a context of %s"), tokens));
    }
  if (lines->len == 0)
    return NULL;
  g_ptr_array_add (lines, NULL);

  return g_strjoinv ("\n", (char **) lines->pdata);
}
