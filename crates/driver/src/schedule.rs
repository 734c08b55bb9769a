//! The schedule of a kernel's pipelined loop, as data: what the page draws and `--emit schedule` prints.

use crate::report::{
    DeeperRing, LoopAgent, LoopAround, LoopCandidate, LoopDepth, LoopEstimate, LoopPowers, LoopRoofline, LoopSchedule,
    NamedBarrier, NotPipelined, Schedule, SharedBuffer, SharedLedger, StageCost, StagesTooLarge, TensorBuffer,
    TensorLedger, Values,
};
use tilewright_analysis::shared_memory::STAGE_BARRIER_BYTES;
use tilewright_analysis::words::{Words, refusal};
use tilewright_diag::{LineIndex, Span, counted};
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Module, Op};
use tilewright_ir::{NAMED_BARRIERS, WARP_THREADS};
use tilewright_lowering::convert_cudatile_to_tileaa;
use tilewright_machine::{Target, policy};
use tilewright_modsched::options::Generator;
use tilewright_modsched::render::json::Solution;
use tilewright_modsched::{json, render};
use tilewright_passes::{LeftAlone, Notes, Pipelined, TensorMemory};
use tilewright_pipeliner::pipelining::CopyForm;
use tilewright_pipeliner::pipelining::choice::Candidate;
use tilewright_pipeliner::pipelining::depth::{Depth, warp_rate};
use tilewright_pipeliner::pipelining::left::LoopWork;
use tilewright_pipeliner::pipelining::plain_loop::Flow;
use tilewright_pipeliner::pipelining::plan::{Agent, Agents};
use tilewright_pipeliner::pipelining::powers::{Powers, Why as PowersWhy};
use tilewright_pipeliner::pipelining::why::{self, How, Refused, StageMemory};
use tilewright_protocol as protocol;
use tilewright_units::Role;
use tilewright_units::tensor_memory::most_columns;

/// The schedule that the passes found, with the loops that are left alone; none if there is no loop to speak of.
pub(crate) fn schedule(
    notes: &Notes,
    verdict: Option<protocol::Verdict>,
    target: &Target,
    (shared_bytes, threads): (u32, u32),
    (read, plain, index): (Option<&Module>, Vec<NotPipelined>, &LineIndex),
) -> Option<Schedule> {
    let pipelined = notes.pipelined.as_ref();
    let all = pipelined.into_iter().chain(&notes.others);
    let loops = all.map(|found| of_loop(found, notes, verdict.clone(), target, (shared_bytes, threads)));
    let mut refusals = refusals(&notes.reasons, pipelined, read, index);
    if pipelined.is_none()
        && let Some(first) = refusals.first_mut()
    {
        first.candidates = notes.tried.iter().map(candidate).collect();
    }
    let loops: Vec<LoopSchedule> = loops.collect();
    let is_pipelined = |line: u32| loops.iter().any(|found| found.line == line);
    tell_products(&mut refusals, &notes.work, &is_pipelined);
    let mut decided = Vec::new();
    for left in &notes.left {
        decided.push(left_alone(left, index));
    }
    let is_decided = |line: u32| decided.iter().any(|left| left.line == line);
    let mut others = plain;
    others.retain(|left| !is_pipelined(left.line) && !is_decided(left.line));
    others.extend(decided);
    others.sort_by_key(|left| left.line);
    refusals.extend(others);
    for left in &mut refusals {
        if !is_pipelined(left.line) {
            tell_work(left, &notes.work, target);
        }
    }
    // Absent: what was read is not there.
    let around = read.map_or_else(Vec::new, |module| loops_around(module, index));
    told(loops, refusals, around)
}

/// The innermost loop at an op, or around it.
fn loop_of(module: &Module, op: Op) -> Option<Op> {
    let mut around = std::iter::successors(Some(op), |&op| module.parent_op(op));
    around.find(|&op| matches!(module.kind(op), cuda_tile::FOR | cuda_tile::LOOP))
}

