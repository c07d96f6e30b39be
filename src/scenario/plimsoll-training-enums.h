/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-training.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* The choices of training as types of GObject. Nicks are what the command line, JSON and saved
 * states say: "qlora", "adamw-8bit", "fsdp". */

#define PLIMSOLL_TYPE_TRAINING_METHOD (plimsoll_training_method_get_type ())
GType plimsoll_training_method_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_FRAMEWORK (plimsoll_training_framework_get_type ())
GType plimsoll_training_framework_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_PRECISION (plimsoll_training_precision_get_type ())
GType plimsoll_training_precision_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_BASE (plimsoll_training_base_get_type ())
GType plimsoll_training_base_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_OPTIMIZER (plimsoll_training_optimizer_get_type ())
GType plimsoll_training_optimizer_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_LOSS (plimsoll_training_loss_get_type ())
GType plimsoll_training_loss_get_type (void);

#define PLIMSOLL_TYPE_SHARDING (plimsoll_sharding_get_type ())
GType plimsoll_sharding_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_PHASE (plimsoll_training_phase_get_type ())
GType plimsoll_training_phase_get_type (void);

#define PLIMSOLL_TYPE_TRAINING_PART (plimsoll_training_part_get_type ())
GType plimsoll_training_part_get_type (void);

G_END_DECLS
