/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-scenario.h"

#include "plimsoll-quantity.h"
#include "plimsoll-scenario-enums.h"
#include "plimsoll-scenario-state.h"

#include <glib/gi18n.h>
#include <string.h>

struct _PlimsollTrainingScenario
{
  GObject parent_instance;

  PlimsollTrainingQuestion question;
  char *targets;
  char *offload;
};

G_DEFINE_FINAL_TYPE (PlimsollTrainingScenario, plimsoll_training_scenario, G_TYPE_OBJECT)

/* The framework comes first: others follow from it. */
typedef enum
{
  PROP_FRAMEWORK = 1,
  PROP_PRECISION,
  PROP_BASE,
  PROP_OPTIMIZER,
  PROP_LOSS,
  PROP_SHARDING,
  PROP_SEQUENCE,
  PROP_BATCH,
  PROP_RANK,
  PROP_TARGETS,
  PROP_OFFLOAD,
  PROP_CHECKPOINTING,
  PROP_FLASH_ATTENTION,
  PROP_COMPILE,
  PROP_DROPOUT,
  PROP_STEP_IN_BACKWARD,
  N_PROPERTIES,
} PlimsollTrainingScenarioProperty;

static GParamSpec *properties[N_PROPERTIES];

/* --- Lists of words --- */

typedef struct
{
  const char *word;
  guint flags;
} Word;

static const Word target_words[] = {
  { "attention", PLIMSOLL_TARGETS_ATTENTION },
  { "mlp", PLIMSOLL_TARGETS_MLP },
  { "all", PLIMSOLL_TARGETS_LINEAR },
  { "q", PLIMSOLL_TARGET_QUERY },
  { "k", PLIMSOLL_TARGET_KEY },
  { "v", PLIMSOLL_TARGET_VALUE },
  { "o", PLIMSOLL_TARGET_OUTPUT },
  { "gate", PLIMSOLL_TARGET_GATE },
  { "up", PLIMSOLL_TARGET_UP },
  { "down", PLIMSOLL_TARGET_DOWN },
  { "head", PLIMSOLL_TARGET_HEAD },
  { NULL, 0 },
};

static const Word offload_words[] = {
  { "none", 0 },
  { "activations", PLIMSOLL_OFFLOAD_ACTIVATIONS },
  { "optimizer", PLIMSOLL_OFFLOAD_OPTIMIZER },
  { "parameters", PLIMSOLL_OFFLOAD_PARAMETERS },
  { NULL, 0 },
};

/* "q,v", "q_proj, v_proj" */
static gboolean
parse_words (const Word *words, const char *text, guint *flags)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint sum = 0;

  for (char **part = parts; *part != NULL; part++)
    {
      const Word *word = words;
      char *name = g_strstrip (*part);

      if (g_str_has_suffix (name, "_proj"))
        name[strlen (name) - strlen ("_proj")] = '\0';
      while (word->word != NULL && g_ascii_strcasecmp (word->word, name) != 0)
        word++;
      if (word->word == NULL)
        return FALSE;
      sum |= word->flags;
    }
  if (parts[0] == NULL)
    return FALSE;

  *flags = sum;
  return TRUE;
}

gboolean
plimsoll_training_parse_targets (const char *text, PlimsollTargets *targets)
{
  guint flags;

  if (!parse_words (target_words, text, &flags))
    return FALSE;

  *targets = (PlimsollTargets) flags;
  return TRUE;
}

static void
notify (PlimsollTrainingScenario *self, PlimsollTrainingScenarioProperty id)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static void
set_targets (PlimsollTrainingScenario *self, const char *text)
{
  PlimsollTargets targets;

  if (text == NULL || !plimsoll_training_parse_targets (text, &targets)
      || !g_set_str (&self->targets, text))
    return;
  self->question.targets = targets;
  notify (self, PROP_TARGETS);
}

static void
set_offload (PlimsollTrainingScenario *self, const char *text)
{
  guint flags;

  if (text == NULL || !parse_words (offload_words, text, &flags)
      || !g_set_str (&self->offload, text))
    return;
  self->question.offload = (PlimsollTrainingOffload) flags;
  notify (self, PROP_OFFLOAD);
}

/* --- Properties --- */

static guint *
uint_field (PlimsollTrainingScenario *self, guint id)
{
  switch ((PlimsollTrainingScenarioProperty) id)
    {
    case PROP_SEQUENCE:
      return &self->question.sequence;
    case PROP_BATCH:
      return &self->question.batch;
    case PROP_RANK:
      return &self->question.rank;
    case PROP_FRAMEWORK:
    case PROP_PRECISION:
    case PROP_BASE:
    case PROP_OPTIMIZER:
    case PROP_LOSS:
    case PROP_SHARDING:
    case PROP_TARGETS:
    case PROP_OFFLOAD:
    case PROP_CHECKPOINTING:
    case PROP_FLASH_ATTENTION:
    case PROP_COMPILE:
    case PROP_DROPOUT:
    case PROP_STEP_IN_BACKWARD:
    case N_PROPERTIES:
    default:
      return NULL;
    }
}

