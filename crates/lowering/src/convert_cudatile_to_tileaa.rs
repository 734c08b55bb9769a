//! `convert-cudatile-to-tileaa`
//!
//! Purpose: from the input language to `nv_tileaa`, `arith` and `scf`, for one kernel of the module.
//!
//! Requires: verified `cuda_tile`.
//! Guarantees: one `nv_tileaa.func`; no `cuda_tile` op is left. Optimisation hints of accesses are dropped (the report
//! says what became of them) but for the swizzle of a load, which becomes a fact.
//!
//! ```text
//! %t, %k = load_view_tko weak %v[%i] token = %0 : ...    ->  nv_tileaa.tiled_load weak %v[%i] token = %0 : ...
//! %s = addf %t, %u : tile<1024xf32>                      ->  arith.addf %t, %u : tile<1024xf32>
//! ```

use crate::cut_tile_blocks;
use tilewright_analysis::registers::{Estimate, of_thread};
use tilewright_analysis::tma::swizzle_name;
use tilewright_analysis::{Context, hint};
use tilewright_diag::Diagnostic;
use tilewright_ir::OpKind;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::facts::{CTAS, LATENCY, NEED, NO_TMA, SWIZZLE, is_fact};
use tilewright_ir::op_def::effects::READS;
use tilewright_ir::op_def::{OpDef, traits};
use tilewright_ir::ops::{cuda_tile, nv_tileaa, scf};
use tilewright_ir::{AttrData, Module, Op, Registry};
use tilewright_layout::LANE_BITS;
use tilewright_machine::target;
use tilewright_units::tensor_memory::TensorScaled;
use tilewright_units::{ProductTypes, Unit, asynchronous, product_types, tensor_memory};

/// State of the conversion.
pub struct TileaaState {
    entry: String,
    /// The name of the target.
    gpu: String,
    warp_bits: usize,
    /// Whether the target's tensor cores take operands of eight-bit floats.
    pub(crate) f8_products: bool,
    /// Whether the target's warps multiply blocks with scales.
    pub(crate) warps_scale_blocks: bool,
    /// The products with scales that the target has in tensor memory.
    pub(crate) tensor_scaled: Option<&'static TensorScaled>,
    /// Things that the compiled kernel does not do as it says.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The unit that multiplies while threads go on, if the target has one.
    pub(crate) asynchronous: Option<&'static Unit>,
    /// The types of products that it multiplies.
    pub(crate) types: Vec<&'static ProductTypes>,
}

pub(crate) type Cx<'a> = Conversion<'a, TileaaState>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let plain = without_facts(module);
    let module = plain.as_ref().unwrap_or(module);
    let mut target = ConversionTarget::new(&[], PATTERNS);
    for pattern in renames().chain(&crate::products::PATTERNS) {
        target.add(pattern);
    }
    let state = TileaaState {
        entry: context.entry.to_string(),
        gpu: context.target.name.clone(),
        warp_bits: context.warp_bits,
        f8_products: context.target.f8_accumulator_bits.is_some(),
        warps_scale_blocks: context.target.warps_scale_blocks.value,
        tensor_scaled: tensor_memory(context.target).map(|ops| ops.scaled),
        warnings: Vec::new(),
        // Absent: a target without such a unit, whose warps multiply.
        asynchronous: asynchronous(context.target).ok().map(|(unit, _)| unit),
        types: product_types(context.target),
    };
    let (converted, mut state) = convert(module, &target, state)?;
    context.notes.borrow_mut().warnings.append(&mut state.warnings);
    Ok(Some(converted))
}

/// The module without attributes that are called like the facts of the levels below, which no kernel states; none: it
/// has none.
fn without_facts(module: &Module) -> Option<Module> {
    let ops = module.walk(module.top()).into_iter();
    let facts = ops.flat_map(|op| {
        module
            .extra_attrs(op)
            .iter()
            .map(move |&(name, _)| (op, module.name(name)))
    });
    let facts: Vec<(Op, &str)> = facts.filter(|(_, name)| is_fact(name)).collect();
    let mut plain = (!facts.is_empty()).then(|| module.clone())?;
    for (op, name) in facts {
        plain.remove_attr(op, name);
    }
    Some(plain)
}

