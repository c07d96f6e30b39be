/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-inspect-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>

static void
add_row (GString *text, const char *label, const char *value, const char *aside)
{
  g_string_append (text, "  ");
  plimsoll_format_pad (text, label, 30, FALSE);
  plimsoll_format_pad (text, value, 16, TRUE);
  if (aside != NULL)
    g_string_append_printf (text, "   %s", aside);
  g_string_append_c (text, '\n');
}

static void
add_count (GString *text, const char *label, guint64 count)
{
  g_autofree char *value = plimsoll_format_count (count);

  add_row (text, label, value, NULL);
}

static void
add_parameters (GString *text, const char *label, guint64 count)
{
  g_autofree char *about = plimsoll_format_parameters (count);
  g_autofree char *value = plimsoll_format_count (count);

  add_row (text, label, value, about);
}

static void
add_bytes (GString *text, const char *label, guint64 bytes)
{
  g_autofree char *gib = plimsoll_format_gib (bytes, 2);
  g_autofree char *count = plimsoll_format_count (bytes);
  /* Translators: a number of bytes. */
  g_autofree char *exact = g_strdup_printf (_("%s bytes"), count);

  if (bytes > 0)
    add_row (text, label, gib, exact);
}

static void
add_heading (GString *text, const char *heading)
{
  g_string_append_printf (text, "\n%s\n", heading);
}

static const char *
kind_name (const PlimsollInspection *self)
{
  const char *kind = plimsoll_inspection_kind (self);

  if (g_str_equal (kind, "vocabulary"))
    return _("Vocabulary");
  if (g_str_equal (kind, "projector"))
    return _("Vision projector");
  if (g_str_equal (kind, "adapter"))
    return _("LoRA adapter");
  return _("Model");
}

static void
add_title (GString *text, const PlimsollInspection *self)
{
  const char *format = self->gguf != NULL          ? "GGUF"
                       : self->safetensors != NULL ? "safetensors"
                                                   : "config.json";
  const char *architecture = self->gguf != NULL   ? self->gguf->architecture
                             : self->spec != NULL ? self->spec->model_type
                                                  : "";

  if (self->gguf != NULL && *self->gguf->name != '\0')
    g_string_append_printf (text, "%s\n", self->gguf->name);
  g_string_append_printf (text, "%s · %s", kind_name (self), format);
  if (*architecture != '\0')
    g_string_append_printf (text, " · %s", architecture);
  g_string_append (text, "\n\n");
}

static void
add_precision (GString *text, const PlimsollInspection *self)
{
  const PlimsollModelFile *file = self->gguf;
  const char *scheme = self->safetensors != NULL ? self->safetensors->scheme
                       : file == NULL            ? self->spec->native_dtype
                                                 : "";

  if (file != NULL && file->label != PLIMSOLL_LABEL_ABSENT)
    add_row (text, _("Precision"), plimsoll_file_type_info (file->file_type)->name,
             file->label == PLIMSOLL_LABEL_RIGHT ? _("as the quantizer makes it")
                                                 : _("by its label; a mixture of its own"));
  else if (*scheme != '\0')
    add_row (text, _("Precision"), scheme, NULL);
}

static void
add_shapes (GString *text, const PlimsollModelSpec *spec)
{
  add_count (text, _("Blocks"), spec->n_blocks);
  if (spec->n_mtp_blocks > 0)
    add_count (text, _("Multi-token prediction"), spec->n_mtp_blocks);
  add_count (text, _("Width"), spec->embedding);
  add_count (text, _("Vocabulary"), spec->vocabulary);
  if (spec->max_context > 0)
    {
      g_autofree char *context = plimsoll_format_tokens (spec->max_context);

      add_row (text, _("Context"), context, NULL);
    }
}

