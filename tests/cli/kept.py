#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is kept of the hub, and cloud offers of one's own, on the command line."""

import contextlib
import http.server
import json
import pathlib
import tempfile
import threading

from program import fails, main, run


def offer(**members):
    return {'id': 'my-rental', 'provider': 'Mine', 'instance': 'one', 'count': 1,
            'accelerator': 'nvidia-rtx-4090', 'accelerator_name': 'RTX 4090', 'per_device': False,
            'memory_gb': 24, 'usd_per_hour': 0.01, 'tier': 'on-demand', 'billing': 'second',
            'date': '2026-12-01', 'source': 'a letter', 'notes': None, **members}


def document(*rows):
    return json.dumps({'format': 1, 'providers': {'Mine': None}, 'offers': rows})


@contextlib.contextmanager
def home():
    with tempfile.TemporaryDirectory() as root:
        yield pathlib.Path(root), {'XDG_DATA_HOME': f'{root}/data', 'XDG_CACHE_HOME': f'{root}/cache',
                                   'HF_HUB_OFFLINE': '0', 'HF_TOKEN': 'hf_secret'}


def kept(environment, *arguments):
    done = run('kept', *arguments, '--json', **environment)
    assert done.returncode == 0 and done.stderr == '', done.stderr
    return json.loads(done.stdout)


def offers(environment):
    done = run('cost', 'Qwen/Qwen3-8B', '--gpu', 'rtx-4090', '--json', **environment)
    assert done.returncode == 0, done.stderr
    return {row['offer']: row for row in json.loads(done.stdout)['offers']}


def test_import():
    """Offers of a file are one's own beside those that ship, until they are removed"""
    with home() as (root, environment):
        shipped = offers(environment)
        assert shipped and not any(row['own'] for row in shipped.values())
        changed = next(iter(shipped))
        path = root / 'offers.json'
        path.write_text(document(offer(), offer(id=changed, usd_per_hour=0.5)))
        assert kept(environment, '--import-offers', str(path))['own_offers'] == 2
        path.unlink()
        now = offers(environment)
        assert set(now) == {*shipped, 'my-rental'}
        assert {name for name, row in now.items() if row['own']} == {'my-rental', changed}
        assert now[changed]['per_hour'] == 0.5 and now['my-rental']['date'] == '2026-12-01'
        assert kept(environment)['own_offers'] == 2

        # Others come in their place.
        path.write_text(document(offer(id='another')))
        assert kept(environment, '--import-offers', str(path))['own_offers'] == 1
        assert set(offers(environment)) == {*shipped, 'another'}
        assert kept(environment, '--remove-offers')['own_offers'] == 0
        assert offers(environment) == shipped
        assert kept(environment, '--remove-offers')['own_offers'] == 0


def test_faults():
    """What is at fault is named by row and field, and what was there stays"""
    with home() as (root, environment):
        path = root / 'offers.json'
        path.write_text(document(offer()))
        kept(environment, '--import-offers', str(path))
        for text, says in (
                (document(offer(), offer(id='b', usd_per_hour=-1)),
                 'offers.json: row 2 (b): “usd_per_hour”'),
                (document(offer(date='yesterday')), 'row 1 (my-rental): “date” is “yesterday”'),
                (document(offer(accelerator='no-such')), '“accelerator” is “no-such”'),
                (document(offer(), offer()), 'two rows have the id “my-rental”'),
                ('{"format": 1}', '“offers”'), ('[' * 100000, 'offers.json'),
                ('<html>', 'offers.json'), (' ' * (5 << 20), 'larger than 4 MiB')):
            path.write_text(text)
            said = fails(1, 'kept', '--import-offers', str(path), **environment)
            assert says in said, said
            assert kept(environment)['own_offers'] == 1
        fails(1, 'kept', '--import-offers', str(root / 'none.json'), **environment)
        fails(2, 'kept', '--import-offers', str(path), '--remove-offers', **environment)
        fails(2, 'kept', 'words', **environment)

        # A file that was damaged where it is kept can be removed.
        (root / 'data' / 'plimsoll' / 'cloud-offers.json').write_text('{')
        assert 'cloud-offers.json' in fails(1, 'kept', **environment)
        assert kept(environment, '--remove-offers')['own_offers'] == 0


class Site(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.server.requests.append(dict(self.headers))
        body = self.server.answers.get(self.path)
        self.send_response(200 if body is not None else 404)
        self.send_header('Content-Type', 'text/plain')
        self.send_header('Content-Length', str(len(body or b'')))
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body or b'')


def test_address():
    """Offers of an address come once, when asked for, and no token goes there"""
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Site)
    server.requests, server.answers = [], {'/a/offers.json': document(offer()).encode(),
                                           '/large': b' ' * (5 << 20)}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f'http://127.0.0.1:{server.server_port}'
    with home() as (_, environment):
        assert kept(environment, '--import-offers', f'{site}/a/offers.json')['own_offers'] == 1
        assert len(server.requests) == 1
        assert 'my-rental' in offers(environment)
        assert kept(environment)['hub_cache_bytes'] == 0
        assert len(server.requests) == 1
        for path in ('/none', '/large'):
            said = fails(1, 'kept', '--import-offers', site + path, **environment)
            assert site + path in said, said
            assert 'hub' not in said.lower(), said
        # An address that somebody types is not the hub's.
        assert kept({**environment, 'HF_HUB_OFFLINE': '1'}, '--import-offers',
                    f'{site}/a/offers.json')['own_offers'] == 1
        assert len(server.requests) == 4
        assert not any('hf_secret' in str(headers) for headers in server.requests)
        assert kept(environment)['own_offers'] == 1
    server.shutdown()
    server.server_close()


def test_cache():
    """The size of what is kept of the hub is told, and it can be deleted"""
    with home() as (root, environment):
        folder = root / 'cache' / 'plimsoll' / 'hub'
        assert kept(environment) == {'hub_cache_bytes': 0, 'hub_cache_folder': str(folder),
                                     'own_offers': 0}
        folder.mkdir(parents=True)
        (folder / 'a.answer').write_bytes(b' ' * 4_100_000)
        (folder / 'mine.txt').write_text('no answer')
        done = run('kept', **environment)
        assert done.stdout == (f'Answers of the hub: 4.1\xa0MB, in {folder}\n'
                               'Cloud offers of yours: 0\n'), done.stdout
        assert kept(environment, '--clear-hub-cache')['hub_cache_bytes'] == 0
        assert [path.name for path in folder.iterdir()] == ['mine.txt']


main([test_import, test_faults, test_address, test_cache])
