//! The table of forms against NVIDIA's assembler, both ways: random instructions made from the table, whole and
//! damaged, are accepted by our verifier exactly where the assembler accepts them. Where `TILEWRIGHT_PTXAS` names no
//! assembler, this is skipped. `TILEWRIGHT_GRID=N` tries N seeds instead of one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use tilewright_ptx::*;

/// Targets and versions: old and new of each architecture.
const MACHINES: &[(&str, u16, u16)] = &[
    ("sm_80", 7, 0),
    ("sm_80", 8, 4),
    ("sm_86", 9, 4),
    ("sm_89", 8, 1),
    ("sm_89", 9, 4),
    ("sm_90", 7, 8),
    ("sm_90", 9, 4),
    ("sm_90a", 8, 0),
    ("sm_90a", 8, 4),
    ("sm_90a", 9, 4),
    ("sm_100", 9, 4),
    ("sm_100a", 8, 6),
    ("sm_100a", 9, 4),
    ("sm_100f", 8, 8),
    ("sm_103a", 9, 4),
    ("sm_110a", 9, 4),
    ("sm_120", 9, 4),
    ("sm_120a", 8, 7),
    ("sm_120a", 9, 4),
    ("sm_121a", 9, 4),
    ("sm_120f", 9, 4),
];

/// Instructions made of each form; the first of them whole.
const ROUNDS: usize = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// All words of a list of alternatives, classes and ranges of shapes opened.
fn members(alternatives: &str) -> Vec<String> {
    let mut out = Vec::new();
    for a in alternatives.split('|') {
        if let Some(inner) = class(a) {
            out.extend(members(inner));
        } else if let Some((rows, depth)) = a.split_once(['*', '+']) {
            out.extend([8, 16, 24, 32, 40, 48, 96, 128, 200, 256].map(|n| format!("{rows}{n}{depth}")));
        } else {
            out.push(a.to_string());
        }
    }
    out.retain(|m| in_slot(alternatives, m));
    out
}

fn slots(form: &Form) -> impl Iterator<Item = (&'static str, char)> {
    form.slots
        .split_ascii_whitespace()
        .map(|slot| match slot.chars().last() {
            Some(end @ ('?' | '*')) => (slot.trim_end_matches(end), end),
            _ => (slot, '1'),
        })
}

/// Is the word one of the alternatives, as the table reads them?
fn in_slot(alternatives: &str, word: &str) -> bool {
    alternatives.split('|').any(|a| {
        if let Some((_, depth)) = a.split_once(['*', '+']) {
            let n = word
                .strip_prefix("m64n")
                .and_then(|w| w.strip_suffix(depth))
                .and_then(|n| n.parse::<u16>().ok());
            return n.is_some_and(|n| n <= 256 && n % 8 == 0 && (a.contains('*') || n <= 32 || n % 16 == 0));
        }
        a == word || class(a).is_some_and(|c| in_slot(c, word))
    })
}

/// Random modifiers of a form.
fn whole(form: &Form, random: &mut Random) -> Vec<Mod> {
    let mut mods = Vec::new();
    for (alternatives, how) in slots(form) {
        let times = match how {
            '?' => random.below(2),
            '*' => random.below(3),
            _ => 1,
        };
        for _ in 0..times {
            let word = random.one_of(&members(alternatives)).clone();
            mods.push(Mod::from_text(&word).unwrap());
        }
    }
    mods
}

/// One modifier less, more, or another.
fn damaged(mut mods: Vec<Mod>, words: &[Mod], random: &mut Random) -> Vec<Mod> {
    let at = random.below(mods.len());
    match random.below(3) {
        0 if !mods.is_empty() => drop(mods.remove(at)),
        1 if !mods.is_empty() => {
            // A type for a type, a word for a word.
            let same = |m: &&Mod| std::mem::discriminant(*m) == std::mem::discriminant(&mods[at]);
            let others: Vec<Mod> = words.iter().filter(same).copied().collect();
            mods[at] = *random.one_of(&others);
        }
        _ => mods.insert(random.below(mods.len() + 1), *random.one_of(words)),
    }
    mods
}

