"""What leaves loops, and what stays since something was moved to it."""

import cuda.tile as ct


# tilewright: X=i32[?] strides=[1]; n=i32
@ct.kernel
def moved(X, n):
    for i in range(n):
        # A block id and a parameter are from outside: the branch leaves the loop.
        a = n
        if n > 7:
            for j in range(n):
                a = a - ct.bid(0)
        # The product follows a constant that was moved to the branch, which stays.
        b = n
        if n > 7:
            for j in range(n):
                b = b - n * 3
        # What was moved is moved to the loop in the branch, not to the branch.
        c = n
        if n > 7:
            for j in range(n):
                for k in range(n):
                    c = c - abs(j)
        # The condition of the way out was moved to the branch.
        d = n
        if n > 7:
            while True:
                if n > 5:
                    break
                d = d - n
        ct.scatter(X, i, a + b + c + d)

        # A loop that a load left stays, and one without leaves.
        e = ct.load(X, n, 4)
        while True:
            e = ct.load(X, 0, 4) + 2
            if n > 5:
                break
        ct.store(X, n, e)
