//! Reading ops, blocks and values.
//!
//! The readers that passes use most are inlined, but not in a page's modules: functions that stand by themselves are alike to gzip, and the compiler's module is
//! 6 KB smaller so.

use super::{Def, Module, Use, ValueName};
use crate::attrs::AttrData;
use crate::entity::{Attr, Block, Loc, Name, Op, Region, Ty, Value};
use crate::op_def::{Arity, OpDef, OpKind};
use smallvec::SmallVec;
use tilewright_diag::Span;

impl Module {
    // Ops.

    /// The record of an op.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn def(&self, op: Op) -> &'static OpDef {
        self.ops[op].def
    }

    /// Which op it is.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn kind(&self, op: Op) -> OpKind {
        self.ops[op].def.kind
    }

    /// The full name of an op.
    pub fn op_name(&self, op: Op) -> &'static str {
        self.ops[op].def.name
    }

    /// All operands in order.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn operands(&self, op: Op) -> &[Value] {
        self.lists.values.of(self.ops[op].operands)
    }

    /// The number of values each operand record stands for.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn segments(&self, op: Op) -> &[u32] {
        self.lists.segments.of(self.ops[op].segments)
    }

    /// The values of the operand record `slot`.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn operand_list(&self, op: Op, slot: usize) -> &[Value] {
        let segments = self.segments(op);
        let start: u32 = segments[..slot].iter().sum();
        &self.operands(op)[start as usize..(start + segments[slot]) as usize]
    }

    /// All results in order.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn results(&self, op: Op) -> &[Value] {
        self.lists.values.of(self.ops[op].results)
    }

    /// Result number `index`.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn result(&self, op: Op, index: usize) -> Value {
        self.results(op)[index]
    }

    /// The results of the result record `slot`; at most one record is variadic.
    pub fn result_list(&self, op: Op, slot: usize) -> &[Value] {
        let (def, results) = (self.def(op), self.results(op));
        let spread = results.len() + 1 - def.results.len();
        let before = &def.results[..slot];
        let start = before
            .iter()
            .map(|r| if r.arity == Arity::One { 1 } else { spread })
            .sum::<usize>();
        let count = if def.results[slot].arity == Arity::One {
            1
        } else {
            spread
        };
        &results[start..start + count]
    }

    /// The attribute named `name`: one of the op's own, else one added to it.
    pub fn attr(&self, op: Op, name: &str) -> Option<Attr> {
        match self.def(op).attr_slot(name) {
            Some(slot) => self
                .own_attrs(op)
                .iter()
                .find(|(s, _)| *s as usize == slot)
                .map(|&(_, attr)| attr),
            None => self
                .extra_attrs(op)
                .iter()
                .find(|(n, _)| self.name(*n) == name)
                .map(|&(_, attr)| attr),
        }
    }

    /// The attributes added to an op beyond its record.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn extra_attrs(&self, op: Op) -> &[(Name, Attr)] {
        self.lists.extra.of(self.ops[op].extra)
    }

    /// The op's own attributes, by slot of the record.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn own_attrs(&self, op: Op) -> &[(u8, Attr)] {
        self.lists.attrs.of(self.ops[op].attrs)
    }

    /// Whether an attribute says what is meant without it.
    pub(crate) fn is_default_word(&self, def: &OpDef, slot: usize, attr: Attr) -> bool {
        let default = def.attrs[slot].default;
        default.is_some_and(|word| matches!(self.attr_data(attr), AttrData::Keyword(n) if self.name(*n) == word))
    }

    /// The regions of an op.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn regions(&self, op: Op) -> &[Region] {
        self.lists.regions.of(self.ops[op].regions)
    }

    /// The successors of an op.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn successors(&self, op: Op) -> &[Block] {
        self.lists.successors.of(self.ops[op].successors)
    }

    /// Where an op comes from.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn loc(&self, op: Op) -> Loc {
        self.ops[op].loc
    }

    /// The source span of an op, if it has one.
    pub fn span(&self, op: Op) -> Option<Span> {
        let loc = self.loc_data(self.ops[op].loc);
        (loc.line > 0).then_some(loc.span)
    }

    /// The block an op is in.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn parent(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// The op whose region holds an op.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.ops[op].parent.and_then(|block| self.owner(block))
    }

    /// The op whose region holds a block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn owner(&self, block: Block) -> Option<Op> {
        self.blocks[block].region.and_then(|region| self.regions[region].owner)
    }

    /// The region of a block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn region_of(&self, block: Block) -> Option<Region> {
        self.blocks[block].region
    }

    // Blocks and regions.

    /// The blocks of a region in order.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// The first block of a region.
    pub fn entry_block(&self, region: Region) -> Option<Block> {
        self.regions[region].blocks.first().copied()
    }

    /// The arguments of a block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn arguments(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// The first op of a block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    /// The last op of a block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// The op after an op in its block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    /// The op before an op in its block.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }

    /// The ops of a block in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks[block].first, |&op| self.ops[op].next)
    }

    /// All ops inside a block and its nested regions, each before the ops inside it.
    pub fn walk(&self, block: Block) -> Vec<Op> {
        // Of all blocks together there is no more than was ever made; of one inside, mostly far less.
        let mut found = Vec::with_capacity(if block == self.top { self.ops.count() } else { 0 });
        // The op with which each block goes on that is not walked to its end, the next one last.
        let mut heads: SmallVec<[Op; 8]> = SmallVec::new();
        let mut next = self.blocks[block].first;
        while let Some(op) = next {
            found.push(op);
            let data = &self.ops[op];
            next = data.next;
            if data.regions.len() > 0 {
                if let Some(next) = next {
                    heads.push(next);
                }
                let start = heads.len();
                for &region in self.regions(op) {
                    heads.extend(self.blocks(region).iter().filter_map(|&inner| self.blocks[inner].first));
                }
                heads[start..].reverse();
                next = None;
            }
            next = next.or_else(|| heads.pop());
        }
        found
    }

    // Values.

    /// The type of a value.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn ty(&self, value: Value) -> Ty {
        self.values[value].ty
    }

    /// Where a value comes from.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn value_def(&self, value: Value) -> Def {
        self.values[value].def
    }

    /// The op that makes a value, unless it is an argument.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.values[value].def {
            Def::Result(op, _) => Some(op),
            Def::Argument(..) => None,
        }
    }

    /// The uses of a value.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn uses(&self, value: Value) -> &[Use] {
        self.uses.of(self.values[value].uses)
    }

    /// The name of a value in text, if it was given one.
    pub fn value_name(&self, value: Value) -> Option<ValueName> {
        self.values[value].name
    }

    /// Whether a value has a name of its own, and not a number.
    pub fn is_named(&self, value: Value) -> bool {
        self.value_name(value)
            .is_some_and(|own| !self.name(own.name).starts_with(|first: char| first.is_ascii_digit()))
    }

    /// The number of values that were ever made; ids are below it.
    pub fn value_count(&self) -> usize {
        self.values.count()
    }

    /// The number of ops that were ever made; ids are below it.
    pub fn op_count(&self) -> usize {
        self.ops.count()
    }
}
