"""Loops in each other that ask how far they are: each becomes two, the inner ones in each of them. Comprehensions are unrolled."""

import cuda.tile as ct


# tilewright: X=f32[?]; Y=f32[?]; n=i32
@ct.kernel
def bounds(X, Y, n):
    x = ct.load(X, 0, 8)
    for i in range(n):
        if i < 4:
            x = x + 1.0
        for j in range(n):
            if j >= i:
                x = x * 2.0
            for k in range(j):
                if 6 > k:
                    x = x - 2.0
                else:
                    x = x - 3.0
    parts = tuple(ct.load(X, i, 8) * j for i in ct.static_iter(range(3)) if i != 1 for j in ct.static_iter((2, 3)))
    ct.store(Y, 0, x + parts[0] + parts[3] + len(parts))
