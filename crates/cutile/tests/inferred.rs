//! Parameters of which nothing is said: what their uses show.

#[path = "../../../tests/shared.rs"]
mod shared;

use tilewright_cutile::{Request, lower};

/// The assumptions on the parameters of a kernel with this body.
fn assumed(parameters: &str, body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    let source = format!("import cuda.tile as ct\nimport math\n@ct.kernel\ndef k({parameters}):\n    {body}\n");
    let lowered = lower(&source, &Request::default()).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    lowered.notes[0].message.clone()
}

#[test]
fn arrays_of_indices_have_whole_numbers() {
    for body in [
        "i = ct.load(I, (ct.bid(0),), (1,)).item()\nct.store(Y, (0,), ct.load(X, (i,), (16,)))",
        "i = ct.load(I, (0,), (16,)) * 2 + 1\ni = i + i\nct.store(Y, (0,), ct.gather(X, i))",
        "at = ct.arange(16, dtype=ct.int32)\nct.scatter(Y, ct.gather(I, at), ct.gather(X, at))",
        "at = ct.reshape(ct.load(I, (0,), (16,)), (16,))\nct.scatter(Y, at, ct.load(X, (0,), (16,)))",
    ] {
        let expected = "assumed: X=f16[?] div=8; I=i32[?] div=4; Y=f16[?] div=8";
        assert_eq!(assumed("X, I, Y", body), expected, "{body}");
    }
    // A number that indices are computed from need not be one.
    let body = "x = ct.load(X, (0,), (16,))\ni = x.astype(ct.int32)\nct.store(Y, (0,), ct.gather(Y, i))";
    assert_eq!(assumed("X, Y", body), "assumed: X=f16[?] div=8; Y=f16[?] div=8");
    // Names that are joined again and again do not pile up.
    let doubled = format!(
        "x = ct.load(X, (0,), (16,))\n{}ct.store(X, (0,), x)",
        "x = x + x\n".repeat(64)
    );
    assert_eq!(assumed("X", &doubled), "assumed: X=f16[?] div=8");
}

