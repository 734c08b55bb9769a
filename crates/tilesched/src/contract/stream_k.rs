//! Stream-K by the contract (docs/sources/tile-schedulers.md#contract), generic form (the sm_90 body, with locks in the
//! workspace).
//!
//! The contract's parts hold together only if no unit crosses a tile boundary: a unit's work is a single
//! `WorkTileInfo`, and the workspace has `ceil(k_tiles / small) - 1` slots for each shared tile. A flat division of the
//! K work breaks both (2 units over 3 tiles of 10 K tiles: 15 K tiles each, no slot at all, and the middle tile split).
//! So `choose_streamk_units` picks a whole number of splits for each shared tile, and `streamk_flat_k_start` deals the
//! larger splits evenly over the tiles. Every formula of the contract then holds as written.

use super::raster::CgaGrid;
use crate::divisor::FastDivisor;
use crate::fixup::SplitPosition;
use crate::problem::Decomposition;
use crate::refusal::{SchedulerRefusal, align_up, bytes_product, count_product};
use crate::work::{Schedule, WorkTile};
use serde::Serialize;

/// The most K tiles that joining one more partial accumulator is taken to weigh.
pub const MAX_JOIN: u32 = 1 << 16;

/// Cost of joining one more partial accumulator for a tile's final unit, in K tiles, by the bytes that go through L2:
/// the contract's fixup loads a tile of accumulators (`m n` of them), a K tile of the main loop its operands (`(m + n)
/// k` elements). Rounded up; where cycles are known they are better (a compiler takes those of the pipelined loop).
pub fn join_by_bytes(accumulator_bytes: u64, operand_bytes: u64) -> u32 {
    accumulator_bytes
        .div_ceil(operand_bytes.max(1))
        .clamp(1, MAX_JOIN.into()) as u32
}

/// The most splits `choose_streamk_units` considers for a tile: the final unit loads the others' accumulators one by
/// one, so the best count is near the square root of the K tiles.
pub const MAX_SPLITS: u64 = 256;

/// Alignment of the workspace, in bytes (docs/sources/tile-schedulers.md#contract).
pub const WORKSPACE_ALIGNMENT: u64 = 128;

/// The contract's `StreamKParams`, and what they were computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Params {
    /// Output tiles.
    pub output_tiles: u32,
    /// K tiles of an output tile.
    pub k_tiles_per_output: u32,
    /// Output tiles done whole.
    pub dp_tiles: u32,
    /// Output tiles that are split.
    pub sk_tiles: u32,
    /// Units: scheduler indices, `sk_units + dp_tiles`.
    pub units: u32,
    /// Units that work on split tiles.
    pub sk_units: u32,
    /// `total_sk_k / sk_units`.
    pub k_tiles_per_small_unit: u32,
    /// `total_sk_k % sk_units`: units with one K tile more.
    pub big_units: u32,
    /// Splits of each shared tile: `sk_units / sk_tiles`.
    pub splits_per_tile: u32,
}

/// The contract's `WorkspaceSizes`, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WorkspaceSizes {
    /// Both regions, aligned once to 128.
    pub total: u64,
    /// Partial accumulators: `sk_tiles * (splits - 1)` slots.
    pub reduction: u64,
    /// One 32-bit counter for each shared tile, directly after the slots.
    pub barriers: u64,
}

/// The choice of `choose_streamk_units` and `choose_data_parallel_tail` together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SplitChoice {
    sk_tiles: u32,
    splits: u32,
}

/// The work for which the choice is made.
#[derive(Debug, Clone, Copy)]
struct Load {
    tiles: u32,
    workers: u32,
    k_tiles: u32,
    /// The cost of joining one more partial accumulator, in K tiles.
    join: u32,
}

/// The time of a choice in K tiles, for `workers` that walk the units in order: whole waves of tiles, then waves of
/// splits, then the final unit's joining.
fn makespan(load: Load, c: SplitChoice) -> u64 {
    let Load {
        tiles,
        workers,
        k_tiles,
        join,
    } = load;
    let whole = (tiles - c.sk_tiles).div_ceil(workers) as u64 * k_tiles as u64;
    let split_waves = (c.sk_tiles as u64 * c.splits as u64).div_ceil(workers as u64);
    let longest = k_tiles.div_ceil(c.splits) as u64;
    whole + split_waves * longest + (c.splits as u64 - 1) * join as u64
}

