/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-json.h"

#include "plimsoll-hub-error.h"
#include "plimsoll-json-scan.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_TEXT 300
#define MAX_LISTINGS 1000
#define MAX_FILES 20000

typedef gboolean (*Reader) (PlimsollJsonScan *scan, gpointer data);

static gboolean
read_answer (GBytes *bytes, Reader reader, gpointer data, GError **error)
{
  gsize length;
  const char *start = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_malloc (length + 1);
  PlimsollJsonScan scan;

  if (length > 0)
    memcpy (text, start, length);
  text[length] = '\0';
  plimsoll_json_scan_init (&scan, text, length);
  if (reader (&scan, data) && plimsoll_json_scan_end (&scan))
    return TRUE;
  g_set_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_BAD_ANSWER,
               /* Translators: what is wrong. */
               _("The hub’s answer cannot be read: %s"), plimsoll_json_scan_fault (&scan, NULL));
  return FALSE;
}

/* --- Values: of another type than is due they pass, as if they were not there --- */

static gboolean
take_text (PlimsollJsonScan *scan, char **text)
{
  const char *value;

  if (plimsoll_json_scan_peek (scan) != '"')
    return plimsoll_json_scan_skip (scan);
  value = plimsoll_json_scan_string (scan);
  if (value != NULL && strlen (value) <= MAX_TEXT)
    g_set_str (text, value);
  return value != NULL;
}

static gboolean
take_count (PlimsollJsonScan *scan, guint64 *count)
{
  PlimsollJsonScan ahead = *scan;

  if (plimsoll_json_scan_peek (&ahead) == '\0' || !plimsoll_json_scan_uint (&ahead, count))
    return plimsoll_json_scan_skip (scan);
  *scan = ahead;
  return TRUE;
}

/* false, "auto" or "manual". */
static gboolean
take_gated (PlimsollJsonScan *scan, gboolean *gated)
{
  *gated = plimsoll_json_scan_peek (scan) == '"' || plimsoll_json_scan_peek (scan) == 't';
  return plimsoll_json_scan_skip (scan);
}

/* Among the tags one is "license:apache-2.0". */
static gboolean
take_tags (PlimsollJsonScan *scan, char **licence)
{
  gboolean first = TRUE;

  if (plimsoll_json_scan_peek (scan) != '[')
    return plimsoll_json_scan_skip (scan);
  while (plimsoll_json_scan_element (scan, &first))
    {
      g_autofree char *tag = NULL;

      if (!take_text (scan, &tag))
        return FALSE;
      if (tag != NULL && g_str_has_prefix (tag, "license:"))
        g_set_str (licence, tag + strlen ("license:"));
    }
  return plimsoll_json_scan_fault (scan, NULL) == NULL;
}

/* {"parameters": {…}, "total": N} */
static gboolean
take_total (PlimsollJsonScan *scan, guint64 *total)
{
  gboolean first = TRUE;
  const char *member;

  if (plimsoll_json_scan_peek (scan) != '{')
    return plimsoll_json_scan_skip (scan);
  while ((member = plimsoll_json_scan_member (scan, &first)) != NULL)
    if (!(g_str_equal (member, "total") ? take_count (scan, total)
                                        : plimsoll_json_scan_skip (scan)))
      return FALSE;
  return plimsoll_json_scan_fault (scan, NULL) == NULL;
}

/* What rows of a search and models by themselves both have. */
static gboolean
take_listing (PlimsollJsonScan *scan, const char *member, PlimsollHubListing *listing)
{
  if (g_str_equal (member, "id"))
    return take_text (scan, &listing->id);
  if (g_str_equal (member, "downloads"))
    return take_count (scan, &listing->downloads);
  if (g_str_equal (member, "likes"))
    return take_count (scan, &listing->likes);
  if (g_str_equal (member, "gated"))
    return take_gated (scan, &listing->gated);
  if (g_str_equal (member, "tags"))
    return take_tags (scan, &listing->licence);
  if (g_str_equal (member, "safetensors") || g_str_equal (member, "gguf"))
    return take_total (scan, &listing->parameters);
  return plimsoll_json_scan_skip (scan);
}

/* --- A search --- */

static gboolean
read_row (PlimsollJsonScan *scan, GPtrArray *listings)
{
  g_autoptr (PlimsollHubListing) listing = plimsoll_hub_listing_new ();
  gboolean first = TRUE;
  const char *member;

  if (plimsoll_json_scan_peek (scan) != '{')
    return plimsoll_json_scan_fail (scan, _("a model is expected"));
  while ((member = plimsoll_json_scan_member (scan, &first)) != NULL)
    if (!take_listing (scan, member, listing))
      return FALSE;
  if (plimsoll_json_scan_fault (scan, NULL) != NULL)
    return FALSE;

  /* One that cannot be asked for by its name is none. */
  if (listing->id != NULL && listings->len < MAX_LISTINGS)
    {
      g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse (listing->id, NULL);

      if (link != NULL && g_str_equal (link->repository, listing->id))
        g_ptr_array_add (listings, g_steal_pointer (&listing));
    }
  return TRUE;
}