#[test]
fn uses_tell_the_types_of_arrays_and_numbers() {
    let cases: &[(&str, &str, &str)] = &[
        // Labels are compared and used as an index behind a subscript.
        (
            "X, L, Y",
            "rows = ct.load(L, (0,), (16,))\nct.store(Y, (0,), ct.gather(X, (rows[:, None], ct.arange(8, dtype=ct.int32)[None, :])).reshape((128,)))",
            "X=f16[?,?] div=8; L=i32[?] div=4; Y=f16[?] div=8",
        ),
        // One number that is computed is an index of one dimension.
        (
            "E, Y, n: int",
            "e = ct.load(E, index=ct.bid(0) % ct.minimum(n, 4), shape=())\nct.store(Y, (e,), ct.load(Y, (e,), (16,)))",
            "E=i32[?] div=4; Y=f16[?] div=8; n=i32",
        ),
        // Without an `else`, the value of before may stay.
        (
            "A, B, Y",
            "i = ct.zeros((16,), ct.int32)\nif ct.bid(0) == 0:\n    i = ct.load(A, (0,), (16,))\nelif ct.bid(0) == 1:\n    i = ct.load(B, (0,), (16,))\nct.store(Y, (0,), i)",
            "A=i32[?] div=4; B=i32[?] div=4; Y=i32[?] div=4",
        ),
        (
            "X, Y, n",
            "ct.store(Y, (0,), ct.load(X, (0,), (16,)) >> n)",
            "X=i32[?] div=4; Y=i32[?] div=4; n=i32",
        ),
        (
            "X, Y",
            "ct.store(Y, (0,), ct.load(X, (0,), (16,)) % 3)",
            "X=i32[?] div=4; Y=i32[?] div=4",
        ),
        (
            "A, B, C",
            "c = ct.mma(ct.load(A, (0, 0), (16, 32)), ct.load(B, (0, 0), (32, 16)), ct.zeros((16, 16), ct.int32))\nct.store(C, (0, 0), c)",
            "A=i8[?,?] div=16; B=i8[?,?] div=16; C=i32[?,?] div=4",
        ),
        (
            "A, B, C",
            "p = ct.load(A, (0, 0), (16, 16)).astype(ct.bfloat16)\nc = ct.mma(p, ct.load(B, (0, 0), (16, 16)), ct.zeros((16, 16), ct.float32))\nct.store(C, (0, 0), c.astype(C.dtype))",
            "A=f16[?,?] div=8; B=bf16[?,?] div=8; C=f16[?,?] div=8",
        ),
        // A value that a loop carries has one type.
        (
            "X, Y",
            "s = ct.zeros((16,), ct.int32)\nfor i in range(4):\n    s = s + ct.load(X, (i,), (16,))\nct.store(Y, (0,), s)",
            "X=i32[?] div=4; Y=i32[?] div=4",
        ),
        (
            "X, Y",
            "count = 0\nfor i in range(4):\n    count += 1\nct.store(Y, (0,), count)\nct.store(X, (0,), ct.load(X, (0,), (16,)))",
            "X=f16[?] div=8; Y=i32[?] div=4",
        ),
        // Numbers of `math` are weak: they leave types what they are.
        (
            "X, Y",
            "w = ct.cos(ct.arange(16, dtype=ct.float32) * (-math.pi / 8))\nct.store(Y, (0,), ct.load(X, (0,), (16,)) * w)",
            "X=f16[?] div=8; Y=f32[?] div=4",
        ),
        // A number of run time makes f32 of f16.
        (
            "X, Y, f",
            "ct.store(Y, (0,), ct.load(X, (0,), (16,)) * f)",
            "X=f16[?] div=8; Y=f32[?] div=4; f=f32",
        ),
        // Numbers that a shape, an axis or a count needs.
        (
            "X, n",
            "ct.store(X, (0,), ct.zeros((n,), ct.float16))",
            "X=f16[?] div=8; n=64",
        ),
        (
            "X, n",
            "t = n * 2\nct.store(X, (ct.bid(0),), ct.zeros((t,), X.dtype))",
            "X=f16[?] div=8; n=64",
        ),
        (
            "X, n",
            "ct.store(X, (ct.bid(n),), ct.zeros((16,), ct.float16))",
            "X=f16[?] div=8; n=0",
        ),
        (
            "X, n=32",
            "ct.store(X, (0,), ct.zeros((n,), ct.float16))",
            "X=f16[?] div=8; n=32",
        ),
        (
            "X, n",
            "ct.store(X, (n,), ct.zeros((16,), ct.float16))",
            "X=f16[?] div=8; n=i32",
        ),
        (
            "X, n",
            "if n > 3:\n    ct.store(X, (0,), ct.zeros((16,), ct.float16))",
            "X=f16[?] div=8; n=i32",
        ),
        // Through functions and names of indices and shapes.
        (
            "X, Y",
            "at = (ct.bid(0), 0)\nshape = (16, 16)\nact = lambda x: x * 2\ndef put(A, t):\n    ct.store(A, at, t)\nput(Y, act(ct.load(X, at, shape)).astype(ct.float32))",
            "X=f16[?,?] div=8; Y=f32[?,?] div=4",
        ),
        // Ends of slices, hints, and padding that has a type.
        (
            "X, I",
            "i = ct.load(I, (0,), ())\nx = X.slice(axis=0, start=i, stop=i + 4)\nct.store(X, (0,), ct.load(x, (0,), (16,)))",
            "X=f16[?] div=8; I=i32[?] div=4",
        ),
        (
            "X, n: ct.Constant[int]",
            "ct.store(X, (0,), ct.load(X, (1,), (16,), latency=n), latency=n)",
            "X=f16[?] div=8; n=2",
        ),
        (
            "X, Y",
            "x = ct.gather(X, ct.arange(16, dtype=ct.int32), padding_value=ct.bfloat16(0.0))\nct.store(Y, (0,), x)",
            "X=bf16[?] div=8; Y=bf16[?] div=8",
        ),
        // Items that are arrays are those of lists; of a tuple they are numbers.
        (
            "Xs, Y",
            "for i in range(len(Xs)):\n    X = Xs[i]\n    ct.store(Y, (i,), ct.load(X, (0, 1), (1, 16)).reshape((16,)))",
            "Xs=list(f16[?,?] div=8); Y=f16[?] div=8",
        ),
        (
            "Xs, Y",
            "ct.store(Y, (0,), ct.load(Xs[ct.bid(0)], (0,), (16,)))",
            "Xs=list(f16[?] div=8); Y=f16[?] div=8",
        ),
        (
            "X, I",
            "ct.atomic_add(X, ct.load(I, (0,), (16,)), 1)",
            "X=i32[?] div=4; I=i32[?] div=4",
        ),
    ];
    for (parameters, body, expected) in cases {
        assert_eq!(assumed(parameters, body), format!("assumed: {expected}"), "{body}");
    }
}

