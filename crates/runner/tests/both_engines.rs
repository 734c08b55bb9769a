//! The same case in both engines: the interpreter on the kernel, the emulator on its PTX.

use crate::cores::on_all_cores;
use crate::shared;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;
use tilewright_case::Case;
use tilewright_npz::{Array, Npz, write_npz};
use tilewright_runner::{Findings, Trial, emulate, interpret};

const KERNEL: &str = include_str!("../../../tests/cases/scale/kernel.mlir");
const CASE: &str = include_str!("../../../tests/cases/scale/case.json");

fn arrays(name: &str, factor: f32) -> Vec<u8> {
    let values: Vec<f32> = (0..50).map(|i| i as f32 * factor).collect();
    let members = vec![(name.to_string(), Array::from_f32(&[50], &values).unwrap())];
    write_npz(&Npz { members }).unwrap()
}

fn case(factor: f32) -> Case {
    Case::read(CASE.as_bytes(), &arrays("X", 1.0), Some(&arrays("Y", factor))).unwrap()
}

fn in_interpreter(source: &str, case: &Case) -> Trial {
    let module = tilewright_ir::parse(source).module;
    interpret(&module, case, Default::default(), &mut |_| ControlFlow::Continue(())).unwrap()
}

/// None if the compiler does not take the kernel yet.
fn in_emulator(source: &str, case: &Case, gpu_name: &str, seed: u64) -> Option<Trial> {
    let options = tilewright_driver::Options {
        gpu_name: gpu_name.to_string(),
        entry: Some(case.entry.clone()),
        lineinfo: true,
        ..Default::default()
    };
    let report = tilewright_driver::compile(source, &options).report;
    let options = tilewright_emulator::Options {
        seed,
        ..Default::default()
    };
    Some(emulate(&report.ptx?.text, &report.abi?, case, options).unwrap())
}

#[test]
fn both_engines_pass_a_right_case_with_the_same_bits() {
    let case = case(2.0);
    let reference = in_interpreter(KERNEL, &case);
    let compiled = in_emulator(KERNEL, &case, "sm_90a", 1).unwrap();
    assert!(reference.passed() && compiled.passed(), "{reference:?} {compiled:?}");
    assert_eq!(reference.outputs, compiled.outputs);
}

#[test]
fn both_engines_fail_a_wrong_case() {
    let case = case(2.5);
    for trial in [
        in_interpreter(KERNEL, &case),
        in_emulator(KERNEL, &case, "sm_90a", 0).unwrap(),
    ] {
        assert!(!trial.passed() && trial.findings.is_empty());
        assert_eq!(trial.comparisons[0].wrong, 49, "zero is right in both");
    }
}

#[test]
fn an_access_out_of_bounds_is_found_in_both_engines() {
    // The kernel believes that there are 64 elements.
    let text = CASE.replace("\"value\": 50", "\"value\": 64");
    let case = Case::read(text.as_bytes(), &arrays("X", 1.0), Some(&arrays("Y", 2.0))).unwrap();
    let reference = in_interpreter(KERNEL, &case);
    let compiled = in_emulator(KERNEL, &case, "sm_90a", 0).unwrap();
    assert!(
        matches!(&reference.findings, Findings::Kernel(list) if list.iter().any(|d| d.code == "run.out-of-bounds"))
    );
    assert!(matches!(&compiled.findings, Findings::Ptx(list) if list.iter().any(|f| f.kind.name() == "out-of-bounds")));
    assert!(!reference.passed() && !compiled.passed());
}