static gboolean *
boolean_field (PlimsollTrainingScenario *self, guint id)
{
  switch ((PlimsollTrainingScenarioProperty) id)
    {
    case PROP_CHECKPOINTING:
      return &self->question.checkpointing;
    case PROP_FLASH_ATTENTION:
      return &self->question.flash_attention;
    case PROP_COMPILE:
      return &self->question.compile;
    case PROP_DROPOUT:
      return &self->question.dropout;
    case PROP_STEP_IN_BACKWARD:
      return &self->question.step_in_backward;
    case PROP_FRAMEWORK:
    case PROP_PRECISION:
    case PROP_BASE:
    case PROP_OPTIMIZER:
    case PROP_LOSS:
    case PROP_SHARDING:
    case PROP_SEQUENCE:
    case PROP_BATCH:
    case PROP_RANK:
    case PROP_TARGETS:
    case PROP_OFFLOAD:
    case N_PROPERTIES:
    default:
      return NULL;
    }
}

static int
get_choice (PlimsollTrainingScenario *self, guint id)
{
  const PlimsollTrainingQuestion *question = &self->question;

  switch (id)
    {
    case PROP_FRAMEWORK:
      return (int) question->framework;
    case PROP_PRECISION:
      return (int) question->precision;
    case PROP_BASE:
      return (int) question->base;
    case PROP_OPTIMIZER:
      return (int) question->optimizer;
    case PROP_LOSS:
      return (int) question->loss;
    default:
      return (int) question->sharding;
    }
}

static void set_framework (PlimsollTrainingScenario *self, PlimsollTrainingFramework framework);

static void
set_choice (PlimsollTrainingScenario *self, guint id, int value)
{
  PlimsollTrainingQuestion *question = &self->question;

  if (get_choice (self, id) == value)
    return;
  switch (id)
    {
    case PROP_FRAMEWORK:
      set_framework (self, (PlimsollTrainingFramework) value);
      break;
    case PROP_PRECISION:
      question->precision = (PlimsollTrainingPrecision) value;
      break;
    case PROP_BASE:
      question->base = (PlimsollTrainingBase) value;
      break;
    case PROP_OPTIMIZER:
      question->optimizer = (PlimsollTrainingOptimizer) value;
      break;
    case PROP_LOSS:
      question->loss = (PlimsollTrainingLoss) value;
      break;
    default:
      question->sharding = (PlimsollSharding) value;
      break;
    }
  notify (self, (PlimsollTrainingScenarioProperty) id);
}

static void
set_boolean (PlimsollTrainingScenario *self, guint id, gboolean value)
{
  gboolean *field = boolean_field (self, id);

  if (*field == value)
    return;
  *field = value;
  notify (self, (PlimsollTrainingScenarioProperty) id);
}

static void
set_framework (PlimsollTrainingScenario *self, PlimsollTrainingFramework framework)
{
  PlimsollTrainingQuestion usual;

  plimsoll_training_question_init (&usual, framework);
  self->question.framework = framework;
  set_choice (self, PROP_LOSS, (int) usual.loss);
  set_boolean (self, PROP_COMPILE, usual.compile);
  set_offload (self, usual.offload != 0 ? "activations" : "none");
}

static void
plimsoll_training_scenario_get_property (GObject *object,
                                         guint id,
                                         GValue *value,
                                         GParamSpec *pspec)
{
  PlimsollTrainingScenario *self = PLIMSOLL_TRAINING_SCENARIO (object);

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    g_value_set_enum (value, get_choice (self, id));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (value, *uint_field (self, id));
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (value, *boolean_field (self, id));
  else
    g_value_set_string (value, id == PROP_TARGETS ? self->targets : self->offload);
}

static void
plimsoll_training_scenario_set_property (GObject *object,
                                         guint id,
                                         const GValue *value,
                                         GParamSpec *pspec)
{
  PlimsollTrainingScenario *self = PLIMSOLL_TRAINING_SCENARIO (object);

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    set_choice (self, id, g_value_get_enum (value));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    {
      guint *field = uint_field (self, id);

      if (*field == g_value_get_uint (value))
        return;
      *field = g_value_get_uint (value);
      g_object_notify_by_pspec (object, pspec);
    }
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    set_boolean (self, id, g_value_get_boolean (value));
  else if (id == PROP_TARGETS)
    set_targets (self, g_value_get_string (value));
  else
    set_offload (self, g_value_get_string (value));
}