#[test]
fn what_is_said_tells_the_rest() {
    let source = "import cuda.tile as ct\n\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X, Y):\n    ct.store(Y, (0,), ct.load(X, (0,), (16,)))\n";
    let lowered = lower(source, &Request::default()).expect("taken");
    assert_eq!(lowered.notes[0].message, "assumed: Y=f32[?] div=4");
}

#[test]
fn an_array_whose_rank_nothing_shows_is_asked_for() {
    for body in [
        "t = X.dtype",
        "t = X.shape",
        "t = ct.load(X, f(), ())",
        "t = X.get_raw_memory()",
    ] {
        let source = format!("import cuda.tile as ct\n\n@ct.kernel\ndef k(X):\n    {body}\n");
        let errors = lower(&source, &Request::default()).expect_err(body);
        assert_eq!(errors[0].code, "python.signature", "{body}");
        assert!(
            errors[0]
                .help
                .as_ref()
                .is_some_and(|help| help.contains("# tilewright: X=f16[?,?]")),
            "{errors:?}"
        );
    }
}

/// The kernels of the test data without their cases: each is taken for what its uses show.
#[test]
fn bare_kernels_of_the_corpus_are_taken() {
    for folder in shared::corpus() {
        let source = std::fs::read_to_string(folder.join("kernel.py")).expect("a kernel");
        if let Err(errors) = lower(&source, &Request::default()) {
            panic!("{}: {errors:#?}", folder.display());
        }
    }
}

#[test]
fn one_number_is_the_index_of_one_dimension() {
    for index in ["0", "ct.bid(0)", "ct.bid(0) * 2 + 1"] {
        let body = format!("ct.store(X, {index}, ct.load(Y, {index}, 4))");
        assert_eq!(
            assumed("X, Y", &body),
            "assumed: X=f16[?] div=8; Y=f16[?] div=8",
            "{body}"
        );
    }
    // A parameter may be several numbers, and an offset says nothing of dimensions.
    for (parameters, body) in [
        ("X, i", "ct.store(X, i, 1.0)"),
        ("X", "X.get_raw_memory().store_offset(0, 1.0)"),
    ] {
        let source = format!("import cuda.tile as ct\n\n@ct.kernel\ndef k({parameters}):\n    {body}\n");
        let errors = lower(&source, &Request::default())
            .map(|lowered| lowered.text)
            .unwrap_err();
        assert!(errors[0].message.contains("nothing says what `X` is"), "{errors:?}");
    }
}

#[test]
fn annotations_tell_the_types_of_numbers() {
    let body = "ct.store(Y, 0, ct.load(X, 0, 16) * z * s * b + n)";
    let told = assumed("X, Y, z: int, s: float, b: bool, n: int = 3", body);
    assert!(told.contains("z=i32; s=f32; b=bool; n=i32"), "{told}");
    // Without them the usual is assumed; another name tells nothing, and a constant stays one.
    assert!(assumed("X, Y, z, s: 'float', b: bytes, n", body).contains("z=f32; s=f32; b=f32; n=f32"));
    let constant = assumed("X, Y, n: int", "ct.store(Y, 0, ct.load(X, 0, n))");
    assert!(constant.contains("n=64"), "{constant}");
    // Where `int` is another thing, it does not count.
    let source = "import cuda.tile as ct\nint = ct.Constant\n@ct.kernel\ndef k(X, n: int):\n    ct.store(X, 0, ct.load(X, 0, 16) * n)\n";
    let lowered = lower(source, &Request::default()).expect("taken");
    assert!(lowered.notes[0].message.contains("n=64"), "{:?}", lowered.notes);
}

