//! Agents and depths of a loop whose tiles come through rings.

use super::Consumers;
use super::depth::{Depth, Estimate, RingDemand};
use super::plain_loop::work;
use super::plan::{Agent, Agents, agent_list, consumer_estimate, scheduler};
use super::ring_graph::RingGraph;
use super::ring_loop::{RingLoop, RingProduct, Side, TileRing, Written, is_within};
use super::slice::{Slice, grow_without_tokens};
use super::transformer::Transformed;
use super::why::{AgentRefusal, LoopRefusal, ONE_PRODUCT, StageMemory};
use tilewright_analysis::occupancy::registers_for;
use tilewright_analysis::registers::{self, Consumer};
use tilewright_analysis::shared_memory::{STAGE_BARRIER_BYTES, TILE_ALIGNMENT};
use tilewright_analysis::warpgroup::{GROUP_THREADS, GROUP_WARPS};
use tilewright_diag::Span;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, scf};
use tilewright_ir::{Module, Op, Value, WARP_THREADS};
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
    if consumers == Consumers::Turns {
        takes_turns(module, found)?;
    }
    let sharing = consumers.sharing();
    // Whoever reads accumulators from tensor memory shares columns.
    let rows = match found.issued.is_empty() {
        true => unit.figures().rows,
        false => 1,
    };
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
    let consumer = Consumer {
        operands: &operands,
        beside: figures.registers_beside_instruction.value,
        reads: false,
    };
    let estimate = consumer_estimate(module, consumer, sharing);
    let least = accumulators + beside;
    // Absent: whoever plans for no kernel has the accumulators alone.
    let estimated = estimate.map_or(least, |estimate| estimate.registers);
    let need = estimated.max(least);
    let per_sm = i64::from(target.registers_per_sm.value);
    let most = i64::from(target.registers_per_thread.value).min(figures.registers_of_consumer.value);
    // Where no more threads can share what is read from tensor memory, registers have it part by part.
    let in_parts = !found.issued.is_empty() && consumers == Consumers::Cooperative && need > most;
    // Those who only add up may have what others do not need (`beside_issuer`).
    if need > most && !found.corrected && !in_parts {
        return Err(AgentRefusal::ThreadRegisters {
            accumulators,
            beside: need - accumulators,
            most,
        });
    }
    if need * sharing * GROUP_THREADS > per_sm && !in_parts {
        return Err(AgentRefusal::SmRegisters {
            need,
            threads: sharing * GROUP_THREADS,
            most: per_sm,
        });
    }
    let at = estimate.and_then(|estimate| module.span(estimate.at?));
    if !found.issued.is_empty() {
        let reads = consumer_estimate(module, consumer.reading(), sharing);
        // Absent: whoever plans for no kernel has the accumulators alone.
        let estimated = reads.map_or(least, |estimate| estimate.registers);
        let own = found
            .written
            .iter()
            .filter(|tile| tile.by == Role::Consumer && tile.inside);
        let made = own.map(|tile| grow_without_tokens(module, &[tile.at], &found.loops, vec![tile.value]));
        let of_floats = made.map(|made| of_floats(module, &made, estimated)).max();
        // Absent: consumers make no operands.
        let estimated = estimated + of_floats.unwrap_or(0);
        let need = if in_parts { estimated } else { need.max(estimated) };
        let estimated = match found.corrected {
            true => estimated * register_model().corrected_sums_percent.value / 100,
            false => estimated,
        };
        let at = reads.and_then(|estimate| module.span(estimate.at?));
        let all = (accumulators, [need, estimated], at);
        return beside_issuer(module, found, target, figures, (unit, consumers, in_parts), all);
    }
    let of_transformer = Making::of(module, found, beside, sharing);
    // Absent: nobody makes operands beside the consumers.
    let of_transformers = of_transformer.map_or(0, |making| whole(making.room));
    // Beside so many others the producer has no more than it needs.
    let of_producer = match of_transformer {
        Some(_) => register_model().agent.value,
        None => figures.registers_of_producer.value,
    };
    let groups = sharing * if of_transformer.is_some() { 2 } else { 1 } + 1;
    // At launch all have the same, in whole steps.
    let in_all = per_sm / GROUP_THREADS / groups / 8 * 8 * groups;
    let most = most.min((in_all - of_producer) / sharing - of_transformers);
    let consumer = most / 8 * 8;
    let mut list = agent_list(unit, figures, (sharing, consumer), columns, (estimated, at));
    if let Some(Making { estimate, .. }) = of_transformer {
        // Others may have registers that consumers cannot: the CTA is alone on its SM.
        let rest = (in_all - of_producer) / sharing - consumer;
        let of_transformers = of_transformers.max(rest.min(figures.registers_of_consumer.value) / 8 * 8);
        // As before, at launch there must be enough for an instruction: of what all have together, on the average of their threads.
        let at_launch = unit.figures().accumulators_per_thread(columns) + figures.registers_beside_instruction.value;
        let others = sharing * (consumer + of_transformers);
        let producer = whole(at_launch * groups - others).max(of_producer);
        if need > consumer || others + producer > in_all {
            return Err(AgentRefusal::SmRegisters {
                need: need + of_transformers,
                threads: sharing * GROUP_THREADS,
                most: per_sm,
            });
        }
        for agent in list.iter_mut().filter(|agent| agent.role == Role::Producer) {
            agent.registers = producer;
        }
        list.push(Agent {
            role: Role::Transformer,
            warps: sharing * GROUP_WARPS,
            registers: of_transformers,
            need: estimate.registers,
            at: estimate.at.and_then(|op| module.span(op)),
        });
    }
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        in_parts: false,
        list,
    })
}

