//! The decoder's frame: symbols, slots, constants, control flow; the instruction groups are in the other files.

use super::call::{Code, RETURN};
use super::int::low;
use super::op::*;
use super::parts::*;
use crate::refusal::Refusal;
use std::collections::BTreeMap;
use tilewright_ptx::{
    Addr, Base, Body, Dim, Entry, Imm, Instr, Item, Label, Len, Loc, Mod, Module, Opcode, Operand, Parsed, Pos, Reg,
    Space, Special, Stmt, Type, Var, Word,
};

/// Generic addresses of the windows; everything else is global.
pub(crate) struct Windows;

impl Windows {
    pub const SHARED: u64 = 1 << 40;
    pub const LOCAL: u64 = 2 << 40;
    pub const PARAM: u64 = 3 << 40;
    pub const CONST: u64 = 4 << 40;
    pub const SIZE: u64 = 1 << 40;
}

/// Where parameter space begins as seen by `mov` of a parameter's name.
pub(crate) const PARAM_WINDOW: u64 = 0;
/// The first byte of a CTA's shared memory that a kernel may use: the system keeps 1 KiB for itself.
pub(crate) const SHARED_BASE: u32 = 1024;

/// The contents of a slot before the first instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Preload {
    Const(u64),
    Special(Special, Option<Dim>),
}

/// One kernel parameter's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ParamPlace {
    pub name: String,
    pub offset: u64,
    pub bytes: u64,
}

/// A decoded entry.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub code: Vec<Inst>,
    /// Statement of each instruction.
    pub place: Vec<Pos>,
    pub loc: Vec<Option<Loc>>,
    /// The opcode, for messages.
    pub opcode: Vec<Opcode>,
    /// Order in which diverged parts of a warp are run: lower first.
    pub rank: Vec<u32>,
    pub slots: usize,
    pub preds: usize,
    pub preload: Vec<(Slot, Preload)>,
    pub pred_preload: Vec<(Pred, bool)>,
    /// Names of slots that are registers, for messages.
    pub slot_names: Vec<String>,
    pub params: Vec<ParamPlace>,
    pub param_bytes: u64,
    /// End of static shared memory.
    pub shared_static: u32,
    /// Start of dynamic shared memory.
    pub shared_dynamic: u32,
    pub local_bytes: u32,
    pub constants: Vec<u8>,
    /// `.global` variables with their initial bytes and their place in the module's global area.
    pub globals: Vec<(String, u64, Vec<u8>)>,
    pub reqntid: Option<[u32; 3]>,
    pub reqnctapercluster: Option<[u32; 3]>,
    pub maxnreg: Option<u32>,
}

/// Where the module's own `.global` variables live.
pub(crate) const MODULE_GLOBALS: u64 = 0x20_0000_0000_0000;

/// The meaning of a symbol.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    /// An address within a space's window.
    At(MemSpace, u64),
}

/// Decoding state.
pub(crate) struct Decoder<'a> {
    pub(super) parsed: &'a Parsed,
    pub(super) body: &'a Body,
    pub(super) symbols: BTreeMap<&'a str, Symbol>,
    pub(super) slots: BTreeMap<(u16, u32), Slot>,
    /// The upper halves of 128-bit registers.
    pub(super) uppers: BTreeMap<(u16, u32), Slot>,
    pub(super) preds: BTreeMap<(u16, u32), Pred>,
    constants: BTreeMap<Preload, Slot>,
    pred_constants: BTreeMap<bool, Pred>,
    next_slot: usize,
    next_pred: usize,
    names: Vec<String>,
    pub(super) pos: Pos,
    /// Tables of branch targets, by the label that names them.
    pub(super) tables: BTreeMap<Label, &'a [Label]>,
    /// The functions that are being put in the place of their calls, outermost first.
    pub(super) calls: Vec<&'a str>,
    /// Bytes of local memory given out.
    pub(super) local: u64,
    /// Whether the tcgen05 instructions seen so far have cta_group::2.
    pub(super) tc_pair: Option<bool>,
}

