#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's own files, sized and looked into."""

import json
import os
import pathlib
import shlex
import subprocess
import tempfile

from program import answer, batch, fails, main, run


MIB = 1 << 20


def make(*arguments):
    subprocess.run([os.environ['MAKE_MODEL'], *map(str, arguments)], check=True)
    return str(arguments[-1])


def same_but_file(own, catalogue):
    """All figures of memory; a file that was read counts its header too."""
    assert own['memory'].pop('file') > catalogue['memory'].pop('file')
    assert own['memory'] == catalogue['memory'], (own['memory'], catalogue['memory'])


def test_as_catalogue():
    """A GGUF is sized as the catalogue's model is, to the byte, on devices and in system memory"""
    with tempfile.TemporaryDirectory() as folder:
        for model, precision in (('Qwen/Qwen3-30B-A3B', 'Q4_K_M'), ('google/gemma-3-27b-it', 'Q8_0'),
                                 ('deepseek-ai/DeepSeek-V2-Lite', 'Q5_K_M'),
                                 ('zai-org/GLM-4.5-Air', 'IQ4_XS')):
            path = make('model', model, precision, pathlib.Path(folder) / 'own.gguf')
            for options in ((), ('--count', '2'), ('--n-cpu-moe', '5'), ('--ngl', '7')):
                own = answer(path, *options)
                catalogue = answer(model, '--quant', precision, *options)
                assert own['question'] == catalogue['question']
                assert own['model']['exactness'] == 'exact'
                assert own['model']['active_parameters'] == catalogue['model']['active_parameters']
                same_but_file(own, catalogue)


def test_other_precision():
    """A GGUF in another precision follows from its shapes"""
    with tempfile.TemporaryDirectory() as folder:
        path = make('model', 'Qwen/Qwen3-8B', 'Q8_0', pathlib.Path(folder) / 'own.gguf')
        own = answer(path, '--quant', 'Q4_K_M')
        assert own['question']['precision'] == 'Q4_K_M'
        assert own['memory'] == answer('Qwen/Qwen3-8B', '--quant', 'Q4_K_M')['memory']


def test_paths():
    """A file with any suffix, its folder and its URI are the same model; batches take paths"""
    with tempfile.TemporaryDirectory() as folder:
        path = make('model', 'Qwen/Qwen3-0.6B', 'Q6_K', pathlib.Path(folder) / 'own.bin')
        found = answer(path)
        assert found['model']['id'] == path
        assert found['question']['precision'] == 'Q6_K'
        assert answer(pathlib.Path(path).as_uri()) == found
        os.rename(path, path[:-3] + 'gguf')
        assert answer(folder)['memory'] == found['memory']
        rows = batch([json.dumps({'id': 1, 'model': path[:-3] + 'gguf'}),
                      json.dumps({'id': 2, 'precision': 'Q4_0', 'model': path[:-3] + 'gguf'}),
                      json.dumps({'id': 3, 'model': path})])
        assert rows[0]['memory'] == found['memory']
        assert rows[1]['question']['precision'] == 'Q4_0'
        assert 'There is no file' in rows[2]['error']


def test_unknown_architecture():
    """What is assumed of an architecture that nobody knows is said"""
    with tempfile.TemporaryDirectory() as folder:
        path = make('unknown', 'Qwen/Qwen3-8B', 'Q4_K_M', pathlib.Path(folder) / 'own.gguf')
        found = answer(path)
        assert found['model']['exactness'] == 'modelled'
        assert any('“novelty”' in note for note in found['notes']), found['notes']
        known = answer('Qwen/Qwen3-8B', '--quant', 'Q4_K_M')
        for member in ('weights', 'weights_device', 'weights_host', 'kv_cache'):
            assert found['memory'][member] == known['memory'][member]


