//! TileLang's `PersistentTileScheduler` (docs/sources/tile-schedulers.md#tilelang).
//!
//! Tiles are numbered linearly; worker `w` takes `w`, `w + num_workers`, ... The decode of a linear id sweeps panels of
//! `swizzle_size` tiles along the slow axis:
//!
//! ```text
//! group = id / (fast * swizzle)             base  = group * swizzle
//! r     = id - group * fast * swizzle       width = max(1, min(swizzle, slow - base))
//! fast_index = r / width                    slow_index = base + r % width
//! ```
//!
//! with fast = m and slow = n when column-major, and the other way round otherwise; m counts cluster rows.

use crate::arith::{Arith, Native};
use crate::divisor::FastDivisor;
use crate::refusal::{MAX_COUNT, SchedulerRefusal, count_product, positive};
use crate::work::{Schedule, WorkTile};
use serde::Serialize;

/// The parameters of a scheduler, as TileLang names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Config {
    /// Tiles along M, in CTAs.
    pub num_m_tiles: u32,
    /// Tiles along N.
    pub num_n_tiles: u32,
    /// Resident workers: CTAs, or clusters when `cluster_size` is above 1.
    pub num_workers: u32,
    /// Panel width along the slow axis; 1 means no swizzle. May exceed the grid: the panel is then ragged.
    pub swizzle_size: u32,
    /// m varies fastest.
    pub column_major: bool,
    /// CTAs of a cluster, along M only. Any positive number.
    pub cluster_size: u32,
}

impl Config {
    /// Checks the parameters.
    pub fn new(
        num_m_tiles: i64,
        num_n_tiles: i64,
        num_workers: i64,
        swizzle_size: i64,
        column_major: bool,
        cluster_size: i64,
    ) -> Result<Self, SchedulerRefusal> {
        let config = Self {
            num_m_tiles: positive("num_m_tiles", num_m_tiles)?,
            num_n_tiles: positive("num_n_tiles", num_n_tiles)?,
            num_workers: positive("num_workers", num_workers)?,
            swizzle_size: positive("swizzle_size", swizzle_size)?,
            column_major,
            cluster_size: positive("cluster_size", cluster_size)?,
        };
        count_product(
            "num_m_tiles x num_n_tiles",
            &[config.cluster_rows() as u64, config.num_n_tiles as u64],
        )?;
        Ok(config)
    }

    /// TileLang's default for `num_workers`: one CTA per SM, grouped into clusters.
    pub fn default_workers(sm_count: u32, cluster_size: u32) -> u32 {
        (sm_count / cluster_size.max(1)).max(1)
    }

    /// Cluster rows: tiles along M as the scheduler sees them.
    pub fn cluster_rows(&self) -> u32 {
        self.num_m_tiles.div_ceil(self.cluster_size)
    }

    /// Linear ids with work.
    pub fn total_tiles(&self) -> u32 {
        self.cluster_rows() * self.num_n_tiles
    }

    /// A note for the user about a legal but surprising choice.
    pub fn note(&self) -> Option<String> {
        let slow = if self.column_major {
            self.num_n_tiles
        } else {
            self.cluster_rows()
        };
        (self.swizzle_size > slow).then(|| {
            format!(
                "swizzle_size {} is wider than the {slow} tiles of the slow axis: a single panel covers the grid",
                self.swizzle_size
            )
        })
    }
}

/// The values the decode needs, generic over where they live: integers here, registers in generated code.
#[derive(Debug, Clone, Copy)]
pub struct DecodeParams<V, D> {
    /// Linear ids of a whole panel: fast * swizzle.
    pub strip: D,
    /// Panel width.
    pub swizzle: V,
    /// Panel width as a divisor.
    pub full_width: D,
    /// Width of the last, narrower panel as a divisor; 1 where there is none.
    pub tail_width: D,
    /// Panels of full width.
    pub full_panels: V,
    /// Index one past the last panel that overlaps the grid.
    pub panels: V,
}

