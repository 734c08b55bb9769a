//! Each construct of Python's grammar is taken in a kernel, or refused by a message that names it. The lists follow the
//! parser's own enums: a construct that the parser learns does not build here until somebody says what becomes of it.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ModModule, Stmt};
use std::collections::BTreeSet;
use tilewright_cutile::{Request, lower};
use tilewright_diag::{Diagnostic, LineIndex};

/// The name of a kind of statement. No wildcard: see above.
fn of_stmt(stmt: &Stmt) -> &'static str {
    match stmt {
        Stmt::FunctionDef(def) if def.is_async => "async def",
        Stmt::FunctionDef(_) => "def",
        Stmt::ClassDef(_) => "class",
        Stmt::Return(_) => "return",
        Stmt::Delete(_) => "del",
        Stmt::TypeAlias(_) => "type",
        Stmt::Assign(_) => "assignment",
        Stmt::AugAssign(_) => "augmented assignment",
        Stmt::AnnAssign(_) => "annotated assignment",
        Stmt::For(stmt) if stmt.is_async => "async for",
        Stmt::For(_) => "for",
        Stmt::While(_) => "while",
        Stmt::If(_) => "if",
        Stmt::With(stmt) if stmt.is_async => "async with",
        Stmt::With(_) => "with",
        Stmt::Match(_) => "match",
        Stmt::Raise(_) => "raise",
        Stmt::Try(stmt) if stmt.is_star => "try with except*",
        Stmt::Try(_) => "try",
        Stmt::Assert(_) => "assert",
        Stmt::Import(_) => "import",
        Stmt::ImportFrom(_) => "from import",
        Stmt::Global(_) => "global",
        Stmt::Nonlocal(_) => "nonlocal",
        Stmt::Expr(_) => "expression statement",
        Stmt::Pass(_) => "pass",
        Stmt::Break(_) => "break",
        Stmt::Continue(_) => "continue",
        Stmt::IpyEscapeCommand(_) => "IPython statement",
    }
}

/// All that [`of_stmt`] can say, in its order.
const STATEMENTS: &[&str] = &[
    "async def",
    "def",
    "class",
    "return",
    "del",
    "type",
    "assignment",
    "augmented assignment",
    "annotated assignment",
    "async for",
    "for",
    "while",
    "if",
    "async with",
    "with",
    "match",
    "raise",
    "try with except*",
    "try",
    "assert",
    "import",
    "from import",
    "global",
    "nonlocal",
    "expression statement",
    "pass",
    "break",
    "continue",
];

/// The name of a kind of expression. No wildcard: see above.
fn of_expr(expr: &Expr) -> &'static str {
    match expr {
        Expr::BoolOp(_) => "and, or",
        Expr::Named(_) => "walrus",
        Expr::BinOp(_) => "operator",
        Expr::UnaryOp(_) => "sign",
        Expr::Lambda(_) => "lambda",
        Expr::If(_) => "choice",
        Expr::Dict(_) => "dict",
        Expr::Set(_) => "set",
        Expr::ListComp(_) => "list comprehension",
        Expr::SetComp(_) => "set comprehension",
        Expr::DictComp(_) => "dict comprehension",
        Expr::Generator(_) => "generator",
        Expr::Await(_) => "await",
        Expr::Yield(_) => "yield",
        Expr::YieldFrom(_) => "yield from",
        Expr::Compare(_) => "comparison",
        Expr::Call(_) => "call",
        Expr::FString(_) => "f-string",
        Expr::TString(_) => "t-string",
        Expr::StringLiteral(_) => "string",
        Expr::BytesLiteral(_) => "bytes",
        Expr::NumberLiteral(_) => "number",
        Expr::BooleanLiteral(_) => "truth value",
        Expr::NoneLiteral(_) => "None",
        Expr::EllipsisLiteral(_) => "...",
        Expr::Attribute(_) => "attribute",
        Expr::Subscript(_) => "subscript",
        Expr::Starred(_) => "star",
        Expr::Name(_) => "name",
        Expr::List(_) => "list",
        Expr::Tuple(_) => "tuple",
        Expr::Slice(_) => "slice",
        Expr::IpyEscapeCommand(_) => "IPython expression",
    }
}

