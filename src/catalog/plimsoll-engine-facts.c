/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-engine-facts.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-fact-date.h"
#include "plimsoll-json-row.h"

#include <glib/gi18n.h>
#include <math.h>

/* By the values of PlimsollEngine. */
static const char *const engines[] = { "llama.cpp", "vllm", "sglang", NULL };

/* What files call the rules, and what they are for each sort of engine. */
static const struct
{
  const char *name;
  PlimsollEngineBuild build;
  PlimsollServingRelease release;
} rules[] = {
  { "current", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_CURRENT },
  { "2026-08", PLIMSOLL_BUILD_2026_08, PLIMSOLL_RELEASE_CURRENT },
  { "2026-03", PLIMSOLL_BUILD_2026_03, PLIMSOLL_RELEASE_CURRENT },
  { "vllm-0.21", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_VLLM_0_21 },
  { "vllm-0.20", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_VLLM_0_20 },
  { "vllm-0.10", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_VLLM_0_10 },
  { "vllm-0.8", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_VLLM_0_8 },
  { "vllm-v0", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_VLLM_V0 },
  { "sglang-0.88", PLIMSOLL_BUILD_CURRENT, PLIMSOLL_RELEASE_SGLANG_0_88 },
};

static void
engine_facts_free (gpointer data)
{
  PlimsollEngineFacts *self = data;

  g_free (self->id);
  g_free (self->since);
  g_free (self->until);
  g_free (self->date);
  g_free (self->source);
  g_free (self->notes);
  g_free (self);
}

static void
read_rules (PlimsollEngineFacts *self, PlimsollJsonRow *row)
{
  const char *name = plimsoll_json_row_text (row, "rules", TRUE);

  for (gsize i = 0; name != NULL && i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (rules[i].name, name))
      {
        self->build = rules[i].build;
        self->release = rules[i].release;
        return;
      }

  if (name != NULL)
    plimsoll_json_row_fault (row, _("“%s” is “%.80s”, which are no rules"),
                             plimsoll_json_row_path (row, "rules"), name);
}

static guint32
read_count (PlimsollJsonRow *row, const char *member)
{
  return (guint32) plimsoll_json_row_integer (row, member, 1, G_MAXINT32, 0);
}

static double
read_share (PlimsollJsonRow *row, const char *member, double most)
{
  const double number = plimsoll_json_row_number (row, member);

  if (number > most)
    plimsoll_json_row_fault (row, _("“%s” is more than any has"),
                             plimsoll_json_row_path (row, member));

  return isnan (number) ? 0 : number;
}

static void
read_defaults (PlimsollEngineFacts *self, PlimsollJsonRow *row)
{
  PlimsollJsonRow defaults;

  if (!plimsoll_json_row_enter (row, "defaults", &defaults))
    {
      plimsoll_json_row_leave (&defaults);
      return;
    }

  self->memory_share = read_share (&defaults, "memory_share", 1);
  self->max_sequences = read_count (&defaults, "max_num_seqs");
  self->max_batched_tokens = read_count (&defaults, "max_num_batched_tokens");
  self->large_max_sequences = read_count (&defaults, "large_max_num_seqs");
  self->large_max_batched_tokens = read_count (&defaults, "large_max_num_batched_tokens");
  self->block_tokens = read_count (&defaults, "block_tokens");
  self->state_blocks = read_count (&defaults, "state_blocks");
  self->sampler_bytes = read_share (&defaults, "sampler_bytes", 1e6);
  self->reserves_graphs = plimsoll_json_row_flag (&defaults, "reserves_graphs", FALSE);
  plimsoll_json_row_leave (&defaults);
}

static PlimsollEngineFacts *
read_row (JsonNode *node, const char *file, guint number, GError **error)
{
  PlimsollEngineFacts *self = g_new0 (PlimsollEngineFacts, 1);
  PlimsollJsonRow row;

  plimsoll_json_row_init (&row, node, file, number);
  self->id = g_strdup (plimsoll_json_row_text (&row, "id", TRUE));
  self->engine = (PlimsollEngine) plimsoll_json_row_choice (&row, "engine", engines, 0);
  self->since = g_strdup (plimsoll_json_row_text (&row, "since", TRUE));
  self->until = g_strdup (plimsoll_json_row_text (&row, "until", FALSE));
  self->date = g_strdup (plimsoll_json_row_text (&row, "date", TRUE));
  if (self->date != NULL && !plimsoll_fact_date_parse (self->date, NULL, NULL))
    plimsoll_json_row_fault (&row, _("“%s” is “%.40s”, not a date as 2026, 2026-10 or 2026-10-31"),
                             plimsoll_json_row_path (&row, "date"), self->date);
  read_rules (self, &row);
  read_defaults (self, &row);
  self->source = g_strdup (plimsoll_json_row_text (&row, "source", TRUE));
  self->notes = g_strdup (plimsoll_json_row_text (&row, "notes", FALSE));
  if (plimsoll_json_row_finish (&row, error))
    return self;

  engine_facts_free (self);

  return NULL;
}

GPtrArray *
plimsoll_engine_facts_load (GBytes *bytes, const char *file, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (engine_facts_free);
  g_autoptr (JsonObject) document = NULL;
  JsonArray *rows;

  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (file != NULL, NULL);

  document = plimsoll_json_document (bytes, file, "engines", NULL, error);
  if (document == NULL)
    return NULL;

  rows = json_object_get_array_member (document, "engines");
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      PlimsollEngineFacts *facts = read_row (json_array_get_element (rows, i), file, i + 1, error);

      if (facts == NULL)
        return NULL;
      g_ptr_array_add (list, facts);
    }

  return g_steal_pointer (&list);
}

const PlimsollEngineFacts *
plimsoll_engine_facts_find (const GPtrArray *list, const PlimsollQuestion *question)
{
  g_return_val_if_fail (list != NULL, NULL);
  g_return_val_if_fail (question != NULL, NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const PlimsollEngineFacts *facts = list->pdata[i];

      if (facts->engine != question->engine)
        continue;
      if (plimsoll_engine_serves (facts->engine) ? facts->release == question->serving.release
                                                 : facts->build == question->build)
        return facts;
    }

  return NULL;
}
