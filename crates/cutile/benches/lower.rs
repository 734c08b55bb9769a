//! Times from Python to Tile IR text.
//!
//! `cargo bench -p tilewright-cutile`

use std::fmt::Write;
use std::path::Path;
use tilewright_cutile::{Request, lower};

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
fn usual_2000_lines(bencher: divan::Bencher<'_, '_>) {
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

/// One kernel of 2,000 lines of arithmetic, each of which becomes five ops.
#[divan::bench]
fn dense_2000_lines(bencher: divan::Bencher<'_, '_>) {
    let mut source = "import cuda.tile as ct\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    a = ct.load(X, (0,), (16,))\n    b = a\n".to_string();
    for line in 0..1990 {
        let _ = writeln!(
            source,
            "    {} = (a * {line}.5 + b) / 3.0",
            if line % 2 == 0 { "a" } else { "b" }
        );
    }
    source += "    ct.store(X, (0,), a + b)\n";
    assert!(lower(&source, &Request::default()).is_ok());
    bencher.bench(|| lower(&source, &Request::default()).map(|lowered| lowered.text.len()));
}

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile");
    std::fs::read_to_string(folder.join(format!("{name}.py"))).unwrap_or_default()
}