/// Ops that only change their name; elementwise arithmetic and control flow keep their short names besides.
const RENAMED: &[(OpKind, OpKind)] = &[
    (cuda_tile::RETURN, nv_tileaa::RETURN),
    (cuda_tile::GET_TILE_BLOCK_ID, nv_tileaa::GET_PROGRAM_ID),
    (cuda_tile::GET_NUM_TILE_BLOCKS, nv_tileaa::GET_NUM_PROGRAMS),
    (cuda_tile::ASSUME, nv_tileaa::ASSUME),
    (cuda_tile::MAKE_TENSOR_VIEW, nv_tileaa::MAKE_MEMREF),
    (cuda_tile::MAKE_PARTITION_VIEW, nv_tileaa::MAKE_TILED_VIEW),
    (cuda_tile::MAKE_STRIDED_VIEW, nv_tileaa::MAKE_TILED_VIEW),
    (cuda_tile::MAKE_GATHER_SCATTER_VIEW, nv_tileaa::MAKE_TILED_VIEW),
    (cuda_tile::GET_INDEX_SPACE_SHAPE, nv_tileaa::GET_TILE_COUNT),
    (cuda_tile::GET_TENSOR_SHAPE, nv_tileaa::GET_DIM_SIZE),
    (cuda_tile::MAKE_TOKEN, nv_tileaa::CREATE_MEM_TOKEN),
    (cuda_tile::JOIN_TOKENS, nv_tileaa::JOIN_MEM_TOKEN),
    (cuda_tile::LOAD_VIEW_TKO, nv_tileaa::TILED_LOAD),
    (cuda_tile::STORE_VIEW_TKO, nv_tileaa::TILED_STORE),
    (cuda_tile::ATOMIC_RED_VIEW_TKO, nv_tileaa::TILED_ATOMIC_RMW),
    (cuda_tile::LOAD_PTR_TKO, nv_tileaa::LOAD),
    (cuda_tile::STORE_PTR_TKO, nv_tileaa::STORE),
    (cuda_tile::ATOMIC_RMW_TKO, nv_tileaa::ATOMIC_RMW),
    (cuda_tile::ATOMIC_CAS_TKO, nv_tileaa::ATOMIC_CAS),
    (cuda_tile::GLOBAL, nv_tileaa::GLOBAL),
    (cuda_tile::GET_GLOBAL, nv_tileaa::GET_GLOBAL),
    (cuda_tile::ALLOCA, nv_tileaa::ALLOCA),
    (cuda_tile::PRINT_TKO, nv_tileaa::PRINT),
    (cuda_tile::PACK, nv_tileaa::PACK),
    (cuda_tile::UNPACK, nv_tileaa::UNPACK),
    (cuda_tile::GDC_WAIT_TKO, nv_tileaa::GDC_WAIT),
    (cuda_tile::GDC_LAUNCH_DEPENDENTS_TKO, nv_tileaa::GDC_LAUNCH_DEPENDENTS),
    (cuda_tile::MEMORY_FENCE_ALIAS_TKO, nv_tileaa::FENCE_ALIAS),
    (cuda_tile::IOTA, nv_tileaa::MAKE_RANGE),
    (cuda_tile::RESHAPE, nv_tileaa::VIEW),
    (cuda_tile::BROADCAST, nv_tileaa::BROADCAST),
    (cuda_tile::PERMUTE, nv_tileaa::PERMUTE),
    (cuda_tile::REDUCE, nv_tileaa::REDUCE),
    (cuda_tile::SCAN, nv_tileaa::SCAN),
    (cuda_tile::EXTRACT, nv_tileaa::EXTRACT_SLICE),
    (cuda_tile::INSERT, nv_tileaa::INSERT_SLICE),
    (cuda_tile::CAT, nv_tileaa::CAT),
    (cuda_tile::ASSERT, nv_tileaa::ASSERT),
];

/// A rename pattern for every op of [`RENAMED`] and every op whose short name `arith` or `scf` has.
fn renames() -> impl Iterator<Item = &'static Pattern<TileaaState>> {
    static PATTERNS: std::sync::OnceLock<Vec<Pattern<TileaaState>>> = std::sync::OnceLock::new();
    PATTERNS
        .get_or_init(|| {
            let pattern = |(op, _)| Pattern { op, rewrite: rename };
            lowered_ops().map(pattern).collect()
        })
        .iter()
}

/// The ops that only change their name, with the op that they become.
pub fn lowered_ops() -> impl Iterator<Item = (OpKind, OpKind)> {
    Registry::builtin()
        .ops()
        .filter(|def| def.dialect() == "cuda_tile")
        .filter_map(|def| Some((def.kind, lowered(def)?)))
}

/// The op below an op.
fn lowered(def: &OpDef) -> Option<OpKind> {
    let renamed = RENAMED.iter().find(|(old, _)| *old == def.kind);
    let twin = || {
        ["arith", "scf"]
            .iter()
            .find_map(|dialect| Registry::builtin().op(&format!("{dialect}.{}", def.short_name())))
    };
    renamed.map(|&(_, new)| new).or_else(|| twin().map(|def| def.kind))
}

static PATTERNS: &[Pattern<TileaaState>] = &[
    Pattern {
        op: cuda_tile::MODULE,
        rewrite: open_module,
    },
    Pattern {
        op: cuda_tile::ENTRY,
        rewrite: take_entry,
    },
    Pattern {
        op: nv_tileaa::GET_CLUSTER_PLACE,
        rewrite: take_place,
    },
];

