"""Accesses that are the last on their way out of a loop: nobody waits for them there."""

import cuda.tile as ct


def put(X, Y, i):
    if i > 3:
        return
    ct.store(X, i, ct.load(Y, i, 4))
    ct.scatter(Y, i, 1.0)


# tilewright: X=f32[?]; Y=f32[?]
@ct.kernel
def unneeded(X, Y):
    i = ct.bid(0)
    put(X, Y, i)
    while i < 10:
        ct.store(Y, i, 1.0)
        i += 1
        if i == 7:
            # Those after the loop wait for what was stored to X before, and for this.
            ct.store(Y, 0, 1.0)
            ct.store(X, 0, 2.0)
            break
    ct.store(X, 1, 3.0)
