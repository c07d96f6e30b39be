#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/accelerators.json of the reference table gpus.tsv.

    data/import/accelerators.py REFERENCE_FOLDER > data/accelerators.json

What the file says is described in data/accelerators.schema.json. Not part of the build.
"""

import pathlib
import re
import sys

import names
import table

COMPILED = '2026-12'  # the month the reference table was closed

ARCHITECTURES = {
    'Ada': 'Ada Lovelace', 'RDNA2': 'RDNA 2', 'RDNA3': 'RDNA 3', 'RDNA4': 'RDNA 4',
    'RDNA3.5': 'RDNA 3.5', 'RDNA3.5 (Strix Halo)': 'RDNA 3.5', 'CDNA1': 'CDNA 1',
    'CDNA2': 'CDNA 2', 'CDNA3': 'CDNA 3', 'CDNA4': 'CDNA 4', 'GCN5 Vega20': 'GCN 5',
    'GCN 5 (Vega 20)': 'GCN 5', 'Alchemist': 'Xe-HPG', 'Battlemage': 'Xe2',
    'Ponte Vecchio': 'Xe-HPC',
}

# Matrix units (tensor cores, MFMA, WMMA, XMX, systolic arrays) by architecture. Not named: unknown.
WITH_MATRIX = {
    'Volta', 'Turing', 'Ampere', 'Ada Lovelace', 'Hopper', 'Blackwell', 'Blackwell Ultra', 'Rubin',
    'CDNA 1', 'CDNA 2', 'CDNA 3', 'CDNA 4', 'CDNA 5', 'RDNA 3', 'RDNA 3.5', 'RDNA 4',
    'Xe-HPG', 'Xe2', 'Xe-HPC', 'Xe-LPG+', 'Gaudi', 'TPU', 'NeuronCore-v2', 'NeuronCore-v3',
    'NeuronCore-v4', 'Da Vinci', 'M5',
}
WITHOUT_MATRIX = {
    'Maxwell', 'Pascal', 'GCN 4', 'GCN 5', 'RDNA 1', 'RDNA 2', 'M1', 'M2', 'M3', 'M4',
}
# Mining firmware; the table's rate for it is not a tensor rate.
MATRIX_UNKNOWN = {'NVIDIA CMP 170HX 8GB'}

# Boards that the system sees as several devices, as the table's notes say.
DEVICES = {
    'NVIDIA A16': 4,
    'AMD Instinct MI250X': 2,
    'AMD Instinct MI250': 2,
    'Intel Arc Pro B60 Dual 48GB': 2,
    'Huawei Ascend 910C 128GB (昇腾)': 2,
    'Huawei Atlas 300I Duo 96GB (310P)': 2,
}

# No such product was found; its memory and bandwidth are those of the page the idea came from.
UNCONFIRMED = {'Apple Mac Studio M4 Ultra 256GB'}

# The table's words for its columns -> ours.
FIELDS = {
    'memory': 'memory', 'bandwidth': 'bandwidth_gbs', 'fp32': 'compute.fp32',
    'bf16': 'compute.fp16', 'fp16acc': 'compute.fp16_accumulate', 'fp8': 'compute.fp8',
    'int8': 'compute.int8', 'fp4': 'compute.fp4', 'tdp': 'power_w', 'interconnect': 'link',
    'pcie': 'pcie', 'msrp': 'price.list_usd', 'year': 'year',
}


def recalled(source):
    """Fields whose figure was recalled from a document that was not opened again."""
    found = []
    for clause in table.split_clauses(source):
        if not clause.startswith('recalled from, not opened'):
            continue
        groups = re.findall(r'\(([^()]*)\)', clause)
        listed = groups[-1].split(', ') if groups else []
        if not listed or not all(f in FIELDS for f in listed):
            raise SystemExit(f'recalled fields not understood: {clause}')
        found += [FIELDS[f] for f in listed]
    return sorted(set(found))


def newest_date(source):
    """The newest day on which one of the sources of the figures says that they were so."""
    dates = []
    for clause in table.split_clauses(source):
        if clause.startswith(('recalled', 'computed')) or 'pci.ids' in clause:
            continue
        clause = re.sub(r'\((?:global release|[^()]*launched) [^()]*\)', '', clause)
        dates += table.DATE.findall(clause)
    return max(dates, key=lambda d: (d + '-99')[:10]) if dates else COMPILED


def price(row, clauses):
    asked, used = table.number(row['used_usd']), None
    for clause in list(clauses):
        match = re.match(r'used ([\d,]+)(?:-([\d,]+))? USD \((\d{4}(?:-\d\d)?); (.*)\)$', clause)
        if match:
            low, high, date, source = match.groups()
            used = {'usd': asked, 'low_usd': int(low.replace(',', '')),
                    'high_usd': int((high or low).replace(',', '')), 'date': table.period(date),
                    'source': table.public(source)}
            clauses.remove(clause)
    if (asked is None) != (used is None):
        raise SystemExit(f'{row["name"]}: used price without its date or date without price')
    return {'list_usd': table.number(row['msrp_usd']), 'used': used}


def link(text, clauses):
    if not text:
        return None
    match = re.match(r'(.*?)(?: ([\d.]+))?(?: \((.*)\))?$', text)
    kind, rate, only = match.groups()
    if only:
        clauses.append(f'{kind} on {only} modules only')
    return {'kind': kind, 'gbs': table.number(rate)}


def pcie(text):
    if not text:
        return None
    generation, _, lanes = text.partition(' x')
    return {'generation': int(float(generation)), 'lanes': int(lanes) if lanes else None}


def memory(row, clauses):
    nominal = table.number(row['memory_gb'])
    if row['name'] in UNCONFIRMED:
        nominal = table.number(row['seed_vram_gb'])
    options = None
    for clause in list(clauses):
        match = re.match(r'mem (\d+(?:/\d+)*)$', clause)
        if match:
            options = [int(size) for size in match[1].split('/')]
            clauses.remove(clause)
        elif re.match(r'mem (\d+) to (\d+)$', clause):
            clauses[clauses.index(clause)] = clause.replace('mem', 'memory from') + ' GB'
    if options and nominal not in options:
        raise SystemExit(f'{row["name"]}: {nominal} GB is not one of {options}')
    return {'nominal_gb': nominal, 'reported_mib': table.number(row['memory_mib_reported']),
            'usable_mib': None, 'runtime_mib': None, 'options_gb': options,
            'unified': {'yes': True, 'no': False}[row['unified']], 'type': row['memory_type'] or None}


SEGMENTS = (  # the first that a reference name matches
    ('embedded', 'Jetson'),
    ('soc', 'Apple|Ryzen|Radeon 8|Radeon 780M|Arc 140|DGX Spark'),
    ('laptop', r'Laptop|00M\b'),
    ('workstation', r'Quadro|RTX A\d|RTX \d000 (SFF )?Ada|RTX (45|58)\d0 Ada|DGX Station|'
                    r'Radeon PRO W|Radeon Pro VII|AI PRO|Arc Pro|Blackhole|'
                    r'RTX PRO(?!.* Server Edition)'),
    ('desktop', r'GeForce|TITAN|RTX [45]0\d0( |$)|Radeon RX|Radeon VII|Arc '),
)


def segment(name):
    for kind, pattern in SEGMENTS:
        if re.search(pattern, name):
            return kind
    return 'datacenter'


def matrix_units(row, architecture):
    if row['name'] in MATRIX_UNKNOWN:
        return None
    if re.search('no (?:tensor|matrix) (?:cores|units)', row['notes']):
        return False
    if architecture == 'Turing' and 'GTX' in row['name']:
        return False
    if architecture in WITH_MATRIX:
        return True
    return False if architecture in WITHOUT_MATRIX else None


def convert(row):
    name = names.display_name(row['name'], row['seed_name'])
    identity = names.identifier(name)
    architecture = ARCHITECTURES.get(row['architecture'], row['architecture'])
    clauses = table.split_clauses(row['notes'])
    packed = re.search(r'fp16 ([\d.]+) packed', row['notes'])
    unconfirmed = row['name'] in UNCONFIRMED
    bandwidth = row['seed_bandwidth_gbs'] if unconfirmed else row['bandwidth_gbs']
    result = {
        'id': identity,
        'name': name,
        'aliases': names.aliases(row['name'], row['seed_name'], name, identity),
        'vendor': row['vendor'],
        'architecture': architecture,
        'year': table.number(row['launch_year']),
        'segment': segment(row['name']),
        'unconfirmed': unconfirmed,
        'devices': DEVICES.get(row['name'], 1),
        'memory': memory(row, clauses),
        'bandwidth_gbs': table.number(bandwidth),
        'compute': {
            'matrix_units': matrix_units(row, architecture),
            'fp32': table.number(row['fp32_tflops']),
            'fp16': table.number(row['bf16_fp16_dense_tflops']),
            'fp16_accumulate': table.number(row['fp16_fp16acc_dense_tflops']),
            'fp16_packed': table.number(packed[1]) if packed else None,
            'fp8': table.number(row['fp8_dense_tflops']),
            'int8': table.number(row['int8_dense_tops']),
            'fp4': table.number(row['fp4_dense_tflops']),
        },
        'power_w': table.number(row['tdp_w']),
        'link': link(row['interconnect_gbs'], clauses),
        'pcie': pcie(row['pcie']),
        'pci_ids': [i for i in row['pci_ids'].split(',') if i],
        'price': price(row, clauses),
        'confidence': row['confidence'],
        'recalled': recalled(row['source']),
        'date': newest_date(row['source']),
        'source': table.public(row['source']),
    }
    if packed:
        clauses = [re.sub(r'^fp16 [\d.]+ packed(?:, )?', '', c) for c in clauses]
    clauses = [re.sub(r': \? GB(?=:)', '', table.public(c)) for c in clauses if c]
    result['notes'] = '; '.join(dict.fromkeys(c for c in clauses if c)) or None
    return result


def row_text(row):
    lines = [f'      {table.one_line(k)}: {table.one_line(v)}' for k, v in row.items()]
    return '    {\n' + ',\n'.join(lines) + '\n    }'


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = [convert(row) for row in table.read_tsv(folder / 'gpus.tsv')]
    head = {'$schema': 'accelerators.schema.json', 'format': 1}
    table.write('/dev/stdout', head, 'accelerators', rows, row_text)


if __name__ == '__main__':
    main()