/// The modifiers in the order of the first form that takes them in some order: the assembler takes words in every
/// order.
fn in_some_order(op: Opcode, mods: &[Mod]) -> Vec<Mod> {
    for form in op.forms() {
        let slots: Vec<_> = slots(&form).collect();
        let place = |m: &Mod| {
            slots
                .iter()
                .position(|(alternatives, _)| in_slot(alternatives, &m.to_string()))
        };
        let mut ordered: Vec<(usize, Mod)> = Vec::new();
        let mut used = BTreeSet::new();
        for m in mods {
            // Types fill the slots from left to right.
            let is_type = matches!(m, Mod::Type(_) | Mod::Space(_));
            let free = (0..slots.len()).find(|s| !used.contains(s) && in_slot(slots[*s].0, &m.to_string()));
            let Some(s) = (if is_type {
                free
            } else {
                place(m).filter(|s| !used.contains(s)).or(free)
            }) else {
                break;
            };
            used.insert(s);
            ordered.push((s, *m));
        }
        if ordered.len() < mods.len() {
            continue;
        }
        let types = |list: &[Mod]| -> Vec<Mod> {
            let of = |kind: fn(&&Mod) -> bool| list.iter().filter(kind).copied().collect::<Vec<Mod>>();
            [of(|m| matches!(m, Mod::Type(_))), of(|m| matches!(m, Mod::Space(_)))].concat()
        };
        ordered.sort_by_key(|(s, _)| *s);
        let ordered: Vec<Mod> = ordered.into_iter().map(|(_, m)| m).collect();
        if types(&ordered) == types(mods) && op.check_mods(&ordered).is_ok() {
            return ordered;
        }
    }
    mods.to_vec()
}

/// Operands that the form asks for.
struct Maker<'a> {
    random: &'a mut Random,
    op: Opcode,
    mods: Vec<Mod>,
}

const BANKS: [Type; 7] = [
    Type::Pred,
    Type::B16,
    Type::B32,
    Type::B64,
    Type::B128,
    Type::F32,
    Type::F64,
];

