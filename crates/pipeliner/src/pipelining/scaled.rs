//! Products of blocks with scales, on GPUs whose unit takes them from tensor memory: an issuer copies the scales there.
//!
//! Threads put the scales of an iteration in the unit's order, and write them to slots:
//!
//! ```text
//! dot_scaled %a, %b, %c, %x, %y   ->   %u = order_scales %x lhs; %v = order_scales %y rhs; dot_scaled %a, %b, %c, %u, %v ordered
//! ```
//!
//! Where no issuer can start them, operands are multiplied by their scales first, as 16-bit floats (docs/products-accuracy.md).

use super::choice::wanted;
use super::{Strategy, ring_loop};
use crate::Context;
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::ops::{arith, nv_tileas};
use tilewright_ir::{AttrData, Module, Op, OpKind, Ty, Value, operand};
use tilewright_units::product::matrix;
use tilewright_units::scaled::Side;
use tilewright_units::tensor_memory;
use tilewright_units::tensor_memory::TensorScaled;

/// The products with scales.
pub fn products(module: &Module) -> Vec<Op> {
    let all = module.walk(module.top()).into_iter();
    all.filter(|&op| module.kind(op) == nv_tileas::DOT_SCALED).collect()
}

/// The kernel with its products with scales as they go on: in the order of the unit, if an issuer could start them, else without
/// scales; none: it has none, or warps multiply them.
pub fn placed(module: &Module, context: &Context<'_>) -> Option<Module> {
    if context.target.warps_scale_blocks.value || products(module).is_empty() {
        return None;
    }
    let why = match ordered(module, tensor_memory(context.target)?.scaled) {
        _ if wanted(context) != Strategy::WarpSpecialize => "agents are not asked for".to_string(),
        // Absent: scales that are no matrix.
        None => "products of a batch of matrices are not pipelined yet".to_string(),
        Some(ordered) => match ring_loop(&ordered, context.target) {
            Some(Ok(_)) => return Some(ordered),
            Some(Err(refused)) => refused.diagnostic(Severity::Warning).message,
            // Absent: a product that is in no loop.
            None => "it is in no loop".to_string(),
        },
    };
    Some(converted(module, context, &why))
}

/// The kernel with products of operands that were multiplied by their scales, and a warning that says why.
pub fn converted(module: &Module, context: &Context<'_>, why: &str) -> Module {
    let first = products(module).first().and_then(|&dot| module.span(dot));
    let message = format!("operands are multiplied by their scales as 16-bit floats: {why}");
    let warning = Diagnostic::error("lower.scales-converted", first, message)
        .with_severity(Severity::Warning)
        .with_help("let the loop be pipelined with agents, and its operands be loaded by TMA");
    context.base.notes.borrow_mut().warnings.push(warning);
    multiplied(module)
}

/// The kernel with scales in the order of the unit; none: some are no matrix.
fn ordered(module: &Module, scaled: &TensorScaled) -> Option<Module> {
    let mut new = module.clone();
    for dot in products(module) {
        let mut blocks = 0;
        for (name, side) in [(operand::LHS_SCALE, "lhs"), (operand::RHS_SCALE, "rhs")] {
            let tile = new.required_operand(dot, name);
            let ty = new.ty(tile);
            let shape = new.shape(ty);
            if side == "lhs" {
                [_, blocks] = matrix(shape)?;
            }
            let count = scaled.order_of(shape, Side::of(side))?.count;
            let ty = new.make_tile_type(&[count / ROW, ROW], new.element(ty), None);
            let mut to = Before::new(&mut new, dot);
            let ordered = to.value(nv_tileas::ORDER_SCALES, &[tile], ty);
            to.say(ordered, "side", side);
            replace_operand(&mut new, dot, tile, ordered);
        }
        let blocks = new.intern_attr(AttrData::Int(blocks));
        new.set_attr(dot, "ordered", blocks);
    }
    Some(new)
}

/// Scales of a row in the unit's order.
const ROW: i64 = 16;

/// Puts another value in the place of an operand, the last of those that are the same.
fn replace_operand(module: &mut Module, op: Op, old: Value, new: Value) {
    let place = module.operands(op).iter().rposition(|&value| value == old);
    // Absent: never, it was asked for by name.
    if let Some(place) = place {
        module.set_operand(op, place, new);
    }
}

