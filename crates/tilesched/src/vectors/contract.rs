//! The CUTLASS sets' configurations under the policy `contract`.

use super::{static_persistent, stream_k};
use crate::contract::stream_k::{Params, WorkspaceSizes, workspace_sizes};
use crate::cutlass::stream_k::Request;
use crate::explain;
use crate::fixup::{self, Step};
use crate::problem::{Decomposition, RasterOrder, ReductionMode};
use crate::refusal::Refusal;
use crate::work::{Schedule, WorkTile};
use serde::Serialize;

/// A static persistent schedule by document 001.
#[derive(Debug, Clone, Serialize)]
pub struct StaticOutput {
    /// CGA tiles (m, n, l).
    pub cga_tiles: [u32; 3],
    /// CGA tiles in all.
    pub total_cga_tiles: u32,
    /// CGAs launched, the stride of an advance.
    pub grid_width: u32,
    /// Panel width.
    pub swizzle: u32,
    /// Raster order.
    pub raster_order: RasterOrder,
    /// (m, n, l) at which the CGA of each linear id starts, in CTA tiles.
    pub tiles: Vec<(u32, u32, u32)>,
}

/// A stream-K schedule by document 001.
#[derive(Debug, Clone, Serialize)]
pub struct StreamKOutput {
    /// Parameters.
    #[serde(flatten)]
    pub params: Params,
    /// Workspace sizes.
    pub workspace: WorkspaceSizes,
    /// The piece of each unit.
    pub units: Vec<Vec<WorkTile>>,
    /// The fixup plan of each unit that works on a split tile.
    pub fixup: Vec<Vec<Step>>,
}

/// The request a static configuration amounts to.
pub fn static_request(input: &static_persistent::Input) -> Result<Request, Refusal> {
    let s = input.schedule()?;
    stream_k::Input {
        m: input.m,
        n: input.n,
        k: input.k,
        l: input.l,
        tile: input.tile,
        cluster: [s.cluster.m as i64, s.cluster.n as i64],
        max_swizzle: input.max_swizzle,
        raster_option: input.raster_option,
        sm_count: input.sm_count,
        max_active_clusters: input.max_active_clusters,
        splits_arg: 1,
        decomposition_arg: Decomposition::DataParallel,
        reduction_mode: ReductionMode::Deterministic,
        mma_warp_groups: 1,
        barrier_bits: 32,
        accumulator_bits: 32,
        ktile_start_alignment: 1,
    }
    .request()
}

/// Computes a static configuration.
pub fn static_persistent(input: &static_persistent::Input) -> Result<StaticOutput, Refusal> {
    let s = explain::contract_static(&static_request(input)?)?;
    let g = &s.grid;
    Ok(StaticOutput {
        cga_tiles: [g.m, g.n, g.l],
        total_cga_tiles: g.total,
        grid_width: s.grid_width,
        swizzle: g.swizzle,
        raster_order: g.raster,
        tiles: (0..g.total).map(|id| g.origin(id)).collect(),
    })
}

/// Computes a stream-K configuration.
pub fn stream_k(input: &stream_k::Input) -> Result<StreamKOutput, Refusal> {
    let request = input.request()?;
    let s = explain::contract_stream_k(&request)?;
    let bytes = explain::accumulator_tile_bytes(&request)?.saturating_mul(request.cluster.size() as u64);
    let plan = |unit| {
        s.piece(unit)
            .map(|piece| fixup::contract(&piece, s.position(unit)))
            .unwrap_or_default()
    };
    Ok(StreamKOutput {
        params: s.params,
        workspace: workspace_sizes(&s.params, bytes)?,
        units: (0..s.params.units).map(|unit| s.unit_work(unit)).collect(),
        fixup: (0..s.params.sk_units).map(plan).collect(),
    })
}
