//! Signatures from launches in the file: host code that only computes is followed, and nothing of it is an error.

use tilewright_cutile::{LaunchInfo, Request, lower};

const KERNEL: &str = "import cuda.tile as ct\nimport torch\nimport numpy as np\nimport math\n\n@ct.kernel\n\
                      def k(X, Y, n, T: ct.Constant[int]):\n    x = ct.load(X, (ct.bid(0), 0), (T, T))\n    \
                      ct.store(Y, (ct.bid(0), 0), (x * n).astype(Y.dtype))\n\n";

/// The notes with this host code below the kernel, on the launch and on assumptions; and the launch itself.
fn noted(host: &str) -> (String, String, Option<LaunchInfo>) {
    let source = format!("{KERNEL}{host}\n");
    let lowered = lower(&source, &Request::default()).unwrap_or_else(|errors| panic!("{host}: {errors:?}"));
    let note = |code: &str| {
        let found = lowered.notes.iter().find(|note| note.code == code);
        found.map_or(String::new(), |note| note.message.clone())
    };
    (note("python.launched"), note("python.assumed"), lowered.launch)
}

/// The signature that a launch gives; its line is the last of the host code that has `launch`.
fn launched(host: &str) -> String {
    let (launched, ..) = noted(host);
    let at = host.lines().position(|line| line.contains("ct.launch(")).unwrap();
    let line = at + KERNEL.lines().count() + 1;
    let prefix = format!("from the launch in line {line}: ");
    let Some(said) = launched.strip_prefix(&prefix) else {
        panic!("{host}: {launched}, not line {line}")
    };
    said.to_string()
}

const LAUNCH: &str = "ct.launch(torch.cuda.current_stream(), (4, 2), k, (x, y, 1.5, 64))";

#[test]
fn constructors_say_types_and_shapes() {
    for (x, said) in [
        (
            "torch.randn((64, 128), dtype=torch.float16, device='cuda')",
            "f16[?,?] div=16",
        ),
        ("torch.randn(64, 128)", "f32[?,?] div=16"),
        (
            "torch.zeros([64, 100], dtype=torch.bfloat16)",
            "bf16[?,?] div=[16,1] stride_div=1",
        ),
        ("torch.ones(64, 128).half().cuda()", "f16[?,?] div=16"),
        (
            "torch.empty(64, 128, dtype=torch.half).t()",
            "f16[?,?] strides=[1,?] div=16",
        ),
        (
            "torch.rand(2, 64, 128).to(torch.float16).view(128, -1)",
            "f16[?,?] div=16",
        ),
        ("torch.randint(0, 10, (64, 128), dtype=torch.int32)", "i32[?,?] div=16"),
        ("torch.full((64, 128), 2.0)", "f32[?,?] div=16"),
        ("torch.full((64, 128), True)", "bool[?,?] div=16"),
        ("torch.arange(64 * 128).reshape(64, 128).float()", "f32[?,?] div=16"),
        ("torch.empty_strided((64, 128), (256, 1))", "f32[?,?] div=16"),
        ("torch.tensor([[1.0, 2.0], [3.0, 4.0]])", "f32[?,?] stride_div=1"),
        ("np.random.rand(64, 128).astype(np.float32)", "f32[?,?] div=16"),
        ("np.zeros((64, 128), np.uint8)", "u8[?,?] div=16"),
        (
            "cp.asarray(np.random.default_rng(0).standard_normal((64, 128), dtype='float32'))",
            "f32[?,?] div=16",
        ),
        ("torch.rand(64, 128) * 2 - 1", "f32[?,?] div=16"),
        (
            "torch.randn(64, 8, 16).permute(1, 0, 2).contiguous().view(8, 1024)",
            "f32[?,?] div=[1,16]",
        ),
    ] {
        let found = launched(&format!(
            "import cupy as cp\nx = {x}\ny = torch.empty_like(x, dtype=torch.float64)\n{LAUNCH}"
        ));
        let of_x = found.split("; ").next().unwrap();
        assert_eq!(of_x, format!("X={said}"), "{x}: {found}");
        assert!(found.ends_with("n=f32; T=64"), "{found}");
    }
}

