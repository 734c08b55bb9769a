//! How long compiling takes, from text to report, for each kernel of the gallery.
//!
//! `cargo bench -p tilewright-driver`

use tilewright_driver::{Options, compile, gallery};

fn main() {
    divan::main();
}

/// From text to PTX, with the IR printed at every pass boundary.
#[divan::bench(args = ["vadd", "saxpy_masked", "relu_scale_2d", "row_sum", "collatz", "histogram"])]
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