/// Decodes a linear id to (fast index, slow index). Ids past the end decode too: panels beyond the grid have width 1.
#[inline(always)]
pub fn decode<A: Arith>(a: &mut A, p: &DecodeParams<A::Value, A::Divisor>, id: &A::Value) -> (A::Value, A::Value) {
    let (group, r) = a.div_rem(id, &p.strip);
    let base = a.mul(&group, &p.swizzle);
    // Two divisions and a select are cheaper than a run-time division by a selected width.
    let (full_fast, full_slow) = a.div_rem(&r, &p.full_width);
    let (tail_fast, tail_slow) = a.div_rem(&r, &p.tail_width);
    let zero = a.constant(0);
    let in_full = a.less(&group, &p.full_panels);
    let in_grid = a.less(&group, &p.panels);
    let fast = a.select(&in_grid, &tail_fast, &r);
    let slow = a.select(&in_grid, &tail_slow, &zero);
    let fast = a.select(&in_full, &full_fast, &fast);
    let slow = a.select(&in_full, &full_slow, &slow);
    let slow = a.add(&base, &slow);
    (fast, slow)
}

/// The decode's values for `fast` by `slow` tiles, which may be known only at run time.
pub fn decode_params<A: Arith>(
    a: &mut A,
    fast: &A::Value,
    slow: &A::Value,
    swizzle_size: u32,
) -> DecodeParams<A::Value, A::Divisor> {
    let (zero, one) = (a.constant(0), a.constant(1));
    let swizzle = a.constant(swizzle_size);
    // A strip beyond 31 bits holds every id; the largest divisor then sends every id to panel 0, as it must.
    let most = a.constant(MAX_COUNT as u32);
    let fits = a.constant(MAX_COUNT as u32 / swizzle_size.max(1));
    let overflows = a.less(&fits, fast);
    let strip = a.mul(fast, &swizzle);
    let strip = a.select(&overflows, &most, &strip);
    let full_width = a.divisor(&swizzle);
    let (full_panels, tail) = a.div_rem(slow, &full_width);
    let is_ragged = a.less(&zero, &tail);
    let more = a.select(&is_ragged, &one, &zero);
    let panels = a.add(&full_panels, &more);
    let tail = a.max(&tail, &one);
    DecodeParams {
        strip: a.divisor(&strip),
        swizzle,
        full_width,
        tail_width: a.divisor(&tail),
        full_panels,
        panels,
    }
}

/// The stateless form: a coordinate decoder.
#[derive(Debug, Clone, Copy)]
pub struct Stateless {
    config: Config,
    params: DecodeParams<u32, FastDivisor>,
}

impl Stateless {
    /// Precomputes the decode of `config`.
    pub fn new(config: Config) -> Self {
        let (fast, slow) = if config.column_major {
            (config.cluster_rows(), config.num_n_tiles)
        } else {
            (config.num_n_tiles, config.cluster_rows())
        };
        let params = decode_params(&mut Native, &fast, &slow, config.swizzle_size);
        Self { config, params }
    }

    /// Decodes `tile_id` to (m_idx, n_idx); m_idx is a cluster row. Exact for ids below 2^31, past the end included.
    #[inline(always)]
    pub fn coord(&self, tile_id: u32) -> (u32, u32) {
        let (fast, slow) = decode(&mut Native, &self.params, &tile_id);
        if self.config.column_major {
            (fast, slow)
        } else {
            (slow, fast)
        }
    }
}

/// The state every tile scheduler keeps (TileLang's `BaseTileScheduler`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct State {
    /// Current tile row (a cluster row in a cluster).
    pub m_idx: u32,
    /// Current tile column.
    pub n_idx: u32,
    /// The worker's linear cursor.
    pub linear_idx: u32,
    /// Tiles this worker has advanced past: the wave index, and the clock of phases and double buffers.
    pub current_iter: u32,
}

/// A scheduler with state. Implementors give [`TileScheduler::update_current_idx`] and the tile count; the traversal is
/// shared.
pub trait TileScheduler {
    /// The state.
    fn state(&self) -> &State;
    /// The state, to change.
    fn state_mut(&mut self) -> &mut State;
    /// Linear ids with work.
    fn total_tiles(&self) -> u32;
    /// Decodes `linear_idx` into the state's (m_idx, n_idx).
    fn update_current_idx(&mut self, linear_idx: u32);

