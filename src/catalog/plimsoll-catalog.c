/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-catalog.h"

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
  GListStore *offers;
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

static int
find_offer (GListModel *offers, const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      if (g_str_equal (plimsoll_cloud_offer_get_id (offer), id))
        return (int) i;
    }

  return -1;
}

/* Those with a known id take the place of what is there, the others come last. */
static void
take_offers (PlimsollCatalog *self, GListModel *more)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->offers));

  for (guint i = 0; i < g_list_model_get_n_items (more); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (more, i);
      int place =
        n > 0 ? find_offer (G_LIST_MODEL (self->offers), plimsoll_cloud_offer_get_id (offer)) : -1;

      if (place >= 0)
        g_list_store_splice (self->offers, (guint) place, 1, (gpointer *) &offer, 1);
      else
        g_ptr_array_add (added, g_steal_pointer (&offer));
    }

  g_list_store_splice (self->offers, n, 0, added->pdata, added->len);
}

static gboolean
load_offers (PlimsollCatalog *self, const char *directory, gboolean needed, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autoptr (GBytes) offers = read_file (directory, OFFERS_FILE, needed, &fault);
  g_autoptr (GListStore) more = NULL;

  if (offers != NULL)
    more = plimsoll_cloud_offers_load (offers, OFFERS_FILE, self->accelerators, &fault);
  if (more != NULL)
    take_offers (self, G_LIST_MODEL (more));
  if (fault == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&fault));

  return FALSE;
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
    load_offers (self, directory, TRUE, &fault);
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

gboolean
plimsoll_catalog_load_user_offers (PlimsollCatalog *self, const char *directory, GError **error)
{
  g_autofree char *own = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (self), FALSE);

  if (directory == NULL)
    directory = own = g_build_filename (g_get_user_data_dir (), "plimsoll", NULL);

  return load_offers (self, directory, FALSE, error);
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
