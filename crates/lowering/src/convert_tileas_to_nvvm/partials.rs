//! Partial accumulators that the CTAs of a cluster show each other. All CTAs run one kernel, so what a thread has of a tile is what the
//! same thread of another CTA has of its own: registers lie in shared memory by threads, whatever their layout, and are read back so.

use super::exchange::{access_bytes, barrier, room, shared_base, shared_bytes, shared_store};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use std::ops::Range;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Op, Ty, Value};
use tilewright_layout::LANE_BITS;

/// Where the part of a tile lies that an op is about.
struct Shown {
    /// All registers that the thread has of the tile, and those of the part.
    values: Vec<Value>,
    part: Range<usize>,
    ty: Ty,
    /// Registers that one instruction moves, the address of the first, and bytes from one run of registers to the next.
    run: usize,
    address: Value,
    pitch: i64,
}

impl Shown {
    fn of(cx: &mut Cx<'_>, op: Op) -> Result<Self, Failure> {
        let old = cx.old;
        let tile = old.required_operand(op, operand::PARTIAL);
        let (layout, values) = (cx.layout_of(tile), cx.values(tile)?.to_vec());
        let [number, parts] = ["part", "parts"].map(|name| old.required_int(op, name).max(0) as usize);
        let each = values.len().div_ceil(parts.max(1));
        let [start, end] = [number, number + 1].map(|part| (part * each).min(values.len()));
        let ty = cx.scalar_type(old.ty(tile));
        let bytes = shared_bytes(cx, ty);
        let run = (access_bytes() / bytes).clamp(1, each.max(1) as i64);
        let threads = 1 << (LANE_BITS + layout.warp.len());
        let (pitch, whole) = (run * bytes * threads, each as i64 * bytes * threads);
        if whole > room(cx) {
            let message = format!(
                "the CTAs of a cluster show each other {whole} bytes of a tile at once, and {} bytes of shared memory are left",
                room(cx)
            );
            let refusal = cx.error(op, "convert.unsupported", message);
            return Err(Box::new(refusal.with_help("use smaller tiles, or fewer stages")));
        }
        let base = shared_base(cx, whole);
        let tid = cx.tid();
        let own = cx.binary_const(arith::MULI, tid, Int::I32, run * bytes);
        Ok(Self {
            values,
            part: start..end,
            ty,
            run: run as usize,
            address: cx.binary(arith::ADDI, base, own),
            pitch,
        })
    }
}

/// Threads that still read something else there are waited for.
pub(super) fn share(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shown = Shown::of(cx, op)?;
    barrier(cx);
    for (run, offset) in shown.values[shown.part].chunks(shown.run).zip(0..) {
        shared_store(cx, shown.address, offset * shown.pitch, run, None);
    }
    Ok(())
}

/// Reads the other CTA's registers a run at a time, so that few are live besides the sums.
pub(super) fn add(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let Shown {
        mut values,
        part,
        ty,
        run,
        address,
        pitch,
    } = Shown::of(cx, op)?;
    let cta = cx.required_operand(op, operand::CTA)?;
    let int = cx.int_type(Int::I32);
    let there = cx.build().value(nvvm::MAP_CTA, &[address, cta], int);
    let is_float = cx.new.scalar(ty).is_some_and(|scalar| scalar.is_float());
    let sum = if is_float { arith::ADDF } else { arith::ADDI };
    let space = cx.keyword("shared_cluster");
    for (run, offset) in values[part].chunks_mut(run).zip(0..) {
        let offset = cx.build().int(offset * pitch);
        let types = vec![ty; run.len()];
        let load = cx.build().op(nvvm::LD, &[&[there], &[], &[]], &types);
        for (name, attr) in [("space", space), ("offset", offset)] {
            cx.new.set_attr(load, name, attr);
        }
        for (index, value) in run.iter_mut().enumerate() {
            let other = cx.new.result(load, index);
            *value = cx.build().value(sum, &[*value, other], ty);
        }
    }
    cx.replace(cx.old.result(op, 0), values);
    Ok(())
}