/// All that [`of_expr`] can say, in its order.
const EXPRESSIONS: &[&str] = &[
    "and, or",
    "walrus",
    "operator",
    "sign",
    "lambda",
    "choice",
    "dict",
    "set",
    "list comprehension",
    "set comprehension",
    "dict comprehension",
    "generator",
    "await",
    "yield",
    "yield from",
    "comparison",
    "call",
    "f-string",
    "t-string",
    "string",
    "bytes",
    "number",
    "truth value",
    "None",
    "...",
    "attribute",
    "subscript",
    "star",
    "name",
    "list",
    "tuple",
    "slice",
];

/// Bodies of a kernel that are taken; each uses what it has, so that nothing is left out as dead.
const TAKEN: &[&str] = &[
    "def f(a, b=2, *rest, c=1, **more):\n    return a + b + c\nct.store(X, 0, f(n, 3, 4, c=2, d=5))",
    "if n > 3:\n    return\nct.store(X, 0, 1)",
    "a = b = n\nct.store(X, 0, a + b)",
    "a: int = n\na += 1\nct.store(X, 0, a)",
    "a: int\nct.store(X, 0, n)",
    "for i in range(n):\n    if i > 2:\n        break\n    if i == 1:\n        continue\n    ct.store(X, i, i)",
    "while n > 1:\n    n = n // 2\n    if n == 5:\n        break\nelse_ = n\nct.store(X, 0, n)",
    "if n > 1:\n    pass\nelif n > 0:\n    n = 1\nelse:\n    n = 2\nct.store(X, 0, n)",
    "if n is None:\n    raise ct.static_exception(ValueError('none'))\nct.store(X, 0, n)",
    "'''documentation'''\nct.store(X, 0, n)",
    "ct.store(X, 0, 1 if n > 1 and n < 4 or not n == 7 else -n)",
    "f = lambda a, b=3: a * b\nct.store(X, 0, f(n))",
    "print(f'{n:>3d} {T}', 'text', n, sep=', ', end='')",
    "x = ct.zeros((4,), ct.float32)\nct.store(X, 0, ct.sum(x[:, None] + x[None, ...], axis=1))",
    "t = (1, 2, 3, 4)\nct.store(X, 0, t[1:3][0] + t[-1] + len(t[::2]) + t[::-1][0] + len(t[3:0:-2]) + n)",
    "ct.static_assert(None is None and True and 1 < 2 < 3 and 2 in (1, 2))\nct.store(X, 0, n)",
    "def f(a, b):\n    return a + b\nct.store(X, 0, f(*(n, 1)))",
    "a, (b, c) = 1, (2, n)\n[d, e] = a, b\nct.store(X, 0, a + b + c + d + e)",
    "v = ct.static_eval(sum([i * i for i in range(3)]))\nct.store(X, 0, n + v)",
    "for a, b in ct.static_iter(((1, 2), (3, 4))):\n    ct.store(X, a, n + b)",
    // Forms within the kinds: parameters of types (3.12) with defaults (3.13), kinds of parameters, decorators, numbers, strings.
    "def f[S](a: S) -> S:\n    return a\nct.store(X, 0, f(n))",
    "def f[S: int = int, *Ts, **P](a):\n    return a\nct.store(X, 0, f(n))",
    "def f(a, /, b, *, c):\n    return a + b + c\nct.store(X, 0, f(n, 1, c=2))",
    "f = lambda *a, **b: a[0]\nct.store(X, 0, f(n, 1, c=2))",
    "def f(a: list[int] = None) -> 'x':\n    return n\nct.store(X, 0, f())",
    "a = 0xff + 0o17 + 0b11 + 1_000\nct.store(X, 0, a + n)",
    "a = 1_0.5e-1_0 + .5 + 1.\nct.store(X, 0, a + n)",
    "print(f'{n=}', f'{n:>3}' 'b' \"c\", r'\\d')",
    "...\nct.store(X, 0, n)",
    "a = (*(1, 2), n)\nct.store(X, 0, a[2])",
    "a = n; b = a; ct.store(X, 0, b + \\\n  1)",
    "é = n\nct.store(X, 0, é)",
    "a = n is not None and n not in (1, 2)\nct.store(X, 0, n if a else 1)",
    "n //= 2; n %= 3; n <<= 1; n >>= 1; n &= 7; n |= 1; n ^= 1; n -= 1; n *= 2\nct.store(X, 0, ~n + +n)",
    "x = ct.zeros((4, 4), ct.float16)\nx @= x\nx **= 2\nx /= 2\nct.store(X, 0, ct.sum(x).astype(ct.float32))",
];

