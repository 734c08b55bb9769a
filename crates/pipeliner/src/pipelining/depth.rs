//! The depth of a ring: how many tiles are in flight, by estimated cycles and by the memory that there is.

use super::plan::Agents;
use super::why::{LoopRefusal, StageMemory};
use super::{CopyForm, ProductLoop};
use tilewright_analysis::occupancy::{Demand, shared_bytes_for};
use tilewright_analysis::shared_memory::{STAGE_BARRIER_BYTES, TILE_ALIGNMENT};
use tilewright_ir::ops::cutlass;
use tilewright_ir::{Module, operand};
use tilewright_layout::LANE_BITS;
use tilewright_machine::{AgentFigures, PipelineFigures, Target, policy};
use tilewright_units::Completion;

/// The depth of the ring, and the figures it follows from.
#[derive(Clone, PartialEq, Debug)]
pub struct Depth {
    /// The depth that was chosen.
    pub chosen: i64,
    /// The depth that hides the latency: the live range of a stage in initiation intervals, rounded up.
    pub wanted: i64,
    /// The depth that fits in shared memory.
    pub fits: i64,
    /// Whether what moves between threads behind the loop goes through the ring's memory, so that so many stages fit.
    pub reused: bool,
    /// The CTAs of an SM that share its memory, where the kernel's hint asks for several and so many fit.
    pub ctas: Option<u32>,
    /// The depth that was asked for.
    pub asked: Option<u32>,
    /// The iterations of which one barrier says that their tiles are there, and which take as many stages.
    pub round: i64,
    /// Bytes of one stage.
    pub stage_bytes: i64,
    /// The figures behind `wanted`, in cycles of the SM clock.
    pub estimate: Estimate,
}

tilewright_vocabulary::vocabulary! {
    /// The limit of an iteration, by the estimated cycles.
    pub enum IterationLimit {
        /// It waits for a stage to be free.
        Stages = "stages",
        /// Shared memory is being filled.
        Fill = "fill",
        /// The tensor cores are busy.
        Products = "products",
        /// Memory brings and takes bytes.
        Memory = "memory",
        /// Threads compute, or wait for one op after the other.
        Threads = "threads",
    }
}

impl Depth {
    /// A deeper ring that fits and makes an iteration shorter: its stages, and the cycles of an iteration with it.
    pub fn deeper(&self) -> Option<(i64, f64)> {
        let estimate = self.estimate;
        // A four-stage loop wants two buffers, however long what it loads is on its way.
        let hides = (estimate.life / estimate.ii).ceil() as i64;
        let stages = hides.max(self.wanted).min(self.fits);
        let cycles = estimate.iteration(stages);
        (stages > self.chosen && cycles < estimate.iteration(self.chosen)).then_some((stages, cycles))
    }
}

/// A loop in cycles of the SM clock, estimated from published figures; none of these numbers is a weight of the scheduler's model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Cycles from one iteration to the next, if nothing waits.
    pub ii: f64,
    /// SM clock cycles that the tensor cores work on an iteration.
    pub mma: f64,
    /// Cycles from the start of a load to its last byte.
    pub load: f64,
    /// Bytes that an iteration loads.
    pub loaded: f64,
    /// Floating-point operations of its products.
    pub flops: f64,
    /// The live range of a stage: cycles from the start of its load to its release.
    pub life: f64,
    /// Cycles of the live range that a stage is held for the next iteration to start: with a ring of one, none does before its release.
    pub held: f64,
    /// Whether what threads compute is what keeps an iteration busy the longest.
    pub threads: bool,
    /// Cycles from one iteration to the next that slots of accumulators allow, where operands are written over these.
    pub slots: f64,
}

impl Estimate {
    /// A loop whose product takes so many multiply-adds a cycle, and whose stages are still in use for so many intervals after
    /// their load.
    pub fn of(product_loop: &ProductLoop, figures: &PipelineFigures, rate: f64, intervals: i64) -> Self {
        let fma = product_loop.mnk.iter().product::<i64>() as f64;
        let mma = fma / rate;
        let loaded = loaded_bytes(product_loop) as f64;
        let fill = loaded / figures.fill_bytes_per_cycle.value.max(1) as f64;
        let load = figures.load_latency.value as f64 + fill;
        let ii = mma.max(fill);
        Self {
            ii,
            mma,
            load,
            loaded,
            flops: 2.0 * fma,
            life: load + intervals as f64 * ii,
            held: ii,
            threads: false,
            slots: 0.0,
        }
    }

