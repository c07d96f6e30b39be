/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-page.h"

#include "plimsoll-accelerator-edit.h"
#include "plimsoll-answer.h"
#include "plimsoll-columns-layout.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-report-grid.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_OFFERS 5

struct _PlimsollReportPage
{
  AdwNavigationPage parent_instance;

  PlimsollAcceleratorReport *report;
  PlimsollOwnHardware *own; /* (nullable) */
  GPtrArray *rows;          /* of those in groups that are made anew */

  AdwWindowTitle *window_title;
  GtkWidget *use_button;
  GtkImage *verdict_icon;
  GtkLabel *verdict_label;
  GtkLabel *spare_label;
  AdwWrapBox *facts_box;
  AdwWrapBox *legend_box;
  GtkLabel *grid_heading;
  PlimsollReportGrid *grid;
  AdwPreferencesGroup *caches_group;
  AdwPreferencesGroup *speed_group;
  AdwPreferencesGroup *next_group;
  AdwPreferencesGroup *offers_group;
  AdwPreferencesGroup *notes_group;
};

G_DEFINE_FINAL_TYPE (PlimsollReportPage, plimsoll_report_page, ADW_TYPE_NAVIGATION_PAGE)

enum
{
  SIGNAL_REPORT_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static PlimsollScenario *
scenario_of (PlimsollReportPage *self)
{
  return plimsoll_sizer_get_scenario (plimsoll_accelerator_report_get_sizer (self->report));
}

/* --- The facts --- */

static void
add_fact (PlimsollReportPage *self, const char *title, const char *value, const char *detail)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  static const char *const styles[] = { "caption", "heading", "caption" };
  const char *const texts[] = { title, value, detail };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GtkWidget *label = gtk_label_new (texts[i] != NULL ? texts[i] : "");

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, styles[i]);
      gtk_widget_add_css_class (label, "numeric");
      if (i != 1)
        gtk_widget_add_css_class (label, "dimmed");
      gtk_box_append (GTK_BOX (box), label);
    }
  adw_wrap_box_append (self->facts_box, box);
}

static void
add_memory (PlimsollReportPage *self, const PlimsollAcceleratorFacts *facts, const char *type)
{
  g_autofree char *number =
    plimsoll_format_number ((double) facts->memory_bytes_nominal / (1024.0 * 1024 * 1024), 0);
  g_autofree char *value =
    type != NULL ? g_strdup_printf ("%s GB %s", number, type) : g_strdup_printf ("%s GB", number);
  g_autofree char *usable = plimsoll_format_gib (plimsoll_usable_memory_bytes (facts), 1);
  /* Translators: an amount of memory. */
  g_autofree char *detail = g_strdup_printf (_("%s usable"), usable);

  add_fact (self, _("Memory"), facts->memory_bytes_nominal != 0 ? value : PLIMSOLL_FORMAT_UNKNOWN,
            plimsoll_usable_memory_bytes (facts) != 0 ? detail : NULL);
}

static void
add_rate (PlimsollReportPage *self,
          const char *title,
          double figure,
          const char *unit,
          const char *detail)
{
  g_autofree char *number = plimsoll_format_number (figure, 0);
  g_autofree char *value = g_strdup_printf ("%s %s", number, unit);

  add_fact (self, title, isnan (figure) ? PLIMSOLL_FORMAT_UNKNOWN : value,
            isnan (figure) ? NULL : detail);
}

static gboolean
is_own_list_price (PlimsollReportPage *self, PlimsollAccelerator *accelerator)
{
  const char *id = plimsoll_accelerator_get_id (accelerator);
  PlimsollAccelerator *shipped;
  double before, now;

  if (self->own == NULL || plimsoll_own_hardware_lookup (self->own, id) == NULL)
    return FALSE;
  shipped = plimsoll_own_hardware_get_shipped (self->own, id);
  before = shipped != NULL ? plimsoll_accelerator_get_list_price (shipped) : (double) NAN;
  now = plimsoll_accelerator_get_list_price (accelerator);
  return isnan (before) || before < now || before > now;
}

