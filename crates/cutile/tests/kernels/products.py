"""Products of matrices, rows and batches: what one operand lacks is repeated."""

import cuda.tile as ct


# tilewright: A=f16[?,?,?]; B=f16[?,?]; C=f16[?]; Y=f16[?,?,?]; Z=f16[?,?]
@ct.kernel
def products(A, B, C, Y, Z):
    a, b, c = ct.load(A, (0, 0, 0), (2, 16, 16)), ct.load(B, (0, 0), (16, 16)), ct.load(C, 0, 16)
    ct.store(Y, (0, 0, 0), a @ b)
    ct.store(Y, (0, 0, 1), b @ a)
    ct.store(Z, (0, 0), a @ c)
    ct.store(Z, (0, 1), c @ a)
    ct.store(Y, (0, 0, 2), ct.mma(b, a, ct.zeros((2, 16, 16), ct.float32)).astype(ct.float16))