    /// The live range of a stage in a ring of so many.
    pub fn life_in(&self, stages: i64) -> f64 {
        self.life - if stages == 1 { self.held } else { 0.0 }
    }

    /// Cycles from one iteration to the next with a ring of so many stages, none of which is filled anew while it is live.
    pub fn iteration(&self, stages: i64) -> f64 {
        let of_rings = self.life_in(stages) / stages.max(1) as f64;
        self.ii.max(of_rings).max(self.slots)
    }

    /// The limit of an iteration with a ring of so many stages.
    pub fn limit(&self, stages: i64) -> IterationLimit {
        if self.iteration(stages) > self.ii {
            IterationLimit::Stages
        } else if self.threads {
            IterationLimit::Threads
        } else if self.ii > self.mma {
            IterationLimit::Fill
        } else {
            IterationLimit::Products
        }
    }
}

/// The bytes of a stage that a CTA loads: where CTAs of a cluster load a tile together, each asks the path to L2 for its part.
fn loaded_bytes(product_loop: &ProductLoop) -> i64 {
    let parts = product_loop.operands.iter().zip(product_loop.parts());
    parts.map(|(operand, parts)| operand.tma.tile_bytes() / parts).sum()
}

/// The stages that a ring is asked to have, and the CTAs that are to share an SM.
#[derive(Clone, Copy)]
pub struct RingDemand {
    /// The depth that was asked for.
    pub asked: Option<u32>,
    /// The least depth that hints of its loads ask for.
    pub hinted: Option<i64>,
    /// The most that the loop may have.
    pub most: Option<i64>,
    /// The CTAs of an SM that the kernel's hint asks for.
    pub occupancy: Option<u32>,
    /// Bytes that the CTAs of a cluster show each other beside the ring.
    pub shown: i64,
}

/// The memory of a ring.
#[derive(Clone, Copy)]
struct Room<'t> {
    target: &'t Target,
    /// Bytes of a stage, and of its barriers.
    stage: (i64, i64),
    /// The threads of a CTA, and the registers of each, where they are known.
    threads: (i64, Option<i64>),
    /// Bytes for what moves between threads behind the loop.
    reserved: i64,
    /// Whether that could go through the ring's memory.
    can_reuse: bool,
}

/// Bytes of a tile that the CTAs of a cluster show each other at once; 0 where they do not.
pub(super) fn shown_bytes(module: &Module) -> i64 {
    let shares = module.walk(module.top()).into_iter();
    let shares = shares.filter(|&op| module.kind(op) == cutlass::TILE_SCHEDULER_SHARE_PARTIAL);
    let bytes = shares.map(|op| {
        let ty = module.ty(module.required_operand(op, operand::PARTIAL));
        let whole = module.shape(ty).iter().product::<i64>() * i64::from(module.element_bytes(ty));
        whole / module.required_int(op, "parts").max(1) + TILE_ALIGNMENT
    });
    // Absent: a kernel without such a join.
    bytes.max().unwrap_or(0)
}

impl RingDemand {
    /// The depth, of that which hides latencies and that which fits; and the one that was asked for, where that decides.
    pub(super) fn chosen(self, wanted: i64, fits: i64) -> (i64, Option<u32>) {
        // A hint asks for more than hides the latency that is known, or for nothing.
        let hinted = self.hinted.filter(|&hinted| hinted > wanted);
        let usual = hinted.unwrap_or(wanted).min(fits);
        // The user's word comes after what the IR says.
        let most = self.most.filter(|&most| self.asked.is_none() && most < usual);
        let asked = self.asked.or(most.map(|most| most as u32));
        (
            asked.map_or(usual, i64::from),
            asked.or(hinted.map(|hinted| hinted as u32)),
        )
    }