def test_no_model():
    """What is no model says what it is"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        assert 'vision projector' in fails(1, 'size', make('mmproj', path / 'mmproj.gguf'))
        assert 'LoRA adapter' in fails(1, 'size', make('adapter', path / 'lora.gguf'))
        (path / 'notes.gguf').write_text('nothing of a model')
        assert 'neither a GGUF' in fails(1, 'size', str(path / 'notes.gguf'))
        make('model', 'Qwen/Qwen3-0.6B', 'Q8_0', path / 'a.gguf')
        make('model', 'Qwen/Qwen3-0.6B', 'Q6_K', path / 'b.gguf')
        (path / 'notes.gguf').unlink()
        assert 'a.gguf, b.gguf' in fails(1, 'size', folder)


def test_additions():
    """A projector, adapters and a draft count with their bytes, each where it is loaded"""
    model = 'Qwen/Qwen3-8B'
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        projector = make('mmproj', path / 'mmproj.gguf')
        first, second = make('adapter', path / 'a,1.gguf'), make('adapter', path / 'b.gguf')
        plain = answer(model)
        assert plain['memory']['additions'] is None
        assert plain['question']['mmproj'] is None and plain['question']['loras'] == []
        options = ('--mmproj', projector, '--lora', first, '--lora', second,
                   '--draft', 'Qwen/Qwen3-0.6B', '--draft-quant', 'Q8_0')
        found = answer(model, *options)
        question, additions = found['question'], found['memory']['additions']
        assert question['mmproj'] == projector and question['loras'] == [first, second]
        assert question['draft'] == 'Qwen/Qwen3-0.6B' and question['draft_quant'] == 'Q8_0'
        assert additions['mmproj'] == MIB and additions['loras'] == 2 * MIB
        assert additions['mmproj_compute'] is None
        draft = answer('Qwen/Qwen3-0.6B', '--quant', 'Q8_0')['memory']
        assert additions['draft_weights'] == draft['weights']
        assert additions['draft_cache'] == draft['kv_cache']
        device = found['memory']['devices'][0]
        assert device['additions'] == (3 * MIB + draft['weights_device'] + draft['kv_cache']
                                       + draft['compute_device'])
        assert device['required'] == plain['memory']['devices'][0]['required'] + device['additions']
        assert found['memory']['weights'] == plain['memory']['weights']
        assert any('200 MiB to 9.00 GiB' in note for note in found['notes']), found['notes']
        assert any('speculative' in note for note in found['notes'])
        assert answer(model, *options, '--mmproj-compute', '1GiB')['memory']['required'] == (
            found['memory']['required'] + 1024 * MIB)

        # A plan's flags have them too, as a shell takes them, and can be asked again.
        spaced = make('adapter', path / "it's b.gguf")
        asked = ('--gpu', 'rtx 3060', '--context', '64K', '--ram', '64GiB')
        plan = answer(model, *asked, *options, '--lora', spaced)['offload']
        flags = shlex.split(plan['flags'])
        assert flags[flags.index('--model-draft') + 1] == 'Qwen/Qwen3-0.6B'
        assert flags[flags.index('--mmproj') + 1] == projector
        assert [flags[i + 1] for i, flag in enumerate(flags) if flag == '--lora'] == [
            first, second, spaced]
        again = answer(model, *asked, '--draft-quant', 'Q8_0', *flags)
        assert again['memory']['required'] == plan['required']
        draft = make('model', 'Qwen/Qwen3-0.6B', 'Q8_0', path / 'd $1.gguf')
        flags = answer(model, *asked, '--draft', draft)['offload']['flags']
        assert shlex.split(flags)[-2:] == ['--model-draft', draft], flags

        # In tables too; but not beside other models.
        rows = json.loads(run('table', model, *options, '--json').stdout)['rows']
        row, = (row for row in rows if row['id'] == found['question']['accelerator'])
        assert row['required'] == found['memory']['required']
        assert row['longest_context'] == found['memory']['longest_context']
        rows = json.loads(run('table', '--models', '--mtp', *options, '--json').stdout)['rows']
        row, = (row for row in rows if row['id'] == model)
        one = answer(model, '--quant', row['precision'])
        assert row['required'] == one['memory']['required']

        # The same question as JSON, and back.
        row, = batch([json.dumps({'model': model, **question, 'context': 32768})])
        assert row['memory'] == found['memory'], row
        text = run('size', model, *options).stdout
        for words in ('Vision projector', 'LoRA adapters', 'Draft model', 'without its graph'):
            assert words in text, text


def test_draft_file():
    """A draft from a file comes in the file's own precision; another vocabulary is said"""
    with tempfile.TemporaryDirectory() as folder:
        path = make('model', 'Qwen/Qwen2.5-0.5B', 'Q4_0', pathlib.Path(folder) / 'draft.gguf')
        found = answer('Qwen/Qwen3-8B', '--draft', path)
        assert found['question']['draft'] == path and found['question']['draft_quant'] == 'Q4_0'
        assert not any('vocabulary' in note for note in found['notes']), found['notes']
        found = answer('meta-llama/Llama-3.1-8B-Instruct', '--draft', path)
        assert any('another vocabulary' in note for note in found['notes']), found['notes']


