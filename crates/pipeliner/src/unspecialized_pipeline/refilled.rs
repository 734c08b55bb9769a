//! Rings of one slot, which is filled again when all threads have read it.
//!
//! The ops that read slots follow each other in each iteration in the same order. Behind each of them the copies of the next iteration to what it
//! read are a group, so that before it all groups but the last ones of the other readers must have arrived.
//!
//! ```text
//!                       copy %a of the first; commit; copy %b of the first; commit
//! for %k {              for %k {
//!   %a = tiled_load       wait_group 1; barrier
//!   %x = dot %q, %a  ->   %x = dot %q, slot_read %a
//!   %y = f(%x)            barrier; if there is %k + 1 { copy %a }; commit
//!   %b = tiled_load       %y = f(%x)
//!   dot %y, %b            wait_group 1; barrier
//! }                       dot %y, slot_read %b
//!                         barrier; if there is %k + 1 { copy %b }; commit
//!                       }
//! ```

use super::iterations::{Iterations, when};
use super::rings::{Cx, copies, ring};
use super::{count_op, word};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Block, Op, Value};

/// The readers of a loop's slots, in their order, each with the numbers of the loads whose slots it reads.
pub(super) struct Refilled {
    reads: Vec<(Op, Vec<usize>)>,
    /// The iteration that is being made: the body of the old loop, the iterations, and its index.
    now: Option<(Block, Iterations, Value)>,
}

impl Refilled {
    /// Those of a loop.
    pub(super) fn new(reads: Vec<(Op, Vec<usize>)>) -> Self {
        Self { reads, now: None }
    }
}

/// Starts the copies of the first iteration, a group for each reader.
pub(super) fn first(cx: &mut Cx<'_>, for_op: Op, body: Block, iterations: &Iterations) -> Result<(), Failure> {
    // Absent: rings of several slots.
    let reads = ring(cx, for_op)?
        .refilled
        .as_ref()
        .map_or(Vec::new(), |refilled| refilled.reads.clone());
    let slot = word(cx, 0);
    for (_, numbers) in reads {
        let exists = iterations.exists(cx, 0);
        when(cx, exists, &[], |cx| {
            copies(cx, for_op, body, (iterations.lower, slot), &numbers).map(|()| Vec::new())
        })?;
        cx.build().op(nvvm::CP_ASYNC_COMMIT_GROUP, &[], &[]);
    }
    Ok(())
}

/// Notes the iteration that is made next.
pub(super) fn begin(
    cx: &mut Cx<'_>,
    for_op: Op,
    body: Block,
    (iterations, index): (&Iterations, Value),
) -> Result<(), Failure> {
    if let Some(refilled) = &mut ring(cx, for_op)?.refilled {
        refilled.now = Some((body, iterations.clone(), index));
    }
    Ok(())
}

/// A reader in the loop that is being made: the loop, how many readers it has, and the loads whose slots this one reads.
fn reader(cx: &Cx<'_>, op: Op) -> Option<(Op, usize, Vec<usize>)> {
    let for_op = cx.old.parent_op(op)?;
    let refilled = cx.state.rings.get(&for_op)?.refilled.as_ref()?;
    let (_, numbers) = refilled.reads.iter().find(|(reader, _)| *reader == op)?;
    Some((for_op, refilled.reads.len(), numbers.clone()))
}

/// Waits for the tiles that an op reads from the only slots of their rings; nothing if it reads none.
pub(super) fn wait(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if let Some((_, readers, _)) = reader(cx, op) {
        count_op(cx, nvvm::CP_ASYNC_WAIT_GROUP, readers as i64 - 1);
        cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    }
    Ok(())
}

/// Starts the copies of the next iteration to the slots that an op has read.
pub(super) fn refill(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let Some((for_op, _, numbers)) = reader(cx, op) else {
        return Ok(());
    };
    let ring = ring(cx, for_op)?;
    let indices = ring.indices.clone();
    let now = ring.refilled.as_ref().and_then(|refilled| refilled.now.clone());
    let Some((body, iterations, index)) = now else {
        return Err(cx.error(op, "internal", "a slot that is read in no iteration"));
    };
    cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    // The iteration goes on with its own numbers.
    let old = cx.old;
    let mut kept = vec![(old.arguments(body)[0], index)];
    for &value in indices.iter().flat_map(|&op| old.results(op)) {
        // Absent: it comes later in the iteration.
        if let Ok(own) = cx.value(value) {
            kept.push((value, own));
        }
    }
    let exists = iterations.exists_after(cx, index, 1);
    let slot = word(cx, 0);
    when(cx, exists, &[], |cx| {
        let at = iterations.after(cx, index, 1);
        copies(cx, for_op, body, (at, slot), &numbers).map(|()| Vec::new())
    })?;
    cx.build().op(nvvm::CP_ASYNC_COMMIT_GROUP, &[], &[]);
    for (old, own) in kept {
        cx.replace_unnamed(old, own);
    }
    Ok(())
}
