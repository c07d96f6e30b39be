#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`meson install` and `meson dist` of a build directory: what is installed is whole and runs, and what
is given away is what is committed, and configures. Prints TAP.

check-install.py BUILD SOURCE MESON…
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

BUILD, SOURCE = map(pathlib.Path, sys.argv[1:3])
MESON = sys.argv[3:]
ID = 'io.github.plimsoll_app.Plimsoll'

results = []


def check(what, good, fault=''):
    results.append(bool(good))
    print('ok' if good else 'not ok', len(results), '-', what)
    if not good and fault:
        print(fault, file=sys.stderr)


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)


def git(*arguments):
    return run('git', '-c', 'safe.directory=*', '-C', SOURCE, *arguments)


# Relative to the prefix. What is not named here is not to be installed.
WANTED = sorted([
    'bin/plimsoll',
    'share/bash-completion/completions/plimsoll',
    'share/fish/vendor_completions.d/plimsoll.fish',
    'share/zsh/site-functions/_plimsoll',
    'share/man/man1/plimsoll.1',
    f'share/applications/{ID}.desktop',
    f'share/metainfo/{ID}.metainfo.xml',
    f'share/dbus-1/services/{ID}.service',
    f'share/gnome-shell/search-providers/{ID}.search-provider.ini',
    f'share/mime/packages/{ID}.xml',
    f'share/glib-2.0/schemas/{ID}.gschema.xml',
    f'share/icons/hicolor/scalable/apps/{ID}.svg',
    f'share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg',
    *(f'share/plimsoll/{file.name}' for file in (SOURCE / 'data').glob('*.json')
      if not file.name.endswith('.schema.json')),
    *(f'share/locale/{language}/LC_MESSAGES/plimsoll.mo' for language in
      (SOURCE / 'po/LINGUAS').read_text().split('\n') if language and language[0] != '#'),
])


def check_install(folder):
    done = run(*MESON, 'install', '-C', BUILD, '--no-rebuild', '--destdir', folder)
    check('installs', done.returncode == 0, done.stdout + done.stderr)
    prefix = next((path.parents[1] for path in folder.rglob('bin/plimsoll')), folder)
    found = sorted(str(path.relative_to(prefix)) for path in folder.rglob('*')
                   if path.is_file() or path.is_symlink())
    check('all that belongs there, and nothing else', found == WANTED,
          f'missing: {set(WANTED) - set(found)}, too many: {set(found) - set(WANTED)}')

    environment = dict(os.environ, PLIMSOLL_DATA_DIR=str(prefix / 'share/plimsoll'))
    done = run(prefix / 'bin/plimsoll', 'size', 'qwen3-30b-a3b', '--gpu', 'rtx-4090', '--quant', 'Q4_K_M',
               '--context', '32K', env=environment, cwd=folder)
    check('what is installed answers', done.returncode == 0 and 'Fits, ' in done.stdout,
          done.stdout + done.stderr)

    done = run('glib-compile-schemas', '--strict', '--targetdir', folder,
               prefix / 'share/glib-2.0/schemas')
    check('its settings compile', done.returncode == 0, done.stderr)

    program = (prefix / 'share/dbus-1/services' / f'{ID}.service').read_text()
    bindir = '/' + str((prefix / 'bin').relative_to(folder))
    check('the bus starts what is installed', f'Exec={bindir}/plimsoll --gapplication-service\n' in program,
          program)


def check_hardening():
    """The program as it was linked, where the linker is one that can do it."""
    if not shutil.which('readelf'):
        print('# no readelf, so how the program was linked is not looked at')
        return
    program = BUILD / 'src/plimsoll'
    header, segments, dynamic, symbols = (
        run('readelf', option, program, env=dict(os.environ, LC_ALL='C')).stdout
        for option in ('-hW', '-lW', '-dW', '-sW'))
    check('it is loaded at any address', 'Position-Independent Executable' in header, header)
    check('its stack holds no code',
          any('GNU_STACK' in line and ' RW ' in line for line in segments.split('\n')), segments)
    check('its tables of functions are read-only once it runs',
          'GNU_RELRO' in segments and 'BIND_NOW' in dynamic, dynamic)
    check('its stack is watched', '__stack_chk_fail' in symbols)
    options = json.loads(run(*MESON, 'introspect', '--buildoptions', BUILD).stdout)
    options = {option['name']: option['value'] for option in options}
    if options['optimization'] in ('0', 'g', 'plain') or options['b_sanitize'] not in ('none', []):
        print('# not optimised, or sanitized: what is copied is checked in other ways')
        return
    check('what is copied is measured first', re.search(r'__\w+_chk@', symbols))


