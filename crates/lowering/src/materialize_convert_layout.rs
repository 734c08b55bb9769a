//! `materialize-convert-layout`
//!
//! Purpose: every tile gets a layout, and where two meet that do not agree, a `nv_tileas.convert_layout`.
//!
//! Layouts flow forward from the accesses: an elementwise op takes the layout of its operands, a reshape or a
//! permutation moves the bits, a broadcast asks its operand for the part of the wide layout that it needs, a
//! reduction drops the bits of its dimension. Constants, ranges and what is computed of them by a few cheap ops are made anew in
//! whatever layout is wanted (`remade.rs`). Values that loops and branches carry have the layout of their shape, so that all ways agree.
//!
//! Requires: accesses with `nv_tileas.layout`. Guarantees: every tile type of rank 1 or more has a layout.

mod early;
mod meet;
mod scales;
mod slots;

use crate::canonicalize::remove_unused;
use crate::remade;
use meet::same_layout;
use slots::slot_read;
use tilewright_analysis::Context;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileas, scf};
use tilewright_ir::{Attr, Def, Module, Op, OpKind, Registry, Ty, Value};
use tilewright_layout::{Layout, dim_bits, log2};
use tilewright_sorted::SortedMap;
use tilewright_units::product::{
    DotScales, Sharing, held_left, is_chained, lies_along, matrix, reads_buffers, slot_operand,
};
use tilewright_units::scaled::Side;
use tilewright_units::tensor_memory::TensorScaled;
use tilewright_units::{Unit, asynchronous, tensor_memory};

/// State of the patterns.
pub(crate) struct ConvertLayoutState {
    warp_bits: usize,
    /// The layout of each shape: that of its accesses, else one element a thread at a time.
    by_shape: SortedMap<Vec<i64>, Attr>,
    /// The unit that takes left operands from registers, or from where threads write them in tensor memory, if the GPU has one.
    unit: Option<&'static Unit>,
    /// Whether the GPU turns matrices of bytes as warps read them.
    sharing: Sharing,
    /// The products with scales that the GPU has in tensor memory.
    scaled: Option<&'static TensorScaled>,
}

pub(crate) type Cx<'a> = Conversion<'a, ConvertLayoutState>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let mut by_shape = SortedMap::new();
    let warp_bits = tilewright_analysis::warp_bits(module, context);
    let mut module = module.clone();
    let scaled = tensor_memory(context.target).map(|ops| ops.scaled);
    if let Some(scaled) = scaled {
        scales::ordered(&mut module, scaled, warp_bits);
    }
    for op in module.walk(module.top()) {
        if let (Some(layout), Some(ty)) = (
            module.attr(op, LAYOUT),
            crate::assign_load_store_layouts::accessed(&module, op),
        ) {
            by_shape.insert(module.shape(ty).to_vec(), layout);
        }
    }
    // Accumulators stay as tensor cores hold them; accesses of the same shape keep their own layout.
    for op in module.walk(module.top()) {
        if let Some(layout) = tilewright_units::product::accumulator_layout(&module, op, context.target, warp_bits) {
            let shape = module.shape(module.ty(module.result(op, 0))).to_vec();
            let layout = layout.to_attr(&mut module);
            by_shape.insert(shape, layout);
        }
    }
    let sharing = Sharing::of(context.target);
    let is_chained = is_chained(&module, sharing);
    if is_chained
        || context.arithmetic.contract
        || module.walk(module.top()).iter().any(|&op| reads_buffers(&module, op))
    {
        reduced(&mut module, &mut by_shape);
    }
    scales::carried(&mut module, &mut by_shape, context, warp_bits);
    // Absent: a GPU without such a unit, whose kernels have no words, and nothing in tensor memory.
    let unit = asynchronous(context.target).ok().map(|(unit, _)| unit);
    for op in module.walk(module.top()) {
        if module.kind(op) == nv_tileas::WORDS
            && let Some([_, words]) = unit.and_then(|unit| words_layouts(&module, op, unit, warp_bits))
        {
            let shape = module.shape(module.ty(module.result(op, 0))).to_vec();
            let words = words.to_attr(&mut module);
            by_shape.insert(shape, words);
        }
    }
    let module = &module;
    let mut target = ConversionTarget::new(
        &["nv_tileas", "cutlass", "cute_nvgpu", "nvvm", "arith", "scf"],
        PATTERNS,
    );
    for pattern in elementwise() {
        target.add(pattern);
    }
    let state = ConvertLayoutState {
        warp_bits,
        by_shape,
        unit,
        sharing,
        scaled,
    };
    let (mut module, _) = convert(module, &target, state)?;
    // A value that was made anew in another layout leaves the first one behind.
    remove_unused(&mut module);
    if is_chained {
        convert_before_loops(&mut module);
    }
    Ok(Some(module))
}

