"""Numbers that are known and have a type: what is computed with them, and with numbers that have none."""

import cuda.tile as ct


# tilewright: A=f64[?]; B=bool[?]; C=i32[?,?]; n=i32
@ct.kernel
def folded(A, B, C, n):
    # Rounded to f32 first, as it has no type.
    ct.store(A, 0, ct.zeros((), ct.float64) - 1e-3)
    ct.store(A, 1, ct.minimum(ct.full((), 0.2, ct.float64), 0.1))
    # To Python the number 0, of which these bits are -1: true, and a truth value still.
    yes = ~ct.zeros((), ct.bool_)
    ct.store(B, 0, yes if n > 3 else (n > 4))
    ct.store(B, 1, ~yes)
    ct.scatter(B, ct.full((1,), 4, ct.int32), yes)
    # Known in another form, and in another order; a tile that is made at once is permuted as it is.
    seven = ct.broadcast_to(ct.full((), 7, ct.int32), (4, 8))
    ct.store(C, (n, 0), ct.permute(seven, (1, 0)))
    ct.store(C, (n, 1), ct.permute(ct.permute(seven, (1, 0)), (1, 0)))
    ct.store(C, (n, 2), ct.permute(ct.full((4, 8), 7, ct.int32), (1, 0)))
