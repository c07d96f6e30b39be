/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-scenario-state.h"

#include "plimsoll-kv-type.h"
#include "plimsoll-name-match.h"
#include "plimsoll-quantity.h"

#include <glib/gi18n.h>
#include <math.h>

G_DEFINE_QUARK (plimsoll-scenario-error-quark, plimsoll_scenario_error)

/* What text of a number counts. */
typedef enum
{
  COUNTS_THINGS,
  COUNTS_TOKENS,
  COUNTS_BYTES,
} Counts;

typedef struct
{
  const char *member; /* (nullable): in JSON */
  const char *property;
  Counts counts;
} Member;

/* What bounds the context comes before it. */
static const Member members[] = {
  { "precision", "precision" },
  { "context", NULL },
  { "kv_k", "kv-k-type" },
  { "kv_v", "kv-v-type" },
  { "engine", "engine" },
  { "parallel", "parallel" },
  { "unified_kv", "unified-kv" },
  { "ubatch", "ubatch" },
  { "flash_attention", "flash-attention" },
  { "outputs", NULL },
  { "accelerator", "accelerator" },
  { "count", "accelerator-count" },
  { "split", "split" },
  { "ngl", "ngl" },
  { "n_cpu_moe", "n-cpu-moe" },
  { "system_memory", "system-memory", COUNTS_BYTES },
  { "memory_in_use", "memory-in-use", COUNTS_BYTES },
  { "prompt", "prompt-length", COUNTS_TOKENS },
  { "depth", "depth", COUNTS_TOKENS },
  { NULL, "beyond-limit" },
  { NULL, "all-outputs" },
  { NULL, "hours-per-day" },
  { NULL, "electricity-price" },
  { NULL, "purchase-price" },
  { NULL, "horizon" },
  { NULL, "model" },
  { NULL, "context-length", COUNTS_TOKENS },
};

static const Member only_read[] = {
  { "kv", "kv-type" },
  { "model", "model" },
  { "context", "context-length", COUNTS_TOKENS },
};

static GParamSpec *
find_property (PlimsollScenario *self, const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (self), name);
}

static const Member *
find_by_property (const char *property)
{
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_strcmp0 (members[i].property, property) == 0)
      return &members[i];

  return g_str_equal (property, only_read[0].property) ? &only_read[0] : NULL;
}

static const Member *
find_by_member (const char *member)
{
  for (gsize i = 0; i < G_N_ELEMENTS (only_read); i++)
    if (g_str_equal (only_read[i].member, member))
      return &only_read[i];

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_strcmp0 (members[i].member, member) == 0)
      return &members[i];

  return NULL;
}

/* --- Values --- */

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, format,
                                 arguments);
  va_end (arguments);

  return FALSE;
}

static gboolean
fail_choice (GError **error, const char *text, const char *choices)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  /* Translators: what was typed, and what it may be. */
  return fail (error, _("“%s” is none of %s"), valid, choices);
}

/* The file types whose names come nearest. */
static char *
near_precisions (const char *text)
{
  g_autofree char *squeezed = plimsoll_name_squeeze (text, NULL);
  g_autoptr (PlimsollNameNearest) nearest = plimsoll_name_nearest_new (text, squeezed, 3);
  g_autoptr (GString) list = g_string_new (NULL);
  const PlimsollFileTypeInfo *types;
  guint found[3];
  guint n_found;
  gsize n;

  types = plimsoll_file_types (&n);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = plimsoll_name_squeeze (types[i].name, NULL);

      plimsoll_name_nearest_offer (nearest, (guint) i, name, NULL);
    }

  n_found = plimsoll_name_nearest_get (nearest, found);
  for (guint i = 0; i < n_found; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", types[found[i]].name);

  return g_string_free_and_steal (g_steal_pointer (&list));
}

static gboolean
check_name (const char *property, const char *text, GError **error)
{
  if (g_str_equal (property, "precision"))
    {
      PlimsollFileType type;
      g_autofree char *near = NULL;
      g_autofree char *valid = NULL;

      if (plimsoll_file_type_from_name (text, &type))
        return TRUE;

      near = near_precisions (text);
      valid = g_utf8_make_valid (text, -1);

      /* Translators: what was typed, and the names that are nearest to it. */
      return fail (error, _("“%s” is no precision; the nearest are %s"), valid, near);
    }

  if (plimsoll_kv_type_find (text) == NULL)
    {
      g_autofree char *names = plimsoll_kv_type_list_names ();

      return fail_choice (error, text, names);
    }

  return TRUE;
}

