#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/quality.json of the reference table quality.tsv.

    data/import/quality.py REFERENCE_FOLDER data/quality.json

Taken are measurements of the quantizer's own file types against the unquantized model. Not part of
the build.
"""

import math
import pathlib
import re
import sys

import table

# Models as the table calls them, and the rows of data/models.json with the same weights.
MODELS = {
    'Llama-3-8B': ('Llama 3 8B', ['NousResearch/Meta-Llama-3-8B']),
    'Llama-3-70B': ('Llama 3 70B', ['meta-llama/Meta-Llama-3-70B']),
    'Llama-2-7B': ('Llama 2 7B', ['meta-llama/Llama-2-7b-hf', 'NousResearch/Llama-2-7b-hf']),
    'Llama-2-70B': ('Llama 2 70B', ['meta-llama/Llama-2-70b-hf']),
    'Mistral-7B': ('Mistral 7B', ['mistralai/Mistral-7B-v0.1']),
}

SOURCES = ('llama.cpp tools/perplexity/README.md', 'Artefact2 gist', 'dranger003')
TYPE = re.compile(r'(I?Q\d\w*|F16)(?: \(imatrix WT 10m\))?')
PERPLEXITY = 'PPL wikitext-2 c512'
LOGARITHM = 'ln(PPL(Q)/PPL(base))'
DIVERGENCE = 'mean KLD wikitext-2 c512'


def main():
    rows = {}
    for row in table.read_tsv(pathlib.Path(sys.argv[1]) / 'quality.tsv'):
        kind = TYPE.fullmatch(row['quantization'])
        if row['model'] not in MODELS or not kind or not row['source'].startswith(SOURCES):
            continue
        imatrix = 'imatrix' in row['quantization'] or 'imatrix' in row['source']
        if row['source'].startswith('dranger003'):
            imatrix = None  # Not said.
        name, models = MODELS[row['model']]
        made = rows.setdefault((row['model'], kind[1], imatrix), {
            'precision': kind[1],
            'imatrix': imatrix,
            'model': name,
            'models': models,
            'perplexity': None,
            'baseline': None,
            'ratio': None,
            'divergence': None,
            'date': row['date'],
            'source': table.public(row['source']),
        })
        value = float(row['value'])
        if row['metric'] == PERPLEXITY:
            made['perplexity'] = value
            made['baseline'] = float(row['baseline'].split()[0])
            made['ratio'] = round(value / made['baseline'], 5)
        elif row['metric'] == LOGARITHM:
            made['ratio'] = round(math.exp(value), 5)
        elif row['metric'] == DIVERGENCE:
            made['divergence'] = value

    taken = [row for row in rows.values() if row['ratio']]
    table.write(sys.argv[2], {'format': 1}, 'measurements', taken,
                lambda row: '    ' + table.one_line(row))


main()
