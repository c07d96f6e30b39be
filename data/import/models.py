#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/models.json from the reference tables and configs.

models.py REFERENCE DESCRIBE-CONFIG > data/models.json

DESCRIBE-CONFIG is the program of describe-config.c, as built in tests/: shapes and counts are those
of the application's own reader. Rows that are left out are named on standard error, with the cause.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import table

ENCODERS = {'bert', 't5', 'mt5', 'switch_transformers', 'xlm-roberta', 'distilbert', 'nomic_bert',
            'modernbert', 'bart', 'whisper', 'jina_embeddings_v3'}

# Facts that a config does not hold, or holds in a way that the files contradict.
OVERRIDES = {
    # Its module has no embedding and head of its own, as the published total shows.
    'zai-org/GLM-4.6': {'mtp_use_dedicated_embeddings': False},
}

# The page that the idea came from shows this name; nothing else is known of it.
STATED = {
    'id': 'moonshotai/Kimi-K3.1-Pro',
    'name': 'Kimi K3.1 Pro',
    'aliases': ['Kimi K3.1 Pro (2.8T-A104B)'],
    'organisation': 'moonshotai',
    'family': 'Kimi',
    'licence': None,
    'released': None,
    'gguf_repos': [],
    'parameters': {'total': 2780000000000, 'text': 2780000000000, 'vision': None, 'mtp': 0,
                   'active': 104000000000},
    'published_total': None,
    'exception': None,
    'confidence': 'low',
    'downloads': None,
    'likes': None,
    'source': 'the page the idea came from; no public trace of the model',
    'date': None,
    'notes': 'Known by its totals only. 2.8T-A104B is the label of Kimi K3 everywhere else, and all '
             'of its figures follow from the config of Kimi K3 taken with a cache in every layer. In '
             'K3, 24 of the 93 layers are MLA and the rest linear: its cache is a quarter of what is '
             'said here, and it keeps a fixed state beside it.',
    'shape': {
        'source': 'totals', 'model_type': 'kimi_linear', 'n_blocks': 93,
        'stated_parameters': 2780000000000, 'stated_active_parameters': 104000000000,
        'kinds': [{'attention': {'kind': 'mla', 'heads': 96, 'kv_heads': 96, 'key_dim': 192,
                                 'value_dim': 128, 'kv_lora_rank': 512, 'rope_dim': 64}}],
        'pattern': [[93, 0]],
    },
}

KEYS = {
    'layers': 'num_hidden_layers', 'hidden': 'hidden_size', 'heads': 'num_attention_heads',
    'kv_heads': 'num_key_value_heads', 'head_dim': 'head_dim', 'v_head_dim': 'v_head_dim',
    'intermediate': 'intermediate_size', 'experts': 'num_experts',
    'experts_active': 'num_experts_per_tok', 'experts_shared': 'n_shared_experts',
    'moe_intermediate': 'moe_intermediate_size',
    'shared_intermediate': 'shared_expert_intermediate_size',
    'dense_first_layers': 'first_k_dense_replace', 'vocab': 'vocab_size',
    'max_context': 'max_position_embeddings', 'sliding_window': 'sliding_window',
    'kv_lora_rank': 'kv_lora_rank', 'q_lora_rank': 'q_lora_rank',
    'qk_rope_head_dim': 'qk_rope_head_dim', 'qk_nope_head_dim': 'qk_nope_head_dim',
    'index_head_dim': 'index_head_dim',
}

