//! From a unit's linear id to the pieces of work it executes: the stream-K scheduler's body.

use super::grid::Blocks;
use super::static_persistent::{DecodeParams, decode, decode_params};
use super::stream_k::{MIN_K_TILES, Mode, Request, StreamK};
use crate::arith::{Arith, Native};
use crate::divisor::FastDivisor;
use crate::problem::RasterOrder;
use crate::work::{Joining, Schedule, WorkTile};

/// The division of the K work, before divisors are precomputed.
pub(super) struct Shares {
    pub splits: u32,
    pub k_tiles: u32,
    pub small: u32,
    pub big_units: u32,
    pub groups: u32,
    pub big_groups: u32,
    pub sk_units_per_group: u32,
    pub sk_tiles: u32,
    pub sk_units: u32,
}

/// The parameters of a unit's body. Counts named `big_units` are in clusters.
#[derive(Debug, Clone, Copy)]
pub struct UnitParams {
    /// K splits of every tile; 1 unless split-K.
    pub splits: u32,
    /// K tiles of an output tile.
    pub k_tiles: u32,
    /// K tiles of a small unit (of a small group, or of a split).
    pub small: u32,
    /// Clusters (or splits) with one K tile per cluster more.
    pub big_units: u32,
    /// Groups of clusters.
    pub groups: u32,
    /// Groups with one cluster of tiles more.
    pub big_groups: u32,
    /// K tiles of a small unit in a big group.
    pub big_group_small: u32,
    /// Big clusters of a big group.
    pub big_group_big_units: u32,
    /// Units of a group.
    pub sk_units_per_group: u32,
    /// Output tiles shared by stream-K units.
    pub sk_tiles: u32,
    /// Stream-K units.
    pub sk_units: u32,
    body: BodyParams<u32, FastDivisor>,
    decode: DecodeParams<u32, FastDivisor>,
    raster: RasterOrder,
}

/// The values the body of a stream-K unit needs, generic over where they live.
#[derive(Debug, Clone, Copy)]
pub struct BodyParams<V, D> {
    /// CTAs of a cluster.
    pub cluster: D,
    /// Groups.
    pub groups: D,
    /// K tiles of an output tile.
    pub k_tiles: D,
    /// Start and end alignment in K tiles.
    pub alignment: D,
    /// Small unit, in K tiles.
    pub small: V,
    /// Big clusters of a group.
    pub big_units: V,
    /// Small unit of a big group.
    pub big_group_small: V,
    /// Big clusters of a big group.
    pub big_group_big_units: V,
    /// Big groups.
    pub big_groups: V,
}

/// The K range of a stream-K unit, over the flat K work of its group: tiles in sequence, `k_tiles` each.
#[derive(Debug, Clone, Copy)]
pub struct Range<V> {
    /// Group.
    pub group: V,
    /// CTA's offset in its cluster. All CTAs of a cluster share the range.
    pub offset: V,
    /// First K tile.
    pub start: V,
    /// One past the last K tile; equal to `start` when boundary repair left nothing.
    pub end: V,
}

/// Moves a boundary off the first and last [`MIN_K_TILES`] of a tile, so that no piece is shorter, and onto the
/// alignment.
#[inline(always)]
fn repair<A: Arith>(a: &mut A, k_tiles: &A::Divisor, alignment: &A::Divisor, at: &A::Value) -> A::Value {
    let (_, within) = a.div_rem(at, k_tiles);
    let tile = a.divisor_value(k_tiles);
    let least = a.constant(MIN_K_TILES);
    let down = a.sub(at, &within);
    let up = a.add(&down, &tile);
    let left = a.sub(&tile, &within);
    let near_start = a.less(&within, &least);
    let near_end = a.less(&left, &least);
    let (_, odd) = a.div_rem(&within, alignment);
    let aligned = a.sub(at, &odd);
    let inner = a.select(&near_end, &up, &aligned);
    a.select(&near_start, &down, &inner)
}

/// The range of stream-K unit `id` (below `sk_units`).
#[inline(always)]
pub fn range<A: Arith>(a: &mut A, p: &BodyParams<A::Value, A::Divisor>, id: &A::Value) -> Range<A::Value> {
    let (cluster, offset) = a.div_rem(id, &p.cluster);
    let (rank, group) = a.div_rem(&cluster, &p.groups);
    let in_big = a.less(&group, &p.big_groups);
    let small = a.select(&in_big, &p.big_group_small, &p.small);
    let big_units = a.select(&in_big, &p.big_group_big_units, &p.big_units);
    let base = a.mul(&small, &rank);
    let extra = a.min(&rank, &big_units);
    let start = a.add(&base, &extra);
    let (zero, one) = (a.constant(0), a.constant(1));
    let is_big = a.less(&rank, &big_units);
    let more = a.select(&is_big, &one, &zero);
    let end = a.add(&start, &small);
    let end = a.add(&end, &more);
    let start = repair(a, &p.k_tiles, &p.alignment, &start);
    let end = repair(a, &p.k_tiles, &p.alignment, &end);
    Range {
        group,
        offset,
        start,
        end,
    }
}

