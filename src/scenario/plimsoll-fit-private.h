/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-terms.h"
#include "plimsoll-estimate-plan.h"
#include "plimsoll-fit-model.h"

G_BEGIN_DECLS

/* The figures of a PlimsollFitModel, computed; it keeps the rows. */

/** PlimsollFitAsk: what all rows of one computation have in common. */
typedef struct
{
  PlimsollSizer *sizer;
  PlimsollScenario *scenario;
  PlimsollQuestion question;
  PlimsollHardware hardware;        /* the scenario's own */
  PlimsollModel *model;             /* (nullable) */
  PlimsollAccelerator *accelerator; /* (nullable) */
  PlimsollQualityList *quality;     /* (nullable) */
} PlimsollFitAsk;

/** Sets @ask to the question of @scenario, with the weights of @sizer. */
void plimsoll_fit_ask_init (PlimsollFitAsk *ask,
                            PlimsollSizer *sizer,
                            PlimsollScenario *scenario,
                            PlimsollQualityList *quality);

/**
 * plimsoll_fit_ask_on:
 * @accelerator: (nullable): %NULL: the question's hardware
 * @question: (inout): that of @ask
 * @hardware: (out caller-allocates): what it is asked of
 */
void plimsoll_fit_ask_on (const PlimsollFitAsk *ask,
                          PlimsollAccelerator *accelerator,
                          PlimsollQuestion *question,
                          PlimsollHardware *hardware);

/** Sets everything of @figures to unknown. */
void plimsoll_fit_figures_clear (PlimsollFitFigures *figures);

/** Takes from @estimate what is that of one question. */
void plimsoll_fit_figures_answer (PlimsollFitFigures *figures, const PlimsollEstimate *estimate);

/**
 * PlimsollFitPlans: what llama.cpp holds on so many devices of one kind, whatever it is: made when
 * needed, and the same for all accelerators.
 */
typedef struct
{
  PlimsollEstimatePlan *plans[PLIMSOLL_MAX_DEVICES + 1]; /* by devices; (nullable) */
} PlimsollFitPlans;

void plimsoll_fit_plans_clear (PlimsollFitPlans *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollFitPlans, plimsoll_fit_plans_clear)

/** @weights: the same whenever @self is asked */
const PlimsollEstimatePlan *plimsoll_fit_plans_get (PlimsollFitPlans *self,
                                                    const PlimsollFitAsk *ask,
                                                    const PlimsollWeights *weights,
                                                    guint32 n_devices);

/**
 * plimsoll_fit_answer:
 * @weights: (nullable)
 * @accelerator: (nullable): %NULL: the question's hardware
 * @options: (out caller-allocates) (optional): the plans, where the figures are those of one
 *
 * The answer with its plan.
 */
void plimsoll_fit_answer (const PlimsollFitAsk *ask,
                          const PlimsollWeights *weights,
                          PlimsollAccelerator *accelerator,
                          PlimsollFitFigures *figures,
                          PlimsollPlanOptions *options);

/** Returns: the longest context that @model was made for, of all requests that share it;
 * %PLIMSOLL_MAX_CONTEXT where that is not known. */
guint64 plimsoll_fit_limit (const PlimsollFitAsk *ask, PlimsollModel *model);

/** Returns: whether @type is in common use. F16 and BF16 take the same room: of the two, what the
 * model was published in. */
gboolean plimsoll_fit_is_candidate (PlimsollModel *model, PlimsollPrecision type, gboolean native);

/** Fills in what the precision says. */
void plimsoll_fit_figures_precision (PlimsollFitFigures *figures,
                                     const PlimsollFitAsk *ask,
                                     PlimsollModel *model,
                                     const PlimsollWeights *weights);

/** Returns: (nullable): what was measured of @type. */
const PlimsollQuality *plimsoll_fit_quality (PlimsollQualityList *quality,
                                             PlimsollModel *model,
                                             const PlimsollPrecisionInfo *type);

/**
 * plimsoll_fit_required_at:
 * @weights: (nullable): of @model
 * @accelerator: (nullable): %NULL: the question's hardware
 *
 * Returns: bytes with @context; 0: the model is not made for so much
 */
guint64 plimsoll_fit_required_at (const PlimsollFitAsk *ask,
                                  PlimsollModel *model,
                                  const PlimsollWeights *weights,
                                  PlimsollAccelerator *accelerator,
                                  guint64 context);

/**
 * plimsoll_fit_count:
 * @figures: the answer on as many boards as the question has
 *
 * Returns: how many boards of @accelerator it takes; 0: more than engines take, or they cannot be
 *   joined
 */
guint plimsoll_fit_count (const PlimsollFitAsk *ask,
                          const PlimsollWeights *weights,
                          PlimsollAccelerator *accelerator,
                          const PlimsollFitFigures *figures,
                          PlimsollFitPlans *plans);

/**
 * plimsoll_fit_speed:
 * @figures: of an accelerator that holds as @accelerator does
 *
 * Sets how fast @accelerator is.
 */
