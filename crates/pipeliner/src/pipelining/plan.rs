//! Resources of a pipelined product: warpgroups, registers, and how many tiles are in flight.

use super::ping_pong::tile_loop;
use super::ring_plan::in_whole_groups;
use super::why::{Accumulators, AgentRefusal, FourStageRegisters, LoopRefusal, StageMemory};
use super::{Consumers, CopyForm, ProductLoop, tensor_memory};
use tilewright_analysis::contract;
use tilewright_analysis::occupancy::{Demand, registers_for, shared_bytes_for};
use tilewright_analysis::registers::{self, Consumer};
use tilewright_analysis::shared_memory::{STAGE_BARRIER_BYTES, TILE_ALIGNMENT};
use tilewright_analysis::warpgroup::{GROUP_THREADS, GROUP_WARPS, registers_at_launch};
use tilewright_diag::Span;
use tilewright_ir::{Module, Value, WARP_THREADS};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::{AgentFigures, PipelineFigures, Target, policy, register_model};
use tilewright_units::{Completion, Role, Unit, WARPS};

/// An agent of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agent {
    /// Its role.
    pub role: Role,
    /// Its warps: whole warpgroups where registers are handed over.
    pub warps: i64,
    /// Registers of a thread after `setmaxnreg`.
    pub registers: i64,
    /// Registers that a thread needs, by estimate.
    pub need: i64,
    /// The place in the source where it needs them; none: an agent needs no fewer than these.
    pub at: Option<Span>,
}

/// The agents of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agents {
    /// The consumers.
    pub consumers: Consumers,
    /// Registers of a consumer's thread that hold accumulators.
    pub accumulators: i64,
    /// The unit that multiplies.
    pub unit: &'static Unit,
    /// Each of them, in the order of its warps.
    pub list: Vec<Agent>,
}

impl Agents {
    /// The agent of a role, if there is one.
    pub fn of(&self, role: Role) -> Option<&Agent> {
        self.list.iter().find(|agent| agent.role == role)
    }

    /// Warps of the consumer, which store results through shared memory.
    pub fn consumer_warps(&self) -> i64 {
        // Absent: no unit has loops without one.
        self.of(Role::Consumer).map_or(0, |agent| agent.warps)
    }

    /// The registers that a consumer's thread needs, by estimate, and those that it gets, where these are fewer.
    pub fn spills(&self) -> Option<(i64, i64)> {
        let consumer = self.of(Role::Consumer)?;
        (consumer.need > consumer.registers).then_some((consumer.need, consumer.registers))
    }

    /// Registers of a thread of any agent at launch.
    pub fn registers_at_launch(&self) -> i64 {
        registers_at_launch(self.list.iter().map(|agent| (agent.warps, agent.registers)))
    }

    /// Threads of all agents.
    pub fn threads(&self) -> i64 {
        self.list.iter().map(|agent| agent.warps).sum::<i64>() * WARP_THREADS
    }
}

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
    /// Bytes of one stage.
    pub stage_bytes: i64,
    /// The figures behind `wanted`, in cycles of the SM clock; none where no figures of the machine are known.
    pub estimate: Option<Estimate>,
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
    }
}

impl Depth {
    /// A deeper ring that fits and makes an iteration shorter: its stages, and the cycles of an iteration with it.
    pub fn deeper(&self) -> Option<(i64, f64)> {
        let estimate = self.estimate?;
        let stages = self.wanted.min(self.fits);
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
    /// Whether what threads compute is what keeps an iteration busy the longest.
    pub threads: bool,
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
            threads: false,
        }
    }

    /// The live range of a stage in a ring of so many: with one, no product stays in flight while the next starts, so that none
    /// is waited for.
    pub fn life_in(&self, stages: i64) -> f64 {
        self.life - if stages == 1 { self.ii } else { 0.0 }
    }

    /// Cycles from one iteration to the next with a ring of so many stages, none of which is filled anew while it is live.
    pub fn iteration(&self, stages: i64) -> f64 {
        self.ii.max(self.life_in(stages) / stages.max(1) as f64)
    }

    /// The limit of an iteration with a ring of so many stages; none: the threads, which the loop's bounds tell more of.
    pub fn limit(&self, stages: i64) -> Option<IterationLimit> {
        if self.iteration(stages) > self.ii {
            Some(IterationLimit::Stages)
        } else if self.threads {
            None
        } else if self.ii > self.mma {
            Some(IterationLimit::Fill)
        } else {
            Some(IterationLimit::Products)
        }
    }
}

