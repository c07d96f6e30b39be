/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-compare-columns.h"

#include "plimsoll-column-titles.h"
#include "plimsoll-fit-cell.h"
#include "plimsoll-fit-table.h"
#include "plimsoll-scenario-computer.h"

#include <glib/gi18n.h>

#define KEY "compare-columns"

struct _PlimsollCompareColumns
{
  GObject parent_instance;

  GtkColumnView *view; /* not owned: it owns us */
  GSettings *settings;
  PlimsollFitModel *model;
  PlimsollOwnComputer *computer; /* (nullable) */
  GtkColumnViewColumn *columns[PLIMSOLL_FIT_N_COLUMNS];
  gboolean wanted[PLIMSOLL_FIT_N_COLUMNS];
  gboolean chosen; /* by somebody */
  guint narrowness;
  gboolean arranging;
  guint saving; /* source */
};

G_DEFINE_FINAL_TYPE (PlimsollCompareColumns, plimsoll_compare_columns, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Cells --- */

static gboolean
is_chosen (PlimsollCompareColumns *self, PlimsollFit *fit)
{
  PlimsollScenario *scenario;

  if (self->model == NULL || fit == NULL)
    return FALSE;

  scenario = plimsoll_sizer_get_scenario (plimsoll_fit_model_get_sizer (self->model));
  if (plimsoll_fit_is_computer (fit))
    return self->computer != NULL && plimsoll_scenario_is_on_computer (scenario, self->computer);
  switch (plimsoll_fit_model_get_vary (self->model))
    {
    case PLIMSOLL_VARY_MODEL:
      return plimsoll_fit_get_model (fit) == plimsoll_scenario_get_model (scenario);
    case PLIMSOLL_VARY_PRECISION:
      return g_str_equal (plimsoll_fit_get_precision (fit)->name,
                          plimsoll_scenario_get_precision (scenario));
    case PLIMSOLL_VARY_HARDWARE:
    default:
      return plimsoll_fit_get_accelerator (fit) == plimsoll_scenario_get_accelerator (scenario);
    }
}

static void
update_chosen (PlimsollFitCell *cell)
{
  PlimsollCompareColumns *self = g_object_get_data (G_OBJECT (cell), "columns");

  plimsoll_fit_cell_set_chosen (cell, is_chosen (self, plimsoll_fit_cell_get_fit (cell)));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *item, PlimsollCompareColumns *self)
{
  PlimsollFitColumn column =
    GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "fit-column"));
  GtkWidget *cell = plimsoll_fit_cell_new (column);

  gtk_column_view_cell_set_child (item, cell);
  /* The row is. */
  gtk_column_view_cell_set_focusable (item, FALSE);
  g_object_set_data (G_OBJECT (cell), "columns", self);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *item, PlimsollCompareColumns *self)
{
  PlimsollFitCell *cell = PLIMSOLL_FIT_CELL (gtk_column_view_cell_get_child (item));

  plimsoll_fit_cell_set_fit (cell, self->model, gtk_column_view_cell_get_item (item));
  if (plimsoll_fit_cell_get_column (cell) != PLIMSOLL_FIT_NAME)
    return;

  update_chosen (cell);
  g_signal_connect_object (plimsoll_sizer_get_scenario (plimsoll_fit_model_get_sizer (self->model)),
                           "notify", G_CALLBACK (update_chosen), cell, G_CONNECT_SWAPPED);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *item, PlimsollCompareColumns *self)
{
  PlimsollFitCell *cell = PLIMSOLL_FIT_CELL (gtk_column_view_cell_get_child (item));

  if (plimsoll_fit_cell_get_column (cell) == PLIMSOLL_FIT_NAME && self->model != NULL)
    g_signal_handlers_disconnect_by_func (
      plimsoll_sizer_get_scenario (plimsoll_fit_model_get_sizer (self->model)), update_chosen,
      cell);
  plimsoll_fit_cell_set_fit (cell, NULL, NULL);
}

static GtkSorter *
sorter_for (PlimsollFitColumn column)
{
  GtkExpression *value =
    gtk_property_expression_new (PLIMSOLL_TYPE_FIT, NULL, plimsoll_fit_column_info (column)->key);

  return column == PLIMSOLL_FIT_NAME ? GTK_SORTER (gtk_string_sorter_new (value))
                                     : GTK_SORTER (gtk_numeric_sorter_new (value));
}

static char *
title_of (PlimsollFitColumn column)
{
  const PlimsollFitColumnInfo *info = plimsoll_fit_column_info (column);

  if (info->unit == NULL || g_str_equal (info->unit, info->title))
    return g_strdup (_(info->title));
  if (column == PLIMSOLL_FIT_USABLE || column == PLIMSOLL_FIT_SIZE)
    return plimsoll_fit_table_column_title (column);
  return g_strdup (_(info->title));
}

