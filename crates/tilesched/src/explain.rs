//! Both policies side by side: the numbers, and the rule that makes them differ.

use crate::contract::raster::{CgaGrid, Order};
use crate::contract::sm100::{Sm100StreamK, sharers};
use crate::contract::{static_persistent as contract_static, stream_k as contract_stream_k};
use crate::cutlass::static_persistent::StaticPersistent;
use crate::cutlass::stream_k::{Request, StreamK};
use crate::kinds::SchedulerForm;
use crate::problem::{Cluster, Policy};
use crate::refusal::SchedulerRefusal;
use crate::tilelang;
use serde::Serialize;

/// One quantity under both policies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The quantity.
    pub quantity: &'static str,
    /// Its value by the contract.
    pub contract: String,
    /// Its value in CUTLASS.
    pub cutlass_sm90: String,
    /// Why they can differ.
    pub rule: &'static str,
}

impl Line {
    fn new(quantity: &'static str, contract: impl ToString, cutlass: impl ToString, rule: &'static str) -> Self {
        Self {
            quantity,
            contract: contract.to_string(),
            cutlass_sm90: cutlass.to_string(),
            rule,
        }
    }

    /// The policies disagree here.
    pub fn differs(&self) -> bool {
        self.contract != self.cutlass_sm90
    }
}

/// One scheduler under both policies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The scheduler.
    pub scheduler: &'static str,
    /// The source of its formulas, where that needs saying.
    pub note: &'static str,
    /// Its quantities.
    pub lines: Vec<Line>,
}

/// CGAs resident at once, as the contract schedulers count workers: the occupancy query's answer, else SMs over CTAs of
/// a CGA.
pub fn resident_cgas(request: &Request) -> u32 {
    match request.hardware.max_active_clusters {
        0 => (request.hardware.sm_count / request.cluster.size()).max(1),
        clusters => clusters,
    }
}

/// The contract's grid for a request. A swizzle of the same width as CUTLASS would take at most.
pub fn contract_grid(request: &Request) -> Result<CgaGrid, SchedulerRefusal> {
    let (cluster, hw) = (request.cluster, &request.hardware);
    if cluster.size() > hw.sm_count {
        return Err(hw.no_resident(cluster));
    }
    let order = Order {
        swizzle: request.max_swizzle,
        raster: request.raster,
    };
    CgaGrid::new(&request.problem, &request.tile, request.cluster, order)
}

/// The contract's static persistent schedule for a request.
pub fn contract_static(request: &Request) -> Result<contract_static::StaticPersistent, SchedulerRefusal> {
    let k_tiles = request.problem.k.div_ceil(request.tile.k);
    contract_static::StaticPersistent::new(contract_grid(request)?, resident_cgas(request), 1, k_tiles)
}

/// The contract's stream-K schedule for a request.
pub fn contract_stream_k(request: &Request) -> Result<contract_stream_k::StreamK, SchedulerRefusal> {
    let k_tiles = request.problem.k.div_ceil(request.tile.k);
    let grid = contract_grid(request)?;
    contract_stream_k::StreamK::new(
        grid,
        k_tiles,
        resident_cgas(request),
        request.splits,
        request.decomposition,
        request.join_k_tiles,
    )
}

/// The contract's SM100 stream-K schedule for a request: the CTAs of a cluster share a CTA tile, two where no cluster is asked for; or its
/// pairs of CTAs a pair's tile.
pub fn contract_sm100(request: &Request, pairs: bool) -> Result<Sm100StreamK, SchedulerRefusal> {
    let request = Request {
        cluster: sharers(request.cluster),
        ..*request
    };
    let clusters = resident_cgas(&request);
    let size = request.cluster.size() >> u32::from(pairs);
    // As for clusters of tiles: a cluster that no GPU of so many SMs holds is refused.
    contract_grid(&request)?;
    let grid = contract_grid(&Request {
        cluster: Cluster::ONE,
        ..request
    })?;
    Sm100StreamK::new(grid, request.problem.k.div_ceil(request.tile.k), clusters, size)
}

