//! GPUs that kernels are compiled for. The numbers are in `data/targets`, each with its source.

use crate::data::{Data, Place, built_in, field, fields, no_others};
use crate::tree::Tree;
use std::sync::OnceLock;

/// A number (or word) and where it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Sourced<T> {
    /// The number.
    pub value: T,
    /// Its source.
    pub source: String,
}

impl<T: Data> Data for Sourced<T> {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        // The unit is for who reads the file.
        no_others(value, &["value", "unit", "source"], at);
        Self {
            value: field(value, "value", at),
            source: field(value, "source", at),
        }
    }
}

/// A GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The name of its architecture, as `.target` wants it: `sm_90a`.
    pub name: String,
    /// Its compute capability, major * 10 + minor: 90 for `sm_90a`.
    pub compute_capability: u32,
    /// Products that have it.
    pub label: String,
    /// The architecture's name.
    pub architecture: String,
    /// Other names that mean it: `sm_90`.
    pub aliases: Vec<String>,
    /// The PTX version that its PTX is written in.
    pub ptx_version: Sourced<String>,
    /// Shared memory that one CTA may have, in bytes.
    pub shared_bytes_per_cta: Sourced<u32>,
    /// 32-bit registers of one SM.
    pub registers_per_sm: Sourced<u32>,
    /// 32-bit registers that one thread may have.
    pub registers_per_thread: Sourced<u32>,
    /// The most threads of a CTA.
    pub threads_per_cta: Sourced<u32>,
    /// Warps that one SM holds.
    pub warps_per_sm: Sourced<u32>,
    /// CTAs that one SM holds, however small they are.
    pub ctas_per_sm: Sourced<u32>,
    /// Bytes of shared memory of one SM.
    pub shared_bytes_per_sm: Sourced<u32>,
    /// SMs of a typical product.
    pub sms: Sourced<u32>,
    /// Bytes of its L2 cache; none where no source is known.
    pub l2_bytes: Option<Sourced<u64>>,
    /// Whether it has the tensor memory accelerator.
    pub tma: Sourced<bool>,
    /// Whether a CTA can ask for launches that have not started, to do their work (`clusterlaunchcontrol`).
    pub cluster_launch_control: Sourced<bool>,
    /// Whether CTAs of a cluster are launched together, and meet at a barrier of their own.
    pub clusters: Sourced<bool>,
    /// Whether a grid can start before the one that it depends on has ended (`griddepcontrol`).
    pub dependent_grids: Sourced<bool>,
    /// Whether it adds bf16 to memory atomically.
    pub atomic_add_bf16: Sourced<bool>,
    /// Whether it has instructions that convert eight-bit floats.
    pub f8_conversions: Sourced<bool>,
    /// Whether `mma.sync` multiplies blocks of eight-bit and four-bit floats that have scales.
    pub warps_scale_blocks: Sourced<bool>,
    /// Whether one machine instruction adds or multiplies two f32 (`.f32x2`).
    pub packed_f32: Sourced<bool>,
    /// Whether `ldmatrix` turns matrices of bytes.
    pub byte_matrices: Sourced<bool>,
    /// Whether stream-K joins split tiles at the barrier of a cluster, in its SM100 form; else through locks in global
    /// memory, in the generic one.
    pub stream_k_joins_in_cluster: Sourced<bool>,
    /// Its MMA unit by the instruction that drives it: a name of a room of `crates/units`.
    pub mma_unit: Sourced<String>,
    /// Element types of operands that its unit does not take, though the unit of that name does elsewhere; none: it takes all.
    pub mma_unit_lacks: Option<Sourced<Vec<String>>>,
    /// Bits of the fraction that `mma.sync` of eight-bit floats keeps of its accumulators; none: it takes no such
    /// operands, or the assembler makes 16-bit ones of them.
    pub f8_accumulator_bits: Option<Sourced<i64>>,
    /// Figures that pipelined loops are planned with.
    pub pipeline: PipelineFigures,
}

fields!(Target {
    name,
    compute_capability,
    label,
    architecture,
    aliases,
    ptx_version,
    shared_bytes_per_cta,
    registers_per_sm,
    registers_per_thread,
    threads_per_cta,
    warps_per_sm,
    ctas_per_sm,
    shared_bytes_per_sm,
    sms,
    l2_bytes,
    tma,
    cluster_launch_control,
    clusters,
    dependent_grids,
    atomic_add_bf16,
    f8_conversions,
    warps_scale_blocks,
    packed_f32,
    byte_matrices,
    stream_k_joins_in_cluster,
    mma_unit,
    mma_unit_lacks,
    f8_accumulator_bits,
    pipeline
});

