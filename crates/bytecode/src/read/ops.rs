//! Ops, by the table.

use super::debug::Upcoming;
use super::*;
use crate::table::{Kind, Part, Record, Slot, records};
use tilewright_ir::ValueName;
use tilewright_ir::dialects::cuda_tile::refused_op;
use tilewright_ir::entity::{Block, Op};
use tilewright_ir::op_def::{Arity, AttrKind, Infer, traits};
use tilewright_ir::parse::MAX_NESTING;

/// An op while it is read.
#[derive(Default)]
struct Draft {
    operands: Vec<SmallVec<[Value; 4]>>,
    results: SmallVec<[Ty; 2]>,
    attrs: SmallVec<[(u8, Attr); 4]>,
    /// For what may be left out, whether it is there.
    present: SmallVec<[(Slot, bool); 5]>,
    /// The number of flags of indices, and the place of the first.
    flags: Option<(usize, usize)>,
}

impl<'b> Reader<'b> {
    /// The next op and what is inside it, at the end of `block`.
    pub fn op(&mut self, cursor: &mut Cursor<'b>, block: Block, places: &mut Upcoming<'_>, depth: usize) -> Result<()> {
        let at = cursor.at;
        let opcode = cursor.varint()?;
        let record = records().binary_search_by_key(&opcode, |record| record.opcode);
        let Some(record) = record.ok().map(|index| &records()[index]) else {
            return Err(cursor.error_at(at, &format!("there is no op with opcode {opcode}")));
        };
        self.needs(cursor, at, &format!("`{}`", record.name), record.since)?;
        let Some(def) = record.def else {
            let why = refused_op(record.name).unwrap_or("it is not known here");
            return Err(cursor.error_at(at, &format!("`{}`: {why}", record.name)));
        };
        let loc = self.place(places, cursor)?;
        let mut draft = Draft {
            operands: vec![SmallVec::new(); def.operands.len()],
            ..Draft::default()
        };
        let mut with_regions = false;
        for part in &record.parts {
            match part {
                Part::Regions => with_regions = true,
                part => self.part(record, part, cursor, &mut draft)?,
            }
        }
        if let Some((flags, at)) = draft.flags {
            let slot = def.operands.iter().position(|operand| operand.name == "index");
            let indices = slot.map_or(0, |slot| draft.operands[slot].len());
            if flags != indices {
                let message = format!(
                    "`{}` has {} for {}",
                    record.name,
                    tilewright_diag::counted(flags, "flags"),
                    tilewright_diag::counted(indices, "indices")
                );
                return Err(cursor.error_at(at, &message));
            }
        }
        // Before 13.2 `print_tko` had no token; the op has one that nothing can name.
        let named = draft.results.len();
        if record.name == "print_tko" && named == 0 {
            draft.results.push(self.module.named_type("token"));
        }
        let lists: SmallVec<[&[Value]; 5]> = draft.operands.iter().map(|list| &list[..]).collect();
        let op = self.module.create_op(def, &lists, &draft.results, loc);
        self.module.append(block, op);
        self.inferred(op, at, cursor)?;
        for (slot, attr) in draft.attrs {
            self.module.set_attr(op, def.attrs[usize::from(slot)].name, attr);
        }
        if named > def.results.len() {
            let name = self.module.intern_name(def.short_name());
            for (part, value) in (0..).zip(self.module.results(op).to_vec()) {
                self.module.set_value_name(value, Some(ValueName { name, part }));
            }
        }
        if with_regions {
            self.regions(cursor, op, places, depth)?;
        }
        self.values.extend(&self.module.results(op)[..named]);
        Ok(())
    }

    /// Text may leave the end of a block out, bytecode may not.
    pub fn ended(&self, block: Block, cursor: &Cursor<'_>) -> Result<()> {
        match self.module.last_op(block).map(|last| self.module.def(last)) {
            Some(last) if last.has(traits::TERMINATOR) => Ok(()),
            _ => cursor.error("this block does not end in an op that ends blocks, such as `return` or `yield`"),
        }
    }