/// A piece of a unit: the last tile of `[range.start, end)`. Returns (tile id, first K tile in the tile, K tiles, the
/// flat start, which is the `end` of the next piece; the unit is done when it equals `range.start`).
#[inline(always)]
pub fn last_piece<A: Arith>(
    a: &mut A,
    p: &BodyParams<A::Value, A::Divisor>,
    range: &Range<A::Value>,
    end: &A::Value,
) -> (A::Value, A::Value, A::Value, A::Value) {
    let one = a.constant(1);
    let last = a.sub(end, &one);
    let (tile, within) = a.div_rem(&last, &p.k_tiles);
    let tile_start = a.sub(&last, &within);
    let from = a.max(&tile_start, &range.start);
    let count = a.sub(end, &from);
    let k_start = a.sub(&from, &tile_start);
    let groups = a.divisor_value(&p.groups);
    let cluster = a.divisor_value(&p.cluster);
    let interleaved = a.mul(&tile, &groups);
    let interleaved = a.add(&interleaved, &range.group);
    let first = a.mul(&interleaved, &cluster);
    let id = a.add(&first, &range.offset);
    (id, k_start, count, from)
}

impl UnitParams {
    pub(super) fn new(blocks: &Blocks, request: &Request, s: Shares) -> Self {
        let cluster = request.cluster.size();
        let cluster_tiles = s.sk_tiles / cluster;
        let k_per_big_group = (cluster_tiles / s.groups + 1)
            .wrapping_mul(cluster)
            .wrapping_mul(s.k_tiles);
        let units = s.sk_units_per_group.max(1);
        let (big_group_small, big_group_big_units) = if s.big_groups > 0 {
            let small = k_per_big_group / units;
            (small, (k_per_big_group - small * units) / cluster)
        } else {
            (s.small, s.big_units)
        };
        let body = BodyParams {
            cluster: FastDivisor::nonzero(cluster),
            groups: FastDivisor::nonzero(s.groups),
            k_tiles: FastDivisor::nonzero(s.k_tiles),
            alignment: FastDivisor::nonzero(request.k_tile_alignment),
            small: s.small,
            big_units: s.big_units,
            big_group_small,
            big_group_big_units,
            big_groups: s.big_groups,
        };
        Self {
            splits: s.splits,
            k_tiles: s.k_tiles,
            small: s.small,
            big_units: s.big_units,
            groups: s.groups,
            big_groups: s.big_groups,
            big_group_small,
            big_group_big_units,
            sk_units_per_group: s.sk_units_per_group,
            sk_tiles: s.sk_tiles,
            sk_units: s.sk_units,
            body,
            decode: decode_params(blocks, request.cluster),
            raster: blocks.raster,
        }
    }

    /// The body's constants, for generated code.
    pub fn body(&self) -> &BodyParams<u32, FastDivisor> {
        &self.body
    }

    /// The constants that decode a tile id to coordinates, for generated code.
    pub fn decode(&self) -> &DecodeParams<u32, FastDivisor> {
        &self.decode
    }

    /// (m, n, l) of a tile id, in CTA tiles.
    #[inline(always)]
    pub fn tile(&self, id: u32) -> (u32, u32, u32) {
        let (major, minor, l) = decode(&mut Native, &self.decode, &id);
        match self.raster {
            RasterOrder::AlongN => (minor, major, l),
            RasterOrder::AlongM => (major, minor, l),
        }
    }

    #[inline]
    fn work_tile(&self, id: u32, k_start: u32, k_count: u32) -> WorkTile {
        let (m, n, l) = self.tile(id);
        WorkTile {
            m,
            n,
            l,
            k_start,
            k_count,
            tile_index: id,
            needs_fixup: k_count != self.k_tiles,
            epilogue: k_start + k_count == self.k_tiles,
        }
    }
}

