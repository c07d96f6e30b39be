/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-speed-page-private.h"

#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* --- By context --- */

static void
update_decode (PlimsollSpeedPage *self)
{
  guint64 limit = plimsoll_scenario_get_context_limit (plimsoll_sizer_get_scenario (self->sizer));
  const gboolean as_table = gtk_toggle_button_get_active (self->decode_button);
  PlimsollDecodeCurve curve;
  gboolean known = FALSE;

  if (limit >= PLIMSOLL_MAX_CONTEXT)
    limit = PLIMSOLL_UNKNOWN_CONTEXT_LIMIT;
  plimsoll_decode_curve_init (&curve, self->sizer, limit);
  for (guint i = 0; i < curve.n && !known; i++)
    known = !isnan (plimsoll_decode_curve_at (&curve, i)->low);

  plimsoll_decode_chart_set_curve (self->decode_chart, &curve,
                                   plimsoll_sizer_get_estimate (self->sizer)->longest_context);
  if (as_table && known)
    plimsoll_decode_chart_fill_table (&curve, self->decode_table);
  gtk_stack_set_visible_child_name (self->decode_stack,
                                    !known ? "nothing" : (as_table ? "table" : "chart"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->decode_button), known);
}

/* --- By requests --- */

static void
fill_requests_table (PlimsollSpeedPage *self, const PlimsollRequestsCurve *curve)
{
  const char *const titles[] = { _("Requests"), _("All together, at most"), _("Each, at most"),
                                 NULL };
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < curve->n; i++)
    {
      g_ptr_array_add (words, plimsoll_format_count (curve->requests[i]));
      g_ptr_array_add (words, plimsoll_format_speed (curve->together[i]));
      g_ptr_array_add (words, plimsoll_format_speed (curve->together[i] / curve->requests[i]));
    }
  plimsoll_figure_table_set (self->requests_table, _("Speed by concurrent requests"), titles,
                             words);
}

static void
update_requests (PlimsollSpeedPage *self)
{
  const gboolean as_table = gtk_toggle_button_get_active (self->requests_button);
  PlimsollRequestsCurve curve;

  plimsoll_requests_curve_init (&curve, self->sizer, self->paces[0].prompt, self->paces[0].answer);
  plimsoll_requests_chart_set_curve (self->requests_chart, &curve);
  if (as_table && curve.n > 1)
    fill_requests_table (self, &curve);
  gtk_label_set_label (self->requests_label,
                       curve.n == 1
                         ? _("One request of this length fits, and no second beside it")
                         : _("There is nothing to draw: not one request of this length fits as it "
                              "is asked, or how fast several would be is not known"));
  gtk_stack_set_visible_child_name (self->requests_stack,
                                    curve.n < 2 ? "nothing" : (as_table ? "table" : "chart"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->requests_button), curve.n > 1);
}

void
plimsoll_speed_page_update_charts (PlimsollSpeedPage *self)
{
  if (self->sizer == NULL)
    return;

  update_decode (self);
  update_requests (self);
}
