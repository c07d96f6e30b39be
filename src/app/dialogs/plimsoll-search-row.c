/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-search-row.h"

#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-format-error.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LICENCE 60

struct _PlimsollSearchRow
{
  GtkWidget parent_instance;

  GtkImage *icon;
  GtkLabel *name_label;
  GtkLabel *facts_label;
  GtkWidget *remove_button;
  GtkLabel *precision_label;
  GtkImage *verdict_icon;
  GtkLabel *verdict_label;
};

G_DEFINE_FINAL_TYPE (PlimsollSearchRow, plimsoll_search_row, GTK_TYPE_WIDGET)

/* Only ASCII is marked; other letters are found all the same. */
static void
mark_words (const char *name, const char *typed, gboolean *marked)
{
  g_auto (GStrv) words = g_strsplit_set (typed, " \t-_/.", -1);
  gsize length = strlen (name);

  for (guint w = 0; words[w] != NULL; w++)
    {
      gsize n = strlen (words[w]);

      if (n == 0)
        continue;
      for (gsize i = 0; i + n <= length; i++)
        if (g_ascii_strncasecmp (name + i, words[w], n) == 0
            && (i == 0 || !g_ascii_isalnum (name[i - 1])
                || (g_ascii_isdigit (words[w][0]) && !g_ascii_isdigit (name[i - 1]))))
          {
            for (gsize k = 0; k < n; k++)
              marked[i + k] = TRUE;
            break;
          }
    }
}

static char *
mark (const char *name, const char *typed)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autofree gboolean *marked = g_new0 (gboolean, strlen (name) + 1);
  gboolean bold = FALSE;

  mark_words (name, typed, marked);
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      g_autofree char *letter = g_markup_escape_text (p, g_utf8_next_char (p) - p);

      if (marked[p - name] != bold)
        g_string_append (markup, bold ? "</b>" : "<b>");
      bold = marked[p - name];
      g_string_append (markup, letter);
    }
  if (bold)
    g_string_append (markup, "</b>");
  return g_string_free_and_steal (g_steal_pointer (&markup));
}

static char *
describe_facts (PlimsollModel *model)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  guint64 total = plimsoll_model_get_parameters (model);
  guint64 active = plimsoll_model_get_active_parameters (model);

  if (plimsoll_model_get_organisation (model) != NULL)
    g_ptr_array_add (parts, g_strdup (plimsoll_model_get_organisation (model)));
  g_ptr_array_add (parts, plimsoll_format_parameters (total));
  if (active > 0 && plimsoll_model_is_mixture (model))
    {
      g_autofree char *some = plimsoll_format_parameters (active);

      /* Translators: parameters that one token uses: "3.3 B active". */
      g_ptr_array_add (parts, g_strdup_printf (_("%s active"), some));
    }
  g_ptr_array_add (parts, plimsoll_label_architecture (model));
  if (plimsoll_label_licence (model) != NULL)
    g_ptr_array_add (parts, g_strdup (plimsoll_label_licence (model)));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

static char *
describe_downloads (guint64 count)
{
  g_autofree char *number = plimsoll_format_count (count);

  /* Translators: "12,345 downloads a month". */
  return g_strdup_printf (ngettext ("%s download a month", "%s downloads a month", (gulong) count),
                          number);
}

static char *
describe_likes (guint64 count)
{
  g_autofree char *number = plimsoll_format_count (count);

  /* Translators: how many people like a model. */
  return g_strdup_printf (ngettext ("%s like", "%s likes", (gulong) count), number);
}

/* What a hub says of it. */
static char *
describe_listing (const PlimsollHubListing *listing)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (listing->gated)
    /* Translators: its makers want to be asked before somebody may have it. */
    g_ptr_array_add (parts, g_strdup (_("Gated")));
  if (listing->parameters > 0)
    g_ptr_array_add (parts, plimsoll_format_parameters (listing->parameters));
  if (listing->downloads > 0)
    g_ptr_array_add (parts, describe_downloads (listing->downloads));
  if (listing->likes > 0)
    g_ptr_array_add (parts, describe_likes (listing->likes));
  if (listing->licence != NULL)
    g_ptr_array_add (parts, plimsoll_one_line (listing->licence, MAX_LICENCE));
  if (parts->len == 0)
    g_ptr_array_add (parts, g_strdup (_("Read from the hub, without downloading it")));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

/* Where it is, as people write it: "~/Models/qwen.gguf". */
static char *
describe_place (PlimsollModel *model)
{
  g_autofree char *repository = plimsoll_model_dup_repository (model);
  g_autofree char *shown = repository == NULL
                             ? g_filename_display_name (plimsoll_model_get_path (model))
                             : g_strdup (repository);
  g_autofree char *home = g_filename_display_name (g_get_home_dir ());
  gsize length = strlen (home);

  return length > 1 && g_str_has_prefix (shown, home) && shown[length] == '/'
           ? g_strconcat ("~", shown + length, NULL)
           : g_steal_pointer (&shown);
}

