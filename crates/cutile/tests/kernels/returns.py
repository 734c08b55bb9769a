"""Helpers that return from inside of loops: whether they did, and with what, are variables like those that they assign."""

import cuda.tile as ct


def find(X, n, x):
    lo, hi = 0, n
    while lo < hi:
        mid = (lo + hi) // 2
        y = ct.gather(X, mid)
        if y == x:
            return mid
        if y < x:
            lo = mid + 1
        else:
            hi = mid
    return -1


def walk(X, n, m):
    at = 5
    if m > 3:
        for i in range(n):
            # The loop inside starts from no result, although the one around may have one.
            for j in range(m):
                if j == at:
                    return i, j * 8
                at += j
    while True:
        # It has a value behind the loop, and in no other round.
        last = at * 2
        at += 1
        if at > 7:
            return 0, last
        if at > m:
            break
    for i in range(m):
        if last == i:
            return at, i
    return last, at


def above(n, m):
    for i in range(n):
        # Behind it, a round has returned or not, and there is no result yet.
        if i < m:
            m = m - 1
        elif m > 3:
            return i
    return m


# tilewright: X=i32[?]; Y=i32[?]; n=i32; m=i32
@ct.kernel
def returns(X, Y, n, m):
    i, j = walk(X, n, m)
    ct.store(Y, 0, find(X, n, i))
    for k in range(n):
        # Only a load that stands by itself leaves a loop.
        j += ct.load(X, m, ()) if k > 3 else 0
        j += ct.gather(X, m)
    ct.store(Y, 1, j)
    ct.store(Y, 2, above(n, m))
