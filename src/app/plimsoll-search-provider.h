/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-list.h"
#include "plimsoll-own-models.h"
#include "plimsoll-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SEARCH_PROVIDER (plimsoll_search_provider_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollSearchProvider,
                      plimsoll_search_provider,
                      PLIMSOLL,
                      SEARCH_PROVIDER,
                      GObject)

/** PlimsollSearchProviderHost: what the provider asks of the program. */
typedef struct
{
  /** Sets the models, (transfer none), and the present question, (transfer full). Returns: %FALSE:
   * there are none. */
  gboolean (*prepare) (gpointer data,
                       PlimsollModelList **models,
                       PlimsollOwnModels **own,
                       PlimsollScenario **question);
  /** Shows the window, with the question about @model. */
  void (*choose) (gpointer data, PlimsollModel *model);
  /** Shows the window, with @text in its search. */
  void (*search) (gpointer data, const char *text);
} PlimsollSearchProviderHost;

/**
 * PlimsollSearchProvider:
 *
 * What GNOME Shell's overview asks: which models are called so, and how each would do in the
 * present question. D-Bus: org.gnome.Shell.SearchProvider2; a result is named by its model's id.
 */

/** @host: good as long as @application, which is @data of its functions. */
PlimsollSearchProvider *plimsoll_search_provider_new (GApplication *application,
                                                      const PlimsollSearchProviderHost *host);

/** Offers it below @path. Returns: %FALSE with @error set where the bus refuses. */
gboolean plimsoll_search_provider_export (PlimsollSearchProvider *self,
                                          GDBusConnection *connection,
                                          const char *path,
                                          GError **error);

void plimsoll_search_provider_unexport (PlimsollSearchProvider *self);

G_END_DECLS
