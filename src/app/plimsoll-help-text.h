/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-measured.h"

G_BEGIN_DECLS

/* What the help says, less its layout. Words are to be translated. */

/** PlimsollHelpPart: a paragraph or more. */
typedef struct
{
  const char *heading;
  const char *text;
} PlimsollHelpPart;

/** PlimsollHelpTopic: a page. */
typedef struct
{
  const char *name; /* "figures" */
  const char *title;
  const char *summary;
  const PlimsollHelpPart *parts;
  guint n_parts;
} PlimsollHelpTopic;

/** PlimsollHelpMeasured: a row of a table of errors. */
typedef struct
{
  const char *engine;
  const char *what;
  PlimsollMeasuredRule rule;
} PlimsollHelpMeasured;

/** The topic that has the tables of errors after its text. */
#define PLIMSOLL_HELP_ACCURACY "accuracy"

/** Returns: (array length=n) (transfer none) */
const PlimsollHelpTopic *plimsoll_help_topics (guint *n);

/** Returns: (array length=n) (transfer none): those of one engine after another */
const PlimsollHelpMeasured *plimsoll_help_measured (guint *n);

G_END_DECLS
