//! Objects that change, generators, attributes by name and numbers of NumPy, in the code around kernels and in `ct.static_eval` and
//! `ct.static_iter`.

#[path = "common/evaluated.rs"]
mod evaluated;

use evaluated::{is_in, ops, refused};

/// The value of a name of the file, which statements give it.
fn is_above(file: &str, value: &str) {
    let plain = ops("", &format!("ct.store(Y, 0, x * {value})"));
    assert_eq!(ops(file, "ct.store(Y, 0, x * V)"), plain, "{file}");
}

const CLASS: &str = "class C:\n    n = 0\n    def __init__(self, v):\n        self.v = v\n    def twice(self):\n        self.v *= 2\n        \
    return self\n    @property\n    def more(self):\n        return self.v + 1\n    @staticmethod\n    def plain(v):\n        return v\n    \
    def __call__(self, v):\n        return self.v + v\n    def __add__(self, v):\n        return C(self.v + v)\n";

#[test]
fn objects_change() {
    for (code, value) in [
        ("V = C(4).v", "4"),
        ("c = C(2)\nc.v = 5\nc.v += 1\nV = c.v", "6"),
        ("a = C(2)\nb = a\nb.v = 7\nV = a.v", "7"),
        ("def f(c):\n    c.v = 7\na = C(2)\nf(a)\nV = a.v", "7"),
        ("V = C(2).twice().twice().v", "8"),
        ("V = C(2).more", "3"),
        ("V = C(2).plain(9)", "9"),
        ("V = C(2)(5)", "7"),
        ("V = (C(2) + 3).v", "5"),
        (
            "import functools\n@functools.lru_cache(None)\ndef f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\nV = f(10)",
            "55",
        ),
        ("c = C(2)\nc.twice = lambda: 9\nV = c.twice()", "9"),
        (
            "class D(C):\n    def __init__(self, v):\n        super().__init__(v + 1)\n    def twice(self):\n        return super().twice().v + 1\nV = D(4).twice()",
            "11",
        ),
        (
            "class D(C):\n    def __init__(self, v):\n        C.__init__(self, v + 1)\nV = D(4).v",
            "5",
        ),
        (
            "S = 3\ndef make(S):\n    class D:\n        def f(self):\n            return S\n    return D()\nV = make(5).f()",
            "5",
        ),
        (
            "from dataclasses import dataclass\n@dataclass\nclass D:\n    v: int\n    def __post_init__(self):\n        self.v *= 2\nd = D(2)\nd.v += 1\nV = d.v if d == D(5) else (6 if d != D(3) else 7)",
            "6",
        ),
        (
            "import os\nclass D:\n    def __init__(self):\n        self.a = os.getpid()\n        self.b = 4\nV = D().b",
            "4",
        ),
        (
            "def same(cls):\n    return cls\n@same\nclass D:\n    v = 3\nV = D.v",
            "3",
        ),
    ] {
        is_above(&format!("{CLASS}{code}"), value);
    }
    is_in(&format!("{CLASS}c = C(3)\nc.v = 5"), "c.v", "5");
}

