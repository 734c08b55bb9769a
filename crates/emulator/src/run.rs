//! The device: clusters, their warps, and who runs next.

use crate::decode::{BarKind, MbarKind, Op, Preload, Program};
use crate::exec::{Exec, Fixed, Flow, Stop, shared_size};
use crate::finding::{Finding, FindingKind, Findings, Other};
use crate::launch::Launch;
use crate::memory::{Buffer, Global};
use crate::race::Clock;
use crate::refusal::Refusal;
use crate::rng::Rng;
use crate::shared::Shared;
use crate::state::*;
use crate::tmem::Tmem;
use serde::Serialize;
use std::collections::BTreeMap;
use tilewright_ptx::{Dim, Special};

/// How to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Chooses among the orders and delays that hardware leaves open; 0 is a plain, repeatable order.
    pub seed: u64,
    /// Warp instructions after which the run is given up.
    pub budget: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 0,
            budget: 2_000_000_000,
        }
    }
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Stats {
    /// Instructions executed, each by a warp or a part of one.
    pub instructions: u64,
    /// Bytes read from global memory.
    pub global_read: u64,
    /// Bytes written to global memory.
    pub global_written: u64,
    /// CTAs that ran to their end.
    pub ctas: u64,
    /// Copies and matrix products that completed asynchronously.
    pub asynchronous: u64,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// All buffers as the kernel left them.
    pub buffers: Vec<Buffer>,
    /// What was found wrong; empty for a correct kernel.
    pub findings: Vec<Finding>,
    /// Figures.
    pub stats: Stats,
}

/// Instructions a cluster runs before the next one gets its turn, if it is not finished.
const SLICE: u64 = 200_000;
/// Clusters that run at the same time.
const RESIDENT: usize = 64;
/// Instructions a part of a warp runs while another part could.
const FAIRNESS: u64 = 5_000;

/// Runs a decoded program.
pub(crate) fn run(p: &Program, launch: &Launch, buffers: Vec<Buffer>, options: Options) -> Result<Outcome, Refusal> {
    check(p, launch)?;
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
    let (params, maps) = crate::exec::parameter_bytes(p, &launch.params, &global).map_err(Refusal::launch)?;
    let fixed = Fixed {
        grid: launch.grid,
        block: launch.block,
        cluster: launch.cluster,
        params,
        maps,
        shared_bytes: shared_size(p, launch.dynamic_shared),
        dynamic_shared: launch.dynamic_shared,
    };
    let mut device = Device {
        p,
        fixed: &fixed,
        global,
        findings: Findings::default(),
        rng: Rng::new(options.seed),
        stats: Stats::default(),
        budget: options.budget,
    };
    device.run();
    let mut stats = device.stats;
    stats.global_read = device.global.read;
    stats.global_written = device.global.written;
    let mut buffers = device.global.into_buffers();
    buffers.truncate(buffers.len() - p.globals.len());
    Ok(Outcome {
        buffers,
        findings: device.findings.list,
        stats,
    })
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

struct Device<'a> {
    p: &'a Program,
    fixed: &'a Fixed,
    global: Global,
    findings: Findings,
    rng: Rng,
    stats: Stats,
    budget: u64,
}

/// How a turn of a cluster ended.
enum Turn {
    Finished,
    Unfinished,
}

