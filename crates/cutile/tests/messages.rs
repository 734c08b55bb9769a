//! Each refusal has its line, its code and the reason.

use tilewright_cutile::{Request, lower};
use tilewright_diag::LineIndex;

/// The errors of a kernel with these lines: code, line of the kernel's body from 1, text.
fn errors(body: &str) -> Vec<(String, i64, String)> {
    let head = "import cuda.tile as ct\nimport numpy as np\nimport math\nfrom dataclasses import dataclass\nVALUES = [1, 2]\nTABLE = np.array(VALUES)\n\
                # tilewright: X=f32[?]; Y=f16[?,?]; n=i32; T=64\n@ct.kernel\ndef k(X, Y, n, T: ct.Constant[int]):\n";
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let source = format!("{head}{body}");
    let lines = LineIndex::new(&source);
    let first = head.lines().count() as i64;
    match lower(&source, &Request::default()) {
        Ok(lowered) => panic!("taken:\n{source}\n{}", lowered.text),
        Err(errors) => errors
            .into_iter()
            .map(|error| {
                assert!(error.help.is_some(), "no help: {error:?}");
                let line = error.span.map_or(0, |span| i64::from(lines.line(span.start)) - first);
                (error.code, line, error.message)
            })
            .collect(),
    }
}

fn one(body: &str, code: &str, line: i64, part: &str) {
    let found = errors(body);
    let fits = found.len() == 1 && found[0].0 == code && found[0].1 == line && found[0].2.contains(part);
    assert!(fits, "{body}\nwanted {code} in line {line}: {part}\nfound {found:#?}");
}

/// `n or 16` is a truth value in kernels, and none of these takes one: NVIDIA's compiler refuses them, too.
#[test]
fn truth_values_are_no_whole_numbers() {
    for body in [
        "x = ct.load(X, 0, T or 16)",
        "x = ct.arange(T and 8, dtype=ct.int32)",
        "x = ct.sum(ct.load(X, 0, 8), axis=0 or 1)",
        "x = ct.full((T or 8,), 1, ct.int32)",
        "x = ct.bid(False)",
        "x = (1, 2)[T > 3]",
        "x = ct.load(X, 0, 8, latency=True)",
    ] {
        one(body, "python.type", 1, "must be a whole number, not a truth value");
    }
}

