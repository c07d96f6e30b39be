/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-cli.h"
#include "plimsoll-cost-model.h"
#include "plimsoll-hub.h"
#include "plimsoll-model-list.h"
#include "plimsoll-sizer.h"
#include "plimsoll-scenario-state.h"
#include "plimsoll-training-answer.h"

G_BEGIN_DECLS

/** PlimsollCliFacts: the catalogue, read once. */
typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollModelList *models;
  PlimsollHub *hub; /* (nullable): nobody asked for anything that needs it */
} PlimsollCliFacts;

PlimsollCliFacts *plimsoll_cli_facts_new (GError **error);
void plimsoll_cli_facts_free (PlimsollCliFacts *self);

/** Returns: a finder in @self, which has to outlive it. */
PlimsollScenarioFinder plimsoll_cli_facts_finder (PlimsollCliFacts *self);

/** PlimsollCliOptions: what was asked for. */
typedef struct
{
  GPtrArray *settings; /* of PlimsollCliSetting, in their order */
  GPtrArray *training; /* of PlimsollCliSetting: how it is trained */
  char **names;        /* what stands besides options */
  char *batch;
  gboolean json;
  gboolean check;
  gboolean explain;
  gboolean models; /* of a table */
  gboolean precisions;
  gboolean only_fits;
  gboolean csv;
  gboolean this_computer; /* of hardware */
  char *model;            /* of hardware */
  char *sort;
  char *vendor;
  char *output; /* of a report */
  char *format;
  char *sections;
  char *paper;
  gboolean all_hardware;
  gboolean accelerator_report;
  gboolean side_by_side;
  gboolean keep; /* of a log */
  char *import_offers;
  gboolean remove_offers;
  gboolean clear_hub_cache;
} PlimsollCliOptions;

typedef struct
{
  const char *option; /* static: "--context" */
  char *value;
} PlimsollCliSetting;

/** What options a command takes. */
typedef enum
{
  PLIMSOLL_CLI_TAKES_QUESTION = 1 << 0,
  PLIMSOLL_CLI_TAKES_SIZE = 1 << 1,
  PLIMSOLL_CLI_TAKES_TABLE = 1 << 2,
  PLIMSOLL_CLI_TAKES_THIS = 1 << 3,
  PLIMSOLL_CLI_TAKES_COST = 1 << 4,
  PLIMSOLL_CLI_TAKES_TRAINING = 1 << 5,
  PLIMSOLL_CLI_TAKES_REPORT = 1 << 6,
  PLIMSOLL_CLI_TAKES_KEEP = 1 << 7,
  PLIMSOLL_CLI_TAKES_KEPT = 1 << 8,
} PlimsollCliTakes;

void plimsoll_cli_options_clear (PlimsollCliOptions *self);

/**
 * plimsoll_cli_options_parse:
 * @takes: which options are taken; but of a report, --json is
 *
 * Returns: %FALSE with @error set as %G_OPTION_ERROR
 */
gboolean plimsoll_cli_options_parse (PlimsollCliOptions *self,
                                     const char *command,
                                     const char *arguments,
                                     const char *summary,
                                     PlimsollCliTakes takes,
                                     int argc,
                                     char **argv,
                                     GError **error);

/** Sets on @scenario what the options say. */
gboolean plimsoll_cli_options_apply (const PlimsollCliOptions *self,
                                     PlimsollScenario *scenario,
                                     const PlimsollScenarioFinder *finder,
                                     GError **error);

/** Returns: whether @option, "--gpu", was given. */
gboolean plimsoll_cli_options_has (const PlimsollCliOptions *self, const char *option);

/** Says @error in one line; returns the exit status that goes with it. */
int plimsoll_cli_fail (const GError *error);

/** Writes as it is, whatever the locale's character set. */
void plimsoll_cli_print (const char *text);
void plimsoll_cli_print_json (JsonObject *object, gboolean pretty);

/** Writes @text, with @words in it in the colour of @verdict where there are colours. */
void plimsoll_cli_print_verdict (const char *text, const char *words, PlimsollVerdict verdict);

/** Writes @text, with every verdict at the end of a line in its colour where there are colours. */
void plimsoll_cli_print_verdicts (const char *text);

/** Sets a member, to null when @text is empty, @value is 0 or not finite: not known. */
void plimsoll_cli_set_text (JsonObject *object, const char *member, const char *text);
void plimsoll_cli_set_whole (JsonObject *object, const char *member, guint64 value);
void plimsoll_cli_set_real (JsonObject *object, const char *member, double value);

/** Adds to an answer how its figures came about. */
void plimsoll_cli_explain_json (PlimsollSizer *sizer, PlimsollCatalog *catalog, JsonObject *answer);

int plimsoll_cli_size (int argc, char **argv);
int plimsoll_cli_batch (const PlimsollCliOptions *options, PlimsollCliFacts *facts);
int plimsoll_cli_report (int argc, char **argv);
int plimsoll_cli_cost (int argc, char **argv);
int plimsoll_cli_kept (int argc, char **argv);

/** Returns: (transfer full): the object of one line of a batch; or %NULL with @error set. */
JsonNode *plimsoll_cli_batch_read_line (const char *line, gsize length, GError **error);

/** Asks @question of @scenario; what it leaves out is as in @defaults. */
gboolean plimsoll_cli_batch_take (PlimsollScenario *scenario,
                                  PlimsollScenario *defaults,
                                  JsonObject *question,
                                  const PlimsollScenarioFinder *finder,
                                  GError **error);

/** Calls @func with each line of @path that is not empty; "-" is standard input. */
gboolean plimsoll_cli_batch_lines (const char *path,
                                   void (*func) (const char *line, gsize length, gpointer data),
                                   gpointer data,
                                   GError **error);

/** Computes @model; returns whether it answers the question. */
gboolean plimsoll_cli_cost_check (PlimsollCostModel *model, GError **error);

int plimsoll_cli_accelerator (const PlimsollCliOptions *options, PlimsollCliFacts *facts);

int plimsoll_cli_train (int argc, char **argv);

/** Reads the name of a method, -1 for all: %NULL, or "all". */
gboolean plimsoll_cli_train_method (const char *text, int *method, GError **error);

/** Returns: whether @answer has an answer to what was asked. */
gboolean
plimsoll_cli_train_check (const PlimsollTrainingAnswer *answer, int method, GError **error);

int plimsoll_cli_this_computer (PlimsollCliFacts *facts, gboolean json);
int plimsoll_cli_solve (int argc, char **argv);
int plimsoll_cli_table (int argc, char **argv);
int plimsoll_cli_models (int argc, char **argv);
int plimsoll_cli_hardware (int argc, char **argv);
int plimsoll_cli_inspect (int argc, char **argv);
int plimsoll_cli_check (int argc, char **argv);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollCliFacts, plimsoll_cli_facts_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollCliOptions, plimsoll_cli_options_clear)

G_END_DECLS
