/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/** PlimsollLaunchUse: what a command is for. */
typedef enum
{
  PLIMSOLL_LAUNCH_SERVER,
  PLIMSOLL_LAUNCH_CHAT,
  PLIMSOLL_LAUNCH_BENCHMARK,
} PlimsollLaunchUse;

/** PlimsollLaunchWord: a flag with its value, and what it does. */
typedef struct
{
  char *word;    /* "--ctx-size 32768" */
  char *meaning; /* (nullable): a sentence, translated */
} PlimsollLaunchWord;

#define PLIMSOLL_TYPE_LAUNCH (plimsoll_launch_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLaunch, plimsoll_launch, PLIMSOLL, LAUNCH, GObject)

/**
 * PlimsollLaunch:
 *
 * How an engine is started to run what a scenario asks. Immutable.
 */

/**
 * plimsoll_launch_list:
 *
 * The commands for every engine, the scenario's own first. A model's repository is named only where
 * the catalogue knows one; else a placeholder stands for the person's own file, and the note says
 * so. Where a plan runs what does not fit as it was asked, llama.cpp's command is the plan's.
 *
 * Returns: (transfer full) (element-type PlimsollLaunch): empty without a model
 */
GListModel *plimsoll_launch_list (PlimsollSizer *sizer);

/** Returns: (transfer none): "llama.cpp", "vllm", "sglang", "ollama", "lm-studio", "mlx" */
const char *plimsoll_launch_get_engine (PlimsollLaunch *self);

/** Returns: (transfer none): as shown: "LM Studio". */
const char *plimsoll_launch_get_name (PlimsollLaunch *self);
PlimsollLaunchUse plimsoll_launch_get_use (PlimsollLaunch *self);

/** Returns: (transfer none): what is loaded: "Q4_K_M · 17.3 GiB"; may be empty. */
const char *plimsoll_launch_get_detail (PlimsollLaunch *self);

/** Returns: (transfer none): the commands for a POSIX shell, in lines that can be read; empty where
 * the engine has no files for the question, and the refusal says so. */
const char *plimsoll_launch_get_text (PlimsollLaunch *self);

/** Returns: (transfer full): the same in lines of @columns bytes, but for words that are longer. */
char *plimsoll_launch_fold (PlimsollLaunch *self, guint columns);

/** Returns: (transfer none): the same, each command in one line. */
const char *plimsoll_launch_get_lines (PlimsollLaunch *self);

/** Returns: (transfer none) (element-type PlimsollLaunchWord): in the order of the command. */
GPtrArray *plimsoll_launch_get_words (PlimsollLaunch *self);

/** Returns: (nullable) (transfer none): why it would not run there, a sentence. */
const char *plimsoll_launch_get_refusal (PlimsollLaunch *self);

/** Returns: (nullable) (transfer none): what is to be put in or known first, a sentence. */
const char *plimsoll_launch_get_note (PlimsollLaunch *self);

/** Returns: (transfer full): @word as a shell takes it, in quotes only where it needs them. */
char *plimsoll_shell_word (const char *word);

G_END_DECLS
