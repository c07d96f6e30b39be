/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* --- Memory --- */

static void
update_headroom (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  g_autofree char *headroom =
    plimsoll_format_number ((double) estimate->headroom / plimsoll_format_unit_bytes (), 2);
  g_autofree char *share = NULL, *line = NULL;

  if (estimate->usable == 0)
    {
      plimsoll_tile_set (self->headroom_tile, PLIMSOLL_FORMAT_UNKNOWN, NULL,
                         _("Memory of the hardware unknown"));
      g_object_set (self->headroom_tile, "critical", FALSE, NULL);
      return;
    }

  if (estimate->headroom >= 0)
    {
      share = plimsoll_format_percent ((double) estimate->headroom / (double) estimate->usable, 1);
      /* Translators: a share of the usable memory: "5.3 %". */
      line = g_strdup_printf (_("%s of usable"), share);
    }
  else
    {
      share = plimsoll_format_percent (estimate->utilization, 0);
      /* Translators: what is needed as a share of the usable memory: "230 %". */
      line = g_strdup_printf (_("%s of usable needed"), share);
    }
  plimsoll_tile_set (self->headroom_tile, headroom, plimsoll_format_unit (), line);
  g_object_set (self->headroom_tile, "critical", estimate->headroom < 0, NULL);
}

/* What goes there with the plan, where it runs by one. Shown where it matters: else it is little,
 * and with an engine that serves nothing. */
static void
update_host (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  const PlimsollPlan *plan = plimsoll_sizer_get_plan (self->sizer);
  const guint64 system =
    plimsoll_scenario_get_system_memory (plimsoll_sizer_get_scenario (self->sizer));
  const guint64 needed =
    estimate->planned && plan != NULL ? plan->host_required : estimate->host_required;
  g_autofree char *host = plimsoll_format_gib_value (needed, 2);
  g_autofree char *system_text = plimsoll_format_gib (system, 0);
  g_autofree char *line = system > 0 ? g_strdup_printf (C_("memory", "of %s"), system_text)
                                     : g_strdup (_("System memory unknown"));
  const gboolean matters = estimate->verdict == PLIMSOLL_VERDICT_OFFLOAD
                           || estimate->memory.n_devices == 0 || (system > 0 && needed > system);

  gtk_widget_set_visible (GTK_WIDGET (self->host_tile), matters && estimate->serving.budget == 0);
  plimsoll_tile_set (self->host_tile, host, plimsoll_format_unit (), line);
  g_object_set (self->host_tile, "critical", system > 0 && needed > system, NULL);
}

/* How many of the question's requests the engine holds. */
static void
update_requests (PlimsollFitPage *self, const PlimsollServing *serving)
{
  g_autofree char *requests =
    plimsoll_format_number (serving->requests, serving->requests < 100 ? 2 : 0);
  g_autofree char *between = plimsoll_format_range (serving->requests_low, serving->requests_high,
                                                    serving->requests < 10 ? 1 : 0);
  /* Translators: two numbers, "3.9 – 4.5". */
  g_autofree char *line = g_strdup_printf (_("%s of this length"), between);

  gtk_widget_set_visible (GTK_WIDGET (self->requests_tile), serving->budget > 0);
  plimsoll_tile_set (self->requests_tile, requests, NULL, line);
  g_object_set (self->requests_tile, "critical", serving->requests < 1, NULL);
}

/* --- Speed --- */

/* Why a speed is not told, in words. */
static const char *
unknown_speed (const PlimsollEstimate *estimate)
{
  if (estimate->verdict == PLIMSOLL_VERDICT_EXCEEDS)
    return _("Does not fit");
  if (estimate->speed.plan.rule == PLIMSOLL_SPEED_CPU)
    return _("Not modelled for the processor");
  if (estimate->speed.plan.rule == PLIMSOLL_SPEED_UNKNOWN)
    return _("Bandwidth of the memory unknown");
  return _("Computing speed unknown");
}

/* Every speed says where it holds: "126 – 168 at 4K". What is known only between two bounds has
 * these for its value. */