/// The types and layouts are those of PyTorch and NumPy; where these differ, or depend on what is not followed, nothing is said.
#[test]
fn what_is_made_of_arrays_has_their_types() {
    let whole = "torch.zeros(64, 128, dtype=torch.int32)";
    for (x, said) in [
        (format!("{whole} * 2"), "i32[?,?] div=16"),
        (format!("{whole} * 2.5"), ""),
        (format!("{whole} / 2"), ""),
        (format!("{whole} / {whole}"), ""),
        ("torch.ones(64, 128).half() / 2".into(), "f16[?,?] div=16"),
        (
            "torch.empty_like(torch.ones(64, 128).half().t())".into(),
            "f16[?,?] strides=[1,?] div=16",
        ),
        (
            "torch.ones(64, 128).half().t().clone()".into(),
            "f16[?,?] strides=[1,?] div=16",
        ),
        ("torch.ones(64, 128).half().t().contiguous()".into(), "f16[?,?] div=16"),
        ("torch.empty_like(torch.empty_strided((64, 128), (512, 2)))".into(), ""),
        ("torch.sum(torch.ones(64, 128))".into(), ""),
        ("torch.softmax(torch.ones(64, 128), -1)".into(), "f32[?,?] div=16"),
        (format!("torch.softmax({whole}, -1)"), ""),
        (format!("torch.ones(64, 128).to({whole})"), "i32[?,?] div=16"),
        ("torch.ones(64, 128).to(unknown())".into(), ""),
        ("torch.ones(64, 128).to(torch.device('cuda'))".into(), "f32[?,?] div=16"),
        ("torch.ones(64, 128).to(y.device)".into(), "f32[?,?] div=16"),
        ("torch.ones(64, 128).to(DEVICE)".into(), "f32[?,?] div=16"),
        ("torch.arange(0.0, 64.0).view(8, 8)".into(), "f32[?,?]"),
        ("torch.eye(64, 32)".into(), "f32[?,?] div=16"),
    ] {
        let (launched, assumed, _) = noted(&format!(
            "DEVICE = 'cuda' if fast() else 'cpu'\ny = torch.ones(64, 128)\nx = {x}\n{LAUNCH}"
        ));
        match said {
            "" => assert!(assumed.contains("X="), "{x}: {launched}"),
            said => assert!(launched.contains(&format!(": X={said}; Y=")), "{x}: {launched}"),
        }
    }
    // A member of an enum is no number, but has one.
    let modes = "import enum\nclass M(enum.Enum):\n    A = 32\n";
    let arrays = "x = y = torch.ones(64, 128)\n";
    let constant = |t: &str| noted(&format!("{modes}{arrays}ct.launch(s, (1,), k, (x, y, 1.5, {t}))"));
    assert!(constant("M.A.value").0.ends_with("; T=32"));
    assert!(constant("M.A").1.contains("T=64"));
}

