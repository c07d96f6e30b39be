# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the program on a bus share: the service as it is installed, calls, waits, results."""

import os
import pathlib
import subprocess
import sys
import time

# Of what we run, and not of what Python's bindings have to say.
os.environ.pop('G_DEBUG', None)

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


def finish():
    print(f'1..{len(results)}')
    sys.exit(0 if all(results) else 1)


def call(path, interface, method, signature=None, *arguments, name=ID):
    """What the method answers, as Python values."""
    parameters = GLib.Variant(signature, arguments) if signature else None
    return bus.call_sync(name, path, interface, method, parameters, None, Gio.DBusCallFlags.NONE,
                         30000).unpack()


def ask_bus(method, signature=None, *arguments):
    return call('/org/freedesktop/DBus', 'org.freedesktop.DBus', method, signature, *arguments,
                name='org.freedesktop.DBus')


def owner():
    """Who has the program's name on the bus; None: nobody."""
    try:
        return ask_bus('GetNameOwner', '(s)', ID)[0]
    except GLib.Error:
        return None


def windows():
    done = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'Plimsoll'],
                          capture_output=True, text=True)
    return len(done.stdout.split())


def wait(what, seconds=30):
    end = time.monotonic() + seconds
    while not (value := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return value


def quit_program():
    call(PATH, 'org.freedesktop.Application', 'ActivateAction', '(sava{sv})', 'quit', [], {})
    check('it ends when it is told to', wait(lambda: owner() is None))


def offer_service():
    """Has the bus start the program that was built as it starts the one that is installed."""
    services = pathlib.Path(os.environ['XDG_DATA_HOME']) / 'dbus-1/services'
    services.mkdir(parents=True)
    (services / f'{ID}.service').write_text(
        f'[D-BUS Service]\nName={ID}\nExec={PROGRAM} --gapplication-service\n')
    ask_bus('ReloadConfig')
    ask_bus('UpdateActivationEnvironment', '(a{ss})',
            {name: os.environ[name] for name in ('DISPLAY', 'XAUTHORITY') if name in os.environ})