/// The result of decoding a part of an instruction.
pub(crate) type Decoded<T> = Result<T, Refusal>;

pub(super) fn align_up(v: u64, align: u64) -> u64 {
    v.div_ceil(align.max(1)).saturating_mul(align.max(1))
}

/// Decodes the entry named `name`. `dynamic_align` is the least alignment of dynamic shared memory.
pub(crate) fn decode(parsed: &Parsed, name: &str, dynamic_align: u32) -> Decoded<Program> {
    let module = &parsed.module;
    let index = module.entries().position(|e| &*e.name == name);
    let Some((index, entry)) = index.and_then(|i| Some((i, module.entries().nth(i)?))) else {
        let known: Vec<&str> = module.entries().map(|e| &*e.name).collect();
        return Err(Refusal::new(
            Pos::default(),
            format!("no entry `{name}`; the module has: {}", known.join(", ")),
        ));
    };
    let body = &entry.body;
    let mut layout = Layout::default();
    let mut symbols = BTreeMap::new();
    layout.module(module, &mut symbols)?;
    let (params, param_bytes) = parameters(entry, &mut symbols);
    for stmt in module.functions().flat_map(|f| &f.entry.body.stmts).chain(&body.stmts) {
        // Arguments of calls get their places where the calls are.
        if let Stmt::Var(v) = stmt
            && v.space != Space::Param
        {
            layout.variable(v, &mut symbols)?;
        }
    }
    let dynamic = align_up(
        layout.shared,
        u64::from(layout.dynamic_align.max(dynamic_align).max(16)),
    );
    for name in &layout.open {
        symbols.insert(name, Symbol::At(MemSpace::Shared, dynamic));
    }
    if dynamic > 1 << 20 || layout.local > 1 << 20 || param_bytes > 1 << 16 || layout.constant.len() > 1 << 20 {
        return Err(Refusal::new(
            Pos::default(),
            "the entry declares more memory than any device has".to_string(),
        ));
    }

    let mut d = Decoder {
        parsed,
        body,
        symbols,
        slots: BTreeMap::new(),
        uppers: BTreeMap::new(),
        preds: BTreeMap::new(),
        constants: BTreeMap::new(),
        pred_constants: BTreeMap::new(),
        next_slot: 0,
        next_pred: 0,
        names: Vec::new(),
        pos: Pos::default(),
        tables: BTreeMap::new(),
        calls: Vec::new(),
        local: layout.local,
        tc_pair: None,
    };
    let mut out = Code::default();
    let places = parsed.map.places.get(index);
    d.emit(&mut out, body, places.map_or(&[], Vec::as_slice))?;
    // Running off the end is a return.
    out.push(
        Inst {
            guard: None,
            op: Op::Control(ControlOp::Exit),
        },
        d.pos,
        None,
        Opcode::Ret,
    );
    let Code {
        code,
        place,
        loc,
        opcode,
    } = out;

    let rank = crate::flow::ranks(&code);
    Ok(Program {
        place,
        loc,
        opcode,
        rank,
        slots: d.next_slot,
        preds: d.next_pred,
        preload: d.constants.iter().map(|(p, s)| (*s, *p)).collect(),
        pred_preload: d.pred_constants.iter().map(|(v, p)| (*p, *v)).collect(),
        slot_names: d.names,
        code,
        params,
        param_bytes,
        shared_static: layout.shared as u32,
        shared_dynamic: dynamic as u32,
        local_bytes: d.local as u32,
        constants: layout.constant,
        globals: layout.globals,
        reqntid: entry.reqntid(),
        reqnctapercluster: entry.directives.iter().find_map(|d| match d {
            tilewright_ptx::Directive::Reqnctapercluster(n) => Some(*n),
            _ => None,
        }),
        maxnreg: entry.maxnreg(),
    })
}

/// Addresses given to variables.
struct Layout<'a> {
    shared: u64,
    local: u64,
    dynamic_align: u32,
    open: Vec<&'a str>,
    constant: Vec<u8>,
    globals: Vec<(String, u64, Vec<u8>)>,
    global: u64,
}

