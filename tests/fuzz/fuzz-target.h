/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What a fuzz target defines: takes any bytes, and aborts where something is wrong. */
void fuzz_one_input (const guint8 *data, gsize size);

/** Asserts that @message can be shown: text, one line, not endless. */
void fuzz_check_line (const char *message);

G_END_DECLS
