"""Random expressions of cuTile kernels, for cutile_random.py."""

import math

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
WIDTH = {"bool_": 8, "int8": 8, "int16": 16, "int32": 32, "int64": 64, "float16": 16, "bfloat16": 16, "float32": 32, "float64": 64}
WIDTH |= {unsigned: WIDTH[unsigned[1:]] for unsigned in UNSIGNED}
# Types as often as kernels use them.
DTYPES = ["float32"] * 8 + ["float16"] * 4 + ["int32"] * 6 + ["bfloat16", "float64", "int64", "int16", "int8", "uint32", "uint32", "uint8", "bool_"]
NAMES = ["x", "y", "acc", "B", "_a", "a", "a1", "Z", "tile0", "m_i", "den", "Q", "p", "q", "row", "w", "v2", "v10", "_", "s"]


def is_int(dtype):
    return dtype in SIGNED or dtype in UNSIGNED


def partners(dtype):
    """Types that promote to `dtype` together with it."""
    if dtype in FLOATS:
        narrower = [f for f in FLOATS[:2] if dtype in FLOATS[2:]] + (["float32"] if dtype == "float64" else [])
        return ["bool_"] + SIGNED + UNSIGNED + narrower
    for family in (SIGNED, UNSIGNED):
        if dtype in family:
            return ["bool_"] + family[: family.index(dtype)]
    return []


