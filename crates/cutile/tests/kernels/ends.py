"""Loops without an end of their own that helpers leave by returning: nothing leads to what stands behind them."""

import cuda.tile as ct


def until(a, n):
    i = 0
    while True:
        if i > n:
            return a * 2.0
        if i > 10:
            return a
        i = i + 1


def at_once(a):
    while 1:
        return a + 1.0


def pair(a, n):
    i = 0
    if n > 5:
        while True:
            while True:
                if i > n:
                    return a, i
                i = i + 1
    else:
        return a * 3.0, n


def nothing(Y, a, n):
    i = 0
    while True:
        if i > n:
            return
        ct.store(Y, i, a)
        i = i + 1


def searched(a, n):
    while True:
        # It is of another type on one way out, and nobody reads it behind the loop.
        if n > 7:
            a = a.astype(ct.int32)
            break
        if n > 5:
            break
        a = a + 1
        n = n + ct.bid(0)
    return n


# tilewright: X=f32[?]; Y=f32[?]; n=i32
@ct.kernel
def ends(X, Y, n):
    x = ct.load(X, 0, 8)
    y, at = pair(until(x, n), n)
    ct.store(Y, at, at_once(y))
    nothing(Y, x, searched(x, n))
