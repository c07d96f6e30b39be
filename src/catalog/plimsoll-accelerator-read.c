/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-private.h"
#include "plimsoll-fact-date.h"
#include "plimsoll-json-row.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_OPTIONS 16
#define MAX_DEVICES 16
#define MAX_MIB ((guint64) PLIMSOLL_MAX_MEMORY_GB * 1024)

/* By the values of PlimsollVendor. */
static const char *const vendors[] = { "", "NVIDIA", "AMD", "Apple", "Intel", NULL };

static void
check_id (PlimsollJsonRow *row, const char *id)
{
  for (const char *p = id; p != NULL && *p != '\0'; p++)
    if (!g_ascii_islower (*p) && !g_ascii_isdigit (*p)
        && !(*p == '-' && p > id && p[-1] != '-' && p[1] != '\0'))
      {
        plimsoll_json_row_fault (
          row, _("“%s” may have lower-case letters, digits and single hyphens only"),
          plimsoll_json_row_path (row, "id"));
        return;
      }
}

static char *
read_date (PlimsollJsonRow *row)
{
  const char *date = plimsoll_json_row_text (row, "date", FALSE);

  if (date != NULL && !plimsoll_fact_date_parse (date, NULL, NULL))
    plimsoll_json_row_fault (row, _("“%s” is “%.40s”, not a date as 2026, 2026-10 or 2026-10-31"),
                             plimsoll_json_row_path (row, "date"), date);

  return g_strdup (date);
}

static PlimsollVendor
vendor_of (const char *name)
{
  for (guint i = 1; vendors[i] != NULL; i++)
    if (g_ascii_strcasecmp (vendors[i], name) == 0)
      return (PlimsollVendor) i;

  return PLIMSOLL_VENDOR_OTHER;
}

static PlimsollMemoryClass
memory_class_of (const char *type)
{
  if (type == NULL)
    return PLIMSOLL_MEMORY_UNKNOWN;
  if (g_str_has_prefix (type, "GDDR"))
    return PLIMSOLL_MEMORY_GDDR;
  /* HiBL and HiZQ are Huawei's own stacks. */
  if (g_str_has_prefix (type, "HBM") || g_str_has_prefix (type, "Hi"))
    return PLIMSOLL_MEMORY_HBM;
  if (g_str_has_prefix (type, "LPDDR") || g_str_has_prefix (type, "DDR"))
    return PLIMSOLL_MEMORY_LPDDR;

  return PLIMSOLL_MEMORY_UNKNOWN;
}

static void
read_memory_options (PlimsollAccelerator *self, PlimsollJsonRow *memory)
{
  JsonArray *list = plimsoll_json_row_list (memory, "options_gb");
  guint n = list != NULL ? json_array_get_length (list) : 0;

  if (n > MAX_OPTIONS)
    {
      plimsoll_json_row_fault (memory, _("“%s” has more than %d entries"),
                               plimsoll_json_row_path (memory, "options_gb"), MAX_OPTIONS);
      return;
    }

  self->memory_options = g_new0 (guint, n);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      gint64 size = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : 0;

      if (size < 1 || size > PLIMSOLL_MAX_MEMORY_GB)
        plimsoll_json_row_fault (memory, _("“%s” has to be a list of gigabytes"),
                                 plimsoll_json_row_path (memory, "options_gb"));
      else
        self->memory_options[self->n_memory_options++] = (guint) size;
    }
}

