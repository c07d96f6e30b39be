# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the reference tables and writing JSON that is a pleasure to diff."""

import csv
import json
import re

DATE = re.compile(r'\b(20\d\d-\d\d(?:-\d\d)?)\b')


def read_tsv(path):
    with open(path, encoding='utf-8', newline='') as file:
        lines = file.read().split('\n')
    if lines[-1] == '':
        lines.pop()
    reader = csv.reader(lines, delimiter='\t', quoting=csv.QUOTE_NONE)
    header = next(reader)
    rows = []
    for number, cells in enumerate(reader, start=2):
        if len(cells) != len(header):
            raise SystemExit(f'{path}:{number}: {len(cells)} cells, expected {len(header)}')
        rows.append({k: v.strip() for k, v in zip(header, cells)})
    return rows


def number(text):
    """A figure as written; None where the cell is empty: unknown is not zero."""
    if not text:
        return None
    value = float(text)
    return int(value) if value == int(value) else value


def period(text):
    """A date as ISO 8601 writes it; "2025-26" is two years, not a month."""
    match = re.fullmatch(r'(20\d\d)-(\d\d)', text)
    if match and int(match[2]) == int(match[1]) % 100 + 1 and int(match[2]) > 12:
        return f'{match[1]}/20{match[2]}'
    return text


def split_clauses(text):
    """Parts between semicolons that are outside brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == '(') - (c == ')')
        if c == ';' and depth <= 0:
            parts.append(text[start:i].strip())
            start = i + 1
    parts.append(text[start:].strip())
    return [p for p in parts if p]


# Numbers that only the table's first reader could look up, and that reader's name for the page that
# the idea came from.
IDS = r'code index (?:id )?\d+(?:, \d+)*'
PUBLIC = tuple((re.compile(pattern), replacement) for pattern, replacement in (
    (rf'as quoted in {IDS}', 'as quoted in a public repository'),
    (rf'(^|; |read: ){IDS} (?=and |\()', r'\1public repository '),
    (rf' ?\({IDS}\)', ''),
    (rf'\((?:via )?{IDS}[:;,] ', '('),
    (rf', {IDS}\)', ')'),
    (r'; \d{9,}: ', '; '),
    (r' ?\(\d{9,}\)', ''),
    (r' and \d{9,} ', ' '),
    (r'\bthe 80 GB seed row\b', "that page's 80 GB row"),
    (r'\b(?:the )?seed(?: page| only)?\b', 'the page the idea came from'),
))


def public(text):
    """A source or note in words that every reader understands."""
    for pattern, replacement in PUBLIC:
        text = pattern.sub(replacement, text)
    return text


def one_line(value):
    return json.dumps(value, ensure_ascii=False)


def write(path, head, list_name, rows, row_text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write('{\n')
        for name, value in head.items():
            file.write(f'  {one_line(name)}: {one_line(value)},\n')
        file.write(f'  {one_line(list_name)}: [\n')
        file.write(',\n'.join(row_text(row) for row in rows))
        file.write('\n  ]\n}\n')