/// Bytes of one stage: a tile of each operand.
fn stage_bytes(product_loop: &ProductLoop) -> i64 {
    product_loop
        .operands
        .iter()
        .map(|operand| operand.tma.tile_bytes())
        .sum()
}

/// The bytes of a stage that a CTA loads: where CTAs of a cluster load a tile together, each asks the path to L2 for its part.
fn loaded_bytes(product_loop: &ProductLoop) -> i64 {
    let parts = product_loop.operands.iter().zip(product_loop.parts());
    parts.map(|(operand, parts)| operand.tma.tile_bytes() / parts).sum()
}

/// Steps in which registers of a thread are given (PTX ISA, `setmaxnreg`; the same unit at launch).
const REGISTER_STEP: i64 = 8;

/// The agents for a product, with these consumers.
///
/// # Errors
/// The reason why it cannot have them: accumulators that do not fit into registers, rows that cannot be shared, no tiles to take
/// turns at.
pub fn agents(
    module: &Module,
    product_loop: &ProductLoop,
    target: &Target,
    figures: &AgentFigures,
    (unit, consumers): (&'static Unit, Consumers),
) -> Result<Agents, AgentRefusal> {
    if unit.has_tensor_memory() {
        return tensor_memory::agents(module, product_loop, target, figures, (unit, consumers));
    }
    let [m, n, _] = product_loop.mnk;
    let rows = unit.figures().rows;
    let (groups, sharing) = (consumers.groups(), consumers.sharing());
    if consumers == Consumers::PingPong {
        tile_loop(module, product_loop).map_err(AgentRefusal::PingPong)?;
    }
    if m % (sharing * rows) != 0 {
        return Err(AgentRefusal::Rows {
            rows: m,
            groups: sharing,
            at_once: rows,
        });
    }
    let beside = figures.registers_beside_accumulators.value;
    let per_sm = i64::from(target.registers_per_sm.value);
    let accumulators = m * n / (sharing * GROUP_THREADS);
    let operands = [0, 1].map(|number| module.result(product_loop.operands[number].load, 0));
    let goes_on = unit.completion == Completion::InOrder && product_loop.is_nested(module);
    let of_slots = if goes_on {
        register_model().unknown_slots.value
    } else {
        0
    };
    let beside_tiles = figures.registers_beside_instruction.value + of_slots;
    let estimate = consumer_estimate(module, &operands, beside_tiles, sharing);
    let (need, most) = (accumulators + beside, i64::from(target.registers_per_thread.value));
    if need > most {
        return Err(AgentRefusal::ThreadRegisters {
            accumulators,
            beside,
            most,
        });
    }
    if need * groups * GROUP_THREADS > per_sm {
        return Err(AgentRefusal::SmRegisters {
            need,
            threads: groups * GROUP_THREADS,
            most: per_sm,
        });
    }
    let at = estimate.and_then(|estimate| module.span(estimate.at?));
    if unit.completion == Completion::InOrder {
        // Absent: whoever plans for no kernel has the accumulators alone.
        let estimated = estimate.map_or(need, |estimate| estimate.registers);
        let list = alike(unit, target, figures, (groups, need.max(estimated)), (estimated, at));
        return Ok(Agents {
            consumers,
            accumulators,
            unit,
            list,
        });
    }
    // The registers that the consumers take, the producer has given back: the total over all warpgroups stays what it was
    // at launch.
    let spare = figures.registers_for_addresses.value;
    let most = (per_sm / GROUP_THREADS - figures.registers_of_producer.value) / groups;
    // Absent: whoever plans for no kernel has the accumulators alone.
    let estimated = estimate.map_or(need, |estimate| estimate.registers);
    let usual = (need.max(estimated) + spare).min(most.min(figures.registers_of_consumer.value)) / 8 * 8;
    // A consumer that needs more has all that the producer can do without.
    let of_all = in_whole_groups([groups, 1], target, i64::from(target.registers_per_thread.value));
    let consumer = if estimated > usual { of_all.max(usual) } else { usual };
    let list = agent_list(unit, figures, (groups, consumer), n, (estimated, at));
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        list,
    })
}

/// The registers of a thread of so many warpgroups that share a tile, as far as a kernel is there to be looked at: but for these
/// operands, with so many beside the tiles.
pub(super) fn consumer_estimate(
    module: &Module,
    operands: &[Value],
    beside: i64,
    sharing: i64,
) -> Option<registers::Estimate> {
    let kernel = contract::kernel(module)?;
    let consumer = Consumer { operands, beside };
    let warp_bits = (sharing * GROUP_WARPS).ilog2() as usize;
    Some(registers::Estimate::of_consumer(module, kernel, warp_bits, consumer))
}