static gboolean
object_from_text (GValue *value,
                  const char *text,
                  const PlimsollScenarioFinder *finder,
                  GError **error)
{
  gpointer object;

  if (G_VALUE_HOLDS (value, PLIMSOLL_TYPE_MODEL))
    object = finder->find_model (text, finder->data, error);
  else
    object = finder->find_accelerator (text, finder->data, error);

  if (object == NULL)
    return FALSE;

  g_value_take_object (value, object);

  return TRUE;
}

static gboolean
boolean_from_text (GValue *value, const char *text, GError **error)
{
  static const char *const yes[] = { "on", "true", "1", "yes", NULL };
  static const char *const no[] = { "off", "false", "0", "no", NULL };
  g_autofree char *lower = g_ascii_strdown (text, -1);

  if (!g_strv_contains (yes, lower) && !g_strv_contains (no, lower))
    return fail_choice (error, text, "on, off");

  g_value_set_boolean (value, g_strv_contains (yes, lower));

  return TRUE;
}

static gboolean
whole_from_text (const Member *member,
                 const char *text,
                 guint64 least,
                 guint64 most,
                 guint64 *whole,
                 GError **error)
{
  gboolean read;

  if (member->counts == COUNTS_THINGS)
    return plimsoll_quantity_parse_count (text, least, most, whole, error);

  if (least == 0 && g_str_equal (text, "0"))
    {
      *whole = 0;
      return TRUE;
    }

  read = member->counts == COUNTS_TOKENS ? plimsoll_quantity_parse_tokens (text, whole, error)
                                         : plimsoll_quantity_parse_bytes (text, whole, error);
  if (read && (*whole < least || *whole > most))
    return fail (error, _("“%s” is out of range"), text);

  return read;
}

static gboolean
value_from_text (const Member *member,
                 GParamSpec *pspec,
                 const char *text,
                 const PlimsollScenarioFinder *finder,
                 GValue *value,
                 GError **error)
{
  guint64 whole = 0;

  if (G_IS_PARAM_SPEC_OBJECT (pspec))
    return object_from_text (value, text, finder, error);

  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return boolean_from_text (value, text, error);

  if (G_IS_PARAM_SPEC_STRING (pspec))
    {
      g_value_set_string (value, text);
      return check_name (pspec->name, text, error);
    }

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    {
      int choice;
      g_autofree char *choices = plimsoll_enum_list_nicks (pspec->value_type);

      if (!plimsoll_enum_from_nick (pspec->value_type, text, &choice))
        return fail_choice (error, text, choices);
      g_value_set_enum (value, choice);
      return TRUE;
    }

  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    {
      const GParamSpecDouble *range = G_PARAM_SPEC_DOUBLE (pspec);
      double number;

      if (!plimsoll_quantity_parse_number (text, range->minimum, range->maximum, &number, error))
        return FALSE;
      g_value_set_double (value, number);
      return TRUE;
    }

  if (G_IS_PARAM_SPEC_UINT64 (pspec))
    {
      const GParamSpecUInt64 *range = G_PARAM_SPEC_UINT64 (pspec);

      if (!whole_from_text (member, text, range->minimum, range->maximum, &whole, error))
        return FALSE;
      g_value_set_uint64 (value, whole);
      return TRUE;
    }

  if (G_IS_PARAM_SPEC_UINT (pspec))
    {
      const GParamSpecUInt *range = G_PARAM_SPEC_UINT (pspec);

      if (!whole_from_text (member, text, range->minimum, range->maximum, &whole, error))
        return FALSE;
      g_value_set_uint (value, (guint) whole);
      return TRUE;
    }

  g_return_val_if_fail (G_IS_PARAM_SPEC_INT (pspec), FALSE);

  if (g_ascii_strcasecmp (text, "all") == 0 || g_str_equal (text, "-1"))
    {
      g_value_set_int (value, PLIMSOLL_ALL_LAYERS);
      return TRUE;
    }
  if (!whole_from_text (member, text, 0, (guint64) G_PARAM_SPEC_INT (pspec)->maximum, &whole,
                        error))
    return FALSE;
  g_value_set_int (value, (int) whole);

  return TRUE;
}

/* Sets a property of @draft; a fault is said to be of @called. */
static gboolean
take_text (PlimsollScenario *draft,
           const Member *member,
           const char *called,
           const char *text,
           const PlimsollScenarioFinder *finder,
           GError **error)
{
  GParamSpec *pspec = find_property (draft, member->property);
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  if (!value_from_text (member, pspec, text, finder, &value, error))
    {
      /* What the catalogue does not find says so by itself. */
      if (called != NULL && !G_IS_PARAM_SPEC_OBJECT (pspec))
        g_prefix_error (error, "%s: ", called);
      return FALSE;
    }

  g_object_set_property (G_OBJECT (draft), member->property, &value);

  return TRUE;
}

