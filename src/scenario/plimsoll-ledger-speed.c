/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-ledger-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* Speeds: seconds that add up, from the results of the same question asked at other depths. */

/* The question that the speeds are of: where it would not fit as it was asked, that of the plan. */
static const PlimsollQuestion *
speed_question (const PlimsollLedgerAsk *ask)
{
  const PlimsollPlan *plan = plimsoll_sizer_get_plan (ask->sizer);

  return ask->estimate->planned && plan != NULL ? &plan->question : &ask->question;
}

/* Decoding at another depth, tokens/s; NAN. */
static double
decode_at (PlimsollLedgerAsk *ask, guint64 depth)
{
  PlimsollQuestion question = *speed_question (ask);
  PlimsollEstimate estimate;

  question.depth = depth;
  plimsoll_sizer_estimate_with (ask->sizer, NULL, NULL, &question, &estimate);

  return estimate.valid ? estimate.speed.decode.value : (double) NAN;
}

static const char *
rule_text (const PlimsollSpeed *speed)
{
  switch (speed->plan.rule)
    {
    case PLIMSOLL_SPEED_ONE_DEVICE:
      return _("all that a token reads ÷ the bandwidth that the memory gives, and the time that a "
                "block takes whatever it reads");
    case PLIMSOLL_SPEED_LAYER_SPLIT:
      return _("accelerators one after another, each at its own bandwidth");
    case PLIMSOLL_SPEED_TENSOR_PARALLEL:
      return _("accelerators together, and the time in which they exchange results");
    case PLIMSOLL_SPEED_OFFLOAD:
      return _("accelerators, and then the part in system memory at its bandwidth");
    case PLIMSOLL_SPEED_CPU:
      return _("all that a token reads ÷ the bandwidth of system memory, between two bounds");
    case PLIMSOLL_SPEED_UNKNOWN:
    default:
      return NULL;
    }
}

/* How fast devices and system memory are, and where that is from. */
static void
add_bandwidths (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  const PlimsollMemory *memory = &ask->estimate->memory;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollAcceleratorFacts *facts =
        plimsoll_hardware_device (&ask->hardware, plimsoll_question_device (&ask->question, i));
      g_autofree char *name = plimsoll_ledger_device_name (ask, i);
      g_autofree char *rate = plimsoll_format_number (facts->bandwidth_gbs, 0);

      if (plimsoll_ledger_is_new_kind (ask, i))
        /* Translators: a bandwidth. */
        plimsoll_ledger_from_device (ask, entry, i, name, g_strdup_printf (_("%s GB/s"), rate));
    }
}

static void
add_reads (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  PlimsollTraffic traffic;
  const double depth = plimsoll_speed_depth (&ask->question);

  plimsoll_traffic_init (&traffic, ask->spec, ask->weights, &ask->question);
  plimsoll_ledger_from_model (ask, entry, _("weights that a token reads"),
                              plimsoll_format_memory ((guint64) (traffic.always
                                                                 + traffic.chosen
                                                                     * traffic.experts)));
  plimsoll_ledger_from_model (ask, entry, _("cache that it reads"),
                              plimsoll_format_memory ((guint64) plimsoll_reach_at (&traffic.cache,
                                                                                   depth)));
  plimsoll_ledger_from_question (entry, _("tokens before it"),
                                 plimsoll_ledger_count ((guint64) depth));
}

/* @typical: as plan.typical_decode. */
static char *
modelled_text (const char *between, double typical)
{
  g_autofree char *percent = NULL;

  if (!(typical > 1))
    /* Translators: two numbers and their unit: "120 – 180 tok/s". */
    return g_strdup_printf (_("Modelled, fitted to measured speeds: expected between %s"),
                            between);

  percent = plimsoll_format_number (100 * (typical - 1), 0);
  return g_strdup_printf (
    /* Translators: two numbers and their unit: "120 – 180 tok/s"; and a number. */
    _("Modelled, fitted to measured speeds: expected between %s. Of such accelerators left out of "
       "the fit half were told within %s %%"),
    between, percent);
}

