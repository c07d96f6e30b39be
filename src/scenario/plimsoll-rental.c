/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-rental.h"

#include "plimsoll-fact-date.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollRental
{
  GObject parent_instance;

  PlimsollCloudOffer *offer;
  PlimsollAccelerator *accelerator;
  char *hardware;
  PlimsollRentalFigures figures;
};

G_DEFINE_FINAL_TYPE (PlimsollRental, plimsoll_rental, G_TYPE_OBJECT)

/* Columns have the ids 1 + column. */
static GParamSpec *properties[1 + PLIMSOLL_RENTAL_N_COLUMNS];

static const PlimsollRentalColumnInfo columns[PLIMSOLL_RENTAL_N_COLUMNS] = {
  [PLIMSOLL_RENTAL_PROVIDER] = { "provider", N_("Provider"), N_("Who lets it") },
  [PLIMSOLL_RENTAL_TIER] = { "tier", N_("Tier"), N_("On what terms it is let") },
  [PLIMSOLL_RENTAL_HARDWARE] = { "hardware", N_("Hardware"), N_("What the instance has") },
  [PLIMSOLL_RENTAL_PER_HOUR] = { "per-hour", N_("An hour"), N_("Rent of an hour") },
  [PLIMSOLL_RENTAL_A_MONTH] = { "a-month", N_("A month"), N_("Rent of a month with this load") },
  [PLIMSOLL_RENTAL_DECODE] = { "decode", N_("Decode"), N_("Tokens a second of one answer") },
  [PLIMSOLL_RENTAL_INPUT] = { "input", N_("1M in"), N_("What a million tokens of input cost") },
  [PLIMSOLL_RENTAL_OUTPUT] = { "output", N_("1M out"),
                               N_("What a million tokens of output cost, one request at a time") },
  [PLIMSOLL_RENTAL_CONCURRENT] = { "concurrent", N_("1M at once"),
                                   N_("What a million tokens of output cost at least, with all "
                                       "requests at once") },
  [PLIMSOLL_RENTAL_AGE] = { "age", N_("As of"), N_("When the rate was read") },
};

const PlimsollRentalColumnInfo *
plimsoll_rental_column_info (PlimsollRentalColumn column)
{
  g_return_val_if_fail (column < PLIMSOLL_RENTAL_N_COLUMNS, NULL);

  return &columns[column];
}

/* --- Figures --- */

static const char *
tier_name (PlimsollTier tier)
{
  switch (tier)
    {
    case PLIMSOLL_TIER_SPOT:
      return C_("tier", "Spot");
    case PLIMSOLL_TIER_RESERVED:
      return C_("tier", "Reserved");
    case PLIMSOLL_TIER_ON_DEMAND:
    default:
      return C_("tier", "On demand");
    }
}

static const char *
get_words (PlimsollRental *self, PlimsollRentalColumn column)
{
  if (column == PLIMSOLL_RENTAL_PROVIDER)
    return plimsoll_cloud_offer_get_provider (self->offer);
  if (column == PLIMSOLL_RENTAL_TIER)
    return tier_name (plimsoll_cloud_offer_get_tier (self->offer));

  return column == PLIMSOLL_RENTAL_HARDWARE ? self->hardware : NULL;
}

static double
get_value (const PlimsollRentalFigures *figures, PlimsollRentalColumn column)
{
  switch (column)
    {
    case PLIMSOLL_RENTAL_PER_HOUR:
      return figures->per_hour;
    case PLIMSOLL_RENTAL_A_MONTH:
      return figures->a_month;
    case PLIMSOLL_RENTAL_DECODE:
      return figures->decode.value;
    case PLIMSOLL_RENTAL_INPUT:
      return figures->tokens.input;
    case PLIMSOLL_RENTAL_OUTPUT:
      return figures->tokens.output;
    case PLIMSOLL_RENTAL_CONCURRENT:
      return figures->tokens.concurrent;
    case PLIMSOLL_RENTAL_AGE:
      return figures->age;
    case PLIMSOLL_RENTAL_PROVIDER:
    case PLIMSOLL_RENTAL_TIER:
    case PLIMSOLL_RENTAL_HARDWARE:
    default:
      return (double) NAN;
    }
}

static gboolean
same (double one, double other)
{
  return isnan (one) ? isnan (other) : fabs (one - other) <= 0;
}

gboolean
plimsoll_rental_set_figures (PlimsollRental *self, const PlimsollRentalFigures *figures)
{
  PlimsollRentalFigures before;
  gboolean changed = FALSE;

  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), FALSE);
  g_return_val_if_fail (figures != NULL, FALSE);

  before = self->figures;
  self->figures = *figures;
  for (guint i = 0; i < PLIMSOLL_RENTAL_N_COLUMNS; i++)
    if (!same (get_value (&before, i), get_value (figures, i)))
      {
        g_object_notify_by_pspec (G_OBJECT (self), properties[1 + i]);
        changed = TRUE;
      }

  return changed;
}

/* --- GObject --- */

static void
plimsoll_rental_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollRental *self = PLIMSOLL_RENTAL (object);

  if (id == 0 || id > PLIMSOLL_RENTAL_N_COLUMNS)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  else if (G_IS_PARAM_SPEC_STRING (pspec))
    g_value_set_string (value, get_words (self, id - 1));
  else
    g_value_set_double (value, get_value (&self->figures, id - 1));
}

