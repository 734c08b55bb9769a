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
        "Only frozen dataclasses",
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
        (
            "v = f.a",
            "python.type",
            "Dataclasses with default_factory fields are not supported",
        ),
        (
            "v = never.b",
            "python.type",
            "Dataclasses with init=False fields are not supported",
        ),
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