#[test]
fn changes_that_are_not_followed_leave_nothing_known() {
    for code in [
        // Changes by its class, a decorator or Python itself.
        "class D(C):\n    def __init__(self):\n        D.n += 1\nd = D()\nV = D.n",
        "class D(C):\n    def __setattr__(self, name, v):\n        object.__setattr__(self, name, v + 1)\nV = D(2).v",
        "class D(C):\n    def __getattr__(self, name):\n        return 9\nV = D(2).w",
        "class D(C):\n    @property\n    def p(self):\n        return 1\n    @p.setter\n    def p(self, w):\n        self.v = w\nd = D(2)\nd.p = 4\nV = d.v",
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass D:\n    v: int\n    def __init__(self, w):\n        object.__setattr__(self, 'v', w * 2)\nV = D(2).v",
        "def other(cls):\n    cls.v = 5\n    return cls\n@other\nclass D:\n    v = 3\nV = D.v",
        "class A:\n    v = 1\nclass B:\n    v = 2\nclass D(A, B):\n    pass\nV = D.v",
        "class D(C):\n    def __enter__(self):\n        self.v = 9\n    def __exit__(self, *a):\n        pass\nd = D(2)\nwith d:\n    W = 1\nV = d.v",
        "import other\nd = C(2)\nother.change(d)\nV = d.v",
        "d = C(2)\nvars(d)['v'] = 6\nV = d.v",
        "class D(C):\n    def __init__(self):\n        type(self).n += 1\nd = D()\nV = D.n",
        "class D(C):\n    def __init_subclass__(cls):\n        cls.n = 7\nclass E(D):\n    pass\nV = E.n",
        "class D(C, n=3):\n    pass\nV = D.n",
        "import functools\n@functools.cache\ndef f():\n    return []\nf().append(1)\nV = len(f())",
        "import functools\n@functools.lru_cache(None)\ndef f():\n    return C(2)\nf().v = 3\nV = f().v",
        "import os\nclass D:\n    def __init__(self):\n        self.a = os.getpid()\n        self.b = self.a * 0\nV = D().b",
    ] {
        let (found, message, _) = ops(&format!("{CLASS}{code}"), "ct.store(Y, 0, x * V)").expect_err(code);
        assert!(
            found == "python.host" && message.contains("is not known"),
            "{code}: {found}: {message}"
        );
    }
    // Neither such an object nor its methods have a meaning in a kernel.
    let file = format!("{CLASS}c = C(2)\nM = c.twice");
    for body in ["ct.store(Y, 0, x * c.v)", "v = M()", "v = C(2).v"] {
        refused(
            &file,
            body,
            "python.type",
            "an object of `C` has no meaning in a kernel",
        );
    }
}

const GENERATORS: &str = "import itertools\nimport types\ndef even(n):\n    for i in range(n):\n        if i == 8:\n            return\n        yield 2 * i\n\
    def down(n):\n    if n > 0:\n        yield n\n        yield from down(n - 1)\ndef of(t):\n    for i in t:\n        yield i\n";

#[test]
fn generators_are_gone_through() {
    for (expr, value) in [
        ("sum(even(4))", "12"),
        ("sum(even(99))", "56"),
        ("tuple(down(3))[1]", "2"),
        ("max(i * i for i in range(4))", "9"),
        ("sum(a * b for a, b in zip(even(3), down(3)))", "8"),
        ("[*down(2)][0]", "2"),
        ("len(list(filter(lambda i: i > 2, even(4))))", "2"),
        ("sum(itertools.chain(range(3), (4,)))", "7"),
        ("sum(a * b for a, b in itertools.product((1, 2), (3, 4)))", "21"),
        ("dict(zip(('a', 'b'), (1, 2)))['b']", "2"),
        ("sum(iter((1, 2)))", "3"),
    ] {
        is_in(GENERATORS, expr, value);
    }
    let plain = ops(
        "",
        "for i, j in ct.static_iter(((0, 3), (2, 2), (4, 1))):\n    x = x * i + j\nct.store(Y, 0, x)",
    );
    assert!(plain.is_ok(), "{plain:?}");
    for iterable in [
        "zip(even(3), down(3))",
        "((2 * i, 3 - i) for i in range(3))",
        "((2 * i, j) for i, j in enumerate(down(3)))",
        "zip((i for i in range(9) if i % 2 == 0), reversed((1, 2, 3)))",
        "map(lambda i: (2 * i, 3 - i), range(3))",
    ] {
        let found = ops(
            GENERATORS,
            &format!("for i, j in ct.static_iter({iterable}):\n    x = x * i + j\nct.store(Y, 0, x)"),
        );
        assert_eq!(found, plain, "{iterable}");
    }
    let tiles = ops(
        GENERATORS,
        "y = x * 2\nfor t in ct.static_iter(of((x, y))):\n    x = x + t\nct.store(Y, 0, x)",
    );
    assert_eq!(
        tiles,
        ops(
            "",
            "y = x * 2\nfor t in ct.static_iter((x, y)):\n    x = x + t\nct.store(Y, 0, x)"
        )
    );
}

