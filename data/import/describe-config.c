/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Reads the names of configs, one a line, and answers each with a line of JSON: what our reader
 * makes of it, and the parameters that our core counts. For data/import/models.py; not installed.
 */

#include "plimsoll-config-reader.h"
#include "plimsoll-parameters.h"
#include "plimsoll-spec-json.h"

#include <stdio.h>

static void
append_fault (GString *out, const char *fault)
{
  g_autofree char *quoted = plimsoll_spec_json_quote (fault);

  g_string_append_printf (out, "{\"error\": %s}", quoted);
}

static void
append_count (GString *out, const char *name, gboolean known, guint64 count)
{
  if (known)
    g_string_append_printf (out, "\"%s\": %" G_GUINT64_FORMAT, name, count);
  else
    g_string_append_printf (out, "\"%s\": null", name);
}

static void
append_spec (GString *out, const PlimsollModelSpec *spec)
{
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  PlimsollParameters counts;

  if (!plimsoll_parameters (spec, plan, &counts))
    {
      append_fault (out, "its parameters are beyond 64 bits");
      return;
    }

  g_string_append (out, "{\"parameters\": {");
  append_count (out, "total", TRUE, counts.total);
  g_string_append (out, ", ");
  append_count (out, "text", TRUE, counts.text);
  g_string_append (out, ", ");
  append_count (out, "vision", counts.vision_known, counts.vision);
  g_string_append (out, ", ");
  append_count (out, "mtp", TRUE, counts.mtp);
  g_string_append (out, ", ");
  append_count (out, "active", TRUE, counts.active);
  g_string_append (out, "}, \"shape\": ");
  plimsoll_spec_json_write (spec, out);
  g_string_append_c (out, '}');
}

static char *
describe (const char *path)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_autofree char *data = NULL;
  g_autofree char *name = g_path_get_basename (path);
  gsize length;

  if (g_file_get_contents (path, &data, &length, &error))
    spec = plimsoll_config_read (data, length, name, &error);

  if (spec != NULL)
    append_spec (out, spec);
  else
    append_fault (out, error->message);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

int
main (void)
{
  char line[4096];

  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_autofree char *answer = describe (g_strchomp (line));

      puts (answer);
      fflush (stdout);
    }

  return 0;
}
