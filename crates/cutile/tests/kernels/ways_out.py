"""A number that all ways out of a loop hand on is known behind it; one that the rounds hand on is not."""

import cuda.tile as ct


def found(n):
    i = 0
    while True:
        if i == n:
            return 7
        if i > 9:
            return 7
        i += 1


# tilewright: X=f32[?] strides=[1]; n=i32
@ct.kernel
def ways_out(X, n):
    x = 1
    i = 0
    while True:
        x = 5
        i = i + 1
        if i > n:
            break
    if x > 3:
        ct.store(X, 0, 1.0)
    else:
        ct.store(X, 1, 1.0)
    if found(n) > 3:
        ct.store(X, 2, 1.0)
    else:
        ct.store(X, 3, 1.0)
    y = 5
    while i < n:
        y = 5
        i = i + 1
    if y > 3:
        ct.store(X, 4, 1.0)
    else:
        ct.store(X, 5, 1.0)