static char *
describe_own (PlimsollOwnModel *own, gboolean missing)
{
  PlimsollModel *model = plimsoll_own_model_get_model (own);
  g_autofree char *size = plimsoll_format_parameters (plimsoll_model_get_parameters (model));
  g_autofree char *bytes = plimsoll_format_gib (plimsoll_own_model_get_file_bytes (own), 1);
  g_autofree char *place = describe_place (model);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();

  if (missing)
    g_ptr_array_add (parts, (char *) _("File not found"));
  g_ptr_array_add (parts, size);
  if (plimsoll_own_model_get_file_bytes (own) > 0)
    g_ptr_array_add (parts, bytes);
  g_ptr_array_add (parts, place);
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

/* What only one's own have: an icon, and a way to be removed. */
static void
show_own (PlimsollSearchRow *self, PlimsollSearchResult *result)
{
  gboolean is_own = plimsoll_search_result_get_own (result) != NULL;
  PlimsollModel *model = plimsoll_search_result_get_model (result);
  g_autofree char *label = NULL;

  gtk_image_set_from_icon_name (self->icon, model == NULL ? "plimsoll-cloud-symbolic"
                                            : !is_own     ? "plimsoll-model-symbolic"
                                            : plimsoll_search_result_is_missing (result)
                                              ? "dialog-warning-symbolic"
                                              : "text-x-generic-symbolic");
  gtk_widget_set_visible (self->remove_button, is_own);
  if (!is_own)
    {
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->remove_button), NULL);
      return;
    }

  /* Translators: the name of a model; its files stay. */
  label = g_strdup_printf (_("Remove “%s” from your models"), plimsoll_model_get_name (model));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->remove_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->remove_button), "s",
                                    plimsoll_model_get_id (model));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->remove_button), "search.remove");
}

static void
set_verdict_class (GtkWidget *widget, PlimsollVerdict verdict)
{
  for (guint i = 0; i <= PLIMSOLL_VERDICT_EXCEEDS; i++)
    gtk_widget_remove_css_class (widget, plimsoll_verdict_class ((PlimsollVerdict) i));
  gtk_widget_add_css_class (widget, plimsoll_verdict_class (verdict));
}

static void
plimsoll_search_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_SEARCH_ROW);
  plimsoll_unparent_children (GTK_WIDGET (object));

  G_OBJECT_CLASS (plimsoll_search_row_parent_class)->dispose (object);
}

static void
plimsoll_search_row_class_init (PlimsollSearchRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_search_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-search-row.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollSearchRow, name)
  CHILD (icon);
  CHILD (name_label);
  CHILD (facts_label);
  CHILD (remove_button);
  CHILD (precision_label);
  CHILD (verdict_icon);
  CHILD (verdict_label);
#undef CHILD
  gtk_widget_class_set_css_name (widget_class, "search-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
plimsoll_search_row_init (PlimsollSearchRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
plimsoll_search_row_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_SEARCH_ROW, NULL);
}

void
plimsoll_search_row_set_result (PlimsollSearchRow *self,
                                PlimsollSearchResult *result,
                                const char *typed,
                                const char *precision)
{
  PlimsollModel *model = plimsoll_search_result_get_model (result);
  PlimsollVerdict verdict = PLIMSOLL_VERDICT_UNKNOWN;
  g_autofree char *name = mark (plimsoll_search_result_get_name (result), typed);
  PlimsollOwnModel *own = plimsoll_search_result_get_own (result);
  g_autofree char *facts =
    own != NULL     ? describe_own (own, plimsoll_search_result_is_missing (result))
    : model != NULL ? describe_facts (model)
                    : describe_listing (plimsoll_search_result_get_listing (result));

  g_return_if_fail (PLIMSOLL_IS_SEARCH_ROW (self));

  show_own (self, result);

  plimsoll_search_result_get_verdict (result, &verdict);
  gtk_label_set_markup (self->name_label, name);
  gtk_label_set_label (self->facts_label, facts);
  gtk_label_set_label (self->precision_label, model != NULL ? precision : "");
  /* What has not been read yet has no verdict. */
  gtk_widget_set_visible (GTK_WIDGET (self->verdict_icon), model != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->verdict_label), model != NULL);
  gtk_image_set_from_icon_name (self->verdict_icon, plimsoll_verdict_icon (verdict));
  gtk_label_set_label (self->verdict_label, plimsoll_answer_word (verdict));
  set_verdict_class (GTK_WIDGET (self->verdict_icon), verdict);
  set_verdict_class (GTK_WIDGET (self->verdict_label), verdict);
}

char *
plimsoll_search_row_describe (PlimsollSearchRow *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SEARCH_ROW (self), NULL);

  if (!gtk_widget_get_visible (GTK_WIDGET (self->verdict_label)))
    return g_strdup_printf ("%s, %s", gtk_label_get_text (self->name_label),
                            gtk_label_get_text (self->facts_label));
  return g_strdup_printf ("%s, %s, %s, %s", gtk_label_get_text (self->name_label),
                          gtk_label_get_text (self->facts_label),
                          gtk_label_get_text (self->precision_label),
                          gtk_label_get_text (self->verdict_label));
}
