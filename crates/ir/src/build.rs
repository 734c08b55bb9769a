//! Making ops: a builder that knows where the next op goes and what it is called.

use crate::attrs::AttrData;
use crate::entity::{Attr, Block, Loc, Op, Ty, Value};
use crate::module::Module;
use crate::op_def::OpKind;
use crate::ops::{arith, nvvm};
use smallvec::SmallVec;

/// Where and for which source place ops are made.
#[derive(Debug)]
pub struct Builder<'m> {
    /// The module.
    pub module: &'m mut Module,
    /// The block whose end gets the next op.
    pub block: Block,
    /// The place that the next op comes from.
    pub loc: Loc,
}

impl<'m> Builder<'m> {
    /// A builder at the end of `block`.
    pub fn new(module: &'m mut Module, block: Block, loc: Loc) -> Self {
        Self { module, block, loc }
    }

    /// Makes an op; `operands` has one list per operand record.
    pub fn op(&mut self, kind: OpKind, operands: &[&[Value]], results: &[Ty]) -> Op {
        let def = self.module.record_of(kind);
        let op = self.module.create_op(def, operands, results, self.loc);
        self.module.append(self.block, op);
        op
    }

    /// The same, with attributes.
    pub fn op_with(&mut self, kind: OpKind, operands: &[&[Value]], results: &[Ty], attrs: &[(&str, Attr)]) -> Op {
        let op = self.op(kind, operands, results);
        for &(name, attr) in attrs {
            self.module.set_attr(op, name, attr);
        }
        op
    }

    /// Makes an op whose operands are all single values, and returns its first result.
    pub fn value(&mut self, kind: OpKind, operands: &[Value], result: Ty) -> Value {
        self.value_with(kind, operands, result, &[])
    }

    /// Makes an op with a keyword attribute, such as a comparison.
    pub fn value_with(&mut self, kind: OpKind, operands: &[Value], result: Ty, attrs: &[(&str, Attr)]) -> Value {
        let lists: SmallVec<[&[Value]; 4]> = operands.iter().map(std::slice::from_ref).collect();
        let op = self.op_with(kind, &lists, &[result], attrs);
        self.module.result(op, 0)
    }

    /// A keyword attribute.
    pub fn keyword(&mut self, word: &str) -> Attr {
        let name = self.module.intern_name(word);
        self.module.intern_attr(AttrData::Keyword(name))
    }

    /// An integer attribute.
    pub fn int(&mut self, value: i64) -> Attr {
        self.module.intern_attr(AttrData::Int(value))
    }

    /// An `arith.constant` of a type: the bits of one element, for all.
    pub fn constant(&mut self, bits: u64, ty: Ty) -> Value {
        let value = self.module.intern_attr(AttrData::Dense {
            ty,
            bits: [bits].into(),
        });
        self.value_with(arith::CONSTANT, &[], ty, &[("value", value)])
    }
}

/// Integer arithmetic on scalars and on tiles of scalars: a result is of the type of its operands, a truth value of
/// their form.
impl Builder<'_> {
    /// A number as a constant, in the type's own bits.
    pub fn number(&mut self, value: i64, ty: Ty) -> Value {
        let bits = self.module.element_scalar(ty).map_or(64, |scalar| scalar.bits);
        self.constant(value as u64 & (u64::MAX >> (64 - bits.clamp(1, 64))), ty)
    }

    /// An op of two operands of one type, without attributes.
    pub fn binary(&mut self, kind: OpKind, a: Value, b: Value) -> Value {
        let ty = self.module.ty(a);
        self.value(kind, &[a, b], ty)
    }

    /// The same where `signed` and `unsigned` differ: quotients, shifts to the right, extrema.
    pub fn signed(&mut self, kind: OpKind, sign: &str, a: Value, b: Value) -> Value {
        let (ty, sign) = (self.module.ty(a), self.keyword(sign));
        self.value_with(kind, &[a, b], ty, &[("signedness", sign)])
    }

    /// An `arith.cmpi`.
    pub fn compare(&mut self, predicate: &str, sign: &str, a: Value, b: Value) -> Value {
        let (ty, bit) = (self.module.ty(a), self.module.named_type("i1"));
        let tile = self.module.tile_type(ty).map(|tile| (tile.shape.to_vec(), tile.layout));
        let ty = tile.map_or(bit, |(shape, layout)| self.module.make_tile_type(&shape, bit, layout));
        let attrs = [
            ("predicate", self.keyword(predicate)),
            ("signedness", self.keyword(sign)),
        ];
        self.value_with(arith::CMPI, &[a, b], ty, &attrs)
    }

    /// One of two values.
    pub fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.module.ty(then);
        self.value(arith::SELECT, &[condition, then, otherwise], ty)
    }

    /// An integer in more bits.
    pub fn extend(&mut self, sign: &str, value: Value, ty: Ty) -> Value {
        let sign = self.keyword(sign);
        self.value_with(arith::EXTI, &[value], ty, &[("signedness", sign)])
    }

    /// A special register of the thread, such as `laneid`.
    pub fn special(&mut self, register: &str, ty: Ty) -> Value {
        let register = self.keyword(register);
        self.value_with(nvvm::READ_SREG, &[], ty, &[("register", register)])
    }
}
