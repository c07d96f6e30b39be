/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-private.h"

#include "plimsoll-block-format.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Past these a header is no model's: the largest seen has 130,000 tensors over its shards and a
 * vocabulary of 262,144. */
#define MAX_HEADER_BYTES (G_GUINT64_CONSTANT (256) << 20)
#define MAX_TENSORS (1u << 20)
#define MAX_KEYS 65536
#define MAX_KEY_LENGTH 65535
#define MAX_DEPTH 4
#define MAX_ALIGNMENT (1u << 20)
#define DEFAULT_ALIGNMENT 32
/* What a name takes in a table, about. */
#define HASHED 32

enum
{
  TYPE_U8,
  TYPE_I8,
  TYPE_U16,
  TYPE_I16,
  TYPE_U32,
  TYPE_I32,
  TYPE_F32,
  TYPE_BOOL,
  TYPE_STRING,
  TYPE_ARRAY,
  TYPE_U64,
  TYPE_I64,
  TYPE_F64,
};

static const guint8 type_sizes[] = {
  [TYPE_U8] = 1,  [TYPE_I8] = 1,  [TYPE_U16] = 2,  [TYPE_I16] = 2,    [TYPE_U32] = 4,
  [TYPE_I32] = 4, [TYPE_F32] = 4, [TYPE_BOOL] = 1, [TYPE_STRING] = 0, [TYPE_ARRAY] = 0,
  [TYPE_U64] = 8, [TYPE_I64] = 8, [TYPE_F64] = 8,
};

typedef struct
{
  PlimsollByteCursor *cursor;
  PlimsollGguf *gguf;
  const char *name;
  GError **error;
  guint64 kept;      /* bytes in memory, about */
  gboolean may_jump; /* over what need not be read */
  gboolean jumped;
} Parser;

static gboolean G_GNUC_PRINTF (3, 4)
  fail (Parser *p, PlimsollFormatError code, const char *format, ...)
{
  g_autofree char *fault = NULL;
  va_list args;

  va_start (args, format);
  fault = g_strdup_vprintf (format, args);
  va_end (args);
  return plimsoll_format_fail (p->error, code, p->name, "%s", fault);
}

static gboolean
ends_in (Parser *p, const char *what)
{
  if (p->cursor->error != NULL)
    {
      g_propagate_error (p->error, g_steal_pointer (&p->cursor->error));
      return FALSE;
    }
  return fail (p, PLIMSOLL_FORMAT_ERROR_TRUNCATED, _("the file ends in the middle of %s"), what);
}

/* Counts what is kept in memory of a file that may be anybody's. */
static gboolean
keep (Parser *p, guint64 bytes)
{
  const guint64 most = p->cursor->source != NULL ? p->cursor->source->most_header : 0;

  p->kept += bytes;
  return most == 0 || p->kept <= most
         || fail (p, PLIMSOLL_FORMAT_ERROR_TOO_LARGE,
                  _("the header is more than %" PRIu64 " MiB, which is not fetched"), most >> 20);
}

static void
value_free (GgufValue *value)
{
  g_free (value->string);
  g_free (value->numbers);
  g_free (value);
}

static PlimsollGguf *
gguf_new (void)
{
  PlimsollGguf *self = g_new0 (PlimsollGguf, 1);

  self->n_shards = 1;
  self->alignment = DEFAULT_ALIGNMENT;
  self->strings = g_string_chunk_new (4096);
  self->values =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) value_free);
  self->tensors = g_array_new (FALSE, FALSE, sizeof (PlimsollGgufTensor));
  return self;
}

void
plimsoll_gguf_free (PlimsollGguf *self)
{
  g_string_chunk_free (self->strings);
  g_hash_table_unref (self->values);
  g_array_unref (self->tensors);
  g_free (self);
}

/* A length that cannot be true is damage, not the end of what was given. */
static gboolean
check_length (Parser *p, guint64 length, const char *what)
{
  if (length > MAX_HEADER_BYTES)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("%s claims a length of %" PRIu64 " bytes"),
                 what, length);
  if (length > plimsoll_byte_cursor_remaining (p->cursor))
    return ends_in (p, what);
  return TRUE;
}

