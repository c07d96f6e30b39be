/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-search-dialog.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-announce.h"
#include "plimsoll-format.h"
#include "plimsoll-search-result.h"
#include "plimsoll-search-row.h"
#include "plimsoll-sizer.h"

#include <glib/gi18n.h>

#define PAGE_ROWS 8

struct _PlimsollSearchDialog
{
  AdwDialog parent_instance;

  PlimsollModelList *models;
  PlimsollScenario *probe; /* the present question, with one model after the other */
  PlimsollSizer *sizer;
  GPtrArray *all; /* of PlimsollSearchResult, in the order of the models */
  GListStore *found;
  GtkSingleSelection *selection;
  GHashTable *bound; /* of GtkListItem: those that show something */

  GtkEditable *entry;
  GtkStack *stack;
  GtkListView *list;
  GtkLabel *target_label;
};

G_DEFINE_FINAL_TYPE (PlimsollSearchDialog, plimsoll_search_dialog, ADW_TYPE_DIALOG)

enum
{
  SIGNAL_MODEL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  guint score;
  guint position;
} Match;

static int
compare_matches (gconstpointer a, gconstpointer b)
{
  const Match *left = a, *right = b;

  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  return left->position < right->position ? -1 : left->position > right->position;
}

/* --- Finding --- */

static void
find (PlimsollSearchDialog *self)
{
  g_autoptr (PlimsollNameQuery) query =
    plimsoll_name_query_new (gtk_editable_get_text (self->entry));
  g_autofree Match *matches = g_new (Match, self->all->len + 1);
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  guint n = 0;

  for (guint i = 0; i < self->all->len; i++)
    {
      guint score = plimsoll_model_list_score (self->models, i, query);

      if (score > 0)
        matches[n++] = (Match) { score, i };
    }
  if (n > 1)
    qsort (matches, n, sizeof *matches, compare_matches);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (results, g_ptr_array_index (self->all, matches[i].position));
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)),
                       results->pdata, n);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "results" : "nothing");
  if (n > 0)
    {
      gtk_single_selection_set_selected (self->selection, 0);
      gtk_list_view_scroll_to (self->list, 0, GTK_LIST_SCROLL_NONE, NULL);
    }
}

static void
choose (PlimsollSearchDialog *self, guint position)
{
  g_autoptr (PlimsollSearchResult) result =
    g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (result == NULL)
    return;
  g_signal_emit (self, signals[SIGNAL_MODEL_CHOSEN], 0, plimsoll_search_result_get_model (result));
  adw_dialog_close (ADW_DIALOG (self));
}

