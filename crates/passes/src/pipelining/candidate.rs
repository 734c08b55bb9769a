//! Which loop can be pipelined, and what in it does what.
//!
//! A loop of one matrix product whose factors are tiles of views, loaded in the loop for nothing else: the loads become
//! the producer's, the product and all that is not in the loop the consumer's.

use super::slice::{indices_in_loop, needed_for};
use super::strategy::Strategy;
use super::threads::thread_boxes;
use super::tma::{Boxes, tma_boxes};
use crate::affine::ViewFacts;
use crate::dot::{Way, matrix, way};
use crate::token_order;
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::{Module, Op, Value};

/// A factor of the product, and how it comes.
#[derive(Clone, Debug)]
pub struct Factor {
    /// The op that loads it.
    pub load: Op,
    /// How it lies in shared memory.
    pub tma: Boxes,
    /// Whether the dimension of the sum is the contiguous one.
    pub k_major: bool,
}

/// A loop that can be pipelined.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The `scf.for`.
    pub for_op: Op,
    /// The product.
    pub dot: Op,
    /// The factors: rows by sums, and sums by columns.
    pub factors: [Factor; 2],
    /// Rows, columns and sums of one product.
    pub mnk: [i64; 3],
    /// The element type of the factors.
    pub element: &'static str,
}

impl Candidate {
    /// Whether so many warps, as a power of two, are warpgroups that can multiply the tile by `wgmma`.
    pub fn fits_wgmma(&self, warp_bits: usize) -> bool {
        let [m, n, k] = self.mnk;
        let groups = warp_bits.checked_sub(2).map(|bits| 1i64 << bits);
        groups.is_some_and(|groups| m % (groups * WGMMA_ROWS) == 0)
            && (8..=256).contains(&n)
            && k % (WGMMA_K_BYTES / 2) == 0
    }

    /// Whether the loop is inside of another, or of a branch.
    pub fn is_nested(&self, module: &Module) -> bool {
        let around = module.parent_op(self.for_op);
        around.is_some_and(|around| module.def(around).dialect() == "scf")
    }
}

/// Why a loop with a product is not pipelined: a warning at its place.
pub type Reason = Box<Diagnostic>;

/// The loop of a kernel that can be pipelined in a way; the reason why there is none; nothing if no loop has a product.
pub fn candidate(module: &Module, strategy: Strategy) -> Option<Result<Candidate, Reason>> {
    let is_dot = |&op: &Op| module.op_name(op) == "nv_tileas.dot";
    let dots: Vec<Op> = module.walk(module.top()).into_iter().filter(is_dot).collect();
    let (&first, rest) = dots.split_first()?;
    // Agents part after what all threads do: a producer would not wait for other grids, nor know the scratch memory.
    let others = [
        ("gdc_wait", "waits for other grids"),
        ("alloca", "has scratch memory of its own"),
    ];
    for op in module.walk(module.top()) {
        let found = others.iter().find(|(name, _)| module.def(op).short_name() == *name);
        if let Some((_, what)) = found {
            let message = format!("a kernel that {what} is not pipelined yet");
            return Some(Err(reason(module, op, message).into()));
        }
    }
    if !rest.is_empty() {
        let message = format!("{} products in one kernel are not pipelined yet", dots.len());
        return Some(Err(reason(module, first, message).into()));
    }
    Some(of_dot(module, first, strategy))
}

fn reason(module: &Module, op: Op, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("pipeline", module.span(op), message).with_severity(Severity::Warning)
}

/// Tile shapes of one `wgmma`, as in the PTX ISA: 64 rows, a multiple of 8 columns up to 256, 32 bytes of sums.
const WGMMA_ROWS: i64 = 64;
const WGMMA_K_BYTES: i64 = 32;

