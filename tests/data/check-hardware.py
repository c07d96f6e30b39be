#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what a schema cannot say of accelerators.json and cloud-offers.json: what holds between
rows and between the files, and that they agree with the page the idea came from."""

import collections
import json
import pathlib
import sys

top = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(top / 'data' / 'import'))
sys.dont_write_bytecode = True
import names  # noqa: E402

ACCELERATORS = 307
OFFERS = 525
PROVIDERS = 36

# Where specifications read elsewhere say otherwise than the page; the rows' notes tell.
OTHER_BANDWIDTH = {'Huawei Ascend 910B 64GB (昇腾)', 'Huawei Ascend 910C 128GB (昇腾)'}

accelerators = json.loads((top / 'data' / 'accelerators.json').read_text())['accelerators']
cloud = json.loads((top / 'data' / 'cloud-offers.json').read_text())
offers = cloud['offers']
page = json.loads((top / 'tests' / 'truth' / 'seed.json').read_text())['accelerators']

by_id = {row['id']: row for row in accelerators}
by_key = collections.defaultdict(dict)
for row in accelerators:
    for name in [row['id'], row['name'], *row['aliases']]:
        by_key[names.key(name)][row['id']] = row

results = []


def check(function):
    faults = list(function())
    results.append(not faults)
    print('not ok' if faults else 'ok', len(results), '-', function.__doc__)
    for fault in faults[:20]:
        print('#', fault)


@check
def counts():
    """all rows are there"""
    for what, found, wanted in (('accelerators', len(accelerators), ACCELERATORS),
                                ('offers', len(offers), OFFERS),
                                ('providers', len(cloud['providers']), PROVIDERS),
                                ('rows of the page', len(page), 50)):
        if found != wanted:
            yield f'{found} {what}, not {wanted}'


@check
def unique_ids():
    """no two rows share an id"""
    for rows in (accelerators, offers):
        for identity, n in collections.Counter(row['id'] for row in rows).items():
            if n > 1:
                yield f'{identity}: {n} times'


@check
def unique_names():
    """no two accelerators answer to one name"""
    for key, rows in by_key.items():
        if len(rows) > 1:
            yield f'"{key}": {", ".join(rows)}'


@check
def useful_aliases():
    """every alias says more than the row's other names"""
    for row in accelerators:
        seen = {names.key(row['id']), names.key(row['name'])}
        for alias in row['aliases']:
            if names.key(alias) in seen:
                yield f'{row["id"]}: {alias}'
            seen.add(names.key(alias))


@check
def known_accelerators():
    """every offer's accelerator is in the catalogue, and is what the offer calls it"""
    for offer in offers:
        if offer['accelerator'] is None:
            continue
        if offer['accelerator'] not in by_id:
            yield f'{offer["id"]}: no accelerator {offer["accelerator"]}'
        elif offer['accelerator'] not in by_key[names.key(offer['accelerator_name'])]:
            yield f'{offer["id"]}: {offer["accelerator_name"]} is not {offer["accelerator"]}'


@check
def known_providers():
    """every offer's provider is listed, and every listed one has offers"""
    for provider in {o['provider'] for o in offers} ^ set(cloud['providers']):
        yield provider


@check
def offered_memory():
    """an offer's memory is that of its accelerators"""
    for offer in offers:
        row = by_id.get(offer['accelerator'])
        if row and row['memory']['nominal_gb'] and offer['memory_gb']:
            each = row['memory']['nominal_gb'] / (row['devices'] if offer['per_device'] else 1)
            if each * offer['count'] != offer['memory_gb']:
                yield f'{offer["id"]}: {offer["memory_gb"]} GB, not {offer["count"]} x {each}'


@check
def sources():
    """every row says where it is from and when it was so"""
    for row in accelerators + offers:
        if not row['source'].strip() or not row['date']:
            yield row['id']


@check
def recalled():
    """a figure that is called recalled is there, and its source says so"""
    for row in accelerators:
        if bool(row['recalled']) != ('recalled from, not opened' in row['source']):
            yield f'{row["id"]}: recalled and source disagree'
        for field in row['recalled']:
            value = row['memory']['nominal_gb'] if field == 'memory' else row
            for part in [] if field == 'memory' else field.split('.'):
                value = value[part]
            if value is None:
                yield f'{row["id"]}: {field} is recalled, but unknown'


@check
def memory():
    """memory agrees with itself"""
    for row in accelerators:
        sizes = row['memory']
        nominal, reported, options = sizes['nominal_gb'], sizes['reported_mib'], sizes['options_gb']
        if nominal is None and not sizes['unified']:
            yield f'{row["id"]}: no size'
        if options and (nominal not in options or options != sorted(options)):
            yield f'{row["id"]}: {nominal} GB of {options}'
        if nominal and reported and not 0.9 < reported / 1024 / nominal < 1.02:
            yield f'{row["id"]}: {nominal} GB, {reported} MiB'


@check
def prices():
    """a used price lies within its range"""
    for row in accelerators:
        used = row['price']['used']
        if used and not used['low_usd'] <= used['usd'] <= used['high_usd']:
            yield f'{row["id"]}: {used}'


@check
def page_rows():
    """the page's rows are found by name, with its memory, usable memory and bandwidth"""
    for truth in page:
        rows = by_key.get(names.key(truth['name']), {})
        if len(rows) != 1:
            yield f'{truth["name"]}: {len(rows)} rows'
            continue
        (row,) = rows.values()
        usable = row['memory']['nominal_gb'] * (0.78 if row['memory']['unified'] else 0.95)
        if row['memory']['nominal_gb'] != truth['memory_gb']:
            yield f'{truth["name"]}: {row["memory"]["nominal_gb"]} GB'
        if abs(usable - truth['usable_gib']) > 0.0501:
            yield f'{truth["name"]}: {usable} GiB usable, not {truth["usable_gib"]}'
        off = abs(row['bandwidth_gbs'] / truth['bandwidth_gbs'] - 1)
        if (off > 0.001) != (truth['name'] in OTHER_BANDWIDTH):
            yield f'{truth["name"]}: {row["bandwidth_gbs"]} GB/s, not {truth["bandwidth_gbs"]}'


print(f'1..{len(results)}')
sys.exit(0 if all(results) else 1)
