#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`plimsoll hardware --this`, on trees of files as the kernel and the drivers give them."""

import contextlib
import json
import pathlib
import tempfile

from program import answer, fails, main, run

RADEON = 'sys/bus/pci/devices/0000:03:00.0/'
FILES = {
    'proc/meminfo': 'MemTotal:       32768000 kB\nMemFree:         1000000 kB\n'
                    'MemAvailable:   20000000 kB\n',
    'proc/cpuinfo': 'processor\t: 0\nmodel name\t: AMD Ryzen 9 7950X 16-Core Processor\n'
                    'flags\t\t: fpu vme\n',
    'sys/class/dmi/id/sys_vendor': 'ASRock\n',
    'sys/class/dmi/id/product_name': 'X670E Taichi\n',
    RADEON + 'class': '0x030000\n',
    RADEON + 'vendor': '0x1002\n',
    RADEON + 'device': '0x744c\n',
    RADEON + 'mem_info_vram_total': '25753026560\n',
    RADEON + 'mem_info_vram_used': '1234567168\n',
    RADEON + 'mem_info_gtt_total': '16777216000\n',
    RADEON + 'mem_info_gtt_used': '33554432\n',
}


@contextlib.contextmanager
def tree(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        yield root


def this(files, *options):
    with tree(files) as root:
        done = run('hardware', '--this', *options, PLIMSOLL_COMPUTER_ROOT=root)
    assert done.returncode == 0 and done.stderr == '', done.stderr
    return done.stdout


def test_json():
    """Every figure is the file's own, with the file's name; the part answers to its id"""
    found = json.loads(this(FILES, '--json'))
    assert found['format'] == 1
    assert found['machine'] == 'ASRock X670E Taichi'
    assert found['processor'] == 'AMD Ryzen 9 7950X 16-Core Processor'
    assert found['virtual'] is False
    assert found['memory'] == {'total': 32768000 * 1024, 'free': 20000000 * 1024,
                               'source': '/proc/meminfo'}
    [card] = found['accelerators']
    assert card['candidates'] == 1 and card['pci_id'] == '1002:744c', card
    assert card['slot'] == '0000:03:00.0' and card['driver_name'] is None, card
    assert card['memory'] == {'total': 25753026560, 'free': 25753026560 - 1234567168,
                              'source': '/' + RADEON + 'mem_info_vram_total'}, card
    assert card['shared']['total'] == 16777216000, card
    assert card['shared']['free'] == 16777216000 - 33554432, card
    question = answer('Qwen/Qwen3-8B', '--gpu', card['id'])['question']
    assert card['id'] == 'amd-radeon-rx-7900-xtx-24gb' and card['id'] in json.dumps(question)


def test_text():
    """Text names the part, what is free of its memory and where that is from"""
    text = this(FILES)
    lines = [line.split(None, 1) for line in text.splitlines() if line]
    assert lines[0] == ['Computer', 'ASRock X670E Taichi'], text
    # 32768000 KiB are 31.25 GiB, 25753026560 bytes 23.98 GiB; less what is used, 22.83 GiB.
    assert '31.25 GiB, 19.07 GiB free (/proc/meminfo)' in text, text
    assert 'AMD Radeon RX 7900 XTX' in text, text
    assert '23.98 GiB, 22.83 GiB free (/' + RADEON + 'mem_info_vram_total)' in text, text
    assert 'one of' not in text, text


def test_several():
    """Where the memory is not told, the smallest of those with the id stands for them"""
    files = {name: text for name, text in FILES.items() if 'mem_info' not in name}
    [card] = json.loads(this(files, '--json'))['accelerators']
    assert card['candidates'] == 4, card
    assert card['memory'] == {'total': None, 'free': None, 'source': None}, card
    assert 'one of 4' in this(files)


def test_nothing():
    """What is not told is not known"""
    found = json.loads(this({}, '--json'))
    assert found['accelerators'] == [] and found['machine'] is None
    assert found['memory'] == {'total': None, 'free': None, 'source': None}
    assert 'none found' in this({})


def test_here():
    """The computer that this runs on has a processor's memory to tell of"""
    done = run('hardware', '--this', '--json', PLIMSOLL_COMPUTER_ROOT='')
    assert done.returncode == 0 and done.stderr == '', done.stderr
    with open('/proc/meminfo', encoding='ascii') as file:
        total = int(file.readline().split()[1]) * 1024
    assert json.loads(done.stdout)['memory']['total'] == total


def test_usage():
    """It is no search, and there is none for models"""
    assert '--this' in fails(2, 'hardware', '--this', '4090')
    fails(2, 'models', '--this')


main([value for name, value in list(globals().items()) if name.startswith('test_')])
