//! Tensor memory before any warp is followed: who reserves and releases it, and which buffers lie in which columns.

use super::finding::{Finding, Found};
use super::structure::{all, name};
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Attr, Module, Op, OpKind, Value, operand};

/// Lanes of tensor memory, and columns (PTX ISA, tensor memory).
const LANES: i64 = 128;
const COLUMNS: i64 = 512;
/// The fewest columns that are allocated (PTX ISA, allocation of tensor memory).
const LEAST: i64 = 32;

/// A fault in what a kernel has of tensor memory.
pub(super) fn fault(module: &Module, ops: &[Op]) -> Option<Found> {
    let of = |kind| all(module, ops, kind);
    let columns = |op: Op| module.int_attr(op, "columns");
    let (reserves, releases) = (of(nv_tileas::TENSOR_RESERVE), of(nv_tileas::TENSOR_RELEASE));
    let buffers: Vec<Op> = of(nv_tileas::TENSOR_BUFFER).collect();
    let reserves: Vec<Op> = reserves.collect();
    let releases: Vec<Op> = releases.collect();
    let (reserve, release) = match (&reserves[..], &releases[..]) {
        ([], []) if buffers.is_empty() => return None,
        ([], _) => return Some(Finding::NeverReserved.into()),
        ([_], []) => return Some(Finding::NeverReleased.into()),
        ([reserve], [release]) => (*reserve, *release),
        _ => return Some(Finding::ReservedTwice.into()),
    };
    // Before columns are given away, each buffer has its own.
    let reserved = columns(reserve)?;
    if !(LEAST..=COLUMNS).contains(&reserved) || reserved & (reserved - 1) != 0 {
        return Some(Found::at(
            module,
            reserve,
            Finding::ColumnsReserved { columns: reserved },
        ));
    }
    if columns(release) != Some(reserved) {
        return Some(Found::at(module, release, Finding::ColumnsReleased { reserved }));
    }
    if buffers
        .iter()
        .chain([&release])
        .any(|&op| module.int_attr(op, "offset") != module.int_attr(reserve, "offset"))
    {
        return Some(Found::at(module, reserve, Finding::ColumnsElsewhere));
    }
    let mut taken: Vec<(i64, i64, String)> = Vec::new();
    for &op in &buffers {
        let value = module.result(op, 0);
        let buffer = name(module, value);
        let (Some(first), Some(count)) = (module.int_attr(op, "column"), columns_of(module, op)) else {
            return Some(Found::at(module, op, Finding::BufferWithoutPlace { buffer }));
        };
        let end = first.saturating_add(count);
        if first < 0 || end > reserved {
            return Some(Found::at(module, op, Finding::BeyondColumns { buffer, end, reserved }));
        }
        if let Some((_, _, other)) = taken.iter().find(|(from, to, _)| first < *to && *from < end) {
            let (one, other) = (buffer, other.clone());
            return Some(Found::at(
                module,
                op,
                Finding::SharedColumns {
                    one,
                    other,
                    from: first,
                },
            ));
        }
        taken.push((first, end, buffer));
    }
    all(module, ops, nv_tileas::TENSOR_OVER).find_map(|over| written_elsewhere(module, over))
}

/// A buffer that lies over another is written by the threads that have read there: their tiles have one layout.
fn written_elsewhere(module: &Module, over: Op) -> Option<Found> {
    let layouts = |buffer: Value, kind: OpKind, tile: fn(&Module, Op) -> Value| -> Vec<Option<Attr>> {
        let uses = module.uses(buffer).iter().map(|site| site.op);
        let own = uses.filter(|&op| module.kind(op) == kind);
        own.map(|op| module.layout(module.ty(tile(module, op)))).collect()
    };
    let own = module.result(over, 0);
    let written = layouts(own, nv_tileas::TENSOR_WRITE, |module, op| {
        module.required_operand(op, operand::TILE)
    });
    let read = layouts(module.only_operand(over), nv_tileas::TENSOR_READ, |module, op| {
        module.result(op, 0)
    });
    let are_alike = written.iter().all(|layout| read.iter().all(|other| other == layout));
    let buffer = name(module, own);
    (!are_alike).then(|| Found::at(module, over, Finding::OverOthers { buffer }))
}

/// Columns of a buffer: those of a tile, once for each slot and each time the lanes are used.
fn columns_of(module: &Module, op: Op) -> Option<i64> {
    let buffer = module.buffer_type(module.ty(module.result(op, 0)))?;
    let (&columns, rows) = buffer.tile.split_last()?;
    let rows: i64 = rows.iter().product();
    Some(buffer.depth * columns * ((rows + LANES - 1) / LANES))
}
