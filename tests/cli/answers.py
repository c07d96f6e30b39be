#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line answers, refuses and exits with."""

import json
import pathlib
import tempfile

from program import answer, batch, fails, main, run

MODEL = 'Qwen/Qwen3-30B-A3B'
GIB = 1 << 30

ANSWER = {'format', 'model', 'question', 'memory', 'verdict', 'reason', 'needs', 'speed', 'cost',
          'offload', 'commands', 'notes', 'serving'}
MODEL_MEMBERS = {'id', 'name', 'parameters', 'active_parameters', 'layers', 'max_context',
                 'exactness'}
QUESTION = {'precision', 'context', 'kv_k', 'kv_v', 'engine', 'parallel', 'unified_kv', 'ubatch',
            'flash_attention', 'accelerator', 'count', 'split', 'ngl', 'n_cpu_moe',
            'system_memory', 'prompt', 'depth'}
MEMORY = {'file', 'weights', 'weights_device', 'weights_host', 'kv_cache', 'state',
          'compute_device', 'compute_host', 'output', 'runtime', 'required', 'usable', 'physical',
          'headroom', 'utilization', 'devices', 'longest_context'}
DEVICE = {'name', 'weights', 'kv_cache', 'state', 'compute', 'required', 'usable'}


def test_members():
    """The answer has every member of its documented form"""
    found = answer(MODEL)
    assert ANSWER <= set(found), ANSWER - set(found)
    assert MODEL_MEMBERS <= set(found['model'])
    assert QUESTION <= set(found['question'])
    assert MEMORY <= set(found['memory'])
    assert all(DEVICE <= set(device) for device in found['memory']['devices'])
    assert set(found['needs']) == {'accelerators', 'precision', 'context'}
    assert found['format'] == 1


def test_known_model():
    """A known model, to the byte"""
    found = answer(MODEL)
    memory = found['memory']
    assert found['model']['parameters'] == 30532122624
    assert found['model']['layers'] == 48
    assert found['question']['context'] == 32768
    assert memory['file'] == 18550716416
    assert memory['kv_cache'] == 3 * GIB
    assert memory['weights'] == memory['weights_device'] + memory['weights_host']
    assert memory['usable'] == 24481313587
    assert memory['headroom'] == memory['usable'] - memory['required']
    assert sum(device['required'] for device in memory['devices']) == memory['required']
    assert found['verdict'] == 'fits'


def test_speed():
    """How fast, with a range; slower with more in the cache, and unknown where it does not fit"""
    found = answer(MODEL, '--gpu', 'rtx 3090')['speed']
    assert set(found) == {'decode', 'prefill', 'first_token_ms', 'at_most_batch', 'basis'}
    assert set(found['basis'].values()) == {'modelled'}, found
    for member in ('decode', 'prefill', 'first_token_ms'):
        assert found[member]['low'] < found[member]['value'] < found[member]['high'], found
    deep = answer(MODEL, '--gpu', 'rtx 3090', '--depth', '32K')['speed']
    assert deep['decode']['value'] < found['decode']['value']
    assert deep['prefill'] == found['prefill']
    longer = answer(MODEL, '--gpu', 'rtx 3090', '--prompt', '8K')['speed']
    assert longer['first_token_ms']['value'] > 3 * found['first_token_ms']['value']
    none = answer('Qwen/Qwen3-32B', '--gpu', 'rtx 3060', '--ram', '4GiB')
    assert none['verdict'] == 'exceeds'
    assert none['speed']['decode'] == {'value': None, 'low': None, 'high': None}
    assert none['speed']['at_most_batch'] is None
    assert set(none['speed']['basis'].values()) == {None}, none


