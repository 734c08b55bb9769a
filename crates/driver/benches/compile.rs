//! Times of compiling, from text to report, for each kernel of the gallery.
//!
//! `cargo bench -p tilewright-driver`

use tilewright_driver::{Options, compile, gallery};

fn main() {
    divan::main();
}

/// From text to PTX, with the IR printed at every pass boundary.
#[divan::bench(args = ["vadd", "row_sum", "collatz", "histogram", "matmul", "gemm_bias_relu", "tiles_persistent", "tiles_cluster"])]
fn whole(bencher: divan::Bencher<'_, '_>, name: &str) {
    let kernels = gallery();
    let source = kernels.iter().find(|k| k.name == name).map_or("", |k| k.source);
    bencher.bench(|| compile(source, &Options::default()));
}

/// Parsing and verifying alone.
#[divan::bench(args = ["vadd", "row_sum"])]
fn parse_and_verify(bencher: divan::Bencher<'_, '_>, name: &str) {
    let kernels = gallery();
    let source = kernels.iter().find(|k| k.name == name).map_or("", |k| k.source);
    bencher.bench(|| tilewright_ir::verify(&tilewright_ir::parse(source).module).len());
}

/// Parsing, verifying and printing kernels of so many ops: the time per op stays the same.
#[divan::bench(args = [25_000, 50_000, 100_000])]
fn long_text(bencher: divan::Bencher<'_, '_>, count: usize) {
    let line = |i: usize| format!("  %v{} = addi %v{i}, %v0 : tile<i32>\n", i + 1);
    let ops: String = (0..count).map(line).collect();
    let source = format!("entry @k(%v0: tile<i32>) {{\n{ops}  return\n}}\n");
    bencher.bench(|| {
        let module = tilewright_ir::parse(&source).module;
        (
            tilewright_ir::verify(&module).len(),
            tilewright_ir::print(&module).text.len(),
        )
    });
}
