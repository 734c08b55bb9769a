//! Kernels are found wherever the statements of a file make them, and are the same as those that are written plainly.

use tilewright_cutile::{Lowered, Request, lower, read};
use tilewright_diag::Diagnostic;

const PLAIN: &str = "import cuda.tile as ct\n# tilewright: X=f32[?]; Y=f32[?]\n@ct.kernel\ndef k(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16) * 2.0)\n";

fn lowered(source: &str, kernel: Option<&str>) -> Result<Lowered, Vec<Diagnostic>> {
    let options = ["X=f32[?]", "Y=f32[?]"].map(str::to_string).to_vec();
    let request = Request {
        kernel,
        options,
        ..Request::default()
    };
    lower(source, &request)
}

/// The text without the places in the source, the names of values and the name of the entry.
fn ops(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let op = |line: &str| {
        let line = line.split(" loc(").next().unwrap_or(line);
        let line = line.split("optimization_hints").next().unwrap_or(line);
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '<' && c != '>');
        let words = words.filter(|word| !word.is_empty() && !word.starts_with("k_") && !word.starts_with("body_"));
        words.collect::<Vec<_>>().join(" ")
    };
    lines.map(op).collect()
}

/// A file whose kernel of that name is the same as the plain one.
fn same(source: &str, kernel: &str) {
    let plain = lowered(PLAIN, None).expect("the plain kernel");
    let made = lowered(source, Some(kernel)).unwrap_or_else(|errors| panic!("{source}\n{errors:#?}"));
    assert_eq!(made.kernel, kernel, "{source}");
    assert_eq!(ops(&made.text), ops(&plain.text), "{source}");
}

/// The only error of a file: its message and help.
fn refused(source: &str, kernel: Option<&str>) -> (String, String) {
    match lowered(source, kernel) {
        Ok(lowered) => panic!("taken:\n{source}\n{}", lowered.text),
        Err(errors) => match &errors[..] {
            [only] => (only.message.clone(), only.help.clone().expect("help")),
            several => panic!("{source}\n{several:#?}"),
        },
    }
}

const FACTORY: &str = "import cuda.tile as ct\ndef make(s, tile=16):\n    def load(X):\n        return ct.load(X, 0, tile)\n    \
                       @ct.kernel(occupancy=tile // 8)\n    def k(X, Y):\n        ct.store(Y, 0, load(X) * s)\n    return k\n";

#[test]
fn a_function_that_is_called_makes_a_kernel() {
    same(&format!("{FACTORY}k = make(2.0)\n"), "k");
    same(&format!("{FACTORY}first, second = make(3.0), make(s=2.0)\n"), "second");
    let three = lowered(&format!("{FACTORY}k = make(3.0)\n"), None).expect("taken");
    assert!(
        three.text.contains("<f32: 3.0") && three.text.contains("occupancy = 2"),
        "{}",
        three.text
    );
    assert!(three.symbol.starts_with("k_K"), "{}", three.symbol);
    // The values that the kernel needs, and those by which it is made, decide: branches, loops and tuples are computed.
    let chosen = "import cuda.tile as ct\ndef make(kind, n):\n    s = 1\n    while True:\n        s = s * 2\n        if s >= n:\n            \
                  break\n    for i in range(3):\n        if i == 1:\n            continue\n        s = s + 0.0\n    if kind == 'scale':\n        \
                  @ct.kernel\n        def k(X, Y):\n            ct.store(Y, 0, ct.load(X, 0, 16) * s)\n        return k\n    return None\n\
                  k = make('scale', 2)\n";
    same(chosen, "k");
}

#[test]
fn a_function_that_is_not_called_is_named() {
    let (message, help) = refused(FACTORY, None);
    assert!(message.contains("`k`") && message.contains("`make`"), "{message}");
    assert!(help.contains("`k = make(...)`"), "{help}");
    let (message, _) = refused(
        &format!("{PLAIN}{}", FACTORY.replace("def k(", "def inner(")),
        Some("inner"),
    );
    assert!(message.contains("`inner`"), "{message}");
    // A value that is not known does not reach the kernel as one.
    let (message, _) = refused(&format!("{FACTORY}import os\nk = make(os.cpu_count())\n"), None);
    assert!(message.contains("values that are known"), "{message}");
    let tile = FACTORY.replace("def load(X):", "s = ct.zeros((16,), ct.float32)\n    def load(X):");
    refused(&format!("{tile}k = make(1.0)\n"), None);
}

#[test]
fn a_function_is_made_a_kernel_by_a_call() {
    let body = "import cuda.tile as ct\ndef body(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16) * 2.0)\n";
    same(&format!("{body}k = ct.kernel(body)\n"), "k");
    same(&format!("{body}k = ct.kernel(occupancy=4)(body)\n"), "k");
    same(
        &format!("{body}make = ct.kernel(occupancy=4)\nk = make(body)\nalias = k\n"),
        "k",
    );
    let hinted = lowered(&format!("{body}k = ct.kernel(occupancy=4)(body)\n"), None).expect("taken");
    assert!(
        hinted.text.contains("occupancy = 4") && hinted.symbol.starts_with("body_K"),
        "{}",
        hinted.text
    );
    for not in [
        "k = ct.kernel(3)",
        "k = ct.kernel(lambda X, Y: None)",
        "k = ct.kernel(occupancy=4)",
        "k = body",
    ] {
        refused(&format!("{body}{not}\n"), None);
    }
}

#[test]
fn all_names_are_imported_at_once() {
    let star = "from cuda.tile import *\n@kernel\ndef k(X, Y):\n    store(Y, 0, load(X, 0, 16) * 2.0)\n";
    same(star, "k");
    // A name of the file goes before.
    same(
        &star.replace(
            "@kernel",
            "def load(X, i, n):\n    return cuda.tile.load(X, 0, n)\nimport cuda.tile\n@kernel",
        ),
        "k",
    );
    let (message, _) = refused(&star.replace("cuda.tile", "cuda.other"), None);
    assert!(message.contains("no kernel"), "{message}");
    let unknown = lowered(&star.replace("load(", "lode("), None).expect_err("an unknown name");
    assert!(unknown[0].message.contains("`lode`"), "{unknown:?}");
}

#[test]
fn a_class_has_kernels() {
    let class = "import cuda.tile as ct\nclass Ops:\n    @staticmethod\n    @ct.kernel\n    def k(X, Y):\n        \
                 ct.store(Y, 0, ct.load(X, 0, 16) * 2.0)\n";
    same(class, "k");
    same(&class.replace("    @staticmethod\n", ""), "k");
    let (message, _) = refused(&class.replace("    @ct.kernel\n", ""), None);
    assert!(message.contains("no kernel"), "{message}");
}

#[test]
fn a_kernel_of_two_names_is_one() {
    let two = read(&format!("{PLAIN}fast = k\nother = ct.kernel(occupancy=2)(k)\n")).expect("read");
    assert_eq!(two.iter().map(|kernel| kernel.name.as_str()).collect::<Vec<_>>(), ["k"]);
    // A kernel is not called from another.
    let called = format!("{PLAIN}@ct.kernel\ndef caller(X, Y):\n    k(X, Y)\n");
    let (message, _) = refused(&called, Some("caller"));
    assert!(message.contains("a kernel"), "{message}");
}