fn rename(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match lowered(cx.old.def(op)) {
        Some(kind) => {
            let new = cx.copy_as(op, kind)?;
            match kind {
                scf::FOR | scf::LOOP => end_blocks(cx, new, scf::CONTINUE),
                scf::IF => end_blocks(cx, new, scf::YIELD),
                nv_tileaa::TILED_LOAD | nv_tileaa::LOAD | nv_tileaa::TILED_STORE => keep_hints(cx, op, new),
                // Absent: the other ops have no blocks that end, and no hints that count.
                _ => {}
            }
            Ok(())
        }
        None => Err(cx.error(op, "internal", "a rename pattern without a new name")),
    }
}

/// The hints for this GPU about an access become facts, which the pipeliner obeys: the swizzle of a load's buffer, how long loads take, and
/// whether TMA may do it.
fn keep_hints(cx: &mut Cx<'_>, access: Op, new: Op) {
    let asked = |name| hint(cx.old, access, &cx.state.gpu, name);
    let (swizzle, latency) = (asked("swizzle").and_then(swizzle_name), asked("latency"));
    let no_tma = asked("allow_tma") == Some(0);
    if let Some(name) = swizzle {
        let attr = cx.keyword(name);
        cx.new.set_attr(new, SWIZZLE, attr);
    }
    let reads = cx.new.def(new).does(READS);
    for (name, data) in [
        (LATENCY, latency.filter(|_| reads).map(AttrData::Int)),
        (NO_TMA, no_tma.then_some(AttrData::Unit)),
    ] {
        if let Some(data) = data {
            let attr = cx.new.intern_attr(data);
            cx.new.set_attr(new, name, attr);
        }
    }
}

/// The input language may leave the end of a block unsaid; below, every block says how it ends.
fn end_blocks(cx: &mut Cx<'_>, op: Op, end: OpKind) {
    let regions = cx.new.regions(op).to_vec();
    for block in regions
        .iter()
        .filter_map(|&region| cx.new.entry_block(region))
        .collect::<Vec<_>>()
    {
        let last = cx.new.last_op(block);
        if last.is_none_or(|last| !cx.new.def(last).has(traits::TERMINATOR)) {
            let values = end.def().operands.len();
            cx.in_block(block, |cx| cx.build().op(end, &vec![&[][..]; values], &[]));
        }
    }
}

/// The ops of a module stand at the top from here on.
fn open_module(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    match old.entry_block(old.regions(op)[0]) {
        Some(block) => cx.block_ops(block),
        None => Ok(()),
    }
}

/// Only the kernel that is compiled is taken.
fn take_entry(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let name = cx.old.keyword(op, "sym_name");
    if name != cx.state.entry {
        return Ok(());
    }
    if !tilewright_ptx::is_name(name) {
        let message = format!("a kernel of PTX cannot have the name `{name}`");
        let help = "use ASCII letters, digits, `_` and `$`, and a letter first";
        return Err(Box::new(cx.error(op, "lower.name", message).with_help(help)));
    }
    let func = cx.copy_as(op, nv_tileaa::FUNC)?;
    tilewright_analysis::contract::set_warp_bits(&mut cx.new, func, cx.state.warp_bits);
    if let Some(place) = cut_tile_blocks::place(cx.old, op) {
        let ctas = cx.old.required_list(place, "cluster").iter().product();
        let ctas = cx.new.intern_attr(AttrData::Int(ctas));
        cx.new.set_attr(func, CTAS, ctas);
    }
    let shared_sm = hint(cx.old, op, &cx.state.gpu, "occupancy").is_some_and(|ctas| ctas > 1);
    // Absent: a GPU that is not known is refused before.
    if let Some(gpu) = target(&cx.state.gpu) {
        let estimate = Estimate::of(cx.old, op, cx.state.warp_bits, gpu);
        let of_two = of_thread(gpu, 2 << (LANE_BITS + cx.state.warp_bits));
        if shared_sm || estimate.registers > of_two.into() {
            let registers = cx.new.intern_attr(AttrData::Int(estimate.registers));
            cx.new.set_attr(func, NEED, registers);
        }
    }
    end_blocks(cx, func, nv_tileaa::RETURN);
    Ok(())
}

/// It is of this level.
fn take_place(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.copy_as(op, nv_tileaa::GET_CLUSTER_PLACE).map(|_| ())
}

/// The kernel of a name.
pub fn entry_op(module: &Module, name: &str) -> Option<Op> {
    let ops = module.walk(module.top()).into_iter();
    let mut entries = ops.filter(|&op| module.kind(op) == cuda_tile::ENTRY);
    entries.find(|&op| module.keyword(op, "sym_name") == name)
}

/// The names of the kernels of a module, in order.
pub fn entries(module: &Module) -> Vec<String> {
    let ops = module.walk(module.top());
    let entries = ops.into_iter().filter(|&op| module.kind(op) == cuda_tile::ENTRY);
    let symbol = |op| module.attr(op, "sym_name").map(|attr| module.attr_data(attr));
    entries
        .filter_map(|op| match symbol(op) {
            Some(AttrData::Symbol(name)) => Some(module.name(*name).to_string()),
            _ => None,
        })
        .collect()
}
