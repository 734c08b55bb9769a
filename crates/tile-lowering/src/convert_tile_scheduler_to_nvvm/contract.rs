//! The contract's schedulers (docs/sources/tile-schedulers.md#contract), from the 48-byte record.

use super::emit::{Divisor, Emit};
use super::fixup::Workspace;
use super::{Cx, Lowering, Made, Shared, WorkScalars, made};
use std::mem::offset_of;
use tilewright_ir::convert::Failure;
use tilewright_ir::words::{decomposition, raster};
use tilewright_ir::{Op, Value};
use tilewright_tilesched::arith::Arith;
use tilewright_tilesched::contract::sm100::part_of;
use tilewright_tilesched::contract::stream_k::MAX_JOIN;
use tilewright_tilesched::contract::stream_k_body::{Load, Sizes, piece, sizes};
use tilewright_tilesched::params::CutlassTileSchedulerParams as Record;
use tilewright_tilesched::tilelang::{DecodeParams, decode, decode_params};

/// The scheduler after the kernel's entry.
#[derive(Clone)]
pub(super) struct Contract {
    decode: DecodeParams<Value, Divisor>,
    /// CGA tiles of a batch, where there are batches.
    batch: Option<Divisor>,
    /// m varies fastest.
    along_m: Value,
    /// CTAs of a cluster along m and n.
    cluster: [u32; 2],
    /// This CTA's place in its cluster.
    rank: [Value; 2],
    /// CTA tiles along m and n.
    tiles: [Value; 2],
    k_tiles: Value,
    /// Linear ids are of CGAs.
    pub shared: Shared,
    stream_k: Option<ContractStreamK>,
    pub share: Option<Share>,
}

/// The part of each tile of its cluster that a CTA, or a pair of CTAs, computes, in the SM100 form of stream-K.
#[derive(Clone, Copy)]
pub(super) struct Share {
    k_start: Value,
    k_count: Value,
    rank: Value,
    /// Those with a share.
    expected: Value,
    /// CTAs of one that has a share, and which of them this is.
    pub each: u32,
    pub place: Value,
    /// Whether a cluster has several that share.
    pub is_joined: bool,
}

/// The parameters that stream-K adds.
#[derive(Clone)]
struct ContractStreamK {
    sizes: Sizes<Value>,
    splits: Divisor,
    /// Split tiles of CTAs, each with slots and a lock of its own.
    tiles: Value,
}

pub(super) fn create(cx: &mut Cx<'_>, op: Op) -> Result<Contract, Failure> {
    let Made {
        record,
        extents,
        batches,
        work_id,
        tile: [tile_m, tile_n],
        cluster: [cluster_m, cluster_n],
        swizzle,
        raster,
        decomposition,
        is_stream_k,
        sharers,
    } = made(cx, op)?;

    // Absent: joining one more partial accumulator weighs as much as one K tile.
    let join = cx.old.int_or(op, "join", 1).clamp(1, MAX_JOIN.into()) as u32;
    let int = cx.state.types.int;
    let size = sharers.unwrap_or([cluster_m, cluster_n]);
    let [first, rank_m, rank_n] = cx.cluster_place(size);
    let count = |cx: &mut Cx<'_>, extent: Value, tile: u32, cluster: u32, offset: usize| {
        let mut emit = Emit(cx);
        match emit.known(&extent) {
            Some(extent) => emit.constant(extent.div_ceil(tile).div_ceil(cluster)),
            None => cx.field(record, offset, int),
        }
    };
    let m = count(cx, extents[0], tile_m, cluster_m, offset_of!(Record, num_tiles_m));
    let n = count(cx, extents[1], tile_n, cluster_n, offset_of!(Record, num_tiles_n));
    let k_tiles = cx.field(record, offset_of!(Record, num_tiles_k), int);
    let ctas = cx.field(record, offset_of!(Record, total_ctas), int);
    let splits = is_stream_k.then(|| cx.field(record, offset_of!(Record, k_split_count), int));

    let mut emit = Emit(cx);
    let along_m = match raster {
        raster::ALONG_M => emit.flag(true),
        raster::ALONG_N => emit.flag(false),
        _ => emit.less(&m, &n),
    };
    let (fast, slow) = (emit.select(&along_m, &m, &n), emit.select(&along_m, &n, &m));
    let decode = decode_params(&mut emit, &fast, &slow, swizzle);
    let width = emit.constant(size[0]);
    let sharing = size.iter().product::<u32>() / cluster_m;
    let size = emit.constant(size.iter().product());
    let size = emit.divisor(&size);
    let total = emit.mul(&m, &n);
    let batch = batches.map(|_| emit.divisor(&total));
    let total = batches.map_or(total, |batches| emit.mul(&total, &batches));
    let (workers, _) = emit.div_rem(&ctas, &size);
    let mut tiles = [m, n];
    for ((tiles, extent), (tile, cluster)) in tiles
        .iter_mut()
        .zip(&extents)
        .zip([(tile_m, cluster_m), (tile_n, cluster_n)])
    {
        if cluster > 1 {
            let tile = emit.constant(tile);
            *tiles = emit.ceil_div(extent, &tile);
        }
    }
    let stream_k = splits.map(|splits| {
        let one = emit.constant(1);
        let splits = emit.max(&splits, &one);
        let splits = emit.divisor(&splits);
        let workers = emit.divisor(&workers);
        let load = Load {
            tiles: total,
            k_tiles,
            workers,
            splits,
            join,
        };
        let sizes = sizes(&mut emit, &load, decomposition == decomposition::SPLIT_K);
        let ctas = emit.constant(cluster_m * cluster_n);
        let tiles = emit.mul(&sizes.sk_tiles, &ctas);
        ContractStreamK { sizes, splits, tiles }
    });
    let workspace = stream_k.as_ref().map(|s| Workspace {
        address: cx.field(record, offset_of!(Record, workspace_ptr), cx.state.types.long),
        tiles: s.tiles,
        slots: s.sizes.slots,
        locks: None,
    });
    let mut emit = Emit(cx);
    let share = sharers.map(|_| {
        let rank = match (cluster_m, sharing) {
            (1, _) => {
                let row = emit.mul(&rank_n, &width);
                emit.add(&row, &rank_m)
            }
            (_, 1) => emit.constant(0),
            // Each pair is a column.
            _ => rank_n,
        };
        let all = emit.constant(sharing);
        let parts = emit.divisor(&all);
        let (k_start, k_count) = part_of(&mut emit, &k_tiles, &parts, &rank);
        Share {
            k_start,
            k_count,
            rank,
            expected: emit.min(&k_tiles, &all),
            each: cluster_m,
            place: rank_m,
            is_joined: sharing > 1,
        }
    });
    let zero = emit.constant(0);
    let range = match share {
        None => [first, stream_k.as_ref().map_or(total, |s| s.sizes.units), workers],
        // A cluster claims tiles that follow each other.
        Some(_) => {
            let workers = emit.divisor(&workers);
            let (first, count) = part_of(&mut emit, &total, &workers, &first);
            [first, emit.add(&first, &count), emit.constant(1)]
        }
    };
    Ok(Contract {
        decode,
        batch,
        along_m,
        cluster: [cluster_m, cluster_n],
        rank: [rank_m, if sharers.is_some() { zero } else { rank_n }],
        tiles,
        k_tiles,
        shared: Shared {
            range,
            work_id,
            workspace,
        },
        stream_k,
        share,
    })
}

