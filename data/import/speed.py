#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/truth/speed.tsv from reference tables of measured speeds.

    data/import/speed.py TABLE… >tests/truth/speed.tsv

A row of a table becomes up to two figures: how fast a prompt was taken in, and how fast tokens came.
A figure that says too little, or that no rule here is about, stays in the table with the reason in
its last column, so that which rows take no part can be counted and doubted. None is left out for
what it measured.
"""

import collections
import json
import pathlib
import re
import sys

from table import read_tsv, public

DATA = pathlib.Path(__file__).resolve().parent.parent

# The tables' short names of models, where a model of the same shapes is in the catalogue.
MODELS = {
    'aya-8b': 'CohereForAI/aya-23-8B',
    'deepseek-671b': 'deepseek-ai/DeepSeek-V3',
    'deepseek-v2-lite': 'deepseek-ai/DeepSeek-V2-Lite',
    'devstral-2-123b': 'mistralai/Devstral-2-123B-Instruct-2512',
    'exaone-3.5-7.8b': 'LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct',
    'falcon3-7b': 'tiiuae/Falcon3-7B-Instruct',
    'gemma-2-27b': 'google/gemma-2-27b-it',
    'gemma-2-2b': 'google/gemma-2-2b-it',
    'gemma-2-9b': 'google/gemma-2-9b',
    'gemma-3-12b': 'google/gemma-3-12b-it',
    'gemma-3-27b': 'google/gemma-3-27b-it',
    'gemma-3-4b': 'google/gemma-3-4b-it',
    'gemma-4-26b-a4b': 'google/gemma-4-26B-A4B-it',
    'gemma-4-31b': 'google/gemma-4-31B-it',
    'glm-4-9b': 'THUDM/glm-4-9b-chat',
    'glm-4.6': 'zai-org/GLM-4.6',
    'glm-4.7-flash': 'zai-org/GLM-4.7-Flash',
    'gpt-oss-120b': 'openai/gpt-oss-120b',
    'gpt-oss-20b': 'openai/gpt-oss-20b',
    'granite-3.1-8b': 'ibm-granite/granite-3.1-8b-base',
    'llama-2-13b': 'meta-llama/Llama-2-13b-hf',
    'llama-2-70b': 'meta-llama/Llama-2-70b-hf',
    'llama-2-7b': 'meta-llama/Llama-2-7b-hf',
    'llama-3-70b': 'meta-llama/Llama-3.1-70B',
    'llama-3-8b': 'meta-llama/Llama-3.1-8B',
    'llama-3.1-405b': 'meta-llama/Meta-Llama-3.1-405B',
    'llama-3.2-1b': 'meta-llama/Llama-3.2-1B-Instruct',
    'llama-3.2-3b': 'meta-llama/Llama-3.2-3B-Instruct',
    'llama-4-scout': 'meta-llama/Llama-4-Scout-17B-16E-Instruct',
    'ministral-3-14b': 'mistralai/Ministral-3-14B-Instruct-2512',
    'ministral-3-8b': 'mistralai/Ministral-3-8B-Instruct-2512',
    'ministral-8b': 'mistralai/Ministral-8B-Instruct-2410',
    'mistral-7b': 'mistralai/Mistral-7B-v0.1',
    'mistral-nemo-12b': 'mistralai/Mistral-Nemo-Instruct-2407',
    'mistral-small-24b': 'mistralai/Mistral-Small-3.2-24B-Instruct-2506',
    'mixtral-8x7b': 'mistralai/Mixtral-8x7B-v0.1',
    'nemotron-3-nano-30b-a3b': 'nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16',
    'olmo2-13b': 'allenai/OLMo-2-1124-13B-Instruct',
    'phi-3-medium': 'microsoft/Phi-3-medium-4k-instruct',
    'phi-3.5-mini': 'microsoft/Phi-3.5-mini-instruct',
    'phi-4': 'microsoft/phi-4',
    'qwen2-72b': 'Qwen/Qwen2.5-72B',
    'qwen2.5-1.5b': 'Qwen/Qwen2.5-1.5B',
    'qwen2.5-14b': 'Qwen/Qwen2.5-14B',
    'qwen2.5-32b': 'Qwen/Qwen2.5-32B',
    'qwen2.5-3b': 'Qwen/Qwen2.5-3B',
    'qwen2.5-7b': 'Qwen/Qwen2.5-7B',
    'qwen3-1.7b': 'Qwen/Qwen3-1.7B',
    'qwen3-14b': 'Qwen/Qwen3-14B',
    'qwen3-235b-a22b': 'Qwen/Qwen3-235B-A22B',
    'qwen3-30b-a3b': 'Qwen/Qwen3-30B-A3B',
    'qwen3-32b': 'Qwen/Qwen3-32B',
    'qwen3-4b': 'Qwen/Qwen3-4B',
    'qwen3-8b': 'Qwen/Qwen3-8B',
    'qwen3-next-80b-a3b': 'Qwen/Qwen3-Next-80B-A3B-Instruct',
    'qwen3.5-122b-a10b': 'Qwen/Qwen3.5-122B-A10B',
    'qwen3.5-4b': 'Qwen/Qwen3.5-4B',
    'qwen3.5-9b': 'Qwen/Qwen3.5-9B',
    'qwen3.6-27b': 'Qwen/Qwen3.6-27B',
    'qwen3.6-35b-a3b': 'Qwen/Qwen3.6-35B-A3B',
    'smollm2-1.7b': 'HuggingFaceTB/SmolLM2-1.7B',
    'smollm3-3b': 'HuggingFaceTB/SmolLM3-3B',
    'tinyllama-1.1b': 'TinyLlama/TinyLlama-1.1B-Chat-v1.0',
    'yi-1.5-9b': '01-ai/Yi-1.5-9B',
}

RUNTIMES = {
    'cuda': 'llama.cpp-cuda', 'rocm': 'llama.cpp-rocm', 'hip': 'llama.cpp-rocm',
    'vulkan': 'llama.cpp-vulkan', 'metal': 'llama.cpp-metal', 'sycl': 'llama.cpp-sycl',
    'cpu': 'cpu',
}
BY_VENDOR = {'NVIDIA': 'cuda', 'AMD': 'rocm', 'Apple': 'metal', 'Intel': 'vulkan'}

# What the measuring program counts: tokens over the time of decoding alone, or over all of it.
WHOLE = re.compile(r'^e2e|output tokens / total request time|tokens / [0-9.]+ s')
WHOLE_SOURCES = ('alesha-pro', 'btbtyler09', 'vllm-project')

FIGURES = ('metric', 'model', 'precision', 'file_bytes', 'accelerator', 'count', 'split', 'runtime',
           'cache', 'flash', 'ubatch', 'bare_blocks', 'memory_gbs', 'power_w', 'depth', 'prompt',
           'generated', 'requests', 'measured', 'date', 'source', 'left_out')


def plain_name(name):
    return re.sub(r'^nvidia (?=(gtx|rtx) \d)|geforce ', '', re.sub('geforce ', '', name.lower()))


def names(rows):
    found = {}
    for row in rows:
        for name in [row['name'], *row['aliases']]:
            found.setdefault(plain_name(name), row)
    return found


def runtime_of(row, vendor):
    engine = row['engine']
    if engine.startswith('vllm'):
        return 'vllm'
    if engine.startswith('tensorrt-llm'):
        return 'tensorrt-llm'
    if engine.startswith('mlx'):
        return 'mlx'
    if engine in ('llama.cpp', 'ollama', 'llama.cpp/ollama', 'llama.cpp (LM Studio)') or (
            engine == 'ik_llama.cpp' and row['kind'] == 'cpu'):
        backend = row['backend'].lower().split(' ')[0] or BY_VENDOR.get(vendor, '')
        return RUNTIMES.get(backend)
    return None


# Mixtures of others' making, by the file type nearest to them; the file's size says the rest.
OWN = re.compile(r'^UD-|^APEX|_X?L$|-[0-9.]+bpw$')
NEAREST = {'APEX-I-Balanced': 'Q4_K_M', 'APEX-I-Quality': 'Q5_K_M', 'APEX-I-Compact': 'Q4_K_S',
           'Q4_K_XL': 'Q4_K_M', 'Q4_K_L': 'Q4_K_M', 'Q8_K_XL': 'Q8_0', 'Q6_K_L': 'Q6_K',
           'Q6_K_XL': 'Q6_K', 'Q5_K_L': 'Q5_K_M', 'Q5_K_XL': 'Q5_K_M', 'Q3_K_XL': 'Q3_K_M',
           'Q2_K_XL': 'Q2_K', 'IQ4_NL_XL': 'IQ4_NL'}


def precision_of(row):
    """The file type, or the scheme of native weights; and the size of a mixture of its own."""
    quant = row['quant']
    if not quant and 'qat' in row['model'].lower():
        return 'Q4_0', '0'
    if not OWN.search(quant) or not row['file_gib']:
        return quant, '0'
    base = re.sub(r'^UD-|-[0-9.]+bpw$', '', quant)
    return NEAREST.get(base, base), str(round(float(row['file_gib']) * 2**30))


def dated(row):
    """Whether a row says which llama.cpp it was, to the month: it changes daily."""
    build = re.search(r'\bb\d{4,}|[0-9a-f]{7,}|20\d\d-\d\d', row['engine_version'])
    return build or re.fullmatch(r'20\d\d-\d\d(-\d\d)?', row['date'])


def left_out(row, facts, accelerator, runtime):
    """Why the row takes no part, or nothing."""
    if row['model_key'] not in facts:
        return 'the shapes of the model are not in the catalogue'
    if not accelerator and runtime != 'cpu':
        return 'the accelerator is not in the catalogue'
    if not runtime:
        return 'an engine that no rule is about'
    if row['split'] == 'unknown':
        return 'how many of the devices took part is not said'
    if not precision_of(row)[0] or ('llama' in runtime and row['quant'] == '4bit'):
        return 'the precision is not said'
    if precision_of(row)[0] in ('3bit', '6bit'):
        return 'a precision that is not in the catalogue'
    if 'without bf16 support' in row['notes']:
        return 'weights of a type that the driver has no support for'
    if 'swapping' in row['notes']:
        return 'the computer ran out of memory'
    if 'pathological decode' in row['notes']:
        return 'the source calls the driver broken'
    if '-meta variant' in row['notes']:
        return 'weights of a scheme that the build had no kernels for'
    if 'regression' in row['notes']:
        return 'the source calls the build broken'
    if 'sm-row' in row['source']:
        return 'split by rows, which no rule is about'
    if 'llama' in row['engine'] + runtime and not row['flash_attn'] and not dated(row):
        return 'neither build nor month of llama.cpp is said, nor flash attention'
    if 'spec-' in row['source'] and 'spec-none' not in row['source']:
        return 'with speculative decoding'
    return ''


def offload_of(row):
    text = row['offload']
    match = re.match(r'n-cpu-moe[ =](\d+)', text)
    bare = match[1] if match else '0'
    memory = ''
    match = re.search(r'ram_gbs=([0-9.]+)', text + ' ' + row['notes'])
    if match:
        memory = match[1]
    return bare, memory


def plain(text):
    return str(int(float(text))) if text else '0'


def figures(row, accelerators, models):
    accelerator = accelerators.get(plain_name(row['gpu']))
    runtime = runtime_of(row, accelerator['vendor'] if accelerator else '')
    bare, memory = offload_of(row)
    precision, file_bytes = precision_of(row)
    power = '220' if 'power-limited to 220' in row['notes'] else ''
    cache = 'q8_0' if 'kv_cache=fp8' in row['notes'] else 'f16'
    match = re.search(r'ubatch=(\d+)', row['notes'])
    common = {
        'model': MODELS.get(row['model_key'], row['model']),
        'precision': precision,
        'file_bytes': file_bytes,
        'accelerator': accelerator['id'] if accelerator else '',
        'count': row['n_gpus'],
        'split': row['split'] or ('tensor' if runtime in ('vllm', 'tensorrt-llm')
                                  and row['n_gpus'] != '1' else 'layer'),
        'runtime': runtime or row['engine'],
        'cache': cache,
        'flash': {'True': 'on', 'False': 'off', '': ''}[row['flash_attn']],
        'ubatch': match[1] if match else '512',
        'bare_blocks': bare,
        'memory_gbs': memory,
        'power_w': power,
        'date': row['date'],
        'source': public(row['source']),
        'left_out': left_out(row, models, accelerator, runtime),
    }
    if row['pp_tps']:
        yield common | {
            'metric': 'prompt',
            'depth': plain(row['depth']) if row['kind'] == 'bench' else '0',
            'prompt': plain(row['test_prompt']), 'generated': '0', 'requests': '1',
            'measured': row['pp_tps'],
            'left_out': common['left_out']
            or ('' if row['test_prompt'] else 'the length of the prompt is not said'),
        }
    if row['tg_tps']:
        whole = bool(WHOLE.search(row['notes'])) or (
            row['kind'] == 'batched' and any(s in row['source'] for s in WHOLE_SOURCES))
        requests = int(row['concurrency'])
        if 'peak over tested contexts' in row['notes']:
            common['left_out'] = common['left_out'] or 'the context is not said'
        yield common | {
            'metric': 'whole' if whole else 'decode',
            'depth': '0' if whole else plain(row['depth']),
            'prompt': plain(row['test_prompt']) if whole else '0',
            'generated': plain(row['test_gen']) or '128', 'requests': str(requests),
            'measured': row['tg_tps'],
        }


def main():
    accelerators = names(json.loads((DATA / 'accelerators.json').read_text())['accelerators'])
    catalogue = {m['id'] for m in json.loads((DATA / 'models.json').read_text())['models']}
    models = {key for key, name in MODELS.items() if name in catalogue}
    missing = set(MODELS) - models
    if missing:
        print('not in the catalogue:', sorted(missing), file=sys.stderr)
    counts = collections.Counter()
    print('# Measured speeds, made by data/import/speed.py. metric: prompt, tokens/s of a prompt;'
          ' decode, tokens/s of all requests')
    print('# together while they decode; whole, answered tokens/s over the whole time, prompts'
          ' included. depth: tokens before the')
    print('# first. left_out: why a row takes no part.')
    print('#' + '\t'.join(FIGURES))
    for table in sys.argv[1:]:
        for row in read_tsv(table):
            for figure in figures(row, accelerators, models):
                counts[figure['left_out']] += 1
                print('\t'.join(figure[name] for name in FIGURES))
    for reason, n in counts.most_common():
        print(f'{n:6} {reason or "taken"}', file=sys.stderr)


main()
