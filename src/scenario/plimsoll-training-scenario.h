/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-training-enums.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TRAINING_SCENARIO (plimsoll_training_scenario_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTrainingScenario,
                      plimsoll_training_scenario,
                      PLIMSOLL,
                      TRAINING_SCENARIO,
                      GObject)

/**
 * PlimsollTrainingScenario:
 *
 * How a model is to be trained; which model and on what hardware, a #PlimsollScenario says.
 *
 * Properties, all readable and writable; a value out of range is clamped, a property notifies only
 * when its value has changed:
 *
 * - framework (PlimsollTrainingFramework): setting another sets loss, compile and offload as it
 *   comes
 * - optimizer, precision, base, loss, sharding (enumerations of training)
 * - sequence (tokens, padding among them), batch (sequences on each GPU at once), rank (uint)
 * - targets (string): what adapters stand beside, "attention", "mlp", "all", or a list of "q", "k",
 *   "v", "o", "gate", "up", "down" and "head"; what is none is not taken
 * - checkpointing, flash-attention, compile, dropout, step-in-backward (boolean)
 * - offload (string): "none", or a list of "activations", "optimizer" and "parameters"
 */
PlimsollTrainingScenario *plimsoll_training_scenario_new (void);

/** Sets the question for @n_gpus GPUs; its method is the caller's. */
void plimsoll_training_scenario_get_question (PlimsollTrainingScenario *self,
                                              guint n_gpus,
                                              PlimsollTrainingQuestion *question);

/** Returns: (transfer full): every property by its name. */
JsonObject *plimsoll_training_scenario_to_json (PlimsollTrainingScenario *self);

/** Returns: whether @name is a property, and so a member of a question in JSON. */
gboolean plimsoll_training_scenario_has (const char *name);

/**
 * plimsoll_training_scenario_set_text:
 * @property: its name
 * @text: what was typed: "4K", "on", "adamw-8bit"
 *
 * Returns: %FALSE with @error set, in one line, where it is none or out of range
 */
gboolean plimsoll_training_scenario_set_text (PlimsollTrainingScenario *self,
                                              const char *property,
                                              const char *text,
                                              GError **error);

/** Takes over what members of @question are properties; what is null stays. The framework comes
 * first. Where one is none, @error names it, and @self stays as it was. */
gboolean plimsoll_training_scenario_from_json (PlimsollTrainingScenario *self,
                                               JsonObject *question,
                                               GError **error);

/** Reads @text as the property "targets"; returns whether it is such a list. */
gboolean plimsoll_training_parse_targets (const char *text, PlimsollTargets *targets);

G_END_DECLS
