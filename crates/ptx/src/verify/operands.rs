//! Operands, held against what a form says of them (the words are explained in `table.rs`), and the few rules that no
//! table of modifiers can say.

use crate::modifier::{Mod, Word};
use crate::opcode::{Form, Opcode, in_class};
use crate::table::WIDE_ACCESS;
use crate::tree::*;
use crate::types::{Space, Target, Type, Version};
use smallvec::SmallVec;

/// A word of a form, held against a list of modifiers: it asks something of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    token: &'static str,
    /// Whether the operand must be there.
    needed: bool,
    /// The registers of a fragment, and the type of each.
    fragment: (u32, Type),
}

/// The operands of a form with a list of modifiers.
pub(super) type Words = SmallVec<[Wanted; 4]>;

/// The words of a form.
pub(super) fn words(form: &Form, i: &Instr) -> Words {
    let present = |word: &str| i.mods.iter().any(|&m| in_class(word, m));
    let words = form.operands.split_ascii_whitespace();
    let words = words.filter_map(|token| match token.split_once('?') {
        None => Some((token, true)),
        Some((token, "")) => Some((token, false)),
        Some((token, word)) => present(word).then_some((token, true)),
    });
    let word = |(token, needed): (&'static str, bool)| Wanted {
        token,
        needed,
        fragment: fragment(token.trim_end_matches("+p"), i),
    };
    words.map(word).collect()
}

/// Does the instruction keep to the form with these words? Else why not.
pub(super) fn check(words: &Words, i: &Instr, machine: (Version, Target)) -> Result<(), String> {
    let needed = words.iter().filter(|word| word.needed).count();
    let given = i.operands.len();
    if given < needed || given > words.len() {
        return Err(format!(
            "`{}` has {given} operands here, expected {needed}",
            i.op.text()
        ));
    }
    let mut spare = given - needed;
    let mut operands = i.operands.iter().enumerate().peekable();
    for word in words {
        let Some(&(n, operand)) = operands.peek() else { break };
        let written = n < i.op.destinations();
        if !word.needed {
            if spare == 0 || !fits(word.token, operand, (i, word.fragment), written) {
                continue;
            }
            spare -= 1;
        }
        operands.next();
        if !fits(word.token, operand, (i, word.fragment), written) {
            let taken = match operand {
                Operand::Reg(r) => format!("cannot take a .{} register", r.ty),
                _ => "cannot take what is given".into(),
            };
            return Err(format!(
                "`{}` {taken} as operand {}: {}",
                i.op.text(),
                n + 1,
                explain(word.token, i)
            ));
        }
    }
    if let Some((n, _)) = operands.next() {
        return Err(format!("operand {} of `{}` is one too many", n + 1, i.op.text()));
    }
    rules(i, machine)
}

/// The meaning of a word of the table, in words.
fn explain(token: &str, i: &Instr) -> String {
    let typed = |ty: Option<Type>| ty.map_or_else(String::new, |t| format!("a value of type .{t} is expected"));
    match token.trim_end_matches("+p") {
        "a" => "an address in brackets is expected".into(),
        "c" => "an address in brackets, of 32 bits, is expected".into(),
        "t" => "a tensor map with coordinates is expected".into(),
        "i" => "a number is expected".into(),
        "p" | "P" => "a predicate is expected".into(),
        "V" => format!("{} values are expected", vector_length(i).unwrap_or(1)),
        "A" | "B" | "C" | "T" => format!("a list of {} registers is expected", fragment(token, i).0),
        "w" => typed(i.ty(0).and_then(twice)),
        "M" => typed(i.ty(0)),
        token => typed(type_of(token, i)),
    }
}

fn type_of(token: &str, i: &Instr) -> Option<Type> {
    let token = token.trim_start_matches('~');
    match token.parse::<usize>() {
        Ok(n) => i.ty(n),
        Err(_) => Type::from_text(token),
    }
}

