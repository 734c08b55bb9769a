//! Copies that threads start and wait for later, and reads and writes of matrices in shared memory.

use super::Emitter;
use tilewright_ir::Op;
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_machine::memory;
use tilewright_ptx::{Addr, Mod, Opcode, Operand, Reg, Space, Type, Word};

impl Emitter<'_> {
    /// Emits an op of this kind; false if it is of another.
    pub(super) fn copies(&mut self, op: Op) -> bool {
        match self.module.kind(op) {
            nvvm::CP_ASYNC_SHARED_GLOBAL => self.copy(op),
            nvvm::CP_ASYNC_MBARRIER_ARRIVE => {
                let bar = self.at(op);
                let mods = [Mod::Space(Space::Shared), Mod::Type(Type::B64)];
                self.b.op(Opcode::CpAsyncMbarrierArrive, &mods, [Operand::from(bar)]);
            }
            nvvm::CP_ASYNC_COMMIT_GROUP => self.b.op(Opcode::CpAsyncCommitGroup, &[], []),
            nvvm::CP_ASYNC_WAIT_GROUP => {
                let count = self.attr_int(op, "count") as u32;
                self.b.op(Opcode::CpAsyncWaitGroup, &[], [count.into()]);
            }
            nvvm::LDMATRIX => self.ldmatrix(op),
            nvvm::STMATRIX => self.stmatrix(op),
            nvvm::PACKED_F32X2 => self.two_at_a_time(op),
            nvvm::PACK_WORD => self.pack_word(op),
            nvvm::PACK_BYTES => self.pack_bytes(op),
            _ => return false,
        }
        true
    }

    /// Two numbers are the halves of a register of 64 bits meanwhile.
    fn two_at_a_time(&mut self, op: Op) {
        let module = self.module;
        let opcode = match module.keyword(op, "kind") {
            "add" => Opcode::Add,
            "sub" => Opcode::Sub,
            "mul" => Opcode::Mul,
            // Absent: the last of the four.
            _ => Opcode::Fma,
        };
        let ftz = module.has_attr(op, "ftz").then_some(Mod::Word(Word::Ftz));
        let mods: Vec<Mod> = [Mod::Word(Word::Rn)]
            .into_iter()
            .chain(ftz)
            .chain([Mod::Type(Type::F32x2)])
            .collect();
        let wide = [Mod::Type(Type::B64)];
        let mut operands = Vec::new();
        for pair in module.operands(op).chunks(2) {
            let halves: Vec<Reg> = pair.iter().map(|&half| self.reg(half)).collect();
            operands.push(
                self.b
                    .value(Type::B64, Opcode::Mov, &wide, [Operand::from(&halves[..])])
                    .into(),
            );
        }
        let both = self.b.value(Type::B64, opcode, &mods, operands);
        let halves = self.b.regs(Type::F32, 2);
        self.b.op(Opcode::Mov, &wide, [Operand::from(&halves[..]), both.into()]);
        for (&result, half) in module.results(op).iter().zip(halves) {
            self.set(result, half);
        }
    }

    fn copy(&mut self, op: Op) {
        let module = self.module;
        let (address, source) = (self.named(op, operand::ADDRESS), self.named(op, operand::SOURCE));
        let to = Addr::reg(address, self.attr_int(op, "offset"));
        let from = Addr::reg(source, self.attr_int(op, "source_offset"));
        let whole = memory().copy_bytes.value as i64;
        // Absent: as many as there can be.
        let size = module.int_or(op, "size", whole);
        let mut operands: Vec<Operand> = vec![to.into(), from.into(), (size as u32).into()];
        if let Some(bytes) = module.operand_named(op, operand::BYTES) {
            operands.push(self.operand(bytes));
        }
        let mods = [
            // Parts of a chunk are cached where others find the rest.
            Mod::Word(if size == whole { Word::Cg } else { Word::Ca }),
            Mod::Space(Space::Shared),
            Mod::Space(Space::Global),
        ];
        self.guarded(op, |b| b.op(Opcode::CpAsync, &mods, operands));
    }

    fn ldmatrix(&mut self, op: Op) {
        let module = self.module;
        let results = module.results(op);
        let bytes = module.has_attr(op, "bytes");
        // A matrix of bytes is two registers of a thread.
        let mut mods = match bytes {
            true => vec![Mod::Word(Word::M16n16), Mod::Word(self.matrices(results.len() / 2))],
            false => vec![Mod::Word(Word::M8n8), Mod::Word(self.matrices(results.len()))],
        };
        if module.has_attr(op, "transposed") {
            mods.push(Mod::Word(Word::Trans));
        }
        let ty = if bytes { Type::B8 } else { Type::B16 };
        mods.extend([Mod::Space(Space::Shared), Mod::Type(ty)]);
        let regs: Vec<Reg> = self.b.regs(Type::B32, results.len());
        let address = self.named(op, operand::ADDRESS);
        let address = Addr::reg(address, self.attr_int(op, "offset"));
        self.b.op(Opcode::Ldmatrix, &mods, [regs[..].into(), address.into()]);
        for (&value, reg) in results.iter().zip(regs) {
            self.set(value, reg);
        }
    }

    fn stmatrix(&mut self, op: Op) {
        let values = self.module.operands_named(op, operand::VALUES);
        let words: Vec<Reg> = values.chunks(2).map(|pair| self.packed(pair)).collect();
        let count = Mod::Word(self.matrices(words.len()));
        let mods = [
            Mod::Word(Word::M8n8),
            count,
            Mod::Space(Space::Shared),
            Mod::Type(Type::B16),
        ];
        let address = self.named(op, operand::ADDRESS);
        let address = Addr::reg(address, self.attr_int(op, "offset"));
        self.b.op(Opcode::Stmatrix, &mods, [address.into(), words[..].into()]);
    }

    /// The word for so many matrices.
    fn matrices(&mut self, count: usize) -> Word {
        match count {
            1 => Word::X1,
            2 => Word::X2,
            4 => Word::X4,
            other => {
                self.amiss(format!("moves {other} matrices"));
                Word::X4
            }
        }
    }

    /// Numbers side by side in a word; two f32 are rounded by the instruction that packs them, which has the higher one first.
    pub(super) fn pack_word(&mut self, op: Op) {
        let parts = self.module.operands(op).to_vec();
        let ty = match self.module.keyword(op, "type") {
            "bf16" => Type::Bf16x2,
            // Absent: other types are not rounded here.
            _ => Type::F16x2,
        };
        let is_wide = parts
            .iter()
            .all(|&part| self.module.element_bits(self.module.ty(part)) == 32);
        let word = match parts[..] {
            [low, high] if is_wide => {
                let operands = [self.reg(high), self.reg(low)].map(Operand::from);
                let mods = [Mod::Word(Word::Rn), Mod::Type(ty), Mod::Type(Type::F32)];
                self.b.value(Type::B32, Opcode::Cvt, &mods, operands)
            }
            _ => self.packed(&parts),
        };
        self.set(self.module.result(op, 0), word);
    }

    /// Bytes side by side in a word, zeros above them.
    fn pack_bytes(&mut self, op: Op) {
        let parts = self.module.operands(op).to_vec();
        let word = match parts[..] {
            [_, _, _, _] => self.packed(&parts),
            _ => {
                let regs: Vec<Reg> = parts.iter().map(|&part| self.reg(part)).collect();
                let shifted = regs.iter().enumerate().map(|(at, &reg)| match at {
                    0 => reg,
                    _ => self.b.binary(Opcode::Shl, Type::B16, reg, 8),
                });
                let shifted: Vec<Reg> = shifted.collect();
                // Absent: an op without parts, which its record refuses.
                let half = shifted
                    .into_iter()
                    .reduce(|a, b| self.b.binary(Opcode::Or, Type::B16, a, b));
                let half = half.map_or_else(|| 0u32.into(), Operand::from);
                let mods = [Mod::Type(Type::U32), Mod::Type(Type::U16)];
                self.b.value(Type::B32, Opcode::Cvt, &mods, [half])
            }
        };
        self.set(self.module.result(op, 0), word);
    }
}
