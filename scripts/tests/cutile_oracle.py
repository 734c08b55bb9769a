"""What NVIDIA's cuTile compiler makes of a kernel, as Tile IR text.

    python cutile_oracle.py KERNEL.py SYMBOL [--kernel NAME]
        prints the Tile IR of the kernel for the signature that the symbol tells
    python cutile_oracle.py --corpus FOLDER
        checks that the kernel.mlir of each case in a folder is what the compiler makes of its kernel.py
    python cutile_oracle.py --symbols FILE
        checks that the symbols in a file, one a line, are as the compiler writes the signatures that they tell

Needs the packages cuda-tile and nvidia-cuda-tileiras; without them it says SKIPPED and exits with 77.
A kernel that the compiler refuses is told on stderr, with exit code 1.
"""

import argparse
import importlib.util
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

# Told, so that the compiler does not ask an assembler for the newest one that it takes.
BYTECODE = "13.4"

try:
    import cuda.tile as ct
    from cuda.tile.compilation import demangle_kernel_name, export_kernel, mangle_kernel_name
except ImportError as error:
    ct = None
    MISSING = f"cuda-tile is not installed here ({error})"
else:
    MISSING = None


def disassembler():
    """The path of tileirdisasm: on PATH, or in the package nvidia-cuda-tileiras."""
    found = shutil.which("tileirdisasm")
    if found:
        return found
    spec = importlib.util.find_spec("nvidia")
    for folder in spec.submodule_search_locations if spec else []:
        for path in sorted(pathlib.Path(folder).glob("*/bin/tileirdisasm")):
            return str(path)
    return None


def missing():
    """Why there is no oracle here, or None."""
    return MISSING or (None if disassembler() else "tileirdisasm is not installed here (package nvidia-cuda-tileiras)")


def skip_if_missing():
    """Ends the program, loudly, where there is no oracle."""
    if missing():
        print(f"SKIPPED: {missing()}", file=sys.stderr)
        sys.exit(SKIPPED)


class Refused(Exception):
    """The compiler refuses the kernel: the name of its exception, and its message."""

    def __init__(self, error):
        super().__init__(f"{type(error).__name__}: {error}")


def load(path):
    """The module of a kernel file."""
    spec = importlib.util.spec_from_file_location("kernel_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bytecode(kernel, symbol):
    """The bytecode of a kernel for the signature that a symbol tells."""
    _, signature = demangle_kernel_name(symbol)
    out = io.BytesIO()
    try:
        named = [signature.with_symbol(symbol)]
        export_kernel(kernel, named, out, gpu_code=None, output_format="tileir_bytecode", bytecode_version=BYTECODE)
    except Exception as error:  # Whatever it raises is its refusal: it has no one class for them.
        raise Refused(error) from error
    return out.getvalue()


def disassemble(code):
    """Bytecode as text."""
    with tempfile.NamedTemporaryFile(suffix=".tilebc") as file:
        file.write(code)
        file.flush()
        done = subprocess.run([disassembler(), file.name], capture_output=True, text=True)
    if done.returncode != 0:
        raise Refused(RuntimeError(f"tileirdisasm: {done.stderr.strip()}"))
    return done.stdout


def tile_ir(path, symbol, name=None):
    """The Tile IR of the kernel in a file; `name` where the symbol does not begin with it."""
    kernel = getattr(load(path), name or demangle_kernel_name(symbol)[0])
    return disassemble(bytecode(kernel, symbol))


def check_corpus(folder):
    """How many cases of a folder the compiler makes something else of."""
    wrong = 0
    cases = sorted(pathlib.Path(folder).glob("*/case.json"))
    for case in cases:
        symbol = json.loads(case.read_text())["entry"]
        try:
            text = tile_ir(case.parent / "kernel.py", symbol)
        except Refused as refusal:
            text = str(refusal)
        if text != (case.parent / "kernel.mlir").read_text():
            wrong += 1
            print(f"{case.parent.name}: the compiler makes something else of it")
    print(f"{len(cases) - wrong} of {len(cases)} cases are as the compiler makes them")
    return wrong


def check_symbols(path):
    """How many symbols of a file the compiler writes otherwise."""
    wrong = 0
    symbols = pathlib.Path(path).read_text().split()
    for symbol in symbols:
        try:
            again = mangle_kernel_name(*demangle_kernel_name(symbol))
        except (ValueError, TypeError, AssertionError) as error:
            again = f"{type(error).__name__}: {error}"
        if again != symbol:
            wrong += 1
            print(f"{symbol}\n    {again}")
    print(f"{len(symbols) - wrong} of {len(symbols)} symbols are as the compiler writes them")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", help="a Python file with a kernel")
    parser.add_argument("symbol", nargs="?", help="the symbol of the entry, which tells the signature")
    parser.add_argument("--kernel", help="the kernel's name in the file, where the symbol does not begin with it")
    parser.add_argument("--corpus", metavar="FOLDER", help="check the cases in this folder")
    parser.add_argument("--symbols", metavar="FILE", help="check the symbols in this file")
    options = parser.parse_args()
    skip_if_missing()
    if options.corpus:
        sys.exit(1 if check_corpus(options.corpus) else 0)
    if options.symbols:
        sys.exit(1 if check_symbols(options.symbols) else 0)
    if not options.symbol:
        parser.error("a file and a symbol are needed")
    try:
        sys.stdout.write(tile_ir(options.file, options.symbol, options.kernel))
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