fn fits(token: &str, operand: &Operand, (i, fragment): (&Instr, (u32, Type)), written: bool) -> bool {
    let predicate = |r: &Reg| r.ty == Type::Pred;
    if let Some(first) = token.strip_suffix("+p") {
        return match operand {
            Operand::Pair(a, b) => {
                a.is_none_or(|r| fits(first, &Operand::Reg(r), (i, fragment), written))
                    && b.is_none_or(|r| predicate(&r))
            }
            other => fits(first, other, (i, fragment), written),
        };
    }
    // By bytes, which are compared without a call: every operand of every instruction comes here.
    match (token.as_bytes(), operand) {
        ([b'*'], _) => true,
        ([b'a'], o) => matches!(o, Operand::Addr(_)),
        ([b'c'], Operand::Addr(a)) => match &a.base {
            Base::Reg(r) => r.ty.bits() == 32,
            _ => true,
        },
        ([b'v'], o) => matches!(o, Operand::Vector(_)),
        ([b't'], o) => matches!(o, Operand::TensorAddr { .. }),
        ([b'i'], o) => matches!(o, Operand::Imm(_)),
        ([b'p'], Operand::Reg(r) | Operand::Not(r)) => predicate(r),
        ([b'p'], o) => matches!(o, Operand::Imm(_)),
        ([b'P'], Operand::Reg(r)) => predicate(r),
        ([b'P'], Operand::Pair(a, b)) => [a, b].into_iter().flatten().all(predicate),
        ([b'P'], o) => matches!(o, Operand::Sink),
        ([b'V'], o) => vector(o, i, written),
        ([b'A' | b'B' | b'C' | b'T'], o) => fragment_fits(token, o, i, fragment),
        ([b'M'], Operand::Vector(_) | Operand::Label(_)) => true,
        ([b'M'], o) => i.ty(0).is_some_and(|ty| value(ty, o, false, written)),
        ([b'w'], o) => i.ty(0).and_then(twice).is_some_and(|ty| value(ty, o, false, written)),
        (_, o) => type_of(token, i).is_some_and(|ty| value(ty, o, token.starts_with('~'), written)),
    }
}

fn twice(ty: Type) -> Option<Type> {
    Some(match ty {
        Type::U16 => Type::U32,
        Type::S16 => Type::S32,
        Type::U32 => Type::U64,
        Type::S32 => Type::S64,
        _ => return None,
    })
}

/// Can the operand hold or take a value of the type (9.2, tables of operand types)?
fn value(ty: Type, operand: &Operand, wider: bool, written: bool) -> bool {
    match operand {
        Operand::Reg(r) => register(ty, r.ty, wider),
        Operand::Not(r) => ty == Type::Pred && r.ty == Type::Pred,
        Operand::Sink => written,
        Operand::Imm(_) | Operand::Special(..) | Operand::Symbol(..) => !written,
        _ => false,
    }
}

fn register(ty: Type, reg: Type, wider: bool) -> bool {
    if (ty == Type::Pred) != (reg == Type::Pred) {
        return false;
    }
    let same_kind = ty.is_untyped() || reg.is_untyped() || ty == reg || (ty.is_int() && reg.is_int());
    let width = if wider {
        reg.bits() >= ty.bits()
    } else {
        reg.bits() == ty.bits()
    };
    same_kind && width
}

fn vector_length(i: &Instr) -> Option<u32> {
    i.mods.iter().find_map(|m| match m {
        Mod::Word(Word::V2) => Some(2),
        Mod::Word(Word::V4) => Some(4),
        Mod::Word(Word::V8) => Some(8),
        _ => None,
    })
}