# Models that are another's shape, trained on.
SAME_SHAPE = {
    'Qwen/Qwen3-VL-2B-Thinking': 'Qwen__Qwen3-VL-2B-Instruct.json',
    'Qwen/Qwen3-VL-8B-Thinking': 'Qwen__Qwen3-VL-8B-Instruct.json',
    'Qwen/Qwen3.5-0.8B-Base': 'Qwen__Qwen3.5-0.8B.json',
    'Qwen/Qwen3.5-35B-A3B-Base': 'Qwen__Qwen3.5-35B-A3B.json',
    'Qwen/Qwen3.8-27B': 'Qwen__Qwen3.5-27B.json',
    'Qwen/Qwen1.5-MoE-A2.7B-Chat': 'Qwen__Qwen1.5-MoE-A2.7B.json',
    'ByteDance-Seed/UI-TARS-1.5-7B': 'Qwen__Qwen2.5-VL-7B-Instruct.json',
    'allenai/olmOCR-2-7B-1025': 'Qwen__Qwen2.5-VL-7B-Instruct.json',
    'allenai/olmOCR-7B-0825': 'Qwen__Qwen2.5-VL-7B-Instruct.json',
    'deepseek-ai/DeepSeek-Coder-V2-Instruct': 'deepseek-ai__DeepSeek-V2.json',
    'deepseek-ai/DeepSeek-Coder-V2-Lite-Instruct': 'deepseek-ai__DeepSeek-V2-Lite.json',
    'zai-org/GLM-4.6': 'zai-org__GLM-4.5.json',
    'zai-org/GLM-4.7': 'zai-org__GLM-4.5.json',
    'zai-org/GLM-5.3': 'zai-org__GLM-5.2.json',
    'moonshotai/Kimi-K2-Instruct-0905': 'moonshotai__Kimi-K2-Instruct.json',
    'moonshotai/Kimi-K2-Thinking': 'moonshotai__Kimi-K2-Instruct.json',
    'Qwen/Qwen3-235B-A22B-Instruct-2507': 'Qwen__Qwen3-235B-A22B.json',
    'Qwen/Qwen3-235B-A22B-Thinking-2507': 'Qwen__Qwen3-235B-A22B.json',
}

QWEN35_TOWER = {'depth': 24, 'hidden_size': 1024, 'intermediate_size': 4096, 'num_heads': 16,
                'in_channels': 3, 'patch_size': 16, 'num_position_embeddings': 2304,
                'spatial_merge_size': 2, 'temporal_patch_size': 2, 'deepstack_visual_indexes': []}
QWEN35_LARGE = {**QWEN35_TOWER, 'depth': 27, 'hidden_size': 1152, 'intermediate_size': 4304}

