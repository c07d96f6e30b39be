/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-log-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_NUMBER 48

/* Where in a sequence that colours text the reader is. */
typedef enum
{
  ESCAPE_NONE,
  ESCAPE_BEGUN,   /* after ESC */
  ESCAPE_CONTROL, /* after ESC [ */
  ESCAPE_STRING,  /* after ESC ], to the bell or the next ESC */
} Escape;

typedef enum
{
  WIDTH_UNKNOWN,
  WIDTH_ONE,
  WIDTH_TWO_LITTLE, /* UTF-16, as a shell on Windows redirects */
  WIDTH_TWO_BIG,
} Width;

struct _PlimsollLogReader
{
  LogLoad load;
  guint64 n_bytes;
  Escape escape;
  Width width;
  guint8 half[2]; /* a unit, or what may be a byte order mark, that came in two pieces */
  guint n_half;
  gsize n_line;
  char line[PLIMSOLL_LOG_MAX_LINE + 1];
};

static void
figure_free (gpointer data)
{
  PlimsollLogFigure *figure = data;

  g_free (figure->device);
  g_free (figure);
}

static void
device_free (gpointer data)
{
  PlimsollLogDevice *device = data;

  g_free (device->id);
  g_free (device->name);
  g_free (device);
}

static void
speed_free (gpointer data)
{
  PlimsollLogSpeed *speed = data;

  g_free (speed->model);
  g_free (speed->backend);
  g_free (speed->device);
  g_free (speed);
}

static PlimsollLog *
log_new (void)
{
  PlimsollLog *self = g_new0 (PlimsollLog, 1);

  self->version = g_strdup ("");
  self->figures = g_ptr_array_new_with_free_func (figure_free);
  self->devices = g_ptr_array_new_with_free_func (device_free);
  self->speeds = g_ptr_array_new_with_free_func (speed_free);
  self->model_name = g_strdup ("");
  self->model_id = g_strdup ("");
  self->architecture = g_strdup ("");
  self->file_type = g_strdup ("");
  self->kv_k = g_strdup ("");
  self->kv_v = g_strdup ("");
  self->offloaded = -1;
  self->offloadable = -1;
  self->utilization = (double) NAN;
  self->concurrency = (double) NAN;

  return self;
}

void
plimsoll_log_free (PlimsollLog *self)
{
  g_free (self->version);
  g_ptr_array_unref (self->figures);
  g_ptr_array_unref (self->devices);
  g_ptr_array_unref (self->speeds);
  g_free (self->model_name);
  g_free (self->model_id);
  g_free (self->architecture);
  g_free (self->file_type);
  g_free (self->kv_k);
  g_free (self->kv_v);
  g_free (self);
}

const char *
plimsoll_log_source_name (PlimsollLogSource source)
{
  static const char *const names[] = { "", "llama.cpp", "Ollama", "vLLM", "SGLang", "llama-bench" };

  return names[source];
}

/* --- What the readers of lines share --- */

void
log_set_text (char **to, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, MIN (length, LOG_MAX_TEXT));

  g_free (*to);
  *to = g_strstrip (g_utf8_make_valid (copy, -1));
}

gboolean
log_real (const char *text, double *value)
{
  char *end = NULL;
  double number = g_ascii_strtod (text, &end);

  if (end == text || !isfinite (number))
    return FALSE;
  *value = number;

  return TRUE;
}

gboolean
log_count (const char *text, guint64 *value)
{
  guint64 number = 0;

  while (*text == ' ')
    text++;
  if (!g_ascii_isdigit (*text))
    return FALSE;

  for (; g_ascii_isdigit (*text) || (*text == ',' && g_ascii_isdigit (text[1])); text++)
    if (*text != ','
        && (!g_uint64_checked_mul (&number, number, 10)
            || !g_uint64_checked_add (&number, number, (guint64) (*text - '0'))))
      return FALSE;
  *value = number;

  return TRUE;
}

gboolean
log_count32 (const char *text, guint32 *value)
{
  guint64 number;

  if (!log_count (text, &number) || number > G_MAXUINT32)
    return FALSE;
  *value = (guint32) number;

  return TRUE;
}

