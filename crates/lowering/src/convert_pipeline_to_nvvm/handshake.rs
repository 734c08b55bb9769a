//! Commit, tail, wait and release; probes; addresses of barriers. A pipeline's barriers lie next to each other, the
//! full ones first.

use super::{Cx, Neighbours, PipelineLowering, state};
use tilewright_analysis::tma_store::is_by_tma;
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileas, nvvm, scf};
use tilewright_ir::words::convention;
use tilewright_ir::{MBARRIER_BYTES, Module, Op, PipelineShape, Value};
use tilewright_units::with_loops;

/// Which barrier of a stage.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Full,
    Empty,
}

/// From the first full barrier to the first barrier of this side.
pub(super) fn offset(shape: &PipelineShape, side: Side) -> i64 {
    match side {
        Side::Full => 0,
        Side::Empty => MBARRIER_BYTES * shape.stages,
    }
}

/// The address of the full barrier of a stage.
pub(super) fn address(cx: &mut Cx<'_>, pipe: Value, index: Value) -> Result<Value, Failure> {
    let base = cx.value(pipe)?;
    let bytes = cx.int(MBARRIER_BYTES);
    let ahead = cx.arith(arith::MULI, index, bytes);
    Ok(cx.add(base, ahead))
}

/// An op on a barrier, at an offset from an address.
pub(super) fn on_barrier(cx: &mut Cx<'_>, kind: OpKind, address: Value, offset: i64, rest: &[&[Value]]) -> Op {
    let mut lists: Vec<&[Value]> = vec![std::slice::from_ref(&address)];
    lists.extend(rest);
    let op = cx.build().op(kind, &lists, &[]);
    cx.set_int(op, "offset", offset);
    op
}

/// Spins until the phase of this parity of a barrier is over.
pub(super) fn spin(cx: &mut Cx<'_>, address: Value, offset: i64, parity: Value) -> Op {
    on_barrier(cx, nvvm::MBARRIER_WAIT_PARITY, address, offset, &[&[parity]])
}

/// The same for an acquire or wait: only if nothing says already that it is over, and with the time limit that the op names.
pub(super) fn spin_unless(
    cx: &mut Cx<'_>,
    op: Op,
    over: Option<Value>,
    (address, offset, parity): (Value, i64, Value),
) -> Result<(), Failure> {
    let spins = |cx: &mut Cx<'_>| {
        let wait = spin(cx, address, offset, parity);
        if let Some(limit) = cx.old.attr(op, "timeout") {
            cx.new.set_attr(wait, "timeout", limit);
        }
        Ok(())
    };
    match over {
        None => spins(cx),
        Some(over) => {
            let waits = cx.not(over);
            cx.when(waits, spins)
        }
    }
}

/// The parity that an acquire waits for.
pub(super) fn acquire_parity(cx: &mut Cx<'_>, shape: &PipelineShape, phase: Value) -> Value {
    if shape.convention == convention::CUTLASS {
        return phase;
    }
    let one = cx.int(1);
    cx.arith(arith::XORI, phase, one)
}

/// Pipeline, index, phase and address of an op on a pipeline and a state.
pub(super) fn place(cx: &mut Cx<'_>, op: Op) -> Result<(PipelineShape, [Value; 2], Value), Failure> {
    let shape = cx.shape(op)?;
    let at = state::parts(cx, cx.old.required_operand(op, operand::STATE))?;
    let address = address(cx, cx.old.required_operand(op, operand::PIPE), at[0])?;
    Ok((shape, at, address))
}

/// Arrives, and expects bytes if there are any, in one instruction.
pub(super) fn arrive(cx: &mut Cx<'_>, address: Value, offset: i64, bytes: i64, predicate: &[Value]) {
    if bytes > 0 {
        let op = on_barrier(cx, nvvm::MBARRIER_ARRIVE_EXPECT_TX, address, offset, &[predicate]);
        cx.set_int(op, "bytes", bytes);
    } else {
        on_barrier(cx, nvvm::MBARRIER_ARRIVE, address, offset, &[predicate]);
    }
}

