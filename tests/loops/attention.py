import math

import cuda.tile as ct

I = ct.Constant[int]


# tilewright: Q=f16[?,?,?] div=[1,16,16]; K=f16[?,?,?] div=[1,16,16]; V=f16[?,?,?] div=[1,16,16]; O=f16[?,?,?] div=[1,16,16]
# tilewright: scale=0.12751741; tm=128; tn=128; d=128
@ct.kernel
def attention(Q, K, V, O, scale: ct.Constant[float], tm: I, tn: I, d: I):
    block, head = ct.bid(0), ct.bid(1)
    q = ct.load(Q, (head, block, 0), (1, tm, d)).reshape((tm, d))
    highest = ct.full((tm, 1), -math.inf, ct.float32)
    total = ct.zeros((tm, 1), ct.float32)
    acc = ct.zeros((tm, d), ct.float32)
    for j in range(ct.num_tiles(K, 1, (1, tn, d))):
        k = ct.load(K, (head, 0, j), (1, d, tn), order=(0, 2, 1)).reshape((d, tn))
        s = ct.mma(q, k, ct.zeros((tm, tn), ct.float32)) * scale
        new = ct.maximum(highest, ct.max(s, axis=1, keepdims=True))
        p = ct.exp2(s - new)
        shrink = ct.exp2(highest - new)
        total = total * shrink + ct.sum(p, axis=1, keepdims=True)
        v = ct.load(V, (head, j, 0), (1, tn, d)).reshape((tn, d))
        acc = ct.mma(p.astype(V.dtype), v, acc * shrink)
        highest = new
    ct.store(O, (head, block, 0), (acc / total).astype(O.dtype).reshape((1, tm, d)))