/// Whether consumers can take turns at the products of an iteration.
fn takes_turns(module: &Module, found: &RingLoop) -> Result<(), AgentRefusal> {
    if !found.issued.is_empty() {
        return Err(AgentRefusal::IssuedForAll);
    }
    let products = |for_op: Op| {
        let own = found.products.iter();
        own.filter(|product| module.parent_op(product.dot) == Some(for_op))
            .count()
    };
    let is_in_loop = |&for_op: &Op| {
        let mut around = std::iter::successors(module.parent_op(for_op), |&op| module.parent_op(op));
        around.any(|op| matches!(module.kind(op), scf::FOR | scf::LOOP))
    };
    if found.loops.iter().any(|&for_op| products(for_op) < 2) {
        return Err(AgentRefusal::NoTurns(ONE_PRODUCT));
    }
    let is_met_for = |tile: &Written| tile.by == Role::Consumer && tile.inside;
    if found.written.iter().any(is_met_for) {
        return Err(AgentRefusal::NoTurns("its consumers meet to write an operand"));
    }
    // The barriers of a sequence are made ready where its loop begins, which is once in a kernel.
    if found.loops.iter().any(is_in_loop) {
        return Err(AgentRefusal::NoTurns("it is in another loop"));
    }
    let step = |&for_op: &Op| module.constant_int(module.required_operand(for_op, operand::STEP));
    if found.loops.iter().any(|for_op| step(for_op) != Some(1)) {
        return Err(AgentRefusal::NoTurns("its steps are longer than one"));
    }
    Ok(())
}

/// Gives consumers that need most of their registers, once their loop is scheduled, all that the producer can do without: there are as many at
/// launch. Where others hold tiles or start products, registers that are left are shared with them.
pub fn hand_over(agents: &mut Agents, found: &RingLoop, target: &Target, figures: &AgentFigures) {
    // Absent: nobody has registers to hand over, or takes them.
    let [Some(consumer), Some(_)] = [Role::Consumer, Role::Producer].map(|role| agents.of(role)) else {
        return;
    };
    // Consumers that correct have them already (`beside_issuer`).
    if found.corrected {
        return;
    }
    if agents.list.len() > 2 && agents.list.iter().all(|agent| agent.warps >= GROUP_WARPS) {
        return share_out(agents, target, figures);
    }
    if agents.list.len() > 2 || consumer.need + figures.registers_for_addresses.value <= consumer.registers {
        return;
    }
    let (groups, need) = (consumer.warps / GROUP_WARPS, (consumer.need, consumer.at));
    let registers = in_whole_groups([groups, 1], target, i64::from(target.registers_per_thread.value));
    if registers > consumer.registers {
        // Absent: each such loop has a product.
        let columns = found.products.iter().map(|product| product.mnk[1]).max().unwrap_or(0);
        agents.list = agent_list(agents.unit, figures, (groups, registers), columns, need);
    }
}

