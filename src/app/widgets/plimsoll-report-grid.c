/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-grid.h"

#include "plimsoll-children.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"

#include <glib/gi18n.h>
#include <math.h>

#define SPACING 2
#define RING_RADIUS 6
#define LINE_WIDTH 2

/* What stands before and after the cells of a row. */
enum
{
  NAME,
  WEIGHTS,
  LONGEST,
  DECODE,
  N_LABELS
};

typedef struct
{
  GtkWidget *row; /* a box */
  GtkWidget *labels[N_LABELS];
  GtkWidget *cells[PLIMSOLL_REPORT_MAX_CONTEXTS];
} Line;

struct _PlimsollReportGrid
{
  GtkWidget parent_instance;

  PlimsollAcceleratorReport *report;
  GtkWidget *box;
  GArray *lines; /* of Line; the first is the heading */
  guint n_columns;
  GtkSizeGroup *groups[N_LABELS];
  GtkSizeGroup *cell_group;
  guint at_row; /* of the cell that has the focus, or would */
  guint at_column;
};

G_DEFINE_FINAL_TYPE (PlimsollReportGrid, plimsoll_report_grid, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_REPORT = 1,
} PlimsollReportGridProperty;

static GParamSpec *properties[PROP_REPORT + 1];

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static Line *
line_at (PlimsollReportGrid *self, guint i)
{
  return &g_array_index (self->lines, Line, i);
}

static guint
n_rows (PlimsollReportGrid *self)
{
  return self->lines->len > 0 ? self->lines->len - 1 : 0;
}

/* --- Making --- */

static GtkWidget *
new_label (GtkAccessibleRole role, float xalign, const char *style)
{
  GtkWidget *label =
    g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "xalign", (double) xalign, NULL);

  gtk_widget_add_css_class (label, style);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
clicked_cb (PlimsollReportGrid *self, GtkWidget *cell)
{
  guint n;
  const PlimsollReportRow *rows = plimsoll_accelerator_report_get_rows (self->report, &n);
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self->report, &n);

  for (guint i = 0; i < n_rows (self); i++)
    for (guint j = 0; j < self->n_columns; j++)
      if (line_at (self, i + 1)->cells[j] == cell)
        {
          g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, rows[i].precision->name, contexts[j]);
          return;
        }
}

/* An icon and a number. */
static GtkWidget *
new_cell (PlimsollReportGrid *self)
{
  GtkWidget *cell = g_object_new (GTK_TYPE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_GRID_CELL,
                                  "focusable", FALSE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, "pixel-size", 12, NULL);
  GtkWidget *number = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_widget_set_hexpand (number, TRUE);
  gtk_widget_add_css_class (number, "numeric");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), number);
  gtk_button_set_child (GTK_BUTTON (cell), box);
  gtk_widget_add_css_class (cell, "flat");
  gtk_widget_add_css_class (cell, "report-cell");
  gtk_widget_set_hexpand (cell, TRUE);
  g_signal_connect_object (cell, "clicked", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  return cell;
}

static void
add_line (PlimsollReportGrid *self, gboolean heading)
{
  const GtkAccessibleRole role =
    heading ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER : GTK_ACCESSIBLE_ROLE_GRID_CELL;
  Line line = { .row = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ROW,
                                     "spacing", SPACING, NULL) };

  for (guint i = 0; i < N_LABELS; i++)
    {
      line.labels[i] =
        new_label (i == NAME && !heading ? GTK_ACCESSIBLE_ROLE_ROW_HEADER : role, i == NAME ? 0 : 1,
                   heading     ? "caption-heading"
                   : i == NAME ? "heading"
                               : "body");
      gtk_size_group_add_widget (self->groups[i], line.labels[i]);
    }
  gtk_box_append (GTK_BOX (line.row), line.labels[NAME]);
  gtk_box_append (GTK_BOX (line.row), line.labels[WEIGHTS]);
  gtk_widget_set_margin_end (line.labels[WEIGHTS], 9);
  for (guint i = 0; i < self->n_columns; i++)
    {
      line.cells[i] = heading
                        ? new_label (GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, 0.5, "caption-heading")
                        : new_cell (self);
      gtk_size_group_add_widget (self->cell_group, line.cells[i]);
      if (heading)
        gtk_widget_set_hexpand (line.cells[i], TRUE);
      gtk_box_append (GTK_BOX (line.row), line.cells[i]);
    }
  gtk_widget_set_margin_start (line.labels[LONGEST], 9);
  gtk_box_append (GTK_BOX (line.row), line.labels[LONGEST]);
  gtk_widget_set_margin_start (line.labels[DECODE], 9);
  gtk_box_append (GTK_BOX (line.row), line.labels[DECODE]);
  gtk_box_append (GTK_BOX (self->box), line.row);
  g_array_append_val (self->lines, line);
}

