//! `cutlass.seq_bar`: groups of threads that take turns, in a fixed order, through a ring of barriers.
//!
//! A sequence of `groups` groups and `depth` steps has one barrier for each step and group. A group waits at its own
//! barrier of the step and, when its turn is over, arrives at that of the next group (in CUTLASS:
//! `OrderedSequenceBarrier`). The state is that of a pipeline: the phase flips when the step wraps. Which group a warp
//! is in is an attribute or, where groups run the same code, a number that is the same in all lanes of a warp.

use crate::dialects::Table;
use crate::entity::{Op, Value};
use crate::module::Module;
use crate::op_def::AttrKind::Int;
use crate::op_def::Constraint::{Bool, ScalarInt, Type};
use crate::op_def::effects::SYNCHRONISES;
use crate::op_def::*;
use crate::operand;
use crate::ops::cutlass;
use crate::types::{TypeDef, plain};
use crate::verify::Violation;

/// A sequence of turns.
pub static SEQ_BAR: TypeDef = plain("cutlass.seq_bar");

const BAR: Constraint = Type("cutlass.seq_bar");
const STATE: Constraint = Type("cutlass.pipeline_state");
const BAR_AND_STATE: &[OperandDef] = &[one("bar", BAR), one("state", STATE)];
const NEXT: &[ResultDef] = &[result_like("next", STATE, "state")];

/// Named barriers of a CTA (PTX ISA, `barrier`).
pub const NAMED_BARRIERS: i64 = 16;
/// Bytes of an mbarrier, and what its address is a multiple of (PTX ISA, `mbarrier` object).
pub const MBARRIER_BYTES: i64 = 8;
/// Threads of a warp.
pub const WARP_THREADS: i64 = 32;
/// The most threads of a CTA.
pub(super) const MAX_THREADS: i64 = 1024;

