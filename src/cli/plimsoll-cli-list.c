/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* Searching the catalogue: `models` and `hardware` are one command over two lists. */

typedef struct
{
  guint position;
  guint score;
} Found;

static int
compare_found (gconstpointer a, gconstpointer b)
{
  const Found *one = a;
  const Found *other = b;

  if (one->score != other->score)
    return one->score > other->score ? -1 : 1;

  return (one->position > other->position) - (one->position < other->position);
}

typedef guint (*Score) (gpointer list, guint position, const PlimsollNameQuery *query);

static guint
score_model (gpointer list, guint position, const PlimsollNameQuery *query)
{
  return plimsoll_model_list_score (list, position, query);
}

static guint
score_accelerator (gpointer list, guint position, const PlimsollNameQuery *query)
{
  return plimsoll_name_query_score (query, plimsoll_accelerator_list_get_entry (list, position));
}

/* Positions of what matches, the best first; in the list's order when nothing was asked. */
static GArray *
search (gpointer list, Score score, const char *text)
{
  g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new (text);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Found));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      Found row = { .position = i, .score = score (list, i, query) };

      if (plimsoll_name_query_is_empty (query))
        row.score = 1;
      if (row.score > 0)
        g_array_append_val (found, row);
    }
  g_array_sort (found, compare_found);

  return found;
}

void
plimsoll_cli_set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL && *text != '\0')
    json_object_set_string_member (object, member, text);
  else
    json_object_set_null_member (object, member);
}

void
plimsoll_cli_set_whole (JsonObject *object, const char *member, guint64 value)
{
  if (value != 0)
    json_object_set_int_member (object, member, (gint64) value);
  else
    json_object_set_null_member (object, member);
}

void
plimsoll_cli_set_real (JsonObject *object, const char *member, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, member, value);
  else
    json_object_set_null_member (object, member);
}

static JsonObject *
model_json (PlimsollModel *model)
{
  JsonObject *object = json_object_new ();

  plimsoll_cli_set_text (object, "id", plimsoll_model_get_id (model));
  plimsoll_cli_set_text (object, "name", plimsoll_model_get_name (model));
  plimsoll_cli_set_text (object, "organisation", plimsoll_model_get_organisation (model));
  plimsoll_cli_set_text (object, "licence", plimsoll_model_get_licence (model));
  plimsoll_cli_set_whole (object, "parameters", plimsoll_model_get_parameters (model));
  plimsoll_cli_set_whole (object, "active_parameters",
                          plimsoll_model_get_active_parameters (model));
  plimsoll_cli_set_whole (object, "layers", plimsoll_model_get_layers (model));
  plimsoll_cli_set_whole (object, "max_context", plimsoll_model_get_max_context (model));
  plimsoll_cli_set_text (object, "exactness", plimsoll_model_get_exactness (model));
  plimsoll_cli_set_text (object, "source", plimsoll_model_get_source (model));
  plimsoll_cli_set_text (object, "date", plimsoll_model_get_date (model));

  return object;
}

static JsonObject *
accelerator_json (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  JsonObject *object = json_object_new ();

  plimsoll_cli_set_text (object, "id", plimsoll_accelerator_get_id (accelerator));
  plimsoll_cli_set_text (object, "name", plimsoll_accelerator_get_name (accelerator));
  plimsoll_cli_set_text (object, "vendor", plimsoll_accelerator_get_vendor (accelerator));
  plimsoll_cli_set_text (object, "architecture",
                         plimsoll_accelerator_get_architecture (accelerator));
  plimsoll_cli_set_whole (object, "year", plimsoll_accelerator_get_year (accelerator));
  plimsoll_cli_set_whole (object, "memory", facts->memory_bytes_nominal);
  plimsoll_cli_set_whole (object, "physical", plimsoll_physical_memory_bytes (facts));
  plimsoll_cli_set_whole (object, "usable", plimsoll_usable_memory_bytes (facts));
  json_object_set_boolean_member (object, "unified", facts->unified);
  json_object_set_int_member (object, "devices", facts->devices);
  plimsoll_cli_set_real (object, "bandwidth_gbs", facts->bandwidth_gbs);
  plimsoll_cli_set_real (object, "power_w", facts->power_w);
  plimsoll_cli_set_real (object, "list_usd", plimsoll_accelerator_get_list_price (accelerator));
  plimsoll_cli_set_real (object, "used_usd",
                         plimsoll_accelerator_get_used_price (accelerator)->usd);
  plimsoll_cli_set_text (object, "source", plimsoll_accelerator_get_source (accelerator));
  plimsoll_cli_set_text (object, "date", plimsoll_accelerator_get_date (accelerator));

  return object;
}

