import cuda.tile as ct

# tilewright: a=f32[?] div=[16]; b=f32[?] div=[16]; c=f32[?] div=[16]; T=1024
@ct.kernel
def vector_add(a, b, c, T: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(c, (i,), ct.load(a, (i,), (T,)) + ct.load(b, (i,), (T,)))
