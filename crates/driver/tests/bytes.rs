//! Bytes of a word become floats as they lie there, where nothing else is done with them.

use std::path::Path;
use tilewright_driver::{Options, compile};

/// Counts of bytes of two words that are put together, and of halves that are subtracted in pairs.
fn counts(source: &str, gpu_name: &str) -> [usize; 2] {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    let report = compile(source, &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    let text = report.ptx.expect("there is PTX").text;
    ["prmt.b32", "sub.f16x2"].map(|form| text.matches(form).count())
}

#[test]
fn bytes_become_halves_two_at_a_time_if_they_become_nothing_else() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language/bytes.mlir");
    let source = std::fs::read_to_string(file).unwrap();
    // Of 16 bytes of a thread that become f16 and f32: a pair of each two, and each by itself.
    let [halves, singles] = [8, 16];
    for gpu_name in ["sm_80", "sm_90a", "sm_120a"] {
        assert_eq!(
            counts(&source, gpu_name),
            [2 * (halves + singles), 2 * halves],
            "{gpu_name}"
        );
        // Bytes that are negated too are taken apart, and those beside them, which are not negated any more, are not.
        let other = source.replace("negi %w", "negi %x");
        assert_eq!(
            counts(&other, gpu_name),
            [halves + singles + halves, halves + halves],
            "{gpu_name}"
        );
    }
}
