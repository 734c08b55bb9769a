"""Parts of arrays of several dimensions: static sizes and strides stand before the views that need them, and where only another part is
computed from a part, nothing is said of its address. The length of a part by numbers is written where the part is made."""

import cuda.tile as ct


# tilewright: X=f32[?,?] stride_div=[8,1]; Y=f32[64,128]; n=i32
@ct.kernel
def slices(X, Y, n):
    rows = X.slice(0, n, n + 16)
    ct.store(Y, (0, 0), ct.load(rows, (0, 0), (4, 4)))
    part = Y.slice(0, 0, 16).slice(1, n, n + 4)
    ct.store(part, (0, 0), ct.load(X, (0, 0), (4, 4)))
    for i in range(n):
        inner = rows.slice(1, i, 64)
        ct.store(inner, (i, 0), ct.gather(part, (i, 3)))