/// A tile from before a loop that the loop takes in another layout alone is converted before it: it needs no more registers there.
fn convert_before_loops(module: &mut Module) {
    let block_of = |module: &Module, value: Value| match module.value_def(value) {
        Def::Result(op, _) => module.parent(op),
        Def::Argument(block, _) => Some(block),
    };
    for op in module.walk(module.top()) {
        if module.kind(op) != nv_tileas::CONVERT_LAYOUT || module.uses(module.only_operand(op)).len() != 1 {
            continue;
        }
        let source = block_of(module, module.only_operand(op));
        while source != module.parent(op)
            && let Some(around) = module.parent_op(op)
            && [scf::FOR, scf::LOOP].contains(&module.kind(around))
        {
            module.detach(op);
            module.insert_before(around, op);
        }
    }
}

/// Reductions of accumulators that loops carry stay where these leave them: shapes that no access has, seen through changes of
/// shape.
fn reduced(module: &mut Module, by_shape: &mut SortedMap<Vec<i64>, Attr>) {
    for op in module.walk(module.top()) {
        let kind = module.kind(op);
        if !matches!(kind, nv_tileas::REDUCE | nv_tileas::VIEW | nv_tileas::PERMUTE) {
            continue;
        }
        // All that a reduction takes has one shape.
        let mut shapes = module
            .operands(op)
            .iter()
            .map(|&source| module.shape(module.ty(source)).to_vec());
        // Absent: a reduction of nothing.
        let Some(from) = shapes.next() else { continue };
        let to = module.shape(module.ty(module.result(op, 0))).to_vec();
        let layout = by_shape.get(&from).and_then(|&attr| Layout::from_attr(module, attr));
        // Absent: a shape of no accumulators, or one that has a layout.
        let Some(layout) = layout.filter(|_| !to.is_empty() && !by_shape.contains_key(&to)) else {
            continue;
        };
        let left = match kind {
            nv_tileas::REDUCE => {
                let dim = module.required_int(op, "dim") as usize;
                layout.map(|basis| without_dim(basis, &from, dim))
            }
            nv_tileas::PERMUTE => permuted(module, op, layout),
            _ => layout,
        };
        let left = left.without_copies().to_attr(module);
        by_shape.insert(to, left);
    }
}

/// An op whose layouts go along as they are.
const fn carried(op: OpKind) -> Pattern<ConvertLayoutState> {
    Pattern { op, rewrite: carry }
}

