//! Powers of two by the polynomial: where special functions bind a loop, as many as make its busiest unit least busy; nowhere else.

use crate::common::orders;
use crate::tensor_memory::{Compiled, silent};
use std::path::Path;
use tilewright_driver::Options;
use tilewright_driver::options::PowersBy;
use tilewright_driver::report::{LoopPowers, Report};

fn source(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    std::fs::read_to_string(file).unwrap()
}

/// Two products with powers between them, and no maximum and no sum: no softmax.
fn plain_powers() -> String {
    let text = source("language/rings_running.mlir");
    let powers = text.replace("%57 = maxf %s, %48 :", "%57 = exp2 %s flush_to_zero :");
    assert_ne!(text, powers);
    powers
}

fn report(source: &str, gpu_name: &str, powers: Option<PowersBy>) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        powers,
        ftz: true,
        contract: true,
        ..Options::default()
    };
    tilewright_driver::compile(source, &options).report
}

fn powers(report: &Report) -> &LoopPowers {
    let found = &report.schedule.as_ref().expect("a loop").loops[0];
    found.powers.as_ref().expect("powers of two")
}

/// The special functions in a kernel's PTX.
fn special(report: &Report) -> usize {
    report.ptx.as_ref().expect("PTX").text.matches("ex2.approx").count()
}

#[test]
fn a_loop_that_special_functions_bind_shares_its_powers() {
    let kernels = [
        ("attention", source("cutile/attention.mlir")),
        ("powers", plain_powers()),
    ];
    for (name, source) in kernels {
        let usual = report(&source, "sm_100a", Some(PowersBy::SpecialFunctions));
        assert_eq!(powers(&usual).by_polynomial, 0, "{name}");
        let shared = report(&source, "sm_100a", None);
        let found = powers(&shared);
        assert!(
            0 < found.by_polynomial && found.by_polynomial < found.of,
            "{name}: {found:?}"
        );
        assert!(found.why.contains("special functions bind"), "{name}: {found:?}");
        let cycles = |report: &Report| {
            let estimate = report.schedule.as_ref().unwrap().loops[0].estimate.as_ref();
            estimate.unwrap().ii_cycles
        };
        assert!(cycles(&shared) < cycles(&usual), "{name}");
        assert!(special(&shared) < special(&usual), "{name}");
        let kernel = Compiled::proved(source, shared, name);
        for seed in 0..orders() {
            silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{name}, seed {seed}"));
        }
    }
}

/// On B300 nobody has told the rate of special functions.
#[test]
fn a_rate_that_is_not_known_decides_nothing() {
    let left = report(&plain_powers(), "sm_103a", None);
    assert_eq!(powers(&left).by_polynomial, 0);
    assert!(powers(&left).why.contains("not known"), "{:?}", powers(&left));
}

/// The tensor cores of these GPUs take as long as special functions, or longer.
#[test]
fn a_loop_that_another_unit_binds_leaves_them_to_special_functions() {
    let source = source("cutile/attention.mlir");
    for gpu_name in ["sm_80", "sm_120a"] {
        let usual = report(&source, gpu_name, Some(PowersBy::SpecialFunctions));
        let left = report(&source, gpu_name, None);
        let found = powers(&left);
        assert_eq!(found.by_polynomial, 0, "{gpu_name}: {found:?}");
        assert!(found.why.contains("bound by another unit"), "{gpu_name}: {found:?}");
        let text = |report: &Report| report.ptx.as_ref().expect("PTX").text.clone();
        assert_eq!(text(&left), text(&usual), "{gpu_name}");
    }
}

#[test]
fn either_unit_has_all_if_that_is_asked_for() {
    let all = report(&plain_powers(), "sm_100a", Some(PowersBy::Polynomial));
    assert_eq!((powers(&all).by_polynomial, special(&all)), (powers(&all).of, 0));
    let kernel = Compiled::proved(plain_powers(), all, "by the polynomial");
    silent(&kernel.run_on_any(&kernel.ptx, 0), "by the polynomial");
    // Powers that keep subnormal numbers, as those that become bf16, stay where they are, and that is told.
    let kept = plain_powers().replace("exp2 %s flush_to_zero", "exp2 %s");
    let kept = kept.replace("xf16", "xbf16").replace("<f16>", "<bf16>");
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        powers: Some(PowersBy::Polynomial),
        ..Options::default()
    };
    let asked = tilewright_driver::compile(&kept, &options).report;
    assert!(special(&asked) > 0);
    let told = asked.diagnostics.iter().find(|one| one.code == "option.no-effect");
    assert!(
        told.is_some_and(|told| told.message.contains("flush subnormal")),
        "{:?}",
        asked.diagnostics
    );
}
