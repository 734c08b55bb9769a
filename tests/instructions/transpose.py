import cuda.tile as ct

# tilewright: x=f32[?,?] div=[16,16] strides=[?,1]; y=f32[?,?] div=[16,16] strides=[?,1]; M=32; N=64
@ct.kernel
def transpose(x, y, M: ct.Constant[int], N: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(y, (j, i), ct.transpose(ct.load(x, (i, j), (M, N))))
