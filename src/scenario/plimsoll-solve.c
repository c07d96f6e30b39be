/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-solve.h"

#include "plimsoll-format.h"
#include "plimsoll-kv-type.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static gboolean
holds (const PlimsollEstimate *estimate)
{
  return estimate->valid
         && (estimate->verdict == PLIMSOLL_VERDICT_FITS
             || estimate->verdict == PLIMSOLL_VERDICT_TIGHT);
}

static gboolean
is_served (const PlimsollQuestion *question)
{
  return plimsoll_engine_serves (question->engine);
}

static gboolean
holds_with (PlimsollSizer *sizer, const PlimsollPrecision *type, const PlimsollQuestion *question)
{
  PlimsollEstimate estimate;

  plimsoll_sizer_estimate_with (sizer, NULL, type, question, &estimate);

  return holds (&estimate);
}

/* --- Each of them --- */

static guint64
longest_context (PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  PlimsollEstimate estimate;

  plimsoll_sizer_estimate_with (sizer, NULL, NULL, question, &estimate);
  if (!estimate.valid)
    return 0;

  /* One request has to be held; the others may wait. */
  return is_served (question) && question->parallel > 1 ? estimate.serving.longest_model_len
                                                        : estimate.longest_context;
}

static const PlimsollPrecisionInfo *
largest_precision (PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (sizer, &n);

  while (n-- > 0)
    if (plimsoll_precision_is_common (sizes[n].info->type)
        && holds_with (sizer, &sizes[n].info->type, question))
      return sizes[n].info;

  return NULL;
}

static const char *
largest_cache (PlimsollSizer *sizer, PlimsollQuestion question)
{
  gsize n;
  const PlimsollKvType *types = plimsoll_kv_types (&n);

  for (gsize i = 0; i < n; i++)
    {
      if (!plimsoll_kv_type_is_of (types[i].name, is_served (&question))
          || types[i].format == PLIMSOLL_FORMAT_F32 || types[i].format == PLIMSOLL_FORMAT_BF16)
        continue;
      question.kv_k = question.kv_v = types[i].format;
      if (holds_with (sizer, NULL, &question))
        return types[i].name;
    }

  return NULL;
}

/* So many requests, each with @each tokens of context. */
static gboolean
serves (PlimsollSizer *sizer, PlimsollQuestion question, guint64 each, guint64 requests)
{
  question.parallel = (guint32) requests;
  question.context = each * requests;

  return holds_with (sizer, NULL, &question);
}

static guint
most_requests (PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  const guint64 each =
    question->unified_kv ? question->context : question->context / MAX (question->parallel, 1);
  guint64 few = 0, many = 1;
  PlimsollEstimate estimate;

  if (is_served (question))
    {
      plimsoll_sizer_estimate_with (sizer, NULL, NULL, question, &estimate);
      if (!holds (&estimate) || !(estimate.serving.requests >= 1))
        return 0;
      return (guint) MIN (estimate.serving.requests,
                          (double) estimate.serving.limits.max_sequences);
    }

  if (each == 0)
    return 0;
  while (many <= PLIMSOLL_MAX_PARALLEL && serves (sizer, *question, each, many))
    {
      few = many;
      many *= 2;
    }
  many = MIN (many, PLIMSOLL_MAX_PARALLEL + 1);
  while (many - few > 1)
    {
      const guint64 middle = few + (many - few) / 2;

      if (serves (sizer, *question, each, middle))
        few = middle;
      else
        many = middle;
    }

  return (guint) few;
}

/* Of the first; the others stay. */
static guint
fewest_accelerators (PlimsollSizer *sizer, PlimsollQuestion question)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  PlimsollHardware hardware;
  PlimsollEstimate estimate;
  guint32 devices = 0;
  gboolean alone;

  if (accelerator == NULL)
    return 0;

  /* Memory that belongs to a computer is not added up, nor does one device use another's. */
  alone = plimsoll_accelerator_get_facts (accelerator)->unified
          || (question.split == PLIMSOLL_SPLIT_NONE && !is_served (&question));
  /* Shares that were given are of the present devices. */
  memset (question.device_shares, 0, sizeof question.device_shares);
  for (guint count = 1; count == 1 || !alone; count++)
    {
      plimsoll_scenario_get_hardware (scenario, count, &hardware);
      if (hardware.n_devices <= devices)
        return 0;

      devices = question.n_devices = hardware.n_devices;
      plimsoll_sizer_estimate_on (sizer, &hardware, NULL, &question, &estimate);
      if (holds (&estimate))
        return count;
    }

  return 0;
}

