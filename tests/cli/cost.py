#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What renting and buying cost, as the command line says it."""

import json

from program import answer, batch, fails, main, run

MODEL = 'Qwen3 30B A3B Instruct 2507'

MEMBERS = {'format', 'kind', 'model', 'question', 'terms', 'sentence', 'notes', 'break_even', 'buy',
           'rent', 'api', 'offers'}
OFFER = {'offer', 'provider', 'url', 'instance', 'tier', 'accelerator', 'count', 'per_hour',
         'hours_per_month', 'instances', 'per_month', 'decode', 'prefill', 'per_million_input',
         'per_million_output', 'per_million_output_concurrent', 'date', 'stale',
         'own'}


def cost(*arguments):
    done = run('cost', *arguments, '--json')
    assert done.returncode == 0, done.stderr
    assert done.stderr == '', done.stderr
    return json.loads(done.stdout, parse_constant=lambda name: 1 / 0)


def near(found, expected, within):
    assert abs(found - expected) <= within, (found, expected)


def test_seed_page():
    """The figures of the page that the idea came from"""
    found = cost(MODEL, '--gpu', 'H100 80GB SXM', '--hours', '4', '--kwh', '0.175', '--price',
                 '25000', '--power', '700', '--offer',
                 'runpod-8x-b300-288gb-blackwell-ultra-community-cloud-on-demand')
    near(found['rent']['hours_per_month'], 121.6, 1e-9)
    near(found['rent']['per_month'], 6751.23, 0.005)
    near(found['buy']['power_per_month'], 14.9, 0.05)
    near(found['break_even']['months'], 3.7, 0.05)
    assert found['sentence'] == 'Buying pays for itself after 3.7 months', found['sentence']


def test_members():
    """Every member of the answer, and each offer at its own speed"""
    found = cost(MODEL, '--parallel', '4', '--context', '32K')
    assert set(found) == MEMBERS, set(found) ^ MEMBERS
    assert found['format'] == 1 and found['kind'] == 'cost' and found['api'] is None
    assert len(found['offers']) > 100
    for offer in found['offers']:
        assert set(offer) == OFFER, set(offer) ^ OFFER
        near(offer['per_month'], offer['per_hour'] * 121.6, 1e-6)
        if offer['decode'] is not None:
            near(offer['per_million_output'],
                 offer['per_hour'] / (offer['decode'] * 3600 * 0.9) * 1e6, 1e-6)
        assert offer['per_million_output_concurrent'] is None or \
            offer['per_million_output_concurrent'] > 0
    assert found['rent']['accelerator'] == 'nvidia-rtx-4090', found['rent']


def test_text():
    """The answer as text: the sentence first, then the terms and the offers"""
    done = run('cost', MODEL, '--hours', '20', '--kwh', '0.14', '--power', '360', '--resale', '0.35',
               '--horizon', '24', '--price', '1599',
               '--offer', 'runpod-1x-rtx-4090-cheapest-cloud-on-demand')
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == 'Buying pays for itself after 9.1 months', lines[0]
    assert 'resale counted' in lines[1], lines[1]
    assert any('as entered' in line for line in lines)
    assert 'nan' not in done.stdout and 'inf' not in done.stdout


def test_never():
    """A break-even that never comes, comes at once, or past the horizon"""
    found = cost(MODEL, '--kwh', '1000')
    assert found['break_even'] | {'rented': 0, 'bought': 0} == \
        {'kind': 'never', 'months': None, 'paid': None, 'rented': 0, 'bought': 0}, found
    assert 'never' in found['sentence'], found['sentence']
    assert cost(MODEL, '--hours', '0')['break_even']['kind'] == 'never'
    assert cost(MODEL, '--price', '0')['break_even']['kind'] == 'at-once'
    late = cost(MODEL, '--price', '100000', '--horizon', '12')
    assert late['break_even']['kind'] == 'beyond' and late['break_even']['months'] > 12


def test_not_compared():
    """What cannot be compared is said, and null"""
    found = cost(MODEL, '--count', '0')
    assert found['sentence'] == 'There is no accelerator to buy', found['sentence']
    assert found['buy']['compared'] is False and found['break_even']['kind'] is None
    found = cost('Kimi K3.1 Pro', '--quant', 'F32')
    assert found['offers'] == [] and found['rent'] is None, found['rent']
    assert found['sentence'] == 'No offer in the catalogue can run this', found['sentence']


def test_api():
    """An API beside them: both prices, and a load in tokens"""
    found = cost(MODEL, '--api-input', '1', '--api-output', '5')
    near(found['api']['per_million'], 2, 1e-9)
    found = cost(MODEL, '--api-input', '1', '--api-output', '5', '--input-tokens', '2M',
                 '--output-tokens', '500K')
    near(found['api']['per_month'], 4.5, 1e-9)
    found = cost(MODEL, '--api-input', '1')
    assert found['api'] is None
    assert any('enter both' in note for note in found['notes']), found['notes']


def test_bad_input():
    """Negative, absurd and empty amounts are refused in a line that names them"""
    for option in ('--hours', '--utilization', '--kwh', '--price', '--power', '--resale',
                   '--horizon', '--api-input', '--api-output', '--input-tokens',
                   '--output-tokens', '--exchange-rate'):
        # An empty one, and one that is no number for a computer either.
        for value in ('-1', '1e99') + (('abc', '', 'nan', 'inf') if option == '--price' else ()):
            said = fails(1, 'cost', MODEL, f'{option}={value}')
            assert option in said, said
    said = fails(1, 'cost', MODEL, '--hours', '25')
    assert 'from 0 to 24' in said, said
    assert 'no offer that can run this' in fails(1, 'cost', MODEL, '--offer', 'nope')
    fails(2, 'cost')
    fails(2, 'cost', MODEL, 'another')
    fails(2, 'size', MODEL, '--hours', '4')


def test_batch():
    """Questions of cost among others"""
    replies = batch([
        json.dumps({'id': 1, 'kind': 'cost', 'model': MODEL, 'hours_per_day': 8, 'resale': 0.5}),
        json.dumps({'id': 2, 'model': MODEL}),
        json.dumps({'id': 3, 'kind': 'price', 'model': MODEL}),
        json.dumps({'id': 4, 'kind': 'cost', 'model': MODEL, 'purchase_price': -4}),
        json.dumps({'id': 5, 'kind': 'cost', 'model': MODEL}),
    ])
    assert [reply['id'] for reply in replies] == [1, 2, 3, 4, 5]
    near(replies[0]['rent']['hours_per_month'], 243.2, 1e-9)
    assert replies[0]['terms']['resale'] == 0.5
    assert 'memory' in replies[1] and 'kind' not in replies[1]
    assert 'kind' in replies[2]['error'] and 'purchase_price' in replies[3]['error']
    # What one question says is not kept for the next.
    near(replies[4]['rent']['hours_per_month'], 121.6, 1e-9)
    assert replies[4]['terms']['resale'] == 0


def test_size():
    """The member "cost" of an answer of memory: the hardware's own offer"""
    found = answer(MODEL)['cost']
    assert set(found) == {'usd_per_hour', 'usd_per_million_tokens', 'offer', 'date'}, found
    decode = answer(MODEL)['speed']['decode']['value']
    near(found['usd_per_million_tokens'], found['usd_per_hour'] / (decode * 3600 * 0.9) * 1e6, 1e-6)
    assert answer(MODEL, '--count', '7')['cost'] is None
    assert answer(MODEL, '--count', '0')['cost'] is None


main([test_seed_page, test_members, test_text, test_never, test_not_compared, test_api,
      test_bad_input, test_batch, test_size])
