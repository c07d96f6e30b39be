/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-token-lane.h"

#include "plimsoll-children.h"
#include "plimsoll-figure-text.h"
#include "plimsoll-format.h"
#include "plimsoll-token-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

/* Tokens of text that are kept; what is above was read. */
#define MOST_TEXT 4000

struct _PlimsollTokenLane
{
  GtkWidget parent_instance;

  PlimsollTokenPace pace;
  gboolean runs;
  guint64 tokens;    /* shown */
  guint64 text_from; /* the first in the text */
  int percent;       /* of the prompt, said last */

  GtkLabel *title_label;
  AdwBin *suffix_bin;
  GtkStack *stack;
  GtkLabel *fault_label;
  GtkWidget *speed_box;
  GtkLabel *speed_label;
  GtkLabel *speed_unit;
  GtkLabel *context_label;
  GtkLabel *first_label;
  GtkLabel *tokens_label;
  GtkLabel *asked_label;
  GtkLabel *prompt_label;
  GtkLabel *rate_label;
  GtkProgressBar *prompt_bar;
  GtkTextView *text_view;
  GtkScrolledWindow *text_window;
  GtkProgressBar *answer_bar;
  GtkLabel *share_label;
  GtkLabel *end_label;
  GtkLabel *feels_label;
};

G_DEFINE_FINAL_TYPE (PlimsollTokenLane, plimsoll_token_lane, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SUFFIX = 1,
} PlimsollTokenLaneProperty;

static GParamSpec *properties[PROP_SUFFIX + 1];

/* --- What moves --- */

static void
set_text (GtkLabel *label, char *text)
{
  g_autofree char *words = text;

  if (g_strcmp0 (gtk_label_get_label (label), words) != 0)
    gtk_label_set_label (label, words);
}

static void
write_tokens (PlimsollTokenLane *self, guint64 tokens)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  g_autofree char *more = NULL;
  GtkTextIter end;

  /* From anew when it goes back, or when more is there than is kept. */
  if (tokens < self->tokens || tokens - self->text_from > 2 * MOST_TEXT)
    {
      gtk_text_buffer_set_text (buffer, "", 0);
      self->text_from = tokens > MOST_TEXT ? tokens - MOST_TEXT : 0;
      self->tokens = self->text_from;
    }
  if (tokens == self->tokens)
    return;
  more = plimsoll_token_text (self->tokens, tokens);
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, more, -1);
  self->tokens = tokens;
}

/* The last line is the one that is written. */
static void
follow_cb (PlimsollTokenLane *self, GtkAdjustment *adjustment)
{
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
}

static void
show_prompt (PlimsollTokenLane *self, double seconds)
{
  const double share = plimsoll_token_pace_prompt_share (&self->pace, seconds);

  if (isnan (self->pace.prompt_seconds))
    {
      set_text (self->prompt_label, g_strdup (_("How long the prompt takes is not known")));
      return;
    }
  gtk_progress_bar_set_fraction (self->prompt_bar, share);
  set_text (self->prompt_label, g_strdup (share >= 1  ? _("Prompt read")
                                          : share > 0 ? _("Reading the prompt…")
                                                      : _("Prompt to read")));
}

void
plimsoll_token_lane_show (PlimsollTokenLane *self, double seconds)
{
  const PlimsollTokenPace *pace = &self->pace;
  guint64 tokens;
  double speed, share;
  g_autofree char *depth = NULL;

  g_return_if_fail (PLIMSOLL_IS_TOKEN_LANE (self));

  if (!self->runs)
    return;

  tokens = plimsoll_token_pace_tokens (pace, seconds);
  speed = plimsoll_token_pace_speed (pace, (double) (pace->prompt + tokens));
  share = (double) tokens / (double) pace->answer;
  depth = plimsoll_format_tokens_about (pace->prompt + tokens);
  write_tokens (self, tokens);
  show_prompt (self, seconds);
  set_text (self->speed_label, plimsoll_format_number (speed, speed < 9.95 ? 1 : 0));
  set_text (self->tokens_label, plimsoll_format_count (tokens));
  set_text (self->share_label, plimsoll_format_percent (share, 0));
  gtk_progress_bar_set_fraction (self->answer_bar, share);
  /* Translators: a number of tokens, "4K". */
  set_text (self->context_label,
            g_strdup_printf (pace->plan.rule == PLIMSOLL_SPEED_CPU ? _("at most, at %s of context")
                             : pace->planned ? _("at %s of context, a part in system memory")
                                             : _("at %s of context"),
                             depth));
}

