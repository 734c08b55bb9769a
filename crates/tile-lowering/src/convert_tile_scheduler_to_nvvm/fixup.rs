//! Joining the accumulators of split tiles. Three protocols do it through the workspace, as loads, adds and stores of tiles: the locks
//! release what a CTA wrote and acquire what others released. CTAs of a cluster that share a tile show each other their
//! shared memory, and meet.
//!
//! The plans are those of `tilesched::fixup`.

use super::contract::{Contract, Share};
use super::emit::Emit;
use super::{Cx, Lowering, Scheduler, WorkScalars, pointer_type};
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::cuda_tile::assume::DIV_BY;
use tilewright_ir::dialects::cuda_tile::types::{PARTITION_VIEW, TENSOR_VIEW};
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileaa, nvvm, scf};
use tilewright_ir::types::{DYNAMIC, TypeParams};
use tilewright_ir::words;
use tilewright_ir::{AttrData, Block, Op, Ty, Value};
use tilewright_tilesched::arith::Arith;
use tilewright_tilesched::contract::stream_k::WORKSPACE_ALIGNMENT;
use tilewright_units::product::matrix;

/// The workspace of a stream-K scheduler, from the kernel's entry on.
#[derive(Clone, Copy)]
pub(super) struct Workspace {
    /// Its address.
    pub address: Value,
    /// Tiles that may be split.
    pub tiles: Value,
    /// Slots of each.
    pub slots: Value,
    /// Where the locks start, in bytes; none: right after the slots.
    pub locks: Option<Value>,
}

/// Sizes in bytes: all, partial accumulators, locks.
pub(super) fn workspace_sizes(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ty = cx.old.ty(cx.old.result(op, 0));
    let workspace = cx.scheduler(op)?.shared().workspace;
    let mut emit = Emit(cx);
    let sizes = match workspace {
        None => [emit.long(0); 3],
        Some(w) => {
            let bytes = emit.0.old.required_int(op, "accumulator_tile_bytes");
            let reduction = reduction_bytes(&mut emit, &w, bytes);
            let (tiles, four) = (emit.widen(&w.tiles), emit.long(4));
            let mut barriers = emit.wide(arith::MULI, &tiles, &four);
            // The contract aligns the total, CUTLASS each part.
            if w.locks.is_some() {
                barriers = align(&mut emit, barriers);
            }
            let sum = emit.wide(arith::ADDI, &reduction, &barriers);
            [align(&mut emit, sum), reduction, barriers]
        }
    };
    for (&result, value) in cx.old.results(op).iter().zip(sizes) {
        let value = match ty == cx.state.types.long {
            true => value,
            false => cx.build().value(arith::TRUNCI, &[value], ty),
        };
        cx.replace(result, [value]);
    }
    Ok(())
}

/// Rounds up to [`WORKSPACE_ALIGNMENT`], a power of two.
fn align(emit: &mut Emit<'_, '_>, bytes: Value) -> Value {
    let more = emit.long(WORKSPACE_ALIGNMENT - 1);
    let mask = emit.long(!(WORKSPACE_ALIGNMENT - 1));
    let sum = emit.wide(arith::ADDI, &bytes, &more);
    emit.wide(arith::ANDI, &sum, &mask)
}

fn reduction_bytes(emit: &mut Emit<'_, '_>, w: &Workspace, tile_bytes: i64) -> Value {
    if let Some(locks) = w.locks {
        return locks;
    }
    let (tiles, slots, bytes) = (emit.widen(&w.tiles), emit.widen(&w.slots), emit.long(tile_bytes as u64));
    let product = emit.wide(arith::MULI, &tiles, &slots);
    emit.wide(arith::MULI, &product, &bytes)
}

/// State that the steps of a fixup share.
struct Join {
    work: WorkScalars,
    /// This CTA's own partial accumulator.
    partial: Value,
    ty: Ty,
    /// The slots, as a view of tiles.
    view: Value,
    lock: Value,
}

/// The whole accumulator, and whether this CTA is the one to use it.
type Joined = (Value, Value);

