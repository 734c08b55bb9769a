//! Additions to memory that nobody reads go in vectors where the GPU has them.

use std::path::Path;
use tilewright_driver::{Options, compile};

fn ptx(kernel: &str, gpu_name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/language")
        .join(kernel);
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    let report = compile(&std::fs::read_to_string(file).unwrap(), &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report.ptx.expect("there is PTX").text
}

#[test]
fn neighbours_are_added_together_as_far_as_they_are_aligned() {
    let text = ptx("atomics_vectors.mlir", "sm_90a");
    let count = |form: &str| text.matches(form).count();
    // Four floats by pointers, two where rows are aligned to 8 bytes, which tiles of the same shape have as well.
    assert!(count("red.relaxed.gpu.global.add.v4.f32") > 0, "{text}");
    assert!(count("red.relaxed.gpu.global.add.v2.f32") > 0, "{text}");
    assert!(count("red.relaxed.gpu.global.add.noftz.v2.f16") > 0, "{text}");
    assert_eq!(count("red.relaxed.gpu.global.add.f32"), 0, "{text}");
}

#[test]
fn elsewhere_and_for_what_is_asked_for_each_element_goes_by_itself() {
    let older = ptx("atomics_vectors.mlir", "sm_80");
    assert!(
        older.contains("red.relaxed.gpu.global.add.f32") && !older.contains("add.v"),
        "{older}"
    );
    let all = ptx("atomics.mlir", "sm_90a");
    assert!(all.contains("atom.relaxed") && !all.contains("atom.add.v"), "{all}");
    // An atomic that acquires reads, though nobody asks for it.
    assert!(!all.contains("red.acquire") && !all.contains("red.acq_rel"), "{all}");
}
