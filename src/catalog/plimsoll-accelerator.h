/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-facts.h"

#include <glib-object.h>

G_BEGIN_DECLS

/** How far a row's figures can be relied on. */
typedef enum
{
  PLIMSOLL_CONFIDENCE_LOW,
  PLIMSOLL_CONFIDENCE_MEDIUM,
  PLIMSOLL_CONFIDENCE_HIGH,
} PlimsollConfidence;

#define PLIMSOLL_TYPE_SEGMENT (plimsoll_segment_get_type ())
GType plimsoll_segment_get_type (void);

#define PLIMSOLL_TYPE_CONFIDENCE (plimsoll_confidence_get_type ())
GType plimsoll_confidence_get_type (void);

/**
 * PlimsollUsedPrice: what a part went for, used. US dollars.
 */
typedef struct
{
  double usd; /* one figure to work with; NAN: not known, and then nothing else is */
  double low_usd;
  double high_usd;
  const char *date;   /* (nullable): as by plimsoll_fact_date_parse() */
  const char *source; /* (nullable) */
} PlimsollUsedPrice;

#define PLIMSOLL_TYPE_ACCELERATOR (plimsoll_accelerator_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollAccelerator, plimsoll_accelerator, PLIMSOLL, ACCELERATOR, GObject)

/**
 * PlimsollAccelerator:
 *
 * A graphics card, server module or chip with shared memory, as known or as set by the user.
 * Immutable: something else known of it makes another object. What is not known is %NULL, 0 or NAN,
 * as each function says.
 */

/**
 * plimsoll_accelerator_new:
 * @id: lower-case letters, digits and hyphens
 *
 * Makes one that is in no file: the computer's own, or one for a test.
 *
 * Returns: (transfer full)
 */
PlimsollAccelerator *
plimsoll_accelerator_new (const char *id, const char *name, const PlimsollAcceleratorFacts *facts);

/**
 * plimsoll_accelerator_copy_with_memory:
 * @gigabytes: of memory, at least 1
 *
 * The same part with another amount of memory, as Apple's chips are sold; its id and name end in
 * the amount. What was reported or measured of the other amount is left out.
 *
 * Returns: (transfer full)
 */
PlimsollAccelerator *plimsoll_accelerator_copy_with_memory (PlimsollAccelerator *self,
                                                            guint gigabytes);

/**
 * plimsoll_accelerator_copy_with_facts:
 *
 * The same part by the same name, of which something else is known, as in one computer.
 *
 * Returns: (transfer full)
 */
PlimsollAccelerator *plimsoll_accelerator_copy_with_facts (PlimsollAccelerator *self,
                                                           const PlimsollAcceleratorFacts *facts);

/**
 * plimsoll_accelerator_copy_with_runs:
 * @runs: (nullable): what was measured on it; copied, and kept as long as the process
 *
 * Returns: (transfer full): the same part
 */
PlimsollAccelerator *plimsoll_accelerator_copy_with_runs (PlimsollAccelerator *self,
                                                          const PlimsollMeasuredRuns *runs);

/**
 * plimsoll_accelerator_copy_with_unified_percent:
 * @percent: of unified memory that a model may take; 0: by the rule
 *
 * Returns: (transfer full): the same part
 */
PlimsollAccelerator *plimsoll_accelerator_copy_with_unified_percent (PlimsollAccelerator *self,
                                                                     guint percent);

/** Returns: (transfer none): what the arithmetic needs. */
const PlimsollAcceleratorFacts *plimsoll_accelerator_get_facts (PlimsollAccelerator *self);

/** Returns: (transfer none): "nvidia-rtx-4090"; kept by saved questions. */
const char *plimsoll_accelerator_get_id (PlimsollAccelerator *self);

/** Returns: (transfer none): as shown: "NVIDIA RTX 4090". */
const char *plimsoll_accelerator_get_name (PlimsollAccelerator *self);

/** Returns: (transfer none) (array zero-terminated=1): further names; may be none. */
const char *const *plimsoll_accelerator_get_aliases (PlimsollAccelerator *self);

/** Returns: (transfer none): "NVIDIA"; empty when not known. */
const char *plimsoll_accelerator_get_vendor (PlimsollAccelerator *self);

/** Returns: (nullable) (transfer none): "Ada Lovelace". */
const char *plimsoll_accelerator_get_architecture (PlimsollAccelerator *self);

/** Returns: (nullable) (transfer none): "GDDR6X". */
const char *plimsoll_accelerator_get_memory_type (PlimsollAccelerator *self);

/** Returns: (nullable) (transfer none): "NVLink"; the facts have how fast it is. */
const char *plimsoll_accelerator_get_link (PlimsollAccelerator *self);

/**
 * plimsoll_accelerator_get_memory_options:
 * @n: (out): how many
 *
 * Returns: (nullable) (array length=n) (transfer none): GB that it is sold with, when there are
 *   several
 */
const guint *plimsoll_accelerator_get_memory_options (PlimsollAccelerator *self, guint *n);

/** Returns: on sale since; 0: not known. */
guint plimsoll_accelerator_get_year (PlimsollAccelerator *self);

/** Returns: whether no maker or seller of it was found: listed, never to be recommended. */
gboolean plimsoll_accelerator_is_unconfirmed (PlimsollAccelerator *self);

/** Returns: the maker's price when it came out, US dollars; NAN: not known. */
double plimsoll_accelerator_get_list_price (PlimsollAccelerator *self);

/** Returns: (transfer none): what it goes for used. */
const PlimsollUsedPrice *plimsoll_accelerator_get_used_price (PlimsollAccelerator *self);

PlimsollConfidence plimsoll_accelerator_get_confidence (PlimsollAccelerator *self);

/**
 * plimsoll_accelerator_get_recalled:
 *
 * Returns: (transfer none) (array zero-terminated=1): members of the row whose figure is only
 * recalled
 */
const char *const *plimsoll_accelerator_get_recalled (PlimsollAccelerator *self);

/** Returns: (nullable) (transfer none): when it was so, as by plimsoll_fact_date_parse(). */
const char *plimsoll_accelerator_get_date (PlimsollAccelerator *self);

/** Returns: (nullable) (transfer none): where the figures are from. */
const char *plimsoll_accelerator_get_source (PlimsollAccelerator *self);

/** Returns: (nullable) (transfer none) */
const char *plimsoll_accelerator_get_notes (PlimsollAccelerator *self);

/**
 * plimsoll_accelerator_has_pci_id:
 *
 * Returns: whether the part is known to show itself so; others may too
 */
gboolean
plimsoll_accelerator_has_pci_id (PlimsollAccelerator *self, guint16 vendor, guint16 device);

G_END_DECLS
