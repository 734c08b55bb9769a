"""Reductions and scans: of the language, and with functions of one's own."""
import cuda.tile as ct


def welford(mean_a, m_a, n_a, mean_b, m_b, n_b):
    n = n_a + n_b
    delta = mean_b - mean_a
    share = ct.where(n == 0.0, 0.0, n_b / ct.maximum(n, 1.0))
    return mean_a + delta * share, m_a + m_b + delta * delta * n_a * share, n


# tilewright: X=f32[?,?]; S=f32[?]; A=i32[?]; V=f32[?]; C=f32[?,?]; h=8; w=32
@ct.kernel
def reductions(X, S, A, V, C, h: ct.Constant[int], w: ct.Constant[int]):
    i = ct.bid(0)
    x = ct.load(X, (i, 0), (h, w), padding_mode=ct.PaddingMode.ZERO)
    ct.store(S, i, ct.sum(x, axis=1))
    ct.store(A, i, ct.argmax(x, axis=1))
    _, m, n = ct.reduce((x, ct.zeros((h, w), ct.float32), ct.ones((h, w), ct.float32)), 1, welford, (0.0, 0.0, 0.0))
    ct.store(V, i, m / n)
    ct.store(C, (i, 0), ct.scan(x, 1, lambda a, b: ct.maximum(a, b), -1e30))