static void
read_memory (PlimsollAccelerator *self, PlimsollJsonRow *row)
{
  PlimsollAcceleratorFacts *facts = &self->facts;
  PlimsollJsonRow memory;
  double nominal;

  if (!plimsoll_json_row_enter (row, "memory", &memory))
    plimsoll_json_row_fault (row, _("“%s” is missing"), plimsoll_json_row_path (row, "memory"));

  nominal = plimsoll_json_row_number (&memory, "nominal_gb");
  if (nominal > PLIMSOLL_MAX_MEMORY_GB)
    plimsoll_json_row_fault (&memory, _("“%s” is more than any has"),
                             plimsoll_json_row_path (&memory, "nominal_gb"));
  else if (!isnan (nominal))
    facts->memory_bytes_nominal = (guint64) (nominal * (double) PLIMSOLL_BYTES_PER_GIB);

  facts->memory_bytes_reported =
    plimsoll_json_row_integer (&memory, "reported_mib", 1, MAX_MIB, 0) * PLIMSOLL_BYTES_PER_MIB;
  facts->memory_bytes_usable =
    plimsoll_json_row_integer (&memory, "usable_mib", 1, MAX_MIB, 0) * PLIMSOLL_BYTES_PER_MIB;
  facts->runtime_bytes =
    plimsoll_json_row_integer (&memory, "runtime_mib", 1, MAX_MIB, 0) * PLIMSOLL_BYTES_PER_MIB;
  facts->unified = plimsoll_json_row_flag (&memory, "unified", FALSE);
  self->memory_type = g_intern_string (plimsoll_json_row_text (&memory, "type", FALSE));
  facts->memory_class = memory_class_of (self->memory_type);
  read_memory_options (self, &memory);

  plimsoll_json_row_leave (&memory);
}

static void
read_compute (PlimsollAcceleratorFacts *facts, PlimsollJsonRow *row)
{
  PlimsollJsonRow compute;
  int matrix_units;

  plimsoll_json_row_enter (row, "compute", &compute);

  matrix_units = plimsoll_json_row_flag (&compute, "matrix_units", -1);
  facts->matrix_units = matrix_units < 0 ? PLIMSOLL_MATRIX_UNKNOWN
                        : matrix_units   ? PLIMSOLL_MATRIX_PRESENT
                                         : PLIMSOLL_MATRIX_ABSENT;
  facts->fp32_tflops = plimsoll_json_row_number (&compute, "fp32");
  facts->fp16_tflops = plimsoll_json_row_number (&compute, "fp16");
  facts->fp16_accumulate_tflops = plimsoll_json_row_number (&compute, "fp16_accumulate");
  facts->fp16_packed_tflops = plimsoll_json_row_number (&compute, "fp16_packed");
  facts->fp8_tflops = plimsoll_json_row_number (&compute, "fp8");
  facts->int8_tops = plimsoll_json_row_number (&compute, "int8");
  facts->fp4_tflops = plimsoll_json_row_number (&compute, "fp4");

  plimsoll_json_row_leave (&compute);
}

static void
read_links (PlimsollAccelerator *self, PlimsollJsonRow *row)
{
  PlimsollJsonRow link;
  PlimsollJsonRow pcie;

  if (plimsoll_json_row_enter (row, "link", &link))
    {
      self->link = g_intern_string (plimsoll_json_row_text (&link, "kind", TRUE));
      self->facts.link_gbs = plimsoll_json_row_number (&link, "gbs");
      plimsoll_json_row_leave (&link);
    }

  if (plimsoll_json_row_enter (row, "pcie", &pcie))
    {
      self->pcie_generation = (guint) plimsoll_json_row_integer (&pcie, "generation", 1, 7, 0);
      self->pcie_lanes = (guint) plimsoll_json_row_integer (&pcie, "lanes", 1, 16, 0);
      self->facts.pcie_gbs = plimsoll_pcie_gbs (self->pcie_generation, self->pcie_lanes);
      plimsoll_json_row_leave (&pcie);
    }
}

static gboolean
parse_pci_id (const char *text, guint32 *id)
{
  if (strlen (text) != 9 || text[4] != ':')
    return FALSE;

  *id = 0;
  for (guint i = 0; i < 9; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (i == 4)
        continue;
      if (digit < 0)
        return FALSE;
      *id = *id << 4 | (guint32) digit;
    }

  return TRUE;
}

