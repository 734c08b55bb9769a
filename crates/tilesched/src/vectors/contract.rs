//! The CUTLASS sets' configurations under the policy `contract`.

use super::{listable, static_persistent, stream_k};
use crate::contract::stream_k::{Params, WorkspaceSizes, workspace_sizes};
use crate::explain;
use crate::fixup::{self, FixupStep};
use crate::problem::{Policy, RasterOrder};
use crate::refusal::SchedulerRefusal;
use crate::work::{Schedule, WorkTile};
use serde::Serialize;

/// A static persistent schedule by the contract.
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

/// A stream-K schedule by the contract.
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
    pub fixup: Vec<Vec<FixupStep>>,
}

/// Computes a static configuration.
pub fn static_persistent(input: &static_persistent::Input) -> Result<StaticOutput, SchedulerRefusal> {
    let s = explain::contract_static(&input.request(Policy::Contract)?)?;
    listable("tiles", &[s.grid.total])?;
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
pub fn stream_k(input: &stream_k::Input) -> Result<StreamKOutput, SchedulerRefusal> {
    let request = input.request(Policy::Contract)?;
    let s = explain::contract_stream_k(&request)?;
    listable("units", &[s.params.units])?;
    let bytes = explain::accumulator_tile_bytes(&request)?;
    let plan = |unit| {
        s.piece(unit)
            .map(|piece| fixup::contract(&piece, s.position(unit)))
            .unwrap_or_default()
    };
    Ok(StreamKOutput {
        params: s.params,
        workspace: workspace_sizes(&s.params, bytes, request.cluster.size())?,
        units: (0..s.params.units).map(|unit| s.unit_work(unit)).collect(),
        fixup: (0..s.params.sk_units).map(plan).collect(),
    })
}
