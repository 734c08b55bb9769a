//! Values that Python itself evaluates, in the statements of a file, in `ct.static_eval` and `ct.static_iter`: the kernel is the same as one with
//! the value written out. What is not evaluated is refused with the reason.

#[path = "common/evaluated.rs"]
mod evaluated;

use evaluated::{is_in, ops, refused};

/// A value without statements above is this number.
fn is(expr: &str, value: &str) {
    is_in("", expr, value);
}

#[test]
fn functions_of_python_compute() {
    for (expr, value) in [
        ("max(1, 2, 3)", "3"),
        ("max([3, 1])", "3"),
        ("min((3, 1, 2), key=lambda v: -v)", "3"),
        ("min([], default=7)", "7"),
        ("len([1, 2, 3])", "3"),
        ("len({1, 2, 2})", "2"),
        ("len('abc')", "3"),
        ("abs(-3)", "3"),
        ("sum((16, 16))", "32"),
        ("sum([[1, 2], [3]], [])[2]", "3"),
        ("sorted((3, 1, 2))[0]", "1"),
        ("sorted((3, 1, 2), reverse=True)[0]", "3"),
        ("list(range(10, 0, -3))[-1]", "1"),
        ("round(2.5)", "2"),
        ("round(2.567, 1)", "2.6"),
        // Of what is between two the even one, and it is what the number is, not what is written.
        ("round(2.675, 2)", "2.67"),
        ("round(0.125, 2)", "0.12"),
        ("round(-0.375, 2)", "-0.38"),
        ("round(1e-30, 5)", "0.0"),
        ("round(1e300, 3)", "1e300"),
        ("round(0.1, 17)", "0.1"),
        ("round(7)", "7"),
        ("divmod(7, 3)[1]", "1"),
        ("pow(2, 10)", "1024"),
        ("any([0, 0.0, 1])", "True"),
        ("all(v > 0 for v in (1, 0))", "False"),
        ("(40).bit_length()", "6"),
        ("1 << (50 - 1).bit_length()", "64"),
        ("math.prod((2, 3, 4))", "24"),
        ("int('3') + float('0.5')", "3.5"),
        ("list(map(lambda v: v * 2, (1, 2)))[1]", "4"),
        ("list(enumerate('ab', 3))[1][0]", "4"),
        ("list(reversed((1, 2)))[0]", "2"),
        ("list(zip((1, 2), [3, 4]))[1][1]", "4"),
    ] {
        is(expr, value);
    }
    for wrong in [
        "max([])",
        "sum(3)",
        "sorted((1, 'a'))",
        "round('a')",
        "round(0.1, 30)",
        "int('x')",
        "list(3)",
        "enumerate()",
    ] {
        assert!(
            ops("", &format!("ct.store(Y, 0, x * ct.static_eval({wrong}))")).is_err(),
            "{wrong}"
        );
    }
    // In a kernel itself they have no meaning, and neither have those that are not evaluated.
    refused(
        "",
        "v = sum((1, 2))",
        "python.name",
        "kernels have no `sum`, which is Python's",
    );
    refused(
        "",
        "v = (5).bit_length()",
        "python.attribute",
        "no attribute `bit_length`",
    );
    refused(
        "",
        "v = ct.static_eval(isinstance(n, int))",
        "python.name",
        "`isinstance`",
    );
}

#[test]
fn the_operand_that_decides_is_the_value_of_and_and_or() {
    for (expr, value) in [
        ("None or 4", "4"),
        ("3 or 4", "3"),
        ("1 and 5", "5"),
        ("0 and 5", "0"),
        ("{}.get('tile') or 64", "64"),
        ("0 or None or 7", "7"),
        ("len((8, 0 or 16))", "2"),
    ] {
        is(expr, value);
    }
    is_in("def pick(t=None):\n    return t or 64\nG = pick()", "G", "64");
    is_in("class A:\n    T = 0 or 32", "A.T", "32");
}

