#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums what `meson test` logged in the build directories given: passed, failed, skipped.

A TAP test counts as its subtests. One that fails besides them (a leak, a crash, a timeout) counts
as one failure more.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree

BAD = {'FAIL', 'ERROR', 'TIMEOUT', 'INTERRUPT', 'UNEXPECTEDPASS'}

passed = failed = skipped = 0

for directory in map(pathlib.Path, sys.argv[1:]):
    logs = directory / 'meson-logs'
    subtests = {}
    for suite in xml.etree.ElementTree.parse(logs / 'testlog.junit.xml').getroot():
        cases = suite.findall('testcase')
        bad = sum(case.find('failure') is not None or case.find('error') is not None
                  for case in cases)
        none = sum(case.find('skipped') is not None for case in cases)
        subtests[suite.get('name')] = (len(cases) - bad - none, bad, none)

    for line in (logs / 'testlog.json').read_text().splitlines():
        entry = json.loads(line)
        # Meson writes a TAP test as a suite named after the project and the test.
        good, bad, none = subtests.get(f'plimsoll.{entry["name"]}', (0, 0, 0))
        if entry['result'] in BAD:
            bad = max(bad, 1)
        elif good + bad + none == 0:
            good, none = (0, 1) if entry['result'] == 'SKIP' else (1, 0)
        passed, failed, skipped = passed + good, failed + bad, skipped + none

print(passed, failed, skipped)
