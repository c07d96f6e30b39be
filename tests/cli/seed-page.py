#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that the idea came from, figure by figure."""

import json
import os
import pathlib

from program import answer, batch, fails, main, run

TRUTH = pathlib.Path(os.environ['G_TEST_SRCDIR']) / 'truth'
SEED = json.loads((TRUTH / 'seed.json').read_text())
MODEL = 'Kimi K3.1 Pro'

# What the page says of its model, known by its totals alone, in GiB.
WEIGHTS_Q4_K_M = 1570.1
WEIGHTS_16_BIT = 5178.15
CACHE = {'8K': 0.82, '32K': 3.27}
Q8_0_SPARES = 1.64
# Gradients and optimizer of training.
TRAINING = {'qlora': 14.56, 'lora': 22.88, 'full': 16052.26}

GIB = 1 << 30


def near(found, expected, within):
    assert abs(found - expected) <= within, (found, expected)


def test_weights():
    """Weights of the model in two precisions"""
    near(answer(MODEL, '--quant', 'Q4_K_M')['memory']['weights'] / GIB, WEIGHTS_Q4_K_M,
         WEIGHTS_Q4_K_M / 100)
    for precision in ('F16', 'BF16'):
        near(answer(MODEL, '--quant', precision)['memory']['weights'] / GIB,
             WEIGHTS_16_BIT, 0.005)


def test_cache():
    """The cache at 8K and 32K, and what q8_0 spares"""
    for context, expected in CACHE.items():
        full = answer(MODEL, '--context', context)['memory']['kv_cache']
        near(full / GIB, expected, 0.005)
    spared = full - answer(MODEL, '--context', '32K', '--kv', 'q8_0')['memory']['kv_cache']
    near(spared / GIB, Q8_0_SPARES, 0.12)


def test_unknown():
    """Buffers of a model without shapes are not known, and so null and never 0"""
    memory = answer(MODEL)['memory']
    for member in ('compute_device', 'compute_host', 'output'):
        assert memory[member] is None, (member, memory[member])
    assert memory['devices'][0]['compute'] is None


def test_accelerators():
    """Usable memory and verdict of every accelerator of the page"""
    found = batch([json.dumps({'model': MODEL, 'accelerator': row['name']})
                   for row in SEED['accelerators']])
    assert len(found) == len(SEED['accelerators']) >= 50, len(found)
    for row, reply in zip(SEED['accelerators'], found):
        assert 'error' not in reply, (row['name'], reply)
        near(reply['memory']['usable'] / GIB, row['usable_gib'], 0.051)
        assert reply['verdict'] == 'exceeds', (row['name'], reply['verdict'])


def test_training():
    """Weights of training are the page's; what it lets grow with active parameters does not"""
    assert 'not its shapes' in fails(1, 'train', MODEL)
    done = run('train', 'moonshotai/Kimi-K3', '--json')
    assert done.returncode == 0, done.stderr
    for method in json.loads(done.stdout)['methods']:
        peak = method['phases'][method['peak']]
        states = (peak['gradients'] + peak['optimizer'] + peak['adapters']) / GIB
        if method['method'] != 'qlora':
            near(peak['weights'] / GIB, WEIGHTS_16_BIT, WEIGHTS_16_BIT / 1000)
        if method['method'] == 'full':
            assert states > TRAINING['full'] * 8 / 6.2 * 0.99, states
        else:
            assert states < TRAINING[method['method']] / 8, states


main([test_weights, test_cache, test_unknown, test_accelerators, test_training])
