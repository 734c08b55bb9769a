//! Static persistent: resident CGAs walk the tiles with a stride of the grid width.

use super::raster::CgaGrid;
use crate::refusal::SchedulerRefusal;
use crate::work::{Schedule, WorkTile};
use serde::Serialize;

/// A static persistent schedule. A data-parallel one hands out the same tiles in the same order: its launch has a CGA
/// for each, or work is pulled.
#[derive(Debug, Clone, Copy)]
pub struct StaticPersistent {
    /// The tiles; their count is the contract's `total_cga_tiles`.
    pub grid: CgaGrid,
    /// CGAs launched: the stride of an advance.
    pub grid_width: u32,
    /// Tiles after which the pipeline is clocked. The contract does not say; 1 clocks it at every tile.
    pub tiles_per_pipeline_round: u32,
    /// K tiles of an output tile.
    pub k_tiles: u32,
}

/// A CGA's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cursor {
    /// Linear id of the current tile.
    pub linearized_id: u32,
    /// Tiles since the pipeline was last clocked.
    pub tile_idx: u32,
}

/// The result of an advance (the contract's `AdvanceResult`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Advance {
    /// The next position.
    pub next: Cursor,
    /// The next tile exists.
    pub is_valid_tile: bool,
    /// The pipeline is clocked by this advance.
    pub increment_pipe: bool,
}

impl StaticPersistent {
    /// A schedule over `resident` CGAs, of which no more than there are tiles are launched.
    pub fn new(
        grid: CgaGrid,
        resident: u32,
        tiles_per_pipeline_round: u32,
        k_tiles: u32,
    ) -> Result<Self, SchedulerRefusal> {
        if tiles_per_pipeline_round == 0 {
            let rule = "the pipeline must be clocked after a positive number of tiles";
            return Err(SchedulerRefusal::new("tiles_per_pipeline_round", 0, rule).nearest(1));
        }
        Ok(Self {
            grid,
            grid_width: resident.clamp(1, grid.total),
            tiles_per_pipeline_round,
            k_tiles,
        })
    }

    /// The contract's `persistent_advance`.
    pub fn advance(&self, at: Cursor) -> Advance {
        // Saturation keeps an exhausted cursor invalid instead of wrapping to the first tile.
        let linearized_id = at.linearized_id.saturating_add(self.grid_width);
        let increment_pipe = at.tile_idx.saturating_add(1) == self.tiles_per_pipeline_round;
        let tile_idx = if increment_pipe {
            0
        } else {
            at.tile_idx.saturating_add(1)
        };
        Advance {
            next: Cursor {
                linearized_id,
                tile_idx,
            },
            is_valid_tile: linearized_id < self.grid.total,
            increment_pipe,
        }
    }
}

impl Schedule for StaticPersistent {
    fn unit_count(&self) -> u32 {
        self.grid.total
    }
    fn worker_count(&self) -> u32 {
        self.grid_width
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        if unit >= self.grid.total {
            return;
        }
        let (m, n, l) = self.grid.unpack(unit);
        visitor(&WorkTile::whole(m, n, l, self.k_tiles, unit));
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        (self.grid.m, self.grid.n, self.grid.l)
    }
    fn k_tiles(&self) -> u32 {
        self.k_tiles
    }
}

#[cfg(test)]
mod tests {
    use super::super::raster::Order;
    use super::*;
    use crate::problem::{Cluster, Problem, RasterOption, TileShape};

    #[test]
    fn advance_follows_the_document() {
        let grid = CgaGrid::new(
            &Problem::new(512, 640, 64, 1).unwrap(),
            &TileShape::new(128, 128, 64).unwrap(),
            Cluster::ONE,
            Order {
                swizzle: 1,
                raster: RasterOption::AlongM,
            },
        )
        .unwrap();
        let s = StaticPersistent::new(grid, 8, 2, 1).unwrap();
        let first = s.advance(Cursor {
            linearized_id: 3,
            tile_idx: 0,
        });
        assert_eq!(
            (first.next.linearized_id, first.is_valid_tile, first.increment_pipe),
            (11, true, false)
        );
        let second = s.advance(first.next);
        assert_eq!(
            (second.next.linearized_id, second.is_valid_tile, second.increment_pipe),
            (19, true, true)
        );
        assert_eq!(second.next.tile_idx, 0);
        assert!(!s.advance(second.next).is_valid_tile);
        assert!(StaticPersistent::new(grid, 8, 0, 1).is_err());
    }
}
