import cuda.tile as ct

# tilewright: x=f16[?,2,64] div=[16,1,1] strides=[128,64,1]; c=f32[?,64] div=[16,1] strides=[64,1]; s=f32[?,64] div=[16,1] strides=[64,1]; y=f16[?,2,64] div=[16,1,1] strides=[128,64,1]; R=16
@ct.kernel
def rope(x, c, s, y, R: ct.Constant[int]):
    i = ct.bid(0)
    a = ct.load(x, (i, 0, 0), (R, 1, 64)).reshape((R, 64))
    b = ct.load(x, (i, 1, 0), (R, 1, 64)).reshape((R, 64))
    cos, sin = ct.load(c, (i, 0), (R, 64)), ct.load(s, (i, 0), (R, 64))
    ct.store(y, (i, 0, 0), (a * cos - b * sin).astype(y.dtype).reshape((R, 1, 64)))
    ct.store(y, (i, 1, 0), (b * cos + a * sin).astype(y.dtype).reshape((R, 1, 64)))