#[test]
fn code_around_a_launch_is_followed() {
    let plain = "X=f16[?,?] div=16; Y=f16[?,?] div=16; n=f32; T=64";
    let body = |indent: &str| {
        format!(
            "{indent}x = torch.ones((M, 128), dtype=torch.float16)\n{indent}y = torch.empty_like(x)\n{indent}{LAUNCH}\n"
        )
    };
    for host in [
        format!("M = 64\n{}", body("")),
        format!("def main(M=64):\n{}\nif __name__ == '__main__':\n    main()", body("    ")),
        format!("def main():\n    M = 64\n{}", body("    ")),
        format!("class Test:\n    def test(self):\n        M = 1 << 6\n{}", body("        ")),
        format!("@pytest.mark.parametrize('M', [64, 100])\ndef test(M):\n{}", body("    ")),
        format!("@pytest.mark.parametrize('M, flag', [(64, True)])\ndef test(M, flag):\n{}", body("    ")),
        format!("for M in [64, 128]:\n{}", body("    ")),
        format!("with torch.no_grad():\n    M = 64\n{}", body("    ")),
        format!("def run():\n    M = 64\n{}    return y\nassert torch.allclose(run(), 1)", body("    ")),
        format!("M = 64\ndef run(M):\n{}\nms = do_bench(lambda: run(M))", body("    ")),
        "def run(x, T=64):\n    y = torch.empty(x.shape, dtype=x.dtype)\n    args = (x, y, float(2))\n    \
         ct.launch(s, (ct.cdiv(x.shape[0], T),), k, args + (T,))\n    return y\n\
         run(torch.rand(math.ceil(63.5), 2 * 64).half())"
            .to_string(),
        "import torch as t\nfrom torch import float16 as half\nx, y = t.empty(64, 32, dtype=half), t.empty(64, 32, dtype=half)\n\
         fn = k\nct.launch(t.cuda.current_stream(), (4,), fn, [x, y, 0.5, 64])"
            .to_string(),
    ] {
        assert_eq!(launched(&host), plain, "{host}");
    }
    // Of sizes that are one or another, it is assumed what is usual.
    let (launched, assumed, _) = noted(&format!("M = 64 if torch.cuda.is_available() else 0\n{}", body("")));
    assert!(launched.ends_with(": n=f32; T=64"), "{launched}");
    assert_eq!(assumed, "assumed: X=f16[?,?] div=16; Y=f16[?,?] div=16");
}

#[test]
fn memory_that_is_shared_may_overlap() {
    let found = launched(&format!("x = torch.rand(64, 64)\ny = x.t()\n{LAUNCH}"));
    assert!(
        found.starts_with("X=f32[?,?] div=16 alias=1; Y=f32[?,?] strides=[1,?] div=16 alias=1"),
        "{found}"
    );
    let found = launched(&format!("x = torch.rand(64, 64)\ny = x.clone()\n{LAUNCH}"));
    assert!(!found.contains("alias"), "{found}");
}

/// Of a shape that is not known nothing is said, also not how many sizes it has.
#[test]
fn a_shape_that_is_not_known_is_not_one_size() {
    let host = |x: &str| {
        format!("def run(a, n):\n    x = {x}\n    y = torch.empty((64, 128), dtype=torch.float16)\n    {LAUNCH}")
    };
    for (x, said) in [
        ("torch.zeros(a.shape, dtype=torch.float32)", ""),
        ("torch.zeros(size=a.shape, dtype=torch.float32)", ""),
        ("torch.zeros(*a.shape, dtype=torch.float32)", ""),
        ("torch.zeros(a.shape[0], n, dtype=torch.float32)", "X=f32[?,?]"),
        ("torch.zeros((a.shape[0], n), dtype=torch.float32)", "X=f32[?,?]"),
    ] {
        let (launched, assumed, _) = noted(&host(x));
        // A size that the launch does not tell is no fact of it.
        assert!(!launched.contains("X="), "{x}: {launched}");
        assert!(
            assumed.contains(if said.is_empty() { "X=f16[?,?]" } else { said }),
            "{x}: {assumed}"
        );
    }
}

