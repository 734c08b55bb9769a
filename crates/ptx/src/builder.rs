//! Building an entry: virtual registers by class, labels, and a method for each common instruction.
//!
//! Methods that compute a value return it in a fresh register; those ending in `_to` write a register given. Everything
//! not covered is made with [`EntryBuilder::op`] or [`EntryBuilder::value`]. Nothing is checked here:
//! [`crate::verify()`] checks the finished module.

mod hopper;

pub use hopper::WgmmaTail;

use crate::modifier::{Mod, Word};
use crate::opcode::Opcode;
use crate::tree::*;
use crate::types::{Dim, Space, Special, Type};

/// Makes a modifier array of words, types, spaces: `mods![Word::Rn, Type::F32]`.
#[macro_export]
macro_rules! mods {
    ($($m:expr),* $(,)?) => { [$($crate::Mod::from($m)),*] };
}

/// Builds one entry.
#[derive(Clone, Debug)]
pub struct EntryBuilder {
    entry: Entry,
    guard: Option<Guard>,
    loc: Option<Loc>,
}

/// Register type and name prefix that hold values of `ty`.
fn class_of(ty: Type) -> (Type, &'static str) {
    match ty {
        Type::Pred => (Type::Pred, "%p"),
        Type::F32 => (Type::F32, "%f"),
        Type::F64 => (Type::F64, "%fd"),
        _ => match ty.bits() {
            0..=16 => (Type::B16, "%h"),
            17..=32 => (Type::B32, "%r"),
            33..=64 => (Type::B64, "%rd"),
            _ => (Type::B128, "%rq"),
        },
    }
}

impl EntryBuilder {
    /// A visible entry without parameters, directives and code.
    pub fn new(name: &str) -> EntryBuilder {
        let entry = Entry {
            linkage: Linkage::Visible,
            name: name.into(),
            params: Vec::new(),
            directives: Vec::new(),
            body: Body::default(),
        };
        EntryBuilder {
            entry,
            guard: None,
            loc: None,
        }
    }

    /// Makes room for so many more statements.
    pub fn reserve(&mut self, statements: usize) {
        self.entry.body.stmts.reserve(statements);
    }

    /// A scalar parameter; returns its symbol.
    pub fn param(&mut self, ty: Type, name: &str) -> Name {
        self.push_param(Param {
            align: None,
            ty,
            pointee: None,
            name: name.into(),
            len: Len::One,
        })
    }

    /// A pointer to global memory of which `align` bytes of alignment are promised.
    pub fn param_pointer(&mut self, name: &str, align: u32) -> Name {
        let pointee = Some(Pointee {
            space: Some(Space::Global),
            align: Some(align),
        });
        self.push_param(Param {
            align: None,
            ty: Type::U64,
            pointee,
            name: name.into(),
            len: Len::One,
        })
    }

    /// A TMA descriptor: 128 bytes, 64-byte aligned.
    pub fn param_tensor_map(&mut self, name: &str) -> Name {
        self.push_param(Param {
            align: Some(64),
            ty: Type::B8,
            pointee: None,
            name: name.into(),
            len: Len::Array(128),
        })
    }

    /// A record of `bytes` bytes, passed by value.
    pub fn param_record(&mut self, align: u32, bytes: u64, name: &str) -> Name {
        self.push_param(Param {
            align: Some(align),
            ty: Type::B8,
            pointee: None,
            name: name.into(),
            len: Len::Array(bytes),
        })
    }

    fn push_param(&mut self, param: Param) -> Name {
        let name = param.name.clone();
        self.entry.params.push(param);
        name
    }

    /// Adds a directive.
    pub fn directive(&mut self, directive: Directive) {
        self.entry.directives.push(directive);
    }

    /// Declares static shared memory in the body; returns its symbol.
    pub fn shared(&mut self, align: u32, ty: Type, name: &str, len: Len) -> Name {
        self.var(Space::Shared, align, ty, name, len)
    }

    /// Declares per-thread memory in the body; returns its symbol.
    pub fn local(&mut self, align: u32, ty: Type, name: &str, len: Len) -> Name {
        self.var(Space::Local, align, ty, name, len)
    }

