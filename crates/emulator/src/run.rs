//! The device: clusters, their warps, and who runs next.

use crate::decode::{ControlOp, FenceKind, Op, Program, SyncOp};
use crate::exec::{Exec, Fixed, Flow, Observer, Stop, shared_size};
use crate::finding::{Finding, FindingKind, Findings};
use crate::launch::Launch;
use crate::memory::{Buffer, Global};
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::rng::Rng;
use crate::state::*;
use crate::timeline::{BarrierHistory, Timeline};
use serde::Serialize;
use std::ops::ControlFlow;

/// Options of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Chooses among the orders and delays that hardware leaves open; 0 is a plain, repeatable order.
    pub seed: u64,
    /// Work after which the run is given up: a warp instruction counts one, more if it reads or writes memory or
    /// multiplies matrices, and every KiB that is moved in memory counts one.
    pub budget: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 0,
            budget: 100_000_000,
        }
    }
}

/// Counts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stats {
    /// Instructions executed, each by a warp or a part of one.
    pub instructions: u64,
    /// Bytes read from global memory.
    pub global_read: u64,
    /// Bytes written to global memory.
    pub global_written: u64,
    /// Bytes of shared memory read by instructions of threads.
    pub shared_read: u64,
    /// Bytes of shared memory written by instructions of threads and by `cp.async`.
    pub shared_written: u64,
    /// Bytes of shared memory read by bulk copies and by asynchronous matrix products.
    pub shared_read_async: u64,
    /// Bytes of shared memory written by bulk copies.
    pub shared_written_async: u64,
    /// Bytes read from local memory: spilled registers and indexed arrays.
    pub local_read: u64,
    /// Bytes written to local memory.
    pub local_written: u64,
    /// CTAs that ran to their end.
    pub ctas: u64,
    /// Copies and matrix products that completed asynchronously.
    pub asynchronous: u64,
}

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// CTAs that are done.
    pub ctas_done: u64,
    /// CTAs of the grid.
    pub ctas: u64,
    /// Instructions executed so far, each by a warp or a part of one.
    pub instructions: u64,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every CTA came to its end.
    Done,
    /// The last finding left no way to go on.
    Stopped,
    /// The progress callback said so.
    Cancelled,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The end of the run.
    pub ended: Ended,
    /// All buffers as the kernel left them.
    pub buffers: Vec<Buffer>,
    /// Faults; empty for a correct kernel.
    pub findings: Vec<Finding>,
    /// The text that the kernel printed, call by call.
    pub printed: Vec<String>,
    /// Figures.
    pub stats: Stats,
    /// When the barriers of the first CTAs completed their phases.
    pub barriers: Vec<BarrierHistory>,
}

/// Instructions a cluster runs before the next one gets its turn, if it is not finished.
const SLICE: u64 = 200_000;
/// Clusters that run at the same time, memory permitting.
const RESIDENT: u64 = 64;
/// Bytes that all clusters running at the same time may take.
const MAX_STATE: u64 = 1 << 30;
/// Instructions a part of a warp runs while another part could.
const FAIRNESS: u64 = 5_000;

/// Runs a decoded program.
pub(crate) fn run(
    p: &Program,
    launch: &Launch,
    buffers: Vec<Buffer>,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    observer: Option<&mut Observer<'_>>,
) -> Result<Outcome, Refusal> {
    check(p, launch)?;
    let given = buffers.len();
    let mut global = Global::new(buffers);
    for (name, at, bytes) in &p.globals {
        global.add_at(
            *at,
            Buffer {
                name: format!("variable {name}"),
                bytes: bytes.clone(),
                align: 16,
            },
        );
    }
    if !orders_global(p) {
        global.watch();
    }
    let params = crate::exec::parameter_bytes(p, &launch.params, &global).map_err(Refusal::launch)?;
    let fixed = Fixed {
        grid: launch.grid,
        block: launch.block,
        cluster: launch.cluster,
        params,
        shared_bytes: shared_size(p, launch.dynamic_shared),
        dynamic_shared: launch.dynamic_shared,
    };
    let mut rng = Rng::new(options.seed);
    let resident = (MAX_STATE / cluster_bytes(p, launch).max(1)).min(RESIDENT) as usize;
    let room = p
        .code
        .iter()
        .any(|i| matches!(i.op, Op::Sync(SyncOp::TryCancel(_))))
        .then(|| {
            let room = if rng.plain { 2 } else { 1 + rng.below(6) };
            resident.min(room as usize)
        });
    let mut device = Device {
        p,
        fixed: &fixed,
        global,
        findings: Findings::default(),
        queue: Queue::new(launch.grid, launch.cluster),
        rng,
        stats: Stats::default(),
        timeline: Timeline::default(),
        printed: Vec::new(),
        budget: options.budget,
        effort: 0,
        resident,
        room,
        observer: observer.map(|observer| observer as _),
    };
    let ended = device.run(progress);
    let mut stats = device.stats;
    stats.global_read = device.global.read;
    stats.global_written = device.global.written;
    let mut buffers = device.global.into_buffers();
    buffers.truncate(given);
    Ok(Outcome {
        ended,
        buffers,
        findings: device.findings.list,
        printed: device.printed,
        stats,
        barriers: device.timeline.finish(),
    })
}

