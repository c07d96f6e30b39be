/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-private.h"

#include <math.h>

G_DEFINE_ENUM_TYPE (PlimsollSegment,
                    plimsoll_segment,
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_SEGMENT_DESKTOP, "desktop"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_SEGMENT_LAPTOP, "laptop"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_SEGMENT_WORKSTATION, "workstation"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_SEGMENT_DATACENTER, "datacenter"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_SEGMENT_SOC, "soc"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_SEGMENT_EMBEDDED, "embedded"))

G_DEFINE_ENUM_TYPE (PlimsollConfidence,
                    plimsoll_confidence,
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_CONFIDENCE_LOW, "low"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_CONFIDENCE_MEDIUM, "medium"),
                    G_DEFINE_ENUM_VALUE (PLIMSOLL_CONFIDENCE_HIGH, "high"))

const char *const plimsoll_segment_names[] = { "desktop", "laptop",   "workstation", "datacenter",
                                               "soc",     "embedded", NULL };
const char *const plimsoll_confidence_names[] = { "low", "medium", "high", NULL };

G_DEFINE_FINAL_TYPE (PlimsollAccelerator, plimsoll_accelerator, G_TYPE_OBJECT)

typedef enum
{
  PROP_ID = 1,
  PROP_NAME,
  PROP_VENDOR,
  PROP_ARCHITECTURE,
  PROP_SEGMENT,
  PROP_YEAR,
  PROP_MEMORY,
  PROP_PHYSICAL_MEMORY,
  PROP_USABLE_MEMORY,
  PROP_UNIFIED,
  PROP_BANDWIDTH,
  PROP_POWER,
  PROP_LIST_PRICE,
  PROP_USED_PRICE,
  PROP_CONFIDENCE,
  PROP_UNCONFIRMED,
  PROP_DATE,
  PROP_SOURCE,
  PROP_NOTES,
} PlimsollAcceleratorProperty;

static GParamSpec *properties[PROP_NOTES + 1];