static PATTERNS: &[Pattern<ConvertLayoutState>] = &[
    Pattern {
        op: arith::CONSTANT,
        rewrite: source,
    },
    Pattern {
        op: nv_tileas::MAKE_RANGE,
        rewrite: source,
    },
    Pattern {
        op: nv_tileas::TILED_LOAD,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::LOAD,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::ATOMIC_RMW,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::ATOMIC_CAS,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::PACK,
        rewrite: repack,
    },
    Pattern {
        op: nv_tileas::UNPACK,
        rewrite: repack,
    },
    Pattern {
        op: nv_tileas::TILED_STORE,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::TILED_ATOMIC_RMW,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::STORE,
        rewrite: access,
    },
    Pattern {
        op: nv_tileas::ASSUME,
        rewrite: same_layout,
    },
    Pattern {
        op: nv_tileas::VIEW,
        rewrite: view,
    },
    Pattern {
        op: nv_tileas::PERMUTE,
        rewrite: permute,
    },
    Pattern {
        op: nv_tileas::BROADCAST,
        rewrite: broadcast,
    },
    Pattern {
        op: nv_tileas::REDUCE,
        rewrite: reduce,
    },
    Pattern {
        op: nv_tileas::DOT,
        rewrite: product,
    },
    Pattern {
        op: nv_tileas::ORDER_SCALES,
        rewrite: order_scales,
    },
    Pattern {
        op: nv_tileas::DOT_SCALED,
        rewrite: product,
    },
    Pattern {
        op: nv_tileas::WORD_DOT,
        rewrite: product,
    },
    Pattern {
        op: nv_tileas::WORDS,
        rewrite: words,
    },
    carried(nv_tileas::ASYNC_WORD_DOT),
    Pattern {
        op: nv_tileas::SLOT_READ,
        rewrite: slot_read,
    },
    carried(nv_tileas::TENSOR_READ),
    Pattern {
        op: nv_tileas::TENSOR_WRITE,
        rewrite: tensor_write,
    },
    carried(nv_tileas::BUFFER_DOT),
    carried(cutlass::TILE_SCHEDULER_SHARE_PARTIAL),
    carried(cutlass::TILE_SCHEDULER_ADD_PARTIAL),
    carried(nv_tileas::ASYNC_DOT),
    carried(nv_tileas::SCAN),
    carried(nv_tileas::EXTRACT_SLICE),
    carried(nv_tileas::INSERT_SLICE),
    carried(nv_tileas::CAT),
    carried(scf::FOR),
    carried(scf::LOOP),
    carried(scf::IF),
    Pattern {
        op: scf::YIELD,
        rewrite: hand_on,
    },
    Pattern {
        op: scf::CONTINUE,
        rewrite: hand_on,
    },
    Pattern {
        op: scf::BREAK,
        rewrite: hand_on,
    },
];

/// A pattern for every other op of `arith`.
fn elementwise() -> impl Iterator<Item = &'static Pattern<ConvertLayoutState>> {
    static ELEMENTWISE: std::sync::OnceLock<Vec<Pattern<ConvertLayoutState>>> = std::sync::OnceLock::new();
    let ops = || {
        Registry::builtin()
            .ops()
            .filter(|def| def.dialect() == "arith" && def.kind != arith::CONSTANT)
    };
    let pattern = |op| Pattern {
        op,
        rewrite: same_layout,
    };
    ELEMENTWISE
        .get_or_init(|| ops().map(|def| pattern(def.kind)).collect())
        .iter()
}

/// The layout that a shape has unless something else is wanted; none for scalars.
fn usual(cx: &mut Cx<'_>, shape: &[i64]) -> Option<Attr> {
    if shape.is_empty() {
        return None;
    }
    if let Some(&layout) = cx.state.by_shape.get(shape) {
        return Some(layout);
    }
    let layout = Layout::blocked(shape, 1, cx.state.warp_bits).to_attr(&mut cx.new);
    cx.state.by_shape.insert(shape.to_vec(), layout);
    Some(layout)
}

/// The layout of a value of the new module.
fn layout_of(cx: &Cx<'_>, value: Value) -> Layout {
    let attr = cx.new.layout(cx.new.ty(value));
    attr.and_then(|attr| Layout::from_attr(&cx.new, attr))
        .unwrap_or_else(|| Layout::scalar(cx.state.warp_bits))
}

/// A value in a wanted layout.
pub(crate) fn in_layout(cx: &mut Cx<'_>, value: Value, layout: Option<Attr>) -> Value {
    let ty = cx.new.ty(value);
    if cx.new.shape(ty).is_empty() || cx.new.layout(ty) == layout {
        return value;
    }
    let name = cx.new.value_name(value);
    let made = match cx.new.defining_op(value) {
        Some(op) if remade::is_cheap(&cx.new, value) || remade::widens(&cx.new, op) => {
            remade::again(cx, op, ty, layout)
        }
        made => {
            // A tile that was converted before is converted from where it was first.
            let from = match made {
                Some(op) if cx.new.kind(op) == nv_tileas::CONVERT_LAYOUT => cx.new.only_operand(op),
                // Absent: any other op made it where it is.
                _ => value,
            };
            if cx.new.layout(cx.new.ty(from)) == layout {
                return from;
            }
            let wanted = cx.new.with_layout(ty, layout);
            if let Some(known) = converted(cx, from, wanted) {
                return known;
            }
            let made = cx.build().value(nv_tileas::CONVERT_LAYOUT, &[from], wanted);
            early::before_products(cx, from, made);
            made
        }
    };
    cx.new.set_value_name(made, name.filter(|n| n.part == 0));
    made
}

