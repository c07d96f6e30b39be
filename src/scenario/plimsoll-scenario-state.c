/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-scenario-private.h"
#include "plimsoll-scenario-state-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Ids of boards with commas between, of files a line each, as text is read. */
static char *
ids_of (GPtrArray *objects)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < objects->len; i++)
    if (PLIMSOLL_IS_ADDITION (objects->pdata[i]))
      g_string_append_printf (ids, "%s%s", i > 0 ? "\n" : "",
                              plimsoll_addition_get_id (objects->pdata[i]));
    else
      g_string_append_printf (ids, "%s%s", i > 0 ? "," : "",
                              plimsoll_accelerator_get_id (objects->pdata[i]));

  return g_string_free_and_steal (g_steal_pointer (&ids));
}

static GVariant *
variant_of (const GValue *value)
{
  if (G_VALUE_HOLDS (value, G_TYPE_PTR_ARRAY))
    return g_variant_new_take_string (ids_of (g_value_get_boxed (value)));
  if (G_VALUE_HOLDS (value, PLIMSOLL_TYPE_ADDITION))
    return g_variant_new_string (plimsoll_addition_get_id (g_value_get_object (value)));
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
  const PlimsollScenarioMember *members;
  GVariantBuilder builder;
  gsize n;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  g_variant_builder_init_static (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "version",
                         g_variant_new_uint32 (PLIMSOLL_SCENARIO_STATE_VERSION));

  members = plimsoll_scenario_members (&n);
  for (gsize i = 0; i < n; i++)
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
        return plimsoll_scenario_may_be_unknown (pspec->name);
    }

  return !g_param_value_validate (pspec, value);
}

static gboolean
take_variant (PlimsollScenario *draft,
              const PlimsollScenarioMember *member,
              GVariant *variant,
              const PlimsollScenarioFinder *finder,
              GError **error)
{
  GParamSpec *pspec = plimsoll_scenario_find_property (draft, member->property);
  g_auto (GValue) value = G_VALUE_INIT;

  if (!g_variant_is_of_type (variant, variant_type_of (pspec)))
    return plimsoll_scenario_fail (error, "%s: %s", member->property,
                                   _("the value is of the wrong kind"));

  if (g_variant_is_of_type (variant, G_VARIANT_TYPE_STRING))
    return plimsoll_scenario_take_text (draft, member, member->property,
                                        g_variant_get_string (variant, NULL), finder, error);

  g_value_init (&value, pspec->value_type);
  if (!number_from_variant (pspec, variant, &value))
    return plimsoll_scenario_fail (error, "%s: %s", member->property,
                                   _("the value is out of range"));

  g_object_set_property (G_OBJECT (draft), member->property, &value);

  return TRUE;
}

static gboolean
take_from_state (PlimsollScenario *draft,
                 const PlimsollScenarioMember *member,
                 GVariant *state,
                 const PlimsollScenarioFinder *finder,
                 GError **error)
{
  g_autoptr (GVariant) variant = NULL;

  if (member->property == NULL)
    return TRUE;

  variant = g_variant_lookup_value (state, member->property, NULL);

  return variant == NULL || take_variant (draft, member, variant, finder, error);
}

gboolean
plimsoll_scenario_from_variant (PlimsollScenario *self,
                                GVariant *state,
                                const PlimsollScenarioFinder *finder,
                                GError **error)
{
  g_autoptr (PlimsollScenario) draft = NULL;
  const PlimsollScenarioMember *members;
  guint32 version = 0;
  gsize n;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (state != NULL, FALSE);

  if (!g_variant_is_of_type (state, G_VARIANT_TYPE_VARDICT)
      || !g_variant_lookup (state, "version", "u", &version))
    return plimsoll_scenario_fail (error, "%s", _("This is not a saved question"));

  if (version != PLIMSOLL_SCENARIO_STATE_VERSION)
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_VERSION,
                   _("The question was saved by another version of the program (%u)"), version);
      return FALSE;
    }

  draft = plimsoll_scenario_copy (self);

  /* The engine first, which has precisions of its sort; then the model: it brings one. */
  if (!take_from_state (draft, plimsoll_scenario_find_member ("engine"), state, finder, error)
      || !take_from_state (draft, plimsoll_scenario_find_member ("model"), state, finder, error))
    return FALSE;
  members = plimsoll_scenario_members (&n);
  for (gsize i = 0; i < n; i++)
    if (g_strcmp0 (members[i].property, "model") != 0
        && !take_from_state (draft, &members[i], state, finder, error))
      return FALSE;

  plimsoll_scenario_assign (self, draft);

  return TRUE;
}