#[test]
fn types_and_shapes() {
    one(
        "x = ct.load(X, (0,), (3,))",
        "python.type",
        1,
        "the extent 3 in shape (3,) is no power of two",
    );
    one("x = X + 1", "python.type", 1, "not an array");
    one("x = X[0]", "python.type", 1, "Arrays are not directly subscriptable");
    one("X[0] = n", "python.type", 1, "Arrays do not support item assignment");
    one(
        "x = ct.load(X, (0, 0), (4,))",
        "python.type",
        1,
        "an index of 2 for an array of rank 1",
    );
    one(
        "x = ct.zeros((4,), ct.uint32) + n",
        "python.type",
        1,
        "uint32 and int32 have no type in common",
    );
    one(
        "x = ct.zeros((4,), ct.int8) + 300",
        "python.type",
        1,
        "300 does not fit into int8",
    );
    one(
        "x = ct.zeros((4,), ct.float32) + ct.zeros((8,), ct.float32)",
        "python.type",
        1,
        "Shapes (4,) and (8,) cannot be broadcast together",
    );
    one(
        "ct.store(X, 0, ct.gather(X, n, mask=ct.full((8,), True, ct.bool_)))",
        "python.type",
        1,
        "a mask of shape (8,) cannot be broadcast to the shape () of the indices",
    );
    one(
        "ct.store(X, 0, ct.gather(X, ct.zeros((4,), ct.int32), padding_value=ct.zeros((2, 4), ct.float32)))",
        "python.type",
        1,
        "padding of shape (2,4) cannot be broadcast to the shape (4,) of the indices",
    );
    one(
        "x = ~ct.full((), 3, ct.float32).astype(ct.bool_)",
        "python.type",
        1,
        "`~` of a truth value that is known",
    );
    one(
        "x = (n > 1) + (n > 2)",
        "python.type",
        1,
        "`add` does not compute with bool",
    );
    one(
        "ct.store(Y, (0, 0), ct.zeros((4, 4), ct.float32))",
        "python.type",
        1,
        "cannot implicitly cast float32 to float16",
    );
    one(
        "if ct.zeros((4,), ct.int32):\n    pass",
        "python.type",
        1,
        "Expected a scalar value",
    );
    one(
        "y = 0\nfor i in range(n):\n    y = y + 1.5\nct.store(X, 0, y)",
        "python.type",
        2,
        "`y` is of another type on another way: Tile[float32,()] (line 12), or Tile[int32,()] (line 10)",
    );
    // Also where nobody reads it.
    one(
        "y = ct.zeros((8,), ct.int32)\nfor i in range(n):\n    y = ct.zeros((4,), ct.bool_)",
        "python.type",
        2,
        "`y` is of another type on another way",
    );
    one(
        "y = (n if n > 1 else 2.0) + 1",
        "python.type",
        1,
        "the expression is of another type on another way",
    );
    one(
        "y = ~(ct.full((), True, ct.bool_) & ct.full((), True, ct.bool_))",
        "python.type",
        1,
        "`~` of a truth value",
    );
    one(
        "y = ct.assume_divisible_by(ct.ones((), ct.int32), 16)",
        "python.type",
        1,
        "1 is no multiple of 16",
    );
    one(
        "y = X.slice(0, ct.zeros((4,), ct.int32), n)",
        "python.type",
        1,
        "signed integer scalars",
    );
    one(
        "ct.store(X, ct.bid(0).astype(ct.uint32), 1.0)",
        "python.type",
        1,
        "an index must be a signed integer scalar",
    );
    one(
        "y = X.slice(0, n, ct.zeros((), ct.uint32))",
        "python.type",
        1,
        "signed integer scalars",
    );
    one(
        "if n > 1:\n    y = 1\nelse:\n    y = 2.0\nct.store(X, 0, y)",
        "python.type",
        5,
        "`y` is of another type on another way",
    );
    one(
        "for i in range(0, n, -1):\n    pass",
        "python.type",
        1,
        "a loop goes upwards, not by steps of -1",
    );
    one(
        "i = 2.0\nfor i in range(n):\n    pass",
        "python.type",
        2,
        "`i` is of another type on another way",
    );
    one(
        "r = ct.zeros((8,), ct.int32)\nct.store_advanced_indexing(Y, (r, ct.Slice(0, 4)), 1)",
        "python.type",
        2,
        "a tile of shape () for indices of shape (8,4)",
    );
    one(
        "for i in (1, 2):\n    pass",
        "python.type",
        1,
        "Expected a range object",
    );
    one(
        "a = ct.zeros((16, 16), ct.float16)\nc = ct.mma(a, a, ct.zeros((16, 16), ct.int32))",
        "python.type",
        2,
        "Unsupported acc dtype int32",
    );
    one("return n", "python.type", 1, "a kernel returns nothing");
    one(
        "x = ct.zeros((4, 4), ct.float32)[0]",
        "python.type",
        1,
        "a tile has no items",
    );
}