# What a row's columns leave out; each is taken only if it gives the known total to the parameter.
SUPPLEMENTS = {
    'LiquidAI/LFM2-350M': {'intermediate_size': 4608},
    'LiquidAI/LFM2-700M': {'intermediate_size': 6912},
    'LiquidAI/LFM2-1.2B': {'intermediate_size': 8192},
    'ibm-granite/granite-3b-code-base-2k': {'attention_bias': True, 'mlp_bias': True},
    'ibm-granite/granite-8b-code-instruct-128k': {'attention_bias': True, 'mlp_bias': True},
    'tiiuae/falcon-180B': {'new_decoder_architecture': True},
    'moonshotai/Moonlight-16B-A3B': {
        'kv_lora_rank': 512, 'qk_nope_head_dim': 128, 'qk_rope_head_dim': 64, 'v_head_dim': 128,
        'n_shared_experts': 2, 'first_k_dense_replace': 1, 'intermediate_size': 11264},
    'zai-org/GLM-4.7-Flash': {'num_nextn_predict_layers': 1},
    'moonshotai/Kimi-Linear-48B-A3B-Instruct': {'linear_attn_config': {
        'full_attn_layers': [4, 8, 12, 16, 20, 24, 27], 'num_heads': 32, 'head_dim': 128,
        'short_conv_kernel_size': 4}},
    'Qwen/Qwen2-57B-A14B': {'shared_expert_intermediate_size': 20480},
    'ai21labs/Jamba-v0.1': {
        'attn_layer_period': 8, 'attn_layer_offset': 4, 'expert_layer_period': 2,
        'expert_layer_offset': 1, 'mamba_d_state': 16, 'mamba_d_conv': 4, 'mamba_dt_rank': 256,
        'mamba_expand': 2},
    'google/gemma-3-12b-it': {'vision_config': {'model_type': 'siglip_vision_model'}},
    'LGAI-EXAONE/K-EXAONE-236B-A23B': {
        'head_dim': 128, 'intermediate_size': 18432, 'moe_intermediate_size': 2048,
        'num_shared_experts': 1, 'first_k_dense_replace': 1, 'num_nextn_predict_layers': 1,
        'vocab_size': 153600, 'sliding_window': 128, 'max_position_embeddings': 262144},
    'meituan-longcat/LongCat-Flash-Chat': {
        'ffn_hidden_size': 12288, 'expert_ffn_hidden_size': 2048, 'zero_expert_num': 256,
        'q_lora_rank': 1536},
    'Qwen/Qwen3.5-2B': {'vision_config': {**QWEN35_TOWER, 'out_hidden_size': 2048},
                        'mtp_num_hidden_layers': 1},
    'Qwen/Qwen3.5-4B': {'vision_config': {**QWEN35_TOWER, 'out_hidden_size': 2560},
                        'mtp_num_hidden_layers': 1},
    'Qwen/Qwen3.5-9B': {'vision_config': {**QWEN35_LARGE, 'out_hidden_size': 4096},
                        'mtp_num_hidden_layers': 1},
}
for name in ('1.5B-Base', '1.5B-Deep-Base', '3B-Base', '7B-Base', '7B-Instruct', '34B-Base'):
    SUPPLEMENTS[f'tiiuae/Falcon-H1-{name}'] = {'mamba_rms_norm': True}
SUPPLEMENTS['moonshotai/Moonlight-16B-A3B-Instruct'] = SUPPLEMENTS['moonshotai/Moonlight-16B-A3B']
# Windows as Gemma 3 has them at these sizes, not as its class would.
SUPPLEMENTS['microsoft/harrier-oss-v1-27b'] = {'sliding_window': 1024}
SUPPLEMENTS['microsoft/harrier-oss-v1-270m'] = {'sliding_window': 512}
SUPPLEMENTS['Qwen/Qwen2-57B-A14B-Instruct'] = SUPPLEMENTS['Qwen/Qwen2-57B-A14B']

LLAMA_3_1 = 'meta-llama/Llama-3.1-8B'

# Copies and fine-tunes of a model, by what their makers say of them: what a row of their own does not
# say of the context is as of that model.
MADE_FROM = {
    'allenai/Llama-3.1-Tulu-3-8B-SFT': LLAMA_3_1,
    'allenai/Llama-3.1-Tulu-3.1-8B': LLAMA_3_1,
    'deepseek-ai/DeepSeek-R1-Distill-Llama-8B': LLAMA_3_1,
    'deepseek-ai/DeepSeek-R1-Distill-Llama-70B': 'meta-llama/Llama-3.3-70B-Instruct',
    'meta-llama/Llama-2-70b-chat-hf': 'meta-llama/Llama-2-13b-chat-hf',
    'NousResearch/Hermes-3-Llama-3.1-8B': LLAMA_3_1,
    'NousResearch/Hermes-3-Llama-3.2-3B': 'meta-llama/Llama-3.2-3B-Instruct',
    'NousResearch/Llama-2-7b-chat-hf': 'meta-llama/Llama-2-7b-chat-hf',
    'NousResearch/Llama-2-7b-hf': 'meta-llama/Llama-2-7b-hf',
    'NousResearch/Llama-3.2-1B': 'meta-llama/Llama-3.2-1B-Instruct',
    'NousResearch/Meta-Llama-3.1-8B': LLAMA_3_1,
    'NousResearch/Meta-Llama-3.1-8B-Instruct': LLAMA_3_1,
    'nvidia/Llama-3.1-Nemotron-70B-Instruct-HF': 'meta-llama/Llama-3.1-70B-Instruct',
    'nvidia/Llama-3.1-Nemotron-Nano-8B-v1': LLAMA_3_1,
    'nvidia/Llama-3.1-Nemotron-Safety-Guard-8B-v3': LLAMA_3_1,
}

