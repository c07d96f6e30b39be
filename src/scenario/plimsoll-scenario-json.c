/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-scenario-state-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* A node as text; %NULL for objects, lists of lists and the like. A list has @between its parts. */
static char *
text_of_node (JsonNode *node, const char *between)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      g_autoptr (GString) list = g_string_new (NULL);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          JsonNode *element = json_array_get_element (array, i);
          g_autofree char *text =
            JSON_NODE_HOLDS_VALUE (element) ? text_of_node (element, between) : NULL;

          if (text == NULL)
            return NULL;
          g_string_append_printf (list, "%s%s", i > 0 ? between : "", text);
        }

      return g_string_free_and_steal (g_steal_pointer (&list));
    }

  if (!JSON_NODE_HOLDS_VALUE (node))
    return NULL;

  switch (json_node_get_value_type (node))
    {
    case G_TYPE_STRING:
      return g_strdup (json_node_get_string (node));
    case G_TYPE_BOOLEAN:
      return g_strdup (json_node_get_boolean (node) ? "true" : "false");
    case G_TYPE_INT64:
      return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
    default:
      /* 4096.0 is whole. */
      g_ascii_formatd (buffer, sizeof buffer, "%.17g", json_node_get_double (node));
      return g_strdup (buffer);
    }
}

static gboolean
takes_list (GParamSpec *pspec)
{
  return G_IS_PARAM_SPEC_BOXED (pspec) || g_str_equal (pspec->name, "tensor-split");
}

/* Only a switch takes true and false, and nothing else. */
static gboolean
node_suits (JsonNode *node, GParamSpec *pspec)
{
  gboolean is_boolean =
    JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN;
  gboolean is_text =
    JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;

  if (takes_list (pspec) && JSON_NODE_HOLDS_ARRAY (node))
    return TRUE;
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return is_boolean || is_text;
  if (G_IS_PARAM_SPEC_STRING (pspec) || G_IS_PARAM_SPEC_ENUM (pspec)
      || G_IS_PARAM_SPEC_OBJECT (pspec) || G_IS_PARAM_SPEC_BOXED (pspec))
    return is_text;

  return JSON_NODE_HOLDS_VALUE (node) && !is_boolean;
}

static gboolean
take_outputs (PlimsollScenario *draft, JsonNode *node, GError **error)
{
  g_autofree char *text = text_of_node (node, ",");

  if (g_strcmp0 (text, "all") != 0 && g_strcmp0 (text, "parallel") != 0)
    return plimsoll_scenario_fail (error, "outputs: %s", _("it is neither “all” nor “parallel”"));

  g_object_set (draft, "all-outputs", g_str_equal (text, "all"), NULL);

  return TRUE;
}

static gboolean
take_node (PlimsollScenario *draft,
           const char *name,
           JsonNode *node,
           const PlimsollScenarioFinder *finder,
           GError **error)
{
  const PlimsollScenarioMember *member = plimsoll_scenario_find_member (name);
  g_autofree char *text = NULL;

  if (member == NULL)
    return plimsoll_scenario_fail (error, _("A question has no member “%s”"), name);
  if (JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (member->property == NULL)
    return take_outputs (draft, node, error);
  if (!node_suits (node, plimsoll_scenario_find_property (draft, member->property)))
    return plimsoll_scenario_fail (error, "%s: %s", name, _("the value is of the wrong kind"));

  text = text_of_node (node, g_str_equal (member->property, "adapters") ? "\n" : ",");
  if (text == NULL)
    return plimsoll_scenario_fail (error, "%s: %s", name, _("the value is of the wrong kind"));

  return plimsoll_scenario_take_text (draft, member, name, text, finder, error);
}

gboolean
plimsoll_scenario_from_json (PlimsollScenario *self,
                             JsonObject *question,
                             const char *const *others,
                             const PlimsollScenarioFinder *finder,
                             GError **error)
{
  static const char *const by_model[] = { "engine", "precision", "context" };
  g_autoptr (PlimsollScenario) draft = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (question != NULL, FALSE);

  draft = plimsoll_scenario_copy (self);

  json_object_iter_init_ordered (&iter, question);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      if (others != NULL && g_strv_contains (others, name))
        continue;
      if (!take_node (draft, name, node, finder, error))
        return FALSE;
    }

  /* Again, now that the model, which brings a precision and bounds the context, is known. */
  for (gsize i = 0; i < G_N_ELEMENTS (by_model); i++)
    {
      node = json_object_get_member (question, by_model[i]);
      if (node != NULL && !take_node (draft, by_model[i], node, finder, error))
        return FALSE;
    }

  node = json_object_get_member (question, "precision");
  if (node != NULL && JSON_NODE_HOLDS_VALUE (node)
      && !plimsoll_scenario_check_precision (draft, json_node_get_string (node), error))
    {
      g_prefix_error_literal (error, "precision: ");
      return FALSE;
    }

  plimsoll_scenario_assign (self, draft);

  return TRUE;
}

static JsonArray *
further_json (PlimsollScenario *self)
{
  GPtrArray *boards = plimsoll_scenario_get_further_accelerators (self);
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < boards->len; i++)
    json_array_add_string_element (list, plimsoll_accelerator_get_id (boards->pdata[i]));

  return list;
}