static void
make_lines (PlimsollReportGrid *self, guint rows, guint columns)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  g_array_set_size (self->lines, 0);
  self->n_columns = columns;
  for (guint i = 0; i <= rows; i++)
    add_line (self, i == 0);
}

/* --- What they say --- */

static void
set_text (GtkWidget *label, const char *text, const char *words)
{
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words != NULL ? words : text, -1);
}

static void
update_heading (PlimsollReportGrid *self, guint64 asked)
{
  Line *line = line_at (self, 0);
  guint n;
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self->report, &n);
  g_autofree char *at = plimsoll_format_tokens_about (asked);
  /* Translators: a speed at a context: "tok/s, 32K". */
  g_autofree char *speed = g_strdup_printf (_("tok/s, %s"), at);
  g_autofree char *weights = plimsoll_format_in_unit (_("Weights, GiB"));
  g_autofree char *needed = plimsoll_format_in_unit (_("GiB needed by precision and context"));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, needed, -1);
  set_text (line->labels[NAME], _("Precision"), NULL);
  set_text (line->labels[WEIGHTS], _("Weights"), weights);
  set_text (line->labels[LONGEST], _("Longest"), _("Longest context that fits"));
  set_text (line->labels[DECODE], speed, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *tokens = plimsoll_format_tokens_about (contexts[i]);

      set_text (line->cells[i], tokens, NULL);
      if (contexts[i] == asked)
        gtk_widget_remove_css_class (line->cells[i], "dimmed");
      else
        gtk_widget_add_css_class (line->cells[i], "dimmed");
    }
}

static void
update_cell (GtkWidget *cell,
             const PlimsollReportRow *row,
             const guint64 *contexts,
             guint column,
             gboolean chosen)
{
  const PlimsollReportCell *figures = &row->cells[column];
  GtkWidget *icon = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (cell)));
  g_autofree char *words = plimsoll_report_cell_text (row, contexts[column], column);
  g_autofree char *number = figures->required != 0
                              ? plimsoll_format_gib_value (figures->required, 1)
                              : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

  for (guint verdict = PLIMSOLL_VERDICT_FITS; verdict <= PLIMSOLL_VERDICT_EXCEEDS; verdict++)
    if (verdict == (guint) figures->verdict && figures->required != 0)
      gtk_widget_add_css_class (cell, plimsoll_verdict_class (verdict));
    else
      gtk_widget_remove_css_class (cell, plimsoll_verdict_class (verdict));
  gtk_widget_set_visible (icon,
                          figures->required != 0 && figures->verdict != PLIMSOLL_VERDICT_UNKNOWN);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), plimsoll_verdict_icon (figures->verdict));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (icon)), number);
  gtk_widget_set_tooltip_text (cell, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_STATE_SELECTED, chosen, -1);
  if (chosen)
    gtk_widget_add_css_class (cell, "chosen");
  else
    gtk_widget_remove_css_class (cell, "chosen");
}

static void
update_row (PlimsollReportGrid *self, guint i, const PlimsollReportRow *row, guint64 asked)
{
  Line *line = line_at (self, i + 1);
  guint n;
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self->report, &n);
  g_autofree char *weights = plimsoll_format_gib_value (row->weights, 1);
  g_autofree char *longest = row->longest != 0 ? plimsoll_format_tokens_about (row->longest)
                                               : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
  g_autofree char *decode =
    plimsoll_format_number (row->decode.value, row->decode.value < 10 ? 1 : 0);
  /* Translators: how long a context fits. */
  g_autofree char *reach = row->longest != 0 ? g_strdup_printf (_("Longest context, %s"), longest)
                                             : g_strdup (_("No context fits"));
  g_autofree char *speed = plimsoll_format_speed (row->decode.value);

  set_text (line->labels[NAME], row->precision->name, NULL);
  set_text (line->labels[WEIGHTS], weights, NULL);
  set_text (line->labels[LONGEST], longest, reach);
  set_text (line->labels[DECODE], decode,
            isnan (row->decode.value) ? _("Speed not known") : speed);
  for (guint j = 0; j < n; j++)
    update_cell (line->cells[j], row, contexts, j, row->is_questions && contexts[j] == asked);
}

