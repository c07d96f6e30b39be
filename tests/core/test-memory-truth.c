/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every row of tests/truth/llamacpp-memory.tsv, held against plimsoll_memory(): weights, cache,
 * state and logits to the byte, compute buffers by their errors, which are printed. */

#include "plimsoll-estimate.h"
#include "plimsoll-test-measured.h"
#include "plimsoll-test-spec.h"

#include <math.h>
#include <stdlib.h>

enum
{
  MODEL,
  TYPE,
  WHERE,
  CONTEXT,
  UBATCH,
  SEQUENCES,
  FLAGS,
  OUTPUTS,
  FLASH,
  CACHE,
  WEIGHTS_DEVICE,
  WEIGHTS_HOST,
  KV,
  STATE,
  COMPUTE_DEVICE,
  COMPUTE_HOST,
  OUTPUT,
  PLACES,
  BUILD,
  N_COLUMNS
};

#define N_ROWS 1439
#define EXACT_PERCENT 0.01

typedef struct
{
  const char *name;
  GArray *errors; /* percent, signed */
} Errors;

typedef enum
{
  ONE_COMPUTE,
  ONE_TOTAL,
  ONE_CPU,
  HOST,
  HOST_PARTIAL,
  PIPELINED_COMPUTE,
  PIPELINED_TOTAL,
  BARE_COMPUTE,
  BARE_TOTAL,
  PARTIAL_COMPUTE,
  PARTIAL_TOTAL,
  OLD_COMPUTE,
  OLD_TOTAL,
  N_ERRORS
} ErrorKind;

/* What a model's layers are, for errors of the total on one device. */
typedef enum
{
  LAYERS_FULL,
  LAYERS_SLIDING,
  LAYERS_LATENT,
  LAYERS_RECURRENT,
  N_LAYERS
} Layers;

static const PlimsollMeasuredRule stated_by_layers[N_LAYERS] = {
  [LAYERS_FULL] = PLIMSOLL_MEASURED_ONE_TOTAL_FULL,
  [LAYERS_SLIDING] = PLIMSOLL_MEASURED_ONE_TOTAL_SLIDING,
  [LAYERS_LATENT] = PLIMSOLL_MEASURED_ONE_TOTAL_LATENT,
  [LAYERS_RECURRENT] = PLIMSOLL_MEASURED_ONE_TOTAL_RECURRENT,
};

typedef struct
{
  GHashTable *models; /* name -> Model */
  Errors errors[N_ERRORS];
  GArray *by_layers[N_LAYERS]; /* of ONE_TOTAL: percent, signed */
  guint n_rows;
  guint n_faults;
} Truth;

typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollTensorPlan *plan;
  GHashTable *weights; /* type name -> PlimsollWeights */
} Model;

static const char *const error_names[N_ERRORS] = {
  [ONE_COMPUTE] = "one device: compute buffer",
  [ONE_TOTAL] = "one device: total",
  [ONE_CPU] = "processor only: compute buffer",
  [HOST] = "beside devices: compute buffer, host",
  [HOST_PARTIAL] = "the same, blocks in system memory",
  [PIPELINED_COMPUTE] = "2 and 4 devices: compute buffer, each",
  [PIPELINED_TOTAL] = "2 and 4 devices: total, each",
  [BARE_COMPUTE] = "experts in system memory: compute buffer",
  [BARE_TOTAL] = "experts in system memory: device total",
  [PARTIAL_COMPUTE] = "blocks in system memory: compute buffer",
  [PARTIAL_TOTAL] = "blocks in system memory: device total",
  [OLD_COMPUTE] = "build 2026-03-11, one device: compute buffer",
  [OLD_TOTAL] = "build 2026-03-11, one device: total",
};

/* How far off the forms are, percent, without regard to the sign. docs/sizing.md has the same. */
typedef struct
{
  double median;
  double p90;
  double worst;
} ErrorLimits;

