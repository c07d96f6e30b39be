/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-catalog.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-cloud-offer-private.h"
#include "plimsoll-json-row.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#define ACCELERATORS_FILE "accelerators.json"
#define OFFERS_FILE "cloud-offers.json"
#define QUALITY_FILE "quality.json"
#define ENGINES_FILE "engines.json"

struct _PlimsollCatalog
{
  GObject parent_instance;

  PlimsollAcceleratorList *accelerators;
  PlimsollOwnHardware *own_hardware;
  PlimsollOwnMeasurements *own_measurements;
  PlimsollOwnComputer *own_computer;
  GListModel *shipped_offers;
  GListStore *offers;
  guint n_own_offers;
  PlimsollQualityList *quality;
  GPtrArray *engines; /* of PlimsollEngineFacts */
};

G_DEFINE_FINAL_TYPE (PlimsollCatalog, plimsoll_catalog, G_TYPE_OBJECT)

typedef enum
{
  PROP_ACCELERATORS = 1,
  PROP_OFFERS,
  PROP_QUALITY,
} PlimsollCatalogProperty;

static GParamSpec *properties[PROP_QUALITY + 1];

static void
plimsoll_catalog_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollCatalog *self = PLIMSOLL_CATALOG (object);

  switch ((PlimsollCatalogProperty) id)
    {
    case PROP_ACCELERATORS:
      g_value_set_object (value, self->accelerators);
      break;
    case PROP_OFFERS:
      g_value_set_object (value, self->offers);
      break;
    case PROP_QUALITY:
      g_value_set_object (value, self->quality);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_catalog_dispose (GObject *object)
{
  PlimsollCatalog *self = PLIMSOLL_CATALOG (object);

  g_clear_pointer (&self->engines, g_ptr_array_unref);
  g_clear_object (&self->offers);
  g_clear_object (&self->shipped_offers);
  g_clear_object (&self->quality);
  g_clear_object (&self->own_computer);
  g_clear_object (&self->own_hardware);
  g_clear_object (&self->own_measurements);
  g_clear_object (&self->accelerators);

  G_OBJECT_CLASS (plimsoll_catalog_parent_class)->dispose (object);
}

static void
plimsoll_catalog_class_init (PlimsollCatalogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_catalog_get_property;
  object_class->dispose = plimsoll_catalog_dispose;

  properties[PROP_ACCELERATORS] =
    g_param_spec_object ("accelerators", NULL, NULL, PLIMSOLL_TYPE_ACCELERATOR_LIST, flags);
  properties[PROP_OFFERS] = g_param_spec_object ("offers", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  properties[PROP_QUALITY] =
    g_param_spec_object ("quality", NULL, NULL, PLIMSOLL_TYPE_QUALITY_LIST, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_catalog_init (PlimsollCatalog *self)
{
  self->accelerators = plimsoll_accelerator_list_new ();
  self->own_hardware = plimsoll_own_hardware_new (NULL, self->accelerators);
  self->own_measurements = plimsoll_own_measurements_new (NULL);
  self->own_computer = plimsoll_own_computer_new (NULL, self->accelerators);
  self->offers = g_list_store_new (PLIMSOLL_TYPE_CLOUD_OFFER);
}

/* %NULL without @error when the file is not there and need not be. */
static GBytes *
read_file (const char *directory, const char *name, gboolean needed, GError **error)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  g_autoptr (GError) fault = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &fault);

  if (file != NULL)
    return g_mapped_file_get_bytes (file);

  if (needed || !g_error_matches (fault, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_propagate_error (error, g_steal_pointer (&fault));

  return NULL;
}

static gpointer *
find_offer (GPtrArray *offers, const char *id)
{
  for (guint i = 0; i < offers->len; i++)
    if (g_str_equal (plimsoll_cloud_offer_get_id (offers->pdata[i]), id))
      return &offers->pdata[i];

  return NULL;
}

/* What ships, and the user's own: those with a known id in its place, the others last. @own:
 * (nullable) */
static void
set_offers (PlimsollCatalog *self, GListModel *own)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);

  self->n_own_offers = own != NULL ? g_list_model_get_n_items (own) : 0;
  for (guint i = 0; i < g_list_model_get_n_items (self->shipped_offers); i++)
    g_ptr_array_add (all, g_list_model_get_item (self->shipped_offers, i));
  for (guint i = 0; i < self->n_own_offers; i++)
    {
      PlimsollCloudOffer *offer = g_list_model_get_item (own, i);
      gpointer *place = find_offer (all, plimsoll_cloud_offer_get_id (offer));

      offer->own = TRUE;
      if (place == NULL)
        g_ptr_array_add (all, offer);
      else
        {
          g_object_unref (*place);
          *place = offer;
        }
    }

  g_list_store_splice (self->offers, 0, g_list_model_get_n_items (G_LIST_MODEL (self->offers)),
                       all->pdata, all->len);
}

static gboolean
load_shipped_offers (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autoptr (GBytes) offers = read_file (directory, OFFERS_FILE, TRUE, error);
  GListStore *shipped =
    offers != NULL ? plimsoll_cloud_offers_load (offers, OFFERS_FILE, self->accelerators, error)
                   : NULL;

  if (shipped == NULL)
    return FALSE;
  self->shipped_offers = G_LIST_MODEL (shipped);
  set_offers (self, NULL);

  return TRUE;
}

/* What ships. */
static gboolean
load (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autoptr (GBytes) accelerators = read_file (directory, ACCELERATORS_FILE, TRUE, &fault);
  g_autoptr (GBytes) quality = NULL;

  if (accelerators != NULL)
    plimsoll_accelerator_list_load (self->accelerators, accelerators, ACCELERATORS_FILE, &fault);
  if (fault == NULL)
    load_shipped_offers (self, directory, &fault);
  if (fault == NULL)
    quality = read_file (directory, QUALITY_FILE, TRUE, &fault);
  if (quality != NULL)
    self->quality = plimsoll_quality_list_load (quality, QUALITY_FILE, &fault);

  if (fault == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&fault));

  return FALSE;
}

/* The rules are the program's own: users add none. */
static gboolean
load_engines (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autoptr (GBytes) bytes = read_file (directory, ENGINES_FILE, TRUE, error);

  if (bytes != NULL)
    self->engines = plimsoll_engine_facts_load (bytes, ENGINES_FILE, error);

  return self->engines != NULL;
}

PlimsollCatalog *
plimsoll_catalog_new (const char *directory, GError **error)
{
  g_autoptr (PlimsollCatalog) self = g_object_new (PLIMSOLL_TYPE_CATALOG, NULL);

  if (directory == NULL)
    directory = g_getenv ("PLIMSOLL_DATA_DIR");
  if (directory == NULL)
    directory = PLIMSOLL_PKGDATADIR;

  if (!load (self, directory, error) || !load_engines (self, directory, error))
    return NULL;

  return g_steal_pointer (&self);
}

/* --- The user's own offers --- */

/* @directory: (nullable) */
static char *
own_path (const char *directory)
{
  return directory != NULL
           ? g_build_filename (directory, OFFERS_FILE, NULL)
           : g_build_filename (g_get_user_data_dir (), "plimsoll", OFFERS_FILE, NULL);
}

static gboolean
take_own_offers (PlimsollCatalog *self, GBytes *bytes, const char *name, GError **error)
{
  g_autoptr (GListStore) own = plimsoll_cloud_offers_load (bytes, name, self->accelerators, error);

  if (own == NULL)
    return FALSE;
  set_offers (self, G_LIST_MODEL (own));

  return TRUE;
}

gboolean
plimsoll_catalog_load_user_offers (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autofree char *path = own_path (directory);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) fault = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), FALSE);

  bytes = read_file (folder, OFFERS_FILE, FALSE, &fault);
  if (bytes != NULL)
    return take_own_offers (self, bytes, OFFERS_FILE, error);
  if (fault == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&fault));

  return FALSE;
}

