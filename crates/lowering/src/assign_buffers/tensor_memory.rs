//! Places in tensor memory: buffers get columns one after the other, and what is reserved has room for all of them.
//!
//! All of a kernel's buffers are in use together: one allocation, by one warp, whose columns are a power of two.

use super::Demand;
use tilewright_analysis::shared_memory::STAGE_BARRIER_BYTES;
use tilewright_analysis::{Context, TensorMemory, TensorMemoryEntry};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{AttrData, Module, Op};
use tilewright_units::tensor_memory::{buffer_columns, most_columns, reserved};

/// Bytes for the address of what is reserved: what is behind them is as aligned as behind barriers.
const ADDRESS_BYTES: i64 = STAGE_BARRIER_BYTES;

/// The shared memory that the address of what is reserved needs; none for other ops.
pub(super) fn demand(module: &Module, op: Op) -> Option<Demand> {
    (module.kind(op) == nv_tileas::TENSOR_RESERVE).then(|| Demand {
        what: "the address of the columns that are reserved".to_string(),
        bytes: ADDRESS_BYTES,
        align: STAGE_BARRIER_BYTES,
        slots: 1,
    })
}

/// Gives buffers their columns, and says to all ops on tensor memory how many are reserved, and where their address is.
pub(super) fn assign(module: &mut Module, ops: &[Op], context: &Context<'_>) -> Result<(), Failure> {
    let of = |module: &Module, kind| ops.iter().copied().find(|&op| module.kind(op) == kind);
    let Some(reserve) = of(module, nv_tileas::TENSOR_RESERVE) else {
        return match of(module, nv_tileas::TENSOR_BUFFER) {
            Some(buffer) => Err(module.contradicts(buffer, "tensor memory that nobody reserves")),
            None => Ok(()),
        };
    };
    let buffers: Vec<Op> = ops
        .iter()
        .copied()
        .filter(|&op| module.kind(op) == nv_tileas::TENSOR_BUFFER)
        .collect();
    let (mut used, mut entries) = (0, Vec::new());
    for &buffer in &buffers {
        let ty = module.ty(module.result(buffer, 0));
        let (Some(columns), Some(shape)) = (buffer_columns(module, ty), module.buffer_type(ty)) else {
            return Err(module.contradicts(buffer, "a buffer in tensor memory that is no matrix"));
        };
        entries.push(TensorMemoryEntry {
            what: what(module, buffer),
            column: used,
            columns,
            slots: shape.depth,
        });
        set(module, buffer, "column", used);
        used += columns;
    }
    let columns = reserved(used);
    if columns > most_columns() {
        let at = module.span(*buffers.first().unwrap_or(&reserve));
        let message = format!("the accumulators of this kernel take {used} columns of tensor memory");
        let refusal = Diagnostic::error("pipeline.tensor-memory", at, message)
            .with_note(format!("a CTA of {} has {}", context.target.name, most_columns()))
            .with_help("use smaller tiles, or fewer slots for accumulators");
        return Err(Box::new(refusal));
    }
    let Some(offset) = module.int_attr(reserve, "offset") else {
        return Err(module.contradicts(reserve, "the address of tensor memory has no place"));
    };
    for &op in ops {
        match module.kind(op) {
            nv_tileas::TENSOR_RESERVE => set(module, op, "columns", columns),
            nv_tileas::TENSOR_BUFFER => set(module, op, "offset", offset),
            nv_tileas::TENSOR_RELEASE => {
                set(module, op, "columns", columns);
                set(module, op, "offset", offset);
            }
            // Absent: no other op has a place in tensor memory.
            _ => {}
        }
    }
    context.notes.borrow_mut().tensor_memory = Some(TensorMemory { columns, entries });
    Ok(())
}

/// The tiles of a buffer, and those that are written over them.
fn what(module: &Module, buffer: Op) -> String {
    let made = module.result(buffer, 0);
    let uses = module.uses(made).iter().map(|site| site.op);
    let over = uses.filter(|&op| module.kind(op) == nv_tileas::TENSOR_OVER);
    let all = std::iter::once(made).chain(over.map(|op| module.result(op, 0)));
    let tiles = all.filter_map(|value| {
        let shape = module.buffer_type(module.ty(value))?;
        let extents: Vec<String> = shape.tile.iter().map(i64::to_string).collect();
        Some(format!("{} of {}", extents.join("x"), module.type_text(shape.element)))
    });
    tiles.collect::<Vec<_>>().join(", then over it ")
}

fn set(module: &mut Module, op: Op, name: &str, value: i64) {
    let value = module.intern_attr(AttrData::Int(value));
    module.set_attr(op, name, value);
}