static GtkColumnViewColumn *
column_new (PlimsollCompareColumns *self, PlimsollFitColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = sorter_for (column);
  g_autofree char *title = title_of (column);
  GtkColumnViewColumn *made;

  g_object_set_data (G_OBJECT (factory), "fit-column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
  made = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_id (made, plimsoll_fit_column_info (column)->key);
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_column_set_expand (made, column == PLIMSOLL_FIT_NAME);
  return made;
}

/* --- Which, and in what order --- */

static const char *
table_key (PlimsollCompareColumns *self)
{
  switch (plimsoll_fit_model_get_vary (self->model))
    {
    case PLIMSOLL_VARY_MODEL:
      return "models";
    case PLIMSOLL_VARY_PRECISION:
      return "precision";
    case PLIMSOLL_VARY_HARDWARE:
    default:
      return "hardware";
    }
}

/* At first: the same memory in every row says nothing, nor does what fits beside what takes. */
static gboolean
is_wanted_at_first (PlimsollVary vary, PlimsollFitColumn column)
{
  if (vary == PLIMSOLL_VARY_HARDWARE)
    return column != PLIMSOLL_FIT_AT_32K;
  return column != PLIMSOLL_FIT_AT_8K && column != PLIMSOLL_FIT_AT_32K;
}

/* How little room there may be for a column to be shown still; what matters least goes first. */
static guint
room_of (PlimsollVary vary, PlimsollFitColumn column)
{
  switch (column)
    {
    case PLIMSOLL_FIT_PREFILL:
    case PLIMSOLL_FIT_SIZE:
      return 1;
    case PLIMSOLL_FIT_PARAMETERS:
      /* The second line says it too. */
      return 1;
    case PLIMSOLL_FIT_COUNT:
      /* Of what fits it says what was asked. */
      return vary == PLIMSOLL_VARY_HARDWARE ? 1 : 2;
    case PLIMSOLL_FIT_BANDWIDTH:
    case PLIMSOLL_FIT_MILLION:
      return 2;
    case PLIMSOLL_FIT_QUALITY:
      return vary == PLIMSOLL_VARY_MODEL ? 2 : 3;
    case PLIMSOLL_FIT_AT_8K:
    case PLIMSOLL_FIT_LONGEST:
      return 3;
    case PLIMSOLL_FIT_USABLE:
      return vary == PLIMSOLL_VARY_MODEL ? 3 : 4;
    case PLIMSOLL_FIT_BITS:
      return 4;
    case PLIMSOLL_FIT_NAME:
    case PLIMSOLL_FIT_PRECISION:
    case PLIMSOLL_FIT_AT_32K:
    case PLIMSOLL_FIT_REQUIRED:
    case PLIMSOLL_FIT_DECODE:
    case PLIMSOLL_FIT_VERDICT:
    default:
      return G_MAXUINT;
    }
}

static void
apply (PlimsollCompareColumns *self)
{
  const PlimsollVary vary = plimsoll_fit_model_get_vary (self->model);
  gboolean changed = FALSE;

  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      const gboolean shown =
        self->wanted[i]
        && (self->chosen || room_of (vary, (PlimsollFitColumn) i) > self->narrowness);

      changed |= shown != gtk_column_view_column_get_visible (self->columns[i]);
      gtk_column_view_column_set_visible (self->columns[i], shown);
    }
  if (changed)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static gboolean
title_is_number (GtkColumnViewColumn *column, gpointer data)
{
  PlimsollFitColumn which;

  return plimsoll_compare_columns_find (data, column, &which) && which != PLIMSOLL_FIT_NAME
         && which != PLIMSOLL_FIT_PRECISION && which != PLIMSOLL_FIT_VERDICT
         && which != PLIMSOLL_FIT_USABLE;
}

/* What its figures mean, and what they rest on where that does not go without saying. */
static char *
title_tip (GtkColumnViewColumn *column, gpointer data)
{
  const PlimsollFitColumnInfo *info;
  PlimsollFitColumn which;

  if (!plimsoll_compare_columns_find (data, column, &which))
    return NULL;
  info = plimsoll_fit_column_info (which);

  return info->basis != NULL ? g_strdup_printf ("%s\n%s", _(info->meaning), _(info->basis))
                             : g_strdup (_(info->meaning));
}

static void
arrange (PlimsollCompareColumns *self, const PlimsollFitColumn *order, guint n)
{
  self->arranging = TRUE;
  for (guint i = 0; i < n; i++)
    gtk_column_view_insert_column (self->view, i, self->columns[order[i]]);
  self->arranging = FALSE;
  plimsoll_align_column_titles (self->view, title_is_number, self);
  plimsoll_tip_column_titles (self->view, title_tip, self);
}

/* Names of columns that there are no longer are passed over. */
static void
read_order (PlimsollCompareColumns *self)
{
  const PlimsollVary vary = plimsoll_fit_model_get_vary (self->model);
  g_autoptr (GVariant) all = g_settings_get_value (self->settings, KEY);
  g_auto (GStrv) keys = NULL;
  guint n, n_order = 0;
  const PlimsollFitColumn *columns = plimsoll_fit_columns (vary, &n);
  PlimsollFitColumn order[PLIMSOLL_FIT_N_COLUMNS];

  memset (self->wanted, 0, sizeof self->wanted);
  g_variant_lookup (all, table_key (self), "^as", &keys);
  self->chosen = keys != NULL && keys[0] != NULL;
  for (guint i = 0; self->chosen && keys[i] != NULL; i++)
    {
      PlimsollFitColumn column;

      if (!plimsoll_fit_column_from_key (keys[i], &column) || self->wanted[column])
        continue;
      for (guint k = 0; k < n; k++)
        if (columns[k] == column)
          {
            self->wanted[column] = TRUE;
            order[n_order++] = column;
          }
    }
  for (guint i = 0; i < n; i++)
    {
      if (self->wanted[columns[i]])
        continue;
      order[n_order++] = columns[i];
      self->wanted[columns[i]] =
        columns[i] == PLIMSOLL_FIT_NAME || (!self->chosen && is_wanted_at_first (vary, columns[i]));
    }

  arrange (self, order, n_order);
  apply (self);
}

/* Sets the columns of this table, %NULL: as at first; those of the others stay. */
static void
write_order (PlimsollCompareColumns *self, GVariant *keys)
{
  g_autoptr (GVariant) before = g_settings_get_value (self->settings, KEY);
  GVariantBuilder builder;
  GVariantIter iter;
  const char *table;
  GVariant *others;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sas}"));
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_loop (&iter, "{&s@as}", &table, &others))
    if (!g_str_equal (table, table_key (self)))
      g_variant_builder_add (&builder, "{s@as}", table, others);
  if (keys != NULL)
    g_variant_builder_add (&builder, "{s@as}", table_key (self), keys);
  g_settings_set_value (self->settings, KEY, g_variant_builder_end (&builder));
}

