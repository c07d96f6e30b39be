/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-recommendation-private.h"

#include "plimsoll-cost.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

struct _PlimsollRecommendation
{
  GObject parent_instance;

  PlimsollRecommendationFigures figures;
  PlimsollAccelerator *accelerator; /* (nullable) */
  PlimsollCloudOffer *offer;        /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PlimsollRecommendation, plimsoll_recommendation, G_TYPE_OBJECT)

static void
plimsoll_recommendation_dispose (GObject *object)
{
  PlimsollRecommendation *self = PLIMSOLL_RECOMMENDATION (object);

  g_clear_object (&self->accelerator);
  g_clear_object (&self->offer);

  G_OBJECT_CLASS (plimsoll_recommendation_parent_class)->dispose (object);
}

static void
plimsoll_recommendation_class_init (PlimsollRecommendationClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_recommendation_dispose;
}

static void
plimsoll_recommendation_init (PlimsollRecommendation *self)
{
}

PlimsollRecommendation *
plimsoll_recommendation_new (const PlimsollRecommendationFigures *figures,
                             PlimsollAccelerator *accelerator,
                             PlimsollCloudOffer *offer)
{
  PlimsollRecommendation *self = g_object_new (PLIMSOLL_TYPE_RECOMMENDATION, NULL);

  self->figures = *figures;
  g_set_object (&self->accelerator, accelerator);
  g_set_object (&self->offer, offer);

  return self;
}

const PlimsollRecommendationFigures *
plimsoll_recommendation_get_figures (PlimsollRecommendation *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  return &self->figures;
}

PlimsollAccelerator *
plimsoll_recommendation_get_accelerator (PlimsollRecommendation *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  return self->accelerator;
}

PlimsollCloudOffer *
plimsoll_recommendation_get_offer (PlimsollRecommendation *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  return self->offer;
}

/* --- As it is shown --- */

/* Where nothing does, how much the largest has. */
static gboolean
tells_largest (PlimsollRecommendation *self)
{
  return (self->figures.kind == PLIMSOLL_RECOMMEND_SINGLE && self->figures.count != 1)
         || (self->figures.kind == PLIMSOLL_RECOMMEND_UNIFIED && self->accelerator == NULL);
}

static gboolean
needs_several (PlimsollRecommendation *self)
{
  return self->figures.kind == PLIMSOLL_RECOMMEND_SINGLE && self->figures.count != 1;
}

char *
plimsoll_recommendation_get_title (PlimsollRecommendation *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  switch (self->figures.kind)
    {
    case PLIMSOLL_RECOMMEND_SINGLE:
      return g_strdup (needs_several (self) ? _("Needs several GPUs") : _("Best single GPU"));
    case PLIMSOLL_RECOMMEND_VALUE:
      if (self->figures.count > 1)
        return g_strdup (_("Cheapest set"));
      return g_strdup (self->figures.used ? _("Best used value") : _("Best value"));
    case PLIMSOLL_RECOMMEND_UNIFIED:
      return g_strdup (_("Apple unified memory"));
    case PLIMSOLL_RECOMMEND_CLOUD:
    default:
      return g_strdup (_("Cloud from"));
    }
}

/* What stands there where nothing does. */
static char *
nothing (PlimsollRecommendation *self)
{
  switch (self->figures.kind)
    {
    case PLIMSOLL_RECOMMEND_SINGLE:
      return g_strdup (_("More than engines take"));
    case PLIMSOLL_RECOMMEND_VALUE:
      return g_strdup (_("No set with a known price"));
    case PLIMSOLL_RECOMMEND_UNIFIED:
      return g_strdup (self->figures.usable > 0 ? _("None has enough")
                                                : _("None for this engine"));
    case PLIMSOLL_RECOMMEND_CLOUD:
    default:
      return g_strdup (_("No known offer is enough"));
    }
}

char *
plimsoll_recommendation_get_name (PlimsollRecommendation *self)
{
  g_autofree char *boards = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  if (self->accelerator == NULL)
    return nothing (self);

  boards = self->figures.count == 1
             ? g_strdup (plimsoll_accelerator_get_name (self->accelerator))
             : g_strdup_printf ("%u × %s", self->figures.count,
                                plimsoll_accelerator_get_name (self->accelerator));
  if (self->offer == NULL)
    return g_steal_pointer (&boards);

  return g_strdup_printf ("%s · %s", plimsoll_cloud_offer_get_provider (self->offer), boards);
}