impl Default for Layout<'_> {
    fn default() -> Self {
        Layout {
            shared: SHARED_BASE.into(),
            local: 0,
            dynamic_align: 1,
            open: Vec::new(),
            constant: Vec::new(),
            globals: Vec::new(),
            global: MODULE_GLOBALS,
        }
    }
}

impl<'a> Layout<'a> {
    fn module(&mut self, module: &'a Module, symbols: &mut BTreeMap<&'a str, Symbol>) -> Decoded<()> {
        for item in &module.items {
            if let Item::Var(v) = item {
                self.variable(v, symbols)?;
            }
        }
        Ok(())
    }

    fn variable(&mut self, v: &'a Var, symbols: &mut BTreeMap<&'a str, Symbol>) -> Decoded<()> {
        let too_big = || {
            Refusal::new(
                Pos::default(),
                format!("variable `{}` is larger than any device's memory", v.name),
            )
        };
        if v.bytes() > 1 << 28 {
            return Err(too_big());
        }
        let align = u64::from(v.alignment());
        match v.space {
            Space::Shared if v.len == Len::Open => {
                self.dynamic_align = self.dynamic_align.max(v.alignment());
                self.open.push(&v.name);
            }
            Space::Shared => {
                let at = align_up(self.shared, align);
                self.shared = at + v.bytes();
                symbols.insert(&v.name, Symbol::At(MemSpace::Shared, at));
            }
            Space::Local => {
                let at = align_up(self.local, align);
                self.local = at + v.bytes();
                symbols.insert(&v.name, Symbol::At(MemSpace::Local, at));
            }
            Space::Const => {
                let at = align_up(self.constant.len() as u64, align);
                self.constant.resize((at + v.bytes()) as usize, 0);
                let image = initial_bytes(v);
                if let Some(target) = self.constant.get_mut(at as usize..at as usize + image.len()) {
                    target.copy_from_slice(&image);
                }
                symbols.insert(&v.name, Symbol::At(MemSpace::Const, at));
            }
            _ => {
                let at = align_up(self.global, align.max(256));
                self.global = at + v.bytes().max(1);
                symbols.insert(&v.name, Symbol::At(MemSpace::Global, at));
                self.globals.push((v.name.to_string(), at, initial_bytes(v)));
            }
        }
        Ok(())
    }
}

fn initial_bytes(v: &Var) -> Vec<u8> {
    let width = v.ty.bytes() as usize;
    let mut bytes = vec![0; v.bytes() as usize];
    for (slot, value) in bytes.chunks_exact_mut(width).zip(v.init.iter().flatten()) {
        slot.copy_from_slice(value.to_le_bytes().get(..width).unwrap_or(&[0; 8]));
    }
    bytes
}

fn parameters<'a>(entry: &'a Entry, symbols: &mut BTreeMap<&'a str, Symbol>) -> (Vec<ParamPlace>, u64) {
    let mut at = 0;
    let mut places = Vec::new();
    for p in &entry.params {
        let offset = align_up(at, p.alignment().into());
        at = offset.saturating_add(p.bytes());
        symbols.insert(&p.name, Symbol::At(MemSpace::Param, offset));
        places.push(ParamPlace {
            name: p.name.to_string(),
            offset,
            bytes: p.bytes(),
        });
    }
    (places, at)
}

