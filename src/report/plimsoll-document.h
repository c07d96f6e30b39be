/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
#include "plimsoll-plot-text.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What a report says, apart from how it is set: sections of blocks, in the order in which they are
 * read. Once made it is not changed, and any thread may write it. */

/* --- Tables --- */

/** How a column is set. */
typedef enum
{
  PLIMSOLL_COLUMN_TEXT,
  PLIMSOLL_COLUMN_NUMBER, /* against the end of its column, in figures of one width */
  PLIMSOLL_COLUMN_WIDE,   /* text that takes what room there is, and is broken where it lacks it */
} PlimsollColumnKind;

/** PlimsollTable: rows of cells, each as people read it and as programs do. */
typedef struct _PlimsollTable PlimsollTable;

/** Returns: (transfer full) */
PlimsollTable *plimsoll_table_new (void);

/** Adds a column: @key is what programs call it, with its unit, and never translated. */
void plimsoll_table_add_column (PlimsollTable *self,
                                const char *key,
                                const char *title,
                                PlimsollColumnKind kind);

/** Begins a row; @strong: it is told apart. Cells follow, one for each column. */
void plimsoll_table_add_row (PlimsollTable *self, gboolean strong);

/** Adds a cell: @plain: (nullable): what programs read, %NULL: the same as people do */
void plimsoll_table_add_cell (PlimsollTable *self, const char *text, const char *plain);

/** Adds a cell of @text: (transfer full), for programs with @decimals and a full stop; not known
 * where @value is NAN. */
void plimsoll_table_take_number (PlimsollTable *self, char *text, double value, guint decimals);

guint plimsoll_table_get_n_columns (const PlimsollTable *self);
guint plimsoll_table_get_n_rows (const PlimsollTable *self);
const char *plimsoll_table_get_key (const PlimsollTable *self, guint column);
const char *plimsoll_table_get_title (const PlimsollTable *self, guint column);
PlimsollColumnKind plimsoll_table_get_kind (const PlimsollTable *self, guint column);
gboolean plimsoll_table_is_strong (const PlimsollTable *self, guint row);
const char *plimsoll_table_get_text (const PlimsollTable *self, guint row, guint column);
const char *plimsoll_table_get_plain (const PlimsollTable *self, guint row, guint column);

/* --- Pictures --- */

/** PlimsollPicture: a chart that can be drawn at any width; made by whoever knows what it shows. */
typedef struct
{
  /* In pixels of the screen, of which a page is about 920 wide. */
  double (*height) (gconstpointer data, const PlimsollPlotText *text, double width);
  void (*draw) (gconstpointer data,
                const PlimsollPlotText *text,
                cairo_t *cr,
                double width,
                gboolean rtl);
  gpointer data;
  GDestroyNotify free_data;
} PlimsollPicture;

/** PlimsollKey: what an ink of a picture stands for. */
typedef struct
{
  PlimsollInk ink;
  char *label;
} PlimsollKey;

/* --- Blocks --- */

typedef enum
{
  PLIMSOLL_BLOCK_VERDICT,   /* text: the sentence; verdict */
  PLIMSOLL_BLOCK_PICTURE,   /* text: the same in words; keys */
  PLIMSOLL_BLOCK_HEADING,   /* text; within a section */
  PLIMSOLL_BLOCK_PARAGRAPH, /* text; lead, at its beginning */
  PLIMSOLL_BLOCK_CODE,      /* text: lines of a command */
  PLIMSOLL_BLOCK_TABLE,     /* table; text (nullable): what programs call it */
} PlimsollBlockKind;

/** Where a block stands: blocks at the start and those at the end are side by side. */
typedef enum
{
  PLIMSOLL_PLACE_WHOLE,
  PLIMSOLL_PLACE_START,
  PLIMSOLL_PLACE_END,
} PlimsollBlockPlace;

