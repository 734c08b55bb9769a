"""Numbers that get a type, keywords that a helper collects, Python's module `operator`, and what `print` writes of tuples."""

import operator

import cuda.tile as ct


def scaled(x, **kw):
    if "s" in kw:
        x = x * kw["s"]
    for name in ct.static_iter(kw):
        x = x + kw[name]
    return x * kw.get("t", 3)


def applied(op, a, b):
    return op(a, b)


# tilewright: X=f32[?]; Y=i64[?]; n=i32; m=4
@ct.kernel
def forms(X, Y, n, m: ct.Constant[int]):
    # A constant stays one when it gets a type: an extent, and the number that it becomes.
    x = ct.load(X, 0, ct.int32(8)) + ct.int32(3)
    ct.scatter(Y, 0, ct.int64(ct.uint32(-3)) + ct.int8(300))
    x = x * ct.int32(2.7) * ct.float16(0.1) + ct.bool_(3)
    x = applied(operator.add, x, 3) - operator.neg(x) * operator.mod(n, 4)
    ct.store(X, 0, scaled(x, s=2) + scaled(x, t=5))
    print(x.shape, X.shape, 1e-7, float("nan"), 1e16, (1, "a%", None, ct.float32))
    print(f"{x.shape} of {(1, n)}", str(m), str(n), str(2.5), str((1, 2)))
