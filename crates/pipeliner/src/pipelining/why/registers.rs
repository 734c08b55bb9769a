//! Refusals about registers and shared memory, with the demand and what there is.

use super::{Words, refusal};
use tilewright_machine::Target;

/// The registers that the accumulators of a tile need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulators {
    /// Rows and columns of the tile.
    pub tile: [i64; 2],
    /// Registers of a thread that the accumulators take, of two warpgroups.
    pub accumulators: i64,
    /// Registers of a thread for the rest.
    pub beside: i64,
    /// Registers of all threads of the two warpgroups.
    pub need: i64,
    /// The numbers that a thread and an SM have.
    pub most: [i64; 2],
    /// The GPU.
    pub target: String,
    /// Rows of the nearest tile that fits.
    pub nearest: Option<i64>,
}

/// The registers of a thread that a four-stage loop needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FourStageRegisters {
    /// M, N and K.
    pub tile: [i64; 3],
    /// For accumulators, fragments, tiles on their way, and addresses.
    pub parts: [i64; 4],
    /// The number that a thread has.
    pub most: i64,
    /// The GPU.
    pub target: String,
}

/// The shared memory of a loop's stages.
#[derive(Clone, PartialEq, Debug)]
pub struct StageMemory {
    /// Bytes of a stage.
    pub stage_bytes: i64,
    /// Bytes of the barriers of a stage.
    pub barrier_bytes: i64,
    /// Bytes that a CTA may have.
    pub capacity: i64,
    /// Bytes kept for the end of the kernel, or to align tiles.
    pub reserved: i64,
    /// Whether the end of the kernel goes through the memory of the ring.
    pub reused: bool,
    /// Stages that fit.
    pub fits: i64,
    /// The GPU.
    pub target: String,
}

impl StageMemory {
    /// So many bytes of a stage and of its barriers in a CTA of a GPU, of which some are kept.
    pub fn of(target: &Target, (stage_bytes, barrier_bytes): (i64, i64), reserved: i64, fits: i64) -> Self {
        Self {
            stage_bytes,
            barrier_bytes,
            capacity: i64::from(target.shared_bytes_per_cta.value),
            reserved,
            reused: false,
            fits,
            target: target.name.clone(),
        }
    }
}

impl Accumulators {
    pub(super) fn words(&self) -> Words {
        refusal(
            "pipeline.registers",
            "the accumulators of a {m}x{n} tile take {accumulators} registers of each of two warpgroups' threads, {need} \
             registers with {beside} for the rest",
            "an SM of {target} has {per-sm} registers, and a thread at most {per-thread}",
            match self.nearest {
                Some(_) => "the nearest tile that fits is {nearest-m}x{n}",
                None => "use a smaller tile",
            },
            &[
                ("m", &self.tile[0]),
                ("n", &self.tile[1]),
                ("accumulators", &self.accumulators),
                ("need", &self.need),
                ("beside", &self.beside),
                ("target", &self.target),
                ("per-thread", &self.most[0]),
                ("per-sm", &self.most[1]),
                ("nearest-m", &self.nearest.unwrap_or(0)),
            ],
        )
    }
}

impl FourStageRegisters {
    pub(super) fn words(&self) -> Words {
        refusal(
            "pipeline.four-stage-registers",
            "the four-stage loop of a {m}x{n}x{k} tile takes {need} registers of a thread",
            "{accumulators} for accumulators, {fragments} for fragments, {tiles} for tiles on their way to shared memory, \
             {addresses} for addresses; a thread of {target} has {most}",
            "use a tile of half the extent along K, or another scheduler",
            &[
                ("m", &self.tile[0]),
                ("n", &self.tile[1]),
                ("k", &self.tile[2]),
                ("need", &self.parts.iter().sum::<i64>()),
                ("accumulators", &self.parts[0]),
                ("fragments", &self.parts[1]),
                ("tiles", &self.parts[2]),
                ("addresses", &self.parts[3]),
                ("most", &self.most),
                ("target", &self.target),
            ],
        )
    }
}

impl StageMemory {
    pub(super) fn words(&self, code: &'static str, message: &str, help: &str, stages: i64) -> Words {
        refusal(
            code,
            message,
            match self.reused {
                _ if self.stage_bytes == 0 => {
                    "a CTA of {target} has {capacity} bytes, and their slots and the end of the kernel take {reserved}"
                }
                true => "a CTA of {target} has {capacity} bytes, of which alignment takes {reserved}",
                false => "a CTA of {target} has {capacity} bytes, of which the end of the kernel takes {reserved}",
            },
            help,
            &[
                ("stages", &stages),
                ("stage-bytes", &self.stage_bytes),
                ("capacity", &self.capacity),
                ("reserved", &self.reserved),
                ("fits", &self.fits),
                ("target", &self.target),
            ],
        )
    }
}
