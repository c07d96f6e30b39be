/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-settings.h"

#include <glib/gstdio.h>

/* What huggingface_hub's documentation of its environment variables says. */

static void
clear (void)
{
  static const char *const names[] = { "HF_ENDPOINT", "HF_TOKEN", "HF_TOKEN_PATH",
                                       "HF_HUB_OFFLINE" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_unsetenv (names[i]);
  /* No test reads what is somebody's own. */
  g_setenv ("HF_HOME", "/nonexistent", TRUE);
}

static void
test_defaults (void)
{
  g_autoptr (PlimsollHubSettings) settings = NULL;

  clear ();
  settings = plimsoll_hub_settings_new ();
  g_assert_cmpstr (settings->endpoint, ==, "https://huggingface.co");
  g_assert_null (settings->token);
  g_assert_false (settings->offline);
}

static void
test_variables (void)
{
  g_autoptr (PlimsollHubSettings) settings = NULL;

  clear ();
  g_setenv ("HF_ENDPOINT", "https://mirror.example//", TRUE);
  g_setenv ("HF_TOKEN", " hf_abc\n", TRUE);
  g_setenv ("HF_HUB_OFFLINE", "yes", TRUE);
  settings = plimsoll_hub_settings_new ();
  g_assert_cmpstr (settings->endpoint, ==, "https://mirror.example");
  g_assert_cmpstr (settings->token, ==, "hf_abc");
  g_assert_true (settings->offline);
}

/* A line break in a token would make another header of what follows. */
static void
test_bad_token (void)
{
  g_autoptr (PlimsollHubSettings) settings = NULL;

  clear ();
  g_setenv ("HF_TOKEN", "hf_abc\r\nX: y", TRUE);
  g_setenv ("HF_HUB_OFFLINE", "0", TRUE);
  settings = plimsoll_hub_settings_new ();
  g_assert_null (settings->token);
  g_assert_false (settings->offline);
}

static void
test_token_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *home = g_dir_make_tmp ("plimsoll-XXXXXX", &error);
  g_autofree char *path = g_build_filename (home, "token", NULL);
  g_autoptr (PlimsollHubSettings) in_home = NULL;
  g_autoptr (PlimsollHubSettings) by_path = NULL;
  g_autoptr (PlimsollHubSettings) by_variable = NULL;

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, "hf_file\n", -1, NULL));
  clear ();
  g_setenv ("HF_HOME", home, TRUE);
  in_home = plimsoll_hub_settings_new ();
  g_assert_cmpstr (in_home->token, ==, "hf_file");

  clear ();
  g_setenv ("HF_TOKEN_PATH", path, TRUE);
  by_path = plimsoll_hub_settings_new ();
  g_assert_cmpstr (by_path->token, ==, "hf_file");

  g_setenv ("HF_TOKEN", "hf_variable", TRUE);
  by_variable = plimsoll_hub_settings_new ();
  g_assert_cmpstr (by_variable->token, ==, "hf_variable");

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (home), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub/settings/defaults", test_defaults);
  g_test_add_func ("/hub/settings/variables", test_variables);
  g_test_add_func ("/hub/settings/bad-token", test_bad_token);
  g_test_add_func ("/hub/settings/token-file", test_token_file);
  return g_test_run ();
}
