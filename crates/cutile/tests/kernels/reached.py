"""What a way of a branch assigns is a result of it, whether the statement is reached or not; results that are constants on all ways
stay results, through branches in branches, too."""

import cuda.tile as ct


def first(X, n, pair):
    size = 2
    if n % 2 == 0:
        if size > 2:
            pair = (size, n)
            return 7
        size = 2
    elif size > 2:
        pair = (pair[1], 0)
    else:
        pair = (1, pair[1])
    return pair[1] + size


# tilewright: X=i8[?]; Y=i8[?]; n=i32
@ct.kernel
def reached(X, Y, n):
    start, pair = 2, (1, n)
    if n > 3:
        start = 3
    elif n > 2:
        start = 3
    elif n > 1:
        return
    else:
        start = 3
    if n > 4:
        again = start
        if again > 3:
            pair = (3, 3)
    else:
        again = 3
    for i in range(n):
        if n > 5:
            at = again
        else:
            break
        ct.store(Y, at, ct.load(X, pair[1], 8) + start)
    ct.store(Y, first(X, n, pair), ct.load(X, again, 8) * start)
