"""Variables that nobody needs change nothing of what is ordered and promised around them."""

import cuda.tile as ct


# tilewright: X=f32[?] strides=[1]; Y=i32[?] strides=[1]; n=i64; m=i32
@ct.kernel
def copies(X, Y, n, m):
    # Rounds write tiles of their own, at an index that is cut to 32 bits, also where the loop is made anew without a variable.
    spare = ct.zeros((16,), ct.float32)
    for i in range(0, n, n):
        spare = spare + ct.load(X, (i,), (16,))
        ct.store(Y, (i,), ct.full((16,), 1, ct.int32))
    ct.store(Y, (0,), ct.full((16,), 2, ct.int32))
    # The loop around is copied for each way of its branch: of what the loop in it carries nothing is promised in a copy, either.
    for i in range(ct.num_blocks(0)):
        if i < 3:
            m *= 8
        else:
            m = m + 1
        for j in range(m):
            m -= 8
    ct.scatter(Y, m, m)
