//! Loops and branches that are written again with other values: some that they carry fall away, others come, or one becomes
//! several.

use super::{Conversion, Core, Failure, Values, values};
use crate::build::Builder;
use crate::entity::{Block, Op, Region, Ty, Value};
use crate::module::Module;
use crate::op_def::OpKind;
use crate::ops::scf;
use smallvec::SmallVec;

/// The types of the values that an old one becomes.
pub type Types = SmallVec<[Ty; 1]>;

/// The types of the values that an old one of this type becomes.
pub type Parts<C> = fn(&mut Conversion<'_, C>, Ty) -> Types;

/// Which values a loop or branch has that is written again: of those that the old one carries, and of its results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// For each value that a loop carries; a branch carries none.
    pub carried: Vec<bool>,
    /// For each result.
    pub results: Vec<bool>,
}

impl Kept {
    /// Those that are kept: of a loop its arguments, for what it carries, and the results. What a counted loop carries is
    /// what it results in, so there the argument decides.
    pub fn of(module: &Module, op: Op, keeps: impl Fn(Value) -> bool) -> Self {
        let decide = |values: &[Value]| values.iter().map(|&value| keeps(value)).collect::<Vec<bool>>();
        let carried = decide(module.loop_arguments(op));
        let results = match module.kind(op) {
            scf::FOR => carried.clone(),
            _ => decide(module.results(op)),
        };
        Self { carried, results }
    }

    /// Whether nothing falls away.
    pub fn is_all(&self) -> bool {
        self.carried.iter().chain(&self.results).all(|&kept| kept)
    }

    /// The operands that an end of the loop or branch keeps.
    pub fn handed_on<'a>(&'a self, module: &'a Module, end: Op) -> impl Iterator<Item = Value> + 'a {
        let mask = match module.kind(end) {
            scf::CONTINUE => &self.carried,
            _ => &self.results,
        };
        only(module.operands(end), mask)
    }
}

/// The values for which a mask says so.
fn only<'a>(values: &'a [Value], mask: &'a [bool]) -> impl Iterator<Item = Value> + 'a {
    values
        .iter()
        .zip(mask)
        .filter(|(_, kept)| **kept)
        .map(|(&value, _)| value)
}

/// A loop or branch that was written again.
pub struct Rewritten {
    /// The new op.
    pub op: Op,
    /// Its regions' blocks, which are empty. A region has one if the old one has, or if there is more to hand on.
    pub blocks: SmallVec<[Option<Block>; 2]>,
    /// The arguments of a loop's block for the values that it carries besides; a branch carries none.
    pub more: Values,
}

impl Module {
    /// The arguments that stand for the values that a loop carries; none of another op.
    pub fn loop_arguments(&self, op: Op) -> &[Value] {
        let body = self.regions(op).first().and_then(|&region| self.entry_block(region));
        // Absent: a loop without a block carries nothing.
        let arguments = body.map_or(&[][..], |body| self.arguments(body));
        match self.kind(op) {
            // The first is the index.
            scf::FOR => arguments.get(1..).unwrap_or(&[]),
            scf::LOOP => arguments,
            _ => &[],
        }
    }
}

impl<C: 'static> Conversion<'_, C> {
    /// Writes an op again, at the current place, from other operands and results; its attributes are those of the old one.
    pub fn op_like(&mut self, op: Op, operands: &[&[Value]], results: &[Ty]) -> Op {
        self.core().op_like(op, operands, results)
    }

    /// Writes a loop or branch again, with what is kept and `more`: a loop carries it, starting with these values, and both
    /// result in it, after all that is kept. Names stay. The blocks are for the caller to fill, ends included.
    pub fn rewrite_control(&mut self, op: Op, kept: &Kept, more: &[Value]) -> Result<Rewritten, Failure> {
        self.core().rewrite_control(op, kept, more)
    }

    /// Writes an op again, under a kind whose operands, results and regions are the same, with the parts of its values.
    pub fn copy_in_parts(&mut self, op: Op, kind: OpKind, parts: Parts<C>) -> Result<Op, Failure> {
        copy_in_parts(&mut InParts { cx: self, parts }, op, kind)
    }
}

/// The conversion around an op that is copied.
trait Around {
    fn core(&mut self) -> Core<'_>;
    /// The types of the values that one of this type becomes.
    fn parts(&mut self, ty: Ty) -> Types;
    /// Converts the ops of an old block to the end of a new one.
    fn block(&mut self, from: Block, to: Block) -> Result<(), Failure>;
}

struct InParts<'c, 'o, C: 'static> {
    cx: &'c mut Conversion<'o, C>,
    parts: Parts<C>,
}

impl<C: 'static> Around for InParts<'_, '_, C> {
    fn core(&mut self) -> Core<'_> {
        self.cx.core()
    }

    fn parts(&mut self, ty: Ty) -> Types {
        (self.parts)(self.cx, ty)
    }

    fn block(&mut self, from: Block, to: Block) -> Result<(), Failure> {
        self.cx.in_block(to, |cx| cx.block_ops(from))
    }
}