gboolean
plimsoll_scenario_set_text (PlimsollScenario *self,
                            const char *property,
                            const char *text,
                            const PlimsollScenarioFinder *finder,
                            GError **error)
{
  const Member *member;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (property != NULL && text != NULL, FALSE);

  member = find_by_property (property);
  g_return_val_if_fail (member != NULL, FALSE);

  return take_text (self, member, NULL, text, finder, error);
}

gboolean
plimsoll_scenario_set_defaults (PlimsollScenario *self,
                                const PlimsollScenarioFinder *finder,
                                GError **error)
{
  return plimsoll_scenario_set_text (self, "model", PLIMSOLL_DEFAULT_MODEL, finder, error)
         && plimsoll_scenario_set_text (self, "accelerator", PLIMSOLL_DEFAULT_ACCELERATOR, finder,
                                        error);
}

/* --- JSON --- */

/* A node as text; %NULL for lists and objects. */
static char *
text_of_node (JsonNode *node)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

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

/* Only a switch takes true and false, and nothing else. */
static gboolean
node_suits (JsonNode *node, GParamSpec *pspec)
{
  gboolean is_boolean =
    JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN;
  gboolean is_text =
    JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;

  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return is_boolean || is_text;
  if (G_IS_PARAM_SPEC_STRING (pspec) || G_IS_PARAM_SPEC_ENUM (pspec)
      || G_IS_PARAM_SPEC_OBJECT (pspec))
    return is_text;

  return JSON_NODE_HOLDS_VALUE (node) && !is_boolean;
}

static gboolean
take_outputs (PlimsollScenario *draft, JsonNode *node, GError **error)
{
  g_autofree char *text = text_of_node (node);

  if (g_strcmp0 (text, "all") != 0 && g_strcmp0 (text, "parallel") != 0)
    return fail (error, "outputs: %s", _("it is neither “all” nor “parallel”"));

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
  const Member *member = find_by_member (name);
  g_autofree char *text = NULL;

  if (member == NULL)
    return fail (error, _("A question has no member “%s”"), name);
  if (JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (member->property == NULL)
    return take_outputs (draft, node, error);
  if (!node_suits (node, find_property (draft, member->property)))
    return fail (error, "%s: %s", name, _("the value is of the wrong kind"));

  text = text_of_node (node);

  return take_text (draft, member, name, text, finder, error);
}

gboolean
plimsoll_scenario_from_json (PlimsollScenario *self,
                             JsonObject *question,
                             const char *const *others,
                             const PlimsollScenarioFinder *finder,
                             GError **error)
{
  g_autoptr (PlimsollScenario) draft = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  JsonNode *context;

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

  /* Again, now that what bounds it is known. */
  context = json_object_get_member (question, "context");
  if (context != NULL && !take_node (draft, "context", context, finder, error))
    return FALSE;

  plimsoll_scenario_assign (self, draft);

  return TRUE;
}

static void
add_member (JsonObject *question, PlimsollScenario *self, const Member *member)
{
  GParamSpec *pspec = find_property (self, member->property);
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (self), member->property, &value);

  if (G_IS_PARAM_SPEC_STRING (pspec))
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
}

JsonObject *
plimsoll_scenario_to_json (PlimsollScenario *self)
{
  g_autoptr (JsonObject) question = json_object_new ();
  PlimsollAccelerator *accelerator;
  gboolean all;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  g_object_get (self, "all-outputs", &all, NULL);
  accelerator = plimsoll_scenario_get_accelerator (self);

  for (gsize i = 0; i < G_N_ELEMENTS (members) && members[i].member != NULL; i++)
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

/* --- GVariant --- */

static GVariant *
variant_of (const GValue *value)
{
  if (G_VALUE_HOLDS (value, PLIMSOLL_TYPE_MODEL))
    return g_variant_new_string (plimsoll_model_get_id (g_value_get_object (value)));
  if (G_VALUE_HOLDS (value, PLIMSOLL_TYPE_ACCELERATOR))
    return g_variant_new_string (plimsoll_accelerator_get_id (g_value_get_object (value)));
  if (G_VALUE_HOLDS_ENUM (value))
    return g_variant_new_string (plimsoll_enum_nick (G_VALUE_TYPE (value),
                                                     g_value_get_enum (value)));
  if (G_VALUE_HOLDS_STRING (value))
    return g_variant_new_string (g_value_get_string (value));
  if (G_VALUE_HOLDS_BOOLEAN (value))
    return g_variant_new_boolean (g_value_get_boolean (value));
  if (G_VALUE_HOLDS_UINT64 (value))
    return g_variant_new_uint64 (g_value_get_uint64 (value));
  if (G_VALUE_HOLDS_UINT (value))
    return g_variant_new_uint32 (g_value_get_uint (value));
  if (G_VALUE_HOLDS_INT (value))
    return g_variant_new_int32 (g_value_get_int (value));

  return g_variant_new_double (g_value_get_double (value));
}

GVariant *
plimsoll_scenario_to_variant (PlimsollScenario *self)
{
  GVariantBuilder builder;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  g_variant_builder_init_static (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "version",
                         g_variant_new_uint32 (PLIMSOLL_SCENARIO_STATE_VERSION));

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      if (members[i].property == NULL)
        continue;

      g_object_get_property (G_OBJECT (self), members[i].property, &value);
      if (!G_VALUE_HOLDS_OBJECT (&value) || g_value_get_object (&value) != NULL)
        g_variant_builder_add (&builder, "{sv}", members[i].property, variant_of (&value));
    }

  return g_variant_builder_end (&builder);
}

