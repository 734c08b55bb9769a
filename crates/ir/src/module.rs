//! The module: everything a kernel is made of, in tables, owned by one value.
//!
//! `Clone` is the snapshot: ids stay what they are, so a value or op can be followed from one snapshot to the next.

use crate::attrs::AttrData;
use crate::convert::Failure;
use crate::entity::{Attr, Block, Entity, EntityMap, Loc, Name, Op, Region, Table, Ty, Value};
use crate::intern::Interner;
use crate::lists::{List, Lists};
use crate::locations::places::SourcePlace;
use crate::op_def::{OpDef, OpKind, STAND_IN};
use crate::registry::Registry;
use crate::types::{TypeData, TypeDef, TypeParams};
use crate::uses::{UseLists, Uses};
use std::hash::Hash;
use std::sync::{Arc, OnceLock};
use tilewright_diag::Span;

mod edit;
mod read;

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// Result number `.1` of op `.0`.
    Result(Op, u32),
    /// Argument number `.1` of block `.0`.
    Argument(Block, u32),
}

/// A use of a value: operand number `index` of `op`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    /// The user.
    pub op: Op,
    /// Which operand.
    pub index: u32,
}

/// The name of a value in text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueName {
    /// The name without `%`.
    pub name: Name,
    /// For results that share a name (`%r:2`): which of them; 0 for the first or only one.
    pub part: u32,
}

/// A value. It has no memory of its own, so that all values are copied at once.
#[derive(Clone, Copy, Debug)]
struct ValueData {
    ty: Ty,
    def: Def,
    uses: Uses,
    name: Option<ValueName>,
}

/// Where in the source something stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LocData {
    /// The bytes of the source text.
    pub span: Span,
    /// Line, from 1; 0 where there is none.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The place in the language the kernel was written in, as its `loc(...)` says.
    pub origin: Option<Origin>,
    /// All that its `loc(...)` says.
    pub location: Option<Attr>,
}

/// A place in the file the kernel was written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The file.
    pub file: Name,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// An op. It has no memory of its own, so that all ops are copied at once.
#[derive(Clone, Copy, Debug)]
struct OpData {
    def: &'static OpDef,
    operands: List<Value>,
    segments: List<u32>,
    results: List<Value>,
    attrs: List<(u8, Attr)>,
    extra: List<(Name, Attr)>,
    regions: List<Region>,
    successors: List<Block>,
    loc: Loc,
    parent: Option<Block>,
    prev: Option<Op>,
    next: Option<Op>,
}

/// The entries of the lists of ops.
#[derive(Clone, Debug, Default)]
struct OpLists {
    values: Lists<Value>,
    segments: Lists<u32>,
    attrs: Lists<(u8, Attr)>,
    extra: Lists<(Name, Attr)>,
    regions: Lists<Region>,
    successors: Lists<Block>,
}

#[derive(Clone, Debug, Default)]
struct BlockData {
    args: Vec<Value>,
    first: Option<Op>,
    last: Option<Op>,
    region: Option<Region>,
}

#[derive(Clone, Debug, Default)]
struct RegionData {
    blocks: Vec<Block>,
    owner: Option<Op>,
}

/// A kernel, or several, at one level of the compiler.
#[derive(Clone, Debug)]
pub struct Module {
    registry: &'static Registry,
    // Shared between snapshots until one of them adds something new.
    names: Arc<Interner<Name, Arc<str>>>,
    types: Arc<Interner<Ty, TypeData>>,
    pub(crate) attrs: Arc<Interner<Attr, AttrData>>,
    /// Nearly every op is in a place of its own, so equal places are not looked for.
    locs: Arc<Table<Loc, LocData>>,
    /// The place that each location and scope stands for.
    pub(crate) places: Arc<EntityMap<Attr, SourcePlace>>,
    ops: Table<Op, OpData>,
    lists: OpLists,
    values: Table<Value, ValueData>,
    uses: UseLists,
    blocks: Table<Block, BlockData>,
    regions: Table<Region, RegionData>,
    top: Block,
    /// Where arguments of blocks come from, as far as the text says it.
    pub(crate) argument_locations: EntityMap<Value, Attr>,
    /// The first contradiction that a pass found.
    pub(crate) inconsistency: OnceLock<Failure>,
}

impl std::fmt::Debug for TypeData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.def.name, self.params)
    }
}

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}

