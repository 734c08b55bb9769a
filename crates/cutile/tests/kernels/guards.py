"""Numbers that are the same on all ways that go on are known behind branches and loops, and weakly typed, but in a tuple. What a
way assigns that leaves the loop or the kernel is a result, too."""

import cuda.tile as ct


def same(n):
    if n > 8:
        return 5
    return 5


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
    gain = 2
    for i in range(n):
        gain = 2
    last = 1.5 if n > 2 else 1.5
    more = ct.load(X, n, size) * same(n) - gain
    ct.store(Y, n, ct.astype(ct.astype(more, ct.float16) * last, ct.int8) - gain)