    /// The depth of a ring, of so many stages that are wanted; and its memory, for a refusal. The ring's memory is reused behind the loop
    /// where more stages fit so.
    fn depth(self, room: Room<'_>, wanted: i64, estimate: Estimate) -> (Depth, StageMemory) {
        let bytes = room.stage.0 + room.stage.1;
        let behind = room.reserved.max(self.shown);
        let beside = |reserved: i64| self.stages(room.target, (reserved, 0), bytes, room.threads);
        let (alone, reusing) = (beside(behind), beside(TILE_ALIGNMENT));
        let hinted = self.hinted.map_or(wanted, |hinted| hinted.max(wanted));
        let is_short = alone.0 < self.asked.map_or(hinted, i64::from);
        let is_more = room.can_reuse && reusing.0 > alone.0;
        let reused = is_more && is_short;
        let ((most, ctas), reserved) = match reused {
            true => (reusing, TILE_ALIGNMENT),
            false => (alone, behind),
        };
        let (chosen, asked) = self.chosen(wanted, most);
        // For whoever asks for more, the memory is reused.
        let fits = if is_more && reusing.1 == ctas { reusing.0 } else { most };
        let depth = Depth {
            chosen,
            wanted,
            fits,
            reused,
            ctas,
            asked,
            round: 1,
            stage_bytes: room.stage.0,
            estimate,
        };
        let memory = StageMemory {
            reused,
            ..StageMemory::of(room.target, room.stage, reserved, fits)
        };
        (depth, memory)
    }

    /// The stages that fit in a CTA's shared memory beside what is reserved behind the loop and all the time, and the CTAs that share an SM
    /// with so many. As many CTAs as the hint asks for, or as near to it as their registers let them and a ring of the fewest stages fits each.
    pub(super) fn stages(
        self,
        target: &Target,
        (behind, resident): (i64, i64),
        stage: i64,
        (threads, registers): (i64, Option<i64>),
    ) -> (i64, Option<u32>) {
        let reserved = behind.max(self.shown) + resident;
        let room = |capacity: u32| (i64::from(capacity) - reserved).max(0) / stage.max(1);
        let alone = room(target.shared_bytes_per_cta.value);
        let demand = Demand {
            threads: threads as u32,
            registers: registers.map(|registers| registers as u32),
            shared_bytes: 0,
            tensor_columns: 0,
        };
        let most = demand.limits(target).iter().map(|&(_, most)| most).min();
        // Absent: fewer than these overlap nothing.
        let fewest = self.asked.map_or(policy().fewest_stages.value, i64::from);
        // Absent: no hint, which asks for one.
        let asked = self.occupancy.unwrap_or(1).min(most.unwrap_or(1));
        for ctas in (2..=asked).rev() {
            let fits = room(shared_bytes_for(ctas, target));
            if fits >= fewest {
                return (fits, Some(ctas));
            }
        }
        // One CTA is asked for, or no second one fits.
        (alone, None)
    }
}

/// The depth of the ring of a loop of agents.
///
/// The rule: a stage is live from the start of its load to its release. With one product in flight, that is the load, the
/// wait for and the run of its own product (one interval), and the lag until the next product has started (one more, but where
/// warps wait for their products). The depth is that live range divided by the interval, rounded up, and at most what fits.
///
/// # Errors
/// If not even what was asked for, or two stages, fit.
pub fn of_agents(
    product_loop: &ProductLoop,
    agents: &Agents,
    target: &Target,
    figures: (&PipelineFigures, &AgentFigures),
    (demand, can_reuse): (RingDemand, bool),
) -> Result<Depth, LoopRefusal> {
    // A stage is free when warps have read it, or when the next product has started.
    let (rate, intervals) = match agents.unit.completion {
        Completion::InOrder => (warp_rate(figures.0), 1),
        Completion::Groups | Completion::Mbarrier => (figures.0.fma_per_cycle_16bit.value as f64, 2),
    };
    let mut estimate = Estimate::of(product_loop, figures.0, rate, intervals);
    estimate.life += figures.1.barrier_cycles.value as f64;
    let wanted = (estimate.life / estimate.ii).ceil() as i64;
    let room = Room {
        target,
        stage: (product_loop.stage_bytes(), STAGE_BARRIER_BYTES),
        threads: (agents.threads(), Some(agents.registers_at_launch())),
        reserved: agents.consumer_warps() * figures.1.staging_bytes_per_warp.value + TILE_ALIGNMENT,
        can_reuse,
    };
    let (depth, memory) = demand.depth(room, wanted, estimate);
    if depth.chosen > depth.fits || depth.chosen < 1 || depth.fits < 1 {
        return Err(LoopRefusal::Shared {
            stages: depth.chosen.max(1),
            memory,
        });
    }
    Ok(depth)
}

