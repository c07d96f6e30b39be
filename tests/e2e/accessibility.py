#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a screen reader meets it: over the accessibility bus, driven with the keys."""

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'cli'))

# The bus of a session that is just begun warns of what is not there yet; the program's warnings count.
ENVIRONMENT = {**os.environ, 'GTK_A11Y': 'atspi'}
os.environ.pop('G_DEBUG', None)

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib

from program import PROGRAM, main

PAGES = ('fit', 'compare', 'speed', 'cost', 'training', 'run')

# What somebody operates, and so must have a name.
OPERATED = {'push button', 'button', 'check box', 'combo box', 'entry', 'link', 'menu item',
            'radio button', 'slider', 'spin button', 'switch', 'text', 'toggle button', 'page tab',
            'level bar', 'search box', 'password text'}

plimsoll = None
application = None


def wait_for(what, seconds=20):
    """What `what` gives, as soon as it gives something."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            found = what()
        except GLib.Error:  # It went while it was looked at.
            found = None
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f'waited {seconds} s in vain for {what.__doc__ or what}')


def find_application():
    """the program on the bus"""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == plimsoll.pid \
                and child.get_child_count() > 0:
            return child
    return None


def walk(node, path=()):
    """Each thing below `node` that can be seen, with the way to it."""
    node.clear_cache_single()
    states = node.get_state_set()
    if node.get_role() not in (Atspi.Role.APPLICATION,) and (
            not states.contains(Atspi.StateType.VISIBLE)
            or not states.contains(Atspi.StateType.SHOWING)):
        return
    path = (*path, f'{node.get_role_name()} “{node.get_name()}”')
    yield node, path
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield from walk(child, path)


def everything():
    return list(walk(application))


def named(role, name):
    def found():
        return next((node for node, _ in everything()
                     if node.get_role_name() == role and node.get_name() == name), None)
    found.__doc__ = f'{role} “{name}”'
    return wait_for(found)


def press(*keys):
    subprocess.run(['xdotool', 'key', '--clearmodifiers', *keys], check=True)
    time.sleep(0.4)


def nameless():
    return [' / '.join(path[-4:]) for node, path in everything()
            if node.get_role_name() in OPERATED and not node.get_name().strip()]


def test_pages():
    """no control of any page is without a name"""
    for number, page in enumerate(PAGES, 1):
        press(f'alt+{number}')
        wait_for(lambda: len(everything()) > 40)
        assert not nameless(), (page, nameless())


def test_dialogs():
    """nor one of a dialog that a key opens"""
    for keys in ('ctrl+k', 'ctrl+e', 'ctrl+shift+d'):
        before = len([n for n, _ in everything() if n.get_role_name() == 'dialog'])
        press('ctrl+d' if keys == 'ctrl+shift+d' else 'alt+1')
        press(keys)
        wait_for(lambda: len([n for n, _ in everything() if n.get_role_name() == 'dialog']) > before)
        assert not nameless(), (keys, nameless())
        press('Escape')
        wait_for(lambda: len([n for n, _ in everything() if n.get_role_name() == 'dialog']) == before)


def test_data():
    """the load line and the chart are read as data"""
    press('alt+1')
    line = next(node for node, _ in everything() if node.get_name() == 'Memory'
                and node.get_description())
    assert 'Weights' in line.get_description() and 'Fits' in line.get_description(), \
        line.get_description()
    named('slider', 'Memory by context')


def test_result():
    """what is changed with the keys changes what is read"""
    def read():
        return [node.get_description() for node, _ in everything()
                if node.get_name() == 'Memory' and node.get_description()]
    before = wait_for(read)
    slider = named('slider', 'Precision')
    press('F6')
    for _ in range(20):
        if slider.get_state_set().contains(Atspi.StateType.FOCUSED):
            break
        press('Tab')
    assert slider.get_state_set().contains(Atspi.StateType.FOCUSED), 'no way to the precision'
    press('Right', 'Right')
    wait_for(lambda: read() and read() != before)


def test_headings():
    """each page has headings to go by"""
    for number, page in enumerate(PAGES, 1):
        # What is compared is one table, which is gone by itself.
        if page == 'compare':
            continue
        press(f'alt+{number}')
        headings = [n.get_name() for n, _ in everything() if n.get_role_name() == 'heading']
        assert headings, page


def run_tests():
    global plimsoll, application
    with subprocess.Popen([PROGRAM], env=ENVIRONMENT) as plimsoll:
        try:
            application = wait_for(find_application, 60)
            window = subprocess.run(['xdotool', 'search', '--sync', '--onlyvisible', '--pid',
                                     str(plimsoll.pid)], check=True, capture_output=True,
                                    text=True).stdout.split()[-1]
            # No window manager gives the focus here.
            subprocess.run(['xdotool', 'windowfocus', '--sync', window], check=True)
            main([test_pages, test_dialogs, test_data, test_result, test_headings])
        finally:
            plimsoll.terminate()


run_tests()
