#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `plimsoll table` lists, held against single answers of `plimsoll size`."""

import csv
import io
import json
import unicodedata

from program import answer, fails, main, run

MODEL = 'Qwen/Qwen3-30B-A3B'
GIB = 1 << 30


def table(*arguments):
    done = run('table', *arguments, '--json')
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found['format'] == 1
    return found['rows']


def test_hardware():
    """Every accelerator has a row, whose figures are those of a single answer"""
    rows = table(MODEL, '--quant', 'Q4_K_M', '--context', '16K')
    hardware = json.loads(run('hardware', '--json').stdout)['accelerators']
    assert [row['id'] for row in rows] == [row['id'] for row in hardware]
    for row in rows[::40]:
        one = answer(MODEL, '--quant', 'Q4_K_M', '--context', '16K', '--gpu', row['id'])
        assert row['required'] == one['memory']['required'], row
        assert row['usable'] == one['memory']['usable'], row
        assert row['verdict'] == one['verdict'], row
        assert (row['longest_context'] or 0) == one['memory']['longest_context'], row
        decode = one['speed']['decode']['value']
        assert row['decode'] == decode or abs(row['decode'] - decode) < 1e-6 * decode, row
        if one['verdict'] in ('exceeds', 'offload'):
            assert row['accelerators'] == one['needs']['accelerators'] or row['accelerators'] is None
        else:
            assert row['accelerators'] == 1, row


def test_precisions():
    """Every precision has a row; what is published of its loss stands beside it"""
    rows = {row['name']: row for row in table(MODEL, '--precisions', '--gpu', '4090')}
    assert {'Q4_K_M', 'Q8_0', 'BF16', 'IQ2_XXS'} <= set(rows)
    for name in ('Q4_K_M', 'Q8_0'):
        one = answer(MODEL, '--quant', name, '--gpu', '4090')
        assert rows[name]['required'] == one['memory']['required']
        assert rows[name]['size'] == one['memory']['file']
    # llama.cpp tools/perplexity/README.md: 6.407115 against 6.2316.
    assert abs(rows['Q4_K_M']['loss'] - (6.407115 / 6.2316 - 1)) < 1e-4
    assert rows['BF16']['loss'] == 0
    assert rows['TQ1_0']['loss'] is None


def test_models():
    """Every model has a row in the best precision that fits"""
    rows = {row['id']: row for row in table('--models', '--gpu', '4090', '--context', '8K')}
    assert len(rows) > 700
    row = rows['Qwen/Qwen3-8B']
    assert row['precision'] == 'BF16', row
    one = answer('Qwen/Qwen3-8B', '--quant', 'BF16', '--gpu', '4090', '--context', '8K')
    assert row['required'] == one['memory']['required']
    assert one['verdict'] in ('fits', 'tight')
    large = rows['deepseek-ai/DeepSeek-V3']
    assert large['precision'] is None and large['verdict'] == 'exceeds', large

    # What does not fit whole runs with a part in system memory, where that has the room.
    roomy = ('--gpu', '4090', '--context', '8K', '--ram', '256GiB')
    large, = (row for row in table('--models', *roomy) if row['id'] == 'deepseek-ai/DeepSeek-V3')
    one = answer('deepseek-ai/DeepSeek-V3', '--quant', large['precision'], *roomy)
    assert large['verdict'] == one['verdict'] == 'offload', large
    assert large['decode'] == one['speed']['decode']['value'], (large, one['speed'])


def test_sort():
    """Sorting is by number, the useful end first, and what is unknown is last"""
    for key, member, descending in (('required', 'required', False), ('decode', 'decode', True),
                                    ('-decode', 'decode', False), ('usable', 'usable', True)):
        values = [row[member] for row in table(MODEL, f'--sort={key}')]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=descending), key
        assert None not in values[:len(known)], key


def test_filters():
    """Only what fits, and only what one maker makes"""
    rows = table(MODEL, '--fits', '--vendor', 'amd')
    assert rows and all(row['verdict'] in ('fits', 'tight') for row in rows)
    assert all(row['id'].startswith('amd-') for row in rows), rows[0]


def test_per_million():
    """What a million tokens cost is what it costs there, and says whether bought or rented"""
    rows = {row['id']: row for row in table(MODEL, '--sort', 'per-million')}
    owned = rows['nvidia-rtx-4090']
    # $1599 over 36 months, and seven tenths of 450 W at $0.175, in 121.6 hours of a month.
    an_hour = 1599 / 36 / 121.6 + 0.315 * 0.175
    assert owned['per_million_of'] == 'bought'
    assert abs(owned['per_million_output'] - an_hour / (owned['decode'] * 3600 * 0.9) * 1e6) < 1e-3
    assert {row.get('per_million_of') for row in rows.values()} == {'bought', 'rented', None}
    for row in rows.values():
        assert (row['per_million_output'] is None) == ('per_million_of' not in row), row


def test_csv():
    """CSV has plain numbers, and a heading with units"""
    done = run('table', MODEL, '--csv')
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    named = {row['name']: row for row in rows}
    one = answer(MODEL, '--gpu', '4090')
    row = named['NVIDIA RTX 4090']
    assert row['required_gib'] == f"{one['memory']['required'] / GIB:.3f}"
    assert row['bandwidth_gbs'] == '1008.4'
    assert row['verdict'] == one['verdict']


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)


def test_text():
    """Text is aligned"""
    done = run('table', MODEL)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith('Name ') and lines[0].endswith('Verdict')
    place = width(lines[0][:lines[0].index('Verdict')])
    for line in lines[1:]:
        before = line.rsplit(None, 1)[0]
        assert width(before) <= place - 2 and width(line) > place, line


def test_usage():
    """What cannot be meant is said"""
    assert 'at-8k' in fails(2, 'table', MODEL, '--sort', 'price')
    fails(2, 'table')
    fails(2, 'table', MODEL, '--models')
    fails(2, 'table', MODEL, '--precisions', '--models')
    fails(2, 'table', MODEL, '--json', '--csv')
    fails(2, 'table', MODEL, '--precisions', '--vendor', 'amd')
    for maker in ('“3dfx”', 'NVIDIA', 'AMD', 'Apple'):
        assert maker in fails(2, 'table', MODEL, '--vendor', '3dfx')
    fails(1, 'table', 'no such model anywhere')


main([value for name, value in list(globals().items()) if name.startswith('test_')])