static const ErrorLimits error_limits[N_ERRORS] = {
  [ONE_COMPUTE] = { 0.005, 1.6, 36 },
  [ONE_TOTAL] = { 0.0005, 0.08, 3 },
  [ONE_CPU] = { 0.02, 4.2, 25 },
  [HOST] = { 0, 0, 0.01 },
  [HOST_PARTIAL] = { 0, 44, 64 },
  [PIPELINED_COMPUTE] = { 0.0005, 1.4, 6.3 },
  [PIPELINED_TOTAL] = { 0.0005, 0.1, 0.4 },
  [BARE_COMPUTE] = { 0.6, 14, 39 },
  [BARE_TOTAL] = { 0.1, 2, 9 },
  [PARTIAL_COMPUTE] = { 4, 18, 35 },
  [PARTIAL_TOTAL] = { 0.25, 8, 26 },
  [OLD_COMPUTE] = { 0.005, 7, 27 },
  [OLD_TOTAL] = { 0.0005, 0.3, 5 },
};

/* What the program states of them. */
static const PlimsollMeasuredRule stated[N_ERRORS] = {
  [ONE_COMPUTE] = PLIMSOLL_MEASURED_ONE_COMPUTE,
  [ONE_TOTAL] = PLIMSOLL_MEASURED_ONE_TOTAL,
  [ONE_CPU] = PLIMSOLL_MEASURED_CPU_COMPUTE,
  [HOST] = PLIMSOLL_MEASURED_HOST_COMPUTE,
  [HOST_PARTIAL] = PLIMSOLL_MEASURED_HOST_COMPUTE_PARTIAL,
  [PIPELINED_COMPUTE] = PLIMSOLL_MEASURED_SPLIT_COMPUTE,
  [PIPELINED_TOTAL] = PLIMSOLL_MEASURED_SPLIT_TOTAL,
  [BARE_COMPUTE] = PLIMSOLL_MEASURED_EXPERTS_COMPUTE,
  [BARE_TOTAL] = PLIMSOLL_MEASURED_EXPERTS_TOTAL,
  [PARTIAL_COMPUTE] = PLIMSOLL_MEASURED_PARTIAL_COMPUTE,
  [PARTIAL_TOTAL] = PLIMSOLL_MEASURED_PARTIAL_TOTAL,
  [OLD_COMPUTE] = PLIMSOLL_N_MEASURED,
  [OLD_TOTAL] = PLIMSOLL_N_MEASURED,
};

static void
model_free (Model *model)
{
  plimsoll_model_spec_unref (model->spec);
  plimsoll_tensor_plan_free (model->plan);
  g_hash_table_unref (model->weights);
  g_free (model);
}

static Model *
truth_model (Truth *truth, const char *name)
{
  Model *model = g_hash_table_lookup (truth->models, name);

  if (model == NULL)
    {
      model = g_new0 (Model, 1);
      model->spec = plimsoll_test_spec (name);
      model->plan = plimsoll_tensor_plan_new (model->spec);
      model->weights = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                              (GDestroyNotify) plimsoll_weights_unref);
      g_hash_table_insert (truth->models, g_strdup (name), model);
    }

  return model;
}

static PlimsollWeights *
model_weights (Model *model, const char *type_name)
{
  PlimsollWeights *weights = g_hash_table_lookup (model->weights, type_name);

  if (weights == NULL)
    {
      PlimsollFileType type;

      g_assert_true (plimsoll_file_type_from_name (type_name, &type));
      weights = plimsoll_weights_new (model->spec, model->plan, type, FALSE);
      g_assert_nonnull (weights);
      g_hash_table_insert (model->weights, g_strdup (type_name), weights);
    }

  return weights;
}

static guint64
number (const char *text)
{
  return g_ascii_strtoull (text, NULL, 10);
}

