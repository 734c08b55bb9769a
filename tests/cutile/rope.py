"""Rotary position embedding: pairs of halves are rotated by an angle that depends on the position."""
import cuda.tile as ct


# tilewright: X=f16[?,64]; COS=f32[?,32]; SIN=f32[?,32]; Y=f16[?,64]; rows=16; half=32
@ct.kernel
def rope(X, COS, SIN, Y, rows: ct.Constant[int], half: ct.Constant[int]):
    i = ct.bid(0)
    a = ct.load(X, (i, 0), (rows, half)).astype(ct.float32)
    b = ct.load(X, (i, 1), (rows, half)).astype(ct.float32)
    c, s = ct.load(COS, (i, 0), (rows, half)), ct.load(SIN, (i, 0), (rows, half))
    for place, part in ct.static_iter(zip(range(2), (a * c - b * s, b * c + a * s))):
        ct.store(Y, (i, place), part.astype(Y.dtype))
