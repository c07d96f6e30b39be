#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/cloud-offers.json of the reference table cloud.tsv and data/accelerators.json.

    data/import/cloud_offers.py REFERENCE_FOLDER data/accelerators.json > data/cloud-offers.json

What the file says is described in data/cloud-offers.schema.json. Not part of the build.
"""

import json
import pathlib
import sys

import names
import table

BILLING = {'per-second': 'second', 'per-minute': 'minute', 'hourly': 'hour', '': None}
TIERS = {'on-demand': 'on-demand', 'spot': 'spot', 'reserved-block': 'reserved'}

# Boards of several devices whose offers count devices.
PER_DEVICE = {'NVIDIA A16'}

# Pages of prices as the sources print them; else the provider's own front page.
PAGES = {
    'AWS': 'https://aws.amazon.com/ec2/pricing/',
    'Akamai (Linode)': 'https://www.linode.com/pricing/',
    'Alibaba Cloud': 'https://www.alibabacloud.com/',
    'Azure': 'https://azure.microsoft.com/pricing/',
    'CoreWeave': 'https://www.coreweave.com/pricing',
    'Crusoe': 'https://crusoe.ai/cloud/pricing',
    'Cudo Compute': 'https://www.cudocompute.com/',
    'DigitalOcean': 'https://www.digitalocean.com/pricing/gpu-droplets',
    'Exoscale': 'https://www.exoscale.com/pricing/',
    'GCP': 'https://cloud.google.com/products/compute/pricing/accelerator-optimized',
    'Hetzner': 'https://www.hetzner.com/',
    'Huawei Cloud': 'https://www.huaweicloud.com/',
    'Hyperstack': 'https://www.hyperstack.cloud/',
    'JarvisLabs': 'https://jarvislabs.ai/',
    'Lambda': 'https://lambda.ai/pricing',
    'Modal': 'https://modal.com/pricing',
    'Nebius': 'https://docs.nebius.com/compute/resources/pricing',
    'OVHcloud': 'https://www.ovhcloud.com/en/public-cloud/prices/',
    'Oracle Cloud': 'https://www.oracle.com/cloud/price-list/',
    'Paperspace': 'https://www.paperspace.com/',
    'RunPod': 'https://www.runpod.io/pricing',
    'Salad': 'https://salad.com/',
    'Scaleway': 'https://www.scaleway.com/en/pricing/',
    'Spheron (aggregator)': 'https://www.spheron.network/',
    'Tencent Cloud': 'https://www.tencentcloud.com/',
    'TensorDock': 'https://www.tensordock.com/',
    'Vast.ai': 'https://vast.ai/pricing',
    'Verda (DataCrunch)': 'https://verda.com/',
    'Vultr': 'https://www.vultr.com/pricing/',
    'packet.ai': 'https://packet.ai/',
}


def known_names(accelerators):
    known = {}
    for row in accelerators:
        for name in [row['id'], row['name'], *row['aliases']]:
            known[names.key(name)] = row
    return known


def identifiers(rows):
    """Short where that is enough, longer only for offers that would share one."""
    def parts(row):
        return [row['provider'].partition(' (')[0], row['instance'], row['tier'],
                str(row['count']) + 'x', row['accelerator_name'], row['date']]

    length = {i: 3 for i in range(len(rows))}
    while True:
        groups = {}
        for i, row in enumerate(rows):
            groups.setdefault(names.identifier(' '.join(parts(row)[:length[i]])), []).append(i)
        shared = [i for group in groups.values() if len(group) > 1 for i in group]
        if not shared:
            return {i: identity for identity, (i,) in groups.items()}
        for i in shared:
            length[i] += 1
            if length[i] > 6:
                raise SystemExit(f'two offers cannot be told apart: {rows[i]}')


def convert(row, known):
    accelerator = known.get(names.key(row['accelerator']))
    clauses = table.split_clauses(row['notes'])
    return {
        'id': None,
        'provider': row['provider'],
        'instance': row['instance'],
        'accelerator': accelerator['id'] if accelerator else None,
        'accelerator_name': row['accelerator'],
        'count': int(row['count']),
        'per_device': row['accelerator'] in PER_DEVICE,
        'memory_gb': table.number(row['total_vram_gb']),
        'usd_per_hour': table.number(row['usd_per_hour']),
        'tier': TIERS[row['tier']],
        'billing': BILLING[row['billing_granularity']],
        'date': table.period(row['date']),
        'source': table.public(row['source']),
        'notes': '; '.join(table.public(c) for c in clauses) or None,
    }


def row_text(row):
    return '    ' + table.one_line(row)


def main():
    folder, accelerators = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    known = known_names(json.loads(accelerators.read_text())['accelerators'])
    rows = [convert(row, known) for row in table.read_tsv(folder / 'cloud.tsv')]
    for i, identity in identifiers(rows).items():
        rows[i]['id'] = identity
    providers = {p: PAGES.get(p) for p in sorted({r['provider'] for r in rows})}
    head = {'$schema': 'cloud-offers.schema.json', 'format': 1, 'providers': providers}
    table.write('/dev/stdout', head, 'offers', rows, row_text)


if __name__ == '__main__':
    main()
