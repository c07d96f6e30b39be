/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-scenario.h"
#include "plimsoll-training-scenario.h"

G_BEGIN_DECLS

/** What one change would do to what is required. */
typedef enum
{
  PLIMSOLL_TRAINING_CHANGE_CHECKPOINTING,
  PLIMSOLL_TRAINING_CHANGE_FUSED_LOSS,
  PLIMSOLL_TRAINING_CHANGE_OPTIMIZER, /* AdamW of 8 bits */
  PLIMSOLL_TRAINING_CHANGE_IN_BACKWARD,
  PLIMSOLL_TRAINING_CHANGE_BATCH,    /* one sequence */
  PLIMSOLL_TRAINING_CHANGE_SEQUENCE, /* of half the length */
  PLIMSOLL_TRAINING_CHANGE_FSDP,
  PLIMSOLL_TRAINING_CHANGE_PARAMETERS, /* sharded, and kept in system memory */
  PLIMSOLL_N_TRAINING_CHANGES,
} PlimsollTrainingChange;

/** PlimsollTrainingPlace: hardware on which it fits. */
typedef struct
{
  PlimsollAccelerator *accelerator; /* (nullable): there is none; the catalogue keeps it */
  guint count;
  guint64 required; /* of each */
  guint64 usable;
  PlimsollCloudOffer *offer; /* (nullable): where it can be rented */
} PlimsollTrainingPlace;

/** PlimsollTrainingResult: what one method needs of each GPU. */
typedef struct
{
  PlimsollTrainingMethod method;
  const char *refusal; /* (nullable): why there is no answer, not translated; the rest is 0 then */
  PlimsollTrainingMemory memory;
  guint64 usable;
  guint64 physical;
  PlimsollVerdict verdict;
  guint least; /* of the question's GPU, sharded if several: 1, 2, 4, 8, 16, 24 … 256; 0: no such
                  number is enough */
  PlimsollTrainingPlace here; /* that number, and what each needs then */
  PlimsollTrainingPlace buy;  /* the cheapest of the catalogue that is to be bought */
  PlimsollTrainingPlace rent; /* the cheapest that is to be rented */
  guint64
    after[PLIMSOLL_N_TRAINING_CHANGES]; /* required after each change; 0: it changes nothing */
} PlimsollTrainingResult;

/** PlimsollTrainingAnswer: all methods, on the hardware of a question. */
typedef struct
{
  guint n_gpus;
  PlimsollTrainingResult results[PLIMSOLL_N_TRAINING_METHODS];
} PlimsollTrainingAnswer;

/**
 * plimsoll_training_answer:
 * @catalog: (nullable): where hardware is looked for; %NULL: it is not
 *
 * Computes everything at once. Formulas were checked on CUDA: what is recommended is of NVIDIA.
 */
void plimsoll_training_answer (PlimsollScenario *scenario,
                               PlimsollTrainingScenario *training,
                               PlimsollCatalog *catalog,
                               PlimsollTrainingAnswer *answer);

/** Returns: (transfer none): "QLoRA" */
const char *plimsoll_training_method_name (PlimsollTrainingMethod method);

/** Returns: (transfer none): "Weights" */
const char *plimsoll_training_part_name (PlimsollTrainingPart part);

/** Returns: (transfer full): a refusal as a sentence that is fit to show. */
char *plimsoll_training_refusal_text (const char *refusal);

/** Returns: (transfer full) (array zero-terminated=1): what is worth knowing of @result, a sentence
 * each: what decides, and what changes would have it fit. */
char **plimsoll_training_notes (const PlimsollTrainingResult *result,
                                PlimsollScenario *scenario,
                                PlimsollTrainingScenario *training);

/** Returns: (transfer full): hardware and what is left there: "2 × H100 80 GB, 31.2 GiB each". */
char *plimsoll_training_place_text (const PlimsollTrainingPlace *place);

/**
 * plimsoll_training_to_text:
 * @method: -1 for all
 *
 * Returns: (transfer full): the answer as lines of text, by the locale
 */
char *plimsoll_training_to_text (const PlimsollTrainingAnswer *answer,
                                 PlimsollScenario *scenario,
                                 PlimsollTrainingScenario *training,
                                 int method);

/** Returns: (transfer full): the answer in its documented form; @method as above. */
JsonObject *plimsoll_training_to_json (const PlimsollTrainingAnswer *answer,
                                       PlimsollScenario *scenario,
                                       PlimsollTrainingScenario *training,
                                       int method);

G_END_DECLS