static void
add_prices (PlimsollReportPage *self, PlimsollAccelerator *accelerator)
{
  const double list = plimsoll_accelerator_get_list_price (accelerator);
  const PlimsollUsedPrice *used = plimsoll_accelerator_get_used_price (accelerator);
  const guint year = plimsoll_accelerator_get_year (accelerator);

  if (!isnan (list))
    {
      g_autofree char *money = plimsoll_format_money (list, "$");
      g_autofree char *detail = NULL;

      if (is_own_list_price (self, accelerator))
        /* Translators: a date, of a price that the user has set. */
        detail = g_strdup_printf (_("yours, %s"), plimsoll_accelerator_get_date (accelerator));
      else if (year != 0)
        /* Translators: a year, of the price that the maker asked. */
        detail = g_strdup_printf (_("list, %u"), year);
      else
        detail = g_strdup (_("list"));
      add_fact (self, _("Price"), money, detail);
    }
  if (!isnan (used->usd))
    {
      g_autofree char *money = plimsoll_format_money (used->usd, "$");
      const char *date = used->date != NULL ? used->date : PLIMSOLL_FORMAT_UNKNOWN;
      g_autofree char *detail = g_strcmp0 (used->source, PLIMSOLL_SOURCE_OWN) == 0
                                  ? g_strdup_printf (_("yours, %s"), date)
                                  : g_strdup (date);

      add_fact (self, _("Used price"), money, detail);
    }
}

static void
fill_facts (PlimsollReportPage *self)
{
  PlimsollAccelerator *accelerator = plimsoll_accelerator_report_get_accelerator (self->report);
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

  add_memory (self, facts, plimsoll_accelerator_get_memory_type (accelerator));
  add_rate (self, _("Bandwidth"), facts->bandwidth_gbs, "GB/s",
            plimsoll_accelerator_get_memory_type (accelerator));
  add_rate (self, _("Compute"), facts->fp16_tflops, "TFLOPS", _("16-bit, dense"));
  add_rate (self, _("Power"), facts->power_w, "W",
            plimsoll_accelerator_get_architecture (accelerator));
  add_prices (self, accelerator);
}

static void
fill_legend (PlimsollReportPage *self)
{
  for (guint verdict = PLIMSOLL_VERDICT_FITS; verdict <= PLIMSOLL_VERDICT_EXCEEDS; verdict++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
      GtkWidget *icon = gtk_image_new_from_icon_name (plimsoll_verdict_icon (verdict));
      GtkWidget *label = gtk_label_new (plimsoll_answer_word (verdict));

      gtk_image_set_pixel_size (GTK_IMAGE (icon), 12);
      gtk_widget_add_css_class (icon, "verdict-icon");
      gtk_widget_add_css_class (icon, plimsoll_verdict_class (verdict));
      gtk_widget_add_css_class (label, "caption");
      gtk_box_append (GTK_BOX (box), icon);
      gtk_box_append (GTK_BOX (box), label);
      adw_wrap_box_append (self->legend_box, box);
    }
}

/* --- Rows --- */

static GtkWidget *
add_row (PlimsollReportPage *self,
         AdwPreferencesGroup *group,
         const char *title,
         const char *value,
         const char *detail)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  const char *const texts[] = { value, detail };

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      {
        GtkWidget *label = gtk_label_new (texts[i]);

        gtk_label_set_xalign (GTK_LABEL (label), 1);
        gtk_widget_add_css_class (label, i == 0 ? "heading" : "caption");
        gtk_widget_add_css_class (label, "numeric");
        if (i > 0)
          gtk_widget_add_css_class (label, "dimmed");
        gtk_box_append (GTK_BOX (box), label);
      }
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), box);
  adw_preferences_group_add (group, row);
  return row;
}

static void
remember_row (PlimsollReportPage *self, AdwPreferencesGroup *group, GtkWidget *row)
{
  g_object_set_data (G_OBJECT (row), "group", group);
  g_ptr_array_add (self->rows, row);
}

static void
forget_rows (PlimsollReportPage *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = self->rows->pdata[i];

      adw_preferences_group_remove (g_object_get_data (G_OBJECT (row), "group"), row);
    }
  g_ptr_array_set_size (self->rows, 0);
}

static void
fill_caches (PlimsollReportPage *self)
{
  guint n;
  const PlimsollReportCache *caches = plimsoll_accelerator_report_get_caches (self->report, &n);
  /* Translators: a precision. */
  g_autofree char *description =
    g_strdup_printf (_("%s, by type of the cache"),
                     plimsoll_scenario_get_precision (scenario_of (self)));

  adw_preferences_group_set_description (self->caches_group, description);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_ascii_strup (caches[i].name, -1);
      g_autofree char *longest = caches[i].longest != 0
                                   ? plimsoll_format_tokens_about (caches[i].longest)
                                   : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

      remember_row (self, self->caches_group,
                    add_row (self, self->caches_group, name, longest,
                             caches[i].longest != 0 ? NULL : _("none fits")));
    }
}