pub(super) fn fixup(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let scheduler = cx.scheduler(op)?;
    let work = cx.work(op)?;
    let partial = cx.required_operand(op, operand::PARTIAL)?;
    let ty = cx.new.ty(partial);
    let Some([rows, columns]) = matrix(cx.new.shape(ty)) else {
        let refusal = cx.error(
            op,
            "convert.unsupported",
            "joining accumulators that are no matrix is not supported yet",
        );
        return Err(Box::new(refusal.with_help("let a product be of one matrix")));
    };
    let scalar = cx.new.element_scalar(ty);
    let Some(scalar) = scalar.filter(|s| matches!(s.bits, 32 | 64)) else {
        let refusal = cx.error(
            op,
            "convert.unsupported",
            "only accumulators of 32 or 64 bits can be joined",
        );
        return Err(Box::new(refusal.with_help("add up in f32")));
    };
    let bytes = rows * columns * i64::from(scalar.bytes());
    let protocol = cx.old.keyword(op, "protocol").to_string();
    if protocol == words::fixup::CLUSTER_BARRIER {
        let Scheduler::Contract(Contract { share: Some(share), .. }) = &scheduler else {
            return Err(cx.error(op, "internal", "a cluster that shares no tiles"));
        };
        let (total, is_final) = at_cluster_barrier(cx, &work, share, (partial, bytes))?;
        cx.replace(cx.old.result(op, 0), [total]);
        cx.replace(cx.old.result(op, 1), [is_final]);
        return Ok(());
    }
    let Some(w) = scheduler.shared().workspace else {
        return Err(cx.error(op, "internal", "a fixup without a workspace"));
    };
    // A padding tile has nothing to join, and nobody uses its accumulator.
    let (total, is_final) = either(
        cx,
        work.valid,
        ty,
        |cx| {
            let mut emit = Emit(cx);
            let whole = match &scheduler {
                Scheduler::Cutlass(cutlass) => emit.equal(&work.k_count, &cutlass.k_tiles()),
                _ => {
                    let one = emit.constant(1);
                    emit.equal(&work.expected, &one)
                }
            };
            either_or(
                cx,
                whole,
                ty,
                |cx| Ok((partial, Emit(cx).flag(true))),
                |cx| {
                    let view = slots(cx, &w, ty, rows, columns);
                    let lock = lock(cx, &w, bytes, work.tile_idx);
                    let join = Join {
                        work,
                        partial,
                        ty,
                        view,
                        lock,
                    };
                    match (&scheduler, protocol.as_str()) {
                        (Scheduler::Cutlass(cutlass), _) => {
                            join.in_place(cx, cutlass.k_tiles(), protocol == words::fixup::ATOMIC)
                        }
                        _ => join.own_slots(cx, w.slots),
                    }
                },
            )
        },
        partial,
    )?;
    cx.replace(cx.old.result(op, 0), [total]);
    cx.replace(cx.old.result(op, 1), [is_final]);
    Ok(())
}

/// Each CTA shows its accumulators, all meet, the one of the last share adds the others' in order, and all meet again, since the memory
/// is then another's. A CTA without a share has zeros to show, which nobody reads. Large tiles go in parts. Of pairs, each CTA adds what those in
/// its place in the other pairs have; a pair alone has nothing to join.
fn at_cluster_barrier(
    cx: &mut Cx<'_>,
    work: &WorkScalars,
    share: &Share,
    (partial, bytes): (Value, i64),
) -> Result<Joined, Failure> {
    if !share.is_joined {
        return Ok((partial, work.valid));
    }
    let ty = cx.new.ty(partial);
    let mut emit = Emit(cx);
    let (zero, one, each) = (emit.constant(0), emit.constant(1), emit.constant(share.each));
    let others = emit.sub(&work.expected, &one);
    let is_final = emit.equal(&work.split, &others);
    // Both CTAs of a pair add, so that they go the same way, whether or not either has a tile.
    let is_used = emit.both(&is_final, &work.valid);
    let parts = (bytes as u64)
        .div_ceil(cx.state.shown.max(1) as u64)
        .next_power_of_two() as i64;
    let mut total = partial;
    for part in 0..parts {
        let place = [("part", cx.build().int(part)), ("parts", cx.build().int(parts))];
        // `total` still has this CTA's own accumulators in this part, so that nobody holds both.
        let shown = cx.build().op(cutlass::TILE_SCHEDULER_SHARE_PARTIAL, &[&[total]], &[]);
        for (name, attr) in place {
            cx.new.set_attr(shown, name, attr);
        }
        meet(cx);
        let own = total;
        let sum = |cx: &mut Cx<'_>| {
            let int = cx.state.types.int;
            let op = cx.build().op(scf::FOR, &[&[zero], &[others], &[one], &[own]], &[ty]);
            let inner = cx.new.add_block(cx.new.regions(op)[0]);
            let cta = cx.new.add_argument(inner, int);
            let sum = cx.new.add_argument(inner, ty);
            cx.in_block(inner, |cx| {
                let add = cutlass::TILE_SCHEDULER_ADD_PARTIAL;
                let cta = match share.each {
                    1 => cta,
                    _ => {
                        let mut emit = Emit(cx);
                        let first = emit.mul(&cta, &each);
                        emit.add(&first, &share.place)
                    }
                };
                let sum = cx.build().value_with(add, &[sum, cta], ty, &place);
                cx.build().op(scf::CONTINUE, &[&[sum]], &[]);
            });
            Ok((cx.new.result(op, 0), is_final))
        };
        total = either_or(cx, is_final, ty, sum, |_| Ok((own, is_final)))?.0;
        meet(cx);
    }
    Ok((total, is_used))
}