def test_commands():
    """How to start each engine that runs it there; none that does not"""
    found = answer('Qwen/Qwen3-30B-A3B-Instruct-2507', '--gpu', 'rtx 4090', '--quant', 'Q4_K_M',
                   '--context', '32K')['commands']
    assert set(found) == {'llama.cpp', 'ollama', 'lm-studio'}, found
    assert found['llama.cpp'].startswith(
        'llama-server -hf unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF:Q4_K_M --ctx-size 32768 ')

    served = answer('Qwen/Qwen3-30B-A3B-Instruct-2507', '--gpu', '2x h100 sxm', '--engine', 'vllm')
    assert served['commands']['vllm'].endswith('--tensor-parallel-size 2'), served['commands']

    # A card of a generation that vLLM was never built for.
    assert 'Volta' in fails(1, 'size', 'Qwen/Qwen3-8B', '--gpu', 'tesla m40', '--engine', 'vllm')


def test_cache_types():
    """The cache goes with the bytes of its types"""
    full = answer(MODEL)['memory']['kv_cache']
    assert answer(MODEL, '--kv', 'q8_0')['memory']['kv_cache'] == full * 34 // 64
    assert answer(MODEL, '--kv', 'q4_0')['memory']['kv_cache'] == full * 18 // 64
    mixed = answer(MODEL, '--kv-k', 'q8_0', '--kv-v', 'f16')['memory']['kv_cache']
    assert mixed == full // 2 + full * 34 // 128


def test_options():
    """Every option reaches the question"""
    found = answer(MODEL, '--gpu', 'rtx 3090', '--count', '2', '--quant', 'q8_0', '--context', '16k',
                   '--kv', 'q8_0', '--engine', 'llama.cpp', '--parallel', '2', '--unified-kv',
                   '--ubatch', '1024', '--flash-attention', 'on', '--outputs', 'all', '--ngl', '40',
                   '--n-cpu-moe', '3', '--split', 'layer', '--ram', '128GiB', '--prompt', '1K',
                   '--depth', '2K', '--memory-in-use', '1GiB', '--gpu', '2x rtx 3060',
                   '--gpu', 'rtx 4090', '--tensor-split', '3,3,1/1,2.5', '--main-gpu',
                   '1', '--gpu-memory-utilization', '0.5',
                   '--tensor-parallel', '2', '--pipeline-parallel', '1', '--max-num-seqs', '128',
                   '--max-num-batched-tokens', '8K', '--draft', 'Qwen/Qwen3-0.6B',
                   '--draft-quant', 'q4_0', '--mmproj-compute', '1GiB')['question']
    assert found == {
        'precision': 'Q8_0', 'context': 16384, 'kv_k': 'q8_0', 'kv_v': 'q8_0',
        'engine': 'llama.cpp', 'parallel': 2, 'unified_kv': True, 'ubatch': 1024,
        'flash_attention': True, 'outputs': 'all', 'accelerator': 'nvidia-rtx-3090', 'count': 2,
        'further_accelerators': ['nvidia-rtx-3060-12gb'] * 2 + ['nvidia-rtx-4090'],
        'split': 'layer', 'tensor_split': [3, 3, 1, 1, 2.5], 'main_gpu': 1, 'ngl': 40, 'n_cpu_moe': 3, 'system_memory': 128 * GIB,
        'memory_in_use': GIB, 'prompt': 1024, 'depth': 2048,
        'gpu_memory_utilization': 0.5, 'tensor_parallel': 2, 'pipeline_parallel': 1,
        'max_num_seqs': 128, 'max_num_batched_tokens': 8192, 'mmproj': None,
        'mmproj_compute': GIB, 'loras': [], 'draft': 'Qwen/Qwen3-0.6B', 'draft_quant': 'Q4_0',
        'mtp': False,
    }, found