/// The unit arrives once the products that this thread has issued are done.
fn when_done(cx: &mut Cx<'_>, op: Op, address: Value, offset: i64) -> Result<(), Failure> {
    let units = with_loops().find_map(|(_, products)| products.tensor_memory.as_ref());
    let Some(unit) = units else {
        return Err(cx.error(op, "internal", "products that no unit tells the end of"));
    };
    // A slot that CTAs of a cluster fill together is free for all of them; what a pair has made is there in both.
    let pipe = cx.old.operand_named(op, operand::PIPE);
    let across = pipe.and_then(|pipe| cx.state.clusters.get(&pipe));
    let across = across.map(|across| (across.mask, across.ctas));
    let mask = across.map(|(mask, _)| mask);
    let commit = on_barrier(cx, unit.commit, address, offset, &[mask.as_slice()]);
    if let Some((_, ctas)) = across {
        cx.set_int(commit, "ctas", ctas);
    }
    Ok(())
}

/// Under `contract` the one place that expects bytes; under `cutlass` the acquire has done so.
pub(super) fn commit(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shape = cx.shape(op)?;
    // Absent: no copy by TMA brings anything.
    let bytes = cx.old.int_or(op, "transaction_bytes", 0);
    if shape.convention == convention::CUTLASS {
        let pipe = cx.old.required_operand(op, operand::PIPE);
        let expected = cx.old.uses(pipe).iter().any(|u| {
            cx.old.kind(u.op) == cutlass::PIPELINE_PRODUCER_ACQUIRE && cx.old.has_attr(u.op, "transaction_bytes")
        });
        if expected {
            return Ok(());
        }
        if bytes > 0 {
            let refusal = cx.error(
                op,
                "pipeline.expect",
                "under `cutlass`, bytes are expected by the acquire",
            );
            return Err(Box::new(refusal.with_help(format!(
                "write `transaction_bytes = {bytes}` on `producer_acquire`"
            ))));
        }
    }
    let (_, _, address) = place(cx, op)?;
    if cx.old.has_attr(op, "issued") {
        return when_done(cx, op, address, offset(&shape, Side::Full));
    }
    let predicate = predicate(cx, op)?;
    let at = offset(&shape, Side::Full);
    if cx.old.has_attr(op, "copied") {
        // Each thread's copies hold the phase open before one of the warp arrives for all.
        on_barrier(cx, nvvm::CP_ASYNC_MBARRIER_ARRIVE, address, at, &[]);
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    }
    match shape.pair.is_empty() {
        true => arrive(cx, address, at, bytes, &predicate),
        false => arrive_in_pair(cx, op, (address, at), bytes, &predicate),
    }
    Ok(())
}

/// Arrives at the barrier of the first CTA of a pair, and expects bytes there if there are any.
fn arrive_in_pair(cx: &mut Cx<'_>, op: Op, (address, at): (Value, i64), bytes: i64, predicate: &[Value]) {
    // Absent: no ring of a pair.
    let Some(Neighbours { others, ctas, .. }) = cx
        .state
        .clusters
        .get(&cx.old.required_operand(op, operand::PIPE))
        .cloned()
    else {
        return;
    };
    let arrive = on_barrier(cx, nvvm::MBARRIER_ARRIVE_CLUSTER, address, at, &[&others, predicate]);
    cx.set_int(arrive, "ctas", ctas);
    if bytes > 0 {
        cx.set_int(arrive, "bytes", bytes);
    }
}

/// The condition under which a thread arrives; none: all threads that are here do.
fn predicate(cx: &Cx<'_>, op: Op) -> Result<Vec<Value>, Failure> {
    let predicate = cx.old.operand_named(op, operand::PREDICATE);
    predicate.map(|predicate| cx.value(predicate)).into_iter().collect()
}