/// A value as it was converted to a type before, in this block: rows of indices are asked for by pointers and by masks.
fn converted(cx: &Cx<'_>, from: Value, wanted: Ty) -> Option<Value> {
    let is_here = |op: Op| cx.new.kind(op) == nv_tileas::CONVERT_LAYOUT && cx.new.parent(op) == Some(cx.block);
    let conversions = cx.new.uses(from).iter().map(|site| site.op).filter(|&op| is_here(op));
    let mut results = conversions.map(|op| cx.new.result(op, 0));
    results.find(|&result| cx.new.ty(result) == wanted)
}

/// Makes an op like an old one from new operands and result types.
fn remake(cx: &mut Cx<'_>, op: Op, operands: &[Value], types: &[Ty]) -> Op {
    let mut lists = Vec::new();
    let mut rest = operands;
    for &count in cx.old.segments(op) {
        let (list, tail) = rest.split_at(count as usize);
        lists.push(list);
        rest = tail;
    }
    let new = cx.op_like(op, &lists, types);
    for index in 0..types.len() {
        let (from, to) = (cx.old.result(op, index), cx.new.result(new, index));
        cx.rename(from, to);
    }
    new
}

/// Result types of an old op, tiles with the layout that they are given.
fn types_with(cx: &mut Cx<'_>, op: Op, layout: impl Fn(&mut Cx<'_>, &[i64]) -> Option<Attr>) -> Vec<Ty> {
    let types: Vec<Ty> = cx.old.results(op).iter().map(|&v| cx.old.ty(v)).collect();
    types
        .into_iter()
        .map(|ty| {
            if cx.old.layout(ty).is_some() {
                return ty;
            }
            let shape = cx.new.shape(ty).to_vec();
            let layout = layout(cx, &shape);
            cx.new.with_layout(ty, layout)
        })
        .collect()
}

fn source(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let types = types_with(cx, op, usual);
    remake(cx, op, &[], &types);
    Ok(())
}

/// Values that a tile is followed through on its way to a slot.
const STEPS: u32 = 64;

/// Whether a tile is in shared memory, and in no registers.
fn is_in_memory(cx: &Cx<'_>, value: Value) -> bool {
    let ty = cx.new.ty(value);
    !cx.new.shape(ty).is_empty() && cx.new.layout(ty).is_none()
}

/// The accumulator has the layout of the product, and scales where its threads want them; operands go through shared memory, from
/// whatever layout they have.
fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let [lhs, rhs, acc] = [
        cx.required_operand(op, operand::LHS)?,
        cx.required_operand(op, operand::RHS)?,
        cx.required_operand(op, operand::ACC)?,
    ];
    let shape = cx.new.shape(cx.new.ty(acc)).to_vec();
    let layout = usual(cx, &shape);
    let lhs = match held_left(cx.old, op, cx.state.sharing, cx.state.warp_bits) {
        Some(held) if !is_in_memory(cx, lhs) && !is_read_late(cx.old, op, cx.state.sharing.turns_bytes) => {
            let held = held.to_attr(&mut cx.new);
            in_layout(cx, lhs, Some(held))
        }
        _ => lhs,
    };
    let mut operands = vec![lhs, rhs, in_layout(cx, acc, layout)];
    if let Some(scales) = DotScales::of(cx.old, op, cx.state.sharing, cx.state.warp_bits) {
        for (tile, layout) in scales.tiles.into_iter().zip(scales.layouts) {
            let (tile, layout) = (cx.value(tile)?, layout.to_attr(&mut cx.new));
            operands.push(in_layout(cx, tile, Some(layout)));
        }
    }
    let types = types_with(cx, op, usual);
    remake(cx, op, &operands, &types);
    Ok(())
}

