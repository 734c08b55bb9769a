"""Truth values that are known and inverted: one without a type stays one, one with a type is the number that Python makes of it."""

import math

import cuda.tile as ct


# tilewright: X=i32[?]; n=i32
@ct.kernel
def inverted(X, n):
    no, yes = ct.zeros((), ct.bool_), ct.ones((), ct.bool_)
    ct.store(X, 0, ct.bitwise_not(True) + n)
    ct.store(X, 1, ~no + n)
    ct.store(X, 2, (~yes).astype(ct.float32).astype(ct.int32))
    ct.store(X, 3, ct.bitwise_not(ct.bitwise_not(yes)) + n)
    ct.store(X, 4, ~yes == 1)
    ct.store(X, 4, ~ct.full((), True, ct.bool_).astype(ct.int32))
    # To Python this root is a power, and has a value.
    ct.store(X, 4, ct.rsqrt(-math.inf).astype(ct.int32))
    if ~yes:
        ct.store(X, 5, 1)
    # Multiples of powers of two are that in fewer bits, too.
    ct.scatter(X, 0, ct.gather(X, (n.astype(ct.int64) * 12).astype(ct.int32)))
