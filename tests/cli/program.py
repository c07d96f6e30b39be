# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the program, and saying in TAP what came of it."""

import json
import os
import subprocess
import sys
import traceback

PROGRAM = os.environ['PLIMSOLL']

NO_DISPLAY = ('DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR')


def run(*arguments, given=None, **environment):
    """The finished program: its status, and its output and errors as text."""
    settings = {name: value for name, value in os.environ.items() if name not in NO_DISPLAY}
    settings.update(environment)
    return subprocess.run([PROGRAM, *arguments], input=given, env=settings, capture_output=True,
                          text=True, encoding='utf-8', timeout=120)


def answer(*arguments):
    """The answer in JSON to `plimsoll size`."""
    done = run('size', *arguments, '--json')
    assert done.returncode == 0, done.stderr
    assert done.stderr == '', done.stderr
    return json.loads(done.stdout)


def fails(status, *arguments, **options):
    """Checks that the program says no in one line; gives that line."""
    done = run(*arguments, **options)
    assert done.returncode == status, (done.returncode, done.stderr)
    assert done.stdout == '', done.stdout
    assert done.stderr.count('\n') == 1 and done.stderr.startswith('plimsoll: '), done.stderr
    return done.stderr


def batch(lines):
    done = run('size', '--batch', '-', given='\n'.join(lines) + '\n')
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def main(tests):
    failed = 0
    print(f'1..{len(tests)}')
    for number, test in enumerate(tests, 1):
        name = ' '.join(test.__doc__.split())
        try:
            test()
            print('ok', number, '-', name)
        except Exception:  # Whatever it is, it is this test's failure, and the next one still runs.
            failed += 1
            print('not ok', number, '-', name)
            for line in traceback.format_exc().splitlines():
                print('#', line)
        sys.stdout.flush()
    sys.exit(failed != 0)
