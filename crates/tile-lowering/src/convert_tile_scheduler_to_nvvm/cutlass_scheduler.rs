//! CUTLASS's SM90 schedulers, from the 176-byte record.

use super::emit::{Divisor, Emit};
use super::fixup::Workspace;
use super::{Cx, Lowering, Made, Shared, WorkScalars, made};
use std::mem::offset_of;
use tilewright_ir::convert::Failure;
use tilewright_ir::words::{decomposition, raster};
use tilewright_ir::{Op, Value};
use tilewright_tilesched::arith::Arith;
use tilewright_tilesched::cutlass::static_persistent::{DecodeParams, decode};
use tilewright_tilesched::cutlass::unit::{
    BodyParams, LaunchSizes, WorkerPieces, split_piece, worker_piece, worker_pieces,
};
use tilewright_tilesched::params::CutlassSm90StreamKParams as Record;

/// The scheduler after the kernel's entry.
#[derive(Clone)]
pub(super) struct Cutlass {
    decode: DecodeParams<Value, Divisor>,
    /// m is the major mode.
    along_m: Value,
    /// CTA tiles along m and n, padding left out.
    tiles: [Value; 2],
    k_tiles: Value,
    /// This CTA's number in its cluster, where work is pulled by clusters.
    rank: Option<Value>,
    /// Linear ids are of CTAs, of pulled clusters of the first one; for stream-K they are the numbers of this CTA's pieces.
    pub shared: Shared,
    stream_k: Option<CutlassStreamK>,
}

/// The parameters that stream-K adds.
#[derive(Clone)]
enum CutlassStreamK {
    /// Units at arbitrary K, in closed form for this worker.
    Units {
        body: Box<BodyParams<Value, Divisor>>,
        launch: LaunchSizes<Value, Divisor>,
        worker: WorkerPieces<Value>,
    },
    /// Every tile in the same splits.
    Splits { tiles: Divisor, small: Value, big: Value },
}

struct Fields<'f, 'c> {
    cx: &'f mut Cx<'c>,
    record: Value,
}

impl Fields<'_, '_> {
    fn int(&mut self, offset: usize) -> Value {
        let int = self.cx.state.types.int;
        self.cx.field(self.record, offset, int)
    }

    fn long(&mut self, offset: usize) -> Value {
        let long = self.cx.state.types.long;
        self.cx.field(self.record, offset, long)
    }

    /// A divisor with the reciprocal that the launch computed.
    fn divisor(&mut self, offset: usize) -> Divisor {
        let (value, multiplier, shift) = (self.int(offset), self.int(offset + 4), self.int(offset + 8));
        let mut emit = Emit(self.cx);
        let base = emit.constant(31);
        Divisor::Runtime {
            value,
            multiplier,
            log: emit.sub(&shift, &base),
        }
    }

    /// A divisor that is known, where it is.
    fn known(&mut self, known: Option<u32>, offset: usize) -> Divisor {
        match known {
            Some(known) => {
                let mut emit = Emit(self.cx);
                let known = emit.constant(known);
                emit.divisor(&known)
            }
            None => self.divisor(offset),
        }
    }
}

