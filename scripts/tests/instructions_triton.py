"""PTX of kernels for Triton that mean what those of `tests/instructions` mean, for the table of docs/instructions.md.

    python instructions_triton.py DIR

writes DIR/KERNEL.GPU.ptx. Each has 4 warps, divisibility by 16 of addresses, extents and strides, as the kernels of the table say it, and an extent for
each array. Divisions and roots are rounded right and `exp` is libdevice's, which is as exact as ours, but for the kernels `approx`: these have
Triton's own `exp` and `/`.
"""

import os
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.language.extra.cuda import libdevice


@triton.jit
def vector_add(a, b, c, na, nb, nc, T: tl.constexpr):
    o = tl.program_id(0) * T + tl.arange(0, T)
    x = tl.load(a + o, mask=o < na)
    y = tl.load(b + o, mask=o < nb)
    tl.store(c + o, x + y, mask=o < nc)


@triton.jit
def softmax(x, y, mx, nx, sx, my, ny, sy, T: tl.constexpr):
    q = tl.program_id(0)
    r = q.to(tl.int64)
    o = tl.arange(0, T)
    v = tl.load(x + r * sx + o, mask=(o < nx) & (q < mx), other=-float("inf"))
    e = libdevice.exp(v - tl.max(v, axis=0))
    tl.store(y + r * sy + o, tl.div_rn(e, tl.sum(e, axis=0)), mask=(o < ny) & (q < my))


@triton.jit
def softmax_approx(x, y, mx, nx, sx, my, ny, sy, T: tl.constexpr):
    q = tl.program_id(0)
    r = q.to(tl.int64)
    o = tl.arange(0, T)
    v = tl.load(x + r * sx + o, mask=(o < nx) & (q < mx), other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + r * sy + o, e / tl.sum(e, axis=0), mask=(o < ny) & (q < my))


@triton.jit
def layer_norm(x, w, b, y, n, sx, nw, nb, ny, sy, eps, T: tl.constexpr):
    r = tl.program_id(0).to(tl.int64)
    p = x + r * sx
    total = tl.zeros([T], tl.float32)
    for i in range(0, n, T):
        o = i + tl.arange(0, T)
        total += tl.load(p + o, mask=o < n, other=0.0).to(tl.float32)
    mean = tl.div_rn(tl.sum(total, axis=0), n.to(tl.float32))
    squares = tl.zeros([T], tl.float32)
    for i in range(0, n, T):
        o = i + tl.arange(0, T)
        d = tl.where(o < n, tl.load(p + o, mask=o < n, other=0.0).to(tl.float32) - mean, 0.0)
        squares += d * d
    s = tl.div_rn(1.0, tl.sqrt_rn(tl.div_rn(tl.sum(squares, axis=0), n.to(tl.float32)) + eps))
    for i in range(0, n, T):
        o = i + tl.arange(0, T)
        v = (tl.load(p + o, mask=o < n, other=0.0).to(tl.float32) - mean) * s
        v = v * tl.load(w + o, mask=o < nw, other=0.0) + tl.load(b + o, mask=o < nb, other=0.0)
        tl.store(y + r * sy + o, v.to(tl.float16), mask=o < ny)


@triton.jit
def rope(x, c, s, y, nx, nc, ns, ny, R: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)[:, None]
    o = tl.arange(0, 64)[None, :]
    a = tl.load(x + r * 128 + o, mask=r < nx)
    b = tl.load(x + r * 128 + 64 + o, mask=r < nx)
    co = tl.load(c + r * 64 + o, mask=r < nc)
    si = tl.load(s + r * 64 + o, mask=r < ns)
    tl.store(y + r * 128 + o, (a * co - b * si).to(tl.float16), mask=r < ny)
    tl.store(y + r * 128 + 64 + o, (b * co + a * si).to(tl.float16), mask=r < ny)


@triton.jit
def transpose(x, y, m, n, sx, my, ny, sy, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    v = tl.load(x + i[:, None].to(tl.int64) * sx + j[None, :], mask=(i[:, None] < m) & (j[None, :] < n))
    tl.store(y + j[:, None].to(tl.int64) * sy + i[None, :], tl.trans(v), mask=(j[:, None] < my) & (i[None, :] < ny))


WORD = "i32"
ROWS = dict(x="*fp32", y="*fp32", mx=WORD, nx=WORD, sx=WORD, my=WORD, ny=WORD, sy=WORD)
NORM = dict(x="*fp16", w="*fp16", b="*fp16", y="*fp16", n=WORD, sx=WORD, nw=WORD, nb=WORD, ny=WORD, sy=WORD, eps="fp32")
ROPE = dict(x="*fp16", c="*fp32", s="*fp32", y="*fp16", nx=WORD, nc=WORD, ns=WORD, ny=WORD)
TURN = dict(x="*fp32", y="*fp32", m=WORD, n=WORD, sx=WORD, my=WORD, ny=WORD, sy=WORD)
ADD = dict(a="*fp32", b="*fp32", c="*fp32", na=WORD, nb=WORD, nc=WORD)
KERNELS = {
    "vector_add": (vector_add, ADD, {"T": 1024}),
    "softmax_256": (softmax, ROWS, {"T": 256}),
    "softmax_4096": (softmax, ROWS, {"T": 4096}),
    "softmax_256.approx": (softmax_approx, ROWS, {"T": 256}),
    "softmax_4096.approx": (softmax_approx, ROWS, {"T": 4096}),
    "layer_norm": (layer_norm, NORM, {"T": 1024}),
    "rope": (rope, ROPE, {"R": 16}),
    "transpose": (transpose, TURN, {"M": 32, "N": 64}),
}
GPUS = {"sm_80": 80, "sm_90a": 90, "sm_100a": 100, "sm_120a": 120}
# Numbers of rows are anything.
ANY = {"mx", "my", "eps"}


def ptx(kernel, capability):
    function, parameters, constants = kernel
    signature = {**parameters, **{name: "constexpr" for name in constants}}
    divisible = {(at,): [["tt.divisibility", 16]] for at, name in enumerate(parameters) if name not in ANY}
    source = ASTSource(function, signature, constexprs=constants, attrs=divisible)
    return triton.compile(source, target=GPUTarget("cuda", capability, 32), options={"num_warps": 4}).asm["ptx"]


if __name__ == "__main__":
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, kernel in KERNELS.items():
        for gpu, capability in GPUS.items():
            with open(os.path.join(folder, f"{name}.{gpu}.ptx"), "w") as file:
                file.write(ptx(kernel, capability))