#[test]
fn what_doubles_is_refused_before_it_is_made() {
    for first in ["(1,)", "'a'"] {
        let body =
            format!("s = {first}\nfor i in ct.static_iter(range(60)):\n    s = s + s\nct.store(Y, 0, x + len(s))");
        refused("", &body, "python.size", "more than 65536 items");
    }
}

#[test]
fn lists_dicts_and_comprehensions_compute() {
    for (expr, value) in [
        ("[1, 2, 3][1]", "2"),
        ("[1, 2, 3][-1:][0]", "3"),
        ("([1] + [2] * 3)[3]", "2"),
        ("((1, 2) * 2)[3]", "2"),
        ("{16: 4, 32: 8}[16]", "4"),
        ("{16: 4, 32: 8}[x.shape[0]]", "4"),
        ("{ct.float32: 3, ct.float16: 2}[x.dtype]", "3"),
        ("dict(a=3)['a']", "3"),
        ("{'a': 3}.get('b', 7)", "7"),
        ("{**{'a': 3}, 'a': 5}['a']", "5"),
        ("[k + v for k, v in {1: 2}.items()][0]", "3"),
        ("sum({3: 1, 4: 1}.keys()) + sum({3: 1}.values())", "8"),
        ("3 in {3: 4}", "True"),
        ("3 not in [1, 2]", "True"),
        ("'flo' in x.dtype.name", "True"),
        ("f'{x.dtype}' == 'float32'", "True"),
        ("f'a{1 + 1}' 'b' == 'a2b'", "True"),
        ("'Ab'.lower().startswith('a') and 'Ab'.upper().endswith('B')", "True"),
        ("[2 ** i for i in range(4) if i != 1][1]", "4"),
        ("tuple(a * b for a in (1, 2) for b in (3, 4))[3]", "8"),
        ("{k: v for k, v in zip((1, 2), (3, 4))}[2]", "4"),
        ("len({v % 2 for v in range(5)})", "2"),
        ("x.dtype is ct.float32", "True"),
        ("x.dtype in (ct.float32, ct.float16)", "True"),
    ] {
        is(expr, value);
    }
    refused("", "v = ct.static_eval({1: 2}[3])", "python.constant", "no key 3");
    refused("", "v = ct.static_eval([1, 2][5])", "python.type", "outside");
    refused("", "v = ct.static_eval(f'{n:3}')", "python.unsupported", "format");
    refused("", "v = ct.static_eval([1] == [1])", "python.type", "not compared");
    refused("", "v = ct.static_eval((y := 3))", "python.unsupported", "walrus");
    // A kernel has none of them.
    refused("", "v = [1, 2]", "python.unsupported", "list literal");
    refused("", "v = ct.static_eval([1, 2])", "python.type", "a list");
    refused("L = [16, 32]", "v = L[1]", "python.type", "a list");
    refused("D = {'a': 1}", "v = D", "python.type", "a dict");
}

#[test]
fn tiles_are_computed_with_but_not_chosen_by() {
    let plain = ops("", "ct.store(Y, 0, x + 1.0)");
    for body in [
        "ct.store(Y, 0, ct.static_eval([x, x + 1.0][1]))",
        "ct.store(Y, 0, ct.static_eval(sum((x, 1.0), 0.0)))",
    ] {
        assert!(ops("", body).is_ok(), "{body}");
    }
    assert_eq!(ops("", "ct.store(Y, 0, ct.static_eval((x, x + 1.0))[1])"), plain);
    for choice in [
        "max(n, 3)",
        "1 if n > 3 else 2",
        "[v for v in (1, 2) if n > v]",
        "not n",
        "n > 1 and 2",
    ] {
        refused(
            "",
            &format!("v = ct.static_eval({choice})"),
            "python.constant",
            "but not choose by them",
        );
    }
}

