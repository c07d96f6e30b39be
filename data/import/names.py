# SPDX-License-Identifier: GPL-3.0-or-later
"""How a hardware name is brought down to a key, and what people call a part for short.

`key()` is the same rule as in src/catalog/plimsoll-name-match.c; tests/data checks with it that no
two rows answer to one name.
"""

import re
import unicodedata

# Words that say who made a part or that it is one, not which one it is.
NOISE = frozenset(
    'nvidia geforce amd ati radeon instinct tesla intel apple huawei google aws '
    'gpu graphics generation corporation r tm'.split())

SIZE = re.compile(r'(\d+)(?:gb|gib|g)$')


def tokens(text):
    """Words of a name: case, accents' compatibility forms and punctuation set aside."""
    text = re.sub('[®™©]', ' ', text)
    text = unicodedata.normalize('NFKC', text).casefold()
    words = ''.join(c if c.isalnum() else ' ' for c in text).split()
    merged = []
    for word in words:  # "80 gb" is "80gb"
        if word in ('gb', 'gib') and merged and merged[-1].isdigit():
            merged[-1] += 'gb'
        else:
            merged.append(word)
    kept = [w for w in merged if w not in NOISE]
    return kept or merged


def key(text):
    return ''.join(tokens(text))


def sizeless(text):
    """The key without its memory size, and that size in GB (None where the name has none)."""
    rest, size = [], None
    for word in tokens(text):
        match = SIZE.match(word)
        if match and size is None:
            size = int(match[1])
        else:
            rest.append(word)
    return ''.join(rest), size


