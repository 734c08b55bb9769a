//! Partial conversion: from one set of dialects to another, op by op.
//!
//! A conversion reads the old module in order and writes a new one. Every op is either legal in the target, and then
//! copied, or has a pattern that writes its replacement; an op with neither is refused at its place in the source. One
//! old value may become several new ones (a tile becomes the registers that hold it), so patterns look values up
//! in lists.
//!
//! State that patterns need (the target, analyses) is the conversion's own: `C`.

mod loops;

pub use loops::{Kept, Parts, Rewritten, Types};

use crate::Registry;
use crate::attrs::AttrData;
use crate::build::Builder;
use crate::entity::{Attr, Block, Entity, Loc, Op, Value};
use crate::module::{Module, ValueName};
use crate::op_def::OpKind;
use crate::operand::OperandName;
use smallvec::SmallVec;
use tilewright_diag::Diagnostic;

/// The new values of an old one.
pub type Values = SmallVec<[Value; 1]>;

/// Why a kernel is refused. Boxed, because it is rare and large.
pub type Failure = Box<Diagnostic>;

/// Rewrites one op; an error refuses the kernel.
pub type Rewrite<C> = fn(&mut Conversion<'_, C>, Op) -> Result<(), Failure>;

/// A rewrite of one kind of op.
pub struct Pattern<C: 'static> {
    /// The op that it replaces.
    pub op: OpKind,
    /// The rewrite.
    pub rewrite: Rewrite<C>,
}

/// A pattern for those ops of one kind that its guard takes.
pub struct GuardedPattern<C: 'static> {
    /// The guard.
    pub matches: fn(&Conversion<'_, C>, Op) -> bool,
    /// The pattern.
    pub pattern: Pattern<C>,
}

/// Which ops may stay, and what happens to the others.
pub struct ConversionTarget<C: 'static> {
    /// Dialects whose ops are copied, unless a pattern names them.
    pub legal: &'static [&'static str],
    /// The rewrites by op, in the order of their ops.
    rewrites: Vec<(OpKind, Rewrite<C>)>,
    /// Those that may be for some ops of a kind: the first that matches is taken, before those above.
    guarded: Vec<&'static [GuardedPattern<C>]>,
    /// A check after each op, with the ops that it became.
    pub after: Option<Rewrite<C>>,
}

impl<C: 'static> ConversionTarget<C> {
    /// A target from its legal dialects and its patterns.
    pub fn new(legal: &'static [&'static str], patterns: &'static [Pattern<C>]) -> Self {
        let mut target = Self {
            legal,
            rewrites: Vec::new(),
            guarded: Vec::new(),
            after: None,
        };
        patterns.iter().for_each(|pattern| target.add(pattern));
        target
    }

    /// A target with one rewrite for the ops of every kind.
    pub fn of_every_op(rewrite: Rewrite<C>) -> Self {
        let mut target = Self::new(&[], &[]);
        for def in Registry::builtin().ops() {
            target.add(&Pattern { op: def.kind, rewrite });
        }
        target
    }

    /// Adds a pattern, instead of one that is there for its op.
    pub fn add(&mut self, pattern: &Pattern<C>) {
        let rewrite = (pattern.op, pattern.rewrite);
        match self.place(pattern.op) {
            Ok(there) => self.rewrites[there] = rewrite,
            Err(at) => self.rewrites.insert(at, rewrite),
        }
    }

    fn place(&self, op: OpKind) -> Result<usize, usize> {
        self.rewrites.binary_search_by_key(&op, |rewrite| rewrite.0)
    }

    /// Adds guarded patterns, after those that are there.
    pub fn guard(&mut self, patterns: &'static [GuardedPattern<C>]) {
        self.guarded.push(patterns);
    }
}

/// A conversion in progress.
pub struct Conversion<'o, C: 'static> {
    /// The module that is read.
    pub old: &'o Module,
    /// The module that is written. It shares the old one's names, types, attributes and places.
    pub new: Module,
    /// The block whose end gets the next op.
    pub block: Block,
    /// The place that the next op comes from.
    pub loc: Loc,
    /// State of this conversion.
    pub state: C,
    target: &'o ConversionTarget<C>,
    map: Vec<Option<Values>>,
}

/// Runs a conversion over a module.
///
/// # Errors
/// The first op that is neither legal nor has a pattern, or what a pattern found wrong.
pub fn convert<C: 'static>(old: &Module, target: &ConversionTarget<C>, state: C) -> Result<(Module, C), Failure> {
    let new = old.new_like();
    let (block, loc) = (new.top(), new.unknown_loc());
    let map = vec![None; old.value_count()];
    let mut conversion = Conversion {
        old,
        new,
        block,
        loc,
        state,
        target,
        map,
    };
    conversion.block_ops(old.top())?;
    Ok((conversion.new, conversion.state))
}

