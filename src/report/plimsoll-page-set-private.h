/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-page-set.h"

G_BEGIN_DECLS

/* Setting a document in pages is in several files: where everything stands (plimsoll-page-set.c),
 * how words are set (plimsoll-page-set-text.c), what tables need (plimsoll-page-set-table.c), and
 * how it is drawn (plimsoll-page-set-draw.c). All in points, but pictures. */

#define PLIMSOLL_PAGE_SIDE 45.0
/* A page is as many pixels of the screen wide for a picture. */
#define PLIMSOLL_PICTURE_SCALE 0.645
/* Between columns of blocks, and how much of the rest is the first one's. */
#define PLIMSOLL_PAGE_GAP 24.0
#define PLIMSOLL_PAGE_START_SHARE 0.535

/** How a piece of text is set. */
typedef enum
{
  PLIMSOLL_FACE_TITLE,
  PLIMSOLL_FACE_QUESTION,
  PLIMSOLL_FACE_VERDICT,
  PLIMSOLL_FACE_SECTION,
  PLIMSOLL_FACE_HEADING,
  PLIMSOLL_FACE_TEXT,
  PLIMSOLL_FACE_TABLE,
  PLIMSOLL_FACE_TABLE_STRONG,
  PLIMSOLL_FACE_CODE,
  PLIMSOLL_FACE_KEY,
  PLIMSOLL_FACE_BRAND,
  PLIMSOLL_FACE_FOOT,
  PLIMSOLL_N_FACES,
} PlimsollFace;

/** PlimsollTableSet: a table that has been measured. */
typedef struct
{
  const PlimsollTable *table;
  guint n_columns;
  guint n_rows;
  double *x; /* [n_columns]: of each column, from the start of the table */
  double *widths;
  double *heights;       /* [n_rows + 1]: the first is the heading's */
  PangoLayout **layouts; /* [(n_rows + 1) * n_columns] */
  double above;          /* between the top of a row and its words */
} PlimsollTableSet;

typedef enum
{
  PLIMSOLL_ITEM_TEXT,
  PLIMSOLL_ITEM_VERDICT, /* the sign */
  PLIMSOLL_ITEM_PICTURE,
  PLIMSOLL_ITEM_KEYS,
  PLIMSOLL_ITEM_CODE,
  PLIMSOLL_ITEM_TABLE, /* some rows */
} PlimsollItemKind;

/** PlimsollItem: what stands where. */
typedef struct
{
  PlimsollItemKind kind;
  guint page;
  double x, y, width, height;
  const PlimsollBlock *block; /* (nullable) */
  PangoLayout *layout;        /* (nullable) */
  PlimsollFace face;
  const char *tag; /* static: what it is for those who hear it */
  PlimsollTableSet *set;
  guint from, to; /* rows */
} PlimsollItem;

struct _PlimsollPageSet
{
  PlimsollDocument *document;
  double width, height;
  PangoFontMap *fonts;
  PangoContext *context;
  PangoContext *plot_context;
  PangoFontDescription *faces[PLIMSOLL_N_FACES];
  gboolean rtl;

  GArray *items;   /* of PlimsollItem, page by page */
  GPtrArray *sets; /* of PlimsollTableSet */
  GArray *marks;   /* of PlimsollPageMark */
  guint n_pages;

  double top;           /* of what pages hold, below their head */
  double bottom;        /* above their foot */
  PangoLayout *sources; /* (nullable) */

  /* Where the next block goes. */
  guint page;
  double y;
};

/** Makes the fonts, for text of the document's direction. */
void plimsoll_page_set_make_faces (PlimsollPageSet *self);

/**
 * plimsoll_page_set_text:
 * @lead: (nullable): its first words, bold
 * @width: at which it is broken; less than 0: nowhere
 * @at_end: it is set against the end
 *
 * Returns: (transfer full)
 */
PangoLayout *plimsoll_page_set_text (PlimsollPageSet *self,
                                     PlimsollFace face,
                                     const char *lead,
                                     const char *text,
                                     double width,
                                     gboolean at_end);

/** Returns: the height of @layout. */
double plimsoll_layout_height (PangoLayout *layout);
/** Returns: the width that its words take. */
double plimsoll_layout_width (PangoLayout *layout);

/** Sets up what charts are drawn with. */
void plimsoll_page_set_plot_text (PlimsollPageSet *self, PlimsollPlotText *text);

/**
 * plimsoll_page_set_table:
 *
 * Returns: (transfer none): @table measured at @width; the pages keep it
 */
PlimsollTableSet *
plimsoll_page_set_table (PlimsollPageSet *self, const PlimsollTable *table, double width);

/**
 * plimsoll_page_set_keys:
 *
 * Lays out or, with @cr, draws what inks of a picture stand for.
 *
 * Returns: the height that they take
 */
double plimsoll_page_set_keys (PlimsollPageSet *self,
                               const PlimsollBlock *block,
                               cairo_t *cr,
                               double x,
                               double y,
                               double width);

G_END_DECLS