/// The kernel with products of operands that were multiplied by their scales.
fn multiplied(module: &Module) -> Module {
    let mut new = module.clone();
    for dot in products(module) {
        let names = [
            operand::LHS,
            operand::RHS,
            operand::ACC,
            operand::LHS_SCALE,
            operand::RHS_SCALE,
        ];
        let [mut lhs, mut rhs, acc, left, right] = new.required_operands(dot, names);
        if new.has_attr(dot, "packed") {
            let mut to = Before::new(&mut new, dot);
            lhs = to.unpacked(lhs);
            let turned = to.turned(rhs);
            let whole = to.unpacked(turned);
            rhs = to.turned(whole);
        }
        let scales = [left, right];
        let [left, right] = scales.map(|tile| before_order(&new, tile));
        let scale = new.element_scalar(new.ty(left));
        // A power of two asks for the range of bf16, others have few significant bits.
        let is_power = scale.is_some_and(|scale| scale.name == "f8E8M0FNU");
        let to_type = if is_power { "bf16" } else { "f16" };
        let rank = new.shape(new.ty(lhs)).len();
        let mut to = Before::new(&mut new, dot);
        let operands = [
            to.scaled(lhs, left, rank - 1, to_type),
            to.scaled(rhs, right, rank - 2, to_type),
            acc,
        ];
        let result = to.module.result(dot, 0);
        let ty = to.module.ty(result);
        let product = to.value(nv_tileas::DOT, &operands, ty);
        new.replace_uses(result, product);
        new.erase(dot);
        for tile in scales {
            let made = new.defining_op(tile);
            let order = made.filter(|&op| new.kind(op) == nv_tileas::ORDER_SCALES && new.uses(tile).is_empty());
            order.into_iter().for_each(|op| new.erase(op));
        }
    }
    new
}

/// Scales as they were before they were put in order.
fn before_order(module: &Module, tile: Value) -> Value {
    let made = module
        .defining_op(tile)
        .filter(|&op| module.kind(op) == nv_tileas::ORDER_SCALES);
    made.map_or(tile, |op| module.only_operand(op))
}

/// Makes ops before another one.
struct Before<'m> {
    module: &'m mut Module,
    op: Op,
}

impl<'m> Before<'m> {
    fn new(module: &'m mut Module, op: Op) -> Self {
        Self { module, op }
    }

    fn value(&mut self, kind: OpKind, operands: &[Value], ty: Ty) -> Value {
        let lists: Vec<&[Value]> = operands.iter().map(std::slice::from_ref).collect();
        let loc = self.module.loc(self.op);
        let made = self.module.create_op(self.module.record_of(kind), &lists, &[ty], loc);
        self.module.insert_before(self.op, made);
        self.module.result(made, 0)
    }

    /// Gives the op of a value an attribute of a word.
    fn say(&mut self, value: Value, name: &str, word: &str) {
        let word = self.module.intern_name(word);
        let attr = self.module.intern_attr(AttrData::Keyword(word));
        if let Some(op) = self.module.defining_op(value) {
            self.module.set_attr(op, name, attr);
        }
    }

    /// A tile under another shape, of elements of a type.
    fn tile(&mut self, kind: OpKind, tile: Value, shape: &[i64], element: Ty) -> Value {
        let ty = self.module.make_tile_type(shape, element, None);
        match self.module.ty(tile) == ty {
            true => tile,
            false => self.value(kind, &[tile], ty),
        }
    }

    /// The elements of four bits of a tile of bytes, two along the innermost dimension each.
    fn unpacked(&mut self, bytes: Value) -> Value {
        let mut shape = self.module.shape(self.module.ty(bytes)).to_vec();
        let count: i64 = shape.iter().product();
        let [byte, narrow] = ["i8", "f4E2M1FN"].map(|name| self.module.named_type(name));
        let flat = self.tile(nv_tileas::VIEW, bytes, &[count], byte);
        let whole = self.tile(nv_tileas::UNPACK, flat, &[2 * count], narrow);
        if let Some(innermost) = shape.last_mut() {
            *innermost *= 2;
        }
        self.tile(nv_tileas::VIEW, whole, &shape, narrow)
    }

    /// A tile whose last two dimensions change places.
    fn turned(&mut self, tile: Value) -> Value {
        let ty = self.module.ty(tile);
        let (mut shape, element) = (self.module.shape(ty).to_vec(), self.module.element(ty));
        let rank = shape.len();
        let mut permutation: Vec<i64> = (0..rank as i64).collect();
        shape.swap(rank - 1, rank - 2);
        permutation.swap(rank - 1, rank - 2);
        let ty = self.module.make_tile_type(&shape, element, None);
        let turned = self.value(nv_tileas::PERMUTE, &[tile], ty);
        let permutation = self.module.intern_attr(AttrData::Ints(permutation.into()));
        if let Some(op) = self.module.defining_op(turned) {
            self.module.set_attr(op, "permutation", permutation);
        }
        turned
    }

    /// An operand times its scales, of which each is for a block along a dimension.
    fn scaled(&mut self, operand: Value, scale: Value, dim: usize, to: &str) -> Value {
        let element = self.module.named_type(to);
        let [whole, blocks] = [operand, scale].map(|tile| self.module.shape(self.module.ty(tile)).to_vec());
        let operand = self.tile(arith::FTOF, operand, &whole, element);
        let scale = self.tile(arith::FTOF, scale, &blocks, element);
        let mut step = blocks;
        step.insert(dim + 1, 1);
        let mut repeated = step.clone();
        repeated[dim + 1] = whole[dim] / step[dim].max(1);
        let scale = self.tile(nv_tileas::VIEW, scale, &step, element);
        let scale = self.tile(nv_tileas::BROADCAST, scale, &repeated, element);
        let scale = self.tile(nv_tileas::VIEW, scale, &whole, element);
        let ty = self.module.ty(operand);
        self.value(arith::MULF, &[operand, scale], ty)
    }
}
