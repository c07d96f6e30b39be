/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Load logs of real engines and in their forms; what each says was read off by eye. */

#include "plimsoll-log.h"

#include <math.h>

#define MIB (1024.0 * 1024.0)

static PlimsollLog *
read_truth (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "truth", "logs", name, NULL);
  g_autoptr (GError) error = NULL;
  PlimsollLog *log = plimsoll_log_read (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (log);

  return log;
}

static PlimsollLog *
read_text (const char *text, gssize length, GError **error)
{
  PlimsollLogReader *reader = plimsoll_log_reader_new ();

  plimsoll_log_reader_feed (reader, text, length < 0 ? strlen (text) : (gsize) length);

  return plimsoll_log_reader_finish (reader, "text", error);
}

static const PlimsollLogFigure *
figure (const PlimsollLog *log, PlimsollLogKind kind, const char *device)
{
  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *found = log->figures->pdata[i];

      if (found->kind == kind && g_str_equal (found->device, device))
        return found;
    }

  return NULL;
}

static void
check (const PlimsollLog *log, PlimsollLogKind kind, const char *device, double mebibytes)
{
  const PlimsollLogFigure *found = figure (log, kind, device);

  g_assert_nonnull (found);
  g_assert_cmpfloat_with_epsilon ((double) found->bytes / MIB, mebibytes, 0.0001);
}

static void
test_llama_now (void)
{
  g_autoptr (PlimsollLog) log = read_truth ("real-qwen3-0.6b-f16.log");

  g_assert_cmpint (log->source, ==, PLIMSOLL_LOG_LLAMA_CPP);
  g_assert_true (log->complete);
  g_assert_cmpuint (log->n_loads, ==, 1);
  g_assert_cmpuint (log->figures->len, ==, 4);
  check (log, PLIMSOLL_LOG_WEIGHTS, "CPU", 1137.00);
  check (log, PLIMSOLL_LOG_KV_CACHE, "CPU", 896.00);
  check (log, PLIMSOLL_LOG_COMPUTE, "CPU", 316.77);
  check (log, PLIMSOLL_LOG_OUTPUT, "CPU", 0.58);
  g_assert_true (figure (log, PLIMSOLL_LOG_WEIGHTS, "CPU")->host);
  g_assert_true (figure (log, PLIMSOLL_LOG_WEIGHTS, "CPU")->mapped);
  /* Half of the last digit: 0.005 MiB. */
  g_assert_cmpuint (figure (log, PLIMSOLL_LOG_KV_CACHE, "CPU")->rounding, ==, 5242);

  g_assert_cmpstr (log->model_name, ==, "qwen3-0.6b");
  g_assert_cmpstr (log->model_id, ==, "qwen3-0.6b-F16.gguf");
  g_assert_cmpstr (log->architecture, ==, "qwen3");
  g_assert_cmpstr (log->file_type, ==, "F16");
  g_assert_cmpuint (log->parameters, ==, 596050000);
  g_assert_cmpuint (log->parameters_rounding, ==, 5000);
  g_assert_cmpuint (log->layers, ==, 28);
  g_assert_cmpuint (log->embedding, ==, 1024);
  g_assert_cmpuint (log->heads, ==, 16);
  g_assert_cmpuint (log->kv_heads, ==, 8); /* from n_gqa: this build prints no n_head_kv here */
  g_assert_cmpuint (log->key_dim, ==, 128);
  g_assert_cmpuint (log->feed_forward, ==, 3072);
  g_assert_cmpuint (log->vocabulary, ==, 151936);
  g_assert_cmpuint (log->max_context, ==, 40960);
  g_assert_false (log->blocks_differ);

  g_assert_cmpuint (log->context, ==, 8192);
  g_assert_cmpuint (log->sequences, ==, 1);
  g_assert_cmpuint (log->batch, ==, 2048);
  g_assert_cmpuint (log->ubatch, ==, 512);
  g_assert_cmpuint (log->outputs, ==, 2048);
  g_assert_cmpint (log->flash_attention, ==, PLIMSOLL_LOG_YES);
  g_assert_cmpint (log->unified, ==, PLIMSOLL_LOG_NO);
  g_assert_cmpstr (log->kv_k, ==, "f16");
  g_assert_cmpstr (log->kv_v, ==, "f16");
  g_assert_cmpint (log->offloaded, ==, -1);
}

