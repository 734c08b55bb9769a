//! Kernels whose products agents give to the unit that multiplies while threads go on, whatever is around these products.

use std::path::Path;
use tilewright_driver::report::Report;
use tilewright_driver::{Options, compile};

/// The kernels of `tests/language`.
const KERNELS: &[&str] = &["ends_early_return", "ends_early_twice"];

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

/// The kernel with a part of it replaced, which is refused to agents with a code.
fn refused(name: &str, [from, to]: [&str; 2], code: &str) {
    let changed = source(name).replacen(from, to, 1);
    assert_ne!(changed, source(name), "{name}");
    for (gpu_name, instruction) in UNITS {
        let report = compiled(&changed, gpu_name);
        assert!(!is_specialised(&report, instruction), "{name} on {gpu_name}");
        let codes: Vec<&str> = report.diagnostics.iter().map(|told| &*told.code).collect();
        assert!(codes.contains(&code), "{name} on {gpu_name}: {codes:?}");
    }
}

/// A return within the loop ends what agents count on.
#[test]
fn agents_have_no_products_of_loops_that_return() {
    let early = "    if %skip {\n      return\n    }\n    %next = mmaf";
    refused("ends_early_return", ["    %next = mmaf", early], "choice.ends-early");
}
