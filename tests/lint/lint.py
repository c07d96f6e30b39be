#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what a compiler does not: format, translation lists, licences, paths, scripts.

Prints TAP, one test a check. With --fix, formats the C and Blueprint files in place instead.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

results = []


def run(*command, **options):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **options)


def tracked():
    """The files of the checkout that are not ignored, whether committed yet or not."""
    listing = run('git', '-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others',
                  '--exclude-standard')
    if listing.returncode != 0:
        sys.exit(f'Bail out! git: {listing.stderr.strip()}')
    return [ROOT / name for name in sorted(set(listing.stdout.split('\0')))
            if name and (ROOT / name).is_file() and not (ROOT / name).is_symlink()]


def text_of(file):
    """The file's text, or None where it is not text."""
    data = file.read_bytes()
    if b'\0' in data[:8192]:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def report(what, faults):
    faults = list(faults)
    results.append(not faults)
    print('not ok' if faults else 'ok', len(results), '-', what)
    # To standard error: what Meson shows of a test that fails.
    for fault in faults[:30]:
        print(fault, file=sys.stderr)
    if len(faults) > 30:
        print(f'… and {len(faults) - 30} more', file=sys.stderr)


def lines_with(pattern, files):
    pattern = re.compile(pattern)
    for file in files:
        for number, line in enumerate(TEXT[file].splitlines(), 1):
            if pattern.search(line):
                yield f'{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}'


# --- Format ----------------------------------------------------------------------------------

def formatted(file):
    """The file as clang-format writes it, but with the gettext marks close: _("…")."""
    done = run('clang-format', '--style=file', str(file), check=True).stdout
    return re.sub(r'(?<![\w"])(_|N_|C_|NC_|Q_) \(', r'\1(', done)


def format_faults(fix=False):
    files = by_suffix('.c', '.h')
    with concurrent.futures.ThreadPoolExecutor() as pool:
        texts = list(pool.map(formatted, files))
    for file, wanted in zip(files, texts):
        if wanted == TEXT[file]:
            continue
        if fix:
            file.write_text(wanted)
            continue
        pairs = zip(wanted.splitlines(), TEXT[file].splitlines())
        number = next((n for n, (a, b) in enumerate(pairs, 1) if a != b), 'end')
        yield f'{file.relative_to(ROOT)}:{number}: not as ./dev format writes it'


def blueprint_faults(fix=False):
    files = by_suffix('.blp')
    if files:
        done = run('blueprint-compiler', 'format', '--no-diff', *(['--fix'] if fix else []),
                   *map(str, files))
        if done.returncode != 0 and not fix:
            yield from (done.stdout + done.stderr).strip().splitlines()


def whitespace_faults():
    for file, text in TEXT.items():
        name = file.relative_to(ROOT)
        if file.suffix in ('.svg', '.md') or name.parts[:2] == ('tests', 'truth'):
            continue
        if name.parts[:3] == ('tests', 'fuzz', 'corpus'):  # what a fuzzer found stays as it is
            continue
        if text and not text.endswith('\n'):
            yield f'{name}: no newline at the end'
        if file.suffix in ('.c', '.h', '.blp', '.py', '.build', '.css') and '\t' in text:
            yield f'{name}: has tabs'
    yield from lines_with(r'[ \t]+$', by_suffix('.c', '.h', '.blp', '.py', '.build', '.css', ''))


# --- What belongs where ----------------------------------------------------------------------

def potfiles_faults():
    listed = [line for line in (ROOT / 'po/POTFILES.in').read_text().splitlines()
              if line and not line.startswith('#')]
    if listed != sorted(listed):
        yield 'po/POTFILES.in is not in order'
    for name in listed:
        if not (ROOT / name).is_file():
            yield f'{name} is in po/POTFILES.in but does not exist'
    marks = re.compile(r'(?<!\w)(_|N_|C_|NC_|Q_|ngettext|dngettext|g_dngettext|g_dpgettext2) ?\("'
                       r'|(?<!\w)ngettext \(')
    for file in by_suffix('.c', '.h', '.blp'):
        name = str(file.relative_to(ROOT))
        if name.startswith(('src/', 'resources/')) and marks.search(TEXT[file]) \
                and name not in listed:
            yield f'{name} has text to translate but is not in po/POTFILES.in'


def template(directory):
    """What there is to translate now, as meson's glib preset extracts it; None where it fails."""
    pot = pathlib.Path(directory) / 'plimsoll.pot'
    done = run('xgettext', '--from-code=UTF-8', '--add-comments', '--files-from=po/POTFILES.in',
               *(f'--keyword={word}' for word in ('_', 'N_', 'C_:1c,2', 'NC_:1c,2')), f'-o{pot}')
    return pot if done.returncode == 0 else None


def translation_faults():
    """Each language is well-formed and nearly whole: half a language is worse than English."""
    languages = [line for line in (ROOT / 'po/LINGUAS').read_text().splitlines()
                 if line and not line.startswith('#')]
    if languages != sorted(languages):
        yield 'po/LINGUAS is not in order'
    for file in by_suffix('.po'):
        if file.stem not in languages:
            yield f'{file.relative_to(ROOT)} is not in po/LINGUAS'
    with tempfile.TemporaryDirectory() as directory:
        pot = template(directory)
        if pot is None:
            yield 'xgettext: no template could be made'
            return
        for language in languages:
            name = f'po/{language}.po'
            checked = run('msgfmt', '--check', '-o/dev/null', name)
            yield from checked.stderr.splitlines()
            merged = str(pathlib.Path(directory) / f'{language}.po')
            run('msgmerge', '--quiet', '--no-fuzzy-matching', f'-o{merged}', name, str(pot))
            counts = run('msgfmt', '--statistics', '-o/dev/null', merged,
                         env={**os.environ, 'LC_ALL': 'C'}).stderr
            done, fuzzy, left = (int(found[1]) if (found := re.search(rf'(\d+) {word}', counts))
                                 else 0 for word in ('translated', 'fuzzy', 'untranslated'))
            if fuzzy or done < 0.95 * (done + left):
                yield f'{name}: {counts.strip() or "not there"}'


