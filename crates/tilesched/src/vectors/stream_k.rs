//! Set `cutlass_streamk`.

use super::{listable, static_persistent};
use crate::contract::stream_k::join_by_bytes;
use crate::cutlass::stream_k::{Mode, Request, StreamK};
use crate::fixup::{self, FixupStep, Protocol};
use crate::fixup_run;
use crate::problem::{Decomposition, Policy, RasterOrder, ReductionMode, TileShape};
use crate::refusal::{SchedulerRefusal, positive};
use crate::work::WorkTile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Inputs of a configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct Input {
    /// The part that a schedule of whole tiles needs too.
    #[serde(flatten)]
    pub whole: static_persistent::Input,
    /// Requested K splits.
    pub splits_arg: i64,
    /// Requested decomposition.
    pub decomposition_arg: Decomposition,
    /// Order in which partial accumulators are joined.
    pub reduction_mode: ReductionMode,
    /// Warp groups of the epilogue.
    pub mma_warp_groups: i64,
    /// Bits of a lock.
    pub barrier_bits: i64,
    /// Bits of an accumulator element.
    pub accumulator_bits: i64,
    /// K tiles at which a piece may start.
    pub ktile_start_alignment: i64,
}

/// (m, n, l, first K tile, K tiles, K tiles the unit has left, needs fixup, runs the epilogue, output tile index).
pub type Piece = (u32, u32, u32, u32, u32, u32, u32, u32, u32);

/// A piece of a split tile, in the joining protocol.
#[derive(Debug, Clone, Serialize)]
pub struct Peer {
    /// Unit.
    pub unit: u32,
    /// (first K tile, K tiles).
    pub k: (u32, u32),
    /// (kind, lock, value) of each wait and increment.
    pub ev: Vec<(&'static str, u64, u32)>,
    /// Runs the epilogue.
    pub epi: u32,
}

/// The joining of one split tile: its pieces in K order.
#[derive(Debug, Clone, Serialize)]
pub struct TileFixup {
    /// Output tile index.
    pub tile: u32,
    /// The pieces.
    pub peers: Vec<Peer>,
}

/// Computed fields.
#[derive(Debug, Clone, Serialize)]
#[expect(
    missing_docs,
    reason = "the names are the reference set's own, explained in `StreamK` and `UnitParams`"
)]
pub struct Output {
    pub problem_blocks: [u32; 3],
    pub grid: [u32; 3],
    pub log_swizzle_size: u32,
    pub raster_order: RasterOrder,
    pub k_tiles_per_output_tile: u32,
    pub units_per_problem: u32,
    pub splits: u32,
    pub big_units: u32,
    pub big_groups: u32,
    pub groups: u32,
    pub sk_units_per_group: u32,
    pub sk_tiles: u32,
    pub sk_units: u32,
    pub k_tiles_per_sk_unit: u32,
    pub k_tiles_per_sk_big_unit: u32,
    pub clusters_mnl_div: u32,
    pub div_batch: u32,
    pub barrier_workspace: u64,
    pub reduction_workspace: u64,
    pub total_units: u32,
    pub units: Vec<Vec<Piece>>,
    pub fixup: Vec<TileFixup>,
    pub fixup_sum_errors: u32,
    pub mode: Mode,
}

impl Input {
    /// The checked request.
    pub fn request(&self, policy: Policy) -> Result<Request, SchedulerRefusal> {
        let whole = self.whole.request(policy)?;
        let accumulator_bits = positive("accumulator_bits", self.accumulator_bits)?;
        let TileShape { m, n, k } = whole.tile;
        let [m, n, k] = [m, n, k].map(u64::from);
        // The operands have half the bits of the accumulators, as f16 and bf16 have.
        let halves = (m + n).saturating_mul(k).div_ceil(2);
        Ok(Request {
            splits: positive("splits_arg", self.splits_arg)?,
            decomposition: self.decomposition_arg,
            reduction: self.reduction_mode,
            mma_warp_groups: positive("mma_warp_groups", self.mma_warp_groups)?,
            barrier_bits: positive("barrier_bits", self.barrier_bits)?,
            accumulator_bits,
            k_tile_alignment: positive("ktile_start_alignment", self.ktile_start_alignment)?,
            join_k_tiles: join_by_bytes(m.saturating_mul(n), halves),
            ..whole
        })
    }

    /// The checked schedule.
    pub fn schedule(&self) -> Result<StreamK, SchedulerRefusal> {
        StreamK::new(self.request(Policy::CutlassSm90)?)
    }
}

