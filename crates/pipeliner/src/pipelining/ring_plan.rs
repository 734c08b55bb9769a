//! Agents and depths of a loop whose tiles come through rings.

use super::Consumers;
use super::plan::{Agents, Depth, Estimate, RingDemand, agent_list, consumer_estimate};
use super::ring_graph::RingGraph;
use super::ring_loop::{RingLoop, RingProduct, Side};
use super::why::{AgentRefusal, LoopRefusal, StageMemory};
use tilewright_analysis::shared_memory::{STAGE_BARRIER_BYTES, TILE_ALIGNMENT};
use tilewright_analysis::warpgroup::GROUP_THREADS;
use tilewright_ir::{Module, Op};
use tilewright_machine::{AgentFigures, PipelineFigures, Target};
use tilewright_units::Unit;

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
    let operands = found.never_in_registers(module);
    let estimate = consumer_estimate(module, &operands, figures, sharing);
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
    let at = estimate.and_then(|estimate| module.span(estimate.at?));
    let list = agent_list(unit, figures, (sharing, consumer), columns, (need, at));
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        list,
    })
}

/// The depth of the rings that are filled in each iteration; the others have a slot.
///
/// The consumers' ops are in so many stages. A slot is live from the start of its load until the last product that reads it is done: the load, and what the products take
/// that read it, one after the other.
///
/// # Errors
/// Not even what was asked for, or one slot of each ring, fits.
pub fn depth(
    (found, graph): (&RingLoop, &RingGraph),
    agents: &Agents,
    target: &Target,
    figures: (&PipelineFigures, &AgentFigures),
    demand: RingDemand,
    stages: u32,
) -> Result<Depth, LoopRefusal> {
    let later = stages > 1;
    let stage_bytes = found.stage_bytes();
    let rings = found.rings.iter().filter(|ring| ring.inside).count() as i64;
    let barrier_bytes = STAGE_BARRIER_BYTES * rings;
    let written: i64 = found.written.iter().map(|tile| tile.slots(later)).sum();
    let reserved = agents.consumer_warps() * figures.1.staging_bytes_per_warp.value
        + TILE_ALIGNMENT
        + found.resident_bytes(later)
        + STAGE_BARRIER_BYTES * written;
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
            .map(|product| product.mnk.iter().product::<i64>() * product.element_bytes / 2)
            .sum();
        fma as f64 / figures.0.fma_per_cycle_16bit.value.max(1) as f64
    };
    let held = found.loads().map(|load| reading(load.load)).fold(0.0, f64::max);
    let estimate = Estimate {
        ii,
        mma: graph.tensor(),
        load,
        threads: graph.threads() >= ii,
        life: load + held + figures.1.barrier_cycles.value as f64,
    };
    let wanted = (estimate.life / estimate.ii).ceil() as i64;
    let chosen = demand.asked.map_or(wanted.min(fits), i64::from);
    if chosen > fits || chosen < 1 {
        return Err(LoopRefusal::Shared {
            stages: chosen.max(1),
            memory: StageMemory::of(target, (stage_bytes, barrier_bytes), reserved, fits),
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
