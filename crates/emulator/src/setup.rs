//! The state a cluster begins with.

use crate::decode::Preload;
use crate::race::Clock;
use crate::run::Device;
use crate::shared::Shared;
use crate::state::*;
use crate::story::Trail;
use crate::tmem::Tmem;
use std::collections::BTreeMap;
use tilewright_ptx::{Dim, Special};

impl Device<'_> {
    pub(crate) fn cluster(&mut self, id: [u32; 3]) -> Cluster {
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
            cluster_since: None,
            cluster_done: Clock::default(),
            cancels: Cancels::default(),
            trail: Trail::default(),
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

    pub(crate) fn cta(&self, cl: &mut Cluster, ctaid: [u32; 3], rank: u32, within: [u32; 3]) -> Cta {
        let f = self.fixed;
        let threads = f.block.iter().product::<u32>();
        let index = ctaid[0] + f.grid[0] * (ctaid[1] + f.grid[1] * ctaid[2]);
        let warps = threads.div_ceil(32);
        let mut list = Vec::new();
        let mut groups: Vec<Warpgroup> = Vec::new();
        for w in 0..warps {
            // Five numbers per warp, in this order.
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
            cl.agent(AgentName::BulkWrite(index, w));
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
            tc_last: BTreeMap::new(),
            tc_last_due: 0,
            tc_alloc: PairAlloc::Nothing,
            warp_registers: vec![registers; warps as usize],
            register_pool: 0,
        }
    }

    pub(crate) fn warp(&self, agent: u16, w: u32, alive: u32, ctaid: [u32; 3], rank: u32, within: [u32; 3]) -> Warp {
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
            tc_fenced: Clock::default(),
            tc_met: Clock::default(),
            tc_barred: Clock::default(),
            tc_fences: None,
            tc_issues: 0,
            tc_moves: [None; 2],
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
    pub(crate) fn special(
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
            // Read when it is asked for, or of no meaning here.
            Special::Gridid | Special::CurrentGraphExec => 0,
            Special::Clock | Special::ClockHi | Special::Clock64 => 0,
            Special::Globaltimer | Special::GlobaltimerLo | Special::GlobaltimerHi => 0,
        })
    }
}
