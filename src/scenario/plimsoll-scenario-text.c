/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-scenario-private.h"
#include "plimsoll-scenario-state-private.h"

#include "plimsoll-format-error.h"
#include "plimsoll-kv-type.h"
#include "plimsoll-name-match.h"
#include "plimsoll-quantity.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (plimsoll-scenario-error-quark, plimsoll_scenario_error)

/* What bounds the context comes before it. */
static const PlimsollScenarioMember members[] = {
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
  { "further_accelerators", "further-accelerators" },
  { "split", "split" },
  { "tensor_split", "tensor-split" },
  { "main_gpu", "main-gpu" },
  { "ngl", "ngl" },
  { "n_cpu_moe", "n-cpu-moe" },
  { "system_memory", "system-memory", PLIMSOLL_COUNTS_BYTES },
  { "memory_in_use", "memory-in-use", PLIMSOLL_COUNTS_BYTES },
  { "prompt", "prompt-length", PLIMSOLL_COUNTS_TOKENS },
  { "depth", "depth", PLIMSOLL_COUNTS_TOKENS },
  { "gpu_memory_utilization", "gpu-memory-utilization" },
  { "tensor_parallel", "tensor-parallel" },
  { "pipeline_parallel", "pipeline-parallel" },
  { "max_num_seqs", "max-num-seqs" },
  { "max_num_batched_tokens", "max-num-batched-tokens", PLIMSOLL_COUNTS_TOKENS },
  { "mmproj", "projector" },
  { "mmproj_compute", "projector-compute", PLIMSOLL_COUNTS_BYTES },
  { "loras", "adapters" },
  { "draft", "draft" },
  { "draft_quant", "draft-precision" },
  { "mtp", "mtp" },
  { NULL, "beyond-limit" },
  { NULL, "all-outputs" },
  { NULL, "model" },
  { NULL, "context-length", PLIMSOLL_COUNTS_TOKENS },

  /* Of money: read where they are, but no part of a question of memory. */
  { "hours_per_day", "hours-per-day" },
  { "utilization", "utilization" },
  { "input_tokens", "input-tokens", PLIMSOLL_COUNTS_SOLD },
  { "output_tokens", "output-tokens", PLIMSOLL_COUNTS_SOLD },
  { "electricity_price", "electricity-price" },
  { "purchase_price", "purchase-price" },
  { "power_draw", "power-draw" },
  { "resale", "resale" },
  { "horizon", "horizon" },
  { "api_input_price", "api-input-price" },
  { "api_output_price", "api-output-price" },
  { "offer", "offer" },
  { "currency", "currency" },
  { "exchange_rate", "exchange-rate" },
};

static const PlimsollScenarioMember only_read[] = {
  { "kv", "kv-type" },
  { "model", "model" },
  { "context", "context-length", PLIMSOLL_COUNTS_TOKENS },
};

const PlimsollScenarioMember *
plimsoll_scenario_members (gsize *n)
{
  *n = G_N_ELEMENTS (members);

  return members;
}

GParamSpec *
plimsoll_scenario_find_property (PlimsollScenario *self, const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (self), name);
}

static const PlimsollScenarioMember *
find_by_property (const char *property)
{
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_strcmp0 (members[i].property, property) == 0)
      return &members[i];

  return g_str_equal (property, only_read[0].property) ? &only_read[0] : NULL;
}

const PlimsollScenarioMember *
plimsoll_scenario_find_member (const char *member)
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

gboolean
plimsoll_scenario_fail (GError **error, const char *format, ...)
{
  g_autofree char *fault = NULL;
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  fault = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  line = plimsoll_one_line (fault, PLIMSOLL_MAX_MESSAGE);
  g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, line);

  return FALSE;
}

static gboolean
fail_choice (GError **error, const char *text, const char *choices)
{
  g_autofree char *valid = plimsoll_one_line (text, PLIMSOLL_MAX_MESSAGE);

  /* Translators: what was typed, and what it may be. */
  return plimsoll_scenario_fail (error, _("“%s” is none of %s"), valid, choices);
}

static gboolean
is_file_type (const char *name)
{
  PlimsollPrecision precision;

  return plimsoll_precision_from_name (name, FALSE, &precision);
}