fn copy_in_parts(around: &mut dyn Around, op: Op, kind: OpKind) -> Result<Op, Failure> {
    let core = around.core();
    let slots = core.new.record_of(kind).operands.len();
    let mut lists = Vec::new();
    for slot in 0..slots {
        let mut list = Vec::new();
        for &value in core.old.operand_list(op, slot) {
            list.extend(values(core.map, value)?);
        }
        lists.push(list);
    }
    let old_results: Values = core.old.results(op).into();
    let old_types: Types = old_results.iter().map(|&result| core.old.ty(result)).collect();
    let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
    let (mut types, mut counts) = (Vec::new(), SmallVec::<[usize; 2]>::new());
    for ty in old_types {
        let parts = around.parts(ty);
        counts.push(parts.len());
        types.extend(parts);
    }
    let mut core = around.core();
    let new = core.new.create_op(core.new.record_of(kind), &lists, &types, core.loc);
    core.new.append(core.block, new);
    core.copy_attrs(op, new);
    let mut at = 0;
    for (result, count) in old_results.into_iter().zip(counts) {
        let values: Values = core.new.results(new)[at..at + count].into();
        at += count;
        core.became(result, values);
    }
    let regions: SmallVec<[Region; 2]> = core.old.regions(op).into();
    for (index, region) in regions.into_iter().enumerate() {
        let core = around.core();
        let target = core.new.region_at(new, index);
        let blocks: SmallVec<[Block; 2]> = core.old.blocks(region).into();
        for block in blocks {
            let core = around.core();
            let inner = core.new.add_block(target);
            let arguments: Values = core.old.arguments(block).into();
            for argument in arguments {
                let ty = around.core().old.ty(argument);
                let types = around.parts(ty);
                let mut core = around.core();
                let values: Values = types.into_iter().map(|ty| core.new.add_argument(inner, ty)).collect();
                core.became(argument, values);
            }
            around.block(block, inner)?;
        }
    }
    Ok(new)
}

impl Core<'_> {
    fn op_like(&mut self, op: Op, operands: &[&[Value]], results: &[Ty]) -> Op {
        let kind = self.old.kind(op);
        let new = Builder::new(self.new, self.block, self.loc).op(kind, operands, results);
        self.copy_attrs(op, new);
        new
    }

    fn rewrite_control(&mut self, op: Op, kept: &Kept, more: &[Value]) -> Result<Rewritten, Failure> {
        let old = self.old;
        let is_loop = matches!(old.kind(op), scf::FOR | scf::LOOP);
        let slots = old.def(op).operands.len();
        let mut lists: SmallVec<[Values; 4]> = SmallVec::new();
        for slot in 0..slots {
            let mut values: Values = old.operand_list(op, slot).into();
            let is_carried = is_loop && slot + 1 == slots;
            if is_carried {
                values = only(&values, &kept.carried).collect();
            }
            for value in &mut values {
                *value = super::value(self.map, *value)?;
            }
            values.extend(more.iter().copied().filter(|_| is_carried));
            lists.push(values);
        }
        let lists: SmallVec<[&[Value]; 4]> = lists.iter().map(|list| list.as_slice()).collect();
        let results: Values = only(old.results(op), &kept.results).collect();
        let more_types: SmallVec<[Ty; 2]> = more.iter().map(|&value| self.new.ty(value)).collect();
        let mut types: Vec<Ty> = results.iter().map(|&result| old.ty(result)).collect();
        types.extend(&more_types);
        let new = self.op_like(op, &lists, &types);
        for (index, result) in results.into_iter().enumerate() {
            let value = self.new.result(new, index);
            self.rename(result, value);
        }
        let mut rewritten = Rewritten {
            op: new,
            blocks: SmallVec::new(),
            more: Values::new(),
        };
        for (index, &region) in old.regions(op).iter().enumerate() {
            let from = old.entry_block(region);
            if from.is_none() && more.is_empty() {
                rewritten.blocks.push(None);
                continue;
            }
            let region = self.new.region_at(new, index);
            let block = self.new.add_block(region);
            rewritten.blocks.push(Some(block));
            // Absent: a block that was not written has no arguments.
            let arguments = from.map_or(&[][..], |from| old.arguments(from));
            // The index of a counted loop, and what a branch has, is carried by nobody.
            let (own, carried) = arguments.split_at(arguments.len().saturating_sub(kept.carried.len()));
            for argument in own.iter().copied().chain(only(carried, &kept.carried)) {
                let value = self.new.add_argument(block, old.ty(argument));
                self.rename(argument, value);
            }
            if is_loop {
                let added = more_types.iter().map(|&ty| self.new.add_argument(block, ty));
                rewritten.more = added.collect();
            }
        }
        Ok(rewritten)
    }

    /// An old value became these: one keeps its name as it is, several get it with numbers.
    fn became(&mut self, old: Value, new: Values) {
        match new[..] {
            [one] => self.rename(old, one),
            _ => self.replace(old, new),
        }
    }
}