static void
plimsoll_training_scenario_finalize (GObject *object)
{
  PlimsollTrainingScenario *self = PLIMSOLL_TRAINING_SCENARIO (object);

  g_clear_pointer (&self->targets, g_free);
  g_clear_pointer (&self->offload, g_free);

  G_OBJECT_CLASS (plimsoll_training_scenario_parent_class)->finalize (object);
}

static void
plimsoll_training_scenario_class_init (PlimsollTrainingScenarioClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = plimsoll_training_scenario_get_property;
  object_class->set_property = plimsoll_training_scenario_set_property;
  object_class->finalize = plimsoll_training_scenario_finalize;

#define CHOICE(id, name, TYPE)                                                                     \
  properties[id] = g_param_spec_enum (name, NULL, NULL, PLIMSOLL_TYPE_##TYPE, 0, flags)
#define COUNT(id, name, most, usual)                                                               \
  properties[id] = g_param_spec_uint (name, NULL, NULL, 1, most, usual, flags)
#define SWITCH(id, name, usual)                                                                    \
  properties[id] = g_param_spec_boolean (name, NULL, NULL, usual, flags)
#define TEXT(id, name, usual) properties[id] = g_param_spec_string (name, NULL, NULL, usual, flags)
  CHOICE (PROP_FRAMEWORK, "framework", TRAINING_FRAMEWORK);
  CHOICE (PROP_PRECISION, "precision", TRAINING_PRECISION);
  CHOICE (PROP_BASE, "base", TRAINING_BASE);
  CHOICE (PROP_OPTIMIZER, "optimizer", TRAINING_OPTIMIZER);
  CHOICE (PROP_LOSS, "loss", TRAINING_LOSS);
  CHOICE (PROP_SHARDING, "sharding", SHARDING);
  COUNT (PROP_SEQUENCE, "sequence", PLIMSOLL_TRAINING_MAX_SEQUENCE, 2048);
  COUNT (PROP_BATCH, "batch", PLIMSOLL_TRAINING_MAX_BATCH, 1);
  COUNT (PROP_RANK, "rank", PLIMSOLL_TRAINING_MAX_RANK, 16);
  TEXT (PROP_TARGETS, "targets", "attention");
  TEXT (PROP_OFFLOAD, "offload", "none");
  SWITCH (PROP_CHECKPOINTING, "checkpointing", TRUE);
  SWITCH (PROP_FLASH_ATTENTION, "flash-attention", TRUE);
  SWITCH (PROP_COMPILE, "compile", FALSE);
  SWITCH (PROP_DROPOUT, "dropout", FALSE);
  SWITCH (PROP_STEP_IN_BACKWARD, "step-in-backward", FALSE);
#undef CHOICE
#undef COUNT
#undef SWITCH
#undef TEXT
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
plimsoll_training_scenario_init (PlimsollTrainingScenario *self)
{
  plimsoll_training_question_init (&self->question, PLIMSOLL_TRAINING_TRANSFORMERS);
  self->targets = g_strdup ("attention");
  self->offload = g_strdup ("none");
}

PlimsollTrainingScenario *
plimsoll_training_scenario_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_TRAINING_SCENARIO, NULL);
}

void
plimsoll_training_scenario_get_question (PlimsollTrainingScenario *self,
                                         guint n_gpus,
                                         PlimsollTrainingQuestion *question)
{
  g_return_if_fail (PLIMSOLL_IS_TRAINING_SCENARIO (self));

  *question = self->question;
  question->n_gpus = n_gpus;
}

/* --- As text and JSON --- */

static GParamSpec *
find_property (const char *name)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (PLIMSOLL_TYPE_TRAINING_SCENARIO);

  return g_object_class_find_property (G_OBJECT_CLASS (klass), name);
}

gboolean
plimsoll_training_scenario_has (const char *name)
{
  return find_property (name) != NULL;
}

static gboolean
refuse (GError **error, const char *text, const char *words)
{
  g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
               /* Translators: what was typed, and what may be. */
               _("“%s” is none of %s"), text, words);

  return FALSE;
}

static gboolean
set_count (PlimsollTrainingScenario *self, GParamSpec *pspec, const char *text, GError **error)
{
  const GParamSpecUInt *range = G_PARAM_SPEC_UINT (pspec);
  guint64 value;

  /* "4K", as a context is said. */
  if (pspec == properties[PROP_SEQUENCE] && plimsoll_quantity_parse_tokens (text, &value, NULL)
      && value <= range->maximum)
    ;
  else if (!plimsoll_quantity_parse_count (text, range->minimum, range->maximum, &value, error))
    return FALSE;
  g_object_set (self, pspec->name, (guint) value, NULL);

  return TRUE;
}

