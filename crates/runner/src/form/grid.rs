//! The grid that suits a kernel.

use super::Form;
use super::analysis::{Analysis, Tiling};
use super::extents::Bound;
use super::values::Place;
use tilewright_ir::Value;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;

/// Tile blocks of a kernel that asks how many there are and shares the work among them.
const PERSISTENT: u32 = 3;
/// The tile blocks of a grid of which nothing is given.
const MAX_BLOCKS: u32 = 512;
/// Numbers that are tried one by one, and the largest that is tried.
const EACH: i64 = 256;
const LARGEST: i64 = 1 << 16;

impl Analysis<'_> {
    /// The least number for which an index lies outside, where there is one; `place` puts the number in. Of the indices
    /// only `of` is looked at, if it is given.
    pub(super) fn reach(&self, of: Option<Value>, place: &dyn Fn(i64) -> Place) -> Option<i64> {
        let of_one = |bound: &Bound| {
            if of.is_some_and(|of| self.coordinate(of) != self.spread(bound.index)) {
                return None;
            }
            let limit = self.limit(bound)?;
            let outside = |n: i64| Some(self.value(bound.index, &mut place(n))? >= limit);
            if outside(0)? {
                return None;
            }
            let (mut inside, mut n) = (0, 1);
            while !outside(n)? {
                inside = n;
                n = if n < EACH { n + 1 } else { n * 2 };
                if n > LARGEST {
                    return None;
                }
            }
            while n - inside > 1 {
                let middle = inside.midpoint(n);
                *(if outside(middle)? { &mut n } else { &mut inside }) = middle;
            }
            Some(n)
        };
        self.bounds.iter().filter_map(of_one).min()
    }

    /// The grid that covers what the coordinates of the tile block index.
    pub(super) fn grid_suggested(&self, form: &Form) -> [u32; 3] {
        let mut grid = [1u32; 3];
        for &op in &self.ops {
            if self.module.kind(op) != cuda_tile::GET_TILE_BLOCK_ID {
                continue;
            }
            for (axis, &id) in self.module.results(op).iter().enumerate().take(3) {
                if self.module.uses(id).is_empty() {
                    continue;
                }
                let place = |n: i64| {
                    let mut block = [0; 3];
                    block[axis] = n;
                    Place {
                        block: Some(block),
                        ..Place::default()
                    }
                };
                // All that the coordinate itself indexes is covered; extents that others count along follow from the grid.
                let blocks = match self.reach(Some(id), &place).or_else(|| self.reach(None, &place)) {
                    // Absent: more blocks than a grid has are refused where the form is read.
                    Some(blocks) => u32::try_from(blocks).unwrap_or(1),
                    None if axis == 0 => self.blocks_in_all(),
                    // Absent: nothing depends on blocks of this axis.
                    None => 1,
                };
                grid[axis] = grid[axis].max(blocks);
            }
        }
        if self
            .ops
            .iter()
            .any(|&op| self.module.kind(op) == cuda_tile::GET_NUM_TILE_BLOCKS)
        {
            grid[0] = grid[0].min(PERSISTENT);
        }
        let all = |grid: [u32; 3]| grid.iter().fold(1, |all: u32, &n| all.saturating_mul(n));
        while form.values.iter().all(Option::is_none) && all(grid) > MAX_BLOCKS {
            if let Some(largest) = grid.iter_mut().max() {
                *largest = largest.div_ceil(2);
            }
        }
        for (blocks, given) in grid.iter_mut().zip(form.grid) {
            *blocks = given.map_or(*blocks, |given| given as u32).max(1);
        }
        grid
    }

    /// The number of tiles that a view has along each index.
    fn tiles(&self, tiling: &Tiling<'_>) -> Vec<Option<u32>> {
        let (sizes, _) = self.extents(tiling.tensor);
        let steps = tiling.ty.steps.iter().zip(&tiling.ty.dim_map);
        let one = |(&step, &dim): (&i64, &usize)| {
            let size = self.known(sizes.get(dim)?)?;
            u32::try_from(size.checked_add(step - 1)?.checked_div(step)?).ok()
        };
        steps.map(one).collect()
    }

    /// Tile blocks for a kernel that computes from their number what they do: as many as there are tiles of the largest
    /// view that is written, or as pieces of the length that elements are compared with.
    fn blocks_in_all(&self) -> u32 {
        let stored = self.tilings.iter().filter(|t| t.store);
        let tiles = stored
            .map(|t| {
                self.tiles(t)
                    .iter()
                    // Absent: an extent that is not known yet counts as one tile.
                    .map(|n| n.unwrap_or(1))
                    .fold(1, u32::saturating_mul)
            })
            .max();
        if let Some(tiles) = tiles {
            return tiles;
        }
        let accessed = self.ops.iter().filter_map(|&op| {
            let pointers = [operand::SOURCE, operand::DESTINATION, operand::POINTERS]
                .iter()
                .find_map(|&name| self.module.operand_named(op, name))?;
            let elements: i64 = self.module.shape(self.module.ty(pointers)).iter().product();
            (elements > 1).then_some(elements)
        });
        let bound = (0..self.params.len())
            .filter(|&i| self.is_bound(i))
            .filter_map(|i| self.numbers[i])
            .max();
        match (accessed.max(), bound) {
            // Absent: more blocks than a grid has are refused where the form is read.
            (Some(piece), Some(length)) => u32::try_from((length.max(1) + piece - 1) / piece).unwrap_or(1),
            // Absent: nothing says how long the arrays are: one block.
            _ => 1,
        }
    }
}