#[test]
fn what_cannot_be_followed_is_assumed() {
    // Of a launch that is known in part, the rest.
    let (launched, assumed, _) = noted(
        "def run(x):\n    y = torch.empty((len(x), 64), dtype=torch.float32)\n    \
         ct.launch(s, grid(x), k, (x, y, 2, 32))",
    );
    assert!(launched.ends_with(": n=i32; T=32"), "{launched}");
    assert_eq!(assumed, "assumed: X=f16[?,?] div=8; Y=f32[?,?] div=16");
    // Nothing is a launch of this kernel, or fits it.
    for host in [
        "x = y = torch.zeros(4, 4)\nct.launch(s, (1,), other, (x, y, 1, 64))",
        "x = y = torch.zeros(4, 4)\nct.launch(s, (1,), k, (x, y))",
        "ct.launch(s, (1,), k, load_arguments())",
        "ct.launch(k)",
        "ct.launch(s, (1,), k, tuple(a for a in b))",
        "def f():\n    return f()\nct.launch(s, (1,), k, f())",
        "def f(a):\n    f(a + 1)\n    f(a - 1)\n    return a\nct.launch(s, (1,), k, f(1))",
        "x = torch.zeros(-1, 1 << 200, 9 ** 999)\nct.launch(s, (0,), k, (x.view().T.mT, x[0], x.size(9), x.permute(5, 5)))",
    ] {
        let (launched, assumed, _) = noted(host);
        let is_dropped = launched.starts_with("the launch in line") && launched.contains("tells nothing");
        assert!(launched.is_empty() || is_dropped, "{host}: {launched}");
        assert!(
            assumed.starts_with("assumed: X=f16[?,?] div=8; Y="),
            "{host}: {assumed}"
        );
    }
}

#[test]
fn a_comment_goes_before_a_launch_and_the_grid_is_known() {
    let host = format!("x = torch.ones(64, 128)\ny = torch.ones(64, 128)\n{LAUNCH}\n");
    let (_, assumed, launch) = noted(&host);
    let launch = launch.unwrap();
    assert_eq!((assumed.as_str(), launch.grid), ("", Some([4, 2, 1])));
    let value = |name: &str| {
        launch
            .values
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| *value)
    };
    assert_eq!(
        (value("X_size1"), value("X_stride0"), value("X"), value("n")),
        (Some(128.0), Some(128.0), Some(8192.0), Some(1.5))
    );

    let source = format!("{KERNEL}{host}").replace("@ct.kernel", "# tilewright: X=f64[?,?]; T=32\n@ct.kernel");
    let lowered = lower(&source, &Request::default()).unwrap();
    assert_eq!(lowered.signature.params[0].to_text(), "f64[?,?]");
    assert!(
        lowered.notes[0].message.ends_with(": Y=f32[?,?] div=16; n=f32"),
        "{:?}",
        lowered.notes
    );
    let request = Request {
        options: vec!["Y=f16[?,?]; n=i32".to_string()],
        ..Request::default()
    };
    assert!(lower(&source, &request).unwrap().notes.is_empty());
}

/// The notes and assumptions on `T` where it is `t`, which this code sets.
fn constant(code: &str) -> (String, String) {
    let arrays = "x = y = torch.randn(64, 128, dtype=torch.float16)\n";
    let (launched, assumed, _) = noted(&format!("{arrays}{code}\nct.launch(s, (1,), k, (x, y, 2, t))"));
    let said = launched.rsplit("; ").next().unwrap_or_default().to_string();
    (said, assumed)
}

#[test]
fn conditions_on_types_of_elements_are_known() {
    for code in [
        "if x.dtype == torch.float16:\n    t = 32\nelse:\n    t = 16",
        "if x.dtype.itemsize == 2:\n    t = 32\nelse:\n    t = 16",
        "t = 16 if x.dtype == torch.float32 else 32",
        "t = 32 if x.dtype in (torch.float16, torch.bfloat16) else 16",
        "t = 16 if x.dtype not in (torch.half,) and True else 32",
        "t = 64 // x.element_size()",
        "if x.dtype is torch.float64 or x.dim() == 3:\n    t = 16\nelif y.itemsize == 2:\n    t = 32",
    ] {
        assert_eq!(constant(code), ("T=32".to_string(), String::new()), "{code}");
    }
}

