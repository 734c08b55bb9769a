//! The kernel as a loop over the work tiles of its scheduler.

use super::WHY;
use super::choose::SchedulerChoice;
use super::eligible::Gemm;
use std::mem::offset_of;
use tilewright_analysis::affine::Number;
use tilewright_analysis::contract::{kind_word, policy_word, raster_word};
use tilewright_ir::OpKind;
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileaa, nvvm, scf};
use tilewright_ir::words::{decomposition, fixup};
use tilewright_ir::{AttrData, Block, Loc, Module, Op, Ty, Value, ValueName};
use tilewright_machine::Target;
use tilewright_pipeliner::Context;
use tilewright_tilesched::kinds::SchedulerForm;
use tilewright_tilesched::params::{CutlassSm90StreamKParams, CutlassTileSchedulerParams};
use tilewright_tilesched::problem::{Cluster, Policy, RasterOption, ReductionMode};

/// The op that makes the parameters of a kind, and the one that makes its work tiles. A scheduler of TileLang has a
/// state instead of work tiles.
fn ops_of(kind: SchedulerForm) -> (OpKind, Option<OpKind>) {
    match kind {
        SchedulerForm::DataParallel => (
            cutlass::TILE_SCHEDULER_CREATE_DP_PARAMS,
            Some(cutlass::TILE_SCHEDULER_CREATE_DP_WORK_TILE_INFO),
        ),
        SchedulerForm::StaticPersistent => (
            cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_PARAMS,
            Some(cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_WORK_TILE_INFO),
        ),
        SchedulerForm::StreamK | SchedulerForm::StreamKSm100 => (
            cutlass::TILE_SCHEDULER_CREATE_STREAMK_PARAMS,
            Some(cutlass::TILE_SCHEDULER_CREATE_STREAMK_WORK_TILE_INFO),
        ),
        SchedulerForm::TileLang => (cutlass::TILE_SCHEDULER_CREATE_TILELANG_PARAMS, None),
    }
}

/// The types that the new ops need.
struct KernelTypes {
    int: Ty,
    bool: Ty,
    params: Ty,
    work: Ty,
}

/// A piece of work inside the kernel.
struct KernelWork {
    /// The work tile; none for TileLang, which has only coordinates.
    info: Option<Value>,
    m: Value,
    n: Value,
    l: Value,
    /// The range of K tiles, for stream-K.
    k: Option<(Value, Value)>,
    /// Whether there is such a tile; none: always.
    valid: Option<Value>,
}

struct Wrapper<'w, 'm> {
    module: &'m mut Module,
    gemm: &'w Gemm,
    choice: &'w SchedulerChoice,
    loc: Loc,
    types: KernelTypes,
    /// Whether the GPU launches clusters of CTAs.
    has_clusters: bool,
}

/// Bytes of the record that the kernel now takes.
pub(super) fn wrap(
    module: &mut Module,
    gemm: &Gemm,
    choice: &SchedulerChoice,
    context: &Context<'_>,
) -> Result<i64, Failure> {
    let kind = kind_word(choice.kind);
    let policy = policy_word(match choice.kind {
        SchedulerForm::TileLang => Policy::Contract,
        _ => choice.scheduler.policy,
    });
    let loc = module.loc(gemm.ids);
    let (int, bool) = (module.ty(gemm.m_id), module.number_type("i1"));
    let internal = || {
        Box::new(tilewright_diag::Diagnostic::error(
            "internal",
            None,
            "a scheduler without a type",
        ))
    };
    let params = module.make_scheduler_type(kind, policy, false).ok_or_else(internal)?;
    let work = module.make_scheduler_type(kind, policy, true).ok_or_else(internal)?;
    let types = KernelTypes {
        int,
        bool,
        params,
        work,
    };
    let mut wrapper = Wrapper {
        module,
        gemm,
        choice,
        loc,
        types,
        has_clusters: context.target.clusters.value,
    };
    wrapper.run(context.target);
    Ok(record_bytes(module, params))
}

/// Bytes of a scheduler's parameters.
fn record_bytes(module: &Module, params: Ty) -> i64 {
    let bytes = module.scheduler_type(params).map(|scheduler| scheduler.record_bytes());
    module.or_inconsistent(None, bytes, 0, "the parameters are those of no tile scheduler")
}