static gboolean
read_search (PlimsollJsonScan *scan, gpointer data)
{
  gboolean first = TRUE;

  if (plimsoll_json_scan_peek (scan) != '[')
    return plimsoll_json_scan_fail (scan, _("a list of models is expected"));
  while (plimsoll_json_scan_element (scan, &first))
    if (!read_row (scan, data))
      return FALSE;
  return plimsoll_json_scan_fault (scan, NULL) == NULL;
}

gboolean
plimsoll_hub_json_search (GBytes *bytes, GPtrArray *listings, GError **error)
{
  return read_answer (bytes, read_search, listings, error);
}

/* --- Files --- */

static gboolean
read_stored (PlimsollJsonScan *scan, guint64 *size)
{
  gboolean first = TRUE;
  const char *member;

  if (plimsoll_json_scan_peek (scan) != '{')
    return plimsoll_json_scan_skip (scan);
  while ((member = plimsoll_json_scan_member (scan, &first)) != NULL)
    if (!(g_str_equal (member, "size") ? take_count (scan, size) : plimsoll_json_scan_skip (scan)))
      return FALSE;
  return plimsoll_json_scan_fault (scan, NULL) == NULL;
}

/* A file of a model or of a tree; large ones are stored elsewhere, and have their size there. */
static gboolean
read_file (PlimsollJsonScan *scan, PlimsollHubRepository *repository)
{
  g_autofree char *name = NULL;
  guint64 size = 0, stored = 0;
  gboolean first = TRUE, ok = TRUE;
  const char *member;

  if (plimsoll_json_scan_peek (scan) != '{')
    return plimsoll_json_scan_fail (scan, _("a file is expected"));
  while (ok && (member = plimsoll_json_scan_member (scan, &first)) != NULL)
    if (g_str_equal (member, "rfilename") || g_str_equal (member, "path"))
      ok = take_text (scan, &name);
    else if (g_str_equal (member, "size"))
      ok = take_count (scan, &size);
    else if (g_str_equal (member, "lfs"))
      ok = read_stored (scan, &stored);
    else
      ok = plimsoll_json_scan_skip (scan);
  if (!ok || plimsoll_json_scan_fault (scan, NULL) != NULL)
    return FALSE;
  if (name == NULL || !plimsoll_hub_repository_wants (name))
    return TRUE;
  if (repository->files->len >= MAX_FILES)
    return plimsoll_json_scan_fail (scan, _("it lists more model files than any model has"));
  plimsoll_hub_repository_add (repository, name, stored != 0 ? stored : size);
  return TRUE;
}

static gboolean
read_files (PlimsollJsonScan *scan, PlimsollHubRepository *repository, guint *n)
{
  gboolean first = TRUE;

  if (plimsoll_json_scan_peek (scan) != '[')
    return plimsoll_json_scan_skip (scan);
  for (; plimsoll_json_scan_element (scan, &first); (*n)++)
    if (!read_file (scan, repository))
      return FALSE;
  return plimsoll_json_scan_fault (scan, NULL) == NULL;
}

typedef struct
{
  PlimsollHubRepository *repository;
  guint n_files;
} Reading;

static gboolean
read_repository (PlimsollJsonScan *scan, gpointer data)
{
  Reading *reading = data;
  gboolean first = TRUE, ok = TRUE;
  const char *member;

  if (plimsoll_json_scan_peek (scan) != '{')
    return plimsoll_json_scan_fail (scan, _("a model is expected"));
  while (ok && (member = plimsoll_json_scan_member (scan, &first)) != NULL)
    if (g_str_equal (member, "siblings"))
      ok = read_files (scan, reading->repository, &reading->n_files);
    else if (g_str_equal (member, "sha"))
      ok = take_text (scan, &reading->repository->commit);
    else
      ok = take_listing (scan, member, reading->repository->listing);
  return ok && plimsoll_json_scan_fault (scan, NULL) == NULL;
}

gboolean
plimsoll_hub_json_repository (GBytes *bytes,
                              PlimsollHubRepository *repository,
                              guint *n_files,
                              GError **error)
{
  Reading reading = { .repository = repository };

  if (!read_answer (bytes, read_repository, &reading, error))
    return FALSE;
  *n_files = reading.n_files;
  return TRUE;
}

static gboolean
read_tree (PlimsollJsonScan *scan, gpointer data)
{
  guint n = 0;

  if (plimsoll_json_scan_peek (scan) != '[')
    return plimsoll_json_scan_fail (scan, _("a list of files is expected"));
  return read_files (scan, data, &n);
}

gboolean
plimsoll_hub_json_tree (GBytes *bytes, PlimsollHubRepository *repository, GError **error)
{
  return read_answer (bytes, read_tree, repository, error);
}