/// Does the program order its accesses by fences? Then accesses of different CTAs may be ordered in ways that are not
/// followed here, and conflicts are not looked for. What is released and acquired at an address is followed.
fn orders_global(p: &Program) -> bool {
    let fences = |op: &Op| matches!(op, Op::Sync(SyncOp::Fence(kind)) if *kind == FenceKind::Thread);
    p.code.iter().any(|i| fences(&i.op))
}

/// Bytes that the registers, local and shared memory of one cluster take here.
fn cluster_bytes(p: &Program, launch: &Launch) -> u64 {
    let volume = |v: [u32; 3]| v.iter().map(|&n| u64::from(n)).product::<u64>();
    let register = (size_of::<Lanes>() + 20) as u64;
    let warp = p.slots as u64 * register + u64::from(p.local_bytes) * LANES as u64;
    let shared = u64::from(shared_size(p, launch.dynamic_shared)) * 20;
    (volume(launch.block).div_ceil(LANES as u64) * warp + shared) * volume(launch.cluster)
}

fn check(p: &Program, launch: &Launch) -> Result<(), Refusal> {
    let volume = |v: [u32; 3]| v.iter().map(|&n| u64::from(n)).product::<u64>();
    let threads = volume(launch.block);
    if threads == 0 || threads > 1024 {
        return Err(Refusal::launch(format!(
            "a CTA of {threads} threads: 1 to 1024 are possible"
        )));
    }
    let ctas = volume(launch.cluster);
    if ctas == 0 || ctas > 16 {
        return Err(Refusal::launch(format!(
            "a cluster of {ctas} CTAs: 1 to 16 are possible"
        )));
    }
    if launch
        .grid
        .iter()
        .zip(&launch.cluster)
        .any(|(g, c)| *g == 0 || g % c != 0)
    {
        let message = format!(
            "grid {:?} is no positive multiple of cluster {:?}",
            launch.grid, launch.cluster
        );
        return Err(Refusal::launch(message));
    }
    if volume(launch.grid) > 1 << 24 {
        return Err(Refusal::launch("more than 2^24 CTAs".to_string()));
    }
    let state = cluster_bytes(p, launch);
    if state > MAX_STATE {
        let message = format!(
            "one cluster needs {} MiB for its registers and local memory",
            state >> 20
        );
        return Err(Refusal::launch(message));
    }
    if let Some(n) = p.reqntid
        && n != launch.block
    {
        return Err(Refusal::launch(format!(
            "the entry requires a CTA of {n:?} threads, the launch has {:?}",
            launch.block
        )));
    }
    if let Some(n) = p.reqnctapercluster
        && n != launch.cluster
    {
        return Err(Refusal::launch(format!(
            "the entry requires a cluster of {n:?} CTAs, the launch has {:?}",
            launch.cluster
        )));
    }
    if shared_size(p, launch.dynamic_shared) > (228 << 10) + 1024 {
        return Err(Refusal::launch(
            "more shared memory than any device has (228 KiB)".to_string(),
        ));
    }
    Ok(())
}

pub(crate) struct Device<'a> {
    pub(crate) p: &'a Program,
    pub(crate) fixed: &'a Fixed,
    pub(crate) global: Global,
    pub(crate) findings: Findings,
    pub(crate) rng: Rng,
    pub(crate) stats: Stats,
    pub(crate) timeline: Timeline,
    pub(crate) printed: Vec<String>,
    pub(crate) budget: u64,
    /// The cost of the instructions so far, in the unit of the budget.
    effort: u64,
    pub(crate) queue: Queue,
    /// Clusters that run at the same time, at most.
    resident: usize,
    /// With cluster launch control: clusters that the device has room for. The others wait, and can be cancelled.
    room: Option<usize>,
    observer: Option<&'a mut Observer<'a>>,
}