static void
move (PlimsollSearchDialog *self, int rows)
{
  int n = (int) g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  int at = (int) gtk_single_selection_get_selected (self->selection);
  g_autoptr (PlimsollSearchResult) result = NULL;

  if (n == 0)
    return;
  at = CLAMP (at + rows, 0, n - 1);
  gtk_single_selection_set_selected (self->selection, (guint) at);
  gtk_list_view_scroll_to (self->list, (guint) at, GTK_LIST_SCROLL_NONE, NULL);

  /* The focus is in the entry, so nobody else says where the selection went. */
  result = g_list_model_get_item (G_LIST_MODEL (self->selection), (guint) at);
  plimsoll_announce (GTK_WIDGET (self->entry),
                     plimsoll_model_get_name (plimsoll_search_result_get_model (result)),
                     GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

/* --- Rows --- */

static void
look_at (PlimsollSearchDialog *self, PlimsollSearchResult *result)
{
  PlimsollVerdict verdict;
  const PlimsollEstimate *estimate;

  if (plimsoll_search_result_get_verdict (result, &verdict))
    return;
  plimsoll_scenario_set_model (self->probe, plimsoll_search_result_get_model (result));
  plimsoll_sizer_flush (self->sizer);
  estimate = plimsoll_sizer_get_estimate (self->sizer);
  plimsoll_search_result_set_verdict (result, estimate->valid ? estimate->verdict
                                                              : PLIMSOLL_VERDICT_UNKNOWN);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, PlimsollSearchDialog *self)
{
  gtk_list_item_set_child (item, plimsoll_search_row_new ());
}

static void
show_result (PlimsollSearchDialog *self, GtkListItem *item)
{
  PlimsollSearchRow *row = PLIMSOLL_SEARCH_ROW (gtk_list_item_get_child (item));
  PlimsollSearchResult *result = gtk_list_item_get_item (item);
  g_autofree char *words = NULL;

  look_at (self, result);
  plimsoll_search_row_set_result (row, result, gtk_editable_get_text (self->entry),
                                  plimsoll_scenario_get_precision (self->probe));
  words = plimsoll_search_row_describe (row);
  gtk_list_item_set_accessible_label (item, words);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, PlimsollSearchDialog *self)
{
  g_hash_table_add (self->bound, item);
  show_result (self, item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, PlimsollSearchDialog *self)
{
  if (self->bound != NULL)
    g_hash_table_remove (self->bound, item);
}

/* Rows that stay are not bound anew, but mark what is typed. */
static void
update_rows (PlimsollSearchDialog *self)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    show_result (self, item);
}

/* --- Callbacks --- */

static void
search_changed_cb (PlimsollSearchDialog *self)
{
  if (self->models != NULL)
    {
      find (self);
      update_rows (self);
    }
}

static void
activate_cb (PlimsollSearchDialog *self)
{
  choose (self, gtk_single_selection_get_selected (self->selection));
}

static void
stop_search_cb (PlimsollSearchDialog *self)
{
  adw_dialog_close (ADW_DIALOG (self));
}

static void
row_activated_cb (PlimsollSearchDialog *self, guint position)
{
  choose (self, position);
}

static gboolean
key_cb (PlimsollSearchDialog *self, guint keyval, guint keycode, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      move (self, -PAGE_ROWS);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      move (self, PAGE_ROWS);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* --- The dialog --- */

static void
plimsoll_search_dialog_dispose (GObject *object)
{
  PlimsollSearchDialog *self = PLIMSOLL_SEARCH_DIALOG (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_pointer (&self->bound, g_hash_table_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_SEARCH_DIALOG);
  g_clear_object (&self->selection);
  g_clear_object (&self->found);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_object (&self->sizer);
  g_clear_object (&self->probe);
  g_clear_object (&self->models);

  G_OBJECT_CLASS (plimsoll_search_dialog_parent_class)->dispose (object);
}

static void
plimsoll_search_dialog_class_init (PlimsollSearchDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_search_dialog_dispose;

  signals[SIGNAL_MODEL_CHOSEN] =
    g_signal_new ("model-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PLIMSOLL_TYPE_MODEL);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-search-dialog.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollSearchDialog, name)
  CHILD (entry);
  CHILD (stack);
  CHILD (list);
  CHILD (target_label);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
plimsoll_search_dialog_init (PlimsollSearchDialog *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));

  self->bound = g_hash_table_new (NULL, NULL);
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->found = g_list_store_new (PLIMSOLL_TYPE_SEARCH_RESULT);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->found)));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));

  /* Before the entry's own text sees them. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
}

static void
select_model (PlimsollSearchDialog *self, PlimsollModel *model)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; model != NULL && i < n; i++)
    {
      g_autoptr (PlimsollSearchResult) result =
        g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (plimsoll_search_result_get_model (result) == model)
        {
          gtk_single_selection_set_selected (self->selection, i);
          gtk_list_view_scroll_to (self->list, i, GTK_LIST_SCROLL_NONE, NULL);
        }
    }
}

PlimsollSearchDialog *
plimsoll_search_dialog_new (PlimsollModelList *models, PlimsollScenario *scenario)
{
  PlimsollSearchDialog *self = g_object_new (PLIMSOLL_TYPE_SEARCH_DIALOG, NULL);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (models));
  g_autofree char *tokens = NULL, *target = NULL;

  self->models = g_object_ref (models);
  self->probe = plimsoll_scenario_copy (scenario);
  self->sizer = plimsoll_sizer_new (self->probe);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (models), i);

      g_ptr_array_add (self->all, plimsoll_search_result_new (model, i));
    }

  tokens = plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
  /* Translators: what the verdicts are for: "Verdicts for NVIDIA RTX 4090 at 32K". */
  target = g_strdup_printf (_("Verdicts for %s at %s"),
                            accelerator != NULL ? plimsoll_accelerator_get_name (accelerator) : "—",
                            tokens);
  gtk_label_set_label (self->target_label, target);
  find (self);
  select_model (self, plimsoll_scenario_get_model (scenario));
  return self;
}
