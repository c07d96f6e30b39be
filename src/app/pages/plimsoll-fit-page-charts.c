/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page-private.h"

#include "plimsoll-cargo.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

static gboolean
shows_table (GtkStack *stack)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (stack), "table") == 0;
}

static gboolean
is_octave (guint64 tokens)
{
  return tokens >= 1024 && (tokens & (tokens - 1)) == 0;
}

/* --- Memory --- */

/* The octaves and the last: what the chart has between them is for the eye. */
static void
fill_memory_table (PlimsollFitPage *self,
                   const guint64 *contexts,
                   const PlimsollCargo *cargos,
                   guint n,
                   guint64 usable)
{
  const char *const titles[] = {
    _("Context"), _("Weights"), _("KV cache"), _("Compute"), _("Overhead"), _("Required"), "",
    NULL
  };
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      const guint64 total = plimsoll_cargo_total (&cargos[i]);

      if (!is_octave (contexts[i]) && i + 1 < n)
        continue;
      g_ptr_array_add (words, plimsoll_format_tokens_about (contexts[i]));
      g_ptr_array_add (words, plimsoll_format_gib_value (cargos[i].weights, 2));
      g_ptr_array_add (words, plimsoll_format_gib_value (cargos[i].cache, 2));
      g_ptr_array_add (words, plimsoll_format_gib_value (cargos[i].compute, 2));
      g_ptr_array_add (words, plimsoll_format_gib_value (cargos[i].overhead, 2));
      g_ptr_array_add (words, plimsoll_format_gib (total, 2));
      g_ptr_array_add (words, g_strdup (usable > 0 && total > usable ? _("over the line") : ""));
    }
  plimsoll_figure_table_set (self->memory_table, _("Memory by context"), titles, words);
}

static void
update_memory (PlimsollFitPage *self,
               const PlimsollEstimate *estimate,
               const char *target,
               guint64 limit)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  guint64 contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree PlimsollEstimate *estimates = NULL;
  PlimsollCargo cargos[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree char *longest = NULL, *markup = NULL;
  guint n;

  n = plimsoll_context_stops (limit, contexts);
  estimates = g_new (PlimsollEstimate, n);
  plimsoll_sizer_estimate_at (self->sizer, contexts, n, estimates);
  for (guint i = 0; i < n; i++)
    plimsoll_cargo_of_estimate (&estimates[i], &cargos[i]);
  plimsoll_context_chart_set_data (self->chart, contexts, cargos, n, estimate->usable, target);
  plimsoll_context_chart_set_context (self->chart, plimsoll_scenario_get_context_length (scenario),
                                      estimate->required);
  if (shows_table (self->memory_stack))
    fill_memory_table (self, contexts, cargos, n, estimate->usable);

  longest = estimate->longest_context > 0 ? plimsoll_format_tokens_about (estimate->longest_context)
                                          : g_strdup (C_("longest context", "none"));
  /* Translators: a number of tokens, "42K", or "none". */
  markup = g_markup_printf_escaped (_("Longest context that fits: <b>%s</b>"), longest);
  gtk_label_set_markup (self->longest_label, markup);
}

/* --- Decode --- */

static void
update_decode (PlimsollFitPage *self, const PlimsollEstimate *estimate, guint64 limit)
{
  PlimsollDecodeCurve curve;
  gboolean known = FALSE;

  plimsoll_decode_curve_init (&curve, self->sizer, limit);
  for (guint i = 0; i < curve.n && !known; i++)
    known = !isnan (plimsoll_decode_curve_at (&curve, i)->low);

  gtk_widget_set_visible (self->decode_card, known);
  if (!known)
    return;
  plimsoll_decode_chart_set_curve (self->decode_chart, &curve, estimate->longest_context);
  if (shows_table (self->decode_stack))
    plimsoll_decode_chart_fill_table (&curve, self->decode_table);
}

/* --- Both --- */

void
plimsoll_fit_page_update_charts (PlimsollFitPage *self,
                                 const PlimsollEstimate *estimate,
                                 const char *target)
{
  guint64 limit = plimsoll_scenario_get_context_limit (plimsoll_sizer_get_scenario (self->sizer));

  if (limit >= PLIMSOLL_MAX_CONTEXT)
    limit = PLIMSOLL_UNKNOWN_CONTEXT_LIMIT;
  update_memory (self, estimate, target, limit);
  update_decode (self, estimate, limit);
}
