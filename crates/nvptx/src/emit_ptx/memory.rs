//! Loads, stores, atomics, shuffles.

use super::{Emitter, move_type};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{cute_nvgpu, nvvm};
use tilewright_ir::{Op, Value};
use tilewright_ptx::{Addr, Mod, Opcode, Operand, Reg, Space, Type, Version, Word};

/// The units in which the elements of one access are moved.
struct Parcel {
    /// The type of one unit.
    ty: Type,
    /// The number of units.
    units: usize,
    /// The number of elements that are packed into one unit.
    packed: usize,
}

/// The version of PTX that has vectors of `red`.
const VECTORS_OF_RED: Version = Version::new(8, 1);
/// Bytes of a word.
const WORD_BYTES: usize = 4;

/// Up to four elements travel as they are, more in 32-bit words.
fn parcel(ty: Type, count: usize) -> Parcel {
    let memory = match ty {
        Type::F16 | Type::Bf16 | Type::U16 => Type::B16,
        // i1 is a byte in memory, 0 or 1.
        Type::Pred => Type::U8,
        other => other,
    };
    if count <= 4 {
        return Parcel {
            ty: memory,
            units: count,
            packed: 1,
        };
    }
    let packed = 4 / memory.bytes() as usize;
    Parcel {
        ty: Type::B32,
        units: count / packed,
        packed,
    }
}

