#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of a hub on this computer, by their names."""

import contextlib
import http.server
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading

from program import answer, fails, main, run

COMMIT = '0123456789abcdef0123456789abcdef01234567'


class Hub(http.server.BaseHTTPRequestHandler):
    """Answers what the server was given: JSON by path, files by name, or a status."""

    protocol_version = 'HTTP/1.1'

    def log_message(self, *arguments):
        pass

    def send(self, status, body=b'', **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace('_', '-'), value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_part(self, path):
        first, last = map(int, re.match(r'bytes=(\d+)-(\d+)', self.headers['Range']).groups())
        size = path.stat().st_size
        last = min(last, size - 1)
        with path.open('rb') as file:
            file.seek(first)
            body = file.read(last - first + 1)
        self.send(206, body, Content_Range=f'bytes {first}-{last}/{size}')

    def do_GET(self):
        server = self.server
        server.requests.append((self.path, dict(self.headers)))
        path = self.path.partition('?')[0]
        if path in server.statuses:
            status, headers = server.statuses[path]
            self.send(status, **headers)
        elif path in server.answers:
            self.send(200, json.dumps(server.answers[path]).encode(),
                      Content_Type='application/json', ETag='"e"')
        elif path in server.files:
            self.send_part(server.files[path])
        else:
            self.send(404)


@contextlib.contextmanager
def serving():
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Hub)
    server.requests, server.statuses, server.answers, server.files = [], {}, {}, {}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def hub():
    """A hub with acme/Qwen3-8B-GGUF, and the environment that finds it."""
    with serving() as server, tempfile.TemporaryDirectory() as folder:
        siblings = []
        for precision in ('Q4_K_M', 'Q8_0'):
            path = pathlib.Path(folder) / f'Qwen3-8B-{precision}.gguf'
            subprocess.run([os.environ['MAKE_MODEL'], 'model', 'Qwen/Qwen3-8B', precision, path],
                           check=True)
            siblings.append({'rfilename': path.name, 'size': path.stat().st_size})
            server.files[f'/acme/Qwen3-8B-GGUF/resolve/{COMMIT}/{path.name}'] = path
        server.answers['/api/models/acme/Qwen3-8B-GGUF'] = {
            'id': 'acme/Qwen3-8B-GGUF', 'sha': COMMIT, 'siblings': siblings,
            'tags': ['license:apache-2.0']}
        server.settings = {
            'HF_ENDPOINT': f'http://127.0.0.1:{server.server_port}', 'HF_HUB_OFFLINE': '0',
            'HF_TOKEN': 'hf_secret', 'HF_HOME': folder, 'XDG_CACHE_HOME': folder}
        yield server


def size(server, *arguments, **environment):
    done = run('size', *arguments, '--json', **{**server.settings, **environment})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_name():
    """A model of a hub is sized as the catalogue's, and what was fetched is told"""
    with hub() as server:
        found, said = size(server, 'acme/Qwen3-8B-GGUF')
        assert found['model']['id'] == 'acme/Qwen3-8B-GGUF:Q4_K_M'
        assert found['model']['exactness'] == 'exact'
        assert found['question']['precision'] == 'Q4_K_M'
        same = answer('Qwen/Qwen3-8B', '--quant', 'Q4_K_M')
        assert found['memory'].pop('file') > same['memory'].pop('file')
        assert found['memory'] == same['memory']
        assert re.fullmatch(r'plimsoll: [\d.]+\skB were fetched to size acme/Qwen3-8B-GGUF:Q4_K_M\n',
                            said), said
        assert '-hf acme/Qwen3-8B-GGUF:Q4_K_M' in found['commands']['llama.cpp']


def test_quantization():
    """A quantization by its name, and by the address of its file"""
    with hub() as server:
        named, _ = size(server, 'acme/Qwen3-8B-GGUF:q8_0')
        assert named['question']['precision'] == 'Q8_0'
        for link in ('https://huggingface.co/acme/Qwen3-8B-GGUF/blob/main/Qwen3-8B-Q8_0.gguf',
                     server.settings['HF_ENDPOINT']
                     + '/acme/Qwen3-8B-GGUF/resolve/main/Qwen3-8B-Q8_0.gguf?download=true'):
            linked, _ = size(server, link)
            assert linked['memory'] == named['memory']
        said = fails(1, 'size', 'acme/Qwen3-8B-GGUF:Q5_K_M', **server.settings)
        assert said == 'plimsoll: acme/Qwen3-8B-GGUF has no Q5_K_M; it has Q4_K_M, Q8_0\n', said


def test_offline():
    """What was read once is sized without the network, and how old it is is told"""
    with hub() as server:
        online, _ = size(server, 'acme/Qwen3-8B-GGUF')
        n = len(server.requests)
        offline, said = size(server, 'acme/Qwen3-8B-GGUF', HF_HUB_OFFLINE='1')
        assert offline == online
        assert 'as it was within the hour' in said, said
        assert len(server.requests) == n
        said = fails(1, 'size', 'acme/Other', **{**server.settings, 'HF_HUB_OFFLINE': '1'})
        assert 'HF_HUB_OFFLINE' in said
        unreachable = {**server.settings, 'HF_ENDPOINT': 'http://127.0.0.1:9'}
        assert 'cannot be reached' in fails(1, 'size', 'acme/Qwen3-8B-GGUF', **unreachable)


def test_catalogue():
    """A model of the catalogue and a file are sized without the network"""
    with hub() as server:
        size(server, 'Qwen/Qwen3-8B')
        size(server, 'qwen3-8b')
        size(server, str(next(iter(server.files.values()))))
        fails(1, 'size', 'no such model', **server.settings)
        fails(1, 'size', './acme/model', **server.settings)
        fails(1, 'size', 'acme/model.gguf', **server.settings)
        assert server.requests == []


def test_faults():
    """What a hub refuses is told in words"""
    with hub() as server:
        def refused(status, name='acme/Closed', path='/api/models/acme/Closed', **headers):
            server.statuses[path] = (status, headers)
            return fails(1, 'size', name, **server.settings)

        assert 'The hub has no “acme/Closed”, or it is private' in refused(404)
        assert (f'gated: ask for access at {server.settings["HF_ENDPOINT"]}/acme/Closed'
                in refused(403, X_Error_Code='GatedRepo'))
        assert 'again in 30 seconds' in refused(429, Retry_After='30')
        assert '503' in refused(503)
        server.answers['/api/models/acme/Html'] = {}
        server.statuses['/api/models/acme/Html'] = (200, {'Content_Type': 'text/html'})
        assert 'text/html' in fails(1, 'size', 'acme/Html', **server.settings)
        assert not any('hf_secret' in line for line in (refused(401), refused(403)))


def test_token():
    """The token goes to the hub alone, and not along with a redirect to another host"""
    with hub() as server, serving() as other:
        for path, file in list(server.files.items()):
            other.files['/elsewhere/' + file.name] = file
            server.statuses[path] = (
                302, {'Location': f'http://127.0.0.1:{other.server_port}/elsewhere/{file.name}'})
        size(server, 'acme/Qwen3-8B-GGUF')
        assert other.requests
        assert all(headers.get('Authorization') == 'Bearer hf_secret'
                   for _, headers in server.requests)
        assert not any('Authorization' in headers or 'hf_secret' in str(headers)
                       for _, headers in other.requests)
        kept = [path.read_bytes() for path in pathlib.Path(server.settings['XDG_CACHE_HOME'])
                .rglob('*.answer')]
        assert kept and not any(b'hf_secret' in bytes for bytes in kept)


main([test_name, test_quantization, test_offline, test_catalogue, test_faults, test_token])