/// The agents of a unit whose threads all have as many registers: so many warpgroups of consumers, which need so many registers beside those
/// for addresses, and one warp of each of the others. But for the consumers' tile nobody has many, so that all threads together need fewer
/// than warpgroups of each role would, and more CTAs share an SM. Consumers that by estimate need far more have them from idle warps.
pub(super) fn alike(
    unit: &Unit,
    target: &Target,
    figures: &AgentFigures,
    (groups, need): (i64, i64),
    (estimated, at): (i64, Option<Span>),
) -> Vec<Agent> {
    let others = unit.roles.iter().filter(|role| !role.holds_tiles()).count() as i64;
    let of_sm = registers_for(groups * GROUP_THREADS + others * WARP_THREADS, target);
    let wanted = need + figures.registers_for_addresses.value;
    let most = i64::from(target.registers_per_thread.value);
    let all = wanted.min(of_sm).min(most) / REGISTER_STEP * REGISTER_STEP;
    let model = register_model();
    let own = model.agent.value;
    let is_short = estimated * 100 > all * (100 + model.too_high.value);
    // Consumers that need more than all can have alike take it from those who hold no tiles: these are whole warpgroups then.
    let handed_over = in_whole_groups([groups, others], target, figures.registers_of_consumer.value);
    let (alone, registers, of_others) = match is_short && handed_over > all {
        true => (GROUP_WARPS, handed_over, own),
        false => (1, all, all),
    };
    let agent = |&role: &Role| match role.holds_tiles() {
        true => Agent {
            role,
            warps: groups * GROUP_WARPS,
            registers,
            need: estimated,
            at,
        },
        false => Agent {
            role,
            warps: alone,
            registers: of_others,
            need: own,
            at: None,
        },
    };
    unit.roles.iter().map(agent).collect()
}

/// The agents of a unit: so many warpgroups of consumers with so many registers each, which need some of them at a place, and one
/// warpgroup of each of the others. The unit's instructions have as many columns.
pub(super) fn agent_list(
    unit: &Unit,
    figures: &AgentFigures,
    (groups, registers): (i64, i64),
    columns: i64,
    (need, at): (i64, Option<Span>),
) -> Vec<Agent> {
    // The assembler knows of the count at launch alone: it must do for an instruction. The producer gives back less then.
    let at_launch = unit.figures().accumulators_per_thread(columns) + figures.registers_beside_instruction.value;
    let kept = (at_launch * (groups + 1) - registers * groups + 7) / 8 * 8;
    let least = match registers > figures.registers_of_consumer.value {
        true => register_model().agent.value,
        false => figures.registers_of_producer.value,
    };
    let agent = |&role: &Role| match role {
        Role::Consumer => Agent {
            role,
            warps: groups * GROUP_WARPS,
            registers,
            need,
            at,
        },
        Role::Producer | Role::Issuer | Role::Transformer => Agent {
            role,
            warps: GROUP_WARPS,
            registers: kept.max(least),
            need: register_model().agent.value,
            at: None,
        },
    };
    unit.roles.iter().map(agent).collect()
}

/// The refusal of a product whose accumulators no warpgroups can hold, with the nearest tile that they can.
pub fn too_many_accumulators(
    product_loop: &ProductLoop,
    unit: &Unit,
    target: &Target,
    figures: &AgentFigures,
) -> LoopRefusal {
    let [m, n, _] = product_loop.mnk;
    let rows = unit.figures().rows;
    let beside = figures.registers_beside_accumulators.value;
    let per_thread = i64::from(target.registers_per_thread.value);
    let per_sm = i64::from(target.registers_per_sm.value);
    let accumulators = |groups: i64, m: i64| m * n / (groups * GROUP_THREADS);
    let fits = |groups: i64, m: i64| {
        m % (groups * rows) == 0
            && accumulators(groups, m) + beside <= per_thread
            && (accumulators(groups, m) + beside) * groups * GROUP_THREADS <= per_sm
    };
    let smaller = std::iter::successors(Some(m / 2), |m| Some(m / 2)).take_while(|&m| m >= rows);
    let nearest = smaller.into_iter().find(|&m| fits(1, m) || fits(2, m));
    LoopRefusal::Accumulators(Accumulators {
        tile: [m, n],
        accumulators: accumulators(2, m),
        beside,
        need: (accumulators(2, m) + beside) * 2 * GROUP_THREADS,
        most: [per_thread, per_sm],
        target: target.name.clone(),
        nearest,
    })
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
}

/// The memory that stages of a ring share, of which each takes so many bytes, on a GPU whose registers so many threads have.
#[derive(Clone, Copy)]
struct Room<'t> {
    target: &'t Target,
    stage: i64,
    threads: (i64, Option<i64>),
}