static gboolean
read_string (Parser *p, gsize keep_at_most, const char *what, char **string)
{
  const guint8 *bytes;
  guint64 length;

  *string = NULL;
  if (!plimsoll_byte_cursor_u64 (p->cursor, &length))
    return ends_in (p, what);
  if (!check_length (p, length, what))
    return FALSE;
  if (length > keep_at_most)
    return plimsoll_byte_cursor_skip (p->cursor, length) || ends_in (p, what);
  if (!keep (p, length))
    return FALSE;
  bytes = plimsoll_byte_cursor_take (p->cursor, (gsize) length);
  if (bytes == NULL)
    return ends_in (p, what);
  *string = g_utf8_make_valid ((const char *) bytes, (gssize) length);
  return TRUE;
}

static guint64
load_number (Parser *p, const guint8 *bytes, guint size)
{
  guint64 value = 0;

  for (guint i = 0; i < size; i++)
    value |= (guint64) bytes[p->cursor->swap ? size - 1 - i : i] << (8 * i);
  return value;
}

static void
store_number (GgufValue *value, guint32 type, guint64 bits)
{
  guint size = type_sizes[type];

  value->kind = GGUF_VALUE_UINT;
  value->number = bits;
  switch (type)
    {
    case TYPE_I8:
    case TYPE_I16:
    case TYPE_I32:
    case TYPE_I64:
      if (bits >> (8 * size - 1))
        value->kind = GGUF_VALUE_NEGATIVE;
      value->real = (double) ((gint64) (bits << (64 - 8 * size)) >> (64 - 8 * size));
      break;
    case TYPE_F32:
      {
        guint32 word = (guint32) bits;
        float real;

        memcpy (&real, &word, sizeof real);
        value->kind = GGUF_VALUE_DOUBLE;
        value->real = (double) real;
      }
      break;
    case TYPE_F64:
      value->kind = GGUF_VALUE_DOUBLE;
      memcpy (&value->real, &bits, sizeof value->real);
      break;
    default:
      value->real = (double) bits;
    }
}

static gboolean
skip_strings (Parser *p, guint64 n, const char *key)
{
  if (p->may_jump && plimsoll_gguf_jump (p->cursor, n))
    {
      p->jumped = TRUE;
      return TRUE;
    }
  for (guint64 i = 0; i < n; i++)
    {
      guint64 length;

      if (!plimsoll_byte_cursor_u64 (p->cursor, &length))
        return ends_in (p, key);
      if (!check_length (p, length, key))
        return FALSE;
      if (!plimsoll_byte_cursor_skip (p->cursor, length))
        return ends_in (p, key);
    }
  return TRUE;
}

static gboolean
skip_array (Parser *p, const char *key, guint depth)
{
  guint32 type;
  guint64 n;

  if (depth > MAX_DEPTH)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("arrays nested too deeply in “%s”"), key);
  if (!plimsoll_byte_cursor_u32 (p->cursor, &type) || !plimsoll_byte_cursor_u64 (p->cursor, &n))
    return ends_in (p, key);
  if (type >= G_N_ELEMENTS (type_sizes))
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("“%s” has elements of unknown type %u"), key,
                 type);
  /* Each element takes a byte at least: this bounds every loop by the file. */
  if (!check_length (p, n, key))
    return FALSE;

  if (type == TYPE_STRING)
    return skip_strings (p, n, key);
  if (type == TYPE_ARRAY)
    {
      for (guint64 i = 0; i < n; i++)
        if (!skip_array (p, key, depth + 1))
          return FALSE;
      return TRUE;
    }
  return check_length (p, n * type_sizes[type], key)
         && (plimsoll_byte_cursor_skip (p->cursor, n * type_sizes[type]) || ends_in (p, key));
}