/// The pieces of every split tile with their units, in K order, by tile.
pub fn split_tiles(units: &[Vec<WorkTile>]) -> BTreeMap<u32, Vec<(u32, WorkTile)>> {
    let mut tiles: BTreeMap<u32, Vec<(u32, WorkTile)>> = BTreeMap::new();
    for (unit, pieces) in (0u32..).zip(units) {
        for piece in pieces.iter().filter(|p| p.needs_fixup) {
            tiles.entry(piece.tile_index).or_default().push((unit, *piece));
        }
    }
    for pieces in tiles.values_mut() {
        pieces.sort_by_key(|(_, p)| p.k_start);
    }
    tiles
}

/// Joins a tile's pieces with values that tell them apart; true if the epilogue saw the right total once.
fn joins_exactly(pieces: &[(u32, WorkTile)], protocol: Protocol) -> bool {
    // As if a K tile added the difference of two cubes.
    let cube = |k: u32| i64::from(k).wrapping_pow(3);
    let sum_of = |p: &WorkTile| cube(p.k_start + p.k_count).wrapping_sub(cube(p.k_start));
    let plans: Vec<_> = pieces
        .iter()
        .map(|(_, p)| (sum_of(p), fixup::cutlass(p, protocol, 1, 0)))
        .collect();
    let want = plans.iter().fold(0i64, |sum, (s, _)| sum.wrapping_add(*s));
    // The last ready piece first: later pieces press on the earlier ones' turn.
    let outcome = fixup_run::run(&plans, |ready| ready - 1);
    outcome.stuck.is_empty() && outcome.unwritten_reads == 0 && outcome.epilogues == [want]
}

/// Computes a configuration's fields.
pub fn compute(input: &Input) -> Result<Output, SchedulerRefusal> {
    let s = input.schedule()?;
    listable("units and split tiles", &[s.total_units(), s.unit.sk_tiles])?;
    let (b, u) = (&s.blocks, &s.unit);
    let work: Vec<Vec<WorkTile>> = (0..s.total_units()).map(|unit| s.pieces(unit)).collect();
    let protocol = match input.reduction_mode {
        ReductionMode::Deterministic => Protocol::Turnstile,
        ReductionMode::Nondeterministic => Protocol::Atomic,
    };
    let split = split_tiles(&work);
    let errors = split.values().filter(|pieces| !joins_exactly(pieces, protocol)).count();
    let fixup = split
        .iter()
        .map(|(&tile, pieces)| TileFixup {
            tile,
            peers: pieces.iter().map(|p| peer(p, protocol)).collect(),
        })
        .collect();
    Ok(Output {
        problem_blocks: [b.m, b.n, b.l],
        grid: s.grid,
        log_swizzle_size: b.log_swizzle,
        raster_order: b.raster,
        k_tiles_per_output_tile: u.k_tiles,
        units_per_problem: s.units_per_problem,
        splits: u.splits,
        big_units: s.stored_big_units,
        big_groups: u.big_groups,
        groups: u.groups,
        sk_units_per_group: u.sk_units_per_group,
        sk_tiles: u.sk_tiles,
        sk_units: u.sk_units,
        k_tiles_per_sk_unit: u.small,
        k_tiles_per_sk_big_unit: u.small + 1,
        clusters_mnl_div: s.clusters_mnl,
        div_batch: b.per_batch(),
        barrier_workspace: s.workspace.barriers,
        reduction_workspace: s.workspace.reduction,
        total_units: s.total_units(),
        units: work.iter().map(|pieces| unit_row(pieces)).collect(),
        fixup,
        fixup_sum_errors: errors as u32,
        mode: s.mode,
    })
}

fn unit_row(pieces: &[WorkTile]) -> Vec<Piece> {
    let mut left: u32 = pieces.iter().map(|p| p.k_count).sum();
    let mut row = Vec::with_capacity(pieces.len());
    for p in pieces {
        row.push((
            p.m,
            p.n,
            p.l,
            p.k_start,
            p.k_count,
            left,
            u32::from(p.needs_fixup),
            u32::from(p.epilogue),
            p.tile_index,
        ));
        left -= p.k_count;
    }
    row
}

fn peer((unit, piece): &(u32, WorkTile), protocol: Protocol) -> Peer {
    // The reference ran with one lock per tile.
    let ev = fixup::cutlass(piece, protocol, 1, 0)
        .into_iter()
        .filter_map(|step| match step {
            FixupStep::WaitEqual { lock, value } => Some(("wait_eq", lock, value)),
            FixupStep::WaitAtLeast { lock, value } => Some(("wait_ge", lock, value)),
            FixupStep::AddRelease { lock, value } => Some(("add", lock, value)),
            _ => None,
        })
        .collect();
    Peer {
        unit: *unit,
        k: (piece.k_start, piece.k_count),
        ev,
        epi: u32::from(piece.epilogue),
    }
}