impl Device<'_> {
    fn run(&mut self) {
        let f = self.fixed;
        let clusters: Vec<[u32; 3]> = {
            let n = [0, 1, 2].map(|d| f.grid[d] / f.cluster[d]);
            let all = (0..n[2]).flat_map(|z| (0..n[1]).flat_map(move |y| (0..n[0]).map(move |x| [x, y, z])));
            all.collect()
        };
        let mut waiting = clusters.into_iter();
        let mut resident: Vec<Cluster> = Vec::new();
        loop {
            if resident.is_empty() {
                match waiting.next() {
                    Some(id) => resident.push(self.cluster(id)),
                    None => return,
                }
            }
            let mut i = 0;
            while i < resident.len() {
                let Some(cluster) = resident.get_mut(i) else { break };
                match self.turn(cluster) {
                    Err(Stop) => return,
                    Ok(Turn::Finished) => {
                        self.stats.ctas += resident.remove(i).ctas.len() as u64;
                    }
                    Ok(Turn::Unfinished) => i += 1,
                }
            }
            // Nobody finished in a whole turn: whatever they wait for may be in a CTA that has not begun.
            if !resident.is_empty() && resident.len() < RESIDENT {
                resident.extend(waiting.next().map(|id| self.cluster(id)));
            }
        }
    }

    fn cluster(&mut self, id: [u32; 3]) -> Cluster {
        let f = self.fixed;
        let mut cl = Cluster {
            ctas: Vec::new(),
            now: 0,
            events: 0,
            pending: Vec::new(),
            next_id: 0,
            agents: Vec::new(),
            next_due: u64::MAX,
            cluster_clock: Clock::default(),
            cluster_done: Clock::default(),
        };
        let mut rank = 0;
        for z in 0..f.cluster[2] {
            for y in 0..f.cluster[1] {
                for x in 0..f.cluster[0] {
                    let at = [
                        id[0] * f.cluster[0] + x,
                        id[1] * f.cluster[1] + y,
                        id[2] * f.cluster[2] + z,
                    ];
                    let cta = self.cta(&mut cl, at, rank, [x, y, z]);
                    cl.ctas.push(cta);
                    rank += 1;
                }
            }
        }
        cl
    }

    fn cta(&self, cl: &mut Cluster, ctaid: [u32; 3], rank: u32, within: [u32; 3]) -> Cta {
        let f = self.fixed;
        let threads = f.block.iter().product::<u32>();
        let index = ctaid[0] + f.grid[0] * (ctaid[1] + f.grid[1] * ctaid[2]);
        let warps = threads.div_ceil(32);
        let mut list = Vec::new();
        let mut groups: Vec<Warpgroup> = Vec::new();
        for w in 0..warps {
            // Four numbers per warp, in this order.
            let agent = cl.agent(AgentName::Warp(index, w));
            let product = cl.agent(AgentName::Wgmma(index, w / 4));
            if w % 4 == 0 {
                groups.push(Warpgroup {
                    agent: product,
                    ..Warpgroup::default()
                });
            } else {
                cl.agents.push(AgentName::Warp(index, w));
            }
            cl.agent(AgentName::CpAsync(index, w));
            cl.agent(AgentName::BulkStore(index, w));
            let live = (threads - 32 * w).min(32);
            let alive = if live == 32 { u32::MAX } else { (1 << live) - 1 };
            list.push(self.warp(agent, w, alive, ctaid, rank, within));
        }
        let tc_agent = cl.agent(AgentName::Tcgen05(index));
        let registers = self.p.maxnreg.unwrap_or(0);
        Cta {
            index,
            rank,
            warps: list,
            groups,
            shared: Shared::new(f.shared_bytes),
            mbarriers: BTreeMap::new(),
            bars: vec![NamedBarrier::default(); 16],
            tmem: Tmem::default(),
            tc_agent,
            tc_issued: 0,
            tc_last_due: 0,
            warp_registers: vec![registers; warps as usize],
            register_pool: 0,
        }
    }

    fn warp(&self, agent: u16, w: u32, alive: u32, ctaid: [u32; 3], rank: u32, within: [u32; 3]) -> Warp {
        let p = self.p;
        let mut warp = Warp {
            regs: vec![[0; LANES]; p.slots],
            written: vec![0; p.slots],
            last_write: vec![0; p.slots],
            busy: vec![0; p.slots],
            preds: vec![0; p.preds],
            pred_written: vec![0; p.preds],
            carry: 0,
            alive,
            frags: vec![Frag {
                pc: 0,
                mask: alive,
                wait: Wait::Ready,
            }],
            ticks: 0,
            fence_tick: 0,
            clock: Clock::default(),
            epoch: 1,
            agent,
            cp_open: Vec::new(),
            cp_groups: Default::default(),
            cp_sequence: 0,
            bulk: vec![BulkGroups::default(); LANES],
            bulk_sequence: 0,
            wgmma: WgmmaQueue::default(),
            tc_fenced: 0,
            cluster_arrived: 0,
            cluster_passed: 0,
            polled: None,
            run: 0,
            local: vec![0; p.local_bytes as usize * LANES],
        };
        warp.clock.see(agent, 1);
        for &(slot, preload) in &p.preload {
            let reg = &mut warp.regs[usize::from(slot)];
            warp.written[usize::from(slot)] = u32::MAX;
            for (lane, value) in reg.iter_mut().enumerate() {
                *value = match preload {
                    Preload::Const(v) => v,
                    Preload::Special(s, dim) => self.special(s, dim, w, lane as u32, ctaid, rank, within),
                };
            }
        }
        for &(pred, value) in &p.pred_preload {
            warp.preds[usize::from(pred)] = if value { u32::MAX } else { 0 };
            warp.pred_written[usize::from(pred)] = u32::MAX;
        }
        warp
    }

    #[allow(clippy::too_many_arguments)]
    fn special(
        &self,
        s: Special,
        dim: Option<Dim>,
        w: u32,
        lane: u32,
        ctaid: [u32; 3],
        rank: u32,
        within: [u32; 3],
    ) -> u64 {
        let f = self.fixed;
        let d = match dim {
            Some(Dim::Y) => 1,
            Some(Dim::Z) => 2,
            Some(Dim::W) => return 0,
            _ => 0,
        };
        let thread = 32 * w + lane;
        let tid = [
            thread % f.block[0],
            thread / f.block[0] % f.block[1],
            thread / f.block[0] / f.block[1],
        ];
        let volume = |v: [u32; 3]| v.iter().product::<u32>();
        let bit = 1_u64 << lane;
        u64::from(match s {
            Special::Tid => tid[d],
            Special::Ntid => f.block[d],
            Special::Ctaid => ctaid[d],
            Special::Nctaid => f.grid[d],
            Special::Laneid => lane,
            Special::Warpid => w,
            Special::Nwarpid => volume(f.block).div_ceil(32),
            Special::Clusterid => ctaid[d] / f.cluster[d],
            Special::Nclusterid => f.grid[d] / f.cluster[d],
            Special::ClusterCtaid => within[d],
            Special::ClusterNctaid => f.cluster[d],
            Special::ClusterCtarank => rank,
            Special::ClusterNctarank => volume(f.cluster),
            Special::IsExplicitCluster => u32::from(volume(f.cluster) > 1),
            Special::LanemaskEq => bit as u32,
            Special::LanemaskLt => (bit - 1) as u32,
            Special::LanemaskLe => (2 * bit - 1) as u32,
            Special::LanemaskGt => !(2 * bit - 1) as u32,
            Special::LanemaskGe => !(bit - 1) as u32,
            Special::DynamicSmemSize => f.dynamic_shared,
            Special::TotalSmemSize | Special::AggrSmemSize => f.shared_bytes.next_multiple_of(128),
            Special::Smid => 0,
            Special::Nsmid => 132,
            _ => 0,
        })
    }

    fn exec<'b>(&'b mut self, cl: &'b mut Cluster, cta: usize, warp: usize, mask: u32, pc: u32) -> Exec<'b> {
        Exec {
            p: self.p,
            fixed: self.fixed,
            g: &mut self.global,
            cl,
            f: &mut self.findings,
            rng: &mut self.rng,
            cta,
            warp,
            mask,
            pc,
        }
    }

    /// Runs a cluster until it ends or its slice is used up.
    fn turn(&mut self, cl: &mut Cluster) -> Result<Turn, Stop> {
        let end = cl.now + SLICE;
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
        if self.stats.instructions > self.budget {
            let mut e = self.exec(cl, c, w, frag.mask, frag.pc);
            return e.stop(
                FindingKind::BudgetExhausted,
                frag.mask,
                "the run was given up: the instruction budget is used up",
            );
        }
        let mut e = self.exec(cl, c, w, frag.mask, frag.pc);
        let mask = match inst.guard {
            Some(g) => e.pred(g) & frag.mask,
            None => frag.mask,
        };
        let flow = match inst.op {
            Op::Bra { target } => {
                advance(cl, c, w, which, mask, target);
                self.merge(cl, c, w);
                return Ok(true);
            }
            Op::Exit if mask != 0 => {
                self.exit(cl, c, w, which, mask);
                return Ok(!cl.ctas[c].warps[w].frags.is_empty());
            }
            _ if mask == 0 => Flow::Next,
            _ => {
                e.mask = mask;
                e.step(inst, frag.mask)?
            }
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
                    _ => {}
                }
                if matches!(inst.op, Op::Bar(_)) {
                    return Ok(true);
                }
                Ok(cl.ctas[c].warps[w].frags.len() > 1)
            }
        }
    }

    /// Joins parts of a warp that are at the same instruction.
    fn merge(&mut self, cl: &mut Cluster, c: usize, w: usize) {
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

    /// Lets the waiters of a CTA barrier go if all have come.
    fn bar_released(&mut self, cl: &mut Cluster, c: usize, id: usize) -> Result<(), Stop> {
        let cta = &mut cl.ctas[c];
        let alive: u32 = cta.warps.iter().map(|w| w.alive.count_ones()).sum();
        let Some(b) = cta.bars.get_mut(id).filter(|b| b.arrived > 0) else {
            return Ok(());
        };
        let expected = if b.expected == 0 { alive } else { b.expected };
        if b.arrived < expected {
            return Ok(());
        }
        let done = std::mem::take(b);
        let mut overrun = None;
        for (w, warp) in cta.warps.iter_mut().enumerate() {
            for f in warp.frags.iter_mut().filter(|f| f.wait == Wait::Bar(id as u8)) {
                if let Some(Op::Bar(bar)) = self.p.code.get(f.pc as usize).map(|i| &i.op) {
                    match bar.kind {
                        BarKind::RedPopc { d, .. } => {
                            let reg = &mut warp.regs[usize::from(d)];
                            (0..LANES)
                                .filter(|l| f.mask >> l & 1 == 1)
                                .for_each(|l| reg[l] = done.count.into());
                            warp.written[usize::from(d)] |= f.mask;
                        }
                        BarKind::RedLogic { and, d, .. } => {
                            let yes = if and { done.all } else { done.any };
                            let p = &mut warp.preds[usize::from(d)];
                            *p = if yes { *p | f.mask } else { *p & !f.mask };
                            warp.pred_written[usize::from(d)] |= f.mask;
                        }
                        _ => {}
                    }
                }
                if done.arrived > expected && done.expected != 0 {
                    overrun = Some((w, f.mask, f.pc));
                }
                f.pc += 1;
                f.wait = Wait::Ready;
                warp.clock.join(&done.clock);
            }
        }
        cl.event();
        if let Some((w, mask, pc)) = overrun {
            let message = format!(
                "barrier {id} expects {} threads and {} arrive",
                done.expected, done.arrived
            );
            return self
                .exec(cl, c, w, mask, pc)
                .stop(FindingKind::ArriveOverrun, mask, message);
        }
        for w in 0..cl.ctas[c].warps.len() {
            self.merge(cl, c, w);
        }
        Ok(())
    }

    /// Lets the waiters of the cluster barrier go if all live threads have arrived.
    fn cluster_released(&mut self, cl: &mut Cluster) {
        let mut any = false;
        for w in cl.ctas.iter().flat_map(|c| &c.warps) {
            if w.cluster_arrived & w.alive != w.alive {
                return;
            }
            any |= w.cluster_arrived != 0;
        }
        if !any {
            return;
        }
        cl.cluster_done = std::mem::take(&mut cl.cluster_clock);
        let done = cl.cluster_done.clone();
        for w in cl.ctas.iter_mut().flat_map(|c| &mut c.warps) {
            let mut passed = w.cluster_arrived & w.alive;
            w.cluster_arrived = 0;
            for f in w.frags.iter_mut().filter(|f| f.wait == Wait::Cluster) {
                passed &= !f.mask;
                f.pc += 1;
                f.wait = Wait::Ready;
                w.clock.join(&done);
            }
            w.cluster_passed |= passed;
        }
        cl.event();
    }

    /// Completes all work that is due.
    fn complete_due(&mut self, cl: &mut Cluster) -> Result<(), Stop> {
        loop {
            let ready = |p: &Pending| match &p.work {
                Work::CpArrive { after, .. } => !cl.pending.iter().any(|q| after.contains(&q.id)),
                _ => true,
            };
            let next = cl
                .pending
                .iter()
                .enumerate()
                .filter(|(_, p)| p.due <= cl.now && ready(p))
                .min_by_key(|(_, p)| (p.due, p.id));
            let Some((i, _)) = next else { break };
            let p = cl.pending.swap_remove(i);
            self.stats.asynchronous += 1;
            self.exec(cl, p.cta, p.warp, u32::MAX, p.pc).complete(p.work)?;
        }
        for c in 0..cl.ctas.len() {
            for group in 0..cl.ctas[c].groups.len() {
                while cl.ctas[c].groups[group]
                    .products
                    .front()
                    .and_then(|p| p.due)
                    .is_some_and(|due| due <= cl.now)
                {
                    self.stats.asynchronous += 1;
                    self.exec(cl, c, 4 * group, u32::MAX, 0).finish_product(group);
                }
            }
        }
        let products = cl
            .ctas
            .iter()
            .flat_map(|c| &c.groups)
            .filter_map(|g| g.products.front()?.due);
        let waiting = |p: &Pending| match &p.work {
            // Not before what it waits for.
            Work::CpArrive { after, .. } => cl
                .pending
                .iter()
                .filter(|q| after.contains(&q.id))
                .map(|q| q.due)
                .max()
                .unwrap_or(p.due)
                .max(p.due),
            _ => p.due,
        };
        cl.next_due = cl.pending.iter().map(waiting).chain(products).min().unwrap_or(u64::MAX);
        Ok(())
    }

    /// The last checks of a cluster whose threads have all exited.
    fn leave(&mut self, cl: &mut Cluster) {
        for c in 0..cl.ctas.len() {
            if let Some(&(at, columns)) = cl.ctas[c].tmem.allocated.first() {
                let pc = self.p.code.len() as u32 - 1;
                let message = format!("{columns} columns of tensor memory at {at:#x} are not freed when the CTA ends");
                self.exec(cl, c, 0, 1, pc)
                    .report(FindingKind::TensorMemory, 1, message, Vec::new());
            }
            for group in 0..cl.ctas[c].groups.len() {
                let unfinished = cl.ctas[c]
                    .warps
                    .iter()
                    .skip(4 * group)
                    .take(4)
                    .any(|w| w.wgmma.issued > w.wgmma.waited);
                if unfinished {
                    let pc = self.p.code.len() as u32 - 1;
                    let message = "the CTA ends while a matrix product was not waited for";
                    self.exec(cl, c, 4 * group, 1, pc)
                        .report(FindingKind::UnfinishedWork, 1, message, Vec::new());
                }
            }
            for w in 0..cl.ctas[c].warps.len() {
                let unwaited = cl.ctas[c].warps[w]
                    .bulk
                    .iter()
                    .any(|g| !g.open.is_empty() || g.committed.iter().any(|(_, g)| !g.is_empty()));
                if unwaited {
                    let pc = self.p.code.len() as u32 - 1;
                    let message = "the CTA ends while a bulk store may still read its shared memory";
                    self.exec(cl, c, w, 1, pc)
                        .report(FindingKind::UnfinishedWork, 1, message, Vec::new());
                }
            }
        }
    }

    /// Names everybody who waits.
    fn deadlock(&mut self, cl: &mut Cluster) {
        // Warps that wait for the same thing at the same place are named together.
        let mut waiting: Vec<(u32, String, Option<crate::finding::Place>, Vec<usize>)> = Vec::new();
        let mut first = None;
        let mut lanes_only = true;
        for c in 0..cl.ctas.len() {
            for w in 0..cl.ctas[c].warps.len() {
                for f in cl.ctas[c].warps[w].frags.clone() {
                    first.get_or_insert((c, w, f));
                    lanes_only &= matches!(f.wait, Wait::Lanes(_));
                    let index = cl.ctas[c].index;
                    let what = self.waits_for(cl, c, w, f);
                    let place = self.exec(cl, c, w, f.mask, f.pc).place(f.pc);
                    match waiting
                        .iter_mut()
                        .find(|(i, s, p, _)| (*i, &*s, *p) == (index, &what, place))
                    {
                        Some((_, _, _, warps)) => warps.push(w),
                        None => waiting.push((index, what, place, vec![w])),
                    }
                }
            }
        }
        let others = waiting
            .into_iter()
            .map(|(index, what, place, warps)| {
                let names: Vec<String> = warps.iter().map(usize::to_string).collect();
                let (noun, verb) = if names.len() == 1 {
                    ("warp", "waits")
                } else {
                    ("warps", "wait")
                };
                Other {
                    what: format!("{noun} {} of CTA {index} {verb} for {what}", names.join(", ")),
                    place,
                }
            })
            .collect();
        let Some((c, w, f)) = first else { return };
        let (kind, message) = if lanes_only {
            (
                FindingKind::Divergence,
                "lanes of a warp wait for each other at different instructions",
            )
        } else {
            (FindingKind::Deadlock, "nothing can run any more")
        };
        self.exec(cl, c, w, f.mask, f.pc).report(kind, f.mask, message, others);
    }

    fn waits_for(&mut self, cl: &mut Cluster, c: usize, w: usize, f: Frag) -> String {
        match f.wait {
            Wait::Bar(id) => {
                let b = &cl.ctas[c].bars[usize::from(id)];
                let expected = if b.expected == 0 {
                    "all".to_string()
                } else {
                    b.expected.to_string()
                };
                format!("barrier {id}: {} threads of {expected} have arrived", b.arrived)
            }
            Wait::Cluster => "the cluster barrier".to_string(),
            Wait::Lanes(mask) => format!("lanes {:#010x} of its warp", mask & !f.mask),
            _ => match self.p.code.get(f.pc as usize).map(|i| &i.op) {
                Some(Op::Mbar(m)) => {
                    let m = *m;
                    let mut e = self.exec(cl, c, w, f.mask, f.pc);
                    let addr = e.addresses(m.addr);
                    let lane = f.mask.trailing_zeros() as usize & 31;
                    let key = match m.kind {
                        MbarKind::Wait { key, .. } => e.read(key)[lane],
                        _ => 0,
                    };
                    let Ok((cta, at)) = e.shared_of(m.space, addr[lane], lane) else {
                        return "an mbarrier".to_string();
                    };
                    match cl.ctas[cta].mbarriers.get(&at) {
                        Some(b) => format!(
                            "the mbarrier at {at:#x} with parity {key}: it is in phase {}, {} of {} arrivals pending, {} bytes outstanding",
                            b.phase, b.pending, b.expected, b.tx
                        ),
                        None => format!("the mbarrier at {at:#x}"),
                    }
                }
                Some(Op::Setmaxnreg { .. }) => "registers of the pool".to_string(),
                Some(Op::Tc(_)) => "tensor memory".to_string(),
                _ => "asynchronous work".to_string(),
            },
        }
    }
}

fn can_go(f: &Frag, events: u64) -> bool {
    match f.wait {
        Wait::Ready => true,
        Wait::Retry(since) => events > since,
        _ => false,
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
