//! Buffers in shared memory, and the rules of the `nv_tileas` ops on them.

use super::facts::{PAIR, SEVERAL_PAIRS};
use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::operand;
use crate::parse::{Parser, Refused};
use crate::types::{TypeDef, TypeParams};
use crate::verify::Violation;
use crate::words::role;
use smallvec::smallvec;
use std::fmt::Write;
use tilewright_diag::Span;
use tilewright_diag::counted;

/// `!nv_tileas.buffer<5x128x64xf16>`: room for five tiles of 128 by 64 in shared memory.
pub static BUFFER: TypeDef = TypeDef {
    name: "nv_tileas.buffer",
    parse,
    print,
    scalar: None,
    verify: None,
};

/// The most bytes that a buffer may have; far more than any shared memory.
const MAX_BYTES: i64 = 1 << 30;

fn parse(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let start = parser.position();
    let ints = parser.extents()?;
    let element = parser.ty()?;
    let span = Span::new(start, parser.at);
    parser.expect(">")?;
    let Some(scalar) = parser.module.scalar(element).filter(|s| s.bits >= 8) else {
        return Err(parser.error_at(span, "a buffer holds numbers of at least a byte"));
    };
    let bytes = ints.iter().try_fold(i64::from(scalar.bytes()), |bytes, &extent| {
        (extent > 0).then(|| bytes.checked_mul(extent)).flatten()
    });
    if ints.len() < 2 || bytes.is_none_or(|bytes| bytes > MAX_BYTES) {
        let message = "a buffer says how many tiles it has and their extents, as in `5x128x64xf16`, within 1 GiB";
        return Err(parser.error_at(span, message));
    }
    Ok(TypeParams {
        types: smallvec![element],
        ints,
        ..TypeParams::default()
    })
}

fn print(module: &Module, params: &TypeParams, out: &mut String) {
    out.push('<');
    for extent in &params.ints {
        let _ = write!(out, "{extent}x");
    }
    module.write_type(params.types[0], out);
    out.push('>');
}

/// Where tiles start in shared memory: at the boundary of the widest swizzle's pattern (PTX ISA, 128-byte swizzle).
pub const TILE_ALIGNMENT: i64 = 1024;

/// Bytes from one tile of a buffer to the next.
pub fn pitch(tile_bytes: i64) -> i64 {
    tile_bytes.saturating_add(TILE_ALIGNMENT - 1) / TILE_ALIGNMENT * TILE_ALIGNMENT
}

/// A buffer type taken apart.
#[derive(Clone, Copy, Debug)]
pub struct BufferType<'m> {
    /// The number of tiles it has room for.
    pub depth: i64,
    /// The extents of a tile.
    pub tile: &'m [i64],
    /// The element type.
    pub element: Ty,
    /// Bytes of an element.
    pub element_bytes: i64,
}

impl BufferType<'_> {
    /// Bytes of one tile.
    pub fn tile_bytes(&self) -> i64 {
        self.tile.iter().product::<i64>() * self.element_bytes
    }

    /// Bytes from one tile to the next.
    pub fn pitch(&self) -> i64 {
        pitch(self.tile_bytes())
    }
}

impl Module {
    /// A buffer type taken apart; none for other types.
    pub fn buffer_type(&self, ty: Ty) -> Option<BufferType<'_>> {
        let data = self.type_data(ty);
        if !std::ptr::eq(data.def, &BUFFER) {
            return None;
        }
        let (&depth, tile) = data.params.ints.split_first()?;
        let element = data.params.types[0];
        let element_bytes = i64::from(self.scalar(element)?.bytes());
        Some(BufferType {
            depth,
            tile,
            element,
            element_bytes,
        })
    }

    /// The type of a buffer of so many tiles.
    pub fn make_buffer_type(&mut self, depth: i64, tile: &[i64], element: Ty) -> Ty {
        let ints = [depth].into_iter().chain(tile.iter().copied()).collect();
        self.intern_type(
            &BUFFER,
            TypeParams {
                types: smallvec![element],
                ints,
                ..TypeParams::default()
            },
        )
    }
}