static void
add_speed (PlimsollReportPage *self, const char *title, const PlimsollRange *range)
{
  g_autofree char *speed = plimsoll_format_speed (range->value);
  g_autofree char *between =
    plimsoll_format_range (range->low, range->high, range->value < 10 ? 1 : 0);

  remember_row (self, self->speed_group,
                add_row (self, self->speed_group, title,
                         isnan (range->value) ? PLIMSOLL_FORMAT_UNKNOWN : speed,
                         isnan (range->value) ? NULL : between));
}

static void
fill_speed (PlimsollReportPage *self)
{
  const PlimsollFitFigures *figures = plimsoll_accelerator_report_get_figures (self->report);
  const double cost = plimsoll_accelerator_report_get_token_cost (self->report);
  g_autofree char *tokens =
    plimsoll_format_tokens_about (plimsoll_scenario_get_context_length (scenario_of (self)));
  /* Translators: the speed of answers with a context of so much. */
  g_autofree char *decode = g_strdup_printf (_("Decode at %s"), tokens);
  guint n;
  const PlimsollReportOffer *offers = plimsoll_accelerator_report_get_offers (self->report, &n);

  add_speed (self, decode, &figures->decode);
  add_speed (self, _("Prefill"), &figures->prefill);
  if (n > 0)
    {
      g_autofree char *money = plimsoll_format_money (offers[0].board_per_hour, "$");
      /* Translators: a price. */
      g_autofree char *rate = g_strdup_printf (_("%s an hour"), money);
      g_autofree char *from =
        g_strdup_printf ("%s, %s", plimsoll_cloud_offer_get_provider (offers[0].offer),
                         plimsoll_cloud_offer_get_date (offers[0].offer));

      remember_row (self, self->speed_group,
                    add_row (self, self->speed_group, _("Cheapest rent"), rate, from));
    }
  if (!isnan (cost))
    {
      g_autofree char *money = plimsoll_format_money (cost, "$");

      remember_row (self, self->speed_group,
                    add_row (self, self->speed_group, _("A million tokens"), money,
                             _("at this rent and speed")));
    }
}

static void
wanted_cb (PlimsollReportPage *self, GtkWidget *row)
{
  PlimsollAccelerator *accelerator = g_object_get_data (G_OBJECT (row), "accelerator");
  const guint count = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "count"));
  g_autoptr (PlimsollAccelerator) kept = g_object_ref (accelerator);

  if (accelerator == plimsoll_accelerator_report_get_accelerator (self->report))
    g_object_set (scenario_of (self), "accelerator-count", count, NULL);
  else
    g_signal_emit (self, signals[SIGNAL_REPORT_WANTED], 0, kept);
}

static void
fill_alternatives (PlimsollReportPage *self)
{
  guint n;
  const PlimsollAlternative *rows = plimsoll_accelerator_report_get_alternatives (self->report, &n);

  gtk_widget_set_visible (GTK_WIDGET (self->next_group), n > 0);
  for (guint i = 0; i < n; i++)
    {
      const PlimsollFitFigures *figures = &rows[i].figures;
      g_autofree char *name =
        rows[i].count == 1 ? g_strdup (plimsoll_accelerator_get_name (rows[i].accelerator))
                           : g_strdup_printf (_("%u× %s"), rows[i].count,
                                              plimsoll_accelerator_get_name (rows[i].accelerator));
      g_autofree char *longest = plimsoll_format_tokens_about (figures->longest);
      /* Translators: the longest context that fits: "42K context". */
      g_autofree char *context = g_strdup_printf (_("%s context"), longest);
      g_autofree char *speed = plimsoll_format_speed (figures->decode.value);
      GtkWidget *row =
        add_row (self, self->next_group, name,
                 figures->longest != 0 ? context : plimsoll_answer_word (figures->verdict),
                 isnan (figures->decode.value) ? NULL : speed);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), plimsoll_alternative_word (rows[i].kind));
      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic",
                                               "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                               NULL));
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      g_object_set_data_full (G_OBJECT (row), "accelerator", g_object_ref (rows[i].accelerator),
                              g_object_unref);
      g_object_set_data (G_OBJECT (row), "count", GUINT_TO_POINTER (rows[i].count));
      g_signal_connect_object (row, "activated", G_CALLBACK (wanted_cb), self, G_CONNECT_SWAPPED);
      remember_row (self, self->next_group, row);
    }
}