impl StreamK {
    /// The pieces of `unit` in execution order: from the unit's last tile to its first. Nothing for units that boundary
    /// repair left without work.
    #[inline]
    pub fn for_each_piece(&self, unit: u32, mut visitor: impl FnMut(WorkTile)) {
        let p = &self.unit;
        if unit >= self.total_units() {
            return;
        }
        match self.mode {
            Mode::DataParallel => visitor(p.work_tile(unit, 0, p.k_tiles)),
            Mode::SplitK => {
                let cluster = p.body.cluster.divisor;
                let (c, offset) = p.body.cluster.div_rem(unit);
                let clusters = self.blocks.total / cluster;
                let (split, tile) = (c / clusters, c % clusters);
                let k_start = p.small * split + split.min(p.big_units);
                let k_count = p.small + u32::from(split < p.big_units);
                visitor(p.work_tile(tile * cluster + offset, k_start, k_count));
            }
            Mode::StreamK if unit >= p.sk_units => {
                visitor(p.work_tile(unit - p.sk_units + p.sk_tiles, 0, p.k_tiles));
            }
            Mode::StreamK => {
                let range = range(&mut Native, &p.body, &unit);
                let mut end = range.end;
                while end > range.start {
                    let (id, k_start, k_count, from) = last_piece(&mut Native, &p.body, &range, &end);
                    visitor(p.work_tile(id, k_start, k_count));
                    end = from;
                }
            }
        }
    }

    /// The pieces of `unit`, collected (see [`Schedule::visit`]).
    pub fn pieces(&self, unit: u32) -> Vec<WorkTile> {
        self.unit_work(unit)
    }
}

impl Schedule for StreamK {
    fn unit_count(&self) -> u32 {
        self.total_units()
    }
    fn worker_count(&self) -> u32 {
        self.grid[0] * self.grid[1] * self.grid[2]
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        self.for_each_piece(unit, |piece| visitor(&piece));
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        (self.blocks.padded_m, self.blocks.padded_n, self.blocks.l)
    }
    fn k_tiles(&self) -> u32 {
        self.unit.k_tiles
    }
    fn joining(&self) -> Joining {
        Joining::InPlace
    }
}

/// The work of one worker of a persistent launch: pieces of at most one stream-K unit (a launch has at least as many
/// workers as there are such units), then whole tiles with a stride. So the number of its pieces and each of them
/// follow in closed form, and a kernel needs no state but a counter.
#[derive(Debug, Clone, Copy)]
pub struct WorkerPieces<V> {
    /// The range of its stream-K unit.
    pub range: Range<V>,
    /// The last tile of that range, in its group's sequence.
    pub last_tile: V,
    /// Pieces of it.
    pub shared: V,
    /// The worker's first unit with a whole tile.
    pub first_whole: V,
    /// All its pieces.
    pub count: V,
}

/// The sizes of a launch that a worker needs.
#[derive(Debug, Clone, Copy)]
pub struct LaunchSizes<V, D> {
    /// Workers: CTAs of the launch.
    pub workers: D,
    /// Units that share tiles.
    pub sk_units: V,
    /// Tiles that they share.
    pub sk_tiles: V,
    /// All units.
    pub units: V,
}

/// The pieces of `worker`; `worker < workers`.
pub fn worker_pieces<A: Arith>(
    a: &mut A,
    p: &BodyParams<A::Value, A::Divisor>,
    launch: &LaunchSizes<A::Value, A::Divisor>,
    worker: &A::Value,
) -> WorkerPieces<A::Value> {
    let (zero, one) = (a.constant(0), a.constant(1));
    let range = range(a, p, worker);
    let last = a.sub(&range.end, &one);
    let (last_tile, _) = a.div_rem(&last, &p.k_tiles);
    let (first_tile, _) = a.div_rem(&range.start, &p.k_tiles);
    let tiles = a.sub(&last_tile, &first_tile);
    let tiles = a.add(&tiles, &one);
    let has_work = a.less(&range.start, &range.end);
    let is_shared = a.less(worker, &launch.sk_units);
    let shares = a.both(&has_work, &is_shared);
    let shared = a.select(&shares, &tiles, &zero);
    let stride = a.divisor_value(&launch.workers);
    let beyond = a.add(worker, &stride);
    let first_whole = a.select(&is_shared, &beyond, worker);
    let rest = a.max(&launch.units, &first_whole);
    let rest = a.sub(&rest, &first_whole);
    let less = a.sub(&stride, &one);
    let rest = a.add(&rest, &less);
    let (whole, _) = a.div_rem(&rest, &launch.workers);
    let count = a.add(&shared, &whole);
    WorkerPieces {
        range,
        last_tile,
        shared,
        first_whole,
        count,
    }
}