# What people, drivers and shops call a part, by the name it has in the reference table.
# A short name that several rows could claim goes to one of them by the rule in the schema's
# description of "aliases".
ALIASES = {
    'NVIDIA TITAN X (Pascal)': ['titan x'],
    'NVIDIA GeForce GTX 1060 6GB': ['gtx 1060', '1060'],
    'NVIDIA GeForce RTX 2080 Ti 22GB (memory mod)': ['rtx 2080 ti 22gb', '2080 ti 22gb'],
    'NVIDIA Quadro P5000': ['p5000'],
    'NVIDIA Quadro P6000': ['p6000'],
    'NVIDIA Quadro RTX 8000': ['rtx 8000'],
    'NVIDIA GeForce RTX 3050 8GB': ['rtx 3050', '3050'],
    'NVIDIA GeForce RTX 3060': ['rtx 3060', '3060'],
    'NVIDIA GeForce RTX 3080 10GB': ['rtx 3080', '3080'],
    'NVIDIA GeForce RTX 3050 Laptop 4GB': ['rtx 3050 laptop', '3050 laptop'],
    'NVIDIA GeForce RTX 3080 Laptop 16GB': ['rtx 3080 laptop', '3080 laptop'],
    'NVIDIA GeForce RTX 4060 Ti 8GB': ['rtx 4060 ti', '4060 ti'],
    'NVIDIA RTX 5060 Ti 16GB': ['rtx 5060 ti', '5060 ti'],
    'NVIDIA RTX 5070 12GB': ['rtx 5070', '5070'],
    'NVIDIA RTX 4090 48GB (memory mod)': ['rtx 4090 48gb', '4090 48gb', 'rtx 4090 mod'],
    'NVIDIA RTX 4090 D': ['rtx 4090d'],
    'NVIDIA RTX 5090 D': ['rtx 5090d'],
    'NVIDIA RTX A2000 6GB': ['rtx a2000', 'a2000'],
    'NVIDIA RTX A1000': ['a1000'],
    'NVIDIA RTX A4000': ['a4000'],
    'NVIDIA RTX A4500': ['a4500'],
    'NVIDIA RTX A5000': ['a5000'],
    'NVIDIA RTX A5500': ['a5500'],
    'NVIDIA RTX A6000': ['a6000'],
    'NVIDIA RTX 2000 Ada': ['2000 ada'],
    'NVIDIA RTX 4000 Ada': ['4000 ada'],
    'NVIDIA RTX 4000 SFF Ada': ['rtx 4000 ada sff', '4000 sff ada'],
    'NVIDIA RTX 4500 Ada': ['4500 ada'],
    'NVIDIA RTX 5000 Ada': ['5000 ada'],
    'NVIDIA RTX 5880 Ada': ['5880 ada', 'rtx 5880'],
    'NVIDIA RTX 6000 Ada': ['6000 ada', 'rtx 6000'],
    'NVIDIA RTX PRO 2000 Blackwell': ['rtx pro 2000', 'pro 2000'],
    'NVIDIA RTX PRO 4000 Blackwell': ['rtx pro 4000', 'pro 4000'],
    'NVIDIA RTX PRO 4000 Blackwell SFF': ['rtx pro 4000 sff', 'rtx pro 4000 blackwell sff edition'],
    'NVIDIA RTX PRO 4500 Blackwell': ['rtx pro 4500', 'pro 4500'],
    'NVIDIA RTX PRO 4500 Blackwell Server Edition': ['rtx pro 4500 server'],
    'NVIDIA RTX PRO 5000 Blackwell': ['rtx pro 5000', 'pro 5000', 'rtx pro 5000 48gb'],
    'NVIDIA RTX PRO 5000 72GB Blackwell': ['rtx pro 5000 72gb', 'rtx pro 5000 blackwell 72gb'],
    'NVIDIA RTX PRO 6000 Blackwell': ['rtx pro 6000', 'pro 6000', 'rtx 6000 pro', 'rtx 6000 blackwell',
                                      'rtx pro 6000 blackwell workstation edition',
                                      'rtx pro 6000 workstation'],
    'NVIDIA RTX PRO 6000 Blackwell Server Edition': ['rtx pro 6000 server', 'rtx pro 6000 se',
                                                     'rtx pro 6000 server edition',
                                                     'rtx pro 6000 blackwell server'],
    'NVIDIA RTX PRO 6000 Blackwell Max-Q': ['rtx pro 6000 max-q',
                                            'rtx pro 6000 blackwell max-q workstation edition'],
    'NVIDIA RTX 6000D': ['6000d'],
    'NVIDIA Tesla M40 24GB': ['m40'],
    'NVIDIA Tesla P100 16GB': ['p100', 'p100 pcie 16gb', 'p100 sxm2 16gb'],
    'NVIDIA Tesla V100 16GB': ['v100', 'v100 sxm2', 'v100 sxm2 16gb', 'v100 pcie 16gb', 'v100 pcie'],
    'NVIDIA Tesla V100 32GB': ['v100 sxm2 32gb', 'v100 sxm3 32gb', 'v100 pcie 32gb'],
    'NVIDIA Tesla V100S 32GB PCIe': ['v100s', 'v100s pcie 32gb'],
    'NVIDIA A100 40GB PCIe': ['a100 40gb pcie', 'a100 pcie 40gb'],
    'NVIDIA A100 40GB SXM': ['a100 40gb', 'a100 40gb sxm4', 'a100 sxm4 40gb', 'a100 sxm 40gb'],
    'NVIDIA A100 80GB PCIe': ['a100 pcie', 'a100 pcie 80gb'],
    'NVIDIA A100 80GB SXM': ['a100', 'a100 80gb', 'a100 sxm', 'a100 sxm4', 'a100 80gb sxm4',
                             'a100 sxm4 80gb', 'a100 sxm 80gb'],
    'NVIDIA A800 80GB SXM': ['a800', 'a800 80gb', 'a800 sxm', 'a800 sxm4 80gb'],
    'NVIDIA A800 80GB PCIe': ['a800 pcie', 'a800 80gb pcie'],
    'NVIDIA A800 40GB PCIe': ['a800 40gb', 'a800 40gb active'],
    'NVIDIA CMP 170HX 8GB': ['170hx'],
    'NVIDIA H100 80GB PCIe': ['h100 pcie', 'h100 80gb hbm2e'],
    'NVIDIA H100 80GB SXM': ['h100', 'h100 80gb', 'h100 sxm', 'h100 sxm5', 'h100 80gb hbm3',
                             'h100 sxm5 80gb'],
    'NVIDIA H100 96GB SXM': ['h100 96gb'],
    'NVIDIA H100 64GB SXM': ['h100 64gb'],
    'NVIDIA H100 NVL 94GB': ['h100 94gb', 'h100 nvl'],
    'NVIDIA H800 80GB SXM': ['h800', 'h800 80gb', 'h800 sxm', 'h800 sxm5'],
    'NVIDIA H800 80GB PCIe': ['h800 pcie'],
    'NVIDIA H20 96GB HBM3': ['h20', 'h20 96gb'],
    'NVIDIA H20 141GB HBM3e': ['h20 141gb', 'h20 3e'],
    'NVIDIA H200 141GB SXM': ['h200', 'h200 141gb', 'h200 sxm', 'h200 sxm5'],
    'NVIDIA H200 NVL 141GB': ['h200 nvl'],
    'NVIDIA GH200 96GB': ['gh200', 'gh200 480gb', 'grace hopper'],
    'NVIDIA B200 180GB': ['b200', 'b200 sxm', 'b200 192gb'],
    'NVIDIA B300 288GB Blackwell Ultra': ['b300', 'b300 288gb', 'blackwell ultra', 'b300 sxm6',
                                          'b300 sxm6 ac'],
    'NVIDIA GB200 (per GPU)': ['gb200'],
    'NVIDIA GB300 (per GPU)': ['gb300'],
    'NVIDIA DGX Station GB300': ['dgx station'],
    'NVIDIA Rubin (per GPU)': ['rubin'],
    'NVIDIA DGX Spark (GB10 128GB)': ['dgx spark', 'gb10', 'spark'],
    'NVIDIA Jetson AGX Orin 64GB': ['jetson agx orin', 'agx orin'],
    'NVIDIA Jetson AGX Xavier 32GB': ['jetson agx xavier', 'agx xavier'],
    'NVIDIA Jetson Orin NX 16GB': ['jetson orin nx', 'orin nx'],
    'NVIDIA Jetson Orin Nano Super 8GB': ['jetson orin nano', 'orin nano', 'orin nano super'],
    'NVIDIA Jetson AGX Thor 128GB': ['jetson agx thor', 'agx thor', 'jetson thor', 'thor'],
    'NVIDIA Jetson T4000 64GB': ['jetson t4000', 't4000'],
    'NVIDIA L4 24GB': ['l4'],
    'NVIDIA L20 48GB': ['l20'],
    'NVIDIA L40S 48GB': ['l40s'],
    'NVIDIA A40 48GB': ['a40'],
    'AMD Radeon RX Vega 64': ['vega 64'],
    'AMD Radeon RX 7900 XTX 24GB': ['rx 7900 xtx', '7900 xtx'],
    'AMD Radeon RX 9060 XT 16GB': ['rx 9060 xt', '9060 xt'],
    'AMD Radeon AI PRO R9700 32GB': ['ai pro r9700', 'r9700'],
    'AMD Radeon AI PRO R9700S': ['r9700s'],
    'AMD Radeon AI PRO R9600D': ['r9600d'],
    'AMD Radeon PRO W7700': ['w7700'],
    'AMD Radeon PRO W7600': ['w7600'],
    'AMD Radeon PRO W6800': ['w6800'],
    'AMD Radeon PRO V620': ['v620'],
    'AMD Radeon PRO V710': ['v710'],
    'AMD Radeon PRO W7800 32GB': ['pro w7800', 'w7800'],
    'AMD Radeon PRO W7900': ['w7900'],
    'AMD Radeon PRO W7900D': ['w7900d'],
    'AMD Ryzen AI Max+ 395 128GB': ['strix halo', 'ryzen ai max+ 395', 'ai max 395', 'max 395', '395',
                                    'radeon 8060s', 'framework desktop', 'strix halo 128gb',
                                    'ryzen ai max 395 w radeon 8060s'],
    'AMD Ryzen AI Max+ 395 96GB': ['strix halo 96gb'],
    'AMD Ryzen AI Max+ 395 64GB': ['strix halo 64gb'],
    'AMD Ryzen AI Max+ 395 32GB': ['strix halo 32gb'],
    'AMD Ryzen AI Max 390 64GB': ['ryzen ai max 390', 'ai max 390'],
    'AMD Ryzen AI Max 385 32GB': ['ryzen ai max 385', 'ai max 385'],
    'AMD Ryzen AI Max PRO 380 32GB': ['ryzen ai max pro 380', 'ai max 380', 'radeon 8040s'],
    'AMD Ryzen AI Max+ 495 192GB': ['ryzen ai max+ 495', 'ai max 495', 'gorgon halo', 'radeon 8065s'],
    'AMD Radeon 890M (Strix Point)': ['radeon 890m', 'strix point'],
    'AMD Radeon 860M (Krackan)': ['radeon 860m', 'krackan'],
    'AMD Radeon 880M (Strix Point)': ['radeon 880m'],
    'AMD Radeon 780M (Phoenix/Hawk Point)': ['radeon 780m', 'phoenix', 'hawk point'],
    'AMD Instinct MI50 16GB': ['mi50'],
    'AMD Instinct MI300X 192GB': ['mi300x', 'mi300x oam'],
    'AMD Instinct MI325X 256GB': ['mi325x'],
    'AMD Instinct MI350X 288GB': ['mi350x'],
    'AMD Instinct MI355X 288GB': ['mi355x'],
    'Intel Arc A770 16GB': ['arc a770', 'a770'],
    'Intel Arc Pro B60 24GB': ['arc pro b60', 'b60'],
    'Intel Arc Pro B60 Dual 48GB': ['arc pro b60 dual', 'b60 dual', 'arc pro b60 48gb'],
    'Intel Arc Pro B50': ['b50'],
    'Intel Arc Pro B65': ['b65'],
    'Intel Arc Pro B70': ['b70'],
    'Intel Arc 140T (Arrow Lake-H)': ['arc 140t', '140t', 'arrow lake-h'],
    'Intel Arc 140V (Lunar Lake)': ['arc 140v', '140v', 'lunar lake'],
    'Intel Data Center GPU Flex 170': ['flex 170'],
    'Intel Data Center GPU Max 1100': ['max 1100'],
    'Intel Data Center GPU Max 1350': ['max 1350'],
    'Intel Data Center GPU Max 1550': ['max 1550', 'ponte vecchio'],
    'Intel Gaudi 2 96GB': ['gaudi 2'],
    'Intel Gaudi 3 128GB HBM2e': ['gaudi 3', 'gaudi 3 128gb'],
    'Tenstorrent Blackhole p150': ['p150', 'blackhole', 'p150a', 'p150b'],
    'Huawei Ascend 910B 64GB (昇腾)': ['ascend 910b', '910b', '昇腾 910b', 'ascend 910b 64gb'],
    'Huawei Ascend 910C 128GB (昇腾)': ['ascend 910c', '910c', '昇腾 910c', 'ascend 910c 128gb'],
    'Huawei Ascend 950PR 128GB (昇腾)': ['ascend 950pr', '950pr'],
    'Huawei Ascend 950DT 96GB (昇腾)': ['ascend 950dt', '950dt'],
    'Huawei Atlas 300I Duo 96GB (310P)': ['atlas 300i duo', 'ascend 310p', '310p', 'atlas 300i duo 96gb'],
    'Cambricon MLU590 80GB (寒武纪思元)': ['mlu590', '思元 590', 'mlu590-m9d'],
    'Cambricon MLU590-M9 96GB (寒武纪思元)': ['mlu590-m9', 'mlu590 96gb'],
    'Hygon DCU K100-AI 64GB (海光深算)': ['k100-ai', 'dcu k100-ai', 'k100 ai', '海光 k100'],
    'MetaX C500 64GB (沐曦曦云)': ['c500', 'metax c500', '曦云 c500', 'metax metax c500 64gb (沐曦曦云)'],
    'Kunlunxin P800 64GB (昆仑芯)': ['p800', 'kunlunxin p800', '昆仑芯 p800',
                                   'kunlunxin kunlunxin p800 64gb (昆仑芯)'],
    'Kunlunxin P800 96GB (昆仑芯)': ['p800 96gb'],
    'Moore Threads MTT S4000 48GB (摩尔线程)': ['mtt s4000', 's4000', 'moore threads mtt s4000'],
    'Apple M3 Max (40-core)': ['m3 max', 'm3 max 40-core gpu', 'macbook pro m3 max'],
    'Apple M3 Max (30-core)': ['m3 max 30-core gpu'],
    'Apple M2 Ultra': ['mac studio m2 ultra'],
    'Apple M2 Max': ['mac studio m2 max'],
    'Apple M1 Ultra': ['mac studio m1 ultra'],
    'Apple M1 Max': ['mac studio m1 max'],
    'Apple Mac Studio M3 Ultra 512GB': ['m3 ultra', 'mac studio m3 ultra', 'm3 ultra 512gb'],
    'Apple Mac mini M4 Pro 64GB': ['m4 pro', 'mac mini m4 pro', 'm4 pro 64gb', 'macbook pro m4 pro'],
    'Apple MacBook Pro M4 Max 128GB': ['m4 max', 'macbook pro m4 max', 'm4 max 128gb', 'm4 max 40-core',
                                       'mac studio m4 max'],
    'Apple Mac Studio M4 Ultra 256GB': ['m4 ultra', 'mac studio m4 ultra', 'm4 ultra 256gb'],
    'Apple M5 Max (40-core)': ['m5 max', 'm5 max 40-core gpu', 'macbook pro m5 max'],
    'Apple M5 Max (32-core)': ['m5 max 32-core gpu'],
    'Apple M4 Max (32-core)': ['m4 max 32-core gpu'],
    'Apple M5 Pro': ['macbook pro m5 pro'],
    'Apple M4': ['mac mini m4'],
    'Apple Mac Studio M5 Ultra 512GB': ['m5 ultra', 'mac studio m5 ultra', 'm5 ultra 512gb'],
    'Google TPU v4': ['tpu v4', 'tpuv4'],
    'Google TPU v5e': ['tpu v5e', 'tpu v5 lite'],
    'Google TPU v5p': ['tpu v5p'],
    'Google TPU v6e (Trillium)': ['tpu v6e', 'trillium', 'v6e'],
    'Google TPU v7 (Ironwood)': ['tpu v7', 'ironwood', 'tpu7x'],
    'AWS Inferentia2': ['inf2', 'inferentia 2'],
    'AWS Trainium1': ['trn1', 'trainium 1', 'trainium'],
    'AWS Trainium2': ['trn2', 'trainium 2'],
    'AWS Trainium3': ['trn3', 'trainium 3'],
}