static void
test_llama_servers (void)
{
  g_autoptr (PlimsollLog) log = read_truth ("real-llama-3.2-1b-q8_0-server.log");
  g_autoptr (PlimsollLog) color = read_truth ("real-llama-3.2-1b-q8_0-color.log");
  g_autoptr (PlimsollLog) plain = read_truth ("real-qwen3-0.6b-f16-no-flash.log");

  g_assert_cmpuint (log->sequences, ==, 2);
  g_assert_cmpuint (log->outputs, ==, 2);
  g_assert_cmpstr (log->kv_k, ==, "q8_0");
  g_assert_cmpint (log->flash_attention, ==, PLIMSOLL_LOG_YES);
  check (log, PLIMSOLL_LOG_KV_CACHE, "CPU", 272.00);

  g_assert_cmpstr (color->version, ==, "11669");
  g_assert_cmpuint (color->context, ==, 8192);
  g_assert_cmpuint (color->ubatch, ==, 256);
  g_assert_cmpstr (color->architecture, ==, "llama");
  check (color, PLIMSOLL_LOG_WEIGHTS, "CPU", 1252.41);

  g_assert_cmpint (plain->flash_attention, ==, PLIMSOLL_LOG_NO);
  g_assert_cmpuint (plain->ubatch, ==, 128);
}

/* Two caches, states, repacked weights, numbers by block. */
static void
test_llama_hybrids (void)
{
  g_autoptr (PlimsollLog) sliding = read_truth ("real-gemma-3-4b-q4_0.log");
  g_autoptr (PlimsollLog) mixed = read_truth ("real-granite-4.0-h-tiny-q4_0.log");
  g_autoptr (PlimsollLog) json = read_truth ("real-lfm2-1.2b-json-lines.log");

  check (sliding, PLIMSOLL_LOG_KV_CACHE, "CPU", 160.00 + 174.00);
  check (sliding, PLIMSOLL_LOG_WEIGHTS, "CPU", 360.43 + 1.06 + 2081.34);
  g_assert_cmpuint (sliding->window, ==, 1024);

  check (mixed, PLIMSOLL_LOG_STATE, "CPU", 55.37);
  check (mixed, PLIMSOLL_LOG_KV_CACHE, "CPU", 64.00);
  g_assert_cmpuint (mixed->kv_heads, ==, 4);
  g_assert_true (mixed->blocks_differ);
  g_assert_cmpuint (mixed->experts, ==, 64);

  g_assert_cmpstr (json->file_type, ==, "Q8_0");
  g_assert_cmpstr (json->model_name, ==, "lfm2-1.2b");
  g_assert_cmpuint (json->context, ==, 4096);
  check (json, PLIMSOLL_LOG_STATE, "CPU", 0.16);
  check (json, PLIMSOLL_LOG_COMPUTE, "CPU", 152.02);
}

static void
test_llama_then (void)
{
  g_autoptr (PlimsollLog) log = read_truth ("composed-llama.cpp-2024.log");
  const PlimsollLogDevice *device;

  g_assert_true (log->is_old_llama);
  g_assert_cmpstr (log->model_name, ==, "Meta Llama 3.1 8B Instruct");
  g_assert_cmpstr (log->file_type, ==, "Q4_K_M");
  check (log, PLIMSOLL_LOG_WEIGHTS, "CUDA0", 2113.28);
  check (log, PLIMSOLL_LOG_WEIGHTS, "CUDA1", 2290.21);
  check (log, PLIMSOLL_LOG_WEIGHTS, "CPU", 281.81);
  check (log, PLIMSOLL_LOG_COMPUTE, "CUDA_Host", 96.04);
  g_assert_true (figure (log, PLIMSOLL_LOG_COMPUTE, "CUDA_Host")->host);
  g_assert_false (figure (log, PLIMSOLL_LOG_WEIGHTS, "CUDA1")->host);
  g_assert_cmpint (log->offloaded, ==, 33);
  g_assert_cmpint (log->offloadable, ==, 33);
  g_assert_cmpint (log->flash_attention, ==, PLIMSOLL_LOG_NO);
  g_assert_cmpint (log->unified, ==, PLIMSOLL_LOG_UNSAID);
  g_assert_cmpuint (log->devices->len, ==, 2);
  device = log->devices->pdata[1];
  g_assert_cmpstr (device->id, ==, "CUDA1");
  g_assert_cmpstr (device->name, ==, "NVIDIA GeForce RTX 3090");
}

