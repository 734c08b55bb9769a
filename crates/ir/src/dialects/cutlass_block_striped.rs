//! `cutlass.block_striped`: what a CTA keeps in the registers of all its threads, to and from global memory. Thread `i`
//! of `T` has the elements `i`, `T+i`, `2T+i` and so on, so that neighbouring threads touch neighbouring elements. And
//! `cutlass.bar`: a named barrier.

use super::cutlass_seq_bar::{NAMED_BARRIERS, whole_warps};
use crate::dialects::Table;
use crate::entity::Op;
use crate::module::Module;
use crate::op_def::AttrKind::{Enum, Int};
use crate::op_def::Constraint::{Any, ScalarInt, Tile};
use crate::op_def::effects::{READS, SYNCHRONISES, WRITES};
use crate::op_def::*;
use crate::operand;
use crate::verify::Violation;

const THREADS: AttrDef = attr("threads", Int);
/// Operations by which elements are combined in memory.
const KIND: AttrDef = attr("kind", Enum(&["add", "max"]));
/// The narrowest element: an access is made of whole 16-bit units at least.
const MIN_BITS: u32 = 16;

/// A reduction, whose elements may be of some types only.
const fn reduce(name: &'static str, doc: &'static str, verify: VerifyOp) -> OpDef {
    OpDef::new(name, "$kind $fragment, $base, $thread : #fragment, #base, #thread", doc)
        .operands(const { &[one("fragment", Tile), one("base", Any), one("thread", ScalarInt)] })
        .attrs(const { &[KIND, THREADS] })
        .verify(verify)
}

// The ops of `cutlass.block_striped`, `cutlass.bar` and `cutlass.barrier_init`.
records!(
    pub(crate) OPS,
    block_striped,
    Table::CutlassBlockStriped,
    BLOCK_STRIPED_LOAD = OpDef::new(
        "cutlass.block_striped.load",
        "$base, $thread : #base, #thread -> #fragment",
        "Reads the elements of this thread.",
    )
    .effects(READS, On::Global)
    .operands(&[one("base", Any), one("thread", ScalarInt)])
    .results(&[result("fragment", Tile)])
    .attrs(&[THREADS])
    .verify(load),
    BLOCK_STRIPED_STORE = OpDef::new(
        "cutlass.block_striped.store",
        "$fragment, $base, $thread : #fragment, #base, #thread",
        "Writes the elements of this thread.",
    )
    .effects(WRITES, On::Global)
    .operands(&[one("fragment", Tile), one("base", Any), one("thread", ScalarInt)])
    .attrs(&[THREADS])
    .verify(store),
    BLOCK_STRIPED_REDUCE = reduce(
        "cutlass.block_striped.reduce",
        "Combines the elements of this thread into memory, each atomically for the whole GPU.",
        store,
    )
    .effects(READS | WRITES, On::Global),
    BLOCK_STRIPED_REDUCE_HALF = reduce(
        "cutlass.block_striped.reduce_half",
        "The same for f16.",
        |module, op| of_types(module, op, &["f16"]),
    )
    .effects(READS | WRITES, On::Global),
    BLOCK_STRIPED_REDUCE_BFLOAT = reduce(
        "cutlass.block_striped.reduce_bfloat",
        "The same for bf16.",
        |module, op| of_types(module, op, &["bf16"]),
    )
    .effects(READS | WRITES, On::Global),
    BLOCK_STRIPED_REDUCE_PACKED = reduce(
        "cutlass.block_striped.reduce_packed",
        "The same for pairs of 16-bit floats.",
        packed,
    )
    .effects(READS | WRITES, On::Global),
    BLOCK_STRIPED_REDUCE_INTEGER = reduce(
        "cutlass.block_striped.reduce_integer",
        "The same for integers.",
        |module, op| of_types(module, op, &["i32", "i64"]),
    )
    .effects(READS | WRITES, On::Global),
    BLOCK_STRIPED_REDUCE_FLOAT = reduce(
        "cutlass.block_striped.reduce_float",
        "The same for f32 and f64.",
        |module, op| of_types(module, op, &["f32", "f64"]),
    )
    .effects(READS | WRITES, On::Global),
    BAR = OpDef::new(
        "cutlass.bar",
        "$mode",
        "A named barrier: `sync` arrives and waits for all its threads, `arrive` only arrives.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .attrs(&[attr("mode", Enum(&["sync", "arrive"])), attr("id", Int), THREADS])
    .verify(bar),
    BARRIER_INIT = OpDef::new(
        "cutlass.barrier_init",
        "$address : #address",
        "Makes one mbarrier ready.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", ScalarInt)])
    .attrs(&[attr("count", Int)])
    .verify(barrier_init),
);

