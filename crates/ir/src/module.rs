//! The module: everything a kernel is made of, in tables, owned by one value.
//!
//! `Clone` is the snapshot: ids stay what they are, so a value or op can be followed from one snapshot to the next.

use crate::attrs::AttrData;
use crate::convert::Failure;
use crate::entity::{Attr, Block, Entity, EntityMap, Loc, Name, Op, Region, Table, Ty, Value};
use crate::intern::Interner;
use crate::locations::places::SourcePlace;
use crate::op_def::{Arity, OpDef, OpKind, STAND_IN, traits};
use crate::registry::Registry;
use crate::types::{TypeData, TypeDef, TypeParams};
use crate::uses::Uses;
use smallvec::SmallVec;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};
use tilewright_diag::Span;

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

#[derive(Clone, Debug)]
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

#[derive(Clone, Debug)]
pub(crate) struct OpData {
    pub def: &'static OpDef,
    pub operands: SmallVec<[Value; 4]>,
    pub segments: SmallVec<[u32; 4]>,
    pub results: SmallVec<[Value; 2]>,
    pub attrs: SmallVec<[(u8, Attr); 2]>,
    pub extra: Vec<(Name, Attr)>,
    pub regions: SmallVec<[Region; 1]>,
    pub successors: SmallVec<[Block; 2]>,
    pub loc: Loc,
    parent: Option<Block>,
    prev: Option<Op>,
    next: Option<Op>,
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
    values: Table<Value, ValueData>,
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
            values: Table::new(),
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

    // Making ops.

    /// Makes an op that is in no block yet. `operands` has one list per operand record.
    pub fn create_op(&mut self, def: &'static OpDef, operands: &[&[Value]], result_types: &[Ty], loc: Loc) -> Op {
        let is_complete = operands.len() == def.operands.len() || std::ptr::eq(def, &STAND_IN);
        debug_assert!(is_complete, "operand lists of {}", def.name);
        let mut all: SmallVec<[Value; 4]> = SmallVec::new();
        let mut segments: SmallVec<[u32; 4]> = SmallVec::new();
        for list in operands {
            // Nearly all lists are of one.
            match list {
                [only] => all.push(*only),
                list => all.extend_from_slice(list),
            }
            segments.push(list.len() as u32);
        }
        let data = OpData {
            def,
            operands: all,
            segments,
            results: SmallVec::new(),
            attrs: SmallVec::new(),
            extra: Vec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
            loc,
            parent: None,
            prev: None,
            next: None,
        };
        let op = self.ops.push(data);
        for (index, &value) in self.ops[op].operands.iter().enumerate() {
            self.values[value].uses.push(Use {
                op,
                index: index as u32,
            });
        }
        for &ty in result_types {
            let index = self.ops[op].results.len() as u32;
            let value = self.values.push(ValueData {
                ty,
                def: Def::Result(op, index),
                uses: Uses::default(),
                name: None,
            });
            self.ops[op].results.push(value);
        }
        if !def.has(traits::REGION_LIST) {
            for _ in def.regions {
                self.add_region(op);
            }
        }
        op
    }