#[test]
fn an_array_that_is_annotated_as_one_is_an_array() {
    let body = "ct.store(Y, 0, ct.load(X, 0, N))";
    let told = assumed("X: ct.Array, Y: ct.Array, N: ct.Constant[int]", body);
    assert!(
        told.contains("X=f16[?]") && told.contains("Y=f16[?]") && told.contains("N=64"),
        "{told}"
    );
    // A constant is none, whatever it is used as.
    let source =
        "import cuda.tile as ct\n@ct.kernel\ndef k(X: ct.Constant[int], Y):\n    ct.store(Y, 0, ct.load(X, 0, 16))\n";
    let errors = lower(source, &Request::default())
        .map(|lowered| lowered.text)
        .unwrap_err();
    assert!(errors[0].message.contains("an array is needed here"), "{errors:?}");
}

#[test]
fn the_full_name_of_the_language_is_its_name() {
    for (import, name) in [("import cuda.tile", "cuda.tile"), ("from cuda import tile", "tile")] {
        let body = "ct.store(Y, 0, ct.load(X, ct.bid(0), 64).astype(ct.float32))".replace("ct.", &format!("{name}."));
        let source = format!("{import}\n@{name}.kernel\ndef k(X, Y):\n    {body}\n");
        let lowered = lower(&source, &Request::default()).unwrap_or_else(|errors| panic!("{source}{errors:#?}"));
        assert_eq!(
            lowered.notes[0].message, "assumed: X=f16[?] div=8; Y=f32[?] div=4",
            "{source}"
        );
        // A name of the kernel is no module.
        let hidden = source.replace("def k(X, Y)", &format!("def k(X, Y, {})", &name[..4]));
        assert!(lower(&hidden, &Request::default()).is_err(), "{hidden}");
    }
}

#[test]
fn one_extent_tells_that_an_array_has_one_dimension() {
    let told = assumed("X, Y, i", "ct.store(Y, 0, ct.load(X, i, 16))");
    assert!(told.starts_with("assumed: X=f16[?] div=8;"), "{told}");
    let several = "import cuda.tile as ct\n@ct.kernel\ndef k(X, i, T):\n    x = ct.load(X, i, T)\n";
    let errors = lower(several, &Request::default()).expect_err("nothing says the rank");
    assert!(errors[0].message.contains("nothing says what `X`"), "{errors:?}");
}

#[test]
fn a_tile_tells_the_rank_of_the_array_that_it_is_stored_to() {
    // The tiles have one dimension, so one number is their index.
    for (tile, rest) in [
        ("ct.zeros((16,), ct.float16)", ""),
        ("ct.load(Z, (0, 0), (4, 16)).reshape((64,))", "; Z=f16[?,?] div=8"),
        ("ct.sum(ct.load(Z, (0, i), (4, 16)), 0)", "; Z=f16[?,?] div=8"),
        ("ct.max(ct.load(Z, (0, i), (4, 16)), axis=1)", "; Z=f16[?,?] div=8"),
        ("ct.gather(Z, ct.arange(16, dtype=ct.int32))", "; Z=f16[?] div=8"),
        (
            "ct.where(ct.arange(16, dtype=ct.int32) > i, ct.gather(Z, ct.arange(16, dtype=ct.int32)), 0.0).astype(ct.float16)",
            "; Z=f16[?] div=8",
        ),
        ("-(2.0 * ct.load(Z, i, 16)) ** 2", "; Z=f16[?] div=8"),
    ] {
        let parameters = if rest.is_empty() { "Y, i" } else { "Y, i, Z" };
        let expected = format!("assumed: Y=f16[?] div=8; i=i32{rest}");
        assert_eq!(
            assumed(parameters, &format!("ct.store(Y, i, {tile})")),
            expected,
            "{tile}"
        );
    }
    // Of several dimensions, the index is several numbers, whatever it is called.
    for (tile, rank) in [
        ("ct.zeros((4, 4), ct.float16)", 2),
        ("ct.zeros((4,), ct.float16)[:, None]", 2),
        ("ct.zeros((4, 4), ct.float16)[None, ..., None]", 4),
        ("ct.zeros((4, 4), ct.float16).transpose().expand_dims(0)", 3),
        (
            "ct.mma(ct.zeros((16, 16), ct.float16), ct.ones((16, 16), ct.float16), ct.zeros((16, 16), ct.float32)).astype(Y.dtype)",
            2,
        ),
        ("ct.sum(ct.zeros((4, 4), ct.float16), 1, keepdims=True)", 2),
    ] {
        let sizes = vec!["?"; rank].join(",");
        let index = vec!["i32"; rank].join(", ");
        let expected = format!("assumed: Y=f16[{sizes}] div=8; i=({index})");
        assert_eq!(assumed("Y, i", &format!("ct.store(Y, i, {tile})")), expected, "{tile}");
    }
    // The index goes before the tile, and so do the uses above.
    let told = assumed("Y, i", "ct.store(Y, (i, 0), ct.zeros((1, 16), ct.float16))");
    assert_eq!(told, "assumed: Y=f16[?,?] div=8; i=i32");
    let told = assumed(
        "Y, at: ct.Constant[int]",
        "ct.store(Y, at, ct.zeros((16,), ct.float16))",
    );
    assert!(told.contains("Y=f16[?]"), "{told}");
    // A number is spread over any rank, and of a tile of unknown rank nothing is told.
    for tile in ["1.0", "i", "ct.zeros(shape, ct.float16)"] {
        let source = format!("import cuda.tile as ct\n\n@ct.kernel\ndef k(Y, i, shape):\n    ct.store(Y, i, {tile})\n");
        let errors = lower(&source, &Request::default()).expect_err(tile);
        assert!(
            errors[0].message.contains("nothing says what `Y` is"),
            "{tile}: {errors:?}"
        );
    }
}