static void
save (PlimsollCompareColumns *self)
{
  const char *keys[PLIMSOLL_FIT_N_COLUMNS];
  PlimsollFitColumn columns[PLIMSOLL_FIT_N_COLUMNS];
  const guint n = plimsoll_compare_columns_list (self, columns);

  for (guint i = 0; i < n; i++)
    keys[i] = plimsoll_fit_column_info (columns[i])->key;
  write_order (self, g_variant_new_strv (keys, n));
}

static void
save_cb (gpointer data)
{
  PlimsollCompareColumns *self = data;

  self->saving = 0;
  self->chosen = TRUE;
  save (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
plimsoll_compare_columns_flush (PlimsollCompareColumns *self)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  if (self->saving == 0)
    return;
  g_clear_handle_id (&self->saving, g_source_remove);
  self->chosen = TRUE;
  save (self);
}

/* Somebody has dragged a column: it is taken out and put in again. */
static void
moved_cb (PlimsollCompareColumns *self)
{
  if (!self->arranging && self->saving == 0)
    self->saving = g_idle_add_once (save_cb, self);
}

/* --- GObject --- */

static void
plimsoll_compare_columns_dispose (GObject *object)
{
  PlimsollCompareColumns *self = PLIMSOLL_COMPARE_COLUMNS (object);

  g_clear_handle_id (&self->saving, g_source_remove);
  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_object (&self->computer);
  g_clear_object (&self->model);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (plimsoll_compare_columns_parent_class)->dispose (object);
}

static void
plimsoll_compare_columns_class_init (PlimsollCompareColumnsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_compare_columns_dispose;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", PLIMSOLL_TYPE_COMPARE_COLUMNS,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
plimsoll_compare_columns_init (PlimsollCompareColumns *self)
{
}

/* --- Public --- */

PlimsollCompareColumns *
plimsoll_compare_columns_new (GtkColumnView *view, GSettings *settings)
{
  PlimsollCompareColumns *self = g_object_new (PLIMSOLL_TYPE_COMPARE_COLUMNS, NULL);

  self->view = view;
  self->settings = g_object_ref (settings);
  self->arranging = TRUE;
  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      self->columns[i] = column_new (self, (PlimsollFitColumn) i);
      gtk_column_view_column_set_visible (self->columns[i], FALSE);
      gtk_column_view_append_column (view, self->columns[i]);
    }
  self->arranging = FALSE;
  g_signal_connect_object (gtk_column_view_get_columns (view), "items-changed",
                           G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  return self;
}

void
plimsoll_compare_columns_set_model (PlimsollCompareColumns *self, PlimsollFitModel *model)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));
  g_return_if_fail (PLIMSOLL_IS_FIT_MODEL (model));

  if (g_set_object (&self->model, model))
    read_order (self);
}

