//! Three depths, three names: stage count, roofline stages, buffer depth. They are different numbers.

use crate::graph::{Class, LoopGraph, Op, OpId};

/// Stage count (docs/sources/modulo-scheduling.md#stage-count): `ceil((max(start + latency) + 1) / II)`, the iterations
/// that the schedule overlaps. `None` stands for the described `UINT32_MAX`: an op has no seat.
pub fn stage_count(graph: &LoopGraph, ii: u32, start: &[Option<i64>]) -> Option<i64> {
    let mut end = 0;
    for (op, s) in graph.ops.iter().zip(start) {
        end = end.max((*s)?.saturating_add(i64::from(op.latency)));
    }
    let ii = i64::from(ii.max(1));
    Some(end / ii + 1)
}

/// `floor(max start / II) + 1`: the stages ops are issued in. `None` if an op has no seat.
pub fn stages_by_start(ii: u32, start: &[Option<i64>]) -> Option<i64> {
    let mut last = 0;
    for s in start {
        last = last.max((*s)?);
    }
    Some(last / i64::from(ii.max(1)) + 1)
}

/// The stages that a bandwidth argument asks for (docs/sources/cost-model.md#roofline).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roofline {
    /// `ceil(memory cycles / compute cycles)`.
    pub stages: u64,
    /// Stages of producer and consumer. A single stage is promoted to the pair (0, 1): commit and fence cost half a
    /// cycle, so the two never share a stage.
    pub pair: (u64, u64),
}

/// Roofline stages: `ceil(memory / compute)`, both in cycles per iteration; `None` when there is nothing to compute.
pub fn roofline_stages(memory: u64, compute: u64) -> Option<Roofline> {
    let stages = if compute == 0 {
        return None;
    } else {
        memory.div_ceil(compute).max(1)
    };
    Some(Roofline {
        stages,
        pair: (0, (stages - 1).max(1)),
    })
}

/// Memory and compute cycles of one iteration, for [`roofline_stages`], from the classes of the ops: the longest chain
/// of distance-0 dependences through ops that move data towards compute, each for the cycles it holds its transport,
/// and the sum of what compute ops hold. `None` for loops that have no op of one of the two sorts.
pub fn roofline_cycles(graph: &LoopGraph) -> Option<(u64, u64)> {
    let held = |op: &Op| {
        if op.duration() > 0 {
            op.duration() as i64
        } else {
            i64::from(op.latency)
        }
    };
    let is_memory = |op: OpId| {
        let class = Class::of(&graph.ops[op]);
        matches!(
            class,
            Some(Class::GlobalLoad | Class::GlobalToShared | Class::LocalStore)
        )
    };
    // The same graph with those cycles as latencies: its longest paths are the chains.
    let mut chains = graph.clone();
    for e in &mut chains.edges {
        e.latency = if is_memory(e.src) { held(&graph.ops[e.src]) } else { 0 };
    }
    let path = crate::recurrence::earliest_starts(&chains, 0, |i| chains.edges[i].distance == 0)?;
    let ends = (0..graph.ops.len())
        .filter(|&op| is_memory(op))
        .map(|op| path[op] + held(&graph.ops[op]));
    let memory = u64::try_from(ends.max()?).ok().filter(|&m| m > 0)?;
    let compute: i64 = graph
        .ops
        .iter()
        .filter(|o| Class::of(o) == Some(Class::Compute))
        .map(held)
        .sum();
    u64::try_from(compute)
        .ok()
        .filter(|&c: &u64| c > 0)
        .map(|compute| (memory, compute))
}

/// The memory cycles of one iteration by copies from global memory alone, where the roofline asks for more stages on account of stores to
/// shared memory in their chain: these take no memory bandwidth, and the buffers that they would ask for hold nothing back. The fix is to
/// stage by a copy that goes there itself, or to name the number of stages.
pub fn staging_inflates(graph: &LoopGraph) -> Option<u64> {
    let (memory, compute) = roofline_cycles(graph)?;
    let mut copies = graph.clone();
    for op in &mut copies.ops {
        if Class::of(op) == Some(Class::LocalStore) {
            op.class = Some(Class::Noop);
        }
    }
    let (alone, _) = roofline_cycles(&copies)?;
    let stages = |memory| roofline_stages(memory, compute).map(|roofline| roofline.stages);
    (stages(memory) != stages(alone)).then_some(alone)
}