#[test]
fn members_of_classes_and_objects_are_as_good_as_numbers() {
    let source = |extent: &str| {
        format!(
            "import cuda.tile as ct\nfrom dataclasses import dataclass\nclass C:\n    M: int = 16\n    class In:\n        N = 8\n    T = ct.float32\n\
             @dataclass(frozen=True)\nclass D:\n    a: int = 4\n    b: int = C.M\nd = D()\n@ct.kernel\ndef k(X, Y, i):\n    \
             ct.store(Y, 0, ct.load(X, i, {extent}).astype(C.T))\n"
        )
    };
    for extent in ["C.M", "C.In.N", "d.a", "d.b", "C.M * d.a"] {
        let lowered =
            lower(&source(extent), &Request::default()).unwrap_or_else(|errors| panic!("{extent}: {errors:?}"));
        let expected = "assumed: X=f16[?] div=8; Y=f32[?] div=4; i=i32";
        assert_eq!(lowered.notes[0].message, expected, "{extent}");
    }
    // Without such a member nothing is told, and a local name is another thing.
    for extent in ["C.Z", "d.c", "e.a"] {
        assert!(lower(&source(extent), &Request::default()).is_err(), "{extent}");
    }
    let local = source("d.a").replace("    ct.store(", "    d = X\n    ct.store(");
    assert!(lower(&local, &Request::default()).is_err());
}

#[test]
fn what_is_unrolled_may_change_its_type() {
    let body = "x = ct.load(X, 0, 16)\nfor i in ct.static_iter(range(3)):\n    x = x * ct.load(Y, i, 16).astype(ct.float32)\nct.store(Z, 0, x)";
    assert_eq!(
        assumed("X, Y, Z", body),
        "assumed: X=f16[?] div=8; Y=f16[?] div=8; Z=f32[?] div=4"
    );
    // A loop that stays one has variables of one type.
    let source = format!(
        "import cuda.tile as ct\n@ct.kernel\ndef k(X, Y, Z):\n    {}\n",
        body.replace("ct.static_iter(range(3))", "range(3)")
            .replace('\n', "\n    ")
    );
    let lowered = lower(&source, &Request::default()).expect("taken");
    assert!(lowered.notes[0].message.contains("X=f32[?]"), "{:?}", lowered.notes);
}

