#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `plimsoll train` says, as text, as JSON and among the questions of a batch."""

import json

from program import batch, fails, main, run

MODEL = 'meta-llama/Llama-3.1-8B'
PARAMETERS = 8030261248
METHODS = ['qlora', 'lora', 'full']
PARTS = {'weights', 'adapters', 'gradients', 'optimizer', 'activations', 'loss', 'dequantized',
         'sharding', 'allocator', 'context'}


def train(*arguments):
    done = run('train', *arguments, '--json')
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found['format'] == 1 and found['kind'] == 'train'
    return found


def one(*arguments):
    methods = train(*arguments)['methods']
    assert len(methods) == 1
    return methods[0]


def test_members():
    """Every method has its phases and parts, and the peak is the highest"""
    found = train(MODEL, '--gpu', 'rtx-4090')
    assert found['model'] == MODEL
    assert found['question']['sequence'] == 2048 and found['question']['gpus'] == 1
    assert [method['method'] for method in found['methods']] == METHODS
    for method in found['methods']:
        phases = method['phases']
        assert set(phases) == {'load', 'loss', 'backward', 'step'}
        sums = {name: sum(phase.values()) for name, phase in phases.items()}
        assert all(set(phase) == PARTS for phase in phases.values())
        assert max(sums, key=sums.get) == method['peak']
        assert abs(sums[method['peak']] - method['required']) < 16
        assert method['headroom'] == method['usable'] - method['required']
        fits = method['required'] <= method['usable']
        assert (method['verdict'] in ('fits', 'tight')) == fits
        assert method['low'] < method['required'] < method['high']


def test_arithmetic():
    """10 bytes a parameter at the step of AdamW, 6.032 of its 8 bits, and adapters as PEFT counts"""
    for optimizer, size in (('adamw', 10), ('adamw-8bit', 6.032), ('adamw-master', 16)):
        method = one(MODEL, '--method', 'full', '--optimizer', optimizer)
        step = method['phases']['step']
        tensors = sum(step.values()) - step['allocator'] - step['context']
        assert abs(tensors / PARAMETERS - size) < 1e-6, (optimizer, tensors / PARAMETERS)
        assert method['trained_parameters'] == PARAMETERS
    assert one(MODEL, '--method', 'lora', '--targets', 'q,v', '--rank', '8')[
        'trained_parameters'] == 3407872
    assert one(MODEL, '--method', 'qlora', '--targets', 'all')['trained_parameters'] == 41943040


def test_hardware():
    """What is needed, bought or rented holds it, in numbers that can be had, and the next smaller
    number of the GPU would not"""
    method = one(MODEL, '--method', 'full', '--gpu', 'rtx-4090')
    assert method['verdict'] == 'exceeds'
    for place in ('needs', 'buy', 'rent'):
        assert method[place]['required'] <= method[place]['usable'], place
    least = method['needs']['count']
    assert least in (2, 4, 8) or least % 8 == 0, least
    fewer = least // 2 if least <= 8 else least - 8
    for count, verdicts in ((least, ('fits', 'tight')), (fewer, ('exceeds',))):
        asked = one(MODEL, '--method', 'full', '--gpu', 'rtx-4090', '--count', str(count),
                    '--sharding', 'fsdp')
        assert asked['verdict'] in verdicts, (count, asked['verdict'])
    assert method['rent']['usd_per_hour'] > 0 and method['rent']['date']


def test_framework():
    """A framework is trained with as it comes, and what is said beside it stays"""
    question = train(MODEL, '--framework', 'unsloth')['question']
    assert question['offload'] == 'activations'
    assert train(MODEL, '--offload', 'none', '--framework', 'unsloth')['question'][
        'offload'] == 'none'
    assert one(MODEL, '--method', 'qlora', '--framework', 'unsloth')['required'] < \
        one(MODEL, '--method', 'qlora')['required']
    assert one(MODEL, '--method', 'qlora', '--framework', 'other')['high'] > \
        one(MODEL, '--method', 'qlora', '--framework', 'axolotl')['high']