/// Lines that NVIDIA's compiler refuses, each after two tiles: `x` of floats, `p` of whole numbers.
#[test]
fn what_no_tool_takes_is_refused() {
    let head = "x = ct.load(Y, (0, 0), (16, 16))\np = ct.zeros((16, 16), ct.int32)\n";
    for (line, part) in [
        ("ct.zeros((4,), 'float16')", "a dtype is needed here, not a string"),
        ("x.astype(float)", "a dtype is needed here"),
        ("ct.load(Y, (0, 0), (16, 16), check_bounds=0)", "must be True or False"),
        (
            "ct.load(Y, (0, 0), (1, 1), memory_order=ct.MemoryOrder.RELEASE, memory_scope=ct.MemoryScope.SYS)",
            "memory order release is not for loads",
        ),
        ("ct.gather(X, (p,), padding_value=1.0).astype(ct.f16)", "has no `f16`"),
        (
            "Y.tiled_view((16, 16)).atomic_store_add((0, 0), x.astype(ct.float32))",
            "cannot implicitly cast",
        ),
        (
            "ct.mma(x, x, x, use_fast_acc=True)",
            "use_fast_acc is for products of float8",
        ),
        ("ct.sum(p, 0, flush_to_zero=True)", "`flush_to_zero` is for float32"),
        ("ct.minimum(p, p, flush_to_zero=True)", "`flush_to_zero` is for float32"),
        ("ct.sum(x, (0, 0))", "an axis is named twice"),
        ("ct.reduce(x, None, lambda a, b: a + b, 0)", "`axis` must be known"),
        ("ct.scan(x, None, lambda a, b: a + b, 0)", "`axis` must be known"),
        ("ct.cat((x, p), 0)", "cannot be joined"),
        ("ct.insert(x, (0, 0), p)", "cannot be inserted"),
        (
            "ct.insert(x, (2, 0), ct.extract(x, (0, 0), (8, 8)))",
            "index 2 is outside",
        ),
        ("ct.extract(x, (0, -1), (8, 8))", "index -1 is outside"),
        (
            "ct.unpack_from_bytes(ct.zeros((8,), ct.int8), ct.float32)",
            "only a row of bytes",
        ),
        ("X.slice(0, 4, 2)", "a slice goes from 0 or more upwards"),
        ("X.slice(0, -4, n)", "a slice goes from 0 or more upwards"),
        ("ct.assume_divisible_by(p, 8)", "is for integer scalars"),
        ("ct.assert_(n)", "a condition is of bool_"),
        ("p << (p > 0)", "`<<` does not support int32 and bool_"),
        ("p == None", "cannot be compared"),
        ("x.dtype == 'float16'", "cannot be compared"),
        ("p in (1, 2)", "tuples are compared by scalars"),
        ("(p, 1) == (2, 1)", "tuples are compared by scalars"),
        ("ct.printf('%d', x)", "does not fit the values: Tile[float16,(16,16)]"),
        ("ct.printf('%s', n)", "does not fit the values"),
        ("ct.printf('%d %d', n)", "does not fit the values"),
        ("print(f'{n:.3f}')", "does not fit the values"),
    ] {
        let code = if part.starts_with("has no") {
            "python.attribute"
        } else {
            "python.type"
        };
        let code = if part.starts_with("must be True") || part.contains("must be known") {
            "python.constant"
        } else {
            code
        };
        one(&format!("{head}{line}"), code, 3, part);
    }
}

#[test]
fn names_constants_and_calls() {
    one(
        "y = ct.log2(ct.full((), -math.inf, ct.float32))",
        "python.constant",
        1,
        "`log2` has no value for -inf",
    );
    one("x = nosuch + 1", "python.name", 1, "nothing is called `nosuch`");
    // The kernel itself is no name that could be meant; a constant of the file is.
    let meant = |file: &str| {
        let source =
            format!("import cuda.tile as ct\n{file}# tilewright: X=f32[?]\n@ct.kernel\ndef kern(X):\n    v = kerm\n");
        let errors = lower(&source, &Request::default()).expect_err("unknown");
        errors[0].help.clone().unwrap_or_default()
    };
    assert_eq!(meant(""), "define it above the kernel, or import it");
    assert_eq!(meant("kerf = 1\n"), "did you mean `kerf`?");
    one(
        "if n > 1:\n    w = 1\nct.store(X, 0, w)",
        "python.name",
        3,
        "`w` may have no value",
    );
    one(
        "for i in range(n):\n    w = i\nct.store(X, 0, w)",
        "python.name",
        3,
        "`w` may have no value",
    );
    // A `while` assigns a variable first: before a `break`, in the round before, at breaks of two types.
    one(
        "while True:\n    n += 1\n    if n > 3:\n        break\n    w = n\nct.store(X, 0, w)",
        "python.name",
        6,
        "`w` may have no value",
    );
    one(
        "while n < 3:\n    n += 1\n    w = n\nct.store(X, 0, w)",
        "python.name",
        4,
        "`w` may have no value",
    );
    one(
        "while True:\n    if n > 1:\n        w = w + 1\n    else:\n        w = n\n    n += 1\n    if n > 3:\n        break",
        "python.name",
        3,
        "`w` is used before it has a value",
    );
    one(
        "while True:\n    w = n\n    if n > 3:\n        break\n    n += 1\n    w = 1.5\n    if n > 2:\n        break\nct.store(X, 0, w)",
        "python.type",
        9,
        "`w` is of another type on another way",
    );
    // Read behind the loop, of another type on the only way out, and of another type in the next round.
    for (leaves, after, line) in [
        ("break\n    if n > 2:\n        break", "ct.store(X, 0, w)", 9),
        ("break", "pass", 2),
        ("pass\n    if n > 2:\n        break", "pass", 2),
    ] {
        let body = format!("w = n\nwhile True:\n    n += 1\n    if n > 3:\n        w = 1.5\n        {leaves}\n{after}");
        one(&body, "python.type", line, "`w` is of another type on another way");
    }
    one(
        "while True:\n    w = n\n    if n > 3:\n        break\n    n += 1\nfor i in range(3):\n    w = 1.5",
        "python.type",
        6,
        "`w` is of another type on another way",
    );
    one(
        "x = ct.zeros((n,), ct.float32)",
        "python.constant",
        1,
        "must be known when the kernel is compiled",
    );
    one("x = T // 0", "python.constant", 1, "has no value");
    one("x = 1j", "python.constant", 1, "complex");
    one(
        "x = int(ct.load(X, (0,), (1,)).item())",
        "python.constant",
        1,
        "`int(...)` converts only what is known",
    );
    one("x = np.exp(1.0)", "python.host", 1, "`numpy.exp` cannot be called");
    one("x = TABLE", "python.host", 1, "`TABLE` is not known");
    one("x = ct.laod(X, (0,), (4,))", "python.attribute", 1, "has no `laod`");
    one("x = X.shpae", "python.attribute", 1, "no attribute `shpae`");
    one("x = ct.load(X, (0,))", "python.call", 1, "needs its argument `shape`");
    one(
        "x = ct.load(X, (0,), (4,), patience=1)",
        "python.call",
        1,
        "no parameter `patience`",
    );
    one(
        "def f(a):\n    return a\nx = f()",
        "python.call",
        3,
        "`f` needs its argument `a`",
    );
    one("def f(a):\n    return f(a)\nx = f(n)", "python.size", 2, "recursion");
    one(
        "ct.static_assert(T < 8, 'too large')",
        "python.assert",
        1,
        "Static assertion failed: too large",
    );
    one(
        "ct.static_assert(T < 8, f'{T} of {ct.bid(0)}: {100}%')",
        "python.assert",
        1,
        "Static assertion failed: 64 of Tile[int32,()]: 100%",
    );
    one(
        "raise ct.static_exception(ValueError(f'no {T=}'))",
        "python.assert",
        1,
        "ValueError: no T=64",
    );
    one(
        "raise ct.static_exception(ValueError('no'))",
        "python.assert",
        1,
        "raises an exception",
    );
}

