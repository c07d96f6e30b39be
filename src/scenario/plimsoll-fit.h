/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator.h"
#include "plimsoll-cargo.h"
#include "plimsoll-estimate.h"
#include "plimsoll-model.h"

#include <glib-object.h>

G_BEGIN_DECLS

/** What a table of fits can show of each. */
typedef enum
{
  PLIMSOLL_FIT_NAME,
  PLIMSOLL_FIT_PARAMETERS, /* of the model */
  PLIMSOLL_FIT_PRECISION,
  PLIMSOLL_FIT_BITS,      /* a weight */
  PLIMSOLL_FIT_QUALITY,   /* published loss of the precision, a share of 1 */
  PLIMSOLL_FIT_SIZE,      /* bytes of the model's file */
  PLIMSOLL_FIT_USABLE,    /* bytes, of all boards that the question has */
  PLIMSOLL_FIT_AT_8K,     /* bytes required with a context of 8K */
  PLIMSOLL_FIT_AT_32K,    /* and of 32K */
  PLIMSOLL_FIT_REQUIRED,  /* and of the question's */
  PLIMSOLL_FIT_BANDWIDTH, /* of one board, 10^9 bytes/s */
  PLIMSOLL_FIT_LONGEST,   /* context that fits, tokens */
  PLIMSOLL_FIT_DECODE,    /* tokens/s of one request */
  PLIMSOLL_FIT_PREFILL,   /* tokens/s of a prompt */
  PLIMSOLL_FIT_MILLION,   /* what a million tokens of one answer cost */
  PLIMSOLL_FIT_COUNT,     /* boards with which it fits */
  PLIMSOLL_FIT_VERDICT,
} PlimsollFitColumn;

#define PLIMSOLL_FIT_N_COLUMNS (PLIMSOLL_FIT_VERDICT + 1)

/** PlimsollFitColumnInfo: what a column is called. Words are to be translated. */
typedef struct
{
  const char *key;     /* "at-8k": its property, and its name on the command line */
  const char *title;   /* "At 8K" */
  const char *meaning; /* a sentence */
  const char *unit;    /* (nullable): that the figures are in: "GiB" */
  gboolean descending; /* what one looks for is the most */
  const char *basis;   /* (nullable): what the figures rest on, in sentences */
} PlimsollFitColumnInfo;

/** Returns: a static row. */
const PlimsollFitColumnInfo *plimsoll_fit_column_info (PlimsollFitColumn column);

/** Returns: whether @key names a column; it in @column. */
gboolean plimsoll_fit_column_from_key (const char *key, PlimsollFitColumn *column);

/** PlimsollFitFigures: the answer of one row. Bytes and tokens; 0: unknown, or none fits. */
typedef struct
{
  const PlimsollPrecisionInfo *precision; /* (nullable): %NULL: none fits */
  double bits;
  double quality; /* NAN: nothing published */
  guint64 size;
  guint64 usable;
  guint64 physical;
  guint64 at_8k;
  guint64 at_32k;
  guint64 required;
  guint64 longest;
  PlimsollCargo cargo;
  gint64 headroom;
  PlimsollRange decode;
  PlimsollRange prefill;
  PlimsollRange batch;  /* of all requests together */
  double per_million;   /* in the question's currency; NAN: not known */
  const char *currency; /* (nullable) (interned): that it is in */
  gboolean rented;      /* @per_million is of what is rented, since what it costs is not known */
  guint count;
  PlimsollVerdict verdict;
} PlimsollFitFigures;

#define PLIMSOLL_TYPE_FIT (plimsoll_fit_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFit, plimsoll_fit, PLIMSOLL, FIT, GObject)

/**
 * PlimsollFit:
 *
 * One row of a #PlimsollFitModel: the question with one thing of it another, and the answer. What
 * it stands for never changes; its figures do.
 *
 * Properties, all read-only: name (string), accelerator, model (objects, %NULL: the question's);
 * for each other column one of its key (double; NAN: unknown), in the unit that
 * #PlimsollFitColumn says. A property notifies when its value has changed.
 */

/** Returns: (transfer full): a row that stands for @accelerator, @model or @precision. */
PlimsollFit *plimsoll_fit_new (PlimsollAccelerator *accelerator,
                               PlimsollModel *model,
                               const PlimsollPrecisionInfo *precision);

/**
 * plimsoll_fit_new_computer:
 * @name: "This computer"
 * @detail: what a model would run on there
 * @accelerator: (nullable): the first of that; %NULL: the processor, or not known
 *
 * Returns: (transfer full): a row that stands for the computer, with all that it has
 */
PlimsollFit *
plimsoll_fit_new_computer (const char *name, const char *detail, PlimsollAccelerator *accelerator);

/** Returns: whether it stands for the computer. */
gboolean plimsoll_fit_is_computer (PlimsollFit *self);

/** Takes over @figures, and notifies of every column that differs. Returns: whether any did. */
gboolean plimsoll_fit_set_figures (PlimsollFit *self, const PlimsollFitFigures *figures);

/** Returns: (transfer none) */
const PlimsollFitFigures *plimsoll_fit_get_figures (PlimsollFit *self);

/** Returns: (nullable) (transfer none) */
PlimsollAccelerator *plimsoll_fit_get_accelerator (PlimsollFit *self);

/** Returns: (nullable) (transfer none) */
PlimsollModel *plimsoll_fit_get_model (PlimsollFit *self);

/** Returns: (nullable): the precision that the row stands for. */
const PlimsollPrecisionInfo *plimsoll_fit_get_precision (PlimsollFit *self);

/** Returns: (transfer none): "NVIDIA RTX 4090". */
const char *plimsoll_fit_get_name (PlimsollFit *self);

/** Returns: (transfer full): the second line: "24 GB GDDR6X". */
char *plimsoll_fit_get_detail (PlimsollFit *self);

/** Returns: the figure of @column, NAN when it is not known or is none. */
double plimsoll_fit_get_value (PlimsollFit *self, PlimsollFitColumn column);

/** Returns: (transfer full): the same for people, in the column's unit; "—" when not known. */
char *plimsoll_fit_get_text (PlimsollFit *self, PlimsollFitColumn column);

G_END_DECLS
