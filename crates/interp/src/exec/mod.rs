//! Running a kernel: tile blocks one after another, each an explicit stack of frames, so that a block that waits for
//! another can be set aside.

mod access;
mod assume;
mod combine;
mod control;
mod matmul;
mod print;
mod rearrange;

use crate::elementwise::{Elementwise, evaluate};
use crate::finding::{Finding, Problem, Reason, Role, Undefined};
use crate::heap::Heap;
use crate::memory::{Arg, Launch, Memory, Options, Progress, STEP};
use crate::number::mask;
use crate::order::{Node, Order, START};
use crate::program::{BodyId, Code, Inst, MakeTensor, Program, Work};
use crate::tile::{Cause, Datum, Lanes, Tensor, Tile, View};
use crate::{Ended, Outcome};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;
use tilewright_ir::entity::Entity;
use tilewright_ir::{Op, Value};

/// A value at run time, and the accesses it waits for.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub datum: Datum,
    pub after: Node,
}

impl Slot {
    fn tile(tile: Tile, after: Node) -> Self {
        Self {
            datum: Datum::Tile(tile),
            after,
        }
    }
}

/// Why a frame is there.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    Entry,
    If,
    Loop,
    For {
        next: i128,
        upper: i128,
        step: i128,
        bits: u32,
    },
    /// The combiner of a reduction: `yield` hands its values to the reduction.
    Combiner,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    body: BodyId,
    next: usize,
    purpose: Purpose,
    /// The loop, if it is one's body.
    of: Option<tilewright_ir::Op>,
    /// The reads that decided that this frame runs: writes in it wait for them.
    control: Node,
}

/// One tile block while it runs.
struct BlockRun {
    /// In x, y and z.
    id: [u32; 3],
    /// Its number.
    index: u32,
    values: Vec<Option<Slot>>,
    frames: Vec<Frame>,
    /// The values that the combiner yielded.
    yielded: Vec<Slot>,
    /// Whether it read memory that other blocks may write since it last began an iteration.
    polled: bool,
}

/// Why a block pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pause {
    Done,
    /// It may wait for another block.
    Polling,
    Stopped,
}

/// The cost of an element, in units of the work of [`Options::budget`]: computed, moved within its tile, and read or written.
/// So the work bounds the time that a run takes.
const COMPUTED: u64 = 8;
const MOVED: u64 = 8;
const ACCESSED: u64 = 32;
/// The cost in a product of a multiplication of f64, which is rounded by itself.
const ROUNDED: u64 = 8;

/// Findings that are kept; more of them say nothing new.
const MAX_FINDINGS: usize = 64;

/// Turns that each waiting block gets while memory does not change, before it is said to wait for ever.
const PATIENCE: usize = 1000;

/// Printed texts that are kept.
const MAX_PRINTED: usize = 10_000;

/// Nodes of the order of accesses that a run may make: a bound on memory, far beyond what kernels need.
const MAX_NODES: usize = 1 << 26;

/// Work between two calls of the progress callback.
const REPORT_EVERY: u64 = 1 << 20;

/// Called now and then; `Break` cancels the run.
pub(crate) type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

pub(crate) struct Machine<'m> {
    program: &'m Program,
    grid: [u32; 3],
    args: &'m [Arg],
    options: Options,
    heap: Heap,
    order: Order,
    globals: Vec<u64>,
    causes: Vec<Undefined>,
    cause_ids: FxHashMap<Undefined, Cause>,
    findings: Vec<Finding>,
    known: FxHashMap<(Op, &'static str, Option<Op>), usize>,
    printed: Vec<String>,
    work: u64,
    endless: Option<tilewright_ir::Op>,
    /// Writes so far, without atomics that left everything as it was.
    changes: u64,
    report_at: u64,
    blocks_done: u64,
    blocks: u64,
    stop: Option<Ended>,
}

