//! A case in the interpreter.

use crate::{Findings, Trial};
use std::ops::ControlFlow;
use tilewright_case::{Case, Error, Param, Role};
use tilewright_diag::Diagnostic;
use tilewright_interp::{Arg, Ended, Launch, Memory, Options, Progress, STEP, run};
use tilewright_ir::Module;

/// Runs a case in the interpreter. `progress` is called now and then; `Break` cancels.
///
/// # Errors
/// The kernel does not verify, or does not fit the case.
pub fn interpret(
    module: &Module,
    case: &Case,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Trial, Vec<Diagnostic>> {
    Ok(interpret_bytes(module, case, options, progress)?.0)
}

/// As [`interpret`]; what the kernel leaves in every array is from then on what the case expects.
///
/// # Errors
/// As [`interpret`].
pub fn meant(
    module: &Module,
    case: &mut Case,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Trial, Vec<Diagnostic>> {
    let (trial, bytes) = interpret_bytes(module, case, options, progress)?;
    for (array, bytes) in case.arrays.iter_mut().zip(bytes) {
        array.expected = Some(bytes);
    }
    Ok(trial)
}

/// As [`interpret`], with the bytes of every array of the case after the run.
fn interpret_bytes(
    module: &Module,
    case: &Case,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(Trial, Vec<Vec<u8>>), Vec<Diagnostic>> {
    let mut memory = Memory::default();
    for array in &case.arrays {
        memory.add(&array.name, array.initial.clone(), array.role != Role::Out);
    }
    let args = case.params.iter().map(|param| match *param {
        Param::Pointer(buffer) => Arg::Pointer { buffer, offset: 0 },
        Param::Number { bits, .. } => Arg::Scalar(bits),
    });
    let launch = Launch {
        grid: case.grid,
        args: args.collect(),
    };
    let outcome = run(module, Some(&case.entry), &launch, &mut memory, options, progress)?;
    let bytes: Vec<Vec<u8>> = memory.buffers.into_iter().map(|b| b.bytes).collect();
    let help = "give expected arrays of the types and extents of the outputs";
    let lost = |e: Error| vec![Diagnostic::error("run.outputs", None, e.to_string()).with_help(help)];
    let mut findings: Vec<Diagnostic> = outcome.findings.iter().map(|f| f.diagnostic(module)).collect();
    if let Some(endless) = outcome.endless {
        let message = format!(
            "the run was given up after {} steps, in this loop",
            options.budget / STEP
        );
        let help = "it is endless, or long: --max-steps allows more";
        findings.push(Diagnostic::error("run.steps", module.span(endless), message).with_help(help));
    }
    let trial = Trial {
        comparisons: case.compare(&bytes),
        outputs: case.outputs(&bytes).map_err(lost)?,
        findings: Findings::Kernel(findings),
        printed: outcome.printed,
        unfinished: match outcome.ended {
            Ended::Done => None,
            Ended::Stopped => Some("a finding left no way to go on"),
            Ended::OutOfBudget => Some("the budget was spent: the kernel runs very long, or for ever"),
            Ended::Deadlock => Some("deadlock: every tile block that is left waits for memory that nobody changes"),
            Ended::Cancelled => Some("the run was cancelled"),
        },
        work: outcome.work,
        accesses: Vec::new(),
        barriers: Vec::new(),
    };
    Ok((trial, bytes))
}
