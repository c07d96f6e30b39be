/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-receipt.h"

#include "plimsoll-format.h"
#include "plimsoll-receipt-private.h"
#include "plimsoll-sizer.h"

#include <glib/gi18n.h>
#include <math.h>

/* Predicted and real beside each other. */

static void
line_free (gpointer data)
{
  PlimsollReceiptLine *line = data;

  g_free (line->what);
  g_free (line->place);
  g_free (line);
}

void
plimsoll_receipt_free (PlimsollReceipt *self)
{
  g_ptr_array_unref (self->lines);
  g_ptr_array_unref (self->others);
  g_free (self);
}

static const char *
kind_name (PlimsollLogKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_LOG_WEIGHTS:
      return _("Weights");
    case PLIMSOLL_LOG_KV_CACHE:
      return _("KV cache");
    case PLIMSOLL_LOG_STATE:
      return _("State");
    case PLIMSOLL_LOG_CONTEXT:
      return _("Cache and state");
    case PLIMSOLL_LOG_COMPUTE:
      return _("Compute buffer");
    case PLIMSOLL_LOG_OUTPUT:
      return _("Logits");
    case PLIMSOLL_LOG_GRAPHS:
      return _("Captured graphs");
    case PLIMSOLL_LOG_ACTIVATIONS:
      return _("Peak of activations");
    case PLIMSOLL_LOG_PROJECTOR:
      return _("Vision projector");
    case PLIMSOLL_LOG_OTHER:
      return _("Driver and other programs");
    }

  g_return_val_if_reached ("");
}

/* --- What is predicted --- */

/* What the scenario cannot say, but the log does. */
static void
refine_question (const PlimsollLog *log,
                 const PlimsollLogPlaces *places,
                 PlimsollQuestion *question)
{
  gboolean all_known = places->n > 0;

  question->n_devices = places->n;
  if (log->batch > 0)
    question->batch = MAX (log->batch, 1);
  if (log->outputs > 0 && question->all_outputs)
    {
      question->all_outputs = FALSE;
      question->outputs = log->outputs;
    }
  if (log->is_old_llama)
    question->build = PLIMSOLL_BUILD_2026_03;

  /* Layers go by free memory, unless somebody said otherwise; logs do not tell. */
  for (guint i = 0; i < places->n; i++)
    {
      const PlimsollLogDevice *found = NULL;

      for (guint j = 0; j < log->devices->len && found == NULL; j++)
        {
          const PlimsollLogDevice *device = log->devices->pdata[j];

          if (g_str_equal (device->id, places->names[i]) && device->free > 0)
            found = device;
        }
      all_known = all_known && found != NULL;
      question->device_shares[i] = found != NULL ? (float) found->free : 0;
    }
  if (!all_known)
    for (guint i = 0; i < places->n; i++)
      question->device_shares[i] = 0;
}

static guint64
real_weights (const PlimsollLog *log, const char *device)
{
  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *figure = log->figures->pdata[i];

      if (figure->kind == PLIMSOLL_LOG_WEIGHTS && g_str_equal (figure->device, device))
        return figure->bytes;
    }

  return 0;
}

/* Logs do not tell --n-cpu-moe; the one with which the weights of the first device come out. */
static guint
experts_out (const PlimsollLog *log,
             const PlimsollLogPlaces *places,
             const PlimsollModelSpec *spec,
             const PlimsollWeights *weights,
             const PlimsollQuestion *question)
{
  const guint64 real = places->n == 1 ? real_weights (log, places->names[0]) : 0;
  PlimsollQuestion trial = *question;
  PlimsollMemory memory;

  if (real == 0 || question->n_cpu_moe > 0)
    return question->n_cpu_moe;

  for (guint n = 0; n <= spec->n_blocks; n++)
    {
      trial.n_cpu_moe = n;
      if (!plimsoll_memory (spec, weights, &trial, &memory, NULL))
        break;
      if (fabs ((double) memory.devices[0].weights - (double) real) < 0.002 * (double) real)
        return n;
    }

  return 0;
}

static guint64
predicted_on_host (const PlimsollMemory *memory, PlimsollLogKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_LOG_WEIGHTS:
      return memory->weights_host;
    case PLIMSOLL_LOG_KV_CACHE:
      return memory->kv_host;
    case PLIMSOLL_LOG_STATE:
      return memory->state_host;
    case PLIMSOLL_LOG_CONTEXT:
      return memory->kv_host + memory->state_host;
    case PLIMSOLL_LOG_COMPUTE:
      return memory->compute_host;
    case PLIMSOLL_LOG_OUTPUT:
      return memory->output_host;
    case PLIMSOLL_LOG_GRAPHS:
    case PLIMSOLL_LOG_ACTIVATIONS:
    case PLIMSOLL_LOG_PROJECTOR:
    case PLIMSOLL_LOG_OTHER:
    default:
      return 0;
    }
}