/// CUTLASS's static persistent schedule for a request.
pub fn cutlass_static(request: &Request) -> Result<StaticPersistent, SchedulerRefusal> {
    StaticPersistent::new(
        &request.problem,
        &request.tile,
        request.cluster,
        request.max_swizzle,
        request.raster,
        &request.hardware,
    )
}

const SWIZZLE: &str = "CUTLASS takes the largest power of two that the request and the smaller block count justify; the contract takes the request, clamped to the grid, with a ragged last panel";

/// Bytes of one accumulator tile of a CTA.
pub fn accumulator_tile_bytes(request: &Request) -> Result<u64, SchedulerRefusal> {
    let extents = [
        request.tile.m as u64,
        request.tile.n as u64,
        request.accumulator_bits as u64,
    ];
    Ok(crate::refusal::bytes_product("accumulator tile", &extents)?.div_ceil(8))
}

/// Explains the data-parallel scheduler.
pub fn data_parallel(request: &Request) -> Result<Section, SchedulerRefusal> {
    let g = contract_grid(request)?;
    let b = cutlass_static(request)?.blocks;
    Ok(Section {
        scheduler: SchedulerForm::DataParallel.words(),
        note: "one CTA for each tile",
        lines: vec![
            Line::new(
                "CTAs of the launch",
                u64::from(g.total) * u64::from(request.cluster.size()),
                b.total,
                "the contract rounds both modes up to whole clusters; CUTLASS to whole swizzle panels of clusters",
            ),
            Line::new(
                "linear id of a CTA",
                "rank in the CGA, CGA tile",
                "CTA tile",
                "the contract's linear ids count CGA tiles; CUTLASS's count CTAs, padding included",
            ),
            Line::new("swizzle", g.swizzle, 1u32 << b.log_swizzle, SWIZZLE),
            Line::new(
                "raster order",
                format!("{:?}", g.raster),
                format!("{:?}", b.raster),
                "compared on unpadded and padded tiles",
            ),
            Line::new(
                "workspace bytes",
                0,
                0,
                "none under either; with --pull below sm_100 the counter that work is pulled from, which is this compiler's",
            ),
        ],
    })
}

/// Explains the static persistent scheduler.
pub fn static_persistent(request: &Request) -> Result<Section, SchedulerRefusal> {
    let c = contract_static(request)?;
    let s = cutlass_static(request)?;
    let (g, b) = (&c.grid, &s.blocks);
    let cluster = request.cluster;
    Ok(Section {
        scheduler: SchedulerForm::StaticPersistent.words(),
        note: "resident CTAs walk the tiles",
        lines: vec![
            Line::new(
                "counted things",
                format!("{} CGA tiles", g.total),
                format!("{} CTA tiles", b.total),
                "the contract's linear ids count CGA tiles; CUTLASS's count CTAs, padding included",
            ),
            Line::new(
                "CTA tiles (m x n)",
                format!("{} x {}", g.m * cluster.m, g.n * cluster.n),
                format!("{} x {}", b.padded_m, b.padded_n),
                "CUTLASS rounds both modes up to a whole swizzle panel of clusters; padding tiles are valid work",
            ),
            Line::new("swizzle", g.swizzle, 1u32 << b.log_swizzle, SWIZZLE),
            Line::new(
                "raster order",
                format!("{:?}", g.raster),
                format!("{:?}", b.raster),
                "compared on unpadded and padded tiles",
            ),
            Line::new(
                "stride of an advance",
                format!("{} CGAs", c.grid_width),
                format!("{} CTAs", s.stride()),
                "the contract's grid width counts CGAs; CUTLASS's stride is the CTA count of a grid sized by GPCs",
            ),
            Line::new(
                "a decoded tile",
                "origin of the CGA",
                "tile of the CTA",
                "the contract multiplies by the CGA shape and leaves the rank to the CTA; CUTLASS decodes the CTA's own tile",
            ),
            Line::new(
                "pipeline clock",
                "increment_pipe every round",
                "none",
                "CUTLASS has no tile_idx; an advance always advances",
            ),
            Line::new(
                "workspace bytes",
                0,
                0,
                "the contract's table says small, its text zero; zero is taken",
            ),
        ],
    })
}

