"""Matrix product: a tile of C for each block, a loop over K."""
import cuda.tile as ct

I = ct.Constant[int]


# tilewright: A=f16[?,?] div=8; B=f16[?,?] div=8; C=f16[?,?] div=8
# tilewright: tm=64; tn=64; tk=32
@ct.kernel
def gemm(A, B, C, tm: I, tn: I, tk: I):
    i, j = ct.bid(0), ct.bid(1)
    acc = ct.zeros((tm, tn), ct.float32)
    for k in range(ct.num_tiles(A, 1, (tm, tk))):
        a = ct.load(A, (i, k), (tm, tk), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(B, (k, j), (tk, tn), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (i, j), acc.astype(C.dtype))