/// The values of an access: as many as the vector modifier says, of the last type.
fn vector(operand: &Operand, i: &Instr, written: bool) -> bool {
    let Some(ty) = i
        .mods
        .iter()
        .rev()
        .find_map(|m| if let Mod::Type(t) = m { Some(*t) } else { None })
    else {
        return false;
    };
    // A register may be wider than what is moved (9.4.1), never narrower.
    let wider = matches!(i.op, Opcode::Ld | Opcode::St);
    match (operand, vector_length(i)) {
        (Operand::Vector(list), length) => {
            list.len() == length.unwrap_or(1) as usize && list.iter().all(|o| value(ty, o, wider, written))
        }
        (one, None) => value(ty, one, wider, written),
        _ => false,
    }
}

/// The number of registers that a fragment takes, and the type of each.
fn fragment(token: &str, i: &Instr) -> (u32, Type) {
    let shape = i.mods.iter().find_map(|m| match m {
        Mod::Shape { m, n, k } => Some((u32::from(*m), u32::from(*n), u32::from(*k))),
        _ => None,
    });
    let Some((m, n, k)) = shape else {
        return (listed(i), Type::B32);
    };
    let index = match token {
        "A" => 1,
        "B" => 2,
        _ => 0,
    };
    let ty = i.ty(index).unwrap_or(Type::B32);
    // Types of 4 and 6 bits stand in bytes unless the whole product is of them.
    let is_packed = || i.has(Word::KindMxf4) || i.has(Word::KindMxf4nvf4);
    let bits = match ty {
        Type::E2m1 | Type::E3m2 | Type::E2m3 if !is_packed() => 8,
        Type::Tf32 => 32,
        ty => ty.bits(),
    };
    let lanes = if i.op == Opcode::WgmmaMmaAsync { 128 } else { 32 };
    let elements = match token {
        "A" => m * k,
        "B" => k * n,
        _ => m * n,
    };
    let (width, held) = match ty {
        Type::F64 => (64, Type::F64),
        Type::F32 => (32, Type::F32),
        _ => (32, Type::B32),
    };
    (elements * bits / width / lanes, held)
}

/// Registers that a thread needs beside the fragments of an asynchronous product: found by asking the assembler (13.5)
/// for the least bound it takes, over both accumulator types and N of 8 to 256.
const BESIDE_FRAGMENTS: u32 = 26;

/// The registers that a thread needs at an asynchronous matrix product.
pub(super) fn registers(i: &Instr) -> Option<u32> {
    if i.op != Opcode::WgmmaMmaAsync {
        return None;
    }
    let in_registers = matches!(i.operands.get(1), Some(Operand::Vector(_)));
    let a = if in_registers { fragment("A", i).0 } else { 0 };
    Some(fragment("C", i).0 + a + BESIDE_FRAGMENTS)
}

/// The registers of `ldmatrix`, `stmatrix` and of accesses of tensor memory.
fn listed(i: &Instr) -> u32 {
    let mut count = 1;
    for m in &i.mods {
        count *= match m {
            Mod::Word(Word::X2 | Word::M16n16 | Word::S16x128b) => 2,
            Mod::Word(Word::X4 | Word::S16x256b) => 4,
            Mod::Word(Word::X8) => 8,
            Mod::Word(Word::X16) => 16,
            Mod::Word(Word::X32) => 32,
            Mod::Word(Word::X64) => 64,
            Mod::Word(Word::X128) => 128,
            _ => 1,
        };
    }
    count
}

fn fragment_fits(token: &str, operand: &Operand, i: &Instr, (count, ty): (u32, Type)) -> bool {
    let holds = |o: &Operand| match o {
        // Cells of tensor memory have no type: any register of as many bits takes them.
        Operand::Reg(r) if token == "T" => r.ty.bits() == ty.bits(),
        Operand::Reg(r) => {
            r.ty.bits() == ty.bits() && (r.ty == ty || r.ty.is_untyped() || r.ty.is_float() == ty.is_float())
        }
        // Zero accumulators and elements may be written as numbers.
        Operand::Imm(_) => true,
        Operand::Sink => token == "T",
        _ => false,
    };
    match operand {
        Operand::Vector(list) => list.len() == count as usize && list.iter().all(holds),
        // A of wgmma may be a descriptor.
        Operand::Reg(r) if i.op == Opcode::WgmmaMmaAsync && token == "A" => r.ty.bits() == 64 && r.ty != Type::F64,
        Operand::Reg(_) => count == 1 && holds(operand),
        _ => false,
    }
}

