#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completions and the manual page, held against what the program's --help says."""

import importlib.util
import os
import pathlib
import pty
import re
import shutil
import subprocess

from program import PROGRAM, main, run

HERE = pathlib.Path(__file__).resolve().parents[2] / 'data' / 'completions'
spec = importlib.util.spec_from_file_location('make', HERE / 'make.py')
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)


def test_same():
    """They are what make.py makes of --help: no option is missing, none is made up"""
    for name, text in make.make(PROGRAM).items():
        assert (HERE / name).read_text(encoding='utf-8') == text, f'{name}: run make.py'


def test_options():
    """Every option of every command stands in each of them"""
    commands = make.read(PROGRAM)
    assert len(commands) >= 10, commands
    files = {name: (HERE / name).read_text(encoding='utf-8') for name in make.FILES}
    for command in commands:
        for option in command.options:
            shown = {'plimsoll.bash': f'--{option.long}', '_plimsoll': f'--{option.long}',
                     'plimsoll.fish': f"{command.name}' -l {option.long}",
                     'plimsoll.1': '\\-\\-' + option.long.replace('-', '\\-')}
            for name, text in files.items():
                assert name == 'plimsoll.1' and option.long == 'help' or shown[name] in text, (
                    name, command.name, option.long)


def complete(*words):
    script = (f'source {HERE}/plimsoll.bash\nCOMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n_plimsoll\n'
              'printf "%s\\n" "${COMPREPLY[@]}"\n')
    done = subprocess.run(['bash', '-c', script, 'bash', *words], check=True, capture_output=True,
                          text=True)
    assert done.stderr == '', done.stderr
    return set(done.stdout.split())


def test_bash():
    """Bash completes commands, options and values"""
    assert {'size', 'report', 'table', '--help'} <= complete('plimsoll', '')
    assert complete('plimsoll', 'rep') == {'report'}
    assert {'--output', '--format', '--gpu'} <= complete('plimsoll', 'report', '--')
    assert '--output' not in complete('plimsoll', 'size', '--')
    assert complete('plimsoll', 'report', '--format', 'p') == {'pdf'}
    assert complete('plimsoll', 'size', '--engine', '') == {'llama.cpp', 'vllm', 'sglang'}


def test_syntax():
    """Each shell reads its file"""
    for shell, name in (('bash', 'plimsoll.bash'), ('zsh', '_plimsoll'), ('fish', 'plimsoll.fish')):
        if shutil.which(shell):
            subprocess.run([shell, '-n', str(HERE / name)], check=True)
    text = (HERE / '_plimsoll').read_text(encoding='utf-8')
    # Quotes are in pairs, also where no zsh is here to say so.
    for line in text.splitlines():
        assert line.replace("'\\''", '').count("'") % 2 == 0, line


def test_manual():
    """The manual page has what a manual page has"""
    text = (HERE / 'plimsoll.1').read_text(encoding='utf-8')
    for section in ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'EXIT STATUS', 'ENVIRONMENT', 'EXAMPLES'):
        assert f'.SH {section}\n' in text, section
    assert '@' not in re.sub(r'\S+@\S+', '', text), 'a mark of the template is left'
    if shutil.which('groff'):
        done = subprocess.run(['groff', '-man', '-ww', '-Tutf8', str(HERE / 'plimsoll.1')],
                              capture_output=True, text=True, check=True)
        assert done.stderr == '', done.stderr


def on_terminal(*arguments, **environment):
    """What the program writes where its output is a terminal."""
    settings = {name: value for name, value in os.environ.items() if name != 'NO_COLOR'}
    settings.update({'TERM': 'xterm', **environment})
    master, slave = pty.openpty()
    process = subprocess.Popen([PROGRAM, *arguments], stdout=slave, env=settings)
    os.close(slave)
    data = b''
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:
            break
        if not piece:
            break
        data += piece
    os.close(master)
    assert process.wait() == 0
    return data.decode().replace('\r\n', '\n')


def test_color():
    """Verdicts have a colour on a terminal alone, and none where NO_COLOR is set"""
    for arguments in (('size', 'qwen3-8b', '--gpu', '4090'), ('table', 'qwen3-8b')):
        plain = run(*arguments).stdout
        assert '\033' not in plain
        painted = on_terminal(*arguments)
        assert '\033[1;32mFits' in painted, painted[:400]
        assert re.sub('\033\\[[0-9;]*m', '', painted) == plain
        assert on_terminal(*arguments, NO_COLOR='1') == plain
        assert on_terminal(*arguments, TERM='dumb') == plain
        assert '\033' not in on_terminal(*arguments, '--json')


def test_version():
    """--version and --help are answered, and what is neither is refused"""
    done = run('--version')
    assert done.returncode == 0 and re.fullmatch(r'plimsoll \d+\.\d+\.\d+\n', done.stdout), done
    assert run('--help').returncode == 0
    assert run('no-such-command').returncode == 2


main([value for name, value in list(globals().items()) if name.startswith('test_')])