/// The stages that fit, the CTAs of an SM that they fit for, the bytes that they leave, and whether the ring's memory is reused.
struct Fit {
    fits: i64,
    ctas: Option<u32>,
    reserved: i64,
    reused: bool,
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

    /// The stages that fit, of so many that are wanted, beside what is reserved; or beside next to nothing, if the ring's memory can be
    /// reused and more fit so.
    fn fit(self, room: Room<'_>, wanted: i64, (reserved, can_reuse): (i64, bool)) -> Fit {
        let fit = |reserved: i64, reused: bool| {
            let (fits, ctas) = self.stages(room.target, reserved, room.stage, room.threads);
            Fit {
                fits,
                ctas,
                reserved,
                reused,
            }
        };
        let alone = fit(reserved, false);
        let wanted = self.asked.map_or(wanted, i64::from);
        if !can_reuse || alone.fits >= wanted {
            return alone;
        }
        Some(fit(TILE_ALIGNMENT, true))
            .filter(|reused| reused.fits > alone.fits)
            .unwrap_or(alone)
    }

    /// The stages that fit in a CTA's shared memory beside what is reserved, and the CTAs that share an SM with so many.
    /// As many CTAs as the hint asks for, where their registers let them and a ring of the fewest stages fits each.
    pub(super) fn stages(
        self,
        target: &Target,
        reserved: i64,
        stage: i64,
        (threads, registers): (i64, Option<i64>),
    ) -> (i64, Option<u32>) {
        let room = |capacity: u32| (i64::from(capacity) - reserved).max(0) / stage.max(1);
        let alone = room(target.shared_bytes_per_cta.value);
        let demand = Demand {
            threads: threads as u32,
            registers: registers.map(|registers| registers as u32),
            shared_bytes: 0,
            tensor_columns: 0,
        };
        let fit = |ctas: &u32| demand.limits(target).iter().all(|(_, most)| most >= ctas);
        let shared = self.occupancy.filter(|ctas| *ctas > 1 && fit(ctas));
        let shared = shared.map(|ctas| (room(shared_bytes_for(ctas, target)), Some(ctas)));
        // Absent: fewer than these overlap nothing.
        let fewest = self.asked.map_or(policy().fewest_stages.value, i64::from);
        // Absent: one CTA is asked for, or more than fit.
        shared.filter(|&(fits, _)| fits >= fewest).unwrap_or((alone, None))
    }
}

/// The depth of the ring.
///
/// The rule: a stage is live from the start of its load to its release. With one product in flight, that is the load, the
/// wait for and the run of its own product (one interval), and the lag until the next product has started (one more, but where
/// warps wait for their products). The
/// depth is that live range divided by the interval, rounded up, and at most what fits.
///
/// # Errors
/// If not even what was asked for, or two stages, fit.
pub fn depth(
    product_loop: &ProductLoop,
    agents: &Agents,
    target: &Target,
    figures: (&PipelineFigures, &AgentFigures),
    (demand, can_reuse): (RingDemand, bool),
) -> Result<Depth, LoopRefusal> {
    let stage_bytes = stage_bytes(product_loop);
    let reserved = agents.consumer_warps() * figures.1.staging_bytes_per_warp.value + TILE_ALIGNMENT;
    let barrier_bytes = STAGE_BARRIER_BYTES;
    let threads = (agents.threads(), Some(agents.registers_at_launch()));
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
        stage: stage_bytes + barrier_bytes,
        threads,
    };
    let Fit {
        fits,
        ctas,
        reserved,
        reused,
    } = demand.fit(room, wanted, (reserved, can_reuse));
    let (chosen, asked) = demand.chosen(wanted, fits);
    if chosen > fits || chosen < 1 || fits < 1 {
        return Err(LoopRefusal::Shared {
            stages: chosen.max(1),
            memory: StageMemory::of(target, (stage_bytes, barrier_bytes), reserved, fits),
        });
    }
    Ok(Depth {
        chosen,
        wanted,
        fits,
        reused,
        ctas,
        asked,
        stage_bytes,
        estimate: Some(estimate),
    })
}

/// Whether so many stages fit, and are enough for threads to copy while they read.
///
/// # Errors
/// The memory that they would take, or that one stage overlaps nothing.
pub(super) fn overlap(chosen: i64, fits: i64, memory: impl Fn() -> StageMemory) -> Result<(), LoopRefusal> {
    let fewest = policy().fewest_stages.value;
    if fits < fewest || chosen > fits {
        return Err(LoopRefusal::Shared {
            stages: chosen.max(fewest),
            memory: memory(),
        });
    }
    match chosen < fewest {
        true => Err(LoopRefusal::OneStage(memory())),
        false => Ok(()),
    }
}

