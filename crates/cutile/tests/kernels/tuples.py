"""Tuples that are compared, and parts of tiles: one number is a part of one element, one tile is joined with nothing."""

import cuda.tile as ct


# tilewright: X=f32[?,?]; Y=f32[?,?]; n=i32
@ct.kernel
def tuples(X, Y, n):
    x = ct.load(X, (0, 0), (16, 16))
    if X.shape == Y.shape and (n, 1) != (2, 1):
        x = ct.insert(x, (0, n), 1.0)
    if (n, (ct.bid(0), 2)) == (1, (2, 2)):
        x = ct.cat((x,), 0)
    x = x + ct.where((n, 2) in ((1, 2), (3, 4)), 1.0, 2.0)
    ct.store(Y, (0, 0), x)