/// The help of the only error of a kernel with these lines, and the text that it marks.
fn help(body: &str) -> (String, String) {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let source = format!(
        "import cuda.tile as ct\nimport torch\nimport triton.language as tl\n# tilewright: X=f32[?]; n=i32\n@ct.kernel\ndef k(X, n):\n{body}"
    );
    let errors = lower(&source, &Request::default()).expect_err(&body);
    let [error] = &errors[..] else {
        panic!("{body}: {errors:#?}");
    };
    let span = error.span.expect("a place");
    (
        error.help.clone().unwrap_or_default(),
        source[span.start as usize..span.end as usize].to_string(),
    )
}

#[test]
fn what_to_write_instead_is_said() {
    let x = "x = ct.load(X, (0,), (16,))\n";
    for (line, part) in [
        ("y = ct.float61", "`ct.float16`"),
        ("y = ct.PadingMode.ZERO", "`ct.PaddingMode`"),
        ("y = ct.PaddingMode.zero", "`ct.PaddingMode.ZERO`"),
        ("y = ct.RoundingMode.x", "there are RN, RZ"),
        ("y = ct.cast(x, ct.int32)", "`x.astype(dtype)`"),
        ("y = ct.dot(x, x)", "`ct.mma(x, y, acc)`"),
        ("y = ct.program_id(0)", "`ct.bid(axis)`"),
        ("y = tl.load(X)", "`ct.load(array, index, shape)`"),
        ("y = x.sum()", "`ct.sum(x, axis)`"),
        ("y = x.T", "`ct.transpose(x)`"),
        ("y = x.to(ct.float16)", "`x.astype(dtype)`"),
        ("y = torch.softmax(x, 0)", "ct.sum(e, axis, keepdims=True)"),
        ("y = torch.sigmoid(x)", "1 / (1 + ct.exp(-x))"),
        ("y = sum(x)", "`ct.sum(x, axis)`"),
        ("y = round(x)", "`ct.floor(x + 0.5)`"),
        ("y = ct.sum(x, dim=0)", "`axis`"),
        ("y = ct.sum(x, 0, keepdim=True)", "`keepdims`"),
        ("y = ct.load(X, (0,), shap=(16,))", "`shape`"),
        ("y = ct.f32", "`ct.float32`"),
        ("y = x.astype('float16')", "`ct.float16`"),
        ("y = ct.sum(x, axis=1)", "counted from 0"),
        ("y = X.shape[1]", "counted from 0"),
        ("y = ct.permute(x[None], (0, 0))", "`(1, 0)`"),
        (
            "y = ct.load(X, (0,), (16,), padding_mode='zero')",
            "`ct.PaddingMode.NAME`",
        ),
        ("y = ct.load(X, (0,), (16,), latency=11)", "leave it out"),
        ("k(X, Y, n, T)", "host code launches it"),
        ("y = ct.load(X, 0, 16, shape=16)", "leave one of them away"),
        ("y = len(X)", "`X.shape[0]`"),
        ("for i in range(n / 2):\n    y = i", "`//` divides"),
        ("raise ValueError(n)", "`raise ct.static_exception(ValueError(...))`"),
    ] {
        let (help, _) = help(&format!("{x}{line}"));
        assert!(help.contains(part), "{line}: {help}");
    }
    // A name that is near to none is left without a guess.
    assert!(help("y = ct.frobnicate(1)").0.contains("documentation"));
}