impl Maker<'_> {
    fn reg(&mut self, ty: Type) -> Reg {
        let held = match ty {
            Type::Pred | Type::F32 | Type::F64 => ty,
            _ => match ty.bits() {
                0..=16 => Type::B16,
                32 => Type::B32,
                64 => Type::B64,
                _ => Type::B128,
            },
        };
        let bank = BANKS.iter().position(|b| *b == held).unwrap();
        Reg {
            bank: bank as u16,
            ty: held,
            index: self.random.below(8) as u32,
        }
    }

    fn ty(&self, n: usize) -> Option<Type> {
        self.mods
            .iter()
            .filter_map(|m| if let Mod::Type(t) = m { Some(*t) } else { None })
            .nth(n)
    }

    fn has(&self, word: &str) -> bool {
        self.mods.iter().any(|m| in_slot(word, &m.to_string()))
    }

    fn vector(&mut self, ty: Type, n: u32) -> Operand {
        let mut reg = self.reg(ty);
        // Accumulators must be different registers.
        reg.index = 0;
        Operand::Vector((0..n).map(|k| Operand::Reg(Reg { index: k, ..reg })).collect())
    }

    fn operands(&mut self, form: &Form) -> Vec<Operand> {
        let mut list = Vec::new();
        for token in form.operands.split_ascii_whitespace() {
            let token = match token.split_once('?') {
                Some((_, "")) => continue,
                Some((token, word)) if self.has(word) => token,
                Some(_) => continue,
                None => token,
            };
            list.extend(self.operand(token, list.len()));
        }
        list
    }

    fn operand(&mut self, token: &str, n: usize) -> Option<Operand> {
        let predicate = |m: &mut Self| m.reg(Type::Pred);
        if let Some(first) = token.strip_suffix("+p") {
            let Some(Operand::Reg(first)) = self.operand(first, n) else {
                return None;
            };
            let second = predicate(self);
            return Some(Operand::Pair(Some(first), Some(second)));
        }
        let length = [("v2", 2), ("v4", 4), ("v8", 8)]
            .into_iter()
            .find(|(word, _)| self.has(word))
            .map(|(_, n)| n);
        let last = self
            .mods
            .iter()
            .rev()
            .find_map(|m| if let Mod::Type(t) = m { Some(*t) } else { None });
        let address = |m: &mut Self| {
            let param = m.has("param|param::entry");
            let base = if param {
                Base::Symbol("a".into())
            } else {
                Base::Reg(m.reg(Type::B64))
            };
            Addr { base, offset: 0 }
        };
        Some(match token {
            "a" => address(self).into(),
            "c" => Addr {
                base: Base::Reg(self.reg(Type::B32)),
                offset: 0,
            }
            .into(),
            "t" => {
                let rank = ["1d", "2d", "3d", "4d", "5d"]
                    .iter()
                    .position(|d| self.has(d))
                    .unwrap_or(1)
                    + 1;
                let rank = if self.has("tile::gather4|tile::scatter4") {
                    5
                } else {
                    rank
                };
                let coords = (0..rank).map(|_| self.reg(Type::B32).into()).collect();
                let base = Base::Reg(self.reg(Type::B64));
                Operand::TensorAddr {
                    map: Addr { base, offset: 0 },
                    coords,
                }
            }
            "i" => self.number(n).into(),
            "p" => predicate(self).into(),
            "P" => predicate(self).into(),
            "V" => match length {
                Some(length) => self.vector(last?, length),
                None => self.reg(last?).into(),
            },
            "A" | "B" | "C" | "T" => {
                let ty = self.ty(match token {
                    "A" => 1,
                    "B" => 2,
                    _ => 0,
                });
                let held = match ty {
                    Some(Type::F64) => Type::F64,
                    Some(Type::F32) => Type::F32,
                    _ => Type::B32,
                };
                if self.op == Opcode::WgmmaMmaAsync && token == "A" {
                    return Some(self.reg(Type::B64).into());
                }
                // The right length is known to the verifier alone: the shortest list that it takes.
                let length = self.length(token)?;
                self.vector(if token == "T" { Type::B32 } else { held }, length)
            }
            "M" => self.reg(self.ty(0)?).into(),
            "*" if self.op == Opcode::Mov => self.reg(self.ty(0)?).into(),
            "*" => self.anything(n)?,
            "w" => self
                .reg(match self.ty(0)?.bits() {
                    16 => Type::B32,
                    _ => Type::B64,
                })
                .into(),
            token => {
                let token = token.trim_start_matches('~');
                let ty = match token.parse() {
                    Ok(n) => self.ty(n)?,
                    Err(_) => Type::from_text(token)?,
                };
                let cluster = self.has("shared::cluster") && self.op.text().starts_with("mbarrier.arrive");
                if cluster && n == 0 {
                    Operand::Sink
                } else {
                    self.reg(ty).into()
                }
            }
        })
    }

    fn number(&self, n: usize) -> i32 {
        match self.op {
            Opcode::CpAsync => 16,
            Opcode::Setmaxnreg => 40,
            Opcode::FenceProxy | Opcode::Discard | Opcode::Applypriority | Opcode::TensormapCpFenceproxy => 128,
            Opcode::WgmmaMmaAsync if n < 6 => 1,
            _ => 0,
        }
    }

    fn anything(&mut self, n: usize) -> Option<Operand> {
        Some(match (self.op, n) {
            (Opcode::Tcgen05Mma | Opcode::Tcgen05MmaWs, 1) => self.reg(Type::B64).into(),
            (Opcode::Mapa | Opcode::Getctarank, _) => self.reg(self.ty(0)?).into(),
            (Opcode::BarRed | Opcode::BarrierRed, _) => self.reg(Type::Pred).into(),
            (Opcode::Mma, 4 | 6) => self.reg(Type::B32).into(),
            (Opcode::Mma, _) => vec![Operand::from(0), Operand::from(0)].into(),
            (Opcode::ClusterlaunchcontrolQueryCancel, _) => self.vector(Type::B32, 4),
            (Opcode::CpAsyncBulkTensor | Opcode::CpAsyncBulkPrefetchTensor, _) => {
                let rank = ["3d", "4d", "5d"].iter().position(|d| self.has(d)).unwrap_or(0) as u32;
                self.vector(Type::B16, rank + 1)
            }
            (Opcode::Cvt, 0) if self.has("e2m1x4") => self.reg(Type::B16).into(),
            (Opcode::Cvt, 0) => self.reg(Type::B32).into(),
            (Opcode::Cvt, _) => self.vector(Type::F32, 4),
            _ => return None,
        })
    }

    fn length(&self, token: &str) -> Option<u32> {
        let shape = self.mods.iter().find_map(|m| match m {
            Mod::Shape { m, n, k } => Some((u32::from(*m), u32::from(*n), u32::from(*k))),
            _ => None,
        });
        let Some((m, n, k)) = shape else {
            let times = |words: &str, by: u32| if self.has(words) { by } else { 1 };
            let count = ["x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128"]
                .iter()
                .position(|x| self.has(x))?;
            return Some((1 << count) * times("m16n16|16x128b", 2) * times("16x256b", 4));
        };
        let ty = self.ty(match token {
            "A" => 1,
            "B" => 2,
            _ => 0,
        })?;
        let bits = match ty {
            Type::E2m1 if self.has("kind::mxf4|kind::mxf4nvf4") => 4,
            Type::E2m1 | Type::E3m2 | Type::E2m3 => 8,
            ty => ty.bits(),
        };
        let lanes = if self.op == Opcode::WgmmaMmaAsync { 128 } else { 32 };
        let elements = match token {
            "A" => m * k,
            "B" => k * n,
            _ => m * n,
        };
        Some(elements * bits / if ty == Type::F64 { 64 } else { 32 } / lanes)
    }
}

