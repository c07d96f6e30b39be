#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program on a real bus: the bus starts it, and there is one of it. Prints TAP."""

import os
import pathlib
import subprocess

from session import PATH, PROGRAM, call, check, finish, offer_service, owner, quit_program, wait, windows

offer_service()
call(PATH, 'org.freedesktop.Application', 'Activate', '(a{sv})', {})
check('the bus starts it', owner())
check('a window opens', wait(windows) == 1)

first = owner()
second = subprocess.run([PROGRAM], capture_output=True, text=True, timeout=30)
check('a second one leaves it to the first', second.returncode == 0, second.stderr)
check('no second window', windows() == 1 and owner() == first)

model = pathlib.Path(os.environ['HOME']) / 'none.gguf'
model.write_bytes(b'GGUF')
second = subprocess.run([PROGRAM, model], capture_output=True, text=True, timeout=30)
check('a file goes to the first', second.returncode == 0 and windows() == 1 and owner() == first,
      second.stderr)

quit_program()
finish()