/* The precisions whose names come nearest. */
static char *
near_precisions (const char *text)
{
  g_autofree char *squeezed = plimsoll_name_squeeze (text, NULL);
  g_autoptr (PlimsollNameNearest) nearest = plimsoll_name_nearest_new (text, squeezed, 3);
  g_autoptr (GString) list = g_string_new (NULL);
  guint found[3];
  guint n_found;

  for (guint i = 0; i < PLIMSOLL_PRECISION_COUNT; i++)
    {
      const PlimsollPrecisionInfo *info = plimsoll_precision_info (i);
      g_autofree char *name = info != NULL ? plimsoll_name_squeeze (info->name, NULL) : NULL;

      /* Names of both sorts once. */
      if (info != NULL && (!plimsoll_precision_is_native (i) || !is_file_type (info->name)))
        plimsoll_name_nearest_offer (nearest, i, name, NULL);
    }

  n_found = plimsoll_name_nearest_get (nearest, found);
  for (guint i = 0; i < n_found; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            plimsoll_precision_info (found[i])->name);

  return g_string_free_and_steal (g_steal_pointer (&list));
}

static gboolean
check_name (const char *property, const char *text, GError **error)
{
  if (g_str_equal (property, "precision"))
    {
      PlimsollPrecision precision;
      g_autofree char *near = NULL;
      g_autofree char *valid = NULL;

      if (is_file_type (text) || plimsoll_precision_from_name (text, TRUE, &precision))
        return TRUE;

      near = near_precisions (text);
      valid = plimsoll_one_line (text, PLIMSOLL_MAX_MESSAGE);

      /* Translators: what was typed, and the names that are nearest to it. */
      return plimsoll_scenario_fail (error, _("“%s” is no precision; the nearest are %s"), valid,
                                     near);
    }

  if (g_str_equal (property, "draft-precision"))
    {
      g_autofree char *near = NULL;

      if (*text == '\0' || is_file_type (text))
        return TRUE;

      near = near_precisions (text);
      return plimsoll_scenario_fail (error, _("“%s” is no precision; the nearest are %s"), text,
                                     near);
    }

  if (g_str_equal (property, "tensor-split"))
    {
      float shares[PLIMSOLL_MAX_DEVICES];

      if (plimsoll_scenario_parse_shares (text, shares))
        return TRUE;

      return plimsoll_scenario_fail (error, _("“%s” is no list of shares, such as 3,1"), text);
    }

  if (g_str_equal (property, "offer") || g_str_equal (property, "currency"))
    {
      if (g_utf8_validate (text, -1, NULL)
          && g_utf8_strlen (text, -1) <= (*property == 'o' ? 256 : 8)
          && strpbrk (text, "\n\r\t") == NULL)
        return TRUE;

      return plimsoll_scenario_fail (error, "%s", _("the text is too long, or not one line"));
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

  if (G_VALUE_HOLDS (value, PLIMSOLL_TYPE_ADDITION))
    object = plimsoll_addition_open (text, PLIMSOLL_ADDITION_PROJECTOR, error);
  else if (G_VALUE_HOLDS (value, PLIMSOLL_TYPE_MODEL))
    object = finder->find_model (text, finder->data, error);
  else
    object = finder->find_accelerator (text, finder->data, error);

  if (object == NULL)
    return FALSE;

  g_value_take_object (value, object);

  return TRUE;
}

const char *
plimsoll_scenario_accelerator_name (const char *text, guint *count)
{
  const char *name = text;
  guint n = 0;

  *count = 1;
  while (g_ascii_isdigit (*name) && n <= PLIMSOLL_MAX_DEVICES)
    n = n * 10 + (guint) g_ascii_digit_value (*name++);
  if (name == text)
    return text;

  while (*name == ' ')
    name++;
  if (g_str_has_prefix (name, "×"))
    name += strlen ("×");
  else if (*name == 'x' || *name == 'X' || *name == '*')
    name++;
  else
    return text;
  while (*name == ' ')
    name++;
  if (*name == '\0' || n == 0 || n > PLIMSOLL_MAX_DEVICES)
    return text;

  *count = n;

  return name;
}

/* Names with a comma between; before each there may be how many of it. */
static gboolean
accelerators_from_text (GValue *value,
                        const char *text,
                        const PlimsollScenarioFinder *finder,
                        GError **error)
{
  g_autoptr (GPtrArray) boards = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) names = g_strsplit (text, ",", 2 * PLIMSOLL_MAX_DEVICES);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator = NULL;
      guint count;
      const char *name = plimsoll_scenario_accelerator_name (g_strstrip (names[i]), &count);

      accelerator = finder->find_accelerator (name, finder->data, error);
      if (accelerator == NULL)
        return FALSE;
      if (boards->len + count >= PLIMSOLL_MAX_DEVICES)
        return plimsoll_scenario_fail (error, _("There are more accelerators than %d"),
                                       PLIMSOLL_MAX_DEVICES);
      while (count-- > 0)
        g_ptr_array_add (boards, g_object_ref (accelerator));
    }

  g_value_take_boxed (value, g_steal_pointer (&boards));

  return TRUE;
}