#[test]
fn what_is_gone_through_is_unrolled() {
    let plain = ops(
        "",
        "for a, b in ct.static_iter(((1, 2), (2, 4))):\n    ct.store(Y, a, x * b)",
    );
    assert!(plain.is_ok());
    for head in [
        "a, b in ct.static_iter({1: 2, 2: 4}.items())",
        "a, b in ct.static_iter([(i, 2 * i) for i in range(1, 3)])",
        "a, b in ct.static_iter(enumerate((2, 4), 1))",
        "a, b in ct.static_iter(zip((1, 2), [2, 4]))",
        "a, b in ct.static_iter(reversed(((2, 4), (1, 2))))",
        "a, b in ct.static_iter([(1, 2)] + [(2, 4)])",
        "a, b in ct.static_iter((i, 2 * i) for i in range(1, 3))",
        "a, b in ct.static_iter(sorted([(1, 2), (2, 4)], key=lambda row: row[1]))",
    ] {
        assert_eq!(
            ops("", &format!("for {head}:\n    ct.store(Y, a, x * b)")),
            plain,
            "{head}"
        );
    }
    refused(
        "",
        "for a in ct.static_iter(range(1001)):\n    x = x + 1",
        "python.size",
        "1000",
    );
    refused(
        "",
        "for a in ct.static_iter(n):\n    x = x + 1",
        "python.type",
        "no items that are known",
    );
}

#[test]
fn functions_of_the_file_run() {
    let file = "def power(n):\n    p = 1\n    while p < n:\n        p *= 2\n    return p\n\
                def table(n):\n    out = []\n    rows = {}\n    for i in range(n):\n        if i == 1:\n            continue\n        \
                if i > 3:\n            break\n        out.append(i)\n        rows[i] = out[-1] + 1\n    return sum(out) + rows[3]\n\
                def first(n):\n    if n > 3:\n        return 5\n    return 6\nL = [1]\nL.append(4)\nL += [8]\nD = {}\nD['a'] = 9\nD.update(b=7)\n\
                S = [3, 1, 2, 9]\nlast = S.pop()\nS.sort(reverse=True)\n\
                for i in S:\n    if i > 3:\n        break\nelse:\n    found = 6\nwhile last > 8:\n    last -= 1\n    break\nelse:\n    last = 0\n";
    for (expr, value) in [
        ("power(100)", "128"),
        ("table(9)", "9"),
        ("first(4)", "5"),
        ("L[2]", "8"),
        ("D['a']", "9"),
        ("D['b']", "7"),
        ("S[0] + len(S)", "6"),
        ("found", "6"),
        ("last", "8"),
    ] {
        let plain = ops("", &format!("ct.store(Y, 0, x * {value})"));
        assert_eq!(
            ops(file, &format!("ct.store(Y, 0, x * ct.static_eval({expr}))")),
            plain,
            "{expr}"
        );
        assert_eq!(
            ops(&format!("{file}V = {expr}"), "ct.store(Y, 0, x * V)"),
            plain,
            "{expr}"
        );
    }
    // A value that is changed by code that is not followed is not known.
    for change in [
        "L.reverse()",
        "import os\nfor i in os.listdir():\n    L.append(i)",
        "with open('x') as f:\n    L[0] = f.read()",
        "del L[0]",
    ] {
        refused(
            &format!("L = [1, 2]\n{change}"),
            "v = ct.static_eval(L[0])",
            "python.host",
            "`L` is not known",
        );
    }
    refused(
        "def f(n):\n    while n > 0:\n        pass\nV = f(1)",
        "v = V",
        "python.host",
        "ops",
    );
    refused(
        "def f(t):\n    while True:\n        t = (t,)\nV = f(1)",
        "v = V",
        "python.host",
        "nested",
    );
    refused(
        "L = []\nL.append(L)",
        "v = ct.static_eval(L[0])",
        "python.host",
        "nested",
    );
    // Of a chain of names the first reason is told, and told once.
    let (_, message, _) = ops("import os\nA = os.cpu_count()\nB = A + 1\nC = B + 1", "v = C").expect_err("unknown");
    assert_eq!(
        message,
        "`C` is not known when the kernel is compiled: `os.cpu_count` cannot be called when a kernel is compiled"
    );
}

