/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-scenario-state.h"
#include "plimsoll-sizer.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/** So many questions are kept beside the present one. */
#define PLIMSOLL_MAX_PINS 3

#define PLIMSOLL_TYPE_PINS (plimsoll_pins_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollPins, plimsoll_pins, PLIMSOLL, PINS, GObject)

/**
 * PlimsollPins:
 *
 * Questions that were pinned, each with its answer: a #GListModel of #PlimsollSizer, in the order
 * in which they were pinned. Each has a scenario of its own, which nothing changes.
 */

/** Returns: (transfer full): none pinned yet. */
PlimsollPins *plimsoll_pins_new (void);

/**
 * plimsoll_pins_find:
 * @position: (out) (optional): where it is
 *
 * Returns: whether the same as @scenario asks is pinned
 */
gboolean plimsoll_pins_find (PlimsollPins *self, PlimsollScenario *scenario, guint *position);

/** Returns: (transfer none): the question at @position, which has to be there. */
PlimsollSizer *plimsoll_pins_get (PlimsollPins *self, guint position);

gboolean plimsoll_pins_is_full (PlimsollPins *self);

/**
 * plimsoll_pins_add:
 * @scenario: it is copied
 *
 * Returns: %FALSE when it is pinned already, or as many are as can be
 */
gboolean plimsoll_pins_add (PlimsollPins *self, PlimsollScenario *scenario);

/** Puts @pinned, taken out before, back to where it was. Returns: %FALSE when there is no room. */
gboolean plimsoll_pins_insert (PlimsollPins *self, guint position, PlimsollSizer *pinned);

/** Returns: (transfer full): what was at @position. */
PlimsollSizer *plimsoll_pins_remove (PlimsollPins *self, guint position);

/** Returns: (transfer floating): an aa{sv}, a state of each as plimsoll_scenario_to_variant(). */
GVariant *plimsoll_pins_to_variant (PlimsollPins *self);

/**
 * plimsoll_pins_from_variant:
 *
 * Puts the questions of @state in the place of those that are there. One that is damaged, or about
 * what nobody knows any longer, is left out, and the others are taken.
 *
 * Returns: %FALSE with @error set to the first fault when any was left out
 */
gboolean plimsoll_pins_from_variant (PlimsollPins *self,
                                     GVariant *state,
                                     const PlimsollScenarioFinder *finder,
                                     GError **error);

/** PlimsollPinFact: a line of the table in which questions stand side by side. */
typedef enum
{
  PLIMSOLL_PIN_VERDICT,
  PLIMSOLL_PIN_MODEL,
  PLIMSOLL_PIN_PRECISION,
  PLIMSOLL_PIN_CONTEXT,
  PLIMSOLL_PIN_KV_CACHE,
  PLIMSOLL_PIN_HARDWARE,
  PLIMSOLL_PIN_ENGINE,
  PLIMSOLL_PIN_REQUESTS,
  PLIMSOLL_PIN_SYSTEM_MEMORY,
  PLIMSOLL_PIN_OTHERWISE, /* whatever else is asked */
  PLIMSOLL_PIN_REQUIRED,
  PLIMSOLL_PIN_USABLE,
  PLIMSOLL_PIN_HEADROOM,
  PLIMSOLL_PIN_LONGEST,
  PLIMSOLL_PIN_DECODE,
  PLIMSOLL_PIN_PREFILL,
} PlimsollPinFact;

#define PLIMSOLL_PIN_N_FACTS (PLIMSOLL_PIN_PREFILL + 1)

/** Returns: (transfer none): what @fact is called, translated. */
const char *plimsoll_pin_fact_title (PlimsollPinFact fact);

/** Returns: (transfer full): what @sizer's question or answer says of it; "—" when not known. */
char *plimsoll_pin_fact_text (PlimsollSizer *sizer, PlimsollPinFact fact);

/** Returns: (transfer full): the question in a line: "Qwen3 8B · Q4_K_M · 32K · RTX 4090". */
char *plimsoll_pin_title (PlimsollScenario *scenario);

G_END_DECLS
