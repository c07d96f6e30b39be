/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scenario-enums.h"

#define VALUE(value, nick) { value, #value, nick }

static GType
register_enum (const char *name, const GEnumValue *values)
{
  return g_enum_register_static (g_intern_static_string (name), values);
}

GType
plimsoll_engine_get_type (void)
{
  static GType type;
  static const GEnumValue values[] = {
    VALUE (PLIMSOLL_ENGINE_LLAMA_CPP, "llama.cpp"),
    VALUE (PLIMSOLL_ENGINE_VLLM, "vllm"),
    VALUE (PLIMSOLL_ENGINE_SGLANG, "sglang"),
    { 0 },
  };

  if (g_once_init_enter_pointer (&type))
    g_once_init_leave_pointer (&type, register_enum ("PlimsollEngine", values));

  return type;
}

GType
plimsoll_split_get_type (void)
{
  static GType type;
  static const GEnumValue values[] = {
    VALUE (PLIMSOLL_SPLIT_NONE, "none"),
    VALUE (PLIMSOLL_SPLIT_LAYER, "layer"),
    VALUE (PLIMSOLL_SPLIT_TENSOR, "tensor"),
    { 0 },
  };

  if (g_once_init_enter_pointer (&type))
    g_once_init_leave_pointer (&type, register_enum ("PlimsollSplit", values));

  return type;
}

GType
plimsoll_verdict_get_type (void)
{
  static GType type;
  static const GEnumValue values[] = {
    VALUE (PLIMSOLL_VERDICT_UNKNOWN, "unknown"), VALUE (PLIMSOLL_VERDICT_FITS, "fits"),
    VALUE (PLIMSOLL_VERDICT_TIGHT, "tight"),     VALUE (PLIMSOLL_VERDICT_OFFLOAD, "offload"),
    VALUE (PLIMSOLL_VERDICT_EXCEEDS, "exceeds"), { 0 },
  };

  if (g_once_init_enter_pointer (&type))
    g_once_init_leave_pointer (&type, register_enum ("PlimsollVerdict", values));

  return type;
}

PlimsollEstimate *
plimsoll_estimate_copy (const PlimsollEstimate *self)
{
  return self != NULL ? g_memdup2 (self, sizeof *self) : NULL;
}

void
plimsoll_estimate_free (PlimsollEstimate *self)
{
  g_free (self);
}

G_DEFINE_BOXED_TYPE (PlimsollEstimate,
                     plimsoll_estimate,
                     plimsoll_estimate_copy,
                     plimsoll_estimate_free)

G_DEFINE_BOXED_TYPE (PlimsollWeights,
                     plimsoll_weights,
                     plimsoll_weights_ref,
                     plimsoll_weights_unref)

const char *
plimsoll_enum_nick (GType type, int value)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (type);
  const GEnumValue *found = g_enum_get_value ((GEnumClass *) klass, value);

  return found != NULL ? found->value_nick : "";
}

gboolean
plimsoll_enum_from_nick (GType type, const char *nick, int *value)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (type);
  const GEnumClass *values = (GEnumClass *) klass;

  for (guint i = 0; i < values->n_values; i++)
    if (g_ascii_strcasecmp (nick, values->values[i].value_nick) == 0)
      {
        *value = values->values[i].value;
        return TRUE;
      }

  return FALSE;
}

char *
plimsoll_enum_list_nicks (GType type)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (type);
  const GEnumClass *values = (GEnumClass *) klass;
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < values->n_values; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", values->values[i].value_nick);

  return g_string_free_and_steal (g_steal_pointer (&list));
}