void plimsoll_fit_speed (const PlimsollFitAsk *ask,
                         const PlimsollWeights *weights,
                         PlimsollAccelerator *accelerator,
                         PlimsollFitFigures *figures,
                         PlimsollFitPlans *plans);

/**
 * plimsoll_fit_cost:
 * @terms: of the hardware that @figures are of
 * @rent: an hour of exactly that hardware, in the question's currency; NAN: not known
 *
 * Sets what a million tokens cost: on what is bought, and where its price or its power is not known
 * on what is rented, which is for what fits whole, as on the Cost page.
 */
void plimsoll_fit_cost (PlimsollScenario *scenario,
                        const PlimsollCostTerms *terms,
                        double rent,
                        PlimsollFitFigures *figures);

/** PlimsollFitGroup: accelerators that hold alike, and so are asked once. */
typedef struct
{
  guint64 usable;
  guint64 physical;
  guint64 runtime;
  gboolean unified;
  guint32 devices;
  PlimsollVendor vendor;
} PlimsollFitGroup;

/** PlimsollFitRows: what goes over from one row of the table of accelerators to the next. */
typedef struct
{
  const PlimsollFitAsk *ask;
  const PlimsollWeights *weights; /* (nullable) */
  gboolean shared;                /* what servers take depends on more than the memory: not so */
  PlimsollFitFigures precision;   /* what the precision says, of any accelerator */
  PlimsollPlanOptions *options;   /* of the group */
  GArray *required;               /* at 8K and 32K, by what it depends on */
  PlimsollFitPlans plans;
} PlimsollFitRows;

/** @ask: has to live as long. Free with plimsoll_fit_rows_clear(). */
void plimsoll_fit_rows_init (PlimsollFitRows *self, const PlimsollFitAsk *ask);
void plimsoll_fit_rows_clear (PlimsollFitRows *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollFitRows, plimsoll_fit_rows_clear)

/** Answers for all accelerators of @group, where they share, by asking for one of them. */
void plimsoll_fit_rows_ask (PlimsollFitRows *self,
                            PlimsollAccelerator *accelerator,
                            const PlimsollFitGroup *group,
                            PlimsollFitFigures *figures);

/** Sets how fast another of the group that was asked last is: the fastest plan is another where the
 * memory is the same but slower. */
void plimsoll_fit_rows_speed (PlimsollFitRows *self,
                              PlimsollAccelerator *accelerator,
                              PlimsollFitFigures *figures);

/** PlimsollFitChoice: the precisions of a model between which the best one changes. */
typedef struct
{
  PlimsollWeights *best; /* (nullable): the largest that fitted, %NULL: none did */
  PlimsollWeights *next; /* (nullable): the one above, which did not */
  guint64 room;          /* bytes that bounded the search */
} PlimsollFitChoice;

void plimsoll_fit_choice_clear (PlimsollFitChoice *choice);

/**
 * plimsoll_fit_choose:
 * @choice: what was found for @model last
 *
 * The answer for @model in the best precision in common use that fits the question's hardware; when
 * none does, in the smallest, which may have a plan.
 */
void plimsoll_fit_choose (const PlimsollFitAsk *ask,
                          PlimsollModel *model,
                          PlimsollFitChoice *choice,
                          PlimsollFitFigures *figures);

/** PlimsollFitStore: the rows of a #PlimsollFitModel, and what is kept beside each. */
typedef struct
{
  GPtrArray *rows;       /* of PlimsollFit */
  GArray *extras;        /* one for each */
  GArray *groups;        /* of PlimsollFitGroup */
  GListModel *offers;    /* (nullable) (owned): of PlimsollCloudOffer */
  GHashTable *offers_of; /* the same, by the accelerator's id: of GListStore */
} PlimsollFitStore;

void plimsoll_fit_store_init (PlimsollFitStore *self);
void plimsoll_fit_store_clear (PlimsollFitStore *self);

/** Returns: (transfer none) */
PlimsollFit *plimsoll_fit_store_get (const PlimsollFitStore *self, guint position);

/** @fit: (transfer full) */
void plimsoll_fit_store_insert (PlimsollFitStore *self, guint position, PlimsollFit *fit);

void plimsoll_fit_store_remove (PlimsollFitStore *self, guint position, guint n);

/** Takes @offers as what is rented; or says that they have changed. */
void plimsoll_fit_store_set_offers (PlimsollFitStore *self, GListModel *offers);

/* The figures of all rows, or of one. They return whether any has changed. */
gboolean plimsoll_fit_store_hardware (PlimsollFitStore *self, const PlimsollFitAsk *ask);
gboolean plimsoll_fit_store_precisions (PlimsollFitStore *self, const PlimsollFitAsk *ask);
gboolean
plimsoll_fit_store_model (PlimsollFitStore *self, const PlimsollFitAsk *ask, guint position);

G_END_DECLS