/// One entry that holds the instructions; before 8.3 there are no registers of 128 bits.
fn entry(instrs: &[Instr], version: (u16, u16)) -> Entry {
    let banks = BANKS.map(|ty| {
        if ty == Type::B128 && version < (8, 3) {
            Type::B64
        } else {
            ty
        }
    });
    let mut number = 0;
    let banks = banks.map(|ty| Bank {
        ty,
        name: {
            number += 1;
            format!("%{ty}_{number}_").into()
        },
        count: Some(256),
    });
    let mut stmts: Vec<Stmt> = (0..BANKS.len()).map(|b| Stmt::Regs(b as u16)).collect();
    stmts.push(Stmt::Instr(Instr::new(Opcode::Ret, &[], [])));
    stmts.extend(instrs.iter().cloned().map(Stmt::Instr));
    stmts.push(Stmt::Instr(Instr::new(Opcode::Ret, &[], [])));
    let param = Param {
        align: Some(64),
        ty: Type::B8,
        pointee: None,
        name: "a".into(),
        len: Len::Array(128),
    };
    Entry {
        linkage: Linkage::Visible,
        name: "k".into(),
        params: vec![param],
        directives: Vec::new(),
        body: Body {
            banks: banks.to_vec(),
            labels: Vec::new(),
            stmts,
        },
    }
}

const FIRST: usize = BANKS.len() + 1;

/// The assembler's words on those of the instructions that it refuses.
fn assembled(ptxas: &Path, instrs: &[Instr], machine: (&str, u16, u16)) -> BTreeMap<usize, String> {
    let mut refused = BTreeMap::new();
    let mut waiting = vec![(0..instrs.len()).collect::<Vec<usize>>()];
    while let Some(some) = waiting.pop() {
        let texts: Vec<Instr> = some.iter().map(|n| instrs[*n].clone()).collect();
        let Err((placed, said)) = assemble(ptxas, &texts, machine) else {
            continue;
        };
        if let (true, [only]) = (placed.is_empty(), &some[..]) {
            refused.insert(*only, said);
        } else if placed.is_empty() {
            // The fault has no place: look in both halves.
            let (left, right) = some.split_at(some.len() / 2);
            waiting.extend([left.to_vec(), right.to_vec()]);
        } else {
            // Faults come in phases: without those of one phase, those of the next are said.
            let rest = (0..some.len())
                .filter(|k| !placed.contains_key(k))
                .map(|k| some[k])
                .collect();
            refused.extend(placed.into_iter().map(|(k, why)| (some[k], why)));
            waiting.push(rest);
        }
    }
    refused
}

