/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-model.h"

const PlimsollFitColumn *
plimsoll_fit_columns (PlimsollVary vary, guint *n)
{
  static const PlimsollFitColumn hardware[] = {
    PLIMSOLL_FIT_NAME,     PLIMSOLL_FIT_USABLE,    PLIMSOLL_FIT_AT_8K,   PLIMSOLL_FIT_AT_32K,
    PLIMSOLL_FIT_REQUIRED, PLIMSOLL_FIT_BANDWIDTH, PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE,
    PLIMSOLL_FIT_PREFILL,  PLIMSOLL_FIT_MILLION,   PLIMSOLL_FIT_COUNT,   PLIMSOLL_FIT_VERDICT,
  };
  static const PlimsollFitColumn model[] = {
    PLIMSOLL_FIT_NAME,    PLIMSOLL_FIT_PARAMETERS, PLIMSOLL_FIT_PRECISION, PLIMSOLL_FIT_QUALITY,
    PLIMSOLL_FIT_USABLE,  PLIMSOLL_FIT_AT_8K,      PLIMSOLL_FIT_AT_32K,    PLIMSOLL_FIT_REQUIRED,
    PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE,     PLIMSOLL_FIT_PREFILL,   PLIMSOLL_FIT_VERDICT,
  };
  static const PlimsollFitColumn precision[] = {
    PLIMSOLL_FIT_NAME,    PLIMSOLL_FIT_BITS,   PLIMSOLL_FIT_QUALITY, PLIMSOLL_FIT_SIZE,
    PLIMSOLL_FIT_USABLE,  PLIMSOLL_FIT_AT_8K,  PLIMSOLL_FIT_AT_32K,  PLIMSOLL_FIT_REQUIRED,
    PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE, PLIMSOLL_FIT_PREFILL, PLIMSOLL_FIT_COUNT,
    PLIMSOLL_FIT_VERDICT,
  };

  switch (vary)
    {
    case PLIMSOLL_VARY_MODEL:
      *n = G_N_ELEMENTS (model);
      return model;
    case PLIMSOLL_VARY_PRECISION:
      *n = G_N_ELEMENTS (precision);
      return precision;
    case PLIMSOLL_VARY_HARDWARE:
    default:
      *n = G_N_ELEMENTS (hardware);
      return hardware;
    }
}
