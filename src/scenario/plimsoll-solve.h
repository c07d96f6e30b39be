/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit-model.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** What of a question can be found; the rest of it is held. */
typedef enum
{
  PLIMSOLL_SOLVE_CONTEXT = 1 << 0,      /* the longest */
  PLIMSOLL_SOLVE_PRECISION = 1 << 1,    /* the largest in common use */
  PLIMSOLL_SOLVE_CACHE = 1 << 2,        /* the type of most bits, no more than 16 */
  PLIMSOLL_SOLVE_REQUESTS = 1 << 3,     /* the most at once */
  PLIMSOLL_SOLVE_ACCELERATORS = 1 << 4, /* the fewest of the first */
  PLIMSOLL_SOLVE_HARDWARE = 1 << 5,     /* the least of any kind */
} PlimsollSolve;

#define PLIMSOLL_SOLVE_ALL                                                                         \
  (PLIMSOLL_SOLVE_CONTEXT | PLIMSOLL_SOLVE_PRECISION | PLIMSOLL_SOLVE_CACHE                        \
   | PLIMSOLL_SOLVE_REQUESTS | PLIMSOLL_SOLVE_ACCELERATORS | PLIMSOLL_SOLVE_HARDWARE)

/** So many accelerators are named. */
#define PLIMSOLL_SOLVE_MOST_HARDWARE 5

/**
 * PlimsollSolution: how far each thing can go with everything on the accelerators, the rest of the
 * question as it is. What was not to be found, and what nothing solves, is 0 or %NULL.
 */
typedef struct
{
  PlimsollSolve solved;                   /* what was to be found */
  guint64 context;                        /* tokens, as the question counts them */
  const PlimsollPrecisionInfo *precision; /* (nullable) */
  const char *cache;                      /* (nullable): static */
  guint requests;                         /* each with the context that one has now */
  guint accelerators;
  GPtrArray *hardware; /* of PlimsollFit: fewest boards, then least memory, then fastest */
} PlimsollSolution;

/**
 * plimsoll_solve:
 * @what: what is to be found, each alone
 * @accelerators: (nullable): that may be named; those that nobody confirmed are not
 * @counts: other numbers of boards than the question's may be named
 */
void plimsoll_solve (PlimsollSizer *sizer,
                     PlimsollSolve what,
                     GListModel *accelerators,
                     gboolean counts,
                     PlimsollSolution *solution);

void plimsoll_solution_clear (PlimsollSolution *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollSolution, plimsoll_solution_clear)

/** Returns: (transfer full): what was found, a line each. */
char *plimsoll_solution_to_text (const PlimsollSolution *self, PlimsollScenario *scenario);

/** Returns: (transfer full): a member for what was to be found; null where nothing solves it. */
JsonObject *plimsoll_solution_to_json (const PlimsollSolution *self);

G_END_DECLS
