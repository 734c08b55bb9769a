"""Truth values and unsigned numbers where numbers are meant, and tiles where truth is."""

import cuda.tile as ct


# tilewright: F=f32[?]; U8=u8[?]; Y=f32[?]
@ct.kernel
def truths(F, U8, Y):
    x, u = ct.load(F, 0, 8), ct.load(U8, 0, 8)
    is_above = x > 0
    ct.store(Y, 0, abs(is_above) + abs(u.astype(ct.uint32)))
    ct.store(Y, 1, is_above / (x < 3) + is_above / True)
    ct.store(Y, 2, not x)
    ct.store(Y, 3, not u)
    ct.store(Y, 4, ct.max(is_above) + ct.min(is_above, 0) + ct.argmax(is_above))
    ct.store(Y, 5, ct.reduce(is_above, 0, lambda a, b: a | b, False))
    ct.store(Y, 6, ct.scan(is_above, 0, lambda a, b: a & b, True))
    ct.store(Y, 7, ct.pack_to_bytes(u.astype(ct.int8)))
    ct.store(Y, 8, ct.pack_to_bytes(u.reshape((2, 4))))
    ct.store(Y, 9, ct.unpack_from_bytes(u, ct.int8))