def test_several_accelerators():
    """Accelerators that differ have each their own memory, and layers by what is free there"""
    found = answer(MODEL, '--gpu', 'rtx 3090', '--gpu', 'rtx 3060')['memory']
    assert [device['name'] for device in found['devices']] == [
        'NVIDIA RTX 3090', 'NVIDIA RTX 3060 12GB']
    large, small = found['devices']
    assert large['usable'] == 24 * GIB * 95 // 100 and small['usable'] == 12 * GIB * 95 // 100
    assert found['usable'] == large['usable'] + small['usable']
    # 24,176 and 11,888 MiB are free: 33 of the 49 layers on the first (32.8, and a layer goes where
    # it begins), 15 blocks and the head on the second; a block caches 32K x 2 KiB.
    assert large['kv_cache'] == 33 * 2 * GIB // 32, large
    assert small['kv_cache'] == 15 * 2 * GIB // 32, small

    again = answer(MODEL, '--gpu', '1x rtx 3090', '--gpu', 'rtx 3060', '--tensor-split', '1,1')
    assert again['memory']['devices'][0]['kv_cache'] == 25 * 2 * GIB // 32

    both = answer(MODEL, '--gpu', '2 x rtx 3090')
    assert both['question']['count'] == 2 and both == answer(MODEL, '--count', '2', '--gpu', '3090')
    text = run('size', MODEL, '--gpu', '2x rtx 3090', '--gpu', 'rtx 3060').stdout
    assert 'On 2 × NVIDIA RTX 3090 + NVIDIA RTX 3060' in text, text

    alone = answer(MODEL, '--gpu', 'rtx 3090', '--gpu', 'rtx 3060', '--split', 'none',
                   '--main-gpu', '1')['memory']['devices']
    assert [device['name'] for device in alone] == ['NVIDIA RTX 3060 12GB']
    fails(1, 'size', MODEL, '--main-gpu', '1')
    fails(1, 'size', MODEL, '--tensor-split', '1;2')
    assert '4090' in fails(1, 'size', MODEL, '--gpu', 'rtx 3090', '--gpu', '4091')


def test_serving():
    """vLLM and SGLang: a budget, what is taken of it, and how many requests it holds"""
    found = answer('Qwen/Qwen3-8B', '--engine', 'vllm', '--gpu', 'rtx 4090')
    serving, memory = found['serving'], found['memory']
    assert found['question']['precision'] == 'BF16'
    taken = sum(serving[part] for part in ('weights', 'activation', 'non_torch', 'cuda_graphs'))
    assert serving['budget'] - taken == serving['kv_memory']['value']
    assert serving['kv_memory']['low'] < serving['kv_memory']['value'] < serving['kv_memory']['high']
    assert serving['block_bytes'] == 16 * 147456 and serving['block_tokens'] == 16
    assert serving['request_blocks'] == 2048 and memory['kv_cache'] == 2048 * serving['block_bytes']
    assert memory['usable'] == serving['budget'] and found['verdict'] == 'tight'
    half = answer('Qwen/Qwen3-8B', '--engine', 'vllm', '--gpu', 'rtx 4090', '--kv', 'fp8')
    assert half['memory']['kv_cache'] * 2 == memory['kv_cache']
    many = answer('Qwen/Qwen3-8B', '--engine', 'vllm', '--gpu', 'rtx 4090', '--parallel', '8')
    assert many['verdict'] == 'tight' and 'wait' in many['reason'], many['reason']
    assert answer('Qwen/Qwen3-8B', '--gpu', 'rtx 4090')['serving'] is None
    sglang = answer('Qwen/Qwen3-8B', '--engine', 'sglang', '--gpu', 'rtx 4090')
    assert sglang['serving']['tokens'] * 147456 <= sglang['serving']['kv_memory']['value']
    assert sglang['memory']['compute_device'] is None


