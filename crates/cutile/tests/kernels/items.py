"""Addresses of single elements: a multiple of what is known of their offset. Of a tile that is written item by item, nothing is."""

import cuda.tile as ct


# tilewright: X=f32[?] div=1 align=128; n=i32
@ct.kernel
def items(X, n):
    ct.scatter(X, ct.astile((4,), dtype=ct.int32), 1.0)
    ct.scatter(X, ct.astile(4, dtype=ct.int32), 2.0)
    ct.scatter(X, ct.full((1,), 4, dtype=ct.int32), 3.0)
    ct.scatter(X, ct.astile((n,), dtype=ct.int32) * 4, 4.0)
    ct.scatter(X, ct.astile((4,), dtype=ct.int32) + ct.full((1,), 4, dtype=ct.int32), 5.0)
