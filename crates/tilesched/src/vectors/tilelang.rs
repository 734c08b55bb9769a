//! Set `tilelang_persistent`.

use crate::refusal::Refusal;
use crate::tilelang::{Config, Persistent, Stateless, TileScheduler};
use serde::{Deserialize, Serialize};

/// Inputs of a configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct Input {
    /// Tiles along M.
    pub num_m_tiles: i64,
    /// Tiles along N.
    pub num_n_tiles: i64,
    /// Workers.
    pub num_workers: i64,
    /// Panel width.
    #[serde(default = "one")]
    pub swizzle_size: i64,
    /// m fastest.
    #[serde(default = "yes")]
    pub column_major: bool,
    /// CTAs of a cluster along M.
    #[serde(default = "one")]
    pub cluster_size: i64,
}

fn one() -> i64 {
    1
}

fn yes() -> bool {
    true
}

/// Computed fields.
#[derive(Debug, Clone, Serialize)]
pub struct Output {
    /// Linear ids with work.
    pub total_tiles: u32,
    /// (m_idx, n_idx) of each linear id.
    pub tiles: Vec<(u32, u32)>,
    /// (id, m, n) of the ids just past the end: one for each worker, four at most.
    pub past_end: Vec<(u32, u32, u32)>,
    /// (current_iter, linear_idx, m_idx, n_idx) of each worker's tiles.
    pub visits: Vec<Vec<(u32, u32, u32, u32)>>,
}

impl Input {
    /// The checked configuration.
    pub fn config(&self) -> Result<Config, Refusal> {
        Config::new(
            self.num_m_tiles,
            self.num_n_tiles,
            self.num_workers,
            self.swizzle_size,
            self.column_major,
            self.cluster_size,
        )
    }
}

/// Computes a configuration's fields.
pub fn compute(input: &Input) -> Result<Output, Refusal> {
    let config = input.config()?;
    let decoder = Stateless::new(config);
    let total = config.total_tiles();
    let visits = (0..config.num_workers).map(|worker| {
        let mut scheduler = Persistent::new(config);
        scheduler.init(worker);
        let mut visited = Vec::new();
        while scheduler.valid() {
            let s = scheduler.state();
            visited.push((s.current_iter, s.linear_idx, s.m_idx, s.n_idx));
            scheduler.next();
        }
        visited
    });
    Ok(Output {
        total_tiles: total,
        tiles: (0..total).map(|id| decoder.coord(id)).collect(),
        past_end: (0..config.num_workers.min(4))
            .map(|i| {
                let (m, n) = decoder.coord(total + i);
                (total + i, m, n)
            })
            .collect(),
        visits: visits.collect(),
    })
}
