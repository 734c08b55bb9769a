// Generated from the Rust types by crates/playground/tests/types.rs; BLESS=1 writes it anew.

import type { OptionInfo, Raster, TileScheduler } from './types';

/** All options of a compilation, in the order in which they are offered. */
export const OPTIONS: readonly OptionInfo[] = [
  {
    "field": "gpu_name",
    "flag": "gpu-name",
    "label": "Target",
    "help": "GPU to compile for; `sm_90` means `sm_90a`.",
    "value": {
      "kind": "target"
    },
    "none": null
  },
  {
    "field": "opt_level",
    "flag": "opt-level",
    "label": "Level",
    "help": "How far to go.",
    "value": {
      "kind": "level",
      "words": [
        {
          "name": "0",
          "means": "stop at verified cuda_tile"
        },
        {
          "name": "1",
          "means": "stop at nv_tileaa"
        },
        {
          "name": "2",
          "means": "to PTX, with addresses as they are written"
        },
        {
          "name": "3",
          "means": "to PTX, with addresses that accesses share"
        }
      ]
    },
    "none": null
  },
  {
    "field": "entry",
    "flag": "entry",
    "label": "Kernel",
    "help": "Kernel of the module, where it has several.",
    "value": {
      "kind": "entry"
    },
    "none": "the only one"
  },
  {
    "field": "lineinfo",
    "flag": "lineinfo",
    "label": "Source lines in the PTX",
    "help": "Put source lines into the PTX (`.loc`).",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "ftz",
    "flag": "ftz",
    "label": "Flush subnormals",
    "help": "Flush subnormal operands and results of f32 arithmetic to zero, also where the kernel does not say so.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "contract",
    "flag": "contract",
    "label": "Contract products and sums",
    "help": "Fuse a product with the sum that alone uses it (fma): rounded once instead of twice.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "approx",
    "flag": "approx",
    "label": "Approximate functions",
    "help": "Take the machine's fast forms of f32 quotients, square roots, exp and tanh, where the kernel names no rounding.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "pipeline_strategy",
    "flag": "pipeline-strategy",
    "label": "Pipelining of loops",
    "help": "Pipeline loops in this way, instead of as the compiler would decide.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "none",
          "means": "Not at all: each iteration loads, then multiplies."
        },
        {
          "name": "unspecialize",
          "means": "All threads copy ahead and multiply."
        },
        {
          "name": "warp-specialize",
          "means": "Some warps load, others multiply."
        }
      ]
    },
    "none": "the compiler decides"
  },
  {
    "field": "consumers",
    "flag": "consumers",
    "label": "Consumers",
    "help": "Consumers of a warp-specialised loop: the warpgroups that issue its MMAs.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "1",
          "means": "One warpgroup."
        },
        {
          "name": "cooperative",
          "means": "Two warpgroups, each with half of the rows of a tile; `2` means the same."
        },
        {
          "name": "pingpong",
          "means": "Two warpgroups that take turns at the tiles of a persistent kernel: one multiplies while the other stores."
        }
      ]
    },
    "none": "the compiler decides"
  },
  {
    "field": "num_stages",
    "flag": "num-stages",
    "label": "Stages",
    "help": "Stages of a software-pipelined loop, instead of what the compiler would decide; of the four-stage scheduler, its buffers (1: no multi-buffering).",
    "value": {
      "kind": "count",
      "least": 1
    },
    "none": "the compiler decides"
  },
  {
    "field": "lhs_swizzle",
    "flag": "lhs-swizzle",
    "label": "Swizzle of the left operand",
    "help": "Swizzle of the left operand's buffer in shared memory, instead of the one of the least score.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "128b",
          "means": "Rows of 128 bytes."
        },
        {
          "name": "64b",
          "means": "Rows of 64 bytes."
        },
        {
          "name": "32b",
          "means": "Rows of 32 bytes."
        }
      ]
    },
    "none": "the compiler decides"
  },
  {
    "field": "rhs_swizzle",
    "flag": "rhs-swizzle",
    "label": "Swizzle of the right operand",
    "help": "Swizzle of the right operand's buffer in shared memory, instead of the one of the least score.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "128b",
          "means": "Rows of 128 bytes."
        },
        {
          "name": "64b",
          "means": "Rows of 64 bytes."
        },
        {
          "name": "32b",
          "means": "Rows of 32 bytes."
        }
      ]
    },
    "none": "the compiler decides"
  },
  {
    "field": "register_budget",
    "flag": "register-budget",
    "label": "Register budget",
    "help": "Values of a pipelined loop that may be live at a time: the documented scheduler then asks its cost arm first, which adds a surcharge for each value beyond.",
    "value": {
      "kind": "count",
      "least": 0
    },
    "none": "the cost arm weighs bank pressure"
  },
  {
    "field": "prefer_tma",
    "flag": "prefer-tma",
    "label": "Stores by TMA",
    "help": "Store tiles by TMA wherever it can, even where fewer CTAs share an SM then.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "unlimited_smem",
    "flag": "unlimited-smem",
    "label": "Shared memory without end",
    "help": "Take shared memory to have no end, to see whether it is what binds. What comes out runs nowhere.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "do_base_address_strength_reduce",
    "flag": "do-base-address-strength-reduce",
    "label": "Shared addresses",
    "help": "Sums of addresses that accesses share, those that most share first. Level 2 has none, unless 1 to 3 are asked for.",
    "value": {
      "kind": "level",
      "words": [
        {
          "name": "0",
          "means": "none: each access adds up its own"
        },
        {
          "name": "1",
          "means": "the one that most accesses share"
        },
        {
          "name": "2",
          "means": "two"
        },
        {
          "name": "3",
          "means": "three"
        },
        {
          "name": "4",
          "means": "all"
        }
      ]
    },
    "none": null
  },
  {
    "field": "max_chain_length",
    "flag": "max-chain-length",
    "label": "Longest chain of additions",
    "help": "Longest chain of integer additions that depend on each other, at level 3: a longer one becomes a tree.",
    "value": {
      "kind": "count",
      "least": 1
    },
    "none": null
  },
  {
    "field": "scev_cgp_inst_limit",
    "flag": "scev-cgp-inst-limit",
    "label": "Largest loop with shared addresses",
    "help": "Most ops of a loop in which accesses share addresses.",
    "value": {
      "kind": "count",
      "least": 0
    },
    "none": "loops of any size"
  },
  {
    "field": "always_swizzle",
    "flag": "always-swizzle",
    "label": "Always swizzle",
    "help": "Swizzle tiles on their way through shared memory whatever it costs, instead of padding their rows.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "delay_tma_store_wait",
    "flag": "delay-tma-store-wait",
    "label": "Late wait for stores",
    "help": "Wait for a store by TMA where its memory is written again, at level 3, instead of right behind it.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "scheduler",
    "flag": "scheduler",
    "label": "Loop scheduler",
    "help": "Scheduler of loops.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "auto",
          "means": "Iterative scheduling, then the exact solver within its budget; serial only if the loop forces it."
        },
        {
          "name": "documented",
          "means": "The described choice between serial and the arms."
        },
        {
          "name": "serial",
          "means": "One op after the other, in one stage."
        },
        {
          "name": "rau",
          "means": "Iterative scheduling with eviction."
        },
        {
          "name": "exact",
          "means": "Every II from the bound on, refuted or satisfied."
        },
        {
          "name": "four-stage",
          "means": "Global loads, stores to shared memory, loads from it and compute, each in a stage of its own."
        }
      ]
    },
    "none": null
  },
  {
    "field": "machine",
    "flag": "machine",
    "label": "Scheduler model",
    "help": "Model that loops are scheduled in: footprints, latencies and pools of the machine. On the command line, also a file in the form of crates/machine/data/atoms.json.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "gpu-atoms",
          "means": "All atoms that loops are made of."
        },
        {
          "name": "documented-blackwell",
          "means": "Only what has been published of Blackwell; ops that the publications are silent about hold nothing, and have the latency of the units that they go through."
        }
      ]
    },
    "none": null
  },
  {
    "field": "rrt_size_threshold",
    "flag": "rrt-size-threshold",
    "label": "Largest reservation tables",
    "help": "Largest reservation tables, in entries, with which agents are scheduled (heavy); 0: agents keep the order of the program (light).",
    "value": {
      "kind": "count",
      "least": 0
    },
    "none": null
  },
  {
    "field": "allow_refuted",
    "flag": "allow-refuted",
    "label": "PTX of refuted barriers",
    "help": "Print PTX even if the verdict on its barriers is `refuted`.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "tile_scheduler.kind",
    "flag": "tile-scheduler",
    "label": "Tile scheduler",
    "help": "Tile scheduler: which CTA computes which tile of a matrix product. Without it each tile block computes its own.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "auto",
          "means": "The one that the work-distribution model finds fastest."
        },
        {
          "name": "data-parallel",
          "means": "One tile for each CTA."
        },
        {
          "name": "static-persistent",
          "means": "Resident CTAs walk the tiles."
        },
        {
          "name": "stream-k",
          "means": "Some tiles are split along K and joined through a workspace."
        },
        {
          "name": "tilelang",
          "means": "TileLang's persistent scheduler."
        }
      ]
    },
    "none": "none: each tile block computes its own tile"
  },
  {
    "field": "tile_scheduler.policy",
    "flag": "scheduler-policy",
    "label": "Formulas",
    "help": "Formulas of the tile scheduler: the published contract's, or CUTLASS's for SM90.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "contract",
          "means": "The published contract's, with the gaps filled as the README of tilesched states."
        },
        {
          "name": "cutlass-sm90",
          "means": "CUTLASS's SM90 schedulers, number for number."
        }
      ]
    },
    "none": null
  },
  {
    "field": "tile_scheduler.swizzle",
    "flag": "swizzle",
    "label": "Swizzle",
    "help": "Width of a panel in tiles; 1: no swizzle.",
    "value": {
      "kind": "count",
      "least": 1
    },
    "none": null
  },
  {
    "field": "tile_scheduler.raster",
    "flag": "raster",
    "label": "Raster",
    "help": "The order of tiles.",
    "value": {
      "kind": "choice",
      "words": [
        {
          "name": "heuristic",
          "means": "Along the mode with fewer tiles, along n when equal; TileLang: along m."
        },
        {
          "name": "along-m",
          "means": "m varies fastest."
        },
        {
          "name": "along-n",
          "means": "n varies fastest."
        }
      ]
    },
    "none": null
  },
  {
    "field": "tile_scheduler.cluster",
    "flag": "cluster",
    "label": "Cluster",
    "help": "CTAs of a cluster along m and n.",
    "value": {
      "kind": "pair"
    },
    "none": null
  },
  {
    "field": "tile_scheduler.splits",
    "flag": "splits",
    "label": "K splits",
    "help": "K splits of each tile; 1: stream-K decides.",
    "value": {
      "kind": "count",
      "least": 1
    },
    "none": null
  },
  {
    "field": "tile_scheduler.nondeterministic",
    "flag": "nondeterministic",
    "label": "Partial accumulators in any order",
    "help": "Join partial accumulators in any order (cutlass-sm90).",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "tile_scheduler.pull",
    "flag": "pull",
    "label": "Pull work at run time",
    "help": "Pull work at run time (data-parallel): from a counter below sm_100.",
    "value": {
      "kind": "flag"
    },
    "none": null
  },
  {
    "field": "tile_scheduler.sms",
    "flag": "sms",
    "label": "SMs",
    "help": "SMs to plan for.",
    "value": {
      "kind": "count",
      "least": 1
    },
    "none": "those of the target"
  },
  {
    "field": "tile_scheduler.num_workers",
    "flag": "num-workers",
    "label": "Workers",
    "help": "Workers to plan for, each a CTA or a cluster; TileLang's scheduler has the number as a constant.",
    "value": {
      "kind": "count",
      "least": 1
    },
    "none": "as many as the SMs hold"
  },
  {
    "field": "tile_scheduler.checked",
    "flag": "check-tile-ids",
    "label": "Check tile ids",
    "help": "Stop the kernel where a CTA has the id of no tile (data-parallel), instead of computing nothing.",
    "value": {
      "kind": "flag"
    },
    "none": null
  }
];

/** The tile scheduler where nothing else is asked for. */
export const TILE_SCHEDULER: TileScheduler = {
  "kind": "auto",
  "policy": "contract",
  "swizzle": 1,
  "raster": "heuristic",
  "cluster": [
    1,
    1
  ],
  "splits": 1,
  "nondeterministic": false,
  "pull": false,
  "sms": null,
  "num_workers": null,
  "checked": false
};

/** The names that older links have for raster orders, and those of today. */
export const OLD_RASTERS: { readonly [name: string]: Raster } = {
  "AlongM": "along-m",
  "AlongN": "along-n",
  "Heuristic": "heuristic"
};
