/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-speed-page-private.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-announce.h"
#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-format.h"
#include "plimsoll-quantity.h"

#include <glib/gi18n.h>
#include <math.h>

/* Without animations, microseconds from one step to the next. */
#define STEP G_USEC_PER_SEC

G_DEFINE_FINAL_TYPE (PlimsollSpeedPage, plimsoll_speed_page, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollSpeedPageProperty;

static GParamSpec *properties[PROP_SIZER + 1];

/* --- Time --- */

static gboolean
has_animations (PlimsollSpeedPage *self)
{
  return adw_get_enable_animations (GTK_WIDGET (self));
}

/* Seconds to the last token of any lane; NAN: none comes. */
static double
last_end (PlimsollSpeedPage *self)
{
  double end = (double) NAN;

  for (guint i = 0; i < (self->has_second ? 2 : 1); i++)
    if (self->paces[i].state == PLIMSOLL_PACE_RUNS)
      end = fmax (end, self->paces[i].end);

  return end;
}

static void
show_time (PlimsollSpeedPage *self)
{
  const double seconds = plimsoll_speed_page_get_elapsed (self);
  const double end = last_end (self);
  g_autofree char *time = plimsoll_format_number (isnan (end) ? 0 : fmin (seconds, end), 1);
  /* Translators: a number of seconds. */
  g_autofree char *text = g_strdup_printf (_("%s s"), time);

  gtk_label_set_label (self->elapsed_label, text);
  plimsoll_token_lane_show (self->first_lane, seconds);
  plimsoll_token_lane_show (self->second_lane, seconds);
}

static void
show_button (PlimsollSpeedPage *self)
{
  const gboolean playing = self->clock.playing;
  AdwButtonContent *content = ADW_BUTTON_CONTENT (gtk_button_get_child (self->play_button));

  adw_button_content_set_icon_name (content, playing ? "media-playback-pause-symbolic"
                                                     : "media-playback-start-symbolic");
  adw_button_content_set_label (content, playing ? _("Pause") : _("Play"));
}

static void
stop_ticking (PlimsollSpeedPage *self)
{
  if (self->tick == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
pause_clock (PlimsollSpeedPage *self)
{
  plimsoll_token_clock_pause (&self->clock);
  stop_ticking (self);
  show_button (self);
}

static void
say_finished (PlimsollSpeedPage *self)
{
  g_autofree char *time = plimsoll_format_milliseconds (last_end (self) * 1000);
  /* Translators: a time. */
  g_autofree char *words = g_strdup_printf (_("Finished in %s"), time);

  plimsoll_announce (GTK_WIDGET (self), words, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *frames, gpointer data)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (widget);
  const gint64 time = gdk_frame_clock_get_frame_time (frames);

  plimsoll_token_clock_tick (&self->clock, time);
  if (plimsoll_speed_page_get_elapsed (self) >= last_end (self))
    {
      self->tick = 0;
      plimsoll_token_clock_pause (&self->clock);
      show_button (self);
      show_time (self);
      say_finished (self);
      return G_SOURCE_REMOVE;
    }
  if (has_animations (self) || time - self->shown >= STEP)
    {
      self->shown = time;
      show_time (self);
    }

  return G_SOURCE_CONTINUE;
}

static gboolean
is_seen (PlimsollSpeedPage *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;

  return self->surface == NULL
         || (gdk_toplevel_get_state (GDK_TOPLEVEL (self->surface)) & GDK_TOPLEVEL_STATE_SUSPENDED)
              == 0;
}

/* Time goes by where somebody sees it. */
static void
follow_clock (PlimsollSpeedPage *self)
{
  if (!self->clock.playing || !is_seen (self))
    {
      stop_ticking (self);
      plimsoll_token_clock_hold (&self->clock);
    }
  else if (self->tick == 0)
    {
      plimsoll_token_clock_hold (&self->clock);
      self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
    }
}

static void
toggle_play (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (widget);

  if (self->clock.playing)
    {
      pause_clock (self);
      return;
    }
  if (isnan (last_end (self)))
    return;
  if (plimsoll_speed_page_get_elapsed (self) >= last_end (self))
    plimsoll_token_clock_seek (&self->clock, 0);
  plimsoll_token_clock_play (&self->clock);
  self->shown = 0;
  show_button (self);
  show_time (self);
  follow_clock (self);
}

static void
restart (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (widget);

  plimsoll_token_clock_seek (&self->clock, 0);
  show_time (self);
}

/* Another question begins anew; without animations it stands complete. */
static void
begin (PlimsollSpeedPage *self)
{
  const double end = last_end (self);

  pause_clock (self);
  plimsoll_token_clock_seek (&self->clock, has_animations (self) || isnan (end)
                                             ? 0
                                             : (gint64) ceil (end * G_USEC_PER_SEC));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "speed.play", !isnan (end));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "speed.restart", !isnan (end));
  show_time (self);
}

static void
multiple_chosen_cb (PlimsollSpeedPage *self)
{
  const guint multiple = 1u << adw_toggle_group_get_active (self->multiple_group);

  plimsoll_token_clock_set_multiple (&self->clock, multiple);
  g_settings_set_uint (self->settings, "speed-multiple", multiple);
}

/* --- What runs --- */

static guint64
count_of (GtkSpinButton *spin)
{
  return (guint64) gtk_spin_button_get_value (spin);
}

static void
update_second (PlimsollSpeedPage *self)
{
  PlimsollTokenPace *pace = &self->paces[1];
  const guint64 prompt = count_of (self->prompt_spin), answer = count_of (self->answer_spin);
  g_autofree char *title = NULL;

  self->has_second = self->beside != NULL;
  if (PLIMSOLL_IS_ACCELERATOR (self->beside))
    {
      PlimsollAccelerator *accelerator = PLIMSOLL_ACCELERATOR (self->beside);
      const guint count =
        plimsoll_scenario_get_accelerator_count (plimsoll_sizer_get_scenario (self->sizer));

      plimsoll_token_pace_init (pace, self->sizer, accelerator, prompt, answer);
      title = count > 1
                ? g_strdup_printf ("%u × %s", count, plimsoll_accelerator_get_name (accelerator))
                : g_strdup (plimsoll_accelerator_get_name (accelerator));
    }
  else if (self->has_second)
    {
      PlimsollSizer *pinned = PLIMSOLL_SIZER (self->beside);

      plimsoll_token_pace_init (pace, pinned, NULL, prompt, answer);
      title = plimsoll_pin_title (plimsoll_sizer_get_scenario (pinned));
    }
  else
    title = g_strdup (_("Beside It"));
  plimsoll_token_lane_set_pace (self->second_lane, title, self->has_second ? pace : NULL,
                                _("Choose an accelerator or a pinned question, to see both at "
                                   "their pace"));
}

void
plimsoll_speed_page_update (PlimsollSpeedPage *self)
{
  PlimsollScenario *scenario;
  g_autofree char *title = NULL;
  guint prompt;

  if (self->sizer == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  scenario = plimsoll_sizer_get_scenario (self->sizer);
  g_object_get (scenario, "prompt-length", &prompt, NULL);
  gtk_spin_button_set_value (self->prompt_spin, prompt);
  plimsoll_token_pace_init (&self->paces[0], self->sizer, NULL, prompt,
                            count_of (self->answer_spin));
  title = plimsoll_answer_hardware (scenario);
  plimsoll_token_lane_set_pace (self->first_lane, *title != '\0' ? title : _("Processor"),
                                &self->paces[0], NULL);
  update_second (self);
  plimsoll_speed_page_update_charts (self);
  begin (self);
}

/* --- Lengths --- */

static int
length_input_cb (GtkSpinButton *spin, double *length, PlimsollSpeedPage *self)
{
  g_autofree char *typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin)));
  g_autofree char *shown = plimsoll_format_count (count_of (spin));
  g_autofree char *fault = NULL;
  g_autoptr (GError) error = NULL;
  guint64 tokens = 0;
  double most;

  g_strstrip (typed);
  if (g_str_equal (typed, shown))
    {
      *length = gtk_spin_button_get_value (spin);
      return TRUE;
    }
  gtk_spin_button_get_range (spin, NULL, &most);
  if (plimsoll_quantity_parse_tokens (typed, &tokens, &error) && (double) tokens <= most)
    {
      *length = (double) tokens;
      gtk_widget_set_visible (GTK_WIDGET (self->input_label), FALSE);
      return TRUE;
    }
  if (error != NULL)
    fault = g_strdup (error->message);
  else
    {
      g_autofree char *limit = plimsoll_format_count ((guint64) most);

      /* Translators: a number of tokens. */
      fault = g_strdup_printf (_("At most %s tokens are shown"), limit);
    }
  gtk_label_set_label (self->input_label, fault);
  gtk_widget_set_visible (GTK_WIDGET (self->input_label), TRUE);
  plimsoll_announce (GTK_WIDGET (self), fault, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_HIGH);

  return GTK_INPUT_ERROR;
}