# Copies of a config that state 512, the length of a test; nobody says so of the model.
CONTEXT_UNKNOWN = {'OpenGVLab/InternVL2-2B', 'OpenGVLab/InternVL2-4B', 'THUDM/chatglm2-6b'}

# Rows whose columns are those of another.
SAME_COLUMNS = {f'Qwen/Qwen3.5-{size}-Base': f'Qwen/Qwen3.5-{size}' for size in ('2B', '4B', '9B')}

WRAPPERS = {'qwen3_5_text': 'qwen3_5', 'gemma3_text': 'gemma3'}


def count(text):
    return int(text) if re.fullmatch(r'\d+', text) else None


def with_rope(config):
    """Llama 3.1 and what came of it, where a copy or a table leaves out how positions are scaled."""
    if (config.get('model_type') == 'llama' and config.get('vocab_size', 0) in range(128256, 128513)
            and config.get('max_position_embeddings') == 131072 and not config.get('rope_scaling')):
        return {**config, 'rope_scaling': {'rope_type': 'llama3'}}
    return config


def recurrent_keys(row):
    """Keys of a config for the column that describes states."""
    facts = row['linear_facts']
    mamba = re.search(r'mamba2: heads (\d+)x(\d+), state (\d+), groups (\d+), conv (\d+)', facts)
    if mamba:
        names = ('mamba_n_heads', 'mamba_d_head', 'mamba_d_state', 'mamba_n_groups', 'mamba_d_conv')
        return dict(zip(names, map(int, mamba.groups())))
    delta = re.search(r'gdn: k heads (\d+)x(\d+), v heads (\d+)x(\d+), conv (\d+)', facts)
    if delta:
        names = ('linear_num_key_heads', 'linear_key_head_dim', 'linear_num_value_heads',
                 'linear_value_head_dim', 'linear_conv_kernel_dim')
        return dict(zip(names, map(int, delta.groups())))
    return {}


def pattern_keys(row):
    letters = re.search(r'E experts, - MLP\): ([M*E-]+)$', row['attn_pattern'])
    if letters:
        return {'hybrid_override_pattern': letters[1]}
    listed = re.match(r'attention at \[([\d, ]+)\], others short convolution', row['attn_pattern'])
    if listed:
        places = {int(n) for n in listed[1].split(',')}
        return {'layer_types': ['full_attention' if i in places else 'conv'
                                for i in range(count(row['layers']))]}
    return {}


def stated_context(row, rows):
    """What the table says of the longest context, of this model or of the one that it was made from."""
    return count(row['max_context']) or count(rows[MADE_FROM[row['hf_id']]]['max_context']
                                              if row['hf_id'] in MADE_FROM else '')


def row_config(row, tied):
    """A config from the columns of a row that has none."""
    config = {'model_type': row['model_type']}
    if tied is not None:
        config['tie_word_embeddings'] = tied
    for column, key in KEYS.items():
        if count(row[column]) is not None:
            config[key] = count(row[column])
    if row['weight_dtype']:
        config['torch_dtype'] = row['weight_dtype']
    if count(row['sliding_layers']) == 0:
        config['sliding_window'] = None
    config.update(recurrent_keys(row))
    config.update(pattern_keys(row))
    config.update(SUPPLEMENTS.get(row['hf_id'], {}))
    if 'vision_config' in config:
        return {'model_type': WRAPPERS[row['model_type']], 'text_config': config,
                'vision_config': config.pop('vision_config')}
    return config


