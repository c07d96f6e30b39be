/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-spec.h"

G_BEGIN_DECLS

/**
 * plimsoll_recurrent_convolution:
 *
 * Returns: channels that the convolution of the block runs over; 0: it has none
 */
guint64 plimsoll_recurrent_convolution (const PlimsollRecurrent *recurrent, guint32 embedding);

/**
 * plimsoll_recurrent_state_bytes:
 * @embedding: the model's width
 * @sequences: each keeps a state of its own, whatever they share otherwise
 *
 * Returns: bytes of one block's state, convolution and matrix, in F32; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_recurrent_state_bytes (const PlimsollRecurrent *recurrent,
                                        guint32 embedding,
                                        guint32 sequences);

G_END_DECLS