impl<C: 'static> Conversion<'_, C> {
    /// Converts the ops of an old block to the end of the current new one.
    pub fn block_ops(&mut self, block: Block) -> Result<(), Failure> {
        let old = self.old;
        old.ops(block).try_for_each(|op| self.convert_op(op))
    }

    /// Converts one op, at the current place.
    pub fn convert_op(&mut self, op: Op) -> Result<(), Failure> {
        self.rewrite(op)?;
        self.target.after.map_or(Ok(()), |after| after(self, op))
    }

    fn rewrite(&mut self, op: Op) -> Result<(), Failure> {
        self.loc = self.old.loc(op);
        let kind = self.old.kind(op);
        let target = self.target;
        for guarded in target.guarded.iter().copied().flatten() {
            if guarded.pattern.op == kind && (guarded.matches)(self, op) {
                return (guarded.pattern.rewrite)(self, op);
            }
        }
        match target.place(kind) {
            Ok(there) => (target.rewrites[there].1)(self, op),
            Err(_) if target.legal.contains(&self.old.def(op).dialect()) => self.copy(op),
            Err(_) => Err(no_rule(self.old, op)),
        }
    }

    /// Copies a legal op and everything in its regions.
    pub fn copy(&mut self, op: Op) -> Result<(), Failure> {
        self.copy_as(op, self.old.kind(op)).map(|_| ())
    }

    /// Copies an op under another record whose operands, results and regions are the same; attributes that the new
    /// record does not have are dropped.
    pub fn copy_as(&mut self, op: Op, kind: OpKind) -> Result<Op, Failure> {
        self.copy_in_parts(op, kind, |_, ty| smallvec::smallvec![ty])
    }

    /// Does something with another block as the current one.
    pub fn in_block<T>(&mut self, block: Block, work: impl FnOnce(&mut Self) -> T) -> T {
        let (outer, loc) = (std::mem::replace(&mut self.block, block), self.loc);
        let result = work(self);
        (self.block, self.loc) = (outer, loc);
        result
    }

    /// An op of one region like an old one, with its attributes and the arguments of its body, which is written from the old one.
    pub fn with_body(
        &mut self,
        op: Op,
        write: impl FnOnce(&mut Self, Block) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.core().with_body(op) {
            Some((entry, body)) => self.in_block(entry, |cx| write(cx, body)),
            // Absent: the old one has no body.
            None => Ok(()),
        }
    }

    /// A builder at the current place.
    pub fn build(&mut self) -> Builder<'_> {
        Builder::new(&mut self.new, self.block, self.loc)
    }

    /// The conversion without its state.
    fn core(&mut self) -> Core<'_> {
        Core {
            old: self.old,
            new: &mut self.new,
            map: &mut self.map,
            block: self.block,
            loc: self.loc,
        }
    }

    // Values.

    /// The new values of an old one.
    ///
    /// # Errors
    /// If the op that makes it was not converted: a mistake in a pattern, reported as ours.
    pub fn values(&self, old: Value) -> Result<Values, Failure> {
        values(&self.map, old)
    }

    /// The one new value of an old one.
    pub fn value(&self, old: Value) -> Result<Value, Failure> {
        value(&self.map, old)
    }

    /// The new value of the one operand of an op's record.
    ///
    /// # Errors
    /// It became several values.
    pub fn only_operand(&self, op: Op) -> Result<Value, Failure> {
        value(&self.map, self.old.only_operand(op))
    }

    /// The new value of an operand that an op always has.
    ///
    /// # Errors
    /// It became several values.
    pub fn required_operand(&self, op: Op, name: OperandName) -> Result<Value, Failure> {
        value(&self.map, self.old.required_operand(op, name))
    }

    /// The new values of all operands of an op that are single ones.
    pub fn operands(&self, op: Op) -> Result<Vec<Value>, Failure> {
        self.old.operands(op).iter().map(|&v| value(&self.map, v)).collect()
    }

    /// Says what an old value became; new values without a name inherit it.
    pub fn replace(&mut self, old: Value, new: impl IntoIterator<Item = Value>) {
        let values: Values = new.into_iter().collect();
        self.core().replace(old, values);
    }

    /// The same for one value, keeping its name as it is, shared by several results or not.
    pub fn rename(&mut self, old: Value, new: Value) {
        self.core().rename(old, new);
    }

    /// Says what an old value became, without handing on its name: the new value is something else besides.
    pub fn replace_unnamed(&mut self, old: Value, new: Value) {
        self.map[old.index()] = Some(smallvec::smallvec![new]);
    }

    /// The same for an old value that became several.
    pub fn replace_all_unnamed(&mut self, old: Value, new: &[Value]) {
        self.map[old.index()] = Some(new.into());
    }

    // Attributes.

    /// Copies attributes of the same name from an old op to a new one, where both have them.
    pub fn copy_attrs(&mut self, from: Op, to: Op) {
        self.core().copy_attrs(from, to);
    }

    /// A keyword attribute of the new module.
    pub fn keyword(&mut self, word: &str) -> Attr {
        let name = self.new.intern_name(word);
        self.new.intern_attr(AttrData::Keyword(name))
    }

    /// An error at the place of an old op.
    pub fn error(&self, op: Op, code: &str, message: impl Into<String>) -> Failure {
        error(self.old, op, code, message.into())
    }
}

