//! `assign-buffers`
//!
//! Purpose: every buffer and every pipeline's barriers get their place in shared memory, and pipes and mutexes are
//! bound to what backs them.
//!
//! Mutexes come first, each a named barrier of its own; then pipes, whose buffers are what they say. Buffers follow,
//! each tile at a multiple of 1024 bytes, the period of the widest swizzle; then barriers. Each lies as low as it can:
//! over what is no longer in use when it is first touched, if all threads have met in between. What is behind all of it
//! is free for tiles on their way between threads.
//!
//! Requires: `alloc_tensor`, `cutlass.pipeline.create` and their like. Guarantees: each has an `offset`; no pipe and no
//! mutex is left; the ledger says who lies where, when, over whom, and who is there when most is in use.
//!
//! ```text
//! %a = alloc_tensor : buffer<4x64x64xf16>           %a = alloc_tensor offset = 0
//! %b = alloc_tensor : buffer<4x64x64xf16>           %b = alloc_tensor offset = 32768
//! create_pipe of %a, %b                      ->
//! %p = pipeline.create {numStages = 4}              %p = pipeline.create {numStages = 4, offset = 65536}
//! ```

mod live;
mod tensor_memory;

use crate::work_id::WORK_ID_BYTES;
use live::Live;
use tilewright_analysis::Context;
use tilewright_analysis::shared_memory::{LedgerEntry, STAGE_BARRIER_BYTES, TILE_ALIGNMENT, pitch};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{FORM, IN_FLIGHT};
use tilewright_ir::ops::{cutlass, nv_tileas, nvvm};
use tilewright_ir::{AttrData, Module, Op, Value, ValueName};
use tilewright_sorted::SortedMap;

/// The tiles of a pipelined product that have no name, in the order in which its buffers are made.
const OPERANDS: [&str; 2] = ["left operand", "right operand"];

/// The shared memory that an op needs.
struct Demand {
    what: String,
    bytes: i64,
    align: i64,
    slots: i64,
}

/// The demand of an op, and the name of what it makes; none for most ops.
fn demand(module: &Module, op: Op) -> Option<(&'static str, Demand)> {
    let int = |name| module.required_int(op, name);
    Some(match module.kind(op) {
        nv_tileas::ALLOC_TENSOR => {
            let Some(buffer) = module.buffer_type(module.ty(module.result(op, 0))) else {
                module.inconsistent(Some(op), "makes no buffer");
                return None;
            };
            let extents: Vec<String> = buffer.tile.iter().map(i64::to_string).collect();
            let demand = Demand {
                what: format!("{} of {}", extents.join("x"), module.type_text(buffer.element)),
                // Each tile, not only the first, starts at the boundary of its swizzle's pattern.
                bytes: pitch(buffer.tile_bytes()) * buffer.depth,
                align: TILE_ALIGNMENT,
                slots: buffer.depth,
            };
            ("buffer", demand)
        }
        cutlass::PIPELINE_CREATE => {
            let each = if int("numStages") > 1 { " for each stage" } else { "" };
            let demand = Demand {
                what: format!("a full and an empty mbarrier{each}"),
                bytes: STAGE_BARRIER_BYTES * int("numStages"),
                align: STAGE_BARRIER_BYTES,
                slots: int("numStages"),
            };
            ("barriers", demand)
        }
        cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE => {
            let demand = Demand {
                what: "16 bytes of response, a full and an empty mbarrier for each".to_string(),
                bytes: WORK_ID_BYTES * int("stages"),
                align: STAGE_BARRIER_BYTES,
                slots: int("stages"),
            };
            ("work ids", demand)
        }
        cutlass::SEQ_BAR_INIT => {
            let shape = module.sequence_shape(module.result(op, 0))?;
            let demand = Demand {
                what: "an mbarrier for each step and group that takes turns".to_string(),
                bytes: shape.depth * shape.groups * STAGE_BARRIER_BYTES / 2,
                align: STAGE_BARRIER_BYTES / 2,
                slots: 1,
            };
            ("turns", demand)
        }
        _ => ("tensor memory", tensor_memory::demand(module, op)?),
    })
}

/// The name that a person gave a value; a number is what a value has that nobody named.
pub(crate) fn given_name(module: &Module, value: Value) -> Option<ValueName> {
    let name = module.value_name(value)?;
    let is_number = module.name(name.name).starts_with(|first: char| first.is_ascii_digit());
    (!is_number).then_some(name)
}

