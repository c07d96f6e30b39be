#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the figures of an answer came about."""

import json
import math
import os
import pathlib
import subprocess
import tempfile

from program import PROGRAM, answer, main, run

DATA = pathlib.Path(__file__).parents[2] / 'data'
ENGINES = {row['id'] for row in json.loads((DATA / 'engines.json').read_text())['engines']}
MEMBERS = {'id', 'title', 'value', 'unit', 'text', 'rule', 'relation', 'operand', 'terms_unit',
           'terms', 'inputs', 'exactness', 'accuracy', 'engine', 'checked_on'}

# Dense, a mixture, latent attention, windows, a hybrid; one device, several that differ, offload,
# the processor alone, shared memory; engines that serve.
QUESTIONS = [
    ['Qwen/Qwen3-8B'],
    ['Qwen/Qwen3-30B-A3B', '--gpu', 'rtx 4090', '--depth', '20000', '--parallel', '4'],
    ['deepseek-ai/DeepSeek-V3', '--gpu', '8x h100 sxm', '--context', '64K'],
    ['google/gemma-3-27b-it', '--gpu', 'rtx 4090', '--kv', 'q8_0', '--context', '100K'],
    ['Qwen/Qwen3-Next-80B-A3B-Instruct', '--gpu', '2x rtx 3090', '--gpu', 'rtx 3060 12gb'],
    ['Qwen/Qwen3-30B-A3B', '--gpu', 'rtx 3060 12gb', '--n-cpu-moe', '30'],
    ['Qwen/Qwen3-32B', '--gpu', 'rtx 4090', '--ngl', '30', '--flash-attention', 'off'],
    ['Qwen/Qwen3-8B', '--count', '0', '--ram', '32GiB'],
    ['Qwen/Qwen3-8B', '--gpu', 'm4 max', '--ram', '64GiB', '--ngl', '20'],
    ['Qwen/Qwen3-8B', '--draft', 'Qwen/Qwen3-0.6B', '--memory-in-use', '1GiB'],
    ['Qwen/Qwen3-32B', '--engine', 'vllm', '--gpu', '4x h100 sxm', '--tensor-parallel', '4',
     '--parallel', '64', '--memory-in-use', '1GiB'],
    ['Qwen/Qwen3-8B', '--engine', 'sglang', '--gpu', 'h100 sxm', '--parallel', '8'],
]


def explained(*arguments):
    found = answer(*arguments, '--explain')
    return found, {entry['id']: entry for entry in found['explain']}


def adds_up(entry):
    total = sum(term['value'] for term in entry['terms'])
    value, operand = entry['value'], entry['operand']
    if value is None:
        return entry['terms'] == []
    if entry['relation'] == 'sum':
        return total == value if entry['unit'] == 'bytes' else math.isclose(total, value)
    if entry['relation'] == 'sum / operand':
        return math.isclose(total / operand, value)
    if entry['relation'] == 'floor (sum / operand)':
        return total // operand == value
    if entry['relation'] == 'operand / sum':
        return math.isclose(operand / total, value)
    return entry['relation'] == 'largest with sum <= operand' and total <= operand


def test_adds_up():
    """Terms make the figure, whatever was asked; all that they refer to is there"""
    for question in QUESTIONS:
        _, entries = explained(*question)
        for entry in entries.values():
            assert set(entry) == MEMBERS, entry
            assert adds_up(entry), (question, entry)
            assert entry['exactness'] in ('exact', 'modelled', 'unknown')
            assert entry['engine'] is None or entry['engine'] in ENGINES, entry
            assert all(term['entry'] is None or term['entry'] in entries
                       for term in entry['terms']), (question, entry)
            assert all(given['source'] for given in entry['inputs']), entry


def test_same_figures():
    """The figures are those of the answer"""
    for question in QUESTIONS:
        found, entries = explained(*question)
        memory, speed, serving = found['memory'], found['speed'], found['serving']
        for member in ('file', 'weights_device', 'weights_host', 'kv_cache', 'state',
                       'compute_device', 'compute_host', 'output', 'runtime', 'required', 'usable',
                       'headroom', 'longest_context'):
            said = entries[member]['value'] if member in entries else 0
            # Beside an engine's share nothing is known of buffers: null in the answer.
            assert said == (memory[member] or 0), (question, member, said, memory[member])
        for member in ('decode', 'prefill'):
            if member in entries and entries[member]['value'] is not None:
                assert math.isclose(entries[member]['value'], speed[member]['value'])
        if serving is not None:
            assert entries['kv_memory']['value'] == serving['kv_memory']['value']
            assert math.isclose(entries['requests_at_once']['value'],
                                serving['requests_at_once']['value'])
            assert entries['budget']['value'] == serving['budget']


def test_numbers():
    """A formula has the numbers in it"""
    _, entries = explained('Qwen/Qwen3-8B', '--context', '16K')
    term, = entries['kv_cache']['terms']
    # 8 heads of 128 in 2 bytes.
    assert term['formula'] == '36 blocks × 16384 cells × 1 × (2048 + 2048 bytes)', term
    assert term['value'] == 36 * 16384 * 4096
    assert entries['kv_cache']['exactness'] == 'exact'
    assert entries['kv_cache']['engine'] == 'llama.cpp-0.5.0'
    assert entries['output']['terms'][0]['formula'] == '151936 × 1 × 4'
    assert entries['compute_device']['exactness'] == 'modelled'
    sources = {given['name']: given['source'] for given in entries['kv_cache']['inputs']}
    assert sources['context'] == 'the question'
    assert '(20' in sources['a row of the cache'], sources


def test_own_file():
    """A file of one's own is named as the source"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'mine.gguf'
        subprocess.run([os.environ['MAKE_MODEL'], 'model', 'Qwen/Qwen3-8B', 'Q4_K_M', path],
                       check=True)
        found, entries = explained(str(path))
        assert all(adds_up(entry) for entry in entries.values())
        assert entries['weights_device']['value'] == found['memory']['weights_device']
        assert entries['weights_device']['exactness'] == 'exact'
        assert entries['file']['inputs'][0]['source'] == 'the file mine.gguf'


def test_text():
    """As text, after the answer"""
    plain = run('size', 'Qwen/Qwen3-8B')
    done = run('size', 'Qwen/Qwen3-8B', '--explain')
    assert done.returncode == 0 and done.stderr == ''
    assert done.stdout.startswith(plain.stdout)
    for line in ('Required memory: ', '  = usable − required', '  Checked on llama.cpp 0.5.0 (',
                 'equal to all 1439 recorded figures'):
        assert line in done.stdout, line


def test_batch():
    """With many questions, each answer has its own"""
    lines = [json.dumps({'model': 'Qwen/Qwen3-8B', 'context': 1024 * n}) for n in (8, 16)]
    done = subprocess.run([PROGRAM, 'size', '--batch', '-', '--explain'], input='\n'.join(lines),
                          capture_output=True, text=True, encoding='utf-8', timeout=120)
    for line in done.stdout.splitlines():
        found = json.loads(line)
        entries = {entry['id']: entry for entry in found['explain']}
        assert entries['kv_cache']['value'] == found['memory']['kv_cache']


def test_only_when_asked():
    """An answer has none of it unless it is asked for"""
    assert 'explain' not in answer('Qwen/Qwen3-8B')


main([value for name, value in list(globals().items()) if name.startswith('test_')])
