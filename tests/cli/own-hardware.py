#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's own accelerators on the command line: the user's accelerators.json."""

import contextlib
import json
import pathlib
import tempfile

from program import main, run


@contextlib.contextmanager
def own(text):
    with tempfile.TemporaryDirectory() as root:
        path = pathlib.Path(root) / 'plimsoll' / 'accelerators.json'
        path.parent.mkdir()
        path.write_text(text, encoding='utf-8')
        yield root, path


def card(**members):
    return {'id': 'my-card', 'name': 'My card', 'memory': {'nominal_gb': 20}, **members}


def document(*rows):
    return json.dumps({'format': 1, 'accelerators': rows})


def ask(root, *arguments):
    done = run(*arguments, XDG_DATA_HOME=root)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done


def test_size():
    """One's own card answers as any other: 95 % of 20 GiB are usable"""
    with own(document(card(bandwidth_gbs=800))) as (root, _):
        done = ask(root, 'size', 'Qwen/Qwen3-8B', '--gpu', 'My card', '--json')
        assert done.stderr == '', done.stderr
        answer = json.loads(done.stdout)
        assert answer['question']['accelerator'] == 'my-card', answer['question']
        assert answer['memory']['usable'] == 20 * 2**30 * 95 // 100, answer['memory']
        assert answer['memory']['physical'] == 20 * 2**30, answer['memory']


def test_lists():
    """It is in the search and in the table; a changed one is there once, with its own price"""
    changed = card(id='nvidia-rtx-4090', name='NVIDIA RTX 4090', bandwidth_gbs=1008,
                   price={'list_usd': 1234})
    with own(document(card(), changed)) as (root, _):
        found = json.loads(ask(root, 'hardware', 'my card', '--json').stdout)['accelerators']
        assert [row['id'] for row in found] == ['my-card'], found
        found = json.loads(ask(root, 'hardware', 'rtx 4090', '--json').stdout)['accelerators']
        assert [row['list_usd'] for row in found if row['id'] == 'nvidia-rtx-4090'] == [1234], found
        rows = json.loads(ask(root, 'table', 'Qwen/Qwen3-8B', '--json').stdout)['rows']
        names = [row['name'] for row in rows]
        assert names.count('My card') == 1 and names.count('NVIDIA RTX 4090') == 1, names


def test_faults():
    """Each row at fault is named with its field on standard error; the others are taken"""
    rows = document(card(), card(id='bad', name='Bad', memory={'nominal_gb': '24 GB'}),
                    {'id': 'none', 'name': 'None'})
    with own(rows) as (root, path):
        done = ask(root, 'size', 'Qwen/Qwen3-8B', '--gpu', 'My card', '--json')
        lines = done.stderr.splitlines()
        assert len(lines) == 2, lines
        assert lines[0].startswith('plimsoll: accelerators.json: row 2 (bad): '
                                   '“memory.nominal_gb”'), lines
        assert lines[1].startswith('plimsoll: accelerators.json: row 3 (none): “memory”'), lines
        assert json.loads(done.stdout)['question']['accelerator'] == 'my-card'
        assert path.read_text(encoding='utf-8') == rows
        assert [entry.name for entry in path.parent.iterdir()] == ['accelerators.json']


def test_damaged():
    """A file that is none of ours is named, and what ships is there; it is left as it is"""
    for text in '', '{', '[]', '{"format": 9, "accelerators": []}', '\0\0':
        with own(text) as (root, path):
            done = ask(root, 'size', 'Qwen/Qwen3-8B', '--gpu', 'RTX 4090', '--json')
            assert done.stderr.startswith('plimsoll: accelerators.json: '), done.stderr
            assert done.stderr.count('\n') == 1, done.stderr
            assert path.read_text(encoding='utf-8') == text


main([value for name, value in list(globals().items()) if name.startswith('test_')])
