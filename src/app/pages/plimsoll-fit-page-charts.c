/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page-private.h"

#include "plimsoll-cargo.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>

/* Where the model's limit is not known. */
#define UNKNOWN_LIMIT (G_GUINT64_CONSTANT (1) << 20)

void
plimsoll_fit_page_update_charts (PlimsollFitPage *self,
                                 const PlimsollEstimate *estimate,
                                 const char *target)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  guint64 limit = plimsoll_scenario_get_context_limit (scenario);
  guint64 contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree PlimsollEstimate *estimates = NULL;
  PlimsollCargo cargos[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree char *longest = NULL, *markup = NULL;
  guint n;

  n = plimsoll_context_stops (limit >= PLIMSOLL_MAX_CONTEXT ? UNKNOWN_LIMIT : limit, contexts);
  estimates = g_new (PlimsollEstimate, n);
  plimsoll_sizer_estimate_at (self->sizer, contexts, n, estimates);
  for (guint i = 0; i < n; i++)
    plimsoll_cargo_of_estimate (&estimates[i], &cargos[i]);
  plimsoll_context_chart_set_data (self->chart, contexts, cargos, n, estimate->usable, target);
  plimsoll_context_chart_set_context (self->chart, plimsoll_scenario_get_context_length (scenario),
                                      estimate->required);

  longest = estimate->longest_context > 0 ? plimsoll_format_tokens_about (estimate->longest_context)
                                          : g_strdup (C_("longest context", "none"));
  /* Translators: a number of tokens, "42K", or "none". */
  markup = g_markup_printf_escaped (_("Longest context that fits: <b>%s</b>"), longest);
  gtk_label_set_markup (self->longest_label, markup);
}