static gboolean
read_array (Parser *p, const char *key, GgufValue *value)
{
  const guint8 *bytes;
  guint32 type;
  guint64 n;
  guint size;

  if (!plimsoll_byte_cursor_u32 (p->cursor, &type) || !plimsoll_byte_cursor_u64 (p->cursor, &n))
    return ends_in (p, key);
  if (type >= G_N_ELEMENTS (type_sizes))
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("“%s” has elements of unknown type %u"), key,
                 type);
  if (!check_length (p, n, key))
    return FALSE;

  value->kind = GGUF_VALUE_LONG_ARRAY;
  value->number = n;
  if (type == TYPE_STRING)
    return skip_strings (p, n, key);
  if (type == TYPE_ARRAY)
    {
      for (guint64 i = 0; i < n; i++)
        if (!skip_array (p, key, 2))
          return FALSE;
      return TRUE;
    }

  size = type_sizes[type];
  if (!check_length (p, n * size, key))
    return FALSE;
  if (n > PLIMSOLL_GGUF_MAX_ARRAY)
    return plimsoll_byte_cursor_skip (p->cursor, n * size) || ends_in (p, key);

  if (!keep (p, n * sizeof *value->numbers))
    return FALSE;
  bytes = plimsoll_byte_cursor_take (p->cursor, (gsize) (n * size));
  if (bytes == NULL)
    return ends_in (p, key);
  value->kind = GGUF_VALUE_ARRAY;
  value->numbers = g_new0 (guint64, MAX (n, 1));
  for (guint64 i = 0; i < n; i++)
    {
      GgufValue element = { 0 };

      store_number (&element, type, load_number (p, bytes + i * size, size));
      if (element.kind == GGUF_VALUE_UINT)
        value->numbers[i] = element.number;
      else if (element.kind == GGUF_VALUE_DOUBLE && element.real >= 0 && element.real < 1e18)
        value->numbers[i] = (guint64) element.real;
    }
  return TRUE;
}

static gboolean
read_value (Parser *p, const char *key, GgufValue *value)
{
  const guint8 *bytes;
  guint32 type;

  if (!plimsoll_byte_cursor_u32 (p->cursor, &type))
    return ends_in (p, key);
  if (type >= G_N_ELEMENTS (type_sizes))
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("“%s” has the unknown type %u"), key, type);

  if (type == TYPE_STRING)
    {
      if (!read_string (p, PLIMSOLL_GGUF_MAX_STRING, key, &value->string))
        return FALSE;
      value->kind = value->string != NULL ? GGUF_VALUE_STRING : GGUF_VALUE_LONG_STRING;
      return TRUE;
    }
  if (type == TYPE_ARRAY)
    return read_array (p, key, value);

  bytes = plimsoll_byte_cursor_take (p->cursor, type_sizes[type]);
  if (bytes == NULL)
    return ends_in (p, key);
  store_number (value, type, load_number (p, bytes, type_sizes[type]));
  return TRUE;
}

static gboolean
read_metadata (Parser *p, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    {
      g_autofree char *key = NULL;
      GgufValue *value;

      if (!read_string (p, MAX_KEY_LENGTH, _("the metadata"), &key))
        return FALSE;
      if (key == NULL || *key == '\0')
        return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED,
                     _("metadata entry %" PRIu64 " has no proper key"), i + 1);
      if (g_hash_table_contains (p->gguf->values, key))
        return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("the key “%s” stands twice"), key);

      value = g_new0 (GgufValue, 1);
      if (!keep (p, sizeof *value) || !read_value (p, key, value))
        {
          value_free (value);
          return FALSE;
        }
      g_hash_table_insert (p->gguf->values, g_steal_pointer (&key), value);
    }
  return TRUE;
}

static gboolean
read_alignment (Parser *p)
{
  guint64 alignment;

  if (!g_hash_table_contains (p->gguf->values, "general.alignment"))
    return TRUE;
  if (!plimsoll_gguf_uint (p->gguf, "general.alignment", &alignment) || alignment == 0
      || alignment > MAX_ALIGNMENT || (alignment & (alignment - 1)) != 0)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED,
                 _("general.alignment is no power of two from 1 to %u"), MAX_ALIGNMENT);
  p->gguf->alignment = alignment;
  return TRUE;
}

static gboolean
tensor_bytes (Parser *p, PlimsollGgufTensor *tensor)
{
  const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (tensor->format);
  guint64 elements = 1, row;

  for (guint d = 0; d < 4; d++)
    if (!g_uint64_checked_mul (&elements, elements, tensor->ne[d]) || elements > G_MAXINT64)
      return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("the shape of “%s” is beyond any memory"),
                   tensor->name);

  if (info == NULL)
    {
      tensor->guessed = TRUE;
      return TRUE;
    }
  if (tensor->ne[0] % info->elements != 0)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED,
                 _("rows of %" PRIu64 " elements in “%s” are no whole blocks of %s"),
                 tensor->ne[0], tensor->name, info->name);
  if (!plimsoll_block_format_row_bytes (tensor->format, tensor->ne[0], &row)
      || !g_uint64_checked_mul (&tensor->bytes, row, elements / tensor->ne[0]))
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("the size of “%s” is beyond any memory"),
                 tensor->name);
  return TRUE;
}

