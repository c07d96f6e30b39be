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
    # Modules of multi-token prediction that the published total shows.
    'Qwen/Qwen3-Next-80B-A3B-Instruct': {'num_nextn_predict_layers': 1},
    'Qwen/Qwen3-Next-80B-A3B-Instruct-FP8': {'num_nextn_predict_layers': 1},
    'Qwen/Qwen3-Next-80B-A3B-Thinking': {'num_nextn_predict_layers': 1},
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
    'kv_heads': 'num_key_value_heads', 'head_dim': 'head_dim', 'intermediate': 'intermediate_size',
    'experts': 'num_experts', 'experts_active': 'num_experts_per_tok',
    'moe_intermediate': 'moe_intermediate_size', 'vocab': 'vocab_size',
    'max_context': 'max_position_embeddings',
}


def count(text):
    return int(text) if re.fullmatch(r'\d+', text) else None


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
    return config


class Describer:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.folder = pathlib.Path(folder)

    def describe(self, config):
        path = self.folder / 'config.json'
        path.write_text(json.dumps(config))
        self.process.stdin.write(f'{path}\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def tied_choices(row):
    """What the row says of the head; else what its class does (None), then the other ways."""
    return {'yes': [True], 'no': [False]}.get(row['tied'], [None, True, False])


def from_columns(row, describer):
    """Shapes by the columns, if no total that is known contradicts them."""
    needed = ('layers', 'hidden', 'heads', 'kv_heads', 'vocab')
    if not all(count(row[column]) for column in needed):
        return None
    published = count(row['published_params'])
    listed = published or count(row['total_params'])
    answers = [describer.describe(row_config(row, tied)) for tied in tied_choices(row)]
    answers = [a for a in answers if 'error' not in a and a['shape'].get('source') is None]
    for answer in answers:
        total, shape = answer['parameters']['total'], answer['shape']
        twice = shape['vocabulary'] * shape['embedding'] if shape.get('tied_head') else 0
        if listed is None or listed == total or (published is not None and listed == total + twice):
            return answer
    if answers:
        print(f"contradiction: {row['hf_id']} {row['model_type']}: listed {listed:,}, shapes "
              f"{[a['parameters']['total'] for a in answers]} {row['total_basis']}", file=sys.stderr)
    return None


def from_totals(row):
    """All that is left of a row whose shapes are not known, or contradict its total."""
    total = count(row['published_params']) or count(row['total_params'])
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


def cause(row, answer):
    """Why the published total is another than ours, as far as that is known."""
    published = count(row['published_params'])
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
    return table.public(row['source'])


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
        'published_total': count(row['published_params']),
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


def read_row(row, folder, describer):
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
    answer = from_columns(row, describer) or from_totals(row)
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
        for row in table.read_tsv(folder / 'models.tsv'):
            if row['hf_id'].lower() in seen:
                left_out(row, 'the same model a second time')
                continue
            answer = read_row(row, folder, describer)
            if answer is None:
                continue
            seen.add(row['hf_id'].lower())
            rows.append(convert(row, answer, index))
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
