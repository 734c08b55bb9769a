//! Classes of the file, and what its own decorators make of functions and kernels.

#[path = "common/evaluated.rs"]
mod evaluated;

use evaluated::{is_in, ops, refused};
use tilewright_cutile::{Request, lower};

#[test]
fn a_class_assigns_names_in_order() {
    let file = "class C:\n    \"\"\"Sizes.\"\"\"\n    TM: int = 16\n    TN: int\n    B = TM * 2\n    D, E = (B + 1, 3)\n    E += B\n    \
                class In:\n        F = 4\n    G = In.F + 1\n    H = 'b' if TM > 8 else 'c'\n\
                class D(C):\n    TM = 64\n    I = C.B\n";
    for (expr, value) in [
        ("C.TM", "16"),
        ("C.B", "32"),
        ("C.D", "33"),
        ("C.E", "35"),
        ("C.In.F", "4"),
        ("C.G", "5"),
        ("(3 if C.H == 'b' else 4)", "3"),
        ("D.TM", "64"),
        ("D.I", "32"),
        ("D.B", "32"),
    ] {
        is_in(file, expr, value);
    }
    refused(file, "v = C.TN", "python.attribute", "no attribute `TN`");
    refused(file, "v = TM", "python.name", "nothing is called `TM`");
    // Only that is unknown which one statement fails to compute.
    let part = "import os\nclass C:\n    A = os.cpu_count()\n    B = A + 1\n    D = 7\n";
    is_in(part, "C.D", "7");
    refused(part, "v = C.A", "python.host", "`A` is not known");
    refused(part, "v = C.B", "python.host", "`os.cpu_count` cannot be called");
    // Objects of such a class have no meaning in a kernel, as in NVIDIA's compiler.
    refused(
        &format!("{file}c = C()"),
        "v = c.B",
        "python.type",
        "its class is no frozen dataclass",
    );
    is_in(&format!("{file}V = C().B"), "V", "32");
}

const FIELDS: &str = "import dataclasses\nfrom dataclasses import dataclass, field\nfrom typing import ClassVar\n\
    @dataclass(frozen=True)\nclass C:\n    Z: ClassVar[int] = 5\n    a: int = field(default=8, repr=False)\n    \
    b: int = dataclasses.field(default=a + 1, kw_only=True)\n    c: int = 3\n\
    @dataclass(frozen=True)\nclass D(C):\n    c: int = 4\n    d: int = 2\n    def __post_init__(self):\n        assert self.d > 0\n\
    @dataclass(frozen=True, kw_only=True)\nclass E:\n    a: int\n    b: int = 2\n\
    @dataclass(frozen=True)\nclass F:\n    a: tuple = field(default_factory=lambda: (4, 5))\n\
    @dataclass(frozen=True)\nclass N:\n    a: int = field(init=False, default=6)\n    b: int = 1\n\
    c, f, never = C(), F(), N(3)\n";

#[test]
fn fields_have_defaults_of_their_own() {
    for (expr, value) in [
        ("c.a", "8"),
        ("c.b", "9"),
        ("C(1, 2).c", "2"),
        ("C(1, b=7).b", "7"),
        ("C.a", "8"),
        ("C.Z + c.Z", "10"),
        ("D(1, 6, 7).d", "7"),
        ("D().c", "4"),
        ("E(a=3).a", "3"),
        ("dataclasses.replace(c, b=4).b", "4"),
    ] {
        is_in(FIELDS, expr, value);
    }
    for (body, code, why) in [
        ("v = C(1, 2, 3)", "python.call", "has 2 fields, but is given 3"),
        ("v = E(3)", "python.call", "has 0 fields, but is given 1"),
        ("v = E()", "python.call", "the field `a` of `E` is not given"),
        ("v = N(a=3)", "python.call", "no field `a`"),
        // These NVIDIA's compiler has no use for.
        ("v = f.a", "python.type", "a function makes the default of a field"),
        ("v = never.b", "python.type", "a field has `init=False`"),
    ] {
        refused(FIELDS, body, code, why);
    }
    // Values that Python itself computes with them are known.
    is_in(&format!("{FIELDS}V = f.a[1] + never.a + never.b"), "V", "14");
    let unknown = "import os\nfrom dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass C:\n    a: int = field(default=os.getpid())\n    b: list = field(default_factory=os.listdir)\nc = C(b=1)\nd = C()\n";
    refused(unknown, "v = ct.static_eval(c.a)", "python.host", "`os.getpid`");
    refused(unknown, "v = ct.static_eval(d.b)", "python.host", "`os.listdir`");
    // An object that its class changes afterwards is not what it was given.
    let changed = "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass C:\n    a: int = 2\n    def __post_init__(self):\n        \
                   object.__setattr__(self, 'a', 3)\nc = C()\n";
    refused(changed, "v = c.a", "python.host", "nothing is called `object`");
}

