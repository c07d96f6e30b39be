/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-launch-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <string.h>

/* Lines longer than this are folded. */
#define MAX_LINE 76

struct _PlimsollLaunch
{
  GObject parent_instance;
  const char *engine;
  const char *name;
  PlimsollLaunchUse use;
  char *detail;
  char *refusal;
  char *note;
  GString *lines;
  GArray *breaks; /* of gsize: where a word of a flag begins in the lines, with the space before */
  char *text;     /* (nullable): folded, once it was asked for */
  GPtrArray *words;
};

G_DEFINE_FINAL_TYPE (PlimsollLaunch, plimsoll_launch, G_TYPE_OBJECT)

static void
word_free (gpointer data)
{
  PlimsollLaunchWord *word = data;

  g_free (word->word);
  g_free (word->meaning);
  g_free (word);
}

static void
plimsoll_launch_finalize (GObject *object)
{
  PlimsollLaunch *self = PLIMSOLL_LAUNCH (object);

  g_free (self->detail);
  g_free (self->refusal);
  g_free (self->note);
  g_string_free (self->lines, TRUE);
  g_array_unref (self->breaks);
  g_free (self->text);
  g_ptr_array_unref (self->words);

  G_OBJECT_CLASS (plimsoll_launch_parent_class)->finalize (object);
}

static void
plimsoll_launch_class_init (PlimsollLaunchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_launch_finalize;
}

static void
plimsoll_launch_init (PlimsollLaunch *self)
{
  self->lines = g_string_new (NULL);
  self->breaks = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->words = g_ptr_array_new_with_free_func (word_free);
}

PlimsollLaunch *
plimsoll_launch_new (const char *engine, const char *name, PlimsollLaunchUse use)
{
  PlimsollLaunch *self = g_object_new (PLIMSOLL_TYPE_LAUNCH, NULL);

  self->engine = engine;
  self->name = name;
  self->use = use;

  return self;
}

char *
plimsoll_shell_word (const char *word)
{
  const gsize plain = strspn (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "/._-+,:@%=");

  return *word != '\0' && word[plain] == '\0' ? g_strdup (word) : g_shell_quote (word);
}

void
plimsoll_launch_begin (PlimsollLaunch *self, const char *program)
{
  if (self->lines->len > 0)
    g_string_append_c (self->lines, '\n');
  g_string_append (self->lines, program);
}

void
plimsoll_launch_add (PlimsollLaunch *self, const char *flag, const char *value, char *meaning)
{
  PlimsollLaunchWord *word = g_new0 (PlimsollLaunchWord, 1);
  g_autofree char *quoted = value != NULL ? plimsoll_shell_word (value) : NULL;

  word->word = quoted == NULL  ? g_strdup (flag)
               : *flag == '\0' ? g_steal_pointer (&quoted)
                               : g_strconcat (flag, " ", quoted, NULL);
  word->meaning = meaning;
  g_ptr_array_add (self->words, word);
  g_array_append_val (self->breaks, self->lines->len);
  g_string_append_printf (self->lines, " %s", word->word);
}

void
plimsoll_launch_add_number (PlimsollLaunch *self, const char *flag, guint64 value, char *meaning)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  plimsoll_launch_add (self, flag, text, meaning);
}

void
plimsoll_launch_end (PlimsollLaunch *self, const char *tail)
{
  g_string_append (self->lines, tail);
}

static void
say_once (char **to, char *text)
{
  if (*to == NULL)
    *to = text;
  else
    g_free (text);
}

void
plimsoll_launch_set_detail (PlimsollLaunch *self, char *detail)
{
  say_once (&self->detail, detail);
}

void
plimsoll_launch_refuse (PlimsollLaunch *self, char *refusal)
{
  say_once (&self->refusal, refusal);
}

void
plimsoll_launch_note (PlimsollLaunch *self, char *note)
{
  say_once (&self->note, note);
}

char *
plimsoll_launch_weights_text (PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  g_autofree char *size = NULL;

  if (!estimate->valid)
    return g_strdup (plimsoll_scenario_get_precision (scenario));
  size = plimsoll_format_gib (estimate->memory.weights, 1);

  return g_strdup_printf ("%s · %s", plimsoll_scenario_get_precision (scenario), size);
}

gboolean
plimsoll_launch_has_gguf (PlimsollModel *model)
{
  const PlimsollWeights *weights = plimsoll_model_get_own_weights (model);

  return plimsoll_model_get_path (model) != NULL && weights != NULL && !weights->is_native;
}

gboolean
plimsoll_launch_has_checkpoint (PlimsollModel *model)
{
  return plimsoll_model_get_path (model) != NULL && !plimsoll_launch_has_gguf (model);
}

char *
plimsoll_launch_file_name (const char *name)
{
  g_autofree char *path =
    g_str_has_prefix (name, "file:") ? g_filename_from_uri (name, NULL, NULL) : NULL;

  /* Bytes that are no UTF-8 cannot be shown or be in an answer. */
  return path != NULL && g_utf8_validate (path, -1, NULL) ? g_steal_pointer (&path)
                                                          : g_strdup (name);
}

char *
plimsoll_launch_shares (const PlimsollQuestion *question, char separator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < question->n_devices; i++)
    {
      char share[G_ASCII_DTOSTR_BUF_SIZE];

      if (i > 0)
        g_string_append_c (text, separator);
      g_string_append (text, g_ascii_formatd (share, sizeof share, "%g",
                                              (double) question->device_shares[i]));
    }

  return g_string_free_and_steal (text);
}

