/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog-error.h"

G_DEFINE_QUARK (plimsoll-catalog-error-quark, plimsoll_catalog_error)
