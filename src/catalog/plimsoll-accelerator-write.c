/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-private.h"

#include <math.h>

static void
add_text (JsonBuilder *builder, const char *member, const char *text)
{
  json_builder_set_member_name (builder, member);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

static void
add_texts (JsonBuilder *builder, const char *member, const char *const *texts)
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
  for (guint i = 0; texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);
  json_builder_end_array (builder);
}

static void
add_number (JsonBuilder *builder, const char *member, double number)
{
  json_builder_set_member_name (builder, member);
  if (isnan (number))
    json_builder_add_null_value (builder);
  else if (number == floor (number))
    json_builder_add_int_value (builder, (gint64) number);
  else
    json_builder_add_double_value (builder, number);
}

/* 0 is not known. */
static void
add_integer (JsonBuilder *builder, const char *member, guint64 number)
{
  json_builder_set_member_name (builder, member);
  if (number == 0)
    json_builder_add_null_value (builder);
  else
    json_builder_add_int_value (builder, (gint64) number);
}

static void
add_flag (JsonBuilder *builder, const char *member, gboolean flag)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_boolean_value (builder, flag);
}

static void
add_memory (JsonBuilder *builder, PlimsollAccelerator *self)
{
  const PlimsollAcceleratorFacts *facts = &self->facts;
  double nominal = (double) facts->memory_bytes_nominal / (double) PLIMSOLL_BYTES_PER_GIB;

  json_builder_set_member_name (builder, "memory");
  json_builder_begin_object (builder);
  add_number (builder, "nominal_gb", nominal > 0 ? nominal : (double) NAN);
  add_integer (builder, "reported_mib", facts->memory_bytes_reported / PLIMSOLL_BYTES_PER_MIB);
  add_integer (builder, "usable_mib", facts->memory_bytes_usable / PLIMSOLL_BYTES_PER_MIB);
  add_integer (builder, "runtime_mib", facts->runtime_bytes / PLIMSOLL_BYTES_PER_MIB);
  json_builder_set_member_name (builder, "options_gb");
  if (self->n_memory_options > 0)
    {
      json_builder_begin_array (builder);
      for (guint i = 0; i < self->n_memory_options; i++)
        json_builder_add_int_value (builder, self->memory_options[i]);
      json_builder_end_array (builder);
    }
  else
    json_builder_add_null_value (builder);
  add_flag (builder, "unified", facts->unified);
  add_text (builder, "type", self->memory_type);
  json_builder_end_object (builder);
}

static void
add_compute (JsonBuilder *builder, const PlimsollAcceleratorFacts *facts)
{
  json_builder_set_member_name (builder, "compute");
  json_builder_begin_object (builder);
  if (facts->matrix_units != PLIMSOLL_MATRIX_UNKNOWN)
    add_flag (builder, "matrix_units", facts->matrix_units == PLIMSOLL_MATRIX_PRESENT);
  else
    add_text (builder, "matrix_units", NULL);
  add_number (builder, "fp32", facts->fp32_tflops);
  add_number (builder, "fp16", facts->fp16_tflops);
  add_number (builder, "fp16_accumulate", facts->fp16_accumulate_tflops);
  add_number (builder, "fp16_packed", facts->fp16_packed_tflops);
  add_number (builder, "fp8", facts->fp8_tflops);
  add_number (builder, "int8", facts->int8_tops);
  add_number (builder, "fp4", facts->fp4_tflops);
  json_builder_end_object (builder);
}

static void
add_links (JsonBuilder *builder, PlimsollAccelerator *self)
{
  if (self->link != NULL)
    {
      json_builder_set_member_name (builder, "link");
      json_builder_begin_object (builder);
      add_text (builder, "kind", self->link);
      add_number (builder, "gbs", self->facts.link_gbs);
      json_builder_end_object (builder);
    }
  else
    add_text (builder, "link", NULL);

  if (self->pcie_generation != 0)
    {
      json_builder_set_member_name (builder, "pcie");
      json_builder_begin_object (builder);
      add_integer (builder, "generation", self->pcie_generation);
      add_integer (builder, "lanes", self->pcie_lanes);
      json_builder_end_object (builder);
    }
  else
    add_text (builder, "pcie", NULL);

  json_builder_set_member_name (builder, "pci_ids");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_pci_ids; i++)
    {
      char text[10];

      g_snprintf (text, sizeof text, "%04x:%04x", self->pci_ids[i] >> 16,
                  self->pci_ids[i] & 0xffff);
      json_builder_add_string_value (builder, text);
    }
  json_builder_end_array (builder);
}

static void
add_price (JsonBuilder *builder, PlimsollAccelerator *self)
{
  json_builder_set_member_name (builder, "price");
  json_builder_begin_object (builder);
  add_number (builder, "list_usd", self->list_price);
  if (!isnan (self->used_price.usd))
    {
      json_builder_set_member_name (builder, "used");
      json_builder_begin_object (builder);
      add_number (builder, "usd", self->used_price.usd);
      add_number (builder, "low_usd", self->used_price.low_usd);
      add_number (builder, "high_usd", self->used_price.high_usd);
      add_text (builder, "date", self->used_date);
      add_text (builder, "source", self->used_source);
      json_builder_end_object (builder);
    }
  else
    add_text (builder, "used", NULL);
  json_builder_end_object (builder);
}

JsonNode *
plimsoll_accelerator_to_json (PlimsollAccelerator *self)
{
  g_autoptr (JsonBuilder) builder = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  builder = json_builder_new_immutable ();
  json_builder_begin_object (builder);
  add_text (builder, "id", self->id);
  add_text (builder, "name", self->name);
  add_texts (builder, "aliases", (const char *const *) self->aliases);
  add_text (builder, "vendor", *self->vendor != '\0' ? self->vendor : NULL);
  add_text (builder, "architecture", self->facts.architecture);
  add_integer (builder, "year", self->year);
  add_text (builder, "segment", plimsoll_segment_names[self->facts.segment]);
  add_flag (builder, "unconfirmed", self->unconfirmed);
  add_integer (builder, "devices", self->facts.devices);
  add_memory (builder, self);
  add_number (builder, "bandwidth_gbs", self->facts.bandwidth_gbs);
  add_compute (builder, &self->facts);
  add_number (builder, "power_w", self->facts.power_w);
  add_links (builder, self);
  add_price (builder, self);
  add_text (builder, "confidence", plimsoll_confidence_names[self->confidence]);
  add_texts (builder, "recalled", (const char *const *) self->recalled);
  add_text (builder, "date", self->date);
  add_text (builder, "source", self->source);
  add_text (builder, "notes", self->notes);
  json_builder_end_object (builder);

  return json_builder_get_root (builder);
}
