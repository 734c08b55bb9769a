//! Agents and depths of a loop whose tiles come through rings.

use super::Consumers;
use super::plan::{Agent, Agents, Depth, Estimate, RingDemand};
use super::ring_graph::RingGraph;
use super::ring_loop::{RingLoop, RingProduct, Side};
use super::why::{AgentRefusal, LoopRefusal, StageMemory};
use tilewright_analysis::contract;
use tilewright_analysis::registers::{self, Consumer};
use tilewright_analysis::shared_memory::{STAGE_BARRIER_BYTES, TILE_ALIGNMENT};
use tilewright_analysis::warpgroup::{GROUP_THREADS, GROUP_WARPS};
use tilewright_ir::{Module, Op, Value};
use tilewright_machine::{AgentFigures, PipelineFigures, Target, register_model};
use tilewright_units::{Role, Unit};

/// The agents for a loop, with these consumers.
///
/// # Errors
/// Rows that they cannot share, or more registers than they can have.
pub fn agents(
    module: &Module,
    found: &RingLoop,
    target: &Target,
    figures: &AgentFigures,
    (unit, consumers): (&'static Unit, Consumers),
) -> Result<Agents, AgentRefusal> {
    let (rows, sharing) = (unit.figures().rows, consumers.sharing());
    for product in &found.products {
        let [m, _, _] = product.mnk;
        if m % (sharing * rows) != 0 {
            return Err(AgentRefusal::Rows {
                rows: m,
                groups: sharing,
                at_once: rows,
            });
        }
    }
    let largest = |of: fn([i64; 3]) -> i64| found.products.iter().map(|product| of(product.mnk)).max();
    // Absent: each such loop has a product.
    let accumulators = largest(|[m, n, _]| m * n).unwrap_or(0) / (sharing * GROUP_THREADS);
    // Absent: each such loop has a product.
    let columns = largest(|[_, n, _]| n).unwrap_or(0);
    let beside = figures.registers_beside_accumulators.value;
    let operands: Vec<Value> = found.loads().map(|load| module.result(load.load, 0)).collect();
    let estimate = contract::kernel(module).map(|kernel| {
        let consumer = Consumer {
            operands: &operands,
            beside: figures.registers_beside_instruction.value,
        };
        let warp_bits = (sharing * GROUP_WARPS).ilog2() as usize;
        registers::Estimate::of_consumer(module, kernel, warp_bits, consumer)
    });
    let least = accumulators + beside;
    // Absent: whoever plans for no kernel has the accumulators alone.
    let need = estimate.map_or(least, |estimate| estimate.registers.max(least));
    let per_sm = i64::from(target.registers_per_sm.value);
    let most = i64::from(target.registers_per_thread.value).min(figures.registers_of_consumer.value);
    if need > most {
        return Err(AgentRefusal::ThreadRegisters {
            accumulators,
            beside: need - accumulators,
            most,
        });
    }
    if need * sharing * GROUP_THREADS > per_sm {
        return Err(AgentRefusal::SmRegisters {
            need,
            threads: sharing * GROUP_THREADS,
            most: per_sm,
        });
    }
    let of_producer = figures.registers_of_producer.value;
    let most = most.min((per_sm / GROUP_THREADS - of_producer) / sharing);
    let consumer = most / 8 * 8;
    let at_launch = unit.figures().accumulators_per_thread(columns) + figures.registers_beside_instruction.value;
    let kept = (at_launch * (sharing + 1) - consumer * sharing + 7) / 8 * 8;
    let list = unit.roles.iter().map(|&role| match role {
        Role::Consumer => Agent {
            role,
            groups: sharing,
            registers: consumer,
            need,
            at: estimate.and_then(|estimate| module.span(estimate.at?)),
        },
        Role::Producer | Role::Issuer => Agent {
            role,
            groups: 1,
            registers: kept.max(of_producer),
            need: register_model().agent.value,
            at: None,
        },
    });
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        list: list.collect(),
    })
}

/// The depth of the rings that are filled in each iteration; the others have a slot.
///
/// A slot is live from the start of its load until the last product that reads it is done: the load, and what the products take
/// that read it, one after the other.
///
/// # Errors
/// Not even what was asked for, or one slot of each ring, fits.
pub fn depth(
    found: &RingLoop,
    graph: &RingGraph,
    agents: &Agents,
    target: &Target,
    figures: (&PipelineFigures, &AgentFigures),
    demand: RingDemand,
) -> Result<Depth, LoopRefusal> {
    let stage_bytes = found.stage_bytes();
    let rings = found.rings.iter().filter(|ring| ring.inside).count() as i64;
    let barrier_bytes = STAGE_BARRIER_BYTES * rings;
    let reserved =
        agents.consumer_warps() * figures.1.staging_bytes_per_warp.value + TILE_ALIGNMENT + found.resident_bytes();
    let groups: i64 = agents.list.iter().map(|agent| agent.groups).sum();
    let threads = (groups * GROUP_THREADS, Some(agents.registers_at_launch()));
    let (fits, ctas) = demand.stages(target, reserved, stage_bytes + barrier_bytes, threads);
    let fill = stage_bytes as f64 / figures.0.fill_bytes_per_cycle.value.max(1) as f64;
    let (ii, load) = (graph.most(), figures.0.load_latency.value as f64 + fill);
    let reading = |load: Op| {
        let reads = |product: &&RingProduct| product.sides.contains(&Side::Ring(load));
        let fma: i64 = found
            .products
            .iter()
            .filter(reads)
            .map(|product| product.mnk.iter().product::<i64>())
            .sum();
        fma as f64 / figures.0.fma_per_cycle_16bit.value.max(1) as f64
    };
    let held = found.loads().map(|load| reading(load.load)).fold(0.0, f64::max);
    let estimate = Estimate {
        ii,
        mma: graph.tensor(),
        load,
        life: load + held + figures.1.barrier_cycles.value as f64,
    };
    let wanted = (estimate.life / estimate.ii).ceil() as i64;
    let chosen = demand.asked.map_or(wanted.min(fits), i64::from);
    if chosen > fits || chosen < 1 {
        return Err(LoopRefusal::Shared {
            stages: chosen.max(1),
            memory: StageMemory {
                stage_bytes,
                barrier_bytes,
                capacity: i64::from(target.shared_bytes_per_cta.value),
                reserved,
                fits,
                target: target.name.clone(),
            },
        });
    }
    Ok(Depth {
        chosen,
        wanted,
        fits,
        ctas,
        asked: demand.asked,
        stage_bytes,
        estimate: Some(estimate),
    })
}