/// NVIDIA's exporter writes bytecode of these that its own tools refuse.
#[test]
fn whole_numbers_are_padded_by_zeros() {
    let source = |dtype: &str, mode: &str| {
        format!(
            "import cuda.tile as ct\n# tilewright: X={dtype}[?]\n@ct.kernel\ndef k(X):\n    \
             ct.store(X, 1, ct.load(X, 0, 16, padding_mode=ct.PaddingMode.{mode}))\n"
        )
    };
    for mode in ["NAN", "NEG_INF", "POS_INF", "NEG_ZERO"] {
        let errors = lower(&source("i32", mode), &Request::default()).expect_err(mode);
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!(errors[0].message, "tiles of whole numbers are padded by zeros alone");
        assert!(lower(&source("f32", mode), &Request::default()).is_ok());
    }
    assert!(lower(&source("i32", "ZERO"), &Request::default()).is_ok());
    // Nothing is padded where nobody uses what is loaded.
    let unused = source("i32", "NAN").replace("ct.store(X, 1, ", "x = (");
    assert!(lower(&unused, &Request::default()).is_ok());
}

#[test]
fn what_is_missed_at_the_end_of_a_line_is_shown_there() {
    for end in ["\n", "\r\n"] {
        let source = format!("def k(X):{end}    for i in range(4){end}        x = i{end}");
        let errors = lower(&source, &Request::default()).expect_err("a colon is missed");
        let span = errors[0].span.expect("a place");
        assert_eq!(errors[0].message, "Expected `:`, found newline");
        assert_eq!((span.start, span.end), (span.start, span.start));
        assert!(source[..span.start as usize].ends_with("range(4)"));
    }
}

#[test]
fn the_extent_that_is_wrong_is_marked() {
    for (line, marked) in [
        ("x = ct.load(X, (0,), (3,))", "3"),
        ("x = ct.load(X, index=(0,), shape=(n,))", "n"),
        ("x = ct.zeros((4, 5, 8), ct.float32)", "5"),
        // Where the shape has a name, the call is marked.
        ("x = ct.zeros(SHAPE, ct.float32)", "ct.zeros(SHAPE, ct.float32)"),
    ] {
        assert_eq!(
            help(&line.replace("SHAPE", "(4, 6) + ()")).1,
            marked.replace("SHAPE", "(4, 6) + ()")
        );
    }
}

