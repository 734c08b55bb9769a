//! Views: the operands of an op by name and number, in the order of its record, instead of by place.
//!
//! ```text
//! let ForOp { lower, upper, step, inits, .. } = ForOp::of(module, op)?;
//! ```

use crate::attrs::AttrData;
use crate::entity::{Attr, Block, Op, Value};
use crate::module::Module;
use crate::op_def::{Arity, OpKind};
use crate::ops::{cuda_tile, nv_tileaa, nv_tileas, scf};
use crate::words::role;
use smallvec::SmallVec;

/// Reads an operand of an arity from the values that stand for it.
macro_rules! read {
    (one, $values:expr) => {
        *$values.first()?
    };
    (optional, $values:expr) => {
        $values.first().copied()
    };
    (variadic, $values:expr) => {
        $values
    };
}

/// The type of an operand of an arity.
macro_rules! field {
    (one, $life:lifetime) => { Value };
    (optional, $life:lifetime) => { Option<Value> };
    (variadic, $life:lifetime) => { &$life [Value] };
}

/// The arity of a record.
macro_rules! arity {
    (one) => {
        Arity::One
    };
    (optional) => {
        Arity::Optional
    };
    (variadic) => {
        Arity::Variadic
    };
}

/// Declares views; a test holds each to the records that it is of.
macro_rules! views {
    ($($(#[$doc:meta])* $view:ident of $($dialect:ident::$kind:ident)|+ { $($(#[$about:meta])* $field:ident: $arity:ident,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $view<'m> {
                /// The op.
                pub op: Op,
                /// The entry block of its first region, if it has one.
                pub body: Option<Block>,
                $($(#[$about])* pub $field: field!($arity, 'm),)*
            }

            impl<'m> $view<'m> {
                /// The view of an op; none of another op, or of one without an operand that must be there.
                #[allow(unused_assignments)]
                pub fn of(module: &'m Module, op: Op) -> Option<Self> {
                    if !matches!(module.kind(op), $($dialect::$kind)|+) {
                        return None;
                    }
                    let body = module.regions(op).first().and_then(|&region| module.entry_block(region));
                    let mut slot = 0;
                    $(
                        let values: &'m [Value] = module.operand_list(op, slot);
                        let $field = read!($arity, values);
                        slot += 1;
                    )*
                    Some(Self { op, body, $($field),* })
                }
            }
        )*

        /// Each view: its name, the ops that it is of, and its operands.
        pub const VIEWS: &[(&str, &[OpKind], &[(&str, Arity)])] = &[
            $((stringify!($view), &[$($dialect::$kind),+], &[$((stringify!($field), arity!($arity))),*]),)*
        ];
    };
}

views! {
    /// A counted loop.
    ForOp of scf::FOR | cuda_tile::FOR {
        /// The first index.
        lower: one,
        /// The index that ends it: it is not reached.
        upper: one,
        /// The amount by which each iteration goes on.
        step: one,
        /// The values that the first iteration starts with.
        inits: variadic,
    }

    /// A loop until `break`.
    LoopOp of scf::LOOP | cuda_tile::LOOP {
        /// The values that the first iteration starts with.
        inits: variadic,
    }

    /// A read of a tile of a view.
    TiledLoad of nv_tileaa::TILED_LOAD | nv_tileas::TILED_LOAD {
        /// The view.
        view: one,
        /// Which tile, a number for each dimension.
        index: variadic,
        /// The token that it waits for.
        token: optional,
    }

    /// A write of a tile of a view, or an atomic update.
    TiledStore of nv_tileaa::TILED_STORE | nv_tileas::TILED_STORE | nv_tileaa::TILED_ATOMIC_RMW | nv_tileas::TILED_ATOMIC_RMW {
        /// The elements that are written.
        tile: one,
        /// The view.
        view: one,
        /// Which tile, a number for each dimension.
        index: variadic,
        /// The token that it waits for.
        token: optional,
    }

    /// A tensor of memory from an address on.
    TensorAt of cuda_tile::MAKE_TENSOR_VIEW | nv_tileaa::MAKE_MEMREF | nv_tileas::MAKE_MEMREF {
        /// The address of its first element.
        base: one,
        /// The extents that the type does not say.
        sizes: variadic,
        /// The strides that the type does not say.
        strides: variadic,
    }
}

/// An access to a tile of a view: a load, a store, an atomic update, a copy. The operands are in another order in each.
#[derive(Clone, Copy, Debug)]
pub struct TileAccess<'m> {
    /// The op.
    pub op: Op,
    /// The view.
    pub view: Value,
    /// Which tile, a number for each dimension.
    pub index: &'m [Value],
}

impl<'m> TileAccess<'m> {
    /// The view of an op; none of one that accesses no tile of a view.
    pub fn of(module: &'m Module, op: Op) -> Option<Self> {
        let def = module.def(op);
        let (view, index) = (def.operand_slot("view")?, def.operand_slot("index")?);
        let (view, index) = (*module.operand_list(op, view).first()?, module.operand_list(op, index));
        Some(Self { op, view, index })
    }
}

impl Module {
    /// The roles of the agents of a switch, in the order of its regions: without a list, a consumer and a producer. None, if
    /// the list is no list of roles.
    pub fn agent_roles(&self, switch: Op) -> Option<SmallVec<[&'static str; 4]>> {
        let Some(attr) = self.attr(switch, "roles") else {
            return Some(SmallVec::from_slice(&[role::CONSUMER, role::PRODUCER]));
        };
        let AttrData::Array(list) = self.attr_data(attr) else {
            return None;
        };
        let role = |attr: &Attr| match self.attr_data(*attr) {
            AttrData::Keyword(word) => role::ALL.iter().copied().find(|role| *role == self.name(*word)),
            _ => None,
        };
        list.iter().map(role).collect()
    }

    /// Warps of the consumer of a switch.
    pub fn consumer_warps(&self, switch: Op) -> Option<i64> {
        let at = self
            .agent_roles(switch)?
            .iter()
            .position(|role| *role == role::CONSUMER)?;
        self.ints_attr(switch, "num_warps")?.get(at).copied()
    }

    /// The values that the first iteration of a loop starts with; none of another op.
    pub fn loop_inits(&self, op: Op) -> &[Value] {
        let counted = ForOp::of(self, op).map(|counted| counted.inits);
        let endless = || LoopOp::of(self, op).map(|endless| endless.inits);
        counted.or_else(endless).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::op_def::{Constraint, OpDef};

    #[test]
    fn views_have_the_operands_of_their_records() {
        for (name, kinds, operands) in VIEWS {
            for kind in *kinds {
                let record: Vec<(&str, Arity)> = kind.def().operands.iter().map(|o| (o.name, o.arity)).collect();
                assert_eq!(*operands, record, "{name} of {kind}");
            }
        }
    }

    #[test]
    fn an_op_with_a_view_and_an_index_accesses_a_tile() {
        let operand = |def: &'static OpDef, name| def.operand_slot(name).map(|slot| def.operands[slot]);
        let mut accesses = 0;
        for def in Registry::builtin().ops() {
            if let (Some(view), Some(index)) = (operand(def, "view"), operand(def, "index")) {
                assert_eq!(
                    (view.arity, view.constraint),
                    (Arity::One, Constraint::TileView),
                    "{}",
                    def.name
                );
                assert_eq!(index.arity, Arity::Variadic, "{}", def.name);
                accesses += 1;
            }
        }
        assert!(accesses > 6);
    }
}