#[test]
fn what_differs_between_ways_is_assumed_and_not_said() {
    for code in [
        "if x.is_cuda:\n    t = 32\nelse:\n    t = 16",
        "t = 32\nif fast():\n    t = 16",
        "t = 32 if fast() else 16",
        "t = 32\nfor i in range(n):\n    t = t + 16",
        "t = 32\nwhile slow():\n    t *= 2",
        "def pick():\n    if fast():\n        return 32\n    return 16\nt = pick()",
        "t = 32 if fast() and True else 16",
    ] {
        let (said, assumed) = constant(code);
        assert_eq!((said.as_str(), assumed.as_str()), ("n=i32", "assumed: T=64"), "{code}");
    }
    // A value that is the same on both ways is known, and so is the way that goes on.
    for code in [
        "t = 32 if fast() else 32",
        "t = 32\nif fast():\n    z = torch.zeros(3)",
        "def pick():\n    t = 32\n    if fast():\n        t = 16\n        return 32\n    return t\nt = pick()",
    ] {
        assert_eq!(constant(code), ("T=32".to_string(), String::new()), "{code}");
    }
}

#[test]
fn a_launch_that_tells_nothing_is_told_with_the_reason() {
    let kernel =
        "import cuda.tile as ct\n\n@ct.kernel\ndef k(X):\n    ct.store(X, (0,), ct.zeros((16,), ct.float32))\n\n";
    for (launch, why) in [
        ("ct.launch(s, (1,), k, (load_it(),))", "none of its arguments is made"),
        (
            "ct.launch(s, (1,), k, (1, 2))",
            "it hands on 2 arguments, and the kernel has 1 parameter",
        ),
        ("ct.launch(s, (1,), k, arguments())", "no tuple that is made here"),
    ] {
        let lowered = lower(&format!("{kernel}{launch}\n"), &Request::default()).expect(launch);
        let notes: Vec<&str> = lowered.notes.iter().map(|note| note.message.as_str()).collect();
        assert!(
            notes
                .iter()
                .any(|note| note.starts_with("the launch in line 7") && note.contains(why)),
            "{notes:?}"
        );
    }
    let lowered = lower(kernel, &Request::default()).expect("taken");
    assert_eq!(lowered.notes.len(), 1);
}

#[test]
fn helpers_and_hints_of_a_launch_are_followed() {
    let numbers = "def next_power_of_2(n):\n    return 1 << (n - 1).bit_length()\nx = torch.randn(64, 100)\n\
                   T = next_power_of_2(x.shape[1])\nct.launch(0, (4, 2), k, (x, x, 1.5, T))";
    assert!(launched(numbers).ends_with("; n=f32; T=128"), "{}", launched(numbers));
    let unknown = numbers.replace("bit_length", "bit_count");
    assert!(!launched(&unknown).contains("T="), "{}", launched(&unknown));
    let plain = format!("x = torch.randn(64, 128)\ny = x\n{LAUNCH}");
    for hints in [
        "k.with_hints(occupancy=4)",
        "k.replace_hints(occupancy=4)",
        "k",
        "ct.kernel(occupancy=2)(k)",
    ] {
        let hinted = format!(
            "def run(x, y):\n    kernel = {hints}\n    {}\nrun(torch.randn(64, 128), torch.randn(64, 128))",
            LAUNCH.replace("k,", "kernel,")
        );
        let same = hinted
            .replace("torch.randn(64, 128), torch.randn(64, 128)", "x, x")
            .replace("\nrun", "\nx = torch.randn(64, 128)\nrun");
        assert_eq!(launched(&same), launched(&plain), "{hints}");
    }
    // Other calls on a kernel are not followed.
    let other = format!(
        "kernel = k.compile()\nx = torch.randn(64, 128)\ny = x\n{}",
        LAUNCH.replace("k,", "kernel,")
    );
    assert_eq!(noted(&other).0, "");
}

