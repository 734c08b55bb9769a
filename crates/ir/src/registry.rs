//! Registries: the ops that a module may have.
//!
//! A module and the parser hold the registry that they ask, so that a dialect need not be defined in this crate. Its
//! records are made by the same macro, in a table with a number of its own, and a registry that knows them is handed to
//! the parser:
//!
//! ```
//! use tilewright_ir::op_def::{Constraint::Int, OpDef, one, result_like, traits::PURE};
//! use tilewright_ir::{ReadOptions, Registry, parse_with, records};
//!
//! records!(
//!     pub OPS,
//!     toy,
//!     tilewright_ir::Registry::FREE,
//!     DOUBLE = OpDef::new("toy.double", "$x : #x", "Twice a number.")
//!         .operands(const { &[one("x", Int)] })
//!         .results(const { &[result_like("result", Int, "x")] })
//!         .traits(PURE),
//! );
//!
//! let registry = Box::leak(Box::new(Registry::builtin().with(&OPS)?));
//! let options = ReadOptions { registry, ..ReadOptions::default() };
//! let text = "nv_tileaa.func @k(%n: tile<i32>) {\n  %m = toy.double %n : tile<i32>\n}\n";
//! let parsed = parse_with(text, options);
//! assert!(parsed.diagnostics.is_empty());
//! let ops = parsed.module.walk(parsed.module.top());
//! assert!(ops.iter().any(|&op| parsed.module.kind(op) == toy::DOUBLE));
//! # Ok::<(), tilewright_ir::registry::Fault>(())
//! ```
//!
//! Types and attributes with a text form of their own are those of this crate.

use crate::dialects::{OLD_SPELLINGS, TABLES};
use crate::op_def::{OpDef, OpKind};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::OnceLock;

/// The tables of op records that are known, and the records by name.
#[derive(Clone)]
pub struct Registry {
    /// The tables, each in the place of its number; empty where there is none.
    tables: Vec<&'static [OpDef]>,
    /// Records by every way to write their names.
    names: FxHashMap<&'static str, &'static OpDef>,
}

/// The fault of a table that a registry refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Another table has its number: that of this op.
    NumberTaken(&'static str),
    /// Another op has the name of this one.
    NameTaken(&'static str),
    /// The record of this op is not where its number says: the table was not made by [`records!`](crate::records).
    NotNumbered(&'static str),
    /// The record of this op is not well formed.
    Record(&'static str, &'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NumberTaken(other) => write!(f, "its number is that of the table of `{other}`: give it a free one"),
            Self::NameTaken(name) => write!(f, "there is an op `{name}` already: call it something else"),
            Self::NotNumbered(name) => write!(f, "`{name}` has no number: make its table by `records!`"),
            Self::Record(name, what) => write!(f, "the record of `{name}`: {what}"),
        }
    }
}

impl std::error::Error for Fault {}

impl Registry {
    /// The first number of tables outside of this crate; the last is 255.
    pub const FREE: u8 = 128;

    /// The dialects of this crate.
    pub fn builtin() -> &'static Self {
        static BUILTIN: OnceLock<Registry> = OnceLock::new();
        BUILTIN.get_or_init(|| {
            let tables = TABLES.to_vec();
            // The ops of the input language have two names.
            let count: usize = tables.iter().map(|table| table.len()).sum();
            let mut names = FxHashMap::with_capacity_and_hasher(2 * count, rustc_hash::FxBuildHasher);
            for def in TABLES.into_iter().flatten() {
                for name in spellings(def) {
                    names.insert(name, def);
                }
            }
            names.extend(OLD_SPELLINGS.map(|(old, kind)| (old, kind.def())));
            Self { tables, names }
        })
    }

    /// The same and a table more, which [`records!`](crate::records) has made.
    ///
    /// # Errors
    /// If a table or an op that is known has the number or name of one that is new, or a record is not well formed.
    pub fn with(&self, table: &'static [OpDef]) -> Result<Self, Fault> {
        let mut registry = self.clone();
        let Some(first) = table.first() else {
            return Ok(registry);
        };
        let number = usize::from(first.kind.table());
        if registry.tables.len() <= number {
            registry.tables.resize(number + 1, &[]);
        }
        if let Some(other) = registry.tables[number].first() {
            return Err(Fault::NumberTaken(other.name));
        }
        registry.tables[number] = table;
        for def in table {
            if !registry.def(def.kind).is_some_and(|known| std::ptr::eq(known, def)) {
                return Err(Fault::NotNumbered(def.name));
            }
            def.check().map_err(|what| Fault::Record(def.name, what))?;
            for name in spellings(def) {
                if registry.names.insert(name, def).is_some() {
                    return Err(Fault::NameTaken(name));
                }
            }
        }
        Ok(registry)
    }

    /// All records, by their numbers.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> {
        self.tables.iter().copied().flatten()
    }

    /// The record of an op by its full name; ops of `cuda_tile` are found without the dialect too.
    pub fn op(&self, name: &str) -> Option<&'static OpDef> {
        self.names.get(name).copied()
    }

    /// The record of an op.
    pub fn def(&self, kind: OpKind) -> Option<&'static OpDef> {
        self.tables.get(usize::from(kind.table()))?.get(usize::from(kind.row()))
    }

    /// The spellings of the name of an op in text.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> {
        self.ops().map(OpDef::spelling)
    }
}

/// Every way to write the name of an op, older ones apart.
fn spellings(def: &'static OpDef) -> impl Iterator<Item = &'static str> {
    let bare = Some(def.spelling()).filter(|&bare| bare != def.name);
    std::iter::once(def.name).chain(bare)
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ops()).finish()
    }
}
