//! `convert-cudatile-to-tileaa`
//!
//! Purpose: from the input language to `nv_tileaa`, `arith` and `scf`, for one kernel of the module.
//!
//! Requires: verified `cuda_tile`.
//! Guarantees: one `nv_tileaa.func`; no `cuda_tile` op is left. Optimisation hints of accesses are dropped (the report
//! says what became of them).
//!
//! ```text
//! %t, %k = load_view_tko weak %v[%i] token = %0 : ...    ->  nv_tileaa.tiled_load weak %v[%i] token = %0 : ...
//! %s = addf %t, %u : tile<1024xf32>                      ->  arith.addf %t, %u : tile<1024xf32>
//! ```

use crate::Context;
use tilewright_ir::convert::{Conversion, Failure, Pattern, Target, convert};
use tilewright_ir::dialects::facts::is_fact;
use tilewright_ir::op_def::traits;
use tilewright_ir::{AttrData, Module, Op, dialects};

/// What the conversion knows of the kernel.
pub struct State {
    entry: String,
    warp_bits: usize,
    /// Whether the target's matrix unit takes factors of eight-bit floats.
    pub(crate) f8_products: bool,
}

pub(crate) type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let plain = without_facts(module);
    let module = plain.as_ref().unwrap_or(module);
    let mut target = Target::new(&[], PATTERNS);
    for pattern in renames().chain(&crate::products::PATTERNS) {
        target.patterns.insert(pattern.op, pattern);
    }
    let state = State {
        entry: context.entry.to_string(),
        warp_bits: context.warp_bits,
        f8_products: context.target.f8_sum_bits.is_some(),
    };
    convert(module, &target, state).map(|(module, _)| Some(module))
}

/// The module without attributes that are called like the facts of the levels below, which no kernel states; none: it has none.
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
const RENAMED: &[(&str, &str)] = &[
    ("cuda_tile.return", "nv_tileaa.return"),
    ("cuda_tile.get_tile_block_id", "nv_tileaa.get_program_id"),
    ("cuda_tile.get_num_tile_blocks", "nv_tileaa.get_num_programs"),
    ("cuda_tile.assume", "nv_tileaa.assume"),
    ("cuda_tile.make_tensor_view", "nv_tileaa.make_memref"),
    ("cuda_tile.make_partition_view", "nv_tileaa.make_tiled_view"),
    ("cuda_tile.make_strided_view", "nv_tileaa.make_tiled_view"),
    ("cuda_tile.make_gather_scatter_view", "nv_tileaa.make_tiled_view"),
    ("cuda_tile.get_index_space_shape", "nv_tileaa.get_tile_count"),
    ("cuda_tile.get_tensor_shape", "nv_tileaa.get_dim_size"),
    ("cuda_tile.make_token", "nv_tileaa.create_mem_token"),
    ("cuda_tile.join_tokens", "nv_tileaa.join_mem_token"),
    ("cuda_tile.load_view_tko", "nv_tileaa.tiled_load"),
    ("cuda_tile.store_view_tko", "nv_tileaa.tiled_store"),
    ("cuda_tile.atomic_red_view_tko", "nv_tileaa.tiled_atomic_rmw"),
    ("cuda_tile.load_ptr_tko", "nv_tileaa.load"),
    ("cuda_tile.store_ptr_tko", "nv_tileaa.store"),
    ("cuda_tile.atomic_rmw_tko", "nv_tileaa.atomic_rmw"),
    ("cuda_tile.atomic_cas_tko", "nv_tileaa.atomic_cas"),
    ("cuda_tile.global", "nv_tileaa.global"),
    ("cuda_tile.get_global", "nv_tileaa.get_global"),
    ("cuda_tile.alloca", "nv_tileaa.alloca"),
    ("cuda_tile.print_tko", "nv_tileaa.print"),
    ("cuda_tile.pack", "nv_tileaa.pack"),
    ("cuda_tile.unpack", "nv_tileaa.unpack"),
    ("cuda_tile.gdc_wait_tko", "nv_tileaa.gdc_wait"),
    ("cuda_tile.gdc_launch_dependents_tko", "nv_tileaa.gdc_launch_dependents"),
    ("cuda_tile.memory_fence_alias_tko", "nv_tileaa.fence_alias"),
    ("cuda_tile.iota", "nv_tileaa.make_range"),
    ("cuda_tile.reshape", "nv_tileaa.view"),
    ("cuda_tile.broadcast", "nv_tileaa.broadcast"),
    ("cuda_tile.permute", "nv_tileaa.permute"),
    ("cuda_tile.reduce", "nv_tileaa.reduce"),
    ("cuda_tile.scan", "nv_tileaa.scan"),
    ("cuda_tile.extract", "nv_tileaa.extract_slice"),
    ("cuda_tile.insert", "nv_tileaa.insert_slice"),
    ("cuda_tile.cat", "nv_tileaa.cat"),
    ("cuda_tile.assert", "nv_tileaa.assert"),
];

