"""Branches of which one way leaves the loop or the kernel: what the other way makes known is known behind them, and weakly typed,
but in a tuple; what the way that leaves assigns is a result, too."""

import cuda.tile as ct


# tilewright: X=i8[?]; Y=i8[?]; n=i32
@ct.kernel
def guards(X, Y, n):
    if n > 5:
        size = 8
        start, pair = 6, (size, 3)
    else:
        return
    ct.store(Y, start, ct.load(X, start, size) + start)
    low, high = n, n
    while True:
        at = ct.load(X, low, pair[0])
        if ct.sum(at) > 3:
            high = high + 3
        else:
            low = high
            break
        low = low + high
    for i in range(n):
        step = 2
        if low > 4:
            step = 3
        elif high > i:
            step = low
            continue
        else:
            break
        ct.store(Y, i, ct.load(X, i, size) * step)