static void
test_breakdown (void)
{
  g_autoptr (PlimsollLog) log = read_truth ("composed-breakdown-only.log");
  const PlimsollLogDevice *device = log->devices->pdata[0];

  check (log, PLIMSOLL_LOG_WEIGHTS, "CUDA0", 10949);
  check (log, PLIMSOLL_LOG_CONTEXT, "CUDA0", 3096);
  check (log, PLIMSOLL_LOG_COMPUTE, "CUDA0", 215);
  check (log, PLIMSOLL_LOG_OTHER, "CUDA0", 938);
  check (log, PLIMSOLL_LOG_WEIGHTS, "Host", 586);
  check (log, PLIMSOLL_LOG_COMPUTE, "Host", 140);
  g_assert_null (figure (log, PLIMSOLL_LOG_OTHER, "Host"));
  g_assert_cmpuint (device->total, ==, (guint64) 24124 << 20);
  g_assert_cmpuint (device->free, ==, (guint64) 23616 << 20);
}

static void
test_ollama (void)
{
  g_autoptr (PlimsollLog) forecast = read_truth ("composed-ollama-forecast.log");
  g_autoptr (PlimsollLog) engine = read_truth ("composed-ollama-engine.log");
  const PlimsollLogDevice *device = engine->devices->pdata[0];

  g_assert_cmpint (forecast->source, ==, PLIMSOLL_LOG_OLLAMA);
  g_assert_true (figure (forecast, PLIMSOLL_LOG_WEIGHTS, "all")->forecast);
  check (forecast, PLIMSOLL_LOG_KV_CACHE, "all", 1024);
  check (forecast, PLIMSOLL_LOG_COMPUTE, "all", 560);
  g_assert_cmpint (forecast->offloaded, ==, 33);
  g_assert_cmpuint (forecast->context, ==, 8192);
  g_assert_cmpuint (forecast->sequences, ==, 4);
  g_assert_cmpstr (forecast->model_id, ==, "llama3.1-8b.gguf");

  g_assert_cmpint (engine->source, ==, PLIMSOLL_LOG_OLLAMA);
  check (engine, PLIMSOLL_LOG_WEIGHTS, "CUDA0", 17.1 * 1024);
  check (engine, PLIMSOLL_LOG_KV_CACHE, "CUDA0", 3072);
  check (engine, PLIMSOLL_LOG_COMPUTE, "CPU", 4.0);
  g_assert_cmpstr (engine->architecture, ==, "qwen3moe");
  g_assert_cmpuint (engine->context, ==, 32768);
  g_assert_cmpstr (engine->kv_k, ==, "");
  g_assert_cmpint (engine->flash_attention, ==, PLIMSOLL_LOG_YES);
  g_assert_cmpstr (device->name, ==, "NVIDIA GeForce RTX 4090");
}

