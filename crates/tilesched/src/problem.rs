//! The problem a scheduler divides: sizes, tile, cluster, and how the launch is bounded.

use crate::refusal::{SchedulerRefusal, positive};
use serde::{Deserialize, Serialize};

/// A batched matrix product: `l` products of (m x k) by (k x n), in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Rows of the output.
    pub m: u32,
    /// Columns of the output.
    pub n: u32,
    /// Length of the contraction.
    pub k: u32,
    /// Batch count.
    pub l: u32,
}

impl Problem {
    /// Checks the sizes; each must be in `1..2^31`.
    pub fn new(m: i64, n: i64, k: i64, l: i64) -> Result<Self, SchedulerRefusal> {
        Ok(Self {
            m: positive("m", m)?,
            n: positive("n", n)?,
            k: positive("k", k)?,
            l: positive("l", l)?,
        })
    }
}

/// The tile one CTA computes, in elements of m, n and k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TileShape {
    /// Rows.
    pub m: u32,
    /// Columns.
    pub n: u32,
    /// Elements of K per step.
    pub k: u32,
}

impl TileShape {
    /// Checks the sizes; each must be in `1..2^31`.
    pub fn new(m: i64, n: i64, k: i64) -> Result<Self, SchedulerRefusal> {
        Ok(Self {
            m: positive("tile[0]", m)?,
            n: positive("tile[1]", n)?,
            k: positive("tile[2]", k)?,
        })
    }
}

/// CTAs of a cluster along m and n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cluster {
    /// CTAs along m.
    pub m: u32,
    /// CTAs along n.
    pub n: u32,
}

impl Cluster {
    /// A cluster of one CTA.
    pub const ONE: Self = Self { m: 1, n: 1 };

    /// A cluster of any positive shape, as the contract's formulas allow.
    pub fn any(m: i64, n: i64) -> Result<Self, SchedulerRefusal> {
        let cluster = Self {
            m: positive("cluster[0]", m)?,
            n: positive("cluster[1]", n)?,
        };
        crate::refusal::count_product("cluster", &[cluster.m as u64, cluster.n as u64])?;
        Ok(cluster)
    }

    /// A cluster whose sizes are powers of two, as CUTLASS's shift-based decode requires.
    pub fn power_of_two(m: i64, n: i64) -> Result<Self, SchedulerRefusal> {
        let cluster = Self::any(m, n)?;
        for (field, size) in [("cluster[0]", cluster.m), ("cluster[1]", cluster.n)] {
            if !size.is_power_of_two() {
                let below = 1u32 << (31 - size.leading_zeros());
                let above = below as u64 * 2;
                let nearest = if (size - below) as u64 <= above - size as u64 {
                    below as u64
                } else {
                    above
                };
                return Err(SchedulerRefusal::new(
                    field,
                    size,
                    "the CUTLASS schedulers divide by cluster sizes with shifts, so they must be powers of two",
                )
                .nearest(nearest));
            }
        }
        Ok(cluster)
    }

    /// CTAs of the cluster.
    pub fn size(self) -> u32 {
        self.m * self.n
    }
}

/// Which mode consecutive tiles advance along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RasterOrder {
    /// m varies fastest.
    AlongM,
    /// n varies fastest.
    AlongN,
}

tilewright_vocabulary::vocabulary! {
    /// The request for a raster order: along which mode consecutive tiles advance.
    #[cfg_attr(feature = "typescript", ts(rename = "Raster"))]
    pub enum RasterOption {
        /// Along the mode with fewer tiles, along n when equal; TileLang: along m.
        Heuristic = "heuristic" | "Heuristic",
        /// m varies fastest.
        AlongM = "along-m" | "AlongM",
        /// n varies fastest.
        AlongN = "along-n" | "AlongN",
    }
}

impl RasterOption {
    /// The order for a grid of `tiles_m` by `tiles_n` tiles. CUTLASS's heuristic: along m if n has more tiles.
    pub fn resolve(self, tiles_m: u32, tiles_n: u32) -> RasterOrder {
        match self {
            Self::AlongM => RasterOrder::AlongM,
            Self::AlongN => RasterOrder::AlongN,
            Self::Heuristic if tiles_n > tiles_m => RasterOrder::AlongM,
            Self::Heuristic => RasterOrder::AlongN,
        }
    }
}

tilewright_vocabulary::vocabulary! {
    /// The formulas of a scheduler (docs/sources/tile-schedulers.md#contract).
    #[cfg_attr(feature = "typescript", ts(rename = "SchedulerPolicy"))]
    pub enum Policy {
        /// The published contract's, with the gaps filled as the README of tilesched states.
        Contract = "contract",
        /// CUTLASS's SM90 schedulers, number for number.
        CutlassSm90 = "cutlass-sm90",
    }
}

/// The ways in which stream-K divides the K dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decomposition {
    /// Choose by the problem.
    Heuristic,
    /// Whole tiles only.
    DataParallel,
    /// Every tile in the same number of K splits.
    SplitK,
    /// Stream-K wherever the problem allows.
    StreamK,
}

/// Order in which partial accumulators are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReductionMode {
    /// In K order: the same bits every run.
    Deterministic,
    /// Middle pieces add atomically in any order.
    Nondeterministic,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_for_cutlass_are_powers_of_two() {
        assert!(Cluster::any(3, 1).is_ok());
        let refusal = Cluster::power_of_two(3, 1).unwrap_err();
        assert_eq!(
            (refusal.field.as_str(), refusal.nearest.as_deref()),
            ("cluster[0]", Some("2"))
        );
        assert_eq!(Cluster::power_of_two(1, 7).unwrap_err().nearest.as_deref(), Some("8"));
        assert!(Cluster::any(0, 1).is_err());
        assert!(Cluster::any(1 << 20, 1 << 20).is_err());
    }

    #[test]
    fn heuristic_raster_prefers_the_shorter_mode() {
        assert_eq!(RasterOption::Heuristic.resolve(4, 4), RasterOrder::AlongN);
        assert_eq!(RasterOption::Heuristic.resolve(4, 5), RasterOrder::AlongM);
    }
}
