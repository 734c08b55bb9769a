import cuda.tile as ct

# tilewright: x=f16[?,?] div=[1,16] strides=[?,1]; w=f16[?] div=[16]; b=f16[?] div=[16]; y=f16[?,?] div=[1,16] strides=[?,1]; eps=0.00001; T=1024
@ct.kernel
def layer_norm(x, w, b, y, eps: ct.Constant[float], T: ct.Constant[int]):
    r = ct.bid(0)
    count = x.shape[1]
    zero = ct.PaddingMode.ZERO
    total = ct.zeros((1, T), ct.float32)
    for i in range(ct.cdiv(count, T)):
        total += ct.load(x, (r, i), (1, T), padding_mode=zero)
    mean = ct.sum(total, axis=1, keepdims=True) / count
    squares = ct.zeros((1, T), ct.float32)
    for i in range(ct.cdiv(count, T)):
        inside = i * T + ct.arange(T, dtype=ct.int32) < count
        off = ct.where(inside, ct.load(x, (r, i), (1, T), padding_mode=zero) - mean, 0.0)
        squares += off * off
    scale = 1 / ct.sqrt(ct.sum(squares, axis=1, keepdims=True) / count + eps)
    for i in range(ct.cdiv(count, T)):
        v = (ct.load(x, (r, i), (1, T), padding_mode=zero) - mean) * scale
        v = v * ct.load(w, (i,), (T,), padding_mode=zero) + ct.load(b, (i,), (T,), padding_mode=zero)
        ct.store(y, (r, i), v.astype(y.dtype))
