import cuda.tile as ct

I = ct.Constant[int]


# tilewright: A=f8e4m3[?,?] div=16; B=f8e4m3[?,?] div=16; C=f16[?,?] div=16
# tilewright: tm=128; tn=128; tk=128; fast=True
@ct.kernel
def product_f8(A, B, C, tm: I, tn: I, tk: I, fast: ct.Constant[bool]):
    rows, columns = ct.num_tiles(C, 0, (tm, tn)), ct.num_tiles(C, 1, (tm, tn))
    for t in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        m, n = t // columns, t % columns
        acc = ct.zeros((tm, tn), ct.float32)
        for k in range(ct.num_tiles(A, 1, (tm, tk))):
            a = ct.load(A, (m, k), (tm, tk), padding_mode=ct.PaddingMode.ZERO)
            b = ct.load(B, (n, k), (tn, tk), padding_mode=ct.PaddingMode.ZERO)
            acc = ct.mma(a, ct.transpose(b), acc, use_fast_acc=fast)
        ct.store(C, (m, n), acc.astype(C.dtype))