    fn var(&mut self, space: Space, align: u32, ty: Type, name: &str, len: Len) -> Name {
        let name: Name = name.into();
        let var = Var {
            linkage: Linkage::Local,
            space,
            align: Some(align),
            ty,
            name: name.clone(),
            len,
            init: None,
        };
        self.entry.body.stmts.push(Stmt::Var(var));
        name
    }

    /// A fresh register that holds values of `ty` (8- and 16-bit values share the 16-bit registers).
    pub fn reg(&mut self, ty: Type) -> Reg {
        let (class, prefix) = class_of(ty);
        let banks = &mut self.entry.body.banks;
        let at = banks.iter().position(|b| b.ty == class).unwrap_or_else(|| {
            banks.push(Bank {
                ty: class,
                name: prefix.into(),
                count: Some(0),
            });
            banks.len() - 1
        });
        let count = banks.get_mut(at).and_then(|b| b.count.as_mut());
        let index = count.map_or(0, |n| {
            *n += 1;
            *n - 1
        });
        Reg {
            bank: at as u16,
            ty: class,
            index,
        }
    }

    /// `n` fresh registers.
    pub fn regs(&mut self, ty: Type, n: usize) -> Vec<Reg> {
        (0..n).map(|_| self.reg(ty)).collect()
    }

    /// A fresh label. Its name is `prefix` plus a number that makes it unique.
    pub fn label(&mut self, prefix: &str) -> Label {
        let label = Label(self.entry.body.labels.len() as u32);
        self.entry.body.labels.push(format!("{prefix}_{}", label.0).into());
        label
    }

    /// Places a label here.
    pub fn bind(&mut self, label: Label) {
        self.entry.body.stmts.push(Stmt::Label(label));
    }

    /// Opens a scope, in which names may be declared again.
    pub fn open(&mut self) {
        self.entry.body.stmts.push(Stmt::Open);
    }

    /// Closes the innermost scope.
    pub fn close(&mut self) {
        self.entry.body.stmts.push(Stmt::Close);
    }

    /// Declares what a call takes or returns.
    pub fn call_param(&mut self, ty: Type, name: &str) -> Name {
        let name: Name = name.into();
        self.entry.body.stmts.push(Stmt::Var(Var {
            linkage: Linkage::Local,
            space: Space::Param,
            align: None,
            ty,
            name: name.clone(),
            len: Len::One,
            init: None,
        }));
        name
    }

    /// The source location given to instructions from here on.
    pub fn set_loc(&mut self, loc: Option<Loc>) {
        self.loc = loc;
    }

    /// The index that the next statement will have in the finished body, before [`EntryBuilder::finish`] puts the
    /// register declarations in front (it returns their number).
    pub fn next_index(&self) -> usize {
        self.entry.body.stmts.len()
    }

    /// Guards every instruction that `f` adds by `@pred` (`@!pred` if `negated`).
    pub fn when<T>(&mut self, pred: Reg, negated: bool, f: impl FnOnce(&mut EntryBuilder) -> T) -> T {
        let before = self.guard.replace(Guard { reg: pred, negated });
        let result = f(self);
        self.guard = before;
        result
    }

    /// Adds an instruction as it is, except that the current guard and location fill in if it has none.
    pub fn push(&mut self, mut instr: Instr) {
        instr.guard = instr.guard.or(self.guard);
        instr.loc = instr.loc.or(self.loc);
        self.entry.body.stmts.push(Stmt::Instr(instr));
    }

    /// Adds `op.mods operands`.
    pub fn op(&mut self, op: Opcode, mods: &[Mod], operands: impl IntoIterator<Item = Operand>) {
        self.push(Instr::new(op, mods, operands));
    }

    /// Adds `op.mods d, operands` with a fresh `d` of type `ty`, and returns `d`.
    pub fn value(&mut self, ty: Type, op: Opcode, mods: &[Mod], operands: impl IntoIterator<Item = Operand>) -> Reg {
        let d = self.reg(ty);
        self.push(Instr::new(op, mods, std::iter::once(Operand::Reg(d)).chain(operands)));
        d
    }

    /// The finished entry and how many register declarations now precede the first statement. Labels are numbered in
    /// order of their places, so that a printed and reparsed entry has the same tables.
    pub fn finish(mut self) -> (Entry, usize) {
        let body = &mut self.entry.body;
        let banks = body.banks.len();
        body.stmts.splice(0..0, (0..banks as u16).map(Stmt::Regs));
        renumber_labels(body);
        (self.entry, banks)
    }
}