fn buffer(module: &Module, value: Value) -> Result<BufferType<'_>, Violation> {
    module.buffer_type(module.ty(value)).ok_or_else(|| {
        let text = module.type_text(module.ty(value));
        Violation::new(format!("expected a buffer, found a value of type `{text}`"))
    })
}

impl Module {
    /// Whether an op is in a kernel whose products are made by pairs of CTAs.
    pub fn is_of_pair(&self, op: Op) -> bool {
        self.is_within(op, PAIR)
    }

    /// Whether an op is in a kernel in whose clusters there are several pairs.
    pub fn is_of_several_pairs(&self, op: Op) -> bool {
        self.is_within(op, SEVERAL_PAIRS)
    }

    fn is_within(&self, op: Op, fact: &str) -> bool {
        std::iter::successors(Some(op), |&op| self.parent_op(op)).any(|op| self.has_attr(op, fact))
    }
}

/// Whether a tile of these extents is what a buffer holds: in a kernel of pairs half of it may be.
fn fits(module: &Module, op: Op, buffer: BufferType<'_>, tile: &[i64]) -> bool {
    let halved = tile.iter().product::<i64>() / 2 == buffer.tile.iter().product::<i64>();
    tile == buffer.tile || halved && tile.len() == buffer.tile.len() && module.is_of_pair(op)
}

/// Says so if a tile is not what a buffer holds.
fn holds(module: &Module, op: Op, buffer: BufferType<'_>, tile: Ty) -> Result<(), Violation> {
    if fits(module, op, buffer, module.shape(tile)) && module.element(tile) == buffer.element {
        return Ok(());
    }
    let message = format!(
        "a tile of type `{}` does not fit a buffer of `{:?}`",
        module.type_text(tile),
        buffer.tile
    );
    Err(Violation::new(message))
}

pub(super) fn alloc(module: &Module, op: Op) -> Result<(), Violation> {
    buffer(module, module.result(op, 0)).map(|_| ())
}

pub(super) fn local_store(module: &Module, op: Op) -> Result<(), Violation> {
    let buffer = buffer(module, module.required_operand(op, operand::BUFFER))?;
    holds(
        module,
        op,
        buffer,
        module.ty(module.required_operand(op, operand::TILE)),
    )
}

pub(super) fn local_load(module: &Module, op: Op) -> Result<(), Violation> {
    let buffer = buffer(module, module.required_operand(op, operand::BUFFER))?;
    holds(module, op, buffer, module.ty(module.result(op, 0)))
}

pub(super) fn slot_read(module: &Module, op: Op) -> Result<(), Violation> {
    local_load(module, op)?;
    contiguous(module, op, module.ty(module.result(op, 0)))
}

pub(super) fn slot_write(module: &Module, op: Op) -> Result<(), Violation> {
    local_store(module, op)?;
    contiguous(module, op, module.ty(module.required_operand(op, operand::TILE)))
}

/// Says so if a tile that threads move to or from a slot has no rows along the dimension that the op names.
fn contiguous(module: &Module, op: Op, tile: Ty) -> Result<(), Violation> {
    let shape = module.shape(tile);
    let dim = module.required_int(op, "contiguous");
    let is_long = usize::try_from(dim).is_ok_and(|dim| shape.get(dim).is_some_and(|&extent| extent > 1));
    // One row may be all.
    if is_long && shape.len() > 1 && shape.iter().filter(|&&extent| extent > 1).count() <= 2 {
        return Ok(());
    }
    Err(Violation::new(format!(
        "a tile of {shape:?} has no rows along dimension {dim}"
    )))
}

