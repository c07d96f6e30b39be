# SPDX-License-Identifier: GPL-3.0-or-later
# Made by data/completions/make.py of what --help says.

_plimsoll ()
{
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]} options=
  COMPREPLY=()

  if [ "$COMP_CWORD" = 1 ]
  then
    mapfile -t COMPREPLY < <(compgen -W "size table report cost solve train models hardware inspect check kept --help --version" -- "$word"; compgen -f -- "$word")
    return
  fi

  case $command:$before in
    size:--batch)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    size:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    size:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    size:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    size:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    size:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    size:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    size:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    size:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    size:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    size:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    table:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    table:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    table:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    table:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    table:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    table:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    table:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    table:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    table:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    table:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    report:--output | report:-o)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    report:--format)
      mapfile -t COMPREPLY < <(compgen -W "pdf md csv json" -- "$word")
      return ;;
    report:--sections)
      mapfile -t COMPREPLY < <(compgen -W "all summary memory context hardware precision speed cost training commands assumptions sources" -- "$word")
      return ;;
    report:--paper)
      mapfile -t COMPREPLY < <(compgen -W "a4 letter" -- "$word")
      return ;;
    report:--batch)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    report:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    report:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    report:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    report:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    report:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    report:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    report:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    report:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    report:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    report:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    cost:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    cost:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    cost:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    cost:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    cost:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    cost:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    cost:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    cost:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    cost:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    cost:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    solve:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    solve:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    solve:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    solve:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    solve:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    solve:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    solve:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    solve:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    solve:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    solve:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    train:--method)
      mapfile -t COMPREPLY < <(compgen -W "qlora lora full" -- "$word")
      return ;;
    train:--precision)
      mapfile -t COMPREPLY < <(compgen -W "bf16 fp32" -- "$word")
      return ;;
    train:--checkpointing)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    train:--dropout)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    train:--sharding)
      mapfile -t COMPREPLY < <(compgen -W "none zero1 zero2 zero3 fsdp" -- "$word")
      return ;;
    train:--compile)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    train:--step-in-backward)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    train:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    hardware:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    hardware:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    hardware:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    hardware:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    hardware:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    hardware:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    hardware:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    hardware:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    hardware:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    hardware:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    check:--kv)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    check:--kv-k)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    check:--kv-v)
      mapfile -t COMPREPLY < <(compgen -W "f16 q8_0 q4_0 fp8" -- "$word")
      return ;;
    check:--engine)
      mapfile -t COMPREPLY < <(compgen -W "llama.cpp vllm sglang" -- "$word")
      return ;;
    check:--flash-attention)
      mapfile -t COMPREPLY < <(compgen -W "on off" -- "$word")
      return ;;
    check:--outputs)
      mapfile -t COMPREPLY < <(compgen -W "all parallel" -- "$word")
      return ;;
    check:--ngl)
      mapfile -t COMPREPLY < <(compgen -W "all" -- "$word")
      return ;;
    check:--split)
      mapfile -t COMPREPLY < <(compgen -W "none layer tensor" -- "$word")
      return ;;
    check:--mmproj)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    check:--lora)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    kept:--import-offers)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
  esac

  case $command in
    size) options="--help --json --batch --check --explain --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    table) options="--help --json --models --precisions --sort --fits --vendor --csv --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    report) options="--help --output --format --sections --all-hardware --accelerator --side-by-side --paper --batch --check --hours --utilization --input-tokens --output-tokens --kwh --price --power --resale --horizon --api-input --api-output --offer --currency --exchange-rate --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    cost) options="--help --json --hours --utilization --input-tokens --output-tokens --kwh --price --power --resale --horizon --api-input --api-output --offer --currency --exchange-rate --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    solve) options="--help --json --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    train) options="--help --json --check --method --framework --optimizer --precision --base --seq --batch --checkpointing --rank --targets --dropout --loss --sharding --offload --compile --step-in-backward --flash-attention --gpu --count --memory-in-use" ;;
    models) options="--help --json" ;;
    hardware) options="--help --json --this --model --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    inspect) options="--help --json" ;;
    check) options="--help --json --keep --gpu --count --quant --context --kv --kv-k --kv-v --engine --parallel --unified-kv --no-unified-kv --ubatch --flash-attention --outputs --ngl --n-cpu-moe --split --tensor-split --main-gpu --ram --memory-in-use --mmproj --mmproj-compute --lora --draft --draft-quant --mtp --prompt --depth --gpu-memory-utilization --tensor-parallel --pipeline-parallel --max-num-seqs --max-num-batched-tokens" ;;
    kept) options="--help --json --import-offers --remove-offers --clear-hub-cache" ;;
  esac
  case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}

complete -o filenames -F _plimsoll plimsoll
