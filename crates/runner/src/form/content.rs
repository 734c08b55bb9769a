//! The whole numbers that arrays hold: those with which a kernel can index.

use super::analysis::Analysis;
use super::values::Place;
use std::collections::BTreeSet;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::views::TileAccess;
use tilewright_ir::{Op, Value};

/// Numbers of which nothing is known are less than this.
const BELOW: i64 = 16;
/// And an index is less than this.
const MAX_INDEX: i64 = 1 << 16;

impl Analysis<'_> {
    /// Finds what is loaded, and from which parameters.
    pub(super) fn find_loads(&mut self) {
        for &op in &self.ops {
            let arrays = match self.module.kind(op) {
                cuda_tile::LOAD_PTR_TKO => self
                    .module
                    .operand_named(op, operand::SOURCE)
                    .map(|from| self.roots(from)),
                cuda_tile::LOAD_VIEW_TKO => self.tilings.iter().find(|tiling| tiling.access.op == op).map(|tiling| {
                    // Absent: a tensor of no address has no parameter.
                    let base = self.module.operand_named(tiling.tensor, operand::BASE);
                    base.map_or(BTreeSet::new(), |base| self.roots(base))
                }),
                _ => None,
            };
            if let Some(&value) = self.module.results(op).first() {
                self.loads
                    .extend(arrays.into_iter().flatten().map(|array| (value, array)));
            }
        }
    }

    /// Whether what is loaded is where memory is.
    pub(super) fn takes_addresses(&self) -> bool {
        let module = self.module;
        let addresses = self.ops.iter().filter(|&&op| module.kind(op) == cuda_tile::INT_TO_PTR);
        let mut from = addresses.map(|&op| module.only_operand(op));
        from.any(|mut value| {
            while let Some(op) = module.defining_op(value)
                && matches!(
                    module.kind(op),
                    cuda_tile::ASSUME | cuda_tile::RESHAPE | cuda_tile::EXTRACT
                )
            {
                value = module.required_operand(op, operand::SOURCE);
            }
            self.loads.iter().any(|load| load.0 == value)
        })
    }

    /// The number that the whole numbers of an array are less than, and whether each is another.
    pub(super) fn content(&self, array: usize) -> (u32, bool) {
        if self.ops.iter().any(|&op| self.is_counter(op, array)) {
            return (1, false);
        }
        let place = |number| Place {
            block: Some([0; 3]),
            loaded: Some((array, number)),
            ..Place::default()
        };
        let below = self.reach(None, &place).unwrap_or(BELOW).clamp(1, MAX_INDEX);
        (below as u32, self.scatters(array))
    }

    /// Whether elements of an array scale the blocks of a product.
    pub(super) fn scales(&self, array: usize) -> bool {
        let module = self.module;
        let mut follow: BTreeSet<Value> = self.loads.iter().filter(|l| l.1 == array).map(|l| l.0).collect();
        self.ops.iter().any(|&op| {
            if module.kind(op) == cuda_tile::MMAF_SCALED {
                let scales = [operand::LHS_SCALE, operand::RHS_SCALE];
                return scales
                    .into_iter()
                    .any(|name| follow.contains(&module.required_operand(op, name)));
            }
            // Whatever is made of scales alone is scales.
            if module.operands(op).iter().any(|value| follow.contains(value)) {
                follow.extend(module.results(op));
            }
            false
        })
    }

    /// Whether an op updates elements of an array and goes on with what they were, as with a lock.
    fn is_counter(&self, op: Op, array: usize) -> bool {
        let module = self.module;
        matches!(module.kind(op), cuda_tile::ATOMIC_RMW_TKO | cuda_tile::ATOMIC_CAS_TKO)
            && module
                .results(op)
                .first()
                .is_some_and(|&was| !module.uses(was).is_empty())
            && (module.operand_named(op, operand::POINTERS)).is_some_and(|at| self.roots(at).contains(&array))
    }

    /// Whether stores go where elements of an array say.
    pub(super) fn scatters(&self, array: usize) -> bool {
        let module = self.module;
        let mut follow: BTreeSet<Value> = self.loads.iter().filter(|l| l.1 == array).map(|l| l.0).collect();
        self.ops.iter().any(|&op| {
            let goes = |value: &Value| follow.contains(value);
            let found = match module.kind(op) {
                cuda_tile::STORE_PTR_TKO => module
                    .operand_named(op, operand::DESTINATION)
                    .is_some_and(|at| goes(&at)),
                cuda_tile::STORE_VIEW_TKO => {
                    TileAccess::of(module, op).is_some_and(|access| access.index.iter().any(goes))
                }
                // Absent: no other op stores through a value.
                _ => false,
            };
            // A number that is loaded from such a place is another one.
            let loads = matches!(module.kind(op), cuda_tile::LOAD_PTR_TKO | cuda_tile::LOAD_VIEW_TKO);
            if !loads && module.operands(op).iter().any(goes) {
                follow.extend(module.results(op));
            }
            found
        })
    }
}