static void
row_cache_formats (const char *cache, PlimsollQuestion *question)
{
  g_auto (GStrv) parts = g_strsplit (cache, "/", 2);

  g_assert_true (plimsoll_block_format_from_name (parts[0], &question->kv_k));
  g_assert_true (plimsoll_block_format_from_name (parts[1] != NULL ? parts[1] : parts[0],
                                                  &question->kv_v));
}

static void
row_question (char **row, const PlimsollModelSpec *spec, PlimsollQuestion *question)
{
  const char *where = row[WHERE];

  plimsoll_question_init (question);
  question->context = number (row[CONTEXT]);
  question->ubatch = (guint32) number (row[UBATCH]);
  question->parallel = (guint32) number (row[SEQUENCES]);
  question->unified_kv = strchr (row[FLAGS], 'u') != NULL;
  question->swa_full = strchr (row[FLAGS], 'w') != NULL;
  question->outputs = (guint32) number (row[OUTPUTS]);
  question->flash_attention = row[FLASH][0] != '0';
  question->build =
    g_str_has_prefix (row[BUILD], "2026-03") ? PLIMSOLL_BUILD_2026_03 : PLIMSOLL_BUILD_2026_08;
  row_cache_formats (row[CACHE], question);

  question->n_devices = 1;
  if (g_str_equal (where, "cpu"))
    question->n_devices = 0;
  else if (g_str_has_prefix (where, "gpu"))
    question->n_devices = (guint32) number (where + 3);
  else if (g_str_equal (where, "half"))
    question->ngl = (gint32) (spec->n_blocks / 2);
  else if (g_str_equal (where, "none"))
    question->ngl = 0;
  else if (g_str_equal (where, "repeating"))
    question->ngl = (gint32) spec->n_blocks;
  else if (g_str_equal (where, "bare"))
    question->n_cpu_moe = spec->n_blocks;
  else
    g_assert_not_reached ();
}

static Layers
layers_of (const PlimsollModelSpec *spec)
{
  Layers layers = LAYERS_FULL;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollLayer *layer = &spec->kinds[i];

      if (layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
        layers = MAX (layers, LAYERS_RECURRENT);
      else if (layer->attention.kind == PLIMSOLL_ATTENTION_MLA
               || layer->attention.kind == PLIMSOLL_ATTENTION_COMPRESSED)
        layers = MAX (layers, LAYERS_LATENT);
      else if (layer->attention.kind == PLIMSOLL_ATTENTION_SLIDING
               || layer->attention.kind == PLIMSOLL_ATTENTION_CHUNKED)
        layers = MAX (layers, LAYERS_SLIDING);
    }

  return layers;
}

static void
truth_exact (Truth *truth, char **row, const char *what, guint64 ours, guint64 theirs)
{
  if (ours == theirs)
    return;

  if (truth->n_faults++ < 40)
    g_test_message ("%s %s %s -c %s -ub %s -np %s %s fa %s %s %s: %s %" G_GUINT64_FORMAT
                    ", not %" G_GUINT64_FORMAT,
                    row[MODEL], row[TYPE], row[WHERE], row[CONTEXT], row[UBATCH], row[SEQUENCES],
                    row[FLAGS], row[FLASH], row[CACHE], row[BUILD], what, ours, theirs);
}

static void
truth_error (Truth *truth, char **row, ErrorKind kind, guint64 ours, guint64 theirs)
{
  double percent;

  if (theirs == 0 && ours == 0)
    return;
  percent = 100 * ((double) ours - (double) theirs) / (double) theirs;
  g_array_append_val (truth->errors[kind].errors, percent);
  if (kind == ONE_TOTAL)
    g_array_append_val (truth->by_layers[layers_of (truth_model (truth, row[MODEL])->spec)],
                        percent);

  if (g_getenv ("PLIMSOLL_TEST_ROWS") != NULL && fabs (percent) >= EXACT_PERCENT)
    g_test_message ("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%" G_GUINT64_FORMAT
                    "\t%" G_GUINT64_FORMAT "\t%.3f",
                    error_names[kind], row[MODEL], row[WHERE], row[CONTEXT], row[UBATCH],
                    row[SEQUENCES], row[FLAGS], row[OUTPUTS], row[FLASH], row[CACHE], row[BUILD],
                    ours, theirs, percent);
}

