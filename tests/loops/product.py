import cuda.tile as ct

I = ct.Constant[int]


# tilewright: A=f16[?,?] div=16; B=f16[?,?] div=16; C=f16[?,?] div=16
# tilewright: tm=128; tn=128; tk=64
@ct.kernel
def product(A, B, C, tm: I, tn: I, tk: I):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((tm, tn), ct.float32)
    for k in range(ct.num_tiles(A, 1, (tm, tk))):
        a = ct.load(A, (m, k), (tm, tk), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(B, (n, k), (tn, tk), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(a, ct.transpose(b), acc)
    ct.store(C, (m, n), acc.astype(C.dtype))
