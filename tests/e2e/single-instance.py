#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program on a real bus: the bus starts it, and there is one of it. Prints TAP."""

import os
import pathlib
import subprocess
import sys
import time

from gi.repository import Gio, GLib

ID = 'io.github.plimsoll_app.Plimsoll'
PATH = '/' + ID.replace('.', '/')
PROGRAM = os.environ['PLIMSOLL']

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
results = []


def check(what, good, fault=''):
    results.append(bool(good))
    print('ok' if good else 'not ok', len(results), '-', what, flush=True)
    if not good:
        print(fault, file=sys.stderr)


def call(name, path, interface, method, arguments, timeout=30000):
    return bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, timeout)


def ask_bus(method, arguments):
    return call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', method, arguments)


def owner():
    if not ask_bus('NameHasOwner', GLib.Variant('(s)', (ID,)))[0]:
        return None
    return ask_bus('GetNameOwner', GLib.Variant('(s)', (ID,)))[0]


def windows():
    done = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'Plimsoll'],
                          capture_output=True, text=True)
    return len(done.stdout.split())


def wait(what, seconds=30):
    end = time.monotonic() + seconds
    while not (value := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return value


# What `meson install` puts there, but of the program that was built.
services = pathlib.Path(os.environ['XDG_DATA_HOME']) / 'dbus-1/services'
services.mkdir(parents=True)
(services / f'{ID}.service').write_text(
    f'[D-BUS Service]\nName={ID}\nExec={PROGRAM} --gapplication-service\n')
ask_bus('ReloadConfig', None)
ask_bus('UpdateActivationEnvironment', GLib.Variant('(a{ss})', (
    {name: os.environ[name] for name in ('DISPLAY', 'XAUTHORITY') if name in os.environ},)))

call(ID, PATH, 'org.freedesktop.Application', 'Activate', GLib.Variant('(a{sv})', ({},)))
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

call(ID, PATH, 'org.freedesktop.Application', 'ActivateAction',
     GLib.Variant('(sava{sv})', ('quit', [], {})))
check('it ends when it is told to', wait(lambda: owner() is None))

print(f'1..{len(results)}')
sys.exit(0 if all(results) else 1)