/// Options that say something badly are refused with a reason, and with the way that is right.
#[test]
fn options_that_cannot_be_meant_are_refused() {
    let source = "import cuda.tile as ct\n@ct.kernel\ndef k(A, n, tm: ct.Constant[int]):\n    i = ct.arange(tm, dtype=ct.int32)\n    x = ct.gather(A, i)\n    ct.scatter(A, i, x + n)\n";
    let load = source.replace("x = ct.gather(A, i)", "x = ct.load(A, (0,), (tm,))");
    for (source, options, message, help) in [
        // The use shows one dimension; an option says another number of them.
        (
            source,
            &["A=f16[?,?]"][..],
            "an index of 1 for an array of rank 2",
            "an index for each dimension",
        ),
        (
            &load,
            &["A=f16[?,?]"],
            "does not fit an array of rank 2",
            "an extent for each dimension",
        ),
        (
            source,
            &["tm=64", "tm=128"],
            "`tm` is given before",
            "leave one of the two out",
        ),
        (
            source,
            &["A=f16[?]; n=f16", "n=f32"],
            "`n` is given before",
            "leave one of the two out",
        ),
        (source, &["q=3"], "no parameter `q`", "its parameters are: A, n, tm"),
        (source, &["a=f16[?]"], "no parameter `a`", "did you mean `A`?"),
        (
            source,
            &["A=half[?]"],
            "`half` is no type of elements",
            "did you mean `f16`?",
        ),
        (
            source,
            &["A=torch.float16[?]"],
            "`torch.float16` is no type",
            "did you mean `f16`?",
        ),
        (
            source,
            &["n=int"],
            "`int` is neither a type nor a constant",
            "did you mean `i32`?",
        ),
        (
            source,
            &["n=1/8"],
            "`/` does not belong here",
            "numbers that are worked out",
        ),
        (
            source,
            &["A=f16[99999999999]"],
            "which 99999999999 is too large for",
            "add `index=i64`",
        ),
        (&load, &["A=f16[0]"], "a size or stride of 0", "at least 1, or `?`"),
        (
            &load,
            &["A=f16[?] strides=[0]"],
            "a size or stride of 0",
            "at least 1, or `?`",
        ),
        (
            &load,
            &["A=f16[?] strides=[-4]"],
            "a size or stride of -4",
            "at least 1, or `?`",
        ),
        (
            source,
            &["tm=64.0"],
            "must be a whole number, not 64.0",
            "without a point",
        ),
    ] {
        let request = Request {
            options: options.iter().map(ToString::to_string).collect(),
            ..Request::default()
        };
        let errors = lower(source, &request).expect_err(options[0]);
        let said = errors[0].help.as_deref().unwrap_or_default();
        assert!(
            errors[0].message.contains(message) && said.contains(help),
            "{options:?}: {errors:#?}"
        );
    }
    // Twins: rows that overlap can be gathered, and large sizes have large indices.
    for options in [
        &["A=f32[?] strides=[0]"][..],
        &["A=f32[99999999999] index=i64"],
        &["A=f32[?]", "tm=128"],
    ] {
        let request = Request {
            options: options.iter().map(ToString::to_string).collect(),
            ..Request::default()
        };
        if let Err(errors) = lower(source, &request) {
            panic!("{options:?}: {errors:#?}");
        }
    }
}

/// A signature whose mark is misspelt is one all the same: else it would be read by nobody. Prose is none.
#[test]
fn the_mark_of_a_signature_may_be_misspelt() {
    let symbol = |comment: &str| {
        let source = format!(
            "import cuda.tile as ct\n# {comment}\n@ct.kernel\ndef k(A):\n    ct.store(A, (0,), ct.load(A, (0,), (16,)))\n"
        );
        lower(&source, &Request::default()).expect("compiled").symbol
    };
    let said = symbol("tilewright: A=f32[64]");
    for comment in [
        "tilewright A=f32[64]",
        "Tilewright: A=f32[64]",
        "tilewrigth: A=f32[64]",
        "tilewrite:A = f32[64]",
    ] {
        assert_eq!(symbol(comment), said, "{comment}");
    }
    let unsaid = symbol("");
    assert_ne!(unsaid, said);
    for comment in [
        "tilewright compiles it",
        "Tilewright: see A",
        "tile A=f32[64]",
        "copyright A=f32[64]",
        "copywrite: A=f32[64]",
    ] {
        assert_eq!(symbol(comment), unsaid, "{comment}");
    }
}