    /// Text leaves out the types of results that follow from the rest: here they are given, and must be those.
    fn inferred(&self, op: Op, at: usize, cursor: &Cursor<'_>) -> Result<()> {
        let (module, def) = (&self.module, self.module.def(op));
        let results = module.results(op);
        if def.results.iter().any(|result| result.arity != Arity::One) || results.len() != def.results.len() {
            return Ok(());
        }
        for (known, &result) in def.results.iter().zip(results) {
            let wrong = match known.infer {
                Infer::FromText => false,
                Infer::Always(name) => module.type_data(module.ty(result)).def.name != name,
                Infer::SameAs(other) => {
                    let earlier = def.results.iter().position(|result| result.name == other);
                    let like = earlier.map(|index| results[index]).or_else(|| {
                        let slot = def.operand_slot(other)?;
                        module.operand_list(op, slot).first().copied()
                    });
                    like.is_some_and(|like| module.ty(like) != module.ty(result))
                }
            };
            if wrong {
                let (name, ty) = (def.short_name(), module.type_text(module.ty(result)));
                let message = format!("the type `{ty}` of the result of `{name}` does not follow from its operands");
                return Err(cursor.error_at(at, &message));
            }
        }
        Ok(())
    }

    fn part(&mut self, record: &Record, part: &Part, cursor: &mut Cursor<'b>, draft: &mut Draft) -> Result<()> {
        let Some(def) = record.def else { return Ok(()) };
        let minor = self.version.minor();
        match part {
            Part::Results => {
                for _ in def.results {
                    draft.results.push(self.ty(cursor)?);
                }
            }
            Part::CountedResults => {
                for _ in 0..cursor.count(1, "results")? {
                    draft.results.push(self.ty(cursor)?);
                }
            }
            Part::Bits { since, slots } => {
                let at = cursor.at;
                let bits = if *since <= minor { cursor.varint()? } else { 0 };
                if bits >> slots.len() != 0 {
                    return Err(cursor.error_at(
                        at,
                        &format!("the bits {bits:#x} of `{}` have unknown ones", record.name),
                    ));
                }
                for (i, &slot) in slots.iter().enumerate() {
                    let there = bits >> i & 1 == 1;
                    draft.present.push((slot, there));
                    // A fact that is true by being there has no place of its own later.
                    let further = record
                        .parts
                        .iter()
                        .any(|part| matches!(part, Part::Attr { slot: other, .. } if *other == slot));
                    if let (Slot::Attr(index, name), true, false) = (slot, there, further) {
                        let flag = index.map(|index| def.attrs[usize::from(index)].kind);
                        let data = if matches!(flag, Some(AttrKind::Bool)) {
                            AttrData::Bool(true)
                        } else {
                            AttrData::Unit
                        };
                        let attr = self.module.intern_attr(data);
                        self.keep(record, index, name, attr, cursor, draft)?;
                    }
                }
            }
            &Part::Attr {
                since,
                slot,
                kind,
                default,
            } => {
                let Slot::Attr(index, name) = slot else { return Ok(()) };
                if draft.present.contains(&(slot, false)) {
                    return Ok(());
                }
                if since > minor {
                    return Ok(());
                }
                let at = cursor.at;
                let attr = self.attr(cursor, kind, name, draft.results.first().copied())?;
                if let (Kind::Bools, AttrData::Array(items)) = (kind, self.module.attr_data(attr)) {
                    draft.flags = Some((items.len(), at));
                }
                let meant = match (self.module.attr_data(attr), default) {
                    (AttrData::Keyword(word), Some(default)) => self.module.name(*word) == default,
                    (AttrData::Array(items), _) if kind == Kind::Bools => {
                        let mut items = items.iter();
                        items.all(|&item| *self.module.attr_data(item) == AttrData::Bool(false))
                    }
                    _ => false,
                };
                if !meant {
                    self.keep(record, index, name, attr, cursor, draft)?;
                }
            }
            Part::Operand(slot) => {
                if !draft.present.contains(&(Slot::Operand(*slot), false)) {
                    let value = self.value(cursor)?;
                    draft.operands[usize::from(*slot)].push(value);
                }
            }
            Part::Counted(slot) => {
                for _ in 0..cursor.count(1, "operands")? {
                    let value = self.value(cursor)?;
                    draft.operands[usize::from(*slot)].push(value);
                }
            }
            Part::Together(slots) => self.together(record, slots, cursor, draft)?,
            Part::Regions => {}
        }
        Ok(())
    }

