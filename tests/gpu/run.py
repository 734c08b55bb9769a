#!/usr/bin/env python3
"""Runs compiled kernels on the GPU that is here. See README.md."""

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import cases
import contract
import cuda
import peers

ROOT = Path(__file__).resolve().parents[2]
# Addresses for a dry run: aligned as the driver aligns them.
DRY_BASE, DRY_STEP = 0x7F00_0000_0000, 1 << 32


def main():
    options = parse()
    corpus = options.corpus / "kernels"
    if not corpus.is_dir():
        sys.exit(f"there is no corpus at {options.corpus}: name it with --corpus, or with TILEWRIGHT_SHARED")
    device = None
    if not options.dry_run:
        try:
            device = cuda.Device()
        except cuda.CudaError as error:
            sys.exit(f"{error}\nWithout a GPU, --dry-run does everything but load and launch.")
    target = options.target or (contract.target_for(*device.capability) if device else "sm_90a")
    if target is None:
        sys.exit(f"{device.name} is older than anything that kernels are compiled for")
    folders = sorted(p for p in corpus.iterdir() if (p / "case.json").exists() and options.only in p.name)
    rows = [check(folder, target, device, options) for folder in folders if (folder / "expected.npz").exists()]
    timed = [bench(folder, target, device, options) for folder in folders if options.bench and "__" in folder.name]
    text = table(rows, [row for row in timed if row], device, target, options)
    if options.table:
        options.table.write_text(text)
    print(text)
    return 1 if any(row["result"] == "FAIL" for row in rows) else 0


