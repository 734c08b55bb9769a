"""Where a constant that meets unsigned numbers is written: where it is converted, and not where it is evaluated as one of `int32` is. Of a
product of different types the first operand is made what it needs to be before the second one is, whose column is one before its type changes."""

import cuda.tile as ct


# tilewright: U=u32[?]; I=i32[?]; A=f16[16,16]; X=f32[?]; n=i32
@ct.kernel
def converted(U, I, A, X, n):
    ct.scatter(U, n, 3)
    ct.scatter(I, n, 3)
    ct.atomic_cas(U, n, 1, 2)
    ct.atomic_cas(I, n, 1, 2)
    ct.scatter(U, 0, 4 - ct.gather(U, n))
    half = ct.load(A, (0, 0), (16, 16))
    row = ct.load(X, 0, 16)
    ct.store(X, 1, row @ half)
    ct.store(X, 2, half @ row)
    column = ct.reshape(ct.load(A, (0, 0), (1, 16)), (16,))
    ct.scatter(X, 0, row @ column)