impl Decoder<'_> {
    /// A refusal at the current instruction.
    pub fn refuse<T>(&self, message: impl Into<String>) -> Decoded<T> {
        Err(Refusal::new(self.pos, message.into()))
    }

    pub(super) fn instruction(&mut self, i: &Instr) -> Decoded<Inst> {
        let guard = match i.guard {
            Some(g) => Some(PredSrc {
                pred: self.pred(g.reg)?,
                negated: g.negated,
            }),
            None => None,
        };
        let op = self.op(i)?;
        Ok(Inst { guard, op })
    }

    fn op(&mut self, i: &Instr) -> Decoded<Op> {
        let op = match i.op {
            // Labels for now; places when all of the body is known.
            Opcode::Bra => match self.operand(i, 0)? {
                Operand::Label(l) => ControlOp::Bra { target: l.0 },
                _ => return self.refuse("`bra` needs a label"),
            },
            Opcode::BrxIdx => match self.operand(i, 1)? {
                Operand::Label(table) if self.tables.contains_key(table) => ControlOp::Brx {
                    index: self.arg(i, 0, Type::U32)?,
                    targets: self
                        .tables
                        .get(table)
                        .iter()
                        .flat_map(|t| t.iter())
                        .map(|l| l.0)
                        .collect(),
                },
                _ => return self.refuse("`brx.idx` needs the label of a `.branchtargets`"),
            },
            Opcode::Ret if !self.calls.is_empty() => ControlOp::Bra { target: RETURN },
            Opcode::Ret | Opcode::Exit => ControlOp::Exit,
            Opcode::Brkpt | Opcode::Nanosleep | Opcode::Prefetch | Opcode::Prefetchu => ControlOp::Nop,
            Opcode::GriddepcontrolWait | Opcode::GriddepcontrolLaunchDependents => ControlOp::Nop,
            Opcode::CpAsyncBulkPrefetch
            | Opcode::CpAsyncBulkPrefetchTensor
            | Opcode::Applypriority
            | Opcode::Discard => ControlOp::Nop,
            Opcode::Trap => return Ok(Op::Host(HostOp::Trap)),
            _ => return self.grouped(i),
        };
        Ok(Op::Control(op))
    }

    /// An op that is executed lane by lane, by the group of its opcode.
    fn grouped(&mut self, i: &Instr) -> Decoded<Op> {
        if let Some(op) = self.alu(i)? {
            return Ok(Op::Alu(op));
        }
        if let Some(op) = self.memory(i)? {
            return Ok(Op::Memory(op));
        }
        if let Some(op) = self.sync(i)? {
            return Ok(Op::Sync(op));
        }
        if let Some(op) = self.copy(i)? {
            return Ok(Op::Copy(op));
        }
        if let Some(op) = self.tensor(i)? {
            return Ok(Op::Tensor(op));
        }
        self.unknown(i)
    }

    /// Refuses an instruction that the tree knows and this emulator does not.
    pub fn unknown<T>(&self, i: &Instr) -> Decoded<T> {
        let mods: String = i.mods.iter().map(|m| format!(".{m}")).collect();
        self.refuse(format!("the emulator does not run `{}{mods}`", i.op.text()))
    }

    /// The `n`-th operand.
    pub fn operand<'i>(&self, i: &'i Instr, n: usize) -> Decoded<&'i Operand> {
        match i.operands.get(n) {
            Some(o) => Ok(o),
            None => self.refuse(format!("`{}` lacks operand {}", i.op.text(), n + 1)),
        }
    }

    /// The words of an instruction, in order.
    pub fn words(i: &Instr) -> Vec<Word> {
        i.mods
            .iter()
            .filter_map(|m| if let Mod::Word(w) = m { Some(*w) } else { None })
            .collect()
    }

    fn fresh_slot(&mut self, name: String) -> Decoded<Slot> {
        let Ok(slot) = Slot::try_from(self.next_slot) else {
            return self.refuse("the entry uses more than 65536 registers and constants");
        };
        self.next_slot += 1;
        self.names.push(name);
        Ok(slot)
    }

    /// The slot of a register that is not a predicate.
    pub fn slot(&mut self, r: Reg) -> Decoded<Slot> {
        if r.ty == Type::Pred {
            return self.refuse("a predicate stands where a value belongs");
        }
        if r.ty.bits() > 64 {
            return self.refuse("a 128-bit register stands where a narrower value belongs");
        }
        if let Some(&s) = self.slots.get(&(r.bank, r.index)) {
            return Ok(s);
        }
        let slot = self.fresh_slot(self.name_of(r))?;
        self.slots.insert((r.bank, r.index), slot);
        Ok(slot)
    }

    /// The slots of the lower and the upper half of a 128-bit register.
    pub fn halves(&mut self, o: &Operand) -> Decoded<[Slot; 2]> {
        let Operand::Reg(r) = o else {
            return self.refuse("expected a 128-bit register");
        };
        if r.ty.bits() != 128 {
            return self.refuse("expected a 128-bit register");
        }
        let key = (r.bank, r.index);
        if let (Some(&low), Some(&high)) = (self.slots.get(&key), self.uppers.get(&key)) {
            return Ok([low, high]);
        }
        let halves = [self.fresh_slot(self.name_of(*r))?, self.fresh_slot(self.name_of(*r))?];
        self.slots.insert(key, halves[0]);
        self.uppers.insert(key, halves[1]);
        Ok(halves)
    }

    /// A register's name in the text.
    fn name_of(&self, r: Reg) -> String {
        match self.body.banks.get(usize::from(r.bank)) {
            Some(b) if b.count.is_some() => format!("{}{}", b.name, r.index),
            Some(b) => b.name.to_string(),
            None => "?".to_string(),
        }
    }

    /// The mask of a predicate register.
    pub fn pred(&mut self, r: Reg) -> Decoded<Pred> {
        if r.ty != Type::Pred {
            return self.refuse("a value stands where a predicate belongs");
        }
        if let Some(&p) = self.preds.get(&(r.bank, r.index)) {
            return Ok(p);
        }
        let Ok(pred) = Pred::try_from(self.next_pred) else {
            return self.refuse("the entry uses more than 65536 predicates");
        };
        self.next_pred += 1;
        self.preds.insert((r.bank, r.index), pred);
        Ok(pred)
    }

    /// A slot that holds a constant or special register.
    pub fn preloaded(&mut self, p: Preload) -> Decoded<Slot> {
        if let Some(&s) = self.constants.get(&p) {
            return Ok(s);
        }
        let slot = self.fresh_slot(String::new())?;
        self.constants.insert(p, slot);
        Ok(slot)
    }

    /// A slot that holds `v`.
    pub fn constant(&mut self, v: u64) -> Decoded<Slot> {
        self.preloaded(Preload::Const(v))
    }

    /// The address that a symbol names: its offset in its space's window (global: its address).
    fn symbol(&self, name: &str) -> Decoded<u64> {
        match self.symbols.get(name) {
            Some(Symbol::At(MemSpace::Param, at)) => Ok(PARAM_WINDOW + at),
            Some(Symbol::At(_, at)) => Ok(*at),
            None => self.refuse(format!("symbol `{name}` is not declared")),
        }
    }

    /// The space of the symbol an address starts from, if it does.
    pub fn symbol_space(&self, o: &Operand) -> Option<MemSpace> {
        match o {
            Operand::Addr(Addr {
                base: Base::Symbol(name),
                ..
            })
            | Operand::Symbol(name, _) => match self.symbols.get(&**name)? {
                Symbol::At(space, _) => Some(*space),
            },
            _ => None,
        }
    }

    /// The slot of a source operand read as `ty`.
    pub fn src(&mut self, o: &Operand, ty: Type) -> Decoded<Slot> {
        match o {
            Operand::Reg(r) => self.slot(*r),
            Operand::Imm(imm) => {
                let bits = match (*imm, ty) {
                    (Imm::Int(v), Type::F64) => (v as f64).to_bits(),
                    (Imm::Int(v), Type::F32) => u64::from((v as f32).to_bits()),
                    (Imm::Int(v), _) => v as u64,
                    (Imm::F32(b), Type::F64) => f64::from(f32::from_bits(b)).to_bits(),
                    (Imm::F32(b), _) => b.into(),
                    (Imm::F64(b), Type::F32) => u64::from((f64::from_bits(b) as f32).to_bits()),
                    (Imm::F64(b), _) => b,
                };
                self.constant(low(bits, ty.bits().max(8)))
            }
            Operand::Special(s, dim) => self.preloaded(Preload::Special(*s, *dim)),
            Operand::Symbol(name, offset) => {
                let at = self.symbol(name)?.wrapping_add(*offset as u64);
                self.constant(low(at, ty.bits().max(32)))
            }
            _ => self.refuse("this operand is no value"),
        }
    }

    /// The slot of the `n`-th operand read as `ty`.
    pub fn arg(&mut self, i: &Instr, n: usize, ty: Type) -> Decoded<Slot> {
        let o = self.operand(i, n)?;
        self.src(o, ty)
    }

    /// The slot that the `n`-th operand names for writing.
    pub fn dst(&mut self, i: &Instr, n: usize) -> Decoded<Slot> {
        match self.operand(i, n)? {
            Operand::Reg(r) => self.slot(*r),
            _ => self.refuse("the destination must be a register"),
        }
    }

    /// A predicate source: register, `!register`, or a constant.
    pub fn pred_src(&mut self, o: &Operand) -> Decoded<PredSrc> {
        match o {
            Operand::Reg(r) => Ok(PredSrc {
                pred: self.pred(*r)?,
                negated: false,
            }),
            Operand::Not(r) => Ok(PredSrc {
                pred: self.pred(*r)?,
                negated: true,
            }),
            Operand::Imm(Imm::Int(v)) => Ok(PredSrc {
                pred: self.pred_constant(*v != 0)?,
                negated: false,
            }),
            _ => self.refuse("this operand is no predicate"),
        }
    }

    fn pred_constant(&mut self, v: bool) -> Decoded<Pred> {
        if let Some(&p) = self.pred_constants.get(&v) {
            return Ok(p);
        }
        let Ok(pred) = Pred::try_from(self.next_pred) else {
            return self.refuse("the entry uses more than 65536 predicates");
        };
        self.next_pred += 1;
        self.pred_constants.insert(v, pred);
        Ok(pred)
    }

    /// A predicate destination: the register or the sink.
    pub fn pred_dst(&mut self, o: &Operand) -> Decoded<Option<Pred>> {
        match o {
            Operand::Reg(r) => self.pred(*r).map(Some),
            Operand::Sink => Ok(None),
            _ => self.refuse("the destination must be a predicate"),
        }
    }

    /// An address in brackets.
    pub fn address(&mut self, o: &Operand) -> Decoded<Address> {
        match o {
            Operand::Addr(a) => self.addr(a),
            _ => self.refuse("expected an address in brackets"),
        }
    }

    /// `base + offset`.
    pub fn addr(&mut self, a: &Addr) -> Decoded<Address> {
        match &a.base {
            Base::Reg(r) => Ok(Address {
                base: self.slot(*r)?,
                offset: a.offset,
            }),
            Base::Symbol(name) => {
                let at = self.symbol(name)?;
                Ok(Address {
                    base: self.constant(at)?,
                    offset: a.offset,
                })
            }
            Base::Absolute => Ok(Address {
                base: self.constant(0)?,
                offset: a.offset,
            }),
        }
    }

    /// The registers of a vector operand, or of a single one.
    pub fn list(&mut self, o: &Operand, ty: Type) -> Decoded<Vec<Slot>> {
        match o {
            Operand::Vector(list) => list.iter().map(|o| self.src(o, ty)).collect(),
            one => Ok(vec![self.src(one, ty)?]),
        }
    }

    /// An immediate small number.
    pub fn small(&self, o: &Operand) -> Decoded<u32> {
        match o {
            Operand::Imm(Imm::Int(v)) if (0..1 << 20).contains(v) => Ok(*v as u32),
            _ => self.refuse("expected a small immediate number"),
        }
    }

    /// The space an instruction's modifier names; none is generic.
    pub fn space(&self, s: Option<Space>) -> Decoded<MemSpace> {
        Ok(match s {
            None => MemSpace::Generic,
            Some(Space::Global) => MemSpace::Global,
            Some(Space::Shared | Space::SharedCta | Space::SharedCluster) => MemSpace::Shared,
            Some(Space::Local | Space::ParamFunc) => MemSpace::Local,
            Some(Space::Param | Space::ParamEntry) => MemSpace::Param,
            Some(Space::Const) => MemSpace::Const,
            Some(other) => return self.refuse(format!("state space .{other} is not supported here")),
        })
    }
}