/// Whether warps read the left operand of a product from a slot as they multiply.
fn is_read_late(module: &Module, op: Op, turns_bytes: bool) -> bool {
    slot_operand(module, (op, 0), turns_bytes, |read| lies_along(module, read)).is_some()
}

/// The layouts of a left operand and of its words: those that the unit takes, of accumulators of as many rows and columns, where
/// neighbours in a row are in one thread.
fn words_layouts(module: &Module, op: Op, unit: &Unit, warp_bits: usize) -> Option<[Layout; 2]> {
    let ty = module.ty(module.only_operand(op));
    let whole = unit.accumulator_layout(matrix(module.shape(ty))?, warp_bits)?;
    let parts = log2(4 / i64::from(module.element_bytes(ty)) as u64);
    let narrow = |bases: &[u32]| bases.iter().map(|basis| basis >> parts).collect::<Vec<u32>>();
    let words = Layout {
        reg: narrow(&whole.reg[parts..]),
        lane: narrow(&whole.lane),
        warp: narrow(&whole.warp),
    };
    Some([whole, words])
}

fn words(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operand = cx.only_operand(op)?;
    let warp_bits = cx.state.warp_bits;
    let layouts = cx
        .state
        .unit
        .and_then(|unit| words_layouts(cx.old, op, unit, warp_bits));
    let Some([whole, words]) = layouts else {
        return Err(cx.error(op, "internal", "words of a tile that no unit takes"));
    };
    let whole = whole.to_attr(&mut cx.new);
    let operand = in_layout(cx, operand, Some(whole));
    with_derived(cx, op, operand, words);
    Ok(())
}

/// A tile that is written to tensor memory is in the layout in which accumulators of as many rows and columns would be read.
fn tensor_write(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let shape = matrix(old.shape(old.ty(old.required_operand(op, operand::TILE))));
    let warp_bits = cx.state.warp_bits;
    let layout = shape.zip(cx.state.unit);
    let Some(layout) = layout.and_then(|(shape, unit)| unit.layout_in(old, shape, warp_bits)) else {
        return Err(cx.error(op, "internal", "a tile that no unit has in tensor memory"));
    };
    let layout = layout.to_attr(&mut cx.new);
    let mut operands = cx.operands(op)?;
    // The tile comes first.
    operands[0] = in_layout(cx, operands[0], Some(layout));
    remake(cx, op, &operands, &[]);
    Ok(())
}

/// Tiles that an access moves have its layout; the index of a gather has the part for its dimension.
fn access(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if crate::assign_load_store_layouts::accessed(cx.old, op).is_none() {
        return cx.copy(op);
    }
    let layout = cx.old.attr(op, LAYOUT);
    let shape = crate::assign_load_store_layouts::accessed(cx.old, op).map(|ty| cx.old.shape(ty).to_vec());
    // Absent: what accesses no tile has no dimensions.
    let shape = shape.unwrap_or_default();
    let indices = cx.old.operands_named(op, operand::INDEX).to_vec();
    let mut operands = Vec::new();
    for &old in cx.old.operands(op) {
        let value = cx.value(old)?;
        let wanted = match indices.iter().position(|&i| i == old) {
            Some(dim) if !cx.new.shape(cx.new.ty(value)).is_empty() => {
                let whole = layout.and_then(|attr| Layout::from_attr(&cx.new, attr));
                whole.map(|l| along_dim(&l, &shape, dim).to_attr(&mut cx.new))
            }
            _ => layout,
        };
        operands.push(in_layout(cx, value, wanted));
    }
    let types = types_with(cx, op, |_, shape| layout.filter(|_| !shape.is_empty()));
    remake(cx, op, &operands, &types);
    Ok(())
}

/// The part of a layout that says where each thread is along one dimension.
fn along_dim(layout: &Layout, shape: &[i64], dim: usize) -> Layout {
    let (low, count) = dim_bits(shape, dim);
    layout.map(|basis| basis >> low & ((1 << count) - 1)).without_copies()
}

