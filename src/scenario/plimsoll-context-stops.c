/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-context-stops.h"

guint
plimsoll_context_stops (guint64 limit, guint64 *stops)
{
  guint n = 0;

  for (guint64 octave = 1024; octave < limit; octave *= 2)
    for (guint quarter = 0; quarter < 4 && n < PLIMSOLL_MAX_CONTEXT_STOPS - 1; quarter++)
      {
        guint64 stop = octave + octave / 4 * quarter;

        if (stop < limit)
          stops[n++] = stop;
      }
  stops[n++] = MAX (limit, 1);
  return n;
}