/* Anybody may have written it: what would take much memory when it is parsed is not. */
static gboolean
is_within_bounds (GBytes *bytes, const char *name, GError **error)
{
  if (g_bytes_get_size (bytes) > PLIMSOLL_OFFERS_MOST_BYTES)
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE,
                 _("%s: is larger than %d MiB"), name, PLIMSOLL_OFFERS_MOST_BYTES >> 20);
  else if (plimsoll_json_count (bytes) > PLIMSOLL_OFFERS_MOST_VALUES)
    /* Translators: a file, and a number. */
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE,
                 _("%s: has more than %d values"), name, PLIMSOLL_OFFERS_MOST_VALUES);
  else
    return TRUE;

  return FALSE;
}

gboolean
plimsoll_catalog_import_offers (PlimsollCatalog *self,
                                const char *directory,
                                GBytes *bytes,
                                const char *name,
                                GError **error)
{
  g_autofree char *path = own_path (directory);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GListStore) own = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), FALSE);
  g_return_val_if_fail (bytes != NULL && name != NULL, FALSE);

  if (!is_within_bounds (bytes, name, error))
    return FALSE;
  own = plimsoll_cloud_offers_load (bytes, name, self->accelerators, error);
  if (own == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s: %s", folder,
                   g_strerror (errno));
      return FALSE;
    }
  if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                            error))
    return FALSE;
  set_offers (self, G_LIST_MODEL (own));

  return TRUE;
}

GBytes *
plimsoll_catalog_read_own_offers (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autofree char *path = own_path (directory);
  g_autoptr (GError) fault = NULL;
  char *text;
  gsize length;

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  if (g_file_get_contents (path, &text, &length, &fault))
    return g_bytes_new_take (text, length);
  if (!g_error_matches (fault, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_propagate_error (error, g_steal_pointer (&fault));

  return NULL;
}

gboolean
plimsoll_catalog_remove_own_offers (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autofree char *path = own_path (directory);

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), FALSE);

  if (g_unlink (path) != 0 && errno != ENOENT)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s: %s", path,
                   g_strerror (errno));
      return FALSE;
    }
  set_offers (self, NULL);

  return TRUE;
}

guint
plimsoll_catalog_count_own_offers (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), 0);

  return self->n_own_offers;
}

PlimsollOwnHardware *
plimsoll_catalog_get_own_hardware (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return self->own_hardware;
}

PlimsollOwnMeasurements *
plimsoll_catalog_get_own_measurements (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return self->own_measurements;
}

PlimsollOwnComputer *
plimsoll_catalog_get_own_computer (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return self->own_computer;
}

PlimsollAcceleratorList *
plimsoll_catalog_get_accelerators (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return self->accelerators;
}

GListModel *
plimsoll_catalog_get_offers (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return G_LIST_MODEL (self->offers);
}

PlimsollQualityList *
plimsoll_catalog_get_quality (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return self->quality;
}

const GPtrArray *
plimsoll_catalog_get_engines (PlimsollCatalog *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);

  return self->engines;
}

PlimsollAccelerator *
plimsoll_catalog_find_accelerator (PlimsollCatalog *self, const char *query, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), NULL);
  g_return_val_if_fail (query != NULL, NULL);

  return plimsoll_accelerator_list_find (self->accelerators, query, error);
}
