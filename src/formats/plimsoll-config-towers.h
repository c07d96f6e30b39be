/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-config-private.h"

G_BEGIN_DECLS

/*
 * Towers: what a model has besides text, with the projectors that lead into the text's width. Only
 * those stand here whose every tensor is known; each gives its published total to the parameter
 * (of Aya Vision's, three digits are published).
 */

/** Counts of configs are cut to this, so that no product of four wraps. */
#define PLIMSOLL_TOWER_MOST (G_GUINT64_CONSTANT (1) << 17)

typedef struct
{
  JsonObject *root;
  JsonObject *vision; /* (nullable): its config */
  JsonObject *audio;  /* (nullable) */
  guint64 text;       /* width of the text */
} PlimsollTower;

/** As plimsoll_config_member_count(), cut to what a tower can have. */
guint64 plimsoll_tower_count (JsonObject *object, guint64 otherwise, const char *keys);

/* Each returns the parameters of all parts; 0 when the config says what the rule is not for. */
guint64 plimsoll_tower_aya (const PlimsollTower *tower);
guint64 plimsoll_tower_gemma3 (const PlimsollTower *tower);
guint64 plimsoll_tower_gemma4 (const PlimsollTower *tower);
guint64 plimsoll_tower_got (const PlimsollTower *tower);
guint64 plimsoll_tower_internvl (const PlimsollTower *tower);
guint64 plimsoll_tower_lfm2 (const PlimsollTower *tower);
guint64 plimsoll_tower_llama4 (const PlimsollTower *tower);
guint64 plimsoll_tower_llava (const PlimsollTower *tower);
guint64 plimsoll_tower_minicpm (const PlimsollTower *tower);
guint64 plimsoll_tower_mllama (const PlimsollTower *tower);
guint64 plimsoll_tower_molmo (const PlimsollTower *tower);
guint64 plimsoll_tower_moonvit (const PlimsollTower *tower);
guint64 plimsoll_tower_paligemma (const PlimsollTower *tower);
guint64 plimsoll_tower_phi3 (const PlimsollTower *tower);
guint64 plimsoll_tower_pixtral (const PlimsollTower *tower);
guint64 plimsoll_tower_smolvlm (const PlimsollTower *tower);
guint64 plimsoll_tower_whisper (const PlimsollTower *tower);

G_END_DECLS
