//! Ops, by the table.

use super::*;
use crate::table::{Kind, Part, Slot};
use tilewright_ir::entity::Block;
use tilewright_ir::op_def::traits::TERMINATOR;
use tilewright_ir::operand;

impl Writer<'_> {
    /// The ops of a block of `owner`; its end is written also where the IR leaves it out. How many they are.
    pub fn ops(&mut self, owner: Op, block: Block, out: &mut Vec<u8>) -> Result<u64> {
        let module = self.module;
        let mut count = 0;
        for op in module.ops(block) {
            self.op(op, out)?;
            count += 1;
        }
        if module
            .last_op(block)
            .is_none_or(|last| !module.def(last).has(TERMINATOR))
        {
            let end = match module.kind(owner) {
                cuda_tile::ENTRY => cuda_tile::RETURN,
                cuda_tile::FOR | cuda_tile::LOOP => cuda_tile::CONTINUE,
                _ => cuda_tile::YIELD,
            };
            let Some(&record) = self.records.get(end.short_name()) else {
                return Err(at(module, owner, "internal", "its end has no opcode"));
            };
            self.push_place(module.loc(owner));
            varint(record.opcode, out);
            // Neither results nor operands.
            out.extend([0, 0]);
            count += 1;
        }
        Ok(count)
    }

    fn op(&mut self, op: Op, out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        let def = module.def(op);
        let record = match self.records.get(def.short_name()) {
            Some(&record) if def.dialect() == "cuda_tile" => record,
            _ => return Err(at(module, op, "bytecode", "bytecode has no such op")),
        };
        if record.since > self.version.minor() {
            return self.too_new(Some(op), "the op", record.since);
        }
        no_more_attributes(module, op)?;
        if module.kind(op) == cuda_tile::GET_GLOBAL
            && let Some(global) = self.globals.remove(module.keyword(op, "symbol"))
        {
            self.global(global)?;
        }
        self.push_place(module.loc(op));
        varint(record.opcode, out);
        let mut optional: &[Slot] = &[];
        for part in &record.parts {
            if let Part::Bits { slots, .. } = part {
                optional = slots;
            }
            self.part(op, part, optional, out)?;
        }
        if !(record.name == "print_tko" && self.version.minor() < 2) {
            self.number(module.results(op));
        }
        Ok(())
    }

    fn part(&mut self, op: Op, part: &Part, optional: &[Slot], out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        let def = module.def(op);
        let minor = self.version.minor();
        match part {
            Part::Results | Part::CountedResults => {
                let mut results = module.results(op);
                // Before 13.2 `print_tko` had no token.
                if def.kind == cuda_tile::PRINT_TKO && minor < 2 {
                    if results.iter().any(|&result| !module.uses(result).is_empty()) {
                        return self.too_new(Some(op), "the token that it makes", 2);
                    }
                    results = &[];
                }
                if matches!(part, Part::CountedResults) {
                    varint(results.len() as u64, out);
                }
                for &result in results {
                    varint(self.ty(module.ty(result))?, out);
                }
            }
            Part::Bits { since, slots } => {
                let mut bits = 0u64;
                for (i, &slot) in slots.iter().enumerate() {
                    bits |= u64::from(self.is_there(op, slot)) << i;
                }
                if *since <= minor {
                    varint(bits, out);
                } else if bits != 0 {
                    let name = match slots[bits.trailing_zeros() as usize] {
                        Slot::Attr(_, name) => name,
                        Slot::Operand(slot) => def.operands[usize::from(slot)].name,
                    };
                    return self.too_new(Some(op), &format!("`{name}`"), *since);
                }
            }
            &Part::Attr {
                since,
                slot,
                kind,
                default,
            } => {
                let Slot::Attr(index, name) = slot else { return Ok(()) };
                let attr = index.and_then(|_| module.attr(op, name));
                if attr.is_none() && optional.contains(&slot) {
                    return Ok(());
                }
                let default = default.or(index.and_then(|index| def.attrs[usize::from(index)].default));
                if since > minor {
                    let plain = attr.is_none_or(|_| default == Some(module.keyword(op, name)));
                    return if plain {
                        Ok(())
                    } else {
                        self.too_new(Some(op), &format!("`{name}`"), since)
                    };
                }
                match (attr, kind, default) {
                    (Some(attr), ..) => self.attr(op, kind, attr, out)?,
                    (None, Kind::Word(kind), Some(word)) => self.word(op, kind, word, out)?,
                    (None, Kind::Bools, _) => {
                        let count = module.operands_named(op, operand::INDEX).len();
                        varint(count as u64, out);
                        out.resize(out.len() + count, 0);
                    }
                    _ => return Err(at(module, op, "bytecode", &format!("there is no `{name}`"))),
                }
            }
            Part::Operand(slot) => self.operands(op, module.operand_list(op, usize::from(*slot)), out)?,
            Part::Counted(slot) => {
                let list = module.operand_list(op, usize::from(*slot));
                varint(list.len() as u64, out);
                self.operands(op, list, out)?;
            }
            Part::Together(slots) => {
                let lists = slots.iter().map(|&slot| module.operand_list(op, usize::from(slot)));
                varint(lists.clone().map(<[_]>::len).sum::<usize>() as u64, out);
                for list in lists {
                    self.operands(op, list, out)?;
                }
            }
            Part::Regions => {
                let regions = module.regions(op);
                varint(regions.len() as u64, out);
                for &region in regions {
                    let blocks = module.blocks(region);
                    varint(blocks.len() as u64, out);
                    for &block in blocks {
                        self.block(op, block, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, op: Op, block: Block, out: &mut Vec<u8>) -> Result<()> {
        let arguments = self.module.arguments(block);
        let outside = self.next_value;
        varint(arguments.len() as u64, out);
        for &argument in arguments {
            varint(self.ty(self.module.ty(argument))?, out);
        }
        self.number(arguments);
        let mut content = Vec::new();
        varint(self.ops(op, block, &mut content)?, out);
        out.extend(content);
        // The values inside can no longer be named.
        self.next_value = outside;
        Ok(())
    }

    fn is_there(&self, op: Op, slot: Slot) -> bool {
        match slot {
            Slot::Operand(slot) => !self.module.operand_list(op, usize::from(slot)).is_empty(),
            Slot::Attr(None, _) => false,
            Slot::Attr(Some(_), name) => {
                let attr = self.module.attr(op, name);
                attr.is_some_and(|attr| *self.module.attr_data(attr) != AttrData::Bool(false))
            }
        }
    }

    fn operands(&self, op: Op, values: &[Value], out: &mut Vec<u8>) -> Result<()> {
        for value in values {
            let Some(&number) = self.values.get(*value) else {
                return Err(at(
                    self.module,
                    op,
                    "internal",
                    "an operand is not known where it is used",
                ));
            };
            varint(number, out);
        }
        Ok(())
    }
}