def test_serving_parallel():
    """Ranks are devices; heads that do not divide are refused, with the counts that work"""
    found = answer('Llama-3.3-70B-Instruct', '--engine', 'vllm', '--gpu', 'rtx 4090',
                   '--quant', 'awq', '--tensor-parallel', '4')
    assert found['question']['count'] == 4 and len(found['memory']['devices']) == 4
    assert found['serving']['tensor_parallel'] == 4
    [second] = batch([json.dumps({**found['question'], 'model': found['model']['id']})])
    assert found == second
    said = fails(1, 'size', 'Llama-3.3-70B-Instruct', '--engine', 'vllm', '--tensor-parallel', '3')
    assert '1, 2, 4, 8, 16' in said, said
    staged = answer('Llama-3.3-70B-Instruct', '--engine', 'vllm', '--gpu', 'h100 sxm',
                    '--pipeline-parallel', '3')
    assert staged['serving']['pipeline_parallel'] == 3 and staged['question']['count'] == 3


def test_serving_stage_without_cache():
    """A stage whose blocks read an earlier stage's cache holds as many requests as that one"""
    found = answer('google/gemma-4-E2B', '--engine', 'vllm', '--gpu', 'h100 sxm', '--count', '4',
                   '--tensor-parallel', '2')
    assert found['serving']['pipeline_parallel'] == 2
    assert found['serving']['requests_at_once']['value'] > 1
    assert found['verdict'] == 'fits'


def test_serving_precisions():
    """Each engine has precisions of its own; a model's own is the first"""
    assert answer('gpt-oss-20b', '--engine', 'vllm')['question']['precision'] == 'MXFP4'
    assert answer('deepseek-r1', '--engine', 'vllm', '--gpu', 'h200', '--tensor-parallel',
                  '8')['question']['precision'] == 'FP8-BLOCK'
    for engine, other in (('vllm', 'Q4_K_M'), ('llama.cpp', 'AWQ')):
        said = fails(1, 'size', MODEL, '--engine', engine, '--quant', other)
        assert f'{engine} does not run {other}' in said, said
        assert f'{engine} does not run {other}' in fails(1, 'size', MODEL, '--quant', other,
                                                         '--engine', engine)
    [found] = batch([json.dumps({'model': MODEL, 'precision': 'FP8', 'engine': 'vllm'})])
    assert found['question']['precision'] == 'FP8'
    fails(1, 'size', MODEL, '--engine', 'vllm', '--kv', 'q8_0')
    fails(1, 'size', MODEL, '--kv', 'fp8')
    fails(1, 'size', MODEL, '--engine', 'vllm', '--gpu', 'm4 max 128')
    fails(1, 'size', MODEL, '--engine', 'vllm', '--gpu-memory-utilization', '1.5')


def test_plan():
    """What does not fit has a plan; its flags, put back into the question, give what it said"""
    for options in (('--gpu', 'rtx 3060', '--context', '128K'),
                    ('--gpu', '2x rtx 3060', '--quant', 'q8_0'),
                    ('--gpu', 'rtx 3090', '--gpu', 'rtx 3060', '--quant', 'bf16')):
        found = answer(MODEL, *options)
        assert found['verdict'] == 'offload' and found['memory']['headroom'] < 0, found
        plan = found['offload']
        assert plan['ngl'] >= -1 and plan['n_cpu_moe'] > 0 and plan['decode']['value'] > 1, plan
        assert found['speed']['decode'] == plan['decode']

        again = answer(MODEL, *options, *plan['flags'].split())
        assert again['verdict'] == 'offload' and again['memory']['headroom'] >= 0, again
        assert again['memory']['required'] == plan['required']
        assert again['memory']['weights_host'] == plan['weights_host']
        assert again['speed']['decode'] == plan['decode']
        for device in again['memory']['devices']:
            assert device['required'] <= device['usable']

    text = run('size', MODEL, '--gpu', 'rtx 3060').stdout
    assert 'Fastest plan: ' in text and '--n-cpu-moe ' in text, text
    assert answer(MODEL)['offload'] is None
    without = answer(MODEL, '--gpu', 'rtx 3060', '--ram', '8GiB')
    assert without['verdict'] == 'exceeds' and without['offload'] is None
    assert without['needs']['accelerators'] == 2
    # By hand, and what would be faster.
    slow = answer(MODEL, '--ngl', '3')
    assert slow['verdict'] == 'offload' and slow['question']['ngl'] == 3
    assert slow['offload']['ngl'] == -1
    assert slow['offload']['decode']['value'] > 5 * slow['speed']['decode']['value']


