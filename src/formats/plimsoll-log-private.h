/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-log.h"

#include <string.h>

G_BEGIN_DECLS

/* A log that holds more of one kind than this is none, or not worth more. */
#define LOG_MAX_FIGURES 512
#define LOG_MAX_DEVICES 64
#define LOG_MAX_SPEEDS 4096
#define LOG_MAX_TEXT 512

/** LogLoad: what of a log belongs to one load of a model. */
typedef struct
{
  PlimsollLog *log;     /* the load that is being told */
  PlimsollLog *whole;   /* (nullable): the last one that was whole */
  GPtrArray *breakdown; /* of PlimsollLogFigure: the table at exit */
  guint n_loads;

  /* llama-bench. */
  char **columns; /* (nullable): of the table that is being told */
  char separator; /* '|' or ',' */
  PlimsollLogSpeed *row;
} LogLoad;

/* Each takes a line without colours and says whether it was its own. */
gboolean log_take_llama (LogLoad *self, const char *line);
gboolean log_take_ollama (LogLoad *self, const char *line);
gboolean log_take_vllm (LogLoad *self, const char *line);
gboolean log_take_sglang (LogLoad *self, const char *line);
gboolean log_take_bench (LogLoad *self, const char *line);

/** Keeps the present load if it is whole, and begins another. */
void log_begin (LogLoad *self);

/** A source is said once and only made more precise: Ollama has llama.cpp in it. */
void log_set_source (LogLoad *self, PlimsollLogSource source);

/** Adds to the figure of this kind and device, or puts it in its place. */
void log_add_figure (GPtrArray *figures, const PlimsollLogFigure *figure, gboolean replace);
void log_drop_figures (GPtrArray *figures, gboolean (*drops) (const PlimsollLogFigure *figure));
PlimsollLogDevice *log_device (PlimsollLog *log, const char *id);

/** Text of a log as UTF-8, bounded. */
void log_set_text (char **to, const char *text, gsize length);

/** Returns: (nullable): what follows @what in @line. */
static inline const char *
log_after (const char *line, const char *what)
{
  const char *found = strstr (line, what);

  return found != NULL ? found + strlen (what) : NULL;
}

/**
 * Reads "23.58 GiB", "12 MiB", "512 B"; @binary: "GB" is of 2^30 bytes too. @rounding: half of the
 * last digit.
 */
gboolean log_bytes (const char *text, gboolean binary, guint64 *bytes, guint64 *rounding);

/** A number with thousands separated by commas; FALSE when there is none. */
gboolean log_count (const char *text, guint64 *value);
gboolean log_count32 (const char *text, guint32 *value);

/** The same as floating point; NAN and infinity are none. */
gboolean log_real (const char *text, double *value);

/** The value of "KEY=VALUE" or "KEY='VALUE'" in a line, bounded by @ends, as UTF-8. */
char *log_member (const char *line, const char *key, const char *ends);

G_END_DECLS
