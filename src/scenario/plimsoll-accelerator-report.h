/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cloud-offer.h"
#include "plimsoll-fit.h"
#include "plimsoll-sizer.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_ACCELERATOR_REPORT (plimsoll_accelerator_report_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollAcceleratorReport,
                      plimsoll_accelerator_report,
                      PLIMSOLL,
                      ACCELERATOR_REPORT,
                      GObject)

/**
 * PlimsollAcceleratorReport:
 *
 * What one accelerator is good for: the question, on as many of it as the question has of its own,
 * in a precision of each size and at every doubling of the context; how long a context it
 * holds, how fast it is, what it is let for, and what is next to it. It follows the question; all
 * changes of one turn of the main loop give one computation, before anything is drawn.
 *
 * Signal "updated": some of it has changed.
 */

#define PLIMSOLL_REPORT_MAX_CONTEXTS 16

/** PlimsollReportCell: one precision at one context. */
typedef struct
{
  guint64 required; /* bytes; 0: it cannot be asked or is not known */
  PlimsollVerdict verdict;
} PlimsollReportCell;

/** PlimsollReportRow: one precision. */
typedef struct
{
  const PlimsollPrecisionInfo *precision;
  double bits;          /* a weight */
  guint64 weights;      /* bytes of the model's file */
  guint64 longest;      /* context that fits; 0: none does */
  PlimsollRange decode; /* tokens/s at the question's context; NAN: not known, or it does not run */
  gboolean is_questions; /* the precision that is asked about */
  PlimsollReportCell cells[PLIMSOLL_REPORT_MAX_CONTEXTS];
} PlimsollReportRow;

/** PlimsollReportCache: how far the question's precision reaches with a cache of a type. */
typedef struct
{
  const char *name; /* static: "f16" */
  guint64 longest;  /* 0: none fits */
} PlimsollReportCache;

#define PLIMSOLL_REPORT_N_CACHES 3

/** PlimsollReportOffer: a cloud offer of the accelerator. US dollars. */
typedef struct
{
  PlimsollCloudOffer *offer;
  guint boards;          /* that it is for */
  double board_per_hour; /* of one of them */
} PlimsollReportOffer;

/** What is next to an accelerator. */
typedef enum
{
  PLIMSOLL_ALTERNATIVE_LESS_MEMORY,
  PLIMSOLL_ALTERNATIVE_MORE_MEMORY,
  PLIMSOLL_ALTERNATIVE_CHEAPER,
  PLIMSOLL_ALTERNATIVE_DEARER,
  PLIMSOLL_ALTERNATIVE_MORE_OF_THESE,
} PlimsollAlternativeKind;

#define PLIMSOLL_N_ALTERNATIVES (PLIMSOLL_ALTERNATIVE_MORE_OF_THESE + 1)

/** PlimsollAlternative: another choice of hardware, asked the same. */
typedef struct
{
  PlimsollAlternativeKind kind;
  PlimsollAccelerator *accelerator;
  guint count;
  PlimsollFitFigures figures;
} PlimsollAlternative;

/**
 * plimsoll_accelerator_report_new:
 * @accelerators: (nullable): of #PlimsollAccelerator, for alternatives
 * @offers: (nullable): of #PlimsollCloudOffer
 *
 * Returns: (transfer full)
 */
PlimsollAcceleratorReport *plimsoll_accelerator_report_new (PlimsollSizer *sizer,
                                                            PlimsollAccelerator *accelerator,
                                                            GListModel *accelerators,
                                                            GListModel *offers);

/** What changes while it is not live is made up for when it is again. It is live at first. */
void plimsoll_accelerator_report_set_live (PlimsollAcceleratorReport *self, gboolean live);

/** Computes now what waits for the main loop. */
void plimsoll_accelerator_report_flush (PlimsollAcceleratorReport *self);

/** Returns: (transfer none) */
PlimsollSizer *plimsoll_accelerator_report_get_sizer (PlimsollAcceleratorReport *self);

/** Returns: (transfer none) */
PlimsollAccelerator *plimsoll_accelerator_report_get_accelerator (PlimsollAcceleratorReport *self);

/** Returns: how many of it are asked about. */
guint plimsoll_accelerator_report_get_count (PlimsollAcceleratorReport *self);

/** Returns: (transfer none): the answer to the question on it. */
const PlimsollFitFigures *plimsoll_accelerator_report_get_figures (PlimsollAcceleratorReport *self);

/** Returns: (transfer none) (array length=n): columns of the grid, ascending; the question's among
 * them. */
const guint64 *plimsoll_accelerator_report_get_contexts (PlimsollAcceleratorReport *self, guint *n);

/** Returns: (transfer none) (array length=n): rows of the grid, from the most bits. */
const PlimsollReportRow *plimsoll_accelerator_report_get_rows (PlimsollAcceleratorReport *self,
                                                               guint *n);

/** Returns: (transfer none) (array length=n): by type of the cache. */
const PlimsollReportCache *plimsoll_accelerator_report_get_caches (PlimsollAcceleratorReport *self,
                                                                   guint *n);

/** Returns: (transfer none) (array length=n): what it is let for, the cheapest first. */
const PlimsollReportOffer *plimsoll_accelerator_report_get_offers (PlimsollAcceleratorReport *self,
                                                                   guint *n);

/**
 * plimsoll_accelerator_report_get_token_cost:
 *
 * Returns: US dollars of a million tokens, by the cheapest offer at the speed that is predicted for
 *   one request; NAN: no offer, or the speed is not known
 */
double plimsoll_accelerator_report_get_token_cost (PlimsollAcceleratorReport *self);

/** Returns: (transfer none) (array length=n): what is next to it; no accelerator comes twice. */
const PlimsollAlternative *
plimsoll_accelerator_report_get_alternatives (PlimsollAcceleratorReport *self, guint *n);

/** Returns: (transfer full) (array zero-terminated=1): what is worth knowing of it, a sentence or
 * two each. */
char **plimsoll_accelerator_report_get_notes (PlimsollAcceleratorReport *self);

/** Returns: (transfer none): what an alternative is in a few words: "More memory". */
const char *plimsoll_alternative_word (PlimsollAlternativeKind kind);

/** Returns: (transfer full): a cell in words: "Q4_K_M at 32K, 21.6 GiB, Fits". */
char *plimsoll_report_cell_text (const PlimsollReportRow *row, guint64 context, guint column);

/** Returns: (transfer none): what stands after the number of a cell, so that nothing rests on
 * colour or on columns alone: " ✓". */
const char *plimsoll_report_cell_sign (PlimsollVerdict verdict);

/** Returns: (transfer none): what these signs stand for, in a line. */
const char *plimsoll_report_cell_legend (void);

/** Returns: (transfer full): the report as lines of text, by the locale. */
char *plimsoll_accelerator_report_to_text (PlimsollAcceleratorReport *self);

/** Returns: (transfer full): the same; integers are bytes and tokens, what is not known is null. */
JsonObject *plimsoll_accelerator_report_to_json (PlimsollAcceleratorReport *self);

G_END_DECLS
