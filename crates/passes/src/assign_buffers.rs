//! `assign-buffers`
//!
//! Purpose: every buffer and every pipeline's barriers get their place in shared memory.
//!
//! Buffers come first, each tile at a multiple of 1024 bytes, the period of the widest swizzle;
//! then barriers, sixteen bytes a stage; what is behind them is free for tiles on their way between threads.
//!
//! Requires: `alloc_tensor` and `cutlass.pipeline.create`. Guarantees: each has an `offset`; the ledger says where.

use crate::pipelining::plan::{BARRIER_BYTES, TILE_ALIGNMENT};
use crate::{Context, LedgerEntry};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Module, Op};

/// The op that makes a ring of work ids.
const RING: &str = "cutlass.tile_scheduler.create_work_id_response";
/// Bytes of a place in a ring of work ids: 16 of the response, and two barriers.
pub const WORK_ID_BYTES: i64 = 32;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let named = |name: &str| -> Vec<Op> {
        let all = module.walk(module.top()).into_iter();
        all.filter(|&op| module.op_name(op) == name).collect()
    };
    let (buffers, pipes) = (named("nv_tileas.alloc_tensor"), named("cutlass.pipeline.create"));
    let rings = named(RING);
    if buffers.is_empty() && pipes.is_empty() && rings.is_empty() {
        return Ok(None);
    }
    let mut module = module.clone();
    let mut ledger = Vec::new();
    let mut next = 0;
    for (number, op) in buffers.into_iter().enumerate() {
        let Some(buffer) = module.buffer_type(module.ty(module.result(op, 0))) else {
            continue;
        };
        let (copies, bytes) = (buffer.copies, buffer.tile_bytes());
        let extents: Vec<String> = buffer.tile.iter().map(i64::to_string).collect();
        let what = format!("{} of {}", extents.join("x"), module.type_text(buffer.element));
        // Each tile, not only the first, starts at the boundary of its swizzle's pattern.
        let pitch = pitch(bytes);
        ledger.push(LedgerEntry {
            name: format!("factor {number}"),
            what,
            bytes: pitch * copies,
            offset: next,
            align: TILE_ALIGNMENT,
            copies,
        });
        place(&mut module, op, next);
        next += pitch * copies;
    }
    for op in pipes {
        let stages = module.int_attr(op, "numStages").unwrap_or(0);
        ledger.push(LedgerEntry {
            name: "barriers".to_string(),
            what: "a full and an empty mbarrier for each stage".to_string(),
            bytes: BARRIER_BYTES * stages,
            offset: next,
            align: BARRIER_BYTES,
            copies: stages,
        });
        place(&mut module, op, next);
        next += BARRIER_BYTES * stages;
    }
    for op in rings {
        let stages = module.int_attr(op, "stages").unwrap_or(0);
        ledger.push(LedgerEntry {
            name: "work ids".to_string(),
            what: "16 bytes of response, a full and an empty mbarrier for each".to_string(),
            bytes: WORK_ID_BYTES * stages,
            offset: next,
            align: BARRIER_BYTES,
            copies: stages,
        });
        place(&mut module, op, next);
        next += WORK_ID_BYTES * stages;
    }
    let capacity = i64::from(context.target.shared_bytes_per_cta.value);
    if next > capacity {
        let message = format!("the buffers of this kernel take {next} bytes of shared memory");
        return Err(Box::new(
            Diagnostic::error("pipeline.shared", None, message)
                .with_note(format!("a CTA of {} has {capacity}", context.target.name))
                .with_help("ask for fewer stages, or use smaller tiles"),
        ));
    }
    context.notes.borrow_mut().ledger = ledger;
    Ok(Some(module))
}

fn place(module: &mut Module, op: Op, offset: i64) {
    let attr = module.intern_attr(AttrData::Int(offset));
    module.set_attr(op, "offset", attr);
}

/// Where the memory that buffers and barriers leave free starts, in bytes.
pub fn free_from(module: &Module) -> i64 {
    let end = |op: Op| {
        if module.op_name(op) == "nvvm.shared_base" {
            return Some(module.int_attr(op, "from").unwrap_or(0) + module.int_attr(op, "bytes")?);
        }
        let offset = module.int_attr(op, "offset")?;
        match module.op_name(op) {
            "nv_tileas.alloc_tensor" => {
                let buffer = module.buffer_type(module.ty(module.result(op, 0)))?;
                Some(offset + pitch(buffer.tile_bytes()) * buffer.copies)
            }
            RING => Some(offset + WORK_ID_BYTES * module.int_attr(op, "stages")?),
            "cutlass.pipeline.create" => Some(offset + BARRIER_BYTES * module.int_attr(op, "numStages")?),
            _ => None,
        }
    };
    module.walk(module.top()).into_iter().filter_map(end).max().unwrap_or(0)
}

/// Bytes from one tile of a buffer to the next.
pub fn pitch(tile_bytes: i64) -> i64 {
    (tile_bytes + TILE_ALIGNMENT - 1) / TILE_ALIGNMENT * TILE_ALIGNMENT
}
