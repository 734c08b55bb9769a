//! Making ops, regions and blocks, and changing them: uses, parents and neighbours stay true to each other.

use super::{BlockData, Def, Module, OpData, RegionData, Use, ValueData, ValueName};
use crate::OpKind;
use crate::entity::{Attr, Block, Loc, Name, Op, Region, Ty, Value};
use crate::lists::List;
use crate::op_def::{OpDef, STAND_IN, traits};
use crate::uses::Uses;
use std::sync::Arc;

impl Module {
    /// Makes an op that is in no block yet. `operands` has one list per operand record.
    pub fn create_op(&mut self, def: &'static OpDef, operands: &[&[Value]], result_types: &[Ty], loc: Loc) -> Op {
        let is_complete = operands.len() == def.operands.len() || std::ptr::eq(def, &STAND_IN);
        debug_assert!(is_complete, "operand lists of {}", def.name);
        let all = self.lists.values.joined(operands);
        let mut segments = List::default();
        for list in operands {
            self.lists.segments.push(&mut segments, list.len() as u32);
        }
        self.create_of(def, (all, segments), result_types, loc)
    }

    /// Makes an op like another one, with other operands, as many for each record, and without its attributes.
    pub(crate) fn create_like(&mut self, op: Op, operands: &[Value], result_types: &[Ty]) -> Op {
        debug_assert_eq!(operands.len(), self.operands(op).len());
        let OpData { def, segments, loc, .. } = self.ops[op];
        let operands = self.lists.values.add(operands);
        self.create_of(def, (operands, segments), result_types, loc)
    }

    fn create_of(
        &mut self,
        def: &'static OpDef,
        (operands, segments): (List<Value>, List<u32>),
        result_types: &[Ty],
        loc: Loc,
    ) -> Op {
        let op = self.ops.push(OpData {
            def,
            operands,
            segments,
            results: List::default(),
            attrs: List::default(),
            extra: List::default(),
            regions: List::default(),
            successors: List::default(),
            loc,
            parent: None,
            prev: None,
            next: None,
        });
        for (index, &value) in (0..).zip(self.lists.values.of(operands)) {
            self.uses.push(&mut self.values[value].uses, Use { op, index });
        }
        let mut results = List::default();
        for (index, &ty) in (0..).zip(result_types) {
            let value = self.values.push(ValueData {
                ty,
                def: Def::Result(op, index),
                uses: Uses::default(),
                name: None,
            });
            self.lists.values.push(&mut results, value);
        }
        self.ops[op].results = results;
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
        self.lists.values.reserve(3 * ops);
        self.lists.segments.reserve(2 * ops);
        self.values.reserve(ops);
        self.uses.reserve(2 * ops);
        Arc::make_mut(&mut self.locs).reserve(ops / 2);
        Arc::make_mut(&mut self.attrs).reserve(ops / 2);
    }

    /// Adds an empty region to an op; to one whose record takes any number of them.
    pub fn add_region(&mut self, op: Op) -> Region {
        let region = self.regions.push(RegionData {
            blocks: Vec::new(),
            owner: Some(op),
        });
        self.lists.regions.push(&mut self.ops[op].regions, region);
        region
    }

    /// The region of an op at a place, which is there from now on: an op with a list of regions begins with none.
    pub(crate) fn region_at(&mut self, op: Op, index: usize) -> Region {
        while self.ops[op].regions.len() <= index {
            self.add_region(op);
        }
        self.regions(op)[index]
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
        self.ops[op].regions = self.lists.regions.add(regions);
    }