static void
read_pci_ids (PlimsollAccelerator *self, PlimsollJsonRow *row)
{
  g_auto (GStrv) texts = plimsoll_json_row_texts (row, "pci_ids");

  self->pci_ids = g_new0 (guint32, g_strv_length (texts));
  for (guint i = 0; texts[i] != NULL; i++)
    if (parse_pci_id (texts[i], &self->pci_ids[self->n_pci_ids]))
      self->n_pci_ids++;
    else
      plimsoll_json_row_fault (row, _("“%s” has “%.40s”, which is no PCI id as 10de:2684"),
                               plimsoll_json_row_path (row, "pci_ids"), texts[i]);
}

static void
read_price (PlimsollAccelerator *self, PlimsollJsonRow *row)
{
  PlimsollUsedPrice *price = &self->used_price;
  PlimsollJsonRow prices;
  PlimsollJsonRow used;

  plimsoll_json_row_enter (row, "price", &prices);
  self->list_price = plimsoll_json_row_number (&prices, "list_usd");

  if (plimsoll_json_row_enter (&prices, "used", &used))
    {
      price->usd = plimsoll_json_row_number (&used, "usd");
      price->low_usd = plimsoll_json_row_number (&used, "low_usd");
      price->high_usd = plimsoll_json_row_number (&used, "high_usd");
      self->used_date = read_date (&used);
      self->used_source = g_strdup (plimsoll_json_row_text (&used, "source", FALSE));
      price->date = self->used_date;
      price->source = self->used_source;
      plimsoll_json_row_leave (&used);
    }

  plimsoll_json_row_leave (&prices);
}

PlimsollAccelerator *
plimsoll_accelerator_new_from_json (JsonNode *node, const char *file, guint number, GError **error)
{
  g_autoptr (PlimsollAccelerator) self = g_object_new (PLIMSOLL_TYPE_ACCELERATOR, NULL);
  PlimsollJsonRow row;
  const char *vendor;

  g_return_val_if_fail (node != NULL, NULL);
  g_return_val_if_fail (file != NULL, NULL);

  plimsoll_json_row_init (&row, node, file, number);

  self->id = g_strdup (plimsoll_json_row_text (&row, "id", TRUE));
  check_id (&row, self->id);
  self->name = g_strdup (plimsoll_json_row_text (&row, "name", TRUE));
  self->aliases = plimsoll_json_row_texts (&row, "aliases");
  vendor = plimsoll_json_row_text (&row, "vendor", FALSE);
  self->vendor = g_intern_string (vendor != NULL ? vendor : "");
  self->facts.vendor = vendor_of (self->vendor);
  self->facts.architecture = g_intern_string (plimsoll_json_row_text (&row, "architecture", FALSE));
  self->year = (guint) plimsoll_json_row_integer (&row, "year", 1990, 2999, 0);
  self->facts.segment =
    (PlimsollSegment) plimsoll_json_row_choice (&row, "segment", plimsoll_segment_names,
                                                PLIMSOLL_SEGMENT_DESKTOP);
  self->unconfirmed = plimsoll_json_row_flag (&row, "unconfirmed", FALSE);
  self->facts.devices = (guint32) plimsoll_json_row_integer (&row, "devices", 1, MAX_DEVICES, 1);
  read_memory (self, &row);
  self->facts.bandwidth_gbs = plimsoll_json_row_number (&row, "bandwidth_gbs");
  read_compute (&self->facts, &row);
  self->facts.power_w = plimsoll_json_row_number (&row, "power_w");
  read_links (self, &row);
  read_pci_ids (self, &row);
  read_price (self, &row);
  self->confidence =
    (PlimsollConfidence) plimsoll_json_row_choice (&row, "confidence", plimsoll_confidence_names,
                                                   PLIMSOLL_CONFIDENCE_LOW);
  self->recalled = plimsoll_json_row_texts (&row, "recalled");
  self->date = read_date (&row);
  self->source = g_strdup (plimsoll_json_row_text (&row, "source", FALSE));
  self->notes = g_strdup (plimsoll_json_row_text (&row, "notes", FALSE));

  if (!plimsoll_json_row_finish (&row, error))
    return NULL;

  return g_steal_pointer (&self);
}
