/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-link.h"

#define ENDPOINT "http://127.0.0.1:8080"

static const struct
{
  const char *text;
  const char *repository;
  const char *revision;
  const char *file;
  const char *quantization;
} right[] = {
  { "Qwen/Qwen3-8B", "Qwen/Qwen3-8B", "main", NULL, NULL },
  { " Qwen/Qwen3-8B-GGUF:Q4_K_M ", "Qwen/Qwen3-8B-GGUF", "main", NULL, "Q4_K_M" },
  { "https://huggingface.co/Qwen/Qwen3-8B", "Qwen/Qwen3-8B", "main", NULL, NULL },
  { "https://huggingface.co/Qwen/Qwen3-8B/", "Qwen/Qwen3-8B", "main", NULL, NULL },
  { "https://huggingface.co/Qwen/Qwen3-8B?library=vllm#x", "Qwen/Qwen3-8B", "main", NULL, NULL },
  { "hf.co/a/b:IQ2_XXS", "a/b", "main", NULL, "IQ2_XXS" },
  { "https://huggingface.co/a/b/tree/v1.5", "a/b", "v1.5", NULL, NULL },
  { "https://huggingface.co/a/b/blob/main/c.gguf", "a/b", "main", "c.gguf", NULL },
  { "https://huggingface.co/a/b/resolve/0123abcd/Q8_0/c%20d.gguf?download=true", "a/b", "0123abcd",
    "Q8_0/c d.gguf", NULL },
  { ENDPOINT "/a/b", "a/b", "main", NULL, NULL },
};

static const char *const wrong[] = {
  "",
  "qwen3",
  "a/b/c",
  "/a/b",
  "./a/b",
  "../a",
  "a/..",
  "a b/c",
  "a/b:",
  "a/b:../c",
  "https://example.org/a/b",
  "https://huggingface.co/a",
  "https://huggingface.co/a/b/discussions",
  "https://huggingface.co/a/b/blob/main",
  "https://huggingface.co/a/b/blob/main/../../c",
  "https://huggingface.co/a/b/blob/main/%2e%2e/c",
  "https://huggingface.co/a%00/b",
};

static void
test_right (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse (right[i].text, ENDPOINT);

      g_test_message ("%s", right[i].text);
      g_assert_nonnull (link);
      g_assert_cmpstr (link->repository, ==, right[i].repository);
      g_assert_cmpstr (link->revision, ==, right[i].revision);
      g_assert_cmpstr (link->file, ==, right[i].file);
      g_assert_cmpstr (link->quantization, ==, right[i].quantization);
    }
}

static void
test_wrong (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s", wrong[i]);
      g_assert_null (plimsoll_hub_link_parse (wrong[i], ENDPOINT));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub/link/right", test_right);
  g_test_add_func ("/hub/link/wrong", test_wrong);
  return g_test_run ();
}