void
plimsoll_launch_check_fit (PlimsollLaunch *self, PlimsollSizer *sizer)
{
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  g_autofree char *required = NULL;
  g_autofree char *usable = NULL;

  if (!estimate->valid)
    {
      plimsoll_launch_refuse (self, g_strdup (estimate->refusal != NULL
                                                ? _(estimate->refusal)
                                                : _("What it takes is not known")));
      return;
    }
  if (estimate->verdict != PLIMSOLL_VERDICT_EXCEEDS)
    return;
  required = plimsoll_format_gib (estimate->required, 1);
  usable = plimsoll_format_gib (estimate->usable, 1);
  /* Translators: both are amounts of memory. */
  plimsoll_launch_refuse (self, g_strdup_printf (_("Needs %s, %s is usable"), required, usable));
}

gboolean
plimsoll_launch_is_of (PlimsollScenario *scenario, PlimsollVendor vendor)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);

  return accelerator != NULL && plimsoll_accelerator_get_facts (accelerator)->vendor == vendor;
}

/* The scenario's own, or one for the same question asked of @engine. */
static PlimsollSizer *
sizer_for (PlimsollSizer *sizer, PlimsollEngine engine)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  g_autoptr (PlimsollScenario) other = NULL;
  PlimsollSizer *asked;

  if (plimsoll_scenario_get_engine (scenario) == engine)
    return g_object_ref (sizer);

  other = plimsoll_scenario_copy (scenario);
  g_object_set (other, "engine", engine, NULL);
  asked = plimsoll_sizer_new (other);
  plimsoll_sizer_flush (asked);

  return asked;
}

static void
take (GListStore *list, PlimsollLaunch *launch)
{
  g_list_store_append (list, launch);
  g_object_unref (launch);
}

static void
take_first (GListStore *list, PlimsollLaunch *launch)
{
  g_list_store_insert (list, 0, launch);
  g_object_unref (launch);
}

GListModel *
plimsoll_launch_list (PlimsollSizer *sizer)
{
  GListStore *list = g_list_store_new (PLIMSOLL_TYPE_LAUNCH);
  g_autoptr (PlimsollSizer) llama = NULL;
  g_autoptr (PlimsollSizer) vllm = NULL;
  g_autoptr (PlimsollSizer) sglang = NULL;
  PlimsollScenario *scenario;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), G_LIST_MODEL (list));

  plimsoll_sizer_flush (sizer);
  scenario = plimsoll_sizer_get_scenario (sizer);
  if (plimsoll_scenario_get_model (scenario) == NULL)
    return G_LIST_MODEL (list);

  llama = sizer_for (sizer, PLIMSOLL_ENGINE_LLAMA_CPP);
  vllm = sizer_for (sizer, PLIMSOLL_ENGINE_VLLM);
  sglang = sizer_for (sizer, PLIMSOLL_ENGINE_SGLANG);

  take (list, plimsoll_launch_llama (llama, PLIMSOLL_LAUNCH_SERVER));
  take (list, plimsoll_launch_llama (llama, PLIMSOLL_LAUNCH_CHAT));
  take (list, plimsoll_launch_llama (llama, PLIMSOLL_LAUNCH_BENCHMARK));
  if (plimsoll_scenario_get_engine (scenario) == PLIMSOLL_ENGINE_VLLM)
    take_first (list, plimsoll_launch_vllm (vllm));
  else
    take (list, plimsoll_launch_vllm (vllm));
  if (plimsoll_scenario_get_engine (scenario) == PLIMSOLL_ENGINE_SGLANG)
    take_first (list, plimsoll_launch_sglang (sglang));
  else
    take (list, plimsoll_launch_sglang (sglang));
  take (list, plimsoll_launch_ollama (llama));
  take (list, plimsoll_launch_lm_studio (llama));
  take (list, plimsoll_launch_mlx (llama));

  return G_LIST_MODEL (list);
}

const char *
plimsoll_launch_get_engine (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->engine;
}

const char *
plimsoll_launch_get_name (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->name;
}

PlimsollLaunchUse
plimsoll_launch_get_use (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), PLIMSOLL_LAUNCH_SERVER);

  return self->use;
}

const char *
plimsoll_launch_get_detail (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->detail != NULL ? self->detail : "";
}

const char *
plimsoll_launch_get_text (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  if (self->text == NULL)
    self->text = plimsoll_launch_fold (self, MAX_LINE);

  return self->text;
}

char *
plimsoll_launch_fold (PlimsollLaunch *self, guint columns)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize line = 0; /* where the last line begins */

  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  for (guint i = 0; i <= self->breaks->len; i++)
    {
      const gsize from = i > 0 ? g_array_index (self->breaks, gsize, i - 1) : 0;
      const gsize to =
        i < self->breaks->len ? g_array_index (self->breaks, gsize, i) : self->lines->len;
      const char *piece = self->lines->str + from;
      const gsize first = MIN (strcspn (piece, "\n"), to - from);

      if (i > 0 && text->len - line + first > columns)
        {
          g_string_append (text, " \\\n ");
          line = text->len - 1;
        }
      g_string_append_len (text, piece, (gssize) (to - from));
      if (first < to - from)
        line = text->len - (to - from - first - 1);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

const char *
plimsoll_launch_get_lines (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->lines->str;
}

GPtrArray *
plimsoll_launch_get_words (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->words;
}

const char *
plimsoll_launch_get_refusal (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->refusal;
}

const char *
plimsoll_launch_get_note (PlimsollLaunch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH (self), NULL);

  return self->note;
}