/// Makes an op of one operand with the layout that the operand's gives it.
fn with_derived(cx: &mut Cx<'_>, op: Op, operand: Value, layout: Layout) {
    let layout = layout.without_copies().to_attr(&mut cx.new);
    let types = types_with(cx, op, |_, shape| (!shape.is_empty()).then_some(layout));
    remake(cx, op, &[operand], &types);
}

/// Each thread has all parts of what it has the whole of: the wider side decides.
fn repack(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, result) = (cx.old.only_operand(op), cx.old.result(op, 0));
    let operand = cx.only_operand(op)?;
    let [from, to] = [source, result].map(|v| cx.old.shape(cx.old.ty(v)).to_vec());
    let count = |shape: &[i64]| log2(shape.iter().product::<i64>() as u64);
    if let Some(parts) = count(&to).checked_sub(count(&from)) {
        let layout = layout_of(cx, operand).in_parts(parts);
        with_derived(cx, op, operand, layout);
        return Ok(());
    }
    let wide = usual(cx, &to);
    let layout = wide.and_then(|attr| Layout::from_attr(&cx.new, attr));
    let layout = layout.unwrap_or_else(|| Layout::scalar(cx.state.warp_bits));
    let needed = layout.in_parts(count(&from) - count(&to)).to_attr(&mut cx.new);
    let operand = in_layout(cx, operand, Some(needed));
    let types = types_with(cx, op, |_, _| wide);
    remake(cx, op, &[operand], &types);
    Ok(())
}

/// Each scale stays where it is, under another index, or several: those are of threads that have copies, or of more registers.
fn order_scales(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operand = cx.only_operand(op)?;
    let side = Side::of(cx.old.keyword(op, "side"));
    let shape = cx.old.shape(cx.old.ty(cx.old.only_operand(op)));
    let Some(order) = cx.state.scaled.and_then(|scaled| scaled.order_of(shape, side)) else {
        return Err(cx.error(op, "internal", "scales that no unit orders"));
    };
    let mut layout = layout_of(cx, operand).map(|basis| {
        let own = order.bits.iter().enumerate().filter(|(bit, _)| basis >> bit & 1 == 1);
        own.fold(0, |all, (_, after)| all | after)
    });
    let mut copies = layout
        .lane
        .iter_mut()
        .chain(&mut layout.warp)
        .filter(|basis| **basis == 0);
    for place in order.repeated() {
        match copies.next() {
            Some(copy) => *copy = place,
            None => layout.reg.push(place),
        }
    }
    with_derived(cx, op, operand, layout);
    Ok(())
}

/// Row-major indices stay what they are.
fn view(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operand = cx.only_operand(op)?;
    if is_in_memory(cx, operand) {
        return cx.copy(op);
    }
    let layout = layout_of(cx, operand);
    with_derived(cx, op, operand, layout);
    Ok(())
}

/// The bits of each dimension move to where the dimension goes.
fn permute(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operand = cx.only_operand(op)?;
    if is_in_memory(cx, operand) {
        return cx.copy(op);
    }
    let layout = permuted(cx.old, op, layout_of(cx, operand));
    with_derived(cx, op, operand, layout);
    Ok(())
}

/// The layout of a permuted tile.
fn permuted(module: &Module, op: Op, layout: Layout) -> Layout {
    let from = module.shape(module.ty(module.only_operand(op))).to_vec();
    let to = module.shape(module.ty(module.result(op, 0))).to_vec();
    let permutation = module.required_list(op, "permutation").to_vec();
    layout.map(|basis| {
        permutation.iter().enumerate().fold(0, |all, (dim, &source)| {
            let (low, count) = dim_bits(&from, source as usize);
            all | (basis >> low & ((1 << count) - 1)) << dim_bits(&to, dim).0
        })
    })
}

