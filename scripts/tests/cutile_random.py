"""Random small cuTile kernels, each with what NVIDIA's compiler makes of it.

    python cutile_random.py OUT [--seed 0] [--count 100] [--size 6] [--ways 0.1] [--jobs 2]

For each kernel a folder OUT/SEED-NUMBER with kernel.py, symbol.txt (the entry's symbol, which tells the signature), and kernel.mlir (the Tile
IR of NVIDIA's compiler) or refused.txt (its refusal). A kernel depends on the seed, its number, the size and whether it is one of the share that
--ways tells (those of cutile_ways.py) alone. The kernels are for comparing compilers: they are not made to be run, and loops may not end.

Needs the packages cuda-tile and nvidia-cuda-tileiras; without them it says SKIPPED and exits with 77.
"""

import argparse
import itertools
import math
import multiprocessing
import pathlib
import random
import sys

import cutile_module
import cutile_oracle as oracle
from cutile_ways import Ways
from cutile_writer import Writer


def array_constraint(rng, ct, compilation, dtype, rank, index_dtype, groups):
    """What is known of an array."""
    some = lambda p, values: tuple(rng.choice(values) if rng.random() < p else None for _ in range(rank))
    static = rng.random() < 0.3
    strides = [None] * rank
    if rank and rng.random() < 0.9:
        strides[-1] = 1
    sizes = [None] * rank
    if static:
        sizes = list(some(0.8, [16, 64, 48, 100, 256]))
        strides = [math.prod(size or 64 for size in sizes[d + 1 :]) for d in range(rank)]
        if rng.random() < 0.3:
            strides = list(some(0.8, [1, 16, 64, 256]))
    divisors = lambda known, values: tuple(1 if k is not None else rng.choice(values) for k in known)
    return compilation.ArrayConstraint(
        getattr(ct, dtype),
        rank,
        index_dtype=getattr(ct, index_dtype),
        stride_lower_bound_incl=0,
        alias_groups=groups,
        may_alias_internally=rng.random() < 0.05,
        stride_constant=tuple(strides),
        shape_constant=tuple(sizes),
        stride_divisible_by=divisors(strides, [1, 8, 4, 16]),
        shape_divisible_by=divisors(sizes, [1, 1, 16]),
        base_addr_divisible_by=rng.choice([1, 16, 16, 16, 128]),
    )


def symbol_of(compilation, constraints):
    """The symbol of the entry of a kernel of these parameters."""
    arrays = [getattr(p, "element", p) for p in constraints]
    static = any(s is not None for p in arrays for s in getattr(p, "shape_constant", ()))
    v2 = static or any(isinstance(p, tuple) for p in constraints)
    convention = compilation.CallingConvention.cutile_python_v2() if v2 else compilation.CallingConvention.cutile_python_v1()
    return compilation.mangle_kernel_name("kernel", compilation.KernelSignature(constraints, convention))


