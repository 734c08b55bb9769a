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

/// Options that are handed on in a dict count, and those that are not known are told.
#[test]
fn options_are_followed_or_told() {
    let source = |above: &str, options: &str| {
        format!(
            "import cuda.tile as ct\nimport torch\n{above}\n@ct.kernel({options})\ndef k(X, Y):\n    ct.store(Y, 0, 1.0)\n"
        )
    };
    let text = |above: &str, options: &str| {
        let lowered = lowered(&source(above, options), None).unwrap_or_else(|errors| panic!("{errors:#?}"));
        (lowered.text, lowered.notes)
    };
    let (written, notes) = text("H = {'occupancy': 3, 'num_ctas': 2}", "**H");
    assert!(
        written.contains("occupancy = 3") && written.contains("num_cta_in_cga = 2"),
        "{written}"
    );
    assert_eq!(notes, []);
    let above = "N = 2 if torch.cuda.is_available() else 1\nH = torch.hints()";
    for (options, told) in [
        ("num_ctas=N", "`num_ctas=N` is not known"),
        ("**H", "`**H` is not known"),
    ] {
        let (written, notes) = text(above, options);
        assert!(!written.contains("num_cta_in_cga"), "{written}");
        assert!(notes[0].message.contains(told), "{notes:?}");
        assert_eq!(notes[0].severity, tilewright_diag::Severity::Warning);
    }
    for (options, why) in [
        ("**{'speed': 3}", "no option `**{'speed': 3}`"),
        ("**{'occupancy': 99}", "occupancy must be"),
    ] {
        assert!(refused(&source("", options), None).0.contains(why));
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
    assert!(
        message.contains("`s` is not known")
            && message.contains("a parameter of `make`, of which no call tells the value"),
        "{message}"
    );
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

/// A launching function of this body, and a call of it.
fn launching(body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    format!(
        "{FACTORY}import torch\ndef run(x, scale=2.0):\n    y = torch.empty_like(x)\n    {body}\n    return y\n\
         if __name__ == '__main__':\n    run(torch.zeros(64, dtype=torch.float32))\n"
    )
}

#[test]
fn launching_functions_call_what_makes_a_kernel() {
    let launch = "ct.launch(torch.cuda.current_stream(), (1,), k, (x, y))";
    for made in [
        "k = make(2.0)",
        "k = make(scale)",
        "k = make(scale, tile=x.shape[0] // 4)",
        "for s in (2.0, 4.0):\n    k = make(s)",
        "if x.dtype == torch.float32:\n    k = make(2.0)\nelse:\n    k = make(4.0)",
        "s = scale\n@ct.kernel\ndef k(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16) * s)",
        "size = torch.cuda.mem_get_info()\ns = scale\n@ct.kernel\ndef k(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16) * s)",
    ] {
        let source = launching(&format!("{made}\n{launch}"));
        same(&source, "k");
        let lowered = lower(&source, &Request::default()).expect(made);
        assert!(lowered.launch.is_some(), "{made}");
        // Methods, and functions that only launch, do it too.
        let class = source.replace(
            "def run(x, scale=2.0):",
            "def run(x, scale=2.0): return Op().run(x, scale)\nclass Op:\n  def run(self, x, scale=2.0):",
        );
        // Nobody follows what a method is given, but its defaults are known.
        if !made.contains('@') && !made.contains("x.shape") {
            same(&class, "k");
        }
    }
    // Without a name of its own, and several.
    same(&launching(&launch.replace(" k,", " make(2.0),")), "k");
    let several = launching(&format!(
        "fast = make(2.0)\nslow = make(3.0)\n{}",
        launch.replace(" k,", " fast,")
    ));
    same(&several, "fast");
    let names: Vec<String> = read(&several)
        .expect("read")
        .into_iter()
        .map(|kernel| kernel.name)
        .collect();
    assert_eq!(names, ["fast", "slow"]);
    let body = "def body(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16) * 2.0)\n";
    let plain = launching(&format!("k = ct.kernel(body)\n{launch}")).replace("def run", &format!("{body}def run"));
    same(&plain, "body");
    // Of kernels that the file's own statements make, nothing is made again.
    let names = read(&format!(
        "{}k = make(5.0)\n",
        launching(&format!("k = make(2.0)\n{launch}"))
    ))
    .expect("read");
    assert_eq!(names.len(), 1);
}

#[test]
fn what_a_launching_function_is_given_may_be_unknown() {
    let launch = "ct.launch(torch.cuda.current_stream(), (1,), k, (x, y))";
    for made in [
        "k = make(x.max().item())",
        "@ct.kernel\ndef k(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16) * x)",
    ] {
        let (message, _) = refused(&launching(&format!("{made}\n{launch}")), None);
        assert!(message.contains("no call tells the value"), "{made}: {message}");
    }
    // A function that nobody calls, and that launches nothing, makes no kernel.
    let (message, _) = refused(
        &launching("return x").replace("def k(X, Y)", "def inner(X, Y)"),
        Some("inner"),
    );
    assert!(message.contains("which no statement of the file calls"), "{message}");
}

/// The hints of the entry that a file becomes.
fn hints(source: &str, kernel: Option<&str>) -> String {
    let request = Request {
        kernel,
        ..Request::default()
    };
    let text = lower(source, &request)
        .unwrap_or_else(|errors| panic!("{source}\n{errors:#?}"))
        .text;
    let (_, rest) = text.split_once("optimization_hints=<").expect("hints");
    rest.split_once("> {").expect("an end").0.to_string()
}

#[test]
fn hints_are_replaced() {
    let file = "import cuda.tile as ct\nimport torch\n# tilewright: X=f32[?]\n@ct.kernel(occupancy=2, num_worker_warps=4)\n\
                def k(X):\n    ct.store(X, 0, 1.0)\n";
    let plain = "default = {num_worker_warps_per_cta = 4, occupancy = 2}";
    for (call, expected) in [
        ("()", plain),
        (
            "(occupancy=4, num_ctas=2)",
            "default = {num_cta_in_cga = 2, num_worker_warps_per_cta = 4, occupancy = 4}",
        ),
        (
            "(num_worker_warps=ct.ByTarget(sm_100=4, default=8))",
            "default = {num_worker_warps_per_cta = 8, occupancy = 2}, sm_100 = {num_worker_warps_per_cta = 4}",
        ),
        (
            "(occupancy=ct.ByTarget(sm_90=4))",
            "default = {num_worker_warps_per_cta = 4}, sm_90 = {occupancy = 4}",
        ),
        ("(occupancy=None)", "default = {num_worker_warps_per_cta = 4}"),
        (
            "(occupancy=8).replace_hints(occupancy=3)",
            "default = {num_worker_warps_per_cta = 4, occupancy = 3}",
        ),
    ] {
        let named = format!("{file}k2 = k.replace_hints{call}\n");
        assert_eq!(hints(&named, Some("k2")), expected, "{call}");
        assert_eq!(hints(&named, Some("k")), plain, "{call}");
        assert_eq!(hints(&named, None), plain, "{call}");
        assert_eq!(hints(&named.replace("k2", "k"), None), expected, "{call}");
    }
    for (call, why) in [
        ("(occupancy=64)", "occupancy must be a number from 1 to 32, got 64"),
        ("(warps=4)", "`@ct.kernel` has no option `warps`"),
    ] {
        let request = Request {
            kernel: Some("k2"),
            ..Request::default()
        };
        let errors = lower(&format!("{file}k2 = k.replace_hints{call}\n"), &request);
        let errors = errors.map(|lowered| lowered.text).expect_err(call);
        assert!(errors[0].message.contains(why), "{call}: {errors:?}");
    }
    // One that is given by place makes no kernel, and the one before is what the name stood for.
    let none = format!("{file}k = k.replace_hints(4)\ndef h(x):\n    return k\n");
    assert_eq!(hints(&none, None), plain);
}

#[test]
fn a_launch_has_its_hints() {
    let file = |hints: &str| {
        format!(
            "import cuda.tile as ct\nimport torch\n@ct.kernel(occupancy=2)\ndef k(X, n):\n    ct.store(X, 0, ct.load(X, 0, 16) * n)\n\
             def run(x, ctas=2):\n    {hints}\n    ct.launch(torch.cuda.current_stream(), (1,), kernel, (x, 3))\n\
             run(torch.zeros(64))\n"
        )
    };
    for (code, expected) in [
        ("kernel = k", "default = {occupancy = 2}"),
        (
            "kernel = k.replace_hints(occupancy=ctas * 4)",
            "default = {occupancy = 8}",
        ),
        (
            "kernel = k.replace_hints(num_ctas=ctas).replace_hints(occupancy=1)",
            "default = {num_cta_in_cga = 2, occupancy = 1}",
        ),
        (
            "kernel = k.replace_hints(occupancy=ct.ByTarget(sm_90=4))",
            "default = {}, sm_90 = {occupancy = 4}",
        ),
        ("kernel = ct.kernel(occupancy=5)(body)", "default = {occupancy = 5}"),
    ] {
        let source = file(code).replace(
            "def run",
            "def body(X, n):\n    ct.store(X, 0, ct.load(X, 0, 16) * n)\ndef run",
        );
        let name = if code.contains("body") { "body" } else { "k" };
        let source = if name == "body" {
            source.replace("@ct.kernel(occupancy=2)\n", "")
        } else {
            source
        };
        assert_eq!(hints(&source, Some(name)), expected, "{code}");
    }
    // One that is not known is told, and is that of the decorator.
    let source = file("kernel = k.replace_hints(occupancy=pick())");
    assert_eq!(hints(&source, None), "default = {occupancy = 2}");
    let notes = lower(&source, &Request::default()).expect("taken").notes;
    assert!(
        notes
            .iter()
            .any(|note| note.message.contains("the hint `occupancy` is not known")),
        "{notes:?}"
    );
    // A comment says all, and no launch is asked.
    let said = source.replace("@ct.kernel", "# tilewright: X=f32[?]; n=i32\n@ct.kernel");
    assert_eq!(hints(&said, None), "default = {occupancy = 2}");
}

/// A class whose objects have a kernel, with this body of `__init__` and further methods.
fn of_class(init: &str, methods: &str, below: &str) -> String {
    let indented = |text: &str, by: &str| text.replace('\n', &format!("\n{by}"));
    format!(
        "import cuda.tile as ct\nimport torch\nclass Op:\n    def __init__(self, s, tile=16):\n        {}\n    {}\n{below}\n",
        indented(init, "        "),
        indented(methods, "    ")
    )
}

const IN_INIT: &str = "@ct.kernel\ndef k(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, tile) * s)\nself.k = k";

#[test]
fn objects_have_kernels() {
    let launch = "def run(self, x, y):\n    ct.launch(torch.cuda.current_stream(), (1,), self.k, (x, y))";
    let made = "self.s = s\nself.k = self.make(tile)";
    let make = "def make(self, tile):\n    s = self.s\n    @ct.kernel\n    def k(X, Y):\n        ct.store(Y, 0, ct.load(X, 0, tile) * s)\n    return k";
    let get = "def get(self, n):\n    if n not in self.all:\n        s = self.s * n\n        @ct.kernel\n        def k(X, Y):\n            \
               ct.store(Y, 0, ct.load(X, 0, 16) * s)\n        self.all[n] = k\n    return self.all[n]";
    for (init, methods, below) in [
        (IN_INIT, launch, "op = Op(2.0)"),
        (IN_INIT, launch, "a, b = Op(2.0), Op(3.0)"),
        (IN_INIT, launch, "ops = {n: Op(float(n)) for n in (2, 3)}"),
        (made, make, "op = Op(s=2.0)"),
        (made, make, "k = Op(2.0).k"),
        ("self.s = s\nself.all = {}", get, "op = Op(1.0)\nk = op.get(2)"),
        // Where functions make the object, and where nobody does.
        (
            IN_INIT,
            launch,
            "def main(x, y):\n    Op(2.0).run(x, y)\nmain(torch.zeros(64), torch.zeros(64))",
        ),
        (
            made,
            &format!("{make}\n{launch}"),
            "def main(x, y):\n    op = Op(2.0)\n    op.run(x, y)\nmain(torch.zeros(64), torch.zeros(64))",
        ),
    ] {
        same(&of_class(init, methods, below), "k");
    }
    same(&of_class(IN_INIT, launch, "").replace("self, s,", "self, s=2.0,"), "k");
    // Another object's kernel has the name of the object, since its own is taken.
    let two = of_class(IN_INIT, launch, "a, b = Op(3.0), Op(2.0)");
    same(&two, "b");
    // The launch says the signature.
    let said = of_class(IN_INIT, launch, "Op(2.0).run(torch.zeros(64), torch.zeros(64))");
    let lowered = lower(&said, &Request::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(
        lowered.launch.is_some() && lowered.symbol.starts_with("k_Kt1_A1f32"),
        "{}",
        lowered.symbol
    );
    // The object itself has no meaning in a kernel, and a value that is not known does not reach one.
    let own = of_class(
        &format!("self.s = s\n{}", IN_INIT.replace("* s", "* self.s")),
        launch,
        "op = Op(2.0)",
    );
    let (message, help) = refused(&own, None);
    assert!(
        message.contains("an object of `Op` has no meaning in a kernel"),
        "{message}"
    );
    assert!(help.contains("a name outside of the kernel"), "{help}");
    let unknown = of_class(&format!("s = torch.max(s)\n{IN_INIT}"), launch, "op = Op(2.0)");
    assert!(refused(&unknown, None).0.contains("`s` is not known"));
    let (message, help) = refused(&of_class("self.s = s", make, ""), Some("k"));
    assert!(message.contains("`k` is made by `make`"), "{message}");
    assert!(help.contains("k = make(...)"), "{help}");
}
