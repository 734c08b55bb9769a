//! `--tile-scheduler auto`: runs every scheduler through the work-distribution model and picks one, saying why.

use crate::cutlass::stream_k::{Request, StreamK};
use crate::explain::{accumulator_tile_bytes, contract_static, contract_stream_k, cutlass_static, resident_cgas};
use crate::kinds::SchedulerForm;
use crate::problem::{Decomposition, Policy};
use crate::refusal::SchedulerRefusal;
use crate::simulate::{self, Memory, Report};
use crate::tilelang;
use crate::timeline::{self, Costs, Dispatch};
use crate::work::Schedule;
use serde::Serialize;

/// One scheduler, as the model sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The scheduler.
    pub kind: SchedulerForm,
    /// Panel width.
    pub swizzle: u32,
    /// The larger of the workers' time and the memory's, in the model's unit.
    pub cycles: u64,
    /// Workspace bytes.
    pub workspace: u64,
    /// The model's findings.
    pub report: Report,
}

/// The choice and what it was chosen from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// Index of the chosen candidate.
    pub chosen: usize,
    /// Every candidate, in order of preference among equals: simpler first.
    pub candidates: Vec<Candidate>,
    /// Why, in a sentence.
    pub reason: String,
}

/// The unit of durations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Cycles of the machine.
    Cycles,
    /// Durations of one K tile: weights, where no cycles are known.
    KTiles,
}

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Cycles => "cycles",
            Self::KTiles => "K-tile times",
        })
    }
}

/// The figures that the model needs of the machine and the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Model {
    /// Durations.
    pub costs: Costs,
    /// The unit that they are counted in.
    pub unit: Unit,
    /// L2 and operand bytes.
    pub memory: Memory,
    /// Bytes L2 fetches from memory in one unit of time, over the whole device.
    pub fetch_bytes_per_cycle: u64,
    /// The form of stream-K that the GPU has; only the generic one is compared.
    pub stream_k: SchedulerForm,
}

/// Panel widths that are tried.
const SWIZZLES: [u32; 4] = [1, 4, 8, 16];

/// Chooses a scheduler for `request` by the formulas of a policy (its swizzle and decomposition are chosen here, not
/// taken from it).
pub fn choose(request: &Request, model: &Model, policy: Policy) -> Result<Choice, SchedulerRefusal> {
    let mut candidates = Vec::new();
    let ctas = request.cluster.size();
    let resident = resident_cgas(request);
    // Whether the scheduler hands out tiles of clusters, and workers are clusters; else of CTAs.
    let mut add = |kind, swizzle, workspace, schedule: &dyn Schedule, dispatch, clusters: bool| {
        let [m, n] = if clusters {
            [request.cluster.m, request.cluster.n]
        } else {
            [1, 1]
        };
        let memory = Memory {
            a_bytes: model.memory.a_bytes.saturating_mul(m.into()),
            b_bytes: model.memory.b_bytes.saturating_mul(n.into()),
            ..model.memory
        };
        let workers = if clusters {
            resident
        } else {
            resident.saturating_mul(ctas)
        };
        let report = simulate::run(&timeline::run(schedule, &model.costs, dispatch), &memory, workers);
        let memory_cycles = report.fetched_bytes.div_ceil(model.fetch_bytes_per_cycle.max(1));
        let cycles = report.makespan.max(memory_cycles);
        candidates.push(Candidate {
            kind,
            swizzle,
            cycles,
            workspace,
            report,
        });
    };
    let k_tiles = request.problem.k.div_ceil(request.tile.k);
    let contract = policy == Policy::Contract;
    for swizzle in SWIZZLES {
        let request = Request {
            max_swizzle: swizzle,
            decomposition: Decomposition::StreamK,
            ..*request
        };
        let whole: Box<dyn Schedule> = match policy {
            Policy::Contract => Box::new(contract_static(&request)?),
            Policy::CutlassSm90 => Box::new(cutlass_static(&request)?),
        };
        for (kind, dispatch) in [
            (SchedulerForm::DataParallel, Dispatch::Dynamic),
            (SchedulerForm::StaticPersistent, Dispatch::Static),
        ] {
            add(kind, swizzle, 0, whole.as_ref(), dispatch, contract);
        }
        // TileLang's scheduler has neither batches nor clusters along n.
        if request.cluster.n == 1 && request.problem.l == 1 {
            let config = tilelang::Config {
                num_m_tiles: request.problem.m.div_ceil(request.tile.m),
                num_n_tiles: request.problem.n.div_ceil(request.tile.n),
                num_workers: resident,
                swizzle_size: swizzle,
                column_major: true,
                cluster_size: request.cluster.m,
            };
            let whole = tilelang::WithK::new(tilelang::Stateless::new(config), k_tiles);
            add(SchedulerForm::TileLang, swizzle, 0, &whole, Dispatch::Static, true);
        }
        if model.stream_k != SchedulerForm::StreamK {
            continue;
        }
        let (workspace, schedule): (u64, Box<dyn Schedule>) = match policy {
            Policy::Contract => {
                let schedule = contract_stream_k(&request)?;
                let bytes = accumulator_tile_bytes(&request)?;
                let sizes = crate::contract::stream_k::workspace_sizes(&schedule.params, bytes, ctas)?;
                (sizes.total, Box::new(schedule))
            }
            Policy::CutlassSm90 => {
                let schedule = StreamK::new(request)?;
                (schedule.workspace.total, Box::new(schedule))
            }
        };
        if workspace > 0 {
            let (kind, dispatch) = (SchedulerForm::StreamK, Dispatch::Static);
            add(kind, swizzle, workspace, schedule.as_ref(), dispatch, contract);
        }
    }
    candidates.sort_by_key(|c| (rank(c.kind), c.swizzle));
    let chosen = (0..candidates.len())
        .min_by_key(|&i| (candidates[i].cycles, candidates[i].report.fetched_bytes))
        .unwrap_or(0);
    let reason = reason(&candidates, chosen, model.unit);
    Ok(Choice {
        chosen,
        candidates,
        reason,
    })
}