/// Whether what is in flight when a producer leaves is in groups of bulk stores alone: as the tail says, or as nobody but producers is at the
/// ring, whose empty barriers would then never complete.
fn drains_groups(module: &Module, tail: Op) -> bool {
    let fills = |kind: OpKind| {
        matches!(
            kind,
            cutlass::PIPELINE_INIT
                | cutlass::PIPELINE_PRODUCER_ACQUIRE
                | cutlass::PIPELINE_PRODUCER_TRY_ACQUIRE
                | cutlass::PIPELINE_PRODUCER_COMMIT
                | cutlass::PIPELINE_PRODUCER_TAIL
                | cutlass::PIPELINE_STATE_INCREMENT
        )
    };
    // Absent: it does not say, and is looked at.
    match module.keyword(tail, "drain") {
        "" => {
            let pipe = module.required_operand(tail, operand::PIPE);
            let mut users = module.uses(pipe).iter().map(|site| module.kind(site.op));
            let is_store = |op: Op| {
                matches!(module.kind(op), nvvm::TMA_STORE | nv_tileas::ASYNC_TOKEN_TO_ASYNC) || is_by_tma(module, op)
            };
            users.all(fills) && module.walk(module.top()).into_iter().any(is_store)
        }
        word => word == "groups",
    }
}

/// Before the producer leaves, all stages must be empty: it waits for each, in the order in which it would fill them. A
/// tail that drains groups waits for the bulk stores instead.
pub(super) fn tail(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shape = cx.shape(op)?;
    if drains_groups(cx.old, op) {
        let wait = cx.build().op(nvvm::CP_ASYNC_BULK_WAIT_GROUP, &[], &[]);
        cx.set_int(wait, "count", 0);
        return Ok(());
    }
    let [index, phase] = state::parts(cx, cx.old.required_operand(op, operand::STATE))?;
    let (zero, stages, one, ty) = (cx.int(0), cx.int(shape.stages), cx.int(1), cx.i32());
    let bounds: [&[Value]; 4] = [&[zero], &[stages], &[one], &[index, phase]];
    let each = cx.build().op(scf::FOR, &bounds, &[ty, ty]);
    let body = cx.new.add_block(cx.new.regions(each)[0]);
    cx.new.add_argument(body, ty);
    let at = [cx.new.add_argument(body, ty), cx.new.add_argument(body, ty)];
    cx.in_block(body, |cx| -> Result<(), Failure> {
        let address = address(cx, cx.old.required_operand(op, operand::PIPE), at[0])?;
        if let Some(described) = cx.state.described {
            (described.leaves)(cx, &shape, address);
        } else {
            let parity = acquire_parity(cx, &shape, at[1]);
            spin(cx, address, offset(&shape, Side::Empty), parity);
        }
        let next = state::next(cx, shape.stages, at, true);
        cx.build().op(scf::CONTINUE, &[&next], &[]);
        Ok(())
    })
}

pub(super) fn wait(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, [_, phase], address) = place(cx, op)?;
    let token = cx.old.operand_named(op, operand::TOKEN);
    let over = token.map(|token| cx.value(token)).transpose()?;
    spin_unless(cx, op, over, (address, offset(&shape, Side::Full), phase))?;
    // Copies of threads write through the generic proxy: whoever has seen them there says so to the unit that reads them.
    if cx.old.has_attr(op, "copied") {
        cx.build().op(nvvm::FENCE_PROXY_ASYNC, &[], &[]);
    }
    Ok(())
}