const OBJECTS: &str = "from dataclasses import dataclass, field\nfrom typing import NamedTuple\n\
    @dataclass(frozen=True)\nclass P:\n    m: int\n    n: float = 1.0\n\
    class R(P):\n    pass\n\
    @dataclass(frozen=True)\nclass Q:\n    p: P\n    t: tuple = (1, 2)\n\
    @dataclass(frozen=True, eq=False)\nclass N:\n    m: int\n\
    @dataclass(frozen=True)\nclass E:\n    m: int\n    def __eq__(self, other):\n        return self.m == other.m + 1\n\
    @dataclass(frozen=True)\nclass U:\n    m: int\n    def __ne__(self, other):\n        return self.m == 5\n\
    class T(NamedTuple):\n    a: int\nCFG, NE = P(1), N(1)\n";

/// Objects are equal where their fields are, in kernels and above them, as NVIDIA's compiler has it.
#[test]
fn objects_are_compared_by_their_fields() {
    let factor = |value: u32| ops("", &format!("ct.store(Y, 0, x * {value})"));
    for (condition, is) in [
        ("CFG == P(1)", true),
        ("CFG != P(1)", false),
        ("CFG == P(1, 2.0)", false),
        ("P(1) == P(True, 1)", true),
        ("CFG in (P(2), P(1))", true),
        ("CFG not in (P(2), P(1))", false),
        ("CFG in (P(2), P(3))", false),
        ("CFG == R(1)", false),
        ("CFG == 1", false),
        ("Q(CFG) == Q(P(1), (1, 2))", true),
        ("Q(CFG) == Q(P(1), (1, 3))", false),
        ("E(2) == E(1)", true),
        ("E(2) != E(1)", false),
        ("E(2) == E(2)", false),
        ("E(2) in (E(7), E(1))", true),
        ("U(5) != U(5)", true),
        ("U(6) != U(5)", false),
    ] {
        let within = ops(OBJECTS, &format!("ct.store(Y, 0, x * (2 if {condition} else 3))"));
        assert_eq!(within, factor(if is { 2 } else { 3 }), "{condition}");
        is_in(
            OBJECTS,
            &format!("(2 if {condition} else 3)"),
            if is { "2" } else { "3" },
        );
    }
    // A field of run time is compared at run time.
    let at_run_time = ops(OBJECTS, "ct.store(Y, 0, x * (2 if P(n) == P(3) else 3))").expect("taken");
    assert!(at_run_time.contains("cmpi equal"), "{at_run_time}");
    for body in [
        "v = NE == NE",
        "v = NE != N(1)",
        "v = 1 != CFG",
        "v = n == CFG",
        "v = CFG < P(2)",
    ] {
        refused(OBJECTS, body, "python.type", "is not defined for");
    }
    refused(
        OBJECTS,
        "v = 1 if CFG else 2",
        "python.type",
        "a tile or a number is needed here",
    );
    for known in ["T(1) == (1,)", "1 != CFG", "CFG"] {
        is_in(OBJECTS, &format!("(2 if {known} else 3)"), "2");
    }
    refused(OBJECTS, "v = P('a') == P(3)", "python.type", "cannot be compared");
}

