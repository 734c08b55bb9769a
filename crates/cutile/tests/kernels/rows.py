"""Arrays of a list: where one number of a row is used, all of it is read, also the sizes and strides that are known. What a stride is a
multiple of counts for addresses without being said. A value that a loop starts with in vain stays if its op does."""

import cuda.tile as ct


# tilewright: several=list(f32[64,?] strides=[?,64] stride_div=[8,1] align=16); Y=i32[?]; n=i32
@ct.kernel
def rows(several, Y, n):
    array = several[n]
    ct.scatter(array, (n, 3), ct.gather(array, (3, n)), check_bounds=False)
    part = several[0].slice(0, n, n + 4)
    ct.store(part, (0, n), ct.load(part, (n, 0), (4, 4)))
    ct.store(Y, 0, several[1].shape[1])
    y = ct.load(Y, 0, 4)
    a, b = ct.reduce((y, y), 0, lambda a0, b0, a1, b1: (a0 + a1, ct.maximum(b0, b1)), (0, 0))
    while True:
        b = a | a
        if a < 1:
            break
    ct.store(Y, b, a)