guint64
plimsoll_token_lane_get_tokens (PlimsollTokenLane *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_TOKEN_LANE (self), 0);

  return self->runs ? self->tokens : 0;
}

/* --- What stays --- */

static void
show_figures (PlimsollTokenLane *self)
{
  const PlimsollTokenPace *pace = &self->pace;
  const double first = plimsoll_token_pace_first (pace);
  const double middle = (double) pace->prompt + (double) pace->answer / 2;
  g_autofree char *answer = plimsoll_format_count (pace->answer);
  g_autofree char *prompt = plimsoll_format_count (pace->prompt);
  g_autofree char *end = plimsoll_format_milliseconds (pace->end * 1000);
  g_autofree char *rate = plimsoll_format_speed ((double) pace->prompt / pace->prompt_seconds);

  set_text (self->first_label, isnan (first) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                             : plimsoll_format_milliseconds (first * 1000));
  /* Translators: a number of tokens, below how many of them there are. */
  set_text (self->asked_label, g_strdup_printf (_("of %s tokens"), answer));
  /* Translators: a time. */
  set_text (self->end_label, g_strdup_printf (_("ends at %s"), end));
  set_text (self->rate_label, isnan (pace->prompt_seconds)
                                ? g_strdup_printf (_("%s tokens"), prompt)
                                /* Translators: a number of tokens, and a speed. */
                                : g_strdup_printf (_("%s tokens at %s"), prompt, rate));
  gtk_widget_set_visible (GTK_WIDGET (self->prompt_bar), !isnan (pace->prompt_seconds));
  set_text (self->feels_label,
            plimsoll_token_pace_feels (plimsoll_token_pace_speed (pace, middle)));
}

void
plimsoll_token_lane_set_pace (PlimsollTokenLane *self,
                              const char *title,
                              const PlimsollTokenPace *pace,
                              const char *nothing)
{
  g_return_if_fail (PLIMSOLL_IS_TOKEN_LANE (self));
  g_return_if_fail (title != NULL);

  gtk_label_set_label (self->title_label, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title_label), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  self->runs = pace != NULL && pace->state == PLIMSOLL_PACE_RUNS;
  if (self->runs)
    {
      self->pace = *pace;
      show_figures (self);
    }
  else
    set_text (self->fault_label,
              pace != NULL ? plimsoll_token_pace_fault (pace) : g_strdup (nothing));
  gtk_stack_set_visible_child_name (self->stack, self->runs ? "runs" : "fault");
}

/* --- The widget --- */

static void
plimsoll_token_lane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollTokenLane *self = PLIMSOLL_TOKEN_LANE (object);

  switch ((PlimsollTokenLaneProperty) id)
    {
    case PROP_SUFFIX:
      g_value_set_object (value, adw_bin_get_child (self->suffix_bin));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_token_lane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollTokenLane *self = PLIMSOLL_TOKEN_LANE (object);

  switch ((PlimsollTokenLaneProperty) id)
    {
    case PROP_SUFFIX:
      if (adw_bin_get_child (self->suffix_bin) == g_value_get_object (value))
        return;
      adw_bin_set_child (self->suffix_bin, g_value_get_object (value));
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_token_lane_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_TOKEN_LANE);
  plimsoll_unparent_children (GTK_WIDGET (object));

  G_OBJECT_CLASS (plimsoll_token_lane_parent_class)->dispose (object);
}

static void
plimsoll_token_lane_class_init (PlimsollTokenLaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_token_lane_dispose;
  object_class->get_property = plimsoll_token_lane_get_property;
  object_class->set_property = plimsoll_token_lane_set_property;

  properties[PROP_SUFFIX] =
    g_param_spec_object ("suffix", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-token-lane.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollTokenLane, name)
  CHILD (title_label);
  CHILD (suffix_bin);
  CHILD (stack);
  CHILD (fault_label);
  CHILD (speed_box);
  CHILD (speed_label);
  CHILD (speed_unit);
  CHILD (context_label);
  CHILD (first_label);
  CHILD (tokens_label);
  CHILD (asked_label);
  CHILD (prompt_label);
  CHILD (rate_label);
  CHILD (prompt_bar);
  CHILD (text_view);
  CHILD (text_window);
  CHILD (answer_bar);
  CHILD (share_label);
  CHILD (end_label);
  CHILD (feels_label);
#undef CHILD
  gtk_widget_class_set_css_name (widget_class, "token-lane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_token_lane_init (PlimsollTokenLane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  plimsoll_figure_pair_follow (self->speed_box, gtk_label_get_label (self->speed_unit));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->text_window), "changed",
                           G_CALLBACK (follow_cb), self, G_CONNECT_SWAPPED);
}
