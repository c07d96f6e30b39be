#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the completions for bash, zsh and fish, and the manual page, of what `--help` says.

usage: make.py PROGRAM [FOLDER]    writes them into FOLDER, else beside this script

A test makes them again and compares, so that no option is missing or made up.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

Option = collections.namedtuple('Option', 'long short argument description')
Command = collections.namedtuple('Command', 'name usage summary options')

# Values that the help has no list of.
VALUES = {
    'engine': ['llama.cpp', 'vllm', 'sglang'],
    'format': ['pdf', 'md', 'csv', 'json'],
    'kv': ['f16', 'q8_0', 'q4_0', 'fp8'],
    'kv-k': ['f16', 'q8_0', 'q4_0', 'fp8'],
    'kv-v': ['f16', 'q8_0', 'q4_0', 'fp8'],
    'method': ['qlora', 'lora', 'full'],
    'checkpointing': ['on', 'off'],
    'sections': ['all', 'summary', 'memory', 'context', 'hardware', 'precision', 'speed', 'cost',
                 'training', 'commands', 'assumptions', 'sources'],
    'sharding': ['none', 'zero1', 'zero2', 'zero3', 'fsdp'],
}


def ask(program, *arguments):
    environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': ''}
    return subprocess.run([program, *arguments], env=environment, check=True, capture_output=True,
                          text=True, encoding='utf-8').stdout


def read_command(program, name):
    text = ask(program, name, '--help')
    usage = re.search(r'^Usage:\n  (.*)$', text, re.M).group(1)
    summary = text.split('\n\n')[1].replace('\n', ' ')
    options = []
    for line in text.splitlines():
        found = re.match(r'  (?:-(\w), )?--([\w-]+)(?:=(.*?))?(?:  +(.*))?$', line)
        if found:
            short, long, argument, description = found.groups()
            options.append(Option(long, short, argument, description or ''))
    return Command(name, usage, summary, options)


def read(program):
    names = []
    for name in re.findall(r'^  plimsoll ([a-z]+)', ask(program, '--help'), re.M):
        if name not in names:
            names.append(name)
    return [read_command(program, name) for name in names]


def values_of(option):
    if option.long in VALUES:
        return VALUES[option.long]
    if option.argument and '|' in option.argument:
        return [value for value in option.argument.split('|') if value.islower()]
    return []


def takes_file(option):
    return option.argument == 'FILE'


# --- bash ------------------------------------------------------------------------------------

def bash(commands):
    out = ['# SPDX-License-Identifier: GPL-3.0-or-later',
           '# Made by data/completions/make.py of what --help says.', '',
           '_plimsoll ()', '{',
           '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}',
           '  local command=${COMP_WORDS[1]} options=', '  COMPREPLY=()', '',
           '  if [ "$COMP_CWORD" = 1 ]', '  then',
           '    mapfile -t COMPREPLY < <(compgen -W "'
           + ' '.join(command.name for command in commands)
           + ' --help --version" -- "$word"; compgen -f -- "$word")',
           '    return', '  fi', '', '  case $command:$before in']
    for command in commands:
        for option in command.options:
            if values_of(option):
                out += [f'    {command.name}:--{option.long})',
                        f'      mapfile -t COMPREPLY < <(compgen -W "{" ".join(values_of(option))}"'
                        ' -- "$word")', '      return ;;']
            elif takes_file(option):
                names = f'{command.name}:--{option.long}'
                if option.short:
                    names += f' | {command.name}:-{option.short}'
                out += [f'    {names})',
                        '      mapfile -t COMPREPLY < <(compgen -f -- "$word")', '      return ;;']
    out += ['  esac', '', '  case $command in']
    for command in commands:
        out += [f'    {command.name}) options="'
                + ' '.join(f'--{option.long}' for option in command.options) + '" ;;']
    out += ['  esac', '  case $word in',
            '    -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;',
            '    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;', '  esac', '}', '',
            'complete -o filenames -F _plimsoll plimsoll', '']
    return '\n'.join(out)


# --- zsh -------------------------------------------------------------------------------------

def zsh_text(text):
    return (text.replace('\\', '\\\\').replace("'", "'\\''").replace('[', '\\[')
            .replace(']', '\\]').replace(':', '\\:'))


