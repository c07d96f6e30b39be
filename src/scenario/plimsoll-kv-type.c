/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-kv-type.h"

static const PlimsollKvType types[] = {
  { "f32", PLIMSOLL_FORMAT_F32 },       { "bf16", PLIMSOLL_FORMAT_BF16 },
  { "f16", PLIMSOLL_FORMAT_F16 },       { "q8_0", PLIMSOLL_FORMAT_Q8_0 },
  { "fp8", PLIMSOLL_FORMAT_I8 },        { "q5_1", PLIMSOLL_FORMAT_Q5_1 },
  { "q5_0", PLIMSOLL_FORMAT_Q5_0 },     { "q4_1", PLIMSOLL_FORMAT_Q4_1 },
  { "iq4_nl", PLIMSOLL_FORMAT_IQ4_NL }, { "q4_0", PLIMSOLL_FORMAT_Q4_0 },
};

const PlimsollKvType *
plimsoll_kv_types (gsize *n)
{
  *n = G_N_ELEMENTS (types);

  return types;
}

const PlimsollKvType *
plimsoll_kv_type_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_ascii_strcasecmp (types[i].name, name) == 0)
      return &types[i];

  return NULL;
}

gboolean
plimsoll_kv_type_is_of (const char *name, gboolean served)
{
  const PlimsollKvType *type = plimsoll_kv_type_find (name);

  if (type == NULL)
    return FALSE;
  if (type->format == PLIMSOLL_FORMAT_I8)
    return served;

  return !served || type->format == PLIMSOLL_FORMAT_F16 || type->format == PLIMSOLL_FORMAT_BF16
         || type->format == PLIMSOLL_FORMAT_F32;
}

char *
plimsoll_kv_type_list_names (void)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", types[i].name);

  return g_string_free_and_steal (g_steal_pointer (&list));
}
