//! Pieces of work, as every scheduler hands them out, and the common state machine around them.

use serde::Serialize;

/// One piece of work: an output tile and the range of K it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WorkTile {
    /// Tile row.
    pub m: u32,
    /// Tile column.
    pub n: u32,
    /// Batch.
    pub l: u32,
    /// First K tile.
    pub k_start: u32,
    /// Number of K tiles, at least 1.
    pub k_count: u32,
    /// Output tile index: which accumulator, workspace slot and lock the piece belongs to.
    pub tile_index: u32,
    /// The piece is less than the whole K range, so that partial accumulators must be joined.
    pub needs_fixup: bool,
    /// This piece runs the tile's epilogue.
    pub epilogue: bool,
}

impl WorkTile {
    /// A tile with its whole K range.
    pub fn whole(m: u32, n: u32, l: u32, k_tiles: u32, tile_index: u32) -> Self {
        Self {
            m,
            n,
            l,
            k_start: 0,
            k_count: k_tiles,
            tile_index,
            needs_fixup: false,
            epilogue: true,
        }
    }
}

/// The ways in which the partial accumulators of a tile that several units share become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joining {
    /// The contract: the others store each its own, the piece with the epilogue waits for all and adds them one by one.
    OwnSlots,
    /// CUTLASS: one accumulator that the pieces add to in turns, in the order of K. (Without an order the middle ones need not
    /// take turns; that is no slower.)
    InPlace,
}

/// A schedule: what each linear unit id does. Workers walk unit ids with a stride (see [`Schedule::worker_units`]).
pub trait Schedule {
    /// Number of units; ids at or beyond it are not valid work.
    fn unit_count(&self) -> u32;
    /// Number of workers (CTAs, or clusters where the scheduler hands work to clusters) that walk the units.
    fn worker_count(&self) -> u32;
    /// Shows `visitor` the pieces of `unit` in the order the unit executes them; none when the unit has no work.
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile));
    /// Tiles in each mode, padding included: (m, n, l).
    fn tile_grid(&self) -> (u32, u32, u32);
    /// K tiles of an output tile.
    fn k_tiles(&self) -> u32;

    /// The way in which split tiles are joined.
    fn joining(&self) -> Joining {
        Joining::OwnSlots
    }

    /// The pieces of `unit`, collected.
    fn unit_work(&self, unit: u32) -> Vec<WorkTile> {
        let mut pieces = Vec::new();
        self.visit(unit, &mut |piece| pieces.push(*piece));
        pieces
    }

    /// The unit ids that `worker` visits, in order: `worker`, `worker + worker_count`, ...
    fn worker_units(&self, worker: u32) -> Vec<u32> {
        let stride = self.worker_count().max(1) as usize;
        if worker as usize >= stride {
            Vec::new()
        } else {
            (worker..self.unit_count()).step_by(stride).collect()
        }
    }
}