/// The depth of the ring of an unspecialised loop.
///
/// The rule: the copies of a tile start `stages` - 1 iterations before it is multiplied, and must have arrived by then. The
/// depth is the time of a load in intervals, rounded up, plus the stage that is read, plus, where a product stays in flight,
/// the stage that it reads; at most what fits. The four-stage loop has two buffers, or as many as are asked for.
///
/// # Errors
/// If not even what was asked for, or two stages, fit.
pub fn thread_depth(
    product_loop: &ProductLoop,
    form: (CopyForm, i64),
    (target, warp_bits): (&Target, usize),
    (demand, can_reuse): (RingDemand, bool),
) -> Result<Depth, LoopRefusal> {
    let [m, n, _] = product_loop.mnk;
    let fewest = policy().fewest_stages.value;
    let (form, in_flight) = form;
    let stage_bytes = stage_bytes(product_loop);
    // The results go through shared memory in as many as four rounds, at most four bytes an element; the tiles are aligned.
    let reserved = m * n + 2 * TILE_ALIGNMENT;
    let barrier_bytes = if form == CopyForm::Bulk { STAGE_BARRIER_BYTES } else { 0 };
    let threads = (1 << (LANE_BITS + warp_bits), None);
    let estimate = target.pipeline.as_ref().map(|figures| {
        let rate = match in_flight {
            0 => warp_rate(figures),
            _ => figures.fma_per_cycle_16bit.value as f64,
        };
        Estimate::of(product_loop, figures, rate, 1 + in_flight)
    });
    let wanted = estimate.map_or(policy().usual_stages.value, |cycles| {
        (cycles.life / cycles.ii).ceil() as i64
    });
    let wanted = match form {
        CopyForm::FourStage => fewest,
        _ => wanted.max(fewest),
    };
    let hinted = demand.hinted.filter(|_| form != CopyForm::FourStage);
    let demand = RingDemand { hinted, ..demand };
    let room = Room {
        target,
        stage: stage_bytes + barrier_bytes,
        threads,
    };
    let Fit {
        fits,
        ctas,
        reserved,
        reused,
    } = demand.fit(room, wanted, (reserved, can_reuse && form != CopyForm::FourStage));
    let (chosen, asked) = demand.chosen(wanted, fits);
    let memory = || StageMemory::of(target, (stage_bytes, barrier_bytes), reserved, fits);
    // One buffer is multi-buffering turned off: what is loaded waits in registers.
    if form != CopyForm::FourStage || chosen > fits {
        overlap(chosen, fits, memory)?;
    }
    Ok(Depth {
        chosen,
        wanted,
        fits,
        reused,
        ctas,
        asked,
        stage_bytes,
        estimate,
    })
}

/// Whether what a four-stage loop keeps in registers fits: accumulators, fragments of one iteration, tiles of another.
///
/// # Errors
/// If it does not, with the parts.
pub fn four_stage_registers(product_loop: &ProductLoop, warp_bits: usize, target: &Target) -> Result<(), LoopRefusal> {
    let [m, n, k] = product_loop.mnk;
    let Some(layout) = (WARPS.accumulator)(m, n, warp_bits) else {
        return Ok(());
    };
    let registers = |layout: &Layout| layout.registers() as i64;
    let accumulators = registers(&layout);
    let fragments = registers(&(WARPS.lhs)(&layout, n, k)) + registers(&(WARPS.rhs)(&layout, n, k));
    let tiles = ((stage_bytes(product_loop) / 4) >> (warp_bits + LANE_BITS)).max(1);
    let most = i64::from(target.registers_per_thread.value);
    let per_sm = i64::from(target.registers_per_sm.value) >> (warp_bits + LANE_BITS);
    let (parts, most) = (
        [
            accumulators,
            fragments,
            tiles,
            policy().four_stage_address_registers.value,
        ],
        most.min(per_sm),
    );
    if parts.iter().sum::<i64>() <= most {
        return Ok(());
    }
    Err(LoopRefusal::FourStageRegisters(FourStageRegisters {
        tile: product_loop.mnk,
        parts,
        most,
        target: target.name.clone(),
    }))
}

/// Multiply-adds per cycle of products that warps start one by one.
pub fn warp_rate(figures: &PipelineFigures) -> f64 {
    let rate = figures.fma_per_cycle_of_warps.as_ref();
    // Absent: no rate of its own is known; that of the whole unit bounds it.
    rate.unwrap_or(&figures.fma_per_cycle_16bit).value as f64
}