fn of_dot(module: &Module, dot: Op, strategy: Strategy) -> Result<Candidate, Reason> {
    let loop_of = module.parent_op(dot).filter(|&op| module.op_name(op) == "scf.for");
    let Some(for_op) = loop_of else {
        return Err(reason(module, dot, "a product outside of a loop has nothing to overlap with").into());
    };
    let ty = |index: usize| module.ty(module.operand(dot, index));
    let element = module.element_scalar(ty(0)).map_or("", |s| s.name);
    let types = [1, 2].map(|index| module.element_scalar(ty(index)).map_or("", |s| s.name));
    if !matches!(element, "f16" | "bf16") || types != [element, "f32"] {
        let message = format!(
            "products of {element} and {} added to {} are not pipelined yet",
            types[0], types[1]
        );
        return Err(reason(module, dot, message)
            .with_help("f16 or bf16 factors with sums in f32 are")
            .into());
    }
    let shapes = [0, 1, 2].map(|index| matrix(module.shape(ty(index))));
    let [Some([m, k]), Some([_, n]), Some(_)] = shapes else {
        return Err(reason(
            module,
            dot,
            "products of several matrices at once are not pipelined yet",
        )
        .into());
    };
    match strategy {
        Strategy::WarpSpecialize => fits_warpgroups(module, dot, [m, n, k])?,
        _ if m >= 16 && n >= 8 && way(module, dot) == (Way::Mma { bytes: 2 }) => {}
        _ => {
            let message = format!("a product of {m}x{n}x{k} is smaller than one of the matrix unit");
            let refusal = reason(module, dot, message)
                .with_note("a warp multiplies 16 rows by 8 columns, 16 elements of K at a time");
            return Err(refusal.with_help("use a tile of at least 16x8x16").into());
        }
    }
    carries_its_sum(module, for_op, dot)?;
    let lhs = factor(module, for_op, dot, 0, strategy)?;
    let rhs = factor(module, for_op, dot, 1, strategy)?;
    nothing_else(module, for_op, dot, &[lhs.load, rhs.load])?;
    reads_what_was_there(module, &[lhs.load, rhs.load])?;
    let found = Candidate {
        for_op,
        dot,
        factors: [lhs, rhs],
        mnk: [m, n, k],
        element: if element == "bf16" { "bf16" } else { "f16" },
    };
    match strategy {
        Strategy::WarpSpecialize => can_be_decided_twice(module, &found)?,
        _ => can_be_computed_ahead(module, &found)?,
    }
    Ok(found)
}

/// What decides the loads is computed by each agent.
fn can_be_decided_twice(module: &Module, found: &Candidate) -> Result<(), Reason> {
    for op in needed_for(module, found).ops {
        let def = module.def(op);
        let control = def.dialect() == "scf" || def.name == "nv_tileas.func";
        // The id of work that is pulled is handed on.
        let handed_on = def.name == "cutlass.tile_scheduler.fetch_work_id";
        if !def.has(PURE) && !control && !handed_on {
            let message = format!(
                "`{}` decides what the loop loads, and has to run once, not once for each agent",
                def.short_name()
            );
            return Err(reason(module, op, message).into());
        }
    }
    Ok(())
}

/// The places of later iterations' tiles follow from the loop's index alone, and looking ahead does not overflow.
fn can_be_computed_ahead(module: &Module, found: &Candidate) -> Result<(), Reason> {
    if indices_in_loop(module, found).is_none() {
        let message =
            "what the loop loads depends on what it carries, so that later iterations' tiles are not known yet";
        return Err(reason(module, found.for_op, message).into());
    }
    let step = module.operand(found.for_op, 2);
    let bits = module.element_scalar(module.ty(step)).map_or(64, |s| s.bits);
    match module.constant_int(step) {
        Some(step) if (1..=MOST_STEP).contains(&step) => Ok(()),
        None if bits <= 32 => Ok(()),
        _ => {
            let message = format!("the step of the loop is neither a number from 1 to {MOST_STEP} nor one of 32 bits");
            Err(reason(module, found.for_op, message).into())
        }
    }
}

/// The largest step of a loop whose index is looked ahead by a few iterations, in 32 bits.
const MOST_STEP: i64 = 1 << 24;

/// Whether warpgroups can multiply a tile.
fn fits_warpgroups(module: &Module, dot: Op, [m, n, k]: [i64; 3]) -> Result<(), Reason> {
    let k_step = WGMMA_K_BYTES / 2;
    if m % WGMMA_ROWS != 0 || !(8..=256).contains(&n) || k % k_step != 0 {
        let legal = |value: i64, least: i64, most: i64| value.clamp(least, most);
        return Err(reason(
            module,
            dot,
            format!("a product of {m}x{n}x{k} cannot be cut into products of the matrix unit"),
        )
        .with_note("a warpgroup multiplies 64 rows by 8 to 256 columns, 16 elements of K at a time")
        .with_help(format!(
            "the nearest tile that can is {}x{}x{}",
            legal(m, WGMMA_ROWS, i64::MAX),
            legal(n, 8, 256),
            legal(k, k_step, i64::MAX)
        ))
        .into());
    }
    Ok(())
}

/// Loads that run ahead must not overtake the kernel's own writes.
fn reads_what_was_there(module: &Module, loads: &[Op]) -> Result<(), Reason> {
    for &load in loads {
        let earlier = token_order::before(module, load);
        if let Some(&write) = earlier.iter().find(|&&op| token_order::writes(module, op)) {
            let refusal = reason(module, load, "this may read what the kernel itself has written before");
            let refusal = match module.span(write) {
                Some(span) => refusal.with_label(span, "the load's token comes from here"),
                None => refusal,
            };
            return Err(refusal
                .with_help("loads of memory that the kernel does not write need no token of its stores")
                .into());
        }
    }
    Ok(())
}