def parse():
    shared = Path(os.environ.get("TILEWRIGHT_SHARED", ROOT.parent / "shared"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tilewright", type=Path, default=ROOT / "target" / "release" / "tilewright", help="the command line tool")
    parser.add_argument("--corpus", type=Path, default=shared / "corpus", help="the folder with kernels/")
    parser.add_argument("--only", default="", help="only cases with this in their name")
    parser.add_argument("--target", help="compile for this instead of for the GPU that is here")
    parser.add_argument("--fresh", type=int, default=2, help="how many times each case runs on fresh inputs")
    parser.add_argument("--bench", action="store_true", help="time the large variants")
    parser.add_argument("--repeats", type=int, default=50, help="runs of which the median is taken")
    parser.add_argument("--table", type=Path, help="write the table here as well")
    parser.add_argument("--dry-run", action="store_true", help="compile, pack and check, but load and launch nothing")
    return parser.parse_args()


def tool(options, *arguments):
    """The standard output of the command line tool, or None with its messages where it refuses."""
    done = subprocess.run([options.tilewright, *map(str, arguments)], capture_output=True, text=True)
    return (done.stdout, None) if done.returncode == 0 else (None, done.stderr.strip().split("\n")[0])


def compiled(folder, target, options):
    """PTX and contract, or why there are none."""
    kernel = folder / "kernel.mlir"
    ptx, why = tool(options, "compile", kernel, "--gpu-name", target)
    if ptx is None:
        return None, None, why
    abi, why = tool(options, "compile", kernel, "--gpu-name", target, "--emit", "abi")
    return ptx, json.loads(abi) if abi else None, why


def check(folder, target, device, options):
    """Runs a case on its own and on fresh inputs."""
    row = {"name": folder.name, "result": "pass", "words": "", "worst": 0.0}
    ptx, abi, why = compiled(folder, target, options)
    if abi is None:
        return row | {"result": "not compiled", "words": why or ""}
    case = cases.read_case(folder)
    try:
        runs = [({}, {name: array.expected for name, array in case.arrays.items()})]
        runs += [fresh_run(case, seed, options) for seed in range(1, options.fresh + 1)]
        for inputs, expected in runs:
            if device is None:
                dry(case, abi)
                continue
            got = launch(device, case, ptx, abi, inputs)
            for name, array in case.arrays.items():
                if not array.is_output:
                    continue
                wrong, worst = cases.compare(array, got[name], expected[name])
                row["worst"] = max(row["worst"], worst) if worst == worst else worst
                if wrong:
                    return row | {"result": "FAIL", "words": f"{name}: {wrong}"}
    except cuda.CudaError as error:
        device.recover()
        return row | {"result": "FAIL", "words": str(error)}
    except (contract.ContractError, ValueError) as error:
        return row | {"result": "FAIL", "words": str(error)}
    return row if device else row | {"result": "packed"}


def fresh_run(case, seed, options):
    """Other inputs, and what the interpreter makes of them."""
    inputs = cases.shuffle(case, seed)
    with tempfile.TemporaryDirectory() as folder:
        cases.write_case(case, inputs, Path(folder))
        out = Path(folder) / "out.npz"
        done, why = tool(options, "run", case.folder / "kernel.mlir", "--case", folder, "--out", out)
        if done is None:
            raise ValueError(f"the interpreter refuses fresh inputs {seed}: {why}")
        return inputs, {name: data for name, (_, data) in cases.read_npz(out).items()}


def dry(case, abi):
    """Everything of a launch but the GPU."""
    addresses = {name: DRY_BASE + at * DRY_STEP for at, name in enumerate(case.arrays)}
    packed = contract.arguments(abi, case.values(addresses))
    pointers, kept = cuda.kernel_parameters(packed, lambda at, tensor_map: None)
    assert len(pointers) == len(abi["params"]) == len(kept)


def launch(device, case, ptx, abi, inputs):
    """Runs a case with these inputs in place of its own; outputs are poisoned. The bytes of every array afterwards."""
    function = device.load(ptx, abi["entry"], abi["shared_bytes"], abi.get("non_portable_cluster"))
    addresses = {}
    try:
        for name, array in case.arrays.items():
            addresses[name] = device.allocate(len(array.initial))
            device.upload(addresses[name], inputs.get(name, array.initial))
        packed = contract.arguments(abi, case.values(addresses))
        pointers, kept = cuda.kernel_parameters(packed, device.encode)
        device.launch(function, abi, case.grid, pointers)
        device.synchronize()
        del kept
        return {name: device.download(addresses[name], len(array.initial)) for name, array in case.arrays.items()}
    finally:
        for address in addresses.values():
            device.free(address)


def bench(folder, target, device, options):
    """Times a large variant; its data does not matter, but must be finite."""
    ptx, abi, why = compiled(folder, target, options)
    if abi is None or device is None:
        return {"name": folder.name, "words": why or "not launched"}
    case = cases.read_case(folder)
    addresses = {}
    try:
        for name, array in case.arrays.items():
            size = len(array.initial)
            addresses[name] = device.allocate(size)
            # 0x2C2C is 0.065 in f16, and small in every other format.
            device.upload(addresses[name], b"\x2c" * size)
        packed = contract.arguments(abi, case.values(addresses))
        pointers, kept = cuda.kernel_parameters(packed, device.encode)
        function = device.load(ptx, abi["entry"], abi["shared_bytes"], abi.get("non_portable_cluster"))
        start = lambda: device.launch(function, abi, case.grid, pointers)
        for _ in range(5):
            start()
        ours = statistics.median(device.time(start, options.repeats))
        del kept
    except cuda.CudaError as error:
        device.recover()
        return {"name": folder.name, "words": str(error)}
    except contract.ContractError as error:
        return {"name": folder.name, "words": str(error)}
    finally:
        for address in addresses.values():
            device.free(address)
    row = {"name": folder.name, "ours": ours, "words": ""}
    size = product_size(case)
    if size:
        m, n, k, tile, dtype = size
        row["flops"] = 2 * m * n * k
        report, _ = tool(options, "compile", folder / "kernel.mlir", "--gpu-name", target, "--emit", "json")
        row["predicted"] = predicted(json.loads(report), size, device.sms) if report else None
        row["cublas"] = peers.cublas(m, n, k, dtype, options.repeats)
        row["triton"] = peers.triton_product(m, n, k, tile, dtype, options.repeats)
    return row


def predicted(report, size, sms):
    """Milliseconds of a plain product by the report's estimate: each SM computes its share of the tiles, one iteration of the pipelined loop
    after the other. None where no loop is pipelined or the clock is not known."""
    loops = (report.get("schedule") or {}).get("loops") or []
    estimate = loops[0].get("estimate") if loops else None
    if not estimate or not estimate.get("clock_mhz"):
        return None
    m, n, k, (tm, tn, tk), _ = size
    tiles, steps = -(-m // tm) * -(-n // tn), -(-k // tk)
    of_tile = steps * estimate["iteration_cycles"] + estimate["load_cycles"]
    return -(-tiles // sms) * of_tile / (estimate["clock_mhz"] * 1000)


def product_size(case):
    """m, n, k, tile and type of a plain product of two matrices; None for any other kernel."""
    constants = case.description.get("constants", {})
    tile = tuple(constants.get(name) for name in ("TM", "TN", "TK"))
    a, b, c = (case.arrays.get(name) for name in "ABC")
    if None in tile or not (a and b and c) or len(a.shape) != 2 or a.dtype != b.dtype or a.dtype not in ("float16", "bfloat16"):
        return None
    (m, k), (_, n) = a.shape, b.shape
    return m, n, k, tile, a.dtype


def table(rows, timed, device, target, options):
    """The result as Markdown."""
    where = f"{device.name}, driver {device.driver}" if device else "no GPU: a dry run, nothing was loaded or launched"
    lines = [
        f"# Kernels on {device.name if device else 'no GPU'}", "",
        f"{where}; compiled for {target}; {datetime.date.today().isoformat()}; {1 + options.fresh} inputs each, outputs poisoned.", "",
        "| kernel | result | largest absolute error | |", "|---|---|---|---|",
    ]
    lines += [f"| {r['name']} | {r['result']} | {r['worst']:.3g} | {r['words'].replace('|', '/')} |" for r in rows]
    if timed:
        lines += ["", f"Medians of {options.repeats} runs, in milliseconds.", "", "| kernel | tilewright | predicted | TFLOP/s | cuBLAS | Triton | |", "|---|---|---|---|---|---|---|"]
        lines += [timed_line(row) for row in timed]
    return "\n".join(lines) + "\n"


def timed_line(row):
    cell = lambda value: f"{value:.4f}" if isinstance(value, float) else (value or "")
    rate = row["flops"] / row["ours"] / 1e9 if "flops" in row and "ours" in row else ""
    return f"| {row['name']} | {cell(row.get('ours'))} | {cell(row.get('predicted'))} | {f'{rate:.0f}' if rate else ''} | {cell(row.get('cublas'))} | {cell(row.get('triton'))} | {row['words'].replace('|', '/')} |"


if __name__ == "__main__":
    sys.exit(main())
