/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator.h"

G_BEGIN_DECLS

/* What a person can set of an accelerator. */

/** The source of what a person has set. */
#define PLIMSOLL_SOURCE_OWN "set by the user"

/**
 * PlimsollAcceleratorEdit: the figures that can be set. What is not known is %NULL, 0 or NAN.
 */
typedef struct
{
  const char *name;
  const char *vendor;       /* (nullable): "NVIDIA"; what formulas tell makers apart by */
  const char *architecture; /* (nullable) */
  const char *memory_type;  /* (nullable): "GDDR6X" */
  double memory_gb;         /* of the box, taken as GiB */
  guint64 usable_bytes;     /* that a model may take, of whole MiB; 0: by the rule */
  gboolean unified;
  double bandwidth_gbs;
  double fp16_tflops;
  double power_w;
  double list_usd;
  double used_usd;
  const char *notes; /* (nullable) */
} PlimsollAcceleratorEdit;

/** Sets @edit to what @self (nullable) has; good as long as @self is there. */
void plimsoll_accelerator_get_edit (PlimsollAccelerator *self, PlimsollAcceleratorEdit *edit);

/**
 * plimsoll_accelerator_edit:
 * @base: (nullable): that the rest is from
 * @id: of the new one; with that of @base it is the same part, else another that is like it, which
 *   has no other names and does not show itself on the bus as that one does
 * @today: an ISO date, from which what differs from @base was so
 * @error: as %PLIMSOLL_CATALOG_ERROR, with the field at fault
 *
 * Returns: (transfer full): or %NULL with @error set
 */
PlimsollAccelerator *plimsoll_accelerator_edit (PlimsollAccelerator *base,
                                                const char *id,
                                                const PlimsollAcceleratorEdit *edit,
                                                const char *today,
                                                GError **error);

G_END_DECLS