/// One run of the assembler: it succeeds, or says what is wrong with which instructions, and all that it said.
fn assemble(
    ptxas: &Path,
    instrs: &[Instr],
    machine: (&str, u16, u16),
) -> Result<(), (BTreeMap<usize, String>, String)> {
    let (target, major, minor) = machine;
    let file = std::env::temp_dir().join(format!(
        "tilewright-forms-{}-{target}-{major}{minor}.ptx",
        std::process::id()
    ));
    let mut module = Module::new(Version::new(major, minor), Target::parse(target).unwrap());
    module.items.push(Item::Entry(entry(instrs, (major, minor))));
    let printed = print(&module, PrintOptions::default());
    std::fs::write(&file, &printed.text).unwrap();
    let run = Command::new(ptxas)
        .args(["-arch", target, "-o", "/dev/null"])
        .arg(&file)
        .output()
        .unwrap();
    let _ = std::fs::remove_file(&file);
    if run.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&run.stderr).into_owned() + &String::from_utf8_lossy(&run.stdout);
    let lines: BTreeMap<u32, usize> = (0..instrs.len())
        .filter_map(|k| Some((printed.map.place(0, FIRST + k)?.line, k)))
        .collect();
    let mut placed = BTreeMap::new();
    for line in said
        .lines()
        .filter(|l| (l.contains("; error") || l.contains("; fatal")) && !l.contains("<macro"))
    {
        let number = line
            .split("line ")
            .nth(1)
            .and_then(|l| l.split(';').next())
            .and_then(|n| n.parse().ok());
        if let Some(k) = number.and_then(|n: u32| lines.get(&n)) {
            placed.entry(*k).or_insert_with(|| line.to_string());
        }
    }
    Err((placed, said))
}

/// Instructions that are not single: they need labels, calls, functions.
const LEFT_OUT: &[Opcode] = &[
    Opcode::Bra,
    Opcode::BrxIdx,
    Opcode::Call,
    Opcode::Ret,
    Opcode::Exit,
    Opcode::MmaSp,
];

#[test]
fn the_table_agrees_with_the_assembler() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS") else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let seeds: u64 = std::env::var("TILEWRIGHT_GRID")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1);
    let mut differences = BTreeMap::new();
    let (mut tried, mut taken) = (0, 0);
    for seed in 1..=seeds {
        for (at, machine) in MACHINES.iter().enumerate() {
            let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (seed * 1_000_003 + at as u64));
            let mut instrs = Vec::new();
            for &op in Opcode::ALL.iter().filter(|op| !LEFT_OUT.contains(op)) {
                let words = vocabulary(op);
                for form in op.forms() {
                    for round in 0..ROUNDS {
                        let mut mods = whole(&form, &mut random);
                        if round >= 1 && !words.is_empty() {
                            mods = in_some_order(op, &damaged(mods, &words, &mut random));
                        }
                        let own = op
                            .check_mods(&mods)
                            .ok()
                            .and_then(|f| f.first().copied())
                            .unwrap_or(form);
                        let mut maker = Maker {
                            random: &mut random,
                            op,
                            mods: mods.clone(),
                        };
                        let operands = maker.operands(&own);
                        instrs.push(Instr::new(op, &mods, operands));
                    }
                }
            }
            let wide = |o: &Operand| matches!(o, Operand::Reg(r) if r.ty == Type::B128);
            instrs.retain(|i| !strange(i) && ((machine.1, machine.2) >= (8, 3) || !i.operands.iter().any(wide)));
            for group in ["cta_group::1", "cta_group::2"] {
                let (now, later): (Vec<Instr>, Vec<Instr>) = instrs
                    .into_iter()
                    .partition(|i| group == "cta_group::2" || !i.mods.iter().any(|m| m.to_string() == "cta_group::2"));
                instrs = later;
                let theirs = assembled(Path::new(&ptxas), &now, *machine);
                let mut module = Module::new(Version::new(machine.1, machine.2), Target::parse(machine.0).unwrap());
                module.items.push(Item::Entry(entry(&now, (machine.1, machine.2))));
                let ours: BTreeMap<usize, String> = match verify(&module) {
                    Ok(()) => BTreeMap::new(),
                    Err(list) => list.into_iter().map(|f| (f.stmt.unwrap() - FIRST, f.message)).collect(),
                };
                tried += now.len();
                taken += now.len() - theirs.len();
                for (n, instr) in now.iter().enumerate() {
                    let (us, them) = (ours.get(&n), theirs.get(&n));
                    if us.is_some() != them.is_some() {
                        let text = print_instr(&module.entries().next().unwrap().body, instr);
                        let (target, major, minor) = machine;
                        let says = |who: Option<&String>| who.map_or("takes it".to_string(), |w| w.clone());
                        let words: Vec<String> = instr.mods.iter().map(|m| m.to_string()).collect();
                        differences.entry((instr.op, words)).or_insert(format!(
                            "{target} {major}.{minor}: {text}\n   we: {}\n   they: {}",
                            says(us),
                            says(them)
                        ));
                    }
                }
            }
        }
    }
    eprintln!("{tried} instructions, {taken} taken by the assembler");
    let text: Vec<String> = differences.into_values().collect();
    assert!(text.is_empty(), "{} differences\n{}", text.len(), text.join("\n"));
    assert!(
        taken * 5 > tried && taken * 5 < tried * 4,
        "{taken} of {tried} are taken: a poor sample"
    );
}