def test_question_again():
    """The question of an answer, asked again, has the same answer"""
    first = answer(MODEL, '--count', '2', '--parallel', '3', '--kv', 'q8_0', '--context', '48K',
                   '--gpu', 'rtx 3090', '--gpu', 'rtx 3060', '--tensor-split', '4,4,1')
    [second] = batch([json.dumps({**first['question'], 'model': first['model']['id']})])
    assert first == second


def test_locale():
    """JSON is the same in every locale"""
    plain = run('size', MODEL, '--gpu', '3060', '--json', LC_ALL='C')
    german = run('size', MODEL, '--gpu', '3060', '--json', LC_ALL='de_DE.UTF-8', LANGUAGE='de')
    assert plain.stdout == german.stdout
    text = run('size', MODEL, LC_ALL='de_DE.UTF-8').stdout
    assert '22,80 GiB' in text, text


def test_text():
    """Text says the verdict and the sum"""
    done = run('size', MODEL)
    assert done.returncode == 0 and done.stderr == ''
    assert 'Fits, ' in done.stdout and '22.80 GiB' in done.stdout, done.stdout


def test_check():
    """--check exits with 3 when it does not fit"""
    assert run('size', MODEL, '--check').returncode == 0
    assert run('size', MODEL, '--gpu', '3060', '--check').returncode == 3
    assert run('size', MODEL, '--gpu', '3060', '--check', '--json').returncode == 3
    assert run('size', MODEL, '--gpu', '3060').returncode == 0


def test_needs():
    """What does not fit says what it would need"""
    assert answer(MODEL, '--gpu', '3060', '--ram', '4GiB')['verdict'] == 'exceeds'
    found = answer(MODEL, '--gpu', '3060')
    assert found['verdict'] == 'offload'
    count = found['needs']['accelerators']
    assert answer(MODEL, '--gpu', '3060', '--count', str(count))['verdict'] in ('fits', 'tight')
    assert answer(MODEL, '--gpu', '3060', '--count', str(count - 1))['verdict'] == 'offload'
    precision = found['needs']['precision']
    assert answer(MODEL, '--gpu', '3060', '--quant', precision)['verdict'] in ('fits', 'tight')


def test_split_modes():
    """Split modes of llama.cpp that are not modelled say so in a line; a single device has none"""
    two = ('--gpu', 'rtx 3090', '--count', '2', '--split')
    assert 'row split' in fails(1, 'size', MODEL, *two, 'row')
    assert 'tensor split' in fails(1, 'size', MODEL, *two, 'tensor')
    assert 'none of none, layer, tensor' in fails(1, 'size', MODEL, *two, 'rows')
    [row] = batch([json.dumps({'model': MODEL, 'split': 'row'})])
    assert 'row split' in row['error']
    assert answer(MODEL, '--split', 'tensor')['memory'] == answer(MODEL)['memory']


WHOLE = ('fits', 'tight')
RUNS = (*WHOLE, 'offload')

