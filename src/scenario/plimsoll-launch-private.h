/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-launch.h"

G_BEGIN_DECLS

/* More layers than any model has: all of them, in every build of llama.cpp. */
#define PLIMSOLL_LAUNCH_ALL_LAYERS 9999

PlimsollLaunch *plimsoll_launch_new (const char *engine, const char *name, PlimsollLaunchUse use);

/** Begins a command; @program is not quoted. */
void plimsoll_launch_begin (PlimsollLaunch *self, const char *program);

/** Adds @flag with @value, quoted; @value: (nullable); @meaning: (nullable) (transfer full). */
void plimsoll_launch_add (PlimsollLaunch *self, const char *flag, const char *value, char *meaning);
void
plimsoll_launch_add_number (PlimsollLaunch *self, const char *flag, guint64 value, char *meaning);

/** Ends the present command with what is no word of it: " &". */
void plimsoll_launch_end (PlimsollLaunch *self, const char *tail);

/** The first that is said is kept; (transfer full) (nullable). */
void plimsoll_launch_set_detail (PlimsollLaunch *self, char *detail);
void plimsoll_launch_refuse (PlimsollLaunch *self, char *refusal);
void plimsoll_launch_note (PlimsollLaunch *self, char *note);

/** A model's weights in bytes with their precision: "Q4_K_M · 17.3 GiB". */
char *plimsoll_launch_weights_text (PlimsollSizer *sizer);

/** Whether @model was read from files, and those are a GGUF's. */
gboolean plimsoll_launch_has_gguf (PlimsollModel *model);
gboolean plimsoll_launch_has_checkpoint (PlimsollModel *model);

/** Returns: (transfer full): the path of a file: URI, where a shell can be given it; else @name. */
char *plimsoll_launch_file_name (const char *name);

/** Returns: (transfer full): "31,30": what each device has of the layers. */
char *plimsoll_launch_shares (const PlimsollQuestion *question, char separator);

/** Refuses when @sizer's answer is that it does not fit. */
void plimsoll_launch_check_fit (PlimsollLaunch *self, PlimsollSizer *sizer);

/** Returns: whether @vendor made the first accelerator. */
gboolean plimsoll_launch_is_of (PlimsollScenario *scenario, PlimsollVendor vendor);

/** Returns: (transfer full): llama.cpp's for @use. @sizer: of a scenario with that engine. */
PlimsollLaunch *plimsoll_launch_llama (PlimsollSizer *sizer, PlimsollLaunchUse use);
PlimsollLaunch *plimsoll_launch_ollama (PlimsollSizer *sizer);
PlimsollLaunch *plimsoll_launch_lm_studio (PlimsollSizer *sizer);

/** Returns: (transfer full): vLLM's or SGLang's; @sizer: of a scenario with that engine. */
PlimsollLaunch *plimsoll_launch_vllm (PlimsollSizer *sizer);
PlimsollLaunch *plimsoll_launch_sglang (PlimsollSizer *sizer);

/** Returns: (transfer full): @sizer: of a scenario with llama.cpp. */
PlimsollLaunch *plimsoll_launch_mlx (PlimsollSizer *sizer);

G_END_DECLS
