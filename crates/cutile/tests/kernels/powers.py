"""Powers: exponents of 32 bits with a sign stay whole, others become floats."""

import cuda.tile as ct


# tilewright: F=f32[?]; U8=u8[?]; U16=u16[?]; U32=u32[?]; U64=u64[?]; Y=f32[?]; n=i32
@ct.kernel
def powers(F, U8, U16, U32, U64, Y, n):
    x, is_above = ct.load(F, 0, 8), ct.load(F, 1, 8) > 0
    ct.store(Y, 0, x ** ct.load(U8, 0, 8))
    ct.store(Y, 1, x ** ct.load(U16, 0, 8))
    ct.store(Y, 2, x ** ct.load(U32, 0, 8))
    ct.store(Y, 3, x ** ct.load(U64, 0, 8))
    ct.store(Y, 4, x ** (2**40))
    ct.store(Y, 5, x**True + x ** is_above + is_above**x)
    ct.store(Y, 6, 2.0 ** n * x ** ct.bid(0).astype(ct.uint8))
    ct.store(Y, 7, ct.full((), 2.0, ct.float32) ** ct.full((), 3, ct.uint16) + ct.full((), 2.0, ct.float32) ** ct.full((), 3, ct.uint32))
