//! Agents of a pipelined product: warpgroups, and the registers of their threads.

use super::ping_pong::tile_loop;
use super::ring_plan::in_whole_groups;
use super::why::{Accumulators, AgentRefusal, FourStageRegisters, LoopRefusal, ONE_PRODUCT};
use super::{Consumers, ProductLoop, tensor_memory};
use tilewright_analysis::contract;
use tilewright_analysis::occupancy::registers_for;
use tilewright_analysis::registers::{self, Consumer};
use tilewright_analysis::shared_memory::TILE_ALIGNMENT;
use tilewright_analysis::warpgroup::{GROUP_THREADS, GROUP_WARPS, registers_at_launch};
use tilewright_diag::Span;
use tilewright_ir::ops::cutlass;
use tilewright_ir::{Module, Op, WARP_THREADS};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::{AgentFigures, Target, memory, policy, register_model};
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
    /// Whether consumers have registers for a part of what they read from tensor memory alone.
    pub in_parts: bool,
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
    match consumers {
        Consumers::PingPong => {
            tile_loop(module, product_loop).map_err(AgentRefusal::PingPong)?;
        }
        Consumers::Turns => return Err(AgentRefusal::NoTurns(ONE_PRODUCT)),
        Consumers::Correction => return Err(AgentRefusal::NoCorrection(ONE_PRODUCT)),
        Consumers::One | Consumers::Cooperative => {}
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
    let of_slots = match goes_on {
        true => of_slots(product_loop, target, figures, (groups, sharing)),
        false => 0,
    };
    let beside_tiles = figures.registers_beside_instruction.value + of_slots;
    let consumer = Consumer {
        operands: &operands,
        beside: beside_tiles,
        reads: false,
    };
    let estimate = consumer_estimate(module, consumer, sharing);
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
        // ptxas 13.5 for sm_120a ignores setmaxnreg in kernels whose CTAs load together (C7506).
        let hands_over = product_loop.together.is_none();
        let need = need.max(estimated);
        let list = alike(
            unit.roles,
            target,
            figures,
            (groups, need),
            (estimated, at),
            (hands_over, 1),
        );
        return Ok(Agents {
            consumers,
            accumulators,
            unit,
            in_parts: false,
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
        in_parts: false,
        list,
    })
}

/// Registers of a consumer for places in a ring in which a loop inside of another goes on: what addresses of matrices have in common, up to the
/// first slot, and from there on, where the loop is written once round, an address for each step of K of both operands. Consumers that take
/// turns at tiles were measured to need none of these besides.
fn of_slots(product_loop: &ProductLoop, target: &Target, figures: &AgentFigures, (groups, sharing): (i64, i64)) -> i64 {
    let model = register_model();
    let behind = groups * GROUP_WARPS * figures.staging_bytes_per_warp.value + TILE_ALIGNMENT;
    let slots = (i64::from(target.shared_bytes_per_cta.value) - behind) / product_loop.stage_bytes().max(1);
    let of_k = product_loop.mnk[2] * product_loop.element_bytes();
    let steps = of_k.min(memory().bank_line_bytes.value) / model.product_step_bytes.value;
    let is_known = groups == sharing && (2..=policy().unrolled_iterations.value).contains(&slots);
    model.unknown_slots.value + if is_known { 2 * steps } else { 0 }
}

/// The registers of a thread of so many warpgroups that share a tile, as far as a kernel is there to be looked at.
pub(super) fn consumer_estimate(module: &Module, consumer: Consumer<'_>, sharing: i64) -> Option<registers::Estimate> {
    let kernel = contract::kernel(module)?;
    let warp_bits = (sharing * GROUP_WARPS).ilog2() as usize;
    Some(registers::Estimate::of_consumer(module, kernel, warp_bits, consumer))
}

/// The agents of a unit whose threads all have as many registers: these consumers, which need so many registers beside those
/// for addresses, and one warp of each of the others. But for the consumers' tile nobody has many, so that all threads together need fewer
/// than warpgroups of each role would, and more CTAs share an SM. Consumers that by estimate need more have them
/// from idle warps, where it can be handed over: they are alone on their SM either way.
pub(super) fn alike(
    roles: &[Role],
    target: &Target,
    figures: &AgentFigures,
    (groups, need): (i64, i64),
    (estimated, at): (i64, Option<Span>),
    (hands_over, ctas): (bool, i64),
) -> Vec<Agent> {
    let others = roles.iter().filter(|role| !role.holds_tiles()).count() as i64;
    let threads = groups * GROUP_THREADS + others * WARP_THREADS;
    // As many CTAs as the kernel asks for share an SM, where consumers have what they need so.
    let shared = registers_for(ctas * threads, target) / REGISTER_STEP * REGISTER_STEP;
    let of_sm = match estimated <= shared {
        true => shared,
        false => registers_for(threads, target),
    };
    let wanted = need + figures.registers_for_addresses.value;
    let most = i64::from(target.registers_per_thread.value);
    let all = wanted.min(of_sm).min(most) / REGISTER_STEP * REGISTER_STEP;
    let own = register_model().agent.value;
    let is_short = hands_over && estimated > all;
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
    roles.iter().map(agent).collect()
}

/// The role of one warp more, where a unit's agents are told of their work by cluster launch control.
pub(super) fn scheduler(module: &Module, unit: &Unit) -> Option<Role> {
    let pulls = |&op: &Op| module.kind(op) == cutlass::TILE_SCHEDULER_RECEIVE_WORK_ID;
    let is_pulled = unit.has_tensor_memory() && module.walk(module.top()).iter().any(pulls);
    is_pulled.then_some(Role::Scheduler)
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
        Role::Producer | Role::Issuer | Role::Transformer | Role::Scheduler => Agent {
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
    let tiles = ((product_loop.stage_bytes() / 4) >> (warp_bits + LANE_BITS)).max(1);
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
