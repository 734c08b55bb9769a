//! TileLang's persistent scheduler (docs/sources/tile-schedulers.md#tilelang).

use super::emit::{Divisor, Emit};
use super::{Cx, Lowering, Scheduler, Shared, WorkScalars};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::cutlass;
use tilewright_ir::{AttrData, Op, Value, ValueName};
use tilewright_tilesched::arith::Arith;
use tilewright_tilesched::tilelang::{DecodeParams, decode, decode_params};

/// The scheduler after the kernel's entry.
#[derive(Clone)]
pub(super) struct TileLang {
    decode: DecodeParams<Value, Divisor>,
    column_major: bool,
    /// Linear ids are of clusters.
    pub shared: Shared,
    prefix: String,
}

pub(super) fn create(cx: &mut Cx<'_>, op: Op) -> Result<TileLang, Failure> {
    let [m, n, workers] = [
        cx.required_operand(op, operand::NUM_M_TILES)?,
        cx.required_operand(op, operand::NUM_N_TILES)?,
        cx.required_operand(op, operand::NUM_WORKERS)?,
    ];
    let number = |name: &str| cx.old.required_int(op, name) as u32;
    let (swizzle, cluster) = (number("swizzle_size"), number("cluster_size"));
    let column_major = cx.old.attr(op, "column_major").map(|a| cx.old.attr_data(a)) != Some(&AttrData::Bool(false));
    let prefix = cx.old.keyword(op, "prefix").to_string();
    let [first, ..] = cx.cluster_place([cluster, 1]);
    let mut emit = Emit(cx);
    let size = emit.constant(cluster);
    let rows = emit.ceil_div(&m, &size);
    let (fast, slow) = if column_major { (rows, n) } else { (n, rows) };
    let decode = decode_params(&mut emit, &fast, &slow, swizzle);
    let total = emit.mul(&rows, &n);
    Ok(TileLang {
        decode,
        column_major,
        shared: Shared {
            range: [first, total, workers],
            work_id: None,
            workspace: None,
        },
        prefix,
    })
}

impl TileLang {
    fn coord(&self, emit: &mut Emit<'_, '_>, id: Value) -> (Value, Value) {
        let (fast, slow) = decode(emit, &self.decode, &id);
        if self.column_major { (fast, slow) } else { (slow, fast) }
    }

    /// As a work tile: whole, of the coordinates.
    pub(super) fn work(&self, emit: &mut Emit<'_, '_>, id: Value) -> WorkScalars {
        let (m, n) = self.coord(emit, id);
        let (zero, one) = (emit.constant(0), emit.constant(1));
        WorkScalars {
            m,
            n,
            l: zero,
            k_start: zero,
            k_count: zero,
            tile_idx: id,
            valid: emit.less(&id, &self.shared.range[1]),
            linear: id,
            split: zero,
            expected: one,
        }
    }

    /// A state at a linear id: m, n, linear id, iteration; named by the prefix.
    fn state(&self, cx: &mut Cx<'_>, id: Value, iteration: Value) -> [Value; 4] {
        let (m, n) = self.coord(&mut Emit(cx), id);
        let values = [m, n, id, iteration];
        for (value, name) in values.into_iter().zip(["m_idx", "n_idx", "linear_idx", "current_iter"]) {
            if cx.new.value_name(value).is_none() {
                let name = cx.new.intern_name(&format!("{}_{name}", self.prefix));
                cx.new.set_value_name(value, Some(ValueName { name, part: 0 }));
            }
        }
        values
    }
}

fn scheduler(cx: &Cx<'_>, op: Op) -> Result<TileLang, Failure> {
    match cx.scheduler(op)? {
        Scheduler::TileLang(tilelang) => Ok(tilelang),
        _ => Err(cx.error(op, "internal", "another scheduler than TileLang's")),
    }
}

pub(super) fn coord(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (tilelang, id) = (scheduler(cx, op)?, cx.required_operand(op, operand::TILE_ID)?);
    let (m, n) = tilelang.coord(&mut Emit(cx), id);
    cx.replace(cx.old.result(op, 0), [m]);
    cx.replace(cx.old.result(op, 1), [n]);
    Ok(())
}

pub(super) fn init(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (tilelang, id) = (scheduler(cx, op)?, cx.required_operand(op, operand::LINEAR_INIT)?);
    let zero = Emit(cx).constant(0);
    let values = tilelang.state(cx, id, zero);
    cx.replace(cx.old.result(op, 0), values);
    Ok(())
}

pub(super) fn next_tile(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let tilelang = scheduler(cx, op)?;
    let state = cx.values(cx.old.required_operand(op, operand::STATE))?;
    let &[_, _, linear, iteration] = &state[..] else {
        return Err(cx.error(op, "internal", "a state of other parts"));
    };
    let mut emit = Emit(cx);
    let next = emit.add(&linear, &tilelang.shared.range[2]);
    let one = emit.constant(1);
    let iteration = emit.add(&iteration, &one);
    let values = tilelang.state(cx, next, iteration);
    cx.replace(cx.old.result(op, 0), values);
    Ok(())
}

pub(super) fn valid(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let tilelang = scheduler(cx, op)?;
    let state = cx.values(cx.old.required_operand(op, operand::STATE))?;
    let &[_, _, linear, _] = &state[..] else {
        return Err(cx.error(op, "internal", "a state of other parts"));
    };
    let valid = Emit(cx).less(&linear, &tilelang.shared.range[1]);
    cx.replace(cx.old.result(op, 0), [valid]);
    Ok(())
}

/// One number of a state.
pub(super) fn number(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let index = match cx.old.kind(op) {
        cutlass::TILE_SCHEDULER_M_IDX => 0,
        cutlass::TILE_SCHEDULER_N_IDX => 1,
        cutlass::TILE_SCHEDULER_LINEAR_IDX => 2,
        // Absent: the fourth, the iteration.
        _ => 3,
    };
    let state = cx.values(cx.old.only_operand(op))?;
    match state.get(index) {
        Some(&value) => {
            cx.replace(cx.old.result(op, 0), [value]);
            Ok(())
        }
        None => Err(cx.error(op, "internal", "a state of other parts")),
    }
}
