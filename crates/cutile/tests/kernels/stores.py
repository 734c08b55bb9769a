"""Stores of a loop that wait for each other, and those whose rounds write tiles of their own; the index of a loop behind it."""

import cuda.tile as ct


# tilewright: X=i32[?]; A=i32[?,?]; B=i32[?,?] index=i64; n=i32; m=i32; l=i64
@ct.kernel
def stores(X, A, B, n, m, l):
    i = m * 3
    ct.printf("a")
    # They do not wait for each other, nor for what is printed before; the index is cut to 32 bits.
    for i in range(n):
        ct.store(X, i, m)
        if i == m:
            break
    for j in range(l):
        ct.store(X, j, i)
    # The tiles of a strided view may overlap.
    view = A.tiled_view((4, 8), traversal_steps=(4, 4))
    for i in range(n):
        view.store((m, i), 1)
    # What is printed stands behind the stores of its round.
    for i in range(n):
        ct.store(X, i, m)
        if m > 3:
            ct.printf("b")
    rows = ct.arange(8, dtype=ct.int32)
    ct.grid_dependency_control_wait()
    for i in range(n):
        x = ct.load_advanced_indexing(B, (rows + i, ct.Slice(i, 4)))
        ct.store_advanced_indexing(A, (rows + n, ct.Slice(l, 4)), x)
    ct.store(X, 0, i)
