//! What a compilation can be asked for.

use crate::tile_scheduler::TileScheduler;
use serde::{Deserialize, Serialize};
use tilewright_machine::LOOP_MODELS;

/// The threshold of NVIDIA's `tileiras`, whose option has the same name.
pub const RRT_SIZE_THRESHOLD: u32 = 4096;

/// The options of one compilation. Everything has a default; a report names all of them as they were used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The GPU to compile for, such as `sm_90a`.
    pub gpu_name: String,
    /// How far to go: 0 stops at verified cuda_tile, 1 at nv_tileaa, 2 and 3 go through to PTX.
    pub opt_level: u8,
    /// Which kernel of the module; none: the only one.
    pub entry: Option<String>,
    /// Whether the PTX says which source line each instruction comes from.
    pub lineinfo: bool,
    /// How loops are pipelined: `none`, `unspecialize` or `warp-specialize`; none given: the compiler decides.
    pub pipeline_strategy: Option<String>,
    /// Who multiplies in a warp-specialised loop: `1`, `cooperative` (or `2`) or `pingpong`; `auto` or none given: the
    /// compiler decides.
    pub consumers: Option<String>,
    /// The largest reservation tables, in entries, with which the agents of a warp-specialised loop are scheduled; 0: never,
    /// their ops stay in the order of the program.
    pub rrt_size_threshold: u32,
    /// How many buffers a software-pipelined loop gets; none: the compiler decides.
    pub num_stages: Option<u32>,
    /// Who schedules loops: `auto`, `documented`, `serial`, `rau`, `exact` or `four-stage`.
    pub scheduler: String,
    /// The model that loops are scheduled in: `gpu-atoms`, or `documented-blackwell` for nothing but what is published.
    pub machine: String,
    /// The tile scheduler of a matrix product; none: each tile block computes the tile that it is.
    pub tile_scheduler: Option<TileScheduler>,
    /// Whether PTX is handed out whose barriers were found to go wrong.
    pub allow_refuted: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            gpu_name: "sm_90a".to_string(),
            opt_level: 3,
            entry: None,
            lineinfo: false,
            pipeline_strategy: None,
            consumers: None,
            rrt_size_threshold: RRT_SIZE_THRESHOLD,
            num_stages: None,
            scheduler: "auto".to_string(),
            machine: LOOP_MODELS[0].to_string(),
            tile_scheduler: None,
            allow_refuted: false,
        }
    }
}
