/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/** PlimsollParameters: counts of parameters of the published model; tied heads counted once. */
typedef struct
{
  guint64 total; /* text + vision + mtp */
  guint64 text;
  guint64 vision; /* 0 when the spec does not know it: see vision_known */
  guint64 mtp;
  /* Text less unchosen experts, less tables of which a token reads one row: the embedding, unless
   * the head is tied to it, and per-layer embeddings (Gemma E). */
  guint64 active;
  gboolean vision_known;
} PlimsollParameters;

/**
 * plimsoll_parameters:
 * @plan: (nullable): the tensors of @spec; %NULL for a spec known by its totals
 *
 * Returns: %FALSE when a sum overflows
 */
gboolean plimsoll_parameters (const PlimsollModelSpec *spec,
                              const PlimsollTensorPlan *plan,
                              PlimsollParameters *parameters);

G_END_DECLS