fn rank(kind: SchedulerForm) -> u32 {
    match kind {
        SchedulerForm::DataParallel => 0,
        SchedulerForm::StaticPersistent => 1,
        SchedulerForm::TileLang => 2,
        SchedulerForm::StreamK => 3,
        SchedulerForm::StreamKSm100 => 4,
    }
}

fn reason(candidates: &[Candidate], chosen: usize, unit: Unit) -> String {
    let Some(best) = candidates.get(chosen) else {
        return "no scheduler fits".to_string();
    };
    let bound = if best.cycles > best.report.makespan {
        "memory"
    } else {
        "the workers"
    };
    // In tenths of a percent. A float would bring all that prints digits of floats.
    let tenths = (1000.0 * best.report.efficiency).round_ties_even() as u64;
    let mut text = format!(
        "{} with swizzle {}: {} {unit}, bound by {bound}, efficiency {}.{} % in {} waves",
        best.kind.words(),
        best.swizzle,
        best.cycles,
        tenths / 10,
        tenths % 10,
        best.report.waves.len()
    );
    let others = candidates
        .iter()
        .filter(|c| c.kind != best.kind)
        .min_by_key(|c| c.cycles);
    if let Some(other) = others {
        let how = if other.cycles == best.cycles {
            "no better and less simple"
        } else {
            "slower"
        };
        text += &format!(
            "; the best of the others, {} with {} {unit}, is {how}",
            other.kind.words(),
            other.cycles
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cutlass::grid::Hardware;
    use crate::problem::*;

    fn choice(m: i64, n: i64, k: i64) -> Choice {
        choice_by(Policy::Contract, m, n, k)
    }

    fn choice_by(policy: Policy, m: i64, n: i64, k: i64) -> Choice {
        let request = Request {
            problem: Problem::new(m, n, k, 1).unwrap(),
            tile: TileShape::new(128, 128, 64).unwrap(),
            cluster: Cluster::ONE,
            max_swizzle: 1,
            raster: RasterOption::AlongM,
            hardware: Hardware::new(132, 0).unwrap(),
            splits: 1,
            decomposition: Decomposition::Heuristic,
            reduction: ReductionMode::Deterministic,
            mma_warp_groups: 1,
            barrier_bits: 32,
            accumulator_bits: 32,
            k_tile_alignment: 1,
            join_k_tiles: 2,
        };
        let model = Model {
            costs: Costs {
                k_tile: 128,
                epilogue: 500,
                fixup: 200,
            },
            unit: Unit::Cycles,
            memory: Memory {
                l2_bytes: 50 << 20,
                a_bytes: 16384,
                b_bytes: 16384,
            },
            fetch_bytes_per_cycle: 1800,
            stream_k: SchedulerForm::StreamK,
        };
        choose(&request, &model, policy).unwrap()
    }

    #[test]
    fn a_thin_long_problem_takes_stream_k() {
        let c = choice(256, 256, 1 << 16);
        assert_eq!(c.candidates[c.chosen].kind, SchedulerForm::StreamK, "{}", c.reason);
    }

    #[test]
    fn full_waves_stay_simple() {
        let c = choice(128 * 12, 128 * 11, 4096);
        assert_eq!(c.candidates[c.chosen].kind, SchedulerForm::DataParallel, "{}", c.reason);
        assert!(c.reason.contains("efficiency 100.0 %"), "{}", c.reason);
    }

    #[test]
    fn what_is_said_of_a_policy_is_computed_by_its_formulas() {
        // 12 x 11 tiles: CUTLASS pads them to panels, the contract does not.
        let tiles = |policy| {
            let c = choice_by(policy, 128 * 12, 128 * 11, 4096);
            let wide = c
                .candidates
                .iter()
                .find(|c| c.kind == SchedulerForm::StaticPersistent && c.swizzle == 8);
            wide.unwrap().report.waves.iter().map(|w| w.pieces).sum::<u32>()
        };
        assert_eq!((tiles(Policy::Contract), tiles(Policy::CutlassSm90)), (132, 16 * 16));
    }

    #[test]
    fn a_join_too_dear_leaves_tiles_whole() {
        // Half a wave of short tiles: splitting would save less than a join costs.
        let c = choice(128 * 12, 128 * 6, 256);
        assert_ne!(c.candidates[c.chosen].kind, SchedulerForm::StreamK, "{}", c.reason);
    }
}