    /// Starts at `linear_init`, with the clock at 0.
    fn init(&mut self, linear_init: u32) {
        let state = self.state_mut();
        state.linear_idx = linear_init;
        state.current_iter = 0;
        self.update_current_idx(linear_init);
    }

    /// Advances by `step` linear ids and ticks the clock. Saturates at 2^32 - 1, which is never valid.
    fn next_tile(&mut self, step: u32) {
        let state = self.state_mut();
        state.linear_idx = state.linear_idx.saturating_add(step);
        state.current_iter = state.current_iter.saturating_add(1);
        let linear = state.linear_idx;
        if linear as u64 <= MAX_COUNT {
            self.update_current_idx(linear);
        }
    }

    /// The current tile exists.
    fn valid(&self) -> bool {
        self.state().linear_idx < self.total_tiles()
    }
}

/// The stateful form: the persistent loop's scheduler.
#[derive(Debug, Clone, Copy)]
pub struct Persistent {
    decoder: Stateless,
    state: State,
}

impl Persistent {
    /// A scheduler for `config`, not yet at any tile: call [`TileScheduler::init`] with the worker (or cluster) id.
    pub fn new(config: Config) -> Self {
        Self {
            decoder: Stateless::new(config),
            state: State::default(),
        }
    }

    /// Advances to this worker's next tile: `num_workers` linear ids on.
    pub fn next(&mut self) {
        let step = self.decoder.config.num_workers;
        self.next_tile(step);
    }
}

impl TileScheduler for Persistent {
    fn state(&self) -> &State {
        &self.state
    }
    fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }
    fn total_tiles(&self) -> u32 {
        self.decoder.config.total_tiles()
    }
    fn update_current_idx(&mut self, linear_idx: u32) {
        (self.state.m_idx, self.state.n_idx) = self.decoder.coord(linear_idx);
    }
}

impl Schedule for Stateless {
    fn unit_count(&self) -> u32 {
        self.config.total_tiles()
    }
    fn worker_count(&self) -> u32 {
        self.config.num_workers
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        if unit >= self.unit_count() {
            return;
        }
        let (m, n) = self.coord(unit);
        visitor(&WorkTile::whole(m, n, 0, 1, m + n * self.config.cluster_rows()));
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        (self.config.cluster_rows(), self.config.num_n_tiles, 1)
    }
    fn k_tiles(&self) -> u32 {
        1
    }
}

/// A TileLang schedule of tiles with a K extent, which its own mathematics leaves out.
#[derive(Debug, Clone, Copy)]
pub struct WithK {
    inner: Stateless,
    k_tiles: u32,
}

impl WithK {
    /// `inner`, each tile `k_tiles` K tiles long.
    pub fn new(inner: Stateless, k_tiles: u32) -> Self {
        Self { inner, k_tiles }
    }
}