static char *
basis_text (PlimsollSpeedBasis basis, const char *between, double typical)
{
  switch (basis)
    {
    case PLIMSOLL_SPEED_IS_MEASURED:
      /* Translators: two numbers and their unit: "120 – 180 tok/s". */
      return g_strdup_printf (
        _("Measured here: these weights ran on this accelerator; expected between %s"), between);
    case PLIMSOLL_SPEED_IS_CORRECTED:
      /* Translators: two numbers and their unit: "120 – 180 tok/s". */
      return g_strdup_printf (
        _("Modelled, and corrected by what was measured here: expected between %s"), between);
    case PLIMSOLL_SPEED_IS_MODELLED:
    default:
      return modelled_text (between, typical);
    }
}

/* What it rests on, and between which two it is. */
static void
say_range (PlimsollLedgerEntry *entry,
           const PlimsollRange *range,
           double unit,
           PlimsollSpeedBasis basis,
           double typical)
{
  const guint decimals = range->low * unit < 10 ? 1 : 0;
  g_autofree char *numbers =
    plimsoll_format_range (range->low * unit, range->high * unit, decimals);
  g_autofree char *between = g_strdup_printf ("%s %s", numbers, unit > 1 ? _("ms") : _("tok/s"));

  plimsoll_ledger_entry_set_bounds (entry, range->low, range->high);
  plimsoll_ledger_entry_take_accuracy (entry, PLIMSOLL_MODELLED,
                                       basis_text (basis, between, typical));
}

static void
say_plan (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry)
{
  if (ask->estimate->planned)
    plimsoll_ledger_from_rule (entry, _("as the fastest plan runs it"),
                               g_strdup (_("it does not fit as it was asked")));
}

static void
add_decode (PlimsollLedgerAsk *ask)
{
  const PlimsollSpeed *speed = &ask->estimate->speed;
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_entry_add (ask, "decode", _("Decode"), PLIMSOLL_LEDGER_SPEED,
                               speed->decode.value);
  const double token = 1 / speed->decode.value;
  double empty;

  plimsoll_ledger_entry_set_rule (entry, rule_text (speed));
  add_reads (ask, entry);
  add_bandwidths (ask, entry);
  say_plan (ask, entry);
  say_range (entry, &speed->decode, 1, speed->plan.basis_decode, speed->plan.typical_decode);
  if (isnan (token))
    return;

  empty = 1 / decode_at (ask, 1);
  plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_PER_TERM, PLIMSOLL_LEDGER_SECONDS, 1);
  if (!(empty <= token))
    empty = token;
  plimsoll_ledger_entry_take_term (entry, empty, _("a token with nothing before it"), NULL, NULL);
  if (token > empty)
    plimsoll_ledger_entry_take_term (entry, token - empty, _("the cache of the tokens before it"),
                                     NULL, NULL);
}

static void
add_prefill (PlimsollLedgerAsk *ask)
{
  const PlimsollSpeed *speed = &ask->estimate->speed;
  const double prompt = MAX (ask->question.prompt, 1);
  PlimsollLedgerEntry *entry;

  if (isnan (speed->prefill.value))
    return;

  entry = plimsoll_ledger_entry_add (ask, "prefill", _("Prefill"), PLIMSOLL_LEDGER_SPEED,
                                     speed->prefill.value);
  plimsoll_ledger_entry_set_rule (
    entry, _("the prompt’s products ÷ the rate of the matrix units, and the weights once for each "
              "micro-batch"));
  plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_PER_TERM, PLIMSOLL_LEDGER_SECONDS,
                                      prompt);
  plimsoll_ledger_entry_take_term (entry, prompt / speed->prefill.value,
                                   _("to take in the prompt"), NULL, NULL);
  plimsoll_ledger_from_question (entry, _("prompt"), plimsoll_ledger_count ((guint64) prompt));
  plimsoll_ledger_from_question (
    entry, _("micro-batch"),
    plimsoll_ledger_count (plimsoll_question_ubatch (speed_question (ask))));
  say_plan (ask, entry);
  say_range (entry, &speed->prefill, 1, speed->plan.basis_prefill, speed->plan.typical_prefill);
}