static guint64
predicted_on_device (const PlimsollDeviceMemory *device, PlimsollLogKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_LOG_WEIGHTS:
      return device->weights;
    case PLIMSOLL_LOG_KV_CACHE:
      return device->kv_cache;
    case PLIMSOLL_LOG_STATE:
      return device->state;
    case PLIMSOLL_LOG_CONTEXT:
      return device->kv_cache + device->state;
    case PLIMSOLL_LOG_COMPUTE:
      return device->compute;
    case PLIMSOLL_LOG_OUTPUT:
    case PLIMSOLL_LOG_GRAPHS:
    case PLIMSOLL_LOG_ACTIVATIONS:
    case PLIMSOLL_LOG_PROJECTOR:
    case PLIMSOLL_LOG_OTHER:
    default:
      return 0;
    }
}

static guint64
predicted_in_all (const PlimsollMemory *memory, PlimsollLogKind kind)
{
  guint64 bytes = predicted_on_host (memory, kind);

  for (guint i = 0; i < memory->n_devices; i++)
    bytes += predicted_on_device (&memory->devices[i], kind);

  return bytes;
}

/* --- Lines --- */

static void
add_line (PlimsollReceipt *self,
          PlimsollLogKind kind,
          const char *place,
          guint64 predicted,
          guint64 real,
          guint64 rounding)
{
  PlimsollReceiptLine *line;

  if (predicted == 0 && real == 0)
    return;
  line = g_new0 (PlimsollReceiptLine, 1);
  line->kind = kind;
  line->what = g_strdup (kind_name (kind));
  line->place = g_strdup (place);
  line->predicted = predicted;
  line->real = real;
  line->rounding = rounding;
  g_ptr_array_add (self->lines, line);
  self->predicted += predicted;
  self->real += real;
}

static void
add_other (PlimsollReceipt *self, const PlimsollLogFigure *figure, const char *why)
{
  g_autofree char *bytes = plimsoll_format_memory (figure->bytes);

  g_ptr_array_add (self->others,
                   /* Translators: a kind of memory, an amount, where it is, why not compared. */
                   g_strdup_printf (_("Not compared: %s, %s on %s: %s."), kind_name (figure->kind),
                                    bytes, figure->device, why));
}

static gboolean
is_compared (PlimsollReceipt *self, const PlimsollLogFigure *figure, const PlimsollMemory *memory)
{
  if (figure->kind == PLIMSOLL_LOG_OTHER)
    add_other (self, figure, _("it is outside the engine's own buffers"));
  else if (figure->kind == PLIMSOLL_LOG_PROJECTOR)
    add_other (self, figure, _("the projector is a file of its own"));
  else if (figure->kind == PLIMSOLL_LOG_COMPUTE && memory->compute_exactness == PLIMSOLL_UNKNOWN)
    add_other (self, figure, _("the model's shapes are not known"));
  else
    return TRUE;

  return FALSE;
}

/* Several buffers of one kind in system memory are one line: the processor's, and those that the
 * devices read from. */
static void
add_host_lines (PlimsollReceipt *self, const PlimsollLog *log, const PlimsollMemory *memory)
{
  static const PlimsollLogKind kinds[] = { PLIMSOLL_LOG_WEIGHTS, PLIMSOLL_LOG_KV_CACHE,
                                           PLIMSOLL_LOG_STATE,   PLIMSOLL_LOG_CONTEXT,
                                           PLIMSOLL_LOG_COMPUTE, PLIMSOLL_LOG_OUTPUT };

  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint64 real = 0;
      guint64 rounding = 0;
      gboolean said = FALSE;

      for (guint i = 0; i < log->figures->len; i++)
        {
          const PlimsollLogFigure *figure = log->figures->pdata[i];

          if (!figure->host || figure->kind != kinds[k])
            continue;
          real += figure->bytes;
          rounding += figure->rounding;
          said = TRUE;
        }

      if (said
          && (kinds[k] != PLIMSOLL_LOG_COMPUTE || memory->compute_exactness != PLIMSOLL_UNKNOWN))
        add_line (self, kinds[k], _("System memory"), predicted_on_host (memory, kinds[k]), real,
                  rounding);
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const PlimsollReceiptLine *one = *(const PlimsollReceiptLine *const *) a;
  const PlimsollReceiptLine *other = *(const PlimsollReceiptLine *const *) b;

  return one->kind < other->kind ? -1 : one->kind > other->kind;
}