/// Bodies of a kernel that are refused: where, counted from 1, and what the message has.
const REFUSED: &[(&str, i64, &str)] = &[
    ("async def f():\n    pass", 1, "Unsupported syntax: async"),
    ("class A:\n    pass", 1, "Unsupported syntax: class inside of a kernel"),
    ("return n", 1, "a kernel returns nothing"),
    ("del n", 1, "Unsupported syntax: del"),
    ("type A = int", 1, "Unsupported syntax: type"),
    ("X.size = 1", 1, "Unsupported syntax: attribute assignment"),
    ("X[0] = n", 1, "Arrays do not support item assignment"),
    ("X[0] += n", 1, "Arrays are not directly subscriptable"),
    ("a, *b = 1, 2", 1, "Unsupported syntax: star assignment"),
    ("async for i in range(n):\n    pass", 1, "Unsupported syntax: async"),
    (
        "for i in range(n):\n    pass\nelse:\n    pass",
        1,
        "`else` behind a `for`",
    ),
    ("for i in (1, 2):\n    pass", 1, "Expected a range object"),
    ("for i, j in range(n):\n    pass", 1, "must be a plain name"),
    (
        "while n > 1:\n    n = n - 1\nelse:\n    pass",
        1,
        "`else` behind a `while`",
    ),
    ("async with n:\n    pass", 1, "Unsupported syntax: async"),
    (
        "with n as m:\n    pass",
        1,
        "`with` takes a context manager, not Tile[int32,()]",
    ),
    ("match n:\n    case 1:\n        pass", 1, "Unsupported syntax: match"),
    (
        "raise ValueError('no')",
        1,
        "raise of anything but `ct.static_exception(...)`",
    ),
    ("raise", 1, "raise of anything but `ct.static_exception(...)`"),
    (
        "try:\n    pass\nexcept ValueError:\n    pass",
        1,
        "Unsupported syntax: try",
    ),
    (
        "try:\n    pass\nexcept* ValueError:\n    pass",
        1,
        "Unsupported syntax: try",
    ),
    (
        "assert n > 1, 'no'",
        1,
        "Unsupported syntax: assert; `ct.assert_(condition, message)`",
    ),
    ("import math", 1, "Unsupported syntax: import inside of a kernel"),
    (
        "from math import pi",
        1,
        "Unsupported syntax: import inside of a kernel",
    ),
    ("global m", 1, "Unsupported syntax: global"),
    (
        "def f():\n    nonlocal n\n    n = 1\nf()",
        2,
        "Unsupported syntax: nonlocal",
    ),
    ("a = (b := n)", 1, "Unsupported syntax: walrus"),
    ("a = {1: 2}", 1, "Unsupported syntax: dict literal"),
    ("a = {1, 2}", 1, "Unsupported syntax: set literal"),
    ("a = [1, 2]", 1, "Unsupported syntax: list literal; use a tuple"),
    ("a = [i for i in (1, 2)]", 1, "Unsupported syntax: list comprehension"),
    ("a = {i for i in (1, 2)}", 1, "Unsupported syntax: set comprehension"),
    (
        "a = {i: i for i in (1, 2)}",
        1,
        "Unsupported syntax: dict comprehension",
    ),
    (
        "a = tuple(i for i in (1, 2))",
        1,
        "Unsupported syntax: generator expression",
    ),
    ("a = await n", 1, "Unsupported syntax: await"),
    ("a = yield n", 1, "Unsupported syntax: yield"),
    ("yield from n", 1, "Unsupported syntax: yield"),
    (
        "if f'{n}' == 'a':\n        pass",
        1,
        "a string that is made at run time",
    ),
    (
        "ct.assert_(n < 4, f'{n}')",
        1,
        "a string that is known, not a string that is made at run time",
    ),
    ("print(f'{n!r}')", 1, "`!r`, `!s` or `!a` in a formatted string"),
    ("a = t'{n}'", 1, "Unsupported syntax: t-string"),
    ("a = b'1'", 1, "Unsupported syntax: bytes literal"),
    ("a = 1j", 1, "complex"),
    ("a = ct.zeros((4,), ct.float32)[0:2]", 1, "a tile has no items"),
    ("a = ct.zeros((4,), ct.float32)[::2]", 1, "a tile has no items"),
    ("a = (1, 2)[n]", 1, "must be known when the kernel is compiled"),
    ("a = ct.sum(**{'x': n})", 1, "Unsupported syntax: dict literal"),
    ("a = ct.abs(*n)", 1, "cannot be spread with `*`"),
    ("f = lambda a, b=nosuch: a", 1, "nothing is called `nosuch`"),
    ("a = n @ n", 1, "`@` takes tiles"),
    ("a = n is 3", 1, "`is` asks for None alone in a kernel"),
    ("a = n in X", 1, "`in` asks a tuple"),
    ("a = ~True", 1, "`~` of a truth value that is known"),
    ("a = np.sum(n)", 1, "`numpy.sum` cannot be called in a kernel"),
    ("a = torch.exp(n)", 1, "`torch.exp` cannot be called in a kernel"),
    ("a = math.sqrt(n)", 1, "`math.sqrt` cannot be called in a kernel"),
    ("a = isinstance(n, int)", 1, "isinstance"),
    ("a = enumerate((1, 2))", 1, "enumerate"),
    ("a = open('file')", 1, "kernels have no `open`, which is Python's"),
    (
        "@ct.function\ndef f(a):\n    return a\nct.store(X, 0, f(n))",
        1,
        "Unsupported syntax: a decorator of a function inside of a kernel",
    ),
    // Forms within the kinds, as above.
    (
        "class A[S]:\n    pass",
        1,
        "Unsupported syntax: class inside of a kernel",
    ),
    ("type A[S] = list[S]", 1, "Unsupported syntax: type"),
    ("a = n ** 2\nct.store(X, 0, a)", 1, "`**` does not support int32"),
    (
        "w = 4\nprint(f'{n:{w}d}')",
        2,
        "a format that is computed, in a formatted string",
    ),
    ("print(f'{n!s:>3}')", 1, "`!r`, `!s` or `!a` in a formatted string"),
    (
        "a = 99999999999999999999999999999999999999999999999999",
        1,
        "is too large",
    ),
    ("a = rb'x'", 1, "Unsupported syntax: bytes literal"),
    ("a = rt'{n}'", 1, "Unsupported syntax: t-string"),
    ("a = X[*(0, 1)]", 1, "Arrays are not directly subscriptable"),
    ("a = X[1:2, ::3]", 1, "Arrays are not directly subscriptable"),
    ("a = n[0]", 1, "a tile has no items"),
    ("del n, T", 1, "Unsupported syntax: del"),
    (
        "with (n as a, n as b):\n    pass",
        1,
        "`with` takes a context manager, not Tile[int32,()]",
    ),
    (
        "try:\n    pass\nexcept ValueError, TypeError:\n    pass",
        1,
        "Unsupported syntax: try",
    ),
    ("try:\n    pass\nfinally:\n    pass", 1, "Unsupported syntax: try"),
    ("a = [i async for i in n]", 1, "Unsupported syntax: list comprehension"),
    ("a = {**{1: 2}}", 1, "Unsupported syntax: dict literal"),
    ("X.a: int = 3", 1, "Unsupported syntax: attribute assignment"),
    ("while (m := n) > 1:\n    break", 1, "Unsupported syntax: walrus"),
    (
        "match n:\n    case [1, *r]:\n        pass\n    case {'a': 1, **r}:\n        pass\n    case A(b=1) | None:\n        pass\n    case x if x > 1:\n        pass\n    case _:\n        pass",
        1,
        "Unsupported syntax: match",
    ),
    ("def f():\n    return (yield 1)\nf()", 2, "Unsupported syntax: yield"),
    (
        "def f(a=[]):\n    return n\nct.store(X, 0, f())",
        1,
        "Unsupported syntax: list literal",
    ),
    (
        "raise ct.static_exception(ValueError('x')) from None",
        1,
        "ValueError: x",
    ),
    ("from x import *", 1, "Unsupported syntax: import inside of a kernel"),
    ("for x.y in range(n):\n    pass", 1, "must be a plain name"),
    ("break", 1, "there is no loop around this"),
    ("continue", 1, "there is no loop around this"),
    ("a = (n)(1)", 1, "Tile[int32,()] cannot be called"),
    ("a = n.real", 1, "has no attribute `real`"),
];

