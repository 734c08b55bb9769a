//! The tree: module, entry, statement, instruction, operand.

use crate::modifier::Mod;
use crate::opcode::Opcode;
use crate::types::{Dim, Space, Special, Target, Type, Version};
use smallvec::SmallVec;
use std::sync::Arc;

/// A symbol's name; cheap to clone.
pub type Name = Arc<str>;

/// One PTX module.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// `.version`
    pub version: Version,
    /// `.target`
    pub target: Target,
    /// `.address_size`: 64 (the only value accepted).
    pub address_size: u16,
    /// Source files that [`Loc::file`] counts, `.file INDEX "NAME"`.
    pub files: Vec<SourceFile>,
    /// Declarations and entries, in order.
    pub items: Vec<Item>,
}

impl Module {
    /// An empty module.
    pub fn new(version: Version, target: Target) -> Module {
        Module {
            version,
            target,
            address_size: 64,
            files: Vec::new(),
            items: Vec::new(),
        }
    }

    /// The entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.items
            .iter()
            .filter_map(|i| if let Item::Entry(e) = i { Some(e) } else { None })
    }

    /// The functions that have code, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Func> {
        self.items.iter().filter_map(|i| match i {
            Item::Func(f) if f.defined => Some(f),
            _ => None,
        })
    }
}

/// `.file INDEX "NAME"`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The number that `.loc` uses.
    pub index: u32,
    /// The name between the quotes.
    pub name: String,
}

/// Something at module level.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A variable.
    Var(Var),
    /// A kernel.
    Entry(Entry),
    /// A function.
    Func(Func),
    /// A debug section, kept as it was written.
    Section {
        /// `.debug_info`
        name: String,
        /// All text between its braces.
        text: String,
    },
}

/// Visibility of a symbol outside of its module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Not at all.
    Local,
    /// `.visible`
    Visible,
    /// `.extern`
    Extern,
    /// `.weak`
    Weak,
}

/// A variable: `.extern .shared .align 1024 .b8 dyn[];`
#[derive(Clone, PartialEq, Debug)]
pub struct Var {
    /// `.extern` and friends.
    pub linkage: Linkage,
    /// Where it lives.
    pub space: Space,
    /// Alignment in bytes, if given.
    pub align: Option<u32>,
    /// Element type.
    pub ty: Type,
    /// Symbol.
    pub name: Name,
    /// The number of elements.
    pub len: Len,
    /// Initial values, each the bits of one element, if given.
    pub init: Option<Vec<u64>>,
}

impl Var {
    /// Size in bytes; 0 for an open array.
    pub fn bytes(&self) -> u64 {
        match self.len {
            Len::One => u64::from(self.ty.bytes()),
            Len::Array(n) => n.saturating_mul(u64::from(self.ty.bytes())),
            Len::Open => 0,
        }
    }

    /// Alignment in bytes: the declared one, else the element's.
    pub fn alignment(&self) -> u32 {
        self.align.unwrap_or(self.ty.bytes())
    }
}

/// The number of elements of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Len {
    /// A scalar.
    One,
    /// `[n]`
    Array(u64),
    /// `[]`: whatever the launch gives (dynamic shared memory).
    Open,
}

/// A kernel parameter: `.param .align 64 .b8 map[128]` or `.param .u64 .ptr .global .align 16 a`.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Alignment in bytes, if given before the type.
    pub align: Option<u32>,
    /// Element type.
    pub ty: Type,
    /// `.ptr` and what it says of the memory pointed to.
    pub pointee: Option<Pointee>,
    /// Symbol.
    pub name: Name,
    /// Scalar or array of known length.
    pub len: Len,
}

impl Param {
    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        match self.len {
            Len::Array(n) => n.saturating_mul(u64::from(self.ty.bytes())),
            Len::One | Len::Open => u64::from(self.ty.bytes()),
        }
    }

    /// Alignment in bytes: the declared one, else the element's.
    pub fn alignment(&self) -> u32 {
        self.align.unwrap_or(self.ty.bytes())
    }
}

/// The memory that a parameter points to, as `.ptr` describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointee {
    /// State space, if given.
    pub space: Option<Space>,
    /// Promised alignment in bytes, if given.
    pub align: Option<u32>,
}

