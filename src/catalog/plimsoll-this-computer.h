/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"

G_BEGIN_DECLS

/**
 * PlimsollFoundMemory: an amount of memory that the system tells.
 */
typedef struct
{
  guint64 total; /* bytes; 0: not known */
  guint64 free;  /* bytes; only where @is_free_known */
  gboolean is_free_known;
  char *source;      /* (nullable): the file that tells it, "/proc/meminfo"; %NULL: not known */
  char *free_source; /* (nullable): the file that tells what is free */
} PlimsollFoundMemory;

/**
 * PlimsollFoundAccelerator: an accelerator that the system shows.
 */
typedef struct
{
  PlimsollAccelerator *accelerator; /* (nullable): which of the catalogue it is */
  guint n_candidates;               /* of the catalogue that it may be; more than one: the one of
                                       least memory stands for them */

  char *slot;        /* (nullable): on the bus: "0000:01:00.0" */
  guint16 vendor;    /* PCI; 0: not on the bus */
  guint16 device;    /* PCI */
  char *driver_name; /* (nullable): what the driver calls it */
  char *source;      /* the file that tells that it is there */

  PlimsollFoundMemory memory; /* its own; of integrated graphics, what is carved out for it */
  PlimsollFoundMemory shared; /* of the computer's, what it can address: GTT */
  guint64 aperture;           /* bytes of its largest prefetchable window; 0: not known */
} PlimsollFoundAccelerator;

/**
 * PlimsollThisComputer: what was found of the computer that the program runs on, without privileges
 * and without running anything. What the system does not tell is not known.
 */
typedef struct
{
  char *machine;              /* (nullable): maker and product */
  char *processor;            /* (nullable) */
  char *processor_source;     /* (nullable): the file that tells it */
  char *chip;                 /* (nullable): of a device tree, the most special name of the chip */
  gboolean is_virtual;        /* runs under a hypervisor */
  PlimsollFoundMemory memory; /* of the system */
  GPtrArray *accelerators;    /* of PlimsollFoundAccelerator, by their place on the bus */
} PlimsollThisComputer;

/** More are not looked at. */
#define PLIMSOLL_MAX_FOUND_ACCELERATORS 64

/**
 * plimsoll_this_computer_read:
 * @root: (nullable): the directory that /proc and /sys are in; %NULL: the computer's own
 *
 * Reads what the kernel shows of processor, memory and graphics: /proc/meminfo, /proc/cpuinfo, the
 * PCI devices of display and processing classes in /sys/bus/pci/devices, what amdgpu, xe and i915
 * say of their memory there, /proc/driver/nvidia/gpus, the device tree and DMI. Of no file more
 * than 64 KiB is read, and whatever is in them does no harm. Any thread may call it.
 *
 * Returns: (transfer full): with no accelerator known yet, see plimsoll_this_computer_identify()
 */
PlimsollThisComputer *plimsoll_this_computer_read (const char *root);

/** Returns: (transfer full): another one that says the same. */
PlimsollThisComputer *plimsoll_this_computer_copy (const PlimsollThisComputer *self);

void plimsoll_this_computer_free (PlimsollThisComputer *self);

/**
 * plimsoll_this_computer_identify:
 *
 * Finds in @accelerators what the found ones are: by PCI id, parts that share one told apart by
 * memory, by the name that the driver or the processor has and by the size of the window into their
 * memory; chips that are on no bus by their name in the device tree. To be called where
 * @accelerators is used, once.
 */
void plimsoll_this_computer_identify (PlimsollThisComputer *self,
                                      PlimsollAcceleratorList *accelerators);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollThisComputer, plimsoll_this_computer_free)

G_END_DECLS
