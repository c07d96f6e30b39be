/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-answer.h"

#include "plimsoll-launch.h"
#include "plimsoll-measured-here.h"
#include "plimsoll-scenario-state.h"

#include <math.h>

static void
set_bytes (JsonObject *object, const char *member, guint64 bytes)
{
  json_object_set_int_member (object, member, (gint64) MIN (bytes, G_MAXINT64));
}

/* 0 is "not known" here. */
static void
set_known (JsonObject *object, const char *member, guint64 value)
{
  if (value != 0)
    set_bytes (object, member, value);
  else
    json_object_set_null_member (object, member);
}

/* Without the widths of a model its buffers cannot be told. */
static void
set_buffer (JsonObject *object, const char *member, guint64 bytes, const PlimsollMemory *memory)
{
  if (memory->compute_exactness != PLIMSOLL_UNKNOWN)
    set_bytes (object, member, bytes);
  else
    json_object_set_null_member (object, member);
}

static JsonObject *
model_json (PlimsollModel *model)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "id", plimsoll_model_get_id (model));
  json_object_set_string_member (object, "name", plimsoll_model_get_name (model));
  set_known (object, "parameters", plimsoll_model_get_parameters (model));
  set_known (object, "active_parameters", plimsoll_model_get_active_parameters (model));
  set_known (object, "layers", plimsoll_model_get_layers (model));
  set_known (object, "max_context", plimsoll_model_get_max_context (model));
  json_object_set_string_member (object, "exactness", plimsoll_model_get_exactness (model));

  return object;
}

static JsonArray *
devices_json (const PlimsollEstimate *estimate, PlimsollScenario *scenario)
{
  const PlimsollMemory *memory = &estimate->memory;
  JsonArray *devices = json_array_new ();

  for (guint i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];
      PlimsollAccelerator *accelerator = plimsoll_scenario_get_device (scenario, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "name",
                                     accelerator != NULL
                                       ? plimsoll_accelerator_get_name (accelerator)
                                       : "");
      set_bytes (object, "weights", device->weights);
      set_bytes (object, "kv_cache", device->kv_cache);
      set_bytes (object, "state", device->state);
      set_buffer (object, "compute", device->compute, memory);
      set_bytes (object, "additions", device->additions);
      set_bytes (object, "runtime", device->runtime);
      set_bytes (object, "required", device->required);
      set_known (object, "usable", device->usable);
      json_array_add_object_element (devices, object);
    }

  return devices;
}

static void
set_additions (JsonObject *answer, PlimsollSizer *sizer)
{
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  const PlimsollAdditionsMemory *memory = &estimate->memory.additions;
  JsonObject *object;
  PlimsollMtpMemory mtp;

  if (!plimsoll_answer_has_additions (sizer))
    {
      json_object_set_null_member (answer, "additions");
      return;
    }

  plimsoll_answer_mtp (sizer, &mtp);
  object = json_object_new ();
  set_bytes (object, "mmproj", memory->projector);
  set_known (object, "mmproj_compute", memory->projector_compute);
  set_bytes (object, "loras", memory->adapters);
  set_bytes (object, "draft_weights", memory->draft_weights);
  set_bytes (object, "draft_cache", memory->draft_cache);
  set_bytes (object, "draft_compute", memory->draft_compute);
  set_bytes (object, "mtp_weights", mtp.weights);
  set_bytes (object, "mtp_cache", mtp.cache);
  set_bytes (object, "host", memory->host_weights + memory->host_cache + memory->host_compute);
  json_object_set_object_member (answer, "additions", object);
}

static JsonObject *
memory_json (PlimsollSizer *sizer)
{
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollMemory *memory = &estimate->memory;
  JsonObject *object = json_object_new ();
  guint64 weights = 0;
  guint64 compute = 0;
  guint64 runtime = 0;

  for (guint i = 0; i < memory->n_devices; i++)
    {
      weights += memory->devices[i].weights;
      compute += memory->devices[i].compute;
      runtime += memory->devices[i].runtime;
    }

  set_bytes (object, "file", estimate->file);
  set_bytes (object, "weights", memory->weights);
  set_bytes (object, "weights_device", weights);
  set_bytes (object, "weights_host", memory->weights_host);
  set_bytes (object, "kv_cache", memory->kv_cache);
  set_bytes (object, "state", memory->state);
  set_buffer (object, "compute_device", compute, memory);
  set_buffer (object, "compute_host", memory->compute_host, memory);
  set_buffer (object, "output", memory->output_host, memory);
  set_additions (object, sizer);
  set_bytes (object, "runtime", runtime);
  set_bytes (object, "required", estimate->required);
  set_known (object, "usable", estimate->usable);
  set_known (object, "physical", estimate->physical);
  if (estimate->usable != 0)
    {
      json_object_set_int_member (object, "headroom", estimate->headroom);
      json_object_set_double_member (object, "utilization", estimate->utilization);
    }
  else
    {
      json_object_set_null_member (object, "headroom");
      json_object_set_null_member (object, "utilization");
    }
  json_object_set_array_member (object, "devices", devices_json (estimate, scenario));
  set_bytes (object, "longest_context", estimate->longest_context);

  return object;
}

