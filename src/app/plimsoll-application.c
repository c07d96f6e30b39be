/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-application.h"

#include "plimsoll-preferences.h"
#include "plimsoll-search-provider.h"
#include "plimsoll-session.h"
#include "plimsoll-window.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *title;
  char *text;
} Fault;

struct _PlimsollApplication
{
  AdwApplication parent_instance;

  PlimsollCatalog *catalog;
  PlimsollModelList *models;
  PlimsollOwnModels *own;
  PlimsollSearchProvider *search;
  GPtrArray *faults; /* of Fault: why files of the user's own could not be read */
  gboolean exit_after_startup;
};

G_DEFINE_FINAL_TYPE (PlimsollApplication, plimsoll_application, ADW_TYPE_APPLICATION)

/* --- Actions --- */

static void
quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GApplication *application = data;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL;
       l = l->next)
    if (PLIMSOLL_IS_WINDOW (l->data))
      plimsoll_window_save (l->data);
  g_application_quit (application);
}

static void
about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));
  AdwDialog *dialog = adw_about_dialog_new ();

  g_object_set (dialog, "application-name", _("Plimsoll"), "application-icon",
                PLIMSOLL_APPLICATION_ID, "version", PLIMSOLL_VERSION, "developer-name",
                _("The Plimsoll contributors"), "license-type", GTK_LICENSE_GPL_3_0, "website",
                "https://github.com/plimsoll-app/plimsoll", "issue-url",
                "https://github.com/plimsoll-app/plimsoll/issues", "comments",
                _("Sizes language models to hardware. Named after the mark on a ship’s hull that "
                   "says how deep she may be laden."),
                /* Translators: your names, one a line. */
                "translator-credits", _("translator-credits"), NULL);
  adw_dialog_present (dialog, GTK_WIDGET (window));
}

/* --- What ships --- */

static void
fault_free (gpointer data)
{
  Fault *fault = data;

  g_free (fault->text);
  g_free (fault);
}

/* Keeps what is wrong with a file of the user's own, and the name that it has now; @aside is %NULL
   with @worse set where it could not be renamed. */
static void
add_fault (PlimsollApplication *self,
           const char *title,
           const GError *error,
           const char *aside,
           const GError *worse)
{
  g_autofree char *shown = aside != NULL ? g_filename_display_name (aside) : NULL;
  Fault *fault = g_new0 (Fault, 1);

  fault->title = title;
  if (aside == NULL)
    fault->text = g_strdup_printf ("%s\n%s", error->message, worse->message);
  else
    /* Translators: what is wrong with a file, and the name that it has now. */
    fault->text = g_strdup_printf (_("%s\nIt is kept as %s"), error->message, shown);
  g_ptr_array_add (self->faults, fault);
}

/* A file that is damaged is set aside, and the window says so once it is there. */
static void
load_own_models (PlimsollApplication *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) worse = NULL;
  g_autofree char *aside = NULL;

  self->own = plimsoll_own_models_new (NULL);
  if (plimsoll_own_models_load (self->own, &error))
    return;
  aside = plimsoll_own_models_set_aside (self->own, &worse);
  add_fault (self, _("Your models could not be read"), error, aside, worse);
}

static void
load_own_measurements (PlimsollApplication *self)
{
  PlimsollOwnMeasurements *own = plimsoll_catalog_get_own_measurements (self->catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) worse = NULL;
  g_autofree char *aside = NULL;

  if (plimsoll_own_measurements_load (own, &error))
    return;
  aside = plimsoll_own_measurements_set_aside (own, &worse);
  add_fault (self, _("Some of what was measured here could not be read"), error, aside, worse);
}

static void
load_own_hardware (PlimsollApplication *self)
{
  PlimsollOwnHardware *own = plimsoll_catalog_get_own_hardware (self->catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) worse = NULL;
  g_autofree char *aside = NULL;

  if (plimsoll_own_hardware_load (own, &error))
    return;
  aside = plimsoll_own_hardware_set_aside (own, &worse);
  add_fault (self, _("Some of your hardware could not be read"), error, aside, worse);
}

static void
load_own_computer (PlimsollApplication *self)
{
  PlimsollOwnComputer *own = plimsoll_catalog_get_own_computer (self->catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) worse = NULL;
  g_autofree char *aside = NULL;

  if (plimsoll_own_computer_load (own, &error))
    return;
  aside = plimsoll_own_computer_set_aside (own, &worse);
  add_fault (self, _("What you set of this computer could not be read"), error, aside, worse);
}

