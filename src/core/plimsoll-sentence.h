/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* Marks a sentence of the core for translation. The core has no locale: it hands the sentence on as
 * it stands, and whoever shows it translates it. For the core's own files alone. */
#define N_(text) (text)
