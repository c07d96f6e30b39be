/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-search-provider.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-search-result.h"
#include "plimsoll-sizer.h"

/* What the bus started stays so long, in milliseconds, for the next letter. */
#define PATIENCE 30000

/* More than the overview shows. */
#define MOST_RESULTS 12

struct _PlimsollSearchProvider
{
  GObject parent_instance;

  GApplication *application; /* not owned: it owns us */
  const PlimsollSearchProviderHost *host;
  GDBusConnection *connection;
  guint registration;
};

G_DEFINE_FINAL_TYPE (PlimsollSearchProvider, plimsoll_search_provider, G_TYPE_OBJECT)

static const char interface_xml[] = "<node>"
                                    "<interface name='org.gnome.Shell.SearchProvider2'>"
                                    "<method name='GetInitialResultSet'>"
                                    "<arg type='as' name='terms' direction='in'/>"
                                    "<arg type='as' name='results' direction='out'/>"
                                    "</method>"
                                    "<method name='GetSubsearchResultSet'>"
                                    "<arg type='as' name='previous_results' direction='in'/>"
                                    "<arg type='as' name='terms' direction='in'/>"
                                    "<arg type='as' name='results' direction='out'/>"
                                    "</method>"
                                    "<method name='GetResultMetas'>"
                                    "<arg type='as' name='identifiers' direction='in'/>"
                                    "<arg type='aa{sv}' name='metas' direction='out'/>"
                                    "</method>"
                                    "<method name='ActivateResult'>"
                                    "<arg type='s' name='identifier' direction='in'/>"
                                    "<arg type='as' name='terms' direction='in'/>"
                                    "<arg type='u' name='timestamp' direction='in'/>"
                                    "</method>"
                                    "<method name='LaunchSearch'>"
                                    "<arg type='as' name='terms' direction='in'/>"
                                    "<arg type='u' name='timestamp' direction='in'/>"
                                    "</method>"
                                    "</interface>"
                                    "</node>";

typedef struct
{
  guint score;
  const char *id;
} Match;

/* The sort is stable, so that what matches alike stays as it is listed. */
static int
compare_matches (gconstpointer a, gconstpointer b, gpointer data)
{
  const Match *left = a, *right = b;

  return left->score > right->score ? -1 : left->score < right->score;
}

/* One letter is no search. */
static gboolean
is_worth_a_search (const char *text)
{
  return g_utf8_strlen (text, -1) >= 2;
}

static void
find (PlimsollModelList *models, PlimsollOwnModels *own, const char *text, GPtrArray *ids)
{
  g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new (text);
  const guint n_own = g_list_model_get_n_items (G_LIST_MODEL (own));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (models));
  g_autoptr (GArray) matches = g_array_new (FALSE, FALSE, sizeof (Match));

  if (!is_worth_a_search (text) || plimsoll_name_query_is_empty (query))
    return;
  for (guint i = 0; i < n_own + n; i++)
    {
      const gboolean is_own = i < n_own;
      const guint at = is_own ? i : i - n_own;
      guint score = is_own ? plimsoll_own_models_score (own, at, query)
                           : plimsoll_model_list_score (models, at, query);
      g_autoptr (PlimsollModel) model = NULL;
      Match match;

      if (score == 0)
        continue;
      model = g_list_model_get_item (is_own ? G_LIST_MODEL (own) : G_LIST_MODEL (models), at);
      match.score = score + (is_own ? PLIMSOLL_SEARCH_OWN_BONUS : 0);
      match.id = plimsoll_model_get_id (model);
      g_array_append_val (matches, match);
    }
  g_array_sort_with_data (matches, compare_matches, NULL);
  for (guint i = 0; i < MIN (matches->len, MOST_RESULTS); i++)
    g_ptr_array_add (ids, (gpointer) g_array_index (matches, Match, i).id);
}

static PlimsollModel *
look_up (PlimsollModelList *models, PlimsollOwnModels *own, const char *id)
{
  PlimsollOwnModel *mine = plimsoll_own_models_lookup (own, id);

  return mine != NULL ? plimsoll_own_model_get_model (mine)
                      : plimsoll_model_list_lookup (models, id);
}

/* How @model would do in the question that @sizer answers:
 * "Fits · 2.2 GiB to spare · NVIDIA RTX 4090 · Q4_K_M · 32K". */
static char *
describe (PlimsollSizer *sizer, PlimsollModel *model, const char *precision)
{
  PlimsollScenario *question = plimsoll_sizer_get_scenario (sizer);
  g_autofree char *verdict = NULL;
  g_autofree char *hardware = NULL;
  g_autofree char *tokens = NULL;

  plimsoll_scenario_set_model (question, model);
  plimsoll_scenario_set_precision (question, precision);
  plimsoll_sizer_flush (sizer);
  verdict = plimsoll_label_verdict_title (plimsoll_sizer_get_estimate (sizer));
  hardware = plimsoll_answer_hardware (question);
  tokens = plimsoll_format_tokens (plimsoll_scenario_get_context_length (question));
  return g_strdup_printf ("%s · %s · %s · %s", verdict, *hardware != '\0' ? hardware : "—",
                          plimsoll_scenario_get_precision (question), tokens);
}