/// Functions of Python that kernels lack: none is taken for a misspelt name, and each has what to write instead.
#[test]
fn functions_of_python_that_kernels_lack_say_what_to_write() {
    for (name, advice) in [
        ("list", "kernels have abs"),
        ("dict", "kernels have abs"),
        ("sorted", "`ct.static_eval(...)`"),
        ("isinstance", "`ct.static_eval(...)`"),
        ("type", "`x.astype(dtype)`"),
        ("sum", "`ct.sum(x, axis)`"),
        ("round", "`ct.floor(x + 0.5)`"),
        ("nosuch", "define it above the kernel"),
    ] {
        let errors = lower(&kernel(&format!("a = {name}(n)")), &Request::default()).expect_err(name);
        let help = errors[0].help.as_deref().unwrap_or_default();
        assert!(help.contains(advice), "{name}: {errors:#?}");
    }
}

struct Kinds(BTreeSet<&'static str>);

impl<'a> Visitor<'a> for Kinds {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.0.insert(of_stmt(stmt));
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0.insert(of_expr(expr));
        walk_expr(self, expr);
    }
}

const HEAD: &str = "import cuda.tile as ct\nimport numpy as np\nimport torch\nimport math\n# tilewright: X=f32[?]; n=i32; T=64\n\
                    @ct.kernel\ndef k(X, n, T: ct.Constant[int]):\n";

