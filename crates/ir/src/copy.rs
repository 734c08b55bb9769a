//! Ops once more, in the module that has them.

use crate::entity::{Attr, Block, Name, Op, Ty, Value};
use crate::module::Module;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The values that copies have instead of those of the ops that were copied. A value from elsewhere has none, and stays.
pub type Names = FxHashMap<Value, Value>;

/// The value that copies have instead of one.
pub fn named(names: &Names, value: Value) -> Value {
    // Absent: it comes from elsewhere.
    names.get(&value).copied().unwrap_or(value)
}

impl Module {
    /// Copies an op that goes on in no other block, with all that is in it, to the end of a block. What it makes is added to the names.
    pub fn copy_op(&mut self, op: Op, to: Block, names: &mut Names) -> Op {
        let operands = self.operands(op).iter().map(|&value| named(names, value));
        let operands: SmallVec<[Value; 16]> = operands.collect();
        let types: SmallVec<[Ty; 8]> = self.results(op).iter().map(|&value| self.ty(value)).collect();
        let new = self.create_like(op, &operands, &types);
        self.copy_attrs(op, new);
        for index in 0..types.len() {
            let result = self.result(op, index);
            let copy = self.result(new, index);
            self.set_value_name(copy, self.value_name(result));
            names.insert(result, copy);
        }
        self.append(to, new);
        for (index, region) in self.regions(op).to_vec().into_iter().enumerate() {
            if self.regions(new).len() == index {
                // Of an op that has any number of them.
                self.add_region(new);
            }
            for block in self.blocks(region).to_vec() {
                let target = self.add_block(self.regions(new)[index]);
                for argument in self.arguments(block).to_vec() {
                    let copy = self.add_argument(target, self.ty(argument));
                    names.insert(argument, copy);
                }
                for inner in self.ops(block).collect::<Vec<Op>>() {
                    self.copy_op(inner, target, names);
                }
            }
        }
        new
    }

    /// Gives an op the attributes of another one of its kind.
    pub fn copy_attrs(&mut self, from: Op, to: Op) {
        let own: SmallVec<[(u8, Attr); 8]> = SmallVec::from_slice(self.own_attrs(from));
        let added: SmallVec<[(Name, Attr); 4]> = SmallVec::from_slice(self.extra_attrs(from));
        self.set_attrs(to, &own, &added);
    }
}