/// Explains stream-K in its generic form, for targets below sm_100.
pub fn stream_k(request: &Request) -> Result<Section, SchedulerRefusal> {
    let c = contract_stream_k(request)?;
    let s = StreamK::new(*request)?;
    let w = contract_stream_k::workspace_sizes(&c.params, accumulator_tile_bytes(request)?, request.cluster.size())?;
    let (p, u) = (&c.params, &s.unit);
    let mode = if p.sk_tiles == 0 {
        "data-parallel".to_string()
    } else {
        format!("{} shared, in {} splits", p.sk_tiles, p.splits_per_tile)
    };
    Ok(Section {
        scheduler: SchedulerForm::StreamK.words(),
        note: "the generic form, for targets below sm_100",
        lines: vec![
            Line::new(
                "shape",
                mode,
                match s.mode {
                    crate::cutlass::stream_k::Mode::StreamK => format!("stream-K in {} groups", u.groups),
                    crate::cutlass::stream_k::Mode::SplitK => format!("split-K, {} splits", u.splits),
                    crate::cutlass::stream_k::Mode::DataParallel => "data-parallel".to_string(),
                },
                "the contract splits each shared tile evenly; CUTLASS deals K work to units across tile boundaries, or falls back",
            ),
            Line::new(
                "output tiles",
                p.output_tiles,
                s.blocks.total,
                "CGA tiles unpadded; CTA tiles padded by the swizzle",
            ),
            Line::new(
                "sk_tiles",
                p.sk_tiles,
                u.sk_tiles,
                "contract: the incomplete wave, or one wave more, whichever is shorter; CUTLASS: all but whole waves, none for 8 K tiles or fewer or a half-full tail",
            ),
            Line::new(
                "sk_units",
                p.sk_units,
                u.sk_units,
                "contract: splits x tiles; CUTLASS: whole clusters, at least 8 K tiles each",
            ),
            Line::new(
                "weight of a join (K tiles)",
                request.join_k_tiles.to_string(),
                "none".to_string(),
                "the contract's splits make the schedule shortest, joins included: by bytes through L2, rounded up; CUTLASS keeps pieces at 8 K tiles or more instead",
            ),
            Line::new("units", p.units, s.total_units(), "scheduler indices, not CTAs"),
            Line::new(
                "small unit (K tiles)",
                p.k_tiles_per_small_unit,
                u.small,
                "over all units; CUTLASS: within a group",
            ),
            Line::new(
                "big units",
                p.big_units,
                u.big_units,
                "contract counts units; CUTLASS counts clusters of a group",
            ),
            Line::new(
                "reduction bytes",
                w.reduction,
                s.workspace.reduction,
                "the contract gives every non-final split a slot; CUTLASS accumulates one partial tile in place, aligned to 128",
            ),
            Line::new(
                "barrier bytes",
                w.barriers,
                s.workspace.barriers,
                "one counter a CTA's tile; CUTLASS: one a warp group, aligned to 128",
            ),
            Line::new(
                "workspace bytes",
                w.total,
                s.workspace.total,
                "aligned once; CUTLASS aligns each region",
            ),
            Line::new(
                "cleared before a launch",
                cleared(w.barriers, w.reduction, "the first"),
                cleared(s.workspace.clear_before_launch, s.workspace.barrier_offset, "every"),
                "the contract's final split resets its lock; CUTLASS's locks keep their value",
            ),
        ],
    })
}

fn cleared(bytes: u64, offset: u64, launch: &str) -> String {
    match bytes {
        0 => "nothing".to_string(),
        _ => format!("{bytes} bytes at {offset}, {launch}"),
    }
}