static void
fill_offers (PlimsollReportPage *self)
{
  guint n;
  const PlimsollReportOffer *offers = plimsoll_accelerator_report_get_offers (self->report, &n);

  gtk_widget_set_visible (GTK_WIDGET (self->offers_group), n > 0);
  for (guint i = 0; i < MIN (n, MAX_OFFERS); i++)
    {
      PlimsollCloudOffer *offer = offers[i].offer;
      g_autofree char *rate = plimsoll_format_money (offers[i].board_per_hour, "$");
      /* Translators: a price of one accelerator. */
      g_autofree char *value = g_strdup_printf (_("%s an hour each"), rate);
      GtkWidget *row = add_row (self, self->offers_group, plimsoll_cloud_offer_get_provider (offer),
                                value, plimsoll_cloud_offer_get_date (offer));

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), plimsoll_cloud_offer_get_instance (offer));
    }
}

static void
fill_notes (PlimsollReportPage *self)
{
  g_auto (GStrv) notes = plimsoll_accelerator_report_get_notes (self->report);

  gtk_widget_set_visible (GTK_WIDGET (self->notes_group), notes[0] != NULL);
  for (guint i = 0; notes[i] != NULL; i++)
    {
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), notes[i]);
      adw_preferences_group_add (self->notes_group, row);
    }
}

/* --- What changes --- */

static void
update_verdict (PlimsollReportPage *self)
{
  PlimsollScenario *scenario = scenario_of (self);
  const PlimsollFitFigures *figures = plimsoll_accelerator_report_get_figures (self->report);
  g_autofree char *tokens =
    plimsoll_format_tokens_about (plimsoll_scenario_get_context_length (scenario));
  /* Translators: the verdict, a precision and a context: "Fits at Q4_K_M, 32K". */
  g_autofree char *title =
    g_strdup_printf (_("%s at %s, %s"), plimsoll_answer_word (figures->verdict),
                     plimsoll_scenario_get_precision (scenario), tokens);
  g_autofree char *memory = plimsoll_format_gib (figures->required, 1);
  g_autofree char *amount = plimsoll_format_gib ((guint64) ABS (figures->headroom), 1);
  g_autofree char *spare = NULL;

  if (figures->required == 0)
    spare = g_strdup (_("Not known"));
  else if (figures->headroom >= 0)
    /* Translators: memory. */
    spare = g_strdup_printf (_("%s needed, %s to spare"), memory, amount);
  else
    spare = g_strdup_printf (_("%s needed, %s over"), memory, amount);

  for (guint verdict = 0; verdict <= PLIMSOLL_VERDICT_EXCEEDS; verdict++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->verdict_icon), plimsoll_verdict_class (verdict));
  gtk_widget_add_css_class (GTK_WIDGET (self->verdict_icon),
                            plimsoll_verdict_class (figures->verdict));
  gtk_image_set_from_icon_name (self->verdict_icon, plimsoll_verdict_icon (figures->verdict));
  gtk_label_set_label (self->verdict_label, title);
  gtk_label_set_label (self->spare_label, spare);
}

static void
update_title (PlimsollReportPage *self)
{
  PlimsollScenario *scenario = scenario_of (self);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_accelerator_report_get_accelerator (self->report);
  const guint count = plimsoll_accelerator_report_get_count (self->report);
  const char *name = plimsoll_accelerator_get_name (accelerator);
  const char *asked = model != NULL ? plimsoll_model_get_name (model) : _("No Model");
  /* Translators: a model; how many of an accelerator, two or more. */
  g_autofree char *subtitle =
    count == 1
      ? g_strdup (asked)
      : g_strdup_printf (ngettext ("%s on %u of them", "%s on %u of them", count), asked, count);

  adw_navigation_page_set_title (ADW_NAVIGATION_PAGE (self), name);
  adw_window_title_set_title (self->window_title, name);
  adw_window_title_set_subtitle (self->window_title, subtitle);
  gtk_widget_set_sensitive (self->use_button,
                            plimsoll_scenario_get_accelerator (scenario) != accelerator);
}

static void
updated_cb (PlimsollReportPage *self)
{
  update_title (self);
  update_verdict (self);
  forget_rows (self);
  fill_caches (self);
  fill_speed (self);
  fill_alternatives (self);
}

/* --- What can be done --- */

