#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Writes a GGUF that a real engine loads: the tensors of a model in ../llamacpp-tensors.tsv, all zero.

The file is sparse: a model of gigabytes takes a few megabytes of disk. What it says is nonsense, but
an engine reserves for it exactly what it reserves for the real model.

    make-model.py MODEL TYPE FILE       TYPE: F16, Q8_0 or Q4_0 for all tensors that are quantized
"""

import configparser
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
FORMATS = {"F32": (0, 1, 4), "F16": (1, 1, 2), "Q4_0": (2, 32, 18), "Q8_0": (8, 32, 34)}
FILE_TYPES = {"F32": 0, "F16": 1, "Q4_0": 2, "Q8_0": 7}
U32, F32, TEXT, ARRAY, I32 = 4, 6, 8, 9, 5


def text(value):
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def number(kind, value):
    return struct.pack("<f" if kind == F32 else "<i" if kind == I32 else "<I", value)


class Keys:
    def __init__(self):
        self.n, self.raw = 0, bytearray()

    def add(self, key, kind, value):
        self.n += 1
        self.raw += text(key) + struct.pack("<I", kind)
        self.raw += text(value) if kind == TEXT else number(kind, value)

    def add_list(self, key, kind, values):
        self.n += 1
        self.raw += text(key) + struct.pack("<IIQ", ARRAY, kind, len(values))
        for value in values:
            self.raw += text(value) if kind == TEXT else number(kind, value)


def tensors(model):
    for line in (HERE / "llamacpp-tensors.tsv").read_text().splitlines():
        cells = line.split("\t")
        if cells[0] != model:
            continue
        shape = [int(n) for n in cells[3].split("x")]
        blocks = []
        for part in filter(None, cells[2].replace(";", ",").split(",")):
            first, _, last = part.partition("-")
            blocks += range(int(first), int(last or first) + 1)
        for name in [cells[1].replace(".N.", f".{b}.") for b in blocks] or [cells[1]]:
            yield name, shape, cells[4]


def metadata(model, m, file_type):
    keys = Keys()
    arch = m["architecture"]
    blocks = int(m["blocks"])

    def add(key, value, kind=U32):
        keys.add(f"{arch}.{key}", kind, value)

    keys.add("general.architecture", TEXT, arch)
    keys.add("general.name", TEXT, model)
    keys.add("general.file_type", U32, FILE_TYPES[file_type])
    add("block_count", blocks)
    add("context_length", int(m["context"]))
    add("embedding_length", int(m["embedding"]))
    add("feed_forward_length", int(m["feed-forward"]))
    add("attention.head_count", int(m["heads"]))
    if "attention-blocks" in m:
        attends = {int(b) for b in m["attention-blocks"].split(";")}
        keys.add_list(f"{arch}.attention.head_count_kv", I32,
                      [int(m["kv-heads"]) if b in attends else 0 for b in range(blocks)])
    else:
        add("attention.head_count_kv", int(m["kv-heads"]))
    add("attention.key_length", int(m["head-dim"]))
    add("attention.value_length", int(m["head-dim"]))
    add("attention.layer_norm_rms_epsilon", 1e-5, F32)
    add("rope.dimension_count", int(m["head-dim"]))
    add("rope.freq_base", 10000.0, F32)
    if "window" in m:
        add("attention.sliding_window", int(m["window"]))
    if "shortconv-kernel" in m:
        add("shortconv.l_cache", int(m["shortconv-kernel"]))
    if "experts" in m:
        add("expert_count", int(m["experts"]))
        add("expert_used_count", int(m["experts-used"]))
        if "shared-feed-forward" in m:
            add("expert_shared_feed_forward_length", int(m["shared-feed-forward"]))
    if "ssm-inner" in m:
        add("ssm.conv_kernel", int(m["conv-kernel"]))
        add("ssm.inner_size", int(m["ssm-inner"]))
        add("ssm.state_size", int(m["ssm-state"]))
        add("ssm.time_step_rank", int(m["ssm-heads"]))
        add("ssm.group_count", int(m["ssm-groups"]))
    if arch == "granitehybrid":
        for key in ("logit_scale", "residual_scale", "embedding_scale", "attention.scale"):
            add(key, 1.0, F32)

    # A vocabulary of bytes and fillers: an engine wants to be able to write down any text.
    size = int(m["vocabulary"])
    words = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)]
    kinds = [2, 3, 3] + [6] * 256
    words += [f"w{i}" for i in range(size - len(words))]
    kinds += [1] * (size - len(kinds))
    keys.add("tokenizer.ggml.model", TEXT, "llama")
    keys.add_list("tokenizer.ggml.tokens", TEXT, words)
    keys.add_list("tokenizer.ggml.scores", F32, [-float(i) for i in range(size)])
    keys.add_list("tokenizer.ggml.token_type", I32, kinds)
    keys.add("tokenizer.ggml.bos_token_id", U32, 1)
    keys.add("tokenizer.ggml.eos_token_id", U32, 2)
    return keys


def main():
    model, file_type, path = sys.argv[1:]
    models = configparser.ConfigParser()
    models.read(HERE / "llamacpp-models.ini")
    keys = metadata(model, models[model], file_type)

    n, offset, infos = 0, 0, bytearray()
    for name, shape, kept in tensors(model):
        kept = kept or ("F32" if len(shape) == 1 else file_type)
        number_of, elements, size = FORMATS[kept]
        count = 1
        infos += text(name) + struct.pack("<I", len(shape))
        for extent in shape:
            infos += struct.pack("<Q", extent)
            count *= extent
        infos += struct.pack("<IQ", number_of, offset)
        offset += (count // elements * size + 31) // 32 * 32
        n += 1

    with open(path, "wb") as out:
        out.write(b"GGUF" + struct.pack("<IQQ", 3, n, keys.n) + keys.raw + infos)
        start = (out.tell() + 31) // 32 * 32
        out.truncate(start + offset)


if __name__ == "__main__":
    main()
