/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** PlimsollQuality: what a precision was found to lose, in one published measurement. */
typedef struct
{
  const char *precision; /* "Q4_K_M" */
  const char *model;     /* what was measured: "Llama 3 8B" */
  gboolean imatrix;      /* quantized with an importance matrix */
  double ratio;          /* of perplexity to that of the unquantized model: 1.02 is 2 % worse */
  double divergence;     /* mean, from the unquantized model, nats a token; NAN: not published */
  const char *date;      /* as by plimsoll_fact_date_parse() */
  const char *source;
} PlimsollQuality;

#define PLIMSOLL_TYPE_QUALITY_LIST (plimsoll_quality_list_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollQualityList, plimsoll_quality_list, PLIMSOLL, QUALITY_LIST, GObject)

/**
 * PlimsollQualityList:
 *
 * Published measurements of what precisions lose. Immutable.
 */

/**
 * plimsoll_quality_list_load:
 * @bytes: a file as data/quality.schema.json has it
 * @file: its name, for messages
 * @error: as %PLIMSOLL_CATALOG_ERROR
 *
 * Returns: (transfer full): or %NULL with @error set
 */
PlimsollQualityList *plimsoll_quality_list_load (GBytes *bytes, const char *file, GError **error);

/**
 * plimsoll_quality_list_find:
 * @model: (nullable): a model's id
 * @precision: "Q4_K_M"
 * @imatrix: whether such files are made with an importance matrix
 *
 * Returns: (nullable) (transfer none): the measurement of the model itself, else that of the model
 *   whose measurements come first in the file; of several the one that is alike in @imatrix
 */
const PlimsollQuality *plimsoll_quality_list_find (PlimsollQualityList *self,
                                                   const char *model,
                                                   const char *precision,
                                                   gboolean imatrix);

G_END_DECLS