/// Piece number `index` of a worker: (tile id, first K tile, K tiles).
#[inline(always)]
pub fn worker_piece<A: Arith>(
    a: &mut A,
    p: &BodyParams<A::Value, A::Divisor>,
    launch: &LaunchSizes<A::Value, A::Divisor>,
    w: &WorkerPieces<A::Value>,
    index: &A::Value,
) -> (A::Value, A::Value, A::Value) {
    let k_tiles = a.divisor_value(&p.k_tiles);
    let tile = a.sub(&w.last_tile, index);
    let tile_start = a.mul(&tile, &k_tiles);
    let tile_end = a.add(&tile_start, &k_tiles);
    let from = a.max(&tile_start, &w.range.start);
    let to = a.min(&tile_end, &w.range.end);
    let count = a.sub(&to, &from);
    let k_start = a.sub(&from, &tile_start);
    let groups = a.divisor_value(&p.groups);
    let cluster = a.divisor_value(&p.cluster);
    let interleaved = a.mul(&tile, &groups);
    let interleaved = a.add(&interleaved, &w.range.group);
    let first = a.mul(&interleaved, &cluster);
    let shared_id = a.add(&first, &w.range.offset);

    let stride = a.divisor_value(&launch.workers);
    let turn = a.sub(index, &w.shared);
    let unit = a.mul(&turn, &stride);
    let unit = a.add(&unit, &w.first_whole);
    let whole_id = a.sub(&unit, &launch.sk_units);
    let whole_id = a.add(&whole_id, &launch.sk_tiles);

    let zero = a.constant(0);
    let is_shared = a.less(index, &w.shared);
    (
        a.select(&is_shared, &shared_id, &whole_id),
        a.select(&is_shared, &k_start, &zero),
        a.select(&is_shared, &count, &k_tiles),
    )
}

/// The piece of split-K unit `unit`: (tile id, first K tile, K tiles). `tiles` are the output tiles.
#[inline(always)]
pub fn split_piece<A: Arith>(
    a: &mut A,
    tiles: &A::Divisor,
    small: &A::Value,
    big: &A::Value,
    unit: &A::Value,
) -> (A::Value, A::Value, A::Value) {
    let (zero, one) = (a.constant(0), a.constant(1));
    let (split, tile) = a.div_rem(unit, tiles);
    let start = a.mul(&split, small);
    let extra = a.min(&split, big);
    let start = a.add(&start, &extra);
    let is_big = a.less(&split, big);
    let more = a.select(&is_big, &one, &zero);
    let count = a.add(small, &more);
    (tile, start, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cutlass::grid::Hardware;
    use crate::problem::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_closed_form_is_the_walk(
            m in 1i64..3000, n in 1i64..3000, k in 1i64..20000, cm in 0u32..2, cn in 0u32..2, swizzle in 1u32..9,
            sms in 18i64..160, splits in 1u32..5, alignment in 1u32..3, decomposition in 0..4,
        ) {
            let decomposition = [Decomposition::Heuristic, Decomposition::DataParallel, Decomposition::SplitK, Decomposition::StreamK][decomposition as usize];
            let s = StreamK::new(Request {
                problem: Problem::new(m, n, k, 1).unwrap(),
                tile: TileShape::new(128, 128, 64).unwrap(),
                cluster: Cluster::power_of_two(1 << cm, 1 << cn).unwrap(),
                max_swizzle: swizzle,
                raster: RasterOption::Heuristic,
                hardware: Hardware::new(sms, 0).unwrap(),
                splits,
                decomposition,
                reduction: ReductionMode::Deterministic,
                mma_warp_groups: 1,
                barrier_bits: 32,
                accumulator_bits: 32,
                k_tile_alignment: alignment,
                join_k_tiles: 1,
            }).unwrap();
            let a = &mut Native;
            let u = &s.unit;
            let workers = FastDivisor::nonzero(s.worker_count());
            let launch = LaunchSizes { workers, sk_units: u.sk_units, sk_tiles: u.sk_tiles, units: s.total_units() };
            for worker in 0..s.worker_count() {
                let walked: Vec<_> = s.worker_units(worker).iter().flat_map(|&unit| s.pieces(unit)).collect();
                let closed: Vec<_> = if s.mode == Mode::SplitK {
                    let tiles = FastDivisor::nonzero(s.blocks.total);
                    s.worker_units(worker).iter().map(|unit| split_piece(a, &tiles, &u.small, &u.big_units, unit)).collect()
                } else {
                    let w = worker_pieces(a, u.body(), &launch, &worker);
                    (0..w.count).map(|i| worker_piece(a, u.body(), &launch, &w, &i)).collect()
                };
                let walked: Vec<_> = walked.iter().map(|p| (p.tile_index, p.k_start, p.k_count)).collect();
                prop_assert_eq!(closed, walked);
            }
        }
    }
}
