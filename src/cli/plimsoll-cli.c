/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>

typedef struct
{
  const char *name;
  int (*run) (int argc, char **argv);
} Command;

static const Command commands[] = {
  { "size", plimsoll_cli_size },         { "models", plimsoll_cli_models },
  { "hardware", plimsoll_cli_hardware }, { "table", plimsoll_cli_table },
  { "report", plimsoll_cli_report },     { "inspect", plimsoll_cli_inspect },
  { "solve", plimsoll_cli_solve },       { "train", plimsoll_cli_train },
  { "cost", plimsoll_cli_cost },         { "check", plimsoll_cli_check },
  { "kept", plimsoll_cli_kept },
};

static const Command *
find_command (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, name))
      return &commands[i];

  return NULL;
}

void
plimsoll_cli_print (const char *text)
{
  fputs (text, stdout);
  fflush (stdout);
}

void
plimsoll_cli_print_json (JsonObject *object, gboolean pretty)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = json_to_string (node, pretty);

  fputs (text, stdout);
  fputc ('\n', stdout);
  fflush (stdout);
}

int
plimsoll_cli_fail (const GError *error)
{
  g_autofree char *line = g_strdelimit (g_strdup (error->message), "\n\r", ' ');

  fprintf (stderr, "plimsoll: %s\n", line);

  return error->domain == G_OPTION_ERROR ? PLIMSOLL_EXIT_USAGE : PLIMSOLL_EXIT_FAILED;
}

static void
print_help (FILE *to)
{
  fputs (
    _("Sizes language models to hardware.\n"
       "\n"
       "  plimsoll                        open the window\n"
       "  plimsoll size MODEL [OPTION…]   does it fit, and what does it take?\n"
       "  plimsoll size --batch FILE      one question in JSON a line; - is standard input\n"
       "  plimsoll table MODEL [OPTION…]  every accelerator, or --precisions, or --models\n"
       "  plimsoll report MODEL -o FILE   a report: .pdf, .md, .csv or .json\n"
       "  plimsoll cost MODEL [OPTION…]   renting, buying and an API beside each other\n"
       "  plimsoll solve MODEL [OPTION…]  how far can go what no option holds?\n"
       "  plimsoll train MODEL [OPTION…]  what fine-tuning takes of each GPU\n"
       "  plimsoll models [QUERY]         search the models\n"
       "  plimsoll hardware [QUERY]       search the accelerators\n"
       "  plimsoll hardware --this        what this computer has\n"
       "  plimsoll hardware NAME --model MODEL\n"
       "                                  what one accelerator is good for\n"
       "  plimsoll inspect FILE           what a model file holds: GGUF, safetensors, config.json\n"
       "  plimsoll check LOG [MODEL]      what an engine's load log says, beside the prediction\n"
       "  plimsoll kept                   what is kept of the hub, and your cloud prices\n"
       "  plimsoll COMMAND --help         the options of a command\n"
       "  plimsoll --version              the version\n"
       "\n"
       "MODEL is a name or an id of the catalogue, or a file: a GGUF, safetensors or their index,\n"
       "a config.json, or a folder with one of them; or a model on Hugging Face, by its name\n"
       "(ORGANISATION/MODEL, ORGANISATION/MODEL:Q4_K_M) or its address.\n"),
    to);
}

/* Numbers in JSON, and the words beside them, are the same everywhere. What a report is written in
 * it finds out by itself. */
static gboolean
wants_json (const Command *command, char **argv)
{
  if (command != NULL && command->run == plimsoll_cli_report)
    return FALSE;
  for (guint i = 1; argv[i] != NULL; i++)
    if (g_str_equal (argv[i], "--json") || g_str_has_prefix (argv[i], "--batch"))
      return TRUE;

  return FALSE;
}

gboolean
plimsoll_cli_wants (int argc, char **argv)
{
  static const char *const words[] = { "-h", "--help", "--version", "help", NULL };

  if (argc < 2)
    return FALSE;

  /* Anything that is neither a file nor for the window is for us to refuse. */
  return g_strv_contains (words, argv[1]) || find_command (argv[1]) != NULL
         || (!g_str_has_prefix (argv[1], "-") && strstr (argv[1], "://") == NULL
             && !g_file_test (argv[1], G_FILE_TEST_EXISTS));
}

int
plimsoll_cli_main (int argc, char **argv)
{
  const Command *command = argc > 1 ? find_command (argv[1]) : NULL;

  if (wants_json (command, argv))
    setlocale (LC_ALL, "C");

  if (command != NULL)
    return command->run (argc - 1, argv + 1);

  if (argc > 1 && g_str_equal (argv[1], "--version"))
    {
      printf ("plimsoll %s\n", PLIMSOLL_VERSION);
      return PLIMSOLL_EXIT_DONE;
    }

  if (argc < 2 || g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")
      || g_str_equal (argv[1], "help"))
    {
      print_help (stdout);
      return PLIMSOLL_EXIT_DONE;
    }

  /* Translators: what was typed. */
  fprintf (stderr, _("plimsoll: there is no command “%s”; see plimsoll --help\n"), argv[1]);

  return PLIMSOLL_EXIT_USAGE;
}