static void
set_number (JsonObject *object, const char *member, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, member, value);
  else
    json_object_set_null_member (object, member);
}

static void
set_range (JsonObject *object, const char *member, const PlimsollRange *range, double unit)
{
  JsonObject *figures = json_object_new ();

  set_number (figures, "value", range->value * unit);
  set_number (figures, "low", range->low * unit);
  set_number (figures, "high", range->high * unit);
  json_object_set_object_member (object, member, figures);
}

static void
set_basis (JsonObject *object,
           const char *member,
           const PlimsollRange *range,
           PlimsollSpeedBasis basis)
{
  if (isnan (range->low))
    json_object_set_null_member (object, member);
  else
    json_object_set_string_member (object, member, plimsoll_speed_basis_nick (basis));
}

/* What the figures rest on. */
static JsonObject *
basis_json (const PlimsollSpeed *speed)
{
  JsonObject *object = json_object_new ();

  set_basis (object, "decode", &speed->decode, speed->plan.basis_decode);
  set_basis (object, "prefill", &speed->prefill, speed->plan.basis_prefill);
  set_basis (object, "first_token_ms", &speed->first_token,
             plimsoll_speed_plan_basis_first (&speed->plan));

  return object;
}

static JsonObject *
speed_json (const PlimsollSpeed *speed)
{
  JsonObject *object = json_object_new ();

  set_range (object, "decode", &speed->decode, 1);
  set_range (object, "prefill", &speed->prefill, 1);
  set_range (object, "first_token_ms", &speed->first_token, 1000);
  set_number (object, "at_most_batch", speed->batch.value);
  json_object_set_object_member (object, "basis", basis_json (speed));

  return object;
}

/* Of vLLM and SGLang, and of the rank that decides. */
static JsonObject *
serving_json (const PlimsollServing *serving)
{
  const PlimsollRange kv = { (double) serving->kv_memory, (double) serving->kv_low,
                             (double) serving->kv_high };
  const PlimsollRange requests = { serving->requests, serving->requests_low,
                                   serving->requests_high };
  JsonObject *object = json_object_new ();

  json_object_set_double_member (object, "gpu_memory_utilization", serving->limits.utilization);
  json_object_set_int_member (object, "tensor_parallel", serving->limits.tensor_parallel);
  json_object_set_int_member (object, "pipeline_parallel", serving->limits.pipeline_parallel);
  json_object_set_int_member (object, "max_num_seqs", serving->limits.max_sequences);
  json_object_set_int_member (object, "max_num_batched_tokens", serving->limits.max_batched_tokens);
  set_bytes (object, "budget", serving->budget);
  set_bytes (object, "weights", serving->weights);
  set_bytes (object, "activation", serving->activation);
  set_bytes (object, "non_torch", serving->other);
  set_bytes (object, "cuda_graphs", serving->graphs);
  set_range (object, "kv_memory", &kv, 1);
  set_bytes (object, "block_bytes", serving->block_bytes);
  set_known (object, "block_tokens", serving->block_tokens);
  set_bytes (object, "blocks", serving->blocks);
  set_bytes (object, "request_blocks", serving->request_blocks);
  set_bytes (object, "tokens", serving->tokens);
  set_range (object, "requests_at_once", &requests, 1);
  set_bytes (object, "longest_model_len", serving->longest_model_len);

  return object;
}

static JsonObject *
needs_json (PlimsollSizer *sizer)
{
  JsonObject *object = json_object_new ();
  PlimsollNeeds needs;

  plimsoll_answer_needs (sizer, &needs);
  set_known (object, "accelerators", needs.accelerators);
  if (needs.precision != NULL)
    json_object_set_string_member (object, "precision", needs.precision->name);
  else
    json_object_set_null_member (object, "precision");
  set_known (object, "context", needs.context);

  return object;
}

