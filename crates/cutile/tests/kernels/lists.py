"""Arrays of a list: what reads a row of the list stays together, in a loop or before it."""

import cuda.tile as ct


# tilewright: xs=list(f32[?]); Y=f32[?]; n=i32
@ct.kernel
def lists(xs, Y, n):
    for i in range(n):
        ct.store(Y, i, ct.load(xs[i], 0, 8))
    for i in range(n):
        for j in range(4):
            ct.store(xs[j], i, ct.load(xs[n], j, 8))