static gboolean
length_output_cb (GtkSpinButton *spin)
{
  g_autofree char *text = plimsoll_format_count (count_of (spin));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (spin)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);

  return TRUE;
}

static void
prompt_changed_cb (PlimsollSpeedPage *self)
{
  if (self->sizer != NULL)
    g_object_set (plimsoll_sizer_get_scenario (self->sizer), "prompt-length",
                  (guint) count_of (self->prompt_spin), NULL);
  plimsoll_speed_page_update (self);
}

static void
answer_changed_cb (PlimsollSpeedPage *self)
{
  g_settings_set_uint (self->settings, "speed-answer", (guint) count_of (self->answer_spin));
  plimsoll_speed_page_update (self);
}

/* --- The page --- */

static void
plimsoll_speed_page_map (GtkWidget *widget)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (widget);

  GTK_WIDGET_CLASS (plimsoll_speed_page_parent_class)->map (widget);

  self->surface = gtk_native_get_surface (gtk_widget_get_native (widget));
  if (!GDK_IS_TOPLEVEL (self->surface))
    self->surface = NULL;
  if (self->surface != NULL)
    g_signal_connect_object (self->surface, "notify::state", G_CALLBACK (follow_clock), self,
                             G_CONNECT_SWAPPED);
  plimsoll_speed_page_update (self);
}