# What is held, what varies, and which kinds of need have an answer.
NEEDS = [
    # Kinds that differ: more of the first, beside the others.
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 3060', '--gpu', 'rtx 3090', '--ram', '4GiB'),
     {'--context': '128K', '--parallel': '4'}, {'accelerators', 'context'}),
    # Layers placed by hand stay so: a part in system memory is what was asked.
    ((MODEL, '--gpu', 'rtx 3060', '--ngl', '40', '--ram', '64GiB'), {},
     {'accelerators', 'precision'}),
    # 64 heads over 8 of K and V: 3 devices are 3 stages, and 2 ranks twice are 4 devices.
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 3090', '--engine', 'vllm', '--tensor-parallel', '2'),
     {'--count': '2', '--quant': 'BF16'}, {'accelerators', 'precision'}),
    # Stages and ranks that are set use no more devices than their product.
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 3090', '--engine', 'vllm', '--tensor-parallel', '2',
      '--pipeline-parallel', '1'), {'--count': '2', '--quant': 'BF16'}, {'precision'}),
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 4090', '--engine', 'sglang'),
     {'--quant': 'AWQ', '--context': '40K'}, {'accelerators', 'context'}),
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 4090', '--engine', 'vllm', '--parallel', '4'),
     {'--quant': 'FP8', '--context': '8K'}, {'accelerators', 'precision'}),
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 4090', '--engine', 'vllm', '--parallel', '4'),
     {'--quant': 'AWQ', '--context': '32K'}, {'accelerators', 'context'}),
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 3090', '--gpu', 'rtx 3060', '--engine', 'vllm'),
     {'--quant': 'BF16'}, {'accelerators'}),
    # The memory of a computer is not added up, and without a split nothing is.
    (('Qwen/Qwen3-235B-A22B', '--gpu', 'm4 max'), {}, {'precision'}),
    (('Qwen/Qwen3-32B', '--gpu', 'rtx 3060', '--ram', '4GiB', '--split', 'none'),
     {'--context': '4K'}, {'precision'}),
]


def test_needs_are_enough():
    """What would be needed is enough, the others as they were, and less of it is not"""
    def asked(held, varied, **changes):
        varied = {**varied, **{'--' + name: str(value) for name, value in changes.items()}}
        return answer(*held, *(word for pair in varied.items() for word in pair))['verdict']

    for held, varied, expected in NEEDS:
        found = answer(*held, *(word for pair in varied.items() for word in pair))
        needs = found['needs']
        assert found['verdict'] == 'exceeds', (held, found['verdict'])
        assert {name for name in needs if needs[name] is not None} == expected, (held, needs)
        count = needs['accelerators']
        if count is not None:
            assert asked(held, varied, count=count) in RUNS, (held, count)
            assert asked(held, varied, count=count - 1) not in WHOLE, (held, count)
        if needs['precision'] is not None:
            assert asked(held, varied, quant=needs['precision']) in RUNS, (held, needs)
        if needs['context'] is not None:
            assert needs['context'] < found['question']['context']
            assert asked(held, varied, context=needs['context']) in RUNS, (held, needs)
            assert asked(held, varied, context=needs['context'] + 1024) not in WHOLE, (held, needs)

    text = run('size', *NEEDS[0][0], '--context', '128K', '--parallel', '4').stdout
    assert 'It would fit with 3 × ' in text and ' beside the others' in text, text


def test_longest_context():
    """The longest context fits, and none that is longer"""
    tight = ('--gpu', '4090', '--quant', 'Q5_K_M', '--ram', '1GiB')
    found = answer(MODEL, *tight)
    longest = found['memory']['longest_context']
    if 0 < longest < found['model']['max_context']:
        at = answer(MODEL, *tight, '--context', str(longest))
        past = answer(MODEL, *tight, '--context', str(longest + 257))
        assert at['verdict'] in ('fits', 'tight') and past['verdict'] in ('offload', 'exceeds')


def test_unknown_names():
    """Unknown names are refused, with what is near"""
    assert '4090' in fails(1, 'size', MODEL, '--gpu', '4091')
    assert 'Qwen3' in fails(1, 'size', 'Qwen3-30B-A4B')
    assert 'Q4_K_S' in fails(1, 'size', MODEL, '--quant', 'Q4_K_X')
    fails(1, 'size', MODEL, '--kv', 'q3')
    fails(1, 'size', MODEL, '--engine', 'abacus')
    fails(1, 'models', 'zzzzzzzzzz')
    fails(1, 'hardware', 'zzzzzzzzzz')


