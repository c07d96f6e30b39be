#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `plimsoll solve` finds, held against single answers of `plimsoll size`: what it says holds,
and what is next to it does not."""

import json

from program import answer, fails, main, run

MODEL = 'Qwen/Qwen3-32B'
HOLDS = ('fits', 'tight')


def solve(*arguments):
    done = run('solve', *arguments, '--json')
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found['format'] == 1
    return found


def holds(*arguments):
    return answer(*arguments)['verdict'] in HOLDS


def test_context():
    """The longest context holds, and with a little more it does not"""
    held = (MODEL, '--gpu', '4090', '--quant', 'Q4_K_M')
    longest = solve(*held)['found']['context']
    assert longest == answer(*held)['memory']['longest_context']
    assert 1024 < longest < 40960, longest
    assert holds(*held, '--context', str(longest))
    assert not holds(*held, '--context', str(longest + 1024))


def test_precision():
    """The best precision holds, and none in common use that is larger does"""
    held = (MODEL, '--gpu', '4090', '--context', '8K')
    best = solve(*held)['found']['precision']
    rows = json.loads(run('table', MODEL, '--precisions', *held[1:], '--json').stdout)['rows']
    sizes = {row['name']: row['size'] for row in rows}
    assert holds(*held, '--quant', best)
    for name in ('Q4_K_M', 'Q5_K_M', 'Q6_K', 'Q8_0', 'BF16'):
        assert sizes[name] <= sizes[best] or not holds(*held, '--quant', name), name


def test_cache():
    """The best type of cache holds, and a larger one does not"""
    held = (MODEL, '--gpu', '4090', '--quant', 'Q4_K_M', '--context', '24K')
    assert not holds(*held, '--kv', 'f16')
    best = solve(*held)['found']['kv']
    assert best == 'q8_0', best
    assert holds(*held, '--kv', best)
    assert solve(*held[:-1], '4K')['found']['kv'] == 'f16'


def test_requests():
    """So many requests hold, each with the context of one, and one more does not"""
    held = ('Qwen/Qwen3-8B', '--gpu', '4090', '--quant', 'Q4_K_M')
    most = solve(*held, '--context', '8K')['found']['parallel']
    assert most > 2, most
    each = 8192
    assert holds(*held, '--context', str(each * most), '--parallel', str(most))
    assert not holds(*held, '--context', str(each * (most + 1)), '--parallel', str(most + 1))

    # A server says it by itself.
    served = (*held[:3], '--engine', 'vllm', '--context', '8K')
    assert solve(*served)['found']['parallel'] >= 1


def test_accelerators():
    """The fewest of an accelerator hold, and one less does not"""
    held = (MODEL, '--gpu', '3090', '--quant', 'Q8_0', '--context', '16K')
    fewest = solve(*held)['found']['count']
    assert fewest == 2, fewest
    assert holds(*held, '--count', '2') and not holds(*held, '--count', '1')
    # More than it takes are not asked for.
    assert 'count' not in solve(*held, '--count', '4')['found']
    # Memory of whole computers is not added up.
    assert solve(MODEL, '--gpu', 'apple m4 16gb', '--quant', 'BF16')['found']['count'] is None


def test_hardware():
    """What is named holds; the least comes first; a number that is held is kept to"""
    held = (MODEL, '--quant', 'Q8_0', '--context', '16K')
    found = solve(*held)['found']
    assert 'count' not in found and 'precision' not in found and 'context' not in found
    assert 1 <= len(found['hardware']) <= 5
    counts = [one['count'] for one in found['hardware']]
    assert counts == sorted(counts)
    for one in found['hardware']:
        assert holds(*held, '--gpu', one['id'], '--count', str(one['count'])), one
    usable = [row for row in json.loads(run('table', *held, '--json').stdout)['rows']
              if row['verdict'] in HOLDS]
    assert counts[0] == 1 and usable

    large = ('deepseek-ai/DeepSeek-V3', '--quant', 'Q8_0')
    assert any(one['count'] > 1 for one in solve(*large)['found']['hardware'])
    assert all(one['count'] == 1 for one in solve(*large, '--count', '1')['found']['hardware'])


def test_nothing_solves_it():
    """What cannot be is null, and in words"""
    held = ('deepseek-ai/DeepSeek-V3', '--gpu', '4090', '--context', '8K')
    found = solve(*held)
    assert found['verdict'] in ('exceeds', 'offload')
    assert found['found']['precision'] is None and found['found']['kv'] is None
    assert found['found']['parallel'] is None
    text = run('solve', *held).stdout
    assert 'Best precision        none fits' in text, text


def test_text():
    """Text has the question, its answer, and a line for each thing found"""
    done = run('solve', MODEL, '--gpu', '4090', '--context', '8K')
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith(' · Q4_K_M · 8K · NVIDIA RTX 4090'), lines[0]
    assert lines[1].startswith('Fits'), lines[1]
    assert not any(line.startswith('Longest context') for line in lines)
    assert any(line.startswith('Fewest accelerators   1 × NVIDIA RTX 4090') for line in lines)


def test_usage():
    """What cannot be meant is said"""
    fails(2, 'solve')
    fails(2, 'solve', MODEL, 'another')
    assert 'nothing is left' in fails(2, 'solve', MODEL, '--gpu', '4090', '--count', '1', '--quant',
                                      'Q8_0', '--context', '8K', '--kv', 'f16', '--parallel', '1')
    fails(1, 'solve', 'no such model anywhere')


main([value for name, value in list(globals().items()) if name.startswith('test_')])
