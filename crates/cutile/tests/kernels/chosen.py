"""Arrays that are chosen at run time: addresses and open sizes go through branches and loops, and views are made behind them."""

from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Source:
    array: object
    at: object


def picked(A, B, c):
    if c > 3:
        return A
    return B


# tilewright: X=f32[?,?] div=16; Y=f32[?,?]; Z=f32[?,?]; W=f32[?,?] div=16; n=i32; m=i32
@ct.kernel
def chosen(X, Y, Z, W, n, m):
    P = X if n > 3 else Y
    ct.store(P, (n, 0), ct.load(Z, (n, m), (4, 8)))
    ct.store(W, (0, 0), ct.load(X, (n, 0), (4, 8)))
    ct.store(Y, (0, 0), ct.load(P, (n, m), (4, 8)))
    A, B = X, Y
    for i in range(n):
        ct.store(A, (i, 0), ct.load(B, (i, 1), (4, 8)))
        ct.store(W, (i, 0), ct.load(Z, (i, 0), (4, 8)))
        A, B = B, A
    ct.store(Z, (m, 0), ct.load(A, (m, 1), (4, 8)))
    Q = picked(P, Z, m)
    ct.scatter(Q, (n, m), 1.0)
    ct.store(X, (m, m), ct.full((4, 8), ct.gather(Q, (m, n)), ct.float32))
    source = Source(X, n)
    while source.at < m:
        source = Source(picked(Y, W, source.at), source.at + 1)
    V = (source.array if m > n else Z).tiled_view((4, 8))
    V.store((0, 0), V.load((V.num_tiles(0) - 1, 0)))