static JsonObject *
row_json (gpointer item)
{
  return PLIMSOLL_IS_MODEL (item) ? model_json (item) : accelerator_json (item);
}

static void
add_cell (GString *text, const char *value, guint width, gboolean right)
{
  plimsoll_format_pad (text, value, width, right);
  g_string_append (text, "  ");
}

static void
model_text (GString *text, PlimsollModel *model)
{
  g_autofree char *size = plimsoll_format_parameters (plimsoll_model_get_parameters (model));
  g_autofree char *context = plimsoll_format_tokens_about (plimsoll_model_get_max_context (model));

  add_cell (text, plimsoll_model_get_name (model), 36, FALSE);
  add_cell (text, size, 9, TRUE);
  add_cell (text, plimsoll_model_get_max_context (model) != 0 ? context : PLIMSOLL_FORMAT_UNKNOWN,
            7, TRUE);
  g_string_append_printf (text, "%s\n", plimsoll_model_get_id (model));
}

static void
accelerator_text (GString *text, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  g_autofree char *memory = plimsoll_format_gib (plimsoll_usable_memory_bytes (facts), 1);
  g_autofree char *bandwidth = plimsoll_format_number (facts->bandwidth_gbs, 0);

  add_cell (text, plimsoll_accelerator_get_name (accelerator), 40, FALSE);
  add_cell (text, plimsoll_usable_memory_bytes (facts) != 0 ? memory : PLIMSOLL_FORMAT_UNKNOWN, 10,
            TRUE);
  add_cell (text, bandwidth, 6, TRUE);
  g_string_append_printf (text, "GB/s  %s\n", plimsoll_accelerator_get_id (accelerator));
}

static void
print (GListModel *list, GArray *found, const char *member, gboolean json)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *rows = json_array_new ();

  for (guint i = 0; i < found->len; i++)
    {
      g_autoptr (GObject) item =
        g_list_model_get_item (list, g_array_index (found, Found, i).position);

      if (json)
        json_array_add_object_element (rows, row_json (item));
      else if (PLIMSOLL_IS_MODEL (item))
        model_text (text, PLIMSOLL_MODEL (item));
      else
        accelerator_text (text, PLIMSOLL_ACCELERATOR (item));
    }

  json_object_set_int_member (object, "format", 1);
  json_object_set_array_member (object, member, rows);
  if (json)
    plimsoll_cli_print_json (object, TRUE);
  else
    plimsoll_cli_print (text->str);
}

static int
list (const char *command, const char *summary, gboolean models, int argc, char **argv)
{
  PlimsollCliTakes takes = models ? 0 : PLIMSOLL_CLI_TAKES_THIS | PLIMSOLL_CLI_TAKES_QUESTION;
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = NULL;
  g_autofree char *query = NULL;
  gpointer rows;

  if (!plimsoll_cli_options_parse (&options, command, _("[QUERY]"), summary, takes, argc, argv,
                                   &error))
    return plimsoll_cli_fail (error);

  if (options.this_computer && options.names != NULL)
    {
      g_set_error (&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("%s does not go with a search"), "--this");
      return plimsoll_cli_fail (error);
    }

  if (options.model == NULL && options.settings->len > 0)
    {
      const PlimsollCliSetting *setting = options.settings->pdata[0];

      g_set_error (&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s goes with --model"),
                   setting->option);
      return plimsoll_cli_fail (error);
    }

  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);
  if (options.model != NULL)
    return plimsoll_cli_accelerator (&options, facts);
  if (options.this_computer)
    return plimsoll_cli_this_computer (facts, options.json);

  query = options.names != NULL ? g_strjoinv (" ", options.names) : g_strdup ("");
  rows = models ? (gpointer) facts->models
                : (gpointer) plimsoll_catalog_get_accelerators (facts->catalog);
  found = search (rows, models ? score_model : score_accelerator, query);

  /* What comes near is in the message of a search by name. */
  if (found->len == 0)
    {
      g_autoptr (GObject) none =
        models ? (GObject *) plimsoll_model_list_find (rows, query, &error)
               : (GObject *) plimsoll_accelerator_list_find (rows, query, &error);

      if (none == NULL)
        return plimsoll_cli_fail (error);
    }

  print (G_LIST_MODEL (rows), found, models ? "models" : "accelerators", options.json);

  return PLIMSOLL_EXIT_DONE;
}

int
plimsoll_cli_models (int argc, char **argv)
{
  return list ("models", _("Searches the models of the catalogue."), TRUE, argc, argv);
}

int
plimsoll_cli_hardware (int argc, char **argv)
{
  return list ("hardware", _("Searches the accelerators of the catalogue."), FALSE, argc, argv);
}
