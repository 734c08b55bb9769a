//! Every op with every type of element, on made-up data, in both engines: what is lowered means what the kernel means.

#[path = "../../driver/tests/coverage/kernels/mod.rs"]
mod kernels;

use kernels::rows::Row;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use tilewright_runner::{Form, Verdict, experiment, fill};

/// Kernels take turns at these.
const TARGETS: [&str; 4] = ["sm_90a", "sm_80", "sm_120a", "sm_100a"];

/// How a kernel ran.
enum Ran {
    /// The language, or the target, has no such op; what is in memory has no place in a file; or on such data the kernel
    /// means nothing, as the interpreter says.
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
    match result {
        Ok(result) if !result.kernel_faults.is_empty() => Ran::Not,
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
    let jobs: Vec<(&Row, &str)> = tries().collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let (sender, next, jobs) = (sender.clone(), &next, &jobs);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(row, element)) = jobs.get(number) else { break };
                    sender.send(run(row, element, number)).unwrap();
                }
            });
        }
    });
    drop(sender);
    let (mut right, mut wrong) = (0, Vec::new());
    for ran in receiver {
        match ran {
            Ran::Not => {}
            Ran::Right => right += 1,
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
    assert!(right > 480, "{right} ran");
}