def test_numbers():
    """Numbers that are none are refused"""
    for text in ('0', '1000000000000000000', '-1', '', '32k tokens', 'many', '1e5'):
        fails(1, 'size', MODEL, '--context', text)
    for option, text in (('--count', '17'), ('--parallel', '0'), ('--ubatch', '0'),
                         ('--ngl', '-2'), ('--ram', '64'), ('--n-cpu-moe', '-1'),
                         ('--split', 'row'), ('--flash-attention', 'maybe'), ('--outputs', 'x')):
        fails(1, 'size', MODEL, option, text)


def test_usage():
    """What is no command exits with 2"""
    fails(2, 'size')
    fails(2, 'size', MODEL, '--bogus')
    fails(2, 'size', MODEL, '--context')
    fails(2, 'size', MODEL, 'another')
    fails(2, 'size', MODEL, '--batch', '-')
    fails(2, 'bogus')
    fails(1, 'size', '--batch', 'no/such/file')


def test_help():
    """Help and version need nothing"""
    assert 'plimsoll size' in run('--help').stdout
    assert '--n-cpu-moe' in run('size', '--help').stdout
    assert run('--version').stdout.startswith('plimsoll ')
    assert run('--help', PLIMSOLL_DATA_DIR='/nonexistent').returncode == 0


def test_no_data():
    """Without its facts the program says so in one line"""
    fails(1, 'size', MODEL, PLIMSOLL_DATA_DIR='/nonexistent')


def test_no_display():
    """Without a display the last question is answered in text"""
    done = run()
    assert done.returncode == 0, done.stderr
    assert done.stderr.count('\n') == 1 and 'display' in done.stderr, done.stderr
    assert '22.80 GiB' in done.stdout, done.stdout


def test_lists():
    """The catalogue can be searched"""
    found = json.loads(run('hardware', '4090', '--json').stdout)['accelerators']
    assert found[0]['id'] == 'nvidia-rtx-4090' and found[0]['usable'] == 24481313587
    assert len(json.loads(run('hardware', '--json').stdout)['accelerators']) > 250
    found = json.loads(run('models', 'qwen3', '30b', '--json').stdout)['models']
    assert MODEL in [model['id'] for model in found]
    assert MODEL in run('models', 'qwen3 30b').stdout


def test_beyond_limit():
    """A context past the model's own is sized, and the answer says so"""
    found = answer(MODEL, '--context', '128K')
    assert found['question']['context'] == 131072
    assert found['memory']['kv_cache'] == 12 * GIB
    assert any('40K' in note for note in found['notes']), found['notes']


def test_parallel():
    """So many requests named divide the cache, as in llama.cpp"""
    assert answer(MODEL, '--parallel', '4')['question']['unified_kv'] is False
    assert answer(MODEL, '--parallel', '4', '--unified-kv')['question']['unified_kv'] is True
    [found] = batch([json.dumps({'model': MODEL, 'parallel': 4})])
    assert found['question']['unified_kv'] is False


BAD = ['null {"model": "%s"}' % MODEL, 'junk', '[]', '3', '{}', '{"model": 3}', '{"model": "nobody"}', '{"model": null}',
       f'{{"model": "{MODEL}", "context": 0}}', f'{{"model": "{MODEL}", "contxt": 1}}',
       f'{{"model": "{MODEL}", "engine": "abacus"}}', '{"model": "' + 'x' * 5000 + '"}',
       '{"model": ' + '[' * 3000, f'{{"model": "{MODEL}", "accelerator": "4091"}}']


def test_no_file():
    """A path that leads nowhere is said to be none, and no model near to it is named"""
    for path in ('/nowhere/model.gguf', './model', 'model.safetensors', 'nowhere/config.json'):
        assert f'There is no file “{path}”' in fails(1, 'size', path)