static GVariant *
describe_results (PlimsollModelList *models,
                  PlimsollOwnModels *own,
                  PlimsollScenario *question,
                  const char *const *ids)
{
  g_autofree char *precision = g_strdup (plimsoll_scenario_get_precision (question));
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (question);
  g_autoptr (GIcon) icon = g_themed_icon_new (PLIMSOLL_APPLICATION_ID);
  g_autofree char *icon_text = g_icon_to_string (icon);
  GVariantBuilder metas;

  g_variant_builder_init (&metas, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      PlimsollModel *model = look_up (models, own, ids[i]);
      g_autofree char *description = NULL;

      if (model == NULL)
        continue;
      description =
        describe (sizer, model,
                  plimsoll_search_precision (plimsoll_own_models_lookup (own, ids[i]), precision));
      g_variant_builder_open (&metas, G_VARIANT_TYPE_VARDICT);
      g_variant_builder_add (&metas, "{sv}", "id", g_variant_new_string (ids[i]));
      g_variant_builder_add (&metas, "{sv}", "name",
                             g_variant_new_string (plimsoll_model_get_name (model)));
      g_variant_builder_add (&metas, "{sv}", "description", g_variant_new_string (description));
      g_variant_builder_add (&metas, "{sv}", "gicon", g_variant_new_string (icon_text));
      g_variant_builder_close (&metas);
    }

  return g_variant_builder_end (&metas);
}

static void
answer (PlimsollSearchProvider *self,
        const char *method,
        GVariant *parameters,
        GDBusMethodInvocation *invocation)
{
  g_autofree const char **words = NULL;
  g_autofree char *text = NULL;
  PlimsollModelList *models = NULL;
  PlimsollOwnModels *own = NULL;
  g_autoptr (PlimsollScenario) question = NULL;
  const gboolean activates = g_str_equal (method, "ActivateResult");

  if (!self->host->prepare (self->application, &models, &own, &question))
    {
      g_dbus_method_invocation_return_error_literal (invocation, G_DBUS_ERROR, G_DBUS_ERROR_FAILED,
                                                     "There are no models");
      return;
    }
  if (g_str_equal (method, "GetResultMetas"))
    {
      g_variant_get (parameters, "(^a&s)", &words);
      g_dbus_method_invocation_return_value (invocation,
                                             g_variant_new ("(@aa{sv})",
                                                            describe_results (models, own, question,
                                                                              words)));
      return;
    }
  if (activates)
    {
      const char *id;
      PlimsollModel *model;

      g_variant_get_child (parameters, 0, "&s", &id);
      model = look_up (models, own, id);
      if (model != NULL)
        self->host->choose (self->application, model);
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }

  g_variant_get_child (parameters, g_str_equal (method, "GetSubsearchResultSet") ? 1 : 0, "^a&s",
                       &words);
  text = g_strjoinv (" ", (char **) words);
  if (g_str_equal (method, "LaunchSearch"))
    {
      self->host->search (self->application, text);
      g_dbus_method_invocation_return_value (invocation, NULL);
    }
  else
    {
      g_autoptr (GPtrArray) ids = g_ptr_array_new ();

      find (models, own, text, ids);
      g_dbus_method_invocation_return_value (
        invocation, g_variant_new ("(@as)", g_variant_new_strv ((const char *const *) ids->pdata,
                                                                (gssize) ids->len)));
    }
}

static void
method_called_cb (GDBusConnection *connection,
                  const char *sender,
                  const char *path,
                  const char *interface,
                  const char *method,
                  GVariant *parameters,
                  GDBusMethodInvocation *invocation,
                  gpointer data)
{
  PlimsollSearchProvider *self = data;

  /* A program with a window ends with it. */
  if ((g_application_get_flags (self->application) & G_APPLICATION_IS_SERVICE) != 0)
    g_application_set_inactivity_timeout (self->application, PATIENCE);
  g_application_hold (self->application);
  answer (self, method, parameters, invocation);
  g_application_release (self->application);
}

static void
plimsoll_search_provider_dispose (GObject *object)
{
  plimsoll_search_provider_unexport (PLIMSOLL_SEARCH_PROVIDER (object));

  G_OBJECT_CLASS (plimsoll_search_provider_parent_class)->dispose (object);
}

static void
plimsoll_search_provider_class_init (PlimsollSearchProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_search_provider_dispose;
}

static void
plimsoll_search_provider_init (PlimsollSearchProvider *self)
{
}

PlimsollSearchProvider *
plimsoll_search_provider_new (GApplication *application, const PlimsollSearchProviderHost *host)
{
  PlimsollSearchProvider *self = g_object_new (PLIMSOLL_TYPE_SEARCH_PROVIDER, NULL);

  self->application = application;
  self->host = host;
  return self;
}

gboolean
plimsoll_search_provider_export (PlimsollSearchProvider *self,
                                 GDBusConnection *connection,
                                 const char *path,
                                 GError **error)
{
  static const GDBusInterfaceVTable functions = { .method_call = method_called_cb };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface_xml, NULL);

  g_return_val_if_fail (self->registration == 0, FALSE);

  self->registration = g_dbus_connection_register_object (connection, path, node->interfaces[0],
                                                          &functions, self, NULL, error);
  if (self->registration == 0)
    return FALSE;
  g_set_object (&self->connection, connection);
  return TRUE;
}

void
plimsoll_search_provider_unexport (PlimsollSearchProvider *self)
{
  if (self->registration != 0)
    g_dbus_connection_unregister_object (self->connection, self->registration);
  self->registration = 0;
  g_clear_object (&self->connection);
}
