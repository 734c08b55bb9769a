//! Durations of the parts of a tile, for the work-distribution model.

use super::eligible::Gemm;
use tilewright_ir::Module;
use tilewright_lowering::convert_tileaa_to_tileas;
use tilewright_machine::{PipelineFigures, Target};
use tilewright_pipeliner::Context;
use tilewright_pipeliner::Pipelined;
use tilewright_pipeliner::generate_schedule;
use tilewright_pipeliner::pipelining::Consumers;
use tilewright_pipeliner::pipelining::depth::Estimate;
use tilewright_tilesched::auto::Unit;
use tilewright_tilesched::contract::stream_k::{MAX_JOIN, join_by_bytes};
use tilewright_tilesched::timeline::Costs;

/// Durations of the parts of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// One K tile.
    pub k_tile: u64,
    /// Storing or adding one partial accumulator.
    pub join: u64,
    /// Their unit.
    pub unit: Unit,
}

impl Times {
    /// The times of a kernel with this pipelined loop, whose accumulator and whose operands of a K tile have so many bytes;
    /// where there is no such loop, weights by bytes.
    pub fn of(pipelined: Option<&Pipelined>, target: &Target, [accumulator_bytes, operand_bytes]: [u64; 2]) -> Self {
        let cycles = pipelined.map(|pipelined| &pipelined.depth.estimate);
        match cycles {
            Some(cycles) => Self::estimated(cycles, &target.pipeline, accumulator_bytes),
            None => Self {
                k_tile: 1,
                join: join_by_bytes(accumulator_bytes, operand_bytes).into(),
                unit: Unit::KTiles,
            },
        }
    }

    /// A K tile takes the loop's interval. A join moves the accumulator through L2 once: a latency, and its bytes at the rate
    /// at which an SM is filled, which is taken for both directions.
    fn estimated(cycles: &Estimate, figures: &PipelineFigures, accumulator_bytes: u64) -> Self {
        let rate = figures.fill_bytes_per_cycle.value.max(1) as u64;
        Self {
            k_tile: (cycles.ii.round() as u64).max(1),
            join: (figures.load_latency.value.max(0) as u64).saturating_add(accumulator_bytes.div_ceil(rate)),
            unit: Unit::Cycles,
        }
    }

    /// Cost of a join in K tiles, rounded up: stream-K's splits are chosen by it.
    pub fn join_k_tiles(self) -> u32 {
        self.join.div_ceil(self.k_tile.max(1)).clamp(1, MAX_JOIN.into()) as u32
    }

    /// The same for the model; epilogues are left out, since every scheduler has as many.
    pub fn costs(self) -> Costs {
        Costs {
            k_tile: self.k_tile,
            epilogue: 0,
            fixup: self.join,
        }
    }

    /// The durations of a K tile and of a join, in words.
    pub fn words(self) -> String {
        match self.unit {
            Unit::KTiles => format!(
                "no cycles are known, as the loop has none that are estimated: by bytes, a join weighs {} K tiles",
                self.join
            ),
            Unit::Cycles => format!(
                "a K tile takes {} cycles, the interval of the pipelined loop by the target's figures, a join {}",
                self.k_tile, self.join
            ),
        }
    }
}

/// The times of a kernel before it has its tile scheduler: its loop is planned as it is, which a tile scheduler leaves
/// so.
pub(super) fn plan(module: &Module, context: &Context<'_>, gemm: &Gemm) -> Times {
    let mut trial = context.again();
    // A loop over tiles, and with it who may take turns at them, comes only with the scheduler.
    trial.consumers = trial
        .consumers
        .filter(|consumers| matches!(consumers, Consumers::One | Consumers::Cooperative));
    // A loop that cannot be planned is refused when its turn comes; here it only has no times.
    if let Ok(Some(module)) = convert_tileaa_to_tileas::run(module, &trial.base) {
        let _ = generate_schedule::run(&module, &trial);
    }
    let bytes = [gemm.accumulator_bytes(module), gemm.operand_bytes.iter().sum()];
    Times::of(trial.decisions.borrow().pipelined.as_ref(), context.target, bytes)
}
