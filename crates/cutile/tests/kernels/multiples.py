"""What is said of numbers that are stored by address, and of those that stand in for what is not there."""

import cuda.tile as ct


# tilewright: X=i32[?] div=48 align=4096; n=i32
@ct.kernel
def multiples(X, n):
    four = ct.arange(4, dtype=ct.int32)
    # Of a number of any shape, once; of none that becomes a constant, and of none that an atomic takes.
    many = n * 64
    ct.scatter(X, ct.gather(X, 0, padding_value=many), many)
    ct.scatter(X, four, ct.full((4,), 64, ct.int32))
    ct.scatter(X, four, ct.broadcast_to(ct.full((), 64, ct.int32), (4,)))
    ct.scatter(X, four, ct.load(X, 0, 4) * 48)
    ct.scatter(X, 1, n * 3)
    ct.scatter(X, 1, ct.assume_divisible_by(n, 8))
    ct.atomic_xchg(X, 2, n * 32)
    X.get_raw_memory().store_offset(n, X.shape[0])
    total = n * 16
    for i in range(n):
        ct.scatter(X, i, total)
        total = total + i * 64
    ct.scatter(X, 3, total)
    ct.scatter(X, 4, n * 8 if n > 3 else n * 24)
    ct.scatter(X, 5, 8 if n > 3 else 8)
    ct.scatter(X, four, ct.permute(ct.full((2, 2), n * 64, ct.int32), (1, 0)).reshape((4,)))
    # No power of two above 1024 is said, whatever the author promises.
    ct.scatter(X, 6, n * 4096)
    ct.scatter(X, four, ct.zeros((4,), ct.int32))
