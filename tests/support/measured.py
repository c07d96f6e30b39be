#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what the benchmarks of a build directory measured, and what is over its budget.

A benchmark prints lines such as "search: 1.2 ms (budget 4 ms)" or "(budget at least 1 M/s)"; those
that begin with # are for its author.
"""

import json
import pathlib
import re
import sys

BUDGET = re.compile(r': ([\d.,]+) (\S+) \(budget (at least )?([\d.,]+) (\S+?)\)')


def over(line):
    found = BUDGET.search(line)
    if not found or found[2] != found[5]:
        return False
    value, budget = (float(found[n].replace(',', '')) for n in (1, 4))
    return value < budget if found[3] else value > budget


failed = False
for line in (pathlib.Path(sys.argv[1]) / 'meson-logs/testlog.json').read_text().splitlines():
    entry = json.loads(line)
    print(f'\n{entry["name"].split(" / ")[-1].split(":")[-1]}')
    for measured in entry.get('stdout', '').splitlines():
        if measured and not measured.startswith('#'):
            print('  ' + measured + ('  ← over' if over(measured) else ''))
    if entry['result'] != 'OK':
        failed = True
        print(f'  failed: {entry["result"]}\n' + entry.get('stderr', ''))

sys.exit(failed)
