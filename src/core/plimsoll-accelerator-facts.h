/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-measured-speed.h"

G_BEGIN_DECLS

/** Whose part it is, as far as formulas tell makers apart. */
typedef enum
{
  PLIMSOLL_VENDOR_OTHER,
  PLIMSOLL_VENDOR_NVIDIA,
  PLIMSOLL_VENDOR_AMD,
  PLIMSOLL_VENDOR_APPLE,
  PLIMSOLL_VENDOR_INTEL,
} PlimsollVendor;

/** What it is built for. */
typedef enum
{
  PLIMSOLL_SEGMENT_DESKTOP,
  PLIMSOLL_SEGMENT_LAPTOP,
  PLIMSOLL_SEGMENT_WORKSTATION,
  PLIMSOLL_SEGMENT_DATACENTER,
  PLIMSOLL_SEGMENT_SOC,      /* processor and graphics in one, memory shared */
  PLIMSOLL_SEGMENT_EMBEDDED, /* modules such as Jetson */
} PlimsollSegment;

/** Memory by class: each has its own share of peak bandwidth that decoding reaches. */
typedef enum
{
  PLIMSOLL_MEMORY_UNKNOWN,
  PLIMSOLL_MEMORY_GDDR,
  PLIMSOLL_MEMORY_HBM,
  PLIMSOLL_MEMORY_LPDDR, /* LPDDR and DDR */
} PlimsollMemoryClass;

/** Tensor cores, MFMA, WMMA, XMX, systolic arrays. */
typedef enum
{
  PLIMSOLL_MATRIX_UNKNOWN,
  PLIMSOLL_MATRIX_ABSENT,
  PLIMSOLL_MATRIX_PRESENT,
} PlimsollMatrixUnits;

/** What a part leaves for work when nothing better is known, in percent of what the box says. */
#define PLIMSOLL_USABLE_PERCENT_DISCRETE 95
#define PLIMSOLL_USABLE_PERCENT_UNIFIED 78

/**
 * PlimsollAcceleratorFacts: what the arithmetic needs to know of an accelerator. Plain values, fit
 * to be copied; start from plimsoll_accelerator_facts_init(). A rate that is not known is NAN,
 * never 0. All figures are of the whole board; see plimsoll_accelerator_facts_per_device().
 */
typedef struct
{
  PlimsollVendor vendor;
  PlimsollSegment segment;
  const char *architecture; /* (nullable): lives as long as the process, e.g. "CDNA 3" */

  guint64 memory_bytes_nominal;  /* the gigabytes of the box taken as GiB; 0: unknown, or (unified)
                                    whatever the computer has */
  guint64 memory_bytes_reported; /* as the driver reports it; 0: unknown */
  guint64 memory_bytes_usable;   /* measured or set by the user; 0: by the rule */
  guint64 runtime_bytes;         /* what a process's context takes of it; 0: unknown */
  gboolean unified;              /* shared with the processor */
  guint unified_percent;         /* of it, that the user gives to a model; 0: by the rule */
  PlimsollMemoryClass memory_class;

  guint32 devices; /* that the system sees on one board; at least 1 */

  double bandwidth_gbs; /* of the memory, 10^9 bytes/s */
  PlimsollMatrixUnits matrix_units;
  double fp32_tflops;            /* 10^12/s; a multiply-add is two */
  double fp16_tflops;            /* BF16 or FP16, dense, summed in FP32 */
  double fp16_accumulate_tflops; /* FP16, dense, summed in FP16 */
  double fp16_packed_tflops;     /* FP16 in vector units, where there are no matrix units */
  double fp8_tflops;             /* dense */
  double int8_tops;              /* dense */
  double fp4_tflops;             /* dense */
  double power_w;                /* board power */
  double link_gbs;               /* to its like, both directions together, 10^9 bytes/s */
  double pcie_gbs;               /* to the computer, one direction, 10^9 bytes/s */

  const PlimsollMeasuredRuns *measured; /* (nullable): by the user, of one device; lives as long as
                                           the process */
} PlimsollAcceleratorFacts;

/** Sets everything to unknown, on one device. */
void plimsoll_accelerator_facts_init (PlimsollAcceleratorFacts *self);

/**
 * plimsoll_accelerator_facts_per_device:
 * @self: a board
 * @device: (out caller-allocates): one of the devices on it
 *
 * Some boards are seen by the system, and by engines, as several devices, each with its share of
 * memory, bandwidth, rates and power. The PCI Express figure stays, as the board's slot has it.
 */
void plimsoll_accelerator_facts_per_device (const PlimsollAcceleratorFacts *self,
                                            PlimsollAcceleratorFacts *device);

/** Returns: what a model may take of the memory by the rule, or as the user has it, in percent. */
guint64 plimsoll_usable_percent (const PlimsollAcceleratorFacts *self);

/**
 * plimsoll_usable_memory_bytes:
 *
 * What a model may take: the accelerator's own figure where it has one; else 95 % of the nominal
 * memory, 78 % (or what the user has set) where it is unified, with the gigabytes of the box taken
 * as GiB (as on the page that the idea came from; reported memory stands in where the nominal is
 * not known).
 *
 * On cards whose error correction keeps memory for itself this can be more than
 * plimsoll_physical_memory_bytes(), e.g. 22.8 GiB of the 22.5 GiB that an L4 reports:
 * plimsoll_usable_memory_bytes_careful() is not.
 *
 * Returns: bytes, rounded down; 0: unknown
 */
guint64 plimsoll_usable_memory_bytes (const PlimsollAcceleratorFacts *self);

/**
 * plimsoll_usable_memory_bytes_careful:
 *
 * Like plimsoll_usable_memory_bytes(), but the share is taken of the memory that the driver
 * reports, where that is known and less than the box says.
 *
 * Returns: bytes, rounded down; 0: unknown
 */
guint64 plimsoll_usable_memory_bytes_careful (const PlimsollAcceleratorFacts *self);

/**
 * plimsoll_physical_memory_bytes:
 *
 * Returns: the memory that the driver reports, else the nominal; 0: unknown
 */
guint64 plimsoll_physical_memory_bytes (const PlimsollAcceleratorFacts *self);

/**
 * plimsoll_pcie_gbs:
 * @generation: 1 to 7
 * @lanes: 1 to 16
 *
 * Returns: what a slot carries in one direction after line coding, 10^9 bytes/s; NAN when unknown
 */
double plimsoll_pcie_gbs (guint32 generation, guint32 lanes);

G_END_DECLS