class Describer:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.folder = pathlib.Path(folder)

    def describe(self, config):
        path = self.folder / 'config.json'
        path.write_text(json.dumps(with_rope(config)))
        self.process.stdin.write(f'{path}\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def tied_choices(row):
    """What the row says of the head; else what its class does (None), then the other ways."""
    return {'yes': [True], 'no': [False]}.get(row['tied'], [None, True, False])


def from_columns(row, describer):
    """Shapes by the columns, if no total that is known contradicts them."""
    needed = ('layers', 'hidden', 'heads', 'kv_heads', 'vocab')
    known = row_config(row, None)
    known = known.get('text_config', known)
    if not all(known.get(KEYS[column]) for column in needed):
        return None
    listed = listed_total(row)
    answers = [describer.describe(row_config(row, tied)) for tied in tied_choices(row)]
    answers = [a for a in answers if 'error' not in a and a['shape'].get('source') is None]
    for answer in answers:
        if listed is None or listed == answer['parameters']['total'] or cause(row, answer):
            return answer
    if answers:
        print(f"contradiction: {row['hf_id']} {row['model_type']}: listed {listed:,}, shapes "
              f"{[a['parameters']['total'] for a in answers]} {row['total_basis']}", file=sys.stderr)
    return None


def from_totals(row):
    """All that is left of a row whose shapes are not known, or contradict its total."""
    total = listed_total(row)
    if total is None:
        return None
    shape = {'source': 'totals', 'model_type': row['model_type'], 'stated_parameters': total}
    active = count(row['active_params'])
    if active is not None:
        shape['stated_active_parameters'] = active
    layers, heads = count(row['layers']), count(row['heads'])
    kv_heads, head_dim = count(row['kv_heads']), count(row['head_dim'])
    for column, key in (('hidden', 'embedding'), ('vocab', 'vocabulary'), ('max_context', 'max_context')):
        if count(row[column]):
            shape[key] = count(row[column])
    shape.update(kinds=[], pattern=[])
    # Only where every block is known to attend alike.
    plain = row['model_type'] in PLAIN
    if plain and layers and heads and kv_heads and head_dim and heads % kv_heads == 0:
        shape['n_blocks'] = layers
        shape['kinds'] = [{'attention': {'kind': 'full', 'heads': heads, 'kv_heads': kv_heads,
                                         'key_dim': head_dim, 'value_dim': head_dim}}]
        shape['pattern'] = [[layers, 0]]
    return {'parameters': {'total': total, 'text': total, 'vision': None, 'mtp': 0,
                           'active': active if active is not None else total}, 'shape': shape}


PLAIN = {'llama', 'qwen2', 'qwen3', 'qwen3_moe', 'qwen2_moe', 'granite', 'bloom', 'gpt2', 'gpt_neox',
         'gpt_neo', 'opt', 'olmo2', 'olmoe', 'mixtral', 'smollm3', 'ernie4_5_moe', 'falcon', 'phi3',
         'qwen2_5_vl', 'qwen3_vl', 'glm4_moe', 'hunyuan_v1_moe', 'dbrx', 'jetmoe', 'mistral'}


def norms(shape):
    """Parameters of every norm of a Qwen3 mixture of experts."""
    return sum(2 * shape['embedding'] + 2 * 128 for _ in range(shape['n_blocks'])) + shape['embedding']


# Listings of the hub that are none of the model's total.
NOT_TOTALS = {'allenai/OLMoE-1B-7B-0924'}


def listed_total(row):
    if row['hf_id'] in NOT_TOTALS:
        return None
    return count(row['published_params']) or count(row['total_params'])


def vectors(shape):
    """Norms, biases of Q, K and V and the gates of shared experts, all blocks alike."""
    kind = shape['kinds'][0]
    attention = kind['attention']
    biases = (attention['heads'] + 2 * attention['kv_heads']) * attention['key_dim']
    gate = shape['embedding'] if kind['feed_forward'].get('shared_gate') else 0
    return shape['n_blocks'] * (2 * shape['embedding'] + biases + gate) + shape['embedding']


def cause(row, answer):
    """Why the published total is another than ours, as far as that is known."""
    published = listed_total(row)
    total, shape = answer['parameters']['total'], answer['shape']
    if published is None or total == published:
        return None
    difference = published - total
    table_size = shape.get('vocabulary', 0) * shape.get('embedding', 0)
    quantized = shape.get('native_dtype', '').startswith('FP8')
    if shape.get('tied_head') and difference == table_size:
        return 'the files hold the tied output head a second time'
    if answer['parameters']['vision'] is None and difference > 0:
        return 'the parts for pictures or sound are not counted'
    if difference > 0 and abs(difference / total - 1 / 16384) < 1e-6:
        return 'the files hold one scale for each 16,384 weights in FP8'
    if quantized and 0 < difference < total / 2048:
        return 'the files hold the scales of FP8 weights'
    if difference in (32, 512, 2048):
        return 'the files hold buffers of positions'
    if row['model_type'] == 'deepseek_v3' and difference == 64 * shape['n_blocks']:
        return 'the files hold 64 values a block more, buffers by their number'
    masks = shape.get('n_blocks', 0) * shape.get('max_context', 0) ** 2
    if row['model_type'] == 'gpt_neox' and 0 <= difference - masks < 64 * shape['n_blocks']:
        return 'the files hold the masks of attention'
    if row['model_type'] in ('kimi_k2', 'deepseek_v3') and abs(difference / total - 1 / 32) < 1e-3:
        return 'the files hold one scale for each 32 weights in INT4'
    if row['model_type'] == 'gemma4_text' and difference == table_size - shape['n_blocks']:
        return 'the listing counts the tied output head a second time, and no scales of blocks'
    if row['model_type'] == 'qwen2_moe' and difference == -vectors(shape):
        return 'the listing leaves out exactly the norms, biases and gates'
    if row['model_type'] == 'lfm2_moe' and difference == -704:
        return 'the files hold no correction bias of the experts'
    if row['model_type'] == 'openai-gpt' and difference == 12 * 512 * 512:
        return 'the files hold the masks of attention'
    if row['model_type'] == 'qwen3_moe' and difference == -norms(shape):
        return 'the listing leaves out exactly the norms'
    return None


def date_of(row, index):
    entry = index.get(row['config_file'])
    if entry is not None and re.fullmatch(r'20\d\d-\d\d-\d\d', entry['date']):
        return entry['date']
    found = table.DATE.findall(row['source'])
    return max(found) if found else None


def source_of(row):
    """In words that every reader understands; "seed" is part of a model's name here."""
    if row['source'].startswith('public code index'):
        return "a public repository's test of the released config"
    return row['source'] if 'seed' in row['source'] else table.public(row['source'])


def convert(row, answer, index):
    result = {
        'id': row['hf_id'],
        'name': row['name'],
        'aliases': [],
        'organisation': row['hf_id'].split('/')[0],
        'family': row['family'] or None,
        'licence': row['licence'] or None,
        'released': row['released'] if re.fullmatch(r'20\d\d(-\d\d){0,2}', row['released']) else None,
        'gguf_repos': [repo.strip() for repo in row['gguf_repos'].split(',') if repo.strip()],
        'parameters': answer['parameters'],
        'published_total': None if row['hf_id'] in NOT_TOTALS else count(row['published_params']),
        'exception': cause(row, answer),
        'confidence': row['confidence'] if row['confidence'] in ('high', 'medium', 'low') else 'low',
        'downloads': count(row['hf_downloads']),
        'likes': count(row['hf_likes']),
        'source': source_of(row),
        'date': date_of(row, index),
        'notes': table.public(row['notes']) or None,
        'shape': answer['shape'],
    }
    return result


def left_out(row, why):
    print(f"left out: {row['hf_id']}: {why}", file=sys.stderr)


def with_context(row, rows, answer):
    """The table knows better than a config of another model, or than what a class would have: without
    a word of either, and without a config of its own, the context is not known."""
    shape = answer['shape']
    known = stated_context(row, rows)
    if known:
        shape['max_context'] = known
    elif not row['config_file'] or row['hf_id'] in CONTEXT_UNKNOWN:
        own = SUPPLEMENTS.get(row['hf_id'], {})
        if 'max_position_embeddings' not in own.get('text_config', own):
            shape.pop('max_context', None)
    return answer


def read_row(row, rows, folder, describer):
    if row['model_type'] in ENCODERS:
        left_out(row, 'an encoder, or an encoder and a decoder')
        return None
    if row['config_file']:
        config = json.loads((folder / 'configs' / row['config_file']).read_text())
        config.update(OVERRIDES.get(row['hf_id'], {}))
        answer = describer.describe(config)
        if 'error' not in answer:
            return answer
        left_out(row, answer['error'].split(': ', 1)[1])
        return None
    if row['hf_id'] in SAME_SHAPE:
        config = json.loads((folder / 'configs' / SAME_SHAPE[row['hf_id']]).read_text())
        config.update(OVERRIDES.get(row['hf_id'], {}))
        answer = describer.describe(config)
        if listed_total(row) == answer['parameters']['total'] or cause(row, answer):
            return answer
        print(f"not the same: {row['hf_id']} {listed_total(row):,} for "
              f"{answer['parameters']['total']:,}", file=sys.stderr)
    columns = {**rows[SAME_COLUMNS.get(row['hf_id'], row['hf_id'])]}
    columns['max_context'] = str(stated_context(columns, rows) or '')
    answer = from_columns(columns, describer) or from_totals(row)
    if answer is None:
        left_out(row, 'neither shapes nor a total are known')
    return answer


def row_text(row):
    """Facts on the first line, shapes on the second."""
    facts = {k: v for k, v in row.items() if k != 'shape'}
    return f"    {table.one_line(facts)[:-1]},\n     \"shape\": {table.one_line(row['shape'])}}}"


def main():
    folder = pathlib.Path(sys.argv[1])
    index = {entry['file']: entry for entry in table.read_tsv(folder / 'configs' / 'INDEX.tsv')}
    rows, seen = [STATED], {STATED['id']}
    with tempfile.TemporaryDirectory() as scratch:
        describer = Describer(sys.argv[2], scratch)
        table_rows = table.read_tsv(folder / 'models.tsv')
        by_id = {row['hf_id']: row for row in table_rows}
        for row in table_rows:
            if row['hf_id'].lower() in seen:
                left_out(row, 'the same model a second time')
                continue
            answer = read_row(row, by_id, folder, describer)
            if answer is None:
                continue
            seen.add(row['hf_id'].lower())
            rows.append(convert(row, with_context(row, by_id, answer), index))
    rows.sort(key=lambda row: row['id'].lower())
    report(rows)
    head = {'$schema': 'models.schema.json', 'format': 1}
    table.write('/dev/stdout', head, 'models', rows, row_text)


def report(rows):
    published = [row for row in rows if row['published_total'] is not None]
    shaped = [row for row in published if row['shape'].get('source', 'config') != 'totals']
    exact = [row for row in shaped if row['published_total'] == row['parameters']['total']]
    unexplained = [row for row in shaped if row not in exact and row['exception'] is None]
    print(f'{len(rows)} models; {len(shaped)} with shapes and a published total: {len(exact)} exact, '
          f'{len(shaped) - len(exact) - len(unexplained)} explained', file=sys.stderr)
    for row in unexplained:
        print(f"unexplained: {row['id']}: {row['parameters']['total']:,} for "
              f"{row['published_total']:,}", file=sys.stderr)


if __name__ == '__main__':
    main()