#[test]
fn a_case_that_does_not_fit_the_kernel_is_refused() {
    let mut case = case(2.0);
    case.params.pop();
    let module = tilewright_ir::parse(KERNEL).module;
    let refused = interpret(&module, &case, Default::default(), &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(
        refused[0].message.contains("4 parameters, but is given 3 arguments"),
        "{refused:?}"
    );
    let report = tilewright_driver::compile(KERNEL, &Default::default()).report;
    let refused = emulate(
        &report.ptx.unwrap().text,
        &report.abi.unwrap(),
        &case,
        Default::default(),
    )
    .unwrap_err();
    assert!(refused.contains("no argument for parameter 3"), "{refused}");
}

/// Where both engines may give other bits within the tolerance: products of floats and reductions sum in another order,
/// atomic additions of floats in any, and approximations are not those of the interpreter.
fn may_differ(source: &str, ptx: &str) -> bool {
    let atomic_float = ptx
        .lines()
        .any(|l| (l.contains("red.") || l.contains("atom.")) && l.contains(".add") && l.contains("f"));
    let order = source.contains("reduce ") || source.contains(" scan ") || source.contains("= scan ");
    order || atomic_float || source.contains("mmaf") || ptx.contains(".approx")
}

const SEEDS: u64 = 8;
const TARGETS: [&str; 3] = ["sm_80", "sm_90a", "sm_120a"];

/// The outcome of one kernel.
#[derive(Default)]
struct Told {
    passed: usize,
    bits: usize,
    refused: Vec<String>,
    differ: Vec<String>,
}

/// Runs a kernel of the corpus on every target under every seed.
fn check_kernel(folder: &Path, told: &mut Told) {
    let file = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let case = Case::read(&file("case.json"), &file("inputs.npz"), Some(&file("expected.npz"))).unwrap();
    let source = String::from_utf8(file("kernel.mlir")).unwrap();
    let reference = in_interpreter(&source, &case);
    assert!(
        reference.passed(),
        "{} in the interpreter: {:?}",
        case.name,
        reference.findings
    );
    for gpu_name in TARGETS {
        let options = tilewright_driver::Options {
            gpu_name: gpu_name.to_string(),
            ..Default::default()
        };
        let report = tilewright_driver::compile(&source, &options).report;
        let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
            told.refused.push(format!("{} on {gpu_name}", case.name));
            continue;
        };
        for seed in 0..SEEDS {
            let options = tilewright_emulator::Options {
                seed,
                ..Default::default()
            };
            let trial = emulate(&ptx.text, &abi, &case, options).unwrap();
            let place = format!("{} on {gpu_name}, seed {seed}", case.name);
            assert!(trial.passed(), "{place}: {:?} {:?}", trial.comparisons, trial.findings);
            let same = trial.outputs == reference.outputs;
            assert!(
                same || may_differ(&source, &ptx.text),
                "{place}: other bits than the interpreter"
            );
            told.bits += usize::from(same);
            if !same && seed == 0 {
                told.differ.push(format!("{} on {gpu_name}", case.name));
            }
            told.passed += 1;
        }
    }
}

/// Every kernel of the corpus that the compiler takes gives what is expected on old and new targets under every seed,
/// with the interpreter's bits where they are determined.
#[test]
fn compiled_kernels_of_the_corpus_pass_in_the_emulator() {
    let mut folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    folders.retain(|f| f.join("expected.npz").exists());
    let start = Instant::now();
    let all = on_all_cores(&folders, |folder| {
        let mut told = Told::default();
        check_kernel(folder, &mut told);
        told
    });
    let list = |part: fn(&Told) -> &[String]| all.iter().flat_map(part).cloned().collect::<Vec<_>>();
    let (passed, bits): (usize, usize) = (all.iter().map(|t| t.passed).sum(), all.iter().map(|t| t.bits).sum());
    eprintln!(
        "{passed} runs pass, {bits} with the interpreter's bits, in {:.1} s",
        start.elapsed().as_secs_f64()
    );
    eprintln!("within tolerance, but with other bits: {:?}", list(|t| &t.differ));
    eprintln!("not compiled: {:?}", list(|t| &t.refused));
    // Whatever the compiler takes must pass; that it takes less is seen here.
    assert!(passed >= 24 * 3 * SEEDS as usize, "only {passed} runs");
}