#[test]
fn the_argument_that_is_wrong_is_marked() {
    for (line, marked) in [
        ("x = ct.load(X, (0,), shape=(4, 4))", "(4, 4)"),
        ("x = ct.load(X, (0, n), (4,))", "(0, n)"),
        ("x = ct.load(X, shape=(4,), index=(0, n))", "(0, n)"),
        ("x = ct.load(X, (0,), (4,), order=(1,))", "(1,)"),
        ("x = ct.num_blocks(3)", "3"),
        ("x = ct.sum(ct.zeros((4, 4), ct.float32), axis=2)", "2"),
        ("x = ct.max(ct.zeros((4, 4), ct.float32), (0, -3))", "(0, -3)"),
        // The tile stands before the brackets.
        ("x = ct.zeros((4, 4), ct.float32).reshape((4, 2))", "(4, 2)"),
        ("x = ct.extract(ct.zeros((4, 4), ct.float32), (0, 0), (8, 4))", "(8, 4)"),
        ("x = ct.extract(ct.zeros((4, 4), ct.float32), (0, 2), (2, 2))", "(0, 2)"),
        ("x = X.tiled_view((4, 4)).load((0,))", "(4, 4)"),
        ("x = X.slice(1, 0, n)", "1"),
        // Where arguments are spread, none of them can be told from the others: the call is marked.
        ("x = ct.load(X, *((0, n), (4,)))", "ct.load(X, *((0, n), (4,)))"),
    ] {
        assert_eq!(help(line).1, marked, "{line}");
    }
}

#[test]
fn one_error_is_told_for_a_cause() {
    // The value that a helper lacks is no error of its callers.
    let helper = "def f(x):\n    y = x + nosuch\n    return y * 2\na = f(n)\nb = f(n) + 1\nct.store(X, (0,), a + b)";
    assert_eq!(help(helper).1, "nosuch");
    // An option that is wrong does not hide the body's.
    let source =
        "import cuda.tile as ct\n# tilewright: X=f32[?]\n@ct.kernel(occupancy=99)\ndef k(X):\n    x = nosuch\n";
    let errors = lower(source, &Request::default()).expect_err("refused");
    let codes: Vec<&str> = errors.iter().map(|error| error.code.as_str()).collect();
    assert_eq!(codes, ["python.call", "python.name"]);
}

#[test]
fn several_errors_are_told_at_once_and_none_twice() {
    let found = errors("a = nosuch\nb = a + 1\nc = X + 1\nd = c * 2\nct.store(Y, (0,), n)");
    let lines: Vec<i64> = found.iter().map(|error| error.1).collect();
    assert_eq!(lines, [1, 3, 5], "{found:#?}");
}

#[test]
fn what_is_no_kernel_is_named() {
    for (text, what) in [
        ("import triton\n@triton.jit\ndef k(x): pass\n", "Triton"),
        ("import tilelang\n", "TileLang"),
        ("__global__ void k(float* x) { x[0] = 1.0f; }\n", "CUDA C++"),
        (".version 8.0\n.target sm_90\n", "PTX"),
        ("define void @k(ptr %p) {\n  ret void\n}\n", "LLVM IR"),
        ("#include <cuda.h>\n__global__ void k() {}\n", "CUDA C++"),
        ("def f(x):\n    return x\n", "no kernel"),
        ("", "no kernel"),
    ] {
        let found = match lower(text, &Request::default()) {
            Ok(_) => panic!("{text}"),
            Err(errors) => errors,
        };
        assert!(found.len() == 1 && found[0].message.contains(what), "{text}: {found:?}");
    }
}

#[test]
fn truth_values_are_not_packed() {
    let row = "r = ct.full((8,), 1, ct.uint8)\n";
    for call in ["ct.pack_to_bytes(r > 0)", "ct.unpack_from_bytes(r, ct.bool_)"] {
        one(
            &format!("{row}x = {call}"),
            "python.type",
            2,
            "truth values are not packed into bytes",
        );
    }
}

/// The body of a helper that returns early becomes a loop, which is none of the program.
#[test]
fn jumps_need_a_loop_of_their_own_function() {
    let helper = |jump: &str| {
        format!("def f(x):\n    if x < 0:\n        return 1\n    if x == 7:\n        {jump}\n    return x\ny = f(n)")
    };
    for jump in ["break", "continue"] {
        one(&helper(jump), "python.syntax", 5, "there is no loop around this");
        one(
            &format!("if n > 3:\n    {jump}"),
            "python.syntax",
            2,
            "there is no loop around this",
        );
    }
    let own = "import cuda.tile as ct\n# tilewright: X=i32[?]; n=i32\n@ct.kernel\ndef k(X, n):\n    def f(x):\n        if x < 0:\n            return 1\n        \
               while x > 3:\n            x = x - 1\n            if x == 7:\n                break\n        return x\n    ct.store(X, 0, f(n))\n";
    assert!(lower(own, &Request::default()).is_ok());
}

