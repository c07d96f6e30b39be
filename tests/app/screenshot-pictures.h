/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pictures there are, and of what. */

#pragma once

#include "plimsoll-question.h"

/* What is seen only after something was done. */
typedef enum
{
  STATE_NONE,
  STATE_OWN_MODELS, /* of a person's own, in the search */
  STATE_DROP,       /* a file is dragged over the window */
  STATE_FAULT,      /* a file that is no model was opened */
  STATE_OFFER,      /* a vision projector was */
  STATE_ADDITIONS,  /* files beside the model, in the question */
  STATE_BENCH,      /* what llama-bench wrote was opened */
  STATE_OFFERS,     /* cloud offers of a person's own */
} State;

typedef struct
{
  const char *name;
  int width;  /* 0: 1280 */
  int height; /* 0: 840 */
  gboolean dark;
  double text;             /* scale; 0: 1 */
  const char *model;       /* (nullable): that of most pictures, as what follows */
  const char *accelerator; /* (nullable) */
  const char *precision;   /* (nullable) */
  guint64 context;         /* 0: 32K */
  gboolean processor;      /* there is no accelerator */
  const char *search;      /* (nullable): typed into the search */
  PlimsollEngine engine;
  guint parallel;      /* 0: one */
  const char *page;    /* (nullable): that is open */
  const char *lens;    /* (nullable): of the comparison */
  const char *further; /* (nullable): an accelerator beside the first */
  guint count;         /* of the first; 0: one */
  gboolean rtl;        /* from right to left */
  double pinned;       /* the pinned questions are open, so far down; 0: they are not */
  State state;
  const char *action; /* (nullable): that is done last, with its target */
  gboolean computer;  /* a Strix Halo is found, and is the target */
} Picture;

/* On a telephone. */
#define NARROW .width = 360, .height = 760