impl Module {
    /// An empty module of the dialects of this crate.
    pub fn new() -> Self {
        Self::of(Registry::builtin())
    }

    /// An empty module of the ops that a registry knows.
    pub fn of(registry: &'static Registry) -> Self {
        let mut regions = Table::new();
        let mut blocks = Table::new();
        let region: Region = regions.push(RegionData::default());
        let top: Block = blocks.push(BlockData {
            region: Some(region),
            ..BlockData::default()
        });
        regions[region].blocks.push(top);
        let mut locs = Table::new();
        locs.push(LocData::default());
        Self {
            registry,
            names: Arc::default(),
            types: Arc::default(),
            attrs: Arc::default(),
            locs: Arc::new(locs),
            places: Arc::default(),
            ops: Table::new(),
            lists: OpLists::default(),
            values: Table::new(),
            uses: UseLists::default(),
            blocks,
            regions,
            top,
            argument_locations: EntityMap::default(),
            inconsistency: OnceLock::new(),
        }
    }

    /// An empty module that knows the same ops, and the same names, types, attributes and places, with the same ids.
    pub fn new_like(&self) -> Self {
        let fresh = Self::of(self.registry);
        Self {
            names: self.names.clone(),
            types: self.types.clone(),
            attrs: self.attrs.clone(),
            locs: self.locs.clone(),
            ..fresh
        }
    }

    /// The ops that it may have.
    pub fn registry(&self) -> &'static Registry {
        self.registry
    }

    /// The record of an op that is to be made; a stand-in, and a contradiction, if the registry does not know it.
    pub fn record_of(&self, kind: OpKind) -> &'static OpDef {
        let known = self.registry.def(kind);
        self.or_inconsistent(
            None,
            known,
            &STAND_IN,
            "an op is made that the module's registry does not know",
        )
    }

    /// The block of the ops at the top level.
    pub fn top(&self) -> Block {
        self.top
    }

    // Names, types, attributes and places.

    /// The id of a string.
    pub fn intern_name(&mut self, text: &str) -> Name {
        match Arc::get_mut(&mut self.names) {
            Some(own) => own.intern_from(text),
            None => match self.names.find(text) {
                Some(id) => id,
                None => Arc::make_mut(&mut self.names).intern_from(text),
            },
        }
    }

    /// The id of a string, if it has one.
    pub(crate) fn known_name(&self, text: &str) -> Option<Name> {
        self.names.find(text)
    }

    /// The number of strings that have an id.
    pub(crate) fn name_count(&self) -> usize {
        self.names.len()
    }

    /// The string of an id.
    pub fn name(&self, name: Name) -> &str {
        self.names.get(name)
    }

    /// The id of a type.
    pub fn intern_type(&mut self, def: &'static TypeDef, params: TypeParams) -> Ty {
        shared_intern(&mut self.types, TypeData { def, params })
    }

    /// The type of an id.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn type_data(&self, ty: Ty) -> &TypeData {
        self.types.get(ty)
    }

    /// The id of an attribute.
    pub fn intern_attr(&mut self, data: AttrData) -> Attr {
        let may_be_place = matches!(data, AttrData::Loc(..) | AttrData::Record(..));
        let attr = shared_intern(&mut self.attrs, data);
        if may_be_place {
            self.note_place(attr);
        }
        attr
    }

    /// The attribute of an id.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn attr_data(&self, attr: Attr) -> &AttrData {
        self.attrs.get(attr)
    }

    /// Makes the id of a place.
    pub fn add_loc(&mut self, loc: LocData) -> Loc {
        Arc::make_mut(&mut self.locs).push(loc)
    }

    /// All places, to change them.
    pub(crate) fn locs_mut(&mut self) -> &mut [LocData] {
        Arc::make_mut(&mut self.locs).rows_mut()
    }

    /// The place of an id.
    pub fn loc_data(&self, loc: Loc) -> &LocData {
        &self.locs[loc]
    }

    /// The place that is no place.
    pub fn unknown_loc(&self) -> Loc {
        Loc::new(0)
    }
}

/// Interns without copying a shared table, unless the row is new.
fn shared_intern<E: Entity, T: Clone + Eq + Hash>(table: &mut Arc<Interner<E, T>>, row: T) -> E {
    if let Some(own) = Arc::get_mut(table) {
        return own.intern(row);
    }
    match table.find(&row) {
        Some(id) => id,
        None => Arc::make_mut(table).intern(row),
    }
}