#[test]
fn iterators_are_gone_through_once() {
    // Python's second sum is that of nothing.
    for iterator in [
        "(i for i in range(3))",
        "even(3)",
        "zip((1, 2))",
        "map(abs, (1, 2))",
        "reversed((1, 2))",
        "enumerate((1, 2))",
        "iter((1, 2))",
    ] {
        let file = format!("{GENERATORS}G = {iterator}\nA = len(list(G))\nV = len(list(G))");
        let (code, message, _) = ops(&file, "ct.store(Y, 0, x * V)").expect_err(iterator);
        assert!(
            code == "python.host" && message.contains("gone through once"),
            "{iterator}: {code}: {message}"
        );
        is_above(
            &file.replace("V = len(list(G))", "V = A"),
            if iterator.contains('3') { "3" } else { "2" },
        );
    }
    // A loop changes something that its generator reads.
    let reads = "data = [1]\ndef of():\n    for v in data:\n        yield v\nV = 0\nfor v in of():\n    V += v\n";
    is_above(reads, "1");
    let changes = format!("{reads}    if len(data) < 4:\n        data.append(v + 1)\n");
    let (_, message, _) = ops(&changes, "ct.store(Y, 0, x * V)").expect_err("reads");
    assert!(
        message.contains("the loop changes what its generator goes through"),
        "{message}"
    );
    // A generator does nothing before it is asked, and what it does to others is not told when.
    let effects = format!("{GENERATORS}L = []\ndef noting():\n    L.append(1)\n    yield 1\ng = noting()\n");
    is_above(&format!("{effects}V = len(L)"), "0");
    let (_, message, _) = ops(&format!("{effects}V = sum(g)"), "ct.store(Y, 0, x * V)").expect_err("effects");
    assert!(
        message.contains("a generator that changes what is outside of it"),
        "{message}"
    );
    for (body, code, why) in [
        (
            "for t in ct.static_iter(t + 1.0 for t in (x, x)):\n    x = x + t",
            "python.type",
            "a generator computes with tiles",
        ),
        (
            "for i in ct.static_iter(zip((1, 2), (1,), strict=True)):\n    x = x + 1",
            "python.type",
            "unequal lengths",
        ),
        (
            "for i in ct.static_iter(itertools.count()):\n    x = x + 1",
            "python.host",
            "`itertools.count` cannot be called",
        ),
        (
            "for i in ct.static_iter(even(n)):\n    x = x + 1",
            "python.constant",
            "must be known",
        ),
        ("g = even(3)", "python.unsupported", "yield"),
        (
            "v = ct.static_eval(even(3))",
            "python.type",
            "the generator `even` has no meaning in a kernel",
        ),
        (
            "v = ct.static_eval(range(3))",
            "python.type",
            "a range has no meaning in a kernel",
        ),
        (
            "for g in ct.static_iter(even(i) for i in range(3)):\n    x = x + 1",
            "python.type",
            "the generator `even` has no meaning",
        ),
        (
            "for g in ct.static_iter(([1], [2])):\n    x = x + 1",
            "python.type",
            "a list has no meaning in a kernel",
        ),
    ] {
        refused(GENERATORS, body, code, why);
    }
}

#[test]
fn attributes_are_taken_by_name() {
    let file = "from dataclasses import dataclass\nimport torch\n@dataclass(frozen=True)\nclass P:\n    a: int = 3\np, NAME = P(), 'exp'\n";
    for (expr, value) in [
        ("getattr(p, 'a')", "3"),
        ("getattr(p, 'b', 7)", "7"),
        ("getattr(math, 'pi')", "math.pi"),
        ("(2 if hasattr(p, 'a') else 3)", "2"),
        ("(2 if hasattr(ct, 'nosuch') else 3)", "3"),
        ("x.shape[getattr(p, 'b', 0)]", "16"),
    ] {
        is_in(file, expr, value);
    }
    let exp = ops("", "ct.store(Y, 0, ct.exp(x))");
    assert!(exp.is_ok());
    for body in [
        "getattr(ct, 'exp')(x)",
        "getattr(ct, NAME)(x)",
        "OP(x)",
        "OPS['exp'](x)",
    ] {
        let above = format!("{file}OP = getattr(ct, NAME)\nOPS = {{n: getattr(ct, n) for n in ('log', 'exp')}}");
        let body = body.replace("OPS['exp']", "ct.static_eval(OPS['exp'])");
        assert_eq!(ops(&above, &format!("ct.store(Y, 0, {body})")), exp, "{body}");
    }
    is_above("class C:\n    pass\nc = C()\nsetattr(c, 'v', 6)\nV = c.v", "6");
    for (body, code, why) in [
        ("v = getattr(p, 'b')", "python.attribute", "has no attribute `b`"),
        ("v = getattr(p, 'b', 7)", "python.call", "`getattr` cannot be called so"),
        ("v = getattr(p, 3)", "python.call", "`getattr` cannot be called so"),
        ("v = hasattr(p, 'a')", "python.name", "kernels have no `hasattr`"),
        (
            "v = ct.static_eval(getattr(torch, 'nosuch', 3))",
            "python.host",
            "whether there is `torch.nosuch`",
        ),
    ] {
        refused(file, body, code, why);
    }
}