/// The sum is carried by the loop and used for nothing else in it.
fn carries_its_sum(module: &Module, for_op: Op, dot: Op) -> Result<(), Reason> {
    let acc = module.operand(dot, 2);
    let result = module.result(dot, 0);
    let body = module.entry_block(module.regions(for_op)[0]);
    let place = body.and_then(|body| module.arguments(body).iter().position(|&a| a == acc));
    let next = body.and_then(|body| module.last_op(body));
    let handed_on = place
        .zip(next)
        .is_some_and(|(place, next)| place > 0 && module.operands(next).get(place - 1) == Some(&result));
    if handed_on && module.uses(acc).len() == 1 && module.uses(result).len() == 1 {
        return Ok(());
    }
    Err(reason(
        module,
        dot,
        "the sum is used in the loop besides being added to, so that products cannot stay under way",
    )
    .into())
}

fn factor(module: &Module, for_op: Op, dot: Op, index: usize, strategy: Strategy) -> Result<Factor, Reason> {
    let (name, row) = [("left", 0), ("right", 1)][index];
    let mut value = module.operand(dot, index);
    // The dimension of the tile as loaded that is the one of M or N, seen through changes of shape and order.
    let mut row_dim = Some(row);
    let load = loop {
        let op = module.defining_op(value);
        let Some(op) = op.filter(|&op| module.parent_op(op) == Some(for_op) && module.uses(value).len() == 1) else {
            let message = format!("the {name} factor is not a tile that this loop loads for it alone");
            return Err(reason(module, dot, message).into());
        };
        match module.op_name(op) {
            "nv_tileas.tiled_load" => break op,
            "nv_tileas.permute" => {
                let permutation = module.ints_attr(op, "permutation").unwrap_or(&[]);
                let rank = permutation.len();
                let is_swap = rank >= 2 && permutation[rank - 2..] == [rank as i64 - 1, rank as i64 - 2];
                let rest = permutation.iter().take(rank.saturating_sub(2)).enumerate();
                if !is_swap || rest.into_iter().any(|(i, &p)| p != i as i64) {
                    row_dim = None;
                }
                row_dim = row_dim.map(|dim: usize| 1 - dim);
                value = module.operand(op, 0);
            }
            "nv_tileas.view" if same_matrix(module, op) => value = module.operand(op, 0),
            other => {
                let short = other.split_once('.').map_or(other, |(_, short)| short);
                let message = format!("the {name} factor is changed by `{short}` between its load and the product");
                return Err(reason(module, op, message).into());
            }
        }
    };
    let view = module.operand_named(load, "view");
    let facts = view.and_then(|view| ViewFacts::of(module, view));
    let (Some(facts), Some(row_dim)) = (facts, row_dim) else {
        return Err(reason(module, load, format!("the {name} factor is not a plain tile of a view")).into());
    };
    let Some(_) = matrix(&facts.tile) else {
        return Err(reason(module, load, format!("the {name} factor is not one matrix")).into());
    };
    let boxes = match strategy {
        Strategy::WarpSpecialize => tma_boxes(module, load, &facts),
        _ => thread_boxes(module, load, &facts),
    };
    let tma = boxes.map_err(|why| {
        reason(module, load, why.message)
            .with_note(why.note)
            .with_help(why.help)
    })?;
    let first = facts.tile.len() - 2;
    Ok(Factor {
        load,
        k_major: tma.contiguous != first + row_dim,
        tma,
    })
}

/// A change of shape that only adds or drops a batch of one.
fn same_matrix(module: &Module, op: Op) -> bool {
    let shape = |value: Value| matrix(module.shape(module.ty(value)));
    let (from, to) = (shape(module.operand(op, 0)), shape(module.result(op, 0)));
    from.is_some() && from == to
}

/// What else is in the loop must be scalar arithmetic.
fn nothing_else(module: &Module, for_op: Op, dot: Op, loads: &[Op]) -> Result<(), Reason> {
    let Some(body) = module.entry_block(module.regions(for_op)[0]) else {
        return Ok(());
    };
    for op in module.ops(body) {
        let name = module.op_name(op);
        let scalar = module.def(op).has(PURE)
            && module
                .results(op)
                .iter()
                .all(|&r| module.shape(module.ty(r)).is_empty());
        let moved = matches!(name, "nv_tileas.permute" | "nv_tileas.view");
        if op == dot || loads.contains(&op) || scalar || moved || name == "scf.continue" {
            continue;
        }
        let short = module.def(op).short_name();
        let message = format!("`{short}` in the loop of the product is not pipelined yet");
        return Err(reason(module, op, message).into());
    }
    Ok(())
}
