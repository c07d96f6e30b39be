/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-format-error.h"

G_DEFINE_QUARK (plimsoll-format-error-quark, plimsoll_format_error)
