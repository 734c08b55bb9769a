//! Which kernels a tile scheduler can be applied to: matrix products whose block ids only say which tile.

use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::effects::WRITES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nv_tileaa, scf};
use tilewright_ir::views::TileAccess;
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_sorted::SortedSet;
use tilewright_units::product::matrix;

/// A matrix product that is written for one tile block per output tile.
pub(super) struct Gemm {
    /// Its ops.
    pub block: Block,
    /// The op that says which tile block this is.
    pub ids: Op,
    /// The block id that counts tiles along m.
    pub m_id: Value,
    /// The block id that counts tiles along n.
    pub n_id: Value,
    /// The block id that counts batches, where there are some.
    pub l_id: Option<Value>,
    /// The K loop.
    pub k_loop: Op,
    /// Which of the values that the loop carries is the accumulator.
    pub accumulator: usize,
    /// Extents of the problem in elements: m, n, k; and batches.
    pub extents: [Number; 4],
    /// Extents of a tile: m, n, k.
    pub tile: [i64; 3],
    /// Bytes of a tile of each operand.
    pub operand_bytes: [u64; 2],
    /// Ops that depend on the block ids or do more than compute, in order.
    pub body: Vec<Op>,
    /// The K loop counts from 0 by 1 and carries nothing but the accumulator and tokens, so that it can be cut.
    pub can_split: Result<(), &'static str>,
}

impl Gemm {
    /// Bits of an element of the accumulator.
    pub fn accumulator_bits(&self, module: &Module) -> u32 {
        let accumulator = module.result(self.k_loop, self.accumulator);
        module.element_bits(module.ty(accumulator))
    }

    /// Bytes of a tile of the accumulator.
    pub fn accumulator_bytes(&self, module: &Module) -> u64 {
        let [m, n, _] = self.tile.map(|extent| extent as u64);
        (m * n * u64::from(self.accumulator_bits(module))).div_ceil(8)
    }

    /// Bytes of an element of the first operand, at least 1.
    pub fn element_bytes(&self) -> u32 {
        let [m, _, k] = self.tile.map(|extent| extent as u64);
        (self.operand_bytes[0] / (m * k).max(1)).max(1) as u32
    }
}

/// A refusal: what about the kernel breaks the rule, at an op of it.
pub(super) fn refuse(module: &Module, op: Option<Op>, why: impl Into<String>) -> Failure {
    let span = op.and_then(|op| module.span(op));
    let message = format!("a tile scheduler cannot be applied: {}", why.into());
    Box::new(
        Diagnostic::error("tile-scheduler.ineligible", span, message)
            .with_note("it takes a matrix product whose block ids only say which tile of the output is computed, and of which batch, with one K loop from an accumulator of zero")
            .with_help("leave --tile-scheduler out, or write the kernel in that form"),
    )
}

/// Finds the matrix product.
pub(super) fn find(module: &Module) -> Result<Gemm, Failure> {
    let func = module.ops(module.top()).find(|&op| module.kind(op) == nv_tileaa::FUNC);
    let block = func.and_then(|func| module.entry_block(module.regions(func)[0]));
    let (Some(func), Some(block)) = (func, block) else {
        return Err(refuse(module, None, "there is no kernel"));
    };
    let all = module.walk(block);
    if let Some(&op) = all.iter().find(|&&op| module.kind(op) == nv_tileaa::GET_NUM_PROGRAMS) {
        return Err(refuse(
            module,
            Some(op),
            "the kernel asks how many tile blocks there are, so it schedules tiles itself",
        ));
    }
    let ids: Vec<Op> = all
        .iter()
        .copied()
        .filter(|&op| module.kind(op) == nv_tileaa::GET_PROGRAM_ID)
        .collect();
    let [ids] = ids[..] else {
        return Err(refuse(
            module,
            Some(func),
            "the kernel does not depend on its block ids",
        ));
    };
    check_ids(module, ids)?;
    let body = body(module, block, ids)?;
    let (k_loop, accumulator, dot) = k_loop(module, func, &body)?;
    let (
        OutputIds {
            l: l_id,
            m: m_id,
            n: n_id,
        },
        output,
    ) = output(module, ids, k_loop, &body)?;
    let result = module.shape(module.ty(module.required_operand(dot, operand::ACC)));
    let operand = module.shape(module.ty(module.required_operand(dot, operand::LHS)));
    let (Some([tile_m, tile_n]), Some([_, tile_k])) = (matrix(result), matrix(operand)) else {
        return Err(refuse(module, Some(dot), "the product is a batch of matrices"));
    };
    if matrix(&output.tile) != Some([tile_m, tile_n]) {
        return Err(refuse(
            module,
            Some(dot),
            "the tile that is stored is not the tile of the product",
        ));
    }
    // The batch, where there is one, is the first dimension.
    let extent = |dim: usize| output.sizes[output.dim_map[dim]];
    let rows = output.tile.len() - 2;
    let batches = l_id.map_or(Number::Known(1), |_| extent(0));
    let operand_bytes = module.sides(dot).map(|side| {
        let ty = module.ty(side);
        let elements = module.shape(ty).iter().product::<i64>() as u64;
        elements * u64::from(module.element_bytes(ty))
    });
    let k = k_extent(module, k_loop, tile_k)?;
    Ok(Gemm {
        block,
        ids,
        m_id,
        n_id,
        l_id,
        k_loop,
        accumulator,
        extents: [extent(rows), extent(rows + 1), k, batches],
        tile: [tile_m, tile_n, tile_k],
        operand_bytes,
        body,
        can_split: can_split(module, k_loop, accumulator),
    })
}