static void
move_to (PlimsollReportGrid *self, guint row, guint column, gboolean grab)
{
  GtkWidget *before = plimsoll_report_grid_get_cell (self, self->at_row, self->at_column);
  GtkWidget *cell;

  self->at_row = MIN (row, n_rows (self) > 0 ? n_rows (self) - 1 : 0);
  self->at_column = MIN (column, self->n_columns > 0 ? self->n_columns - 1 : 0);
  cell = plimsoll_report_grid_get_cell (self, self->at_row, self->at_column);
  if (cell == NULL)
    return;
  gtk_widget_set_focusable (cell, TRUE);
  if (grab)
    gtk_widget_grab_focus (cell);
  if (before != NULL && before != cell)
    gtk_widget_set_focusable (before, FALSE);
}

static void
update (PlimsollReportGrid *self)
{
  guint rows, columns;
  const PlimsollReportRow *row = plimsoll_accelerator_report_get_rows (self->report, &rows);
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self->report, &columns);
  PlimsollScenario *scenario =
    plimsoll_sizer_get_scenario (plimsoll_accelerator_report_get_sizer (self->report));
  const guint64 asked = plimsoll_scenario_get_context_length (scenario);
  const gboolean anew = rows != n_rows (self) || columns != self->n_columns;

  if (anew)
    make_lines (self, rows, columns);
  update_heading (self, asked);
  for (guint i = 0; i < rows; i++)
    update_row (self, i, &row[i], asked);
  /* One begins at what is asked. */
  for (guint i = 0; anew && i < rows; i++)
    for (guint j = 0; j < columns; j++)
      if (row[i].is_questions && contexts[j] == asked)
        {
          self->at_row = i;
          self->at_column = j;
        }
  move_to (self, self->at_row, self->at_column, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- Keys --- */

static gboolean
key_pressed_cb (PlimsollReportGrid *self, guint keyval, guint keycode, GdkModifierType state)
{
  const gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  guint row = self->at_row, column = self->at_column;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      row -= row > 0;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      row++;
      break;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      column = mirrored ? column + 1 : column - (column > 0);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      column = mirrored ? column - (column > 0) : column + 1;
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      column = 0;
      break;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      column = G_MAXUINT;
      break;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      row = 0;
      break;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      row = G_MAXUINT;
      break;
    default:
      return FALSE;
    }
  move_to (self, row, column, TRUE);
  return TRUE;
}

/* --- The load line --- */

static gboolean
holds (const PlimsollReportCell *cell)
{
  return cell->required != 0
         && (cell->verdict == PLIMSOLL_VERDICT_FITS || cell->verdict == PLIMSOLL_VERDICT_TIGHT);
}

static gboolean
bounds_of (PlimsollReportGrid *self, guint row, guint column, graphene_rect_t *bounds)
{
  GtkWidget *cell = plimsoll_report_grid_get_cell (self, row, column);

  return cell != NULL && gtk_widget_compute_bounds (cell, GTK_WIDGET (self), bounds);
}

/* Where the line runs beside the cells of @row that hold. */
static float
edge_of (PlimsollReportGrid *self, guint row, const PlimsollReportRow *figures)
{
  const gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  guint n = 0;
  graphene_rect_t bounds;
  float start, end;

  while (n < self->n_columns && holds (&figures->cells[n]))
    n++;
  if (!bounds_of (self, row, n > 0 ? n - 1 : 0, &bounds))
    return NAN;
  start = mirrored ? bounds.origin.x + bounds.size.width + 1 : bounds.origin.x - 1;
  end = mirrored ? bounds.origin.x - 1 : bounds.origin.x + bounds.size.width + 1;
  return n > 0 ? end : start;
}