gboolean
log_bytes (const char *text, gboolean binary, guint64 *bytes, guint64 *rounding)
{
  static const struct
  {
    const char *name;
    double binary;
    double decimal;
  } units[] = {
    { "KiB", 0x1p10, 0x1p10 }, { "MiB", 0x1p20, 0x1p20 }, { "GiB", 0x1p30, 0x1p30 },
    { "TiB", 0x1p40, 0x1p40 }, { "KB", 0x1p10, 1e3 },     { "MB", 0x1p20, 1e6 },
    { "GB", 0x1p30, 1e9 },     { "TB", 0x1p40, 1e12 },    { "B", 1, 1 },
  };
  const char *point;
  char *end = NULL;
  double number, unit, digit = 1;

  while (*text == ' ')
    text++;
  if (!g_ascii_isdigit (*text))
    return FALSE;
  number = g_ascii_strtod (text, &end);
  if (end - text > MAX_NUMBER)
    return FALSE;

  point = memchr (text, '.', (gsize) (end - text));
  for (; point != NULL && point + 1 < end; point++)
    digit /= 10;
  while (*end == ' ')
    end++;

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_prefix (end, units[i].name))
      {
        unit = binary ? units[i].binary : units[i].decimal;
        if (!(number * unit < 0x1p62))
          return FALSE;
        *bytes = (guint64) (number * unit + 0.5);
        *rounding = (guint64) (digit * unit / 2);
        return TRUE;
      }

  return FALSE;
}

char *
log_member (const char *line, const char *key, const char *ends)
{
  const char *value = line;
  char *text = NULL;
  gsize length, n_key = strlen (key);

  /* A key of its own, and not the end of a longer one. */
  while ((value = strstr (value, key)) != NULL
         && ((value > line && (g_ascii_isalnum (value[-1]) || value[-1] == '_' || value[-1] == '.'))
             || (value[n_key] != '=' && value[n_key] != ':')))
    value += n_key;
  if (value == NULL)
    return NULL;

  value += n_key + 1;
  while (*value == ' ')
    value++;
  if (*value == '\'' || *value == '"')
    {
      const char quote[] = { *value++, '\0' };

      length = strcspn (value, quote);
    }
  else
    length = strcspn (value, ends);

  log_set_text (&text, value, length);

  return text;
}

static gboolean
is_forecast (const PlimsollLogFigure *figure)
{
  return figure->forecast;
}

void
log_add_figure (GPtrArray *figures, const PlimsollLogFigure *figure, gboolean replace)
{
  PlimsollLogFigure *own;

  if (!figure->forecast)
    log_drop_figures (figures, is_forecast);

  for (guint i = 0; i < figures->len; i++)
    {
      own = figures->pdata[i];
      if (own->kind != figure->kind || strcmp (own->device, figure->device) != 0)
        continue;

      if (replace)
        {
          own->bytes = figure->bytes;
          own->rounding = figure->rounding;
        }
      else
        {
          own->bytes += figure->bytes;
          own->rounding += figure->rounding;
        }
      own->bytes = MIN (own->bytes, G_GUINT64_CONSTANT (1) << 62);
      return;
    }

  if (figures->len >= LOG_MAX_FIGURES)
    return;
  own = g_new (PlimsollLogFigure, 1);
  *own = *figure;
  own->device = NULL;
  log_set_text (&own->device, figure->device, strlen (figure->device));
  g_ptr_array_add (figures, own);
}

void
log_drop_figures (GPtrArray *figures, gboolean (*drops) (const PlimsollLogFigure *figure))
{
  for (guint i = figures->len; i-- > 0;)
    if (drops (figures->pdata[i]))
      g_ptr_array_remove_index (figures, i);
}

PlimsollLogDevice *
log_device (PlimsollLog *log, const char *id)
{
  PlimsollLogDevice *device;

  for (guint i = 0; i < log->devices->len; i++)
    {
      device = log->devices->pdata[i];
      if (g_str_equal (device->id, id))
        return device;
    }

  device = g_new0 (PlimsollLogDevice, 1);
  log_set_text (&device->id, id, strlen (id));
  device->name = g_strdup ("");
  if (log->devices->len >= LOG_MAX_DEVICES)
    {
      device_free (log->devices->pdata[LOG_MAX_DEVICES - 1]);
      log->devices->pdata[LOG_MAX_DEVICES - 1] = device;
    }
  else
    g_ptr_array_add (log->devices, device);

  return device;
}

static gboolean
has_kind (const PlimsollLog *log, PlimsollLogKind kind)
{
  for (guint i = 0; i < log->figures->len; i++)
    if (((const PlimsollLogFigure *) log->figures->pdata[i])->kind == kind)
      return TRUE;

  return FALSE;
}

