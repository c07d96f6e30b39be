/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-spec.h"

/* The specs that other tests compare with measurements are themselves sound. */
static void
test_valid (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();

  g_assert_cmpuint (g_strv_length (names), ==, 41);
  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (*name);
      g_autofree char *message = NULL;

      plimsoll_model_spec_validate (spec, &message);
      g_assert_cmpstr (message, ==, NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/model-spec-truth/valid", test_valid);

  return g_test_run ();
}