/// A conversion but for its patterns and its state: one copy of this serves them all.
struct Core<'c> {
    old: &'c Module,
    new: &'c mut Module,
    map: &'c mut [Option<Values>],
    block: Block,
    loc: Loc,
}

impl Core<'_> {
    fn replace(&mut self, old: Value, values: Values) {
        if let Some(name) = self.old.value_name(old) {
            let alone = values.len() == 1;
            // Tiles become hundreds of values: all of their names are written in one place.
            let mut text = String::new();
            let mut number = itoa::Buffer::new();
            for (part, &value) in values.iter().enumerate() {
                if self.new.value_name(value).is_none() {
                    let name = if alone && name.part == 0 {
                        name.name
                    } else {
                        text.clear();
                        text.push_str(self.old.name(name.name));
                        let parts = [(name.part > 0).then_some(name.part), (!alone).then_some(part as u32)];
                        for part in parts.into_iter().flatten() {
                            text.push('_');
                            text.push_str(number.format(part));
                        }
                        self.new.intern_name(&text)
                    };
                    self.new.set_value_name(value, Some(ValueName { name, part: 0 }));
                }
            }
        }
        self.map[old.index()] = Some(values);
    }

    /// An op of one region like an old one, by its new body, which is empty, and the old one.
    fn with_body(&mut self, op: Op) -> Option<(Block, Block)> {
        let old = self.old;
        let made = Builder::new(self.new, self.block, self.loc).op(old.kind(op), &[], &[]);
        self.copy_attrs(op, made);
        let entry = self.new.add_block(self.new.regions(made)[0]);
        let body = old.entry_block(old.regions(op)[0])?;
        for &argument in old.arguments(body) {
            let value = self.new.add_argument(entry, old.ty(argument));
            self.rename(argument, value);
        }
        Some((entry, body))
    }

    fn rename(&mut self, old: Value, new: Value) {
        self.new.set_value_name(new, self.old.value_name(old));
        self.map[old.index()] = Some(smallvec::smallvec![new]);
    }

    fn copy_attrs(&mut self, from: Op, to: Op) {
        let def = self.old.def(from);
        for &(slot, attr) in self.old.own_attrs(from) {
            let name = def.attrs[slot as usize].name;
            if self.new.def(to).attr_slot(name).is_some() {
                self.new.set_attr(to, name, attr);
            }
        }
        for &(name, attr) in self.old.extra_attrs(from) {
            let name = self.old.name(name);
            self.new.set_attr(to, name, attr);
        }
    }
}

fn values(map: &[Option<Values>], old: Value) -> Result<Values, Failure> {
    let values = map[old.index()].clone();
    values.ok_or_else(|| internal("a value was used before it was converted".to_string()))
}

fn value(map: &[Option<Values>], old: Value) -> Result<Value, Failure> {
    let values = values(map, old)?;
    match values[..] {
        [value] => Ok(value),
        _ => Err(internal(format!(
            "a value became {} values where one is needed",
            values.len()
        ))),
    }
}

fn error(old: &Module, op: Op, code: &str, message: String) -> Failure {
    let error = Diagnostic::error(code, old.span(op), message);
    Box::new(match code {
        "convert.unsupported" => error.with_help(UNSUPPORTED),
        _ => error,
    })
}

/// The refusal of an op that is not legal and has no pattern.
fn no_rule(old: &Module, op: Op) -> Failure {
    let short = old.def(op).short_name();
    let refusal = error(
        old,
        op,
        "convert.unsupported",
        format!("`{short}` is not supported yet"),
    );
    let note = format!("there is no rule to lower `{}` further", old.op_name(op));
    Box::new(refusal.with_note(note))
}

/// The advice about an op that has no lowering, where nothing better is known.
const UNSUPPORTED: &str = "do without the op, or write it in ops that are lowered: docs/coverage.md lists them";

/// A mistake of the compiler, not of the kernel.
fn internal(message: String) -> Failure {
    Box::new(Diagnostic::internal(None, message))
}