const OPERATORS: &str = "from dataclasses import dataclass\n\
    @dataclass(frozen=True)\nclass V:\n    a: object\n\
    \x20   def __add__(self, other):\n        return V(self.a + other.a)\n\
    \x20   def __sub__(self, other):\n        return NotImplemented\n\
    \x20   def __rsub__(self, other):\n        return V(other * 2.0 - self.a)\n\
    \x20   def __lt__(self, other):\n        return self.a < other\n\
    \x20   def __call__(self, x, *, by=1.0):\n        return self.a * x + by\n\
    \x20   def __getitem__(self, at):\n        return self.a * at\n\
    \x20   def __setitem__(self, at, tile):\n        ct.store(self.a, at, tile)\n\
    \x20   def __len__(self):\n        return 3\n\
    \x20   def __divmod__(self, by):\n        return self.a, by\n\
    \x20   def __str__(self):\n        return f'<{self.a}>'\n\
    @dataclass(frozen=True, order=True)\nclass O:\n    a: object\n    b: object = 0\n\
    class R(O):\n    pass\n\
    @dataclass(frozen=True)\nclass S(O):\n    c: object = 1\n";

/// Operators on objects are their methods.
#[test]
fn operators_on_objects_are_methods() {
    for (own, plain) in [
        ("ct.store(Y, 0, (V(x) + V(3.0)).a)", "ct.store(Y, 0, x + 3.0)"),
        (
            "v = V(x)\nv += V(3.0)\nw = v.a\nct.store(Y, 0, w)",
            "w = x + 3.0\nct.store(Y, 0, w)",
        ),
        ("ct.store(Y, 0, (x - V(x)).a)", "ct.store(Y, 0, x * 2.0 - x)"),
        ("ct.store(Y, 0, V(2.0)(x, by=x))", "ct.store(Y, 0, 2.0 * x + x)"),
        ("ct.store(Y, 0, V(x)[n])", "ct.store(Y, 0, x * n)"),
        ("v = V(Y)\nv[n] = x", "ct.store(Y, n, x)"),
        ("ct.store(Y, 0, x * len(V(x)))", "ct.store(Y, 0, x * 3)"),
        ("a, b = divmod(V(x), x)\nct.store(Y, 0, a * b)", "ct.store(Y, 0, x * x)"),
        ("print(V(n), O(n))", "ct.printf('<%d> O(a=%d, b=0)\\n', n, n)"),
        (
            "if V(n) < 3:\n    ct.store(Y, 0, x)",
            "if n < 3:\n    ct.store(Y, 0, x)",
        ),
        (
            "ct.store(Y, 0, x * (2 if O(1, 3) <= O(1, 3) < O(2) > O(1, 9) else 3))",
            "ct.store(Y, 0, x * 2)",
        ),
        (
            "ct.store(Y, 0, x * (2 if 'low' < 'high' else 3))",
            "ct.store(Y, 0, x * 3)",
        ),
    ] {
        assert_eq!(ops(OPERATORS, own), ops("", plain), "{own}");
    }
    for (body, part) in [
        (
            "v = V(x) - V(x)",
            "`*` is not defined for an object of `V` and the constant 2.0",
        ),
        (
            "v = V(x) * x",
            "`*` is not defined for an object of `V` and Tile[float32,(16,)]",
        ),
        ("v = x > V(x)", "`>` is not defined"),
        ("v = -V(x)", "a tile or a number is needed here"),
        ("v = O(n)(x)", "an object of `O` cannot be called"),
        ("v = O(n)[0]", "an object of `O` cannot be subscripted"),
        ("v = len(O(n))", "an object of `O` has no length"),
        ("v = divmod(O(n), n)", "`divmod` is not defined"),
        ("v = O(n) < n", "`<` is not defined"),
        ("v = S(n) < S(n)", "`<` is not defined"),
        ("v = 3 in V(n)", "`in` asks a tuple"),
        ("print(f'{V(n):>5}')", "has no formats"),
        ("v = O(x) < O(x)", "Expected a scalar value"),
    ] {
        let code = if body.ends_with(")(x)") {
            "python.call"
        } else {
            "python.type"
        };
        refused(OPERATORS, body, code, part);
    }
}