/* Without its facts the program can say nothing: it says so, and ends. */
static gboolean
load_facts (PlimsollApplication *self)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autoptr (GError) error = NULL;

  if (self->models != NULL)
    return TRUE;

  self->catalog = plimsoll_catalog_new (NULL, &error);
  if (self->catalog != NULL)
    {
      g_autoptr (PlimsollModelList) models = plimsoll_model_list_new ();

      if (plimsoll_model_list_load_file (models, NULL, &error))
        self->models = g_steal_pointer (&models);
    }
  if (self->models == NULL)
    {
      g_printerr ("plimsoll: %s\n", error->message);
      return FALSE;
    }
  load_own_hardware (self);
  load_own_measurements (self);
  plimsoll_preferences_apply (settings, plimsoll_catalog_get_accelerators (self->catalog));
  load_own_computer (self);
  if (!plimsoll_catalog_load_user_offers (self->catalog, NULL, &error))
    g_message ("%s", error->message);
  load_own_models (self);
  return TRUE;
}

/* --- The application --- */

static void
first_frame_cb (GdkFrameClock *clock, GApplication *application)
{
  g_signal_handlers_disconnect_by_func (clock, first_frame_cb, application);
  g_application_quit (application);
}

static PlimsollWindow *
find_window (PlimsollApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (PLIMSOLL_IS_WINDOW (l->data))
      return l->data;
  return NULL;
}

/* Returns: (nullable): the window, on top; %NULL: there is nothing to show in one. */
static PlimsollWindow *
present (PlimsollApplication *self)
{
  PlimsollWindow *window = find_window (self);

  if (window == NULL && load_facts (self))
    window = plimsoll_window_new (GTK_APPLICATION (self), self->models, self->own, self->catalog);
  if (window == NULL)
    return NULL;

  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < self->faults->len; i++)
    {
      const Fault *fault = self->faults->pdata[i];

      plimsoll_window_tell_fault (window, fault->title, fault->text);
    }
  g_ptr_array_set_size (self->faults, 0);
  return window;
}

static void
plimsoll_application_activate (GApplication *application)
{
  PlimsollApplication *self = PLIMSOLL_APPLICATION (application);
  PlimsollWindow *window = present (self);

  if (window != NULL && self->exit_after_startup)
    g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                             G_CALLBACK (first_frame_cb), self, 0);
}

static void
plimsoll_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  PlimsollWindow *window = present (PLIMSOLL_APPLICATION (application));

  if (window != NULL && n_files > 0)
    plimsoll_window_open (window, files[0]);
}

static void
plimsoll_application_shutdown (GApplication *application)
{
  PlimsollApplication *self = PLIMSOLL_APPLICATION (application);
  g_autoptr (GError) error = NULL;

  if (self->own != NULL && !plimsoll_own_models_flush (self->own, &error))
    g_printerr ("plimsoll: %s\n", error->message);
  g_clear_error (&error);
  if (self->catalog != NULL
      && !plimsoll_own_hardware_flush (plimsoll_catalog_get_own_hardware (self->catalog), &error))
    g_printerr ("plimsoll: %s\n", error->message);
  g_clear_error (&error);
  if (self->catalog != NULL
      && !plimsoll_own_measurements_flush (plimsoll_catalog_get_own_measurements (self->catalog),
                                           &error))
    g_printerr ("plimsoll: %s\n", error->message);
  g_clear_error (&error);
  if (self->catalog != NULL
      && !plimsoll_own_computer_flush (plimsoll_catalog_get_own_computer (self->catalog), &error))
    g_printerr ("plimsoll: %s\n", error->message);

  G_APPLICATION_CLASS (plimsoll_application_parent_class)->shutdown (application);
}

static void
plimsoll_application_startup (GApplication *application)
{
  static const GActionEntry actions[] = {
    { "quit", quit },
    { "about", about },
  };
  static const struct
  {
    const char *action;
    const char *keys[3];
  } shortcuts[] = {
    { "app.quit", { "<Control>q" } },
    { "window.close", { "<Control>w" } },
    { "win.search", { "<Control>k" } },
    { "win.open", { "<Control>o" } },
    { "win.open-folder", { "<Control><Shift>o" } },
    { "win.export", { "<Control>e" } },
    { "win.print", { "<Control>p" } },
    { "win.new-question", { "<Control>n" } },
    { "win.undo", { "<Control>z" } },
    { "win.pin", { "<Control>d" } },
    { "win.pinned", { "<Control><Shift>d" } },
    { "win.other-pane", { "F6" } },
    { "win.page('fit')", { "<Alt>1" } },
    { "win.page('compare')", { "<Alt>2" } },
    { "win.page('speed')", { "<Alt>3" } },
    { "win.page('cost')", { "<Alt>4" } },
    { "win.page('training')", { "<Alt>5" } },
    { "win.page('run')", { "<Alt>6" } },
    { "win.preferences", { "<Control>comma" } },
    { "win.help('')", { "F1" } },
    { "win.show-help-overlay", { "<Control>question" } },
  };

  G_APPLICATION_CLASS (plimsoll_application_parent_class)->startup (application);

  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions),
                                   application);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), shortcuts[i].action,
                                           (const char *const *) shortcuts[i].keys);
  gtk_window_set_default_icon_name (PLIMSOLL_APPLICATION_ID);
}