char *
plimsoll_recommendation_get_figure (PlimsollRecommendation *self)
{
  g_autofree char *money = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  if (self->offer != NULL)
    {
      money = plimsoll_format_money (self->figures.price, "$");
      /* Translators: what an hour costs: "$0.29 / h". */
      return g_strdup_printf (_("%s / h"), money);
    }
  if (tells_largest (self) && self->figures.usable > 0)
    return plimsoll_format_gib (self->figures.usable, 1);
  if (self->accelerator == NULL)
    return g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  return plimsoll_format_speed (self->figures.decode.value);
}

char *
plimsoll_recommendation_get_detail (PlimsollRecommendation *self)
{
  g_autofree char *money = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  if (self->offer != NULL)
    {
      money = plimsoll_format_money (plimsoll_cost_per_million (self->figures.price,
                                                                self->figures.decode.value,
                                                                PLIMSOLL_UTILIZATION),
                                     "$");
      /* Translators: what a million tokens cost: "$0.54 per 1M". */
      return g_strdup_printf (_("%s per 1M"), money);
    }
  if (tells_largest (self) && self->figures.usable > 0)
    return g_strdup (_("largest usable"));
  if (isnan (self->figures.price))
    return g_strdup (self->accelerator != NULL ? _("price not known") : "");

  money = plimsoll_format_money (self->figures.price, "$");

  /* Translators: a price: "$720 used", "$1,999 new". */
  return g_strdup_printf (self->figures.used ? _("%s used") : _("%s new"), money);
}

/* "price of 2026-09" */
static const char *
price_date (PlimsollRecommendation *self)
{
  const char *date = self->figures.used
                       ? plimsoll_accelerator_get_used_price (self->accelerator)->date
                       : plimsoll_accelerator_get_date (self->accelerator);

  return date != NULL ? date : PLIMSOLL_FORMAT_UNKNOWN;
}

/* With the speed that it has to reach, where that of the best is known. */
static char *
value_reason (PlimsollRecommendation *self)
{
  const gboolean several = self->figures.count > 1;
  const char *date = price_date (self);
  g_autofree char *least = plimsoll_format_speed (self->figures.least);

  if (isnan (self->figures.least))
    return g_strdup_printf (several
                              /* Translators: a month or year. */
                              ? _("No single card holds it; these cost least, at prices of %s")
                              /* Translators: a month or year. */
                              : _("The lowest price for each token a second, of %s"),
                            date);
  return g_strdup_printf (
    several
      /* Translators: a speed, half that of the fewest; a month or year. */
      ? _("No single card holds it; of sets that reach %s, half the speed of "
           "the fewest, these cost least, at prices of %s")
      /* Translators: a speed, half that of the fastest; a month or year. */
      : _("Of cards that reach %s, half the speed of the best one, that with "
           "the lowest price for each token a second, of %s"),
    least, date);
}

char *
plimsoll_recommendation_get_reason (PlimsollRecommendation *self)
{
  g_autofree char *speed = NULL;
  g_autofree char *memory = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_RECOMMENDATION (self), NULL);

  if (self->accelerator == NULL)
    return g_strdup (_("Nothing that is known holds it"));

  speed = plimsoll_format_speed (self->figures.decode.value);
  memory = plimsoll_format_gib (self->figures.usable, 1);
  switch (self->figures.kind)
    {
    case PLIMSOLL_RECOMMEND_SINGLE:
      if (needs_several (self))
        /* Translators: an amount of memory. */
        return g_strdup_printf (_("No single card holds it, the largest has %s; these are the "
                                   "fewest that do"),
                                memory);
      /* Translators: a month or year. */
      return g_strdup_printf (_("The fastest card that holds it and has a price, of %s"),
                              price_date (self));
    case PLIMSOLL_RECOMMEND_VALUE:
      return value_reason (self);
    case PLIMSOLL_RECOMMEND_UNIFIED:
      /* Translators: an amount of memory. */
      return g_strdup_printf (_("Of those with the least memory that holds it, the fastest; %s of "
                                 "it are usable"),
                              memory);
    case PLIMSOLL_RECOMMEND_CLOUD:
    default:
      /* Translators: an instance's name, a speed, a date. */
      return g_strdup_printf (
        _("The cheapest instance on demand that holds it: %s, %s, rate of %s"),
        plimsoll_cloud_offer_get_instance (self->offer), speed,
        plimsoll_cloud_offer_get_date (self->offer));
    }
}