static const Picture pictures[] = {
  { "fit", .width = 1000, .height = 700 },
  { "dark", .width = 1000, .height = 700, .dark = TRUE },
  { "speed", .width = 1000, .height = 700, .page = "speed" },
  { "cost", .width = 1000, .height = 700, .page = "cost" },
  { "preferences", .action = "win.preferences" },
  { "preferences-narrow", NARROW, .dark = TRUE, .action = "win.preferences" },
  { "help", .dark = TRUE, .action = "win.help('')" },
  { "help-figures", .action = "win.help('figures')" },
  { "help-accuracy", .height = 1100, .action = "win.help('accuracy')" },
  { "help-accuracy-narrow", NARROW, .dark = TRUE, .action = "win.help('accuracy')" },
  { "fit-light" },
  { "fit-dark", .dark = TRUE },
  { "over", .dark = TRUE, .model = "Qwen/Qwen3-235B-A22B", .precision = "Q8_0" },
  { "fit-narrow", NARROW },
  { "fit-large-text", .text = 1.5 },
  { "fit-tall", .height = 1400 },
  { "over-most", .height = 1400, .dark = TRUE, .model = "deepseek-ai/DeepSeek-R1",
    .accelerator = "nvidia-h100-80gb-sxm", .context = 8192 },
  { "plan", .accelerator = "nvidia-rtx-3060-12gb" },
  { "plan-narrow", NARROW, .dark = TRUE, .accelerator = "nvidia-rtx-3060-12gb" },
  { "fit-unequal", .model = "Qwen/Qwen3-32B", .accelerator = "nvidia-rtx-3090", .precision = "Q6_K",
    .further = "nvidia-rtx-3060-12gb" },
  { "fit-several", .dark = TRUE, .model = "Qwen/Qwen3-235B-A22B", .count = 7 },
  { "fit-processor", .processor = TRUE, .model = "Qwen/Qwen3-8B", .context = 8192 },
  { "export-light", .action = "win.export" },
  { "export-narrow", NARROW, .dark = TRUE, .action = "win.export" },
  { "ledger-light", .action = "win.explain::required" },
  { "ledger-dark", .dark = TRUE, .model = "google/gemma-3-27b-it",
    .action = "win.explain::load_cache" },
  { "ledger-narrow", NARROW, .action = "win.explain::decode" },
  { "ledger-large-text", .text = 1.5, .action = "win.explain::load_weights" },
  { "ledger-vllm", .dark = TRUE, .model = "openai/gpt-oss-20b", .precision = "MXFP4",
    .context = 131072, .engine = PLIMSOLL_ENGINE_VLLM, .parallel = 8,
    .action = "win.explain::requests_at_once" },
  { "search", .search = "qwen 30b" },
  { "vllm", .model = "Qwen/Qwen3-8B", .precision = "BF16", .context = 8192,
    .engine = PLIMSOLL_ENGINE_VLLM, .parallel = 3 },
  { "vllm-waiting", .dark = TRUE, .model = "openai/gpt-oss-20b", .precision = "MXFP4",
    .context = 131072, .engine = PLIMSOLL_ENGINE_VLLM, .parallel = 8 },
  { "compare", .width = 1000, .height = 700, .page = "compare", .lens = "hardware" },
  { "compare-light", .page = "compare", .lens = "hardware" },
  { "compare-dark", .dark = TRUE, .page = "compare", .lens = "hardware" },
  { "compare-models", .page = "compare", .lens = "models" },
  { "compare-precision", .page = "compare", .lens = "precision" },
  { "compare-narrow", NARROW, .page = "compare", .lens = "hardware" },
  { "compare-large-text", .text = 1.5, .page = "compare", .lens = "hardware" },
  { "compare-rtl", .page = "compare", .lens = "hardware", .rtl = TRUE },
  { "compare-narrow-dark", NARROW, .dark = TRUE, .page = "compare", .lens = "models" },
  { "pins-light", .pinned = 0.01 },
  { "pins-waterfall", .pinned = 1 },
  { "pins-dark", .dark = TRUE, .pinned = 1 },
  { "pins-narrow", NARROW, .pinned = 0.01 },
  { "pins-narrow-waterfall", NARROW, .dark = TRUE, .pinned = 1 },
  { "pins-large-text", .text = 1.5, .pinned = 1 },
  { "pins-rtl", .rtl = TRUE, .pinned = 1 },
  { "own-models", .state = STATE_OWN_MODELS },
  { "own-models-dark", .dark = TRUE, .state = STATE_OWN_MODELS },
  { "own-models-narrow", NARROW, .state = STATE_OWN_MODELS },
  { "drop", .state = STATE_DROP },
  { "drop-dark", .dark = TRUE, .state = STATE_DROP },
  { "drop-narrow", NARROW, .state = STATE_DROP },
  { "fault", .state = STATE_FAULT },
  { "fault-dark", .dark = TRUE, .state = STATE_FAULT },
  { "fault-narrow", NARROW, .state = STATE_FAULT },
  { "offer", .state = STATE_OFFER },
  { "offer-dark", .dark = TRUE, .state = STATE_OFFER },
  { "offer-narrow", NARROW, .state = STATE_OFFER },
  { "additions", .state = STATE_ADDITIONS },
  { "additions-dark", .dark = TRUE, .state = STATE_ADDITIONS },
  { "additions-narrow", NARROW, .state = STATE_ADDITIONS },
  { "speed-light", .page = "speed" },
  { "speed-dark", .dark = TRUE, .page = "speed" },
  { "speed-over", .model = "Qwen/Qwen3-235B-A22B", .precision = "Q8_0", .page = "speed" },
  { "speed-narrow", NARROW, .page = "speed" },
  { "speed-large-text", .text = 1.5, .page = "speed" },
  { "speed-rtl", .page = "speed", .rtl = TRUE },
  { "cost-light", .page = "cost" },
  { "cost-dark", .dark = TRUE, .page = "cost" },
  { "cost-narrow", NARROW, .page = "cost" },
  { "cost-middle", .width = 900, .height = 760, .page = "cost" },
  { "cost-large-text", .text = 1.5, .page = "cost" },
  { "run-light", .page = "run" },
  { "run-dark", .height = 1100, .dark = TRUE, .accelerator = "nvidia-rtx-3060-12gb",
    .page = "run" },
  { "run-vllm", .height = 1100, .model = "Qwen/Qwen3-8B", .precision = "BF16", .context = 8192,
    .engine = PLIMSOLL_ENGINE_VLLM, .parallel = 3, .page = "run" },
  { "run-narrow", NARROW, .page = "run" },
  { "run-large-text", .text = 1.5, .page = "run" },
  { "run-rtl", .dark = TRUE, .page = "run", .rtl = TRUE },
  { "training-light", .page = "training" },
  { "training-dark", .height = 1200, .dark = TRUE, .model = "meta-llama/Llama-3.1-8B-Instruct",
    .page = "training", .count = 2 },
  { "training-narrow", NARROW, .model = "Qwen/Qwen3-8B", .page = "training" },
  { "training-large-text", .text = 1.5, .model = "Qwen/Qwen3-8B", .page = "training" },
  { "training-rtl", .height = 1200, .model = "Qwen/Qwen3-8B", .page = "training", .rtl = TRUE },
  { "hardware-report", .action = "win.show-accelerator('nvidia-rtx-4090')" },
  { "hardware-report-dark", .dark = TRUE, .action = "win.show-accelerator('nvidia-rtx-4090')" },
  { "hardware-report-narrow", NARROW, .action = "win.show-accelerator('nvidia-rtx-4090')" },
  { "hardware-report-large-text", .text = 1.5,
    .action = "win.show-accelerator('nvidia-rtx-4090')" },
  { "my-hardware", .action = "win.my-hardware" },
  { "computer-fit", .computer = TRUE },
  { "computer-compare", .dark = TRUE, .page = "compare", .lens = "hardware", .computer = TRUE },
  { "computer-compare-narrow", NARROW, .page = "compare", .lens = "hardware", .computer = TRUE },
  { "this-computer", .action = "win.this-computer", .computer = TRUE },
  { "this-computer-narrow", NARROW, .dark = TRUE, .action = "win.this-computer", .computer = TRUE },
  { "check-bench", .model = "Qwen/Qwen3-8B", .state = STATE_BENCH },
  { "my-hardware-edit", .action = "win.edit-accelerator('nvidia-rtx-4090')" },
  { "my-hardware-edit-narrow", NARROW, .dark = TRUE,
    .action = "win.edit-accelerator('nvidia-rtx-4090')" },
  { "my-offers", .state = STATE_OFFERS, .action = "win.my-offers" },
  { "my-offers-dark", .dark = TRUE, .state = STATE_OFFERS, .action = "win.my-offers" },
  { "my-offers-narrow", NARROW, .state = STATE_OFFERS, .action = "win.my-offers" },
};

#undef NARROW