static gboolean
set_words (PlimsollTrainingScenario *self, GParamSpec *pspec, const char *text, GError **error)
{
  const gboolean are_targets = pspec == properties[PROP_TARGETS];
  const Word *words = are_targets ? target_words : offload_words;
  guint flags;

  if (!parse_words (words, text, &flags))
    return refuse (error, text,
                   are_targets ? "attention, mlp, all, q, k, v, o, gate, up, down, head"
                               : "none, activations, optimizer, parameters");
  g_object_set (self, pspec->name, text, NULL);

  return TRUE;
}

gboolean
plimsoll_training_scenario_set_text (PlimsollTrainingScenario *self,
                                     const char *property,
                                     const char *text,
                                     GError **error)
{
  GParamSpec *pspec = find_property (property);
  int value;

  g_return_val_if_fail (PLIMSOLL_IS_TRAINING_SCENARIO (self), FALSE);
  g_return_val_if_fail (pspec != NULL, FALSE);

  if (G_IS_PARAM_SPEC_UINT (pspec))
    return set_count (self, pspec, text, error);
  if (G_IS_PARAM_SPEC_STRING (pspec))
    return set_words (self, pspec, text, error);
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    {
      if (!g_str_equal (text, "on") && !g_str_equal (text, "off"))
        return refuse (error, text, "on, off");
      g_object_set (self, property, g_str_equal (text, "on"), NULL);
      return TRUE;
    }

  if (!plimsoll_enum_from_nick (pspec->value_type, text, &value))
    {
      g_autofree char *nicks = plimsoll_enum_list_nicks (pspec->value_type);

      return refuse (error, text, nicks);
    }
  g_object_set (self, property, value, NULL);

  return TRUE;
}

/* "step_in_backward" */
static char *
member_name (GParamSpec *pspec)
{
  return g_strdelimit (g_strdup (pspec->name), "-", '_');
}

JsonObject *
plimsoll_training_scenario_to_json (PlimsollTrainingScenario *self)
{
  JsonObject *object = json_object_new ();

  g_return_val_if_fail (PLIMSOLL_IS_TRAINING_SCENARIO (self), object);

  for (guint id = 1; id < N_PROPERTIES; id++)
    {
      GParamSpec *pspec = properties[id];
      g_autofree char *name = member_name (pspec);

      if (G_IS_PARAM_SPEC_ENUM (pspec))
        json_object_set_string_member (object, name,
                                       plimsoll_enum_nick (pspec->value_type,
                                                           get_choice (self, id)));
      else if (G_IS_PARAM_SPEC_UINT (pspec))
        json_object_set_int_member (object, name, *uint_field (self, id));
      else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
        json_object_set_boolean_member (object, name, *boolean_field (self, id));
      else
        json_object_set_string_member (object, name,
                                       id == PROP_TARGETS ? self->targets : self->offload);
    }

  return object;
}

/* A value of JSON as it would be typed; %NULL: it is no such value. */
static char *
node_text (JsonNode *node)
{
  if (!JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? "on" : "off");
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_dup_string (node);
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));

  return NULL;
}

static gboolean
take_member (PlimsollTrainingScenario *self,
             JsonObject *question,
             GParamSpec *pspec,
             GError **error)
{
  g_autofree char *name = member_name (pspec);
  JsonNode *node = json_object_get_member (question, name);
  g_autofree char *text = NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;

  text = node_text (node);
  if (text == NULL)
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                   /* Translators: a member of a JSON object. */
                   _("%s: it is no such value"), name);
      return FALSE;
    }
  if (plimsoll_training_scenario_set_text (self, pspec->name, text, error))
    return TRUE;

  g_prefix_error (error, "%s: ", name);

  return FALSE;
}

gboolean
plimsoll_training_scenario_from_json (PlimsollTrainingScenario *self,
                                      JsonObject *question,
                                      GError **error)
{
  g_autoptr (PlimsollTrainingScenario) draft = plimsoll_training_scenario_new ();

  g_return_val_if_fail (PLIMSOLL_IS_TRAINING_SCENARIO (self), FALSE);
  g_return_val_if_fail (question != NULL, FALSE);

  for (guint pass = 0; pass < 2; pass++)
    for (guint id = 1; id < N_PROPERTIES; id++)
      if (!take_member (pass == 0 ? draft : self, question, properties[id],
                        pass == 0 ? error : NULL))
        return FALSE;

  return TRUE;
}