static JsonArray *
shares_json (const PlimsollQuestion *question)
{
  JsonArray *shares = json_array_new ();

  for (guint i = 0; i < question->n_devices; i++)
    json_array_add_int_element (shares, (gint64) question->device_shares[i]);

  return shares;
}

static JsonObject *
offload_json (PlimsollSizer *sizer, const PlimsollPlan *plan)
{
  g_autofree char *flags = plimsoll_answer_plan_flags (sizer);
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "ngl", plan->question.ngl);
  json_object_set_int_member (object, "n_cpu_moe", plan->question.n_cpu_moe);
  json_object_set_int_member (object, "ubatch", plan->question.ubatch);
  if (plan->shared)
    json_object_set_array_member (object, "tensor_split", shares_json (&plan->question));
  else
    json_object_set_null_member (object, "tensor_split");
  json_object_set_int_member (object, "layers", plan->n_layers);
  set_bytes (object, "required", plan->device_required);
  set_bytes (object, "weights_host", plan->weights_host);
  set_bytes (object, "system_memory", plan->host_required);
  json_object_set_string_member (object, "flags", flags);
  set_range (object, "decode", &plan->speed.decode, 1);
  set_range (object, "prefill", &plan->speed.prefill, 1);

  return object;
}

/* Of the engines that run it there: what is to be typed, by engine. */
static JsonObject *
commands_json (PlimsollSizer *sizer)
{
  g_autoptr (GListModel) list = plimsoll_launch_list (sizer);
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (PlimsollLaunch) launch = g_list_model_get_item (list, i);

      if (plimsoll_launch_get_use (launch) == PLIMSOLL_LAUNCH_SERVER
          && plimsoll_launch_get_refusal (launch) == NULL)
        json_object_set_string_member (object, plimsoll_launch_get_engine (launch),
                                       plimsoll_launch_get_lines (launch));
    }

  return object;
}

JsonObject *
plimsoll_answer_to_json (PlimsollSizer *sizer)
{
  g_autoptr (JsonObject) answer = json_object_new ();
  g_autofree char *reason = NULL;
  g_auto (GStrv) notes = NULL;
  const PlimsollEstimate *estimate;
  PlimsollScenario *scenario;
  PlimsollModel *model;
  JsonArray *list;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  estimate = plimsoll_sizer_get_estimate (sizer);
  scenario = plimsoll_sizer_get_scenario (sizer);
  model = plimsoll_scenario_get_model (scenario);
  reason = plimsoll_answer_reason (estimate);
  notes = plimsoll_answer_notes (sizer);

  json_object_set_int_member (answer, "format", PLIMSOLL_ANSWER_FORMAT);
  if (model != NULL)
    json_object_set_object_member (answer, "model", model_json (model));
  else
    json_object_set_null_member (answer, "model");
  json_object_set_object_member (answer, "question", plimsoll_scenario_to_json (scenario));
  json_object_set_object_member (answer, "memory", memory_json (sizer));
  if (estimate->verdict != PLIMSOLL_VERDICT_UNKNOWN)
    json_object_set_string_member (answer, "verdict",
                                   plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT, estimate->verdict));
  else
    json_object_set_null_member (answer, "verdict");
  json_object_set_string_member (answer, "reason", reason);
  json_object_set_object_member (answer, "needs", needs_json (sizer));
  json_object_set_object_member (answer, "speed", speed_json (&estimate->speed));
  if (plimsoll_engine_serves (plimsoll_scenario_get_engine (scenario)))
    json_object_set_object_member (answer, "serving", serving_json (&estimate->serving));
  else
    json_object_set_null_member (answer, "serving");
  if (plimsoll_sizer_get_plan (sizer) != NULL)
    json_object_set_object_member (answer, "offload",
                                   offload_json (sizer, plimsoll_sizer_get_plan (sizer)));
  else
    json_object_set_null_member (answer, "offload");
  /* From offers: plimsoll_cost_member(). */
  json_object_set_null_member (answer, "cost");

  json_object_set_object_member (answer, "commands", commands_json (sizer));

  list = json_array_new ();
  for (gsize i = 0; notes[i] != NULL; i++)
    json_array_add_string_element (list, notes[i]);
  json_object_set_array_member (answer, "notes", list);

  return g_steal_pointer (&answer);
}
