//! Every op with every type of element, on made-up data, in both engines: what is lowered means what the kernel means.

#[path = "../../driver/tests/coverage/kernels/mod.rs"]
mod kernels;

use crate::cores::on_all_cores;
use kernels::rows::Row;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tilewright_runner::{Form, Verdict, experiment, fill};

/// Kernels take turns at these.
const TARGETS: [&str; 4] = ["sm_90a", "sm_80", "sm_120a", "sm_100a"];

/// The distance that a sum of 16 elements of f16 or bf16 may have in another order, which the language leaves open: 15
/// additions, each rounded by at most half a unit (2^-5) of a partial sum below 8.
const REORDERED: f64 = 15.0 / 64.0;

/// Plain ops that are run by other tests: on such data they mean nothing.
const NOT_RUN: [&str; 2] = ["divi", "remi"];

/// The outcome of a kernel.
enum Ran {
    /// The language, or the target, has no such op; what is in memory has no place in a file; or on such data the
    /// kernel means nothing, as the interpreter says.
    Not,
    Right,
    Wrong(String),
}

fn run(row: &Row, element: &str, number: usize) -> Ran {
    // All elements change the same place here: what each reads depends on who comes first.
    if row.op.starts_with("atomic_") {
        return Ran::Not;
    }
    let text = kernels::kernel(row, element);
    let options = tilewright_driver::Options {
        gpu_name: TARGETS[number % TARGETS.len()].to_string(),
        ..Default::default()
    };
    let report = tilewright_driver::compile(&text, &options).report;
    let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
        return Ran::Not;
    };
    let module = tilewright_ir::parse(&text).module;
    let form = Form {
        seed: number as u32,
        // The tile that is worked on is the only one.
        values: vec![None, None, Some(0.0)],
        ..Form::default()
    };
    let Ok(launch) = fill(&module, &abi.entry, &form) else {
        return Ran::Not;
    };
    let seed = number as u32;
    let result = experiment(&text, (&ptx.text, &ptx.lines), &abi, &launch, seed, &mut |_| {
        ControlFlow::Continue(())
    });
    let is_sum = matches!(row.op, "reduce addf" | "scan addf") && matches!(element, "f16" | "bf16");
    let close = |off: Option<f64>| off.is_none_or(|off| off <= REORDERED);
    match result {
        Ok(result) if !result.kernel_faults.is_empty() => Ran::Not,
        Ok(result) if is_sum && result.outputs.iter().all(|output| close(output.largest_absolute)) => Ran::Right,
        Ok(result) if matches!(result.verdict, Verdict::Same | Verdict::Close) => Ran::Right,
        other => Ran::Wrong(format!(
            "{} of {element} on {}: {other:?}\n{text}",
            row.op, options.gpu_name
        )),
    }
}

#[test]
fn every_op_of_every_type_means_the_same_in_both_engines() {
    let rows = kernels::rows();
    let tries = || rows.iter().flat_map(|row| kernels::TYPES.map(|element| (row, element)));
    let jobs: Vec<(usize, (&Row, &str))> = tries().enumerate().collect();
    let ran = on_all_cores(&jobs, |&(number, (row, element))| (row.op, run(row, element, number)));
    let (mut right, mut wrong) = (0, Vec::new());
    let plain = tilewright_ir::plain_ops().map(|op| op.def.short_name());
    let mut not: BTreeSet<&str> = plain.filter(|op| !NOT_RUN.contains(op)).collect();
    for (op, ran) in ran {
        match ran {
            Ran::Not => {}
            Ran::Right => {
                right += 1;
                not.remove(op);
            }
            Ran::Wrong(why) => wrong.push(why),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        wrong.len() + right,
        wrong.join("\n\n")
    );
    assert!(right > 510, "{right} ran");
    assert!(not.is_empty(), "compiled or run with elements of no type: {not:?}");
}
