/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Why a hub did not give what was asked. Messages are whole sentences, fit to show. */
typedef enum
{
  PLIMSOLL_HUB_ERROR_OFFLINE,      /* the network is not to be used */
  PLIMSOLL_HUB_ERROR_NOT_FOUND,    /* no such model or file, or a private one */
  PLIMSOLL_HUB_ERROR_GATED,        /* its makers want to be asked; the message says where */
  PLIMSOLL_HUB_ERROR_DENIED,       /* the token is not good for it */
  PLIMSOLL_HUB_ERROR_RATE_LIMITED, /* too much was asked; the message says when again */
  PLIMSOLL_HUB_ERROR_TIMED_OUT,
  PLIMSOLL_HUB_ERROR_UNREACHABLE,
  PLIMSOLL_HUB_ERROR_TLS,
  PLIMSOLL_HUB_ERROR_NO_RANGES, /* the server sends only whole files */
  PLIMSOLL_HUB_ERROR_TRUNCATED,
  PLIMSOLL_HUB_ERROR_TOO_LARGE,
  PLIMSOLL_HUB_ERROR_BAD_ANSWER, /* no JSON where that is due, another range, a redirect in vain */
  PLIMSOLL_HUB_ERROR_SERVER,     /* the server's own fault */
  PLIMSOLL_HUB_ERROR_NO_MODEL,   /* it is there, but nothing in it can be sized, or not as asked */
} PlimsollHubError;

#define PLIMSOLL_HUB_ERROR (plimsoll_hub_error_quark ())
GQuark plimsoll_hub_error_quark (void);

G_END_DECLS