/// Runs a kernel whose arguments were checked.
pub(crate) fn run(
    program: &Program,
    launch: &Launch,
    memory: &mut Memory,
    options: Options,
    progress: OnProgress<'_>,
) -> Outcome {
    let blocks = launch.grid.iter().map(|&g| u64::from(g)).product::<u64>();
    let mut machine = Machine {
        program,
        grid: launch.grid,
        args: &launch.args,
        options,
        heap: Heap::new(memory, &granules(program, launch, memory.buffers.len())),
        order: Order::new(blocks as usize),
        globals: Vec::new(),
        causes: Vec::new(),
        cause_ids: FxHashMap::default(),
        findings: Vec::new(),
        known: FxHashMap::default(),
        printed: Vec::new(),
        work: 0,
        endless: None,
        changes: 0,
        report_at: REPORT_EVERY,
        blocks_done: 0,
        blocks,
        stop: None,
    };
    for global in &program.globals {
        let granule = if program.recasts { 1 } else { global.granule };
        let address = machine.heap.add(
            global.name.clone(),
            global.bytes.clone(),
            granule,
            true,
            global.constant,
        );
        machine.globals.push(address);
    }
    let ended = machine.run_grid(progress);
    machine.heap.give_back(memory);
    Outcome {
        ended,
        findings: machine.findings,
        printed: machine.printed,
        work: machine.work,
        endless: machine.endless,
    }
}

/// The bytes of the smallest element that each buffer is accessed by.
fn granules(program: &Program, launch: &Launch, buffers: usize) -> Vec<usize> {
    let mut granules = vec![usize::MAX; buffers];
    for (arg, pointee) in launch.args.iter().zip(&program.pointees) {
        if let (Arg::Pointer { buffer, offset }, Some(bytes)) = (arg, pointee)
            && let Some(granule) = granules.get_mut(*buffer)
        {
            let aligned = offset % *bytes as u64 == 0 && !program.recasts;
            *granule = (*granule).min(if aligned { *bytes } else { 1 });
        }
    }
    granules.iter().map(|&g| if g == usize::MAX { 1 } else { g }).collect()
}

/// The order in which blocks start: by number, or shuffled (SplitMix64 and Fisher-Yates).
fn starting_order(blocks: u32, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..blocks).collect();
    if seed == 0 {
        return order;
    }
    let mut state = seed;
    for i in (1..order.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        order.swap(i, ((z ^ (z >> 31)) % (i as u64 + 1)) as usize);
    }
    order
}

impl<'m> Machine<'m> {
    fn run_grid(&mut self, progress: OnProgress<'_>) -> Ended {
        let order = starting_order(self.blocks as u32, self.options.seed);
        let mut waiting: VecDeque<BlockRun> = VecDeque::new();
        let mut fresh = order.into_iter();
        let (mut idle, mut last_seen) = (0, (0, 0));
        loop {
            // A new block first: what a waiting block waits for may be in it.
            let mut run = match fresh.next() {
                Some(index) => self.start(index),
                None => match waiting.pop_front() {
                    Some(run) => run,
                    None => return Ended::Done,
                },
            };
            match self.advance(&mut run, progress) {
                Pause::Done => self.blocks_done += 1,
                Pause::Stopped => return self.stop.take().unwrap_or(Ended::OutOfBudget),
                Pause::Polling => {
                    let now = (self.changes, self.blocks_done);
                    idle = if now == last_seen && fresh.len() == 0 {
                        idle + 1
                    } else {
                        0
                    };
                    last_seen = now;
                    if idle > PATIENCE * (waiting.len() + 1) {
                        return Ended::Deadlock;
                    }
                    waiting.push_back(run);
                }
            }
        }
    }

