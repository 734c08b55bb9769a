"""Context managers of generator functions: what stands behind the `yield` follows on each way out of the block."""

from contextlib import contextmanager

import cuda.tile as ct


@contextmanager
def locked(locks, place):
    while ct.atomic_cas(locks, place, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) == 1:
        pass
    yield
    ct.atomic_xchg(locks, place, 0, memory_order=ct.MemoryOrder.RELEASE)


@contextmanager
def told(name, at):
    rounds = 0
    ct.printf("in %d\n", at)
    given = yield at + 1
    rounds += 1
    print(name, at, rounds, given is None)


@contextmanager
def both(first, second):
    with told("first", first) as a, told("second", second) as b:
        yield a, b
        print("both")


def found(X, n, m):
    with told("search", m):
        for i in range(n):
            with told("round", i) as next_one:
                if i > m:
                    return ct.load(X, next_one, 16)
    return ct.load(X, 0, 16)


# tilewright: X=f32[?]; Y=f32[?]; L=i32[?]; n=i32; m=i32
@ct.kernel
def managers(X, Y, L, n, m):
    x = ct.load(X, n, 16)
    with locked(L, n):
        ct.store(Y, n, ct.load(Y, n, 16) + x)
    for i in range(n):
        with told("loop", i) as after:
            if i == m:
                continue
            x = x * after
            if i > m:
                break
    ct.store(Y, m, found(X, n, m))
    later = told("later", n)
    with both(n, m) as (a, b), later as c:
        if a > b:
            return
        ct.store(Y, c, x)