impl Wrapper<'_, '_> {
    fn run(&mut self, target: &Target) {
        let block = self.gemm.block;
        let last = self
            .module
            .last_op(block)
            .filter(|&op| self.module.kind(op) == nv_tileaa::RETURN);
        for &op in self.gemm.body.iter().chain(&last) {
            self.module.detach(op);
        }
        let params = self.create(block, target);
        match self.choice.kind {
            SchedulerForm::DataParallel if self.choice.scheduler.pull => self.pull_loop(block, params),
            SchedulerForm::DataParallel => {
                let (first, end, _) = self.range(block, params);
                if self.choice.scheduler.checked {
                    self.check(block, first, end);
                }
                self.tile(block, params, first);
            }
            _ => self.range_loop(block, params),
        }
        if let Some(last) = last {
            self.module.append(block, last);
        }
        self.module.erase(self.gemm.ids);
    }

    fn is_stream_k(&self) -> bool {
        matches!(self.choice.kind, SchedulerForm::StreamK | SchedulerForm::StreamKSm100)
    }

    fn build(&mut self, block: Block) -> Builder<'_> {
        Builder::new(self.module, block, self.loc)
    }

    fn name(&mut self, value: Value, text: &str) {
        let name = self.module.intern_name(text);
        self.module.set_value_name(value, Some(ValueName { name, part: 0 }));
    }

    fn word(&mut self, op: Op, name: &str, word: &str) {
        let word = self.module.intern_name(word);
        let attr = self.module.intern_attr(AttrData::Keyword(word));
        self.module.set_attr(op, name, attr);
    }

    fn text(&mut self, op: Op, name: &str, text: &str) {
        let text = self.module.intern_name(text);
        let attr = self.module.intern_attr(AttrData::Str(text));
        self.module.set_attr(op, name, attr);
    }

    fn flag(&mut self, op: Op, name: &str) {
        let attr = self.module.intern_attr(AttrData::Unit);
        self.module.set_attr(op, name, attr);
    }

    fn number(&mut self, op: Op, name: &str, number: i64) {
        let attr = self.module.intern_attr(AttrData::Int(number));
        self.module.set_attr(op, name, attr);
    }

    fn numbers(&mut self, op: Op, name: &str, numbers: &[i64]) {
        let attr = self.module.intern_attr(AttrData::Ints(numbers.into()));
        self.module.set_attr(op, name, attr);
    }

    /// An extent of the problem as a value.
    fn extent(&mut self, block: Block, extent: Number) -> Value {
        match extent {
            Number::Runtime(value) => value,
            Number::Known(known) => {
                let int = self.types.int;
                self.build(block).constant(known as u32 as u64, int)
            }
        }
    }

    /// The scheduler itself.
    fn create(&mut self, block: Block, target: &Target) -> Value {
        let [m, n, k, l] = self.gemm.extents;
        let extents = [self.extent(block, m), self.extent(block, n), self.extent(block, k)];
        let batches = self.gemm.l_id.map(|_| self.extent(block, l));
        let scheduler = &self.choice.scheduler;
        let op = if self.choice.kind == SchedulerForm::TileLang {
            self.create_tilelang(block, extents, batches)
        } else {
            let bytes = record_bytes(self.module, self.types.params);
            let ty = self.module.make_grid_constant_type(bytes);
            let record = self.module.add_argument(block, ty);
            self.name(record, "tile_scheduler");
            let counter = scheduler.pull.then(|| match target.cluster_launch_control.value {
                true => self.response(block),
                false => self.counter(block, record),
            });
            let (params, [m, n, k]) = (self.types.params, extents);
            let (create, _) = ops_of(self.choice.kind);
            let optional = [batches.as_slice(), counter.as_slice()];
            let operands = [&[record], &[m], &[n], &[k], optional[0], optional[1]];
            let op = self.build(block).op(create, &operands, &[params]);
            self.numbers(op, "tile", &self.gemm.tile);
            self.numbers(op, "cluster", &[scheduler.cluster.m.into(), scheduler.cluster.n.into()]);
            self.number(op, "swizzle", scheduler.swizzle.into());
            self.word(op, "raster", raster_word(scheduler.raster));
            if scheduler.pull {
                self.flag(op, "pull");
            }
            if self.is_stream_k() {
                let decomposition = match scheduler.splits > 1 {
                    true => decomposition::SPLIT_K,
                    false => decomposition::STREAM_K,
                };
                self.word(op, "decomposition", decomposition);
                self.number(op, "splits", scheduler.splits.into());
                self.number(op, "sm", target.compute_capability.into());
                self.number(op, "join", self.choice.join.into());
                if self.choice.pairs {
                    self.flag(op, "pairs");
                }
            }
            op
        };
        if let Some(why) = &self.choice.why {
            self.text(op, WHY, why);
        }
        let params = self.module.result(op, 0);
        self.name(params, "scheduler");
        params
    }

    /// TileLang's scheduler is made of tile counts; its workers are the CTAs of the launch, in clusters. It knows two modes: batches
    /// stand side by side along n.
    fn create_tilelang(&mut self, block: Block, [m, n, _]: [Value; 3], batches: Option<Value>) -> Op {
        let [tile_m, tile_n, _] = self.gemm.tile;
        let (m_tiles, n_tiles) = (self.tiles(block, m, tile_m), self.tiles(block, n, tile_n));
        let n_tiles = match batches {
            Some(batches) => self.build(block).binary(arith::MULI, n_tiles, batches),
            None => n_tiles,
        };
        let (int, params) = (self.types.int, self.types.params);
        let cluster = i64::from(self.choice.scheduler.cluster.m);
        let workers = match self.choice.scheduler.num_workers {
            Some(workers) => self.build(block).constant(workers.into(), int),
            None => self.launched_workers(block, cluster),
        };
        let name = cutlass::TILE_SCHEDULER_CREATE_TILELANG_PARAMS;
        let op = self
            .build(block)
            .op(name, &[&[m_tiles], &[n_tiles], &[workers]], &[params]);
        self.text(op, "prefix", "sched");
        self.number(op, "swizzle_size", self.choice.scheduler.swizzle.into());
        self.number(op, "cluster_size", cluster);
        let column_major = self.choice.scheduler.raster != RasterOption::AlongN;
        let column_major = self.module.intern_attr(AttrData::Bool(column_major));
        self.module.set_attr(op, "column_major", column_major);
        op
    }

    /// The clusters of the launch.
    fn launched_workers(&mut self, block: Block, cluster: i64) -> Value {
        let int = self.types.int;
        let programs = self.build(block).op(nv_tileaa::GET_NUM_PROGRAMS, &[], &[int, int, int]);
        let ctas = self.module.result(programs, 0);
        if cluster == 1 {
            return ctas;
        }
        let cluster = self.build(block).constant(cluster as u64, int);
        self.divide(block, ctas, cluster)
    }

    fn divide(&mut self, block: Block, a: Value, b: Value) -> Value {
        self.build(block).signed(arith::DIVI, "unsigned", a, b)
    }

    /// Tiles along an extent.
    fn tiles(&mut self, block: Block, extent: Value, tile: i64) -> Value {
        let int = self.types.int;
        if let Some(known) = self.module.constant_int(extent) {
            let count = (known as u64).div_ceil(tile as u64);
            return self.build(block).constant(count, int);
        }
        let more = self.build(block).constant(tile as u64 - 1, int);
        let padded = self.build(block).binary(arith::ADDI, extent, more);
        let tile = self.build(block).constant(tile as u64, int);
        self.divide(block, padded, tile)
    }

    /// The WorkID response source below cluster launch control: a counter at the workspace's start.
    fn counter(&mut self, block: Block, record: Value) -> Value {
        let (i32, address) = (self.module.named_type("i32"), self.module.number_type("i64"));
        let pointer = crate::convert_tile_scheduler_to_nvvm::pointer_type(self.module, i32);
        let offset = match self.choice.scheduler.policy {
            Policy::Contract => offset_of!(CutlassTileSchedulerParams, workspace_ptr),
            Policy::CutlassSm90 => offset_of!(CutlassSm90StreamKParams, workspace_ptr),
        };
        let offset = self.build(block).int(offset as i64);
        let address = self
            .build(block)
            .value_with(nvvm::LD_PARAM, &[record], address, &[("offset", offset)]);
        let counter = self.build(block).value(arith::INT_TO_PTR, &[address], pointer);
        self.name(counter, "work_id");
        counter
    }

    /// The WorkID response source from sm_100 on: cluster launch control answers into shared memory, one request at a
    /// time, and all CTAs of a cluster at once.
    fn response(&mut self, block: Block) -> Value {
        let ty = self.module.named_type("cutlass.work_id_response");
        let name = cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE;
        let stages = self.build(block).int(1);
        let response = self.build(block).value_with(name, &[], ty, &[("stages", stages)]);
        let ctas = self.choice.scheduler.cluster.size();
        if let Some(made) = self.module.defining_op(response).filter(|_| ctas > 1) {
            self.number(made, "ctas", ctas.into());
        }
        self.name(response, "work_id");
        response
    }

    fn range(&mut self, block: Block, params: Value) -> (Value, Value, Value) {
        let int = self.types.int;
        let op = self
            .build(block)
            .op(cutlass::TILE_SCHEDULER_GET_WORKER_RANGE, &[&[params]], &[int, int, int]);
        let [first, end, step] = [0, 1, 2].map(|i| self.module.result(op, i));
        for (value, name) in [(first, "first"), (end, "end"), (step, "stride")] {
            self.name(value, name);
        }
        (first, end, step)
    }

    /// A CTA stops the kernel where its id is that of no tile.
    fn check(&mut self, block: Block, id: Value, end: Value) {
        let exists = self.build(block).compare("less_than", "unsigned", id, end);
        let stop = self.build(block).op(nv_tileaa::ASSERT, &[&[exists]], &[]);
        self.text(stop, "message", "a CTA has the id of no tile");
    }

    /// `for id in (first to end, step stride)`.
    fn range_loop(&mut self, block: Block, params: Value) {
        let (first, end, step) = self.range(block, params);
        let int = self.types.int;
        let op = self.build(block).op(scf::FOR, &[&[first], &[end], &[step], &[]], &[]);
        let inner = self.module.add_block(self.module.regions(op)[0]);
        let id = self.module.add_argument(inner, int);
        self.name(id, "linear_idx");
        self.tile(inner, params, id);
        self.build(inner).op(scf::CONTINUE, &[&[]], &[]);
    }

    /// `loop id = first, iter = 0 { if id >= end { break }; request; ...; continue receive, iter + 1 }`.
    fn pull_loop(&mut self, block: Block, params: Value) {
        let (first, end, _) = self.range(block, params);
        let int = self.types.int;
        let [zero, one] = [0, 1].map(|number| self.build(block).constant(number, int));
        let op = self.build(block).op(scf::LOOP, &[&[first, zero]], &[]);
        let inner = self.module.add_block(self.module.regions(op)[0]);
        let [id, iter] = [0, 1].map(|_| self.module.add_argument(inner, int));
        self.name(id, "linear_idx");
        self.name(iter, "current_iter");
        let done = self.build(inner).compare("greater_than_or_equal", "unsigned", id, end);
        let leave = self.build(inner).op(scf::IF, &[&[done]], &[]);
        let way = self.module.add_block(self.module.regions(leave)[0]);
        self.build(way).op(scf::BREAK, &[&[]], &[]);
        // The answer comes while the tile is computed.
        let request = cutlass::TILE_SCHEDULER_REQUEST_WORK;
        let ticket = self.build(inner).value(request, &[params, iter], int);
        self.tile(inner, params, id);
        let receive = cutlass::TILE_SCHEDULER_RECEIVE_WORK;
        let next = self.build(inner).value(receive, &[params, ticket], int);
        let later = self.build(inner).binary(arith::ADDI, iter, one);
        self.build(inner).op(scf::CONTINUE, &[&[next, later]], &[]);
    }

    /// Decodes one piece of work from its linear id.
    fn decode(&mut self, block: Block, params: Value, id: Value) -> KernelWork {
        let (int, bool, work) = (self.types.int, self.types.bool, self.types.work);
        let scheduler = &self.choice.scheduler;
        let whole_grid = scheduler.policy == Policy::Contract && scheduler.cluster.size() == 1;
        let (_, Some(create)) = ops_of(self.choice.kind) else {
            return self.decode_tilelang(block, params, id);
        };
        let info = self.build(block).value(create, &[params, id], work);
        self.name(info, "work");
        const PARTS: [&str; 11] = [
            "tile_m",
            "tile_n",
            "tile_l",
            "k_start",
            "k_count",
            "tile_idx",
            "valid",
            "linearized_id",
            "split_idx",
            "expected_splits",
            "is_separate_reduction",
        ];
        let types = [int, int, int, int, int, int, bool, int, int, int, bool];
        let op = self
            .build(block)
            .op(cutlass::TILE_SCHEDULER_GET_WORK_TILE, &[&[info]], &types);
        for (index, name) in PARTS.iter().enumerate() {
            self.name(self.module.result(op, index), name);
        }
        let result = |index: usize| self.module.result(op, index);
        let stream_k = self.is_stream_k();
        KernelWork {
            info: Some(info),
            m: result(0),
            n: result(1),
            l: result(2),
            k: stream_k.then(|| (result(3), result(4))),
            valid: (!whole_grid).then(|| result(6)),
        }
    }

    /// TileLang's scheduler gives cluster rows; the CTA adds its rank, and the last row may be cut off.
    fn decode_tilelang(&mut self, block: Block, params: Value, id: Value) -> KernelWork {
        let int = self.types.int;
        let op = self
            .build(block)
            .op(cutlass::TILE_SCHEDULER_COORD, &[&[params], &[id]], &[int, int]);
        let (row, n) = (self.module.result(op, 0), self.module.result(op, 1));
        self.name(row, "sched_m_idx");
        self.name(n, "sched_n_idx");
        let (l, n) = self.batch(block, n);
        let cluster = self.choice.scheduler.cluster.m;
        if cluster == 1 {
            return KernelWork {
                info: None,
                m: row,
                n,
                l,
                k: None,
                valid: None,
            };
        }
        let extents = self.module.intern_attr(AttrData::Ints([i64::from(cluster), 1].into()));
        let place = self.build(block).op_with(
            nv_tileaa::GET_CLUSTER_PLACE,
            &[],
            &[int, int, int],
            &[("cluster", extents)],
        );
        let rank = self.module.result(place, 1);
        let size = self.build(block).constant(cluster.into(), int);
        let first = self.build(block).binary(arith::MULI, row, size);
        let m = self.build(block).binary(arith::ADDI, first, rank);
        let rows = match self.module.defining_op(params) {
            Some(made) => self.module.required_operand(made, operand::NUM_M_TILES),
            None => {
                self.module
                    .inconsistent(None, "the tile scheduler's parameters come from nowhere");
                m
            }
        };
        let valid = self.build(block).compare("less_than", "signed", m, rows);
        KernelWork {
            info: None,
            m,
            n,
            l,
            k: None,
            valid: Some(valid),
        }
    }

    /// Which batch a column of TileLang's is in, and which column it is there.
    fn batch(&mut self, block: Block, column: Value) -> (Value, Value) {
        if self.gemm.l_id.is_none() {
            return (column, column);
        }
        let [_, n, ..] = self.gemm.extents;
        let n = self.extent(block, n);
        let columns = self.tiles(block, n, self.gemm.tile[1]);
        let l = self.divide(block, column, columns);
        let before = self.build(block).binary(arith::MULI, l, columns);
        (l, self.build(block).binary(arith::SUBI, column, before))
    }

    /// The ops of one tile, at the end of a block.
    fn tile(&mut self, block: Block, params: Value, id: Value) {
        let work = self.decode(block, params, id);
        let [m, n, l] = self.in_problem(block, &work);
        self.module.replace_uses(self.gemm.m_id, m);
        self.module.replace_uses(self.gemm.n_id, n);
        if let Some(l_id) = self.gemm.l_id {
            self.module.replace_uses(l_id, l);
        }
        let at = self.gemm.body.iter().position(|&op| op == self.gemm.k_loop);
        let at = self
            .module
            .or_inconsistent(Some(self.gemm.k_loop), at, 0, "the loop is not in the kernel's body");
        let (before, rest) = self.gemm.body.split_at(at);
        for &op in before {
            self.module.append(block, op);
        }
        self.bound_k_loop(block, &work);
        let k_loop = self.gemm.k_loop;
        self.module.append(block, k_loop);
        let home = match (work.info.filter(|_| work.k.is_some()), work.valid) {
            (Some(info), _) => self.fixup(block, params, info),
            (None, Some(valid)) => self.way(block, valid),
            (None, None) => block,
        };
        for &op in rest.iter().skip(1) {
            self.module.append(home, op);
        }
        if home != block {
            self.build(home).op(scf::YIELD, &[&[]], &[]);
        }
    }

    /// The K loop goes over the piece's range, or over nothing where there is no such tile.
    fn bound_k_loop(&mut self, block: Block, work: &KernelWork) {
        let k_loop = self.gemm.k_loop;
        if let Some((start, count)) = work.k {
            let end = self.build(block).binary(arith::ADDI, start, count);
            self.name(end, "k_end");
            self.module.set_operand(k_loop, 0, start);
            self.module.set_operand(k_loop, 1, end);
        } else if let Some(valid) = work.valid.filter(|_| !self.whole_clusters()) {
            let (lower, upper) = (
                self.module.required_operand(k_loop, operand::LOWER),
                self.module.required_operand(k_loop, operand::UPPER),
            );
            let end = self.build(block).select(valid, upper, lower);
            self.name(end, "k_end");
            self.module.set_operand(k_loop, 1, end);
        }
    }

    /// Whether no work tile is outside of the problem for all CTAs of a cluster, and the GPU has clusters: then each CTA goes round the K loop
    /// as often as its neighbours, which may load tiles for it, or it for them. One without a tile of its own stores nothing.
    fn whole_clusters(&self) -> bool {
        let scheduler = &self.choice.scheduler;
        // Pulled padding has no tile for any CTA: it goes round for nothing, and all know when.
        let of_clusters =
            scheduler.policy == Policy::Contract || self.choice.kind == SchedulerForm::TileLang || scheduler.pull;
        self.has_clusters && scheduler.cluster.size() > 1 && of_clusters
    }

    /// The tile that a CTA goes round the K loop for. One without a tile takes the last one along each dimension that is beyond the problem: of
    /// extents that are known, loads have no masks. A cluster's CTAs along the other dimension do the same, so that they still share tiles.
    fn in_problem(&mut self, block: Block, work: &KernelWork) -> [Value; 3] {
        let mut tile = [work.m, work.n, work.l];
        if work.valid.is_none() || !self.whole_clusters() {
            return tile;
        }
        let ([m, n, _, l], [rows, columns, ..]) = (self.gemm.extents, self.gemm.tile);
        let pulls = self.choice.scheduler.pull;
        // Pairs that share tiles are in the same ones.
        let cluster = match self.choice.pairs {
            true => Cluster { m: 2, n: 1 },
            false => self.choice.scheduler.cluster,
        };
        let int = self.types.int;
        let sides = [(m, rows, cluster.m), (n, columns, cluster.n), (l, 1, 1)];
        for (place, (extent, size, ctas)) in tile.iter_mut().zip(sides) {
            // Absent: an extent of the launch, which masks compare with.
            let Number::Known(extent) = extent else { continue };
            let tiles = (extent as u64).div_ceil(size as u64);
            // Padding that is pulled may be beyond all dimensions.
            if pulls || !tiles.is_multiple_of(u64::from(ctas)) {
                let last = self.build(block).constant(tiles.saturating_sub(1), int);
                let is_before = self.build(block).compare("less_than", "signed", *place, last);
                *place = self.build(block).select(is_before, *place, last);
            }
        }
        tile
    }

    /// The block of what is done only where a condition holds.
    fn way(&mut self, block: Block, condition: Value) -> Block {
        let op = self.build(block).op(scf::IF, &[&[condition]], &[]);
        let region = self.module.regions(op)[0];
        self.module.add_block(region)
    }

    /// Joins the accumulators of a tile; the rest of the kernel is for whoever has the whole accumulator.
    fn fixup(&mut self, block: Block, params: Value, info: Value) -> Block {
        let accumulator = self.module.result(self.gemm.k_loop, self.gemm.accumulator);
        let (ty, bool) = (self.module.ty(accumulator), self.types.bool);
        let scheduler = &self.choice.scheduler;
        let protocol = match (scheduler.policy, scheduler.reduction) {
            _ if self.choice.kind == SchedulerForm::StreamKSm100 => fixup::CLUSTER_BARRIER,
            (Policy::Contract, _) => fixup::CONTRACT,
            (Policy::CutlassSm90, ReductionMode::Deterministic) => fixup::TURNSTILE,
            (Policy::CutlassSm90, ReductionMode::Nondeterministic) => fixup::ATOMIC,
        };
        let op = self.build(block).op(
            cutlass::TILE_SCHEDULER_FIXUP,
            &[&[params], &[info], &[accumulator]],
            &[ty, bool],
        );
        let (whole, is_final) = (self.module.result(op, 0), self.module.result(op, 1));
        self.word(op, "protocol", protocol);
        self.name(whole, "total");
        self.name(is_final, "is_final");
        self.module.replace_uses(accumulator, whole);
        self.module.set_operand(op, 2, accumulator);
        self.way(block, is_final)
    }
}
