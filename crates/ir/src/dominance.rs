//! Dominators of the blocks of a region, by the iterative algorithm of Cooper, Harvey and Kennedy.

use crate::entity::{Block, EntityMap, Region};
use crate::module::Module;
use tilewright_sorted::SortedMap;

/// Which blocks lie on every way to a block.
pub struct Dominance {
    /// Place of each reachable block in reverse postorder.
    order: SortedMap<Block, usize>,
    /// Immediate dominator, by place; the entry is its own.
    parents: Vec<usize>,
}

impl Dominance {
    /// The dominators of `region`.
    pub fn of(module: &Module, region: Region) -> Self {
        let blocks = reverse_postorder(module, region);
        let order: SortedMap<Block, usize> = blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (i, &block) in blocks.iter().enumerate() {
            for next in successors(module, block) {
                if let Some(&n) = order.get(&next) {
                    predecessors[n].push(i);
                }
            }
        }
        let unknown = usize::MAX;
        let mut parents = vec![unknown; blocks.len()];
        if let Some(entry) = parents.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in 1..blocks.len() {
                let known = predecessors[block].iter().copied().filter(|&p| parents[p] != unknown);
                let parent = known.reduce(|a, b| meet(&parents, a, b)).unwrap_or(unknown);
                if parents[block] != parent {
                    parents[block] = parent;
                    changed = true;
                }
            }
        }
        Self { order, parents }
    }

    /// The immediate dominator of each reachable block, by places in reverse postorder; the entry is its own.
    pub fn parents(&self) -> &[usize] {
        &self.parents
    }

    /// Whether every way to `inner` passes through `outer`. Unreachable blocks are dominated by all.
    pub fn dominates(&self, outer: Block, inner: Block) -> bool {
        let Some(&inner) = self.order.get(&inner) else {
            return true;
        };
        let Some(&outer) = self.order.get(&outer) else {
            return false;
        };
        let mut at = inner;
        while at > outer {
            at = self.parents[at];
        }
        at == outer
    }
}

fn meet(parents: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = parents[a];
        } else {
            b = parents[b];
        }
    }
    a
}

/// The blocks that a block's terminator may go to.
pub fn successors(module: &Module, block: Block) -> Vec<Block> {
    module
        .last_op(block)
        .map_or_else(Vec::new, |op| module.successors(op).to_vec())
}

/// The reachable blocks, each (but for loops) after those that lead to it.
pub fn reverse_postorder(module: &Module, region: Region) -> Vec<Block> {
    let Some(entry) = module.entry_block(region) else {
        return Vec::new();
    };
    let mut done = Vec::new();
    let mut seen: EntityMap<Block, ()> = EntityMap::default();
    seen.insert(entry, ());
    let mut stack = vec![(entry, successors(module, entry))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if !seen.contains(next) {
                    seen.insert(next, ());
                    stack.push((next, successors(module, next)));
                }
            }
            None => {
                done.push(*block);
                stack.pop();
            }
        }
    }
    done.reverse();
    done
}
