"""Numbers that are known, of narrow types: both are rounded to the type of the operation before it is computed, as tiles would be."""

import math

import cuda.tile as ct


# tilewright: Y=f32[?]
@ct.kernel
def narrow(Y):
    two, three = ct.full((), 2.0, ct.bfloat16), ct.full((), 3.0, ct.float16)
    ct.store(Y, 0, math.pi + two)
    ct.store(Y, 1, two + 257)
    ct.store(Y, 2, ct.full((), 257, ct.int32) - two)
    ct.store(Y, 3, three * 0.1)
    if ct.full((), 0.1, ct.bfloat16) == 0.1:
        ct.store(Y, 4, two * 1.1 * 1.7)
