"""Not obvious: products that are fused, tuples that become tiles, promises on constants, values behind a `return`."""

import cuda.tile as ct


# tilewright: X=f32[?]; Y=i32[?]; n=i32; f=f32
@ct.kernel
def corners(X, Y, n, f):
    a = ct.load(X, (0,), (8,))
    b = ct.load(X, (1,), (8,))
    product = a * b
    # Nothing is fused: the product on the left is read twice.
    rest = product - b * b
    # Each half of the scalars is joined by itself.
    tile = ct.astile((n, 1, f, n), dtype=ct.int32)
    ct.store(Y, (ct.assume_divisible_by(32, 16),), tile)
    # Nobody reads it, so its type does not matter.
    either = ct.zeros((2,), ct.float32) if n > 3 else ct.zeros((4,), ct.int32)
    # To Python, zeros and ones are numbers, and so is what is computed with them: -2 is true.
    if ~(ct.zeros((), ct.bool_) | ct.ones((), ct.bool_)):
        rest += product
    for i in range(n):
        rest += 1.0
        if i == 2:
            # Behind it nobody reads `rest`, which may be anything.
            rest = i
            return
    ct.store(X, (2,), rest)