    /// Operands that are counted together: one for each, and the rest for the last.
    fn together(&mut self, record: &Record, slots: &[u8], cursor: &mut Cursor<'b>, draft: &mut Draft) -> Result<()> {
        let at = cursor.at;
        let count = cursor.count(1, "operands")?;
        let singles = slots.len() - 1;
        if count < singles {
            return Err(cursor.error_at(
                at,
                &format!(
                    "`{}` has {}, too few",
                    record.name,
                    tilewright_diag::counted(count, "operands")
                ),
            ));
        }
        for i in 0..count {
            let value = self.value(cursor)?;
            draft.operands[usize::from(slots[i.min(singles)])].push(value);
        }
        Ok(())
    }

    fn value(&mut self, cursor: &mut Cursor<'_>) -> Result<Value> {
        Ok(self.values[cursor.index(self.values.len(), "value")?])
    }

    /// Keeps an attribute in the form that its record has for it, unless it is what is meant without it.
    fn keep(
        &mut self,
        record: &Record,
        index: Option<u8>,
        name: &str,
        attr: Attr,
        cursor: &Cursor<'_>,
        draft: &mut Draft,
    ) -> Result<()> {
        let (Some(index), Some(def)) = (index, record.def) else {
            return cursor.error(&format!(
                "`{}` has the attribute `{name}`, which is not known here",
                record.name
            ));
        };
        let known = &def.attrs[usize::from(index)];
        let mut attr = attr;
        match (known.kind, self.module.attr_data(attr)) {
            (AttrKind::Enum(words), &AttrData::Keyword(word)) => {
                let word = self.module.name(word);
                if known.default == Some(word) {
                    return Ok(());
                }
                if !words.contains(&word) {
                    return cursor.error(&format!("`{}` takes no {name} `{word}`", record.name));
                }
            }
            (AttrKind::Symbol, &AttrData::Str(name)) => attr = self.module.intern_attr(AttrData::Symbol(name)),
            _ => {}
        }
        draft.attrs.push((index, attr));
        Ok(())
    }

    fn regions(&mut self, cursor: &mut Cursor<'b>, op: Op, places: &mut Upcoming<'_>, depth: usize) -> Result<()> {
        if depth >= MAX_NESTING {
            return cursor.too_deep("regions", MAX_NESTING);
        }
        let at = cursor.at;
        let regions: SmallVec<[_; 2]> = self.module.regions(op).iter().copied().collect();
        let count = cursor.varint()?;
        if count != regions.len() as u64 {
            let message = format!(
                "`{}` has {}, and should have {}",
                self.module.def(op).short_name(),
                tilewright_diag::counted(count as usize, "regions"),
                regions.len()
            );
            return Err(cursor.error_at(at, &message));
        }
        for region in regions {
            let at = cursor.at;
            match cursor.varint()? {
                0 => continue,
                1 => {}
                blocks => return Err(cursor.error_at(at, &format!("this region has {blocks} blocks; one is read"))),
            }
            let outside = self.values.len();
            let block = self.module.add_block(region);
            for _ in 0..cursor.count(1, "block arguments")? {
                let ty = self.ty(cursor)?;
                let value = self.module.add_argument(block, ty);
                self.values.push(value);
            }
            for _ in 0..cursor.count(1, "ops")? {
                self.op(cursor, block, places, depth + 1)?;
            }
            self.ended(block, cursor)?;
            self.values.truncate(outside);
        }
        Ok(())
    }
}
