"""Kernels whose bytecode, made by the official compiler, stands beside this file.

The bytecode is made again, in this folder, by

    python -c 'exec(compile(open("kernels.py").read(), "kernels.py", "exec"))' FOLDER

which needs the package `cuda-tile`, and no GPU. Run so, the debug information says `kernels.py` and nothing of the
machine.
"""

import sys

import cuda.tile as ct
from cuda.tile.compilation import (
    ArrayConstraint,
    CallingConvention,
    KernelSignature,
    ScalarConstraint,
    export_kernel,
)


@ct.kernel(occupancy=ct.ByTarget(default=2, sm_90=4))
def blend(X, Y, Z, a):
    """Views, hints of the kernel and of an access, an fma."""
    i = ct.bid(0)
    x = ct.load(X, index=(i, 0), shape=(8, 32), padding_mode=ct.PaddingMode.ZERO, latency=3)
    y = ct.load(Y, index=(i, 0), shape=(8, 32), allow_tma=False)
    ct.store(Z, index=(i, 0), tile=x * a + y)


@ct.kernel
def search(X, Y, n):
    """A loop that is left early, branches, constants of several elements, a scan and a reduction."""
    found = 0
    left = 0
    while left < n:
        x = ct.load(X, index=(left,), shape=(64,))
        total = ct.sum(ct.cumsum(x, axis=0))
        if total > 100.0:
            found = left
            break
        left += 1
    bits = ct.where(ct.arange(64, dtype=ct.int32) % 3 == 0, 1, -7)
    ct.store(Y, index=(0,), tile=bits + found)


@ct.kernel
def scatter(X, Y, n):
    """Pointers with masks, atomics, integers of several widths, a message."""
    i = ct.bid(0) * 16 + ct.arange(16, dtype=ct.int32)
    x = ct.gather(X, i, padding_value=2)
    wide = ct.astype(x, ct.int64) << 3
    old = ct.atomic_add(Y, i % n, x)
    ct.print("old", old)
    ct.scatter(Y, i, old ^ ct.astype(wide >> 1, ct.int32))


def array(dtype, ndim):
    strides = [None] * (ndim - 1) + [1]
    return ArrayConstraint(
        dtype,
        ndim,
        index_dtype=ct.int32,
        stride_constant=strides,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=False,
        base_addr_divisible_by=16,
    )


INT = ScalarConstraint(ct.int32)
FLOAT = ScalarConstraint(ct.float32)
KERNELS = {
    "blend": (blend, [array(ct.float32, 2)] * 3 + [FLOAT]),
    "search": (search, [array(ct.float32, 1), array(ct.int32, 1), INT]),
    "scatter": (scatter, [array(ct.int32, 1)] * 2 + [INT]),
}

if __name__ == "__main__":
    for name, (kernel, parameters) in KERNELS.items():
        for version in ("13.1", "13.2", "13.3", "13.4"):
            signature = KernelSignature(
                parameters, CallingConvention.cutile_python_v1(), symbol=name
            )
            export_kernel(
                kernel,
                [signature],
                f"{sys.argv[1]}/{name}-{version}.tilebc",
                gpu_code="sm_90" if version < "13.3" else None,
                output_format="tileir_bytecode",
                bytecode_version=version,
            )
