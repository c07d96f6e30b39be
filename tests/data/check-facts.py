#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks NAME.json against NAME.schema.json beside it."""

import json
import pathlib
import sys

import jsonschema

facts = pathlib.Path(sys.argv[1])
schema = json.loads(facts.with_suffix('.schema.json').read_text())
validator_class = jsonschema.validators.validator_for(schema)

results = []


def ok(errors, what):
    errors = list(errors)
    results.append(not errors)
    print('not ok' if errors else 'ok', len(results), '-', what)
    for error in errors[:20]:
        print(error, file=sys.stderr)


def check_schema():
    try:
        validator_class.check_schema(schema)
    except jsonschema.SchemaError as error:
        yield error.message


def keep_unique(pairs):
    keys = [key for key, _ in pairs]
    for key in {key for key in keys if keys.count(key) > 1}:
        repeated.append(f'"{key}" is said twice in one object')
    return dict(pairs)


repeated = []
ok(check_schema(), f'{facts.stem}.schema.json is a schema')
document = json.loads(facts.read_text(), object_pairs_hook=keep_unique)
ok(repeated, f'{facts.name} says nothing twice')
validator = validator_class(schema, format_checker=validator_class.FORMAT_CHECKER)
ok((f'{error.json_path}: {error.message}' for error in validator.iter_errors(document)),
   f'{facts.name} keeps to its schema')

print(f'1..{len(results)}')
sys.exit(0 if all(results) else 1)