fn kernel(body: &str) -> String {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    format!("{HEAD}{body}")
}

fn kinds(source: &str) -> BTreeSet<&'static str> {
    let parsed = ruff_python_parser::parse_module(source).unwrap_or_else(|error| panic!("{source}\n{error}"));
    let ModModule { body, .. } = parsed.into_syntax();
    let mut kinds = Kinds(BTreeSet::new());
    kinds.visit_body(&body);
    kinds.0
}

fn told(source: &str, errors: &[Diagnostic]) -> String {
    let lines = LineIndex::new(source);
    let head = HEAD.lines().count() as i64;
    let tell = |error: &Diagnostic| {
        assert!(error.help.is_some(), "no help: {error:?}");
        let line = error.span.map_or(0, |span| i64::from(lines.line(span.start)) - head);
        format!("line {line}: {}", error.message)
    };
    errors.iter().map(tell).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_kernels_have_is_taken() {
    for body in TAKEN {
        let source = kernel(body);
        if let Err(errors) = lower(&source, &Request::default()) {
            panic!("{body}\n{}", told(&source, &errors));
        }
    }
}

#[test]
fn what_kernels_lack_is_named() {
    let mut wrong = Vec::new();
    for (body, line, part) in REFUSED {
        let source = kernel(body);
        let found = match lower(&source, &Request::default()) {
            Ok(_) => "taken".to_string(),
            Err(errors) => told(&source, &errors),
        };
        let prefix = format!("line {line}: ");
        if !found
            .lines()
            .any(|said| said.starts_with(&prefix) && said.contains(part))
        {
            wrong.push(format!("{body}\n  wanted {line}: {part}\n  found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_construct_of_the_grammar_is_in_a_list() {
    let all = TAKEN.iter().copied().chain(REFUSED.iter().map(|(body, ..)| *body));
    let seen: BTreeSet<&str> = all.flat_map(|body| kinds(&kernel(body))).collect();
    let missing: Vec<&&str> = STATEMENTS
        .iter()
        .chain(EXPRESSIONS)
        .filter(|kind| !seen.contains(**kind))
        .collect();
    assert!(missing.is_empty(), "no kernel has {missing:?}");
    let known: BTreeSet<&str> = STATEMENTS.iter().chain(EXPRESSIONS).copied().collect();
    assert_eq!(known, seen, "a kind that is not in the lists");
}
