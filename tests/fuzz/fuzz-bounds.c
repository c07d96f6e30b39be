/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What every fuzz target is held to besides its own assertions: on any input it takes less than a
 * second of the processor and no more than 64 MiB of memory over the size of the input. Memory is
 * seen where the address sanitizer is.
 */

#include "fuzz-target.h"

#include <string.h>
#include <time.h>

#define MAX_BYTES_OVER (64 << 20)
#define MAX_SECONDS 1

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COUNTS_BYTES
#endif
#endif

#ifdef COUNTS_BYTES
#include <sanitizer/allocator_interface.h>

static gssize live;
static gssize peak;

static void
allocated (G_GNUC_UNUSED const volatile void *block, gsize bytes)
{
  live += (gssize) bytes;
  peak = MAX (peak, live);
}

static void
freed (const volatile void *block)
{
  if (block != NULL)
    live -= (gssize) __sanitizer_get_allocated_size (block);
}

static void
start_counting (void)
{
  static gboolean installed;

  if (!installed)
    {
      g_assert_cmpint (__sanitizer_install_malloc_and_free_hooks (allocated, freed), >, 0);
      installed = TRUE;
    }
  live = peak = 0;
}

static void
check_bytes (gsize size)
{
  g_assert_cmpint (peak, <=, (gssize) (size + MAX_BYTES_OVER));
}
#else
static void
start_counting (void)
{
}

static void
check_bytes (G_GNUC_UNUSED gsize size)
{
}
#endif

void
fuzz_check_line (const char *message)
{
  g_assert_true (g_utf8_validate (message, -1, NULL));
  g_assert_cmpuint (strlen (message), <, 1000);
  for (const char *p = message; *p != '\0'; p++)
    g_assert_false (g_ascii_iscntrl (*p));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  clock_t start = clock ();

  start_counting ();
  fuzz_one_input (data, size);
  check_bytes (size);
  g_assert_cmpint (clock () - start, <, MAX_SECONDS * CLOCKS_PER_SEC);
  return 0;
}
