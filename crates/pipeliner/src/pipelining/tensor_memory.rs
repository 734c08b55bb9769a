//! Agents of loops whose accumulators are in tensor memory: one warp loads, one thread of another issues products, and the consumers
//! read what these leave once the loop is done.

use super::Consumers;
use super::ProductLoop;
use super::choice::occupancy_hint;
use super::plan::{Agents, alike, consumer_estimate, scheduler};
use super::ring_issued::is_zero;
use super::why::{AgentRefusal, ONE_PRODUCT};
use tilewright_analysis::registers::Consumer;
use tilewright_analysis::warpgroup::GROUP_THREADS;
use tilewright_ir::dialects::facts::ACCUMULATOR_SLOTS;
use tilewright_ir::operand;
use tilewright_ir::views::ForOp;
use tilewright_ir::{AttrData, Module, Op, Value};
use tilewright_machine::{AgentFigures, Target};
use tilewright_units::tensor_memory::{columns, most_columns};
use tilewright_units::{Role, Unit};

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
    match consumers {
        Consumers::PingPong | Consumers::Turns => return Err(AgentRefusal::IssuedForAll),
        Consumers::Correction => return Err(AgentRefusal::NoCorrection(ONE_PRODUCT)),
        Consumers::One | Consumers::Cooperative => {}
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
    let consumer = Consumer {
        operands: &operands,
        beside: figures.registers_beside_instruction.value,
        reads: false,
    };
    let estimate = consumer_estimate(module, consumer, sharing);
    // Absent: whoever plans for no kernel has the accumulators alone.
    let estimated = estimate.map_or(accumulators + beside, |estimate| estimate.registers);
    let need = (accumulators + beside).max(estimated);
    let reads = consumer_estimate(module, consumer.reading(), sharing);
    // Absent: the same.
    let reading = reads.map_or(estimated, |estimate| estimate.registers);
    let at = reads.and_then(|estimate| module.span(estimate.at?));
    // Absent: no hint, which asks for one.
    let ctas = occupancy_hint(module, target).map_or(1, i64::from);
    let of_roles = |roles: &[Role]| alike(roles, target, figures, (sharing, need), (reading, at), (true, ctas));
    let roles: Vec<Role> = unit.roles.iter().copied().chain(scheduler(module, unit)).collect();
    let scheduled = of_roles(&roles);
    // Where registers are handed over, a warpgroup that only pulls work would take too many.
    let list = match scheduled
        .iter()
        .any(|agent| !agent.role.holds_tiles() && agent.warps > 1)
    {
        true => of_roles(unit.roles),
        false => scheduled,
    };
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        in_parts: false,
        list,
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