// The ops of `cutlass.seq_bar`.
records!(
    pub(crate) OPS,
    seq_bar,
    Table::CutlassSeqBar,
    SEQ_BAR_INIT = OpDef::new(
        "cutlass.seq_bar.init",
        "{?number $number }: #bar, #state",
        "Makes the barriers of a sequence ready, and gives the state that group number `group` (or `number`) starts from.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[optional("number", ScalarInt)])
    .results(&[result("bar", BAR), result("state", STATE)])
    .attrs(&[
        attr("depth", Int),
        attr("groups", Int),
        attr_opt("group", Int),
        attr("threads", Int),
        attr("barrier_base", Int),
        attr_opt("offset", Int),
    ])
    .verify(init),
    SEQ_BAR_ARRIVE = OpDef::new(
        "cutlass.seq_bar.arrive",
        "$bar, $state",
        "Ends the turn of this group, makes what it wrote visible to the next one, and gives the next state.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(BAR_AND_STATE)
    .results(NEXT)
    .verify(on_sequence),
    SEQ_BAR_WAIT = OpDef::new(
        "cutlass.seq_bar.wait",
        "$bar, $state",
        "Waits for the turn of this group.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(BAR_AND_STATE)
    .verify(on_sequence),
    SEQ_BAR_ARRIVE_RELAXED = OpDef::new(
        "cutlass.seq_bar.arrive_relaxed",
        "$bar, $state",
        "Ends the turn of this group without ordering its accesses, and gives the next state.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(BAR_AND_STATE)
    .results(NEXT)
    .verify(on_sequence),
    SEQ_BAR_TRY_WAIT = OpDef::new(
        "cutlass.seq_bar.try_wait",
        "$bar, $state : #done",
        "Whether it is the turn of this group; does not wait.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(BAR_AND_STATE)
    .results(&[result("done", Bool)])
    .verify(on_sequence),
    SEQ_BAR_FINISH = OpDef::new(
        "cutlass.seq_bar.finish",
        "$bar",
        "Ends the sequence: its barriers may be used for something else.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("bar", BAR)])
    .verify(finish),
);

fn init(module: &Module, op: Op) -> Result<(), Violation> {
    let int = |name| module.int_attr(op, name).unwrap_or(0);
    let (depth, groups, group, threads, base) = (
        int("depth"),
        int("groups"),
        int("group"),
        int("threads"),
        int("barrier_base"),
    );
    if depth < 1 {
        return Err(
            Violation::new(format!("a sequence of {depth} steps has no turns")).help("it needs at least one step")
        );
    }
    if groups < 1 {
        return Err(Violation::new(format!("{groups} groups cannot take turns")).help("it needs at least one group"));
    }
    let (named, numbered) = (module.has_attr(op, "group"), !module.operands(op).is_empty());
    if named == numbered {
        let found = if named { "a group and a number" } else { "neither" };
        return Err(
            Violation::new(format!("expected the group of the warps that come here, found {found}"))
                .help("say `group = 0`, or give the number as an operand"),
        );
    }
    if !(0..groups).contains(&group) {
        return Err(Violation::new(format!("there is no group {group} among {groups}"))
            .help(format!("groups are numbered from 0 to {}", groups - 1)));
    }
    whole_warps(threads)?;
    let needed = depth.saturating_mul(groups);
    if base < 0 || base.saturating_add(needed) > NAMED_BARRIERS {
        return Err(Violation::new(format!(
            "{depth} steps of {groups} groups from barrier {base} on need barriers up to {}",
            base.saturating_add(needed).saturating_sub(1)
        ))
        .note(format!(
            "a CTA has {NAMED_BARRIERS} named barriers, 0 to {}",
            NAMED_BARRIERS - 1
        )));
    }
    Ok(())
}

/// A named barrier counts whole warps.
pub(super) fn whole_warps(threads: i64) -> Result<(), Violation> {
    if threads > 0 && threads % WARP_THREADS == 0 && threads <= MAX_THREADS {
        return Ok(());
    }
    let nearest = (threads.clamp(1, MAX_THREADS) as u64).next_multiple_of(WARP_THREADS as u64);
    Err(Violation::new(format!("{threads} threads are not whole warps"))
        .note(format!(
            "a warp arrives at a named barrier as a whole, so the count is a multiple of {WARP_THREADS}, at most {MAX_THREADS}"
        ))
        .help(format!("the nearest legal count is {nearest}")))
}

/// The numbers of a sequence, as its `init` says them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceShape {
    /// Steps.
    pub depth: i64,
    /// Groups that take turns.
    pub groups: i64,
    /// Threads of a group.
    pub threads: i64,
    /// The named barrier at which the groups meet when the sequence is made.
    pub barrier_base: i64,
    /// Where its barriers start in shared memory, in bytes.
    pub offset: i64,
}

impl Module {
    /// The numbers of a sequence; none if the value does not come from an `init`.
    pub fn sequence_shape(&self, bar: Value) -> Option<SequenceShape> {
        let op = sequence(self, bar)?;
        let int = |name: &str| self.int_attr(op, name);
        Some(SequenceShape {
            depth: int("depth")?,
            groups: int("groups")?,
            threads: int("threads")?,
            barrier_base: int("barrier_base")?,
            offset: int("offset").unwrap_or(0),
        })
    }
}

/// The op that made a sequence.
fn sequence(module: &Module, bar: Value) -> Option<Op> {
    module
        .defining_op(bar)
        .filter(|&op| module.kind(op) == cutlass::SEQ_BAR_INIT)
}

fn on_sequence(module: &Module, op: Op) -> Result<(), Violation> {
    if sequence(module, module.required_operand(op, operand::BAR)).is_none() {
        return Err(Violation::new("the sequence does not come from `seq_bar.init`")
            .note("how many steps it has must be known here"));
    }
    Ok(())
}

/// Nothing follows the end of a sequence.
fn finish(module: &Module, op: Op) -> Result<(), Violation> {
    on_sequence(module, op)?;
    let bar = module.only_operand(op);
    let later = std::iter::successors(module.next_op(op), |&next| module.next_op(next));
    for next in later {
        if module.operands(next).contains(&bar) {
            return Err(Violation::new(format!(
                "`{}` follows the end of the sequence",
                module.def(next).short_name()
            ))
            .help("finish after the last use"));
        }
    }
    Ok(())
}