    fn start(&self, index: u32) -> BlockRun {
        let [width, height, _] = self.grid;
        let plane = width.max(1) * height.max(1);
        let id = [
            index % width.max(1),
            index / width.max(1) % height.max(1),
            index / plane,
        ];
        let mut run = BlockRun {
            id,
            index,
            values: vec![None; self.program.values],
            frames: Vec::new(),
            yielded: Vec::new(),
            polled: false,
        };
        for (&argument, arg) in self.body(self.program.entry).arguments.iter().zip(self.args) {
            let bits = match *arg {
                Arg::Pointer { buffer, offset } => Heap::address(buffer, offset),
                Arg::Scalar(bits) => bits,
            };
            run.set(argument, Slot::tile(Tile::splat(bits), START));
        }
        run.frames.push(Frame {
            body: self.program.entry,
            next: 0,
            purpose: Purpose::Entry,
            of: None,
            control: START,
        });
        run
    }

    fn body(&self, id: BodyId) -> &'m crate::program::Body {
        // Ids are made by the decoder alone.
        &self.program.bodies[id]
    }

    /// Runs a block until it is done or pauses.
    fn advance(&mut self, run: &mut BlockRun, progress: OnProgress<'_>) -> Pause {
        loop {
            if self.work >= self.report_at {
                self.report_at = self.work + REPORT_EVERY;
                let now = Progress {
                    blocks_done: self.blocks_done,
                    blocks: self.blocks,
                    work: self.work,
                };
                if progress(now).is_break() {
                    self.stop = Some(Ended::Cancelled);
                }
            }
            if let Some(pause) = self.step(run) {
                return pause;
            }
        }
    }

    /// Runs one op.
    fn step(&mut self, run: &mut BlockRun) -> Option<Pause> {
        if self.stop.is_some() {
            return Some(Pause::Stopped);
        }
        if self.work > self.options.budget || self.order.len() > MAX_NODES || self.heap.is_full() {
            self.stop = Some(Ended::OutOfBudget);
            self.endless = run.frames.iter().rev().find_map(|frame| frame.of);
            return Some(Pause::Stopped);
        }
        self.work += STEP;
        let frame = run.frames.last_mut()?;
        let body = self.body(frame.body);
        let Some(inst) = body.insts.get(frame.next) else {
            return self.fall_off(run);
        };
        frame.next += 1;
        let control = frame.control;
        match &inst.code {
            Code::Enter(enter) => {
                self.enter(run, inst, *enter, control);
                None
            }
            Code::Leave(leave) => self.leave(run, inst, *leave),
            Code::Work(work) => {
                self.execute(run, inst, work, control);
                for &value in &inst.dead {
                    run.clear(value);
                }
                None
            }
        }
    }

    fn execute(&mut self, run: &mut BlockRun, inst: &'m Inst, work: &'m Work, control: Node) {
        let after = self.after_all(run, &inst.operands);
        match work {
            Work::Elementwise { op, count } => {
                let cost = match op {
                    Elementwise::Select => 1,
                    Elementwise::Partial(_) => 2 * COMPUTED,
                    Elementwise::Unary(_) | Elementwise::Binary(_) | Elementwise::Fma { .. } => COMPUTED,
                };
                self.work += *count as u64 * cost;
                let tiles: SmallVec<[Tile; 3]> = inst.operands.iter().map(|&v| run.tile(v)).collect();
                let refs: SmallVec<[&Tile; 3]> = tiles.iter().collect();
                let mut new_cause = |reason: Reason| self.cause(inst.op, reason);
                let tile = evaluate(*op, &refs, &mut new_cause);
                run.define(inst, 0, Slot::tile(tile, after));
            }
            Work::Constant(tile) => run.define(inst, 0, Slot::tile(tile.clone(), START)),
            Work::Iota { count } => {
                let bits = Lanes::each((0..*count as u64).collect());
                run.define(inst, 0, Slot::tile(Tile::defined(bits), START));
            }
            Work::BlockId | Work::BlockCount => {
                let three = if matches!(work, Work::BlockId) {
                    run.id
                } else {
                    self.grid
                };
                for (i, n) in three.into_iter().enumerate() {
                    run.define(inst, i, Slot::tile(Tile::splat(n.into()), START));
                }
            }
            Work::Rearrange(rearrange) => {
                let tile = self.rearrange(run, inst, rearrange);
                run.define(inst, 0, Slot::tile(tile, after));
            }
            Work::Matmul(matmul) => {
                let tile = self.matmul(run, inst, *matmul);
                run.define(inst, 0, Slot::tile(tile, after));
            }
            Work::Combine(combine) => self.combine(run, inst, combine, after),
            Work::Token | Work::JoinTokens => run.define(
                inst,
                0,
                Slot {
                    datum: Datum::Token,
                    after,
                },
            ),
            Work::MakeTensor(make) => self.make_tensor(run, inst, make, after),
            Work::MakeView {
                kind,
                tile,
                dim_map,
                steps,
                padding,
            } => {
                if let Some(Datum::Tensor(tensor)) = inst.operands.first().and_then(|&v| run.datum(v)) {
                    let view = View {
                        tensor: tensor.clone(),
                        kind: *kind,
                        tile: tile.clone(),
                        dim_map: dim_map.clone(),
                        steps: steps.clone(),
                        padding: *padding,
                    };
                    run.define(
                        inst,
                        0,
                        Slot {
                            datum: Datum::View(Rc::new(view)),
                            after,
                        },
                    );
                }
            }
            Work::IndexSpace { bits } => {
                if let Some(Datum::View(view)) = inst.operands.first().and_then(|&v| run.datum(v)).cloned() {
                    for i in 0..inst.results.len() {
                        self.define_extent(run, inst, i, view.index_extent(i), *bits, view.tensor.undefined, after);
                    }
                }
            }
            Work::TensorShape { bits } => {
                if let Some(Datum::Tensor(tensor)) = inst.operands.first().and_then(|&v| run.datum(v)).cloned() {
                    for (i, &size) in tensor.sizes.iter().enumerate() {
                        self.define_extent(run, inst, i, size, *bits, tensor.undefined, after);
                    }
                }
            }
            Work::Access(access) => self.access(run, inst, access, after, control),
            Work::GlobalAddress(index) => {
                let address = self.globals.get(*index).copied().unwrap_or(0);
                run.define(inst, 0, Slot::tile(Tile::splat(address), START));
            }
            Work::Alloca { bytes, granule } => {
                let granule = if self.program.recasts { 1 } else { *granule };
                let name = format!("alloca of tile block ({}, {}, {})", run.id[0], run.id[1], run.id[2]);
                let address = self.heap.add_scratch(name, *bytes, granule);
                self.work += *bytes as u64;
                run.define(inst, 0, Slot::tile(Tile::splat(address), START));
            }
            Work::Assume(assumption) => {
                self.check_assumption(run, inst, assumption);
                if let Some(slot) = inst.operands.first().and_then(|&v| run.slot(v)).cloned() {
                    run.define(inst, 0, slot);
                }
            }
            Work::Assert { message } => {
                let condition = inst
                    .operands
                    .first()
                    .map(|&v| run.tile(v))
                    .unwrap_or_else(|| Tile::splat(1));
                let count = condition.bits.len().or(condition.undefined.len()).unwrap_or(1);
                if let Some(cause) = (0..count).map(|i| condition.undefined.get(i)).find(|&c| c != 0) {
                    self.find_undefined(run, inst.op, Role::Assertion, cause);
                }
                if (0..count).any(|i| condition.bits.get(i) & 1 == 0) {
                    self.find(
                        run,
                        inst.op,
                        Problem::AssertionFailed {
                            message: message.clone(),
                        },
                    );
                    self.stop = Some(Ended::Stopped);
                }
            }
            Work::Print {
                format,
                scalars,
                shapes,
            } => {
                let args: Vec<print::Arg<'_>> = (inst.operands.iter().zip(scalars).zip(shapes))
                    .map(|((&value, &scalar), shape)| print::Arg {
                        tile: run.tile(value),
                        scalar,
                        shape,
                    })
                    .collect();
                if self.printed.len() < MAX_PRINTED {
                    self.printed.push(print::fill_format(format, &args));
                }
                run.define(
                    inst,
                    0,
                    Slot {
                        datum: Datum::Token,
                        after,
                    },
                );
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn define_extent(&self, run: &mut BlockRun, inst: &Inst, i: usize, n: i64, bits: u32, cause: Cause, after: Node) {
        let tile = Tile {
            bits: Lanes::Splat(n as u64 & mask(bits)),
            undefined: Lanes::Splat(cause),
        };
        run.define(inst, i, Slot::tile(tile, after));
    }

    /// The accesses that all these values wait for.
    fn after_all(&mut self, run: &BlockRun, values: &[Value]) -> Node {
        let mut after = START;
        for &value in values {
            if let Some(slot) = run.slot(value) {
                after = self.order.join(after, slot.after);
            }
        }
        after
    }

    fn make_tensor(&mut self, run: &mut BlockRun, inst: &Inst, make: &MakeTensor, after: Node) {
        let MakeTensor {
            sizes,
            strides,
            size_bits,
        } = make;
        let mut operands = inst.operands.iter().map(|&v| run.tile(v));
        let base = operands.next().unwrap_or_else(|| Tile::splat(0));
        let mut undefined = base.undefined.get(0);
        let mut number = |known: &Option<i64>| match known {
            Some(n) => *n,
            None => {
                let tile = operands.next().unwrap_or_else(|| Tile::splat(0));
                undefined = if undefined == 0 {
                    tile.undefined.get(0)
                } else {
                    undefined
                };
                tile.signed(*size_bits)
            }
        };
        let sizes = sizes.iter().map(&mut number).collect();
        let strides = strides.iter().map(&mut number).collect();
        let tensor = Tensor {
            base: base.bits.get(0),
            sizes,
            strides,
            undefined,
        };
        run.define(
            inst,
            0,
            Slot {
                datum: Datum::Tensor(Rc::new(tensor)),
                after,
            },
        );
    }

    /// The number of a cause.
    fn cause(&mut self, op: Op, reason: Reason) -> Cause {
        let causes = &mut self.causes;
        *self.cause_ids.entry(Undefined { op, reason }).or_insert_with(|| {
            causes.push(Undefined { op, reason });
            causes.len() as Cause
        })
    }

    fn find_undefined(&mut self, run: &BlockRun, op: Op, role: Role, cause: Cause) {
        if let Some(&cause) = self.causes.get((cause as usize).wrapping_sub(1)) {
            self.find(run, op, Problem::UndefinedUsed { role, cause });
        }
    }

    fn find(&mut self, run: &BlockRun, op: Op, problem: Problem) {
        let key = (op, problem.name(), problem.other());
        if let Some(&index) = self.known.get(&key) {
            self.findings[index].count += 1;
        } else if self.findings.len() < MAX_FINDINGS {
            self.known.insert(key, self.findings.len());
            self.findings.push(Finding {
                op,
                block: run.id,
                problem,
                count: 1,
            });
        }
    }
}

impl BlockRun {
    fn slot(&self, value: Value) -> Option<&Slot> {
        self.values.get(value.index()).and_then(Option::as_ref)
    }

    fn datum(&self, value: Value) -> Option<&Datum> {
        self.slot(value).map(|slot| &slot.datum)
    }

    /// The tile of a value. Types were checked by the verifier; should a value be no tile, it reads as zero.
    fn tile(&self, value: Value) -> Tile {
        match self.datum(value) {
            Some(Datum::Tile(tile)) => tile.clone(),
            _ => Tile::splat(0),
        }
    }

    fn set(&mut self, value: Value, slot: Slot) {
        if let Some(place) = self.values.get_mut(value.index()) {
            *place = Some(slot);
        }
    }

    fn clear(&mut self, value: Value) {
        if let Some(place) = self.values.get_mut(value.index()) {
            *place = None;
        }
    }

    fn define(&mut self, inst: &Inst, index: usize, slot: Slot) {
        if let Some(&value) = inst.results.get(index) {
            self.set(value, slot);
        }
    }
}