def test_text():
    """The text has the figures of the JSON, and what would change them"""
    done = run('train', MODEL, '--method', 'full', '--gpu', 'rtx-4090')
    assert done.returncode == 0 and done.stderr == ''
    required = one(MODEL, '--method', 'full', '--gpu', 'rtx-4090')['required']
    assert f'{required / 2**30:.2f} GiB' in done.stdout, done.stdout
    assert 'Exceeds' in done.stdout and 'AdamW in 8 bits' in done.stdout
    assert run('train', MODEL, '--gpu', 'rtx-4090', '--method', 'full', '--check').returncode == 3
    assert run('train', MODEL, '--gpu', 'rtx-4090', '--method', 'qlora',
               '--check').returncode == 0


def test_bad_input():
    """What is absurd is refused in one line"""
    for arguments, words in (
            (('--seq', '0'), '--seq'), (('--seq', '-5'), '--seq'), (('--seq', '1G'), '--seq'),
            (('--seq', '17M'), '--seq'), (('--batch', '0'), '--batch'),
            (('--batch', '99999999999999999999'), '--batch'), (('--rank', '0'), '--rank'),
            (('--rank', 'nan'), '--rank'), (('--targets', ''), '--targets'),
            (('--targets', 'q,foo'), '--targets'), (('--optimizer', 'adam'), '--optimizer'),
            (('--method', 'dora'), '--method'), (('--framework', 'x'), '--framework'),
            (('--checkpointing', 'maybe'), '--checkpointing'), (('--loss', ''), '--loss')):
        assert words in fails(1, 'train', MODEL, *arguments), arguments
    fails(2, 'train')
    fails(2, 'train', MODEL, 'another')
    fails(2, 'train', MODEL, '--context', '8K')
    fails(1, 'train', 'no-such-model-at-all')
    assert 'count' in fails(1, 'train', MODEL, '--seq', '16M', '--batch', '65536',
                            '--flash-attention', 'off', '--checkpointing', 'off',
                            '--targets', 'all', '--method', 'lora')
    largest = train(MODEL, '--seq', '16M', '--rank', '65536', '--targets', 'all')
    for method in largest['methods']:
        assert method['required'] > 0 and method['needs'] is None, method


def test_batch():
    """Questions of training among the others of a batch"""
    replies = batch([
        json.dumps({'id': 'a', 'kind': 'train', 'model': MODEL, 'method': 'lora', 'batch': 2,
                    'sequence': '4K', 'accelerator': 'nvidia-rtx-4090', 'checkpointing': False}),
        json.dumps({'model': MODEL}),
        json.dumps({'id': 3, 'kind': 'train', 'model': MODEL, 'batch': -1}),
        json.dumps({'id': 4, 'kind': 'train', 'model': MODEL, 'context': 8192}),
        json.dumps({'id': 5, 'kind': 'train', 'model': MODEL, 'rank': 1.5}),
        json.dumps({'id': 6, 'kind': 'train', 'model': MODEL, 'method': 7}),
        json.dumps({'id': 7, 'kind': 'train'}),
        json.dumps({'id': 8, 'kind': 'teach', 'model': MODEL}),
        json.dumps({'id': 9, 'kind': 'train', 'model': MODEL, 'rank': None, 'step_in_backward': True}),
    ])
    asked = one(MODEL, '--method', 'lora', '--batch', '2', '--seq', '4K', '--gpu', 'rtx-4090',
                '--checkpointing', 'off')
    assert replies[0]['id'] == 'a' and replies[0]['methods'] == [asked]
    assert replies[1]['memory']['required'] > 0
    for reply, word in zip(replies[2:8], ('batch', 'context', 'rank', 'method', 'model', 'kind')):
        assert word in reply['error'], reply
    assert replies[8]['question']['rank'] == 16 and replies[8]['question']['step_in_backward']


if __name__ == '__main__':
    main([test_members, test_arithmetic, test_hardware, test_framework, test_text, test_bad_input,
          test_batch])
