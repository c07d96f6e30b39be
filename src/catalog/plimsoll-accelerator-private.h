/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define PLIMSOLL_BYTES_PER_GIB (G_GUINT64_CONSTANT (1) << 30)
#define PLIMSOLL_BYTES_PER_MIB (G_GUINT64_CONSTANT (1) << 20)
#define PLIMSOLL_MAX_MEMORY_GB 1000000

/* What the file calls them, by their values; ends with NULL. */
extern const char *const plimsoll_segment_names[];
extern const char *const plimsoll_confidence_names[];

struct _PlimsollAccelerator
{
  GObject parent_instance;

  PlimsollAcceleratorFacts facts;
  char *id;
  char *name;
  char **aliases;
  const char *vendor;      /* interned */
  const char *memory_type; /* interned, nullable */
  const char *link;        /* interned, nullable */
  guint *memory_options;
  guint n_memory_options;
  guint pcie_generation;
  guint pcie_lanes;
  guint year;
  gboolean unconfirmed;
  guint32 *pci_ids; /* vendor << 16 | device */
  guint n_pci_ids;
  double list_price;
  PlimsollUsedPrice used_price;
  char *used_date;
  char *used_source;
  PlimsollConfidence confidence;
  char **recalled;
  char *date;
  char *source;
  char *notes;
};

/**
 * plimsoll_accelerator_new_from_json:
 * @node: the row; what it may hold is in data/accelerators.schema.json, id, name and memory have to
 *   be there
 * @file: the file's name, for messages
 * @number: which row it is, from 1
 *
 * Returns: (transfer full): or %NULL with @error set
 */
PlimsollAccelerator *
plimsoll_accelerator_new_from_json (JsonNode *node, const char *file, guint number, GError **error);

/**
 * plimsoll_accelerator_to_json:
 *
 * Returns: (transfer full): the row, with everything that the schema asks for
 */
JsonNode *plimsoll_accelerator_to_json (PlimsollAccelerator *self);

G_END_DECLS