/// The loops of a kernel that have other loops in them.
fn loops_around(module: &Module, index: &LineIndex) -> Vec<LoopAround> {
    // Absent: a loop that stands in no text.
    let line = |op: Op| module.span(op).map_or(0, |span| index.line(span.start));
    let (mut loops, mut around): (Vec<Op>, Vec<LoopAround>) = (Vec::new(), Vec::new());
    for &op in &module.walk(module.top()) {
        let outer = module.parent_op(op).and_then(|parent| loop_of(module, parent));
        // Absent: no loop, or one that stands in no other.
        let Some(outer) = outer.filter(|_| loop_of(module, op) == Some(op)) else {
            continue;
        };
        let known = loops.iter().position(|&known| known == outer);
        // Absent: it is the first loop in there.
        let place = known.unwrap_or(loops.len());
        if place == loops.len() {
            loops.push(outer);
            let (line, inside) = (line(outer), Vec::new());
            around.push(LoopAround { line, inside });
        }
        around[place].inside.push(line(op));
    }
    around
}

/// Each loop with products that is left has an entry: what is refused is often the kernel, for something that is in none of its loops.
fn tell_products(refusals: &mut Vec<NotPipelined>, work: &[LoopWork], is_pipelined: &dyn Fn(u32) -> bool) {
    let is_loop = |line: u32| is_pipelined(line) || work.iter().any(|own| own.line == line);
    let whole = refusals.iter().position(|one| !is_loop(one.line));
    let mut silent = Vec::new();
    for own in work {
        if own.flow.flops > 0.0 && refusals.iter().all(|one| one.line != own.line) {
            silent.push(own.line);
        }
    }
    // Absent: what is refused is a loop; where others share what it is refused for, they are, too. Or nothing is refused.
    let Some(reason) = refusals.get(whole.unwrap_or(0)).cloned() else {
        return;
    };
    // They stand in place of a kernel that is refused as a whole, or come last.
    let first = whole.unwrap_or(refusals.len());
    for (number, &line) in silent.iter().enumerate() {
        let at = first + number;
        let mut told = reason.clone();
        told.line = line;
        told.at = Some(reason.line).filter(|&place| place > 0);
        match whole == Some(at) {
            true => refusals[at] = told,
            false => refusals.insert(at, told),
        }
    }
}

/// The work of a loop that is left, and what an iteration takes.
fn tell_work(left: &mut NotPipelined, work: &[LoopWork], target: &Target) {
    // Absent: what is left is no innermost loop.
    let Some(work) = work.iter().find(|own| own.line == left.line) else {
        return;
    };
    let taken = left.candidates.iter_mut().find(|candidate| candidate.chosen);
    let compared = taken.as_ref().and_then(|taken| taken.iteration_cycles);
    left.roofline = Some(roofline(&work.flow, compared, target));
    left.iteration_cycles = Some(compared.unwrap_or(work.cycles));
    if let Some(taken) = taken {
        taken.iteration_cycles = left.iteration_cycles;
    }
}

/// The schedule of a kernel, if there is anything to tell of its loops.
pub(crate) fn told(loops: Vec<LoopSchedule>, refusals: Vec<NotPipelined>, around: Vec<LoopAround>) -> Option<Schedule> {
    (!loops.is_empty() || !refusals.is_empty()).then_some(Schedule {
        loops,
        refusals,
        around,
        protocol: None,
    })
}

/// Why loops with a product are not pipelined, or not in the way that the target would have. `read` is the kernel as it was read,
/// whose loops have the lines that people know.
pub(crate) fn refusals(
    reasons: &[Refused],
    pipelined: Option<&Pipelined>,
    read: Option<&Module>,
    index: &LineIndex,
) -> Vec<NotPipelined> {
    let what = match pipelined {
        Some(found) if found.form == Some(CopyForm::Rings) => "a tile of the loop is loaded when it is needed",
        Some(_) => "the loop is not warp-specialised",
        // Absent: no loop of the kernel is.
        None => "the loop is not pipelined",
    };
    let one = |reason: &Refused| {
        let told = not_pipelined(what, reason.why.words(), reason.span, index);
        let line = read
            .zip(reason.span)
            .and_then(|(module, span)| loop_around(module, span));
        // Absent: what is refused is the loop itself, or lies in none.
        let line = line.map_or(told.line, |span| index.line(span.start));
        NotPipelined {
            memory: reason.why.memory().and_then(too_large),
            line,
            at: Some(told.line).filter(|&at| at != line),
            ..told
        }
    };
    reasons.iter().map(one).collect()
}

