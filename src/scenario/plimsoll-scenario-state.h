/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-scenario.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/*
 * A scenario as a state (GVariant), as a question (JSON) and as options (text). Whatever is read is
 * checked whole first: where a part of it is damaged or unknown, an error in one line says which,
 * and the scenario stays as it was.
 */

typedef enum
{
  PLIMSOLL_SCENARIO_ERROR_INVALID, /* a member or value that is none */
  PLIMSOLL_SCENARIO_ERROR_VERSION, /* a state of another version */
} PlimsollScenarioError;

#define PLIMSOLL_SCENARIO_ERROR (plimsoll_scenario_error_quark ())
GQuark plimsoll_scenario_error_quark (void);

/** PlimsollScenarioFinder: how ids and names become objects; both return (transfer full). */
typedef struct
{
  PlimsollModel *(*find_model) (const char *name, gpointer data, GError **error);
  PlimsollAccelerator *(*find_accelerator) (const char *name, gpointer data, GError **error);
  gpointer data;
} PlimsollScenarioFinder;

#define PLIMSOLL_SCENARIO_STATE_VERSION 1

/* What is asked before anybody asked anything. */
#define PLIMSOLL_DEFAULT_MODEL "Qwen/Qwen3-30B-A3B-Instruct-2507"
#define PLIMSOLL_DEFAULT_ACCELERATOR "nvidia-rtx-4090"

/**
 * plimsoll_scenario_check_precision:
 * @name: what was asked
 *
 * Returns: %FALSE with @error set when the engine of the question does not run it
 */
gboolean
plimsoll_scenario_check_precision (PlimsollScenario *self, const char *name, GError **error);

/** Sets the model and the accelerator of the default question. */
gboolean plimsoll_scenario_set_defaults (PlimsollScenario *self,
                                         const PlimsollScenarioFinder *finder,
                                         GError **error);

/** Returns: (transfer floating): an a{sv} with "version" and every property by its name. */
GVariant *plimsoll_scenario_to_variant (PlimsollScenario *self);

/** Takes over a state. What it does not hold stays, what nobody knows is passed over. */
gboolean plimsoll_scenario_from_variant (PlimsollScenario *self,
                                         GVariant *state,
                                         const PlimsollScenarioFinder *finder,
                                         GError **error);

/**
 * plimsoll_scenario_to_json:
 *
 * Returns: (transfer full): the question as an answer holds it; the model is not a part of it
 */
JsonObject *plimsoll_scenario_to_json (PlimsollScenario *self);

/** Adds to @question, where it is kept, what the scenario says of money. */
void plimsoll_scenario_add_terms_json (PlimsollScenario *self, JsonObject *question);

/**
 * plimsoll_scenario_from_json:
 * @others: (nullable) (array zero-terminated=1): members that may be there, for the caller
 *
 * Takes over a question; what it leaves out or says null of stays. Besides the members of
 * plimsoll_scenario_to_json() it may have "model", and "kv" for both cache types; numbers may be
 * text with units ("32K", "64GiB").
 */
gboolean plimsoll_scenario_from_json (PlimsollScenario *self,
                                      JsonObject *question,
                                      const char *const *others,
                                      const PlimsollScenarioFinder *finder,
                                      GError **error);

/**
 * plimsoll_scenario_set_text:
 * @property: its name
 * @text: what was typed: "32K", "64GiB", "q8_0", "on", "all", "4090"
 */
gboolean plimsoll_scenario_set_text (PlimsollScenario *self,
                                     const char *property,
                                     const char *text,
                                     const PlimsollScenarioFinder *finder,
                                     GError **error);

/**
 * plimsoll_scenario_accelerator_name:
 * @text: "RTX 3090", "2x RTX 3090", "2 × RTX 3090"
 * @count: (out): how many it says, 1 when it does not
 *
 * Returns: (transfer none): the name within @text
 */
const char *plimsoll_scenario_accelerator_name (const char *text, guint *count);

G_END_DECLS
