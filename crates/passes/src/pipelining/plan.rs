//! What a pipelined product takes: warpgroups, registers, and how many tiles are under way.

use super::ping_pong::tile_loop;
use super::why::{Accumulators, AgentRefusal, FourStageRegisters, Refusal, StageMemory};
use super::{Candidate, Consumers, Form};
use crate::layout::{LANE_BITS, Layout};
use tilewright_ir::Module;
use tilewright_machine::{AgentFigures, PipelineFigures, Target};

/// Threads of a warpgroup.
pub const GROUP_THREADS: i64 = 128;
/// The tile of one warpgroup's product has a multiple of so many rows.
const GROUP_ROWS: i64 = 64;
/// Bytes of the two barriers of a stage.
pub const BARRIER_BYTES: i64 = 16;
/// Where tiles start in shared memory: at the boundary of the widest swizzle's pattern (PTX ISA, 128-byte swizzle).
pub const TILE_ALIGNMENT: i64 = 1024;

/// The agents of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agents {
    /// Who multiplies.
    pub consumers: Consumers,
    /// Warpgroups that multiply.
    pub groups: i64,
    /// Registers of a thread that hold sums.
    pub sums: i64,
    /// Registers of a thread, of those that multiply and of those that load, after they were handed over.
    pub registers: [i64; 2],
}

/// How many tiles each factor has room for, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Depth {
    /// What was taken.
    pub chosen: i64,
    /// What hides the latency: the life of a stage in initiation intervals, rounded up.
    pub wanted: i64,
    /// What fits in shared memory.
    pub fits: i64,
    /// What was asked for.
    pub asked: Option<u32>,
    /// Bytes of one stage.
    pub stage_bytes: i64,
    /// Bytes of shared memory kept for the end of the kernel.
    pub reserved: i64,
    /// The figures behind `wanted`, in measured cycles; none where the machine has not been measured.
    pub measured: Option<Measured>,
}

/// A loop in measured cycles of the machine; none of these numbers is a weight of the scheduler's model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// From one iteration to the next, if nothing waits.
    pub ii: f64,
    /// The matrix unit's share.
    pub mma: f64,
    /// From the start of a load to its last byte.
    pub load: f64,
    /// From the start of a load to the release of its stage.
    pub life: f64,
}

impl Measured {
    /// A loop whose product takes so many multiply-adds a cycle, and whose stages are still in use for so many intervals after
    /// their load.
    pub fn of(found: &Candidate, figures: &PipelineFigures, rate: f64, intervals: i64) -> Self {
        let mma = found.mnk.iter().product::<i64>() as f64 / rate;
        let fill = stage_bytes(found) as f64 / figures.fill_bytes_per_cycle.value.max(1) as f64;
        let load = figures.load_latency.value as f64 + fill;
        let ii = mma.max(fill);
        Self {
            ii,
            mma,
            load,
            life: load + intervals as f64 * ii,
        }
    }
}

/// Bytes of one stage: a tile of each operand.
fn stage_bytes(found: &Candidate) -> i64 {
    found.factors.iter().map(|factor| factor.tma.tile_bytes()).sum()
}