static void
truth_places (Truth *truth, char **row, const PlimsollMemory *memory)
{
  g_auto (GStrv) places = NULL;

  if (g_str_equal (row[PLACES], "-"))
    return;

  places = g_strsplit (row[PLACES], ";", -1);
  for (guint i = 0; places[i] != NULL; i++)
    {
      const char *equals = strchr (places[i], '=');
      g_auto (GStrv) parts = g_strsplit (equals + 1, "/", 3);
      const PlimsollDeviceMemory *device;

      if (g_str_has_prefix (places[i], "Host"))
        {
          truth_exact (truth, row, "host weights", memory->weights_host, number (parts[0]));
          continue;
        }
      if (g_str_has_prefix (places[i], "CPU"))
        {
          truth_exact (truth, row, "host cache", memory->kv_host + memory->state_host,
                       number (parts[1]));
          continue;
        }

      device = &memory->devices[number (places[i] + strlen ("GPU"))];
      truth_exact (truth, row, places[i], device->weights, number (parts[0]));
      truth_exact (truth, row, places[i], device->kv_cache + device->state, number (parts[1]));
      if (memory->n_devices > 1)
        {
          truth_error (truth, row, PIPELINED_COMPUTE, device->compute, number (parts[2]));
          truth_error (truth, row, PIPELINED_TOTAL, device->required,
                       number (parts[0]) + number (parts[1]) + number (parts[2]));
        }
    }
}

static void
truth_compute (Truth *truth, char **row, const PlimsollMemory *memory)
{
  const PlimsollDeviceMemory *device = &memory->devices[0];
  const guint64 theirs = number (row[COMPUTE_DEVICE]);
  const guint64 total = device->weights + device->kv_cache + device->state + theirs;
  ErrorKind kind = ONE_COMPUTE;
  gboolean partial;

  if (memory->n_devices == 0)
    {
      truth_error (truth, row, ONE_CPU, memory->compute_host, theirs);
      return;
    }

  partial = !g_str_has_prefix (row[WHERE], "gpu") && !g_str_equal (row[WHERE], "bare");
  truth_error (truth, row, partial ? HOST_PARTIAL : HOST, memory->compute_host,
               number (row[COMPUTE_HOST]));
  if (memory->n_devices > 1)
    return;

  if (g_str_equal (row[WHERE], "bare"))
    kind = BARE_COMPUTE;
  else if (partial)
    kind = PARTIAL_COMPUTE;
  else if (g_str_has_prefix (row[BUILD], "2026-03"))
    kind = OLD_COMPUTE;

  truth_error (truth, row, kind, device->compute, theirs);
  truth_error (truth, row, kind + 1, device->required, total);
}

static void
truth_row (Truth *truth, char **row)
{
  Model *model = truth_model (truth, row[MODEL]);
  const PlimsollWeights *weights = model_weights (model, row[TYPE]);
  PlimsollQuestion question;
  PlimsollMemory memory;
  const char *refusal = NULL;
  guint64 on_devices = 0;

  row_question (row, model->spec, &question);
  if (!plimsoll_memory (model->spec, weights, &question, &memory, &refusal))
    g_error ("%s: %s", row[MODEL], refusal);

  for (guint32 i = 0; i < memory.n_devices; i++)
    on_devices += memory.devices[i].weights;
  if (memory.n_devices == 0)
    on_devices = memory.weights_host;

  truth_exact (truth, row, "weights", on_devices, number (row[WEIGHTS_DEVICE]));
  truth_exact (truth, row, "host weights", memory.weights - on_devices, number (row[WEIGHTS_HOST]));
  truth_exact (truth, row, "cache", memory.kv_cache, number (row[KV]));
  truth_exact (truth, row, "state", memory.state, number (row[STATE]));
  truth_exact (truth, row, "logits", memory.output_host, number (row[OUTPUT]));
  truth_places (truth, row, &memory);
  truth_compute (truth, row, &memory);
  truth->n_rows++;
}