static void
add_counts (GString *text, const PlimsollInspection *self)
{
  const PlimsollParameters *counts = &self->parameters;

  gboolean whole = plimsoll_inspection_knows_total (self);

  if (whole && counts->total > 0)
    add_parameters (text, _("Parameters"), counts->total);
  if (!self->has_parts)
    return;
  if (!whole || counts->text != counts->total)
    add_parameters (text, _("of the text model"), counts->text);
  if (counts->vision_known && counts->vision > 0)
    add_parameters (text, _("of vision and audio"), counts->vision);
  if (counts->mtp > 0)
    add_parameters (text, _("of multi-token prediction"), counts->mtp);
  if (counts->active > 0)
    add_parameters (text, _("active for a token"), counts->active);
}

/* --- Tables --- */

static const char *
attention_name (PlimsollAttentionKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_ATTENTION_FULL:
      return _("full attention");
    case PLIMSOLL_ATTENTION_SLIDING:
      return _("sliding attention");
    case PLIMSOLL_ATTENTION_CHUNKED:
      return _("chunked attention");
    case PLIMSOLL_ATTENTION_MLA:
      return _("latent attention");
    case PLIMSOLL_ATTENTION_COMPRESSED:
      return _("compressed attention");
    case PLIMSOLL_ATTENTION_NONE:
    default:
      return NULL;
    }
}

static void
append_part (GString *line, const char *part)
{
  g_string_append_printf (line, "%s%s", line->len > 0 ? ", " : "", part);
}

static void G_GNUC_PRINTF (2, 3) append_format (GString *line, const char *format, ...)
{
  g_autofree char *part = NULL;
  va_list arguments;

  va_start (arguments, format);
  part = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  append_part (line, part);
}