/// Rules of single instructions.
fn rules(i: &Instr, machine: (Version, Target)) -> Result<(), String> {
    let number = |n: usize| match i.operands.get(n) {
        Some(Operand::Imm(Imm::Int(v))) => Some(*v),
        _ => None,
    };
    let shared = |s: Option<Space>| matches!(s, Some(Space::Shared | Space::SharedCta | Space::SharedCluster));
    match i.op {
        Opcode::Ld | Opcode::St => {
            let (length, one) = (vector_length(i).unwrap_or(1), i.ty(0).map_or(0, Type::bits));
            let bits = length * one;
            let wide = matches!(i.space(0), None | Some(Space::Global)) && (32..=64).contains(&one);
            if bits > 256 || (bits > 128 && !wide) || (length == 8 && one < 32) {
                return Err(
                    "one access moves at most 128 bits, or `.v8` of 32 or `.v4` of 64 bits of global memory".into(),
                );
            }
            if bits > 128 {
                let (version, sm) = WIDE_ACCESS;
                if machine.0 < version || machine.1.sm < sm {
                    let Version { major, minor } = version;
                    return Err(format!(
                        "an access of 256 bits needs .version {major}.{minor} and .target sm_{sm} or later"
                    ));
                }
            }
            let evicts = |m: &Mod| {
                matches!(
                    m,
                    Mod::Word(Word::L2EvictFirst | Word::L2EvictLast | Word::L2EvictNormal)
                )
            };
            if bits != 256 && i.mods.iter().any(evicts) {
                return Err("an L2 eviction priority needs an access of 256 bits".into());
            }
        }
        Opcode::StAsync if vector_length(i).unwrap_or(1) * i.ty(0).map_or(0, Type::bits) > 128 => {
            return Err("one access moves at most 128 bits".into());
        }
        Opcode::Atom | Opcode::Red if i.has(Word::L2CacheHint) && shared(i.space(0)) => {
            return Err("`.L2::cache_hint` is for global memory".into());
        }
        Opcode::CpAsync => {
            let sizes: &[i64] = if i.has(Word::Cg) { &[16] } else { &[4, 8, 16] };
            if number(2).is_some_and(|n| !sizes.contains(&n)) {
                return Err(format!("`cp.async` copies {sizes:?} bytes here"));
            }
        }
        Opcode::MbarrierArrive | Opcode::MbarrierArriveDrop
            if i.space(0) == Some(Space::SharedCluster) && i.operands.first() != Some(&Operand::Sink) =>
        {
            return Err(
                "an arrival at a barrier of `.shared::cluster` gives no state: the first operand is `_`".into(),
            );
        }
        Opcode::Setmaxnreg if number(0).is_some_and(|n| !(24..=256).contains(&n) || n % 8 != 0) => {
            return Err("`setmaxnreg` takes 24 to 256 registers, a multiple of 8".into());
        }
        Opcode::Tcgen05Alloc | Opcode::Tcgen05Dealloc
            if number(1).is_some_and(|n| !(32..=512).contains(&n) || n & (n - 1) != 0) =>
        {
            return Err("tensor memory is allocated in powers of two, 32 to 512 columns".into());
        }
        Opcode::WgmmaMmaAsync => {
            let registers = matches!(i.operands.get(1), Some(Operand::Vector(_)));
            let transposes = matches!(i.ty(1), Some(Type::F16 | Type::Bf16));
            let tail = i.operands.len().saturating_sub(6);
            if transposes && tail != if registers { 1 } else { 2 } {
                return Err(
                    "an operand in shared memory has a number that says how it is transposed, one in registers has none"
                        .into(),
                );
            }
        }
        _ => {}
    }
    Ok(())
}