static void
test_vllm (void)
{
  g_autoptr (PlimsollLog) log = read_truth ("composed-vllm.log");

  g_assert_cmpint (log->source, ==, PLIMSOLL_LOG_VLLM);
  g_assert_cmpstr (log->version, ==, "0.24.0");
  g_assert_cmpstr (log->model_id, ==, "Qwen/Qwen3-8B");
  g_assert_cmpstr (log->file_type, ==, "BF16");
  g_assert_cmpstr (log->kv_k, ==, "");
  g_assert_cmpuint (log->context, ==, 32768);
  g_assert_cmpuint (log->tensor_parallel, ==, 1);
  g_assert_cmpuint (log->cache_tokens, ==, 89040);
  g_assert_cmpfloat (log->utilization, ==, 0.92);
  g_assert_cmpfloat (log->concurrency, ==, 2.72);
  check (log, PLIMSOLL_LOG_WEIGHTS, "0", 15.27 * 1024);
  check (log, PLIMSOLL_LOG_KV_CACHE, "0", 12.23 * 1024);
  check (log, PLIMSOLL_LOG_GRAPHS, "0", 0.53 * 1024);
}

static void
test_sglang (void)
{
  g_autoptr (PlimsollLog) log = read_truth ("composed-sglang.log");

  g_assert_cmpint (log->source, ==, PLIMSOLL_LOG_SGLANG);
  g_assert_cmpuint (log->tensor_parallel, ==, 2);
  g_assert_cmpstr (log->file_type, ==, "BF16");
  g_assert_cmpfloat (log->utilization, ==, 0.874);
  g_assert_cmpuint (log->cache_tokens, ==, 882096);
  g_assert_cmpuint (log->context, ==, 40960);
  check (log, PLIMSOLL_LOG_WEIGHTS, "1", 7.77 * 1024);
  check (log, PLIMSOLL_LOG_KV_CACHE, "0", 2 * 30.29 * 1024);
  check (log, PLIMSOLL_LOG_GRAPHS, "0", 1.30 * 1024);
}