/// Hands on registers that warpgroups have beyond what they need: of transformers to consumers that need most of theirs; of all who hold tiles
/// to an issuer and its producer, who have a place in each ring.
fn share_out(agents: &mut Agents, target: &Target, figures: &AgentFigures) {
    let at_launch = agents.registers_at_launch();
    let is_issued = agents.of(Role::Issuer).is_some();
    let wanted = |agent: &Agent| whole(agent.need + figures.registers_for_addresses.value);
    let left = |agent: &Agent| match agent.role == Role::Transformer || is_issued && agent.role.holds_tiles() {
        true => (agent.registers - wanted(agent)).max(0),
        false => 0,
    };
    let room = |agent: &Agent| {
        let most = match agent.role {
            Role::Consumer if !is_issued => wanted(agent).min(i64::from(target.registers_per_thread.value) / 8 * 8),
            Role::Producer | Role::Issuer if is_issued => at_launch,
            // Absent: whoever hands registers on.
            _ => return 0,
        };
        (most - agent.registers).max(0)
    };
    let takers = || agents.list.iter().filter(|agent| room(agent) > 0);
    let all_left = agents.list.iter().map(|agent| agent.warps * left(agent)).sum::<i64>();
    let warps = takers().map(|agent| agent.warps).sum::<i64>();
    // Absent: nobody takes any.
    let most = takers().map(room).min().unwrap_or(0);
    let each = (all_left / warps.max(1)).min(most) / 8 * 8;
    let mut open = each * warps;
    for agent in agents.list.iter_mut().rev() {
        let given = left(agent).min(whole(open / agent.warps));
        open -= given * agent.warps;
        agent.registers += if room(agent) > 0 { each } else { -given };
    }
}

