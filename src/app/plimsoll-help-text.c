/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-help-text.h"

#include <glib/gi18n.h>

static const PlimsollHelpPart figures[] = {
  { N_("Required"),
    N_(
      "What the accelerators hold: weights, cache, compute buffers and runtime overhead. The load "
      "line shows them one after another; each unfolds to how it came about.") },
  { N_("Weights"),
    N_("Every tensor of the model in the format that the precision gives it. A precision such as "
        "Q4_K_M is a mixture of formats, and which tensor gets which is followed tensor by tensor. "
        "Of a mixture of experts all experts are held, although a token uses a few.") },
  { N_("Cache"),
    N_(
      "What is kept of the tokens before. It grows with the context and with the requests at once. "
      "Layers with a sliding window keep no more than the window, recurrent ones a state that does "
      "not grow, latent attention (MLA) one narrow row for all heads.") },
  { N_("Compute buffers and overhead"),
    N_("Buffers hold what a step of computation needs, by the engine’s own rules. The overhead is "
        "what the driver and its libraries take for themselves; it is the least certain part.") },
  { N_("Usable"),
    N_("What a model may take: of a card 95 %, of unified memory the share in Preferences; or "
        "what was measured or entered in My Hardware.") },
  { N_("Fits, tight, offload, does not fit"),
    N_(
      "It fits with a twentieth of the usable memory to spare, and is tight with less. With offload "
      "a part is in system memory: it runs, but slower. Where it does not fit, the page says what "
      "would.") },
  { N_("Decode, prefill, first token"),
    N_("Decode is how fast one answer grows, prefill how fast a prompt is read; the first token "
        "comes when it has been. Each has a range, which holds at least eight in ten of the speeds "
        "that were measured.") },
  { N_("Exact, modelled, unknown"),
    N_("Exact: read from a file, or proved equal to the engine’s own figure. Modelled: a formula "
        "with a measured error. What is unknown is shown as such, and never as nothing.") },
  { N_("GiB and GB"),
    N_("GiB are 2³⁰ bytes, as engines and drivers count; GB are 10⁹, as disks and downloads do. A "
        "card that is sold with 24 GB has 24 GiB. Preferences choose which is shown.") },
};

static const PlimsollHelpPart others[] = {
  { N_("Parameters times bits"),
    N_("Is a rule of thumb. Embeddings, output head and norms are held in other formats than the "
        "rest, which matters most for small models and few bits. Here every tensor is counted.") },
  { N_("Heads of the cache"),
    N_(
      "Models keep keys and values of fewer heads than they have. Who counts all heads has a cache "
      "several times too large; who forgets sliding windows, recurrent layers or latent attention "
      "more so.") },
  { N_("Experts"),
    N_(
      "Active parameters decide the speed, all parameters the memory. A figure that is far smaller "
      "than this one may be of the active ones.") },
  { N_("Buffers and overhead"),
    N_(
      "Are often left out, or a flat share. They depend on the micro-batch, on flash attention and "
      "on what the engine keeps beside devices.") },
  { N_("Another question"),
    N_(
      "A server with several requests, a context that is shared or each request’s own, a cache of 8 "
      "bits, a serving engine that takes its share of the card at once: each is another answer. "
      "Compare what was asked before what was answered.") },
  { N_("Another build"),
    N_(
      "Engines change. The details of each figure name the build that its rule was checked on.") },
  { N_("Your own engine judges"),
    N_(
      "Check Against a Log, in the main menu, reads what an engine said when it loaded a model, and "
      "puts it beside the prediction, line by line.") },
};

static const PlimsollHelpPart accuracy[] = {
  { N_("Held against real programs"),
    N_("How far this build was off from what engines reported, in percent of their figure and "
        "without regard to sign. Exact is within 0.01 %. The tests that build the program measure "
        "these errors again, and fail when they are others than stand here.") },
  { N_("What it does not say"),
    N_(
      "llama.cpp was asked through its own accounting on a device that behaves like CUDA; Metal and "
      "Vulkan were not. What vLLM and SGLang said is from logs that people published, and few. "
      "Speeds are of another kind: each has its own range.") },
};

static const PlimsollHelpTopic topics[] = {
  { "figures", N_("What the Figures Mean"), N_("Memory, verdicts and speed, in their words"),
    figures, G_N_ELEMENTS (figures) },
  { "others", N_("Why Others Differ"),
    N_("What calculators leave out, and which questions differ"), others, G_N_ELEMENTS (others) },
  { PLIMSOLL_HELP_ACCURACY, N_("How Right Is It"),
    N_("The errors that this build was measured with"), accuracy, G_N_ELEMENTS (accuracy) },
};

static const PlimsollHelpMeasured measured[] = {
  { "llama.cpp", N_("Size of the file"), PLIMSOLL_MEASURED_FILE },
  { "llama.cpp", N_("Weights and cache"), PLIMSOLL_MEASURED_CARGO },
  { "llama.cpp", N_("Total, full attention"), PLIMSOLL_MEASURED_ONE_TOTAL_FULL },
  { "llama.cpp", N_("Total, sliding windows"), PLIMSOLL_MEASURED_ONE_TOTAL_SLIDING },
  { "llama.cpp", N_("Total, latent attention"), PLIMSOLL_MEASURED_ONE_TOTAL_LATENT },
  { "llama.cpp", N_("Total, recurrent layers"), PLIMSOLL_MEASURED_ONE_TOTAL_RECURRENT },
  { "llama.cpp", N_("Each of several devices"), PLIMSOLL_MEASURED_SPLIT_TOTAL },
  { "llama.cpp", N_("Experts in system memory"), PLIMSOLL_MEASURED_EXPERTS_TOTAL },
  { "llama.cpp", N_("Layers in system memory"), PLIMSOLL_MEASURED_PARTIAL_TOTAL },
  { "vLLM", N_("Weights of 16 bits"), PLIMSOLL_MEASURED_SERVING_WEIGHTS_16 },
  { "vLLM", N_("Weights of FP8"), PLIMSOLL_MEASURED_SERVING_WEIGHTS_FP8 },
  { "vLLM", N_("Weights of MXFP4"), PLIMSOLL_MEASURED_SERVING_WEIGHTS_MXFP4 },
  { "vLLM", N_("Weights of 4 bits"), PLIMSOLL_MEASURED_SERVING_WEIGHTS_4 },
  { "vLLM", N_("Tokens held, one kind of layer"), PLIMSOLL_MEASURED_SERVING_TOKENS },
  { "vLLM", N_("Tokens held, sliding windows"), PLIMSOLL_MEASURED_SERVING_TOKENS_SLIDING },
  { "vLLM", N_("Tokens held, recurrent layers"), PLIMSOLL_MEASURED_SERVING_TOKENS_RECURRENT },
  { "vLLM", N_("Memory for the cache, CUDA"), PLIMSOLL_MEASURED_SERVING_CACHE },
  { "vLLM", N_("Memory for the cache, ROCm"), PLIMSOLL_MEASURED_SERVING_CACHE_ROCM },
  { "SGLang", N_("Tokens held"), PLIMSOLL_MEASURED_SGLANG_TOKENS },
};

const PlimsollHelpTopic *
plimsoll_help_topics (guint *n)
{
  *n = G_N_ELEMENTS (topics);

  return topics;
}

const PlimsollHelpMeasured *
plimsoll_help_measured (guint *n)
{
  *n = G_N_ELEMENTS (measured);

  return measured;
}