static void
set_speed (PlimsollTile *tile,
           const PlimsollEstimate *estimate,
           const PlimsollRange *range,
           double at)
{
  const double middle = isnan (range->value) ? range->high : range->value;
  const guint decimals = middle < 9.95 ? 1 : 0;
  g_autofree char *between = plimsoll_format_range (range->low, range->high, decimals);
  g_autofree char *tokens = plimsoll_format_tokens ((guint64) at);
  g_autofree char *value = NULL, *line = NULL;

  if (isnan (range->low) || isnan (range->high))
    {
      plimsoll_tile_set (tile, PLIMSOLL_FORMAT_UNKNOWN, NULL, unknown_speed (estimate));
      return;
    }
  if (isnan (range->value))
    {
      /* Translators: a number of tokens: "4K". */
      line = g_strdup_printf (_("at %s, between two bounds"), tokens);
      plimsoll_tile_set (tile, between, _("tok/s"), line);
      return;
    }

  value = plimsoll_format_number (range->value, decimals);
  /* Translators: a range of speeds, "126 – 168", and how many tokens are there already, or in the
   * prompt: "4K". */
  line = g_strdup_printf (C_("speed at a context", "%s at %s"), between, tokens);
  plimsoll_tile_set (tile, value, _("tok/s"), line);
}

static void
update_first_token (PlimsollFitPage *self, const PlimsollEstimate *estimate, double prompt)
{
  const PlimsollRange *range = &estimate->speed.first_token;
  /* One unit for the three: milliseconds, up to 10 s. */
  const gboolean is_short = range->high < 10;
  const double unit = is_short ? 1000 : 1;
  const guint decimals = is_short || range->value >= 100 ? 0 : 1;
  g_autofree char *value = NULL, *between = NULL, *tokens = NULL, *line = NULL;

  if (isnan (range->value))
    {
      plimsoll_tile_set (self->first_token_tile, PLIMSOLL_FORMAT_UNKNOWN, NULL,
                         unknown_speed (estimate));
      return;
    }

  value = plimsoll_format_number (range->value * unit, decimals);
  between = plimsoll_format_range (range->low * unit, range->high * unit, decimals);
  tokens = plimsoll_format_tokens ((guint64) prompt);
  /* Translators: a range of time, "700 – 1,050", and tokens of the prompt. */
  line = g_strdup_printf (_("%s · %s prompt"), between, tokens);
  plimsoll_tile_set (self->first_token_tile, value, is_short ? _("ms") : _("s"), line);
}

static void
update_together (PlimsollFitPage *self, const PlimsollEstimate *estimate, guint requests)
{
  const PlimsollRange *range = &estimate->speed.batch;
  const gboolean known = requests > 1 && !isnan (range->value);
  g_autofree char *value = NULL, *line = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->together_tile), known);
  if (!known)
    return;

  value = plimsoll_format_number (range->value, range->value < 9.95 ? 1 : 0);
  /* Translators: a number of requests. */
  line = g_strdup_printf (ngettext ("at most, of %u request", "at most, of %u requests", requests),
                          requests);
  plimsoll_tile_set (self->together_tile, value, _("tok/s"), line);
}

static void
update_speed (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  PlimsollQuestion question;

  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (self->sizer), &question);
  set_speed (self->decode_tile, estimate, &estimate->speed.decode,
             plimsoll_speed_depth (&question));
  set_speed (self->prefill_tile, estimate, &estimate->speed.prefill, question.prompt);
  update_first_token (self, estimate, question.prompt);
  update_together (self, estimate, question.parallel);
}

/* --- All --- */

void
plimsoll_fit_page_update_tiles (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  g_autofree char *required = plimsoll_format_gib_value (estimate->required, 2);
  g_autofree char *other = plimsoll_format_other_unit (estimate->required, 2);

  plimsoll_tile_set (self->required_tile, required, plimsoll_format_unit (), other);
  update_headroom (self, estimate);
  update_speed (self, estimate);

  update_requests (self, &estimate->serving);
  update_host (self, estimate);
}
