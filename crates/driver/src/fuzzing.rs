//! Checks that the property tests and the fuzz targets share. Each panics when a promise of the compiler is broken.

use crate::{Options, Strategy, Swizzle, compile};

/// Any bytes, taken as a kernel: compiling ends, without a panic and without blaming itself; a refusal says why; PTX
/// that comes out is PTX.
pub fn check_compile(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let report = compile(&*text, &options_of(bytes)).report;
    let blames_itself = report.diagnostics.iter().find(|m| m.is_internal());
    assert!(blames_itself.is_none(), "{blames_itself:#?}\n{text}");
    let errors = report
        .diagnostics
        .iter()
        .any(|m| m.severity == tilewright_diag::Severity::Error);
    assert_eq!(report.ok, !errors, "a refusal says why");
    if let Some(ptx) = &report.ptx {
        assert!(
            tilewright_ptx::parse(&ptx.text).is_ok(),
            "what is emitted is PTX:\n{}",
            ptx.text
        );
    }
}

/// Options that follow from the bytes, so that one input is compiled in one way: half of the time the usual ones.
fn options_of(bytes: &[u8]) -> Options {
    let mut left = bytes
        .iter()
        .fold(bytes.len(), |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut pick = |count: usize| {
        let picked = left % count;
        left /= count;
        picked
    };
    if pick(2) == 0 {
        return Options::default();
    }
    let targets = crate::targets();
    let strategies = Strategy::ALL.len();
    Options {
        gpu_name: targets[pick(targets.len())].0.clone(),
        pipeline_strategy: Strategy::ALL.get(pick(strategies + 1)).copied(),
        num_stages: [None, Some(1), Some(2), Some(3)][pick(4)],
        lhs_swizzle: Swizzle::ALL.get(pick(9)).copied(),
        ..Options::default()
    }
}
