"""Variables that `while True:` assigns first: they have a value behind the loop if they have one at each `break`."""

import cuda.tile as ct


# tilewright: X=f32[?]; n=i32
@ct.kernel
def while_true(X, n):
    a = 1.0
    while True:
        # The order of what a loop carries is that of names, whenever they get their values.
        A = ct.load(X, (n,), (4,))
        z = (a, 3)
        n += 1
        if n > 9:
            continue
        last = A * a
        if n > 5:
            last = A
            break
        a = a + ct.sum(last)
        if n > 3:
            break
        # Nobody reads this after the loop, so its type may be another there.
        A = n
        if n < 0:
            A = ct.load(X, (n,), (4,))
            break
    ct.store(X, 0, last * z[0] + z[1] + A)