/// A directive between an entry's parameters and its body (PTX ISA 11.2 to 11.4, 11.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// `.maxntid x, y, z`: bound on the number of threads.
    Maxntid([u32; 3]),
    /// `.reqntid x, y, z`: exact CTA size.
    Reqntid([u32; 3]),
    /// `.minnctapersm n`
    Minnctapersm(u32),
    /// `.maxnctapersm n` (old form)
    Maxnctapersm(u32),
    /// `.maxnreg n`
    Maxnreg(u32),
    /// `.noreturn`
    Noreturn,
    /// `.reqnctapercluster x, y, z`
    Reqnctapercluster([u32; 3]),
    /// `.explicitcluster`
    Explicitcluster,
    /// `.maxclusterrank n`
    Maxclusterrank(u32),
    /// `.blocksareclusters`
    Blocksareclusters,
    /// `.pragma "text";`
    Pragma(String),
}

/// A kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// `.visible` or `.weak`.
    pub linkage: Linkage,
    /// Symbol.
    pub name: Name,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// Directives in order.
    pub directives: Vec<Directive>,
    /// The code.
    pub body: Body,
}

impl Entry {
    /// The exact CTA size, if `.reqntid` gives it.
    pub fn reqntid(&self) -> Option<[u32; 3]> {
        self.directives
            .iter()
            .find_map(|d| if let Directive::Reqntid(n) = d { Some(*n) } else { None })
    }

    /// The register bound, if `.maxnreg` gives one.
    pub fn maxnreg(&self) -> Option<u32> {
        self.directives
            .iter()
            .find_map(|d| if let Directive::Maxnreg(n) = d { Some(*n) } else { None })
    }
}

/// A function: what `.entry` has, and parameters that it returns.
#[derive(Clone, PartialEq, Debug)]
pub struct Func {
    /// Results; they are in parameter space.
    pub returns: Vec<Param>,
    /// Name, parameters, directives and code.
    pub entry: Entry,
    /// Else only declared; the code is empty.
    pub defined: bool,
}

/// The code of an entry: a flat list of statements with the tables its registers and labels index.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// Register declarations; [`Reg::bank`] indexes this.
    pub banks: Vec<Bank>,
    /// Label names; [`Label`] indexes this. Two labels of different nested scopes may share a name.
    pub labels: Vec<Name>,
    /// Statements in order; nested scopes are bracketed by [`Stmt::Open`] and [`Stmt::Close`].
    pub stmts: Vec<Stmt>,
}

/// `.reg .b32 %r<40>;` or `.reg .pred done;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bank {
    /// Type of every register in it.
    pub ty: Type,
    /// Name, or prefix of the names when `count` is given.
    pub name: Name,
    /// `Some(n)`: registers `name0` to `name(n-1)`. `None`: the one register `name`.
    pub count: Option<u32>,
}

/// A register: which bank, which number in it. The type is that of the bank, carried along so that builders can check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg {
    /// Index into [`Body::banks`].
    pub bank: u16,
    /// Declared type.
    pub ty: Type,
    /// Number in the bank, 0 for a bank of one.
    pub index: u32,
}

/// A label: an index into [`Body::labels`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u32);

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// An instruction.
    Instr(Instr),
    /// `name:`
    Label(Label),
    /// `{`
    Open,
    /// `}`
    Close,
    /// A register declaration: an index into [`Body::banks`].
    Regs(u16),
    /// A variable of this scope (`.shared`, `.local`).
    Var(Var),
    /// `.pragma "text";`
    Pragma(String),
    /// `.branchtargets L0, L1;` behind a label: the table that the label names.
    Targets(Vec<Label>),
}

/// Where in the source an instruction came from: `.loc file line col`. Of an inlined call only the innermost place is
/// kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc {
    /// [`SourceFile::index`].
    pub file: u32,
    /// 1-based line; 0 means "no line".
    pub line: u32,
    /// 1-based column; 0 means "no column".
    pub col: u32,
}

/// `@%p` or `@!%p`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// A `.pred` register.
    pub reg: Reg,
    /// `@!`
    pub negated: bool,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instr {
    /// Predicate, if any.
    pub guard: Option<Guard>,
    /// The opcode.
    pub op: Opcode,
    /// Modifiers, in PTX order; a product of fragments has seven.
    pub mods: SmallVec<[Mod; 7]>,
    /// Operands, destinations first, in PTX order.
    pub operands: Vec<Operand>,
    /// Where it came from.
    pub loc: Option<Loc>,
}

