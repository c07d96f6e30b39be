#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What GNOME Shell's overview asks, on a real bus: names that match, and whether each fits. Prints TAP."""

import json
import subprocess

from session import (PATH, PROGRAM, call, check, finish, offer_service, owner, quit_program, wait,
                     windows)

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi  # noqa: E402

# A verdict on the command line, and how the window begins to say it.
WORDS = {'fits': 'Fits · ', 'tight': 'Tight · ', 'offload': 'Offload · ', 'exceeds': 'Does not fit · '}


def search(method, *arguments):
    signature = {'GetInitialResultSet': '(as)', 'GetSubsearchResultSet': '(asas)',
                 'GetResultMetas': '(as)', 'ActivateResult': '(sasu)', 'LaunchSearch': '(asu)'}[method]
    answer = call(PATH + '/SearchProvider', 'org.gnome.Shell.SearchProvider2', method, signature, *arguments)
    return answer[0] if answer else None


def verdict(model):
    """Of the question that the program begins with."""
    done = subprocess.run([PROGRAM, 'size', model, '--gpu', 'rtx-4090', '--quant', 'Q4_K_M', '--context',
                           '32K', '--json'], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)['verdict']


def shown(text):
    """Whether anything on the screen has this text."""
    def below(node, depth):
        if node is None or depth > 40:
            return False
        try:
            if text in ((node.get_name() or '') + (
                    Atspi.Text.get_text(node, 0, -1) if 'Text' in node.get_interfaces() else '')):
                return True
            return any(below(node.get_child_at_index(i), depth + 1) for i in range(node.get_child_count()))
        except Exception:  # What goes while it is looked at.
            return False
    return below(Atspi.get_desktop(0), 0)


offer_service()

found = search('GetInitialResultSet', ['qwen', '30b'])
check('the bus starts it, and no window opens', owner() and windows() == 0)
check('what is asked for is found', found and all(
    'qwen' in model.lower() and '30b' in model.lower() for model in found), str(found))
check('no more than can be shown', len(found) <= 12, str(found))
check('a word more leaves fewer', set(search('GetSubsearchResultSet', found, ['qwen', '30b', 'coder']))
      < set(found))
check('one letter finds nothing', search('GetInitialResultSet', ['q']) == [])
check('nor does what is not there', search('GetInitialResultSet', ['zzqqxx']) == [])

large = search('GetInitialResultSet', ['llama', '405b'])
metas = search('GetResultMetas', found + large[:2] + ['nobody/none'])
check('each is described, and what is unknown is left out',
      [meta['id'] for meta in metas] == found + large[:2] and all(meta['name'] and meta['gicon']
                                                                  for meta in metas), str(metas))
wrong = [meta for meta in metas if not meta['description'].startswith(WORDS[verdict(meta['id'])])
         or not meta['description'].endswith(' · NVIDIA RTX 4090 · Q4_K_M · 32K')]
check('as the command line says', not wrong, str(wrong))
check('some fit, some do not', len({meta['description'].split(' · ')[0] for meta in metas}) > 1, str(metas))

search('ActivateResult', large[0], ['llama', '405b'], 0)
check('choosing one opens the window', wait(windows) == 1)
name = metas[len(found)]['name']
check('that asks about it', wait(lambda: shown(name)), name)

search('LaunchSearch', ['glm', 'air'], 0)
check('a search goes on in the window', wait(lambda: shown('GLM-4.5-Air')))
check('there is one window', windows() == 1)

quit_program()
finish()
