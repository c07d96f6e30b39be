#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that a folder of src/ sees the folders before it and no others.

Takes the command that compiles each folder's first file, and with it compiles one-line files that
include a header of every folder: those allowed must compile, the rest must not be found.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

build, source = map(pathlib.Path, sys.argv[1:3])
layers = sys.argv[3].split(',')
NEIGHBOURS = {('app', 'cli')}

results = []


def ok(passed, what, why=''):
    results.append(passed)
    print('ok' if passed else 'not ok', len(results), '-', what)
    if not passed:
        print(f'{what}: {why.strip()}', file=sys.stderr)


def flags_of(layer, commands):
    """The compiler and its flags for a file of this folder, without input and output."""
    for entry in commands:
        file = (pathlib.Path(entry['directory']) / entry['file']).resolve()
        if file.is_relative_to(source / 'src' / layer):
            words = shlex.split(entry['command'])
            keep, skip = [], False
            for word in words:
                if skip:
                    skip = False
                elif word in ('-o', '-MF', '-MQ', '-MT'):
                    skip = True
                elif word not in ('-c', '-MD', entry['file']):
                    keep.append(word)
            return keep, entry['directory']
    return None


def first_header(layer):
    headers = sorted((source / 'src' / layer).rglob('*.h'))
    return headers[0].name if headers else None


commands = json.loads((build / 'compile_commands.json').read_text())
present = {layer: flags_of(layer, commands) for layer in layers}
present = {layer: flags for layer, flags in present.items() if flags}

with tempfile.TemporaryDirectory() as scratch:
    probe = pathlib.Path(scratch) / 'probe.c'
    for layer, (flags, directory) in present.items():
        for other in layers:
            header = first_header(other)
            if not header or other not in present:
                continue
            allowed = (layers.index(other) <= layers.index(layer)
                       and (layer, other) not in NEIGHBOURS)
            probe.write_text(f'#include "{header}"\n')
            run = subprocess.run([*flags, '-fsyntax-only', str(probe)], cwd=directory,
                                 capture_output=True, text=True,
                                 env={'PATH': '/usr/bin:/bin', 'LC_ALL': 'C.UTF-8'})
            if allowed:
                ok(run.returncode == 0, f'{layer} may include {other}', run.stderr)
            else:
                ok(run.returncode != 0
                   and re.search(rf'{re.escape(header)}.*not found|{re.escape(header)}: No such file',
                                 run.stderr) is not None,
                   f'{layer} may not include {other}', run.stderr or 'it compiled')

# The flags prove nothing about an include that names a folder, so there are none.
for layer in layers:
    wrong = [f'{file.relative_to(source)}:{number}: {line}'
             for file in sorted((source / 'src' / layer).rglob('*.[ch]'))
             for number, line in enumerate(file.read_text().splitlines(), 1)
             if re.match(r'\s*#\s*include\s+"[^"]*/', line)]
    if layer in present:
        ok(not wrong, f'{layer} includes by name, not by path', '\n'.join(wrong))

# GLib's header directory holds GObject's too, so that core keeps off objects, I/O and the locale is
# seen in what its library asks the linker for.
FORBIDDEN = re.compile(r'^(g_(object|type|signal|value|param_spec|file_get|file_set|io_channel|'
                       r'print|getenv|strtod|ascii_dtostr)|f?open|f?printf|puts|setlocale|'
                       r'localeconv|socket|getenv|strtod$|time$|rand)')
archive = build / 'src' / 'libplimsoll-core.a'
if archive.exists():
    asked = subprocess.run(['nm', '--undefined-only', '--format=posix', str(archive)],
                           capture_output=True, text=True, check=True).stdout
    wrong = {line.split()[0] for line in asked.splitlines() if FORBIDDEN.match(line)}
    ok(not wrong, 'core asks for no objects, I/O or locale', '\n'.join(sorted(wrong)))

print(f'1..{len(results)}' + ('' if results else ' # SKIP no folder has sources yet'))
sys.exit(0 if all(results) else 1)
