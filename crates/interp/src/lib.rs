//! The reference interpreter: runs cuda_tile kernels on arrays, tile block by tile block. It is the meaning of a kernel
//! that compiled code is compared with, so it favours being right and saying what is wrong over speed.
//!
//! - Numbers are exact: each result is rounded once, in the format and rounding mode of its op; NaN results are the
//!   canonical NaN of the PTX ISA; functions without an exact result are computed in f64 by the `libm` crate, so that
//!   every platform gives the same bits ([`number`]).
//! - Elements may be undefined (padding nobody chose, masked loads, memory never written, division by zero). That is
//!   tracked through every op, and found when such an element reaches memory, a branch, an address or a mask.
//! - Accesses are ordered by tokens, by data that flows from a read to another access, by branches on such data (for
//!   writes), and between tile blocks by release and acquire. Conflicting accesses without an order are found as races.
//!
//! ```
//! use tilewright_interp::{Arg, Launch, Memory, Options, run};
//! let source = "entry @twice(%p: tile<ptr<i32>>) {
//!   %x, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
//!   %y = addi %x, %x : tile<i32>
//!   %t1 = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
//!   return
//! }";
//! let module = tilewright_ir::parse(source).module;
//! let mut memory = Memory::default();
//! let p = memory.add("p", 21i32.to_le_bytes().to_vec(), true);
//! let launch = Launch { grid: [1, 1, 1], args: vec![Arg::Pointer { buffer: p, offset: 0 }] };
//! let outcome = run(&module, None, &launch, &mut memory, Options::default(), &mut |_| std::ops::ControlFlow::Continue(()));
//! assert!(outcome.is_ok_and(|o| o.is_clean()));
//! assert_eq!(memory.buffers[p].bytes, 42i32.to_le_bytes());
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// An op, an event or a state that is new is not without effect because somebody forgot it.
#![deny(clippy::wildcard_enum_match_arm)]

mod decode;
mod elementwise;
mod exec;
mod finding;
pub mod fuzzing;
mod heap;
mod memory;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "roundings and formats are exceptions to one computation"
)]
pub mod number;
mod order;
mod program;
mod tile;

pub use finding::{BufferOffset, Finding, Problem, Reason, Role, Undefined};
pub use memory::{Arg, Buffer, Launch, Memory, Options, Progress, STEP};

use std::ops::ControlFlow;
use tilewright_diag::Diagnostic;
use tilewright_ir::Module;

/// The ways in which a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All tile blocks returned.
    Done,
    /// A finding left no way to go on.
    Stopped,
    /// The budget of [`Options::budget`] was spent, or the memory that bookkeeping may take: an endless loop, or
    /// simply a long run.
    OutOfBudget,
    /// Every tile block that is left waits for memory that nobody changes any more.
    Deadlock,
    /// The progress callback said so.
    Cancelled,
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The way in which it ended.
    pub ended: Ended,
    /// The faults of the kernel, in the order they were found; the same again is counted.
    pub findings: Vec<Finding>,
    /// The text that `print_tko` printed.
    pub printed: Vec<String>,
    /// Work done, in the unit of [`Options::budget`].
    pub work: u64,
    /// The innermost loop in which the budget was spent.
    pub endless: Option<tilewright_ir::Op>,
}

impl Outcome {
    /// Whether the run came to its end and found nothing.
    pub fn is_clean(&self) -> bool {
        self.ended == Ended::Done && self.findings.is_empty()
    }
}

/// The most tile blocks of a grid.
const MAX_BLOCKS: u64 = 1 << 24;

/// Runs a kernel of `module` (the one named `entry`, or the only one) and changes `memory` as it does. `progress` is
/// called now and then; if it returns `Break`, the run is cancelled.
///
/// # Errors
/// A module that does not verify, no such kernel, ops of other dialects, arguments that do not fit the parameters, and
/// tiles that together are larger than [`Options::tile_elements`]. Nothing is run then.
pub fn run(
    module: &Module,
    entry: Option<&str>,
    launch: &Launch,
    memory: &mut Memory,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Outcome, Vec<Diagnostic>> {
    let wrong = tilewright_ir::verify(module);
    if wrong.iter().any(Diagnostic::is_error) {
        return Err(wrong);
    }
    let program = decode::decode(module, entry, options.tile_elements).map_err(|d| vec![*d])?;
    check_launch(&program, launch, memory)?;
    Ok(exec::run(&program, launch, memory, options, progress))
}

fn check_launch(program: &program::Program, launch: &Launch, memory: &Memory) -> Result<(), Vec<Diagnostic>> {
    let help = "give the grid and the arguments that the kernel's parameters ask for";
    let refuse = |message: String| Err(vec![Diagnostic::error("run.launch", None, message).with_help(help)]);
    let blocks = launch.grid.iter().try_fold(1u64, |n, &g| n.checked_mul(g.into()));
    if blocks.is_none_or(|n| n > MAX_BLOCKS) {
        return refuse(format!(
            "a grid of {:?} has more than {MAX_BLOCKS} tile blocks",
            launch.grid
        ));
    }
    let (wanted, given) = (program.pointees.len(), launch.args.len());
    if wanted != given {
        return refuse(format!(
            "the kernel has {}, but is given {}",
            tilewright_diag::counted(wanted, "parameters"),
            tilewright_diag::counted(given, "arguments")
        ));
    }
    for (i, (arg, pointee)) in launch.args.iter().zip(&program.pointees).enumerate() {
        match arg {
            Arg::Pointer { buffer, .. } if *buffer >= memory.buffers.len() => {
                return refuse(format!("argument {i} points to buffer {buffer}, which does not exist"));
            }
            Arg::Pointer { .. } if pointee.is_none() => {
                return refuse(format!("argument {i} is a pointer, but the parameter is a number"));
            }
            Arg::Scalar(_) if pointee.is_some() => {
                return refuse(format!("argument {i} is a number, but the parameter is a pointer"));
            }
            Arg::Pointer { .. } | Arg::Scalar(_) => {}
        }
    }
    Ok(())
}