static void
describe_layer (GString *line, const PlimsollLayer *layer)
{
  const PlimsollAttention *a = &layer->attention;
  const PlimsollFeedForward *f = &layer->feed_forward;

  if (attention_name (a->kind) != NULL)
    {
      append_part (line, attention_name (a->kind));
      if (a->window > 0)
        /* Translators: a number of tokens. */
        append_format (line, _("window %u"), a->window);
      if (a->kind == PLIMSOLL_ATTENTION_MLA)
        /* Translators: heads; elements of the latent row and of its rotated part. */
        append_format (line, _("%u heads, latent %u + %u"), a->heads, a->kv_lora_rank,
                       a->rope_dim);
      else
        /* Translators: query heads, heads of keys and values, elements of a head. */
        append_format (line, _("%u heads, %u KV heads of %u"), a->heads, a->kv_heads, a->key_dim);
    }
  if (layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
    append_part (line, _("recurrent"));
  if (f->experts > 0)
    /* Translators: experts that are chosen, all experts, the width of one. */
    append_format (line, _("%u of %u experts of %u"), f->experts_used, f->experts,
                   f->expert_width);
  if (f->shared_width > 0)
    /* Translators: a width. */
    append_format (line, _("shared expert of %u"), f->shared_width);
  if (f->dense_width > 0)
    /* Translators: the width of the feed-forward part. */
    append_format (line, _("feed-forward %u"), f->dense_width);
}

/* Each kind of block once, with how many there are of it. */
static void
add_layers (GString *text, const PlimsollModelSpec *spec)
{
  add_heading (text, _("Blocks"));
  for (guint32 kind = 0; kind < spec->n_kinds; kind++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_autofree char *times = NULL;
      guint n = 0;

      for (guint32 i = 0; i < spec->n_blocks + spec->n_mtp_blocks; i++)
        n += spec->pattern[i] == kind ? 1 : 0;
      if (n == 0)
        continue;
      times = g_strdup_printf ("%u ×", n);
      describe_layer (line, &spec->kinds[kind]);
      g_string_append (text, "  ");
      plimsoll_format_pad (text, times, 6, TRUE);
      g_string_append_printf (text, " %s\n", line->str);
    }
}

static void
add_cells (GString *text, const char *name, const char *n, const char *elements, const char *size)
{
  g_string_append (text, "  ");
  plimsoll_format_pad (text, name, 16, FALSE);
  plimsoll_format_pad (text, n, 10, TRUE);
  plimsoll_format_pad (text, elements, 22, TRUE);
  plimsoll_format_pad (text, size, 16, TRUE);
  g_string_append_c (text, '\n');
}

static void
add_format (GString *text, const char *name, guint64 tensors, guint64 elements, guint64 bytes)
{
  g_autofree char *n = plimsoll_format_count (tensors);
  g_autofree char *count = plimsoll_format_count (elements);
  g_autofree char *size = plimsoll_format_memory (bytes);

  add_cells (text, name, n, count, size);
}

static void
add_formats (GString *text, const PlimsollInspection *self)
{
  const PlimsollModelFile *gguf = self->gguf;
  const PlimsollSafetensors *safetensors = self->safetensors;

  g_string_append_c (text, '\n');
  add_cells (text, _("Type"), _("Tensors"), _("Elements"), _("Size"));
  for (gsize i = 0; gguf != NULL && i < gguf->n_formats; i++)
    add_format (text, gguf->by_format[i].name, gguf->by_format[i].tensors,
                gguf->by_format[i].elements, gguf->by_format[i].bytes);
  for (gsize i = 0; safetensors != NULL && i < safetensors->n_dtypes; i++)
    add_format (text, safetensors->by_dtype[i].name, safetensors->by_dtype[i].tensors,
                safetensors->by_dtype[i].elements, safetensors->by_dtype[i].bytes);
}

static void
add_roles (GString *text, const PlimsollModelFile *file)
{
  const guint64 *bytes = file->by_role;
  guint64 attention = 0;
  guint64 forward = 0;

  for (guint i = PLIMSOLL_ROLE_QUERY; i <= PLIMSOLL_ROLE_ATTENTION_OUTPUT; i++)
    attention += bytes[i];
  for (guint i = PLIMSOLL_ROLE_GATE; i <= PLIMSOLL_ROLE_DOWN; i++)
    forward += bytes[i];

  add_heading (text, _("Where the bytes are"));
  add_bytes (text, _("Embedding"), bytes[PLIMSOLL_ROLE_EMBEDDING]);
  add_bytes (text, _("Embeddings of blocks"), bytes[PLIMSOLL_ROLE_PER_LAYER_EMBEDDING]);
  add_bytes (text, _("Output head"), bytes[PLIMSOLL_ROLE_HEAD]);
  add_bytes (text, _("Attention"), attention);
  add_bytes (text, _("Feed-forward"), forward);
  add_bytes (text, _("of it routed experts"), file->expert_bytes);
  add_bytes (text, _("Others"), bytes[PLIMSOLL_ROLE_OTHER] + bytes[PLIMSOLL_ROLE_ROPE]);
  add_bytes (text, _("of it multi-token prediction"), file->mtp_bytes);
}

char *
plimsoll_inspection_to_text (const PlimsollInspection *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *const *sentence = plimsoll_inspection_assumptions (self);

  add_title (text, self);
  add_precision (text, self);
  add_counts (text, self);
  if (self->gguf != NULL)
    {
      add_bytes (text, _("Tensors"), self->gguf->tensor_bytes);
      add_bytes (text, _("File"), self->gguf->file_bytes);
      if (self->gguf->n_shards > 1)
        add_count (text, _("Shards"), self->gguf->n_shards);
    }
  else if (self->safetensors != NULL)
    {
      add_bytes (text, _("Tensors"), self->safetensors->tensor_bytes);
      add_bytes (text, _("Scales"), self->safetensors->scale_bytes);
      add_bytes (text, _("Files"), self->safetensors->file_bytes);
      if (self->safetensors->n_shards > 1)
        add_count (text, _("Shards"), self->safetensors->n_shards);
    }
  if (self->spec != NULL)
    {
      add_shapes (text, self->spec);
      add_layers (text, self->spec);
    }
  if (self->gguf != NULL && self->spec != NULL)
    add_roles (text, self->gguf);
  if (self->gguf != NULL || self->safetensors != NULL)
    add_formats (text, self);

  if (*sentence != NULL)
    g_string_append_c (text, '\n');
  for (; *sentence != NULL; sentence++)
    g_string_append_printf (text, "%s\n", *sentence);

  return g_string_free_and_steal (g_steal_pointer (&text));
}
