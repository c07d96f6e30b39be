#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`plimsoll hardware NAME --model MODEL`: what one accelerator is good for."""

import json

from program import answer, fails, main, run

MODEL = 'Qwen/Qwen3-30B-A3B-Instruct-2507'


def report(*arguments):
    done = run('hardware', *arguments, '--json')
    assert done.returncode == 0 and done.stderr == '', done.stderr
    return json.loads(done.stdout)


def test_grid():
    """A cell is the answer of `size` to the same question"""
    found = report('RTX', '4090', '--model', MODEL, '--context', '32K')
    assert found['format'] == 1 and found['accelerator']['id'] == 'nvidia-rtx-4090', found
    rows = {row['precision']: row for row in found['rows']}
    for precision, context in ('Q4_K_M', 32768), ('Q5_K_M', 16384), ('BF16', 262144):
        cell = [cell for cell in rows[precision]['cells'] if cell['context'] == context][0]
        whole = answer(MODEL, '--gpu', 'nvidia-rtx-4090', '--quant', precision,
                       '--context', str(context))
        assert cell['required'] == whole['memory']['required'], (cell, whole['memory'])
        assert cell['verdict'] == whole['verdict'], (cell, whole['verdict'])
        assert rows[precision]['longest_context'] == (whole['memory']['longest_context'] or None)
    assert rows['Q4_K_M']['decode'] == answer(MODEL, '--gpu', 'nvidia-rtx-4090',
                                              '--context', '32K')['speed']['decode']


def test_question():
    """The options of a question hold: two of them, an 8-bit cache, another engine"""
    found = report('RTX 4090', '--model', MODEL, '--count', '2', '--kv', 'q8_0')
    assert found['accelerator']['count'] == 2 and found['question']['kv_k'] == 'q8_0'
    assert found['usable'] == 2 * 24 * 2**30 * 95 // 100, found['usable']
    served = report('RTX 4090', '--model', 'Qwen/Qwen3-8B', '--engine', 'vllm', '--quant', 'FP8')
    assert [row['kv'] for row in served['caches']] == ['f16', 'fp8'], served['caches']
    assert 'FP8' in [row['precision'] for row in served['rows']]


def test_offers():
    """Offers have a date and come by what one board costs; what is next to it comes once"""
    found = report('RTX 4090', '--model', MODEL)
    each = [offer['usd_per_hour_each'] for offer in found['offers']]
    assert each and each == sorted(each), each
    assert all(offer['date'] for offer in found['offers'])
    kinds = [row['kind'] for row in found['alternatives']]
    assert len(kinds) == len(set(kinds)) and 'more-memory' in kinds, kinds


def test_text():
    """Verdicts are signs beside the numbers, and what the signs stand for is said"""
    done = run('hardware', 'RTX 4090', '--model', MODEL, '--context', '32K')
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    row = [line for line in lines if line.startswith('Q4_K_M')][0]
    assert '✓' in row and '↓' in row, row
    assert '✓ fits   ! tight   ↓ a part in system memory   × does not fit' in lines


def test_usage():
    """What does not go together is refused"""
    assert '--model' in fails(2, 'hardware', '--model', MODEL)
    assert '--gpu' in fails(2, 'hardware', 'RTX 4090', '--model', MODEL, '--gpu', 'A100')
    assert '--this' in fails(2, 'hardware', 'x', '--this', '--model', MODEL)
    assert '--context' in fails(2, 'hardware', 'RTX 4090', '--context', '8K')
    fails(1, 'hardware', 'no such card', '--model', MODEL)
    fails(1, 'hardware', 'RTX 4090', '--model', 'no such model')


main([value for name, value in list(globals().items()) if name.startswith('test_')])
