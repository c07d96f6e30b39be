/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"
#include "plimsoll-report-file.h"
#include "plimsoll-report.h"
#include "plimsoll-scenario-state.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS 5

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* The most memory that the process ever had, MiB. */
static double
peak_memory (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmHWM:");

  return line != NULL ? g_ascii_strtod (line + strlen ("VmHWM:"), NULL) / 1024 : 0;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollCatalog) catalog = plimsoll_catalog_new (NULL, &error);
  g_autoptr (PlimsollModelList) models = plimsoll_model_list_new ();
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollAccelerator) card = NULL;
  double build = G_MAXDOUBLE, step = 0, pdf = G_MAXDOUBLE, first = 0, before, all = G_MAXDOUBLE;
  gsize size = 0;

  g_assert_no_error (error);
  plimsoll_model_list_load_file (models, NULL, &error);
  g_assert_no_error (error);
  card = plimsoll_catalog_find_accelerator (catalog, PLIMSOLL_DEFAULT_ACCELERATOR, &error);
  g_assert_no_error (error);
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (models, PLIMSOLL_DEFAULT_MODEL));
  plimsoll_scenario_set_accelerator (scenario, card);
  sizer = plimsoll_sizer_new (scenario);
  plimsoll_sizer_flush (sizer);

  before = peak_memory ();
  for (guint round = 0; round < ROUNDS; round++)
    {
      const PlimsollReportAsk ask = { .sizer = sizer,
                                      .catalog = catalog,
                                      .sections = PLIMSOLL_REPORT_ALL };
      g_autoptr (PlimsollReportBuilder) builder = NULL;
      g_autoptr (GBytes) bytes = NULL;
      gint64 start = g_get_monotonic_time (), at;
      double longest = 0;
      gboolean more;

      builder = plimsoll_report_builder_new (&ask);
      do
        {
          at = g_get_monotonic_time ();
          more = plimsoll_report_builder_step (builder);
          longest = MAX (longest, milliseconds_since (at));
        }
      while (more);
      build = MIN (build, milliseconds_since (start));
      step = round == 0 ? longest : MIN (step, longest);
      at = g_get_monotonic_time ();
      bytes = plimsoll_report_to_bytes (plimsoll_report_builder_get_document (builder),
                                        PLIMSOLL_FORMAT_PDF, PLIMSOLL_PAPER_A4, NULL, &error);
      g_assert_no_error (error);
      pdf = MIN (pdf, milliseconds_since (at));
      all = MIN (all, milliseconds_since (start));
      if (round == 0)
        first = milliseconds_since (start);
      size = g_bytes_get_size (bytes);
    }

  g_print ("full report, made of the answer: %.1f ms, its longest step %.1f ms\n", build, step);
  g_print ("full report, written as PDF: %.1f ms\n", pdf);
  g_print ("full report, both: %.1f ms (budget 300 ms)\n", all);
  g_print ("the first in a process, fonts found: %.1f ms (budget 300 ms)\n", first);
  g_print ("full report, size: %.0f KB (budget 500 KB)\n", (double) size / 1000);
  g_print ("memory at its highest, over what there was before: %.1f MiB (budget 30 MiB)\n",
           peak_memory () - before);
  g_assert (size <= 500000);

  return 0;
}