static void
plimsoll_report_grid_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollReportGrid *self = PLIMSOLL_REPORT_GRID (widget);
  g_autoptr (GskPathBuilder) builder = gsk_path_builder_new ();
  g_autoptr (GskPath) path = NULL;
  g_autoptr (GskStroke) stroke = gsk_stroke_new (LINE_WIDTH);
  guint n = 0;
  const PlimsollReportRow *rows =
    self->report != NULL ? plimsoll_accelerator_report_get_rows (self->report, &n) : NULL;
  graphene_rect_t bounds;
  GdkRGBA ink;
  gboolean begun = FALSE;

  GTK_WIDGET_CLASS (plimsoll_report_grid_parent_class)->snapshot (widget, snapshot);

  for (guint i = 0; i < n; i++)
    {
      const float x = edge_of (self, i, &rows[i]);

      if (isnan (x) || !bounds_of (self, i, 0, &bounds))
        return;
      if (!begun)
        {
          gsk_path_builder_add_circle (builder, &GRAPHENE_POINT_INIT (x, bounds.origin.y - 1),
                                       RING_RADIUS);
          gsk_path_builder_move_to (builder, x, bounds.origin.y - 1 - RING_RADIUS * 1.5f);
          begun = TRUE;
        }
      gsk_path_builder_line_to (builder, x, bounds.origin.y - 1);
      gsk_path_builder_line_to (builder, x, bounds.origin.y + bounds.size.height + 1);
    }
  if (!begun)
    return;
  path = gsk_path_builder_free_to_path (g_steal_pointer (&builder));
  gtk_widget_get_color (widget, &ink);
  gtk_snapshot_append_stroke (snapshot, path, stroke, &ink);
}

/* --- The widget --- */

void
plimsoll_report_grid_set_report (PlimsollReportGrid *self, PlimsollAcceleratorReport *report)
{
  g_return_if_fail (PLIMSOLL_IS_REPORT_GRID (self));

  if (self->report == report)
    return;
  if (self->report != NULL)
    g_signal_handlers_disconnect_by_func (self->report, update, self);
  g_set_object (&self->report, report);
  if (report != NULL)
    {
      g_signal_connect_object (report, "updated", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
      update (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REPORT]);
}

GtkWidget *
plimsoll_report_grid_get_cell (PlimsollReportGrid *self, guint row, guint column)
{
  g_return_val_if_fail (PLIMSOLL_IS_REPORT_GRID (self), NULL);

  return row < n_rows (self) && column < self->n_columns ? line_at (self, row + 1)->cells[column]
                                                         : NULL;
}

static void
plimsoll_report_grid_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollReportGrid *self = PLIMSOLL_REPORT_GRID (object);

  switch ((PlimsollReportGridProperty) id)
    {
    case PROP_REPORT:
      g_value_set_object (value, self->report);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_report_grid_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  PlimsollReportGrid *self = PLIMSOLL_REPORT_GRID (object);

  switch ((PlimsollReportGridProperty) id)
    {
    case PROP_REPORT:
      plimsoll_report_grid_set_report (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_report_grid_dispose (GObject *object)
{
  PlimsollReportGrid *self = PLIMSOLL_REPORT_GRID (object);

  plimsoll_unparent_children (GTK_WIDGET (self));
  g_array_set_size (self->lines, 0);
  g_clear_object (&self->report);
  for (guint i = 0; i < N_LABELS; i++)
    g_clear_object (&self->groups[i]);
  g_clear_object (&self->cell_group);

  G_OBJECT_CLASS (plimsoll_report_grid_parent_class)->dispose (object);
}

static void
plimsoll_report_grid_finalize (GObject *object)
{
  g_array_unref (PLIMSOLL_REPORT_GRID (object)->lines);

  G_OBJECT_CLASS (plimsoll_report_grid_parent_class)->finalize (object);
}

static void
plimsoll_report_grid_class_init (PlimsollReportGridClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_report_grid_dispose;
  object_class->finalize = plimsoll_report_grid_finalize;
  object_class->get_property = plimsoll_report_grid_get_property;
  object_class->set_property = plimsoll_report_grid_set_property;
  widget_class->snapshot = plimsoll_report_grid_snapshot;

  properties[PROP_REPORT] =
    g_param_spec_object ("report", NULL, NULL, PLIMSOLL_TYPE_ACCELERATOR_REPORT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  signals[SIGNAL_CHOSEN] =
    g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_UINT64);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "report-grid");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
}

static void
plimsoll_report_grid_init (PlimsollReportGrid *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  for (guint i = 0; i < N_LABELS; i++)
    self->groups[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->cell_group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
plimsoll_report_grid_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_REPORT_GRID, NULL);
}