/// Agents of a unit whose products another agent starts. All threads have as many registers, if that is enough; else those who hold no
/// tiles are whole warpgroups, which hand theirs over.
fn beside_issuer(
    module: &Module,
    found: &RingLoop,
    target: &Target,
    figures: &AgentFigures,
    (unit, consumers, in_parts): (&'static Unit, Consumers, bool),
    (accumulators, [wanted, estimated], at): (i64, [i64; 2], Option<Span>),
) -> Result<Agents, AgentRefusal> {
    let own = match in_parts {
        true => register_model().agent_beside_parts.value,
        false => register_model().agent.value,
    };
    let beside = figures.registers_beside_accumulators.value;
    let transformer = Making::of(module, found, beside, consumers.sharing());
    let of_role = |&role: &Role| match role {
        Role::Consumer => (role, estimated, at),
        // Absent: agents that have no tiles.
        _ => (role, own, None),
    };
    let of_transformer = transformer.map(|Making { estimate, .. }| {
        let at = estimate.at.and_then(|op| module.span(op));
        (Role::Transformer, estimate.registers, at)
    });
    let mut all: Vec<(Role, i64, Option<Span>)> = unit.roles.iter().map(of_role).chain(of_transformer).collect();
    let holding = consumers.sharing() * GROUP_WARPS;
    let warps = |role: Role, alone: i64| if role.holds_tiles() { holding } else { alone };
    // Absent: a unit without agents.
    let need = all.iter().map(|(_, need, _)| *need).max().unwrap_or(own);
    let need = if found.corrected { need } else { need.max(wanted) };
    let need = transformer.map_or(need, |making| need.max(making.room));
    let alike = |all: &[(Role, i64, Option<Span>)]| {
        let threads = all.iter().map(|(role, ..)| warps(*role, 1)).sum::<i64>() * WARP_THREADS;
        whole(need + figures.registers_for_addresses.value).min(registers_for(threads, target) / 8 * 8)
    };
    // Where registers are handed over, a warpgroup that only pulls work would take too many.
    let scheduled: Vec<_> = all
        .iter()
        .copied()
        .chain(scheduler(module, unit).as_ref().map(of_role))
        .collect();
    if need <= alike(&scheduled) && !found.corrected && !in_parts {
        all = scheduled;
    }
    let alike = alike(&all);
    let others = all.iter().filter(|(role, ..)| !role.holds_tiles()).count() as i64;
    let holders = (all.len() as i64 - others) * consumers.sharing();
    let whole_groups = || shared_by([holders, others], own, target).min(figures.registers_of_consumer.value) / 8 * 8;
    // Warps that read tensor memory have lanes by their number of four.
    let (alone, registers) = match need <= alike && !found.corrected && !in_parts {
        true => (1, alike),
        false => (GROUP_WARPS, whole_groups()),
    };
    if need > registers {
        let accumulators = accumulators.min(need);
        return Err(AgentRefusal::ThreadRegisters {
            accumulators,
            beside: need - accumulators,
            most: registers,
        });
    }
    // A tile that is read is beside its accumulators as a whole, as the assembler has it: those who make operands leave registers that they do not need.
    // Absent: all have as many.
    let left = transformer.filter(|_| found.corrected).map_or(0, |making| {
        let most = whole(i64::from(target.registers_per_thread.value));
        let spare = registers - whole(making.room);
        (whole(wanted).min(most) - registers).clamp(0, spare.max(0))
    });
    let agent = |(role, need, at): (Role, i64, Option<Span>)| Agent {
        role,
        warps: warps(role, alone),
        registers: match role {
            Role::Consumer => registers + left,
            Role::Transformer => registers - left,
            _ if alone == 1 => registers,
            // Absent: agents that have no tiles.
            _ => own,
        },
        need,
        at,
    };
    Ok(Agents {
        consumers,
        accumulators,
        unit,
        in_parts,
        list: all.into_iter().map(agent).collect(),
    })
}

/// Registers of a thread that holds tiles, up to the most, where so many warpgroups do and so many others hand theirs over to them.
pub(super) fn in_whole_groups(groups: [i64; 2], target: &Target, most: i64) -> i64 {
    shared_by(groups, register_model().agent.value, target).min(most) / 8 * 8
}

/// The same where each of the others keeps so many.
fn shared_by([holders, others]: [i64; 2], kept: i64, target: &Target) -> i64 {
    let (groups, per_sm) = (holders + others, i64::from(target.registers_per_sm.value));
    let in_all = per_sm / GROUP_THREADS / groups.max(1) / 8 * 8 * groups;
    (in_all - others * kept) / holders.max(1)
}

/// Registers in the steps in which they are handed over (PTX ISA, `setmaxnreg`).
fn whole(registers: i64) -> i64 {
    (registers + 7) / 8 * 8
}

/// Registers that whoever makes 16-bit floats of shorter ones takes beside so many.
fn of_floats(module: &Module, made: &Slice, registers: i64) -> i64 {
    let is_short = |&op: &Op| {
        let bits = || module.element_bits(module.ty(module.only_operand(op)));
        module.kind(op) == arith::FTOF && bits() <= 8
    };
    match made.ops.iter().any(is_short) {
        true => registers * register_model().floats_percent.value / 100,
        false => 0,
    }
}

/// The registers of a thread of those who make operands. There are as many of them as of consumers, so that a tile has the same layout for
/// both.
#[derive(Clone, Copy)]
struct Making {
    /// Those that it needs.
    estimate: registers::Estimate,
    /// Those that it is given, where there are as many.
    room: i64,
}

impl Making {
    /// Those beside whose tiles so many are free; none: nobody makes operands.
    fn of(module: &Module, found: &RingLoop, beside: i64, sharing: i64) -> Option<Self> {
        let transformed = Transformed::of(module, found);
        if transformed.alone.is_empty() && transformed.needed.ops.is_empty() {
            return None;
        }
        let blocks = |op: Op| module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let arguments = |op: Op| blocks(op).flat_map(|&block| module.arguments(block));
        let all = module.walk(module.top()).into_iter();
        let all = all.flat_map(|op| {
            module
                .results(op)
                .iter()
                .chain(arguments(op))
                .copied()
                .collect::<Vec<_>>()
        });
        let others: Vec<Value> = all.filter(|value| !transformed.needed.values.contains(value)).collect();
        let with = |beside: i64| {
            let transformer = Consumer {
                operands: &others,
                beside,
                reads: false,
            };
            let reads = transformer.reading();
            consumer_estimate(module, if found.corrected { reads } else { transformer }, sharing)
        };
        let mut estimate = with(register_model().transformer.value)?;
        if !found.issued.is_empty() {
            estimate.registers += of_floats(module, &transformed.needed, estimate.registers);
        }
        if found.corrected {
            estimate.registers += estimate.registers * register_model().corrected_operands_percent.value / 100;
        }
        Some(Self {
            estimate,
            room: with(beside)?.registers.max(estimate.registers),
        })
    }
}

/// The depth of the rings that are filled in each iteration; the others have a slot.
///
/// The consumers' ops are in so many stages. A slot is live from the start of its load until the last product that reads it is done: until all tiles of these products are
/// there, and what the products take, one after the other.
///
/// # Errors
/// Not even what was asked for, or one slot of each ring, fits.
pub fn depth(
    module: &Module,
    (found, graph): (&RingLoop, &RingGraph),
    agents: &Agents,
    target: &Target,
    figures: (&PipelineFigures, &AgentFigures),
    demand: RingDemand,
    stages: u32,
) -> Result<Depth, LoopRefusal> {
    // Slots that another agent empties are free when it is done with them.
    let later = stages > 1 && found.issued.is_empty();
    let stage_bytes = found.stage_bytes(module);
    let of_written = found.written_rings(module);
    let (copied, written): (Vec<Written>, Vec<Written>) = of_written
        .iter()
        .map(|tiles| tiles[0])
        .partition(|tile| tile.copied().is_some());
    let rings = found.rings.iter().filter(|ring| ring.inside).count() + copied.len();
    let barrier_bytes = STAGE_BARRIER_BYTES * rings as i64;
    let written: i64 = written.iter().map(|tile| found.slots_of(tile, later)).sum();
    let staging = |agent: &Agent| {
        if agent.role.holds_tiles() { agent.warps } else { 0 }
    };
    let behind = agents.list.iter().map(staging).sum::<i64>() * figures.1.staging_bytes_per_warp.value + TILE_ALIGNMENT;
    let resident = found.resident_bytes(module, later) + STAGE_BARRIER_BYTES * written;
    let threads = (agents.threads(), Some(agents.registers_at_launch()));
    let (fits, ctas) = demand.stages(target, (behind, resident), stage_bytes + barrier_bytes, threads);
    let estimate = estimate(module, (found, graph), (&|ring| ring.inside, &copied), figures);
    // Others who make operands would wait for a slot that is alone.
    let is_shared = found.written.iter().any(|tile| tile.by == Role::Transformer);
    let wanted = ((estimate.life / estimate.ii).ceil() as i64).max(1 + i64::from(is_shared));
    let (chosen, asked) = demand.chosen(wanted, fits);
    if chosen > fits || chosen < 1 {
        return Err(LoopRefusal::Shared {
            stages: chosen.max(1),
            memory: StageMemory::of(
                target,
                (stage_bytes, barrier_bytes),
                behind.max(demand.shown) + resident,
                fits,
            ),
        });
    }
    Ok(Depth {
        chosen,
        wanted,
        fits,
        reused: false,
        ctas,
        asked,
        round: 1,
        stage_bytes,
        estimate,
    })
}

/// The same ring as another loop of the agents has it, whose tiles come through rings of that depth: its own cycles, bytes and products.
pub fn depth_of_other(
    module: &Module,
    (found, graph): (&RingLoop, &RingGraph),
    depth: &Depth,
    figures: (&PipelineFigures, &AgentFigures),
) -> Depth {
    let is_own = |op: Op| is_within(module, op, found.for_op);
    let is_filled = |ring: &TileRing| ring.loads().any(|load| is_own(load.load));
    let mut copied = Vec::new();
    for tiles in found.written_rings(module) {
        for tile in tiles {
            if tile.copied().is_some() && module.defining_op(tile.value).is_some_and(is_own) {
                copied.push(tile);
            }
        }
    }
    let estimate = estimate(module, (found, graph), (&is_filled, &copied), figures);
    Depth {
        wanted: (estimate.life / estimate.ii).ceil() as i64,
        estimate,
        ..depth.clone()
    }
}

/// Whether a loop fills a ring.
type IsFilled<'a> = &'a dyn Fn(&TileRing) -> bool;

/// The loop in cycles: of rings that are filled and of what threads copy to slots, each is filled by an iteration for the loop's products that read it.
fn estimate(
    module: &Module,
    (found, graph): (&RingLoop, &RingGraph),
    (is_filled, copied): (IsFilled, &[Written]),
    figures: (&PipelineFigures, &AgentFigures),
) -> Estimate {
    let per_cycle = figures.0.fill_bytes_per_cycle.value.max(1) as f64;
    let per_cycle_16bit = figures.0.fma_per_cycle_16bit.value.max(1) as f64;
    let reading = |sides: &[Side]| -> Vec<&RingProduct> {
        let reads = |product: &&RingProduct| product.sides.iter().any(|side| sides.contains(side));
        found.products.iter().filter(reads).collect()
    };
    // Bytes of a slot, and the products that read it.
    let mut filled: Vec<(i64, Vec<&RingProduct>)> = Vec::new();
    for ring in found.rings.iter().filter(|ring| is_filled(ring)) {
        let sides: Vec<Side> = ring.loads().map(|load| Side::Ring(load.load)).collect();
        filled.push((ring.slot_bytes(), reading(&sides)));
    }
    for tile in copied {
        filled.push((tile.bytes, reading(&[Side::Slots(tile.value)])));
    }
    // A product starts when all that it reads is there, and what threads make of tiles that no product reads. Tiles of other products are
    // loaded at other times.
    let [load, life] = filled.iter().fold([0.0_f64; 2], |[load, life], (_, readers)| {
        let shares = |others: &[&RingProduct]| {
            let mut own = readers.iter();
            own.any(|product| others.iter().any(|other| other.dot == product.dot))
        };
        let is_beside =
            |(_, others): &&(i64, Vec<&RingProduct>)| readers.is_empty() || others.is_empty() || shares(others);
        let bytes: i64 = filled.iter().filter(is_beside).map(|(bytes, _)| *bytes).sum();
        let there = figures.0.load_latency.value as f64 + bytes as f64 / per_cycle;
        let fma = |product: &&RingProduct| product.mnk.iter().product::<i64>() * product.element_bytes / 2;
        let held = readers.iter().map(fma).sum::<i64>() as f64 / per_cycle_16bit;
        [
            load.max(there),
            life.max(there + held + figures.1.barrier_cycles.value as f64),
        ]
    });
    let ii = graph.most();
    // Into a slot that is alone nobody writes while a product reads it.
    let in_turn = match found.has_single() {
        true => graph.tensor() + graph.threads(),
        false => 0.0,
    };
    let [loaded, _, flops] = work(module, found.for_op);
    Estimate {
        ii,
        mma: graph.tensor(),
        load,
        loaded,
        flops,
        threads: graph.threads() >= ii,
        slots: graph.slots.max(in_turn),
        life,
        held: 0.0,
    }
}