static void
add_first_token (PlimsollLedgerAsk *ask)
{
  const PlimsollSpeed *speed = &ask->estimate->speed;
  const double prompt = MAX (ask->question.prompt, 1);
  const double taken = prompt / speed->prefill.value;
  PlimsollLedgerEntry *entry;

  if (isnan (speed->first_token.value) || isnan (taken))
    return;

  entry = plimsoll_ledger_entry_add (ask, "first_token", _("First token"), PLIMSOLL_LEDGER_SECONDS,
                                     speed->first_token.value);
  plimsoll_ledger_entry_set_rule (entry, _("the prompt, and a token after it"));
  plimsoll_ledger_entry_take_term (entry, taken, _("to take in the prompt"), NULL, "prefill");
  plimsoll_ledger_entry_take_term (entry, speed->first_token.value - taken, _("a token after it"),
                                   NULL, "decode");
  plimsoll_ledger_from_question (entry, _("prompt"), plimsoll_ledger_count ((guint64) prompt));
  say_plan (ask, entry);
  say_range (entry, &speed->first_token, 1000, plimsoll_speed_plan_basis_first (&speed->plan),
             speed->plan.typical_prefill);
}

static void
add_batch (PlimsollLedgerAsk *ask)
{
  const PlimsollSpeed *speed = &ask->estimate->speed;
  const double requests =
    ask->plan != NULL
      ? MAX (ask->question.parallel, 1)
      : MIN (floor (CLAMP (ask->estimate->serving.requests, 1, (double) ask->question.parallel)),
             (double) ask->estimate->serving.limits.max_sequences);
  PlimsollLedgerEntry *entry;

  if (ask->question.parallel < 2 || isnan (speed->batch.value))
    return;

  entry = plimsoll_ledger_entry_add (ask, "at_most_batch", _("All requests together"),
                                     PLIMSOLL_LEDGER_SPEED, speed->batch.value);
  plimsoll_ledger_entry_set_rule (
    entry,
    _("a token for each request ÷ a step: weights once for all, a cache for each; at most"));
  plimsoll_ledger_entry_set_relation (entry, PLIMSOLL_LEDGER_PER_TERM, PLIMSOLL_LEDGER_SECONDS,
                                      requests);
  plimsoll_ledger_entry_take_term (entry, requests / speed->batch.value, _("a step"), NULL, NULL);
  plimsoll_ledger_from_question (entry, _("requests at once"),
                                 plimsoll_ledger_count (ask->question.parallel));
  say_plan (ask, entry);
  say_range (entry, &speed->batch, 1, PLIMSOLL_SPEED_IS_MODELLED, speed->plan.typical_batch);
}

/* What is not known, and why. */
static void
add_unknown (PlimsollLedgerAsk *ask, const char *id, const char *title, PlimsollLedgerUnit unit)
{
  PlimsollLedgerEntry *entry = plimsoll_ledger_entry_add (ask, id, title, unit, (double) NAN);
  const PlimsollSpeed *speed = &ask->estimate->speed;

  plimsoll_ledger_entry_take_accuracy (
    entry, PLIMSOLL_UNKNOWN,
    g_strdup (ask->estimate->verdict == PLIMSOLL_VERDICT_EXCEEDS ? _("Unknown: it does not fit")
              : speed->plan.rule == PLIMSOLL_SPEED_CPU
                ? _("Unknown: of the processor alone only the bounds of decoding are known")
                : _("Unknown: the bandwidth, the rate, or what the model reads is not known")));
}

void
plimsoll_ledger_add_speed (PlimsollLedgerAsk *ask)
{
  const PlimsollSpeed *speed = &ask->estimate->speed;

  if (isnan (speed->decode.low))
    add_unknown (ask, "decode", _("Decode"), PLIMSOLL_LEDGER_SPEED);
  if (isnan (speed->prefill.value))
    add_unknown (ask, "prefill", _("Prefill"), PLIMSOLL_LEDGER_SPEED);
  if (isnan (speed->first_token.value))
    add_unknown (ask, "first_token", _("First token"), PLIMSOLL_LEDGER_SECONDS);
  if (isnan (speed->batch.value) && ask->question.parallel > 1)
    add_unknown (ask, "at_most_batch", _("All requests together"), PLIMSOLL_LEDGER_SPEED);
  if (isnan (speed->decode.low))
    return;

  add_decode (ask);
  add_prefill (ask);
  add_first_token (ask);
  add_batch (ask);
}
