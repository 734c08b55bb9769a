"""Not obvious: products that are fused, tuples that become tiles, promises on constants, values behind a `return`."""

import cuda.tile as ct


def either_way(a, n):
    """Returns on both ways: what stands behind `else` follows the branch."""
    if n > 5:
        return a
    else:
        b = a + 1
        return b


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
    # Two branches that ask for the index: the loop stays one.
    for i in range(n):
        if i > 4:
            rest += 2.0
        if i > 6:
            rest += 4.0
    # Of 64 bits, they become indices where the view is there; the length of a slice is known if both ends are.
    ct.store(X.slice(0, 8, 40), (n.astype(ct.int64),), rest)
    X.tiled_view((8,)).atomic_store_add((n.astype(ct.int64),), 1.0)
    # No power of a known number of a type is folded, but of plain numbers.
    ct.store(X, either_way(n, n), ct.full((), 0.5, ct.float32) ** 2 + ct.pow(2.0, 2))
    # What is known of a branch's numbers is known where the loop is split by it.
    for i in range(8):
        if n > i:
            ct.store(Y, i, 4)
    # A divisor whose sign is known. Within an f-string, what is known is printed by a format all the same.
    print(f"{n % ct.full((), 3, ct.int32)} of {0.5:.1f}", 3)