static int
compare_least (gconstpointer a, gconstpointer b)
{
  const PlimsollFitFigures *one = plimsoll_fit_get_figures (*(PlimsollFit *const *) a);
  const PlimsollFitFigures *other = plimsoll_fit_get_figures (*(PlimsollFit *const *) b);
  const guint64 memory =
    plimsoll_accelerator_get_facts (plimsoll_fit_get_accelerator (*(PlimsollFit *const *) a))
      ->memory_bytes_nominal;
  const guint64 other_memory =
    plimsoll_accelerator_get_facts (plimsoll_fit_get_accelerator (*(PlimsollFit *const *) b))
      ->memory_bytes_nominal;

  if (one->count != other->count)
    return one->count < other->count ? -1 : 1;
  if (memory != other_memory)
    return memory < other_memory ? -1 : 1;
  /* What is not known is last. */
  if (isnan (one->decode.value) || isnan (other->decode.value))
    return isnan (one->decode.value) - isnan (other->decode.value);

  return (one->decode.value < other->decode.value) - (one->decode.value > other->decode.value);
}

static GPtrArray *
least_hardware (PlimsollSizer *sizer, GListModel *accelerators, gboolean counts)
{
  const guint asked = plimsoll_scenario_get_accelerator_count (plimsoll_sizer_get_scenario (sizer));
  g_autoptr (PlimsollFitModel) table =
    plimsoll_fit_model_new (sizer, PLIMSOLL_VARY_HARDWARE, accelerators, NULL);
  GPtrArray *least = g_ptr_array_new_with_free_func (g_object_unref);

  plimsoll_fit_model_flush (table);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    {
      g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (table), i);
      const guint count = plimsoll_fit_get_figures (fit)->count;

      if (count > 0 && (counts || count <= asked)
          && !plimsoll_accelerator_is_unconfirmed (plimsoll_fit_get_accelerator (fit)))
        g_ptr_array_add (least, g_steal_pointer (&fit));
    }
  g_ptr_array_sort (least, compare_least);
  if (least->len > PLIMSOLL_SOLVE_MOST_HARDWARE)
    g_ptr_array_set_size (least, PLIMSOLL_SOLVE_MOST_HARDWARE);

  return least;
}

void
plimsoll_solve (PlimsollSizer *sizer,
                PlimsollSolve what,
                GListModel *accelerators,
                gboolean counts,
                PlimsollSolution *solution)
{
  PlimsollQuestion question;

  g_return_if_fail (PLIMSOLL_IS_SIZER (sizer));
  g_return_if_fail (solution != NULL);

  *solution = (PlimsollSolution) { .solved = what };
  plimsoll_sizer_flush (sizer);
  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (sizer), &question);
  if (plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (sizer)) == NULL)
    return;

  if ((what & PLIMSOLL_SOLVE_CONTEXT) != 0)
    solution->context = longest_context (sizer, &question);
  if ((what & PLIMSOLL_SOLVE_PRECISION) != 0)
    solution->precision = largest_precision (sizer, &question);
  if ((what & PLIMSOLL_SOLVE_CACHE) != 0)
    solution->cache = largest_cache (sizer, question);
  if ((what & PLIMSOLL_SOLVE_REQUESTS) != 0)
    solution->requests = most_requests (sizer, &question);
  if ((what & PLIMSOLL_SOLVE_ACCELERATORS) != 0)
    solution->accelerators = fewest_accelerators (sizer, question);
  if ((what & PLIMSOLL_SOLVE_HARDWARE) != 0 && accelerators != NULL)
    solution->hardware = least_hardware (sizer, accelerators, counts);
}

void
plimsoll_solution_clear (PlimsollSolution *self)
{
  g_clear_pointer (&self->hardware, g_ptr_array_unref);
}

/* --- In words --- */

static void
add_line (GString *text, const char *name, const char *value)
{
  plimsoll_format_pad (text, name, 22, FALSE);
  g_string_append_printf (text, "%s\n", value);
}

static char *
context_text (const PlimsollSolution *self)
{
  return self->context > 0 ? plimsoll_format_tokens_about (self->context)
                           : g_strdup (_("none fits"));
}

static char *
accelerators_text (const PlimsollSolution *self, PlimsollScenario *scenario)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);

  if (self->accelerators == 0 || accelerator == NULL)
    return g_strdup (_("no number of them"));

  return g_strdup_printf ("%u × %s", self->accelerators,
                          plimsoll_accelerator_get_name (accelerator));
}