/// The innermost loop around the op at a place.
fn loop_around(module: &Module, at: Span) -> Option<Span> {
    let ops = module.walk(module.top());
    let op = ops.iter().find(|&&op| module.span(op) == Some(at))?;
    module.span(loop_of(module, *op)?)
}

fn too_large((stages, memory): (i64, &StageMemory)) -> Option<StagesTooLarge> {
    let stage_bytes = memory.stage_bytes + memory.barrier_bytes;
    let ring = stages.saturating_mul(stage_bytes);
    let needed = ring.saturating_add(memory.reserved);
    let missing = needed - memory.capacity;
    (missing > 0).then_some(StagesTooLarge {
        stages,
        stage_bytes,
        ring,
        reserved: memory.reserved,
        reused: memory.reused,
        needed,
        capacity: memory.capacity,
        missing,
    })
}

/// A loop without products that is left alone, with what it takes as it is and otherwise.
fn left_alone(left: &LeftAlone, index: &LineIndex) -> NotPipelined {
    let mut told = not_pipelined("the loop is not pipelined", left.why.words(), left.span, index);
    for one in &left.candidates {
        told.candidates.push(candidate(one));
    }
    told
}

/// The roofline of a loop, an iteration of which takes so many cycles, where they are estimated.
fn roofline(flow: &Flow, cycles: Option<f64>, target: &Target) -> LoopRoofline {
    let figures = &target.pipeline;
    LoopRoofline {
        loaded_bytes: flow.loaded,
        stored_bytes: flow.stored,
        flops: flow.flops,
        intensity: intensity(flow.flops, flow.loaded),
        limit: Some(flow.limit(cycles, warp_rate(figures))),
        bytes_per_cycle: flow.rate,
        bound_cycles: flow.bound(),
        latency_cycles: flow.latency,
        needed_bytes: flow.needed(),
        source: format!(
            "rate: {}; latency: {}",
            figures.memory_bytes_per_cycle.source, figures.load_latency.source
        ),
    }
}

/// The loops of a kernel that have neither a product nor another loop in them, and are left alone.
pub(crate) fn plain_loops(module: &Module, entry: &str, index: &LineIndex) -> Vec<NotPipelined> {
    let kernel = convert_cudatile_to_tileaa::entry_op(module, entry);
    let body = kernel.and_then(|kernel| module.entry_block(*module.regions(kernel).first()?));
    // Absent: IR below the input language has no entry of it.
    let ops = body.map(|body| module.walk(body)).unwrap_or_default();
    let is_loop = |op: &Op| matches!(module.kind(*op), cuda_tile::FOR | cuda_tile::LOOP);
    let is_product = |op: &Op| {
        matches!(
            module.kind(*op),
            cuda_tile::MMAF | cuda_tile::MMAF_SCALED | cuda_tile::MMAI
        )
    };
    let around = |op: &Op| std::iter::successors(module.parent_op(*op), |&op| module.parent_op(op));
    let inner = ops.iter().filter(|op| is_loop(op) || is_product(op));
    let outer: Vec<Op> = inner.flat_map(around).collect();
    let plain = ops.iter().filter(|op| is_loop(op) && !outer.contains(op));
    let words = || {
        refusal(
            "choice.no-product",
            "without a matrix product a loop's loads start ahead only where it counts its iterations and the kernel multiplies nothing",
            "",
            "nothing needs to be changed: while one CTA waits for its loads, others on the SM work; smaller tiles make room for more of them",
            &[],
        )
    };
    plain
        .map(|&op| not_pipelined("the loop is not pipelined", words(), module.span(op), index))
        .collect()
}

