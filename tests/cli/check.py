#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load logs beside predictions, from the command line."""

import json
import pathlib
import tempfile

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


BENCH = '\n'.join(json.dumps({
    'build_number': 1, 'gpu_info': gpu, 'backends': 'CUDA', 'model_type': 'qwen3 8B',
    'model_size': 5021000000, 'model_n_params': 8190735360, 'n_gpu_layers': 99, 'n_cpu_moe': 0,
    'n_prompt': prompt, 'n_gen': generated, 'n_depth': 0, 'avg_ts': speed, 'stddev_ts': 1})
    for gpu, prompt, generated, speed in (('NVIDIA GeForce RTX 4090', 512, 0, 9000),
                                          ('NVIDIA GeForce RTX 4090', 0, 128, 100),
                                          ('Nobody’s card', 0, 128, 100)))


def test_keep():
    """A measured speed is kept, and stands in the place of the modelled one, marked so"""
    with tempfile.TemporaryDirectory() as root:
        def size(model, precision):
            done = run('size', model, '--gpu', 'rtx 4090', '--quant', precision, '--depth', '64',
                       '--prompt', '512', '--json', XDG_DATA_HOME=root)
            assert done.returncode == 0 and done.stderr == '', done.stderr
            return json.loads(done.stdout)['speed']

        before = size('Qwen/Qwen3-8B', 'Q4_K_M')
        assert set(before['basis'].values()) == {'modelled'}, before
        kept = check('-', '--keep', given=BENCH, XDG_DATA_HOME=root)
        assert kept['kept'] == [{'accelerator': 'nvidia-rtx-4090', 'model': 'Qwen/Qwen3-8B',
                                 'precision': 'Q4_K_M', 'figures': 2}], kept['kept']
        assert kept['notes'] == ['Figures of an accelerator that is not known here are not kept.']
        now = size('Qwen/Qwen3-8B', 'Q4_K_M')
        assert set(now['basis'].values()) == {'measured'}, now
        assert abs(now['decode']['value'] - 100) < 1, now
        assert abs(now['prefill']['value'] - 9000) < 90, now
        other = size('Qwen/Qwen3-4B', 'Q8_0')
        assert other['basis']['decode'] == 'corrected', other

        text = run('size', 'Qwen/Qwen3-8B', '--gpu', 'rtx 4090', '--quant', 'Q4_K_M',
                   XDG_DATA_HOME=root).stdout
        assert 'measured here' in text and 'tok/s' in text, text
        told = run('size', 'Qwen/Qwen3-8B', '--gpu', 'rtx 4090', '--quant', 'Q4_K_M', '--explain',
                   XDG_DATA_HOME=root).stdout
        assert 'Measured here: these weights ran on this accelerator' in told, told

        # What can no longer be read is told in a line, and is not written over.
        path = pathlib.Path(root) / 'plimsoll' / 'measured.json'
        path.write_text('{"format":2,"measured":[]}', encoding='utf-8')
        done = run('size', 'Qwen/Qwen3-8B', '--gpu', 'rtx 4090', '--json', XDG_DATA_HOME=root)
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith('plimsoll: measured.json: '), done.stderr
        done = run('check', '-', '--keep', given=BENCH, XDG_DATA_HOME=root)
        assert done.returncode == 1 and 'measured.json' in done.stderr, done.stderr
        assert path.read_text(encoding='utf-8') == '{"format":2,"measured":[]}'


def test_keep_by_name():
    """A table says no accelerator: the command line does"""
    table = ('| model | size | params | backend | ngl | test | t/s |\n'
             '| --- | ---: | ---: | --- | --: | ---: | ---: |\n'
             '| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 99 | tg128 | 99.00 ± 0.10 |\n')
    with tempfile.TemporaryDirectory() as root:
        assert 'say it' in fails(1, 'check', '-', '--keep', given=table, XDG_DATA_HOME=root)
        done = run('check', '-', '--keep', '--gpu', 'rtx 3090', given=table, XDG_DATA_HOME=root)
        assert done.returncode == 0 and done.stderr == '', done.stderr
        lines = done.stdout.splitlines()
        assert lines[-2] == 'Kept as measured here:', lines
        assert lines[-1] == '  Qwen3-8B, Q4_K_M, on NVIDIA RTX 3090: 1 figure', lines


def test_keep_nothing():
    """Nothing that could be kept is said in a line"""
    assert 'processor' in fails(1, 'check', str(LOGS / 'real-bench.md'), '--keep')
    assert 'no speeds' in fails(1, 'check', LOG, '--keep')


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