/// Named tuples are tuples in kernels.
#[test]
fn named_tuples_are_tuples() {
    for above in [
        "from typing import NamedTuple\nclass T(NamedTuple):\n    a: int\n    b: int = 5\n",
        "from collections import namedtuple\nT = namedtuple('T', 'a, b', defaults=(5,))\n",
        "from collections import namedtuple\nT = namedtuple('T', ['a', 'b'], defaults=[5])\n",
        "import typing\nT = typing.NamedTuple('T', [('a', int), ('b', int)])\n",
    ] {
        let above = format!("{above}t = T(2, b=5)\nC = t.a * 10 + t.b\n");
        for (own, plain) in [
            ("t[0]", "2"),
            ("len(t)", "2"),
            ("(t + (7,))[2]", "7"),
            ("ct.static_eval(t.b)", "5"),
            ("C", "25"),
            ("(3 if t == (2, 5) else 4)", "3"),
        ] {
            let own = ops(&above, &format!("ct.store(Y, 0, x * {own})"));
            assert_eq!(own, ops("", &format!("ct.store(Y, 0, x * {plain})")), "{above}");
        }
        refused(
            &above,
            "v = t.a",
            "python.attribute",
            "a tuple of 2 has no attribute `a`",
        );
    }
}

const ENUMS: &str = "import enum\nfrom enum import Enum, IntEnum, StrEnum, Flag, IntFlag\n\
    class A(Enum):\n    X = 0\n    Y = 1\n    Z = 1\n    T = (1, 2)\n\
    class B(enum.Enum):\n    X = 0\n    Q = enum.auto()\n    R = enum.auto()\n\
    class C(IntEnum):\n    X = 0\n    Y = 2\n    Z = enum.auto()\n\
    class I(int, Enum):\n    P = 4\n\
    class S(StrEnum):\n    P = 'p'\n    Q = enum.auto()\n\
    class F(Flag):\n    N = 0\n    V = enum.auto()\n    W = enum.auto()\n    U = enum.auto()\n\
    class G(IntFlag):\n    V = 1\n    W = 2\n\
    ACT, MODE = A.X, B.X\n";

/// A member of an enum is equal to itself alone, and true; one of an enum of numbers is a number.
#[test]
fn members_of_enums_are_themselves() {
    for (expr, value) in [
        ("(2 if MODE == A.X else 3)", "3"),
        ("(2 if ACT == A.X else 3)", "2"),
        ("(2 if A.Y == A.Z else 3)", "2"),
        ("(2 if A.X != A.Y else 3)", "2"),
        ("(2 if ACT in (A.Y, A.X) else 3)", "2"),
        ("(2 if MODE in (A.Y, A.X) else 3)", "3"),
        ("(2 if ACT else 3)", "2"),
        ("(2 if C.X else 3)", "3"),
        ("(2 if F.N else 3)", "3"),
        ("(2 if ACT.name == 'X' else 3)", "2"),
        ("A.Y.value + A.T.value[1]", "3"),
        ("A.Z.value + (2 if A.Z.name == 'Y' else 3)", "3"),
        ("B.Q.value + B.R.value", "3"),
        ("C.Y + C.Z", "5"),
        ("I.P", "4"),
        ("F.U.value + F.W.value", "6"),
        ("(G.V | G.W)", "3"),
        ("(2 if A(1) == A.Y else 3)", "2"),
    ] {
        let plain = ops("", &format!("ct.store(Y, 0, x * {value})"));
        assert_eq!(ops(ENUMS, &format!("ct.store(Y, 0, x * ({expr}))")), plain, "{expr}");
        is_in(ENUMS, expr, value);
    }
    for (expr, value) in [
        ("(2 if A.X == 0 else 3)", "3"),
        ("(2 if S.P == 'p' and S.Q == 'q' else 3)", "2"),
        ("(2 if A['Y'] == A.Z else 3)", "2"),
        ("C.Y.value", "2"),
        ("{A.X: 4, B.X: 5}[MODE]", "5"),
    ] {
        is_in(ENUMS, expr, value);
    }
    for body in [
        "v = x * A.Y",
        "v = A.X == 0",
        "v = S.P == 'p'",
        "v = A.X < A.Y",
        "v = not A.X",
        "v = F.V | F.W",
    ] {
        let (code, ..) = ops(ENUMS, body).expect_err(body);
        assert_eq!(code, "python.type", "{body}");
    }
    refused(ENUMS, "v = A.W", "python.attribute", "no attribute `W`");
    refused(
        ENUMS,
        "v = A.X.twice()",
        "python.attribute",
        "A.X has no attribute `twice`",
    );
}