static JsonArray *
adapters_json (PlimsollScenario *self)
{
  GPtrArray *adapters = plimsoll_scenario_get_adapters (self);
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < adapters->len; i++)
    json_array_add_string_element (list, plimsoll_addition_get_id (adapters->pdata[i]));

  return list;
}

static void
set_id (JsonObject *question, const char *member, const char *id)
{
  if (id != NULL && *id != '\0')
    json_object_set_string_member (question, member, id);
  else
    json_object_set_null_member (question, member);
}

static JsonArray *
shares_json (const char *text)
{
  g_auto (GStrv) shares = g_strsplit_set (text, ",/", PLIMSOLL_MAX_DEVICES);
  JsonArray *list = json_array_new ();

  for (guint i = 0; shares[i] != NULL; i++)
    json_array_add_double_element (list, g_ascii_strtod (shares[i], NULL));

  return list;
}

static void
add_member (JsonObject *question, PlimsollScenario *self, const PlimsollScenarioMember *member)
{
  GParamSpec *pspec = plimsoll_scenario_find_property (self, member->property);
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (self), member->property, &value);

  if (G_VALUE_HOLDS (&value, PLIMSOLL_TYPE_ADDITION))
    set_id (question, member->member,
            g_value_get_object (&value) != NULL
              ? plimsoll_addition_get_id (g_value_get_object (&value))
              : NULL);
  else if (G_VALUE_HOLDS (&value, PLIMSOLL_TYPE_MODEL))
    set_id (question, member->member,
            g_value_get_object (&value) != NULL
              ? plimsoll_model_get_id (g_value_get_object (&value))
              : NULL);
  else if (g_str_equal (pspec->name, "draft-precision"))
    set_id (question, member->member, plimsoll_scenario_get_draft_precision (self));
  else if (g_str_equal (pspec->name, "adapters"))
    json_object_set_array_member (question, member->member, adapters_json (self));
  else if (G_IS_PARAM_SPEC_BOXED (pspec))
    json_object_set_array_member (question, member->member, further_json (self));
  else if (takes_list (pspec))
    json_object_set_array_member (question, member->member,
                                  shares_json (g_value_get_string (&value)));
  else if (G_IS_PARAM_SPEC_STRING (pspec))
    json_object_set_string_member (question, member->member, g_value_get_string (&value));
  else if (G_IS_PARAM_SPEC_ENUM (pspec))
    json_object_set_string_member (question, member->member,
                                   plimsoll_enum_nick (pspec->value_type,
                                                       g_value_get_enum (&value)));
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    json_object_set_boolean_member (question, member->member, g_value_get_boolean (&value));
  else if (G_IS_PARAM_SPEC_UINT64 (pspec))
    json_object_set_int_member (question, member->member, (gint64) g_value_get_uint64 (&value));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    json_object_set_int_member (question, member->member, g_value_get_uint (&value));
  else if (G_IS_PARAM_SPEC_INT (pspec))
    json_object_set_int_member (question, member->member, g_value_get_int (&value));
  else if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    json_object_set_double_member (question, member->member, g_value_get_double (&value));
}

JsonObject *
plimsoll_scenario_to_json (PlimsollScenario *self)
{
  g_autoptr (JsonObject) question = json_object_new ();
  const PlimsollScenarioMember *members;
  PlimsollAccelerator *accelerator;
  gboolean all;
  gsize n;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  g_object_get (self, "all-outputs", &all, NULL);
  accelerator = plimsoll_scenario_get_accelerator (self);

  members = plimsoll_scenario_members (&n);
  for (gsize i = 0; i < n && members[i].member != NULL; i++)
    if (g_strcmp0 (members[i].property, "accelerator") == 0)
      {
        if (accelerator != NULL)
          json_object_set_string_member (question, "accelerator",
                                         plimsoll_accelerator_get_id (accelerator));
        else
          json_object_set_null_member (question, "accelerator");
      }
    else if (members[i].property != NULL)
      add_member (question, self, &members[i]);
    else if (g_str_equal (members[i].member, "context"))
      json_object_set_int_member (question, "context",
                                  (gint64) plimsoll_scenario_get_context_length (self));
    else
      json_object_set_string_member (question, "outputs", all ? "all" : "parallel");

  return g_steal_pointer (&question);
}

/* What is not entered is left out: there is no word for it in JSON that would be read again. */
void
plimsoll_scenario_add_terms_json (PlimsollScenario *self, JsonObject *question)
{
  const PlimsollScenarioMember *members;
  gboolean of_money = FALSE;
  gsize n;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));
  g_return_if_fail (question != NULL);

  members = plimsoll_scenario_members (&n);
  for (gsize i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      of_money |= members[i].member == NULL;
      if (!of_money || members[i].member == NULL)
        continue;
      g_object_get_property (G_OBJECT (self), members[i].property, &value);
      if (!G_VALUE_HOLDS_DOUBLE (&value) || !isnan (g_value_get_double (&value)))
        add_member (question, self, &members[i]);
    }
}