/// A rename pattern for every op of [`RENAMED`] and every op whose short name `arith` or `scf` has.
fn renames() -> impl Iterator<Item = &'static Pattern<State>> {
    static PATTERNS: std::sync::OnceLock<Vec<Pattern<State>>> = std::sync::OnceLock::new();
    PATTERNS
        .get_or_init(|| {
            let same_short_name = dialects::all_ops()
                .filter(|def| def.dialect() == "cuda_tile")
                .map(|def| def.name);
            let all = same_short_name.filter(|name| new_name(name).is_some());
            all.map(|op| Pattern {
                op,
                name: "rename",
                rewrite: rename,
            })
            .collect()
        })
        .iter()
}

/// The ops that only change their name, with the name that they get.
pub fn lowered_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    renames().filter_map(|pattern| Some((pattern.op, new_name(pattern.op)?)))
}

/// What an op is called below.
fn new_name(name: &str) -> Option<&'static str> {
    if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == name) {
        return Some(new);
    }
    let short = name.strip_prefix("cuda_tile.")?;
    ["arith", "scf"]
        .iter()
        .find_map(|dialect| dialects::op_def(&format!("{dialect}.{short}")))
        .map(|def| def.name)
}

static PATTERNS: &[Pattern<State>] = &[
    Pattern {
        op: "cuda_tile.module",
        name: "open-module",
        rewrite: open_module,
    },
    Pattern {
        op: "cuda_tile.entry",
        name: "take-entry",
        rewrite: take_entry,
    },
];

fn rename(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let def = new_name(cx.old.op_name(op)).and_then(dialects::op_def);
    match def {
        Some(def) => {
            let new = cx.copy_as(op, def)?;
            match def.name {
                "scf.for" | "scf.loop" => end_blocks(cx, new, "scf.continue"),
                "scf.if" => end_blocks(cx, new, "scf.yield"),
                _ => {}
            }
            Ok(())
        }
        None => Err(cx.error(op, "internal", "a rename pattern without a new name")),
    }
}

/// The input language may leave the end of a block unsaid; below, every block says how it ends.
fn end_blocks(cx: &mut Cx<'_>, op: Op, end: &str) {
    let regions = cx.new.regions(op).to_vec();
    for block in regions
        .iter()
        .filter_map(|&region| cx.new.entry_block(region))
        .collect::<Vec<_>>()
    {
        let last = cx.new.last_op(block);
        if last.is_none_or(|last| !cx.new.def(last).has(traits::TERMINATOR)) {
            // Absent: the callers name ops that have records.
            let values = dialects::op_def(end).map_or(0, |def| def.operands.len());
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
        let help = "use letters, digits, `_` and `$`, and a letter first";
        return Err(Box::new(cx.error(op, "lower.name", message).with_help(help)));
    }
    let Some(def) = dialects::op_def("nv_tileaa.func") else {
        return Ok(());
    };
    let func = cx.copy_as(op, def)?;
    crate::contract::set_warp_bits(&mut cx.new, func, cx.state.warp_bits);
    end_blocks(cx, func, "nv_tileaa.return");
    Ok(())
}

/// The kernel of a name.
pub fn entry_op(module: &Module, name: &str) -> Option<Op> {
    let ops = module.walk(module.top()).into_iter();
    let mut entries = ops.filter(|&op| module.op_name(op) == "cuda_tile.entry");
    entries.find(|&op| module.keyword(op, "sym_name") == name)
}

/// The names of the kernels of a module, in order.
pub fn entries(module: &Module) -> Vec<String> {
    let ops = module.walk(module.top());
    let entries = ops.into_iter().filter(|&op| module.op_name(op) == "cuda_tile.entry");
    let symbol = |op| module.attr(op, "sym_name").map(|attr| module.attr_data(attr));
    entries
        .filter_map(|op| match symbol(op) {
            Some(AttrData::Symbol(name)) => Some(module.name(*name).to_string()),
            _ => None,
        })
        .collect()
}