def test_config():
    """A config.json, or its folder, is a model; what is none is refused"""
    config = {'model_type': 'llama', 'hidden_size': 4096, 'intermediate_size': 14336,
              'num_hidden_layers': 32, 'num_attention_heads': 32, 'num_key_value_heads': 8,
              'vocab_size': 128256, 'max_position_embeddings': 8192,
              'tie_word_embeddings': False}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'config.json'
        path.write_text(json.dumps(config))
        found = answer(str(path), '--context', '8K')
        assert found['model']['parameters'] == 8030261248, found['model']
        assert found['memory']['kv_cache'] == GIB
        assert answer(folder, '--context', '8K')['memory'] == found['memory']
        path.write_text('[1, 2')
        fails(1, 'size', str(path))
        (path.parent / 'model.gguf').write_text('GGUF')
        fails(1, 'size', str(path.parent / 'model.gguf'))


def test_inspect():
    """What a file holds; what is none is refused in one line"""
    header = b'{"a.weight":{"dtype":"BF16","shape":[4,8],"data_offsets":[0,64]}}'
    config = {'model_type': 'llama', 'hidden_size': 4096, 'intermediate_size': 14336,
              'num_hidden_layers': 32, 'num_attention_heads': 32, 'num_key_value_heads': 8,
              'vocab_size': 128256, 'tie_word_embeddings': False}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / 'config.json').write_text(json.dumps(config))
        for name in (path / 'config.json', path):
            found = json.loads(run('inspect', '--json', str(name)).stdout)
            assert found['parameters'] == {'total': 8030261248, 'text': 8030261248, 'vision': 0,
                                           'mtp': 0, 'active': 7504924672}, found
            assert 'Parameters' in run('inspect', str(name)).stdout
        (path / 'model.safetensors').write_bytes(
            len(header).to_bytes(8, 'little') + header + bytes(64))
        found = json.loads(run('inspect', '--json', folder).stdout)
        assert found['parameters']['total'] == 32 and found['tensor_bytes'] == 64, found
        assert found['blocks'] == 32 and found['assumptions'] == []
        assert 'BF16' in run('inspect', folder).stdout
        config = {'model_type': 'novel', 'text_config': config, 'vision_config': {'depth': 3}}
        (path / 'other.json').write_text(json.dumps(config))
        found = json.loads(run('inspect', '--json', str(path / 'other.json')).stdout)
        assert found['parameters']['total'] is None and found['parameters']['vision'] is None
        assert found['parameters']['text'] == 8030261248
        (path / 'model.gguf').write_text('GGUF')
        fails(1, 'inspect', str(path / 'model.gguf'))
        fails(2, 'inspect')


def test_batch():
    """A thousand questions, bad ones among them, each with its answer"""
    lines = []
    for number in range(1000):
        if number % 10 == 3:
            lines.append(BAD[number // 10 % len(BAD)])
        else:
            lines.append(json.dumps({'id': number, 'model': MODEL, 'context': 1024 + number,
                                     'kv': 'q8_0' if number % 2 else 'f16'}))
    found = batch(lines)
    assert len(found) == len(lines)
    for number, row in enumerate(found):
        if number % 10 == 3:
            assert set(row) == {'id', 'error'}, row
            assert row['error'] and '\n' not in row['error']
        else:
            assert row['id'] == number
            assert row['question']['context'] == 1024 + number
            assert row['question']['kv_k'] == ('q8_0' if number % 2 else 'f16')


def test_batch_ids():
    """An id of any kind comes back, in errors too"""
    found = batch(['{"id": {"a": [1, "x"]}, "model": "%s"}' % MODEL, '{"id": "y", "model": "no"}',
                   '', '{"id": 7, "model": "%s", "context": "0"}' % MODEL, '{"model": "%s"}' % MODEL])
    assert found[0]['id'] == {'a': [1, 'x']}
    assert found[1]['id'] == 'y' and 'error' in found[1]
    assert found[2]['id'] == 7 and 'error' in found[2]
    assert 'id' not in found[3] and found[3]['verdict'] == 'fits'


main([value for name, value in list(globals().items()) if name.startswith('test_')])
