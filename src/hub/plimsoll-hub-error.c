/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-error.h"

G_DEFINE_QUARK (plimsoll-hub-error-quark, plimsoll_hub_error)