/// A part of shared memory that is given away.
struct Taken {
    entry: LedgerEntry,
    live: Option<Live>,
}

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let ops = module.walk(module.top());
    let mut demands: Vec<(Op, &'static str, Demand)> = Vec::new();
    for &op in &ops {
        if let Some((name, demand)) = demand(module, op) {
            demands.push((op, name, demand));
        }
    }
    let bound: Vec<Op> = ops
        .iter()
        .copied()
        .filter(|&op| matches!(module.kind(op), nv_tileas::CREATE_PIPE | nv_tileas::CREATE_MUTEX))
        .collect();
    if demands.is_empty() && bound.is_empty() {
        return Ok(None);
    }
    bind(module, &bound, context)?;
    // The most aligned come first, else the order is that of the kernel.
    demands.sort_by_key(|(_, _, demand)| std::cmp::Reverse(demand.align));
    let mut new = module.clone();
    let mut taken: Vec<Taken> = Vec::new();
    let pipelined = |&op: &Op| module.has_attr(op, IN_FLIGHT) || module.has_attr(op, FORM);
    let is_product = ops.iter().any(pipelined);
    for (op, kind, demand) in demands {
        let live = Live::of(module, op).filter(|_| kind == "buffer");
        // The judge of what threads copy asks for bytes of each ring's own.
        let mut uses = module.results(op).iter().flat_map(|&made| module.uses(made));
        let is_copied =
            uses.any(|site| module.kind(site.op) == nv_tileas::ASYNC_TILED_LOAD || module.has_attr(site.op, "copied"));
        let offset = lowest(module, &taken, &demand, live.filter(|_| !is_copied));
        let number = taken.len();
        let named = Some(op).filter(|_| kind == "buffer");
        let named = named.and_then(|op| given_name(module, module.result(op, 0)));
        let name = match (kind, named, OPERANDS.get(number)) {
            (_, Some(name), _) => format!("%{}", module.name(name.name)),
            ("buffer", _, Some(operand)) if is_product => (*operand).to_string(),
            ("buffer", ..) => format!("buffer {number}"),
            _ => kind.to_string(),
        };
        let attr = new.intern_attr(AttrData::Int(offset));
        new.set_attr(op, "offset", attr);
        let Demand {
            what,
            bytes,
            align,
            slots,
        } = demand;
        taken.push(Taken {
            entry: LedgerEntry {
                name,
                what,
                bytes,
                offset,
                align,
                slots,
                lines: live.map(|live| live.lines),
                shares: Vec::new(),
                at_peak: false,
            },
            live,
        });
    }
    // Absent: a kernel that takes none.
    let used = taken.iter().map(|t| t.entry.offset + t.entry.bytes).max().unwrap_or(0);
    fits(&new, used, context)?;
    tensor_memory::assign(&mut new, &ops, context)?;
    for op in bound {
        new.erase(op);
    }
    context.notes.borrow_mut().ledger = ledger(taken);
    Ok(Some(new))
}

/// Refuses what does not fit, at the op that wants most of it, with how many of its tiles would.
fn fits(module: &Module, used: i64, context: &Context<'_>) -> Result<(), Failure> {
    let capacity = i64::from(context.target.shared_bytes_per_cta.value);
    if used <= capacity {
        return Ok(());
    }
    let wants = |op: Op| Some((op, demand(module, op)?.1));
    let ops = module.walk(module.top()).into_iter();
    let largest = ops.filter_map(wants).max_by_key(|(_, demand)| demand.bytes);
    let span = largest.as_ref().and_then(|(op, _)| module.span(*op));
    let message = format!("the buffers of this kernel take {used} bytes of shared memory");
    let refusal = Diagnostic::error("pipeline.shared", span, message)
        .with_note(format!("a CTA of {} has {capacity}", context.target.name));
    // Absent: no op wants any.
    let fit = largest.map_or(0, |(_, demand)| {
        let each = (demand.bytes / demand.slots.max(1)).max(1);
        (demand.bytes - (used - capacity)).max(0) / each
    });
    Err(Box::new(match fit {
        0 => refusal.with_help("use smaller tiles"),
        1 => refusal.with_help("1 of its tiles fits"),
        fit => refusal.with_help(format!("{fit} of its tiles fit")),
    }))
}