/* Whole: weights, and what follows on them. */
static gboolean
is_whole (const PlimsollLog *log)
{
  return has_kind (log, PLIMSOLL_LOG_WEIGHTS)
         && (has_kind (log, PLIMSOLL_LOG_COMPUTE) || has_kind (log, PLIMSOLL_LOG_KV_CACHE)
             || has_kind (log, PLIMSOLL_LOG_CONTEXT) || has_kind (log, PLIMSOLL_LOG_STATE));
}

void
log_set_source (LogLoad *self, PlimsollLogSource source)
{
  if (self->log->source == PLIMSOLL_LOG_UNKNOWN
      || (self->log->source == PLIMSOLL_LOG_LLAMA_CPP && source == PLIMSOLL_LOG_OLLAMA))
    self->log->source = source;
}

/* What was said before the load stays: devices, versions, arguments of the server. */
void
log_begin (LogLoad *self)
{
  PlimsollLog *next = log_new ();
  PlimsollLog *last = self->log;

  next->source = last->source;
  g_set_str (&next->version, last->version);
  for (guint i = 0; i < last->devices->len; i++)
    {
      const PlimsollLogDevice *device = last->devices->pdata[i];
      PlimsollLogDevice *own = log_device (next, device->id);

      g_set_str (&own->name, device->name);
      own->total = device->total;
      own->free = device->free;
    }

  self->log = next;
  if (is_whole (last))
    {
      g_clear_pointer (&self->whole, plimsoll_log_free);
      self->whole = last;
    }
  else
    plimsoll_log_free (last);
  g_ptr_array_set_size (self->breakdown, 0);
}

/* --- Lines --- */

/* Some engines log in JSON, an object a line: what they say is in "msg". */
static char *
unwrap (char *line)
{
  char *message = strstr (line, "\"msg\":\"");
  char *end;

  if (*line != '{' || message == NULL)
    return line;

  message += strlen ("\"msg\":\"");
  end = strrchr (message, '"');
  if (end != NULL)
    *end = '\0';
  if (g_str_has_suffix (message, "\\n"))
    message[strlen (message) - 2] = '\0';

  return message;
}

static void
take_line (PlimsollLogReader *self)
{
  LogLoad *load = &self->load;
  char *line = self->line;

  line[self->n_line] = '\0';
  self->n_line = 0;
  if (*line == '\0')
    return;

  line = unwrap (line);
  if (!log_take_bench (load, line) && !log_take_ollama (load, line) && !log_take_llama (load, line)
      && !log_take_vllm (load, line))
    log_take_sglang (load, line);
}

static void
take_byte (PlimsollLogReader *self, guint8 byte)
{
  if (byte == '\n' || byte == '\r')
    {
      self->escape = ESCAPE_NONE;
      take_line (self);
      return;
    }

  switch (self->escape)
    {
    case ESCAPE_BEGUN:
      self->escape = byte == '[' ? ESCAPE_CONTROL : byte == ']' ? ESCAPE_STRING : ESCAPE_NONE;
      return;
    case ESCAPE_CONTROL:
      if (byte >= '@' && byte <= '~')
        self->escape = ESCAPE_NONE;
      return;
    case ESCAPE_STRING:
      if (byte == '\a')
        self->escape = ESCAPE_NONE;
      else if (byte == 0x1b)
        self->escape = ESCAPE_BEGUN;
      return;
    case ESCAPE_NONE:
    default:
      break;
    }

  if (byte == 0x1b)
    self->escape = ESCAPE_BEGUN;
  else if (byte != '\0' && self->n_line < PLIMSOLL_LOG_MAX_LINE)
    self->line[self->n_line++] = byte == '\t' ? ' ' : (char) byte;
}

static void
take_unit (PlimsollLogReader *self, guint8 first, guint8 second)
{
  guint unit =
    self->width == WIDTH_TWO_LITTLE ? (guint) (first | second << 8) : (guint) (first << 8 | second);

  take_byte (self, unit < 0x80 ? (guint8) unit : '?');
}

static void
take_raw (PlimsollLogReader *self, guint8 byte)
{
  if (self->width == WIDTH_ONE)
    {
      take_byte (self, byte);
      return;
    }

  self->half[self->n_half++] = byte;
  if (self->n_half < 2)
    return;

  self->n_half = 0;
  if (self->width != WIDTH_UNKNOWN)
    take_unit (self, self->half[0], self->half[1]);
  else if (self->half[0] == 0xff && self->half[1] == 0xfe)
    self->width = WIDTH_TWO_LITTLE;
  else if (self->half[0] == 0xfe && self->half[1] == 0xff)
    self->width = WIDTH_TWO_BIG;
  else
    {
      self->width = WIDTH_ONE;
      take_byte (self, self->half[0]);
      take_byte (self, self->half[1]);
    }
}

