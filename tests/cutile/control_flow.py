"""Every way to leave a loop or a function: break, continue, return from a helper and from the kernel."""
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Range:
    low: int
    high: int

    def has(self, x):
        return self.low <= x and x < self.high


LIMITS = Range(-4, 12)


def sign(n):
    if n < 0:
        return -1
    if n == 0:
        return 0
    return 1


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


# tilewright: X=i32[?]; n=i32; tile=32
@ct.kernel
def control_flow(X, n, tile: ct.Constant[int]):
    if n > 1000:
        return
    x = ct.load(X, (ct.bid(0),), (tile,))
    total = 0
    for i in range(10):
        if i == n:
            break
        if i % 3 == 2:
            continue
        total += sign(n - i) * factorial(4)
    count = 0
    while count < 20:
        count += 1
        if LIMITS.has(count + n) or not count < 15:
            total -= count
        else:
            break
    for i in range(8):
        if i <= n:
            x = x + i
        else:
            x = x - total
    pair = (x, total)
    (x, last) = pair[::1]
    ct.store(X, (ct.bid(0),), x * 2 + (last if n > 3 else -last))