/// The lowest place where nothing is that may be in use at the same time.
fn lowest(module: &Module, taken: &[Taken], demand: &Demand, live: Option<Live>) -> i64 {
    let in_the_way: Vec<&Taken> = taken
        .iter()
        .filter(|other| !matches!((live, other.live), (Some(a), Some(b)) if a.apart(b, module)))
        .collect();
    let align = demand.align.max(1);
    let mut offsets: Vec<i64> = in_the_way
        .iter()
        .map(|other| (other.entry.offset + other.entry.bytes + align - 1) / align * align)
        .collect();
    offsets.push(0);
    offsets.sort_unstable();
    let free = |at: &i64| {
        in_the_way
            .iter()
            .all(|other| at + demand.bytes <= other.entry.offset || other.entry.offset + other.entry.bytes <= *at)
    };
    // Behind all that is in the way, there is room.
    module.or_inconsistent(None, offsets.into_iter().find(free), 0, "no offset is free")
}

/// The entries, with who lies over whom, and who is there when most is in use.
fn ledger(taken: Vec<Taken>) -> Vec<LedgerEntry> {
    let at_start = |one: &Taken, start: Option<Live>| match (one.live, start) {
        (Some(live), Some(start)) => live.at_start_of(start),
        // Absent: what has no live range is always there.
        _ => true,
    };
    let in_use = |start: Option<Live>| -> i64 {
        let there = taken.iter().filter(|one| at_start(one, start));
        there.map(|one| one.entry.bytes).sum()
    };
    // The first of the moments at which most is in use.
    let peak = taken
        .iter()
        .map(|one| one.live)
        .reduce(|best, start| if in_use(start) > in_use(best) { start } else { best })
        .flatten();
    let overlap = |a: &LedgerEntry, b: &LedgerEntry| a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
    let entries = taken.iter().enumerate().map(|(number, one)| {
        let others = taken.iter().enumerate().filter(|(other, _)| *other != number);
        let shares = others.filter(|(_, other)| overlap(&one.entry, &other.entry));
        LedgerEntry {
            shares: shares.map(|(_, other)| other.entry.name.clone()).collect(),
            at_peak: at_start(one, peak),
            ..one.entry.clone()
        }
    });
    entries.collect()
}

/// Mutexes, then pipes: each mutex has a named barrier of its own, and each pipe the memory that it says.
fn bind(module: &Module, bound: &[Op], context: &Context<'_>) -> Result<(), Failure> {
    let mut owners: SortedMap<i64, Op> = SortedMap::new();
    for &op in bound {
        // Absent: a pipe, which has no barrier of its own.
        let Some(barrier) = module.mutex_barrier(module.ty(module.result(op, 0))) else {
            continue;
        };
        if owners.insert(barrier, op).is_some() {
            let free = (1..tilewright_ir::NAMED_BARRIERS).find(|number| !owners.contains_key(number));
            let message = format!("two mutexes are backed by the named barrier {barrier}");
            let refusal = Diagnostic::error("pipeline.mutex", module.span(op), message)
                .with_note("an agent that waits at one barrier would go on when the other one completes");
            return Err(Box::new(match free {
                Some(free) => refusal.with_help(format!("the nearest free one is {free}")),
                None => refusal.with_help("use fewer mutexes"),
            }));
        }
    }
    for &op in bound {
        let pipe = module.pipe_type(module.ty(module.result(op, 0)));
        if pipe.is_some_and(|pipe| pipe.tmem) {
            let message = format!("no op fills a pipe in tensor memory on {}", context.target.name);
            return Err(Box::new(
                Diagnostic::error("pipeline.backing", module.span(op), message).with_help("write `smem`"),
            ));
        }
    }
    Ok(())
}

/// Where the memory that buffers and barriers leave free starts, in bytes.
pub fn free_from(module: &Module) -> i64 {
    let end = |op: Op| {
        if module.kind(op) == nvvm::SHARED_BASE {
            // Absent: from the first byte on.
            return Some(module.int_or(op, "from", 0) + module.int_attr(op, "bytes")?);
        }
        let (_, demand) = demand(module, op)?;
        Some(module.int_attr(op, "offset")? + demand.bytes)
    };
    // Absent: a kernel that takes none.
    module.walk(module.top()).into_iter().filter_map(end).max().unwrap_or(0)
}