def test_mtp():
    """Blocks of multi-token prediction are told apart; a model without them says so"""
    options = ('--gpu', 'nvidia-h100-sxm', '--count', '2')
    plain, found = answer('zai-org/GLM-4.5-Air', *options), answer('zai-org/GLM-4.5-Air', '--mtp',
                                                                   *options)
    additions = found['memory']['additions']
    assert additions['mtp_weights'] > 0 and additions['mtp_cache'] > 0
    for member, part in (('weights', 'mtp_weights'), ('kv_cache', 'mtp_cache')):
        assert found['memory'][member] == plain['memory'][member] + additions[part]
    assert 'multi-token prediction' in fails(1, 'size', 'Qwen/Qwen3-8B', '--mtp')


def test_wrong_additions():
    """What is not the addition that it should be, or stands in a model's place, is told apart"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        projector = make('mmproj', path / 'mmproj.gguf')
        model = make('model', 'Qwen/Qwen3-0.6B', 'Q8_0', path / 'model.gguf')
        assert '--mmproj' in fails(1, 'size', projector)
        assert 'no LoRA adapter' in fails(1, 'size', model, '--lora', projector)
        assert 'no vision projector' in fails(1, 'size', model, '--mmproj', model)
        assert 'vision projector' in fails(1, 'size', model, '--draft', projector)
        assert '--mmproj' in fails(1, 'size', model, '--mmproj', str(path / 'nothing.gguf'))
        assert 'beside a model' in fails(1, 'size', 'Qwen/Qwen3-8B', '--engine', 'vllm',
                                         '--lora', make('adapter', path / 'lora.gguf'))


def test_checkpoint():
    """Safetensors say what they are; llama.cpp is answered for the GGUF made of them"""
    config = {'model_type': 'llama', 'hidden_size': 64, 'intermediate_size': 128,
              'num_hidden_layers': 1, 'num_attention_heads': 4, 'num_key_value_heads': 2,
              'vocab_size': 256, 'max_position_embeddings': 512, 'torch_dtype': 'bfloat16',
              'tie_word_embeddings': False}
    header = json.dumps({'model.embed_tokens.weight':
                         {'dtype': 'BF16', 'shape': [256, 64], 'data_offsets': [0, 32768]}})
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / 'config.json').write_text(json.dumps(config))
        alone = answer(folder)
        (path / 'model.safetensors').write_bytes(
            len(header).to_bytes(8, 'little') + header.encode() + bytes(32768))
        found = answer(folder)
        assert found['memory'] == alone['memory']
        assert any('BF16 in safetensors' in note for note in found['notes']), found['notes']


def test_inspect():
    """Inspecting a GGUF by any name: parts that add up, in JSON and in words"""
    with tempfile.TemporaryDirectory() as folder:
        path = make('model', 'zai-org/GLM-4.5-Air', 'Q4_K_M', pathlib.Path(folder) / 'own')
        found = json.loads(run('inspect', path, '--json').stdout)
        counts = found['parameters']
        assert counts['total'] == counts['text'] + counts['vision'] + counts['mtp'], counts
        assert counts['mtp'] > 0 and counts['active'] < counts['text']
        assert sum(found['role_bytes'].values()) == found['tensor_bytes']
        assert sum(row['bytes'] for row in found['formats']) == found['tensor_bytes']
        assert found['file_type'] == 'Q4_K_M' and found['file_type_holds']
        assert found['shapes']['n_blocks'] == found['blocks'] == 46
        text = run('inspect', path).stdout
        for words in ('GLM-4.5-Air', 'Model · GGUF · glm4moe', 'as the quantizer makes it', 'GiB',
                      '8 of 128 experts'):
            assert words in text, text
        assert 'tensor_bytes' not in text and '{' not in text
        projector = make('mmproj', pathlib.Path(folder) / 'p')
        found = json.loads(run('inspect', projector, '--json').stdout)
        assert found['kind'] == 'projector'
        assert found['parameters'] == {'total': 524288, 'text': None, 'vision': None, 'mtp': None,
                                       'active': None}


main([value for name, value in list(globals().items()) if name.startswith('test_')])
