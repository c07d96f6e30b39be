/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Makes GGUF files for the scripts here, of holes but for their headers:
 *   make-model model ID TYPE PATH      a model of the catalogue, as the quantizer makes it
 *   make-model unknown ID TYPE PATH    the same under an architecture that nobody knows
 *   make-model mmproj|adapter PATH     an addition to a model, with one tensor of 1 MiB
 */

#include "plimsoll-mixture.h"
#include "plimsoll-model-list.h"

#include <stdlib.h>

#include "test-model-writer.h"

static int
make_model (const char *id, const char *type_name, const char *path, gboolean known)
{
  g_autoptr (PlimsollModelList) list = plimsoll_model_list_new ();
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_autofree guint8 *formats = NULL;
  const PlimsollTensorPlan *plan;
  PlimsollModel *model;
  PlimsollFileType type;
  TestGgufWriter w;

  if (!plimsoll_file_type_from_name (type_name, &type)
      || !plimsoll_model_list_load_file (list, NULL, NULL))
    return EXIT_FAILURE;
  model = plimsoll_model_list_lookup (list, id);
  if (model == NULL)
    return EXIT_FAILURE;

  spec = plimsoll_model_spec_ref (plimsoll_model_get_spec (model));
  plan = plimsoll_model_get_plan (model);
  formats = g_new0 (guint8, plan->n);
  if (!plimsoll_mixture_formats (spec, plan, type, TRUE, formats))
    return EXIT_FAILURE;

  /* Nobody else reads it here. */
  if (!known)
    g_set_str (&spec->architecture, "novelty");
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, spec, plimsoll_model_get_name (model), type);
  test_model_tensors (&w, plan, formats);
  test_gguf_save (&w, path);
  return EXIT_SUCCESS;
}

static int
make_addition (const char *kind, const char *path)
{
  const guint64 ne[] = { 1024, 512 };
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.type", kind);
  if (g_str_equal (kind, "mmproj"))
    test_gguf_text (&w, "general.architecture", "clip");
  test_gguf_tensor (&w, "a.weight", PLIMSOLL_FORMAT_F16, 2, ne, 1024 * 1024);
  test_gguf_save (&w, path);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  if (argc == 5 && (g_str_equal (argv[1], "model") || g_str_equal (argv[1], "unknown")))
    return make_model (argv[2], argv[3], argv[4], g_str_equal (argv[1], "model"));
  if (argc == 3)
    return make_addition (argv[1], argv[2]);
  return EXIT_FAILURE;
}
