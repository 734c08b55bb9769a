//! No text makes the front end panic, overflow the stack, or run without end.

#[test]
fn deep_texts_do_not_overflow_the_stack() {
    let nested = |open: &str, close: &str, count: usize| format!("x = {}n{}", open.repeat(count), close.repeat(count));
    let mut bodies = vec![
        nested("(", ")", 199),
        nested("(", ")", 5000),
        nested("-", "", 190),
        nested("ct.abs(", ")", 140),
        nested("not ", "", 190),
        "def f(a, b):\n    return f(a, b) + 1\nx = f(n, n)".to_string(),
        "def f(a):\n    if a > 1:\n        return a\n    return f(a)\nx = f(n)".to_string(),
        "f = lambda a: f(a)\nx = f(n)".to_string(),
        "def f(a):\n    f(a)\n    f(a)\n    return a\nx = f(n)".to_string(),
        "def f(a):\n    for i in ct.static_iter(f(a)):\n        return\nx = f(n)".to_string(),
        format!("x = {}", vec!["n"; 3000].join(" + ")),
    ];
    for count in [30, 90] {
        let ifs: String = (0..count)
            .map(|i| format!("{}if n > {i}:\n", "    ".repeat(i)))
            .collect();
        bodies.push(format!("{ifs}{}n = n + 1", "    ".repeat(count)));
    }
    for body in bodies {
        let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
        let source = format!("import cuda.tile as ct\n# tilewright: n=i32\n@ct.kernel\ndef k(n):\n{body}");
        tilewright_cutile::fuzzing::check_text(source.as_bytes());
    }
}

/// Texts that start as a kernel does and go on with anything.
#[test]
fn any_text_is_refused_or_compiled() {
    use proptest::prelude::*;
    let words = proptest::sample::select(vec![
        "x", "X", "n", "ct", ".", "load", "store", "(", ")", ",", "=", "+", "-", "*", "if", "else", ":", "\n    ",
        "for", "in", "range", "while", "return", "break", "0", "1", "64", "1.5", "None", "[", "]", "lambda", "zeros",
        "float32", "'", "#", "@",
    ]);
    proptest!(ProptestConfig::with_cases(300), |(body in proptest::collection::vec(words, 0..40))| {
        let source = format!("import cuda.tile as ct\n# tilewright: X=f32[?]; n=i32\n@ct.kernel\ndef k(X, n):\n    {}\n", body.join(" "));
        tilewright_cutile::fuzzing::check_text(source.as_bytes());
    });
}

/// Kernels that the grammar allows, with arguments of any kind.
#[test]
fn any_kernel_is_refused_or_compiled() {
    use proptest::prelude::*;
    proptest!(ProptestConfig::with_cases(400), |(bytes in proptest::collection::vec(any::<u8>(), 0..200))| {
        tilewright_cutile::fuzzing::check_kernel(&bytes);
    });
}