pub(super) fn release(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, _, address) = place(cx, op)?;
    let at = offset(&shape, Side::Empty);
    if cx.old.has_attr(op, "issued") {
        return when_done(cx, op, address, at);
    }
    let predicate = predicate(cx, op)?;
    if !shape.pair.is_empty() {
        arrive_in_pair(cx, op, (address, at), 0, &predicate);
    } else if shape.cluster == [1, 1] {
        arrive(cx, address, at, 0, &predicate);
    } else {
        release_across(cx, cx.old.required_operand(op, operand::PIPE), address, at, &predicate);
    }
    Ok(())
}

/// Arrives at the empty barrier of every CTA in the row and in the column of this one, itself included: each of them
/// fills this CTA's stage.
fn release_across(cx: &mut Cx<'_>, pipe: Value, address: Value, at: i64, predicate: &[Value]) {
    // Absent: CTAs load alone, and nobody else fills the stage.
    let Some(Neighbours { others, ctas, .. }) = cx.state.clusters.get(&pipe).cloned() else {
        return;
    };
    arrive(cx, address, at, 0, predicate);
    for cta in others {
        let op = on_barrier(cx, nvvm::MBARRIER_ARRIVE_CLUSTER, address, at, &[&[cta], predicate]);
        cx.set_int(op, "ctas", ctas);
    }
}

/// The CTAs in the row and in the column of this one, for a ring of a cluster of these extents.
pub(super) fn neighbours(cx: &mut Cx<'_>, [x, y]: [i64; 2]) -> Neighbours {
    let rank = cx.special("cluster_ctarank");
    let (width, height) = (cx.int(x), cx.int(y));
    let row = cx.build().signed(arith::DIVI, "unsigned", rank, width);
    let column = cx.build().signed(arith::REMI, "unsigned", rank, width);
    let start = cx.arith(arith::MULI, row, width);
    let mut others = Vec::new();
    for i in 1..x {
        let i = cx.int(i);
        let further = cx.add(column, i);
        let other = cx.build().signed(arith::REMI, "unsigned", further, width);
        others.push(cx.add(start, other));
    }
    for j in 1..y {
        let j = cx.int(j);
        let further = cx.add(row, j);
        let other = cx.build().signed(arith::REMI, "unsigned", further, height);
        let start = cx.arith(arith::MULI, other, width);
        others.push(cx.add(start, column));
    }
    // Bits of the row, and of the column.
    let in_row = cx.int((1 << x) - 1);
    let in_row = cx.arith(arith::SHLI, in_row, start);
    let in_column = cx.int((0..y).fold(0, |mask, j| mask | 1 << (j * x)));
    let in_column = cx.arith(arith::SHLI, in_column, column);
    let mask = cx.arith(arith::ORI, in_row, in_column);
    Neighbours {
        others,
        mask,
        ctas: x * y,
    }
}

pub(super) fn try_wait(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, [_, phase], address) = place(cx, op)?;
    probe(cx, op, address, offset(&shape, Side::Full), phase);
    Ok(())
}

pub(super) fn try_acquire(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, [_, phase], address) = place(cx, op)?;
    let parity = acquire_parity(cx, &shape, phase);
    probe(cx, op, address, offset(&shape, Side::Empty), parity);
    Ok(())
}

pub(super) fn probe(cx: &mut Cx<'_>, op: Op, address: Value, offset: i64, parity: Value) {
    let ty = cx.new.named_type("i1");
    let done = cx.build().value(nvvm::MBARRIER_TRY_WAIT_PARITY, &[address, parity], ty);
    if let Some(probe) = cx.new.defining_op(done) {
        cx.set_int(probe, "offset", offset);
    }
    cx.replace(cx.old.result(op, 0), [done]);
}

pub(super) fn full_barrier(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, _, address) = place(cx, op)?;
    cx.replace_unnamed(cx.old.result(op, 0), address);
    Ok(())
}

pub(super) fn empty_barrier(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, _, address) = place(cx, op)?;
    let ahead = cx.int(offset(&shape, Side::Empty));
    let address = cx.add(address, ahead);
    cx.replace(cx.old.result(op, 0), [address]);
    Ok(())
}