def zsh_option(option):
    action = ''
    if option.argument:
        what = zsh_text(option.argument)
        if values_of(option):
            action = f':{what}:({" ".join(values_of(option))})'
        else:
            action = f':{what}:' + ('_files' if takes_file(option) else '')
    sign = '=' if option.argument else ''
    return f"      '*--{option.long}{sign}[{zsh_text(option.description)}]{action}'"


def zsh(commands):
    out = ['#compdef plimsoll', '# SPDX-License-Identifier: GPL-3.0-or-later',
           '# Made by data/completions/make.py of what --help says.', '',
           '_plimsoll ()', '{', '  local -a commands', '  commands=(']
    for command in commands:
        out.append(f"    '{command.name}:{zsh_text(command.summary)}'")
    out += ['  )', '', '  if (( CURRENT == 2 ))', '  then',
            "    _describe -t commands 'command' commands",
            "    _arguments '--help[help]' '--version[the version]' '*:file:_files'", '    return',
            '  fi', '', '  local command=$words[2]', '  shift words', '  (( CURRENT-- ))', '',
            '  case $command in']
    for command in commands:
        out += [f'    ({command.name})', '      _arguments \\']
        out += [f'  {zsh_option(option)} \\' for option in command.options]
        out += ["        '*:file:_files'", '      ;;']
    out += ['  esac', '}', '', '_plimsoll "$@"', '']
    return '\n'.join(out)


# --- fish ------------------------------------------------------------------------------------

def fish_text(text):
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def fish(commands):
    out = ['# SPDX-License-Identifier: GPL-3.0-or-later',
           '# Made by data/completions/make.py of what --help says.', '',
           "complete -c plimsoll -n __fish_use_subcommand -l help -d 'Show help'",
           "complete -c plimsoll -n __fish_use_subcommand -l version -d 'Show the version'"]
    for command in commands:
        out.append(f'complete -c plimsoll -n __fish_use_subcommand -a {command.name}'
                   f' -d {fish_text(command.summary)}')
    for command in commands:
        out.append('')
        for option in command.options:
            line = (f"complete -c plimsoll -n '__fish_seen_subcommand_from {command.name}'"
                    f' -l {option.long}')
            if option.short:
                line += f' -s {option.short}'
            if option.argument:
                line += ' -r'
                if values_of(option):
                    line += f' -f -a {fish_text(" ".join(values_of(option)))}'
                elif not takes_file(option):
                    line += ' -f'
            out.append(line + f' -d {fish_text(option.description)}')
    return '\n'.join(out) + '\n'


# --- The manual page -------------------------------------------------------------------------

def roff(text):
    text = text.replace('\\', '\\e').replace('-', '\\-')
    return '\\&' + text if text[:1] in ".'" else text


def shared(commands):
    """The options of a question, which several commands take: said once."""
    size = next(command for command in commands if command.name == 'size')
    solve = next(command for command in commands if command.name == 'solve')
    names = {option.long for option in solve.options} - {'help', 'json'}
    return [option for option in size.options if option.long in names]


def man_option(option):
    name = f'\\fB\\-\\-{roff(option.long)}\\fR'
    if option.short:
        name = f'\\fB\\-{option.short}\\fR, {name}'
    if option.argument:
        name += f'=\\fI{roff(option.argument)}\\fR'
    return ['.TP', name, roff(option.description)]


def man(commands):
    text = (HERE / 'plimsoll.1.in').read_text(encoding='utf-8')
    question = shared(commands)
    names = {option.long for option in question}
    out = []
    for command in commands:
        out += [f'.SS "{roff(command.usage)}"', roff(command.summary)]
        if names <= {option.long for option in command.options}:
            out += ['Takes the options of a question, below.']
        for option in command.options:
            if option.long == 'help' or (option in question
                                         and names <= {o.long for o in command.options}):
                continue
            out += man_option(option)
    text = text.replace('@COMMANDS@', '\n'.join(out))
    out = []
    for option in question:
        out += man_option(option)
    return text.replace('@QUESTION@', '\n'.join(out))


FILES = {'plimsoll.bash': bash, '_plimsoll': zsh, 'plimsoll.fish': fish, 'plimsoll.1': man}


def make(program):
    """What each file has to be."""
    commands = read(program)
    return {name: form(commands) for name, form in FILES.items()}


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else HERE
    for name, text in make(sys.argv[1]).items():
        (folder / name).write_text(text, encoding='utf-8')
