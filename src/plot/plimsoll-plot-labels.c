/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-plot-labels.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

char *
plimsoll_plot_label_gib (double amount, gboolean last)
{
  g_autofree char *number = plimsoll_plot_label_amount (amount, NULL);
  /* Translators: the last label of an axis, which bears the unit. */
  g_autofree char *with_unit = g_strdup_printf (_("%s GiB"), number);

  return last ? plimsoll_format_in_unit (with_unit) : g_steal_pointer (&number);
}

char *
plimsoll_plot_label_count (guint devices)
{
  /* Translators: so many accelerators: "5×". */
  return g_strdup_printf (_("%u×"), devices);
}

char *
plimsoll_plot_label_tokens (double tokens)
{
  return plimsoll_format_tokens_about ((guint64) (tokens + 0.5));
}

char *
plimsoll_plot_label_amount (double amount, gpointer data)
{
  return plimsoll_format_number (amount, amount != floor (amount) ? 1 : 0);
}