impl Schedule for WithK {
    fn unit_count(&self) -> u32 {
        self.inner.unit_count()
    }
    fn worker_count(&self) -> u32 {
        self.inner.worker_count()
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        self.inner.visit(unit, &mut |piece| {
            visitor(&WorkTile {
                k_count: self.k_tiles,
                ..*piece
            })
        });
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        self.inner.tile_grid()
    }
    fn k_tiles(&self) -> u32 {
        self.k_tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The published formula, word for word, in wide integers.
    fn oracle(c: &Config, id: u64) -> (u64, u64) {
        let rows = (c.num_m_tiles as u64).div_ceil(c.cluster_size as u64);
        let (primary, secondary) = if c.column_major {
            (rows, c.num_n_tiles as u64)
        } else {
            (c.num_n_tiles as u64, rows)
        };
        let swizzle = c.swizzle_size as u64;
        let strip = primary * swizzle;
        let group = id / strip;
        let base = group * swizzle;
        let width = swizzle.min(secondary.saturating_sub(base)).max(1);
        let r = id - group * strip;
        let (fast, slow) = (r / width, base + r % width);
        if c.column_major { (fast, slow) } else { (slow, fast) }
    }

    fn config(m: i64, n: i64, workers: i64, swizzle: i64, column_major: bool, cluster: i64) -> Config {
        Config::new(m, n, workers, swizzle, column_major, cluster).unwrap()
    }

    #[test]
    fn plain_column_major_walks_m_first() {
        let s = Stateless::new(config(3, 2, 7, 1, true, 1));
        let tiles: Vec<_> = (0..6).map(|i| s.coord(i)).collect();
        assert_eq!(tiles, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
        assert_eq!(s.coord(6), (0, 2), "ids past the end decode too");
    }

    #[test]
    fn ragged_last_panel_is_narrower() {
        let s = Stateless::new(config(2, 5, 1, 3, true, 1));
        let tiles: Vec<_> = (0..10).map(|i| s.coord(i)).collect();
        assert_eq!(tiles[..6], [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
        assert_eq!(tiles[6..], [(0, 3), (0, 4), (1, 3), (1, 4)]);
    }

    #[test]
    fn refuses_nothing_but_empty() {
        assert!(Config::new(0, 1, 1, 1, true, 1).is_err());
        assert!(Config::new(1, 1, 0, 1, true, 1).is_err());
        assert!(Config::new(1, 1, 1, -1, true, 1).is_err());
        assert!(Config::new(1 << 20, 1 << 20, 1, 1, true, 1).is_err());
        let wide = Config::new(4, 4, 1, 1 << 30, true, 3).unwrap();
        assert!(
            wide.note().is_some(),
            "a swizzle wider than the grid is legal, with a note"
        );
    }

    #[test]
    fn stateful_walk_with_clusters() {
        let mut s = Persistent::new(config(5, 2, 2, 8, true, 2));
        s.init(1);
        let mut seen = Vec::new();
        while s.valid() {
            seen.push((s.state.current_iter, s.state.linear_idx, s.state.m_idx, s.state.n_idx));
            s.next();
        }
        assert_eq!(seen, [(0, 1, 0, 1), (1, 3, 1, 1), (2, 5, 2, 1)]);
    }

    proptest! {
        #[test]
        fn matches_the_formula(
            m in 1i64..60, n in 1i64..60, workers in 1i64..200, swizzle in 1i64..70, cm: bool, cluster in 1i64..6,
            far in 0u32..4000,
        ) {
            let c = config(m, n, workers, swizzle, cm, cluster);
            let s = Stateless::new(c);
            for id in (0..c.total_tiles()).chain([c.total_tiles() + far]) {
                let (em, en) = oracle(&c, id as u64);
                prop_assert_eq!(s.coord(id), (em as u32, en as u32));
            }
        }

        #[test]
        fn huge_swizzles_do_not_overflow(m in 1i64..40000, n in 1i64..40000, swizzle in 1i64..1 << 31, id in 0u32..1 << 30) {
            let c = config(m, n, 1, swizzle, true, 1);
            let id = id % c.total_tiles();
            let (em, en) = oracle(&c, id as u64);
            prop_assert_eq!(Stateless::new(c).coord(id), (em as u32, en as u32));
        }

        #[test]
        fn workers_cover_every_tile_once(
            m in 1i64..30, n in 1i64..30, workers in 1i64..50, swizzle in 1i64..9, cm: bool, cluster in 1i64..4,
        ) {
            let c = config(m, n, workers, swizzle, cm, cluster);
            let mut seen = std::collections::BTreeSet::new();
            for w in 0..c.num_workers {
                let mut s = Persistent::new(c);
                s.init(w);
                let mut clock = 0;
                while s.valid() {
                    prop_assert!(s.state.m_idx < c.cluster_rows() && s.state.n_idx < c.num_n_tiles);
                    prop_assert!(seen.insert((s.state.m_idx, s.state.n_idx)));
                    prop_assert_eq!(s.state.current_iter, clock);
                    s.next();
                    clock += 1;
                }
            }
            prop_assert_eq!(seen.len() as u32, c.total_tiles());
        }
    }
}
