/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"

G_BEGIN_DECLS

/** PlimsollDeviceLimits: what there is on one device, and what is gone before the model comes. */
typedef struct
{
  guint64 usable;
  guint64 physical;
  guint64 runtime;
  guint64 in_use;
} PlimsollDeviceLimits;

/** PlimsollLimits: what there is, on each device and in system memory. */
typedef struct
{
  guint32 n_devices;
  guint32 unified;       /* the first device whose memory is the system's; n_devices: none */
  guint64 system_memory; /* 0: unknown, or counted as that device's own */
  PlimsollDeviceLimits devices[PLIMSOLL_MAX_DEVICES];
} PlimsollLimits;

/** Sets the limits of @n_devices devices of @hardware, in the order of @question's answer. */
void plimsoll_limits_init (PlimsollLimits *self,
                           const PlimsollHardware *hardware,
                           const PlimsollQuestion *question,
                           guint32 n_devices);

/**
 * plimsoll_limits_room:
 *
 * Returns: what all that is on device @i may take, bytes. The usual share of what the box says can
 *   be more than the driver reports, where error correction keeps memory for itself; it cannot be
 *   used for that
 */
guint64 plimsoll_limits_room (const PlimsollLimits *self, guint32 i);

/** Puts limits, runtime and others' use beside what each device of @memory holds. */
void plimsoll_limits_apply (const PlimsollLimits *self, PlimsollMemory *memory);

/**
 * plimsoll_limits_host_required:
 *
 * Returns: system memory that @memory needs. Weights there are pages of the mapped file; without a
 *   twentieth of room beside them they are dropped and read again for every token
 */
guint64 plimsoll_limits_host_required (const PlimsollMemory *memory);

/** Returns: what is left of @memory where it is narrowest; below 0: it does not fit. */
gint64 plimsoll_limits_spare (const PlimsollLimits *self, const PlimsollMemory *memory);

/** Returns: @usable - @required, never far from the edge of the type. */
gint64 plimsoll_limits_spare_between (guint64 usable, guint64 required);

G_END_DECLS