impl Emitter<'_> {
    fn space(&self, op: Op) -> Space {
        match self.module.keyword(op, "space") {
            "shared" => Space::Shared,
            "shared_cluster" => Space::SharedCluster,
            "global" => Space::Global,
            other => {
                self.amiss(format!("is in the space `{other}`"));
                Space::Global
            }
        }
    }

    /// The memory order and scope of an op; nothing where it is weak.
    fn order(&self, op: Op) -> Vec<Mod> {
        // Absent: it is weak.
        let order = match self.module.keyword(op, "ordering") {
            "" => return Vec::new(),
            "acquire" => Word::Acquire,
            "release" => Word::Release,
            "acq_rel" => Word::AcqRel,
            "relaxed" => Word::Relaxed,
            other => {
                self.amiss(format!("is ordered `{other}`"));
                Word::Relaxed
            }
        };
        vec![Mod::Word(order), Mod::Word(self.scope(op))]
    }

    /// For whom an op orders others.
    pub(super) fn scope(&self, op: Op) -> Word {
        // Absent: a contradiction: what is ordered is so for somebody.
        match self.module.keyword(op, "scope") {
            "tl_blk" => Word::Cta,
            "device" => Word::Gpu,
            "sys" => Word::Sys,
            other => {
                self.amiss(format!("is ordered for `{other}`"));
                Word::Gpu
            }
        }
    }

    pub(super) fn load(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let results = module.results(op);
        let ty = self.type_of(results[0], op)?;
        let parcel = match self.is_whole(results) {
            true => Parcel {
                ty: Type::B32,
                units: 1,
                packed: results.len(),
            },
            false => parcel(ty, results.len()),
        };
        let defaults = module.operands_named(op, operand::DEFAULTS);
        let units: Vec<Reg> = match defaults {
            [] => self.b.regs(parcel.ty, parcel.units),
            // Elements that are not read keep their default.
            _ => defaults
                .chunks(parcel.packed)
                .map(|values| self.own_copy(values, parcel.ty))
                .collect(),
        };
        let address = self.reg(module.required_operand(op, operand::ADDRESS));
        let address = Addr::reg(address, self.attr_int(op, "offset"));
        let (space, how) = (self.space(op), self.order(op));
        self.guarded(op, |b| b.access(Opcode::Ld, &how, space, parcel.ty, &units, address));
        for (unit, values) in units.into_iter().zip(results.chunks(parcel.packed)) {
            self.unpack(unit, values);
        }
        Ok(())
    }

    /// Elements side by side in a register that nothing else reads.
    fn own_copy(&mut self, values: &[Value], ty: Type) -> Reg {
        match values {
            [one] if !self.is_bit(*one) => {
                let source = self.operand(*one);
                self.b.mov(move_type(ty), source)
            }
            _ => self.packed(values),
        }
    }

    pub(super) fn store(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let values = module.operands_named(op, operand::VALUES);
        let ty = self.type_of(values[0], op)?;
        let parcel = parcel(ty, values.len());
        let units: Vec<Reg> = values.chunks(parcel.packed).map(|values| self.packed(values)).collect();
        let address = self.reg(module.required_operand(op, operand::ADDRESS));
        let address = Addr::reg(address, self.attr_int(op, "offset"));
        let (space, how) = (self.space(op), self.order(op));
        self.guarded(op, |b| b.access(Opcode::St, &how, space, parcel.ty, &units, address));
        Ok(())
    }

    /// Elements side by side in one register, the first lowest.
    pub(super) fn packed(&mut self, values: &[Value]) -> Reg {
        if let Some(&word) = values.first().and_then(|&first| self.words.get(first)) {
            return word;
        }
        let regs: Vec<Reg> = values.iter().map(|&v| self.stored(v)).collect();
        match regs[..] {
            [one] => one,
            [low, high] => self.b.value(
                Type::B32,
                Opcode::Mov,
                &[Mod::Type(Type::B32)],
                [Operand::from(&[low, high][..])],
            ),
            _ => {
                let halves: Vec<Reg> = regs
                    .chunks(2)
                    .map(|pair| {
                        let high = self.b.binary(Opcode::Shl, Type::B16, pair[1], 8);
                        self.b.binary(Opcode::Or, Type::B16, pair[0], high)
                    })
                    .collect();
                self.b.value(
                    Type::B32,
                    Opcode::Mov,
                    &[Mod::Type(Type::B32)],
                    [Operand::from(&halves[..])],
                )
            }
        }
    }

    /// Whether bytes that were loaded side by side are only ever used so: in a word, which nobody has to take apart.
    fn is_whole(&self, values: &[Value]) -> bool {
        let module = self.module;
        let is_byte = |&value: &Value| module.scalar(module.ty(value)).is_some_and(|scalar| scalar.bits == 8);
        let in_word = |op: Op| match module.kind(op) {
            nvvm::PACK_BYTES => module.operands(op) == values,
            nvvm::ST => {
                let stored = module.operands_named(op, operand::VALUES);
                stored.len() > WORD_BYTES && stored.chunks(WORD_BYTES).any(|word| word == values)
            }
            // Absent: any other op takes one by itself.
            _ => false,
        };
        values.len() == WORD_BYTES
            && values.iter().all(is_byte)
            && values
                .iter()
                .all(|&value| module.uses(value).iter().all(|site| in_word(site.op)))
    }

    fn unpack(&mut self, unit: Reg, values: &[Value]) {
        match values {
            [one] => self.set_loaded(*one, unit),
            _ if self.is_whole(values) => {
                self.words.insert(values[0], unit);
            }
            _ if self.keep_bytes(unit, values) => {}
            _ => {
                let halves = self.b.regs(Type::B16, 2);
                self.b.op(
                    Opcode::Mov,
                    &[Mod::Type(Type::B32)],
                    [Operand::from(&halves[..]), unit.into()],
                );
                if let [low, high] = values {
                    self.set(*low, halves[0]);
                    self.set(*high, halves[1]);
                    return;
                }
                for (half, pair) in halves.into_iter().zip(values.chunks(2)) {
                    let low = self.b.binary(Opcode::And, Type::B16, half, 0xFF);
                    let high = self.b.binary(Opcode::Shr, Type::U16, half, 8);
                    self.set_loaded(pair[0], low);
                    self.set_loaded(pair[1], high);
                }
            }
        }
    }

    fn is_bit(&self, value: Value) -> bool {
        self.module.scalar(self.module.ty(value)).is_some_and(|s| s.bits == 1)
    }

    /// The register of a value as memory has it.
    fn stored(&mut self, value: Value) -> Reg {
        let reg = self.reg(value);
        if self.is_bit(value) {
            self.b.selp(Type::B16, 1u32, 0u32, reg)
        } else {
            reg
        }
    }

    /// Says that a register has a value as memory has it.
    fn set_loaded(&mut self, value: Value, reg: Reg) {
        let reg = if self.is_bit(value) {
            let low = self.b.binary(Opcode::And, Type::B16, reg, 1);
            self.b.setp(Word::Ne, Type::U16, low, 0u32)
        } else {
            reg
        };
        self.set(value, reg);
    }

    /// The change that an atomic of a type makes, to so many neighbours: the modifiers of its instruction.
    fn change(&mut self, op: Op, ty: Type, count: usize) -> Result<Vec<Mod>, Failure> {
        let bits = move_type(ty);
        let signed = if ty == Type::U64 { Type::S64 } else { Type::S32 };
        let float = matches!(ty, Type::F16 | Type::Bf16 | Type::F32 | Type::F64);
        // Absent: a contradiction, its record asks for it.
        let (what, ty) = match self.module.keyword(op, "mode") {
            "and" => (Word::And, bits),
            "or" => (Word::Or, bits),
            "xor" => (Word::Xor, bits),
            "xchg" => (Word::Exch, if float { bits_of(ty) } else { bits }),
            "max" => (Word::Max, signed),
            "min" => (Word::Min, signed),
            "umax" => (Word::Max, ty),
            "umin" => (Word::Min, ty),
            "add" | "addf" => (Word::Add, ty),
            other => {
                self.amiss(format!("changes memory by `{other}`"));
                (Word::Add, ty)
            }
        };
        if ty == Type::Bf16 && what == Word::Add && !self.gpu.atomic_add_bf16.value {
            let refusal = self.unsupported(op, "atomic additions of bf16 need sm_90 or newer");
            return Err(Box::new(refusal.with_help("add in f32")));
        }
        let mut mods = self.order(op);
        mods.extend([Mod::Space(Space::Global), Mod::Word(what)]);
        if matches!(ty, Type::F16 | Type::Bf16) {
            mods.push(Mod::Word(Word::Noftz));
        }
        mods.extend(Word::vector(count).map(Mod::Word));
        mods.push(Mod::Type(ty));
        Ok(mods)
    }

    pub(super) fn atomic(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let value = module.required_operand(op, operand::VALUE);
        let ty = self.type_of(value, op)?;
        let mods = self.change(op, ty, 1)?;
        let address = self.reg(module.required_operand(op, operand::ADDRESS));
        let address = Addr::reg(address, self.attr_int(op, "offset"));
        let value = self.reg(value);
        let target = self.b.reg(move_type(ty));
        if module.operand_named(op, operand::PREDICATE).is_some() {
            self.b.mov_to(bits_of(ty), target, 0u32);
        }
        let operands: [Operand; 3] = [target.into(), address.into(), value.into()];
        self.guarded(op, |b| b.op(Opcode::Atom, &mods, operands));
        self.set(module.result(op, 0), target);
        Ok(())
    }

    /// The machine need not send back numbers that nobody asks for.
    pub(super) fn reduce(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let values = module.operands_named(op, operand::VALUES);
        let ty = self.type_of(values[0], op)?;
        let mods = self.change(op, ty, values.len())?;
        if values.len() > 1 {
            self.version = self.version.max(VECTORS_OF_RED);
        }
        let address = self.reg(module.required_operand(op, operand::ADDRESS));
        let address = Addr::reg(address, self.attr_int(op, "offset"));
        let values: Vec<Reg> = values.iter().map(|&value| self.reg(value)).collect();
        let added = match values[..] {
            [one] => one.into(),
            _ => Operand::from(&values[..]),
        };
        self.guarded(op, |b| b.op(Opcode::Red, &mods, [address.into(), added]));
        Ok(())
    }

    pub(super) fn compare_and_swap(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let [address, cmp, value] =
            [operand::ADDRESS, operand::CMP, operand::VALUE].map(|name| self.reg(module.required_operand(op, name)));
        let ty = self.type_of(module.required_operand(op, operand::VALUE), op)?;
        let mut mods = self.order(op);
        mods.extend([Mod::Space(Space::Global), Mod::Word(Word::Cas), Mod::Type(bits_of(ty))]);
        // Without the predicate it is as if what was compared with had been there.
        let target = self.b.mov(move_type(ty), cmp);
        let operands = [target.into(), Addr::reg(address, 0).into(), cmp.into(), value.into()];
        self.guarded(op, |b| b.op(Opcode::Atom, &mods, operands));
        self.set(module.result(op, 0), target);
        Ok(())
    }

    /// The value of the lane whose index differs in some bits; narrower and wider values travel as 32-bit words.
    pub(super) fn shuffle(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let (value, result) = (module.required_operand(op, operand::VALUE), module.result(op, 0));
        let ty = self.type_of(value, op)?;
        // Either the bits in which the lane differs, or its number; what is the same in all lanes is that of the first.
        let lane = match module.operand_named(op, operand::LANE) {
            Some(lane) => (Word::Idx, self.operand(lane)),
            None if module.kind(op) == cute_nvgpu::ARCH_MAKE_WARP_UNIFORM => (Word::Idx, Operand::from(0u32)),
            None => (Word::Bfly, Operand::from(self.attr_int(op, "lanes") as u32)),
        };
        let source = self.reg(value);
        let moved = match ty.bits() {
            1 => {
                let word = self.b.selp(Type::B32, 1u32, 0u32, source);
                let word = self.shuffle_word(word, &lane);
                self.b.setp(Word::Ne, Type::U32, word, 0u32)
            }
            32 => self.shuffle_word(source, &lane),
            64 => {
                let halves = self.b.regs(Type::B32, 2);
                self.b.op(
                    Opcode::Mov,
                    &[Mod::Type(Type::B64)],
                    [Operand::from(&halves[..]), source.into()],
                );
                let halves: Vec<Reg> = halves.into_iter().map(|half| self.shuffle_word(half, &lane)).collect();
                let whole = self.b.reg(ty);
                self.b.op(
                    Opcode::Mov,
                    &[Mod::Type(Type::B64)],
                    [whole.into(), Operand::from(&halves[..])],
                );
                whole
            }
            _ => {
                let word = self.b.cvt(&[], Type::U32, Type::U16, source);
                let word = self.shuffle_word(word, &lane);
                self.b.cvt(&[], Type::U16, Type::U32, word)
            }
        };
        let moved = if ty == Type::F32 {
            self.b.mov(Type::B32, moved)
        } else {
            moved
        };
        self.set(result, moved);
        Ok(())
    }

    fn shuffle_word(&mut self, word: Reg, (how, lane): &(Word, Operand)) -> Reg {
        let operands = [word.into(), lane.clone(), 31u32.into(), u32::MAX.into()];
        self.b.value(
            Type::B32,
            Opcode::Shfl,
            &[Mod::Word(*how), Mod::Type(Type::B32)],
            operands,
        )
    }
}

/// The untyped twin of a type.
fn bits_of(ty: Type) -> Type {
    match ty.bits() {
        64 => Type::B64,
        32 => Type::B32,
        _ => Type::B16,
    }
}