class Expressions:
    """Expressions of a wanted type, for the source text of one kernel as it grows, and what is in scope."""

    def __init__(self, rng, size):
        self.rng = rng
        self.size = size
        self.lines = []
        self.indent = 1
        self.scopes = [{}]  # name -> (dtype, shape)
        self.consts = {}  # name -> value
        self.arrays = {}  # name -> (dtype, rank)
        self.index_types = {}  # name -> the type of its sizes
        self.helpers = []
        self.lists = {}  # name -> (dtype, rank) of its arrays
        self.fresh = 0
        self.loops = []  # the kinds of the loops around
        self.no_store = False
        # Some kernels have faults, so that refusals are compared too.
        self.sloppy = rng.random() < 0.15
        # A taste for each kernel, so that some are all control flow and others all arithmetic.
        self.taste = {name: rng.choice([0.2, 1, 1, 3]) for name in ("memory", "control", "shape", "math", "reduce", "atomic", "odd", "mixed")}

    # Odds

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, options):
        """One of (weight, choice), by weight."""
        options = [(w, choice) for w, choice in options if w > 0]
        return self.rng.choices([choice for _, choice in options], [w for w, _ in options])[0]

    # Scope

    def variables(self, dtype=None, shape=None):
        seen = {}
        for scope in self.scopes:
            seen |= scope
        return [n for n, (d, s) in seen.items() if dtype in (None, d) and shape in (None, s)]

    def type_of(self, name):
        return next(scope[name] for scope in reversed(self.scopes) if name in scope)

    def name(self):
        self.fresh += 1
        free = [n for n in NAMES if n not in self.variables() and n not in self.arrays and n not in self.consts]
        return self.rng.choice(free) if free and self.chance(0.8) else f"t{self.fresh}"

    def say(self, line):
        self.lines.append("    " * self.indent + line)

    # Types

    def shape(self, rank=None, most=256):
        rank = self.rng.choice([0, 1, 1, 1, 2, 2, 2, 3]) if rank is None else rank
        shape = []
        for _ in range(rank):
            room = most // math.prod(shape)
            shape.append(self.rng.choice([d for d in (1, 2, 4, 4, 8, 8, 16) if d <= room]))
        return tuple(shape)

    def dtype(self):
        return self.rng.choice(DTYPES)

    def narrower_shape(self, shape):
        """A shape that broadcasts to `shape`."""
        cut = shape[self.rng.randint(0, len(shape)) :] if self.chance(0.5) else shape
        return tuple(1 if self.chance(0.3) else d for d in cut)

    # Constants

    def literal(self, dtype):
        if dtype == "bool_":
            return self.rng.choice(["True", "False"])
        if is_int(dtype):
            named = [n for n, v in self.consts.items() if type(v) is int and 0 <= v <= 100]
            if named and self.chance(0.3):
                return self.rng.choice(named)
            low = -8 if dtype in SIGNED and self.chance(0.3) else 0
            return str(self.rng.randint(low, 9))
        named = [n for n, v in self.consts.items() if type(v) is float]
        if named and self.chance(0.3):
            return self.rng.choice(named)
        return self.rng.choice(["0.5", "2.0", "1.0", "3", "-1.5", "0.1", "1e-3", "-2", "0.0", "math.pi", "1.0 / 3", "2 ** 4", "-math.inf"])

    def small(self, low=0, high=3):
        return str(self.rng.randint(low, high))

    def shape_text(self, shape):
        def dim(d):
            named = [n for n, v in self.consts.items() if type(v) is int and v == d]
            return self.rng.choice(named) if named and self.chance(0.6) else str(d)

        if len(shape) == 1 and self.chance(0.3):
            return dim(shape[0])
        return "(" + ", ".join(dim(d) for d in shape) + ("," if len(shape) == 1 else "") + ")"

    def tuple_text(self, items):
        return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"

    # Expressions: text whose value has this type and shape, and is no constant

    def expr(self, dtype, shape, depth=None):
        depth = self.rng.choice([1, 2, 2, 3]) if depth is None else depth
        known = self.variables(dtype, shape)
        if depth <= 0:
            return self.leaf(dtype, shape, known)
        t = self.taste
        number = dtype != "bool_"
        floating = dtype in FLOATS
        options = [
            (6 if known else 1, lambda: self.leaf(dtype, shape, known)),
            (5 if number else 0, lambda: self.arithmetic(dtype, shape, depth)),
            (3 if number else 0, lambda: self.with_constant(dtype, shape, depth)),
            (1.5 * t["math"] if floating else 0, lambda: self.unary_math(dtype, shape, depth)),
            (2 * t["math"] if is_int(dtype) or not number else 0, lambda: self.bits(dtype, shape, depth)),
            (4 if not number else 0, lambda: self.compare(shape, depth)),
            (1, lambda: self.cast(dtype, shape, depth)),
            (0.5 * t["odd"], lambda: self.unusual(dtype, shape, depth)),
            (1, lambda: self.where(dtype, shape, depth)),
            (0.5 * t["math"] if number else 0, lambda: self.extremum(dtype, shape, depth)),
            (1 * t["reduce"] if number and len(shape) < 3 else 0, lambda: self.reduction(dtype, shape, depth)),
            (0.6 * t["reduce"] if number and shape else 0, lambda: self.scan(dtype, shape, depth)),
            (1.5 * t["shape"] if shape else 0, lambda: self.reshaped(dtype, shape, depth)),
            (2 * t["memory"], lambda: self.memory(dtype, shape, depth)),
            (0.7 * t["control"] if not shape or self.chance(0.5) else 0, lambda: self.ternary(dtype, shape, depth)),
            (0.8 * t["control"], lambda: self.call(dtype, shape, depth)),
            (1 if dtype in ("float32", "float16", "int32") and len(shape) == 2 else 0, lambda: self.product(dtype, shape, depth)),
            (0.7 * t["mixed"], lambda: self.mixed(dtype, shape, depth)),
        ]
        return self.pick(options)()

    def leaf(self, dtype, shape, known):
        if known and self.chance(0.85):
            return self.rng.choice(known)
        options = [(0.5 if shape == () else 1, lambda: self.made(dtype, shape))]
        if shape == () and dtype == "int32":
            options += [(2, lambda: f"ct.bid({self.small(0, 2)})"), (0.5, lambda: f"ct.num_blocks({self.small(0, 2)})")]
        if shape == ():
            indexed = [a for a in self.arrays if self.index_types[a] == dtype]
            options += [(1, lambda a=a: f"{a}.shape[{self.rng.randrange(self.arrays[a][1])}]") for a in indexed]
        # Something that is not constant, made to fit.
        same = self.variables(None, shape)
        if same:
            options += [(3, lambda: self.fitted(self.rng.choice(same), dtype))]
        loadable = [a for a, (_, rank) in self.arrays.items() if rank == len(shape) and not self.no_store]
        if loadable:
            options += [(2, lambda: self.fitted_load(self.rng.choice(loadable), dtype, shape))]
        scalars = self.variables(None, ())
        if scalars and shape:
            options += [(1, lambda: f"ct.full({self.shape_text(shape)}, {self.rng.choice(scalars)}, ct.{dtype})")]
        return self.pick(options)()

    def fitted(self, name, dtype):
        """A variable, converted."""
        known = self.type_of(name)[0]
        if known == dtype:
            return name
        if dtype == "bool_":
            return f"({name} {self.rng.choice(['<', '>', '==', '!='])} {self.literal(known)})"
        return f"{name}.astype(ct.{dtype})"

    def fitted_load(self, array, dtype, shape):
        known = self.arrays[array][0]
        text = f"ct.load({array}, {self.tuple_text([self.small() for _ in shape])}, {self.shape_text(shape)})"
        return text if known == dtype else f"{text}.astype(ct.{dtype})"

    def made(self, dtype, shape):
        text = self.shape_text(shape)
        if len(shape) == 1 and dtype != "bool_" and self.chance(0.4):
            extra = f", start={self.small()}" if self.chance(0.2) else ""
            extra += f", step={self.small(1, 3)}" if self.chance(0.2) else ""
            return f"ct.arange({shape[0]}, dtype=ct.{dtype}{extra})"
        kind = self.rng.choice(["zeros", "ones", "full", "full"])
        if kind != "full":
            return f"ct.{kind}({text}, dtype=ct.{dtype})" if self.chance(0.5) else f"ct.{kind}({text}, ct.{dtype})"
        return f"ct.full({text}, {self.literal(dtype)}, ct.{dtype})"

    def operands(self, dtype, shape, depth):
        """Two operands that promote to `dtype` and broadcast to `shape`."""
        types = [dtype, dtype]
        if self.chance(0.25) and partners(dtype):
            types[self.rng.randrange(2)] = self.rng.choice(partners(dtype))
        shapes = [shape, shape]
        if self.chance(0.4):
            shapes[self.rng.randrange(2)] = self.narrower_shape(shape)
        if self.sloppy and self.chance(0.1):
            types[0], shapes[1] = self.dtype(), self.shape()
        return [self.expr(d, s, depth - 1) for d, s in zip(types, shapes)]

    def arithmetic(self, dtype, shape, depth):
        a, b = self.operands(dtype, shape, depth)
        op = self.rng.choice(["+", "-", "*", "+", "*"])
        if dtype in FLOATS and self.chance(0.2):
            op = "/"
        if (dtype in SIGNED or dtype in FLOATS) and self.chance(0.1):
            op = self.rng.choice(["//", "%"])
        if dtype in UNSIGNED and self.chance(0.1):
            op = "%"
        if dtype == "float32" and self.chance(0.1):
            name = {"+": "add", "-": "sub", "*": "mul"}.get(op, "truediv")
            extra = self.rng.choice(["", ", rounding_mode=ct.RoundingMode.RZ", ", flush_to_zero=True", ", rounding_mode=ct.RoundingMode.RN"])
            return f"ct.{name}({a}, {b}{extra})"
        if dtype in FLOATS and self.chance(0.25):
            c = self.expr(dtype, self.narrower_shape(shape), depth - 2)
            return self.rng.choice([f"({a} * {b} + {c})", f"({c} + {a} * {b})", f"({a} * {b} - {c})", f"({c} - {a} * {b})"])
        return f"({a} {op} {b})"

    def with_constant(self, dtype, shape, depth):
        a, c = self.expr(dtype, shape, depth - 1), self.literal(dtype)
        op = self.rng.choice(["+", "-", "*", "+", "*"])
        if dtype in FLOATS:
            op = self.rng.choice([op, op, "/"])
            if self.chance(0.1):
                return f"({a} ** {self.rng.choice(['2', '3', '0.5', '-1'])})"
        elif self.chance(0.2):
            return f"({a} {self.rng.choice(['%', '//' if dtype in SIGNED else '%'])} {self.small(1, 7)})"
        return f"({a} {op} {c})" if self.chance(0.7) else f"({c} {op} {a})"

    def unary_math(self, dtype, shape, depth):
        source = "int32" if dtype == "float32" and self.chance(0.1) else dtype
        a = self.expr(source, shape, depth - 1)
        if source == dtype and self.chance(0.3):
            return f"({self.rng.choice(['-', 'abs', 'ct.floor', 'ct.ceil'])}({a}))"
        name = self.rng.choice(["exp", "exp2", "log", "log2", "sqrt", "rsqrt", "sin", "cos", "tan", "tanh", "sinh", "cosh"])
        extra = ""
        if dtype == "float32" and self.chance(0.15):
            extra = {"exp2": ", flush_to_zero=True", "sqrt": ", flush_to_zero=True", "rsqrt": ", flush_to_zero=True"}.get(name, "")
            extra = {"tanh": ", rounding_mode=ct.RoundingMode.APPROX", "exp": ", rounding_mode=ct.RoundingMode.APPROX"}.get(name, extra)
        return f"ct.{name}({a}{extra})"

    def bits(self, dtype, shape, depth):
        a = self.expr(dtype, shape, depth - 1)
        if self.chance(0.2):
            return f"(~{a})"
        if is_int(dtype) and self.chance(0.4):
            return f"({a} {self.rng.choice(['<<', '>>'])} {self.small(0, 7)})"
        b = self.literal(dtype) if is_int(dtype) and self.chance(0.3) else self.expr(dtype, self.narrower_shape(shape), depth - 1)
        return f"({a} {self.rng.choice(['&', '|', '^'])} {b})"

    def compare(self, shape, depth):
        if shape == () and self.chance(0.3):
            a, b = self.expr("bool_", (), depth - 1), self.expr("bool_", (), depth - 1)
            n = self.expr("int32", (), depth - 1)
            chain = f"({self.small(0, 4)} < {n} <= {self.small(5, 9)})"
            return self.rng.choice([f"({a} and {b})", f"({a} or {b})", f"(not {a})", chain, f"({n} in (1, 2))", f"bool({n})"])
        dtype = self.dtype()
        if dtype in FLOATS and self.chance(0.1):
            return f"ct.isnan({self.expr(dtype, shape, depth - 1)})"
        if dtype != "bool_" and self.chance(0.5):
            a, b = self.expr(dtype, shape, depth - 1), self.literal(dtype)
        else:
            a, b = self.operands(dtype, shape, depth)
        return f"({a} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {b})"

    def cast(self, dtype, shape, depth):
        source = self.dtype()
        if source != dtype and WIDTH[source] == WIDTH[dtype] and "bool_" not in (source, dtype) and self.chance(0.4):
            return f"ct.bitcast({self.expr(source, shape, depth - 1)}, ct.{dtype})"
        a = self.expr(source, shape, depth - 1)
        if source in FLOATS and dtype in FLOATS and source != dtype and self.chance(0.1):
            return f"ct.astype({a}, ct.{dtype}, rounding_mode=ct.RoundingMode.RZ)"
        return f"ct.astype({a}, ct.{dtype})" if self.chance(0.5) else f"{a}.astype(ct.{dtype})"

    def unusual(self, dtype, shape, depth):
        """What kernels rarely use."""
        sub = lambda d=dtype, s=shape: self.expr(d, s, depth - 1)
        count = math.prod(shape)
        options = []
        if dtype in ("float16", "float32", "bfloat16"):
            narrow = ["float8_e4m3fn", "float8_e5m2"] + (["tfloat32"] if dtype == "float32" else [])
            options.append(lambda: f"{sub()}.astype(ct.{self.rng.choice(narrow)}).astype(ct.{dtype})")
        if dtype == "float32" and shape:
            options.append(lambda: f"ct.atan2({sub()}, {sub()})")
            options.append(lambda: f"ct.pow({sub()}, {sub()})")
        if dtype == "float32" and len(shape) == 3:
            m, k, n = shape[1], self.rng.choice([4, 8]), shape[2]
            batch = (shape[0], m, k), (self.rng.choice([1, shape[0]]), k, n)
            kind = self.rng.choice(["float16", "bfloat16"])
            options.append(lambda: f"ct.mma({sub(kind, batch[0])}, {sub(kind, batch[1])}, {sub()})")
        if dtype in ("int32", "float32") and len(shape) == 1:
            values = ", ".join(self.literal(dtype) if self.chance(0.6) else self.expr(dtype, (), 1) for _ in range(count))
            options.append(lambda: f"ct.astile(({values},), dtype=ct.{dtype})" if count <= 8 else sub())
        if dtype == "uint8" and len(shape) == 1 and count >= 8:
            options.append(lambda: f"ct.pack_to_bytes({sub('float32', (count // 4,))})")
        if dtype == "float32" and len(shape) == 1:
            options.append(lambda: f"ct.unpack_from_bytes({sub('uint8', (count * 4,))}, ct.float32)")
        if shape == ():
            options.append(lambda: f"{sub(dtype, (1,))}.item()")
            options.append(lambda: f"ct.extract({sub(dtype, (4,))}, ({self.small()},), (1,)).item()")
        if len(shape) == 1 and count > 1:
            half = (count // 2,)
            options.append(lambda: f"ct.insert({sub()}, ({self.small(0, 1)},), {sub(dtype, half)})")
        if is_int(dtype):
            options.append(lambda: f"ct.bitwise_{self.rng.choice(['and', 'or', 'xor'])}({sub()}, {sub()})")
        if dtype in SIGNED:
            options.append(lambda: f"divmod({sub()}, {sub()})[{self.small(0, 1)}]")
            options.append(lambda: f"ct.cdiv({sub()}, {self.small(1, 9)})")
        if dtype == "int32" and shape == ():
            options.append(lambda: f"ct.assume_divisible_by({sub()}, {self.rng.choice([2, 4, 16])})")
        if not self.no_store:
            options += [lambda a=a: self.raw_memory(a, dtype, shape) for a, (d, _) in self.arrays.items() if d == dtype]
            flat = [a for a, (d, r) in self.arrays.items() if d == dtype and r == 1]
            if len(shape) == 1:
                options += [lambda a=a: f"ct.load({self.slice(a)}, {self.small()}, {self.shape_text(shape)})" for a in flat]
            if len(shape) == 2:
                tables = [a for a, (d, r) in self.arrays.items() if d == dtype and r == 2]
                options += [lambda a=a: f"ct.load_advanced_indexing({a}, {self.rows(shape)})" for a in tables]
        return self.rng.choice(options)() if options else self.arithmetic(dtype, shape, depth) if dtype != "bool_" else self.compare(shape, depth)

    def mixed(self, dtype, shape, depth):
        """Operators on types that they rarely meet."""
        any_of = lambda s=shape: self.expr(self.dtype(), s, depth - 1)
        of = lambda d, s=shape: self.expr(d, s, depth - 1)
        narrow = self.narrower_shape(shape)
        options = []
        if dtype in FLOATS:
            whole = self.rng.choice(SIGNED + UNSIGNED + ["bool_"])
            large = self.rng.choice(["2 ** 33", "True", "-3", "2 ** 31 - 1", "2 ** 63", "False"])
            options += [lambda: f"({of(dtype)} ** {of(whole, narrow)})", lambda: f"({of(dtype)} ** ({large}))", lambda: f"({of(whole)} ** {of(dtype, narrow)})"]
            options += [lambda: f"({self.literal(dtype)} ** {of(dtype)})", lambda: f"ct.pow({of(dtype)}, {any_of()}).astype(ct.{dtype})"]
        if dtype == "float32":
            options += [lambda: f"({of(self.rng.choice(SIGNED + UNSIGNED + ['bool_']))} / {of('bool_', narrow)})", lambda: f"({of('bool_')} / {self.rng.choice(['True', '2', 'False'])})"]
            if len(shape) in (1, 2, 3):
                options += [lambda: self.ranks(dtype, shape, depth)] * 2
        if dtype == "bool_":
            options += [lambda: f"(not {any_of()})", lambda: f"ct.reduce({of('bool_', shape + (4,))}, {len(shape)}, lambda a, b: a {self.rng.choice('|&^')} b, False)"]
            if shape:
                options += [lambda: f"ct.scan({of('bool_')}, 0, lambda a, b: a {self.rng.choice('|&^')} b, False)"]
        if dtype == "int32":
            options += [lambda: f"ct.{self.rng.choice(['max', 'min', 'sum', 'prod', 'argmax'])}({of('bool_', shape + (4,))}, {len(shape)})"]
        if dtype in ("uint8", "int8") and len(shape) == 1:
            options += [lambda: f"ct.pack_to_bytes({of(self.rng.choice(['uint8', 'int8']))}).astype(ct.{dtype})", lambda: f"ct.unpack_from_bytes({of('uint8')}, ct.{dtype})"]
        options += [lambda: f"abs({of(dtype)})", lambda: f"ct.astype({any_of()} {self.rng.choice(['+', '*', '/', '//', '%', '<<', '&', '-'])} {any_of()}, ct.{dtype})"]
        return self.rng.choice(options)()

    def ranks(self, dtype, shape, depth):
        """A product of matrices, rows and batches."""
        k, kind = self.rng.choice([4, 8]), self.rng.choice(["float16", "float32", "int8"])
        operand = lambda s: self.expr(kind, s, depth - 1)
        if len(shape) == 1:
            x, y = self.rng.choice([((k,), (k, shape[0])), ((shape[0], k), (k,))])
        elif len(shape) == 2:
            b, n = shape
            x, y = self.rng.choice([((b, n, k), (k,)), ((k,), (b, k, n)), ((b, k), (k, n))])
        else:
            b, m, n = shape
            x, y = self.rng.choice([((b, m, k), (k, n)), ((m, k), (b, k, n)), ((1, m, k), (b, k, n)), ((b, m, k), (b, k, n))])
        return f"ct.astype({operand(x)} @ {operand(y)}, ct.{dtype})"

    def raw_memory(self, a, dtype, shape):
        extra = f", mask={self.expr('bool_', shape, 1)}" if self.chance(0.3) else ""
        extra += f", padding_value={self.literal(dtype)}" if extra and self.chance(0.5) else ""
        return f"{a}.get_raw_memory().load_offset({self.expr('int32', shape, 1)}{extra})"

    def slice(self, a):
        return f"{a}.slice({self.rng.randrange(self.arrays[a][1])}, {self.expr('int32', (), 1)}, {self.expr('int32', (), 1)})"

    def rows(self, shape):
        """Indices of rows, and a slice of columns."""
        return f"({self.expr('int32', shape[:1], 1)}, ct.Slice({self.expr('int32', (), 1)}, {shape[1]}))"

    def where(self, dtype, shape, depth):
        c = self.expr("bool_", self.narrower_shape(shape), depth - 1)
        a, b = self.operands(dtype, shape, depth)
        if dtype != "bool_" and self.chance(0.3):
            b = self.literal(dtype)
            a = self.expr(dtype, shape, depth - 1)
        return f"ct.where({c}, {a}, {b})"

    def extremum(self, dtype, shape, depth):
        a, b = self.operands(dtype, shape, depth)
        if self.chance(0.3):
            a, b = self.expr(dtype, shape, depth - 1), self.literal(dtype)
        extra = ""
        if dtype == "float32" and self.chance(0.2):
            extra = self.rng.choice([", propagate_nan=True", ", flush_to_zero=True"])
        name = self.rng.choice(["min", "max", "ct.minimum", "ct.maximum"])
        return f"{name}({a}, {b}{extra if name.startswith('ct') else ''})"

    def reduction(self, dtype, shape, depth):
        rank = len(shape)
        keep = [i for i, d in enumerate(shape) if d == 1]
        extra = ""
        if keep and self.chance(0.6):
            axis = self.rng.choice(keep)
            source = shape[:axis] + self.shape(1, 16) + shape[axis + 1 :]
            extra = ", keepdims=True"
        else:
            axis = self.rng.randint(0, rank)
            source = shape[:axis] + self.shape(1, 16) + shape[axis:]
        where = str(axis if self.chance(0.8) else axis - len(source))
        if shape == () and self.chance(0.3):
            source, where = self.shape(2), "None"
            if self.chance(0.3):
                where = "(0, 1)"
        if dtype == "int32" and where != "(0, 1)" and self.chance(0.25):
            x = self.expr(self.rng.choice(["float32", "int32", "float16"]), source, depth - 1)
            return f"ct.{self.rng.choice(['argmax', 'argmin'])}({x}, {where}{extra})"
        if dtype == "int32" and self.chance(0.15):
            return f"ct.sum({self.expr('bool_', source, depth - 1)}, {where}{extra})"
        x = self.expr(dtype, source, depth - 1)
        if where not in ("None", "(0, 1)") and self.chance(0.25):
            f, identity = self.combiner(dtype)
            return f"ct.reduce({x}, {where}, {f}, {identity}{extra})"
        name = self.rng.choice(["sum", "max", "min", "prod", "sum"])
        if dtype == "float32" and name in ("max", "min") and self.chance(0.2):
            extra += ", propagate_nan=True"
        return f"ct.{name}({x}, {'axis=' if self.chance(0.4) else ''}{where}{extra})"

    def combiner(self, dtype):
        zero = "0.0" if dtype in FLOATS else "0"
        return self.rng.choice(
            [
                ("lambda a, b: a + b", zero),
                ("lambda a, b: b * a", "1"),
                ("lambda a, b: ct.maximum(a, b)", zero),
                ("lambda a, b: ct.where(a > b, a, b)", zero),
                ("lambda a, b: a + b * 2", zero),
            ]
        )

    def scan(self, dtype, shape, depth):
        x, axis = self.expr(dtype, shape, depth - 1), self.rng.randrange(len(shape))
        extra = ", reverse=True" if self.chance(0.2) else ""
        if self.chance(0.3):
            f, identity = self.combiner(dtype)
            return f"ct.scan({x}, {axis}, {f}, {identity}{extra})"
        return f"ct.{self.rng.choice(['cumsum', 'cumsum', 'cumprod'])}({x}, {axis}{extra})"

    def reshaped(self, dtype, shape, depth):
        rank, rng = len(shape), self.rng
        kind = rng.choice(["reshape", "permute", "expand", "broadcast", "cat", "extract", "none", "item", "insert"])
        sub = lambda s: self.expr(dtype, s, depth - 1)
        if kind == "permute" and rank > 1:
            axes = list(range(rank))
            rng.shuffle(axes)
            source = [0] * rank
            for to, axis in enumerate(axes):
                source[axis] = shape[to]
            if rank == 2 and axes == [1, 0] and self.chance(0.6):
                return rng.choice([f"ct.transpose({sub(tuple(source))})", f"{sub(tuple(source))}.transpose()"])
            return f"ct.permute({sub(tuple(source))}, {tuple(axes)})"
        if kind in ("expand", "none") and 1 in shape:
            axis = shape.index(1)
            x = sub(shape[:axis] + shape[axis + 1 :])
            if kind == "expand" or rank > 2:
                return f"ct.expand_dims({x}, {axis})"
            return f"{x}[{', '.join([':'] * axis + ['None'] + [':'] * (rank - 1 - axis)) if rank > 1 else 'None'}]"
        if kind == "broadcast":
            return f"ct.broadcast_to({sub(self.narrower_shape(shape))}, {self.tuple_text(list(map(str, shape)))})"
        wide = [i for i, d in enumerate(shape) if d > 1]
        if kind == "cat" and wide:
            axis = rng.choice(wide)
            half = shape[:axis] + (shape[axis] // 2,) + shape[axis + 1 :]
            return f"ct.cat(({sub(half)}, {sub(half)}), {axis})"
        if kind == "extract":
            source = tuple(d * rng.choice([1, 2, 2]) for d in shape)
            at = [self.small(0, s // d - 1) for s, d in zip(source, shape)]
            return f"ct.extract({sub(source)}, {self.tuple_text(at)}, {self.tuple_text(list(map(str, shape)))})"
        source = [d for d in shape if d > 1] or [1]
        rng.shuffle(source)
        if len(source) > 1 and self.chance(0.5):
            source[:2] = [source[0] * source[1]]
        target = [str(d) for d in shape]
        if self.chance(0.2):
            target[rng.randrange(rank)] = "-1"
        x = sub(tuple(source))
        return f"ct.reshape({x}, {self.tuple_text(target)})" if self.chance(0.5) else f"{x}.reshape({self.tuple_text(target)})"

    def index(self, rank, depth=1):
        """The index of a tile: scalars."""
        return [self.small(0, 2) if self.chance(0.3) else self.expr("int32", (), depth) for _ in range(rank)]

    def index_text(self, items):
        return items[0] if len(items) == 1 and self.chance(0.4) else self.tuple_text(items)

    def access(self, kind="view"):
        """Keywords of loads and stores."""
        out = ""
        if self.chance(0.1):
            out += ", check_bounds=False"
        if self.chance(0.1):
            out += f", latency={self.small(1, 9)}"
        if kind != "view" and self.chance(0.05 * self.taste["odd"]):
            order = {"load": "ACQUIRE", "store": "RELEASE"}[kind] if self.chance(0.5) else "RELAXED"
            out += f", memory_order=ct.MemoryOrder.{order}, memory_scope=ct.MemoryScope.{self.rng.choice(['DEVICE', 'SYS', 'BLOCK'])}"
        if self.chance(0.07):
            out += f", allow_tma={self.rng.choice(['True', 'False'])}"
        return out

    def order(self, rank):
        if rank < 2 or not self.chance(0.15):
            return ""
        axes = list(range(rank))
        self.rng.shuffle(axes)
        return f", order={self.rng.choice([repr('F'), repr('C'), str(tuple(axes))])}"

    def padding(self):
        mode = self.rng.choice(["ZERO", "ZERO", "NEG_INF", "POS_INF", "NAN", "NEG_ZERO", "UNDETERMINED"])
        return f", padding_mode=ct.PaddingMode.{mode}" if self.chance(0.3) else ""

    def memory(self, dtype, shape, depth):
        arrays = [a for a, (d, r) in self.arrays.items() if d == dtype]
        if not arrays:
            return self.leaf(dtype, shape, self.variables(dtype, shape))
        tiles = [a for a in arrays if self.arrays[a][1] == len(shape)]
        if tiles and self.chance(0.75):
            return self.memory_tile(self.rng.choice(tiles), dtype, shape)
        a = self.rng.choice(arrays)
        extra = ""
        if self.chance(0.25):
            extra += f", mask={self.expr('bool_', shape, depth - 2)}"
        if self.chance(0.3):
            extra += f", padding_value={self.literal(dtype)}"
        if self.chance(0.15):
            extra += ", check_bounds=False"
        return f"ct.gather({a}, {self.indices(self.arrays[a][1], shape, depth)}{extra})"

    def memory_tile(self, a, dtype, shape):
        """A load of a tile."""
        index, size = self.index(len(shape)), self.shape_text(shape)
        padding = self.padding() if dtype in FLOATS or self.chance(0.02) else ""
        if dtype in SIGNED + UNSIGNED and self.chance(0.2):
            padding = ", padding_mode=ct.PaddingMode.ZERO"
        if self.chance(0.15):
            view = f"{a}.tiled_view({self.tuple_text(list(map(str, shape)))}{padding})"
            return f"{view}.load({self.index_text(index)}{self.access()})"
        rest = f"{self.order(len(shape))}{padding}{self.access('load')}"
        if self.chance(0.3):
            return f"ct.load({a}, index={self.index_text(index)}, shape={size}{rest})"
        return f"ct.load({a}, {self.index_text(index)}, {size}{rest})"

    def indices(self, rank, shape, depth):
        """Indices of elements, which broadcast to `shape`."""
        items = [self.expr("int32" if self.chance(0.9) else "int64", shape, depth - 2)]
        items += [self.small() if self.chance(0.2) else self.expr("int32", self.narrower_shape(shape), depth - 2) for _ in range(rank - 1)]
        self.rng.shuffle(items)
        return self.index_text(items)

    def ternary(self, dtype, shape, depth):
        a, b, c = self.expr(dtype, shape, depth - 1), self.expr(dtype, shape, depth - 1), self.condition(depth - 1)
        return f"({a} if {c} else {b})"

    def condition(self, depth=2):
        if self.chance(0.1) and self.consts:
            return f"{self.rng.choice(list(self.consts))} > {self.small(0, 9)}"
        index = [n for n, kind in self.loops if n]
        if index and self.chance(0.3):
            bound = self.expr("int32", (), 0) if self.chance(0.4) else self.small(0, 9)
            return f"{self.rng.choice(index)} {self.rng.choice(['<', '<=', '>', '>=', '=='])} {bound}"
        if self.chance(0.1):
            return self.expr("int32", (), depth)
        return self.expr("bool_", (), depth)

    def varying(self):
        """A condition that is no constant: a loop that can be seen not to end is refused."""
        known = [n for n in self.variables(None, ()) if self.type_of(n)[0] != "bool_"]
        name = self.rng.choice(known) if known else "ct.bid(0)"
        return f"{name} {self.rng.choice(['<', '>', '!='])} {self.small(0, 9)}"

    def call(self, dtype, shape, depth):
        """A call of a helper, which is written for it."""
        reuse = [h for h in self.helpers if h[1:] == (dtype, shape)]
        types = [(dtype, shape), ("int32", ())]
        if reuse and self.chance(0.5):
            name = self.rng.choice(reuse)[0]
        elif len(self.helpers) < 3 and not self.no_store:
            name = f"helper{len(self.helpers)}"
            self.helpers.append((name, dtype, shape))
            self.write_helper(name, types, dtype, shape)
        else:
            return self.leaf(dtype, shape, self.variables(dtype, shape))
        a, n = (self.expr(d, s, depth - 1) for d, s in types)
        return self.rng.choice([f"{name}({a}, {n})", f"{name}({a}, n={n})", f"{name}(n={n}, a={a})", f"{name}({a})"])

    def product(self, dtype, shape, depth):
        m, n = shape
        k = self.rng.choice([2, 4, 8, 16])
        if dtype == "int32":
            kinds = ["int8", "uint8"]
        elif dtype == "float16":
            kinds = ["float16"]
        else:
            kinds = [self.rng.choice(["float16", "bfloat16", "float32"])]
        a = self.expr(self.rng.choice(kinds), (m, k), depth - 1)
        b = self.expr(self.rng.choice(kinds), (k, n), depth - 1)
        if dtype == "float16" and self.chance(0.5):
            return self.rng.choice([f"ct.matmul({a}, {b})", f"({a} @ {b})"])
        return f"ct.mma({a}, {b}, {'acc=' if self.chance(0.5) else ''}{self.expr(dtype, shape, depth - 1)})"
