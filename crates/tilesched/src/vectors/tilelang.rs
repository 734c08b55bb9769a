//! Set `tilelang_persistent`.

use super::{listable, panel};
use crate::refusal::{SchedulerRefusal, positive};
use crate::tilelang::{Config, Persistent, Stateless, TileScheduler};
use serde::{Deserialize, Serialize};

/// Inputs of a configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct Input {
    /// Tiles along M.
    pub num_m_tiles: i64,
    /// Tiles along N.
    pub num_n_tiles: i64,
    /// Workers; those of the machine where absent.
    pub num_workers: Option<i64>,
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
    /// Workers.
    pub num_workers: u32,
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
    /// The checked configuration, on a machine of `sm_count` SMs.
    pub fn config(&self, sm_count: u32) -> Result<Config, SchedulerRefusal> {
        let cluster = positive("cluster_size", self.cluster_size)?;
        let workers = self.num_workers;
        Config::new(
            self.num_m_tiles,
            self.num_n_tiles,
            workers.unwrap_or_else(|| Config::default_workers(sm_count, cluster).into()),
            panel("swizzle_size", self.swizzle_size)?.into(),
            self.column_major,
            cluster.into(),
        )
    }
}

/// Computes a configuration's fields.
pub fn compute(input: &Input, sm_count: u32) -> Result<Output, SchedulerRefusal> {
    let config = input.config(sm_count)?;
    listable("tiles and workers", &[config.total_tiles(), config.num_workers])?;
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
        num_workers: config.num_workers,
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
