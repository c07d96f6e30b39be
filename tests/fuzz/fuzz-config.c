/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Configs of models, and models in our own form, whatever is in them. */

#include "fuzz-target.h"

#include "plimsoll-config-reader.h"
#include "plimsoll-model-list.h"
#include "plimsoll-spec-json.h"

static void
check_spec (PlimsollModelSpec *spec)
{
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  g_autoptr (GString) text = g_string_new (NULL);
  PlimsollParameters parameters;

  plimsoll_parameters (spec, plan, &parameters);
  plimsoll_spec_json_write (spec, text);
  g_assert_true (g_utf8_validate (text->str, -1, NULL));
}

void
fuzz_one_input (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelSpec) spec =
    plimsoll_config_read ((const char *) data, size, "fuzz", &error);
  g_autoptr (PlimsollModelList) list = plimsoll_model_list_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);

  g_assert_true ((spec == NULL) == (error != NULL));
  if (spec != NULL)
    check_spec (spec);
  else
    fuzz_check_line (error->message);
  g_clear_error (&error);

  if (!plimsoll_model_list_load (list, bytes, "fuzz", &error))
    fuzz_check_line (error->message);
}
