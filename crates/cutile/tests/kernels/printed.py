"""Numbers that are known when the kernel is compiled, as `print` shows them."""

import cuda.tile as ct


# tilewright: n=i32
@ct.kernel
def printed(n):
    # Without a type: the f32 that they would be.
    print(0.1, ct.tanh(1.0), ct.exp(1), 2, True, 2 > 1)
    # With a type: a bool is a number.
    print(ct.full((), 0.1, ct.float32), ct.full((), 7, ct.int8), ct.ones((), ct.bool_), ct.zeros((), ct.bool_))
    print(n > 3, f"{0.1}")
    print(f"{n:<10}|{n:>+5d}|{n:^7}|{n / 3:<08.3f}")
    # A text that has a name, and one that only an assertion would need.
    wide = n.astype(ct.int64), n.astype(ct.float64)
    print(f"{wide[0]:x} {wide[0]:5d} {wide[1]:.3f} {wide[1]:e} {wide[1]}")
    text = f"{n} of {7}"
    print(text, f"100% {text}", sep="; ")
    ct.static_assert(7 > 3, f"{n:>3} and {7}")