/// The modifiers by which a random instruction may be damaged: the words of its own opcode, and some that many have.
fn vocabulary(op: Opcode) -> Vec<Mod> {
    let mut words = BTreeSet::new();
    for form in op.forms() {
        for (alternatives, _) in slots(&form) {
            words.extend(members(alternatives).iter().filter_map(|w| Mod::from_text(w)));
        }
    }
    // Where order and scope mean nothing, the assembler overlooks them.
    let plain = ["cp.", "fence", "tcgen05", "movmatrix", "mma", "wgmma"]
        .iter()
        .any(|p| op.text().starts_with(p));
    if !words.is_empty() && !plain {
        let common = "ftz rn rz sat relu satfinite NaN relaxed acquire release acq_rel cta cluster gpu sys global shared shared::cta \
                      shared::cluster local const v2 v4 u8 s16 u32 s64 f16 bf16 f16x2 f32 f64 b8 b16 b32 b64 b128 e4m3 tf32 noftz \
                      volatile approx hi cc L2::cache_hint";
        words.extend(common.split_ascii_whitespace().filter_map(Mod::from_text));
    }
    words.into_iter().collect()
}

/// Texts that mean another thing than the instruction they were made from, or that need surroundings.
fn strange(i: &Instr) -> bool {
    let text = i
        .mods
        .iter()
        .fold(i.op.text().to_string(), |t, m| t + "." + &m.to_string());
    let another = Opcode::split(&text).is_some_and(|(op, _)| op != i.op);
    let function =
        i.has(Space::ParamFunc) || (i.op == Opcode::St && i.mods.iter().any(|m| m.to_string().starts_with("param")));
    let mut words: Vec<&Mod> = i
        .mods
        .iter()
        .filter(|m| !matches!(m, Mod::Type(_) | Mod::Space(_)))
        .collect();
    let given = words.len();
    words.sort();
    words.dedup();
    another || function || words.len() < given || overlooked(i)
}

/// Whether the assembler takes an instruction although the manual has it not, or takes it on some targets and breaks on
/// others. We refuse all of these.
fn overlooked(i: &Instr) -> bool {
    use Opcode::*;
    let word = |w: &str| i.mods.iter().any(|m| in_slot(w, &m.to_string()));
    match i.op {
        // Other roundings than to nearest even.
        Fma => word("rz|rm|rp") && word("BF16S"),
        Testp => i.mods.len() == 1,
        Addc | Subc => word("u16|s16|sat"),
        Rcp => word("RND") && word("ftz") && word("f64"),
        Getctarank | Mapa => word("s64|s32"),
        Ld | St => word("v8") && !word("b32|u32|s32|f32"),
        // A rounding of a conversion that is exact.
        Cvt => word("RND") && i.ty(1) == Some(Type::Bf16) && word("f32|f64"),
        FenceProxy => i.mods.len() > 1 && i.op.check_mods(&i.mods).is_err(),
        // Factors of 8 bits on the architectures of tensor memory; words of other products.
        Mma => {
            let types = i.mods.iter().filter(|m| matches!(m, Mod::Type(_))).count();
            let kind = word("kind::f8f6f4|kind::mxf8f6f4|kind::mxf4|kind::mxf4nvf4");
            kind && !word("block_scale")
                || word("xor|and") && !word("b1")
                || types > if word("block_scale") { 5 } else { 4 }
        }
        Atom | Red | CpReduceAsyncBulk => word("noftz") && word("f32|f64"),
        RedAsync => word("s64"),
        StAsync => word("SCOPE|shared|shared::cta"),
        CpAsync => word("shared::cta"),
        _ => false,
    }
}
