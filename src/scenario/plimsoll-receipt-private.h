/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-log.h"
#include "plimsoll-question.h"

G_BEGIN_DECLS

/* What the two sides of a receipt, its question and its figures, have in common. */

/** PlimsollLogPlaces: devices of a log, in the engine's order; no more than a question can have. */
typedef struct
{
  const char *names[PLIMSOLL_MAX_DEVICES]; /* the log's */
  gboolean has_more;                       /* than a question can have */
  guint n;
} PlimsollLogPlaces;

void plimsoll_log_places_init (PlimsollLogPlaces *self, const PlimsollLog *log);

G_END_DECLS