void
plimsoll_compare_columns_set_computer (PlimsollCompareColumns *self, PlimsollOwnComputer *computer)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  g_set_object (&self->computer, computer);
}

void
plimsoll_compare_columns_set_narrowness (PlimsollCompareColumns *self, guint narrowness)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  if (self->narrowness == narrowness)
    return;
  self->narrowness = narrowness;
  if (self->model != NULL)
    apply (self);
}

GtkColumnViewColumn *
plimsoll_compare_columns_get (PlimsollCompareColumns *self, PlimsollFitColumn column)
{
  g_return_val_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self), NULL);
  g_return_val_if_fail (column < PLIMSOLL_FIT_N_COLUMNS, NULL);

  return self->columns[column];
}

gboolean
plimsoll_compare_columns_find (PlimsollCompareColumns *self,
                               GtkColumnViewColumn *view_column,
                               PlimsollFitColumn *column)
{
  g_return_val_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self), FALSE);

  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    if (self->columns[i] == view_column)
      {
        *column = (PlimsollFitColumn) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
plimsoll_compare_columns_is_shown (PlimsollCompareColumns *self, PlimsollFitColumn column)
{
  g_return_val_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self), FALSE);

  return gtk_column_view_column_get_visible (self->columns[column]);
}

void
plimsoll_compare_columns_show (PlimsollCompareColumns *self,
                               PlimsollFitColumn column,
                               gboolean shown)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  if (column == PLIMSOLL_FIT_NAME || shown == plimsoll_compare_columns_is_shown (self, column))
    return;

  /* What had no room is not hidden for good by this. */
  self->chosen = TRUE;
  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    self->wanted[i] = gtk_column_view_column_get_visible (self->columns[i]);
  self->wanted[column] = shown;
  apply (self);
  save (self);
}

static guint
place_of (PlimsollCompareColumns *self, PlimsollFitColumn column)
{
  GListModel *list = gtk_column_view_get_columns (self->view);
  const guint n = g_list_model_get_n_items (list);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) item = g_list_model_get_item (list, i);

      if (item == self->columns[column])
        return i;
    }

  return n;
}

void
plimsoll_compare_columns_move (PlimsollCompareColumns *self,
                               PlimsollFitColumn column,
                               gboolean later)
{
  PlimsollFitColumn shown[PLIMSOLL_FIT_N_COLUMNS];
  guint n;

  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  n = plimsoll_compare_columns_list (self, shown);
  for (guint i = 0; i < n; i++)
    if (shown[i] == column && (later ? i + 1 < n : i > 0))
      {
        const guint place = place_of (self, shown[later ? i + 1 : i - 1]);

        self->arranging = TRUE;
        gtk_column_view_insert_column (self->view, place, self->columns[column]);
        self->arranging = FALSE;
        plimsoll_align_column_titles (self->view, title_is_number, self);
        plimsoll_tip_column_titles (self->view, title_tip, self);
        for (guint k = 0; k < PLIMSOLL_FIT_N_COLUMNS; k++)
          self->wanted[k] = gtk_column_view_column_get_visible (self->columns[k]);
        g_clear_handle_id (&self->saving, g_source_remove);
        save_cb (self);
        return;
      }
}

void
plimsoll_compare_columns_reset (PlimsollCompareColumns *self)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  write_order (self, NULL);
  read_order (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

guint
plimsoll_compare_columns_list (PlimsollCompareColumns *self, PlimsollFitColumn *columns)
{
  GListModel *list;
  guint n = 0;

  g_return_val_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self), 0);

  list = gtk_column_view_get_columns (self->view);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (list, i);

      if (gtk_column_view_column_get_visible (column)
          && plimsoll_compare_columns_find (self, column, &columns[n]))
        n++;
    }
  return n;
}

void
plimsoll_compare_columns_update_titles (PlimsollCompareColumns *self)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_COLUMNS (self));

  for (guint i = 0; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      g_autofree char *title = title_of ((PlimsollFitColumn) i);

      gtk_column_view_column_set_title (self->columns[i], title);
    }
}