impl Contract {
    /// The CGA that a CTA is of.
    pub(super) fn cga(&self, emit: &mut Emit<'_, '_>, cta: Value) -> Value {
        let size = emit.constant(self.cluster.iter().product());
        let size = emit.divisor(&size);
        emit.div_rem(&cta, &size).0
    }

    pub(super) fn work(&self, emit: &mut Emit<'_, '_>, id: Value) -> WorkScalars {
        let (zero, one) = (emit.constant(0), emit.constant(1));
        let (tile, k_start, k_count, split, expected) = match (&self.stream_k, &self.share) {
            (Some(s), _) => {
                let p = piece(emit, &s.sizes, &self.k_tiles, &s.splits, &id);
                (p.tile, p.k_start, p.k_count, p.split, p.expected)
            }
            (None, Some(s)) => (id, s.k_start, s.k_count, s.rank, s.expected),
            (None, None) => (id, zero, self.k_tiles, zero, one),
        };
        let (l, in_batch) = match &self.batch {
            Some(batch) => emit.div_rem(&tile, batch),
            None => (zero, tile),
        };
        let (fast, slow) = decode(emit, &self.decode, &in_batch);
        let (m, n) = (
            emit.select(&self.along_m, &fast, &slow),
            emit.select(&self.along_m, &slow, &fast),
        );
        let (m, valid_m) = self.cta_tile(emit, m, 0);
        let (n, valid_n) = self.cta_tile(emit, n, 1);
        let valid = emit.both(&valid_m, &valid_n);
        // A pair multiplies together, whichever of its tiles there are.
        let k_count = match self.share {
            Some(_) => k_count,
            None => emit.select(&valid, &k_count, &zero),
        };
        WorkScalars {
            m,
            n,
            l,
            k_start,
            k_count,
            tile_idx: self.cta_index(emit, tile),
            valid,
            linear: id,
            split,
            expected,
        }
    }

    /// The number of the CTA's tile among all: the CTAs of a CGA one after another.
    fn cta_index(&self, emit: &mut Emit<'_, '_>, cga: Value) -> Value {
        let [along, across] = self.cluster;
        let size = emit.constant(along * across);
        let along = emit.constant(along);
        let first = emit.mul(&cga, &size);
        let row = emit.mul(&self.rank[1], &along);
        let rank = emit.add(&row, &self.rank[0]);
        match self.cluster {
            [1, 1] => cga,
            _ => emit.add(&first, &rank),
        }
    }

    /// The CTA's tile in a CGA's, along a mode, and whether it is inside of the output.
    fn cta_tile(&self, emit: &mut Emit<'_, '_>, cga: Value, mode: usize) -> (Value, Value) {
        if self.cluster[mode] == 1 {
            return (cga, emit.flag(true));
        }
        let size = emit.constant(self.cluster[mode]);
        let first = emit.mul(&cga, &size);
        let tile = emit.add(&first, &self.rank[mode]);
        let inside = emit.less(&tile, &self.tiles[mode]);
        (tile, inside)
    }
}