/// Chooses the shared tiles and their splits: the tiles of the last, incomplete wave, or those and one full wave; and
/// as many splits as make the schedule shortest. Ties go to fewer shared tiles, then to fewer splits.
fn choose(load: Load, splits_arg: u32, decomposition: Decomposition) -> SplitChoice {
    let Load {
        tiles,
        workers,
        k_tiles,
        ..
    } = load;
    let none = SplitChoice { sk_tiles: 0, splits: 1 };
    match decomposition {
        Decomposition::DataParallel => return none,
        Decomposition::SplitK => {
            let splits = splits_arg.clamp(1, k_tiles);
            return if splits == 1 {
                none
            } else {
                SplitChoice {
                    sk_tiles: tiles,
                    splits,
                }
            };
        }
        Decomposition::Heuristic | Decomposition::StreamK => {}
    }
    let tail = tiles % workers;
    if tail == 0 || k_tiles < 2 {
        return none;
    }
    let mut candidates = vec![tail];
    if tiles >= tail + workers {
        candidates.push(tail + workers);
    }
    let mut best = None;
    for sk_tiles in candidates {
        // Beyond two units a worker, more splits only add joins.
        let most = (2 * workers as u64)
            .div_ceil(sk_tiles as u64)
            .clamp(2, MAX_SPLITS)
            .min(k_tiles as u64) as u32;
        for splits in 2..=most {
            let choice = SplitChoice { sk_tiles, splits };
            let time = makespan(load, choice);
            if best.is_none_or(|(t, _)| time < t) {
                best = Some((time, choice));
            }
        }
    }
    match best {
        Some((time, choice)) if decomposition == Decomposition::StreamK || time < makespan(load, none) => choice,
        _ => none,
    }
}

/// The contract's `compute_streamk_params`. `target_units` is the number of resident workers, `join` the cost of
/// joining one more partial accumulator weighs in K tiles.
pub fn params(
    output_tiles: u32,
    k_tiles: u32,
    target_units: u32,
    splits_arg: u32,
    decomposition: Decomposition,
    join: u32,
) -> Result<Params, SchedulerRefusal> {
    if target_units == 0 {
        let rule = "stream-K needs at least one resident worker";
        return Err(SchedulerRefusal::new("target_units", 0, rule).nearest(1));
    }
    count_product("output tiles x K tiles", &[output_tiles as u64, k_tiles as u64])?;
    let load = Load {
        tiles: output_tiles,
        workers: target_units,
        k_tiles,
        join: join.clamp(1, MAX_JOIN),
    };
    let choice = choose(load, splits_arg, decomposition);
    let sk_tiles = choice.sk_tiles;
    let dp_tiles = output_tiles - sk_tiles;
    let sk_units = sk_tiles * choice.splits;
    let units = count_product("units", &[sk_units as u64 + dp_tiles as u64])?;
    let total_sk_k = sk_tiles * k_tiles;
    let small = total_sk_k.checked_div(sk_units).unwrap_or(k_tiles);
    let big = total_sk_k.checked_rem(sk_units).unwrap_or(0);
    Ok(Params {
        output_tiles,
        k_tiles_per_output: k_tiles,
        dp_tiles,
        sk_tiles,
        units,
        sk_units,
        k_tiles_per_small_unit: small,
        big_units: big,
        splits_per_tile: choice.splits,
    })
}

/// The contract's `streamk_workspace_sizes`. Units work on tiles of CGAs, of so many CTAs each; an output tile, with
/// slots and a counter of its own, is that of a CTA, so that no CTA of a cluster waits for its neighbours.
pub fn workspace_sizes(p: &Params, accumulator_tile_bytes: u64, ctas: u32) -> Result<WorkspaceSizes, SchedulerRefusal> {
    let tiles = p.sk_tiles as u64 * ctas as u64;
    let splits = p.k_tiles_per_output.div_ceil(p.k_tiles_per_small_unit.max(1));
    let reduction = bytes_product(
        "reduction workspace (tiles x slots x bytes)",
        &[tiles, splits.saturating_sub(1) as u64, accumulator_tile_bytes],
    )?;
    let barriers = tiles * size_of::<u32>() as u64;
    let sum = reduction
        .checked_add(barriers)
        .ok_or_else(|| SchedulerRefusal::new("workspace", reduction, "workspace sizes must fit in 64 bits"))?;
    Ok(WorkspaceSizes {
        total: align_up("workspace", sum, WORKSPACE_ALIGNMENT)?,
        reduction,
        barriers,
    })
}

/// A contract stream-K schedule.
#[derive(Debug, Clone, Copy)]
pub struct StreamK {
    /// The tiles; units work on CGA tiles.
    pub grid: CgaGrid,
    /// The parameters.
    pub params: Params,
    /// Resident CGAs that walk the units.
    pub workers: u32,
    splits: FastDivisor,
}

impl StreamK {
    /// A schedule over `workers` resident CGAs, where joining one more partial accumulator weighs `join` K tiles.
    pub fn new(
        grid: CgaGrid,
        k_tiles: u32,
        workers: u32,
        splits_arg: u32,
        decomposition: Decomposition,
        join: u32,
    ) -> Result<Self, SchedulerRefusal> {
        let params = params(grid.total, k_tiles, workers, splits_arg, decomposition, join)?;
        Ok(Self {
            grid,
            params,
            workers,
            splits: FastDivisor::nonzero(params.splits_per_tile),
        })
    }

    /// K tiles beyond `small` that the splits of one tile share: the first so many splits are big.
    fn big_splits(&self) -> u32 {
        self.params.k_tiles_per_output % self.params.splits_per_tile
    }

    /// The contract's `streamk_flat_k_start`.
    pub fn flat_k_start(&self, unit: u32) -> u32 {
        let (tile, split) = self.splits.div_rem(unit);
        tile * self.params.k_tiles_per_output
            + split * self.params.k_tiles_per_small_unit
            + split.min(self.big_splits())
    }