const ANNOTATED: &str = "import cuda.tile as ct\nimport torch\nfrom typing import Annotated\n\
    Wide = Annotated[ct.Array, ct.ArrayAnnotation(index_dtype=ct.int64)]\n\
    Big = Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(0, -1), static_stride_dims=(0,))]\n\
    Row = Annotated[Wide, ct.ArrayAnnotation(static_stride_dims=(-1,))]\n";

/// The types of the only parameter of a kernel under this annotation: from a launch, and without one.
fn annotated(annotation: &str, argument: &str) -> [String; 2] {
    let body = match argument {
        "5" => "ct.bid(X)",
        _ => "ct.store(X, (0, 0), ct.load(X, (0, 0), (8, 8)))",
    };
    let body = body.replace("ct.bid(X)", "ct.printf('%d', ct.bid(0) + X)");
    let kernel = format!("{ANNOTATED}@ct.kernel\ndef k(X: {annotation}):\n    {body}\n");
    let launch = format!("x = torch.zeros((64, 128), dtype=torch.float32)\nct.launch(s, (1,), k, ({argument},))\n");
    [format!("{kernel}{launch}"), kernel].map(|source| {
        let lowered = lower(&source, &Request::default()).unwrap_or_else(|errors| panic!("{source}\n{errors:#?}"));
        lowered.signature.params[0].to_text()
    })
}

#[test]
fn annotations_say_types_of_indices_and_what_is_known() {
    for (annotation, argument, launched, assumed) in [
        ("ct.Array", "x", "f32[?,?] div=16", "f16[?,?] div=8"),
        (
            "ct.IndexedWithInt64",
            "x",
            "f32[?,?] div=16 index=i64",
            "f16[?,?] div=8 index=i64",
        ),
        ("Wide", "x", "f32[?,?] div=16 index=i64", "f16[?,?] div=8 index=i64"),
        // Once a stride is listed, no other one is known.
        ("Big", "x", "f32[64,128] strides=[128,?]", "f16[64,64] strides=[64,?]"),
        ("Row", "x", "f32[?,?] div=16 index=i64", "f16[?,?] div=8 index=i64"),
        ("ct.ScalarInt64", "5", "i64", "i64"),
        ("ct.Scalar", "5", "i32", "i32"),
    ] {
        let [of_launch, of_uses] = annotated(annotation, argument);
        assert!(of_launch.starts_with(launched), "{annotation}: {of_launch}");
        assert!(of_uses.starts_with(assumed), "{annotation}: {of_uses}");
    }
    let source = format!(
        "{ANNOTATED}@ct.kernel\ndef k(X, T: Annotated[int, ct.ConstantAnnotation()]):\n    ct.store(X, 0, ct.zeros((T,), ct.float32))\n"
    );
    assert!(
        lower(&source, &Request::default()).expect("a constant").notes[0]
            .message
            .ends_with("T=64")
    );
}

/// A default that is known counts, and one that is not is no reason to refuse the kernel.
#[test]
fn defaults_are_evaluated() {
    let source = |default: &str| {
        format!(
            "import cuda.tile as ct\nimport os\nBLOCK = {default}\n@ct.kernel\ndef k(X, T: ct.Constant[int] = BLOCK):\n    ct.store(X, 0, ct.zeros((T,), ct.float32))\n"
        )
    };
    for (default, said) in [("16 * 2", "T=32"), ("int(os.environ.get('BLOCK', 128))", "T=64")] {
        let lowered = lower(&source(default), &Request::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert!(lowered.notes[0].message.ends_with(said), "{:?}", lowered.notes);
        let request = Request {
            options: vec!["T=16".to_string()],
            ..Request::default()
        };
        assert!(lower(&source(default), &request).is_ok());
    }
    // A helper that is called without it is told why.
    let helper = "import cuda.tile as ct\nimport os\ndef h(x, n=os.cpu_count()):\n    return x * n\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    ct.store(X, 0, h(1.0))\n";
    let errors = lower(helper, &Request::default()).expect_err("an unknown default");
    assert!(
        errors[0]
            .message
            .contains("`n` is not known when the kernel is compiled: `os.cpu_count`"),
        "{errors:#?}"
    );
    assert!(lower(&helper.replace("h(1.0)", "h(1.0, 2)"), &Request::default()).is_ok());
}