#[test]
fn frozen_dataclasses_have_properties_and_methods() {
    let file = "from dataclasses import dataclass, replace\n@dataclass(frozen=True)\nclass C:\n    a: int\n    b: int = 2\n    \
                @property\n    def twice(self):\n        return self.a * 2\n    def plus(self, v):\n        return self.a + v\n    \
                @staticmethod\n    def one(v):\n        return v + 1\n    @classmethod\n    def of(cls, v):\n        return cls(v)\n\
                c = C(8)\nd = replace(c, a=16)\n";
    for (expr, value) in [
        ("c.twice", "16"),
        ("d.twice + d.b", "34"),
        ("c.plus(1)", "9"),
        ("C.one(3)", "4"),
        ("C.of(5).a", "5"),
        ("replace(c, b=3).b", "3"),
    ] {
        let plain = ops("", &format!("ct.store(Y, 0, x * {value})"));
        assert_eq!(
            ops(&format!("{file}V = {expr}"), "ct.store(Y, 0, x * V)"),
            plain,
            "{expr}"
        );
        assert!(ops(file, &format!("ct.store(Y, 0, x * {expr})")).is_ok(), "{expr}");
    }
    refused(file, "v = c.thrice", "python.attribute", "no attribute `thrice`");
    refused(file, "v = c.twice()", "python.call", "cannot be called");
    refused(file, "v = replace(c, z=3)", "python.call", "no field `z`");
    refused(file, "v = replace(n, a=3)", "python.type", "an object of a dataclass");
    let open = file.replace("(frozen=True)", "");
    refused(&open, "v = c.a", "python.type", "its class is no frozen dataclass");
    refused(
        &file.replace("True", "False"),
        "v = c.a",
        "python.type",
        "its class is no frozen dataclass",
    );
    assert_eq!(
        ops(&open, "ct.store(Y, 0, x * ct.static_eval(c.a))"),
        ops("", "ct.store(Y, 0, x * 8)")
    );
}

#[test]
fn parts_of_the_package_have_its_names() {
    let plain = ops("", "ct.store(Y, 0, x.astype(ct.float8_e4m3fn).astype(ct.float32))");
    for import in [
        "from cuda.tile._datatype import float8_e4m3fn as f8",
        "import cuda.tile._datatype as d\nf8 = d.float8_e4m3fn",
        "from cuda.tile import _datatype\nf8 = _datatype.float8_e4m3fn",
    ] {
        assert_eq!(
            ops(import, "ct.store(Y, 0, x.astype(f8).astype(ct.float32))"),
            plain,
            "{import}"
        );
    }
    let padded = ops(
        "",
        "ct.store(Y, 0, ct.load(X, 0, 16, padding_mode=ct.PaddingMode.ZERO))",
    );
    let modes = "from cuda.tile._numeric_semantics import PaddingMode\nfrom cuda.tile._stub import load";
    assert_eq!(
        ops(modes, "ct.store(Y, 0, load(X, 0, 16, padding_mode=PaddingMode.ZERO))"),
        padded
    );
    refused(
        "from cuda.tile._datatype import is_float as f",
        "v = f(x.dtype)",
        "python.host",
        "_datatype.is_float",
    );
    refused(
        "from cuda.other._datatype import float32 as f",
        "v = x.astype(f)",
        "python.type",
        "",
    );
}

#[test]
fn foreign_pointers_are_refused_by_name() {
    for body in [
        "p = X.foreign_pointer",
        "p = ct.Array.from_foreign(n, (16,), (1,))",
        "p = ct.foreign_pointer_dtype",
    ] {
        refused("", body, "python.unsupported", "foreign pointers are not supported");
    }
    refused("", "p = X.foreign", "python.attribute", "no attribute `foreign`");
}