/// All threads of the cluster meet.
fn meet(cx: &mut Cx<'_>) {
    for step in [nvvm::CLUSTER_ARRIVE, nvvm::CLUSTER_WAIT] {
        cx.build().op(step, &[], &[]);
    }
}

/// `if valid { work } else { nobody is final }`; no branch where it is known.
fn either(
    cx: &mut Cx<'_>,
    valid: Value,
    ty: Ty,
    work: impl FnOnce(&mut Cx<'_>) -> Result<Joined, Failure>,
    partial: Value,
) -> Result<Joined, Failure> {
    if Emit(cx).known_flag(&valid) == Some(true) {
        return work(cx);
    }
    either_or(cx, valid, ty, work, |cx| Ok((partial, Emit(cx).flag(false))))
}

/// An `scf.if` with an accumulator and a flag as results.
fn either_or(
    cx: &mut Cx<'_>,
    condition: Value,
    ty: Ty,
    then: impl FnOnce(&mut Cx<'_>) -> Result<Joined, Failure>,
    otherwise: impl FnOnce(&mut Cx<'_>) -> Result<Joined, Failure>,
) -> Result<Joined, Failure> {
    let bool = cx.state.types.bool;
    let op = cx.build().op(scf::IF, &[&[condition]], &[ty, bool]);
    let ways: Vec<Block> = (0..2).map(|i| cx.new.add_block(cx.new.regions(op)[i])).collect();
    let joined = cx.in_block(ways[0], then)?;
    cx.in_block(ways[0], |cx| cx.build().op(scf::YIELD, &[&[joined.0, joined.1]], &[]));
    let joined = cx.in_block(ways[1], otherwise)?;
    cx.in_block(ways[1], |cx| cx.build().op(scf::YIELD, &[&[joined.0, joined.1]], &[]));
    Ok((cx.new.result(op, 0), cx.new.result(op, 1)))
}

/// The slots of the workspace as a view of tiles, one below the other.
fn slots(cx: &mut Cx<'_>, w: &Workspace, ty: Ty, rows: i64, columns: i64) -> Value {
    let element = cx.new.element(ty);
    let pointer = pointer_type(&mut cx.new, element);
    let base = cx.build().value(arith::INT_TO_PTR, &[w.address], pointer);
    let aligned = AttrParams {
        ints: [WORKSPACE_ALIGNMENT as i64].into_iter().collect(),
        ..AttrParams::default()
    };
    let aligned = cx.new.intern_attr(AttrData::Record(&DIV_BY, aligned));
    let base = cx
        .build()
        .value_with(nv_tileaa::ASSUME, &[base], pointer, &[("predicate", aligned)]);
    let mut emit = Emit(cx);
    let (tiles, slots) = (emit.widen(&w.tiles), emit.widen(&w.slots));
    let count = emit.wide(arith::MULI, &tiles, &slots);
    // Slots of matrices stand one below the other; those of a batch's matrices are a batch themselves.
    let shape = emit.0.new.shape(ty).to_vec();
    let (extent, layout) = match shape[..] {
        [_, columns] => {
            let height = emit.long(rows as u64);
            let extent = emit.wide(arith::MULI, &count, &height);
            (extent, vec![DYNAMIC, columns, columns, 1])
        }
        _ => (count, vec![DYNAMIC, rows, columns, rows * columns, columns, 1]),
    };
    let tensor = TypeParams {
        types: [element].into_iter().collect(),
        ints: layout.into(),
        ..TypeParams::default()
    };
    let tensor = cx.new.intern_type(&TENSOR_VIEW, tensor);
    let memref = cx
        .build()
        .op(nv_tileaa::MAKE_MEMREF, &[&[base], &[extent], &[]], &[tensor]);
    let memref = cx.new.result(memref, 0);
    let rank = shape.len() as i64;
    let mut tiles = shape;
    tiles.extend(0..rank);
    let view = TypeParams {
        types: [tensor].into_iter().collect(),
        ints: tiles.into(),
        attrs: [None].into_iter().collect(),
    };
    let view = cx.new.intern_type(&PARTITION_VIEW, view);
    cx.build().value(nv_tileaa::MAKE_TILED_VIEW, &[memref], view)
}

/// The lock of a tile.
fn lock(cx: &mut Cx<'_>, w: &Workspace, tile_bytes: i64, tile: Value) -> Value {
    let mut emit = Emit(cx);
    let start = reduction_bytes(&mut emit, w, tile_bytes);
    let (index, four) = (emit.widen(&tile), emit.long(4));
    let offset = emit.wide(arith::MULI, &index, &four);
    let address = emit.wide(arith::ADDI, &w.address, &start);
    let address = emit.wide(arith::ADDI, &address, &offset);
    let i32 = cx.new.named_type("i32");
    let pointer = pointer_type(&mut cx.new, i32);
    cx.build().value(arith::INT_TO_PTR, &[address], pointer)
}

impl Join {
    fn weak(&self, cx: &mut Cx<'_>, op: Op) {
        let weak = cx.keyword("weak");
        cx.new.set_attr(op, "ordering", weak);
    }

    fn token(cx: &mut Cx<'_>) -> Ty {
        cx.new.named_type("token")
    }

    /// The place of a slot in the view.
    fn place(&self, cx: &mut Cx<'_>, slot: Value) -> Vec<Value> {
        let mut place = vec![Emit(cx).constant(0); cx.new.shape(self.ty).len()];
        place[0] = slot;
        place
    }

    fn load(&self, cx: &mut Cx<'_>, slot: Value) -> Value {
        let (token, place) = (Self::token(cx), self.place(cx, slot));
        let operands: [&[Value]; 3] = [&[self.view], &place, &[]];
        let op = cx.build().op(nv_tileaa::TILED_LOAD, &operands, &[self.ty, token]);
        self.weak(cx, op);
        cx.new.result(op, 0)
    }

    fn store(&self, cx: &mut Cx<'_>, slot: Value, tile: Value) {
        let (token, place) = (Self::token(cx), self.place(cx, slot));
        let operands: [&[Value]; 4] = [&[tile], &[self.view], &place, &[]];
        let op = cx.build().op(nv_tileaa::TILED_STORE, &operands, &[token]);
        self.weak(cx, op);
    }

    /// Adds to a slot, each element atomically.
    fn add_atomically(&self, cx: &mut Cx<'_>, slot: Value) {
        let (token, place) = (Self::token(cx), self.place(cx, slot));
        let operands: [&[Value]; 4] = [&[self.partial], &[self.view], &place, &[]];
        let op = cx.build().op(nv_tileaa::TILED_ATOMIC_RMW, &operands, &[token]);
        let mode = if self.is_float(cx) { "addf" } else { "add" };
        for (name, word) in [("ordering", "relaxed"), ("scope", "device"), ("mode", mode)] {
            let word = cx.keyword(word);
            cx.new.set_attr(op, name, word);
        }
    }

    fn is_float(&self, cx: &Cx<'_>) -> bool {
        cx.new.element_scalar(self.ty).is_some_and(|s| s.is_float())
    }

    fn sum(&self, cx: &mut Cx<'_>, a: Value, b: Value) -> Value {
        let name = if self.is_float(cx) { arith::ADDF } else { arith::ADDI };
        cx.build().value(name, &[a, b], self.ty)
    }

    fn wait(&self, cx: &mut Cx<'_>, how: &str, value: Value) {
        let op = cx
            .build()
            .op(cutlass::TILE_SCHEDULER_LOCK_WAIT, &[&[self.lock], &[value]], &[]);
        let how = cx.keyword(how);
        cx.new.set_attr(op, "how", how);
    }

    fn arrive(&self, cx: &mut Cx<'_>, value: Value) {
        cx.build()
            .op(cutlass::TILE_SCHEDULER_LOCK_ARRIVE, &[&[self.lock], &[value]], &[]);
    }

    /// The contract: each split but the final one stores into a slot of its own and arrives; the final one waits for
    /// all, adds them in order, and resets the lock.
    fn own_slots(&self, cx: &mut Cx<'_>, slots: Value) -> Result<Joined, Failure> {
        let mut emit = Emit(cx);
        let one = emit.constant(1);
        let others = emit.sub(&self.work.expected, &one);
        let is_final = emit.equal(&self.work.split, &others);
        let first = emit.mul(&self.work.tile_idx, &slots);
        either_or(
            cx,
            is_final,
            self.ty,
            |cx| {
                self.wait(cx, "equal", others);
                let (int, zero) = (cx.state.types.int, Emit(cx).constant(0));
                let op = cx
                    .build()
                    .op(scf::FOR, &[&[zero], &[others], &[one], &[self.partial]], &[self.ty]);
                let inner = cx.new.add_block(cx.new.regions(op)[0]);
                let split = cx.new.add_argument(inner, int);
                let sum = cx.new.add_argument(inner, self.ty);
                cx.in_block(inner, |cx| {
                    let slot = Emit(cx).add(&first, &split);
                    let part = self.load(cx, slot);
                    let sum = self.sum(cx, sum, part);
                    cx.build().op(scf::CONTINUE, &[&[sum]], &[]);
                });
                let total = cx.new.result(op, 0);
                cx.build()
                    .op(cutlass::TILE_SCHEDULER_LOCK_RESET, &[&[self.lock], &[zero]], &[]);
                Ok((total, Emit(cx).flag(true)))
            },
            |cx| {
                let slot = Emit(cx).add(&first, &self.work.split);
                self.store(cx, slot, self.partial);
                self.arrive(cx, one);
                Ok((self.partial, Emit(cx).flag(false)))
            },
        )
    }

    /// CUTLASS: one slot a tile, accumulated in place; the lock counts K tiles that are done. Deterministic pieces take
    /// turns in K order; atomic ones only wait for the first to have stored.
    fn in_place(&self, cx: &mut Cx<'_>, k_tiles: Value, atomic: bool) -> Result<Joined, Failure> {
        let mut emit = Emit(cx);
        let end = emit.add(&self.work.k_start, &self.work.k_count);
        let is_final = emit.equal(&end, &k_tiles);
        let (zero, one) = (emit.constant(0), emit.constant(1));
        let is_first = emit.equal(&self.work.k_start, &zero);
        let slot = self.work.tile_idx;
        either_or(
            cx,
            is_final,
            self.ty,
            |cx| {
                self.wait(cx, "equal", self.work.k_start);
                let part = self.load(cx, slot);
                let total = self.sum(cx, part, self.partial);
                Ok((total, Emit(cx).flag(true)))
            },
            |cx| {
                let op = cx.build().op(scf::IF, &[&[is_first]], &[]);
                let ways: Vec<Block> = (0..2).map(|i| cx.new.add_block(cx.new.regions(op)[i])).collect();
                cx.in_block(ways[0], |cx| {
                    self.store(cx, slot, self.partial);
                    cx.build().op(scf::YIELD, &[&[]], &[]);
                });
                cx.in_block(ways[1], |cx| {
                    if atomic {
                        self.wait(cx, "at_least", one);
                        self.add_atomically(cx, slot);
                    } else {
                        self.wait(cx, "equal", self.work.k_start);
                        let part = self.load(cx, slot);
                        let sum = self.sum(cx, part, self.partial);
                        self.store(cx, slot, sum);
                    }
                    cx.build().op(scf::YIELD, &[&[]], &[]);
                });
                self.arrive(cx, self.work.k_count);
                Ok((self.partial, Emit(cx).flag(false)))
            },
        )
    }
}
