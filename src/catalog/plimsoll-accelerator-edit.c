/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-edit.h"

#include "plimsoll-accelerator-private.h"

#include <math.h>

/* An edited row goes through the reader of the catalogue's files, which checks it as any other. */

void
plimsoll_accelerator_get_edit (PlimsollAccelerator *self, PlimsollAcceleratorEdit *edit)
{
  g_return_if_fail (self == NULL || PLIMSOLL_IS_ACCELERATOR (self));
  g_return_if_fail (edit != NULL);

  *edit = (PlimsollAcceleratorEdit) {
    .memory_gb = (double) NAN,
    .bandwidth_gbs = (double) NAN,
    .fp16_tflops = (double) NAN,
    .power_w = (double) NAN,
    .list_usd = (double) NAN,
    .used_usd = (double) NAN,
  };
  if (self == NULL)
    return;

  edit->name = self->name;
  edit->vendor = *self->vendor != '\0' ? self->vendor : NULL;
  edit->architecture = self->facts.architecture;
  edit->memory_type = self->memory_type;
  if (self->facts.memory_bytes_nominal != 0)
    edit->memory_gb = (double) self->facts.memory_bytes_nominal / (double) PLIMSOLL_BYTES_PER_GIB;
  edit->usable_bytes = self->facts.memory_bytes_usable;
  edit->unified = self->facts.unified;
  edit->bandwidth_gbs = self->facts.bandwidth_gbs;
  edit->fp16_tflops = self->facts.fp16_tflops;
  edit->power_w = self->facts.power_w;
  edit->list_usd = self->list_price;
  edit->used_usd = self->used_price.usd;
  edit->notes = self->notes;
}

static void
set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL && *text != '\0')
    json_object_set_string_member (object, member, text);
  else
    json_object_set_null_member (object, member);
}

static void
set_number (JsonObject *object, const char *member, double number)
{
  if (!isnan (number))
    json_object_set_double_member (object, member, number);
  else
    json_object_set_null_member (object, member);
}

static void
set_mib (JsonObject *object, const char *member, guint64 bytes)
{
  if (bytes != 0)
    json_object_set_int_member (object, member, (gint64) (bytes / PLIMSOLL_BYTES_PER_MIB));
  else
    json_object_set_null_member (object, member);
}

static gboolean
differ (double one, double other)
{
  return isnan (one) != isnan (other) || (!isnan (one) && (one < other || one > other));
}

/* An object that can be changed, as those of a builder cannot. */
static JsonObject *
row_of (PlimsollAccelerator *base)
{
  g_autoptr (PlimsollAccelerator) blank = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;

  if (base == NULL)
    {
      PlimsollAcceleratorFacts facts;

      plimsoll_accelerator_facts_init (&facts);
      base = blank = plimsoll_accelerator_new ("blank", "blank", &facts);
    }
  node = plimsoll_accelerator_to_json (base);
  text = json_to_string (node, FALSE);
  if (!json_parser_load_from_data (parser, text, -1, NULL))
    g_assert_not_reached ();

  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

static void
edit_memory (JsonObject *row,
             const PlimsollAcceleratorEdit *before,
             const PlimsollAcceleratorEdit *edit)
{
  JsonObject *memory = json_object_get_object_member (row, "memory");

  /* What was reported or measured of another amount says nothing. */
  if (differ (before->memory_gb, edit->memory_gb) || before->unified != edit->unified)
    {
      json_object_set_null_member (memory, "reported_mib");
      json_object_set_null_member (memory, "options_gb");
    }
  set_number (memory, "nominal_gb", edit->memory_gb);
  set_mib (memory, "usable_mib", edit->usable_bytes);
  json_object_set_boolean_member (memory, "unified", edit->unified);
  set_text (memory, "type", edit->memory_type);
}

static void
edit_prices (JsonObject *row,
             const PlimsollAcceleratorEdit *before,
             const PlimsollAcceleratorEdit *edit,
             const char *today)
{
  JsonObject *price = json_object_get_object_member (row, "price");
  JsonObject *used;

  set_number (price, "list_usd", edit->list_usd);
  if (!differ (before->used_usd, edit->used_usd))
    return;
  if (isnan (edit->used_usd))
    {
      json_object_set_null_member (price, "used");
      return;
    }

  used = json_object_new ();
  set_number (used, "usd", edit->used_usd);
  set_number (used, "low_usd", edit->used_usd);
  set_number (used, "high_usd", edit->used_usd);
  set_text (used, "date", today);
  set_text (used, "source", PLIMSOLL_SOURCE_OWN);
  json_object_set_object_member (price, "used", used);
}

/* A used price has a source and a date of its own. */
static gboolean
differs_in_facts (const PlimsollAcceleratorEdit *one, const PlimsollAcceleratorEdit *other)
{
  return g_strcmp0 (one->name, other->name) != 0 || g_strcmp0 (one->vendor, other->vendor) != 0
         || g_strcmp0 (one->architecture, other->architecture) != 0
         || g_strcmp0 (one->memory_type, other->memory_type) != 0
         || g_strcmp0 (one->notes, other->notes) != 0 || one->unified != other->unified
         || one->usable_bytes != other->usable_bytes || differ (one->memory_gb, other->memory_gb)
         || differ (one->bandwidth_gbs, other->bandwidth_gbs)
         || differ (one->fp16_tflops, other->fp16_tflops) || differ (one->power_w, other->power_w)
         || differ (one->list_usd, other->list_usd);
}

PlimsollAccelerator *
plimsoll_accelerator_edit (PlimsollAccelerator *base,
                           const char *id,
                           const PlimsollAcceleratorEdit *edit,
                           const char *today,
                           GError **error)
{
  PlimsollAcceleratorEdit before;
  g_autoptr (JsonObject) row = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  g_return_val_if_fail (base == NULL || PLIMSOLL_IS_ACCELERATOR (base), NULL);
  g_return_val_if_fail (id != NULL && edit != NULL && today != NULL, NULL);

  plimsoll_accelerator_get_edit (base, &before);
  row = row_of (base);
  set_text (row, "id", id);
  set_text (row, "name", edit->name);
  if (base == NULL || g_strcmp0 (base->id, id) != 0)
    {
      json_object_set_array_member (row, "aliases", json_array_new ());
      json_object_set_array_member (row, "pci_ids", json_array_new ());
      json_object_set_boolean_member (row, "unconfirmed", FALSE);
    }
  set_text (row, "vendor", edit->vendor);
  set_text (row, "architecture", edit->architecture);
  edit_memory (row, &before, edit);
  set_number (row, "bandwidth_gbs", edit->bandwidth_gbs);
  set_number (json_object_get_object_member (row, "compute"), "fp16", edit->fp16_tflops);
  set_number (row, "power_w", edit->power_w);
  edit_prices (row, &before, edit, today);
  set_text (row, "notes", edit->notes);
  if (base == NULL || differs_in_facts (&before, edit))
    {
      set_text (row, "date", today);
      set_text (row, "source", PLIMSOLL_SOURCE_OWN);
      json_object_set_array_member (row, "recalled", json_array_new ());
    }

  json_node_set_object (node, row);
  return plimsoll_accelerator_new_from_json (node, edit->name != NULL ? edit->name : id, 0, error);
}
