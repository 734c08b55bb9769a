//! The beginnings of `cute` and `cute_nvgpu`: atoms of copies and products, descriptors of tensors for TMA, copies and
//! products of whole tiles that the machine does beside its threads, and the promise that a value is the same in all
//! lanes of a warp. Names follow the published roster where it has the op.

use super::started;
use crate::dialects::Table;
use crate::entity::Op;
use crate::module::Module;
use crate::op_def::AttrKind::{Enum, Int, Ints};
use crate::op_def::Constraint::{Any, Tile, Type};
use crate::op_def::effects::{ASYNCHRONOUS, EXCHANGES, READS};
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::types::{TypeDef, plain};
use crate::verify::Violation;

/// A way to copy a small piece, of one kind.
pub static COPY_ATOM: TypeDef = plain("cute.copy_atom");
/// A small matrix product that the machine does as one step.
pub static MMA_ATOM: TypeDef = plain("cute.mma_atom");
/// A tensor as TMA sees it.
pub static TMA_DESCRIPTOR: TypeDef = plain("cute_nvgpu.tma_descriptor");

/// All types of this file.
pub static TYPES: [&TypeDef; 3] = [&COPY_ATOM, &MMA_ATOM, &TMA_DESCRIPTOR];

/// Kinds of copies, from the oldest GPU that has them on.
const COPIES: &[&str] = &[
    "universal",
    "ldsm",
    "cp_async",
    "stsm",
    "tma_load",
    "tma_store",
    "tma_reduce",
];
/// Kinds of products.
const PRODUCTS: &[&str] = &["universal_fma", "sm80", "sm90"];

// The ops of `cute` and `cute_nvgpu`.
records!(
    pub(crate) OPS,
    cute,
    Table::Cute,
    MAKE_COPY_ATOM = OpDef::new(
        "cute.make_copy_atom",
        "$kind : #atom",
        "How so many bits are copied as one step.",
    )
    .results(&[result("atom", Type("cute.copy_atom"))])
    .attrs(&[attr("kind", Enum(COPIES)), attr("bits", Int)])
    .traits(PURE)
    .verify(copy_atom),
    MAKE_MMA_ATOM = OpDef::new(
        "cute.make_mma_atom",
        "$kind $shape : #atom",
        "A product of m by n by k.",
    )
    .results(&[result("atom", Type("cute.mma_atom"))])
    .attrs(&[attr("kind", Enum(PRODUCTS)), attr("shape", Ints)])
    .traits(PURE)
    .verify(mma_atom),
    MAKE_TMA_DESCRIPTOR = OpDef::new(
        "cute_nvgpu.make_tma_descriptor",
        "$base box = $box : #base -> #descriptor",
        "What TMA needs to know of a tensor, and the box that it copies.",
    )
    .operands(&[one("base", Any)])
    .results(&[result("descriptor", Type("cute_nvgpu.tma_descriptor"))])
    .attrs(&[attr("box", Ints), attr("element_bits", Int)])
    .traits(PURE)
    .verify(descriptor),
    PREFETCH_TMA_DESC = OpDef::new(
        "cute_nvgpu.prefetch_tma_desc",
        "$descriptor",
        "Fetches a descriptor before it is needed.",
    )
    .effects(READS | ASYNCHRONOUS, On::Global)
    .operands(&[one("descriptor", Type("cute_nvgpu.tma_descriptor"))]),
    TMA_LOAD = started::tma_load(
        "cute_nvgpu.tma_load",
        "TMA starts to copy a tile of a view to a buffer; the mbarrier at this address is told of each byte that has arrived. Of a \
         cluster of so many CTAs, one copies its part of the tile to all whose bits are set, each into the same slot, and tells the \
         same mbarrier of each.",
    ),
    SIMT_ASYNC_COPY = started::thread_copy(
        "cute_nvgpu.simt_async_copy",
        "Starts to copy a tile of a view to a buffer, each thread its part, into the thread's open group of copies.",
    ),
    ASYNC_MMA = started::product(
        "cute_nvgpu.async_mma",
        "Starts a matrix product of two tiles in buffers; the accumulator may be read when the group that it is in is done.",
    ),
    ASYNC_WORD_MMA = started::word_product(
        "cute_nvgpu.async_word_mma",
        "Starts a matrix product of words in registers and a tile in a buffer; words and accumulator are not touched before the group \
         that it is in is done.",
    ),
    GRID_CONSTANT = OpDef::new(
        "cute_nvgpu.grid_constant",
        "$value : #value",
        "A parameter that no thread changes, so that it may be read through constant memory.",
    )
    .operands(&[one("value", Any)])
    .results(&[result_like("result", Any, "value")])
    .traits(PURE),
    ARCH_MAKE_WARP_UNIFORM = OpDef::new(
        "cute_nvgpu.arch.make_warp_uniform",
        "$value : #value",
        "A value that is the same in all lanes: that of the first lane of the warp.",
    )
    .effects(EXCHANGES, On::Registers)
    .operands(&[one("value", Tile)])
    .results(&[result_like("result", Tile, "value")])
    .verify(uniform),
);