static gboolean
read_tensor (Parser *p, PlimsollGgufTensor *tensor)
{
  g_autofree char *name = NULL;
  guint32 n_dims;

  if (!read_string (p, MAX_KEY_LENGTH, _("the list of tensors"), &name))
    return FALSE;
  if (name == NULL || *name == '\0')
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("a tensor has no proper name"));
  *tensor = (PlimsollGgufTensor) { .ne = { 1, 1, 1, 1 } };
  tensor->name = g_string_chunk_insert (p->gguf->strings, name);

  if (!plimsoll_byte_cursor_u32 (p->cursor, &n_dims))
    return ends_in (p, _("the list of tensors"));
  if (n_dims < 1 || n_dims > 4)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("“%s” has %u dimensions"), name, n_dims);
  tensor->n_dims = n_dims;
  for (guint d = 0; d < n_dims; d++)
    {
      if (!plimsoll_byte_cursor_u64 (p->cursor, &tensor->ne[d]))
        return ends_in (p, _("the list of tensors"));
      if (tensor->ne[d] == 0)
        return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("“%s” has a dimension of 0"), name);
    }
  if (!plimsoll_byte_cursor_u32 (p->cursor, &tensor->format)
      || !plimsoll_byte_cursor_u64 (p->cursor, &tensor->offset))
    return ends_in (p, _("the list of tensors"));
  if (tensor->offset % p->gguf->alignment != 0)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("the data of “%s” is not aligned"), name);
  return tensor_bytes (p, tensor);
}

static int
by_offset (const void *a, const void *b)
{
  const PlimsollGgufTensor *x = *(const PlimsollGgufTensor *const *) a;
  const PlimsollGgufTensor *y = *(const PlimsollGgufTensor *const *) b;

  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Sizes of unknown formats by what follows, and every tensor within the file. */
static gboolean
check_data (Parser *p, guint64 file_size)
{
  GArray *tensors = p->gguf->tensors;
  guint64 start = p->gguf->header_bytes, data = file_size > start ? file_size - start : 0;
  g_autofree PlimsollGgufTensor **order = g_new (PlimsollGgufTensor *, MAX (tensors->len, 1));

  for (guint i = 0; i < tensors->len; i++)
    order[i] = &g_array_index (tensors, PlimsollGgufTensor, i);
  qsort (order, tensors->len, sizeof *order, by_offset);

  for (guint i = 0; i < tensors->len; i++)
    {
      PlimsollGgufTensor *tensor = order[i];
      guint64 next = i + 1 < tensors->len ? order[i + 1]->offset : data, end;

      if (tensor->guessed && next > tensor->offset)
        tensor->bytes = next - tensor->offset;
      if (!g_uint64_checked_add (&end, tensor->offset, tensor->bytes) || end > data)
        return fail (p, PLIMSOLL_FORMAT_ERROR_TRUNCATED,
                     _("the data of “%s” lies past the end of the file"), tensor->name);
      if (i + 1 < tensors->len && end > next)
        return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("the data of “%s” and “%s” overlap"),
                     tensor->name, order[i + 1]->name);
    }
  return TRUE;
}

static gboolean
read_tensors (Parser *p, guint64 n)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint64 i = 0; i < n; i++)
    {
      PlimsollGgufTensor tensor;

      if (!keep (p, sizeof tensor + HASHED) || !read_tensor (p, &tensor))
        return FALSE;
      if (!g_hash_table_add (names, (gpointer) tensor.name))
        return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED, _("the tensor “%s” stands twice"),
                     tensor.name);
      g_array_append_val (p->gguf->tensors, tensor);
    }
  return TRUE;
}

