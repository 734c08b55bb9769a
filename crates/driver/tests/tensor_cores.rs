//! Kernels whose products agents give to the unit that multiplies while threads go on, whatever is around these products.

use std::path::Path;
use tilewright_driver::report::Report;
use tilewright_driver::{Options, compile};

/// The kernels of `tests/language`.
const KERNELS: &[&str] = &[
    "ends_early_return",
    "ends_early_twice",
    "product_batch",
    "product_branch",
    "product_branch_loaded",
    "product_once",
    "product_once_chained",
    "product_while",
];

/// The GPUs with such a unit, and its instruction.
const UNITS: [(&str, &str); 2] = [("sm_90a", "wgmma.mma_async"), ("sm_100a", "tcgen05.mma")];

fn source(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    std::fs::read_to_string(folder.join(format!("{name}.mlir"))).unwrap()
}

fn compiled(source: &str, gpu_name: &str) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    compile(source, &options).report
}

/// Whether TMA loads and the unit multiplies.
fn is_specialised(report: &Report, instruction: &str) -> bool {
    let text = &report.ptx.as_ref().unwrap().text;
    text.contains(instruction) && text.contains("cp.async.bulk.tensor") && !text.contains("mma.sync")
}

#[test]
fn agents_have_products_whatever_is_around_them() {
    for name in KERNELS {
        for (gpu_name, instruction) in UNITS {
            let report = compiled(&source(name), gpu_name);
            assert!(is_specialised(&report, instruction), "{name} on {gpu_name}");
        }
    }
}

/// The kernel with a part of it replaced, which agents are not given, for a reason with this code.
fn refused(name: &str, [from, to]: [&str; 2], code: &str) {
    let changed = source(name).replace(from, to);
    assert_ne!(changed, source(name), "{name}");
    for (gpu_name, instruction) in UNITS {
        let report = compiled(&changed, gpu_name);
        assert!(!is_specialised(&report, instruction), "{name} on {gpu_name}");
        let codes: Vec<&str> = report.diagnostics.iter().map(|told| &*told.code).collect();
        assert!(codes.contains(&code), "{name} on {gpu_name}: {codes:?}");
    }
}

#[test]
fn agents_have_no_kernel_that_returns_from_a_branch_in_a_branch() {
    let nested = "  if %skip {\n    if %skip {\n      return\n    }\n  }\n";
    refused(
        "ends_early_return",
        ["  if %skip {\n    return\n  }\n", nested],
        "choice.ends-early",
    );
}

/// Matrices of a batch that are stored in an order with others are not cut.
#[test]
fn batches_in_an_order_stay_whole() {
    let stores = ["store_view_tko weak", "store_view_tko release device"];
    refused("product_batch", stores, "pipeline.batch");
}

#[test]
fn loops_that_count_to_no_bound_have_no_agents() {
    let tests = ["cmpi less_than %k_1, %32", "cmpi not_equal %k_1, %32"];
    refused("product_while", tests, "pipeline.no-loop");
}

/// The reason is not that the product is in no loop, or in a branch.
#[test]
fn reads_in_an_order_are_not_ahead_in_whatever_loop() {
    let loads = ["load_view_tko weak", "load_view_tko relaxed device"];
    for name in ["product_once", "product_branch"] {
        refused(name, loads, "pipeline.ordered-read");
    }
}
