/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-report.h"
#include "plimsoll-report-file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

/* What is to be written, and how. */
typedef struct
{
  const PlimsollCliOptions *options;
  PlimsollCliFacts *facts;
  PlimsollScenarioFinder finder;
  PlimsollScenario *defaults;
  PlimsollFormat format;
  PlimsollPaper paper;
  PlimsollReportSections sections;
  GDateTime *date;
  GPtrArray *beside; /* of PlimsollSizer: questions to be put side by side */
  guint line;
  gboolean all_good;
  gboolean all_fit;
} Job;

static gboolean
fail_usage (GError **error, const char *message)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);

  return FALSE;
}

static gboolean
check_usage (const PlimsollCliOptions *options, GError **error)
{
  const guint n_names = options->names != NULL ? g_strv_length (options->names) : 0;

  if (options->output == NULL)
    return fail_usage (error, _("-o says which file is to be written; - is standard output"));
  if (options->batch != NULL && (n_names > 0 || options->settings->len > 0))
    return fail_usage (error, _("With --batch the questions say everything"));
  if (options->batch == NULL && n_names != 1)
    return fail_usage (error, n_names == 0 ? _("A model is missing")
                                           : _("One model at a time; put quotes around its name"));
  if (options->side_by_side && (options->batch == NULL || options->accelerator_report))
    return fail_usage (error, _("--side-by-side is of the questions of --batch"));
  if (options->batch != NULL && !options->side_by_side && g_str_equal (options->output, "-"))
    return fail_usage (error, _("Several reports go into files: -o says how they are called"));

  return TRUE;
}

static gboolean
read_form (Job *job, GError **error)
{
  const PlimsollCliOptions *options = job->options;
  const char *name = options->format != NULL ? options->format : options->output;

  if (!plimsoll_format_from_name (name, &job->format))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   /* Translators: what was typed. */
                   _("“%s” says no format: pdf, md, csv or json"), name);
      return FALSE;
    }
  job->paper = plimsoll_paper_default ();
  if (options->paper != NULL && g_ascii_strcasecmp (options->paper, "letter") == 0)
    job->paper = PLIMSOLL_PAPER_LETTER;
  else if (options->paper != NULL && g_ascii_strcasecmp (options->paper, "a4") == 0)
    job->paper = PLIMSOLL_PAPER_A4;
  else if (options->paper != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("“%s” is none of %s"),
                   options->paper, "a4, letter");
      return FALSE;
    }
  job->sections = PLIMSOLL_REPORT_ALL;
  if (options->sections != NULL
      && !plimsoll_report_sections_from_text (options->sections, &job->sections, error))
    return FALSE;
  if (job->format == PLIMSOLL_FORMAT_PDF && g_str_equal (options->output, "-")
      && isatty (STDOUT_FILENO))
    return fail_usage (error, _("A PDF is nothing for a terminal"));

  return TRUE;
}

/* Builds are to be repeatable where somebody says so: reproducible-builds.org. */
static GDateTime *
find_date (void)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  guint64 seconds;

  if (epoch != NULL && g_ascii_string_to_unsigned (epoch, 10, 0, G_MAXINT32, &seconds, NULL))
    return g_date_time_new_from_unix_utc ((gint64) seconds);

  return g_date_time_new_now_local ();
}

/* "report.pdf" is "report-3.pdf" for the third question. */
static char *
name_of_line (Job *job)
{
  const char *output = job->options->output;
  const char *slash = strrchr (output, '/');
  const char *dot = strrchr (output, '.');

  if (dot == NULL || (slash != NULL && dot < slash) || dot == output)
    dot = output + strlen (output);

  return g_strdup_printf ("%.*s-%u%s", (int) (dot - output), output, job->line, dot);
}

static gboolean
write_document (Job *job, PlimsollDocument *document, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes =
    plimsoll_report_to_bytes (document, job->format, job->paper, NULL, error);
  gsize size;
  gconstpointer data;

  if (bytes == NULL)
    return FALSE;
  if (!g_str_equal (path, "-"))
    return plimsoll_report_write (path, bytes, error);

  data = g_bytes_get_data (bytes, &size);
  if (fwrite (data, 1, size, stdout) == size && fflush (stdout) == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), _("Standard output: %s"),
               g_strerror (errno));

  return FALSE;
}

static void
note_verdict (Job *job, const PlimsollEstimate *estimate)
{
  if (estimate->verdict != PLIMSOLL_VERDICT_FITS && estimate->verdict != PLIMSOLL_VERDICT_TIGHT)
    job->all_fit = FALSE;
}

static gboolean
check_answer (PlimsollSizer *sizer, GError **error)
{
  g_autofree char *reason = NULL;

  plimsoll_sizer_flush (sizer);
  if (plimsoll_sizer_get_estimate (sizer)->valid)
    return TRUE;
  reason = plimsoll_answer_reason (plimsoll_sizer_get_estimate (sizer));
  g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, reason);

  return FALSE;
}