/// The agents for a product, with these consumers.
///
/// # Errors
/// Why it cannot have them: sums that do not fit into the registers, rows that cannot be shared, no tiles to take turns at.
pub fn agents(
    module: &Module,
    found: &Candidate,
    target: &Target,
    figures: &AgentFigures,
    consumers: Consumers,
) -> Result<Agents, AgentRefusal> {
    let [m, n, _] = found.mnk;
    let (groups, sharing) = (consumers.groups(), consumers.sharing());
    if consumers == Consumers::PingPong {
        tile_loop(module, found).map_err(AgentRefusal::PingPong)?;
    }
    if m % (sharing * GROUP_ROWS) != 0 {
        return Err(AgentRefusal::Rows {
            rows: m,
            groups: sharing,
            at_once: GROUP_ROWS,
        });
    }
    let beside = figures.registers_beside_sums.value;
    let per_sm = i64::from(target.registers_per_sm.value);
    let sums = m * n / (sharing * GROUP_THREADS);
    let (need, most) = (sums + beside, i64::from(target.registers_per_thread.value));
    if need > most {
        return Err(AgentRefusal::ThreadRegisters {
            accumulators: sums,
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
    // What the consumers take, the producer has given back: the sum over all warpgroups stays what it was at launch.
    let spare = figures.registers_for_addresses.value;
    let most = (per_sm / GROUP_THREADS - figures.registers_of_producer.value) / groups;
    let consumer = (need + spare).min(most.min(figures.registers_of_consumer.value)) / 8 * 8;
    // The assembler knows of the count at launch alone: it must do for an instruction. The producer gives back less then.
    let at_launch = n / 2 + figures.registers_beside_wgmma.value;
    let kept = (at_launch * (groups + 1) - consumer * groups + 7) / 8 * 8;
    Ok(Agents {
        consumers,
        groups,
        sums,
        registers: [consumer, kept.max(figures.registers_of_producer.value)],
    })
}

/// The refusal of a product whose sums no warpgroups can hold, with the nearest tile that they can.
pub fn too_many_accumulators(found: &Candidate, target: &Target, figures: &AgentFigures) -> Refusal {
    let [m, n, _] = found.mnk;
    let beside = figures.registers_beside_sums.value;
    let per_thread = i64::from(target.registers_per_thread.value);
    let per_sm = i64::from(target.registers_per_sm.value);
    let sums = |groups: i64, m: i64| m * n / (groups * GROUP_THREADS);
    let fits = |groups: i64, m: i64| {
        m % (groups * GROUP_ROWS) == 0
            && sums(groups, m) + beside <= per_thread
            && (sums(groups, m) + beside) * groups * GROUP_THREADS <= per_sm
    };
    let smaller = std::iter::successors(Some(m / 2), |m| Some(m / 2)).take_while(|&m| m >= GROUP_ROWS);
    let nearest = smaller.into_iter().find(|&m| fits(1, m) || fits(2, m));
    Refusal::Accumulators(Accumulators {
        tile: [m, n],
        accumulators: sums(2, m),
        beside,
        need: (sums(2, m) + beside) * 2 * GROUP_THREADS,
        most: [per_thread, per_sm],
        target: target.name.clone(),
        nearest,
    })
}

impl Agents {
    /// Registers of a thread at launch, so that those who give and those who take come out even.
    pub fn registers_at_launch(groups: i64, registers: [i64; 2]) -> i64 {
        let all = (registers[0] * groups + registers[1]) as u64;
        (all.div_ceil(groups as u64 + 1).div_ceil(8) * 8) as i64
    }
}

/// How many tiles each factor has room for.
///
/// The rule: a stage lives from the start of its load to its release. With one product under way, that is the load, the
/// wait for and the run of its own product (one interval), and the lag until the next product has started (one more). The
/// depth is that life divided by the interval, rounded up, and at most what fits.
///
/// # Errors
/// If not even what was asked for, or two stages, fit.
pub fn depth(
    found: &Candidate,
    agents: &Agents,
    target: &Target,
    figures: (&PipelineFigures, &AgentFigures),
    asked: Option<u32>,
) -> Result<Depth, Refusal> {
    let stage_bytes = stage_bytes(found);
    let reserved = agents.groups * 4 * figures.1.staging_bytes_per_warp.value + TILE_ALIGNMENT;
    let capacity = i64::from(target.shared_bytes_per_cta.value);
    let fits = (capacity - reserved) / (stage_bytes + BARRIER_BYTES);
    let rate = figures.0.fma_per_cycle_16bit.value as f64;
    let mut measured = Measured::of(found, figures.0, rate, 2);
    measured.life += figures.1.barrier_cycles.value as f64;
    let wanted = (measured.life / measured.ii).ceil() as i64;
    let chosen = asked.map_or(wanted.min(fits), i64::from);
    if chosen > fits || chosen < 1 || fits < 1 {
        return Err(Refusal::Shared {
            stages: chosen.max(1),
            memory: StageMemory {
                stage_bytes,
                capacity,
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
        asked,
        stage_bytes,
        reserved,
        measured: Some(measured),
    })
}

/// Stages where nothing is known of the machine: what NVIDIA's compiler takes for loops of this kind (its option
/// `unspecialized-pipeline-num-stages`).
const USUAL_STAGES: i64 = 4;
/// The fewest stages that overlap anything: one is read while the next is filled.
const FEWEST_STAGES: i64 = 2;

/// How many tiles each factor has room for where all threads do the same.
///
/// The rule: the copies of a tile start `stages` - 1 iterations before it is multiplied, and must have arrived by then. The
/// depth is the time of a load in intervals, rounded up, plus the stage that is read, plus, where a product stays under way,
/// the stage that it reads; at most what fits. Document 004's loop has two.
///
/// # Errors
/// If not even what was asked for, or two stages, fit.
pub fn thread_depth(
    found: &Candidate,
    form: (Form, i64),
    target: &Target,
    asked: Option<u32>,
) -> Result<Depth, Refusal> {
    let [m, n, _] = found.mnk;
    let (form, in_flight) = form;
    let stage_bytes = stage_bytes(found);
    // The results go through shared memory in as many as four rounds, at most four bytes an element.
    let reserved = m * n;
    let capacity = i64::from(target.shared_bytes_per_cta.value);
    let barriers = if form == Form::Bulk { BARRIER_BYTES } else { 0 };
    let fits = (capacity - reserved - 2 * TILE_ALIGNMENT).max(0) / (stage_bytes + barriers);
    let measured = target.pipeline.as_ref().map(|figures| {
        let rate = match in_flight {
            0 => warp_rate(figures),
            _ => figures.fma_per_cycle_16bit.value as f64,
        };
        Measured::of(found, figures, rate, 1 + in_flight)
    });
    let wanted = measured.map_or(USUAL_STAGES, |cycles| (cycles.life / cycles.ii).ceil() as i64);
    let wanted = match form {
        Form::FourStage => FEWEST_STAGES,
        _ => wanted.max(FEWEST_STAGES),
    };
    let chosen = asked.map_or(wanted.min(fits), i64::from);
    let wrong_form = form == Form::FourStage && chosen > FEWEST_STAGES && chosen <= fits;
    if chosen > fits || chosen < FEWEST_STAGES || wrong_form {
        let memory = StageMemory {
            stage_bytes,
            capacity,
            reserved,
            fits,
            target: target.name.clone(),
        };
        return Err(if fits < FEWEST_STAGES || chosen > fits {
            Refusal::Shared {
                stages: chosen.max(FEWEST_STAGES),
                memory,
            }
        } else if wrong_form {
            Refusal::TwoBuffers(chosen, memory)
        } else {
            Refusal::OneStage(memory)
        });
    }
    Ok(Depth {
        chosen,
        wanted,
        fits,
        asked,
        stage_bytes,
        reserved,
        measured,
    })
}

/// Registers of a thread for addresses, indices and predicates of a four-stage loop: a choice, what compiled loops take.
const ADDRESS_REGISTERS: i64 = 32;

/// Whether what a four-stage loop keeps in registers fits: sums, fragments of one iteration, tiles of another.
///
/// # Errors
/// If it does not, with the parts.
pub fn four_stage_registers(found: &Candidate, warp_bits: usize, target: &Target) -> Result<(), Refusal> {
    let [m, n, k] = found.mnk;
    let Some(layout) = Layout::mma_accumulator(m, n, warp_bits) else {
        return Ok(());
    };
    let registers = |layout: &Layout| layout.registers() as i64;
    let sums = registers(&layout);
    let fragments = registers(&layout.mma_lhs(n, k)) + registers(&layout.mma_rhs(n, k));
    let tiles = ((stage_bytes(found) / 4) >> (warp_bits + LANE_BITS)).max(1);
    let most = i64::from(target.registers_per_thread.value);
    let per_sm = i64::from(target.registers_per_sm.value) >> (warp_bits + LANE_BITS);
    let (parts, most) = ([sums, fragments, tiles, ADDRESS_REGISTERS], most.min(per_sm));
    if parts.iter().sum::<i64>() <= most {
        return Ok(());
    }
    Err(Refusal::FourStageRegisters(FourStageRegisters {
        tile: found.mnk,
        parts,
        most,
        target: target.name.clone(),
    }))
}

/// Multiply-adds per cycle of products that warps start one by one.
pub fn warp_rate(figures: &PipelineFigures) -> f64 {
    let rate = figures.fma_per_cycle_mma_sync.as_ref();
    // Absent: no rate of its own is known; that of the whole unit bounds it.
    rate.unwrap_or(&figures.fma_per_cycle_16bit).value as f64
}