/* Every form has the same four rows of tests; the machine was busy, so speeds differ. */
static void
test_bench (void)
{
  static const struct
  {
    const char *name;
    double speeds[4];
  } forms[] = {
    { "real-bench.md", { 23.53, 6.25, 12.39, 1.94 } },
    { "real-bench.csv", { 8.394381, 0.438141, 11.290229, 1.579735 } },
    { "real-bench.json", { 7.657130, 2.557979, 6.219559, 0.317543 } },
    { "real-bench.jsonl", { 5.264160, 0.732986, 8.285360, 3.105354 } },
    { "real-bench.sql", { 11.168772, 1.179840, 10.746969, 2.498028 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (PlimsollLog) log = read_truth (forms[i].name);

      g_assert_cmpint (log->source, ==, PLIMSOLL_LOG_BENCH);
      g_assert_cmpuint (log->figures->len, ==, 0);
      g_assert_cmpuint (log->speeds->len, ==, 4);
      for (guint j = 0; j < 4; j++)
        {
          const PlimsollLogSpeed *speed = log->speeds->pdata[j];

          g_assert_cmpfloat_with_epsilon (speed->mean, forms[i].speeds[j], 1e-6);
          g_assert_cmpuint (speed->prompt, ==, j % 2 == 0 ? 64 : 0);
          g_assert_cmpuint (speed->generated, ==, j % 2 == 0 ? 0 : 8);
          g_assert_cmpuint (speed->depth, ==, j < 2 ? 0 : 128);
          g_assert_cmpstr (speed->model, ==, "qwen3 0.6B F16");
          g_assert_cmpstr (speed->backend, ==, "CPU");
          g_assert_cmpint (speed->ngl, ==, -1);
          g_assert_cmpfloat_with_epsilon ((double) speed->parameters, 596049920, 5000);
        }
    }
}

/* Two whole loads and a third that broke off: the second is told. */
static void
test_several (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "truth", "logs", "real-qwen3-0.6b-f16.log", NULL);
  g_autofree char *one = NULL;
  g_autofree char *text = NULL;
  g_autoptr (PlimsollLog) log = NULL;
  g_autoptr (PlimsollLog) broken = NULL;

  g_assert_true (g_file_get_contents (path, &one, NULL, NULL));
  text = g_strconcat ("INFO something else before\n\n", one, one,
                      "llama_model_loader: loaded meta data with 1 key-value pairs and 2 tensors "
                      "from other.gguf (version GGUF V3 (latest))\n"
                      "load_tensors: CUDA0 model buffer size = 1.00 MiB\n",
                      NULL);
  log = read_text (text, -1, NULL);
  g_assert_cmpuint (log->n_loads, ==, 3);
  g_assert_true (log->complete);
  g_assert_cmpstr (log->model_id, ==, "qwen3-0.6b-F16.gguf");
  check (log, PLIMSOLL_LOG_KV_CACHE, "CPU", 896.00);

  broken = read_text (strstr (text, "llama_model_loader: loaded meta data with 1 key"), -1, NULL);
  g_assert_false (broken->complete);
  check (broken, PLIMSOLL_LOG_WEIGHTS, "CUDA0", 1.0);
}

/* A new context of the same model gives back what the old one had; a draft's does not add up. */
static void
test_context_again (void)
{
  g_autoptr (PlimsollLog) log =
    read_text ("load_tensors:  MTL0_Mapped model buffer size =  100.00 MiB\n"
               "llama_context: n_ctx = 4096\n"
               "llama_kv_cache:       MTL0 KV buffer size =    10.00 MiB\n"
               "llama_context:       MTL0 compute buffer size =    5.00 MiB\n"
               "llama_context: n_ctx = 8192\n"
               "llama_kv_cache:       MTL0 KV buffer size =    20.00 MiB\n"
               "llama_context:       MTL0 compute buffer size =    6.00 MiB\n"
               "sched_reserve:       MTL0 compute buffer size =    7.00 MiB\n",
               -1, NULL);

  check (log, PLIMSOLL_LOG_WEIGHTS, "MTL0", 100);
  check (log, PLIMSOLL_LOG_KV_CACHE, "MTL0", 20);
  check (log, PLIMSOLL_LOG_COMPUTE, "MTL0", 7);
  g_assert_cmpuint (log->context, ==, 8192);
}

/* As a shell on Windows redirects: 16 bits a letter, either way round, a mark before. */
static void
test_wide (void)
{
  static const char line[] = "load_tensors: CUDA0 model buffer size = 12.50 MiB\r\n"
                             "llama_kv_cache: CUDA0 KV buffer size = 2.00 MiB";

  for (guint order = 0; order < 2; order++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (PlimsollLog) log = NULL;
      const guint8 marks[2][2] = { { 0xff, 0xfe }, { 0xfe, 0xff } };

      g_byte_array_append (bytes, marks[order], 2);
      for (const char *c = line; *c != '\0'; c++)
        {
          const guint8 unit[2] = { order == 0 ? (guint8) *c : 0, order == 0 ? 0 : (guint8) *c };

          g_byte_array_append (bytes, unit, 2);
        }
      log = read_text ((const char *) bytes->data, (gssize) bytes->len, NULL);
      g_assert_nonnull (log);
      check (log, PLIMSOLL_LOG_WEIGHTS, "CUDA0", 12.5);
      check (log, PLIMSOLL_LOG_KV_CACHE, "CUDA0", 2);
    }
}

/* Whole or byte by byte, a log says the same. */
static void
test_pieces (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "truth", "logs", "real-llama-3.2-1b-q8_0-color.log", NULL);
  g_autofree char *text = NULL;
  g_autoptr (PlimsollLog) log = NULL;
  PlimsollLogReader *reader = plimsoll_log_reader_new ();
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  for (gsize i = 0; i < length; i++)
    g_assert_true (plimsoll_log_reader_feed (reader, text + i, 1));
  log = plimsoll_log_reader_finish (reader, path, NULL);
  check (log, PLIMSOLL_LOG_WEIGHTS, "CPU", 1252.41);
  g_assert_cmpuint (log->ubatch, ==, 256);
}