/// Explains the SM100 form of stream-K, which the contract alone has.
pub fn stream_k_sm100(request: &Request) -> Result<Section, SchedulerRefusal> {
    let s = contract_sm100(request, false)?;
    let only = |quantity, value: String, rule| Line::new(quantity, value, "-", rule);
    Ok(Section {
        scheduler: SchedulerForm::StreamKSm100.words(),
        note: "the contract's form, from sm_100 on; CUTLASS's SM100 stream-K joins no partial accumulators at a cluster barrier, so there is nothing of it to compare with",
        lines: vec![
            only(
                "output tiles",
                s.grid.total.to_string(),
                "CTA tiles, each shared by the CTAs of one cluster",
            ),
            only(
                "clusters",
                s.clusters.to_string(),
                "resident ones, at most one per tile",
            ),
            only(
                "tiles of the first cluster",
                s.claim(0).1.to_string(),
                "a contiguous run of whole tiles: a cluster's barrier cannot join CTAs of different clusters",
            ),
            only(
                "splits of a tile",
                s.splits.to_string(),
                "the cluster's CTAs, or the K tiles where they are fewer",
            ),
            only(
                "small split (K tiles)",
                s.small.to_string(),
                "K tiles over the splits, rounded down",
            ),
            only(
                "big splits",
                s.big_splits.to_string(),
                "the first ones, with one K tile more",
            ),
            only(
                "partial bytes of a CTA",
                accumulator_tile_bytes(request)?.to_string(),
                "in its shared memory, where the CTA of the final split reads them; of large tiles a part at a time",
            ),
            only(
                "workspace bytes",
                "0".to_string(),
                "the cluster's barrier takes the place of counters",
            ),
        ],
    })
}

/// Explains TileLang's scheduler, which is the same under both policies.
pub fn tilelang(config: &tilelang::Config) -> Section {
    let same = |quantity, value: u64, rule| Line::new(quantity, value, value, rule);
    let rows = u64::from(config.cluster_rows());
    let (fast, slow) = if config.column_major {
        (rows, u64::from(config.num_n_tiles))
    } else {
        (u64::from(config.num_n_tiles), rows)
    };
    let tiles = fast * slow;
    Section {
        scheduler: SchedulerForm::TileLang.words(),
        note: "TileLang's formulas: no policy changes them",
        lines: vec![
            same("tiles", tiles, "rows of clusters times columns"),
            same("workers", config.num_workers.into(), "CTAs, or clusters of them"),
            same(
                "iterations of worker 0",
                tiles.div_ceil(u64::from(config.num_workers)),
                "worker w takes w, w + workers, ...",
            ),
            same(
                "tiles along the fast axis",
                fast,
                "m in rows of clusters when column-major, else n",
            ),
            same(
                "swizzle",
                u64::from(config.swizzle_size).min(slow.max(1)),
                "the request; a panel is as wide as what is left of the slow axis",
            ),
            same("workspace bytes", 0, "nothing is split"),
        ],
    }
}

/// The sections as text, with differing lines marked.
pub fn text(sections: &[Section]) -> String {
    let one = |s: &Section| {
        let note = if s.note.is_empty() {
            String::new()
        } else {
            format!(": {}", s.note)
        };
        format!("{}{note}\n{}", s.scheduler, table(&s.lines))
    };
    sections.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn table(lines: &[Line]) -> String {
    use std::fmt::Write;
    let width = |f: &dyn Fn(&Line) -> usize| lines.iter().map(f).max().unwrap_or(0);
    let [contract, cutlass] = [Policy::Contract, Policy::CutlassSm90].map(Policy::name);
    let q = width(&|l| l.quantity.len()).max("quantity".len());
    let c = width(&|l| l.contract.len()).max(contract.len());
    let s = width(&|l| l.cutlass_sm90.len()).max(cutlass.len());
    let mut out = String::new();
    let _ = writeln!(out, "  {:<q$}  {:<c$}  {:<s$}  rule", "quantity", contract, cutlass);
    for l in lines {
        let mark = if l.differs() { '*' } else { ' ' };
        let _ = writeln!(
            out,
            "{mark} {:<q$}  {:<c$}  {:<s$}  {}",
            l.quantity, l.contract, l.cutlass_sm90, l.rule
        );
    }
    out
}
