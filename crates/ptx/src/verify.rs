//! The verifier: what the types of the tree cannot rule out. It knows the table of opcodes, not the machine.

mod operands;

use crate::modifier::Mod;
use crate::opcode::Opcode;
use crate::tree::*;
use crate::types::{Target, Type, Version};
use operands::Words;
use smallvec::SmallVec;
use std::fmt;
use tilewright_sorted::{SortedMap, SortedSet};

/// One thing that is wrong with a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which entry, counted among entries; 0 for a function, which the message names.
    pub entry: usize,
    /// Which statement of its body, if it is one.
    pub stmt: Option<usize>,
    /// The fault.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}", self.entry)?;
        if let Some(s) = self.stmt {
            write!(f, ", statement {s}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Checks a module: modifier patterns, operand counts, declared registers, predicate guards, placed labels, known
/// symbols, register widths of the common instructions, vector lengths, names and alignments.
///
/// # Errors
/// Every fault found, in order.
pub fn verify(module: &Module) -> Result<(), Vec<Fault>> {
    let mut faults = Vec::new();
    let mut module_symbols = SortedSet::new();
    for item in &module.items {
        match item {
            Item::Var(v) => module_symbols.insert(&*v.name),
            Item::Func(f) => module_symbols.insert(&*f.entry.name),
            _ => false,
        };
    }
    let mut names = SortedSet::new();
    for (number, entry) in module.entries().enumerate() {
        let mut c = Checker {
            machine: (module.version, module.target),
            known: SortedMap::new(),
            entry: number,
            body: &entry.body,
            symbols: module_symbols.clone(),
            faults: &mut faults,
        };
        if !names.insert(&*entry.name) {
            c.fault(None, format!("entry `{}` is defined twice", entry.name));
        }
        c.entry(entry);
    }
    for f in module.functions() {
        let before = faults.len();
        let mut c = Checker {
            machine: (module.version, module.target),
            known: SortedMap::new(),
            entry: 0,
            body: &f.entry.body,
            symbols: module_symbols.clone(),
            faults: &mut faults,
        };
        c.symbols.extend(f.returns.iter().map(|p| &*p.name));
        c.entry(&f.entry);
        for fault in faults.iter_mut().skip(before) {
            fault.message = format!("function `{}`: {}", f.entry.name, fault.message);
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The operands that the forms with a list of modifiers have, or what is wrong with the list.
type Forms = Result<SmallVec<[Words; 2]>, String>;

struct Checker<'a> {
    machine: (Version, Target),
    /// The forms found for a list of modifiers: a kernel repeats few of them many times.
    known: SortedMap<(Opcode, &'a [Mod]), Forms>,
    entry: usize,
    body: &'a Body,
    symbols: SortedSet<&'a str>,
    faults: &'a mut Vec<Fault>,
}

/// PTX identifiers (4.4): a letter and more, or one of `_ $ %` and at least one more.
pub fn is_name(name: &str) -> bool {
    let mut chars = name.bytes();
    let rest = |mut c: std::str::Bytes<'_>| c.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$');
    match chars.next() {
        Some(b) if b.is_ascii_alphabetic() => rest(chars),
        Some(b'_' | b'$' | b'%') => name.len() > 1 && rest(chars),
        _ => false,
    }
}

impl<'a> Checker<'a> {
    fn fault(&mut self, stmt: Option<usize>, message: String) {
        self.faults.push(Fault {
            entry: self.entry,
            stmt,
            message,
        });
    }

    fn name(&mut self, stmt: Option<usize>, name: &str) {
        if !is_name(name) {
            self.fault(stmt, format!("`{name}` is no PTX identifier"));
        }
    }

    fn entry(&mut self, entry: &'a Entry) {
        self.name(None, &entry.name);
        for p in &entry.params {
            self.name(None, &p.name);
            if !self.symbols.insert(&p.name) {
                self.fault(None, format!("parameter `{}` is declared twice", p.name));
            }
            if !p.alignment().is_power_of_two() {
                self.fault(
                    None,
                    format!("alignment of parameter `{}` is not a power of two", p.name),
                );
            }
        }
        let mut placed = vec![0_u32; self.body.labels.len()];
        let mut depth = 0_usize;
        for (n, stmt) in self.body.stmts.iter().enumerate() {
            match stmt {
                Stmt::Var(v) => {
                    self.name(Some(n), &v.name);
                    self.symbols.insert(&v.name);
                }
                Stmt::Label(l) => match placed.get_mut(l.0 as usize) {
                    Some(count) => *count += 1,
                    None => self.fault(Some(n), "label has no name".into()),
                },
                Stmt::Open => depth += 1,
                Stmt::Close if depth == 0 => self.fault(Some(n), "scope closed that was not opened".into()),
                Stmt::Close => depth -= 1,
                Stmt::Regs(bank) if self.body.banks.get(usize::from(*bank)).is_none() => {
                    self.fault(Some(n), "register declaration has no bank".into());
                }
                Stmt::Targets(list) => {
                    let known = self.body.labels.len();
                    if list.iter().any(|l| l.0 as usize >= known) {
                        self.fault(Some(n), "a branch target has no name".into());
                    }
                }
                Stmt::Pragma(text) if text.contains(['"', '\n']) => {
                    self.fault(Some(n), "pragma text holds a quote or a line end".into());
                }
                _ => {}
            }
        }
        if depth != 0 {
            self.fault(None, "a scope is not closed".into());
        }
        for (n, stmt) in self.body.stmts.iter().enumerate() {
            if let Stmt::Instr(i) = stmt {
                self.instr(n, i, &placed);
            }
        }
        self.register_bound(entry);
        for (label, count) in placed.iter().enumerate().filter(|(_, c)| **c > 1) {
            let name = self.body.labels.get(label).map_or("?", |n| n);
            self.fault(None, format!("label `{name}` is placed {count} times"));
        }
        for b in &self.body.banks {
            self.name(None, &b.name);
            if !b.ty.is_register() {
                self.fault(None, format!("no register can have type .{}", b.ty));
            }
        }
    }

    /// A matrix product of a warpgroup holds its accumulators in registers, and the assembler knows only of those at
    /// launch, whatever `setmaxnreg` says: the bound must leave room.
    fn register_bound(&mut self, entry: &Entry) {
        let Some(bound) = entry.maxnreg() else { return };
        let needs = self.body.stmts.iter().filter_map(|s| match s {
            Stmt::Instr(i) => operands::registers(i),
            _ => None,
        });
        if let Some(need) = needs.max().filter(|need| *need > bound) {
            let why = format!("`.maxnreg {bound}` leaves no room for a matrix product that takes {need} registers");
            self.fault(None, why);
        }
    }

    fn instr(&mut self, n: usize, i: &'a Instr, placed: &[u32]) {
        if let Some(g) = i.guard {
            self.reg(n, g.reg);
            if g.reg.ty != Type::Pred {
                self.fault(Some(n), "the guard is no predicate".into());
            }
        }
        self.form(n, i);
        for operand in &i.operands {
            self.operand(n, operand, placed);
        }
    }

    fn reg(&mut self, n: usize, r: Reg) {
        let ok = self
            .body
            .banks
            .get(usize::from(r.bank))
            .is_some_and(|b| b.ty == r.ty && r.index < b.count.unwrap_or(1));
        if !ok {
            self.fault(
                Some(n),
                format!("register {} of bank {} is not declared as .{}", r.index, r.bank, r.ty),
            );
        }
    }

    fn symbol(&mut self, n: usize, name: &str) {
        if !self.symbols.contains(name) {
            self.fault(Some(n), format!("symbol `{name}` is not declared"));
        }
    }

    fn addr(&mut self, n: usize, a: &Addr) {
        match &a.base {
            Base::Reg(r) => {
                self.reg(n, *r);
                if !matches!(r.ty.bits(), 32 | 64) {
                    self.fault(Some(n), format!("an address cannot be in a .{} register", r.ty));
                }
            }
            Base::Symbol(s) => self.symbol(n, s),
            Base::Absolute => {}
        }
    }

    fn operand(&mut self, n: usize, operand: &Operand, placed: &[u32]) {
        match operand {
            Operand::Reg(r) => self.reg(n, *r),
            Operand::Not(r) => {
                self.reg(n, *r);
                if r.ty != Type::Pred {
                    self.fault(Some(n), "only a predicate can be negated".into());
                }
            }
            Operand::Pair(a, b) => [a, b].into_iter().flatten().for_each(|r| self.reg(n, *r)),
            Operand::Symbol(name, _) => self.symbol(n, name),
            Operand::Addr(a) => self.addr(n, a),
            Operand::TensorAddr { map, coords } => {
                self.addr(n, map);
                coords.iter().for_each(|c| self.operand(n, c, placed));
            }
            Operand::Arguments(list) => list.iter().for_each(|o| match o {
                Operand::Reg(_) | Operand::Symbol(..) | Operand::Imm(_) | Operand::Sink => self.operand(n, o, placed),
                _ => self.fault(Some(n), "an argument is a parameter, a register or a number".into()),
            }),
            Operand::Vector(list) => {
                if list.iter().any(|o| {
                    matches!(
                        o,
                        Operand::Vector(_) | Operand::Arguments(_) | Operand::Addr(_) | Operand::TensorAddr { .. }
                    )
                }) {
                    self.fault(Some(n), "a list holds only registers, numbers and symbols".into());
                } else {
                    list.iter().for_each(|o| self.operand(n, o, placed));
                }
            }
            Operand::Label(l) => {
                if placed.get(l.0 as usize).copied().unwrap_or(0) == 0 {
                    let name = self.body.labels.get(l.0 as usize).map_or("?", |n| n);
                    self.fault(Some(n), format!("label `{name}` is not placed"));
                }
            }
            Operand::Sink | Operand::Imm(_) | Operand::Special(..) => {}
        }
    }

    /// The instruction has a form of the table that version and target allow and that its operands keep to.
    fn form(&mut self, n: usize, i: &'a Instr) {
        let key = (i.op, &i.mods[..]);
        let found;
        let forms = match self.known.get(&key) {
            Some(forms) => forms,
            None => {
                found = self.forms(i);
                self.known.insert(key, found.clone());
                &found
            }
        };
        let mut reason = forms.as_ref().err().cloned();
        for words in forms.iter().flatten() {
            match operands::check(words, i, self.machine) {
                Ok(()) => return,
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        if let Some(why) = reason {
            self.fault(Some(n), why);
        }
    }

    /// The forms that the modifiers have there.
    fn forms(&self, i: &Instr) -> Forms {
        let mut forms =
            i.op.check_mods(&i.mods)
                .map_err(|bad| format!("{}: {}", bad.message(i.op, &i.mods), bad.help(i.op)))?;
        let mut missing = String::new();
        let (version, target) = self.machine;
        forms.retain(|form| match form.needs(&i.mods, version, target) {
            Ok(()) => true,
            Err(what) => {
                missing = what;
                false
            }
        });
        if forms.is_empty() {
            let mut text = i.op.text().to_string();
            for m in &i.mods {
                text.push_str(&format!(".{m}"));
            }
            return Err(format!("`{text}` needs {missing}"));
        }
        Ok(forms.iter().map(|form| operands::words(form, i)).collect())
    }
}
