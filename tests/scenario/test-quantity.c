/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-format.h"
#include "plimsoll-quantity.h"

#include <math.h>
#include <string.h>

static void
test_tokens (void)
{
  static const struct
  {
    const char *text;
    guint64 tokens; /* 0: no number */
  } cases[] = {
    { "32768", 32768 },
    { "32K", 32768 },
    { "32k", 32768 },
    { " 32 K ", 32768 },
    { "128K", 131072 },
    { "1M", 1048576 },
    { "1.5K", 1536 },
    { "0.5k", 512 },
    { "1", 1 },
    { "4096M", G_GUINT64_CONSTANT (1) << 32 },
    { "4097M", 0 },
    { "0", 0 },
    { "0K", 0 },
    { "1000000000000000000", 0 },
    { "99999999999999999999999999", 0 },
    { "-1", 0 },
    { "-32K", 0 },
    { "", 0 },
    { " ", 0 },
    { "K", 0 },
    { "32k tokens", 0 },
    { "32KK", 0 },
    { "32G", 0 },
    { "1.5", 0 },
    { "1,000", 0 },
    { "1e3", 0 },
    { "0x10", 0 },
    { "+5", 0 },
    { "1.K", 0 },
    { "\xff\xfe", 0 },
    { "12\n13", 0 },
    { "1.0000000000000000000000K", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 tokens = 0;
      gboolean read = plimsoll_quantity_parse_tokens (cases[i].text, &tokens, &error);

      g_assert_cmpuint (tokens, ==, cases[i].tokens);
      g_assert_cmpint (read, ==, cases[i].tokens != 0);
      if (read)
        continue;

      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (strchr (error->message, '\n'));
    }
}

static void
test_bytes (void)
{
  static const struct
  {
    const char *text;
    guint64 bytes;
  } cases[] = {
    { "64GiB", G_GUINT64_CONSTANT (64) << 30 },
    { "64 gib", G_GUINT64_CONSTANT (64) << 30 },
    { "64G", G_GUINT64_CONSTANT (64) << 30 },
    { "64GB", G_GUINT64_CONSTANT (64000000000) },
    { "1.5GiB", G_GUINT64_CONSTANT (3) << 29 },
    { "512MiB", 512 << 20 },
    { "68719476736", G_GUINT64_CONSTANT (64) << 30 },
    { "2TiB", G_GUINT64_CONSTANT (2) << 40 },
    { "64", 0 },
    { "0", 0 },
    { "-64GiB", 0 },
    { "64 apples", 0 },
    { "", 0 },
    { "99999999TiB", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 bytes = 0;
      gboolean read = plimsoll_quantity_parse_bytes (cases[i].text, &bytes, NULL);

      g_assert_cmpuint (bytes, ==, cases[i].bytes);
      g_assert_cmpint (read, ==, cases[i].bytes != 0);
    }
}

static void
test_counts_and_numbers (void)
{
  guint64 count = 0;
  double number = 0;

  g_assert_true (plimsoll_quantity_parse_count ("16", 1, 16, &count, NULL));
  g_assert_cmpuint (count, ==, 16);
  g_assert_false (plimsoll_quantity_parse_count ("17", 1, 16, &count, NULL));
  g_assert_false (plimsoll_quantity_parse_count ("0", 1, 16, &count, NULL));
  g_assert_false (plimsoll_quantity_parse_count ("1K", 1, 9999, &count, NULL));

  g_assert_true (plimsoll_quantity_parse_number ("0.25", 0, 1, &number, NULL));
  g_assert_cmpfloat (number, ==, 0.25);
  g_assert_false (plimsoll_quantity_parse_number ("nan", 0, 1, &number, NULL));
  g_assert_false (plimsoll_quantity_parse_number ("2", 0, 1, &number, NULL));
  g_assert_false (plimsoll_quantity_parse_number ("0,5", 0, 1, &number, NULL));
}

static void
says (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_unit (void)
{
  plimsoll_format_set_memory_unit (PLIMSOLL_MEMORY_UNIT_GB);
  says (plimsoll_format_gib (G_GUINT64_CONSTANT (23190000000), 2), "23.19 GB");
  says (plimsoll_format_gib_value (G_GUINT64_CONSTANT (23190000000), 1), "23.2");
  says (plimsoll_format_other_unit (G_GUINT64_CONSTANT (43) << 29, 2), "21.50 GiB");
  says (plimsoll_format_memory (512000000), "512 MB");
  says (plimsoll_format_memory (1500000000), "1.50 GB");
  says (plimsoll_format_in_unit ("Weights, GiB; at most 3 GiB"), "Weights, GB; at most 3 GB");
  g_assert_cmpstr (plimsoll_format_unit (), ==, "GB");
  g_assert_cmpfloat (plimsoll_format_unit_bytes (), ==, 1e9);
  plimsoll_format_set_memory_unit (PLIMSOLL_MEMORY_UNIT_GIB);
  says (plimsoll_format_in_unit ("Weights, GiB"), "Weights, GiB");
}

static void
test_format (void)
{
  const guint64 gib = G_GUINT64_CONSTANT (1) << 30;

  says (plimsoll_format_gib (gib * 43 / 2, 2), "21.50 GiB");
  says (plimsoll_format_gib_signed (-(gint64) gib, 2), "−1.00 GiB");
  says (plimsoll_format_gib_signed (-1, 2), "0.00 GiB");
  says (plimsoll_format_other_unit (23190000000, 2), "23.19 GB");
  says (plimsoll_format_memory (512 << 20), "512 MiB");
  says (plimsoll_format_memory (gib * 3 / 2), "1.50 GiB");
  says (plimsoll_format_tokens (32768), "32K");
  says (plimsoll_format_tokens (1048576), "1M");
  says (plimsoll_format_tokens (1000), "1000");
  says (plimsoll_format_tokens (0), "0");
  says (plimsoll_format_tokens_about (43355), "42.3K");
  says (plimsoll_format_tokens_about (32768), "32K");
  says (plimsoll_format_tokens_about (900), "900");
  says (plimsoll_format_parameters (30532122624), "30.5 B");
  says (plimsoll_format_parameters (596049920), "596 M");
  says (plimsoll_format_parameters (0), "—");
  says (plimsoll_format_percent (0.947, 1), "94.7 %");
  says (plimsoll_format_speed (9.44), "9.4 tok/s");
  says (plimsoll_format_speed (190.4), "190 tok/s");
  says (plimsoll_format_speed ((double) NAN), "—");
  says (plimsoll_format_range (132, 163, 0), "132 – 163");
  says (plimsoll_format_milliseconds (850), "850 ms");
  says (plimsoll_format_milliseconds (6200), "6.2 s");
  says (plimsoll_format_money (2.349, "$"), "$2.35");
  says (plimsoll_format_money (-250.4, "$"), "−$250");
  says (plimsoll_format_number ((double) NAN, 2), "—");
}

/* By the thousand and the million, as they are sold. */
static void
test_sold (void)
{
  static const struct
  {
    const char *text;
    guint64 tokens;
  } cases[] = {
    { "0", 0 },           { "500000", 500000 },
    { "500K", 500000 },   { "5M", 5000000 },
    { "2.5 M", 2500000 }, { "2B", G_GUINT64_CONSTANT (2000000000) },
    { "1g", 1000000000 }, { "1000000B", G_GUINT64_CONSTANT (1000000000000000) },
  };
  static const char *const bad[] = {
    "", "-1", "-5M", "M", "1.5", "5 apples", "1000001B", "1e9", "99999999999999999999", "nan"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 tokens = 1;

      g_assert_true (plimsoll_quantity_parse_sold (cases[i].text, &tokens, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (tokens, ==, cases[i].tokens);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 tokens = 1;

      g_assert_false (plimsoll_quantity_parse_sold (bad[i], &tokens, &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (tokens, ==, 1);
    }
}

/* What a terminal shows: letters of Chinese are two cells wide, marks that combine none. */
static void
test_pad (void)
{
  static const struct
  {
    const char *value;
    gboolean at_end;
    const char *padded;
  } cases[] = {
    { "abc", FALSE, "abc     " },
    { "abc", TRUE, "     abc" },
    { "恒源云", FALSE, "恒源云  " },
    { "e\xcc\x81", TRUE, "       e\xcc\x81" },
    { "longer than it", FALSE, "longer than it" },
    { "", FALSE, "        " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      plimsoll_format_pad (text, cases[i].value, 8, cases[i].at_end);
      g_assert_cmpstr (text->str, ==, cases[i].padded);
    }
}

static void
test_list (void)
{
  static const char *const none[] = { NULL };
  static const char *const one[] = { "adapters of rank 16", NULL };
  static const char *const three[] = { "QLoRA: Fits", "LoRA, half: Tight", "full: Exceeds", NULL };
  g_autofree char *nothing = plimsoll_format_list (none);
  g_autofree char *single = plimsoll_format_list (one);
  g_autofree char *all = plimsoll_format_list (three);
  g_autofree char *sentence = plimsoll_format_sentence ("It fits");

  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (single, ==, "adapters of rank 16");
  g_assert_cmpstr (all, ==, "QLoRA: Fits; LoRA, half: Tight; full: Exceeds");
  g_assert_cmpstr (sentence, ==, "It fits.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scenario/quantity/tokens", test_tokens);
  g_test_add_func ("/scenario/quantity/sold", test_sold);
  g_test_add_func ("/scenario/quantity/bytes", test_bytes);
  g_test_add_func ("/scenario/quantity/pad", test_pad);
  g_test_add_func ("/scenario/quantity/counts-and-numbers", test_counts_and_numbers);
  g_test_add_func ("/scenario/format/all", test_format);
  g_test_add_func ("/scenario/format/unit", test_unit);
  g_test_add_func ("/scenario/format/list", test_list);

  return g_test_run ();
}