static PlimsollReportAsk
ask_of (Job *job, PlimsollSizer *sizer)
{
  return (PlimsollReportAsk) {
    .sizer = sizer,
    .catalog = job->facts->catalog,
    .sections = job->sections,
    .all_hardware = job->options->all_hardware,
    .date = job->date,
  };
}

static gboolean
report (Job *job, PlimsollScenario *scenario, const char *path, GError **error)
{
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  const PlimsollReportAsk ask = ask_of (job, sizer);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  g_autoptr (PlimsollDocument) document = NULL;

  if (!check_answer (sizer, error))
    return FALSE;
  note_verdict (job, plimsoll_sizer_get_estimate (sizer));
  if (job->options->accelerator_report && accelerator != NULL)
    document = plimsoll_report_new_for_accelerator (&ask, accelerator);
  else
    document = plimsoll_report_new (&ask);

  return write_document (job, document, path, error);
}

/* --- Questions of a batch --- */

static gboolean
take_line (Job *job, const char *line, gsize length, GError **error)
{
  g_autoptr (JsonNode) node = plimsoll_cli_batch_read_line (line, length, error);
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autofree char *path = NULL;

  if (node == NULL
      || !plimsoll_cli_batch_take (scenario, job->defaults, json_node_get_object (node),
                                   &job->finder, error))
    return FALSE;
  if (job->options->side_by_side)
    {
      PlimsollSizer *sizer = plimsoll_sizer_new (scenario);

      g_ptr_array_add (job->beside, sizer);
      return check_answer (sizer, error);
    }

  path = name_of_line (job);
  if (!report (job, scenario, path, error))
    return FALSE;
  plimsoll_cli_print (path);
  plimsoll_cli_print ("\n");

  return TRUE;
}

static void
line_cb (const char *line, gsize length, gpointer data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;

  job->line++;
  if (take_line (job, line, length, &error))
    return;
  job->all_good = FALSE;
  /* Translators: the number of a line. */
  g_prefix_error (&error, _("Line %u: "), job->line);
  plimsoll_cli_fail (error);
}

static gboolean
report_beside (Job *job, GError **error)
{
  const PlimsollReportAsk ask = ask_of (job, job->beside->len > 0 ? job->beside->pdata[0] : NULL);
  g_autoptr (PlimsollDocument) document = NULL;

  if (job->beside->len < 2 || job->beside->len > PLIMSOLL_REPORT_MAX_BESIDE)
    return fail_usage (error, _("Two to four questions stand side by side"));

  for (guint i = 0; i < job->beside->len; i++)
    note_verdict (job, plimsoll_sizer_get_estimate (job->beside->pdata[i]));
  document = plimsoll_report_new_beside (&ask, (PlimsollSizer *const *) job->beside->pdata,
                                         job->beside->len);

  return write_document (job, document, job->options->output, error);
}

static gboolean
report_batch (Job *job, GError **error)
{
  if (!plimsoll_cli_batch_lines (job->options->batch, line_cb, job, error))
    return FALSE;

  return !job->options->side_by_side || !job->all_good || report_beside (job, error);
}

static gboolean
report_one (Job *job, GError **error)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_copy (job->defaults);

  return plimsoll_scenario_set_text (scenario, "model", job->options->names[0], &job->finder, error)
         && plimsoll_cli_options_apply (job->options, scenario, &job->finder, error)
         && report (job, scenario, job->options->output, error);
}

int
plimsoll_cli_report (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) defaults = plimsoll_scenario_new ();
  g_autoptr (GPtrArray) beside = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GDateTime) date = find_date ();
  g_autoptr (GError) error = NULL;
  Job job = { &options,         .defaults = defaults, .date = date,
              .beside = beside, .all_good = TRUE,     .all_fit = TRUE };

  if (!plimsoll_cli_options_parse (&options, "report", _("MODEL -o FILE"),
                                   _("Writes a report: pdf, md, csv or json, by the file’s name."),
                                   PLIMSOLL_CLI_TAKES_QUESTION | PLIMSOLL_CLI_TAKES_COST
                                     | PLIMSOLL_CLI_TAKES_REPORT,
                                   argc, argv, &error)
      || !check_usage (&options, &error) || !read_form (&job, &error))
    return plimsoll_cli_fail (error);

  /* What programs read is the same everywhere. */
  if (job.format == PLIMSOLL_FORMAT_CSV || job.format == PLIMSOLL_FORMAT_JSON)
    setlocale (LC_ALL, "C");
  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);

  job.facts = facts;
  job.finder = plimsoll_cli_facts_finder (facts);
  g_object_set (defaults, "beyond-limit", TRUE, NULL);
  if (!plimsoll_scenario_set_defaults (defaults, &job.finder, &error)
      || !(options.batch != NULL ? report_batch (&job, &error) : report_one (&job, &error)))
    return plimsoll_cli_fail (error);
  if (!job.all_good)
    return PLIMSOLL_EXIT_FAILED;

  return options.check && !job.all_fit ? PLIMSOLL_EXIT_NOT_FIT : PLIMSOLL_EXIT_DONE;
}
