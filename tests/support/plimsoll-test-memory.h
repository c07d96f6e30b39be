/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <stdio.h>
#include <string.h>

/* Memory that something takes, at its most: what a server sends is kept within bounds. */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PLIMSOLL_SANITIZED
#endif
#endif

/* What a server sends may take, KiB. */
#define MOST_MEMORY (64 << 10)

static inline guint64
memory_of (const char *what)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, what);
  g_assert_nonnull (line);
  return g_ascii_strtoull (line + strlen (what) + strspn (line + strlen (what), " \t"), NULL, 10);
}

/* Returns: what is taken now, from which on the most is counted anew. */
static inline guint64
begin_memory (void)
{
  FILE *reset = fopen ("/proc/self/clear_refs", "w");

  if (reset != NULL)
    {
      fputs ("5", reset);
      fclose (reset);
    }
  return memory_of ("VmRSS:");
}

static inline void
check_memory (guint64 before)
{
  const guint64 most = memory_of ("VmHWM:");

  g_test_message ("%" G_GUINT64_FORMAT " KiB of memory at most", most - MIN (most, before));
#if !defined(__SANITIZE_ADDRESS__) && !defined(PLIMSOLL_SANITIZED)
  g_assert_cmpuint (most, <=, before + MOST_MEMORY);
#endif
}