impl Instr {
    /// An instruction without guard and location.
    pub fn new(op: Opcode, mods: &[Mod], operands: impl IntoIterator<Item = Operand>) -> Instr {
        Instr {
            guard: None,
            op,
            mods: SmallVec::from_slice(mods),
            operands: operands.into_iter().collect(),
            loc: None,
        }
    }

    /// Guarded by `@reg`, or `@!reg` if `negated`.
    pub fn guarded(mut self, reg: Reg, negated: bool) -> Instr {
        self.guard = Some(Guard { reg, negated });
        self
    }

    /// Does the modifier list hold `m`?
    pub fn has(&self, m: impl Into<Mod>) -> bool {
        self.mods.contains(&m.into())
    }

    /// The `n`-th type modifier.
    pub fn ty(&self, n: usize) -> Option<Type> {
        self.mods
            .iter()
            .filter_map(|m| if let Mod::Type(t) = m { Some(*t) } else { None })
            .nth(n)
    }

    /// The `n`-th state space modifier.
    pub fn space(&self, n: usize) -> Option<Space> {
        self.mods
            .iter()
            .filter_map(|m| if let Mod::Space(s) = m { Some(*s) } else { None })
            .nth(n)
    }
}

/// An immediate. Floats are kept as bits and printed in PTX's exact hexadecimal forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Imm {
    /// Any integer; unsigned 64-bit values above `i64::MAX` wrap to negative ones with the same bits.
    Int(i64),
    /// `0f3F800000`
    F32(u32),
    /// `0d3FF0000000000000`
    F64(u64),
}

/// The base of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// A register.
    Reg(Reg),
    /// A variable or parameter.
    Symbol(Name),
    /// Nothing: the offset is the address.
    Absolute,
}

/// `[base + offset]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addr {
    /// Register, symbol or nothing.
    pub base: Base,
    /// Bytes added.
    pub offset: i64,
}

/// An operand.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// `%r1`
    Reg(Reg),
    /// `!%p1`, a negated predicate source.
    Not(Reg),
    /// `%r1|%p1`, two destinations of one instruction; each may be the sink.
    Pair(Option<Reg>, Option<Reg>),
    /// `_`
    Sink,
    /// A number.
    Imm(Imm),
    /// `%tid.x`, `%laneid`
    Special(Special, Option<Dim>),
    /// The address of a variable or parameter, plus bytes.
    Symbol(Name, i64),
    /// `[%rd1+16]`
    Addr(Addr),
    /// `[%rd2, {%r1, %r2}]`: a tensor map and coordinates, innermost first.
    TensorAddr {
        /// The address of the tensor map.
        map: Addr,
        /// Coordinates.
        coords: Vec<Operand>,
    },
    /// `{%f1, %f2}`
    Vector(Vec<Operand>),
    /// A branch target.
    Label(Label),
    /// `(param0, param1)`: what a call takes or returns.
    Arguments(Vec<Operand>),
}

macro_rules! operand_from {
    ($($from:ty => |$v:ident| $make:expr;)*) => { $(
        impl From<$from> for Operand {
            fn from($v: $from) -> Operand { $make }
        }
    )* };
}

operand_from! {
    Reg => |r| Operand::Reg(r);
    Label => |l| Operand::Label(l);
    Imm => |i| Operand::Imm(i);
    i32 => |v| Operand::Imm(Imm::Int(v.into()));
    u32 => |v| Operand::Imm(Imm::Int(v.into()));
    i64 => |v| Operand::Imm(Imm::Int(v));
    u64 => |v| Operand::Imm(Imm::Int(v as i64));
    f32 => |v| Operand::Imm(Imm::F32(v.to_bits()));
    f64 => |v| Operand::Imm(Imm::F64(v.to_bits()));
    Special => |s| Operand::Special(s, None);
    (Special, Dim) => |s| Operand::Special(s.0, Some(s.1));
    Addr => |a| Operand::Addr(a);
    Name => |n| Operand::Symbol(n, 0);
    &Name => |n| Operand::Symbol(n.clone(), 0);
    Vec<Operand> => |v| Operand::Vector(v);
    &[Reg] => |v| Operand::Vector(v.iter().map(|&r| Operand::Reg(r)).collect());
}

impl Addr {
    /// `[reg + offset]`
    pub fn reg(reg: Reg, offset: i64) -> Addr {
        Addr {
            base: Base::Reg(reg),
            offset,
        }
    }

    /// `[symbol + offset]`
    pub fn symbol(name: &Name, offset: i64) -> Addr {
        Addr {
            base: Base::Symbol(name.clone()),
            offset,
        }
    }
}