/// Ops that each take a named barrier and wait for the same ops, where the loop draws on more barriers than there are at a time: hand-offs that
/// align can share one.
pub fn barriers_that_align(graph: &LoopGraph) -> Vec<Vec<OpId>> {
    let barriers = graph
        .resources
        .iter()
        .position(|one| one.name.contains("named_barrier"));
    let Some(pool) = barriers else { return Vec::new() };
    let draws = |op: &Op| op.footprint.iter().flatten().any(|used| used.res == pool);
    let takers: Vec<OpId> = (0..graph.ops.len()).filter(|&op| draws(&graph.ops[op])).collect();
    if takers.len() as u64 <= u64::from(graph.resources[pool].capacity) {
        return Vec::new();
    }
    let waits = |op: OpId| -> Vec<(OpId, i64, u32)> {
        let edges = graph.edges.iter().filter(|edge| edge.dst == op);
        edges.map(|edge| (edge.src, edge.latency, edge.distance)).collect()
    };
    let mut groups: Vec<Vec<OpId>> = Vec::new();
    for op in takers {
        let own = waits(op);
        match groups
            .iter_mut()
            .find(|group| !own.is_empty() && waits(group[0]) == own)
        {
            Some(group) => group.push(op),
            None => groups.push(vec![op]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Cycles from the issue of the heaviest load to its result; none where nothing comes from global memory.
pub fn heaviest_load(graph: &LoopGraph) -> Option<u32> {
    let mut heaviest = None;
    for op in &graph.ops {
        if let Some(Class::GlobalLoad | Class::GlobalToShared) = Class::of(op) {
            heaviest = heaviest.max(Some(op.latency));
        }
    }
    heaviest
}

/// A number of stages that a pool cannot carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagesRefused {
    /// Component of the cost vector that refuses: always 1, resource legality.
    pub component: u32,
    /// Index of the pool.
    pub pool: usize,
    /// Its cap.
    pub cap: u64,
    /// The units that so many iterations in flight ask for.
    pub demand: u64,
}

/// Whether `stages` iterations in flight fit into every pool, given what one iteration in flight takes of each on
/// average (docs/sources/cost-model.md#roofline, second example: two TMEM banks each under a cap of 4).
///
/// # Errors
/// The first pool that is too small.
pub fn admit_stages(stages: u64, per_iteration: &[u64], caps: &[u64]) -> Result<(), StagesRefused> {
    for (pool, (&each, &cap)) in per_iteration.iter().zip(caps).enumerate() {
        let demand = each.saturating_mul(stages);
        if demand > cap {
            return Err(StagesRefused {
                component: 1,
                pool,
                cap,
                demand,
            });
        }
    }
    Ok(())
}

/// Buffer depth: `ceil((slot freed - load issued) / II)` ring slots (at least 1), capped by what memory allows.
pub fn buffer_depth(issued: i64, freed: i64, ii: u32, memory_cap: Option<u64>) -> u64 {
    let life = u64::try_from(freed.saturating_sub(issued)).unwrap_or(0);
    let depth = life.div_ceil(u64::from(ii.max(1))).max(1);
    memory_cap.map_or(depth, |cap| depth.min(cap))
}

/// Lifetime of the value of `op` in cycles: from its issue to the last issue of a consumer (`start + distance * II`),
/// and at least its latency.
pub fn lifetime(graph: &LoopGraph, ii: u32, start: &[i64], op: OpId) -> i64 {
    let uses = graph.edges.iter().filter(|e| e.src == op && e.latency > 0);
    let last = uses.map(|e| start[e.dst] + i64::from(e.distance) * i64::from(ii)).max();
    last.map_or(0, |t| t - start[op]).max(i64::from(graph.ops[op].latency))
}