static const GVariantType *
variant_type_of (GParamSpec *pspec)
{
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return G_VARIANT_TYPE_BOOLEAN;
  if (G_IS_PARAM_SPEC_UINT64 (pspec))
    return G_VARIANT_TYPE_UINT64;
  if (G_IS_PARAM_SPEC_UINT (pspec))
    return G_VARIANT_TYPE_UINT32;
  if (G_IS_PARAM_SPEC_INT (pspec))
    return G_VARIANT_TYPE_INT32;
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    return G_VARIANT_TYPE_DOUBLE;

  return G_VARIANT_TYPE_STRING;
}

/* A number of the right type; the property's own range bounds it. */
static gboolean
number_from_variant (GParamSpec *pspec, GVariant *variant, GValue *value)
{
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (value, g_variant_get_boolean (variant));
  else if (G_IS_PARAM_SPEC_UINT64 (pspec))
    g_value_set_uint64 (value, g_variant_get_uint64 (variant));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (value, g_variant_get_uint32 (variant));
  else if (G_IS_PARAM_SPEC_INT (pspec))
    g_value_set_int (value, g_variant_get_int32 (variant));
  else
    {
      g_value_set_double (value, g_variant_get_double (variant));
      if (isnan (g_value_get_double (value)))
        return g_str_equal (pspec->name, "purchase-price");
    }

  return !g_param_value_validate (pspec, value);
}

static gboolean
take_variant (PlimsollScenario *draft,
              const Member *member,
              GVariant *variant,
              const PlimsollScenarioFinder *finder,
              GError **error)
{
  GParamSpec *pspec = find_property (draft, member->property);
  g_auto (GValue) value = G_VALUE_INIT;

  if (!g_variant_is_of_type (variant, variant_type_of (pspec)))
    return fail (error, "%s: %s", member->property, _("the value is of the wrong kind"));

  if (g_variant_is_of_type (variant, G_VARIANT_TYPE_STRING))
    return take_text (draft, member, member->property, g_variant_get_string (variant, NULL), finder,
                      error);

  g_value_init (&value, pspec->value_type);
  if (!number_from_variant (pspec, variant, &value))
    return fail (error, "%s: %s", member->property, _("the value is out of range"));

  g_object_set_property (G_OBJECT (draft), member->property, &value);

  return TRUE;
}

gboolean
plimsoll_scenario_from_variant (PlimsollScenario *self,
                                GVariant *state,
                                const PlimsollScenarioFinder *finder,
                                GError **error)
{
  g_autoptr (PlimsollScenario) draft = NULL;
  guint32 version = 0;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (state != NULL, FALSE);

  if (!g_variant_is_of_type (state, G_VARIANT_TYPE_VARDICT)
      || !g_variant_lookup (state, "version", "u", &version))
    return fail (error, "%s", _("This is not a saved question"));

  if (version != PLIMSOLL_SCENARIO_STATE_VERSION)
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_VERSION,
                   _("The question was saved by another version of the program (%u)"), version);
      return FALSE;
    }

  draft = plimsoll_scenario_copy (self);

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autoptr (GVariant) variant = NULL;

      if (members[i].property == NULL)
        continue;

      variant = g_variant_lookup_value (state, members[i].property, NULL);
      if (variant != NULL && !take_variant (draft, &members[i], variant, finder, error))
        return FALSE;
    }

  plimsoll_scenario_assign (self, draft);

  return TRUE;
}