fn not_pipelined(what: &str, words: Words, span: Option<Span>, index: &LineIndex) -> NotPipelined {
    let mut why = vec![words.message];
    why.extend(words.notes);
    NotPipelined {
        // Absent: a reason that is about no line.
        line: span.map_or(0, |span| index.line(span.start)),
        at: None,
        what: what.to_string(),
        code: words.code.to_string(),
        values: values(words.values),
        why: why.join("; "),
        help: words.help,
        memory: None,
        iteration_cycles: None,
        roofline: None,
        candidates: Vec::new(),
    }
}

/// The values of a reason, by name.
fn values(values: Vec<(&'static str, String)>) -> Values {
    let named = values.into_iter().map(|(name, value)| (name.to_string(), value));
    Values(named.collect())
}

fn of_loop(
    found: &Pipelined,
    notes: &Notes,
    verdict: Option<protocol::Verdict>,
    target: &Target,
    (shared_bytes, threads): (u32, u32),
) -> LoopSchedule {
    let mut graph = json::graph(&found.ops.graph);
    for (op, &line) in graph.ops.iter_mut().zip(&found.ops.lines) {
        op.line = Some(line).filter(|&line| line > 0);
    }
    let depth = &found.depth;
    let how = How::of(found, target).words();
    let asked = if found.asked { "asked for; " } else { "" };
    let tables = found.variant.as_ref().map(why::of_tables);
    let flight = found.candidates.iter().find(|candidate| candidate.taken);
    let stages = match found.flow.as_ref().zip(flight.and_then(|taken| taken.flight)) {
        Some((flow, flight)) => why::of_flight(flow, &flight, depth),
        None => why::of_depth(depth),
    };
    let together = found.together.map(why::of_together);
    let cost = flight.and_then(|taken| Some(taken.cost?.iteration));
    LoopSchedule {
        line: found.line,
        strategy: found.strategy,
        why: asked.to_string() + &how.message,
        why_code: how.code.to_string(),
        candidates: found.candidates.iter().map(candidate).collect(),
        consumers: found.agents.as_ref().map(|agents| agents.consumers),
        variant: found.variant.map(|variant| variant.name().to_string()),
        variant_code: tables.as_ref().map(|words| words.code.to_string()),
        variant_why: tables.map(|words| words.message),
        together_code: together.as_ref().map(|words| words.code.to_string()),
        together_why: together.map(|words| words.message),
        powers: notes.powers.iter().find(|powers| powers.line == found.line).map(powers),
        register_budget: found.register_budget,
        surcharge: found.surcharge(),
        graph,
        row_cycles: found.unit,
        solution: render::json::solution(&found.ops.graph, &found.report),
        agents: agents(found, target, threads),
        // Without products, what counts is what all CTAs of an SM take together, which the candidates say.
        estimate: found.flow.is_none().then(|| estimate(depth, target)),
        roofline: found.flow.as_ref().map(|flow| roofline(flow, cost, target)),
        // The candidates of a loop without products are numbers of stages.
        stage_costs: match found.flow {
            Some(_) => Vec::new(),
            None => stage_costs(depth, meeting_cycles(found, target)),
        },
        depth: LoopDepth {
            chosen: depth.chosen,
            wanted: depth.wanted,
            fits: depth.fits,
            asked: depth.asked,
            code: stages.code.to_string(),
            why: stages.message,
        },
        ledger: ledger(notes, found, target, (shared_bytes, threads)),
        protocol: verdict,
    }
}

fn powers(found: &Powers) -> LoopPowers {
    let [usual, shared] = found.cycles;
    let why = match found.why {
        PowersWhy::Asked => "asked for".to_string(),
        PowersWhy::Bound(unit) => format!("the loop is bound by another unit: {unit}, {usual:.0} cycles an iteration"),
        PowersWhy::Unknown => "the rate of special functions is not known for this GPU".to_string(),
        PowersWhy::WithinMargin => {
            format!("sharing them with multiply-adds would make {usual:.0} cycles of special functions little less")
        }
        PowersWhy::LeastBusy => format!(
            "special functions bind the loop, with {usual:.0} cycles an iteration; so the busiest unit has {shared:.0}"
        ),
    };
    LoopPowers {
        by_polynomial: found.parts,
        of: policy().power_parts.value,
        why,
    }
}

fn candidate(candidate: &Candidate) -> LoopCandidate {
    let words = candidate.why.words();
    LoopCandidate {
        strategy: candidate.strategy,
        consumers: candidate.consumers,
        form: candidate.form.map(|form| form.name().to_string()),
        stages: candidate.stages,
        ctas: candidate.flight.map(|flight| flight.ctas),
        bytes_in_flight: candidate.flight.map(|flight| flight.bytes),
        iteration_cycles: candidate.cost.map(|cost| cost.iteration),
        tile_cycles: candidate.cost.map(|cost| cost.tile),
        iterations: candidate.cost.and_then(|cost| cost.trips),
        chosen: candidate.taken,
        code: words.code.to_string(),
        values: values(words.values),
        why: words.message,
    }
}

/// Cycles in which all threads meet in an iteration, where they all do the same: its candidate counts them, too.
fn meeting_cycles(found: &Pipelined, target: &Target) -> f64 {
    let barrier = target
        .pipeline
        .block_barrier_cycles
        .as_ref()
        .filter(|_| found.agents.is_none());
    // Absent: agents do not meet, or no figure is known.
    barrier.map_or(0.0, |cycles| cycles.value as f64)
}

/// The cycles that an iteration would take with other numbers of stages, with those in which threads meet: up to one more than is of use,
/// or fits.
fn stage_costs(depth: &Depth, meeting: f64) -> Vec<StageCost> {
    let most = depth.wanted.min(depth.fits).max(depth.chosen) + 1;
    let cost = |stages| StageCost {
        stages,
        iteration_cycles: depth.estimate.iteration(stages) + meeting,
        fits: stages <= depth.fits,
    };
    (1..=most).map(cost).collect()
}

fn agents(found: &Pipelined, target: &Target, threads: u32) -> Vec<LoopAgent> {
    let ops = &found.ops;
    // Where no registers are handed over, a thread has what an SM can give to all of them.
    let share = target.registers_per_sm.value / threads.max(1) / 8 * 8;
    let share = i64::from(share.min(target.registers_per_thread.value));
    let name = |op: &usize| ops.graph.ops.get(*op).map_or_else(String::new, |op| op.name.clone());
    let agent = |(number, agent): (usize, &String)| {
        let own: Vec<usize> = (0..ops.graph.ops.len())
            .filter(|&op| ops.agent_of.get(op) == Some(&number))
            .collect();
        let role = ops.roles.get(number).copied().flatten();
        let planned = found.agents.as_ref().zip(role);
        let planned = planned.and_then(|(agents, role)| Some((agents, agents.of(role)?)));
        let alike = ops.roles.iter().filter(|&&other| other == role).count().max(1) as i64;
        let table = found.tables.get(number);
        let placed = match table {
            Some(table) => table.placed(),
            None => own.iter().map(|&op| (op, None)).collect(),
        };
        // Consumers of one kind do the same; others multiply nothing.
        let multiplies = ops.agent_of.get(ops.product).and_then(|&agent| ops.roles.get(agent));
        LoopAgent {
            name: agent.clone(),
            warps: match planned {
                None => i64::from(threads) / WARP_THREADS,
                // Consumers that share a tile are shown one by one.
                Some((_, own)) if own.role == Role::Consumer => own.warps / alike,
                Some((_, own)) => own.warps,
            },
            registers: planned.map_or(share, |(_, own)| own.registers),
            budget: planned.map_or_else(String::new, |(agents, own)| budget(agents, own)),
            ops: own.iter().map(name).collect(),
            ii: table.and_then(|table| Some(table.schedule.as_ref()?.1.ii)),
            order: placed.iter().map(|(op, _)| name(op)).collect(),
            stages: placed.iter().map(|(_, stage)| *stage).collect(),
            in_flight: Some(if multiplies == Some(&role) { found.running } else { 0 }),
            seats: Vec::new(),
        }
    };
    // A scheduler has no op of the loop.
    let planned = found
        .agents
        .iter()
        .flat_map(|agents| agents.list.iter().map(move |own| (agents, own)));
    let others = planned.filter(|(_, own)| own.role == Role::Scheduler);
    let other = |(agents, own): (&Agents, &Agent)| LoopAgent {
        name: own.role.name().to_string(),
        warps: own.warps,
        registers: own.registers,
        budget: budget(agents, own),
        ops: Vec::new(),
        ii: None,
        order: Vec::new(),
        stages: Vec::new(),
        in_flight: Some(0),
        seats: Vec::new(),
    };
    let of_loop = ops.agents.iter().enumerate().map(agent);
    of_loop.chain(others.map(other)).collect()
}

/// Where an agent's registers come from.
fn budget(agents: &Agents, agent: &Agent) -> String {
    let launch = agents.registers_at_launch();
    let own = agent.registers;
    let action = if own > launch {
        "setmaxnreg.inc"
    } else {
        "setmaxnreg.dec"
    };
    let change = match own == launch {
        true => format!("{launch} as launched"),
        false => format!("launched with {launch}, then {action} {own}"),
    };
    match agent.role {
        Role::Producer | Role::Issuer | Role::Transformer | Role::Scheduler => change,
        Role::Consumer => format!(
            "{change}: {} for accumulators, {} for the rest",
            agents.accumulators,
            own - agents.accumulators
        ),
    }
}

/// Floating-point operations of products for each byte that is loaded.
fn intensity(flops: f64, loaded: f64) -> f64 {
    flops / loaded.max(1.0)
}

fn estimate(depth: &Depth, target: &Target) -> LoopEstimate {
    let (figures, cycles) = (&target.pipeline, &depth.estimate);
    LoopEstimate {
        ii_cycles: cycles.ii,
        iteration_cycles: cycles.iteration(depth.chosen),
        load_cycles: cycles.load,
        mma_cycles: cycles.mma,
        loaded_bytes: cycles.loaded,
        flops: cycles.flops,
        intensity: intensity(cycles.flops, cycles.loaded),
        live_cycles: cycles.life_in(depth.chosen),
        idle_cycles: cycles.ii - cycles.mma,
        limit: Some(cycles.limit(depth.chosen)),
        deeper: depth.deeper().map(|(stages, iteration_cycles)| DeeperRing {
            stages,
            iteration_cycles,
        }),
        clock_mhz: figures.clock_mhz.value,
        source: format!(
            "tensor cores: {}; latency of a load: {}; bytes loaded a cycle: {}{}",
            figures.fma_per_cycle_16bit.source,
            figures.load_latency.source,
            figures.fill_bytes_per_cycle.source,
            match &figures.agents {
                Some(agents) => format!("; barriers: {}", agents.barrier_cycles.source),
                // Absent: a target with no figures of agents says nothing of barriers.
                None => String::new(),
            }
        ),
    }
}

fn ledger(notes: &Notes, found: &Pipelined, target: &Target, (shared_bytes, threads): (u32, u32)) -> SharedLedger {
    let depth = &found.depth;
    let has_barriers = found.agents.is_some() || found.form == Some(CopyForm::Bulk) || found.by_tma;
    let barriers = if has_barriers { STAGE_BARRIER_BYTES } else { 0 };
    let mut places: Vec<SharedBuffer> = notes
        .ledger
        .iter()
        .map(|entry| SharedBuffer {
            name: entry.name.clone(),
            bytes: entry.bytes,
            offset: entry.offset,
            align: entry.align,
            slots: entry.slots,
            slot_bytes: entry.bytes / entry.slots.max(1),
            live: match entry.lines {
                None | Some([0, _]) => "the whole kernel".to_string(),
                Some([first, last]) => format!("lines {first} to {last}"),
            },
            note: match entry.shares.is_empty() {
                true => entry.what.clone(),
                false => format!("{}; shares with {}", entry.what, entry.shares.join(", ")),
            },
            peak: entry.at_peak,
        })
        .collect();
    // Absent: without buffers the rest begins at byte 0.
    let end = places.iter().map(|p| p.offset + p.bytes).max().unwrap_or(0);
    let rest = i64::from(shared_bytes) - end;
    if rest > 0 {
        places.push(SharedBuffer {
            name: "staging".to_string(),
            bytes: rest,
            offset: end,
            align: 16,
            slots: 1,
            slot_bytes: rest,
            live: "after the loop".to_string(),
            peak: false,
            note: "results on their way between threads".to_string(),
        });
    }
    let [capacity, used] = [target.shared_bytes_per_cta.value, shared_bytes].map(i64::from);
    let (free, one_more) = ((capacity - used).max(0), depth.stage_bytes + barriers);
    SharedLedger {
        capacity,
        used,
        one_more,
        free,
        missing: (one_more - free).max(0),
        buffers: places,
        named_barriers: notes
            .named_barriers
            .iter()
            .map(|barrier| NamedBarrier {
                number: barrier.number,
                // Absent: all threads of the CTA.
                threads: barrier.threads.unwrap_or(i64::from(threads)),
                who: barrier.who.clone(),
            })
            .collect(),
        named_barriers_of_cta: NAMED_BARRIERS,
        tensor_memory: notes.tensor_memory.as_ref().map(tensor_ledger),
    }
}

fn tensor_ledger(own: &TensorMemory) -> TensorLedger {
    let buffers = own.entries.iter().map(|entry| TensorBuffer {
        what: entry.what.clone(),
        column: entry.column,
        columns: entry.columns,
        slots: entry.slots,
    });
    TensorLedger {
        capacity: most_columns(),
        reserved: own.columns,
        buffers: buffers.collect(),
    }
}

/// The limit of a schedule's II: the highest bound where it is reached, else what keeps it above.
fn bound(solution: &Solution) -> String {
    // Absent: nothing bounds the II.
    let name = solution.binding.map_or("nothing", |bound| bound.name());
    match &solution.bounds {
        Some(bounds) if !bounds.reached => {
            let how = match solution.used {
                Generator::Serial => "one op after the other, above",
                // Absent: any other scheduler overlaps iterations.
                _ => "above",
            };
            format!("{how} the bound of {} by {name}", bounds.mii)
        }
        _ => format!("bound by {name}"),
    }
}

/// The lines of the summary that speak of pipelining: label and value.
pub(crate) fn facts(schedule: Option<&Schedule>, tensor_maps: usize) -> Vec<(&'static str, String)> {
    let Some(found) = schedule.and_then(|s| s.loops.first()) else {
        let why = schedule.and_then(|s| s.refusals.first());
        let none = "none: there is no matrix product in a loop, or this target's loops are not pipelined yet";
        return vec![(
            "pipelining",
            why.map_or(none.to_string(), |why| format!("none: {}", why.why)),
        )];
    };
    let scheduled = found
        .solution
        .ii
        // Absent: the search found none.
        .map_or("no schedule".to_string(), |ii| {
            format!("II {ii}, {}", bound(&found.solution))
        });
    let budget = found.register_budget.zip(found.surcharge);
    // Absent: no budget was asked for.
    let budget = budget.map_or_else(String::new, |(budget, surcharge)| {
        let used = found.solution.used;
        format!(", surcharge {surcharge} beyond {budget} live values by `{used}`")
    });
    let mut facts = vec![
        ("TMA", counted(tensor_maps, "tensor maps")),
        (
            "pipelining",
            format!(
                "the loop at line {}: {scheduled}{budget}; buffer depth {}",
                found.line, found.depth.chosen
            ),
        ),
    ];
    if let Some(protocol) = &found.protocol {
        facts.push(("barriers", format!("{}: {}", protocol.verdict.word(), protocol.text)));
    }
    facts
}
