//! One file a command: its arguments, and the few lines that hand them to a library and print what comes back.

mod asm;
mod bisect;
mod check;
mod check_pipeline;
mod check_schedule;
mod compile;
mod disasm;
mod explain;
mod layout;
mod link;
mod open;
mod pipeline;
mod reduce;
mod run;
mod schedule;
mod tiles;
mod tunables;

use crate::exit::Exit;
use crate::tunables::pass_over_environment;

/// The command.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Write a kernel as bytecode.
    Asm(asm::Args),
    /// Find the first pass after which a kernel computes something else.
    Bisect(Box<bisect::Args>),
    /// Parse and verify Tile IR files.
    Check(check::Args),
    /// Compile a kernel to PTX, or to anything on the way.
    Compile(compile::Args),
    /// Print bytecode as text.
    Disasm(disasm::Args),
    /// Explain the code of a diagnostic or of a reason in the report.
    Explain(explain::Args),
    /// Check a schedule of a loop graph.
    CheckSchedule(check_schedule::Args),
    /// Show which layouts a kernel's tiles get, with the candidates and their scores; or those of one access or conversion.
    Layout(Box<layout::Args>),
    /// Make a link that holds a kernel and its settings.
    Link(link::Args),
    /// Print the kernel, or the settings, that a link holds.
    Open(open::Args),
    /// Shrink a kernel, or the IR of any pass boundary, while a command ends as it did.
    Reduce(reduce::Args),
    /// Run a kernel on data and compare with what is expected, in the interpreter or as PTX in the emulator.
    Run(run::Args),
    /// Schedule loop graphs, and say what bounds them.
    Schedule(schedule::Args),
    /// Compute, draw and explain tile schedules.
    Tiles(tiles::Args),
    /// List what steers the compiler: flags and variables of the environment, with defaults, effects and sources.
    Tunables(tunables::Args),
    /// Compute traces of CUTLASS's pipeline classes.
    Pipeline(pipeline::Args),
    /// Model-check the protocol of a pipeline or a barrier program.
    CheckPipeline(Box<check_pipeline::Args>),
}

/// Runs the command.
pub fn run(command: Command) -> Exit {
    // The others heed variables, and tell what each does.
    if matches!(
        command,
        Command::Asm(_)
            | Command::Check(_)
            | Command::CheckSchedule(_)
            | Command::Disasm(_)
            | Command::Open(_)
            | Command::Pipeline(_)
            | Command::Schedule(_)
            | Command::Tiles(_)
            | Command::Tunables(_)
    ) {
        pass_over_environment();
    }
    match command {
        Command::Asm(args) => asm::run(args),
        Command::Bisect(args) => bisect::run(*args),
        Command::Check(args) => check::run(args),
        Command::Compile(args) => compile::run(args),
        Command::Disasm(args) => disasm::run(args),
        Command::Explain(args) => explain::run(&args),
        Command::CheckSchedule(args) => check_schedule::run(args),
        Command::Layout(args) => layout::run(*args),
        Command::Link(args) => link::run(args),
        Command::Open(args) => open::run(args),
        Command::Reduce(args) => reduce::run(args),
        Command::Run(args) => run::run(args),
        Command::Schedule(args) => schedule::run(args),
        Command::Tiles(args) => tiles::run(args),
        Command::Tunables(args) => tunables::run(&args),
        Command::Pipeline(args) => pipeline::run(args),
        Command::CheckPipeline(args) => check_pipeline::run(*args),
    }
}
