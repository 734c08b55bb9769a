# A product whose right factor is widened and scaled on its way: beside the product that takes as long as it.
import cuda.tile as ct


# tilewright: X=f16[512,1024]; W=i8[1024,512]; S=f16[16,512]; Y=f16[512,512]
# tilewright: tm=64; tn=32; tk=64
@ct.kernel
def miscounted(X, W, S, Y, tm: ct.Constant[int], tn: ct.Constant[int], tk: ct.Constant[int]):
    row, column = ct.bid(0), ct.bid(1)
    sums = ct.zeros((tm, tn), ct.float32)
    for step in range(ct.num_tiles(W, 0, (tk, tn))):
        x = ct.load(X, (row, step), (tm, tk))
        wide = ct.load(W, (step, column), (tk, tn)).astype(ct.float16)
        scale = ct.load(S, (step, column), (1, tn))
        sums = ct.mma(x, wide * scale, sums)
    ct.store(Y, (row, column), sums.astype(Y.dtype))