#[test]
fn types_and_numbers_of_numpy_are_known() {
    let half = ops("", "ct.store(Y, 0, x + ct.zeros((16,), ct.float16))");
    assert!(half.is_ok());
    for dtype in [
        "np.float16",
        "np.half",
        "np.dtype('float16')",
        "np.dtype(np.float16)",
        "torch.half",
        "torch.float16",
        "D['a']",
    ] {
        let file = format!("import numpy as np\nimport torch\nD = {{'a': np.float16}}\nDT = {dtype}");
        assert_eq!(ops(&file, "ct.store(Y, 0, x + ct.zeros((16,), DT))"), half, "{dtype}");
    }
    // A number of NumPy has a type: it is what the same call in a kernel is.
    let file = "import numpy as np\nimport torch\nF, I, T = np.float32(0.1), np.int32(3), (np.float64(0.5), 2)\n";
    for (above, within) in [
        ("F", "np.float32(0.1)"),
        ("I", "np.int32(3)"),
        ("T[0]", "np.float64(0.5)"),
        ("ct.static_eval(F)", "np.float32(0.1)"),
    ] {
        let [above, within] =
            [above, within].map(|value| ops(file, &format!("ct.store(Y, 0, (x * {value}).astype(ct.float32))")));
        assert!(above.is_ok() && above == within, "{above:?} {within:?}");
    }
    for (within, plain) in [
        ("float(ct.float16(0.5))", "0.5"),
        ("(int(ct.int8(3)) + int(I))", "6"),
        ("int(np.float64(3.7))", "3"),
    ] {
        let [within, plain] = [within, plain].map(|value| ops(file, &format!("ct.store(Y, 0, x * {value})")));
        assert!(plain.is_ok() && within == plain, "{within:?} {plain:?}");
    }
    for (expr, value) in [
        ("float(F) * 0 + int(I)", "3.0"),
        ("torch.finfo(torch.float16).max", "65504.0"),
        ("torch.finfo(torch.float32).eps", "2.0 ** -23"),
        ("torch.iinfo(torch.int32).min", "-2147483648"),
        ("float(np.finfo(np.float32).max)", "3.4028234663852886e+38"),
        ("np.iinfo(np.uint8).max", "255"),
        ("torch.pi", "math.pi"),
    ] {
        is_in(file, expr, value);
    }
    for (body, code, why) in [
        (
            "v = ct.zeros((16,), np.float)",
            "python.type",
            "a dtype is needed here, not `numpy.float`",
        ),
        (
            "v = np.dtype('float16')",
            "python.host",
            "`numpy.dtype` cannot be called in a kernel",
        ),
        (
            "v = ct.static_eval(np.finfo(np.float32).nosuch)",
            "python.attribute",
            "the limits of float32 have no `nosuch`",
        ),
        (
            "v = ct.static_eval(torch.finfo(torch.int32).eps)",
            "python.attribute",
            "the limits of int32 have no `eps`",
        ),
        ("ct.store(Y, 0, x * T[0])", "python.type", "float64"),
        ("v = int(n)", "python.constant", "converts only what is known"),
        (
            "v = int(ct.zeros((4,), ct.int32))",
            "python.constant",
            "converts only what is known",
        ),
    ] {
        refused(file, body, code, why);
    }
}
