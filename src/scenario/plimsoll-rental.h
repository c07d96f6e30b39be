/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator.h"
#include "plimsoll-cloud-offer.h"
#include "plimsoll-cost.h"
#include "plimsoll-estimate.h"

#include <glib-object.h>

G_BEGIN_DECLS

/** Rates older than so many days are warned of. */
#define PLIMSOLL_RATE_STALE_DAYS 90

/** What a table of rentals can show of each. */
typedef enum
{
  PLIMSOLL_RENTAL_PROVIDER,
  PLIMSOLL_RENTAL_TIER,
  PLIMSOLL_RENTAL_HARDWARE,
  PLIMSOLL_RENTAL_PER_HOUR,
  PLIMSOLL_RENTAL_A_MONTH,
  PLIMSOLL_RENTAL_DECODE,     /* tokens/s of one request */
  PLIMSOLL_RENTAL_INPUT,      /* a million tokens of input */
  PLIMSOLL_RENTAL_OUTPUT,     /* of output, one request at a time */
  PLIMSOLL_RENTAL_CONCURRENT, /* of output, all requests at once: at least */
  PLIMSOLL_RENTAL_AGE,        /* days; shown as the date */
} PlimsollRentalColumn;

#define PLIMSOLL_RENTAL_N_COLUMNS (PLIMSOLL_RENTAL_AGE + 1)

/** PlimsollRentalColumnInfo: what a column is called. Words are to be translated. */
typedef struct
{
  const char *key; /* "per-hour": its property */
  const char *title;
  const char *meaning;
} PlimsollRentalColumnInfo;

/** Returns: a static row. */
const PlimsollRentalColumnInfo *plimsoll_rental_column_info (PlimsollRentalColumn column);

/** PlimsollRentalFigures: what an offer comes to for one question. Money in the question's
 * currency; NAN: not known. */
typedef struct
{
  double per_hour;
  double hours;    /* a month, on one instance */
  guint instances; /* that have to run at once for the load; 0: not known */
  double a_month;
  PlimsollRange decode;
  PlimsollRange prefill;
  PlimsollCostRates rates;
  PlimsollTokenCost tokens;
  PlimsollVerdict verdict;
  double age; /* days since the first day that the rate can be of */
} PlimsollRentalFigures;

#define PLIMSOLL_TYPE_RENTAL (plimsoll_rental_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollRental, plimsoll_rental, PLIMSOLL, RENTAL, GObject)

/**
 * PlimsollRental:
 *
 * An offer of a cloud, with what it comes to for the present question.
 *
 * Properties, read-only: one for each column, by its key, strings or doubles; they notify when they
 * differ.
 */

/** Returns: (transfer full) */
PlimsollRental *plimsoll_rental_new (PlimsollCloudOffer *offer, PlimsollAccelerator *accelerator);

/** Returns: (transfer none) */
PlimsollCloudOffer *plimsoll_rental_get_offer (PlimsollRental *self);

/** Returns: (transfer none) */
PlimsollAccelerator *plimsoll_rental_get_accelerator (PlimsollRental *self);

/** Returns: the devices that engines see on it. */
guint plimsoll_rental_get_devices (PlimsollRental *self);

const PlimsollRentalFigures *plimsoll_rental_get_figures (PlimsollRental *self);

/** Returns: whether they differ from what was. */
gboolean plimsoll_rental_set_figures (PlimsollRental *self, const PlimsollRentalFigures *figures);

/** Returns: whether its rate is older than %PLIMSOLL_RATE_STALE_DAYS. */
gboolean plimsoll_rental_is_stale (PlimsollRental *self);

/** Returns: the figure of @column; NAN when it is not known or is none. */
double plimsoll_rental_get_value (PlimsollRental *self, PlimsollRentalColumn column);

/** Compares two #PlimsollRental of an array of pointers, by what a million tokens of answers cost;
 * unknown last. */
int plimsoll_rental_compare_output (gconstpointer a, gconstpointer b);

/** Returns: (transfer full): the same for people: "124", "$0.40"; "—" when not known. */
char *
plimsoll_rental_get_text (PlimsollRental *self, PlimsollRentalColumn column, const char *currency);

/** Returns: (transfer full): "RunPod, 2× NVIDIA RTX 4090". */
char *plimsoll_rental_describe (PlimsollRental *self);

/** Returns: (transfer full): a fact's date as people write it: "May 2026", "2025". */
char *plimsoll_rental_format_date (const char *date);

G_END_DECLS