/// The block ids are used as tile indices of views and for nothing else.
fn check_ids(module: &Module, ids: Op) -> Result<(), Failure> {
    for (dim, name) in ["x", "y", "z"].into_iter().enumerate() {
        for site in module.uses(module.result(ids, dim)) {
            let used = module.operands(site.op)[site.index as usize];
            let is_index = module.tile_view_type_of(site.op)
                && TileAccess::of(module, site.op).is_some_and(|access| access.index.contains(&used));
            if !is_index {
                let short = module.def(site.op).short_name();
                return Err(refuse(
                    module,
                    Some(site.op),
                    format!("block id {name} is used by `{short}`, not only as the index of a tile"),
                ));
            }
        }
    }
    Ok(())
}

trait Accesses {
    fn tile_view_type_of(&self, op: Op) -> bool;
}

impl Accesses for Module {
    /// Whether an op accesses a view by tile indices that count tiles.
    fn tile_view_type_of(&self, op: Op) -> bool {
        matches!(self.kind(op), nv_tileaa::TILED_LOAD | nv_tileaa::TILED_STORE)
    }
}

/// The top-level ops that belong to one tile: what depends on the block ids, accesses memory, or uses such results.
fn body(module: &Module, block: Block, ids: Op) -> Result<Vec<Op>, Failure> {
    let mut of_tile: SortedSet<Value> = module.results(ids).iter().copied().collect();
    let mut body = Vec::new();
    for op in module.ops(block) {
        if op == ids || module.kind(op) == nv_tileaa::RETURN {
            continue;
        }
        let has_regions = !module.regions(op).is_empty();
        let inside = module
            .regions(op)
            .iter()
            .flat_map(|&r| module.blocks(r))
            .flat_map(|&b| module.walk(b));
        let depends = std::iter::once(op)
            .chain(inside)
            .any(|op| module.operands(op).iter().any(|v| of_tile.contains(v)));
        if depends || has_regions || !module.def(op).has(PURE) {
            of_tile.extend(module.results(op).iter().copied());
            body.push(op);
        }
    }
    for &op in &body {
        let known = module.def(op).has(PURE)
            || matches!(
                module.kind(op),
                nv_tileaa::TILED_LOAD | nv_tileaa::LOAD | nv_tileaa::TILED_STORE | scf::FOR
            );
        if !known {
            let short = module.def(op).short_name();
            return Err(refuse(
                module,
                Some(op),
                format!("`{short}` stands outside of the K loop and does more than a tile's epilogue may"),
            ));
        }
    }
    Ok(body)
}

/// The one loop, the number of the accumulator among what it carries, and the product.
fn k_loop(module: &Module, func: Op, body: &[Op]) -> Result<(Op, usize, Op), Failure> {
    let loops: Vec<Op> = body.iter().copied().filter(|&op| module.kind(op) == scf::FOR).collect();
    let [k_loop] = loops[..] else {
        return Err(refuse(
            module,
            Some(func),
            format!("there are {} loops where one K loop is expected", loops.len()),
        ));
    };
    let Some(inner) = module.entry_block(module.regions(k_loop)[0]) else {
        return Err(refuse(module, Some(k_loop), "the loop is empty"));
    };
    let ops = module.walk(inner);
    if let Some(&op) = ops
        .iter()
        .find(|&&op| !module.regions(op).is_empty() || module.def(op).does(WRITES))
    {
        let short = module.def(op).short_name();
        return Err(refuse(module, Some(op), format!("`{short}` stands in the K loop")));
    }
    let dots: Vec<Op> = ops
        .iter()
        .copied()
        .filter(|&op| matches!(module.kind(op), nv_tileaa::DOT | nv_tileaa::DOT_SCALED))
        .collect();
    let [dot] = dots[..] else {
        return Err(refuse(
            module,
            Some(k_loop),
            format!("the K loop has {} products where one is expected", dots.len()),
        ));
    };
    let carried = &module.arguments(inner)[1..];
    let carried_acc = module.required_operand(dot, operand::ACC);
    let Some(accumulator) = carried.iter().position(|&v| v == carried_acc) else {
        return Err(refuse(
            module,
            Some(dot),
            "the product is not added to an accumulator that the loop carries",
        ));
    };
    let next = module
        .last_op(inner)
        .and_then(|last| module.operands(last).get(accumulator).copied());
    if next != Some(module.result(dot, 0)) {
        return Err(refuse(
            module,
            Some(dot),
            "the loop does not carry the product on as it is",
        ));
    }
    let start = module.loop_inits(k_loop)[accumulator];
    let zero = module.defining_op(start).and_then(|op| module.dense_attr(op, "value"));
    if zero.is_none_or(|bits| bits != [0]) {
        return Err(refuse(module, Some(k_loop), "the accumulator does not start from zero"));
    }
    Ok((k_loop, accumulator, dot))
}