/* 64 MiB of other people's lines, one of them without an end, around one that counts. */
static void
test_noise (void)
{
  g_autofree char *noise = g_malloc (1 << 20);
  g_autoptr (PlimsollLog) log = NULL;
  PlimsollLogReader *reader = plimsoll_log_reader_new ();
  const char *line = "\nload_tensors: CUDA0 model buffer size = 12.50 MiB\n";

  for (gsize i = 0; i < 1 << 20; i++)
    noise[i] = i % 97 == 96 ? '\n' : (char) (0x21 + i * 7 % 0x5d);
  for (guint i = 0; i < 32; i++)
    plimsoll_log_reader_feed (reader, noise, 1 << 20);
  plimsoll_log_reader_feed (reader, line, strlen (line));
  memset (noise, 'x', 1 << 20);
  for (guint i = 0; i < 32; i++)
    plimsoll_log_reader_feed (reader, noise, 1 << 20);
  log = plimsoll_log_reader_finish (reader, "noise", NULL);
  g_assert_nonnull (log);
  check (log, PLIMSOLL_LOG_WEIGHTS, "CUDA0", 12.5);
}

/* What is not UTF-8 in a log comes out as text, wherever it stood. */
static void
test_bytes (void)
{
  g_autoptr (PlimsollLog) log = NULL;

  log = read_text (
    "time=2025-10-02T18:20:10.300Z level=INFO source=runner.go:1171 msg=load "
    "request=\"{Operation:commit Parallel:1 KvSize:4096 KvCacheType:q8\xff_0 NumThreads:8}\"\n"
    "time=2025-10-02T18:20:10.302Z level=INFO source=device.go:240 msg=\"model weights\" "
    "device=CUDA\xd9 size=\"1.0 GiB\"\n"
    "time=2025-10-02T18:20:10.302Z level=INFO source=device.go:251 msg=\"kv cache\" "
    "device=CUDA\xd9 size=\"3.0 GiB\"\n",
    -1, NULL);
  g_assert_nonnull (log);
  g_assert_cmpstr (log->kv_k, ==, "q8\357\277\275_0");
  g_assert_cmpstr (log->kv_v, ==, log->kv_k);
  check (log, PLIMSOLL_LOG_WEIGHTS, "CUDA\357\277\275", 1024);
}

static void
test_refused (void)
{
  static const char *const nothing[] = {
    "",
    "\n\n\n",
    "Dear diary, today I bought a card with 24 GiB.",
    "load_tensors: CUDA0 model buffer size = a lot\n",
    "load_tensors: CUDA0 model buffer size = 99999999999999999999999 TiB\n",
    "load_tensors: model buffer size =\n",
    "| model | test | t/s |\n| --- | --- | --- |\n| a | pp1 | no |\n",
    "\xff\xfe",
    "\xff",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (nothing); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (nothing[i], -1, &error));
      g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_NOT_THIS);
      g_assert_nonnull (strstr (error->message, "text"));
      g_assert_null (strchr (error->message, '\n'));
    }
}

/* A log of an engine that was not asked to say more: the message says how to ask. */
static void
test_silent (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (read_text ("print_info: arch = llama\nprint_info: n_layer = 32\n", -1, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "-lv 4"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/log/llama.cpp/now", test_llama_now);
  g_test_add_func ("/log/llama.cpp/servers", test_llama_servers);
  g_test_add_func ("/log/llama.cpp/hybrids", test_llama_hybrids);
  g_test_add_func ("/log/llama.cpp/then", test_llama_then);
  g_test_add_func ("/log/llama.cpp/breakdown", test_breakdown);
  g_test_add_func ("/log/ollama", test_ollama);
  g_test_add_func ("/log/vllm", test_vllm);
  g_test_add_func ("/log/sglang", test_sglang);
  g_test_add_func ("/log/bench", test_bench);
  g_test_add_func ("/log/several", test_several);
  g_test_add_func ("/log/context-again", test_context_again);
  g_test_add_func ("/log/wide", test_wide);
  g_test_add_func ("/log/pieces", test_pieces);
  g_test_add_func ("/log/noise", test_noise);
  g_test_add_func ("/log/bytes", test_bytes);
  g_test_add_func ("/log/refused", test_refused);
  g_test_add_func ("/log/silent", test_silent);

  return g_test_run ();
}
