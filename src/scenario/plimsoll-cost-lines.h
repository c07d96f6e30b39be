/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-model.h"

G_BEGIN_DECLS

/** What is paid for, in the order in which it is told. */
typedef enum
{
  PLIMSOLL_COST_LINE_BUY,
  PLIMSOLL_COST_LINE_RENT,     /* what buying is compared with */
  PLIMSOLL_COST_LINE_CHEAPEST, /* the rental that costs least a month, where it is another */
  PLIMSOLL_COST_LINE_API,      /* of a load in tokens */
} PlimsollCostLineKind;

#define PLIMSOLL_COST_N_LINES (PLIMSOLL_COST_LINE_API + 1)

/** PlimsollCostLine: what was paid month by month: @start, and @a_month for each. */
typedef struct
{
  PlimsollCostLineKind kind;
  char *name;  /* "Buy" */
  char *terms; /* "$1,599 + $31 a month" */
  double start;
  double a_month;
  double resale; /* that comes back at the end */
} PlimsollCostLine;

/**
 * plimsoll_cost_lines:
 * @lines: (out caller-allocates) (array fixed-size=4): free with plimsoll_cost_lines_clear()
 *
 * Returns: how many of them are known: none, when there is nothing to draw
 */
guint plimsoll_cost_lines (PlimsollCostModel *model, PlimsollCostLine *lines);

void plimsoll_cost_lines_clear (PlimsollCostLine *lines, guint n);

/** Returns: what was paid after @months, resale not counted. */
double plimsoll_cost_line_at (const PlimsollCostLine *line, double months);

/** Returns: (transfer full): months for people: "9.1", "24". */
char *plimsoll_cost_format_months (double months);

G_END_DECLS