fn renumber_labels(body: &mut Body) {
    let order: Vec<u32> = body
        .stmts
        .iter()
        .filter_map(|s| if let Stmt::Label(l) = s { Some(l.0) } else { None })
        .collect();
    let mut new_of = vec![u32::MAX; body.labels.len()];
    let mut names = Vec::with_capacity(order.len());
    for old in order {
        if let (Some(slot), Some(name)) = (new_of.get_mut(old as usize), body.labels.get(old as usize))
            && *slot == u32::MAX
        {
            *slot = names.len() as u32;
            names.push(name.clone());
        }
    }
    // Labels never bound keep a name, so that the verifier can speak of them.
    for (old, slot) in new_of.iter_mut().enumerate().filter(|(_, s)| **s == u32::MAX) {
        *slot = names.len() as u32;
        names.push(body.labels.get(old).cloned().unwrap_or_else(|| "?".into()));
    }
    let renumber = |l: &mut Label| l.0 = new_of.get(l.0 as usize).copied().unwrap_or(l.0);
    for stmt in &mut body.stmts {
        match stmt {
            Stmt::Label(l) => renumber(l),
            Stmt::Instr(i) => i.operands.iter_mut().for_each(|o| {
                if let Operand::Label(l) = o {
                    renumber(l);
                }
            }),
            _ => {}
        }
    }
    body.labels = names;
}

/// Arithmetic, moves, memory, control.
impl EntryBuilder {
    /// `mov.ty`
    pub fn mov(&mut self, ty: Type, a: impl Into<Operand>) -> Reg {
        self.value(ty, Opcode::Mov, &mods![ty], [a.into()])
    }

    /// `mov.ty d, a`
    pub fn mov_to(&mut self, ty: Type, d: Reg, a: impl Into<Operand>) {
        self.op(Opcode::Mov, &mods![ty], [d.into(), a.into()]);
    }

    /// `mov.u32 d, %special.dim`
    pub fn special(&mut self, special: Special, dim: Option<Dim>) -> Reg {
        self.mov(Type::U32, Operand::Special(special, dim))
    }

    /// Two-operand arithmetic in `ty`: `add`, `sub`, `min`, `max`, `and`, `or`, `xor`, `shl`, `shr`, `rem` and integer
    /// `div`. Floating-point `add`, `sub` and `mul` get `.rn`, so that no assembler fuses them.
    pub fn binary(&mut self, op: Opcode, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        let rounded = ty.is_float() && matches!(op, Opcode::Add | Opcode::Sub | Opcode::Mul);
        let operands = [a.into(), b.into()];
        if rounded {
            self.value(ty, op, &mods![Word::Rn, ty], operands)
        } else {
            self.value(ty, op, &mods![ty], operands)
        }
    }

    /// `add`, with `.rn` for floats.
    pub fn add(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.binary(Opcode::Add, ty, a, b)
    }

    /// `sub`, with `.rn` for floats.
    pub fn sub(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.binary(Opcode::Sub, ty, a, b)
    }

    /// `mul.rn` for floats, `mul.lo` for integers.
    pub fn mul(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        let how = if ty.is_float() { Word::Rn } else { Word::Lo };
        self.value(ty, Opcode::Mul, &mods![how, ty], [a.into(), b.into()])
    }

    /// `mad.wide`: `a * b + c`, 32 x 32 + 64 bits.
    pub fn mad_wide(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>, c: impl Into<Operand>) -> Reg {
        self.value(
            Type::B64,
            Opcode::Mad,
            &mods![Word::Wide, ty],
            [a.into(), b.into(), c.into()],
        )
    }

    /// `fma.rn`
    pub fn fma(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>, c: impl Into<Operand>) -> Reg {
        self.value(ty, Opcode::Fma, &mods![Word::Rn, ty], [a.into(), b.into(), c.into()])
    }

    /// One-operand instructions that take words and a type: `unary(Ex2, &[Word::Approx], F32, x)`, `sqrt.rn`, `abs`,
    /// `neg` ...
    pub fn unary(&mut self, op: Opcode, how: &[Word], ty: Type, a: impl Into<Operand>) -> Reg {
        let mods: Vec<Mod> = how.iter().map(|&w| Mod::Word(w)).chain([Mod::Type(ty)]).collect();
        self.value(ty, op, &mods, [a.into()])
    }