#[test]
fn launches_of_kernels_that_are_made_are_followed() {
    let made = "import cuda.tile as ct\nimport torch\ndef make(s):\n    @ct.kernel\n    def inner(X, Y):\n        ct.store(Y, 0, ct.load(X, 0, 16) * s)\n    \
                return inner\ndef body(X, Y):\n    ct.store(Y, 0, ct.load(X, 0, 16))\n";
    let host = "x = torch.zeros(64, dtype=torch.float32)\nct.launch(0, (1,), k, (x, x))\n";
    for how in [
        "k = make(2.0)",
        "k = ct.kernel(body)",
        "k = ct.kernel(occupancy=2)(body)",
    ] {
        let launch = |source: &str| lower(source, &Request::default()).expect(how).launch.is_some();
        assert!(launch(&format!("{made}{how}\n{host}")), "{how}");
        // Another kernel is launched.
        assert!(
            !launch(&format!("{made}{how}\n{}", host.replace(" k,", " other,"))),
            "{how}"
        );
    }
}

#[test]
fn members_of_records_are_followed() {
    let arrays = "x = torch.ones((64, 128), dtype=torch.float16)\ny = torch.empty_like(x)\n";
    let plain = "X=f16[?,?] div=16; Y=f16[?,?] div=16; n=f32; T=64";
    for (host, tile) in [
        ("cfg = {'tm': 64, 'n': 3}", "cfg['tm']"),
        ("cfg = {'tm': 32}\ncfg['tm'] *= 2", "cfg['tm']"),
        ("cfg = dict(tm=64)", "cfg.get('tm', 32)"),
        ("cfg = {}", "cfg.get('tm', 64)"),
        ("cfg = {'tm': 32}\nother = cfg\nother['tm'] = 64", "cfg['tm']"),
        ("cfg = {'tm': 64}\nother = cfg.copy()\nother['tm'] = 32", "cfg['tm']"),
        (
            "def widen(one):\n    one['tm'] = 64\ncfg = {'tm': 32}\nwiden(cfg)",
            "cfg['tm']",
        ),
        ("old = {'tm': 32, 'n': 1}\ncfg = {**old, 'tm': 64}", "cfg['tm']"),
        ("configs = [{'tm': 64}, {'tm': 128}]\ncfg = configs[0]", "cfg['tm']"),
        ("def pick(tm, n=1):\n    return tm\ncfg = {'tm': 64}", "pick(**cfg)"),
        (
            "from types import SimpleNamespace\ncfg = SimpleNamespace(tm=64)",
            "cfg.tm",
        ),
        ("import argparse\ncfg = argparse.Namespace()\ncfg.tm = 64", "cfg.tm"),
        ("class Config:\n    tm = 64", "Config.tm"),
        (
            "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Config:\n    n: int\n    tm: int = 64\ncfg = Config(1)",
            "cfg.tm",
        ),
        (
            "import dataclasses\n@dataclasses.dataclass\nclass Config:\n    tm: int = dataclasses.field(default=32)\n\
             cfg = dataclasses.replace(Config(), tm=64)",
            "cfg.tm",
        ),
        (
            "from typing import NamedTuple\nclass Config(NamedTuple):\n    n: int\n    tm: int\ncfg = Config(1, tm=64)",
            "cfg.tm",
        ),
        (
            "class Config:\n    tm = 32\n    def __init__(self, tm):\n        self.tm = tm\ncfg = Config(64)",
            "cfg.tm",
        ),
        (
            "class Config:\n    def __init__(self, n=2):\n        self.n = n\n        self.grow(n)\n    def grow(self, n):\n        self.n *= 16\n    \
             def tile(self):\n        return self.n * 2\ncfg = Config()",
            "cfg.tile()",
        ),
        (
            "class Base:\n    def __init__(self, tm):\n        self.tm = tm\nclass Config(Base):\n    pass\ncfg = Config(64)",
            "cfg.tm",
        ),
        (
            "class Pick:\n    def __init__(self, tm):\n        self.tm = tm\n    def __call__(self, n):\n        return self.tm * n\npick = Pick(32)",
            "pick(2)",
        ),
        (
            "class Pick:\n    @staticmethod\n    def of(n):\n        return n * 32\npick = Pick()",
            "pick.of(2)",
        ),
    ] {
        let launch = LAUNCH.replace("64", tile);
        assert_eq!(launched(&format!("{arrays}{host}\n{launch}")), plain, "{host}");
    }
}

