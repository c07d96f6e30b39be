#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load logs beside predictions, from the command line."""

import json
import pathlib

from program import fails, main, run

LOGS = pathlib.Path(__file__).resolve().parent.parent / 'truth' / 'logs'
LOG = str(LOGS / 'composed-llama.cpp-2024.log')


def check(*arguments, **options):
    done = run('check', *arguments, '--json', **options)
    assert done.returncode == 0, done.stderr
    assert done.stderr == '', done.stderr
    return json.loads(done.stdout)


def test_table():
    """A table in text, aligned, with a summary before it"""
    done = run('check', LOG)
    assert done.returncode == 0 and done.stderr == '', done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith('llama.cpp · '), lines[0]
    assert lines[1] == 'Predicted 6.98 GiB, real 6.98 GiB: the same.', lines[1]
    assert len({len(line) for line in lines[4:13]}) == 1, lines


def test_json():
    """The same in JSON; bytes are whole"""
    found = check(LOG)
    assert found['format'] == 1 and found['engine'] == 'llama.cpp'
    assert found['question']['count'] == 2 and found['question']['context'] == 8192
    assert len(found['lines']) == 9
    for line in found['lines']:
        assert abs(line['difference']) <= line['rounding'], line
        assert line['predicted'] - line['real'] == line['difference']
    assert sum(line['real'] for line in found['lines']) == found['real']


def test_standard_input():
    """A log through standard input says the same"""
    assert check('-', given=pathlib.Path(LOG).read_text()) == check(LOG)


def test_overrides():
    """Options and a model say otherwise than the log"""
    found = check(LOG, '--kv', 'q8_0', '--flash-attention', 'on')
    cache = [line for line in found['lines'] if line['kind'] == 'kv_cache']
    assert all(line['predicted'] < 0.54 * line['real'] for line in cache), cache
    found = check(LOG, 'Qwen/Qwen3-8B')
    assert found['model'] == 'Qwen/Qwen3-8B'
    assert found['difference'] != 0


def test_bench():
    """Speeds that llama-bench printed"""
    found = check(str(LOGS / 'real-bench.md'))
    assert [speed['tokens_per_second'] for speed in found['speeds']] == [23.53, 6.25, 12.39, 1.94]
    assert 'lines' not in found


def test_refused():
    """What is no log is refused in one line; usage is told apart"""
    fails(2, 'check')
    fails(2, 'check', LOG, 'a', 'b')
    fails(1, 'check', 'no-such-file')
    assert 'is no log' in fails(1, 'check', str(LOGS / 'README.md'))
    assert 'is no log' in fails(1, 'check', '-', given='hello\n')
    assert 'say which model' in fails(1, 'check', str(LOGS / 'real-granite-4.0-h-tiny-q4_0.log'))
    fails(1, 'check', LOG, 'no such model')


main([value for name, value in list(globals().items()) if name.startswith('test_')])
