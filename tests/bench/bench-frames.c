/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a frame costs while a slider moves, drawn in software: from the end of one to the end of the
 * next, everything that the window's thread does in between: the question, the answer, every row,
 * layout and drawing. Of this thread alone: others may run on the same processor. */

#include "config.h"

#include "plimsoll-test-window.h"

#include <time.h>

#define WARM 30
#define FRAMES 300
#define BUDGET 16.0

/* What a frame is made of; for the author of a slow one. */
static const char *const phases[] = { "flush-events", "before-paint", "update",
                                      "layout",       "paint",        "after-paint" };

#define N_PHASES G_N_ELEMENTS (phases)

typedef struct
{
  PlimsollScenario *scenario;
  const char *property; /* that the slider sets */
  guint step;
  double before;
  double took[FRAMES];
  double at; /* the last phase's end */
  double phases[N_PHASES];
} Bench;

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* As a pointer does: once a frame, ahead of it. */
static gboolean
move_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  static const char *const precisions[] = { "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0", "Q3_K_M" };
  Bench *self = data;

  if (g_str_equal (self->property, "context-length"))
    plimsoll_scenario_set_context_length (self->scenario, 4096 + 1024 * (self->step % 200));
  else
    plimsoll_scenario_set_precision (self->scenario,
                                     precisions[self->step % G_N_ELEMENTS (precisions)]);
  return G_SOURCE_CONTINUE;
}

typedef struct
{
  Bench *bench;
  guint phase;
} Phase;

/* The phase begins: what came before it is over. */
static void
phase_cb (GdkFrameClock *clock, Phase *phase)
{
  Bench *self = phase->bench;

  self->phases[phase->phase] += cpu_ms () - self->at;
  self->at = cpu_ms ();
}

static void
after_paint_cb (GdkFrameClock *clock, Bench *self)
{
  const double now = cpu_ms ();

  if (self->step >= WARM && self->step < WARM + FRAMES)
    self->took[self->step - WARM] = now - self->before;
  self->step++;
  self->before = cpu_ms ();
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
drag (TestWindow *window, const char *property, const char *slider, const char *page)
{
  g_autofree Bench *self = g_new0 (Bench, 1);
  GtkWidget *widget = GTK_WIDGET (window->window);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  Phase of_clock[N_PHASES];
  gulong handlers[N_PHASES];
  gulong handler;
  guint tick;

  self->scenario = plimsoll_window_get_scenario (window->window);
  self->property = property;
  self->before = self->at = cpu_ms ();
  for (guint i = 0; i < N_PHASES; i++)
    {
      of_clock[i] = (Phase) { self, i };
      handlers[i] = g_signal_connect (clock, phases[i], G_CALLBACK (phase_cb), &of_clock[i]);
    }
  handler = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), self);
  tick = gtk_widget_add_tick_callback (widget, move_cb, self, NULL);
  while (self->step < WARM + FRAMES)
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_remove_tick_callback (widget, tick);
  g_signal_handler_disconnect (clock, handler);
  for (guint i = 0; i < N_PHASES; i++)
    {
      g_signal_handler_disconnect (clock, handlers[i]);
      g_print ("# until %s: %.2f ms\n", phases[i], self->phases[i] / (WARM + FRAMES));
    }

  qsort (self->took, FRAMES, sizeof *self->took, compare_doubles);
  g_print ("%s, a frame while the %s slider moves, half of them: %.1f ms\n", page, slider,
           self->took[FRAMES / 2]);
  g_print ("%s, a frame while the %s slider moves, 99 of 100: %.1f ms (budget %.0f ms)\n", page,
           slider, self->took[FRAMES * 99 / 100], BUDGET);
}

static void
open_page (TestWindow *window, const char *page)
{
  gtk_widget_activate_action (GTK_WIDGET (window->window), "win.page", "s", page);
  test_settle (1500);
}

int
main (void)
{
  TestWindow window = { 0 };

  adw_init ();

  test_window_set_up (&window, NULL);
  open_page (&window, "fit");
  drag (&window, "context-length", "context", "Fit");
  open_page (&window, "compare");
  drag (&window, "context-length", "context", "Compare");
  drag (&window, "precision", "precision", "Compare");
  test_window_tear_down (&window, NULL);

  return 0;
}