    /// Makes room for so many more ops of a result each, so that tables need not grow step by step.
    pub fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
        Arc::make_mut(&mut self.locs).reserve(ops / 2);
        Arc::make_mut(&mut self.attrs).reserve(ops / 2);
    }

    /// Adds an empty region to an op; to one whose record takes any number of them.
    pub fn add_region(&mut self, op: Op) -> Region {
        let region = self.regions.push(RegionData {
            blocks: Vec::new(),
            owner: Some(op),
        });
        self.ops[op].regions.push(region);
        region
    }

    /// The region of an op at a place, which is there from now on: an op with a list of regions begins with none.
    pub(crate) fn region_at(&mut self, op: Op, index: usize) -> Region {
        while self.ops[op].regions.len() <= index {
            self.add_region(op);
        }
        self.ops[op].regions[index]
    }

    /// Makes a region without an owner, for a parser that meets the region before the op is whole.
    pub(crate) fn loose_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }

    /// Makes `regions` the regions of `op`.
    pub(crate) fn attach_regions(&mut self, op: Op, regions: &[Region]) {
        for &region in regions {
            self.regions[region].owner = Some(op);
        }
        self.ops[op].regions = regions.iter().copied().collect();
    }

    /// Moves the regions of an op to another, whose own empty ones go: for a front end that learns the results of a branch
    /// from what is inside.
    pub fn move_regions(&mut self, from: Op, to: Op) {
        let regions = std::mem::take(&mut self.ops[from].regions);
        self.attach_regions(to, &regions);
    }

    /// Changes where an op comes from.
    pub fn set_loc(&mut self, op: Op, loc: Loc) {
        self.ops[op].loc = loc;
    }

    /// Adds an empty block to a region.
    pub fn add_block(&mut self, region: Region) -> Block {
        let block = self.blocks.push(BlockData {
            region: Some(region),
            ..BlockData::default()
        });
        self.regions[region].blocks.push(block);
        block
    }

    /// Appends a block to the region of another block; if that is in none, nor is this one.
    pub fn add_block_beside(&mut self, other: Block) -> Block {
        let Some(region) = self.blocks[other].region else {
            return self.blocks.push(BlockData::default());
        };
        self.add_block(region)
    }

    /// Makes `order` the order of the blocks of a region; it must name each of them once.
    pub fn reorder_blocks(&mut self, region: Region, order: Vec<Block>) {
        debug_assert_eq!(order.len(), self.regions[region].blocks.len());
        self.regions[region].blocks = order;
    }

    /// Takes the blocks of a region away, which must be empty.
    pub(crate) fn reorder_blocks_to_none(&mut self, region: Region) {
        self.regions[region].blocks.clear();
    }

    /// Makes `order` the blocks of a region; what is in the others is removed.
    pub fn keep_blocks(&mut self, region: Region, order: Vec<Block>) {
        for block in self.regions[region].blocks.clone() {
            while !order.contains(&block)
                && let Some(last) = self.blocks[block].last
            {
                self.erase(last);
            }
        }
        self.regions[region].blocks = order;
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Ty) -> Value {
        let index = self.blocks[block].args.len() as u32;
        let value = self.values.push(ValueData {
            ty,
            def: Def::Argument(block, index),
            uses: Uses::default(),
            name: None,
        });
        self.blocks[block].args.push(value);
        value
    }

    /// Puts a loose op at the end of a block.
    pub fn append(&mut self, block: Block, op: Op) {
        let last = self.blocks[block].last;
        self.ops[op].parent = Some(block);
        self.ops[op].prev = last;
        self.ops[op].next = None;
        match last {
            Some(last) => self.ops[last].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        self.blocks[block].last = Some(op);
    }

    /// Puts a loose op just before another.
    pub fn insert_before(&mut self, next: Op, op: Op) {
        let Some(block) = self.ops[next].parent else { return };
        let prev = self.ops[next].prev;
        self.ops[op].parent = Some(block);
        self.ops[op].prev = prev;
        self.ops[op].next = Some(next);
        self.ops[next].prev = Some(op);
        match prev {
            Some(prev) => self.ops[prev].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
    }

    /// Takes an op out of its block; it stays alive.
    pub fn detach(&mut self, op: Op) {
        let (parent, prev, next) = (self.ops[op].parent, self.ops[op].prev, self.ops[op].next);
        let Some(block) = parent else { return };
        match prev {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (None, None, None);
    }

    /// Removes an op, everything in its regions, and their uses. Its results must be unused.
    pub fn erase(&mut self, op: Op) {
        for region in self.ops[op].regions.clone() {
            for block in self.regions[region].blocks.clone() {
                while let Some(last) = self.blocks[block].last {
                    self.erase(last);
                }
            }
        }
        self.detach(op);
        self.drop_uses(op);
        self.ops[op].operands.clear();
        self.ops[op].segments = SmallVec::from_elem(0, self.ops[op].def.operands.len());
    }

    fn drop_uses(&mut self, op: Op) {
        for (index, value) in (0..).zip(self.ops[op].operands.clone()) {
            self.values[value].uses.remove(Use { op, index });
        }
    }

    // Reading ops.

    /// The record of an op.
    #[inline]
    pub fn def(&self, op: Op) -> &'static OpDef {
        self.ops[op].def
    }

    /// Which op it is.
    #[inline]
    pub fn kind(&self, op: Op) -> OpKind {
        self.ops[op].def.kind
    }

    /// The full name of an op.
    pub fn op_name(&self, op: Op) -> &'static str {
        self.ops[op].def.name
    }

    /// All operands in order.
    #[inline]
    pub fn operands(&self, op: Op) -> &[Value] {
        &self.ops[op].operands
    }

    /// The number of values each operand record stands for.
    pub fn segments(&self, op: Op) -> &[u32] {
        &self.ops[op].segments
    }

    /// The values of the operand record `slot`.
    pub fn operand_list(&self, op: Op, slot: usize) -> &[Value] {
        let data = &self.ops[op];
        let start: u32 = data.segments[..slot].iter().sum();
        &data.operands[start as usize..(start + data.segments[slot]) as usize]
    }

    /// All results in order.
    #[inline]
    pub fn results(&self, op: Op) -> &[Value] {
        &self.ops[op].results
    }

    /// Result number `index`.
    #[inline]
    pub fn result(&self, op: Op, index: usize) -> Value {
        self.ops[op].results[index]
    }

    /// The results of the result record `slot`; at most one record is variadic.
    pub fn result_list(&self, op: Op, slot: usize) -> &[Value] {
        let data = &self.ops[op];
        let spread = data.results.len() + 1 - data.def.results.len();
        let before = &data.def.results[..slot];
        let start = before
            .iter()
            .map(|r| if r.arity == Arity::One { 1 } else { spread })
            .sum::<usize>();
        let count = if data.def.results[slot].arity == Arity::One {
            1
        } else {
            spread
        };
        &data.results[start..start + count]
    }

    /// The attribute named `name`: one of the op's own, else one added to it.
    pub fn attr(&self, op: Op, name: &str) -> Option<Attr> {
        let data = &self.ops[op];
        match data.def.attr_slot(name) {
            Some(slot) => data
                .attrs
                .iter()
                .find(|(s, _)| *s as usize == slot)
                .map(|&(_, attr)| attr),
            None => data
                .extra
                .iter()
                .find(|(n, _)| self.name(*n) == name)
                .map(|&(_, attr)| attr),
        }
    }

    /// The attributes added to an op beyond its record.
    pub fn extra_attrs(&self, op: Op) -> &[(Name, Attr)] {
        &self.ops[op].extra
    }

    /// The op's own attributes, by slot of the record.
    pub fn own_attrs(&self, op: Op) -> &[(u8, Attr)] {
        &self.ops[op].attrs
    }

    /// Sets an attribute. A word that is the default is taken away instead: the default is never stored, so that an op
    /// that was made and one that was read from text are the same.
    pub fn set_attr(&mut self, op: Op, name: &str, attr: Attr) {
        let def = self.ops[op].def;
        if let Some(slot) = def.attr_slot(name)
            && self.is_default_word(def, slot, attr)
        {
            return self.remove_attr(op, name);
        }
        match self.ops[op].def.attr_slot(name) {
            Some(slot) => {
                let attrs = &mut self.ops[op].attrs;
                match attrs.iter_mut().find(|(s, _)| *s as usize == slot) {
                    Some(entry) => entry.1 = attr,
                    None => {
                        attrs.push((slot as u8, attr));
                        attrs.sort_unstable_by_key(|&(slot, _)| slot);
                    }
                }
            }
            None => {
                let name = self.intern_name(name);
                let extra = &mut self.ops[op].extra;
                match extra.iter_mut().find(|(n, _)| *n == name) {
                    Some(entry) => entry.1 = attr,
                    None => extra.push((name, attr)),
                }
            }
        }
    }

    /// Sets the attributes of a new op: by slot of the record, and those added to it.
    pub(crate) fn set_attrs(&mut self, op: Op, own: Vec<(u8, Attr)>, added: Vec<(Name, Attr)>) {
        let data = &mut self.ops[op];
        data.attrs = own.into();
        data.attrs.sort_unstable_by_key(|&(slot, _)| slot);
        data.extra = added;
    }

    /// Whether an attribute says what is meant without it.
    pub(crate) fn is_default_word(&self, def: &OpDef, slot: usize, attr: Attr) -> bool {
        let default = def.attrs[slot].default;
        default.is_some_and(|word| matches!(self.attr_data(attr), AttrData::Keyword(n) if self.name(*n) == word))
    }

    /// Takes an attribute away.
    pub fn remove_attr(&mut self, op: Op, name: &str) {
        if let Some(slot) = self.ops[op].def.attr_slot(name) {
            self.ops[op].attrs.retain(|(s, _)| *s as usize != slot);
        } else {
            let name = self.intern_name(name);
            self.ops[op].extra.retain(|(n, _)| *n != name);
        }
    }

    /// The regions of an op.
    #[inline]
    pub fn regions(&self, op: Op) -> &[Region] {
        &self.ops[op].regions
    }

    /// The successors of an op.
    pub fn successors(&self, op: Op) -> &[Block] {
        &self.ops[op].successors
    }

    /// Sets the successors of an op.
    pub fn set_successors(&mut self, op: Op, blocks: &[Block]) {
        self.ops[op].successors = blocks.iter().copied().collect();
    }

    /// Where an op comes from.
    pub fn loc(&self, op: Op) -> Loc {
        self.ops[op].loc
    }

    /// The source span of an op, if it has one.
    pub fn span(&self, op: Op) -> Option<Span> {
        let loc = self.loc_data(self.ops[op].loc);
        (loc.line > 0).then_some(loc.span)
    }

    /// The block an op is in.
    #[inline]
    pub fn parent(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// The op whose region holds an op.
    #[inline]
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.ops[op].parent.and_then(|block| self.owner(block))
    }

    /// The op whose region holds a block.
    #[inline]
    pub fn owner(&self, block: Block) -> Option<Op> {
        self.blocks[block].region.and_then(|region| self.regions[region].owner)
    }

    /// The region of a block.
    pub fn region_of(&self, block: Block) -> Option<Region> {
        self.blocks[block].region
    }

    // Reading blocks and regions.

    /// The blocks of a region in order.
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// The first block of a region.
    pub fn entry_block(&self, region: Region) -> Option<Block> {
        self.regions[region].blocks.first().copied()
    }

    /// The arguments of a block.
    pub fn arguments(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// The first op of a block.
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    /// The last op of a block.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// The op after an op in its block.
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    /// The op before an op in its block.
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }

    /// The ops of a block in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks[block].first, |&op| self.ops[op].next)
    }

    /// All ops inside a block and its nested regions, each before the ops inside it.
    pub fn walk(&self, block: Block) -> Vec<Op> {
        let mut found = Vec::new();
        // The op with which each block goes on that is not walked to its end, the next one last.
        let mut heads: SmallVec<[Op; 8]> = SmallVec::new();
        let mut next = self.blocks[block].first;
        while let Some(op) = next {
            found.push(op);
            let data = &self.ops[op];
            next = data.next;
            if !data.regions.is_empty() {
                if let Some(next) = next {
                    heads.push(next);
                }
                let start = heads.len();
                for &region in &data.regions {
                    heads.extend(self.blocks(region).iter().filter_map(|&inner| self.blocks[inner].first));
                }
                heads[start..].reverse();
                next = None;
            }
            next = next.or_else(|| heads.pop());
        }
        found
    }

    // Values.

    /// The type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> Ty {
        self.values[value].ty
    }

    /// Where a value comes from.
    #[inline]
    pub fn value_def(&self, value: Value) -> Def {
        self.values[value].def
    }

    /// The op that makes a value, unless it is an argument.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.values[value].def {
            Def::Result(op, _) => Some(op),
            Def::Argument(..) => None,
        }
    }

    /// The uses of a value.
    pub fn uses(&self, value: Value) -> &[Use] {
        self.values[value].uses.as_slice()
    }

    /// The name of a value in text, if it was given one.
    pub fn value_name(&self, value: Value) -> Option<ValueName> {
        self.values[value].name
    }

    /// Whether a value has a name of its own, and not a number.
    pub fn is_named(&self, value: Value) -> bool {
        self.value_name(value)
            .is_some_and(|own| !self.name(own.name).starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Names a value.
    pub fn set_value_name(&mut self, value: Value, name: Option<ValueName>) {
        self.values[value].name = name;
    }

    /// Makes operand number `index` of `op` another value.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let old = self.ops[op].operands[index];
        let this = Use {
            op,
            index: index as u32,
        };
        self.values[old].uses.remove(this);
        self.ops[op].operands[index] = value;
        self.values[value].uses.push(this);
    }

    /// Replaces every use of `old` by `new`.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        for &site in std::mem::take(&mut self.values[old].uses).as_slice() {
            self.ops[site.op].operands[site.index as usize] = new;
            self.values[new].uses.push(site);
        }
    }

    /// The number of values that were ever made; ids are below it.
    pub fn value_count(&self) -> usize {
        self.values.count()
    }

    /// The number of ops that were ever made; ids are below it.
    pub fn op_count(&self) -> usize {
        self.ops.count()
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
