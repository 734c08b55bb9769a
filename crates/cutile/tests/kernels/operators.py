"""Objects of frozen dataclasses with operators of their own: the methods are inlined, and fields are compared one after another."""

from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Complex:
    re: object
    im: object

    def __add__(self, other):
        return Complex(self.re + other.re, self.im + other.im)

    def __mul__(self, other):
        return Complex(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __rmul__(self, factor):
        return Complex(factor * self.re, factor * self.im)

    def __truediv__(self, other):
        return NotImplemented

    def __rtruediv__(self, other):
        return Complex(self.re / other.re, self.im)

    def __str__(self):
        return f"{ct.sum(self.re)} + {ct.sum(self.im)} i"


@dataclass(frozen=True, order=True)
class Place:
    row: object
    column: object = 0

    def __len__(self):
        return 2

    def __getitem__(self, axis):
        return self.row if axis == 0 else self.column

    def __divmod__(self, by):
        return self.row // by, self.row % by


@dataclass(frozen=True)
class Rows:
    array: object
    width: object = 16

    def __getitem__(self, row):
        return ct.load(self.array, row, self.width)

    def __setitem__(self, row, tile):
        ct.store(self.array, row, tile)

    def __call__(self, row, *, factor=1.0):
        return self[row] * factor


# tilewright: X=f32[?] div=16; Y=f32[?] div=16; n=i32; m=i32
@ct.kernel
def operators(X, Y, n, m):
    rows, out = Rows(X), Rows(Y)
    z = Complex(rows[n], rows[m])
    c = z
    for i in range(5):
        z = z * z + c
    z += 2.0 * c
    print(z / c)
    out[n] = rows(m, factor=0.5)
    out[n] += z.re
    here, there = Place(n, m), Place(m, n)
    if here < there:
        out[m] = z.im
    if here != there and here >= there and Place(1, 2) <= Place(1, 2):
        quotient, rest = divmod(here, len(here))
        out[quotient] = z.re
        out[rest + there[1]] = z.im
    print(here, "low" < "high")