static void
add_lines (PlimsollReceipt *self,
           const PlimsollLog *log,
           const PlimsollLogPlaces *places,
           const PlimsollMemory *memory)
{
  for (guint p = 0; p < places->n; p++)
    {
      const guint first = self->lines->len;

      for (guint i = 0; i < log->figures->len; i++)
        {
          const PlimsollLogFigure *figure = log->figures->pdata[i];

          if (!figure->host && g_str_equal (figure->device, places->names[p])
              && is_compared (self, figure, memory) && p < memory->n_devices)
            add_line (self, figure->kind, figure->device,
                      predicted_on_device (&memory->devices[p], figure->kind), figure->bytes,
                      figure->rounding);
        }
      if (self->lines->len > first)
        qsort (self->lines->pdata + first, self->lines->len - first, sizeof (gpointer),
               compare_lines);
    }

  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *figure = log->figures->pdata[i];

      if (!g_str_equal (figure->device, "all") || !is_compared (self, figure, memory))
        continue;
      add_line (self, figure->kind, _("In all, as the engine expected"),
                predicted_in_all (memory, figure->kind), figure->bytes, figure->rounding);
    }
  add_host_lines (self, log, memory);
}

/* A file may be of another mixture than its label says. */
static void
check_file (PlimsollReceipt *self, const PlimsollLog *log, const PlimsollWeights *weights)
{
  const guint64 own = weights->tensor_bytes;
  g_autofree char *real = NULL;
  g_autofree char *expected = NULL;
  guint64 apart;

  if (log->file_bytes == 0)
    return;
  apart = own > log->file_bytes ? own - log->file_bytes : log->file_bytes - own;
  if (apart <= log->file_bytes_rounding + own / 200)
    return;

  real = plimsoll_format_gib (log->file_bytes, 2);
  expected = plimsoll_format_gib (own, 2);
  g_ptr_array_add (
    self->others,
    /* Translators: amounts of memory, and a precision between them. */
    g_strdup_printf (_("The file has %s of tensors; as %s it would have %s: its publisher chose "
                        "another mixture, or it is another model."),
                     real, weights->name, expected));
}

PlimsollReceipt *
plimsoll_receipt_new (const PlimsollLog *log, PlimsollScenario *scenario, GError **error)
{
  g_autoptr (PlimsollReceipt) self = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  const PlimsollWeights *weights;
  const char *refusal = NULL;
  PlimsollModelSpec *spec;
  PlimsollQuestion question;
  PlimsollMemory memory;
  PlimsollLogPlaces places;

  g_return_val_if_fail (log != NULL, NULL);
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), NULL);
  g_return_val_if_fail (plimsoll_scenario_get_model (scenario) != NULL, NULL);

  self = g_new0 (PlimsollReceipt, 1);
  self->lines = g_ptr_array_new_with_free_func (line_free);
  self->others = g_ptr_array_new_with_free_func (g_free);

  sizer = plimsoll_sizer_new (scenario);
  weights = plimsoll_sizer_get_weights (sizer);
  if (weights == NULL)
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                   /* Translators: a precision. */
                   _("The model cannot be had as %s"), plimsoll_scenario_get_precision (scenario));
      return NULL;
    }

  plimsoll_log_places_init (&places, log);
  plimsoll_scenario_get_question (scenario, &question);
  if (question.engine != PLIMSOLL_ENGINE_LLAMA_CPP)
    {
      for (guint i = 0; i < log->figures->len; i++)
        add_other (self, log->figures->pdata[i],
                   _("logs of this engine are read, but not held beside a prediction"));
      return g_steal_pointer (&self);
    }

  refine_question (log, &places, &question);
  spec = plimsoll_model_get_spec (plimsoll_scenario_get_model (scenario));
  question.n_cpu_moe = experts_out (log, &places, spec, weights, &question);
  if (!plimsoll_memory (spec, weights, &question, &memory, &refusal))
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, "%s",
                   refusal != NULL ? _(refusal) : _("The sums do not fit"));
      return NULL;
    }

  add_lines (self, log, &places, &memory);
  check_file (self, log, weights);
  if (question.n_cpu_moe > 0)
    g_ptr_array_add (self->others,
                     /* Translators: a number of blocks of a model. */
                     g_strdup_printf (_("The weights come out with the experts of %u blocks in "
                                         "system memory (--n-cpu-moe)."),
                                      question.n_cpu_moe));

  return g_steal_pointer (&self);
}

double
plimsoll_receipt_difference (const PlimsollReceipt *self)
{
  if (self->real == 0)
    return (double) NAN;

  return ((double) self->predicted - (double) self->real) / (double) self->real;
}
