import math

import cuda.tile as ct

I = ct.Constant[int]


def step(Q, K, V, q, head, block, j, highest, total, acc, scale, tm, tn, d, masked):
    k = ct.load(K, (head, 0, j), (1, d, tn), order=(0, 2, 1)).reshape((d, tn))
    s = ct.mma(q, k, ct.zeros((tm, tn), ct.float32)) * scale
    if masked:
        row = block * tm + ct.arange(tm, dtype=ct.int32).reshape((tm, 1))
        column = j * tn + ct.arange(tn, dtype=ct.int32).reshape((1, tn))
        s = ct.where(row >= column, s, -math.inf)
    new = ct.maximum(highest, ct.max(s, axis=1, keepdims=True))
    p = ct.exp2(s - new)
    shrink = ct.exp2(highest - new)
    total = total * shrink + ct.sum(p, axis=1, keepdims=True)
    v = ct.load(V, (head, j, 0), (1, tn, d)).reshape((tn, d))
    return new, total, ct.mma(p.astype(V.dtype), v, acc * shrink)


# tilewright: Q=f16[?,?,?] div=[1,16,16]; K=f16[?,?,?] div=[1,16,16]; V=f16[?,?,?] div=[1,16,16]; O=f16[?,?,?] div=[1,16,16]
# tilewright: scale=0.12751741; tm=128; tn=128; d=128
@ct.kernel
def attention_causal(Q, K, V, O, scale: ct.Constant[float], tm: I, tn: I, d: I):
    block, head = ct.bid(0), ct.bid(1)
    q = ct.load(Q, (head, block, 0), (1, tm, d)).reshape((tm, d))
    highest = ct.full((tm, 1), -math.inf, ct.float32)
    total = ct.zeros((tm, 1), ct.float32)
    acc = ct.zeros((tm, d), ct.float32)
    whole = block * tm // tn
    for j in range(whole):
        highest, total, acc = step(Q, K, V, q, head, block, j, highest, total, acc, scale, tm, tn, d, False)
    for j in range(whole, ct.cdiv((block + 1) * tm, tn)):
        highest, total, acc = step(Q, K, V, q, head, block, j, highest, total, acc, scale, tm, tn, d, True)
    ct.store(O, (head, block, 0), (acc / total).astype(O.dtype).reshape((1, tm, d)))