pub(super) fn create(cx: &mut Cx<'_>, op: Op) -> Result<Cutlass, Failure> {
    let Made {
        record,
        extents,
        // The record tells how many tiles a batch has.
        batches: _,
        work_id,
        tile: [tile_m, tile_n],
        cluster: [cluster_m, cluster_n],
        swizzle,
        raster,
        decomposition,
        is_stream_k,
        sharers: _,
    } = made(cx, op)?;

    let cta = cx.block_id();
    let stride = cx.blocks();
    let mut fields = Fields { cx, record };
    // The cluster is known here; which of its modes is the minor one may follow from the extents.
    let (minor, major) = match raster {
        _ if cluster_m == cluster_n => (Some(cluster_m), Some(cluster_n)),
        raster::ALONG_N => (Some(cluster_m), Some(cluster_n)),
        raster::ALONG_M => (Some(cluster_n), Some(cluster_m)),
        _ => (None, None),
    };
    let decode = DecodeParams {
        batch: fields.divisor(offset_of!(Record, batch)),
        cluster_minor: fields.known(minor, offset_of!(Record, cluster_minor)),
        cluster_major: fields.known(major, offset_of!(Record, cluster_major)),
        clusters_major: fields.divisor(offset_of!(Record, clusters_major)),
        // CUTLASS may take a smaller swizzle than the one asked for, but none where none is asked for.
        swizzle: fields.known((swizzle < 2).then_some(1), offset_of!(Record, swizzle)),
        swizzle_size: fields.int(offset_of!(Record, swizzle)),
    };
    let raster_field = fields.int(offset_of!(Record, raster));
    let k_tiles_field = fields.divisor(offset_of!(Record, k_tiles));
    let units = fields.int(offset_of!(Record, units_per_problem));
    let splits = fields.int(offset_of!(Record, splits));
    let mut emit = Emit(fields.cx);
    let zero = emit.constant(0);
    let along_m = match raster {
        raster::ALONG_M => emit.flag(true),
        raster::ALONG_N => emit.flag(false),
        _ => emit.less(&zero, &raster_field),
    };
    let tiles = [(extents[0], tile_m), (extents[1], tile_n)].map(|(extent, tile)| {
        let tile = emit.constant(tile);
        emit.ceil_div(&extent, &tile)
    });
    let k_tiles = emit.divisor_value(&k_tiles_field);
    let total = emit.mul(&units, &splits);
    let by_cluster = work_id.is_some() && cluster_m * cluster_n > 1;
    let [first, rank] = if by_cluster {
        cx.cluster_ids([cluster_m, cluster_n])
    } else {
        [cta, zero]
    };
    let mut cutlass = Cutlass {
        decode,
        along_m,
        tiles,
        k_tiles,
        rank: by_cluster.then_some(rank),
        shared: Shared {
            range: [first, total, stride],
            work_id,
            workspace: None,
        },
        stream_k: None,
    };
    if !is_stream_k {
        return Ok(cutlass);
    }
    let mut fields = Fields { cx, record };
    let one = Emit(fields.cx).constant(1);
    let (address, locks) = (
        fields.long(offset_of!(Record, workspace_ptr)),
        fields.long(offset_of!(Record, barrier_offset)),
    );
    let workspace = |tiles: Value| {
        Some(Workspace {
            address,
            tiles,
            slots: one,
            locks: Some(locks),
        })
    };
    if decomposition == decomposition::SPLIT_K {
        let (small, big) = (
            fields.int(offset_of!(Record, small)),
            fields.int(offset_of!(Record, big_units)),
        );
        let mut emit = Emit(fields.cx);
        // One split is the whole of K.
        let is_split = emit.less(&one, &splits);
        let (small, big) = (
            emit.select(&is_split, &small, &k_tiles),
            emit.select(&is_split, &big, &zero),
        );
        cutlass.shared.workspace = workspace(units);
        let tiles = emit.divisor(&units);
        cutlass.stream_k = Some(CutlassStreamK::Splits { tiles, small, big });
        return Ok(cutlass);
    }
    let body = BodyParams {
        cluster: fields.known(Some(cluster_m * cluster_n), offset_of!(Record, cluster)),
        groups: fields.divisor(offset_of!(Record, groups)),
        k_tiles: k_tiles_field,
        alignment: fields.divisor(offset_of!(Record, alignment)),
        small: fields.int(offset_of!(Record, small)),
        big_units: fields.int(offset_of!(Record, big_units)),
        big_group_small: fields.int(offset_of!(Record, big_group_small)),
        big_group_big_units: fields.int(offset_of!(Record, big_group_big_units)),
        big_groups: fields.int(offset_of!(Record, big_groups)),
    };
    let (sk_tiles, sk_units) = (
        fields.int(offset_of!(Record, sk_tiles)),
        fields.int(offset_of!(Record, sk_units)),
    );
    let mut emit = Emit(fields.cx);
    let launch = LaunchSizes {
        workers: emit.divisor(&stride),
        sk_units,
        sk_tiles,
        units: total,
    };
    let worker = worker_pieces(&mut emit, &body, &launch, &cta);
    cutlass.shared.workspace = workspace(sk_tiles);
    cutlass.shared.range = [zero, worker.count, one];
    cutlass.stream_k = Some(CutlassStreamK::Units {
        body: Box::new(body),
        launch,
        worker,
    });
    Ok(cutlass)
}

impl Cutlass {
    /// K tiles of an output tile.
    pub(super) fn k_tiles(&self) -> Value {
        self.k_tiles
    }

    pub(super) fn work(&self, emit: &mut Emit<'_, '_>, id: Value) -> WorkScalars {
        let (zero, one) = (emit.constant(0), emit.constant(1));
        let id = self.rank.map_or(id, |rank| emit.add(&id, &rank));
        let (tile, k_start, k_count) = match &self.stream_k {
            None => (id, zero, self.k_tiles),
            Some(CutlassStreamK::Splits { tiles, small, big }) => split_piece(emit, tiles, small, big, &id),
            Some(CutlassStreamK::Units { body, launch, worker }) => worker_piece(emit, body, launch, worker, &id),
        };
        let (major, minor, l) = decode(emit, &self.decode, &tile);
        let m = emit.select(&self.along_m, &major, &minor);
        let n = emit.select(&self.along_m, &minor, &major);
        let (inside_m, inside_n) = (emit.less(&m, &self.tiles[0]), emit.less(&n, &self.tiles[1]));
        let valid = emit.both(&inside_m, &inside_n);
        let k_count = emit.select(&valid, &k_count, &zero);
        WorkScalars {
            m,
            n,
            l,
            k_start,
            k_count,
            tile_idx: tile,
            valid,
            linear: id,
            split: zero,
            expected: one,
        }
    }
}