static void
truth_init (Truth *truth)
{
  *truth = (Truth) { 0 };
  truth->models =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) model_free);
  for (guint i = 0; i < N_ERRORS; i++)
    truth->errors[i].errors = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < N_LAYERS; i++)
    truth->by_layers[i] = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
truth_clear (Truth *truth)
{
  for (guint i = 0; i < N_ERRORS; i++)
    g_array_unref (truth->errors[i].errors);
  for (guint i = 0; i < N_LAYERS; i++)
    g_array_unref (truth->by_layers[i]);
  g_hash_table_unref (truth->models);
}

static int
compare_doubles (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Prints the errors of @kind, and asserts that they are within its limits. */
static void
errors_check (const Truth *truth, ErrorKind kind)
{
  const ErrorLimits *limits = &error_limits[kind];
  const GArray *errors = truth->errors[kind].errors;
  g_autofree double *sizes = g_new (double, errors->len);
  guint n_exact = 0;
  double worst = 0, median, p90;

  g_assert_cmpuint (errors->len, >, 0);
  for (guint i = 0; i < errors->len; i++)
    {
      const double percent = g_array_index (errors, double, i);

      sizes[i] = fabs (percent);
      n_exact += sizes[i] < EXACT_PERCENT;
      if (sizes[i] > fabs (worst))
        worst = percent;
    }
  qsort (sizes, errors->len, sizeof *sizes, compare_doubles);
  median = sizes[errors->len / 2];
  p90 = sizes[errors->len * 9 / 10];

  g_test_message ("%-46s n %4u, exact %4u, median %.3f %%, p90 %.2f %%, worst %+.1f %%",
                  error_names[kind], errors->len, n_exact, median, p90, worst);
  g_assert_cmpfloat (median, <=, limits->median);
  g_assert_cmpfloat (p90, <=, limits->p90);
  g_assert_cmpfloat (fabs (worst), <=, limits->worst);
  if (stated[kind] < PLIMSOLL_N_MEASURED)
    plimsoll_test_measured (stated[kind], errors);
}

static void
test_truth (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "truth", "llamacpp-memory.tsv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean head = TRUE;
  Truth truth;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  truth_init (&truth);

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) row = NULL;

      if (lines[i][0] == '#' || lines[i][0] == '\0')
        continue;
      row = g_strsplit (lines[i], "\t", -1);
      g_assert_cmpuint (g_strv_length (row), ==, N_COLUMNS);
      if (!head)
        truth_row (&truth, row);
      head = FALSE;
    }

  g_test_message ("%u rows, %u figures of weights, cache, state and logits not to the byte",
                  truth.n_rows, truth.n_faults);
  for (ErrorKind kind = 0; kind < N_ERRORS; kind++)
    errors_check (&truth, kind);
  for (guint i = 0; i < N_LAYERS; i++)
    plimsoll_test_measured (stated_by_layers[i], truth.by_layers[i]);

  g_assert_cmpuint (truth.n_rows, ==, N_ROWS);
  g_assert_cmpuint (plimsoll_measured (PLIMSOLL_MEASURED_CARGO)->n, ==, N_ROWS);
  g_assert_cmpuint (plimsoll_measured (PLIMSOLL_MEASURED_CARGO)->exact, ==, N_ROWS);
  g_assert_cmpuint (truth.n_faults, ==, 0);

  truth_clear (&truth);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/truth", test_truth);

  return g_test_run ();
}