def fault_faults():
    """What is said of a fault is read in a window of any language; the rest is for programmers."""
    says = re.compile(r'(?<!\w)(?:g_set_error(?:_literal)?|g_error_new(?:_literal)?|plimsoll_format_fail'
                      r'|plimsoll_config_fault|plimsoll_json_scan_fail|gguf_model_assume|set_fault)'
                      r' \(([^;]*?);', re.DOTALL)
    sentence = re.compile(r'"[^"]*[a-z]{2} [a-z]{2}[^"]*"')
    for file in by_suffix('.c'):
        name = str(file.relative_to(ROOT))
        if not name.startswith('src/') or 'fuzz' in name:
            continue
        for call in says.finditer(TEXT[file]):
            arguments = re.sub(r'(?:_|ngettext) ?\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)', '', call.group(1))
            if sentence.search(arguments):
                line = TEXT[file].count('\n', 0, call.start()) + 1
                yield f'{name}:{line}: a fault that cannot be translated'


def licence_faults():
    for file in by_suffix('.c', '.h', '.py', '.blp', '.css') + scripts():
        if 'SPDX-License-Identifier: ' not in TEXT[file][:200]:
            yield f'{file.relative_to(ROOT)}: no SPDX line at the top'


def path_faults():
    """A path of somebody's machine in a tracked file is of no use to anybody else."""
    return lines_with(r'(?:^|[^\w.})/-])/(?:home|Users|root|work)/', TEXT)


def guard_faults():
    for file in by_suffix('.h'):
        if '#pragma once' not in TEXT[file]:
            yield f'{file.relative_to(ROOT)}: no #pragma once'


def icon_faults():
    """GTK recolours what a symbolic icon fills; the rest it shows black or not at all."""
    for file in by_suffix('.svg'):
        if not file.stem.endswith('-symbolic'):
            continue
        name = file.relative_to(ROOT)
        if 'viewBox="0 0 16 16"' not in TEXT[file]:
            yield f'{name}: not on the 16 px grid'
        for word in re.findall(r'stroke|currentColor|<(?:mask|clipPath|style|g|use|text)\b', TEXT[file]):
            yield f'{name}: {word} in a symbolic icon'


def resource_faults():
    manifest = (ROOT / 'resources/plimsoll.gresource.xml').read_text()
    for file in TEXT:
        name = str(file.relative_to(ROOT / 'resources')) if file.is_relative_to(
            ROOT / 'resources') else ''
        if name.startswith(('icons/', 'ui/')) or name.endswith('.css'):
            if name.replace('.blp', '.ui') not in manifest:
                yield f'resources/{name} is not in plimsoll.gresource.xml'


def screenshot_faults():
    """Flathub's bounds for the pictures that the metainfo names."""
    for file in sorted((ROOT / 'data/screenshots').glob('*.png')):
        size = run('identify', '-format', '%w %h', str(file)).stdout.split()
        if len(size) == 2 and (int(size[0]) > 2000 or int(size[1]) > 1400):
            yield f'{file.relative_to(ROOT)}: larger than 1000×700 at twice the scale'


# --- Scripts ---------------------------------------------------------------------------------

def scripts():
    return [file for file, text in TEXT.items() if text.startswith('#!/bin/sh')]


def script_faults():
    done = run('shellcheck', '-s', 'sh', *map(str, scripts()))
    yield from done.stdout.strip().splitlines()
    for file in scripts():
        done = run('dash', '-n', str(file)) if shutil.which('dash') else run('sh', '-n', str(file))
        yield from done.stderr.strip().splitlines()


def executable_faults():
    for file, text in TEXT.items():
        if text.startswith('#!') and not os.access(file, os.X_OK):
            yield f'{file.relative_to(ROOT)}: begins with #! but is not executable'


def python_faults():
    for file in by_suffix('.py'):
        try:
            compile(TEXT[file], str(file), 'exec')
        except SyntaxError as error:
            yield str(error)


def by_suffix(*suffixes):
    return [file for file in TEXT if file.suffix in suffixes]


TEXT = {file: text for file in tracked() if (text := text_of(file)) is not None}

if sys.argv[1:] == ['--fix']:
    for _ in [*format_faults(fix=True), *blueprint_faults(fix=True)]:
        pass
    sys.exit(0)

report('C files are formatted', format_faults())
report('Blueprint files are formatted', blueprint_faults())
report('white space', whitespace_faults())
report('POTFILES.in names every file with text to translate', potfiles_faults())
report('languages are whole', translation_faults())
report('faults can be translated', fault_faults())
report('files name their licence', licence_faults())
report('no paths of a machine', path_faults())
report('headers are guarded', guard_faults())
report('symbolic icons can be recoloured', icon_faults())
report('resources are all compiled in', resource_faults())
report('screenshots keep to the bounds', screenshot_faults())
report('shell scripts', script_faults())
report('Python scripts', python_faults())
report('scripts are executable', executable_faults())
print(f'1..{len(results)}')
sys.exit(0 if all(results) else 1)