    /// The contract's `streamk_k_count`.
    pub fn k_count(&self, unit: u32) -> u32 {
        let (_, split) = self.splits.div_rem(unit);
        self.params.k_tiles_per_small_unit + u32::from(split < self.big_splits())
    }

    /// The contract's `streamk_tile`: the single piece of `unit`.
    pub fn piece(&self, unit: u32) -> Option<WorkTile> {
        let p = &self.params;
        if unit >= p.units {
            return None;
        }
        let (tile, k_start, k_count) = if unit >= p.sk_units {
            (p.sk_tiles + (unit - p.sk_units), 0, p.k_tiles_per_output)
        } else {
            let flat = self.flat_k_start(unit);
            (
                flat / p.k_tiles_per_output,
                flat % p.k_tiles_per_output,
                self.k_count(unit),
            )
        };
        let (m, n, l) = self.grid.unpack(tile);
        Some(WorkTile {
            m,
            n,
            l,
            k_start,
            k_count,
            tile_index: tile,
            needs_fixup: k_count != p.k_tiles_per_output,
            epilogue: k_start + k_count == p.k_tiles_per_output,
        })
    }

    /// Where `unit` stands among the splits of its tile.
    pub fn position(&self, unit: u32) -> SplitPosition {
        let p = &self.params;
        if unit >= p.sk_units {
            return SplitPosition {
                split: 0,
                expected_splits: 1,
                slots_per_tile: 0,
            };
        }
        SplitPosition {
            split: self.splits.div_rem(unit).1,
            expected_splits: p.splits_per_tile,
            slots_per_tile: p
                .k_tiles_per_output
                .div_ceil(p.k_tiles_per_small_unit.max(1))
                .saturating_sub(1),
        }
    }
}

impl Schedule for StreamK {
    fn unit_count(&self) -> u32 {
        self.params.units
    }
    fn worker_count(&self) -> u32 {
        self.workers
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        if let Some(piece) = self.piece(unit) {
            visitor(&piece);
        }
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        (self.grid.m, self.grid.n, self.grid.l)
    }
    fn k_tiles(&self) -> u32 {
        self.params.k_tiles_per_output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thin_problem_is_split() {
        let p = params(4, 64, 16, 1, Decomposition::Heuristic, 1).unwrap();
        assert_eq!((p.sk_tiles, p.splits_per_tile, p.sk_units, p.dp_tiles), (4, 4, 16, 0));
        assert_eq!((p.k_tiles_per_small_unit, p.big_units), (16, 0));
        let w = workspace_sizes(&p, 65536, 1).unwrap();
        assert_eq!(
            (w.reduction, w.barriers, w.total),
            (4 * 3 * 65536, 16, 4 * 3 * 65536 + 128)
        );
    }

    #[test]
    fn dear_joins_mean_fewer_splits() {
        let splits = |join| {
            params(4, 64, 64, 1, Decomposition::Heuristic, join)
                .unwrap()
                .splits_per_tile
        };
        assert_eq!((splits(1), splits(4), splits(100)), (8, 4, 1));
        // Accumulators of 128 x 128 in f32 against operands of 128 x 64 and 64 x 128 in f16.
        assert_eq!(join_by_bytes(128 * 128 * 4, 2 * 128 * 64 * 2), 2);
        assert_eq!(join_by_bytes(1, u64::MAX), 1);
    }

    #[test]
    fn every_cta_of_a_cluster_has_slots_and_counter() {
        let p = params(4, 64, 16, 1, Decomposition::Heuristic, 1).unwrap();
        let w = workspace_sizes(&p, 65536, 2).unwrap();
        assert_eq!((w.reduction, w.barriers), (2 * 4 * 3 * 65536, 2 * 4 * 4));
    }

    #[test]
    fn full_waves_stay_whole() {
        let p = params(32, 64, 16, 1, Decomposition::StreamK, 1).unwrap();
        assert_eq!((p.sk_tiles, p.units, p.sk_units), (0, 32, 0));
        assert_eq!(workspace_sizes(&p, 65536, 1).unwrap().total, 0);
    }

    #[test]
    fn uneven_splits_round_the_slots_up() {
        // 10 K tiles in 3 splits: 4 + 3 + 3; the formula reserves ceil(10 / 3) - 1 = 3 slots, of which 2 are used.
        let p = params(2, 10, 6, 3, Decomposition::SplitK, 1).unwrap();
        assert_eq!((p.k_tiles_per_small_unit, p.big_units, p.sk_units), (3, 2, 6));
        assert_eq!(workspace_sizes(&p, 4, 1).unwrap().reduction, 2 * 3 * 4);
        assert!(params(2, 10, 0, 3, Decomposition::SplitK, 1).is_err());
    }

    #[test]
    fn workspace_beyond_64_bits_is_refused() {
        let p = params(1 << 20, 1 << 10, 7, 1 << 10, Decomposition::SplitK, 1).unwrap();
        assert!(workspace_sizes(&p, u64::MAX / 2, 1).is_err());
    }
}
