"""What to compare times with: cuBLAS through torch or cupy, and Triton. Each is left out, by name, where it is not installed."""

import statistics


def median_with_torch(work, repeats):
    import torch

    for _ in range(5):
        work()
    times = []
    for _ in range(repeats):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return statistics.median(times)


def cublas(m, n, k, dtype, repeats):
    """Median milliseconds of a product of cuBLAS, or why there is none."""
    try:
        import torch
    except ImportError:
        return cublas_with_cupy(m, n, k, dtype, repeats)
    kind = {"float16": torch.float16, "bfloat16": torch.bfloat16}.get(dtype)
    if kind is None or not torch.cuda.is_available():
        return "torch has no such product here"
    a, b = torch.randn(m, k, device="cuda").to(kind), torch.randn(k, n, device="cuda").to(kind)
    c = torch.empty(m, n, device="cuda", dtype=kind)
    return median_with_torch(lambda: torch.matmul(a, b, out=c), repeats)


def cublas_with_cupy(m, n, k, dtype, repeats):
    try:
        import cupy
    except ImportError:
        return "neither torch nor cupy is installed"
    if dtype != "float16":
        return "cupy has no such type"
    a, b = cupy.random.rand(m, k).astype(cupy.float16), cupy.random.rand(k, n).astype(cupy.float16)
    times = []
    for turn in range(repeats + 5):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        cupy.matmul(a, b)
        end.record()
        end.synchronize()
        if turn >= 5:
            times.append(cupy.cuda.get_elapsed_time(begin, end))
    return statistics.median(times)


def triton_product(m, n, k, tile, dtype, repeats):
    """Median milliseconds of the same product with the same tile in Triton, or why there is none."""
    try:
        import torch
        import triton
        import triton.language as tl
    except ImportError:
        return "triton is not installed"
    kind = {"float16": torch.float16, "bfloat16": torch.bfloat16}.get(dtype)
    if kind is None:
        return "not compared for this type"

    @triton.jit
    def product(a, b, c, n, k, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr):
        row, column = tl.program_id(0) * TM + tl.arange(0, TM), tl.program_id(1) * TN + tl.arange(0, TN)
        inner = tl.arange(0, TK)
        total = tl.zeros((TM, TN), dtype=tl.float32)
        for step in range(0, k, TK):
            x = tl.load(a + row[:, None] * k + (step + inner)[None, :])
            y = tl.load(b + (step + inner)[:, None] * n + column[None, :])
            total = tl.dot(x, y, total)
        tl.store(c + row[:, None] * n + column[None, :], total.to(c.dtype.element_ty))

    tm, tn, tk = tile
    a, b = torch.randn(m, k, device="cuda").to(kind), torch.randn(k, n, device="cuda").to(kind)
    c = torch.empty(m, n, device="cuda", dtype=kind)
    best = None
    for warps, stages in [(4, 3), (4, 4), (8, 3), (8, 4)]:
        try:
            run = lambda: product[(m // tm, n // tn)](a, b, c, n, k, TM=tm, TN=tn, TK=tk, num_warps=warps, num_stages=stages)
            time = median_with_torch(run, repeats)
        except Exception:  # A configuration that does not fit is no result.
            continue
        best = time if best is None else min(best, time)
    return best if best is not None else "no configuration fits"
