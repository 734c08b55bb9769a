//! Agents of loops whose accumulators are in tensor memory: one warp loads, one thread of another issues products, and the consumers
//! read what these leave once the loop is done.
//!
//! As a rule no registers are handed over: but for the consumers' tile nobody has many, so that all threads together need fewer than
//! warpgroups of each role would, and more CTAs share an SM. An epilogue that needs far more has them from idle warps.

use super::Consumers;
use super::ProductLoop;
use super::plan::{Agent, Agents, consumer_estimate};
use super::ring_issued::is_zero;
use super::ring_plan::in_whole_groups;
use super::why::AgentRefusal;
use tilewright_analysis::occupancy::registers_for;
use tilewright_analysis::warpgroup::{GROUP_THREADS, GROUP_WARPS};
use tilewright_ir::dialects::facts::ACCUMULATOR_SLOTS;
use tilewright_ir::operand;
use tilewright_ir::views::ForOp;
use tilewright_ir::{AttrData, Module, Op, Value, WARP_THREADS};
use tilewright_machine::{AgentFigures, Target, register_model};
use tilewright_units::tensor_memory::{columns, most_columns};
use tilewright_units::{Role, Unit};

/// Steps in which registers of a thread are given (PTX ISA, `setmaxnreg`; the same unit at launch).
const REGISTER_STEP: i64 = 8;

/// The agents for a product whose accumulators are in tensor memory, with these consumers.
///
/// # Errors
/// The reason why it cannot have them: no registers for what a consumer reads, or consumers that take turns. Columns are enough for
/// all tiles that TMA loads and the unit multiplies.
pub fn agents(
    module: &Module,
    product_loop: &ProductLoop,
    target: &Target,
    figures: &AgentFigures,
    (unit, consumers): (&'static Unit, Consumers),
) -> Result<Agents, AgentRefusal> {
    let [m, n, _] = product_loop.mnk;
    if consumers == Consumers::PingPong {
        return Err(AgentRefusal::IssuedForAll);
    }
    let sharing = consumers.sharing();
    let accumulators = m * n / (sharing * GROUP_THREADS);
    let beside = figures.registers_beside_accumulators.value;
    let most = i64::from(target.registers_per_thread.value);
    if accumulators + beside > most {
        return Err(AgentRefusal::ThreadRegisters {
            accumulators,
            beside,
            most,
        });
    }
    let operands = [0, 1].map(|number| module.result(product_loop.operands[number].load, 0));
    let estimate = consumer_estimate(module, &operands, figures.registers_beside_instruction.value, sharing);
    // Absent: whoever plans for no kernel has the accumulators alone.
    let estimated = estimate.map_or(accumulators + beside, |estimate| estimate.registers);
    let others: Vec<Role> = unit.roles.iter().copied().filter(|role| !role.holds_tiles()).collect();
    let threads = sharing * GROUP_THREADS + others.len() as i64 * WARP_THREADS;
    let of_sm = registers_for(threads, target);
    let wanted = (accumulators + beside).max(estimated) + figures.registers_for_addresses.value;
    let alike = wanted.min(of_sm).min(most) / REGISTER_STEP * REGISTER_STEP;
    let model = register_model();
    let own = model.agent.value;
    let is_short = estimated * 100 > alike * (100 + model.too_high.value);
    // Consumers that need more than all can have alike take it from those who hold no tiles: these are whole warpgroups then.
    let handed_over = in_whole_groups(
        [sharing, others.len() as i64],
        target,
        figures.registers_of_consumer.value,
    );
    let (alone, registers, of_others) = match is_short && handed_over > alike {
        true => (GROUP_WARPS, handed_over, own),
        false => (1, alike, alike),
    };
    let at = estimate.and_then(|estimate| module.span(estimate.at?));
    let agent = |&role: &Role| match role.holds_tiles() {
        true => Agent {
            role,
            warps: sharing * GROUP_WARPS,
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
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        list: unit.roles.iter().map(agent).collect(),
    })
}

/// Slots for accumulators: two where tiles follow each other and both have columns, so that one is read while the next is made.
pub fn accumulator_slots(module: &Module, product_loop: &ProductLoop, ctas: Option<u32>) -> i64 {
    let [m, n, _] = product_loop.mnk;
    // Absent: one CTA has an SM's tensor memory.
    let share = most_columns() / i64::from(ctas.unwrap_or(1).max(1));
    1 + i64::from(is_in_loop(module, product_loop.for_op) && 2 * columns([m, n]) <= share)
}

/// Whether a loop is inside of another.
fn is_in_loop(module: &Module, for_op: Op) -> bool {
    use tilewright_ir::ops::scf;
    let around = std::iter::successors(module.parent_op(for_op), |&op| module.parent_op(op));
    around
        .into_iter()
        .any(|op| matches!(module.kind(op), scf::FOR | scf::LOOP))
}

/// Writes on a loop how many slots its accumulators have.
pub fn mark(module: &mut Module, for_op: Op, slots: i64) {
    let slots = module.intern_attr(AttrData::Int(slots));
    module.set_attr(for_op, ACCUMULATOR_SLOTS, slots);
}

/// Whether a loop of a product starts from nothing, since products start afresh there. Others have rings.
pub fn starts_from_nothing(module: &Module, product_loop: &ProductLoop) -> bool {
    let start = start(module, product_loop.for_op, product_loop.dot);
    start.is_some_and(|start| is_zero(module, start))
}

/// The value that a loop's accumulator starts from.
fn start(module: &Module, for_op: Op, dot: Op) -> Option<Value> {
    let counted = ForOp::of(module, for_op)?;
    let acc = module.required_operand(dot, operand::ACC);
    let place = module
        .arguments(counted.body?)
        .iter()
        .position(|&argument| argument == acc)?;
    counted.inits.get(place.checked_sub(1)?).copied()
}
