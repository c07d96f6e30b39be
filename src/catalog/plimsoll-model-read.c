/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-model-read.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-json-row.h"
#include "plimsoll-spec-json.h"

#include <glib/gi18n.h>

#define MAX_PARAMETERS (G_GUINT64_CONSTANT (1) << 60)

static guint64
count (PlimsollJsonRow *row, const char *member)
{
  return plimsoll_json_row_integer (row, member, 0, MAX_PARAMETERS, 0);
}

static gboolean
read_parameters (PlimsollJsonRow *row, PlimsollParameters *parameters)
{
  PlimsollJsonRow child;
  gboolean known = plimsoll_json_row_enter (row, "parameters", &child);

  /* Asked for also when there is none, as every member is. */
  parameters->total = count (&child, "total");
  parameters->text = count (&child, "text");
  parameters->vision = plimsoll_json_row_integer (&child, "vision", 0, MAX_PARAMETERS, G_MAXUINT64);
  parameters->vision_known = parameters->vision != G_MAXUINT64;
  parameters->vision = parameters->vision_known ? parameters->vision : 0;
  parameters->mtp = count (&child, "mtp");
  parameters->active = count (&child, "active");
  plimsoll_json_row_leave (&child);

  return known;
}

static PlimsollModelSpec *
read_shape (PlimsollJsonRow *row)
{
  g_autofree char *fault = NULL;
  JsonObject *shape = plimsoll_json_row_object (row, "shape");
  PlimsollModelSpec *spec = NULL;

  if (shape != NULL)
    spec = plimsoll_spec_json_read (shape, &fault);
  else
    fault = g_strdup (_("it is missing"));

  if (fault != NULL)
    /* Translators: a member of a file of facts, and what is wrong with it */
    plimsoll_json_row_fault (row, _("“%s”: %s"), "shape", fault);

  return spec;
}

static void
read_facts (PlimsollJsonRow *row, PlimsollModelFacts *facts)
{
  facts->id = plimsoll_json_row_text (row, "id", TRUE);
  facts->name = plimsoll_json_row_text (row, "name", TRUE);
  facts->organisation = plimsoll_json_row_text (row, "organisation", FALSE);
  facts->family = plimsoll_json_row_text (row, "family", FALSE);
  facts->licence = plimsoll_json_row_text (row, "licence", FALSE);
  facts->released = plimsoll_json_row_text (row, "released", FALSE);
  facts->published_parameters = count (row, "published_total");
  facts->published_difference = plimsoll_json_row_text (row, "exception", FALSE);
  facts->downloads = count (row, "downloads");
  facts->likes = count (row, "likes");
  facts->confidence = plimsoll_json_row_text (row, "confidence", FALSE);
  facts->source = plimsoll_json_row_text (row, "source", FALSE);
  facts->date = plimsoll_json_row_text (row, "date", FALSE);
  facts->notes = plimsoll_json_row_text (row, "notes", FALSE);
}

PlimsollModel *
plimsoll_model_new_from_json (JsonNode *node, const char *file, guint number, GError **error)
{
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_auto (GStrv) aliases = NULL;
  g_auto (GStrv) repos = NULL;
  PlimsollModelFacts facts = { 0 };
  PlimsollParameters parameters = { 0 };
  PlimsollJsonRow row;
  gboolean counted;

  plimsoll_json_row_init (&row, node, file, number);
  read_facts (&row, &facts);
  aliases = plimsoll_json_row_texts (&row, "aliases");
  repos = plimsoll_json_row_texts (&row, "gguf_repos");
  counted = read_parameters (&row, &parameters);
  spec = read_shape (&row);
  if (!plimsoll_json_row_finish (&row, error))
    return NULL;

  facts.aliases = (const char *const *) aliases;
  facts.gguf_repos = (const char *const *) repos;

  return plimsoll_model_new (&facts, spec, counted ? &parameters : NULL);
}