#[test]
fn what_kernels_have_not_is_refused_where_nothing_gets_to() {
    for (line, part) in [
        ("try: pass\n    finally: pass", "try"),
        (
            "raise ValueError(3)",
            "raise of anything but `ct.static_exception(...)`",
        ),
        ("assert n > 0", "assert"),
        ("x = [1]", "list literal"),
        ("X.a = 3", "attribute assignment"),
        ("a, *b = (1, 2)", "star assignment"),
        ("f = lambda: (yield)", "yield"),
        ("x = 1.0 if True else {2}", "set literal"),
        ("def f():\n        global g\n        g = 1", "global"),
        (
            "for i in ct.static_iter((1, 2)):\n        break",
            "a loop over `ct.static_iter(...)`",
        ),
        ("print(f'{n:{n}d}')", "a format that is computed"),
    ] {
        one(
            &format!("if False:\n    {line}"),
            "python.unsupported",
            2 + i64::from(line.contains("global")),
            part,
        );
        one(
            &format!("ct.store(X, 0, 1.0)\nreturn\n{}", line.replace("\n    ", "\n")),
            "python.unsupported",
            3 + i64::from(line.contains("global")),
            part,
        );
    }
    // Python itself may be given anything, and what is refused where it is reached is no error where it is not.
    let taken = "import cuda.tile as ct\ndef never():\n    try: pass\n    finally: pass\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    \
                 if False:\n        never()\n        X[0] = 3\n        for i in (1, 2):\n            pass\n    \
                 ct.store(X, 0, ct.static_eval([1.0, 2.0][0]))\n";
    assert!(lower(taken, &Request::default()).is_ok());
    let reached = taken.replace("if False", "if True");
    assert!(lower(&reached, &Request::default()).is_err());
}

#[test]
fn a_bracket_that_is_never_closed_is_shown_where_it_is_opened() {
    for (body, line, bracket) in [
        (
            "x = ct.load(X, 0, (8,)\ny = x + 1\nct.store(X, 0, y)",
            1,
            "`(` is never closed",
        ),
        ("x = (1,\n     [2, 3\ny = f(3)", 2, "`[` is never closed"),
        ("for i in range(4:\n    x = 1\ny = 2", 1, "`(` is never closed"),
        // Brackets that close another, or nothing, and a string without its end.
        ("x = (1, 2]\ny = 3", 1, "`]` does not close `(`"),
        ("y = 3\nx = [f(1, 2]", 2, "`]` does not close `(`"),
        ("x = f(1))\ny = 3", 1, "`)` closes nothing"),
        (
            "y = 3\nprint('abc)\nx = 2",
            2,
            "missing closing quote in string literal",
        ),
    ] {
        let source = format!("@ct.kernel\ndef k(X):\n    {}\n", body.replace('\n', "\n    "));
        let errors = lower(&source, &Request::default()).expect_err(body);
        let at = errors[0].span.map(|span| LineIndex::new(&source).line(span.start));
        assert_eq!((errors.len(), at), (1, Some(line + 2)), "{errors:#?}");
        assert_eq!(errors[0].message, bracket);
    }
    // One that is closed, with what Python does not take in it, is another fault.
    let errors = lower("def k(X):\n    x = (1 2)\n", &Request::default()).expect_err("a fault");
    assert!(!errors[0].message.contains("never closed"), "{errors:#?}");
    // Faults before it are told as well.
    let errors = lower("x = = 3\ny = f(1\n", &Request::default()).expect_err("two faults");
    let told: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(told, ["Expected an expression", "`(` is never closed"]);
}

#[test]
fn arrays_that_are_chosen_are_of_one_type() {
    let parts = [
        ("A = X if n > 3 else Y\nct.store(A, 0, 1.0)", 2),
        ("A = X\nfor i in range(n):\n    ct.store(A, i, 1.0)\n    A = Y", 2),
        ("A = X\nwhile n > 3:\n    A = Y", 2),
        (
            "def f(c):\n    if c > 3:\n        return X\n    return Y\nct.store(f(n), 0, 1.0)",
            5,
        ),
        ("A = X.tiled_view(4) if n > 3 else X.tiled_view(8)\nA.load(0)", 2),
        ("A = X if n > 3 else X.get_raw_memory()\nct.store(A, 0, 1.0)", 2),
    ];
    for (body, line) in parts {
        one(body, "python.type", line, "is of another type on another way");
    }
    let (_, _, told) = errors(parts[0].0).remove(0);
    assert!(told.contains("an array of float32[?] strides=[1]"), "{told}");
    assert!(told.contains("an array of float16[?,?] strides=[?,1]"), "{told}");
    // Those that a round assigns before it uses them are known.
    let known = "import cuda.tile as ct\n# tilewright: X=f32[?]; Z=f32[?]; n=i32\n@ct.kernel\ndef k(X, Z, n):\n    A = X\n    \
                 for i in range(n):\n        A = Z\n        ct.store(A, i, 1.0)\n";
    assert!(lower(known, &Request::default()).is_ok());
}

