/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-preferences.h"

#include "plimsoll-format.h"

/* 0: what holds by the rule. */
static guint
unified_percent (GSettings *settings)
{
  const guint percent = g_settings_get_uint (settings, PLIMSOLL_PREFERENCE_UNIFIED);

  return percent == PLIMSOLL_USABLE_PERCENT_UNIFIED ? 0 : percent;
}

void
plimsoll_preferences_apply (GSettings *settings, PlimsollAcceleratorList *accelerators)
{
  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators));

  plimsoll_format_set_memory_unit ((PlimsollMemoryUnit)
                                     g_settings_get_enum (settings, PLIMSOLL_PREFERENCE_UNIT));
  plimsoll_accelerator_list_set_unified_percent (accelerators, unified_percent (settings));
}

PlimsollAccelerator *
plimsoll_preferences_adapt (GSettings *settings, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts;
  guint percent;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), NULL);

  facts = plimsoll_accelerator_get_facts (accelerator);
  percent = unified_percent (settings);
  return facts->unified && facts->unified_percent != percent
           ? plimsoll_accelerator_copy_with_unified_percent (accelerator, percent)
           : g_object_ref (accelerator);
}

static gboolean
is_about (const char *key, const char *preference)
{
  return key == NULL || g_str_equal (key, preference);
}

void
plimsoll_preferences_ask (GSettings *settings, const char *key, PlimsollScenario *scenario)
{
  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (scenario));

  g_object_freeze_notify (G_OBJECT (scenario));
  if (is_about (key, PLIMSOLL_PREFERENCE_ENGINE))
    g_object_set (scenario, "engine", g_settings_get_enum (settings, PLIMSOLL_PREFERENCE_ENGINE),
                  NULL);
  if (is_about (key, PLIMSOLL_PREFERENCE_CURRENCY))
    {
      g_autofree char *currency = g_settings_get_string (settings, PLIMSOLL_PREFERENCE_CURRENCY);

      g_object_set (scenario, "currency", currency, NULL);
    }
  if (is_about (key, PLIMSOLL_PREFERENCE_ELECTRICITY))
    g_object_set (scenario, "electricity-price",
                  g_settings_get_double (settings, PLIMSOLL_PREFERENCE_ELECTRICITY), NULL);
  if (is_about (key, PLIMSOLL_PREFERENCE_HOURS))
    g_object_set (scenario, "hours-per-day",
                  g_settings_get_double (settings, PLIMSOLL_PREFERENCE_HOURS), NULL);
  g_object_thaw_notify (G_OBJECT (scenario));
}