fn load(module: &Module, op: Op) -> Result<(), Violation> {
    let fragment = module.ty(module.result(op, 0));
    striped(
        module,
        op,
        fragment,
        module.ty(module.required_operand(op, operand::BASE)),
    )
}

fn store(module: &Module, op: Op) -> Result<(), Violation> {
    let [fragment, base] = module.required_operands(op, [operand::FRAGMENT, operand::BASE]);
    striped(module, op, module.ty(fragment), module.ty(base))
}

fn striped(module: &Module, op: Op, fragment: crate::Ty, base: crate::Ty) -> Result<(), Violation> {
    let threads = module.int_attr(op, "threads").unwrap_or(0);
    if threads < 1 {
        return Err(Violation::new(format!("{threads} threads have no elements")).help("name at least one thread"));
    }
    let element = module.element(fragment);
    let text = module.type_text(element);
    match module.scalar(element) {
        None => return Err(Violation::new(format!("a fragment has numbers, not `{text}`"))),
        Some(scalar) if scalar.bits < MIN_BITS => {
            return Err(Violation::new(format!("elements of `{text}` are too narrow"))
                .note(format!("an access moves at least {MIN_BITS} bits"))
                .help("pack them first"));
        }
        Some(_) => {}
    }
    // After the conversion the base is an address in bytes.
    let pointer = module.pointee(module.element(base));
    let address = module.scalar(base).is_some_and(|s| s.name == "i64");
    if !address && (pointer != Some(element) || !module.shape(base).is_empty()) {
        let base = module.type_text(base);
        return Err(Violation::new(format!(
            "`base` must point to `{text}` in global memory, but has type `{base}`"
        )));
    }
    Ok(())
}

fn of_types(module: &Module, op: Op, wanted: &[&str]) -> Result<(), Violation> {
    store(module, op)?;
    let element = module.type_text(module.element(module.ty(module.required_operand(op, operand::FRAGMENT))));
    if wanted.contains(&element.as_str()) {
        return Ok(());
    }
    Err(
        Violation::new(format!("its elements are {}, not `{element}`", wanted.join(" or ")))
            .help("`block_striped.reduce` takes every type"),
    )
}

fn packed(module: &Module, op: Op) -> Result<(), Violation> {
    of_types(module, op, &["f16", "bf16"])?;
    let count: i64 = module
        .shape(module.ty(module.required_operand(op, operand::FRAGMENT)))
        .iter()
        .product();
    if count % 2 != 0 {
        return Err(Violation::new(format!(
            "an odd number of elements, {count}, is not whole pairs"
        )));
    }
    Ok(())
}

fn bar(module: &Module, op: Op) -> Result<(), Violation> {
    let id = module.int_attr(op, "id").unwrap_or(-1);
    if !(0..NAMED_BARRIERS).contains(&id) {
        return Err(Violation::new(format!("there is no named barrier {id}")).note(format!(
            "a CTA has {NAMED_BARRIERS} named barriers, 0 to {}",
            NAMED_BARRIERS - 1
        )));
    }
    whole_warps(module.int_attr(op, "threads").unwrap_or(0))
}

fn barrier_init(module: &Module, op: Op) -> Result<(), Violation> {
    arrivals(module.int_attr(op, "count").unwrap_or(0))
}

/// An mbarrier counts 1 to 2^20 - 1 arrivals (PTX ISA, mbarrier object).
fn arrivals(count: i64) -> Result<(), Violation> {
    const MAX_ARRIVALS: i64 = (1 << 20) - 1;
    if (1..=MAX_ARRIVALS).contains(&count) {
        return Ok(());
    }
    Err(Violation::new(format!("{count} arrivals cannot complete a phase"))
        .note(format!("an mbarrier counts 1 to {MAX_ARRIVALS} arrivals"))
        .help(format!("the nearest legal count is {}", count.clamp(1, MAX_ARRIVALS))))
}
