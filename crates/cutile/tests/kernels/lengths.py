"""The length of a part is promised to be a multiple of what its ends are multiples of, so that its tiles are loaded whole; of a part of a
part, too. Where the ends are multiples of nothing, nothing is said."""

import cuda.tile as ct


# tilewright: X=f32[?]; Y=f32[?,?] stride_div=[4,1]; n=i32; m=i32
@ct.kernel
def lengths(X, Y, n, m):
    block = ct.bid(0) * 64
    part = X.slice(0, block, block + 64)
    for i in range(ct.num_tiles(part, 0, 16)):
        ct.store(part, i, ct.load(part, i, 16) + 1)
    rows = ct.assume_divisible_by(n, 8)
    ct.store(Y.slice(0, 0, rows).slice(1, 0, m * 16), (0, 0), 1.0)
    odd = X.slice(0, m, m + n)
    ct.store(odd, 0, 2.0)
    ct.store(X.slice(0, block, n), 0, 3.0)
