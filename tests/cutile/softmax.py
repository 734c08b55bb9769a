"""Softmax of rows: a row fits one tile."""
import cuda.tile as ct


def exponentials(x):
    return ct.exp(x - ct.max(x, axis=1, keepdims=True))


# tilewright: X=f32[?,?]; Y=f32[?,?]; width=128
@ct.kernel
def softmax(X, Y, width: ct.Constant[int]):
    row = ct.bid(0)
    e = exponentials(ct.load(X, (row, 0), (1, width), padding_mode=ct.PaddingMode.NEG_INF))
    ct.store(Y, (row, 0), e / ct.sum(e, axis=1, keepdims=True))