/// Whether so many stages fit, and are enough for threads to copy while they read.
///
/// # Errors
/// The memory that they would take, or that one stage, where that was asked for, overlaps nothing.
pub(super) fn overlap(
    (chosen, asked): (i64, Option<u32>),
    fits: i64,
    memory: impl FnOnce() -> StageMemory,
) -> Result<(), LoopRefusal> {
    let fewest = policy().fewest_stages.value;
    match chosen {
        _ if fewest <= chosen && chosen <= fits => Ok(()),
        _ if chosen <= fits && asked.is_some() => Err(LoopRefusal::OneStage(memory())),
        _ => Err(LoopRefusal::Shared {
            stages: if asked.is_some() { chosen } else { fewest },
            memory: memory(),
        }),
    }
}

/// The depth of the ring of an unspecialised loop.
///
/// The rule: the copies of a tile start `stages` - 1 iterations before it is multiplied, and must have arrived by then. The
/// depth is the time of a load in intervals, rounded up, plus the stage that is read, plus, where a product stays in flight,
/// the stage that it reads; at most what fits. Copies of two iterations share a barrier where the stages of both fit beside those ahead, or are
/// among those that the kernel hints at. The four-stage loop has two buffers, or as many as are asked for.
///
/// # Errors
/// If not even what was asked for, or two stages, fit.
pub fn of_threads(
    product_loop: &ProductLoop,
    form: (CopyForm, i64),
    (target, warp_bits): (&Target, usize),
    (demand, can_reuse, by_one): (RingDemand, bool, bool),
) -> Result<Depth, LoopRefusal> {
    let [m, n, _] = product_loop.mnk;
    let fewest = policy().fewest_stages.value;
    let (form, in_flight) = form;
    let figures = &target.pipeline;
    let rate = match in_flight {
        0 => warp_rate(figures),
        _ => figures.fma_per_cycle_16bit.value as f64,
    };
    let estimate = Estimate::of(product_loop, figures, rate, 1 + in_flight);
    let wanted = (estimate.life / estimate.ii).ceil() as i64;
    let has_ring = form != CopyForm::FourStage;
    let wanted = if has_ring { wanted.max(fewest) } else { fewest };
    let barrier_bytes = if form == CopyForm::Bulk { STAGE_BARRIER_BYTES } else { 0 };
    let room = Room {
        target,
        stage: (product_loop.stage_bytes(), barrier_bytes),
        threads: (1 << (LANE_BITS + warp_bits), None),
        // The results go through shared memory in as many as four rounds, at most four bytes an element; the tiles are aligned.
        reserved: m * n + 2 * TILE_ALIGNMENT,
        can_reuse: can_reuse && has_ring,
    };
    let hinted = demand.hinted.filter(|_| has_ring);
    let demand = RingDemand { hinted, ..demand };
    let (depth, memory) = demand.depth(room, wanted, estimate);
    if form == CopyForm::Copies
        && by_one
        && let Some(of_rounds) = of_rounds(&depth, demand, room, estimate)
    {
        return Ok(of_rounds);
    }
    // One buffer is multi-buffering turned off: what is loaded waits in registers.
    if has_ring || depth.chosen > depth.fits {
        overlap((depth.chosen, depth.asked), depth.fits, || memory)?;
    }
    Ok(depth)
}

/// The ring of copies of which those of a round share a barrier: its stages are beside those ahead. None: there is no room for
/// them, or not so many are asked for.
fn of_rounds(depth: &Depth, demand: RingDemand, room: Room<'_>, estimate: Estimate) -> Option<Depth> {
    let round = policy().copied_round.value;
    let stages = (depth.wanted + 2 * round - 2) / round * round;
    if depth.asked.is_some() {
        // As many as the kernel hints at; who asks by an option has all but one ahead.
        let has_room = demand.asked.is_none() && depth.chosen % round == 0 && depth.chosen >= stages;
        return has_room.then_some(Depth { round, ..*depth });
    }
    let (deeper, _) = demand.depth(room, stages, estimate);
    // A stage more is worth no CTA beside this one.
    let beside = |depth: &Depth| i64::from(room.target.shared_bytes_per_sm.value) / (depth.chosen * depth.stage_bytes);
    let fits = depth.chosen == depth.wanted && deeper.chosen == stages && deeper.ctas == depth.ctas;
    (fits && beside(&deeper) == beside(depth)).then_some(Depth {
        wanted: depth.wanted,
        round,
        ..deeper
    })
}

/// Multiply-adds per cycle of products that warps start one by one.
pub fn warp_rate(figures: &PipelineFigures) -> f64 {
    let rate = figures.fma_per_cycle_of_warps.as_ref();
    // Absent: no rate of its own is known; that of the whole unit bounds it.
    rate.unwrap_or(&figures.fma_per_cycle_16bit).value as f64
}