#[test]
fn bounds_of_ranges_are_signed_whole_numbers() {
    for (bound, got) in [
        ("1.5", "1.5 of float32"),
        ("True", "True of bool_"),
        ("n, 2.0", "2.0 of float32"),
        ("x", "Tile[float32,(16,)]"),
        ("u", "uint32"),
        ("n > 1", "bool_"),
        ("0, 4, True", "True of bool_"),
        ("False, n", "False of bool_"),
    ] {
        let body = format!("for i in range({bound}):\n    x = x + 1");
        refused(
            "",
            &body,
            "python.type",
            &format!("a whole number with a sign is needed, not {got}"),
        );
    }
    for bound in ["4", "n", "0, n, 2", "int(1.5)", "n, n + 1", "ct.int8(3)"] {
        assert!(
            ops(
                "",
                &format!("for i in range({bound}):\n    x = x + 1\nct.store(Y, 0, x)")
            )
            .is_ok(),
            "{bound}"
        );
    }
}

#[test]
fn functions_of_reductions_only_compute() {
    let file = |function: &str| format!("def pick(a, b):\n    {function}");
    for (function, what) in [
        ("if a > b:\n        return a\n    return b", "a branch or loop"),
        ("return a if a > b else b", "a branch or loop"),
        (
            "for i in range(2):\n        a = a + b\n    return a",
            "a branch or loop",
        ),
        (
            "return a + ct.sum(ct.full((16,), b, ct.float32))",
            "a reduction or scan",
        ),
    ] {
        for call in [
            "ct.store(Y, 0, x + ct.reduce(x, 0, pick, 0))",
            "ct.store(Y, 0, ct.scan(x, 0, pick, 0))",
        ] {
            refused(&file(function), call, "python.unsupported", what);
        }
    }
    let chosen = file("return ct.where(a > b, a, b)");
    assert!(ops(&chosen, "ct.store(Y, 0, x + ct.reduce(x, 0, pick, 0))").is_ok());
}

#[test]
fn what_is_annotated_as_constant_is_one() {
    let kernel = |said: &str| {
        let source = format!(
            "import cuda.tile as ct\n# tilewright: X=f32[?]; c={said}\n@ct.kernel\ndef k(X, c: ct.Constant[int]):\n    \
             ct.store(X, 0, ct.load(X, 0, 16) * c)\n"
        );
        tilewright_cutile::lower(&source, &Default::default())
    };
    assert!(kernel("4").is_ok());
    let errors = kernel("i32").expect_err("a value of run time");
    assert_eq!(errors[0].code, "python.signature");
    assert!(
        errors[0].message.contains("Expected a constant for `c`"),
        "{}",
        errors[0].message
    );
}

#[test]
fn loops_count_in_32_bits_at_the_least() {
    for narrow in ["int8", "int16"] {
        let body = format!("for i in range(n.astype(ct.{narrow})):\n    x = x + i * 100\nct.store(Y, 0, x)");
        let text = ops("", &body).unwrap();
        let looped = text.lines().find(|line| line.contains("for %")).unwrap();
        assert!(looped.contains(": tile<i32>"), "{looped}");
    }
}

#[test]
fn quotients_of_unsigned_numbers_are_not_rounded_down() {
    for quotient in ["u // 3", "3 // u", "u // u", "ct.floordiv(u, u)", "divmod(u, u)[0]"] {
        let (code, message, line) = ops("", &format!("ct.store(Y, 0, x + {quotient})")).expect_err(quotient);
        assert!(
            code == "python.type" && message.contains("`//` does not support uint32"),
            "{message}"
        );
        assert_eq!(line, 8, "{quotient}");
    }
    for quotient in [
        "u % 3",
        "ct.cdiv(u, u)",
        "n // 3",
        "u.astype(ct.int64) // 3",
        "u >> 1",
        "7 // 2",
    ] {
        assert!(
            ops("", &format!("ct.store(Y, 0, x + ({quotient}))")).is_ok(),
            "{quotient}"
        );
    }
}