static void
plimsoll_speed_page_unmap (GtkWidget *widget)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (widget);

  if (self->surface != NULL)
    g_signal_handlers_disconnect_by_func (self->surface, follow_clock, self);
  self->surface = NULL;
  GTK_WIDGET_CLASS (plimsoll_speed_page_parent_class)->unmap (widget);
  follow_clock (self);
}

static void
plimsoll_speed_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (object);

  switch ((PlimsollSpeedPageProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_speed_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (object);

  switch ((PlimsollSpeedPageProperty) id)
    {
    case PROP_SIZER:
      if (!g_set_object (&self->sizer, g_value_get_object (value)))
        return;
      g_signal_group_set_target (self->updates, self->sizer);
      plimsoll_speed_page_update (self);
      g_object_notify_by_pspec (object, properties[PROP_SIZER]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_speed_page_dispose (GObject *object)
{
  PlimsollSpeedPage *self = PLIMSOLL_SPEED_PAGE (object);

  stop_ticking (self);
  g_clear_object (&self->updates);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_SPEED_PAGE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->beside);
  g_clear_object (&self->choices);
  g_clear_object (&self->pins);
  g_clear_object (&self->settings);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_speed_page_parent_class)->dispose (object);
}

static void
plimsoll_speed_page_class_init (PlimsollSpeedPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_speed_page_dispose;
  object_class->get_property = plimsoll_speed_page_get_property;
  object_class->set_property = plimsoll_speed_page_set_property;
  widget_class->map = plimsoll_speed_page_map;
  widget_class->unmap = plimsoll_speed_page_unmap;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_install_action (widget_class, "speed.play", NULL, toggle_play);
  gtk_widget_class_install_action (widget_class, "speed.restart", NULL, restart);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "speed.play", NULL);

  g_type_ensure (PLIMSOLL_TYPE_DECODE_CHART);
  g_type_ensure (PLIMSOLL_TYPE_FIGURE_TABLE);
  g_type_ensure (PLIMSOLL_TYPE_REQUESTS_CHART);
  g_type_ensure (PLIMSOLL_TYPE_TOKEN_LANE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-speed-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollSpeedPage, name)
  CHILD (play_button);
  CHILD (multiple_group);
  CHILD (elapsed_label);
  CHILD (prompt_spin);
  CHILD (answer_spin);
  CHILD (input_label);
  CHILD (first_lane);
  CHILD (second_lane);
  CHILD (beside_dropdown);
  CHILD (decode_stack);
  CHILD (decode_chart);
  CHILD (decode_table);
  CHILD (decode_button);
  CHILD (requests_stack);
  CHILD (requests_chart);
  CHILD (requests_table);
  CHILD (requests_label);
  CHILD (requests_button);
#undef CHILD
#define CALLBACK(name) gtk_widget_class_bind_template_callback (widget_class, name)
  CALLBACK (plimsoll_speed_page_update_charts);
#undef CALLBACK
  gtk_widget_class_set_css_name (widget_class, "speed-page");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
follow_length (PlimsollSpeedPage *self, GtkSpinButton *spin, GCallback changed)
{
  g_signal_connect_object (spin, "input", G_CALLBACK (length_input_cb), self, 0);
  g_signal_connect (spin, "output", G_CALLBACK (length_output_cb), NULL);
  g_signal_connect_object (spin, "value-changed", changed, self, G_CONNECT_SWAPPED);
  length_output_cb (spin);
}

static void
plimsoll_speed_page_init (PlimsollSpeedPage *self)
{
  guint multiple;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Speed"),
                                  -1);
  self->settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  plimsoll_token_clock_init (&self->clock);

  plimsoll_speed_page_follow_beside (self);

  multiple = g_settings_get_uint (self->settings, "speed-multiple");
  adw_toggle_group_set_active (self->multiple_group, g_bit_storage (MAX (multiple, 1)) - 1);
  multiple_chosen_cb (self);
  g_signal_connect_object (self->multiple_group, "notify::active", G_CALLBACK (multiple_chosen_cb),
                           self, G_CONNECT_SWAPPED);

  gtk_spin_button_set_value (self->answer_spin,
                             g_settings_get_uint (self->settings, "speed-answer"));
  follow_length (self, self->prompt_spin, G_CALLBACK (prompt_changed_cb));
  follow_length (self, self->answer_spin, G_CALLBACK (answer_changed_cb));

  self->updates = g_signal_group_new (PLIMSOLL_TYPE_SIZER);
  g_signal_group_connect_swapped (self->updates, "notify::estimate",
                                  G_CALLBACK (plimsoll_speed_page_update), self);
}

double
plimsoll_speed_page_get_elapsed (PlimsollSpeedPage *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SPEED_PAGE (self), 0);

  return (double) self->clock.elapsed / G_USEC_PER_SEC;
}