/** PlimsollBlock: one piece of a section; what of it means something, its kind says. */
typedef struct
{
  PlimsollBlockKind kind;
  PlimsollBlockPlace place;
  char *text;
  char *lead; /* (nullable) */
  PlimsollVerdict verdict;
  PlimsollTable *table;
  PlimsollPicture picture;
  GArray *keys; /* of PlimsollKey */
} PlimsollBlock;

/** PlimsollSection: a part with a title of its own. */
typedef struct
{
  char *id; /* "hardware"; never translated */
  char *title;
  gboolean quiet;    /* the title is of the outline alone: its blocks say it */
  GPtrArray *blocks; /* of PlimsollBlock */
} PlimsollSection;

/* --- The document --- */

#define PLIMSOLL_TYPE_DOCUMENT (plimsoll_document_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollDocument, plimsoll_document, PLIMSOLL, DOCUMENT, GObject)

/**
 * plimsoll_document_new:
 * @title: "Qwen3 30B-A3B on one NVIDIA RTX 4090"
 * @question: the rest of what was asked, in a line
 * @date: when it was made
 *
 * Returns: (transfer full)
 */
PlimsollDocument *plimsoll_document_new (const char *title, const char *question, GDateTime *date);

const char *plimsoll_document_get_title (PlimsollDocument *self);
const char *plimsoll_document_get_question (PlimsollDocument *self);
GDateTime *plimsoll_document_get_date (PlimsollDocument *self);

/** Returns: (transfer full): the day for people: "2 December 2026". */
char *plimsoll_document_format_date (PlimsollDocument *self);

/** Text runs from right to left. */
void plimsoll_document_set_rtl (PlimsollDocument *self, gboolean rtl);
gboolean plimsoll_document_get_rtl (PlimsollDocument *self);

/** Sets where figures are from, in a sentence or two, as every page says it. */
void plimsoll_document_set_sources (PlimsollDocument *self, const char *sources);
/** Returns: (nullable) */
const char *plimsoll_document_get_sources (PlimsollDocument *self);

/** Sets the answer for programs: @answer: (transfer full) */
void plimsoll_document_take_answer (PlimsollDocument *self, JsonObject *answer);
/** Returns: (transfer none) (nullable) */
JsonObject *plimsoll_document_get_answer (PlimsollDocument *self);

/** Returns: (transfer none) (element-type PlimsollSection) */
const GPtrArray *plimsoll_document_get_sections (PlimsollDocument *self);

/* Each of these adds to the last section. */

/** Begins a section; @quiet: its title is not shown, as its blocks have headings of their own. */
void plimsoll_document_add_section (PlimsollDocument *self,
                                    const char *id,
                                    const char *title,
                                    gboolean quiet);
void plimsoll_document_add_verdict (PlimsollDocument *self,
                                    PlimsollVerdict verdict,
                                    const char *sentence);
void
plimsoll_document_add_heading (PlimsollDocument *self, PlimsollBlockPlace place, const char *text);
/** @lead: (nullable): its first words, told apart */
void plimsoll_document_add_paragraph (PlimsollDocument *self,
                                      PlimsollBlockPlace place,
                                      const char *lead,
                                      const char *text);
void plimsoll_document_add_code (PlimsollDocument *self, const char *lines);
/** @key: what programs call the table; @table: (transfer full) */
void plimsoll_document_take_table (PlimsollDocument *self,
                                   PlimsollBlockPlace place,
                                   const char *key,
                                   PlimsollTable *table);
/** @words: the same in a sentence; @picture: its data becomes the document's */
void plimsoll_document_take_picture (PlimsollDocument *self,
                                     PlimsollBlockPlace place,
                                     const char *words,
                                     const PlimsollPicture *picture);
/** Adds to the last picture what @ink stands for. */
void plimsoll_document_add_key (PlimsollDocument *self, PlimsollInk ink, const char *label);

void plimsoll_table_free (PlimsollTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollTable, plimsoll_table_free)

G_END_DECLS