#[test]
fn members_that_are_not_known_are_not_taken() {
    let arrays = "x = torch.ones((64, 128), dtype=torch.float16)\ny = torch.empty_like(x)\n";
    for (host, tile) in [
        ("cfg = {'tm': 64}", "cfg['tn']"),
        ("cfg = {'tm': 64}\nkey = input()\ncfg[key] = 32", "cfg['tm']"),
        ("cfg = {'tm': 64}\ncfg.update(read())", "cfg['tm']"),
        ("cfg = {'tm': 64, **read()}", "cfg['tm']"),
        ("cfg = dict({'tm': 64}, **read())", "cfg['tm']"),
        (
            "import dataclasses\n@dataclasses.dataclass\nclass Config:\n    tm: int = 64\ncfg = dataclasses.replace(Config(), **read())",
            "cfg.tm",
        ),
        ("class Config:\n    tm = 64\ncfg = Config(*read())", "cfg.tm"),
        ("def pick(n, tm=64):\n    return tm", "pick(1, **read())"),
        ("def pick(n=1, tm=64):\n    return tm", "pick(*read())"),
        ("all = [{'tm': 64}]\nall[0]['tm'] = 32\ncfg = all[0]", "cfg['tm']"),
        ("cfg = {'tm': 64}\nif read():\n    cfg['tm'] = 32", "cfg['tm']"),
        (
            "class Config:\n    tm = 64\n    def __new__(self, tm):\n        return read(tm)\ncfg = Config(32)",
            "cfg.tm",
        ),
        (
            "class Config:\n    def __init__(self, tm):\n        self.tm = read(tm)\ncfg = Config(32)",
            "cfg.tm",
        ),
        (
            "class Config:\n    def __init__(self, tm):\n        self.tm = tm\n    @property\n    def tn(self):\n        return read()\ncfg = Config(32)",
            "cfg.tn",
        ),
        ("class Config(Base):\n    tm = 64", "Config.tm"),
        (
            "class Config:\n    def __init__(self, tm):\n        self.tm = tm\n        for i in range(3):\n            self.tm += 1\ncfg = Config(32)",
            "cfg.tm",
        ),
        (
            "class Config:\n    def __init__(self, tm):\n        self.tm = tm\n        if read():\n            self.tm = 64\ncfg = Config(32)",
            "cfg.tm",
        ),
        (
            "cfg = {'tm': 64}\ndef other():\n    if read():\n        cfg['tm'] = 32\nother()",
            "cfg['tm']",
        ),
    ] {
        let launch = LAUNCH.replace("64", tile);
        let found = launched(&format!("{arrays}{host}\n{launch}"));
        assert!(!found.contains("T="), "{host}: {found}");
    }
}

/// Where a launch tells some of the parameters, the warning of what is assumed of the others says that it does not tell them.
#[test]
fn what_a_launch_does_not_tell_is_said() {
    let notes = |argument: &str| {
        let source = format!(
            "import cuda.tile as ct\nimport torch\n@ct.kernel\ndef k(A, n):\n    ct.store(A, (0,), ct.load(A, (0,), (16,)) * n)\n\
             a = torch.ones(64)\nct.launch(0, (1,), k, ({argument}, 2))\n"
        );
        let lowered = tilewright_cutile::lower(&source, &tilewright_cutile::Request::default()).expect("compiled");
        let warning = lowered.notes.into_iter().find(|note| note.code == "python.assumed");
        warning.map(|warning| warning.notes.join(" "))
    };
    let said = notes("a[::2]").expect("the array is assumed");
    assert!(
        said.contains("the launch in line 7 hands on what is not followed"),
        "{said}"
    );
    assert_eq!(notes("a"), None);
}

