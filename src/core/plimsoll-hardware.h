/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-facts.h"
#include "plimsoll-question.h"

G_BEGIN_DECLS

/** Accelerators that differ, in one computer. */
#define PLIMSOLL_MAX_ACCELERATOR_KINDS 8

/**
 * PlimsollHardware: what a question runs on: devices, which may differ, and the memory around them.
 * Plain values, fit to be copied; start from plimsoll_hardware_init() or
 * plimsoll_hardware_init_one_kind(). Devices are in the engine's order.
 */
typedef struct
{
  guint32 n_devices;
  guint32 n_kinds;                                                /* 0: no accelerator */
  PlimsollAcceleratorFacts kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS]; /* [n_kinds], of one device */
  guint8 kind_of[PLIMSOLL_MAX_DEVICES];                           /* [n_devices] index into kinds */

  double memory_bandwidth_gbs; /* of system memory, theoretical, 10^9 bytes/s; NAN: unknown */
} PlimsollHardware;

/** Sets a computer with no accelerator. */
void plimsoll_hardware_init (PlimsollHardware *self);

/**
 * plimsoll_hardware_init_one_kind:
 * @device: one device, as plimsoll_accelerator_facts_per_device() makes it of a board
 *
 * Sets @n_devices of the same; no more than %PLIMSOLL_MAX_DEVICES.
 */
void plimsoll_hardware_init_one_kind (PlimsollHardware *self,
                                      const PlimsollAcceleratorFacts *device,
                                      guint32 n_devices);

/**
 * plimsoll_hardware_add:
 * @board: an accelerator; it may be several devices
 * @n_boards: how many of it
 *
 * Adds them after those that are there.
 *
 * Returns: %FALSE when not all of them can be had, for lack of devices or kinds; as many boards as
 *   can be are there
 */
gboolean plimsoll_hardware_add (PlimsollHardware *self,
                                const PlimsollAcceleratorFacts *board,
                                guint32 n_boards);

/**
 * plimsoll_hardware_device:
 *
 * Returns: (transfer none): what device @i is; one past the last is taken to be of the first kind,
 *   so that more of the same can be asked for; without any kind everything is unknown
 */
const PlimsollAcceleratorFacts *plimsoll_hardware_device (const PlimsollHardware *self, guint32 i);

/** Returns: whether devices from the first to @n_devices differ. */
gboolean plimsoll_hardware_is_mixed (const PlimsollHardware *self, guint32 n_devices);

/**
 * plimsoll_hardware_runtime_bytes:
 *
 * What the driver and its libraries take of a device for one process: the part's own figure where
 * it has one, else 400 MiB, 100 MiB on Apple's. It is outside the engine's own accounting.
 */
guint64 plimsoll_hardware_runtime_bytes (const PlimsollAcceleratorFacts *device);

/**
 * plimsoll_hardware_set_shares:
 *
 * Sets the shares of @question as llama.cpp does where --tensor-split does not: the bytes that are
 * free on each device when the model is loaded, which is what the driver reports less others' use
 * and the process's own context. Equal devices keep equal shares; so do all when the memory of one
 * is not known.
 */
void plimsoll_hardware_set_shares (const PlimsollHardware *self, PlimsollQuestion *question);

G_END_DECLS