#[test]
fn nested_loops_that_are_split_do_not_grow_without_end() {
    let mut body = String::from("x = 0.0\n");
    for depth in 0..18 {
        let space = " ".repeat(depth);
        body += &format!("{space}for i{depth} in range(n):\n{space} if i{depth} < 4:\n{space}  x = x + 1.0\n");
    }
    body += "ct.store(X, 0, x)";
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let source = format!("import cuda.tile as ct\n# tilewright: X=f32[?]; n=i32\n@ct.kernel\ndef k(X, n):\n{body}");
    let text = lower(&source, &Request::default()).expect("a kernel").text;
    assert!(text.len() < 8_000_000, "{}", text.len());
}

/// A fault of a comment is told at its place; an option has none in the file.
#[test]
fn a_comment_has_its_place() {
    let source = "import cuda.tile as ct\n\n# tilewright: X=f32[?]; tz=4\n@ct.kernel\ndef k(X):\n    pass\n";
    let errors = lower(source, &Request::default()).expect_err("no `tz`");
    let place = errors[0].span.expect("a place");
    assert!(source[place.start as usize..].starts_with("tz"), "{errors:#?}");
    let request = Request {
        options: vec!["tz=4".to_string()],
        ..Request::default()
    };
    let errors = lower(&source.replace("; tz=4", ""), &request).expect_err("no `tz`");
    assert_eq!(errors[0].span, None);
}

#[test]
fn a_kernel_names_its_parameters() {
    for rest in ["*Y", "**Y"] {
        let source = format!(
            "import cuda.tile as ct\n# tilewright: X=f32[?]; Y=f32[?]\n@ct.kernel\ndef k(X, {rest}):\n    pass\n"
        );
        let errors = lower(&source, &Request::default()).expect_err(rest);
        assert!(
            errors[0].message.contains("a kernel collects no arguments"),
            "{errors:#?}"
        );
    }
    one(
        "for i in range(n, step=2):\n    pass",
        "python.call",
        1,
        "`range` takes no argument by name",
    );
    one(
        "x = ct.float16(ct.load(X, 0, 8))",
        "python.type",
        1,
        "`ct.float16(...)` converts one number",
    );
    // Nothing changes what a call has collected: a copy would change.
    let source = "import cuda.tile as ct\ndef f(**kw):\n    kw.update(s=3)\n    return kw[\"s\"]\n\
                  # tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    ct.store(X, 0, ct.full((8,), f(s=2), ct.float32))\n";
    let errors = lower(source, &Request::default()).expect_err("an update");
    assert!(errors[0].message.contains("update"), "{errors:#?}");
}

#[test]
fn functions_of_other_languages_have_advice_or_none() {
    for (body, help) in [
        ("x = ct.sort(n)", "cuTile has nothing of the kind"),
        ("x = sum((1, 2))", "write `ct.sum(x"),
        (
            "x = ct.reshape(ct.load(X, 0, 8), (2, -1, -1))",
            "write the others as numbers",
        ),
    ] {
        let source =
            format!("import cuda.tile as ct\n# tilewright: X=f32[?]; n=i32\n@ct.kernel\ndef k(X, n):\n    {body}\n");
        let errors = lower(&source, &Request::default()).expect_err(body);
        assert!(
            errors[0].help.as_deref().is_some_and(|said| said.contains(help)),
            "{errors:#?}"
        );
    }
    // More errors than are told at once.
    let body: String = (0..30).map(|i| format!("    x = nosuch{i}\n")).collect();
    let source = format!("import cuda.tile as ct\n@ct.kernel\ndef k():\n{body}");
    let errors = lower(&source, &Request::default()).expect_err("unknown names");
    assert!(errors[19].notes[0].contains("there may be others"), "{:?}", errors[19]);
}