/// Arguments that reach `ct.launch` by way of other calls are followed as if they were written there.
#[test]
fn launches_are_spelt_in_many_ways() {
    let plain = "X=f16[?,?] div=16; Y=f16[?,?] div=16; n=f32; T=64";
    let arrays = "x = torch.ones((64, 128), dtype=torch.float16)\ny = torch.empty_like(x)\n";
    let launches = [
        "ct.launch(stream=s, grid=(4,), kernel=k, kernel_args=(x, y, 1.5, 64))",
        "ct.launch(*(s, (4,), k, (x, y, 1.5, 64)))",
        "all = dict(stream=s, grid=(4,), kernel=k)\nct.launch(**all, kernel_args=(x, y, 1.5, 64))",
        "ct.launch(s, (4,), k, (x, y, 1.5, 64), programmatic_dependent_launch=True)",
        "from functools import partial\ngo = partial(ct.launch, s, (4,))\ngo(k, (x, y, 1.5, 64))",
        "import functools\ndef run(x, y, n, T=16):\n    ct.launch(s, (4,), k, (x, y, n, T))\nfunctools.partial(run, n=1.5, T=64)(x, y)",
        "go = lambda kernel, *given: ct.launch(s, (4,), kernel, given)\ngo(k, x, y, 1.5, 64)",
        "def go(kernel, *given, **more):\n    ct.launch(s, (4,), kernel, given + (more['T'],))\ngo(k, x, y, 1.5, T=64)",
        "given = [x, y]\ngiven.append(1.5)\ngiven += [64]\nct.launch(s, (4,), k, tuple(given))",
        "both = [torch.ones((64, 128), dtype=torch.float16) for _ in range(2)]\nct.launch(s, (4,), k, (*both, 1.5, 64))",
        "def main():\n    T = 64\n    def run():\n        ct.launch(s, (x.shape[0] // T,), k, (x, y, 1.5, T))\n    run()\nmain()",
        "T = 64\ndef run():\n    ct.launch(s, (4,), k, (x, y, 1.5, T))\ndef main():\n    T = 32\n    run()\nmain()",
        "if (T := 64) > 32:\n    ct.launch(s, (4,), k, (x, y, 1.5, T))",
        "ct.tune.exhaustive_search([{'T': 64}, {'T': 128}], s, lambda c: (4,), k, lambda c: (x, y, 1.5, c['T']))",
    ];
    for launch in launches {
        let (launched, ..) = noted(&format!("{arrays}{launch}"));
        let said = launched.split_once(": ").map(|(_, said)| said);
        assert_eq!(said, Some(plain), "{launch}\n{launched}");
    }
}

/// Where something is given that is not known, nothing is taken for it.
#[test]
fn what_is_given_by_the_unknown_is_not_taken() {
    let arrays = "x = torch.ones((64, 128), dtype=torch.float16)\ny = torch.empty_like(x)\n";
    for launch in [
        "given = [x, y, 1.5, 64]\ngiven.pop()\nct.launch(s, (4,), k, tuple(given))",
        "given = [x, y, 1.5, 64]\ngiven[3] = read()\nct.launch(s, (4,), k, tuple(given))",
        "ct.launch(*read(), (4,), k, (x, y, 1.5, 64))",
        "ct.launch(s, (4,), k, tuple(x for x in read()))",
        "go = lambda kernel, *given: ct.launch(s, (4,), kernel, given)\ngo(k, *read())",
    ] {
        let (launched, assumed, _) = noted(&format!("{arrays}{launch}"));
        assert!(
            assumed.contains("T=64") && assumed.contains("X="),
            "{launch}\n{launched}\n{assumed}"
        );
    }
}