/// The ways in which a turn of a cluster ends.
enum Turn {
    Finished,
    Unfinished,
}

impl Device<'_> {
    fn run(&mut self, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Ended {
        let f = self.fixed;
        let ctas = f.grid.iter().map(|&n| u64::from(n)).product();
        let mut resident: Vec<Cluster> = Vec::new();
        loop {
            while resident.len() < self.room.unwrap_or(1) {
                let Some(id) = self.queue.launch() else { break };
                resident.push(self.cluster(id));
            }
            if resident.is_empty() {
                return Ended::Done;
            }
            let mut i = 0;
            while i < resident.len() {
                let Some(cluster) = resident.get_mut(i) else { break };
                let so_far = Progress {
                    ctas_done: self.stats.ctas + self.queue.cancelled_ctas,
                    ctas,
                    instructions: self.stats.instructions,
                };
                if progress(so_far).is_break() {
                    return Ended::Cancelled;
                }
                match self.turn(cluster) {
                    Err(Stop) => return Ended::Stopped,
                    Ok(Turn::Finished) => {
                        self.stats.ctas += resident.remove(i).ctas.len() as u64;
                    }
                    Ok(Turn::Unfinished) => i += 1,
                }
            }
            // Nobody finished in a whole turn: whatever they wait for may be in a CTA that has not begun.
            if self.room.is_none() && !resident.is_empty() && resident.len() < self.resident {
                let next = self.queue.launch();
                resident.extend(next.map(|id| self.cluster(id)));
            }
        }
    }

    pub(crate) fn exec<'b>(&'b mut self, cl: &'b mut Cluster, cta: usize, warp: usize, mask: u32, pc: u32) -> Exec<'b> {
        Exec {
            p: self.p,
            fixed: self.fixed,
            g: &mut self.global,
            cl,
            f: &mut self.findings,
            stats: &mut self.stats,
            timeline: &mut self.timeline,
            printed: &mut self.printed,
            rng: &mut self.rng,
            queue: &mut self.queue,
            observer: self.observer.as_mut().map(|observer| *observer as _),
            cta,
            warp,
            mask,
            pc,
            repeats: false,
        }
    }

    /// Runs a cluster until it ends or its slice is used up.
    fn turn(&mut self, cl: &mut Cluster) -> Result<Turn, Stop> {
        // Whoever could cancel all others at once would leave nothing to see.
        let slice = match self.room {
            Some(_) if self.rng.plain => SLICE / 100,
            Some(_) => 200 + self.rng.below(4000),
            None => SLICE,
        };
        let end = cl.now + slice;
        let warps: Vec<(usize, usize)> = cl
            .ctas
            .iter()
            .enumerate()
            .flat_map(|(c, cta)| (0..cta.warps.len()).map(move |w| (c, w)))
            .collect();
        let mut turn = 0_usize;
        while cl.now < end {
            // Find a warp that can run, from the one whose turn it is.
            let start = if self.rng.plain {
                turn
            } else {
                self.rng.below(warps.len() as u64) as usize
            };
            let found = (0..warps.len()).map(|i| (start + i) % warps.len()).find(|&i| {
                let (c, w) = warps[i];
                runnable(&cl.ctas[c].warps[w], cl.events)
            });
            let Some(i) = found else {
                if cl.next_due != u64::MAX {
                    cl.now = cl.now.max(cl.next_due);
                    self.complete_due(cl)?;
                    continue;
                }
                if cl.ctas.iter().all(|c| c.warps.iter().all(|w| w.frags.is_empty())) {
                    self.leave(cl);
                    return Ok(Turn::Finished);
                }
                self.deadlock(cl);
                return Err(Stop);
            };
            turn = i + 1;
            let (c, w) = warps[i];
            let burst = if self.rng.plain { 256 } else { 1 + self.rng.below(48) };
            for _ in 0..burst {
                if !self.step(cl, c, w)? {
                    break;
                }
                if cl.now >= cl.next_due {
                    self.complete_due(cl)?;
                }
            }
        }
        Ok(Turn::Unfinished)
    }

    /// One instruction of one warp. False if it cannot go on now.
    fn step(&mut self, cl: &mut Cluster, c: usize, w: usize) -> Result<bool, Stop> {
        let events = cl.events;
        let Some(which) = choose(&mut cl.ctas[c].warps[w], &self.p.rank, events) else {
            return Ok(false);
        };
        self.stats.instructions += 1;
        cl.now += 1;
        let warp = &mut cl.ctas[c].warps[w];
        warp.ticks += 1;
        let frag = warp.frags[which];
        let p = self.p;
        let Some(inst) = p.code.get(frag.pc as usize) else {
            return Ok(false);
        };
        self.effort += effort(&inst.op);
        if self.spent() > self.budget {
            let message = self.given_up(frag.pc);
            let mut e = self.exec(cl, c, w, frag.mask, frag.pc);
            return e.stop(FindingKind::BudgetExhausted, frag.mask, message);
        }
        let mut e = self.exec(cl, c, w, frag.mask, frag.pc);
        let mask = match inst.guard {
            Some(g) => e.pred(g) & frag.mask,
            None => frag.mask,
        };
        e.mask = mask;
        let flow = match &inst.op {
            &Op::Control(ControlOp::Bra { target }) => {
                advance(cl, c, w, which, mask, target);
                self.merge(cl, c, w);
                return Ok(true);
            }
            _ if mask == 0 => Flow::Next,
            &Op::Control(ControlOp::Brx { index, ref targets }) => {
                let index = e.read(index);
                let mut parts = Vec::new();
                let mut left = mask;
                while left != 0 {
                    let first = left.trailing_zeros() as usize;
                    let Some(&target) = usize::try_from(index[first]).ok().and_then(|i| targets.get(i)) else {
                        let message = format!("index {} of a table of {} targets", index[first], targets.len());
                        return e.stop(FindingKind::OutOfBounds, 1 << first, message);
                    };
                    let same = (0..LANES).filter(|&l| left >> l & 1 == 1 && index[l] == index[first]);
                    let together = same.fold(0, |m, l| m | 1 << l);
                    left &= !together;
                    parts.push((target, together));
                }
                parts.push((frag.pc + 1, frag.mask & !mask));
                let frags = &mut cl.ctas[c].warps[w].frags;
                frags.remove(which);
                let parts = parts.into_iter().filter(|(_, mask)| *mask != 0);
                frags.extend(parts.map(|(pc, mask)| Frag {
                    pc,
                    mask,
                    wait: Wait::Ready,
                }));
                self.merge(cl, c, w);
                return Ok(true);
            }
            Op::Control(ControlOp::Exit) => {
                self.exit(cl, c, w, which, mask);
                return Ok(!cl.ctas[c].warps[w].frags.is_empty());
            }
            Op::Control(ControlOp::Nop) => Flow::Next,
            Op::Alu(op) => {
                e.alu(op);
                Flow::Next
            }
            Op::Memory(op) => e.memory(op)?,
            Op::Copy(op) => e.copy(op, frag.mask)?,
            Op::Sync(op) => e.sync(op, frag.mask)?,
            Op::Tensor(op) => e.tensor(op, frag.mask)?,
            Op::Host(op) => e.host(op)?,
        };
        let frag = &mut cl.ctas[c].warps[w].frags[which];
        match flow {
            Flow::Next => {
                frag.pc += 1;
                frag.wait = Wait::Ready;
                self.merge(cl, c, w);
                Ok(true)
            }
            Flow::Stay(wait) => {
                frag.wait = wait;
                match wait {
                    Wait::Bar(id) => {
                        self.bar_released(cl, c, usize::from(id))?;
                    }
                    Wait::Cluster => self.cluster_released(cl),
                    // Nobody else waits for these.
                    Wait::Ready | Wait::Retry(_) | Wait::Lanes(_) => {}
                }
                if matches!(inst.op, Op::Sync(SyncOp::Bar(_))) {
                    return Ok(true);
                }
                Ok(cl.ctas[c].warps[w].frags.len() > 1)
            }
        }
    }

    /// Why the run ends, with the innermost loop around the instruction.
    fn given_up(&self, pc: u32) -> String {
        let (budget, p) = (self.budget, self.p);
        let around = p.code.iter().enumerate().filter_map(|(end, inst)| {
            let Op::Control(ControlOp::Bra { target }) = inst.op else {
                return None;
            };
            (target <= pc && pc as usize <= end).then(|| (end - target as usize, end, target))
        });
        let Some((_, end, start)) = around.min() else {
            return format!("the run was given up after {budget} steps; --max-steps allows more");
        };
        let line = |at: usize| p.place.get(at).map_or(0, |pos| pos.line);
        let mut place = format!("lines {} to {} of the PTX", line(start as usize), line(end));
        if let Some(loc) = (start as usize..=end).find_map(|at| *p.loc.get(at)?) {
            place += &format!(", from line {} of the source", loc.line);
        }
        format!("the run was given up after {budget} steps, in the loop of {place}; --max-steps allows more")
    }

    /// The work done so far, in the unit of [`Options::budget`].
    fn spent(&self) -> u64 {
        let s = &self.stats;
        let shared = s.shared_read + s.shared_written + s.shared_read_async + s.shared_written_async;
        self.effort + (shared + self.global.read + self.global.written) / 1024
    }

    /// Joins parts of a warp that are at the same instruction.
    pub(crate) fn merge(&mut self, cl: &mut Cluster, c: usize, w: usize) {
        let frags = &mut cl.ctas[c].warps[w].frags;
        let mut i = 0;
        while frags.len() > 1 && i < frags.len() {
            let mut j = i + 1;
            while j < frags.len() {
                let (a, b) = (frags[i], frags[j]);
                let joinable = |x: Wait| !matches!(x, Wait::Bar(_) | Wait::Cluster);
                if a.pc == b.pc && joinable(a.wait) && joinable(b.wait) {
                    frags[i] = Frag {
                        pc: a.pc,
                        mask: a.mask | b.mask,
                        wait: Wait::Ready,
                    };
                    frags.remove(j);
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
    }

    fn exit(&mut self, cl: &mut Cluster, c: usize, w: usize, which: usize, mask: u32) {
        let warp = &mut cl.ctas[c].warps[w];
        warp.alive &= !mask;
        let frag = &mut warp.frags[which];
        frag.mask &= !mask;
        frag.pc += 1;
        if frag.mask == 0 {
            warp.frags.remove(which);
        }
        // Lanes that waited for the ones that left may go on; so may barriers.
        for f in &mut warp.frags {
            if matches!(f.wait, Wait::Lanes(_)) {
                f.wait = Wait::Ready;
            }
        }
        for id in 0..16 {
            let _ = self.bar_released(cl, c, id);
        }
        self.cluster_released(cl);
    }
}

/// The cost of an instruction of a warp, where the cheapest costs one: so a budget bounds the time that a run takes.
fn effort(op: &Op) -> u64 {
    match op {
        Op::Control(_) | Op::Alu(_) | Op::Host(_) => 1,
        Op::Copy(_) | Op::Sync(_) => 4,
        Op::Memory(_) => 16,
        Op::Tensor(_) => 64,
    }
}

fn can_go(f: &Frag, events: u64) -> bool {
    match f.wait {
        Wait::Ready => true,
        Wait::Retry(since) => events > since,
        Wait::Bar(_) | Wait::Cluster | Wait::Lanes(_) => false,
    }
}

fn runnable(w: &Warp, events: u64) -> bool {
    w.frags.iter().any(|f| can_go(f, events))
}

/// Which part of a warp runs: the one of lowest rank, but not for ever.
fn choose(w: &mut Warp, rank: &[u32], events: u64) -> Option<usize> {
    if let [only] = w.frags.as_slice() {
        return can_go(only, events).then_some(0);
    }
    let rank_of = |f: &Frag| rank.get(f.pc as usize).copied().unwrap_or(u32::MAX);
    let candidates = w.frags.iter().enumerate().filter(|(_, f)| can_go(f, events));
    w.run += 1;
    let turn = w.run / FAIRNESS;
    if turn % 2 == 1 {
        // The others' turn: the highest rank, in case the lowest only polls.
        return candidates.max_by_key(|(_, f)| rank_of(f)).map(|(i, _)| i);
    }
    candidates.min_by_key(|(_, f)| rank_of(f)).map(|(i, _)| i)
}

/// Moves the lanes in `mask` to `target` and the others to the next instruction.
fn advance(cl: &mut Cluster, c: usize, w: usize, which: usize, mask: u32, target: u32) {
    let frags = &mut cl.ctas[c].warps[w].frags;
    let frag = &mut frags[which];
    let stay = frag.mask & !mask;
    frag.wait = Wait::Ready;
    if mask == 0 {
        frag.pc += 1;
    } else if stay == 0 {
        frag.pc = target;
    } else {
        let pc = frag.pc + 1;
        *frag = Frag {
            pc: target,
            mask,
            wait: Wait::Ready,
        };
        frags.push(Frag {
            pc,
            mask: stay,
            wait: Wait::Ready,
        });
    }
}
