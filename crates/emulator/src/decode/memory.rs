//! Decoding of loads, stores and atomics.

use super::op::*;
use super::parts::*;
use super::program::{Decoded, Decoder};
use crate::exec::atom_known;
use tilewright_ptx::{Imm, Instr, Opcode, Operand, Type, Word};

impl Decoder<'_> {
    /// `Ok(None)` if the opcode belongs to another group.
    pub(super) fn memory(&mut self, i: &Instr) -> Decoded<Option<MemoryOp>> {
        Ok(Some(match i.op {
            Opcode::Ld => MemoryOp::Ld(Box::new(self.load(i)?)),
            Opcode::St => MemoryOp::St(Box::new(self.access(i, 0, 1)?)),
            Opcode::Atom => MemoryOp::Atom(Box::new(self.atom(i, true)?)),
            Opcode::Red => MemoryOp::Atom(Box::new(self.atom(i, false)?)),
            Opcode::StAsync | Opcode::RedAsync => MemoryOp::StAsync(Box::new(self.st_async(i)?)),
            Opcode::StBulk => {
                if self.operand(i, 2)? != &Operand::Imm(Imm::Int(0)) {
                    return self.refuse("`st.bulk` stores zeros only");
                }
                MemoryOp::StBulk {
                    space: self.space(i.space(0))?,
                    addr: self.address(self.operand(i, 0)?)?,
                    bytes: self.arg(i, 1, Type::U64)?,
                }
            }
            _ => return Ok(None),
        }))
    }

    fn load(&mut self, i: &Instr) -> Decoded<Access> {
        let mut access = self.access(i, 1, 0)?;
        if access.space == MemSpace::Generic && self.symbol_space(self.operand(i, 1)?) == Some(MemSpace::Param) {
            access.space = MemSpace::Param;
        }
        Ok(access)
    }

    /// The space of an access; what a call takes and returns lies in local memory.
    fn access_space(&self, i: &Instr, addr: &Operand) -> Decoded<MemSpace> {
        Ok(match (self.space(i.space(0))?, self.symbol_space(addr)) {
            (MemSpace::Param, Some(MemSpace::Local)) => MemSpace::Local,
            (space, _) => space,
        })
    }

    fn access(&mut self, i: &Instr, addr: usize, data: usize) -> Decoded<Access> {
        let ty = self.ty(i, 0)?;
        let words = Self::words(i);
        let count = vector_length(&words);
        let wide = ty == Type::B128;
        if (ty.bits() > 64 && !wide) || (wide && count != 1) || ty == Type::Pred {
            return self.unknown(i);
        }
        let mut width = ty.bits();
        let list: &[Operand] = match self.operand(i, data)? {
            Operand::Vector(list) => list,
            one => std::slice::from_ref(one),
        };
        if list.len() != count {
            return self.refuse(format!(
                "`{}` moves {count} values but names {}",
                i.op.text(),
                list.len()
            ));
        }
        let mut regs = Vec::with_capacity(count);
        for o in list {
            if wide {
                regs.extend(match o {
                    Operand::Sink => [None, None],
                    o => self.halves(o)?.map(Some),
                });
                continue;
            }
            if let Operand::Reg(r) = o {
                width = width.max(r.ty.bits());
            }
            regs.push(match o {
                Operand::Sink => None,
                Operand::Reg(_) => Some(self.src(o, ty)?),
                _ if data == 1 => Some(self.src(o, ty)?),
                _ => return self.refuse("the destination must be a register"),
            });
        }
        let has = |w| words.contains(&w);
        Ok(Access {
            space: self.access_space(i, self.operand(i, addr)?)?,
            bytes: if wide { 8 } else { ty.bytes() },
            signed: ty.is_signed(),
            width,
            regs,
            addr: self.address(self.operand(i, addr)?)?,
            strong: has(Word::Relaxed) || has(Word::Acquire) || has(Word::Release) || has(Word::Volatile),
            acquire: has(Word::Acquire),
            release: has(Word::Release),
        })
    }

    fn st_async(&mut self, i: &Instr) -> Decoded<StAsync> {
        let ty = self.ty(i, 0)?;
        let words = Self::words(i);
        // The forms for other proxies, without an mbarrier, are of later devices.
        if !words.contains(&Word::CompleteTxBytes) || !matches!(ty.bits(), 32 | 64) {
            return self.unknown(i);
        }
        let reduce = match i.op {
            Opcode::StAsync => None,
            _ => match words.iter().find_map(|w| atom_op(*w)) {
                Some(op) if atom_known(op, ty) && !ty.is_float() => Some((op, ty)),
                _ => return self.unknown(i),
            },
        };
        let values = self.list(self.operand(i, 1)?, ty)?;
        if values.len() != vector_length(&words) {
            return self.refuse("the number of values does not match the vector in the name");
        }
        Ok(StAsync {
            space: self.space(i.space(0))?,
            dst: self.address(self.operand(i, 0)?)?,
            bytes: ty.bytes(),
            values,
            mbar: self.address(self.operand(i, 2)?)?,
            reduce,
        })
    }

    fn atom(&mut self, i: &Instr, returns: bool) -> Decoded<Atom> {
        let ty = self.ty(i, 0)?;
        let words = Self::words(i);
        let op = words.iter().rev().find_map(|w| atom_op(*w));
        let kind = if words.contains(&Word::Exch) {
            AtomKind::Exch
        } else if words.contains(&Word::Cas) {
            AtomKind::Cas
        } else if let Some(op) = op {
            AtomKind::Update(op, ty)
        } else {
            return self.unknown(i);
        };
        if let AtomKind::Update(op, ty) = kind
            && !atom_known(op, ty)
        {
            return self.unknown(i);
        }
        if ty.bits() > 64 {
            return self.unknown(i);
        }
        let count = vector_length(&words);
        let at = usize::from(returns);
        let mut dst = Vec::new();
        if returns {
            let list: &[Operand] = match self.operand(i, 0)? {
                Operand::Vector(list) => list,
                one => std::slice::from_ref(one),
            };
            for o in list {
                dst.push(match o {
                    Operand::Sink => None,
                    Operand::Reg(r) => Some(self.slot(*r)?),
                    _ => return self.refuse("the destination must be a register"),
                });
            }
        } else {
            dst = vec![None; count];
        }
        let src = self.list(self.operand(i, at + 1)?, ty)?;
        if src.len() != count || dst.len() != count || (count > 1 && kind == AtomKind::Cas) {
            return self.refuse(format!("`{}` works on {count} values", i.op.text()));
        }
        let swap = if kind == AtomKind::Cas {
            Some(self.arg(i, at + 2, ty)?)
        } else {
            None
        };
        let has = |w| words.contains(&w);
        Ok(Atom {
            space: self.space(i.space(0))?,
            kind,
            bytes: ty.bytes(),
            dst,
            addr: self.address(self.operand(i, at)?)?,
            src,
            swap,
            acquire: has(Word::Acquire) || has(Word::AcqRel),
            release: has(Word::Release) || has(Word::AcqRel),
        })
    }
}

/// 1, 2, 4 or 8.
pub(super) fn vector_length(words: &[Word]) -> usize {
    words
        .iter()
        .find_map(|w| match w {
            Word::V2 => Some(2),
            Word::V4 => Some(4),
            Word::V8 => Some(8),
            _ => None,
        })
        .unwrap_or(1)
}

/// The update that a word names.
pub(super) fn atom_op(w: Word) -> Option<AtomOp> {
    Some(match w {
        Word::Add => AtomOp::Add,
        Word::Min => AtomOp::Min,
        Word::Max => AtomOp::Max,
        Word::Inc => AtomOp::Inc,
        Word::Dec => AtomOp::Dec,
        Word::And => AtomOp::And,
        Word::Or => AtomOp::Or,
        Word::Xor => AtomOp::Xor,
        _ => return None,
    })
}