static char *
requests_text (const PlimsollSolution *self, PlimsollScenario *scenario)
{
  PlimsollQuestion question;
  guint64 each;
  g_autofree char *count = NULL;
  g_autofree char *tokens = NULL;

  if (self->requests == 0)
    return g_strdup (_("not one"));

  plimsoll_scenario_get_question (scenario, &question);
  each = is_served (&question) || question.unified_kv
           ? question.context
           : question.context / MAX (question.parallel, 1);
  count = plimsoll_format_count (self->requests);
  tokens = plimsoll_format_tokens_about (each);

  /* Translators: how many requests, and the context of each. */
  return g_strdup_printf (_("%s, of %s each"), count, tokens);
}

static void
add_hardware (GString *text, GPtrArray *hardware)
{
  const char *name = _("Least hardware");

  if (hardware->len == 0)
    add_line (text, name, _("no number of any accelerator"));
  for (guint i = 0; i < hardware->len; i++)
    {
      PlimsollFit *fit = hardware->pdata[i];
      g_autofree char *detail = plimsoll_fit_get_detail (fit);
      g_autofree char *value =
        g_strdup_printf ("%u × %s, %s", plimsoll_fit_get_figures (fit)->count,
                         plimsoll_fit_get_name (fit), detail);

      add_line (text, i == 0 ? name : "", value);
    }
}

char *
plimsoll_solution_to_text (const PlimsollSolution *self, PlimsollScenario *scenario)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *context = context_text (self);
  g_autofree char *accelerators = accelerators_text (self, scenario);
  g_autofree char *requests = requests_text (self, scenario);
  g_autofree char *cache = self->cache != NULL ? g_ascii_strup (self->cache, -1) : NULL;

  if ((self->solved & PLIMSOLL_SOLVE_PRECISION) != 0)
    add_line (text, _("Best precision"),
              self->precision != NULL ? self->precision->name : _("none fits"));
  if ((self->solved & PLIMSOLL_SOLVE_CONTEXT) != 0)
    add_line (text, _("Longest context"), context);
  if ((self->solved & PLIMSOLL_SOLVE_CACHE) != 0)
    add_line (text, _("Best cache type"), cache != NULL ? cache : _("none fits"));
  if ((self->solved & PLIMSOLL_SOLVE_REQUESTS) != 0)
    add_line (text, _("Most requests"), requests);
  if ((self->solved & PLIMSOLL_SOLVE_ACCELERATORS) != 0)
    add_line (text, _("Fewest accelerators"), accelerators);
  if ((self->solved & PLIMSOLL_SOLVE_HARDWARE) != 0 && self->hardware != NULL)
    add_hardware (text, self->hardware);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* --- For programs --- */

static void
set_count (JsonObject *object, const char *member, guint64 count)
{
  if (count > 0)
    json_object_set_int_member (object, member, (gint64) count);
  else
    json_object_set_null_member (object, member);
}

static void
set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
  else
    json_object_set_null_member (object, member);
}

static JsonArray *
hardware_to_json (GPtrArray *hardware)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < hardware->len; i++)
    {
      PlimsollFit *fit = hardware->pdata[i];
      JsonObject *one = json_object_new ();

      json_object_set_string_member (
        one, "id", plimsoll_accelerator_get_id (plimsoll_fit_get_accelerator (fit)));
      json_object_set_string_member (one, "name", plimsoll_fit_get_name (fit));
      json_object_set_int_member (one, "count", plimsoll_fit_get_figures (fit)->count);
      json_array_add_object_element (array, one);
    }

  return array;
}

JsonObject *
plimsoll_solution_to_json (const PlimsollSolution *self)
{
  JsonObject *object = json_object_new ();

  if ((self->solved & PLIMSOLL_SOLVE_PRECISION) != 0)
    set_text (object, "precision", self->precision != NULL ? self->precision->name : NULL);
  if ((self->solved & PLIMSOLL_SOLVE_CONTEXT) != 0)
    set_count (object, "context", self->context);
  if ((self->solved & PLIMSOLL_SOLVE_CACHE) != 0)
    set_text (object, "kv", self->cache);
  if ((self->solved & PLIMSOLL_SOLVE_REQUESTS) != 0)
    set_count (object, "parallel", self->requests);
  if ((self->solved & PLIMSOLL_SOLVE_ACCELERATORS) != 0)
    set_count (object, "count", self->accelerators);
  if ((self->solved & PLIMSOLL_SOLVE_HARDWARE) != 0 && self->hardware != NULL)
    json_object_set_array_member (object, "hardware", hardware_to_json (self->hardware));

  return object;
}
