/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-document.h"

#include <glib/gi18n.h>

struct _PlimsollDocument
{
  GObject parent_instance;

  char *title;
  char *question;
  char *sources;
  GDateTime *date;
  gboolean rtl;
  JsonObject *answer;
  GPtrArray *sections; /* of PlimsollSection */
};

G_DEFINE_FINAL_TYPE (PlimsollDocument, plimsoll_document, G_TYPE_OBJECT)

static void
key_clear (gpointer data)
{
  PlimsollKey *key = data;

  g_free (key->label);
}

static void
block_free (gpointer data)
{
  PlimsollBlock *block = data;

  g_free (block->text);
  g_free (block->lead);
  plimsoll_table_free (block->table);
  if (block->picture.free_data != NULL)
    block->picture.free_data (block->picture.data);
  g_clear_pointer (&block->keys, g_array_unref);
  g_free (block);
}

static void
section_free (gpointer data)
{
  PlimsollSection *section = data;

  g_free (section->id);
  g_free (section->title);
  g_ptr_array_unref (section->blocks);
  g_free (section);
}

static void
plimsoll_document_finalize (GObject *object)
{
  PlimsollDocument *self = PLIMSOLL_DOCUMENT (object);

  g_free (self->title);
  g_free (self->question);
  g_free (self->sources);
  g_clear_pointer (&self->date, g_date_time_unref);
  g_clear_pointer (&self->answer, json_object_unref);
  g_ptr_array_unref (self->sections);

  G_OBJECT_CLASS (plimsoll_document_parent_class)->finalize (object);
}

static void
plimsoll_document_class_init (PlimsollDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_document_finalize;
}

static void
plimsoll_document_init (PlimsollDocument *self)
{
  self->sections = g_ptr_array_new_with_free_func (section_free);
}

PlimsollDocument *
plimsoll_document_new (const char *title, const char *question, GDateTime *date)
{
  PlimsollDocument *self = g_object_new (PLIMSOLL_TYPE_DOCUMENT, NULL);

  self->title = g_strdup (title);
  self->question = g_strdup (question);
  self->date = g_date_time_ref (date);

  return self;
}

const char *
plimsoll_document_get_title (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  return self->title;
}

const char *
plimsoll_document_get_question (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  return self->question;
}

GDateTime *
plimsoll_document_get_date (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  return self->date;
}

char *
plimsoll_document_format_date (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  /* Translators: a day, as strftime has it: "2 December 2026". */
  return g_date_time_format (self->date, _("%-d %B %Y"));
}

void
plimsoll_document_set_rtl (PlimsollDocument *self, gboolean rtl)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self));

  self->rtl = rtl;
}

gboolean
plimsoll_document_get_rtl (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), FALSE);

  return self->rtl;
}

void
plimsoll_document_set_sources (PlimsollDocument *self, const char *sources)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self));

  g_set_str (&self->sources, sources);
}

const char *
plimsoll_document_get_sources (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  return self->sources;
}

void
plimsoll_document_take_answer (PlimsollDocument *self, JsonObject *answer)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self));

  g_clear_pointer (&self->answer, json_object_unref);
  self->answer = answer;
}

JsonObject *
plimsoll_document_get_answer (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  return self->answer;
}

const GPtrArray *
plimsoll_document_get_sections (PlimsollDocument *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_DOCUMENT (self), NULL);

  return self->sections;
}

/* --- Making it --- */

void
plimsoll_document_add_section (PlimsollDocument *self,
                               const char *id,
                               const char *title,
                               gboolean quiet)
{
  PlimsollSection *section;

  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self));

  section = g_new0 (PlimsollSection, 1);
  section->id = g_strdup (id);
  section->title = g_strdup (title);
  section->quiet = quiet;
  section->blocks = g_ptr_array_new_with_free_func (block_free);
  g_ptr_array_add (self->sections, section);
}

static PlimsollBlock *
add_block (PlimsollDocument *self,
           PlimsollBlockKind kind,
           PlimsollBlockPlace place,
           const char *text)
{
  PlimsollSection *section = self->sections->pdata[self->sections->len - 1];
  PlimsollBlock *block = g_new0 (PlimsollBlock, 1);

  block->kind = kind;
  block->place = place;
  block->text = g_strdup (text);
  g_ptr_array_add (section->blocks, block);

  return block;
}

void
plimsoll_document_add_verdict (PlimsollDocument *self,
                               PlimsollVerdict verdict,
                               const char *sentence)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  add_block (self, PLIMSOLL_BLOCK_VERDICT, PLIMSOLL_PLACE_WHOLE, sentence)->verdict = verdict;
}

void
plimsoll_document_add_heading (PlimsollDocument *self, PlimsollBlockPlace place, const char *text)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  add_block (self, PLIMSOLL_BLOCK_HEADING, place, text);
}

void
plimsoll_document_add_paragraph (PlimsollDocument *self,
                                 PlimsollBlockPlace place,
                                 const char *lead,
                                 const char *text)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  add_block (self, PLIMSOLL_BLOCK_PARAGRAPH, place, text)->lead = g_strdup (lead);
}

void
plimsoll_document_add_code (PlimsollDocument *self, const char *lines)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  add_block (self, PLIMSOLL_BLOCK_CODE, PLIMSOLL_PLACE_WHOLE, lines);
}

void
plimsoll_document_take_table (PlimsollDocument *self,
                              PlimsollBlockPlace place,
                              const char *key,
                              PlimsollTable *table)
{
  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  add_block (self, PLIMSOLL_BLOCK_TABLE, place, key)->table = table;
}

void
plimsoll_document_take_picture (PlimsollDocument *self,
                                PlimsollBlockPlace place,
                                const char *words,
                                const PlimsollPicture *picture)
{
  PlimsollBlock *block;

  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  block = add_block (self, PLIMSOLL_BLOCK_PICTURE, place, words);
  block->picture = *picture;
  block->keys = g_array_new (FALSE, FALSE, sizeof (PlimsollKey));
  g_array_set_clear_func (block->keys, key_clear);
}

void
plimsoll_document_add_key (PlimsollDocument *self, PlimsollInk ink, const char *label)
{
  const PlimsollKey key = { ink, g_strdup (label) };
  PlimsollSection *section;
  PlimsollBlock *block;

  g_return_if_fail (PLIMSOLL_IS_DOCUMENT (self) && self->sections->len > 0);

  section = self->sections->pdata[self->sections->len - 1];
  block = section->blocks->pdata[section->blocks->len - 1];
  g_assert (block->kind == PLIMSOLL_BLOCK_PICTURE);
  g_array_append_val (block->keys, key);
}