/// Measured figures and choices behind the plan of a pipelined loop.
#[derive(Clone, Debug, PartialEq)]
pub struct PipelineFigures {
    /// The clock of an SM in MHz, by which cycles become nanoseconds.
    pub clock_mhz: Sourced<i64>,
    /// Multiply-adds of 16-bit floats that the tensor cores of an SM do per cycle.
    pub fma_per_cycle_16bit: Sourced<i64>,
    /// The same by instructions that warps start one by one, where that is slower than the unit's own instruction.
    pub fma_per_cycle_of_warps: Option<Sourced<i64>>,
    /// Cycles from the start of a load to its first byte.
    pub load_latency: Sourced<i64>,
    /// Bytes per cycle that reach the shared memory of an SM.
    pub fill_bytes_per_cycle: Sourced<i64>,
    /// Whether the rate of its special functions is known; else loops are scheduled as if it were the usual one, and nothing is done to spare them.
    pub special_rate_known: Sourced<bool>,
    /// Bytes per cycle that an SM has from memory while all SMs read, which bounds what is read once.
    pub memory_bytes_per_cycle: Sourced<f64>,
    /// Cycles of a barrier of the block, at which no thread works; none: it was not measured.
    pub block_barrier_cycles: Option<Sourced<i64>>,
    /// Further figures for warp-specialised loops; none: the machine has no such loops.
    pub agents: Option<AgentFigures>,
}

fields!(PipelineFigures {
    clock_mhz,
    fma_per_cycle_16bit,
    fma_per_cycle_of_warps,
    load_latency,
    fill_bytes_per_cycle,
    special_rate_known,
    memory_bytes_per_cycle,
    block_barrier_cycles,
    agents
});

/// Figures and choices behind the plan of a warp-specialised loop.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentFigures {
    /// Cycles that arriving and waiting take in the live range of a stage.
    pub barrier_cycles: Sourced<i64>,
    /// Registers that a thread needs beside its accumulators.
    pub registers_beside_accumulators: Sourced<i64>,
    /// Registers beside the accumulators of one instruction without which the assembler refuses it.
    pub registers_beside_instruction: Sourced<i64>,
    /// Registers that a thread gets on top for addresses at the end.
    pub registers_for_addresses: Sourced<i64>,
    /// Registers of a thread that loads.
    pub registers_of_producer: Sourced<i64>,
    /// The most registers of a thread that multiplies.
    pub registers_of_consumer: Sourced<i64>,
    /// Bytes of shared memory through which a warp passes its part of a result.
    pub staging_bytes_per_warp: Sourced<i64>,
}

fields!(AgentFigures {
    barrier_cycles,
    registers_beside_accumulators,
    registers_beside_instruction,
    registers_for_addresses,
    registers_of_producer,
    registers_of_consumer,
    staging_bytes_per_warp
});

// The data files, name and text, in the order in which targets are listed.
include!(concat!(env!("OUT_DIR"), "/targets.rs"));

/// The content of a data file, read when it is first asked for.
fn read_once(file: usize) -> &'static Target {
    static TARGETS: [OnceLock<Target>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    TARGETS[file].get_or_init(|| built_in(FILES[file].0, FILES[file].1))
}

/// All targets.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    (0..FILES.len()).map(read_once)
}

/// The target of this name or alias. Only files in which it stands are read.
pub fn target(name: &str) -> Option<&'static Target> {
    let quoted = format!("\"{name}\"");
    (0..FILES.len())
        .filter(|&file| FILES[file].1.contains(&quoted))
        .map(read_once)
        .find(|t| t.name == name || t.aliases.iter().any(|a| a == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_target_and_names_its_sources() {
        for target in targets() {
            let digits = target.name.trim_start_matches("sm_").trim_end_matches('a');
            assert_eq!(digits, target.compute_capability.to_string(), "{}", target.name);
            assert!(!target.shared_bytes_per_cta.source.is_empty(), "{}", target.name);
            assert!(!target.sms.source.is_empty(), "{}", target.name);
        }
        assert_eq!(targets().count(), FILES.len());
    }

    #[test]
    fn plain_names_mean_the_full_feature_set() {
        assert_eq!(target("sm_90").map(|t| t.name.as_str()), Some("sm_90a"));
        assert_eq!(target("sm_90a").map(|t| t.shared_bytes_per_cta.value), Some(232448));
        assert_eq!(target("sm_75"), None);
    }
}