static void
plimsoll_rental_finalize (GObject *object)
{
  PlimsollRental *self = PLIMSOLL_RENTAL (object);

  g_clear_object (&self->offer);
  g_clear_object (&self->accelerator);
  g_free (self->hardware);

  G_OBJECT_CLASS (plimsoll_rental_parent_class)->finalize (object);
}

static void
plimsoll_rental_class_init (PlimsollRentalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_rental_get_property;
  object_class->finalize = plimsoll_rental_finalize;

  for (guint i = 0; i < PLIMSOLL_RENTAL_N_COLUMNS; i++)
    properties[1 + i] =
      i <= PLIMSOLL_RENTAL_HARDWARE
        ? g_param_spec_string (columns[i].key, NULL, NULL, NULL, flags)
        : g_param_spec_double (columns[i].key, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_rental_init (PlimsollRental *self)
{
  const double unknown = (double) NAN;

  self->figures = (PlimsollRentalFigures) {
    .per_hour = unknown,
    .hours = unknown,
    .a_month = unknown,
    .decode = { unknown, unknown, unknown },
    .prefill = { unknown, unknown, unknown },
    .rates = { unknown, unknown, unknown },
    .tokens = { unknown, unknown, unknown },
    .age = unknown,
  };
}

/* --- Public --- */

PlimsollRental *
plimsoll_rental_new (PlimsollCloudOffer *offer, PlimsollAccelerator *accelerator)
{
  PlimsollRental *self;

  g_return_val_if_fail (PLIMSOLL_IS_CLOUD_OFFER (offer), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), NULL);

  self = g_object_new (PLIMSOLL_TYPE_RENTAL, NULL);
  self->offer = g_object_ref (offer);
  self->accelerator = g_object_ref (accelerator);
  /* Translators: how many of an accelerator, and its name: "2× NVIDIA RTX 4090". */
  self->hardware = g_strdup_printf (_("%u× %s"), plimsoll_cloud_offer_get_count (offer),
                                    plimsoll_accelerator_get_name (accelerator));

  return self;
}

PlimsollCloudOffer *
plimsoll_rental_get_offer (PlimsollRental *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), NULL);

  return self->offer;
}

PlimsollAccelerator *
plimsoll_rental_get_accelerator (PlimsollRental *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), NULL);

  return self->accelerator;
}

guint
plimsoll_rental_get_devices (PlimsollRental *self)
{
  guint on_board;

  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), 0);

  on_board = plimsoll_cloud_offer_is_per_device (self->offer)
               ? 1
               : MAX (plimsoll_accelerator_get_facts (self->accelerator)->devices, 1);

  return plimsoll_cloud_offer_get_count (self->offer) * on_board;
}

const PlimsollRentalFigures *
plimsoll_rental_get_figures (PlimsollRental *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), NULL);

  return &self->figures;
}

gboolean
plimsoll_rental_is_stale (PlimsollRental *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), FALSE);

  return self->figures.age > PLIMSOLL_RATE_STALE_DAYS;
}

double
plimsoll_rental_get_value (PlimsollRental *self, PlimsollRentalColumn column)
{
  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), (double) NAN);

  return get_value (&self->figures, column);
}

int
plimsoll_rental_compare_output (gconstpointer a, gconstpointer b)
{
  const double one =
    plimsoll_rental_get_value (*(PlimsollRental *const *) a, PLIMSOLL_RENTAL_OUTPUT);
  const double other =
    plimsoll_rental_get_value (*(PlimsollRental *const *) b, PLIMSOLL_RENTAL_OUTPUT);

  if (isnan (one) || isnan (other))
    return (isnan (one) ? 1 : 0) - (isnan (other) ? 1 : 0);

  return (one > other) - (one < other);
}

static char *
date_text (PlimsollCloudOffer *offer)
{
  g_autofree char *date = plimsoll_rental_format_date (plimsoll_cloud_offer_get_date (offer));

  if (!plimsoll_cloud_offer_is_own (offer))
    return g_steal_pointer (&date);

  /* Translators: prices that the user brought, and of when. */
  return g_strdup_printf (_("yours, %s"), date);
}

char *
plimsoll_rental_get_text (PlimsollRental *self, PlimsollRentalColumn column, const char *currency)
{
  const char *words;
  double value;

  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), NULL);

  words = get_words (self, column);
  value = get_value (&self->figures, column);
  if (words != NULL)
    return g_strdup (words);
  if (column == PLIMSOLL_RENTAL_AGE)
    return date_text (self->offer);
  if (isnan (value))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
  if (column == PLIMSOLL_RENTAL_DECODE)
    return plimsoll_format_number (value, value < 10 ? 1 : 0);

  return plimsoll_format_money (value, currency);
}

char *
plimsoll_rental_describe (PlimsollRental *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RENTAL (self), NULL);

  return g_strdup_printf ("%s, %s", plimsoll_cloud_offer_get_provider (self->offer),
                          self->hardware);
}

char *
plimsoll_rental_format_date (const char *date)
{
  GDate first, last;
  g_autoptr (GDateTime) day = NULL;

  if (!plimsoll_fact_date_parse (date, &first, &last))
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
  /* Not even the month is known. */
  if (g_date_days_between (&first, &last) > 31)
    return g_strdup (date);

  day = g_date_time_new_utc (g_date_get_year (&first), (int) g_date_get_month (&first), 1, 0, 0, 0);

  /* Translators: a month and its year, as by strftime: "May 2026". */
  return g_date_time_format (day, _("%b %Y"));
}