/* --- Public --- */

PlimsollLogReader *
plimsoll_log_reader_new (void)
{
  PlimsollLogReader *self = g_new0 (PlimsollLogReader, 1);

  self->load.log = log_new ();
  self->load.breakdown = g_ptr_array_new_with_free_func (figure_free);

  return self;
}

void
plimsoll_log_reader_free (PlimsollLogReader *self)
{
  g_clear_pointer (&self->load.log, plimsoll_log_free);
  g_clear_pointer (&self->load.whole, plimsoll_log_free);
  g_clear_pointer (&self->load.breakdown, g_ptr_array_unref);
  g_clear_pointer (&self->load.columns, g_strfreev);
  g_clear_pointer (&self->load.row, speed_free);
  g_free (self);
}

gboolean
plimsoll_log_reader_feed (PlimsollLogReader *self, const char *data, gsize length)
{
  const gsize wanted =
    (gsize) MIN ((guint64) length,
                 PLIMSOLL_LOG_MAX_BYTES - MIN (self->n_bytes, PLIMSOLL_LOG_MAX_BYTES));

  for (gsize i = 0; i < wanted; i++)
    take_raw (self, (guint8) data[i]);
  self->n_bytes += wanted;
  if (wanted < length)
    self->load.log->cut = TRUE;

  return wanted == length;
}

/* The table at exit stands for buffers that the log does not name. */
static void
take_breakdown (LogLoad *load)
{
  if (is_whole (load->log) || load->breakdown->len == 0)
    return;

  g_ptr_array_unref (load->log->figures);
  load->log->figures = g_ptr_array_ref (load->breakdown);
}

PlimsollLog *
plimsoll_log_reader_finish (PlimsollLogReader *self, const char *file, GError **error)
{
  g_autoptr (PlimsollLogReader) reader = self;
  LogLoad *load = &reader->load;
  g_autoptr (PlimsollLog) log = NULL;
  const gboolean cut = load->log->cut;
  GPtrArray *speeds;

  if (reader->width == WIDTH_UNKNOWN && reader->n_half == 1)
    take_byte (reader, reader->half[0]);
  take_line (reader);
  take_breakdown (load);

  speeds = g_ptr_array_ref (load->log->speeds);
  if (!is_whole (load->log) && load->whole != NULL)
    log = g_steal_pointer (&load->whole);
  else
    log = g_steal_pointer (&load->log);
  g_ptr_array_unref (log->speeds);
  log->speeds = speeds;
  log->complete = is_whole (log);
  log->n_loads = MAX (load->n_loads, log->figures->len > 0 ? 1 : 0);
  log->cut = cut;
  if (speeds->len > 0 && log->figures->len == 0)
    log->source = PLIMSOLL_LOG_BENCH;

  if (log->figures->len == 0 && speeds->len == 0)
    {
      if (log->source == PLIMSOLL_LOG_UNKNOWN)
        g_set_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_NOT_THIS,
                     _("“%s” is no log of llama.cpp, Ollama, vLLM or SGLang, and no output of "
                        "llama-bench"),
                     file);
      else
        g_set_error (
          error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_MISSING,
          _("“%s” is a log of %s, but says nothing of memory; llama.cpp does with -lv 4"), file,
          plimsoll_log_source_name (log->source));
      return NULL;
    }

  return g_steal_pointer (&log);
}

PlimsollLog *
plimsoll_log_read_stream (GInputStream *stream,
                          const char *file,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (PlimsollLogReader) reader = plimsoll_log_reader_new ();
  g_autofree char *piece = g_malloc (1 << 16);
  gssize n;

  while ((n = g_input_stream_read (stream, piece, 1 << 16, cancellable, error)) > 0)
    if (!plimsoll_log_reader_feed (reader, piece, (gsize) n))
      break;
  if (n < 0)
    return NULL;

  return plimsoll_log_reader_finish (g_steal_pointer (&reader), file, error);
}

PlimsollLog *
plimsoll_log_read (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *name = g_filename_display_name (path);

  if (stream == NULL)
    return NULL;

  return plimsoll_log_read_stream (G_INPUT_STREAM (stream), name, NULL, error);
}
