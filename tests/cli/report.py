#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `plimsoll report` writes, held against `plimsoll size` and `plimsoll table`."""

import csv
import io
import json
import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess
import tempfile

from program import PROGRAM, answer, fails, main, run

MODEL = 'Qwen/Qwen3-30B-A3B'
QUESTION = (MODEL, '--gpu', '4090', '--quant', 'Q4_K_M', '--context', '16K')
GIB = 1 << 30
folder = pathlib.Path(tempfile.mkdtemp(prefix='plimsoll-report-'))


def write(name, *arguments, **environment):
    path = folder / name
    done = run('report', *arguments, '-o', str(path), SOURCE_DATE_EPOCH='1796169600', **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == '', done.stderr
    return path


def pdf_text(path, *options):
    return subprocess.run(['pdftotext', '-layout', *options, str(path), '-'], check=True,
                          capture_output=True, text=True).stdout


def pdf_info(path):
    done = subprocess.run(['pdfinfo', str(path)], check=True, capture_output=True, text=True)
    return dict(line.split(':', 1) for line in done.stdout.splitlines() if ':' in line)


def words(text):
    return ' '.join(text.split())


def gib(size, decimals=2):
    return f'{size / GIB:.{decimals}f}'


def test_pdf():
    """A PDF says the answer's figures; its text can be searched, its fonts are in it"""
    path = write('full.pdf', *QUESTION)
    one = answer(*QUESTION)
    memory = one['memory']
    first = words(pdf_text(path, '-l', '1'))
    assert f'Required {gib(memory["required"])} {memory["required"] / 1e9:.2f}' in first, first
    assert f'Usable {gib(memory["usable"])}' in first, first
    assert f'To spare {gib(memory["headroom"])}' in first, first
    assert one['reason'] in first, first
    assert f'{one["speed"]["decode"]["value"]:.0f} tok/s' in first, first
    assert 'Page 1 of' in first and '2 December 2026' in first, first
    everything = words(pdf_text(path))
    for heading in ('Memory by context, GiB', 'The same on other hardware', 'In other precisions',
                    'Cost: rent or buy', 'Training', 'Launch commands', 'How exact it is',
                    'Sources'):
        assert heading in everything, heading
    assert one['commands']['llama.cpp'].split()[0] in everything
    assert path.stat().st_size <= 500_000, path.stat().st_size

    info = pdf_info(path)
    assert info['Title'].strip() == 'Qwen3-30B-A3B on NVIDIA RTX 4090', info
    assert info['Tagged'].strip() == 'yes' and info['Creator'].strip().startswith('Plimsoll '), info
    assert '(A4)' in info['Page size'], info
    fonts = subprocess.run(['pdffonts', str(path)], check=True, capture_output=True, text=True)
    for line in fonts.stdout.splitlines()[2:]:
        assert line.split()[-5] == 'yes', line
    images = subprocess.run(['pdfimages', '-list', str(path)], check=True, capture_output=True,
                            text=True).stdout.splitlines()
    assert len(images) == 2, images  # Charts are lines and not points.


def test_structure():
    """Headings and tables are told to those who hear them"""
    path = write('tagged.pdf', *QUESTION, '--sections', 'summary,memory,hardware')
    tree = subprocess.run(['pdfinfo', '-struct-text', str(path)], check=True, capture_output=True,
                          text=True).stdout
    for tag in ('H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure'):
        assert f'{tag} (' in tree or f'{tag}\n' in tree or f'{tag} ' in tree, (tag, tree[:600])


def test_paper():
    """Paper is as the locale or the option has it"""
    path = write('letter.pdf', *QUESTION, '--paper', 'letter')
    assert 'letter' in pdf_info(path)['Page size'], pdf_info(path)


def test_sections():
    """A report has the sections that were asked for, and no others"""
    path = write('some.md', *QUESTION, '--sections', 'summary,precision')
    text = path.read_text(encoding='utf-8')
    assert '## In other precisions' in text and '## Fits' in text, text
    assert 'other hardware' not in text and 'Training' not in text, text
    assert 'hardware' in fails(2, 'report', *QUESTION, '-o', str(path), '--sections', 'prices')


def test_markdown():
    """Markdown has the same figures in tables"""
    text = write('full.md', *QUESTION).read_text(encoding='utf-8')
    memory = answer(*QUESTION)['memory']
    row = next(line for line in text.splitlines() if line.startswith('| **Required**'))
    assert [cell.strip() for cell in row.strip('|').split('|')][:2] == [
        '**Required**', f'**{gib(memory["required"])}**'], row
    assert text.startswith('# Qwen3-30B-A3B on NVIDIA RTX 4090\n') and not text.endswith('\n\n')
    assert '```sh\nllama-server' in text, text


def test_csv():
    """CSV has as many fields in every record, plain numbers, and nothing that is a formula"""
    data = write('full.csv', *QUESTION).read_bytes()
    assert data.count(b'\n') == data.count(b'\r\n')
    rows = list(csv.reader(io.StringIO(data.decode(), newline='')))
    assert len({len(row) for row in rows}) == 1
    memory = answer(*QUESTION)['memory']
    named = {row[0]: row for row in reversed(rows)}
    assert named['required'][1] == f'{memory["required"] / GIB:.3f}', named['required']
    assert named['verdict'][1] == 'fits' and named['date'][1] == '2026-12-02'
    for row in rows:
        for field in row:
            assert field[:1] not in ('=', '@', '+') and (field[:1] != '-' or float(field) < 0), row

    one = write('hardware.csv', *QUESTION, '--sections', 'precision').read_text(encoding='utf-8')
    table = csv.DictReader(io.StringIO(run('table', *QUESTION, '--precisions', '--csv').stdout))
    assert ([row['required_gib'] for row in csv.DictReader(io.StringIO(one))]
            == [row['required_gib'] for row in table])


def test_json():
    """JSON is the answer of `plimsoll size`"""
    found = json.loads(write('full.json', *QUESTION, '--sections', 'summary').read_text())
    assert found == answer(*QUESTION)


def test_all_hardware():
    """Every accelerator is listed on request, what fits first"""
    path = write('all.csv', *QUESTION, '--sections', 'hardware', '--all-hardware')
    rows = list(csv.reader(io.StringIO(path.read_text(encoding='utf-8'))))
    start = next(i for i, row in enumerate(rows) if row[:2] == ['name', 'usable_gib'])
    verdicts = []
    for row in rows[start + 1:]:
        if row[0] == '':
            break
        verdicts.append(row[6])
    hardware = json.loads(run('hardware', '--json').stdout)['accelerators']
    assert len(verdicts) == len(hardware)
    fits = [verdict in ('fits', 'tight') for verdict in verdicts]
    assert fits == sorted(fits, reverse=True) and any(fits) and not all(fits)


def test_accelerator():
    """What one accelerator is good for has a report too"""
    text = write('card.md', MODEL, '--gpu', '3090', '--accelerator').read_text(encoding='utf-8')
    assert 'By precision and context' in text and 'Next to it' in text, text
    found = json.loads(write('card.json', MODEL, '--gpu', '3090', '--accelerator').read_text())
    assert found == json.loads(
        run('hardware', '3090', '--model', MODEL, '--json').stdout)


def batch_file(*questions):
    path = folder / 'questions.jsonl'
    path.write_text(''.join(json.dumps(question) + '\n' for question in questions),
                    encoding='utf-8')
    return str(path)


def test_batch():
    """Each question of a batch has a report; a bad line is named, and the rest go on"""
    questions = batch_file({'model': MODEL, 'context': '8K'}, {'model': 'no such model'},
                           {'model': MODEL, 'context': '16K', 'id': 3})
    done = run('report', '--batch', questions, '-o', str(folder / 'batch.md'))
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines() == [str(folder / 'batch-1.md'), str(folder / 'batch-3.md')]
    assert done.stderr.startswith('plimsoll: Line 2: ') and done.stderr.count('\n') == 1
    assert '8192 tokens' in (folder / 'batch-1.md').read_text(encoding='utf-8')
    assert '16384 tokens' in (folder / 'batch-3.md').read_text(encoding='utf-8')
    assert not (folder / 'batch-2.md').exists()


def test_side_by_side():
    """Up to four questions stand side by side"""
    four = [{'model': MODEL, 'context': size} for size in ('4K', '8K', '16K', '32K')]
    path = write('beside.pdf', '--batch', batch_file(*four), '--side-by-side')
    text = words(pdf_text(path))
    for question in four:
        required = answer(MODEL, '--context', question['context'])['memory']['required']
        assert f'{gib(required)} GiB' in text, (question, text)
    assert 'answers' in json.loads(
        write('beside.json', '--batch', batch_file(*four), '--side-by-side').read_text())
    fails(2, 'report', '--batch', batch_file(*four, four[0]), '--side-by-side', '-o',
          str(folder / 'five.pdf'))


def test_existing():
    """A file that is there is replaced, with who may read it; a link stays a link"""
    path = folder / 'there.md'
    path.write_text('before', encoding='utf-8')
    path.chmod(0o640)
    link = folder / 'link.md'
    link.symlink_to('there.md')
    write('link.md', *QUESTION)
    assert link.is_symlink() and path.read_text(encoding='utf-8').startswith('# ')
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def names(place):
    return sorted(entry.name for entry in place.iterdir())


def test_read_only():
    """What cannot be written is said in a line; the old file stays, and nothing is left"""
    place = folder / 'missing' / 'report.pdf'
    assert 'report.pdf' in fails(1, 'report', *QUESTION, '-o', str(place))
    line = fails(1, 'report', *QUESTION, '-o', '/proc/report.pdf')
    assert '/proc/report.pdf' in line, line
    folder_name = folder / 'folder.pdf'
    folder_name.mkdir(exist_ok=True)
    fails(1, 'report', *QUESTION, '-o', str(folder_name))
    if os.geteuid() == 0:
        return  # May write anywhere.
    locked = folder / 'locked'
    locked.mkdir()
    (locked / 'report.md').write_text('before', encoding='utf-8')
    locked.chmod(0o555)
    fails(1, 'report', *QUESTION, '-o', str(locked / 'report.md'))
    assert (locked / 'report.md').read_text(encoding='utf-8') == 'before'
    locked.chmod(0o755)


def limited(size, caught):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if caught else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def test_full_disk():
    """A write that fails or is broken off leaves no half file and no lost old one"""
    place = folder / 'full'
    place.mkdir()
    path = place / 'report.pdf'
    path.write_text('before', encoding='utf-8')
    for caught in (True, False):
        done = subprocess.run([PROGRAM, 'report', *QUESTION, '-o', str(path)], capture_output=True,
                              text=True, preexec_fn=limited(20_000, caught), check=False)
        assert done.returncode == 1, done
        assert done.stderr.startswith('plimsoll: ') and str(path) in done.stderr, done
        assert names(place) == ['report.pdf'], names(place)
        assert path.read_text(encoding='utf-8') == 'before'

    full = pathlib.Path('/dev/full')
    if full.is_char_device():
        assert '/dev/full' in fails(1, 'report', *QUESTION, '--format', 'pdf', '-o', str(full))


def test_output():
    """Standard output takes a report as well"""
    done = run('report', *QUESTION, '-o', '-', '--format', 'md')
    assert done.returncode == 0 and done.stdout.startswith('# Qwen3-30B-A3B'), done.stderr


def test_repeatable():
    """The same question on the same day is the same file"""
    first, second = write('first.pdf', *QUESTION), write('second.pdf', *QUESTION)
    assert first.read_bytes() == second.read_bytes()


def test_locale():
    """People's numbers follow the locale, programs' never do"""
    available = subprocess.run(['locale', '-a'], capture_output=True, text=True, check=False)
    if 'de_DE.utf8' not in available.stdout.lower().replace('utf-8', 'utf8').replace('de_de',
                                                                                     'de_DE'):
        return
    text = write('de.md', *QUESTION, LC_ALL='de_DE.UTF-8').read_text(encoding='utf-8')
    assert '16.384 Tokens' in text, text[:400]
    plain = write('c.csv', *QUESTION)
    assert plain.read_bytes() == write('de.csv', *QUESTION, LC_ALL='de_DE.UTF-8').read_bytes()


def test_unknown():
    """What does not fit, or is not known, is reported as such"""
    text = write('large.md', 'deepseek-ai/DeepSeek-V3', '--gpu', '3060').read_text(encoding='utf-8')
    assert '## Does not fit' in text, text[:600]
    assert '| —' in text or '— |' in text
    done = run('report', 'deepseek-ai/DeepSeek-V3', '--gpu', '3060', '--check', '-o',
               str(folder / 'large.md'))
    assert done.returncode == 3, done
    text = write('cpu.md', MODEL, '--count', '0').read_text(encoding='utf-8')
    assert 'on the processor alone' in text, text[:300]


def test_usage():
    """What cannot be meant is said"""
    fails(2, 'report', MODEL)
    fails(2, 'report', '-o', 'report.pdf')
    fails(2, 'report', MODEL, '-o', 'report.docx')
    fails(2, 'report', MODEL, '-o', 'report.pdf', '--paper', 'a3')
    fails(2, 'report', MODEL, '-o', 'report.pdf', '--side-by-side')
    fails(2, 'report', MODEL, '-o', 'report.pdf', '--batch', 'questions.jsonl')
    fails(1, 'report', 'no such model anywhere', '-o', 'report.pdf')
    fails(1, 'report', '--batch', '/nowhere/questions.jsonl', '-o', 'report.pdf')


try:
    main([value for name, value in list(globals().items()) if name.startswith('test_')])
finally:
    shutil.rmtree(folder)