/* Files, a line each: a comma may be in a name. */
static gboolean
adapters_from_text (GValue *value, const char *text, GError **error)
{
  g_autoptr (GPtrArray) adapters = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) paths = g_strsplit (text, "\n", PLIMSOLL_MAX_ADAPTERS + 1);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      PlimsollAddition *adapter = NULL;

      if (i == PLIMSOLL_MAX_ADAPTERS)
        return plimsoll_scenario_fail (error, _("There are more adapters than %d"),
                                       PLIMSOLL_MAX_ADAPTERS);
      adapter = plimsoll_addition_open (paths[i], PLIMSOLL_ADDITION_ADAPTER, error);
      if (adapter == NULL)
        return FALSE;
      g_ptr_array_add (adapters, adapter);
    }

  g_value_take_boxed (value, g_steal_pointer (&adapters));

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
whole_from_text (const PlimsollScenarioMember *member,
                 const char *text,
                 guint64 least,
                 guint64 most,
                 guint64 *whole,
                 GError **error)
{
  gboolean read;

  if (member->counts == PLIMSOLL_COUNTS_THINGS)
    return plimsoll_quantity_parse_count (text, least, most, whole, error);

  if (least == 0 && g_str_equal (text, "0"))
    {
      *whole = 0;
      return TRUE;
    }

  if (member->counts == PLIMSOLL_COUNTS_SOLD)
    read = plimsoll_quantity_parse_sold (text, whole, error);
  else
    read = member->counts == PLIMSOLL_COUNTS_TOKENS
             ? plimsoll_quantity_parse_tokens (text, whole, error)
             : plimsoll_quantity_parse_bytes (text, whole, error);
  if (read && (*whole < least || *whole > most))
    return plimsoll_scenario_fail (error, _("“%s” is out of range"), text);

  return read;
}

static gboolean
value_from_text (const PlimsollScenarioMember *member,
                 GParamSpec *pspec,
                 const char *text,
                 const PlimsollScenarioFinder *finder,
                 GValue *value,
                 GError **error)
{
  guint64 whole = 0;

  if (G_IS_PARAM_SPEC_OBJECT (pspec))
    return object_from_text (value, text, finder, error);

  if (g_str_equal (pspec->name, "adapters"))
    return adapters_from_text (value, text, error);

  if (G_IS_PARAM_SPEC_BOXED (pspec))
    return accelerators_from_text (value, text, finder, error);

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

      if (pspec->value_type == PLIMSOLL_TYPE_SPLIT && g_ascii_strcasecmp (text, "row") == 0)
        return plimsoll_scenario_fail (error, "%s",
                                       _("The row split of llama.cpp is not modelled; choose the "
                                          "layer split"));
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

gboolean
plimsoll_scenario_take_text (PlimsollScenario *draft,
                             const PlimsollScenarioMember *member,
                             const char *called,
                             const char *text,
                             const PlimsollScenarioFinder *finder,
                             GError **error)
{
  GParamSpec *pspec = plimsoll_scenario_find_property (draft, member->property);
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  if (!value_from_text (member, pspec, text, finder, &value, error))
    {
      /* What the catalogue does not find says so by itself. */
      if (called != NULL && !G_IS_PARAM_SPEC_OBJECT (pspec) && !G_IS_PARAM_SPEC_BOXED (pspec))
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
  const PlimsollScenarioMember *member;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (property != NULL && text != NULL, FALSE);

  member = find_by_property (property);
  g_return_val_if_fail (member != NULL, FALSE);

  return plimsoll_scenario_take_text (self, member, NULL, text, finder, error);
}

/* What an engine runs, by name. */
static char *
list_precisions (gboolean native)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < PLIMSOLL_PRECISION_COUNT; i++)
    {
      const PlimsollPrecisionInfo *info = plimsoll_precision_info (i);

      if (info != NULL && plimsoll_precision_is_native (i) == native
          && (!native || plimsoll_native_type_info (i)->served))
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", info->name);
    }

  return g_string_free_and_steal (g_steal_pointer (&list));
}

gboolean
plimsoll_scenario_check_precision (PlimsollScenario *self, const char *name, GError **error)
{
  PlimsollEngine engine;
  g_autofree char *names = NULL;
  g_autofree char *valid = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  if (plimsoll_scenario_has_precision (self, name))
    return TRUE;

  engine = plimsoll_scenario_get_engine (self);
  names = list_precisions (plimsoll_engine_serves (engine));
  valid = plimsoll_one_line (name, PLIMSOLL_MAX_MESSAGE);

  /* Translators: an engine, a precision that was asked, and what the engine runs. */
  return plimsoll_scenario_fail (error, _("%s does not run %s, but %s"),
                                 plimsoll_enum_nick (PLIMSOLL_TYPE_ENGINE, (int) engine), valid,
                                 names);
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