# The part's number alone is a name where the whole name is one of these shapes.
SHORT = (
    re.compile(r'NVIDIA (?:RTX|GTX) (\d{4}(?: (?:Ti|Super|D|V2|Laptop))*(?: \d+GB)?)$'),
    re.compile(r'NVIDIA Tesla ([PMV]\d+)$'),
    re.compile(r'AMD Radeon RX (\d{4}(?: (?:XT|XTX|GRE))?(?: \d+GB)?)$'),
    re.compile(r'AMD Radeon RX (7[69]00M(?: XT)?)$'),
    re.compile(r'Intel Arc ([AB]\d{3}(?: \d+GB)?)$'),
)


def display_name(name, seed_name):
    """The page's name where it has one; GeForce RTX and GTX cards go by RTX and GTX alone."""
    name = seed_name or name
    words = name.split(' ')
    if len(words) > 1 and words[0] == words[1]:  # "MetaX MetaX C500"
        words.pop(0)
    name = ' '.join(words)
    name = name.replace('NVIDIA GeForce ', 'NVIDIA ').replace(' SUPER', ' Super')
    return name


def identifier(name):
    text = name.replace('+', ' plus ')
    text = unicodedata.normalize('NFKD', text).encode('ascii', 'ignore').decode().lower()
    return re.sub('[^a-z0-9]+', '-', text).strip('-')


def aliases(reference_name, seed_name, name, identity):
    """Every further name of the row, without those that come to a key that it has already."""
    wanted = []
    for shape in SHORT:
        match = shape.match(name)
        if match:
            wanted.append(match[1].lower())
    wanted += ALIASES.get(reference_name, [])
    wanted += [n for n in (seed_name, reference_name) if n]
    seen, result = {key(name), key(identity)}, []
    for alias in wanted:
        if key(alias) not in seen:
            seen.add(key(alias))
            result.append(alias)
    return result