def check_types(folder):
    """Files of models have their types by what they begin with, and by their names."""
    prefix = next((path.parents[1] for path in folder.rglob('bin/plimsoll')), folder)
    mime = prefix / 'share/mime'
    done = run('update-mime-database', mime, env=dict(os.environ, XDG_DATA_DIRS=str(prefix / 'share')))
    check('the types of files are read', done.returncode == 0 and not done.stderr.strip(), done.stderr)
    (folder / 'model.gguf').write_bytes(b'GGUF\3\0\0\0' + bytes(64))
    (folder / 'no-name').write_bytes(b'GGUF\3\0\0\0' + bytes(64))
    (folder / 'other').write_bytes(b'GGUX\3\0\0\0' + bytes(64))
    (folder / 'model.safetensors').write_bytes(b'\2\0\0\0\0\0\0\0{}')
    environment = dict(os.environ, XDG_DATA_DIRS=str(prefix / 'share'), XDG_DATA_HOME=str(folder / 'none'))
    for name, wanted in (('model.gguf', 'application/x-gguf'), ('no-name', 'application/x-gguf'),
                         ('model.safetensors', 'application/x-safetensors')):
        done = run('gio', 'info', '-a', 'standard::content-type', folder / name, env=environment)
        check(f'{name} is {wanted}', f'content-type: {wanted}\n' in done.stdout, done.stdout + done.stderr)
    done = run('gio', 'info', '-a', 'standard::content-type', folder / 'other', env=environment)
    check('other files are not taken', done.returncode == 0 and 'gguf' not in done.stdout, done.stdout)


def check_dist(folder):
    if git('rev-parse', '--git-dir').returncode != 0:
        print('# no checkout, so nothing to give away')
        return
    # Written apart from what others write in the build directory.
    done = run(*MESON, 'setup', '-Dtests=false', SOURCE, folder / 'build')
    check('configures without tests', done.returncode == 0, done.stdout[-2000:])
    environment = dict(os.environ, GIT_CONFIG_COUNT='1', GIT_CONFIG_KEY_0='safe.directory',
                       GIT_CONFIG_VALUE_0='*')
    done = run(*MESON, 'dist', '-C', folder / 'build', '--no-tests', '--allow-dirty', '--formats', 'gztar',
               env=environment)
    archives = list((folder / 'build/meson-dist').glob('*.tar.gz'))
    check('an archive is made', done.returncode == 0 and len(archives) == 1, done.stdout + done.stderr)
    if len(archives) != 1:
        return
    with tarfile.open(archives[0]) as archive:
        names = sorted(member.name.split('/', 1)[1] for member in archive.getmembers()
                       if not member.isdir())
        archive.extractall(folder / 'unpacked', filter='tar')
    committed = sorted(git('ls-tree', '-r', '-z', '--name-only', 'HEAD').stdout.strip('\0').split('\0'))
    check('with what is committed', names == committed, str(set(names) ^ set(committed)))
    unpacked = next((folder / 'unpacked').iterdir())
    done = run(*MESON, 'setup', '--fatal-meson-warnings', unpacked, folder / 'of-archive')
    check('that configures where nothing else is', done.returncode == 0, done.stdout[-2000:])


with tempfile.TemporaryDirectory(prefix='plimsoll-install-') as name:
    check_install(pathlib.Path(name))
    check_types(pathlib.Path(name))
check_hardening()
with tempfile.TemporaryDirectory(prefix='plimsoll-dist-') as name:
    check_dist(pathlib.Path(name))

print(f'1..{len(results)}')
sys.exit(0 if all(results) else 1)