    /// Moves the regions of an op to another, whose own empty ones go: for a front end that learns the results of a branch
    /// from what is inside.
    pub fn move_regions(&mut self, from: Op, to: Op) {
        let regions = std::mem::take(&mut self.ops[from].regions);
        let regions = self.lists.regions.of(regions).to_vec();
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

    /// Makes an op just before another, at its place in the source.
    pub fn create_before(&mut self, next: Op, kind: OpKind, operands: &[&[Value]], result_types: &[Ty]) -> Op {
        let op = self.create_op(self.record_of(kind), operands, result_types, self.loc(next));
        self.insert_before(next, op);
        op
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
        for region in self.regions(op).to_vec() {
            for block in self.regions[region].blocks.clone() {
                while let Some(last) = self.blocks[block].last {
                    self.erase(last);
                }
            }
        }
        self.detach(op);
        self.drop_uses(op);
        let data = &mut self.ops[op];
        data.operands = List::default();
        // The list may be another op's, too.
        data.segments = self.lists.segments.zeros(data.segments.len());
    }

    fn drop_uses(&mut self, op: Op) {
        for (index, &value) in (0..).zip(self.lists.values.of(self.ops[op].operands)) {
            self.uses.remove(&mut self.values[value].uses, Use { op, index });
        }
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
                let lists = &mut self.lists.attrs;
                match lists.of_mut(*attrs).iter_mut().find(|(s, _)| *s as usize == slot) {
                    Some(entry) => entry.1 = attr,
                    None => {
                        lists.push(attrs, (slot as u8, attr));
                        lists.of_mut(*attrs).sort_unstable_by_key(|&(slot, _)| slot);
                    }
                }
            }
            None => {
                let name = self.intern_name(name);
                let extra = &mut self.ops[op].extra;
                let lists = &mut self.lists.extra;
                match lists.of_mut(*extra).iter_mut().find(|(n, _)| *n == name) {
                    Some(entry) => entry.1 = attr,
                    None => lists.push(extra, (name, attr)),
                }
            }
        }
    }

    /// Sets the attributes of a new op: by slot of the record, and those added to it.
    pub(crate) fn set_attrs(&mut self, op: Op, own: &[(u8, Attr)], added: &[(Name, Attr)]) {
        let data = &mut self.ops[op];
        data.attrs = self.lists.attrs.add(own);
        data.extra = self.lists.extra.add(added);
        let own = self.lists.attrs.of_mut(data.attrs);
        own.sort_unstable_by_key(|&(slot, _)| slot);
    }

    /// Takes an attribute away.
    pub fn remove_attr(&mut self, op: Op, name: &str) {
        if let Some(slot) = self.ops[op].def.attr_slot(name) {
            let attrs = &mut self.ops[op].attrs;
            self.lists.attrs.retain(attrs, |(s, _)| s as usize != slot);
        } else {
            let name = self.intern_name(name);
            let extra = &mut self.ops[op].extra;
            self.lists.extra.retain(extra, |(n, _)| n != name);
        }
    }

    /// Sets the successors of an op.
    pub fn set_successors(&mut self, op: Op, blocks: &[Block]) {
        self.ops[op].successors = self.lists.successors.add(blocks);
    }

    /// Names a value.
    pub fn set_value_name(&mut self, value: Value, name: Option<ValueName>) {
        self.values[value].name = name;
    }

    /// Makes operand number `index` of `op` another value.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let place = &mut self.lists.values.of_mut(self.ops[op].operands)[index];
        let old = std::mem::replace(place, value);
        let this = Use {
            op,
            index: index as u32,
        };
        self.uses.remove(&mut self.values[old].uses, this);
        self.uses.push(&mut self.values[value].uses, this);
    }

    /// Changes the type of a value; what makes and what takes it must fit.
    pub fn set_ty(&mut self, value: Value, ty: Ty) {
        self.values[value].ty = ty;
    }

    /// Replaces every use of `old` by `new`.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let uses = std::mem::take(&mut self.values[old].uses);
        for at in 0..uses.count() {
            let site = self.uses.of(uses)[at];
            self.lists.values.of_mut(self.ops[site.op].operands)[site.index as usize] = new;
            self.uses.push(&mut self.values[new].uses, site);
        }
    }
}