static void
chosen_cb (PlimsollReportPage *self, const char *precision, guint64 context)
{
  PlimsollScenario *scenario = scenario_of (self);

  g_object_freeze_notify (G_OBJECT (scenario));
  plimsoll_scenario_set_precision (scenario, precision);
  plimsoll_scenario_set_context_length (scenario, context);
  g_object_thaw_notify (G_OBJECT (scenario));
}

static void
use_cb (PlimsollReportPage *self)
{
  plimsoll_scenario_set_accelerator (scenario_of (self),
                                     plimsoll_accelerator_report_get_accelerator (self->report));
}

static void
edit_cb (PlimsollReportPage *self)
{
  gtk_widget_activate_action (
    GTK_WIDGET (self), "win.edit-accelerator", "s",
    plimsoll_accelerator_get_id (plimsoll_accelerator_report_get_accelerator (self->report)));
}

/* --- The page --- */

static void
plimsoll_report_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (plimsoll_report_page_parent_class)->map (widget);

  plimsoll_accelerator_report_set_live (PLIMSOLL_REPORT_PAGE (widget)->report, TRUE);
}

/* What nobody sees is not computed. */
static void
plimsoll_report_page_unmap (GtkWidget *widget)
{
  PlimsollReportPage *self = PLIMSOLL_REPORT_PAGE (widget);

  if (self->report != NULL)
    plimsoll_accelerator_report_set_live (self->report, FALSE);

  GTK_WIDGET_CLASS (plimsoll_report_page_parent_class)->unmap (widget);
}

static void
plimsoll_report_page_dispose (GObject *object)
{
  PlimsollReportPage *self = PLIMSOLL_REPORT_PAGE (object);

  if (self->report != NULL)
    g_signal_handlers_disconnect_by_func (self->report, updated_cb, self);
  g_ptr_array_set_size (self->rows, 0);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_REPORT_PAGE);
  g_clear_object (&self->report);
  g_clear_object (&self->own);

  G_OBJECT_CLASS (plimsoll_report_page_parent_class)->dispose (object);
}

static void
plimsoll_report_page_finalize (GObject *object)
{
  g_ptr_array_unref (PLIMSOLL_REPORT_PAGE (object)->rows);

  G_OBJECT_CLASS (plimsoll_report_page_parent_class)->finalize (object);
}

static void
plimsoll_report_page_class_init (PlimsollReportPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_report_page_dispose;
  object_class->finalize = plimsoll_report_page_finalize;
  widget_class->map = plimsoll_report_page_map;
  widget_class->unmap = plimsoll_report_page_unmap;

  signals[SIGNAL_REPORT_WANTED] =
    g_signal_new ("report-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, PLIMSOLL_TYPE_ACCELERATOR);

  g_type_ensure (PLIMSOLL_TYPE_COLUMNS_LAYOUT);
  g_type_ensure (PLIMSOLL_TYPE_REPORT_GRID);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-report-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollReportPage, name)
  CHILD (window_title);
  CHILD (use_button);
  CHILD (verdict_icon);
  CHILD (verdict_label);
  CHILD (spare_label);
  CHILD (facts_box);
  CHILD (legend_box);
  CHILD (grid_heading);
  CHILD (grid);
  CHILD (caches_group);
  CHILD (speed_group);
  CHILD (next_group);
  CHILD (offers_group);
  CHILD (notes_group);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, use_cb);
  gtk_widget_class_bind_template_callback (widget_class, edit_cb);
}

static void
plimsoll_report_page_init (PlimsollReportPage *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

PlimsollReportPage *
plimsoll_report_page_new (PlimsollAcceleratorReport *report, PlimsollOwnHardware *own)
{
  PlimsollReportPage *self;
  g_autofree char *heading = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_REPORT (report), NULL);

  self = g_object_new (PLIMSOLL_TYPE_REPORT_PAGE, NULL);
  self->report = g_object_ref (report);
  g_set_object (&self->own, own);
  heading = plimsoll_format_in_unit (gtk_label_get_label (self->grid_heading));
  gtk_label_set_label (self->grid_heading, heading);
  plimsoll_report_grid_set_report (self->grid, report);
  fill_facts (self);
  fill_legend (self);
  fill_offers (self);
  fill_notes (self);
  updated_cb (self);
  g_signal_connect_object (report, "updated", G_CALLBACK (updated_cb), self, G_CONNECT_SWAPPED);
  return self;
}

PlimsollAcceleratorReport *
plimsoll_report_page_get_report (PlimsollReportPage *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_REPORT_PAGE (self), NULL);

  return self->report;
}