/// The result has the usual layout of its shape, and the operand the part of it that it needs.
fn broadcast(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operand = cx.only_operand(op)?;
    let from = cx.old.shape(cx.old.ty(cx.old.only_operand(op))).to_vec();
    let to = cx.old.shape(cx.old.ty(cx.old.result(op, 0))).to_vec();
    let wide = usual(cx, &to);
    let Some(layout) = wide.and_then(|attr| Layout::from_attr(&cx.new, attr)) else {
        return Err(cx.error(op, "internal", "a broadcast to a scalar"));
    };
    let needed = layout
        .map(|basis| part_for(basis, &from, &to))
        .without_copies()
        .to_attr(&mut cx.new);
    let operand = in_layout(cx, operand, Some(needed));
    let types = types_with(cx, op, |_, _| wide);
    remake(cx, op, &[operand], &types);
    Ok(())
}

/// The index within `from` of the element that is repeated at index `basis` of the broadcast `to`.
pub fn part_for(basis: u32, from: &[i64], to: &[i64]) -> u32 {
    (0..to.len()).filter(|&dim| from[dim] == to[dim]).fold(0, |all, dim| {
        let (low, count) = dim_bits(to, dim);
        all | (basis >> low & ((1 << count) - 1)) << dim_bits(from, dim).0
    })
}

/// The result has what is left of the operand's layout without the reduced dimension.
fn reduce(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shape = cx.old.shape(cx.old.ty(cx.old.only_operand(op))).to_vec();
    let wanted = usual(cx, &shape);
    let mut operands = cx.operands(op)?;
    let layout = operands.first().and_then(|&v| cx.new.layout(cx.new.ty(v))).or(wanted);
    for value in &mut operands {
        *value = in_layout(cx, *value, layout);
    }
    let dim = cx.old.required_int(op, "dim") as usize;
    let left = layout_of(cx, operands[0])
        .map(|basis| without_dim(basis, &shape, dim))
        .without_copies();
    let left = left.to_attr(&mut cx.new);
    let types = types_with(cx, op, |_, shape| (!shape.is_empty()).then_some(left));
    let new = remake(cx, op, &operands, &types);
    copy_region(cx, op, new, 0)
}

/// An index without the bits of one dimension.
pub fn without_dim(index: u32, shape: &[i64], dim: usize) -> u32 {
    let (low, count) = dim_bits(shape, dim);
    index & ((1 << low) - 1) | (index >> (low + count)) << low
}

/// Copies a region; its arguments have the usual layouts of their shapes.
fn copy_region(cx: &mut Cx<'_>, from: Op, to: Op, index: usize) -> Result<(), Failure> {
    let old = cx.old;
    for &block in old.blocks(old.regions(from)[index]) {
        let region = cx.new.regions(to)[index];
        let inner = cx.new.add_block(region);
        for &argument in old.arguments(block) {
            let ty = usual_type(cx, old.ty(argument));
            let value = cx.new.add_argument(inner, ty);
            cx.rename(argument, value);
        }
        cx.in_block(inner, |cx| cx.block_ops(block))?;
    }
    Ok(())
}

/// A type with the usual layout of its shape, unless it has one of its own already.
fn usual_type(cx: &mut Cx<'_>, ty: Ty) -> Ty {
    if cx.old.layout(ty).is_some() {
        return ty;
    }
    let shape = cx.new.shape(ty).to_vec();
    let layout = usual(cx, &shape);
    cx.new.with_layout(ty, layout)
}

/// Operands in the usual layouts of their shapes; those that were given one before keep it.
fn usual_operands(cx: &mut Cx<'_>, op: Op) -> Result<Vec<Value>, Failure> {
    let mut operands = cx.operands(op)?;
    for (value, &old) in operands.iter_mut().zip(cx.old.operands(op)) {
        if cx.old.layout(cx.old.ty(old)).is_some() {
            continue;
        }
        let shape = cx.new.shape(cx.new.ty(*value)).to_vec();
        let layout = usual(cx, &shape);
        *value = in_layout(cx, *value, layout);
    }
    Ok(operands)
}

fn carry(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operands = usual_operands(cx, op)?;
    let types = types_with(cx, op, usual);
    let new = remake(cx, op, &operands, &types);
    (0..cx.old.regions(op).len()).try_for_each(|index| copy_region(cx, op, new, index))
}

fn hand_on(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let operands = usual_operands(cx, op)?;
    remake(cx, op, &operands, &[]);
    Ok(())
}
