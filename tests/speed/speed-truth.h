/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows of tests/truth/speed.tsv as questions, and what the core says to them: for the test that
 * holds the one against the other, and for the program that fits the constants. */

#pragma once

#include "plimsoll-speed-plan.h"

G_BEGIN_DECLS

typedef enum
{
  SPEED_PROMPT, /* tokens/s of a prompt */
  SPEED_DECODE, /* tokens/s while decoding, of all requests together */
  SPEED_WHOLE,  /* answered tokens/s over the whole time, prompts included */
} SpeedMetric;

/** What is asked of the forms: each is fitted, and its errors are told, apart. */
typedef enum
{
  SPEED_TABLE_DECODE,  /* one request, everything on devices */
  SPEED_TABLE_PREFILL, /* a prompt, everything on devices */
  SPEED_TABLE_SERVER,  /* several requests: vLLM, TensorRT-LLM */
  SPEED_TABLE_BATCH,   /* several requests: llama.cpp */
  SPEED_TABLE_OFFLOAD, /* one request, experts or blocks in system memory */
  SPEED_TABLE_CPU,
  SPEED_N_TABLES,
} SpeedTable;

typedef struct
{
  SpeedMetric metric;
  SpeedTable table;
  char *card; /* the accelerator's id */
  char *model;
  char *precision;
  char *date;
  char *source;
  PlimsollModelSpec *spec;
  PlimsollWeights *weights;
  PlimsollHardware hardware;
  PlimsollQuestion question;
  PlimsollPlacement *placement; /* (nullable) */
  double depth;
  double prompt;
  double generated;
  double requests;
  double measured;
} SpeedRow;

typedef struct
{
  GPtrArray *rows; /* of SpeedRow */
  guint n_left_out;
  GHashTable *left_out; /* reason -> count */
  GHashTable *weights;  /* what the rows point into */
  GPtrArray *keep;
} SpeedTruth;

/** Reads @table, with the catalogue in @data (nullable). A fault ends the program. */
SpeedTruth *speed_truth_load (const char *table, const char *data);
void speed_truth_free (SpeedTruth *self);

/** Returns: tokens/s as @constants have it. @range: (out) (optional). */
double speed_row_predict (const SpeedRow *self,
                          const PlimsollSpeedConstants *constants,
                          PlimsollRange *range);

const char *speed_table_name (SpeedTable table);

/** By what errors are told apart. */
typedef enum
{
  SPEED_BY_ALL,
  SPEED_BY_CLASS,
  SPEED_BY_ENGINE,
  SPEED_BY_KIND, /* dense, mixture of experts */
  SPEED_BY_BITS,
  SPEED_BY_DEPTH,
  SPEED_BY_DEVICES,
  SPEED_BY_CARD,
  SPEED_N_GROUPINGS,
} SpeedGrouping;

const char *speed_grouping_name (SpeedGrouping by);
const char *speed_row_group (const SpeedRow *self, SpeedGrouping by);

/** As the plan has them. */
PlimsollSpeedClass speed_row_class (const SpeedRow *self);
PlimsollSpeedStyle speed_row_style (const SpeedRow *self);

G_END_DECLS