pub(super) fn tma_load(module: &Module, op: Op) -> Result<(), Violation> {
    let Some(target) = module.operand_named(op, operand::BUFFER) else {
        return Ok(());
    };
    let buffer = buffer(module, target)?;
    let view = module.operand_named(op, operand::VIEW).map(|v| module.ty(v));
    let Some(view) = view.and_then(|ty| module.tile_view_type(ty)) else {
        return Ok(());
    };
    let indices = module.operands_named(op, operand::INDEX).len();
    if !fits(module, op, buffer, view.tile) || indices != view.tile.len() {
        let message = format!(
            "a tile of {:?} at {indices} indices does not fit a buffer of {:?}",
            view.tile, buffer.tile
        );
        return Err(Violation::new(message));
    }
    let is_part = module.operand_named(op, operand::PART).is_some();
    let said = ["parts", "ctas"].map(|name| module.int_attr(op, name));
    match said {
        [None, None] if !is_part => Ok(()),
        [Some(parts), Some(ctas)] if is_part && parts > 1 && parts <= ctas => Ok(()),
        [Some(2), None] if is_part && module.is_of_pair(op) => Ok(()),
        _ => Err(
            Violation::new("a part of a tile is one of two or more, of no more than the cluster has CTAs")
                .help("say `part P of PARTS to MASK among CTAS`, in a kernel of pairs `part P of 2`, or leave it away"),
        ),
    }
}

pub(super) fn dot(module: &Module, op: Op) -> Result<(), Violation> {
    let [lhs, rhs] = module.sides(op).map(|side| buffer(module, side));
    let (lhs, rhs) = (lhs?, rhs?);
    if lhs.element_bytes != rhs.element_bytes {
        return Err(Violation::new("the operands of a product differ in width"));
    }
    Ok(())
}

/// Scales in the order of a unit are as many as before, in rows of as many bytes as it copies at once.
pub(super) fn ordered_scales(module: &Module, op: Op) -> Result<(), Violation> {
    let [from, to] = [module.only_operand(op), module.result(op, 0)].map(|value| module.ty(value));
    let count = |ty: Ty| module.shape(ty).iter().product::<i64>();
    let is_byte = module.element_bits(from) == 8 && module.element(from) == module.element(to);
    match module.shape(to) {
        [_, SCALE_ROW] if is_byte && count(from) <= count(to) => Ok(()),
        _ => {
            let text = [from, to].map(|ty| module.type_text(ty));
            let message = format!("`{}` does not make ordered scales of `{}`", text[1], text[0]);
            Err(Violation::new(message).help("rows of 16 scales, no fewer than there are"))
        }
    }
}

/// Scales of a row that a unit copies to tensor memory at once (PTX ISA, copies of 32 rows of 128 bits).
const SCALE_ROW: i64 = 16;

/// Says so if a tile is not made of the words of so many bytes.
fn words(module: &Module, tile: Ty, bytes: i64) -> Result<(), Violation> {
    let is_word = module.element_scalar(tile).is_some_and(|s| s.name == "i32");
    let have = module.shape(tile).iter().product::<i64>().saturating_mul(4);
    if is_word && have == bytes {
        return Ok(());
    }
    let message = format!(
        "expected {bytes} bytes in words of `i32`, found `{}`",
        module.type_text(tile)
    );
    Err(Violation::new(message))
}

/// Words are as many bytes as what they are made of.
pub(super) fn as_words(module: &Module, op: Op) -> Result<(), Violation> {
    let source = module.ty(module.only_operand(op));
    let bits = module.element_bits(source);
    if bits != 16 {
        let text = module.type_text(source);
        return Err(Violation::new(format!(
            "expected elements of two bytes, found `{text}`"
        )));
    }
    let bytes = module.shape(source).iter().product::<i64>().saturating_mul(2);
    words(module, module.ty(module.result(op, 0)), bytes)
}

pub(super) fn word_dot(module: &Module, op: Op) -> Result<(), Violation> {
    buffer(module, module.required_operand(op, operand::RHS)).map(|_| ())
}

