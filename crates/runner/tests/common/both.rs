//! A kernel in both engines on made-up arrays, against what a test computed itself.

use std::ops::ControlFlow;
use tilewright_case::{Array, Case, Element, Param, Role, Tolerance};
use tilewright_runner::{Trial, emulate, interpret};

/// An array of elements given as bits; an output if it is expected to become something.
pub fn array(name: &str, ty: &str, bits: Vec<u64>, expected: Option<Vec<u64>>, tolerance: Tolerance) -> Array {
    let element = Element::from_name(ty).unwrap();
    let bytes = |all: &[u64]| -> Vec<u8> {
        let width = element.bytes();
        all.iter().flat_map(|b| b.to_le_bytes()[..width].to_vec()).collect()
    };
    let count = expected.as_ref().map_or(bits.len(), Vec::len);
    Array {
        name: name.to_string(),
        element,
        shape: vec![count],
        strides: vec![1],
        role: if expected.is_some() { Role::Out } else { Role::In },
        initial: match &expected {
            Some(_) => vec![0xFF; count * element.bytes()],
            None => bytes(&bits),
        },
        storage_shape: vec![count],
        expected: expected.as_deref().map(bytes),
        tolerance,
    }
}

/// Runs the kernel `k`, whose parameters are pointers to the arrays; what is not as expected, in words.
pub fn run(what: &str, source: &str, arrays: Vec<Array>, targets: &[&str]) -> Vec<String> {
    let case = Case {
        name: "made".to_string(),
        summary: String::new(),
        entry: "k".to_string(),
        grid: [1, 1, 1],
        params: (0..arrays.len()).map(Param::Pointer).collect(),
        arrays,
    };
    let mut wrong = Vec::new();
    let mut judge = |engine: &str, trial: Result<Trial, String>| {
        let fault = match trial {
            Ok(trial) if trial.passed() && !trial.comparisons.is_empty() => return,
            Ok(trial) => {
                let failed: Vec<_> = trial.comparisons.iter().filter(|c| !c.passed()).collect();
                format!("{failed:?} {:?} {:?}", trial.findings, trial.unfinished)
            }
            Err(fault) => fault,
        };
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        wrong.push(format!("{what}, {engine}: {fault}\n{}", lines.join("\n")));
    };
    let module = tilewright_ir::parse(source).module;
    let mut go_on = |_| ControlFlow::Continue(());
    judge(
        "interpreter",
        interpret(&module, &case, Default::default(), &mut go_on).map_err(|d| format!("{d:?}")),
    );
    for &target in targets {
        let options = tilewright_driver::Options {
            gpu_name: target.to_string(),
            ..Default::default()
        };
        let report = tilewright_driver::compile(source, &options).report;
        let trial = match (&report.ptx, &report.abi) {
            (Some(ptx), Some(abi)) => emulate(&ptx.text, abi, &case, Default::default()),
            _ => Err(format!("{:?}", report.diagnostics)),
        };
        judge(target, trial);
    }
    wrong
}
