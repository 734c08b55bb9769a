//! Data-parallel: one output tile for each CGA.

use super::raster::CgaGrid;
use crate::work::{Schedule, WorkTile};

/// A data-parallel schedule. With the pull model the id comes from the hardware (cluster launch control) or a counter
/// instead of the launch, and the same decode applies.
#[derive(Debug, Clone, Copy)]
pub struct DataParallel {
    /// The tiles.
    pub grid: CgaGrid,
    /// K tiles of an output tile.
    pub k_tiles: u32,
    /// CGAs resident at once: the workers of a simulation; the launch itself has one CGA a tile.
    pub resident: u32,
}

impl Schedule for DataParallel {
    fn unit_count(&self) -> u32 {
        self.grid.total
    }
    fn worker_count(&self) -> u32 {
        self.resident
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