pub(super) fn staged_load(module: &Module, op: Op) -> Result<(), Violation> {
    let view = module.operand_named(op, operand::VIEW).map(|v| module.ty(v));
    let Some(view) = view.and_then(|ty| module.tile_view_type(ty)) else {
        return Ok(());
    };
    let indices = module.operands_named(op, operand::INDEX).len();
    if indices != view.tile.len() {
        let message = format!("a tile of {:?} is named by {indices} indices", view.tile);
        return Err(Violation::new(message));
    }
    let element = module
        .tensor_view_type(view.tensor)
        .and_then(|t| module.scalar(t.element));
    let bytes = element.map_or(0, |s| i64::from(s.bytes()));
    words(
        module,
        module.ty(module.result(op, 0)),
        view.tile.iter().product::<i64>().saturating_mul(bytes),
    )
}

pub(super) fn staged_store(module: &Module, op: Op) -> Result<(), Violation> {
    let buffer = buffer(module, module.required_operand(op, operand::BUFFER))?;
    let tile = module.required_operand(op, operand::TILE);
    words(module, module.ty(tile), buffer.tile_bytes())
}

pub(super) fn fragment_load(module: &Module, op: Op) -> Result<(), Violation> {
    let buffer = buffer(module, module.required_operand(op, operand::BUFFER))?;
    words(module, module.ty(module.result(op, 0)), buffer.tile_bytes())
}

pub(super) fn fragments(module: &Module, op: Op) -> Result<(), Violation> {
    let tile = module.ty(module.result(op, 0));
    let bytes = module
        .shape(tile)
        .iter()
        .product::<i64>()
        .saturating_mul(i64::from(module.element_bytes(tile)));
    words(module, module.ty(module.only_operand(op)), bytes)
}

pub(super) fn agent_switch(module: &Module, op: Op) -> Result<(), Violation> {
    let roles = module.agent_roles(op).ok_or_else(|| {
        Violation::new("its roles are no list of roles").help(format!("they are {}", role::ALL.join(", ")))
    })?;
    let count = module.regions(op).len();
    if roles.len() != count || roles.is_empty() {
        return Err(Violation::new(format!(
            "{}, and {}",
            counted(roles.len(), "roles"),
            counted(count, "regions")
        ))
        .help("say one for each region"));
    }
    let is_consumer = |role: &&str| *role == role::CONSUMER;
    if !is_consumer(&roles[0]) || roles[1..].iter().any(is_consumer) {
        return Err(Violation::new("the first agent, and no other, is the consumer").note("the others serve it"));
    }
    for (name, what) in [("num_warps", "numbers of warps"), ("max_regs", "numbers of registers")] {
        let numbers = module.ints_attr(op, name).unwrap_or(&[]);
        if numbers.len() != count || numbers.iter().any(|&n| n < 1) {
            return Err(
                Violation::new(format!("expected {count} {what}, found {numbers:?}")).help("say one for each agent")
            );
        }
    }
    let warps = module.ints_attr(op, "num_warps").unwrap_or(&[]);
    let registers = module.ints_attr(op, "max_regs").unwrap_or(&[]);
    let are_handed_over = registers.windows(2).any(|pair| pair[0] != pair[1]);
    if are_handed_over && warps.iter().any(|w| w % 4 != 0) {
        return Err(
            Violation::new(format!("agents of {warps:?} warps are no whole warpgroups"))
                .note("registers are handed over by warpgroups of four warps")
                .help("use multiples of 4, or give the threads of all agents as many registers"),
        );
    }
    let consumers = module.int_attr(op, "consumers").unwrap_or(1);
    let consumer = module.consumer_warps(op).unwrap_or(0);
    if consumers < 1 || consumer % (4 * consumers.max(1)) != 0 {
        return Err(Violation::new(format!(
            "{consumer} warps are not {consumers} consumers of whole warpgroups"
        ))
        .help("leave `consumers` away where all of them share a tile"));
    }
    Ok(())
}