static gboolean
read_version (Parser *p)
{
  const guint8 *magic = plimsoll_byte_cursor_take (p->cursor, 4);
  guint32 version;

  if (magic == NULL && plimsoll_byte_cursor_remaining (p->cursor) < 4)
    return fail (p, PLIMSOLL_FORMAT_ERROR_NOT_THIS, _("no GGUF file: it is too short"));
  if (magic == NULL)
    return ends_in (p, _("the magic number"));
  if (memcmp (magic, "GGUF", 4) != 0)
    return fail (p, PLIMSOLL_FORMAT_ERROR_NOT_THIS,
                 _("no GGUF file: it does not begin with “GGUF”"));
  if (!plimsoll_byte_cursor_u32 (p->cursor, &version))
    return ends_in (p, _("the version"));

  /* A small number whose upper half alone is set was written in the other byte order. */
  if ((version & 0xffff) == 0 && version != 0)
    {
      p->cursor->swap = TRUE;
      version = GUINT32_SWAP_LE_BE (version);
    }
  p->gguf->version = version;
  p->gguf->big_endian = p->cursor->swap;
  if (version == 1)
    return fail (p, PLIMSOLL_FORMAT_ERROR_UNSUPPORTED,
                 _("GGUF version 1, of August 2023, which no present engine reads"));
  if (version != 2 && version != 3)
    return fail (p, PLIMSOLL_FORMAT_ERROR_UNSUPPORTED, _("GGUF version %u is not known"), version);
  return TRUE;
}

static gboolean
parse (Parser *p, guint64 file_size)
{
  guint64 n_tensors, n_keys, at, padding;

  if (!read_version (p))
    return FALSE;
  if (!plimsoll_byte_cursor_u64 (p->cursor, &n_tensors)
      || !plimsoll_byte_cursor_u64 (p->cursor, &n_keys))
    return ends_in (p, _("the header"));
  if (n_keys > MAX_KEYS || n_tensors > MAX_TENSORS)
    return fail (p, PLIMSOLL_FORMAT_ERROR_DAMAGED,
                 _("%" PRIu64 " tensors and %" PRIu64 " metadata entries cannot be"), n_tensors,
                 n_keys);

  if (!read_metadata (p, n_keys) || !read_alignment (p) || !read_tensors (p, n_tensors))
    return FALSE;

  at = plimsoll_byte_cursor_offset (p->cursor);
  padding = (p->gguf->alignment - at % p->gguf->alignment) % p->gguf->alignment;
  p->gguf->header_bytes = at + (n_tensors > 0 ? padding : 0);
  p->gguf->file_bytes = file_size;
  return check_data (p, file_size);
}

static PlimsollGguf *
parse_once (PlimsollByteCursor *cursor,
            guint64 file_size,
            const char *name,
            gboolean *jumped,
            GError **error)
{
  g_autoptr (PlimsollGguf) gguf = gguf_new ();
  Parser parser = { .cursor = cursor, .gguf = gguf, .name = name, .error = error };
  gboolean ok;

  parser.may_jump = *jumped;
  ok = parse (&parser, file_size);
  *jumped = parser.jumped;
  return ok ? g_steal_pointer (&gguf) : NULL;
}

PlimsollGguf *
plimsoll_gguf_parse_cursor (PlimsollByteCursor *cursor,
                            guint64 file_size,
                            const char *name,
                            GError **error)
{
  gboolean jumped = cursor->source != NULL && cursor->source->far;
  GError *fault = NULL;
  PlimsollGguf *gguf;

  cursor->limit = MIN (cursor->limit, MAX_HEADER_BYTES);
  gguf = parse_once (cursor, file_size, name, &jumped, &fault);
  if (gguf == NULL && jumped && fault->domain == PLIMSOLL_FORMAT_ERROR)
    {
      /* A jump that led astray: all of it is read. */
      g_clear_error (&fault);
      plimsoll_byte_cursor_seek (cursor, 0);
      jumped = cursor->swap = FALSE;
      gguf = parse_once (cursor, file_size, name, &jumped, &fault);
    }
  if (gguf == NULL)
    g_propagate_error (error, fault);
  return gguf;
}

PlimsollGguf *
plimsoll_gguf_parse (const guint8 *data,
                     gsize length,
                     guint64 file_size,
                     const char *name,
                     GError **error)
{
  PlimsollByteCursor cursor;

  plimsoll_byte_cursor_init_memory (&cursor, data, length);
  return plimsoll_gguf_parse_cursor (&cursor, file_size, name, error);
}
