"""Numbers that loops carry and branches result in, but that are the same on all ways: constants, but for results that
are nothing but constants of the program."""

import cuda.tile as ct


def once(a, n=3):
    if n > 2:
        return a


def either(a, n):
    if n > 2:
        return a
    return a


# tilewright: X=i32[64] strides=[1]; Y=i32[?] strides=[1]; n=i32; xs=list(i32[256] strides=[1] align=128) elements_may_alias=true; @version=2
@ct.kernel
def settled(X, Y, n, xs):
    fresh = ct.full((), 4, ct.int32)
    for i in range(n):
        ct.scatter(Y, i, n * fresh)
        fresh = ct.full((), 4, ct.int32)
    ct.scatter(Y, n, n * fresh)
    same = ct.full((), 5, ct.int32)
    while True:
        if ct.bid(0) > 3:
            same = same
        if ct.bid(1) > 3:
            break
    ct.scatter(Y, n, n * either(same, n))
    ct.scatter(Y, n, n * once(ct.full((), 6, ct.int32)))
    ct.scatter(Y, n, X.shape[0].astype(ct.int8).astype(ct.int16) * n.astype(ct.int16))
    one = xs[n]
    for i in range(n):
        ct.store(one, (i,), n)
    for i in range(n):
        ct.store(xs[i], (i,), n)
    for i in range(n):
        if i == 3:
            n = n
        else:
            continue
        ct.scatter(Y, i, n)