const DECORATORS: &str = "import functools\nknown = {}\ndef same(f):\n    print(f.__name__)\n    known[f.__name__] = f\n    return f\n\
    def times(n):\n    def decorate(f):\n        @functools.wraps(f)\n        def inner(*args, **kw):\n            \
    return f(*args, **kw) * n\n        return inner\n    return decorate\n\
    def timed(f):\n    import time\n    return time.measured(f)\n";

#[test]
fn decorators_of_the_file_are_called() {
    let plain = ops("def h(x):\n    return x + 1.0", "ct.store(Y, 0, h(x) * 3)");
    assert!(plain.is_ok());
    for above in [
        "@same\n@times(3)",
        "@times(3)\n@same",
        "@functools.cache\n@times(n=3)\n@ct.function",
    ] {
        let file = format!("{DECORATORS}{above}\ndef h(x):\n    return x + 1.0\n");
        assert_eq!(ops(&file, "ct.store(Y, 0, h(x))"), plain, "{above}");
    }
    let file = format!("{DECORATORS}@same\ndef h(x):\n    return x + 1.0\n");
    assert_eq!(ops(&file, "ct.store(Y, 0, ct.static_eval(known['h'](x)) * 3)"), plain);
    // One that is not followed is an error where the function is used, and named.
    for above in ["@timed", "@same\n@timed", "@timed\n@times(3)"] {
        let file = format!("{DECORATORS}{above}\ndef h(x):\n    return x + 1.0\n");
        refused(
            &file,
            "v = h(x)",
            "python.host",
            "its decorator `timed` is not followed: `time.measured` cannot be called",
        );
        assert!(ops(&file, "ct.store(Y, 0, x)").is_ok());
    }
    // Decorators of other modules, and of the language, change nothing.
    let other = "import torch\n@torch.no_grad()\n@functools.lru_cache\n@unheard_of\ndef h(x):\n    return x + 1.0\n";
    assert_eq!(ops(other, "ct.store(Y, 0, h(x) * 3)"), plain);
}

/// The text of a kernel under decorators, and the notes on it.
fn kernel(above: &str) -> Result<(String, Vec<String>), String> {
    let source = format!(
        "import cuda.tile as ct\n{DECORATORS}def hinted(k):\n    return k.replace_hints(occupancy=4)\n\
         # tilewright: X=f32[?]\n{above}\ndef k(X):\n    ct.store(X, 0, 1.0)\n"
    );
    match lower(&source, &Request::default()) {
        Ok(lowered) => Ok((
            lowered.text,
            lowered.notes.into_iter().map(|note| note.message).collect(),
        )),
        Err(errors) => Err(errors.into_iter().map(|error| error.message).collect()),
    }
}

#[test]
fn decorators_of_the_file_stand_over_and_under_kernels() {
    let text = |above: &str| {
        let text = kernel(above).unwrap_or_else(|error| panic!("{above}: {error}")).0;
        let module = tilewright_ir::parse(&text).module;
        tilewright_ir::print(&module).text
    };
    let plain = text("@ct.kernel");
    for above in ["@same\n@ct.kernel", "@ct.kernel\n@same", "@same\n@ct.kernel()\n@same"] {
        assert_eq!(text(above), plain, "{above}");
    }
    assert_eq!(text("@hinted\n@ct.kernel"), text("@ct.kernel(occupancy=4)"));
    // Above a kernel, what is not followed is told, and the kernel is what it is under it.
    let (under, notes) = kernel("@timed\n@ct.kernel").expect("a kernel");
    assert_eq!(tilewright_ir::print(&tilewright_ir::parse(&under).module).text, plain);
    assert!(notes[0].contains("its decorator `timed` is not followed"), "{notes:?}");
    assert_eq!(kernel("@ct.kernel").expect("a kernel").1, [""; 0]);
    let why = kernel("@ct.kernel\n@timed").expect_err("another function");
    assert!(
        why.contains("the kernel `k` is not known: its decorator `timed` is not followed"),
        "{why}"
    );
}