    /// `div.rn` (floats).
    pub fn div_rn(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.value(ty, Opcode::Div, &mods![Word::Rn, ty], [a.into(), b.into()])
    }

    /// `setp.cmp.ty`
    pub fn setp(&mut self, cmp: Word, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.value(Type::Pred, Opcode::Setp, &mods![cmp, ty], [a.into(), b.into()])
    }

    /// `selp.ty`: `p ? a : b`.
    pub fn selp(&mut self, ty: Type, a: impl Into<Operand>, b: impl Into<Operand>, p: Reg) -> Reg {
        self.value(ty, Opcode::Selp, &mods![ty], [a.into(), b.into(), p.into()])
    }

    /// `cvt.how.to.from`
    pub fn cvt(&mut self, how: &[Word], to: Type, from: Type, a: impl Into<Operand>) -> Reg {
        let mods: Vec<Mod> = how
            .iter()
            .map(|&w| Mod::Word(w))
            .chain([Mod::Type(to), Mod::Type(from)])
            .collect();
        self.value(to, Opcode::Cvt, &mods, [a.into()])
    }

    /// `ld.param.ty d, [param]`
    pub fn ld_param(&mut self, ty: Type, param: &Name) -> Reg {
        self.value(
            ty,
            Opcode::Ld,
            &mods![Space::Param, ty],
            [Addr::symbol(param, 0).into()],
        )
    }

    /// `ld.space.ty d, [addr]`
    pub fn ld(&mut self, space: Space, ty: Type, addr: Addr) -> Reg {
        self.value(ty, Opcode::Ld, &mods![space, ty], [addr.into()])
    }

    /// `ld.space.vN.ty {d...}, [addr]` for 2, 4 or 8 destinations, a plain `ld` for one.
    pub fn ld_to(&mut self, space: Space, ty: Type, d: &[Reg], addr: Addr) {
        self.access(Opcode::Ld, &[], space, ty, d, addr);
    }

    /// `st.space.vN.ty [addr], {v...}` for 2, 4 or 8 values, a plain `st` for one.
    pub fn st(&mut self, space: Space, ty: Type, addr: Addr, v: &[Reg]) {
        self.access(Opcode::St, &[], space, ty, v, addr);
    }

    /// A load or store of 1, 2, 4 or 8 registers; `how` it orders others, and for whom.
    pub fn access(&mut self, op: Opcode, how: &[Mod], space: Space, ty: Type, regs: &[Reg], addr: Addr) {
        let vec = Word::vector(regs.len());
        let kind = [Some(Mod::Space(space)), vec.map(Mod::Word), Some(Mod::Type(ty))];
        let mods: Vec<Mod> = how.iter().copied().chain(kind.into_iter().flatten()).collect();
        let data = match (vec, regs) {
            (None, &[one]) => Operand::Reg(one),
            _ => regs.into(),
        };
        if op == Opcode::Ld {
            self.op(op, &mods, [data, addr.into()]);
        } else {
            self.op(op, &mods, [addr.into(), data]);
        }
    }

    /// `cvta.to.space.u64`
    pub fn cvta_to(&mut self, space: Space, a: impl Into<Operand>) -> Reg {
        self.value(Type::B64, Opcode::Cvta, &mods![Word::To, space, Type::U64], [a.into()])
    }

    /// `bra target` (`bra.uni` if every thread of the warp is known to go there).
    pub fn bra(&mut self, uniform: bool, target: Label) {
        if uniform {
            self.op(Opcode::Bra, &mods![Word::Uni], [target.into()]);
        } else {
            self.op(Opcode::Bra, &[], [target.into()]);
        }
    }

    /// `@pred bra target`, or `@!pred`.
    pub fn bra_if(&mut self, pred: Reg, negated: bool, target: Label) {
        self.push(Instr::new(Opcode::Bra, &[], [target.into()]).guarded(pred, negated));
    }

    /// `bar.sync id`, or `bar.sync id, threads`.
    pub fn bar_sync(&mut self, id: u32, threads: Option<u32>) {
        self.op(
            Opcode::BarSync,
            &[],
            [Some(id), threads].into_iter().flatten().map(Operand::from),
        );
    }

    /// `ret`
    pub fn ret(&mut self) {
        self.op(Opcode::Ret, &[], []);
    }
}