static void
plimsoll_accelerator_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollAccelerator *self = PLIMSOLL_ACCELERATOR (object);

  switch ((PlimsollAcceleratorProperty) id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_VENDOR:
      g_value_set_string (value, self->vendor);
      break;
    case PROP_ARCHITECTURE:
      g_value_set_string (value, self->facts.architecture);
      break;
    case PROP_SEGMENT:
      g_value_set_enum (value, self->facts.segment);
      break;
    case PROP_YEAR:
      g_value_set_uint (value, self->year);
      break;
    case PROP_MEMORY:
      g_value_set_uint64 (value, self->facts.memory_bytes_nominal);
      break;
    case PROP_PHYSICAL_MEMORY:
      g_value_set_uint64 (value, plimsoll_physical_memory_bytes (&self->facts));
      break;
    case PROP_USABLE_MEMORY:
      g_value_set_uint64 (value, plimsoll_usable_memory_bytes (&self->facts));
      break;
    case PROP_UNIFIED:
      g_value_set_boolean (value, self->facts.unified);
      break;
    case PROP_BANDWIDTH:
      g_value_set_double (value, self->facts.bandwidth_gbs);
      break;
    case PROP_POWER:
      g_value_set_double (value, self->facts.power_w);
      break;
    case PROP_LIST_PRICE:
      g_value_set_double (value, self->list_price);
      break;
    case PROP_USED_PRICE:
      g_value_set_double (value, self->used_price.usd);
      break;
    case PROP_CONFIDENCE:
      g_value_set_enum (value, self->confidence);
      break;
    case PROP_UNCONFIRMED:
      g_value_set_boolean (value, self->unconfirmed);
      break;
    case PROP_DATE:
      g_value_set_string (value, self->date);
      break;
    case PROP_SOURCE:
      g_value_set_string (value, self->source);
      break;
    case PROP_NOTES:
      g_value_set_string (value, self->notes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_accelerator_finalize (GObject *object)
{
  PlimsollAccelerator *self = PLIMSOLL_ACCELERATOR (object);

  g_free (self->id);
  g_free (self->name);
  g_strfreev (self->aliases);
  g_free (self->memory_options);
  g_free (self->pci_ids);
  g_free (self->used_date);
  g_free (self->used_source);
  g_strfreev (self->recalled);
  g_free (self->date);
  g_free (self->source);
  g_free (self->notes);

  G_OBJECT_CLASS (plimsoll_accelerator_parent_class)->finalize (object);
}

static void
plimsoll_accelerator_class_init (PlimsollAcceleratorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_accelerator_get_property;
  object_class->finalize = plimsoll_accelerator_finalize;

  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_VENDOR] = g_param_spec_string ("vendor", NULL, NULL, "", flags);
  properties[PROP_ARCHITECTURE] = g_param_spec_string ("architecture", NULL, NULL, NULL, flags);
  properties[PROP_SEGMENT] = g_param_spec_enum ("segment", NULL, NULL, PLIMSOLL_TYPE_SEGMENT,
                                                PLIMSOLL_SEGMENT_DESKTOP, flags);
  /* 0: not known */
  properties[PROP_YEAR] = g_param_spec_uint ("year", NULL, NULL, 0, G_MAXUINT, 0, flags);
  /* Bytes, the gigabytes of the box taken as GiB; 0: not known */
  properties[PROP_MEMORY] = g_param_spec_uint64 ("memory", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_PHYSICAL_MEMORY] =
    g_param_spec_uint64 ("physical-memory", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_USABLE_MEMORY] =
    g_param_spec_uint64 ("usable-memory", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_UNIFIED] = g_param_spec_boolean ("unified", NULL, NULL, FALSE, flags);
  /* 10^9 bytes a second; watts; US dollars. NAN: not known */
  properties[PROP_BANDWIDTH] =
    g_param_spec_double ("bandwidth", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_POWER] =
    g_param_spec_double ("power", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_LIST_PRICE] =
    g_param_spec_double ("list-price", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_USED_PRICE] =
    g_param_spec_double ("used-price", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_CONFIDENCE] =
    g_param_spec_enum ("confidence", NULL, NULL, PLIMSOLL_TYPE_CONFIDENCE, PLIMSOLL_CONFIDENCE_LOW,
                       flags);
  properties[PROP_UNCONFIRMED] = g_param_spec_boolean ("unconfirmed", NULL, NULL, FALSE, flags);
  properties[PROP_DATE] = g_param_spec_string ("date", NULL, NULL, NULL, flags);
  properties[PROP_SOURCE] = g_param_spec_string ("source", NULL, NULL, NULL, flags);
  properties[PROP_NOTES] = g_param_spec_string ("notes", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_accelerator_init (PlimsollAccelerator *self)
{
  plimsoll_accelerator_facts_init (&self->facts);
  self->vendor = "";
  self->list_price = (double) NAN;
  self->used_price = (PlimsollUsedPrice) { (double) NAN, (double) NAN, (double) NAN, NULL, NULL };
}

static const char *
vendor_name (PlimsollVendor vendor)
{
  switch (vendor)
    {
    case PLIMSOLL_VENDOR_NVIDIA:
      return "NVIDIA";
    case PLIMSOLL_VENDOR_AMD:
      return "AMD";
    case PLIMSOLL_VENDOR_APPLE:
      return "Apple";
    case PLIMSOLL_VENDOR_INTEL:
      return "Intel";
    case PLIMSOLL_VENDOR_OTHER:
    default:
      return "";
    }
}

PlimsollAccelerator *
plimsoll_accelerator_new (const char *id, const char *name, const PlimsollAcceleratorFacts *facts)
{
  PlimsollAccelerator *self;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (facts != NULL, NULL);

  self = g_object_new (PLIMSOLL_TYPE_ACCELERATOR, NULL);
  self->facts = *facts;
  self->facts.architecture = g_intern_string (facts->architecture);
  self->facts.devices = MAX (facts->devices, 1);
  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->aliases = g_new0 (char *, 1);
  self->recalled = g_new0 (char *, 1);
  self->vendor = vendor_name (facts->vendor);

  return self;
}

/* The name without the size that it may end in. */
static char *
without_size (const char *name)
{
  g_autoptr (GRegex) size = g_regex_new ("[ -]?\\b\\d+ ?GB$", G_REGEX_CASELESS, 0, NULL);

  return g_regex_replace_literal (size, name, -1, 0, "", 0, NULL);
}

/* The same part, less its other names and prices. */
static PlimsollAccelerator *
copy_as (PlimsollAccelerator *self,
         const char *id,
         const char *name,
         const PlimsollAcceleratorFacts *facts)
{
  PlimsollAccelerator *copy = plimsoll_accelerator_new (id, name, facts);

  copy->vendor = self->vendor;
  copy->memory_type = self->memory_type;
  copy->link = self->link;
  copy->memory_options =
    g_memdup2 (self->memory_options, self->n_memory_options * sizeof *self->memory_options);
  copy->n_memory_options = self->n_memory_options;
  copy->pcie_generation = self->pcie_generation;
  copy->pcie_lanes = self->pcie_lanes;
  copy->year = self->year;
  copy->unconfirmed = self->unconfirmed;
  copy->pci_ids = g_memdup2 (self->pci_ids, self->n_pci_ids * sizeof *self->pci_ids);
  copy->n_pci_ids = self->n_pci_ids;
  copy->confidence = self->confidence;
  g_strfreev (copy->recalled);
  copy->recalled = g_strdupv (self->recalled);
  copy->date = g_strdup (self->date);
  copy->source = g_strdup (self->source);
  copy->notes = g_strdup (self->notes);

  return copy;
}

PlimsollAccelerator *
plimsoll_accelerator_copy_with_facts (PlimsollAccelerator *self,
                                      const PlimsollAcceleratorFacts *facts)
{
  PlimsollAccelerator *copy;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);
  g_return_val_if_fail (facts != NULL, NULL);

  copy = copy_as (self, self->id, self->name, facts);
  g_strfreev (copy->aliases);
  copy->aliases = g_strdupv (self->aliases);
  copy->list_price = self->list_price;
  copy->used_price = self->used_price;
  copy->used_price.date = copy->used_date = g_strdup (self->used_date);
  copy->used_price.source = copy->used_source = g_strdup (self->used_source);

  return copy;
}

PlimsollAccelerator *
plimsoll_accelerator_copy_with_memory (PlimsollAccelerator *self, guint gigabytes)
{
  g_autofree char *name_stem = NULL;
  g_autofree char *id_stem = NULL;
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;
  PlimsollAcceleratorFacts facts;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);
  g_return_val_if_fail (gigabytes >= 1 && gigabytes <= PLIMSOLL_MAX_MEMORY_GB, NULL);

  facts = self->facts;
  facts.memory_bytes_nominal = gigabytes * PLIMSOLL_BYTES_PER_GIB;
  facts.memory_bytes_reported = 0;
  facts.memory_bytes_usable = 0;

  name_stem = without_size (self->name);
  id_stem = without_size (self->id);
  name = g_strdup_printf ("%s %uGB", name_stem, gigabytes);
  id = g_strdup_printf ("%s-%ugb", id_stem, gigabytes);

  return copy_as (self, id, name, &facts);
}

/* The same runs have one address, by which facts are compared. */
static const PlimsollMeasuredRuns *
intern_runs (const PlimsollMeasuredRuns *runs)
{
  static GMutex lock;
  static GHashTable *known; /* of GBytes */
  PlimsollMeasuredRuns plain = { .n = runs->n };
  g_autoptr (GBytes) bytes = NULL;
  GBytes *there;

  for (guint i = 0; i < plain.n; i++)
    plain.runs[i] = runs->runs[i];
  bytes = g_bytes_new (&plain, sizeof plain);

  g_mutex_lock (&lock);
  if (known == NULL)
    known = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  there = g_hash_table_lookup (known, bytes);
  if (there == NULL)
    {
      there = g_bytes_ref (bytes);
      g_hash_table_add (known, there);
    }
  g_mutex_unlock (&lock);

  return g_bytes_get_data (there, NULL);
}

PlimsollAccelerator *
plimsoll_accelerator_copy_with_runs (PlimsollAccelerator *self, const PlimsollMeasuredRuns *runs)
{
  PlimsollAcceleratorFacts facts;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  facts = self->facts;
  facts.measured = runs != NULL && runs->n > 0 ? intern_runs (runs) : NULL;

  return plimsoll_accelerator_copy_with_facts (self, &facts);
}

PlimsollAccelerator *
plimsoll_accelerator_copy_with_unified_percent (PlimsollAccelerator *self, guint percent)
{
  PlimsollAcceleratorFacts facts;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  facts = self->facts;
  facts.unified_percent = percent;

  return plimsoll_accelerator_copy_with_facts (self, &facts);
}

const PlimsollAcceleratorFacts *
plimsoll_accelerator_get_facts (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return &self->facts;
}

const char *
plimsoll_accelerator_get_id (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->id;
}

const char *
plimsoll_accelerator_get_name (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->name;
}

const char *const *
plimsoll_accelerator_get_aliases (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return (const char *const *) self->aliases;
}

const char *
plimsoll_accelerator_get_vendor (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->vendor;
}

const char *
plimsoll_accelerator_get_architecture (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->facts.architecture;
}

const char *
plimsoll_accelerator_get_memory_type (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->memory_type;
}

const char *
plimsoll_accelerator_get_link (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->link;
}

const guint *
plimsoll_accelerator_get_memory_options (PlimsollAccelerator *self, guint *n)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->n_memory_options;

  return self->memory_options;
}

guint
plimsoll_accelerator_get_year (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), 0);

  return self->year;
}

gboolean
plimsoll_accelerator_is_unconfirmed (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), FALSE);

  return self->unconfirmed;
}

double
plimsoll_accelerator_get_list_price (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), (double) NAN);

  return self->list_price;
}

const PlimsollUsedPrice *
plimsoll_accelerator_get_used_price (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return &self->used_price;
}

PlimsollConfidence
plimsoll_accelerator_get_confidence (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), PLIMSOLL_CONFIDENCE_LOW);

  return self->confidence;
}

const char *const *
plimsoll_accelerator_get_recalled (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return (const char *const *) self->recalled;
}

const char *
plimsoll_accelerator_get_date (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->date;
}

const char *
plimsoll_accelerator_get_source (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->source;
}

const char *
plimsoll_accelerator_get_notes (PlimsollAccelerator *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), NULL);

  return self->notes;
}

gboolean
plimsoll_accelerator_has_pci_id (PlimsollAccelerator *self, guint16 vendor, guint16 device)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (self), FALSE);

  for (guint i = 0; i < self->n_pci_ids; i++)
    if (self->pci_ids[i] == ((guint32) vendor << 16 | device))
      return TRUE;

  return FALSE;
}
