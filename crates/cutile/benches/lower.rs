//! Times from Python to Tile IR, and to its text.
//!
//! `cargo bench -p tilewright-cutile`

use std::fmt::Write;
use std::path::Path;
use tilewright_cutile::{Request, compile, lower};

fn main() {
    divan::main();
}

/// A kernel of the project.
#[divan::bench(args = ["gemm", "attention", "softmax", "reductions"])]
fn kernel(bencher: divan::Bencher<'_, '_>, name: &str) {
    let source = read(name);
    bencher.bench(|| lower(&source, &Request::default()).map(|lowered| lowered.text.len()));
}

/// A file of 2,000 lines as people write them: kernels, helpers, comments and host code; the last kernel is compiled.
#[divan::bench]
fn file_of_2000_lines(bencher: divan::Bencher<'_, '_>) {
    let parts: Vec<String> = [
        "attention",
        "layer_norm",
        "rope",
        "row_gather",
        "histogram",
        "reductions",
        "softmax",
    ]
    .map(read)
    .into();
    let mut source = String::new();
    for round in 0.. {
        let part = &parts[round % parts.len()];
        source += &part.replace("def ", &format!("def r{round}_"));
        let _ = write!(
            source,
            "\n\ndef run_{round}(x, n=1024):\n    \"\"\"Runs a kernel.\"\"\"\n    y = torch.empty((n, 64), dtype=torch.float16)\n    \
             # As many blocks as there are rows.\n    grid = (ct.cdiv(n, 64), 1, 1)\n    launch(grid, x, y)\n    return y\n\n"
        );
        if source.lines().count() >= 1950 {
            break;
        }
    }
    source += &read("gemm");
    let request = Request {
        kernel: Some("gemm"),
        ..Request::default()
    };
    assert!(lower(&source, &request).is_ok());
    bencher.bench(|| lower(&source, &request).map(|lowered| lowered.text.len()));
}

/// A part of a long kernel as people write it: with comments, empty lines, a loop, a call of a helper, and about as many ops a line as the
/// kernels of the test data have.
const PART: &str = "
    # Part @: rows are scaled to a mean of 0 and a deviation of 1.
    x = ct.load(X, index=(row, @), shape=(16, 64), padding_mode=ct.PaddingMode.ZERO)
    x = x.astype(ct.float32)
    centred = x - mean(x)
    x = centred * ct.rsqrt(mean(centred * centred) + EPS)
    x = x.astype(ct.float16)

    # Scores of the rows over blocks of keys, with a running maximum.
    top = ct.full((16, 1), -1.0e30, ct.float32)
    acc = ct.zeros((16, 64), ct.float32)
    for j in range(ct.num_tiles(K, 0, (32, 64))):
        k = ct.load(K, index=(j, @), shape=(32, 64))
        s = ct.mma(
            x,
            ct.transpose(k),
            ct.zeros((16, 32), ct.float32),
        )
        s = s * scale

        # What was summed so far is scaled to the new maximum.
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
        p = ct.exp2(s - new)
        decay = ct.exp2(top - new)
        acc = ct.mma(p.astype(ct.float16), k, acc * decay)
        top = new

    # What is left goes to the next part.
    total = total + acc * @.5
    if row > @:
        total = ct.maximum(total, 0.0)
";

/// One kernel of 2,000 lines as people write them.
fn usual() -> String {
    let head = "import cuda.tile as ct\n\nEPS = 1e-5\n\ndef mean(x):\n    \"\"\"Of each row.\"\"\"\n    \
                return ct.sum(x, axis=1, keepdims=True) / x.shape[1]\n\n";
    let kernel = "# tilewright: X=f16[?,?] div=16; K=f16[?,?] div=16; Y=f16[?,?] div=16; scale=0.125\n@ct.kernel\n\
                  def k(X, K, Y, scale: ct.Constant[float]):\n    row = ct.bid(0)\n    total = ct.zeros((16, 64), ct.float32)\n";
    let end = "    ct.store(Y, (row, 0), total.astype(Y.dtype))\n";
    let mut source = format!("{head}{kernel}");
    let parts = 2000 / PART.lines().count();
    for part in 0..parts {
        source += &PART.replace('@', &part.to_string());
    }
    source + end
}

/// One kernel of 2,000 lines of arithmetic, each of which becomes nine ops.
fn dense() -> String {
    let mut source = "import cuda.tile as ct\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    a = ct.load(X, (0,), (16,))\n    b = a\n".to_string();
    for line in 0..1990 {
        let _ = writeln!(
            source,
            "    {} = (a * {line}.5 + b) / 3.0",
            if line % 2 == 0 { "a" } else { "b" }
        );
    }
    source + "    ct.store(X, (0,), a + b)\n"
}

/// Kernels of 2,000 lines.
const KERNELS: [&str; 2] = ["usual", "dense"];

fn long(name: &str) -> String {
    if name == "dense" { dense() } else { usual() }
}

/// From Python to the module of Tile IR: parsing, evaluation and all passes.
#[divan::bench(args = KERNELS)]
fn ir_of_2000_lines(bencher: divan::Bencher<'_, '_>, name: &str) {
    let source = long(name);
    let lowered = lower(&source, &Request::default()).expect("it is a kernel");
    let ops = lowered.text.lines().filter(|line| line.starts_with(' ')).count();
    println!("{} lines, {ops} ops", source.lines().count());
    bencher.bench(|| compile(&source, "", "k", &lowered.signature));
}

/// The same, printed.
#[divan::bench(args = KERNELS)]
fn text_of_2000_lines(bencher: divan::Bencher<'_, '_>, name: &str) {
    let source = long(name);
    bencher.bench(|| lower(&source, &Request::default()).map(|lowered| lowered.text.len()));
}

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile");
    std::fs::read_to_string(folder.join(format!("{name}.py"))).unwrap_or_default()
}