/* --- The desktop's search --- */

/* The question is the window's; without one it is the last that was asked. */
static gboolean
prepare_search (gpointer data,
                PlimsollModelList **models,
                PlimsollOwnModels **own,
                PlimsollScenario **question)
{
  PlimsollApplication *self = data;
  PlimsollWindow *window = find_window (self);

  if (!load_facts (self))
    return FALSE;
  *models = self->models;
  *own = self->own;
  if (window != NULL)
    *question = plimsoll_scenario_copy (plimsoll_window_get_scenario (window));
  else
    {
      const PlimsollSessionLists lists = { self->models, self->own,
                                           plimsoll_catalog_get_accelerators (self->catalog) };
      g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
      g_autofree char *path = NULL;
      g_auto (GStrv) lost = NULL;

      *question = plimsoll_scenario_new ();
      /* Where it is damaged it is the default one. */
      plimsoll_session_restore (settings, *question, &lists, &path, &lost, NULL);
    }

  return TRUE;
}

static void
choose_found (gpointer data, PlimsollModel *model)
{
  PlimsollWindow *window = present (data);

  if (window != NULL)
    plimsoll_window_choose_model (window, model);
}

static void
search_on (gpointer data, const char *text)
{
  PlimsollWindow *window = present (data);

  if (window != NULL)
    plimsoll_window_search (window, text);
}

static gboolean
plimsoll_application_dbus_register (GApplication *application,
                                    GDBusConnection *connection,
                                    const char *path,
                                    GError **error)
{
  static const PlimsollSearchProviderHost host = { prepare_search, choose_found, search_on };
  PlimsollApplication *self = PLIMSOLL_APPLICATION (application);
  g_autofree char *below = g_strconcat (path, "/SearchProvider", NULL);

  if (!G_APPLICATION_CLASS (plimsoll_application_parent_class)
         ->dbus_register (application, connection, path, error))
    return FALSE;
  self->search = plimsoll_search_provider_new (application, &host);

  return plimsoll_search_provider_export (self->search, connection, below, error);
}

static void
plimsoll_application_dbus_unregister (GApplication *application,
                                      GDBusConnection *connection,
                                      const char *path)
{
  g_clear_object (&PLIMSOLL_APPLICATION (application)->search);

  G_APPLICATION_CLASS (plimsoll_application_parent_class)
    ->dbus_unregister (application, connection, path);
}

static gint
plimsoll_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  PlimsollApplication *self = PLIMSOLL_APPLICATION (application);

  self->exit_after_startup = g_variant_dict_contains (options, "exit-after-startup");
  /* Timing is of this process, not of one that runs already. */
  if (self->exit_after_startup)
    g_application_set_flags (application,
                             g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

static void
plimsoll_application_dispose (GObject *object)
{
  PlimsollApplication *self = PLIMSOLL_APPLICATION (object);

  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_clear_object (&self->own);
  g_clear_object (&self->models);
  g_clear_object (&self->catalog);

  G_OBJECT_CLASS (plimsoll_application_parent_class)->dispose (object);
}

static void
plimsoll_application_class_init (PlimsollApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_application_dispose;
  application_class->dbus_register = plimsoll_application_dbus_register;
  application_class->dbus_unregister = plimsoll_application_dbus_unregister;
  application_class->activate = plimsoll_application_activate;
  application_class->open = plimsoll_application_open;
  application_class->shutdown = plimsoll_application_shutdown;
  application_class->startup = plimsoll_application_startup;
  application_class->handle_local_options = plimsoll_application_handle_local_options;
}

static void
plimsoll_application_init (PlimsollApplication *self)
{
  self->faults = g_ptr_array_new_with_free_func (fault_free);
  g_application_add_main_option (G_APPLICATION (self), "exit-after-startup", 0,
                                 G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, "", NULL);
}

PlimsollApplication *
plimsoll_application_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_APPLICATION, "application-id", PLIMSOLL_APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       PLIMSOLL_RESOURCE_PATH, NULL);
}

int
plimsoll_app_run (int argc, char **argv)
{
  g_autoptr (PlimsollApplication) application = plimsoll_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