/// The block ids by which the output is indexed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct OutputIds {
    l: Option<Value>,
    m: Value,
    n: Value,
}

/// Each block id that is used indexes the output, and each dimension of the output is indexed by another one.
fn output_ids(module: &Module, ids: Op, index: &[Value]) -> Option<OutputIds> {
    let (l, m, n) = match *index {
        [m, n] => (None, m, n),
        [l, m, n] => (Some(l), m, n),
        _ => return None,
    };
    let mut others = index.len();
    for id in module.results(ids) {
        let indexed = index.iter().filter(|&other| other == id).count();
        others -= indexed;
        if indexed != 1 && !module.uses(*id).is_empty() {
            return None;
        }
    }
    (others == 0).then_some(OutputIds { l, m, n })
}

/// The block ids along m and n, and the view of the output, from the store of the accumulator.
fn output(module: &Module, ids: Op, k_loop: Op, body: &[Op]) -> Result<(OutputIds, ViewFacts), Failure> {
    let mut found: Option<(OutputIds, ViewFacts)> = None;
    let stores = body.iter().filter(|&&op| module.kind(op) == nv_tileaa::TILED_STORE);
    for TileAccess { op, view, index } in stores.filter_map(|&op| TileAccess::of(module, op)) {
        let Some(place) = output_ids(module, ids, index) else {
            return Err(refuse(
                module,
                Some(op),
                "the output is not indexed by the block ids alone, each of them once",
            ));
        };
        if found.as_ref().is_some_and(|&(other, _)| other != place) {
            return Err(refuse(
                module,
                Some(op),
                "two outputs take the block ids in different order",
            ));
        }
        let Some(facts) = ViewFacts::of(module, view).filter(|f| f.sparse_dim.is_none() && f.steps == f.tile) else {
            return Err(refuse(
                module,
                Some(op),
                "the view of the output does not cut it into tiles side by side",
            ));
        };
        if found.is_none() {
            found = Some((place, facts));
        }
    }
    found.ok_or_else(|| refuse(module, Some(k_loop), "no tile of a view is stored"))
}

/// The extent along K in elements, from the number of steps of the loop.
fn k_extent(module: &Module, k_loop: Op, tile_k: i64) -> Result<Number, Failure> {
    let upper = module.required_operand(k_loop, operand::UPPER);
    if let Some(steps) = module.constant_int(upper) {
        return Ok(Number::Known(steps.saturating_mul(tile_k)));
    }
    let known = module.defining_op(upper).and_then(|count| match module.kind(count) {
        nv_tileaa::GET_TILE_COUNT => {
            let facts = ViewFacts::of(module, module.only_operand(count))?;
            let dim = module.results(count).iter().position(|&v| v == upper)?;
            (facts.steps.get(dim) == Some(&tile_k)).then(|| facts.sizes[facts.dim_map[dim]])
        }
        arith::DIVI if module.keyword(count, "rounding") == "positive_inf" => {
            let [extent, divisor] = module.sides(count);
            (module.constant_int(divisor) == Some(tile_k)).then_some(Number::Runtime(extent))
        }
        _ => None,
    });
    known.ok_or_else(|| {
        refuse(
            module,
            Some(k_loop),
            "the number of K steps is not that of tiles along K: of a view, or an extent over the tile's, rounded up",
        )
    })
}

fn can_split(module: &Module, k_loop: Op, accumulator: usize) -> Result<(), &'static str> {
    let is = |name, value: i64| module.constant_int(module.required_operand(k_loop, name)) == Some(value);
    if !is(operand::LOWER, 0) || !is(operand::STEP, 1) {
        return Err("the K loop does not count from 0 by 1");
    }
    let others = module
        .results(k_loop)
        .iter()
        .enumerate()
        .filter(|&(i, _)| i != accumulator);
    if others.into_iter().any(|(_, &v)| !module.is_token(module.ty(v))) {
        return Err("the K loop carries more than the accumulator");
    }
    Ok(())
}
