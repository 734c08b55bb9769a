"""Random kernels of branches that leave, for cutile_random.py: `return`, `break` and `continue` stand at the ends of ways through nested branches
and loops, on which a few variables are given constants, each other's values, or values of run time."""

from cutile_expressions import Expressions

START = ["a = n + 1", "b = 2", "c = n", "t = ct.load(X, 0, 8)", "v = ct.load(Z, n, ())", "p = (1, n)"]
CONDITIONS = ["n > 3", "a < n", "b > 2", "a == b", "c > 1", "n % 2 == 0", "a > n and b < 3", "not (n > 5)", "v > 0.5"]
STATEMENTS = ["a = a + 1", "a = b", "a = n", "a = p[1]", "b = 3", "b = 4", "b = a + b", "c = a", "c = 7", "c += b", "a, b = b, a"]
STATEMENTS += ["p = (b, a)", "p = (p[0], c)", "v = v + 1.0", "v = 2.5", "new = 2", "size = 8"]
STATEMENTS += ["t = t + b", "t = t * 2", "t = t + c", "ct.store(Y, a, t)", "ct.store(Y, b, t)", "ct.store(Z, a, v)", "t = ct.load(X, a, 8) + b"]
RANGES = ["n", "a, n", "0, n, 2", "b"]
DEEPEST = 4


class Ways(Expressions):
    """The source text of a kernel of the arrays X, Y and Z and the number n, or of the helper that it calls."""

    def __init__(self, rng, size):
        super().__init__(rng, size)
        self.room = 2 * size + 2  # So many statements; then only plain ones.
        self.exits = ["return"]

    def write(self):
        """The lines of the kernel, with those of its helper before."""
        if self.chance(0.65):
            self.body()
            self.say("ct.store(Y, a, t)")
            self.say("ct.store(Z, b, v)")
            if self.chance(0.5):
                self.say("ct.store(Y, c, p[0])")
            return [], self.lines
        self.exits = [self.rng.choice(["return a", "return b", "return 3", "return a, b"]), "return c"]
        self.body()
        self.say(self.rng.choice(["return a", "return b", "return c"]))
        helper = ["def helper(X, Y, Z, n):", *self.lines, "", ""]
        return helper, ["    ct.store(Y, helper(X, Y, Z, n), ct.load(X, 0, 8))"]

    def body(self):
        for line in START:
            self.say(line)
        for word in (self.exits[0], self.exits[-1]):
            self.block(word)

    def block(self, word):
        """Some statements; `word` leaves the function."""
        for _ in range(self.rng.randint(1, 3)):
            self.room -= 1
            deep = self.indent > DEEPEST or self.room < 0
            self.pick(
                [
                    (5, lambda: self.say(self.rng.choice(STATEMENTS))),
                    (0 if deep else 3.2, lambda: self.branches(word)),
                    (0 if deep else 1.1, lambda: self.counted(word)),
                    (0 if deep else 0.7, lambda: self.uncounted(word)),
                ]
            )()

    def inside(self, word, leaves):
        """A block one level deeper, which may end by leaving."""
        self.indent += 1
        self.block(word)
        if self.chance(leaves):
            self.say(self.rng.choice([word] + ["break", "break", "continue", "continue"] * bool(self.loops)))
        self.indent -= 1

    def branches(self, word):
        self.say(f"if {self.rng.choice(CONDITIONS)}:")
        self.inside(word, 0.35)
        while self.chance(0.25):
            self.say(f"elif {self.rng.choice(CONDITIONS)}:")
            self.inside(word, 0.3)
        if self.chance(0.6):
            self.say("else:")
            self.inside(word, 0.4)

    def loop(self, head, word):
        self.say(head)
        self.loops.append(head)
        self.inside(word, 0)
        self.loops.pop()

    def counted(self, word):
        self.loop(f"for i{self.indent} in range({self.rng.choice(RANGES)}):", word)

    def uncounted(self, word):
        self.loop(self.rng.choice(["while a < n:", "while True:"]), word)
        self.say("    if c > n:")
        self.say("        break")
