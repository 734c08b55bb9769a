"""Random statements and functions of cuTile kernels, for cutile_random.py."""

from cutile_expressions import FLOATS, Expressions, is_int, partners


class Writer(Expressions):
    """The source text of one kernel, as it grows."""

    def write_helper(self, name, types, dtype, shape):
        """Writes the function that an expression calls."""
        Helper(self, name, types, dtype, shape).write()

    def block(self, count, new_scope=True):
        """Statements one level deeper; returns the names they define."""
        self.indent += 1
        self.scopes.append({})
        before = len(self.lines)
        for _ in range(count):
            self.statement()
        if len(self.lines) == before:
            self.say("pass")
        self.indent -= 1
        return self.scopes.pop()

    def statement(self):
        t, deep = self.taste, self.indent > 3
        self.pick(
            [
                (4, self.assign),
                (4, self.update),
                (3 * t["memory"] if not self.no_store else 0, self.store),
                (1 * t["atomic"] if not self.no_store else 0, self.atomic),
                (0 if deep else 2.5 * t["control"], self.if_statement),
                (0 if deep else 2 * t["control"], self.for_statement),
                (0 if deep else 1 * t["control"], self.while_statement),
                (0 if deep else 0.8 * t["control"], self.nest),
                (0.3 * t["odd"] if self.arrays and not deep else 0, self.chosen_array),
                (0.5 * t["odd"], self.comprehension),
                (0.4 * t["odd"] if "several" in self.lists and not self.no_store else 0, self.list_item),
                (0.8, self.tuples),
                (0.4 * t["odd"], self.tuple_loop if not deep else self.assign),
                (0.4 * t["odd"], self.local_function if self.indent == 1 else self.update),
                (0.4 * t["odd"] if not self.no_store else 0, self.unusual_store),
                (0.7 * t["reduce"], self.reduce_two),
                (0.1 if not self.no_store else 0, self.message),
            ]
        )()

    def assign(self):
        if self.chance(0.1):
            name = f"c{self.fresh}"
            self.fresh += 1
            value = self.rng.choice([2, 4, 8, 0.5])
            self.say(f"{name} = {value}")
            if not self.loops and self.indent == 1:
                self.consts[name] = value
            return
        dtype, shape = self.dtype(), self.shape()
        text, name = self.expr(dtype, shape), self.name()
        self.say(f"{name} = {text}")
        self.scopes[-1][name] = (dtype, shape)

    def load_variable(self, array):
        """A tile of an array as a variable."""
        dtype, rank = self.arrays[array]
        shape, name = self.shape(rank), self.name()
        self.say(f"{name} = {self.memory_tile(array, dtype, shape)}")
        self.scopes[-1][name] = (dtype, shape)

    def update(self):
        known = [n for n in self.variables() if "[" not in n and n not in [index for index, _ in self.loops]]
        if not known:
            return self.assign()
        name = self.rng.choice(known)
        dtype, shape = self.type_of(name)
        if self.sloppy and self.chance(0.1):
            dtype = self.dtype()
        if dtype != "bool_" and self.chance(0.3):
            other = self.literal(dtype) if self.chance(0.5) else self.expr(dtype, self.narrower_shape(shape), 2)
            return self.say(f"{name} {self.rng.choice(['+=', '-=', '*='])} {other}")
        self.say(f"{name} = {self.expr(dtype, shape)}")

    def tuples(self):
        types = [(self.dtype(), self.shape()) for _ in range(2)]
        a, b = (self.expr(d, s, 2) for d, s in types)
        if self.chance(0.5):
            names = []
            for ty in types:
                names.append(self.name())
                self.scopes[-1][names[-1]] = ty
            return self.say(f"{names[0]}, {names[1]} = {a}, {b}")
        name = f"pair{self.fresh}"
        self.fresh += 1
        self.say(f"{name} = ({a}, {b})")
        other, which = self.name(), self.rng.randrange(2)
        self.say(f"{other} = {name}[{which}]")
        self.scopes[-1][other] = types[which]

    def nest(self):
        """Loops in each other that ask how far they are."""
        depth, start = self.rng.randint(2, 3), self.indent
        indices = []
        for _ in range(depth):
            index = f"i{self.fresh}"
            self.fresh += 1
            indices.append(index)
            stop = self.rng.choice(["n", self.small(2, 9), "ct.num_blocks(0)"] + indices[:-1])
            self.say(f"for {index} in range({stop}):")
            self.indent += 1
            self.loops.append((index, "for"))
            self.scopes.append({index: ("int32", ())})
            if self.chance(0.8):
                bound = self.rng.choice([self.small(0, 9), "n", *indices])
                self.say(f"if {index} {self.rng.choice(['<', '<=', '>', '>='])} {bound}:")
                self.indent += 1
                self.update()
                self.indent -= 1
                if self.chance(0.3):
                    self.say("else:")
                    self.indent += 1
                    self.update()
                    self.indent -= 1
            else:
                self.update()
        for _ in range(depth):
            self.scopes.pop()
            self.loops.pop()
        self.indent = start

    def chosen_array(self):
        """An array that is known only at run time."""
        a = self.rng.choice(list(self.arrays))
        b = self.rng.choice([other for other in self.arrays if other != a] or [a])
        name, (dtype, rank) = f"chosen{self.fresh}", self.arrays[a]
        self.fresh += 1
        kind = self.rng.choice(["ternary", "if", "loop", "known"] if a != b else ["known"])
        shape, index = self.shape(rank), self.tuple_text([self.small() for _ in range(rank)])
        load = lambda: f"ct.load({name}, {index}, {self.shape_text(shape)})"
        if kind == "ternary":
            self.say(f"{name} = {a} if {self.condition()} else {b}")
        elif kind == "known":
            self.say(f"{name} = ({a}, {b})[0]")
        else:
            self.say(f"{name} = {a}")
            self.say(f"if {self.condition()}:" if kind == "if" else f"for k{self.fresh} in range({self.varying_bound()}):")
            if kind == "loop" and self.chance(0.5):
                self.say(f"    ct.store({name}, {index}, {load()})")
            self.say(f"    {name} = {b}")
        out = self.name()
        self.say(f"{out} = {load()}")
        self.scopes[-1][out] = (dtype, shape)

    def comprehension(self):
        """Tuples and functions that are made when compiling."""
        dtype, shape, out = self.dtype(), self.shape(), self.name()
        name, at = f"made{self.fresh}", f"at{self.fresh}"
        self.fresh += 1
        kind = self.rng.choice(["tuple", "functions", "closure", "static"])
        value = self.expr(dtype, shape, 1)
        if kind == "tuple":
            self.say(f"{name} = tuple(({value}, {at}) for {at} in ct.static_iter(range({self.small(1, 3)})) if {at} < 2)")
            self.say(f"{out} = {name}[0][0]")
        elif kind == "functions":
            self.say(f"{name} = (lambda u: u, lambda u: {value})")
            self.say(f"{out} = {name}[{self.small(0, 1)}]({self.expr(dtype, shape, 1)})")
        elif kind == "closure":
            self.say(f"def {name}(f, *rest):")
            self.say(f"    return lambda u: f(u) if len(rest) > {self.small(0, 2)} else u")
            self.say(f"{out} = {name}(lambda u: {value}, 1)({self.expr(dtype, shape, 1)})")
        else:
            self.say(f"{out} = {value}")
            self.say(f"for {at} in ct.static_iter(({self.small()}, {self.small()})):")
            self.say(f"    {out} = {out} if {at} > 1 else {self.expr(dtype, shape, 1)}")
        self.scopes[-1][out] = (dtype, shape)

    def list_item(self):
        """An array of a list, where it stands."""
        dtype, rank = self.lists["several"]
        item = f"several[{self.rng.choice(['0', 'n', 'ct.bid(0)', *[index for index, _ in self.loops if index]])}]"
        shape, index = self.shape(rank), self.tuple_text([self.expr("int32", (), 1) for _ in range(rank)])
        if self.chance(0.4):
            return self.say(f"ct.store({item}, {index}, {self.expr(dtype, shape, 2)})")
        out = self.name()
        self.say(f"{out} = ct.load({item}, {index}, {self.shape_text(shape)})")
        self.scopes[-1][out] = (dtype, shape)

    def tuple_loop(self):
        """A tuple that a loop carries."""
        (d1, s1), (d2, s2) = [(self.dtype(), self.shape()) for _ in range(2)]
        name = f"both{self.fresh}"
        self.fresh += 1
        self.say(f"{name} = ({self.expr(d1, s1, 1)}, {self.expr(d2, s2, 1)})")
        self.say(f"for k{self.fresh} in range({self.varying_bound()}):")
        # The parts by names of their own, so that expressions can use them.
        first, second = self.name(), self.name() + "_"
        self.say(f"    {first}, {second} = {name}")
        self.scopes.append({first: (d1, s1), second: (d2, s2)})
        self.say(f"    {name} = ({self.expr(d1, s1, 1)}, {self.expr(d2, s2, 1)})")
        self.scopes.pop()
        out = self.name()
        self.say(f"{out} = {name}[1]")
        self.scopes[-1][out] = (d2, s2)

    def varying_bound(self):
        return self.small(1, 9) if self.chance(0.3) else self.expr("int32", (), 1)

    def local_function(self):
        """A function within the kernel, which sees its variables."""
        name = f"local{self.fresh}"
        self.fresh += 1
        dtype, shape = self.dtype(), self.shape()
        arguments = self.rng.choice(["u", "u, *rest", "u, *, z=2"])
        call = {"u": "{0}", "u, *rest": "{0}, 1, 2", "u, *, z=2": "{0}, z=3"}[arguments]
        self.scopes.append({"u": (dtype, shape)})
        body = self.expr(dtype, shape, 2)
        self.scopes.pop()
        if self.chance(0.5):
            self.say(f"{name} = lambda {arguments}: {body}")
        else:
            self.say(f"def {name}({arguments}):")
            self.say(f"    return {body}")
        out, value = self.name(), self.expr(dtype, shape, 1)
        self.say(f"{out} = {name}({call.format(value)})")
        self.scopes[-1][out] = (dtype, shape)

    def unusual_store(self):
        """Stores that kernels rarely use."""
        a = self.rng.choice(list(self.arrays))
        dtype, rank = self.arrays[a]
        shape = self.shape(rank, most=64)
        tile = self.tuple_text(list(map(str, shape)))
        index = self.index_text(self.index(rank))
        kinds = ["raw", "steps"]
        if dtype in ("int32", "uint32", "float32", "float16"):
            kinds += ["add", "add"]
        if dtype in ("int32", "uint32"):
            kinds += ["max", "and", "xor"]
        kinds += ["slice"] if rank == 1 else ["rows"] if rank == 2 else []
        kind = self.rng.choice(kinds)
        value = self.expr(dtype, shape, 2)
        if kind == "raw":
            extra = f", mask={self.expr('bool_', shape, 1)}" if self.chance(0.3) else ""
            return self.say(f"{a}.get_raw_memory().store_offset({self.expr('int32', shape, 1)}, {value}{extra})")
        if kind == "slice":
            return self.say(f"ct.store({self.slice(a)}, {index}, {value})")
        if kind == "rows":
            return self.say(f"ct.store_advanced_indexing({a}, {self.rows(shape)}, {value})")
        if kind == "steps":
            steps = self.tuple_text([str(max(1, d // self.rng.choice([1, 2]))) for d in shape])
            view, out = f"{a}.tiled_view({tile}, traversal_steps={steps})", self.name()
            self.say(f"{out} = {view}.load({index})")
            self.scopes[-1][out] = (dtype, shape)
            return self.say(f"{view}.store({index}, {value})")
        self.say(f"{a}.tiled_view({tile}).atomic_store_{kind}({index}, {value})")

    def reduce_two(self):
        d1, d2 = self.rng.choice(["float32", "int32", "float16"]), self.rng.choice(["float32", "int32"])
        shape = self.shape(self.rng.choice([1, 2]))
        axis = self.rng.randrange(len(shape))
        a, b = self.expr(d1, shape, 2), self.expr(d2, shape, 2)
        both = ["a0 + a1, ct.maximum(b0, b1)", "ct.where(a0 > a1, a0, a1), ct.where(a0 > a1, b0, b1)"]
        f = f"lambda a0, b0, a1, b1: ({self.rng.choice(both)})"
        whole = self.chance(0.4)
        text = f"ct.{'scan' if whole else 'reduce'}(({a}, {b}), {axis}, {f}, (0, 0))"
        out = shape if whole else shape[:axis] + shape[axis + 1 :]
        names = []
        for d in (d1, d2):
            names.append(self.name())
            self.scopes[-1][names[-1]] = (d, out)
        self.say(f"{names[0]}, {names[1]} = {text}")

    def message(self):
        n = self.expr("int32", (), 1)
        f = self.expr("float32", (), 1)
        texts = [
            f'ct.printf("n=%d f=%f\\n", {n}, {f})',
            f'print("n", {n}, {f})',
            f'print(f"{{{n}}} and {{{f}:.3f}}")',
            f'ct.assert_({n} > 0, "positive")',
        ]
        self.say(self.rng.choice(texts))

    def store(self):
        name = self.rng.choice(list(self.arrays))
        dtype, rank = self.arrays[name]
        if self.chance(0.2):
            shape = self.shape(most=64)
            extra = f", mask={self.expr('bool_', shape, 1)}" if self.chance(0.2) else ""
            extra += ", check_bounds=False" if self.chance(0.1) else ""
            return self.say(f"ct.scatter({name}, {self.indices(rank, shape, 3)}, {self.stored(dtype, shape)}{extra})")
        shape = self.shape(rank)
        index = self.index_text(self.index(rank))
        if self.chance(0.1):
            view = f"{name}.tiled_view({self.tuple_text(list(map(str, shape)))})"
            return self.say(f"{view}.store({index}, {self.stored(dtype, shape)}{self.access()})")
        value = self.stored(dtype, shape)
        if self.chance(0.3):
            return self.say(f"ct.store({name}, index={index}, tile={value}{self.order(rank)}{self.access('store')})")
        self.say(f"ct.store({name}, {index}, {value}{self.order(rank)}{self.access('store')})")

    def stored(self, dtype, shape):
        """A value that is stored as `dtype`."""
        if dtype == "bool_" or not self.chance(0.2):
            return self.expr(dtype, shape)
        return self.literal(dtype) if self.chance(0.2) else self.expr(self.rng.choice(partners(dtype)), shape)

    def atomic(self):
        fitting = [a for a, (d, _) in self.arrays.items() if d in ("int32", "uint32", "float32", "int64")]
        if not fitting:
            return self.store()
        name = self.rng.choice(fitting)
        dtype, rank = self.arrays[name]
        shape = self.shape(most=64)
        where = self.indices(rank, shape, 3)
        kinds = ["add", "xchg", "cas"] + (["max", "min", "and", "or", "xor"] if is_int(dtype) else [])
        kind = self.rng.choice(kinds)
        values = ", ".join(self.expr(dtype, self.narrower_shape(shape), 2) for _ in range(2 if kind == "cas" else 1))
        extra = self.rng.choice(["", "", "", ", check_bounds=False", ", memory_order=ct.MemoryOrder.RELAXED", ", memory_scope=ct.MemoryScope.SYS"])
        text = f"ct.atomic_{kind}({name}, {where}, {values}{extra})"
        if self.chance(0.5):
            return self.say(text)
        old = self.name()
        self.say(f"{old} = {text}")
        self.scopes[-1][old] = (dtype, shape)

    def if_statement(self):
        self.say(f"if {self.condition()}:")
        if self.loops and self.chance(0.25):
            return self.leave_loop()
        if not self.loops and not self.no_store and self.chance(0.12):
            self.indent += 1
            self.say("return")
            self.indent -= 1
            return
        first = self.block(self.rng.randint(1, 2))
        several = self.chance(0.2)
        if several:
            self.say(f"elif {self.condition()}:")
            self.block(1)
        if first and not several and self.chance(0.5):
            # A name that both branches define.
            name, (dtype, shape) = self.rng.choice(list(first.items()))
            self.say("else:")
            self.indent += 1
            self.say(f"{name} = {self.expr(dtype, shape)}")
            self.indent -= 1
            self.scopes[-1][name] = (dtype, shape)
        elif self.chance(0.5):
            self.say("else:")
            self.block(self.rng.randint(1, 2))

    def leave_loop(self):
        self.indent += 1
        if self.chance(0.3):
            self.update()
        word = self.rng.choice(["break", "continue", "break"] + ([] if self.no_store else ["return"]))
        self.say(word)
        self.indent -= 1

    def for_statement(self):
        index = self.rng.choice(["i", "j", "k"]) + str(self.fresh)
        self.fresh += 1
        bound = lambda: self.small(0, 9) if self.chance(0.4) else self.expr("int32", (), 1)
        if self.chance(0.08):
            self.say(f"for {index} in ct.static_iter(range({self.small(1, 3)})):")
            self.indent += 1
            self.update()
            self.indent -= 1
            return
        text = self.rng.choice([bound(), bound(), f"{bound()}, {bound()}", f"{bound()}, {bound()}, {self.rng.choice(['2', '3', 'n'])}"])
        self.say(f"for {index} in range({text}):")
        self.loop(index, "for", {index: ("int32", ())})

    def loop(self, index, kind, defined):
        self.loops.append((index, kind))
        self.scopes.append(defined)
        self.block(self.rng.randint(1, 3))
        self.scopes.pop()
        self.loops.pop()

    def while_statement(self):
        if self.chance(0.3):
            self.say("while True:")
            self.loops.append((None, "while"))
            self.block(self.rng.randint(1, 2))
            self.loops.pop()
            self.indent += 1
            self.say(f"if {self.varying()}:")
            self.say("    break")
            self.indent -= 1
            return
        self.say(f"while {self.varying()}:")
        self.loop(None, "while", {})


class Helper(Writer):
    """A function that a kernel calls."""

    def __init__(self, kernel, name, types, dtype, shape):
        super().__init__(kernel.rng, 2)
        self.kernel, self.called, self.result = kernel, name, (dtype, shape)
        self.no_store = True
        self.taste = kernel.taste | {"memory": 0, "atomic": 0}
        self.scopes = [dict(zip(("a", "n"), types))]
        self.helpers = [("", None, None)] * 9  # It calls none itself.

    def write(self):
        lines = [f"def {self.called}(a, n=3):"]
        self.scopes[0].pop("n")  # It may be a constant there.
        for _ in range(self.rng.randint(0, 2)):
            self.statement()
        if self.chance(0.35):
            self.say(f"if n > {self.small()}:")
            self.indent += 1
            self.say(f"return {self.expr(*self.result, 2)}")
            self.indent -= 1
        self.pick([(5, self.ends), (1, self.turns), (1, self.searches), (1, self.ways), (0.5, self.buried)])()
        self.kernel.functions = getattr(self.kernel, "functions", []) + lines + self.lines + ["", ""]

    def value(self):
        return self.expr(*self.result, 2)

    def ends(self):
        self.say(f"return {self.value()}")

    def turns(self):
        """A loop that only a return leaves, or a break, too."""
        self.say("turn = 0")
        self.say(f"while {self.rng.choice(['True', 'True', '1'])}:")
        self.say(f"    if turn {self.rng.choice(['>', '>=', '=='])} n:")
        self.say(f"        return {self.value()}")
        is_left = self.chance(0.4)
        if is_left:
            self.say(f"    if turn > {self.small(3, 9)}:")
            self.say(f"        {self.rng.choice(['break', 'return ' + self.value()])}")
        self.say(f"    turn {self.rng.choice(['= turn + 1', '+= 2'])}")
        if is_left or self.chance(0.3):
            self.ends()

    def searches(self):
        """A return from inside of loops."""
        self.say(f"for turn in range({self.rng.choice(['n', '7'])}):")
        inner = self.chance(0.4)
        if inner:
            self.say("    while True:")
        space = "        " if inner else "    "
        self.say(f"{space}if turn * {self.small(1, 3)} > n:")
        self.say(f"{space}    return {self.value()}")
        if inner:
            self.say(f"{space}turn = turn + 1")
            if self.chance(0.5):
                self.say(f"{space}if turn > 5:")
                self.say(f"{space}    break")
        self.ends()

    def ways(self):
        """A return on each way."""
        self.say(f"if n > {self.small()}:")
        self.say(f"    return {self.value()}")
        if self.chance(0.5):
            self.say(f"elif n > {self.small()}:")
            self.say(f"    return {self.value()}")
        self.say("else:")
        self.say(f"    return {self.value()}")

    def buried(self):
        """A loop without end in a branch, and what is never reached."""
        self.say(f"if n > {self.small()}:")
        self.say("    turn = 0")
        self.say("    while True:")
        self.say("        if turn > n:")
        self.say(f"            return {self.value()}")
        self.say("        turn = turn + 1")
        self.ends()
        if self.chance(0.3):
            self.say(self.rng.choice(["a = 3", "assert n > 3", "return a", "del a"]))
