/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far the core is off measured speeds, by what: computed, kept in tests/truth/speed-errors.tsv,
 * and read from there. */

#pragma once

#include "speed-truth.h"

#include <stdio.h>

G_BEGIN_DECLS

/** What is known of one row; NAN where the core does not know its speed. */
typedef struct
{
  double error;    /* log (told / measured) */
  double left_out; /* the same, its card left out of the fit */
  double range;    /* log of the factor that is told beside that speed */
} SpeedRowError;

/** Errors of a group of rows, in percent, without their sign. NAN: not recorded. */
typedef struct
{
  char *table;
  char *by;
  char *group;
  guint n;
  guint unknown; /* of which the core does not know a speed */
  double median;
  double p90;
  double median_out; /* cards left out in turn */
  double p90_out;
  double held; /* of those, within the range that was made without them */
} SpeedErrors;

/** Returns: (element-type SpeedErrors): of @errors, one for each row of @truth. */
GPtrArray *speed_errors_new (const SpeedTruth *truth, const SpeedRowError *errors);

/** Returns: (element-type SpeedErrors): as recorded. */
GPtrArray *speed_errors_load (const char *path);

/** Returns: (nullable): that of a group. */
const SpeedErrors *
speed_errors_find (const GPtrArray *self, const char *table, const char *by, const char *group);

void speed_errors_write (const GPtrArray *self, FILE *file);

/** Prints the table for people: all groups but those of single cards. */
void speed_errors_print (const GPtrArray *self);

/** Sets the error of each of @errors from @constants, and leaves the rest unknown. */
void speed_errors_in_sample (const SpeedTruth *truth,
                             const PlimsollSpeedConstants *constants,
                             SpeedRowError *errors);

/** Returns: log (told / measured); NAN where the speed is not known. */
double speed_row_error (const SpeedRow *row, const PlimsollSpeedConstants *constants);

/** Returns: quantile @q of @values, which it sorts; NAN of none. */
double speed_quantile (GArray *values, double q);

G_END_DECLS