fn copy_atom(module: &Module, op: Op) -> Result<(), Violation> {
    let (kind, bits) = (module.keyword(op, "kind"), module.int_attr(op, "bits").unwrap_or(0));
    let legal: &[i64] = match kind {
        "universal" => &[8, 16, 32, 64, 128],
        "ldsm" | "stsm" => &[32, 64, 128],
        "cp_async" => &[32, 64, 128],
        // TMA moves whole units of 16 bytes.
        _ if bits > 0 && bits % 128 == 0 => return Ok(()),
        _ => &[128],
    };
    if legal.contains(&bits) {
        return Ok(());
    }
    let list = legal.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    Err(Violation::new(format!("`{kind}` does not copy {bits} bits as one step")).help(format!("it copies {list}")))
}

fn mma_atom(module: &Module, op: Op) -> Result<(), Violation> {
    let shape = module.ints_attr(op, "shape").unwrap_or(&[]);
    let legal = match (module.keyword(op, "kind"), shape) {
        ("universal_fma", [1, 1, 1]) => true,
        ("sm80", [16, 8, k]) => [4, 8, 16, 32, 64].contains(k),
        ("sm90", [64, n, k]) => (8..=256).contains(n) && n % 8 == 0 && [8, 16, 32].contains(k),
        _ => false,
    };
    if legal {
        return Ok(());
    }
    let kind = module.keyword(op, "kind");
    Err(Violation::new(format!("`{kind}` has no product of {shape:?}"))
        .note("`universal_fma` is 1x1x1; `sm80` 16x8 by k; `sm90` 64 by n by k with n a multiple of 8 up to 256"))
}

/// The limits of a tensor map (CUDA driver API, `cuTensorMapEncodeTiled`).
fn descriptor(module: &Module, op: Op) -> Result<(), Violation> {
    let extents = module.ints_attr(op, "box").unwrap_or(&[]);
    if !(1..=5).contains(&extents.len()) || extents.iter().any(|e| !(1..=256).contains(e)) {
        return Err(Violation::new(format!("a box of {extents:?} cannot be copied"))
            .note("TMA takes 1 to 5 dimensions, each of 1 to 256 elements"));
    }
    let bits = module.int_attr(op, "element_bits").unwrap_or(0);
    let row = extents.last().copied().unwrap_or(0).saturating_mul(bits);
    if bits < 1 || row % 128 != 0 {
        return Err(Violation::new(format!(
            "rows of {row} bits are not whole units of 16 bytes"
        )));
    }
    Ok(())
}

fn uniform(module: &Module, op: Op) -> Result<(), Violation> {
    let ty = module.ty(module.only_operand(op));
    let scalar = module.element_scalar(ty).filter(|s| s.name == "i32" || s.name == "f32");
    if scalar.is_none() || !module.shape(ty).is_empty() {
        let text = module.type_text(ty);
        return Err(Violation::new(format!("a warp broadcasts 32 bits, not `{text}`")));
    }
    Ok(())
}
