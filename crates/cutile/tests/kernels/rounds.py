"""Numbers that every round of a counted loop assigns, and that were there before: known behind it, floats too, but not behind a `while`. Besides
what is made once for several uses: a default of a helper, the divisor of `divmod`, the accumulator of a product of batches."""

import cuda.tile as ct


def scaled(x, by=8):
    return min(x * by, by) - by


# tilewright: A=i32[?]; F=f32[?]; G=f16[?,?,?]; n=i32; m=i32
@ct.kernel
def rounds(A, F, G, n, m):
    one = ct.ones((), ct.bfloat16)
    two = 2.0
    for i in range(n):
        if i > m:
            two = 2.0
            break
        one, two = ct.ones((), ct.bfloat16), 2.0
    ct.store(A, 0, ct.full((4,), one, ct.int32))
    ct.store(F, 0, two + 1.0)
    other = ct.ones((), ct.bfloat16)
    while n < m:
        other = ct.ones((), ct.bfloat16)
        m = m - 1
    ct.store(A, 1, ct.full((4,), other, ct.int32))
    three = ct.ones((), ct.float32)
    for i in range(n):
        three = ct.full((), 3.0, ct.float32)
    ct.store(A, 2, three.astype(ct.int32))
    ct.store(A, 3, scaled(n) + scaled(m, 4))
    quotient, rest = divmod(ct.load(A, 4, 4), 7)
    ct.store(A, 5, quotient + rest)
    g = ct.load(G, (0, 0, 0), (2, 16, 16))
    ct.store(G, (1, 0, 0), g @ ct.load(G, (2, 0, 0), (1, 16, 16)))