def write_kernel(rng, size):
    """The source text of a kernel and its symbol."""
    import cuda.tile as ct
    from cuda.tile import compilation

    writer = Writer(rng, size)
    params, constraints = [], []
    for name in ["X", "Y", "W", "out"][: rng.randint(1, 4)]:
        dtype, rank = writer.dtype(), rng.choice([1, 1, 2, 2, 3])
        writer.arrays[name] = (dtype, rank)
        writer.index_types[name] = "int64" if rng.random() < 0.06 else "int32"
        params.append(name)
        constraints.append((dtype, rank, writer.index_types[name]))
    groups = ("g",) if rng.random() < 0.12 and len(constraints) > 1 else ()
    constraints = [array_constraint(rng, ct, compilation, *known, groups) for known in constraints]
    for name, dtypes in (("n", ["int32"] * 5 + ["int64"]), ("f", ["float32"] * 5 + ["float16", "float64", "uint32", "int16", "bool_"])):
        if name == "n" or rng.random() < 0.6:
            dtype = rng.choice(dtypes)
            writer.scopes[0][name] = (dtype, ())
            params.append(name)
            constraints.append(compilation.ScalarConstraint(getattr(ct, dtype)))
    for name, values in (("TM", [4, 8, 16]), ("TN", [1, 2, 8]), ("SCALE", [0.5, 1.25, 3.0]), ("FLAG", [True, False])):
        if rng.random() < 0.4:
            value = rng.choice(values)
            if not isinstance(value, bool):
                writer.consts[name] = value
            params.append(f"{name}: ct.Constant[{type(value).__name__}]" if rng.random() < 0.7 else name)
            constraints.append(value)
    if rng.random() < 0.08:
        params.append("pair")
        constraints.append((compilation.ScalarConstraint(ct.int32), rng.choice([2, 8]), compilation.ScalarConstraint(ct.float32)))
        writer.scopes[0] |= {"pair[0]": ("int32", ()), "pair[2]": ("float32", ())}
    if rng.random() < 0.08:
        dtype, rank = writer.dtype(), rng.choice([1, 2])
        params.append("several")
        element = array_constraint(rng, ct, compilation, dtype, rank, "int32", ())
        constraints.append(compilation.ListConstraint(element, alias_groups=(), elements_may_alias=rng.random() < 0.5))
        writer.lists["several"] = (dtype, rank)
        writer.say(f"of_list = several[{rng.choice(['0', 'n', 'ct.bid(0)'])}]")
        writer.arrays["of_list"], writer.index_types["of_list"] = (dtype, rank), "int32"
    above = []
    for number in range(rng.choice([0, 0, 1, 2])):
        made, writer.consts[f"C{number}"] = cutile_module.constant(rng, f"C{number}")
        above += made
    for array in list(writer.arrays):
        if rng.random() < 0.7:
            writer.load_variable(array)
    for _ in range(rng.randint(2, size)):
        writer.statement()
    writer.store()
    options = ["(occupancy=2)", "(num_ctas=2)", "(opt_level=2)", "(num_ctas=ct.ByTarget(sm_100=2, default=1))"]
    option = rng.choice(options) if rng.random() < 0.08 else ""
    lines = ["import math", "", "import cuda.tile as ct", *above, "", ""] + getattr(writer, "functions", [])
    lines += [f"@ct.kernel{option}", f"def kernel({', '.join(params)}):"] + writer.lines
    return "\n".join(lines) + "\n", symbol_of(compilation, constraints)


def write_ways(rng, size):
    """The same of a kernel of branches that leave."""
    import cuda.tile as ct
    from cuda.tile import compilation

    dtypes = [rng.choice(["int8", "int32", "int32"]), "int32", "float32"]
    constraints = [array_constraint(rng, ct, compilation, dtype, 1, "int32", ()) for dtype in dtypes]
    constraints.append(compilation.ScalarConstraint(ct.int32))
    above, lines = Ways(rng, size).write()
    head = ["import cuda.tile as ct", "", "", *above, "@ct.kernel", "def kernel(X, Y, Z, n):"]
    return "\n".join(head + lines) + "\n", symbol_of(compilation, constraints)


def make(job):
    """Writes one kernel; returns why it was refused, or None."""
    out, seed, number, size, ways = job
    # A choice of its own: the other kernels are the same for any share.
    is_of_ways = random.Random(f"{seed}/{number}/ways").random() < ways
    rng = random.Random(f"{seed}/{number}/{size}")
    source, symbol = (write_ways if is_of_ways else write_kernel)(rng, size)
    folder = pathlib.Path(out) / f"{seed}-{number:05}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.py").write_text(source)
    (folder / "symbol.txt").write_text(symbol + "\n")
    text, refusal = folder / "kernel.mlir", folder / "refused.txt"
    text.unlink(missing_ok=True)
    refusal.unlink(missing_ok=True)
    try:
        text.write_text(oracle.tile_ir(folder / "kernel.py", symbol))
        return None
    except oracle.Refused as refused:
        refusal.write_text(f"{refused}\n")
        return str(refused).split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", help="the folder that the kernels go to")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100, help="so many kernels")
    parser.add_argument("--first", type=int, default=0, help="the number of the first kernel")
    parser.add_argument("--size", type=int, default=6, help="at most so many statements at the outermost level")
    parser.add_argument("--ways", type=float, default=0.1, help="the share of kernels of branches that leave, from 0 to 1")
    parser.add_argument("--jobs", type=int, default=2, help="so many at a time")
    options = parser.parse_args()
    oracle.skip_if_missing()
    numbers = range(options.first, options.first + options.count)
    jobs = [(options.out, options.seed, number, options.size, options.ways) for number in numbers]
    with multiprocessing.Pool(options.jobs) as pool:
        refusals = sorted(filter(None, pool.map(make, jobs, chunksize=8)))
    print(f"{options.count} kernels, {len(refusals)} of them refused")
    counts = {reason: len(list(group)) for reason, group in itertools.groupby(refusals, key=lambda r: r[:90])}
    for reason, count in sorted(counts.items(), key=lambda item: -item[1])[:20]:
        print(f"{count:6}  {reason}")


if __name__ == "__main__":
    main()
